"""Laws of subtraction over drawn claims, in both languages: each quotes the sentence that it checks."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from r11.fixes.guards import guard_hits
from r11.fixes.plain_claim import PlainClaim
from r11.fixes.subtraction import SubtractionDecision, nominate_subtraction, subtraction_refusals
from r11.vocabulary import JudgeVerdict

ENGLISH = {
    "heads": ["The vault keeps logs", "Contoso opened an office", "You can export tables", "The team left Oslo",
              "Reports are stored", "The firm never moved its archive", "All users read mail"],
    "parts": [" in 2019", " in Bergen", " (up to 40 days)", ", including archived items", " using AES",
              " and tables", ", which is rarely needed", " for E5 tenants", " only on weekdays", " with Teams",
              " because of a leak", " that nobody signed", " or queues", ", but may stop", " before noon"],
}  # fmt: skip
MOVED = {"and", "og"}  # a listed repair: the joint of a list may stand one item earlier
NORWEGIAN = {
    "heads": ["Hvelvet lagrer logger", "Firmaet åpnet et kontor", "Du kan eksportere tabeller", "Laget flyttet aldri",
              "Rapportene lagres"],
    "parts": [" i 2019", " i Bergen", " (inntil 40 dager)", ", inkludert arkiverte filer", " ved hjelp av AES",
              " og tabeller", ", som sjelden trengs", " for E5-brukere", " bare på hverdager", " eller køer",
              ", men kan stoppe", " før kvelden"],
}  # fmt: skip


@st.composite
def claims(draw: st.DrawFn) -> tuple[str, str]:
    """A claim, and one of its parts as the failed words."""
    words = draw(st.sampled_from([ENGLISH, NORWEGIAN]))
    parts = draw(st.lists(st.sampled_from(words["parts"]), min_size=1, max_size=4, unique=True))
    text = draw(st.sampled_from(words["heads"])) + "".join(parts) + "."
    if draw(st.booleans()):
        text += " It is checked daily." if words is ENGLISH else " Den sjekkes daglig."
    return text, draw(st.sampled_from(parts)).strip(" ,()")


def nominate(claim: str, failed_span: str, quote: str = "Nothing of this.") -> SubtractionDecision:
    return nominate_subtraction(claim, quote, verdict=JudgeVerdict.SOURCE_SILENT, failed_span=failed_span)


def made(claim: str, decision: SubtractionDecision) -> str:
    assert decision.subtraction
    out, position = "", 0
    for cut in decision.subtraction.cuts:
        out += claim[position : cut.start] + cut.new
        position = cut.end
    return out + claim[position:]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def is_subsequence(short: list[str], long: list[str]) -> bool:
    left = iter(long)
    return all(word in left for word in short)


@settings(max_examples=300)
@given(claims())
def test_every_word_that_is_left_was_there_in_the_same_order(drawn: tuple[str, str]) -> None:
    """ "Every character run of the result outside repairs was in the line in the same order." """
    claim, span = drawn
    decision = nominate(claim, span)
    if decision.subtraction:
        left, had = words(made(claim, decision)), words(claim)
        assert is_subsequence([word for word in left if word not in MOVED], had)
        assert len(left) < len(had)


@settings(max_examples=300)
@given(claims())
def test_no_guard_word_is_among_what_goes(drawn: tuple[str, str]) -> None:
    """ "No guard word deleted; inside a whole container hedges, comparators and temporals may go." """
    claim, span = drawn
    decision = nominate(claim, span)
    if decision.subtraction is None:
        return
    for cut in decision.subtraction.cuts:
        gone = claim[cut.start : cut.end]
        is_sentence = gone.strip().endswith(".")
        is_container = gone.startswith((" (", ", which", ", inc", ", som", ", ink", ", but", ", men"))
        assert is_sentence or not list(guard_hits(gone, container=is_container))


@settings(max_examples=300)
@given(claims())
def test_apply_asks_the_same_and_hears_the_same(drawn: tuple[str, str]) -> None:
    """ "Apply reruns the gates": what nomination lets go, the second asking does not refuse."""
    claim, span = drawn
    decision = nominate(claim, span)
    if decision.subtraction:
        assert not list(subtraction_refusals(claim, decision.subtraction.cuts, "Nothing of this."))


@settings(max_examples=300)
@given(claims())
def test_a_second_run_names_nothing_more(drawn: tuple[str, str]) -> None:
    """ "A second run of anything that finished changes nothing." """
    claim, span = drawn
    decision = nominate(claim, span)
    if decision.subtraction:
        again = nominate(made(claim, decision), span)
        assert again.subtraction is None


@given(st.text(alphabet="a ,.()-–—\"'andorTeams12*`[]|", max_size=120), st.text(max_size=20))
def test_any_text_is_read_without_an_error(claim: str, reason: str) -> None:
    """ "The classifier fails closed": whatever the text, the answer is a subtraction or a reason."""
    for quote in ("", claim[:40]):
        decision = nominate_subtraction(claim, quote, verdict=JudgeVerdict.SOURCE_SILENT, reason=reason)
        assert (decision.subtraction is None) == bool(decision.aborts)


@given(st.text(alphabet="aB *`_[](),.", max_size=60))
def test_sentences_do_not_overlap(raw: str) -> None:
    """Every word stands in one sentence at most."""
    claim = PlainClaim.of(raw)
    ends = 0
    for start, end in claim.sentences:
        assert ends <= start < end
        ends = end
