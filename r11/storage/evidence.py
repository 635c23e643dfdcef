"""`2-evidence/`: the index of pages and flags, page texts by their hash, and the journal of an unfinished refresh.

index.jsonl    what the last finished run found: a line per page, then a line per flag; replaced as a whole
journal.jsonl  a line per page as it came in; a last line that a kill cut short is no entry
pages/HASH.md  the text of a page; read back only where it still has that hash
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from r11.records import EvidenceLine, FlagEvidence, Page, sha256_hex
from r11.storage.files import listed, read_jsonl, remove_unfinished, write_jsonl
from r11.storage.locks import evidence_lock


class EvidenceFolder:
    """The evidence of a workspace. Reading needs nothing; a refresh writes within `writing()`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._index = root / "index.jsonl"
        self._journal = root / "journal.jsonl"

    @contextmanager
    def writing(self, holder: str) -> Iterator[None]:
        """One refresh at a time. Raises Locked."""
        with evidence_lock(self.root, holder):
            remove_unfinished(self._index)
            self._cut_journal_at_last_entry()
            yield

    def _cut_journal_at_last_entry(self) -> None:
        if self._journal.exists():
            whole, newline, _cut_short = self._journal.read_bytes().rpartition(b"\n")
            os.truncate(self._journal, len(whole + newline))

    def pages(self) -> Mapping[str, Page]:
        """The pages of the index by URL. Raises WorkspaceError where a line is no record."""
        return {line.page.url: line.page for line in self._lines() if line.page}

    def flags(self) -> Mapping[str, FlagEvidence]:
        """What the pages of the index mean for each flag, by flag key. Raises WorkspaceError."""
        return {line.flag.flag_key: line.flag for line in self._lines() if line.flag}

    def _lines(self) -> Iterator[EvidenceLine]:
        return read_jsonl(self._index, EvidenceLine) if self._index.exists() else iter(())

    def journal(self) -> list[Page]:
        """The pages of an unfinished run in the order they came in."""
        if not self._journal.exists():
            return []
        *whole, _cut_short = self._journal.read_bytes().split(b"\n")
        entries = (msgspec.json.decode(line, type=EvidenceLine) for line in whole)
        return [entry.page for entry in entries if entry.page]

    def text(self, sha256: str) -> str | None:
        """A page text, None where it is absent or no longer what its name says."""
        try:
            data = self._text_file(sha256).read_bytes()
        except FileNotFoundError:
            return None
        return data.decode("utf-8") if sha256_hex(data) == sha256 else None

    def texts(self) -> list[str]:
        """The hashes of all page texts that were ever kept here, by their names."""
        return [path.stem for path in listed(self.root / "pages", ".md")]

    def keep(self, page: Page, text: str | None) -> None:
        """The text first, then the line that names it: an entry of the journal never lacks its text.

        No fsync for each of hundreds of texts: one that a crash of the machine tears no longer has its hash.
        """
        if text is not None and page.text_sha256 is not None and self.text(page.text_sha256) is None:
            file = self._text_file(page.text_sha256)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode("utf-8"))
        self.root.mkdir(parents=True, exist_ok=True)
        with self._journal.open("ab") as handle:
            handle.write(msgspec.json.encode(EvidenceLine(page=page)) + b"\n")

    def finish(self, pages: Iterable[Page], flags: Iterable[FlagEvidence], *, complete: bool) -> None:
        """Replace the index. The journal ends with a complete run; else the next one goes on from it."""
        lines = [EvidenceLine(page=page) for page in pages] + [EvidenceLine(flag=flag) for flag in flags]
        write_jsonl(self._index, lines)
        if complete:
            self._journal.unlink(missing_ok=True)

    def _text_file(self, sha256: str) -> Path:
        return self.root / "pages" / f"{sha256}.md"
