"""The result of the programme: the error rate of the corpus before and after the fixes, from labels given blind.

An item is an error where it is labelled `outdated` or `wrong`. Claims are drawn one by one, at random within strata and
without replacement, so that claims of one file are as independent as any others: here, unlike in `intervals.py`, the
file is not the unit, however much its claims resemble each other, and a stratum's limits are the exact ones of a draw
from a finite whole. `tests/pilot/test_goldsample_coverage.py` simulates that with claims that do resemble each other.

What nobody could settle is never dropped. It is taken once as no error and once as an error (Manski, American Economic
Review 80 (1990) 319-323): the two values are the ends between which the rate lies whatever the truth about those items.
The limits are the outermost of all ways of filling the gaps, each with its own spread and, where a claim has two
labels, its own correlation: one of those ways is the truth, so that they hold it at least as often as its own interval
would (the union of intervals in Imbens and Manski, Econometrica 72 (2004) 1845-1857, section 2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import fsum, hypot

import numpy as np
from numpy.typing import NDArray

from r11.pilot.figures import Share
from r11.pilot.intervals import exact_in_whole
from r11.vocabulary import GoldOutcome, GoldStratum

Pair = tuple[GoldOutcome | None, GoldOutcome | None]
"""What a drawn claim is before and after the fixes; None where that text does not exist, the same for both versions of
a claim that no fix touched."""

_SETTLED = {GoldOutcome.ERROR: 1, GoldOutcome.NO_ERROR: 0}


@dataclass(frozen=True)
class Bounds:
    """A figure between `least` and `most` (equal where every label settles something), with limits around both.

    Proportions from 0 to 1, or differences of them from -1 to 1.
    """

    least: float
    most: float
    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """Nothing was left to chance and nothing undecided: everything was labelled, so there is no interval."""
        return self.low == self.high

    @property
    def is_point(self) -> bool:
        return self.least == self.most

    def times(self, factor: float) -> Bounds:
        ends = (self.least * factor, self.most * factor, self.low * factor, self.high * factor)
        return Bounds(*ends) if factor >= 0 else Bounds(ends[1], ends[0], ends[3], ends[2])


@dataclass(frozen=True)
class Counted:
    """The labels of one version of the claims that were drawn from one stratum. whole: its claims altogether."""

    whole: int
    drawn: int
    errors: int
    undecided: int

    @property
    def share(self) -> Share:
        return Share(self.errors, self.drawn)

    @property
    def is_census(self) -> bool:
        return self.drawn == self.whole

    def rate(self, level: float) -> Bounds:
        """The stratum's error rate. A stratum of which nothing was drawn may have any."""
        if not self.drawn:
            return Bounds(0.0, 1.0, 0.0, 1.0)
        most = self.errors + self.undecided
        low, _ = exact_in_whole(self.errors, self.drawn, self.whole, level=level)
        _, high = exact_in_whole(most, self.drawn, self.whole, level=level)
        return Bounds(self.errors / self.drawn, most / self.drawn, low, high)


@dataclass(frozen=True)
class StratumResult:
    """One stratum: its labels before and after. after: None where its claims are gone."""

    stratum: GoldStratum
    before: Counted
    after: Counted | None
    pairs: tuple[Pair, ...]

    @property
    def whole(self) -> int:
        return self.before.whole


@dataclass(frozen=True)
class GoldResult:
    """Everything that the labels come to. `gain` is before minus after, claim by claim: above 0 is better.

    outcomes: how many labels to be given came to what; a claim that was changed gives two. changed: before less after
    of the changed claims alone; None where no claim is changed, or where too few of them were drawn to carry limits.
    """

    strata: tuple[StratumResult, ...]
    before: Bounds
    after: Bounds
    gain: Bounds
    changed: Bounds | None
    level: float
    outcomes: Mapping[GoldOutcome, int]

    @property
    def claims(self) -> int:
        return sum(one.whole for one in self.strata)

    @property
    def claims_after(self) -> int:
        return sum(one.whole for one in self.strata if one.after is not None)

    @property
    def undecided(self) -> int:
        return sum(count for outcome, count in self.outcomes.items() if outcome not in _SETTLED)


def estimate(
    wholes: Mapping[GoldStratum, int], drawn: Mapping[GoldStratum, Sequence[Pair]], *, level: float = 0.95
) -> GoldResult:
    """The rates of the whole corpus, each stratum weighted by the claims that it holds.

    wholes: claims of each stratum; drawn: what the drawn ones are. The limits of a sum of strata are each stratum's own
    distances, squared and added (the method of variance estimates recovery), which stays honest where a stratum shows
    no error at all: its upper limit is not its value. Sources: Zou and Donner, Statistics in Medicine 27 (2008)
    1693-1702; for weighted strata Yan and Su, Statistics in Biopharmaceutical Research 2 (2010) 329-335.
    """
    strata = tuple(_stratum(one, wholes[one], drawn.get(one, ())) for one in GoldStratum if wholes.get(one))
    before = sum(one.whole for one in strata)
    after = sum(one.whole for one in strata if one.after)
    return GoldResult(
        strata,
        total(one.before.rate(level).times(one.whole / before) for one in strata),
        total(one.after.rate(level).times(one.whole / after) for one in strata if one.after),
        total(_gain(one, before, after, level) for one in strata),
        next((_alone(one, level) for one in strata if one.stratum is GoldStratum.CHANGED), None),
        level,
        _outcomes(strata),
    )


def total(parts: Iterable[Bounds]) -> Bounds:
    """The sum of independent figures, and its limits; 0 for none."""
    all_parts = list(parts)
    least, most = fsum(part.least for part in all_parts), fsum(part.most for part in all_parts)
    below, above = (part.least - part.low for part in all_parts), (part.high - part.most for part in all_parts)
    return Bounds(least, most, least - hypot(*below), most + hypot(*above))


def _stratum(stratum: GoldStratum, whole: int, pairs: Sequence[Pair]) -> StratumResult:
    before = _counted(whole, [pair[0] for pair in pairs])
    after = None if stratum is GoldStratum.REMOVED else _counted(whole, [pair[1] for pair in pairs])
    return StratumResult(stratum, before, after, tuple(pairs))


def _counted(whole: int, outcomes: Sequence[GoldOutcome | None]) -> Counted:
    undecided = sum(outcome not in _SETTLED for outcome in outcomes)
    return Counted(whole, len(outcomes), outcomes.count(GoldOutcome.ERROR), undecided)


def _gain(one: StratumResult, before: int, after: int, level: float) -> Bounds:
    """What a stratum adds to the rate before less the rate after. Only a changed claim has two labels; the others
    weigh a little more afterwards, where claims were removed."""
    was = one.before.rate(level).times(one.whole / before)
    if one.after is None:
        return was
    if one.stratum is not GoldStratum.CHANGED:
        return one.before.rate(level).times(one.whole / before - one.whole / after)
    return _changed_gain(one.whole, one.pairs, (one.whole / before, one.whole / after), level)


LEAST_PAIRS = 10
"""Fewer drawn claims than this, of more, say too little of their own difference."""


def _alone(one: StratumResult, level: float) -> Bounds | None:
    if one.before.drawn < LEAST_PAIRS and not one.before.is_census:
        return None
    return _changed_gain(one.whole, one.pairs, (1.0, 1.0), level)


def _changed_gain(whole: int, pairs: Sequence[Pair], weights: tuple[float, float], level: float) -> Bounds:
    """The difference of the weighted rates of claims with two labels, over all ways of settling what is undecided.

    Ways with as many errors before and as many after differ in the correlation alone; of these the lowest gives the
    widest interval, on both sides, so that no other needs to be looked at. For each number of errors before, all
    numbers after are computed at once.
    """
    cells = Counter((_said(before), _said(after)) for before, after in pairs)
    drawn = len(pairs)
    firsts, seconds = (
        {errors: Counted(whole, drawn, errors, 0).rate(level).times(weight) for errors in _possible(cells, version)}
        for version, weight in enumerate(weights)
    )
    least_both, after, still = _least_both(cells), np.array([*seconds], dtype=float), Ends.of(seconds.values())
    rows = (
        paired(was, still, phi(drawn, first, after, least_both(first, after))).outermost
        for first, was in firsts.items()
    )
    return Ends.of(rows).outermost


def _said(outcome: GoldOutcome | None) -> int | None:
    """1 an error, 0 none, None undecided."""
    return None if outcome is None else _SETTLED.get(outcome)


Cells = Mapping[tuple[int | None, int | None], int]
"""How many claims are labelled so before and so after."""


def _possible(cells: Cells, version: int) -> range:
    """How many errors there can be in one version, 0 before and 1 after."""
    errors, undecided = (sum(n for pair, n in cells.items() if pair[version] == said) for said in (1, None))
    return range(errors, errors + undecided + 1)


def _least_both(cells: Cells) -> Callable[[int, Numbers], Numbers]:
    """The fewest claims that can be errors in both versions, for so many errors before and each number after.

    What is undecided is filled in where the other label says no error, as far as that goes, then where neither says
    anything, one error to a claim; each error that is left then meets another.
    """
    told = {pair: cells.get(pair, 0) for pair in product((0, 1, None), (0, 1, None))}
    apart_before = told[1, 0] + told[1, 1] + told[1, None] + told[None, 0]
    apart_after = told[0, 1] + told[1, 1] + told[None, 1] + told[0, None]
    both, open_in_both = told[1, 1], told[None, None]

    def fewest(first: int, second: Numbers) -> Numbers:
        meeting = max(0, first - apart_before) + np.maximum(0, second - apart_after) - open_in_both
        together: Numbers = both + np.maximum(0, meeting)
        return together

    return fewest


Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Ends:
    """The four ends of several figures, each as one array."""

    least: Numbers
    most: Numbers
    low: Numbers
    high: Numbers

    @classmethod
    def of(cls, figures: Iterable[Bounds]) -> Ends:
        least, most, low, high = zip(*((one.least, one.most, one.low, one.high) for one in figures), strict=True)
        return cls(np.array(least), np.array(most), np.array(low), np.array(high))

    @property
    def outermost(self) -> Bounds:
        return Bounds(*map(float, (self.least.min(), self.most.max(), self.low.min(), self.high.max())))


def paired(first: Bounds, second: Ends, r: Numbers) -> Ends:
    """The differences of a rate and others of the same claims, whose labels go together by `r` (phi), one by one.

    Source: Newcombe, Statistics in Medicine 17 (1998) 2635-2650, method 10, in the general form of Zou and Donner.
    """
    least, most = first.least - second.most, first.most - second.least
    below = _distance(first.least - first.low, second.high - second.most, r)
    above = _distance(first.high - first.most, second.least - second.low, r)
    return Ends(least, most, least - below, most + above)


def _distance(one: float, other: Numbers, r: Numbers) -> Numbers:
    return np.sqrt(np.maximum(0.0, one * one + other * other - 2 * r * one * other))


def phi(items: int, first: int, second: Numbers, both: Numbers) -> Numbers:
    """How far the errors before (`first`) and after (each of `second`) fall on the same items; 0 where one version is
    all alike and phi is not defined."""
    spread = first * (items - first) * second * (items - second)
    together = items * both - first * second
    return np.divide(together, np.sqrt(spread), out=np.zeros_like(spread), where=spread > 0)


def _outcomes(strata: Iterable[StratumResult]) -> dict[GoldOutcome, int]:
    found = list(_labelled(strata))
    return {outcome: found.count(outcome) for outcome in GoldOutcome}


def _labelled(strata: Iterable[StratumResult]) -> Iterator[GoldOutcome]:
    for one in strata:
        for before, after in one.pairs:
            yield from (before,) if before is not None else ()
            yield from (after,) if one.stratum is GoldStratum.CHANGED and after is not None else ()
