"""Gates on what else the two sentences say: negation, examples, the past, lists of their own, other cells of a row."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from r11.fixes.bounds import BOUND_WORDS, Bound, is_negated, negates
from r11.fixes.gates import across
from r11.fixes.gates.opening import SCOPES, narrower_subject, own_case
from r11.fixes.gates.subject import kind_class
from r11.fixes.reading import Reading, Word, stem
from r11.fixes.slots import NUMERALS, Slot
from r11.fixes.support import Source
from r11.text.lexicon import wordset
from r11.text.values import Key, Value, ValueKind


def _leads(slot: Slot, words: frozenset[str], reach: int = 4) -> tuple[str, str]:
    """The first of these words among the `reach` left of the claim's value, and of the quote's; empty for none."""
    ours, theirs = slot.lead
    return _first_of(words, ours[-reach:]), _first_of(words, theirs[-reach:])


def _first_of(words: frozenset[str], lead: list[str]) -> str:
    return "" if words.isdisjoint(lead) else next(word for word in lead if word in words)


_EXAMPLE: Final = frozenset({"ex", "example", "instance", "eksempel", "eg", "eks"})
_PAST: Final = wordset("previously formerly originally former earlier prior tidligere opprinnelig")
_ONCE: Final = wordset("previously formerly originally tidligere opprinnelig")
_CONTRAST: Final = wordset("rather instead unlike versus vs compared istedenfor stedet fremfor sammenlignet")
_METADATA: Final = wordset(
    """
    retrieved accessed updated modified published posted written hentet oppdatert publisert endret lastmodified
    """
)
_ONLY: Final = wordset("only kun bare solely exclusively utelukkende except unless unntatt")


def example(slot: Slot) -> str | None:
    """An example shows the form of a value, not the value."""
    ours, theirs = (
        next((w.low for w in words if w.low in _EXAMPLE and w.start < value.start), "")
        for words, value in ((slot.ours, slot.old), (slot.theirs, slot.new))
    )
    return f"{ours or '-'} against {theirs or '-'}" if bool(ours) != bool(theirs) else None


_FROM: Final = frozenset({"from", "fra"})
_TO: Final = frozenset({"to", "til"})


def historical(slot: Slot) -> str | None:
    """What was so before, or where a change started from."""
    ours, theirs = _leads(slot, _PAST, 6)
    if slot.old.kind is not ValueKind.DATE and ((theirs and not ours) or (ours in _ONCE and not theirs)):
        return f"{ours or '-'} against {theirs or '-'}"
    words = slot.quote.words
    after = words[slot.new_place + 1 : slot.new_place + 4]
    started, starts = _leads(slot, _FROM, 1)
    return "from ... to" if starts and not started and any(word.low in _TO for word in after) else None


def contrast(slot: Slot) -> str | None:
    """ "Instead of 80" says what does not hold."""
    ours, theirs = _leads(slot, _CONTRAST)
    return f"{ours or '-'} against {theirs or '-'}" if bool(ours) != bool(theirs) else None


def metadata(slot: Slot) -> str | None:
    """The day on which a page was written or read is no day of the claim's event."""
    if slot.old.kind is not ValueKind.DATE:
        return None
    ours, theirs = _leads(slot, _METADATA)
    return theirs if theirs and not ours else None


def negation(slot: Slot) -> str | None:
    """Only one of the two clauses is negated. Bounds have taken their own negations into account."""
    ours, theirs = is_negated(slot.claim, slot.old_place), is_negated(slot.quote, slot.new_place)
    if ours != theirs and not {Bound.AT_MOST, Bound.AT_LEAST} & set(slot.bounds):
        return _negated_once(ours=ours)
    for mine, other in slot.differences:
        if len(mine) + len(other) <= _TURN and (ours := _turns(slot.claim, mine)) != _turns(slot.quote, other):
            return _negated_once(ours=ours)
    return None


# so few words, put in or replaced anywhere in the sentence, turn a "can" into a "cannot"
_TURN: Final = 4
# a negated comparative is a bound, and bounds have been compared
_COMPARATIVES: Final = wordset("more less fewer longer larger later greater higher exceed exceeds mer mindre flere")


def _turns(reading: Reading, words: tuple[Word, ...]) -> bool:
    return any(negates(reading, w) for w in words) and not any(w.low in _COMPARATIVES for w in words)


def _negated_once(*, ours: bool) -> str:
    return "only the claim is negated" if ours else "only the quote is negated"


def restrictor(slot: Slot) -> str | None:
    """Only, except and unless change what a sentence claims."""
    ours, theirs = ({w.low for w in side} & _ONLY for side in (slot.ours, slot.theirs))
    return f"{' '.join(sorted(ours)) or '-'} against {' '.join(sorted(theirs)) or '-'}" if ours != theirs else None


_CASE: Final = wordset("for if when unless under hvis når dersom under")
_PLACE: Final = wordset("in on with i på med")
_TAIL: Final = 4


def narrower(slot: Slot) -> str | None:
    """A quote that adds a case of its own: before its sentence, as a condition, or behind the value."""
    return own_case(slot) or narrower_subject(slot) or _within_condition(slot) or _case_behind(slot)


def _within_condition(slot: Slot) -> str | None:
    """ "If you have 5" supposes the value and does not state it, unless the claim supposes something too."""
    here = slot.quote.words[slot.new_place]
    lead = [w for w in slot.theirs if w.start < here.start and w.clause == here.clause]
    found = next((f"{a.raw} {b.raw}" for a, b in pairwise(lead) if a.low in _SUPPOSING and b.low in _READER), None)
    return found if found and not any(w.low in _SUPPOSING for w in slot.ours) else None


_SUPPOSING: Final = wordset("if unless whether hvis dersom")
_READER: Final = wordset("you your du din")


def _case_behind(slot: Slot) -> str | None:
    here = slot.quote.words[slot.new_place]
    for ours, theirs in slot.differences:
        if any(w.is_content for w in ours) or not theirs or not _is_near(theirs[0], here, slot):
            continue
        if slot.old.kind in NUMERALS and _is_restricted(theirs, slot):
            return " ".join(w.raw for w in theirs[:6])
        if theirs[0].clause != here.clause:
            continue
        opening = theirs[0].low
        added = [w for w in theirs[1:6] if w.is_content and w.stem not in slot.claim.vocabulary]
        scoped = opening in _CASE or (opening in _PLACE and any(w.low in SCOPES for w in added))
        if added and scoped and slot.near_copy:
            return " ".join(w.raw for w in theirs[:6])
    return None


def _is_restricted(added: tuple[Word, ...], slot: Slot) -> bool:
    """Words behind a number that say for which of the claim's things it holds, with nothing that the claim knows."""
    first = added[0]
    told = [w for w in added if w.is_content and w.low not in _MEASURED]
    if first.start < slot.new.end or any(w.value >= 0 for w in added) or not told:
        return False
    if across.is_across(slot) or any(w.stem in slot.claim.vocabulary for w in told):
        return False
    if slot.quote.text[: first.start].rstrip(" *_`").endswith("("):
        return True
    beside = first.clause == slot.quote.words[slot.new_place].clause
    if first.low in {"of", "av"} and slot.new.unit:
        return False  # 30 minutes of inactivity
    return first.low in _PROVIDED or (beside and first.low in _RESTRICTING)


# what is measured, which the claim need not say: 25 GB in size
_MEASURED: Final = wordset("size length total width height duration")
_PROVIDED: Final = wordset("if unless provided until once while hvis dersom forutsatt inntil til mens")
_RESTRICTING: Final = wordset(
    "for when in on with without to under using of through når i på med uten til under ved av"
)


def _is_near(word: Word, value: Word, slot: Slot) -> bool:
    return 0 < abs(slot.theirs.index(word) - slot.theirs.index(value)) <= _TAIL


def status_left(slot: Slot) -> str | None:
    """A status of the claim's sentence that the quote does not repeat would stay as it is."""
    theirs = {v.key for v in slot.quote.values if v.kind is ValueKind.STATUS}
    ours = [slot.claim.values[w.value] for w in slot.ours if w.value >= 0]
    left = [v.text for v in ours if v.kind is ValueKind.STATUS and v.key not in theirs]
    return left[0] if left else None


def own_list(slot: Slot) -> str | None:
    """A small count with its list after it: the list would not fit the new count."""
    if slot.old.kind is not ValueKind.NUMBER or slot.old.unit or not slot.old.number or slot.old.number > 20:
        return None
    tail = slot.claim.text[slot.old.end :]
    match = re.match(r"[^.\n|:(]{1,60}(?:[:–—]\s*(([^.\n|)]+)[^.\n|]*)|\(\s*(([^.\n|)]+)))", tail)
    if match is None:
        return None
    items, first = match[1] or match[3], match[2] or match[4]
    return items.strip()[:40] if _JOINED.search(items) and not _NO_LIST.search(first) else None


_JOINED: Final = re.compile(r",| and | og | or | eller ")
# digits, or another name for what is counted
_NO_LIST: Final = re.compile(r"\d|(?:also )?(?:called|known as|referred to as|kalt) ")


def shift(slot: Slot) -> str | None:
    """With the new value, the claim's values of this kind would stand in another order than the quote's."""
    kin = [slot.new.key if v is slot.old else v.key for v in _of_kind(slot.claim, slot.ours, slot)]
    first: dict[Key, int] = {}
    for place, value in enumerate(_of_kind(slot.quote, slot.theirs, slot)):
        first.setdefault(value.key, place)
    order = [first[key] for key in kin if key in first]
    if len(order) < 2 or len(set(order)) < len(order):
        return None
    return "the other values stand in another order" if order != sorted(order) else None


def _of_kind(reading: Reading, words: tuple[Word, ...], slot: Slot) -> list[Value]:
    return [
        value
        for word in words
        if word.value >= 0 and kind_class(value := reading.values[word.value]) == kind_class(slot.old)
    ]


# --- tables ----------------------------------------------------------------------------------------------------------


def other_cell(slot: Slot) -> str | None:
    """Row against row: every other cell must say the same."""
    if not (slot.ours and slot.theirs and slot.ours[-1].cell and slot.theirs[-1].cell):
        return None
    ours, theirs = _cells(slot.claim.text, slot.old.start), _cells(slot.quote.text, slot.new.start)
    if min(len(ours[0]), len(theirs[0])) < 2:
        return None
    if len(ours[0]) != len(theirs[0]):
        return _other_row(slot, ours[0][0], theirs[0][0])
    if ours[1] != theirs[1]:
        return f"column {ours[1] + 1} against column {theirs[1] + 1}"
    for i, (a, b) in enumerate(zip(ours[0], theirs[0], strict=True)):
        same = _same_label(a, b) if i != ours[1] else _same_words(a, b, _OWN_CELL)
        if not same:
            return f"{a.strip() or 'nothing'} against {b.strip() or 'nothing'}"
    return _other_value(slot)


def _other_row(slot: Slot, ours: str, theirs: str) -> str | None:
    """Rows of different lengths have their first cell in common, and the quote's may hold one value of the kind."""
    if not _same_words(ours, theirs, _OTHER_CELLS):
        return f"{ours.strip()} against {theirs.strip()}"
    told = _of_kind(slot.quote, slot.theirs, slot)
    return f"a longer row with {told[0].text} and {told[1].text}" if len(told) > 1 else None


def _other_value(slot: Slot) -> str | None:
    """A value or name of the claim's row that the quote has not in this row, though another row may have it."""
    row = Source(tuple(slot.quote.values[w.value] for w in slot.theirs if w.value >= 0))
    others = (slot.claim.values[w.value] for w in slot.ours if w.value >= 0)
    return next((f"{v.text} in another row" for v in others if v is not slot.old and not row.supports(v)), None)


# a label may be worded anew; the text around a value that shares its cell must be the same, but for the value
_OTHER_CELLS: Final = 0.8
_OWN_CELL: Final = 0.9
_CELL_WORD: Final = re.compile(r"[^\W\d_]+|[\u2190-\u2bff]")  # a word, or a mark such as a tick


def _same_label(ours: str, theirs: str) -> bool:
    """Two cells without the slot say the same: one may say more than the other, but not something else."""
    a, b = _cell_stems(ours), _cell_stems(theirs)
    replaced = set(a) - set(b) - BOUND_WORDS and set(b) - set(a) - BOUND_WORDS
    return "".join(a) == "".join(b) or (_same_words(ours, theirs, _OTHER_CELLS) and not replaced)


def _same_words(ours: str, theirs: str, least: float) -> bool:
    """Two cells say the same: the same letters, or this share of the words. Numbers are not compared here."""
    a, b = _cell_stems(ours), _cell_stems(theirs)
    return "".join(a) == "".join(b) or bool(a and b and sum(word in b for word in a) >= least * len(a))


def _cell_stems(cell: str) -> list[str]:
    return [stem(word) for word in _CELL_WORD.findall(cell)]


def _cells(text: str, at: int) -> tuple[list[str], int]:
    """The cells of the table row around a character, and the index of its own cell."""
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    row = text[start : end if end >= 0 else len(text)]
    lead = len(row) - len(row.lstrip(" |"))
    bare = row[lead:].rstrip(" |")
    return bare.split("|"), bare[: max(0, at - start - lead)].count("|")
