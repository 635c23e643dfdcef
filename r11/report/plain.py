"""`report.json`: the numbers of the page as plain values."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import msgspec

from r11.pilot import tables
from r11.pilot.assessment import Assessment
from r11.pilot.figures import Figure, NotMeasured
from r11.pilot.goldsample_report import as_json as gold_json
from r11.pilot.measures import ReasonCount, StratumMeasures, Subtraction
from r11.pilot.refreshed import Refreshed
from r11.pilot.review_measures import After, ReviewStratum
from r11.pilot.review_tables import rate_rows
from r11.report.model import PilotReport
from r11.report.review import review_json, reviewed_of
from r11.vocabulary import AbortCode

SCHEMA = "r11_pilot_report_v1"


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


def as_json(report: PilotReport) -> dict[str, Any]:
    """The same numbers as plain values. A share is `{numerator, denominator}`; `{not_measured}` says what is needed."""
    measures = report.measures
    return {
        "schema": SCHEMA,
        "provenance": asdict(report.provenance),
        "population": msgspec.to_builtins(report.population, str_keys=True),
        "pilot_min_fix_targets": measures.threshold,
        "strata": {one.stratum.value: _stratum_json(one, report.assessment) for one in measures.strata},
        "policy": _policy_json(report),
        "throughput": _throughput_json(report),
        "review": review_json(report.assessment) if report.assessment else None,
        "gold": {one.draw.name: gold_json(one) for one in report.gold},
        "evidence": _evidence_json(report.refreshed),
        "pilot_and_rest": tables.likeness_rows(report.compared),
        "trends": [{"words": trend.words, "bands": tables.trend_rows([trend])} for trend in report.trends],
        "files": tables.file_rows(measures),
        "problems": [asdict(problem) for problem in report.problems],
    }


def _evidence_json(found: Refreshed) -> dict[str, Any]:
    states = {state.value: count for state, count in found.states}
    return {"looked_up": asdict(found.looked_up), "first": found.first, "last": found.last, "states": states}


def _policy_json(report: PilotReport) -> dict[str, Any] | None:
    """The splits with no policy, under the one in force and with both scopes; what each costs in words."""
    effect = report.effect
    if effect is None:
        return None
    return {
        "splits": tables.policy_rows(effect, report.measures),
        "scopes": tables.cost_rows(effect),
        "cost_in_force": asdict(effect.in_force),
        "cost_of_both_scopes": asdict(effect.cost),
        "r8_as_o2_of_both_scopes": {
            one.stratum.value: _figure_json(one.r8.as_proposed) for one in effect.ratified.strata
        },
    }


def _throughput_json(report: PilotReport) -> dict[str, Any]:
    """By class the row of the review's table, once the one look is due."""
    review = report.assessment
    if review is None or not review.shows_figures:
        return _figure_json(report.measures.throughput)
    return {str(row["op"]): row for row in rate_rows(review.throughput)}


def _after_json(
    one: StratumMeasures, review: Assessment | None, figure: Callable[[ReviewStratum], Any]
) -> dict[str, Any]:
    """What the page shows of the stratum as reviewed; `files` says of which, where not of all of it."""
    found, of = reviewed_of(one.stratum, review)
    if found is None:
        return _figure_json(one.r8.after_review)
    told: dict[str, Any] = figure(found)
    return {**told, "files": found.name} if of else told


def _split_after(found: ReviewStratum) -> dict[str, Any]:
    return {**{after.value: found.share(after).numerator for after in After}, "n": found.n}


def _o2_after(found: ReviewStratum) -> dict[str, Any]:
    return {**asdict(found.share(After.O2)), "undecided": sum(item.is_undecided for item in found.items)}


def _r8_after(found: ReviewStratum) -> dict[str, Any]:
    return {**asdict(found.r8_as_o2), "undecided": found.undecided_r8.numerator}


def _stratum_json(one: StratumMeasures, review: Assessment | None) -> dict[str, Any]:
    o2 = _after_json(one, review, _o2_after)
    r8 = _after_json(one, review, _r8_after)
    return {
        "files": one.files,
        "n": one.split.n,
        "split": {**asdict(one.split), "after_review": _after_json(one, review, _split_after)},
        "source_silent": asdict(one.silent),
        "settled": one.settled,
        "open_and_done": one.split.n + one.settled,
        "operator_gated": one.gated,
        "o1_abort_rate": _figure_json(one.abort_rate),
        "o1_nominated_settled": one.settled_o1,
        "settled_nomination_unknown": one.settled_unknown,
        "o2": _subtraction_json(one.subtraction, o2),
        "r8_as_o2": _subtraction_json(one.r8, r8)
        | {"settled": one.settled_r8, "open_and_done": one.r8.flags + one.settled_r8},
        "o1_abort_reasons": [_reason_json(row) for row in one.o1_abort_reasons],
        "o3_reasons": [_reason_json(row) for row in one.o3_reasons],
        "rules": tables.rule_rows([one]),
    }


def _subtraction_json(subtraction: Subtraction, after: dict[str, Any]) -> dict[str, Any]:
    return {
        "as_nominated": _figure_json(subtraction.as_nominated),
        "if_ratified_at_least": _figure_json(subtraction.if_ratified),
        "as_proposed": _figure_json(subtraction.as_proposed),
        "after_review": after,
    }


def _reason_json(row: ReasonCount) -> dict[str, Any]:
    code: AbortCode | None = row.code
    return {"code": code, "meaning": row.meaning, "first": row.first, "any": row.any}


def _figure_json(figure: Figure) -> dict[str, Any]:
    if isinstance(figure, NotMeasured):
        return {"not_measured": figure.needs}
    return asdict(figure)
