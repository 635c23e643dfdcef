"""A small programme on disk to review, made once by the same commands as a person's, and copied for each test."""

import shutil
from pathlib import Path

import pytest
from small_programme import SmallProgramme, make

from r11.storage import Workspace


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("small")
    make(root)
    return root


@pytest.fixture
def small(made: Path, tmp_path: Path) -> SmallProgramme:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return SmallProgramme(Workspace.open(tmp_path / "ws"))
