"""`r11 protocol` and `r11 diff` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from review_makers import proposed

from r11.cli import main
from r11.pilot.comparison import compare
from r11.records import Abort, Proposal
from r11.storage import write_jsonl
from r11.vocabulary import AbortCode, FixOp
from r11.workbench.rehearsal import copy_workspace

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copy_workspace(SAMPLE, tmp_path / "ws").root


def run(*words: object) -> int:
    return main([str(word) for word in words])


# --- protocol -------------------------------------------------------------------------------------------------------


def test_show_names_every_threshold_and_that_nothing_is_frozen(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("protocol", "show", workspace) == 0
    shown = capsys.readouterr().out
    assert "draft, frozen by nobody yet" in shown
    assert "wrong_edit_share       at most 0.05     assumed 0.00" in shown
    assert "one look at 240 reviewed fix targets, of 261" in shown


def test_a_draw_is_the_same_before_and_after_the_freeze(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("protocol", "draw", workspace) == 0
    before = capsys.readouterr().out.splitlines()
    assert run("protocol", "freeze", workspace, "--by", "the operator") == 0
    capsys.readouterr()
    assert run("protocol", "draw", workspace, "--json") == 0
    assert json.loads(capsys.readouterr().out)["drawn"] == before
    assert len(before) == 30


def test_a_second_freeze_changes_nothing(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("protocol", "freeze", workspace, "--by", "the operator") == 0
    frozen = (workspace / "protocol" / "protocol.frozen.json").read_bytes()
    assert run("protocol", "freeze", workspace, "--by", "somebody else") == 0
    assert "nothing changed" in capsys.readouterr().out
    assert (workspace / "protocol" / "protocol.frozen.json").read_bytes() == frozen


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        pytest.param("O1 = 0.20", "O1 = 0.90", "add up to 1.700", id="a split above one"),
        pytest.param("items = 240", "items = 9000", "the look would never be due", id="a look beyond all items"),
        pytest.param("[look]", "[look", "NOT_TOML", id="cut off"),
    ],
)
def test_a_protocol_that_cannot_work_is_not_frozen(
    workspace: Path, old: str, new: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = workspace / "protocol" / "protocol.toml"
    text.write_text(text.read_text().replace(old, new))
    assert run("protocol", "freeze", workspace, "--by", "the operator") == 2
    assert says in capsys.readouterr().err
    assert not (workspace / "protocol" / "protocol.frozen.json").exists()


def test_without_a_text_there_is_nothing_to_freeze(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / "protocol" / "protocol.toml").unlink()
    assert run("protocol", "freeze", workspace, "--by", "the operator") == 2
    assert "write the thresholds there" in capsys.readouterr().err


# --- diff -----------------------------------------------------------------------------------------------------------


def runs() -> tuple[list[Proposal], list[Proposal]]:
    """The same, another operation, another text, another line number, gone, new."""
    same, op, text, line, gone = (proposal for _, proposal in proposed(FixOp.O1, 5))
    new = proposed(FixOp.O2, 1, "new.md")[0][1]
    aborted = replace(op, op=FixOp.O3, aborts=(Abort(code=AbortCode.COVERAGE),), sha256="1" * 64)
    return [same, op, text, line, gone], [same, aborted, replace(text, sha256="2" * 64), replace(line, line=99), new]


def test_what_changed_between_two_runs() -> None:
    found = compare(*runs())
    assert (found.unchanged, len(found.gone), len(found.new)) == (2, 1, 1)
    assert found.moves == (("O1", "O1", 1), ("O1", "O3 COVERAGE", 1))
    assert [change.words for change in found.changed] == ["a.md#c2: O1 → O3 COVERAGE", "a.md#c3: O1, another text"]


def test_a_run_compared_with_itself_is_empty() -> None:
    before, _ = runs()
    assert compare(before, before).is_empty
    assert compare([], []).is_empty


def test_a_worker_s_proposal_is_another_one_for_the_same_flag() -> None:
    proposal = proposed(FixOp.O1, 1)[0][1]
    worker = replace(proposal, origin="worker:w1", op=FixOp.O3)
    assert len(compare([proposal], [proposal, worker]).new) == 1


def test_diff_counts_and_lists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    for path, proposals in zip((before, after), runs(), strict=True):
        write_jsonl(path, proposals)
    assert run("diff", before, after) == 0
    assert "2 changed, 2 unchanged" in capsys.readouterr().out
    assert run("diff", before, after, "--json") == 0
    assert json.loads(capsys.readouterr().out)["moves"][1]["now"] == "O3 COVERAGE"


def test_diff_names_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("diff", tmp_path / "no.jsonl", tmp_path / "no.jsonl") == 2
    assert "no.jsonl" in capsys.readouterr().err
