"""How long reviewing takes, measured from the decision logs: per class, by reviewer and session, never assumed.

The unit is one *review*: one person's work on one fix target. Its active time is the sum of what that person's events
on the item recorded, whatever became of them: an undone, skipped or repeated decision cost its time. A pause counts up
to the idle cap only, which whoever measures the time applies (the panel does); wall time stands apart. Durations come
from the events, never from the difference of two times of day, so that a clock that is set back changes nothing.

The class is the operation that was proposed: it is what the reviewer met, and what is known of the items to come.

First answers, blind second looks and adjudications are three kinds of work and enter no common figure: an item that was
looked at twice would count twice, and whoever rules has two answers before them. What kind a session is of, the session
says: blind second looks by its name, adjudication by a ruling that stands in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, exp, fsum, sqrt
from statistics import median

from scipy.special import stdtrit

from r11.pilot.figures import NotMeasured, Share
from r11.records import DecisionEvent
from r11.review.decisions import NEVER_UNDONE, Decisions
from r11.review.log import Entry
from r11.review.sessions import is_second
from r11.vocabulary import EventKind, FixOp, ItemStatus

MIN_SESSIONS = 5
"""Fewer reviewer-sessions than this say too little of how sessions differ."""
LEAST_FOR_P90 = 10
"""Below so many items the ninetieth percentile is just the longest one."""
LEAST_FOR_LEARNING = 40
"""A first and a last quarter with fewer than ten items each are not compared."""
NOTABLE_CHANGE = 0.15
"""A change of the median between the first and the last quarter below this part of it is called none."""
MS_PER_SECOND, SECONDS_PER_HOUR = 1000, 3600


class Work(StrEnum):
    """What kind of work a session is."""

    FIRST = "first answers"
    SECOND = "blind second looks"
    RULING = "adjudication"


@dataclass(frozen=True)
class Review:
    """One person's finished work on one item. Times in seconds; `order`: from 1, over all sessions of the reviewer."""

    reviewer: str
    session: str
    flag_key: str
    op: FixOp
    active: float
    wall: float
    order: int


@dataclass(frozen=True)
class Sitting:
    """One reviewer's session in one class: items that were finished in it, and active seconds that were spent in it."""

    reviewer: str
    session: str
    items: int
    active: float


@dataclass(frozen=True)
class RateInterval:
    """Limits for the mean active seconds per item, from the scatter between sessions."""

    low: float
    high: float
    level: float
    sessions: int


@dataclass(frozen=True)
class NoRate:
    """An interval that would be wrong, and why it is not shown; `missing`: how many sessions more would give one."""

    reason: str
    missing: int


@dataclass(frozen=True)
class ClassThroughput:
    """One class. untimed: finished reviews whose events recorded no time (made at the command line): in no rate.

    unfinished: items with time and no answer in force (skipped, asked, undone): their time is in `active`.
    """

    op: FixOp
    reviews: tuple[Review, ...]
    sittings: tuple[Sitting, ...]
    untimed: int
    unfinished: int

    @property
    def items(self) -> int:
        """Answers with a time."""
        return len(self.reviews)

    @property
    def timed(self) -> Share:
        """Answers with a time, of all answers."""
        return Share(self.items, self.items + self.untimed)

    @property
    def active(self) -> float:
        """Active seconds, everything included that was spent on items of this class."""
        return fsum(one.active for one in self.sittings)

    @property
    def wall(self) -> float:
        return fsum(one.wall for one in self.reviews)

    @property
    def reviewers(self) -> int:
        return len({one.reviewer for one in self.sittings})

    @property
    def seconds_per_item(self) -> float | NotMeasured:
        return self.active / self.items if self.items else NotMeasured(f"a timed review of {self.op} items")

    @property
    def items_per_hour(self) -> float | NotMeasured:
        per_item = self.seconds_per_item
        return per_item if isinstance(per_item, NotMeasured) else SECONDS_PER_HOUR / per_item

    @property
    def median(self) -> float | NotMeasured:
        """Active seconds of the middle item."""
        return median(r.active for r in self.reviews) if self.reviews else NotMeasured(f"a review of {self.op} items")

    @property
    def p90(self) -> float | NotMeasured:
        """Active seconds that nine of ten items do not exceed (nearest rank)."""
        if self.items < LEAST_FOR_P90:
            return NotMeasured(f"{LEAST_FOR_P90} timed reviews of {self.op} items")
        return sorted(one.active for one in self.reviews)[ceil(0.9 * self.items) - 1]

    @property
    def slow(self) -> float:
        """Active seconds that nine of ten items do not exceed, of fewer than ten the longest; 0.0 without an item."""
        found = self.p90
        longest = max((one.active for one in self.reviews), default=0.0)
        return longest if isinstance(found, NotMeasured) else found

    @property
    def interval(self) -> RateInterval | NoRate:
        return mean_by_session([(one.active, one.items) for one in self.sittings])

    @property
    def learning(self) -> str:
        """Whether the time per item changes with practice, in one sentence with its counts."""
        if self.items < LEAST_FOR_LEARNING:
            return f"{self.op}: {self.items} timed items are too few to compare first and last ({LEAST_FOR_LEARNING})."
        ordered = sorted(self.reviews, key=lambda one: one.order)
        quarter = self.items // 4
        first, last = (median(r.active for r in part) for part in (ordered[:quarter], ordered[-quarter:]))
        change = "no notable change"
        if abs(last - first) >= NOTABLE_CHANGE * first:
            change = "faster with practice" if last < first else "slower towards the end"
        return f"{self.op}: {change}; median {first:.0f} s in the first {quarter} items, {last:.0f} s in the last."


@dataclass(frozen=True)
class Throughput:
    """All classes: first answers, and `second`, the blind second looks.

    adjudicated: rulings on disagreements that are in force; ruling: the active seconds of that work. elsewhere: timed
    events on other items (no fix target, a probe, an item without a proposal).
    """

    classes: tuple[ClassThroughput, ...]
    idle_cap: int
    adjudicated: int
    elsewhere: int
    second: tuple[ClassThroughput, ...] = ()
    ruling: float = 0.0

    def of(self, op: FixOp) -> ClassThroughput:
        return next(one for one in self.classes if one.op is op)

    def second_of(self, op: FixOp) -> ClassThroughput:
        return next((one for one in self.second if one.op is op), ClassThroughput(op, (), (), 0, 0))


def measure_throughput(decisions: Decisions, ops: Mapping[str, FixOp], *, idle_cap: int) -> Throughput:
    """What the logs say. ops: for each fix target in question the operation that was proposed, by flag key.

    idle_cap: seconds, as the workspace states it; it is passed on so that every figure can name it.
    """
    clock = _Clock(decisions.entries, ops)
    first, second = (_finished(decisions, ops, clock.spent[work], work) for work in (Work.FIRST, Work.SECOND))
    return Throughput(
        tuple(_class(op, first, clock.spent[Work.FIRST], ops) for op in FixOp),
        idle_cap,
        sum(entry.event.event is EventKind.ADJUDICATE for entry in decisions.in_force),
        clock.elsewhere,
        tuple(_class(op, second, clock.spent[Work.SECOND], ops) for op in FixOp),
        fsum(clock.spent[Work.RULING].active.values()),
    )


Seconds = dict[tuple[str, str, str], float]
"""By reviewer, session and item."""


class _Spent:
    """The time of one kind of work."""

    def __init__(self) -> None:
        self.active: Seconds = defaultdict(float)
        self.wall: Seconds = defaultdict(float)


class _Clock:
    """Seconds by kind of work. Times of an undo go to the item, and to the work, whose decision it took back."""

    def __init__(self, entries: Sequence[Entry], ops: Mapping[str, FixOp]) -> None:
        self.spent = {work: _Spent() for work in Work}
        self.elsewhere = 0
        ruling = {(e.event.reviewer, e.event.session) for e in entries if e.event.event is EventKind.ADJUDICATE}
        done: dict[str, list[DecisionEvent]] = defaultdict(list)
        for entry in entries:
            event = about = entry.event
            if event.event is EventKind.UNDO:
                about = done[event.reviewer].pop() if done[event.reviewer] else event
            elif event.event not in NEVER_UNDONE:
                done[event.reviewer].append(event)
            self._spend(event, event.flag_keys or about.flag_keys, _work(about, ruling), ops)

    def _spend(self, event: DecisionEvent, keys: Sequence[str], work: Work, ops: Mapping[str, FixOp]) -> None:
        active, wall = _seconds(event)
        if active and not any(key in ops for key in keys):
            self.elsewhere += 1
        for key in keys:
            if key in ops:
                self.spent[work].active[event.reviewer, event.session, key] += active / len(keys)
                self.spent[work].wall[event.reviewer, event.session, key] += wall / len(keys)


def _work(event: DecisionEvent, ruling: Collection[tuple[str, str]]) -> Work:
    """ruling: reviewer and session of those in which somebody ruled."""
    if is_second(event.session):
        return Work.SECOND
    return Work.RULING if (event.reviewer, event.session) in ruling else Work.FIRST


def _seconds(event: DecisionEvent) -> tuple[float, float]:
    """Active and wall time of an event: neither below zero, and no more active time than time went by."""
    wall = max(event.wall_ms, 0)
    active = max(event.active_ms, 0)
    return (min(active, wall) if wall else active) / MS_PER_SECOND, wall / MS_PER_SECOND


def _finished(decisions: Decisions, ops: Mapping[str, FixOp], spent: _Spent, work: Work) -> list[Review]:
    """The first answers, or the second looks, still in force: each reviewer's in the order in which they ended."""
    place = {entry.sha256: position for position, entry in enumerate(decisions.entries)}
    answers = [
        (answer, key)
        for key in ops
        for answer in decisions.item(key).answers
        if answer.status is not ItemStatus.DRAFTED and answer.event.event is not EventKind.ADJUDICATE
        if is_second(answer.event.session) is (work is Work.SECOND)
    ]
    active, wall = _by_item(spent.active), _by_item(spent.wall)
    counts: dict[str, int] = defaultdict(int)
    reviews = []
    for answer, key in sorted(answers, key=lambda pair: (place[pair[0].entry.sha256], pair[1])):
        who = answer.reviewer
        counts[who] += 1
        times = active[who, key], wall[who, key]
        reviews.append(Review(who, answer.event.session, key, ops[key], *times, counts[who]))
    return reviews


def _by_item(seconds: Mapping[tuple[str, str, str], float]) -> Mapping[tuple[str, str], float]:
    """By reviewer and item, over all of the reviewer's sessions."""
    sums: dict[tuple[str, str], float] = defaultdict(float)
    for (who, _, key), spent in seconds.items():
        sums[who, key] += spent
    return sums


def _class(op: FixOp, finished: Sequence[Review], time: _Spent, ops: Mapping[str, FixOp]) -> ClassThroughput:
    mine = [one for one in finished if one.op is op]
    timed = [one for one in mine if one.active]
    answered = {(one.reviewer, one.flag_key) for one in mine}
    spent: dict[tuple[str, str], float] = defaultdict(float)
    items: dict[tuple[str, str], int] = defaultdict(int)
    for (who, session, key), seconds in time.active.items():
        if ops[key] is op and seconds:
            spent[who, session] += seconds
    for one in timed:
        items[one.reviewer, one.session] += 1
    worked = {(who, key) for (who, _, key), seconds in time.active.items() if ops[key] is op and seconds}
    return ClassThroughput(
        op=op,
        reviews=tuple(timed),
        sittings=tuple(Sitting(*at, items[at], spent[at]) for at in sorted(spent)),
        untimed=len(mine) - len(timed),
        unfinished=len(worked - answered),
    )


def mean_by_session(sessions: Sequence[tuple[float, int]], *, level: float = 0.95) -> RateInterval | NoRate:
    """Limits for seconds per item; one pair (active seconds, items) for each reviewer-session.

    The mean is the ratio of two totals; its variance comes from the sessions, which are the independent units, and the
    t quantile has sessions - 1 degrees of freedom. Taken on the logarithm, since times are skewed and never negative.

    Source: Cochran, Sampling Techniques (3rd ed. 1977, section 6.4) for the variance of a ratio; the delta method for
    its logarithm.
    """
    count, items = len(sessions), sum(n for _, n in sessions)
    if not items:
        return NoRate("no timed items", MIN_SESSIONS)
    if count < MIN_SESSIONS:
        return NoRate(f"{count} reviewer-sessions are too few, {MIN_SESSIONS} are needed", MIN_SESSIONS - count)
    mean = fsum(seconds for seconds, _ in sessions) / items
    squares = fsum((seconds - mean * n) ** 2 for seconds, n in sessions)
    error = sqrt(count / (count - 1) * squares) / items
    reach = float(stdtrit(count - 1, (1 + level) / 2)) * error / mean
    return RateInterval(mean * exp(-reach), mean * exp(reach), level, count)
