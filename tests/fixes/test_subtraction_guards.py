"""Words that never go: one row a family, in both languages, bare and in an assertion of its own.

A container may take hedges, bounds, limits in time, degrees and ranks along, since its whole assertion goes; negation,
*only*, exceptions, conditions, status and attribution never go.
"""

from __future__ import annotations

import pytest

from r11.fixes.guards import guard_hits
from r11.fixes.plain_claim import Cut
from r11.fixes.subtraction import subtraction_refusals
from r11.vocabulary import AbortCode

NEVER = {
    AbortCode.GUARD_NEGATION: ["not", "never", "without", "ikke", "aldri", "uten", "mangler"],
    AbortCode.GUARD_ONLY: ["only", "solely", "limited", "bare", "kun", "utelukkende"],
    AbortCode.GUARD_EXCEPTION: ["except", "other than", "rather than", "unntatt", "bortsett fra"],
    AbortCode.GUARD_CONDITION: ["if", "unless", "when", "requires", "hvis", "med mindre", "forutsatt", "krever"],
    AbortCode.GUARD_STATUS: [
        "preview",
        "beta",
        "classic",
        "deprecated",
        "retired",
        "klassisk",
        "forhåndsvisning",
        "utfaset",
        "planlagt",
    ],
    AbortCode.GUARD_ATTRIBUTION: ["according to", "reports", "ifølge", "hevder"],
}
OUTSIDE_CONTAINERS = {
    AbortCode.GUARD_HEDGE: ["may", "roughly", "usually", "partly", "kanskje", "omtrent", "vanligvis", "delvis"],
    AbortCode.GUARD_COMPARATOR: ["up to", "at least", "maximum", "or later", "inntil", "minst", "eller nyere"],
    AbortCode.GUARD_TEMPORAL: ["until", "currently", "before", "starting", "inntil", "foreløpig", "etter", "nå"],
    AbortCode.GUARD_PRIVATIVE: ["former", "potential", "so-called", "wrong", "tidligere", "påstått", "såkalt"],
    AbortCode.GUARD_DEGREE: ["moderate", "slight", "negligible", "beskjeden", "liten"],
    AbortCode.GUARD_ORDINAL: ["first", "sixth", "largest", "3rd", "første", "sjette", "største"],
    AbortCode.GUARD_QUANTIFIER: ["all", "most", "every", "alle", "flest", "hver"],
}


def cases(table: dict[AbortCode, list[str]]) -> list[object]:
    return [pytest.param(code, word, id=f"{code}-{word}") for code, words in table.items() for word in words]


def codes(deleted: str, *, container: bool) -> set[AbortCode]:
    return {abort.code for abort in guard_hits(deleted, container=container)}


@pytest.mark.parametrize(("code", "word"), cases(NEVER))
@pytest.mark.parametrize("container", [False, True])
def test_it_never_goes(code: AbortCode, word: str, container: bool) -> None:
    assert code in codes(f" (x {word} y)", container=container)
    assert code in codes(f" {word.capitalize()} y", container=container)


@pytest.mark.parametrize(("code", "word"), cases(OUTSIDE_CONTAINERS))
def test_it_goes_with_a_whole_assertion_only(code: AbortCode, word: str) -> None:
    assert code in codes(f" x {word} y", container=False)
    assert code not in codes(f" (x {word} y)", container=True)


@pytest.mark.parametrize(
    ("deleted", "code"),
    [
        pytest.param("under 40 users", AbortCode.GUARD_COMPARATOR, id="under a number"),
        pytest.param("within the 3 days", AbortCode.GUARD_COMPARATOR, id="within a number, a word between"),
        pytest.param("innen 30 dager", AbortCode.GUARD_COMPARATOR, id="Norwegian: within a number"),
        pytest.param("from May on", AbortCode.GUARD_TEMPORAL, id="from some day on"),
        pytest.param("fra mai av", AbortCode.GUARD_TEMPORAL, id="Norwegian: from some day on"),
        pytest.param("non-profit", AbortCode.GUARD_PRIVATIVE, id="a prefix that takes back"),
        pytest.param("fourth-largest", AbortCode.GUARD_ORDINAL, id="a rank with a hyphen"),
    ],
)
def test_forms_that_are_no_single_word(deleted: str, code: AbortCode) -> None:
    assert codes(deleted, container=False) == {code}


@pytest.mark.parametrize(
    "deleted",
    [
        pytest.param("under the bridge", id="under, of place"),
        pytest.param("around Oslo", id="around, of place"),
        pytest.param("from Oslo", id="from, of place"),
        pytest.param("on the 3rd of May", id="the day of a month"),
        pytest.param("in May", id="a month"),
        pytest.param("notes", id="a word that begins like one"),
        pytest.param("allow-listed", id="a part of a longer word"),
        pytest.param("i Bergen", id="Norwegian, of place"),
    ],
)
def test_words_that_guard_nothing(deleted: str) -> None:
    assert codes(deleted, container=False) == set()


def refusals(claim: str, gone: str, quote: str = "Another page.") -> set[AbortCode]:
    at = claim.index(gone)
    return {abort.code for abort in subtraction_refusals(claim, [Cut(at, at + len(gone))], quote)}


@pytest.mark.parametrize(
    ("claim", "gone", "code"),
    [
        pytest.param("The vault keeps logs for E5 tenants.", " for E5 tenants", AbortCode.SCOPE_GENERIC, id="frame"),
        pytest.param("Hvelvet lagrer logger for E5-brukere.", " for E5-brukere", AbortCode.SCOPE_GENERIC,
                     id="Norwegian frame"),
        pytest.param("For E5 tenants, the vault keeps logs.", "For E5 tenants, ", AbortCode.SCOPE_LEAD, id="lead"),
        pytest.param("For E5-brukere, hvelvet lagrer logger.", "For E5-brukere, ", AbortCode.SCOPE_LEAD,
                     id="Norwegian lead"),
        pytest.param("It is available in Oslo.", " in Oslo", AbortCode.SCOPE_AVAILABILITY, id="availability"),
        pytest.param("Den er tilgjengelig i Oslo.", " i Oslo", AbortCode.SCOPE_AVAILABILITY,
                     id="Norwegian availability"),
        pytest.param("You can delete files that are shared.", " that are shared", AbortCode.RESTRICTIVE_GENERIC,
                     id="what narrows a noun"),
        pytest.param("Du kan slette filer som er delt.", " som er delt", AbortCode.RESTRICTIVE_GENERIC,
                     id="Norwegian: what narrows a noun"),
        pytest.param("The firm never left Oslo in 2019.", " in 2019", AbortCode.DOWNWARD_CONTEXT, id="negation"),
        pytest.param("Firmaet flyttet aldri kontoret i 2019.", " i 2019", AbortCode.DOWNWARD_CONTEXT,
                     id="Norwegian negation"),
        pytest.param("The firm opened its first office in Oslo.", " in Oslo", AbortCode.SUPERLATIVE_SCOPE, id="rank"),
        pytest.param("Firmaet åpnet det største kontoret i Oslo.", " i Oslo", AbortCode.SUPERLATIVE_SCOPE,
                     id="Norwegian rank"),
        pytest.param("The firm opened 40 offices in Oslo.", " in Oslo", AbortCode.COUNT_SCOPE, id="count"),
        pytest.param("Firmaet åpnet 40 kontorer i Oslo.", " i Oslo", AbortCode.COUNT_SCOPE, id="Norwegian count"),
        pytest.param("It never reads Teams and Exchange.", " and Exchange", AbortCode.DOWNWARD_CONTEXT,
                     id="a list under a negation"),
        pytest.param("Den leser aldri Teams og Exchange.", " og Exchange", AbortCode.DOWNWARD_CONTEXT,
                     id="Norwegian list under a negation"),
        pytest.param("It reads Teams or Exchange.", " or Exchange", AbortCode.OR_LIST, id="an or list"),
        pytest.param("Den leser Teams eller Exchange.", " eller Exchange", AbortCode.OR_LIST, id="Norwegian or list"),
        pytest.param("The cities of Oslo and Bergen grew.", " and Bergen", AbortCode.AGREEMENT, id="a plural"),
        pytest.param("Byene heter Oslo og Bergen.", " og Bergen", AbortCode.AGREEMENT, id="Norwegian plural"),
        pytest.param("The firm held the fair at the Mill, Oslo.", " at the Mill", AbortCode.BAD_JOINT,
                     id="half of a place"),
        pytest.param("The firm built a mill on the river bank.", " river bank", AbortCode.BAD_JOINT,
                     id="words that lead to nothing"),
    ],
)  # fmt: skip
def test_what_stands_around_it_refuses_whoever_made_the_cut(claim: str, gone: str, code: AbortCode) -> None:
    assert code in refusals(claim, gone)


@pytest.mark.parametrize(
    ("claim", "gone"),
    [
        pytest.param("The firm opened an office in Oslo in 2019.", " in 2019", id="a date of an event"),
        pytest.param("Firmaet åpnet et nytt kontor i Oslo i 2019.", " i 2019", id="Norwegian date of an event"),
        pytest.param("It never reads Teams or Exchange.", " or Exchange", id="an or list under a negation"),
        pytest.param("Den leser aldri Teams eller Exchange.", " eller Exchange", id="Norwegian or list, negated"),
        pytest.param("The vault keeps logs (roughly 40 days).", " (roughly 40 days)", id="a container and its hedge"),
        pytest.param("Hvelvet lagrer logger (omtrent 40 dager).", " (omtrent 40 dager)", id="Norwegian container"),
        pytest.param("The vault keeps logs. It is never full.", " It is never full.", id="a whole sentence"),
        pytest.param("The vault keeps logs using AES.", " using AES", id="means"),
        pytest.param("Hvelvet lagrer logger ved hjelp av AES.", " ved hjelp av AES", id="Norwegian means"),
    ],
)
def test_what_nothing_speaks_against(claim: str, gone: str) -> None:
    assert refusals(claim, gone) == set()


def test_what_the_quote_shows_is_no_restrictor() -> None:
    claim, gone = "The vault supports all exports in Oslo.", " in Oslo"
    assert AbortCode.SCOPE_AVAILABILITY in refusals(claim, gone)
    assert refusals(claim, gone, "The vault supports all exports.") == {AbortCode.DOWNWARD_CONTEXT}
    assert refusals("The vault supports exports in Oslo.", gone, "The vault supports exports.") == set()
