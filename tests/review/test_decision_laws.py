"""Laws of the fold, over random logs of several people."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from r11.records import DecisionEvent
from r11.review.decisions import NEVER_UNDONE, Decisions, follow, settle
from r11.review.log import LogReading, encode_event, line_digest, next_event, read_log
from r11.vocabulary import Disposition, EventKind, ItemStatus

KEYS = ("a.md#1", "a.md#2", "b.md#1")
PEOPLE = ("ReviewerA", "ReviewerB", "Operator")
START = datetime(2026, 3, 2, tzinfo=UTC)
NAMES_BYTES = ("proposal_sha256", "evidence_sha256", "disposition")
LOOKS_ACROSS = {EventKind.REOPEN, EventKind.REVERT, EventKind.ADJUDICATE}


@st.composite
def drafts(draw: st.DrawFn, kinds: Sequence[EventKind] = tuple(EventKind)) -> DecisionEvent:
    """A well-formed event of any kind on one of a few items, times not in order, versions of few proposals."""
    kind = draw(st.sampled_from(kinds))
    many = kind in {EventKind.CONFIRM_CLASS, EventKind.WITHDRAW, EventKind.REOPEN, EventKind.REVERT, EventKind.SHOWN}
    keys = tuple(draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=3 if many else 1, unique=True)))
    text = draw(st.sampled_from(["one", "two", None]))
    event = DecisionEvent(
        seq=0,
        prev="",
        at=(START + timedelta(minutes=draw(st.integers(0, 30)))).isoformat(),
        reviewer="?",
        session="s1",
        event=kind,
        flag_keys=() if kind is EventKind.UNDO else keys,
    )
    names = {
        "proposal_sha256": tuple(draw(st.sampled_from("pq")) for _ in keys),
        "line_before_sha256": line_digest("zero"),
    }
    ruled = {**names, "evidence_sha256": tuple("e" for _ in keys)}
    ruling = st.sampled_from([Disposition.OUTDATED, Disposition.WRONG])
    match kind:
        case EventKind.APPROVE | EventKind.CONFIRM_CLASS:
            ruled["line_after_sha256"] = line_digest(text)
            return replace(event, **ruled, disposition=tuple(draw(ruling) for _ in keys))
        case EventKind.ADJUDICATE:
            given_ruling = draw(st.sampled_from([(), (Disposition.CORRECT,), (Disposition.WRONG,)]))
            return replace(event, **ruled, line_after_sha256=line_digest(text), disposition=given_ruling)
        case EventKind.EDIT:
            return replace(event, **names, text=text, line_after_sha256=line_digest(text))
        case EventKind.CLOSE:
            return replace(event, **names, disposition=(Disposition.CORRECT,))
        case EventKind.RELEASE_GATED | EventKind.LABEL:
            return replace(event, proposal_sha256=names["proposal_sha256"])
        case EventKind.REVERT:
            return replace(event, text="batch-1")
        case _:
            return event


def log_of(reviewer: str, events: Iterable[DecisionEvent], session: str = "s1") -> LogReading:
    data, name = b"", f"{reviewer}-{session}.jsonl"
    for event in events:
        linked = next_event(read_log(name, data).tail, replace(event, reviewer=reviewer, session=session))
        data += encode_event(linked) + b"\n"
    return read_log(name, data)


def logs(kinds: Sequence[EventKind] = tuple(EventKind)) -> st.SearchStrategy[list[LogReading]]:
    each = [st.lists(drafts(kinds), max_size=8).map(lambda events, name=name: log_of(name, events)) for name in PEOPLE]
    return st.tuples(*each).map(list)


def view(decisions: Decisions) -> object:
    """What a reader can tell of every item: its status, and each reviewer's outcome."""
    items = {key: (item.status, {a.reviewer: a.outcome for a in item.answers}) for key, item in decisions.items.items()}
    return items, decisions.releases


@given(logs(), st.randoms(use_true_random=False))
def test_the_order_in_which_logs_are_read_does_not_matter(readings: list[LogReading], chance: random.Random) -> None:
    """State is a fold over all logs."""
    shuffled = list(readings)
    chance.shuffle(shuffled)
    assert settle(shuffled) == settle(readings)


@given(logs([k for k in EventKind if k not in LOOKS_ACROSS]), st.lists(st.integers(0, 600), min_size=3, max_size=3))
def test_the_interleaving_of_different_reviewers_does_not_matter(readings: list[LogReading], shift: list[int]) -> None:
    """A reviewer's later event replaces their own: only reopen, revert and adjudicate look across reviewers."""
    moved = [
        log_of(
            name,
            (
                replace(e.event, at=(datetime.fromisoformat(e.event.at) + timedelta(minutes=minutes)).isoformat())
                for e in reading.entries
            ),
        )
        for name, reading, minutes in zip(PEOPLE, readings, shift, strict=True)
    ]
    assert view(settle(moved)) == view(settle(readings))


@given(logs(), st.data())
def test_every_prefix_of_every_log_settles(readings: list[LogReading], data: st.DataObject) -> None:
    """A broken log counts up to the break, so any prefix must be a state; cut anywhere, even within a line."""
    cut = []
    for reading in readings:
        whole = b"".join(encode_event(e.event) + b"\n" for e in reading.entries)
        cut.append(read_log(reading.log, whole[: data.draw(st.integers(0, len(whole)))]))
    decisions = settle(cut)
    assert not decisions.broken
    for key, item in decisions.items.items():
        assert item.flag_key == key
        assert item.answers
        assert set(item.standing) <= set(item.answers)


@given(logs(), st.sampled_from(PEOPLE), drafts([k for k in EventKind if k not in NEVER_UNDONE]))
def test_undo_after_an_event_is_the_state_before_it(readings: list[LogReading], who: str, draft: DecisionEvent) -> None:
    """Undo is an event: it takes the reviewer's last event out of force and leaves everything else as it was."""
    late = replace(draft, at=(START + timedelta(days=1)).isoformat())
    undo = DecisionEvent(seq=0, prev="", at=late.at, reviewer=who, session="s1", event=EventKind.UNDO, flag_keys=())
    after = [
        log_of(name, [*(e.event for e in reading.entries), late, undo]) if name == who else reading
        for name, reading in zip(PEOPLE, readings, strict=True)
    ]
    assert view(settle(after)) == view(settle(readings))


@given(logs(), st.sampled_from(PEOPLE), drafts())
def test_following_one_event_is_settling_all_again(readings: list[LogReading], who: str, draft: DecisionEvent) -> None:
    """State is a fold: one more event, taken alone, gives what all logs together give."""
    late = replace(draft, at=(START + timedelta(days=1)).isoformat())
    after = [
        log_of(name, [*(e.event for e in reading.entries), late]) if name == who else reading
        for name, reading in zip(PEOPLE, readings, strict=True)
    ]
    entry = after[PEOPLE.index(who)].entries[-1]
    followed = follow(settle(readings), entry)
    assert followed == settle(after)
    assert follow(settle(after), entry) is None


@given(logs(), st.sampled_from(PEOPLE), st.sampled_from(KEYS), drafts([EventKind.APPROVE]))
def test_a_revert_leaves_only_later_answers(
    readings: list[LogReading], who: str, key: str, draft: DecisionEvent
) -> None:
    """An answer given before a revert of its batch rules nothing; one given after it does."""
    late = (START + timedelta(days=1)).isoformat()
    revert = replace(
        draft, event=EventKind.REVERT, flag_keys=(key,), text="b", at=late, **dict.fromkeys(NAMES_BYTES, ())
    )
    approval = replace(draft, flag_keys=(key,), at=late)

    def settled(*events: DecisionEvent) -> Decisions:
        return settle(
            log_of(name, [*(e.event for e in reading.entries), *(events if name == who else ())])
            for name, reading in zip(PEOPLE, readings, strict=True)
        )

    assert settled(revert).item(key).status is ItemStatus.OPEN
    assert settled(revert, approval).item(key).status is ItemStatus.APPROVED


@given(logs(), st.integers(0, 8))
def test_reading_on_is_reading_the_whole(readings: list[LogReading], count: int) -> None:
    """A log that grew is read from where it was left."""
    for reading in readings:
        lines = [encode_event(e.event) + b"\n" for e in reading.entries]
        first = read_log(reading.log, b"".join(lines[:count]))
        assert read_log(reading.log, b"".join(lines[count:]), first) == reading


@given(logs())
def test_two_undoes_take_back_two_events(readings: list[LogReading]) -> None:
    """Undo twice works: as many events are out of force as undoes found something to undo."""
    decisions = settle(readings)
    for name, reading in zip(PEOPLE, readings, strict=True):
        standing = 0
        for entry in reading.entries:
            if entry.event.event is EventKind.UNDO:
                standing = max(0, standing - 1)
            elif entry.event.event not in NEVER_UNDONE:
                standing += 1
        in_force = [e for e in decisions.in_force if e.event.reviewer == name and e.event.event not in NEVER_UNDONE]
        assert len(in_force) == standing
