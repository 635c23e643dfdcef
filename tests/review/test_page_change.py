"""A page that changed ends the approvals that rest on it; the refusal says where it changed and what to do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from r11.fixes.freshness import evidence_digest, flag_evidence
from r11.records import Flag, FlagEvidence, Page, sha256_hex
from r11.review.page_change import told_change
from r11.text.quotes import PageText
from r11.vocabulary import JudgeVerdict, PageOutcome, Rule

CLAIM, QUOTE = "The queue keeps 500 messages.", "The queue keeps 800 messages."
PAGE = f"""# Queues

{QUOTE}

## Backups

Backups are kept for 7 days.

## Regions

Two regions have it.
"""


FLAG = Flag(
    id="c1",
    judge_verdict=JudgeVerdict.NOT_GROUNDED,
    rule=Rule.R2,
    evidence_url="https://learn.microsoft.com/c1",
    evidence_quote=QUOTE,
    reason="the source says otherwise",
    file="skills/store/limits.md",
    line=3,
    claim=CLAIM,
)


def seen(text: str) -> FlagEvidence:
    page = Page(
        url="https://learn.microsoft.com/c1",
        outcome=PageOutcome.FETCHED,
        fetched_at="2026-03-02T12:00:00+00:00",
        text_sha256=sha256_hex(text.encode()),
    )
    return flag_evidence(FLAG, page, PageText.of(text))


def told(today: str) -> str:
    texts = {sha256_hex(text.encode()): text for text in (PAGE, today)}
    return told_change(seen(today), seen(PAGE).sha256, texts, texts.get)


SEVEN, NINE = "Backups are kept for 7 days.", "Backups are kept for 9 days."


@pytest.mark.parametrize(
    ("old", "new", "section", "gone", "come"),
    [
        pytest.param("7 days", "9 days", "section \u201cBackups\u201d", SEVEN, NINE, id="a sentence"),
        pytest.param(
            "Two regions have it.\n",
            "",
            "section \u201cRegions\u201d",
            "Two regions have it.",
            "",
            id="taken out",
        ),
        pytest.param(
            "## Regions", "New here.\n\n## Regions", "section \u201cBackups\u201d", "", "New here.", id="put in"
        ),
        pytest.param("# Queues", "# Queue", "section \u201cQueue\u201d", "# Queues", "# Queue", id="a heading"),
    ],
)
def test_it_names_the_section_and_the_words(old: str, new: str, section: str, gone: str, come: str) -> None:
    said = told(PAGE.replace(old, new, 1))
    assert said.startswith("the passage of this claim stands as it was, yet the page changed elsewhere since")
    if gone and come:
        assert f"(in {section}: \u201c{gone}\u201d became \u201c{come}\u201d)" in said
    else:
        assert f"(in {section}: \u201c{gone or come}\u201d is {'gone' if gone else 'new'})" in said
    assert "approve it again" in said


def test_it_counts_the_places() -> None:
    said = told(PAGE.replace("7 days", "9 days").replace("Two regions", "Three regions"))
    assert "section \u201cBackups\u201d" in said
    assert "; 2 places in all)" in said


def test_where_the_passage_itself_changed_nothing_is_called_unchanged() -> None:
    said = told(PAGE.replace("800", "900"))
    assert said.startswith("the page says something else of this claim since (evidence: changed now")
    assert "The queue keeps 900 messages." in said
    assert "run r11 propose, then review it again" in said


def test_a_text_that_is_not_kept_any_more_is_not_made_up() -> None:
    now = seen(PAGE.replace("7 days", "9 days"))
    assert told_change(now, seen(PAGE).sha256).startswith(
        "the page says something else of this claim since (evidence: stands"
    )
    kept = [sha256_hex(PAGE.encode())]
    assert "changed elsewhere since: read that" in told_change(now, seen(PAGE).sha256, kept)


def test_the_digest_is_over_everything_that_an_answer_rests_on() -> None:
    now = seen(PAGE)
    assert evidence_digest(now) == now.sha256
    assert evidence_digest(replace(now, fetched_at="2026-03-03T12:00:00+00:00", detail="x")) == now.sha256
    for change in ({"passage": "x"}, {"text_sha256": "0" * 64}, {"about": "x"}, {"url": "https://x.org"}):
        assert evidence_digest(replace(now, **change)) != now.sha256
