"""What people decided in a workspace, assessed."""

from __future__ import annotations

from collections.abc import Sequence

from r11.pilot.assessment import Assessment, assess
from r11.pilot.measures import PilotMeasures
from r11.records import Flag, Proposal
from r11.storage import Workspace, read_decisions
from r11.workbench.programme import Programme
from r11.workbench.protocol import protocol_files
from r11.workbench.review import read_probes, read_proposals


def assess_workspace(
    workspace: Workspace, programme: Programme, pairs: Sequence[tuple[Flag, Proposal]], measures: PilotMeasures
) -> Assessment:
    """Everything that rests on people's decisions. Raises InputProblems for a protocol that cannot be read."""
    return assess(
        measures,
        pairs,
        programme.invalid,
        read_decisions(workspace.decisions),
        protocol_files(workspace),
        idle_cap=workspace.settings.idle_cap_seconds,
        others=[proposal for proposal in read_proposals(workspace) if proposal.origin != "built-in"],
        probes=read_probes(workspace),
    )
