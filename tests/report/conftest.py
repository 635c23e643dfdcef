"""The sample prepared for a review, and reviewed: made once, copied by whoever changes it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from played_review import DAY, SAMPLE, again

from r11.cli import main
from r11.storage import Workspace
from r11.workbench.rehearsal import copy_workspace, play, prepare


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Refreshed, ratified, proposed and frozen; nobody has reviewed."""
    folder = tmp_path_factory.mktemp("prepared") / "ws"
    return prepare(copy_workspace(SAMPLE, folder), by="the operator", now=DAY)


@pytest.fixture(scope="session")
def played(prepared: Workspace, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """The whole review, and the report of it."""
    workspace = again(prepared, tmp_path_factory.mktemp("played") / "ws")
    play(workspace, seed=7, error_rate=0.04, start=DAY + timedelta(hours=1))
    assert main(["report", str(workspace.root)]) == 0
    return workspace


@pytest.mark.parametrize("columns", [80, 120, 300])
@pytest.mark.parametrize("verb", ["report", "pilot"])
def test_the_terminal_shows_the_decision_in_lines_that_fit(
    verb: str, columns: int, played: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each threshold in lines of its own: what was asked and whether it is met, then what was measured."""
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main([verb, str(played.root)]) == 0
    *told, place = capsys.readouterr().out.splitlines()
    assert place.startswith("report: ")  # a path is never broken
    assert max(map(len, told)) <= min(columns, 100)
    assert any("Do not scale as it is: O1 share is not met, and" in line for line in told)
    if verb == "report":
        assert "    measured 0.47 (63/135, all files); exact count" in told
        assert "  O1 abort share        at most 0.60   met" in told
