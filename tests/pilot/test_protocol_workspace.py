"""The protocol of a workspace counts the ledger's fix targets: a ledger that cannot be read has no count."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from r11.errors import InputProblems
from r11.storage import Workspace, sample_root
from r11.workbench.protocol import protocol_state


def test_a_ledger_that_cannot_be_read_is_no_empty_one(tmp_path: Path) -> None:
    shutil.copy(sample_root() / "r11.toml", tmp_path)
    shutil.copytree(sample_root() / "protocol", tmp_path / "protocol")
    (tmp_path / "1-ledger").mkdir()
    (tmp_path / "1-ledger" / "ledger.json").write_text("[{", encoding="utf-8")
    with pytest.raises(InputProblems, match="TRUNCATED"):
        protocol_state(Workspace.open(tmp_path))
