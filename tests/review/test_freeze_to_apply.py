"""What was decided is what is written: decide, freeze and apply on one page, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from r11.apply import main as apply
from r11.cli import main

Programme = Any
C1, C2, C3 = (f"skills/store/limits.md#c{number}" for number in (1, 2, 3))
BEFORE = (
    b"# Limits\r\n\r\nThe queue keeps 500 messages.\r\nBackups are kept, quite often, for 7 days.\r\nWrite to us.\r\n"
)
AFTER = (
    b"# Limits\r\n\r\nThe queue keeps 800 messages.\r\nBackups are kept, quite often, for 7 days.\r\nCall us now.\r\n"
)


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


def test_a_batch_that_was_put_back_can_be_frozen_again(page: Path) -> None:
    run("freeze", "--batch", "spring")
    assert applied() == 0
    reverse = ["--reverse", "ws/8-receipts/spring.json", "--corpus", "kb", "--workspace", "ws"]
    assert apply(reverse) == 2
    run("decide", "--event", "revert", "--batch", "spring", "--reviewer", "Operator")
    assert apply(reverse) == 0
    assert page.read_bytes() == BEFORE
    run("freeze", "--batch", "again")
