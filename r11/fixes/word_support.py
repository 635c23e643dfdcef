"""Which words of a claim a source says too: the same stem or number, an irregular form, initials, a nationality."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from r11.fixes.plain_claim import Word, words_of
from r11.fixes.reading import stem
from r11.fixes.support import Source
from r11.text.lexicon import MONTHS
from r11.text.lines import plain
from r11.text.values import Value, lex

_LEAST_SHARED: Final = 5  # letters at the start of two words that are taken for forms of one
_LEAST_SHARE: Final = 0.65  # of the longer of the two
_FAMILIES: Final = (
    "be was were", "become became", "begin began begun", "bring brought", "build built", "buy bought", "choose chose",
    "come came", "die died death dead dying", "drive drove driven", "fall fell fallen", "fight fought", "find found",
    "get got", "give gave given", "go went gone", "grow grew grown", "hold held", "keep kept", "know knew known",
    "lead led", "leave left", "lose lost loss", "make made", "meet met", "pay paid", "rise rose risen", "run ran",
    "say said", "sell sold sale", "send sent", "show shown", "speak spoke", "spend spent", "take took taken",
    "teach taught", "tell told", "think thought", "win won winner", "write wrote written", "marry wife husband married",
    "uk british britain", "us american usa america", "france french", "spain spanish", "england english",
    "netherlands dutch", "norway norwegian", "sweden swedish", "denmark danish", "wales welsh", "scotland scottish",
    "ireland irish", "poland polish", "turkey turkish", "china chinese", "germany german", "greece greek",
    "switzerland swiss", "portugal portuguese", "finland finnish",
)  # fmt: skip
_FAMILY: Final = {stem(word): number for number, family in enumerate(_FAMILIES) for word in family.split()}
_INITIALS: Final = re.compile(r"\b[A-ZÆØÅ][\w&-]*(?:\s+(?:(?:of|the|and|for|og|for)\s+)?[A-ZÆØÅ][\w&-]*)+")
_ACRONYM: Final = re.compile(r"[A-ZÆØÅ]{2,6}")
_PARTS: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class _Told:
    """What one text says: stems, initials of its names, values."""

    stems: frozenset[str]
    initials: frozenset[str]
    values: tuple[Value, ...]


@lru_cache(maxsize=2048)
def _told(text: str) -> _Told:
    """Cached, since many flags share a quote."""
    shown = plain(text)[0].replace("’", "'")
    words = words_of(shown)
    stems = {word.stem for word in words} | {stem(part) for word in words for part in _PARTS.findall(word.text)}
    initials = {"".join(w[0] for w in m[0].split() if w[0].isupper()).lower() for m in _INITIALS.finditer(shown)}
    return _Told(frozenset(stems), frozenset(initials), lex(shown))


@dataclass(frozen=True)
class Support:
    """What a quote, and the page around it, say."""

    stems: frozenset[str]
    initials: frozenset[str]
    source: Source

    @classmethod
    def of(cls, *texts: str) -> Support:
        told = [_told(text) for text in texts if text]
        return cls(
            frozenset().union(*(one.stems for one in told)),
            frozenset().union(*(one.initials for one in told)),
            Source(tuple(value for one in told for value in one.values)),
        )

    @cached_property
    def _starts(self) -> dict[str, list[str]]:
        starts: dict[str, list[str]] = {}
        for one in self.stems:
            if len(one) >= _LEAST_SHARED:
                starts.setdefault(one[:_LEAST_SHARED], []).append(one)
        return starts

    @cached_property
    def _families(self) -> frozenset[int]:
        return frozenset(_FAMILY[one] for one in self.stems if one in _FAMILY)

    def holds(self, word: Word) -> bool:
        """Whether the source says a word, in this or another form."""
        if self._holds_stem(word.stem):
            return True
        if _ACRONYM.fullmatch(word.text) and word.low in self.initials:
            return True
        parts = _PARTS.findall(word.text)
        return len(parts) > 1 and all(self._holds_stem(stem(part)) for part in parts)

    def _holds_stem(self, one: str) -> bool:
        if one in self.stems or _FAMILY.get(one) in self._families:
            return True
        return any(_is_form(one, other) for other in self._starts.get(one[:_LEAST_SHARED], ()))

    def supports(self, value: Value) -> bool:
        return self.source.supports(value)

    def holds_some_of(self, value: Value) -> bool:
        """Whether a part of a date (its year, month or day) is said."""
        parts = [part for part in _PARTS.findall(value.text) if part.lower() not in {"the", "of"}]
        months = {MONTHS.get(part.lower()) for part in parts} - {None}
        said = {v.date[1] for v in self.source.values if v.date}
        return bool(months & said) or any(stem(part) in self.stems for part in parts)


def _is_form(one: str, other: str) -> bool:
    if one[0].isdigit():
        return False
    longer = max(len(one), len(other))
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return shared >= max(_LEAST_SHARED, _LEAST_SHARE * longer)
