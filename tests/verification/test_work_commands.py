"""`r11 worklist` and `r11 ingest` as workers and the integrator meet them: units, retries, many hands at once."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from work_places import Place, json_of, make_place, quote_of

from r11.records import ExecutorOutput
from r11.storage import read_shards, read_units

R11 = [sys.executable, "-c", "import sys; from r11.cli import main; sys.exit(main())"]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return make_place(tmp_path / "ws", 6)


def files_of(root: Path, folder: str) -> dict[str, bytes]:
    found = (path for path in (root / folder).rglob("*.json") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}


# --- units ------------------------------------------------------------------------------------------------------------


def test_a_unit_holds_what_an_answer_needs(place: Place) -> None:
    unit = place.units[0]
    assert unit.line.text == unit.flag.claim
    assert unit.line.before == ("# Queues", "")
    assert unit.page is not None
    assert quote_of(0) in unit.page.text
    assert unit.policy is None
    assert unit.answer_schema["$defs"]["ExecutorOutput"]["properties"].keys() == set(ExecutorOutput.__struct_fields__)
    for text in (unit.flag.claim, unit.flag.evidence_quote, unit.flag.reason, unit.page.sha256, unit.unit):
        assert text in unit.prompt


def test_the_schema_of_the_answer_takes_a_good_answer(place: Place) -> None:
    assert msgspec.convert(place.answer(0), ExecutorOutput).unit == place.units[0].unit


def test_every_file_is_in_one_shard_and_a_unit_in_its_files(place: Place) -> None:
    home = {file: shard.name for shard in read_shards(place.workspace) for file in shard.files}
    assert sorted(home.values()) == ["1", "2"]
    assert all(unit.shard == home[unit.file] for unit in place.units)


def test_a_second_worklist_changes_nothing_and_says_so(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    before = files_of(place.root, "3-units")
    assert place.run("worklist") == 0
    assert "6 units in " in (out := capsys.readouterr().out)
    assert "nothing changed" in out
    assert files_of(place.root, "3-units") == before


def test_another_number_of_shards_is_refused(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    assert place.run("worklist", "--shards", "3") == 2
    assert "divided into 2 shards" in capsys.readouterr().err


def test_what_no_answer_could_help_is_left_out_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = make_place(tmp_path / "ws", 3)
    ledger = place.root / "ledger.json"
    text = ledger.read_text(encoding="utf-8").replace(place.units[0].flag.claim, "A line that is gone.")
    ledger.write_text(text.replace(place.units[2].flag.claim, "It costs $5 a month."), encoding="utf-8")
    capsys.readouterr()
    assert place.run("worklist", "--json") == 0
    told = json_of(capsys.readouterr().out)
    assert [unit["flag_key"] for unit in told["units"]] == [place.units[1].flag.flag_key]
    assert told["left_out"] == {"CLAIM_GONE": 1, "OPERATOR_GATED": 1}


def test_a_unit_that_was_changed_by_hand_is_refused(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    unit = place.units[0]
    path = place.root / "3-units" / unit.shard / f"{unit.unit}.json"
    path.rename(path.with_name("other.json"))
    assert place.run("ingest") == 2
    assert "put it back where r11 worklist wrote it" in capsys.readouterr().err


# --- retry ------------------------------------------------------------------------------------------------------------


def test_what_failed_is_handed_out_again_with_the_failures_in_words(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    place.hand_in(0, place.answer(0))
    place.hand_in(1, b"```json\n{}\n```")
    place.hand_in(2, place.answer(2, evidence={"invocation_ref": "inv-9", "quote": quote_of(2)}))
    place.hand_in(3, place.answer(3), "one")
    place.hand_in(3, place.answer(3, proposal=None), "two")
    assert place.run("ingest") == 1
    assert "r11 worklist --retry hands them out again" in capsys.readouterr().err
    assert place.run("worklist", "--retry") == 0
    again = {unit.flag.claim_id: unit for unit in read_units(place.workspace).values() if unit.attempt == 2}
    assert again.keys() == {"c1", "c2", "c3"}
    assert [unit.unit for unit in again.values()] == [f"{place.units[int(i[1])].unit}.2" for i in again]
    assert "code fence" in again["c1"].failures[0]
    assert "'inv-9' was not made" in again["c2"].failures[0]
    assert len(again["c3"].failures) == 2
    assert again["c2"].failures[0] in again["c2"].prompt
    before = files_of(place.root, "3-units")
    assert place.run("worklist", "--retry") == 0
    assert files_of(place.root, "3-units") == before


def test_the_answer_to_the_second_attempt_counts(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    place.hand_in(0, b"{")
    assert place.run("ingest") == 1
    assert place.run("worklist", "--retry") == 0
    second = f"{place.units[0].unit}.2"
    place.hand_in_as(second, place.answer(0) | {"unit": second})
    capsys.readouterr()
    assert place.run("ingest") == 0
    assert place.proposals().keys() == {place.units[0].flag.flag_key}
    assert place.run("worklist", "--retry") == 0
    assert "0 units to do again" in capsys.readouterr().out


# --- artefacts --------------------------------------------------------------------------------------------------------


def test_what_is_no_artefact_is_named_and_costs_nothing_else(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    path = place.hand_in(0, place.answer(0))
    place.hand_in(1, place.answer(1), "ann & bo")
    (place.root / "4-artefacts" / "stray.json").write_text("{}", encoding="utf-8")
    (path.parent / "link.json").symlink_to(path)
    (path.parent / "folder.json").mkdir()
    (path.parent / ".unfinished.json").write_text("{", encoding="utf-8")
    (path.parent / "notes.txt").write_text("mine", encoding="utf-8")
    place.hand_in_as("no-such-unit", b"{}")
    assert place.run("ingest") == 1
    refused = sorted(line.partition(":")[0] for line in capsys.readouterr().err.splitlines())
    assert refused == ["ann & bo", "one/folder.json", "one/link.json", "one/no-such-unit.json", "stray.json"]
    assert len(place.proposals()) == 1


def test_a_second_answer_is_refused_and_the_first_stays(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    place.hand_in(0, place.answer(0))
    assert place.run("ingest") == 0
    before = place.out
    place.hand_in(0, place.answer(0, proposal=None), "two")
    assert place.run("ingest") == 1
    unit = place.units[0].unit
    assert f"two/{unit}.json: answers the unit otherwise than one/{unit}.json does" in capsys.readouterr().err
    assert place.out == before


def test_an_answer_that_was_written_anew_or_lost_stays_as_it_was_shown(place: Place) -> None:
    path = place.hand_in(0, place.answer(0))
    assert place.run("ingest") == 0
    before = place.out
    place.hand_in(0, place.answer(0, proposal=None))
    assert place.run("ingest") == 1
    path.unlink()
    assert place.run("ingest") == 0
    assert place.out == before


def test_another_verifier_lowers_and_its_word_is_not_lost_with_its_file(place: Place) -> None:
    place.hand_in(0, place.answer(0))
    word = place.hand_in(0, {"verdict": "LOW_CONFID", "claim_checks": []}, "checker", ".verdict.json")
    assert place.run("ingest") == 0
    (proposal,) = place.proposals().values()
    assert proposal.op == "O3"
    word.unlink()
    assert place.run("ingest") == 0
    (proposal,) = place.proposals().values()
    assert proposal.op == "O3"


# --- many hands -------------------------------------------------------------------------------------------------------

WORKER = """
import json, pathlib, sys, time
folder, answers = pathlib.Path(sys.argv[1]), json.loads(sys.stdin.read())
folder.mkdir(parents=True)
for unit, text in answers.items():
    with (folder / (unit + ".json")).open("w", encoding="utf-8") as handle:  # not in one step, on purpose
        handle.write(text[: len(text) // 2])
        handle.flush()
        time.sleep(0.02)
        handle.write(text[len(text) // 2 :])
"""


def start_worker(place: Place, name: str, numbers: range) -> subprocess.Popen[str]:
    answers = {place.units[number].unit: json.dumps(answer_of(place, number)) for number in numbers}
    folder = str(place.root / "4-artefacts" / name)
    worker = subprocess.Popen([sys.executable, "-c", WORKER, folder], stdin=subprocess.PIPE, text=True)
    assert worker.stdin is not None
    worker.stdin.write(json.dumps(answers))
    worker.stdin.close()
    return worker


def answer_of(place: Place, number: int) -> dict[str, Any]:
    """Good ones, some without an edit, some that are rejected."""
    if number % 8 == 3:
        return place.answer(number, proposal=None)
    if number % 8 == 5:
        return place.answer(number, evidence={"invocation_ref": "inv-9", "quote": quote_of(number)})
    return place.answer(number)


def test_eight_workers_write_while_three_ingests_run(tmp_path: Path) -> None:
    """Nothing is lost, nothing counted twice, and the bytes at the end are those of one quiet ingest."""
    place = make_place(tmp_path / "ws", 96)
    workers = [start_worker(place, f"worker-{n}", range(n * 12, n * 12 + 12)) for n in range(8)]
    ingests = [
        subprocess.Popen([*R11, "ingest", str(place.root)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert [worker.wait(60) for worker in workers] == [0] * 8
    for ingest in ingests:
        ingest.communicate(timeout=120)
        assert ingest.returncode in (0, 1)
    assert place.run("ingest") == 1  # the rejected answers are to be done again
    proposals = place.proposals()
    assert proposals.keys() == {place.units[n].flag.flag_key for n in range(96) if n % 8 not in (3, 5)}
    assert len(place.out.splitlines()) == len(proposals)
    quiet = tmp_path / "quiet"
    shutil.copytree(place.root, quiet, ignore=shutil.ignore_patterns("5-proposals"))
    assert Place(quiet, place.units).run("ingest") == 1
    assert Place(quiet, place.units).out == place.out
