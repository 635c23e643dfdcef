"""The page of codes: every code that a refusal, a problem or an abort can carry, made from the enums.

python tests/house/codes_page.py        # writes r11/CODES.md anew; a test demands that it is up to date
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from r11.vocabulary import (
    AbortCode,
    CheckCode,
    Coded,
    DowngradeCode,
    GateCode,
    IntakeCode,
    RefusalCode,
    WriteCode,
)

PAGE = Path(__file__).resolve().parents[2] / "r11" / "CODES.md"
TITLES: dict[type[Coded], str] = {
    CheckCode: "Problems of what is read",
    AbortCode: "Why an item is O3",
    IntakeCode: "Why an artefact was not taken in",
    GateCode: "What the gatekeeper finds",
    DowngradeCode: "Why a worker's output is worth less",
    RefusalCode: "Why a decision does not reach the corpus",
    WriteCode: "Why a file or an edit was left out",
}


def page() -> str:
    """The page: one table for each enum, its rows grouped as the enum groups them."""
    parts = ["# Codes", "", "Made from `vocabulary.py` by `tests/house/codes_page.py`; a test keeps it up to date.", ""]
    for words, title in TITLES.items():
        parts += [f"## {title}: `{words.__name__}`", "", *(inspect.getdoc(words) or "").splitlines(), ""]
        for group, codes in groups(words):
            parts += [f"**{group[:1].upper()}{group[1:]}**", "", "| code | meaning |", "|---|---|"]
            parts += [f"| `{code.value}` | {code.meaning.replace('|', chr(92) + '|')} |" for code in codes]
            parts.append("")
    return "\n".join(parts)


def groups(words: type[Coded]) -> Iterator[tuple[str, list[Coded]]]:
    """The comments of the enum's source with the codes below each."""
    group, codes = "all", []
    for line in inspect.getsource(words).splitlines():
        if comment := re.fullmatch(r" {4}# (.+)", line):
            if codes:
                yield group, codes
            group, codes = comment[1], []
        elif member := re.match(r" {4}([A-Z][A-Z_0-9]*) = ", line):
            codes.append(words[member[1]])
    yield group, codes


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
