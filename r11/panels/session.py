"""A reviewer's session: what each message of the panel does, and where the session then is.

Knows no browser and no widget. A message is answered in words, or refused by an `R11Error`; nothing was saved then. A
decision names what was on the screen (`key`, `version`, `content`): where any of it is another by now, it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from r11.errors import R11Error, Refused
from r11.panels.advice import ONE_PROPOSAL, unavailable
from r11.panels.card import content_of
from r11.panels.desk import ALL_FILES, SET_OF_FILES, Check, Desk, RoomKind
from r11.panels.view import counted
from r11.records import DecisionEvent
from r11.review import answers
from r11.review.answers import Seen, Signature
from r11.review.decisions import Answer
from r11.review.log import Entry, event_digest
from r11.review.names import like_name
from r11.vocabulary import Disposition, EventKind, FixOp, ItemStatus

Page = Literal["name", "item", "list", "end"]
Message = Mapping[str, Any]

ROWS_PER_PAGE = 20
RULINGS: Mapping[str, Disposition | None] = {
    "outdated": Disposition.OUTDATED,
    "wrong": Disposition.WRONG,
    "unsourced": Disposition.UNSOURCED,
    "close": Disposition.CORRECT,
    "to_o3": None,
}
LEAVING = frozenset({"next", "previous", "filter", "clear", "go", "open"})
LEAST_LOOK_MS = 2000  # nobody reads an item in less: it was leafed past
CHANGED = "the proposal or its evidence changed since you looked: look again"


class ReviewSession:
    """`desk_for(name)` makes the desk of a reviewer; `clock` gives the time, with a time zone; `names`: who decided.

    `like`: a name that was given, and the one on record that it may be meant for.
    """

    def __init__(
        self,
        desk_for: Callable[[str], Desk],
        clock: Callable[[], datetime],
        session: str,
        room: RoomKind = RoomKind.REVIEW,
        names: Sequence[str] = (),
    ) -> None:
        self._desk_for, self.clock, self._session, self.room = desk_for, clock, session, room
        self._names = names
        self._desk: Desk | None = None
        self._in_sample = False
        self.like: tuple[str, str] | None = None
        self._set_aside: set[str] = set()
        self._turned_to: dict[str, str] = {}
        self.reviewer = ""
        self.filters: dict[str, str] = {}
        self.order: Sequence[str] = ()
        self.position = 0
        self.page: Page = "name"

    @property
    def desk(self) -> Desk:
        """Raises Refused (`NO_NAME`) as long as nobody said who they are."""
        if self._desk is None:
            raise Refused("NO_NAME", "reviewer", "say first who is reviewing: every decision is recorded under a name")
        return self._desk

    @property
    def has_begun(self) -> bool:
        return self._desk is not None

    @property
    def current(self) -> str | None:
        """The flag key of the item on the screen."""
        return self.order[self.position] if self.page == "item" and self.position < len(self.order) else None

    def answer(self, kind: str, message: Message) -> str:
        """Do what the message asks; what was done, in words. Raises R11Error."""
        if kind == "name":
            return self._begin(message)
        if self.desk.refresh():
            self._requeue(keep=self.current)
        if kind not in LEAVING:
            return self._act(kind, message)
        left = self.current
        told = self._act(kind, message)
        if self.current != left:  # a filter may keep the item on the screen, and its time goes on
            self._record_look(left, message)
        return told

    def _act(self, kind: str, message: Message) -> str:
        match kind:
            case "clear":
                return self._clear()
            case "filter":
                return self._filter(str(message["name"]), str(message["value"]))
            case "next" | "previous":
                return self._look(1 if kind == "next" else -1)
            case "go":
                return self._go(str(message["page"]))
            case "open":
                return self._open(str(message["key"]))
            case "other":
                return self._turn(message)
            case "undo":
                return self._undo(message)
            case "confirm_class":
                return self._confirm_class(message)
            case "freeze":
                return self.desk.freeze(str(message.get("batch") or ""))
            case _:
                return self._decide(kind, message)

    def seen(self, key: str) -> Seen:
        """The item with the proposal that the reviewer turned to."""
        return self.desk.seen(key, self._turned_to.get(key))

    def reserve(self) -> None:
        """Tell others which item is open here; nothing before somebody began."""
        if self._desk:
            self._desk.reserve(self.current)

    def warnings(self, message: Message) -> Sequence[Check]:
        """What a person should know before they approve the text that they are writing."""
        return self.desk.warnings(str(message["key"]), str(message["text"]))

    def _begin(self, message: Message) -> str:
        """Under a name, with the filters that the browser tab had. `as_written`: the name stands, whatever it is like.

        Raises Refused.
        """
        name = str(message.get("name", "")).strip()
        if not name:
            raise Refused("NO_NAME", "reviewer", "write your name: every decision is recorded under it")
        known = like_name(name, self._names)
        if known and message.get("as_written") is not True:
            self.like = name, known
            raise Refused(
                "LIKE_NAME",
                name,
                f"{known!r} decided here before; another spelling is another person, so say who you are",
            )
        desk = self._desk_for(name)
        self._desk, self.reviewer = desk, name
        self._take_up(message.get("filters"))
        self._requeue()
        return f"you review as {self.reviewer}"

    def _take_up(self, filters: object) -> None:
        """The filters as they were before the page was loaded again; what is no choice any more is none.

        In the other rooms there are none, and the tab may have been in the first one before.
        """
        if self.room is RoomKind.REVIEW and isinstance(filters, Mapping):
            chosen = {str(name): str(value) for name, value in filters.items()}
            with suppress(ValueError, KeyError, TypeError):
                self.desk.order(chosen)
                self.filters = chosen

    # --- decisions ---------------------------------------------------------------------------------------------------

    def _decide(self, kind: str, message: Message) -> str:
        desk, key = self.desk, self._meant(kind, message)
        seen, is_sampled = self.seen(key), key in desk.sample(self.filters)
        was_open = is_sampled and desk.class_list(self.filters).is_open
        own = desk.state(key).by(self.reviewer)
        if reason := unavailable(seen, own.status if own else None).get(kind):
            raise Refused("NOT_HERE", key, reason)
        if message.get("version") == desk.state(key).version and message.get("content") != content_of(seen):
            raise Refused("CHANGED", key, CHANGED)
        if kind == "edit":
            self._write(seen, message)
        else:
            desk.record(self._event(kind, seen, message), {key: str(message.get("version"))})
        listed = desk.class_list(self.filters)
        self._advance(listed.to_decide if is_sampled and self._in_sample else ())
        opened = is_sampled and not was_open and listed.is_open
        more = f". The sample is decided: `l` shows the other {counted(len(listed.keys), 'swap')} as a list"
        return f"saved: {seen.flag.id} in {seen.flag.file}: {_DONE[kind]}{more if opened else ''}"

    def _meant(self, kind: str, message: Message) -> str:
        """The item on the screen, which the message names."""
        key = self.current
        if key is None or message.get("key") != key:
            raise Refused("LATE", kind, "this was meant for an item that is no longer the one shown: look, then decide")
        return key

    def _turn(self, message: Message) -> str:
        """To the next of the item's proposals: what is decided then names that one."""
        key = self._meant("other", message)
        hashes = [seen.proposal.sha256 for seen in self.desk.choices(key)]
        if len(hashes) < 2:
            raise Refused("NOT_HERE", key, ONE_PROPOSAL)
        at = hashes.index(self.seen(key).proposal.sha256)
        self._turned_to[key] = hashes[(at + 1) % len(hashes)]
        return "this is the other proposal; what you decide now names it"

    def _event(self, kind: str, seen: Seen, message: Message) -> DecisionEvent:
        signature = self._signature(message)
        if self.room is RoomKind.ADJUDICATION and kind in RULINGS:
            return answers.adjudicate(signature, seen, RULINGS[kind])
        match kind:
            case "outdated" | "wrong" | "unsourced":
                return answers.approve(signature, seen, Disposition(kind))
            case "close":
                return answers.close(signature, seen)
            case "to_o3" | "skip":
                return answers.mention(signature, EventKind(kind), [seen.flag.key])
            case "ask":
                question = str(message.get("note", "")).strip()
                if not question:
                    raise Refused("NO_QUESTION", seen.flag.key, "write your question, or leave with Esc")
                return answers.mention(replace(signature, note=question), EventKind.ASK, [seen.flag.key])
            case _:
                raise Refused("UNKNOWN_ACTION", kind, f"the panel has no action {kind!r}")

    def _write(self, seen: Seen, message: Message) -> None:
        """Two events: the person's line, then its approval, which names those bytes. Both are checked before either."""
        key = seen.flag.key
        missing, source_check = list[str](), self.desk.around(key).source_check
        if not message.get("disposition"):
            missing.append("choose whether the old text is outdated (it was true once) or wrong (nothing shows it)")
        if message.get("checked") is not True:
            missing.append(f"tick “{source_check}”: what you write becomes public")
        if missing:
            raise Refused("NOT_COMPLETE", key, "; and ".join(missing))
        ruling, text = Disposition(str(message["disposition"])), message.get("text")
        written = answers.edit(replace(self._signature(message), note=source_check), seen, text)
        approve = answers.adjudicate if self.room is RoomKind.ADJUDICATION else answers.approve
        approved = approve(self._signature({}), replace(seen, draft=_draft(written)), ruling)
        self.desk.record(written, {key: str(message.get("version"))})
        try:
            self.desk.record(approved, {key: self.desk.state(key).version})
        except Exception as error:
            words = f"the approval; your line is kept, written but not approved: {error}"
            raise Refused("DRAFT_ONLY", key, words) from error

    def _record_look(self, key: str | None, message: Message) -> None:
        """What was read and left without a decision cost its time too: throughput would look better without it."""
        if key is not None and message.get("key") == key and int(message.get("active_ms", 0)) >= LEAST_LOOK_MS:
            self.desk.record(answers.mention(self._signature(message), EventKind.SHOWN, [key]), {})

    def _undo(self, message: Message) -> str:
        last = self.desk.undoable()
        if last is None:
            return "there is nothing of yours to undo"
        if message.get("undo", last.sha256) != last.sha256:
            raise Refused("LATE", "undo", "something else was decided under your name since: look, then undo")
        keys = last.event.flag_keys
        versions = {key: self.desk.state(key).version for key in keys}
        self.desk.record(answers.mention(self._signature(message), EventKind.UNDO, keys), versions)
        widened = self._turn_to(keys[0]) if keys else ""
        resting = self._resting_on(last)
        return f"undone: {_undone_words(last)}{widened}{f'. {resting}' if resting else ''}"

    def _open(self, key: str) -> str:
        """An item that the last page names, whatever the filters are."""
        self._in_sample = False
        self._requeue()
        widened = self._turn_to(key)
        if self.current != key:
            raise Refused("NO_ITEM", key, "the item is not in this queue any more: it is done, or has no proposal")
        return widened.removeprefix(". ")

    def _turn_to(self, key: str) -> str:
        """Show this item where the queue has it; in words, as a further sentence, that filters had to go for it."""
        self.page, before = "item", dict(self.filters)
        for wider in ({}, {SET_OF_FILES: ALL_FILES}):
            if key not in self.order:
                self.filters = dict(wider)
                self._requeue()
        if key in self.order:
            self.position = list(self.order).index(key)
        return ". The filters hid it, so they are cleared: `f` sets them again" if self.filters != before else ""

    def _resting_on(self, undone: Entry) -> str:
        """The undo is on the disk by now, whatever else cannot be read."""
        try:
            return self.desk.resting_on(undone.sha256)
        except R11Error as error:
            return f"Whether a written manifest rests on it could not be read: {error}"

    def _confirm_class(self, message: Message) -> str:
        """Confirm the rows that were ruled on; those without a ruling are set aside for one by one."""
        desk, listed = self.desk, self.desk.class_list(self.filters)
        rulings: Mapping[str, str] = message["rulings"]
        if not listed.is_open or not set(rulings) <= set(listed.keys):
            raise Refused("CLASS_NOT_OPEN", "O1 list", listed.words)
        if listed.pace.is_hasty and message.get("stand_by") is not True:
            raise Refused("HASTY_SAMPLE", "O1 list", listed.pace.words)
        items = [(desk.seen(key), Disposition(word)) for key, word in rulings.items() if word]
        contents = message["contents"]
        changed = [seen.flag.key for seen, _ in items if contents.get(seen.flag.key) != content_of(seen)]
        if changed:
            raise Refused("CHANGED", ", ".join(changed), CHANGED)
        if items:
            versions = {seen.flag.key: str(message["versions"][seen.flag.key]) for seen, _ in items}
            desk.record(answers.confirm_class(self._signature(message), FixOp.O1, items, None), versions)
        self._set_aside |= {key for key, word in rulings.items() if not word}
        if not self.class_rows():
            self._requeue()
        return f"saved: {counted(len(items), 'edit')} confirmed, {len(rulings) - len(items)} left for one by one"

    def class_rows(self) -> tuple[str, ...]:
        """The part of the O1 list that is on the page now."""
        listed = self.desk.class_list(self.filters).keys
        return tuple(key for key in listed if key not in self._set_aside)[:ROWS_PER_PAGE]

    def _signature(self, message: Message) -> Signature:
        return Signature(
            self.reviewer,
            self._session,
            self.clock().isoformat(timespec="milliseconds"),
            active_ms=int(message.get("active_ms", 0)),
            wall_ms=int(message.get("wall_ms", 0)),
        )

    # --- where the session is ----------------------------------------------------------------------------------------

    def _requeue(self, keep: str | None = None) -> None:
        """Order the queue again; stay at the item `keep`, else go on where this reviewer left off."""
        self.order = tuple(self.desk.order(self.filters))
        self.page = "item"
        if keep in self.order:
            self.position = list(self.order).index(keep)
            return
        at = self.desk.resume(self.order)
        self.position = len(self.order) if at is None else at

    def _filter(self, name: str, value: str) -> str:
        kept = {} if name == SET_OF_FILES else self.filters  # other files, other choices among them
        chosen = {**kept, name: value}
        self.desk.order(chosen)  # a choice that cannot be is refused before it stands
        self.filters = chosen
        self._requeue(keep=self.current)
        self._show_some()
        left = self.desk.count_open(self.order)
        return f"{counted(len(self.order), 'item')} under these filters, {len(self.order) - left} of them decided"

    def _clear(self) -> str:
        """Every filter but the set of files, which is another question."""
        self.filters = {name: value for name, value in self.filters.items() if name == SET_OF_FILES}
        self._requeue(keep=self.current)
        self._show_some()
        return f"no filters: {counted(len(self.order), 'item')}"

    def _show_some(self) -> None:
        """Who asks for items sees them, decided or not: the last page is where the queue ends by itself."""
        if self.position >= len(self.order):
            self.position = 0

    def _advance(self, first: Sequence[str] = ()) -> None:
        """To the first of these, where there are any; else to the next open item, from here on and then from the start:
        this one comes last."""
        count = len(self.order)
        if at := [place for place, key in enumerate(self.order) if key in first]:
            self.position = at[0]
            return
        around = ((self.position + step) % count for step in range(1, count + 1))
        self.position = next((at for at in around if self.desk.is_open(self.order[at])), count)

    def _look(self, step: int) -> str:
        """One item on or back; from a page that is no item, back to the item left there."""
        last = len(self.order) - 1
        if self.page == "item":
            self.position = max(self.position + step, 0)
        self.page = "item"
        if step < 0:
            self.position = max(min(self.position, last), 0)
        self.position = min(self.position, last + 1)
        return ""

    def _go(self, page: str) -> str:
        self._in_sample = page == "sample"
        match page:
            case "end":
                self.page = "end"
            case "list":
                return self._open_list()
            case "item":
                self._requeue()
                self._show_some()
            case "sample":
                self._open_sample()
            case _:
                raise Refused("UNKNOWN_ACTION", page, f"the panel has no page {page!r}")
        return ""

    def _open_list(self) -> str:
        """The O1 list, in the first room, while something can be on it."""
        if self.room is not RoomKind.REVIEW or not self.desk.class_list(self.filters).keys:
            return "there is no list here: no value swap is left that it could hold"
        self.page = "list"
        return ""

    def _open_sample(self) -> None:
        """The random sample, which stands first in the queue: what this reviewer has not decided of it, else all."""
        self.filters = {name: value for name, value in self.filters.items() if name == SET_OF_FILES}
        self._requeue()
        self.position = 0
        self._advance(self.desk.class_list(self.filters).to_decide[:1] or self.order[:1])


def _draft(written: DecisionEvent) -> Answer:
    """The answer that the event will be once it is on record."""
    return Answer(Entry(written, event_digest(written)), ItemStatus.DRAFTED, edited=True, text=written.text)


_DONE = {
    "outdated": "approved as outdated",
    "wrong": "approved as wrong",
    "unsourced": "approved as unsourced",
    "close": "closed, the claim is correct",
    "edit": "written and approved",
    "to_o3": "sent to O3, a person writes another text",
    "skip": "skipped",
    "ask": "left open with your question",
}
_UNDONE = {
    EventKind.APPROVE: "the approval",
    EventKind.EDIT: "the line you wrote",
    EventKind.CLOSE: "the closing",
    EventKind.TO_O3: "the sending to O3",
    EventKind.SKIP: "the skip",
    EventKind.ASK: "the question",
    EventKind.CONFIRM_CLASS: "the confirmation of a list",
    EventKind.ADJUDICATE: "the ruling",
}


def _undone_words(entry: Entry) -> str:
    event = entry.event
    what = _UNDONE.get(event.event, f"the {event.event.replace('_', ' ')}")
    if len(event.flag_keys) != 1:
        return f"{what}, {counted(len(event.flag_keys), 'item')}"
    file, _, claim = event.flag_keys[0].rpartition("#")
    return f"{what}, {claim} in {file}"
