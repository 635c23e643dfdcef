"""What the panel tells a reviewer who knows only its own help: before the first item, on an item, under filters."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from small_programme import PAGE, SWAPS, SmallProgramme, at, press, run, shown

from r11.panels.advice import HELP
from r11.records import EvidenceLine, Page
from r11.storage import EvidenceFolder, write_jsonl
from r11.vocabulary import PageOutcome
from r11.workbench.rooms import review_panel

Small = SmallProgramme
SOURCE = "https://github.com/Contoso/docs/blob/main/limits.md"


# --- before the first item -------------------------------------------------------------------------------------------


def complaints(screen: dict[str, Any]) -> str:
    return " ".join(shown(words) for words in screen["complaints"])


def test_the_first_page_says_that_no_protocol_is_frozen_and_what_to_do(small: Small) -> None:
    screen = review_panel(small.workspace.root).screen
    assert screen["page"] == "name"
    assert "No protocol is frozen yet" in screen["warning"]
    assert "r11 protocol freeze --by NAME" in screen["warning"]
    panel = small.panel()
    assert "No protocol is frozen yet" in complaints(panel.screen)
    press(panel, "outdated")
    assert complaints(panel.screen) == ""  # the review has begun: it is too late
    assert review_panel(small.workspace.root).screen["warning"] == ""


def test_a_frozen_protocol_needs_no_warning(small: Small) -> None:
    panel = small.panel()
    run("protocol", "freeze", "--by", "Operator", str(small.workspace.root))
    panel.press("previous")
    assert complaints(panel.screen) == ""
    assert review_panel(small.workspace.root).screen["warning"] == ""


@pytest.mark.parametrize("room", ["second", "adjudication"])
def test_in_the_other_rooms_it_would_come_too_late(small: Small, room: str) -> None:
    assert review_panel(small.workspace.root, room=room).screen["warning"] == ""


# --- outdated or wrong -----------------------------------------------------------------------------------------------


def tell(small: Small, claim: str, **told: str) -> None:
    """The index of a refresh that found the page of the claim, with what that tells of itself."""
    folder = EvidenceFolder(small.workspace.evidence)
    page = Page(
        url=f"https://learn.microsoft.com/{claim}", outcome=PageOutcome.FETCHED, fetched_at="2026-01-01T00:00:00+00:00"
    )
    lines = [EvidenceLine(flag=flag) for flag in folder.flags().values()]
    write_jsonl(small.workspace.evidence / "index.jsonl", [EvidenceLine(page=replace(page, **told)), *lines])


def test_the_dates_and_the_source_that_the_page_tells_are_shown(small: Small) -> None:
    tell(small, "s1", dated="08/05/2026", updated="2026-08-21", source=SOURCE)
    history = at(small.panel(), "s1")["history"]
    assert shown(history["dates"]) == "The page: last published 2026-08-21 · dated by its authors 08/05/2026."
    assert (history["href"], shown(history["url"])) == (SOURCE, SOURCE)
    assert "Outdated if the page, or an earlier version of it, once said" in history["words"]
    assert "If you cannot tell, do not guess: `?`" in history["words"]


def test_where_the_page_tells_nothing_no_link_is_made_up(small: Small) -> None:
    history = at(small.panel(), "s1")["history"]
    assert history["href"] == ""
    assert shown(history["url"]) == "Neither a date nor a history of the page is on record."
    tell(small, "s1", updated="2026-08-21")
    history = at(small.panel(session="later"), "s1")["history"]
    assert history["href"] == ""
    assert shown(history["url"]) == "The page names no public history."


def test_a_silent_source_is_neither_so_it_is_not_asked(small: Small) -> None:
    assert at(small.panel(), "silent")["history"] == {}


# --- filters, words, counts ------------------------------------------------------------------------------------------


def test_a_filter_shows_what_it_asks_for_decided_or_not(small: Small) -> None:
    """Closed items are there to be looked at; the last page says what is true of the filter."""
    panel = small.panel()
    for claim in ("drop", "write"):
        at(panel, claim)
        press(panel, "close")
    panel.press("filter", name="status", value="closed")
    assert panel.screen["status"]["text"] == "2 items under these filters, 2 of them decided"
    assert panel.screen["page"] == "item"
    end = press(panel, "go", page="end")["end"]
    assert end["heading"] == "No items left to decide under these filters"
    assert end["table"][0] == ["items decided, of those shown here", "2 of 2"]
    others = len(SWAPS) + 3
    assert end["lines"][1].startswith(f"{others} items not decided in these files, but outside of the filters")
    assert press(panel, "go", page="item")["page"] == "item"


def test_one_is_one(small: Small) -> None:
    panel = small.panel(abort="OPERATOR_GATED")
    assert panel.screen["status"]["text"] == "1 item under these filters, 0 of them decided"


def test_no_rule_is_said_in_words(small: Small) -> None:
    panel = small.panel()
    assert at(panel, "silent")["rule"] == "source silent · no rule"
    assert at(panel, "s1")["rule"] == "not grounded · rule R2"
    options = next(one for one in panel.filters if one["name"] == "rule")["options"]
    assert ["none", "no rule (2)"] in [list(option) for option in options]


def test_reasons_come_in_words_and_codes_only_among_the_facts(small: Small) -> None:
    item = at(small.panel(), "price")
    said = [shown(words) for words in item["why"]]
    assert said == ["the claim is about a price: only an operator's event releases it"]
    assert any(shown(fact).endswith("[OPERATOR_GATED]") for fact in item["facts"])


def test_what_you_sent_to_o3_is_not_sent_again(small: Small) -> None:
    panel = small.panel()
    at(panel, "s1")
    press(panel, "to_o3")
    assert "you sent this to O3 already" in at(panel, "s1")["unavailable"]["to_o3"]
    assert press(panel, "to_o3")["status"]["error"]
    assert len(small.events()) == 1
    other = small.panel("ReviewerB", "b")
    assert "to_o3" not in at(other, "s1")["unavailable"]


def test_marks_of_markdown_are_explained_where_there_are_any(small: Small) -> None:
    assert at(small.panel(), "s1")["markup"] == ""
    page = small.workspace.corpus / PAGE
    bold = "The limit for **queues** is 500 items."
    page.write_text(page.read_text().replace("The limit for queues is 500 items.", bold))
    small.workspace.ledger.write_text(
        small.workspace.ledger.read_text().replace("The limit for queues is 500 items.", bold)
    )
    run("propose", "--workspace", str(small.workspace.root))
    assert "** (bold)" in at(small.panel(session="later"), "s1")["markup"]


@pytest.mark.parametrize(("key", "page"), [("m", "end"), ("l", "list"), ("b", "item")])
def test_summary_list_and_items_are_one_message_away_and_in_the_help(small: Small, key: str, page: str) -> None:
    panel = small.panel()
    panel.press("go", page=page)
    assert panel.screen["page"] == page
    assert key in dict(HELP)


def test_a_list_that_cannot_be_is_said_and_the_item_stays(small: Small) -> None:
    (small.workspace.protocol / "protocol.toml").unlink()  # a sample of 20: all eight swaps are in it
    panel = small.panel()
    screen = press(panel, "go", page="list")
    assert (screen["page"], screen["status"]["error"]) == ("item", False)
    assert screen["status"]["text"].startswith("there is no list here")


# --- the editor's checks ---------------------------------------------------------------------------------------------

CHECKS = [
    pytest.param("Write to us for every question.", [True], id="unchanged"),
    pytest.param("Call\nus.", [True], id="two lines"),
    pytest.param("Call us 24 times.", [False], id="a value without a source"),
    pytest.param("Call us.", [], id="nothing to say"),
    pytest.param("   ", [False, False], id="emptied"),
]


@pytest.mark.parametrize(("text", "blocks"), CHECKS)
def test_a_check_says_whether_it_keeps_the_text_from_being_saved(small: Small, text: str, blocks: list[bool]) -> None:
    """And what it says comes true: just the texts without such a check are saved."""
    panel = small.panel()
    item = at(panel, "write")
    panel.press("check", key=item["key"], text=text)
    assert [line[0] for line in panel.checks["lines"]] == blocks
    screen = press(panel, "edit", text=text, disposition="wrong", checked=True)
    assert screen["status"]["error"] is any(blocks)
