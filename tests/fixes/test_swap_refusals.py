"""Refusals first: every code of nomination and gates fires, and nothing of the table is ever swapped."""

from __future__ import annotations

import inspect
import re
from types import ModuleType

import pytest
from swap_tables import FAMILIES, REFUSALS, REPAIRS, Refusal, Repair

from r11.fixes import gates, surface, swap
from r11.fixes.swap import SwapDecision, nominate_swap
from r11.text.values import is_norwegian
from r11.vocabulary import AbortCode, JudgeVerdict

_NOT_NOMINATED = {
    AbortCode.VERDICT_SILENT,
    AbortCode.NO_QUOTE,
    AbortCode.NO_VALUE,
    AbortCode.NAME_VALUE,
    AbortCode.ALL_VALUES_IN_QUOTE,
    AbortCode.MULTI_UNSUPPORTED,
    AbortCode.NO_SAME_TYPE,
}


def decide(row: Refusal) -> SwapDecision:
    return nominate_swap(
        row.claim, row.quote, verdict=JudgeVerdict.NOT_GROUNDED, reason=row.reason, norwegian=row.norwegian
    )


@pytest.mark.parametrize("row", REFUSALS, ids=lambda row: f"{row.code}: {row.why}")
def test_what_is_doubtful_is_refused_with_its_code(row: Refusal) -> None:
    decision = decide(row)
    assert decision.swap is None
    assert row.code in {abort.code for abort in decision.aborts}


@pytest.mark.parametrize("row", REFUSALS, ids=lambda row: f"{row.code}: {row.why}")
def test_nominated_means_one_unsupported_value_and_one_of_its_kind(row: Refusal) -> None:
    decision = decide(row)
    if decision.aborts[0].code in _NOT_NOMINATED:
        assert not decision.nominated
        assert len(decision.aborts) == 1
    elif decision.aborts[0].code is not AbortCode.OLD_TWICE:
        assert decision.nominated


@pytest.mark.parametrize("row", REPAIRS, ids=lambda row: row.why)
def test_one_clear_difference_is_swapped(row: Repair) -> None:
    decision = nominate_swap(
        row.claim, row.quote, verdict=JudgeVerdict.NOT_GROUNDED, reason=row.reason, page_section=row.section
    )
    assert decision.nominated
    assert decision.aborts == ()
    assert decision.swap is not None
    found = decision.swap
    assert row.claim[: found.start] + found.new + row.claim[found.end :] == row.after
    assert row.quote[found.quote_start : found.quote_end] == found.new


def _codes(*modules: ModuleType) -> set[str]:
    return {code for module in modules for code in re.findall(r"AbortCode\.([A-Z_0-9]+)", inspect.getsource(module))}


def test_every_code_of_the_engine_has_a_row() -> None:
    rows = {row.code.name for row in REFUSALS} | {"VERDICT_SILENT"}
    assert _codes(swap, surface, gates) - rows == set()


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_of_refusals_speaks_both_languages(family: str) -> None:
    spoken = {row.norwegian or is_norwegian(row.claim) for row in FAMILIES[family]}
    assert spoken == {True, False}


@pytest.mark.parametrize("verdict", [JudgeVerdict.SOURCE_SILENT, JudgeVerdict.GROUNDED])
def test_a_source_that_is_silent_is_never_swapped_from(verdict: JudgeVerdict) -> None:
    decision = nominate_swap("Vaults hold 40 keys.", "Vaults hold 60 keys.", verdict=verdict)
    assert not decision.nominated
    assert [abort.code for abort in decision.aborts] == [AbortCode.VERDICT_SILENT]


def test_all_reasons_that_were_reached_are_recorded() -> None:
    decision = nominate_swap(
        "It allows 50 calls per minute.", "It allows at least 900 calls per day.", verdict=JudgeVerdict.NOT_GROUNDED
    )
    codes = [abort.code for abort in decision.aborts]
    assert codes[0] is AbortCode.COMPARATOR_MISMATCH
    assert AbortCode.RATE_CONFLICT in codes


def test_the_reason_never_creates_a_candidate() -> None:
    decision = nominate_swap(
        "The hub holds 50 devices.",
        "The hub holds devices.",
        verdict=JudgeVerdict.NOT_GROUNDED,
        reason="The page says 90, the claim says 50.",
    )
    assert decision.swap is None
    assert not decision.nominated


def test_the_section_never_gives_the_new_value() -> None:
    decision = nominate_swap(
        "The hub holds 50 devices.",
        "The hub holds devices.",
        verdict=JudgeVerdict.NOT_GROUNDED,
        page_section="The hub holds 90 devices.",
    )
    assert decision.swap is None


def test_the_notes_show_both_texts() -> None:
    decision = nominate_swap("Vaults hold 40 keys.", "Vaults hold 60 keys.", verdict=JudgeVerdict.NOT_GROUNDED)
    text = "\n".join(decision.notes)
    assert "40" in text
    assert "Vaults hold 60 keys" in text


def test_an_english_sentence_on_a_norwegian_page_stays_english() -> None:
    decision = nominate_swap(
        "Each hub holds up to 500 of the keys.",
        "Each hub holds up to 1,500 of the keys.",
        verdict=JudgeVerdict.NOT_GROUNDED,
        norwegian=True,
    )
    assert decision.swap is not None
