"""How a number may be said: a count of a count, or a plain "not measured yet".

0/0 is "no items", never 0 %; a figure that only a review can give has a type of its own, never None or NaN; and a
percentage stands only beside the two counts that it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MOST_DIGITS = 17
"""Those of a float."""


@dataclass(frozen=True)
class Share:
    """A count of a count. Raises ValueError where it is not a part of a whole."""

    numerator: int
    denominator: int

    def __post_init__(self) -> None:
        if not 0 <= self.numerator <= self.denominator:
            raise ValueError(f"{self.numerator} of {self.denominator} is no share")

    @property
    def is_empty(self) -> bool:
        return self.denominator == 0

    @property
    def percent(self) -> float:
        """0 to 100. Raises ZeroDivisionError for a share of no items."""
        return 100 * self.numerator / self.denominator

    def __str__(self) -> str:
        """`41/178`, or `no items`."""
        return "no items" if self.is_empty else f"{self.numerator}/{self.denominator}"

    @property
    def with_percent(self) -> str:
        """`41/178 (23.0 %)`, or `no items`."""
        return str(self) if self.is_empty else f"{self} ({self.percent:.1f} %)"


@dataclass(frozen=True)
class NotMeasured:
    """A figure that nobody has measured; `needs` says what would give it."""

    needs: str

    def __str__(self) -> str:
        return "not measured yet"

    @property
    def with_percent(self) -> str:
        return str(self)


Figure = Share | NotMeasured


def digits_beside(limit: float, values: Iterable[float], *, least: int = 2) -> int:
    """With how many digits all of the values are said, so that none crosses the limit they are compared with.

    0.0965 is not 0.10 where 0.10 is asked for; and an interval whose ends have different digits looks like an error.
    """
    values = tuple(values)

    def holds(digits: int) -> bool:
        return all(_side(round(value, digits), limit) == _side(value, limit) for value in values)

    return next(filter(holds, range(least, MOST_DIGITS)), MOST_DIGITS)


def estimate_words(value: float | None, low: float, high: float, limit: float | None) -> str:
    """`0.23 (0.11 to 0.28)`: a proportion, its interval; `0.11 to 0.28` where there is no single value.

    limit: what it is compared with, None where with nothing.
    """
    said = [low, high] if value is None else [value, low, high]
    digits = 2 if limit is None else digits_beside(limit, said)
    span = f"{low:.{digits}f} to {high:.{digits}f}"
    return span if value is None else f"{value:.{digits}f} ({span})"


def _side(value: float, limit: float) -> int:
    return (value > limit) - (value < limit)
