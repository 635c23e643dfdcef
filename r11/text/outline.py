"""The markdown structure of a page: where on it a span of bytes stands, and whether an edit leaves the rest as it was.

The structure is what markdown-it-py reads (CommonMark and tables, no plug-in); front matter is set aside here. A page
is parsed once. For a question about one line only the top-level block that holds it and its neighbours are read again,
with the page's link references (`Page.around`); `Page.outline` of two whole files is the long form, for who writes.

A lone carriage return breaks lines for markdown and not for us (`text/lines.py`): on such a page no place is editable.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from r11.text.lines import Document


class Place(StrEnum):
    """What kind of text a span is part of."""

    PROSE = "prose"
    TABLE_CELL = "table cell"
    CODE_SPAN = "code span"
    HEADING = "heading"
    CODE_BLOCK = "code block"
    FRONT_MATTER = "front matter"
    LINK_TARGET = "link target"
    IMAGE = "image"
    HTML = "HTML"
    COMMENT = "comment"
    DIRECTIVE = "directive"
    REFERENCE = "reference definition"
    MARKUP = "markup"

    @property
    def is_editable(self) -> bool:
        """Prose, table cells and code spans may be edited; headings not, since their anchors would change."""
        return self in {Place.PROSE, Place.TABLE_CELL, Place.CODE_SPAN}


class Node(NamedTuple):
    """One token of a page. `lines` are the first line and the line after the last (from 0) of a block, else None.

    Only leaves have `text`; the raw text of a block is not kept, its parsed `children` are.
    """

    kind: str
    markup: str
    info: str
    attributes: tuple[tuple[str, str], ...]
    lines: tuple[int, int] | None
    text: str
    children: tuple[Node, ...]

    def has_shape_of(self, other: Node) -> bool:
        """Everything is alike but the text and the children."""
        return self._shape == other._shape

    @property
    def _shape(self) -> tuple[object, ...]:
        return self.kind, self.markup, self.info, self.attributes, self.lines


Outline = tuple[Node, ...]

_MARKDOWN = MarkdownIt("commonmark").enable("table")
# The same, without looking into blocks: enough to know where they are, in half the time.
_BLOCKS_ONLY = MarkdownIt("commonmark").enable("table")
_BLOCKS_ONLY.core.ruler.enableOnly(["normalize", "block"])
# Stands in for the span in question while the page is read: letters only, so that it behaves as a word does.
_SENTINEL = "Rxspanx"
_DIRECTIVE = re.compile(r"[\s>]*:::")
_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*://|www\.|mailto:)[^\s<>()\[\]|*`]*|\[\[[^\]]*\]\]", re.IGNORECASE)


@dataclass(frozen=True)
class Page:
    """A document as markdown: the text of each line, the lines of front matter blanked."""

    lines: tuple[str, ...]
    front_matter: int
    has_lone_return: bool

    @classmethod
    def of(cls, document: Document) -> Page:
        texts = [line.body.decode("utf-8", "replace") for line in document.lines]
        front = _front_matter_length(texts)
        return cls(("",) * front + tuple(texts[front:]), front, any("\r" in text for text in texts))

    @cached_property
    def outline(self) -> Outline:
        """The whole page."""
        return _read(self.lines, {}, 0)

    @cached_property
    def _frame(self) -> tuple[list[tuple[int, int]], dict[str, Any]]:
        """The line ranges of the top-level blocks, in order, and the page's link references."""
        environment: dict[str, Any] = {}
        tokens = _BLOCKS_ONLY.parse("\n".join(self.lines), environment)
        blocks = [(token.map[0], token.map[1]) for token in tokens if token.level == 0 and token.map]
        return blocks, environment.get("references", {})

    def text_after(self, number: int) -> str:
        """The first line below line `number` that is not blank; empty where there is none."""
        return next((text for text in self.lines[number:] if text.strip()), "")

    def is_in_block(self, number: int) -> bool:
        return any(start < number <= end for start, end in self._frame[0])

    def _region(self, number: int) -> tuple[int, int]:
        """The lines (from 0) of the block that holds line `number`, with a block on either side."""
        index = number - 1
        start, end = index, index + 1
        for before, after in pairwise([(0, 0), *self._frame[0], (len(self.lines), len(self.lines))]):
            if before[0] <= index < before[1]:
                start, end = min(start, before[0]), after[1]
            elif after[0] <= index < after[1]:
                start = before[0] if before[1] == after[0] else after[0]
        return start, end

    def around(self, number: int, text: str | None = None) -> Outline:
        """The outline near a line, as it is or with `text` in the line's place."""
        start, end = self._region(number)
        if text is None:
            if (start, end) not in self._read_regions:
                self._read_regions[start, end] = self._reread(self.lines[start:end], start)
            return self._read_regions[start, end]
        lines = list(self.lines[start:end])
        lines[number - 1 - start] = text
        return self._reread(lines, start)

    @cached_property
    def _read_regions(self) -> dict[tuple[int, int], Outline]:
        return {}

    def _reread(self, lines: Sequence[str], start: int) -> Outline:
        return _read(lines, {"references": dict(self._frame[1])}, start)


def _front_matter_length(texts: Sequence[str]) -> int:
    """How many lines the YAML block at the top takes; 0 where there is none or it is never closed."""
    if not texts or texts[0].rstrip() != "---":
        return 0
    closing = (index for index, text in enumerate(texts[1:], start=2) if text.rstrip() in {"---", "..."})
    return next(closing, 0)


def _read(lines: Sequence[str], environment: dict[str, Any], first: int) -> Outline:
    return tuple(_node(token, first) for token in _MARKDOWN.parse("\n".join(lines), environment))


def _node(token: Token, first: int) -> Node:
    attributes = tuple(sorted((name, str(value)) for name, value in token.attrs.items()))
    lines = (token.map[0] + first, token.map[1] + first) if token.map else None
    children = tuple(_node(child, first) for child in token.children or ())
    text = "" if token.type in {"inline", "image"} else token.content
    return Node(token.type, token.markup, token.info, attributes, lines, text, children)


# --- where a span stands --------------------------------------------------------------------------------------------


def place_of(page: Page, number: int, start: int, end: int) -> Place:
    """What the bytes `start:end` of line `number` are part of: the page is read with a plain word in their place."""
    if number <= page.front_matter:
        return Place.FRONT_MATTER
    body = page.lines[number - 1].encode("utf-8")
    before, span, after = (part.decode("utf-8", "replace") for part in (body[:start], body[start:end], body[end:]))
    if page.has_lone_return:
        return Place.MARKUP
    if _DIRECTIVE.match(before + span):
        return Place.DIRECTIVE
    if any(
        found.start() < len(before + span) and found.end() > len(before)
        for found in _ADDRESS.finditer(before + span + after)
    ):
        return Place.LINK_TARGET
    was, now = page.around(number), page.around(number, before + _SENTINEL + after)
    place = _place_in(now)
    if place is None:
        return Place.MARKUP if page.is_in_block(number) else Place.REFERENCE
    if place.is_editable and not swap_keeps(now, was, _SENTINEL, span):
        return Place.MARKUP
    return place


def _place_in(outline: Outline) -> Place | None:
    inside = Place.PROSE
    for node in outline:
        if node.kind == "heading_open":
            inside = Place.HEADING
        elif node.kind in {"td_open", "th_open"}:
            inside = Place.TABLE_CELL
        elif node.kind in {"heading_close", "td_close", "th_close"}:
            inside = Place.PROSE
        found = _place_in_node(node, inside)
        if found is not None:
            return found
    return None


def _place_in_node(node: Node, inside: Place) -> Place | None:
    for child in node.children:
        found = Place.IMAGE if node.kind == "image" and _holds(child) else _place_in_node(child, inside)
        if found is not None:
            return found
    if not _holds(node):
        return None
    match node.kind:
        case "text":
            return inside
        case "code_inline":
            return inside if inside is Place.HEADING else Place.CODE_SPAN
        case "fence" | "code_block":
            return Place.CODE_BLOCK
        case "html_block" | "html_inline":
            return _html_place(node.text)
        case "image":
            return Place.IMAGE
        case "link_open":
            return Place.LINK_TARGET
        case _:
            return Place.MARKUP


def _holds(node: Node) -> bool:
    # markdown-it writes link targets in their encoded form; the sentinel is plain letters, so it stays as it is
    return _SENTINEL in node.text or _SENTINEL in node.info or any(_SENTINEL in value for _, value in node.attributes)


def _html_place(html: str) -> Place:
    head = html[: html.index(_SENTINEL)]
    return Place.COMMENT if head.rfind("<!--") > head.rfind("-->") else Place.HTML


# --- what an edit leaves as it was ----------------------------------------------------------------------------------


def swap_keeps(before: Outline, after: Outline, old: str, new: str) -> bool:
    """The two outlines differ in the text of one run of prose or code, and there only by `new` for one `old`."""
    pair = _only_difference(before, after)
    if pair is None or not pair[0].has_shape_of(pair[1]):
        return False
    leaf = _only_difference(pair[0].children, pair[1].children)
    if leaf is None or leaf[0].kind not in {"text", "code_inline"} or not leaf[0].has_shape_of(leaf[1]):
        return False
    was, now = leaf[0].text, leaf[1].text
    at = was.find(old)
    while at >= 0:
        if was[:at] + new + was[at + len(old) :] == now:
            return True
        at = was.find(old, at + 1)
    return False


def subtraction_keeps(before: Outline, after: Outline) -> bool:
    """Every block is as it was but one, whose inline parts are those it had, in order, with some (not all) gone."""
    pair = _only_difference(before, after)
    if pair is None or not pair[0].has_shape_of(pair[1]) or pair[0].kind != "inline" or not pair[1].children:
        return False
    had = iter([node for node in pair[0].children if node.kind != "text"])
    kept = [node for node in pair[1].children if node.kind != "text"]
    return _no_new_marks(pair[0], pair[1]) and all(
        any(node.has_shape_of(old) and _is_shortened(old.text, node.text) for old in had) for node in kept
    )


def _is_shortened(old: str, new: str) -> bool:
    """`new` is `old` without some of its characters."""
    left = iter(old)
    return all(character in left for character in new)


def _no_new_marks(before: Node, after: Node) -> bool:
    """No mark of emphasis, code or link that had a meaning now stands as plain text."""
    was, now = (Counter("".join(n.text for n in node.children if n.kind == "text")) for node in (before, after))
    return all(now[mark] <= was[mark] for mark in "*_`~[]<>|")


def removal_keeps(before: Outline, after: Outline, number: int) -> bool:
    """The page is as it was without the one list item or paragraph that line `number` was the whole of."""
    found = _unit_on(before, number - 1)
    if found is None:
        return False
    expected = before[: found[0]] + before[found[1] :]
    return [_unplaced(node) for node in expected] == [_unplaced(node) for node in after]


def _only_difference(before: Sequence[Node], after: Sequence[Node]) -> tuple[Node, Node] | None:
    if len(before) != len(after):
        return None
    pairs = [(was, now) for was, now in zip(before, after, strict=True) if was != now]
    return pairs[0] if len(pairs) == 1 else None


def _unit_on(outline: Outline, index: int) -> tuple[int, int] | None:
    """The tokens, first and after the last, of the paragraph on that one line, with the list item it fills."""
    for at, node in enumerate(outline):
        if node.kind == "paragraph_open" and node.lines == (index, index + 1):
            start, end = at, at + 3
            if start and outline[start - 1].kind == "list_item_open":
                return (start - 1, end + 1) if outline[end].kind == "list_item_close" else None
            return start, end
    return None


def _unplaced(node: Node) -> Node:
    return node._replace(lines=None, children=tuple(_unplaced(child) for child in node.children))


# --- tables ---------------------------------------------------------------------------------------------------------


def table_under(outline: Outline, heading: str) -> tuple[list[str], list[list[str]]]:
    """The header and the rows of the first table under a heading (compared without case); empty where there is none."""
    rows: list[list[str]] = []
    under = inside = False
    for at, node in enumerate(outline):
        match node.kind:
            case "heading_open":
                under = _text(outline[at + 1]).strip().lower() == heading.lower()
            case "table_open" if under:
                inside = True
            case "table_close" if inside:
                return rows[0], rows[1:]
            case "tr_open" if inside:
                rows.append([])
            case "th_open" | "td_open" if inside:
                rows[-1].append(_text(outline[at + 1]).strip())
            case _:
                pass
    return [], []


def _text(node: Node) -> str:
    return node.text + "".join(_text(child) for child in node.children)
