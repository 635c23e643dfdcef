"""The gates: what refuses a swap that wording alone would allow. Each gate has one code and one reason.

A gate looks at a slot and returns the detail of its refusal, or None. `refusals` runs all of them, so that an item
carries every reason that was reached. `is_price_claim` stands before nomination: a claim about a price is the
operator's. `value` holds the gates on the value itself, `subject` and `opening` those on what it
is said of, `turned` those on words in each other's place, `sentence` the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from r11.fixes.gates import opening, sentence, subject, turned, value
from r11.fixes.slots import Slot
from r11.records import Abort
from r11.text import lexicon
from r11.text.values import ValueKind, lex
from r11.vocabulary import AbortCode

Gate = Callable[[Slot], str | None]

_WORD: Final = re.compile(r"[^\W\d_]+")
_SIGN: Final = re.compile(r"[€£¥₹]|\$\s?\d|\b\d[\d.,]*\s?\$")

# price words that say nothing about money: a cost center, å sette pris på
_NO_PRICE: Final = re.compile(
    r"\bcost[ -]?cent(?:er|re)s?\b|\bs[ae]tt(?:e|er|es)? (?:\w+ ){0,2}pris på\b", re.IGNORECASE
)


def is_price_claim(claim: str) -> bool:
    """Whether a claim is about money: a currency sign or word beside a number, or a price word in either language."""
    said = _NO_PRICE.sub(" ", claim)
    if _SIGN.search(claim) or any(word.lower() in lexicon.PRICE_WORDS for word in _WORD.findall(said)):
        return True
    return any(found.kind is ValueKind.CURRENCY for found in lex(claim))


def refusals(slot: Slot) -> Iterator[Abort]:
    """Every gate that refuses, in the order in which the reasons are shown."""
    for code, gate in GATES:
        detail = gate(slot)
        if detail is not None:
            yield Abort(code=code, detail=detail)


GATES: Final[tuple[tuple[AbortCode, Gate], ...]] = (
    (AbortCode.CURRENCY, value.currency),
    (AbortCode.NUMERAL_FORM, value.numeral_form),
    (AbortCode.UNIT_CONFLICT, value.unit_conflict),
    (AbortCode.COMPARATOR_MISMATCH, value.comparator),
    (AbortCode.COMPARATOR_SATISFIED, value.satisfied_bound),
    (AbortCode.COMPARATOR_STRICT, value.strict),
    (AbortCode.VAGUE_BOUND, value.vague),
    (AbortCode.ROUNDING, value.rounding),
    (AbortCode.RATE_CONFLICT, value.rate),
    (AbortCode.ROLE_CONFLICT, value.role),
    (AbortCode.LABEL_CONFLICT, value.label_names),
    (AbortCode.HEAD_MISMATCH, value.head_noun),
    (AbortCode.MODIFIER, value.modifier),
    (AbortCode.OPPOSITES, turned.opposite),
    (AbortCode.ENTITY_CONFLICT, subject.entity),
    (AbortCode.CONTRASTED_WORD, turned.contrasted),
    (AbortCode.SUBJECT_ABSENT, opening.opening),
    (AbortCode.EVENT_ABSENT, subject.event),
    (AbortCode.SUBJECT_NUMBER, opening.subject_number),
    (AbortCode.LIST_NUMBER, opening.list_number),
    (AbortCode.NEGATION, sentence.negation),
    (AbortCode.RESTRICTOR, sentence.restrictor),
    (AbortCode.NARROWER, sentence.narrower),
    (AbortCode.STATUS_CONFLICT, sentence.status_left),
    (AbortCode.EXAMPLE, sentence.example),
    (AbortCode.HISTORICAL, sentence.historical),
    (AbortCode.CONTRAST, sentence.contrast),
    (AbortCode.METADATA_DATE, sentence.metadata),
    (AbortCode.OWN_LIST, sentence.own_list),
    (AbortCode.SLOT_SHIFT, sentence.shift),
    (AbortCode.OTHER_CELL, sentence.other_cell),
)
