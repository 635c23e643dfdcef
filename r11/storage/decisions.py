"""Decision logs on disk: append with fsync, and only where nobody decided meanwhile.

A log belongs to one reviewer and session. Whoever records an event says which version of each item they saw; under the
lock of the folder all logs are read again, and where an item is another one by now the event is refused and nothing is
written: a late answer from a lost tab never overwrites a newer decision.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import quote

from r11.errors import Refused, UsageError, WorkspaceError
from r11.records import DecisionEvent, sha256_hex
from r11.review.decisions import Decisions, ItemState, follow, settle
from r11.review.log import Entry, LogReading, encode_event, next_event, read_log
from r11.storage.files import listed, sync_folder, write_atomic
from r11.storage.locks import decisions_lock

SESSION = re.compile(r"[A-Za-z0-9_.]{1,64}")
Stamps = tuple[tuple[Path, int, int], ...]
LONGEST_NAME = 120  # characters of a reviewer's name as it stands in the log's file name


class AppendLog:
    """A file that only grows, a line at a time; a line is on the disk before `append` returns."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, line: bytes, *, after: int) -> None:
        """Write the line and its terminator behind the first `after` bytes, which are all that counts so far.

        What stands behind them is a write that was cut off and never acknowledged; it is kept in a file beside the log.
        Where the write fails, the log is as it was. Raises OSError, and WorkspaceError where the log became shorter.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        try:
            self._set_aside(descriptor, after)
            _write_at(descriptor, line + b"\n", after)
        finally:
            os.close(descriptor)
        if after == 0:
            sync_folder(self.path.parent)

    def _set_aside(self, descriptor: int, after: int) -> None:
        size = os.fstat(descriptor).st_size
        if size < after:
            raise WorkspaceError(f"{self.path}: became shorter, {size} bytes instead of {after}; put it back first")
        if size > after:
            write_atomic(self.path.with_suffix(f".{after}.torn"), os.pread(descriptor, size - after, after))
            os.ftruncate(descriptor, after)


def _write_at(descriptor: int, data: bytes, offset: int) -> None:
    try:
        written = 0
        while written < len(data):
            written += os.pwrite(descriptor, data[written:], offset + written)
        os.fsync(descriptor)
    except BaseException:
        os.ftruncate(descriptor, offset)
        raise


def read_decisions(folder: Path) -> Decisions:
    """All logs of a workspace's `6-decisions`, folded. An absent folder holds no decisions."""
    return settle(read_log(path.name, path.read_bytes()) for path in listed(folder, ".jsonl"))


def file_name(reviewer: str) -> str:
    """A reviewer's name as it stands in the name of a log. Raises UsageError."""
    try:
        name = quote(reviewer, safe=" ")
    except UnicodeEncodeError as error:
        raise UsageError(f"reviewer {reviewer!r}: the name holds half a character") from error
    if not reviewer.strip() or len(name) > LONGEST_NAME:
        raise UsageError(f"reviewer {reviewer!r}: give a name of up to {LONGEST_NAME} characters")
    return name


class DecisionBook:
    """One session's way into `6-decisions`: read what everybody decided, and record what this reviewer decides.

    Safe to call from several threads and beside other processes.
    """

    def __init__(self, folder: Path, reviewer: str, session: str) -> None:
        """Raises UsageError for a name or a session that cannot be told apart in the name of a log."""
        name = file_name(reviewer)
        if not SESSION.fullmatch(session):
            raise UsageError(f"session {session!r}: letters, digits, _ and . only, up to 64")
        self.folder = folder
        self.reviewer = reviewer
        self.session = session
        self.log = AppendLog(folder / f"{name}-{session}.jsonl")
        self._known: dict[Path, LogReading] = {}
        self._folded: tuple[Stamps, Decisions] = ((), Decisions())

    def read(self) -> Decisions:
        """What everybody decided up to now. Only what was appended since the last call is read."""
        stamps = self._stamps()
        known, decisions = self._folded
        if stamps != known:
            decisions = settle([self._reading(path) for path, _, _ in stamps])
            self._folded = (stamps, decisions)
        return decisions

    def record(
        self, draft: DecisionEvent, seen: Mapping[str, str], *, demand: Callable[[Decisions], None] | None = None
    ) -> DecisionEvent:
        """Append the event; it is on the disk when this returns. `seen`: the version of each item that was looked at;
        `demand` raises where the event no longer fits what was decided up to now.

        Raises Refused: `NEWER_DECISION` where somebody decided on an item meanwhile, `BROKEN_CHAIN` where this
        session's own log is broken, `EVENT_SHAPE` and `OTHER_LOG` as `next_event` does. Nothing is written then.
        """
        with decisions_lock(self.folder, f"{self.reviewer}, session {self.session}"):
            decisions = self.read()
            for key, version in seen.items():
                _compare(decisions.item(key), version)
            if demand:
                demand(decisions)
            own = self._known.get(self.log.path) or LogReading(self.log.path.name)
            if own.broken:
                raise Refused("BROKEN_CHAIN", self.log.path.name, str(own.broken))
            event = next_event(own.tail, draft)
            line = encode_event(event)
            self.log.append(line, after=own.size)
            self._known[self.log.path] = read_log(own.log, line + b"\n", own)
            followed = follow(decisions, Entry(event, sha256_hex(line)))
            if followed:
                self._folded = (self._stamps(), followed)
            return event

    def _stamps(self) -> Stamps:
        """What tells that a log changed: its size, and when it was last written."""
        found = ((path, path.stat()) for path in listed(self.folder, ".jsonl"))
        return tuple((path, status.st_size, status.st_mtime_ns) for path, status in found)

    def _reading(self, path: Path) -> LogReading:
        """A log that grew is read on from where it was left; one that changed in any other way, from its start."""
        known = self._known.get(path)
        if known is None or known.broken or known.size >= path.stat().st_size:
            known = LogReading(path.name)
        with path.open("rb") as log:
            log.seek(known.size)
            known = self._known[path] = read_log(path.name, log.read(), known)
        return known


def _compare(now: ItemState, seen: str) -> None:
    if now.version == seen:
        return
    latest = now.answers[-1] if now.answers else None
    by = f"{latest.reviewer} decided {latest.status} at {latest.event.at}" if latest else "an answer was taken back"
    raise Refused("NEWER_DECISION", now.flag_key, f"{by}, after you looked at it: look again, then decide")
