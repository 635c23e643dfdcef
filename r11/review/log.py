"""A decision log as bytes: one event a line, each naming the hash of the line before it.

The hash of an event is the sha256 of its line without the terminator, so `sha256sum` can check a chain by hand. The
first event of a log names `GENESIS`. The chain shows that nothing before a point was changed, taken out or put in; it
cannot show that the end was cut off. That is why a confirmation names its event by hash: an approval whose event is
not found approves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

import msgspec

from r11.errors import Refused
from r11.records import DecisionEvent, canonical, sha256_hex
from r11.vocabulary import Disposition, EventKind

GENESIS = "0" * 64


@dataclass(frozen=True)
class Entry:
    """An event as it stands in a log, with the hash of its line."""

    event: DecisionEvent
    sha256: str


@dataclass(frozen=True)
class BrokenChain:
    """Where a log stops counting: its name, the line (from 1) and what is wrong there."""

    log: str
    line: int
    message: str

    def __str__(self) -> str:
        return (
            f"{self.log}:{self.line}: {self.message}; the {self.line - 1} events before it count, "
            f"from here on none does: decide those items again in a new session [BROKEN_CHAIN]"
        )


@dataclass(frozen=True)
class LogReading:
    """The events of one log up to the first broken one.

    `size` counts the bytes of the lines that count. `torn` says that the log ends within a line: a write that was
    interrupted and never acknowledged, so nothing that anybody was told is lost with it.
    """

    log: str
    entries: tuple[Entry, ...] = ()
    broken: BrokenChain | None = None
    size: int = 0
    torn: bool = False

    @property
    def tail(self) -> Entry | None:
        return self.entries[-1] if self.entries else None


def encode_event(event: DecisionEvent) -> bytes:
    """The event's line, terminator excluded."""
    return canonical(event)


def event_digest(event: DecisionEvent) -> str:
    """The hash by which the next event, a manifest and a story name this event."""
    return sha256_hex(encode_event(event))


def next_event(tail: Entry | None, draft: DecisionEvent) -> DecisionEvent:
    """The draft, linked behind the log's last event; its own `seq` and `prev` are ignored.

    Raises Refused (`EVENT_SHAPE`, `OTHER_LOG`) for an event that a reader would refuse: nothing unreadable is appended.
    """
    linked = msgspec.structs.replace(
        draft, seq=tail.event.seq + 1 if tail else 1, prev=tail.sha256 if tail else GENESIS
    )
    subject = f"{draft.event} by {draft.reviewer or 'nobody'}"
    if problem := shape_problem(linked):
        raise Refused("EVENT_SHAPE", subject, problem)
    if tail and _owner(tail.event) != _owner(linked):
        raise Refused("OTHER_LOG", subject, f"this log belongs to {tail.event.reviewer}, session {tail.event.session}")
    return linked


def read_log(log: str, data: bytes, before: LogReading | None = None) -> LogReading:
    """All events of a log that count. `log` is its name, for messages. Never raises.

    `before`: what was read of it earlier, without a break; `data` then is what stands behind its `size` bytes.
    """
    *lines, rest = data.split(b"\n")
    entries = list(before.entries) if before else []
    size = before.size if before else 0
    for number, line in enumerate(lines, start=len(entries) + 1):
        entry = _link(entries[-1] if entries else None, line)
        if isinstance(entry, str):
            return LogReading(log, tuple(entries), BrokenChain(log, number, entry), size)
        entries.append(entry)
        size += len(line) + 1
    return LogReading(log, tuple(entries), None, size, torn=bool(rest))


def _link(before: Entry | None, line: bytes) -> Entry | str:
    try:
        event = msgspec.json.decode(line, type=DecisionEvent, strict=True)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return f"not a decision event ({error})"
    seq, prev = (before.event.seq + 1, before.sha256) if before else (1, GENESIS)
    if event.prev != prev:
        return f"the event names {event.prev[:12]} as the one before it, which is {prev[:12]}"
    if event.seq != seq:
        return f"the event is number {event.seq}, expected {seq}"
    if before and _owner(before.event) != _owner(event):
        return f"the event is by {event.reviewer}, session {event.session}, in another's log"
    return shape_problem(event) or Entry(event, sha256_hex(line))


def _owner(event: DecisionEvent) -> tuple[str, str]:
    return event.reviewer, event.session


# --- the shape of each kind of event --------------------------------------------------------------------------------


def shape_problem(event: DecisionEvent) -> str | None:
    """What is wrong with an event's own fields, or None. Whether it fits flag and verdict is not asked here."""
    if not event.reviewer or not event.session:
        return "an event needs a reviewer and a session"
    if not all(map(_is_text, (event.reviewer, event.note, event.text or "", *event.flag_keys))):
        return "a name or a note holds half a character"
    if not _is_utc(event.at):
        return f"{event.at!r} is no time with an offset"
    if len(set(event.flag_keys)) != len(event.flag_keys):
        return "a flag is named twice"
    return _SHAPES[event.event](event)


def _is_text(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_utc(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _free(event: DecisionEvent) -> str | None:
    return None


def _some_items(event: DecisionEvent) -> str | None:
    return None if event.flag_keys else f"{event.event} names no flag"


def _one_item(event: DecisionEvent) -> str | None:
    return None if len(event.flag_keys) == 1 else f"{event.event} names {len(event.flag_keys)} flags, not one"


def _approve(event: DecisionEvent) -> str | None:
    return _one_item(event) or _parallel(event) or _names_line(event) or _no_closing(event)


def _edit(event: DecisionEvent) -> str | None:
    problem = _one_item(event) or _one_proposal(event) or _names_line(event)
    return problem or text_problem(event.text) or _own_text(event)


def _close(event: DecisionEvent) -> str | None:
    problem = _one_item(event) or _one_proposal(event)
    return problem or (None if event.disposition == (Disposition.CORRECT,) else "a closing rules the claim correct")


def _class(event: DecisionEvent) -> str | None:
    return _some_items(event) or _parallel(event) or _no_closing(event)


def _adjudicate(event: DecisionEvent) -> str | None:
    """An adjudication is an approval, a closing (`correct`) or, without a disposition, a sending to O3."""
    match event.disposition:
        case ():
            return _one_item(event)
        case (Disposition.CORRECT,):
            return _close(event)
        case _:
            return _approve(event)


def _release(event: DecisionEvent) -> str | None:
    problem = _some_items(event)
    return problem or (
        None if len(event.proposal_sha256) == len(event.flag_keys) else "a release names one proposal for each flag"
    )


def _revert(event: DecisionEvent) -> str | None:
    return _some_items(event) or (None if event.text else "a revert names its batch in `text`")


def _label(event: DecisionEvent) -> str | None:
    """A label of the gold sample names the card that was seen; without a disposition it says *cannot tell*."""
    problem = _one_item(event) or _one_proposal(event)
    return problem or ("a label is one disposition, or none" if len(event.disposition) > 1 else None)


def _one_proposal(event: DecisionEvent) -> str | None:
    return None if len(event.proposal_sha256) == 1 else f"{event.event} names {len(event.proposal_sha256)} proposals"


def _parallel(event: DecisionEvent) -> str | None:
    """One proposal, one evidence and one disposition for each flag, in the flags' order."""
    counts = {"proposal": event.proposal_sha256, "evidence": event.evidence_sha256, "disposition": event.disposition}
    off = [f"{len(values)} {word}s" for word, values in counts.items() if len(values) != len(event.flag_keys)]
    return f"{event.event} of {len(event.flag_keys)} flags names {', '.join(off)}" if off else None


def _names_line(event: DecisionEvent) -> str | None:
    return None if event.line_before_sha256 else f"{event.event} does not name the line it was made on"


def _no_closing(event: DecisionEvent) -> str | None:
    return "an approval cannot rule a claim correct: close it" if Disposition.CORRECT in event.disposition else None


def text_problem(text: str | None) -> str | None:
    """Why a person's line cannot be one line of a file; None as text takes the line out and is no problem."""
    if text is None:
        return None
    if "\n" in text or "\r" in text:
        return "the text of a line holds a line break"
    return None if _is_text(text) else "the text holds half a character"


def _own_text(event: DecisionEvent) -> str | None:
    named = line_digest(event.text)
    return None if event.line_after_sha256 == named else "line_after_sha256 is not the hash of the text"


def line_digest(line: str | None) -> str | None:
    """The hash by which an event names a line, None where the line goes."""
    return None if line is None else sha256_hex(line.encode("utf-8"))


_SHAPES: Mapping[EventKind, Callable[[DecisionEvent], str | None]] = {
    EventKind.SHOWN: _some_items,
    EventKind.APPROVE: _approve,
    EventKind.EDIT: _edit,
    EventKind.CLOSE: _close,
    EventKind.TO_O3: _one_item,
    EventKind.SKIP: _one_item,
    EventKind.ASK: _one_item,
    EventKind.UNDO: _free,
    EventKind.WITHDRAW: _some_items,
    EventKind.REOPEN: _some_items,
    EventKind.CONFIRM_CLASS: _class,
    EventKind.ADJUDICATE: _adjudicate,
    EventKind.RELEASE_GATED: _release,
    EventKind.REVERT: _revert,
    EventKind.LABEL: _label,
}
