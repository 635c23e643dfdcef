"""One line of the decision: a threshold against what was measured, and what is missing where nobody can say yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from r11.pilot.figures import digits_beside
from r11.pilot.more_units import LEVEL, at_best, good_units, more_units
from r11.pilot.protocol import Threshold
from r11.pilot.yardsticks import Evidence, plural

UNBOUNDED = 10_000
"""Files to look through where nobody knows how many there are."""


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
        if self.is_settled:
            return self.is_settled
        low, high = self.ends
        return (low is not None and high is not None and self._of(low, high)) or Verdict.CANNOT_SAY

    def _of(self, low: float, high: float) -> Verdict | None:
        """What a value from low to high says, whatever it is; None where it could be either."""
        limit = self.threshold.limit
        is_met, is_missed = (low >= limit, high < limit) if self._floor else (high <= limit, low > limit)
        return Verdict.MET if is_met else Verdict.NOT_MET if is_missed else None

    @property
    def is_settled(self) -> Verdict | None:
        """The verdict that stands whatever the rest brings, where the counted bounds give one."""
        bounds = self.evidence.bounds
        return None if bounds is None else self._of(bounds.low, bounds.high)

    @property
    def ends(self) -> tuple[float | None, float | None]:
        """Of the interval, where there is one: no end lies beyond what is counted."""
        seen = self.evidence
        if seen.bounds is None or seen.low is None or seen.high is None:
            return seen.low, seen.high
        return seen.bounds.cut(seen.low), seen.bounds.cut(seen.high)

    @property
    def value(self) -> float | None:
        seen = self.evidence
        has_interval = seen.low is not None and seen.value is not None
        return seen.bounds.cut(seen.value) if has_interval and seen.bounds and seen.value is not None else seen.value

    @property
    def words(self) -> str:
        """`met`, `not met`, `not met, whatever the rest brings …`, or `cannot say yet: needs 12 more files`."""
        verdict, bounds = self.verdict, self.evidence.bounds
        if self.is_settled and bounds:
            if bounds.low == bounds.high:
                return f"{verdict}: counted, {bounds.least} of the rest"
            is_least = (verdict is Verdict.MET) is self._floor
            end = f"at least {bounds.least}" if is_least else f"at most {bounds.most}"
            return f"{verdict}, whatever the rest brings: {end}{', as proposed now' if bounds.as_proposed else ''}"
        if verdict is not Verdict.CANNOT_SAY:
            return str(verdict)
        if self._out_of_reach:
            return f"cannot say, and it cannot be met in this ledger: {self._out_of_reach}"
        return f"{verdict}: needs {self._needs}"

    @property
    def assumed(self) -> str:
        return "not stated" if self.threshold.assumed is None else self.threshold.say(self.threshold.assumed)

    @property
    def measured(self) -> str:
        return "not measured yet" if self.value is None else self.say(self.value)

    @property
    def counts(self) -> str:
        """What the value was counted from, and in which files: `18/20, pilot files only`. Empty where there is none."""
        return self.evidence.counts

    @property
    def is_exact(self) -> bool:
        """Counted as a whole: no interval, and no limit of one."""
        low, high = self.ends
        return low is not None and low == high

    @property
    def interval(self) -> str:
        low, high = self.ends
        if low is None or high is None:
            return "none"
        if self.is_exact:
            return "exact count"
        return f"{self.say(low)} to {self.say(high)}" + (f" (one-sided, {LEVEL})" if self.evidence.one_sided else "")

    def say(self, value: float) -> str:
        """With as many digits as keep it, and all that the line says beside it, on their side of the limit."""
        beside = (value, self.value, *self.ends)
        least = 2 if self.threshold.yardstick.is_share else 0
        digits = digits_beside(self.threshold.limit, (one for one in beside if one is not None), least=least)
        return f"{value:.{digits}f}"

    @property
    def _floor(self) -> bool:
        return self.threshold.yardstick.more_is_better

    @property
    def needs_all(self) -> bool:
        """Open, and nothing less than every unit that is left would close it."""
        if self.verdict is not Verdict.CANNOT_SAY or self._goes_by_file or self._left is None:
            return False
        return self._more is not None and self._more >= self._left

    @property
    def is_out_of_reach(self) -> bool:
        """Open, and not even what is left in this ledger would meet the limit, if all of it went well."""
        return bool(self._out_of_reach)

    @property
    def _left(self) -> int | None:
        return None if self.evidence.most is None else self.evidence.most - self.evidence.units

    @property
    def _goes_by_file(self) -> bool:
        """Whether a few good files can be asked for: the measured value is on the good side, or nothing says so yet."""
        seen = self.evidence
        if not seen.files or seen.value is None:
            return False
        return seen.low is None or (
            seen.value >= self.threshold.limit if self._floor else seen.value <= self.threshold.limit
        )

    @property
    def _more(self) -> int | None:
        """How many more units would tell, None where none would or where there is no interval.

        By file: how many would meet the limit, if all went well, of those that are left (None: not even all)."""
        seen, limit = self.evidence, self.threshold.limit
        if self._goes_by_file:
            most = UNBOUNDED if self._left is None else self._left
            return good_units(seen.files, limit, most, more_is_better=self._floor)
        if seen.value is None or seen.low is None or seen.high is None:
            return None
        return more_units(seen.units, seen.value, seen.low, seen.high, limit)

    @property
    def _out_of_reach(self) -> str:
        seen, left = self.evidence, self._left
        if not self._goes_by_file or left is None or self.verdict is not Verdict.CANNOT_SAY or self._more is not None:
            return ""
        told = f"{seen.units} {plural(seen.unit, seen.units)} were reviewed, {left} more could be"
        end = at_best(seen.files, left, more_is_better=self._floor)
        if end is None:
            return f"{told}, too few for an interval"
        return f"{told}, and if all of those went well the interval would still end at {self.say(end)}"

    @property
    def _needs(self) -> str:
        seen, more, left = self.evidence, self._more, self._left
        if self._goes_by_file:
            of = "" if left is None else f" ({left} are left)"
            return f"{more} more {plural(seen.unit, more or 0)}, if all goes well in them{of}"
        if seen.low is None or seen.high is None:
            return seen.needs
        if more is None:
            return f"a clearer case: the measured value is the limit itself, no number of {seen.unit} would tell"
        if self.needs_all:
            return f"all {left} {seen.unit} that are left"
        of = "" if left is None else f" ({left} are left)"
        return f"{more} more {plural(seen.unit, more)}, if the value stays{of}"


def names(lines: Sequence[Line]) -> str:
    """The lines by their labels, one after the other."""
    return ", ".join(line.threshold.yardstick.label for line in lines)
