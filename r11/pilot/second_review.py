"""The blind second review: which items it is about, and how far two people who decided them apart say the same.

Of each class a seeded draw of at most `MOST` items is decided again by somebody who is shown nothing of the first
answer. Such answers stand in sessions of their own, told by name, so that the logs themselves say what was blind.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from r11.pilot.blind_pairs import BlindPair, Said, blind_pairs
from r11.pilot.figures import Figure, NotMeasured, Share
from r11.pilot.projection import draw
from r11.review.agreement import Agreement, agreement, gwet_ac1
from r11.review.decisions import Decisions
from r11.vocabulary import FixOp

MOST = 60
"""Items of a class; all of them where there are fewer."""


@dataclass(frozen=True)
class SecondReview:
    """One class. drawn: the items that the second review is about; found: of those with two answers, the pairs; due:
    those that still want a second answer and can have one; done: drawn items that are applied or closed by now, which
    are shown as they stood when they were reviewed; pairs: the two answers themselves, by flag key."""

    op: FixOp
    drawn: tuple[str, ...]
    found: Agreement
    due: tuple[str, ...] = ()
    done: int = 0
    pairs: Mapping[str, BlindPair] = field(default_factory=dict)

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
    answered: Collection[str] | None = None,
) -> tuple[SecondReview, ...]:
    """Every class, whether somebody looked again or not. done: items that are applied or closed by now; gone: those of
    them that cannot be shown any more as they stood, since what had been proposed is not on record.

    answered: by the one look, where it fell due. A drawn item that was open then has no first answer that counts, so
    that no second look at it is asked for, and one that was given counts for nothing: drawn = given + due + lost.
    """
    draws = second_draw(ops, seed=seed).items()
    inside = ((op, tuple(key for key in drawn if answered is None or key in answered)) for op, drawn in draws)
    return tuple(_class(op, drawn, decisions, done, gone) for op, drawn in inside)


def _class(
    op: FixOp, drawn: tuple[str, ...], decisions: Decisions, done: Collection[str], gone: Collection[str]
) -> SecondReview:
    pairs = blind_pairs(drawn, decisions)
    due = tuple(key for key in drawn if key not in pairs and key not in gone)
    found = agreement((pair.words for pair in pairs.values()), tuple(Said))
    return SecondReview(op, drawn, found, due, len(set(drawn).intersection(done)), pairs)
