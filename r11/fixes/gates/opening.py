"""Gates on what a sentence opens with: its subject, its purpose, a number that is a name or counts the rows."""

from __future__ import annotations

from typing import Final

from r11.fixes.bounds import BOUND_WORDS, Bound
from r11.fixes.reading import Reading
from r11.fixes.slots import Slot
from r11.text import lexicon
from r11.text.lexicon import wordset
from r11.text.values import ValueKind


def opening(slot: Slot) -> str | None:
    """None of the words that open the claim's sentence stands anywhere in the quote."""
    if slot.quote.opens_with_pronoun(slot.theirs[0].sentence):
        return None
    foreign = slot.claim.norwegian and not slot.quote.norwegian
    if not foreign and (other := _other_subject(slot) or _other_purpose(slot)):
        return other
    opening = [w for w in slot.ours if w.is_content and w.start < slot.old.start]
    if foreign:
        opening = [w for w in opening if w.is_name or w.low in lexicon.GLOSSARY]
        if slot.coverage >= _FOREIGN:
            return None
    if len(opening) >= 2 - foreign and not any(w.stem in slot.quote.vocabulary for w in opening[:2]):
        return " ".join(w.raw for w in opening[:2])
    return None


def _other_purpose(slot: Slot) -> str:
    """The claim opens with a purpose or case ("To add scopes, ...") of which the quote lacks half the words."""
    first = slot.ours[0]
    lead = [w for w in slot.ours if w.clause == first.clause]
    if first.low not in _OPENS_CASE or slot.claim.words[slot.old_place].clause == first.clause:
        return ""
    asked = [w for w in lead if w.is_content]
    absent = [w.raw for w in asked if w.stem not in slot.quote.vocabulary]
    return " ".join(absent) if asked and 2 * len(absent) >= len(asked) else ""


_OPENS_CASE: Final = wordset("to for with when if unless while by during for hvis når med ved under")


def _other_subject(slot: Slot) -> str:
    """Both sentences open with words of their own: the quote knows none of the claim's, and has a new one."""
    ours, theirs = slot.differences[0] if slot.differences else ((), ())
    if not ours or not theirs or ours[0] is not slot.ours[0] or theirs[0] is not slot.theirs[0]:
        return ""
    a, b = ([w for w in side if w.is_content and w.low not in BOUND_WORDS] for side in (ours, theirs))
    if not a or any(w.stem in slot.quote.vocabulary for w in a):
        return ""
    new = [w.raw for w in b if w.stem not in slot.claim.vocabulary]
    return f"{' '.join(w.raw for w in a)} against {' '.join(new)}" if new else ""


# across languages, a quote that repeats this much of the claim need not name its subject
_FOREIGN: Final = 0.4


def subject_number(slot: Slot) -> str | None:
    """The number belongs to the name of what the sentence is about: another number is another thing."""
    if slot.old.unit or not slot.old.label or slot.old.label in lexicon.VERSION_LABELS:
        return None
    if _names_its_subject(slot) and slot.bounds[0] is Bound.EXACT:
        return f"{slot.old.label} {slot.old.text}"
    return None


def _names_its_subject(slot: Slot) -> bool:
    """Whether nothing but name words stands between the start of the sentence (or cell) and the value."""
    words = slot.claim.words
    here = words[slot.old_place]
    i = slot.old_place - 1
    while i >= 0 and words[i].sentence == here.sentence and words[i].cell == here.cell:
        if not (words[i].raw[:1].isupper() or words[i].raw in {"the", "a", "an"}):
            return False
        i -= 1
    return True


def list_number(slot: Slot) -> str | None:
    """A value that opens its sentence with no noun of its own is the number of a list item, a heading or a row."""
    for reading, place in ((slot.claim, slot.old_place), (slot.quote, slot.new_place)):
        if _opens_as_number(reading, place) or _is_row_key(reading, place):
            return reading.words[place].raw
    return None


def _is_row_key(reading: Reading, place: int) -> bool:
    """Whether a value fills the first cell of a row: it says which row that is."""
    here = reading.words[place]
    if not here.cell:
        return False
    before, after = (reading.words[i] if 0 <= i < len(reading.words) else None for i in (place - 1, place + 1))
    first = before is None or before.sentence != here.sentence
    return first and after is not None and after.sentence == here.sentence and after.cell != here.cell


def _opens_as_number(reading: Reading, place: int) -> bool:
    here = reading.words[place]
    value = reading.values[here.value]
    if value.word or value.unit or here.cell or (place and reading.words[place - 1].sentence == here.sentence):
        return False
    if value.kind not in {ValueKind.NUMBER, ValueKind.VERSION}:
        return False
    following = reading.words[place + 1] if place + 1 < len(reading.words) else here
    return following.is_name or reading.text[value.end : value.end + 1] in {":", ")", "."} or following is here
