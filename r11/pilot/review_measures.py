"""What a review made of the fix targets: the split as it stands, acceptance, and how often the judge was mistaken.

The unit is one fix target, as in `measures`. Nothing leaves the denominator: what nobody has answered yet is counted as
*not reviewed*, so that `n = O1 + O2 + O3 + invalid + closed + unsettled + not reviewed`, the last being zero once the
review is complete. An approval counts only while it names a proposal that still stands; a fix target that was decided
here and then applied or closed has nothing left to stand, and counts as it was settled.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from r11.ledger.manifest import InvalidEntry
from r11.pilot.closings import Closing, closing_of
from r11.pilot.figures import Figure, NotMeasured, Share
from r11.pilot.items import Outcome, item_of, item_of_invalid, settled_op
from r11.records import Flag, FlagEvidence, Proposal
from r11.review.decisions import Decisions, ItemState
from r11.vocabulary import FixOp, ItemStatus, Rule


class After(StrEnum):
    """What an item is after review."""

    O1 = "O1"
    O2 = "O2"
    O3 = "O3"
    INVALID = "invalid"
    CLOSED = "closed"
    UNSETTLED = "unsettled"
    WAITING = "not reviewed"


class Answered(StrEnum):
    """What reviewers did with what was proposed."""

    UNCHANGED = "approved unchanged"
    EDITED = "approved with an own text"
    CLOSED = "closed: the claim is correct"
    TO_O3 = "sent to a later rewrite"
    UNSETTLED = "unsettled: reviewers differ"
    WAITING = "not reviewed"


@dataclass(frozen=True)
class ReviewedItem:
    """One fix target. `file` and `rule` are None where an entry does not say.

    proposed: what the classifier made of it; None where it is settled and no record says what had been proposed.
    closing: of a closed one, whether the judge was mistaken or the page changed. offered: the operations of everything
    that is proposed for it as things stand, by the classifier and by workers. swaps: the hashes of the proposals for it
    that are known to be value swaps. second_look: None until `second_looks` says it. nominated: what the classifier
    nominated it for; of a settled one, as far as what was decided on is known.
    """

    file: str | None
    rule: Rule | None
    proposed: Outcome | None
    after: After
    answered: Answered
    second_look: SecondLook | None = None
    is_settled: bool = False
    flag_key: str = ""
    closing: Closing | None = None
    offered: frozenset[FixOp] = frozenset()
    swaps: frozenset[str] = frozenset()
    nominated: FixOp | None = None

    @property
    def is_undecided(self) -> bool:
        """Nobody has answered it, or two have and differ: it can still become what is offered."""
        return self.after in {After.WAITING, After.UNSETTLED}

    @property
    def is_reviewed(self) -> bool:
        """Somebody answered it for good, or it cannot be answered at all."""
        return self.after is not After.WAITING

    @property
    def is_ruled(self) -> bool:
        """A person said whether the claim is correct."""
        return self.answered in {Answered.UNCHANGED, Answered.EDITED, Answered.CLOSED}


class SecondLook(StrEnum):
    """What became of an approved value swap when somebody else looked at it too."""

    AGREED = "agreed"
    REVERSED = "reversed"
    OPEN = "open: the two differ, and nobody ruled"
    DUE = "drawn, and not given"
    BESIDE = "reversed by a ruling, with no drawn second look"


@dataclass(frozen=True)
class ReviewStratum:
    """The reviewed and unreviewed items of some files. `files`: how many of them hold an item."""

    name: str
    items: tuple[ReviewedItem, ...]

    @property
    def n(self) -> int:
        return len(self.items)

    @property
    def files(self) -> int:
        return len({item.file for item in self.items})

    @property
    def reviewed(self) -> Share:
        """Items with an answer, of those that can be answered (an invalid entry cannot)."""
        readable = [item for item in self.items if item.after is not After.INVALID]
        return Share(sum(item.is_reviewed for item in readable), len(readable))

    @property
    def settled(self) -> int:
        """Items that were decided here and are applied or closed by now."""
        return sum(item.is_settled for item in self.items)

    def share(self, after: After) -> Share:
        return Share(sum(item.after is after for item in self.items), self.n)

    @property
    def parts(self) -> str:
        """`30 + 41 + 90 + 1 + 9 + 2 + 0`, in the order of `After`."""
        counts = Counter(item.after for item in self.items)
        return " + ".join(str(counts[after]) for after in After)

    @property
    def r8_as_o2(self) -> Share:
        """R8 flags that are O2 after review, of all R8 flags."""
        return self._of(is_r8, lambda item: item.after is After.O2)

    @property
    def undecided_r8(self) -> Share:
        """R8 flags of which nobody knows yet whether they are O2, of all R8 flags."""
        return self._of(is_r8, lambda item: item.is_undecided)

    @property
    def r8_words(self) -> str:
        """`21/82 (25.6 %)`, and what of that denominator nobody had answered: `, 3/82 not reviewed at the look`."""
        undecided = undecided_words([item for item in self.items if is_r8(item)])
        return self.r8_as_o2.with_percent + (f", {undecided}" if undecided else "")

    def closed_as(self, closing: Closing) -> Figure:
        """Closed for this reason, of the fix targets on which a person ruled (approved or closed)."""
        found = self._of(lambda item: item.is_ruled, lambda item: item.closing is closing)
        return NotMeasured("a fix target that was approved or closed") if found.is_empty else found

    def acceptance(self, op: FixOp) -> Figure:
        """Approved unchanged, of the reviewed items that were proposed as this operation."""
        found = self._of(lambda i: is_proposed(i, op) and i.is_reviewed, lambda i: i.answered is Answered.UNCHANGED)
        return NotMeasured(f"a reviewed {op} proposal") if found.is_empty else found

    def answers(self, proposed: Outcome) -> dict[Answered, int]:
        """What became of the items that were proposed as this; every way is listed."""
        counts = Counter(item.answered for item in self.items if item.proposed is proposed)
        return {answered: counts[answered] for answered in Answered}

    @property
    def wrong_edits(self) -> Figure:
        """Approved value swaps that were reversed, of those with a second look; it is looked at once, when the draw is
        complete and every look in it came to an end."""
        if self.looks(SecondLook.DUE) == self.looks(*_DRAWN):
            return NotMeasured("a second look at approved value swaps")
        if due := self.looks(SecondLook.DUE):
            return NotMeasured(f"{due} more of the drawn second looks")
        if count := self.looks(SecondLook.OPEN):
            return NotMeasured(f"{count} {'adjudication' if count == 1 else 'adjudications'}: reviewers differ")
        return Share(self.looks(SecondLook.REVERSED), self.looks(*ENDED))

    def looks(self, *kinds: SecondLook) -> int:
        """How many second looks are of one of these kinds."""
        return sum(item.second_look in kinds for item in self.items)

    def _of(self, belongs: Test, counts: Test) -> Share:
        inside = [item for item in self.items if belongs(item)]
        return Share(sum(map(counts, inside)), len(inside))


Test = Callable[[ReviewedItem], bool]
ENDED = (SecondLook.AGREED, SecondLook.REVERSED)
"""How a second look ends."""
_DRAWN = (*ENDED, SecondLook.OPEN, SecondLook.DUE)


def is_r8(item: ReviewedItem) -> bool:
    return item.rule is Rule.R8


def is_proposed(item: ReviewedItem, op: FixOp) -> bool:
    return item.proposed is not None and item.proposed.value == op.value


def undecided_words(items: Sequence[ReviewedItem]) -> str:
    """`161/178 not reviewed at the look, 1/178 unsettled`; empty where all are decided."""
    told = ((After.WAITING, "not reviewed at the look"), (After.UNSETTLED, "unsettled"))
    counts = [(sum(item.after is after for item in items), words) for after, words in told]
    return ", ".join(f"{Share(count, len(items))} {words}" for count, words in counts if count)


def review_items(
    pairs: Iterable[tuple[Flag, Proposal]],
    invalid: Iterable[InvalidEntry],
    decisions: Decisions,
    *,
    others: Iterable[Proposal] = (),
    settled: Iterable[Flag] = (),
    evidence: Mapping[str, FlagEvidence] | None = None,
) -> tuple[ReviewedItem, ...]:
    """Every open fix target with what the review made of it, and those settled ones that were decided here.

    pairs: each readable, open flag with the classifier's proposal; others: what else was proposed, by workers for the
    same flags, by anyone for settled ones. evidence: by flag key, what the last refresh found.
    """
    pairs, others, found = list(pairs), list(others), evidence or {}
    standing = {proposal.sha256: proposal.op for proposal in (*others, *(proposal for _, proposal in pairs))}
    offers: dict[str, set[FixOp]] = defaultdict(set)
    swaps: dict[str, set[str]] = defaultdict(set)
    for proposal in (*others, *(proposal for _, proposal in pairs)):
        offers[proposal.flag_key].add(proposal.op)
        if proposal.op is FixOp.O1:
            swaps[proposal.flag_key].add(proposal.sha256)
    targets = [(flag, made, decisions.item(flag.key)) for flag, made in pairs if flag.is_fix_target]
    readable = [
        replace(_reviewed(flag, made, state, standing, found.get(flag.key)), offered=frozenset(offers[flag.key]))
        for flag, made, state in targets
    ]
    unreadable = [item_of_invalid(entry) for entry in invalid]
    ours = [flag for flag in settled if _is_ours(flag, decisions)]
    made = {proposal.sha256: proposal for proposal in others}
    done = [_settled(flag, decisions.item(flag.key), standing, found.get(flag.key), made) for flag in ours]
    return (
        *(replace(item, swaps=item.swaps | swaps[item.flag_key]) for item in (*readable, *done)),
        *(
            ReviewedItem(item.file, item.rule, item.outcome, After.INVALID, Answered.WAITING)
            for item in unreadable
            if item.is_fix_target
        ),
    )


Standing = Mapping[str, FixOp]
"""By the hash of each proposal that is known: its operation."""


def _is_ours(flag: Flag, decisions: Decisions) -> bool:
    """A fix target that this programme's logs decided, and that a batch settled since."""
    settled_here = flag.closed or settled_op(flag) is not None
    return flag.is_fix_target and settled_here and bool(decisions.item(flag.key).answers)


def _settled(
    flag: Flag,
    state: ItemState,
    standing: Standing,
    evidence: FlagEvidence | None,
    made: Mapping[str, Proposal],
) -> ReviewedItem:
    """The ledger says what became of it; what had been proposed is what the answers name, as far as that is known."""
    op = settled_op(flag)
    if op in (FixOp.O1, FixOp.O2):  # never of an own text: what was approved is what was proposed
        standing = {**standing, **dict.fromkeys(_applied(state), op)}
    hashes = [answer.proposal_sha256 or "" for answer in state.answers]
    named = [standing[sha256] for sha256 in hashes if sha256 in standing]
    known = next((made[sha256] for sha256 in hashes if sha256 in made), None)
    return ReviewedItem(
        flag.file,
        flag.rule,
        Outcome(named[0].value) if named else None,
        After(op.value) if op else After.CLOSED,
        _how_settled(op, state),
        is_settled=True,
        flag_key=flag.key,
        closing=None if op else closing_of(flag, state.standing, evidence),
        swaps=frozenset(sha256 for sha256 in hashes if standing.get(sha256) is FixOp.O1),
        nominated=item_of(flag, known).nominated if known else op if op is not FixOp.O3 else None,
    )


def _applied(state: ItemState) -> frozenset[str]:
    """What the approvals name, where they name one proposal: two who differ, or rule the past differently, still do."""
    approvals = {a.proposal_sha256 for a in state.answers if a.status is ItemStatus.APPROVED and not a.edited}
    names = approvals if len(approvals) == 1 else {answer.proposal_sha256 for answer in state.standing}
    return frozenset(name for name in names if name)


def _how_settled(op: FixOp | None, state: ItemState) -> Answered:
    if op is None:
        return Answered.CLOSED
    own_text = op is FixOp.O3 and any(answer.edited for answer in state.answers)
    return Answered.EDITED if own_text else Answered.UNCHANGED


def _reviewed(
    flag: Flag, proposal: Proposal, state: ItemState, standing: Standing, evidence: FlagEvidence | None
) -> ReviewedItem:
    counted = item_of(flag, proposal)
    proposed = counted.outcome
    answered = _answered(state, standing)
    after = After.INVALID if proposed is Outcome.INVALID else _after(answered, state, standing)
    closing = closing_of(flag, state.standing, evidence) if answered is Answered.CLOSED else None
    return ReviewedItem(
        flag.file,
        flag.rule,
        proposed,
        after,
        answered,
        flag_key=flag.key,
        closing=closing,
        nominated=counted.nominated,
    )


def _answered(state: ItemState, standing: Standing) -> Answered:
    match state.status:
        case ItemStatus.OPEN | ItemStatus.DRAFTED:
            return Answered.WAITING
        case ItemStatus.CLOSED:
            return Answered.CLOSED
        case ItemStatus.TO_O3:
            return Answered.TO_O3
        case ItemStatus.UNSETTLED:
            return Answered.UNSETTLED
        case ItemStatus.APPROVED:
            answer = state.standing[0]
            if answer.proposal_sha256 not in standing:
                return Answered.WAITING
            return Answered.EDITED if answer.edited else Answered.UNCHANGED
        case _:  # pragma: no cover
            assert_never(state.status)


def _after(answered: Answered, state: ItemState, standing: Standing) -> After:
    match answered:
        case Answered.UNCHANGED:
            return After(standing[state.standing[0].proposal_sha256 or ""].value)
        case Answered.EDITED | Answered.TO_O3:
            return After.O3
        case Answered.CLOSED:
            return After.CLOSED
        case Answered.UNSETTLED:
            return After.UNSETTLED
        case Answered.WAITING:
            return After.WAITING
        case _:  # pragma: no cover
            assert_never(answered)


def as_it_was(then: Sequence[ReviewedItem], now: Iterable[ReviewedItem]) -> tuple[ReviewedItem, ...]:
    """The items of a moment, none of today's left out: one that was answered and applied since was open then."""
    known = {item.flag_key for item in then}
    return (*then, *(_open_again(item) for item in now if item.flag_key not in known))


def _open_again(item: ReviewedItem) -> ReviewedItem:
    """What had been proposed is not always on record: then anything may have been."""
    op = next((op for op in FixOp if is_proposed(item, op)), None)
    return replace(
        item,
        after=After.WAITING,
        answered=Answered.WAITING,
        second_look=None,
        is_settled=False,
        closing=None,
        offered=frozenset(FixOp) if op is None else frozenset({op}),
    )


def strata_of(
    items: Sequence[ReviewedItem], *, pilot: frozenset[str], drawn: frozenset[str]
) -> tuple[ReviewStratum, ReviewStratum, ReviewStratum]:
    """The pilot files, the files drawn from the rest, and every item of the ledger."""
    return (
        ReviewStratum("pilot", tuple(item for item in items if item.file in pilot)),
        ReviewStratum("drawn from the rest", tuple(item for item in items if item.file in drawn)),
        ReviewStratum("all", tuple(items)),
    )
