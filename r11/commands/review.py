"""The verbs around people's decisions: `init`, `ratify`, `decide` (each in a file beside this), `freeze`, `story`."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from r11.commands import (
    DONE,
    WITH_PROBLEMS,
    add_workspace,
    decide,
    open_workspace,
    print_json,
    ratify,
    say,
    setup,
    shown,
)
from r11.errors import UsageError

if TYPE_CHECKING:
    from r11.review.batches import Changes
    from r11.review.freeze import Frozen
    from r11.workbench.freezing import FreezeOutcome
    from r11.workbench.review import Room

_LINE = re.compile(r"[0-9]{1,9}")

Verbs = argparse._SubParsersAction  # the type that add_subparsers returns has no public name


def register(verbs: Verbs[argparse.ArgumentParser]) -> None:
    setup.register(verbs)
    ratify.register(verbs)
    decide.register(verbs)
    _register_freeze(verbs)
    _register_story(verbs)


# --- freeze ---------------------------------------------------------------------------------------------------------


def _register_freeze(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "freeze",
        help="decisions → approved manifest",
        description="Writes 7-approved/NAME.json with everything that is approved or closed and still holds, and says "
        "what was left out and why. Without anything to freeze nothing is written, and the exit status is 1.",
        epilog="example: r11 freeze my-programme --batch 2026-03-spring",
    )
    add_workspace(parser)
    parser.add_argument("--batch", required=True, metavar="NAME", help="letters, digits, ., _ and -")
    parser.add_argument("--shard", metavar="NAME", help="its files only, as they are in its worktree")
    _add_json(parser)
    parser.set_defaults(run=run_freeze)


def run_freeze(args: argparse.Namespace) -> int:
    from r11.apply.manifest import BATCH_NAME
    from r11.workbench.freezing import freeze_batch

    if not BATCH_NAME.fullmatch(args.batch):
        raise UsageError(f"--batch {args.batch}: letters, digits, ., _ and - only, up to 100; it names a file")
    outcome = freeze_batch(open_workspace(args.workspace), args.batch, now=datetime.now(UTC), shard=args.shard)
    if args.json:
        print_json(_plain_freeze(outcome))
    else:
        _print_freeze(outcome, args.batch)
    return _freeze_status(outcome)


def _freeze_status(outcome: FreezeOutcome) -> int:
    from r11.workbench.freezing import BatchState

    frozen = outcome.frozen
    left = outcome.state is BatchState.EMPTY or (outcome.state is BatchState.AT_APPLY and frozen.manifest)
    return WITH_PROBLEMS if frozen.refused or frozen.broken or left else DONE


def _print_freeze(outcome: FreezeOutcome, batch: str) -> None:
    from r11.workbench.freezing import BatchState

    frozen, path = outcome.frozen, shown(outcome.path)
    match outcome.state:
        case BatchState.WRITTEN:
            print(f"{path}: {_contents(frozen)}")
        case BatchState.UNCHANGED:
            print(f"{path}: nothing changed, {_contents(frozen)}")
        case BatchState.AGAIN:
            print(f"{path}: frozen again, nobody had begun to apply it: {_contents(frozen)}")
            for change in _told_changes(outcome.changes) if outcome.changes else ():
                say(change)
        case BatchState.EMPTY:
            say("nothing to freeze: no decided item holds; no manifest was written")
        case BatchState.AT_APPLY:
            print(f"{path}: nothing changed; batch {batch} went to apply before")
            if frozen.manifest:
                say(f"{_contents(frozen)} decided since are not in it: freeze them under another name")
    for problem in (*frozen.broken, *frozen.refused):
        say(str(problem))
    print(_left_out(frozen))
    for name, count in sorted(Counter(frozen.waiting.values()).items()):
        say(f"batch {name} holds {count} of them: {_way_on(outcome.path.with_name(f'{name}.json'), name)}")


def _way_on(manifest: Path, batch: str) -> str:
    """What lets items go on that a batch holds which is not applied yet."""
    return f"r11-apply {shown(manifest)} writes it, r11 freeze --batch {batch} first takes in what was decided since"


def _told_changes(changes: Changes) -> Iterator[str]:
    yield from (f"{key}: taken in" for key in changes.taken_in)
    yield from (f"{key}: taken out" for key in changes.taken_out)
    yield from (f"{key}: another approval, evidence or line than before" for key in changes.changed)


def _contents(frozen: Frozen) -> str:
    manifest = frozen.manifest
    files = manifest.files if manifest else ()
    edits = sum(len(file.edits) for file in files)
    closings = len(manifest.closures) if manifest else 0
    return f"{counted(edits, 'edit')} in {counted(len(files), 'file')}, {counted(closings, 'closing')}"


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _left_out(frozen: Frozen) -> str:
    refused = len({refusal.flag_key for refusal in frozen.refused})
    undecided = ", ".join(f"{count} {decide.in_words(status)}" for status, count in frozen.undecided.items())
    others = Counter(frozen.elsewhere.values())
    elsewhere = "".join(f", {count} in {place}" for place, count in sorted(others.items()))
    return (
        f"left out: {refused} decided but no longer holding, {len(frozen.waiting)} in a batch that is not applied yet, "
        f"{len(frozen.done)} done before{elsewhere}; not decided: {undecided or 'none'}"
    )


def _plain_freeze(outcome: FreezeOutcome) -> dict[str, Any]:
    frozen = outcome.frozen
    return {
        "state": outcome.state,
        "manifest": str(outcome.path),
        "sha256": frozen.manifest.sha256 if frozen.manifest else None,
        "edits": sum(len(file.edits) for file in frozen.manifest.files) if frozen.manifest else 0,
        "closures": len(frozen.manifest.closures) if frozen.manifest else 0,
        "refused": [{"flag_key": r.flag_key, "code": r.code, "detail": r.detail} for r in frozen.refused],
        "changes": outcome.changes,
        "waiting": frozen.waiting,
        "done": frozen.done,
        "elsewhere": frozen.elsewhere,
        "undecided": frozen.undecided,
        "broken": [str(broken) for broken in frozen.broken],
    }


# --- story ----------------------------------------------------------------------------------------------------------


def _register_story(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "story",
        help="the whole story of an item or a line, from flag to receipt",
        epilog="example: r11 story 'skills/a/x.md#c1'\n         r11 story skills/a/x.md:12",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("address", metavar="FLAG_KEY|FILE:LINE")
    add_workspace(parser, positional=False)
    _add_json(parser)
    parser.set_defaults(run=run_story)


def run_story(args: argparse.Namespace) -> int:
    from r11.review.story import as_plain, as_text
    from r11.workbench.freezing import objections_now
    from r11.workbench.review import read_room

    room = read_room(open_workspace(args.workspace))
    objections = objections_now(room, now=datetime.now(UTC))
    stories = [room.story(key, objections) for key in _addressed(args.address, room)]
    if args.json:
        print_json([as_plain(story) for story in stories])
    else:
        print("\n\n".join(as_text(story) for story in stories))
    for broken in room.decisions.broken:
        say(str(broken))
    return WITH_PROBLEMS if room.decisions.broken else DONE


def _addressed(address: str, room: Room) -> tuple[str, ...]:
    file, _, line = address.rpartition(":")
    if address in room.flags or not _LINE.fullmatch(line):
        return (room.flag(address).key,)
    keys = room.flags_at(file, int(line))
    if not keys:
        raise UsageError(f"{address}: no flag stands on this line")
    return keys


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for machines: the result as JSON on stdout")
