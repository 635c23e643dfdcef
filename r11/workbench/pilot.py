"""The pilot of a workspace: what its flags are now, counted, and the report of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from r11 import __version__
from r11.pilot.measures import PilotMeasures, measure
from r11.pilot.refreshed import refreshed
from r11.records import Flag, Proposal
from r11.report import PilotReport, Provenance
from r11.storage import Workspace
from r11.storage.gold import drawn_names, read_sample
from r11.workbench.goldsample import report_of
from r11.workbench.pilot_review import assess_workspace
from r11.workbench.policy import policy_state
from r11.workbench.policy_preview import policy_effect
from r11.workbench.programme import Knowledge, Programme
from r11.workbench.settled import decided_proposals, settled_flags


def measured(
    programme: Programme,
    pairs: Sequence[tuple[Flag, Proposal]],
    settled: Mapping[str, Flag] | None = None,
    decided: Mapping[str, Proposal] | None = None,
) -> PilotMeasures:
    """The counts over what `programme.propose` gave.

    settled: as `settled_flags` gives them, else the ledger's; decided: as `decided_proposals` gives them.
    """
    done = {flag.key: flag for flag in programme.ledger.flags if flag.is_settled} if settled is None else settled
    still_open = [pair for pair in pairs if pair[0].key not in done]
    return measure(still_open, programme.invalid, done.values(), threshold=programme.pilot_min, decided=decided)


def pilot_report(
    workspace: Workspace, programme: Programme, pairs: Sequence[tuple[Flag, Proposal]], *, now: datetime
) -> PilotReport:
    """Everything that the report of one run shows."""
    settled = settled_flags(workspace, programme)
    decided = decided_proposals(workspace, programme, settled)
    measures = measured(programme, pairs, settled, decided)
    still_open = [pair for pair in pairs if pair[0].key not in settled]
    return PilotReport(
        provenance=_provenance(workspace, programme, now),
        population=programme.population,
        measures=measures,
        problems=programme.problems,
        assessment=assess_workspace(workspace, programme, pairs, measures, settled=settled, decided=decided, now=now),
        effect=policy_effect(
            programme,
            policy_state(workspace).text,
            still_open,
            lambda ratified: measured(programme, ratified, settled, decided),
        ),
        refreshed=refreshed({flag.key for flag in programme.ledger.flags}, programme.knowledge.evidence.values()),
        gold=tuple(report_of(workspace, read_sample(workspace, name)) for name in drawn_names(workspace)),
    )


def _provenance(workspace: Workspace, programme: Programme, now: datetime) -> Provenance:
    return Provenance(
        programme=workspace.root.resolve().name,
        now=f"{now:%Y-%m-%d %H:%M} UTC",
        tool_version=__version__,
        ledger=workspace.settings.ledger,
        ledger_sha256=programme.ledger_sha256,
        corpus=workspace.settings.corpus,
        policy=_policy(programme.knowledge),
        synthetic=programme.synthetic,
    )


def _policy(known: Knowledge) -> str:
    if known.policy is None:
        return known.policy_notice or "not ratified: every subtraction is O3"
    return f"ratified for {', '.join(sorted(known.policy.scopes))}; sha256 of its text {known.policy.text_sha256}"
