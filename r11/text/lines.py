r"""Lines of a file as bytes: split, find a claim once, splice, join.

A line ends at `\n`; a `\r` before it belongs to the terminator; a BOM belongs to no line. Nothing else breaks a line:
form feed, NEL, U+2028 and a lone `\r` are ordinary bytes. Lines are counted from 1. Nothing here decodes a file as a
whole, so a byte that is not UTF-8 on one line does not touch another.

Standard library only: `fixes/proof.py` rests on this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from r11.vocabulary import AbortCode

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Line:
    """One line: its bytes without the terminator, and the terminator (`\\n`, `\\r\\n`, or empty at the end)."""

    body: bytes
    terminator: bytes


@dataclass(frozen=True)
class Document:
    """A file as its BOM and its lines; `to_bytes` gives back exactly the bytes that `parse` was given."""

    bom: bytes
    lines: tuple[Line, ...]

    @classmethod
    def parse(cls, data: bytes) -> Document:
        bom = BOM if data.startswith(BOM) else b""
        pieces = data[len(bom) :].split(b"\n")
        last = pieces.pop()
        lines = [Line(piece[:-1], b"\r\n") if piece.endswith(b"\r") else Line(piece, b"\n") for piece in pieces]
        if last:
            lines.append(Line(last, b""))
        return cls(bom, tuple(lines))

    def to_bytes(self) -> bytes:
        return self.bom + b"".join(line.body + line.terminator for line in self.lines)

    def body(self, number: int) -> bytes | None:
        """The bytes of line `number` (from 1), or None where the file has no such line."""
        return self.lines[number - 1].body if 1 <= number <= len(self.lines) else None

    def with_line(self, number: int, body: bytes | None) -> Document:
        """The document with one line's bytes replaced; None removes the line with its terminator."""
        index = number - 1
        middle = () if body is None else (Line(body, self.lines[index].terminator),)
        return Document(self.bom, self.lines[:index] + middle + self.lines[index + 1 :])


def splice(line: bytes, edits: Iterable[tuple[int, int, bytes]]) -> bytes:
    """The line with each byte span `(start, end, new)` replaced. Spans are sorted and disjoint.

    Raises ValueError where they overlap, are out of order or leave the line: two edits are never interleaved.
    """
    out: list[bytes] = []
    position = 0
    for start, end, new in edits:
        if not position <= start <= end <= len(line):
            raise ValueError(f"span {start}:{end} overlaps, is out of order or leaves a line of {len(line)} bytes")
        out += (line[position:start], new)
        position = end
    out.append(line[position:])
    return b"".join(out)


def count_overlapping(needle: bytes, haystack: bytes) -> int:
    """How often `needle` stands in `haystack`, overlaps included (`aa` stands twice in `aaa`)."""
    count, start = 0, haystack.find(needle)
    while start >= 0:
        count += 1
        start = haystack.find(needle, start + 1)
    return count


@dataclass(frozen=True)
class ClaimSite:
    """Where a claim stands: line number, the byte span on that line, and where each claim character stands.

    `starts[i]`, `ends[i]` are the byte offsets of the claim's character `i` on the line; a character of the claim that
    the line does not hold (markup around other text) has an empty span. `moved` says that the ledger named another
    line, `marked` that markup of the line stands between the claim's words.
    """

    number: int
    body: bytes
    start: int
    end: int
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    moved: bool = False
    marked: bool = False

    def locate(self, start: int, end: int) -> tuple[int, int]:
        """The byte span of the claim's characters `start:end` (not empty)."""
        return self.starts[start], self.ends[end - 1]


@dataclass(frozen=True)
class LostClaim:
    """Why a claim cannot be edited where it stands."""

    code: AbortCode
    detail: str


def find_claim(document: Document, claim: str, number: int) -> ClaimSite | LostClaim:
    """The one place of a claim: on its line, else wherever else in the file it stands exactly once.

    A claim matches verbatim, or with markdown marks and runs of white space set aside on both sides.
    """
    body = document.body(number)
    if body is not None:
        here = _sites(body, claim)
        if len(here) == 1:
            return _site(number, body, here[0], moved=False)
        if len(here) > 1:
            return LostClaim(AbortCode.CLAIM_AMBIGUOUS, f"stands {len(here)} times on line {number}")
        if _decoded(body) is None:
            return LostClaim(AbortCode.LINE_NOT_UTF8, f"line {number} is not UTF-8")
    return _find_elsewhere(document, claim, number)


def _find_elsewhere(document: Document, claim: str, number: int) -> ClaimSite | LostClaim:
    found = [
        (index, line.body, span)
        for index, line in enumerate(document.lines, start=1)
        if index != number
        for span in _sites(line.body, claim)
    ]
    if len(found) == 1:
        return _site(*found[0], moved=True)
    if found:
        places = ", ".join(str(index) for index, _, _ in found[:5])
        return LostClaim(
            AbortCode.CLAIM_AMBIGUOUS, f"not on line {number}, and more than once elsewhere: lines {places}"
        )
    if _spans_lines(document, claim):
        return LostClaim(AbortCode.CLAIM_SPANS_LINES, "runs over more than one line")
    return LostClaim(AbortCode.CLAIM_GONE, f"neither on line {number} nor elsewhere in the file")


def _spans_lines(document: Document, claim: str) -> bool:
    text = " ".join(line.body.decode("utf-8", "replace").lstrip(" >\t") for line in document.lines)
    needle = plain(claim)[0]
    return bool(needle) and needle in plain(text)[0]


Span = tuple[tuple[int, ...], tuple[int, ...], bool]  # starts, ends, marked


def _site(number: int, body: bytes, span: Span, moved: bool) -> ClaimSite:
    starts, ends, marked = span
    return ClaimSite(number, body, starts[0], max(ends), starts, ends, moved, marked)


def _decoded(body: bytes) -> str | None:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _sites(body: bytes, claim: str) -> list[Span]:
    needle = claim.encode("utf-8", "surrogatepass")
    if not needle:
        return []
    if needle in body:
        text = _decoded(body)
        if text is None:
            return []
        starts: list[int] = []
        position = 0
        for character in claim:
            starts.append(position)
            position += len(character.encode("utf-8", "surrogatepass"))
        ends = [*starts[1:], position]
        return [(tuple(at + s for s in starts), tuple(at + e for e in ends), False) for at in _positions(needle, body)]
    return _plain_sites(body, claim)


def _positions(needle: bytes, haystack: bytes) -> list[int]:
    positions, start = [], haystack.find(needle)
    while start >= 0:
        positions.append(start)
        start = haystack.find(needle, start + 1)
    return positions


def _plain_sites(body: bytes, claim: str) -> list[Span]:
    """Matches with markup set aside. The quick look first: most lines do not hold the claim at all."""
    text = _decoded(body)
    if text is None:
        return []
    needle, needle_map = plain(claim)
    hay, hay_map = plain(text)
    if not needle or needle not in hay:
        return []
    offsets = _byte_offsets(text)
    spans: list[Span] = []
    at = hay.find(needle)
    while at >= 0:
        spans.append(_mapped(claim, needle_map, hay_map[at : at + len(needle)], offsets))
        at = hay.find(needle, at + 1)
    return spans


def _byte_offsets(text: str) -> list[int]:
    offsets, position = [], 0
    for character in text:
        offsets.append(position)
        position += len(character.encode("utf-8"))
    return [*offsets, position]


def _mapped(claim: str, needle_map: Sequence[int], hay_map: Sequence[int], offsets: Sequence[int]) -> Span:
    starts, ends = [], []
    plain_at = dict(zip(needle_map, hay_map, strict=True))
    following = offsets[hay_map[-1] + 1]
    for index in range(len(claim) - 1, -1, -1):
        character = plain_at.get(index)
        if character is None:
            starts.append(following)
            ends.append(following)
        else:
            starts.append(offsets[character])
            ends.append(offsets[character + 1])
            following = offsets[character]
    return tuple(reversed(starts)), tuple(reversed(ends)), True


# Marks that stand around text without being part of it. A link keeps its text and loses its target; `_` counts only
# at the edge of a word, so that `snake_case` stays whole; a backslash goes where it escapes punctuation.
_MARKS = re.compile(
    r"""(?P<link>\]\([^()\s]*(?:\s+"[^"]*")?\))   # the target of a link or image
      | (?P<open>!?\[(?=[^\[\]]*\]\())             # the bracket that opens it
      | \*+ | `+ | ~~
      | (?<!\w)_+(?=\w) | (?<=\w)_+(?!\w)
      | \\(?=[\\`*_{}\[\]()#+\-.!|>~])
      | (?P<space>\s+)""",
    re.VERBOSE,
)


def plain(text: str) -> tuple[str, list[int]]:
    """The text without markdown marks, white space runs as one space; and for each character its index in `text`."""
    out: list[str] = []
    indices: list[int] = []
    position = 0
    for match in _MARKS.finditer(text):
        out.append(text[position : match.start()])
        indices.extend(range(position, match.start()))
        if match.lastgroup == "space":
            out.append(" ")
            indices.append(match.start())
        position = match.end()
    out.append(text[position:])
    indices.extend(range(position, len(text)))
    joined = "".join(out)
    left = len(joined) - len(joined.lstrip(" "))
    right = len(joined.rstrip(" "))
    return joined[left:right], indices[left:right]
