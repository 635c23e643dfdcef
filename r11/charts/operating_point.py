"""Precision against coverage of the value swap, with the operating point marked: readable in grey."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from r11.charts.base import LIGHT, chart_of, finish

_SHAPES = ["circle", "triangle-up"]


def draw(rows: Sequence[Mapping[str, Any]]) -> alt.LayerChart:
    """rows: `cases`, `step`, `order`, `precision` and `coverage` (0 to 1), `label` (only at the operating point)."""
    sets = list(dict.fromkeys(row["cases"] for row in rows))
    colour = alt.Color("cases:N", scale=alt.Scale(domain=sets, range=list(LIGHT.series[: len(sets)])), legend=None)
    shape = alt.Shape("cases:N", scale=alt.Scale(domain=sets, range=_SHAPES[: len(sets)]), legend=None)
    base = chart_of(rows).encode(
        x=alt.X("coverage:Q", title="answers found / all numbers, dates and versions", axis=_axis(), scale=_zoomed()),
        y=alt.Y("precision:Q", title="right / all swaps made", axis=_axis(), scale=_zoomed()),
        order="order:Q",
    )
    line = base.mark_line(strokeWidth=1.5).encode(color=colour)
    size = alt.condition("datum.label != ''", alt.value(280), alt.value(45))
    points = base.mark_point(filled=True, stroke=LIGHT.ink, strokeWidth=1, opacity=1).encode(
        color=colour, shape=shape, size=size, tooltip=["cases:N", "step:N"]
    )
    named = base.transform_filter("datum.label != ''").encode(text="label:N")
    inside = "datum.coverage < 0.5"
    left = named.transform_filter(inside).mark_text(align="left", dy=-20, color=LIGHT.ink)
    right = named.transform_filter(f"!({inside})").mark_text(align="right", dx=70, dy=-20, color=LIGHT.ink)
    title = "Precision and coverage of the value swap"
    subtitle = (
        "Large mark: the operating point. To its left only the swaps with the highest scores; to its right gates are "
        "taken away one by one, the cheapest first, chosen on these very cases."
    )
    return finish([line, points, left, right], LIGHT, title, subtitle, height=320)


def _axis() -> alt.Axis:
    return alt.Axis(format=".0%", grid=True, gridColor=LIGHT.grid)


def _zoomed() -> alt.Scale:
    return alt.Scale(zero=False, nice=False, padding=16)
