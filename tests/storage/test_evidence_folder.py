"""`2-evidence/` on disk: nothing is half written, and a journal that a kill cut short is gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from r11.errors import Locked, WorkspaceError
from r11.records import FlagEvidence, Page, sha256_hex
from r11.storage import EvidenceFolder
from r11.vocabulary import EvidenceState, MatchKind, PageOutcome

TEXT = "# Pools\n\nUp to 40 – not more."
SHA = sha256_hex(TEXT.encode())


def a_page(url: str = "https://h.example/a", **more: str) -> Page:
    return Page(url=url, outcome=PageOutcome.FETCHED, fetched_at="2026-03-01T12:00:00+00:00", text_sha256=SHA, **more)


def a_state(key: str = "a.md#1") -> FlagEvidence:
    return FlagEvidence(
        flag_key=key,
        url="https://h.example/a",
        state=EvidenceState.STANDS,
        match=MatchKind.EXACT,
        passage="Up to 40",
        fetched_at="2026-03-01T12:00:00+00:00",
        text_sha256=SHA,
        sha256="0" * 64,
    )


@pytest.fixture
def folder(tmp_path: Path) -> EvidenceFolder:
    return EvidenceFolder(tmp_path / "2-evidence")


def test_before_the_first_refresh_there_is_nothing(folder: EvidenceFolder) -> None:
    assert (folder.pages(), folder.flags(), folder.journal(), folder.text(SHA)) == ({}, {}, [], None)
    assert not folder.root.exists()


def test_what_is_kept_comes_back(folder: EvidenceFolder) -> None:
    folder.keep(a_page(), TEXT)
    folder.keep(a_page("https://h.example/b"), TEXT)
    assert folder.journal() == [a_page(), a_page("https://h.example/b")]
    assert folder.text(SHA) == TEXT


def test_a_finished_run_is_the_index_and_ends_the_journal(folder: EvidenceFolder) -> None:
    folder.keep(a_page(), TEXT)
    folder.finish([a_page()], [a_state()], complete=True)
    assert folder.pages() == {a_page().url: a_page()}
    assert folder.flags() == {"a.md#1": a_state()}
    assert folder.journal() == []


def test_a_run_out_of_time_leaves_its_journal(folder: EvidenceFolder) -> None:
    folder.keep(a_page(), TEXT)
    folder.finish([a_page()], [a_state()], complete=False)
    assert folder.pages()
    assert folder.journal() == [a_page()]


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_line_that_a_kill_cut_short_is_no_entry(folder: EvidenceFolder, cut: int) -> None:
    """And what is kept after it is one."""
    folder.keep(a_page(), TEXT)
    folder.keep(a_page("https://h.example/b"), TEXT)
    journal = folder.root / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-cut])
    assert folder.journal() == [a_page()]
    with folder.writing("r11 refresh"):
        folder.keep(a_page("https://h.example/c"), TEXT)
    assert folder.journal() == [a_page(), a_page("https://h.example/c")]


def test_a_text_that_is_no_longer_what_its_name_says_is_not_given(folder: EvidenceFolder) -> None:
    folder.keep(a_page(), TEXT)
    (folder.root / "pages" / f"{SHA}.md").write_text("Up to 50", encoding="utf-8")
    assert folder.text(SHA) is None
    folder.keep(a_page(), TEXT)
    assert folder.text(SHA) == TEXT


def test_an_index_that_is_none_is_named_with_its_line(folder: EvidenceFolder) -> None:
    folder.finish([a_page()], [a_state()], complete=True)
    index = folder.root / "index.jsonl"
    index.write_bytes(index.read_bytes() + b'{"page": 5}\n')
    with pytest.raises(WorkspaceError, match=r"index\.jsonl:3"):
        folder.flags()


def test_one_refresh_at_a_time(folder: EvidenceFolder) -> None:
    with folder.writing("r11 refresh"), pytest.raises(Locked), EvidenceFolder(folder.root).writing("r11 refresh"):
        pass
