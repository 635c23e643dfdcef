"""How far two people who answered the same items apart from each other say the same.

Two figures and the table that they come from, never one without the others: percent agreement is easily read and
counts what chance alone would give; AC1 takes chance out and, unlike kappa or alpha, stays defined where all answers
are alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum


@dataclass(frozen=True)
class Agreement:
    """Pairs of answers to the same items. words: what could be answered, in order; pairs: (first, second) → items."""

    words: tuple[str, ...]
    pairs: Mapping[tuple[str, str], int]

    @property
    def items(self) -> int:
        return sum(self.pairs.values())

    @property
    def agreed(self) -> int:
        return sum(count for (first, second), count in self.pairs.items() if first == second)

    def table(self) -> list[list[int]]:
        """Counts: a row for each answer of the first, a column for each answer of the second, in the order of words."""
        return [[self.pairs.get((first, second), 0) for second in self.words] for first in self.words]


def agreement(pairs: Iterable[tuple[str, str]], words: Sequence[str]) -> Agreement:
    """Raises ValueError for an answer that is none of the words, or for fewer than two words to choose from."""
    counts = Counter(pairs)
    if len(words) < 2:
        raise ValueError("with fewer than two answers to choose from there is nothing to agree on")
    if unknown := sorted({word for pair in counts for word in pair} - set(words)):
        raise ValueError(f"{', '.join(unknown)}: not among the answers {', '.join(words)}")
    return Agreement(tuple(words), dict(counts))


def percent_agreement(found: Agreement) -> float | None:
    """The share of items, from 0 to 100, on which both gave the same answer; None for no items."""
    return 100 * found.agreed / found.items if found.items else None


def gwet_ac1(found: Agreement) -> float | None:
    """Agreement beyond chance, at most 1; 0 where chance alone would give as much; None for no items.

    (pa - pe) / (1 - pe) with pe = sum of p(1-p) over the answers / (answers - 1), p the mean share of an answer.

    pe is at most 1/answers, so that nothing is ever divided by zero. Source: Gwet, British Journal of Mathematical and
    Statistical Psychology 61 (2008) 29-48.
    """
    if not found.items:
        return None
    shares = [_mean_share(found, word) for word in found.words]
    by_chance = fsum(share * (1 - share) for share in shares) / (len(found.words) - 1)
    return (found.agreed / found.items - by_chance) / (1 - by_chance)


def _mean_share(found: Agreement, word: str) -> float:
    both = sum(count * pair.count(word) for pair, count in found.pairs.items())
    return both / (2 * found.items)
