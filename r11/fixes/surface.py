"""What a swap cuts out and what it puts there: whole values where their form is the same, else the differing part
of a date.

Everything here is about the look of a value: form, case, article, number agreement, language. Meaning is for
`gates`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from r11.fixes.bounds import left_words
from r11.fixes.nouns import phrase_after
from r11.fixes.reading import Reading
from r11.fixes.slots import NUMERALS, Slot
from r11.records import Abort
from r11.text import lexicon
from r11.text.lexicon import wordset
from r11.text.lines import is_bounded
from r11.text.values import Value, ValueKind
from r11.vocabulary import AbortCode

Span = tuple[int, int]


@dataclass(frozen=True)
class Cut:
    """The claim's characters to replace, and the quote's characters to put there."""

    old: Span
    new: Span


def cut(slot: Slot, norwegian: bool) -> Cut | Abort:
    """The two spans of a swap, or why the new value does not fit the claim's form. `norwegian`: the claim's page is."""
    dates = slot.old.kind is slot.new.kind is ValueKind.DATE
    found = _date_cut(slot) if dates else _value_cut(slot)
    if isinstance(found, Abort):
        return found
    whole = _is_whole(slot, found)
    if not whole:
        found = _widened(slot, found)
    old, new = slot.claim.text[slice(*found.old)], slot.quote.text[slice(*found.new)]
    for code, detail in (
        (AbortCode.FORM, _marks(old, new)),
        (AbortCode.LOCALE_CONFLICT, _locale(slot, new, norwegian)),
        (AbortCode.LETTER_CASE, _case(slot, old, new)),
        (AbortCode.ARTICLE, _article(slot, found.old[0], old, new)),
        (AbortCode.NOT_BOUNDED, "" if whole else _bounded(slot, found)),
    ):
        if detail:
            return Abort(code=code, detail=detail)
    return found


_GLUE: Final = re.compile(r"[\w.:/@=+#%-]")


def _is_whole(slot: Slot, found: Cut) -> bool:
    return is_bounded(slot.claim.text, *found.old) and is_bounded(slot.quote.text, *found.new)


def _widened(slot: Slot, found: Cut) -> Cut:
    """The cut with what is glued to both values alike: `30-day`, `100MB`, `contoso/agent:1.2`, so that it is whole."""
    claim, quote = slot.claim.text, slot.quote.text
    (start, end), (quote_start, quote_end) = found.old, found.new
    while start and quote_start and claim[start - 1] == quote[quote_start - 1] and _GLUE.match(claim[start - 1]):
        start, quote_start = start - 1, quote_start - 1
    while claim[end : end + 1] == quote[quote_end : quote_end + 1] and _GLUE.match(claim, end):
        end, quote_end = end + 1, quote_end + 1
    return Cut((start, end), (quote_start, quote_end))


_MARKS: Final = re.compile(r"[*`|<>\[\]()\n\r]|(?<!\w)_|_(?!\w)")
_FOREIGN_DIGIT: Final = re.compile(r"(?![0-9])\d")
_WIDE_SPACE: Final = re.compile(r"[\u00a0\u202f\u2009]")


def _marks(old: str, new: str) -> str:
    """Markup that a swap would take away or bring in, a space of another width, or digits of another script."""
    found = _MARKS.search(old) or _MARKS.search(new) or (not new.isascii() and _FOREIGN_DIGIT.search(new))
    wide = _WIDE_SPACE.search(new) and not _WIDE_SPACE.search(old)
    return f"{old!r} against {new!r}" if found or wide else ""


# --- numerals, ordinals, versions -----------------------------------------------------------------------------------


def _value_cut(slot: Slot) -> Cut | Abort:
    old, new = slot.old, slot.new
    whole = Cut((old.start, old.end), (new.start, new.end))
    if old.kind is ValueKind.VERSION and _scheme(old) != _scheme(new):
        return Abort(code=AbortCode.FORM, detail=f"{old.text} against {new.text}")
    if old.kind not in NUMERALS:
        return whole
    ours, theirs = _unit_text(slot.claim.text, old), _unit_text(slot.quote.text, new)
    if old.unit and new.unit and ours != theirs and (old.unit != new.unit or _same_unit_word(ours, theirs)):
        return Cut((old.start, old.measure_end), (new.start, new.measure_end))
    if _needs_other_number(slot) and not (ours == theirs and _is_symbol(ours)):
        return _noun_cut(slot) or Abort(code=AbortCode.PLURAL, detail=f"{old.text} against {new.text}")
    return whole


def _noun_cut(slot: Slot) -> Cut | None:
    """A count goes with the noun that it makes singular or plural, if nothing else in the claim has to agree with it.

    The words behind both values must be the same but for the number of their last. Where no noun stands behind the
    values ("1 to 90", "0 to 90"), or even its number is the same, the value goes alone. A one in letters may be no
    count at all, so digits are not exchanged for it.
    """
    if slot.old.word is not slot.new.word:
        return None
    ours, theirs = phrase_after(slot.claim, slot.old_place), phrase_after(slot.quote, slot.new_place)
    if [w.low for w in ours] == [w.low for w in theirs]:
        alone = bool(ours) or (_is_bare(slot.claim, slot.old_place) and _is_bare(slot.quote, slot.new_place))
        return Cut((slot.old.start, slot.old.end), (slot.new.start, slot.new.end)) if alone else None
    if slot.claim.norwegian or not ours or len(ours) != len(theirs) or slot.old.unit or slot.new.unit:
        return None
    if [w.low for w in ours[:-1]] != [w.low for w in theirs[:-1]] or ours[-1].stem != theirs[-1].stem:
        return None
    before = left_words(slot.claim.words, slot.old_place, 1)
    if _AGREEING.intersection(before) or not _is_bare(slot.claim, slot.old_place + len(ours)):
        return None
    return Cut((slot.old.start, ours[-1].end), (slot.new.start, theirs[-1].end))


def _is_bare(reading: Reading, place: int) -> bool:
    """Whether no word that may have to agree stands behind the word at `place`."""
    word = reading.words[place]
    if not (rest := reading.text[word.end :].lstrip(" *_`")) or rest[0] in _ENDS:
        return True
    return place + 1 < len(reading.words) and reading.words[place + 1].low in _NO_NOUN


_ENDS: Final = frozenset(".,;:)|\n")


# what may stand behind a count or its noun without agreeing with it: no noun, no verb
_NO_NOUN: Final = wordset("to and or per in on for from of at by with within between through til og eller per")
# words before a count that agree with its noun
_AGREEING: Final = wordset("is was are were has have a an the this that these those each every another only single")


def _scheme(value: Value) -> tuple[bool, bool]:
    """How a version is written: with a `v` before it, and as a half-year (`23H2`) rather than in numbers."""
    return value.text[:1] in "vV", value.text.isalnum() and value.text[1:].upper().count("H") == 1


def _needs_other_number(slot: Slot) -> bool:
    """Whether the noun beside the value would change between singular and plural. `3-node` has no plural."""
    old, new = slot.old, slot.new
    if (old.number == 1) == (new.number == 1) or old.label:
        return False
    return not (_is_compound(slot.claim.text, old) and _is_compound(slot.quote.text, new))


def _is_compound(text: str, value: Value) -> bool:
    return text[value.end : value.end + 1] == "-"


def _is_symbol(unit: str) -> bool:
    """`GB`, `%`, `s`: a unit that is no word has no plural."""
    bare = unit.strip(" \u00a0\u202f")
    return 0 < len(bare) < 3


def _same_unit_word(ours: str, theirs: str) -> bool:
    a, b = (unit.strip(" \u00a0\u202f-").lower() for unit in (ours, theirs))
    return a == b or a + "s" == b or b + "s" == a or _is_binary(a) != _is_binary(b)


def _is_binary(unit: str) -> bool:
    """`GiB` is written for another amount than `GB`, though many pages mean the same by both."""
    return len(unit) == len("gib") and unit.endswith("ib")


def _unit_text(text: str, value: Value) -> str:
    return text[value.end : value.measure_end] if value.unit else ""


# --- dates ----------------------------------------------------------------------------------------------------------

_PART: Final = re.compile(r"(?P<year>\d{4})|(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?(?![\d])|(?P<month>[^\W\d_]{3,})")
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def _date_cut(slot: Slot) -> Cut | Abort:
    old, new = slot.old, slot.new
    if _ISO.fullmatch(old.text) or _ISO.fullmatch(new.text):
        if _ISO.fullmatch(old.text) and _ISO.fullmatch(new.text):
            return Cut((old.start, old.end), (new.start, new.end))
        return Abort(code=AbortCode.FORM, detail=f"{old.text} against {new.text}")
    ours, theirs = _parts(old), _parts(new)
    if list(ours) == list(theirs) and _same_month_form(old, new, ours, theirs):
        return Cut((old.start, old.end), (new.start, new.end))
    differing = [part for part in ours if _component(old, part) != _component(new, part)]
    spans = [(ours[part], theirs[part]) for part in differing if part in theirs]
    if not spans or len(spans) != len(differing) or not _contiguous(differing, list(ours), list(theirs)):
        return Abort(code=AbortCode.FORM, detail=f"{old.text} against {new.text}")
    if "month" in differing and not _same_month_form(old, new, ours, theirs):
        return Abort(code=AbortCode.FORM, detail=f"{old.text} against {new.text}")
    return Cut((spans[0][0][0], spans[-1][0][1]), (spans[0][1][0], spans[-1][1][1]))


def _parts(value: Value) -> dict[str, Span]:
    parts: dict[str, Span] = {}
    for match in _PART.finditer(value.text):
        group = match.lastgroup or ""
        if group == "month" and match.group().lower() not in lexicon.MONTHS:
            continue
        parts[group] = (value.start + match.start(), value.start + match.end())
    return parts


def _component(value: Value, part: str) -> int:
    return (value.date or (0, 0, 0))[("year", "month", "day").index(part)]


def _contiguous(differing: list[str], ours: list[str], theirs: list[str]) -> bool:
    width = len(differing)
    return any(ours[i : i + width] == differing for i in range(len(ours))) and any(
        theirs[i : i + width] == differing for i in range(len(theirs))
    )


def _same_month_form(old: Value, new: Value, ours: dict[str, Span], theirs: dict[str, Span]) -> bool:
    """Both months in the same language, both with a capital or without, both long or both short."""
    if "month" not in ours:
        return True
    a, b = (
        value.text[s - value.start : e - value.start]
        for value, (s, e) in ((old, ours["month"]), (new, theirs["month"]))
    )
    if a[0].isupper() != b[0].isupper():
        return False
    if {a.lower(), b.lower()} & _SHORT and not {a.lower(), b.lower()} <= _SHORT | {"may", "mai"}:
        return False
    norwegian, english = lexicon.MONTHS_NORWEGIAN, lexicon.MONTHS_ENGLISH
    return not ((a.lower() in norwegian and b.lower() in english) or (a.lower() in english and b.lower() in norwegian))


_SHORT: Final = wordset("jan feb mar apr jun jul aug sep sept oct okt nov dec des")


# --- language, case, article ------------------------------------------------------------------------------------------


def _locale(slot: Slot, new: str, norwegian: bool) -> str:
    """What would read as something else, or as the other language, where the claim stands."""
    kind = slot.new.kind
    if norwegian:
        if kind in NUMERALS and re.search(r"\d[.,]\d", new):
            return f"{new} reads differently in Norwegian"
        is_word = slot.new.word or _month_word(new) or (kind is ValueKind.ORDINAL and not new.isdigit())
        if is_word and not slot.quote.norwegian:
            return f"{new} is English"
    elif (slot.new.word or _month_word(new)) and slot.quote.norwegian:
        return f"{new} is Norwegian"
    return ""


def _month_word(new: str) -> bool:
    return any(word.lower() in lexicon.MONTHS for word in re.findall(r"[^\W\d_]+", new))


def _case(slot: Slot, old: str, new: str) -> str:
    if old[0].isalpha() and new[0].isalpha() and old[0].isupper() != new[0].isupper():
        return f"{old} against {new}"
    return ""


_VOWEL_SOUND: Final = re.compile(
    r"8|11(?!\d)|18(?!\d)|11,|18,|eight|eleven|one-eighth|[aeiAEI](?!uro|one)|x\d|NaN", re.IGNORECASE
)


def _article(slot: Slot, start: int, old: str, new: str) -> str:
    before = slot.claim.text[:start].rstrip(" *_`").rsplit(None, 1)
    word = before[-1].lower() if before else ""
    if (
        word in {"a", "an"}
        and not slot.claim.norwegian
        and bool(_VOWEL_SOUND.match(old)) != bool(_VOWEL_SOUND.match(new))
    ):
        return f"{word} {new}"
    return ""


def _bounded(slot: Slot, found: Cut) -> str:
    if not is_bounded(slot.quote.text, *found.new):
        return slot.quote.text[slice(*found.new)]
    if not is_bounded(slot.claim.text, *found.old):
        return slot.claim.text[slice(*found.old)]
    return ""
