"""What a reviewer is told while they write a line themselves: such a text has no proof, so it gets warnings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from r11.fixes.plain_claim import words_of
from r11.fixes.word_support import Support
from r11.panels.desk import Check
from r11.panels.view import is_unseen, name_of
from r11.review.answers import Seen
from r11.review.log import text_problem
from r11.text.lines import Document, plain
from r11.text.outline import Page
from r11.text.values import lex

_OPENS = re.compile(r"(?:^|[.!?:|])[\W_]*$")


def text_warnings(seen: Seen, document: Document | None, text: str, page: str = "") -> Sequence[Check]:
    """Nothing changed; an emptied line; a value that no quote holds; a name that nothing on record holds; a changed
    structure; a character nobody sees.

    page: the text of the cited page. What keeps the text from being saved stands first.
    """
    before = seen.proposal.line_before or ""
    if text == before:
        return [Check(blocks=True, words="nothing is changed yet")]
    if problem := text_problem(text):
        return [Check(blocks=True, words=problem)]
    found = (
        *_emptied(text),
        *_unquoted(seen, before, text),
        *_unnamed(seen, before, text, page),
        *_unseen(before, text),
        *_structure(seen, document, text),
    )
    return [Check(blocks=False, words=words) for words in found]


def _emptied(text: str) -> Iterator[str]:
    if not text.strip():
        yield "the line is emptied: all of its text goes, and an empty line stays"


def _unquoted(seen: Seen, before: str, text: str) -> Iterator[str]:
    passage = seen.evidence.passage if seen.evidence else ""
    known = {value.text for value in lex(" ".join((seen.flag.evidence_quote, passage, before)))}
    return (f"no quote holds the value {value.text}" for value in lex(text) if value.text not in known)


def _unnamed(seen: Seen, before: str, text: str, page: str) -> Iterator[str]:
    """Names by their capitals. The first word of a sentence is one only where it is written as no plain word is."""
    passage = seen.evidence.passage if seen.evidence else ""
    known, shown = Support.of(seen.flag.evidence_quote, passage, before, page), plain(text)[0]
    names = (
        word.text
        for word in words_of(shown)
        if word.text != word.low and (word.text[1:] != word.low[1:] or not _OPENS.search(shown[: word.start]))
        if not known.holds(word)
    )
    where = "the stored page" if page else "the quote"
    return (f"neither the line before nor {where} holds the name {name}" for name in dict.fromkeys(names))


def _unseen(before: str, text: str) -> Iterator[str]:
    new = dict.fromkeys(c for c in text if is_unseen(c) and c not in before)
    return (f"the text holds a character that cannot be seen: {name_of(c)}" for c in new)


def _structure(seen: Seen, document: Document | None, text: str) -> Iterator[str]:
    if document and _blocks(document) != _blocks(document.with_line(seen.proposal.line, text.encode("utf-8"))):
        yield "the structure of the page changes (a heading, a list, a table or a code block)"


def _blocks(document: Document) -> list[tuple[str, str, tuple[int, int] | None]]:
    return [(node.kind, node.markup, node.lines) for node in Page.of(document).outline]
