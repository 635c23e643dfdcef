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
UNSEEN = re.compile(
    r"[^\S \n]"  # every space but the ordinary one
    r"|[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f]"  # no width, or bidi
    r"|[\ufe00-\ufe0f\ufeff\x00-\x08\x0e-\x1f\x7f-\x9f]"  # variation selectors, BOM, controls
)
MOST_WORDS_TO_ALIGN = 2_000


class Run(NamedTuple):
    """A piece of text and how it is shown; `under` names what a hidden character stands in (for the diff)."""

    kind: Kind
    text: str
    under: Kind = "same"


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
        runs.append(Run("del", edit.old))
        runs.append(Run("ins", edit.new))
        position = edit.end
    runs.append(Run("same", line[position:].decode("utf-8")))
    return [run for run in runs if run.text]


def _diff_of_words(before: str, after: str) -> list[Run]:
    old, new = WORD.findall(before), WORD.findall(after)
    if len(old) + len(new) > MOST_WORDS_TO_ALIGN:  # alignment is quadratic: a very long line is shown whole
        return [Run("del", before), Run("ins", after)] if before != after else [Run("same", before)]
    runs: list[Run] = []
    for kind, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            runs.append(Run("same", "".join(old[i:j])))
        else:
            runs += [Run("del", "".join(old[i:j])), Run("ins", "".join(new[k:m]))]
    return [run for run in runs if run.text]


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
    return [match.span() for match in re.finditer(re.escape(needle), text)] if needle else []


def reveal(runs: Iterable[Run]) -> list[Run]:
    """The runs with every character that cannot be seen replaced by a run that names it."""
    out: list[Run] = []
    for run in runs:
        position = 0
        for match in UNSEEN.finditer(run.text):
            out.append(Run(run.kind, run.text[position : match.start()], run.kind))
            out.append(Run("hidden", name_of(match.group()), run.kind))
            position = match.end()
        out.append(Run(run.kind, run.text[position:], run.kind))
    return [run for run in out if run.text]


def name_of(character: str) -> str:
    r"""A short name for a character that cannot be seen: `NBSP`, `TAB`, else its code point and Unicode name."""
    short = {
        "\u00a0": "NBSP",
        "\t": "TAB",
        "\u200b": "ZERO WIDTH SPACE",
        "\ufeff": "BOM",
        "\r": "CR",
        "\u202f": "NNBSP",
    }
    if character in short:
        return short[character]
    return f"U+{ord(character):04X} {unicodedata.name(character, 'CONTROL')}"


def surrounding(document: Document, number: int, around: int = 3) -> list[tuple[int, str]]:
    """The lines around line `number`, itself included, as (number, text); odd bytes shown as replacement marks."""
    first, last = max(1, number - around), min(len(document.lines), number + around)
    return [(n, document.lines[n - 1].body.decode("utf-8", "replace")) for n in range(first, last + 1)]
