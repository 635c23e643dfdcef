"""What a person sees of a run: the diff of a dry run, one line per file, and what to do next."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import unified_diff
from typing import TextIO

from r11.apply.plan import FilePlan
from r11.records import FileReceipt, Receipt
from r11.text.lines import Document
from r11.vocabulary import ReceiptStatus

_BOLD, _RED, _GREEN, _CYAN, _RESET = "\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[36m", "\x1b[0m"


def wants_colour(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Colour on a terminal, unless `NO_COLOR` is set to anything (no-color.org)."""
    return stream.isatty() and not environment.get("NO_COLOR")


def diff(plan: FilePlan, *, colour: bool) -> Iterator[str]:
    """A unified diff of a file that is due. Lines are those of the file: form feeds and the like break none."""
    before, after = _texts(plan.before), _texts(plan.after)
    for line in unified_diff(before, after, f"a/{plan.file}", f"b/{plan.file}", lineterm=""):
        yield _coloured(line) if colour else line


def _texts(data: bytes) -> list[str]:
    """Each line as text for a terminal: other encodings as escapes, control characters made visible."""
    return [_visible(line.body) + ("" if line.terminator else " ⏎̸") for line in Document.parse(data).lines]


def _visible(body: bytes) -> str:
    text = body.decode("utf-8", "backslashreplace")
    return "".join(c if c == "\t" or c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _coloured(line: str) -> str:
    match line[:2]:
        case "--" | "++":
            return f"{_BOLD}{line}{_RESET}"
        case "@@":
            return f"{_CYAN}{line}{_RESET}"
        case mark if mark.startswith("-"):
            return f"{_RED}{line}{_RESET}"
        case mark if mark.startswith("+"):
            return f"{_GREEN}{line}{_RESET}"
        case _:
            return line


def file_lines(files: Iterable[FileReceipt]) -> Iterator[str]:
    """One line per file: where, what became of it, why."""
    for file in files:
        edits = f"{len(file.edits)} edit{'' if len(file.edits) == 1 else 's'}"
        why = f": {file.detail or file.code}" if file.detail or file.code else ""
        code = f" [{file.code}]" if file.code and file.detail else ""
        yield f"{file.file}: {file.status} ({edits}){why}{code}"


def summary(receipt: Receipt, *, dry: bool = False) -> str:
    """All files by status, each status named that occurs."""
    counts = Counter(file.status for file in receipt.files)
    if not receipt.files:
        return f"{receipt.batch}: no file to write, {len(receipt.closures)} closed without a change"
    words = [f"{counts[status]} {_word(status, dry)}" for status in ReceiptStatus if counts[status]]
    return f"{receipt.batch}: {len(receipt.files)} files: {', '.join(words)}"


def _word(status: ReceiptStatus, dry: bool) -> str:
    return "to be applied" if dry and status is ReceiptStatus.APPLIED else status.value
