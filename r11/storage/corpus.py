"""Reading the corpus: its files as lines. Writing it is the apply script's alone."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from r11.errors import Refused
from r11.storage.workspace import SETTINGS_FILE
from r11.text.lines import Document
from r11.text.paths import path_problem
from r11.vocabulary import CheckCode


def read_document(corpus: Path, file: str) -> Document | None:
    """A file of the corpus, or None where there is none.

    Raises Refused: UNSAFE_PATH where the path, or a link on it, leads out of the corpus; FILE_UNREADABLE where the
    disk refuses to give it.
    """
    fault = path_problem(file)
    path = corpus / file
    if fault is None and not _real(path).is_relative_to(_real(corpus)):
        fault = "a link on the path leads out of the corpus"
    if fault is not None:
        raise Refused(CheckCode.UNSAFE_PATH, file, fault)
    try:
        return Document.parse(path.read_bytes()) if path.is_file() else None
    except OSError as error:
        raise Refused(CheckCode.FILE_UNREADABLE, file, f"cannot be read: {error.strerror}") from error


def _real(path: Path) -> Path:
    """Without links; unlike `Path.resolve`, a link that leads to itself is left as it is."""
    return Path(os.path.realpath(path))


def corpus_files(corpus: Path) -> list[str]:
    """The markdown files of the corpus, sorted, as the ledger names them; hidden ones and workspaces are left out.

    Raises OSError where a folder cannot be read: what is not seen would be missing in a denominator.
    """
    return sorted(_markdown(corpus))


def _markdown(corpus: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(corpus, onerror=_raise):
        if SETTINGS_FILE in names:  # a workspace within the corpus is no part of it
            folders.clear()
            continue
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = (Path(folder, name) for name in names if name.endswith(".md") and not name.startswith("."))
        yield from (path.relative_to(corpus).as_posix() for path in paths if path.is_file())


def _raise(error: OSError) -> None:
    raise error


def read_documents(corpus: Path, files: Iterable[str]) -> tuple[dict[str, Document | None], list[Refused]]:
    """Each file once, and the refusals beside them. A refused file is in no mapping: nothing can be said of it."""
    documents: dict[str, Document | None] = {}
    refused: list[Refused] = []
    for file in dict.fromkeys(files):
        try:
            documents[file] = read_document(corpus, file)
        except Refused as error:
            refused.append(error)
    return documents, refused
