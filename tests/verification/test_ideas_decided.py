"""What `r11 decide` says of a text that verification leaves to a person, and that it is a person's to write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from work_places import Place, make_place

from r11.cli import main

BANNER = "Low confidence. one offers this; a machine does not vouch for it: "


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """One answer that passed, and one that came with a field too many: an idea."""
    made = make_place(tmp_path / "ws", 2)
    made.hand_in(0, made.answer(0))
    made.hand_in(1, made.answer(1) | {"confidence": 1})
    assert made.run("ingest") == 0
    monkeypatch.setenv("R11_WORKSPACE", str(made.root))
    monkeypatch.setenv("COLUMNS", "60")
    return made


def decide(place: Place, number: int, *words: str) -> int:
    key = place.units[number].flag.flag_key
    return main(["decide", key, "--reviewer", "ReviewerA", "--origin", "worker:one", "--event", *words])


def test_an_idea_is_not_approved_as_it_is(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert decide(place, 1, "approve", "--disposition", "outdated") == 1
    told = capsys.readouterr().err
    assert BANNER in told
    assert "it cannot be approved as it is" in told
    assert "write it first (--event edit) [NO_TEXT]" in told
    assert not list((place.root / "6-decisions").glob("*.jsonl"))


def test_whoever_writes_it_themselves_is_told_and_may(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    key = place.units[1].flag.flag_key
    line = place.proposals()[key].line_after or ""
    capsys.readouterr()
    assert decide(place, 1, "edit", "--text", line) == 0
    assert BANNER in capsys.readouterr().err
    assert decide(place, 1, "approve", "--disposition", "outdated") == 0
    assert main(["freeze", "--batch", "spring"]) == 0


def test_what_passed_carries_no_banner(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert decide(place, 0, "approve", "--disposition", "outdated") == 0
    assert BANNER not in capsys.readouterr().err


def test_a_trace_counts_each_answer_once_under_its_reasons(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert place.run("ingest", "--trace") == 0
    told = capsys.readouterr().out
    answers = re.match(r"(\d+) answers: ", told)
    rows = re.findall(r"^ +(\d+)  (passed|low confidence|no edit|retry): ", told, re.MULTILINE)
    assert answers
    assert sum(int(count) for count, _ in rows) == int(answers[1])
    assert len(told.splitlines()) < 20
    assert "r11 ingest --trace --verbose" in told


def test_a_trace_keeps_to_the_width_of_the_terminal(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert place.run("ingest", "--trace", "--verbose") == 0
    lines = capsys.readouterr().out.splitlines()
    inside = [line for line in lines if line.startswith("    ")]
    assert inside
    assert [line for line in inside if len(line) > 60 and " " in line.strip()] == []
