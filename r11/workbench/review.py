"""What a review rests on, read from the workspace at one moment.

room = read_room(workspace)
seen = room.seen("skills/a/x.md#c1", reviewer="ReviewerA")        # what the reviewer is shown
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from r11.errors import UsageError
from r11.records import (
    ApprovedManifest,
    Flag,
    FlagEvidence,
    Proposal,
    RatifiedPolicy,
    Receipt,
)
from r11.review.answers import Seen
from r11.review.confirm import Refusal
from r11.review.decisions import Decisions
from r11.review.queue import Queue, build_queue
from r11.review.story import Story, story_of
from r11.storage import (
    Workspace,
    listed,
    read_decisions,
    read_json,
    read_jsonl,
)
from r11.workbench.evidence import read_evidence
from r11.workbench.ledger import read_workspace_ledger
from r11.workbench.policy import policy_state
from r11.workbench.programme import BUILT_IN_PROPOSALS, WORKERS_PROPOSALS

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

    def story(self, flag_key: str, objections: Iterable[Refusal] = ()) -> Story:
        """`objections`: why a freeze would not take decided items. Raises UsageError where there is no such flag."""
        return story_of(
            self.flag(flag_key),
            evidence=self.evidence.get(flag_key),
            proposals=self.proposals,
            decisions=self.decisions,
            manifests=self.manifests,
            receipts=self.receipts,
            objections=objections,
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
        read_evidence(workspace, ledger.flags),
        policy_state(workspace).standing,
        read_decisions(workspace.decisions),
        tuple(read_records(workspace.approved, ApprovedManifest)),
        tuple(read_records(workspace.receipts, Receipt)),
    )


def read_proposals(workspace: Workspace) -> tuple[Proposal, ...]:
    """The built-in proposals, then those of workers; none where there are none yet."""
    files = (workspace.proposals / name for name in (BUILT_IN_PROPOSALS, WORKERS_PROPOSALS))
    return tuple(p for file in files if file.is_file() for p in read_jsonl(file, Proposal))


def read_records(folder: Path, kind: type[T]) -> Iterator[T]:
    return (read_json(path, kind) for path in listed(folder, ".json"))
