"""The program's names and outputs: UTF-8 in every locale, there even where they were closed, flushed before it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def ready_streams() -> None:
    """Outputs speak UTF-8, with escapes for what is no character; one that was closed (`>&-`) goes nowhere."""
    if sys.stdout is None:
        sys.stdout = os.fdopen(_nowhere(), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(_nowhere(), "w")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]


def begin_in_utf8() -> None:
    """Where the locale cannot spell every name of a corpus, the program starts over in Python's UTF-8 mode."""
    if sys.getfilesystemencoding() != "utf-8":
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


@contextmanager
def flushed_output() -> Iterator[None]:
    """What was printed is handed over before the exit status is known. Raises OSError where nobody takes it."""
    try:
        yield
    finally:
        sys.stdout.flush()


def give_up_output() -> None:
    """Send what could not be handed over nowhere, so that the interpreter does not try once more as it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(_nowhere(), sys.stdout.fileno())


def _nowhere() -> int:
    return os.open(os.devnull, os.O_WRONLY)
