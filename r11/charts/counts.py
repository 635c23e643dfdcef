"""The pictures of what was counted: Altair charts of the tables in `pilot/tables.py`.

Every bar carries its counts, so that nothing rests on colour alone.
"""

from __future__ import annotations

import altair as alt

from r11.charts.base import (
    STRATA,
    Rows,
    Theme,
    chart_of,
    finish,
    in_order,
    paired_bars,
    series_colour,
    stacked_bars,
)
from r11.pilot.tables import PARTS, POLICY_PARTS


def split(rows: Rows, theme: Theme) -> alt.LayerChart:
    """What the fix targets are now: one bar per stratum, cut into parts. rows: `part_rows`."""
    return stacked_bars(
        rows,
        theme,
        words={part: place for place, part in enumerate(PARTS)},
        title="What the fix targets are now, in the pilot files and in the rest",
        subtitle=_OPEN,
    )


def policy_split(rows: Rows, theme: Theme) -> alt.LayerChart:
    """The split with no policy, under the one in force, and with both scopes. rows: `policy_part_rows`."""
    return stacked_bars(
        rows,
        theme,
        words=dict(zip(POLICY_PARTS, (0, 1, 4, 5), strict=True)),
        title="What the policy changes, in the pilot files and in the rest",
        subtitle=_OPEN,
    )


_OPEN = "Each bar: the open fix targets of those files. Labels: items / all items of the bar (a thin part: items)."


def o3_reasons(rows: Rows, theme: Theme) -> alt.LayerChart:
    """Why items are O3, by the first reason reached. rows: `leading_reasons`."""
    return paired_bars(
        rows,
        theme,
        y="code",
        title="Why items are O3: the first reason that was reached",
        subtitle="Labels: items with this reason first / all O3 items of those files.",
    )


def o1_aborts(rows: Rows, theme: Theme) -> alt.LayerChart:
    """Why nominated value swaps were aborted, by the first reason reached. rows: `leading_reasons`."""
    return paired_bars(
        rows,
        theme,
        y="code",
        title="Why nominated value swaps were aborted",
        subtitle="Labels: aborted for this reason first / all nominated O1 of those files.",
    )


def r8_flow(rows: Rows, theme: Theme) -> alt.LayerChart:
    """How far the multi-part flags get towards a subtraction. rows: `r8_rows`."""
    return paired_bars(
        rows,
        theme,
        y="stage",
        title="How many R8 flags can be repaired by subtraction",
        subtitle="From all open R8 flags to what is proposed now. Labels: flags / all open R8 flags of those files.",
    )


def rules(rows: Rows, theme: Theme) -> alt.LayerChart:
    """Fix targets by the judge's rule. rows: `rule_rows`."""
    return paired_bars(
        [{**row, "count": row["n"], "n": total} for row, total in zip(rows, _totals(rows), strict=True)],
        theme,
        y="rule",
        title="Fix targets by the judge's rule",
        subtitle="Labels: fix targets under this rule / all fix targets of those files.",
    )


def population(rows: Rows, theme: Theme) -> alt.LayerChart:
    """Where the fix targets are. rows: `population_rows`."""
    return paired_bars(
        rows,
        theme,
        y="band",
        series="what",
        words=("files", "fix targets"),
        title="Where the fix targets are: files with few and files with many",
        subtitle="Labels: files of the band / all files with fix targets; fix targets in them / all fix targets.",
    )


def files_by_size(rows: Rows, theme: Theme) -> alt.LayerChart:
    """How many files hold how many fix targets. rows: `size_rows`."""
    says = [f"{row['files']} files with {row['fix_targets']} fix targets, {row['stratum']}" for row in rows]
    shown = [{**row, "says": text} for row, text in zip(rows, says, strict=True)]
    top = 1.15 * max([int(row["files"]) for row in rows], default=1)
    lying = theme.is_narrow
    sizes, files = (alt.Y, alt.X) if lying else (alt.X, alt.Y)
    size = sizes("fix_targets:O", title="fix targets in the file", axis=alt.Axis(labelAngle=0))
    count = files("files:Q", axis=None, stack=None, scale=alt.Scale(domain=[0, top]))
    base = chart_of(shown).encode(size, count)
    bars = base.mark_bar(stroke=theme.ink, strokeWidth=0.8).encode(
        color=series_colour(theme, "stratum", STRATA),
        tooltip=["fix_targets:O", "files:Q", "stratum:N"],
        description="says:N",
    )
    beside = {"dx": 6, "align": "left"} if lying else {"dy": -8}
    labels = base.mark_text(aria=False, color=theme.ink, **beside).encode(text="files:Q")
    return finish(
        [bars, labels],
        theme,
        "How many files hold how many fix targets",
        "Labels: number of files.",
        height=20 * len(in_order(rows, "fix_targets")) if lying else 180,
    )


def trends(rows: Rows, theme: Theme) -> alt.LayerChart:
    """The shares against fix targets per file. rows: `trend_rows`."""
    return paired_bars(
        rows,
        theme,
        y="band",
        series="subject",
        words=in_order(rows, "subject"),
        title="Whether a share changes with the number of fix targets in a file",
        subtitle="From files with one fix target at the top to files with many. Labels: items / all items of the band.",
    )


def _totals(rows: Rows) -> list[int]:
    """For each row the sum of `n` over its stratum."""
    sums: dict[str | int, int] = {}
    for row in rows:
        sums[row["stratum"]] = sums.get(row["stratum"], 0) + int(row["n"])
    return [sums[row["stratum"]] for row in rows]
