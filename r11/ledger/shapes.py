"""Where the records stand in each shape that the contract allows for a ledger and for a claim manifest.

| shape | ledger | claim manifest |
|---|---|---|
| array of records | yes | yes |
| object that holds the array under one key (`records`, `files`, …) | yes | under `files` |
| object keyed by file | yes | |
| single record | | yes |
| JSON Lines, one record a line | | yes |

Members of the outer object that are no records belong to somebody else and are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from r11.errors import Problem
from r11.ledger.strict_json import FLAW, Parsed, at, describe, parse, parse_lines
from r11.vocabulary import CheckCode

_USUAL_KEYS = ("records", "files")


@dataclass(frozen=True)
class Listing:
    """One listed record, not yet read: its place, its plain value, and the file where the shape is keyed by file."""

    place: str
    value: Any
    file: str | None = None


@dataclass(frozen=True)
class Listed:
    """The records of a document in order, and what is wrong with the document. `readable`: a shape was recognised."""

    listings: tuple[Listing, ...]
    problems: tuple[Problem, ...]
    readable: bool


def list_ledger(data: bytes) -> Listed:
    """The records of a ledger, in whichever of its three shapes."""
    parsed = parse(data)
    if not parsed.readable:
        return Listed((), parsed.problems, False)
    value = parsed.value
    if isinstance(value, list):
        return _listed(_items(value, ""), parsed)
    if not isinstance(value, dict):
        return _refused(parsed, f"expected the records, found {describe(value)}")
    if "per_file_verdict" in value or "flags" in value:
        return _refused(parsed, "this is a single record; a ledger is an array of them: put it in brackets")
    keys = _array_keys(value)
    if len(keys) > 1:
        return _refused(parsed, f"more than one key may hold the records: {', '.join(map(repr, keys))}")
    if keys:
        return _listed(_items(value[keys[0]], keys[0]), parsed)
    return _listed(_keyed(value), parsed)


def list_claims(data: bytes) -> Listed:
    """The files of a claim manifest, in whichever of its four shapes.

    JSON Lines is what is no JSON document as a whole and has more lines that are an object than lines that are not.
    """
    parsed = parse(data)
    if not parsed.readable:
        lines = parse_lines(data)
        objects = sum(isinstance(line.value, dict) for _, line in lines)
        return _listed_lines(lines) if objects * 2 > len(lines) else Listed((), parsed.problems, False)
    value = parsed.value
    if isinstance(value, list):
        return _listed(_items(value, ""), parsed)
    if isinstance(value, dict) and "claims" in value:
        return _listed([Listing("", value)], parsed)
    if isinstance(value, dict) and isinstance(value.get("files"), list):
        return _listed(_items(value["files"], "files"), parsed)
    return _refused(parsed, f"expected the claims of files, found {describe(value)} without 'claims' or 'files'")


def _listed(listings: Iterable[Listing], parsed: Parsed) -> Listed:
    return Listed(tuple(listings), parsed.problems, True)


def _listed_lines(lines: list[tuple[int, Parsed]]) -> Listed:
    listings = tuple(Listing(f"line {number}", line.value) for number, line in lines)
    return Listed(listings, tuple(problem for _, line in lines for problem in line.problems), True)


def _refused(parsed: Parsed, message: str) -> Listed:
    return Listed((), (*parsed.problems, Problem("", CheckCode.WRONG_SHAPE, message)), False)


def _items(values: list[Any], key: str) -> list[Listing]:
    place = at("", key) if key else ""
    return [Listing(at(place, index), value) for index, value in enumerate(values)]


def _array_keys(value: dict[str, Any]) -> list[str]:
    """The keys that may hold the records: one array, else the one with a usual name, else those that hold records."""
    arrays = [key for key, inner in value.items() if isinstance(inner, list)]
    usual = [key for key in arrays if key in _USUAL_KEYS]
    if len(arrays) < 2 or len(usual) == 1:
        return usual or arrays
    return [key for key in arrays if any(isinstance(item, dict) and "file" in item for item in value[key])] or arrays


def _keyed(value: dict[str, Any]) -> list[Listing]:
    """Members that are an object, or whose key looks like a file: a file without a record is still a bad record."""
    return [
        Listing(at("", key), inner, key)
        for key, inner in value.items()
        if isinstance(inner, dict) or inner is FLAW or "/" in key or key.endswith(".md")
    ]
