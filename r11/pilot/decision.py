"""The operator's decision: one line for each threshold, the hours that are left, and what would change the answer.

There is one look. Before it is due no figure is shown, only how far the review is: whoever looks at an interval after
every item sees the truth excluded at some look far more often than the interval claims. And nothing is called a
decision unless the protocol was frozen before the first review event.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, log
from typing import assert_never

from r11.pilot.figures import Share
from r11.pilot.projection import Remaining
from r11.pilot.protocol import Protocol, Standing, Threshold
from r11.pilot.yardsticks import Evidence, Measured, evidence, plural

LEVEL = 0.95
LEAST_DISTANCE = 0.02
"""A value nearer to its limit than this part of its interval's reach counts as the limit itself."""


class Verdict(StrEnum):
    MET = "met"
    NOT_MET = "not met"
    CANNOT_SAY = "cannot say yet"


@dataclass(frozen=True)
class Line:
    """One threshold against what was measured."""

    threshold: Threshold
    evidence: Evidence

    @property
    def verdict(self) -> Verdict:
        low, high = self.evidence.low, self.evidence.high
        if low is None or high is None:
            return Verdict.CANNOT_SAY
        limit = self.threshold.limit
        is_met, is_missed = (low >= limit, high < limit) if self._floor else (high <= limit, low > limit)
        if is_met:
            return Verdict.MET
        return Verdict.NOT_MET if is_missed else Verdict.CANNOT_SAY

    @property
    def words(self) -> str:
        """`met`, `not met`, or `cannot say yet: needs 12 more files`."""
        verdict = self.verdict
        return f"{verdict}: needs {self._needs}" if verdict is Verdict.CANNOT_SAY else str(verdict)

    @property
    def assumed(self) -> str:
        return "not stated" if self.threshold.assumed is None else self.threshold.say(self.threshold.assumed)

    @property
    def measured(self) -> str:
        return "not measured yet" if self.evidence.value is None else self.say(self.evidence.value)

    @property
    def is_exact(self) -> bool:
        """Counted as a whole: no interval, and no limit of one."""
        return self.evidence.low is not None and self.evidence.low == self.evidence.high

    @property
    def interval(self) -> str:
        low, high = self.evidence.low, self.evidence.high
        if low is None or high is None:
            return "none"
        if self.is_exact:
            return "exact count"
        return f"{self.say(low)} to {self.say(high)}" + (f" (one-sided, {LEVEL})" if self.evidence.one_sided else "")

    def say(self, value: float) -> str:
        return f"{value:.2f}" if self.threshold.yardstick.is_share else f"{value:.0f}"

    @property
    def _floor(self) -> bool:
        return self.threshold.yardstick.more_is_better

    @property
    def needs_all(self) -> bool:
        """Open, and nothing less than every unit that is left would close it."""
        left, more = self._left, self._more
        return self.verdict is Verdict.CANNOT_SAY and left is not None and more is not None and more >= left

    @property
    def _left(self) -> int | None:
        return None if self.evidence.most is None else self.evidence.most - self.evidence.units

    @property
    def _more(self) -> int | None:
        """How many more units would tell, None where none would or where there is no interval."""
        seen = self.evidence
        if seen.value is None or seen.low is None or seen.high is None:
            return None
        return _more_units(seen.units, seen.value, seen.low, seen.high, self.threshold.limit)

    @property
    def _needs(self) -> str:
        seen, more = self.evidence, self._more
        if seen.low is None or seen.high is None:
            return seen.needs
        if more is None:
            return f"a clearer case: the measured value is the limit itself, no number of {seen.unit} would tell"
        if self.needs_all:
            return f"all {self._left} {seen.unit} that are left"
        return f"{more} more {plural(seen.unit, more)}"


def _more_units(units: int, value: float, low: float, high: float, limit: float) -> int | None:
    """How many more units would tell the value from the limit, if it stayed as it is; None where it is the limit.

    An interval narrows with the square root of the units. At zero the one-sided limit is 1 - (1 - level)^(1/units).
    """
    distance = abs(value - limit)
    reach = value - low if value > limit else high - value
    if distance < LEAST_DISTANCE * reach or not distance:
        return None
    asked = log(1 - LEVEL) / log(1 - limit) if not value else units * (reach / distance) ** 2
    return max(1, ceil(asked) - units)


@dataclass(frozen=True)
class Look:
    """How far the review is. due: items the protocol asks for; reviewed: answered ones of pilot and drawn files,
    settled ones among them."""

    due: int
    reviewed: Share
    settled: int = 0

    @property
    def is_due(self) -> bool:
        return self.reviewed.numerator >= self.due

    @property
    def words(self) -> str:
        if self.reviewed.is_empty:
            return "There is no item to review in the pilot or in the drawn files."
        apart = f", {self.settled} of them settled by now" if self.settled else ""
        done = f"{self.reviewed} items of the pilot and the drawn files are reviewed{apart}"
        done += f"; the one look is due at {self.due}"
        if self.is_due:
            return f"{done}: it is due."
        return (
            f"{done}. No figure is compared with its threshold before: whoever looks after every item stops at "
            "a chance extreme, and the intervals would hold less often than they claim."
        )


@dataclass(frozen=True)
class Calendar:
    """Working days for the rest with the protocol's people; `low`, `high` None: no interval."""

    value: float
    low: float | None
    high: float | None
    reviewers: int
    hours_per_day: float

    @property
    def words(self) -> str:
        people = f"{self.reviewers} reviewer{'' if self.reviewers == 1 else 's'}"
        span = "" if self.low is None or self.high is None else f" ({self.low:.1f} to {self.high:.1f})"
        return f"{self.value:.1f}{span} working days for {people} at {self.hours_per_day:g} active hours a day"


@dataclass(frozen=True)
class Decision:
    """Everything on the decision screen. lines: empty before the look is due; objections: why it is no decision;
    items: what there is to review in the pilot and in the drawn files; begun: a review event is on record."""

    standing: Standing
    look: Look | None
    lines: tuple[Line, ...]
    objections: tuple[str, ...]
    calendar: Calendar | None
    changes: tuple[str, ...]
    items: int = 0
    begun: bool = False

    @property
    def is_decision(self) -> bool:
        return bool(self.lines) and not self.objections

    @property
    def heading(self) -> str:
        if self.is_decision:
            return "The decision"
        if self.lines:
            return "Figures, not a decision"
        return "Progress, and no decision to come" if self._is_too_late else "Progress, not yet a decision"

    @property
    def _is_too_late(self) -> bool:
        """People have reviewed, and no protocol was frozen before they did: nothing mends that."""
        return self.begun and self.standing in _TOO_LATE

    def by_verdict(self, verdict: Verdict) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.verdict is verdict)

    @property
    def answer(self) -> str:
        """What the thresholds say, in one sentence."""
        if not self.lines:
            return self._next_step
        missed, open_ = self.by_verdict(Verdict.NOT_MET), self.by_verdict(Verdict.CANNOT_SAY)
        if missed:
            verb = "is" if len(missed) == 1 else "are"
            answer = f"Do not scale as it is: {_names(missed)} {verb} not met."
        elif open_:
            answer = (
                f"Do not scale yet: no threshold is clearly missed, but the data cannot say yet for {_names(open_)}."
            )
        else:
            answer = f"Scale: all {len(self.lines)} thresholds are met."
        return answer if self.is_decision else f"If this were a decision: {answer[0].lower()}{answer[1:]}"

    @property
    def _next_step(self) -> str:
        """What comes before anything can be decided: a review that starts before the freeze can decide nothing."""
        if self._is_too_late:
            return BEGUN_UNBOUND
        match self.standing:
            case Standing.ABSENT if not self.items:
                return "There is no protocol, and nothing to review in the pilot: there is nothing to decide."
            case Standing.ABSENT:
                return "Write and freeze the protocol first, then review; there is nothing to decide yet."
            case Standing.UNREADABLE:
                return "Correct the protocol and freeze it first, then review; there is nothing to decide yet."
            case Standing.DRAFT:
                return "Freeze the protocol first, then review; there is nothing to decide yet."
            case Standing.CHANGED:
                return "Put the protocol back that was frozen, then go on reviewing; there is nothing to decide yet."
            case Standing.FROZEN | Standing.LATE if not self.items:
                return "There is nothing to review in the pilot or in the drawn files: there is nothing to decide."
            case Standing.FROZEN | Standing.LATE:
                return "Go on reviewing; there is nothing to decide yet."
            case _:  # pragma: no cover
                assert_never(self.standing)


_TOO_LATE = frozenset({Standing.ABSENT, Standing.UNREADABLE, Standing.DRAFT, Standing.LATE})
BEGUN_UNBOUND = (
    "No decision can rest on this review: it began before the thresholds were fixed; freezing them now mends nothing. "
    "Either go on: approvals hold, batches can be applied, and the figures are shown as figures. Or decide on another "
    "review: in a new workspace, with the protocol frozen first, by people who have not seen these items."
)


def _objection(standing: Standing, *, begun: bool) -> str:
    """Why nothing may be called a decision; what could have been done before people reviewed is no advice after."""
    if begun and standing in {Standing.ABSENT, Standing.DRAFT}:
        return "people began to review before any protocol was frozen"
    return standing.objection


def _names(lines: Sequence[Line]) -> str:
    return ", ".join(line.threshold.yardstick.label for line in lines)


def decide(
    protocol: Protocol | None, standing: Standing, measured: Measured, *, begun: bool = False, notes: Iterable[str] = ()
) -> Decision:
    """The decision screen. begun: a review event is on record; notes: sentences on what else would change the answer
    (the policy, trends, learning)."""
    pilot, drawn, _ = measured.strata
    items = pilot.reviewed.denominator + drawn.reviewed.denominator
    objection = _objection(standing, begun=begun)
    if protocol is None:
        return Decision(standing, None, (), (objection,), None, (), items, begun)
    reviewed = Share(pilot.reviewed.numerator + drawn.reviewed.numerator, items)
    look = Look(protocol.look_items, reviewed, pilot.settled + drawn.settled)
    objections = tuple(filter(None, (objection, "" if look.is_due else "the one look is not due yet")))
    if not look.is_due:
        return Decision(standing, look, (), objections, None, (), items, begun)
    lines = tuple(Line(threshold, evidence(threshold.yardstick, measured)) for threshold in protocol.thresholds)
    calendar = _calendar(measured.remaining, protocol)
    changes = (*what_would_change(lines, measured.remaining.total.value), *notes)
    return Decision(standing, look, lines, objections, calendar, changes, items, begun)


def _calendar(left: Remaining, protocol: Protocol) -> Calendar | None:
    total, per_day = left.total, protocol.reviewers * protocol.hours_per_day
    if total.value is None:
        return None
    low, high = (None if limit is None else limit / per_day for limit in (total.low, total.high))
    return Calendar(total.value / per_day, low, high, protocol.reviewers, protocol.hours_per_day)


BEYOND_THE_DRAW = (
    "Items beyond the drawn files cannot be added to this review after its one look: draw and review them under a new "
    "protocol with a look of its own, frozen in a new workspace before that review begins."
)


def what_would_change(lines: Sequence[Line], hours: float | None = None) -> tuple[str, ...]:
    """For each line that is not met what would have to be, and of the others the one with the least room.

    hours: active hours that the whole rest still needs, None where they are not known.
    """
    open_ = [line for line in lines if line.verdict is not Verdict.MET and line.evidence.value is not None]
    met = [line for line in lines if line.verdict is Verdict.MET]
    said = [_missing(line, hours) for line in open_]
    if any(line.verdict is Verdict.CANNOT_SAY for line in open_):
        said.append(BEYOND_THE_DRAW)
    if met:
        closest = min(met, key=_room)
        ends = "the count is" if closest.is_exact else "the interval ends at"
        said.append(
            f"Of the lines that are met, {_names([closest])} has the least room: the limit is "
            f"{closest.threshold.words}, {ends} {_end(closest)}."
        )
    return tuple(said)


def _missing(line: Line, hours: float | None) -> str:
    name = _names([line])
    name = name[0].upper() + name[1:]
    if line.verdict is Verdict.NOT_MET:
        best = "counted, not estimated" if line.is_exact else f"at best {_end(line)}"
        return f"{name} would have to be {line.threshold.words}; measured is {line.measured}, {best}."
    needs = line.words.partition("needs ")[2]
    if line.needs_all:
        needs += _whole_rest(hours)
    return f"{name} is open, {line.measured} against {line.threshold.words}: it needs {needs}."


def _whole_rest(hours: float | None) -> str:
    """What a review of everything that is left means for a decision whether to do just that."""
    about = "" if hours is None else f", about {hours:.1f} active hours"
    return f"; that is the whole remaining work{about}, after which no decision is needed"


def _end(line: Line) -> str:
    """The end of the interval that is nearest to the limit."""
    low, high = line.evidence.low, line.evidence.high
    towards_low = line.threshold.yardstick.more_is_better is (line.verdict is Verdict.MET)
    end = low if towards_low else high
    return "no limit" if end is None else line.say(end)


def _room(line: Line) -> float:
    """Distance from the interval to the limit, in parts of the limit."""
    low, high, limit = line.evidence.low or 0.0, line.evidence.high or 0.0, line.threshold.limit
    return min(abs(low - limit), abs(high - limit)) / (limit or 1.0)
