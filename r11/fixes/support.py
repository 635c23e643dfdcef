"""Support: which values of a claim a text holds.

A text is indexed once, by what two values are compared by, so that asking for a value costs the same in a sentence and
in a page. Each index is made when it is first asked: most values are found by their normal form.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import product
from typing import Final

from r11.fixes.slots import NUMERALS
from r11.text.values import Key, Value, ValueKind

Values = tuple[Value, ...]
Date = tuple[int, int, int]

# names and statuses are context of a claim, not values that are counted: the gates compare them
NAMES: Final = frozenset({ValueKind.NAME, ValueKind.STATUS})
_CONTEXT: Final = NAMES | {ValueKind.OPAQUE}


def counts(value: Value) -> bool:
    """Whether a value needs support at all."""
    return value.kind not in _CONTEXT


def is_article(value: Value) -> bool:
    """ "one" is an article or a pronoun more often than a count."""
    return value.word and value.number == 1 and value.unit is None


@dataclass(frozen=True)
class Source:
    """The values of the texts that may support a claim."""

    values: Values

    def lacks(self, claim: Values) -> list[int]:
        """The claim's values, by index, that need support and have none here."""
        return [i for i, value in enumerate(claim) if counts(value) and not self.supports(value)]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def lacks_measures(self, claim: Values) -> bool:
        """Whether the text holds a number of the claim in other units only: 1 hour supports no 1 day."""
        return any(value.unit and value.key not in self._keys and self._is_measured(value) for value in claim)

    def _is_measured(self, value: Value) -> bool:
        same = [other for other in self.values if other.number == value.number and not is_article(other)]
        return bool(same) and all(other.unit for other in same)

    def supports(self, value: Value) -> bool:
        """Whether the text holds the value: the same normal form, number, writing, or a date that says no less."""
        if is_article(value) or value.key in self._keys:
            return True
        if value.kind in NUMERALS:
            return self._holds_number(value) or value.text.lower() in self._other_texts
        return value.text.lower() in self._texts or (value.date is not None and value.date in self._dates)

    def _holds_number(self, value: Value) -> bool:
        """The same number, where not both have units of different dimensions."""
        dimensions = self._numbers.get(value.number)
        if dimensions is None:
            return False
        return value.unit is None or not dimensions.isdisjoint({value.unit.dimension, None})

    @cached_property
    def _keys(self) -> frozenset[Key]:
        return frozenset(value.key for value in self.values)

    @cached_property
    def _numbers(self) -> dict[Decimal | None, set[str | None]]:
        """Each number with the dimensions it is said in; None for a number without a unit."""
        found: dict[Decimal | None, set[str | None]] = {}
        for value in self.values:
            if value.kind in NUMERALS:
                found.setdefault(value.number, set()).add(value.unit.dimension if value.unit else None)
        return found

    @cached_property
    def _texts(self) -> frozenset[str]:
        return frozenset(value.text.lower() for value in self.values)

    @cached_property
    def _other_texts(self) -> frozenset[str]:
        """Two numerals are compared by what they say, so the writing of a numeral supports no other numeral."""
        return frozenset(value.text.lower() for value in self.values if value.kind not in NUMERALS)

    @cached_property
    def _dates(self) -> frozenset[Date]:
        """Every date that is said, whole or in part: a day holds its month and its year."""
        return frozenset(
            (year, month, day)
            for value in self.values
            if value.date
            for year, month, day in product(*((0, part) for part in value.date))
        )
