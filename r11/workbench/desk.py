"""What lies before one reviewer in the review panel: the room's queue, their log, and what a freeze would take.

Reads everything from the workspace; writes decision events to this reviewer's own log, leases, and, when they ask for
it on the last screen, the approved manifest. Never the corpus, never the ledger.
"""

from __future__ import annotations

import random
import re
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

from r11.errors import Refused
from r11.panels.card import Surroundings
from r11.panels.review import ClassList, Outcome, ReviewPanel
from r11.panels.view import surrounding
from r11.records import DecisionEvent
from r11.review.answers import Seen
from r11.review.decisions import ItemState
from r11.review.queue import Choice, QueueItem, chosen, ordered, resume_at, same_claim
from r11.storage import DecisionBook, Leases, Workspace, default_workspace
from r11.storage.corpus import read_document
from r11.text.lines import Document
from r11.text.outline import Page
from r11.text.values import lex
from r11.vocabulary import AbortCode, FixOp, ItemStatus, QueueOrder, Rule
from r11.workbench.review import BatchState, freeze_batch, preview_freeze, read_room

LEASE = timedelta(minutes=5)
CONTEXT_LINES = 3
CLASS_SAMPLE_SIZE = 20  # where protocol.toml names none
LONGEST_SHOWN_LINE = 20_000


@dataclass
class ReviewDesk:
    """`r11.panels.review.Desk` on a workspace. `clock` gives the time, with a time zone."""

    workspace: Workspace
    reviewer: str
    session: str
    clock: Callable[[], datetime]
    class_sample_size: int = CLASS_SAMPLE_SIZE
    sample_seed: int = 0

    def __post_init__(self) -> None:
        self._book = DecisionBook(self.workspace.decisions, self.reviewer, self.session)
        self._leases = Leases(self.workspace.decisions, self.reviewer, self.session)
        self._room = read_room(self.workspace)
        self._documents: dict[str, Document | None] = {}

    # --- the queue ---------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        decisions = self._book.read()
        if decisions.entries != self._room.decisions.entries:
            self._room = replace(self._room, decisions=decisions)

    @property
    def _items(self) -> tuple[QueueItem, ...]:
        return self._room.queue.items

    @property
    def _by_key(self) -> Mapping[str, QueueItem]:
        return self._room.queue.by_key

    @cached_property
    def _rank(self) -> Mapping[str, int]:
        """The O1 sample first, in an order drawn by seed, so that a class list can be confirmed early."""
        return {key: index for index, key in enumerate(self._sample)}

    @cached_property
    def _sample(self) -> tuple[str, ...]:
        """The O1 items to be decided one by one before their list may be confirmed; drawn once, by the stated seed."""
        keys = sorted(item.key for item in self._items if item.proposals[0].op is FixOp.O1)
        random.Random(self.sample_seed).shuffle(keys)
        return tuple(keys[: self.class_sample_size])

    def order(self, filters: Mapping[str, str]) -> Sequence[str]:
        items = chosen(self._items, _choice(filters))
        by = QueueOrder(filters.get("order") or QueueOrder.FILE)
        last = len(self._rank)
        return [i.key for i in sorted(ordered(items, by), key=lambda item: self._rank.get(item.key, last))]

    def resume(self, order: Sequence[str]) -> int | None:
        """Where in the order this reviewer goes on, over all their sessions."""
        by_key = {item.key: item for item in self._items}
        return resume_at([by_key[key] for key in order], self._room.decisions, self.reviewer)

    def is_open(self, key: str) -> bool:
        return self._by_key[key].is_open_for(self.reviewer)

    def filters(self, chosen_now: Mapping[str, str]) -> Sequence[Mapping[str, Any]]:
        items = self._items
        reasons = Counter(str(i.proposals[0].aborts[0].code) for i in items if i.proposals[0].aborts)
        options: dict[str, tuple[str, list[tuple[str, int]]]] = {
            "op": ("operation", sorted(Counter(str(item.op) for item in items).items())),
            "rule": ("rule", sorted(Counter(str(item.flag.rule) for item in items).items())),
            "abort": ("reason", reasons.most_common()),
            "file": ("file", sorted(Counter(item.flag.file for item in items).items())),
            "url": ("page", Counter(item.flag.evidence_url for item in items).most_common(100)),
        }
        drawn = [_filter(name, label, counted, chosen_now) for name, (label, counted) in options.items()]
        orders = [[str(order), f"by {order}"] for order in QueueOrder]
        return [*drawn, {"name": "order", "label": "order", "options": orders, "chosen": chosen_now.get("order", "")}]

    # --- one item ----------------------------------------------------------------------------------------------------

    def seen(self, key: str) -> Seen:
        return self._room.seen(key, self.reviewer, self._by_key[key].proposals[0].origin)

    def state(self, key: str) -> ItemState:
        return self._room.decisions.item(key)

    def around(self, key: str) -> Surroundings:
        item = self._by_key[key]
        document = self._document(item.flag.file)
        others = (f"{other.flag.file}:{other.proposals[0].line}" for other in same_claim(self._items, item))
        if document is None:
            return Surroundings((), tuple(others))
        line = item.proposals[0].line
        lines = surrounding(document, line, CONTEXT_LINES)
        shown = [(number, text[:LONGEST_SHOWN_LINE], number == line) for number, text in lines]
        return Surroundings(shown, tuple(others))

    def _document(self, file: str) -> Document | None:
        if file not in self._documents:
            try:
                self._documents[file] = read_document(self.workspace.corpus, file)
            except Refused:
                self._documents[file] = None
        return self._documents[file]

    def holder(self, key: str) -> str:
        try:
            self._leases.take(key, now=self.clock(), last=LEASE)
        except Refused as refusal:
            return refusal.message
        return ""

    def warnings(self, key: str, text: str) -> Sequence[str]:
        """A value that no quote holds, a changed structure, nothing changed: a person's text has no proof."""
        item = self._by_key[key]
        before = item.proposals[0].line_before
        if text == before:
            return ["nothing is changed yet"]
        quotes = " ".join((item.flag.evidence_quote, item.evidence.passage if item.evidence else "", before or ""))
        known = {value.text for value in lex(quotes)}
        lines = [f"no quote holds the value {value.text}" for value in lex(text) if value.text not in known]
        if re.search(r"[\r\n]", text):
            lines.append("a line break: one line stays one line")
        document = self._document(item.flag.file)
        if document and before is not None and not _keeps_structure(document, item.proposals[0].line, text):
            lines.append("the structure of the page changes (a heading, a list, a table or a code block)")
        return lines

    # --- decide ------------------------------------------------------------------------------------------------------

    def record(self, event: DecisionEvent, seen: Mapping[str, str]) -> None:
        self._book.record(event, seen)
        self.refresh()

    def undoable(self) -> str | None:
        entry = self._room.decisions.last_undoable(self.reviewer)
        return (entry.event.flag_keys or ("",))[0] if entry else None

    def saved(self) -> int:
        return sum(entry.event.reviewer == self.reviewer for entry in self._room.decisions.entries)

    def class_list(self) -> ClassList:
        items = self._by_key
        states = {key: self.state(key) for key in self._sample}
        decided = [state for state in states.values() if state.status.is_decided or state.answers]
        refused = sum(state.status is not ItemStatus.APPROVED for state in decided)
        keys = tuple(i.key for i in items.values() if i.op is FixOp.O1 and i.state.status is ItemStatus.OPEN)
        return ClassList(keys, len(decided), len(self._sample), refused)

    def outcome(self) -> Outcome:
        frozen = preview_freeze(self.workspace, now=self.clock())
        manifest = frozen.manifest
        return Outcome(
            edits=sum(len(file.edits) for file in manifest.files) if manifest else 0,
            files=len(manifest.files) if manifest else 0,
            closures=len(manifest.closures) if manifest else 0,
            left_out=tuple(str(refusal) for refusal in frozen.refused),
        )

    def freeze(self) -> str:
        batch = f"review-{self.clock():%Y%m%d-%H%M%S}"
        done = freeze_batch(self.workspace, batch, now=self.clock())
        if done.state is BatchState.EMPTY:
            return "nothing could be frozen; the reasons are listed below"
        return f"written: {done.path}; apply it with r11-apply"


def review_panel(workspace: str | Path | None = None, name: str = "") -> ReviewPanel:
    """The panel on a workspace folder (default: `$R11_WORKSPACE`, else the sample).

    It asks for the reviewer's name where none is given. Each panel is a session of its own, with a log of its own.
    Raises WorkspaceError.
    """
    opened = Workspace.open(Path(workspace)) if workspace else default_workspace()
    session = secrets.token_hex(6)

    def clock() -> datetime:
        return datetime.now(UTC)

    def desk(reviewer: str) -> ReviewDesk:
        return ReviewDesk(opened, reviewer, session, clock)

    return ReviewPanel(desk, clock=clock, name=name, session=session, idle_cap_seconds=opened.settings.idle_cap_seconds)


def _choice(filters: Mapping[str, str]) -> Choice:
    given = {name: value for name, value in filters.items() if value and name != "order"}
    kinds: Mapping[str, Callable[[str], Any]] = {"op": FixOp, "rule": _rule, "abort": _abort}
    return Choice(**{name: kinds.get(name, str)(value) for name, value in given.items()})


def _abort(value: str) -> AbortCode:
    return AbortCode.__members__[value]


def _rule(value: str) -> Rule:
    return Rule.NONE if value == Rule.NONE.label else Rule(value)


def _filter(name: str, label: str, counted: Sequence[tuple[str, int]], chosen_now: Mapping[str, str]) -> dict[str, Any]:
    options = [["", f"every {label}"]]
    options += [[value or Rule.NONE.label, f"{value or Rule.NONE.label} ({count})"] for value, count in counted]
    return {"name": name, "label": label, "options": options, "chosen": chosen_now.get(name, "")}


def _keeps_structure(document: Document, line: int, text: str) -> bool:
    """Every block is of the kind it was, and stands on the lines it stood on."""
    return _blocks(document) == _blocks(document.with_line(line, text.encode("utf-8")))


def _blocks(document: Document) -> list[tuple[str, str, tuple[int, int] | None]]:
    return [(node.kind, node.markup, node.lines) for node in Page.of(document).outline]
