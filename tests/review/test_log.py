"""The chain: what counts, and where it stops counting."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from r11.errors import Refused
from r11.review.decisions import settle
from r11.review.log import GENESIS, next_event, read_log
from r11.vocabulary import EventKind

Programme = Any


@pytest.fixture
def lines(programme: Programme) -> list[bytes]:
    """Four events: an approval, a skip, an edit of another item, an undo."""
    log = programme.log("ReviewerA")
    log.approve(programme.seen("swap"))
    log.mention(EventKind.SKIP, programme.key("drop"))
    log.edit(programme.seen("write"), "Call us.")
    log.undo()
    return log.data().splitlines(keepends=True)


def test_each_line_names_the_hash_of_the_line_before_it(lines: list[bytes]) -> None:
    named = [json.loads(line)["prev"] for line in lines]
    hashes = [hashlib.sha256(line.rstrip(b"\n")).hexdigest() for line in lines]
    assert named == [GENESIS, *hashes[:-1]]


def changed(lines: list[bytes], index: int, **fields: object) -> list[bytes]:
    event = {**json.loads(lines[index]), **fields}
    return [*lines[:index], json.dumps(event).encode() + b"\n", *lines[index + 1 :]]


BROKEN: list[tuple[str, int, Callable[[list[bytes]], list[bytes]]]] = [
    ("a line was changed: the next one no longer fits", 1, lambda ls: changed(ls, 0, note="later")),
    ("a line was taken out", 1, lambda ls: [ls[0], *ls[2:]]),
    ("the first line was taken out", 0, lambda ls: ls[1:]),
    ("a line stands twice", 2, lambda ls: [*ls[:2], ls[1], *ls[2:]]),
    ("two lines changed places", 1, lambda ls: [ls[0], ls[2], ls[1], ls[3]]),
    ("a line is no JSON", 2, lambda ls: [*ls[:2], b"<think>\n", *ls[2:]]),
    ("an empty line", 1, lambda ls: [ls[0], b"\n", *ls[1:]]),
    ("a line is not UTF-8", 1, lambda ls: [ls[0], b"\xff\n", *ls[1:]]),
    ("an unknown field", 3, lambda ls: changed(ls, 3, vote=1)),
    ("an unknown event", 3, lambda ls: changed(ls, 3, event="Approve")),
    ("another number", 3, lambda ls: changed(ls, 3, seq=7)),
    ("another reviewer in the log", 3, lambda ls: changed(ls, 3, reviewer="ReviewerB")),
    ("a time without an offset", 3, lambda ls: changed(ls, 3, at="2026-03-02T12:00:00")),
    ("an approval without bytes", 0, lambda ls: changed(ls, 0, proposal_sha256=[])),
]


@pytest.mark.parametrize(("reason", "counting", "break_it"), BROKEN, ids=[row[0] for row in BROKEN])
def test_a_broken_log_counts_up_to_the_break(
    lines: list[bytes], reason: str, counting: int, break_it: Callable[[list[bytes]], list[bytes]]
) -> None:
    """Refused at the broken event; everything before it still counts, and the message says where."""
    broken = break_it(lines)
    reading = read_log("ReviewerA-s1.jsonl", b"".join(broken))
    assert len(reading.entries) == counting
    assert reading.broken is not None
    assert str(reading.broken).startswith(f"ReviewerA-s1.jsonl:{counting + 1}: ")
    assert reading.size == sum(map(len, broken[:counting]))
    assert settle([reading]).broken == (reading.broken,)


def test_a_torn_last_line_is_no_event_and_no_break(lines: list[bytes]) -> None:
    """A write that was cut off was never acknowledged."""
    reading = read_log("ReviewerA-s1.jsonl", b"".join(lines)[:-5])
    assert (len(reading.entries), reading.broken, reading.torn) == (3, None, True)
    assert reading.size == sum(map(len, lines[:3]))


def test_an_event_is_not_appended_to_the_log_of_another_session(programme: Programme) -> None:
    first, second = programme.log("ReviewerA", "s1"), programme.log("ReviewerA", "s2")
    approved = first.approve(programme.seen("swap"))
    with pytest.raises(Refused, match="belongs to ReviewerA, session s1"):
        next_event(first.reading().tail, second.approve(programme.seen("swap")))
    assert first.events == [approved]
