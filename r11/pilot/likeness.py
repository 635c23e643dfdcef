"""Does the pilot look like the rest? The same shares of both, side by side, and one sentence on what they do.

Both are counted in full, so there is nothing to test: the words say how far the counts are apart. The pilot takes the
files with most fix targets; how a share goes along with their number is `trend`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from r11.pilot.figures import Share
from r11.pilot.items import Outcome
from r11.pilot.measures import PilotMeasures, StratumMeasures
from r11.pilot.trend import LEAST_ITEMS, NOTABLE_POINTS


@dataclass(frozen=True)
class Compared:
    """One share in the pilot and in the rest. group: what it is a share by."""

    group: str
    name: str
    pilot: Share
    rest: Share

    @property
    def points(self) -> float | None:
        """Percentage points by which the pilot is above the rest; None where a side has too few items to say."""
        if min(self.pilot.denominator, self.rest.denominator) < LEAST_ITEMS:
            return None
        return self.pilot.percent - self.rest.percent

    @property
    def difference(self) -> str:
        """`+2.2 points`, or that there are too few items."""
        return f"fewer than {LEAST_ITEMS} items" if self.points is None else f"{self.points:+.1f} points"

    @property
    def words(self) -> str:
        return f"{self.name} ({self.pilot} in the pilot, {self.rest} in the rest)"


BY_OPERATION, BY_RULE = "proposed as, of all open items", "judge's rule, of all open items"
BY_STEP = "steps of the classifier"


def compare(measures: PilotMeasures) -> tuple[Compared, ...]:
    """By operation, by rule, and the two steps that decide how much is left to people."""
    pilot, rest = measures.pilot, measures.rest
    operations = [
        Compared(BY_OPERATION, outcome.value, pilot.split.share(outcome), rest.split.share(outcome))
        for outcome in Outcome
    ]
    rules = [
        Compared(BY_RULE, name, _of_rule(pilot, name), _of_rule(rest, name))
        for name in sorted({*_rules(pilot), *_rules(rest)}, key=lambda name: (name == UNREADABLE, name))
    ]
    steps = [
        Compared(BY_STEP, "aborted of nominated O1", pilot.abort_rate, rest.abort_rate),
        Compared(BY_STEP, "nominated O2 of R8", pilot.r8.as_nominated, rest.r8.as_nominated),
    ]
    return (*operations, *rules, *steps)


UNREADABLE = "unreadable"


def _rules(one: StratumMeasures) -> dict[str, int]:
    return {UNREADABLE if rule is None else rule.label: split.n for rule, split in one.rules}


def _of_rule(one: StratumMeasures, name: str) -> Share:
    return Share(_rules(one).get(name, 0), one.split.n)


def likeness(rows: Iterable[Compared]) -> str:
    """One sentence that names every share that is far apart, or the one that is furthest."""
    told = [row for row in rows if row.points is not None]
    if not told:
        return f"Pilot or rest holds fewer than {LEAST_ITEMS} items: too few to compare them."
    far = [row for row in told if abs(row.points or 0) >= NOTABLE_POINTS]
    if far:
        verb = "differs" if len(far) == 1 else "differ"
        return (
            f"The pilot does not look like the rest in {len(far)} of {len(told)} shares, which {verb} by "
            f"{NOTABLE_POINTS:.0f} points or more: {_listed(far)}."
        )
    furthest = max(told, key=lambda row: abs(row.points or 0))
    return (
        f"Not one of {len(told)} shares differs by {NOTABLE_POINTS:.0f} points or more between pilot and rest; "
        f"furthest apart, with {furthest.difference}, is {furthest.words}."
    )


def _listed(rows: Sequence[Compared]) -> str:
    return "; ".join(row.words for row in rows)
