"""Charts: every picture says its counts, needs no connection, and stays readable in grey."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from pilot_makers import Pair, flag, invalid, random_programme, report_of, swap

from r11 import charts
from r11.charts import DARK, LIGHT, THEMES, Theme
from r11.ledger.manifest import InvalidEntry
from r11.pilot.tables import POLICY_PARTS
from r11.report import drawings
from r11.vocabulary import JudgeVerdict, Rule

ONE = [{"stratum": "pilot", "code": "NO_QUOTE", "count": 3, "n": 9}]


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


@pytest.mark.parametrize(
    ("draw", "column", "names"),
    [
        pytest.param(charts.o3_reasons, "code", ("NO_QUOTE", "HEADING"), id="bars side by side"),
        pytest.param(charts.policy_split, "part", POLICY_PARTS[:2], id="parts of a bar"),
    ],
)
def test_nothing_is_no_sliver(draw: Callable[..., Any], column: str, names: tuple[str, str]) -> None:
    """A bar of no items has its counts or its place in the legend, and no outline."""
    some, none = ({"stratum": "pilot", column: name, "n": 9} for name in names)
    drawing = charts.svg(draw([some | {"count": 9}, none | {"count": 0}], LIGHT))
    assert set(re.findall(r'aria-label="(pilot, [^"]+)"', drawing)) == {f"pilot, {names[0]}: 9/9"}
    assert names[1] in drawing


def test_a_stratum_without_items_says_so() -> None:
    drawing = charts.svg(charts.o3_reasons([{**ONE[0], "count": 0, "n": 0}], LIGHT))
    assert ">no items</text>" in drawing
    assert "NaN" not in drawing


def test_text_of_the_ledger_is_escaped_in_a_drawing() -> None:
    rows = [{"subject": "</svg><script>", "band": "1 & 2", "files": 1, "count": 1, "n": 2}]
    drawing = charts.svg(charts.trends(rows, LIGHT))
    assert "<script>" not in drawing
    assert "1 &amp; 2" in drawing


@pytest.mark.parametrize(
    ("pairs", "bad"),
    [
        pytest.param([], [invalid(), invalid("a.md", JudgeVerdict.NOT_GROUNDED, Rule.R8)], id="all invalid"),
        pytest.param(*random_programme(1), id="everything at once"),
    ],
)
def test_drawings_ask_for_nothing_and_hold_no_number_that_is_none(pairs: list[Pair], bad: list[InvalidEntry]) -> None:
    for themes in drawings(report_of(pairs, bad)).values():
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
