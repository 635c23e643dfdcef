"""A closing changes no byte, yet it tells the ledger that a page bears the claim out: its evidence is asked for too."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest
from batches import OPERATOR, REVIEWER, URL, Batch, Change, stamp
from msgspec.structs import replace
from program import apply, receipt, statuses, write

from r11.records import ApprovedManifest, Closure, Confirmation, FlagEvidence, digest
from r11.review.log import event_digest
from r11.review.settlement import closed_by, stamps_of
from r11.vocabulary import Disposition, EventKind, EvidenceState, FixOp, MatchKind, Scope, StampKind

KEY = "x.md#c9"


def fetch(batch: Batch, passage: str, days_ago: int = 0) -> FlagEvidence:
    found = FlagEvidence(
        flag_key=KEY,
        url=URL,
        state=EvidenceState.STANDS,
        match=MatchKind.EXACT,
        passage=passage,
        fetched_at=stamp(batch.now - timedelta(days=days_ago)),
        text_sha256="0" * 64,
        sha256=digest({"passage": passage}),
    )
    batch.on_record(found)
    return found


@pytest.fixture
def closed(batch: Batch) -> Batch:
    """An O3 edit of y.md, and the flag of x.md closed by somebody who saw the page."""
    batch.put("y.md", b"The limit is 30 seconds.\n")
    seen = fetch(batch, "The limit is 30.")
    event = batch.event(
        EventKind.CLOSE,
        [KEY],
        proposal_sha256=("0" * 64,),
        evidence_sha256=(seen.sha256,),
        disposition=(Disposition.CORRECT,),
    )
    confirmation = Confirmation(by=REVIEWER, at=event.at, scope=Scope.ITEM, event_sha256=event_digest(event))
    closure = Closure(flag_key=KEY, disposition=Disposition.CORRECT, confirmation=confirmation)
    manifest = batch.approve([Change("y.md", 1, "30", "60", op=FixOp.O3)])
    frozen = msgspec.json.decode(manifest.read_bytes(), type=ApprovedManifest)
    batch.save(replace(frozen, closures=(closure,)))
    return batch


def gone(batch: Batch) -> None:
    index = batch.workspace / "2-evidence" / "index.jsonl"
    index.write_bytes(b"".join(line for line in index.read_bytes().splitlines(True) if KEY.encode() not in line))


@pytest.mark.parametrize(
    ("act", "code"),
    [
        pytest.param(lambda b: fetch(b, "The limit is 90."), "EVIDENCE_CHANGED", id="the page says something else"),
        pytest.param(lambda b: fetch(b, "The limit is 30.", 15), "EVIDENCE_STALE", id="fetched too long ago"),
        pytest.param(gone, "NO_EVIDENCE", id="what was seen is on record no more"),
    ],
)
def test_a_closing_whose_evidence_does_not_hold_is_not_recorded(
    closed: Batch, act: Callable[[Batch], object], code: str
) -> None:
    act(closed)
    foreseen = write(closed, "b1", "--dry-run")
    assert (foreseen.status, code in foreseen.err) == (1, True)
    ended = write(closed)
    assert ended.status == 1
    assert f"{KEY}: " in ended.err
    assert f"[{code}]; not closed" in ended.err
    assert receipt(closed).closures == ()
    assert statuses(closed) == {"y.md": "applied"}


def test_a_closing_that_was_left_open_is_recorded_once_its_evidence_holds(closed: Batch) -> None:
    fetch(closed, "The limit is 30.", 15)
    write(closed)
    assert write(closed).status == 1  # still
    fetch(closed, "The limit is 30.")
    assert write(closed).status == 0
    assert [closure.flag_key for closure in receipt(closed).closures] == [KEY]
    assert statuses(closed) == {"y.md": "applied"}


def test_what_is_recorded_stays_so_when_its_evidence_grows_old(closed: Batch) -> None:
    assert write(closed).status == 0
    fetch(closed, "The limit is 90.")
    assert write(closed).status == 0
    assert [closure.flag_key for closure in receipt(closed).closures] == [KEY]


def test_the_ledger_is_told_of_recorded_closings_only(closed: Batch) -> None:
    manifest = msgspec.json.decode((closed.workspace / "7-approved" / "b1.json").read_bytes(), type=ApprovedManifest)
    fetch(closed, "The limit is 30.", 15)
    write(closed)
    assert [one.kind for one in stamps_of(manifest, [receipt(closed)])] == [StampKind.APPLIED]
    assert not closed_by([receipt(closed)])
    fetch(closed, "The limit is 30.")
    write(closed)
    assert [one.kind for one in stamps_of(manifest, [receipt(closed)])] == [StampKind.APPLIED, StampKind.CLOSED]
    assert closed_by([receipt(closed)]) == {KEY}


def test_every_run_says_how_many_closings_it_recorded(closed: Batch) -> None:
    """A closing changes no byte, so no line of a file tells of it."""
    assert "b1: 1 file, 1 to be applied; 1 closing to be recorded\n" in write(closed, "b1", "--dry-run").err
    assert "b1: 1 file, 1 applied; 1 closing recorded\n" in write(closed).err
    assert "1 applied; 1 closing recorded; " in write(closed).err


def test_putting_a_batch_back_says_that_its_closings_stand_and_what_comes_next(closed: Batch) -> None:
    write(closed)
    closed.event(EventKind.REVERT, ["y.md#c0"], reviewer=OPERATOR, text="b1")
    ended = apply("--reverse", closed.receipts / "b1.json", "--workspace", closed.workspace)
    assert "1 closing of it stands: no byte was changed for them" in ended.err
    assert "next: r11 stamp " in ended.err
    assert "b1.reverted.json tells the ledger" in ended.err
    assert "then r11 propose proposes its items anew, and each is decided again" in ended.err
    assert [closure.flag_key for closure in receipt(closed, "b1.reverted").closures] == [KEY]
