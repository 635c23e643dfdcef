"""The events that a reviewer's or operator's answers become: each names exactly what was on the screen.

The panel and `r11 decide` both build their events here. What the flag's verdict does not allow is refused here, before
anything is appended; what changed *after* the answer is found by `confirm.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from r11.errors import Refused
from r11.fixes.gates import is_price_claim
from r11.records import DecisionEvent, Flag, FlagEvidence, Proposal
from r11.review.decisions import Answer, Decisions
from r11.review.log import line_digest, text_problem
from r11.vocabulary import AbortCode, Disposition, EventKind, FixOp, JudgeVerdict, RefusalCode, dispositions_for

OWN_LINE = (
    "the text is an idea that no machine proved, so it cannot be approved as it is: an O3 item needs a person's line"
)


@dataclass(frozen=True)
class Signature:
    """Who answers, when (ISO 8601 in UTC), and how long it took: active and wall time in milliseconds."""

    reviewer: str
    session: str
    at: str
    note: str = ""
    active_ms: int = 0
    wall_ms: int = 0


@dataclass(frozen=True)
class Seen:
    """What the person saw of one item. `draft`: their own edited line, where one is in force."""

    flag: Flag
    proposal: Proposal
    evidence: FlagEvidence | None = None
    policy_sha256: str | None = None
    draft: Answer | None = None
    released: bool = False

    @property
    def op(self) -> FixOp:
        """What the item is: a person's line makes it O3."""
        return FixOp.O3 if self.draft else self.proposal.op

    @property
    def line_after(self) -> str | None:
        return self.draft.text if self.draft else self.proposal.line_after

    @property
    def has_text(self) -> bool:
        """Is there something to write? `line_after` None alone may mean that the line goes."""
        return self.draft is not None or bool(self.proposal.edits)


def approve(signature: Signature, seen: Seen, disposition: Disposition) -> DecisionEvent:
    """An approval of the item's line as it stands on the screen. Raises Refused."""
    _may_approve(seen, disposition)
    return _of_item(signature, EventKind.APPROVE, seen, line_after=seen.line_after, disposition=(disposition,))


def edit(signature: Signature, seen: Seen, text: str | None) -> DecisionEvent:
    """The person's own line for the item (None: the line goes). It decides nothing until approved. Raises Refused."""
    if problem := text_problem(text):
        raise Refused(RefusalCode.NO_TEXT, seen.flag.key, problem)
    _has_evidence(seen)
    _is_on_a_line(seen)
    if text == seen.proposal.line_before:
        raise Refused(RefusalCode.NO_CHANGE, seen.flag.key, RefusalCode.NO_CHANGE.meaning)
    return _of_item(signature, EventKind.EDIT, seen, line_after=text, text=text)


def close(signature: Signature, seen: Seen) -> DecisionEvent:
    """The judge was mistaken: the claim is correct, as its page shows, and no byte changes. Raises Refused."""
    _is_free(seen)
    _has_evidence(seen)
    return _of_item(signature, EventKind.CLOSE, seen, disposition=(Disposition.CORRECT,))


def adjudicate(signature: Signature, seen: Seen, disposition: Disposition | None) -> DecisionEvent:
    """The ruling where reviewers differ: an approval, a closing (`correct`) or, with None, a sending to O3.

    Whoever rules for a line that somebody wrote makes it their own first, by `edit`. Raises Refused.
    """
    match disposition:
        case None:
            return _of_item(signature, EventKind.ADJUDICATE, seen)
        case Disposition.CORRECT:
            _is_free(seen)
            _has_evidence(seen)
            return _of_item(signature, EventKind.ADJUDICATE, seen, disposition=(disposition,))
        case _:
            _may_approve(seen, disposition)
            return _of_item(
                signature, EventKind.ADJUDICATE, seen, line_after=seen.line_after, disposition=(disposition,)
            )


def confirm_class(
    signature: Signature, op: FixOp, items: Sequence[tuple[Seen, Disposition]], policy_sha256: str | None
) -> DecisionEvent:
    """The confirmation of a class list: every flag with its proposal, evidence and disposition. Raises Refused."""
    for seen, disposition in items:
        if seen.op is not op or op is FixOp.O3:
            raise Refused(RefusalCode.CLASS_ON_O3, seen.flag.key, f"is {seen.op}, not on a list of {op}")
        _may_approve(seen, disposition)
    return replace(
        mention(signature, EventKind.CONFIRM_CLASS, (seen.flag.key for seen, _ in items)),
        proposal_sha256=tuple(seen.proposal.sha256 for seen, _ in items),
        evidence_sha256=tuple(seen.evidence.sha256 for seen, _ in items if seen.evidence),
        disposition=tuple(disposition for _, disposition in items),
        policy_sha256=policy_sha256 if op is FixOp.O2 else None,
    )


def release_gated(signature: Signature, seen: Seen) -> DecisionEvent:
    """The operator's own event that lets a claim about a price be decided, as O3."""
    base = mention(signature, EventKind.RELEASE_GATED, [seen.flag.key])
    return replace(base, proposal_sha256=(seen.proposal.sha256,))


def revert(signature: Signature, batch: str, flag_keys: Iterable[str]) -> DecisionEvent:
    """The operator's own event that lets `r11-apply --reverse` put a batch's lines back."""
    return replace(mention(signature, EventKind.REVERT, flag_keys), text=batch)


def mention(signature: Signature, kind: EventKind, flag_keys: Iterable[str]) -> DecisionEvent:
    """An event that names items and no bytes: shown, to_o3, skip, ask, undo, withdraw, reopen.

    It is in no log yet: `log.next_event` gives it its number and the hash of the event before it.
    """
    return DecisionEvent(
        seq=0,
        prev="",
        at=signature.at,
        reviewer=signature.reviewer,
        session=signature.session,
        event=kind,
        flag_keys=tuple(flag_keys),
        note=signature.note,
        active_ms=signature.active_ms,
        wall_ms=signature.wall_ms,
    )


def said_before(draft: DecisionEvent, decisions: Decisions) -> DecisionEvent | None:
    """The event in force by which the same person says the same of the same bytes; a note is something new."""
    if len(draft.flag_keys) != 1 or draft.note:
        return None
    own = decisions.item(draft.flag_keys[0]).by(draft.reviewer)
    if own is None:
        return None
    event = own.event
    same = replace(
        draft,
        seq=event.seq,
        prev=event.prev,
        at=event.at,
        session=event.session,
        note=event.note,
        active_ms=event.active_ms,
        wall_ms=event.wall_ms,
    )
    return event if same == event else None


def _may_approve(seen: Seen, disposition: Disposition) -> None:
    key = seen.flag.key
    allowed = dispositions_for(seen.flag.judge_verdict)
    if disposition not in allowed:
        closing = "; a claim that is correct is closed: use --event close" if disposition is Disposition.CORRECT else ""
        detail = f"{seen.flag.judge_verdict} allows {' or '.join(allowed)}, not {disposition}{closing}"
        raise Refused(RefusalCode.OTHER_DISPOSITION, key, detail)
    _is_free(seen)
    if not seen.has_text:
        raise Refused(RefusalCode.NO_TEXT, key, f"{RefusalCode.NO_TEXT.meaning}: edit it first")
    if seen.op is FixOp.O3 and seen.draft is None:
        raise Refused(RefusalCode.NO_TEXT, key, f"{OWN_LINE}: write it first (--event edit)")
    _has_evidence(seen)
    if seen.op is FixOp.O2 and seen.policy_sha256 is None:
        raise Refused(RefusalCode.POLICY_NOT_RATIFIED, key, not_ratified(seen.flag.judge_verdict))
    _is_on_a_line(seen)


def _has_evidence(seen: Seen) -> None:
    """Whoever rules on a claim rules on what its page says today: freeze and apply ask for it again."""
    if seen.evidence is None:
        raise Refused(RefusalCode.NO_EVIDENCE, seen.flag.key, without_evidence(seen.flag))


def without_evidence(flag: Flag) -> str:
    """Why nothing is on record: a refresh leaves settled flags out, so what was fetched before is not on record now."""
    if flag.is_settled:
        return "the ledger says it is settled, so a refresh leaves it out: there is nothing to decide"
    if flag.reverted:
        return "a refresh left it out while it was settled; it is open again: run r11 refresh"
    return "no evidence of this claim and quote is on record: run r11 refresh"


def not_ratified(verdict: JudgeVerdict) -> str:
    """Why no subtraction goes on, and who does what about it."""
    ratify = f"r11 ratify --by NAME --scope {verdict}"
    return (
        f"no ratified policy covers the subtraction: first an operator ratifies policy/O2.md as it is now ({ratify}), "
        "or puts the ratified text back; what was approved under another text is then reviewed again"
    )


def is_gated(proposal: Proposal) -> bool:
    """Is the claim about a price, so that only an operator can release it?"""
    return any(abort.code is AbortCode.OPERATOR_GATED for abort in proposal.aborts)


def is_about_price(flag: Flag, proposal: Proposal) -> bool:
    """The same, asked of the claim's own words too: a proposal on disk may be older than they are, or not say it."""
    return is_gated(proposal) or is_price_claim(flag.claim)


def held_for_operator(seen: Seen) -> str:
    """Why nothing about the item can be decided before an operator's own event, and what to do; else empty."""
    if not is_about_price(seen.flag, seen.proposal) or seen.released:
        return ""
    release = f"r11 decide '{seen.flag.key}' --event release_gated --reviewer OPERATOR"
    return f"the claim is about a price: nothing can be decided until an operator releases it ({release})"


def _is_free(seen: Seen) -> None:
    """To close a claim about a price rules on that price as much as to rewrite it: both wait for the operator."""
    if words := held_for_operator(seen):
        raise Refused(RefusalCode.OPERATOR_GATED, seen.flag.key, words)


def _is_on_a_line(seen: Seen) -> None:
    if seen.proposal.line_before is None:
        reasons = ", ".join(f"{abort.code.meaning} [{abort.code}]" for abort in seen.proposal.aborts) or "not found"
        detail = f"the claim stands on no one readable line of the file ({reasons}): it cannot be edited here"
        raise Refused(RefusalCode.LINE_CHANGED, seen.flag.key, detail)


def _of_item(
    signature: Signature,
    kind: EventKind,
    seen: Seen,
    *,
    line_after: str | None = None,
    disposition: tuple[Disposition, ...] = (),
    text: str | None = None,
) -> DecisionEvent:
    return replace(
        mention(signature, kind, [seen.flag.key]),
        proposal_sha256=(seen.proposal.sha256,),
        line_before_sha256=line_digest(seen.proposal.line_before),
        line_after_sha256=line_digest(line_after),
        policy_sha256=seen.policy_sha256 if seen.op is FixOp.O2 else None,
        evidence_sha256=(seen.evidence.sha256,) if seen.evidence else (),
        disposition=disposition,
        text=text,
    )
