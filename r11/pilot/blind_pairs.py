"""Pairs of answers to one item: a blind second answer, and what somebody else had answered by then.

A pair is made when the blind answer is given, and later events of others do not unmake it. Of the second person counts
the last blind answer: what they undo or change in a blind session is corrected, what anybody does elsewhere is not
blind. Of the first counts the answer that was in force just before it: who changes, withdraws or reopens afterwards may
have seen or settled the difference, so agreement would look better than it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from r11.review.decisions import Answer, Decisions, ItemState, state_from
from r11.review.log import Entry
from r11.review.sessions import is_second
from r11.vocabulary import Disposition, EventKind, ItemStatus


class Said(StrEnum):
    """What a reviewer can answer to a fix target, as far as two people can say the same: their own texts are not
    compared. `unsourced` is no answer here: it is for claims where the source is silent, and those are no fix targets.
    """

    OUTDATED = "approved as outdated"
    WRONG = "approved as wrong"
    OWN_TEXT = "approved with an own text"
    CLOSED = "closed: the claim is correct"
    TO_O3 = "sent to a later rewrite"


APPROVALS = {Disposition.OUTDATED: Said.OUTDATED, Disposition.WRONG: Said.WRONG}


@dataclass(frozen=True)
class BlindPair:
    """first: the answer in force when the blind one was given; second: the blind one; words: what each says."""

    flag_key: str
    first: Answer
    second: Answer
    words: tuple[Said, Said]


def blind_pairs(keys: Iterable[str], decisions: Decisions) -> dict[str, BlindPair]:
    """By flag key, those of the items that have a pair."""
    blind = [entry for entry in decisions.entries if is_second(entry.event.session)]
    place = {entry.sha256: number for number, entry in enumerate(decisions.entries)}
    named = {key for entry in blind for key in entry.event.flag_keys}
    found = ((key, _pair(key, decisions.entries, blind, place)) for key in keys if key in named)
    return {key: pair for key, pair in found if pair is not None}


def _pair(key: str, entries: Sequence[Entry], blind: Sequence[Entry], place: Mapping[str, int]) -> BlindPair | None:
    """The first blind answer, and what somebody else had answered by then; a ruling between them is neither."""
    for second, other in _given(state_from(blind, key)):
        before = state_from(entries[: place[second.entry.sha256]], key)
        for first, one in _given(before):
            if not is_second(first.event.session) and first.reviewer != second.reviewer:
                return BlindPair(key, first, second, (one, other))
    return None


def _given(item: ItemState) -> Iterator[tuple[Answer, Said]]:
    for answer in item.answers:
        word = said(answer)
        if word is not None and answer.event.event is not EventKind.ADJUDICATE:
            yield answer, word


def said(answer: Answer) -> Said | None:
    """None for what decides nothing yet, and for a ruling that no fix target can be given."""
    match answer.status:
        case ItemStatus.APPROVED:
            return Said.OWN_TEXT if answer.edited else APPROVALS.get(answer.disposition or Disposition.CORRECT)
        case ItemStatus.CLOSED:
            return Said.CLOSED
        case ItemStatus.TO_O3:
            return Said.TO_O3
        case ItemStatus.DRAFTED | ItemStatus.OPEN | ItemStatus.UNSETTLED:
            return None
        case _:  # pragma: no cover
            assert_never(answer.status)
