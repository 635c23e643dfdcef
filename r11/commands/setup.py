"""`r11 init` makes a workspace; `r11 ratify` puts its O2 policy in force."""

from __future__ import annotations

import argparse
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from r11.commands import DONE, add_workspace, open_workspace, say, shown
from r11.errors import UsageError, WorkspaceError
from r11.vocabulary import PolicyScope

if TYPE_CHECKING:
    from r11.records import RatifiedPolicy

Verbs = argparse._SubParsersAction  # the type that add_subparsers returns has no public name

STAGES = ("1-ledger", "policy", "protocol")
IGNORED = """\
# Local: made anew by r11, or reserved for a moment. What is not named here is the audit trail and is committed.
/2-evidence/
/3-units/
/4-artefacts/
/5-proposals/
/6-decisions/leases/
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
# Active review time of an item ends here.
idle_cap_seconds = 60
"""


def register(verbs: Verbs[argparse.ArgumentParser]) -> None:
    _register_init(verbs)
    _register_ratify(verbs)


def _register_init(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "init",
        help="make a workspace",
        description="Makes a workspace folder: its settings (r11.toml) and the .gitignore that keeps the audit trail.",
        epilog="example: r11 init my-programme --corpus kb --ledger judge-pass-manifest.json",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder to make; it must not hold anything yet")
    parser.add_argument("--corpus", type=Path, required=True, metavar="C", help="the knowledge base")
    parser.add_argument("--ledger", type=Path, required=True, metavar="L", help="the ledger of the judge pass")
    parser.set_defaults(run=run_init)


def run_init(args: argparse.Namespace) -> int:
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
    write_atomic(args.folder / SETTINGS_FILE, settings.encode())
    Workspace.open(args.folder)
    print(f"made {shown(args.folder)}")
    if not args.ledger.exists():
        say(f"{args.ledger} is not there yet: r11 flags makes it from the judge's outputs")
    return DONE


def _is_free(folder: Path) -> bool:
    """Empty, or no further than an `init` came that was cut off: the settings are written last."""
    if not folder.is_dir():
        return False
    entries = [entry.name for entry in folder.iterdir()]
    return {*entries} <= {*STAGES, ".gitignore"} and not any(any((folder / stage).glob("*")) for stage in STAGES)


def _toml_path(path: Path, folder: Path) -> str:
    """The path as seen from the workspace, as a TOML string (a JSON string is one)."""
    return json.dumps(os.path.relpath(path, folder), ensure_ascii=False)


def _register_ratify(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "ratify",
        help="put the O2 policy in force (operator)",
        description="Ratifies policy/O2.md as it is now. Any later change of the text ends the ratification.",
        epilog="example: r11 ratify my-programme --by 'the operator' --scope not_grounded",
    )
    add_workspace(parser)
    parser.add_argument("--by", required=True, metavar="NAME", help="the operator who answers for it")
    parser.add_argument(
        "--scope",
        action="append",
        required=True,
        type=PolicyScope,
        choices=list(PolicyScope),
        metavar="SCOPE",
        help=f"which flags it covers: {', '.join(PolicyScope)}; may be given twice",
    )
    parser.set_defaults(run=run_ratify)


def run_ratify(args: argparse.Namespace) -> int:
    from r11.fixes.policy import Policy
    from r11.records import RatifiedPolicy, sha256_hex
    from r11.workbench.review import ratify_policy, read_standing_policy

    workspace = open_workspace(args.workspace)
    text = _policy_text(workspace.policy / "O2.md")
    ratification = RatifiedPolicy(
        ratified_by=args.by.strip(),
        ratified_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        scopes=tuple(scope for scope in PolicyScope if scope in args.scope),
        text_sha256=sha256_hex(text),
    )
    if not ratification.ratified_by:
        raise UsageError("--by: a ratification needs a name")
    Policy.ratified(text, ratification)  # a table that cannot be read is refused before anything is in force
    if not ratify_policy(workspace, ratification):
        standing = read_standing_policy(workspace)
        print(f"nothing changed: {_ratified(standing or ratification)}")
        return DONE
    print(_ratified(ratification))
    return DONE


def _policy_text(path: Path) -> bytes:
    try:
        text = path.read_bytes()
    except OSError as error:
        raise WorkspaceError(f"{path}: {error.strerror}; write the policy there, then ratify it") from error
    if not text.strip():
        raise UsageError(f"{path}: is empty; there is nothing to ratify")
    return text


def _ratified(policy: RatifiedPolicy) -> str:
    scopes = " and ".join(policy.scopes)
    return f"policy {policy.text_sha256[:12]} is ratified for {scopes}, by {policy.ratified_by} at {policy.ratified_at}"
