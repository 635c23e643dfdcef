"""The laws of a value swap, over generated sentences."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from swap_tables import REPAIRS, Repair

from r11.fixes.swap import Swap, SwapDecision, nominate_swap
from r11.text.lines import is_bounded
from r11.vocabulary import AbortCode, JudgeVerdict

SENTENCES = (
    "Each vault keeps {} secrets for a tenant.",
    "The relay closes a session after {} minutes without traffic.",
    "| Queue length | {} messages |",
    "Install agent version {} or later on every host.",
    "Support for the relay ends on {}.",
    "Hver økt i tjenesten varer i maks {} minutter.",
)
NUMBERS = st.integers(2, 999).map(str)
GROUPED = st.integers(1_000, 9_999_999).map(lambda n: f"{n:,}")
VERSIONS = st.tuples(st.integers(1, 9), st.integers(0, 40), st.integers(0, 9)).map(lambda v: ".".join(map(str, v)))
DATES = st.dates().map(lambda d: f"{d:%B} {d.day}, {d.year:04d}")
VALUES = NUMBERS | GROUPED | VERSIONS | DATES
NOISE = st.text(string.ascii_letters + string.digits + " .,|*`-:/()\n%$øå", max_size=60)


def decide(claim: str, quote: str) -> SwapDecision:
    return nominate_swap(claim, quote, verdict=JudgeVerdict.NOT_GROUNDED)


def swapped(claim: str, swap: Swap) -> str:
    return claim[: swap.start] + swap.new + claim[swap.end :]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """A claim and a quote of the same or of another sentence, each with its own value, perhaps with noise around."""
    ours, theirs = draw(st.sampled_from(SENTENCES)), draw(st.sampled_from(SENTENCES))
    quote = draw(NOISE) + theirs.format(draw(VALUES)) + draw(NOISE)
    return ours.format(draw(VALUES)), quote


@given(pairs())
def test_new_is_verbatim_and_bounded_in_the_quote(pair: tuple[str, str]) -> None:
    """The new value is verbatim in the cited quote."""
    claim, quote = pair
    if swap := decide(claim, quote).swap:
        assert quote[swap.quote_start : swap.quote_end] == swap.new
        assert is_bounded(quote, swap.quote_start, swap.quote_end)


@given(pairs())
def test_old_stands_at_its_span_and_nothing_else_changes(pair: tuple[str, str]) -> None:
    """The rest of the line is byte-identical."""
    claim, quote = pair
    if swap := decide(claim, quote).swap:
        assert claim[swap.start : swap.end] == swap.old
        assert swap.old != swap.new
        after = swapped(claim, swap)
        assert after[: swap.start] == claim[: swap.start]
        assert after[swap.start + len(swap.new) :] == claim[swap.end :]


@given(pairs())
def test_a_second_run_nominates_nothing(pair: tuple[str, str]) -> None:
    """A second run of anything that finished changes nothing, and says so."""
    claim, quote = pair
    if swap := decide(claim, quote).swap:
        again = decide(swapped(claim, swap), quote)
        assert not again.nominated
        assert again.swap is None
        assert [abort.code for abort in again.aborts] == [AbortCode.ALL_VALUES_IN_QUOTE]


@given(st.sampled_from(SENTENCES[:2]), st.integers(2, 99), st.integers(2, 99))
def test_a_plain_difference_is_found(sentence: str, old: int, new: int) -> None:
    decision = decide(sentence.format(old), sentence.format(new))
    assert (decision.swap is not None) == (old != new)


@given(NOISE, NOISE)
def test_any_text_is_decided_with_a_swap_or_a_reason(claim: str, quote: str) -> None:
    decision = decide(claim, quote)
    assert (decision.swap is None) == bool(decision.aborts)


@given(pairs(), st.booleans())
def test_the_same_input_gives_the_same_decision(pair: tuple[str, str], norwegian: bool) -> None:
    claim, quote = pair
    first = nominate_swap(claim, quote, verdict=JudgeVerdict.NOT_GROUNDED, norwegian=norwegian)
    assert first == nominate_swap(claim, quote, verdict=JudgeVerdict.NOT_GROUNDED, norwegian=norwegian)


@pytest.mark.parametrize("row", REPAIRS, ids=lambda row: row.why)
def test_the_repaired_claim_is_left_alone(row: Repair) -> None:
    assert not decide(row.after, row.quote).nominated or row.section


HOSTILE_QUOTES = (
    "Vaults hold 60 keys. " * 4_000,
    "Vaults hold 60 keys, " * 4_000,
    " ".join(f"{n} keys" for n in range(41, 12_000)),
    "| 60 | keys |\n" * 4_000,
    "it holds " * 8_000 + "60 keys",
    "Vaults (" * 8_000 + "60 keys",
)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("quote", HOSTILE_QUOTES, ids=lambda quote: quote[:12])
def test_a_very_long_quote_is_decided_without_blow_up(quote: str) -> None:
    """Work that grows with the square of a quote of 80,000 characters would run into the time limit."""
    decision = decide("Vaults hold 40 keys.", quote)
    assert decision.nominated


@pytest.mark.timeout(30)
def test_a_very_long_claim_is_decided_without_blow_up() -> None:
    claim = "Vaults hold keys and " * 4_000 + "never hold 40 keys."
    assert decide(claim, claim.replace("40", "60")).nominated
