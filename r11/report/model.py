"""What a pilot report holds; everything it shows comes from here."""

from __future__ import annotations

from dataclasses import dataclass

from r11.errors import Problem
from r11.ledger.population import Population
from r11.pilot.assessment import Assessment
from r11.pilot.goldsample_report import GoldReport
from r11.pilot.likeness import Compared, compare
from r11.pilot.measures import PilotMeasures
from r11.pilot.policy_effect import PolicyEffect
from r11.pilot.refreshed import Refreshed
from r11.pilot.trend import Trend, trends


@dataclass(frozen=True)
class Provenance:
    """What the numbers were counted from. `now`: when, ISO 8601; paths as the user sees them."""

    programme: str
    now: str
    tool_version: str
    ledger: str
    ledger_sha256: str
    corpus: str
    policy: str
    synthetic: bool


@dataclass(frozen=True)
class PilotReport:
    """Everything the report shows. assessment: what people decided; None where no decision was asked for. effect: what
    the policy does and would do; None where there is no text of one. gold: the draws of the blind gold sample.
    refreshed: whether the cited pages were fetched again."""

    provenance: Provenance
    population: Population
    measures: PilotMeasures
    problems: tuple[Problem, ...]
    refreshed: Refreshed
    assessment: Assessment | None = None
    effect: PolicyEffect | None = None
    gold: tuple[GoldReport, ...] = ()

    @property
    def answered(self) -> int:
        """Fix targets of the whole ledger that people answered, done ones among them."""
        return self.assessment.progress[2].reviewed.numerator if self.assessment else 0

    @property
    def answerable(self) -> int:
        """What `answered` is of: the fix targets that can be answered, or were."""
        return self.assessment.progress[2].reviewed.denominator if self.assessment else 0

    @property
    def compared(self) -> tuple[Compared, ...]:
        return compare(self.measures)

    @property
    def trends(self) -> tuple[Trend, ...]:
        return trends(self.measures)
