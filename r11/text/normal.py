r"""The normal form in which a quote and a page are compared: written down once, applied to both sides alike.

    white space    any run of it, NBSP and line ends included, is one space; zero-width characters go
    quotes         typographic single and double quotation marks are ' and "
    dashes         hyphens, en dash, em dash and the minus sign are -
    letters        the seven Latin ligatures (U+FB00 to U+FB06) are their letters; the caller has composed them (NFC)
    markdown       marks of emphasis, code, headings, lists, block quotes, alerts, fences and table borders go; a link
                   keeps its text; an escape, an entity and an HTML tag read as a browser shows them

What is *not* done is part of the rule: case, accents, digits, look-alike letters of other scripts, punctuation, struck
text and superscripts on numbers (10<sup>6</sup> is not 106) keep their difference.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from dataclasses import dataclass

# One character for one, so that offsets stay; the ligatures, one for two, are tokens.
_TYPOGRAPHY = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
)
_LIGATURES = dict(
    zip("\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06", ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)
)

_WHITE = re.compile(r"\s+")
_INLINE_TAGS = "a|abbr|b|cite|code|em|font|i|kbd|mark|q|samp|small|span|strong|sub|sup|u|var"
_BLOCK_TAGS = "br|center|dd|details|div|dl|dt|hr|img|li|ol|p|summary|table|tbody|td|th|thead|tr|ul"

# The first look keeps the many alternatives away from ordinary letters: it halves the time on a page.
_TOKENS = re.compile(
    rf"""(?=^|[^\w\x20.,;'"()/]|[_\ufb00-\ufb06]|\x20[\s|])
      (?:(?P<comment><!--.{{0,2000}}?-->)
      | (?P<fence>^[ \t]*(?:`{{3,}}|~{{3,}})[^`\n]*$)
      | (?P<rule>^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?)?[ \t]*$)
      | (?P<lead>^[ \t]*(?:(?:\#{{1,6}}|[-*+\u2022])[ \t]+|>[ \t]?)+)
      | (?P<alert>\[![A-Z]+\])
      | (?P<power>(?<=\d)(?:<sup>\s*|\^)(?=\d))
      | (?P<inline></?(?:{_INLINE_TAGS})(?:\s[^<>]*)?/?>)
      | (?P<block></?(?:{_BLOCK_TAGS})(?:\s[^<>]*)?/?>)
      | (?P<autolink><https?://[^\s<>]+>)
      | (?P<escape>\\(?=[\\`*_{{}}\[\]()\#+\-.!|<>~]))
      | (?P<entity>&(?:[A-Za-z]+|\#\d+|\#[xX][0-9A-Fa-f]+);)
      | (?P<target>\](?:\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)|\[(?:[^\[\]\n]|\n(?!\n))*\]))
      | (?P<open>!?\[(?=(?:[^\[\]\n]|\n(?!\n))*\][(\[]))
      | (?P<mark>(?<![\d\\])\*+|\*+(?!\d)|`+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w))
      | (?P<ligature>[\ufb00-\ufb06])
      | (?P<unseen>[\u00ad\u200b-\u200f\u2060\ufeff]+)
      | (?P<space>(?:[^\S\n]|\|){{2,}}|[^\S\x20]|\|))""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


def _shown(match: re.Match[str]) -> str:
    """What a reader sees where the token stands."""
    match match.lastgroup:
        case "space" | "block" | "rule" | "fence" | "lead":
            return " "
        case "power":
            return "^"
        case "ligature":
            return _LIGATURES[match[0]]
        case "alert":
            return match[0][2:-1].capitalize()
        case "autolink":
            return match[0][1:-1]
        case "entity":
            return _WHITE.sub(" ", html.unescape(match[0])).translate(_TYPOGRAPHY)
        case _:
            return ""


@dataclass(frozen=True)
class Normal:
    """A text in normal form. `places` pairs offsets in it with offsets in the text it came from, both rising."""

    text: str
    places: tuple[tuple[int, int], ...]

    def origin(self, offset: int) -> int:
        """The offset in the original text of the character at `offset`."""
        at = bisect_right(self.places, offset, key=lambda place: place[0]) - 1
        start, source = self.places[at]
        return source + offset - start

    def shows(self, start: int, end: int) -> bool:
        """Whether a reader sees anything of the original text's `start:end` (not so within a comment or a target)."""
        at = bisect_right(self.places, start, key=lambda place: place[1]) - 1
        if at + 1 < len(self.places) and self.places[at + 1][1] < end:
            return True
        if at < 0:
            return False
        shown_until = self.places[at + 1][0] if at + 1 < len(self.places) else len(self.text)
        return self.places[at][1] + shown_until - self.places[at][0] > start


class _Writer:
    """Joins pieces of shown text, folding the spaces where two of them meet."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.places: list[tuple[int, int]] = []
        self.length = 0
        self.spaced = True  # white space at the beginning goes

    def put(self, piece: str, source: int) -> None:
        if self.spaced and piece[:1] == " ":
            piece, source = piece[1:], source + 1
        if piece:
            self.pieces.append(piece)
            self.places.append((self.length, source))
            self.length += len(piece)
            self.spaced = piece[-1] == " "


def normalise(text: str) -> Normal:
    """The normal form that the module's docstring defines; its places refer to `text`, which must be NFC."""
    writer = _Writer()
    text = text.translate(_TYPOGRAPHY)
    position = 0
    for match in _TOKENS.finditer(text):
        writer.put(text[position : match.start()], position)
        writer.put(_shown(match), match.start())
        position = match.end()
    writer.put(text[position:], position)
    return Normal("".join(writer.pieces).rstrip(" "), tuple(writer.places))
