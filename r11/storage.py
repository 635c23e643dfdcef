"""Disk: the workspace's folders and settings, atomic writes, JSON Lines.

The only module that writes for everybody else (the corpus is `apply.py`'s alone). Bytes in, bytes out.
"""

from __future__ import annotations

import json
import os
import secrets
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from r11.errors import WorkspaceError

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
