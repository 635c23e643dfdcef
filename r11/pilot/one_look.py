"""The moment of the one look: what people had answered by then is what every figure of the review is of.

A protocol fixes how many items are answered at the look. It is due once so many are, and every drawn file is answered
completely, since an incomplete draw carries nothing over. What somebody answers or changes afterwards enters no figure:
else whoever opens the report again looks again. Blind second looks at those answers, and rulings where two differ, are
about the same answers and come later by their nature; they count whenever they come.

A look that was taken is kept (`TakenLook`): proposals and pages change, and the figures would change with them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from r11.records import LogHead, TakenLook
from r11.review.decisions import NEVER_UNDONE, Decisions, settle
from r11.review.log import Entry, LogReading
from r11.review.sessions import is_second
from r11.vocabulary import EventKind

Answered = Callable[[Decisions], Collection[str]]
"""The keys of the items that stand answered, of those that the look is about."""


@dataclass(frozen=True)
class Taken:
    """The decisions that the figures are of. at: when the look fell due; answered: the items answered by then.

    heads: the events of the look itself, log by log; lost: what of them is no longer there, a sentence each."""

    decisions: Decisions
    at: str
    answered: frozenset[str]
    heads: tuple[LogHead, ...] = ()
    lost: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lacking:
    """What keeps the look from being due: so many items, and these ones."""

    items: int
    keys: frozenset[str]

    @property
    def is_nothing(self) -> bool:
        return self.items <= 0 and not self.keys


def take(decisions: Decisions, answered: Answered, *, due: int, whole: frozenset[str]) -> Taken | None:
    """The look as it fell due first; None where it never did. due: items; whole: keys that all have to be answered."""
    entries = decisions.entries
    about = named(entries)

    def lacking(count: int) -> Lacking:
        there = answered(of_entries(entries[:count]))
        return Lacking(due - len(there), whole - frozenset(there))

    count = first_due(about, lacking)
    if not count:
        return None
    there = frozenset(answered(of_entries(entries[:count])))
    heads = _heads(entries[:count])
    return Taken(_with_later(entries, heads, there), entries[count - 1].event.at, there, heads)


def take_again(decisions: Decisions, look: TakenLook) -> Taken:
    """A look that was kept, with the second looks and rulings that came since."""
    there, answered = {entry.sha256 for entry in decisions.entries}, frozenset(look.answered)
    lost = tuple(
        f"the one look is of {head.events} events of {head.reviewer}, session {head.session}, and the log no longer "
        "holds the last of them: bring the log back from git or a copy"
        for head in look.heads
        if head.event_sha256 not in there
    )
    return Taken(_with_later(decisions.entries, look.heads, answered), look.due_at, answered, look.heads, lost)


def _heads(entries: Iterable[Entry]) -> tuple[LogHead, ...]:
    last = {(entry.event.reviewer, entry.event.session): entry for entry in entries}
    return tuple(
        LogHead(reviewer=reviewer, session=session, events=entry.event.seq, event_sha256=entry.sha256)
        for (reviewer, session), entry in sorted(last.items())
    )


def named(entries: Sequence[Entry]) -> tuple[tuple[str, ...], ...]:
    """For each event the items that it is about; an undo is about those of the event that it takes back."""
    stacks: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    found = []
    for entry in entries:
        event, stack = entry.event, stacks[entry.event.reviewer]
        keys = tuple(event.flag_keys)
        if event.event is EventKind.UNDO:
            keys = stack.pop() if stack else ()
        elif event.event not in NEVER_UNDONE:
            stack.append(keys)
        found.append(keys)
    return tuple(found)


def first_due(about: Sequence[Collection[str]], lacking: Callable[[int], Lacking]) -> int | None:
    """After how many events nothing was lacking for the first time.

    An event answers no more items than it is about, so that events which cannot make up for what lacks are passed over.
    """
    count, left = 0, lacking(0)
    while not left.is_nothing:
        if count == len(about):
            return None
        items, keys = left.items, set(left.keys)
        while count < len(about) and (items > 0 or keys):
            items -= len(about[count])
            keys.difference_update(about[count])
            count += 1
        left = lacking(count)
    return count


def _with_later(entries: Sequence[Entry], heads: Iterable[LogHead], answered: frozenset[str]) -> Decisions:
    """The events of the look, and of those that came later the second looks at what was answered by then and the
    rulings on it. What counts is the place in its log: a later event cannot be dated back into the look."""
    count = {(head.reviewer, head.session): head.events for head in heads}
    ruling = {(e.event.reviewer, e.event.session) for e in entries if e.event.event is EventKind.ADJUDICATE}
    before, later = [], []
    for entry, keys in zip(entries, named(entries), strict=True):
        event, log = entry.event, (entry.event.reviewer, entry.event.session)
        if event.seq <= count.get(log, 0):
            before.append(entry)
        elif (is_second(event.session) or log in ruling) and answered.issuperset(keys):
            later.append(entry)
    return of_entries((*before, *later))


def of_entries(entries: Iterable[Entry]) -> Decisions:
    """The fold over some events that stand in order already."""
    return settle([LogReading("", tuple(entries))])
