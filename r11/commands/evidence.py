"""`r11 refresh`: which quotes still stand today."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from r11.commands import DONE, WITH_PROBLEMS, add_workspace, at_least_one, open_workspace, print_json, say

if TYPE_CHECKING:
    from r11.evidence import Refreshed
    from r11.ledger.manifest import Ledger
    from r11.records import Page

SHOWN_AT_MOST = 20  # problems named one by one for people; --json has all


def register(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "refresh",
        help="fetch the cited pages anew: which quotes still stand",
        description="Fetches every distinct URL of the ledger once, within the limits, and says what each page means "
        "for the flags that cite it. Writes 2-evidence/ only. An interrupted run is gone on with by the next; a "
        "finished one is asked for changes only. A synthetic workspace is refreshed from its own pages/.",
        epilog="example: r11 refresh my-programme --per-host 4",
    )
    add_workspace(parser)
    parser.add_argument(
        "--per-host", type=at_least_one, default=8, metavar="N", help="requests at once to one host (default: 8)"
    )
    parser.add_argument(
        "--request-seconds", type=_positive, default=30.0, metavar="S", help="time for one request (default: 30)"
    )
    parser.add_argument(
        "--total-seconds", type=_positive, default=3600.0, metavar="S", help="time for the run (default: 3600)"
    )
    parser.add_argument(
        "--mirror",
        metavar="URL",
        help="a server on 127.0.0.1 to ask in place of the cited hosts; for a synthetic workspace only",
    )
    parser.add_argument("--json", action="store_true", help="for machines: the result as JSON on stdout")
    parser.set_defaults(run=run_refresh)


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no time in seconds")
    return number


def run_refresh(args: argparse.Namespace) -> int:
    from tqdm import tqdm

    from r11.evidence import Limits, distinct_urls
    from r11.workbench.ledger import read_workspace_ledger
    from r11.workbench.refreshing import refresh_evidence

    workspace = open_workspace(args.workspace)
    ledger = read_workspace_ledger(workspace)
    limits = Limits(per_host=args.per_host, request_seconds=args.request_seconds, total_seconds=args.total_seconds)
    pages, quiet = len(distinct_urls(ledger.flags)), not sys.stderr.isatty()
    with tqdm(total=pages, desc="pages", file=sys.stderr, disable=quiet, leave=False) as bar:
        done = refresh_evidence(workspace, mirror=args.mirror, limits=limits, progress=lambda _: bar.update())
    problems = [*_invalid(ledger), *_problems(done)]
    print_json(_plain(done) | {"invalid": len(ledger.invalid)}) if args.json else _print(done, problems)
    return WITH_PROBLEMS if problems else DONE


def _print(done: Refreshed, problems: list[str]) -> None:
    from r11.fixes.freshness import FOLLOWS

    outcomes = ", ".join(f"{count} {outcome.value.replace('_', ' ')}" for outcome, count in done.outcomes().items())
    pages = f"{len(done.pages)} page{'' if len(done.pages) == 1 else 's'}"
    print(f"{pages}: {outcomes} ({done.fetched} asked for now, {done.resumed} by the interrupted run)")
    if done.is_unchanged:
        print("nothing changed since the last refresh")
    for state, count in done.states().items():
        print(f"{state.value:<13}{count:>6}  {FOLLOWS[state]}")
    for line in problems[:SHOWN_AT_MOST]:
        say(line)
    if len(problems) > SHOWN_AT_MOST:
        say(f"and {len(problems) - SHOWN_AT_MOST} more: r11 refresh --json lists them")


def _invalid(ledger: Ledger) -> list[str]:
    count = len(ledger.invalid)
    return [f"{count} entries of the ledger are invalid and have no evidence: r11 check says why"] if count else []


def _problems(done: Refreshed) -> list[str]:
    """What keeps the evidence from being complete, one line each."""
    late = ["the time for the run is over: run it again to go on"] if done.out_of_time else []
    return [*late, *(f"{page.url}: {page.detail}" for page in done.unreachable)]


def _plain(done: Refreshed) -> dict[str, Any]:
    return {
        "pages": len(done.pages),
        "outcomes": done.outcomes(),
        "states": done.states(),
        "fetched": done.fetched,
        "resumed": done.resumed,
        "unchanged": done.is_unchanged,
        "out_of_time": done.out_of_time,
        "not_reached": list(done.not_reached),
        "unreachable": [_problem(page) for page in done.unreachable],
    }


def _problem(page: Page) -> dict[str, Any]:
    return {"url": page.url, "http_status": page.http_status, "detail": page.detail}
