"""Batches for the tests of the writer, and the program as one calls it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from batches import Batch


@pytest.fixture
def batch(tmp_path: Path) -> Batch:
    return Batch(tmp_path)


SHARED_MEMORY = Path("/dev/shm")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where the machine has such a place: calls and what they leave are the same, only sooner."""
    if not os.access(SHARED_MEMORY, os.W_OK):
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(prefix="r11-tests-", dir=SHARED_MEMORY))
    yield folder
    shutil.rmtree(folder)


POINTS = pytest.StashKey[dict[str, int]]()


@pytest.fixture
def tried(request: pytest.FixtureRequest) -> Callable[[str, int], None]:
    """Count the points of a fault-injection test, for the summary of the run."""
    counts = request.config.stash.setdefault(POINTS, {})

    def count(what: str, points: int) -> None:
        counts[what] = counts.get(what, 0) + points

    return count


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    points = config.stash.get(POINTS, {})
    for what, count in points.items():
        terminalreporter.write_line(f"fault injection, {what}: {count} points tried")
    if points:
        terminalreporter.write_line(f"fault injection, all: {sum(points.values())} points tried, all consistent")
