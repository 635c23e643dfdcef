r"""Lines of a file as bytes: split, find a claim once, splice, join.

A line ends at `\n`; a `\r` before it belongs to the terminator; a BOM belongs to no line. Nothing else breaks a line:
form feed, NEL, U+2028 and a lone `\r` are ordinary bytes. Lines are counted from 1. Nothing here decodes a file as a
whole, so a byte that is not UTF-8 on one line does not touch another.

Standard library only: `fixes/proof.py` rests on this module.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from r11.vocabulary import AbortCode

BOM = b"\xef\xbb\xbf"


class Line(NamedTuple):
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
        """The document with one line's bytes replaced; None removes the line with its terminator.

        Raises ValueError where the document has no such line.
        """
        index = number - 1
        if not 0 <= index < len(self.lines):
            raise ValueError(f"no line {number} in a document of {len(self.lines)} lines")
        middle = () if body is None else (Line(body, self.lines[index].terminator),)
        return Document(self.bom, self.lines[:index] + middle + self.lines[index + 1 :])


def splice(line: bytes, edits: Iterable[tuple[int, int, bytes]]) -> bytes:
    """The line with each byte span `(start, end, new)` replaced. Spans are sorted and disjoint.

    Raises ValueError where they overlap, begin at one offset, are out of order or leave the line: two edits are never
    interleaved.
    """
    out: list[bytes] = []
    position, previous = 0, -1
    for start, end, new in edits:
        if not (position <= start <= end <= len(line) and previous < start):
            raise ValueError(f"span {start}:{end} overlaps, is out of order or leaves a line of {len(line)} bytes")
        out += (line[position:start], new)
        position, previous = end, start
    out.append(line[position:])
    return b"".join(out)


# What reads as one: a number with its sign and groups, a word, a version, an identifier, a path. A comma, an en dash or
# a space joins digits only; a space only before exactly three of them ("10 000"). A character without a width (a soft
# hyphen, a zero-width space, a mark of direction) joins what stands around it: on the screen "6" and "4" are 64.
_WORD = r"[^\W\u0e00-\u0eff\u2e80-\ud7ff\uf900-\ufaff]"
_UNSEEN = r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
_WHOLE = re.compile(
    rf"""(?:(?<![^\s(\[|"'“‘*`=:])[-−+.])?      # a sign or a leading point, where nothing stands before it
         [$@#€£¥]?
         {_WORD}+
         (?: {_UNSEEN}* [.:/\\@&'’_\-‑] {_UNSEEN}* {_WORD}+
           | {_UNSEEN}+ {_WORD}+
           | (?<=\d)[,–−](?=\d){_WORD}+
           | (?<=\d)[\ \u00a0\u2009\u202f](?=\d{{3}}(?!\d)){_WORD}+ )*
         (?: (?<=[^\W\d])[+#]+ | (?<=\d)[十百千万萬亿億兆]+ )?
      | [\u0e00-\u0eff\u2e80-\ud7ff\uf900-\ufaff]+""",
    re.VERBOSE,
)
# "7-day" is the number 7 in front of a unit; "7-preview" is a version.
_COMPOUND = re.compile(
    r"\d-(?=(?:second|minute|hour|day|week|month|year|bit|byte|[kmgt]i?b|core|node|token|page|row|column|character|"
    r"digit|step|point|way|zone|fold|percent|sekund|minutt|time|dag|måned|år)(?:s|er|ers|ars)?\b)",
    re.IGNORECASE,
)
_REACH = 64  # characters looked at on either side; a longer word still straddles the edge


def is_bounded(text: str, start: int, end: int) -> bool:
    """No longer number, word, version or identifier straddles an edge of `text[start:end]`.

    `32` is not bounded in `132`, `1.2` not in `1.2.3`, `7` not in `7.4`; `7` is in `7.` where the sentence ends.
    A combining letter belongs to the character before it.
    """
    if end < len(text) and unicodedata.category(text[end]).startswith("M"):
        return False
    return not _is_cut(text, start) and not _is_cut(text, end)


def _is_cut(text: str, edge: int) -> bool:
    if _is_plain_edge(text, edge):
        return False
    low = max(0, edge - _REACH)
    window = text[low : edge + _REACH]
    at = edge - low
    for whole in _WHOLE.finditer(window):
        if whole.end() > at:  # the first that ends behind the edge: no later one can straddle it
            return whole.start() < at and not _COMPOUND.match(window, at - 1)
    return False


def _is_plain_edge(text: str, edge: int) -> bool:
    """An end of the text, or a space that is not between digits: nothing can straddle it. Most edges are such."""
    if not 0 < edge < len(text):
        return True
    space = edge if text[edge] == " " else edge - 1
    return text[space] == " " and not (
        text[space + 1 : space + 2].isdecimal() and text[max(0, space - 1) : space].isdecimal()
    )


def bounded_positions(needle: str, text: str) -> list[int]:
    """Where `needle` stands in `text` as a whole value, overlaps included. Empty for an empty needle."""
    found: list[int] = []
    start = text.find(needle) if needle else -1
    while start >= 0:
        if is_bounded(text, start, start + len(needle)):
            found.append(start)
        start = text.find(needle, start + 1)
    return found


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

    A claim matches verbatim, or with markdown marks and runs of white space set aside on both sides; in both cases it
    must be bounded (`is_bounded`): `5 files are allowed` does not stand in `15 files are allowed`.
    """
    sought = _Sought.of(claim)
    body = document.body(number)
    if body is not None:
        here = _sites(body, sought)
        if len(here) == 1:
            return _site(number, body, here[0], moved=False)
        if len(here) > 1:
            return LostClaim(AbortCode.CLAIM_AMBIGUOUS, f"stands {len(here)} times on line {number}")
        if _decoded(body) is None:
            return LostClaim(AbortCode.LINE_NOT_UTF8, f"line {number} is not UTF-8")
    return _find_elsewhere(document, sought, number)


def _find_elsewhere(document: Document, sought: _Sought, number: int) -> ClaimSite | LostClaim:
    found = [
        (index, line.body, span)
        for index, line in enumerate(document.lines, start=1)
        if index != number
        for span in _sites(line.body, sought)
    ]
    if len(found) == 1:
        return _site(*found[0], moved=True)
    if found:
        places = ", ".join(str(index) for index, _, _ in found[:5])
        return LostClaim(
            AbortCode.CLAIM_AMBIGUOUS, f"not on line {number}, and more than once elsewhere: lines {places}"
        )
    if unread := next((i for i, line in enumerate(document.lines, start=1) if _holds_unread(line.body, sought)), None):
        return LostClaim(AbortCode.LINE_NOT_UTF8, f"line {unread} holds the claim and is not UTF-8")
    if _spans_lines(document, sought):
        return LostClaim(AbortCode.CLAIM_SPANS_LINES, "runs over more than one line")
    return LostClaim(AbortCode.CLAIM_GONE, f"neither on line {number} nor elsewhere in the file")


def _holds_unread(body: bytes, sought: _Sought) -> bool:
    return bool(sought.needle) and sought.needle in body and _decoded(body) is None


def _spans_lines(document: Document, sought: _Sought) -> bool:
    text = " ".join(line.body.decode("utf-8", "replace").lstrip(" >\t") for line in document.lines)
    return bool(bounded_positions(sought.plain, plain(text)[0]))


@dataclass(frozen=True)
class _Sought:
    """A claim made ready to be looked for on many lines: its bytes, its plain form, and where that stands in it."""

    claim: str
    needle: bytes
    plain: str
    indices: Sequence[int]

    @classmethod
    def of(cls, claim: str) -> _Sought:
        return cls(claim, claim.encode("utf-8", "surrogatepass"), *plain(claim))


Span = tuple[tuple[int, ...], tuple[int, ...], bool]  # starts, ends, marked


def _site(number: int, body: bytes, span: Span, moved: bool) -> ClaimSite:
    starts, ends, marked = span
    return ClaimSite(number, body, starts[0], max(ends), starts, ends, moved, marked)


def _decoded(body: bytes) -> str | None:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return None


def claims_on_line(document: Document, claim: str, number: int) -> list[ClaimSite]:
    """Every bounded place of the claim on one line; none where there is no such line, or it is not UTF-8."""
    body = document.body(number)
    if body is None:
        return []
    return [_site(number, body, span, moved=False) for span in _sites(body, _Sought.of(claim))]


def _sites(body: bytes, sought: _Sought) -> list[Span]:
    """Every bounded place of the claim on one line; none where the line is not UTF-8.

    Marks are set aside even where the claim stands verbatim, so that a second copy in bold makes it ambiguous.
    """
    text = _decoded(body)
    if text is None or not sought.plain:
        return []
    exact = _exact_sites(text, sought.claim) if sought.needle in body else []
    if exact and len(text) - len(sought.claim) < len(sought.plain):
        return exact  # no room for a second copy
    marked = _plain_sites(text, sought)
    return exact if len(exact) >= len(marked) else marked


def _exact_sites(text: str, claim: str) -> list[Span]:
    positions = bounded_positions(claim, text)
    if not positions:
        return []
    offsets = _byte_offsets(text)
    return [
        (tuple(offsets[at : at + len(claim)]), tuple(offsets[at + 1 : at + len(claim) + 1]), False) for at in positions
    ]


def _plain_sites(text: str, sought: _Sought) -> list[Span]:
    """Matches with markup set aside."""
    hay, hay_map = plain(text)
    positions = bounded_positions(sought.plain, hay)
    if not positions:
        return []
    offsets = _byte_offsets(text)
    size = len(sought.plain)
    return [_mapped(sought.claim, sought.indices, hay_map[at : at + size], offsets) for at in positions]


def _byte_offsets(text: str) -> Sequence[int]:
    if text.isascii():
        return range(len(text) + 1)
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
      | \*+(?=\S) | (?<=\S)\*+ | `+ | ~~
      | (?<!\w)_+(?=\S) | (?<=\S)_+(?!\w)
      | \\(?=[\\`*_{}\[\]()#+\-.!|>~])
      | (?P<space>\s+)""",
    re.VERBOSE,
)


_ANY_MARK = re.compile(r"[*`~_\\\[\]]|\s\s|[^\S ]|^ | $")


def plain(text: str) -> tuple[str, Sequence[int]]:
    """The text without markdown marks, white space runs as one space; and for each character its index in `text`."""
    if not _ANY_MARK.search(text):
        return text, range(len(text))
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
