"""The workspace's files that a run rests on: decision logs, policy and its ratification, evidence, other batches."""

from __future__ import annotations

from collections.abc import Iterator

from r11.apply.authority import Authority
from r11.apply.manifest import BATCH_NAME, read_manifest
from r11.errors import UsageError
from r11.ledger.manifest import read_ledger
from r11.records import ApprovedManifest, RatifiedPolicy, Receipt
from r11.review.batches import Holds, holds_of
from r11.review.confirm import standing_policy
from r11.storage import Workspace, listed, read_decisions, read_json
from r11.storage.evidence import EvidenceFolder
from r11.vocabulary import CheckCode


def read_authority(workspace: Workspace, batch: str) -> Authority:
    """What the workspace says of a batch. Raises WorkspaceError where a file of it is there and cannot be read."""
    text = _policy_text(workspace)
    policy = standing_policy(text, _ratification(workspace))
    evidence = EvidenceFolder(workspace.evidence).flags()
    return Authority(
        read_decisions(workspace.decisions), policy, text or b"", evidence, _other_batches(workspace, batch)
    )


def _other_batches(workspace: Workspace, batch: str) -> Holds:
    others = [path for path in listed(workspace.approved, ".json") if path.stem != batch]
    receipts = (read_json(path, Receipt) for path in listed(workspace.receipts, ".json")) if others else ()
    return holds_of((read_json(path, ApprovedManifest) for path in others), receipts)


def changed_flags(workspace: Workspace, manifest: ApprovedManifest) -> Iterator[str]:
    """The edits of which the ledger says something else now; a flag that it does not have is left to the stamp."""
    if not workspace.ledger.is_file():
        return
    flags = {flag.key: flag for flag in read_ledger(workspace.ledger.read_bytes(), allowed_hosts=None).flags}
    for edit in (edit for file in manifest.files for edit in file.edits):
        flag = flags.get(edit.flag_key)
        changed = flag.changed_since(edit.claim, edit.evidence.url, edit.evidence.quote) if flag else ()
        if changed:
            yield (
                f"{edit.flag_key}: the ledger says something else of this flag since it was approved "
                f"({', '.join(changed)}): refresh, propose and review it again [{CheckCode.FLAG_CHANGED}]"
            )


def _policy_text(workspace: Workspace) -> bytes | None:
    file = workspace.policy / "O2.md"
    return file.read_bytes() if file.is_file() else None


def _ratification(workspace: Workspace) -> RatifiedPolicy | None:
    file = workspace.policy / "O2.ratified.json"
    return read_json(file, RatifiedPolicy) if file.is_file() else None


def read_batch(workspace: Workspace, batch: str) -> tuple[ApprovedManifest, tuple[Receipt, ...]]:
    """A batch's manifest and every receipt of it: one, and one of what was put back.

    Raises UsageError where there is no such batch, ManifestRefused where its manifest cannot be trusted.
    """
    file = workspace.approved / f"{batch}.json"
    if not (BATCH_NAME.fullmatch(batch) and file.is_file()):
        raise UsageError(f"{file}: no such batch; r11 freeze makes them")
    manifest = read_manifest(file.read_bytes(), str(file))
    receipts = (read_json(path, Receipt) for path in listed(workspace.receipts, ".json"))
    return manifest, tuple(receipt for receipt in receipts if receipt.manifest_sha256 == manifest.sha256)
