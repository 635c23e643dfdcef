"""Every code is documented on the page of codes, says one thing, and is given by some code of the package."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from codes_page import PAGE, TITLES, groups, page

from r11.vocabulary import Coded

ENUMS = sorted(TITLES, key=lambda words: words.__name__)


def test_the_page_of_codes_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tests/house/codes_page.py"


@pytest.mark.parametrize("words", ENUMS, ids=lambda words: words.__name__)
def test_every_code_is_on_the_page_once(words: type[Coded]) -> None:
    assert [code for _, codes in groups(words) for code in codes] == list(words)
    section = PAGE.read_text(encoding="utf-8").split(f"`{words.__name__}`")[1].split("\n## ")[0]
    assert re.findall(r"^\| `([\w.]+)` \|", section, re.MULTILINE) == [code.value for code in words]


@pytest.mark.parametrize("words", ENUMS, ids=lambda words: words.__name__)
def test_no_two_codes_mean_the_same(words: type[Coded]) -> None:
    meanings = [code.meaning for code in words]
    assert len(set(meanings)) == len(meanings)
    assert all(meaning == meaning.strip() and not meaning.endswith(".") for meaning in meanings)


def given() -> str:
    package = Path(__file__).resolve().parents[2] / "r11"
    return "\n".join(file.read_text(encoding="utf-8") for file in package.rglob("*.py") if file.name != "vocabulary.py")


@pytest.mark.parametrize("words", ENUMS, ids=lambda words: words.__name__)
def test_no_code_is_left_that_nothing_gives(words: type[Coded]) -> None:
    """The codes of a claim's place are made from the abort codes of the same name, which the search for it gives."""
    named = set(re.findall(rf"\b(?:{words.__name__}|AbortCode)\.([A-Z_0-9]+)\b", given()))
    assert {code.name for code in words} - named == set()
