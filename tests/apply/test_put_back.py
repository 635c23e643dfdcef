"""Putting a batch back: on an operator's order, exactly its lines, on record at every moment, and no way round it."""

from __future__ import annotations

import msgspec
import pytest
from batches import OPERATOR, Batch, Change, tree_hash
from msgspec.structs import replace
from program import Ended, apply, receipt, statuses, write

from r11.apply.journal import Journal, JournalEntry, Step
from r11.records import ApprovedManifest, Receipt, sha256_hex
from r11.review.batches import holds_of, told_last
from r11.review.settlement import stamps_of
from r11.vocabulary import EventKind, StampKind

BODY = b"The limit is 30 seconds.\n"
KEY = "x.md#c0"


@pytest.fixture
def written(batch: Batch) -> Batch:
    """A swap in x.md and one in y.md, approved, and applied as b1."""
    batch.put("x.md", BODY)
    batch.put("y.md", BODY)
    batch.approve([Change("x.md", 1, "30", "60"), Change("y.md", 1, "30", "60")], closed=["y.md#c9"])
    assert write(batch).status == 0
    return batch


def manifest_of(batch: Batch, name: str = "b1") -> ApprovedManifest:
    return msgspec.json.decode((batch.workspace / "7-approved" / f"{name}.json").read_bytes(), type=ApprovedManifest)


def reversal(batch: Batch, *more: str) -> Ended:
    return apply("--reverse", batch.receipts / "b1.json", "--workspace", batch.workspace, *more)


def order(batch: Batch) -> None:
    batch.event(EventKind.REVERT, [KEY, "y.md#c1"], reviewer=OPERATOR, text="b1")


def test_putting_back_needs_an_event_that_names_batch_and_flags(written: Batch) -> None:
    after = tree_hash(written.corpus)
    assert reversal(written).status == 2
    written.event(EventKind.REVERT, [KEY], reviewer=OPERATOR, text="b1")
    assert reversal(written).status == 2  # not all flags
    written.event(EventKind.REVERT, [KEY, "y.md#c1"], reviewer=OPERATOR, text="b2")
    assert reversal(written).status == 2  # another batch
    assert tree_hash(written.corpus) == after
    order(written)
    assert reversal(written, "--dry-run").status == 0
    assert tree_hash(written.corpus) == after
    assert reversal(written).status == 0
    assert (written.corpus / "x.md").read_bytes() == BODY
    assert {f.status for f in receipt(written, "b1.reverted").files} == {"reverted"}


def test_an_undone_revert_puts_nothing_back(written: Batch) -> None:
    order(written)
    written.event(EventKind.UNDO, [], reviewer=OPERATOR)
    assert reversal(written).status == 2


def test_a_file_that_changed_since_is_not_put_back(written: Batch) -> None:
    (written.corpus / "x.md").write_bytes(b"Somebody went on.\n")
    order(written)
    assert reversal(written).status == 1
    assert statuses(written, "b1.reverted") == {"x.md": "stale STALE", "y.md": "reverted"}
    assert (written.corpus / "x.md").read_bytes() == b"Somebody went on.\n"


def test_what_was_put_back_is_not_applied_again(written: Batch) -> None:
    order(written)
    reversal(written)
    (written.receipts / "b1.json").unlink()
    everything = tree_hash(written.root)
    ended = write(written)
    assert (ended.status, "was put back" in ended.err) == (2, True)
    assert tree_hash(written.root) == everything


def test_the_receipt_of_a_reversal_tells_the_bytes_before_and_after_it(written: Batch) -> None:
    forward = {file.file: (file.sha256_before, file.sha256_after) for file in receipt(written).files}
    order(written)
    assert reversal(written).status == 0
    for file in receipt(written, "b1.reverted").files:
        assert (file.sha256_after, file.sha256_before) == forward[file.file]
        assert file.sha256_after == sha256_hex((written.corpus / file.file).read_bytes())


def test_a_file_that_changed_since_is_told_by_the_bytes_that_the_batch_left(written: Batch) -> None:
    left = sha256_hex((written.corpus / "x.md").read_bytes())
    (written.corpus / "x.md").write_bytes(b"Somebody went on.\n")
    order(written)
    ended = reversal(written)
    assert f"changed since it was applied (left as {left[:8]}, found " in ended.err


def test_a_reversal_that_nobody_ordered_names_the_command(written: Batch) -> None:
    ended = reversal(written)
    assert ended.status == 2
    assert "r11 decide --event revert --batch b1 --reviewer NAME" in ended.err


# --- a revert that is taken back ------------------------------------------------------------------------------------


def take_back(batch: Batch) -> None:
    batch.event(EventKind.UNDO, [], reviewer=OPERATOR)


def test_answers_whose_edits_were_put_back_carry_no_other_batch(written: Batch) -> None:
    """The undone revert puts the approvals in force again; they are spent all the same, under whatever name."""
    order(written)
    assert reversal(written).status == 0
    take_back(written)
    written.save(replace(manifest_of(written), batch="b2", closures=()))
    ended = write(written, "b2")
    assert ended.status == 2
    assert f"{KEY}: the batch that rested on the answer was put back: decide the item again [REVERTED]" in ended.err
    assert (written.corpus / "x.md").read_bytes() == BODY


@pytest.fixture
def half_back(written: Batch) -> Batch:
    """The reversal was killed when x.md was back and y.md was not reached; then the operator took the order back."""
    order(written)
    with Journal(written.receipts / "b1.reverted.journal") as journal:
        where = str(written.corpus.resolve())
        digest = manifest_of(written).sha256
        journal.open(
            JournalEntry(step=Step.STARTED, at="2099-01-01T00:00:00+00:00", manifest_sha256=digest, corpus=where)
        )
        journal.record(JournalEntry(step=Step.WRITING, file="x.md", temporary=".r11-0.tmp"))
        journal.record(JournalEntry(step=Step.WRITTEN, file="x.md"))
    written.put("x.md", BODY)
    take_back(written)
    return written


def test_a_reversal_that_may_not_go_on_puts_what_stands_on_record(half_back: Batch) -> None:
    corpus = tree_hash(half_back.corpus)
    ended = reversal(half_back)
    assert ended.status == 2
    assert "b1.reverted.json now says which 1 of 2 files are as before the batch" in ended.err
    assert tree_hash(half_back.corpus) == corpus
    assert not (half_back.receipts / "b1.reverted.journal").exists()
    assert statuses(half_back, "b1.reverted") == {"x.md": "reverted", "y.md": "refused NO_AUTHORITY"}
    for file in receipt(half_back, "b1.reverted").files[:1]:
        assert file.sha256_after == sha256_hex(BODY)
    kinds = [(one.flag_key, one.kind) for one in stamps_of(*on_record(half_back))]
    assert kinds == [
        ("y.md#c1", StampKind.APPLIED),
        (KEY, StampKind.REVERTED),
        ("y.md#c9", StampKind.CLOSED),
    ]
    held = holds_of([manifest_of(half_back)], on_record(half_back)[1])
    assert held.done == {"y.md#c1": "b1", "y.md#c9": "b1"}
    assert {key for key, _ in held.put_back} == {KEY}


def on_record(batch: Batch) -> tuple[ApprovedManifest, list[Receipt]]:
    return manifest_of(batch), [receipt(batch), receipt(batch, "b1.reverted")]


def test_until_then_the_batch_is_not_taken_up_again(half_back: Batch) -> None:
    everything = tree_hash(half_back.root)
    ended = write(half_back)
    assert ended.status == 2
    assert "a run that put this batch back was cut short; first r11-apply --reverse" in ended.err
    assert tree_hash(half_back.root) == everything


def test_nor_afterwards(half_back: Batch) -> None:
    reversal(half_back)
    ended = write(half_back)
    assert ended.status == 2
    assert "was put back" in ended.err
    assert (half_back.corpus / "x.md").read_bytes() == BODY


def test_ordered_again_it_puts_back_the_rest(half_back: Batch) -> None:
    reversal(half_back)
    order(half_back)
    assert reversal(half_back).status == 0
    assert statuses(half_back, "b1.reverted") == {"x.md": "reverted", "y.md": "reverted"}
    assert {path.read_bytes() for path in half_back.corpus.iterdir()} == {BODY}


def test_a_reversal_that_had_put_nothing_back_yet_does_not_stop_the_batch(written: Batch) -> None:
    order(written)
    with Journal(written.receipts / "b1.reverted.journal") as journal:
        where, digest = str(written.corpus.resolve()), manifest_of(written).sha256
        journal.open(
            JournalEntry(step=Step.STARTED, at="2099-01-01T00:00:00+00:00", manifest_sha256=digest, corpus=where)
        )
    take_back(written)
    assert reversal(written).status == 2
    assert write(written).status == 0
    assert {one.kind for one in stamps_of(*on_record(written))} == {StampKind.APPLIED, StampKind.CLOSED}


def test_a_file_that_could_not_be_put_back_is_still_one_that_the_batch_wrote(written: Batch) -> None:
    """Whether or not it was stamped: the reversal that left it out takes nothing from that."""
    (written.corpus / "x.md").write_bytes(b"Somebody went on.\n")
    order(written)
    assert reversal(written).status == 1
    manifest, receipts = on_record(written)
    assert {file: str(status) for file, status in told_last(receipts).items()} == {
        "x.md": "applied",
        "y.md": "reverted",
    }
    assert (KEY, StampKind.APPLIED) in [(one.flag_key, one.kind) for one in stamps_of(manifest, receipts)]
