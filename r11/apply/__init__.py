"""`r11-apply`: the only program that writes corpus files.

Checks everything about every file of an approved manifest before it writes the first one, then replaces each file in
one step and keeps account in `8-receipts/`. This module is all that `--help` needs; the rest is imported when it runs.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType

from r11.streams import begin_in_utf8, flushed_output, give_up_output, ready_streams

EPILOG = """\
examples:
  r11-apply ws/7-approved/b1.json --corpus kb --workspace ws --dry-run     what would change, as a diff
  r11-apply ws/7-approved/b1.json --corpus kb --workspace ws               write it
  r11-apply ws/7-approved/b1.json --workspace ws --shard north             write it in the worktree of a shard
  r11-apply --reverse ws/8-receipts/b1.json --corpus kb --workspace ws     put back what b1 changed

exit status: 0 done, or already applied · 1 done, with files or closings left out and named, or done before while this
corpus does not stand so · 2 refused as a whole, nothing written by this run · 130 interrupted between two files, run it
again to go on.
"""


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="r11-apply",
        description="Write an approved batch into the corpus, or put one back. The only writer of corpus files.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("manifest", nargs="?", metavar="MANIFEST", help="an approved manifest of 7-approved/")
    what.add_argument("--reverse", metavar="RECEIPT", help="put back the lines that this receipt's batch changed")
    parser.add_argument("--corpus", metavar="C", help="the corpus folder (default: the workspace's)")
    parser.add_argument(
        "--workspace",
        metavar="WS",
        default=os.environ.get("R11_WORKSPACE"),
        help="decisions, policy and evidence are checked there; needed for writing (default: $R11_WORKSPACE)",
    )
    parser.add_argument("--shard", metavar="N", help="write in this shard's worktree; the batch holds its files only")
    parser.add_argument("--dry-run", action="store_true", help="all checks and a diff; nothing is written")
    parser.add_argument("--json", action="store_true", help="the receipt on stdout, for machines")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; returns the exit status. Errors are sentences on stderr, never a traceback."""
    try:
        signal.signal(signal.SIGTERM, _interrupt)
        begin_in_utf8()
        ready_streams()
        with flushed_output():
            return _run(argv)
    except KeyboardInterrupt:
        print("r11-apply: interrupted before anything was written", file=sys.stderr)
        return 130
    except BrokenPipeError:  # `r11-apply … --dry-run | head`: the reader has what it wanted
        give_up_output()
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"r11-apply: {where}{error.strerror or error}", file=sys.stderr)
        give_up_output()
        return 2
    except Exception as error:
        return _refused(error)


def _run(argv: Sequence[str] | None) -> int:
    args = build_parser().parse_args(argv)

    from r11.apply.command import run

    return run(args)


def _refused(error: Exception) -> int:
    """The exit status of a refusal, which is told; whatever else went wrong is raised again."""
    from r11.errors import R11Error  # here, since `--help` refuses nothing and starts faster without

    if not isinstance(error, R11Error):
        raise error
    print(f"r11-apply: {error}", file=sys.stderr)
    return error.exit_status


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
