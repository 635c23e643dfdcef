"""The blind second review: which items it is about, and how far two people who decided them apart say the same.

Of each class a seeded draw of at most `MOST` items is decided again by somebody who is shown nothing of the first
answer. Such answers stand in sessions of their own, told by name, so that the logs themselves say what was blind.

A pair is made when the blind answer is given, and later events of others do not unmake it. Of the second person counts
the last blind answer: what they undo or change in a blind session is corrected, what anybody does elsewhere is not
blind. Of the first counts the answer that was in force just before it: who changes, withdraws or reopens afterwards may
have seen or settled the difference, so agreement would look better than it was.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from r11.pilot.figures import Figure, NotMeasured, Share
from r11.pilot.projection import draw
from r11.review.agreement import Agreement, agreement, gwet_ac1
from r11.review.decisions import Answer, Decisions, ItemState, state_from
from r11.review.log import Entry
from r11.review.sessions import is_second
from r11.vocabulary import EventKind, FixOp, ItemStatus

MOST = 60
"""Items of a class; all of them where there are fewer."""


class Said(StrEnum):
    """What a reviewer can answer, as far as two people can say the same: their own texts are not compared."""

    OUTDATED = "approved as outdated"
    WRONG = "approved as wrong"
    UNSOURCED = "approved as unsourced"
    OWN_TEXT = "approved with an own text"
    CLOSED = "closed: the claim is correct"
    TO_O3 = "sent to a later rewrite"


@dataclass(frozen=True)
class SecondReview:
    """One class. drawn: the items that the second review is about; found: of those with two answers, the pairs; due:
    those that still want a second answer and can have one; done: drawn items that are applied or closed by now, which
    are shown as they stood when they were reviewed."""

    op: FixOp
    drawn: tuple[str, ...]
    found: Agreement
    due: tuple[str, ...] = ()
    done: int = 0

    @property
    def lost(self) -> int:
        """Drawn items without a second answer that cannot be shown any more as they stood."""
        return len(self.drawn) - self.found.items - len(self.due)

    @property
    def answered(self) -> Share:
        return Share(self.found.items, len(self.drawn))

    @property
    def agreed(self) -> Figure:
        if not self.found.items:
            return NotMeasured(f"a blind second answer to a drawn {self.op} item")
        return Share(self.found.agreed, self.found.items)

    @property
    def ac1(self) -> float | NotMeasured:
        value = gwet_ac1(self.found)
        return NotMeasured(f"a blind second answer to a drawn {self.op} item") if value is None else value


def second_draw(ops: Mapping[str, FixOp], *, seed: int) -> dict[FixOp, tuple[str, ...]]:
    """The items of each class, in an order that seed and keys decide. ops: what was proposed, by flag key."""
    return {op: draw((key for key, its in ops.items() if its is op), seed=seed, count=MOST) for op in FixOp}


def second_reviews(
    ops: Mapping[str, FixOp],
    decisions: Decisions,
    *,
    seed: int,
    done: Collection[str] = frozenset(),
    gone: Collection[str] = frozenset(),
) -> tuple[SecondReview, ...]:
    """Every class, whether somebody looked again or not. done: items that are applied or closed by now; gone: those of
    them that cannot be shown any more as they stood, since what had been proposed is not on record."""
    return tuple(_class(op, drawn, decisions, done, gone) for op, drawn in second_draw(ops, seed=seed).items())


def _class(
    op: FixOp, drawn: tuple[str, ...], decisions: Decisions, done: Collection[str], gone: Collection[str]
) -> SecondReview:
    pairs = _pairs(drawn, decisions)
    due = tuple(key for key in drawn if key not in pairs and key not in gone)
    return SecondReview(op, drawn, agreement(pairs.values(), tuple(Said)), due, len(set(drawn).intersection(done)))


def _pairs(drawn: Sequence[str], decisions: Decisions) -> dict[str, tuple[Said, Said]]:
    blind = [entry for entry in decisions.entries if is_second(entry.event.session)]
    place = {entry.sha256: number for number, entry in enumerate(decisions.entries)}
    named = {key for entry in blind for key in entry.event.flag_keys}
    found = ((key, _pair(key, decisions.entries, blind, place)) for key in drawn if key in named)
    return {key: pair for key, pair in found if pair is not None}


def _pair(
    key: str, entries: Sequence[Entry], blind: Sequence[Entry], place: Mapping[str, int]
) -> tuple[Said, Said] | None:
    """The first blind answer, and what somebody else had answered by then; a ruling between them is neither."""
    for second, other in _given(state_from(blind, key)):
        before = state_from(entries[: place[second.entry.sha256]], key)
        for first, one in _given(before):
            if not is_second(first.event.session) and first.reviewer != second.reviewer:
                return one, other
    return None


def _given(item: ItemState) -> Iterator[tuple[Answer, Said]]:
    for answer in item.answers:
        word = said(answer)
        if word is not None and answer.event.event is not EventKind.ADJUDICATE:
            yield answer, word


def said(answer: Answer) -> Said | None:
    """None for what decides nothing yet."""
    match answer.status:
        case ItemStatus.APPROVED:
            return Said.OWN_TEXT if answer.edited else Said(f"approved as {answer.disposition}")
        case ItemStatus.CLOSED:
            return Said.CLOSED
        case ItemStatus.TO_O3:
            return Said.TO_O3
        case ItemStatus.DRAFTED | ItemStatus.OPEN | ItemStatus.UNSETTLED:
            return None
        case _:  # pragma: no cover
            assert_never(answer.status)
