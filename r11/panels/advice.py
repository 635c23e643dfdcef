"""What a reviewer may do with an item, and in words what to look at: the panel explains itself in place."""

from __future__ import annotations

from collections.abc import Mapping

from r11.review.answers import Seen, held_for_operator, without_evidence
from r11.vocabulary import Disposition, EvidenceState, FixOp, ItemStatus, JudgeVerdict

HELP = (
    ("o", "Approve as outdated: the old text was true once."),
    ("w", "Approve as wrong: nothing shows that the old text ever was true."),
    ("a", "Approve as unsourced: only for a subtraction where the source is silent."),
    ("c", "The claim is correct and the judge was mistaken: the item is closed, no text changes."),
    ("e", "Write the line yourself, or take it out."),
    ("3", "Not this text: a person shall write another one (O3)."),
    ("p", "Where two proposals differ: turn to the other one. Decides nothing."),
    ("s", "Skip: the item comes again when the others are done."),
    ("?", "Ask about the edit and go on; the item stays open, and your question stays with it."),
    ("u", "Undo your last decision; again: the one before."),
    ("← →", "Look at the items before and after. Decides nothing."),
    ("f", "Filters and order: which items you see, such as those asked about or skipped. Esc leads back."),
    ("m", "Summary: how far you are, and the approved manifest."),
    ("l", "Value swaps as a list, once their random sample was approved."),
    ("b", "Back to the items, from summary or list."),
    ("h", "This help."),
    ("Esc", "Leave a text field, a form or this help."),
)

NO_RULING = "a silent source shows the claim neither outdated nor wrong: `a` approves as unsourced"
NOT_SILENT = "unsourced is for claims where the source is silent; here it is `o` (outdated) or `w` (wrong)"
NO_TEXT = "there is no new text to approve: `e` writes the line"
NOT_PROVEN = "the idea was not proven and cannot be approved: `e` writes the line"
IS_O3 = "this is O3 already"
ONE_PROPOSAL = "there is only this proposal"
SENT = "you sent this to O3 already: `e` writes the line, `u` takes it back, `s` skips it"
DECIDED = (
    "Decided: approved or closed by anybody, or answered by you for good. What you skip, ask about, send to O3 or only "
    "write is not decided yet."
)
WHICH_RULING = (
    "Outdated or wrong? Both say that the old text is false now, and count alike as an error. Outdated if the quote, "
    "the page or an earlier version of it shows that it was true once: a change, a date, an end. If nothing shows it, "
    "wrong. `?` is for doubts about the edit itself."
)
"""It always ends, so that two people rule alike and nobody waits for a history that no page tells."""
APPROVALS = ("outdated", "wrong", "unsourced")


def unavailable(seen: Seen, own: ItemStatus | None = None) -> dict[str, str]:
    """The actions that this item does not have, each with the reason that its key answers with.

    own: what the reviewer's own answer made of it.
    """
    reasons: dict[str, str] = {"to_o3": SENT} if own is ItemStatus.TO_O3 else {}
    if seen.proposal.op is FixOp.O3 and seen.draft is None:
        reasons["to_o3"] = f"{IS_O3}: {_ways_on(seen)}"
    reasons |= _rulings(seen)
    if seen.evidence is None:
        reasons["close"] = without_evidence(seen.flag)
    if held := held_for_operator(seen):
        reasons["close"] = held
    if blocked := _blocked(seen):
        reasons |= dict.fromkeys((*APPROVALS, "edit"), blocked)
    elif seen.proposal.line_before is None:
        reasons |= dict.fromkeys((*APPROVALS, "edit"), f"the line cannot be written here: {_first_reason(seen)}")
    elif seen.op is FixOp.O3 and seen.draft is None:
        reasons |= dict.fromkeys(APPROVALS, NOT_PROVEN if seen.has_text else NO_TEXT)
    return reasons


def _rulings(seen: Seen) -> Mapping[str, str]:
    if seen.flag.judge_verdict is JudgeVerdict.SOURCE_SILENT:
        return {"outdated": NO_RULING, "wrong": NO_RULING}
    return {"unsourced": NOT_SILENT}


def _blocked(seen: Seen) -> str:
    """What keeps every text of the item from being approved, else empty."""
    return held_for_operator(seen) or (without_evidence(seen.flag) if seen.evidence is None else "")


def advice(seen: Seen, own: ItemStatus | None = None) -> str:
    """What to look at, and which keys answer it; keys stand in backticks. own: as for `unavailable`."""
    if held := held_for_operator(seen):
        return f"{held[0].upper()}{held[1:]}. `?` leaves a question with the item, `s` skips it."
    if blocked := _blocked(seen):
        closes = "" if seen.evidence is None else "`c` closes the item if the claim is correct, "
        return f"{blocked[0].upper()}{blocked[1:]}. {closes}`s` skips it."
    if seen.proposal.line_before is None:
        return f"The line cannot be written here: {_first_reason(seen)}. `c` closes the item, `s` skips it."
    if own is ItemStatus.TO_O3:
        return "You said: not this text. `e` writes another line, `c` closes the item, `u` takes it back, `s` skips it."
    silent = seen.flag.judge_verdict is JudgeVerdict.SOURCE_SILENT
    approve = "`a` approves it as unsourced" if silent else _TWO_RULINGS
    if seen.draft:
        return f"This line is yours: {approve}; `e` changes it, `u` takes it back."
    match seen.op:
        case FixOp.O1:
            return f"Does the quote speak of the same thing as the claim? If so: {approve}. {_IF_NOT}"
        case FixOp.O2:
            return f"Is what remains true, and does it read well, without what goes? If so: {approve}. {_IF_NOT}"
        case FixOp.O3:
            return _for_a_rewrite(seen)


def _ways_on(seen: Seen) -> str:
    """What an O3 item leaves a reviewer to do, as far as it does."""
    if blocked := _blocked(seen):
        return f"{blocked}; `?` asks about it, `s` skips it"
    writes = "" if seen.proposal.line_before is None else "`e` writes the line, "
    return f"{writes}`c` closes it, `s` skips it"


_TWO_RULINGS = "`o` (outdated) if something shows that the old text was true once, else `w` (wrong)"
_IF_NOT = "If not: `e` to write the line, `3` to leave that to somebody, `c` if the claim is correct as it stands."


def _for_a_rewrite(seen: Seen) -> str:
    if seen.evidence and seen.evidence.state is EvidenceState.SUPPORTS_NOW:
        start = "The page now seems to say what the claim says."
    elif seen.proposal.edits:
        start = "This idea is not proven and cannot be approved as it is."
    else:
        start = "No text could be proven. Read the page first."
    return f"{start} `c` closes the item if the claim is correct, `e` writes the line, `s` skips it."


def _first_reason(seen: Seen) -> str:
    aborts = seen.proposal.aborts
    return aborts[0].code.meaning if aborts else "the claim was not found on one line"


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
            return "written, not yet approved"
        case ItemStatus.TO_O3:
            return "sent to O3"
