"""What a value counts, measures or numbers: the noun after it, the name before it, the caption of its row.

Two values are kin where units, names or nouns agree. Nouns are compared by their head, the last word: `IP access rules`
are rules, `IP addresses` are addresses.
"""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import Final

from r11.fixes.bounds import BOUND_WORDS
from r11.fixes.reading import Reading, Word, stem
from r11.text import lexicon
from r11.text.forms import NO_LABEL
from r11.text.lexicon import wordset
from r11.text.values import Value, ValueKind

VERSIONS: Final = frozenset({ValueKind.VERSION, ValueKind.API_VERSION})


def kin(claim: Reading, i: int, quote: Reading, j: int) -> bool:
    """Whether the values at the words `i` of the claim and `j` of the quote are said of the same sort of thing."""
    old, new = claim.values[claim.words[i].value], quote.values[quote.words[j].value]
    if old.kind is ValueKind.DATE:
        return True
    if old.unit or new.unit:
        return bool(old.unit and new.unit and old.unit.dimension == new.unit.dimension)
    ours, theirs = label(claim, i), label(quote, j)
    if ours and theirs:
        return ours == theirs
    return old.kind in VERSIONS or _same_noun(claim, i, quote, j, old)


def _same_noun(claim: Reading, i: int, quote: Reading, j: int, old: Value) -> bool:
    ours, theirs = head(claim, i), head(quote, j)
    if ours and theirs:
        return ours[-1] in theirs or theirs[-1] in ours
    if ours:
        return _is_captioned(ours, quote, j)
    if theirs:
        return _is_captioned(theirs, claim, i)
    return old.kind is not ValueKind.ORDINAL and _same_caption(claim, i, quote, j)


def head(reading: Reading, place: int) -> list[str]:
    """The stems of the noun phrase right of a value: its first three words."""
    return [word.stem for word in phrase_after(reading, place)[:3]]


def phrase_after(reading: Reading, place: int) -> list[Word]:
    """The noun phrase right of a value: up to six words of its clause, stopping at a function word."""
    here = reading.words[place]
    out: list[Word] = []
    for word in reading.words[place + 1 : place + 7]:
        beside = (word.sentence, word.cell, word.clause) == (here.sentence, here.cell, here.clause)
        if not beside or not word.is_content or word.low in BOUND_WORDS:
            break
        out.append(word)
    return out


def name_before(reading: Reading, place: int) -> list[Word]:
    """The name left of a value and its version word, its words in order: Contoso CLI for `Contoso CLI version` 4."""
    here = reading.words[place]
    out: list[Word] = []
    for word in reversed(reading.words[max(0, place - 7) : place]):
        if (word.sentence, word.cell) != (here.sentence, here.cell) or word.value >= 0:
            break
        if word.is_name or (out and word.raw[:1].isupper()):
            out.append(word)
        elif out or not (word.low in lexicon.VERSION_LABELS or word.low in _LABEL_GAPS):
            break
    return out[::-1]


def label(reading: Reading, place: int) -> str:
    """The stem of the name or component left of a value, over a version word: python for `Python version` 3.8."""
    words = reading.words
    here = words[place]
    of_version = False
    for at in range(place - 1, max(0, place - 5) - 1, -1):
        word = words[at]
        low = word.low
        if word.sentence != here.sentence or word.cell != here.cell or word.value >= 0:
            return ""
        if word.clause != here.clause and not of_version:
            return ""
        if low in lexicon.VERSION_LABELS:
            of_version = True
        elif low not in _LABEL_GAPS and not (of_version and low in _OF_VERSION):
            is_label = word.is_name or low in _COMPONENTS or low in _NUMBERED or (of_version and _opens(words, at))
            return word.stem if is_label else ""
    return ""


def _opens(words: tuple[Word, ...], at: int) -> bool:
    """Whether a word opens its sentence with a capital, and is no verb or function word: then it is a name here."""
    word = words[at]
    first = at == 0 or words[at - 1].sentence != word.sentence
    return first and word.raw[:1].isupper() and word.low not in NO_LABEL


# what may stand between the name and its version: the agent of version 4, the agent to version 5
_OF_VERSION: Final = wordset("of to av til")
_LABEL_GAPS: Final = wordset(">= = > < <= ~ is minimum er must be må skal være")
# parts of a product that have versions of their own: the CLI is not its extension
_COMPONENTS: Final = wordset(
    """
    extension extensions module modules package packages plugin plugins driver drivers runtime client server library
    agent agents tool toolkit provider schema manifest image firmware kernel utvidelse utvidelsen modul modulen pakke
    pakken driver klient klienten tjener agenten
    """
)

# nouns that a number follows as its name: number three, level 4
_NUMBERED: Final = wordset(
    "number no nr level season series phase stage part chapter generation gen nummer nivå fase del"
)

# --- captions -------------------------------------------------------------------------------------------------------

# a line of label and value, without pipes, has about this many words
_LABEL_LINE: Final = 8
# nouns that only say that a number follows
_MEASURES: Final = BOUND_WORDS | wordset(
    """
    number numbers amount count total size length value values default defaults period time rate average level
    antall mengde størrelse lengde verdi standardverdi standardverdien standard totalt gjennomsnitt currently
    property parameter setting option attribute variable field egenskapen parameteren innstillingen feltet
    """
)


def _is_captioned(noun: list[str], reading: Reading, place: int) -> bool:
    """Whether a value without a noun stands in a row whose label, or under a header, that names this one."""
    here = reading.words[place]
    if not here.cell and len(reading.sentence(here.sentence)) > _LABEL_LINE:
        return False
    return noun[-1] in reading.header(here.cell) or caption(reading, place) in noun


def _same_caption(claim: Reading, i: int, quote: Reading, j: int) -> bool:
    """Two values at the end of their labels: the head noun of each label must be known to the other text."""
    ours, theirs = caption(claim, i), caption(quote, j)
    foreign = claim.norwegian and not quote.norwegian
    untranslated = foreign and theirs not in NOUNS_KNOWN
    known = not ours or foreign or ours in quote.vocabulary
    return known and (not theirs or untranslated or theirs in claim.vocabulary)


# the stems of the English nouns that the glossary would recognise in a Norwegian claim
NOUNS_KNOWN: Final = frozenset(stem(noun) for noun in set(lexicon.GLOSSARY.values()) - lexicon.GLOSSARY_VERBS)


def caption(reading: Reading, place: int) -> str:
    """The head noun of what stands before a value: `deployments` in "maximum fine-tuned model deployments"."""
    here = reading.words[place]
    nouns = reading.pick(_caption_nouns, here.sentence)
    before = bisect_left(nouns, here.start, key=attrgetter("start"))
    return nouns[before - 1].stem if before else ""


def _caption_nouns(sentence: tuple[Word, ...]) -> tuple[Word, ...]:
    """The nouns of the first phrase of a sentence that has any: words of one clause without a function word between."""
    nouns: list[Word] = []
    previous: Word | None = None
    for word in sentence:
        ends = previous is not None and (previous.clause != word.clause or not word.is_content)
        if ends and nouns:
            break
        if word.is_content and word.low not in _MEASURES:
            nouns.append(word)
        previous = word
    return tuple(nouns)
