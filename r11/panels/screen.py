"""The pages of the review panel as plain values, drawn from a session: who, one item, the class list, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from r11.panels.advice import DECIDED, answer_words
from r11.panels.card import Offer, Standing, card, content_of, context_of, markup_note
from r11.panels.desk import ALL_FILES, SET_OF_FILES, ClassList, Desk, Outcome, RoomKind, Tally
from r11.panels.session import ReviewSession
from r11.panels.view import counted, line_diff, plain, reveal
from r11.review.answers import Seen
from r11.review.decisions import Answer
from r11.vocabulary import Disposition, EventKind, ItemStatus, Scope

ROOMS = {RoomKind.REVIEW: "", RoomKind.SECOND: "Second review", RoomKind.ADJUDICATION: "Adjudication"}
DIFFER = {
    RoomKind.REVIEW: "Reviewers differ: the item waits until one of them takes the answer back or somebody adjudicates",
    RoomKind.SECOND: "",
    RoomKind.ADJUDICATION: "Reviewers differ: what you decide settles the item",
}


def screen(session: ReviewSession, names: Sequence[str], warning: str = "") -> dict[str, Any]:
    """The page where the session is, with everything that is on it.

    names: who reviewed here before; warning: what to know before anybody begins.
    """
    if not session.has_begun:
        shown = list(names) if session.room is RoomKind.REVIEW else []
        like = list(session.like or ())
        return {"page": "name", "names": shown, "room": ROOMS[session.room], "warning": warning, "like": like}
    page = _page(session)  # first: what the reviewer is told on the last page may change what follows
    last = session.desk.undoable()
    shared = {
        "progress": progress(session, session.desk.tally()),
        "reviewer": session.reviewer,
        "undo": last.sha256 if last else "",
        "room": ROOMS[session.room],
        "complaints": [plain(words) for words in session.desk.complaints()],
    }
    return shared | page


def _page(session: ReviewSession) -> dict[str, Any]:
    key = session.current
    if key is not None:
        return {"page": "item", "item": item_page(session, key)}
    if session.page == "list":
        return {"page": "list", "list": list_page(session)}
    return {"page": "end", "end": end_page(session)}


def progress(session: ReviewSession, tally: Tally) -> dict[str, Any]:
    total = len(session.order)
    return {
        "position": min(session.position + 1, total),
        "total": total,
        "decided": total - session.desk.count_open(session.order),
        "meaning": DECIDED,
        "saved": tally.events,
        "active": _duration(tally.active_ms),
    }


def _duration(milliseconds: int) -> str:
    minutes = milliseconds // 60_000
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"


def item_page(session: ReviewSession, key: str) -> dict[str, Any]:
    desk = session.desk
    state = desk.state(key)
    own = state.by(session.reviewer)
    answer = f"You: {answer_words(own.status, own.disposition)}" if own else ""
    given = [a for a in state.answers if a is not own]
    notes = _without_names(given) if session.room is RoomKind.ADJUDICATION else [_named(a) for a in given]
    if state.status is ItemStatus.UNSETTLED:
        notes.append(DIFFER[session.room])
    if release := desk.release(key):
        by = "an operator" if session.room is RoomKind.ADJUDICATION else release.event.reviewer
        notes.append(f"About a price: released on {release.event.at[:10]} by {by}")
    notes += _remarks(session, key)
    around = desk.around(key)
    if session.room is not RoomKind.REVIEW and not around.lines:
        notes.append("The lines around the claim cannot be shown here as they were when it was reviewed")
    if other := desk.held_by(key):
        notes.append(f"{other} has this item open too")
    sample = desk.sample(session.filters)
    if key in sample:
        notes.append(_sample_note(sample, key, desk.class_list(session.filters)))
    chosen = session.seen(key)
    others = [_offer(desk, seen) for seen in desk.choices(key) if seen.proposal.sha256 != chosen.proposal.sha256]
    standing = Standing(state.version, answer, notes, own.status if own else None)
    return card(_offer(desk, chosen), around, standing, session.clock(), others)


def _named(answer: Answer) -> str:
    listed = f" on {answer.event.at[:10]}, in a class list" if answer.scope is Scope.CLASS else ""
    return f"{answer.reviewer}{listed}: {answer_words(answer.status, answer.disposition)}"


def _remarks(session: ReviewSession, key: str) -> list[str]:
    """What was asked about the item, and that this reviewer skipped it: neither decides, so it is open."""
    said: list[str] = []
    for event in (entry.event for entry in session.desk.remarks(key)):
        is_own, day = event.reviewer == session.reviewer, event.at[:10]
        if event.event is EventKind.ASK:
            other = "Somebody" if session.room is RoomKind.ADJUDICATION else event.reviewer
            said.append(f"{'You' if is_own else other} asked on {day}: {event.note}")
        elif is_own:
            said.append(f"You skipped this on {day}")
    return list(dict.fromkeys(said))


def _without_names(given: Sequence[Answer]) -> list[str]:
    """In the order of their words: neither who said it nor who was first."""
    texts = ((a, f", as: {'(the line goes)' if a.text is None else a.text}" if a.edited else "") for a in given)
    return [
        f"One answer: {words}" for words in sorted(answer_words(a.status, a.disposition) + text for a, text in texts)
    ]


def _offer(desk: Desk, seen: Seen) -> Offer:
    return Offer(seen, desk.origins(seen.proposal))


def _sample_note(sample: Sequence[str], key: str, listed: ClassList) -> str:
    note = f"Random sample of the value swaps, {sample.index(key) + 1} of {len(sample)}"
    if not listed.keys or listed.objections:
        return note
    return f"{note}: if you approve all of them as proposed, the other {len(listed.keys)} can be confirmed as a list"


def list_page(session: ReviewSession) -> dict[str, Any]:
    listed, keys = session.desk.class_list(session.filters), session.class_rows()
    return {
        "heading": f"Value swaps as a list: {len(listed.keys)} outside of the random sample",
        "words": listed.words,
        "to_decide": len(listed.to_decide),
        "pace": listed.pace.words if listed.is_open else "",
        "allowed": listed.is_open,
        "markup": next(filter(None, (markup_note(session.desk.seen(key)) for key in keys)), ""),
        "rows": [_row(session, key) for key in keys],
        "dispositions": [str(Disposition.OUTDATED), str(Disposition.WRONG)],
    }


def _row(session: ReviewSession, key: str) -> dict[str, Any]:
    seen = session.desk.seen(key)
    proposal = seen.proposal
    return {
        "key": key,
        "version": session.desk.state(key).version,
        "content": content_of(seen),
        "place": plain(f"{proposal.file}:{proposal.line}"),
        "diff": reveal(line_diff(proposal.line_before or "", proposal.line_after, proposal.edits)),
        "quote": plain(seen.flag.evidence_quote),
        "context": context_of(session.desk.around(key)),
    }


def end_page(session: ReviewSession) -> dict[str, Any]:
    if session.room is not RoomKind.REVIEW:
        return _quiet_end(session)
    outcome, listed = session.desk.outcome(), session.desk.class_list(session.filters)
    left = session.desk.count_open(session.order)
    words = _end_words(session, left)
    return words | {
        "lines": [*words["lines"], *outcome.notes],
        "named": [[one.key, plain(one.words)] for one in outcome.named],
        "table": _table(outcome, _decided(session, left), listed),
        "stale": [[one.batch, one.words, one.can_rewrite] for one in outcome.stale],
        "left_out": [plain(reason) for reason in outcome.left_out],
        "can_confirm": bool(listed.keys),
        "can_freeze": not outcome.is_empty,
        "can_return": bool(session.order),
    }


def _decided(session: ReviewSession, left: int) -> list[list[Any]]:
    """The row of the header's count, the same number and word; then what waits among those that are not decided."""
    rows = [["items decided, of those shown here", f"{len(session.order) - left} of {len(session.order)}"]]
    for kind, words in ((EventKind.ASK, "somebody asked about them"), (EventKind.SKIP, "you skipped them")):
        if count := len(session.desk.left(kind) & set(session.order)):
            rows.append([f"of those not decided: {words}", f"{count} of {left}"])
    return rows


def _quiet_end(session: ReviewSession) -> dict[str, Any]:
    left = session.desk.count_open(session.order)
    return {
        "heading": "Where you stand" if left else "No items left to decide here",
        "lines": [
            "Everything you decided is saved. Reload the page later: there may be more by then.",
            *session.desk.outcome().notes,
        ],
        "table": _decided(session, left),
        "named": [],
        "stale": [],
        "left_out": [],
        "can_confirm": False,
        "can_freeze": False,
        "can_return": bool(session.order),
    }


def _end_words(session: ReviewSession, left: int) -> dict[str, Any]:
    safe = "Nothing in the knowledge base has changed: only r11-apply writes it, from an approved manifest."
    saved = f"Everything you decided is saved. {safe}"
    more = _elsewhere(session, left)
    if not session.order:
        return {"heading": "No items under these filters", "lines": [saved, *more]}
    if left:
        return {"heading": "Where the review stands", "lines": [saved, *more]}
    where = "under these filters" if _narrows(session) else "in this queue"
    return {"heading": f"No items left to decide {where}", "lines": [saved, *more]}


def _narrows(session: ReviewSession) -> bool:
    """Whether a filter leaves out items of the chosen files."""
    return any(value for name, value in session.filters.items() if name not in {SET_OF_FILES, "order"})


def _elsewhere(session: ReviewSession, left: int) -> list[str]:
    """What is to be decided outside of what is shown: in the chosen files, and in all others."""
    desk = session.desk
    files = {name: value for name, value in session.filters.items() if name == SET_OF_FILES}
    beside = desk.count_open(desk.order(files)) - left
    beyond = desk.count_open(desk.order({SET_OF_FILES: ALL_FILES})) - left - beside
    said = [
        (beside, "not decided in these files, but outside of the filters"),
        (beyond, "not decided in files that are not shown"),
    ]
    return [f"{counted(count, 'item')} {where}: `f` chooses others." for count, where in said if count]


def _table(outcome: Outcome, decided: list[list[Any]], listed: ClassList) -> list[list[Any]]:
    rows: list[list[Any]] = [
        *decided,
        ["edits ready for the approved manifest", outcome.edits],
        ["files that they are in", outcome.files],
        ["claims closed as correct, also for the manifest", outcome.closures],
    ]
    waits = "waiting for r11-apply in batch {}: its items that are decided now, as it says or otherwise, in all files"
    rows += [[waits.format(batch), count] for batch, count in outcome.waiting.items()]
    return [
        *rows,
        ["value swaps that nobody answered, outside of the random sample", len(listed.keys)],
    ]
