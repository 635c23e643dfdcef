"""One answer of a worker from its bytes to what a person is shown: read, gatekeeper, verifiers, verdict, proposal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from r11.fixes.classifier import FileContext
from r11.fixes.offered import judge_offer, to_a_look
from r11.fixes.policy import Policy
from r11.records import Abort, Flag, Proposal, SelfEvaluation, TraceSummary
from r11.verification.gatekeeper import answer_for, gatekeep
from r11.verification.output import ExecutorReading
from r11.verification.verdict import Findings, effective
from r11.verification.verifier import OnRecord, check_answer, facts_of, merged, read_verifier
from r11.vocabulary import AnswerStatus, Verdict


@dataclass(frozen=True)
class Grounds:
    """What is known of a flag when an answer for it is judged; as for `classify`, and the page that is on record."""

    context: FileContext | None
    policy: Policy | None = None
    record: OnRecord | None = None
    page_section: str = ""
    refusals: tuple[Abort, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What one worker handed in for one unit: the bytes' hash, the output as read, and other verifiers' outputs."""

    worker: str
    unit: str
    sha256: str
    output: ExecutorReading
    verifiers: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        return f"worker:{self.worker}"


@dataclass(frozen=True)
class Judged:
    """What an answer came to. `proposal` is None where nobody is shown one."""

    flag_key: str
    status: AnswerStatus
    evaluation: SelfEvaluation
    proposal: Proposal | None


def judge_answer(answer: Answer, flag: Flag, grounds: Grounds) -> Judged:
    """The verdict on one answer, and the proposal that it makes: as it is, for a person's look, or none."""
    found = answer_for(answer.output, flag)
    edit = found.proposal if found else None
    offered = None
    if edit is not None:
        offered = judge_offer(
            flag,
            grounds.context,
            edit,
            origin=answer.origin,
            policy=grounds.policy,
            evidence=grounds.record.evidence if grounds.record else None,
            page_section=grounds.page_section,
            refusals=grounds.refusals,
        )
    evaluation = _evaluate(answer, flag, grounds, offered)
    status = _status(evaluation, is_read=found is not None, offered=offered is not None)
    return Judged(flag.key, status, evaluation, _shown(flag, status, offered, evaluation))


def _evaluate(answer: Answer, flag: Flag, grounds: Grounds, offered: Proposal | None) -> SelfEvaluation:
    output = answer.output
    gate = gatekeep(output, answer.unit, flag)
    references = {call.ref for call in output.invocations}
    told = merged(
        check_answer(flag, answer_for(output, flag), offered, output.invocations, grounds.record),
        {name: read_verifier(data, [flag.id], references) for name, data in answer.verifiers.items()},
    )
    findings = Findings(output.parse_status, output.legacy, gate, [flag.id], told.checks, told.verdict)
    verdict, downgrades = effective(findings)
    return SelfEvaluation(
        parse_status=output.parse_status,
        structured_output=output.structured,
        trace_summary=TraceSummary(
            worker=answer.worker,
            unit=answer.unit,
            artefact_sha256=answer.sha256,
            verifiers=tuple(sorted(answer.verifiers)),
            invocations=output.invocations,
        ),
        gatekeeper_result=gate,
        claim_checks=told.checks,
        facts_checked=(*facts_of(told.checks, {flag.id: flag.claim}), *told.facts),
        verdict=told.verdict,
        effective_verdict=verdict,
        downgrades=downgrades,
    )


def _status(evaluation: SelfEvaluation, *, is_read: bool, offered: bool) -> AnswerStatus:
    if evaluation.effective_verdict is Verdict.REJECT or not is_read:
        return AnswerStatus.RETRY
    if not offered:
        return AnswerStatus.NO_EDIT
    return AnswerStatus.PASSED if evaluation.effective_verdict is Verdict.PASS else AnswerStatus.LOW_CONFIDENCE


def _shown(flag: Flag, status: AnswerStatus, offered: Proposal | None, evaluation: SelfEvaluation) -> Proposal | None:
    if offered is None or status is AnswerStatus.RETRY:
        return None
    if status is AnswerStatus.PASSED:
        return replace(offered, self_evaluation=evaluation)
    why = ", ".join(dict.fromkeys(downgrade.code for downgrade in evaluation.downgrades))
    return replace(to_a_look(flag, offered, why), self_evaluation=evaluation)
