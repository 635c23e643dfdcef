"""`r11 pilot`, the main job: check, population, propose on every file, measure the pilot files and the rest, report."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from r11.commands import (
    DONE,
    WITH_PROBLEMS,
    add_workspace,
    fitted,
    open_workspace,
    print_json,
    progress,
    say,
    say_at_terminal,
    shown,
)
from r11.errors import Problem

if TYPE_CHECKING:
    from r11.ledger.manifest import Ledger
    from r11.ledger.population import Population
    from r11.pilot.measures import PilotMeasures, StratumMeasures
    from r11.pilot.policy_effect import PolicyEffect
    from r11.records import Flag, Proposal
    from r11.report import PilotReport
    from r11.storage import Workspace
    from r11.workbench import Programme

SHOWN_PROBLEMS = 20


def register(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "pilot",
        help="the main job: propose on every file, measure the pilot files and the rest, report",
        description="Writes 5-proposals/ and 9-reports/ of the workspace; ledger and corpus are only read.",
        epilog="example: r11 pilot my-programme",
    )
    add_workspace(parser)
    parser.add_argument("--json", action="store_true", help="report.json on stdout instead of the four numbers")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from r11 import workbench
    from r11.workbench.settled import keep_decided

    workspace = open_workspace(args.workspace)
    programme = workbench.open_programme(workspace)
    pairs = list(programme.propose(progress))
    keep_decided(workspace, programme)
    workbench.save_proposals(workspace, (proposal for _, proposal in pairs))
    return publish(workspace, programme, pairs, lines, as_json=args.json, with_problems=True)


def publish(
    workspace: Workspace,
    programme: Programme,
    pairs: Sequence[tuple[Flag, Proposal]],
    told: Callable[[PilotReport], list[str]],
    *,
    as_json: bool,
    with_problems: bool = False,
) -> int:
    """Measure, write the report, say what it says in the lines of `told`, or as JSON; the exit status.

    with_problems: name the problems of the input one by one on stderr.
    """
    from r11 import report
    from r11.workbench.pilot import pilot_report

    found = pilot_report(workspace, programme, pairs, now=datetime.now(UTC))
    before = report.as_before(found, workspace.reports)
    found = before or found
    say_at_terminal("drawing charts")
    page = report.write(found, workspace.reports)
    if notice := programme.knowledge.policy_notice:
        say(f"warning: {notice}")
    for broken in found.assessment.broken_logs if found.assessment else ():
        say(f"warning: {broken}")
    if with_problems:
        _say_problems(found.problems, page, named_places(programme.ledger))
    if as_json:
        print_json(report.as_json(found))
    else:
        print("\n".join([*(fitted(line) for line in told(found)), f"report: {shown(page)}"]))
    if before:
        say(f"nothing changed since the run of {found.provenance.now}")
    return WITH_PROBLEMS if any(not problem.is_warning for problem in found.problems) else DONE


def named_places(ledger: Ledger) -> dict[str, str]:
    """Place of a flag in the ledger's document → its key, as far as the flag says it."""
    readable = {place: key for key, place in ledger.places.items()}
    told = {entry.place: f"{entry.file}#{entry.flag_id}" for entry in ledger.invalid if entry.file and entry.flag_id}
    return {**told, **readable}


def _say_problems(problems: Sequence[Problem], page: Path, names: Mapping[str, str]) -> None:
    for problem in problems[:SHOWN_PROBLEMS]:
        key = names.get(problem.place) or names.get(problem.place.rpartition(".")[0])
        say(f"{'warning: ' if problem.is_warning else ''}{_told(problem, key)}")
    if len(problems) > SHOWN_PROBLEMS:
        say(f"and {len(problems) - SHOWN_PROBLEMS} more; all {len(problems)} are listed in {shown(page)}")


def _told(problem: Problem, key: str | None) -> str:
    """The problem with the key of its flag; the file stands in the key, and not once more in the message."""
    if key is None:
        return str(problem)
    file = key.rpartition("#")[0]
    message = problem.message.removeprefix(f"{file}:")
    return f"{key}: {replace(problem, message=message if message == problem.message else f'line {message}')}"


def lines(found: PilotReport) -> list[str]:
    """The four numbers for people, pilot and rest side by side."""
    from r11.pilot.items import Outcome

    measures, shape = found.measures, found.population
    pilot, rest = measures.pilot, measures.rest
    split, r8 = ("split of open", "open R8 as O2") if measures.everything.settled else ("split", "R8 that is O2")
    rows = [("", "pilot", "rest")]
    rows += [
        (f"{split}, {outcome}", pilot.split.share(outcome).with_percent, rest.split.share(outcome).with_percent)
        for outcome in Outcome
    ]
    rows += [
        *_whole(measures, lambda one: one.whole),
        (f"{r8}, as nominated", pilot.r8.as_nominated.with_percent, rest.r8.as_nominated.with_percent),
        (f"{r8}, as proposed", pilot.r8.as_proposed.with_percent, rest.r8.as_proposed.with_percent),
        *_whole(measures, lambda one: one.whole_r8),
        ("O1 abort rate", pilot.abort_rate.with_percent, rest.abort_rate.with_percent),
        *_done(found.measures),
        *_throughput(found),
    ]
    if found.effect:
        rows[5:5] = _if_ratified(found.effect)
    head = f"{found.provenance.programme}: {_flags(shape)} in {shape.records} files judged"
    return [
        f"{head}{'  (SYNTHETIC DATA)' if found.provenance.synthetic else ''}",
        f"pilot: {pilot.files} files with {measures.threshold} or more fix targets; rest: {rest.files} files",
        f"O2 policy: {found.provenance.policy.partition(';')[0]}",
        f"evidence: {found.refreshed.words}",
        *(f"  {name:<30} {left:<20} {right}".rstrip() for name, left, right in rows),
        *([f"  words that O2 removes: {found.effect.in_force.says}"] if found.effect else []),
        *([f"  if both scopes were ratified: {found.effect.cost.says}"] if found.effect else []),
        *probe_lines(found),
        *_decision(found),
    ]


def probe_lines(found: PilotReport) -> list[str]:
    """How often a wrong swap was approved, of all reviewers together, once the one look is due."""
    from r11.report.probes import probe_words

    review = found.assessment
    if review is None or not review.shows_figures:
        return []
    return [*filter(None, [probe_words(review.probes)])]


def _decision(found: PilotReport) -> list[str]:
    """The decision in one line, once the one look is due."""
    review = found.assessment
    if review is None or not review.shows_figures:
        return []
    return [f"{review.decision.heading[0].lower()}{review.decision.heading[1:]}: {review.decision.answer}"]


def _flags(shape: Population) -> str:
    told = f"{shape.flags + shape.invalid} flags"
    return f"{told}, {shape.invalid} of them invalid," if shape.invalid else told


def _done(measures: PilotMeasures) -> list[tuple[str, str, str]]:
    """How much of the abort rate's denominator is done by now, and how many fix targets are in no rate."""
    from r11.pilot.figures import Share
    from r11.report.cards import done_of_nominated

    both = (measures.pilot, measures.rest)
    if not measures.everything.settled:
        return []
    pilot, rest = ((done_of_nominated(one), Share(one.settled_unknown, one.settled)) for one in both)
    names = ("  done / nominated", "  nomination unknown / done")
    return [(name, left.with_percent, right.with_percent) for name, left, right in zip(names, pilot, rest, strict=True)]


def _whole(measures: PilotMeasures, whole: Callable[[StratumMeasures], str]) -> list[tuple[str, str, str]]:
    """What is open and what is done, once something is: together all that there is."""
    from r11.report.cards import OPEN_AND_DONE

    if not measures.everything.settled:
        return []
    return [(f"  {OPEN_AND_DONE}", whole(measures.pilot), whole(measures.rest))]


def _if_ratified(effect: PolicyEffect) -> list[tuple[str, str, str]]:
    """What O2 would be with the policy's text ratified for both scopes."""
    from r11.pilot.items import Outcome

    pilot, rest = (one.split.share(Outcome.O2).with_percent for one in (effect.ratified.pilot, effect.ratified.rest))
    return [("  O2 if both scopes ratified", pilot, rest)]


def _throughput(found: PilotReport) -> list[tuple[str, str, str]]:
    """Items per active hour by class, once the one look is due; measured where people reviewed, so in no column of its
    own for the rest."""
    from r11.pilot.figures import NotMeasured
    from r11.report.cards import throughput_words

    review = found.assessment
    if review is None or not review.shows_figures:
        return [("review throughput", throughput_words(found.measures, review), "")]
    rates = [(one.op, one.items_per_hour) for one in review.throughput.classes]
    told = [
        (f"{op} items per active hour", str(rate) if isinstance(rate, NotMeasured) else f"{rate:.0f}", "")
        for op, rate in rates
    ]
    looks = [(f"  {one.op} second looks, timed", f"{one.timed}, in no rate", "") for one in review.throughput.second]
    return [*told, *(row for row in looks if not row[1].startswith("no items"))]
