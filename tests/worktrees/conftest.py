"""A divided programme for each test, and names for whoever commits."""

from __future__ import annotations

from pathlib import Path

import pytest
from divided import Divided, make


@pytest.fixture
def divided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Divided:
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Integrator")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "integrator@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    return make(tmp_path)


@pytest.fixture
def shards(divided: Divided) -> Divided:
    """North and south, each with its worktree."""
    assert divided.r11("shard", "create", "north", "--files", "skills/a/*") == 0
    assert divided.r11("shard", "create", "south", "--files", "skills/b/*") == 0
    return divided
