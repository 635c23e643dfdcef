"""What a review rests on, read from the workspace at one moment; and the freeze of what was decided.

room = read_room(workspace)
seen = room.seen("skills/a/x.md#c1", reviewer="ReviewerA")        # what the reviewer is shown
outcome = freeze_batch(workspace, "spring", now=...)        # decisions → 7-approved/spring.json
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from r11.apply.journal import read_journal
from r11.errors import UsageError
from r11.records import (
    ApprovedManifest,
    Flag,
    FlagEvidence,
    Proposal,
    RatifiedPolicy,
    Receipt,
    Record,
    sha256_hex,
)
from r11.review.answers import Seen
from r11.review.batches import holds_of
from r11.review.decisions import Decisions
from r11.review.freeze import Frozen, freeze
from r11.review.freeze import Programme as Inputs
from r11.review.queue import Queue, build_queue
from r11.review.story import Story, story_of
from r11.storage import (
    EvidenceFolder,
    Workspace,
    decisions_lock,
    listed,
    read_decisions,
    read_json,
    read_jsonl,
    read_shard,
    read_shards,
    write_json,
)
from r11.storage.corpus import read_documents
from r11.workbench.ledger import read_workspace_ledger
from r11.workbench.policy import policy_state
from r11.worktrees import claimed_files, demand_tree

T = TypeVar("T")


@dataclass(frozen=True)
class Room:
    """Flags by key, the proposals of every origin, evidence, decisions, the standing policy, and earlier batches."""

    workspace: Workspace
    flags: Mapping[str, Flag]
    proposals: tuple[Proposal, ...]
    evidence: Mapping[str, FlagEvidence]
    policy: RatifiedPolicy | None
    decisions: Decisions
    manifests: tuple[ApprovedManifest, ...]
    receipts: tuple[Receipt, ...]

    @cached_property
    def queue(self) -> Queue:
        return build_queue(self.flags.values(), self.proposals, self.decisions, self.evidence)

    def flag(self, flag_key: str) -> Flag:
        """Raises UsageError where the ledger has no such readable flag."""
        if flag_key not in self.flags:
            raise UsageError(f"{flag_key}: the ledger has no readable flag of this key; a key is written FILE#ID")
        return self.flags[flag_key]

    def seen(self, flag_key: str, reviewer: str, origin: str | None = None) -> Seen:
        """What the reviewer is shown of an item, their own edited line included.

        `origin` chooses where machine and worker both have a proposal. Raises UsageError.
        """
        return self.seen_of(self._proposal(flag_key, origin), reviewer)

    def seen_of(self, proposal: Proposal, reviewer: str) -> Seen:
        """What the reviewer is shown of one of an item's proposals. Raises UsageError."""
        flag_key = proposal.flag_key
        own = self.decisions.item(flag_key).by(reviewer)
        return Seen(
            self.flag(flag_key),
            proposal,
            self.evidence.get(flag_key),
            self.policy.text_sha256 if self.policy else None,
            own if own and own.edited and own.proposal_sha256 == proposal.sha256 else None,
            proposal.sha256 in self.decisions.releases.get(flag_key, frozenset()),
        )

    def _proposal(self, flag_key: str, origin: str | None) -> Proposal:
        found = {p.origin: p for p in self.proposals if p.flag_key == flag_key}
        if not found:
            raise UsageError(f"{flag_key}: there is no proposal for it; run r11 propose first")
        if origin is None and len({p.sha256 for p in found.values()}) > 1:
            raise UsageError(f"{flag_key}: several proposals; name one with --origin: {', '.join(sorted(found))}")
        if origin is not None and origin not in found:
            raise UsageError(f"{flag_key}: no proposal by {origin}, only by {', '.join(sorted(found))}")
        return found[origin] if origin else next(iter(found.values()))

    def story(self, flag_key: str) -> Story:
        """Raises UsageError where the ledger has no such flag."""
        return story_of(
            self.flag(flag_key),
            evidence=self.evidence.get(flag_key),
            proposals=self.proposals,
            decisions=self.decisions,
            manifests=self.manifests,
            receipts=self.receipts,
        )

    def flags_at(self, file: str, line: int) -> tuple[str, ...]:
        """The keys of the flags that the ledger, a proposal or a manifest places on this line."""
        keys = [flag.key for flag in self.flags.values() if (flag.file, flag.line) == (file, line)]
        keys += [p.flag_key for p in self.proposals if (p.file, p.line) == (file, line)]
        files = (f for m in self.manifests for f in m.files if f.file == file)
        keys += [edit.flag_key for f in files for edit in f.edits if edit.line == line]
        return tuple(key for key in dict.fromkeys(keys) if key in self.flags)


def read_room(workspace: Workspace) -> Room:
    """Raises WorkspaceError where a file that is there cannot be read, InputProblems where the ledger is none."""
    ledger = read_workspace_ledger(workspace)
    return Room(
        workspace,
        {flag.key: flag for flag in ledger.flags},
        read_proposals(workspace),
        EvidenceFolder(workspace.evidence).flags(),
        policy_state(workspace).standing,
        read_decisions(workspace.decisions),
        tuple(_records(workspace.approved, ApprovedManifest)),
        tuple(_records(workspace.receipts, Receipt)),
    )


def read_proposals(workspace: Workspace) -> tuple[Proposal, ...]:
    """The built-in proposals, then those of workers; none where there are none yet."""
    files = (workspace.proposals / name for name in ("built-in.jsonl", "workers.jsonl"))
    return tuple(p for file in files if file.is_file() for p in read_jsonl(file, Proposal))


def _records(folder: Path, kind: type[T]) -> Iterator[T]:
    return (read_json(path, kind) for path in listed(folder, ".json"))


class _Probe(Record, frozen=True):
    """What a freeze needs to know of a probe; the rest of the record is the gold sample's."""

    flag_key: str


def read_probes(workspace: Workspace) -> frozenset[str]:
    """The flag keys of the probe items."""
    folder = workspace.decisions / "probes"
    return frozenset(p.flag_key for path in listed(folder, ".jsonl") for p in read_jsonl(path, _Probe))


# --- freeze ---------------------------------------------------------------------------------------------------------


class BatchState(StrEnum):
    """What a freeze found or left under the name of the batch."""

    WRITTEN = "written"
    UNCHANGED = "unchanged"
    AT_APPLY = "at_apply"
    EMPTY = "empty"


@dataclass(frozen=True)
class FreezeOutcome:
    """What a freeze came to: what is (or could be) frozen, the manifest's file, and how that stands.

    `at_apply`: the batch went to apply before; `frozen` then holds what it does not, to be frozen under another name.
    """

    frozen: Frozen
    path: Path
    state: BatchState


def freeze_batch(workspace: Workspace, batch: str, *, now: datetime, shard: str | None = None) -> FreezeOutcome:
    """Write `7-approved/<batch>.json` with everything that is decided and still holds; nothing if there is nothing.

    `shard`: its files only, as they are in its worktree; without one, all files but those that a shard's worktree has.
    The same batch over the same decisions changes nothing. Raises UsageError where the name is taken, Locked while
    somebody decides.
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
        if earlier:
            _demand_same(workspace, earlier, frozen.manifest, path)
            return FreezeOutcome(frozen, path, BatchState.UNCHANGED)
        if frozen.manifest is None:
            return FreezeOutcome(frozen, path, BatchState.EMPTY)
        write_json(path, frozen.manifest)
        return FreezeOutcome(frozen, path, BatchState.WRITTEN)


def preview_freeze(workspace: Workspace, *, now: datetime) -> Frozen:
    """What a freeze would take now, beside all earlier batches. Writes nothing."""
    room = read_room(workspace)
    max_age = timedelta(days=workspace.settings.evidence_max_age_days)
    place = _place(room, None)
    return freeze(_inputs(room, room.manifests, place), batch="preview", now=now, max_age=max_age)


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


def _demand_same(workspace: Workspace, earlier: ApprovedManifest, now: ApprovedManifest | None, path: Path) -> None:
    """Equal but for the time of the freeze, and the digest that covers it. Raises UsageError."""
    if now is None or replace(earlier, created="", sha256="") != replace(now, created="", sha256=""):
        for journal in listed(workspace.receipts, ".journal"):
            left = read_journal(journal)
            if left and left.manifest_sha256 == earlier.sha256:
                raise UsageError(f"{path}: {left.told(journal)}; keep it and run r11-apply on it before anything else")
        raise UsageError(f"{path}: holds other decisions than now; freeze under another name, or delete it first")


def _inputs(room: Room, others: Sequence[ApprovedManifest], place: _Place) -> Inputs:
    workspace = room.workspace
    decided = [key for key, item in room.decisions.items.items() if item.status.is_decided and key in room.flags]
    documents, _ = read_documents(place.corpus, (room.flags[key].file for key in decided))
    return Inputs(
        flags=room.flags,
        proposals=room.proposals,
        decisions=room.decisions,
        documents={file: document for file, document in documents.items() if document is not None},
        evidence=room.evidence,
        policy=room.policy,
        protocol_sha256=_digest_of_file(workspace.protocol / "protocol.frozen.json"),
        probes=read_probes(workspace),
        holds=holds_of(others, room.receipts),
        elsewhere=place.elsewhere,
    )


def _digest_of_file(path: Path) -> str | None:
    return sha256_hex(path.read_bytes()) if path.is_file() else None
