"""The pictures of what people decided: Altair charts of the tables in `pilot/review_tables.py`.

Classes and parts differ in shape or carry their numbers, so that nothing rests on colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from r11.charts.base import Theme, chart_of, finish, in_order, named_rows, paired_bars, stacked_bars
from r11.pilot.figures import digits_beside, estimate_words
from r11.pilot.projection import ASSUMPTION
from r11.pilot.review_measures import Answered
from r11.pilot.verdicts import Verdict
from r11.vocabulary import FixOp, Yardstick

Rows = Sequence[Mapping[str, str | int | float | None]]

SIGNS = {Verdict.MET: "✓", Verdict.NOT_MET: "✗", Verdict.CANNOT_SAY: "?"}

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
        subtitle="Each bar: items of pilot and drawn files, by what was proposed. Labels: items / all of the bar "
        "(a thin part: items).",
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
        x=alt.X("order:Q", title="items of a class, in the order of finishing", axis=_plain_axis(theme)),
        color=alt.Color("op:N", scale=scale, legend=None),
    )
    points = base.mark_point(filled=False, size=26, opacity=0.55, aria=False).encode(
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


def rates(rows: Rows, lines: Rows, theme: Theme, idle_cap: int) -> alt.LayerChart:
    """Items per active hour with their interval, class by class. rows: `rate_rows` of classes with items; lines: those
    of the decision, of which each class has at most one."""
    told = {line["yardstick"]: line for line in lines}
    shown = []
    for row in rows:
        low, high = row["per_hour_low"], row["per_hour_high"]
        kind = "open" if low is None else "estimated"
        line = told.get(f"{str(row['op']).lower()}_items_per_hour")
        shown.append(_range(str(row["op"]), line, theme, kind, row["items_per_hour"], low, high, _rate_words(row)))
    return _ranges(
        shown,
        theme,
        title="Items per active hour",
        subtitle="Dot: measured. Line: interval at level 0.95 from the scatter between reviewer-sessions; open dot and "
        f"no line, too few sessions. Of each pause {idle_cap} s count at most. {_LIMITS}",
    )


def carried(rows: Rows, lines: Rows, theme: Theme) -> alt.LayerChart:
    """Each share against its threshold: in the pilot, and in the rest with its interval. rows: `carried_rows`; lines:
    those of the decision, in whose order the shares stand."""
    of_pilot = {str(row["yardstick"]): row for row in rows}
    shown = []
    for line in lines:
        if not _yardstick(line).is_share:
            continue
        row, name = of_pilot.get(str(line["yardstick"])), str(line["label"])
        if row and row["pilot_n"]:
            shown.append(_range(name, line, theme, *_in_pilot(row)))
        shown.append(_range(name, line, theme, *_measured(line, of_rest=row is not None)))
    return _ranges(
        shown,
        theme,
        title="The shares against their thresholds",
        subtitle="Square: an exact count; open, the pilot so far, its line what can still come. Dot with line: the "
        "rest, estimated from drawn files, interval at level 0.95; of a zero, the upper limit on one side. "
        f"Open dot: no interval, too little to tell. {_LIMITS}",
    )


def _in_pilot(row: Mapping[str, Any]) -> tuple[str, object, object, object, str]:
    """Kind, value, low, high and words of the pilot's share: a count, or, while items of it are open, how far it is."""
    count, n = int(row["pilot_count"] or 0), int(row["pilot_n"])
    low, high = row["pilot_low"], row["pilot_high"]
    if not row["pilot_undecided"]:
        return "counted", count / n, None, None, f"{count}/{n} in the pilot, counted"
    undecided = f"{row['pilot_undecided']}/{row['pilot_items']} undecided"
    return "so far", count / n, low, high, f"pilot: {count}/{n}, {undecided}"


_LIMITS = "Upright bar: the threshold; shaded: what it allows. ✓ met, ✗ not met, ? cannot say yet."


def _measured(line: Mapping[str, Any], *, of_rest: bool) -> tuple[str, object, object, object, str]:
    """Kind, value, low, high and words of a line of the decision."""
    value, low, high = line["measured"], line["low"], line["high"]
    counts, _, _ = line["counts"].partition(",")
    if value is None:
        return "none", None, None, None, "not measured yet"
    if low is None:
        assumed = ASSUMPTION in line["basis"]
        return "open", value, None, None, ASSUMPTION if assumed else f"{line['counts']}: no interval"
    if low == high:
        return "counted", value, None, None, f"{line['counts']}, counted"
    if line["one_sided"]:
        most = f"{high:.{digits_beside(line['limit'], [high])}f}"
        return "estimated", value, low, high, f"{counts}, still allows {most} (one-sided)"
    where = "in the rest" if of_rest else f"from {counts}"
    return "estimated", value, low, high, f"{estimate_words(value, low, high, line['limit'])} {where}"


def _range(
    label: str,
    line: Mapping[str, Any] | None,
    theme: Theme,
    kind: str,
    value: object,
    low: object,
    high: object,
    says: str,
) -> dict[str, Any]:
    """One mark with its words. The name says threshold and verdict, in a line of its own where names stand aside."""
    row = {"name": label, "kind": kind, "value": value, "low": low, "high": high, "says": says, "limit": None}
    if line is None:
        return row
    name = f"{label}{', ' if theme.is_narrow else chr(10)}{line['threshold']} {SIGNS[Verdict(line['verdict'])]}"
    return row | {"name": name, "limit": line["limit"], "floor": _yardstick(line).more_is_better}


def _yardstick(line: Mapping[str, Any]) -> Yardstick:
    return next(one for one in Yardstick if one == line["yardstick"])


def _rate_words(row: Mapping[str, str | int | float | None]) -> str:
    measured = f"{float(row['items_per_hour'] or 0):.0f}"
    low, high = row["per_hour_low"], row["per_hour_high"]
    span = f" ({float(low):.0f} to {float(high):.0f})" if low is not None and high is not None else ", no interval"
    return f"{measured}{span}; {row['items']} items, {row['sessions']} sessions"


def _ranges(rows: Sequence[Mapping[str, Any]], theme: Theme, *, title: str, subtitle: str) -> alt.LayerChart:
    """Dots with their intervals, one line for each row of a name, on what its threshold allows. The words stand in a
    column of their own; narrow, above what they speak of."""
    ends = [float(row[key]) for row in rows for key in ("value", "high", "limit") if row[key] is not None]
    top = max(ends, default=1.0) or 1.0
    placed = [{**row, "slot": sum(other["name"] == row["name"] for other in rows[:at])} for at, row in enumerate(rows)]
    slots = sorted({row["slot"] for row in placed})
    each, gap = (40 * len(slots), 0.0) if theme.is_narrow else (18 + 22 * len(slots), 0.3)
    names, height = named_rows(theme, "name", in_order(placed, "name"), each=each, gap=gap)
    base = chart_of(placed).encode(y=names, yOffset=alt.YOffset("slot:N", sort=slots, scale=alt.Scale(domain=slots)))
    scale = alt.Scale(domain=[0, (1.03 if theme.is_narrow else 1.85) * top], nice=False)

    def x(field: str) -> alt.X:
        return alt.X(f"{field}:Q", scale=scale, axis=None)

    allowed = {
        row["name"]: {"name": row["name"], "limit": row["limit"], "end": top if row["floor"] else 0.0}
        for row in placed
        if row["limit"] is not None
    }
    limits = chart_of(list(allowed.values())).encode(y=names)
    shades = limits.mark_bar(color=theme.grid, opacity=0.8, aria=False).encode(x=x("limit"), x2="end:Q")
    beside_words = base.transform_filter("isValid(datum.limit)")
    bars = (beside_words if theme.is_narrow else limits).mark_tick(
        thickness=2.5, size=14 if theme.is_narrow else each * (1 - gap), color=theme.ink, opacity=1, aria=False
    )
    spans = base.transform_filter("isValid(datum.low)").mark_rule(strokeWidth=3, color=theme.series[0], aria=False)
    squares = _marks(base, "datum.kind == 'counted'", "square", theme.quiet, theme)
    parts = _marks(base, "datum.kind == 'so far'", "square", theme.background, theme)
    dots = _marks(base, "datum.kind == 'estimated'", "circle", theme.series[0], theme)
    opens = _marks(base, "datum.kind == 'open'", "circle", theme.background, theme)
    words = base.mark_text(align="left", color=theme.ink, aria=False, dy=-14 if theme.is_narrow else 0)
    layers = [
        *((shades, bars.encode(x=x("limit"))) if allowed else ()),
        spans.encode(x=x("low"), x2="high:Q"),
        *(
            mark.encode(x=x("value"), description="says:N", tooltip=["name:N", "says:N"])
            for mark in (squares, parts, dots, opens)
        ),
        words.encode(x=alt.datum(0 if theme.is_narrow else 1.06 * top, scale=scale), text="says:N"),
    ]
    return finish(layers, theme, title, subtitle, height=height)


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
