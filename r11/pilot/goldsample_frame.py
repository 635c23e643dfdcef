"""The frame of the gold sample: every claim that was judged, and what became of it since.

The claim manifest says which claims there are, the ledger which of them were flagged or closed, manifests and receipts
which were fixed, and how. A claim of which one of them cannot be read is in no stratum: it is counted as invalid.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from r11.ledger.claims import ClaimManifest
from r11.ledger.manifest import Ledger
from r11.records import ApprovedEdit, ApprovedManifest, Claim, FileClaims, Flag, Receipt
from r11.review.batches import DONE, told_last
from r11.review.settlement import closed_by
from r11.text.lines import Document, Line, claims_on_line
from r11.vocabulary import GoldStratum


@dataclass(frozen=True)
class GoldClaim:
    """A claim of the frame. claim and line: as they were judged; url: the page it cites, empty where none is known.

    edit: the fix that is in force; after: what the fix made of the claim (None: it is gone).
    """

    key: str
    file: str
    line: int
    claim: str
    url: str
    stratum: GoldStratum
    edit: ApprovedEdit | None = None
    after: str | None = None


@dataclass(frozen=True)
class Frame:
    """All claims that can be drawn, and what is left out, counted. `unknown_fixes`: flags that the ledger calls applied
    and no receipt in the workspace does: what they were before cannot be shown."""

    claims: tuple[GoldClaim, ...]
    unjudged_files: int
    unjudged_claims: int
    invalid: int
    only_in_ledger: int
    unknown_fixes: tuple[str, ...]

    def keys(self) -> dict[GoldStratum, list[str]]:
        return {one: [claim.key for claim in self.claims if claim.stratum is one] for one in GoldStratum}

    def wholes(self) -> dict[GoldStratum, int]:
        return {stratum: len(keys) for stratum, keys in self.keys().items() if keys}

    def without_page(self) -> list[str]:
        return [claim.key for claim in self.claims if not claim.url]


@dataclass(frozen=True)
class Settled:
    """What receipts say is in force: the edit of each fixed flag, and the flags that were closed."""

    edits: Mapping[str, ApprovedEdit]
    closed: frozenset[str]


def settled_by(manifests: Iterable[ApprovedManifest], receipts: Iterable[Receipt]) -> Settled:
    """Of the batches in the order in which they were frozen; a flag fixed again is what its last batch made of it."""
    all_receipts = list(receipts)
    edits: dict[str, ApprovedEdit] = {}
    for manifest in sorted(manifests, key=lambda one: one.created):
        told = told_last(receipt for receipt in all_receipts if receipt.manifest_sha256 == manifest.sha256)
        written = (file for file in manifest.files if told.get(file.file) in DONE)
        edits |= {edit.flag_key: edit for file in written for edit in file.edits}
    return Settled(edits, closed_by(all_receipts))


def changed_since(manifests: Iterable[ApprovedManifest], receipts: Iterable[Receipt], when: datetime) -> frozenset[str]:
    """The claims whose text batches changed, or put back, after that time."""
    all_manifests, all_receipts = list(manifests), list(receipts)
    known = [one for one in all_receipts if datetime.fromisoformat(one.started) <= when]
    then, now = (settled_by(all_manifests, some).edits for some in (known, all_receipts))
    return frozenset(key for key in then.keys() | now.keys() if then.get(key) != now.get(key))


def frame_of(manifest: ClaimManifest, ledger: Ledger, settled: Settled, pages: Mapping[str, str]) -> Frame:
    """pages: claim key → the URL that the judge named, for the claims that it did not flag."""
    unread = _unread(ledger)
    claims: list[GoldClaim] = []
    listed = lost = 0
    for record in ledger.records:
        flags = {flag.id: flag for flag in record.flags}
        own = manifest.files[record.file].claims if record.file in manifest.files else ()
        known = [one for one in own if one.id in flags or not unread.get(record.file, set()) & {one.id, None}]
        missing = flags.keys() - {one.id for one in own}
        listed += len(known)
        lost += len(own) - len(known)
        of_file = [*known, *(_claim_of(flag) for flag in record.flags if flag.id in missing)]
        claims += (_claim(record.file, one, flags.get(one.id), settled, pages) for one in of_file)
    judged = {record.file for record in ledger.records}
    unjudged: Sequence[FileClaims] = [one for file, one in manifest.files.items() if file not in judged]
    return Frame(
        claims=tuple(claims),
        unjudged_files=len(unjudged),
        unjudged_claims=sum(len(one.claims) for one in unjudged),
        invalid=len(manifest.invalid) + lost,
        only_in_ledger=len(claims) - listed,
        unknown_fixes=tuple(flag.key for flag in ledger.flags if flag.applied and flag.key not in settled.edits),
    )


def _unread(ledger: Ledger) -> dict[str, set[str | None]]:
    """Per file the ids of the flags that could not be read; None where not even the id could: then it may be any."""
    found: dict[str, set[str | None]] = {}
    for entry in ledger.invalid:
        if entry.file is not None and entry.is_flag:
            found.setdefault(entry.file, set()).add(entry.flag_id)
    return found


def _claim_of(flag: Flag) -> Claim:
    return Claim(id=flag.id, line=flag.line, claim=flag.claim)


def _claim(file: str, claim: Claim, flag: Flag | None, settled: Settled, pages: Mapping[str, str]) -> GoldClaim:
    key = f"{file}#{claim.id}"
    url = flag.evidence_url if flag else pages.get(key, "")
    edit = settled.edits.get(key)
    after = claim_after(edit) if edit else None
    return GoldClaim(key, file, claim.line, claim.claim, url, _stratum(key, flag, edit, after, settled), edit, after)


def _stratum(
    key: str, flag: Flag | None, edit: ApprovedEdit | None, after: str | None, settled: Settled
) -> GoldStratum:
    if edit is not None:
        return GoldStratum.REMOVED if after is None else GoldStratum.CHANGED
    if flag is None:
        return GoldStratum.GROUNDED
    return GoldStratum.CLOSED if flag.closed or key in settled.closed else GoldStratum.OPEN


def claim_after(edit: ApprovedEdit) -> str | None:
    """What an edit makes of its claim; None where nothing of it is left.

    Where the line keeps what stood before and behind the claim, it is what stands between; else the whole line is.
    """
    if edit.line_after is None:
        return None
    before, after = edit.line_before.encode("utf-8"), edit.line_after.encode("utf-8")
    sites = claims_on_line(Document(b"", (Line(before, b""),)), edit.claim, 1)
    head, tail = (before[: sites[0].start], before[sites[0].end :]) if sites else (b"", b"")
    kept = len(head) + len(tail) <= len(after) and after.startswith(head) and after.endswith(tail)
    claim = after[len(head) : len(after) - len(tail)] if kept else after
    return claim.decode("utf-8", "replace").strip() or None
