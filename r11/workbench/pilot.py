"""The pilot of a workspace: what its flags are now, counted, and the report of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from r11 import __version__
from r11.fixes.policy import Policy
from r11.pilot.measures import PilotMeasures, measure
from r11.records import Flag, Proposal
from r11.report import PilotReport, Provenance
from r11.storage import Workspace
from r11.workbench.pilot_review import assess_workspace
from r11.workbench.programme import Programme


def measured(programme: Programme, pairs: Sequence[tuple[Flag, Proposal]]) -> PilotMeasures:
    """The counts over what `programme.propose` gave."""
    settled = [flag for flag in programme.ledger.flags if flag.is_settled]
    return measure(pairs, programme.invalid, settled, threshold=programme.pilot_min)


def pilot_report(
    workspace: Workspace, programme: Programme, pairs: Sequence[tuple[Flag, Proposal]], *, now: datetime
) -> PilotReport:
    """Everything that the report of one run shows."""
    measures = measured(programme, pairs)
    return PilotReport(
        provenance=_provenance(workspace, programme, now),
        population=programme.population,
        measures=measures,
        problems=programme.problems,
        assessment=assess_workspace(workspace, programme, pairs, measures),
    )


def _provenance(workspace: Workspace, programme: Programme, now: datetime) -> Provenance:
    return Provenance(
        programme=workspace.root.resolve().name,
        now=f"{now:%Y-%m-%d %H:%M} UTC",
        tool_version=__version__,
        ledger=workspace.settings.ledger,
        ledger_sha256=programme.ledger_sha256,
        corpus=workspace.settings.corpus,
        policy=_policy(programme.knowledge.policy),
        synthetic=programme.synthetic,
    )


def _policy(policy: Policy | None) -> str:
    if policy is None:
        return "not ratified: every subtraction is O3"
    return f"ratified for {', '.join(sorted(policy.scopes))}; sha256 of its text {policy.text_sha256}"
