"""The operator's notebook in Chromium, under JupyterLab and under Voilà: by keyboard, narrow, dark, on hostile text."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from panel_page import open_notebook
from playwright.sync_api import Browser, Page, expect
from servers import Server
from small_programme import Claim, make

from r11.storage import Workspace, read_decisions
from r11.vocabulary import EventKind, PolicyScope
from r11.workbench.policy import policy_state

pytestmark = pytest.mark.browser
NOTEBOOK = "04_ratify.ipynb"
EVIL = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">'
REASON = 'The page does not mention "with a copy of all traces".'
CLAIMS = [
    Claim("cut", "Plan 1 keeps logs (with a copy of all traces).", f"Plan 1 keeps logs. {EVIL}", REASON),
    Claim("price", f"The plan costs USD 5 a month. {EVIL}", "Plans are listed."),
]
NAMELESS = """() => [...document.querySelectorAll('.r11-policy :is(button, input)')]
  .filter(e => e.checkVisibility() && !(e.labels?.length || e.textContent.trim() || e.placeholder)).length"""


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return make(tmp_path, CLAIMS, ratified=False).workspace


@pytest.fixture
def form(page: Page, stays_here: list[str], workspace: Workspace) -> Callable[..., Page]:
    """The notebook of the operator, opened on the workspace."""

    def open_form(server: Server, tab: Page | None = None) -> Page:
        found = tab or page
        open_notebook(found, server, server.notebook_on(workspace.root, NOTEBOOK))
        found.locator(".r11-protocol-freeze").wait_for(timeout=60_000)
        return found

    return open_form


def focus_on(page: Page, selector: str) -> None:
    """Press Tab until this has the focus, as somebody without a mouse does."""
    for _ in range(60):
        if page.evaluate("s => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with Tab")


def test_ratified_and_released_by_keyboard_after_the_examples_were_shown(
    server: Server, form: Callable[..., Page], workspace: Workspace
) -> None:
    page = form(server)
    before = datetime.now(UTC)
    expect(page.locator(".r11-policy-ratify")).to_be_disabled()
    page.locator(".r11-policy summary").first.focus()
    focus_on(page, ".r11-policy .widget-checkbox input")
    page.keyboard.press("Space")
    expect(page.locator(".r11-policy del")).to_have_text("(with a copy of all traces)")
    expect(page.locator(".r11-policy-ratify")).to_be_disabled()
    focus_on(page, ".r11-policy .widget-text input")
    page.keyboard.type("the operator")
    expect(page.locator(".r11-policy-ratify")).to_be_disabled()  # a name is taken whole, or not at all
    page.keyboard.press("Enter")
    expect(page.locator(".r11-policy-ratify")).to_be_enabled()
    focus_on(page, ".r11-policy-ratify")
    page.keyboard.press("Enter")
    expect(page.locator(".r11-policy [role=status]")).to_contain_text("is ratified for not_grounded")
    standing = policy_state(workspace).standing
    assert standing is not None
    assert (standing.scopes, standing.ratified_by) == ((PolicyScope.NOT_GROUNDED,), "the operator")
    assert datetime.fromisoformat(standing.ratified_at) >= before.replace(microsecond=0)

    focus_on(page, ".r11-price button")
    page.keyboard.press("Enter")
    expect(page.locator(".r11-policy [role=status]")).to_contain_text("released by the operator")
    assert [entry.event.event for entry in read_decisions(workspace.decisions).entries] == [EventKind.RELEASE_GATED]


@pytest.mark.parametrize(("width", "theme"), [(400, "light"), (1280, "dark")], ids=["narrow", "dark"])
def test_hostile_text_is_text_and_nothing_runs_off_the_page(
    voila: Server, form: Callable[..., Page], browser: Browser, width: int, theme: str
) -> None:
    with browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if theme == "dark" else "light"
    ) as context:
        page = form(voila, context.new_page())
        page.get_by_label(PolicyScope.NOT_GROUNDED).check()
        expect(page.locator(".r11-policy del")).to_be_visible()
        assert page.locator(".r11-policy").inner_text().count(EVIL) == 2
        assert page.locator(".r11-policy :is(script, img)").count() == 0
        assert page.evaluate("window.hacked") is None
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
        assert page.evaluate(NAMELESS) == 0
        paper = page.locator(".r11-policy").evaluate("e => getComputedStyle(e).backgroundColor")
        assert paper == ("rgb(20, 24, 29)" if theme == "dark" else "rgb(255, 255, 255)")
