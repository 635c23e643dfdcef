"""The receipt of a run: what became of every file, put together from the plan, the run and what earlier runs did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from r11.apply.journal import Unfinished
from r11.records import Closure, FileReceipt, Receipt
from r11.vocabulary import ReceiptStatus

DONE = frozenset({ReceiptStatus.APPLIED, ReceiptStatus.ALREADY_APPLIED, ReceiptStatus.REVERTED})


def is_complete(receipt: Receipt, closures: Iterable[Closure] = ()) -> bool:
    """Whether nothing of the batch is left to be done or looked at; `closures` are all that it may record."""
    recorded = {closure.flag_key for closure in receipt.closures}
    closed = all(closure.flag_key in recorded for closure in closures)
    return receipt.finished is not None and closed and all(file.status in DONE for file in receipt.files)


def turned(file: FileReceipt) -> FileReceipt:
    """The same of a run that puts back: what the batch left is before it, what the batch found is after it."""
    from msgspec.structs import replace

    return replace(file, sha256_before=file.sha256_after, sha256_after=file.sha256_before)


def with_earlier_runs(
    files: Iterable[FileReceipt], earlier: Receipt | None, unfinished: Unfinished | None
) -> tuple[FileReceipt, ...]:
    """A file that this batch wrote in an earlier run stays `applied`, though this run found it so."""
    before = {file.file: file for file in earlier.files} if earlier else {}
    touched = unfinished.touched if unfinished else frozenset()
    return tuple(_credited(file, before, touched) for file in files)


def _credited(file: FileReceipt, before: Mapping[str, FileReceipt], touched: frozenset[str]) -> FileReceipt:
    if file.status is not ReceiptStatus.ALREADY_APPLIED:
        return file
    known = before.get(file.file)
    if known and known.status in DONE:
        return known
    return with_status(file, ReceiptStatus.APPLIED) if file.file in touched else file


def with_status(file: FileReceipt, status: ReceiptStatus) -> FileReceipt:
    """The file and each of its edits with this status."""
    from msgspec.structs import replace

    return replace(file, status=status, edits=tuple(replace(edit, status=status) for edit in file.edits))
