"""Disk: the workspace's folders and settings, atomic writes, JSON Lines.

The only module that writes for everybody else (the corpus is `apply.py`'s alone). Bytes in, bytes out.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from r11.errors import Locked, WorkspaceError

T = TypeVar("T")

SETTINGS_FILE = "r11.toml"


def write_atomic(path: Path, data: bytes) -> None:
    """Write a whole file or nothing: temporary file in the same folder, fsync, rename, fsync of the folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.parent / f".{path.name}.{secrets.token_hex(8)}.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        with os.fdopen(descriptor, "wb") as handle:
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_json(path: Path, value: Any) -> None:
    """A record or plain JSON values, indented for people, with a final newline."""
    plain = msgspec.to_builtins(value)
    write_atomic(path, (json.dumps(plain, ensure_ascii=False, indent=2) + "\n").encode("utf-8"))


def write_jsonl(path: Path, values: Iterable[Any]) -> None:
    write_atomic(path, b"".join(msgspec.json.encode(value) + b"\n" for value in values))


def read_jsonl(path: Path, kind: type[T]) -> Iterator[T]:
    """The records of a JSON Lines file that this program wrote. Raises WorkspaceError with file and line."""
    for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            yield msgspec.json.decode(line, type=kind, strict=True)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise WorkspaceError(f"{path}:{number}: not a {kind.__name__} record ({error})") from error


def read_json(path: Path, kind: type[T]) -> T:
    """One record that this program wrote. Raises WorkspaceError."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind, strict=True)
    except FileNotFoundError as error:
        raise WorkspaceError(f"{path}: no such file") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise WorkspaceError(f"{path}: not a {kind.__name__} ({error})") from error


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`r11.toml`. Paths are relative to the workspace folder.

    evidence_max_age_days: an edit on older evidence is neither frozen nor applied.
    pilot_min_fix_targets: a file with at least so many fix targets belongs to the pilot.
    idle_cap_seconds: active review time of an item ends here.
    """

    corpus: str
    ledger: str
    state_file: str | None = None
    allowed_hosts: tuple[str, ...] = ("learn.microsoft.com",)
    evidence_max_age_days: int = 14
    pilot_min_fix_targets: int = 7
    idle_cap_seconds: int = 60
    synthetic: bool = False


@dataclass(frozen=True)
class Workspace:
    """A programme's folder: where each stage's files lie."""

    root: Path
    settings: Settings

    @classmethod
    def open(cls, root: Path) -> Workspace:
        """Raises WorkspaceError where `r11.toml` is absent or not as the contract says."""
        file = root / SETTINGS_FILE
        try:
            text = file.read_text(encoding="utf-8")
        except OSError as error:
            raise WorkspaceError(
                f"{root}: no readable {SETTINGS_FILE} ({error.strerror}); make a workspace with: "
                f"r11 init {root} --corpus CORPUS --ledger LEDGER"
            ) from error
        try:
            return cls(root, msgspec.convert(tomllib.loads(text), Settings, strict=True))
        except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
            raise WorkspaceError(f"{file}: {error}") from error

    @property
    def corpus(self) -> Path:
        return self.root / self.settings.corpus

    @property
    def ledger(self) -> Path:
        return self.root / self.settings.ledger

    @property
    def inputs(self) -> Path:
        return self.root / "1-ledger"

    @property
    def evidence(self) -> Path:
        return self.root / "2-evidence"

    @property
    def units(self) -> Path:
        return self.root / "3-units"

    @property
    def artefacts(self) -> Path:
        return self.root / "4-artefacts"

    @property
    def proposals(self) -> Path:
        return self.root / "5-proposals"

    @property
    def decisions(self) -> Path:
        return self.root / "6-decisions"

    @property
    def approved(self) -> Path:
        return self.root / "7-approved"

    @property
    def receipts(self) -> Path:
        return self.root / "8-receipts"

    @property
    def reports(self) -> Path:
        return self.root / "9-reports"

    @property
    def policy(self) -> Path:
        return self.root / "policy"

    @property
    def protocol(self) -> Path:
        return self.root / "protocol"


# --- locks ----------------------------------------------------------------------------------------------------------


@contextmanager
def corpus_lock(corpus: Path, holder: str) -> Iterator[None]:
    """One writer per corpus folder. `holder` says, to whoever comes second, who that is. Raises Locked."""
    with _lock(_corpus_lock_file(corpus.resolve()), f"corpus {corpus}", holder):
        yield


@contextmanager
def ledger_lock(ledger: Path, holder: str) -> Iterator[None]:
    """One writer per ledger, over all worktrees of its repository. Raises Locked."""
    with _lock(_ledger_lock_file(ledger.resolve()), f"ledger {ledger}", holder):
        yield


@contextmanager
def _lock(file: Path, what: str, holder: str) -> Iterator[None]:
    from filelock import FileLock, Timeout  # slow to import, and `--help` needs no lock

    file.parent.mkdir(parents=True, exist_ok=True)
    note = file.with_suffix(".holder")
    lock = FileLock(file)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise Locked(what, _holder(note)) from None
    try:
        note.write_text(f"{holder} (process {os.getpid()})", encoding="utf-8")
        yield
    finally:
        note.unlink(missing_ok=True)
        lock.release()


def _holder(note: Path) -> str:
    try:
        return note.read_text(encoding="utf-8") or "somebody"
    except OSError:
        return "somebody"


def _corpus_lock_file(corpus: Path) -> Path:
    """In the git folder of the corpus' own worktree, else beside the corpus: never among its files."""
    git = _git_folder(corpus)
    if git is None:
        return corpus.parent / f".{corpus.name}.r11.lock"
    return git / "r11" / f"corpus-{_short_hash(str(corpus))}.lock"


def _ledger_lock_file(ledger: Path) -> Path:
    """In the git folder that all worktrees share, by the ledger's path inside its tree; else beside the ledger."""
    git = _git_folder(ledger.parent)
    if git is None:
        return ledger.parent / f".{ledger.name}.r11.lock"
    common = git / "commondir"
    shared = (git / common.read_text(encoding="utf-8").strip()).resolve() if common.is_file() else git
    top = next(folder for folder in ledger.parents if (folder / ".git").exists())
    return shared / "r11" / f"ledger-{_short_hash(str(ledger.relative_to(top)))}.lock"


def _git_folder(place: Path) -> Path | None:
    """The git folder of the worktree that holds `place`; a linked worktree has a file `.git` that names it."""
    for folder in (place, *place.parents):
        entry = folder / ".git"
        if entry.is_dir():
            return entry
        if entry.is_file():
            named = entry.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
            return (folder / named).resolve()
    return None


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]
