"""`r11 pilot`: the main job on a small programme, through the command that a user types."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from r11.cli import main

LINES = 9


def claim(number: int) -> str:
    return f"Plan {number} keeps a backup for {number + 10} days."


def a_flag(file: str, number: int, **fields: object) -> dict[str, object]:
    return {
        "id": f"c{number}",
        "judge_verdict": "not_grounded",
        "rule": "R2",
        "evidence_url": "https://learn.microsoft.com/page",
        "evidence_quote": f"Plan {number} keeps a backup for {number + 40} days.",
        "reason": f"the source says {number + 40} days",
        "file": file,
        "line": number,
        "claim": claim(number),
        "disposition": None,
        **fields,
    }


def record(file: str, flags: list[dict[str, object]]) -> dict[str, object]:
    return {"file": file, "per_file_verdict": "flagged" if flags else "pass", "flags": flags}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Two files of nine lines, all flagged in one and two in the other; a third that nobody judged."""
    root = tmp_path / "programme"
    (root / "corpus").mkdir(parents=True)
    for name in ("many.md", "few.md", "unjudged.md"):
        (root / "corpus" / name).write_text("".join(claim(n) + "\n" for n in range(1, LINES + 1)), encoding="utf-8")
    (root / "r11.toml").write_text('corpus = "corpus"\nledger = "ledger.json"\n', encoding="utf-8")
    many = [a_flag("many.md", number) for number in range(1, LINES + 1)]
    write_ledger(root, [record("many.md", many), record("few.md", [a_flag("few.md", n) for n in (1, 2)])])
    return root


def write_ledger(root: Path, records: list[dict[str, object]]) -> None:
    (root / "ledger.json").write_text(json.dumps({"records": records}), encoding="utf-8")


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def report_json(workspace: Path) -> dict[str, object]:
    return json.loads((workspace / "9-reports" / "report.json").read_text(encoding="utf-8"))


def test_a_ledger_that_is_none_stops_everything_before_anything_is_written(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / "ledger.json").write_text("```json\n[]\n```", encoding="utf-8")
    assert main(["pilot", str(workspace)]) == 2
    assert "CODE_FENCE" in capsys.readouterr().err
    assert not (workspace / "9-reports").exists()
    assert not (workspace / "5-proposals").exists()


def test_bad_flags_are_counted_and_listed_and_the_others_are_classified(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """3 bad flags of 9: nine stay in the denominator, exit 1, three places on stderr."""
    flags = [a_flag("many.md", n, **({"rule": "R9"} if n <= 3 else {})) for n in range(1, LINES + 1)]
    write_ledger(workspace, [record("many.md", flags)])
    assert main(["pilot", str(workspace)]) == 1
    told = capsys.readouterr()
    assert [told.err.count(f"flags[{n}].rule") for n in range(4)] == [1, 1, 1, 0]
    everything = report_json(workspace)["strata"]["all"]
    assert (everything["n"], everything["split"]["invalid"]) == (9, 3)


def test_an_empty_ledger_has_no_items_and_no_nonsense(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_ledger(workspace, [])
    assert main(["pilot", str(workspace)]) == 0
    told = capsys.readouterr().out
    assert "no items" in told
    page = (workspace / "9-reports" / "report.html").read_text(encoding="utf-8")
    assert "NaN" not in told + page
    assert "0/0" not in told + page


def test_the_four_numbers_and_the_path(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pilot", str(workspace)]) == 0
    told = capsys.readouterr().out
    for name in ("split, O1", "R8 that is O2", "O1 abort rate"):
        assert name in told
    assert "review throughput" in told
    assert "not measured yet" in told
    assert told.splitlines()[-1].endswith("9-reports/report.html")
    plain = report_json(workspace)
    assert (plain["strata"]["pilot"]["n"], plain["strata"]["rest"]["n"]) == (9, 2)
    assert "2 of 3 files judged" in (workspace / "9-reports" / "report.html").read_text(encoding="utf-8")


def test_the_screen_says_why_there_is_no_subtraction(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["pilot", str(workspace)])
    assert "O2 policy: not ratified: every subtraction is O3\n" in capsys.readouterr().out


def test_the_screen_says_that_no_page_was_fetched(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["pilot", str(workspace)])
    assert "evidence: 0/11 flags looked up: no page was fetched" in capsys.readouterr().out
    assert report_json(workspace)["evidence"]["looked_up"] == {"numerator": 0, "denominator": 11}


def test_json_on_stdout_is_the_report(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["pilot", str(workspace), "--json"])
    assert json.loads(capsys.readouterr().out) == report_json(workspace)


def test_ledger_and_corpus_are_only_read(workspace: Path) -> None:
    before = {**files_of(workspace / "corpus"), "ledger": (workspace / "ledger.json").read_bytes()}
    main(["pilot", str(workspace)])
    assert {**files_of(workspace / "corpus"), "ledger": (workspace / "ledger.json").read_bytes()} == before


def test_a_second_run_changes_nothing_and_says_so(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every run can be repeated: a second run of anything that finished changes nothing, and says so."""
    main(["pilot", str(workspace)])
    stamp = report_json(workspace)
    stamp["provenance"]["now"] = "2001-02-03 04:05 UTC"
    (workspace / "9-reports" / "report.json").write_text(json.dumps(stamp), encoding="utf-8")
    main(["pilot", str(workspace)])
    assert "nothing changed since the run of 2001-02-03 04:05 UTC" in capsys.readouterr().err
    first = files_of(workspace)
    main(["pilot", str(workspace)])
    assert files_of(workspace) == first


def test_a_report_of_other_figures_is_written_anew(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["pilot", str(workspace)])
    write_ledger(workspace, [record("few.md", [a_flag("few.md", 1)])])
    capsys.readouterr()
    main(["pilot", str(workspace)])
    assert "nothing changed" not in capsys.readouterr().err
    assert report_json(workspace)["strata"]["all"]["n"] == 1


def test_a_warning_says_that_it_is_one_and_which_flag_and_the_head_counts_the_invalid(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = [a_flag("many.md", 1, rule="R9"), a_flag("many.md", 2, line=5)]
    write_ledger(workspace, [record("many.md", flags)])
    main(["pilot", str(workspace)])
    told = capsys.readouterr()
    assert "warning: many.md#c2: records[0].flags[1].line: line 5: the claim stands on line 2 now" in told.err
    assert all(line.count("many.md") == 1 for line in told.err.splitlines() if "#c" in line)
    assert "many.md#c1: records[0].flags[0].rule" in told.err
    assert told.out.splitlines()[0] == "programme: 2 flags, 1 of them invalid, in 1 files judged"
