"""What receipts mean for the ledger: one stamp per flag that a batch settled, or settled and took back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from r11.ledger.stamp import Stamp
from r11.records import ApprovedEdit, ApprovedManifest, Closure, Confirmation, Receipt
from r11.review.batches import DONE, told_last
from r11.vocabulary import FixOp, ReceiptStatus, StampKind


def closed_by(receipts: Iterable[Receipt]) -> frozenset[str]:
    """The flags whose closing a finished receipt records."""
    return frozenset(closure.flag_key for receipt in receipts if receipt.finished for closure in receipt.closures)


def stamps_of(manifest: ApprovedManifest, receipts: Sequence[Receipt]) -> list[Stamp]:
    """The stamps of one batch, from all its receipts: stamping an old one again never undoes a reversal.

    A file that was left out settles nothing, nor does a closing that no receipt has.
    """
    told = told_last(receipts)
    recorded = closed_by(receipts)
    edits = (edit for file in manifest.files for edit in file.edits if told.get(file.file) in DONE)
    put_back = (e for f in manifest.files for e in f.edits if told.get(f.file) is ReceiptStatus.REVERTED)
    return [
        *(_applied(manifest.batch, edit) for edit in edits),
        *(_reverted(manifest.batch, edit) for edit in put_back),
        *(_closed(manifest.batch, closure) for closure in manifest.closures if closure.flag_key in recorded),
    ]


def _applied(batch: str, edit: ApprovedEdit) -> Stamp:
    rests_on = (edit.claim, edit.evidence.url, edit.evidence.quote)
    return Stamp(edit.flag_key, StampKind.APPLIED, edit.disposition, dict(_fix(batch, edit)), rests_on)


def _reverted(batch: str, edit: ApprovedEdit) -> Stamp:
    return Stamp(edit.flag_key, StampKind.REVERTED, None, dict(_fix(batch, edit)))


def _closed(batch: str, closure: Closure) -> Stamp:
    fix = {"op": None, "batch": batch, "confirmation": _confirmation(closure.confirmation)}
    return Stamp(closure.flag_key, StampKind.CLOSED, closure.disposition, fix)


def _fix(batch: str, edit: ApprovedEdit) -> Iterator[tuple[str, Any]]:
    """What proves the fix is stored with it: the evidence of an O1, the confirmation of the others."""
    yield "op", str(edit.op)
    yield "batch", batch
    if edit.op is FixOp.O1:
        yield "evidence", _evidence(edit)
    else:
        yield "confirmation", _confirmation(edit.confirmation)


def _evidence(edit: ApprovedEdit) -> Mapping[str, str]:
    found = edit.evidence
    return {"url": found.url, "quote_sha256": found.quote_sha256, "fetched_at": found.fetched_at}


def _confirmation(confirmation: Confirmation) -> Mapping[str, str]:
    return {
        "by": confirmation.by,
        "at": confirmation.at,
        "scope": str(confirmation.scope),
        "event_sha256": confirmation.event_sha256,
    }
