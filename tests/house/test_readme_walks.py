"""The README's walks, run in the order in which they stand there: each command ends as the text says."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from r11.storage import Workspace
from r11.workbench.ledger import read_workspace_ledger

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
NAMES = {f"GIT_{who}_{what}": "integrator@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
FLAG = "skills/agents/references/echo-speech-faq.md#c01"
IN_A_BROWSER = f"r11 decide '{FLAG}' --event approve --disposition outdated --reviewer NAME"
"""What stands in for `make review`: a test has no hands."""


def blocks(heading: str) -> list[list[str]]:
    """The commands of each block under a heading, comments and all; a continued line is one command."""
    section = README.partition(f"\n{heading}\n")[2].partition("\n## ")[0].partition("\n### ")[0]
    assert section
    found = [block.replace("\\\n", " ").splitlines() for block in section.split("```")[1::2]]
    return [[line for line in block if line.strip() and not line.startswith(" ")] for block in found]


def walk(commands: list[str], folder: Path) -> dict[str, tuple[int, str]]:
    """Each command's exit status and what it said, run one after the other in one shell."""
    said = folder / "said"
    said.mkdir()
    script = [
        f"{{ {command}\n}} > {said}/{number} 2>&1; echo $? > {said}/{number}.rc"
        for number, command in enumerate(commands)
    ]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, **NAMES, "PATH": path, "GIT_CONFIG_GLOBAL": "/dev/null"}
    subprocess.run(["bash", "-uc", "\n".join(script)], cwd=folder, env=env, check=True, stdin=subprocess.DEVNULL)
    return {
        command: (int((said / f"{number}.rc").read_text()), (said / str(number)).read_text(encoding="utf-8"))
        for number, command in enumerate(commands)
    }


def as_told(done: dict[str, tuple[int, str]], *ending_in_1: str) -> None:
    """Every command ends with 0, but for those that the text says end with 1."""
    for command, (status, said) in done.items():
        wanted = 1 if command.startswith(ending_in_1 or "nothing") else 0
        assert status == wanted, f"{command}\n{said}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").symlink_to(ROOT / "data")
    return tmp_path


def test_once_through_there_and_back_and_second_opinions(folder: Path) -> None:
    once, by_hand, back = blocks("## Once through, on a copy of the sample")
    assert all("FLAG_KEY" in line for line in by_hand)  # what to type, and no walk
    (second,) = blocks("## Second opinions: workers")
    setup, *first = once
    assert setup.startswith("make setup")
    first = [IN_A_BROWSER if line.startswith("make review") else line for line in first]
    second = [line for line in second if not line.startswith("make review")]
    assert len({*first, *back, *second}) == len([*first, *back, *second])
    done = walk([*first, *back, *second], folder)
    as_told(done, "r11 ingest --trace", "r11 freeze --batch second")
    said = {command.split("  ")[0]: text for command, (_, text) in done.items()}
    assert "first: 1 file, 1 reverted" in said["r11-apply --reverse try/8-receipts/first.json"]
    told = said["r11 ingest --trace"]
    assert len(told.splitlines()) < 40
    assert (told.count("SECOND_ANSWER"), told.count(".json: ")) == (2, 5)  # "five on purpose"
    assert "second.json: 1 edit in 1 file" in said["r11 freeze --batch second"]
    assert "reverted: decide again" in said["r11 freeze --batch second"]


def test_side_by_side(folder: Path) -> None:
    (commands,) = blocks("## Side by side: shards")
    as_told(walk(commands, folder))
    ledger = read_workspace_ledger(Workspace.open(folder / "try-shards"))
    assert [flag.key for flag in ledger.flags if flag.applied] == [FLAG]
    assert not list(folder.glob("try-shards.shards/*"))
    git = ["git", "-C", str(folder / "try-shards")]
    assert subprocess.run([*git, "status", "--short"], capture_output=True, check=True).stdout == b""


def test_a_played_copy_is_kept_as_the_notebook_says(folder: Path) -> None:
    """Its snippet, letter by letter, from the folder of the notebooks."""
    notebook = nbformat.read(ROOT / "notebooks" / "06_pilot_report.ipynb", as_version=4)
    (snippet,) = re.findall(r"```python\n(.*?)```", notebook.cells[0].source, re.DOTALL)
    (folder / "notebooks").mkdir()
    subprocess.run([sys.executable, "-c", snippet], cwd=folder / "notebooks", check=True)
    done = walk(["cd notebooks && r11 report played"], folder)
    as_told(done)
    assert "The decision: " in done["cd notebooks && r11 report played"][1]


@pytest.mark.parametrize("verb", ["review", "lab"])
def test_a_port_in_use_is_refused_by_name(folder: Path, verb: str) -> None:
    """ "one that is in use is refused by name" """
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = f"r11 {verb} data/sample --port {port}"
        status, said = walk([command], folder)[command]
    assert status == 2
    assert said.startswith(f"r11 {verb}: port {port} of 127.0.0.1: ")
    assert f"--port {port + 1}" in said
