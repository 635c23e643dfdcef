"""The report in a real browser: no request leaves it, nothing runs off the page, and it follows the reader's theme."""

from __future__ import annotations

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
    shown, other = (tab.locator(f"figure .{width} svg") for width in widths(tab))
    assert shown.count() == other.count() > 5
    assert shown.first.is_visible()
    assert not other.first.is_visible()
    paper = shown.first.locator("rect").first.evaluate("one => getComputedStyle(one).fill")
    assert paper == ("rgb(255, 255, 255)" if theme == "light" else "rgb(23, 27, 32)")


def widths(tab: Page) -> tuple[str, str]:
    """The drawing that the width of the window asks for, and the other."""
    return ("narrow", "wide") if tab.evaluate("innerWidth") < 704 else ("wide", "narrow")


def test_words_of_a_picture_can_be_read_and_are_not_cut(opened: tuple[Page, str, list[str]]) -> None:
    tab, _, _ = opened
    pictures = tab.locator(f"figure .{widths(tab)[0]} svg")
    told = pictures.evaluate_all(
        """all => all.map(one => {
          const frame = one.getBoundingClientRect(), scale = frame.width / one.viewBox.baseVal.width;
          return [...one.querySelectorAll('text')].map(text => {
            const box = text.getBoundingClientRect();
            const size = parseFloat(getComputedStyle(text).fontSize) * scale;
            return [text.textContent, size, box.left - frame.left, frame.right - box.right];
          });
        })"""
    )
    words = [word for picture in told for word in picture]
    assert len(words) > 100
    assert [text for text, size, _, _ in words if size < 11] == []
    assert [text for text, _, left, right in words if left < -0.5 or right < -0.5] == []


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
        wide = tab.locator("figure .wide svg").first
        assert wide.is_visible()
        assert not tab.locator("figure .narrow svg").first.is_visible()
        assert wide.locator("rect").first.evaluate("one => getComputedStyle(one).fill") == "rgb(255, 255, 255)"
        assert not tab.get_by_role("navigation", name="Contents").is_visible()


def test_the_contents_lead_by_keyboard_to_every_part(browser: Browser, address: str) -> None:
    with browser.new_context(offline=True) as context:
        tab = context.new_page()
        tab.goto(address)
        links = tab.get_by_role("navigation", name="Contents").get_by_role("link")
        parts = tab.locator("p.part")
        assert links.all_inner_texts() == parts.all_inner_texts()
        for at in range(links.count()):
            tab.keyboard.press("Tab")
            assert links.nth(at).evaluate("one => one === document.activeElement")
            outline = links.nth(at).evaluate("one => getComputedStyle(one).outlineStyle")
            assert outline == "solid"
        tab.keyboard.press("Enter")
        tab.wait_for_function("document.querySelector('p.part:target') !== null && scrollY > 0")
        assert parts.last.evaluate("one => one.matches(':target')")


def test_a_code_breaks_behind_an_underscore_only(browser: Browser, address: str) -> None:
    with browser.new_context(offline=True, viewport={"width": 130, "height": 900}) as context:
        tab = context.new_page()
        tab.goto(address)
        lines = tab.locator("code.code").evaluate_all(
            """all => all.map(one => {
              const lines = {};
              for (const node of one.childNodes) {
                if (node.nodeType !== Node.TEXT_NODE) continue;
                for (let at = 0; at < node.length; at++) {
                  const range = document.createRange();
                  range.setStart(node, at); range.setEnd(node, at + 1);
                  const top = Math.round(range.getBoundingClientRect().top);
                  lines[top] = (lines[top] || '') + node.data[at];
                }
              }
              return Object.entries(lines).sort((a, b) => a[0] - b[0]).map(([, text]) => text);
            })"""
        )
        assert any(len(code) > 1 for code in lines)
        assert all(line.endswith("_") for code in lines for line in code[:-1])


def test_headings_tables_and_pictures_have_names(browser: Browser, address: str) -> None:
    with browser.new_context(offline=True) as context:
        tab = context.new_page()
        tab.goto(address)
        assert tab.locator("h1").count() == 1
        assert tab.locator("section:not([aria-labelledby])").count() == 0
        assert tab.locator("table th:not([scope])").count() == 0
        assert tab.get_by_role("heading", name="The four numbers").is_visible()
