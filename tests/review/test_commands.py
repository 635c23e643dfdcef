"""`r11 init`, `ratify`, `decide`, `freeze`, `story`: the same people and flags as elsewhere here, in a folder."""

from __future__ import annotations

import dataclasses
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from r11.apply import main as apply_main
from r11.cli import main
from r11.errors import Refused
from r11.fixes.policy import generalisations_of
from r11.records import ApprovedManifest, DecisionEvent, manifest_digest
from r11.review import answers
from r11.review.story import _event
from r11.storage import Workspace, read_decisions, read_json, sample_root, write_jsonl
from r11.vocabulary import Disposition, EventKind, ItemStatus, PolicyScope

Programme = Any
C1, C2, C3 = (f"skills/store/limits.md#c{number}" for number in (1, 2, 3))


def decide(*words: str, reviewer: str = "ReviewerA") -> int:
    return main(["decide", *words, "--reviewer", reviewer])


def status(folder: Path, key: str) -> ItemStatus:
    return read_decisions(folder / "6-decisions").item(key).status


def manifest(folder: Path, batch: str = "spring") -> ApprovedManifest:
    return read_json(folder / "7-approved" / f"{batch}.json", ApprovedManifest)


# --- init -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("full: is there already and not empty", ["full", "--corpus", "kb", "--ledger", "l.json"]),
        ("file: is there already", ["file", "--corpus", "kb", "--ledger", "l.json"]),
        ("nowhere: no such folder", ["new", "--corpus", "nowhere", "--ledger", "l.json"]),
        ("kb: is a folder", ["new", "--corpus", "kb", "--ledger", "kb"]),
    ],
    ids=["a folder that holds something", "a file in its place", "no corpus", "a folder as the ledger"],
)
def test_init_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], said: str, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kb").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    (tmp_path / "file").touch()
    assert main(["init", *words]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
    assert [p.name for p in (tmp_path / "full").iterdir()] == ["x"]


def test_init_makes_a_workspace_that_opens(folder: Path) -> None:
    workspace = Workspace.open(folder)
    assert workspace.corpus.resolve() == (folder.parent / "kb").resolve()
    assert workspace.ledger.resolve() == (folder.parent / "ledger.json").resolve()
    ignored = (folder / ".gitignore").read_text(encoding="utf-8").split("\n")
    assert {"/2-evidence/", "/3-units/", "/4-artefacts/", "/5-proposals/", "/9-reports/"} <= set(ignored)
    assert not any(line.startswith(("/7", "/policy", "/protocol")) for line in ignored)


def test_init_names_the_next_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "kb").mkdir()
    (tmp_path / "l.json").write_text("[]", encoding="utf-8")
    places = ["--corpus", str(tmp_path / "kb"), "--ledger", str(tmp_path / "l.json")]
    assert main(["init", str(tmp_path / "new"), *places]) == 0
    assert "next: r11 check " in capsys.readouterr().err


def test_init_copes_with_names_that_need_quoting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'k"b \\ ø').mkdir()
    assert main(["init", "a/b c", "--corpus", 'k"b \\ ø', "--ledger", "l.json"]) == 0
    assert Workspace.open(tmp_path / "a" / "b c").corpus.resolve() == tmp_path / 'k"b \\ ø'


# --- ratify ---------------------------------------------------------------------------------------------------------


def test_ratify_covers_the_text_as_it_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ratify", "ws", "--by", "Operator", "--scope", "not_grounded"]) == 0
    ratified = (folder / "policy" / "O2.ratified.json").read_bytes()
    assert main(["ratify", "ws", "--by", "Otto", "--scope", "not_grounded"]) == 0
    assert "nothing changed" in capsys.readouterr().out
    assert (folder / "policy" / "O2.ratified.json").read_bytes() == ratified
    assert main(["ratify", "ws", "--by", "Otto", "--scope", "source_silent", "--scope", "not_grounded"]) == 0
    assert json.loads((folder / "policy" / "O2.ratified.json").read_bytes())["ratified_by"] == "Otto"


@pytest.mark.parametrize(
    ("reason", "text", "words"),
    [
        ("no text", None, ["--by", "Operator", "--scope", "not_grounded"]),
        ("an empty text", b"\n", ["--by", "Operator", "--scope", "not_grounded"]),
        ("nobody's", b"# Policy\n", ["--by", " ", "--scope", "not_grounded"]),
    ],
)
def test_ratify_refuses(folder: Path, reason: str, text: bytes | None, words: list[str]) -> None:
    (folder / "policy" / "O2.md").unlink()
    if text is not None:
        (folder / "policy" / "O2.md").write_bytes(text)
    assert main(["ratify", "ws", *words]) == 2, reason
    assert not (folder / "policy" / "O2.ratified.json").exists()


@pytest.mark.parametrize("words", [["--by", "Operator"], ["--scope", "not_grounded"], [], ["--preview", "--page", "0"]])
def test_ratify_asks_for_what_is_missing(folder: Path, words: list[str]) -> None:
    assert main(["ratify", "ws", *words]) == 2
    assert not (folder / "policy" / "O2.ratified.json").exists()


def test_a_preview_counts_and_shows_and_writes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert main(["ratify", "ws", "--preview"]) == 0
    told = capsys.readouterr().out
    assert "nothing was written" in told
    for scope in PolicyScope:
        assert f"{scope}: " in told
    assert "words that would go" in told
    assert "0/0" not in told
    assert main(["ratify", "ws", "--preview", "--scope", "not_grounded", "--json"]) == 0
    (plain,) = json.loads(capsys.readouterr().out)
    assert plain["scope"] == "not_grounded"
    assert plain["o1"] + plain["o2"] + plain["o3"] + plain["invalid"] == plain["flags"]
    assert len(plain["examples"]) == plain["o2"] == plain["words"]["claims"]
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


# --- decide ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exit_status", "said", "words"),
    [
        (2, "no readable flag", ["nowhere.md#c1", "--event", "skip"]),
        (2, "name the flag", ["--event", "approve", "--disposition", "wrong"]),
        (2, "name the ruling", [C1, "--event", "approve"]),
        (2, "about one flag", [C1, C2, "--event", "approve", "--disposition", "wrong"]),
        (2, "one of both", [C1, "--event", "edit"]),
        (2, "one of both", [C1, "--event", "edit", "--text", "x", "--remove-line"]),
        (2, "nothing to undo", ["--event", "undo"]),
        (2, "no proposal by worker:bo", [C1, "--event", "close", "--origin", "worker:bo"]),
        (2, "none of the frozen batches", ["--event", "revert", "--batch", "spring"]),
        (
            2,
            "no readable flag of this key; a key is",
            ["nowhere.md#c1", "--event", "approve", "--disposition", "wrong"],
        ),
        (1, "use --event close", [C1, "--event", "approve", "--disposition", "correct"]),
        (2, "up to 120 characters", [C1, "--event", "skip", "--reviewer", ""]),
        (1, "OTHER_DISPOSITION", [C1, "--event", "approve", "--disposition", "unsourced"]),
        (1, "NO_TEXT", [C3, "--event", "approve", "--disposition", "wrong"]),
        (1, "NO_TEXT", [C3, "--event", "edit", "--text", "two\nlines"]),
        (1, "POLICY_NOT_RATIFIED", [C2, "--event", "approve", "--disposition", "wrong"]),
        (2, "in the panel only", [C1, C3, "--event", "confirm_class", "--disposition", "wrong"]),
        (1, "NEWER_DECISION", [C1, "--event", "skip", "--seen", "0" * 64]),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_decide_refuses_and_writes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], exit_status: int, said: str, words: list[str]
) -> None:
    assert main(["decide", "--reviewer", "ReviewerA", *words]) == exit_status
    assert said in capsys.readouterr().err
    assert not list((folder / "6-decisions").glob("*.jsonl"))


def test_decisions_end_to_end(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert decide(C1, "--event", "approve", "--disposition", "outdated", "--note", "seen it") == 0
    assert decide(C3, "--event", "edit", "--text", "Call us.") == 0
    assert decide(C3, "--event", "approve", "--disposition", "wrong") == 0
    assert (status(folder, C1), status(folder, C3)) == (ItemStatus.APPROVED, ItemStatus.APPROVED)
    assert decide("--event", "undo") == 0
    assert status(folder, C3) is ItemStatus.DRAFTED
    assert decide("--event", "undo") == 0
    assert status(folder, C3) is ItemStatus.OPEN
    assert decide(C1, "--event", "close", reviewer="ReviewerB") == 0
    assert status(folder, C1) is ItemStatus.UNSETTLED
    assert decide(C1, "--event", "adjudicate", "--disposition", "correct", reviewer="Operator") == 0
    assert status(folder, C1) is ItemStatus.CLOSED
    assert decide(C1, "--event", "reopen", reviewer="Operator") == 0
    assert status(folder, C1) is ItemStatus.OPEN
    capsys.readouterr()
    assert decide(C1, "--event", "approve", "--disposition", "wrong", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["items"][C1]["status"] == "approved"
    assert told["event"]["seq"] == 6


def test_a_class_list_is_confirmed_in_the_panel_only(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """There a sample comes first, and the pace is looked at; a command could do without either."""
    assert decide(C1, "--event", "confirm_class", "--disposition", "wrong") == 2
    assert "in the panel only (r11 review)" in capsys.readouterr().err
    assert not list((folder / "6-decisions").glob("*.jsonl"))


def test_a_name_that_is_nearly_a_known_one_is_warned_of(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert decide(C1, "--event", "skip", reviewer="Reviewer One") == 0
    assert "decided here before" not in capsys.readouterr().err
    for name in ("reviewer  one", "Reviewr One"):
        assert decide(C1, "--event", "skip", reviewer=name) == 0
        assert f"warning: 'Reviewer One' decided here before; {name!r} is another spelling" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("'approved' is none of shown, approve, edit, ", ["--event", "approved"]),
        ("'old' is none of correct, outdated, ", ["--event", "approve", "--disposition", "old"]),
    ],
    ids=["an event", "a ruling"],
)
def test_an_unknown_word_is_answered_with_the_words(
    folder: Path, capsys: pytest.CaptureFixture[str], said: str, words: list[str]
) -> None:
    with pytest.raises(SystemExit):
        decide(C1, *words)
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("the structure of the page changes", "```"),
        ("the structure of the page changes", "## Write to us"),
        ("the structure of the page changes", "<!-- write to us"),
        ("the line is emptied: all of its text goes", ""),
        ("no quote holds the value 900", "The queue keeps 900 messages."),
        ("the text holds a character that cannot be seen", "Write\u200b to us at once."),
    ],
    ids=["a fence", "a heading", "a comment that nothing closes", "no text", "a value of no source", "unseen"],
)
def test_an_own_line_gets_the_warnings_of_the_panel(
    folder: Path, capsys: pytest.CaptureFixture[str], said: str, text: str
) -> None:
    assert decide(C3, "--event", "edit", f"--text={text}") == 0
    assert f"warning: {said}" in capsys.readouterr().err
    assert status(folder, C3) is ItemStatus.DRAFTED, "a warning decides nothing"


def test_a_line_that_looks_like_an_option_is_answered_with_how_to_give_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        decide(C3, "--event", "edit", "--text", "---")
    assert "as in --text=---" in capsys.readouterr().err
    assert decide(C3, "--event", "edit", "--text=---") == 0


def test_a_draft_says_what_it_lacks(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert decide(C3, "--event", "edit", "--text", "Call us.") == 0
    assert f"{C3}: drafted: approve it with --event approve to let it count" in capsys.readouterr().out
    assert main(["freeze", "--batch", "spring"]) == 1
    assert "1 drafted: approve it with --event approve" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [["--event", "approve", "--disposition", "outdated"], ["--event", "close"], ["--event", "to_o3"]],
    ids=lambda words: words[1],
)
def test_the_same_answer_once_more_is_no_second_event(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    """A second run of anything that finished changes nothing, and says so."""
    assert decide(C1, *words) == 0
    log = folder / "6-decisions" / "ReviewerA-cli.jsonl"
    before = log.read_bytes()
    capsys.readouterr()
    assert decide(C1, *words) == 0
    assert "nothing recorded" in capsys.readouterr().out
    assert log.read_bytes() == before
    assert decide(C1, *words, "--note", "seen again") == 0
    assert decide(C1, *words, reviewer="ReviewerB") == 0
    assert len(log.read_bytes().splitlines()) == 2


def test_the_first_review_event_without_a_protocol_is_warned_of_once(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    decide(C1, "--event", "shown")
    assert "no protocol is frozen: the pilot can decide nothing on this review" in capsys.readouterr().err
    decide(C1, "--event", "close")
    assert capsys.readouterr().err == ""


def test_under_a_frozen_protocol_nobody_is_warned(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (sample_root() / "protocol" / "protocol.toml").read_text(encoding="utf-8")
    (folder / "protocol" / "protocol.toml").write_text(text.replace("items = 240", "items = 1"), encoding="utf-8")
    assert main(["protocol", "freeze", "ws", "--by", "Operator"]) == 0
    capsys.readouterr()
    decide(C1, "--event", "close")
    assert capsys.readouterr().err == ""


def test_an_undo_of_something_else_names_what_it_would_take_back(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert decide(C1, "--event", "close") == 0
    assert decide(C3, "--event", "undo") == 2
    assert f"the last event of ReviewerA is close of {C1}\n" in capsys.readouterr().err


def test_a_revert_opens_its_items_and_calls_nothing_approved(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decide(C1, "--event", "approve", "--disposition", "outdated")
    assert main(["freeze", "--batch", "spring"]) == 0
    capsys.readouterr()
    assert decide("--event", "revert", "--batch", "spring", reviewer="Operator") == 0
    told = capsys.readouterr().out
    assert f"{C1}: open\n" in told
    assert "approved" not in told


@pytest.mark.parametrize(
    ("said", "stamps"),
    [
        ("no evidence of this claim and quote is on record: run r11 refresh", {}),
        ("settled, so a refresh leaves it out", {"applied": True}),
        ("left it out while it was settled", {"reverted": True}),
    ],
    ids=["not on record", "settled", "reverted"],
)
def test_missing_evidence_says_why(programme: Programme, said: str, stamps: dict[str, bool]) -> None:
    seen = programme.seen("swap")
    without = dataclasses.replace(seen, flag=replace(seen.flag, **stamps), evidence=None)
    with pytest.raises(Refused, match=said) as refused:
        answers.approve(programme.log("ReviewerA").sign(), without, Disposition.WRONG)
    assert refused.value.code == "NO_EVIDENCE"


@pytest.mark.parametrize(
    "answer",
    [
        lambda sign, seen: answers.close(sign, seen),
        lambda sign, seen: answers.edit(sign, seen, "Another line."),
        lambda sign, seen: answers.adjudicate(sign, seen, Disposition.CORRECT),
        lambda sign, seen: answers.adjudicate(sign, seen, Disposition.WRONG),
    ],
    ids=["close", "edit", "adjudicate as correct", "adjudicate as wrong"],
)
def test_without_evidence_nothing_is_ruled_that_a_freeze_would_refuse(programme: Programme, answer: Any) -> None:
    log = programme.log("ReviewerA")
    without = dataclasses.replace(programme.seen("swap"), evidence=None)
    with pytest.raises(Refused) as refused:
        answer(log.sign(), without)
    assert refused.value.code == "NO_EVIDENCE"
    assert answers.mention(log.sign(), EventKind.TO_O3, [without.flag.key])


def test_without_evidence_the_log_takes_no_closing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "2-evidence" / "index.jsonl").unlink()
    assert decide(C1, "--event", "close") == 1
    assert "no evidence of this claim and quote is on record: run r11 refresh [NO_EVIDENCE]" in capsys.readouterr().err
    assert not list((folder / "6-decisions").glob("*.jsonl"))


def test_a_batch_of_which_only_a_receipt_is_left_is_not_frozen_anew(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decide(C1, "--event", "approve", "--disposition", "outdated")
    assert main(["freeze", "--batch", "spring"]) == 0
    assert apply_main([str(folder / "7-approved" / "spring.json"), "--workspace", str(folder)]) == 0
    (folder / "7-approved" / "spring.json").unlink()
    decide(C3, "--event", "close")
    capsys.readouterr()
    assert main(["freeze", "--batch", "spring"]) == 2
    assert "spring.json: is gone" in capsys.readouterr().err
    assert not (folder / "7-approved" / "spring.json").exists()
    assert main(["freeze", "--batch", "summer"]) in {0, 1}


def test_a_line_can_be_taken_out(folder: Path) -> None:
    assert decide(C3, "--event", "edit", "--remove-line") == 0
    assert decide(C3, "--event", "approve", "--disposition", "wrong") == 0
    assert main(["freeze", "--batch", "spring"]) == 0
    ((edit,),) = (file.edits for file in manifest(folder).files)
    assert (edit.line_after, edit.edits[0].new) == (None, "")


def test_where_several_proposals_differ_one_is_named(folder: Path, programme: Programme) -> None:
    other = replace(programme.proposals["swap"], origin="worker:bo", sha256="f" * 64)
    write_jsonl(folder / "5-proposals" / "workers.jsonl", [other])
    assert decide(C1, "--event", "close") == 2
    assert decide(C1, "--event", "close", "--origin", "built-in") == 0


# --- freeze ---------------------------------------------------------------------------------------------------------


def approve_all(folder: Path) -> None:
    main(["ratify", "ws", "--by", "Operator", "--scope", "not_grounded"])
    decide(C1, "--event", "approve", "--disposition", "outdated")
    decide(C2, "--event", "approve", "--disposition", "wrong")
    decide(C3, "--event", "close")


def test_nothing_approved_is_a_clear_message_and_no_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["freeze", "--batch", "spring"]) == 1
    captured = capsys.readouterr()
    assert "nothing to freeze" in captured.err
    assert "not decided: 3 open" in captured.out
    assert not (folder / "7-approved").exists()


@pytest.mark.parametrize("name", ["../up", "", "a/b", ".hidden", "x" * 101])
def test_a_batch_names_a_file(folder: Path, name: str) -> None:
    assert main(["freeze", "--batch", name]) == 2


def test_freeze_writes_what_holds_and_a_second_run_changes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every run can be repeated: a second run of anything that finished changes nothing, and says so."""
    approve_all(folder)
    assert main(["freeze", "--batch", "spring"]) == 0
    path = folder / "7-approved" / "spring.json"
    first, made = path.read_bytes(), manifest(folder)
    assert made.sha256 == manifest_digest(made)
    assert [edit.flag_key for file in made.files for edit in file.edits] == [C1, C2]
    assert [closure.flag_key for closure in made.closures] == [C3]
    assert "2 edits in 1 file, 1 closing\n" in capsys.readouterr().out
    assert main(["freeze", "--batch", "spring"]) == 0
    assert "nothing changed" in capsys.readouterr().out
    assert path.read_bytes() == first


def test_a_second_batch_does_not_take_what_the_first_one_holds(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decide(C1, "--event", "approve", "--disposition", "outdated")
    assert main(["freeze", "--batch", "spring"]) == 0
    decide(C3, "--event", "edit", "--text", "Call us.")
    decide(C3, "--event", "approve", "--disposition", "wrong")
    capsys.readouterr()
    assert main(["freeze", "--batch", "summer"]) == 1
    captured = capsys.readouterr()
    assert f"{C3}: batch spring holds" in captured.err
    assert "1 in a batch that is not applied yet" in captured.out
    assert "batch spring holds 1 of them: r11-apply ws/7-approved/spring.json writes it, r11 freeze --batch spring" in (
        captured.err
    )


def test_a_batch_that_nobody_began_is_frozen_again_and_says_what_changed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decide(C1, "--event", "approve", "--disposition", "outdated")
    decide(C3, "--event", "close")
    assert main(["freeze", "--batch", "spring"]) == 0
    decide(C3, "--event", "withdraw")
    decide(C1, "--event", "approve", "--disposition", "wrong")
    capsys.readouterr()
    assert main(["freeze", "--batch", "spring"]) == 0
    captured = capsys.readouterr()
    assert "spring.json: frozen again, nobody had begun to apply it: 1 edit in 1 file, 0 closings" in captured.out
    assert f"{C3}: taken out\n{C1}: another approval" in captured.err
    assert [edit.disposition for file in manifest(folder).files for edit in file.edits] == [Disposition.WRONG]
    assert manifest(folder).sha256 == manifest_digest(manifest(folder))


def test_a_batch_of_which_nothing_holds_any_more_stays_as_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decide(C1, "--event", "approve", "--disposition", "outdated")
    assert main(["freeze", "--batch", "spring"]) == 0
    before = (folder / "7-approved" / "spring.json").read_bytes()
    decide("--event", "undo")
    assert main(["freeze", "--batch", "spring"]) == 1
    assert "nothing to freeze" in capsys.readouterr().err
    assert (folder / "7-approved" / "spring.json").read_bytes() == before


def test_what_no_longer_holds_is_listed_and_the_rest_is_frozen(
    folder: Path, programme: Programme, capsys: pytest.CaptureFixture[str]
) -> None:
    approve_all(folder)
    (folder / "policy" / "O2.md").write_bytes(b"# Another policy\n")
    capsys.readouterr()
    assert main(["freeze", "--batch", "spring", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [(one["flag_key"], one["code"]) for one in told["refused"]] == [(C2, "POLICY_NOT_RATIFIED")]
    assert "r11 ratify --by NAME --scope " in told["refused"][0]["detail"]  # the next step
    made = manifest(folder)
    assert [edit.flag_key for file in made.files for edit in file.edits] == [C1]
    assert made.policy_sha256 is None


def test_stale_evidence_freezes_nothing(folder: Path, programme: Programme, capsys: pytest.CaptureFixture[str]) -> None:
    decide(C1, "--event", "approve", "--disposition", "outdated")
    programme.save_evidence(Workspace.open(folder), datetime.now(UTC) - timedelta(days=15))
    assert main(["freeze", "--batch", "spring"]) == 1
    assert "EVIDENCE_STALE" in capsys.readouterr().err


def test_a_broken_log_is_told_and_counts_up_to_the_break(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decide(C1, "--event", "approve", "--disposition", "outdated")
    with (folder / "6-decisions" / "ReviewerA-cli.jsonl").open("ab") as log:
        log.write(b"{}\n")
    assert main(["freeze", "--batch", "spring"]) == 1
    assert "ReviewerA-cli.jsonl:2: not a decision event" in capsys.readouterr().err
    assert [edit.flag_key for file in manifest(folder).files for edit in file.edits] == [C1]


# --- story ----------------------------------------------------------------------------------------------------------


def test_the_story_of_an_item_tells_everything_in_order(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decide(C1, "--event", "approve", "--disposition", "wrong")
    decide("--event", "undo")
    decide(C1, "--event", "approve", "--disposition", "outdated")
    main(["freeze", "--batch", "spring"])
    capsys.readouterr()
    assert main(["story", C1]) == 0
    told = capsys.readouterr().out
    stages = ["evidence", "proposal", "decisions", "manifest", "receipt", "ledger", "now"]
    assert sorted(told.index(f"\n  {stage} ") for stage in stages) == [told.index(f"\n  {stage} ") for stage in stages]
    assert "ReviewerA: approve as wrong – undone later" in told
    assert "batch spring: O1 on line 3 as outdated, confirmed by ReviewerA on " in told
    assert "(this item), event" in told


def now_of(key: str, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(["story", key]) == 0
    return capsys.readouterr().out.splitlines()[-1].removeprefix("  now").strip()


def test_the_story_says_where_an_approval_no_longer_holds(
    folder: Path, programme: Programme, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also of an item that a batch holds which nobody began to apply."""
    decide(C1, "--event", "approve", "--disposition", "outdated")
    main(["freeze", "--batch", "spring"])
    assert now_of(C1, capsys) == "approved"
    programme.save_evidence(Workspace.open(folder), datetime.now(UTC) - timedelta(days=15))
    assert now_of(C1, capsys).startswith("approved, but it no longer holds: ")
    assert "EVIDENCE_STALE" in now_of(C1, capsys)
    changed = replace(programme.proposals["swap"], line_after="The queue keeps 900 messages.", sha256="e" * 64)
    write_jsonl(folder / "5-proposals" / "built-in.jsonl", [changed])
    assert "PROPOSAL_CHANGED" in now_of(C1, capsys)


def test_the_story_of_what_reviewers_differ_on_names_the_next_step(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decide(C1, "--event", "approve", "--disposition", "outdated")
    decide(C1, "--event", "close", reviewer="ReviewerB")
    assert f"r11 decide '{C1}' --event adjudicate --disposition D --reviewer NAME" in now_of(C1, capsys)


def test_the_story_of_a_line_is_that_of_its_flags(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["story", "skills/store/limits.md:4", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["flag_key"], told["status"], told["decisions"]) == (C2, "open", [])
    assert main(["story", "skills/store/limits.md:99"]) == 2
    assert main(["story", "skills/store/limits.md#c9"]) == 2


def test_a_class_confirmation_is_told_with_the_ruling_of_the_flag_it_is_told_of() -> None:
    """A list of many flags carries a ruling for each; the story of one flag names its own."""
    event = DecisionEvent(
        seq=1, prev="", at="2026-03-02T09:00:00+00:00", reviewer="reviewer", session="s", event=EventKind.CONFIRM_CLASS,
        flag_keys=("a.md#c1", "a.md#c2"), disposition=(Disposition.OUTDATED, Disposition.WRONG),
    )  # fmt: skip
    assert "confirmed in a class list as wrong" in _event(event, "a.md#c2", void=False)


def test_an_init_that_was_cut_off_is_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    (tmp_path / "ws/1-ledger").mkdir(parents=True)
    arguments = ["init", str(tmp_path / "ws"), "--corpus", str(tmp_path / "kb"), "--ledger", str(tmp_path / "l.json")]
    assert main(arguments) == 0
    assert (tmp_path / "ws/r11.toml").is_file()
    assert main(arguments) == 2


def test_an_init_writes_a_policy_to_ratify_and_goes_on_after_it(tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    arguments = ["init", str(tmp_path / "ws"), "--corpus", str(tmp_path / "kb"), "--ledger", str(tmp_path / "l.json")]
    assert main(arguments) == 0
    draft = (tmp_path / "ws/policy/O2.md").read_bytes()
    assert generalisations_of(draft) == ()
    assert b"Not ratified" in draft
    (tmp_path / "ws/r11.toml").unlink()  # as if it had been cut off before its last step
    assert main(arguments) == 0
    assert (tmp_path / "ws/policy/O2.md").read_bytes() == draft


@pytest.mark.parametrize("name", ["r11.toml", "notes.txt", "policy/O2.md"])
def test_an_init_takes_no_folder_that_holds_something(tmp_path: Path, name: str) -> None:
    (tmp_path / "kb").mkdir()
    (tmp_path / "ws" / name).parent.mkdir(parents=True)
    (tmp_path / "ws" / name).write_text("mine", encoding="utf-8")
    arguments = ["init", str(tmp_path / "ws"), "--corpus", str(tmp_path / "kb"), "--ledger", str(tmp_path / "l.json")]
    assert main(arguments) == 2
    assert [one.name for one in (tmp_path / "ws").rglob("*") if one.is_file()] == [Path(name).name]


HALF = "caf\udce9"  # as a byte that is not UTF-8 arrives from the command line


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["decide", "a.md#c1", "--event", "skip", "--reviewer", HALF], id="a reviewer"),
        pytest.param(["decide", HALF, "--event", "skip", "--reviewer", "ReviewerA"], id="a key"),
        pytest.param(["ratify", "--by", HALF, "--scope", "not_grounded"], id="an operator"),
        pytest.param(["story", f"{HALF}:3"], id="a file"),
        pytest.param(["story", "a.md:" + "9" * 5000], id="a line beyond all files"),
        pytest.param(["story", "a.md:²"], id="a line that is no number"),
    ],
)
def test_words_that_are_no_text_are_a_usage_error(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "policy").mkdir()
    (tmp_path / "policy/O2.md").write_text("# Policy", encoding="utf-8")
    (tmp_path / "kb").mkdir()
    (tmp_path / "l.json").write_text("[]", encoding="utf-8")
    (tmp_path / "r11.toml").write_text('corpus = "kb"\nledger = "l.json"\n', encoding="utf-8")
    monkeypatch.setenv("R11_WORKSPACE", str(tmp_path))
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith(f"r11 {arguments[0]}: ")
    assert not (tmp_path / "policy/O2.ratified.json").exists()
    assert not list(tmp_path.glob("6-decisions/*.jsonl"))


def test_evidence_of_another_quote_approves_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A ledger made anew keeps the key and quotes something else: no page was ever asked for that quote."""
    ledger = Workspace.open(folder).ledger
    ledger.write_bytes(ledger.read_bytes().replace(b"keeps 800", b"keeps 900"))
    assert main(["propose"]) == 0
    capsys.readouterr()
    assert decide(C1, "--event", "approve", "--disposition", "outdated") != 0
    assert "no evidence of this claim and quote is on record" in capsys.readouterr().err
    assert decide(C1, "--event", "close") == 1
    assert "NO_EVIDENCE" in capsys.readouterr().err


def test_a_closing_whose_quote_became_another_one_is_not_frozen(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert decide(C1, "--event", "close") == 0
    ledger = Workspace.open(folder).ledger
    ledger.write_bytes(ledger.read_bytes().replace(b"keeps 800", b"keeps 900"))
    assert main(["propose"]) == 0
    capsys.readouterr()
    assert main(["freeze", "--batch", "spring"]) == 1
    assert "NO_EVIDENCE" in capsys.readouterr().err
