"""What a reload or Esc does not take from a reviewer, what help shows first, and what a visit leaves running."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from panel_page import DEAD_MS, PanelPage
from playwright.sync_api import expect
from servers import Server, serve

from r11.storage import read_decisions

pytestmark = pytest.mark.browser
Open = Callable[..., PanelPage]
LINE, QUESTION = "A line half typed", "Is the table meant too?"


def test_what_was_typed_survives_esc_and_a_reload_until_it_is_saved(
    voila: Server, sample: Path, panel_on: Open
) -> None:
    panel = panel_on(voila, sample)
    page, keyboard, item = panel.page, panel.page.keyboard, panel.key
    text = page.locator("textarea.r11-text")
    page.wait_for_timeout(DEAD_MS)
    keyboard.press("e")
    line = text.input_value()
    text.fill(LINE)
    keyboard.press("Escape")
    keyboard.press("?")
    text.fill(QUESTION)
    panel.open_again()
    panel.begin("ReviewerA")
    assert panel.key == item
    page.wait_for_timeout(DEAD_MS)
    keyboard.press("e")
    assert text.input_value() == LINE
    page.get_by_role("button", name="Start afresh").click()
    assert text.input_value() == line
    keyboard.press("Escape")
    keyboard.press("?")
    assert text.input_value() == QUESTION
    expect(page.locator(".r11-draft")).to_contain_text("not saved yet")
    keyboard.press("Control+Enter")
    expect(page.locator(".r11-status")).to_contain_text("left open with your question")
    panel.press("ArrowLeft")
    expect(page.locator(".r11-notes").last).to_contain_text(f": {QUESTION}")
    page.wait_for_timeout(DEAD_MS)
    keyboard.press("?")
    assert text.input_value() == ""


def test_filters_survive_a_reload_and_go_at_one_press(voila: Server, sample: Path, panel_on: Open) -> None:
    panel = panel_on(voila, sample)
    every = panel.page.locator(".r11-count").inner_text()
    panel.page.wait_for_timeout(DEAD_MS)
    panel.page.keyboard.press("f")
    panel.page.locator("[data-name=op]").select_option("O3")
    expect(panel.page.locator(".r11-badge")).to_contain_text("O3")
    panel.page.keyboard.press("Escape")
    expect(panel.page.locator(".r11-filters")).not_to_have_attribute("open", "")
    panel.open_again()
    panel.begin("ReviewerA")
    assert panel.op == "O3"
    panel.page.wait_for_timeout(DEAD_MS)
    panel.page.keyboard.press("f")
    panel.click(".r11-do-clear")
    assert panel.page.locator(".r11-count").inner_text().split(" of ")[1] == every.split(" of ")[1]


@pytest.mark.parametrize(("width", "height"), [(1280, 757), (400, 757)])
def test_help_opens_at_its_first_line(voila: Server, sample: Path, panel_on: Open, width: int, height: int) -> None:
    panel = panel_on(voila, sample)
    panel.page.set_viewport_size({"width": width, "height": height})
    panel.page.wait_for_timeout(DEAD_MS)
    panel.page.keyboard.press("h")
    for first in (panel.page.locator("dialog h2"), panel.page.locator("dialog tr").first):
        expect(first).to_be_in_viewport(ratio=1)


def test_a_name_spelt_another_way_is_asked_about(voila: Server, sample: Path, panel_on: Open) -> None:
    panel = panel_on(voila, sample)
    panel.press("o")
    panel.open_again()
    panel.page.locator(".r11-name").fill("reviewera")
    panel.page.keyboard.press("Enter")
    panel.click(".r11-do-known")
    expect(panel.page.locator(".r11-saved")).to_contain_text("· ReviewerA")


# --- kernels ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def hurried(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The server as `r11 review` starts it, with seconds in place of minutes."""
    monkeypatch.setattr("r11.commands.notebooks.CULLING", {"cull_idle_timeout": 3, "cull_interval": 1})
    yield from serve("voila", tmp_path_factory.mktemp("hurried"))


def kernels(server: Server) -> tuple[int, int]:
    """How many were started and how many of them run, as the server's own log has it."""
    log = (server.folder.parent / "server.log").read_text(encoding="utf-8")
    started, ended = (set(re.findall(rf"Kernel {what}: (\S+)", log)) for what in ("started", "shutdown"))
    return len(started), len(started - ended)


def test_a_page_that_was_left_leaves_no_kernel_and_takes_no_decision_with_it(
    hurried: Server, sample: Path, panel_on: Open
) -> None:
    panel = panel_on(hurried, sample)
    panel.press("o")
    here = panel.key
    for _ in range(2):
        panel.open_again()
        panel.begin("ReviewerA")
        assert panel.key == here
    end = time.monotonic() + 30
    while kernels(hurried)[1] > 1 and time.monotonic() < end:
        time.sleep(0.5)
    assert kernels(hurried) == (3, 1)
    panel.press("o")  # the one that is looked at goes on, however long nobody pressed a key
    assert len([e for e in read_decisions(sample / "6-decisions").entries if e.event.event == "approve"]) == 2
