"""The ledger, asked before anything is written: without it nobody can say on whose words an edit was approved."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from batches import Batch, Change, tree_hash
from program import apply, receipt, write

from r11.vocabulary import EventKind, FixOp, ReceiptStatus

NO_FLAG = "the ledger has no valid flag with this key now"
BODY = b"The limit is 30 seconds.\n\nIt keeps 7 days.\n"


@pytest.fixture
def approved(batch: Batch) -> Batch:
    """One edit and one closing."""
    batch.put("x.md", BODY)
    batch.approve([Change("x.md", 1, "30", "60")], closed=["x.md#c9"])
    return batch


def ledger(batch: Batch) -> Path:
    return batch.workspace / "ledger.json"


def folder_in_its_place(path: Path) -> None:
    path.unlink()
    path.mkdir()


def on_flags(change: Callable[[list[dict[str, Any]]], None]) -> Callable[[Path], None]:
    def act(path: Path) -> None:
        document = json.loads(path.read_bytes())
        change(document["records"][0]["flags"])
        path.write_text(json.dumps(document), encoding="utf-8")

    return act


def applied_by(name: str) -> Callable[[Path], None]:
    settled = {"applied": True, "disposition": "outdated", "fix": {"op": "O1", "batch": name}}
    return on_flags(lambda flags: flags[0].update(settled))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        pytest.param(Path.unlink, "the ledger cannot be read, and without it nothing is written", id="gone"),
        pytest.param(folder_in_its_place, "the ledger cannot be read", id="a folder"),
        pytest.param(lambda path: path.write_bytes(b"{"), "put it back as it was; r11 check", id="no JSON"),
        pytest.param(lambda path: path.write_bytes(b"[]"), f"x.md#c0: {NO_FLAG}", id="empty"),
        pytest.param(on_flags(lambda f: f.pop(0)), f"x.md#c0: {NO_FLAG}", id="flag of an edit gone"),
        pytest.param(on_flags(lambda f: f.pop(1)), f"x.md#c9: {NO_FLAG}", id="flag of a closing gone"),
        pytest.param(on_flags(lambda f: f[0].update(line=0)), f"x.md#c0: {NO_FLAG}", id="invalid"),
        pytest.param(applied_by("other"), "it is applied already, by batch other", id="settled"),
    ],
)
@pytest.mark.parametrize("more", [(), ("--dry-run",)], ids=["write", "dry run"])
def test_nothing_is_written(approved: Batch, spoil: Callable[[Path], None], said: str, more: tuple[str, ...]) -> None:
    spoil(ledger(approved))
    before = tree_hash(approved.corpus)
    ended = write(approved, "b1", *more)
    assert ended.status == 2
    assert said in ended.err
    assert tree_hash(approved.corpus) == before
    assert not list(approved.receipts.iterdir())


def test_once_it_is_back_the_batch_is_written(approved: Batch) -> None:
    kept = ledger(approved).rename(approved.root / "elsewhere.json")
    assert write(approved).status == 2
    kept.rename(ledger(approved))
    assert write(approved).status == 0


def test_a_batch_that_goes_on_may_find_its_own_stamp(approved: Batch) -> None:
    approved.put("y.md", BODY)
    approved.approve([Change("x.md", 1, "30", "60"), Change("y.md", 1, "30", "60")], "b2")
    approved.put("y.md", BODY + b"More.\n")
    (approved.workspace / "7-approved" / "b1.json").unlink()
    assert write(approved, "b2").status == 1
    applied_by("b2")(ledger(approved))
    approved.put("y.md", BODY)
    assert write(approved, "b2").status == 0


def test_a_dry_run_without_a_workspace_names_what_it_left_out(approved: Batch) -> None:
    ledger(approved).unlink()
    manifest = approved.workspace / "7-approved" / "b1.json"
    ended = apply(manifest, "--corpus", approved.corpus, "--dry-run")
    assert ended.status == 0
    assert "what the ledger says of the flags now" in ended.err


def test_a_copy_of_a_batch_is_named_and_once_it_is_away_the_batch_is_written(approved: Batch) -> None:
    manifest = approved.workspace / "7-approved" / "b1.json"
    copy = manifest.with_name("b1-old.json")
    copy.write_bytes(manifest.read_bytes())
    ended = write(approved)
    assert ended.status == 2
    assert f"{copy}: is a copy of batch b1 under another name; take this file away" in ended.err
    copy.unlink()
    assert write(approved).status == 0


def test_a_batch_whose_receipt_was_lost_can_still_be_put_back(batch: Batch) -> None:
    """Found as it left them, its files are `already-applied`; an operator's revert names them all the same."""
    batch.put("x.md", BODY)
    batch.approve([Change("x.md", 1, "30", "60"), Change("x.md", 3, "7", "9", op=FixOp.O3)])
    write(batch)
    (batch.receipts / "b1.json").unlink()
    assert write(batch).status == 0
    assert receipt(batch).files[0].status is ReceiptStatus.ALREADY_APPLIED
    batch.event(EventKind.REVERT, ["x.md#c0", "x.md#c1"], reviewer="operator", text="b1")
    ended = apply("--reverse", batch.receipts / "b1.json", "--workspace", batch.workspace)
    assert ended.status == 0, ended.err
    assert (batch.corpus / "x.md").read_bytes() == BODY


def test_a_receipt_about_another_folder_says_which(batch: Batch) -> None:
    batch.put("x.md", BODY)
    batch.approve([Change("x.md", 1, "30", "60")])
    other = batch.root / "other"
    other.mkdir()
    (other / "x.md").write_bytes(BODY)
    assert write(batch, "b1", "--corpus", other).status == 0
    ended = write(batch)
    assert ended.status == 1
    assert f"x.md: stands as if the batch had not run: the receipt is about {other}" in ended.err
