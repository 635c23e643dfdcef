"""Whatever is answered to a probe: no manifest, no byte, no stamp and no figure of the review comes from it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from probing import SHARE, answer, at, claim_of, dealt, probe_events, switch
from small_programme import SmallProgramme, press, run, shown

from r11.apply import main as apply
from r11.cli import main
from r11.pilot.assessment import Assessment
from r11.pilot.probes import NO_PROBES
from r11.records import ApprovedManifest, ProbeSeeded, manifest_digest
from r11.report.review import review_context, review_json
from r11.storage import ProbeFolder, read_decisions
from r11.vocabulary import EventKind, ProbeOutcome
from r11.workbench.pilot import measured
from r11.workbench.pilot_review import assess_workspace
from r11.workbench.probes import find_probes
from r11.workbench.programme import open_programme

Small = SmallProgramme
KINDS = ("outdated", "close", "to_o3", "own line", "ask")
NAME = "Ada Unmistakable"


@pytest.fixture
def reviewed(small: Small) -> Small:
    """One item approved and one closed; the queue holds three probes that nobody answered yet."""
    switch(small, SHARE)
    panel = small.panel(NAME)
    press(panel, "outdated")  # the first of the sample of the class list
    at(panel, "drop")
    press(panel, "close")
    return small


def answer_all(small: Small, kind: str, *, told: bool = False) -> list[ProbeSeeded]:
    panel = small.panel(NAME, "s2")
    for probe in dealt(small, NAME):
        answer(panel, probe, kind)
    if told:
        press(panel, "go", page="end")
    assert all(probe_events(small))
    return dealt(small, NAME)


def assessed(small: Small) -> tuple[Assessment, Any]:
    programme = open_programme(small.workspace)
    pairs = list(programme.propose())
    measures = measured(programme, pairs)
    return assess_workspace(small.workspace, programme, pairs, measures, now=small.clock()), measures


@pytest.mark.parametrize("told", [False, True], ids=["not told", "told"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_figure_of_the_review_but_their_own_moves(reviewed: Small, kind: str, told: bool) -> None:
    """Split, acceptance, throughput, agreement, look, decision: every field of what a report is made of."""
    before, _ = assessed(reviewed)
    answer_all(reviewed, kind, told=told)
    after, _ = assessed(reviewed)
    assert after.probes.dealt == 3
    assert after.probes.measures[-1].answered.numerator == 3
    assert replace(after, probes=NO_PROBES) == replace(before, probes=NO_PROBES)


@pytest.mark.parametrize("told", [False, True], ids=["not told", "told"])
@pytest.mark.parametrize("kind", KINDS)
def test_freeze_apply_and_stamp_know_none_of_them(
    reviewed: Small, kind: str, told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    ws, before, plain = reviewed.workspace, reviewed.corpus(), manifest_of(reviewed, "plain")
    probes = answer_all(reviewed, kind, told=told)
    made = manifest_of(reviewed, "spring")
    assert (made.files, made.closures) == (plain.files, plain.closures)
    assert sum(len(file.edits) for file in made.files) == len(made.closures) == 1
    capsys.readouterr()
    assert apply([str(ws.approved / "spring.json"), "--corpus", str(ws.corpus), "--workspace", str(ws.root)]) == 0
    run("stamp", str(ws.receipts / "spring.json"), "--ledger", str(ws.ledger))
    (file,) = made.files
    (edit,) = file.edits
    page = before[file.file].replace(edit.line_before.encode(), (edit.line_after or "").encode())
    assert reviewed.corpus() == before | {file.file: page}
    flags = {f"{f['file']}#{f['id']}": f for record in json.loads(ws.ledger.read_bytes()) for f in record["flags"]}
    assert {key for key, flag in flags.items() if flag.get("applied") or flag.get("closed")} == {
        edit.flag_key, made.closures[0].flag_key,
    }  # fmt: skip
    assert not any(probe.key in ws.ledger.read_text(encoding="utf-8") for probe in probes)
    kept = [path.read_text(encoding="utf-8") for f in (ws.approved, ws.receipts) for path in f.glob("*.json")]
    assert not any("probe" in text for text in kept)


def manifest_of(small: Small, batch: str) -> ApprovedManifest:
    """Frozen, read, and taken out of the way again."""
    path = small.workspace.approved / f"{batch}.json"
    run("freeze", str(small.workspace.root), "--batch", batch)
    made = msgspec.json.decode(path.read_bytes(), type=ApprovedManifest)
    if batch == "plain":
        path.unlink()
    return made


@pytest.mark.parametrize("kind", ["outdated", "close", "own line"])
def test_answers_that_somebody_copies_among_the_reviews_are_refused_by_name(
    reviewed: Small, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    probes = answer_all(reviewed, kind)
    (log,) = ProbeFolder(reviewed.workspace.decisions).answers.glob("*.jsonl")
    before, _ = assessed(reviewed)
    shutil.copy(log, reviewed.workspace.decisions / "copied.jsonl")
    capsys.readouterr()
    assert main(["freeze", str(reviewed.workspace.root), "--batch", "spring"]) == 1
    told = capsys.readouterr().err
    assert all(f"{probe.key}: the item is a probe" in told for probe in probes)
    assert told.count("[PROBE]") == 3
    made = msgspec.json.decode((reviewed.workspace.approved / "spring.json").read_bytes(), type=ApprovedManifest)
    assert sum(len(file.edits) for file in made.files) == len(made.closures) == 1
    after, _ = assessed(reviewed)
    same = ("items", "strata", "carried", "second", "decision")
    assert all(getattr(after, name) == getattr(before, name) for name in same)
    assert after.throughput.classes == before.throughput.classes


@pytest.mark.parametrize("copied", [False, True], ids=["as they lie", "copied among the reviews"])
def test_a_manifest_made_by_hand_from_an_answer_to_a_probe_writes_nothing(
    reviewed: Small, copied: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    ws, before = reviewed.workspace, reviewed.corpus()
    probe, *_ = answer_all(reviewed, "outdated")
    (log,) = ProbeFolder(ws.decisions).answers.glob("*.jsonl")
    if copied:
        shutil.copy(log, ws.decisions / "copied.jsonl")
    said = next(e for e in read_decisions(log.parent).entries if e.event.flag_keys == (probe.key,))
    main(["freeze", str(ws.root), "--batch", "spring"])
    path = ws.approved / "spring.json"
    made = msgspec.json.decode(path.read_bytes(), type=ApprovedManifest)
    ((file,), structs) = made.files, msgspec.structs
    (edit,) = file.edits
    for key in (probe.key, probe.source):
        confirmation = structs.replace(edit.confirmation, event_sha256=said.sha256, at=said.event.at, by=NAME)
        forged = structs.replace(
            edit, flag_key=key, line=probe.proposal.line, line_before=probe.proposal.line_before or "",
            line_after=probe.proposal.line_after, edits=probe.proposal.edits, proof=probe.proposal.proof,
            confirmation=confirmation,
        )  # fmt: skip
        false = structs.replace(made, batch="forged", files=(structs.replace(file, edits=(forged,)),), closures=())
        false = structs.replace(false, sha256=manifest_digest(false))
        (ws.approved / "forged.json").write_bytes(msgspec.json.encode(false))
        capsys.readouterr()
        arguments = ["--corpus", str(ws.corpus), "--workspace", str(ws.root)]
        assert apply([str(ws.approved / "forged.json"), *arguments]) == 2
        assert "refused as a whole, nothing was written" in capsys.readouterr().err
        assert reviewed.corpus() == before


@pytest.mark.parametrize("verb", ["decide", "story"])
def test_a_probe_is_no_item_of_a_command(reviewed: Small, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    probe, *_ = answer_all(reviewed, "outdated")
    more = ["--event", "approve", "--disposition", "wrong", "--reviewer", NAME] if verb == "decide" else []
    capsys.readouterr()
    assert main([verb, probe.key, "--workspace", str(reviewed.workspace.root), *more]) == 2
    assert probe.key in capsys.readouterr().err


def test_the_story_of_the_source_is_as_if_there_were_no_probe(
    reviewed: Small, capsys: pytest.CaptureFixture[str]
) -> None:
    def stories() -> list[str]:
        told = []
        for probe in dealt(reviewed, NAME):
            capsys.readouterr()
            assert main(["story", probe.source, "--workspace", str(reviewed.workspace.root)]) == 0
            told.append(capsys.readouterr().out)
        return told

    before = stories()
    answer_all(reviewed, "outdated")
    assert stories() == before


def test_another_reviewer_meets_the_source_as_it_is_and_settles_it_for_all(reviewed: Small) -> None:
    probe, *_ = answer_all(reviewed, "outdated")
    switch(reviewed, "")
    other = reviewed.panel("ReviewerB", "b")
    at(other, claim_of(probe))
    press(other, "outdated")
    assert reviewed.status(claim_of(probe)) == "approved"
    switch(reviewed, SHARE)
    mine = reviewed.panel(NAME, "s3")
    assert at(mine, claim_of(probe))["answer"] == "You: approved as outdated"  # to the probe
    assert not any("approved" in shown(note) for note in at(mine, claim_of(probe))["notes"])
    press(mine, "go", page="end")
    assert any("ReviewerB: approved" in shown(note) for note in at(mine, claim_of(probe))["notes"])


def test_a_confirmed_source_is_dealt_to_nobody(reviewed: Small) -> None:
    for number in range(1, 9):
        run(
            "decide", reviewed.key(f"s{number}"), "--event", "to_o3", "--reviewer", "ReviewerB",
            "--workspace", str(reviewed.workspace.root),
        )  # fmt: skip
    reviewed.panel("ReviewerC", "c")
    assert dealt(reviewed, "ReviewerC") == []


def test_the_report_tells_what_was_missed_and_never_whose_it_was(reviewed: Small) -> None:
    answer_all(reviewed, "outdated")
    found, _ = assessed(reviewed)
    page, plain = review_context(found)["probes"], json.dumps(review_json(found))
    assert [cells[:3] for cells in page][-1] == ["both", "3/3", "3/3"]
    assert "1 files are too few" in page[-1][3]  # all three in one file: no interval, and no percentage
    assert NAME not in json.dumps(page)
    assert "Ada" not in plain


def test_probes_and_their_answers_are_all_on_record(reviewed: Small) -> None:
    answer_all(reviewed, "to_o3", told=True)
    folder = reviewed.workspace.decisions / "probes"
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.jsonl")}
    assert names == {f"seeded/{NAME}.jsonl", f"{NAME}-s2.jsonl"}
    kinds = [json.loads(line)["what"] for line in (folder / "seeded" / f"{NAME}.jsonl").read_text().splitlines()]
    assert kinds == ["seeded"] * 3 + ["told"] * 3
    assert [event.event for event in probe_events(reviewed)] == [EventKind.TO_O3] * 3
    assert find_probes(reviewed.workspace).measures[-1].count(ProbeOutcome.CAUGHT) == 3
    assert "/6-decisions/**/leases/" in (reviewed.workspace.root / ".gitignore").read_text(encoding="utf-8")
