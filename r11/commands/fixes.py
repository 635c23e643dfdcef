"""`r11 propose`: classify every flag of a ledger, prove what can be proven, and write one record per flag."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from r11.commands import (
    DONE,
    LEDGER_OR_WS,
    WITH_PROBLEMS,
    add_workspace,
    open_workspace,
    print_json,
    progress,
    say,
    shown,
    take_folder,
)

if TYPE_CHECKING:
    from r11.pilot.items import Item
    from r11.records import Flag, Proposal
    from r11.workbench import Programme

EXAMPLE = """\
example: r11 propose ledger.json --corpus kb --out proposals.jsonl
         r11 propose ledger.json --corpus kb --explain 'skills/a/x.md#c12'
"""


def register(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "propose",
        help="classify and prove every flag; one proposal record per flag",
        description="Reads only; writes nothing but the file named by --out (or the workspace's 5-proposals).",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("ledger", nargs="?", type=Path, help=LEDGER_OR_WS)
    parser.add_argument("--corpus", type=Path, help="the knowledge base (default: the workspace's)")
    parser.add_argument("--out", type=Path, metavar="P.jsonl", help="where the proposals go (default: 5-proposals)")
    parser.add_argument(
        "--explain", metavar="FLAG_KEY", help="say why this item (FILE#ID) is what it is; write nothing"
    )
    parser.add_argument("--json", action="store_true", help="the counts as JSON")
    add_workspace(parser, positional=False)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    take_folder(args)
    programme = _programme(args)
    if args.out is not None:
        _demand_own_place(args, programme)
    if args.explain:
        print(programme.explain(args.explain))
        return DONE
    pairs = list(programme.propose(progress))
    out = _write(args, programme, [proposal for _, proposal in pairs])
    if notice := programme.knowledge.policy_notice:
        say(f"warning: {notice}")
    errors = programme.ledger.errors
    for problem in errors:
        say(f"{shown(programme.ledger_path)}: {problem}")
    _report(args, programme, pairs, out)
    return WITH_PROBLEMS if errors else DONE


def _programme(args: argparse.Namespace) -> Programme:
    """The ledger and corpus that were named, with what the workspace knows; else the workspace's own."""
    from r11 import workbench
    from r11.errors import UsageError

    if (args.ledger is None) != (args.corpus is None):
        raise UsageError("name both the ledger and --corpus, or neither (then the workspace's are taken)")
    if args.ledger is None:
        return workbench.open_programme(open_workspace(args.workspace))
    if args.out is None and not args.explain:
        raise UsageError("name the file for the proposals: --out P.jsonl")
    if args.workspace is None:
        return workbench.read_programme(args.ledger, args.corpus)
    workspace = open_workspace(args.workspace)
    programme = workbench.read_programme(args.ledger, args.corpus, allowed_hosts=workspace.settings.allowed_hosts)
    return replace(programme, knowledge=workbench.read_knowledge(workspace, programme.ledger.flags))


def _demand_own_place(args: argparse.Namespace, programme: Programme) -> None:
    """Proposals take no place in the corpus, unless the workspace lies in it, nor the ledger's. Raises UsageError."""
    from r11.errors import UsageError

    out = args.out.resolve()
    if out == programme.ledger_path.resolve():
        raise UsageError(f"--out {args.out}: is the ledger; name another file")
    is_ours = args.workspace is not None and out.is_relative_to(Path(args.workspace).resolve())
    if out.is_relative_to(programme.corpus.resolve()) and not is_ours:
        raise UsageError(f"--out {args.out}: lies in the corpus, which r11-apply alone writes; name another place")


def _write(args: argparse.Namespace, programme: Programme, proposals: list[Proposal]) -> Path:
    from r11 import workbench
    from r11.storage import write_jsonl
    from r11.workbench.settled import keep_decided

    if args.out is None:
        workspace = open_workspace(args.workspace)
        keep_decided(workspace, programme)
        return workbench.save_proposals(workspace, proposals)
    write_jsonl(args.out, proposals)
    return Path(args.out)


def _report(args: argparse.Namespace, programme: Programme, pairs: Sequence[tuple[Flag, Proposal]], out: Path) -> None:
    """How all flags split, and apart from each other the fix targets and the source-silent flags."""
    from r11.pilot.items import item_of, item_of_invalid

    items = [*(item_of(*pair) for pair in pairs), *map(item_of_invalid, programme.invalid)]
    settled = sum(flag.is_settled for flag in programme.ledger.flags)
    waiting = sum(item.waits_for_policy for item in items)
    groups = {
        "fix targets": [item for item in items if item.is_fix_target],
        "source-silent": [item for item in items if not item.is_fix_target],
    }
    if args.json:
        told = {name.replace(" ", "_").replace("-", "_"): _counts(group) for name, group in groups.items()}
        ends = {"settled": settled, "waiting_for_policy_at_least": waiting, "out": str(out)}
        print_json({"flags": len(items), **_counts(items), **told, **ends})
        return
    for name, group in {"flags": items, **groups}.items():
        parts = " · ".join(f"{word} {count}" for word, count in _counts(group).items())
        print(f"{'' if name == 'flags' else '  '}{len(group)} {name}: {parts}")
    if waiting:
        print(f"at least {waiting} of the O3 wait for a policy alone; with its pairs counted: r11 ratify --preview")
    if settled:
        print(f"{settled} settled flags were passed over")
    print(f"one record per flag in {shown(out)}")


def _counts(items: Sequence[Item]) -> dict[str, int]:
    from r11.pilot.items import Outcome

    found = Counter(item.outcome for item in items)
    return {outcome.value: found[outcome] for outcome in Outcome}
