"""Real servers and a real browser: JupyterLab and Voilà on copies of the notebooks, nothing outside this machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from panel_page import PanelPage
from playwright.sync_api import Page, Route
from servers import Server, serve

from r11.commands.notebooks import REVIEW_NOTEBOOK
from r11.storage import sample_root


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "viewport": {"width": 1280, "height": 900}}


@pytest.fixture(scope="session")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from serve("voila", tmp_path_factory.mktemp("voila"))


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from serve("lab", tmp_path_factory.mktemp("lab"))


@pytest.fixture(params=["voila", "lab"])
def server(request: pytest.FixtureRequest) -> Server:
    found: Server = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="session")
def proposed_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The embedded sample, refreshed and proposed; without probes, so that what is on a screen is what is proposed."""
    root = tmp_path_factory.mktemp("sample") / "ws"
    shutil.copytree(sample_root(), root)
    protocol = root / "protocol" / "protocol.toml"
    protocol.write_text(
        protocol.read_text(encoding="utf-8").partition("\n# Of a reviewer's value swaps")[0], encoding="utf-8"
    )
    for words in (["refresh", str(root)], ["propose", "--workspace", str(root)]):
        subprocess.run([sys.executable, "-m", "r11", *words], check=True, capture_output=True)
    return root


@pytest.fixture
def sample(proposed_sample: Path, tmp_path: Path) -> Path:
    """A copy of one's own."""
    return Path(shutil.copytree(proposed_sample, tmp_path / "ws"))


@pytest.fixture
def stays_here(page: Page) -> Iterator[list[str]]:
    """Every request that would leave the machine, recorded and stopped; a test with any fails."""
    outside: list[str] = []

    def stop(route: Route) -> None:
        outside.append(route.request.url)
        route.abort()

    page.context.route(lambda url: url.startswith("http") and "//127.0.0.1:" not in url, stop)
    yield outside
    assert outside == []


@pytest.fixture
def panel_on(page: Page, stays_here: list[str]) -> Callable[..., PanelPage]:
    """The panel of a workspace in the browser, begun under a name."""

    def open_panel(
        server: Server,
        workspace: Path,
        name: str = "ReviewerA",
        *,
        tab: Page | None = None,
        notebook: str = REVIEW_NOTEBOOK,
        room: str = "",
    ) -> PanelPage:
        panel = PanelPage(tab or page, server, server.notebook_on(workspace, notebook, room))
        panel.open()
        panel.begin(name)
        return panel

    return open_panel
