"""Agreement of two people: worked examples first, then what must hold for any answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.review.agreement import agreement, gwet_ac1, percent_agreement

WORDS = ("correct", "outdated", "wrong", "unsourced", "cannot_tell")
YES_NO = ("yes", "no")
Pairs = list[tuple[str, str]]
answers = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)))


def test_an_answer_that_was_not_to_be_had_is_refused() -> None:
    with pytest.raises(ValueError, match="maybe: not among the answers yes, no"):
        agreement([("yes", "maybe")], YES_NO)


def test_one_answer_to_choose_from_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to agree on"):
        agreement([], ("yes",))


@pytest.mark.parametrize(
    ("pairs", "percent", "ac1"),
    [
        pytest.param([], None, None, id="no items: not measured, neither 0 nor NaN"),
        pytest.param([("yes", "yes")] * 20, 100.0, 1.0, id="all agree on one word, where alpha is 0/0"),
        pytest.param([("yes", "no")], 0.0, -1.0, id="one item, one disagreement: p = 1/2, so pe = 1/2"),
        pytest.param([("yes", "yes")] * 19 + [("yes", "no")], 95.0, 0.9474, id="one disagreement of twenty"),
        pytest.param(
            [("yes", "yes")] * 118 + [("yes", "no")] * 5 + [("no", "yes")] * 2,
            94.4,
            0.9408,
            id="skewed, where kappa is near 0",
        ),
    ],
)
def test_worked_by_hand(pairs: Pairs, percent: float | None, ac1: float | None) -> None:
    found = agreement(pairs, YES_NO)
    assert percent_agreement(found) == (None if percent is None else pytest.approx(percent))
    assert gwet_ac1(found) == (None if ac1 is None else pytest.approx(ac1, abs=5e-5))


def test_the_raw_table_has_a_row_for_each_answer_of_the_first() -> None:
    found = agreement([("yes", "no"), ("yes", "no"), ("no", "no")], YES_NO)
    assert found.table() == [[0, 2], [0, 1]]


@given(answers)
def test_all_items_are_in_the_table_and_ac1_never_exceeds_one(pairs: Pairs) -> None:
    found = agreement(pairs, WORDS)
    assert sum(map(sum, found.table())) == found.items == len(pairs)
    if pairs:
        beyond_chance = gwet_ac1(found)
        assert beyond_chance is not None
        assert beyond_chance <= 1
        assert (beyond_chance == pytest.approx(1)) == (found.agreed == len(pairs))


@given(answers)
def test_it_does_not_matter_who_is_called_the_first(pairs: Pairs) -> None:
    one, other = agreement(pairs, WORDS), agreement([(b, a) for a, b in pairs], WORDS)
    assert percent_agreement(one) == percent_agreement(other)
    assert gwet_ac1(one) == (pytest.approx(gwet_ac1(other)) if pairs else None)
