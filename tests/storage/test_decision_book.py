"""Decisions on disk: nothing acknowledged is lost, nothing newer is overwritten, nothing is half written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from r11.errors import Refused, UsageError, WorkspaceError
from r11.records import DecisionEvent
from r11.review.answers import Signature, mention
from r11.review.log import read_log
from r11.storage import AppendLog, DecisionBook, read_decisions
from r11.vocabulary import EventKind, ItemStatus

AT = "2026-03-02T12:00:00+00:00"


def event(reviewer: str, session: str, kind: EventKind = EventKind.TO_O3, key: str = "a.md#1") -> DecisionEvent:
    return mention(Signature(reviewer, session, AT), kind, [key])


def record(book: DecisionBook, kind: EventKind = EventKind.TO_O3, key: str = "a.md#1") -> DecisionEvent:
    """Look at the item, then decide."""
    seen = {key: book.read().item(key).version}
    return book.record(event(book.reviewer, book.session, kind, key), seen)


# --- refused, and nothing written -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "reviewer", "session"),
    [
        ("nobody", "", "s1"),
        ("only blanks", "  ", "s1"),
        ("a name that no file can bear", "x" * 200, "s1"),
        ("a session that could be read as part of the name", "ReviewerA", "s-1"),
        ("a session that leaves the folder", "ReviewerA", "../s1"),
        ("no session", "ReviewerA", ""),
    ],
)
def test_a_log_must_be_tellable_apart(tmp_path: Path, reason: str, reviewer: str, session: str) -> None:
    with pytest.raises(UsageError):
        DecisionBook(tmp_path, reviewer, session)


def test_a_late_answer_from_a_lost_tab_is_refused(tmp_path: Path) -> None:
    """A newer decision is never silently overwritten, not even the reviewer's own."""
    tab, phone = DecisionBook(tmp_path, "ReviewerA", "tab"), DecisionBook(tmp_path, "ReviewerA", "phone")
    looked_at = {"a.md#1": tab.read().item("a.md#1").version}
    record(phone)
    with pytest.raises(Refused, match=r"ReviewerA decided to_o3 at .*look again") as refused:
        tab.record(event("ReviewerA", "tab", EventKind.TO_O3), looked_at)
    assert refused.value.code == "NEWER_DECISION"
    assert not tab.log.path.exists()


def test_an_answer_that_was_taken_back_since_is_another_item_too(tmp_path: Path) -> None:
    ada, ben = DecisionBook(tmp_path, "ReviewerA", "s1"), DecisionBook(tmp_path, "ReviewerB", "s1")
    record(ada)
    looked_at = {"a.md#1": ben.read().item("a.md#1").version}
    record(ada, EventKind.WITHDRAW)
    with pytest.raises(Refused, match="taken back"):
        ben.record(event("ReviewerB", "s1"), looked_at)


def test_an_event_of_another_session_is_refused(tmp_path: Path) -> None:
    book = DecisionBook(tmp_path, "ReviewerA", "s1")
    record(book)
    with pytest.raises(Refused, match="belongs to ReviewerA, session s1"):
        book.record(event("ReviewerB", "s1"), {})


def test_a_broken_log_is_not_grown(tmp_path: Path) -> None:
    book = DecisionBook(tmp_path, "ReviewerA", "s1")
    record(book)
    record(book, key="a.md#2")
    text = book.log.path.read_bytes()
    book.log.path.write_bytes(text.replace(b"to_o3", b"close", 1))
    with pytest.raises(Refused, match="decide those items again in a new session"):
        record(book, key="a.md#3")
    assert book.log.path.stat().st_size == len(text)
    assert record(DecisionBook(tmp_path, "ReviewerA", "s2"), key="a.md#3").seq == 1


def test_a_log_that_vanished_is_not_begun_anew(tmp_path: Path) -> None:
    book = DecisionBook(tmp_path, "ReviewerA", "s1")
    record(book)
    book.log.path.unlink()
    with pytest.raises(WorkspaceError, match="became shorter"):
        record(book, key="a.md#2")


def test_a_log_that_became_shorter_is_not_written_over(tmp_path: Path) -> None:
    log = AppendLog(tmp_path / "x.jsonl")
    log.append(b"one", after=0)
    with pytest.raises(WorkspaceError, match="became shorter"):
        log.append(b"two", after=10)
    assert log.path.read_bytes() == b"one\n"


def test_a_log_is_not_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"")
    (tmp_path / "x.jsonl").symlink_to(tmp_path / "other")
    with pytest.raises(OSError, match="symbolic links"):
        AppendLog(tmp_path / "x.jsonl").append(b"one", after=0)


# --- what is written ------------------------------------------------------------------------------------------------


def test_a_session_goes_on_where_it_stopped(tmp_path: Path) -> None:
    record(DecisionBook(tmp_path, "ReviewerA", "s1"))
    again = record(DecisionBook(tmp_path, "ReviewerA", "s1"), key="a.md#2")
    assert again.seq == 2
    assert read_decisions(tmp_path).item("a.md#1").status is ItemStatus.TO_O3


def test_what_others_append_is_read_on(tmp_path: Path) -> None:
    ada, ben = DecisionBook(tmp_path, "ReviewerA", "s1"), DecisionBook(tmp_path, "ReviewerB", "s1")
    for number in range(4):
        record(ada, key=f"a.md#{number}")
        record(ben, key=f"b.md#{number}")
        assert ada.read() == ben.read() == read_decisions(tmp_path)


def test_names_of_any_script_make_one_log_each(tmp_path: Path) -> None:
    names = ["Åse Ø/..", "..", "ReviewerA-s1", "ReviewerA", "李", "a b"]
    for name in names:
        record(DecisionBook(tmp_path, name, "s1"), key=f"{name}#1")
    assert {e.event.reviewer for e in read_decisions(tmp_path).entries} == set(names)
    assert len(list(tmp_path.glob("*.jsonl"))) == len(names)
    assert all(path.parent == tmp_path for path in tmp_path.rglob("*.jsonl"))


def test_a_torn_line_is_kept_aside_and_the_log_goes_on(tmp_path: Path) -> None:
    book = DecisionBook(tmp_path, "ReviewerA", "s1")
    record(book)
    whole = book.log.path.read_bytes()
    book.log.path.write_bytes(whole + b'{"active_ms":0,"at"')
    record(DecisionBook(tmp_path, "ReviewerA", "s1"), key="a.md#2")
    reading = read_log("x", book.log.path.read_bytes())
    assert (len(reading.entries), reading.broken, reading.torn) == (2, None, False)
    assert [p.read_bytes() for p in tmp_path.glob("*.torn")] == [b'{"active_ms":0,"at"']


def test_a_full_disk_leaves_the_log_as_it_was(tmp_path: Path) -> None:
    """The limit on file size stands in for the full disk: the write comes back short, then fails."""
    book = DecisionBook(tmp_path, "ReviewerA", "s1")
    record(book)
    before = book.log.path.read_bytes()
    program = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from r11.storage import AppendLog\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "size = int(sys.argv[2])\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, size + 20))\n"
        "AppendLog(Path(sys.argv[1])).append(b'x' * 100, after=size)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(book.log.path), str(len(before))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "File too large" in run.stderr
    assert book.log.path.read_bytes() == before


# --- several at once ------------------------------------------------------------------------------------------------


def test_two_callbacks_at_once_decide_an_item_once(tmp_path: Path) -> None:
    """One press must not be recorded twice, whichever thread carries it."""
    book = DecisionBook(tmp_path, "ReviewerA", "s1")
    seen = {"a.md#1": book.read().item("a.md#1").version}
    gate = threading.Barrier(4)

    def press() -> str:
        gate.wait()
        try:
            book.record(event("ReviewerA", "s1"), seen)
        except Refused as refused:
            return refused.code
        return "recorded"

    with ThreadPoolExecutor(4) as pool:
        answers = sorted(future.result() for future in [pool.submit(press) for _ in range(4)])
    assert answers == ["NEWER_DECISION"] * 3 + ["recorded"]


WORKER = """
import sys
from pathlib import Path
from r11.review.answers import Signature, mention
from r11.storage import DecisionBook
from r11.vocabulary import EventKind

book = DecisionBook(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
signature = Signature(sys.argv[2], sys.argv[3], "2026-03-02T12:00:00+00:00")
for number in range(int(sys.argv[4])):
    event = book.record(mention(signature, EventKind.TO_O3, [f"{sys.argv[3]}.md#{number}"]), {})
    print(event.seq, flush=True)
"""


def start(folder: Path, reviewer: str, session: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WORKER, str(folder), reviewer, session, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_processes_side_by_side_lose_nothing(tmp_path: Path) -> None:
    running = [
        start(tmp_path, "ReviewerA", "s1", 30),
        start(tmp_path, "ReviewerA", "s1", 30),
        start(tmp_path, "ReviewerB", "s1", 30),
    ]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    decisions = read_decisions(tmp_path)
    assert decisions.broken == ()
    assert len(decisions.entries) == 90


@pytest.mark.parametrize("acknowledged", [1, 7, 20])
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, acknowledged: int) -> None:
    """Synced before the screen says *saved*: a killed session keeps every event that it reported."""
    process = start(tmp_path, "ReviewerA", "s1", 100_000)
    assert process.stdout is not None
    for _ in range(acknowledged):
        told = int(process.stdout.readline())
    os.kill(process.pid, signal.SIGKILL)
    told = max([told, *(int(line) for line in process.stdout if line.endswith("\n"))])
    process.wait()
    reading = read_log("x", (tmp_path / "ReviewerA-s1.jsonl").read_bytes())
    assert reading.broken is None
    assert len(reading.entries) >= told >= acknowledged
    record(DecisionBook(tmp_path, "ReviewerA", "s1"), key="later.md#1")
    assert read_decisions(tmp_path).item("later.md#1").status is ItemStatus.TO_O3
