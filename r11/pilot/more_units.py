"""How many more files, sessions or items would tell a measured value from its limit."""

from __future__ import annotations

from math import ceil, log

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
