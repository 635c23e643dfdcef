"""`r11 decide`: one decision event from the command line, for scripts and tests."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from r11.commands import DONE, add_workspace, open_workspace, print_json, say, shown
from r11.errors import UsageError
from r11.vocabulary import Disposition, EventKind, ItemStatus

if TYPE_CHECKING:
    from r11.records import DecisionEvent
    from r11.review.answers import Seen, Signature
    from r11.storage import Workspace
    from r11.workbench.review import Room

Word = TypeVar("Word", bound=StrEnum)
Verbs = argparse._SubParsersAction  # the type that add_subparsers returns has no public name


IN_THE_PANEL = (
    "confirm_class: a class list is confirmed in the panel only (r11 review), which asks for its random sample to be "
    "decided one by one first and looks at the pace; here, approve each item with --event approve"
)
OPERATORS_OWN = frozenset({EventKind.RELEASE_GATED, EventKind.ADJUDICATE, EventKind.REVERT})


def register(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "decide",
        help="record one decision event (the review panel's plain twin)",
        description="Appends one event to the reviewer's own log in 6-decisions; it is on the disk when this returns.",
        epilog="example: r11 decide 'skills/a/x.md#c1' --event approve --disposition outdated --reviewer ReviewerA\n"
        "         r11 decide 'skills/a/x.md#c1' --event edit --text 'The line as it should be.' --reviewer ReviewerA\n"
        "         r11 decide --event revert --batch spring --reviewer Operator",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("flag_keys", nargs="*", metavar="FLAG_KEY", help="FILE#ID; several for a list")
    kinds = [kind for kind in EventKind if kind is not EventKind.LABEL]  # labels have logs of their own
    parser.add_argument("--event", required=True, type=one_of(kinds), metavar="EVENT", help=", ".join(kinds))
    parser.add_argument("--reviewer", required=True, metavar="NAME", help="whose decision it is")
    ruling = "outdated or wrong; unsourced for a silent source; adjudicate also: correct"
    parser.add_argument("--disposition", type=one_of(Disposition), metavar="D", help=ruling)
    parser.add_argument("--text", help="edit: the whole line, without its line break")
    parser.add_argument("--remove-line", action="store_true", help="edit: the line goes")
    parser.add_argument("--batch", metavar="NAME", help="revert: the batch whose lines are to be put back")
    parser.add_argument(
        "--origin", metavar="WHO", help="whose proposal, where several are there: built-in, worker:NAME"
    )
    parser.add_argument("--note", default="", help="a remark that is kept with the event")
    parser.add_argument("--seen", metavar="VERSION", help="refuse if the item is no longer at this version (see story)")
    parser.add_argument("--session", default="cli", help="name of the log beside the reviewer's name (default: cli)")
    add_workspace(parser, positional=False)
    parser.add_argument("--json", action="store_true", help="for machines: the event and where its items stand")
    parser.set_defaults(run=run_decide)


def run_decide(args: argparse.Namespace) -> int:
    from r11.review.answers import Signature, said_before
    from r11.review.log import event_digest
    from r11.storage import DecisionBook
    from r11.workbench.review import read_room

    workspace = open_workspace(args.workspace)
    if args.event in OPERATORS_OWN:
        workspace.demand_operator(args.reviewer, args.event)
    book = DecisionBook(workspace.decisions, args.reviewer, args.session)
    room = read_room(workspace)
    _warn_of_name(args.reviewer, room)
    draft = _draft(args, room, Signature(args.reviewer, args.session, _now(), args.note))
    _warn_before_first(workspace, room, draft)
    versions = {key: args.seen or room.decisions.item(key).version for key in draft.flag_keys}
    before = None if args.seen else said_before(draft, room.decisions)
    event = before or book.record(draft, versions)
    decisions = book.read()
    items = {key: decisions.item(key) for key in event.flag_keys}
    if args.json:
        told = {key: {"status": item.status, "version": item.version} for key, item in items.items()}
        print_json({"event": event, "sha256": event_digest(event), "items": told})
        return DONE
    if event.event is EventKind.EDIT:
        _warn(room.seen(event.flag_keys[0], args.reviewer, args.origin), workspace, event.text)
    if before:
        print(f"{event.event} by {event.reviewer} stands since {event.at}: nothing recorded")
    else:
        print(f"{event.event} by {event.reviewer} recorded, event {event.seq} of {shown(book.log.path)}")
    for key, item in items.items():
        print(f"{key}: {in_words(item.status)}")
    if event.event is EventKind.REVERT:
        print(f"now put back the lines of {event.text}: r11-apply --reverse RECEIPT; it says what comes next")
    return DONE


def _warn_of_name(name: str, room: Room) -> None:
    """The panel asks before anything is recorded; a script cannot be asked."""
    from r11.review.names import like_name

    if known := like_name(name, (entry.event.reviewer for entry in room.decisions.entries)):
        say(f"warning: {known!r} decided here before; {name!r} is another spelling, and so another person on record")


def _warn_before_first(workspace: Workspace, room: Room, draft: DecisionEvent) -> None:
    """Once a review has begun without a protocol that binds, no decision of the pilot can rest on it."""
    from r11.pilot.protocol import first_review

    if first_review([draft]) is None or first_review(entry.event for entry in room.decisions.entries):
        return
    from r11.workbench.protocol import warning_before_first  # slow to import, and needed once in a workspace

    if warning := warning_before_first(workspace):
        say(f"warning: {warning}")


def _warn(seen: Seen, workspace: Workspace, text: str | None) -> None:
    """What the panel says while the line is written: such a text has no proof."""
    from r11.storage.corpus import read_documents
    from r11.workbench.own_text import text_warnings

    if text is None:
        return
    documents, _ = read_documents(workspace.corpus, [seen.flag.file])
    for warning in text_warnings(seen, documents.get(seen.flag.file), text):
        say(f"warning: {warning.words}")


def in_words(status: ItemStatus) -> str:
    """The status, and what a draft still lacks."""
    if status is ItemStatus.DRAFTED:
        return "drafted: approve it with --event approve to let it count"
    return status.value


def one_of(words: Iterable[Word]) -> Callable[[str], Word]:
    """Reads a word of a closed list; any other word is answered with the list."""
    known = {word.value: word for word in words}

    def read(word: str) -> Word:
        if word not in known:
            raise argparse.ArgumentTypeError(f"{word!r} is none of {', '.join(known)}")
        return known[word]

    return read


def _draft(args: argparse.Namespace, room: Room, signature: Signature) -> DecisionEvent:
    """The event that was asked for, naming what is there now. Raises UsageError and Refused."""
    from r11.review import answers

    kind: EventKind = args.event
    match kind:
        case EventKind.UNDO:
            return answers.mention(signature, kind, _undone_keys(args, room))
        case EventKind.REVERT:
            return answers.revert(signature, *_reverted(args, room))
        case EventKind.SHOWN | EventKind.TO_O3 | EventKind.SKIP | EventKind.ASK | EventKind.WITHDRAW | EventKind.REOPEN:
            return answers.mention(signature, kind, (room.flag(key).key for key in _keys(args)))
        case EventKind.CONFIRM_CLASS:
            raise UsageError(IN_THE_PANEL)
        case _:
            return _of_one(args, room, signature, kind)


def _of_one(args: argparse.Namespace, room: Room, signature: Signature, kind: EventKind) -> DecisionEvent:
    from r11.review import answers

    seen, *more = _seen(args, room)
    if more:
        raise UsageError(f"{kind} is about one flag, not {1 + len(more)}")
    match kind:
        case EventKind.APPROVE:
            return answers.approve(signature, seen, _disposition(args))
        case EventKind.EDIT:
            return answers.edit(signature, seen, _text(args))
        case EventKind.CLOSE:
            return answers.close(signature, seen)
        case EventKind.ADJUDICATE:
            return answers.adjudicate(signature, seen, args.disposition)
        case EventKind.RELEASE_GATED:
            return answers.release_gated(signature, seen)
        case _:  # pragma: no cover
            raise AssertionError(kind)


def _keys(args: argparse.Namespace) -> list[str]:
    if not args.flag_keys:
        raise UsageError(f"{args.event}: name the flag, FILE#ID")
    return list(args.flag_keys)


def _seen(args: argparse.Namespace, room: Room) -> list[Seen]:
    keys = _keys(args)
    for key in keys:
        _demand_decidable(key, room)
    seen = [room.seen(key, args.reviewer, args.origin) for key in keys]
    for one in seen:
        _tell_doubts(one)
    return seen


def _tell_doubts(seen: Seen) -> None:
    """The banner that stands in the panel over a worker's text that verification leaves to a person."""
    from r11.verification.readers import low_confidence_text

    if found := seen.proposal.self_evaluation:
        for line in low_confidence_text(found).splitlines():
            say(f"warning: {seen.flag.key}: {line}")


def _demand_decidable(key: str, room: Room) -> None:
    """Told before its proposal is looked for: a key of no flag, or of a settled one, which no proposal is made for."""
    flag = room.flag(key)
    if flag.is_settled and not any(proposal.flag_key == key for proposal in room.proposals):
        done = "applied" if flag.applied else "closed"
        raise UsageError(f"{key}: the ledger says it is {done}: a settled flag has no proposal and nothing to decide")


def _disposition(args: argparse.Namespace) -> Disposition:
    if args.disposition is None:
        raise UsageError(f"{args.event}: name the ruling with --disposition")
    return Disposition(args.disposition)


def _text(args: argparse.Namespace) -> str | None:
    if (args.text is None) != args.remove_line:
        raise UsageError("edit: give the line with --text, or --remove-line, one of both")
    return None if args.remove_line else str(args.text)


def _undone_keys(args: argparse.Namespace, room: Room) -> tuple[str, ...]:
    last = room.decisions.last_undoable(args.reviewer)
    if last is None:
        raise UsageError(f"undo: {args.reviewer} has nothing to undo")
    if args.flag_keys and set(args.flag_keys) != set(last.event.flag_keys):
        keys = ", ".join(last.event.flag_keys)
        raise UsageError(f"undo: the last event of {args.reviewer} is {last.event.event} of {keys}")
    return last.event.flag_keys


def _reverted(args: argparse.Namespace, room: Room) -> tuple[str, list[str]]:
    manifest = next((m for m in room.manifests if m.batch == args.batch), None)
    if manifest is None:
        raise UsageError(f"revert: --batch names none of the frozen batches ({', '.join(_batches(room)) or 'none'})")
    return manifest.batch, [edit.flag_key for file in manifest.files for edit in file.edits]


def _batches(room: Room) -> Iterator[str]:
    return (manifest.batch for manifest in room.manifests)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
