"""The gates: what refuses a swap that wording alone would allow. Each gate has one code and one reason.

A gate looks at a slot and returns the detail of its refusal, or None. `refusals` runs all of them, so that an item carries
every reason that was reached. `is_price_claim` stands before nomination: a claim about a price is the operator's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Final

from r11.fixes.bounds import Bound, bound, is_negated, left_words, roles, satisfied
from r11.fixes.reading import Reading, Word
from r11.fixes.slots import NUMERALS, Slot, head, labels
from r11.records import Abort
from r11.text import lexicon
from r11.text.lexicon import wordset
from r11.text.values import ValueKind, lex
from r11.vocabulary import AbortCode

Gate = Callable[[Slot], str | None]

_WORD: Final = re.compile(r"[^\W\d_]+")
_SIGN: Final = re.compile(r"[€£¥₹]|\$\s?\d|\b\d[\d.,]*\s?\$")


def is_price_claim(claim: str) -> bool:
    """Whether a claim is about money: a currency sign or word beside a number, or a price word (English or Norwegian)."""
    if _SIGN.search(claim) or any(word.lower() in lexicon.PRICE_WORDS for word in _WORD.findall(claim)):
        return True
    return any(value.kind is ValueKind.CURRENCY for value in lex(claim))


def refusals(slot: Slot) -> Iterator[Abort]:
    """Every gate that refuses, in the order in which the reasons are shown."""
    for code, gate in GATES:
        detail = gate(slot)
        if detail is not None:
            yield Abort(code=code, detail=detail)


# --- kinds that are never swapped ------------------------------------------------------------------------------------

_DOUBTFUL: Final = frozenset(
    {ValueKind.ODD, ValueKind.FRACTION, ValueKind.RANGE, ValueKind.ADDRESS, ValueKind.OPAQUE, ValueKind.TIME}
)


def _currency(slot: Slot) -> str | None:
    kinds = {slot.old.kind, slot.new.kind}
    return f"{slot.old.text} against {slot.new.text}" if ValueKind.CURRENCY in kinds else None


def _numeral_form(slot: Slot) -> str | None:
    for value in (slot.old, slot.new):
        if value.kind in _DOUBTFUL:
            return f"{value.text} ({value.kind})"
    return None


def _name(slot: Slot) -> str | None:
    return f"{slot.old.text} against {slot.new.text}" if slot.old.kind in {ValueKind.NAME, ValueKind.STATUS} else None


# --- bounds ----------------------------------------------------------------------------------------------------------


def _bounds(slot: Slot) -> tuple[Bound, Bound]:
    return bound(slot.claim, slot.old_place), bound(slot.quote, slot.new_place)


def _comparator(slot: Slot) -> str | None:
    ours, theirs = _bounds(slot)
    if ours is theirs:
        return None
    if slot.old.kind is ValueKind.DATE and {ours, theirs} == {Bound.EXACT, Bound.FROM} and slot.coverage >= 0.65:
        return None
    return f"the claim says {ours} its value, the quote {theirs}"


def _satisfied(slot: Slot) -> str | None:
    ours, theirs = _bounds(slot)
    old, new = (value.key[1] if value.kind in NUMERALS else value.date for value in (slot.old, slot.new))
    if slot.old.kind in NUMERALS | {ValueKind.DATE} and satisfied(ours, theirs, old, new):
        return f"{theirs} {slot.new.text} makes {ours} {slot.old.text} true"
    return None


def _vague(slot: Slot) -> str | None:
    ours, _ = _bounds(slot)
    if ours in {Bound.ABOUT, Bound.AS_OF, Bound.NEGATED, Bound.STEP}:
        return f"the claim says {ours} {slot.old.text}"
    return None


def _rounding(slot: Slot) -> str | None:
    """The claim's number is the quote's, rounded."""
    old, new = slot.old.number, slot.new.number
    if slot.old.kind not in NUMERALS or slot.new.kind not in NUMERALS or not old or not new:
        return None
    digits = (
        len(f"{old:f}".rstrip("0").strip(".").replace(".", ""))
        if "." not in f"{old:f}"
        else len(f"{old:f}".replace(".", ""))
    )
    rounded = Decimal(f"{new:.{max(1, digits)}g}")
    return f"{slot.new.text} rounds to {slot.old.text}" if rounded == old and new != old else None


# --- what the value measures -----------------------------------------------------------------------------------------


def _unit(slot: Slot) -> str | None:
    old, new = slot.old.unit, slot.new.unit
    if old and new and old.name != new.name:
        return f"{old.name} against {new.name}"
    if slot.old.kind in NUMERALS and (old is None) != (new is None):
        return f"only one side has a unit: {(old or new).name if (old or new) else ''}"
    return None


def _head(slot: Slot) -> str | None:
    if slot.kin or (slot.near_copy and slot.old.kind is not ValueKind.ORDINAL):
        return None
    return f"{' '.join(head(slot.claim, slot.old_place)) or '-'} against {' '.join(head(slot.quote, slot.new_place)) or '-'}"


def _label(slot: Slot) -> str | None:
    ours = labels(slot.claim, slot.old_place) - {"version"}
    theirs = labels(slot.quote, slot.new_place) - {"version"}
    if slot.old.kind in {ValueKind.VERSION, ValueKind.NUMBER} and ours and theirs and not ours & theirs:
        return f"{' '.join(sorted(ours))} against {' '.join(sorted(theirs))}"
    return None


_RATE_WORDS: Final = frozenset({"per", "each", "every", "hver", "hvert", "/"})


def _rate_of(reading: Reading, place: int) -> str:
    words = reading.words
    here = words[place]
    after = [w for w in words[place + 1 : place + 6] if w.sentence == here.sentence and w.cell == here.cell]
    for word, following in zip(after, after[1:], strict=False):
        if word.value >= 0:
            return ""
        if word.raw.lower() in _RATE_WORDS or (word.raw.lower() in {"a", "an"} and following.stem in _TIMES):
            return following.stem
    return ""


_TIMES: Final = wordset("second minut hour day week month year")


def _rate(slot: Slot) -> str | None:
    ours, theirs = _rate_of(slot.claim, slot.old_place), _rate_of(slot.quote, slot.new_place)
    if ours == theirs:
        return None
    if (ours and theirs) or (ours or theirs) in _TIMES:
        return f"per {ours or '-'} against per {theirs or '-'}"
    other = slot.theirs if ours else slot.ours
    return None if any(w.stem == (ours or theirs) for w in other) else f"per {ours or '-'} against per {theirs or '-'}"


def _role(slot: Slot) -> str | None:
    ours, theirs = roles(slot.claim, slot.old_place), roles(slot.quote, slot.new_place)
    return f"{' '.join(sorted(ours)) or '-'} against {' '.join(sorted(theirs)) or '-'}" if ours != theirs else None


# --- who it is said of -----------------------------------------------------------------------------------------------

_OPPOSITES: Final = tuple(
    tuple(frozenset(side.split()) for side in pair.split("|"))
    for pair in (
        "input inputs inndata|output outputs utdata",
        "upload uploads uploaded uploading opplasting|download downloads downloaded downloading nedlasting",
        "read reads reading lese|write writes writing skrive",
        "inbound ingress incoming innkommende|outbound egress outgoing utgående",
        "minimum minst min|maximum maks max",
        "enable enabled enables aktivert|disable disabled disables deaktivert",
        "start starts started starter begin begins began|end ends ended slutter expires",
        "first første|last siste final",
        "client clients klient|server servers tjener",
        "source kilde|target destination mål",
        "request requests forespørsel|response responses svar",
        "primary primær|secondary sekundær",
        "public offentlig|private privat",
        "free gratis|paid betalt",
        "soft|hard",
        "lower lowest lavere|upper higher highest høyere",
        "increase increased increases rose økte|decrease decreased decreases fell reduced sank",
        "before før|after etter",
        "user users bruker|system admin administrator service",
        "active aktiv|inactive idle inaktiv expired",
        "announced introduced launched lansert|retired released removed discontinued pensjonert avviklet",
        "released launched opened|closed ended cancelled retired",
        "born født|died død",
        "win wins won|loss losses lost",
        "north nord|south sør",
        "east øst|west vest",
        "male men boys|female women girls",
        "domestic|foreign international worldwide",
        "online|offline onsite",
        "horizontal|vertical",
        "width bredde|height høyde",
        "internal intern|external ekstern",
        "standard|premium basic",
        "single enkelt|multiple flere",
        "daily daglig|monthly weekly yearly månedlig ukentlig",
    )
)


def _opposite(slot: Slot) -> str | None:
    ours = {w.raw.lower() for w in slot.ours}
    theirs = {w.raw.lower() for w in slot.theirs}
    for one, other in _OPPOSITES:
        for a, b in ((one, other), (other, one)):
            if ours & a and theirs & b and not ours & b and not theirs & a:
                return f"{min(ours & a)} against {min(theirs & b)}"
    return None


def _entity(slot: Slot) -> str | None:
    """Where the wording is the same but for a name: the quote speaks of something else."""
    known = {w.stem for w in slot.quote.words}
    mine = {w.stem for w in slot.claim.words}
    for ours, theirs in slot.differences:
        a = [w for w in ours if _is_name(slot.claim, w) and w.stem not in known]
        b = [w for w in theirs if _is_name(slot.quote, w) and w.stem not in mine]
        if a and b and not any(_alike(x.raw, y.raw) for x in a for y in b):
            return f"{' '.join(w.raw for w in a)} against {' '.join(w.raw for w in b)}"
    return _fork(slot) or _model_conflict(slot)


def _fork(slot: Slot) -> str | None:
    """Equal words beside the values, and then two different names: "largest city in" one place or another."""
    for run, step in ((slot.right, 1), (slot.left, -1)):
        i, j = slot.old_place + step * (run + 1), slot.new_place + step * (run + 1)
        if run and 0 <= i < len(slot.claim.words) and 0 <= j < len(slot.quote.words):
            ours, theirs = slot.claim.words[i], slot.quote.words[j]
            same = ours.sentence == slot.ours[0].sentence and theirs.sentence == slot.theirs[0].sentence
            if same and ours.is_name and theirs.is_name and not _alike(ours.raw, theirs.raw):
                return f"{ours.raw} against {theirs.raw}"
    return None


def _is_name(reading: Reading, word: Word) -> bool:
    if word.value >= 0:
        return reading.values[word.value].kind is ValueKind.NAME
    return word.is_name


def _alike(a: str, b: str) -> bool:
    short = min(len(a), len(b))
    return short >= 4 and a[:short].lower() == b[:short].lower()


def _model_conflict(slot: Slot) -> str | None:
    """A model or SKU that the claim names and the quote does not, where the quote names another of the same family."""
    theirs = {v.text.lower() for v in slot.quote.values if v.kind in _MODELS}
    for value in slot.claim.values:
        if value.kind in _MODELS and value is not slot.old and value.text.lower() not in theirs:
            family = _family(value.text)
            if other := next(
                (t for t in theirs if family and _family(t) == family and t != slot.new.text.lower()), None
            ):
                return f"{value.text} against {other}"
    return None


_MODELS: Final = frozenset({ValueKind.NAME, ValueKind.VERSION})


def _family(name: str) -> str:
    return re.split(r"[\d]", name.lower(), maxsplit=1)[0].strip("-_.v ")


def _subject_number(slot: Slot) -> str | None:
    """The number belongs to the name of what the sentence is about: another number is another thing."""
    first = next((w for w in slot.ours if w.is_content or w.value >= 0), None)
    if not slot.old.label or slot.old.label in lexicon.VERSION_LABELS or first is None or slot.old_place == 0:
        return None
    if _names_its_subject(slot) and bound(slot.claim, slot.old_place) is Bound.EXACT:
        return f"{slot.old.label} {slot.old.text}"
    return None


def _names_its_subject(slot: Slot) -> bool:
    """Whether nothing but name words stands between the start of the sentence (or cell) and the value."""
    words = slot.claim.words
    here = words[slot.old_place]
    i = slot.old_place - 1
    while i >= 0 and words[i].sentence == here.sentence and words[i].cell == here.cell:
        if not (words[i].is_name or words[i].raw.lower() in {"the", "a", "an"}):
            return False
        i -= 1
    return True


def _list_number(slot: Slot) -> str | None:
    """A value that opens its sentence with no noun of its own is the number of a list item or heading."""
    for reading, place in ((slot.claim, slot.old_place), (slot.quote, slot.new_place)):
        if _opens_as_number(reading, place):
            return reading.words[place].raw
    return None


def _opens_as_number(reading: Reading, place: int) -> bool:
    here = reading.words[place]
    value = reading.values[here.value]
    if value.word or value.unit or here.cell or (place and reading.words[place - 1].sentence == here.sentence):
        return False
    if value.kind not in {ValueKind.NUMBER, ValueKind.VERSION}:
        return False
    following = reading.words[place + 1] if place + 1 < len(reading.words) else here
    return following.is_name or reading.text[value.end : value.end + 1] in {":", ")", "."} or following is here


# --- what else the sentence says -------------------------------------------------------------------------------------


def _near_left(reading: Reading, place: int, words: frozenset[str], reach: int = 4) -> str:
    left = left_words(reading.words, place, reach)
    return next((word for word in left if word in words), "")


_EXAMPLE: Final = frozenset({"ex", "example", "instance", "eksempel", "eg", "eks"})
_PAST: Final = wordset(
    """
    previously formerly originally was were used former earlier prior tidligere opprinnelig var old gamle
    """
)
_CONTRAST: Final = wordset("rather instead unlike versus vs compared than istedenfor stedet fremfor sammenlignet")
_METADATA: Final = wordset(
    """
    retrieved accessed updated modified published posted written hentet oppdatert publisert endret lastmodified
    """
)
_ONLY: Final = wordset("only kun bare solely exclusively utelukkende except unless unntatt")


def _example(slot: Slot) -> str | None:
    ours = _near_left(slot.claim, slot.old_place, _EXAMPLE, 8)
    theirs = _near_left(slot.quote, slot.new_place, _EXAMPLE, 8)
    return f"{ours or '-'} against {theirs or '-'}" if bool(ours) != bool(theirs) else None


def _historical(slot: Slot) -> str | None:
    ours = _near_left(slot.claim, slot.old_place, _PAST, 6)
    theirs = _near_left(slot.quote, slot.new_place, _PAST, 6)
    if theirs and not ours and slot.old.kind is not ValueKind.DATE:
        return theirs
    words = slot.quote.words
    before = words[slot.new_place - 1].raw.lower() if slot.new_place else ""
    after = [w for w in words[slot.new_place + 1 : slot.new_place + 4]]
    if (
        before == "from"
        and any(w.raw.lower() == "to" for w in after)
        and not _near_left(slot.claim, slot.old_place, frozenset({"from"}), 1)
    ):
        return "from ... to"
    return None


def _contrast(slot: Slot) -> str | None:
    ours = _near_left(slot.claim, slot.old_place, _CONTRAST - {"than"})
    theirs = _near_left(slot.quote, slot.new_place, _CONTRAST - {"than"})
    return f"{ours or '-'} against {theirs or '-'}" if bool(ours) != bool(theirs) else None


def _metadata(slot: Slot) -> str | None:
    if slot.old.kind is not ValueKind.DATE:
        return None
    ours = _near_left(slot.claim, slot.old_place, _METADATA)
    theirs = _near_left(slot.quote, slot.new_place, _METADATA)
    return theirs if theirs and not ours else None


def _negation(slot: Slot) -> str | None:
    ours, theirs = is_negated(slot.claim.words, slot.old_place), is_negated(slot.quote.words, slot.new_place)
    if ours == theirs or {Bound.AT_MOST, Bound.AT_LEAST} & set(_bounds(slot)):
        return None
    return "only the claim is negated" if ours else "only the quote is negated"


def _restrictor(slot: Slot) -> str | None:
    ours, theirs = ({w.raw.lower() for w in side} & _ONLY for side in (slot.ours, slot.theirs))
    return f"{' '.join(sorted(ours)) or '-'} against {' '.join(sorted(theirs)) or '-'}" if ours != theirs else None


def _status(slot: Slot) -> str | None:
    """A status of the claim's sentence that the quote does not repeat would stay as it is."""
    theirs = {v.key for v in slot.quote.values if v.kind is ValueKind.STATUS}
    for word in slot.ours:
        if word.value >= 0 and (value := slot.claim.values[word.value]).kind is ValueKind.STATUS:
            if value.key not in theirs and (slot.near_copy or theirs):
                return value.text
    return None


def _own_list(slot: Slot) -> str | None:
    """A small count with its list after it: the list would not fit the new count."""
    if slot.old.kind is not ValueKind.NUMBER or slot.old.unit or not slot.old.number or slot.old.number > 20:
        return None
    tail = slot.claim.text[slot.old.end :]
    match = re.match(r"[^.\n|:(]{1,60}[:(–—]\s*([^.\n|)]+)", tail)
    if match and re.search(r",| and | og ", match[1]) and not _WORD_NUMBER.search(match[1]):
        return match[1].strip()[:40]
    return None


_WORD_NUMBER: Final = re.compile(r"\d")


def _shift(slot: Slot) -> str | None:
    """With the new value, the claim's values of this kind would stand in another order than the quote's."""
    kin = [slot.new.key if v is slot.old else v.key for v in _of_kind(slot.claim, slot.ours, slot)]
    quote = [v.key for v in _of_kind(slot.quote, slot.theirs, slot)]
    shared = [key for key in kin if key in quote]
    if len(shared) < 2 or len(set(shared)) < len(shared):
        return None
    order = [quote.index(key) for key in shared]
    return "the other values stand in another order" if order != sorted(order) else None


def _of_kind(reading: Reading, words: tuple[Word, ...], slot: Slot) -> list[object]:
    return [
        value for word in words if word.value >= 0 and _class(value := reading.values[word.value]) == _class(slot.old)
    ]


def _class(value: object) -> object:
    kind = value.kind  # type: ignore[attr-defined]
    return ValueKind.NUMBER if kind in NUMERALS else kind


# --- tables ----------------------------------------------------------------------------------------------------------


def _row(slot: Slot) -> str | None:
    """Row against row: every other cell must say the same."""
    if not (slot.ours and slot.theirs and slot.ours[-1].cell and slot.theirs[-1].cell):
        return None
    ours, theirs = _cells(slot.claim.text, slot.old.start), _cells(slot.quote.text, slot.new.start)
    if len(ours[0]) != len(theirs[0]) or len(ours[0]) < 2:
        return None
    if ours[1] != theirs[1]:
        return f"column {ours[1] + 1} against column {theirs[1] + 1}"
    for i, (a, b) in enumerate(zip(ours[0], theirs[0], strict=True)):
        if i != ours[1] and bool(a) != bool(b):
            return f"{a or '—'} against {b or '—'}"
    return None


def _cells(text: str, at: int) -> tuple[list[str], int]:
    """The cells of the table row around a character, empty cells as empty text, and the index of its own cell."""
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    row = text[start : end if end >= 0 else len(text)]
    lead = len(row) - len(row.lstrip(" |"))
    bare = row[lead:].rstrip(" |")
    cells = ["".join(c for c in cell if c.isalnum()).lower() for cell in bare.split("|")]
    return cells, bare[: max(0, at - start - lead)].count("|")


GATES: Final[tuple[tuple[AbortCode, Gate], ...]] = (
    (AbortCode.CURRENCY, _currency),
    (AbortCode.NUMERAL_FORM, _numeral_form),
    (AbortCode.NAME_VALUE, _name),
    (AbortCode.UNIT_CONFLICT, _unit),
    (AbortCode.COMPARATOR_MISMATCH, _comparator),
    (AbortCode.COMPARATOR_SATISFIED, _satisfied),
    (AbortCode.VAGUE_BOUND, _vague),
    (AbortCode.ROUNDING, _rounding),
    (AbortCode.RATE_CONFLICT, _rate),
    (AbortCode.ROLE_CONFLICT, _role),
    (AbortCode.LABEL_CONFLICT, _label),
    (AbortCode.HEAD_MISMATCH, _head),
    (AbortCode.OPPOSITES, _opposite),
    (AbortCode.ENTITY_CONFLICT, _entity),
    (AbortCode.SUBJECT_NUMBER, _subject_number),
    (AbortCode.LIST_NUMBER, _list_number),
    (AbortCode.NEGATION, _negation),
    (AbortCode.RESTRICTOR, _restrictor),
    (AbortCode.STATUS_CONFLICT, _status),
    (AbortCode.EXAMPLE, _example),
    (AbortCode.HISTORICAL, _historical),
    (AbortCode.CONTRAST, _contrast),
    (AbortCode.METADATA_DATE, _metadata),
    (AbortCode.OWN_LIST, _own_list),
    (AbortCode.SLOT_SHIFT, _shift),
    (AbortCode.OTHER_CELL, _row),
)
