"""The workspace's files that a run rests on: decision logs, policy and its ratification, evidence, shards."""

from __future__ import annotations

from pathlib import Path

from r11.apply.authority import Authority
from r11.errors import UsageError
from r11.records import EvidenceLine, FlagEvidence, RatifiedPolicy
from r11.review.confirm import standing_policy
from r11.storage import Workspace, read_decisions, read_json, read_jsonl


def read_authority(workspace: Workspace) -> Authority:
    """Raises WorkspaceError where a file of the workspace is there and cannot be read."""
    return Authority(read_decisions(workspace.decisions), _policy(workspace), _evidence(workspace))


def _policy(workspace: Workspace) -> RatifiedPolicy | None:
    ratified = workspace.policy / "O2.ratified.json"
    text = workspace.policy / "O2.md"
    if not (ratified.is_file() and text.is_file()):
        return None
    return standing_policy(text.read_bytes(), read_json(ratified, RatifiedPolicy))


def _evidence(workspace: Workspace) -> dict[str, FlagEvidence]:
    """The latest refresh of each flag; a later line of the index replaces an earlier one."""
    file = workspace.evidence / "index.jsonl"
    lines = read_jsonl(file, EvidenceLine) if file.is_file() else ()
    return {line.flag.flag_key: line.flag for line in lines if line.flag}


def shard_files(workspace: Workspace, shard: str) -> frozenset[str]:
    """The corpus files of a shard, as its units name them. Raises UsageError for a shard that was never handed out."""
    folder = workspace.units / shard
    if Path(shard).name != shard or not folder.is_dir():
        raise UsageError(f"{folder}: no such shard; r11 worklist hands them out")
    return frozenset(str(read_json(unit, dict)["file"]) for unit in sorted(folder.glob("*.json")))
