"""`3-units/shards.json`: the shards of a workspace, read whole or refused, written under a lock."""

from __future__ import annotations

from collections.abc import Sequence

from r11.errors import UsageError, WorkspaceError
from r11.ledger.shards import shard_problems
from r11.records import SHARDS_SCHEMA, Shard, ShardMap
from r11.storage.files import read_json, write_json
from r11.storage.workspace import Workspace


def read_shards(workspace: Workspace) -> tuple[Shard, ...]:
    """Empty where the workspace was never divided. Raises WorkspaceError for a record that cannot be trusted."""
    file = workspace.shards
    if not file.is_file():
        return ()
    record = read_json(file, ShardMap)
    problems = [] if record.schema == SHARDS_SCHEMA else [f"schema is {record.schema!r}, not {SHARDS_SCHEMA!r}"]
    problems += shard_problems(record.shards)
    if problems:
        raise WorkspaceError("\n  ".join([f"{file}: these are no shards of one corpus:", *problems]))
    return record.shards


def read_shard(workspace: Workspace, name: str) -> Shard:
    """Raises UsageError where the workspace has no shard of this name, WorkspaceError as `read_shards` does."""
    shards = {shard.name: shard for shard in read_shards(workspace)}
    if name not in shards:
        known = f"it has {', '.join(shards)}" if shards else "it has none; r11 worklist and r11 shard create make them"
        raise UsageError(f"{workspace.root}: no such shard: {name}; {known}")
    return shards[name]


def keep_shards(workspace: Workspace, shards: Sequence[Shard]) -> bool:
    """Make these the workspace's shards; False where they are already. The caller holds `units_lock`.

    A file never leaves the shard that has it. Raises UsageError, every reason at once.
    """
    before = read_shards(workspace)
    now = {shard.name: set(shard.files) for shard in shards}
    problems = [*shard_problems(shards)]
    for shard in before:
        left = sorted(set(shard.files) - now.get(shard.name, set()))
        problems += [f"{file}: is in shard {shard.name} and stays there; work on it may be out" for file in left]
    if problems:
        raise UsageError("\n  ".join([f"{workspace.shards}: not changed:", *problems]))
    if tuple(shards) == before:
        return False
    write_json(workspace.shards, ShardMap(schema=SHARDS_SCHEMA, shards=tuple(shards)))
    return True
