"""What became of an approved value swap when a second person looked at it blind: the share of wrong edits.

The unit is an approved value swap as it stood when the blind second answer was given. It never leaves the denominator:
what anybody changes afterwards ends a second look, and does not take it back.

- A third person's ruling ends it: agreed where it leaves the swap's bytes, reversed where it does not. A ruling stays
  one when the item is reopened, or put back, after it.
- Without a ruling it is reversed where the first person gave the swap up themself: they answer otherwise by now, or
  took the approval back.
- Else it is agreed where both had said the same bytes (of the past they may rule differently), and open where they
  had not. The second person who approves openly later has seen the swap approved: that is no second look, and the swap
  stays open until somebody rules. So it stays where the first answer was only cleared by somebody's reopening.

How a pair that differs ends counts whenever it ends, as a ruling does. Who gives up a swap that the second look agreed
with changes a first answer, which counts as it stood at the one look.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from r11.pilot.blind_pairs import BlindPair, blind_pairs
from r11.pilot.review_measures import ReviewedItem, SecondLook
from r11.review.decisions import Answer, Decisions, ItemState, kept_since
from r11.vocabulary import Disposition, EventKind, ItemStatus


def looked_again(
    items: Iterable[ReviewedItem],
    pairs: Mapping[str, BlindPair],
    due: Collection[str],
    at_look: Decisions,
    today: Decisions,
) -> tuple[ReviewedItem, ...]:
    """The items with what became of their second look. due: drawn items that still want one; at_look: the decisions
    that the figures are of."""
    return tuple(
        replace(item, second_look=_of_item(item, pairs.get(item.flag_key), item.flag_key in due, at_look, today))
        for item in items
    )


def _of_item(
    item: ReviewedItem, pair: BlindPair | None, is_due: bool, at_look: Decisions, today: Decisions
) -> SecondLook | None:
    if pair is not None:
        return second_look(pair, item.swaps, at_look, today)
    state = at_look.item(item.flag_key)
    swap = next((answer for answer in state.answers if _approves_swap(answer, item.swaps)), None)
    if swap is None:
        return None
    if is_due:
        return SecondLook.DUE
    ruling = _ruling(state, {swap.reviewer})
    return SecondLook.BESIDE if ruling is not None and _bytes(ruling) != _bytes(swap) else None


def open_looks(swaps: Mapping[str, Collection[str]], decisions: Decisions) -> dict[str, BlindPair]:
    """By flag key, the pairs that wait for a ruling. swaps: by flag key the hashes of the proposals that are one."""
    pairs = blind_pairs(swaps, decisions)
    ends = {key: second_look(pair, swaps[key], decisions, decisions) for key, pair in pairs.items()}
    return {key: pair for key, pair in pairs.items() if ends[key] is SecondLook.OPEN}


def second_look(pair: BlindPair, swaps: Collection[str], at_look: Decisions, today: Decisions) -> SecondLook | None:
    """None where the first one approved no value swap as proposed. swaps: the hashes of the proposals that are one."""
    if not _approves_swap(pair.first, swaps):
        return None
    swap, now = _bytes(pair.first), _since(pair, today)
    ruling = _ruling(now, {pair.first.reviewer, pair.second.reviewer})
    if ruling is not None:
        return SecondLook.AGREED if _bytes(ruling) == swap else SecondLook.REVERSED
    differ = _bytes(pair.second) != swap
    own = (now if differ else _since(pair, at_look)).by(pair.first.reviewer)
    if own is None or _bytes(own) != swap:
        return SecondLook.REVERSED
    return SecondLook.OPEN if differ else SecondLook.AGREED


def _since(pair: BlindPair, decisions: Decisions) -> ItemState:
    return kept_since(decisions, pair.flag_key, pair.second.entry.sha256)


def _ruling(state: ItemState, parties: Collection[str]) -> Answer | None:
    """The latest one by somebody who is no party."""
    rulings = (answer for answer in reversed(state.answers) if answer.event.event is EventKind.ADJUDICATE)
    return next((answer for answer in rulings if answer.reviewer not in parties), None)


def _approves_swap(answer: Answer, swaps: Collection[str]) -> bool:
    approved = answer.status is ItemStatus.APPROVED and not answer.edited
    return approved and answer.event.event is not EventKind.ADJUDICATE and answer.proposal_sha256 in swaps


def _bytes(answer: Answer) -> tuple[object, ...]:
    """What an answer does to the file, whatever it rules of the past."""
    return tuple(part for part in answer.outcome if not isinstance(part, Disposition))
