"""A run was killed, and its manifest is trusted no more when somebody wants to go on: no dead end, no lost file."""

from __future__ import annotations

import argparse
import json

import msgspec
import pytest
from batches import OPERATOR, REVIEWER, URL, Batch, Change, tree_hash
from msgspec.structs import replace
from program import apply, receipt, statuses, write

from r11.apply.journal import Journal, JournalEntry, Step
from r11.commands import write as verbs
from r11.records import ApprovedManifest
from r11.storage import write_json
from r11.vocabulary import EventKind, FixOp, ReceiptStatus

BODY = b"The limit is 30 seconds.\n"
DONE = b"The limit is 60 seconds.\n"
FILES = ("a.md", "b.md", "c.md", "d.md")


@pytest.fixture
def killed(batch: Batch) -> Batch:
    """a.md is on record as written, b.md was at hand and is written too, c.md was not reached, d.md is not ours."""
    for file in FILES:
        batch.put(file, BODY)
    manifest = batch.approve([Change(file, 1, "30", "60", op=FixOp.O3) for file in FILES])
    digest = msgspec.json.decode(manifest.read_bytes(), type=ApprovedManifest).sha256
    batch.put("a.md", DONE)
    batch.put("b.md", DONE)
    batch.put("d.md", b"Somebody else was here.\n")
    with Journal(batch.receipts / "b1.journal") as journal:
        where = str(batch.corpus.resolve())
        journal.open(
            JournalEntry(step=Step.STARTED, at="2026-01-01T00:00:00+00:00", manifest_sha256=digest, corpus=where)
        )
        journal.record(JournalEntry(step=Step.WRITING, file="a.md", temporary=".r11-0.tmp"))
        journal.record(JournalEntry(step=Step.WRITTEN, file="a.md"))
        journal.record(JournalEntry(step=Step.WRITING, file="b.md", temporary=".r11-1.tmp"))
    return batch


def withdraw(batch: Batch) -> None:
    batch.event(EventKind.WITHDRAW, ["c.md#c2"], reviewer=REVIEWER)


def test_a_refusal_says_what_the_interrupted_run_wrote_and_puts_it_on_record(killed: Batch) -> None:
    withdraw(killed)
    before = tree_hash(killed.corpus)
    ended = write(killed)
    assert ended.status == 2
    assert "an interrupted run of this batch has written 1 file, and perhaps b.md (journal" in ended.err
    assert "b1.json now says which 2 of 4 files hold the batch" in ended.err
    assert "nothing was written" not in ended.err
    assert tree_hash(killed.corpus) == before
    assert statuses(killed) == {
        "a.md": "applied",
        "b.md": "applied",
        "c.md": "refused NO_AUTHORITY",
        "d.md": "stale STALE",
    }
    assert receipt(killed).started == "2026-01-01T00:00:00+00:00"
    assert receipt(killed).finished
    assert not (killed.receipts / "b1.journal").exists()


def test_a_file_that_could_not_be_written_is_free_once_its_batch_may_not_go_on(batch: Batch) -> None:
    """Else nobody could freeze its items again: the batch waits for a run that its decisions refuse."""
    for file in FILES[:2]:
        batch.put(file, BODY)
    batch.approve([Change(file, 1, "30", "60", op=FixOp.O3) for file in FILES[:2]])
    write(batch)
    told = receipt(batch)
    batch.put("b.md", BODY)
    failed = replace(told.files[1], status=ReceiptStatus.FAILED)
    write_json(batch.receipts / "b1.json", replace(told, files=(told.files[0], failed)))
    batch.event(EventKind.WITHDRAW, ["b.md#c1"], reviewer=REVIEWER)
    ended = write(batch)
    assert (ended.status, "an earlier run of this batch could not write b.md" in ended.err) == (2, True)
    assert statuses(batch) == {"a.md": "applied", "b.md": "refused NO_AUTHORITY"}
    everything = tree_hash(batch.root)
    assert write(batch).status == 2
    assert tree_hash(batch.root) == everything


def test_from_there_it_can_be_put_back(killed: Batch) -> None:
    withdraw(killed)
    write(killed)
    killed.event(EventKind.REVERT, ["a.md#c0", "b.md#c1"], reviewer=OPERATOR, text="b1")
    ended = apply("--reverse", killed.receipts / "b1.json", "--workspace", killed.workspace)
    assert ended.status == 0, ended.err
    assert [(killed.corpus / file).read_bytes() for file in FILES[:3]] == [BODY] * 3


def test_from_there_it_can_be_stamped(killed: Batch) -> None:
    flags = [
        {
            "id": f"c{number}",
            "file": file,
            "line": 1,
            "claim": BODY.decode().strip(),
            "judge_verdict": "not_grounded",
            "rule": "R8",
            "evidence_url": URL,
            "evidence_quote": DONE.decode().strip(),
            "reason": "r",
            "disposition": None,
        }
        for number, file in enumerate(FILES)
    ]
    records = [{"file": f["file"], "per_file_verdict": "flagged", "flags": [f]} for f in flags]
    (killed.workspace / "ledger.json").write_text(json.dumps({"records": records}))
    withdraw(killed)
    write(killed)
    parser = argparse.ArgumentParser()
    verbs.register(parser.add_subparsers(required=True))
    args = parser.parse_args(["stamp", str(killed.receipts / "b1.json")])
    assert args.run(args) == 0
    stamped = json.loads((killed.workspace / "ledger.json").read_bytes())["records"]
    assert [record["flags"][0].get("applied") for record in stamped] == [True, True, None, None]


def test_from_there_it_can_be_gone_on_with_once_it_is_approved_again(killed: Batch) -> None:
    withdraw(killed)
    write(killed)
    killed.event(EventKind.UNDO, [], reviewer=REVIEWER)
    assert write(killed).status == 1  # d.md is stale, still
    assert [statuses(killed)[file] for file in FILES[:3]] == ["applied"] * 3
    assert (killed.corpus / "c.md").read_bytes() == DONE


def test_a_dry_run_says_it_and_leaves_the_journal(killed: Batch) -> None:
    withdraw(killed)
    everything = tree_hash(killed.root)
    ended = write(killed, "b1", "--dry-run")
    assert ended.status == 2
    assert "an interrupted run of this batch has written 1 file" in ended.err
    assert tree_hash(killed.root) == everything


def changed_manifest(batch: Batch) -> None:
    path = batch.workspace / "7-approved" / "b1.json"
    path.write_bytes(path.read_bytes().replace(b"seconds", b"minutes"))


def no_manifest(batch: Batch) -> None:
    (batch.workspace / "7-approved" / "b1.json").unlink()


def put_back_half(batch: Batch) -> None:
    """A reversal of this batch is under way."""
    with Journal(batch.receipts / "b1.reverted.journal") as journal:
        journal.open(JournalEntry(step=Step.STARTED, at="2026-01-02T00:00:00+00:00"))


@pytest.mark.parametrize("act", [changed_manifest, no_manifest, put_back_half])
def test_every_other_refusal_says_it_too(killed: Batch, act) -> None:  # type: ignore[no-untyped-def]
    act(killed)
    ended = write(killed)
    assert ended.status == 2
    assert "an interrupted run of this batch has written 1 file" in ended.err
    assert (killed.receipts / "b1.journal").exists()


def test_nothing_is_put_back_past_a_journal(killed: Batch) -> None:
    """A receipt of an earlier run does not know what the interrupted one wrote."""
    killed.event(EventKind.REVERT, [f"{file}#c{i}" for i, file in enumerate(FILES)], reviewer=OPERATOR, text="b1")
    ended = apply("--reverse", killed.receipts / "b1.json", "--workspace", killed.workspace)
    assert ended.status == 2
    assert "first run r11-apply" in ended.err
    assert "an interrupted run of this batch has written 1 file" in ended.err
