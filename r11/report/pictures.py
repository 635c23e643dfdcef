"""Which charts a report has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import altair as alt

from r11 import charts
from r11.charts import Drawing, Theme
from r11.pilot import tables
from r11.report.model import PilotReport
from r11.report.review import review_drawings

Draw = Callable[[charts.Rows, Theme], alt.LayerChart]
Drawings = Mapping[str, Drawing]
"""By chart name."""


def drawings(report: PilotReport) -> Drawings:
    """The charts that have something to show."""
    measures = report.measures
    both = [one for one in (measures.pilot, measures.rest) if one.split.n]
    with_items = [one for one in measures.strata if one.split.n]
    wanted: tuple[tuple[str, Draw, Sequence[tables.Row]], ...] = (
        ("split", charts.split, tables.part_rows(with_items)),
        ("policy", charts.policy_split, tables.policy_part_rows(report.effect, measures) if report.effect else []),
        ("o1-aborts", charts.o1_aborts, tables.leading_reasons(tables.abort_rows(both))),
        ("o3-reasons", charts.o3_reasons, tables.leading_reasons(tables.reason_rows(both))),
        ("r8", charts.r8_flow, tables.r8_rows([one for one in both if one.r8.flags], report.effect)),
        ("trends", charts.trends, tables.trend_rows(report.trends)),
        ("population", charts.population, tables.population_rows(report.population) if measures.files else []),
        ("sizes", charts.files_by_size, tables.size_rows(measures)),
        ("rules", charts.rules, tables.rule_rows(both)),
    )
    counted = {name: charts.drawing(partial(draw, rows)) for name, draw, rows in wanted if rows}
    return counted | (review_drawings(report.assessment) if report.assessment else {})
