"""How a sentence bounds a value (at most, at least, more than, about, before ...) and which role it gives it.

Two values may be exchanged only where both sentences bound them in the same way: "more than 40" is not repaired by 41.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from r11.fixes.reading import Reading, Word
from r11.text.lexicon import wordset
from r11.text.values import ValueKind


class Bound(StrEnum):
    """The relation that a sentence states between the world and the value."""

    EXACT = "exactly"
    AT_MOST = "at most"
    AT_LEAST = "at least"
    MORE = "more than"
    LESS = "less than"
    ABOUT = "about"
    BEFORE = "before"
    FROM = "from"
    AS_OF = "as of"
    STEP = "by"
    FURTHER = "another"
    WINDOW = "the last"
    NEGATED = "not"


def _table(spec: dict[Bound, str]) -> dict[str, Bound]:
    return {phrase: bound for bound, phrases in spec.items() for phrase in phrases.split("|")}


_BEFORE_VALUE: Final = _table(
    {
        Bound.MORE: "more than|over|above|greater than|higher than|longer than|larger than|bigger than|later than"
        "|older than|exceeds|exceed|exceeding|exceeded|surpassing|surpassed|beyond|mer enn|flere enn"
        "|høyere enn|lengre enn|større enn|nyere enn|eldre enn|overstiger|>",
        Bound.LESS: "less than|fewer than|under|below|lower than|shorter than|smaller than|mindre enn|færre enn"
        "|lavere enn|kortere enn|<",
        Bound.AT_MOST: "up to|upto|at most|no more than|not more than|no longer than|no larger than|no later than"
        "|maximum of|max of|maximum|max|limited to|limit of|limit to|limits to|limit is|capped at|cap of"
        "|tops out at|within|inntil|opptil|opp til|maks|maksimalt|maksimum|begrenset til|høyst|≤|<="
        "|as much as|ceiling of",
        Bound.AT_LEAST: "at least|minimum of|minimum|min|no less than|no fewer than|not less than|minst"
        "|minimum på|≥|>=",
        Bound.ABOUT: "about|around|approximately|approx|nearly|almost|roughly|~|ca|cirka|omtrent|rundt|circa|close to"
        "|some|nær|nesten|an estimated",
        Bound.STEP: "increase of|decrease of|økning på|nedgang på",
        Bound.FURTHER: "another|additional|ytterligere|extra",
        Bound.WINDOW: "last|past|first|next|previous|latest|recent|siste|forrige|neste|første|sist|top|every|hver"
        "|hvert",
        Bound.NEGATED: "not|isn't|ikke|never|other than|except|unntatt",
    }
)
_BEFORE_DATE: Final = _table(
    {
        Bound.BEFORE: "before|prior to|until|till|by|før|innen|frem til|til|by the end of|no later than|up to"
        "|til og med",
        Bound.MORE: "after|later than|etter",
        Bound.FROM: "since|from|starting|starting on|starting from|starting in|beginning|beginning on|siden|fra"
        "|fra og med",
        Bound.AS_OF: "as of|as at|per",
        Bound.ABOUT: "about|around|approximately|circa|ca|early|late|mid|omkring|rundt",
        Bound.NEGATED: "not|ikke|except",
    }
)
_AFTER_VALUE: Final = _table(
    {
        Bound.AT_LEAST: "or later|or more|or higher|or newer|or above|or greater|or older|and later|and above"
        "|and higher|and newer|+|eller nyere|eller mer|eller høyere|eller senere|eller flere|og nyere|og høyere"
        "|og senere|minimum|plus",
        Bound.AT_MOST: "or less|or fewer|or earlier|or lower|or below|maximum|max|maks|maksimalt|eller mindre"
        "|eller færre|at most|and below|and earlier",
    }
)
# a phrase is looked for only where its word beside the value stands there
_BESIDE: Final = {phrase.split()[-1] for table in (_BEFORE_VALUE, _BEFORE_DATE) for phrase in table}
_BEHIND: Final = {phrase.split()[0] for phrase in _AFTER_VALUE}
_CHANGES: Final = wordset(
    """
    rose rise rises grew grow grows increase increased increases fell fall falls drop dropped drops decrease decreased
    reduce reduced reduces shrank expanded extended improved declined øker økte økt steg falt faller redusert vokste
    """
)
# words that may stand between a bound and its value
_TRANSPARENT: Final = wordset("the a an of total på et en version versions versjon v is are on er til to")
# a line of label and value, with a colon or nothing between them, has about this many words
_LABEL_LINE: Final = 8
_LIMITS: Final = wordset(
    """
    limit limits maximum max quota cap ceiling maks maksimal maksimalt maksimum grense grensen limited exceed
    """
)
_MINIMA: Final = wordset("minimum minimal minst min")
_CAPACITIES: Final = wordset(
    """
    can could may allow allows support supports hold holds accept accepts kan tillater støtter tåler rommer godtar
    """
)
# "can be restored after 5 days" says when, not how many
_ELAPSED: Final = frozenset({"after", "etter"})
_NEGATIONS: Final = wordset("not no never cannot ikke aldri ingen")


def bound(reading: Reading, place: int) -> Bound:
    """How the value at word `place` is bounded."""
    words = reading.words
    is_date = reading.values[words[place].value].kind is ValueKind.DATE
    left = left_words(words, place, 6)
    found = _left(left, _BEFORE_DATE if is_date else _BEFORE_VALUE)
    if found in {Bound.MORE, Bound.LESS} and is_negated(reading, place):
        found = Bound.AT_MOST if found is Bound.MORE else Bound.AT_LEAST
    right = _right(words, place)
    if right and found in {None, Bound.ABOUT, right}:
        return right
    if found:
        return found
    return Bound.EXACT if is_date else _implied(reading, place)


def stated(words: tuple[Word, ...]) -> Bound | None:
    """The bound on a number that a few words spell out: at least, up to, no more than."""
    low = [word.low for word in words]
    spans = ((start, start + size) for size in (4, 3, 2, 1) for start in range(len(low) - size + 1))
    return next((found for a, b in spans if (found := _BEFORE_VALUE.get(" ".join(low[a:b])))), None)


def left_words(words: tuple[Word, ...], place: int, reach: int) -> list[str]:
    """Up to `reach` lower-case words left of a value, in its sentence and cell, back to the value before it."""
    here = words[place]
    sentence, cell = here.sentence, here.cell
    out: list[str] = []
    for word in reversed(words[max(0, place - reach) : place]):
        if word.sentence != sentence or word.cell != cell or word.value >= 0:
            break
        out.append(word.low)
    out.reverse()
    return out


def _left(left: list[str], table: dict[str, Bound]) -> Bound | None:
    if left and left[-1] in {"by", "med"} and _CHANGES & set(left[-4:]):
        return Bound.STEP
    for skip in range(3):
        end = len(left) - skip
        if end <= 0:
            return None
        for size in (4, 3, 2, 1) if left[end - 1] in _BESIDE else ():
            if size <= end and (found := table.get(" ".join(left[end - size : end]))):
                return found
        if left[end - 1] not in _TRANSPARENT:
            return None
    return None


def _right(words: tuple[Word, ...], place: int) -> Bound | None:
    here = words[place]
    right = [w.low for w in words[place + 1 : place + 4] if w.sentence == here.sentence and w.cell == here.cell]
    for skip, first in enumerate(right[:2]):
        for size in (2, 1) if first in _BEHIND else ():
            if found := _AFTER_VALUE.get(" ".join(right[skip : skip + size])):
                return found
    return None


def _implied(reading: Reading, place: int) -> Bound:
    """A limit word in the clause, or in the label of the row, bounds the value without standing beside it."""
    here = reading.words[place]
    row = reading.sentence(here.sentence)
    whole = here.cell > 0 or len(row) <= _LABEL_LINE
    for word in row:
        if whole or word.clause == here.clause:
            low = word.low
            if low in _LIMITS:
                return Bound.AT_MOST
            if low in _MINIMA:
                return Bound.AT_LEAST
    return Bound.EXACT


def is_capacity(reading: Reading, place: int) -> bool:
    """Whether the clause says what can be done, so that an exact number is the most: "you can create 5 agents"."""
    here = reading.words[place]
    near = reading.words[max(0, place - 8) : place]
    if near and near[-1].low in _ELAPSED:
        return False
    return any(word.clause == here.clause and word.low in _CAPACITIES for word in near)


def is_negated(reading: Reading, place: int) -> bool:
    """Whether a negation stands in the value's clause, left of it."""
    here = reading.words[place]
    before = reading.words[max(0, place - 12) : place]
    return any(word.clause == here.clause and negates(reading, word) for word in before)


def negates(reading: Reading, word: Word) -> bool:
    """Whether a word negates: not, never, isn't. `non-streaming` and its like negate no sentence."""
    low = word.low
    return (low in _NEGATIONS or low.endswith(("n't", "n’t"))) and reading.text[word.end : word.end + 1] != "-"


# every word that takes part in a bound: where two sentences differ in these, the bounds have been compared
BOUND_WORDS: Final = (
    _LIMITS
    | _MINIMA
    | frozenset(
        word for table in (_BEFORE_VALUE, _BEFORE_DATE, _AFTER_VALUE) for phrase in table for word in phrase.split()
    )
)


_ROLES: Final[dict[str, str]] = {
    form: name
    for name, forms in {
        "default": "default defaults standard standardverdi standardverdien standardgrense",
        "recommended": "recommended recommend recommends anbefalt anbefaler anbefales",
        "average": "average mean median gjennomsnitt gjennomsnittlig",
        "soft": "soft",
        "hard": "hard",
        "initial": "initial initially",
        "typical": "typical typically usually vanligvis",
        "estimated": "estimated estimate projected forecast planned planlagt",
    }.items()
    for form in forms.split()
}


def roles(reading: Reading, place: int) -> frozenset[str]:
    """The roles named beside the value, or anywhere in its table row."""
    words = reading.words
    here = words[place]
    if here.cell or (place and words[place - 1].cell):
        near = [w.low for w in reading.sentence(here.sentence)]
    else:
        near = [*left_words(words, place, 10), *_right_words(words, place, 3)]
    return frozenset(_ROLES[low] for low in near if low in _ROLES)


def _right_words(words: tuple[Word, ...], place: int, reach: int) -> list[str]:
    here = words[place]
    out: list[str] = []
    for word in words[place + 1 : place + 1 + reach]:
        if word.sentence != here.sentence or word.value >= 0 or word.clause != here.clause:
            break
        out.append(word.low)
    return out


def satisfied(ours: Bound, theirs: Bound, *, growth: int) -> bool:
    """Whether the quote's bounded value already makes the claim's bound true: "more than 40" against "more than 50".

    `growth` is the sign of the new value less the old one.
    """
    if ours in {Bound.MORE, Bound.AT_LEAST} and theirs in {Bound.MORE, Bound.EXACT, Bound.ABOUT}:
        return growth >= 0
    return ours is Bound.LESS and theirs in {Bound.LESS, Bound.EXACT, Bound.ABOUT} and growth <= 0
