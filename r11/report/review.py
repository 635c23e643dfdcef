"""What people decided, as the report shows it: the decision screen, and behind it the figures of the review.

Before the one look is due nothing but progress is shown here, in the page, in the JSON and in the tables alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from r11 import charts
from r11.charts import Drawing, Theme
from r11.pilot import review_tables
from r11.pilot.assessment import Assessment
from r11.pilot.blind_pairs import Said
from r11.pilot.closings import Closing
from r11.pilot.figures import Figure, NotMeasured, Share, estimate_words
from r11.pilot.intervals import SMALLEST_LAYER, Estimate, UpperLimit, upper_limit
from r11.pilot.measures import Stratum
from r11.pilot.projection import Carried
from r11.pilot.remaining import Hours
from r11.pilot.review_measures import After, ReviewStratum
from r11.pilot.second_review import MOST, SecondReview
from r11.pilot.throughput import SECONDS_PER_HOUR, ClassThroughput, NoRate
from r11.pilot.yardsticks import looks_by_file
from r11.report.probes import probe_cells, probe_rows
from r11.vocabulary import FixOp

Cells = tuple[str, list[str]]


def reviewed_files(assessment: Assessment) -> ReviewStratum:
    """Pilot and drawn files together: what the one look is about."""
    pilot, drawn, _ = assessment.strata
    return ReviewStratum("pilot and drawn files", (*pilot.items, *drawn.items))


def reviewed_of(stratum: Stratum, assessment: Assessment | None) -> tuple[ReviewStratum | None, str]:
    """What is reviewed of a stratum of the counts, and of which of its files where not of all; None before the look."""
    if assessment is None or not assessment.shows_figures:
        return None, ""
    pilot, drawn, _ = assessment.strata
    match stratum:
        case Stratum.PILOT:
            return pilot, ""
        case Stratum.REST if drawn.n:
            return drawn, ", drawn files"
        case _:
            return None, ""


# --- the page -------------------------------------------------------------------------------------------------------


def review_context(assessment: Assessment) -> dict[str, Any]:
    """What `decision.html` and `review.html` show. `figures`: whether the look is due."""
    decision, shown = assessment.decision, assessment.strata[:2]
    limits = review_tables.limits_of(decision)
    return {
        "decision": decision,
        "signs": charts.SIGNS,
        "figures": assessment.shows_figures,
        "progress": [
            (one.name, one.files, one.reviewed.with_percent, Share(one.settled, one.reviewed.denominator))
            for one in assessment.progress[:2]
        ],
        "draw": _draw_words(assessment),
        "frozen": assessment.frozen,
        "hours": [(op.value, *_hours_cells(hours), _assumed(hours)) for op, hours in assessment.remaining.classes],
        "second_hours": [
            (op.value, *_hours_cells(hours), _assumed(hours)) for op, hours in assessment.remaining.second
        ],
        "left_out": assessment.remaining.left_out,
        "hours_total": _hours_cells(assessment.remaining.total),
        "hours_bounded": assessment.remaining.has_bounded,
        "strata": shown,
        "after": [(after.value, [one.share(after).with_percent for one in shown]) for after in After],
        "rates": list(_rates(shown)),
        "most_second": MOST,
        "second_words": list(Said),
        "smallest_layer": SMALLEST_LAYER,
        "layers": list(_layer_cells(assessment.carried)),
        "carried": [
            (one.yardstick.label, _carried_cells(one, limits.get(one.yardstick.value))) for one in assessment.carried
        ],
        "throughput": assessment.throughput,
        "times": [_time_cells(one) for one in assessment.throughput.classes],
        "second_times": [_time_cells(one) for one in assessment.throughput.second],
        "apart": _apart(assessment),
        "learning": [one.learning for one in assessment.throughput.classes if one.items],
        "second": [_second_cells(one) for one in assessment.second],
        "second_done": _done_words(assessment.second),
        "second_pairs": [(one.op.value, _pair_table(one)) for one in assessment.second if one.found.items],
        "probes": probe_cells(assessment.probes),
        "broken": assessment.broken_logs,
    }


def _draw_words(assessment: Assessment) -> str:
    drawn = assessment.drawn
    if not drawn.files:
        return "No files of the rest were drawn."
    return (
        f"{len(drawn.files)} files of the rest were drawn by seed {drawn.seed}; "
        f"{len(drawn.complete)} of them are reviewed completely."
    )


def _rates(strata: Sequence[ReviewStratum]) -> Iterator[Cells]:
    """Rates over people's answers; exact for the files that they name."""
    figures: tuple[tuple[str, Callable[[ReviewStratum], Figure]], ...] = (
        ("O1 approved unchanged / reviewed", lambda one: one.acceptance(FixOp.O1)),
        ("O2 approved unchanged / reviewed", lambda one: one.acceptance(FixOp.O2)),
        ("closed, judge mistaken / ruled on", lambda one: one.closed_as(Closing.MISTAKEN)),
        ("closed, page changed / ruled on", lambda one: one.closed_as(Closing.CHANGED)),
        ("closed, cannot be told / ruled on", lambda one: one.closed_as(Closing.UNTOLD)),
    )
    for label, figure in figures:
        yield label, [figure(one).with_percent for one in strata]
    yield "R8 that is O2 after review / R8 flags", [one.r8_words for one in strata]
    yield "approved O1 reversed / with a second look", [_reversed(one) for one in strata]


def _reversed(stratum: ReviewStratum) -> str:
    """What a zero here says of other value swaps is less than it seems: the limit stands beside it."""
    figure, files = stratum.wrong_edits, len(looks_by_file(stratum.items))
    limit = upper_limit(files)
    if isinstance(figure, NotMeasured):
        return f"{figure}: needs {figure.needs}"
    if figure.numerator or not isinstance(limit, UpperLimit):
        return figure.with_percent
    return f"{figure} = 0.00, elsewhere up to {limit.high:.2f} (one-sided)"


def _layer_cells(carried: Sequence[Carried]) -> Iterator[tuple[str, str, int, int, str]]:
    """What each weighted estimate is made of."""
    for one in carried:
        if isinstance(one.rest, Estimate):
            for name, layer in one.layers:
                files = sum(not share.is_empty for share in layer.drawn)
                yield one.yardstick.label, name, layer.weight, files, str(layer.pooled)


def _carried_cells(one: Carried, limit: float | None) -> list[str]:
    pilot = f"{one.pilot.with_percent} so far" if one.is_pilot_open else one.pilot.with_percent
    still = one.pilot_still
    if not isinstance(one.rest, Estimate):
        return [pilot, "no estimate", "no estimate", one.transport, still]
    estimate = estimate_words(one.rest.value, one.rest.low, one.rest.high, limit)
    rest = f"{estimate}, {'weighted, ' * one.rest.is_weighted}from {one.rest.share} counted"
    if one.at_zero:
        rest = f"{one.rest.share}, still allows {one.at_zero.high:.2f} (one-sided, each file once)"
    together = "no estimate" if one.everything is None else estimate_words(*one.everything, limit)
    if one.is_pilot_open and one.everything:
        together += ", no single value yet"
    return [pilot, rest, together, one.transport, still]


def _hours_cells(hours: Hours) -> tuple[int, str, str]:
    """Items, hours, and their interval or why there is none."""
    if hours.value is None:
        return hours.items, "not measured yet", hours.why
    if hours.low is None or hours.high is None:
        return hours.items, f"{hours.value:.2f}", "none"
    limits = f"{hours.low:.2f} to {hours.high:.2f}"
    return hours.items, f"{hours.value:.2f}", f"none of its own, in the sum {limits}" if hours.at else limits


def _assumed(hours: Hours) -> str:
    """What a row assumes, and why; empty where its time was measured."""
    return f"{hours.at} ({hours.why})" if hours.at else ""


def _time_cells(one: ClassThroughput) -> list[str]:
    return [
        one.op.value,
        str(one.timed),
        _number(one.items_per_hour),
        _rate_interval(one),
        _number(one.median),
        _number(one.p90),
        f"{one.active / SECONDS_PER_HOUR:.1f}",
        f"{one.wall / SECONDS_PER_HOUR:.1f}",
    ]


def _apart(assessment: Assessment) -> str:
    """What was done and is in no rate."""
    throughput = assessment.throughput
    untimed = sum(one.untimed for one in throughput.classes)
    unfinished = sum(one.unfinished for one in throughput.classes)
    hours = f"{throughput.ruling / SECONDS_PER_HOUR:.1f} active h"
    return (
        f"Counted apart: first answers without a time (made at the command line) {untimed}; items begun and not "
        f"answered {unfinished}; adjudications {throughput.adjudicated} ({hours}); timed events on other items "
        f"{throughput.elsewhere}."
    )


def _rate_interval(one: ClassThroughput) -> str:
    found = one.interval
    if isinstance(found, NoRate):
        return f"none: {found.reason}"
    return f"{SECONDS_PER_HOUR / found.high:.0f} to {SECONDS_PER_HOUR / found.low:.0f}, {found.sessions} sessions"


def _second_cells(one: SecondReview) -> list[str]:
    ac1 = "not measured yet" if isinstance(one.ac1, NotMeasured) else f"{one.ac1:.2f}"
    return [one.op.value, str(one.answered), one.agreed.with_percent, ac1]


def _done_words(second: Sequence[SecondReview]) -> str:
    """How many drawn items are done by now, and how many of those nobody can be shown; empty where none is done."""
    drawn, done = sum(len(one.drawn) for one in second), sum(one.done for one in second)
    if not done:
        return ""
    words = (
        f"{Share(done, drawn)} drawn items are applied or closed by now. A second look at them is given on the claim "
        "and the proposal as they stood when they were reviewed, and changes no file"
    )
    lost = sum(one.lost for one in second)
    if not lost:
        return f"{words}."
    return f"{words}; {Share(lost, done)} cannot be shown so, since what had been proposed is not on record."


def _pair_table(one: SecondReview) -> tuple[list[str], list[tuple[str, list[int]]]]:
    """The answers that somebody gave: as columns those of the second review, as rows those of the first."""
    given = {word for pair in one.found.pairs for word in pair}
    words = [word for word in one.found.words if word in given]
    return words, [(first, [one.found.pairs.get((first, other), 0) for other in words]) for first in words]


def _number(value: float | NotMeasured) -> str:
    return "not measured yet" if isinstance(value, NotMeasured) else f"{value:.0f}"


# --- the pictures ---------------------------------------------------------------------------------------------------


def review_drawings(assessment: Assessment) -> dict[str, Drawing]:
    """By chart name, the charts that have something to show; none before the look is due."""
    if not assessment.shows_figures:
        return {}
    return {name: charts.drawing(draw) for name, draw in _pictures(assessment)}


def _pictures(assessment: Assessment) -> Iterator[tuple[str, Callable[[Theme], Any]]]:
    throughput = assessment.throughput
    rates = [row for row in review_tables.rate_rows(throughput) if row["items"]]
    times = review_tables.time_rows(throughput)
    r8 = review_tables.r8_review_rows(assessment.strata[:2])
    answers = [row for row in review_tables.answer_rows(reviewed_files(assessment)) if row["n"]]
    carried, lines = review_tables.carried_rows(assessment.carried), review_tables.line_rows(assessment.decision)
    if answers:
        yield "answers", lambda theme: charts.answers(answers, theme)
    if r8:
        yield "r8-reviewed", lambda theme: charts.r8_review(r8, theme)
    if times:
        yield "rates", lambda theme: charts.rates(rates, lines, theme, throughput.idle_cap)
        yield "time-per-item", lambda theme: charts.time_per_item(times, theme)
    if any(str(line["yardstick"]).endswith("_share") for line in lines):
        yield "carried", lambda theme: charts.carried(carried, lines, theme)


# --- tables and JSON ------------------------------------------------------------------------------------------------


def review_rows(assessment: Assessment) -> dict[str, Sequence[review_tables.Row]]:
    """Table name → rows; none before the look is due."""
    if not assessment.shows_figures:
        return {}
    r8: list[review_tables.Row] = [dict(row) for row in review_tables.r8_review_rows(assessment.strata[:2])]
    return {
        "decision": review_tables.line_rows(assessment.decision),
        "after_review": review_tables.after_rows(assessment.strata[:2]),
        "answers": review_tables.answer_rows(reviewed_files(assessment)),
        "r8_reviewed": r8,
        "closings": review_tables.closing_rows(assessment.strata[:2]),
        "throughput": review_tables.rate_rows(assessment.throughput),
        "throughput_second": review_tables.second_rate_rows(assessment.throughput),
        "time_per_item": review_tables.time_rows(assessment.throughput),
        "carried": review_tables.carried_rows(assessment.carried),
        "agreement": review_tables.agreement_rows(assessment.second),
        "agreement_pairs": review_tables.pair_rows(assessment.second),
        "hours": review_tables.hours_rows(assessment.remaining),
    } | ({"probes": probe_rows(assessment.probes)} if assessment.probes.dealt else {})


def review_json(assessment: Assessment) -> dict[str, Any]:
    """Where the protocol and the review stand, and, once the look is due, every table."""
    decision, look = assessment.decision, assessment.decision.look
    return {
        "protocol": decision.standing.value,
        "is_decision": decision.is_decision,
        "answer": decision.answer,
        "objections": list(decision.objections),
        "look": {"due": look.due, "reviewed": _share(look.reviewed), "taken": look.taken, "held": look.held}
        if look
        else None,
        "drawn": {"seed": assessment.drawn.seed, "files": list(assessment.drawn.files)},
        "changes": list(decision.changes),
        "not_in_the_hours": list(assessment.remaining.left_out) if assessment.shows_figures else [],
        "tables": {name: list(rows) for name, rows in review_rows(assessment).items()},
    }


def _share(share: Share) -> dict[str, int]:
    return {"numerator": share.numerator, "denominator": share.denominator}
