"""Pilot and rest side by side: every share with its counts, and a sentence that follows the counts and nothing else."""

from __future__ import annotations

import pytest
from pilot_makers import flag, invalid, random_programme, rewrite, swap

from r11.pilot.figures import Share
from r11.pilot.likeness import BY_OPERATION, BY_RULE, Compared, compare, likeness
from r11.pilot.measures import measure
from r11.vocabulary import Rule


def row(pilot: tuple[int, int], rest: tuple[int, int], name: str = "O1") -> Compared:
    return Compared(BY_OPERATION, name, Share(*pilot), Share(*rest))


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        pytest.param([], "too few to compare", id="nothing"),
        pytest.param([row((5, 9), (5, 90))], "too few to compare", id="nine items say nothing"),
        pytest.param([row((0, 0), (5, 90))], "too few to compare", id="no pilot"),
        pytest.param([row((20, 100), (29, 100))], "Not one of 1 shares differs by 10 points", id="nine points"),
        pytest.param(
            [row((20, 100), (21, 100)), row((3, 10), (22, 100), "O2")],
            "furthest apart, with +8.0 points, is O2 (3/10 in the pilot, 22/100 in the rest)",
            id="the furthest is named",
        ),
        pytest.param(
            [row((20, 100), (21, 100)), row((30, 100), (20, 100), "O2"), row((1, 9), (9, 9), "O3")],
            "in 1 of 2 shares, which differs by 10 points or more: O2 (30/100 in the pilot, 20/100 in the rest).",
            id="ten points, and a small one left out",
        ),
    ],
)
def test_the_sentence_says_what_the_counts_do(rows: list[Compared], says: str) -> None:
    assert says in likeness(rows)


@pytest.mark.parametrize("seed", range(3))
def test_the_rows_of_a_group_hold_every_item_once(seed: int) -> None:
    measures = measure(*random_programme(seed), threshold=7)
    rows = compare(measures)
    for group in (BY_OPERATION, BY_RULE):
        inside = [one for one in rows if one.group == group]
        assert sum(one.pilot.numerator for one in inside) == measures.pilot.split.n
        assert sum(one.rest.numerator for one in inside) == measures.rest.split.n
        assert {one.rest.denominator for one in inside} == {measures.rest.split.n}


def test_a_rule_that_only_one_side_has_is_compared_with_none() -> None:
    pairs = [swap(flag("big.md", number, rule=Rule.R8)) for number in range(1, 12)]
    pairs += [rewrite(flag(f"{number}.md", 1, rule=Rule.R2)) for number in range(11)]
    rows = {one.name: one for one in compare(measure(pairs, [invalid("0.md")], threshold=7)) if one.group == BY_RULE}
    assert (rows[Rule.R8.label].pilot, rows[Rule.R8.label].rest) == (Share(11, 11), Share(0, 12))
    assert list(rows)[-1] == "unreadable"
    assert rows["unreadable"].rest == Share(1, 12)


def test_a_flag_without_a_rule_is_not_called_unreadable() -> None:
    """A judge may name no rule; only of an entry that could not be read nobody knows it."""
    pairs = [swap(flag("big.md", number, rule=Rule.NONE)) for number in range(1, 12)]
    rows = {one.name: one.pilot for one in compare(measure(pairs, threshold=7)) if one.group == BY_RULE}
    assert rows == {Rule.NONE.label: Share(11, 11)}
