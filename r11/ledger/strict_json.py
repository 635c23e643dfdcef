"""Strict JSON: bytes to plain values, with every problem named by its place. `fields.py` makes records of them.

A place is a path such as `records[3].flags[0].rule`; in JSON Lines it begins with the line (`line 7.claims[0]`).
Nothing is repaired or guessed: what cannot be trusted (a key that stands twice, `NaN`, half a character, bytes that are
not UTF-8) becomes `FLAW` in the value, so that nobody reads on past it, while all that stands beside it stays readable.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Any, Final

from r11.errors import Problem
from r11.ledger.syntax import depth_problem, has_stray_byte, syntax_problems, too_deep
from r11.text.lines import BOM
from r11.vocabulary import CheckCode


class Flaw:
    """Stands where a value was that cannot be trusted. Its problem has been reported; it is equal only to itself."""

    def __repr__(self) -> str:
        return "FLAW"


FLAW: Final = Flaw()


@dataclass(frozen=True)
class HugeNumber:
    """A whole number of more than 18 digits: legal JSON, and no line number or count of ours."""

    text: str


@dataclass(frozen=True)
class Parsed:
    """What the bytes hold. `value` is FLAW where they are not one JSON document; `problems` is then not empty."""

    value: Any
    problems: tuple[Problem, ...] = ()

    @property
    def readable(self) -> bool:
        return self.value is not FLAW


# --- places and words -------------------------------------------------------------------------------------------------

_PLAIN_KEY = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)


def at(place: str, step: str | int) -> str:
    """The place of a member or an item: `records[3]`, `.rule`, `["a b.md"]`. Long keys are cut and stay distinct."""
    if isinstance(step, int):
        return f"{place}[{step}]"
    if len(step) > 200:
        mark = hashlib.sha256(step.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        step = f"{step[:60]}…{mark}"
    if _PLAIN_KEY.fullmatch(step):
        return f"{place}.{step}" if place else step
    return f"{place}[{json.dumps(printable(step), ensure_ascii=False)}]"


def holder_of(place: str, holders: Container[str]) -> str | None:
    """The innermost of the holders' places that `place` is, or stands inside; None where it stands in none."""
    ends = [len(place), *(end for end in reversed(range(len(place))) if place[end] in ".[")]
    return next((place[:end] for end in ends if place[:end] in holders), None)


def printable(text: str) -> str:
    """The text with half characters written as escapes, so that any stream can show it."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def describe(value: Any) -> str:
    """A plain value in a few words, for messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, HugeNumber):
        return f"a number of {len(value.text)} digits"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the string {cut(value)}"
    return "a list" if isinstance(value, list) else "an object"


def cut(text: str, limit: int = 40) -> str:
    """The text in quotes and with escapes, cut where it is long."""
    return repr(text if len(text) <= limit else text[:limit] + "…")


# --- bytes to values ------------------------------------------------------------------------------------------------


class _Members(list[tuple[str, Any]]):
    """The members of an object as they stand, repeated keys included."""


@dataclass(frozen=True)
class _NotANumber:
    text: str


def _whole_number(text: str) -> int | HugeNumber:
    return int(text) if len(text.lstrip("-")) <= 18 else HugeNumber(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_Members, parse_constant=_NotANumber, parse_int=_whole_number)


def parse(data: bytes, place: str = "") -> Parsed:
    """One JSON document. Never raises: what is wrong is in `problems`, each with its place."""
    problems: list[Problem] = []
    if data.startswith(BOM):
        problems.append(Problem(place, CheckCode.HAS_BOM, "line 1: the JSON begins with a byte order mark"))
    text = data.removeprefix(BOM).decode("utf-8", "surrogateescape")
    index = too_deep(text)
    if index is not None:
        return Parsed(FLAW, (*problems, depth_problem(text, index, place)))
    try:
        raw = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        return Parsed(FLAW, (*problems, *syntax_problems(text, error, place)))
    value = _Sieve(has_stray_byte(text), problems).sift(raw, place)
    return Parsed(value, tuple(problems))


def parse_lines(data: bytes) -> list[tuple[int, Parsed]]:
    """JSON Lines: each line that is not blank with its number, from 1. A line that is not JSON hides no other."""
    lines = data.split(b"\n")
    return [(number, parse(line, f"line {number}")) for number, line in enumerate(lines, start=1) if line.strip()]


@dataclass(frozen=True)
class _Sieve:
    """Turns raw values into plain ones: objects as dictionaries, FLAW where something cannot be trusted.

    `stray`: the bytes are not UTF-8 throughout, so that half a character in a string is such a byte, not an escape.
    """

    stray: bool
    problems: list[Problem]

    def sift(self, raw: Any, place: str) -> Any:
        if isinstance(raw, _Members):
            return self._members(raw, place)
        if isinstance(raw, list):
            return [self.sift(item, at(place, index)) for index, item in enumerate(raw)]
        if isinstance(raw, _NotANumber):
            return self._flaw(place, CheckCode.NOT_A_NUMBER, f"{raw.text} is no JSON number")
        if isinstance(raw, str) and not self._is_text(raw, place):
            return FLAW
        return raw

    def _members(self, members: _Members, place: str) -> dict[str, Any]:
        out: dict[str, Any] = {}
        repeated: set[str] = set()
        for key, raw in members:
            inner = at(place, key)
            if key not in out:
                out[key] = self.sift(raw, inner) if self._is_text(key, inner) else FLAW
            elif key not in repeated:
                repeated.add(key)
                message = f"the key {printable(key)!r} stands twice in one object; which value is meant is unknown"
                out[key] = self._flaw(inner, CheckCode.DUPLICATE_KEY, message)
        return out

    def _is_text(self, text: str, place: str) -> bool:
        if text.isascii():
            return True
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            half = ord(text[error.start])
            if self.stray and 0xDC80 <= half <= 0xDCFF:  # as `surrogateescape` leaves a byte
                code, what = CheckCode.NOT_UTF8, f"byte 0x{half - 0xDC00:02X} is not UTF-8"
            else:
                code, what = CheckCode.LONE_SURROGATE, f"\\u{half:04x} is half a character"
            self._flaw(place, code, f"character {error.start + 1}: {what}")
            return False
        return True

    def _flaw(self, place: str, code: CheckCode, message: str) -> Flaw:
        self.problems.append(Problem(place, code, message))
        return FLAW


def is_flawed(value: Any) -> bool:
    """Whether a value holds FLAW at any depth."""
    if isinstance(value, dict):
        return any(map(is_flawed, value.values()))
    if isinstance(value, list):
        return any(map(is_flawed, value))
    return value is FLAW
