"""The page: what each part of the template shows.

Text from the ledger is escaped by the template; only drawings that `charts` rendered go in as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from r11.errors import Problem
from r11.pilot import tables
from r11.pilot.figures import Figure, Share
from r11.pilot.goldsample_report import conclusion
from r11.pilot.items import Outcome
from r11.pilot.likeness import likeness
from r11.pilot.measures import PilotMeasures, ReasonCount, Stratum, StratumMeasures
from r11.pilot.trend import Trend
from r11.report.cards import done_of_nominated, four_numbers, summary
from r11.report.gold import page_name
from r11.report.model import PilotReport
from r11.report.pictures import Drawings
from r11.report.policy import policy_context
from r11.report.rendering import render
from r11.report.review import review_context, reviewed_of
from r11.report.words import WORDS
from r11.vocabulary import AbortCode


def as_html(report: PilotReport, drawn: Drawings) -> str:
    """The page, with its `drawings`. Raises jinja2.UndefinedError where the template names what is not here."""
    return render("report.html", _context(report) | {"charts": drawn}, _unbroken)


def _unbroken(value: Any) -> Any:
    """No line ends before the mark of a percentage."""
    return value.replace(" %)", "\u00a0%)") if isinstance(value, str) else value


def _context(report: PilotReport) -> dict[str, Any]:
    measures, strata = report.measures, report.measures.strata
    return {
        "provenance": report.provenance,
        "measures": measures,
        "strata": strata,
        "summary": summary(measures),
        "cards": four_numbers(measures, report.assessment, report.effect),
        "split_table": [(_OUTCOMES[o], [one.split.share(o).with_percent for one in strata]) for o in Outcome],
        "apart_table": _counted_apart(strata),
        "whole": [one.whole for one in strata],
        "whole_r8": [one.whole_r8 for one in strata] if measures.everything.settled else [],
        "nominated": [one.nominated_o1 for one in strata],
        "done_o1": [done_of_nominated(one) for one in strata] if measures.everything.settled else [],
        "done_unknown": [Share(one.settled_unknown, one.settled) for one in strata],
        "abort_rates": [one.abort_rate.with_percent for one in strata],
        "people": _people(report),
        "o1_reasons": _reasons(strata, lambda one: one.o1_abort_reasons, lambda one: one.nominated_o1),
        "o3_reasons": _reasons(strata, lambda one: one.o3_reasons, lambda one: one.split.o3),
        "policy": policy_context(report.effect, measures) if report.effect else None,
        "r8_table": _r8_table(report),
        "review": review_context(report.assessment) if report.assessment else None,
        "gold": [(page_name(one), one.draw.name, conclusion(one)) for one in report.gold],
        "evidence": report.refreshed.words,
        "likeness": likeness(report.compared),
        "compared": [(group, list(rows)) for group, rows in groupby(report.compared, key=lambda row: row.group)],
        "trends": report.trends,
        "bands": bands(report.trends),
        "words": WORDS,
        "shape": report.population,
        "population": report.population.rows(),
        "rules": tables.rule_rows([measures.everything]),
        "files_by_stratum": _by_stratum(measures),
        "problems": _by_code(report.problems),
        "silences": silences(report),
    }


_PARTLY = "not all files were in the look"
_OUTCOMES = {
    Outcome.O1: "O1 value swap",
    Outcome.O2: "O2 subtraction",
    Outcome.O3: "O3 rewrite by a person",
    Outcome.INVALID: "invalid: could not be read",
}


def _people(report: PilotReport) -> str:
    """How far people have come, or nothing where they have not begun."""
    one = report.measures.everything
    if not (report.answered or one.settled):
        return ""
    done, readable = one.settled, one.settled + one.split.n - one.split.invalid
    return f"{Share(report.answered, report.answerable)} fix targets reviewed, {Share(done, readable)} done"


def _counted_apart(strata: Sequence[StratumMeasures]) -> list[tuple[str, list[str]]]:
    gated = [str(Share(one.gated, one.split.n)) for one in strata]
    supported = [str(Share(_first_for(one, AbortCode.SUPPORTS_NOW), one.split.n)) for one in strata]
    return [
        ("of these, O3 to be closed: the page now says what the claim says", supported),
        ("of these, about a price: only an operator releases them", gated),
        ("counted apart: done", [str(one.settled) for one in strata]),
        ("counted apart: no fix target (source-silent)", [str(one.silent.n) for one in strata]),
    ]


def _first_for(one: StratumMeasures, code: AbortCode) -> int:
    return sum(row.first for row in one.o3_reasons if row.code is code)


def _reasons(
    strata: Sequence[StratumMeasures],
    reasons: Callable[[StratumMeasures], Sequence[ReasonCount]],
    total: Callable[[StratumMeasures], int],
) -> list[dict[str, Any]]:
    """One row per reason in the order of the last stratum (all); the last cell is its total, first or later.

    `is_first`: somewhere it is the first reason; the others fold away.
    """
    found = [{row.code: row.first for row in reasons(one)} for one in strata]
    return [
        {
            "name": row.name,
            "meaning": row.meaning,
            "is_first": bool(row.first),
            "cells": [
                *(Share(firsts.get(row.code, 0), total(one)) for firsts, one in zip(found, strata, strict=True)),
                row.any,
            ],
        }
        for row in reasons(strata[-1])
    ]


def _r8_table(report: PilotReport) -> list[tuple[str, list[str]]]:
    """Four counts of the same flags. What ratifying would give is counted where there is a policy text to try."""
    strata, effect, review = report.measures.strata, report.effect, report.assessment
    tried = effect.ratified.strata if effect else strata
    rows: tuple[tuple[str, Sequence[Figure]], ...] = (
        ("as nominated", [one.r8.as_nominated for one in strata]),
        ("if both scopes are ratified" if effect else "if ratified, at least", [one.r8.if_ratified for one in tried]),
        ("as proposed, under the policy in force", [one.r8.as_proposed for one in strata]),
    )
    told = [(label, [figure.with_percent for figure in figures]) for label, figures in rows]
    is_due = review is not None and review.shows_figures
    reviewed = [reviewed_of(one.stratum, review) for one in strata]
    after = [
        figure.r8_words + of if figure else _PARTLY if is_due else one.r8.after_review.with_percent
        for one, (figure, of) in zip(strata, reviewed, strict=True)
    ]
    return [*told, ("as reviewed", after)]


def bands(trends: Sequence[Trend]) -> list[tuple[str, int, list[Share]]]:
    """Band, its files, and each share in it: all shares have the same bands."""
    by_band = zip(*(trend.bands for trend in trends), strict=True)
    return [(row[0].label, row[0].files, [band.share for band in row]) for row in by_band]


def _by_stratum(measures: PilotMeasures) -> Iterator[tuple[str, list[Any]]]:
    for stratum in (Stratum.PILOT, Stratum.REST):
        yield stratum.value, [row for row in measures.files if row.stratum is stratum]


def _by_code(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Problems before warnings, each kind in the order of its code."""
    ordered = sorted(problems, key=lambda problem: (problem.is_warning, problem.code))
    return [{"code": code, "problems": list(group)} for code, group in groupby(ordered, key=lambda p: p.code)]


_OTHER_FILES = (
    "How the other files will behave after review. The pilot files were taken because they hold most fix targets, not "
    "drawn at random; the rest is counted beside them as proposed, not as reviewed."
)
_BEFORE_REVIEW = (
    "Whether the proposals are right. Nobody has answered an item yet; a proposal is no approval.",
    _OTHER_FILES,
    "How long a review takes, how often reviewers agree, how often the judge was mistaken: a review measures them.",
)
_DURING_REVIEW = (
    "Whether the proposals are right. Answers are counted as progress only, until the one look is due.",
    _OTHER_FILES,
    "How long a review takes, how often reviewers agree, how often the judge was mistaken: withheld until that look.",
)
_AFTER_REVIEW = (
    "Whether the reviewers were right. A blind sample after the fixes measures that.",
    "How files behave that were neither in the pilot nor drawn, beyond the intervals given for them.",
    "How long others take: the hours are those of the people who reviewed.",
)


def _pages(report: PilotReport) -> str:
    """How many of the flags nobody looked up again."""
    share = report.refreshed.looked_up
    left = Share(share.denominator - share.numerator, share.denominator)
    if left.numerator or left.is_empty:
        return f"Whether the quoted pages still say today what the quotes say: of {left} flags nobody looked."
    return "What the cited pages say since the day on which they were fetched."


def silences(report: PilotReport) -> list[str]:
    """What a reader may not conclude."""
    provenance = report.provenance
    shape = report.population
    is_due = report.assessment is not None and report.assessment.shows_figures
    sentences = [
        *(_AFTER_REVIEW if is_due else _DURING_REVIEW if report.answered else _BEFORE_REVIEW),
        _pages(report),
    ]
    if shape.corpus_files and shape.corpus_files > shape.records_listed:
        unjudged = shape.corpus_files - shape.records_listed
        sentences.append(f"Anything about the {unjudged} corpus files that the judge pass has not reached.")
    if provenance.synthetic:
        sentences.append("Anything about a real corpus: this one was made up.")
    return sentences
