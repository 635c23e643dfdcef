"""Charts: every picture says its counts, needs no connection, and stays readable in grey."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from pilot_makers import Pair, flag, invalid, random_programme, report_of, swap

from r11 import charts
from r11.charts import DARK, LIGHT, NARROW, THEMES, WIDE, Theme
from r11.ledger.manifest import InvalidEntry
from r11.pilot.tables import PARTS, POLICY_PARTS, r8_rows
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


WORLDS = pytest.mark.parametrize(
    ("pairs", "bad"),
    [
        pytest.param([], [invalid(), invalid("a.md", JudgeVerdict.NOT_GROUNDED, Rule.R8)], id="all invalid"),
        pytest.param(*random_programme(1), id="everything at once"),
    ],
)


@WORLDS
def test_drawings_ask_for_nothing_and_hold_no_number_that_is_none(pairs: list[Pair], bad: list[InvalidEntry]) -> None:
    for drawing in drawings(report_of(pairs, bad)).values():
        for drawn in (drawing.wide, drawing.narrow):
            addresses = set(re.findall(r"https?://[^\"' ]+", drawn))
            assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
            assert "NaN" not in drawn
            assert "undefined" not in drawn


@WORLDS
def test_every_chart_has_both_widths_and_both_themes(pairs: list[Pair], bad: list[InvalidEntry]) -> None:
    """Every colour of a drawing is one that each theme has; none is fixed in it."""
    for name, drawing in drawings(report_of(pairs, bad)).items():
        for drawn, width in ((drawing.wide, WIDE), (drawing.narrow, NARROW)):
            assert f'viewBox="0 0 {width} ' in drawn, name
            assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", drawn), name
            for theme in THEMES:
                alone = charts.painted(drawn, theme)
                assert theme.ink in alone, name
                assert "var(" not in alone, name


@WORLDS
def test_words_of_a_narrow_chart_stay_inside_it(pairs: list[Pair], bad: list[InvalidEntry]) -> None:
    for name, drawing in drawings(report_of(pairs, bad)).items():
        assert [text for text, left, right in spans(drawing.narrow) if left < 0 or right > NARROW] == [], name


@pytest.mark.parametrize(
    "draw",
    [
        pytest.param(lambda look: charts.o3_reasons(rows_of("code", "ALL_VALUES_IN_ANOTHER_QUOTE"), look), id="bars"),
        pytest.param(lambda look: charts.split(rows_of("part", *PARTS), look), id="parts"),
        pytest.param(lambda look: charts.before_after(RATES, look), id="before and after"),
    ],
)
def test_long_words_and_large_counts_stay_inside_a_narrow_chart(draw: Callable[[Theme], Any]) -> None:
    narrow = charts.drawing(draw).narrow
    words = spans(narrow)
    assert len(words) > 5
    assert [text for text, left, right in words if left < 0 or right > NARROW] == []


def test_counts_above_thin_parts_do_not_cover_each_other() -> None:
    counts = (1, 960, 1, 1, 1, 36)
    rows = [
        {"stratum": "all", "part": part, "count": count, "n": 1000} for part, count in zip(PARTS, counts, strict=True)
    ]
    for drawn in (drawing := charts.drawing(lambda look: charts.split(rows, look))).wide, drawing.narrow:
        above = sorted((left, right) for text, left, right in spans(drawn) if text == "1")
        assert len(above) == 4
        assert all(right <= left for (_, right), (left, _) in pairwise(above))


def rows_of(column: str, *words: str) -> list[dict[str, str | int]]:
    return [
        {"stratum": stratum, column: word, "count": 11_000 + at, "n": 70_000}
        for stratum in ("pilot", "rest")
        for at, word in enumerate(words)
    ]


RATES: list[dict[str, str | float]] = [
    {"name": name, "least": 0.12, "most": 0.31, "low": 0.1, "high": 0.35}
    | {"says": "12.1 to 31.4 %; interval 10.2 to 35.4 %"}
    for name in ("before", "after")
]


def spans(drawn: str) -> list[tuple[str, float, float]]:
    """Each text of a drawing, and at least where it begins and ends: letters are taken as 0.5 of their size wide."""
    found: list[tuple[str, float, float]] = []

    def walk(node: ElementTree.Element, x: float) -> None:
        moved = re.match(r"translate\(([-\d.]+)", node.get("transform", ""))
        x += float(moved[1]) if moved else 0.0
        if node.tag.endswith("}text"):
            size = float(node.get("font-size", "12px").removesuffix("px"))
            for line in [*node] or [node]:
                text = line.text or ""
                before = {"middle": 0.5, "end": 1.0}.get(node.get("text-anchor", ""), 0.0)
                width = 0.0 if "rotate(-90)" in node.get("transform", "") else 0.5 * size * len(text)
                found.append((text, x - before * width, x + (1 - before) * width))
        for child in node:
            walk(child, x)

    walk(ElementTree.fromstring(drawn), 0.0)
    return found


def test_only_charts_with_something_to_show_are_drawn() -> None:
    names = set(drawings(report_of([swap(flag())])))
    assert {"split", "population", "sizes", "rules"} <= names
    assert not {"o1-aborts", "o3-reasons", "r8"} & names
    assert drawings(report_of([])) == {}


def test_the_stage_of_ratifying_says_whether_it_is_counted() -> None:
    """With a policy text its effect is counted; without one the nominations are a lower bound."""
    report = report_of(*random_programme(2))
    assert report.effect is not None
    strata = [one for one in report.measures.strata if one.r8.flags]
    counted, bound = r8_rows(strata, report.effect), r8_rows(strata)
    assert "O2 if ratified, at least" in {row["stage"] for row in bound}
    tried = {one.stratum.value: one.r8.if_ratified.numerator for one in report.effect.ratified.strata}
    found = {row["stratum"]: row["count"] for row in counted if row["stage"] == "O2 if both scopes are ratified"}
    assert found == {one.stratum.value: tried[one.stratum.value] for one in strata}
    assert not any("at least" in str(row["stage"]) for row in counted)


def test_a_png_is_one_and_is_the_same_each_time() -> None:
    drawing = charts.svg(charts.o3_reasons(ONE, DARK))
    first, second = charts.png(drawing), charts.png(drawing)
    assert first.startswith(b"\x89PNG\r\n")
    assert first == second
