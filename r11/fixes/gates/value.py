"""Gates on the value itself: its kind, how it is bounded, what it measures, and per what."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from itertools import pairwise
from typing import Final

from r11.fixes.bounds import Bound, is_capacity, roles, satisfied, stated
from r11.fixes.nouns import head, label, name_before, phrase_after
from r11.fixes.reading import Reading, Word
from r11.fixes.slots import NUMERALS, Slot
from r11.text.lexicon import wordset
from r11.text.values import Value, ValueKind

_DOUBTFUL: Final = frozenset(
    {ValueKind.ODD, ValueKind.FRACTION, ValueKind.RANGE, ValueKind.ADDRESS, ValueKind.OPAQUE, ValueKind.TIME}
)


def currency(slot: Slot) -> str | None:
    """Amounts of money are the operator's, even where the claim was not seen to be about a price."""
    kinds = {slot.old.kind, slot.new.kind}
    return f"{slot.old.text} against {slot.new.text}" if ValueKind.CURRENCY in kinds else None


def numeral_form(slot: Slot) -> str | None:
    """Ranges, scores, fractions, addresses, hashes and odd numerals stay; a range may go where all else is equal."""
    if slot.old.kind is ValueKind.RANGE and slot.fixed:
        return None
    for one in (slot.old, slot.new):
        if one.kind in _DOUBTFUL:
            return f"{one.text} ({one.kind})"
    return None


# --- bounds ----------------------------------------------------------------------------------------------------------


def comparator(slot: Slot) -> str | None:
    """Both sentences must bound the value alike; "on" may be "starting on", and "can have 5" up to 5.

    So must they bound every other value, where the bound of one stands in the place of the other's.
    """
    ours, theirs = slot.bounds
    if ours is theirs:
        return _bounded_elsewhere(slot)
    if {ours, theirs} == {Bound.EXACT, Bound.FROM} and slot.old.kind is ValueKind.DATE and slot.coverage >= _SAME_EVENT:
        return None
    if {ours, theirs} == {Bound.EXACT, Bound.AT_MOST} and _is_capacity(slot, ours):
        return None
    return f"the claim says {ours} its value, the quote {theirs}"


def _bounded_elsewhere(slot: Slot) -> str | None:
    for ours, theirs in slot.differences:
        if len(ours) <= _PHRASE and len(theirs) <= _PHRASE:
            a, b = stated(ours), stated(theirs)
            if a and b and a is not b:
                return f"the claim says {a} elsewhere, the quote {b}"
    return None


# the longest phrase of a bound, in words, and one word beside it
_PHRASE: Final = 4


# a quote that repeats this much of the claim dates the same event, "on" or "starting on"
_SAME_EVENT: Final = 0.65


def _is_capacity(slot: Slot, ours: Bound) -> bool:
    if ours is Bound.EXACT:
        return is_capacity(slot.claim, slot.old_place)
    return is_capacity(slot.quote, slot.new_place)


def satisfied_bound(slot: Slot) -> str | None:
    """The claim is true already: "more than 40" against "more than 50".

    Where both sentences only suppose the bound ("if it exceeds 40"), the one does not follow from the other.
    """
    ours, theirs = slot.bounds
    if slot.fixed and _is_supposed(slot.claim, slot.old_place) and _is_supposed(slot.quote, slot.new_place):
        return None
    growth = _growth(slot.old, slot.new)
    if growth is not None and satisfied(ours, theirs, growth=growth):
        return f"{theirs} {slot.new.text} makes {ours} {slot.old.text} true"
    return None


def _is_supposed(reading: Reading, place: int) -> bool:
    """Whether the value stands in a clause that opens with if or when."""
    here = reading.words[place]
    clause = [w for w in reading.sentence(here.sentence) if w.clause == here.clause]
    return clause[0].low in _SUPPOSING


_SUPPOSING: Final = wordset("if when hvis når dersom")


def _growth(old: Value, new: Value) -> int | None:
    """The sign of the new value less the old one, for dates and for numbers in the base of their unit."""
    if old.date and new.date:
        return (new.date > old.date) - (new.date < old.date)
    if old.kind not in NUMERALS or old.number is None or new.number is None:
        return None
    a, b = (value.number * (value.unit.factor if value.unit else 1) for value in (old, new) if value.number is not None)
    return (b > a) - (b < a)


def strict(slot: Slot) -> str | None:
    """More than and less than are claims of their own: exchanged only where the words around are the same."""
    if slot.bounds[0] in {Bound.MORE, Bound.LESS} and not slot.fixed:
        return f"{slot.bounds[0]} {slot.old.text}"
    return None


def vague(slot: Slot) -> str | None:
    """About, as of, by and not leave open what a swap would settle."""
    ours, _ = slot.bounds
    if ours is Bound.AS_OF and slot.fixed:
        return None
    if ours in {Bound.ABOUT, Bound.AS_OF, Bound.NEGATED, Bound.STEP}:
        return f"the claim says {ours} {slot.old.text}"
    return None


def rounding(slot: Slot) -> str | None:
    """The claim's number is the quote's, rounded; or its version is the quote's, said less exactly."""
    if slot.old.kind is slot.new.kind is ValueKind.VERSION:
        return _less_exact(slot)
    old, new = slot.old.number, slot.new.number
    if slot.old.kind not in NUMERALS or slot.new.kind not in NUMERALS or not old or not new or slot.old.label:
        return None
    if max(old, new) < _COUNTED and old % 1 == 0 == new % 1:
        return None
    if slot.fixed and slot.bounds[0] in {Bound.AT_MOST, Bound.AT_LEAST}:  # a limit is exact
        return None
    digits = _significant(slot.old.text)
    rounded = Decimal(f"{new:.{digits}g}")
    return f"{slot.new.text} rounds to {slot.old.text}" if rounded == old and new != old else None


def _less_exact(slot: Slot) -> str | None:
    """3.10 is a 3.10.4; as the least version it is another claim, unless the rest is zeros."""
    rest = slot.new.text.removeprefix(f"{slot.old.text}.")
    if rest == slot.new.text or "." not in slot.old.text:
        return None
    same = slot.bounds[0] is Bound.EXACT or set(rest) <= {"0", "."}
    return f"{slot.old.text} is {slot.new.text}, said less exactly" if same else None


# whole numbers below this are counts, and counts are not rounded
_COUNTED: Final = 1_000


def _significant(numeral: str) -> int:
    """How many digits of a numeral say something: `3.4 million` has two, `2,000` one. A word counts as one."""
    digits = "".join(c for c in numeral if c.isdigit())
    return max(1, len(digits if "." in numeral else digits.rstrip("0")))


# --- what the value measures -----------------------------------------------------------------------------------------


def unit_conflict(slot: Slot) -> str | None:
    """The units must be the same; where all else is equal the unit may change with its number."""
    old, new = slot.old.unit, slot.new.unit
    if old and new and old.name != new.name:
        return None if slot.fixed else f"{old.name} against {new.name}"
    lone = old or new
    if slot.old.kind in NUMERALS and lone and not (old and new):
        return f"only one side has a unit: {lone.name}"
    return None


def head_noun(slot: Slot) -> str | None:
    """What is counted must agree, unless the wording fixes the place; an ordinal always needs its noun."""
    if slot.kin:
        return None
    ours, theirs = head(slot.claim, slot.old_place), head(slot.quote, slot.new_place)
    other = theirs and not set(theirs) & slot.claim.vocabulary
    if slot.near_copy and slot.old.kind is not ValueKind.ORDINAL and not (ours and other):
        return None
    return _against(ours, theirs)


def modifier(slot: Slot) -> str | None:
    """The quote counts a narrower kind: ten expired keys are not ten keys. A name before the noun only says whose.

    The claim may not count what a name makes narrower, where the quote has not the name.
    """
    ours, theirs = head(slot.claim, slot.old_place), head(slot.quote, slot.new_place)
    phrase = phrase_after(slot.quote, slot.new_place)
    shared = max((i for i, word in enumerate(phrase) if word.stem in ours), default=0)
    before = phrase[:shared]
    extra = [w.raw for w in before if not w.is_name and w.stem not in slot.claim.vocabulary]
    if extra and not slot.new.unit and not slot.claim.norwegian:
        return " ".join(extra)
    named = slot.claim.words[slot.old_place + 1 : slot.old_place + len(ours)]
    alone = [w.raw for w in named if w.is_name and w.stem not in slot.quote.vocabulary]
    return " ".join(alone) if alone and theirs else None


def _against(ours: Iterable[str], theirs: Iterable[str]) -> str:
    return f"{' '.join(ours) or '-'} against {' '.join(theirs) or '-'}"


def label_names(slot: Slot) -> str | None:
    """`Node 18` is not repaired by `Python 3`, nor the version of a CLI by that of its extension."""
    if slot.old.kind not in {ValueKind.VERSION, ValueKind.NUMBER}:
        return None
    ours, theirs = label(slot.claim, slot.old_place), label(slot.quote, slot.new_place)
    if slot.old.kind is ValueKind.VERSION and (other := _version_of_another(slot)):
        return other
    if ours and theirs:
        return _against([ours], [theirs]) if ours != theirs else _longer_name(slot)
    if theirs and slot.old.kind is ValueKind.NUMBER:
        return _against([], [theirs])
    alien = (ours and ours not in slot.quote.vocabulary) or (theirs and theirs not in slot.claim.vocabulary)
    return _against([ours], [theirs]) if alien else None


def _version_of_another(slot: Slot) -> str | None:
    """Version 1.2 of the extension, version 2.40 of the CLI: both say of what, and the other text knows neither."""
    ours, theirs = _of_what(slot.claim, slot.old_place), _of_what(slot.quote, slot.new_place)
    known = any(w.stem in slot.quote.vocabulary for w in ours) or any(w.stem in slot.claim.vocabulary for w in theirs)
    return _against([w.raw for w in ours], [w.raw for w in theirs]) if ours and theirs and not known else None


def _of_what(reading: Reading, place: int) -> list[Word]:
    """The content words of the phrase that follows a value and `of`."""
    after = [w for w in reading.words[place + 1 : place + 6] if w.sentence == reading.words[place].sentence]
    if not after or after[0].low not in {"of", "av"}:
        return []
    return [w for w in after[1:] if w.is_content]


def _longer_name(slot: Slot) -> str | None:
    """A name with a word in its middle that the claim does not have is another name: Contoso CLI, Contoso Edge CLI."""
    name = name_before(slot.quote, slot.new_place)
    inner = [w for w in name[1:-1] if w.stem not in slot.claim.vocabulary]
    known = len(name) > 2 and name[0].stem in slot.claim.vocabulary
    return " ".join(w.raw for w in name) if inner and known else None


_RATE_WORDS: Final = frozenset({"per", "each", "every", "hver", "hvert", "/"})


def _rate_of(reading: Reading, place: int) -> str:
    words = reading.words
    here = words[place]
    after = [w for w in words[place + 1 : place + 6] if w.sentence == here.sentence and w.cell == here.cell]
    for word, following in pairwise(after):
        if word.value >= 0:
            return ""
        if word.low in _RATE_WORDS or (word.low in {"a", "an"} and following.stem in _TIMES):
            return following.stem
    return ""


_TIMES: Final = wordset("second minut hour day week month year")


def rate(slot: Slot) -> str | None:
    """Per minute is not per day. A rate on one side only is met if the other sentence names the same thing."""
    ours, theirs = _rate_of(slot.claim, slot.old_place), _rate_of(slot.quote, slot.new_place)
    if ours == theirs:
        return None
    other = {w.stem for w in (slot.theirs if ours else slot.ours)}
    one_sided = not (ours and theirs) and (ours or theirs) not in _TIMES
    return None if one_sided and (ours or theirs) in other else _against([ours], [theirs])


def role(slot: Slot) -> str | None:
    """A default is not a maximum, an average or a recommendation."""
    ours, theirs = roles(slot.claim, slot.old_place), roles(slot.quote, slot.new_place)
    return _against(sorted(ours), sorted(theirs)) if ours != theirs else None
