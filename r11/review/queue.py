"""The items of a review and the order in which one person meets them.

A queue is given its items; which ones (all, a class list, a second review) is the caller's choice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from r11.records import Flag, FlagEvidence, Proposal
from r11.review.decisions import Decisions, ItemState
from r11.vocabulary import AbortCode, EventKind, FixOp, ItemStatus, QueueOrder, Rule

# After these a reviewer still looks at the item; after any other event they went on to the next one.
STAYS = frozenset({EventKind.SHOWN, EventKind.EDIT, EventKind.UNDO, EventKind.WITHDRAW, EventKind.REOPEN})
UNFINISHED = frozenset({ItemStatus.DRAFTED, ItemStatus.TO_O3})


@dataclass(frozen=True)
class QueueItem:
    """A flag with everything that is known of it.

    `proposals`: where a machine and a worker both have one, both; the first one is what the item is taken for.
    """

    flag: Flag
    proposals: tuple[Proposal, ...]
    state: ItemState
    evidence: FlagEvidence | None = None

    @property
    def key(self) -> str:
        return self.flag.key

    @property
    def op(self) -> FixOp:
        """What the item is now: O3 once somebody wrote its line or sent it there."""
        is_o3 = any(answer.edited or answer.status is ItemStatus.TO_O3 for answer in self.state.answers)
        return FixOp.O3 if is_o3 else self.proposals[0].op

    @property
    def choices(self) -> tuple[Proposal, ...]:
        """What a person may decide on: each proposal that is another, once. One that offers no text is none beside one
        that does."""
        different = {proposal.sha256: proposal for proposal in reversed(self.proposals)}
        found = [p for p in self.proposals if different[p.sha256] is p]
        return tuple(p for p in found if p.edits) or tuple(found[:1])

    def proposal_for(self, reviewer: str, sha256: str | None = None) -> Proposal:
        """The one that is asked for by its hash, else the one that the reviewer answered, else the first."""
        own = self.state.by(reviewer)
        for wanted in (sha256, own.proposal_sha256 if own else None):
            if found := next((p for p in self.choices if p.sha256 == wanted), None):
                return found
        return self.choices[0]

    def is_open_for(self, reviewer: str) -> bool:
        """Whether this reviewer still has something to do here: nobody decided it, nor did they answer for good."""
        own = self.state.by(reviewer)
        return not self.state.status.is_decided and (own is None or own.status in UNFINISHED)


@dataclass(frozen=True)
class Queue:
    """The items to review; `no_ops`: flag keys whose only proposals change nothing, which nobody needs to look at."""

    items: tuple[QueueItem, ...]
    no_ops: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """What to look at; None is everything. `files`, `keys`: any of these; `abort` is the reason shown first."""

    files: Collection[str] | None = None
    keys: Collection[str] | None = None
    file: str | None = None
    url: str | None = None
    op: FixOp | None = None
    rule: Rule | None = None
    abort: AbortCode | None = None
    status: ItemStatus | None = None

    def takes(self, item: QueueItem) -> bool:
        aborts = item.proposals[0].aborts
        asked = (
            (self.file, item.flag.file),
            (self.url, item.flag.evidence_url),
            (self.op, item.op),
            (self.rule, item.flag.rule),
            (self.abort, aborts[0].code if aborts else None),
            (self.status, item.state.status),
        )
        inside = (self.files is None or item.flag.file in self.files) and (self.keys is None or item.key in self.keys)
        return inside and all(wanted is None or wanted == found for wanted, found in asked)


def build_queue(
    flags: Iterable[Flag],
    proposals: Iterable[Proposal],
    decisions: Decisions,
    evidence: Mapping[str, FlagEvidence],
) -> Queue:
    """One item for each flag that is not settled and has a proposal, in the order of the flags."""
    by_flag: dict[str, list[Proposal]] = defaultdict(list)
    for proposal in proposals:
        by_flag[proposal.flag_key].append(proposal)
    items: list[QueueItem] = []
    no_ops: list[str] = []
    for flag in flags:
        found = by_flag.get(flag.key, [])
        real = tuple(sorted((proposal for proposal in found if not is_no_op(proposal)), key=_is_doubtful))
        if real and not flag.is_settled:
            items.append(QueueItem(flag, real, decisions.item(flag.key), evidence.get(flag.key)))
        elif found and not flag.is_settled:
            no_ops.append(flag.key)
    return Queue(tuple(items), tuple(no_ops))


def _is_doubtful(proposal: Proposal) -> tuple[bool, bool]:
    """What could be proven stands before an idea, an idea before no text at all."""
    return proposal.op is FixOp.O3, not proposal.edits


def is_no_op(proposal: Proposal) -> bool:
    """A text that leaves the line as it is. An O3 item without a text is not one: a person is to write it."""
    return bool(proposal.edits) and proposal.line_after == proposal.line_before


def chosen(items: Iterable[QueueItem], choice: Choice) -> tuple[QueueItem, ...]:
    """The items that the filters take, in their order."""
    return tuple(item for item in items if choice.takes(item))


def ordered(items: Iterable[QueueItem], order: QueueOrder) -> tuple[QueueItem, ...]:
    """By file and line, so that siblings stand together; or by cited page, so that each is read once."""

    def place(item: QueueItem) -> tuple[str, int, str]:
        return item.flag.file, item.proposals[0].line, item.flag.id

    match order:
        case QueueOrder.FILE:
            return tuple(sorted(items, key=place))
        case QueueOrder.URL:
            return tuple(sorted(items, key=lambda item: (item.flag.page_url, *place(item))))
        case _:  # pragma: no cover
            assert_never(order)


def same_claims(items: Iterable[QueueItem]) -> Mapping[str, tuple[str, ...]]:
    """Per flag key, the keys of the other items with the same claim, if there are any: usually to be ruled alike."""
    groups: dict[str, list[str]] = defaultdict(list)
    for item in items:
        groups[_plain(item.flag.claim)].append(item.key)
    several = (keys for keys in groups.values() if len(keys) > 1)
    return {key: tuple(other for other in keys if other != key) for keys in several for key in keys}


def _plain(claim: str) -> str:
    """Letter case and white space aside."""
    return " ".join(claim.casefold().split())


def next_open(items: Sequence[QueueItem], after: int, reviewer: str) -> int | None:
    """The index of the next item that is open for the reviewer, around the end; None where nothing is left.

    The item at `after` itself comes last: a skipped item is met again when all others are done.
    """
    count = len(items)
    around = ((after + step) % count for step in range(1, count + 1))
    return next((index for index in around if items[index].is_open_for(reviewer)), None)


def resume_at(items: Sequence[QueueItem], decisions: Decisions, reviewer: str) -> int | None:
    """Where the reviewer goes on, over all their sessions: at the item they last looked at, else the next open one.

    None where nothing is left for them.
    """
    index = {item.key: position for position, item in enumerate(items)}
    for entry in reversed(decisions.entries):
        event = entry.event
        if event.reviewer != reviewer or not event.flag_keys or event.flag_keys[-1] not in index:
            continue
        position = index[event.flag_keys[-1]]
        stays = event.event in STAYS and items[position].is_open_for(reviewer)
        return position if stays else next_open(items, position, reviewer)
    return next_open(items, -1, reviewer)
