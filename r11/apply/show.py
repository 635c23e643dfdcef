"""What a person sees of a run: the diff of a dry run, one line per file, and what to do next."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import unified_diff
from typing import TextIO, TypeVar

from r11.apply.plan import FilePlan
from r11.apply.receipt import is_complete
from r11.apply.run import Outcome
from r11.records import FileReceipt, Receipt
from r11.text.lines import Document
from r11.vocabulary import ReceiptStatus

T = TypeVar("T")

_BOLD, _RED, _GREEN, _CYAN, _RESET = "\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[36m", "\x1b[0m"
_NO_NEWLINE = "\0"  # marks a last line without a terminator; a NUL of the file itself is shown as an escape


def wants_colour(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Colour on a terminal, unless `NO_COLOR` is set to anything (no-color.org)."""
    return stream.isatty() and not environment.get("NO_COLOR")


def progress(items: Sequence[T], what: str, /) -> Iterable[T]:
    """The items with a progress bar on stderr; none where stderr is no terminal."""
    if not sys.stderr.isatty():
        return items
    from tqdm import tqdm

    bar: Iterable[T] = tqdm(items, desc=what, file=sys.stderr, leave=False)
    return bar


def diff(plan: FilePlan, *, colour: bool) -> Iterator[str]:
    """A unified diff of a file that is due. Lines are those of the file: form feeds and the like break none."""
    before, after = _texts(plan.before), _texts(plan.after)
    for line in unified_diff(before, after, f"a/{plan.file}", f"b/{plan.file}", lineterm=""):
        text = line.removesuffix(_NO_NEWLINE)
        yield _coloured(text) if colour else text
        if text != line:
            yield "\\ No newline at end of file"


def _texts(data: bytes) -> list[str]:
    """Each line as text for a terminal: other encodings as escapes, control characters made visible."""
    return [_visible(line.body) + ("" if line.terminator else _NO_NEWLINE) for line in Document.parse(data).lines]


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


def told(outcome: Outcome, *, dry: bool = False) -> Iterator[str]:
    """What to say of a run: one line per file, the count, and what to do next where something is left."""
    receipt = outcome.receipt
    if outcome.nothing_new and is_complete(receipt) and not outcome.left_open:
        told = f"{_counts(receipt.files, dry=False)}{_closings(receipt, dry=False)}"
        yield f"{receipt.batch}: already {_word(receipt)} ({told}; {receipt.finished})"
        yield from (
            f"{file}: stands as if the batch had not run: {_whereabouts(receipt)}" for file in outcome.not_as_left
        )
        if outcome.not_as_left:
            yield _what_next(receipt)
        return
    if outcome.taken_up:
        yield (
            f"{receipt.batch}: goes on with the run that began at {outcome.taken_up.started} and was cut short; "
            f"it had written {len(outcome.taken_up.written)} files"
        )
    yield from (_file_line(file, dry) for file in receipt.files)
    yield from (f"{reason}; not closed" for reason in outcome.left_open)
    yield f"{receipt.batch}: {_counts(receipt.files, dry=dry)}{_closings(receipt, dry=dry)}"
    if receipt.finished and _word(receipt) is ReceiptStatus.REVERTED:
        yield _after_putting_back(receipt)
    if outcome.interrupted:
        yield "interrupted: every file is as it was or as approved; run it again to go on"
    if outcome.receipt_problem:
        yield f"no receipt could be written ({outcome.receipt_problem}); the journal says what was done; run it again"


def _closings(receipt: Receipt, *, dry: bool) -> str:
    """A closing changes no byte, so no line of a file tells of it; putting a batch back takes none of them back."""
    count = len(receipt.closures)
    if not count:
        return ""
    closings = f"; {count} closing{'' if count == 1 else 's'}"
    if _word(receipt) is ReceiptStatus.REVERTED:
        return f"{closings} of it stand{'s' if count == 1 else ''}: no byte was changed for them"
    return f"{closings} {'to be ' if dry else ''}recorded"


def _after_putting_back(receipt: Receipt) -> str:
    return (
        f"next: r11 stamp 8-receipts/{receipt.batch}.reverted.json tells the ledger, r11 commit {receipt.batch} the "
        "repository; then r11 propose proposes its items anew, and each is decided again"
    )


def _what_next(receipt: Receipt) -> str:
    """For a corpus that does not stand as a finished receipt says."""
    if _word(receipt) is ReceiptStatus.REVERTED:
        return "next: nothing was written now; take over the commit that put it back, or decide and freeze anew"
    return (
        "next: nothing was written now; in another worktree take over the commit of the batch; where it was put back "
        f"by other means, record that: r11 decide --event revert --batch {receipt.batch} --reviewer NAME, then "
        "r11-apply --reverse"
    )


def _whereabouts(receipt: Receipt) -> str:
    if receipt.corpus:
        return f"the receipt is about {receipt.corpus}"
    return "another worktree, or put back by other means"


def _word(receipt: Receipt) -> ReceiptStatus:
    reverted = any(file.status is ReceiptStatus.REVERTED for file in receipt.files)
    return ReceiptStatus.REVERTED if reverted else ReceiptStatus.APPLIED


def _file_line(file: FileReceipt, dry: bool) -> str:
    """Where, what became of it, why."""
    edits = f"{len(file.edits)} edit{'' if len(file.edits) == 1 else 's'}"
    why = f": {file.detail or file.code}" if file.detail or file.code else ""
    code = f" [{file.code}]" if file.code and file.detail else ""
    return f"{file.file}: {_status(file.status, dry)} ({edits}){why}{code}"


def _counts(files: Sequence[FileReceipt], *, dry: bool) -> str:
    """All files by status, each status named that occurs."""
    counts = Counter(file.status for file in files)
    if not files:
        return "no file to write"
    words = [f"{counts[status]} {_status(status, dry)}" for status in ReceiptStatus if counts[status]]
    return f"{len(files)} file{'' if len(files) == 1 else 's'}, {', '.join(words)}"


def _status(status: ReceiptStatus, dry: bool) -> str:
    foreseen = dry and status in {ReceiptStatus.APPLIED, ReceiptStatus.REVERTED}
    return f"to be {status}" if foreseen else status.value
