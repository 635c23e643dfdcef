"""The shards of a workspace on disk: read whole or refused; a file never leaves the shard that has it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from r11.errors import UsageError, WorkspaceError
from r11.records import Shard
from r11.storage import Settings, Workspace, keep_shards, read_shard, read_shards

NORTH, SOUTH = Shard(name="north", files=("a.md", "b.md")), Shard(name="south", files=("c.md",))


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path, Settings(corpus="corpus", ledger="ledger.json"))


@pytest.mark.parametrize(
    ("shards", "told"),
    [
        pytest.param((Shard(name="north", files=("a.md",)), SOUTH), "b.md: is in shard north", id="a file left out"),
        pytest.param((SOUTH,), "a.md: is in shard north", id="a shard left out"),
        pytest.param((NORTH, Shard(name="south", files=("a.md", "c.md"))), "is in north and in south", id="in two"),
    ],
)
def test_what_is_not_kept(workspace: Workspace, shards: tuple[Shard, ...], told: str) -> None:
    keep_shards(workspace, (NORTH, SOUTH))
    before = workspace.shards.read_bytes()
    with pytest.raises(UsageError, match=told):
        keep_shards(workspace, shards)
    assert workspace.shards.read_bytes() == before


@pytest.mark.parametrize(
    "record",
    [
        pytest.param("{", id="torn"),
        pytest.param(json.dumps({"schema": "r11_shards_v2", "shards": []}), id="of another version"),
        pytest.param(
            json.dumps({"schema": "r11_shards_v1", "shards": [{"name": n, "files": ["a.md"]} for n in ("x", "y")]}),
            id="a file in two",
        ),
    ],
)
def test_a_record_that_cannot_be_trusted_is_never_no_shards(workspace: Workspace, record: str) -> None:
    workspace.units.mkdir()
    workspace.shards.write_text(record)
    with pytest.raises(WorkspaceError, match=r"shards\.json"):
        read_shards(workspace)


def test_they_are_kept_and_may_grow(workspace: Workspace) -> None:
    assert read_shards(workspace) == ()
    assert keep_shards(workspace, (NORTH,))
    assert not keep_shards(workspace, (NORTH,))
    more = (Shard(name="north", files=("a.md", "b.md", "d.md")), SOUTH)
    assert keep_shards(workspace, more)
    assert read_shards(workspace) == more
    assert read_shard(workspace, "south") == SOUTH
    with pytest.raises(UsageError, match="it has north, south"):
        read_shard(workspace, "west")
