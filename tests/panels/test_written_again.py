"""A manifest that was written, and decisions that changed since: what the panel says of it, and how it is mended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from small_programme import SmallProgramme, at, press, shown

from r11.apply import main as apply
from r11.panels.review import ReviewPanel
from r11.records import ApprovedManifest
from r11.review.batches import parts_of

Small = SmallProgramme


def written(small: Small, panel: ReviewPanel, claims: tuple[str, ...]) -> Path:
    """A manifest of these claims, approved and frozen in the panel."""
    for claim in claims:
        at(panel, claim)
        press(panel, "outdated")
    press(panel, "go", page="end")
    press(panel, "freeze")
    (path,) = small.workspace.approved.glob("*.json")
    return path


def held(path: Path) -> set[str]:
    manifest = msgspec.json.decode(path.read_bytes(), type=ApprovedManifest)
    return {part.flag_key.rpartition("#")[2] for part in parts_of(manifest)}


def applied(small: Small, path: Path) -> int:
    words = [str(path), "--corpus", str(small.workspace.corpus), "--workspace", str(small.workspace.root)]
    return apply(words)


def test_an_undo_says_that_the_written_manifest_no_longer_matches_and_it_is_written_again(small: Small) -> None:
    panel = small.panel()
    path = written(small, panel, ("s1", "s2"))
    assert panel.screen["end"]["stale"] == []
    status = press(panel, "undo")["status"]["text"]
    assert status.startswith("undone: the approval, s2 in skills/store/limits.md. ")
    assert f"{path.stem} no longer matches" in status
    assert applied(small, path) == 2  # and apply refuses it until then
    ((batch, words, can_rewrite),) = press(panel, "go", page="end")["end"]["stale"]
    assert (batch, can_rewrite) == (path.stem, True)
    assert "1 of its 2 items no longer decided as it says; 1 of 2 are decided as it says" in words
    screen = press(panel, "freeze", batch=batch)
    assert screen["status"]["text"].startswith("written again: ")
    assert screen["end"]["stale"] == []
    assert [path] == list(small.workspace.approved.glob("*.json"))
    assert held(path) == {"s1"}
    assert applied(small, path) == 0


CHANGES: list[Any] = [
    pytest.param([("s2", "wrong")], "1 of its 2 items decided otherwise since", {"s1", "s2"}, id="another ruling"),
    pytest.param([("s2", "close")], "1 of its 2 items decided otherwise since", {"s1", "s2"}, id="closed instead"),
    pytest.param([("s2", "to_o3")], "1 of its 2 items no longer decided as it says", {"s1"}, id="sent to O3"),
    pytest.param([("s5", "outdated")], "1 decided since in its files and not in it", {"s1", "s2", "s5"}, id="one more"),
]


@pytest.mark.parametrize(("decisions", "words", "holds"), CHANGES)
def test_what_was_decided_since_is_counted_and_taken_in(
    small: Small, decisions: list[tuple[str, str]], words: str, holds: set[str]
) -> None:
    panel = small.panel()
    path = written(small, panel, ("s1", "s2"))
    for claim, kind in decisions:
        at(panel, claim)
        press(panel, kind)
    ((batch, said, _),) = press(panel, "go", page="end")["end"]["stale"]
    assert words in said
    press(panel, "freeze", batch=batch)
    assert panel.screen["end"]["stale"] == []
    assert held(path) == holds


def test_of_a_manifest_without_anything_left_nothing_can_be_written(small: Small) -> None:
    panel = small.panel()
    path = written(small, panel, ("s1",))
    before = path.read_bytes()
    press(panel, "undo")
    ((_, words, can_rewrite),) = press(panel, "go", page="end")["end"]["stale"]
    assert not can_rewrite
    assert "none of its 1 item is decided as it says" in words
    assert applied(small, path) == 2
    assert path.read_bytes() == before


def test_once_it_was_applied_an_undo_says_that_it_puts_nothing_back(small: Small) -> None:
    panel = small.panel()
    path = written(small, panel, ("s1",))
    assert applied(small, path) == 0
    status = press(panel, "undo")["status"]["text"]
    assert "went to apply: no line is put back by this" in status
    assert f"--event revert --batch {path.stem}" in status
    assert press(panel, "go", page="end")["end"]["stale"] == []
    assert press(panel, "freeze", batch=path.stem)["status"]["text"].startswith(f"batch {path.stem} went to apply")


def test_old_evidence_is_no_other_decision(small: Small) -> None:
    """A manifest whose pages were fetched again holds as before: nobody is asked to write it again."""
    panel = small.panel()
    path = written(small, panel, ("s1",))
    index = small.workspace.evidence / "index.jsonl"
    index.write_text(index.read_text().replace('"fetched_at":"20', '"fetched_at":"19'))
    assert press(panel, "go", page="end")["end"]["stale"] == []
    assert held(path) == {"s1"}


def test_an_undo_is_not_said_to_have_failed_where_a_manifest_cannot_be_read(small: Small) -> None:
    panel = small.panel()
    path = written(small, panel, ("s1",))
    path.write_text("{")
    status = press(panel, "undo")["status"]
    assert not status["error"]
    assert status["text"].startswith("undone: the approval, s1")
    assert "could not be read" in status["text"]
    assert small.status("s1") == "open"


@pytest.mark.parametrize("name", ["spring", "../spring", "/tmp/spring"])
def test_no_other_file_is_written_under_the_name_of_a_batch(small: Small, name: str) -> None:
    panel = small.panel()
    path = written(small, panel, ("s1",))
    before = path.read_bytes()
    screen = press(panel, "freeze", batch=name)
    assert screen["status"]["error"]
    assert path.read_bytes() == before
    assert not list(small.workspace.root.parent.rglob("spring*"))


def test_an_undo_of_what_no_manifest_holds_says_nothing_of_one(small: Small) -> None:
    panel = small.panel()
    written(small, panel, ("s1",))
    at(panel, "drop")
    press(panel, "close")
    assert press(panel, "undo")["status"]["text"] == "undone: the closing, drop in skills/store/limits.md"
    assert shown(panel.screen["item"]["place"]).startswith("skills/store/limits.md")
