"""The typed value lexer: numbers, dates, versions, names and statuses of a sentence, with spans and a normal form.

`lex` reads a text once from left to right: chunks (runs of word characters, joined by single joiners) are
recognised whole, in a fixed order of forms, so the work is linear in the length of the text. URLs, link
targets, HTML tags and mail addresses are passed over: nothing in them is a value. Spans are code points of the
text.

English and Norwegian are read alike; what is doubtful in one of them (`1,5`, `10 000`) is `ODD` and never
swapped.
"""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from r11.text import forms, lexicon
from r11.text.lexicon import Unit


class ValueKind(StrEnum):
    """What sort of value a span is."""

    NUMBER = "number"
    ORDINAL = "ordinal"
    RANGE = "range"
    DATE = "date"
    TIME = "time"
    DURATION = "duration"
    VERSION = "version"
    API_VERSION = "api-version"
    NAME = "name"
    STATUS = "status"
    CURRENCY = "currency"
    FRACTION = "fraction"
    ADDRESS = "address"
    OPAQUE = "opaque"
    ODD = "odd"


Key = tuple[object, ...]
"""A normal form: two values with the same key say the same."""


class Value(NamedTuple):
    """One value: kind, span, text, normal form.

    `start:end` is what a swap would replace: the numeral with its magnitude, the whole date, the whole version.
    `measure_end` is where its unit ends (or `end`, or 0 where the kind takes no unit). `label` is the word to its left
    that it belongs to (`windows` for 11 in `Windows 11`). `word` says that it is spelt in letters. `date` is year,
    month, day, with 0 for what is not said.
    """

    kind: ValueKind
    start: int
    end: int
    text: str
    key: Key
    number: Decimal | None = None
    unit: Unit | None = None
    measure_end: int = 0
    label: str = ""
    word: bool = False
    date: tuple[int, int, int] | None = None


@lru_cache(maxsize=4096)
def lex(text: str) -> tuple[Value, ...]:
    """All values of a text, in order, without overlap. Work is linear in its length; results are cached."""
    return tuple(_Reader(text).read())


class _Reader:
    """One pass over one text. `previous` is the chunk before the one at hand: its text and span."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.values: list[Value] = []
        self.previous = ("", 0, 0)
        self.position = 0

    def read(self) -> list[Value]:
        scan = forms.SCAN_WITH_MAIL if "@" in self.text else forms.SCAN
        spelt, has_digit = forms.SPELT, forms.DIGIT.search
        for match in scan.finditer(self.text):
            start, end = match.span()
            if start < self.position or match.lastgroup == "skip":
                continue
            chunk = match[0]
            if chunk.isalpha():
                if chunk.lower() in spelt:
                    self.word(chunk, start, end)
            elif has_digit(chunk):
                self.digits(chunk, start, end)
            elif "-" in chunk and chunk.lower() in lexicon.NUMBER_WORDS:
                self.word(chunk, start, end)
            self.previous = (chunk, start, end)
        return self.values

    def add(self, value: Value) -> None:
        self.values.append(value)
        self.position = max(value.end, value.measure_end)

    # words -----------------------------------------------------------------------------------------------------------

    def word(self, chunk: str, start: int, end: int) -> None:
        lower = chunk.lower()
        if (
            lower in lexicon.MONTHS
            and (chunk[0].isupper() or lower in lexicon.MONTHS_NORWEGIAN)
            and self.month(start, end, lower)
        ):
            return
        if (n := lexicon.NUMBER_WORDS.get(lower)) is not None or (
            lower == lexicon.NORWEGIAN_TWO and is_norwegian(self.text)
        ):
            self.spelt_number(chunk, start, end, 2 if n is None else n)
        elif lower == "second" and self.previous[0].lower() in forms.UNIT_ARTICLES:
            return
        elif (n := lexicon.ORDINAL_WORDS.get(lower)) is not None:
            self.add(Value(ValueKind.ORDINAL, start, end, chunk, ("ordinal", n), Decimal(n), word=True))
        elif lower in forms.STATUS_HEADS and (match := forms.STATUS.match(self.text, start)) and match.end() >= end:
            status = match.group().lower()
            self.add(Value(ValueKind.STATUS, start, match.end(), match.group(), ("status", lexicon.STATUSES[status])))

    def spelt_number(self, chunk: str, start: int, end: int, n: int) -> None:
        number, stop = Decimal(n), end
        follower = forms.WORD_AFTER.match(self.text, end)
        if follower and (scale := lexicon.SCALES.get((follower[1] or "").lower())):
            number, stop = number * scale, follower.end(1)
        self.number(number, start, stop, word=True)

    def month(self, start: int, end: int, lower: str) -> bool:
        text = self.text
        if (match := forms.MONTH_DAY.match(text, start)) and 1 <= int(match[2]) <= forms.LONGEST_MONTH:
            self.date(start, match.end(), int(match[3] or 0), lexicon.MONTHS[lower], int(match[2]))
        elif match := forms.MONTH_YEAR.match(text, start):
            self.date(start, match.end(), int(match[2]), lexicon.MONTHS[lower], 0)
        elif lower not in lexicon.MONTHS_WEAK or self.previous[0].lower() in lexicon.YEAR_PREPOSITIONS:
            self.date(start, end, 0, lexicon.MONTHS[lower], 0)
        else:
            return False
        return True

    # digits ----------------------------------------------------------------------------------------------------------

    def digits(self, chunk: str, start: int, end: int) -> None:
        if len(chunk) > 80:
            self.add(Value(ValueKind.OPAQUE, start, end, chunk, ("opaque", chunk)))
        elif self.text[max(0, start - 1) : start] == "\\":  # a group of a template, a path: no number of the sentence
            self.add(Value(ValueKind.ODD, start, end, chunk, ("odd", chunk)))
        elif chunk[0].isdigit() and self.dated(chunk, start, end):
            return
        elif self.previous[0] in lexicon.CURRENCY_SIGNS and self.previous[2] and self.touches(start):
            self.money(chunk, start, end)
        elif chunk.isdecimal():
            self.plain_numeral(chunk, start, end)
        elif not (self.whole(chunk, start, end) or self.numeral(chunk, start, end)):
            self.parts(chunk, start, end)

    def touches(self, start: int) -> bool:
        return forms.GAP.fullmatch(self.text, self.previous[2], start) is not None

    def money(self, chunk: str, start: int, end: int) -> None:
        first = self.previous[1]
        self.add(Value(ValueKind.CURRENCY, first, end, self.text[first:end], ("currency", self.text[first:end])))

    def dated(self, chunk: str, start: int, end: int) -> bool:
        if (match := forms.DAY_MONTH.match(self.text, start)) and 1 <= int(match[1]) <= forms.LONGEST_MONTH:
            self.date(start, match.end(), int(match[3] or 0), lexicon.MONTHS[match[2].lower()], int(match[1]))
        elif chunk.isdecimal():
            return False
        elif match := forms.ISO.fullmatch(chunk):
            year, month, day = int(match[1]), int(match[2]), int(match[3])
            if not _is_day(month, day):
                return False
            if match[4]:
                self.add(Value(ValueKind.API_VERSION, start, end, chunk, ("api", chunk.lower())))
            else:
                self.date(start, end, year, month, day)
        elif (match := forms.DOTTED_DATE.fullmatch(chunk)) and _is_day(int(match[2]), int(match[1])):
            self.date(start, end, int(match[3]), int(match[2]), int(match[1]))
        elif forms.NUMERIC_DATE.fullmatch(chunk):
            self.add(Value(ValueKind.ODD, start, end, chunk, ("odd", chunk)))
        else:
            return False
        return True

    def date(self, start: int, end: int, year: int, month: int, day: int) -> None:
        date = (year, month, day)
        self.add(Value(ValueKind.DATE, start, end, self.text[start:end], ("date", *date), date=date))

    def whole(self, chunk: str, start: int, end: int) -> bool:
        """The forms that are recognised whole and carry no unit."""
        if chunk[0].isdigit():
            if forms.PLAIN.fullmatch(chunk):
                return False
            for kind, form in _WHOLE_FORMS:
                if form.fullmatch(chunk):
                    self.add(Value(kind, start, end, chunk, (kind.value, chunk.lower()), label=self.label(start)))
                    return True
            if match := forms.ORDINAL.fullmatch(chunk):
                n = int(match[1])
                self.add(Value(ValueKind.ORDINAL, start, end, chunk, ("ordinal", n), Decimal(n)))
                return True
            if forms.HEX.fullmatch(chunk):
                self.add(Value(ValueKind.OPAQUE, start, end, chunk, ("opaque", chunk.lower())))
                return True
            return False
        return self.named(chunk, start, end)

    def named(self, chunk: str, start: int, end: int) -> bool:
        if forms.VERSION.fullmatch(chunk):
            key = chunk.lower().removeprefix("v")
            self.add(Value(ValueKind.VERSION, start, end, chunk, ("version", key), label=self.label(start)))
        elif match := forms.NAMED_VERSION.fullmatch(chunk):
            family = match[1].lower()
            numbers = match[2].lower().removeprefix("v")
            self.add(Value(ValueKind.VERSION, start, end, chunk, ("version", numbers, family), label=family))
        elif forms.QUARTER.fullmatch(chunk) or (forms.HEX.fullmatch(chunk) and not forms.SPLIT.search(chunk)):
            self.add(Value(ValueKind.OPAQUE, start, end, chunk, ("opaque", chunk.lower())))
        elif forms.SPLIT.search(chunk):
            return False
        else:
            self.add(Value(ValueKind.NAME, start, end, chunk, ("name", chunk.lower().replace("_", "-"))))
        return True

    def numeral(self, chunk: str, start: int, end: int) -> bool:
        if match := forms.PLAIN.fullmatch(chunk):
            self.plain_numeral(chunk, start, end)
        elif (match := forms.ATTACHED.fullmatch(chunk)) and self.attached(match, start):
            pass
        elif match := forms.HYPHENED.fullmatch(chunk):
            unit = lexicon.UNITS.get(match[2].lower())
            stop = start + match.end(1)
            self.add(_numeral(_decimal(match[1]), start, stop, match[1], unit, start + match.end(2) if unit else stop))
            self.position = start + match.end(1)
        elif match := forms.RANGE.fullmatch(chunk):
            self.add(Value(ValueKind.RANGE, start, end, chunk, ("range", _decimal(match[1]), _decimal(match[2]))))
        else:
            return False
        return True

    def attached(self, match: re.Match[str], start: int) -> bool:
        """`128K`, `100MB`, `30s`, `240KTPM`; a letter run that is neither magnitude nor unit makes it a name."""
        number, scale, letters = _decimal(match[1]), match[2], match[3]
        stop = start + match.end(2)
        if (letters or not scale) and (unit := lexicon.UNITS.get((scale + letters).lower())):
            at = start + match.end(1)
            self.add(_numeral(number, start, at, self.text[start:at], unit, start + match.end()))
            return True
        unit = lexicon.UNITS.get(letters.lower())
        if scale and (not letters or unit):
            number *= lexicon.SCALE_LETTERS[scale]
            if unit:
                self.add(_numeral(number, start, stop, self.text[start:stop], unit, start + match.end()))
            else:
                self.number(number, start, stop)
            return True
        return False

    def plain_numeral(self, chunk: str, start: int, end: int) -> None:
        text = self.text
        if chunk.isdigit() and len(chunk) <= 3 and forms.GROUP_AFTER.match(text, end):
            stop = end
            while match := forms.GROUP_AFTER.match(text, stop):
                stop = match.end()
            self.add(Value(ValueKind.ODD, start, stop, text[start:stop], ("odd", text[start:stop])))
        elif forms.FRACTION_AFTER.match(text, end):
            self.number(_decimal(chunk), start, end, fraction=True)
        elif match := forms.SCALE_LETTER_AFTER.match(text, end):
            self.number(_decimal(chunk) * lexicon.SCALE_LETTERS[match[1]], start, match.end())
        else:
            follower = forms.WORD_AFTER.match(text, end)
            scale = lexicon.SCALES.get((follower[1] or "").lower()) if follower else None
            if scale and follower:
                self.number(_decimal(chunk) * scale, start, follower.end(1))
            else:
                self.number(_decimal(chunk), start, end)

    def number(self, number: Decimal, start: int, end: int, word: bool = False, fraction: bool = False) -> None:
        text = self.text
        label = self.label(start)
        follower = forms.WORD_AFTER.match(text, end)
        after = (follower[1] or follower[2]) if follower else ""
        low = after.lower()
        shown = text[start:end]
        if low in lexicon.CURRENCY_WORDS or (
            self.previous[0].lower() in lexicon.CURRENCY_WORDS and self.touches(start)
        ):
            self.add(Value(ValueKind.CURRENCY, start, end, shown, ("currency", number)))
            return
        unit = lexicon.UNITS.get(low) if low and low not in _NO_UNIT_ALONE else None
        if low in {"min", "timer"} and follower:
            unit = lexicon.UNITS[low]
        if unit and follower:
            stop = follower.end(1) if follower[1] else follower.end(2)
            self.add(_numeral(number, start, end, shown, unit, stop, label, word))
            self.position = end
        elif fraction:
            self.add(Value(ValueKind.FRACTION, start, end, shown, ("fraction", number), number))
        elif not word and self.is_version(shown, start, end, label):
            key = ("version", shown)
            self.add(Value(ValueKind.VERSION, start, end, shown, key, number, label=label))
        elif not word and self.is_year(shown, start, end, after):
            self.date(start, end, int(number), 0, 0)
        else:
            self.add(_numeral(number, start, end, shown, None, end, label, word))

    def label(self, start: int) -> str:
        """The word left of a number where only a space or marks lie between and it is a name or a label word."""
        word, _, stop = self.previous
        if not word or stop == start or not forms.MARKS_ONLY.fullmatch(self.text, stop, start):
            return ""
        low = word.lower()
        return low if low in lexicon.VERSION_LABELS or (word[0].isupper() and low not in forms.NO_LABEL) else ""

    def is_version(self, shown: str, start: int, end: int, label: str) -> bool:
        if label in lexicon.VERSION_LABELS or forms.RELEASE_AFTER.match(self.text, end):
            return "," not in shown
        if "." not in shown:
            return False
        if label or forms.VERSION_AFTER.match(self.text, end):
            return True
        before = self.text[max(0, start - 5) : start]
        return bool(forms.VERSION_BEFORE.search(before)) or before.endswith(":") or before.endswith("`")

    def is_year(self, shown: str, start: int, end: int, after: str) -> bool:
        """Four digits after a preposition of time or in parentheses.

        After `of` or `to` no plural may follow, and after `up to` or `limit of` no noun.
        """
        if not (len(shown) == 4 and shown.isdigit() and "1000" <= shown <= "2099"):
            return False
        in_parentheses = self.text[start - 1 : start] == "(" or self.text[end : end + 1] == ")"
        if in_parentheses and shown >= "1500":
            return True
        word = self.previous[0].lower()
        if word not in lexicon.YEAR_PREPOSITIONS or not self.touches(start):
            return False
        noun = after.islower() and len(after) > 2 and after not in lexicon.ENGLISH_FUNCTION_WORDS
        if noun and forms.AMOUNT_BEFORE.search(self.text, max(0, start - 24), start):
            return False
        strict = word not in forms.LOOSE_PREPOSITIONS and shown >= "1500"
        return strict or not after or not after.endswith(("s", "er"))

    def parts(self, chunk: str, start: int, end: int) -> None:
        """A chunk of several parts (`acr-cli:0.4`, `CPU/4GB`): each part alone, a list of numbers as one odd value."""
        pieces = [(m.start(), m.end()) for m in re.finditer(r"[^:/,+–—]+", chunk)]
        if len(pieces) < 2 or all(chunk[a:b].isdigit() for a, b in pieces):
            self.add(Value(ValueKind.ODD, start, end, chunk, ("odd", chunk)))
            return
        for a, b in pieces:
            piece = chunk[a:b]
            if forms.DIGIT.search(piece):
                self.previous = ("", 0, 0)
                self.digits(piece, start + a, start + b)


_WHOLE_FORMS: Final = (
    (ValueKind.ADDRESS, forms.ADDRESS),
    (ValueKind.TIME, forms.CLOCK),
    (ValueKind.FRACTION, forms.RATIO),
    (ValueKind.VERSION, forms.VERSION),
    (ValueKind.OPAQUE, forms.DECADE),
)


def _is_day(month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= forms.LONGEST_MONTH


_NO_UNIT_ALONE: Final = lexicon.UNITS_ATTACHED_ONLY | {"timer"}
_SEPARATORS: Final = re.compile(r"[,\u00a0\u202f\u2009'’]")


def _decimal(text: str) -> Decimal:
    return Decimal(text if text.isdecimal() else _SEPARATORS.sub("", text))


def _numeral(
    number: Decimal,
    start: int,
    end: int,
    text: str,
    unit: Unit | None,
    measure_end: int,
    label: str = "",
    word: bool = False,
) -> Value:
    kind = ValueKind.DURATION if unit and unit.dimension in {"time", "months"} else ValueKind.NUMBER
    key = ("n", number) if unit is None else ("n", number * unit.factor, unit.dimension)
    return Value(kind, start, end, text, key, number, unit, measure_end, label, word)


_WORDS: Final = re.compile(r"[a-zæøå]{2,}")
# the Norwegian preposition; the English pronoun has a capital. The letter comes first: a search can look for it
_SMALL_I: Final = re.compile(r"i(?<!\wi)(?= )")
_TELLING: Final = lexicon.ENGLISH_FUNCTION_WORDS | lexicon.NORWEGIAN_FUNCTION_WORDS | lexicon.GLOSSARY.keys()


def is_norwegian(text: str) -> bool:
    """Whether the words of a text are rather Norwegian than English. Undecided is neither."""
    norwegian, english = _tells(text)
    return norwegian > max(1, english)


def is_english(text: str) -> bool:
    """Whether the words of a text are rather English than Norwegian."""
    norwegian, english = _tells(text)
    return english > norwegian


@lru_cache(maxsize=4096)
def _tells(text: str) -> tuple[int, int]:
    """How much speaks for Norwegian and how much for English.

    A function word counts two, a technical word of the glossary or a word with æ, ø or å one: a name of a product may
    look like either of these.
    """
    words = _WORDS.findall(text.lower())
    telling = [word for word in words if word in _TELLING]
    english = 2 * sum(word in lexicon.ENGLISH_FUNCTION_WORDS for word in telling)
    norwegian = 2 * sum(word in lexicon.NORWEGIAN_FUNCTION_WORDS for word in telling) + 2 * len(_SMALL_I.findall(text))
    norwegian += sum(word in lexicon.GLOSSARY for word in telling)
    if not text.isascii():
        norwegian += sum(not word.isascii() for word in words)
    return norwegian, english
