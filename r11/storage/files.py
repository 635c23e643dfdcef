"""Whole files: atomic writes, JSON, JSON Lines. Bytes in, bytes out."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from r11.errors import WorkspaceError

T = TypeVar("T")

BRING_BACK = (
    "it was changed after r11 wrote it: bring it back from git or a copy; without one, take it away and run again what "
    "made it"
)


def write_atomic(path: Path, data: bytes) -> None:
    """Write a whole file or nothing: temporary file in the same folder, fsync, rename, fsync of the folder.

    A link at `path` is replaced, not followed. Raises WorkspaceError where a folder, a device or a pipe stands there:
    the rename would take its place.
    """
    if path.exists() and not path.is_file():
        raise WorkspaceError(f"{path}: is no plain file, so it is not replaced; name another one")
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.parent / f".{path.name}.{secrets.token_hex(8)}.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        with os.fdopen(descriptor, "wb") as handle:
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error  # a full disk does not say where by itself
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def write_changed(path: Path, data: bytes) -> bool:
    """As `write_atomic`, unless the file holds these bytes already; False then."""
    if path.is_file() and path.read_bytes() == data:
        return False
    write_atomic(path, data)
    return True


def remove_unfinished(path: Path) -> None:
    """Remove what a killed `write_atomic` of `path` left. Only for whoever holds the lock under which it is written."""
    for temporary in path.parent.glob(f".{path.name}.*.tmp"):
        temporary.unlink(missing_ok=True)


def listed(folder: Path, suffix: str) -> list[Path]:
    """The files of a folder whose names end so, sorted; none where there is no such folder.

    Raises OSError where the folder is there and cannot be read: unlike `Path.glob`, it is then not taken for empty.
    """
    try:
        paths = sorted(folder.iterdir())
    except FileNotFoundError:
        return []
    return [path for path in paths if path.suffix == suffix and path.is_file()]


def sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_json(path: Path, value: Any) -> None:
    """A record or plain JSON values, indented for people, with a final newline."""
    write_atomic(path, json_bytes(value))


def json_bytes(value: Any) -> bytes:
    """What `write_json` writes."""
    return (json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def write_jsonl(path: Path, values: Iterable[Any]) -> None:
    write_atomic(path, jsonl_bytes(values))


def jsonl_bytes(values: Iterable[Any]) -> bytes:
    """What `write_jsonl` writes."""
    return b"".join(msgspec.json.encode(value) + b"\n" for value in values)


def read_jsonl(path: Path, kind: type[T]) -> Iterator[T]:
    """The records of a JSON Lines file that this program wrote. Raises WorkspaceError with file and line."""
    for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            yield msgspec.json.decode(line, type=kind, strict=True)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise WorkspaceError(f"{path}:{number}: not a {kind.__name__} record ({error}); {BRING_BACK}") from error


def read_json(path: Path, kind: type[T]) -> T:
    """One record that this program wrote. Raises WorkspaceError."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind, strict=True)
    except FileNotFoundError as error:
        raise WorkspaceError(f"{path}: no such file") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise WorkspaceError(f"{path}: not a {kind.__name__} ({error}); {BRING_BACK}") from error
