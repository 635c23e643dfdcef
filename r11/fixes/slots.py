"""Slots: which value of a quote fills the place of one value of a claim, and how well the two places agree.

A slot is an unsupported value of the claim laid against one value of the quote. Its score comes from structure
alone: how much of the claim's sentence the quote's sentence (in a table: row and column header) repeats, how
many words beside the two values are equal, and whether unit, label or head noun agree.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final

from r11.fixes.bounds import Bound, bound, left_words
from r11.fixes.coverage import Coverage
from r11.fixes.nouns import kin
from r11.fixes.reading import Reading, Word
from r11.text.values import Value, ValueKind

NUMERALS: Final = frozenset({ValueKind.NUMBER, ValueKind.DURATION})
# the share of the claim's sentence that a near copy repeats, and the equal words beside the value that fix the place
NEAR_COPY: Final = 0.75
NEAR_COPY_RUN: Final = 2
# so many equal words fix the place by themselves: then the words around it need be repeated, not the whole sentence
FIXED_RUN: Final = 5
_WINDOW: Final = 10
LEAD: Final = 8  # words


@dataclass(frozen=True)
class Slot:
    """`old` of the claim against `new` of the quote.

    `left`, `right`: equal words beside the two values. `coverage`: weighted share of the claim sentence's
    content words that stand in the quote's sentence and column (0 to 1). `kin`: unit, label or head noun
    agree. `own`: what the sentence repeats without its neighbours.
    """

    claim: Reading
    quote: Reading
    old: Value
    new: Value
    old_place: int
    new_place: int
    left: int
    right: int
    coverage: float
    own: float
    kin: bool
    score: float

    @property
    def near_copy(self) -> bool:
        """The quote repeats the claim around the two values: the wording itself fixes the place."""
        return self.coverage >= NEAR_COPY and self.left + self.right >= NEAR_COPY_RUN

    @property
    def fixed(self) -> bool:
        """So many equal words stand around the values that even a range, a strict bound or a unit may change.

        One less is enough where the two sentences differ in nothing else.
        """
        run = self.left + self.right
        return self.near_copy and (run >= FIXED_RUN or (run == FIXED_RUN - 1 and not self.differences))

    @cached_property
    def bounds(self) -> tuple[Bound, Bound]:
        """How the claim bounds its value, and how the quote bounds the other."""
        return bound(self.claim, self.old_place), bound(self.quote, self.new_place)

    @cached_property
    def lead(self) -> tuple[list[str], list[str]]:
        """The words left of the claim's value and of the quote's, in lower case (`left_words`), the nearest last."""
        return left_words(self.claim.words, self.old_place, LEAD), left_words(self.quote.words, self.new_place, LEAD)

    @cached_property
    def ours(self) -> tuple[Word, ...]:
        """The words of the claim's sentence."""
        return self.claim.sentence(self.claim.words[self.old_place].sentence)

    @cached_property
    def theirs(self) -> tuple[Word, ...]:
        """The words of the quote's sentence."""
        return self.quote.sentence(self.quote.words[self.new_place].sentence)

    @cached_property
    def differences(self) -> tuple[tuple[tuple[Word, ...], tuple[Word, ...]], ...]:
        """Where the two sentences differ, besides the two values with their units: the claim's words, the quote's."""
        a = _around(self.ours, self.claim.words[self.old_place])
        b = _around(self.theirs, self.quote.words[self.new_place])
        left = [_symbol(self.claim, word, self.old) for word in a]
        right = [_symbol(self.quote, word, self.new) for word in b]
        if left == right:
            return ()
        codes = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
        return tuple((a[i:j], b[k:m]) for tag, i, j, k, m in codes if tag != "equal")


# how far the two sentences are laid against each other, in words to each side of the value
_REACH: Final = 60


def _around(sentence: tuple[Word, ...], value: Word) -> tuple[Word, ...]:
    at = sentence.index(value)
    return sentence[max(0, at - _REACH) : at + _REACH]


def _symbol(reading: Reading, word: Word, slot: Value | None = None) -> object:
    """What two words are compared by. The value of a slot and its unit are the same on both sides."""
    if slot and slot.start <= word.start < max(slot.end, slot.measure_end):
        return "#unit" if word.value < 0 else "#value"
    return reading.values[word.value].key if word.value >= 0 else word.stem


def comparable(old: Value, new: Value) -> bool:
    """Whether a value of this kind could stand in the other's place at all."""
    if old.kind in NUMERALS and new.kind in NUMERALS:
        return not (old.unit and new.unit) or old.unit.dimension == new.unit.dimension
    if ValueKind.API_VERSION in {old.kind, new.kind} and _is_stamp(old) and _is_stamp(new):
        return True
    if old.kind is ValueKind.DATE and new.kind is ValueKind.DATE and old.date and new.date:
        return all(theirs or not ours for ours, theirs in zip(old.date, new.date, strict=True))
    return old.kind is new.kind


def _is_stamp(value: Value) -> bool:
    """A date that names a version of an interface: `2026-04-01`, `2026-05-01-preview`."""
    return value.kind is ValueKind.API_VERSION or (
        value.kind is ValueKind.DATE and value.text[:4].isdigit() and "-" in value.text
    )


def slots(claim: Reading, old_index: int, quote: Reading) -> list[Slot]:
    """Every comparable value of the quote that the claim does not hold as often as the quote does, best first."""
    old = claim.values[old_index]
    held = Counter(_identity(value) for i, value in enumerate(claim.values) if i != old_index)
    told = Counter(_identity(value) for value in quote.values)
    coverage = Coverage(claim, claim.places[old_index], quote)
    found = [
        _slot(claim, old_index, quote, i, coverage)
        for i, new in enumerate(quote.values)
        if comparable(old, new) and new.key != old.key and held[_identity(new)] < told[_identity(new)]
    ]
    return sorted(found, key=lambda slot: -slot.score)


def _identity(value: Value) -> object:
    """What makes two values the same one: 1.30 may be read as a version here and as a number there."""
    return value.text.lower().removeprefix("v") if "." in value.text and not value.unit else value.key


def _slot(claim: Reading, old_index: int, quote: Reading, new_index: int, coverage: Coverage) -> Slot:
    old, new = claim.values[old_index], quote.values[new_index]
    old_place, new_place = claim.places[old_index], quote.places[new_index]
    left = _run(claim, quote, old_place, new_place, -1)
    right = _run(claim, quote, old_place, new_place, 1)
    there = quote.words[new_place]
    share = coverage.share(there.sentence, there.cell, _WINDOW if left + right >= FIXED_RUN else len(claim.words))
    related = kin(claim, old_place, quote, new_place)
    score = share.whole + 0.1 * min(left, 4) + 0.1 * min(right, 4) + 0.2 * related + 0.2 * _equal_parts(old, new)
    return Slot(claim, quote, old, new, old_place, new_place, left, right, *share, related, score)


def _equal_parts(old: Value, new: Value) -> int:
    """How many of year, month and day two dates share."""
    if old.date is None or new.date is None:
        return 0
    return sum(a == b != 0 for a, b in zip(old.date, new.date, strict=True))


def _run(claim: Reading, quote: Reading, i: int, j: int, step: int) -> int:
    """How many words in a row are equal on one side, within the sentence."""
    a, b = claim.words, quote.words
    at, to = a[i].sentence, b[j].sentence
    count = 0
    i, j = i + step, j + step
    while 0 <= i < len(a) and 0 <= j < len(b) and a[i].sentence == at and b[j].sentence == to:
        if _symbol(claim, a[i]) != _symbol(quote, b[j]):
            return count
        count += 1
        i, j = i + step, j + step
    return count
