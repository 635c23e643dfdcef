"""Plain values to records, field by field, so that every field's problem is reported and not the first alone.

Words are compared exactly: `Grounded`, `"grounded "` and `true` are no verdicts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin

import msgspec

from r11.errors import Problem
from r11.ledger.strict_json import FLAW, at, cut, describe, is_flawed, printable
from r11.vocabulary import CheckCode

S = TypeVar("S", bound=msgspec.Struct)


@dataclass(frozen=True)
class Reading(Generic[S]):
    """A record, or None with the reasons. `fields` holds what could be read of it, by name and with defaults, always.

    `record` is None without a problem of its own only where a FLAW inside was reported by `parse`.
    """

    record: S | None
    problems: tuple[Problem, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)


def read(kind: type[S], value: Any, place: str) -> Reading[S]:
    """A plain value as a record, with the problem of every field. Fields that the contract does not know are passed
    over unless the record forbids them."""
    if value is FLAW:
        return Reading(None)
    if not isinstance(value, dict):
        return Reading(None, (_wrong_type(value, "an object", place),))
    if not is_flawed(value):
        with suppress(msgspec.ValidationError):  # the common case at once; what fails is read field by field
            record = msgspec.convert(value, kind, strict=True)
            return Reading(record, (), msgspec.structs.asdict(record))
    return _read_fields(kind, value, place)


def _read_fields(kind: type[S], value: dict[str, Any], place: str) -> Reading[S]:
    problems: list[Problem] = []
    fields: dict[str, Any] = {}
    known = _fields_of(kind)
    for info in known:
        inner = at(place, info.encode_name)
        if info.encode_name in value:
            converted = _convert(info.type, value[info.encode_name], inner, problems)
            if converted is not FLAW:
                fields[info.name] = converted
        elif info.required:
            message = f"the field {info.encode_name!r} is missing"
            problems.append(Problem(inner, CheckCode.MISSING_FIELD, message))
        elif info.default is not msgspec.NODEFAULT:
            fields[info.name] = info.default
    if kind.__struct_config__.forbid_unknown_fields:
        problems += _unknown_fields(value, {info.encode_name for info in known}, place)
    return Reading(None, tuple(problems), fields)


@cache
def _fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Resolving a record's types costs more than reading it."""
    return msgspec.structs.fields(kind)


def _unknown_fields(value: dict[str, Any], known: set[str], place: str) -> Iterator[Problem]:
    for key in value:
        if key not in known:
            message = f"the field {printable(key)!r} is not in the contract"
            yield Problem(at(place, key), CheckCode.UNKNOWN_FIELD, message)


def _convert(kind: Any, value: Any, place: str, problems: list[Problem]) -> Any:
    """The value as `kind` demands, or FLAW with its problems appended."""
    if value is FLAW:
        return FLAW
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (UnionType, Union):
        if value is None and NoneType in arguments:
            return None
        (kind,) = (argument for argument in arguments if argument is not NoneType)
        return _convert(kind, value, place, problems)
    if origin is tuple:
        return _convert_items(arguments[0], value, place, problems)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        reading = read(kind, value, place)
        problems += reading.problems
        return FLAW if reading.record is None else reading.record
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _convert_word(kind, value, place, problems)
    return _convert_scalar(kind, value, place, problems)


def _convert_items(kind: Any, value: Any, place: str, problems: list[Problem]) -> Any:
    if not isinstance(value, list):
        problems.append(_wrong_type(value, "a list", place))
        return FLAW
    items = [_convert(kind, item, at(place, index), problems) for index, item in enumerate(value)]
    return FLAW if any(item is FLAW for item in items) else tuple(items)


def _convert_word(kind: type[Enum], value: Any, place: str, problems: list[Problem]) -> Any:
    if not isinstance(value, str):
        problems.append(_wrong_type(value, "a word", place))
        return FLAW
    try:
        return kind(value)
    except ValueError:
        words = ", ".join(str(member.value) or '""' for member in kind)
        message = f"{cut(value)} is not one of the words {words}"
        problems.append(Problem(place, CheckCode.UNKNOWN_WORD, message))
        return FLAW


_EXPECTED = {str: "a string", int: "a whole number", float: "a number", bool: "true or false", dict: "an object"}


def _convert_scalar(kind: Any, value: Any, place: str, problems: list[Problem]) -> Any:
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        expected = _EXPECTED.get(get_origin(kind) or kind)
        message = None if expected else str(error)
        problems.append(_wrong_type(value, expected or "another value", place, message))
        return FLAW


def _wrong_type(value: Any, expected: str, place: str, message: str | None = None) -> Problem:
    return Problem(place, CheckCode.WRONG_TYPE, message or f"expected {expected}, found {describe(value)}")
