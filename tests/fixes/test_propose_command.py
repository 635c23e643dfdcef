"""`r11 propose` as one calls it: where proposals may go, and what an unreadable input leaves as it was."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from r11.cli import main

CLAIM = "The limit is 32 GB per node."
PAGE = f"# Title\n\n{CLAIM}\n"
FLAG = {
    "id": "c1",
    "judge_verdict": "not_grounded",
    "rule": "R2",
    "evidence_url": "https://learn.microsoft.com/x",
    "evidence_quote": "The limit is 64 GB per node.",
    "reason": "The page says 64 GB.",
    "file": "a.md",
    "line": 3,
    "claim": CLAIM,
    "disposition": None,
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with `kb/a.md`, `ledger.json` and the workspace `ws`; one stands in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("R11_WORKSPACE", raising=False)
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb/a.md").write_text(PAGE, encoding="utf-8")
    put_ledger(tmp_path, [FLAG])
    (tmp_path / "ws").mkdir()
    (tmp_path / "ws/r11.toml").write_text('corpus = "../kb"\nledger = "../ledger.json"\n', encoding="utf-8")
    return tmp_path


def put_ledger(place: Path, flags: list[dict[str, Any]]) -> None:
    records = [{"file": "a.md", "per_file_verdict": "flagged", "flags": flags}]
    (place / "ledger.json").write_text(json.dumps(records), encoding="utf-8")


def proposals(place: Path) -> list[dict[str, Any]]:
    lines = (place / "ws/5-proposals/built-in.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize(
    "ledger",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b'[{"file": "a.md", "fl', id="cut off"),
        pytest.param(b"```json\n[]\n```", id="in a code fence"),
        pytest.param(b"null", id="of another shape"),
    ],
)
def test_an_unreadable_ledger_leaves_the_proposals_of_the_run_before(
    place: Path, ledger: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["propose", "--workspace", "ws"]) == 0
    (place / "ledger.json").write_bytes(ledger)
    assert main(["propose", "--workspace", "ws"]) == 2
    assert "ledger.json: 1 problem" in capsys.readouterr().err
    assert [one["op"] for one in proposals(place)] == ["O1"]


@pytest.mark.parametrize("verb", ["story", "decide", "freeze"])
def test_no_verb_of_the_review_takes_an_unreadable_ledger_for_one_without_flags(
    place: Path, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "ledger.json").write_bytes(b"[")
    arguments = {
        "story": ["a.md#c1", "--workspace", "ws"],
        "decide": ["a.md#c1", "--event", "skip", "--reviewer", "ReviewerA", "--workspace", "ws"],
        "freeze": ["ws", "--batch", "b1"],
    }
    assert main([verb, *arguments[verb]]) == 2
    assert "[TRUNCATED]" in capsys.readouterr().err
    assert not list(place.glob("ws/6-decisions/*.jsonl"))


@pytest.mark.parametrize(
    ("out", "why"),
    [
        pytest.param("ledger.json", "is the ledger", id="the ledger"),
        pytest.param("kb/a.md", "lies in the corpus", id="a file of the corpus"),
        pytest.param("kb/new.jsonl", "lies in the corpus", id="a new file in the corpus"),
        pytest.param("into/new.jsonl", "lies in the corpus", id="through a link into the corpus"),
        pytest.param("ws", "is no plain file", id="a folder"),
        pytest.param("pipe", "is no plain file", id="a pipe"),
    ],
)
def test_proposals_take_nothing_elses_place(
    place: Path, out: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Law: makers of proposals never write the corpus or the ledger."""
    (place / "into").symlink_to("kb")
    os.mkfifo(place / "pipe")
    before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    assert main(["propose", "ledger.json", "--corpus", "kb", "--out", out]) == 2
    assert why in capsys.readouterr().err
    assert {path: path.read_bytes() for path in place.rglob("*") if path.is_file()} == before


def test_a_workspace_inside_the_corpus_keeps_its_own_place(place: Path) -> None:
    out = "ws/5-proposals/built-in.jsonl"
    arguments = ["propose", "ledger.json", "--corpus", ".", "--out", out]
    assert main(arguments) == 2
    assert main([*arguments, "--workspace", "ws"]) == 0
    assert len(proposals(place)) == 1


def test_a_link_that_leads_to_itself_is_a_file_that_is_not_there(place: Path) -> None:
    put_ledger(place, [FLAG, {**FLAG, "id": "c2"}])
    (place / "kb/a.md").unlink()
    (place / "kb/a.md").symlink_to("a.md")
    assert main(["propose", "--workspace", "ws"]) == 0
    assert [one["aborts"][0]["code"] for one in proposals(place)] == ["FILE_NOT_FOUND"] * 2


def test_half_a_character_in_a_claim_is_an_invalid_flag_and_hides_no_other(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put_ledger(place, [{**FLAG, "claim": "The limit \ud800 is 32 GB."}, {**FLAG, "id": "c2"}])
    assert main(["propose", "--workspace", "ws"]) == 1
    told = capsys.readouterr()
    assert "2 flags: O1 1 · O2 0 · O3 0 · invalid 1" in told.out
    assert "[LONE_SURROGATE]" in told.err


def test_thirty_bad_flags_of_a_hundred_leave_seventy_proposals(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One bad record never hides the others, and stays in the denominator."""
    flags = [{**FLAG, "id": f"c{n}", "line": "3" if n < 30 else 3} for n in range(100)]
    put_ledger(place, flags)
    assert main(["propose", "--workspace", "ws"]) == 1
    told = capsys.readouterr()
    assert told.err.count("[WRONG_TYPE]") == 30
    assert "100 flags: O1 70 · O2 0 · O3 0 · invalid 30" in told.out
    assert len(proposals(place)) == 70


def test_the_workspaces_hosts_count_for_a_ledger_that_is_named(place: Path) -> None:
    put_ledger(place, [{**FLAG, "evidence_url": "https://docs.example/x"}])
    with (place / "ws/r11.toml").open("a", encoding="utf-8") as settings:
        settings.write('allowed_hosts = ["docs.example"]\n')
    named = ["ledger.json", "--corpus", "kb"]
    assert main(["propose", *named, "--out", "p.jsonl"]) == 1
    assert main(["propose", *named, "--out", "p.jsonl", "--workspace", "ws"]) == 0
    assert main(["check", "ledger.json"]) == 1
    assert main(["check", "ledger.json", "--workspace", "ws"]) == 0


# --- the policy -----------------------------------------------------------------------------------------------------

CUT = "The limit is 64 GB per node (raised on request)."
SILENT = {"judge_verdict": "source_silent", "rule": "", "evidence_quote": "", "reason": "", "disposition": "unsourced"}
PAIRS = "## Generalisations\n\n| from | to |\n|---|---|\n| 32 GB | some memory |\n"


@pytest.fixture
def with_subtraction(place: Path) -> Path:
    """A swap, a subtraction that waits for its policy, and a flag on which the source is silent."""
    others = [
        {
            **FLAG,
            "id": "c2",
            "line": 5,
            "rule": "R8",
            "claim": CUT,
            "reason": 'The page does not say "raised on request".',
        },
        {**FLAG, "id": "c3", "line": 7, "claim": "Most teams like it.", **SILENT},
    ]
    (place / "kb/a.md").write_text(f"{PAGE}\n{CUT}\n\nMost teams like it.\n", encoding="utf-8")
    put_ledger(place, [FLAG, *others])
    (place / "ws/policy").mkdir()
    (place / "ws/policy/O2.md").write_text(PAIRS, encoding="utf-8")
    return place


def propose(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    capsys.readouterr()
    assert main(["propose", "--workspace", "ws"]) == 0
    told = capsys.readouterr()
    return told.out, told.err


def test_fix_targets_and_source_silent_flags_are_told_apart(
    with_subtraction: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told, _ = propose(capsys)
    assert "3 flags: O1 1 · O2 0 · O3 2 · invalid 0" in told
    assert "2 fix targets: O1 1 · O2 0 · O3 1 · invalid 0" in told
    assert "1 source-silent: O1 0 · O2 0 · O3 1 · invalid 0" in told
    assert "at least 1 of the O3 wait for a policy alone" in told
    assert main(["propose", "--workspace", "ws", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["flags"] == sum(plain["fix_targets"].values()) + sum(plain["source_silent"].values())
    assert plain["waiting_for_policy_at_least"] == 1


def test_one_changed_byte_of_the_policy_and_o2_is_off(
    with_subtraction: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One changed byte of the text and O2 is off: everything else is proposed as before, and the reason is told."""
    assert main(["ratify", "ws", "--by", "Operator", "--scope", "not_grounded"]) == 0
    assert "O2 1 ·" in propose(capsys)[0]
    text = with_subtraction / "ws/policy/O2.md"
    text.write_text(PAIRS + " ", encoding="utf-8")
    told, warned = propose(capsys)
    assert "3 flags: O1 1 · O2 0 · O3 2 · invalid 0" in told
    assert "policy/O2.md changed since it was ratified: O2 is off" in warned
    assert main(["pilot", "ws"]) == 0
    assert "O2 is off until it is ratified again" in capsys.readouterr().err
    text.write_text(PAIRS, encoding="utf-8")
    told, warned = propose(capsys)
    assert "O2 1 ·" in told
    assert not warned
    text.unlink()
    assert "policy/O2.md is gone since it was ratified" in propose(capsys)[1]
