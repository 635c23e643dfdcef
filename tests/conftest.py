"""What the tests need from outside: the measuring cases and a browser.

Where one is absent its tests are deselected, and the run says so. In continuous integration (`R11_CI`) an absent
browser is an error, and nothing is deselected for it.
"""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# Where the tests run behind a shell's "&", an interrupt is ignored here and, by inheritance, in every program that they
# start; those that interrupt one want it to be heard.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("r11", deadline=None, print_blob=True)
settings.load_profile("r11")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    unavailable = _unavailable()
    wanted = config.getoption("markexpr") or ""
    if "nightly" not in wanted:
        unavailable["nightly"] = "nightly: the long forms; run them with make nightly"
    left_out = {marker: [i for i in items if i.get_closest_marker(marker)] for marker in unavailable}
    gone = {item for group in left_out.values() for item in group}
    if gone:
        config.hook.pytest_deselected(items=list(gone))
        items[:] = [item for item in items if item not in gone]
    # The browser's driver keeps an event loop running in this process until the end: nothing may come after it.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    config.stash[NOTES] = [f"{len(left_out[m])} tests left out: {why}" for m, why in unavailable.items() if left_out[m]]


NOTES = pytest.StashKey[list[str]]()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where tests run side by side, each worker process has collected them all; the one that reports has not."""
    handed_on = getattr(session.config, "workeroutput", None)
    if handed_on is not None:
        handed_on["notes"] = session.config.stash.get(NOTES, [])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[NOTES] = getattr(node, "workeroutput", {}).get("notes", [])


def _unavailable() -> dict[str, str]:
    reasons = {}
    if not os.environ.get("R11_CASES"):
        reasons["cases"] = "cases: R11_CASES names no folder of measuring cases"
    if not chromium():
        if os.environ.get("R11_CI"):
            raise pytest.UsageError("no Chromium: install it (Debian: apt-get install chromium) or set R11_CHROMIUM")
        reasons["browser"] = "browser: no Chromium here (install it, or name it in R11_CHROMIUM)"
    return reasons


def chromium() -> str | None:
    return os.environ.get("R11_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for note in config.stash.get(NOTES, []):
        terminalreporter.write_line(note)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Debian's own Chromium, with nothing that calls out by itself."""
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
    silent = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    return {**browser_type_launch_args, "executable_path": chromium(), "args": quiet + silent}


@pytest.fixture(scope="session")
def cases() -> Path:
    return Path(os.environ["R11_CASES"])
