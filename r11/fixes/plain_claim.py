"""A claim as plain text: its words, its sentences, and the way back to the claim as it is written in markdown.

Subtraction looks at plain text only. A cut is mapped back so that emphasis, code and links stay whole: marks go where
all the text between them goes, and stay where a part of it is left.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from r11.fixes.grammar import FUNCTION_WORDS, PREPOSITIONS
from r11.fixes.reading import stem
from r11.text.lines import plain

_WORD: Final = re.compile(r"\w+(?:[.'/:+\-]\w+)*\+*#?")
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:[A-Z]|No|vs|St|Mr|Mrs|Ms|Dr|Jr|Sr|e\.g|i\.e|etc|ca|kl|nr|f\.eks|bl\.a)|\s)$", re.IGNORECASE
)
_END: Final = re.compile(r"[.!?]+[\"”')]*(?=\s|$)|\s*\||\s*<br\s*/?>|(?<=[a-zæøå0-9)])\.(?=[A-ZÆØÅ][a-zæøå])")
_BETWEEN: Final = re.compile(r"[ |]*")
_MARKS: Final = ("`", "**", "*", "__", "_")
_TARGET: Final = re.compile(r"\]\([^()\s]*(?:\s+\"[^\"]*\")?\)")


@dataclass(frozen=True)
class Cut:
    """The characters `start:end` go, and `new` (empty, or a listed repair) stands there."""

    start: int
    end: int
    new: str = ""


@dataclass(frozen=True)
class Word:
    """A word of a text: its characters `start:end`, in lower case `low`, and its stem."""

    start: int
    end: int
    text: str
    low: str
    stem: str

    @property
    def is_content(self) -> bool:
        return self.low not in FUNCTION_WORDS and self.low not in PREPOSITIONS

    @property
    def is_name(self) -> bool:
        """A capital, a digit or a mark within: a name or an identifier, at least where no sentence starts."""
        return self.text != self.low or not self.text.isalpha()


def words_of(text: str) -> tuple[Word, ...]:
    return tuple(Word(m.start(), m.end(), m[0], m[0].lower(), stem(m[0])) for m in _WORD.finditer(text))


@dataclass(frozen=True)
class PlainClaim:
    """A claim as written (`raw`), without marks (`text`, straight apostrophes), and where each character stood."""

    raw: str
    text: str
    indices: Sequence[int]
    words: tuple[Word, ...]

    @classmethod
    def of(cls, raw: str) -> PlainClaim:
        text, indices = plain(raw)
        straight = text.replace("’", "'")
        return cls(raw, straight, indices, words_of(straight))

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """The spans of the sentences (or table cells), without the marks that end them."""
        spans, start = [], 0
        for end in _END.finditer(self.text):
            if end[0][0] == "." and _ABBREVIATION.search(self.text[max(start, end.start() - 8) : end.start()]):
                continue
            spans.append((start, end.start()))
            following = _BETWEEN.match(self.text, end.end())
            start = following.end() if following else end.end()
        spans.append((start, len(self.text)))
        return tuple(span for span in spans if self.text[slice(*span)].strip())

    def sentence_at(self, position: int) -> tuple[int, int]:
        """The sentence that holds a character; the whole text for a mark between sentences."""
        return next((span for span in self.sentences if span[0] <= position <= span[1]), (0, len(self.text)))

    def within(self, start: int, end: int) -> list[int]:
        """Indices of the words that lie wholly between two characters."""
        return [index for index, word in enumerate(self.words) if start <= word.start and word.end <= end]

    @cached_property
    def content(self) -> tuple[int, ...]:
        return tuple(index for index, word in enumerate(self.words) if word.is_content)

    def share(self, indices: Collection[int]) -> float:
        """How much of the claim's content these words are."""
        return sum(self.words[index].is_content for index in indices) / max(1, len(self.content))

    def without(self, cuts: Sequence[Cut]) -> str:
        """The plain text that is left by sorted, disjoint cuts."""
        out, position = [], 0
        for cut in cuts:
            out += [self.text[position : cut.start], cut.new]
            position = cut.end
        return "".join(out) + self.text[position:]

    def raw_cut(self, cut: Cut) -> Cut:
        """The same cut on the claim as it is written, with the marks that would lose their partner."""
        start = self.indices[cut.start]
        end = self.indices[cut.end - 1] + 1 if cut.end > cut.start else start
        return Cut(*_whole_marks(self.raw, start, end), cut.new)


def _whole_marks(raw: str, start: int, end: int) -> tuple[int, int]:
    for mark in _MARKS:
        if raw[start:end].count(mark) % 2 == 1:
            if raw.startswith(mark, end):
                end += len(mark)
            elif raw.endswith(mark, 0, start):
                start -= len(mark)
        elif raw[:start].count(mark) % 2 and raw.startswith(mark, end) and raw.endswith(mark, 0, start):
            start, end = start - len(mark), end + len(mark)
    target = _TARGET.match(raw, end)
    if target and raw[start:end].count("[") > raw[start:end].count("]"):
        end = target.end()
    elif target and raw.endswith("[", 0, start):
        start, end = start - 1, target.end()
    return start, end
