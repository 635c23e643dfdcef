"""The rooms of the review panel beside the first one: blind second review, and adjudication without names.

Both are the review desk with less on it. In the second review nothing that anybody else did reaches the screen; in the
adjudication it does, but not whose it was.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from r11.errors import Refused
from r11.fixes.classifier import BUILT_IN
from r11.panels.desk import ClassList, Outcome, RoomKind
from r11.panels.review import ReviewPanel
from r11.pilot.second_review import second_draw
from r11.records import DecisionEvent
from r11.review.decisions import Decisions, ItemState
from r11.review.log import Entry
from r11.review.queue import QueueItem
from r11.review.sessions import SECOND, is_second
from r11.storage import Workspace, default_workspace, read_decisions
from r11.vocabulary import EventKind, FixOp, ItemStatus
from r11.workbench.desk import ReviewDesk, sampling_of
from r11.workbench.probed_desk import ProbedDesk
from r11.workbench.protocol import warning_to_reviewers


class QuietDesk(ReviewDesk):
    """A desk that names nobody else, offers no list and freezes nothing."""

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
        drawn = {key for keys in by_class.values() for key in keys}
        return (item for item in items if item.key in drawn and self._is_for(self._room.decisions.item(item.key)))

    def _operations(self) -> dict[str, FixOp]:
        """What the machine proposed for the fix targets of pilot and drawn files."""
        flags = self._room.flags
        found = ((p.flag_key, p.op) for p in self._room.proposals if p.origin == BUILT_IN and p.flag_key in flags)
        among = {key: op for key, op in found if flags[key].is_fix_target}
        return {key: op for key, op in among.items() if flags[key].file in self._look}

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
    """Items on which reviewers differ, and this person is none of them."""

    def _chosen(self, items: Iterable[QueueItem]) -> Iterable[QueueItem]:
        return (item for item in items if self._is_for(self._room.decisions.item(item.key)))

    def _is_for(self, state: ItemState) -> bool:
        own = state.by(self.reviewer)
        if own is None:
            return state.status is ItemStatus.UNSETTLED
        return own.event.event is EventKind.ADJUDICATE


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
        warning=warning_to_reviewers(opened, decisions) if is_first else "",
        idle_cap_seconds=opened.settings.idle_cap_seconds,
    )


def session_of(room: RoomKind, token: str) -> str:
    """The name of a session: it says in every event whether the answer was a blind second one."""
    return f"{SECOND}.{token}" if room is RoomKind.SECOND else token
