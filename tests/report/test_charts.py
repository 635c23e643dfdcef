"""Charts: every picture says its counts, needs no connection, and stays readable in grey."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from pilot_makers import flag, random_programme, report_of, swap

from r11 import charts
from r11.charts import DARK, LIGHT, THEMES, Theme
from r11.pilot import tables
from r11.report import drawings

ONE = [{"stratum": "pilot", "code": "NO_QUOTE", "meaning": "", "first": 3, "any": 4, "n": 9}]


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, 0 to 1. Source: WCAG 2.2, definition of relative luminance."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_text_is_legible_on_what_it_stands_on(theme: Theme) -> None:
    """At least 4.5:1, the level AA of WCAG 2.2 for text."""
    assert contrast(theme.ink, theme.background) >= 4.5
    assert contrast(theme.quiet, theme.background) >= 4.5
    for ink, part in zip(theme.on_parts, theme.parts, strict=True):
        assert contrast(ink, part) >= 4.5, part


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_neighbouring_colours_differ_in_grey(theme: Theme) -> None:
    for one, other in (*pairwise(theme.parts), *pairwise(theme.series)):
        assert contrast(one, other) >= 1.25, (one, other)


def test_every_bar_says_its_counts() -> None:
    drawing = charts.svg(charts.o3_reasons(ONE, LIGHT))
    assert ">3/9</text>" in drawing
    assert 'aria-label="pilot, NO_QUOTE: 3/9"' in drawing


def test_a_stratum_without_items_says_so() -> None:
    drawing = charts.svg(charts.o3_reasons([{**ONE[0], "first": 0, "n": 0}], LIGHT))
    assert ">no items</text>" in drawing
    assert "NaN" not in drawing


def test_text_of_the_ledger_is_escaped_in_a_drawing() -> None:
    rows = [{"subject": "</svg><script>", "band": "1 & 2", "files": 1, "count": 1, "n": 2}]
    drawing = charts.svg(charts.trends(rows, LIGHT))
    assert "<script>" not in drawing
    assert "1 &amp; 2" in drawing


@pytest.mark.parametrize("seed", [1, 2])
def test_drawings_ask_for_nothing_from_outside(seed: int) -> None:
    for themes in drawings(report_of(*random_programme(seed))).values():
        assert set(themes) == {"light", "dark"}
        for drawing in themes.values():
            addresses = set(re.findall(r"https?://[^\"' ]+", drawing))
            assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
            assert "NaN" not in drawing
            assert "undefined" not in drawing


def test_only_charts_with_something_to_show_are_drawn() -> None:
    names = set(drawings(report_of([swap(flag())])))
    assert {"split", "population", "sizes", "rules"} <= names
    assert not {"o1-aborts", "o3-reasons", "r8"} & names
    assert drawings(report_of([])) == {}


def test_a_png_is_one_and_is_the_same_each_time() -> None:
    drawing = charts.svg(charts.o3_reasons(ONE, DARK))
    first, second = charts.png(drawing), charts.png(drawing)
    assert first.startswith(b"\x89PNG\r\n")
    assert first == second


def test_the_parts_of_a_bar_fill_it() -> None:
    pairs, bad = random_programme(3)
    for one in report_of(pairs, bad).measures.strata:
        assert sum(int(row["count"]) for row in tables.part_rows([one])) == one.split.n
