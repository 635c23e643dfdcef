"""`6-decisions/probes/`: which probes were dealt to whom (`seeded/<reviewer>.jsonl`); the answers' logs beside it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from r11.errors import Refused
from r11.records import ProbeSeeded, ProbeTold
from r11.review.probes import ProbeLog, lines_behind, read_probe_log
from r11.storage.decisions import AppendLog, file_name
from r11.storage.files import listed
from r11.storage.locks import decisions_lock


class ProbeFolder:
    """The probes of a workspace; `decisions` is its `6-decisions`."""

    def __init__(self, decisions: Path) -> None:
        self.answers = decisions / "probes"
        self._seeded = self.answers / "seeded"

    def read(self, reviewer: str) -> ProbeLog:
        """What was dealt to one reviewer. Raises UsageError for a name that no log can have."""
        return _read(self._file(reviewer))

    def logs(self) -> tuple[ProbeLog, ...]:
        """What was dealt to everybody."""
        return tuple(_read(path) for path in listed(self._seeded, ".jsonl"))

    def append(self, reviewer: str, known: ProbeLog, drafts: Iterable[ProbeSeeded | ProbeTold]) -> ProbeLog:
        """The log with these lines, on the disk when this returns. Where another tab wrote meanwhile than `known`,
        nothing is written and the log is as it is now. Raises Refused (`BROKEN_CHAIN`)."""
        with decisions_lock(self.answers, reviewer):
            now = self.read(reviewer)
            if now.broken:
                raise Refused("BROKEN_CHAIN", now.log, now.broken)
            data = b"\n".join(lines_behind(now, drafts))
            if now.tail != known.tail or not data:
                return now
            AppendLog(self._file(reviewer)).append(data, after=now.size)
            return self.read(reviewer)

    def stamp(self, reviewer: str) -> int:
        """What tells that the log grew: its size."""
        file = self._file(reviewer)
        return file.stat().st_size if file.is_file() else 0

    def _file(self, reviewer: str) -> Path:
        return self._seeded / f"{file_name(reviewer)}.jsonl"


def _read(path: Path) -> ProbeLog:
    return read_probe_log(path.name, path.read_bytes()) if path.is_file() else ProbeLog(path.name)
