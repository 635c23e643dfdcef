"""Everybody can use it: names for a screen reader, only a keyboard, enlarged, narrow, dark, with single keys off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from panel_page import PanelPage
from playwright.sync_api import Browser, expect
from servers import Server
from small_programme import make

pytestmark = pytest.mark.browser
Open = Callable[..., PanelPage]

NAMELESS = """() => [...document.querySelectorAll('.r11-root :is(button, select, input, textarea, a, [role])')]
  .filter(e => e.checkVisibility() && !e.closest('[hidden]'))
  .filter(e => !(e.ariaLabel || e.labels?.length || e.textContent.trim() || e.getAttribute('role') === 'status'))
  .map(e => e.outerHTML.slice(0, 120))"""
TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return make(tmp_path).workspace.root


def test_everything_has_a_name_and_help_is_a_dialog_that_takes_no_decision(
    voila: Server, workspace: Path, panel_on: Open
) -> None:
    panel = panel_on(voila, workspace)
    page = panel.page
    assert page.evaluate(NAMELESS) == []
    expect(page.get_by_role("region", name="Review panel")).to_be_focused()
    expect(page.get_by_role("group", name="Decide").get_by_role("button")).to_have_count(10)
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-label", "0 of 13 decided")
    page.wait_for_timeout(320)
    page.keyboard.press("h")
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()
    key = panel.key
    for pressed in ("o", "w", "c", "3"):
        page.keyboard.press(pressed)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(panel.root).to_be_focused()
    assert panel.key == key
    page.keyboard.press("e")
    expect(page.locator("textarea.r11-text")).to_be_focused()
    assert page.evaluate(NAMELESS) == []


def test_single_keys_can_be_turned_off_and_buttons_still_decide(voila: Server, workspace: Path, panel_on: Open) -> None:
    panel = panel_on(voila, workspace)
    panel.page.get_by_label("single keys").uncheck()
    key = panel.key
    panel.page.wait_for_timeout(320)
    for pressed in ("o", "w", "c", "e"):
        panel.page.keyboard.press(pressed)
    panel.page.wait_for_timeout(200)
    assert panel.key == key
    expect(panel.page.locator(".r11-editor")).to_have_count(0)
    panel.click(".r11-do-outdated")
    assert panel.status.startswith("saved: ")


@pytest.mark.parametrize(
    ("width", "height", "theme"), [(640, 450, "light"), (320, 640, "dark")], ids=["at 200 %", "narrow and dark"]
)
def test_enlarged_or_narrow_nothing_runs_off_the_page(
    voila: Server, workspace: Path, panel_on: Open, browser: Browser, width: int, height: int, theme: str
) -> None:
    with browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if theme == "dark" else "light"
    ) as context:
        panel = panel_on(voila, workspace, tab=context.new_page())
        panel.page.get_by_role("button", name="Large text").click()
        for _ in range(3):
            assert panel.page.evaluate(TOO_WIDE) <= 0
            panel.press("o")
        panel.page.wait_for_timeout(320)
        panel.page.keyboard.press("e")
        assert panel.page.evaluate(TOO_WIDE) <= 0
        colour = panel.root.evaluate("e => getComputedStyle(e).backgroundColor")
        assert colour == ("rgb(20, 24, 29)" if theme == "dark" else "rgb(255, 255, 255)")


@pytest.mark.parametrize("room", ["", "second"])
def test_on_a_phone_nothing_is_cut_and_a_finger_meets_the_buttons(
    voila: Server, workspace: Path, panel_on: Open, room: str
) -> None:
    """44 CSS pixels is the target size of WCAG 2.5.5; the first page, an item or the end, and the summary."""
    low = "() => [...document.querySelectorAll('.r11-button, .r11-name, .r11-filter')].filter(e => e.checkVisibility())"
    low += ".filter(e => e.getBoundingClientRect().height < 43.9).map(e => e.outerHTML.slice(0, 120))"
    panel = panel_on(voila, workspace, "ReviewerB", room=room)
    page = panel.page
    page.set_viewport_size({"width": 400, "height": 800})
    for _ in range(2):
        assert page.evaluate(low) == []
        assert page.evaluate(TOO_WIDE) <= 0
        if panel.at == "item":
            panel.click(".r11-do-summary")
    page.reload()
    page.locator(".r11-do-begin").wait_for(timeout=30_000)
    assert page.evaluate(low) == []
