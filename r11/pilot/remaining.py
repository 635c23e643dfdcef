"""The hours of review that are still to come: what is left, times what one of its kind took; and what is in no hour.

First answers to the items of the rest, and the blind second looks that are drawn and still to be given, where the
protocol asks for them.

The pilot's files are dense and those of the rest are sparse: where a file has to be read before its first item, an item
of the rest takes longer than one of the pilot. So a first answer to the rest takes the time that first answers to the
files *drawn from the rest* took, class by class. Second looks are about pilot and drawn files, so that nothing is
carried over: they take the time that second looks took there.

What has too few sessions for a time of its own takes the time of first answers in pilot and drawn files together, and
the words say what that assumes. Its own interval is then not known, and in the sum it counts from nothing to
`Times.ceiling` an item: a class that is hardly in the draw is hardly in the rest either, and widens the sum by little;
one that weighs much leaves the verdict open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum

from r11.pilot.figures import NotMeasured, Share
from r11.pilot.measures import PilotMeasures
from r11.pilot.review_measures import After, Answered, ReviewedItem, is_proposed
from r11.pilot.second_review import SecondReview
from r11.pilot.throughput import MIN_SESSIONS, SECONDS_PER_HOUR, ClassThroughput, NoRate, RateInterval, Throughput
from r11.vocabulary import FixOp

AS_THE_PILOT = "assumes the rest takes as long as the pilot"
AS_A_FIRST_ANSWER = "assumes a second look takes as long as a first answer"
AS_THE_SLOWEST = "nobody timed one: at the upper limit of the slowest class"


@dataclass(frozen=True)
class Times:
    """What was timed. reviewed: every first answer and second look; drawn: first answers to drawn files, None where no
    files were drawn."""

    reviewed: Throughput
    drawn: Throughput | None = None

    def of_rest(self, op: FixOp) -> RateInterval | NoRate:
        """Seconds of a first answer to the rest."""
        if self.drawn is None:
            return NoRate("no files were drawn from the rest before review", MIN_SESSIONS)
        found = self.drawn.of(op).interval
        return NoRate(f"{found.reason} on drawn files", found.missing) if isinstance(found, NoRate) else found

    def ceiling(self, op: FixOp) -> float | None:
        """The most seconds that an item of work without an interval counts with; None where no class has one.

        The upper limit of first answers to drawn files, which hold what a new file costs: of its class or, where that
        has none, of the slowest, since looking through a change takes no longer than writing one. Where that is longer,
        what nine of ten first answers of its class took: it may be the slowest itself.
        """
        limits = {one: found.high for one in FixOp if isinstance(found := self.of_rest(one), RateInterval)}
        return max(limits.get(op, max(limits.values())), self.reviewed.of(op).slow) if limits else None


@dataclass(frozen=True)
class Hours:
    """Active hours of review. None in `low`, `high`: no interval; `value` None: not even a rate.

    why: why the work has no interval of its own. at: what is assumed where its time per item is that of other work; its
    `low` and `high` are then what it counts with in the sum.
    """

    items: int
    value: float | None
    low: float | None
    high: float | None
    why: str = ""
    at: str = ""


@dataclass(frozen=True)
class Remaining:
    """The review that is still needed. classes: first answers to the rest, class by class as proposed; second: second
    looks to be given; left_out: what is in no hour, with its count, one phrase each."""

    classes: tuple[tuple[FixOp, Hours], ...]
    total: Hours
    second: tuple[tuple[FixOp, Hours], ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def has_bounded(self) -> bool:
        """A part has no interval of its own, and counts in the sum all the same."""
        return any(hours.at and hours.low is not None for _, hours in (*self.classes, *self.second))

    @property
    def first_items(self) -> int:
        return sum(hours.items for _, hours in self.classes)

    @property
    def second_items(self) -> int:
        return sum(hours.items for _, hours in self.second)


def remaining(
    items: Iterable[ReviewedItem], times: Times, pilot: frozenset[str], looks: Iterable[SecondReview] = ()
) -> Remaining:
    """Items of the rest that nobody has answered yet, and second looks to be given, each times the seconds that one of
    its kind took. pilot: its files; looks: the second review, none where the protocol asks for no second look."""
    left = [item for item in items if item.file not in pilot and not item.is_reviewed]
    classes = tuple((op, hours_of_rest(sum(is_proposed(item, op) for item in left), op, times)) for op in FixOp)
    second = tuple((look.op, _second_hours(len(look.due), look.op, times)) for look in looks)
    return Remaining(classes, together([hours for _, hours in (*classes, *second)]), second)


def hours_of_rest(items: int, op: FixOp, times: Times) -> Hours:
    """First answers to so many items of the rest."""
    found = times.of_rest(op)
    if not items or isinstance(found, NoRate) or times.drawn is None:
        return _assumed(items, op, times, found, AS_THE_PILOT)
    return _measured(items, times.drawn.of(op), found)


def _second_hours(items: int, op: FixOp, times: Times) -> Hours:
    own = times.reviewed.second_of(op)
    found = own.interval
    if not items or isinstance(found, NoRate):
        return _assumed(items, op, times, found, AS_A_FIRST_ANSWER)
    return _measured(items, own, found)


def _measured(items: int, own: ClassThroughput, found: RateInterval) -> Hours:
    low, high = (items * limit / SECONDS_PER_HOUR for limit in (found.low, found.high))
    return Hours(items, items * own.active / own.items / SECONDS_PER_HOUR, low, high)


def _assumed(items: int, op: FixOp, times: Times, found: RateInterval | NoRate, at: str) -> Hours:
    """At the time of all first answers of the class; from nothing to the ceiling."""
    if not items:
        return Hours(0, 0.0, 0.0, 0.0)
    why = found.reason if isinstance(found, NoRate) else ""
    per_item, ceiling = times.reviewed.of(op).seconds_per_item, times.ceiling(op)
    if isinstance(per_item, NotMeasured):
        if ceiling is None:
            return Hours(items, None, None, None, f"needs {per_item.needs}")
        per_item, at = ceiling, AS_THE_SLOWEST
    low, high = (None, None) if ceiling is None else (0.0, items * ceiling / SECONDS_PER_HOUR)
    return Hours(items, items * per_item / SECONDS_PER_HOUR, low, high, why, at)


def together(parts: Sequence[Hours]) -> Hours:
    """The parts as one; their limits are added up, the wide way: the same people work on all of them."""
    items = sum(part.items for part in parts)
    value, low, high = (_sum([getattr(part, name) for part in parts]) for name in ("value", "low", "high"))
    if value is not None and low is not None:
        return Hours(items, value, low, high)
    open_ = [part for part in parts if part.low is None]
    why, at = (
        "; ".join(dict.fromkeys(filter(None, said))) for said in zip(*((p.why, p.at) for p in open_), strict=True)
    )
    return Hours(items, value, None, None, why, at)


def _sum(numbers: Sequence[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return fsum(known) if len(known) == len(numbers) else None


def left_out(
    items: Sequence[ReviewedItem],
    measures: PilotMeasures,
    pilot: frozenset[str],
    looks: Iterable[SecondReview],
    *,
    asks: bool,
) -> tuple[str, ...]:
    """What is in no hour, with its count; asks: the protocol asks for second looks, so that they are in."""
    return tuple(_left_out(items, measures, pilot, tuple(looks), asks))


def _left_out(
    items: Sequence[ReviewedItem],
    measures: PilotMeasures,
    pilot: frozenset[str],
    looks: Sequence[SecondReview],
    asks: bool,
) -> Iterator[str]:
    in_pilot, in_rest = measures.pilot.silent.n, measures.rest.silent.n
    if measures.everything.silent.n:
        yield f"open source-silent flags, {in_pilot} in the pilot and {in_rest} in the rest: they are no fix targets"
    inside = [item for item in items if item.file in pilot]
    waiting = sum(not item.is_reviewed for item in inside)
    if waiting:
        yield f"{Share(waiting, len(inside))} items of the pilot that nobody had answered at the look"
    answered = sum(item.is_reviewed and item.after is not After.INVALID for item in items)
    later = sum(item.answered is Answered.TO_O3 for item in items)
    if later:
        yield f"the writing of {Share(later, answered)} answered items that were sent to a later rewrite"
    unsettled = sum(item.after is After.UNSETTLED for item in items)
    if unsettled:
        yield f"the adjudication of {Share(unsettled, answered)} answered items on which reviewers differ"
    due, drawn = sum(len(look.due) for look in looks), sum(len(look.drawn) for look in looks)
    lost = sum(look.lost for look in looks)
    if lost:
        yield f"{Share(lost, drawn)} drawn second looks that nobody can give: what was proposed is not on record"
    if due and not asks:
        yield f"{Share(due, drawn)} drawn second looks that nobody gave: the protocol sets no limit on wrong edits"
