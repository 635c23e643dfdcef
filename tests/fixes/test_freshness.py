"""From page text to state: the table of the eight states, and what follows from what."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from r11.fixes.freshness import flag_evidence
from r11.records import Flag, FlagEvidence, Page
from r11.text.quotes import PageText
from r11.vocabulary import EvidenceState, JudgeVerdict, MatchKind, PageOutcome, Rule

QUOTE = "A pool holds up to 40 workers."
CLAIM = "A pool holds up to 50 workers."
URL = "https://learn.microsoft.com/pools"


def a_flag(**more: Any) -> Flag:
    values: dict[str, Any] = {
        "id": "c1",
        "judge_verdict": JudgeVerdict.NOT_GROUNDED,
        "rule": Rule.R8,
        "evidence_url": URL,
        "evidence_quote": QUOTE,
        "reason": "",
        "file": "kb/a.md",
        "line": 1,
        "claim": CLAIM,
    }
    return Flag(**(values | more))


def a_page(outcome: PageOutcome = PageOutcome.FETCHED, **more: Any) -> Page:
    return Page(url=URL, outcome=outcome, fetched_at="2026-03-01T12:00:00+00:00", text_sha256="a" * 64, **more)


def judged(
    text: str | None, *, page: Page | None = None, earlier: FlagEvidence | None = None, **flag: Any
) -> FlagEvidence:
    prepared = None if text is None else PageText.of(text)
    return flag_evidence(a_flag(**flag), page or a_page(), prepared, earlier)


SILENT = {"judge_verdict": JudgeVerdict.SOURCE_SILENT, "evidence_quote": ""}
ROW = {"claim": "| Workers | 50 |", "evidence_quote": "| Workers | 40 |"}

# reason, page text, flag, state, match, what the passage holds
STATES = [
    ("the quote stands", f"# Pools\n\n{QUOTE}", {}, "stands", "exact", QUOTE),
    ("in normal form", "A pool holds up to **40** workers.", {}, "stands", "normalised", "**40**"),
    ("only nearly", "A pool holds up to 40 of the workers.", {}, "changed", "near", "of the workers"),
    ("another value", "A pool holds up to 60 workers.", {}, "changed", "near", "60"),
    ("nothing of the kind", "Something else altogether, about billing.", {}, "changed", "none", ""),
    ("the claim", f"# Pools\n\n{CLAIM}", {}, "supports_now", "exact", CLAIM),
    ("the claim in normal form", "A pool holds *up to* 50 workers.", {}, "supports_now", "normalised", "50"),
    ("quote and claim, apart", f"{QUOTE}\n\n{CLAIM}", {}, "stands", "exact", QUOTE),
    ("the quote as a part of the claim only", "A pool holds up to 40 workers. It is free.",
     {"claim": "A pool holds up to 40 workers. It is free."}, "supports_now", "exact", "It is free."),
    ("a claim that is part of the standing quote", "A pool holds up to 40 workers at night.",
     {"claim": "up to 40 workers", "evidence_quote": "A pool holds up to 40 workers at night."},
     "stands", "exact", "at night"),
    ("a fix target without a quote", f"# Pools\n\n{QUOTE}", {"evidence_quote": ""}, "changed", "none", ""),
    ("a table row", "| Name | Value |\n|---|---|\n| Workers | 40 |", ROW, "stands", "exact", "40"),
    ("another table row", "| Name | Value |\n|---|---|\n| Workers | 60 |", ROW, "changed", "near", "60"),
    ("silent still", "# Pools\n\nAll about billing.", SILENT, "still_silent", "none", ""),
    ("silent, names and statuses do not answer", "# Dynamics 365\n\nSome parts of it are in preview.",
     SILENT | {"claim": "Dynamics 365 pools are in preview."}, "still_silent", "none", ""),
    ("silent, another unit", "Wait 50 minutes.", SILENT | {"claim": "Wait for 50 hours."}, "still_silent", "none", ""),
    ("silent, part of a number", "Up to 150 items.", SILENT, "still_silent", "none", ""),
    ("silent, a value of the claim", "# Pools\n\nBilling.\n\n- 50 at most.", SILENT, "answers_now", "none", "- 50 at"),
    ("silent, the value in another spelling", "The most is 1,500 jobs.",
     SILENT | {"claim": "Up to 1500 jobs run."}, "answers_now", "none", "1,500"),
    ("silent, nearly the claim", "Agents do now run on ARM-based machines.",
     SILENT | {"claim": "Agents do not run on ARM-based machines."}, "answers_now", "near", "do now"),
    ("silent, the claim itself", CLAIM, SILENT, "supports_now", "exact", CLAIM),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "flag", "state", "match", "shown"), [row[1:] for row in STATES], ids=[row[0] for row in STATES]
)
def test_states_of_a_page_that_was_fetched(text: str, flag: dict[str, Any], state: str, match: str, shown: str) -> None:
    found = judged(text, **flag)
    assert (found.state, found.match) == (state, match)
    assert shown in found.passage


@pytest.mark.parametrize("silent", [{}, SILENT], ids=["quoted", "silent"])
@pytest.mark.parametrize(
    ("page", "text", "state"),
    [
        (a_page(PageOutcome.GONE), None, EvidenceState.GONE),
        (a_page(PageOutcome.UNREACHABLE), None, EvidenceState.UNREACHABLE),
        (a_page(PageOutcome.UNREACHABLE), QUOTE, EvidenceState.UNREACHABLE),
        (a_page(PageOutcome.GONE), QUOTE, EvidenceState.GONE),
        (a_page(PageOutcome.NOT_MODIFIED), None, EvidenceState.UNREACHABLE),
    ],
    ids=["gone", "unreachable", "unreachable, an old text at hand", "gone, an old text at hand", "its text was lost"],
)
def test_a_page_without_a_text_says_nothing_of_a_quote(
    page: Page, text: str | None, state: EvidenceState, silent: dict[str, Any]
) -> None:
    assert judged(text, page=page, **silent).state is state


class TestMoved:
    PAGE = f"# Pools\n\nIntro.\n\n## Limits\n\n{QUOTE}\n\n## Other\n\nNothing."

    def test_the_fragment_names_another_section(self) -> None:
        found = judged(self.PAGE, evidence_url=f"{URL}#other")
        assert (found.state, found.home, found.section) == ("moved", "other", "limits")

    def test_the_fragment_names_its_section(self) -> None:
        assert judged(self.PAGE, evidence_url=f"{URL}#limits").state == "stands"

    def test_it_left_the_section_where_it_stood_at_first(self) -> None:
        first = judged(self.PAGE)
        later = judged(self.PAGE.replace("## Limits", "## Quotas"), earlier=first)
        assert (first.state, later.state, later.home) == ("stands", "moved", "limits")

    def test_moved_stays_moved_when_asked_again(self) -> None:
        """A second run of anything that finished changes nothing."""
        first = judged(self.PAGE, evidence_url=f"{URL}#other")
        assert judged(self.PAGE, evidence_url=f"{URL}#other", earlier=first) == first

    def test_an_outage_in_between_does_not_forget_where_it_stood(self) -> None:
        first = judged(self.PAGE)
        outage = judged(None, page=a_page(PageOutcome.UNREACHABLE), earlier=first)
        assert judged(self.PAGE.replace("## Limits", "## Quotas"), earlier=outage).state == "moved"

    def test_it_stands_in_two_sections_and_one_is_its_own(self) -> None:
        assert judged(self.PAGE.replace("Nothing.", QUOTE), evidence_url=f"{URL}#other").state == "stands"


def test_the_hash_is_over_what_an_approval_saw() -> None:
    """An evidence record that says the same has the same hash, whenever it was fetched; another text has another."""
    first = judged(QUOTE)
    later = replace(a_page(), fetched_at="2026-03-02T12:00:00+00:00")
    assert judged(QUOTE, page=later).sha256 == first.sha256
    assert judged(QUOTE, page=replace(a_page(), text_sha256="b" * 64)).sha256 != first.sha256
    assert judged("A pool holds up to 60 workers.").sha256 != first.sha256


def test_the_fragment_is_no_part_of_a_page_url() -> None:
    assert a_flag(evidence_url="https://h.example/a?b=c#d").page_url == "https://h.example/a?b=c"


@given(st.text(alphabet="ab 0145.#|\n", max_size=80), st.sampled_from([{}, SILENT]))
def test_standing_means_verbatim(text: str, kind: dict[str, Any]) -> None:
    """O1 needs the first or second state of trust, never the third."""
    found = judged(text, claim="a 4 b", **(kind or {"evidence_quote": "a 5 b"}))
    going_on = {EvidenceState.STANDS, EvidenceState.MOVED, EvidenceState.SUPPORTS_NOW}
    assert (found.state in going_on) <= (found.match in {MatchKind.EXACT, MatchKind.NORMALISED})
