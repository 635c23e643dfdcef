"""A simulated programme with known truth: files whose claims resemble each other, fixes of which some fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from r11.pilot.goldsample_draw import draw_items
from r11.pilot.goldsample_estimate import Pair
from r11.vocabulary import GoldOutcome, GoldStratum, GoldVersion

ERROR, NO_ERROR = GoldOutcome.ERROR, GoldOutcome.NO_ERROR
CORRELATION = 0.3  # of claims in one file: far from independent
SHARES: Mapping[GoldStratum, float] = {
    GoldStratum.CHANGED: 0.2,
    GoldStratum.REMOVED: 0.03,
    GoldStratum.CLOSED: 0.04,
    GoldStratum.OPEN: 0.25,
    GoldStratum.GROUNDED: 0.48,
}
RATES: Mapping[GoldStratum, tuple[float, float]] = {
    GoldStratum.CHANGED: (0.85, 0.08),
    GoldStratum.REMOVED: (0.7, 0.0),
    GoldStratum.CLOSED: (0.1, 0.1),
    GoldStratum.OPEN: (0.5, 0.5),
    GoldStratum.GROUNDED: (0.01, 0.01),  # rare: a draw often shows none of them
}


@dataclass(frozen=True)
class GoldWorld:
    """Every claim with its stratum and what it truly is before and after."""

    stratum: Mapping[str, GoldStratum]
    truth: Mapping[str, Pair]

    @cached_property
    def keys(self) -> dict[GoldStratum, list[str]]:
        return {one: [key for key, stratum in self.stratum.items() if stratum is one] for one in GoldStratum}

    @property
    def wholes(self) -> Counter[GoldStratum]:
        return Counter(self.stratum.values())

    @property
    def rates(self) -> tuple[float, float]:
        """The true error rates before and after, each of the claims that are there then."""
        before = [pair[0] is ERROR for pair in self.truth.values()]
        after = [pair[1] is ERROR for pair in self.truth.values() if pair[1] is not None]
        return sum(before) / len(before), sum(after) / len(after)

    def draw(self, drawn: Mapping[GoldStratum, int], seed: int) -> dict[GoldStratum, list[Pair]]:
        """The truth about the claims that the program's own draw takes by this seed."""
        items = draw_items(self.keys, drawn, doubled=0, seed=seed)
        once = [one for one in items if one.version is not GoldVersion.AFTER]
        return {one: [self.truth[item.key] for item in once if item.stratum is one] for one in GoldStratum}


def make_world(seed: int, *, claims: int = 1500, files: int = 120) -> GoldWorld:
    """Each file has rates of its own, beta-distributed about the stratum's; some files are many times larger."""
    dice = np.random.default_rng(seed)
    sizes = dice.multinomial(claims, dice.dirichlet(np.full(files, 0.7)))
    stratum: dict[str, GoldStratum] = {}
    truth: dict[str, Pair] = {}
    for file, size in enumerate(sizes):
        moods = {one: [_mood(dice, rate) for rate in rates] for one, rates in RATES.items()}
        for number, one in enumerate(dice.choice(list(SHARES), size, p=list(SHARES.values()))):
            key, kind = f"f{file}.md#c{number}", GoldStratum(str(one))
            stratum[key] = kind
            truth[key] = _pair(kind, *(bool(dice.random() < mood) for mood in moods[kind]))
    return GoldWorld(stratum, truth)


def _mood(dice: np.random.Generator, rate: float) -> float:
    if rate in (0.0, 1.0):
        return rate
    spread = (1 - CORRELATION) / CORRELATION
    return float(dice.beta(rate * spread, (1 - rate) * spread))


def _pair(stratum: GoldStratum, before: bool, after: bool) -> Pair:
    was, still = (ERROR if before else NO_ERROR), (ERROR if after else NO_ERROR)
    match stratum:
        case GoldStratum.CHANGED:
            return was, still
        case GoldStratum.REMOVED:
            return was, None
        case _:
            return was, was
