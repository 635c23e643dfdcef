"""The verbs of `r11`, one file per stage of the flow; what they share is here."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, TypeVar

import msgspec

from r11.storage import Workspace, default_workspace

T = TypeVar("T")

LEDGER_OR_WS = "a ledger, or a workspace folder, whose ledger it then is (default: the workspace's)"
DONE, WITH_PROBLEMS, NOTHING_DONE, INTERRUPTED = 0, 1, 2, 130
MOST_COLUMNS = 100
"""Of a line of text: a longer one is hard to read, however wide the terminal is."""


def open_workspace(argument: str | None) -> Workspace:
    """The workspace that was named, else `$R11_WORKSPACE`, else the sample. Raises WorkspaceError."""
    return Workspace.open(Path(argument)) if argument else default_workspace()


def take_folder(args: argparse.Namespace) -> None:
    """`r11 check WS` means the workspace, as it does for the verbs that know no ledger: a ledger is never a folder."""
    if args.ledger is not None and args.ledger.is_dir():
        args.workspace, args.ledger = str(args.ledger), None


def add_workspace(parser: argparse.ArgumentParser, *, positional: bool = True) -> None:
    words = "the workspace (default: $R11_WORKSPACE, else the embedded sample)"
    if positional:
        parser.add_argument("workspace", nargs="?", metavar="WS", help=words)
    else:
        parser.add_argument("--workspace", metavar="WS", help=words)


def at_least_one(text: str) -> int:
    """The type of an argument that counts something. Raises what argparse turns into a usage error."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def say(text: str) -> None:
    """A message for people; never on stdout, which belongs to the result."""
    print(text, file=sys.stderr)


def say_at_terminal(text: str) -> None:
    """What is being done just now; worth a line only to somebody who waits at a terminal."""
    if sys.stderr.isatty():
        say(text)


def print_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def fitted(text: str, margin: str = "") -> str:
    """Each line in the width of the terminal, continued under itself; a word such as a URL is never cut. margin: what
    every line of the screen begins with."""
    width = max(40, min(MOST_COLUMNS, get_terminal_size((MOST_COLUMNS, 24)).columns)) - len(margin)
    return "\n".join(f"{margin}{part}" for line in text.splitlines() for part in _fitted(line, width) or [line])


def _fitted(line: str, width: int) -> list[str]:
    deeper = " " * (len(line) - len(line.lstrip()) + 4)
    return wrap(line, width, subsequent_indent=deeper, break_long_words=False, break_on_hyphens=False)


def progress(items: Collection[T], what: str = "files") -> Iterator[T]:
    """The items with a progress bar on stderr; none where stderr is no terminal."""
    from tqdm import tqdm

    bar = tqdm(items, total=len(items), desc=what, file=sys.stderr, disable=not sys.stderr.isatty(), leave=False)
    yield from bar


def shown(path: Path) -> str:
    """A path as seen from where the user stands."""
    try:
        return os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
