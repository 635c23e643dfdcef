"""The end-proof on a programme whose truth is known: the printed intervals hold it, though claims of a file are alike.

Drawn by the program's own draw, once for each seed; nothing is labelled wrongly here, so what is left is chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from gold_world import ERROR, NO_ERROR, make_world

from r11.pilot.goldsample_draw import plan_for_width
from r11.pilot.goldsample_estimate import LEAST_PAIRS, Pair, estimate
from r11.vocabulary import GoldOutcome, GoldStratum

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


# --- where labels are missing and hide how the two labels of a claim go together -------------------------------------

CHANGED_ONLY = 4_000
DRAWN = 300
KINDS: tuple[tuple[Pair, float], ...] = (
    ((ERROR, ERROR), 0.2),
    ((NO_ERROR, NO_ERROR), 0.2),
    ((ERROR, NO_ERROR), 0.1),
    ((NO_ERROR, ERROR), 0.5),
)
CANNOT_TELL = GoldOutcome.CANNOT_TELL


@pytest.mark.parametrize("hidden", [1.0, 0.5, 0.1])
def test_labels_that_are_missing_where_it_hurts_most_leave_the_change_inside(hidden: float) -> None:
    """Only claims that became errors are undecided, and only before: what is settled goes together more than the
    truth does, and the truth is the end of the span, so that nothing but the limit itself keeps it inside."""
    truth = sum(part * ((pair[0] is ERROR) - (pair[1] is ERROR)) for pair, part in KINDS)
    world = [pair for pair, part in KINDS for _ in range(round(part * CHANGED_ONLY))]
    dice = np.random.default_rng(11)
    held = 0
    for _ in range(RUNS):
        drawn = [world[place] for place in dice.choice(len(world), DRAWN, replace=False)]
        told = [_hidden(pair, bool(dice.random() < hidden)) for pair in drawn]
        gain = estimate({GoldStratum.CHANGED: len(world)}, {GoldStratum.CHANGED: told}).gain
        held += gain.low <= truth <= gain.high
    assert held / RUNS >= AT_LEAST


def _hidden(pair: Pair, is_hidden: bool) -> Pair:
    return (CANNOT_TELL, ERROR) if is_hidden and pair == (NO_ERROR, ERROR) else pair


# --- the changed claims by themselves, at the fewest that carry limits ------------------------------------------------


@pytest.mark.parametrize("whole", [40, 400])
@pytest.mark.parametrize("parts", [(0.05, 0.8, 0.03, 0.12), (0.3, 0.3, 0.1, 0.3), (0.4, 0.1, 0.1, 0.4)], ids=str)
def test_the_changed_claims_alone_have_honest_limits_from_ten_on(whole: int, parts: Sequence[float]) -> None:
    """parts: errors in both versions, before only, after only, in neither."""
    kinds: tuple[Pair, ...] = ((ERROR, ERROR), (ERROR, NO_ERROR), (NO_ERROR, ERROR), (NO_ERROR, NO_ERROR))
    counts = [round(part * whole) for part in parts]
    world = [pair for pair, count in zip(kinds, counts, strict=True) for _ in range(count)]
    truth = (counts[1] - counts[2]) / len(world)
    dice = np.random.default_rng(3)
    held = 0
    for _ in range(RUNS):
        drawn = [world[place] for place in dice.choice(len(world), LEAST_PAIRS, replace=False)]
        alone = estimate({GoldStratum.CHANGED: len(world)}, {GoldStratum.CHANGED: drawn}).changed
        assert alone is not None
        held += alone.low <= truth <= alone.high
    assert held / RUNS >= AT_LEAST
