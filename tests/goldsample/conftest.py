"""The sample after a batch of fixes, made once and copied for each test; and a draw from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixed_sample import FixedSample, make, run


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> FixedSample:
    return make(tmp_path_factory.mktemp("fixed") / "ws")


@pytest.fixture
def fixed(made: FixedSample, tmp_path: Path) -> FixedSample:
    return made.copy(tmp_path / "ws")


@pytest.fixture(scope="session")
def made_draw(made: FixedSample, tmp_path_factory: pytest.TempPathFactory) -> FixedSample:
    drawn = made.copy(tmp_path_factory.mktemp("drawn") / "ws")
    run("goldsample", "draw", drawn.root, "--seed", "7", "--size", "30", "--double", "12")
    return drawn


@pytest.fixture
def drawn(made_draw: FixedSample, tmp_path: Path) -> FixedSample:
    """With 30 claims drawn and 12 items of the list to be labelled by two people."""
    return made_draw.copy(tmp_path / "ws")
