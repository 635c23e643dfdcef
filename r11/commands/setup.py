"""`r11 init` makes a workspace."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from r11.commands import DONE, say, shown
from r11.errors import UsageError

STAGES = ("1-ledger", "policy", "protocol")
POLICY = "policy/O2.md"
POLICY_DRAFT = Path(__file__).resolve().parents[1] / "templates" / "O2.md"
IGNORED = """\
# Local: made anew by r11, or reserved for a moment. What is not named here is the audit trail and is committed.
/2-evidence/
/3-units/
/4-artefacts/
/5-proposals/
/6-decisions/**/leases/
/8-receipts/*.journal
/9-reports/
"""
SETTINGS = """\
# Paths are relative to this folder.
corpus = {corpus}
ledger = {ledger}
# The file that records the programme's state, committed with a batch: state_file = "..."
allowed_hosts = ["learn.microsoft.com"]
# An edit on older evidence is neither frozen nor applied.
evidence_max_age_days = 14
# A file with at least so many fix targets belongs to the pilot.
pilot_min_fix_targets = 7
# So much of each pause counts as active review time; no limit on an item.
idle_cap_seconds = 60
# Who may ratify, freeze the protocol, release prices, adjudicate and revert; without this line every name may.
# operators = ["operator"]
"""


def register(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "init",
        help="make a workspace",
        description="Makes a workspace folder: its settings (r11.toml), a draft of the O2 policy (policy/O2.md), and "
        "the .gitignore that keeps the audit trail.",
        epilog="example: r11 init my-programme --corpus kb --ledger judge-pass-manifest.json",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder to make; it must not hold anything yet")
    parser.add_argument("--corpus", type=Path, required=True, metavar="C", help="the knowledge base")
    parser.add_argument("--ledger", type=Path, required=True, metavar="L", help="the ledger of the judge pass")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from r11.storage import SETTINGS_FILE, Workspace, write_atomic

    if args.folder.exists() and not _is_free(args.folder):
        raise UsageError(f"{args.folder}: is there already and not empty; name a new folder")
    if not args.corpus.is_dir():
        raise UsageError(f"{args.corpus}: no such folder; --corpus names the knowledge base")
    if args.ledger.is_dir():
        raise UsageError(f"{args.ledger}: is a folder; --ledger names a file")
    for stage in STAGES:
        (args.folder / stage).mkdir(parents=True, exist_ok=True)
    settings = SETTINGS.format(corpus=_toml_path(args.corpus, args.folder), ledger=_toml_path(args.ledger, args.folder))
    write_atomic(args.folder / ".gitignore", IGNORED.encode())
    write_atomic(args.folder / POLICY, POLICY_DRAFT.read_bytes())
    write_atomic(args.folder / SETTINGS_FILE, settings.encode())
    Workspace.open(args.folder)
    print(f"made {shown(args.folder)}")
    if not args.ledger.exists():
        say(f"{args.ledger} is not there yet: r11 flags makes it from the judge's outputs")
    say(f"next: {', then '.join(f'r11 {verb} {shown(args.folder)}' for verb in ('check', 'refresh', 'pilot'))}")
    return DONE


def _is_free(folder: Path) -> bool:
    """Empty, or no further than an `init` came that was cut off: the settings are written last."""
    if not folder.is_dir() or {entry.name for entry in folder.iterdir()} - {*STAGES, ".gitignore"}:
        return False
    files = {file for stage in STAGES for file in (folder / stage).glob("*")}
    policy = folder / POLICY
    return not files or (files == {policy} and policy.read_bytes() == POLICY_DRAFT.read_bytes())


def _toml_path(path: Path, folder: Path) -> str:
    """The path as seen from the workspace, as a TOML string (a JSON string is one)."""
    return json.dumps(os.path.relpath(path, folder), ensure_ascii=False)
