"""Nomination of a value swap (O1): one unsupported value of the claim, one value of the quote in the same place.

Refuse first. `nominate_swap` finds the claim's values that the quote does not support; exactly one must be
left. The values of the quote that could stand in its place are ranked (`slots`), one must win by a margin,
every gate must let it pass (`gates`), the new value must fit the claim's form (`surface`), and the claim read
again must hold nothing unsupported. All reasons that were reached are recorded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from r11.fixes import gates, surface
from r11.fixes.bounds import BOUND_WORDS, Bound, bound
from r11.fixes.nouns import head
from r11.fixes.reading import Reading, read
from r11.fixes.slots import NUMERALS, Slot, comparable, slots
from r11.fixes.support import NAMES, Source, Values, counts, is_article
from r11.records import Abort
from r11.text.lines import bounded_positions
from r11.text.values import Value, ValueKind, is_english, lex
from r11.vocabulary import AbortCode, JudgeVerdict

# The operating point. Below COVERAGE the quote speaks of too little of the claim; a rival within MARGIN of the best
# slot makes the choice a guess. Dates and ordinals need more: a text holds several for different events.
COVERAGE: Final = 0.5
COVERAGE_SOLE: Final = 0.4
COVERAGE_ROW: Final = 0.3
# the sentence of the value has to repeat this much by itself: the sentences beside it may speak of something else
COVERAGE_OWN: Final = 0.2
MARGIN: Final = 0.15
MARGIN_OF_EVENTS: Final = 0.3


@dataclass(frozen=True)
class Swap:
    """Replace the claim's characters `start:end` (`old`) by the quote's characters `quote_start:quote_end` (`new`)."""

    start: int
    end: int
    old: str
    new: str
    quote_start: int
    quote_end: int
    score: float


@dataclass(frozen=True)
class SwapDecision:
    """What nomination found. `nominated`: exactly one value is unsupported and the quote holds one of its kind.

    `swap` is there only where `aborts` is empty; the first abort is the reason shown. `notes` are lines for
    a reader.
    """

    nominated: bool
    swap: Swap | None
    aborts: tuple[Abort, ...]
    notes: tuple[str, ...] = ()


def nominate_swap(
    claim: str,
    quote: str,
    *,
    verdict: JudgeVerdict,
    reason: str = "",
    page_section: str = "",
    norwegian: bool = False,
) -> SwapDecision:
    """The one value swap that repairs a claim, or every reason why there is none.

    `reason` may choose among candidates and veto; `page_section` may support the claim's other values,
    never the new one. `norwegian`: the page around the claim is Norwegian (a table cell alone does not show
    it).
    """
    if verdict is not JudgeVerdict.NOT_GROUNDED:
        return _not_nominated(AbortCode.VERDICT_SILENT, str(verdict))
    if not quote.strip():
        return _not_nominated(AbortCode.NO_QUOTE)
    ours = lex(claim)
    if not ours:
        return _not_nominated(AbortCode.NO_VALUE)
    theirs = lex(quote)
    support = Source(theirs + lex(page_section))
    missing = support.lacks(ours) or _bounded_one(claim, ours, support)
    if not missing:
        in_quote = Source(theirs)
        names = [value.text for value in ours if value.kind in NAMES and not in_quote.supports(value)]
        code = AbortCode.NAME_VALUE if names else AbortCode.ALL_VALUES_IN_QUOTE
        return _not_nominated(code, ", ".join(names))
    if len(missing) > 1:
        if len({ours[i].text for i in missing}) == 1:
            return _not_nominated(AbortCode.OLD_TWICE, ours[missing[0]].text)
        return _not_nominated(AbortCode.MULTI_UNSUPPORTED, ", ".join(ours[i].text for i in missing))
    old = ours[missing[0]]
    if not any(comparable(old, value) for value in theirs):
        return _not_nominated(AbortCode.NO_SAME_TYPE, f"{old.text} ({old.kind})")
    ranked = slots(read(claim), missing[0], read(quote))
    if not ranked:
        return SwapDecision(True, None, (Abort(code=AbortCode.HELD_ALREADY, detail=f"{old.text} ({old.kind})"),))
    return _decide(ranked, support, lex(reason), _speaks_norwegian(claim, norwegian))


def _bounded_one(claim: str, values: Values, support: Source) -> list[int]:
    """ "one" is no article where it is bounded: at least one. It needs support then, like any other number."""
    ones = [i for i, value in enumerate(values) if is_article(value)]
    if len(ones) != 1 or values[ones[0]].key in support:
        return []
    reading = read(claim)
    return ones if bound(reading, reading.places[ones[0]]) in {Bound.AT_LEAST, Bound.AT_MOST} else []


def swap_refusals(claim: str, quote: str, old: str, new: str, *, norwegian: bool = False) -> tuple[Abort, ...]:
    """What the gates say of a given swap, whoever proposed it: apply asks again before it writes.

    Empty where the two values could stand for each other and every gate lets the swap pass.
    """
    found = [
        slot
        for slot, swap in _possible(read(claim), read(quote), _speaks_norwegian(claim, norwegian))
        if (swap.old, swap.new) == (old, new)
    ]
    if not found:
        return (Abort(code=AbortCode.NO_SAME_TYPE, detail=f"{new} is no value of the quote that could replace {old}"),)
    return tuple(gates.refusals(max(found, key=lambda slot: slot.score)))


def judge_swap(claim: str, quote: str, result: str, *, page_section: str = "", norwegian: bool = False) -> SwapDecision:
    """The swap that turns the claim into `result`, judged by all that nomination asks.

    Where values of the quote fit about equally well, the choice among them has been made by whoever offers it; a value
    that fits clearly less well than another is no choice.
    """
    ours, theirs = read(claim), read(quote)
    possible = list(_possible(ours, theirs, _speaks_norwegian(claim, norwegian)))
    found = [pair for pair in possible if claim[: pair[1].start] + pair[1].new + claim[pair[1].end :] == result]
    if not found:
        detail = "no exchange of one value of the claim by one of the quote reads so"
        return SwapDecision(True, None, (Abort(code=AbortCode.NO_SAME_TYPE, detail=detail),))
    best, swap = max(found, key=lambda pair: pair[0].score)
    support = Source(theirs.values + lex(page_section))
    rivals = [slot for slot, _ in possible if slot.old is best.old and slot is not best]
    doubts = (doubt for doubt in _doubts(best, [best, *rivals]) if doubt.code is not AbortCode.AMBIGUOUS)
    aborts = (*gates.refusals(best), *_outdone(best, rivals), *doubts, *_after(best, swap, support))
    return SwapDecision(True, None if aborts else swap, aborts, _notes(best))


def _outdone(chosen: Slot, rivals: list[Slot]) -> Iterator[Abort]:
    better = [s.new.text for s in rivals if s.new.key != chosen.new.key and s.score - chosen.score >= MARGIN]
    if better:
        yield Abort(code=AbortCode.AMBIGUOUS, detail=f"{', '.join(better)} fits better than {chosen.new.text}")


def _possible(ours: Reading, theirs: Reading, norwegian: bool) -> Iterator[tuple[Slot, Swap]]:
    """Every value of the claim against every value of the quote that could stand in its place, as the swap it makes."""
    for index in range(len(ours.values)):
        for slot in slots(ours, index, theirs):
            found = surface.cut(slot, norwegian)
            if not isinstance(found, Abort):
                yield slot, _swap(slot, found)


def _speaks_norwegian(claim: str, page: bool) -> bool:
    """The claim's own language, where it shows one, wins over its page's."""
    return read(claim).norwegian or (page and not is_english(claim))


def _not_nominated(code: AbortCode, detail: str = "") -> SwapDecision:
    return SwapDecision(False, None, (Abort(code=code, detail=detail),))


# --- decision --------------------------------------------------------------------------------------------------------


def _decide(ranked: list[Slot], support: Source, reason: Values, norwegian: bool) -> SwapDecision:
    chosen, veto = _by_reason(ranked, reason)
    best = chosen[0]
    aborts = [*veto, *gates.refusals(best), *_doubts(best, chosen)]
    found = surface.cut(best, norwegian)
    if isinstance(found, Abort):
        aborts.append(found)
        return SwapDecision(True, None, tuple(aborts), _notes(best))
    swap = _swap(best, found)
    aborts += _after(best, swap, support)
    return SwapDecision(True, None if aborts else swap, tuple(aborts), _notes(best))


def _swap(slot: Slot, found: surface.Cut) -> Swap:
    (start, end), (quote_start, quote_end) = found.old, found.new
    return Swap(
        start=start,
        end=end,
        old=slot.claim.text[start:end],
        new=slot.quote.text[quote_start:quote_end],
        quote_start=quote_start,
        quote_end=quote_end,
        score=round(slot.score, 3),
    )


def _by_reason(ranked: list[Slot], reason: Values) -> tuple[list[Slot], list[Abort]]:
    """The candidates that the judge's reason leaves, and its veto where it names other values."""
    named = {value.key for value in reason}
    old = ranked[0].old
    chosen = [slot for slot in ranked if slot.new.key in named]
    if old.key not in named:
        others = [v.text for v in ranked[0].claim.values if counts(v) and v is not old and v.key in named]
        if others:
            return ranked, [Abort(code=AbortCode.REASON_OTHER_VALUE, detail=", ".join(others))]
        if chosen and ranked[0] not in chosen:
            return ranked, [Abort(code=AbortCode.REASON_OTHER_NEW, detail=", ".join(s.new.text for s in chosen))]
        return ranked, []
    return (chosen if len({slot.new.key for slot in chosen}) == 1 else ranked), []


def _doubts(best: Slot, ranked: list[Slot]) -> Iterator[Abort]:
    rivals = [slot for slot in ranked[1:] if slot.new.key != best.new.key]
    is_event = best.old.kind in {ValueKind.DATE, ValueKind.ORDINAL} and not _in_row(best)
    margin = MARGIN_OF_EVENTS if is_event else MARGIN
    close = [slot.new.text for slot in rivals if best.score - slot.score < margin]
    if not close and (beside := _listed_beside(best)):
        close = [beside]
    if close:
        yield Abort(code=AbortCode.AMBIGUOUS, detail=", ".join([best.new.text, *close[:4]]))
    if best.coverage < _least_coverage(best, sole=not rivals):
        yield Abort(code=AbortCode.COVERAGE, detail=f"{best.coverage:.2f} of the claim's words")
    elif best.own < COVERAGE_OWN:
        yield Abort(code=AbortCode.COVERAGE, detail=f"{best.own:.2f} of the claim's words in its own sentence")
    elif _says_too_little(best):
        yield Abort(code=AbortCode.COVERAGE, detail=f"one word beside {best.old.text}, and the quote says more")
    copies = best.claim.text.count(best.old.text)
    if copies > 1 and len(bounded_positions(best.old.text, best.claim.text)) > 1:
        yield Abort(code=AbortCode.OLD_TWICE, detail=best.old.text)
    if bounded_positions(best.old.text, best.quote.text):
        yield Abort(code=AbortCode.OLD_IN_QUOTE, detail=best.old.text)


_LISTING: Final = frozenset({"and", "or", "og", "eller", "&", "/"})


def _listed_beside(slot: Slot) -> str:
    """A value that one of the two lists beside the exchanged ones and the other does not: steps 5 and 6, 2022, 2023."""
    ours, theirs = _listed(slot.claim, slot.old_place), _listed(slot.quote, slot.new_place)
    held = {value.key for value in slot.claim.values}
    told = {value.key for value in theirs}
    for value in theirs:
        if value.key not in held and _alike(value, slot.new):
            return value.text
    return next((value.text for value in ours if value.key not in told and _alike(value, slot.old)), "")


def _alike(value: Value, other: Value) -> bool:
    digits = value.text.isdecimal() and len(value.text) == len(other.text)
    return digits or comparable(value, other)


def _listed(reading: Reading, place: int) -> list[Value]:
    """The values listed beside the one at `place`, with a comma or a joining word between each and the next."""
    words = reading.words
    found: list[Value] = []
    for step in (-1, 1):
        at = place
        while (at := _next_listed(reading, at, step)) >= 0:
            found.append(reading.values[words[at].value])
    return found


def _next_listed(reading: Reading, place: int, step: int) -> int:
    """The place of the next value of the list, or -1 at its end."""
    words = reading.words
    here = words[place]
    for gap in (1, 2):
        at = place + gap * step
        word = words[at] if 0 <= at < len(words) else None
        if word is None or (word.sentence, word.cell) != (here.sentence, here.cell):
            return -1
        if word.value >= 0:
            between = reading.text[min(here.end, word.end) : max(here.start, word.start)]
            return at if gap > 1 or "," in between else -1
        if word.low not in _LISTING:
            return -1
    return -1


def _says_too_little(slot: Slot) -> bool:
    """One word or none beside the value does not fix the place, unless the quote's sentence says no more either."""
    if len(slot.ours) > _FEW:
        return False
    measure_end = max(slot.old.end, slot.old.measure_end)
    beside = [w for w in slot.ours if not slot.old.start <= w.start < measure_end]
    told = [w for w in beside if (w.is_content or w.value >= 0) and w.low not in BOUND_WORDS]
    return len(told) <= 1 and any(w.is_content for _, theirs in slot.differences for w in theirs)


# a sentence of more words than this says enough
_FEW: Final = 12


def _least_coverage(slot: Slot, *, sole: bool) -> float:
    """A number of the same unit or noun needs less where it stands in a table row, or the quote holds no other."""
    if slot.old.kind not in NUMERALS or not slot.kin:
        return COVERAGE
    return COVERAGE_ROW if _in_row(slot) else COVERAGE_SOLE if sole else COVERAGE


def _in_row(slot: Slot) -> bool:
    return slot.quote.words[slot.new_place].cell > 0


def _after(slot: Slot, swap: Swap, support: Source) -> Iterator[Abort]:
    """Read the new claim again: as many values as before, none unsupported, and nothing that repeats the old one."""
    text = slot.claim.text[: swap.start] + swap.new + slot.claim.text[swap.end :]
    again = lex(text)
    if len(again) != len(slot.claim.values) or support.lacks(again) or support.lacks_measures(again):
        yield Abort(code=AbortCode.RESIDUAL, detail=text[max(0, swap.start - 20) : swap.start + len(swap.new) + 20])
    elif left := _said_again(slot) or _contradicted_one(slot):
        yield Abort(code=AbortCode.RESIDUAL, detail=left)


def _said_again(slot: Slot) -> str:
    """The old value once more, in another unit: 86,400 seconds (1 day)."""
    old = slot.old
    return next((v.text for v in slot.claim.values if v.unit and v.key == old.key and v.unit != old.unit), "")


def _contradicted_one(slot: Slot) -> str:
    """A "one" of the claim's sentence counts as supported unless the quote counts another number of the same noun."""
    values = slot.claim.values
    articles = [
        w for w in slot.ours if w.value >= 0 and is_article(values[w.value]) and values[w.value] is not slot.old
    ]
    counted = _nouns_counted(slot) if articles else frozenset()
    for word in articles:
        noun = head(slot.claim, slot.claim.places[word.value])
        if noun and noun[0] in counted:
            return f"{word.raw} {noun[0]}"
    return ""


def _nouns_counted(slot: Slot) -> frozenset[str]:
    """The nouns that the quote counts, by another number than one and in another place than the slot's."""
    quote = slot.quote
    others = [place for place, value in zip(quote.places, quote.values, strict=True) if value.number != 1]
    return frozenset(noun[0] for place in others if place != slot.new_place and (noun := head(quote, place)))


def _notes(slot: Slot) -> tuple[str, ...]:
    return (
        f"{slot.old.text} ({slot.old.kind}) against {slot.new.text}: score {slot.score:.2f}, "
        f"{slot.coverage:.0%} of the sentence repeated, {slot.left} equal words left, {slot.right} right",
        f"claim: {' '.join(w.raw for w in slot.ours)}",
        f"quote: {' '.join(w.raw for w in slot.theirs)}",
    )
