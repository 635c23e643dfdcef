"""What the notebook of the reviewed pilot shows: one function per question, tables as pandas frames.

    pilot = review_frames.load("../data/sample", seed=7, error_rate=0.04)
    review_frames.decision(pilot)

The embedded sample holds no decisions: there a seeded virtual reviewer plays the review through, in a scratch copy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import altair as alt
import pandas as pd

from r11 import charts
from r11.errors import WorkspaceError
from r11.pilot import review_tables
from r11.pilot.assessment import Assessment
from r11.pilot.closings import Closing
from r11.pilot.measures import PilotMeasures
from r11.pilot.review_measures import After
from r11.pilot.review_tables import Row
from r11.report.review import reviewed_files
from r11.storage import Workspace, listed, read_decisions
from r11.vocabulary import FixOp
from r11.workbench.pilot import measured
from r11.workbench.pilot_review import assess_workspace
from r11.workbench.programme import open_programme
from r11.workbench.rehearsal import GOLD, VIRTUAL, copy_workspace, play, prepare
from r11.workbench.settled import decided_proposals, settled_flags

PLAYED_ON = datetime(2026, 12, 1, 8, tzinfo=UTC)
"""The day of the play: a fixed one, so that a second run gives the same bytes."""

EARLY = timedelta(hours=6)


@dataclass(frozen=True)
class ReviewedPilot:
    """A pilot with what people decided; reviewers: their names; early: as it stood in the middle of a play."""

    measures: PilotMeasures
    assessment: Assessment
    reviewers: frozenset[str]
    early: Assessment | None = None

    @property
    def words(self) -> str:
        look = self.assessment.decision.look
        reviewed = look.reviewed if look else reviewed_files(self.assessment).reviewed
        return f"{reviewed} items of pilot and drawn files are reviewed, by {self._by}"

    @property
    def _by(self) -> str:
        virtual = {name for name in self.reviewers if name.startswith(VIRTUAL)}
        if not virtual:
            return "people"
        nobody = "virtual reviewers, who are nobody; no figure says anything about people"
        if virtual == self.reviewers:
            return nobody
        return f"people and by virtual reviewers ({len(virtual)} of {len(self.reviewers)} names): no figure holds"


def load(workspace: str, *, seed: int, error_rate: float) -> ReviewedPilot:
    """The reviewed pilot of a workspace; of a sample with gold answers and no decisions, a play. Raises R11Error."""
    alt.renderers.enable("png", scale_factor=1.25)
    pd.set_option("display.max_colwidth", None)
    opened = Workspace.open(Path(workspace))
    if listed(opened.decisions, ".jsonl"):
        return _assessed(opened)
    if not (opened.root / GOLD).is_file():
        raise WorkspaceError(f"{opened.root}: nobody has decided anything yet; review first: r11 review {opened.root}")
    with TemporaryDirectory() as scratch:
        copy = prepare(copy_workspace(opened.root, Path(scratch)), by="the operator", now=PLAYED_ON)
        play(copy, seed=seed, error_rate=error_rate, start=PLAYED_ON + timedelta(hours=1))
        return _assessed(copy, early=PLAYED_ON + EARLY)


def _assessed(workspace: Workspace, early: datetime | None = None) -> ReviewedPilot:
    """early: when the screen was looked at before the review was done; only a play has such a moment."""
    programme = open_programme(workspace)
    pairs = list(programme.propose())
    settled = settled_flags(workspace, programme)
    kept = decided_proposals(workspace, programme, settled)
    measures, now = measured(programme, pairs, settled, kept), datetime.now(UTC)
    found = assess_workspace(workspace, programme, pairs, measures, settled=settled, decided=kept, now=now)
    then = assess_workspace(workspace, programme, pairs, measures, now=now, until=early) if early else None
    decided = read_decisions(workspace.decisions)
    names = frozenset(entry.event.reviewer for entry in decided.entries)
    return ReviewedPilot(measures, found, names, then)


# --- the decision ---------------------------------------------------------------------------------------------------


def protocol(pilot: ReviewedPilot) -> pd.DataFrame:
    """The thresholds, as they were frozen before the first review. Raises WorkspaceError where there are none."""
    found = pilot.assessment.protocol
    if found is None:
        raise WorkspaceError(pilot.assessment.decision.standing.objection)
    rows = [
        (line.yardstick.label, line.words, "not stated" if line.assumed is None else line.say(line.assumed))
        for line in found.thresholds
    ]
    return pd.DataFrame(rows, columns=["threshold", "limit", "assumed"]).set_index("threshold")


def screen(found: Assessment) -> str:
    """What the screen says above its table: heading, answer, why it is no decision, how far the review is."""
    decision = found.decision
    look = [decision.look.words] if decision.look else []
    objections = [f"No decision: {objection}." for objection in decision.objections]
    return "\n".join([decision.heading, decision.answer, *objections, *look])


def decision(pilot: ReviewedPilot) -> pd.DataFrame:
    """One line per threshold: assumed, measured, interval, verdict; empty before the look is due."""
    columns = ["threshold", "limit", "assumed", "measured", "counted", "interval", "verdict", "rests on"]
    rows = [
        (
            *(line.threshold.yardstick.label, line.threshold.words, line.assumed, line.measured, line.counts),
            *(line.interval, line.words, line.evidence.basis),
        )
        for line in pilot.assessment.decision.lines
    ]
    return pd.DataFrame(rows, columns=columns).set_index("threshold")


def hours(pilot: ReviewedPilot) -> pd.DataFrame:
    """Active hours that the rest still needs, by class as proposed, and together."""
    return _frame(review_tables.hours_rows(pilot.assessment.remaining), "work").round(2)


def left_out(pilot: ReviewedPilot) -> list[str]:
    """What is in no hour, with its counts."""
    return list(pilot.assessment.remaining.left_out)


def changes(pilot: ReviewedPilot) -> list[str]:
    """What would change the answer."""
    return list(pilot.assessment.decision.changes)


# --- behind it ------------------------------------------------------------------------------------------------------


def after_review(pilot: ReviewedPilot) -> pd.DataFrame:
    """The split as it stands after review; `n` is the sum of the rows above it."""
    strata = pilot.assessment.strata[:2]
    rows: dict[str, list[object]] = {after.value: [one.share(after) for one in strata] for after in After}
    rows["n"] = [one.n for one in strata]
    return _by_stratum(pilot, rows)


def rates(pilot: ReviewedPilot) -> pd.DataFrame:
    """Acceptance by class, how often the judge was mistaken, R8 as O2, approved swaps that were reversed."""
    strata = pilot.assessment.strata[:2]
    return _by_stratum(
        pilot,
        {
            "O1 approved unchanged / reviewed": [one.acceptance(FixOp.O1) for one in strata],
            "O2 approved unchanged / reviewed": [one.acceptance(FixOp.O2) for one in strata],
            **{
                f"closed, {closing.value} / ruled on": [one.closed_as(closing) for one in strata] for closing in Closing
            },
            "R8 that is O2 / R8": [one.r8_as_o2 for one in strata],
            "R8 not reviewed, or unsettled / R8": [one.undecided_r8 for one in strata],
            "approved O1 reversed / with a second look": [one.wrong_edits for one in strata],
        },
    )


def throughput(pilot: ReviewedPilot) -> pd.DataFrame:
    """First answers per active hour with their interval, median and p90 seconds; wall time apart."""
    return _times(review_tables.rate_rows(pilot.assessment.throughput))


def second_looks(pilot: ReviewedPilot) -> pd.DataFrame:
    """The same of blind second looks, which are in no rate of first answers."""
    return _times(review_tables.second_rate_rows(pilot.assessment.throughput))


def _times(rows: Sequence[Row]) -> pd.DataFrame:
    columns = ["items", "sessions", "items_per_hour", "per_hour_low", "per_hour_high", "median_seconds"]
    columns += ["p90_seconds", "active_seconds", "wall_seconds", "untimed", "unfinished"]
    return _frame(rows, "op")[columns].round(1).T.astype(str)


def learning(pilot: ReviewedPilot) -> list[str]:
    """Whether the time per item changes with practice, in words."""
    return [one.learning for one in pilot.assessment.throughput.classes]


def transport(pilot: ReviewedPilot) -> pd.DataFrame:
    """How far each share of the pilot carries to the rest, in words."""
    rows = [(one.yardstick.label, f"{one.pilot}{one.pilot_still}", one.transport) for one in pilot.assessment.carried]
    return pd.DataFrame(rows, columns=["share", "pilot", "carries over"]).set_index("share")


def draw_answers(pilot: ReviewedPilot) -> alt.LayerChart:
    rows = review_tables.answer_rows(reviewed_files(pilot.assessment))
    return charts.answers(rows, charts.LIGHT)


def draw_r8(pilot: ReviewedPilot) -> alt.LayerChart:
    found = pilot.assessment
    return charts.r8_review(review_tables.r8_review_rows(found.strata[:2]), charts.LIGHT)


def draw_rates(pilot: ReviewedPilot) -> alt.LayerChart:
    found, lines = pilot.assessment.throughput, review_tables.line_rows(pilot.assessment.decision)
    rows = [row for row in review_tables.rate_rows(found) if row["items"]]
    return charts.rates(rows, lines, charts.LIGHT, found.idle_cap)


def draw_times(pilot: ReviewedPilot) -> alt.LayerChart:
    return charts.time_per_item(review_tables.time_rows(pilot.assessment.throughput), charts.LIGHT)


def draw_carried(pilot: ReviewedPilot) -> alt.LayerChart:
    found = pilot.assessment
    lines = review_tables.line_rows(found.decision)
    return charts.carried(review_tables.carried_rows(found.carried), lines, charts.LIGHT)


def _by_stratum(pilot: ReviewedPilot, rows: Mapping[str, Sequence[object]]) -> pd.DataFrame:
    columns = [one.name for one in pilot.assessment.strata[:2]]
    return pd.DataFrame({name: list(map(str, row)) for name, row in rows.items()}, index=columns).T


def _frame(rows: Sequence[Row], index: str) -> pd.DataFrame:
    """What nobody measured says so, and is no NaN."""
    said = [{name: "not measured" if cell is None else cell for name, cell in row.items()} for row in rows]
    return pd.DataFrame(said).set_index(index)
