"""What stands around a part that would go: where fewer words say more, and where the sentence needs the part.

A restrictor (a phrase, a date, a modifier, a restrictive clause) may go only from a sentence that tells of something
that happened, and only where nothing in that sentence counts, denies, ranks or restricts. An item of a list may not go
under a negation, *only*, a condition or a universal; in an *or* list it is the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from r11.fixes import grammar
from r11.fixes.constituents import Kind, Part
from r11.fixes.guards import NEGATION, ONLY, SUPERLATIVE, any_of
from r11.fixes.plain_claim import PlainClaim
from r11.records import Abort
from r11.text.values import ValueKind, is_norwegian, lex
from r11.vocabulary import AbortCode

_CONDITIONS: Final = "if unless when whenever once provided whether hvis dersom når såfremt"
_DENYING: Final = any_of(NEGATION + " " + ONLY)
_NUMBER_SIGN: Final = re.compile(r"\bNo\.\s(?=\d)")  # denies nothing
_DOWNWARD: Final = any_of(f"{NEGATION} {ONLY} {_CONDITIONS} except excluding unntatt before before_you før than enn")
_UNIVERSAL: Final = any_of("all every each any both most alle hver hvert enhver begge de_fleste")
_RANKING: Final = any_of(SUPERLATIVE + " most least ever mest minst noensinne")
_COLLECTIVE: Final = any_of(
    "both either between respectively together combined each_other one_another total begge enten mellom henholdsvis "
    "sammen hverandre"
)
# The list follows, begun or not: no other clause in between.
_MAKERS: Final = re.compile(
    r"\b(?:\w{2,}ed|\w{2,}en|made|built|run|led|sung|skrevet|laget|bygget|grunnlagt|opprettet)\s+(?:jointly\s+)?"
    r"(?:by|av)\s+(?:(?!\b(?:in|on|at|for|to|with|i|på|for|til|med)\b)[\w'’.-]+,?\s*)*$"
)
_COMPLETE: Final = re.compile(
    r"\b(?:[2-9]|1[0-2]|two|three|four|five|six|seven|eight|nine|ten|tre|fire|fem|seks|syv|åtte)\s+[^\W\d]{2,}"
    r"|\b(?:consists?\s+of|comprises?|namely|following|består\s+av|følgende)\b",
    re.IGNORECASE,
)
_JOINT_FIRST: Final = re.compile(r",?\s(?:and|og|or|eller)\s")
_MODIFIER: Final = re.compile(
    r"(?<![\w-])(?:[a-zæøå]+-[a-zæøå]+|[a-zæøå]+(?:ed|ing|al|ive|ic|ous|ful|able|less|lig|sk|ende))$"
)
_JOINED: Final = re.compile(r"\b(?:and|or|og|eller)\b", re.IGNORECASE)
_PLURAL_BEFORE: Final = re.compile(
    r"\b(?!consists\b)(?:[a-z]{2,}s|children|people|[a-zæøå]{2,}(?:er|ene))\s+(?:of|are|were|named|called|var|heter)\s+"
    r"(?:[\w'-]+\s*){0,4}$",
    re.IGNORECASE,
)
_PLURAL_AFTER: Final = re.compile(r"\s+(?:regions|cities|countries|states|towns|counties|languages|brothers|sisters)\b")
_CLAUSE_BREAK: Final = re.compile(r"[.;:!?—–(]\s|,\s|\s(?:and|but|og|men)\s(?=\w+\s+(?:the|a|your|en|et)\s)")
# Commas join the items of a list, so that they do not end its clause.
_LIST_BREAK: Final = re.compile(r"[.;:!?—–(]\s")
# A copula, a preposition, an article or a conjunction leads to what follows it.
_NEEDY: Final = (
    frozenset({"is", "are", "was", "were", "be", "been", "being", "er", "var", "of", "av"})
    | grammar.PREPOSITIONS
    | grammar.COORDINATORS
    | grammar.DETERMINERS
)
_COUNTS: Final = frozenset({ValueKind.NUMBER, ValueKind.FRACTION, ValueKind.RANGE, ValueKind.DURATION})


def scope_hits(claim: PlainClaim, part: Part) -> Iterator[Abort]:
    """Why a part may not go for what stands around it. Containers are assertions of their own: nothing reaches in."""
    if part.kind.is_container:
        return
    start, end = claim.sentence_at(part.start)
    sentence, left = claim.text[start:end], claim.text[start : part.start]
    if part.kind is Kind.ITEM:
        yield from _list_hits(claim, part, _LIST_BREAK.split(left)[-1], sentence)
    elif part.kind is Kind.ALIGNED:
        yield from _list_hits(claim, part, _CLAUSE_BREAK.split(left)[-1], "")
        yield from _ranking_hits(claim, part, left)
    elif part.kind is Kind.MEANS:
        yield from _downward_hits(left, "it")
    else:
        yield from _restrictor_hits(claim, part, sentence, left)


def _list_hits(claim: PlainClaim, part: Part, clause: str, sentence: str) -> Iterator[Abort]:
    """Fewer items say less, but not under a negation or a condition; with *or* it is the other way round."""
    hits = list(_downward_hits(clause, "it"))
    if not part.joined_by_or:
        yield from hits
    elif not hits:
        yield Abort(code=AbortCode.OR_LIST, detail=claim.text[part.start : part.end].strip(" ,"))
    if sentence:
        yield from _head_hits(claim, part, claim.text[: part.start])
    yield from _number_hits(claim, part, sentence)
    rest = sentence.replace(claim.text[part.start : part.end], "; ", 1)
    if found := _COMPLETE.search(rest) if sentence else None:
        yield Abort(code=AbortCode.COUNTED_LIST, detail=found[0])
    if found := _COLLECTIVE.search(sentence):
        yield Abort(code=AbortCode.COLLECTIVE_LIST, detail=f"{found[0]!r} takes the items together")
    elif made := _made_together(sentence, clause):
        yield Abort(code=AbortCode.COLLECTIVE_LIST, detail=f"{made!r} says who did it together")


def _made_together(sentence: str, clause: str) -> str | None:
    """What two people made, neither made alone: the list names the makers of one thing that happened."""
    found = _MAKERS.search(clause) if grammar.is_episodic(sentence) else None
    return found[0].strip() if found else None


def _head_hits(claim: PlainClaim, part: Part, left: str) -> Iterator[Abort]:
    """ "signed and dated copies" without its last two words lacks what was signed."""
    gone = claim.text[part.start : part.end]
    found = _MODIFIER.search(left) if _JOINT_FIRST.match(gone) else None
    if found and len(gone.split()) > 2:  # the joint and more than one word
        yield Abort(code=AbortCode.AGREEMENT, detail=f"{found[0]!r} may need what follows the list")


def _number_hits(claim: PlainClaim, part: Part, sentence: str) -> Iterator[Abort]:
    """One of two items is left: no plural may stand beside them that counts on both."""
    start, end = claim.sentence_at(part.start)
    left, right = claim.text[start : part.start], claim.text[part.end : end]
    if sentence and not _JOINED.search(left + right):
        found = _PLURAL_BEFORE.search(left) or _PLURAL_AFTER.match(right)
        if found:
            yield Abort(code=AbortCode.AGREEMENT, detail=found[0].strip())


def _downward_hits(left: str, what: str) -> Iterator[Abort]:
    found = _DOWNWARD.search(left)
    if found:
        yield Abort(code=AbortCode.DOWNWARD_CONTEXT, detail=f"{found[0]!r} stands before {what}")
        return
    universals = list(_UNIVERSAL.finditer(left))
    beyond_noun = left[universals[-1].end() :].split()[1:] if universals else []
    if universals and not grammar.has_verb(" ".join(beyond_noun)):
        yield Abort(code=AbortCode.DOWNWARD_CONTEXT, detail=f"{universals[-1][0]!r} stands before {what}")


def _restrictor_hits(claim: PlainClaim, part: Part, sentence: str, left: str) -> Iterator[Abort]:
    rest = claim.without(part.cuts)
    if not grammar.is_episodic(sentence):
        yield Abort(code=_generic_code(part, left), detail=claim.text[part.start : part.end].strip())
    if found := _DENYING.search(_NUMBER_SIGN.sub("", sentence)):
        yield Abort(code=AbortCode.DOWNWARD_CONTEXT, detail=f"{found[0]!r} stands in the sentence")
    elif hits := list(_downward_hits(left, "it")):
        yield from hits
    yield from _ranking_hits(claim, part, rest)
    if part.kind is not Kind.MODIFIER:
        yield from _counted_hits(rest)


def _ranking_hits(claim: PlainClaim, part: Part, around: str) -> Iterator[Abort]:
    """What ranks or counts an order does so among something: "the oldest mill in Oslo" is not the oldest mill."""
    if found := _RANKING.search(around):
        gone = claim.text[part.start : part.end].strip()
        yield Abort(code=AbortCode.SUPERLATIVE_SCOPE, detail=f"{found[0]!r} may be so within {gone!r} only")


def _generic_code(part: Part, left: str) -> AbortCode:
    if part.kind is Kind.LEAD or not left.strip():
        return AbortCode.SCOPE_LEAD
    if any(word.lower() in grammar.AVAILABILITY for word in grammar.words(left)):
        return AbortCode.SCOPE_AVAILABILITY
    is_noun = part.kind in {Kind.MODIFIER, Kind.RELATIVE}
    return AbortCode.RESTRICTIVE_GENERIC if is_noun else AbortCode.SCOPE_GENERIC


def _counted_hits(rest: str) -> Iterator[Abort]:
    """A count is a count within a time and a place: without them it counts more."""
    for value in lex(rest):
        if value.text.lower() == "fire" and not is_norwegian(rest):  # four only there
            continue
        if value.kind in _COUNTS and not re.search(r"(?:No\.|number|nummer|nr\.?)\s*$", rest[: value.start], re.I):
            yield Abort(code=AbortCode.COUNT_SCOPE, detail=value.text)
            return


def need_hits(claim: PlainClaim, part: Part) -> Iterator[Abort]:
    """Why the words around a phrase need it: its head, its preposition, or the item beside it."""
    if part.kind not in {Kind.PHRASE, Kind.DATE, Kind.RELATIVE, Kind.ADVERBIAL}:
        return
    start, _ = claim.sentence_at(part.start)
    before = [word.lower() for word in grammar.words(claim.text[start : part.start])]
    head = before[-1] if before else ""
    if head in _NEEDY:
        yield Abort(code=AbortCode.OBLIGATORY_COMPLEMENT, detail=f"after {head!r}")
    elif part.kind is not Kind.DATE and head in grammar.OBLIGING:
        yield Abort(code=AbortCode.OBLIGATORY_HEAD, detail=f"{head!r} needs what follows")
    elif part.kind is Kind.PHRASE and not grammar.COORDINATORS.isdisjoint(before[-3:-1]):
        yield Abort(code=AbortCode.COORDINATED_HEAD, detail=f"{head!r} is one of several: what it keeps is open")
    elif part.kind is Kind.PHRASE and grammar.is_active_without_object(before):
        yield Abort(code=AbortCode.OBLIGATORY_COMPLEMENT, detail=f"{head!r} has no other complement")
