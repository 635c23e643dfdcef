"""What would change the answer: for each threshold that is not met, what would have to be."""

from __future__ import annotations

from collections.abc import Sequence

from r11.pilot.verdicts import Line, Verdict, names

BEYOND_THE_DRAW = (
    "Files that are asked for here lie beyond the draw, and cannot be added to this review after its one look: draw "
    "and review as many as were drawn and those together, from zero, under a new protocol with a look of its own, "
    "frozen in a new workspace before that review begins."
)
OTHER_PROPOSALS = (
    "What the rest can still bring is counted as proposed now: proposals by workers can raise it, and for subtractions "
    "another policy text."
)


def what_would_change(lines: Sequence[Line], hours: float | None = None) -> tuple[str, ...]:
    """For each line that is not met what would have to be, and of the others the one with the least room.

    hours: active hours of everything that is still to be reviewed, None where they are not known.
    """
    open_ = [line for line in lines if line.verdict is not Verdict.MET and line.value is not None]
    met = [line for line in lines if line.verdict is Verdict.MET]
    said = [_missing(line, hours) for line in open_]
    if any(line.verdict is Verdict.CANNOT_SAY for line in open_):
        said.append(BEYOND_THE_DRAW)
    if any(line.is_settled and line.evidence.bounds and line.evidence.bounds.as_proposed for line in open_):
        said.append(OTHER_PROPOSALS)
    if met:
        closest = min(met, key=_room)
        ends = "the count is" if closest.is_exact else "the interval ends at"
        said.append(
            f"Of the lines that are met, {names([closest])} has the least room: the limit is "
            f"{closest.threshold.words}, {ends} {_end(closest)}."
        )
    return tuple(said)


def _missing(line: Line, hours: float | None) -> str:
    name = names([line])
    name = name[0].upper() + name[1:]
    if line.is_settled:
        why = line.words.partition(": ")[2]
        return f"{name} would have to be {line.threshold.words}; measured is {line.measured}, {why}."
    if line.verdict is Verdict.NOT_MET:
        best = "counted, not estimated" if line.is_exact else f"at best {_end(line)}"
        return f"{name} would have to be {line.threshold.words}; measured is {line.measured}, {best}."
    if line.is_out_of_reach:
        why = line.words.partition(": ")[2]
        return f"{name} cannot be met in this ledger, {line.measured} against {line.threshold.words}: {why}."
    needs = line.words.partition("needs ")[2]
    if line.needs_all and line.evidence.unit == "files":
        needs += _whole_rest(hours)
    return f"{name} is open, {line.measured} against {line.threshold.words}: it needs {needs}."


def _whole_rest(hours: float | None) -> str:
    """What a review of everything that is left means for a decision whether to do just that."""
    about = "" if hours is None else f", about {hours:.1f} active hours"
    return f"; that is the whole remaining work{about}, after which no decision is needed"


def _end(line: Line) -> str:
    """The end of the interval that is nearest to the limit."""
    low, high = line.ends
    towards_low = line.threshold.yardstick.more_is_better is (line.verdict is Verdict.MET)
    end = low if towards_low else high
    return "no limit" if end is None else line.say(end)


def _room(line: Line) -> float:
    """Distance from the interval to the limit, in parts of the limit."""
    low, high, limit = line.ends[0] or 0.0, line.ends[1] or 0.0, line.threshold.limit
    return min(abs(low - limit), abs(high - limit)) / (limit or 1.0)
