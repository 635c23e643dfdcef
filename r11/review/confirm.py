"""Is this edit confirmed by a person, today, for exactly these bytes? Asked by freeze, and again by the apply script.

Law 1: no byte of the corpus changes without a human confirmation on record, of the class (O1, O2) or of the item (O3).
A confirmation counts while its event stands in a log, is in force, rules as the manifest says, and names the bytes, the
policy and the evidence that are there now. Everything that does not hold is returned, not only the first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from r11.records import (
    PROBE_KEY,
    ApprovedEdit,
    Closure,
    Confirmation,
    FlagEvidence,
    RatifiedPolicy,
    proposal_digest,
    sha256_hex,
)
from r11.review.answers import OWN_LINE, not_ratified
from r11.review.decisions import Answer, Decisions
from r11.review.log import line_digest
from r11.review.page_change import Change, told_change
from r11.vocabulary import (
    Disposition,
    EventKind,
    EvidenceState,
    FixOp,
    ItemStatus,
    JudgeVerdict,
    RefusalCode,
    Scope,
    dispositions_for,
)

CLOCK_DRIFT = timedelta(minutes=5)


@dataclass(frozen=True)
class Refusal:
    """One reason why one item does not go on: its flag, the code, and what was found."""

    flag_key: str
    code: RefusalCode
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.flag_key}: {self.detail or self.code.meaning} [{self.code}]"


def standing_policy(text: bytes | None, ratified: RatifiedPolicy | None) -> RatifiedPolicy | None:
    """The ratification, if it covers exactly this text."""
    if text is None or ratified is None or ratified.text_sha256 != sha256_hex(text):
        return None
    return ratified


def answer_behind(flag_key: str, confirmation: Confirmation, decisions: Decisions) -> Answer | None:
    """The answer in force that the confirmation names, None where it rules nothing (any more)."""
    standing = decisions.item(flag_key).standing
    return next((a for a in standing if a.entry.sha256 == confirmation.event_sha256), None)


def confirmation_problems(
    edit: ApprovedEdit, decisions: Decisions, policy: RatifiedPolicy | None
) -> tuple[Refusal, ...]:
    """Why the confirmation does not cover the edit. `policy` is the `standing_policy`."""
    if edit.flag_key.startswith(PROBE_KEY):
        return (Refusal(edit.flag_key, RefusalCode.PROBE),)
    answer = answer_behind(edit.flag_key, edit.confirmation, decisions)
    if answer is None or answer.status is not ItemStatus.APPROVED:
        return (_not_standing(edit.flag_key, edit.confirmation, decisions, ItemStatus.APPROVED),)
    found = (
        *_identity(edit.flag_key, edit.confirmation, answer),
        *_scope(edit, answer),
        *_bytes(edit, answer),
        *_ruling(edit, answer),
        *_policy(edit, answer, policy),
    )
    return found


def closure_problems(closure: Closure, decisions: Decisions) -> tuple[Refusal, ...]:
    """Why the confirmation does not cover a closing."""
    if closure.flag_key.startswith(PROBE_KEY):
        return (Refusal(closure.flag_key, RefusalCode.PROBE),)
    answer = answer_behind(closure.flag_key, closure.confirmation, decisions)
    if answer is None or answer.status is not ItemStatus.CLOSED:
        return (_not_standing(closure.flag_key, closure.confirmation, decisions, ItemStatus.CLOSED),)
    found = [*_identity(closure.flag_key, closure.confirmation, answer)]
    if closure.disposition is not Disposition.CORRECT:
        found.append(Refusal(closure.flag_key, RefusalCode.OTHER_DISPOSITION, "a closing rules the claim correct"))
    return tuple(found)


def revert_event(
    batch: str, flag_keys: Iterable[str], decisions: Decisions, operators: Collection[str] | None = None
) -> str | None:
    """The hash of the latest `revert` event in force that names the batch and all these flags, else None.

    `operators`: the names that count; None: any name does.
    """
    wanted = set(flag_keys)
    for entry in reversed(decisions.in_force):
        event = entry.event
        if event.event is not EventKind.REVERT or (operators is not None and event.reviewer not in operators):
            continue
        if event.text == batch and wanted <= set(event.flag_keys):
            return entry.sha256
    return None


def evidence_problems(
    edit: ApprovedEdit,
    decisions: Decisions,
    evidence: FlagEvidence | None,
    now: datetime,
    max_age: timedelta,
    change: Change = told_change,
) -> tuple[Refusal, ...]:
    """Law 4: evidence is fresh when a file changes, and it is what the approval saw.

    `now` carries a time zone. A machine's edit also needs a quote that still stands (or a page that still is silent).
    `change` says in words what differs from the evidence that an answer saw.
    """
    key = edit.flag_key
    if evidence and not evidence.is_of(edit.claim, edit.evidence.url, edit.evidence.quote):
        detail = "the evidence on record is of another claim, URL or quote: run r11 refresh"
        return (Refusal(key, RefusalCode.NO_EVIDENCE, detail),)
    machine = () if evidence is None or edit.op is FixOp.O3 else _usable(edit, evidence)
    return (*machine, *_as_seen(key, edit.confirmation, decisions, evidence, now, max_age, change))


def closing_evidence_problems(
    closure: Closure,
    decisions: Decisions,
    evidence: FlagEvidence | None,
    now: datetime,
    max_age: timedelta,
    change: Change = told_change,
) -> tuple[Refusal, ...]:
    """Law 4 for a closing, which states that the page bears the claim out: held to the same as a person's edit."""
    return tuple(_as_seen(closure.flag_key, closure.confirmation, decisions, evidence, now, max_age, change))


def _as_seen(
    key: str,
    confirmation: Confirmation,
    decisions: Decisions,
    evidence: FlagEvidence | None,
    now: datetime,
    max_age: timedelta,
    change: Change,
) -> Iterator[Refusal]:
    """The page was received, says what it said when the person answered, and was fetched lately."""
    if evidence is None:
        yield Refusal(key, RefusalCode.NO_EVIDENCE, "no evidence of its page is on record now: run r11 refresh")
        return
    answer = answer_behind(key, confirmation, decisions)
    if evidence.state is EvidenceState.UNREACHABLE:
        yield Refusal(key, RefusalCode.NO_EVIDENCE, f"{evidence.url} could not be reached: refresh again")
    elif answer and answer.evidence_sha256 != evidence.sha256:
        yield Refusal(key, RefusalCode.EVIDENCE_CHANGED, change(evidence, answer.evidence_sha256))
    yield from _fresh(key, evidence, now, max_age)


def _fresh(key: str, evidence: FlagEvidence, now: datetime, max_age: timedelta) -> Iterator[Refusal]:
    """A fetch that lies ahead of the clock proves nothing about its age, but for the drift between two machines."""
    age = now - datetime.fromisoformat(evidence.fetched_at)
    if not -CLOCK_DRIFT <= age <= max_age:
        detail = f"{evidence.url} was fetched {evidence.fetched_at}, the limit is {max_age.days} days: run r11 refresh"
        yield Refusal(key, RefusalCode.EVIDENCE_STALE, detail)


def _usable(edit: ApprovedEdit, evidence: FlagEvidence) -> Iterator[Refusal]:
    usable = {EvidenceState.STANDS, EvidenceState.MOVED}
    if edit.judge_verdict is JudgeVerdict.SOURCE_SILENT:
        usable = {EvidenceState.STILL_SILENT}
    if evidence.state is not EvidenceState.UNREACHABLE and evidence.state not in usable:
        detail = f"the evidence is {evidence.state}, which carries no {edit.op}: run r11 propose"
        yield Refusal(edit.flag_key, RefusalCode.NO_EVIDENCE, detail)


def _not_standing(key: str, confirmation: Confirmation, decisions: Decisions, wanted: ItemStatus) -> Refusal:
    event = decisions.by_hash.get(confirmation.event_sha256)
    if event is None or key not in event.flag_keys:
        return Refusal(key, RefusalCode.NOT_CONFIRMED, f"no log holds event {confirmation.event_sha256[:12]} for it")
    item = decisions.item(key)
    if item.status is ItemStatus.OPEN and key in decisions.reverts:
        return reverted(key, decisions)
    if item.status is wanted:
        newer = item.standing[-1]
        again = f"decided again since, by event {newer.entry.sha256[:12]} of {newer.reviewer}: freeze the batch again"
        return Refusal(key, RefusalCode.NOT_IN_FORCE, again)
    detail = f"the {event.event} by {event.reviewer} rules it no longer: it is {item.status}, not {wanted}"
    return Refusal(key, RefusalCode.NOT_IN_FORCE, detail)


def reverted(key: str, decisions: Decisions) -> Refusal:
    """Why an item that a `revert` in force opened does not go on."""
    event = decisions.reverts[key].event
    detail = f"reverted: decide again ({event.reviewer} reverted batch {event.text}, {event.at})"
    return Refusal(key, RefusalCode.REVERTED, detail)


def _identity(key: str, confirmation: Confirmation, answer: Answer) -> Iterator[Refusal]:
    named = (confirmation.by, confirmation.at, confirmation.scope)
    held = (answer.reviewer, answer.event.at, answer.scope)
    if named != held:
        detail = f"the manifest says {', '.join(named)}, the event {', '.join(held)}"
        yield Refusal(key, RefusalCode.CONFIRMATION_DIFFERS, detail)


def _scope(edit: ApprovedEdit, answer: Answer) -> Iterator[Refusal]:
    if edit.op is FixOp.O3 and answer.scope is not Scope.ITEM:
        yield Refusal(edit.flag_key, RefusalCode.CLASS_ON_O3)


def _bytes(edit: ApprovedEdit, answer: Answer) -> Iterator[Refusal]:
    """A person's line is named by its hash; a proposal by its digest, which binds op, spans, lines, claim and quote."""
    if edit.op is FixOp.O3 and not answer.edited:
        yield Refusal(edit.flag_key, RefusalCode.NO_TEXT, OWN_LINE)
    if answer.edited:
        named = (answer.event.line_before_sha256, answer.text, FixOp.O3)
        same = named == (line_digest(edit.line_before), edit.line_after, edit.op)
    else:
        same = answer.proposal_sha256 == digest_of(edit) and (answer.scope is Scope.CLASS or _same_lines(edit, answer))
    if not same:
        yield Refusal(edit.flag_key, RefusalCode.OTHER_BYTES)


def _same_lines(edit: ApprovedEdit, answer: Answer) -> bool:
    named = (answer.event.line_before_sha256, answer.event.line_after_sha256)
    return named == (line_digest(edit.line_before), line_digest(edit.line_after))


def digest_of(edit: ApprovedEdit) -> str:
    """The digest of the proposal that this edit would be."""
    return proposal_digest(
        flag_key=edit.flag_key,
        op=edit.op,
        edits=edit.edits,
        line_before=edit.line_before,
        line_after=edit.line_after,
        claim=edit.claim,
        quote=edit.evidence.quote,
    )


def _ruling(edit: ApprovedEdit, answer: Answer) -> Iterator[Refusal]:
    allowed = dispositions_for(edit.judge_verdict)
    if edit.disposition not in allowed or not edit.judge_verdict.is_flagged:
        detail = f"{edit.judge_verdict} allows {' or '.join(allowed)}, not {edit.disposition}"
        yield Refusal(edit.flag_key, RefusalCode.OTHER_DISPOSITION, detail)
    if edit.disposition is not answer.disposition:
        detail = f"the event rules {answer.disposition}, not {edit.disposition}"
        yield Refusal(edit.flag_key, RefusalCode.OTHER_DISPOSITION, detail)


def _policy(edit: ApprovedEdit, answer: Answer, policy: RatifiedPolicy | None) -> Iterator[Refusal]:
    if edit.op is not FixOp.O2:
        return
    if policy is None or edit.judge_verdict.value not in policy.scopes:
        yield Refusal(edit.flag_key, RefusalCode.POLICY_NOT_RATIFIED, not_ratified(edit.judge_verdict))
    elif answer.event.policy_sha256 != policy.text_sha256:
        detail = f"{RefusalCode.POLICY_CHANGED.meaning}: review it again under the one that is ratified now"
        yield Refusal(edit.flag_key, RefusalCode.POLICY_CHANGED, detail)
