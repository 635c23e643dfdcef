"""The review panel in Chromium, under JupyterLab and under Voilà, by keyboard, on the embedded sample."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from panel_page import PanelPage
from playwright.sync_api import Browser, expect
from servers import Server

from r11.records import DecisionEvent
from r11.storage import read_decisions
from r11.vocabulary import EventKind

pytestmark = pytest.mark.browser
Open = Callable[..., PanelPage]


def events(workspace: Path) -> list[DecisionEvent]:
    """What was done; that an item was looked at is left out."""
    found = (entry.event for entry in read_decisions(workspace / "6-decisions").entries)
    return [event for event in found if event.event is not EventKind.SHOWN]


def decide(panel: PanelPage, count: int) -> list[tuple[str, str]]:
    """So many decisions by keyboard; which item got which key."""
    given = []
    for number in range(count):
        key = ("o" if number % 2 else "w") if panel.op == "O1" else "c"
        given.append((panel.key, key))
        panel.press(key)
        assert panel.status.startswith("saved: "), panel.status
    return given


def test_thirty_items_by_keyboard_then_frozen_and_applied(server: Server, sample: Path, panel_on: Open) -> None:
    """Restarted in the middle, resumed at the same item, undone twice; what is applied is exactly what was approved."""
    panel = panel_on(server, sample)
    given = decide(panel, 15)
    here = panel.key
    panel.open_again()
    panel.begin("ReviewerA")
    assert panel.key == here
    given += decide(panel, 15)
    for _ in range(2):
        undone, _ = given.pop()
        panel.press("u")
        assert panel.key == undone
    decided = {flag: key for flag, key in given if key != "c"}
    assert len({flag for flag, _ in given}) == 28
    assert len(decided) >= 18

    panel.click(".r11-do-summary")
    panel.click(".r11-do-freeze")
    assert panel.status.startswith("written: ")
    (manifest,) = (sample / "7-approved").glob("*.json")
    corpus = Path(shutil.copytree(sample / "corpus", sample.parent / "copy"))
    expected = approved_corpus(sample, decided)
    apply(manifest, corpus, sample)
    assert tree(corpus) == expected
    assert tree(sample / "corpus") != expected


def apply(manifest: Path, corpus: Path, workspace: Path) -> None:
    program = Path(sys.executable).with_name("r11-apply")
    words = [str(manifest), "--corpus", str(corpus), "--workspace", str(workspace)]
    done = subprocess.run([str(program), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def approved_corpus(workspace: Path, decided: dict[str, str]) -> dict[str, bytes]:
    """The corpus with the approved lines exchanged, made from the proposals by the plainest means."""
    files = tree(workspace / "corpus")
    for line in (workspace / "5-proposals" / "built-in.jsonl").read_text(encoding="utf-8").splitlines():
        proposal: dict[str, Any] = json.loads(line)
        if proposal["flag_key"] in decided:
            lines = files[proposal["file"]].split(b"\n")
            at, before, after = proposal["line"] - 1, proposal["line_before"].encode(), proposal["line_after"].encode()
            assert before in lines[at]
            lines[at] = lines[at].replace(before, after)
            files[proposal["file"]] = b"\n".join(lines)
    return files


def tree(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_what_is_typed_is_text_and_a_held_key_decides_one_item(server: Server, sample: Path, panel_on: Open) -> None:
    panel = panel_on(server, sample)
    page, keyboard, item = panel.page, panel.page.keyboard, panel.key
    page.wait_for_timeout(320)
    keyboard.press("e")
    editor = page.locator("textarea.r11-text")
    expect(editor).to_be_focused()
    keyboard.press("Control+End")
    keyboard.type("o w u 3?")
    keyboard.press("Backspace")
    assert editor.input_value().endswith("o w u 3")
    expect(page.locator(".r11-warnings .r11-hint").first).to_contain_text("Please check:")
    expect(page.locator(".r11-warnings .r11-blocks")).to_have_count(0)
    keyboard.press("Control+Enter")  # refused: neither a ruling nor the tick
    expect(page.locator(".r11-status")).to_contain_text("tick “I checked the stored copy of the page”")
    assert editor.input_value().endswith("o w u 3")
    assert (panel.key, events(sample)) == (item, [])

    keyboard.press("Tab")  # take the line out
    keyboard.press("Tab")
    keyboard.type("wrong")
    keyboard.press("Tab")
    keyboard.press("Space")
    keyboard.press("Control+Enter")
    expect(page.locator(".r11-status")).to_contain_text("written and approved")
    assert [event.event for event in events(sample)] == ["edit", "approve"]
    assert (events(sample)[0].text or "").endswith("o w u 3")
    assert panel.key != item

    page.wait_for_timeout(320)
    for _ in range(8):  # without a release: from the second on the browser says `repeat`
        keyboard.down("o")
        page.wait_for_timeout(40)
    page.wait_for_timeout(600)
    keyboard.down("o")
    keyboard.up("o")
    page.wait_for_timeout(200)
    assert len(events(sample)) == 3
    keyboard.press("o")
    keyboard.press("o")  # 300 ms have not passed: the next item has not been read
    expect(page.locator(".r11-saved")).to_contain_text("4 events saved")
    page.wait_for_timeout(300)
    assert len(events(sample)) == 4


def test_what_is_typed_into_a_filter_decides_nothing(server: Server, sample: Path, panel_on: Open) -> None:
    """The first letter already chooses in a list of choices: the focus stays there, and the next one is text too."""
    panel = panel_on(server, sample)
    page, keyboard = panel.page, panel.page.keyboard
    page.locator(".r11-filters summary").click()
    page.locator('[data-name="op"]').focus()
    for key in "O3":
        keyboard.press(key)
        page.wait_for_timeout(700)
    expect(page.locator('[data-name="op"]')).to_be_focused()
    assert events(sample) == []
    keyboard.press("Escape")
    page.wait_for_timeout(320)
    keyboard.press("o")
    expect(page.locator(".r11-status")).to_contain_text("saved")


def test_jupyterlab_keys_do_nothing_to_the_notebook(lab: Server, sample: Path, panel_on: Open) -> None:
    panel = panel_on(lab, sample)
    count = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"
    cells = panel.page.evaluate(count)
    expect(panel.root).to_be_focused()
    for key in ("d", "d", "x", "z", "b", "Enter", "Escape", "d", "d", "x"):
        panel.page.keyboard.press(key)
    assert panel.page.evaluate(count) == cells
    assert events(sample) == []


def test_two_browsers_on_one_workspace(
    voila: Server, sample: Path, panel_on: Open, browser: Browser, stays_here: list[str]
) -> None:
    ada = panel_on(voila, sample, "ReviewerA")
    with browser.new_context() as context:
        ben = panel_on(voila, sample, "ReviewerB", tab=context.new_page())
        assert ben.key == ada.key
        expect(ben.page.locator(".r11-item .r11-notes")).to_contain_text("ReviewerA has this item open too")
        ada.press("o")
        ben.press("c")
        assert "ReviewerA decided approved" in ben.status
        expect(ben.page.locator(".r11-item .r11-notes")).to_contain_text("ReviewerA: approved as outdated")
        assert [event.reviewer for event in events(sample)] == ["ReviewerA"]
        ben.press("ArrowRight")
        ben.press("c")
        assert ben.status.startswith("saved: ")
    assert [(event.reviewer, event.event) for event in events(sample)] == [
        ("ReviewerA", "approve"),
        ("ReviewerB", "close"),
    ]


def test_every_page_and_the_filters_are_reached_by_key(voila: Server, sample: Path, panel_on: Open) -> None:
    """From the items to the filters, summary and list, and back; in a text field the same keys are text."""
    panel = panel_on(voila, sample)
    page, keyboard, item = panel.page, panel.page.keyboard, panel.key
    page.wait_for_timeout(320)
    keyboard.press("f")
    expect(page.locator('[data-name="files"]')).to_be_focused()
    keyboard.press("Escape")
    expect(panel.root).to_be_focused()
    for key, place in (("m", "end"), ("l", "list"), ("m", "end"), ("b", "item")):
        panel.press(key)
        assert panel.at == place
    assert panel.key == item
    page.wait_for_timeout(320)
    keyboard.press("?")
    keyboard.type("fmlb")
    assert page.locator("textarea.r11-text").input_value() == "fmlb"
    keyboard.press("Escape")
    keyboard.press("h")
    expect(page.locator(".r11-help")).to_contain_text("Back to the items, from summary or list.")
    assert (panel.at, events(sample)) == ("item", [])


def test_on_an_enlarged_screen_what_was_saved_is_in_sight(voila: Server, sample: Path, panel_on: Open) -> None:
    panel = panel_on(voila, sample)
    panel.page.set_viewport_size({"width": 640, "height": 450})  # 1280 by 900 at 200 %
    claim, file = panel.key.rpartition("#")[2], panel.key.rpartition("#")[0]
    panel.press("o")
    status = panel.page.locator(".r11-status")
    expect(status).to_have_text(f"saved: {claim} in {file}: approved as outdated")
    expect(status).to_be_in_viewport(ratio=0.9)
    panel.press("ArrowRight")
    panel.press("u")
    expect(status).to_have_text(f"undone: the approval, {claim} in {file}")
    expect(status).to_be_in_viewport(ratio=0.9)


def test_a_sample_decided_by_a_held_key_asks_twice_and_a_manifest_is_written_again(
    voila: Server, sample: Path, panel_on: Open
) -> None:
    panel = panel_on(voila, sample)
    page = panel.page
    for _ in range(20):
        panel.press("o")
        assert panel.status.startswith("saved: "), panel.status
    panel.press("l")
    expect(page.locator(".r11-pace")).to_contain_text("20 of 20 swaps of the sample were decided in under 3 s each")
    page.locator(".r11-class .r11-row select.r11-disposition").last.select_option("outdated")
    confirm = page.locator(".r11-do-confirm")
    expect(confirm).to_be_disabled()
    panel.click(".r11-do-sample")
    assert (panel.at, page.locator(".r11-count").inner_text().split(" of ")[0]) == ("item", "Item 1")
    panel.press("l")
    page.locator(".r11-class .r11-row select.r11-disposition").last.select_option("outdated")
    page.locator(".r11-stand-by").check()
    panel.click(".r11-do-confirm")
    assert panel.status.startswith("saved: "), panel.status
    panel.press("m")
    panel.click(".r11-do-freeze")
    panel.press("u")
    assert "no longer matches" in panel.status
    panel.press("m")
    panel.click(".r11-do-rewrite")
    assert panel.status.startswith("written again: "), panel.status
    expect(page.locator(".r11-do-rewrite")).to_have_count(0)
