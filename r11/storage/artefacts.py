"""`4-artefacts/<worker>/<unit>.json`: what workers handed in; `<unit>.verdict.json`: what another verifier says.

A worker may be writing while this reads: what is not a whole file yet cannot be parsed and counts as no answer.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from r11.ledger.strict_json import printable
from r11.vocabulary import IntakeCode

WORKER_NAME: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?")
VERDICT: Final = ".verdict"
ENDING: Final = ".json"


@dataclass(frozen=True)
class HandedIn:
    """One file: by whom, for which unit, its bytes (one more than `limit` at most), and whether it is a verdict."""

    worker: str
    unit: str
    data: bytes
    is_verdict: bool


@dataclass(frozen=True)
class Unusable:
    """A file or folder that is nothing handed in: its place in `4-artefacts`, and why."""

    place: str
    code: IntakeCode
    detail: str = ""


def read_artefacts(folder: Path, limit: int) -> tuple[list[HandedIn], list[Unusable]]:
    """Everything that was handed in, in the order of the names. What begins with a dot is unfinished: passed over."""
    found = list(_entries(folder, limit))
    return [one for one in found if isinstance(one, HandedIn)], [one for one in found if isinstance(one, Unusable)]


def _entries(folder: Path, limit: int) -> Iterator[HandedIn | Unusable]:
    for entry in _children(folder):
        if not entry.is_dir():
            yield Unusable(printable(entry.name), IntakeCode.NOT_A_FILE, "stands in no worker's folder")
        elif not WORKER_NAME.fullmatch(entry.name):
            yield Unusable(printable(entry.name), IntakeCode.WORKER_NAME)
        else:
            for file in _children(entry):
                if file.suffix == ENDING:
                    yield from _read(entry.name, file, limit)


def _children(folder: Path) -> list[Path]:
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    return [path for path in paths if not path.name.startswith(".")]


def _read(worker: str, file: Path, limit: int) -> Iterator[HandedIn | Unusable]:
    place = f"{worker}/{printable(file.name)}"
    try:
        if not stat.S_ISREG(file.lstat().st_mode):
            yield Unusable(place, IntakeCode.NOT_A_FILE, "a link, folder, pipe or device")
            return
        with file.open("rb") as handle:
            data = handle.read(limit + 1)
    except FileNotFoundError:  # gone since it was listed
        return
    except OSError as error:
        yield Unusable(place, IntakeCode.NOT_A_FILE, error.strerror or "cannot be read")
        return
    unit = printable(file.stem)
    yield HandedIn(worker, unit.removesuffix(VERDICT), data, unit.endswith(VERDICT))
