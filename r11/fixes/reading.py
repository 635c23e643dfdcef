"""A text laid out for comparison: words with a common stem in both languages, values as single words, boundaries.

`Reading` is what nomination and gates look at: never the raw text again, save to cut a value out of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from r11.text import lexicon
from r11.text.forms import PASSED_OVER
from r11.text.lexicon import wordset
from r11.text.values import Value, ValueKind, is_norwegian, lex

_TOKEN: Final = re.compile(
    rf"""(?P<break><br\s*/?>)
      | (?P<skip>{PASSED_OVER}
      | \]\[[^\[\]]*\])
      | (?P<word>[^\W_]+(?:['’][^\W_]+)*)
      | (?P<stop>[.!?](?=[\s*_`)\]]|$) | \n | •)
      | (?P<cell>\|)
      | (?P<clause>[,;:()–—])
      | (?P<sign>[<>=~≤≥+%&/])""",
    re.VERBOSE,
)
_ABBREVIATIONS: Final = wordset("e g i eg ie max maks min approx vs no ca inkl bl f eks dvs nr etc mill mrd jan feb")
_FUNCTION_WORDS: Final = wordset(
    """
    the a an of in on at to for from by with and or is are was were be been being it its that this these those
    which who as than then can could may might will would shall should must do does did has have had you your we
    our they their there here if when while each every per also into over under about after before not no only
    just so such more less any all both either other up out via using use used how what where why i me my he she
    his her them us en et ei det den de dem som på av til fra med og eller er var være blir ble bli har hadde
    kan kunne må skal skulle vil ville om når der her du din ditt dine vi vår han hun sin sitt sine for ved mot
    uten under mellom opp ut ned inn ikke hver hvert alle noe noen man så da men enn mer mindre bare også etter
    før dette disse denne ha få får don doesn didn isn aren won shouldn t s re ve ll
    """
)


class Word(NamedTuple):
    """A word or value: span, stem, text as written and in lower case, the numbers of its sentence, clause and cell."""

    start: int
    end: int
    stem: str
    raw: str
    low: str
    sentence: int
    clause: int
    cell: int
    value: int = -1
    is_content: bool = False
    is_name: bool = False


Pick = Callable[[tuple[Word, ...]], tuple[Word, ...]]


@dataclass(frozen=True)
class Reading:
    """A text, its words in order, its values, and for each value the index of its word."""

    text: str
    words: tuple[Word, ...]
    values: tuple[Value, ...]
    places: tuple[int, ...]

    @cached_property
    def norwegian(self) -> bool:
        return is_norwegian(self.text)

    @cached_property
    def _sentences(self) -> dict[int, tuple[Word, ...]]:
        return {number: tuple(words) for number, words in groupby(self.words, key=attrgetter("sentence"))}

    def sentence(self, number: int) -> tuple[Word, ...]:
        return self._sentences.get(number, ())

    @cached_property
    def _answers(self) -> dict[tuple[Pick, int], tuple[Word, ...]]:
        return {}

    def pick(self, pick: Pick, sentence: int) -> tuple[Word, ...]:
        """The words that `pick` takes from a sentence. It is asked once a sentence, however many values ask for it."""
        if (pick, sentence) not in self._answers:
            self._answers[pick, sentence] = pick(self.sentence(sentence))
        return self._answers[pick, sentence]

    @cached_property
    def _stems(self) -> dict[int, frozenset[str]]:
        return {number: frozenset(w.stem for w in words) for number, words in self._sentences.items()}

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The stems of the whole text."""
        return frozenset(word.stem for word in self.words)

    def stems(self, sentence: int) -> frozenset[str]:
        """The stems of a sentence."""
        return self._stems.get(sentence, _NONE)

    @cached_property
    def _told(self) -> dict[int, frozenset[object]]:
        values = {n: [self.values[w.value] for w in words if w.value >= 0] for n, words in self._sentences.items()}
        return {n: frozenset(v.key for v in told) | {v.text.lower() for v in told} for n, told in values.items()}

    def tells(self, sentence: int, value: Value) -> bool:
        """Whether a sentence holds a value of another text: by its normal form, or as it is written."""
        told = self._told.get(sentence, frozenset())
        return value.key in told or value.text.lower() in told

    @cached_property
    def _pronouns(self) -> dict[int, bool]:
        first = {
            n: next((w for w in words if w.is_name or _is_pronoun(w)), None) for n, words in self._sentences.items()
        }
        return {number: word is not None and _is_pronoun(word) for number, word in first.items()}

    def opens_with_pronoun(self, sentence: int) -> bool:
        """Whether a pronoun stands in the sentence before any name: it speaks of somebody named before."""
        return self._pronouns.get(sentence, False)

    @cached_property
    def _headers(self) -> dict[int, frozenset[str]]:
        first: dict[int, tuple[int, set[str]]] = {}
        for word in self.words:
            row, stems = first.setdefault(word.cell, (word.sentence, set()))
            if word.sentence == row:
                stems.add(word.stem)
        return {cell: frozenset(stems) for cell, (_, stems) in first.items() if cell}

    def header(self, cell: int) -> frozenset[str]:
        """The stems of the column header above a table cell: the first row that has such a cell. Cell 0 has none."""
        return self._headers.get(cell, _NONE)


_NONE: Final[frozenset[str]] = frozenset()
_PRONOUNS: Final = wordset("he she it they his her its their this these den det de hun han")


def _is_pronoun(word: Word) -> bool:
    return word.low in _PRONOUNS


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A crude common stem: translated, unit forms merged, plural and verb endings cut."""
    low = word.lower().removesuffix("'s").removesuffix("’s")
    if unit := lexicon.UNITS.get(low):
        return unit.name.lower()
    low = lexicon.GLOSSARY.get(low, low)
    if low.endswith("ies") and len(low) > 4:
        low = low[:-3] + "y"
    elif low.endswith(("sses", "xes", "ches", "shes")):
        low = low[:-2]
    elif low.endswith("s") and len(low) > 3 and not low.endswith(("ss", "us", "is")):
        low = low[:-1]
    elif low.endswith("ing") and len(low) > 5:
        low = low[:-3]
    elif low.endswith("ed") and len(low) > 4:
        low = low[:-2]
    if len(low) > 4 and low[-1] == low[-2] and low[-1] not in "sl":
        low = low[:-1]
    return low.removesuffix("e") if len(low) > 3 else low


@lru_cache(maxsize=4096)
def compound(word: str) -> frozenset[str]:
    """The stems of the two parts of a Norwegian compound (`verktøykall` is tool and call), empty for other words."""
    low = word.lower()
    for at in range(3, len(low) - 2):
        first, last = low[:at], low[at:]
        if last in lexicon.GLOSSARY:
            for joint in (first, first.removesuffix("s"), first.removesuffix("e")):
                if joint in lexicon.GLOSSARY:
                    return frozenset({stem(joint), stem(last)})
    return _NONE


@lru_cache(maxsize=2048)
def read(text: str) -> Reading:
    """The reading of a text; cached, since many flags share a quote."""
    return _Layout(text).reading()


class _Layout:
    """One pass over a text: where sentences, clauses and cells end, and where a value takes the place of its words."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.values = lex(text)
        self.words: list[Word] = []
        self.places: list[int] = []
        self.sentence = self.clause = self.cell = 0
        self.opens = True  # the next word is the first of its sentence
        self.in_row = False  # a line that begins with a pipe is one row, however many sentences its cells hold

    def reading(self) -> Reading:
        values, nth, position = self.values, 0, 0
        starts = [value.start for value in values]
        starts.append(len(self.text) + 1)
        for match in _TOKEN.finditer(self.text):
            start = match.start()
            while starts[nth] <= start:
                position = values[nth].end
                self.value(nth)
                nth += 1
            if start < position:
                continue
            if match.lastgroup == "word":
                self.word(match[0], start, match.end())
            else:
                self.mark(match, start)
        while nth < len(values):
            self.value(nth)
            nth += 1
        return Reading(self.text, tuple(self.words), values, tuple(self.places))

    def value(self, nth: int) -> None:
        value = self.values[nth]
        self.places.append(len(self.words))
        name = value.kind is ValueKind.NAME
        if name or value.kind is ValueKind.STATUS:
            shape = stem(value.text.rsplit(None, 1)[-1])
        else:
            shape = f"#{value.kind.value}"
        place = self.sentence, self.clause, self.cell
        self.words.append(Word(value.start, value.end, shape, value.text, value.text.lower(), *place, nth, name, name))
        self.opens = False

    def word(self, raw: str, start: int, end: int) -> None:
        low = raw.lower()
        content = low not in _FUNCTION_WORDS
        name = content and not raw.islower() and (not self.opens or not raw[1:].islower())
        self.words.append(
            Word(start, end, stem(low), raw, low, self.sentence, self.clause, self.cell, -1, content, name)
        )
        self.opens = False

    def mark(self, match: re.Match[str], start: int) -> None:
        """What is no word: it ends a sentence, a clause or a cell, or is a sign."""
        raw, end = match.group(), match.end()
        group = match.lastgroup
        if self.in_row and raw != "\n" and group in {"stop", "break"}:
            self.clause, self.opens = self.clause + 1, True
        elif group == "stop":
            self.stop(raw, end)
        elif group == "break":
            self.sentence, self.clause, self.opens = self.sentence + 1, self.clause + 1, True
        elif group == "cell":
            self.in_row = self.in_row or self.opens
            self.cell, self.clause, self.opens = self.cell + 1, self.clause + 1, True
        elif group == "clause":
            self.clause += 1
        elif group == "sign":
            self.words.append(Word(start, end, raw, raw, raw, self.sentence, self.clause, self.cell))

    def stop(self, raw: str, end: int) -> None:
        last = self.words[-1].low if self.words else ""
        following = self.text[end : end + 2].strip()[:1]
        if raw == "." and last in _ABBREVIATIONS and (following.islower() or following.isdigit()):
            return
        self.sentence, self.clause, self.opens = self.sentence + 1, self.clause + 1, True
        if raw == "\n":
            self.cell, self.in_row = 0, False
