"""The tables of the report as files: CSV for people and spreadsheets, Parquet for programs, the same rows in both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO

import polars as pl
import polars.selectors as cs

from r11.pilot import tables as counts
from r11.report.model import PilotReport
from r11.report.review import review_rows

Rows = Sequence[Mapping[str, str | int | float | None]]


def table_rows(report: PilotReport) -> dict[str, Rows]:
    """Table name → rows, of the tables that have any."""
    measures = report.measures
    found: dict[str, Rows] = {
        "split": counts.part_rows(measures.strata),
        "o1_aborts": counts.abort_rows(measures.strata),
        "o3_reasons": counts.reason_rows(measures.strata),
        "r8": counts.r8_rows(measures.strata, report.effect),
        "rules": counts.rule_rows(measures.strata),
        "files": counts.file_rows(measures),
        "population": counts.population_rows(report.population),
        "trends": counts.trend_rows(report.trends),
        "pilot_and_rest": counts.likeness_rows(report.compared),
    }
    if report.effect:
        found |= {"policy": counts.policy_rows(report.effect, measures), "policy_cost": counts.cost_rows(report.effect)}
    if report.assessment:
        found |= review_rows(report.assessment)
    return {name: rows for name, rows in found.items() if rows}


def tables(report: PilotReport) -> dict[str, bytes]:
    """File name → bytes."""
    files: dict[str, bytes] = {}
    for name, rows in table_rows(report).items():
        frame = pl.DataFrame(list(rows), infer_schema_length=None)
        frame = frame.with_columns(cs.by_dtype(pl.Null).cast(pl.Float64))  # a figure that nobody measured in any row
        files[f"{name}.csv"] = frame.write_csv().encode("utf-8")
        buffer = BytesIO()
        frame.write_parquet(buffer)
        files[f"{name}.parquet"] = buffer.getvalue()
    return files
