"""One line of the decision: a threshold against what was measured, and what is missing where nobody can say yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from r11.pilot.more_units import LEVEL, more_units
from r11.pilot.protocol import Threshold
from r11.pilot.yardsticks import Evidence, plural


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
    def counts(self) -> str:
        """What the value was counted from, and in which files: `18/20, pilot files only`. Empty where there is none."""
        return self.evidence.counts

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
        return more_units(seen.units, seen.value, seen.low, seen.high, self.threshold.limit)

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


def names(lines: Sequence[Line]) -> str:
    """The lines by their labels, one after the other."""
    return ", ".join(line.threshold.yardstick.label for line in lines)
