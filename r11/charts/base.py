"""What all charts share: the looks (colours and width), how a row becomes a bar with its counts, SVG and PNG.

The colours (after Okabe and Ito) also differ in lightness, from dark to light in the order of the legend, so that they
stay apart in grey and for colour-blind people. Nothing here opens a file or a connection: `svg` and `png` render with
vl-convert, offline. A page draws each chart once for wide and once for narrow screens, in colours that its style sheet
names; `painted` puts a theme's own colours in their place.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import altair as alt
import vl_convert

from r11.pilot.figures import Share

Rows = Sequence[Mapping[str, str | int]]

WIDE, NARROW = 680, 330
"""Outer width of a chart in pixels: of a slide or a desk, and of a phone."""
PADDING = {WIDE: 12, NARROW: 6}
LETTER = 7.0
"""Width of a letter at the size of labels, in pixels: a little more than the mean of DejaVu Sans."""
NAME = 24
"""Height in pixels of a name that stands above its bars."""
STRATA = ("pilot", "rest")
SOME = "datum.count > 0"
"""A bar of nothing would still show its outline, as a sliver."""
FONT = "DejaVu Sans, Verdana, sans-serif"


@dataclass(frozen=True)
class Theme:
    """The look of a chart: its colours, and its outer width in pixels.

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
    width: int = WIDE

    @property
    def is_narrow(self) -> bool:
        return self.width < WIDE

    @property
    def inner(self) -> int:
        """The width between the paddings."""
        return self.width - 2 * PADDING[self.width]

    @property
    def colours(self) -> dict[str, str]:
        """Every colour by the name that a style sheet gives it."""
        many = {"series": self.series, "parts": self.parts, "on-parts": self.on_parts}
        plain = {"background": self.background, "ink": self.ink, "quiet": self.quiet, "grid": self.grid}
        return plain | {f"{name}-{at}": one for name, some in many.items() for at, one in enumerate(some)}


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

_NAMED = {name: f"var(--chart-{name})" for name in LIGHT.colours}
PAGE = Theme(
    name="page",
    background=_NAMED["background"],
    ink=_NAMED["ink"],
    quiet=_NAMED["quiet"],
    grid=_NAMED["grid"],
    series=(_NAMED["series-0"], _NAMED["series-1"], _NAMED["series-2"]),
    parts=tuple(_NAMED[f"parts-{at}"] for at in range(len(LIGHT.parts))),
    on_parts=tuple(_NAMED[f"on-parts-{at}"] for at in range(len(LIGHT.on_parts))),
)
"""Colours that the style sheet of a page chooses, so that one drawing serves its light and its dark."""


@dataclass(frozen=True)
class Drawing:
    """A chart of a page as SVG, for both widths."""

    wide: str
    narrow: str


def drawing(draw: Callable[[Theme], alt.LayerChart]) -> Drawing:
    return Drawing(svg(draw(PAGE)), svg(draw(replace(PAGE, width=NARROW))))


def painted(drawn: str, theme: Theme) -> str:
    """A drawing of a page in the theme's own colours, to stand without the page."""
    return re.sub(r"var\(--chart-([\w-]+)\)", lambda named: theme.colours[named[1]], drawn)


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
    beside = 1.25 if not theme.is_narrow else _room_beside([row["counts"] for row in shown], theme)
    domain = [0, beside * max([row["share"] for row in shown], default=1.0) or 1.0]
    each = 20 * len(words) + (0 if theme.is_narrow else 12)
    names, height = named_rows(theme, y, in_order(rows, y), each=each, gap=0.3)
    base = chart_of(shown).encode(
        y=names,
        yOffset=alt.YOffset(f"{series}:N", sort=None),
        x=alt.X("share:Q", axis=None, scale=alt.Scale(domain=domain)),
        tooltip=[f"{series}:N", f"{y}:N", "counts:N"],
    )
    bars = base.transform_filter(SOME).mark_bar(stroke=theme.ink, strokeWidth=0.8)
    labels = base.mark_text(align="left", dx=6, aria=False, color=theme.ink).encode(text="counts:N")
    coloured = bars.encode(color=series_colour(theme, series, words), description="says:N")
    return finish([coloured, labels], theme, title, subtitle, height=height)


def stacked_bars(rows: Rows, theme: Theme, *, words: Mapping[str, int], title: str, subtitle: str) -> alt.LayerChart:
    """For every `stratum` one bar, cut into the `part`s that the words name, each `count` out of `n` long.

    words: the parts in order, each with its place among the theme's colours.
    """
    placed = _placed(rows, theme)
    colours = [theme.parts[place] for place in words.values()]
    colour = alt.Color(
        "part:N", scale=alt.Scale(domain=list(words), range=colours), legend=_legend(theme, words, columns=2)
    )
    above = NAME + 16 if any(row["where"] == "above" for row in placed) else NAME
    each, gap = (32, 0.0) if theme.is_narrow else (64, 0.5)
    names, height = named_rows(theme, "label", in_order(placed, "label"), each=each, gap=gap, outer=0.4, above=above)
    base = chart_of(placed).encode(y=names, tooltip=["stratum:N", "part:N", "counts:N"])
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
    inside = base.transform_filter("datum.where == 'inside'").mark_text(aria=False)
    thin = base.transform_filter("datum.where == 'above'").mark_text(dy=-25, aria=False, color=theme.ink)
    layers = [bars, inside.encode(x="middle:Q", text="fitting:N", color=ink), thin.encode(x="middle:Q", text="count:Q")]
    return finish(layers, theme, title, subtitle, height=height)


def named_rows(
    theme: Theme,
    field: str,
    names: Sequence[str],
    *,
    each: int,
    gap: float,
    outer: float | None = None,
    above: int = NAME,
) -> tuple[alt.Y, int]:
    """The names of a chart with what stands in their rows, and the height of all; a name of two lines has a newline.

    each: pixels for each row. Wide: the names stand to the left, with `gap` of a row between rows. Narrow: each name
    stands in `above` pixels above its row, so that the row has the whole width.
    """
    lines = "split(datum.label, '\\n')"
    if not theme.is_narrow:
        scale = alt.Scale(paddingInner=gap) if outer is None else alt.Scale(paddingInner=gap, paddingOuter=outer)
        half_a_line = -7 if any("\n" in name for name in names) else 0
        axis = alt.Axis(domain=outer is None, labelExpr=lines, labelOffset=half_a_line)
        return alt.Y(f"{field}:N", sort=list(names), title=None, scale=scale, axis=axis), each * len(names)
    step = each + above
    # All padding is above the rows: half of it lies outside, and `align` brings it to the top.
    scale = alt.Scale(paddingInner=above / step, paddingOuter=above / step / 2, align=1)
    axis = alt.Axis(
        domain=False, labelExpr=lines, labelAlign="left", labelBaseline="bottom", labelPadding=0,
        labelFontWeight="bold", labelOffset=-(each / 2 + above - NAME + 4), labelLimit=theme.inner,
    )  # fmt: skip
    return alt.Y(f"{field}:N", sort=list(names), title=None, scale=scale, axis=axis), step * len(names)


def series_colour(theme: Theme, series: str, words: Sequence[str]) -> alt.Color:
    scale = alt.Scale(domain=list(words), range=list(theme.series[: len(words)]))
    return alt.Color(f"{series}:N", scale=scale, legend=_legend(theme, words))


def _legend(theme: Theme, words: Iterable[str], *, columns: int = 0) -> alt.Legend:
    """In `columns` (0: all in one line), in one where they would not fit."""
    fits = sum(LETTER * len(word) + 40 for word in words) <= theme.inner
    columns = columns if fits or not theme.is_narrow else 1
    return alt.Legend(title=None, orient="top", columns=columns, symbolType="square", symbolStrokeWidth=1)


def in_order(rows: Rows, column: str) -> list[str]:
    """The words of a column as they come."""
    return list(dict.fromkeys(str(row[column]) for row in rows))


def measured(row: Mapping[str, str | int], name: str) -> dict[str, Any]:
    """The row with its length, its label, and what a screen reader says of it."""
    counts = str(Share(int(row["count"]), int(row["n"])))
    return {**row, "counts": counts, "share": ratio(row), "says": f"{name}: {counts}"}


def _room_beside(labels: Iterable[str], theme: Theme) -> float:
    """How many times the longest bar is as long as the line that also holds the longest label."""
    label = max((LETTER * len(text) + 10 for text in labels), default=0.0)
    return theme.inner / (theme.inner - label)


def _placed(rows: Rows, theme: Theme) -> list[dict[str, Any]]:
    """The parts of each bar: where they start and end, and where their label stands. No items: no bar.

    `where`: inside, with all its counts or, where only those fit, with its items; above, where nothing fits.
    """
    placed, ends = [], dict.fromkeys((row["stratum"] for row in rows), 0.0)
    names = {row["stratum"]: f"{row['stratum']}, n = {row['n']}" for row in rows}
    line = theme.inner - (0 if theme.is_narrow else 8 + LETTER * max(map(len, names.values()), default=0))
    for row in rows:
        start = ends[row["stratum"]]
        end = ends[row["stratum"]] = start + ratio(row)
        named = measured(row, f"{row['stratum']}, {row['part']}")
        texts = (named["counts"], str(row["count"]))
        fitting = next((text for text in texts if LETTER * len(text) + 2 <= line * (end - start)), "")
        where = "nowhere" if not row["count"] else "inside" if fitting else "above"
        text = {"where": where, "fitting": fitting}
        span = {"start": start, "end": end, "middle": (start + end) / 2}
        placed.append(named | span | text | {"label": names[row["stratum"]]})
    return list(_apart(placed, line))


def _apart(placed: Sequence[dict[str, Any]], line: float) -> Iterable[dict[str, Any]]:
    """Labels above neighbouring thin parts move left until none covers another."""
    free: dict[str, float] = {}
    for row in reversed(placed):
        if row["where"] == "above":
            half = (LETTER * len(str(row["count"])) + 4) / 2 / line
            row["middle"] = min(row["middle"], free.get(row["label"], 1.0 + half) - half)
            free[row["label"]] = row["middle"] - half
    return placed


def ratio(row: Mapping[str, Any]) -> float:
    """The length of a bar. A stratum without items has bars of no length and the label `no items`."""
    return int(row["count"]) / int(row["n"]) if row["n"] else 0.0


def chart_of(rows: Sequence[Mapping[str, Any]]) -> alt.Chart:
    return alt.Chart({"values": [dict(row) for row in rows]})


def finish(layers: Sequence[alt.Chart], theme: Theme, title: str, subtitle: str, *, height: int) -> alt.LayerChart:
    """Title, size and colours; the width is outer, so that long names take their room from the bars."""
    size = 15 if theme.is_narrow else 16
    heading = alt.TitleParams(
        _wrapped(title, theme.inner / (0.6 * size)),
        subtitle=_wrapped(subtitle, theme.inner / 6.56),
        anchor="start",
        frame="bounds",
        offset=14,
    )
    padding = PADDING[theme.width]
    chart: alt.LayerChart = (
        alt.LayerChart(layer=list(layers))
        .resolve_scale(color="independent")
        .properties(width=theme.width, height=max(height, 40), title=heading, background=theme.background)
        .properties(autosize=alt.AutoSizeParams(type="fit-x", contains="padding"), padding=padding)
        .configure(font=FONT)
        .configure_view(stroke=None)
        .configure_title(
            fontSize=size, subtitleFontSize=12, color=theme.ink, subtitleColor=theme.quiet, subtitlePadding=6
        )
        .configure_text(font=FONT, fontSize=12)
        .configure_legend(labelFontSize=12, labelColor=theme.ink, labelLimit=320, columnPadding=24)
        .configure_axis(
            labelFontSize=12, titleFontSize=12, titleFontWeight="normal", labelLimit=260, labelColor=theme.ink,
            titleColor=theme.quiet, domainColor=theme.quiet, ticks=False, labelPadding=8, grid=False,
        )
    )  # fmt: skip
    return chart


def _wrapped(text: str, letters: float) -> list[str]:
    return textwrap.wrap(text, width=int(letters))
