"""`r11 stamp` and `r11 commit`: what the integrator does after `r11-apply`. The corpus itself is not written here."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from r11.commands import DONE, WITH_PROBLEMS, add_workspace, open_workspace, print_json, say, shown
from r11.errors import Refused, UsageError
from r11.storage import Workspace, ledger_lock, read_json

if TYPE_CHECKING:
    from r11.ledger.stamp import Stamp
    from r11.records import ApprovedManifest, Receipt

Verbs = argparse._SubParsersAction  # the type that add_subparsers returns has no public name


def register(verbs: Verbs[argparse.ArgumentParser]) -> None:
    stamp = verbs.add_parser(
        "stamp",
        help="receipts → ledger",
        description="Folds the receipts of a batch into the ledger: applied, closed or reverted, the ruling and what "
        "proves it, in the flags named; every other byte stays as it was. Stamping twice changes nothing.",
        epilog="example: r11 stamp ws/8-receipts/b1.json --ledger judge-pass-manifest.json",
    )
    stamp.add_argument("receipt", metavar="RECEIPT")
    stamp.add_argument("--ledger", metavar="L", help="the ledger (default: the one that the workspace names)")
    stamp.add_argument(
        "--corpus", metavar="C", help="the corpus that must stand as the receipt says (default: the workspace's)"
    )
    stamp.add_argument(
        "--json", action="store_true", help="for machines: every flag with its stamp, null where none is needed"
    )
    stamp.set_defaults(run=run_stamp)

    commit = verbs.add_parser(
        "commit",
        help="git commit of a batch's files, the ledger and the state file, nothing else",
        description="Refuses a tree in which something else is staged, a file that is not as the batch left it, and a "
        "ledger that was not stamped. Hooks run as always; nothing is restored, reset or stashed.",
        epilog="example: r11 commit b1 --workspace ws\n"
        "         r11 commit b1 --workspace ws --shard north    its files alone, in the shard's worktree",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commit.add_argument("batch", metavar="BATCH")
    commit.add_argument("--shard", metavar="NAME", help="in the shard's worktree, before r11 shard merge and r11 stamp")
    commit.add_argument("--message", "-m", help="default: names the batch and counts its edits")
    add_workspace(commit, positional=False)
    commit.add_argument("--json", action="store_true", help="for machines: the paths and the commit")
    commit.set_defaults(run=run_commit)


def run_stamp(args: argparse.Namespace) -> int:
    """Raises UsageError where receipt, workspace and corpus do not belong together; InputProblems from the ledger."""
    from r11.apply.sources import read_batch, read_others
    from r11.ledger.stamp import without_stamp
    from r11.records import Receipt
    from r11.review.settlement import stamps_of

    path = Path(args.receipt).resolve()
    receipt = read_json(path, Receipt)
    if receipt.finished is None:
        raise UsageError(f"{args.receipt}: that run did not finish; run r11-apply again, then stamp")
    workspace = Workspace.open(path.parent.parent)
    manifest, receipts = read_batch(workspace, receipt.batch)
    if receipt.manifest_sha256 != manifest.sha256:
        raise UsageError(f"{args.receipt}: is about another manifest than {receipt.batch}.json in 7-approved/")
    stamps = stamps_of(manifest, receipts)
    ledger = Path(args.ledger) if args.ledger else workspace.ledger
    corpus = Path(args.corpus) if args.corpus else workspace.corpus
    if shards := {receipt.shard for receipt in receipts} - {""}:
        _demand_merged(workspace, corpus, ledger, sorted(shards))
    if not _is_stamped(ledger, stamps):
        _demand_standing(
            corpus,
            manifest,
            receipts,
            read_others(workspace, manifest),
            lambda file: _is_stamped(ledger, [s for s in stamps if s.file == file]),
        )
    changed = stamp_ledger(ledger, stamps, holder=f"r11 stamp {receipt.batch}")
    left = without_stamp(_read(ledger), stamps)
    if args.json:
        print_json([{"flag_key": s.flag_key, "stamp": None if s.flag_key in left else s.kind} for s in stamps])
    say(f"{shown(ledger)}: {_told([one for one in stamps if one.flag_key not in left], changed=changed)}")
    if left:
        say(f"put back, and not in the ledger as applied by {receipt.batch}, so no stamp is needed: {', '.join(left)}")
    return DONE


def _told(stamps: Sequence[Stamp], *, changed: bool) -> str:
    if not stamps:
        return "no flag to stamp"
    counts = Counter(str(one.kind) for one in stamps)
    told = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    return told if changed else f"{told} (it said so already: nothing changed)"


def _demand_standing(
    corpus: Path,
    manifest: ApprovedManifest,
    receipts: Sequence[Receipt],
    others: Sequence[Receipt],
    is_stamped: Callable[[str], bool],
) -> None:
    """The ledger is told of a corpus that holds the batch, and of no other; what it says of a file already may stay.

    What other batches made of a file since holds this one too.

    Raises UsageError naming the files.
    """
    from r11.commands.commit import not_as_left, told_of
    from r11.review.batches import told_last

    left = not_as_left(corpus, manifest, told_of(told_last(receipts)), others)
    wrong = [file for file in left if not is_stamped(file)]
    if wrong:
        elsewhere = sorted({receipt.corpus for receipt in receipts if receipt.corpus})
        about = f"; the receipt is about {', '.join(elsewhere)}" if elsewhere else ""
        merges = sorted(f"r11 shard merge {receipt.shard}" for receipt in receipts if receipt.shard)
        about += f", a shard's worktree: {merges[0]} comes first" if merges else ""
        raise UsageError(
            f"{corpus}: does not stand as the receipts of {manifest.batch} say: {', '.join(wrong)}{about}; nothing was "
            "stamped; bring the corpus there first, or name the one to stamp for with --corpus"
        )


def _demand_merged(workspace: Workspace, corpus: Path, ledger: Path, shards: Sequence[str]) -> None:
    """A shard's batch is stamped by the integrator, for the workspace's corpus, after the merge. Raises UsageError."""
    from r11.worktrees import Repository

    told = f"shard {', '.join(shards)}: the ledger is stamped after r11 shard merge, for {workspace.corpus}"
    if corpus.resolve() != workspace.corpus.resolve():
        raise UsageError(f"{told}, not for {corpus}; leave out --corpus")
    main = Repository.around(workspace.corpus)
    if main.commit_of("MERGE_HEAD"):
        raise UsageError(f"{told}; a merge is under way there and not committed yet")
    for name, place in main.trees().items():
        if place != main.top and ledger.resolve().is_relative_to(place.resolve()):
            raise UsageError(f"{told}; {ledger} is the copy of another worktree ({name})")


def stamp_ledger(ledger: Path, stamps: Sequence[Stamp], *, holder: str) -> bool:
    """Read, stamp and replace the ledger in one step, under its lock; whether its bytes changed. Raises Refused."""
    from r11.apply.corpus import LeftOut, replace_file
    from r11.ledger.stamp import stamp

    with ledger_lock(ledger, holder):
        before = _read(ledger)
        after = stamp(before, stamps)
        try:
            if after != before:
                replace_file(ledger, before, after)
        except LeftOut as error:
            raise Refused(error.code, shown(ledger), error.detail) from error
        return after != before


def _read(ledger: Path) -> bytes:
    try:
        return ledger.read_bytes()
    except OSError as error:
        raise UsageError(f"{shown(ledger)}: {error.strerror}") from error


def run_commit(args: argparse.Namespace) -> int:
    """Raises UsageError for what is to be done first; nothing is staged then."""
    from r11.apply.sources import read_batch, read_others
    from r11.commands.commit import books_of, commit_batch
    from r11.review.settlement import stamps_of

    workspace = open_workspace(args.workspace)
    manifest, receipts = read_batch(workspace, args.batch)
    if not any(receipt.finished for receipt in receipts):
        raise UsageError(f"{args.batch}: no finished receipt; run r11-apply first")
    if args.shard is None:
        _demand_stamped(workspace.ledger, stamps_of(manifest, receipts), args.batch)
        corpus, books = workspace.corpus, [*books_of(workspace)]
    else:
        corpus, books = _corpus_of_shard(workspace, args.shard, args.batch, receipts), []
    done = commit_batch(corpus, books, manifest, receipts, args.message, read_others(workspace, manifest))
    if args.json:
        print_json({"paths": done.paths, "commit": done.commit, "otherwise": done.otherwise})
    else:
        print("\n".join(done.paths))
    for file in done.led_on:
        say(f"{file}: another batch changed it since; r11 commit of that one takes it")
    for file in done.with_others:
        say(f"{file}: held work that was not committed before the batch; it is in this commit too")
    say(f"{args.batch}: {f'committed as {done.commit[:12]}' if done.commit else 'committed before; nothing to do'}")
    if done.otherwise:
        say(
            f"{args.batch}: a hook put into this commit what the batch did not: {', '.join(done.otherwise)}; nobody "
            f"approved that: see git show {done.commit[:12]}, and take it back or have it reviewed"
        )
        return WITH_PROBLEMS
    return DONE


def _corpus_of_shard(workspace: Workspace, name: str, batch: str, receipts: Sequence[Receipt]) -> Path:
    """The corpus in the shard's worktree, where the batch was written. Raises UsageError."""
    from r11.storage import read_shard
    from r11.worktrees import demand_tree

    tree = demand_tree(workspace.corpus, read_shard(workspace, name))
    if any(receipt.shard != name for receipt in receipts):
        raise UsageError(
            f"{batch}: was not written in the worktree of shard {name}; r11-apply --shard {name} does that"
        )
    return tree.corpus


def _demand_stamped(ledger: Path, stamps: Sequence[Stamp], batch: str) -> None:
    if not _is_stamped(ledger, stamps):
        raise UsageError(f"{shown(ledger)}: batch {batch} is not stamped yet; r11 stamp comes before r11 commit")


def _is_stamped(ledger: Path, stamps: Sequence[Stamp]) -> bool:
    from r11.ledger.stamp import stamp

    before = _read(ledger)
    return stamp(before, stamps) == before
