"""Which words of a claim failed: `failed_span` where the flag carries it, else what the judge's reason names.

A reason names by quotation marks ("the source doesn't mention "in Sweden Central"") or by the words of a clause that
denies support. Words that the quote holds are not failed unless they were named in quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from r11.fixes.reading import stem
from r11.text.lines import bounded_positions, plain

_WORD = re.compile(r"\w+(?:[.'’/:+\-]\w+)*\+*#?")
_FUNCTION_WORDS = """a an the and or of in on at to for from by with as is are was were be been it its that this these
    those which who has have had do does can will any both about into than then there you your we our they their
    en et ei den det de dem som på av til fra med og eller er var være i du din ditt"""
_FUNCTION = frozenset(_FUNCTION_WORDS.split())
_QUOTED = re.compile(r"[\"“”«»`]([^\"“”«»`]+)[\"“”«»`]|(?<!\w)'([^']+)'(?!\w)")
_CLAUSE_END = re.compile(r"[;!?]|\.(?=\s|$)|,?\s+(?:but|while|however|although|whereas|men|mens)\s+", re.IGNORECASE)
_DENIES = re.compile(
    r"\b(?:not|no|nothing|never|none|unsupported|makes?\ up|made\ up|adds?|added|invent\w*|fabricat\w*|silent|missing|"
    r"absent|omits?|lacks?|without|ikke|ingen|ingenting|mangler|uomtalt)\b|n['’]t\b",
    re.IGNORECASE | re.VERBOSE,
)
# "… says nothing about X", "… does not mention X", "unsupported detail in the claim: X; Y"
_CUE = re.compile(
    r"""(?:unsupported[^:.]*: | (?:nothing|no\ word|silent|ingenting|ikke\ noe)\s+(?:about|on|om)
          | (?:not|n['’]t|ikke)\s+(?:mention\w*|say|state|cover|nevn\w*))
        \s*(?:that\b|at\b)?\s*(?P<rest>.+?)(?:\.?$|\.\s)""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True)
class Word:
    """A word of a text: its characters `start:end`, and its stem."""

    start: int
    end: int
    text: str
    stem: str

    @property
    def is_content(self) -> bool:
        return self.text.lower() not in _FUNCTION

    @property
    def is_name(self) -> bool:
        """A capital, a digit or a mark within: a name or an identifier, at least where no sentence starts."""
        return self.text != self.text.lower() or any(not character.isalpha() for character in self.text)


def words_of(text: str) -> tuple[Word, ...]:
    return tuple(Word(m.start(), m.end(), m.group(), stem(m.group())) for m in _WORD.finditer(text))


@lru_cache(maxsize=2048)
def _stems_of(text: str) -> frozenset[str]:
    """Cached, since many flags share a quote."""
    return frozenset(word.stem for word in words_of(plain(text)[0]))


@dataclass(frozen=True)
class Support:
    """The stems that a quote, and the page around it, hold."""

    stems: frozenset[str]

    @classmethod
    def of(cls, *texts: str) -> Support:
        return cls(frozenset().union(*(_stems_of(text) for text in texts)))

    def holds(self, word: Word) -> bool:
        return word.stem in self.stems or all(
            stem(part) in self.stems for part in re.split(r"[^\w]", word.text) if part
        )


def failed_words(
    text: str, words: Sequence[Word], support: Support, *, reason: str, failed_span: str | None
) -> set[int]:
    """Indices of the words of `text` (a claim without markup) that failed; empty where nothing is named."""
    if failed_span:
        needle = plain(failed_span)[0]
        spans = [(at, at + len(needle)) for at in bounded_positions(needle, text)]
        return _within(words, spans) if len(spans) == 1 else set()
    quoted = [part for found in _QUOTED.findall(reason) for part in re.split(r"[;…]", found[0] or found[1])]
    if any(_is_start_of(part, text) for found in _QUOTED.findall(reason) for part in found):
        return set(range(len(words)))
    if quoted:
        return {index for part in quoted for index in _run(words, words_of(part))}
    told = [part for cue in _CUE.finditer(reason) for part in cue["rest"].split(";")]
    runs = {index for part in told for index in _run(words, words_of(part))}
    return runs or _loosely_named(words, reason, support)


def _is_start_of(part: str, text: str) -> bool:
    """The reason quotes the claim from its start and leaves the rest to dots: it means the whole of it."""
    start = plain(re.sub(r"(?:…|\.\.\.)$", "", part))[0].strip()
    return bool(start) and part.endswith(("…", "...")) and text.lower().startswith(start.lower())


def _within(words: Sequence[Word], spans: Iterable[tuple[int, int]]) -> set[int]:
    return {i for start, end in spans for i, word in enumerate(words) if start <= word.start and word.end <= end}


def _run(words: Sequence[Word], part: Sequence[Word]) -> set[int]:
    """The one run of the claim whose content words are those of `part`, in order; nothing where there are several."""
    sought = [word.stem for word in part if word.is_content]
    content = [index for index, word in enumerate(words) if word.is_content]
    stems = [words[index].stem for index in content]
    found = [at for at in range(len(stems) - len(sought) + 1) if sought and stems[at : at + len(sought)] == sought]
    if len(found) != 1:
        return set()
    return set(range(content[found[0]], content[found[0] + len(sought) - 1] + 1))


def _loosely_named(words: Sequence[Word], reason: str, support: Support) -> set[int]:
    """The claim's unsupported content words that a denying clause of the reason repeats."""
    clauses = [clause for clause in _CLAUSE_END.split(reason) if _DENIES.search(clause)]
    named = {word.stem for clause in clauses for word in words_of(clause) if word.is_content}
    return {i for i, word in enumerate(words) if word.is_content and word.stem in named and not support.holds(word)}
