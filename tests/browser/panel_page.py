"""The review panel in a browser tab, as a person meets it: keys pressed, texts read."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect
from servers import Server

DEAD_MS = 320  # the panel takes no decision for 300 ms after a new item
KERNEL = "window.jupyterapp?.shell.currentWidget?.context?.sessionContext?.session?.kernel"


def open_notebook(page: Page, server: Server, notebook: str) -> None:
    """Go to a notebook's page; in JupyterLab its cells are run."""
    page.goto(server.page_of(notebook))
    if server.kind == "lab":
        _run_all(page)


def _run_all(page: Page) -> None:
    page.wait_for_function(f"() => {KERNEL}?.status === 'idle'", timeout=30_000)
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")


@dataclass
class PanelPage:
    page: Page
    server: Server
    notebook: str

    def open(self) -> None:
        open_notebook(self.page, self.server, self.notebook)
        self.root.wait_for(timeout=30_000)

    def open_again(self) -> None:
        """Voilà: the page is loaded again, with a new kernel. JupyterLab: the kernel is restarted, the cells run."""
        if self.server.kind == "voila":
            self.page.reload()
        else:
            self.page.evaluate(f"() => {KERNEL}.restart()")
            _run_all(self.page)
        self.page.locator(".r11-start").wait_for(timeout=30_000)

    def begin(self, name: str) -> None:
        expect(self.page.locator(".r11-name")).to_be_focused()
        self.page.locator(".r11-name").fill(name)
        self.page.keyboard.press("Enter")
        self.page.wait_for_function("() => document.querySelector('.r11-root').dataset.page !== 'name'")

    @property
    def root(self) -> Locator:
        return self.page.locator(".r11-root")

    @property
    def key(self) -> str:
        """The flag key of the item on the screen."""
        return self.root.get_attribute("data-key") or ""

    @property
    def at(self) -> str:
        return self.root.get_attribute("data-page") or ""

    @property
    def op(self) -> str:
        return self.page.locator(".r11-badge").inner_text().split()[0]

    @property
    def status(self) -> str:
        return self.page.locator(".r11-status").inner_text()

    def press(self, key: str) -> None:
        """Press a key once the panel takes keys again, and wait for the answer."""
        turn = self.root.get_attribute("data-turn")
        self.page.wait_for_timeout(DEAD_MS)
        self.page.keyboard.press(key)
        self._answered(turn)

    def click(self, selector: str) -> None:
        turn = self.root.get_attribute("data-turn")
        self.page.wait_for_timeout(DEAD_MS)
        self.page.locator(selector).click()
        self._answered(turn)

    def _answered(self, turn: str | None) -> None:
        self.page.wait_for_function("t => document.querySelector('.r11-root').dataset.turn !== t", arg=turn)
