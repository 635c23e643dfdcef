"""The hours of review that are still to come: what is left, times what one of its kind took; and what is in no hour.

First answers to the items of the rest, and the blind second looks that are drawn and still to be given, where the
protocol asks for them. A second look takes the time that second looks took, as soon as that has an interval; before,
the time of a first answer of its class, and the words say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum

from r11.pilot.figures import NotMeasured, Share
from r11.pilot.measures import PilotMeasures
from r11.pilot.review_measures import After, Answered, ReviewedItem, is_proposed
from r11.pilot.second_review import SecondReview
from r11.pilot.throughput import SECONDS_PER_HOUR, ClassThroughput, NoRate, RateInterval, Throughput
from r11.vocabulary import FixOp


@dataclass(frozen=True)
class Hours:
    """Active hours of review. None in `low`, `high`: no interval, and `why` says why; `value` None: not even a rate.

    at: whose time per item was taken, where it is not that of this very work.
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
    def first_items(self) -> int:
        return sum(hours.items for _, hours in self.classes)

    @property
    def second_items(self) -> int:
        return sum(hours.items for _, hours in self.second)


def remaining(
    items: Iterable[ReviewedItem], throughput: Throughput, pilot: frozenset[str], looks: Iterable[SecondReview] = ()
) -> Remaining:
    """Items of the rest that nobody has answered yet, and second looks to be given, each times the seconds that one of
    its kind took. pilot: its files; looks: the second review, none where the protocol asks for no second look."""
    left = [item for item in items if item.file not in pilot and not item.is_reviewed]
    classes = tuple((op, _hours(sum(is_proposed(item, op) for item in left), throughput.of(op))) for op in FixOp)
    second = tuple((look.op, _second_hours(len(look.due), look.op, throughput)) for look in looks)
    return Remaining(classes, _sum([hours for _, hours in (*classes, *second)]), second)


def _second_hours(items: int, op: FixOp, throughput: Throughput) -> Hours:
    own = throughput.second_of(op)
    if items and isinstance(own.interval, NoRate):
        return _hours(items, throughput.of(op), at="at the time of a first answer")
    return _hours(items, own)


def _hours(items: int, measured: ClassThroughput, at: str = "") -> Hours:
    if not items:
        return Hours(0, 0.0, 0.0, 0.0)
    per_item = measured.seconds_per_item
    if isinstance(per_item, NotMeasured):
        return Hours(items, None, None, None, f"needs {per_item.needs}", at)
    value, found = items * per_item / SECONDS_PER_HOUR, measured.interval
    if isinstance(found, NoRate):
        return Hours(items, value, None, None, f"{measured.op}: {found.reason}", at)
    low, high = _times(items, found)
    return Hours(items, value, low, high, at=at)


def _times(items: int, rate: RateInterval) -> tuple[float, float]:
    return items * rate.low / SECONDS_PER_HOUR, items * rate.high / SECONDS_PER_HOUR


def _sum(parts: Sequence[Hours]) -> Hours:
    """The parts together; their limits are added up, the wide way: the same people work on all of them."""
    items = sum(part.items for part in parts)
    why = "; ".join(dict.fromkeys(part.why for part in parts if part.why))
    if any(part.value is None for part in parts):
        return Hours(items, None, None, None, why)
    value = fsum(part.value for part in parts if part.value is not None)
    if why:
        return Hours(items, value, None, None, why)
    low, high = (fsum(limit for limit in limits if limit is not None) for limits in _limits(parts))
    return Hours(items, value, low, high)


def _limits(parts: Sequence[Hours]) -> tuple[list[float | None], list[float | None]]:
    return [part.low for part in parts], [part.high for part in parts]


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
