"""The picture of the gold sample: the error rate before and after the fixes, each with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt

from r11.charts.base import Theme, chart_of, finish, named_rows


def _mark_words(rows: Sequence[Mapping[str, str | float]]) -> str:
    is_point = [row["least"] == row["most"] for row in rows]
    bar = "Bar: the share of all claims, a span where labels settle nothing"
    return "Dot: the share of all claims" if all(is_point) else bar if not any(is_point) else f"{bar}; dot: a share"


def before_after(rows: Sequence[Mapping[str, str | float]], theme: Theme) -> alt.LayerChart:
    """rows: `rate_rows` of the gold report: a name, the figure from `least` to `most`, its limits `low` and `high` (all
    as proportions), and all of it in words. Nothing rests on colour: thin line, thick bar and dot differ in shape."""
    top = max((float(row["high"]) for row in rows), default=1.0) or 1.0
    scale = alt.Scale(domain=[0, min(1.0, 1.1 * top)], nice=False)
    axis = alt.Axis(format="%", grid=True, gridColor=theme.grid, tickCount=6, domain=False, title=None)
    names, height = named_rows(theme, "name", [str(row["name"]) for row in rows], each=64, gap=0.3)
    base = chart_of(rows).encode(y=names, tooltip=["name:N", "says:N"])

    def x(field: str) -> alt.X:
        return alt.X(f"{field}:Q", scale=scale, axis=axis)

    whiskers = base.mark_rule(strokeWidth=2, color=theme.ink, aria=False).encode(x=x("low"), x2="high:Q")
    ticks = base.mark_tick(thickness=2, size=16, color=theme.ink, aria=False)
    ends = [ticks.encode(x=x(end)) for end in ("low", "high")]
    spans = base.mark_bar(size=12, color=theme.series[1], stroke=theme.ink, strokeWidth=1, aria=False).encode(
        x=x("least"), x2="most:Q"
    )
    dots = base.transform_filter("datum.least == datum.most").mark_point(
        shape="circle", size=110, filled=True, fill=theme.series[0], stroke=theme.ink, strokeWidth=1.2, opacity=1
    )
    words = base.mark_text(align="left", dy=-22, color=theme.ink, aria=False).encode(
        x=alt.value(0) if theme.is_narrow else x("low"), text="says:N"
    )
    return finish(
        [whiskers, *ends, spans, dots.encode(x=x("most"), description="says:N"), words],
        theme,
        "Outdated or wrong claims, before and after the fixes",
        f"{_mark_words(rows)}. Line: the 95 % interval.",
        height=height,
    )
