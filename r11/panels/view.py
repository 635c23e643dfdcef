"""What a reviewer sees of an item, as plain runs of text with a kind each.

The browser puts every run on the screen as text, never as markup, so a claim full of HTML, script or markdown shows as
what it is. Characters that a person cannot see get a run of their own that names them.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from r11.records import Edit
from r11.text.lines import Document

Kind = Literal["same", "del", "ins", "mark", "hidden"]

WORD = re.compile(r"\w+(?:[.,:'’-]\w+)*|\s+|[^\w\s]")
MOST_WORDS_TO_ALIGN = 2_000
LONGEST_RUN = 10_000  # characters of one unmarked run; a longer one is cut in its middle, never in a diff

# Letters and marks without a glyph, which Python counts as printable: fillers, a blank braille cell, joiners.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
SHORT_NAMES = {
    "\u00a0": "NBSP",
    "\u202f": "NNBSP",
    "\u200b": "ZERO WIDTH SPACE",
    "\u00ad": "SOFT HYPHEN",
    "\ufeff": "BOM",
    "\t": "TAB",
    "\r": "CR",
}


class Run(NamedTuple):
    """A piece of text and how it is shown; `under` names what a hidden character stands in (for the diff)."""

    kind: Kind
    text: str
    under: Kind = "same"


def plain(text: str) -> list[Run]:
    """A text as it is shown anywhere outside a diff: what cannot be seen is named, a very long middle is left out."""
    return reveal(shorten([Run("same", text)]))


def counted(number: int, word: str) -> str:
    """`1 item`, `2 items`."""
    return f"{number} {word}{'' if number == 1 else 's'}"


# --- differences ----------------------------------------------------------------------------------------------------


def line_diff(before: str, after: str | None, edits: Sequence[Edit] = ()) -> list[Run]:
    """The line before and after as one text: what stays, what goes (`del`), what comes (`ins`).

    Where the edits are known they are the diff; else the words are aligned. A line that goes is one `del`.
    """
    if after is None:
        return [Run("del", before)]
    if edits:
        return _diff_of_edits(before.encode("utf-8"), edits)
    return _diff_of_words(before, after)


def _diff_of_edits(line: bytes, edits: Sequence[Edit]) -> list[Run]:
    runs: list[Run] = []
    position = 0
    for edit in edits:
        runs.append(Run("same", line[position : edit.start].decode("utf-8")))
        runs += [Run("del", edit.old), Run("ins", edit.new)]
        position = edit.end
    runs.append(Run("same", line[position:].decode("utf-8")))
    return [run for run in runs if run.text]


def _diff_of_words(before: str, after: str) -> list[Run]:
    old, new = WORD.findall(before), WORD.findall(after)
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    middle = _align(old[head : len(old) - tail], new[head : len(new) - tail])
    runs = [Run("same", "".join(old[:head])), *middle, Run("same", "".join(old[len(old) - tail :]))]
    return [run for run in runs if run.text]


def _shared(old: Sequence[str], new: Sequence[str]) -> int:
    """How many words two lines have in common at their start."""
    pairs = zip(old, new, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)))


def _align(old: Sequence[str], new: Sequence[str]) -> list[Run]:
    if len(old) + len(new) > MOST_WORDS_TO_ALIGN:  # alignment is quadratic
        return [Run("del", "".join(old)), Run("ins", "".join(new))]
    runs: list[Run] = []
    for kind, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            runs.append(Run("same", "".join(old[i:j])))
        else:
            runs += [Run("del", "".join(old[i:j])), Run("ins", "".join(new[k:m]))]
    return runs


# --- marks ----------------------------------------------------------------------------------------------------------


def mark_spans(text: str, spans: Iterable[tuple[int, int]]) -> list[Run]:
    """The text with the given character spans marked; overlapping spans are marked once."""
    runs: list[Run] = []
    position = 0
    for start, end in sorted(spans):
        if start >= position:
            runs += [Run("same", text[position:start]), Run("mark", text[start:end])]
            position = end
    runs.append(Run("same", text[position:]))
    return [run for run in runs if run.text]


def occurrences(needle: str, text: str) -> list[tuple[int, int]]:
    """Where the needle stands in the text as a word of its own, as character spans."""
    if not needle:
        return []
    return [match.span() for match in re.finditer(rf"(?<!\w){re.escape(needle)}(?!\w)", text)]


# --- what cannot be seen, and what is too long ----------------------------------------------------------------------


def reveal(runs: Iterable[Run]) -> list[Run]:
    """The runs with every character that cannot be seen replaced by a run that names it."""
    out: list[Run] = []
    for run in runs:
        plain_ascii = run.text.isascii() and run.text.isprintable()  # most texts: no need to look at each character
        if run.kind == "hidden" or plain_ascii or not any(map(is_unseen, run.text)):
            out.append(run)
        else:
            out += _named(run)
    return [run for run in out if run.text]


def _named(run: Run) -> list[Run]:
    out: list[Run] = []
    position = 0
    for index, character in enumerate(run.text):
        if is_unseen(character):
            out.append(Run(run.kind, run.text[position:index]))
            out.append(Run("hidden", name_of(character), run.kind))
            position = index + 1
    return [*out, Run(run.kind, run.text[position:])]


def is_unseen(character: str) -> bool:
    """Without a glyph of its own: controls, other spaces, zero width, bidi marks, fillers, variation selectors."""
    if character in " \n":
        return False
    selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return selector or character in BLANK or not character.isprintable()


def name_of(character: str) -> str:
    r"""A short name for a character that cannot be seen: `NBSP`, `TAB`, else its code point and Unicode name."""
    if character in SHORT_NAMES:
        return SHORT_NAMES[character]
    return f"U+{ord(character):04X} {unicodedata.name(character, 'CONTROL')}"


def shorten(runs: Iterable[Run]) -> list[Run]:
    """The runs, the middle of each very long one left out and counted; what is marked stays whole."""
    out: list[Run] = []
    for run in runs:
        left_out = len(run.text) - LONGEST_RUN
        if run.kind != "same" or left_out <= 0:
            out.append(run)
            continue
        half = LONGEST_RUN // 2
        gap = Run("hidden", f"{left_out:,} characters are left out here")
        out += [Run("same", run.text[:half]), gap, Run("same", run.text[-half:])]
    return out


def surrounding(document: Document, number: int, around: int = 3) -> list[tuple[int, str]]:
    """The lines around line `number`, itself included, as (number, text); odd bytes shown as replacement marks."""
    first, last = max(1, number - around), min(len(document.lines), number + around)
    return [(n, document.lines[n - 1].body.decode("utf-8", "replace")) for n in range(first, last + 1)]
