"""The draw of the blind gold sample: how many claims of each stratum, which ones, and in which order they are labelled.

Everything is decided by the seed and the claims' keys, so that whoever has both can draw again. The size is computed
before anything is drawn, from error rates that are assumed: where they are mistaken the intervals come out wider or
narrower than wanted, never wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from math import ceil, sqrt

from r11.pilot.goldsample_estimate import GoldResult, Pair, estimate
from r11.pilot.projection import draw
from r11.records import GoldCount, sha256_hex
from r11.vocabulary import GoldOutcome, GoldStratum, GoldVersion

Rates = Mapping[GoldStratum, tuple[float, float]]
"""Error rates of each stratum before and after."""

ASSUMED: Rates = {
    GoldStratum.CHANGED: (0.85, 0.10),
    GoldStratum.REMOVED: (0.70, 0.0),
    GoldStratum.CLOSED: (0.10, 0.10),
    GoldStratum.OPEN: (0.60, 0.60),
    GoldStratum.GROUNDED: (0.05, 0.05),
}
"""Error rates before and after that the planning assumes where nobody says otherwise: assumptions, measured nowhere."""

LEAST_DRAWN = 10
"""Fewer claims of a stratum than this say next to nothing about it by itself."""


@dataclass(frozen=True)
class Plan:
    """How many claims of each stratum are drawn. expected: what the estimate would be if the assumed rates were true.

    labels: how many are to be given; a changed claim takes two, and each item of the doubled part one more.
    """

    wholes: Mapping[GoldStratum, int]
    drawn: Mapping[GoldStratum, int]
    assumed: Rates
    expected: GoldResult

    @property
    def claims(self) -> int:
        return sum(self.drawn.values())

    @property
    def items(self) -> int:
        return self.claims + self.drawn.get(GoldStratum.CHANGED, 0)

    @property
    def width(self) -> float:
        """Of the wider of the two intervals, before and after."""
        return max(one.high - one.low for one in (self.expected.before, self.expected.after))

    @property
    def counts(self) -> tuple[GoldCount, ...]:
        return tuple(
            GoldCount(stratum=one, claims=whole, drawn=self.drawn[one], assumed_before=before, assumed_after=after)
            for one, whole in self.wholes.items()
            for before, after in [self.assumed[one]]
        )


@dataclass(frozen=True)
class Order:
    """What the operator asks for. size: a number of claims instead of a width; doubled: items that two people label."""

    name: str
    seed: int
    doubled: int
    width: float
    size: int | None = None
    assumed: Rates = field(default_factory=lambda: ASSUMED)

    def plan(self, wholes: Mapping[GoldStratum, int]) -> Plan:
        if self.size is not None:
            return plan_for_size(wholes, self.size, assumed=self.assumed)
        return plan_for_width(wholes, self.width, assumed=self.assumed)


def plan_for_width(
    wholes: Mapping[GoldStratum, int],
    width: float,
    *,
    assumed: Rates = ASSUMED,
    level: float = 0.95,
) -> Plan:
    """The smallest plan that is expected to give intervals of this width or less; everything where none does.

    width: from the lower to the upper limit, as a proportion, of the rate before and of the rate after.
    """
    return _smallest(wholes, assumed, level, lambda plan: plan.width <= width)


def plan_for_size(
    wholes: Mapping[GoldStratum, int],
    claims: int,
    *,
    assumed: Rates = ASSUMED,
    level: float = 0.95,
) -> Plan:
    """So many claims or a few more, some of every stratum; all where there are fewer."""
    return _smallest(wholes, assumed, level, lambda plan: plan.claims >= claims, least=claims // len(GoldStratum))


_STEPS = 40  # halvings of the scale: finer than one claim of any corpus
_LEAST_SPREAD = sqrt(0.02 * 0.98)  # a rate assumed to be 0 is not taken for certain


def _smallest(
    wholes: Mapping[GoldStratum, int],
    assumed: Rates,
    level: float,
    suffices: Callable[[Plan], bool],
    *,
    least: int = LEAST_DRAWN,
) -> Plan:
    """The plan of the smallest scale that suffices; each stratum in proportion to its claims and their spread.

    A claim that takes two labels is drawn less often by the root of two. Source: Cochran, Sampling Techniques (3rd ed.
    1977), section 5.5: optimum allocation with costs.
    """
    plan = partial(_plan, wholes, assumed, level, min(least, LEAST_DRAWN))
    low, high = 0.0, sqrt(2) / _LEAST_SPREAD
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if suffices(plan(middle)) else (middle, high)
    return plan(high)


def _plan(wholes: Mapping[GoldStratum, int], assumed: Rates, level: float, least: int, scale: float) -> Plan:
    kept = {stratum: whole for stratum, whole in wholes.items() if whole}
    drawn = {
        stratum: min(whole, max(least, 1, ceil(scale * whole * _spread(stratum, assumed[stratum]))))
        for stratum, whole in kept.items()
    }
    expected = {stratum: _expected(count, *assumed[stratum]) for stratum, count in drawn.items()}
    return Plan(kept, drawn, assumed, estimate(kept, expected, level=level))


def _spread(stratum: GoldStratum, rates: tuple[float, float]) -> float:
    widest = max(_LEAST_SPREAD, *(sqrt(rate * (1 - rate)) for rate in rates))
    return widest / sqrt(2) if stratum is GoldStratum.CHANGED else widest


def _expected(count: int, before: float, after: float) -> list[Pair]:
    """Labels as assumed: what is still an error afterwards was one before, as far as that goes."""
    was, still = round(count * before), round(count * after)
    return [(_outcome(number < was), _outcome(number < still)) for number in range(count)]


def _outcome(is_error: bool) -> GoldOutcome:
    return GoldOutcome.ERROR if is_error else GoldOutcome.NO_ERROR


# --- which ones, and in which order ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawn:
    """One item to be labelled: a claim in one version. doubled: two people label it, apart from each other."""

    key: str
    stratum: GoldStratum
    version: GoldVersion
    doubled: bool = False


def draw_items(
    keys: Mapping[GoldStratum, Iterable[str]], drawn: Mapping[GoldStratum, int], *, doubled: int, seed: int
) -> tuple[Drawn, ...]:
    """The items in the order in which they are labelled. doubled: how many of them two people label.

    The two versions of a changed claim stand about half the list apart, and which of them comes first is left to the
    seed: nobody meets them side by side, unless there is nothing else to put between.
    """
    found = [
        Drawn(key, stratum, version)
        for stratum, count in drawn.items()
        for key in draw(keys[stratum], seed=seed, count=count)
        for version in _versions(stratum)
    ]
    twice = set(islice(sorted(found, key=lambda one: _rank(seed, "twice", one)), doubled))
    return tuple(Drawn(one.key, one.stratum, one.version, one in twice) for one in _in_order(found, seed))


def _versions(stratum: GoldStratum) -> tuple[GoldVersion, ...]:
    match stratum:
        case GoldStratum.CHANGED:
            return GoldVersion.BEFORE, GoldVersion.AFTER
        case GoldStratum.REMOVED:
            return (GoldVersion.BEFORE,)
        case _:
            return (GoldVersion.BOTH,)


def _in_order(items: Sequence[Drawn], seed: int) -> list[Drawn]:
    """One version of each changed claim in the first half, the other in the second, single ones in either."""
    shuffled = sorted(items, key=lambda one: _rank(seed, "order", one))
    second: dict[str, Drawn] = {one.key: one for one in shuffled if one.version is GoldVersion.AFTER}
    halves: tuple[list[Drawn], list[Drawn]] = ([], [])
    for one in shuffled:
        if one.stratum is GoldStratum.CHANGED:
            later = _rank(seed, "later", second[one.key]) < "8"  # a fair coin: the first digit of sixteen
            halves[later == (one.version is GoldVersion.AFTER)].append(one)
    for one in shuffled:
        if one.stratum is not GoldStratum.CHANGED:
            halves[len(halves[1]) < len(halves[0])].append(one)
    ordered = [sorted(half, key=lambda one: _rank(seed, "order", one)) for half in halves]
    turns = (ordered[1][turn:] + ordered[1][:turn] for turn in range(max(1, len(ordered[1]))))
    apart = (list(chain(ordered[0], turned)) for turned in turns)
    return next((order for order in apart if not _has_neighbours(order)), [*ordered[0], *ordered[1]])


def _has_neighbours(order: Sequence[Drawn]) -> bool:
    """Whether two versions of a claim meet, the end and the beginning of the list taken together."""
    return any(one.key == order[index - 1].key for index, one in enumerate(order))


def _rank(seed: int, purpose: str, item: Drawn) -> str:
    text = f"{seed}\n{purpose}\n{item.version}\n{item.key}"
    return sha256_hex(text.encode("utf-8", "surrogatepass"))
