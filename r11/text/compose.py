"""Several approved edits of one file, composed against the bytes that all of them were reviewed on.

Every edit names its line and its span on the file as it was (the base), never on the result of another edit. Composed
so, the order in which edits are listed cannot matter: a line that goes above a swap moves nothing. Edits that cannot
both hold are refused, naming both. Shared by `review/freeze.py`, which computes the hash after, and by apply.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from r11.records import ApprovedEdit
from r11.text.lines import Document, Line, splice


@dataclass(frozen=True)
class Clash:
    """Two edits that cannot both hold: their flags, the line of the base, and why."""

    first: str
    second: str
    line: int
    why: str

    def __str__(self) -> str:
        return f"{self.first} and {self.second} {self.why} on line {self.line}"


@dataclass(frozen=True)
class Misread:
    """Edits whose result cannot be told by its bytes from other lines: their flags."""

    flag_keys: tuple[str, ...]

    def __str__(self) -> str:
        return f"with {' and '.join(self.flag_keys)} made, the file would begin or end a line where none was approved"


@dataclass(frozen=True, order=True)
class _Span:
    start: int
    end: int
    new: bytes
    flag_key: str


def compose(base: Document, edits: Sequence[ApprovedEdit]) -> Document | tuple[Clash, ...] | Misread:
    """The base with every edit made, or the pairs that clash (neighbours on the line, each named once).

    A result that does not read back as its own lines is refused as well: nobody approved those other lines, and
    nothing could put it back. So with a line taken out above one whose first bytes then are the file's mark (BOM), and
    with a carriage return that becomes part of a terminator.

    Raises ValueError where an edit leaves its line or names a line that the base does not have: whoever calls has
    compared each `line_before` with the base first. The same span and text asked for by two flags is made once.
    """
    by_line: dict[int, list[ApprovedEdit]] = defaultdict(list)
    for edit in edits:
        by_line[edit.line].append(edit)
    clashes = tuple(clash for number, group in sorted(by_line.items()) for clash in _clashes(number, group))
    if clashes:
        return clashes
    bodies = {number: _composed_line(base, number, group) for number, group in by_line.items()}
    composed = _with_lines(base, bodies)
    if _reads_back(composed):
        return composed
    alone = [number for number, body in bodies.items() if not _reads_back(_with_lines(base, {number: body}))]
    guilty = set(alone or bodies)
    return Misread(tuple(sorted(edit.flag_key for edit in edits if edit.line in guilty)))


def _reads_back(composed: Document) -> bool:
    """Whether the bytes are these lines; a last line that is empty and has no terminator leaves no trace."""
    emptied = composed.lines[-1:] == (Line(b"", b""),)
    lines = composed.lines[:-1] if emptied else composed.lines
    return Document.parse(composed.to_bytes()) == Document(composed.bom, lines)


def _clashes(number: int, edits: Sequence[ApprovedEdit]) -> list[Clash]:
    removing = [edit for edit in edits if edit.line_after is None]
    changing = [edit for edit in edits if edit.line_after is not None]
    if removing and changing:
        return [
            Clash(removing[0].flag_key, edit.flag_key, number, "remove the line and change it") for edit in changing
        ]
    return [
        Clash(left.flag_key, right.flag_key, number, _why(left, right))
        for left, right in pairwise(_distinct_spans(changing))
        if left.end > right.start or left.start == right.start
    ]


def _why(left: _Span, right: _Span) -> str:
    if (left.start, left.end) == (right.start, right.end):
        return f"give bytes {left.start}:{left.end} two different texts"
    return f"overlap at bytes {right.start}:{min(left.end, right.end)}"


def _distinct_spans(edits: Iterable[ApprovedEdit]) -> list[_Span]:
    """The spans in order; one that two flags ask for alike stands once."""
    first: dict[tuple[int, int, bytes], _Span] = {}
    for edit in sorted(edits, key=lambda e: e.flag_key):
        for span in edit.edits:
            new = span.new.encode("utf-8")
            first.setdefault((span.start, span.end, new), _Span(span.start, span.end, new, edit.flag_key))
    return sorted(first.values())


def _composed_line(base: Document, number: int, edits: Sequence[ApprovedEdit]) -> bytes | None:
    body = base.body(number)
    if body is None:
        raise ValueError(f"there is no line {number}")
    if edits[0].line_after is None:
        return None
    return splice(body, ((span.start, span.end, span.new) for span in _distinct_spans(edits)))


def _with_lines(base: Document, bodies: dict[int, bytes | None]) -> Document:
    replaced = (
        Line(body, line.terminator) if (body := bodies.get(number, line.body)) is not None else None
        for number, line in enumerate(base.lines, start=1)
    )
    return Document(base.bom, tuple(line for line in replaced if line is not None))
