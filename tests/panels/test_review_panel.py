"""The review panel without a browser: every key, every refusal, undo, resume, conflicts, on a workspace on disk."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from small_programme import SWAPS, SmallProgramme, at, press, run, shown

from r11.records import looked_up_digest
from r11.review.log import read_log
from r11.storage import DecisionBook
from r11.vocabulary import EventKind
from r11.workbench.ledger import read_workspace_ledger

Small = SmallProgramme


def test_a_panel_without_a_name_asks_for_it_and_does_nothing_before(small: Small) -> None:
    panel = small.panel(name="")
    assert panel.screen["page"] == "name"
    for kind in ("outdated", "next", "undo", "freeze", "filter", "go"):
        panel.press(kind, name="op", value="O1", page="end")
        assert panel.screen["status"]["error"], kind
        assert panel.screen["page"] == "name"
    panel.press("name", name="   ")
    assert "write your name" in panel.screen["status"]["text"]
    panel.press("name", name=" ReviewerA ")
    assert panel.screen["page"] == "item"
    assert panel.screen["reviewer"] == "ReviewerA"
    assert small.events() == []


# --- each key --------------------------------------------------------------------------------------------------------

EACH_KEY = [
    ("s1", "outdated", {}, "approved"),
    ("s1", "wrong", {}, "approved"),
    ("s1", "close", {}, "closed"),
    ("s1", "to_o3", {}, "to_o3"),
    ("s1", "skip", {}, "open"),
    ("s1", "ask", {"note": "Since when?"}, "open"),
    ("drop", "outdated", {}, "approved"),
    ("wish", "unsourced", {}, "approved"),
    ("write", "close", {}, "closed"),
    ("write", "edit", {"text": "Call us.", "disposition": "wrong", "checked": True}, "approved"),
    ("write", "edit", {"text": None, "disposition": "outdated", "checked": True}, "approved"),
    ("silent", "edit", {"text": None, "disposition": "unsourced", "checked": True}, "approved"),
]


@pytest.mark.parametrize(("claim", "kind", "more", "status"), EACH_KEY, ids=lambda value: str(value)[:24])
def test_each_key_records_what_it_says_and_goes_on(
    small: Small, claim: str, kind: str, more: dict[str, Any], status: str
) -> None:
    panel = small.panel()
    at(panel, claim)
    screen = press(panel, kind, **more)
    assert screen["status"] == {"text": screen["status"]["text"], "error": False}
    assert screen["status"]["text"].startswith(f"saved: {claim} ")
    assert small.status(claim) == status
    assert screen["item"]["key"] != small.key(claim)
    assert [event.reviewer for event in small.events()] == ["ReviewerA"] * len(small.events())
    assert small.events()[0].active_ms == 1500


def test_a_written_line_is_two_events_and_says_that_the_source_was_checked(small: Small) -> None:
    panel = small.panel()
    at(panel, "write")
    press(panel, "edit", text="Call us.", disposition="wrong", checked=True)
    written, approved = small.events()
    assert (written.event, written.text, written.note) == (EventKind.EDIT, "Call us.", "I checked the live source")
    assert (approved.event, approved.disposition) == (EventKind.APPROVE, ("wrong",))
    assert approved.line_after_sha256 == written.line_after_sha256


# --- refusals: named in the status line, nothing written -------------------------------------------------------------

WRITTEN = {"text": "Call us.", "disposition": "wrong", "checked": True}
REFUSALS = [
    ("unsourced on a claim that the page contradicts", "s1", "unsourced", {}, "where the source is silent"),
    ("outdated on a silent source", "wish", "outdated", {}, "neither outdated nor wrong"),
    ("approval without a text", "write", "outdated", {}, "no new text to approve"),
    ("O3 sent to O3", "write", "to_o3", {}, "O3 already"),
    ("a price", "price", "outdated", {}, "until an operator releases it"),
    ("a price, written", "price", "edit", WRITTEN, "until an operator releases it"),
    ("a price, closed", "price", "close", {}, "until an operator releases it"),
    ("source not checked", "write", "edit", WRITTEN | {"checked": False}, "I checked the live source"),
    ("checked by a word that is no tick", "write", "edit", WRITTEN | {"checked": "yes"}, "I checked the live source"),
    ("no ruling", "write", "edit", WRITTEN | {"disposition": ""}, "true once"),
    ("a ruling that the verdict does not allow", "write", "edit", WRITTEN | {"disposition": "unsourced"}, "allows"),
    ("an unknown ruling", "write", "edit", WRITTEN | {"disposition": "stale"}, "stale"),
    ("nothing changed", "write", "edit", WRITTEN | {"text": "Write to us for every question."}, "line as it is"),
    ("a line break", "write", "edit", WRITTEN | {"text": "Call\nus."}, "line break"),
    ("half a character", "write", "edit", WRITTEN | {"text": "Call \ud800."}, "half a character"),
    ("no question", "s1", "ask", {"note": "  "}, "write your question"),
    ("an unknown action", "s1", "apply", {}, "no action"),
    ("another item", "s1", "outdated", {"key": f"skills/store/limits.md#{SWAPS[4]}"}, "no longer the one shown"),
    ("an older version", "s1", "outdated", {"version": "0" * 64}, "after you looked at it"),
    ("another content", "s1", "outdated", {"content": "0" * 64}, "changed since you looked"),
    ("a time that is no number", "s1", "outdated", {"active_ms": "soon"}, "invalid literal"),
]


@pytest.mark.parametrize(
    ("claim", "kind", "more", "words"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS]
)
def test_a_refusal_says_why_and_writes_nothing(
    small: Small, claim: str, kind: str, more: dict[str, Any], words: str
) -> None:
    panel = small.panel()
    before = at(panel, claim)
    screen = press(panel, kind, **more)
    assert screen["status"]["error"]
    assert screen["status"]["text"].startswith("not saved: ")
    assert words in screen["status"]["text"]
    assert screen["item"]["key"] == before["key"]
    assert small.events() == []


def test_a_message_without_anything_is_refused_like_any_other(small: Small) -> None:
    panel = small.panel()
    panel._receive(panel, {}, None)
    assert panel.screen["status"]["error"]
    panel._receive(panel, {"kind": "filter"}, None)
    assert "KeyError" in panel.screen["status"]["text"]
    assert small.events() == []


def test_what_cannot_be_written_is_not_said_to_be_saved(small: Small) -> None:
    panel = small.panel()
    item = at(panel, "s1")
    log = small.workspace.decisions / "ReviewerA-s1.jsonl"
    log.symlink_to(small.workspace.root / "elsewhere")
    assert press(panel, "outdated")["status"]["text"].startswith("not saved: ")
    log.unlink()
    assert panel.screen["item"]["key"] == item["key"]
    assert press(panel, "outdated")["status"]["text"].startswith("saved: ")
    assert small.status("s1") == "approved"


def test_a_screen_that_cannot_be_drawn_does_not_unsay_what_was_saved(small: Small) -> None:
    panel = small.panel(op="O2", file="skills/store/limits.md")
    at(panel, "drop")
    press(panel, "outdated")
    assert panel.screen["page"] == "item"
    small.workspace.approved.mkdir(exist_ok=True)
    (small.workspace.approved / "spring.json").write_text("{", encoding="utf-8")
    screen = press(panel, "go", page="end")
    assert screen["page"] == "broken"
    assert "spring.json" in screen["words"]
    assert not screen["status"]["error"]
    (small.workspace.approved / "spring.json").unlink()
    assert press(panel, "go", page="end")["page"] == "end"


def test_every_answer_has_a_new_turn(small: Small) -> None:
    """The browser waits for the answer to each message: two equal screens must not look like none."""
    panel = small.panel()
    turns = []
    for _ in range(3):
        panel.press("previous")
        turns.append(panel.screen["turn"])
    assert len(set(turns)) == 3


WITHOUT_EVIDENCE = [
    ("not on record", "applied", False, "no evidence of this claim and quote is on record: run r11 refresh"),
    ("reverted", "reverted", True, "a refresh left it out while it was settled; it is open again: run r11 refresh"),
]


@pytest.mark.parametrize(
    ("stamp", "value", "words"), [row[1:] for row in WITHOUT_EVIDENCE], ids=[row[0] for row in WITHOUT_EVIDENCE]
)
def test_what_has_no_evidence_says_why_wherever_it_is_said(small: Small, stamp: str, value: bool, words: str) -> None:
    ledger = json.loads(small.workspace.ledger.read_text())
    for flag in (flag for record in ledger for flag in record["flags"]):
        flag[stamp] = value
    small.workspace.ledger.write_text(json.dumps(ledger))
    (small.workspace.evidence / "index.jsonl").unlink()
    item = at(small.panel(), "s1")
    assert item["freshness"] == words
    assert item["unavailable"]["outdated"] == words
    assert item["advice"].startswith(words[0].upper() + words[1:])


# --- undo, resume ----------------------------------------------------------------------------------------------------


def test_undo_twice_takes_back_two_decisions_and_shows_each_item(small: Small) -> None:
    panel = small.panel()
    first = panel.screen["item"]["key"]
    press(panel, "outdated")
    second = panel.screen["item"]["key"]
    press(panel, "wrong")
    assert press(panel, "undo")["item"]["key"] == second
    assert panel.screen["status"]["text"].startswith("undone: the approval")
    assert press(panel, "undo")["item"]["key"] == first
    assert [event.event for event in small.events()] == ["approve", "approve", "undo", "undo"]
    for key in (first, second):
        assert small.status(key.rpartition("#")[2]) == "open"
    assert press(panel, "undo")["status"] == {"text": "there is nothing of yours to undo", "error": False}


def test_undo_of_a_written_line_takes_back_approval_then_line(small: Small) -> None:
    panel = small.panel(op="O3")
    at(panel, "write")
    press(panel, "edit", **WRITTEN)
    item = press(panel, "undo")["item"]
    assert (small.status("write"), item["heading"], item["text"]) == ("drafted", "Your line", "Call us.")
    assert "outdated" not in item["unavailable"]
    item = press(panel, "undo")["item"]
    assert (small.status("write"), item["heading"]) == ("open", "The claim's line, as it is")


def test_a_late_undo_from_another_tab_takes_nothing_back(small: Small) -> None:
    one, two = small.panel(session="one"), small.panel(session="two")
    press(one, "outdated")
    press(two, "next")
    late = two.screen["undo"]
    press(one, "outdated")
    assert press(two, "undo", undo=late)["status"]["error"]
    assert [event.event for event in small.events()] == ["approve", "approve"]


def test_undo_of_an_item_that_the_filters_hide_shows_it(small: Small) -> None:
    panel = small.panel(op="O2")
    at(panel, "drop")
    press(panel, "outdated")
    panel.press("filter", name="op", value="O3")
    screen = press(panel, "undo")
    assert screen["item"]["key"] == small.key("drop")


def test_a_new_session_goes_on_at_the_same_item(small: Small) -> None:
    panel = small.panel(session="one")
    for kind in ("outdated", "skip", "close", "to_o3", "wrong"):
        press(panel, kind)
    key = panel.screen["item"]["key"]
    assert small.panel(session="two").screen["item"]["key"] == key
    press(panel, "undo")
    undone = panel.screen["item"]["key"]
    assert small.panel(session="three").screen["item"]["key"] == undone
    assert small.panel(name="ReviewerB", session="four").screen["progress"]["saved"] == 0
    assert small.panel(session="five").screen["progress"]["saved"] == 6


def test_active_time_and_saved_events_are_those_of_all_sessions(small: Small) -> None:
    press(small.panel(session="one"), "outdated", active_ms=61_000)
    press(small.panel(session="two"), "outdated", active_ms=3_600_000)
    progress = small.panel(session="three").screen["progress"]
    assert (progress["saved"], progress["active"], progress["decided"]) == (2, "1 h 01 min", 2)


def test_looking_decides_nothing_and_stops_at_both_ends(small: Small) -> None:
    panel = small.panel()
    panel.press("previous")
    assert panel.screen["progress"]["position"] == 1
    total = panel.screen["progress"]["total"]
    for _ in range(total + 3):
        panel.press("next")
    assert panel.screen["page"] == "end"
    panel.press("previous")
    assert panel.screen["progress"]["position"] == total
    assert small.events() == []


LEAVINGS = [
    ("on to the next item", "next", {}, True),
    ("to the summary", "go", {"page": "end"}, True),
    ("to other items", "filter", {"name": "op", "value": "O3"}, True),
    ("a filter that keeps the item, whose time goes on", "filter", {"name": "op", "value": "O1"}, False),
    ("leafed past", "next", {"active_ms": 500}, False),
    ("a late message about another item", "next", {"key": "skills/store/limits.md#gone"}, False),
]


@pytest.mark.parametrize(("kind", "more", "recorded"), [row[1:] for row in LEAVINGS], ids=[row[0] for row in LEAVINGS])
def test_an_item_that_was_read_and_left_undecided_cost_its_time(
    small: Small, kind: str, more: dict[str, Any], recorded: bool
) -> None:
    panel = small.panel()
    key = panel.screen["item"]["key"]
    press(panel, kind, **{"active_ms": 9000, "wall_ms": 12_000, **more})
    looks = [(event.event, event.flag_keys, event.active_ms) for event in small.events()]
    assert looks == ([(EventKind.SHOWN, (key,), 9000)] if recorded else [])
    assert small.status(key.rpartition("#")[2]) == "open"
    assert press(panel, "undo")["status"]["text"] == "there is nothing of yours to undo"


# --- two at once -----------------------------------------------------------------------------------------------------


def test_two_threads_with_the_same_message_are_one_decision(small: Small) -> None:
    """A comm's first message and its later ones are handled on two threads at the same time."""
    panel = small.panel()
    item = panel.screen["item"]
    named = {name: item[name] for name in ("key", "version", "content")}
    start = threading.Barrier(2)

    def decide(kind: str) -> None:
        start.wait()
        panel.press(kind, **named)

    threads = [threading.Thread(target=decide, args=(kind,)) for kind in ("outdated", "close")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [event.flag_keys for event in small.events()] == [(item["key"],)]
    assert panel.screen["status"]["error"]


def test_a_decision_by_another_is_seen_before_ones_own(small: Small) -> None:
    ada, ben = small.panel("ReviewerA", "a"), small.panel("ReviewerB", "b")
    key = ada.screen["item"]["key"]
    assert ben.screen["item"]["key"] == key
    press(ada, "outdated")
    screen = press(ben, "close")
    assert "ReviewerA decided approved" in screen["status"]["text"]
    assert screen["item"]["key"] == key
    assert "ReviewerA: approved as outdated" in [shown(note) for note in screen["item"]["notes"]]
    assert len(small.events()) == 1
    press(ben, "close")  # now they know
    assert small.status(key.rpartition("#")[2]) == "unsettled"


def test_who_else_has_an_item_open_is_named_until_they_leave_it(small: Small) -> None:
    ada, ben = small.panel("ReviewerA", "a"), small.panel("ReviewerB", "b")
    assert "ReviewerA has this item open too" in [shown(note) for note in ben.screen["item"]["notes"]]
    ada.press("next")
    ben.press("next")
    ben.press("previous")
    assert not any("open too" in shown(note) for note in ben.screen["item"]["notes"])


def test_a_second_tab_decides_nothing_twice(small: Small) -> None:
    one, two = small.panel(session="one"), small.panel(session="two")
    press(one, "outdated")
    assert press(two, "outdated")["status"]["error"]
    assert len(small.events()) == 1


def test_a_proposal_that_changed_on_disk_is_shown_before_it_is_approved(small: Small) -> None:
    panel = small.panel()
    before = at(panel, "s1")
    flag = next(flag for flag in read_workspace_ledger(small.workspace).flags if flag.id == "s1")
    looked_up = [flag.claim, flag.evidence_url, flag.evidence_quote]
    was, now = looked_up_digest(*looked_up), looked_up_digest(*looked_up[:2], looked_up[2].replace("800", "850"))
    for file in (small.workspace.ledger, small.workspace.evidence / "index.jsonl"):
        changed = file.read_bytes().replace(b"is 800 items", b"is 850 items")
        file.write_bytes(changed.replace(was.encode(), now.encode()))
    run("propose", "--workspace", str(small.workspace.root))
    screen = press(panel, "outdated", content=before["content"])
    assert "changed since you looked" in screen["status"]["text"]
    assert screen["item"]["key"] == before["key"]
    assert screen["item"]["content"] != before["content"]
    assert small.events() == []


def test_a_broken_log_is_said_and_everything_before_the_break_counts(small: Small) -> None:
    panel = small.panel(session="one")
    press(panel, "outdated")
    press(panel, "outdated")
    log = small.workspace.decisions / "ReviewerA-one.jsonl"
    first, second = log.read_bytes().splitlines()
    log.write_bytes(first + b"\n" + second.replace(b"outdated", b"wrong") + b"\n{}\n")
    other = small.panel("ReviewerB", "b")
    assert "ReviewerA-one.jsonl:3" in shown(other.screen["complaints"][0])
    assert read_log(log.name, log.read_bytes()).broken


# --- filters ---------------------------------------------------------------------------------------------------------

FILTERS = [
    ("op", "O2", ["drop", "wish"]),
    ("abort", "OPERATOR_GATED", ["price"]),
    ("rule", "none", ["silent", "wish"]),
    ("url", "https://learn.microsoft.com/s4", ["s4"]),
    ("status", "approved", []),
]


@pytest.mark.parametrize(("name", "value", "ids"), FILTERS, ids=[row[0] for row in FILTERS])
def test_filters_choose_and_say_how_many(small: Small, name: str, value: str, ids: list[str]) -> None:
    panel = small.panel(**{name: value})
    assert panel.screen["progress"]["total"] == len(ids)
    assert panel.screen["page"] == ("item" if ids else "end")
    assert panel.screen["status"]["text"].startswith(f"{len(ids)} item")
    for claim in ids:
        at(panel, claim)
    chosen = next(one for one in panel.filters if one["name"] == name)
    assert chosen["chosen"] == value


def test_an_unknown_choice_is_refused_and_the_old_one_stands(small: Small) -> None:
    panel = small.panel(op="O2")
    panel.press("filter", name="op", value="O9")
    assert panel.screen["status"]["error"]
    panel.press("next")
    assert panel.screen["progress"]["total"] == 2


def test_an_empty_queue_says_so(small: Small) -> None:
    panel = small.panel(op="O2", rule="R7")
    assert panel.screen["page"] == "end"
    assert panel.screen["end"]["heading"] == "No items under these filters"
    assert panel.screen["progress"]["total"] == 0


# --- the log ---------------------------------------------------------------------------------------------------------


def test_the_decision_is_on_the_disk_before_the_screen_says_saved(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = small.panel()
    recorded: list[int] = []
    whole = DecisionBook.record

    def record(book: DecisionBook, *arguments: Any) -> Any:
        event = whole(book, *arguments)
        recorded.append(len(log_lines(small.workspace.decisions)))
        assert "saved" not in panel.screen["status"]["text"]
        return event

    monkeypatch.setattr(DecisionBook, "record", record)
    press(panel, "outdated")
    assert recorded == [1]
    assert panel.screen["status"]["text"].startswith("saved")


def log_lines(folder: Path) -> list[bytes]:
    return [line for log in folder.glob("*.jsonl") for line in log.read_bytes().splitlines()]
