"""Where the two programs begin: an interruption while they still load is one line and status 130, as at any later time.

Loading takes some tenths of a second, and whoever sees a mistake in the line they just sent presses Ctrl-C within them.
Nothing is written then, so the program ends on the spot: an exception would come out of the middle of some library.
"""

from __future__ import annotations

import os

# `signal` itself loads others: no handler of ours can be there before it is
try:
    import signal
except KeyboardInterrupt:
    os.write(2, b"interrupted before it began\n")
    os._exit(130)


def r11() -> int:
    """The `r11` command; returns its exit status."""
    before = _end_at_once("r11")
    from r11.cli import build_parser, main

    parser = build_parser()  # loads every verb
    signal.signal(signal.SIGINT, before)
    return main(parser=parser)


def r11_apply() -> int:
    """The `r11-apply` command; returns its exit status."""
    before = _end_at_once("r11-apply")
    from r11.apply import main

    signal.signal(signal.SIGINT, before)
    return main()


def _end_at_once(name: str) -> signal._HANDLER:
    """From now on an interruption ends the process, unless it is ignored (as behind `&`). Returns what was before."""

    def end(_signal: int, _frame: object) -> None:
        os.write(2, f"{name}: interrupted before it began\n".encode())
        os._exit(130)

    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, end)
    return before
