"""Gates on who or what the value is said of: names, models, events."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Final

from r11.fixes.gates.turned import alike
from r11.fixes.reading import Reading, Word
from r11.fixes.slots import NEAR_COPY, NUMERALS, Slot
from r11.text import lexicon
from r11.text.values import Value, ValueKind


def entity(slot: Slot) -> str | None:
    """Where the wording is the same but for a name: the quote speaks of something else."""
    known, mine = slot.quote.vocabulary, slot.claim.vocabulary
    for ours, theirs in slot.differences:
        a = [w for w in ours if _is_name(slot.claim, w) and w.stem not in known]
        b = [w for w in theirs if _is_name(slot.quote, w) and w.stem not in mine]
        if a and b and not any(alike(x.raw, y.raw) for x in a for y in b):
            return f"{' '.join(w.raw for w in a)} against {' '.join(w.raw for w in b)}"
    return _fork(slot) or _model_conflict(slot) or _strangers(slot)


def _strangers(slot: Slot) -> str | None:
    """Each sentence names something of which the other text knows nothing. A pronoun of the quote stands for a name."""
    ours = _unknown_names(slot.claim, slot.ours, slot.quote, slot.old)
    if not ours or slot.quote.opens_with_pronoun(slot.theirs[0].sentence):
        return None
    theirs = _unknown_names(slot.quote, slot.theirs, slot.claim, slot.new)
    if theirs and not any(alike(x, y) for x in ours for y in theirs):
        return f"{' '.join(ours)} against {' '.join(theirs)}"
    return None


def _unknown_names(reading: Reading, sentence: tuple[Word, ...], other: Reading, value: Value) -> list[str]:
    """The names and identifiers of a sentence that the other text does not have; of adjacent name words the last."""
    return [
        word.raw
        for word, after in zip_longest(sentence, sentence[1:])
        if (word.is_name or word.value >= 0)
        and not value.start <= word.start < max(value.end, value.measure_end)
        and not (word.value < 0 and after and after.value < 0 and after.is_name)
        and _is_unknown(reading, word, other)
    ]


def _is_unknown(reading: Reading, word: Word, other: Reading) -> bool:
    if word.value < 0:
        return word.stem not in other.vocabulary and word.low != "non"
    if not _is_identifier(reading.values[word.value]):
        return False
    return all(value.text.lower() != word.low for value in other.values)


def _is_identifier(value: Value) -> bool:
    """`ada-2`, `contoso-4.1`: a name with digits, or a version that is written in one with its name."""
    return value.kind is ValueKind.NAME or (value.kind is ValueKind.VERSION and value.key[2:] != ())


def _fork(slot: Slot) -> str | None:
    """Equal words beside the values, and then two different names: "largest city in" one place or another.

    Where the quote holds the claim's name further on and no other value of the kind, it only describes more.
    """
    for run, step in ((slot.right, 1), (slot.left, -1)):
        i, j = slot.old_place + step * (run + 1), slot.new_place + step * (run + 1)
        if not run or not (0 <= i < len(slot.claim.words) and 0 <= j < len(slot.quote.words)):
            continue
        ours, theirs = slot.claim.words[i], slot.quote.words[j]
        together = ours.sentence == slot.ours[0].sentence and theirs.sentence == slot.theirs[0].sentence
        if together and ours.is_name and theirs.is_name and not alike(ours.raw, theirs.raw):
            if any(w.stem == ours.stem for w in slot.theirs) and _is_sole(slot):
                continue
            return f"{ours.raw} against {theirs.raw}"
    return None


def _is_sole(slot: Slot) -> bool:
    """Whether the quote holds no second value of the old one's kind."""
    return sum(kind_class(value) == kind_class(slot.old) for value in slot.quote.values) == 1


def _is_name(reading: Reading, word: Word) -> bool:
    if word.value >= 0:
        return reading.values[word.value].kind is ValueKind.NAME
    return word.is_name


def _model_conflict(slot: Slot) -> str | None:
    """A model or SKU that the claim names and the quote does not, where the quote names another of the same family."""
    theirs = dict.fromkeys(v.text.lower() for v in slot.quote.values if v.kind in _MODELS)
    ours = [v for v in slot.claim.values if v.kind in _MODELS and v is not slot.old and v.text.lower() not in theirs]
    if not ours:
        return None
    families = {_family(name): name for name in reversed(theirs) if name != slot.new.text.lower()}
    for value in ours:
        if (family := _family(value.text)) and family in families:
            return f"{value.text} against {families[family]}"
    return None


_MODELS: Final = frozenset({ValueKind.NAME, ValueKind.VERSION})


def _family(name: str) -> str:
    return re.split(r"[\d]", name.lower(), maxsplit=1)[0].strip("-_.v ")


def event(slot: Slot) -> str | None:
    """A date belongs to an event: the word of the claim that names it must stand in the quote's sentence.

    Where the date opens its sentence the event stands somewhere behind it, and the quote must repeat most of that too.
    """
    if slot.old.kind is not ValueKind.DATE or slot.ours[0].cell or slot.ours[-1].cell:
        return None
    before = [w for w in slot.ours if w.end <= slot.old.start and w.is_content]
    if not before and slot.coverage < NEAR_COPY:
        return f"{slot.old.text} opens the sentence, and the quote repeats {slot.coverage:.0%} of it"
    event = _event_word(slot, before[::-1] or [w for w in slot.ours if w.start >= slot.old.end and w.is_content])
    if event is None or _is_life_date(slot, event):
        return None
    header = slot.quote.header(slot.quote.words[slot.new_place].cell)
    if event.stem in header or any(w.stem == event.stem or alike(w.stem, event.stem) for w in slot.theirs):
        return None
    return f"{event.raw} {slot.old.text}"


def _is_life_date(slot: Slot, event: Word) -> bool:
    """Birth and death as "(1 May 1901 – 2 June 1980)" after a name: the parenthesis says which is which."""
    text, new = slot.quote.text, slot.new
    before, after = text[: new.start].rstrip(), text[new.end :].lstrip()
    if event.low in {"born", "født"}:
        return before.endswith("(") and after[:1] in {")", "-", "–"}
    if event.low in {"died", "død", "døde"}:
        return before.endswith(("-", "–")) and after.startswith(")")
    return False


def _event_word(slot: Slot, nearest: list[Word]) -> Word | None:
    """The first plain word of those nearest to the claim's date, if the glossary would know it in the quote."""
    foreign = slot.claim.norwegian and not slot.quote.norwegian
    word = next((w for w in nearest if not w.is_name), None)
    return None if word and foreign and word.low not in lexicon.GLOSSARY else word


def kind_class(value: Value) -> ValueKind:
    """The kind of a value, with durations among the numbers."""
    return ValueKind.NUMBER if value.kind in NUMERALS else value.kind
