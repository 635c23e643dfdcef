"""Where each value of a JSON document stands in its bytes. For the stamp, which must leave all other bytes alone.

The bytes are known to be JSON (`strict_json.parse` read them); this module finds places and judges nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from r11.ledger.strict_json import at
from r11.text.lines import BOM

_TOKEN = re.compile(rb'[ \t\r\n]*("[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}:,]|[^ \t\r\n\[\]{}:,"]+)', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Span:
    """A value: its bytes are `data[start:end]`. `members` are those of an object, `items` those of an array."""

    start: int
    end: int
    members: tuple[Member, ...] = ()
    items: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object: its key, where the key's string stands, and its value."""

    key: str
    start: int
    end: int
    value: Span


def spans(data: bytes) -> dict[str, Span]:
    """Place → span, for every value of the document. Of a key that stands twice the last is found."""
    return dict(_placed("", _Scanner(data).value()))


def _placed(place: str, span: Span) -> Iterator[tuple[str, Span]]:
    yield place, span
    for member in span.members:
        yield from _placed(at(place, member.key), member.value)
    for index, item in enumerate(span.items):
        yield from _placed(at(place, index), item)


class _Scanner:
    """Reads tokens from left to right. Nesting is bounded by `syntax.MAX_DEPTH`."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = len(BOM) if data.startswith(BOM) else 0

    def value(self) -> Span:
        start, end, token = self._next()
        if token == b"{":
            members = tuple(self._members())
            return Span(start, self._position, members=members)
        if token == b"[":
            items = tuple(self._items())
            return Span(start, self._position, items=items)
        return Span(start, end)

    def _members(self) -> Iterator[Member]:
        start, end, token = self._next()
        while token != b"}":
            self._next()  # the colon
            key = json.loads(token.decode("utf-8", "surrogateescape"))
            yield Member(key, start, end, self.value())
            start, end, token = self._next()
            if token == b",":
                start, end, token = self._next()

    def _items(self) -> Iterator[Span]:
        if self._peek() == b"]":
            self._next()
            return
        token = b","
        while token == b",":
            yield self.value()
            _, _, token = self._next()

    def _next(self) -> tuple[int, int, bytes]:
        match = _TOKEN.match(self._data, self._position)
        if match is None:
            raise ValueError(f"no JSON token at byte {self._position}")
        self._position = match.end()
        return match.start(1), match.end(1), match[1]

    def _peek(self) -> bytes:
        match = _TOKEN.match(self._data, self._position)
        return match[1] if match else b""
