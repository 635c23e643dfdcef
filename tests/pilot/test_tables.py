"""Rows for charts, frames and files: complete, and adding up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pilot_makers import Pair, flag, random_programme, rewrite

from r11.pilot import tables
from r11.pilot.measures import measure
from r11.vocabulary import AbortCode

CODES = [code for code in AbortCode if code is not AbortCode.INVALID_FLAG]


def rewrites(*counts: int) -> list[Pair]:
    """As many O3 items with each reason as `counts` says."""
    reasons = [code for code, count in zip(CODES, counts, strict=False) for _ in range(count)]
    return [rewrite(flag("a.md", number), code) for number, code in enumerate(reasons, start=1)]


@pytest.mark.parametrize(
    ("reasons", "keep", "shown"),
    [
        pytest.param(0, 3, [], id="no reasons"),
        pytest.param(3, 3, [3, 2, 1], id="as many as fit"),
        pytest.param(5, 3, [5, 4, 3 + 2 + 1], id="the tail as one"),
    ],
)
def test_a_picture_shows_the_leading_reasons_and_loses_none(reasons: int, keep: int, shown: list[int]) -> None:
    measures = measure(rewrites(*range(reasons, 0, -1)), threshold=7)
    rows = tables.leading_reasons(tables.reason_rows([measures.everything]), keep)
    assert [row["count"] for row in rows] == shown
    if reasons > keep:
        assert rows[-1]["code"] == "3 other reasons"


@given(st.integers(0, 10_000))
def test_first_reasons_add_up_to_the_o3_items_of_each_stratum(seed: int) -> None:
    pairs, bad = random_programme(seed, files=12)
    strata = measure(pairs, bad, threshold=7).strata
    rows = tables.reason_rows(strata)
    for one in strata:
        mine = [row for row in rows if row["stratum"] == one.stratum.value]
        assert sum(int(row["first"]) for row in mine) == one.split.o3
        assert len(mine) == len({row["code"] for row in rows})


@given(st.integers(0, 10_000))
def test_parts_and_rules_add_up_to_n(seed: int) -> None:
    pairs, bad = random_programme(seed, files=12)
    strata = measure(pairs, bad, threshold=7).strata
    for one in strata:
        assert sum(int(row["count"]) for row in tables.part_rows([one])) == one.split.n
        assert sum(int(row["n"]) for row in tables.rule_rows([one])) == one.split.n


def test_every_file_with_a_fix_target_is_in_the_sizes() -> None:
    measures = measure(random_programme(8)[0], threshold=7)
    sizes = tables.size_rows(measures)
    assert sum(int(row["files"]) for row in sizes) == measures.everything.files
    assert sum(int(row["files"]) * int(row["fix_targets"]) for row in sizes) == measures.everything.split.n
