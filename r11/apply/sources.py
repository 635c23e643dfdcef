"""The workspace's files that a run rests on: decision logs, policy and its ratification, evidence, other batches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from r11.apply.authority import Authority
from r11.apply.manifest import BATCH_NAME, read_manifest
from r11.errors import UsageError, WorkspaceError
from r11.ledger.manifest import Ledger, read_ledger
from r11.records import ApprovedEdit, ApprovedManifest, Flag, RatifiedPolicy, Receipt
from r11.review.batches import Holds, holds_of
from r11.review.confirm import standing_policy
from r11.review.page_change import told_change
from r11.storage import Workspace, listed, read_decisions, read_json
from r11.storage.evidence import EvidenceFolder
from r11.vocabulary import CheckCode


def read_authority(workspace: Workspace, batch: str) -> Authority:
    """What the workspace says of a batch. Raises WorkspaceError where a file of it is there and cannot be read."""
    text = _policy_text(workspace)
    policy = standing_policy(text, _ratification(workspace))
    store = EvidenceFolder(workspace.evidence)
    return Authority(
        read_decisions(workspace.decisions),
        policy,
        text or b"",
        store.flags(),
        _other_batches(workspace, batch),
        partial(told_change, kept=store.texts(), text=store.text),
    )


def _other_batches(workspace: Workspace, batch: str) -> Holds:
    others = [path for path in listed(workspace.approved, ".json") if path.stem != batch]
    receipts = (read_json(path, Receipt) for path in listed(workspace.receipts, ".json")) if others else ()
    return holds_of((_named_as_it_is(path) for path in others), receipts)


def _named_as_it_is(path: Path) -> ApprovedManifest:
    """A batch goes by its file's name. Raises WorkspaceError for a copy, which would hold the batch's own items."""
    manifest = read_json(path, ApprovedManifest)
    if manifest.batch != path.stem:
        raise WorkspaceError(f"{path}: is a copy of batch {manifest.batch} under another name; take this file away")
    return manifest


def ledger_problems(workspace: Workspace, manifest: ApprovedManifest, authority: Authority) -> Iterator[str]:
    """What the ledger says now against a batch. A freeze takes flags of the ledger only, so each must still be there.

    A closing carries no claim of its own: that it is about a price, and the operator's, is read here.
    Raises WorkspaceError where it cannot be read: nobody can say then that the judge's words are still the approved.
    """
    ledger = _ledger(workspace.ledger)
    flags = {flag.key: flag for flag in ledger.flags}
    edits = [edit for file in manifest.files for edit in file.edits]
    for key in (*(edit.flag_key for edit in edits), *(closure.flag_key for closure in manifest.closures)):
        if flag := flags.get(key):
            yield from _settled_otherwise(flag, manifest.batch)
        else:
            yield (
                f"{key}: the ledger has no valid flag with this key now, so nothing could be stamped: put the ledger "
                f"back, or see r11 check {workspace.ledger} [{CheckCode.NO_SUCH_FLAG}]"
            )
    for closure in manifest.closures:
        if flag := flags.get(closure.flag_key):
            yield from authority.price_problems(flag.key, flag.claim, closure.confirmation)
    yield from (problem for edit in edits if edit.flag_key in flags for problem in _changed(flags[edit.flag_key], edit))


def _ledger(path: Path) -> Ledger:
    told = f"{path}: the ledger cannot be read, and without it nothing is written"
    try:
        ledger = read_ledger(path.read_bytes(), allowed_hosts=None)
    except OSError as error:
        raise WorkspaceError(f"{told} ({error.strerror}); put it back, or say in r11.toml where it is") from error
    if not ledger.readable:
        raise WorkspaceError(f"{told}; put it back as it was; r11 check {path} lists its problems")
    return ledger


def _settled_otherwise(flag: Flag, batch: str) -> Iterator[str]:
    """A batch whose run goes on may find its own stamp; any other settlement is somebody else's work."""
    by = (flag.fix or {}).get("batch")
    if flag.is_settled and by != batch:
        done = "applied" if flag.applied else "closed"
        whose = f"by batch {by}" if by else "by no batch that it names"
        yield f"{flag.key}: the ledger says it is {done} already, {whose} [{CheckCode.SETTLED_OTHERWISE}]"


def _changed(flag: Flag, edit: ApprovedEdit) -> Iterator[str]:
    changed = flag.changed_since(edit.claim, edit.evidence.url, edit.evidence.quote)
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


def read_others(workspace: Workspace, manifest: ApprovedManifest) -> tuple[Receipt, ...]:
    """The receipts of all other batches: what they wrote since, or put back, in the files of this one."""
    receipts = (read_json(path, Receipt) for path in listed(workspace.receipts, ".json"))
    return tuple(receipt for receipt in receipts if receipt.manifest_sha256 != manifest.sha256)


def read_batch(workspace: Workspace, batch: str) -> tuple[ApprovedManifest, tuple[Receipt, ...]]:
    """A batch's manifest and every receipt of it: one, and one of what was put back.

    Raises UsageError where there is no such batch, ManifestRefused where its manifest cannot be trusted.
    """
    file = workspace.approved / f"{batch}.json"
    if not (BATCH_NAME.fullmatch(batch) and file.is_file()):
        told = workspace.receipts / f"{batch}.json"
        if BATCH_NAME.fullmatch(batch) and told.is_file():
            raise UsageError(f"{file}: is gone, and {told} tells of a run of it: bring it back from git or a copy")
        raise UsageError(f"{file}: no such batch; r11 freeze makes them")
    manifest = read_manifest(file.read_bytes(), str(file))
    receipts = (read_json(path, Receipt) for path in listed(workspace.receipts, ".json"))
    return manifest, tuple(receipt for receipt in receipts if receipt.manifest_sha256 == manifest.sha256)
