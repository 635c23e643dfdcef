"""The pictures of what people decided: Altair charts of the tables in `pilot/review_tables.py`.

Classes and parts differ in shape or carry their numbers, so that nothing rests on colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from r11.charts.base import Theme, chart_of, finish, in_order, paired_bars, stacked_bars
from r11.pilot.figures import estimate_words
from r11.pilot.review_measures import Answered
from r11.vocabulary import FixOp

Rows = Sequence[Mapping[str, str | int | float | None]]

_SHAPES = {FixOp.O1: "circle", FixOp.O2: "square", FixOp.O3: "triangle-up"}
_SECONDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
_SERIES = ("pilot", "drawn from the rest")


def answers(rows: Rows, theme: Theme) -> alt.LayerChart:
    """What reviewers did with each class as it was proposed. rows: `answer_rows`."""
    named: list[dict[str, str | int]] = [
        {"stratum": f"proposed {row['proposed']}", "part": str(row["answer"])}
        | {"count": int(row["count"] or 0), "n": int(row["n"] or 0)}
        for row in rows
    ]
    return stacked_bars(
        named,
        theme,
        words={answered.value: place for place, answered in enumerate(Answered)},
        title="What reviewers did with what was proposed",
        subtitle="Each bar: items of pilot and drawn files, by what was proposed. Labels: items / all of the bar.",
    )


def r8_review(rows: Sequence[Mapping[str, str | int]], theme: Theme) -> alt.LayerChart:
    """The R8 flags from the ledger to the review. rows: `r8_review_rows`."""
    return paired_bars(
        rows,
        theme,
        y="stage",
        words=[word for word in _SERIES if any(row["stratum"] == word for row in rows)],
        title="R8 flags on their way to a subtraction, up to the review",
        subtitle="Labels: flags / all R8 flags of those files.",
    )


def time_per_item(rows: Rows, theme: Theme) -> alt.LayerChart:
    """Active seconds of each item against the order of reviewing. rows: `time_rows`."""
    domain = [op.value for op in FixOp if any(row["op"] == op for row in rows)]
    scale = alt.Scale(domain=domain, range=_inks(theme)[: len(domain)])
    shape = alt.Shape("op:N", scale=alt.Scale(domain=domain, range=[_SHAPES[FixOp(op)] for op in domain]), legend=None)
    base = chart_of(rows).encode(
        x=alt.X("order:Q", title="order in which the items of a class were finished", axis=_plain_axis(theme)),
        color=alt.Color("op:N", scale=scale, legend=None),
    )
    points = base.mark_point(filled=False, size=26, opacity=0.55).encode(
        y=_seconds("seconds:Q", theme), shape=shape, tooltip=["op:N", "order:Q", "seconds:Q", "reviewer:N", "session:N"]
    )
    lines = base.mark_line(strokeWidth=2.5, aria=False).encode(y=_seconds("running:Q", theme))
    ends = chart_of([row for row in rows if row in _last(rows)]).encode(x="order:Q", color=base.encoding.color)
    names = ends.mark_text(align="left", dx=10, fontWeight="bold", aria=False).encode(
        y=_seconds("running:Q", theme), text="op:N"
    )
    return finish(
        [points, lines, names],
        theme,
        "Time per item, in the order of reviewing",
        "Points: active seconds of an item (circle O1, square O2, triangle O3). Lines: the median of the items around. "
        "The scale is logarithmic.",
        height=300,
    )


def rates(rows: Rows, theme: Theme, idle_cap: int) -> alt.LayerChart:
    """Items per active hour with their interval, class by class. rows: `rate_rows` of classes with items."""
    shown = [
        _range(str(row["op"]), row["items_per_hour"], row["per_hour_low"], row["per_hour_high"], _rate_words(row))
        for row in rows
    ]
    return _ranges(
        shown,
        theme,
        title="Items per active hour",
        subtitle="Dot: measured. Line: interval at level 0.95 from the scatter between reviewer-sessions; no line, too "
        f"few sessions. Active time ends after {idle_cap} s without a sign of life.",
        digits=0,
    )


def carried(rows: Rows, limits: Mapping[str, float], theme: Theme) -> alt.LayerChart:
    """Each share in the pilot, in the rest with its interval, against its threshold. rows: `carried_rows`."""
    shown: list[dict[str, Any]] = []
    for row in rows:
        name = str(row["label"])
        limit = limits.get(str(row["yardstick"]))
        if row["pilot_n"]:
            pilot = int(row["pilot_count"] or 0) / int(row["pilot_n"])
            says = f"{row['pilot_count']}/{row['pilot_n']} in the pilot, counted"
            shown.append(_range(name, pilot, None, None, says, kind="pilot", limit=limit))
        if row["rest"] is not None:
            value, low, high = (float(row[key] or 0) for key in ("rest", "rest_low", "rest_high"))
            says = f"{estimate_words(value, low, high, limit)} in the rest"
            shown.append(_range(name, row["rest"], row["rest_low"], row["rest_high"], says, kind="rest", limit=limit))
        elif row["pilot_n"]:
            says = "rest: assumed to look like the pilot"
            shown.append(_range(name, pilot, None, None, says, kind="rest assumed", limit=limit))
    return _ranges(
        shown,
        theme,
        title="What carries over from the pilot to the rest",
        subtitle="Square: the pilot, an exact count. Dot with line: the rest, estimated from drawn files, interval at "
        "level 0.95. Open dot: no drawn files to tell, the rest is assumed to look like the pilot. Bar: the threshold.",
        digits=2,
    )


def _range(
    name: str, value: object, low: object, high: object, says: str, *, kind: str = "rest", limit: float | None = None
) -> dict[str, Any]:
    return {"name": name, "value": value, "low": low, "high": high, "says": says, "kind": kind, "limit": limit}


def _rate_words(row: Mapping[str, str | int | float | None]) -> str:
    measured = f"{float(row['items_per_hour'] or 0):.0f}"
    low, high = row["per_hour_low"], row["per_hour_high"]
    span = f" ({float(low):.0f} to {float(high):.0f})" if low is not None and high is not None else ", no interval"
    return f"{measured}{span}; {row['items']} items, {row['sessions']} sessions"


def _ranges(
    rows: Sequence[Mapping[str, Any]], theme: Theme, *, title: str, subtitle: str, digits: int
) -> alt.LayerChart:
    """Dots with their intervals, one line for each row of a name; the words stand behind the longest end."""
    ends = [float(row[key]) for row in rows for key in ("value", "high", "limit") if row[key] is not None]
    top = max(ends, default=1.0) or 1.0
    placed = [_placed(row) for row in rows]
    slots = sorted({row["slot"] for row in placed})
    base = chart_of(placed).encode(
        y=alt.Y("name:N", sort=in_order(placed, "name"), title=None, scale=alt.Scale(paddingInner=0.35)),
        yOffset=alt.YOffset("slot:N", sort=slots, scale=alt.Scale(domain=slots)),
    )
    scale = alt.Scale(domain=[0, 1.75 * top], nice=False)
    x = alt.X("value:Q", scale=scale, axis=None)
    spans = base.transform_filter("isValid(datum.low)").mark_rule(strokeWidth=3, color=theme.series[0], aria=False)
    squares = _marks(base, "datum.kind == 'pilot'", "square", theme.quiet, theme)
    dots = _marks(base, "datum.kind == 'rest'", "circle", theme.series[0], theme)
    assumed = _marks(base, "datum.kind == 'rest assumed'", "circle", theme.background, theme)
    words = base.mark_text(align="left", dx=10, color=theme.ink, aria=False)
    limits = base.transform_filter("isValid(datum.limit)").mark_tick(thickness=2.5, size=18, color=theme.ink, opacity=1)
    layers = [
        spans.encode(x=alt.X("low:Q", scale=scale, axis=None), x2="high:Q"),
        limits.encode(
            x=alt.X("limit:Q", scale=scale, axis=None), tooltip=[alt.Tooltip("limit:Q", format=f".{digits}f")]
        ),
        *(mark.encode(x=x, description="says:N", tooltip=["name:N", "says:N"]) for mark in (squares, dots, assumed)),
        words.encode(x=alt.X("end:Q", scale=scale, axis=None), text="says:N"),
    ]
    names = len({row["name"] for row in rows})
    return finish(layers, theme, title, subtitle, height=names * (14 + 22 * len(slots)))


def _placed(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with its place among those of its name, and where its words begin: behind everything drawn in it."""
    ends = [float(row[key]) for key in ("value", "high", "limit") if row[key] is not None]
    return {**row, "slot": "pilot" if row["kind"] == "pilot" else "rest", "end": max(ends)}


def _marks(base: alt.Chart, which: str, shape: str, fill: str, theme: Theme) -> alt.Chart:
    marks: alt.Chart = base.transform_filter(which).mark_point(
        shape=shape, size=90, filled=True, fill=fill, stroke=theme.ink, strokeWidth=1.2, opacity=1
    )
    return marks


def _inks(theme: Theme) -> list[str]:
    """Three colours that differ in lightness and stand out as thin lines."""
    return [theme.parts[0], theme.parts[2], theme.parts[1]]


def _plain_axis(theme: Theme, **more: Any) -> alt.Axis:
    return alt.Axis(grid=True, gridColor=theme.grid, tickCount=6, domain=False, **more)


def _seconds(field: str, theme: Theme) -> alt.Y:
    return alt.Y(
        field, title="active seconds", axis=_plain_axis(theme, values=_SECONDS), scale=alt.Scale(type="log", nice=True)
    )


def _last(rows: Rows) -> list[Mapping[str, str | int | float | None]]:
    """The last row of each class."""
    return list({row["op"]: row for row in rows}.values())
