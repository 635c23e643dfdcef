"""The plan and the draw of the gold sample: sizes computed before drawing, everything decided by the seed."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.pilot.goldsample_draw import LEAST_DRAWN, draw_items, plan_for_size, plan_for_width
from r11.vocabulary import GoldStratum, GoldVersion

WHOLES = {
    GoldStratum.CHANGED: 300,
    GoldStratum.REMOVED: 40,
    GoldStratum.CLOSED: 43,
    GoldStratum.OPEN: 519,
    GoldStratum.GROUNDED: 675,
}
wholes = st.dictionaries(st.sampled_from(GoldStratum), st.integers(0, 60))


# --- the plan -------------------------------------------------------------------------------------------------------


def test_a_width_that_no_draw_gives_takes_every_claim() -> None:
    plan = plan_for_width(WHOLES, 0.0)
    assert plan.drawn == WHOLES
    assert plan.width == 0


@pytest.mark.parametrize("width", [0.04, 0.1, 0.2])
def test_the_plan_is_expected_to_be_as_narrow_as_wanted_and_not_much_larger_than_needed(width: float) -> None:
    plan = plan_for_width(WHOLES, width)
    assert 0.85 * width < plan.width <= width
    assert all(LEAST_DRAWN <= count <= WHOLES[stratum] for stratum, count in plan.drawn.items())


def test_a_narrower_interval_costs_more_labels() -> None:
    costs = [plan_for_width(WHOLES, width).items for width in (0.2, 0.1, 0.05)]
    assert costs == sorted(costs)
    assert len(set(costs)) == 3


def test_a_larger_stratum_and_a_less_certain_one_get_more() -> None:
    plan = plan_for_width(WHOLES, 0.06)
    assert plan.drawn[GoldStratum.OPEN] > plan.drawn[GoldStratum.GROUNDED] > plan.drawn[GoldStratum.CLOSED]


@given(wholes, st.integers(1, 200))
def test_a_size_is_met_or_everything_is_taken(sizes: dict[GoldStratum, int], claims: int) -> None:
    plan = plan_for_size(sizes, claims)
    assert plan.claims >= min(claims, sum(sizes.values()))
    assert plan.claims <= claims + len(GoldStratum)
    assert all(0 < plan.drawn[one] <= size for one, size in sizes.items() if size)
    assert plan.items == plan.claims + plan.drawn.get(GoldStratum.CHANGED, 0)


# --- the draw -------------------------------------------------------------------------------------------------------


def keys(sizes: dict[GoldStratum, int]) -> dict[GoldStratum, list[str]]:
    return {stratum: [f"{stratum}.md#c{number}" for number in range(size)] for stratum, size in sizes.items()}


@given(wholes, st.integers(0, 40), st.integers(0, 2**53))
def test_every_drawn_claim_is_there_in_each_of_its_versions(
    sizes: dict[GoldStratum, int], doubled: int, seed: int
) -> None:
    plan = plan_for_size(sizes, 25)
    items = draw_items(keys(sizes), plan.drawn, doubled=doubled, seed=seed)
    found = Counter((item.stratum, item.version) for item in items)
    for stratum, count in plan.drawn.items():
        versions = {version: n for (of, version), n in found.items() if of is stratum}
        both = {GoldVersion.BEFORE: count, GoldVersion.AFTER: count}
        once = {GoldVersion.BEFORE if stratum is GoldStratum.REMOVED else GoldVersion.BOTH: count}
        assert versions == (both if stratum is GoldStratum.CHANGED else once)
    assert len({(item.key, item.version) for item in items}) == len(items)
    assert sum(item.doubled for item in items) == min(doubled, len(items))


@given(wholes, st.integers(0, 2**53))
def test_two_versions_of_a_claim_are_never_neighbours(sizes: dict[GoldStratum, int], seed: int) -> None:
    """Also not at the end and the beginning: everybody starts somewhere else."""
    items = draw_items(keys(sizes), plan_for_size(sizes, 25).drawn, doubled=0, seed=seed)
    neighbours = [one.key == items[n - 1].key for n, one in enumerate(items)]
    assert not any(neighbours) or len(items) <= 3


def test_the_same_seed_draws_the_same_and_another_one_others() -> None:
    drawn = plan_for_width(WHOLES, 0.1).drawn
    first, again, other = (draw_items(keys(WHOLES), drawn, doubled=30, seed=seed) for seed in (7, 7, 8))
    assert first == again
    assert {item.key for item in first} != {item.key for item in other}


def test_the_order_of_the_frame_does_not_matter() -> None:
    drawn = plan_for_width(WHOLES, 0.1).drawn
    turned = {stratum: list(reversed(names)) for stratum, names in keys(WHOLES).items()}
    assert draw_items(turned, drawn, doubled=9, seed=3) == draw_items(keys(WHOLES), drawn, doubled=9, seed=3)


def test_which_version_comes_first_is_left_to_chance() -> None:
    items = draw_items(keys(WHOLES), {GoldStratum.CHANGED: 300}, doubled=0, seed=5)
    first = {item.key: item.version for item in reversed(items)}
    assert 110 < sum(version is GoldVersion.BEFORE for version in first.values()) < 190


def test_strata_are_mixed_all_over_the_list() -> None:
    items = draw_items(keys(WHOLES), plan_for_width(WHOLES, 0.1).drawn, doubled=0, seed=5)
    quarter = len(items) // 4
    for start in range(0, 4 * quarter, quarter):
        assert len({item.stratum for item in items[start : start + quarter]}) >= 4
