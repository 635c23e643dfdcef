"""What was decided is what is written: decide, freeze and apply on one page, byte for byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from r11.apply import main as apply
from r11.cli import main
from r11.records import ApprovedManifest
from r11.storage import read_json

Programme = Any
C1, C2, C3 = (f"skills/store/limits.md#c{number}" for number in (1, 2, 3))
BEFORE = (
    b"# Limits\r\n\r\nThe queue keeps 500 messages.\r\nBackups are kept, quite often, for 7 days.\r\nWrite to us.\r\n"
)
AFTER = (
    b"# Limits\r\n\r\nThe queue keeps 800 messages.\r\nBackups are kept, quite often, for 7 days.\r\nCall us now.\r\n"
)

REVERSE = ["--reverse", "ws/8-receipts/spring.json", "--corpus", "kb", "--workspace", "ws"]


@pytest.fixture
def page(folder: Path) -> Path:
    """The page, after a swap was approved, an O3 line written and approved, and a claim closed."""
    run("decide", C1, "--event", "approve", "--disposition", "outdated", "--reviewer", "ReviewerA")
    run("decide", C3, "--event", "edit", "--text", "Call us now.", "--reviewer", "ReviewerA")
    run("decide", C3, "--event", "approve", "--disposition", "wrong", "--reviewer", "ReviewerA")
    run("decide", C2, "--event", "close", "--reviewer", "ReviewerB")
    return folder.parent / "kb" / "skills" / "store" / "limits.md"


def run(*words: str) -> None:
    assert main(words) == 0


def applied() -> int:
    return apply(["ws/7-approved/spring.json", "--corpus", "kb", "--workspace", "ws"])


def test_exactly_what_was_approved_is_written(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("freeze", "--batch", "spring")
    assert page.read_bytes() == BEFORE
    assert applied() == 0
    assert page.read_bytes() == AFTER
    capsys.readouterr()
    assert main(["freeze", "--batch", "spring"]) == 0
    assert "went to apply before" in capsys.readouterr().out
    assert main(["freeze", "--batch", "summer"]) == 1
    assert "3 done before" in capsys.readouterr().out
    run("story", C3)
    told = capsys.readouterr().out
    assert "batch spring: O3 on line 5 as wrong" in told
    assert "batch spring: applied" in told


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("undone after the freeze", ["--event", "undo", "--reviewer", "ReviewerA"]),
        ("withdrawn", [C1, "--event", "withdraw", "--reviewer", "ReviewerA"]),
        ("reopened", [C1, "--event", "reopen", "--reviewer", "ReviewerB"]),
        ("disputed", [C1, "--event", "close", "--reviewer", "ReviewerB"]),
        ("edited again", [C3, "--event", "edit", "--text", "Fax us.", "--reviewer", "ReviewerA"]),
        ("the closing disputed", [C2, "--event", "to_o3", "--reviewer", "ReviewerA"]),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_a_decision_changed_after_the_freeze_stops_the_whole_batch(page: Path, reason: str, words: list[str]) -> None:
    run("freeze", "--batch", "spring")
    run("decide", *words)
    assert applied() == 2, reason
    assert page.read_bytes() == BEFORE


def test_what_was_decided_since_the_freeze_has_one_way_on_and_every_step_names_it(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An applied manifest is never rewritten; one that nobody began is frozen again, and then applied."""
    run("freeze", "--batch", "spring")
    run("decide", C1, "--event", "approve", "--disposition", "wrong", "--reviewer", "ReviewerA")
    capsys.readouterr()
    assert applied() == 2
    assert "next: r11 freeze ws --batch spring takes in what was decided since" in capsys.readouterr().err
    assert main(["freeze", "--batch", "summer"]) == 1
    assert "r11 freeze --batch spring first takes in what was decided since" in capsys.readouterr().err
    run("freeze", "ws", "--batch", "spring")
    assert applied() == 0
    assert page.read_bytes() == AFTER
    frozen = (page.parents[3] / "ws" / "7-approved" / "spring.json").read_bytes()
    run("decide", C1, "--event", "approve", "--disposition", "outdated", "--reviewer", "ReviewerA")
    run("freeze", "--batch", "spring")
    assert (page.parents[3] / "ws" / "7-approved" / "spring.json").read_bytes() == frozen


def test_a_manifest_that_a_run_began_is_not_frozen_again(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("freeze", "--batch", "spring")
    file = page.parents[3] / "ws" / "7-approved" / "spring.json"
    before, sha256 = file.read_bytes(), read_json(file, ApprovedManifest).sha256
    journal = page.parents[3] / "ws" / "8-receipts" / "spring.journal"
    journal.parent.mkdir(exist_ok=True)
    journal.write_text(json.dumps({"step": "started", "manifest_sha256": sha256}) + "\n", encoding="utf-8")
    run("decide", C1, "--event", "approve", "--disposition", "wrong", "--reviewer", "ReviewerA")
    assert main(["freeze", "--batch", "spring"]) == 2
    assert "an interrupted run of this batch" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_a_batch_is_put_back_on_an_operators_event_only(page: Path) -> None:
    run("freeze", "--batch", "spring")
    assert applied() == 0
    assert apply(REVERSE) == 2
    run("decide", "--event", "revert", "--batch", "spring", "--reviewer", "Operator")
    assert apply(REVERSE) == 0
    assert page.read_bytes() == BEFORE


def put_back() -> None:
    """The whole way there and back, stamps included."""
    run("freeze", "--batch", "spring")
    assert applied() == 0
    run("stamp", "ws/8-receipts/spring.json")
    run("decide", "--event", "revert", "--batch", "spring", "--reviewer", "Operator")
    assert apply(REVERSE) == 0
    run("stamp", "ws/8-receipts/spring.reverted.json")


def test_the_approvals_of_a_reverted_batch_carry_no_other(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody decided anew, so nothing is frozen anew; the reason is told for each item."""
    put_back()
    assert page.read_bytes() == BEFORE
    capsys.readouterr()
    assert main(["freeze", "--batch", "again"]) == 1
    told = capsys.readouterr().err
    assert all(f"{key}: reverted: decide again (Operator reverted batch spring" in told for key in (C1, C3))
    assert "[REVERTED]" in told
    assert not Path("ws/7-approved/again.json").exists()


def test_an_undone_revert_does_not_bring_spent_approvals_back(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The lines are out again by then: only a new answer puts them in once more."""
    put_back()
    run("decide", "--event", "undo", "--reviewer", "Operator")
    assert main(["freeze", "--batch", "again"]) == 1
    assert "[REVERTED]" in capsys.readouterr().err
    assert not Path("ws/7-approved/again.json").exists()


def test_an_item_approved_again_after_the_revert_goes_the_whole_way(page: Path) -> None:
    put_back()
    run("decide", C1, "--event", "approve", "--disposition", "outdated", "--reviewer", "ReviewerA")
    assert main(["freeze", "--batch", "again"]) == 1  # c3 is told: nobody decided it again
    again = read_json(Path("ws/7-approved/again.json"), ApprovedManifest)
    assert [edit.flag_key for file in again.files for edit in file.edits] == [C1]
    assert apply(["ws/7-approved/again.json", "--corpus", "kb", "--workspace", "ws"]) == 0
    assert page.read_bytes() == BEFORE.replace(b"500", b"800")


def test_a_reversal_is_repeated_without_harm(page: Path) -> None:
    put_back()
    assert apply(REVERSE) == 0
    assert page.read_bytes() == BEFORE


def test_a_batch_is_not_applied_once_its_revert_is_on_record(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("freeze", "--batch", "spring")
    run("decide", "--event", "revert", "--batch", "spring", "--reviewer", "Operator")
    assert applied() == 2
    assert "[REVERTED]" in capsys.readouterr().err
    assert page.read_bytes() == BEFORE


def test_the_story_says_where_the_item_stands_now(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Applied, put back, open again: never an approval that is spent."""

    def now(key: str) -> str:
        capsys.readouterr()
        run("story", key)
        return capsys.readouterr().out.rpartition("  now")[2].strip()

    run("freeze", "--batch", "spring")
    assert now(C1) == "approved"
    assert applied() == 0
    assert (now(C1), now(C2)) == ("applied, not stamped yet", "closed, not stamped yet")
    run("stamp", "ws/8-receipts/spring.json")
    assert (now(C1), now(C2)) == ("applied", "closed")
    run("decide", "--event", "revert", "--batch", "spring", "--reviewer", "Operator")
    assert apply(REVERSE) == 0
    assert now(C1) == "reverted, not stamped yet"
    run("stamp", "ws/8-receipts/spring.reverted.json")
    assert (now(C1), now(C2)) == ("reverted: open, decide again", "closed")
    run("decide", C1, "--event", "approve", "--disposition", "outdated", "--reviewer", "ReviewerA")
    assert now(C1) == "approved"


def test_the_story_of_an_applied_item_is_told_without_proposals_and_evidence(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A refresh and a new proposing leave settled flags out; the manifest still tells."""
    run("freeze", "--batch", "spring")
    assert applied() == 0
    run("stamp", "ws/8-receipts/spring.json")
    for left in ("5-proposals/built-in.jsonl", "2-evidence/index.jsonl"):
        Path("ws", left).write_bytes(b"")
    capsys.readouterr()
    run("story", C1)
    told = capsys.readouterr().out
    assert "as frozen in batch spring: The queue keeps 800 messages." in told
    assert "O1 as frozen in batch spring, line 3" in told
    assert main(["decide", C1, "--event", "approve", "--disposition", "wrong", "--reviewer", "ReviewerB"]) == 2
    assert "the ledger says it is applied" in capsys.readouterr().err
