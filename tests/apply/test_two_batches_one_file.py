"""Two batches in one file: each is stamped, committed and put back, in whichever order that is done."""

from __future__ import annotations

import argparse
import json
import subprocess
from itertools import permutations
from pathlib import Path

import pytest
from batches import OPERATOR, Batch, Change
from program import apply, write

import r11.commands.write as verbs
from r11.errors import UsageError
from r11.vocabulary import EventKind, FixOp

BODY = b"The limit is 30 seconds.\n\nIt keeps 7 days.\n"
FIRST = BODY.replace(b"30", b"60")
BOTH = FIRST.replace(b"7", b"9")
KEYS = {"b1": "x.md#c0", "b2": "x.md#c1"}


@pytest.fixture
def both(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> Batch:
    """b1 wrote x.md and y.md, b2 then x.md; nothing is stamped or committed yet."""
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Integrator")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "integrator@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    batch.put("x.md", BODY)
    batch.put("y.md", BODY)
    git(batch, "init", "--quiet")
    git(batch, "add", "--all")
    git(batch, "commit", "--quiet", "--message", "start")
    batch.approve([Change("x.md", 1, "30", "60"), Change("y.md", 1, "30", "60")])
    assert write(batch).status == 0
    batch.approve([Change("x.md", 3, "7", "9", op=FixOp.O3, id="c1")], "b2")
    assert write(batch, "b2").status == 0
    assert (batch.corpus / "x.md").read_bytes() == BOTH
    return batch


def git(batch: Batch, *arguments: str) -> str:
    command = ["git", "-C", str(batch.root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def run(*arguments: object) -> int:
    parser = argparse.ArgumentParser()
    verbs.register(parser.add_subparsers(required=True))
    args = parser.parse_args([str(argument) for argument in arguments])
    return int(args.run(args))


def stamp(batch: Batch, name: str) -> int:
    return run("stamp", batch.receipts / f"{name}.json")


def commit(batch: Batch, name: str) -> int:
    return run("commit", name, "--workspace", batch.workspace)


def put_back(batch: Batch, name: str) -> int:
    keys = [KEYS[name], *(["y.md#c1"] if name == "b1" else [])]
    batch.event(EventKind.REVERT, keys, reviewer=OPERATOR, text=name)
    return apply("--reverse", batch.receipts / f"{name}.json", "--workspace", batch.workspace).status


def applied(batch: Batch) -> dict[str, bool]:
    records = json.loads((batch.workspace / "ledger.json").read_bytes())["records"]
    return {f"{f['file']}#{f['id']}": f.get("applied", False) for r in records for f in r["flags"]}


@pytest.mark.parametrize("order", [*permutations(("b1", "b2"))], ids="-".join)
def test_each_is_stamped_and_committed(both: Batch, order: tuple[str, ...]) -> None:
    assert [stamp(both, name) for name in order] == [0, 0]
    assert applied(both) == {"x.md#c0": True, "y.md#c1": True, "x.md#c1": True}
    assert [commit(both, name) for name in order] == [0, 0]
    assert git(both, "status", "--porcelain", "corpus", "workspace/ledger.json") == ""


def test_the_first_leaves_what_the_second_changed_to_it(both: Batch, capsys: pytest.CaptureFixture[str]) -> None:
    assert [stamp(both, name) for name in ("b1", "b2")] == [0, 0]
    assert commit(both, "b1") == 0
    assert "x.md: another batch changed it since; r11 commit of that one takes it" in capsys.readouterr().err
    names = set(git(both, "show", "--name-only", "--format=", "HEAD").split())
    assert names == {"corpus/y.md", "workspace/ledger.json"}


@pytest.mark.parametrize("order", [*permutations(("b1.reverted", "b2.reverted"))], ids="-".join)
@pytest.mark.parametrize("before", [True, False], ids=["stamped before", "not stamped before"])
def test_each_is_stamped_and_committed_once_both_are_put_back(
    both: Batch, order: tuple[str, ...], before: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    if before:
        assert [stamp(both, name) for name in ("b1", "b2")] == [0, 0]
    assert put_back(both, "b1") == 1  # y.md; what stands in its way in x.md is named
    assert (both.corpus / "x.md").read_bytes() == BOTH
    assert put_back(both, "b2") == 0
    assert put_back(both, "b1") == 0
    assert (both.corpus / "x.md").read_bytes() == BODY
    assert [stamp(both, name) for name in order] == [0, 0]
    assert not any(applied(both).values())
    assert [commit(both, name.partition(".")[0]) for name in order] == [0, 0]
    assert git(both, "status", "--porcelain", "corpus", "workspace/ledger.json") == ""


def test_what_stands_in_the_way_of_putting_back_is_told(both: Batch) -> None:
    both.event(EventKind.REVERT, ["x.md#c0", "y.md#c1"], reviewer=OPERATOR, text="b1")
    ended = apply("--reverse", both.receipts / "b1.json", "--workspace", both.workspace)
    assert "put back first what later batches changed in it" in ended.err


@pytest.mark.parametrize("data", [BODY, FIRST + b"More.\n", BOTH + b"More.\n"], ids=["undone", "first", "both"])
def test_what_no_batch_made_of_a_file_is_still_refused(both: Batch, data: bytes) -> None:
    (both.corpus / "x.md").write_bytes(data)
    ledger = (both.workspace / "ledger.json").read_bytes()
    for name in ("b1", "b2"):
        with pytest.raises(UsageError, match="does not stand as the receipts"):
            stamp(both, name)
    assert (both.workspace / "ledger.json").read_bytes() == ledger
    assert Path(both.receipts / "b1.json").is_file()
