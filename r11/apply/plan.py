"""What a batch would do to each file, decided from bytes alone: nothing here reads or writes.

Three states per file: as reviewed (*before*: to be written), as the batch leaves it (*after*: already applied),
anything else (*stale*: back to review). Everything about a file is checked again from its own bytes, the proofs of its
edits included; one edit that does not hold leaves the whole file out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from r11.apply.receipt import DONE
from r11.fixes.classifier import FileContext
from r11.records import ApprovedEdit, ApprovedFile, EditReceipt, FileReceipt, sha256_hex
from r11.text.compose import Clash, Misread, compose
from r11.text.lines import Document, Line, splice
from r11.vocabulary import AbortCode, ReceiptStatus, RefusalCode, WriteCode

MOST_MIXED = 8  # removed lines in one file for which every mixture of endings is tried (2**8 hashes)


@dataclass(frozen=True)
class Doubt:
    """Why one edit may not be made now: a code and the detail that makes it concrete."""

    code: AbortCode | RefusalCode | WriteCode
    detail: str = ""


EditCheck = Callable[[FileContext, ApprovedEdit], Sequence[Doubt]]


@dataclass(frozen=True)
class FilePlan:
    """What is to happen to one file. `status` is None where it is to be written; `after` then holds its new bytes.

    `found`: the hash of the bytes that it holds, empty where it could not be read.
    """

    approved: ApprovedFile
    status: ReceiptStatus | None
    before: bytes = b""
    after: bytes = b""
    found: str = ""
    code: str = ""
    detail: str = ""
    doubts: tuple[tuple[str, Doubt], ...] = ()

    @property
    def file(self) -> str:
        return self.approved.file

    @property
    def is_due(self) -> bool:
        return self.status is None

    def receipt(self, status: ReceiptStatus, code: str = "", detail: str = "") -> FileReceipt:
        """The file's part of a receipt once it is known what became of it; what was left out stays as it was found."""
        before, after = self.found, self.found
        if status in DONE:
            before, after = self.approved.sha256_before, self.approved.sha256_after
        return FileReceipt(
            file=self.file,
            status=status,
            sha256_before=before,
            sha256_after=after,
            edits=tuple(self._edit_receipt(edit, status, code) for edit in self.approved.edits),
            code=code,
            detail=detail,
        )

    def _edit_receipt(self, edit: ApprovedEdit, status: ReceiptStatus, code: str) -> EditReceipt:
        own = [doubt for key, doubt in self.doubts if key == edit.flag_key]
        if own:
            return EditReceipt(flag_key=edit.flag_key, status=status, code=own[0].code.value, detail=own[0].detail)
        return EditReceipt(flag_key=edit.flag_key, status=status, code=WriteCode.WITH_FILE if self.doubts else code)


def left_out(approved: ApprovedFile, status: ReceiptStatus, code: str, detail: str) -> FilePlan:
    return FilePlan(approved, status, code=code, detail=detail)


def plan_file(approved: ApprovedFile, data: bytes, checks: Sequence[EditCheck]) -> FilePlan:
    """What applying means for a file that holds `data` now."""
    found = sha256_hex(data)
    if found == approved.sha256_after:
        return FilePlan(approved, ReceiptStatus.ALREADY_APPLIED)
    if found != approved.sha256_before:
        return _stale(approved, found)
    context = FileContext.read(data)
    doubts = tuple((edit.flag_key, doubt) for edit in approved.edits for doubt in _edit_doubts(context, edit, checks))
    if doubts:
        return _refused(approved, found, doubts[0][1].code, _told(doubts), doubts)
    return _composed(approved, context)


def plan_reverse(approved: ApprovedFile, data: bytes) -> FilePlan:
    """What putting back means for a file that holds `data` now: exactly the lines that the batch changed."""
    found = sha256_hex(data)
    if found == approved.sha256_before:
        return FilePlan(approved, ReceiptStatus.REVERTED, detail="is as it was before the batch")
    if found != approved.sha256_after:
        hashes = f"left as {approved.sha256_after[:8]}, found {found[:8]}"
        detail = (
            f"changed since it was applied ({hashes}); put back first what later batches changed in it, else undo it "
            "by hand"
        )
        return FilePlan(approved, ReceiptStatus.STALE, code=WriteCode.STALE, detail=detail, found=found)
    restored = restore(approved, data)
    if restored is None:
        detail = "the lines before do not give the bytes that were there before the batch"
        return _refused(approved, found, WriteCode.HASH_AFTER, detail)
    return FilePlan(approved, None, data, restored, found)


def plan_standing(approved: ApprovedFile, data: bytes) -> FilePlan:
    """What a file holds of a batch that may not go on: nothing is to be written, whatever it holds."""
    found = sha256_hex(data)
    if found == approved.sha256_after:
        return FilePlan(approved, ReceiptStatus.ALREADY_APPLIED)
    if found != approved.sha256_before:
        return _stale(approved, found)
    return _refused(approved, found, WriteCode.NO_AUTHORITY, WriteCode.NO_AUTHORITY.meaning)


def plan_put_back(approved: ApprovedFile, data: bytes) -> FilePlan:
    """What a file holds of a batch whose reversal may not go on: nothing is to be written, whatever it holds."""
    plan = plan_reverse(approved, data)
    if not plan.is_due:
        return plan
    return _refused(approved, plan.found, WriteCode.NO_AUTHORITY, "no revert in force names it")


def restore(approved: ApprovedFile, data: bytes) -> bytes | None:
    """The bytes before the batch, from the bytes after it and the manifest's lines; None where they do not fit.

    A removed line comes back with the terminator that makes the hash before come true: the manifest does not hold it.
    """
    after = Document.parse(data)
    lines = {edit.line: edit for edit in approved.edits}
    removed = sorted(number for number, edit in lines.items() if edit.line_after is None)
    for terminators in _endings(len(removed)):
        restored = _put_back(after, lines, dict(zip(removed, terminators, strict=True)))
        for candidate in (restored, restored.removesuffix(terminators[-1] if terminators else b"")):
            if sha256_hex(candidate) == approved.sha256_before:  # the second: the last line had no terminator
                return candidate
    return None


def _endings(count: int) -> Iterator[tuple[bytes, ...]]:
    """The terminators that `count` removed lines may have had: all alike first; of few lines, every mixture."""
    yield (b"\n",) * count
    yield (b"\r\n",) * count
    if 1 < count <= MOST_MIXED:
        yield from product((b"\n", b"\r\n"), repeat=count)


def _put_back(after: Document, lines: Mapping[int, ApprovedEdit], terminators: Mapping[int, bytes]) -> bytes:
    out, kept = [after.bom], iter(after.lines)
    emptied = Line(b"", b"")  # what is left of a last line without a terminator whose text went
    for number in range(1, max(len(after.lines) + len(terminators), *lines) + 1):
        before = lines[number].line_before.encode("utf-8") if number in lines else None
        if number in terminators:
            out += (before or b"", terminators[number])
        else:
            line = next(kept, emptied)
            out += (line.body if before is None else before, line.terminator)
    return b"".join(out)


def _stale(approved: ApprovedFile, found: str) -> FilePlan:
    hashes = f"reviewed {approved.sha256_before[:8]}, found {found[:8]}"
    detail = (
        f"changed since review ({hashes}): run r11 propose, then freeze it under another name where the approved lines "
        "still stand, else review it again"
    )
    return FilePlan(approved, ReceiptStatus.STALE, code=WriteCode.STALE, detail=detail, found=found)


def _refused(
    approved: ApprovedFile, found: str, code: str, detail: str, doubts: tuple[tuple[str, Doubt], ...] = ()
) -> FilePlan:
    return FilePlan(approved, ReceiptStatus.REFUSED, code=code, detail=detail, doubts=doubts, found=found)


def _edit_doubts(context: FileContext, edit: ApprovedEdit, checks: Sequence[EditCheck]) -> Sequence[Doubt]:
    """What keeps an edit from being made; checks of meaning are asked only where the bytes agree."""
    mismatch = edit_mismatch(context.document, edit)
    if mismatch:
        return (Doubt(WriteCode.EDIT_DIFFERS, mismatch),)
    return [doubt for check in checks for doubt in check(context, edit)]


def edit_mismatch(base: Document, edit: ApprovedEdit) -> str | None:
    """Where an edit's own parts do not agree with each other or with the file, in words."""
    line = edit.line_before.encode("utf-8")
    if base.body(edit.line) != line:
        return f"line {edit.line} is not the line that was reviewed"
    if not edit.edits:
        return "it holds no edit"
    wrong = next((e for e in edit.edits if line[e.start : e.end] != e.old.encode("utf-8")), None)
    if wrong:
        return f"{wrong.old!r} does not stand at bytes {wrong.start}:{wrong.end} of line {edit.line}"
    return _result_mismatch(line, edit)


def _result_mismatch(line: bytes, edit: ApprovedEdit) -> str | None:
    try:
        result = splice(line, ((e.start, e.end, e.new.encode("utf-8")) for e in edit.edits))
    except ValueError as error:
        return str(error)
    if edit.line_after is None:
        return None if result == b"" else "the line is to go, yet its edits leave some of it"
    if result != edit.line_after.encode("utf-8"):
        return "its spans do not give the line that was approved"
    return "it changes nothing" if result == line else None


def _composed(approved: ApprovedFile, context: FileContext) -> FilePlan:
    reviewed = approved.sha256_before
    composed = compose(context.document, approved.edits)
    if isinstance(composed, tuple):
        doubts = tuple(pair for clash in composed for pair in _both(clash))
        return _refused(approved, reviewed, WriteCode.CLASH, "; ".join(str(clash) for clash in composed), doubts)
    if isinstance(composed, Misread):
        doubts = tuple((key, Doubt(WriteCode.OTHER_LINES)) for key in composed.flag_keys)
        return _refused(approved, reviewed, WriteCode.OTHER_LINES, str(composed), doubts)
    after = composed.to_bytes()
    result = sha256_hex(after)
    if result != approved.sha256_after:
        detail = f"the edits give {result[:8]}, approved was {approved.sha256_after[:8]}"
        return _refused(approved, reviewed, WriteCode.HASH_AFTER, detail)
    return FilePlan(approved, None, context.data, after, reviewed)


def _both(clash: Clash) -> tuple[tuple[str, Doubt], ...]:
    doubt = Doubt(WriteCode.CLASH, str(clash))
    return (clash.first, doubt), (clash.second, doubt)


def _told(doubts: Sequence[tuple[str, Doubt]]) -> str:
    return "; ".join(f"{key}: {doubt.code}{f' ({doubt.detail})' if doubt.detail else ''}" for key, doubt in doubts)
