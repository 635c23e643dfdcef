"""Intervals: what is suppressed, known values, and whether they cover what they claim."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from r11.pilot.figures import Share
from r11.pilot.intervals import Interval, Suppressed, UpperLimit, exact, korn_graubard, upper_limit

CLAIMED = 0.95


def files(*shares: tuple[int, int]) -> list[Share]:
    return [Share(*share) for share in shares]


@pytest.mark.parametrize(
    ("clusters", "reason"),
    [
        pytest.param([], "no items", id="no files"),
        pytest.param(files(*[(0, 0)] * 20), "no items", id="files without items"),
        pytest.param(files((3, 9)), "1 files are too few", id="one file"),
        pytest.param(files(*[(1, 4)] * 7), "7 files are too few", id="seven files"),
        pytest.param(files(*[(1, 4)] * 7, *[(0, 0)] * 9), "7 files are too few", id="files without items do not help"),
        pytest.param(files((20, 40), *[(1, 4)] * 10), "40/80 items, more than a third", id="one file with half of all"),
    ],
)
def test_an_interval_that_would_be_wrong_is_not_shown(clusters: list[Share], reason: str) -> None:
    found = korn_graubard(clusters)
    assert isinstance(found, Suppressed)
    assert reason in str(found)
    assert "nan" not in str(found).lower()


@pytest.mark.parametrize(
    ("items", "percent"),
    [pytest.param(60, "4.9 %", id="0 of 60"), pytest.param(300, "1.0 %", id="0 of 300")],
)
def test_zero_errors_is_not_zero(items: int, percent: str) -> None:
    assert f"up to {percent}" in str(upper_limit(items))


def test_zero_of_none_has_no_limit() -> None:
    assert isinstance(upper_limit(0), Suppressed)
    with pytest.raises(ValueError, match="no items"):
        exact(Share(0, 0))


@given(st.integers(1, 2000))
def test_the_upper_limit_at_zero_has_a_closed_form(items: int) -> None:
    found = upper_limit(items)
    assert isinstance(found, UpperLimit)
    assert found.high == pytest.approx(1 - 0.05 ** (1 / items), rel=1e-9)


def test_the_exact_interval_has_the_published_ends() -> None:
    """3 of 10: 6.67 % to 65.25 %, as in every table of Clopper-Pearson limits."""
    assert exact(Share(3, 10)) == pytest.approx((0.06674, 0.65245), abs=1e-4)


def test_all_or_none_takes_the_cautious_end() -> None:
    """No scatter, no design effect: each file counts once, 0 of 10 and not 0 of 40."""
    none, all_ = korn_graubard(files(*[(0, 4)] * 10)), korn_graubard(files(*[(4, 4)] * 10))
    assert isinstance(none, Interval)
    assert isinstance(all_, Interval)
    assert (none.low, none.effective_n) == (0.0, 10)
    assert none.high == pytest.approx(exact(Share(0, 10))[1])
    assert (all_.low, all_.high) == pytest.approx((1 - none.high, 1.0))


shares = st.integers(1, 12).flatmap(lambda n: st.integers(0, n).map(lambda k: Share(k, n)))


@given(st.lists(shares, min_size=8, max_size=40))
def test_an_interval_holds_its_share_and_is_never_narrower_than_for_independent_items(clusters: list[Share]) -> None:
    found = korn_graubard(clusters)
    if isinstance(found, Suppressed):
        return
    share = found.share.numerator / found.share.denominator
    assert 0 <= found.low <= share <= found.high <= 1
    assert found.effective_n <= found.share.denominator
    low, high = exact(found.share)
    assert found.high - found.low >= high - low - 1e-9


# --- coverage -------------------------------------------------------------------------------------------------------


def drawn(dice: np.random.Generator, count: int, per_file: int, truth: float, correlation: float) -> list[Share]:
    """Files whose own shares scatter about the truth (beta-binomial with this intra-file correlation)."""
    a, b = (part * (1 - correlation) / correlation for part in (truth, 1 - truth))
    sizes = 1 + dice.poisson(per_file - 1, count)
    hits = dice.binomial(sizes, dice.beta(a, b, count))
    return [Share(int(k), int(n)) for k, n in zip(hits, sizes, strict=True)]


def naive(clusters: list[Share]) -> tuple[float, float]:
    """Wilson, as if every item were independent."""
    k, n = sum(s.numerator for s in clusters), sum(s.denominator for s in clusters)
    low, high = proportion_confint(k, n, method="wilson")
    return float(low), float(high)


def ours(clusters: list[Share]) -> tuple[float, float]:
    found = korn_graubard(clusters)
    assert isinstance(found, Interval)
    return found.low, found.high


def coverage(
    interval: Callable[[list[Share]], tuple[float, float]], count: int, truth: float, runs: int = 300
) -> float:
    dice = np.random.default_rng(20)
    limits = [interval(drawn(dice, count, 20, truth, 0.15)) for _ in range(runs)]
    return sum(low <= truth <= high for low, high in limits) / runs


@pytest.mark.parametrize("truth", [0.2, 0.5], ids=["a fifth", "a half"])
@pytest.mark.parametrize(
    ("count", "floor"),
    [
        pytest.param(8, 0.88, id="8 files"),
        pytest.param(15, 0.88, id="15 files"),
        pytest.param(30, 0.93, id="30 files"),
    ],
)
def test_clustered_intervals_cover_what_they_claim_and_naive_ones_do_not(
    count: int, floor: float, truth: float
) -> None:
    assert coverage(ours, count, truth) >= floor
    assert coverage(naive, count, truth) < CLAIMED - 0.2
