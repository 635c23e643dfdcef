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
    labels = [_labels(base, "datum.coverage < 0.5", "left"), _labels(base, "datum.coverage >= 0.5", "right")]
    title = "Precision and coverage of the value swap"
    subtitle = (
        "Large mark: the operating point. To its left only the swaps with the highest scores; to its right gates are "
        "taken away one by one, the cheapest first, chosen on these very cases."
    )
    return finish([line, points, *labels], LIGHT, title, subtitle, height=320)


def _labels(base: alt.Chart, where: str, align: str) -> alt.Chart:
    """The words at the operating points of one half of the picture, so that they stay inside."""
    shown = base.transform_filter(f"datum.label != '' && {where}")
    return shown.mark_text(align=align, dy=-20, color=LIGHT.ink).encode(text="label:N")


def _axis() -> alt.Axis:
    return alt.Axis(format=".0%", grid=True, gridColor=LIGHT.grid)


def _zoomed() -> alt.Scale:
    return alt.Scale(zero=False, nice=False, padding=16)
