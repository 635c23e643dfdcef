"""The figures of the review are those of the one look: nothing that happens afterwards moves them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from played_review import DAY, again, page, tables_of, text_of

from r11.apply import main as apply_main
from r11.cli import main
from r11.review.answers import Signature, close
from r11.storage import Workspace, read_decisions
from r11.vocabulary import ItemStatus
from r11.workbench.desk import ReviewDesk
from r11.workbench.programme import open_programme
from r11.workbench.refreshing import refresh_evidence
from r11.workbench.rehearsal import play


def of_the_look(workspace: Workspace) -> dict[str, list[dict[str, object]]]:
    assert main(["report", str(workspace.root)]) in (0, 1)  # 1: claims that an unstamped batch changed
    found = tables_of(workspace)
    names = json.loads((workspace.reports / "report.json").read_bytes())["review"]["tables"]
    decision = [row for row in found["decision"] if row["yardstick"] != "o1_abort_share"]  # counted as things stand
    return {name: found[name] for name in names} | {"decision": decision}


def rewrite_pages(workspace: Workspace, keys: Sequence[str]) -> None:
    """The authors of the cited pages take out what the quotes of these flags were taken from, and they are fetched."""
    flags = {flag.key: flag for flag in open_programme(workspace).ledger.flags}
    names = json.loads((workspace.root / "pages" / "index.json").read_bytes())
    for key in keys:
        page_file = workspace.root / "pages" / names[flags[key].page_url]
        text = page_file.read_text(encoding="utf-8")
        changed = text.replace(flags[key].evidence_quote, "This passage was written anew.")
        assert changed != text
        page_file.write_text(changed, encoding="utf-8")
    refresh_evidence(workspace)


def approved_in_drawn_files(workspace: Workspace) -> list[str]:
    frozen = json.loads((workspace.protocol / "protocol.frozen.json").read_bytes())
    items = read_decisions(workspace.decisions).items
    return [
        key
        for key, state in sorted(items.items())
        if state.status is ItemStatus.APPROVED
        and not state.standing[0].edited
        and key.partition("#")[0] in frozen["drawn"]
    ]


def test_pages_that_change_after_the_look_move_no_figure_of_it(played: Workspace, tmp_path: Path) -> None:
    """On the pages of today two answers would be stale, the look would be undone and fall due again later."""
    later = again(played, tmp_path / "ws")
    before, keys = of_the_look(later), approved_in_drawn_files(later)[:2]
    kept = (later.protocol / "look.json").read_bytes()
    rewrite_pages(later, keys)
    assert main(["propose", str(later.root)]) == 0
    after = of_the_look(later)
    assert after == before
    assert (later.protocol / "look.json").read_bytes() == kept


def test_answers_after_the_look_move_no_figure_of_it_whatever_their_date(played: Workspace, tmp_path: Path) -> None:
    later = again(played, tmp_path / "ws")
    before, keys = of_the_look(later), approved_in_drawn_files(later)
    long_ago = DAY + timedelta(minutes=1)
    desk = ReviewDesk(later, "somebody else", "s1", lambda: long_ago)
    for key in keys[:3]:
        signature = Signature(
            "somebody else", "s1", long_ago.isoformat(timespec="milliseconds"), active_ms=4000, wall_ms=4000
        )
        desk.record(close(signature, desk.seen(key)), {key: desk.state(key).version})
    assert of_the_look(later) == before


def test_a_batch_after_the_look_moves_no_figure_of_it(played: Workspace, tmp_path: Path) -> None:
    later = again(played, tmp_path / "ws")
    before = of_the_look(later)
    assert main(["freeze", str(later.root), "--batch", "all"]) in (0, 1)
    assert apply_main([str(later.approved / "all.json"), "--workspace", str(later.root)]) in (0, 1)
    applied = of_the_look(later)
    assert main(["stamp", str(later.receipts / "all.json")]) == 0
    assert main(["propose", str(later.root)]) == 0
    stamped = of_the_look(later)
    assert applied == before
    assert stamped == before


def test_a_look_that_was_changed_is_refused_by_its_place(
    played: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    later = again(played, tmp_path / "ws")
    file = later.protocol / "look.json"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"due_at": "2026', '"due_at": "2025'), encoding="utf-8")
    assert main(["report", str(later.root)]) == 2
    said = capsys.readouterr().err
    assert str(file) in said
    assert "bring it back from git or a copy" in said


def test_logs_that_lack_what_the_look_was_of_decide_nothing(played: Workspace, tmp_path: Path) -> None:
    later = again(played, tmp_path / "ws")
    log = max(later.decisions.glob("*.jsonl"), key=lambda path: path.stat().st_size)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]))
    assert main(["report", str(later.root)]) == 0
    text = text_of(page(later))
    assert "Figures, not a decision" in text
    assert "the log no longer holds the last of them: bring the log back" in text


def test_no_look_is_kept_before_it_is_due_or_where_nothing_binds(prepared: Workspace, tmp_path: Path) -> None:
    early = again(prepared, tmp_path / "early")
    play(early, seed=7, error_rate=0.04, start=DAY + timedelta(hours=1), items=24)
    assert main(["report", str(early.root)]) == 0
    assert not (early.protocol / "look.json").exists()
