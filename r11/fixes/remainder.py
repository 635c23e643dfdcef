"""What is left of a claim must still be a sentence that says something: checks at the joints and on the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from r11.fixes import grammar
from r11.fixes.constituents import Kind, Part
from r11.fixes.plain_claim import Cut, PlainClaim, words_of
from r11.records import Abort
from r11.vocabulary import AbortCode

MOST_DELETED: Final = 0.6  # share of the claim's content words, so that the rest is the claim still
MOST_DELETED_CONTAINER: Final = 0.72  # an assertion of its own may be the longer one
LEAST_CONTENT: Final = 3  # content words, where the rest lost what narrowed it
LEAST_CONTENT_OF_OTHERS: Final = 2
_OPEN_ENDINGS: Final = grammar.ARTICLES | grammar.PREPOSITIONS | grammar.COORDINATORS | {
    "of", "av", "aged", "named", "called", "since", "version", "as", "is", "are", "was", "were", "be", "been", "that",
    "which", "who", "som", "er", "var", "both", "either", "between", "kalt", "versjon", "than", "enn", "including",
    "such", "due", "according",
}  # fmt: skip
_MARKS_LEFT: Final = frozenset(",;:.(–—-")
_MARKS_RIGHT: Final = frozenset(".,;:)")
_PLACE_GOES_ON: Final = re.compile(r",\s[A-ZÆØÅ][\w'-]*(?:\s[A-ZÆØÅ][\w'-]*)*\s?(?:[,.;]|$)")
_VACUOUS: Final = re.compile(
    r"^\W*\w+(?:\s\w+)?\s(?:was|were|is|are|ble|er|var)\s(?:born|also|født)?\W*$", re.IGNORECASE
)


def remainder_hits(claim: PlainClaim, parts: Sequence[Part]) -> Iterator[Abort]:
    """Why the rest is no sentence any more, or no longer this one."""
    cuts = sorted((cut for part in parts for cut in part.cuts), key=lambda cut: cut.start)
    if any(left.end > right.start for left, right in pairwise(cuts)):
        yield Abort(code=AbortCode.NO_CONSTITUENT, detail="two failed parts share a joint")
        return
    gone = [index for part in parts for index in claim.within(part.start, part.end)]
    most = MOST_DELETED_CONTAINER if all(part.kind.is_container for part in parts) else MOST_DELETED
    if claim.share(gone) > most:
        yield Abort(code=AbortCode.TOO_MUCH_DELETED, detail=f"{claim.share(gone):.0%}")
    for part in parts:
        yield from _mark_hits(claim.text, part.cuts)
        yield from _pair_hits(claim.text, part)
    yield from _rest_hits(claim, claim.without(cuts), parts)


def _mark_hits(text: str, cuts: Sequence[Cut]) -> Iterator[Abort]:
    """Punctuation on both sides of what goes would stand together; or a word that leads to nothing."""
    for cut in cuts:
        left, right = text[: cut.start].rstrip(), cut.new.strip() or text[cut.end :].lstrip()
        if left[-1:] in _MARKS_LEFT and right[:1] in _MARKS_RIGHT and not (left[-1:] == "." and right[:1] == ")"):
            yield Abort(code=AbortCode.BAD_JOINT, detail=f"{left[-1:]}{right[:1]}")
        before = grammar.words(left[-40:])
        is_end = not right or right[0] in ".,;:!?)|"
        if cut.end > cut.start and not cut.new.strip() and before and is_end and before[-1].lower() in _OPEN_ENDINGS:
            yield Abort(code=AbortCode.BAD_JOINT, detail=f"{before[-1]!r} would lead to nothing")
        if before and _PLACE_GOES_ON.match(right) and not before[-1][0].isupper() and not left.endswith(","):
            yield Abort(code=AbortCode.BAD_JOINT, detail=f"{before[-1]}{right[:20]}")
        after = grammar.words(right[:40])
        if before and after and not is_end and {before[-1].lower(), after[0].lower()} <= grammar.COORDINATORS:
            yield Abort(code=AbortCode.BAD_JOINT, detail=f"{before[-1]} {after[0]}")
        if (
            before
            and after
            and left[-1:].isalnum()
            and before[-1].lower() == after[0].lower()
            and cut.end - cut.start > 1
        ):
            yield Abort(code=AbortCode.BAD_JOINT, detail=f"{before[-1]} {after[0]}")


def _pair_hits(text: str, part: Part) -> Iterator[Abort]:
    """Quotation marks and brackets go in pairs, and nothing is edited inside a quotation."""
    gone = text[part.start : part.end]
    if gone.count('"') % 2 or gone.count("“") != gone.count("”") or gone.count("«") != gone.count("»"):
        yield Abort(code=AbortCode.QUOTATION, detail="half of a quotation would go")
    elif part.kind is not Kind.SENTENCE and (
        text[: part.start].count('"') % 2
        or text[: part.start].count("“") > text[: part.start].count("”")
        or text[: part.start].count("«") > text[: part.start].count("»")
    ):
        yield Abort(code=AbortCode.QUOTATION, detail="it stands inside a quotation")
    if gone.count("(") != gone.count(")") or gone.count("[") != gone.count("]"):
        yield Abort(code=AbortCode.BAD_JOINT, detail="half of a pair of brackets would go")


def _rest_hits(claim: PlainClaim, rest: str, parts: Sequence[Part]) -> Iterator[Abort]:
    content = [word for word in words_of(rest) if word.is_content]
    is_whole = all(part.kind.is_container or part.kind is Kind.ITEM for part in parts)
    if len(content) < (LEAST_CONTENT_OF_OTHERS if is_whole else LEAST_CONTENT) or _VACUOUS.match(rest):
        yield Abort(code=AbortCode.VACUOUS_REMAINDER, detail=rest.strip())
    start, end = claim.sentence_at(parts[0].start)
    if parts[0].kind is not Kind.SENTENCE and grammar.has_verb(claim.text[start:end]) and not grammar.has_verb(rest):
        yield Abort(code=AbortCode.NO_VERB_LEFT, detail=rest.strip())
