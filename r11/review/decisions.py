"""What all decision logs say together: append, then fold.

A reviewer's later event replaces their own earlier one. Two reviewers who differ leave an item *unsettled* until
somebody adjudicates; an adjudication is an answer that outranks the others, the latest one if there are several.

Three kinds of event look back. `undo` takes out of force the last event of its reviewer that still is in force, over
all their sessions; `withdraw` takes back the reviewer's own answer (and release) on the items it names; `reopen` clears
everybody's answers on them, and so does `revert`: what a batch rested on rules nothing once its lines are to be put
back. All stay in the log, and all but `undo` can be undone themselves. `shown`, `skip` and `ask` decide nothing.

Events are ordered by time, but never against the order of their own log: a clock that is set back within a session
changes nothing. Between reviewers the order matters only to `reopen`, `revert` and the choice among adjudications.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import TypeVar

from r11.records import DecisionEvent, digest
from r11.review.log import BrokenChain, Entry, LogReading
from r11.vocabulary import Disposition, EventKind, ItemStatus, Scope

T = TypeVar("T")

REMARKS = frozenset({EventKind.ASK, EventKind.SKIP})
CLEARING = frozenset({EventKind.REOPEN, EventKind.REVERT})
NEVER_UNDONE = frozenset({EventKind.SHOWN, EventKind.UNDO})


@dataclass(frozen=True)
class Answer:
    """What one reviewer's events say of one item, and the event in force that says it.

    `edited`: the reviewer wrote the line themselves; `text` is that line, None where it is to go. An answer of status
    `drafted` is such a text without an approval that names it.
    """

    entry: Entry
    status: ItemStatus
    proposal_sha256: str | None = None
    evidence_sha256: str | None = None
    disposition: Disposition | None = None
    edited: bool = False
    text: str | None = None

    @property
    def event(self) -> DecisionEvent:
        return self.entry.event

    @property
    def reviewer(self) -> str:
        return self.event.reviewer

    @property
    def scope(self) -> Scope:
        return Scope.CLASS if self.event.event is EventKind.CONFIRM_CLASS else Scope.ITEM

    @property
    def outcome(self) -> tuple[object, ...]:
        """Equal for two reviewers who say the same: the same bytes by the same ruling."""
        what = ("text", self.text) if self.edited else ("proposal", self.proposal_sha256)
        match self.status:
            case ItemStatus.APPROVED | ItemStatus.DRAFTED:
                return (self.status, self.disposition, *what)
            case _:
                return (self.status,)


@dataclass(frozen=True)
class ItemState:
    """One item after the fold: the answer in force of each reviewer, in the order in which they were given."""

    flag_key: str
    answers: tuple[Answer, ...] = ()

    @cached_property
    def standing(self) -> tuple[Answer, ...]:
        """The answers that rule the item: the latest adjudication, else all of them where they agree, else none."""
        adjudicated = [a for a in self.answers if a.event.event is EventKind.ADJUDICATE]
        if adjudicated:
            return (adjudicated[-1],)
        return self.answers if len({answer.outcome for answer in self.answers}) == 1 else ()

    @property
    def status(self) -> ItemStatus:
        if self.standing:
            return self.standing[0].status
        return ItemStatus.UNSETTLED if self.answers else ItemStatus.OPEN

    @property
    def version(self) -> str:
        """Names the answers in force. Whoever decides says which version they saw; another one is refused."""
        return digest(sorted(answer.entry.sha256 for answer in self.answers))

    def by(self, reviewer: str) -> Answer | None:
        return next((answer for answer in self.answers if answer.reviewer == reviewer), None)


@dataclass(frozen=True)
class Decisions:
    """All logs, folded.

    `entries`: every event that counts, in order; `void`: the hashes of those an undo took out of force; `releases`: per
    flag the proposals that an operator released; `broken`: where a log stopped counting; `latest`: the latest time of
    an event.
    """

    entries: tuple[Entry, ...] = ()
    void: frozenset[str] = frozenset()
    items: Mapping[str, ItemState] = field(default_factory=dict)
    releases: Mapping[str, frozenset[str]] = field(default_factory=dict)
    broken: tuple[BrokenChain, ...] = ()
    latest: datetime | None = None

    def item(self, flag_key: str) -> ItemState:
        return self.items.get(flag_key) or ItemState(flag_key)

    @cached_property
    def by_hash(self) -> Mapping[str, DecisionEvent]:
        return {entry.sha256: entry.event for entry in self.entries}

    @cached_property
    def in_force(self) -> tuple[Entry, ...]:
        """The events that no undo took back; the undoes themselves are not among them."""
        return tuple(e for e in self.entries if e.sha256 not in self.void and e.event.event is not EventKind.UNDO)

    @cached_property
    def reverts(self) -> Mapping[str, Entry]:
        """Per flag the latest `revert` in force: answers given before it rule nothing any more."""
        found = (entry for entry in self.in_force if entry.event.event is EventKind.REVERT)
        return {key: entry for entry in found for key in entry.event.flag_keys}

    @cached_property
    def released(self) -> Mapping[str, Entry]:
        """Per flag the latest release in force of a claim about a price: who let a person decide it, and when."""
        found: dict[str, dict[str, Entry]] = defaultdict(dict)
        for entry in self.in_force:
            for key in entry.event.flag_keys:
                if entry.event.event is EventKind.WITHDRAW:
                    found[key].pop(entry.event.reviewer, None)
                elif entry.event.event is EventKind.RELEASE_GATED:
                    found[key].pop(entry.event.reviewer, None)
                    found[key][entry.event.reviewer] = entry
        return {key: list(entries.values())[-1] for key, entries in found.items() if entries}

    @cached_property
    def remarks(self) -> Mapping[str, tuple[Entry, ...]]:
        """Per flag the questions and skips in force, in order: they decide nothing; a question waits for an answer."""
        found: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.in_force:
            if entry.event.event in REMARKS:
                for key in entry.event.flag_keys:
                    found[key].append(entry)
        return {key: tuple(entries) for key, entries in found.items()}

    def last_undoable(self, reviewer: str) -> Entry | None:
        """What an undo by this reviewer would take out of force."""
        own = (e for e in reversed(self.entries) if e.event.reviewer == reviewer)
        return next((e for e in own if e.event.event not in NEVER_UNDONE and e.sha256 not in self.void), None)


def settle(logs: Iterable[LogReading]) -> Decisions:
    """The fold over all logs. Total: every prefix of every log settles. The order of `logs` does not matter."""
    readings = sorted(logs, key=lambda reading: reading.log)
    entries = in_order(readings)
    void = undone(entries)
    named: dict[str, list[tuple[Entry, int]]] = defaultdict(list)
    for entry in entries:
        if entry.sha256 not in void:
            for index, key in enumerate(entry.event.flag_keys):
                named[key].append((entry, index))
    folded = {key: _fold(key, named[key]) for key in sorted(named)}
    return Decisions(
        entries,
        void,
        {key: item for key, (item, _) in folded.items() if item.answers},
        {key: released for key, (_, released) in folded.items() if released},
        tuple(reading.broken for reading in readings if reading.broken),
        max((_time(entry.event) for entry in entries), default=None),
    )


def follow(decisions: Decisions, entry: Entry) -> Decisions | None:
    """The fold with one more event, equal to settling everything again; None where the event is not the latest of all.

    Only the items that the event names (or that it takes back) are folded again.
    """
    at = _time(entry.event)
    if decisions.latest is not None and at <= decisions.latest:
        return None
    entries, void, keys = (*decisions.entries, entry), decisions.void, entry.event.flag_keys
    if entry.event.event is EventKind.UNDO:
        last = decisions.last_undoable(entry.event.reviewer)
        void, keys = (void | {last.sha256}, last.event.flag_keys) if last else (void, ())
    items, releases = dict(decisions.items), dict(decisions.releases)
    for key in keys:
        naming = [(e, e.event.flag_keys.index(key)) for e in entries if key in e.event.flag_keys]
        item, released = _fold(key, [(e, index) for e, index in naming if e.sha256 not in void])
        _put(items, key, item if item.answers else None)
        _put(releases, key, released or None)
    return replace(decisions, entries=entries, void=void, items=items, releases=releases, latest=at)


def _put(mapping: dict[str, T], key: str, value: T | None) -> None:
    if value is None:
        mapping.pop(key, None)
    else:
        mapping[key] = value


def in_order(logs: Iterable[LogReading]) -> tuple[Entry, ...]:
    """All events by time, each log's own order kept: an event counts as no earlier than those before it.

    An event that stands in two logs, since somebody copied one, counts once: an undo would else meet its double.
    """
    keyed: list[tuple[datetime, str, str, int, Entry]] = []
    for reading in logs:
        latest: datetime | None = None
        for entry in reading.entries:
            at = _time(entry.event)
            latest = at if latest is None or at > latest else latest
            keyed.append((latest, entry.event.reviewer, entry.event.session, entry.event.seq, entry))
    ordered = (item[-1] for item in sorted(keyed, key=lambda item: item[:-1]))
    return tuple({entry.sha256: entry for entry in ordered}.values())


def _time(event: DecisionEvent) -> datetime:
    return datetime.fromisoformat(event.at)


def undone(entries: Sequence[Entry]) -> frozenset[str]:
    """The hashes of the events that undoes took out of force: each takes its reviewer's last one still in force."""
    stacks: dict[str, list[str]] = defaultdict(list)
    void: set[str] = set()
    for entry in entries:
        stack = stacks[entry.event.reviewer]
        if entry.event.event is EventKind.UNDO:
            if stack:
                void.add(stack.pop())
        elif entry.event.event not in NEVER_UNDONE:
            stack.append(entry.sha256)
    return frozenset(void)


def state_from(entries: Sequence[Entry], flag_key: str) -> ItemState:
    """What these events alone, in their order, make of one item: up to a moment, or of some sessions only."""
    void = undone(entries)
    naming = ((e, e.event.flag_keys.index(flag_key)) for e in entries if flag_key in e.event.flag_keys)
    return _fold(flag_key, [(entry, index) for entry, index in naming if entry.sha256 not in void])[0]


def kept_since(decisions: Decisions, flag_key: str, sha256: str) -> ItemState:
    """One item as if nothing were cleared since that event: who says what of it, whatever rules it by now.

    A reopening or a revert takes answers out of force; that they were given, and by whom, it does not change.
    """
    naming, since = [], False
    for entry in decisions.entries:
        since = since or entry.sha256 == sha256
        keys, is_cleared = entry.event.flag_keys, since and entry.event.event in CLEARING
        if flag_key in keys and entry.sha256 not in decisions.void and not is_cleared:
            naming.append((entry, keys.index(flag_key)))
    return _fold(flag_key, naming)[0]


def _fold(key: str, naming: Iterable[tuple[Entry, int]]) -> tuple[ItemState, frozenset[str]]:
    """One item's state and releases, from the events in force that name it, each with its place in the event's list."""
    answers: dict[str, Answer] = {}
    releases: dict[str, str] = {}
    for entry, index in naming:
        event = entry.event
        match event.event:
            case EventKind.WITHDRAW:
                answers.pop(event.reviewer, None)
                releases.pop(event.reviewer, None)
            case EventKind.REOPEN | EventKind.REVERT:
                answers.clear()
            case EventKind.RELEASE_GATED:
                releases[event.reviewer] = event.proposal_sha256[index]
            case _:
                before = answers.get(event.reviewer)
                if answer := _answer(entry, index, before):
                    answers.pop(event.reviewer, None)  # the latest answer stands last
                    answers[event.reviewer] = answer
    return ItemState(key, tuple(answers.values())), frozenset(releases.values())


def _answer(entry: Entry, index: int, before: Answer | None) -> Answer | None:
    """The answer that an event gives on its item number `index`, None where it decides nothing."""
    event = entry.event
    match event.event:
        case EventKind.APPROVE | EventKind.CONFIRM_CLASS:
            return _approval(_named(entry, index, ItemStatus.APPROVED), before)
        case EventKind.EDIT:
            return replace(_named(entry, index, ItemStatus.DRAFTED), edited=True, text=event.text)
        case EventKind.CLOSE:
            return _named(entry, index, ItemStatus.CLOSED)
        case EventKind.TO_O3:
            return _named(entry, index, ItemStatus.TO_O3)
        case EventKind.ADJUDICATE:
            return _adjudication(entry, before)
        case _:
            return None


def _named(entry: Entry, index: int, status: ItemStatus) -> Answer:
    event = entry.event
    return Answer(
        entry,
        status,
        proposal_sha256=_at(event.proposal_sha256, index),
        evidence_sha256=_at(event.evidence_sha256, index),
        disposition=_at(event.disposition, index),
    )


def _at(values: Sequence[T], index: int) -> T | None:
    return values[index] if index < len(values) else None


def _approval(approval: Answer, before: Answer | None) -> Answer:
    """An approval after the reviewer's own edit approves that edit, if it names its bytes; else it stays a draft."""
    if before is None or not before.edited:
        return approval
    event, drafted = approval.event, before.event
    same_line = (event.line_before_sha256, event.line_after_sha256) == (
        drafted.line_before_sha256,
        drafted.line_after_sha256,
    )
    if approval.scope is Scope.ITEM and same_line and approval.proposal_sha256 == before.proposal_sha256:
        return replace(approval, edited=True, text=before.text)
    return replace(before, status=ItemStatus.DRAFTED)


def _adjudication(entry: Entry, before: Answer | None) -> Answer:
    """An adjudication approves (what its author edited, else the proposal), closes, or sends to O3."""
    match entry.event.disposition:
        case ():
            return _named(entry, 0, ItemStatus.TO_O3)
        case (Disposition.CORRECT,):
            return _named(entry, 0, ItemStatus.CLOSED)
        case _:
            return _approval(_named(entry, 0, ItemStatus.APPROVED), before)
