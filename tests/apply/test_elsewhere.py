"""A batch and a corpus that is not the workspace's: told, on record, and never stamped for a tree without it."""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import pytest
from batches import URL, Batch, Change
from program import apply, receipt, write

from r11.commands import write as verbs
from r11.errors import UsageError
from r11.vocabulary import FixOp

BODY = b"The limit is 30 seconds.\n"
FLAG = {
    "id": "c0",
    "file": "a.md",
    "line": 1,
    "claim": "The limit is 30 seconds.",
    "judge_verdict": "not_grounded",
    "rule": "R8",
    "evidence_url": URL,
    "evidence_quote": "The limit is 60 seconds.",
    "reason": "r",
    "disposition": None,
}


@pytest.fixture
def other(batch: Batch) -> Path:
    """A second tree with the same file."""
    batch.put("a.md", BODY)
    batch.approve([Change("a.md", 1, "30", "60", op=FixOp.O3)])
    records = [{"file": "a.md", "per_file_verdict": "flagged", "flags": [FLAG]}]
    (batch.workspace / "ledger.json").write_text(json.dumps({"records": records}))
    shutil.copytree(batch.corpus, batch.root / "other")
    return batch.root / "other"


def stamp(batch: Batch, *more: object) -> int:
    parser = argparse.ArgumentParser()
    verbs.register(parser.add_subparsers(required=True))
    args = parser.parse_args(["stamp", str(batch.receipts / "b1.json"), *map(str, more)])
    return int(args.run(args))


def test_another_corpus_is_told_and_on_record(batch: Batch, other: Path) -> None:
    ended = write(batch, "b1", "--corpus", other)
    assert ended.status == 0
    assert f"note: {other} is not the corpus of this workspace" in ended.err
    assert receipt(batch).corpus == str(other)
    assert (batch.corpus / "a.md").read_bytes() == BODY


def test_the_own_corpus_by_name_is_no_news(batch: Batch, other: Path) -> None:
    ended = write(batch, "b1", "--corpus", batch.workspace / ".." / "corpus")
    assert "note:" not in ended.err
    assert receipt(batch).corpus == ""


def test_the_ledger_is_not_told_of_a_tree_without_the_batch(batch: Batch, other: Path) -> None:
    write(batch, "b1", "--corpus", other)
    before = (batch.workspace / "ledger.json").read_bytes()
    with pytest.raises(UsageError, match=rf"a\.md; the receipt is about {other}"):
        stamp(batch)
    assert (batch.workspace / "ledger.json").read_bytes() == before
    assert stamp(batch, "--corpus", other) == 0
    assert b'"applied": true' in (batch.workspace / "ledger.json").read_bytes()
    assert stamp(batch) == 0  # it says so already: nothing is told anew


def test_done_before_and_not_so_here_says_what_next(batch: Batch, other: Path) -> None:
    write(batch, "b1", "--corpus", other)
    ended = write(batch)
    assert ended.status == 1
    assert "take over the commit of the batch" in ended.err
    assert "r11 decide --event revert --batch b1 --reviewer NAME" in ended.err
    assert (batch.corpus / "a.md").read_bytes() == BODY


def test_help_tells_what_ends_with_1() -> None:
    assert "done before while this\ncorpus does not stand so" in apply("--help").out
