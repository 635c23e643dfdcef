"""Gates between a Norwegian claim and an English quote: what the glossary and the spelling of two words can tell.

Words of the two languages are the same where the glossary says so, where both are parts of a compound, or where they
begin alike once Norwegian and English spelling are made one (`klassisk`, `classic`). A word that is the same as none of
the other text proves nothing by itself; two such words in each other's place do.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from r11.fixes.bounds import BOUND_WORDS
from r11.fixes.nouns import NOUNS_KNOWN, phrase_after
from r11.fixes.reading import Reading, Word, compound, stem
from r11.fixes.slots import Slot
from r11.text import lexicon
from r11.text.lexicon import wordset


def is_across(slot: Slot) -> bool:
    """Whether the claim is Norwegian and the quote is not."""
    return slot.claim.norwegian and not slot.quote.norwegian


def contrasted(slot: Slot) -> str | None:
    """In the place of a noun, a word beside a noun, or a verb of the claim stands another in the quote."""
    return _nouns(slot) or _beside(slot) or _half(slot) or _deeds(slot)


def _nouns(slot: Slot) -> str | None:
    """Each sentence has a noun that the glossary knows and the other text does not have."""
    ours = [w.raw for w in slot.ours if _known_noun(w) and w.stem not in slot.quote.vocabulary]
    mine = slot.claim.vocabulary.union(*(compound(w.raw) for w in slot.ours))
    theirs = [w.raw for w in slot.theirs if w.is_content and w.stem in NOUNS_KNOWN and w.stem not in mine]
    return f"{ours[0]} against {theirs[0]}" if ours and theirs else None


def _known_noun(word: Word) -> bool:
    """A noun of the glossary, in Norwegian or, where both languages write it alike, in English."""
    if word.is_name or not word.is_content:
        return lexicon.GLOSSARY.get(word.low, "") not in _NO_NOUNS
    english = lexicon.GLOSSARY.get(word.low, word.low if word.stem in NOUNS_KNOWN else "")
    return english not in _NO_NOUNS


_NO_NOUNS: Final = lexicon.GLOSSARY_VERBS | {""}


def _beside(slot: Slot) -> str | None:
    """A word beside the same noun before both values, unknown to the other text: shared capacity, dedicated capacity.

    Before the noun it stands next to it; behind the noun a preposition stands between.
    """
    claim, quote = _lead(slot.ours, slot.old.start), _lead(slot.theirs, slot.new.start)
    for i, ours in enumerate(claim):
        for j, theirs in enumerate(quote):
            if not (_is_noun(ours) and _is_noun(theirs) and _same(ours, theirs)):
                continue
            pairs = [(claim[i - 1], quote[j - 1])] if i and j else []
            if (
                claim[i + 1 : i + 2]
                and quote[j + 1 : j + 2]
                and claim[i + 1].low in _LINKS
                and quote[j + 1].low in _LINKS
            ):
                pairs += zip(claim[i + 2 : i + 3], quote[j + 2 : j + 3], strict=False)
            for a, b in pairs:
                if _is_strange(a, slot.quote) and _is_strange(b, slot.claim) and not _same(a, b):
                    return f"{a.raw} against {b.raw}"
    return None


def _half(slot: Slot) -> str | None:
    """A part of a compound stands in the quote with another word before it, or a noun with a word the claim lacks.

    Read access for `skrivetilgang`; extended support for `støtten`, where that opens the claim and the other word is a
    participle.
    """
    quote = _lead(slot.theirs, slot.new.start)
    for i, ours in enumerate(w for w in _lead(slot.ours, slot.old.start) if _is_plain(w)):
        parts = compound(ours.raw)
        untold = parts - slot.quote.vocabulary
        for before, theirs in pairwise(quote):
            if not _is_strange(before, slot.claim) or before.is_name:
                continue
            halved = theirs.stem in parts and untold and theirs.low not in _MEASURES
            if halved or (i == 0 and before.low.endswith("ed") and _is_plain(theirs) and theirs.stem == ours.stem):
                return f"{ours.raw} against {before.raw} {theirs.raw}"
    return None


_MEASURES: Final = wordset("time duration size length number value average")


_LINKS: Final = wordset("in of for on per to i av for på til")


def _lead(sentence: tuple[Word, ...], start: int) -> list[Word]:
    return [w for w in sentence if w.start < start]


def _is_plain(word: Word) -> bool:
    return word.is_content and word.value < 0 and word.low not in BOUND_WORDS and word.low not in _ROLES


# roles of a value are compared by themselves
_ROLES: Final = wordset("default standard recommended")


def _is_noun(word: Word) -> bool:
    """A word that the glossary does not know as a verb or a measure; a name has words beside it of every sort."""
    return _is_plain(word) and not word.is_name and not _is_verb(word)


def _is_verb(word: Word) -> bool:
    english = lexicon.GLOSSARY.get(word.low, word.low)
    return (english in lexicon.GLOSSARY_VERBS or word.stem in _VERBS) and english not in _ALSO_NOUNS


_ALSO_NOUNS: Final = wordset("call upload download name")
_VERBS: Final = frozenset(stem(verb) for verb in lexicon.GLOSSARY_VERBS - _ALSO_NOUNS)


def _is_strange(word: Word, other: Reading) -> bool:
    """A word of its own of which the other text has no form."""
    return _is_plain(word) and not _is_told(word, other)


def _is_told(word: Word, other: Reading) -> bool:
    if word.stem in other.vocabulary or not compound(word.raw).isdisjoint(other.vocabulary):
        return True
    return any(_same(word, w) for w in other.words if w.is_content)


def _deeds(slot: Slot) -> str | None:
    """The quote's verb is a deed that the claim does not tell, and a word of the claim is not in the quote."""
    told = frozenset().union(*(group for group in _DEEDS if group & slot.claim.vocabulary))
    lead = _lead(slot.theirs, slot.new.start)
    deed = next((w for w in lead if w.stem in _EVERY_DEED and w.stem not in told and not _is_told(w, slot.claim)), None)
    if deed is None:
        return None
    strange = next((w for w in _lead(slot.ours, slot.old.start) if _is_strange(w, slot.quote) and not w.is_name), None)
    return f"{strange.raw} against {deed.raw}" if strange else None


# stems of deeds after which a thing is not what it was, each with the others that say the same
_DEEDS: Final = tuple(
    frozenset(group.split())
    for group in (
        "delet remov purg",
        "disabl deactivat block",
        "end expir stop retir",
        "start begin",
        "creat add",
        "archiv",
        "encrypt",
        "renew",
        "revok",
    )
)
_EVERY_DEED: Final = frozenset().union(*_DEEDS)


def untold(slot: Slot) -> str | None:
    """The claim opens with a word that the quote does not have, and the quote with nothing that the claim has."""
    own = {w.start for w in phrase_after(slot.claim, slot.old_place)}
    unit_end = max(slot.old.end, slot.old.measure_end)
    said = [w for w in slot.ours if _is_plain(w) and w.start not in own and not slot.old.start <= w.start < unit_end]
    told = [w for w in _lead(slot.theirs, slot.new.start) if _is_plain(w)]
    if not said or not told or _is_told(said[0], slot.quote):
        return None
    strange = [w.raw for w in told if _is_strange(w, slot.claim)]
    if strange and not any(_is_told(w, slot.quote) for w in said):
        return f"{said[0].raw} against {strange[0]}"
    subjects = [w for w in _lead(tuple(said), slot.old.start) if not _is_verb(w)]
    shared = any(_is_told(w, slot.quote) for w in subjects) or any(
        _is_told(w, slot.claim) for w in told if not _is_verb(w)
    )
    return f"{said[0].raw} against {strange[0]}" if subjects and strange and not shared else None


def _same(a: Word, b: Word) -> bool:
    return a.stem == b.stem or not compound(a.raw).isdisjoint({b.stem}) or _begin_alike(_spelt(a.low), _spelt(b.low))


def _begin_alike(a: str, b: str) -> bool:
    """Most of the letters from the beginning on, or one word with an ending of the other language: pod, poder."""
    short, long = sorted((len(a), len(b)))
    shared = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), short)
    return shared >= _LONG or (shared == short >= _SHORT and long - short <= _ENDING)


_LONG: Final = 5
_SHORT: Final = 3
_ENDING: Final = 2


@lru_cache(maxsize=16384)
def _spelt(word: str) -> str:
    """A word as if both languages spelt alike: c, ch and ck as k, ph as f, x as ks, y as i, no double letters."""
    for english, common in (("ch", "k"), ("ck", "k"), ("ph", "f"), ("th", "t"), ("qu", "kv"), ("x", "ks"), ("y", "i")):
        word = word.replace(english, common)
    return re.sub(r"(.)\1", r"\1", word.replace("c", "k").replace("z", "s"))
