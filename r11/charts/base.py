"""What all charts share: the two themes, the size, how a row becomes a bar with its counts, SVG and PNG.

The colours (after Okabe and Ito) also differ in lightness, from dark to light in the order of the legend, so that they
stay apart in grey and for colour-blind people. Nothing here opens a file or a connection: `svg` and `png` render with
vl-convert, offline.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
import vl_convert

from r11.pilot.figures import Share

Rows = Sequence[Mapping[str, str | int]]

WIDTH = 680
"""Outer width of every chart in pixels."""
STRATA = ("pilot", "rest")
SOME = "datum.count > 0"
"""A bar of nothing would still show its outline, as a sliver."""
FONT = "DejaVu Sans, Verdana, sans-serif"


@dataclass(frozen=True)
class Theme:
    """The colours of a chart.

    series: bars beside each other. parts: PARTS in order. on_parts: the ink that is legible on each part.
    """

    name: str
    background: str
    ink: str
    quiet: str
    grid: str
    series: tuple[str, str, str]
    parts: tuple[str, ...]
    on_parts: tuple[str, ...]


LIGHT = Theme(
    name="light",
    background="#ffffff",
    ink="#1c2126",
    quiet="#59626c",
    grid="#dfe3e8",
    series=("#0b5a8f", "#e0a33a", "#c9ebdf"),
    parts=("#0b4a78", "#1b8062", "#d08a1c", "#f3c671", "#eef0f3", "#1c2126"),
    on_parts=("#ffffff", "#ffffff", "#1c2126", "#1c2126", "#1c2126", "#ffffff"),
)
DARK = Theme(
    name="dark",
    background="#171b20",
    ink="#e8ebee",
    quiet="#a3adb8",
    grid="#343b43",
    series=("#7cc4f2", "#b97f22", "#1d5f4b"),
    parts=("#9bd4f8", "#3db892", "#b87413", "#7d5416", "#3d4650", "#e8ebee"),
    on_parts=("#10151a", "#10151a", "#10151a", "#ffffff", "#e8ebee", "#10151a"),
)
THEMES = (LIGHT, DARK)


def svg(chart: alt.LayerChart) -> str:
    """Every part was validated when it was made; validating the whole again costs a fourth of the time."""
    return str(vl_convert.vegalite_to_svg(chart.to_dict(validate=False)))


def png(drawing: str) -> bytes:
    """A drawing that `svg` made, at twice its nominal size, for slides."""
    return bytes(vl_convert.svg_to_png(drawing, scale=2))


def paired_bars(
    rows: Rows,
    theme: Theme,
    *,
    y: str,
    title: str,
    subtitle: str,
    series: str = "stratum",
    words: Sequence[str] = STRATA,
) -> alt.LayerChart:
    """For every word on `y` one bar for each of the `series`, as long as `count` out of `n`."""
    shown = [measured(row, f"{row[series]}, {row[y]}") for row in rows]
    domain = [0, 1.25 * max([row["share"] for row in shown], default=1.0) or 1.0]
    base = chart_of(shown).encode(
        y=alt.Y(f"{y}:N", sort=in_order(rows, y), title=None, scale=alt.Scale(paddingInner=0.3)),
        yOffset=alt.YOffset(f"{series}:N", sort=None),
        x=alt.X("share:Q", axis=None, scale=alt.Scale(domain=domain)),
        tooltip=[f"{series}:N", f"{y}:N", "counts:N"],
    )
    bars = base.transform_filter(SOME).mark_bar(stroke=theme.ink, strokeWidth=0.8)
    labels = base.mark_text(align="left", dx=6, aria=False, color=theme.ink).encode(text="counts:N")
    coloured = bars.encode(color=series_colour(theme, series, words), description="says:N")
    return finish(
        [coloured, labels], theme, title, subtitle, height=len({row[y] for row in rows}) * (12 + 20 * len(words))
    )


def stacked_bars(rows: Rows, theme: Theme, *, words: Mapping[str, int], title: str, subtitle: str) -> alt.LayerChart:
    """For every `stratum` one bar, cut into the `part`s that the words name, each `count` out of `n` long.

    words: the parts in order, each with its place among the theme's colours.
    """
    placed = _placed(rows)
    colours = [theme.parts[place] for place in words.values()]
    colour = alt.Color(
        "part:N",
        scale=alt.Scale(domain=list(words), range=colours),
        legend=alt.Legend(title=None, orient="top", columns=2, symbolType="square", symbolStrokeWidth=1),
    )
    scale, axis = alt.Scale(paddingInner=0.5, paddingOuter=0.4), alt.Axis(domain=False)
    y = alt.Y("label:N", sort=None, title=None, scale=scale, axis=axis)
    base = chart_of(placed).encode(y=y, tooltip=["stratum:N", "part:N", "counts:N"])
    bars = (
        base.transform_filter(SOME)
        .mark_bar(stroke=theme.ink, strokeWidth=0.8)
        .encode(
            x=alt.X("start:Q", axis=None, scale=alt.Scale(domain=[0, 1])),
            x2="end:Q",
            color=colour,
            description="says:N",
        )
    )
    ink = alt.Color(
        "part:N", scale=alt.Scale(domain=list(words), range=[theme.on_parts[i] for i in words.values()]), legend=None
    )
    inside = base.transform_filter("datum.wide").mark_text(aria=False).encode(x="middle:Q", text="counts:N", color=ink)
    above = base.transform_filter("datum.count > 0 && !datum.wide").mark_text(dy=-25, aria=False, color=theme.ink)
    layers = [bars, inside, above.encode(x="middle:Q", text="count:Q")]
    return finish(layers, theme, title, subtitle, height=64 * len({row["stratum"] for row in rows}))


def series_colour(theme: Theme, series: str, words: Sequence[str]) -> alt.Color:
    legend = alt.Legend(title=None, orient="top", symbolType="square", symbolStrokeWidth=1)
    scale = alt.Scale(domain=list(words), range=list(theme.series[: len(words)]))
    return alt.Color(f"{series}:N", scale=scale, legend=legend)


def in_order(rows: Rows, column: str) -> list[str]:
    """The words of a column as they come."""
    return list(dict.fromkeys(str(row[column]) for row in rows))


def measured(row: Mapping[str, str | int], name: str) -> dict[str, Any]:
    """The row with its length, its label, and what a screen reader says of it."""
    counts = str(Share(int(row["count"]), int(row["n"])))
    return {**row, "counts": counts, "share": ratio(row), "says": f"{name}: {counts}"}


def _placed(rows: Rows) -> list[dict[str, Any]]:
    """The parts of each bar with where they start, end and whether a label fits inside. No items: no bar."""
    placed, ends = [], dict.fromkeys((row["stratum"] for row in rows), 0.0)
    for row in rows:
        start = ends[row["stratum"]]
        end = ends[row["stratum"]] = start + ratio(row)
        span = {"start": start, "end": end, "middle": (start + end) / 2, "wide": end - start >= 0.085}
        named = measured(row, f"{row['stratum']}, {row['part']}")
        placed.append(named | span | {"label": f"{row['stratum']}, n = {row['n']}"})
    return placed


def ratio(row: Mapping[str, Any]) -> float:
    """The length of a bar. A stratum without items has bars of no length and the label `no items`."""
    return int(row["count"]) / int(row["n"]) if row["n"] else 0.0


def chart_of(rows: Sequence[Mapping[str, Any]]) -> alt.Chart:
    return alt.Chart({"values": [dict(row) for row in rows]})


def finish(layers: Sequence[alt.Chart], theme: Theme, title: str, subtitle: str, *, height: int) -> alt.LayerChart:
    """Title, size and colours; the width is outer, so that long names take their room from the bars."""
    heading = alt.TitleParams(title, subtitle=_wrapped(subtitle), anchor="start", frame="bounds", offset=14)
    chart: alt.LayerChart = (
        alt.LayerChart(layer=list(layers))
        .resolve_scale(color="independent")
        .properties(width=WIDTH, height=max(height, 40), title=heading, background=theme.background)
        .properties(autosize=alt.AutoSizeParams(type="fit-x", contains="padding"), padding=12)
        .configure(font=FONT)
        .configure_view(stroke=None)
        .configure_title(
            fontSize=16, subtitleFontSize=12, color=theme.ink, subtitleColor=theme.quiet, subtitlePadding=6
        )
        .configure_text(font=FONT, fontSize=12)
        .configure_legend(labelFontSize=12, labelColor=theme.ink, labelLimit=320, columnPadding=24)
        .configure_axis(
            labelFontSize=12, titleFontSize=12, titleFontWeight="normal", labelLimit=260, labelColor=theme.ink,
            titleColor=theme.quiet, domainColor=theme.quiet, ticks=False, labelPadding=8, grid=False,
        )
    )  # fmt: skip
    return chart


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, width=100)
