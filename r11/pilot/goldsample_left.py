"""What a report of the gold sample says of the corpus now: how many errors are left, where, and what the change is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from r11.pilot.figures import Share
from r11.pilot.goldsample_estimate import Bounds
from r11.pilot.goldsample_report import ALL, LEVEL, GoldReport, limits, percent
from r11.vocabulary import GoldOutcome, GoldStratum

LEFT_HEADS = ("stratum", "claims now", "errors among them, estimated", "95 % interval")
NOT_A_SUM = (
    "Each figure is rounded by itself, and the limits do not add up: strata are hardly ever all at their worst at once."
)
_ERROR, _NONE = GoldOutcome.ERROR, GoldOutcome.NO_ERROR
_MOVES = {
    "were an error and are none": (_ERROR, _NONE),
    "still are an error": (_ERROR, _ERROR),
    "were none and became an error": (_NONE, _ERROR),
    "were none and still are none": (_NONE, _NONE),
}
"""What a fix did to a claim: its outcome before and after."""


def level_words(report: GoldReport) -> str:
    """The error rate now and before; empty while a label is missing, or where nothing is left."""
    result = report.result
    if report.given < report.asked or not result.claims_after:
        return ""
    now = f"Outdated or wrong now: {percent(result.after)} of {result.claims_after} claims"
    words = (
        f"{now} (95 % interval: {limits(result.after)}); before: {percent(result.before)} ({limits(result.before)})."
    )
    if not result.undecided:
        return words
    return f"{words} Where two figures stand for one, labels that settle nothing are taken both ways."


def why_words(report: GoldReport) -> str:
    """Why the change is known better than the two rates, and what it can be at most; empty where no claim changed."""
    result = report.result
    changed = sum(one.whole for one in result.strata if one.stratum in (GoldStratum.CHANGED, GoldStratum.REMOVED))
    if not changed:
        return ""
    share = Share(changed, result.claims)
    return (
        f"Only claims that a fix changed or took out can differ, {share} of all, so no more than {share.percent:.1f} "
        "percentage points can be won or lost. Every other claim has one text, whose label counts before and after "
        "alike: that is why the change is known better than either rate, why their intervals may overlap, and why "
        "spans cannot be subtracted one from the other."
    )


def moves_words(report: GoldReport) -> str:
    """What became of the drawn claims that a fix changed, one by one; empty where there are none."""
    one = next((one for one in report.result.strata if one.stratum is GoldStratum.CHANGED), None)
    if one is None or not one.pairs:
        return ""
    counts = Counter(one.pairs)
    told = {what: counts.pop(pair, 0) for what, pair in _MOVES.items()}
    moves = ", ".join(f"{count} {what}" for what, count in told.items())
    return (
        f"This rests on {Share(one.before.drawn, one.whole)} changed claims that were drawn: {moves}, "
        f"{sum(counts.values())} with a text that is undecided or without a label."
    )


def left_cells(report: GoldReport) -> list[tuple[GoldStratum | str, list[str]]]:
    """A row of LEFT_HEADS for each stratum that is still there, and one for all; none while a label is missing."""
    return list(_left(report)) if report.given == report.asked and report.result.claims_after else []


def _left(report: GoldReport) -> Iterator[tuple[GoldStratum | str, list[str]]]:
    result = report.result
    for one in result.strata:
        if one.after is not None and one.after.drawn:
            yield one.stratum, _cells(one.after.rate(LEVEL), one.whole)
    yield ALL, _cells(result.after, result.claims_after)


def _cells(rate: Bounds, claims: int) -> list[str]:
    least, most, low, high = (round(claims * part) for part in (rate.least, rate.most, rate.low, rate.high))
    said = str(most) if least == most else f"{least} to {most}"
    return [str(claims), said, "counted, no interval" if rate.is_exact else f"{low} to {high}"]
