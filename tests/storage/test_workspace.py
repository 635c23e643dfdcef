"""`r11.toml` and the folders of a workspace: what is refused, and what is never taken for empty."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from r11.errors import WorkspaceError
from r11.storage import Workspace, listed, read_decisions
from r11.storage.corpus import corpus_files, read_document
from r11.storage.files import write_atomic

GOOD = 'corpus = "kb"\nledger = "ledger.json"\n'


def settings(tmp_path: Path, data: bytes) -> Path:
    (tmp_path / "r11.toml").write_bytes(data)
    return tmp_path


@pytest.mark.parametrize(
    ("added", "named"),
    [
        pytest.param('corpus = ""', "corpus", id="no corpus"),
        pytest.param('corpus = "a\\u0000b"', "corpus", id="a path with a NUL"),
        pytest.param("pilot_min_fix_targets = 0", "pilot_min_fix_targets", id="every file in the pilot"),
        pytest.param("pilot_min_fix_targets = true", "pilot_min_fix_targets", id="a truth for a number"),
        pytest.param("evidence_max_age_days = -1", "evidence_max_age_days", id="a negative age"),
        pytest.param("evidence_max_age_days = 100000000000", "evidence_max_age_days", id="an age beyond all calendars"),
        pytest.param("idle_cap_seconds = 0", "idle_cap_seconds", id="no active time"),
        pytest.param('allowed_hosts = "docs.example"', "allowed_hosts", id="a host that is no list"),
        pytest.param('allowed_hosts = ["Docs.Example"]', "allowed_hosts", id="a host that no URL would equal"),
        pytest.param('allowed_hosts = ["https://docs.example"]', "allowed_hosts", id="a URL for a host"),
        pytest.param("operators = []", "operators", id="nobody may"),
        pytest.param('operators = "Operator"', "operators", id="operators that are no list"),
        pytest.param('operators = [" Operator"]', "operators", id="an operator whom nobody can name"),
        pytest.param("evidence_max_age = 3", "evidence_max_age", id="a setting that is none"),
    ],
)
def test_settings_that_cannot_hold_are_refused_by_name(tmp_path: Path, added: str, named: str) -> None:
    kept = "".join(line + "\n" for line in GOOD.splitlines() if line.split()[0] != added.split()[0])
    with pytest.raises(WorkspaceError, match=named):
        Workspace.open(settings(tmp_path, (kept + added).encode()))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xff" + GOOD.encode(), id="not UTF-8"),
        pytest.param(GOOD.encode("utf-16"), id="UTF-16"),
        pytest.param(b"corpus = [", id="not TOML"),
        pytest.param(b"", id="empty"),
    ],
)
def test_a_settings_file_that_cannot_be_read_is_named(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(WorkspaceError, match=r"r11\.toml"):
        Workspace.open(settings(tmp_path, data))


def test_settings_as_editors_on_windows_leave_them_are_read(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
    assert Workspace.open(settings(tmp_path, data)).settings.corpus == "kb"


def test_a_folder_that_cannot_be_listed_is_not_an_empty_one(tmp_path: Path) -> None:
    """A decision or a receipt that is not seen would be a decision lost."""
    (tmp_path / "6-decisions").write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(OSError, match="6-decisions"):
        read_decisions(tmp_path / "6-decisions")
    assert listed(tmp_path / "nowhere", ".json") == []


@pytest.fixture
def as_nobody() -> Iterator[Path]:
    """An open folder, seen without root's rights: root may read everything, whatever a mode says."""
    folder = Path(tempfile.mkdtemp(prefix="r11-", dir="/tmp"))
    folder.chmod(0o755)
    (folder / "shut").mkdir(mode=0)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield folder
    finally:
        os.seteuid(user)
        (folder / "shut").rmdir()
        folder.rmdir()


def test_a_folder_that_may_not_be_read_is_not_an_empty_one(as_nobody: Path) -> None:
    assert listed(as_nobody, ".json") == []
    with pytest.raises(PermissionError):
        listed(as_nobody / "shut", ".json")
    with pytest.raises(PermissionError):
        corpus_files(as_nobody)


def test_what_other_programs_leave_beside_the_records_is_no_record(tmp_path: Path) -> None:
    for name in ("b.json", "a.json", ".a.json.0f.tmp", "a.json.bak", "a.jsonl"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    (tmp_path / "c.json").mkdir()
    assert [path.name for path in listed(tmp_path, ".json")] == ["a.json", "b.json"]


def test_only_files_count_as_files_of_the_corpus(tmp_path: Path) -> None:
    for name in ("b/x.md", "a.md", ".hidden/y.md", "b/.z.md", "image.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("text", encoding="utf-8")
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "loop.md").symlink_to("loop.md")
    assert corpus_files(tmp_path) == ["a.md", "b/x.md"]
    assert read_document(tmp_path, "loop.md") is None


@pytest.mark.parametrize("name", ["folder", "pipe"])
def test_a_whole_file_never_takes_the_place_of_something_else(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    before = (tmp_path / name).stat()
    with pytest.raises(WorkspaceError, match="no plain file"):
        write_atomic(tmp_path / name, b"x")
    assert (tmp_path / name).stat().st_ino == before.st_ino
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe"]


def test_a_full_disk_says_which_file_it_has_no_room_for(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk; nothing of the new text is left, and the old one stays."""
    path = tmp_path / "kept.json"
    path.write_bytes(b"before")
    program = (
        "import resource, signal, sys; from pathlib import Path; from r11.storage import write_atomic\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try: write_atomic(Path(sys.argv[1]), b'x' * 5000)\n"
        "except OSError as error: print(error.filename)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == f"{path}\n"
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {"kept.json": b"before"}
