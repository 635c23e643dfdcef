"""`r11 check`, `r11 flags`, `r11 population`, `r11 schema`: the inputs of the programme."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from r11.commands import (
    DONE,
    LEDGER_OR_WS,
    NOTHING_DONE,
    WITH_PROBLEMS,
    add_workspace,
    at_least_one,
    open_workspace,
    print_json,
    say,
    shown,
    take_folder,
)
from r11.commands.findings import claims_finding, judge_findings, judge_outputs, ledger_finding, pass_findings, report
from r11.errors import Problem, UsageError
from r11.ledger.augment import JudgePass, ledger_bytes, read_judge_pass
from r11.ledger.claims import read_claims
from r11.ledger.manifest import ALLOWED_HOSTS, Ledger, check_corpus, read_ledger
from r11.ledger.population import PILOT_MIN_FIX_TARGETS, Population, population
from r11.storage import write_atomic
from r11.storage.corpus import corpus_files, read_documents

if TYPE_CHECKING:
    Verbs = argparse._SubParsersAction[argparse.ArgumentParser]


def register(verbs: Verbs) -> None:
    _register_check(verbs)
    _register_flags(verbs)
    _register_population(verbs)
    _register_schema(verbs)


def _register_check(verbs: Verbs) -> None:
    parser = verbs.add_parser(
        "check",
        help="all problems of the inputs at once",
        description="Reads a ledger, and what is given beside it, and lists every problem with its place and code.",
        epilog="example: r11 check ledger.json --corpus kb --claims claims.json --judge judge-output",
    )
    parser.add_argument("ledger", type=Path, nargs="?", metavar="LEDGER", help=LEDGER_OR_WS)
    add_workspace(parser, positional=False)
    parser.add_argument("--corpus", type=Path, metavar="C", help="also look for every claim on its line")
    parser.add_argument("--claims", type=Path, metavar="M", help="also check the claim manifest")
    parser.add_argument("--judge", type=Path, metavar="DIR", help="also check the judge outputs (*.json) in DIR")
    _add_hosts(parser)
    _add_json(parser)
    parser.set_defaults(run=run_check)


def _register_flags(verbs: Verbs) -> None:
    parser = verbs.add_parser(
        "flags",
        help="judge outputs + claim manifest → a new ledger",
        description="Makes flags of the non-grounded results of every completely judged file. An existing ledger is "
        "never changed.",
        epilog="example: r11 flags --judge judge-output --claims claims.json --out ledger.json",
    )
    parser.add_argument("--judge", type=Path, metavar="DIR", required=True, help="the judge outputs (*.json)")
    parser.add_argument("--claims", type=Path, metavar="M", required=True, help="the claim manifest")
    parser.add_argument("--out", type=Path, metavar="LEDGER", required=True, help="the ledger to make")
    _add_hosts(parser)
    _add_json(parser)
    parser.set_defaults(run=run_flags)


def _register_population(verbs: Verbs) -> None:
    parser = verbs.add_parser(
        "population",
        help="the measured shape of a ledger",
        description="Counts the ledger anew: records, flags, rules, files by number of fix targets, and how many files "
        "of the corpus were judged.",
        epilog="example: r11 population ledger.json --corpus kb",
    )
    parser.add_argument("ledger", type=Path, nargs="?", metavar="LEDGER", help=LEDGER_OR_WS)
    add_workspace(parser, positional=False)
    parser.add_argument("--corpus", type=Path, metavar="C", help="to tell how many of its files were judged")
    parser.add_argument(
        "--pilot-min", type=at_least_one, metavar="N", help="fix targets that put a file into the pilot"
    )
    _add_json(parser)
    parser.set_defaults(run=run_population)


def _register_schema(verbs: Verbs) -> None:
    parser = verbs.add_parser(
        "schema",
        help="the JSON Schema of a record",
        description="Prints the JSON Schema of the record NAME; without NAME, the list of records.",
        epilog="example: r11 schema LedgerRecord",
    )
    parser.add_argument("name", nargs="?", metavar="NAME")
    _add_json(parser)
    parser.set_defaults(run=run_schema)


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for machines: the result as JSON on stdout")


def _add_hosts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--allow-host",
        action="append",
        metavar="HOST",
        help=f"a host that evidence may come from, may be repeated (default: {', '.join(ALLOWED_HOSTS)})",
    )


def _hosts(args: argparse.Namespace) -> tuple[str, ...]:
    return tuple(host.lower() for host in args.allow_host or ALLOWED_HOSTS)


def _take_from_workspace(args: argparse.Namespace) -> None:
    """What was not named is the workspace's: its ledger, corpus and allowed hosts."""
    workspace = open_workspace(args.workspace)
    args.ledger = args.ledger or workspace.ledger
    args.corpus = args.corpus or workspace.corpus
    args.allow_host = args.allow_host or list(workspace.settings.allowed_hosts)


# --- check ----------------------------------------------------------------------------------------------------------


def run_check(args: argparse.Namespace) -> int:
    take_folder(args)
    if args.ledger is None or args.workspace is not None:
        _take_from_workspace(args)
    ledger = read_ledger(args.ledger.read_bytes(), allowed_hosts=_hosts(args))
    corpus = () if args.corpus is None else corpus_problems(args.corpus, ledger)
    findings = [ledger_finding(shown(args.ledger), ledger, corpus)]
    claims = None if args.claims is None else read_claims(args.claims.read_bytes())
    if claims is not None:
        findings.append(claims_finding(shown(args.claims), claims))
    if args.judge is not None:
        findings += judge_findings(args.judge, claims if claims is not None and claims.readable else None)
    return report(findings, as_json=args.json)


def corpus_problems(corpus: Path, ledger: Ledger) -> tuple[Problem, ...]:
    """Where the ledger does not fit the corpus. Raises UsageError where there is no such folder."""
    _demand_folder(corpus)
    documents, refused = read_documents(corpus, (record.file for record in ledger.records))
    names = corpus_files(corpus) if None in documents.values() else []
    return check_corpus(ledger, documents, refused, names)


def _demand_folder(corpus: Path) -> None:
    if not corpus.is_dir():
        raise UsageError(f"{shown(corpus)}: no such folder; --corpus names the root that the ledger's paths start from")


# --- flags ----------------------------------------------------------------------------------------------------------


def run_flags(args: argparse.Namespace) -> int:
    claims = read_claims(args.claims.read_bytes())
    of_claims = claims_finding(shown(args.claims), claims)
    if not claims.readable:
        return report([of_claims], as_json=args.json)
    judged = read_judge_pass(judge_outputs(args.judge), claims)
    data = ledger_bytes(judged.records)
    ledger = read_ledger(data, allowed_hosts=_hosts(args))
    findings = [of_claims, *pass_findings(judged, shown(args.judge))]
    if judged.records:
        findings.append(ledger_finding(shown(args.out), ledger, ()))
        _make(args.out, data)
        _say_if_partial(judged, args.out)
    else:
        say(f"{shown(args.out)}: not written: no file was completely judged")
    status = report(findings, as_json=args.json)
    return status if judged.records else NOTHING_DONE


def _say_if_partial(judged: JudgePass, out: Path) -> None:
    """A partial ledger is written, and a complete one later takes another name: that is said before it is used."""
    missing = len(judged.incomplete) + len(judged.unjudged)
    if missing:
        say(
            f"{shown(out)}: partial: {missing} of {missing + len(judged.records)} files are not in it; mend their "
            "judge outputs, then make a new ledger, under another name or after removing this one"
        )


def _make(path: Path, data: bytes) -> None:
    """Write a new ledger. One that is there already and the same is left alone; raises UsageError where it differs."""
    if not path.exists():
        write_atomic(path, data)
    elif path.read_bytes() == data:
        say(f"{shown(path)}: already there and the same; nothing was written")
    else:
        raise UsageError(
            f"{shown(path)}: exists and differs; r11 flags never changes a ledger, give --out another name"
        )


# --- population -----------------------------------------------------------------------------------------------------


def run_population(args: argparse.Namespace) -> int:
    take_folder(args)
    source, ledger, shape, synthetic = _measured(args)
    if not ledger.readable:
        return report([ledger_finding(source, ledger, ())], as_json=args.json)
    if args.json:
        print_json(shape)
    else:
        print(f"{source}{' (synthetic sample)' if synthetic else ''}")
        print(table(shape.rows()))
    for problem in ledger.errors:
        say(f"{source}: {problem}")
    return WITH_PROBLEMS if ledger.errors else DONE


def _measured(args: argparse.Namespace) -> tuple[str, Ledger, Population, bool]:
    """The ledger that was named, else the workspace's, with its shape; whether it is a synthetic one."""
    if args.ledger is not None and args.workspace is None:
        path, corpus, hosts, least, synthetic = args.ledger, args.corpus, ALLOWED_HOSTS, PILOT_MIN_FIX_TARGETS, False
    else:
        workspace = open_workspace(args.workspace)
        settings = workspace.settings
        path, corpus = args.ledger or workspace.ledger, args.corpus or workspace.corpus
        hosts, least, synthetic = settings.allowed_hosts, settings.pilot_min_fix_targets, settings.synthetic
    ledger = read_ledger(path.read_bytes(), allowed_hosts=hosts)
    if corpus is not None:
        _demand_folder(corpus)
    files = len(corpus_files(corpus)) if corpus is not None else None
    shape = population(ledger, corpus_files=files, pilot_min=args.pilot_min or least)
    return shown(path), ledger, shape, synthetic


def table(rows: Sequence[tuple[str, str, str]]) -> str:
    """Rows of label, value and note in aligned columns."""
    label, value = (max(len(row[column]) for row in rows) for column in (0, 1))
    return "\n".join(f"{row[0]:<{label}}  {row[1]:>{value}}  {row[2]}".rstrip() for row in rows)


# --- schema ---------------------------------------------------------------------------------------------------------


def run_schema(args: argparse.Namespace) -> int:
    import msgspec

    kinds = record_kinds()
    if args.name is None:
        meanings = {name: (kind.__doc__ or "").strip().partition("\n")[0] for name, kind in kinds.items()}
        print_json(meanings) if args.json else print(table([(name, "", words) for name, words in meanings.items()]))
    elif args.name in kinds:
        print_json(msgspec.json.schema(kinds[args.name]))
    else:
        near = difflib.get_close_matches(args.name, kinds, n=3, cutoff=0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else "r11 schema lists the names"
        raise UsageError(f"no record is called {args.name!r}; {hint}")
    return DONE


def record_kinds() -> dict[str, type]:
    """The records that cross a border, by name, in the order of the flow."""
    from r11 import records

    kinds = (kind for kind in vars(records).values() if isinstance(kind, type) and kind is not records.Record)
    return {kind.__name__: kind for kind in kinds if issubclass(kind, records.Record)}
