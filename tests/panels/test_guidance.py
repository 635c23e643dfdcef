"""What the panel tells a reviewer who knows only its own help: before the first item, on an item, under filters."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from small_programme import PAGE, SWAPS, SmallProgramme, at, press, run, shown

from r11.panels.advice import HELP
from r11.records import EvidenceLine, Page, sha256_hex
from r11.storage import EvidenceFolder, Workspace, write_jsonl
from r11.vocabulary import AbortCode, EvidenceState, PageOutcome
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
    assert "Outdated if the quote, the page or an earlier version of it shows" in history["words"]


def test_the_choice_between_outdated_and_wrong_always_ends(small: Small) -> None:
    """Whoever finds nothing has a ruling all the same: a question is no answer to it."""
    words = at(small.panel(), "s1")["history"]["words"]
    assert "If nothing shows it, wrong." in words
    assert "`?` is for doubts about the edit itself." in words
    assert "else `w` (wrong)" in at(small.panel(session="b"), "s1")["advice"]
    assert "nothing shows" in dict(HELP)["w"]


def test_where_the_page_tells_nothing_no_link_is_made_up(small: Small) -> None:
    history = at(small.panel(), "s1")["history"]
    assert history["href"] == ""
    assert shown(history["dates"]) == "No date of the page is on record. It names no public history."
    tell(small, "s1", updated="2026-08-21")
    history = at(small.panel(session="later"), "s1")["history"]
    assert history["href"] == ""
    assert shown(history["dates"]) == "The page: last published 2026-08-21. It names no public history."
    assert history["url"] == []


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
    item = at(panel, "s1")
    assert item["badge"].startswith("O3")
    assert item["advice"].startswith("You said: not this text.")
    assert "`3`" not in item["advice"]
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


UNKNOWN = [
    pytest.param("Call Bicep for every question.", ["Bicep"], id="a name of nowhere"),
    pytest.param("Bicep is called for every question.", [], id="a sentence opens with it, as with any word"),
    pytest.param("Call us, or openAI, for every question.", ["openAI"], id="a capital within the word"),
    pytest.param("openAI is called for every question.", ["openAI"], id="a capital within the first word"),
    pytest.param("Call us for every Question.", [], id="the quote has the word"),
    pytest.param("Call Contoso for every question.", [], id="the page has it"),
]


@pytest.mark.parametrize(("text", "names"), UNKNOWN)
def test_a_name_that_nothing_on_record_holds_is_pointed_at(small: Small, text: str, names: list[str]) -> None:
    store(small, "write", "# Support\n\nCall us for every question. Contoso answers.\n")
    panel = small.panel()
    panel.press("check", key=at(panel, "write")["key"], text=text)
    assert panel.checks["lines"] == [
        [False, f"neither the line before nor the stored page holds the name {name}"] for name in names
    ]


MISSING = [
    pytest.param({}, ["outdated", "tick"], id="both"),
    pytest.param({"disposition": "wrong"}, ["tick"], id="the tick"),
    pytest.param({"checked": True}, ["outdated"], id="the ruling"),
]


@pytest.mark.parametrize(("given", "asked"), MISSING)
def test_all_that_a_line_lacks_is_told_at_once(small: Small, given: dict[str, Any], asked: list[str]) -> None:
    panel = small.panel()
    at(panel, "write")
    told = press(panel, "edit", text="Call us.", **given)["status"]["text"]
    assert [word for word in ("outdated", "tick") if word in told] == asked
    assert small.events() == []


# --- the page itself -------------------------------------------------------------------------------------------------


def store(small: Small, claim: str, text: str) -> None:
    sha256 = sha256_hex(text.encode())
    tell(small, claim, text_sha256=sha256)
    file = small.workspace.evidence / "pages" / f"{sha256}.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)


def test_the_stored_page_is_at_hand_and_open_where_nothing_is_quoted(small: Small) -> None:
    for claim, is_open in (("write", False), ("silent", True)):
        store(small, claim, "# Support\n\nCall us.\n")
        item = at(small.panel(session=claim), claim)
        assert shown(item["stored"]) == "# Support\n\nCall us.\n"
        assert (item["stored_open"], item["stored_title"]) == (is_open, "The page as it was stored (20 characters)")
    assert at(small.panel(), "write")["stored"] == []


def test_an_invented_page_is_no_link_and_nobody_says_they_read_it_live(small: Small) -> None:
    panel = small.panel()
    item = at(panel, "write")
    assert (item["href"], item["source_check"]) == ("https://learn.microsoft.com/write", "I checked the live source")
    settings = small.workspace.root / "r11.toml"
    settings.write_text(settings.read_text() + "synthetic = true\n")
    panel = SmallProgramme(Workspace.open(small.workspace.root)).panel(session="later")
    item = at(panel, "write")
    assert (item["href"], item["source_check"]) == ("", "I checked the stored copy of the page")
    assert item["freshness"].startswith("this workspace is synthetic: the address exists nowhere")
    press(panel, "edit", text="Call us.", disposition="wrong", checked=True)
    assert small.events()[0].note == "I checked the stored copy of the page"


# --- why -------------------------------------------------------------------------------------------------------------


def test_what_the_page_says_now_is_never_told_as_what_it_lacks(small: Small) -> None:
    folder = EvidenceFolder(small.workspace.evidence)
    passage = "Rows are kept for 7 days."
    changed = [replace(f, state=EvidenceState.CHANGED, passage=passage) for f in folder.flags().values()]
    write_jsonl(small.workspace.evidence / "index.jsonl", [EvidenceLine(flag=flag) for flag in changed])
    run("propose", "--workspace", str(small.workspace.root))
    said = [shown(words) for words in at(small.panel(), "s1")["why"]]
    assert said == [f"the page no longer holds the quote. The page now says: “{passage}”"]


def test_why_nothing_is_swapped_is_followed_by_why_nothing_is_subtracted(small: Small) -> None:
    swap, cut = (shown(words) for words in at(small.panel(), "write")["why"])
    assert swap == AbortCode.NO_VALUE.meaning
    assert cut.startswith(AbortCode.NOTHING_NAMED.meaning)
