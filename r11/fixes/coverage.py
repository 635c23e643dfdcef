"""Coverage: how much of the claim's sentence the quote's sentence repeats.

What is asked of the quote depends on the claim alone and is worked out once; each sentence of the quote (in a table:
each cell, for its header) answers once, however many values stand in it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from r11.fixes.bounds import BOUND_WORDS
from r11.fixes.reading import Reading, Word, compound
from r11.text import lexicon
from r11.text.lexicon import wordset
from r11.text.values import Value

_NAME: Final = 1.4  # what a name counts, against 1 for any other word
# what a Norwegian word counts that the glossary does not know: its absence from an English quote says little
_UNTRANSLATED: Final = 0.35


class _Asked(NamedTuple):
    """One word of the claim that the quote may repeat.

    `distance`: in words, from the value. `value`: the value that the word is, where it counts as one. `parts`: the
    stems of a compound, where the quote is in the other language. `weight` counts where the word is told, `absent`
    where it is not.
    """

    word: Word
    distance: int
    value: Value | None
    parts: frozenset[str]
    weight: float
    absent: float


class Share(NamedTuple):
    """How much of the claim a sentence of the quote repeats with its neighbours and its header, and how much by itself.

    Both are weighted shares of the claim's words, 0 to 1.
    """

    whole: float
    own: float


class Coverage:
    """What the quote is asked about one value of the claim, and what its sentences answered."""

    def __init__(self, claim: Reading, place: int, quote: Reading) -> None:
        self._claim, self._place, self._quote = claim, place, quote
        self._answers: dict[tuple[int, int, int], Share] = {}

    def share(self, sentence: int, cell: int, reach: int) -> Share:
        """The weighted share of the claim's words up to `reach` from its value that the sentence repeats.

        Its neighbours count half; the header of the cell counts with it.
        """
        answered = sentence, cell, reach
        if answered not in self._answers:
            self._answers[answered] = self._share(sentence, cell, reach)
        return self._answers[answered]

    def _share(self, sentence: int, cell: int, reach: int) -> Share:
        quote = self._quote
        here, header = quote.stems(sentence), quote.header(cell)
        before, after = quote.stems(sentence - 1), quote.stems(sentence + 1)
        unsaid = self._subject if quote.opens_with_pronoun(sentence) else frozenset()
        total = got = beside = 0.0
        for word, distance, value, parts, weight, absent in self._asked:
            if distance > reach:
                continue
            stem = word.stem
            if value is not None:
                got += quote.tells(sentence, value)
            elif stem in here or stem in header or (parts and not parts.isdisjoint(here | header)):
                got += weight
            elif stem in before or stem in after:
                beside += weight / 2
            elif word in unsaid:
                continue
            else:
                weight = absent
            total += weight
        return Share((got + beside) / total, got / total) if total else _NOTHING

    @cached_property
    def _asked(self) -> tuple[_Asked, ...]:
        """The values and content words of the claim's sentence, without its value, the unit of that, and the bounds."""
        claim = self._claim
        here = claim.words[self._place]
        unit_end = claim.values[here.value].measure_end  # the unit is compared by itself
        foreign = claim.norwegian and not self._quote.norwegian
        first = self._place - claim.sentence(here.sentence).index(here)
        return tuple(
            _asked(word, abs(index - self._place), claim, foreign)
            for index, word in enumerate(claim.sentence(here.sentence), start=first)
            if word is not here and not here.end <= word.start < unit_end and _is_asked(word)
        )

    @cached_property
    def _subject(self) -> frozenset[Word]:
        """The names that open the claim's sentence: what a pronoun in the quote stands for."""
        out: list[Word] = []
        for word in self._claim.sentence(self._claim.words[self._place].sentence):
            if word.value >= 0 or not (word.is_content or word.low in _SUBJECT_GLUE):
                break
            if word.is_content and out and not word.is_name:
                break
            out.append(word)
        return frozenset(out)


_NOTHING: Final = Share(0.0, 0.0)
_SUBJECT_GLUE: Final = wordset("the of on a an and s in")


def _is_asked(word: Word) -> bool:
    """A value, or a content word that is no bound: the bounds are compared by themselves."""
    return word.low not in BOUND_WORDS if word.is_content else word.value >= 0


def _asked(word: Word, distance: int, claim: Reading, foreign: bool) -> _Asked:
    value = claim.values[word.value] if word.value >= 0 and not word.is_content else None
    weight = _NAME if word.is_name else 1.0
    unknown = foreign and not word.is_name and word.low not in lexicon.GLOSSARY
    parts = compound(word.raw) if foreign else _NO_PARTS
    return _Asked(word, distance, value, parts, weight, _UNTRANSLATED if unknown else weight)


_NO_PARTS: Final[frozenset[str]] = frozenset()
