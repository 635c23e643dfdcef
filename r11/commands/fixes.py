"""`r11 propose`: classify every flag of a ledger, prove what can be proven, and write one record per flag."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from r11.commands import (
    DONE,
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
    from r11.records import Proposal
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
    parser.add_argument("ledger", nargs="?", type=Path, help="the ledger (default: the workspace's)")
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
    proposals = [proposal for _, proposal in programme.propose(progress)]
    out = _write(args, programme, proposals)
    errors = programme.ledger.errors
    for problem in errors:
        say(f"{shown(programme.ledger_path)}: {problem}")
    _report(args, programme, proposals, out)
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
    return replace(programme, knowledge=workbench.read_knowledge(workspace))


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
    from r11.workbench.pilot import keep_decided

    if args.out is None:
        workspace = open_workspace(args.workspace)
        keep_decided(workspace, programme)
        return workbench.save_proposals(workspace, proposals)
    write_jsonl(args.out, proposals)
    return Path(args.out)


def _report(args: argparse.Namespace, programme: Programme, proposals: list[Proposal], out: Path) -> None:
    ops = Counter(str(proposal.op) for proposal in proposals)
    counts = {"flags": len(proposals) + len(programme.invalid), **{op: ops[op] for op in ("O1", "O2", "O3")}}
    counts |= {"invalid": len(programme.invalid), "settled": sum(flag.is_settled for flag in programme.ledger.flags)}
    if args.json:
        print_json(counts | {"out": str(out)})
        return
    print(f"{counts['flags']} flags: " + " · ".join(f"{word} {counts[word]}" for word in ("O1", "O2", "O3", "invalid")))
    if counts["settled"]:
        print(f"{counts['settled']} settled flags were passed over")
    print(f"one record per flag in {shown(out)}")
