"""The pilot of a workspace: what its flags are now, counted, and the report of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from r11 import __version__
from r11.pilot.measures import PilotMeasures, measure
from r11.records import ApprovedManifest, Flag, Proposal, Receipt
from r11.report import PilotReport, Provenance
from r11.review.settlement import stamps_of
from r11.storage import Workspace, listed, read_decisions, read_json, read_jsonl, write_jsonl
from r11.workbench.goldsample import drawn_names, read_sample, report_of
from r11.workbench.pilot_review import assess_workspace
from r11.workbench.policy import policy_state
from r11.workbench.policy_preview import policy_effect
from r11.workbench.programme import BUILT_IN_PROPOSALS, WORKERS_PROPOSALS, Knowledge, Programme

SETTLED_PROPOSALS = "settled.jsonl"


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


def settled_flags(workspace: Workspace, programme: Programme) -> dict[str, Flag]:
    """By key: the flags that the ledger settles, and those that a batch settled and whose stamp is still to come.

    Between apply and stamp the corpus has the new text already: proposed again, a done swap would count as a failure.
    """
    found = {flag.key: flag for flag in programme.ledger.flags}
    receipts = [read_json(path, Receipt) for path in listed(workspace.receipts, ".json")]
    for manifest in sorted(_manifests(workspace), key=lambda one: one.created):
        mine = [receipt for receipt in receipts if receipt.manifest_sha256 == manifest.sha256]
        for stamp in stamps_of(manifest, mine):
            flag = found.get(stamp.flag_key)
            if flag is not None and not flag.is_settled:
                found[flag.key] = msgspec.structs.replace(flag, **stamp.members(flag))
    return {key: flag for key, flag in found.items() if flag.is_settled}


def decided_proposals(workspace: Workspace, programme: Programme, settled: Mapping[str, Flag]) -> dict[str, Proposal]:
    """By key: the proposals that settled flags were decided on, as far as they can still be had.

    Of a closed flag the text still stands, so that it is proposed again; the others were kept by `keep_decided`.
    """
    decisions = read_decisions(workspace.decisions)
    again = (programme.proposal_for(flag) for flag in settled.values() if flag.closed)
    files = (workspace.proposals / name for name in (BUILT_IN_PROPOSALS, WORKERS_PROPOSALS, SETTLED_PROPOSALS))
    kept = (one for path in files if path.is_file() for one in read_jsonl(path, Proposal))
    found: dict[str, Proposal] = {}
    for proposal in (*again, *kept):
        named = {answer.proposal_sha256 for answer in decisions.item(proposal.flag_key).answers}
        if proposal.flag_key in settled and proposal.sha256 in named:
            found[proposal.flag_key] = proposal
    return found


def keep_decided(workspace: Workspace, programme: Programme) -> None:
    """Before a new run replaces the proposals: keep those that a settled flag was decided on.

    Its text is gone from the corpus, so that nothing could tell any more whether it was nominated, and for what.
    """
    found = decided_proposals(workspace, programme, settled_flags(workspace, programme))
    if found:
        write_jsonl(workspace.proposals / SETTLED_PROPOSALS, [found[key] for key in sorted(found)])


def _manifests(workspace: Workspace) -> list[ApprovedManifest]:
    return [read_json(path, ApprovedManifest) for path in listed(workspace.approved, ".json")]


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
        assessment=assess_workspace(workspace, programme, pairs, measures, settled=settled, decided=decided),
        effect=policy_effect(
            programme,
            policy_state(workspace).text,
            still_open,
            lambda ratified: measured(programme, ratified, settled, decided),
        ),
        gold=tuple(report_of(read_sample(workspace, name)) for name in drawn_names(workspace)),
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
