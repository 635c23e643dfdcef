"""A batch is of one place: of a shard, as its worktree has its files, or of all that no worktree has to itself."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from batches import Change
from divided import NORTH, SOUTH, Divided
from program import apply

from r11.cli import main
from r11.records import ApprovedManifest

ALL = (*NORTH, *SOUTH, "index.md")
FIRST = [f"{file}#c{number}" for files in (NORTH, SOUTH, ("index.md",)) for number, file in enumerate(files)]


@pytest.fixture
def decided(shards: Divided) -> Divided:
    """A proposal for every flag, and the first one of every file approved."""
    drafts = [
        shards.batch._draft(Change(file, 1, "30", "60", id=key.rpartition("#")[2]), 0)
        for file, key in zip(ALL, FIRST, strict=True)
    ]
    drafts += [shards.batch._draft(Change(file, 3, "7", "9", id="c9"), 0) for file in ALL]
    shards.batch.fetched(drafts)
    assert shards.r11("propose") == 0
    approve(shards, *FIRST)
    return shards


def approve(divided: Divided, *keys: str) -> None:
    for key in keys:
        words = ("--event", "approve", "--disposition", "outdated", "--reviewer", "ReviewerA")
        assert divided.r11("decide", key, *words) == 0


def freeze(divided: Divided, *arguments: str) -> int:
    return main(["freeze", str(divided.batch.workspace), *arguments])


def frozen(divided: Divided, batch: str) -> list[str]:
    path = divided.batch.workspace / "7-approved" / f"{batch}.json"
    manifest = msgspec.json.decode(path.read_bytes(), type=ApprovedManifest)
    return [edit.flag_key for file in manifest.files for edit in file.edits]


def write(divided: Divided, batch: str, shard: str) -> None:
    path = divided.batch.workspace / "7-approved" / f"{batch}.json"
    ended = apply(path, "--workspace", divided.batch.workspace, "--shard", shard)
    assert ended.status == 0, ended.err


def test_each_freeze_takes_what_is_written_in_its_place(decided: Divided, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert freeze(decided, "--batch", "n1", "--shard", "north") == 0
    assert ", 1 in no shard, 2 in shard south; not decided: 2 open" in capsys.readouterr().out
    assert frozen(decided, "n1") == FIRST[:2]
    assert freeze(decided, "--batch", "rest") == 0
    assert "2 in shard south; not decided: 1 open" in capsys.readouterr().out
    assert frozen(decided, "rest") == FIRST[4:]
    assert freeze(decided, "--batch", "s1", "--shard", "south", "--json") == 0
    assert json.loads(capsys.readouterr().out)["elsewhere"] == {}
    assert frozen(decided, "s1") == FIRST[2:4]


def test_without_its_worktree_a_shard_has_nothing_to_itself(decided: Divided) -> None:
    assert decided.r11("shard", "remove", "north") == 0
    assert freeze(decided, "--batch", "b1") == 0
    assert frozen(decided, "b1") == sorted([*FIRST[:2], *FIRST[4:]], key=lambda key: key)
    assert freeze(decided, "--batch", "n1", "--shard", "north") == 2


def test_a_second_batch_of_a_shard_goes_by_what_the_first_one_left(decided: Divided) -> None:
    """The main work tree still has the file as it was; the worktree's bytes are those that count."""
    assert freeze(decided, "--batch", "n1", "--shard", "north") == 0
    write(decided, "n1", "north")
    approve(decided, f"{NORTH[0]}#c9")
    assert freeze(decided, "--batch", "n2", "--shard", "north") == 0
    assert frozen(decided, "n2") == [f"{NORTH[0]}#c9"]
    write(decided, "n2", "north")
    there = Path(decided.tree("north")) / "corpus" / NORTH[0]
    assert there.read_bytes() == b"The gateway waits 60 seconds for an answer.\n\nIt keeps 9 days of logs.\n"
    assert freeze(decided, "--batch", "n2", "--shard", "north") == 0  # again: it went to apply, nothing is left


def test_a_shard_that_nobody_made(decided: Divided, capsys: pytest.CaptureFixture[str]) -> None:
    assert freeze(decided, "--batch", "w1", "--shard", "west") == 2
    assert "no such shard: west; it has north, south" in capsys.readouterr().err
