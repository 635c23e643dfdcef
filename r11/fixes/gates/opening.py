"""Gates on what a sentence opens with: its subject, its purpose, a number that is a name or counts the rows."""

from __future__ import annotations

import re
from typing import Final

from r11.fixes.bounds import BOUND_WORDS, Bound
from r11.fixes.gates import across
from r11.fixes.reading import Reading, Word
from r11.fixes.slots import Slot
from r11.text import lexicon
from r11.text.lexicon import wordset
from r11.text.values import ValueKind


def opening(slot: Slot) -> str | None:
    """None of the words that open the claim's sentence stands anywhere in the quote."""
    if slot.quote.opens_with_pronoun(slot.theirs[0].sentence):
        return None
    foreign = across.is_across(slot)
    if not foreign and (other := _other_subject(slot) or _other_purpose(slot)):
        return other
    opening = [w for w in slot.ours if w.is_content and w.start < slot.old.start]
    if foreign:
        if strange := across.untold(slot):
            return strange
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


def own_case(slot: Slot) -> str:
    """The quote opens with a place or case of which the claim knows nothing: "In Contoso Edge Server, ...".

    Across languages only its names tell.
    """
    here = slot.quote.words[slot.new_place]
    first, *rest = slot.theirs
    lead = [w for w in rest if w.clause == first.clause]
    scoped = first.low in _OPENS_SCOPE or (first.low in _OPENS_PLACE and any(w.low in SCOPES for w in lead))
    if not scoped or first.clause == here.clause or here.cell:
        return ""
    foreign = across.is_across(slot)
    told = (w for w in lead if (w.is_name if foreign else w.is_content) and w.low not in _NO_SCOPE)
    strange = [w.raw for w in told if w.stem not in slot.claim.vocabulary]
    return f"{first.raw} {' '.join(strange)}" if strange else ""


_OPENS_SCOPE: Final = wordset("in for with under using within i hos innenfor")
_OPENS_PLACE: Final = wordset("on på at ved")
# what may open a sentence without narrowing it: in addition, for most customers, in a single request
_NO_SCOPE: Final = wordset(
    "addition general total fact practice example most case cases single current following default detail"
)
# words for what a limit depends on
SCOPES: Final = wordset(
    "tier tiers plan plans sku skus edition editions region regions mode preview nivå nivået utgave"
)


def narrower_subject(slot: Slot) -> str:
    """The quote's subject is a part of the claim's: extended support for support, jobs that use an identity for jobs.

    Words put in before the value count: one or two before a noun that both have, or what follows such a noun and says
    which of them is meant.
    """
    if across.is_across(slot):
        return ""
    words = slot.quote.words
    base = slot.new_place - slot.theirs.index(words[slot.new_place])
    for ours, theirs in slot.differences:
        if any(w.is_content for w in ours) or not theirs or theirs[0].start > slot.new.start or theirs[0].cell:
            continue
        first = base + slot.theirs.index(theirs[0])
        told = [w for w in theirs if w.is_content and w.low not in _NO_SCOPE and not _is_owner(w)]
        if any(w.value >= 0 for w in theirs) or all(w.stem in slot.claim.vocabulary for w in told):
            continue
        before = words[first - 1] if first and words[first - 1].sentence == theirs[0].sentence else None
        after = words[first + len(theirs)]
        if after.is_name:
            continue
        if (
            _is_added_before(theirs, before, after, slot)
            or _is_added_behind(theirs, before)
            or _is_headed(theirs, before, after)
        ):
            return " ".join(w.raw for w in theirs)
    return ""


def _is_owner(word: Word) -> bool:
    """A name says whose a thing is, unless it is that of a tier."""
    return word.is_name and word.low not in _TIERS


_TIERS: Final = wordset("premium standard basic free pro enterprise developer trial government dedicated classic")


def _is_added_before(added: tuple[Word, ...], before: Word | None, noun: Word, slot: Slot) -> bool:
    """One or two words of the quote between a determiner, or the beginning, and a noun of both sentences."""
    own = [w for w in added if w.low not in _DETERMINERS]
    opens = before is None or before.low in _DETERMINERS or own[0] is not added[0]
    plain = len(own) <= _ADJECTIVES and all(w.is_content for w in own)
    return opens and plain and noun.is_content and noun.end <= slot.new.start and noun.stem in slot.claim.vocabulary


def _is_added_behind(added: tuple[Word, ...], noun: Word | None) -> bool:
    """A phrase or clause behind a noun of both sentences, without a comma: jobs that ..., files uploaded before ..."""
    first = added[0]
    if noun is None or not noun.is_content or noun.value >= 0 or noun.clause != first.clause:
        return False
    if first.low in _WITHIN:
        return not noun.low.endswith("ed") and any(w.is_content and not w.is_name for w in added)
    return re.split("['’]", first.low)[0] in _RESTRICTING or (first.low.endswith("ed") and len(added) > 1)


def _is_headed(added: tuple[Word, ...], noun: Word | None, after: Word) -> bool:
    """The noun of both sentences is but the beginning of the quote's: label groups for labels."""
    if noun is None or not noun.is_content or noun.is_name or noun.value >= 0 or noun.clause != added[0].clause:
        return False
    plain = len(added) <= _ADJECTIVES and all(w.is_content and w.low not in BOUND_WORDS for w in added)
    plain = plain and not added[-1].low.endswith("ly")
    return plain and not after.is_content and added[-1].low not in _MEASURES


# nouns behind another that only say that a value follows
_MEASURES: Final = wordset("value values size length limit limits period time count number amount setting quota rate")
_ADJECTIVES: Final = 2
_DETERMINERS: Final = wordset("a an the each every any all your our its this these en et hver hvert alle")
_RESTRICTING: Final = wordset("that which who whose with without using for under som med uten")
# a place or an owner alone says where, not which
_WITHIN: Final = wordset("in on at of i på ved av")

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
