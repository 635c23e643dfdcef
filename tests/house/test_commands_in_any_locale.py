"""The program as an operating system runs it: other locales, a closed or broken output."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

COMMAND = {
    "r11": [sys.executable, "-c", "import sys; from r11.cli import main; sys.exit(main())"],
    "r11-apply": [sys.executable, "-c", "import sys; from r11.apply import main; sys.exit(main())"],
}
ROOT = Path(__file__).resolve().parents[2]
KEPT = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON", "R11_"))}


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    program, *arguments = command
    return subprocess.run(
        [*COMMAND[program], *arguments], env={**KEPT, **environment}, capture_output=True, check=False
    )


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1"])
def test_output_is_utf8_in_any_locale(locale: str) -> None:
    done = run("r11", "schema", LC_ALL=locale, PYTHONUTF8="1")
    assert done.returncode == 0
    assert "JudgeOutput" in done.stdout.decode("utf-8")


def test_a_locale_that_cannot_name_files_changes_nothing() -> None:
    """Without UTF-8 mode a file name beyond ASCII would end the run in the middle: the program turns it on itself."""
    spoken = run("r11", "population", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    usual = run("r11", "population", PYTHONUTF8="1")
    assert (spoken.returncode, spoken.stdout) == (usual.returncode, usual.stdout) == (0, usual.stdout)
    assert "2\u20136".encode() in spoken.stdout


INTERRUPTED_WHILE_LOADING = """
import os, signal, sys
class Interrupted:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupted())
{ignored}
from r11.start import {program} as program
sys.argv = ["r11", "--version"]
sys.exit(program())
"""


def loading(program: str, module: str, ignored: str = "") -> subprocess.CompletedProcess[str]:
    script = INTERRUPTED_WHILE_LOADING.format(program=program, module=module, ignored=ignored)
    return subprocess.run([sys.executable, "-c", script], env=KEPT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("program", "module"),
    [
        pytest.param("r11", "r11.cli", id="r11 at once"),
        pytest.param("r11", "markdown_it.ruler", id="r11 in a library that makes another error of it"),
        pytest.param("r11", "r11.commands.notebooks", id="r11 at the last verb"),
        pytest.param("r11_apply", "r11.apply", id="r11-apply at once"),
        pytest.param("r11_apply", "r11.streams", id="r11-apply later"),
    ],
)
def test_an_interruption_while_the_program_loads_is_one_line(program: str, module: str) -> None:
    done = loading(program, module)
    name = program.replace("_", "-")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", f"{name}: interrupted before it began\n")


def test_an_interruption_that_is_ignored_stays_so_while_the_program_loads() -> None:
    """Behind a shell's `&`."""
    done = loading("r11", "r11.commands.notebooks", "signal.signal(signal.SIGINT, signal.SIG_IGN)")
    assert (done.returncode, done.stdout.startswith("r11 "), done.stderr) == (0, True, "")


def test_the_programs_begin_there() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert scripts == {"r11": "r11.start:r11", "r11-apply": "r11.start:r11_apply"}


PRINTING = [
    pytest.param(("r11", "schema", "Flag"), id="r11"),
    pytest.param(("r11", "decide", "--help"), id="r11 help"),
    pytest.param(("r11-apply", "--help"), id="r11-apply help"),
]


def printing_to(output: int, command: tuple[str, ...]) -> tuple[int, str]:
    program, *arguments = command
    done = subprocess.run(
        [*COMMAND[program], *arguments], env=KEPT, stdout=output, stderr=subprocess.PIPE, text=True, check=False
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("command", PRINTING)
def test_a_reader_that_went_away_ends_the_run_quietly(command: tuple[str, ...]) -> None:
    """`r11 … | head`."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        assert printing_to(writing, command) == (0, "")
    finally:
        os.close(writing)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", PRINTING)
def test_an_output_that_is_full_is_an_error_in_words(command: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        status, said = printing_to(full.fileno(), command)
    assert status == 2
    assert said.endswith(": No space left on device\n")
    assert said.count("\n") == 1


@pytest.mark.parametrize("command", PRINTING)
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_a_closed_stream_goes_nowhere(command: tuple[str, ...], closed: str) -> None:
    program, *arguments = command
    called = [*COMMAND[program], *arguments]
    done = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *called], env=KEPT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
