"""The freeze of what was decided: decisions → `7-approved/BATCH.json`.

outcome = freeze_batch(workspace, "spring", now=...)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from pathlib import Path

from r11.apply.journal import read_journal
from r11.errors import UsageError
from r11.records import ApprovedManifest, Receipt, Shard, sha256_hex
from r11.review.batches import Changes, changes_between, changes_since, holds_of, is_same
from r11.review.confirm import Refusal
from r11.review.freeze import Frozen, freeze
from r11.review.freeze import Programme as Inputs
from r11.review.page_change import told_change
from r11.storage import (
    EvidenceFolder,
    Workspace,
    corpus_lock,
    decisions_lock,
    listed,
    read_shard,
    read_shards,
    write_json,
)
from r11.storage.corpus import read_documents
from r11.workbench.review import Room, read_records, read_room
from r11.worktrees import claimed_files, demand_tree


class BatchState(StrEnum):
    """What a freeze found or left under the name of the batch."""

    WRITTEN = "written"
    UNCHANGED = "unchanged"
    AGAIN = "again"
    AT_APPLY = "at_apply"
    EMPTY = "empty"


@dataclass(frozen=True)
class FreezeOutcome:
    """What a freeze came to: what is (or could be) frozen, the manifest's file, and how that stands.

    `again`: written in place of a manifest that nobody had begun to apply; `changes`: how the two differ.
    `at_apply`: the batch went to apply before; `frozen` then holds what it does not, to be frozen under another name.
    `empty`: nothing holds; a manifest that nobody had begun to apply stays as it is.
    """

    frozen: Frozen
    path: Path
    state: BatchState
    changes: Changes | None = None


def freeze_batch(workspace: Workspace, batch: str, *, now: datetime, shard: str | None = None) -> FreezeOutcome:
    """Write `7-approved/<batch>.json` with everything that is decided and still holds; nothing if there is nothing.

    `shard`: its files only, as they are in its worktree; without one, all files but those that a shard's worktree has.
    The same batch over the same decisions changes nothing; over others it is frozen again, as long as nobody began to
    apply it. Raises UsageError where an interrupted run holds it, Locked while somebody decides or writes the corpus.
    """
    path = workspace.approved / f"{batch}.json"
    with decisions_lock(workspace.decisions, f"r11 freeze {batch}"):
        room = read_room(workspace)
        earlier = next((manifest for manifest in room.manifests if manifest.batch == batch), None)
        at_apply = earlier and any(receipt.manifest_sha256 == earlier.sha256 for receipt in room.receipts)
        max_age = timedelta(days=workspace.settings.evidence_max_age_days)
        others = [m for m in room.manifests if at_apply or m.batch != batch]
        place = _place(room, shard)
        frozen = freeze(_inputs(room, others, place), batch=batch, now=now, max_age=max_age)
        if at_apply:
            return FreezeOutcome(frozen, path, BatchState.AT_APPLY)
        if earlier and is_same(earlier, frozen.manifest):
            return FreezeOutcome(frozen, path, BatchState.UNCHANGED)
        if earlier:
            return _freeze_again(place, workspace, earlier, frozen, path)
        _demand_no_other(room, batch, path)
        if frozen.manifest is None:
            return FreezeOutcome(frozen, path, BatchState.EMPTY)
        write_json(path, frozen.manifest)
        return FreezeOutcome(frozen, path, BatchState.WRITTEN)


def _demand_no_other(room: Room, batch: str, path: Path) -> None:
    """A receipt of this name whose manifest is gone: apply would refuse a second one. Raises UsageError."""
    if any(receipt.batch == batch for receipt in room.receipts):
        receipts = room.workspace.receipts
        raise UsageError(
            f"{path}: is gone, and {receipts} tells of a run of it: bring it back from git or a copy, or name this "
            "batch otherwise"
        )


def preview_freeze(workspace: Workspace, *, now: datetime) -> Frozen:
    """What a freeze would take now, beside all earlier batches. Writes nothing."""
    room = read_room(workspace)
    max_age = timedelta(days=workspace.settings.evidence_max_age_days)
    place = _place(room, None)
    return freeze(_inputs(room, room.manifests, place), batch="preview", now=now, max_age=max_age)


def objections_now(room: Room, *, now: datetime) -> tuple[Refusal, ...]:
    """Why decided items would not be frozen now, those included that a batch holds which nobody began to apply."""
    begun = {receipt.manifest_sha256 for receipt in room.receipts}
    max_age = timedelta(days=room.workspace.settings.evidence_max_age_days)
    others = [manifest for manifest in room.manifests if manifest.sha256 in begun]
    return freeze(_inputs(room, others, _place(room, None)), batch="preview", now=now, max_age=max_age).refused


def batches_that_differ(workspace: Workspace) -> Mapping[ApprovedManifest, Changes]:
    """The manifests that nobody began to apply and that say something else than what is decided now, and how.

    Those of shards are left out: they are frozen again with their shard.
    """
    room = read_room(workspace)
    begun = {receipt.manifest_sha256 for receipt in room.receipts}
    elsewhere = _place(room, None).elsewhere.keys()
    found: dict[ApprovedManifest, Changes] = {}
    for manifest in room.manifests:
        others = [other for other in room.manifests if other is not manifest]
        changes = changes_since(manifest, others, room.decisions)
        is_free = manifest.sha256 not in begun and not {file.file for file in manifest.files} & elsewhere
        if is_free and changes != Changes():
            found[manifest] = changes
    return found


@dataclass(frozen=True)
class _Place:
    """Where a batch is to be written: the corpus folder, and per file that is written elsewhere, by whom."""

    corpus: Path
    elsewhere: Mapping[str, str]


def _place(room: Room, name: str | None) -> _Place:
    """Raises UsageError where the shard is not there or has no worktree."""
    workspace, shards = room.workspace, read_shards(room.workspace)
    if name is None:
        claimed = claimed_files(workspace.corpus, shards)
        return _Place(workspace.corpus, {file: f"shard {shard}" for file, shard in claimed.items()})
    tree = demand_tree(workspace.corpus, read_shard(workspace, name))
    others = {file: f"shard {shard.name}" for shard in shards for file in shard.files}
    files = {flag.file for flag in room.flags.values()} - set(tree.shard.files)
    return _Place(tree.corpus, {file: others.get(file, "no shard") for file in files})


def straddling_batches(workspace: Workspace, shard: Shard) -> Mapping[str, str]:
    """Per unfinished batch that holds files of the shard and others too, one of the others: no place takes it."""
    room = read_room(workspace)
    held = holds_of(room.manifests, room.receipts).files
    found: dict[str, str] = {}
    for manifest in room.manifests:
        files = [file.file for file in manifest.files if held.get(file.file) == manifest.batch]
        outside = [file for file in files if file not in shard.files]
        if outside and len(outside) < len(files):
            found[manifest.batch] = outside[0]
    return found


def _freeze_again(
    place: _Place, workspace: Workspace, earlier: ApprovedManifest, frozen: Frozen, path: Path
) -> FreezeOutcome:
    """Replace a manifest that nobody began to apply. Apply reads it again under the same lock before it begins."""
    with corpus_lock(place.corpus, f"r11 freeze {earlier.batch}"):
        _demand_not_begun(workspace, earlier, path)
        _demand_same_place(place, earlier, path)
        if frozen.manifest is None:
            return FreezeOutcome(frozen, path, BatchState.EMPTY)
        write_json(path, frozen.manifest)
        return FreezeOutcome(frozen, path, BatchState.AGAIN, changes_between(earlier, frozen.manifest))


def _demand_same_place(place: _Place, earlier: ApprovedManifest, path: Path) -> None:
    """Raises UsageError where the batch is that of a shard, or no shard's, and this freeze is another's."""
    where = {place.elsewhere.get(file.file, "") for file in earlier.files}
    if where and "" not in where:
        raise UsageError(
            f"{path}: is a batch of {', '.join(sorted(where))}; freeze it with or without --shard as before"
        )


def _demand_not_begun(workspace: Workspace, earlier: ApprovedManifest, path: Path) -> None:
    """Raises UsageError where a run of the manifest began: its journal may name files that it wrote."""
    for journal in listed(workspace.receipts, ".journal"):
        left = read_journal(journal)
        if left and left.manifest_sha256 == earlier.sha256:
            raise UsageError(f"{path}: {left.told(journal)}; keep it and run r11-apply on it before anything else")
    if any(receipt.manifest_sha256 == earlier.sha256 for receipt in read_records(workspace.receipts, Receipt)):
        raise UsageError(f"{path}: went to apply just now; freeze what was decided since under another name")


def _inputs(room: Room, others: Sequence[ApprovedManifest], place: _Place) -> Inputs:
    workspace = room.workspace
    decided = [key for key, item in room.decisions.items.items() if item.status.is_decided and key in room.flags]
    store = EvidenceFolder(workspace.evidence)
    documents, _ = read_documents(place.corpus, (room.flags[key].file for key in decided))
    return Inputs(
        flags=room.flags,
        proposals=room.proposals,
        decisions=room.decisions,
        documents={file: document for file, document in documents.items() if document is not None},
        evidence=room.evidence,
        policy=room.policy,
        protocol_sha256=_digest_of_file(workspace.protocol / "protocol.frozen.json"),
        holds=holds_of(others, room.receipts),
        elsewhere=place.elsewhere,
        change=partial(told_change, kept=store.texts(), text=store.text),
    )


def _digest_of_file(path: Path) -> str | None:
    return sha256_hex(path.read_bytes()) if path.is_file() else None
