"""`r11 check`, `flags`, `population` and `schema` as one calls them: what they print, write and answer."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ledgers import FILE, claims, encoded, flag, record, result

from r11.commands import ledger as verbs
from r11.errors import UsageError
from r11.ledger.manifest import read_ledger
from r11.storage import sample_root
from r11.storage.corpus import corpus_files, read_documents

Call = Callable[..., int]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Runs a verb in a folder of its own and gives the exit status."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("R11_WORKSPACE", raising=False)
    parser = argparse.ArgumentParser()
    verbs.register(parser.add_subparsers())

    def run(*arguments: str) -> int:
        args = parser.parse_args(arguments)
        return int(args.run(args))

    return run


def put(path: str, data: bytes) -> str:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(data)
    return path


CORPUS_TEXT = b"# Limits\n\nThe limit is 10 requests.\n"


# --- check ----------------------------------------------------------------------------------------------------------


def test_inputs_without_a_problem_are_exit_0(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    put(f"kb/{FILE}", CORPUS_TEXT)
    put("ledger.json", encoded([record()]))
    put("claims.json", encoded(claims("c1")))
    put("judge/a.json", encoded({"file": FILE, "results": [result(judge_verdict="not_grounded")]}))
    assert call("check", "ledger.json", "--corpus", "kb", "--claims", "claims.json", "--judge", "judge") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[0] == "ledger.json: 1 record, 1 valid flag (0 settled), 0 invalid; no problems"
    assert "judge: 1/1 files completely judged" in out


def test_thirty_bad_records_are_thirty_lines_and_exit_1(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    files = [f"f{number}.md" for number in range(100)]
    put("l.json", encoded([record(flag(file=f, line=n - 29), file=f) for n, f in enumerate(files)]))
    assert call("check", "l.json") == 1
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 30
    assert err.splitlines()[2].startswith("l.json: [2].flags[0].line: line -27")
    assert "70 valid flags" in out


def test_warnings_alone_are_exit_0(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    put(f"kb/{FILE}", b"new\n" + CORPUS_TEXT)
    put("l.json", encoded([record(flag(evidence_quote=""))]))
    assert call("check", "l.json", "--corpus", "kb") == 0
    err = capsys.readouterr().err
    assert [line.rpartition("[")[2] for line in err.splitlines()] == ["NO_QUOTE]", "CLAIM_MOVED]"]
    assert all("warning:" in line for line in err.splitlines())


def test_an_unreadable_ledger_is_exit_2_and_the_other_inputs_are_still_checked(
    call: Call, capsys: pytest.CaptureFixture[str]
) -> None:
    put("l.json", b"```json\n[]\n```")
    put("c.json", encoded(claims("c1", "c1")))
    assert call("check", "l.json", "--claims", "c.json") == 2
    err = capsys.readouterr().err
    assert "CODE_FENCE" in err
    assert "REPEATED_ID" in err


def test_the_form_of_judge_outputs_is_checked_without_claims(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    put("l.json", encoded([]))
    put("judge/good.json", encoded({"file": FILE, "results": [result()]}))
    put("judge/bad.json", b"Sure! {}")
    assert call("check", "l.json", "--judge", "judge") == 1
    assert "judge/bad.json: line 1: the JSON is preceded by text: 'Sure!' [TEXT_AROUND_JSON]" in capsys.readouterr().err


def test_check_for_machines_holds_every_problem(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    put("l.json", encoded([record(flag(line=0))]))
    assert call("check", "l.json", "--json") == 1
    (finding,) = json.loads(capsys.readouterr().out)
    assert (finding["listed"], finding["flags"], finding["invalid"]) == (1, 0, 1)
    (problem,) = finding["problems"]
    assert (problem["place"], problem["code"], problem["warning"]) == ("[0].flags[0].line", "LINE_BELOW_ONE", False)


def test_another_host_can_be_allowed(call: Call) -> None:
    put("l.json", encoded([record(flag(evidence_url="https://docs.example/a"))]))
    assert call("check", "l.json") == 1
    assert call("check", "l.json", "--allow-host", "docs.example") == 0


@pytest.mark.parametrize(
    ("verb", "option"),
    [("check", "--corpus"), ("check", "--judge"), ("population", "--corpus")],
    ids=["check the corpus", "check judge outputs", "count the corpus"],
)
def test_a_folder_that_is_not_there_is_a_usage_error(call: Call, verb: str, option: str) -> None:
    put("l.json", encoded([]))
    with pytest.raises(UsageError, match="nowhere"):
        call(verb, "l.json", option, "nowhere")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that no read succeeds on")
def test_a_file_that_the_disk_does_not_give_is_one_problem(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    listed = [record(flag(file=name), file=name) for name in ("mem", "status")]
    put("l.json", encoded(listed))
    assert call("check", "l.json", "--corpus", "/proc/self") == 1
    err = capsys.readouterr().err
    assert "mem: cannot be read: Input/output error [FILE_UNREADABLE]" in err
    assert "[CLAIM_GONE]" in err


def test_a_link_out_of_the_corpus_is_an_unsafe_path(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    put("outside.md", CORPUS_TEXT)
    Path("kb/skills/azure").mkdir(parents=True)
    Path(f"kb/{FILE}").symlink_to(Path("outside.md").resolve())
    put("l.json", encoded([record()]))
    assert call("check", "l.json", "--corpus", "kb") == 1
    assert "UNSAFE_PATH" in capsys.readouterr().err


# --- flags ----------------------------------------------------------------------------------------------------------


def judge_pass() -> list[str]:
    """Three files: one flagged, one with an answer missing, one without an output."""
    put("claims.jsonl", b"\n".join(encoded(claims("c1", "c2", file=name)) for name in (FILE, "b.md", "c.md")))
    answers = [result(id="c1"), result(id="c2", judge_verdict="not_grounded")]
    put("judge/a.json", encoded({"file": FILE, "results": answers}))
    put("judge/b.json", encoded({"file": "b.md", "results": answers[:1]}))
    return ["flags", "--judge", "judge", "--claims", "claims.jsonl", "--out", "new/ledger.json"]


def test_flags_makes_a_ledger_of_the_complete_files_and_reports_the_others(
    call: Call, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(*judge_pass()) == 1
    out, err = capsys.readouterr()
    assert "1/3 files completely judged, 1 incomplete, 1 without a readable output" in out
    assert "judge/b.json: results: the claim 'c2' (line 2) was not answered [MISSING_ID]" in err
    assert "new/ledger.json: partial: 2 of 3 files are not in it; mend their judge outputs" in err
    ledger = read_ledger(Path("new/ledger.json").read_bytes())
    assert [(one.file, len(one.flags)) for one in ledger.records] == [(FILE, 1)]


def test_a_second_run_changes_nothing_and_says_so(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = judge_pass()
    call(*arguments)
    before = Path("new/ledger.json").stat().st_mtime_ns
    assert call(*arguments) == 1
    assert "nothing was written" in capsys.readouterr().err
    assert Path("new/ledger.json").stat().st_mtime_ns == before


def test_an_existing_ledger_is_never_changed(call: Call) -> None:
    arguments = judge_pass()
    put("new/ledger.json", b"[]")
    with pytest.raises(UsageError, match="another name"):
        call(*arguments)
    assert Path("new/ledger.json").read_bytes() == b"[]"


def test_without_a_complete_file_no_ledger_is_made(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = judge_pass()
    put("judge/a.json", b"{")
    assert call(*arguments) == 2
    assert not Path("new").exists()
    assert "not written" in capsys.readouterr().err


def test_an_unreadable_claim_manifest_is_exit_2(call: Call) -> None:
    arguments = judge_pass()
    put("claims.jsonl", b"claims")
    assert call(*arguments) == 2
    assert not Path("new").exists()


# --- population -----------------------------------------------------------------------------------------------------


def test_population_of_a_ledger(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    put(f"kb/{FILE}", CORPUS_TEXT)
    put("kb/other.md", b"")
    put("kb/.git/x.md", b"")
    put("l.json", encoded([record(flag(id="a"), flag(id="b", rule="R8"))]))
    assert call("population", "l.json", "--corpus", "kb", "--pilot-min", "2") == 0
    rows = {line[:32].strip(): line[32:].split() for line in capsys.readouterr().out.splitlines()[1:]}
    assert rows["Judged files of the corpus"][0] == "1/2"
    assert rows["with 2 or more"][0] == "1/1"


def workspace(folder: str, **settings: Any) -> None:
    lines = ['corpus = "kb"', 'ledger = "l.json"', *(f"{key} = {json.dumps(value)}" for key, value in settings.items())]
    put(f"{folder}/r11.toml", "\n".join(lines).encode())
    put(f"{folder}/kb/{FILE}", CORPUS_TEXT)
    put(f"{folder}/l.json", encoded([record(flag(evidence_url="https://docs.example/a"))]))


def test_population_of_a_workspace_follows_its_settings(
    call: Call, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace("ws", allowed_hosts=["docs.example"], pilot_min_fix_targets=1, synthetic=True)
    assert call("population", "--workspace", "ws") == 0
    named = capsys.readouterr().out
    assert named.splitlines()[0] == "ws/l.json (synthetic sample)"
    assert "with 1 or more" in named
    monkeypatch.setenv("R11_WORKSPACE", "ws")
    assert call("population") == 0
    assert capsys.readouterr().out == named


def test_population_for_machines(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    put("l.json", encoded([record(flag(rule=""), flag(id="x", line=0))]))
    assert call("population", "l.json", "--json") == 1
    out, err = capsys.readouterr()
    shape = json.loads(out)
    assert (shape["flags"], shape["invalid"], shape["rules"]) == (1, 1, [["", 1]])
    assert "LINE_BELOW_ONE" in err


def test_population_of_an_unreadable_ledger_is_exit_2(call: Call) -> None:
    put("l.json", b"[")
    assert call("population", "l.json") == 2


# --- schema ---------------------------------------------------------------------------------------------------------


def test_every_record_has_a_schema_and_a_line_of_meaning(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("schema", "--json") == 0
    meanings = json.loads(capsys.readouterr().out)
    assert {"JudgeOutput", "FileClaims", "LedgerRecord", "Proposal", "DecisionEvent", "Receipt"} <= set(meanings)
    assert all(meanings.values())
    for name in meanings:
        assert call("schema", name) == 0
        assert name in json.loads(capsys.readouterr().out)["$defs"]


def test_the_schema_of_a_flag_lists_its_closed_words(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    call("schema", "Flag")
    definitions = json.loads(capsys.readouterr().out)["$defs"]
    assert definitions["JudgeVerdict"]["enum"] == ["grounded", "not_grounded", "source_silent"]
    assert "claim" in definitions["Flag"]["required"]


def test_an_unknown_name_is_answered_with_the_nearest(call: Call) -> None:
    with pytest.raises(UsageError, match="LedgerRecord"):
        call("schema", "LedgerRecrod")


# --- the corpus as it is read ---------------------------------------------------------------------------------------


def test_documents_are_read_once_and_refusals_stand_beside_them(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"one\r\n")
    (tmp_path / "folder.md").mkdir()
    documents, refused = read_documents(tmp_path, ["a.md", "a.md", "none.md", "folder.md", "../a.md"])
    assert {file: document and document.to_bytes() for file, document in documents.items()} == {
        "a.md": b"one\r\n", "none.md": None, "folder.md": None,
    }  # fmt: skip
    assert [refusal.subject for refusal in refused] == ["../a.md"]


def test_the_files_of_a_corpus_are_its_visible_markdown_files(tmp_path: Path) -> None:
    for name in ("b.md", "a/c.md", "a/d.txt", ".git/e.md", "a/.f.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert corpus_files(tmp_path) == ["a/c.md", "b.md"]


def test_check_without_a_ledger_takes_the_workspace(call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    """Ledger, corpus and allowed hosts are the workspace's: the sample's here, whose moved claims are found."""
    assert call("check") == 0
    told = capsys.readouterr()
    assert "902 valid flags" in told.out
    assert "CLAIM_MOVED" in told.err


@pytest.mark.parametrize("verb", ["check", "population"])
def test_a_folder_in_the_place_of_the_ledger_is_the_workspace(
    call: Call, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    """All verbs take the workspace at the same place."""
    assert call(verb, str(sample_root())) == 0
    assert "902" in capsys.readouterr().out
