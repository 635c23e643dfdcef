"""What earlier batches mean for the next one: which files they hold, which flags are done, what apply refused.

A batch is unfinished while its receipt is missing, was interrupted, or tells of a file that could not be written (apply
goes on with it). A file that was left out as stale or refused is nobody's any more: its items are back in review.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from msgspec.structs import replace

from r11.records import Abort, ApprovedEdit, ApprovedManifest, Closure, EditReceipt, FileReceipt, Receipt
from r11.review.confirm import answer_behind
from r11.review.decisions import Decisions
from r11.review.sessions import is_second
from r11.vocabulary import AbortCode, EventKind, ItemStatus, ReceiptStatus

DONE = frozenset({ReceiptStatus.APPLIED, ReceiptStatus.ALREADY_APPLIED})
RELEASED = frozenset({ReceiptStatus.STALE, ReceiptStatus.REFUSED, ReceiptStatus.REVERTED})
# What a refresh or a restored file cures by itself says nothing about the edit.
PASSING = frozenset({AbortCode.EVIDENCE_STALE, AbortCode.FILE_NOT_FOUND})


@dataclass(frozen=True)
class Holds:
    """`files`: corpus files that an unfinished batch holds. `waiting`: flags that such a batch will settle.

    `done`: flags that a batch applied or closed. Each names its batch. `put_back`: flag and confirming event of every
    edit that was written and taken out again; that event carries no second batch, even where the revert was undone.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    waiting: Mapping[str, str] = field(default_factory=dict)
    done: Mapping[str, str] = field(default_factory=dict)
    put_back: frozenset[tuple[str, str]] = frozenset()


def holds_of(manifests: Iterable[ApprovedManifest], receipts: Iterable[Receipt]) -> Holds:
    """What all batches up to now hold and did. A receipt counts for the manifest whose digest it names.

    A manifest may have several: one of what was written, and one of what was put back.
    """
    by_manifest: dict[str, list[Receipt]] = defaultdict(list)
    for receipt in receipts:
        if receipt.finished:
            by_manifest[receipt.manifest_sha256].append(receipt)
    files: dict[str, str] = {}
    waiting: dict[str, str] = {}
    done: dict[str, str] = {}
    put_back: set[tuple[str, str]] = set()
    for manifest in manifests:
        own = by_manifest[manifest.sha256]
        told = told_last(own)
        for file in manifest.files:
            status = told.get(file.file)
            if status is ReceiptStatus.REVERTED:
                put_back.update((edit.flag_key, edit.confirmation.event_sha256) for edit in file.edits)
            if status in RELEASED:
                continue
            if status not in DONE:
                files[file.file] = manifest.batch
            (done if status in DONE else waiting).update((edit.flag_key, manifest.batch) for edit in file.edits)
        if own:  # a closing that apply refused is free again
            done.update((closure.flag_key, manifest.batch) for receipt in own for closure in receipt.closures)
        else:
            waiting.update((closure.flag_key, manifest.batch) for closure in manifest.closures)
    return Holds(files, waiting, done, frozenset(put_back))


@dataclass(frozen=True)
class Changes:
    """How a batch that was frozen again differs: flags that came in, flags that are out, and those of another edit,
    confirmation or evidence."""

    taken_in: tuple[str, ...] = ()
    taken_out: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


def is_spent(holds: Holds, flag_key: str, event_sha256: str, decisions: Decisions) -> bool:
    """Whether an answer belongs to an edit that was written and put back: the one that carried it, any other given
    before the revert, also where the revert was undone, and a blind second look whenever it was given, since it may be
    one at what was written and by another clock: the item is decided anew in the first review."""
    if (flag_key, event_sha256) in holds.put_back:
        return True
    if flag_key not in {key for key, _ in holds.put_back}:
        return False
    for entry in reversed(decisions.entries):
        if entry.sha256 == event_sha256:
            return is_second(entry.event.session)
        if entry.event.event is EventKind.REVERT and flag_key in entry.event.flag_keys:
            return True
    return False


def changes_between(before: ApprovedManifest, after: ApprovedManifest) -> Changes:
    old, new = ({part.flag_key: part for part in parts_of(manifest)} for manifest in (before, after))
    return Changes(
        tuple(key for key in new if key not in old),
        tuple(key for key in old if key not in new),
        tuple(key for key in new if key in old and new[key] != old[key]),
    )


def changes_since(manifest: ApprovedManifest, others: Iterable[ApprovedManifest], decisions: Decisions) -> Changes:
    """What people decided otherwise since a batch was frozen: what apply refuses it for, and what it might take in.

    Taken in are approved items of its files that are in no batch: none but this one can have them before it is applied.
    Evidence that grew old and lines that changed are not decisions: freeze and apply say those.
    """
    parts = {part.flag_key: part for part in parts_of(manifest)}
    lost = [key for key, part in parts.items() if answer_behind(key, part.confirmation, decisions) is None]
    files = {file.file for file in manifest.files}
    elsewhere = {part.flag_key for other in others for part in parts_of(other)}
    return Changes(
        taken_in=tuple(
            key
            for key, item in decisions.items.items()
            if item.status is ItemStatus.APPROVED
            and key.rpartition("#")[0] in files
            and key not in parts.keys() | elsewhere
        ),
        taken_out=tuple(key for key in lost if not decisions.item(key).status.is_decided),
        changed=tuple(key for key in lost if decisions.item(key).status.is_decided),
    )


def parts_of(manifest: ApprovedManifest) -> Iterator[ApprovedEdit | Closure]:
    """Its edits file by file, then its closings."""
    for file in manifest.files:
        yield from file.edits
    yield from manifest.closures


def is_same(before: ApprovedManifest, now: ApprovedManifest | None) -> bool:
    """Equal but for the time of the freeze, and the digest that covers it."""
    return now is not None and replace(before, created="", sha256="") == replace(now, created="", sha256="")


def told_last(receipts: Iterable[Receipt]) -> dict[str, ReceiptStatus]:
    """What the finished receipts of one batch say of each file; once it was applied, only putting it back changes that.

    A reversal that had to leave a file as it was takes nothing from what the batch did to it.
    """
    told: dict[str, ReceiptStatus] = {}
    finished = sorted((receipt for receipt in receipts if receipt.finished), key=_started)
    for file in (file for receipt in finished for file in receipt.files):
        if told.get(file.file) not in DONE or file.status is ReceiptStatus.REVERTED:
            told[file.file] = file.status
    return told


def led_on(file: str, left: str, others: Iterable[Receipt]) -> frozenset[str]:
    """The states, as sha256, to which other batches may have led a file that one batch left as `left`, that included.

    Each wrote or put back from just the bytes that it names, so nothing but approved edits lies between.
    """
    steps: dict[str, set[str]] = defaultdict(set)
    for told in (told for receipt in others if receipt.finished for told in receipt.files):
        if told.file == file and (told.status in DONE or told.status is ReceiptStatus.REVERTED):
            steps[told.sha256_before].add(told.sha256_after)
    reached, ahead = {left}, [left]
    while ahead:
        found = steps[ahead.pop()] - reached
        reached |= found
        ahead += found
    return frozenset(reached)


def _started(receipt: Receipt) -> tuple[datetime, str]:
    return datetime.fromisoformat(receipt.started), receipt.batch


def refusals_from(receipts: Iterable[Receipt]) -> Mapping[str, tuple[Abort, ...]]:
    """Per flag key, the reasons for which apply refused its edit: `propose` makes such an item O3.

    Only reasons that lie in the edit itself count (a proof or gate that failed). A later receipt that applied the flag
    ends it; a file left out for its own reasons, or a confirmation that no longer held, is no abort.
    """
    found: dict[str, tuple[Abort, ...]] = defaultdict(tuple)
    for receipt in sorted(receipts, key=_started):
        for file, edit in _edits(receipt):
            if edit.status in DONE:
                found.pop(edit.flag_key, None)
            elif edit.status is ReceiptStatus.REFUSED and (abort := _abort(file, edit)):
                found[edit.flag_key] = (*(a for a in found[edit.flag_key] if a.code is not abort.code), abort)
    return dict(found)


def _edits(receipt: Receipt) -> Iterator[tuple[FileReceipt, EditReceipt]]:
    return ((file, edit) for file in receipt.files for edit in file.edits)


def _abort(file: FileReceipt, edit: EditReceipt) -> Abort | None:
    code = AbortCode.__members__.get(edit.code)
    if code is None or code in PASSING:
        return None
    return Abort(code=code, detail=edit.detail or f"refused when {file.file} was to be written")
