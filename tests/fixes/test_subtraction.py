"""Which part of a claim may go: what is nominated, and one row for each way in which it is refused."""

from __future__ import annotations

import pytest

from r11.fixes.subtraction import SubtractionDecision, nominate_subtraction
from r11.vocabulary import AbortCode, JudgeVerdict


def _nominate(claim: str, quote: str, reason: str = "", **more: object) -> SubtractionDecision:
    arguments: dict[str, object] = {"verdict": JudgeVerdict.NOT_GROUNDED} | more
    return nominate_subtraction(claim, quote, reason=reason, **arguments)  # type: ignore[arg-type]


def _made(claim: str, decision: SubtractionDecision) -> str | None:
    """The claim with the cuts made."""
    if decision.subtraction is None:
        return None
    text, position = "", 0
    for cut in decision.subtraction.cuts:
        text += claim[position : cut.start] + cut.new
        position = cut.end
    return text + claim[position:]


@pytest.mark.parametrize(
    ("claim", "quote", "reason", "left"),
    [
        pytest.param("Use the API (since May) and the SDK.", "Use the API and the SDK.", 'No word on "since May".',
                     "Use the API and the SDK.", id="a parenthesis"),
        pytest.param("It runs daily, including on holidays.", "It runs daily.", "The page doesn't mention holidays.",
                     "It runs daily.", id="a clause with including"),
        pytest.param("It stores data at rest, which speeds up search.", "It stores data at rest.",
                     "Nothing about speeding up search.", "It stores data at rest.", id="a clause with which"),
        pytest.param("Logger lagres i skyen, inkludert logger fra Exchange.", "Logs are stored in the cloud.",
                     "Exchange is not mentioned.", "Logger lagres i skyen.", id="a Norwegian clause"),
        pytest.param("It supports Teams, Exchange, and SharePoint.", "It supports Teams and SharePoint.",
                     "Exchange is not mentioned.", "It supports Teams and SharePoint.", id="a middle item"),
        pytest.param("It supports Teams, SharePoint, and Exchange.", "It supports Teams and SharePoint.",
                     "Exchange is not mentioned.", "It supports Teams and SharePoint.", id="the last item of three"),
        pytest.param("It supports A1, B2, C3, and D4.", "It supports A1, B2 and C3.", "D4 is not mentioned.",
                     "It supports A1, B2, and C3.", id="the last item of four keeps its comma"),
        pytest.param("It supports A1, B2, C3 and D4.", "It supports A1, B2 and C3.", "D4 is not mentioned.",
                     "It supports A1, B2 and C3.", id="the last item of four without that comma"),
        pytest.param("It supports Exchange, Teams, and SharePoint.", "SharePoint and Teams.",
                     "Exchange is not mentioned.", "It supports Teams and SharePoint.", id="the first item, a name"),
        pytest.param("It applies to Windows and Linux devices.", "It applies to Windows devices.",
                     "Linux is not mentioned.", "It applies to Windows devices.", id="the second of two"),
        pytest.param("Det gjelder Teams, Exchange og SharePoint.", "It covers Teams and SharePoint.",
                     "Exchange is not mentioned.", "Det gjelder Teams og SharePoint.", id="a Norwegian list"),
        pytest.param("It supports **Teams**, **Exchange**, and `SharePoint`.", "It supports Teams and SharePoint.",
                     "Exchange is not mentioned.", "It supports **Teams** and `SharePoint`.", id="marks go too"),
        pytest.param("It supports [Teams](t.md) and [Exchange](e.md).", "It supports Teams.",
                     "Exchange is not mentioned.", "It supports [Teams](t.md).", id="a link goes with its target"),
        pytest.param("Drop `a`, `b`, and `c` now.", "Drop a and c now.", "The page says nothing about `b`.",
                     "Drop `a` and `c` now.", id="named in backticks"),
    ],
)  # fmt: skip
def test_a_part_that_stands_alone_goes(claim: str, quote: str, reason: str, left: str) -> None:
    decision = _nominate(claim, quote, reason)
    assert _made(claim, decision) == left, decision.aborts


@pytest.mark.parametrize(
    ("claim", "quote", "left"),
    [
        pytest.param("You need Contoso CLI 2.58 installed to begin.", "You need Contoso CLI installed to begin.",
                     "You need Contoso CLI installed to begin.", id="a number in the middle"),
        pytest.param("The agents run in Contoso East or Contoso West.", "Intro. The agents run.\nMore.", None,
                     id="control: too little is left"),
        pytest.param("Hosted agents support global deployments in **Contoso East**.",
                     "Hosted agents support global deployments.", "Hosted agents support global deployments.",
                     id="an ending, with its marks"),
        pytest.param("Use `Teams`, `Exchange`, and `SharePoint` for this.", "Use Teams and SharePoint for this.",
                     "Use `Teams` and `SharePoint` for this.", id="an item, joined as the quote joins"),
        pytest.param("The Contoso API (build 12) reads all files here.", "The Contoso API reads all files here.",
                     "The Contoso API reads all files here.", id="a parenthesis"),
        pytest.param("For Contoso tenants, the agent reads all mail.", "The agent reads all mail.", None,
                     id="control: a frame at the start"),
        pytest.param("Users with an E5 licence can run content searches.", "Users can run content searches.", None,
                     id="control: what restricts the subject"),
        pytest.param("Old files are, in other words, deleted at night.", "Old files are deleted at night.", None,
                     id="control: other wording only"),
        pytest.param("The tool was built in Oslo and reads all files.", "The tool reads all files.", None,
                     id="control: the first half of a coordination"),
        pytest.param("| Contoso plan | 5 GB | Contoso East |", "| Contoso plan | 5 GB |", None, id="control: a cell"),
        pytest.param("The Contoso preview API reads all of the files.", "The Contoso API reads all of the files.", None,
                     id="control: a status"),
        pytest.param("The agent in Contoso reads a file.", "The agent reads another file.", None,
                     id="control: new words"),
    ],
)  # fmt: skip
def test_what_a_sentence_of_the_quote_lacks_goes(claim: str, quote: str, left: str | None) -> None:
    assert _made(claim, _nominate(claim, quote)) == left


def test_failed_span_comes_before_the_reason() -> None:
    claim = "It supports Teams, Exchange, and SharePoint."
    decision = _nominate(claim, "It supports Teams.", "Exchange is not mentioned.", failed_span="SharePoint")
    assert _made(claim, decision) == "It supports Teams and Exchange."


@pytest.mark.parametrize(
    ("claim", "quote", "reason", "code"),
    [
        pytest.param("It supports Teams.", "It is old.", "", AbortCode.NOTHING_NAMED, id="no reason"),
        pytest.param("It supports Teams.", "It supports it.", "The claim is wrong.", AbortCode.NOTHING_NAMED,
                     id="a reason that names nothing"),
        pytest.param("It supports Teams and Exchange.", "It supports Teams.", "The page says Teams is supported.",
                     AbortCode.NOTHING_NAMED, id="a reason that denies nothing"),
        pytest.param("Search indexes pages nightly.", "Other text.", "Search, indexes, pages, nightly: no support.",
                     AbortCode.ALL_NAMED, id="a reason that names everything"),
        pytest.param("Agents run fast in Norway.", "Agents run in Norway.", "Nothing about fast.",
                     AbortCode.NO_CONSTITUENT, id="a word that stands in no list"),
        pytest.param("Use A1, B2 in tests.", "B2 is for tests.", "A1 is not mentioned.", AbortCode.NO_CONSTITUENT,
                     id="a list without and"),
        pytest.param("Teams and Exchange run.", "Exchange runs.", "Teams is not mentioned.", AbortCode.NO_CONSTITUENT,
                     id="the first item at the start"),
        pytest.param("Use large uploads and downloads.", "Use downloads.", "Nothing about large uploads.",
                     AbortCode.NO_CONSTITUENT, id="the first item of common words"),
        pytest.param("It supports Teams or Exchange.", "It supports Teams.", "Exchange is not mentioned.",
                     AbortCode.OR_LIST, id="an or list, its last"),
        pytest.param("It supports Word, Exchange, or Teams.", "It supports Word.", "Exchange is not mentioned.",
                     AbortCode.OR_LIST, id="an or list, its middle"),
        pytest.param("It has two modes: Fast and Exact.", "It has a mode Fast.", "Exact is not mentioned.",
                     AbortCode.COUNTED_LIST, id="a counted list"),
        pytest.param("It consists of Teams and Exchange.", "It has Teams.", "Exchange is not mentioned.",
                     AbortCode.COUNTED_LIST, id="a list said to be complete"),
        pytest.param("Today Windows and Linux are fast.", "Linux is fast.", "Windows is not mentioned.",
                     AbortCode.AGREEMENT, id="the verb would not agree"),
        pytest.param("It doesn't run on Linux and Windows.", "It doesn't run on Linux.", "Windows is not mentioned.",
                     AbortCode.DOWNWARD_CONTEXT, id="under a negation"),
        pytest.param("Only Teams, Exchange, and SharePoint work.", "Teams works, and SharePoint.",
                     "Exchange is not mentioned.", AbortCode.DOWNWARD_CONTEXT, id="after only"),
        pytest.param("All users in Norway and Sweden see it.", "Every user can see it.", "Sweden is not mentioned.",
                     AbortCode.NO_CONSTITUENT, id="a list that goes on into a verb"),
        pytest.param("It syncs both Teams and Exchange.", "It syncs Teams.", "Exchange is not mentioned.",
                     AbortCode.COLLECTIVE_LIST, id="both"),
        pytest.param("The migration tool was written by Contoso and Fabrikam in Oslo.", "Fabrikam wrote it in Oslo.",
                     "Contoso is not mentioned.", AbortCode.COLLECTIVE_LIST, id="made by two, the first unnamed"),
        pytest.param("The migration tool was written by Contoso and Fabrikam in Oslo.", "Contoso wrote it in Oslo.",
                     "Fabrikam is not mentioned.", AbortCode.COLLECTIVE_LIST, id="made by two, the last unnamed"),
        pytest.param("Verktøyet ble skrevet av Contoso og Fabrikam i Oslo.", "Contoso skrev verktøyet i Oslo.",
                     "Fabrikam er ikke nevnt.", AbortCode.COLLECTIVE_LIST, id="the same in Norwegian"),
        pytest.param("It runs (not on Linux).", "It runs.", 'Nothing about "on Linux".', AbortCode.GUARD_NEGATION,
                     id="a negation"),
        pytest.param("It runs (only on Linux).", "It runs.", 'Nothing about "on Linux".', AbortCode.GUARD_ONLY,
                     id="only"),
        pytest.param("It runs, which requires a licence.", "It runs.", "Nothing about a licence.",
                     AbortCode.GUARD_CONDITION, id="a requirement"),
        pytest.param("Wait time: (in Norway). It runs daily.", "Wait time. It runs.", 'Nothing about "in Norway".',
                     AbortCode.BAD_JOINT, id="two marks would stand together"),
        pytest.param("It runs (if enabled).", "It runs.", 'Nothing about "enabled".', AbortCode.GUARD_CONDITION,
                     id="a condition"),
        pytest.param("It runs (except Linux).", "It runs.", 'Nothing about "Linux".', AbortCode.GUARD_EXCEPTION,
                     id="an exception"),
        pytest.param("The API (preview) runs.", "The API runs.", 'Nothing about "preview".', AbortCode.GUARD_STATUS,
                     id="a status"),
        pytest.param("It is fast (according to Contoso).", "It is fast.", 'Nothing about "Contoso".',
                     AbortCode.GUARD_ATTRIBUTION, id="an attribution"),
        pytest.param("It has Teams and roughly Exchange.", "It has Teams.", 'Nothing about "roughly Exchange".',
                     AbortCode.GUARD_HEDGE, id="a hedge in an item"),
        pytest.param("It has Teams and maximum Exchange.", "It has Teams.", 'Nothing about "maximum Exchange".',
                     AbortCode.GUARD_COMPARATOR, id="a bound in an item"),
        pytest.param("It has Teams and currently Exchange.", "It has Teams.", 'Nothing about "currently Exchange".',
                     AbortCode.GUARD_TEMPORAL, id="a limit in time in an item"),
        pytest.param("It has Teams and a former Exchange.", "It has Teams.", 'Nothing about "former Exchange".',
                     AbortCode.GUARD_PRIVATIVE, id="a word that takes its noun back"),
        pytest.param("It has Teams and a limited Exchange.", "It has Teams.", 'Nothing about "limited Exchange".',
                     AbortCode.GUARD_ONLY, id="a word that limits"),
        pytest.param("It has Teams and a minor Exchange.", "It has Teams.", 'Nothing about "minor Exchange".',
                     AbortCode.GUARD_DEGREE, id="a word of small degree"),
        pytest.param("It has Teams and a third Exchange.", "It has Teams.", 'Nothing about "third Exchange".',
                     AbortCode.GUARD_ORDINAL, id="an ordinal"),
        pytest.param("It has Teams and every Exchange.", "It has Teams.", 'Nothing about "every Exchange".',
                     AbortCode.GUARD_QUANTIFIER, id="a quantifier in an item"),
        pytest.param("It stores logs (for 30 days).", "It stores logs for 90 days.", 'Not "for 30 days".',
                     AbortCode.CONFLICT, id="the quote has another value"),
        pytest.param("It stores 40 logs (in Norway).", "It stores logs.", 'Nothing about "in Norway".',
                     AbortCode.RESIDUAL_VALUE, id="another value would be left"),
        pytest.param("It runs, including a very long list of many things here.", "It runs.",
                     "Nothing about a very long list of things.", AbortCode.TOO_MUCH_DELETED, id="most of the claim"),
        pytest.param("It runs (with Teams, Linux).", "Teams runs it.", 'Nothing about "Linux".',
                     AbortCode.SUPPORTED_IN_SPAN, id="supported words beside the failed one"),
        pytest.param("It runs (with Build 7, Linux).", "It runs.", 'Nothing about "Linux".',
                     AbortCode.SUPPORTED_IN_SPAN, id="a name that was not named as failed"),
        pytest.param("The fund bought the oldest mill in Oslo.", "The fund bought the oldest mill.",
                     'Nothing about "Oslo".', AbortCode.SUPERLATIVE_SCOPE, id="a superlative, and the quote says more"),
        pytest.param("The fund bought the oldest mill in Oslo.", "The fund has a mill.", 'Nothing about "Oslo".',
                     AbortCode.SUPERLATIVE_SCOPE, id="a superlative within the place"),
        pytest.param("The fund bought 12 mills in Oslo.", "The fund has 12 mills.", 'Nothing about "Oslo".',
                     AbortCode.COUNT_SCOPE, id="a count within the place"),
        pytest.param("Fondet kjøpte 12 møller i Oslo.", "Fondet har 12 møller.", 'Ikke noe om "Oslo".',
                     AbortCode.COUNT_SCOPE, id="a count within the place, in Norwegian"),
        pytest.param("In Oslo, the agent reads all mail.", "An agent can read mail.", 'Nothing about "Oslo".',
                     AbortCode.SCOPE_LEAD, id="where a general sentence holds"),
        pytest.param("The service is available in Oslo.", "The service is sold.", 'Nothing about "Oslo".',
                     AbortCode.SCOPE_AVAILABILITY, id="where something is available"),
        pytest.param("Tjenesten er tilgjengelig i Oslo.", "Tjenesten finnes.", 'Ikke noe om "Oslo".',
                     AbortCode.SCOPE_AVAILABILITY, id="where something is available, in Norwegian"),
        pytest.param("The agent deletes old files at midnight.", "The agent can delete old files.",
                     "Midnight is not mentioned.", AbortCode.SCOPE_GENERIC, id="a phrase of a general sentence"),
        pytest.param("The agent reads files that Contoso signs.", "The agent can read files.",
                     'Nothing about "that Contoso signs".', AbortCode.RESTRICTIVE_GENERIC, id="what narrows a noun"),
        pytest.param("The server was linked to Oslo last year.", "The server was linked last year.",
                     'Nothing about "Oslo".', AbortCode.ALIGNED_BROADER, id="aligned words before the end"),
        pytest.param("The old server was linked to Oslo.", "The old server was linked somewhere.",
                     'Nothing about "Oslo".', AbortCode.OBLIGATORY_HEAD, id="a verb and its preposition"),
        pytest.param("The old server was in Oslo.", "The old server is somewhere.", 'Nothing about "Oslo".',
                     AbortCode.OBLIGATORY_COMPLEMENT, id="nothing else after the verb"),
        pytest.param("The team built tools and mills in Oslo.", "The team has tools and mills.",
                     'Nothing about "Oslo".', AbortCode.COORDINATED_HEAD, id="whose place it is, of two"),
        pytest.param('The team called it "a mill in Oslo" then.', "The team called it a mill.",
                     'Nothing about "Oslo".', AbortCode.QUOTATION, id="inside a quotation"),
        pytest.param("Ada died in Oslo.", "Ada is dead.", 'Nothing about "Oslo".', AbortCode.VACUOUS_REMAINDER,
                     id="next to nothing would be left"),
        pytest.param("Retention; the vault keeps logs.", "There is some retention.",
                     'Nothing about "the vault keeps logs".', AbortCode.NO_VERB_LEFT, id="no verb would be left"),
    ],
)  # fmt: skip
def test_what_does_not_go(claim: str, quote: str, reason: str, code: AbortCode) -> None:
    decision = _nominate(claim, quote, reason)
    assert decision.subtraction is None
    assert code in [abort.code for abort in decision.aborts]


def test_hedges_may_go_with_a_whole_assertion() -> None:
    claim = "It runs daily (usually at noon)."
    assert _made(claim, _nominate(claim, "It runs daily.", 'Nothing about "usually at noon".')) == "It runs daily."


@pytest.mark.parametrize(
    ("claim", "quote", "reason", "verdict", "goes"),
    [
        pytest.param("Contoso agents dance every Friday evening.", "The page is about storage.", "",
                     JudgeVerdict.SOURCE_SILENT, True, id="source silent on all of it"),
        pytest.param("Contoso agents dance every Friday evening.", "The page is about storage.",
                     'The page doesn\'t address this: "Contoso agents dance…".', JudgeVerdict.SOURCE_SILENT, True,
                     id="the reason quotes its start"),
        pytest.param("Contoso agents dance every Friday evening.", "The page is about storage.", "",
                     JudgeVerdict.NOT_GROUNDED, False, id="not source silent"),
        pytest.param("Contoso agents dance every Friday evening.", "Agents dance on Friday.", "",
                     JudgeVerdict.SOURCE_SILENT, False, id="some of it is supported"),
        pytest.param("Contoso agents dance 12 times every evening.", "There are 12 files.", "",
                     JudgeVerdict.SOURCE_SILENT, False, id="a value of it is supported"),
        pytest.param("Agents dance.", "The page is about storage.", "", JudgeVerdict.SOURCE_SILENT, False,
                     id="too short"),
        pytest.param("Contoso agents dance every Friday evening:", "The page is about storage.", "",
                     JudgeVerdict.SOURCE_SILENT, False, id="leads in to a list"),
        pytest.param("Contoso agents dance every Friday evening.", "The page is about storage.",
                     "The judge was unsure.", JudgeVerdict.SOURCE_SILENT, False, id="another reason"),
        pytest.param("Contoso agents dance every Friday evening.", "", "The cited article does not speak of this.",
                     JudgeVerdict.SOURCE_SILENT, True, id="the reason means the claim as such"),
        pytest.param("Contoso-agenter danser hver fredag kveld.", "", "Siden sier ingenting om dette.",
                     JudgeVerdict.SOURCE_SILENT, True, id="the same in Norwegian"),
        pytest.param("Contoso agents dance every Friday evening.", "",
                     "The page does not say this of the evening.", JudgeVerdict.SOURCE_SILENT, False,
                     id="the reason repeats a word of the claim"),
        pytest.param("Contoso agents dance every Friday evening.", "",
                     "The page supports the statement, but it is no good source.", JudgeVerdict.SOURCE_SILENT, False,
                     id="the reason affirms the claim"),
        pytest.param("Contoso agents dance every Friday evening.", "", "No page was found.",
                     JudgeVerdict.SOURCE_SILENT, False, id="the reason is about something else"),
        pytest.param("Contoso agents dance every Friday evening.", "", "The cited article does not speak of this.",
                     JudgeVerdict.NOT_GROUNDED, False, id="the same of a source that speaks"),
    ],
)  # fmt: skip
def test_a_whole_unit_goes_only_where_nothing_of_it_is_supported(
    claim: str, quote: str, reason: str, verdict: JudgeVerdict, goes: bool
) -> None:
    decision = _nominate(claim, quote, reason, verdict=verdict)
    assert bool(decision.subtraction and decision.subtraction.removes_unit) is goes
    assert bool(decision.aborts) is not goes


def test_a_listed_pair_is_written_for_the_failed_wording() -> None:
    claim = "Choose the Standard S0 SKU when you begin."
    pairs = (("East US 2", "a region"), ("the Standard S0 SKU", "a paid SKU"))
    decision = _nominate(claim, "Choose a SKU when you begin.", "Standard S0 is not mentioned.", generalisations=pairs)
    assert _made(claim, decision) == "Choose a paid SKU when you begin."


def test_the_page_section_supports_words_too() -> None:
    claim = "It supports Teams and Exchange."
    reason = "Exchange is not mentioned."
    assert _made(claim, _nominate(claim, "It supports Teams.", reason)) == "It supports Teams."
    decision = _nominate(claim, "It supports Teams.", reason, page_section="Exchange is supported.")
    assert decision.subtraction is None


def test_what_the_refreshed_page_no_longer_names_goes_from_a_list() -> None:
    claim, quote = "The agent runs Fable, Saga, and Novel.", "The agent runs several models."
    assert (
        _made(claim, _nominate(claim, quote, page_text="Models: Fable and Saga.")) == "The agent runs Fable and Saga."
    )
    for page in ("", "Models: Fable, Novel and Saga.", "Other words."):
        assert _nominate(claim, quote, page_text=page).subtraction is None
