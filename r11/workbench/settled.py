"""The flags that are settled, and the proposals that people decided them on."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from r11.records import ApprovedManifest, Flag, Proposal, Receipt
from r11.review.settlement import stamps_of
from r11.storage import Workspace, listed, read_decisions, read_json, read_jsonl, write_jsonl
from r11.workbench.programme import BUILT_IN_PROPOSALS, WORKERS_PROPOSALS, Programme

SETTLED_PROPOSALS = "settled.jsonl"


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
