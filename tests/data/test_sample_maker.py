"""`data/make_sample.py`: repeatable, up to date, and careful with what it did not make."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "data"
OWNED = ("corpus", "1-ledger", "pages", "4-artefacts")


def make(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DATA / "make_sample.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def files_of(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "sample"
    assert make("--out", out).returncode == 0
    return out


def test_the_checked_in_sample_is_what_the_maker_makes(made: Path) -> None:
    """Outside of the folders that a run of the program fills, not a byte differs and no file is left over."""
    new = files_of(made)
    checked_in = {name: (DATA / "sample" / name).read_bytes() for name in new if (DATA / "sample" / name).is_file()}
    assert sorted(name for name, data in new.items() if checked_in.get(name) != data) == []
    left_over = {name for folder in OWNED for name in files_of(DATA / "sample" / folder)}
    assert left_over == {name for folder in OWNED for name in files_of(made / folder)}


def test_a_second_run_changes_nothing_and_says_so(made: Path) -> None:
    before = files_of(made)
    assert "0 of them new or changed" in make("--out", made).stdout
    assert files_of(made) == before


def test_what_was_changed_by_hand_is_named_and_mended(made: Path) -> None:
    changed, extra, foreign = made / "gold.jsonl", made / "pages/old/extra.md", made / "9-reports/report.json"
    original = changed.read_bytes()
    changed.write_bytes(original[:-1])
    extra.parent.mkdir()
    extra.write_bytes(b"left over from an earlier maker")
    foreign.parent.mkdir()
    foreign.write_bytes(b"{}")
    checked = make("--check", "--out", made)
    assert checked.returncode == 1
    assert [line.rsplit("/", 1)[1] for line in checked.stderr.splitlines()] == ["gold.jsonl", "extra.md"]
    assert "1 of them new or changed" in make("--out", made).stdout
    assert changed.read_bytes() == original
    assert not extra.parent.exists()
    assert foreign.exists()
