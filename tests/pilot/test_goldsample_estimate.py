"""What the labels of the gold sample come to: the awkward numbers first, then the laws of the figures."""

from __future__ import annotations

from dataclasses import astuple
from itertools import product
from math import isfinite, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.pilot.figures import Share
from r11.pilot.goldsample_estimate import Bounds, Ends, Pair, estimate, paired, phi, total
from r11.pilot.intervals import exact, exact_in_whole
from r11.vocabulary import GoldOutcome, GoldStratum

ERROR, NO_ERROR, CANNOT = GoldOutcome.ERROR, GoldOutcome.NO_ERROR, GoldOutcome.CANNOT_TELL
CHANGED, REMOVED, OPEN, GROUNDED = GoldStratum.CHANGED, GoldStratum.REMOVED, GoldStratum.OPEN, GoldStratum.GROUNDED
NOTHING = Bounds(0.0, 0.0, 0.0, 0.0)


def same(*outcomes: GoldOutcome) -> list[Pair]:
    return [(outcome, outcome) for outcome in outcomes]


# --- one stratum: exact limits of a draw from a finite whole --------------------------------------------------------


@pytest.mark.parametrize("case", [(0, 0, 5), (3, 2, 5), (1, 6, 5), (-1, 2, 5)], ids=str)
def test_what_is_no_share_of_a_draw_is_refused(case: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="is no share of a draw"):
        exact_in_whole(*case)


@pytest.mark.parametrize(
    ("case", "limits"),
    [
        pytest.param((2, 5, 5), (0.4, 0.4), id="everything was drawn: no interval"),
        pytest.param((0, 10, 40), (0.0, 0.25), id="none of ten from forty still allows a quarter"),
        pytest.param((10, 10, 40), (0.75, 1.0), id="all of ten from forty"),
        pytest.param((0, 1, 1000), (0.0, 0.974), id="one item says next to nothing"),
        pytest.param((3, 50, 10**7), exact(Share(3, 50)), id="an endless whole: the limits of independent items"),
    ],
)
def test_limits_worked_out(case: tuple[int, int, int], limits: tuple[float, float]) -> None:
    assert exact_in_whole(*case) == pytest.approx(limits, abs=1e-4)


@given(st.data())
def test_the_limits_hold_the_share_and_could_be_the_whole_s(data: st.DataObject) -> None:
    whole = data.draw(st.integers(1, 60))
    drawn = data.draw(st.integers(1, whole))
    count = data.draw(st.integers(0, drawn))
    low, high = exact_in_whole(count, drawn, whole)
    assert low <= count / drawn <= high
    assert low * whole >= count - 1e-9
    assert high * whole <= whole - (drawn - count) + 1e-9


# --- the rows of awkward numbers ------------------------------------------------------------------------------------


def test_no_claims_at_all_is_no_rate() -> None:
    result = estimate({}, {})
    assert (result.claims, result.strata, result.before) == (0, (), NOTHING)


def test_nothing_was_flagged_so_nothing_changed() -> None:
    result = estimate({GROUNDED: 100}, {GROUNDED: same(*[NO_ERROR] * 30)})
    assert result.gain == NOTHING
    assert result.before == result.after
    assert result.before.least == 0
    assert 0.08 < result.before.high < 0.1


def test_nothing_was_labelled_so_anything_may_be_true() -> None:
    unlabelled = same(*[GoldOutcome.UNLABELLED] * 10)
    result = estimate({CHANGED: 20, GROUNDED: 80}, {CHANGED: unlabelled, GROUNDED: unlabelled})
    assert (result.before.low, result.before.high) == (0.0, 1.0)
    assert result.undecided == 30


def test_a_stratum_that_was_not_drawn_may_have_any_rate() -> None:
    result = estimate({OPEN: 50, GROUNDED: 50}, {GROUNDED: same(*[NO_ERROR] * 50)})
    assert (result.before.least, result.before.most) == (0.0, 0.5)


def test_everything_labelled_is_counted_and_has_no_interval() -> None:
    result = estimate({CHANGED: 2, GROUNDED: 2}, {CHANGED: [(ERROR, NO_ERROR)] * 2, GROUNDED: same(ERROR, NO_ERROR)})
    assert (result.before.is_exact, result.after.is_exact, result.gain.is_exact) == (True, True, True)
    assert (result.before.least, result.after.least, result.gain.least) == (0.75, 0.25, 0.5)


def test_every_claim_was_taken_out() -> None:
    result = estimate({REMOVED: 4}, {REMOVED: [(ERROR, None)] * 4})
    assert (result.before.least, result.after, result.claims_after) == (1.0, NOTHING, 0)
    assert result.gain.least == 1.0


def test_a_claim_that_is_gone_leaves_the_denominator_and_not_only_the_numerator() -> None:
    """Ten claims, one an error that stays, one an error that goes: 2/10 before, 1/9 after."""
    result = estimate({REMOVED: 1, OPEN: 9}, {REMOVED: [(ERROR, None)], OPEN: same(ERROR, *[NO_ERROR] * 8)})
    assert (result.before.least, result.after.least) == (pytest.approx(0.2), pytest.approx(1 / 9))
    assert result.gain.least == pytest.approx(0.2 - 1 / 9)


def test_a_fix_that_makes_it_worse_shows_as_a_loss() -> None:
    result = estimate({CHANGED: 10}, {CHANGED: [(NO_ERROR, ERROR)] * 10})
    assert (result.gain.least, result.gain.high) == (-1.0, -1.0)


def test_what_nobody_can_tell_is_taken_both_ways() -> None:
    result = estimate({CHANGED: 4}, {CHANGED: [(ERROR, NO_ERROR), (CANNOT, NO_ERROR), (ERROR, CANNOT), (ERROR, ERROR)]})
    assert (result.before.least, result.before.most) == (0.75, 1.0)
    assert (result.after.least, result.after.most) == (0.25, 0.5)
    assert (result.gain.least, result.gain.most) == (0.25, 0.75)
    assert not result.gain.is_point


@pytest.mark.parametrize(
    ("items", "first", "second", "both", "expected"),
    [
        pytest.param(0, 0, 0, 0, 0.0, id="no claims"),
        pytest.param(9, 9, 4, 4, 0.0, id="all alike before: not defined"),
        pytest.param(2, 1, 1, 1, 1.0, id="always the same label"),
        pytest.param(2, 1, 1, 0, -1.0, id="always the other one"),
        pytest.param(10, 5, 5, 3, 0.2, id="three of five together"),
    ],
)
def test_how_far_the_two_labels_of_a_claim_go_together(
    items: int, first: int, second: int, both: int, expected: float
) -> None:
    (found,) = phi(items, first, np.array([second], dtype=float), np.array([both], dtype=float))
    assert found == pytest.approx(expected)


def test_the_change_may_go_together_otherwise_where_labels_are_missing() -> None:
    """Of ten claims six are settled twice and rather alike; in the way of filling the others that gives the least
    change, errors before and after fall on different claims, and the limit of that way is the one that counts."""
    settled = [(ERROR, ERROR)] * 2 + [(NO_ERROR, NO_ERROR)] * 2 + [(ERROR, NO_ERROR), (NO_ERROR, ERROR)]
    pairs: list[Pair] = [*settled, *[(CANNOT, ERROR)] * 2, *[(NO_ERROR, CANNOT)] * 2]
    found = estimate({CHANGED: 100}, {CHANGED: pairs}).gain
    worst = estimate({CHANGED: 100}, {CHANGED: [*settled, *[(NO_ERROR, ERROR)] * 4]}).gain
    assert found.least == pytest.approx(worst.least)
    assert found.low <= worst.low + 1e-12


@given(st.lists(st.tuples(st.sampled_from([ERROR, NO_ERROR, CANNOT]), st.sampled_from([ERROR, NO_ERROR, CANNOT])),
                min_size=1, max_size=6), st.integers(0, 20))  # fmt: skip
def test_the_limits_are_the_outermost_of_all_ways_to_settle(pairs: list[Pair], more: int) -> None:
    """Each way tried one by one; the change, and both rates."""
    whole = {CHANGED: len(pairs) + more}
    ways = product(*(product(*(_ways(outcome) for outcome in pair)) for pair in pairs))
    tried = [estimate(whole, {CHANGED: list(way)}) for way in ways]
    found = estimate(whole, {CHANGED: pairs})
    for name in ("before", "after", "gain"):
        all_of = [getattr(one, name) for one in tried]
        expected = (
            min(one.least for one in all_of),
            max(one.most for one in all_of),
            min(one.low for one in all_of),
            max(one.high for one in all_of),
        )
        assert astuple(getattr(found, name)) == pytest.approx(expected, abs=1e-12)


def _ways(outcome: GoldOutcome | None) -> tuple[GoldOutcome | None, ...]:
    return (ERROR, NO_ERROR) if outcome is CANNOT else (outcome,)


def test_labels_that_go_together_narrow_the_difference() -> None:
    first, second = Bounds(0.6, 0.6, 0.4, 0.8), Bounds(0.5, 0.5, 0.3, 0.7)
    found = paired(first, Ends.of([second] * 3), np.array([0.0, 0.9, 1.0]))
    loose, tied, _ = found.high - found.low
    assert loose > tied > 0
    assert found.low[2] == pytest.approx(0.1)


def one_by_one(whole: int, pairs: list[Pair]) -> Bounds:
    """The limits of the change over all numbers of errors before and after, each by the formulas on plain numbers: the
    fewest claims that are errors twice found by trying every way to fill the gaps that has these numbers."""
    said = {ERROR: (1,), NO_ERROR: (0,), CANNOT: (0, 1)}
    fewest: dict[tuple[int, int], int] = {}
    for way in product(*(product(said[before], said[after]) for before, after in pairs if before and after)):
        errors = sum(before for before, _ in way), sum(after for _, after in way)
        fewest[errors] = min(fewest.get(errors, len(pairs)), sum(before * after for before, after in way))
    ends: list[tuple[float, float, float, float]] = []
    for (first, second), both in fewest.items():
        n, spread = len(pairs), first * (len(pairs) - first) * second * (len(pairs) - second)
        r = (n * both - first * second) / sqrt(spread) if spread else 0.0
        (low1, high1), (low2, high2) = exact_in_whole(first, n, whole), exact_in_whole(second, n, whole)
        p, q = first / n, second / n
        below, above = ((p - low1, high2 - q), (high1 - p, q - low2))
        down, up = (sqrt(max(0.0, a * a + b * b - 2 * r * a * b)) for a, b in (below, above))
        ends.append((p - q, p - q, p - q - down, p - q + up))
    least, most, low, high = zip(*ends, strict=True)
    return Bounds(min(least), max(most), min(low), max(high))


@given(
    st.lists(
        st.tuples(st.sampled_from([ERROR, NO_ERROR, CANNOT]), st.sampled_from([ERROR, NO_ERROR, CANNOT])),
        min_size=1, max_size=7,
    ),
    st.integers(0, 30),
)  # fmt: skip
def test_rows_at_once_are_just_what_each_alone_comes_to(pairs: list[Pair], more: int) -> None:
    """The arrays are another order of the same sums, and no approximation: no more than rounding lies between."""
    whole = len(pairs) + more
    assert astuple(estimate({CHANGED: whole}, {CHANGED: pairs}).gain) == pytest.approx(
        astuple(one_by_one(whole, pairs)), rel=1e-9, abs=1e-12
    )


def test_where_nothing_is_known_of_any_changed_claim_the_change_may_be_anything() -> None:
    """Of a quarter of a million ways the outermost."""
    found = estimate({CHANGED: 800}, {CHANGED: [(CANNOT, CANNOT)] * 500}).gain
    assert (found.least, found.most) == (-1.0, 1.0)


# --- laws -----------------------------------------------------------------------------------------------------------

outcomes = st.sampled_from(GoldOutcome)
drawn_pairs = st.lists(st.tuples(outcomes, outcomes), max_size=12)


@given(st.dictionaries(st.sampled_from(GoldStratum), st.tuples(drawn_pairs, st.integers(0, 40))))
def test_every_figure_is_a_number_in_its_place(parts: dict[GoldStratum, tuple[list[Pair], int]]) -> None:
    """No NaN and no 0/0, whatever was drawn, labelled or left; limits lie around both ends of the figure."""
    wholes = {stratum: len(pairs) + more for stratum, (pairs, more) in parts.items()}
    drawn = {stratum: _of(stratum, pairs) for stratum, (pairs, _) in parts.items()}
    result = estimate(wholes, drawn)
    for figure, least in ((result.before, 0.0), (result.after, 0.0), (result.gain, -1.0)):
        assert all(map(isfinite, astuple(figure)))
        assert figure.low <= figure.least + 1e-9
        assert figure.least <= figure.most + 1e-9
        assert figure.most <= figure.high + 1e-9
        assert figure.least >= least - 1e-9
        assert figure.most <= 1 + 1e-9
    changed, removed = len(drawn.get(CHANGED, ())), len(drawn.get(REMOVED, ()))
    assert sum(result.outcomes.values()) == sum(map(len, drawn.values())) + changed
    assert result.claims_after == result.claims - wholes.get(REMOVED, 0)
    assert removed == sum(pair[1] is None for pairs in drawn.values() for pair in pairs)


def _of(stratum: GoldStratum, pairs: list[Pair]) -> list[Pair]:
    if stratum is CHANGED:
        return pairs
    return [(before, None if stratum is REMOVED else before) for before, _ in pairs]


@given(st.lists(st.floats(-1, 1), max_size=4))
def test_a_sum_of_exact_figures_is_exact(values: list[float]) -> None:
    found = total(Bounds(value, value, value, value) for value in values)
    assert found.low == found.high == pytest.approx(sum(values))
