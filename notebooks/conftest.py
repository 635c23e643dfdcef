"""Notebooks are compared on the sample as it is committed, whatever a person did in its workspace meanwhile.

A refresh, a review or a ratification in `data/sample` changes what the notebooks rightly show there; `--nbval` runs
them on a copy of the committed files alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def pytest_configure(config: pytest.Config) -> None:
    folder = Path(tempfile.mkdtemp(prefix="r11-sample-"))
    config.add_cleanup(lambda: shutil.rmtree(folder))
    os.environ["R11_WORKSPACE"] = str(committed_sample(folder))


def committed_sample(folder: Path) -> Path:
    """A copy of the sample in `folder`: the files that git tracks, as they are in the working tree."""
    listed = subprocess.run(["git", "ls-files", "-z", "data/sample"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder / "data" / "sample"
