"""What earlier batches hold, did and refused."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from r11.records import (
    RECEIPT_SCHEMA,
    Abort,
    ApprovedManifest,
    Closure,
    Confirmation,
    EditReceipt,
    FileReceipt,
    Receipt,
)
from r11.review import answers
from r11.review.batches import Holds, holds_of, is_spent, refusals_from
from r11.review.freeze import freeze
from r11.vocabulary import AbortCode, Disposition, ReceiptStatus, RefusalCode, Scope, WriteCode

Programme = Any
PAGE = "skills/store/limits.md"


@pytest.fixture
def manifest(programme: Programme) -> ApprovedManifest:
    """A batch with one swap and one closing."""
    log = programme.log("ReviewerA")
    log.approve(programme.seen("swap"))
    inputs = programme.inputs()
    made = freeze(inputs, batch="winter", now=programme.clock[0], max_age=timedelta(days=14)).manifest
    by = Confirmation(by="ReviewerA", at="", scope=Scope.ITEM, event_sha256="0" * 64)
    closing = Closure(flag_key=programme.key("write"), disposition=Disposition.CORRECT, confirmation=by)
    return replace(made, closures=(closing,))


def receipt(manifest: ApprovedManifest, status: ReceiptStatus, code: str = "", **changes: object) -> Receipt:
    (file,) = manifest.files
    told = FileReceipt(
        file=file.file,
        status=status,
        sha256_before=file.sha256_before,
        sha256_after=file.sha256_after,
        edits=tuple(EditReceipt(flag_key=e.flag_key, status=status, code=code, detail="told") for e in file.edits),
        code=code,
    )
    made = Receipt(
        schema=RECEIPT_SCHEMA,
        batch=manifest.batch,
        manifest_sha256=manifest.sha256,
        started="2026-03-02T13:00:00+00:00",
        finished="2026-03-02T13:00:01+00:00",
        tool_version="0.1.0",
        files=(told,),
        closures=manifest.closures,
    )
    return replace(made, **changes)


def held(manifest: ApprovedManifest, *receipts: Receipt) -> tuple[set[str], set[str], set[str]]:
    """Files held, ids waiting, ids done."""
    holds = holds_of([manifest], receipts)
    ids = ({key.rpartition("#")[2] for key in keys} for keys in (holds.waiting, holds.done))
    return set(holds.files), *ids


def test_a_batch_without_a_receipt_holds_its_files(manifest: ApprovedManifest) -> None:
    assert held(manifest) == ({PAGE}, {"c1", "c3"}, set())


@pytest.mark.parametrize(
    ("reason", "changes"),
    [("interrupted", {"finished": None}), ("of another manifest of that name", {"manifest_sha256": "f" * 64})],
    ids=["interrupted", "another manifest"],
)
def test_a_receipt_that_settles_nothing_leaves_the_files_held(
    manifest: ApprovedManifest, reason: str, changes: dict[str, object]
) -> None:
    assert held(manifest, receipt(manifest, ReceiptStatus.APPLIED, **changes)) == ({PAGE}, {"c1", "c3"}, set())


def test_a_file_that_could_not_be_written_stays_held(manifest: ApprovedManifest) -> None:
    assert held(manifest, receipt(manifest, ReceiptStatus.FAILED)) == ({PAGE}, {"c1"}, {"c3"})


@pytest.mark.parametrize("status", [ReceiptStatus.APPLIED, ReceiptStatus.ALREADY_APPLIED])
def test_what_was_applied_is_done(manifest: ApprovedManifest, status: ReceiptStatus) -> None:
    assert held(manifest, receipt(manifest, status)) == (set(), set(), {"c1", "c3"})


@pytest.mark.parametrize("status", [ReceiptStatus.STALE, ReceiptStatus.REFUSED, ReceiptStatus.REVERTED])
def test_what_was_left_out_or_put_back_is_free_again(manifest: ApprovedManifest, status: ReceiptStatus) -> None:
    assert held(manifest, receipt(manifest, status)) == (set(), set(), {"c3"})


def test_a_batch_that_was_put_back_is_free_again(manifest: ApprovedManifest) -> None:
    applied = receipt(manifest, ReceiptStatus.APPLIED)
    later = {"started": "2026-03-03T13:00:00+00:00"}
    reverted = receipt(manifest, ReceiptStatus.REVERTED, **later)
    in_vain = receipt(manifest, ReceiptStatus.STALE, **later)
    assert held(manifest, reverted, applied) == (set(), set(), {"c3"})
    assert held(manifest, in_vain, applied) == (set(), set(), {"c1", "c3"})


@pytest.mark.parametrize("undone", [False, True], ids=["in force", "undone"])
def test_any_answer_given_before_the_revert_is_spent_and_one_given_after_it_is_not(
    programme: Programme, manifest: ApprovedManifest, undone: bool
) -> None:
    """Also of somebody who agreed: their answer carried no edit, and it was about the edit that was put back."""
    holds = holds_of([manifest], [receipt(manifest, ReceiptStatus.REVERTED)])
    programme.log("ReviewerB").approve(programme.seen("swap"))
    programme.log("ReviewerB", "s2").approve(programme.seen("drop"))
    log = programme.log("Operator")
    log.add(answers.revert(log.sign(), "winter", [programme.key("swap"), programme.key("drop")]))
    if undone:
        log.undo()
    programme.log("ReviewerC").approve(programme.seen("swap"))
    programme.log("ReviewerD", "second.x").approve(programme.seen("swap"))
    decisions = programme.decisions()

    def is_spent_of(claim: str, reviewer: str, session: str = "s1") -> bool:
        found = (e for e in decisions.entries if (e.event.reviewer, e.event.session) == (reviewer, session))
        return is_spent(holds, programme.key(claim), next(found).sha256, decisions)

    assert is_spent_of("swap", "ReviewerB")
    assert not is_spent_of("swap", "ReviewerC")
    assert is_spent_of("swap", "ReviewerD", "second.x")
    assert not is_spent_of("drop", "ReviewerB", "s2")  # nothing of it was written


def test_nothing_frozen_nothing_held() -> None:
    assert holds_of([], []) == Holds()


# --- refusals that become aborts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "status", "code"),
    [
        ("applied", ReceiptStatus.APPLIED, ""),
        ("a stale file is reviewed again", ReceiptStatus.STALE, WriteCode.STALE),
        ("left out with its file", ReceiptStatus.REFUSED, WriteCode.WITH_FILE),
        ("the file's own fault", ReceiptStatus.REFUSED, WriteCode.SYMLINK),
        ("a confirmation that no longer held", ReceiptStatus.REFUSED, RefusalCode.NOT_IN_FORCE),
        ("evidence that a refresh cures", ReceiptStatus.REFUSED, AbortCode.EVIDENCE_STALE),
        ("the disk was full", ReceiptStatus.FAILED, WriteCode.IO_ERROR),
    ],
    ids=lambda v: v if " " in str(v) else "",
)
def test_what_is_no_abort(manifest: ApprovedManifest, reason: str, status: ReceiptStatus, code: str) -> None:
    assert refusals_from([receipt(manifest, status, code)]) == {}, reason


def test_an_edit_that_apply_refused_is_an_abort(programme: Programme, manifest: ApprovedManifest) -> None:
    """A refusal by apply is an abort too, with that code."""
    refused = receipt(manifest, ReceiptStatus.REFUSED, AbortCode.OUTLINE_CHANGED)
    told = Abort(code=AbortCode.OUTLINE_CHANGED, detail="told")
    assert refusals_from([refused, refused]) == {programme.key("swap"): (told,)}


def test_a_later_batch_that_applied_it_ends_the_abort(programme: Programme, manifest: ApprovedManifest) -> None:
    refused = receipt(manifest, ReceiptStatus.REFUSED, AbortCode.NOT_PROSE)
    applied = receipt(manifest, ReceiptStatus.APPLIED, batch="spring", started="2026-03-09T13:00:00+00:00")
    assert refusals_from([applied, refused]) == {}
    earlier = replace(applied, started="2026-02-02T13:00:00+00:00")
    assert refusals_from([earlier, refused]).keys() == {programme.key("swap")}
