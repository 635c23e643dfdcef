"""How often a wrong edit was approved, measured on probes: in total and by what was wrong, never by person.

The unit is one dealt probe. Those that nobody answered are counted, and are in no rate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from r11.pilot.figures import Share
from r11.pilot.intervals import Interval, Suppressed, UpperLimit, korn_graubard, upper_limit
from r11.review.probes import ProbeResult
from r11.vocabulary import ProbeKind, ProbeOutcome


@dataclass(frozen=True)
class ProbeMeasure:
    """The probes of one kind, or of both (`kind` None)."""

    kind: ProbeKind | None
    results: tuple[ProbeResult, ...]

    @property
    def name(self) -> str:
        return self.kind.words if self.kind else "both"

    @property
    def answered(self) -> Share:
        """Of those that were dealt."""
        return Share(len(self.results) - self.count(ProbeOutcome.NOT_ANSWERED), len(self.results))

    @property
    def missed(self) -> Share:
        """Approved as shown, of those that were answered."""
        return Share(self.count(ProbeOutcome.MISSED), self.answered.numerator)

    def count(self, outcome: ProbeOutcome) -> int:
        return sum(one.outcome is outcome for one in self.results)

    @property
    def limits(self) -> Interval | Suppressed | UpperLimit:
        """Of the share missed among all the items that probes were drawn from, with files as clusters.

        The reviewers are those who reviewed: nothing is said of others. Where nothing was missed it is the one-sided
        upper limit, each file counted once.
        """
        dealt, missed = Counter[str](), Counter[str]()
        for one in self.results:
            if one.outcome is not ProbeOutcome.NOT_ANSWERED:
                dealt[one.file] += 1
                missed[one.file] += one.outcome is ProbeOutcome.MISSED
        found = korn_graubard([Share(missed[file], count) for file, count in sorted(dealt.items())])
        if isinstance(found, Interval) and not self.missed.numerator:
            return upper_limit(len(dealt))
        return found


@dataclass(frozen=True)
class ProbeFindings:
    """measures: each kind, then both together; broken: which of the probes' logs stop counting, and where."""

    measures: tuple[ProbeMeasure, ...] = ()
    broken: tuple[str, ...] = ()

    @property
    def dealt(self) -> int:
        return self.measures[-1].answered.denominator if self.measures else 0


NO_PROBES = ProbeFindings()


def find(results: Sequence[ProbeResult], broken: Sequence[str] = ()) -> ProbeFindings:
    by_kind = (ProbeMeasure(kind, tuple(one for one in results if one.kind is kind)) for kind in ProbeKind)
    return ProbeFindings((*by_kind, ProbeMeasure(None, tuple(results))), tuple(broken))
