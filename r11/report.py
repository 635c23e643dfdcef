"""The pilot report: `report.html` (one file, no script, no request), `report.json`, and the charts as PNG and SVG.

The page says nothing that is not in `PilotReport`. Text from the ledger is escaped by the template; only drawings that
`charts` rendered go in as markup.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

import altair as alt
import jinja2
import msgspec

from r11 import charts, storage
from r11.charts import Theme
from r11.errors import Problem
from r11.ledger.population import Population
from r11.pilot import tables
from r11.pilot.figures import Figure, NotMeasured, Share
from r11.pilot.measures import Outcome, PilotMeasures, ReasonCount, Stratum, StratumMeasures, Subtraction
from r11.pilot.trend import Trend, trends
from r11.vocabulary import AbortCode

SCHEMA = "r11_pilot_report_v1"

Draw = Callable[[charts.Rows, Theme], alt.LayerChart]
Drawings = Mapping[str, Mapping[str, str]]
"""Chart name → theme name → SVG."""


@dataclass(frozen=True)
class Provenance:
    """What the numbers were counted from. `now`: when, ISO 8601; paths as the user sees them."""

    programme: str
    now: str
    tool_version: str
    ledger: str
    ledger_sha256: str
    corpus: str
    policy: str
    synthetic: bool


@dataclass(frozen=True)
class PilotReport:
    """Everything the report shows."""

    provenance: Provenance
    population: Population
    measures: PilotMeasures
    problems: tuple[Problem, ...]

    @property
    def trends(self) -> tuple[Trend, ...]:
        return trends(self.measures)


@dataclass(frozen=True)
class Card:
    """One of the four numbers: its figures, each with the words that belong to it, and what stands beside them."""

    title: str
    figures: tuple[tuple[Figure, str], ...]
    rows: tuple[tuple[str, str], ...]
    note: str


# --- the files ------------------------------------------------------------------------------------------------------


def write(report: PilotReport, folder: Path) -> Path:
    """All files of the report, each written whole or not at all; gives back the path of `report.html`."""
    drawn = drawings(report)
    for name, themes in drawn.items():
        for theme, drawing in themes.items():
            storage.write_atomic(folder / "charts" / f"{name}-{theme}.svg", drawing.encode())
            storage.write_atomic(folder / "charts" / f"{name}-{theme}.png", charts.png(drawing))
    storage.write_json(folder / "report.json", as_json(report))
    page = folder / "report.html"
    storage.write_atomic(page, as_html(report, drawn).encode())
    return page


def as_before(report: PilotReport, folder: Path) -> PilotReport | None:
    """The report with the time of the last run, if that run found the very same: writing it changes no byte.

    None where it found something else, or where there is no report that can be read.
    """
    try:
        last = json.loads((folder / "report.json").read_bytes())
        now = str(last["provenance"]["now"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    dated = replace(report, provenance=replace(report.provenance, now=now))
    return dated if json.loads(json.dumps(as_json(dated))) == last else None


def drawings(report: PilotReport) -> Drawings:
    """The charts that have something to show, by name and then theme."""
    measures = report.measures
    both = [one for one in (measures.pilot, measures.rest) if one.split.n]
    with_items = [one for one in measures.strata if one.split.n]
    wanted: tuple[tuple[str, Draw, Sequence[tables.Row]], ...] = (
        ("split", charts.split, tables.part_rows(with_items)),
        ("o1-aborts", charts.o1_aborts, tables.leading_reasons(tables.abort_rows(both))),
        ("o3-reasons", charts.o3_reasons, tables.leading_reasons(tables.reason_rows(both))),
        ("r8", charts.r8_flow, tables.r8_rows([one for one in both if one.r8.flags])),
        ("trends", charts.trends, tables.trend_rows(report.trends)),
        ("population", charts.population, tables.population_rows(report.population) if measures.files else []),
        ("sizes", charts.files_by_size, tables.size_rows(measures)),
        ("rules", charts.rules, tables.rule_rows(both)),
    )
    return {
        name: {theme.name: charts.svg(draw(rows, theme)) for theme in charts.THEMES}
        for name, draw, rows in wanted
        if rows
    }


def as_html(report: PilotReport, drawn: Drawings) -> str:
    """The page, with its `drawings`. Raises jinja2.UndefinedError where the template names what is not here."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("r11"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html").render(_context(report), charts=drawn)


def _context(report: PilotReport) -> dict[str, Any]:
    measures, strata = report.measures, report.measures.strata
    return {
        "provenance": report.provenance,
        "measures": measures,
        "strata": strata,
        "summary": summary(measures),
        "cards": four_numbers(measures),
        "split_table": [(_OUTCOMES[o], [one.split.share(o).with_percent for one in strata]) for o in Outcome],
        "apart_table": _counted_apart(strata),
        "nominated": [one.nominated_o1 for one in strata],
        "abort_rates": [one.abort_rate.with_percent for one in strata],
        "o1_reasons": _reasons(strata, lambda one: one.o1_abort_reasons, lambda one: one.nominated_o1),
        "o3_reasons": _reasons(strata, lambda one: one.o3_reasons, lambda one: one.split.o3),
        "r8_table": _r8_table(strata),
        "trends": report.trends,
        "shape": report.population,
        "population": report.population.rows(),
        "rules": tables.rule_rows([measures.everything]),
        "files_by_stratum": _by_stratum(measures),
        "problems": _by_code(report.problems),
        "silences": silences(report),
    }


_OUTCOMES = {
    Outcome.O1: "O1 value swap",
    Outcome.O2: "O2 subtraction",
    Outcome.O3: "O3 rewrite by a person",
    Outcome.INVALID: "invalid: could not be read",
}


# --- the four numbers -----------------------------------------------------------------------------------------------


def summary(measures: PilotMeasures) -> str:
    """The result in two sentences."""
    pilot, rest = measures.pilot, measures.rest
    if not pilot.split.n:
        return (
            f"No file holds {measures.threshold} or more open fix targets, so there is no pilot to measure. "
            f"In {_files(rest.files, 'file')} there are {rest.split.n}: "
            f"{rest.split.o1} O1, {rest.split.o2} O2, {rest.split.o3} O3, {rest.split.invalid} unreadable."
        )
    return (
        f"In {_files(pilot.files, 'pilot file')} there are {pilot.split.n} open fix targets: {pilot.split.o1} have a "
        f"proven value swap (O1), {pilot.split.o2} a subtraction (O2), {pilot.split.o3} need a person's rewrite (O3), "
        f"and {pilot.split.invalid} could not be read. In {_files(rest.files, 'other file')} there are "
        f"{rest.split.n}: {rest.split.o1} O1, {rest.split.o2} O2, {rest.split.o3} O3, {rest.split.invalid} unreadable."
    )


def _files(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def four_numbers(measures: PilotMeasures) -> tuple[Card, ...]:
    """The split, R8 as O2, the abort rate and the throughput of the pilot files, with the rest beside them."""
    return (_split_card(measures), _r8_card(measures), _abort_card(measures), _throughput_card(measures))


def _split_card(measures: PilotMeasures) -> Card:
    pilot, rest = measures.pilot.split, measures.rest.split
    return Card(
        "The split",
        tuple((pilot.share(outcome), outcome.value) for outcome in (Outcome.O1, Outcome.O2, Outcome.O3)),
        (
            ("invalid", pilot.share(Outcome.INVALID).with_percent),
            ("O1 in the rest", rest.share(Outcome.O1).with_percent),
            ("O2 in the rest", rest.share(Outcome.O2).with_percent),
            ("after review", str(measures.pilot.r8.after_review)),
        ),
        "As proposed: fix targets by what the edit would do, of all fix targets.",
    )


def _r8_card(measures: PilotMeasures) -> Card:
    pilot, rest = measures.pilot.r8, measures.rest.r8
    return Card(
        "R8 that is O2",
        ((pilot.as_proposed, "as proposed"), (pilot.as_nominated, "as nominated")),
        (
            ("if the policy is ratified", pilot.if_ratified.with_percent),
            ("as nominated, in the rest", rest.as_nominated.with_percent),
            ("after review", str(pilot.after_review)),
        ),
        "Multi-part claims whose failed part can be taken out, of all R8 flags.",
    )


def _abort_card(measures: PilotMeasures) -> Card:
    return Card(
        "O1 abort rate",
        ((measures.pilot.abort_rate, "aborted / nominated"),),
        (
            ("in the rest", measures.rest.abort_rate.with_percent),
            ("all files", measures.everything.abort_rate.with_percent),
        ),
        "Value swaps that a gate or the proof refused, of all that were nominated.",
    )


def _throughput_card(measures: PilotMeasures) -> Card:
    pilot = measures.pilot.split
    return Card(
        "Review throughput",
        ((measures.throughput, ""),),
        tuple(
            (f"{name} waiting", str(count)) for name, count in (("O1", pilot.o1), ("O2", pilot.o2), ("O3", pilot.o3))
        ),
        "Items per active hour, class by class. It needs a review and is never assumed.",
    )


# --- tables of the page ---------------------------------------------------------------------------------------------


def _counted_apart(strata: Sequence[StratumMeasures]) -> list[tuple[str, list[str]]]:
    gated = [str(Share(one.gated, one.split.n)) for one in strata]
    return [
        ("of these, about a price: only an operator releases them", gated),
        ("counted apart: settled (fixed or closed before)", [str(one.settled) for one in strata]),
        ("counted apart: no fix target (source-silent)", [str(one.silent.n) for one in strata]),
    ]


def _reasons(
    strata: Sequence[StratumMeasures],
    reasons: Callable[[StratumMeasures], Sequence[ReasonCount]],
    total: Callable[[StratumMeasures], int],
) -> list[dict[str, Any]]:
    """One row per reason in the order of the last stratum (all); the last cell counts it behind another reason too."""
    found = [{row.code: row.first for row in reasons(one)} for one in strata]
    return [
        {
            "name": row.name,
            "meaning": row.meaning,
            "cells": [
                *(Share(firsts.get(row.code, 0), total(one)) for firsts, one in zip(found, strata, strict=True)),
                row.any,
            ],
        }
        for row in reasons(strata[-1])
    ]


def _r8_table(strata: Sequence[StratumMeasures]) -> list[tuple[str, list[str]]]:
    figures: tuple[tuple[str, Callable[[Subtraction], Figure]], ...] = (
        ("as nominated", lambda r8: r8.as_nominated),
        ("if the policy is ratified", lambda r8: r8.if_ratified),
        ("as proposed, under the policy in force", lambda r8: r8.as_proposed),
        ("after review", lambda r8: r8.after_review),
    )
    return [(label, [figure(one.r8).with_percent for one in strata]) for label, figure in figures]


def _by_stratum(measures: PilotMeasures) -> Iterator[tuple[str, list[Any]]]:
    for stratum in (Stratum.PILOT, Stratum.REST):
        yield stratum.value, [row for row in measures.files if row.stratum is stratum]


def _by_code(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Problems before warnings, each kind in the order of its code."""
    ordered = sorted(problems, key=lambda problem: (problem.is_warning, problem.code))
    return [{"code": code, "problems": list(group)} for code, group in groupby(ordered, key=lambda p: p.code)]


def silences(report: PilotReport) -> list[str]:
    """What a reader may not conclude."""
    provenance = report.provenance
    shape = report.population
    sentences = [
        "Whether the proposals are right. Nothing here was reviewed; a proposal is no approval; no file was changed.",
        "How the other files will behave after review. The pilot files were taken because they hold most fix targets, "
        "not drawn at random; the rest is counted beside them as proposed, not as reviewed.",
        "How long a review takes, how often reviewers agree, how often the judge was mistaken: a review measures them.",
        "Whether the quoted pages still say today what the quotes say, unless the evidence was refreshed before.",
    ]
    if shape.corpus_files and shape.corpus_files > shape.records_listed:
        unjudged = shape.corpus_files - shape.records_listed
        sentences.append(f"Anything about the {unjudged} corpus files that the judge pass has not reached.")
    if provenance.synthetic:
        sentences.append("Anything about a real corpus: this one was made up.")
    return sentences


# --- report.json ----------------------------------------------------------------------------------------------------


def as_json(report: PilotReport) -> dict[str, Any]:
    """The same numbers as plain values. A share is `{numerator, denominator}`; `{not_measured}` says what is needed."""
    measures = report.measures
    return {
        "schema": SCHEMA,
        "provenance": asdict(report.provenance),
        "population": msgspec.to_builtins(report.population, str_keys=True),
        "pilot_min_fix_targets": measures.threshold,
        "strata": {one.stratum.value: _stratum_json(one) for one in measures.strata},
        "throughput": _figure_json(measures.throughput),
        "trends": [{"words": trend.words, "bands": tables.trend_rows([trend])} for trend in report.trends],
        "files": tables.file_rows(measures),
        "problems": [asdict(problem) for problem in report.problems],
    }


def _stratum_json(one: StratumMeasures) -> dict[str, Any]:
    return {
        "files": one.files,
        "n": one.split.n,
        "split": {**asdict(one.split), "after_review": _figure_json(one.r8.after_review)},
        "source_silent": asdict(one.silent),
        "settled": one.settled,
        "operator_gated": one.gated,
        "o1_abort_rate": _figure_json(one.abort_rate),
        "o2": _subtraction_json(one.subtraction),
        "r8_as_o2": _subtraction_json(one.r8),
        "o1_abort_reasons": [_reason_json(row) for row in one.o1_abort_reasons],
        "o3_reasons": [_reason_json(row) for row in one.o3_reasons],
        "rules": tables.rule_rows([one]),
    }


def _subtraction_json(subtraction: Subtraction) -> dict[str, Any]:
    return {
        "as_nominated": _figure_json(subtraction.as_nominated),
        "if_ratified": _figure_json(subtraction.if_ratified),
        "as_proposed": _figure_json(subtraction.as_proposed),
        "after_review": _figure_json(subtraction.after_review),
    }


def _reason_json(row: ReasonCount) -> dict[str, Any]:
    code: AbortCode | None = row.code
    return {"code": code, "meaning": row.meaning, "first": row.first, "any": row.any}


def _figure_json(figure: Figure) -> dict[str, Any]:
    if isinstance(figure, NotMeasured):
        return {"not_measured": figure.needs}
    return asdict(figure)
