"""`r11 shard`: a git worktree for each shard, so that sessions write the corpus side by side, and back again."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from r11.commands import DONE, WITH_PROBLEMS, add_workspace, open_workspace, print_json, say, shown
from r11.errors import UsageError
from r11.records import Shard
from r11.storage import Workspace, corpus_lock, keep_shards, read_shard, read_shards, units_lock

if TYPE_CHECKING:
    from r11.worktrees import ShardTree

Verbs = argparse._SubParsersAction  # the type that add_subparsers returns has no public name

EXAMPLES = """\
example: r11 shard create north --files 'skills/a/*' --workspace ws     a worktree with these files to itself
         r11 freeze ws --batch n1 --shard north
         r11-apply ws/7-approved/n1.json --workspace ws --shard north
         r11 commit n1 --shard north --workspace ws
         r11 shard merge north --workspace ws                           the integrator; then r11 stamp, r11 commit
         r11 shard remove north --workspace ws
"""


def register(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "shard",
        help="a git worktree per shard, to write the corpus side by side",
        description="Shards are made of whole files and have none in common. The pre-commit hook must run in each "
        "worktree; where it would not, none is made.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    create = acts.add_parser("create", help="a worktree for a shard, which --files defines if r11 worklist did not")
    create.add_argument("name", metavar="NAME", help="lower-case letters, digits and hyphens")
    create.add_argument("--files", nargs="+", metavar="PATTERN", help="files of the ledger: skills/a/*, skills/b/x.md")
    create.add_argument("--at", type=Path, metavar="DIR", help="where (default: REPOSITORY.shards/NAME beside it)")
    _finish(create, run_create)
    _finish(acts.add_parser("status", help="every shard: its files, its worktree, and what is to be done"), run_status)
    merge = acts.add_parser("merge", help="the integrator merges a shard's commits; the ledger is stamped after that")
    merge.add_argument("name", metavar="NAME")
    _finish(merge, run_merge)
    remove = acts.add_parser("remove", help="take a worktree away that holds nothing the repository does not")
    remove.add_argument("name", metavar="NAME")
    _finish(remove, run_remove)


def _finish(parser: argparse.ArgumentParser, run: Any) -> None:
    add_workspace(parser, positional=False)
    parser.add_argument("--json", action="store_true", help="for machines: the result as JSON on stdout")
    parser.set_defaults(run=run)


def run_create(args: argparse.Namespace) -> int:
    """Raises UsageError where the shard cannot be, or the hook would not run in its worktree; nothing is left then."""
    from r11.worktrees import create_tree

    workspace = open_workspace(args.workspace)
    with units_lock(workspace.units, f"r11 shard create {args.name}"):
        shards = _with_files(workspace, args.name, args.files)
        shard = next((one for one in shards if one.name == args.name), None) or read_shard(workspace, args.name)
        _demand_no_batch_across(workspace, shard)
        made, is_new = create_tree(workspace.corpus, shard, args.at)
        keep_shards(workspace, shards)
    say(f"shard {args.name}: {'made' if is_new else 'is there already:'} {shown(made.tree.top)}, branch {made.branch}")
    _print([made], args.json)
    return DONE


def _with_files(workspace: Workspace, name: str, patterns: Sequence[str] | None) -> tuple[Shard, ...]:
    """The workspace's shards, this one with the files that the patterns name; checked, not kept yet."""
    shards = read_shards(workspace)
    if not patterns:
        return shards
    from r11.ledger.shards import shard_problems
    from r11.workbench.ledger import read_workspace_ledger

    known = {flag.file for flag in read_workspace_ledger(workspace).flags}
    idle = [pattern for pattern in patterns if not any(fnmatchcase(file, pattern) for file in known)]
    if idle:
        raise UsageError(f"--files {' '.join(idle)}: names no file with a flag in the ledger")
    own = {file for file in known for pattern in patterns if fnmatchcase(file, pattern)}
    before = next((shard.files for shard in shards if shard.name == name), ())
    shard = Shard(name=name, files=tuple(sorted(own | set(before))))
    found = (*(one for one in shards if one.name != name), shard)
    if problems := list(shard_problems(found)):
        raise UsageError("\n  ".join([f"shard {name}: not made", *problems]))
    return found


def _demand_no_batch_across(workspace: Workspace, shard: Shard) -> None:
    """A batch that is waiting for files inside and outside could be written nowhere. Raises UsageError."""
    from r11.workbench.freezing import straddling_batches

    across = straddling_batches(workspace, shard)
    if across:
        told = (f"batch {batch} waits for files of it and for {file} too" for batch, file in sorted(across.items()))
        raise UsageError("\n  ".join([f"shard {shard.name}: no worktree was made; apply these first", *told]))


def run_status(args: argparse.Namespace) -> int:
    from r11.worktrees import find_tree

    workspace = open_workspace(args.workspace)
    shards = read_shards(workspace)
    trees = {shard.name: find_tree(workspace.corpus, shard) for shard in shards}
    _print([tree for tree in trees.values() if tree], args.json)
    for shard in shards:
        if trees[shard.name] is None:
            say(f"{shard.name}: {len(shard.files)} files, no worktree; r11 shard create {shard.name} makes one")
    if not shards:
        say(f"{shown(workspace.shards)}: no shards yet; r11 worklist and r11 shard create make them")
    return WITH_PROBLEMS if any(_problems(tree) for tree in trees.values() if tree) else DONE


def run_merge(args: argparse.Namespace) -> int:
    """Nobody applies in either work tree meanwhile. Raises UsageError before anything is touched, Locked."""
    from r11.worktrees import demand_tree, merge_tree

    workspace = open_workspace(args.workspace)
    tree = demand_tree(workspace.corpus, read_shard(workspace, args.name))
    who = f"r11 shard merge {args.name}"
    with corpus_lock(workspace.corpus, who), corpus_lock(tree.corpus, who):
        commit = merge_tree(tree)
    if args.json:
        print_json({"shard": args.name, "commit": commit})
    if commit is None:
        say(f"{args.name}: nothing to merge, {tree.main.top} holds its commits")
    else:
        say(f"{args.name}: merged as {commit[:12]}; next: r11 stamp its receipts, then r11 commit its batches")
    return DONE


def run_remove(args: argparse.Namespace) -> int:
    from r11.worktrees import demand_tree, remove_tree

    workspace = open_workspace(args.workspace)
    tree = demand_tree(workspace.corpus, read_shard(workspace, args.name))
    with corpus_lock(tree.corpus, f"r11 shard remove {args.name}"):
        remove_tree(tree)
    say(f"{args.name}: {shown(tree.tree.top)} and branch {tree.branch} are gone; its files are everybody's again")
    return DONE


def _problems(tree: ShardTree) -> list[str]:
    if not tree.tree.top.is_dir():
        return [f"its worktree {tree.tree.top} is gone; what was committed is on branch {tree.branch}"]
    hook = tree.hook_problem()
    outside = [f"{file} was changed there and is not the shard's" for file in tree.outside()]
    return ([hook] if hook else []) + outside


def _plain(tree: ShardTree) -> dict[str, Any]:
    is_there = tree.tree.top.is_dir()
    return {
        "shard": tree.shard.name,
        "files": len(tree.shard.files),
        "worktree": str(tree.tree.top),
        "corpus": str(tree.corpus),
        "branch": tree.branch,
        "uncommitted": tree.changed() if is_there else [],
        "merged": tree.is_merged,
        "problems": _problems(tree),
    }


def _print(trees: Sequence[ShardTree], as_json: bool) -> None:
    plain = [_plain(tree) for tree in trees]
    if as_json:
        print_json(plain)
        return
    for one in plain:
        open_work = f"{len(one['uncommitted'])} not committed, " if one["uncommitted"] else ""
        merged = "all of it merged" if one["merged"] else f"to be merged: r11 shard merge {one['shard']}"
        print(f"{one['shard']}: {one['files']} files, {shown(Path(one['worktree']))}, {open_work}{merged}")
        for problem in one["problems"]:
            print(f"  {problem}")
