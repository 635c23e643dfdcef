"""Pairs of claim and quote whose right answer is known by how they are made.

A page of a product that does not exist, each sentence with a value. Quoted against another sentence of its page a
sentence is never swapped; against itself with one value changed it is swapped back, or left; and where more than the
value was changed, no swap is made, since it would leave a false sentence.
"""

from __future__ import annotations

import random
import re
from itertools import permutations

import pytest

from r11.fixes.swap import SwapDecision, nominate_swap
from r11.text.values import ValueKind, lex
from r11.vocabulary import JudgeVerdict

PAGE = (
    "Guests can upload files of up to 200 MB to the lobby.",
    "Members can download files of up to 900 MB from the archive.",
    "Idle sessions in the lobby are closed after 15 minutes.",
    "Deleted rooms can be restored within 45 days.",
    "Audit trails of the archive are kept for 18 months.",
    "Each tenant has at most 60 rooms.",
    "A room holds no more than 350 members.",
    "The relay needs Contoso Edge CLI version 3.14.0 or later.",
    "The crawler needs Contoso CLI version 2.71.0 or later.",
    "The crawler checks every source for changes after 12 hours.",
    "When the crawler fails, it waits 90 seconds and starts again.",
    "Support for the old archive ends on May 4, 2027.",
    "The new archive was announced on June 9, 2025.",
    "| Basic | 5 rooms | 7 days |",
    "| Premium | 80 rooms | 400 days |",
    "Gjester kan laste opp filer på inntil 250 MB i lobbyen.",
    "Økter i lobbyen lukkes etter 25 minutter uten trafikk.",
    "Slettede rom kan hentes tilbake innen 55 dager.",
    "Releet krever Contoso Edge CLI versjon 3.16.0 eller nyere.",
    "Støtten for det gamle arkivet slutter 4. august 2028.",
)
# what makes a sentence say something else, whatever its value is
TURNS = (
    ("can", "can't"),
    ("up to", "at least"),
    ("at most", "at least"),
    ("no more than", "at least"),
    ("or later", "or earlier"),
    ("upload", "download"),
    ("after", "before"),
    ("within", "after"),
    ("ends", "starts"),
    ("old", "new"),
    ("fails", "does not fail"),
    ("inntil", "minst"),
    ("etter", "før"),
    ("kan", "kan ikke"),
    ("eller nyere", "eller eldre"),
    ("slutter", "starter"),
)


def decide(claim: str, quote: str) -> SwapDecision:
    return nominate_swap(claim, quote, verdict=JudgeVerdict.NOT_GROUNDED)


def altered(sentence: str, dice: random.Random) -> str:
    """The sentence with its last number, version part or year raised to one that stands nowhere on the page."""
    last = [match for match in re.finditer(r"\d+", sentence) if match[0] != "0"][-1]
    raised = (str(int(last[0]) + dice.randint(21, 39)) for _ in range(99))
    fresh = next(number for number in raised if not re.search(rf"(?<!\d){number}(?!\d)", "\n".join(PAGE)))
    return sentence[: last.start()] + fresh + sentence[last.end() :]


@pytest.mark.parametrize("claim", PAGE)
def test_another_sentence_of_the_page_repairs_nothing(claim: str) -> None:
    others = [quote for quote in PAGE if quote != claim and not _translates(claim, quote)]
    assert [quote for quote in others if decide(claim, quote).swap] == []


def _translates(claim: str, quote: str) -> bool:
    """The Norwegian sentences of the page are about the same rooms as the English ones."""
    return (PAGE.index(claim) >= 15) != (PAGE.index(quote) >= 15)


@pytest.mark.parametrize("claim", PAGE)
def test_the_page_without_the_sentence_repairs_nothing(claim: str) -> None:
    rest = "\n".join(quote for quote in PAGE if quote != claim and not _translates(claim, quote))
    assert decide(claim, rest).swap is None


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("sentence", PAGE)
def test_one_changed_value_is_changed_back(sentence: str, seed: int) -> None:
    claim = altered(sentence, random.Random(seed))
    for quote in (sentence, "\n".join(PAGE[:15] if sentence in PAGE[:15] else PAGE[15:])):
        swap = decide(claim, quote).swap
        assert swap is not None
        assert claim[: swap.start] + swap.new + claim[swap.end :] == sentence


@pytest.mark.parametrize("sentence", PAGE)
@pytest.mark.parametrize(("word", "turned"), TURNS, ids=[f"{a} > {b}" for a, b in TURNS])
def test_a_claim_that_says_something_else_too_is_left(sentence: str, word: str, turned: str) -> None:
    other = re.sub(rf"(?<!\w){word}(?!\w)", turned, sentence, count=1)
    claim = altered(other, random.Random(word))
    if other != sentence:
        assert decide(claim, sentence).swap is None


def _pairs_of_values() -> list[tuple[str, str]]:
    """Every sentence of the page with two of its values in each other's place."""
    found = []
    for sentence in PAGE:
        values = [value for value in lex(sentence) if value.kind is not ValueKind.NAME]
        for a, b in permutations(values, 2):
            if a.start < b.start:
                between = sentence[a.end : b.start]
                found.append((sentence[: a.start] + b.text + between + a.text + sentence[b.end :], sentence))
    return found


@pytest.mark.parametrize(("claim", "quote"), _pairs_of_values())
def test_values_in_each_others_place_are_left(claim: str, quote: str) -> None:
    assert decide(claim, quote).swap is None
