"""What a text supports: the index says what every pair says, and its work grows with the text and no faster."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.fixes.slots import NUMERALS, comparable
from r11.fixes.support import Source, is_article
from r11.fixes.swap import nominate_swap
from r11.text.values import Value, lex
from r11.vocabulary import JudgeVerdict

_WRITTEN = """
5 | 5% | 5 GB | 5 MB | 5,000 MB | 5 minutes | 300 seconds | one | 1 | five | third | 3rd | v1.2 | 1.2 | 1.2.3 | Python 3
2026-05-01 | May 2026 | 1 May 2026 | 2026 | in 2026 | May 1 | 4-6 | 1/2 | GPT-4 | preview | legacy | 10 000 | 1,5 | $5
12:30 | a1b2c3d4 | one minute | one out of 3
"""
WRITTEN = st.sampled_from([value.strip() for line in _WRITTEN.split("\n") for value in line.split("|") if value])
TEXTS = st.lists(WRITTEN, max_size=8).map(", ".join)


def say_the_same(ours: Value, theirs: Value) -> bool:
    """The rule for one pair, which the index must not change."""
    if ours.key == theirs.key:
        return True
    if ours.kind in NUMERALS and theirs.kind in NUMERALS:
        return ours.number == theirs.number and comparable(ours, theirs)
    if ours.text.lower() == theirs.text.lower():
        return True
    if ours.date and theirs.date:
        return all(not a or a == b for a, b in zip(ours.date, theirs.date, strict=True))
    return False


@given(TEXTS, TEXTS)
def test_the_index_says_what_every_pair_says(claim: str, quote: str) -> None:
    """The claim's values that the quote does not support."""
    source = Source(lex(quote))
    for value in lex(claim):
        paired = is_article(value) or any(say_the_same(value, other) for other in source.values)
        assert source.supports(value) == paired, value


@pytest.mark.parametrize(
    ("claim", "quote", "held"),
    [
        pytest.param("5 minutes", "300 seconds", True, id="converted"),
        pytest.param("5", "5 GB", True, id="the unit left out"),
        pytest.param("5 MB", "5 minutes", False, id="another dimension"),
        pytest.param("in May 2026", "1 May 2026", True, id="a day holds its month"),
        pytest.param("1 May 2026", "May 2026", False, id="a month holds no day"),
        pytest.param("one", "", True, id="an article needs nothing"),
    ],
)
def test_what_supports_a_value(claim: str, quote: str, held: bool) -> None:
    assert Source(lex(quote)).supports(lex(claim)[0]) is held


# --- growth ---------------------------------------------------------------------------------------------------------


def steps(work: Callable[[], object]) -> int:
    """How many lines of Python a piece of work runs: its growth says more than a clock, and says it every time."""
    count = 0

    def each_line(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return each_line

    before = sys.gettrace()
    sys.settrace(each_line)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


CLAIM = "The service allows up to 10 agents for each project in the region."
QUOTES = {
    "sentences": lambda n: "".join(f"Up to {k + 20} agents run in each region. " for k in range(n)),
    "one sentence": lambda n: " ".join(f"{k + 20} agents" for k in range(n)),
    "numbers alone": lambda n: " ".join(f"{k + 20};" for k in range(n)),
    "one row": lambda n: "".join(f"| {k + 20} agents " for k in range(n)),
    "many rows": lambda n: "".join(f"| Agents | {k + 20} |\n" for k in range(n)),
    "one value again and again": lambda n: "20 agents " * n,
    "models": lambda n: " ".join(f"X{k}-{k}," for k in range(n)) + " 20 agents",
}
LISTS = {
    "all held but one": lambda n: (listed(n) + " 10 agents", listed(n) + " 11 agents"),
    "none held": lambda n: (listed(n), listed(n).replace(";", "00000;")),
}


def listed(n: int) -> str:
    return " ".join(f"{k + 20};" for k in range(n))


def nominate(claim: str, quote: str) -> int:
    return steps(lambda: nominate_swap(claim, quote, verdict=JudgeVerdict.NOT_GROUNDED))


@pytest.mark.parametrize("shape", QUOTES)
def test_a_quote_of_four_times_the_values_is_four_times_the_work(shape: str) -> None:
    few, many = (nominate(CLAIM, QUOTES[shape](n)) for n in (100, 400))
    assert many < 5 * few


@pytest.mark.parametrize("shape", LISTS)
def test_a_claim_and_a_quote_of_four_times_the_values_are_four_times_the_work(shape: str) -> None:
    few, many = (nominate(*LISTS[shape](n)) for n in (100, 400))
    assert many < 5 * few
