"""The rooms of the review panel beside the first one: blind second review, and adjudication without names.

Both are the review desk with less on it. In the second review nothing that anybody else did reaches the screen; in the
adjudication it does, but not whose it was.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from r11.errors import Refused
from r11.fixes.classifier import BUILT_IN
from r11.panels.desk import ClassList, Outcome, RoomKind
from r11.panels.review import ReviewPanel
from r11.panels.view import counted
from r11.pilot.protocol import readable
from r11.pilot.second_looks import open_looks
from r11.pilot.second_review import MOST, second_draw
from r11.records import ApprovedEdit, Closure, DecisionEvent
from r11.review.decisions import Answer, Decisions, ItemState
from r11.review.log import Entry
from r11.review.queue import QueueItem
from r11.review.sessions import SECOND, is_second
from r11.storage import Workspace, default_workspace, listed, read_decisions
from r11.text.lines import Document
from r11.vocabulary import EventKind, FixOp, ItemStatus
from r11.workbench.as_reviewed import as_reviewed, file_at_review
from r11.workbench.desk import ReviewDesk, Stamps, sampling_of
from r11.workbench.probed_desk import ProbedDesk
from r11.workbench.protocol import protocol_files, warning_to_reviewers
from r11.workbench.review import Room


class QuietDesk(ReviewDesk):
    """A desk that names nobody else, offers no list and freezes nothing.

    Items that are applied or closed by now are there as they stood when they were reviewed: a second look at them, and
    a ruling where two differ, is a measure of the review, and changes no file.
    """

    def _enter(self, room: Room) -> Room:
        self._then = as_reviewed(room)
        return self._then.room

    def _inputs_now(self) -> Stamps:
        """With the batches: what one of them did is not shown here, and is to be taken back first."""
        files = (*listed(self.workspace.approved, ".json"), *listed(self.workspace.receipts, ".json"))
        stats = (path.stat() for path in files)
        return (*super()._inputs_now(), *((one.st_size, one.st_mtime_ns) for one in stats))

    def _document(self, item: QueueItem) -> Document | None:
        now = super()._document(item)
        if item.key not in self._then.settled:
            return now
        return file_at_review(now, self._room.manifests, item.proposals[0])

    def filters(self, filters: Mapping[str, str]) -> Sequence[Mapping[str, Any]]:
        return []

    def sample(self, filters: Mapping[str, str]) -> Sequence[str]:
        return ()

    def class_list(self, filters: Mapping[str, str]) -> ClassList:
        return ClassList((), 0, (), 0)

    def outcome(self) -> Outcome:
        return Outcome(0, 0, 0, {}, ())

    def resting_on(self, event_sha256: str) -> str:
        return ""

    def freeze(self, batch: str = "") -> str:
        raise Refused("NOT_HERE", "freeze", "the manifest is written from the first room: r11 review")

    def held_by(self, key: str) -> str:
        return ""

    def reserve(self, key: str | None) -> None:
        """Nobody waits for anybody here."""

    def complaints(self) -> Sequence[str]:
        return []  # they name logs, and logs name people; the first room shows them

    def record(self, event: DecisionEvent, seen: Mapping[str, str]) -> None:
        """Compared with what this desk shows; the log's own comparison would say who decided meanwhile."""
        self._follow(self._book.read())
        for key, version in seen.items():
            if version != self.state(key).version:
                raise Refused("NEWER_DECISION", key, "something was decided after you looked at it: look again")
        super().record(event, {})

    def undoable(self) -> Entry | None:
        """Only what was done in this room: another one's item is not here to be looked at."""
        last = super().undoable()
        return last if last and set(last.event.flag_keys) <= self._items.keys() else None


class SecondDesk(QuietDesk):
    """Blind second review: drawn items that somebody else answered, as if nobody had."""

    def _chosen(self, items: Iterable[QueueItem]) -> Iterable[QueueItem]:
        by_class = second_draw(self._operations(), seed=sampling_of(self.workspace).seed)
        self._drawn = {key for keys in by_class.values() for key in keys}
        self._on_record = {key for key in self._drawn if key not in self._then.settled or key in self._then.shown}
        state = self._room.decisions.item
        return (item for item in items if item.key in self._drawn and self._is_for(state(item.key)))

    def _operations(self) -> dict[str, FixOp]:
        """What the machine proposed for the fix targets of pilot and drawn files, or had proposed for those that are
        done: the draw stays the same whatever becomes of an item."""
        flags = self._room.flags
        found = ((p.flag_key, p.op) for p in self._room.proposals if p.origin == BUILT_IN and p.flag_key in flags)
        among = {**dict(found), **self._then.ops}
        look = (key for key in among if flags[key].is_fix_target and flags[key].file in self._look)
        return {key: among[key] for key in look}

    def outcome(self) -> Outcome:
        """Not how many are done by now: that would tell what the first answers were."""
        drawn, lost = len(self._drawn), len(self._drawn - self._on_record)
        notes = [
            f"{counted(drawn, 'item')} of the pilot and the drawn files are drawn for a second look, at most {MOST} of "
            "each class. Here are those that somebody else has answered, and you have not, outside of this room."
        ]
        if lost:
            notes.append(f"{lost} of {drawn} can be shown to nobody: what had been proposed is not on record.")
        return replace(super().outcome(), notes=tuple(notes))

    def _is_for(self, state: ItemState) -> bool:
        own = state.by(self.reviewer)
        return (own is None or is_second(own.event.session)) and any(a.reviewer != self.reviewer for a in state.answers)

    def remarks(self, key: str) -> Sequence[Entry]:
        own = (e for e in super().remarks(key) if e.event.reviewer == self.reviewer)
        return [entry for entry in own if is_second(entry.event.session)]

    def _shown(self, decisions: Decisions, key: str) -> ItemState:
        own = decisions.item(key).by(self.reviewer)
        return ItemState(key, (own,) if own else ())


class AdjudicationDesk(QuietDesk):
    """Items on which reviewers differ, and this person is none of them.

    With those swaps on which a blind second answer differed and nobody has ruled, though both say the same by now.
    """

    def _chosen(self, items: Iterable[QueueItem]) -> Iterable[QueueItem]:
        items = tuple(items)
        self._swaps = {item.key: _swaps(item) for item in items}
        unsettled = {item.key for item in items if self._is_for(self._room.decisions.item(item.key))}
        keys = unsettled | open_looks(self._swaps, self._room.decisions).keys()
        return (item for item in items if item.key in keys and self._is_for(self.state(item.key)))

    def _shown(self, decisions: Decisions, key: str) -> ItemState:
        """Of an open second look what the two had said, whatever they say by now, until somebody rules."""
        state = super()._shown(decisions, key)
        if state.status is ItemStatus.UNSETTLED:
            return state
        pair = open_looks({key: self._swaps.get(key, frozenset())}, decisions).get(key)
        return ItemState(key, (pair.first, pair.second)) if pair else state

    def outcome(self) -> Outcome:
        """Which rulings say otherwise than what was done: a ruling takes nothing back."""
        return replace(super().outcome(), notes=tuple(self._overruled()))

    def _overruled(self) -> Iterator[str]:
        for key in self._items.keys() & self._then.settled.keys():
            own, done = self._room.decisions.item(key).by(self.reviewer), self._then.done_by(key)
            if own is None or done is None or _says(own, self._items[key], done[1]):
                continue
            yield (
                f"{key} is {'changed' if isinstance(done[1], ApprovedEdit) else 'closed'} already, by batch {done[0]}, "
                "and you ruled otherwise. The ruling is counted, and changes no file and no ledger; an operator takes "
                f"edits back: r11 decide --event revert --batch {done[0]} --reviewer NAME"
            )

    def _is_for(self, state: ItemState) -> bool:
        own = state.by(self.reviewer)
        if own is None:
            return state.status is ItemStatus.UNSETTLED
        return own.event.event is EventKind.ADJUDICATE


def _swaps(item: QueueItem) -> frozenset[str]:
    return frozenset(one.sha256 for one in item.proposals if one.op is FixOp.O1)


def _says(own: Answer, item: QueueItem, done: ApprovedEdit | Closure) -> bool:
    """Whether a ruling asks for just what a batch did."""
    if isinstance(done, Closure):
        return own.status is ItemStatus.CLOSED
    text = own.text if own.edited else item.proposals[0].line_after
    return own.status is ItemStatus.APPROVED and text == done.line_after


DESKS: Mapping[RoomKind, type[ReviewDesk]] = {
    RoomKind.REVIEW: ProbedDesk,
    RoomKind.SECOND: SecondDesk,
    RoomKind.ADJUDICATION: AdjudicationDesk,
}
ROOM_VARIABLE = "R11_REVIEW_ROOM"


def review_panel(workspace: str | Path | None = None, name: str = "", room: str | None = None) -> ReviewPanel:
    """The panel on a workspace folder (default: `$R11_WORKSPACE`, else the sample).

    It asks for the reviewer's name where none is given. `room`: a word of `RoomKind`, default `$R11_REVIEW_ROOM`, else
    the first review. Each panel is a session of its own, with a log of its own. Raises WorkspaceError, ValueError.
    """
    opened = Workspace.open(Path(workspace)) if workspace else default_workspace()
    kind = RoomKind(room or os.environ.get(ROOM_VARIABLE) or RoomKind.REVIEW)
    session = session_of(kind, secrets.token_hex(6))

    def clock() -> datetime:
        return datetime.now(UTC)

    def desk(reviewer: str) -> ReviewDesk:
        if kind is RoomKind.ADJUDICATION:
            opened.demand_operator(reviewer, EventKind.ADJUDICATE)
        return DESKS[kind](opened, reviewer, session, clock)

    decisions = read_decisions(opened.decisions)
    is_first = kind is RoomKind.REVIEW
    return ReviewPanel(
        desk,
        clock=clock,
        session=session,
        room=kind,
        name=name,
        names=sorted({entry.event.reviewer for entry in decisions.entries}),
        warning=_before_the_first_item(opened, decisions) if is_first else "",
        idle_cap_seconds=opened.settings.idle_cap_seconds,
    )


def session_of(room: RoomKind, token: str) -> str:
    """The name of a session: it says in every event whether the answer was a blind second one."""
    return f"{SECOND}.{token}" if room is RoomKind.SECOND else token


def _before_the_first_item(workspace: Workspace, decisions: Decisions) -> str:
    """What reviewers should know; that there are probes, since nobody should be tried without knowing of it."""
    probes = (
        "Some of the swaps here are probes, faulty on purpose: compare each change and its quote yourself. The last "
        "page says which they were."
    )
    protocol = readable(protocol_files(workspace).text)
    has_probes = protocol is not None and protocol.probe_share > 0
    return " ".join(filter(None, (warning_to_reviewers(workspace, decisions), probes if has_probes else "")))
