"""What people and logs read of a verification: banner, retry context, trace, one line of counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from r11.records import SelfEvaluation
from r11.verification.evaluation import Judged
from r11.vocabulary import AnswerStatus, ClaimStatus, Verdict


def low_confidence_text(evaluation: SelfEvaluation) -> str:
    """The banner over a proposal that verification leaves to a person; empty where it passed."""
    if evaluation.effective_verdict is Verdict.PASS:
        return ""
    trace = evaluation.trace_summary
    reasons = dict.fromkeys(downgrade.code.meaning for downgrade in evaluation.downgrades)
    lines = [f"Low confidence. {trace.worker} offers this; a machine does not vouch for it: {'; '.join(reasons)}."]
    lines += [f"Not borne out: {fact.fact} ({fact.note})" for fact in evaluation.facts_checked if not fact.verified]
    return "\n".join(lines)


def retry_context(evaluation: SelfEvaluation) -> tuple[str, ...]:
    """What the worker is told when it is asked again: every failure in words, with its place."""
    gate = [f"{f.path or 'output'}: {f.message} [{f.code}]" for f in evaluation.gatekeeper_result.failures]
    facts = [f"{fact.fact}: {fact.note}" for fact in evaluation.facts_checked if not fact.verified]
    return tuple(gate or facts)


def trace_text(evaluation: SelfEvaluation) -> str:
    """Where an answer came from and how it fared, in a few lines."""
    return "\n".join(_trace(evaluation))


def _trace(found: SelfEvaluation) -> Iterator[str]:
    trace = found.trace_summary
    by = f", also verified by {', '.join(trace.verifiers)}" if trace.verifiers else ""
    yield f"{trace.worker} for {trace.unit}, artefact {trace.artefact_sha256[:12]}{by}"
    yield from (f"{call.ref}: {call.tool} {call.url} at {call.fetched_at}" for call in trace.invocations)
    failed = len(found.gatekeeper_result.failures)
    gate = f"gatekeeper {found.gatekeeper_result.status}{f' ({failed})' if failed else ''}"
    checks = ", ".join(f"{check.claim_id} {check.status.replace('_', ' ')}" for check in found.claim_checks)
    yield f"{found.parse_status}; {gate}; {checks or 'no claim checked'}"
    said = found.verdict or "nothing readable"
    yield f"the verifier said {said}, in effect {found.effective_verdict}"
    yield from (f"{d.to} at best: {d.code.meaning}{f' ({d.detail})' if d.detail else ''}" for d in found.downgrades)


def counted_reasons(judged: Iterable[Judged]) -> list[tuple[str, int]]:
    """What answers came to and why, most frequent first; each answer is counted once, under all its reasons."""
    return Counter(f"{one.status.replace('_', ' ')}: {_reasons(one.evaluation)}" for one in judged).most_common()


def _reasons(found: SelfEvaluation) -> str:
    gate = (failure.code for failure in found.gatekeeper_result.failures)
    lowered = (downgrade.code.meaning for downgrade in found.downgrades)
    return "; ".join(dict.fromkeys([*map(str, gate), *lowered])) or "nothing lowered it"


def log_line(judged: Iterable[Judged], refused: int) -> str:
    """One line for a log: how many answers of each status, and how the claims were checked."""
    found = list(judged)
    statuses = Counter(one.status for one in found)
    checks = Counter(check.status for one in found for check in one.evaluation.claim_checks)
    answers = _counted((status.replace("_", " "), statuses[status]) for status in AnswerStatus)
    checked = _counted((status.replace("_", " "), checks[status]) for status in ClaimStatus)
    return f"{len(found)} answers: {answers}; refused {refused}; claim checks: {checked}"


def _counted(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{word} {count}" for word, count in counts)
