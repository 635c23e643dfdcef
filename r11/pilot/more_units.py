"""How many more files, sessions or items would tell a measured value from its limit, or would meet it at best."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import ceil, log

from r11.pilot.figures import Share
from r11.pilot.intervals import Interval, UpperLimit, korn_graubard, upper_limit

LEVEL = 0.95
LEAST_DISTANCE = 0.02
"""A value nearer to its limit than this part of its interval's reach counts as the limit itself."""


def more_units(units: int, value: float, low: float, high: float, limit: float) -> int | None:
    """How many more units would tell the value from the limit, if it stayed as it is; None where it is the limit.

    An interval narrows with the square root of the units. At zero the one-sided limit is 1 - (1 - level)^(1/units).
    """
    distance = abs(value - limit)
    reach = value - low if value > limit else high - value
    if distance < LEAST_DISTANCE * reach or not distance:
        return None
    asked = log(1 - LEVEL) / log(1 - limit) if not value else units * (reach / distance) ** 2
    return max(1, ceil(asked) - units)


def nearest(files: Sequence[Share], *, more_is_better: bool) -> float | None:
    """The end of the interval that has to keep to the limit; None where there is no interval.

    The lower end of a share that should be large; the upper one of a share that should be small, at zero the one-sided.
    """
    found = korn_graubard(files)
    if not isinstance(found, Interval):
        return None
    if more_is_better:
        return found.low
    zero = upper_limit(found.files)
    return zero.high if not found.share.numerator and isinstance(zero, UpperLimit) else found.high


def at_best(files: Sequence[Share], more: int, *, more_is_better: bool) -> float | None:
    """`nearest`, if one item in each of so many more files went well."""
    good = Share(1, 1) if more_is_better else Share(0, 1)
    return nearest([*files, *[good] * more], more_is_better=more_is_better)


def good_units(files: Sequence[Share], limit: float, most: int, *, more_is_better: bool) -> int | None:
    """How many more files would meet the limit if all their items went well; None where not even `most` would.

    files: one share for each that was seen.
    """

    def meets(more: int) -> bool:
        end = at_best(files, more, more_is_better=more_is_better)
        return end is not None and (end >= limit if more_is_better else end <= limit)

    return bisect_left(range(most + 1), True, key=meets) if meets(most) else None
