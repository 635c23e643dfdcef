"""What a share of some files can still become, counted: of so many items, of which some are answered already.

No chance is in it. Answers stand as they are; whatever is undecided may turn out either way, as far as what is proposed
now allows. So no interval of an estimate needs to run beyond these two shares.
"""

from __future__ import annotations

from dataclasses import dataclass

from r11.pilot.figures import Share


@dataclass(frozen=True)
class Bounds:
    """least: nothing undecided counts; most: everything that may. as_proposed: other proposals, or another policy, can
    change `most`."""

    least: Share
    most: Share
    as_proposed: bool = False

    @property
    def low(self) -> float:
        return self.least.numerator / self.least.denominator

    @property
    def high(self) -> float:
        return self.most.numerator / self.most.denominator

    def cut(self, value: float) -> float:
        """The value, or the nearest one that can still come."""
        return min(max(value, self.low), self.high)

    @property
    def is_open(self) -> bool:
        """More than one share can still come."""
        return self.least != self.most

    def words(self, of: str) -> str:
        """`7/534 to 51/534 of the rest, as proposed now`, with `of the rest` for `of`."""
        return f"{self.least} to {self.most} {of}" + (", as proposed now" if self.as_proposed else "")


def bounds_of(counted: int, base: int, undecided: int, may_count: int, *, as_proposed: bool) -> Bounds | None:
    """counted of base: what is decided; undecided: items that are not, of which may_count can still count. None for no
    items."""
    whole = base + undecided
    if not whole:
        return None
    return Bounds(Share(counted, whole), Share(counted + may_count, whole), as_proposed)
