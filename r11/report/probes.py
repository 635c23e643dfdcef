"""The probes of the review as the report shows them: in total and by kind, and of nobody by name."""

from __future__ import annotations

from typing import Any

from r11.pilot.intervals import Interval, Suppressed, UpperLimit
from r11.pilot.probes import ProbeFindings, ProbeMeasure
from r11.vocabulary import ProbeOutcome


def probe_cells(found: ProbeFindings) -> list[list[str]]:
    """One row for each kind and one for both; none where no probe was dealt."""
    return [_cells(one) for one in found.measures] if found.dealt else []


def _cells(one: ProbeMeasure) -> list[str]:
    closed = f"{one.count(ProbeOutcome.CLOSED)}/{one.answered.numerator}" if one.answered.numerator else "no items"
    return [one.name, str(one.answered), *_missed(one), closed]


def _missed(one: ProbeMeasure) -> tuple[str, str]:
    """A share that nothing could be said of stands as the count that it is."""
    match one.limits:
        case Suppressed(reason=reason):
            return str(one.missed), f"none: {reason}"
        case UpperLimit(high=high):
            return one.missed.with_percent, f"up to {100 * high:.1f} % (one-sided, each file once)"
        case Interval(low=low, high=high, files=files):
            return one.missed.with_percent, f"{100 * low:.1f} to {100 * high:.1f} %, from {files} files"


def probe_words(found: ProbeFindings) -> str:
    """Both kinds in one line for the terminal: missed of those answered, with its limit; empty where none was dealt."""
    if not found.dealt:
        return ""
    both = found.measures[-1]
    missed, limits = _missed(both)
    name = "elsewhere" if isinstance(both.limits, UpperLimit) else "interval"
    return (
        f"probes, swaps that their quotes do not prove: approved as shown / answered {missed}, {name} {limits}; "
        f"answered / dealt {both.answered}"
    )


def probe_rows(found: ProbeFindings) -> list[dict[str, Any]]:
    """`kind, dealt, answered, missed, closed, low, high`: low and high as proportions, None where there is no limit."""
    return [_row(one) for one in found.measures] if found.dealt else []


def _row(one: ProbeMeasure) -> dict[str, Any]:
    limits = one.limits
    return {
        "kind": one.kind.value if one.kind else "both",
        "dealt": one.answered.denominator,
        "answered": one.answered.numerator,
        "missed": one.missed.numerator,
        "closed": one.count(ProbeOutcome.CLOSED),
        "low": limits.low if isinstance(limits, Interval) else None,
        "high": None if isinstance(limits, Suppressed) else limits.high,
    }
