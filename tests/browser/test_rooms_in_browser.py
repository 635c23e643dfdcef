"""Second review and adjudication in Chromium, by keyboard: a blind answer, a dispute, and a ruling without names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from panel_page import PanelPage
from playwright.sync_api import expect
from servers import Server

from r11.review.decisions import Decisions
from r11.storage import read_decisions
from r11.vocabulary import EventKind, FixOp
from r11.workbench.rooms import review_panel

pytestmark = pytest.mark.browser
Open = Callable[..., PanelPage]
FIRST, SECOND, THIRD = "Ada Unmistakable", "ReviewerB", "ReviewerC"
ANSWERED = 4


def first_answers(workspace: Path) -> list[str]:
    """The first value swaps of the queue, each approved as outdated; their keys."""
    panel = review_panel(workspace, name=FIRST)
    panel.press("filter", name="op", value=FixOp.O1)
    for _ in range(ANSWERED):
        item = panel.screen["item"]
        panel.press("outdated", **{name: item[name] for name in ("key", "version", "content")}, active_ms=9000)
        assert panel.screen["status"]["text"].startswith("saved: ")
    panel.press("go", page="end")  # gives the item back
    return sorted(decided(workspace).items)


def decided(workspace: Path) -> Decisions:
    return read_decisions(workspace / "6-decisions")


def test_a_disagreement_found_blind_is_settled_without_names(voila: Server, sample: Path, panel_on: Open) -> None:
    given = first_answers(sample)
    panel = panel_on(voila, sample, SECOND, room="second")
    page = panel.page
    expect(page.locator(".r11-count")).to_have_text(f"Second review: Item 1 of {ANSWERED}")
    answered = []
    for key in "ocow":
        assert FIRST not in page.content()
        answered.append(panel.key)
        panel.press(key)
        assert panel.status.startswith("saved: "), panel.status
    assert sorted(answered) == given
    assert panel.at == "end"
    expect(page.locator(".r11-counts")).to_contain_text(f"{ANSWERED} of {ANSWERED}")
    unsettled = sorted((answered[1], answered[3]))
    found = decided(sample)
    assert sorted(key for key in given if found.item(key).status == "unsettled") == unsettled

    panel = panel_on(voila, sample, THIRD, room="adjudication")
    assert panel.page.locator(".r11-count").inner_text() == "Adjudication: Item 1 of 2"
    rulings = {}
    for key in "cw":
        said = panel.page.content()
        assert FIRST not in said
        assert SECOND not in said
        expect(panel.page.locator(".r11-notes")).to_contain_text("One answer: approved as outdated")
        rulings[panel.key] = key
        panel.press(key)
        assert panel.status.startswith("saved: "), panel.status
    panel.press("u")
    assert panel.status.startswith("undone: the ruling")
    assert panel.key == [*rulings][1]
    panel.press("o")
    assert sorted(rulings) == unsettled
    found = decided(sample)
    closed, approved = (found.item(key) for key in rulings)
    assert (closed.status, approved.status) == ("closed", "approved")
    assert approved.standing[0].disposition == "outdated"
    assert {item.standing[0].event.event for item in (closed, approved)} == {EventKind.ADJUDICATE}
