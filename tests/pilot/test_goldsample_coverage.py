"""The end-proof on a programme whose truth is known: the printed intervals hold it, though claims of a file are alike.

Drawn by the program's own draw, once for each seed; nothing is labelled wrongly here, so what is left is chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from gold_world import ERROR, make_world

from r11.pilot.goldsample_draw import plan_for_width
from r11.pilot.goldsample_estimate import Pair, estimate
from r11.vocabulary import GoldOutcome

RUNS = 1_000
AT_LEAST = 0.93


def hits(world_seed: int, width: float) -> dict[str, float]:
    """The part of the runs in which the interval of each figure holds its true value."""
    world = make_world(world_seed)
    before, after = world.rates
    plan = plan_for_width(world.wholes, width)
    found = {"before": 0, "after": 0, "gain": 0}
    for seed in range(RUNS):
        result = estimate(world.wholes, world.draw(plan.drawn, seed))
        found["before"] += result.before.low <= before <= result.before.high
        found["after"] += result.after.low <= after <= result.after.high
        found["gain"] += result.gain.low <= before - after <= result.gain.high
    return {name: count / RUNS for name, count in found.items()}


def test_before_after_and_gain_hold_the_truth_in_a_thousand_draws() -> None:
    assert min(hits(1, 0.1).values()) >= AT_LEAST


@pytest.mark.nightly
@pytest.mark.parametrize(("world", "width"), [(2, 0.1), (3, 0.16), (4, 0.05), (5, 0.3)])
def test_so_do_other_programmes_and_sizes(world: int, width: float) -> None:
    assert min(hits(world, width).values()) >= AT_LEAST


def test_what_nobody_could_tell_widens_the_figures_and_moves_the_truth_out_of_none() -> None:
    """Every third error is labelled *cannot tell*, and only every sixth claim that is none: dropping them would make
    the rate look better than it is."""
    world = make_world(1)
    before, after = world.rates
    plan = plan_for_width(world.wholes, 0.1)
    for seed in range(50):
        told = {one: list(_unsure(pairs)) for one, pairs in world.draw(plan.drawn, seed).items()}
        result = estimate(world.wholes, told)
        assert result.undecided == result.outcomes[GoldOutcome.CANNOT_TELL] > 20
        assert result.before.most - result.before.least > 0.1
        assert result.before.low <= before <= result.before.high
        assert result.after.low <= after <= result.after.high
        assert result.gain.low <= before - after <= result.gain.high


def _unsure(pairs: Sequence[Pair]) -> Iterator[Pair]:
    for number, (before, after) in enumerate(pairs):
        unsure = number % (3 if before is ERROR else 6) == 0
        same = before is after
        yield (GoldOutcome.CANNOT_TELL, GoldOutcome.CANNOT_TELL if same else after) if unsure else (before, after)
