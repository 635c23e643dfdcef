"""The reviewed pilot of a workspace: assess it, and hand its tables to notebooks as frames."""

from __future__ import annotations

from collections.abc import Sequence

from r11.pilot.assessment import Assessment, assess
from r11.pilot.measures import PilotMeasures, measure
from r11.records import Flag, Proposal
from r11.storage import Workspace, read_decisions
from r11.workbench.programme import Programme, open_programme
from r11.workbench.protocol import protocol_files
from r11.workbench.review import read_probes, read_proposals

Pairs = Sequence[tuple[Flag, Proposal]]


def assess_workspace(workspace: Workspace, programme: Programme, pairs: Pairs, measures: PilotMeasures) -> Assessment:
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


def reviewed_pilot(workspace: Workspace) -> Assessment:
    """The same in one step, for notebooks: open, classify, measure, assess."""
    programme = open_programme(workspace)
    pairs = list(programme.propose())
    settled = [flag for flag in programme.ledger.flags if flag.is_settled]
    measures = measure(pairs, programme.invalid, settled, threshold=programme.pilot_min)
    return assess_workspace(workspace, programme, pairs, measures)
