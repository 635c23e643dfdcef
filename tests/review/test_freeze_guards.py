"""What a freeze never lets through: a file that reads back as other lines, a manifest thrown away in mid-run."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from r11.apply.journal import Journal, JournalEntry, Step
from r11.cli import main
from r11.records import ApprovedManifest, Edit
from r11.review.freeze import freeze
from r11.storage import read_json
from r11.text.lines import splice
from r11.vocabulary import FixOp

Programme = Any
C1, C3 = (f"skills/store/limits.md#c{number}" for number in (1, 3))
LINE = "The queue keeps 500 messages."
BASE = f"# Limits\n\n{LINE}\nBackups are kept, quite often, for 7 days.\nWrite to us.\n".encode()


def test_an_edit_that_would_make_a_carriage_return_part_of_a_line_end_is_left_out(programme: Programme) -> None:
    """And only that one: the other edit of the file is frozen."""
    full_stop = Edit(start=28, end=29, old=".", new="\r")
    flag = replace(programme.flags["write"], line=3, claim=LINE)
    programme.flags["write"] = flag
    programme.evidence["write"] = programme.look_up(flag)
    after = splice(LINE.encode(), [(28, 29, b"\r")]).decode()
    programme.proposals["write"] = programme.propose(flag, FixOp.O1, LINE, (full_stop,), after)
    log = programme.log("ReviewerA")
    log.approve(programme.seen("write"))
    log.approve(programme.seen("drop"))
    result = freeze(programme.inputs(BASE), batch="spring", now=programme.clock[0], max_age=timedelta(days=14))
    assert [(refusal.flag_key, refusal.code.value) for refusal in result.refused] == [(flag.key, "OTHER_LINES")]
    assert [edit.flag_key for file in result.manifest.files for edit in file.edits] == [programme.key("drop")]


def test_a_manifest_whose_run_was_interrupted_is_never_to_be_deleted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    approve = ["--event", "approve", "--disposition", "outdated", "--reviewer", "ReviewerA"]
    assert main(["decide", C1, *approve]) == 0
    assert main(["freeze", "--batch", "spring"]) == 0
    manifest = read_json(folder / "7-approved" / "spring.json", ApprovedManifest)
    with Journal(folder / "8-receipts" / "spring.journal") as journal:
        journal.open(JournalEntry(step=Step.STARTED, at="earlier", manifest_sha256=manifest.sha256, corpus="kb"))
        journal.record(JournalEntry(step=Step.WRITTEN, file="skills/store/limits.md"))
    assert main(["decide", C3, "--event", "edit", "--text", "Call us now.", "--reviewer", "ReviewerA"]) == 0
    assert main(["decide", C3, *approve]) == 0
    capsys.readouterr()
    assert main(["freeze", "--batch", "spring"]) == 2
    told = capsys.readouterr().err
    assert "an interrupted run of this batch has written 1 file (journal" in told
    assert "delete it first" not in told
