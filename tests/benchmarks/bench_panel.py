"""How long from a key press to the next item on the screen, with a queue of 1,000, beside a bare `ipywidgets.HTML`.

Both are measured in the same browser on the same page, from the key or click event to the frame after the change was
laid out. The bare widget does what any panel must at least do: a message to the kernel, a new value back. The panel
also checks the item's version, appends and syncs an event, folds all logs and draws the next item.

    python tests/benchmarks/bench_panel.py [--under voila lab] [--queue 1000] [--presses 100]
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any

from playwright.sync_api import Page, sync_playwright

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "panels"), str(TESTS / "browser")]

from panel_page import DEAD_MS, PanelPage  # noqa: E402
from servers import Kind, Server, serve  # noqa: E402
from small_programme import Claim, make  # noqa: E402

FILES = 50
AIM_MS = 100
BARE = """
from ipywidgets import HTML, Button, VBox
bare, more = HTML("0"), Button(description="more")
more.add_class("bare-more"), bare.add_class("bare-value")
def _one_more(_):
    bare.value = str(int(bare.value) + 1)
more.on_click(_one_more)
VBox([bare, more])
"""
WATCH = """([selector, event, attribute]) => {
  window.times = [];
  let began = 0;
  document.addEventListener(event, () => { began = performance.now(); }, true);
  const watched = document.querySelector(selector);
  new MutationObserver(() => {
    if (!began) return;
    const from = began;
    began = 0;
    requestAnimationFrame(() => requestAnimationFrame(() => window.times.push(performance.now() - from)));
  }).observe(watched, attribute ? { attributeFilter: [attribute] } : { childList: true, subtree: true });
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--under", nargs="+", choices=["voila", "lab"], default=["voila", "lab"])
    parser.add_argument("--queue", type=int, default=1_000, help="items")
    parser.add_argument("--presses", type=int, default=100, help="measured, of each kind")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, browser() as page:
        workspace = make(Path(folder) / "programme", claims(args.queue), ratified=False).workspace.root
        for kind in args.under:
            place = Path(folder) / kind
            place.mkdir()
            copy = Path(shutil.copytree(workspace.parent, place / "programme")) / workspace.name
            for server in serve(kind, place):
                measure(page, server, copy, args.presses)


def claims(count: int) -> list[Claim]:
    """Swaps, all with a sentence of their own, spread over the files."""
    return [
        Claim(
            f"c{n}",
            f"The limit for queue{n} is {500 + n} items.",
            f"The limit for queue{n} is {5000 + n} items.",
            file=f"skills/store/limits-{n % FILES}.md",
        )
        for n in range(count)
    ]


@contextmanager
def browser() -> Iterator[Page]:
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        started = playwright.chromium.launch(executable_path=chromium, args=quiet)
        yield started.new_page(viewport={"width": 1280, "height": 900})
        started.close()


def measure(page: Page, server: Server, workspace: Path, presses: int) -> None:
    notebook = server.notebook_on(workspace)
    add_bare_widget(server.folder / notebook)
    panel = PanelPage(page, server, notebook)
    panel.open()
    panel.begin("ReviewerA")
    total = page.locator(".r11-count").inner_text()
    report(server.kind, f"panel, {total.lower()}", keys(panel, presses), AIM_MS)
    report(server.kind, "bare ipywidgets.HTML", clicks(page, presses), None)


def add_bare_widget(notebook: Path) -> None:
    content: dict[str, Any] = json.loads(notebook.read_text(encoding="utf-8"))
    cell = {"cell_type": "code", "id": "bare", "metadata": {}, "execution_count": None, "outputs": [], "source": BARE}
    notebook.write_text(json.dumps(content | {"cells": [*content["cells"], cell]}), encoding="utf-8")


def keys(panel: PanelPage, presses: int) -> list[float]:
    """Decide so many items by keyboard."""
    panel.page.evaluate(WATCH, [".r11-root", "keydown", "data-turn"])
    for number in range(presses):
        panel.press("ow"[number % 2])
    panel.page.wait_for_timeout(DEAD_MS)
    return times(panel.page, presses)


def clicks(page: Page, presses: int) -> list[float]:
    page.locator(".bare-more").scroll_into_view_if_needed()
    page.evaluate(WATCH, [".bare-value", "mousedown", ""])
    for number in range(presses):
        page.locator(".bare-more").click()
        page.wait_for_function(
            "n => document.querySelector('.bare-value').textContent.trim() === n", arg=str(number + 1)
        )
        page.wait_for_timeout(DEAD_MS)
    return times(page, presses)


def times(page: Page, presses: int) -> list[float]:
    found: list[float] = page.evaluate("window.times")
    assert len(found) == presses, f"{len(found)} of {presses} were seen"
    return found


def report(kind: Kind, what: str, milliseconds: Sequence[float], aim: float | None) -> None:
    cuts = quantiles(milliseconds, n=100, method="inclusive")
    verdict = "" if aim is None else f"   aim p95 <= {aim:g}: {'met' if cuts[94] <= aim else 'missed'}"
    print(f"{kind:6} {what:28} p50 {cuts[49]:6.1f} ms   p95 {cuts[94]:6.1f} ms   n {len(milliseconds)}{verdict}")


if __name__ == "__main__":
    main()
