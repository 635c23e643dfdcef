"""What a run is doing, while it does it: `8-receipts/<run>.journal`, JSON Lines, appended and never rewritten.

A step is on record before the corpus is touched, so after a crash the journal names the one file that may be in either
state, both its hashes, and the temporary file that may lie beside it. A run that is taken up again appends to the same
journal; the finished receipt takes its place.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import msgspec

from r11.records import Record


class Step(StrEnum):
    """The steps of a run, in the order in which they are recorded."""

    STARTED = "started"
    WRITING = "writing"
    WRITTEN = "written"
    LEFT_OUT = "left-out"
    INTERRUPTED = "interrupted"


class JournalEntry(Record, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step. `STARTED` names manifest and corpus; the steps of a file name it, and `WRITING` its temporary file."""

    step: Step
    at: str = ""
    manifest_sha256: str = ""
    corpus: str = ""
    tool_version: str = ""
    file: str = ""
    sha256_before: str = ""
    sha256_after: str = ""
    temporary: str = ""
    detail: str = ""


@dataclass(frozen=True)
class Unfinished:
    """What an earlier run left: who it was for, which files it wrote, which it was writing, and temporary files."""

    started: str
    manifest_sha256: str
    corpus: str
    written: frozenset[str] = frozenset()
    in_doubt: frozenset[str] = frozenset()
    temporaries: tuple[tuple[str, str], ...] = ()

    @property
    def touched(self) -> frozenset[str]:
        """Files of which this run, and nobody else, may have made the state after."""
        return self.written | self.in_doubt

    def told(self, path: Path) -> str:
        """One sentence for whoever is refused while the journal at `path` is there."""
        count = len(self.written)
        doubt = f", and perhaps {', '.join(sorted(self.in_doubt))}" if self.in_doubt else ""
        return f"an interrupted run of this batch has written {count} file{'s'[: count != 1]}{doubt} (journal {path})"


def read_journal(path: Path) -> Unfinished | None:
    """The state that an interrupted run left; None where there is none.

    A line that a crash tore is no step: the step it would have announced had not begun.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return None
    entries = [entry for line in lines if (entry := _entry(line))]
    started = next((e for e in entries if e.step is Step.STARTED), None)
    if started is None:
        return None
    written = frozenset(e.file for e in entries if e.step is Step.WRITTEN)
    begun = [e for e in entries if e.step is Step.WRITING]
    return Unfinished(
        started.at,
        started.manifest_sha256,
        started.corpus,
        written,
        frozenset(e.file for e in begun) - written,
        tuple((e.file, e.temporary) for e in begun),
    )


def _entry(line: bytes) -> JournalEntry | None:
    try:
        return msgspec.json.decode(line, type=JournalEntry, strict=True)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


@dataclass
class Journal:
    """The journal of a run that is under way. Raises OSError where a step cannot be recorded: it does not begin."""

    path: Path
    durable: bool = True
    _descriptor: int = field(default=-1, init=False)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def open(self, started: JournalEntry) -> None:
        """Begin a run, or take one up again. The start is on the disk before the first file is touched.

        The steps after it are not synced one by one: after a power cut the hashes of the files say the same.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        self._end_torn_line()
        self.record(started)
        if self.durable:
            os.fsync(self._descriptor)

    def record(self, entry: JournalEntry) -> None:
        line = memoryview(msgspec.json.encode(entry) + b"\n")
        while line:
            line = line[os.write(self._descriptor, line) :]

    def _end_torn_line(self) -> None:
        size = os.fstat(self._descriptor).st_size
        if size and os.pread(self._descriptor, 1, size - 1) != b"\n":
            os.write(self._descriptor, b"\n")
