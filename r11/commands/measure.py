"""`r11 report`: the numbers as they stand, without a new run; `r11 diff`: what changed between two proposal runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from r11.commands import DONE, add_workspace, open_workspace, print_json, progress, say, shown
from r11.commands.pilot import probe_lines, publish

if TYPE_CHECKING:
    from r11.pilot.comparison import Comparison
    from r11.pilot.verdicts import Line
    from r11.report import PilotReport

Verbs = argparse._SubParsersAction  # the type that add_subparsers returns has no public name

SHOWN_CHANGES = 20


def register(verbs: Verbs[argparse.ArgumentParser]) -> None:
    _register_report(verbs)
    _register_diff(verbs)


def _register_report(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "report",
        help="report and decision screen as things stand: HTML, JSON, charts, CSV and Parquet",
        description="Measures pilot, rest and review, and writes 9-reports/; proposals and decisions are only read. "
        "The decision screen compares the protocol's thresholds with what was measured, once its one look is due.",
        epilog="example: r11 report my-programme",
    )
    add_workspace(parser)
    parser.add_argument("--json", action="store_true", help="report.json on stdout instead of the decision screen")
    parser.set_defaults(run=run_report)


def run_report(args: argparse.Namespace) -> int:
    from r11 import workbench

    workspace = open_workspace(args.workspace)
    programme = workbench.open_programme(workspace)
    return publish(workspace, programme, list(programme.propose(progress)), lines, as_json=args.json)


def lines(found: PilotReport) -> list[str]:
    """The decision screen for people at a terminal."""
    assessment = found.assessment
    if assessment is None:
        return []
    decision = assessment.decision
    rows = [told for line in decision.lines for told in _of_threshold(line)]
    return [
        f"{decision.heading}: {decision.answer}",
        *(f"no decision: {objection}" for objection in decision.objections),
        *([decision.look.words] if decision.look else []),
        *rows,
        *probe_lines(found),
        *([f"still to review: {decision.calendar.words}"] if decision.calendar else []),
        *(f"  not in it: {words}" for words in (assessment.remaining.left_out if decision.lines else ())),
        *(f"  - {change}" for change in decision.changes),
    ]


def _of_threshold(line: Line) -> tuple[str, str]:
    """What was demanded and whether it is met; below it the value, what it was counted from, and its interval."""
    counts = f" ({line.counts})" if line.counts else ""
    interval = line.interval if line.is_exact else f"interval: {line.interval}"
    return (
        f"  {line.threshold.yardstick.label:<21} {line.threshold.words:<14} {line.words}",
        f"    measured {line.measured}{counts}; {interval}",
    )


def _register_diff(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "diff",
        help="what changed between two proposal runs, by operation and reason",
        description="Compares two files of proposals. Exit status 0 also where they differ: a difference is a result.",
        epilog="example: r11 diff before.jsonl my-programme/5-proposals/built-in.jsonl",
    )
    parser.add_argument("before", type=Path, metavar="P1", help="the earlier run, one proposal a line")
    parser.add_argument("after", type=Path, metavar="P2", help="the later run")
    parser.add_argument("--json", action="store_true", help="for machines: every change as JSON on stdout")
    parser.set_defaults(run=run_diff)


def run_diff(args: argparse.Namespace) -> int:
    from r11.pilot.comparison import compare
    from r11.records import Proposal
    from r11.storage import read_jsonl

    found = compare(read_jsonl(args.before, Proposal), read_jsonl(args.after, Proposal))
    if args.json:
        print_json(_plain(found))
        return DONE
    print(
        f"{len(found.changed)} changed, {found.unchanged} unchanged, {len(found.gone)} only in {shown(args.before)}, "
        f"{len(found.new)} only in {shown(args.after)}"
    )
    for was, now, count in found.moves:
        print(f"{count:>6}  {was} → {now}" if was != now else f"{count:>6}  {now}, another text")
    for change in found.changed[:SHOWN_CHANGES]:
        print(f"  {change.words}")
    if len(found.changed) > SHOWN_CHANGES:
        say(f"and {len(found.changed) - SHOWN_CHANGES} more: r11 diff --json lists them")
    return DONE


def _plain(found: Comparison) -> dict[str, Any]:
    return {
        "unchanged": found.unchanged,
        "moves": [{"was": was, "now": now, "count": count} for was, now, count in found.moves],
        "changed": found.changed,
        "gone": [{"flag_key": key, "origin": origin} for key, origin in found.gone],
        "new": [{"flag_key": key, "origin": origin} for key, origin in found.new],
    }
