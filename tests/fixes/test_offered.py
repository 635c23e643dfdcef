"""Edits that somebody else offers: refusals first, each by the same code as one of our own."""

from __future__ import annotations

from typing import Any

import pytest

from r11.fixes.classifier import FileContext, classify
from r11.fixes.freshness import flag_evidence
from r11.fixes.offered import judge_offer, to_a_look
from r11.fixes.policy import Policy
from r11.records import Flag, FlagEvidence, OfferedEdit, Page, Proposal, sha256_hex
from r11.text.quotes import PageText
from r11.vocabulary import AbortCode, FixOp, JudgeVerdict, PageOutcome, PolicyScope, Rule

CLAIM = "A namespace in one region holds 40 topics, with a grace period of whole seconds."
QUOTE = "A namespace in one region holds 40 topics."
SWAP, SWAP_QUOTE = "A namespace holds 40 topics per region.", "A namespace holds 60 topics per region."
POLICY = Policy("0" * 64, frozenset(PolicyScope), (("the Classic tier", "an earlier tier"),))
URL = "https://learn.microsoft.com/x"


def flag(claim: str, quote: str, **more: Any) -> Flag:
    fields: dict[str, Any] = {
        "id": "c1",
        "judge_verdict": JudgeVerdict.NOT_GROUNDED,
        "rule": Rule.R8,
        "reason": "",
        "evidence_url": URL,
        "file": "a.md",
        "line": 3,
    }
    return Flag(**(fields | {"claim": claim, "evidence_quote": quote} | more))


def offered(of: Flag, op: FixOp, old: str, new: str, text: str | None = None, **more: Any) -> Proposal:
    context = FileContext.read((text or f"# Title\n\n{of.claim}\n").encode())
    given: dict[str, Any] = {"policy": POLICY} | more
    return judge_offer(of, context, OfferedEdit(op=op, old=old, new=new), origin="worker:one", **given)


def evidence(of: Flag, page: str) -> FlagEvidence:
    digest = sha256_hex(page.encode())
    fetched = Page(url=URL, outcome=PageOutcome.FETCHED, fetched_at="2026-01-01T00:00:00Z", text_sha256=digest)
    return flag_evidence(of, fetched, PageText.of(page))


SWAPS = [
    pytest.param(SWAP, SWAP_QUOTE, "40", "70", "NO_SAME_TYPE", id="a value that the quote does not hold"),
    pytest.param(SWAP, SWAP_QUOTE, "4", "6", "OLD_NOT_ONCE", id="half of a value"),
    pytest.param(SWAP, SWAP_QUOTE, "50", "60", "OLD_NOT_ONCE", id="a value that the claim does not hold"),
    pytest.param(SWAP, SWAP_QUOTE, "a", "b", "OLD_NOT_ONCE", id="no value"),
    pytest.param(SWAP, SWAP_QUOTE, "topics", "queues", "NO_SAME_TYPE", id="a word"),
    pytest.param(SWAP, "", "40", "60", "NO_QUOTE", id="no quote"),
    pytest.param(
        "It takes 40 to 40 days.", "It takes 60 days.", "40", "60", "OLD_NOT_ONCE", id="a value that is there twice"
    ),
    pytest.param(
        "Input is limited to 40 MB.", "Output is limited to 60 MB.", "40", "60", "OPPOSITES", id="of the opposite thing"
    ),
    pytest.param("It costs $40 a month.", "It costs $60 a month.", "40", "60", "OPERATOR_GATED", id="a price"),
    pytest.param(SWAP, SWAP_QUOTE, "40 topics", "60 topics\n# Title", "NO_SAME_TYPE", id="a line break"),
]


@pytest.mark.parametrize(("claim", "quote", "old", "new", "code"), SWAPS)
def test_a_swap_that_is_refused(claim: str, quote: str, old: str, new: str, code: str) -> None:
    found = offered(flag(claim, quote), FixOp.O1, old, new)
    assert code in {abort.code for abort in found.aborts}
    assert (found.op, found.edits, found.line_after, found.proof) == (FixOp.O3, (), None, None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("40", "60", id="the value"),
        pytest.param("40 topics", "60 topics", id="with its noun"),
        pytest.param(SWAP, SWAP_QUOTE, id="the whole claim"),
    ],
)
def test_a_swap_comes_to_what_our_own_is(old: str, new: str) -> None:
    """However much of the sentence an offer repeats, the edit is the one value."""
    of = flag(SWAP, SWAP_QUOTE)
    own = classify(of, FileContext.read(f"# Title\n\n{SWAP}\n".encode()), policy=POLICY)
    found = offered(of, FixOp.O1, old, new)
    assert (found.op, found.sha256, found.proof) == (FixOp.O1, own.sha256, own.proof)
    assert found.origin == "worker:one"


def test_a_silent_source_swaps_nothing() -> None:
    found = offered(flag(SWAP, SWAP_QUOTE, judge_verdict=JudgeVerdict.SOURCE_SILENT), FixOp.O1, "40", "60")
    assert [abort.code for abort in found.aborts] == [AbortCode.VERDICT_SILENT]


CUTS = [
    pytest.param(CLAIM, QUOTE, CLAIM, QUOTE.replace("40", "60"), "REPAIR_NOT_LISTED", id="a new value"),
    pytest.param(CLAIM, QUOTE, CLAIM, QUOTE.replace("holds", "has"), "REPAIR_NOT_LISTED", id="a new word"),
    pytest.param(CLAIM, QUOTE, "period of whole", "period", "NO_CONSTITUENT", id="half a phrase"),
    pytest.param(
        "Backups are not kept (except for logs).", "Backups are not kept.", " (except for logs)", "", "GUARD_EXCEPTION",
        id="an exception",
    ),
    pytest.param(CLAIM, QUOTE, CLAIM, "", "NOTHING_NAMED,ALL_NAMED,NO_CONSTITUENT", id="all of it"),
    pytest.param("It costs $40 (per day).", "It costs $40.", " (per day)", "", "OPERATOR_GATED", id="a price"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "quote", "old", "new", "codes"), CUTS)
def test_a_cut_that_is_refused(claim: str, quote: str, old: str, new: str, codes: str) -> None:
    found = offered(flag(claim, quote), FixOp.O2, old, new)
    assert {abort.code for abort in found.aborts} & set(codes.split(","))
    assert (found.op, found.edits, found.proof) == (FixOp.O3, (), None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(CLAIM, QUOTE, id="the whole claim"),
        pytest.param(", with a grace period of whole seconds", "", id="the words that go"),
    ],
)
def test_a_cut_is_what_nomination_makes_of_the_words_that_go(old: str, new: str) -> None:
    found = offered(flag(CLAIM, QUOTE), FixOp.O2, old, new)
    assert (found.op, found.line_after) == (FixOp.O2, QUOTE)
    assert found.proof is not None
    assert found.proof.policy_sha256 == POLICY.text_sha256


LIST = "The connector supports Teams, Exchange, and SharePoint."
LIST_QUOTE = "The connector supports Teams and SharePoint sites."
NAMED = "Exchange is not mentioned in the quote."


@pytest.mark.parametrize(
    ("new", "reason", "codes"),
    [
        pytest.param("The connector supports Exchange and SharePoint.", NAMED,
                     {"FAILED_PART_LEFT", "SUPPORTED_IN_SPAN"}, id="the part that is borne out"),
        pytest.param("The connector supports SharePoint.", NAMED, {"SUPPORTED_IN_SPAN"}, id="both"),
        pytest.param("The connector supports Exchange and SharePoint.", "The list is wrong.", {"SUPPORTED_IN_SPAN"},
                     id="a borne out part where the judge names none"),
    ],
)  # fmt: skip
def test_a_cut_takes_what_failed_and_nothing_that_is_borne_out(new: str, reason: str, codes: set[str]) -> None:
    found = offered(flag(LIST, LIST_QUOTE, reason=reason), FixOp.O2, LIST, new)
    assert found.op is FixOp.O3
    assert {str(abort.code) for abort in found.aborts} == codes


def test_a_cut_of_what_failed_passes() -> None:
    found = offered(
        flag(LIST, LIST_QUOTE, reason=NAMED), FixOp.O2, LIST, "The connector supports Teams and SharePoint."
    )
    assert found.op is FixOp.O2


def test_where_nobody_names_what_failed_the_rest_has_to_stand_on_the_page() -> None:
    claim = "Charts are useful for geographic, scientific, and medical work in large firms."
    of = flag(claim, "Four kinds of visuals are supported.", reason="The source is silent on this.")
    found = offered(of, FixOp.O2, claim, "Charts are useful for geographic and scientific work in large firms.")
    assert [abort.code for abort in found.aborts] == [AbortCode.FAILED_PART_LEFT]


@pytest.mark.parametrize(
    ("quote", "result", "codes"),
    [
        pytest.param(
            "Pools are limited to 60 rules. In the older regions of Asia pools had 80 rules.",
            "80",
            ["AMBIGUOUS"],
            id="a worse fit",
        ),
        pytest.param(
            "Pools are limited to 60 rules. Pools are limited to 80 rules.", "80", [], id="one of two that fit alike"
        ),
    ],
)
def test_a_choice_is_made_only_among_values_that_fit_alike(quote: str, result: str, codes: list[str]) -> None:
    found = offered(flag("Pools are limited to 40 rules.", quote), FixOp.O1, "40", result)
    assert {"AMBIGUOUS"} & {str(abort.code) for abort in found.aborts} == set(codes)


def test_a_listed_pair_may_be_offered() -> None:
    of = flag("Rules of the Classic tier expire after 5 days.", "Rules expire after 5 days.")
    found = offered(of, FixOp.O2, "the Classic tier", "an earlier tier")
    assert (found.op, found.line_after) == (FixOp.O2, "Rules of an earlier tier expire after 5 days.")


@pytest.mark.parametrize("policy", [None, Policy("0" * 64, frozenset({PolicyScope.SOURCE_SILENT}))])
def test_a_cut_without_a_policy_for_it_is_for_a_person(policy: Policy | None) -> None:
    found = offered(flag(CLAIM, QUOTE), FixOp.O2, CLAIM, QUOTE, policy=policy)
    assert [abort.code for abort in found.aborts] == [AbortCode.O2_NOT_RATIFIED]


def test_a_refused_swap_never_becomes_a_cut() -> None:
    found = offered(flag(CLAIM, QUOTE), FixOp.O1, CLAIM, QUOTE)
    assert (found.op, found.nominated) == (FixOp.O3, FixOp.O1)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"# Title\n\n    {SWAP}\n", id="code"),
        pytest.param(f"# {SWAP}\n", id="a heading"),
        pytest.param(f"<!-- {SWAP} -->\n", id="a comment"),
    ],
)
def test_place_is_asked_of_every_offer(text: str) -> None:
    for op in (FixOp.O1, FixOp.O3):
        found = offered(flag(SWAP, SWAP_QUOTE), op, "40", "60", text)
        assert found.op is FixOp.O3
        assert found.edits == ()
        assert {abort.code for abort in found.aborts} & {AbortCode.NOT_PROSE, AbortCode.HEADING}


def test_a_wording_is_an_idea_and_no_machine_vouches_for_it() -> None:
    found = offered(flag(SWAP, SWAP_QUOTE), FixOp.O3, SWAP, "The number of topics depends on the region.")
    assert (found.op, found.proof) == (FixOp.O3, None)
    assert found.line_after == "The number of topics depends on the region."


@pytest.mark.parametrize("new", ["a\nb", "a\u200bb", "a\u202eb", "a\x00b"])
def test_a_wording_with_characters_that_are_not_seen_is_none(new: str) -> None:
    found = offered(flag(SWAP, SWAP_QUOTE), FixOp.O3, "40", new)
    assert [abort.code for abort in found.aborts] == [AbortCode.BAD_VALUE]
    assert found.edits == ()


@pytest.mark.parametrize("op", FixOp)
def test_a_book_is_no_offer(op: FixOp) -> None:
    found = offered(flag(SWAP, SWAP_QUOTE), op, SWAP, "a namespace " * 100_000)
    assert [abort.code for abort in found.aborts] == [AbortCode.TEXT_TOO_LONG]
    assert found.edits == ()


def test_a_changed_page_leaves_a_swap_an_idea() -> None:
    """It cannot be proven by a quote that is gone; a person may still find it right."""
    of = flag(SWAP, SWAP_QUOTE)
    found = offered(of, FixOp.O1, "40", "80", evidence=evidence(of, "A namespace holds 80 topics per region.\n"))
    assert (found.op, found.nominated, found.proof) == (FixOp.O3, FixOp.O1, None)
    assert [abort.code for abort in found.aborts] == [AbortCode.QUOTE_CHANGED]
    assert found.line_after == "A namespace holds 80 topics per region."


def test_a_page_that_supports_the_claim_leaves_no_idea() -> None:
    of = flag(SWAP, SWAP_QUOTE)
    found = offered(of, FixOp.O1, "40", "60", evidence=evidence(of, f"{SWAP}\n"))
    assert [abort.code for abort in found.aborts] == [AbortCode.SUPPORTS_NOW]
    assert found.edits == ()


def test_what_goes_to_a_person_keeps_its_text_and_loses_its_proof() -> None:
    of = flag(SWAP, SWAP_QUOTE)
    proven = offered(of, FixOp.O1, "40", "60")
    looked_at = to_a_look(of, proven, "VERIFIER")
    assert (looked_at.op, looked_at.proof, looked_at.edits) == (FixOp.O3, None, proven.edits)
    assert looked_at.sha256 != proven.sha256
    assert [abort.code for abort in looked_at.aborts] == [AbortCode.LOW_CONFIDENCE]
