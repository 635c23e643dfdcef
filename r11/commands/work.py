"""`r11 worklist` and `r11 ingest`: units of work out to workers, and what they hand in, judged."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING, Any

from r11.commands import (
    DONE,
    WITH_PROBLEMS,
    add_workspace,
    at_least_one,
    fitted,
    open_workspace,
    print_json,
    say,
    shown,
)

if TYPE_CHECKING:
    from r11.workbench.work import HandedOut, Taken

Verbs = argparse._SubParsersAction  # the type that add_subparsers returns has no public name


def register(verbs: Verbs[argparse.ArgumentParser]) -> None:
    _register_worklist(verbs)
    _register_ingest(verbs)


def _register_worklist(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "worklist",
        help="hand out units of work, sharded by file",
        description="Writes one unit for each open flag to 3-units/<shard>/<unit>.json, with everything that an answer "
        "needs: the flag, its line, the page on record, the policy in force, the schema of the answer, a prompt. "
        "A worker reads one and writes 4-artefacts/<worker>/<unit>.json; data/example_worker.py is one.",
        epilog="example: r11 worklist my-programme --shards 2\n         r11 worklist my-programme --retry",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_workspace(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--shards", type=at_least_one, metavar="N", help="divide the files among N shards (default: 1)")
    what.add_argument("--retry", action="store_true", help="hand out again what failed, with the failures in words")
    parser.add_argument("--json", action="store_true", help="for machines: the units and the counts on stdout")
    parser.set_defaults(run=run_worklist)


def _register_ingest(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "ingest",
        help="take in what workers handed in",
        description="Reads 4-artefacts, decides by code what each answer is worth, and writes "
        "5-proposals/workers.jsonl. What passed may go on a class list, what did not is a person's to look at, what "
        "cannot be read or is rejected is shown to nobody and can be handed out again. A second run changes nothing.",
        epilog="example: r11 ingest my-programme --trace",
    )
    add_workspace(parser)
    parser.add_argument("--trace", action="store_true", help="how the answers fared: why, and how many of each")
    parser.add_argument("--verbose", action="store_true", help="with --trace: every answer, and where it came from")
    parser.add_argument("--json", action="store_true", help="for machines: every answer and refusal on stdout")
    parser.set_defaults(run=run_ingest)


# --- worklist ---------------------------------------------------------------------------------------------------------


def run_worklist(args: argparse.Namespace) -> int:
    from r11.workbench.work import hand_out, hand_out_again

    workspace = open_workspace(args.workspace)
    out = hand_out_again(workspace) if args.retry else hand_out(workspace, shards=args.shards)
    if args.json:
        print_json(_plain_units(out))
        return DONE
    what = "units to do again" if args.retry else "units"
    state = f"{out.written} of them new or changed" if out.written else "nothing changed"
    print(f"{len(out.units)} {what} in {shown(workspace.units)}, {state}")
    for shard in out.shards:
        own = [unit for unit in out.units if unit.shard == shard.name]
        print(f"shard {shard.name}: {len(own)} units, {len({unit.file for unit in own})} files")
    for code, count in sorted(out.left_out.items()):
        print(f"{count} flags are not handed out: {code.meaning}")
    return DONE


def _plain_units(out: HandedOut) -> dict[str, Any]:
    units = [
        {"unit": unit.unit, "shard": unit.shard, "flag_key": unit.flag.flag_key, "attempt": unit.attempt}
        for unit in out.units
    ]
    return {"units": units, "written": out.written, "left_out": dict(out.left_out)}


# --- ingest -----------------------------------------------------------------------------------------------------------


def run_ingest(args: argparse.Namespace) -> int:
    from r11.workbench.work import take_in_artefacts

    workspace = open_workspace(args.workspace)
    taken = take_in_artefacts(workspace)
    if args.json:
        print_json(_plain_answers(taken))
    else:
        _print(taken, trace=args.trace, verbose=args.verbose)
    for left in taken.refused:
        say(str(left))
    return WITH_PROBLEMS if taken.refused or taken.to_retry else DONE


def _print(taken: Taken, *, trace: bool, verbose: bool) -> None:
    from r11.verification.readers import counted_reasons, log_line, retry_context, trace_text

    print(log_line(taken.judged, len(taken.refused)))
    if taken.passed_over:
        print(f"{taken.passed_over} answers for settled flags were passed over")
    if trace and not verbose:
        for reason, count in counted_reasons(taken.judged):
            print(fitted(f"  {count:>5}  {reason}"))
        print("each answer in full: r11 ingest --trace --verbose; those for one flag: r11 story FLAG_KEY")
    elif trace:
        for one in taken.judged:
            print(f"\n{one.flag_key}: {one.status.replace('_', ' ')}\n{fitted(trace_text(one.evaluation))}")
    for one in taken.to_retry:
        told = "; ".join(retry_context(one.evaluation))
        say(f"{one.evaluation.trace_summary.worker}/{one.evaluation.trace_summary.unit}.json: {told}")
    if taken.to_retry:
        say("these are shown to nobody; r11 worklist --retry hands them out again")
    state = "written" if taken.changed else "nothing changed"
    shown_to = sum(one.proposal is not None for one in taken.counted.values())
    print(f"{shown_to} proposals in {shown(taken.path)}: {state}")


def _plain_answers(taken: Taken) -> dict[str, Any]:
    answers = [
        {"flag_key": one.flag_key, "status": one.status, "evaluation": one.evaluation, "counts": one in counted}
        for counted in [tuple(taken.counted.values())]
        for one in taken.judged
    ]
    refused = [{"artefact": left.artefact, "code": left.code, "detail": left.detail} for left in taken.refused]
    statuses = Counter(one.status for one in taken.counted.values())
    return {
        "answers": answers,
        "refused": refused,
        "counts": dict(statuses),
        "passed_over": taken.passed_over,
        "changed": taken.changed,
        "out": str(taken.path),
    }
