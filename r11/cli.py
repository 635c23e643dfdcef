"""The `r11` command: its verbs in the order of the flow, and what an error or an interruption looks like."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from types import FrameType
from typing import NoReturn

from r11 import __version__
from r11.errors import R11Error
from r11.streams import begin_in_utf8, flushed_output, give_up_output, ready_streams

# Each module registers its verbs; the order here is the order of `r11 --help`.
STAGES = (
    "ledger", "evidence", "fixes", "work", "protocol", "review", "shard", "write", "pilot", "measure", "goldsample",
    "notebooks",
)  # fmt: skip

EPILOG = """\
exit status: 0 done · 1 done, with problems or refusals listed · 2 wrong usage or unreadable input, nothing was done
· 130 interrupted, state consistent, run again to go on.
The corpus is written by a separate program: r11-apply --help
"""


class Parser(argparse.ArgumentParser):
    """Also says how a value is given that looks like an option; every verb's parser is one."""

    def error(self, message: str) -> NoReturn:
        if message.endswith("expected one argument"):
            message += "; a value that begins with - is written with =, as in --text=---"
        super().error(message)


def build_parser() -> Parser:
    parser = Parser(
        prog="r11",
        description="Workbench for the fix step: read the ledger, prove what can be proven, review, measure.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"r11 {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for stage in STAGES:
        import_module(f"r11.commands.{stage}").register(verbs)
    return parser


def main(argv: Sequence[str] | None = None, parser: Parser | None = None) -> int:
    """Run one verb; returns the exit status. Errors are sentences on stderr, never a traceback."""
    name = "r11"
    try:
        signal.signal(signal.SIGTERM, _as_interrupt)
        begin_in_utf8()
        ready_streams()
        with flushed_output():
            args = (parser or build_parser()).parse_args(argv)
            name = f"r11 {args.verb}"
            return int(args.run(args))
    except R11Error as error:
        print(f"{name}: {error}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        print(f"{name}: interrupted; nothing is half written, run it again to go on", file=sys.stderr)
        return 130
    except BrokenPipeError:  # `r11 … | head`: the reader has what it wanted
        give_up_output()
        return 0
    except UnicodeEncodeError as error:  # bytes of the command line that are no text
        print(f"{name}: {error.object!r} holds half a character; give it as UTF-8", file=sys.stderr)
        return 2
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"{name}: {where}{error.strerror or error}", file=sys.stderr)
        give_up_output()
        return 2


def _as_interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    """A request to stop is an interruption like Ctrl-C: the verb leaves a consistent state, and the status is 130."""
    raise KeyboardInterrupt
