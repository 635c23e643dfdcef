"""A sentence of the quote that is the claim without some of its words: what those words are, and how the rest joins.

The source itself shows the sentence that is left, so its grammar and punctuation are the source's, and no part of the
sentence has to be recognised. Passed over are runs that only word the same thing differently, and runs that open a
coordination. Where what goes is a frame or narrows the subject, the source says more than the claim did, not less.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from r11.fixes import grammar
from r11.fixes.constituents import Kind, Part
from r11.fixes.plain_claim import Cut, PlainClaim, Word, words_of
from r11.records import Abort
from r11.text.lines import plain
from r11.vocabulary import AbortCode

LEAST_LEFT: Final = 0.4  # share of the claim's words; a shorter sentence is a fragment, not the claim
LEAST_WORDS: Final = 4
LONGEST: Final = 200  # words; comparing takes the square of it where words repeat
_RESTRICTING: Final = grammar.PREPOSITIONS | {"of", "av", "that", "who", "which", "som"}
_SENTENCES: Final = re.compile(r"(?<=[.!?])\s+|\n+|\s*\|\s*")
_JOINTS: Final = frozenset({"", " ", ", ", " and ", " og ", ", and ", ": "})
_CLOSING: Final = re.compile(r"[)\"”»]*")


def aligned_parts(claim: PlainClaim, quote: str) -> tuple[Part, ...] | Abort:
    """The parts whose absence turns a claim into a sentence of the quote; none where there is no such sentence.

    An abort where there is one and it says more than the claim.
    """
    ours = [word.low for word in claim.words]
    told_of = set(ours)
    for sentence, theirs in _sentences(quote):
        if not (LEAST_WORDS <= len(theirs) < len(ours) <= LONGEST and len(theirs) >= LEAST_LEFT * len(ours)):
            continue
        told = [word.low for word in theirs]
        if set(told) - {"and", "og"} <= told_of:
            parts = _parts(claim, sentence, theirs, SequenceMatcher(None, ours, told, autojunk=False))
            if isinstance(parts, Abort) or parts:
                return parts
    return ()


def is_aligned(rest: str, quote: str) -> bool:
    """Whether a sentence of the quote says the same words in the same order."""
    words = [word.low for word in words_of(rest)]
    return any(words == [word.low for word in theirs] for _, theirs in _sentences(quote))


@lru_cache(maxsize=2048)
def _sentences(quote: str) -> tuple[tuple[str, tuple[Word, ...]], ...]:
    """Cached, since many flags share a quote."""
    parts = _SENTENCES.split("\n".join(plain(line)[0].replace("’", "'") for line in quote.split("\n")))
    return tuple((part, words_of(part)) for part in parts if part)


def _parts(
    claim: PlainClaim, sentence: str, theirs: Sequence[Word], matcher: SequenceMatcher[str]
) -> tuple[Part, ...] | Abort:
    cuts = list(_cuts(claim, sentence, theirs, matcher))
    if not cuts or None in cuts:
        return ()
    made = [cut for cut in cuts if cut]
    for cut in made:
        if not _says_something(claim, cut):
            return ()
        if _broadens(claim, cut):
            return Abort(code=AbortCode.ALIGNED_BROADER, detail=claim.text[cut.start : cut.end].strip())
    return tuple(aligned_part(claim, cut) for cut in made)


def aligned_part(claim: PlainClaim, cut: Cut) -> Part:
    """The part that a cut takes out, where the rest is a sentence of the quote."""
    return Part(_kind(claim, cut), (cut,), _joined_by_or(claim, cut))


def _cuts(
    claim: PlainClaim, sentence: str, theirs: Sequence[Word], matcher: SequenceMatcher[str]
) -> Iterator[Cut | None]:
    """One cut for each run of words that the sentence lacks; None for one that cannot be made."""
    words, text = claim.words, claim.text
    for kind, first, last, at, until in matcher.get_opcodes():
        if kind == "equal":
            continue
        if kind == "insert" or (kind == "replace" and [word.low for word in theirs[at:until]] not in (["and"], ["og"])):
            yield None
        elif first == 0:
            yield Cut(0, words[last].start) if last < len(words) else None
        elif at == 0:
            yield None
        elif last == len(words):
            yield Cut(words[first - 1].end, _closed(text, words[last - 1].end))
        else:
            yield _inner(text, words, first, last, sentence[theirs[at - 1].end : theirs[until].start])


def _inner(text: str, words: Sequence[Word], first: int, last: int, joint: str) -> Cut | None:
    """A run between words: joined as the sentence of the quote joins, if that is a listed joint."""
    start, end = words[first - 1].end, words[last].start
    while start < words[first].start and text[start] in '"”)':
        start += 1
    gone = text[start:end]
    if joint.strip(" \"'()") in {"and", "og"} and not re.search(rf"\b{joint.strip()}\b", gone):
        return None
    if joint not in _JOINTS:
        return None
    if joint == ": ":
        return Cut(start + 1, end, " ") if gone.startswith(":") else None
    return Cut(start, end, joint)


def _closed(text: str, end: int) -> int:
    """Closing marks after the last word that goes belong to it."""
    found = _CLOSING.match(text, end)
    return found.end() if found else end


def _says_something(claim: PlainClaim, cut: Cut) -> bool:
    """Whether what goes is a fact and no other wording: a name, a number, a list item, or a run that is set off."""
    gone = [claim.words[index] for index in claim.within(cut.start, cut.end)]
    content = [word for word in gone if word.is_content]
    names = [word for word in content if word.is_name]
    opens = bool(gone) and gone[-1].low in grammar.COORDINATORS and len(names) < len(content) and "," not in cut.new
    text = claim.text[cut.start : cut.end]
    is_set_off = bool(re.match(r"\s*(?:[(–—]|[,;:]\s.*\s.*\s)", text)) and bool(content)
    is_item = cut.new.strip() in {"and", "og", ","} and len(content) <= 2 and bool(content)
    return not re.search(r"[|<>]", text) and (bool(names) or is_set_off or is_item) and not (opens and not is_item)


def _broadens(claim: PlainClaim, cut: Cut) -> bool:
    """A frame at the start of its sentence, or what narrows the subject of a sentence that goes on after it."""
    start, end = claim.sentence_at(cut.start)
    gone = [claim.words[index] for index in claim.within(cut.start, cut.end)]
    if cut.start <= start:
        return True
    if _kind(claim, cut).is_container:
        return False
    goes_on = grammar.has_verb(claim.text[cut.end : end]) and not grammar.has_verb(claim.text[start : cut.start])
    return bool(gone) and gone[0].low in _RESTRICTING and (goes_on or cut.end < len(claim.text[:end].rstrip()) - 1)


def _kind(claim: PlainClaim, cut: Cut) -> Kind:
    """An assertion of its own is one here too: in brackets, or set off and running to the end of its sentence."""
    text, (_, end) = claim.text[cut.start : cut.end], claim.sentence_at(cut.start)
    if re.fullmatch(r"[\s:]*\([^()]*\)\W*", text):
        return Kind.PARENTHESIS
    if cut.end >= end and re.match(r"[,;:–—]|\s[–—-]\s", text):
        return Kind.CLAUSE
    return Kind.ALIGNED


def _joined_by_or(claim: PlainClaim, cut: Cut) -> bool:
    """An *or* at the edge of what goes joins it to the rest; one within it goes too."""
    gone = [claim.words[index].low for index in claim.within(cut.start, cut.end)]
    return bool(gone) and not {gone[0], gone[-1]}.isdisjoint({"or", "eller"})
