"""The report in a real browser: no request leaves it, nothing runs off the page, and it follows the reader's theme."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pilot_makers import random_programme, report_of
from playwright.sync_api import Browser, Page

from r11.report import write

pytestmark = pytest.mark.browser

LIGHT_PAGE, DARK_PAGE = "rgb(244, 245, 247)", "rgb(15, 18, 21)"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("report")
    return write(report_of(*random_programme(9, files=40), synthetic=True), folder).as_uri()


@pytest.fixture(params=[("light", 1000), ("dark", 1000), ("light", 400), ("dark", 400)], ids=str)
def opened(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[tuple[Page, str, list[str]]]:
    theme, width = request.param
    context = browser.new_context(color_scheme=theme, viewport={"width": width, "height": 900}, offline=True)
    tab, asked = context.new_page(), []
    tab.on("request", lambda sent: asked.append(sent.url))
    tab.goto(address)
    yield tab, theme, asked
    context.close()


def test_the_page_stands_alone_and_follows_theme_and_width(opened: tuple[Page, str, list[str]], address: str) -> None:
    tab, theme, asked = opened
    assert asked == [address]
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    background = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == (LIGHT_PAGE if theme == "light" else DARK_PAGE)
    shown = tab.locator(f"figure .{theme} svg")
    other = tab.locator(f"figure .{'dark' if theme == 'light' else 'light'} svg")
    assert shown.count() == other.count() > 5
    assert shown.first.is_visible()
    assert not other.first.is_visible()


def test_words_of_a_picture_can_be_read_at_every_width(opened: tuple[Page, str, list[str]]) -> None:
    """A picture is not shrunk with the screen: it is as wide as its words need, and moves within its frame."""
    tab, theme, _ = opened
    words = tab.locator(f"figure .{theme} svg text").filter(has_text=re.compile(r"\d/\d"))
    heights = words.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert len(heights) > 20
    assert min(heights) > 10


def test_figures_wrap_with_their_words_and_column_heads_stay_whole(opened: tuple[Page, str, list[str]]) -> None:
    tab, _, _ = opened
    wider = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert tab.locator(".card, .card .figure, .card dt, .card dd").evaluate_all(wider) == []
    assert tab.locator("thead th").evaluate_all(wider) == []
    broken = """all => all.map(one => one.textContent.trim()).filter((words, at) => {
      const style = getComputedStyle(all[at]);
      return style.overflowWrap !== 'normal' || style.wordBreak !== 'normal';
    })"""
    assert tab.locator("thead th").evaluate_all(broken) == []


def test_print_is_light_on_white(browser: Browser, address: str) -> None:
    with browser.new_context(color_scheme="dark", offline=True) as context:
        tab = context.new_page()
        tab.goto(address)
        tab.emulate_media(media="print", color_scheme="dark")
        assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert tab.locator("figure .light svg").first.is_visible()
        assert not tab.locator("figure .dark svg").first.is_visible()


def test_headings_tables_and_pictures_have_names(browser: Browser, address: str) -> None:
    with browser.new_context(offline=True) as context:
        tab = context.new_page()
        tab.goto(address)
        assert tab.locator("h1").count() == 1
        assert tab.locator("section:not([aria-labelledby])").count() == 0
        assert tab.locator("table th:not([scope])").count() == 0
        assert tab.get_by_role("heading", name="The four numbers").is_visible()
