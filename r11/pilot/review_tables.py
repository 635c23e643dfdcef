"""What people decided as rows of plain values: one function per table, for charts, data frames and files alike.

Shares that were counted appear as their two counts; estimates and limits as proportions from 0 to 1. A value that
nobody measured is None, never a zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from r11.pilot.closings import Closing
from r11.pilot.decision import Decision
from r11.pilot.figures import NotMeasured, Share
from r11.pilot.intervals import Estimate
from r11.pilot.items import Outcome
from r11.pilot.projection import Carried
from r11.pilot.remaining import Hours, Remaining
from r11.pilot.review_measures import After, Answered, ReviewStratum, is_proposed, is_r8
from r11.pilot.second_review import SecondReview
from r11.pilot.throughput import SECONDS_PER_HOUR, ClassThroughput, RateInterval, Throughput
from r11.vocabulary import FixOp

Cell = str | int | float | None
Row = dict[str, Cell]

R8_STAGES = ("R8 flags", "nominated for O2", "O2 as proposed", "O2 after review", "not reviewed, or unsettled")
RUNNING_ITEMS = 9
"""How many items back and forth a running median takes in."""


def after_rows(strata: Iterable[ReviewStratum]) -> list[Row]:
    """`stratum, part, count, n`: the split as it stands after review; the parts of a stratum add up to its n."""
    return [
        {"stratum": one.name, "part": after.value, "count": one.share(after).numerator, "n": one.n}
        for one in strata
        for after in After
    ]


def answer_rows(stratum: ReviewStratum) -> list[Row]:
    """`proposed, answer, count, n`: what reviewers did with each class as it was proposed."""
    rows: list[Row] = []
    for outcome in (Outcome.O1, Outcome.O2, Outcome.O3):
        counts = stratum.answers(outcome)
        n = sum(counts.values())
        rows += [
            {"proposed": outcome.value, "answer": answered.value, "count": counts[answered], "n": n}
            for answered in Answered
        ]
    return rows


def agreement_rows(second: Iterable[SecondReview]) -> list[Row]:
    """`op, drawn, pairs, agreed, ac1`: how far two people say the same; ac1 is None where nobody looked twice."""
    return [
        {
            "op": one.op.value,
            "drawn": len(one.drawn),
            "pairs": one.found.items,
            "agreed": one.found.agreed,
            "ac1": None if isinstance(one.ac1, NotMeasured) else one.ac1,
        }
        for one in second
    ]


def pair_rows(second: Iterable[SecondReview]) -> list[Row]:
    """`op, first, second, count`: the raw table, without the pairs that nobody gave."""
    return [
        {"op": one.op.value, "first": str(first), "second": str(other), "count": count}
        for one in second
        for (first, other), count in sorted(one.found.pairs.items())
    ]


def r8_review_rows(strata: Iterable[ReviewStratum]) -> list[dict[str, str | int]]:
    """`stratum, stage, count, n`: the R8 flags of pilot and drawn files from the ledger to the review.

    All counts are of the items of the review, so that none moves when one of them is applied or closed. The last stage
    is there where anything is undecided.
    """
    rows: list[dict[str, str | int]] = []
    strata = list(strata)
    stages = R8_STAGES if any(one.undecided_r8.numerator for one in strata) else R8_STAGES[:-1]
    for stratum in strata:
        flags = [item for item in stratum.items if is_r8(item)]
        counts = (
            len(flags),
            sum(item.nominated is FixOp.O2 for item in flags),
            sum(is_proposed(item, FixOp.O2) for item in flags),
            stratum.r8_as_o2.numerator,
            stratum.undecided_r8.numerator,
        )
        rows += [
            {"stratum": stratum.name, "stage": stage, "count": count, "n": len(flags)}
            for stage, count in zip(stages, counts, strict=False)
            if flags
        ]
    return rows


def time_rows(throughput: Throughput) -> list[Row]:
    """`op, reviewer, session, order, seconds, running`: each timed review; `running` is the median around it."""
    rows: list[Row] = []
    for one in throughput.classes:
        ordered = sorted(one.reviews, key=lambda review: (review.order, review.reviewer, review.flag_key))
        seconds = [review.active for review in ordered]
        for at, review in enumerate(ordered):
            around = seconds[max(0, at - RUNNING_ITEMS) : at + RUNNING_ITEMS + 1]
            row: Row = {"op": review.op.value, "reviewer": review.reviewer, "session": review.session}
            rows.append(
                row | {"order": at + 1, "seconds": round(review.active, 3), "running": round(median(around), 3)}
            )
    return rows


def rate_rows(throughput: Throughput) -> list[Row]:
    """One row per class: items, sessions, seconds and items per hour with limits; untimed and unfinished apart."""
    return [_rate_row(one) for one in throughput.classes]


def second_rate_rows(throughput: Throughput) -> list[Row]:
    """The same of blind second looks."""
    return [_rate_row(one) for one in throughput.second]


def closing_rows(strata: Iterable[ReviewStratum]) -> list[Row]:
    """`stratum, closing, count, n`: why claims were closed, of the fix targets on which a person ruled."""
    rows: list[Row] = []
    for one in strata:
        for closing in Closing:
            share = one.closed_as(closing)
            counts = (share.numerator, share.denominator) if isinstance(share, Share) else (0, 0)
            rows.append({"stratum": one.name, "closing": closing.value, "count": counts[0], "n": counts[1]})
    return rows


def _rate_row(one: ClassThroughput) -> Row:
    found = one.interval
    limits = (found.low, found.high) if isinstance(found, RateInterval) else (None, None)
    return {
        "op": one.op.value,
        "items": one.items,
        "sessions": len(one.sittings),
        "reviewers": one.reviewers,
        "untimed": one.untimed,
        "unfinished": one.unfinished,
        "active_seconds": round(one.active, 3),
        "wall_seconds": round(one.wall, 3),
        "median_seconds": _number(one.median),
        "p90_seconds": _number(one.p90),
        "seconds_per_item": _number(one.seconds_per_item),
        "seconds_low": _rounded(limits[0]),
        "seconds_high": _rounded(limits[1]),
        "items_per_hour": _number(one.items_per_hour),
        "per_hour_low": None if limits[1] is None else round(SECONDS_PER_HOUR / limits[1], 6),
        "per_hour_high": None if limits[0] is None else round(SECONDS_PER_HOUR / limits[0], 6),
    }


def carried_rows(carried: Iterable[Carried]) -> list[Row]:
    """`yardstick, …`: the pilot's counts so far, the least and the most that can still come and which items that lies
    with; the estimate for the rest with its limits; both together, without a value while the pilot's is open; the
    words."""
    return [_carried_row(one) for one in carried]


def _carried_row(one: Carried) -> Row:
    rest = one.rest if isinstance(one.rest, Estimate) else None
    everything = one.everything or (None, None, None)
    pilot = one.pilot if isinstance(one.pilot, Share) else None
    return {
        "yardstick": one.yardstick.value,
        "label": one.yardstick.label,
        "pilot_count": pilot.numerator if pilot else None,
        "pilot_n": pilot.denominator if pilot else None,
        "pilot_low": _rounded(one.pilot_bounds.low if one.pilot_bounds else None),
        "pilot_high": _rounded(one.pilot_bounds.high if one.pilot_bounds else None),
        "pilot_items": one.items_pilot,
        "pilot_undecided": one.pilot_undecided,
        "pilot_missing": one.pilot_missing,
        "drawn_count": rest.share.numerator if rest else None,
        "drawn_n": rest.share.denominator if rest else None,
        "drawn_files": rest.files if rest else None,
        "rest": _rounded(rest.value if rest else None),
        "rest_low": _rounded(rest.low if rest else None),
        "rest_high": _rounded(rest.high if rest else None),
        "all": _rounded(everything[0]),
        "all_low": _rounded(everything[1]),
        "all_high": _rounded(everything[2]),
        "doubtful_drawn": one.doubtful,
        "doubtful_pilot": one.doubtful_pilot,
        "transport": one.transport,
    }


def hours_rows(left: Remaining) -> list[Row]:
    """`work, items, hours, low, high, why`: first answers, second looks where they are asked for, the sum last."""
    first = [_hours_row(f"{op} first answers", hours) for op, hours in left.classes]
    second = [_hours_row(f"{op} second looks", hours) for op, hours in left.second]
    return [*first, *second, _hours_row("all", left.total)]


def _hours_row(name: str, hours: Hours) -> Row:
    limits = (_rounded(limit) for limit in (hours.value, hours.low, hours.high))
    return {"work": name, "items": hours.items, **dict(zip(("hours", "low", "high"), limits, strict=True))} | {
        "why": "; ".join(filter(None, (hours.at, hours.why)))
    }


def line_rows(decision: Decision) -> list[Row]:
    """One row per threshold of the decision screen; none before the look is due."""
    return [
        {
            "yardstick": line.threshold.yardstick.value,
            "label": line.threshold.yardstick.label,
            "meaning": line.threshold.yardstick.meaning,
            "threshold": line.threshold.words,
            "limit": line.threshold.limit,
            "assumed": line.threshold.assumed,
            "measured": _rounded(line.value),
            "low": _rounded(line.ends[0]),
            "high": _rounded(line.ends[1]),
            "basis": line.evidence.basis,
            "counts": line.counts,
            "verdict": line.verdict.value,
            "words": line.words,
            "one_sided": line.evidence.one_sided,
        }
        for line in decision.lines
    ]


def limits_of(decision: Decision) -> dict[str, float]:
    """By yardstick."""
    return {line.threshold.yardstick.value: line.threshold.limit for line in decision.lines}


def _number(value: float | NotMeasured) -> float | None:
    return None if isinstance(value, NotMeasured) else round(float(value), 6)


def _rounded(value: float | None) -> float | None:
    """Six digits: what differs behind them is the processor's, not the pilot's."""
    return None if value is None else round(value, 6)
