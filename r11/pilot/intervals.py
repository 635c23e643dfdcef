"""How far a share that goes beyond what was counted can be trusted.

Nothing here belongs beside a census: the pilot's own shares are exact. An interval is for items *drawn* from files that
were drawn at random, and flags of one file resemble each other, so the file and not the flag is the independent unit.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum

from scipy.special import stdtrit
from scipy.stats import beta, hypergeom
from statsmodels.stats.proportion import proportion_confint

from r11.pilot.figures import Share

MIN_FILES = 8
"""Fewer independent files than this say too little of their own scatter."""
LARGEST_WEIGHT = 1 / 3
"""A file with more of the items than this leaves too little to the others: with 40 files, one of them with 40 % of the
items, 500 simulated draws covered 0.86 where 0.95 is claimed."""


@dataclass(frozen=True)
class Interval:
    """A share with its limits, as proportions from 0 to 1. `files`: independent units; `effective_n`: items' worth."""

    share: Share
    low: float
    high: float
    level: float
    files: int
    effective_n: float

    def __str__(self) -> str:
        limits = f"{100 * self.low:.1f}–{100 * self.high:.1f} %"
        return f"{self.share.with_percent}, {100 * self.level:.0f} % interval {limits}, from {self.files} files"


@dataclass(frozen=True)
class Suppressed:
    """An interval that would be wrong, and why it is not shown."""

    share: Share
    reason: str

    def __str__(self) -> str:
        return f"{self.share}, no interval: {self.reason}"


@dataclass(frozen=True)
class UpperLimit:
    """What a count of zero still allows: a one-sided limit, as a proportion."""

    items: int
    high: float
    level: float

    def __str__(self) -> str:
        return f"0/{self.items}, still allows up to {100 * self.high:.1f} % (one-sided {100 * self.level:.0f} %)"


def exact(share: Share, *, level: float = 0.95) -> tuple[float, float]:
    """Two-sided limits for independent items. Raises ValueError for no items.

    Source: Clopper and Pearson, Biometrika 26 (1934) 404-413.
    """
    if share.is_empty:
        raise ValueError("a share of no items has no interval")
    return _exact(share.numerator, share.denominator, level)


@lru_cache(maxsize=65_536)
def exact_in_whole(count: int, drawn: int, whole: int, *, level: float = 0.95) -> tuple[float, float]:
    """Two-sided limits of a share of `whole` items, `drawn` of which were drawn without replacement, `count` counted.

    The fewest and the most items of the whole that do not make what was counted too unlikely (hypergeometric tails of
    (1 - level)/2 each). Where everything was drawn both limits are the share itself. Raises ValueError for a draw of no
    items. Source: Buonaccorsi, The American Statistician 41 (1987) 215-218; for an endless whole it is `exact`.
    """
    if not 0 <= count <= drawn <= whole or not drawn:
        raise ValueError(f"{count} of {drawn} drawn from {whole} is no share of a draw")
    tail, unseen = (1 - level) / 2, whole - drawn
    possible = range(count, count + unseen + 1)
    low = bisect_right(possible, tail, key=lambda held: float(hypergeom.sf(count - 1, whole, held, drawn)))
    high = bisect_left(possible, -tail, key=lambda held: -float(hypergeom.cdf(count, whole, held, drawn))) - 1
    return possible[min(low, unseen)] / whole, possible[max(high, 0)] / whole


def upper_limit(items: int, *, level: float = 0.95) -> UpperLimit | Suppressed:
    """The largest proportion that zero of `items` independent items does not exclude: 1 - (1 - level)^(1/items).

    Source: Clopper and Pearson (1934), the one-sided limit at zero (0/60 allows 4.9 %, 0/300 allows 1.0 %).
    """
    if not items:
        return Suppressed(Share(0, 0), "no items")
    return UpperLimit(items, float(beta.ppf(level, 1, items)), level)


def korn_graubard(clusters: Sequence[Share], *, level: float = 0.95) -> Interval | Suppressed:
    """Two-sided limits of the pooled share, with one `Share` for each file that was drawn.

    The number of items is divided by the design effect (the clustered variance of the ratio over the binomial one) and
    by the squared ratio of t quantiles with files-1 and items-1 degrees of freedom, is never taken above the number of
    items, and goes into the exact interval. Where all items agree no design effect can be estimated: each file then
    counts once, the cautious end.

    Sources: Korn and Graubard, Survey Methodology 24 (1998) 193-201, for the interval; Cochran, Sampling Techniques
    (3rd ed. 1977, section 3.12), for the variance of a proportion in clusters of unequal size.
    """
    drawn = [share for share in clusters if not share.is_empty]
    pooled = Share(sum(s.numerator for s in drawn), sum(s.denominator for s in drawn))
    if reason := _why_suppressed(drawn):
        return Suppressed(pooled, reason)
    effective = _effective_n(drawn, pooled, level)
    low, high = _exact(effective * pooled.numerator / pooled.denominator, effective, level)
    return Interval(pooled, low, high, level, len(drawn), effective)


def _why_suppressed(drawn: Sequence[Share]) -> str:
    if not drawn:
        return "no items"
    if len(drawn) < MIN_FILES:
        return f"{len(drawn)} files are too few, {MIN_FILES} are needed"
    largest = Share(max(s.denominator for s in drawn), sum(s.denominator for s in drawn))
    if largest.numerator > LARGEST_WEIGHT * largest.denominator:
        return f"one file holds {largest} items, more than a third, so that the others say too little"
    return ""


def _effective_n(drawn: Sequence[Share], pooled: Share, level: float) -> float:
    files, items = len(drawn), pooled.denominator
    p = pooled.numerator / items
    if p in (0.0, 1.0):
        return float(files)
    variance = _ratio_variance(drawn, pooled)
    by_design = p * (1 - p) / variance if variance else float(items)
    return min(float(items), by_design * _t_correction(items - 1, files - 1, level))


def _exact(count: float, items: float, level: float) -> tuple[float, float]:
    low, high = proportion_confint(count, items, alpha=1 - level, method="beta")
    return (float(low) if count > 0 else 0.0, float(high) if count < items else 1.0)


# --- strata of a random draw ----------------------------------------------------------------------------------------

SMALLEST_LAYER = 5
"""A layer with fewer drawn files than this is joined to its neighbour: its own scatter would be a guess."""


@dataclass(frozen=True)
class Layer:
    """A part of what was drawn from. weight: items that it holds altogether; drawn: one `Share` for each drawn file."""

    weight: int
    drawn: tuple[Share, ...]

    @property
    def pooled(self) -> Share:
        return Share(sum(s.numerator for s in self.drawn), sum(s.denominator for s in self.drawn))

    def joined(self, other: Layer) -> Layer:
        return Layer(self.weight + other.weight, self.drawn + other.drawn)


@dataclass(frozen=True)
class Estimate:
    """A share of everything that was drawn from, as proportions from 0 to 1. `share`: the counts in the drawn files."""

    share: Share
    value: float
    low: float
    high: float
    level: float
    files: int
    effective_n: float

    @property
    def is_weighted(self) -> bool:
        """The layers did not all end up in one, whose share is the plain one."""
        return self.share.is_empty or abs(self.value - self.share.numerator / self.share.denominator) > 1e-12


def post_stratified(layers: Sequence[Layer], *, level: float = 0.95) -> Estimate | Suppressed:
    """The share of the whole from files drawn at random, each layer weighted by what it really holds.

    Neighbouring layers are joined until each has `SMALLEST_LAYER` drawn files with items. Variance: the clustered one
    of each layer's ratio, weighted; then as in `korn_graubard`, with files - layers degrees of freedom. No correction
    for having drawn without replacement: that errs on the wide side.

    Sources: Cochran (1977), sections 5A.9 (post-stratification) and 3.12; Korn and Graubard (1998).
    """
    kept = _joined([Layer(one.weight, tuple(s for s in one.drawn if not s.is_empty)) for one in layers])
    drawn = [share for layer in kept for share in layer.drawn]
    pooled = Share(sum(s.numerator for s in drawn), sum(s.denominator for s in drawn))
    if reason := _why_suppressed(drawn):
        return Suppressed(pooled, reason)
    whole = sum(layer.weight for layer in kept)
    parts = [(layer.weight / whole, layer) for layer in kept]
    value = fsum(weight * _ratio(layer.pooled) for weight, layer in parts)
    variance = fsum(weight**2 * _ratio_variance(layer.drawn, layer.pooled) for weight, layer in parts)
    effective = float(len(drawn))
    if variance and 0 < value < 1:
        correction = _t_correction(pooled.denominator - 1, len(drawn) - len(kept), level)
        effective = min(float(pooled.denominator), value * (1 - value) / variance * correction)
    low, high = _exact(effective * value, effective, level)
    return Estimate(pooled, value, low, high, level, len(drawn), effective)


def _joined(layers: Sequence[Layer]) -> list[Layer]:
    """The layers in order, small ones joined to the one before (the first to the one behind)."""
    done: list[Layer] = []
    for layer in layers:
        if done and min(len(done[-1].drawn), len(layer.drawn)) < SMALLEST_LAYER:
            done[-1] = done[-1].joined(layer)
        else:
            done.append(layer)
    return done


def _ratio(share: Share) -> float:
    return share.numerator / share.denominator


def _ratio_variance(drawn: Sequence[Share], pooled: Share) -> float:
    """Of the pooled ratio, with files as clusters of unequal size."""
    p, files = _ratio(pooled), len(drawn)
    squares = fsum((s.numerator - p * s.denominator) ** 2 for s in drawn)
    return files / (files - 1) * squares / pooled.denominator**2


def _t_correction(items: int, files: int, level: float) -> float:
    """The squared ratio of t quantiles with these degrees of freedom."""
    tail = (1 + level) / 2
    return float((stdtrit(items, tail) / stdtrit(files, tail)) ** 2)
