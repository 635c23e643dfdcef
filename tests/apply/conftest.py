"""Batches for the tests of the writer, and the program as one calls it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(
    0, str(Path(__file__).parent)
)  # importlib mode does not: the makers of batches are shared by these tests

from batches import Batch


@pytest.fixture
def batch(tmp_path: Path) -> Batch:
    return Batch(tmp_path)
