"""One item as the review panel shows it: everything a decision needs on one screen, as plain values for the browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from r11.panels.view import Run, line_diff, mark_spans, occurrences, reveal
from r11.review.answers import Seen
from r11.vocabulary import (
    AbortCode,
    Disposition,
    EvidenceState,
    FixOp,
    ItemStatus,
    JudgeVerdict,
    dispositions_for,
)

BADGES = {FixOp.O1: "O1 value swap", FixOp.O2: "O2 subtraction", FixOp.O3: "O3 human rewrite"}
STATES = {
    EvidenceState.STANDS: "the quote stands on the page",
    EvidenceState.MOVED: "the quote stands on the page, at another place",
    EvidenceState.CHANGED: "the page no longer holds the quote; what it says now is shown",
    EvidenceState.SUPPORTS_NOW: "the page now says what the claim says: it may be correct",
    EvidenceState.STILL_SILENT: "the page still does not speak of the claim",
    EvidenceState.ANSWERS_NOW: "the page was silent and now speaks of the claim; see the passage",
    EvidenceState.GONE: "the page is gone",
    EvidenceState.UNREACHABLE: "the page could not be reached: nothing can be approved until it is refreshed",
}


@dataclass(frozen=True)
class Surroundings:
    """What stands around an item: lines of its file as (number, text, is the claim's), and the same claim elsewhere."""

    lines: Sequence[tuple[int, str, bool]] = ()
    siblings: Sequence[str] = ()


def card(seen: Seen, around: Surroundings, *, version: str, answer: str, now: datetime) -> dict[str, Any]:
    """The values of the item page in `review.js`; texts are lists of runs."""
    flag, proposal = seen.flag, seen.proposal
    editable = proposal.line_before is not None
    return {
        "key": flag.key,
        "version": version,
        "op": str(seen.op),
        "badge": BADGES[seen.op],
        "place": f"{flag.file}:{proposal.line}",
        "rule": f"rule {flag.rule.label} · {flag.judge_verdict}",
        "answer": answer,
        "heading": _heading(seen),
        "diff": reveal(_diff(seen)),
        "quote": reveal(_quote(seen)),
        "url": flag.evidence_url,
        "href": flag.evidence_url if urlsplit(flag.evidence_url).scheme == "https" else "about:blank",
        "freshness": _freshness(seen, now),
        "reason": reveal([Run("same", flag.reason or "no reason given")]),
        "why": _why(seen),
        "context": [[number, reveal([Run("same", text)]), target] for number, text, target in around.lines],
        "siblings": list(around.siblings),
        "hidden_actions": _hidden(seen),
        "editable": editable,
        "not_editable": "" if editable else _first_reason(seen),
        "text": (seen.line_after if seen.has_text else proposal.line_before) or "",
        "dispositions": [str(word) for word in dispositions_for(flag.judge_verdict)],
    }


def _heading(seen: Seen) -> str:
    if seen.draft:
        return "Your change"
    if seen.proposal.edits:
        return "Proposed change" if seen.op is not FixOp.O3 else "The machine's idea, not proven: it cannot be approved"
    return "The claim's line (there is no proposed text)"


def _diff(seen: Seen) -> list[Run]:
    before = seen.proposal.line_before
    if before is None:
        return [Run("same", seen.flag.claim)]
    if not seen.has_text:
        return mark_spans(before, occurrences(seen.flag.claim, before)[:1])
    return line_diff(before, seen.line_after, () if seen.draft else seen.proposal.edits)


def _quote(seen: Seen) -> list[Run]:
    quote = seen.flag.evidence_quote
    passage = seen.evidence.passage if seen.evidence else ""
    if not quote:
        return [Run("same", passage or "the judge gave no quote")]
    proof = seen.proposal.proof
    if proof is not None and proof.quote_start is not None and proof.quote_end is not None:
        marked = mark_spans(quote, [(proof.quote_start, proof.quote_end)])
    else:
        marked = mark_spans(
            quote, [span for edit in seen.proposal.edits for span in occurrences(edit.new.strip(), quote)]
        )
    if passage and passage.strip() != quote.strip():
        marked += [Run("same", "\n\nThe page now: "), Run("mark", passage)]
    return marked


def _freshness(seen: Seen, now: datetime) -> str:
    if seen.evidence is None:
        return "not refreshed yet: run r11 refresh"
    age = now - datetime.fromisoformat(seen.evidence.fetched_at)
    days = "today" if age.days < 1 else f"{age.days} day{'' if age.days == 1 else 's'} ago"
    return f"fetched {seen.evidence.fetched_at[:16].replace('T', ' ')} UTC ({days}) · {STATES[seen.evidence.state]}"


def _why(seen: Seen) -> list[str]:
    proposal = seen.proposal
    lines = [f"proven: {fact}" for fact in proposal.proof.facts] if proposal.proof else []
    lines += [
        f"{abort.code.meaning}{f' ({abort.detail})' if abort.detail else ''} [{abort.code}]"
        for abort in proposal.aborts
    ]
    if proposal.op is FixOp.O2:
        lines.append("not proven: that what remains reads well, and that nothing else depends on what goes")
    if proposal.op is FixOp.O1:
        lines.append("not proven: that the two values speak of the same thing; that is yours to judge")
    return lines or ["nothing could be proven: what to say here is yours to decide"]


def _first_reason(seen: Seen) -> str:
    aborts = seen.proposal.aborts
    return aborts[0].code.meaning if aborts else "the claim was not found on one line"


def _hidden(seen: Seen) -> list[str]:
    """The actions that this item does not have; their keys answer with a reason instead."""
    silent = seen.flag.judge_verdict is JudgeVerdict.SOURCE_SILENT
    return ["outdated", "wrong"] if silent else ["unsourced"]


def is_gated(seen: Seen) -> bool:
    return any(abort.code is AbortCode.OPERATOR_GATED for abort in seen.proposal.aborts)


def answer_words(status: ItemStatus, disposition: Disposition | None) -> str:
    """What was decided so far, in words; empty while open."""
    match status:
        case ItemStatus.OPEN:
            return ""
        case ItemStatus.APPROVED:
            return f"approved as {disposition}"
        case ItemStatus.CLOSED:
            return "closed: the claim is correct"
        case ItemStatus.UNSETTLED:
            return "unsettled: two reviewers differ"
        case ItemStatus.DRAFTED:
            return "edited, not approved"
        case ItemStatus.TO_O3:
            return "sent to O3"
