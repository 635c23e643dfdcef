"""A workspace's own folders are its own: a stage that leads into the corpus would write where only apply may."""

from __future__ import annotations

from pathlib import Path

import pytest

from r11.errors import WorkspaceError
from r11.storage import Workspace
from r11.storage.corpus import corpus_files


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "kb" / "skills").mkdir(parents=True)
    folder = tmp_path / "ws"
    folder.mkdir()
    (folder / "r11.toml").write_text('corpus = "../kb"\nledger = "ledger.json"\n', encoding="utf-8")
    return folder


@pytest.mark.parametrize("stage", ["5-proposals", "6-decisions", "9-reports"])
@pytest.mark.parametrize("target", ["../kb", "../kb/skills"])
def test_a_stage_that_is_a_link_into_the_corpus_is_refused_by_name(root: Path, stage: str, target: str) -> None:
    (root / stage).symlink_to(target, target_is_directory=True)
    with pytest.raises(WorkspaceError, match=rf"{stage}.*leads into the corpus"):
        Workspace.open(root)


def test_a_stage_that_is_a_link_elsewhere_is_the_operators_choice(root: Path, tmp_path: Path) -> None:
    (tmp_path / "big-disk").mkdir()
    (root / "9-reports").symlink_to("../big-disk", target_is_directory=True)
    assert Workspace.open(root).reports.is_dir()


def test_a_workspace_inside_the_corpus_repository_is_legal(tmp_path: Path) -> None:
    """A knowledge base that is a whole repository may keep its programme in a folder of its own."""
    folder = tmp_path / "programme"
    folder.mkdir()
    (folder / "r11.toml").write_text('corpus = ".."\nledger = "ledger.json"\n', encoding="utf-8")
    assert Workspace.open(folder).settings.corpus == ".."


def test_a_workspace_within_the_corpus_is_not_counted_among_its_files(root: Path, tmp_path: Path) -> None:
    """The policy's text is no page of the knowledge base: a denominator of judged files must not hold it."""
    (tmp_path / "kb" / "skills" / "a.md").write_text("a\n", encoding="utf-8")
    (root / "policy").mkdir()
    (root / "policy" / "O2.md").write_text("policy\n", encoding="utf-8")
    assert corpus_files(tmp_path) == ["kb/skills/a.md"]
