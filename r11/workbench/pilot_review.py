"""What people decided in a workspace, assessed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from r11.pilot.assessment import Assessment, assess
from r11.pilot.measures import PilotMeasures
from r11.pilot.probes import NO_PROBES
from r11.records import Flag, Proposal, TakenLook
from r11.review.decisions import Decisions, settle
from r11.review.log import read_log
from r11.storage import Workspace, listed, read_decisions
from r11.workbench.look import keep_look, read_look
from r11.workbench.probes import find_probes
from r11.workbench.programme import Programme
from r11.workbench.protocol import protocol_files
from r11.workbench.review import read_proposals


def assess_workspace(
    workspace: Workspace,
    programme: Programme,
    pairs: Sequence[tuple[Flag, Proposal]],
    measures: PilotMeasures,
    *,
    settled: Mapping[str, Flag] | None = None,
    decided: Mapping[str, Proposal] | None = None,
    now: datetime,
    until: datetime | None = None,
) -> Assessment:
    """Everything that rests on people's decisions; on those made up to then, where `until` is given.

    settled: by key, else those of the ledger; decided: the proposals that those were decided on, as far as known.
    A look whose figures are shown here for the first time is kept in `protocol/look.json`, before anybody sees them.
    Raises WorkspaceError where the one that was kept is not what was written.
    """
    done = {flag.key: flag for flag in programme.ledger.flags if flag.is_settled} if settled is None else settled
    workers = [proposal for proposal in read_proposals(workspace) if proposal.origin != "built-in"]
    decisions = read_decisions(workspace.decisions) if until is None else _decisions_until(workspace, until)

    files, probes = protocol_files(workspace), find_probes(workspace) if until is None else NO_PROBES

    def with_look(look: TakenLook | None) -> Assessment:
        return assess(
            measures,
            [pair for pair in pairs if pair[0].key not in done],
            programme.invalid,
            decisions,
            files,
            idle_cap=workspace.settings.idle_cap_seconds,
            others=[*workers, *(decided or {}).values()],
            settled=done.values(),
            probes=probes,
            evidence=programme.knowledge.evidence,
            before=_before_a_freeze(programme),
            look=look,
            at=now.isoformat(timespec="milliseconds"),
        )

    found = with_look(read_look(workspace) if until is None else None)
    return found if until or found.to_keep is None else with_look(keep_look(workspace, found.to_keep))


def _before_a_freeze(programme: Programme) -> tuple[str, ...]:
    """What changes the proposals that people review, and is not done yet."""
    known = programme.knowledge
    fetch = () if known.evidence else ("fetch the cited pages (r11 refresh)",)
    return fetch if known.policy else (*fetch, "ratify the O2 policy, if it is wanted (r11 ratify)")


def _decisions_until(workspace: Workspace, until: datetime) -> Decisions:
    """What all logs said at a moment: every prefix of every log settles."""
    readings = (read_log(path.name, path.read_bytes()) for path in listed(workspace.decisions, ".jsonl"))
    return settle(
        replace(one, entries=tuple(e for e in one.entries if datetime.fromisoformat(e.event.at) <= until))
        for one in readings
    )
