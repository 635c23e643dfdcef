"""Items that are done by now, as they stood when they were reviewed: what a second person is shown of them.

An applied claim is gone from its file, and its flag says what became of it. A blind second look is about what the first
person saw: the claim and what was proposed for it, in the file as it was before the batch. What cannot be shown so is
not shown. Nothing that is answered here can change a file again: freeze and apply know what is done by its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from r11.apply.plan import restore
from r11.pilot.review_measures import review_items
from r11.records import ApprovedEdit, ApprovedManifest, Closure, Flag, Proposal, sha256_hex
from r11.review.batches import parts_of
from r11.text.lines import Document
from r11.vocabulary import FixOp
from r11.workbench.programme import open_programme
from r11.workbench.review import Room
from r11.workbench.settled import decided_proposals, settled_flags


@dataclass(frozen=True)
class AsReviewed:
    """room: the done items are open in it again; settled: their flags as they are, by key; ops: what had been proposed,
    of those that were decided here; shown: of these, the items of which it is on record."""

    room: Room
    settled: Mapping[str, Flag]
    ops: Mapping[str, FixOp]
    shown: frozenset[str]

    def done_by(self, flag_key: str) -> tuple[str, ApprovedEdit | Closure] | None:
        """The batch that settled an item, and what it did; None where no manifest on record has it."""
        for manifest in sorted(self.room.manifests, key=lambda one: one.created, reverse=True):
            for part in parts_of(manifest):
                if part.flag_key == flag_key:
                    return manifest.batch, part
        return None


def as_reviewed(room: Room) -> AsReviewed:
    programme = open_programme(room.workspace)
    settled = settled_flags(room.workspace, programme)
    decided = decided_proposals(room.workspace, programme, settled)
    others = (*room.proposals, *decided.values())
    items = review_items((), (), room.decisions, others=others, settled=settled.values())
    return AsReviewed(
        replace(
            room,
            flags={key: _as_judged(flag) if key in settled else flag for key, flag in room.flags.items()},
            proposals=tuple(_as_they_stood(room.proposals, settled, decided)),
        ),
        settled,
        {item.flag_key: FixOp(item.proposed.value) for item in items if item.proposed},
        frozenset(decided),
    )


def _as_they_stood(
    proposals: Iterable[Proposal], settled: Mapping[str, Flag], decided: Mapping[str, Proposal]
) -> Iterable[Proposal]:
    yield from (one for one in proposals if one.flag_key not in settled)
    yield from decided.values()


def _as_judged(flag: Flag) -> Flag:
    """Without the stamps of a batch, and without the ruling that came with them."""
    disposition = None if flag.is_fix_target else flag.disposition
    return msgspec.structs.replace(flag, applied=False, closed=False, fix=None, disposition=disposition)


def file_at_review(
    document: Document | None, manifests: Sequence[ApprovedManifest], proposal: Proposal
) -> Document | None:
    """The file of a done item before its batch; None where the line that was reviewed does not stand there.

    Batches are taken back from the latest one to the item's own, each only from just the bytes that it left.
    """
    if document is None or proposal.line_before is None:
        return None
    data = document.to_bytes()
    for manifest in sorted(manifests, key=lambda one: one.created, reverse=True):
        left = next((one for one in manifest.files if one.file == proposal.file), None)
        if left is not None and sha256_hex(data) == left.sha256_after:
            data = restore(left, data) or data
        if any(part.flag_key == proposal.flag_key for part in parts_of(manifest)):
            break
    found = Document.parse(data)
    return found if found.body(proposal.line) == proposal.line_before.encode("utf-8") else None
