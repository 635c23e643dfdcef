"""The fold: who said what, in which order, and what of it is in force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from r11.errors import Refused
from r11.records import DecisionEvent
from r11.review import answers
from r11.review.decisions import settle
from r11.vocabulary import Disposition, EventKind, FixOp

Programme = Any  # the fixture of conftest.py
Log = Any


def half_a_note(log: Log) -> DecisionEvent:
    return answers.mention(
        answers.Signature("ReviewerA", "s1", log.sign().at, note="so \ud800"), EventKind.SKIP, ["a#1"]
    )


def approve_swap(p: Programme, log: Log) -> None:
    log.approve(p.seen("swap", log.reviewer))


def nothing(p: Programme, log: Log) -> None:
    """No event."""


def edited(p: Programme, log: Log) -> None:
    log.edit(p.seen("swap"), "The queue keeps plenty of messages.")


def edited_and_approved(p: Programme, log: Log) -> None:
    edited(p, log)
    approve_swap(p, log)


def approved_original_after_edit(p: Programme, log: Log) -> None:
    edited(p, log)
    log.approve(p.seen("swap"))  # a screen that still shows the machine's line


def withdrawn(p: Programme, log: Log) -> None:
    approve_swap(p, log)
    log.mention(EventKind.WITHDRAW, p.key("swap"))


def reopened(p: Programme, log: Log) -> None:
    approve_swap(p, log)
    log.mention(EventKind.REOPEN, p.key("swap"))


def withdrawn_reopened_undone_twice(p: Programme, log: Log) -> None:
    withdrawn(p, log)
    log.mention(EventKind.REOPEN, p.key("swap"))
    log.undo()
    log.undo()


def undone_three_times(p: Programme, log: Log) -> None:
    withdrawn_reopened_undone_twice(p, log)
    log.undo()


def looked_skipped_asked(p: Programme, log: Log) -> None:
    approve_swap(p, log)
    for kind in (EventKind.SHOWN, EventKind.SKIP, EventKind.ASK):
        log.mention(kind, p.key("swap"))


def undone_with_nothing_to_undo(p: Programme, log: Log) -> None:
    log.undo()
    approve_swap(p, log)


def sent_to_o3(p: Programme, log: Log) -> None:
    approve_swap(p, log)
    log.mention(EventKind.TO_O3, p.key("swap"))


def closed(p: Programme, log: Log) -> None:
    approve_swap(p, log)
    log.close(p.seen("swap"))


STORIES: list[tuple[Callable[[Programme, Log], None], str]] = [
    (nothing, "open"),
    (edited, "drafted"),
    (approved_original_after_edit, "drafted"),
    (withdrawn, "open"),
    (reopened, "open"),
    (undone_three_times, "open"),
    (sent_to_o3, "to_o3"),
    (closed, "closed"),
    (approve_swap, "approved"),
    (edited_and_approved, "approved"),
    (withdrawn_reopened_undone_twice, "approved"),
    (looked_skipped_asked, "approved"),
    (undone_with_nothing_to_undo, "approved"),
]


@pytest.mark.parametrize(("story", "status"), STORIES, ids=lambda v: getattr(v, "__name__", v))
def test_one_reviewer(programme: Programme, story: Callable[[Programme, Log], None], status: str) -> None:
    """A reviewer's later event replaces their own earlier one."""
    story(programme, programme.log("ReviewerA"))
    assert programme.status("swap") == status


def test_an_edit_then_approved_is_the_persons_line_and_an_o3_item(programme: Programme) -> None:
    edited_and_approved(programme, programme.log("ReviewerA"))
    (answer,) = programme.decisions().item(programme.key("swap")).standing
    assert (answer.edited, answer.text) == (True, "The queue keeps plenty of messages.")
    assert answer.scope == "item"


def test_history_is_kept(programme: Programme) -> None:
    """Undo, withdraw and reopen are events: nothing that was said is erased."""
    log = programme.log("ReviewerA")
    undone_three_times(programme, log)
    decisions = programme.decisions()
    assert [e.event.event.value for e in decisions.entries] == [
        "approve", "withdraw", "reopen", "undo", "undo", "undo",
    ]  # fmt: skip
    assert len(decisions.void) == 3
    assert decisions.last_undoable("ReviewerA") is None


def test_undo_reaches_back_into_an_earlier_session(programme: Programme) -> None:
    """The kernel was restarted: the log is another one, the reviewer is not."""
    approve_swap(programme, programme.log("ReviewerA", "s1"))
    second = programme.log("ReviewerA", "s2")
    assert programme.decisions().last_undoable("ReviewerA").event.event is EventKind.APPROVE
    second.undo()
    assert programme.status("swap") == "open"


def test_undo_leaves_another_reviewer_alone(programme: Programme) -> None:
    ada, ben = programme.log("ReviewerA"), programme.log("ReviewerB")
    approve_swap(programme, ada)
    ben.undo()
    assert programme.status("swap") == "approved"


@pytest.mark.parametrize("copied", ["before the undoes", "after the first"])
def test_a_log_that_somebody_copied_counts_once(programme: Programme, copied: str) -> None:
    """Counted twice, an undo would take back the double only, or one event too many."""
    log = programme.log("ReviewerA")
    log.approve(programme.seen("swap"))
    log.approve(programme.seen("drop"))
    if copied == "after the first":
        log.undo()
    copy = replace(log.reading(), log="ReviewerA-s1 copy.jsonl")
    if copied == "before the undoes":
        log.undo()
    settled = settle([log.reading(), copy])
    assert [settled.item(programme.key(name)).status for name in ("swap", "drop")] == ["approved", "open"]
    log.undo()
    settled = settle([log.reading(), copy])
    assert [settled.item(programme.key(name)).status for name in ("swap", "drop")] == ["open", "open"]


# --- two reviewers --------------------------------------------------------------------------------------------------


def agree(p: Programme, ada: Log, ben: Log) -> None:
    approve_swap(p, ada)
    approve_swap(p, ben)


def differ_in_disposition(p: Programme, ada: Log, ben: Log) -> None:
    approve_swap(p, ada)
    ben.approve(p.seen("swap"), Disposition.WRONG)


def differ_in_bytes(p: Programme, ada: Log, ben: Log) -> None:
    approve_swap(p, ada)
    edited_and_approved(p, ben)


def draft_against_approval(p: Programme, ada: Log, ben: Log) -> None:
    approve_swap(p, ada)
    edited(p, ben)


def close_against_approval(p: Programme, ada: Log, ben: Log) -> None:
    approve_swap(p, ada)
    ben.close(p.seen("swap"))


def differ_then_withdrawn(p: Programme, ada: Log, ben: Log) -> None:
    close_against_approval(p, ada, ben)
    ben.mention(EventKind.WITHDRAW, p.key("swap"))


def differ_then_reopened(p: Programme, ada: Log, ben: Log) -> None:
    close_against_approval(p, ada, ben)
    ben.mention(EventKind.REOPEN, p.key("swap"))


def reopened_then_undone(p: Programme, ada: Log, ben: Log) -> None:
    approve_swap(p, ada)
    ben.mention(EventKind.REOPEN, p.key("swap"))
    ben.undo()


def skipped_by_the_other(p: Programme, ada: Log, ben: Log) -> None:
    approve_swap(p, ada)
    ben.mention(EventKind.SKIP, p.key("swap"))


PAIRS: list[tuple[Callable[[Programme, Log, Log], None], str]] = [
    (differ_in_disposition, "unsettled"),
    (differ_in_bytes, "unsettled"),
    (draft_against_approval, "unsettled"),
    (close_against_approval, "unsettled"),
    (differ_then_reopened, "open"),
    (differ_then_withdrawn, "approved"),
    (reopened_then_undone, "approved"),
    (skipped_by_the_other, "approved"),
    (agree, "approved"),
]


@pytest.mark.parametrize(("story", "status"), PAIRS, ids=lambda v: getattr(v, "__name__", v))
def test_two_reviewers(programme: Programme, story: Callable[[Programme, Log, Log], None], status: str) -> None:
    """Two reviewers who differ leave the item unsettled."""
    story(programme, programme.log("ReviewerA"), programme.log("ReviewerB"))
    assert programme.status("swap") == status


@pytest.mark.parametrize(
    ("ruling", "status"),
    [(None, "to_o3"), (Disposition.CORRECT, "closed"), (Disposition.WRONG, "approved")],
    ids=["sent to O3", "closed", "approved"],
)
def test_an_adjudication_settles_what_reviewers_left_open(
    programme: Programme, ruling: Disposition | None, status: str
) -> None:
    close_against_approval(programme, programme.log("ReviewerA"), programme.log("ReviewerB"))
    olga = programme.log("Operator")
    olga.adjudicate(programme.seen("swap"), ruling)
    assert programme.status("swap") == status
    olga.undo()
    assert programme.status("swap") == "unsettled"


def test_the_latest_of_two_adjudications_stands(programme: Programme) -> None:
    olga, otto = programme.log("Operator"), programme.log("Otto")
    olga.adjudicate(programme.seen("swap"), Disposition.WRONG)
    otto.adjudicate(programme.seen("swap"), Disposition.CORRECT)
    assert programme.status("swap") == "closed"


def test_an_adjudicator_rules_for_a_line_by_making_it_their_own(programme: Programme) -> None:
    differ_in_bytes(programme, programme.log("ReviewerA"), programme.log("ReviewerB"))
    olga = programme.log("Operator")
    olga.edit(programme.seen("swap"), "The queue keeps plenty of messages.")
    olga.adjudicate(programme.seen("swap", "Operator"), Disposition.OUTDATED)
    (answer,) = programme.decisions().item(programme.key("swap")).standing
    assert (answer.reviewer, answer.text) == ("Operator", "The queue keeps plenty of messages.")


# --- lists, releases, versions --------------------------------------------------------------------------------------


def class_event(p: Programme, log: Log, name: str, op: FixOp, disposition: Disposition) -> Any:
    return log.add(answers.confirm_class(log.sign(), op, [(p.seen(name, log.reviewer), disposition)], None))


def test_a_class_confirmation_rules_each_item_with_its_own_disposition(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    class_event(programme, log, "swap", FixOp.O1, Disposition.WRONG)
    (answer,) = programme.decisions().item(programme.key("swap")).standing
    assert (answer.status.value, answer.scope.value, answer.disposition) == ("approved", "class", Disposition.WRONG)


def test_a_class_confirmation_does_not_reach_a_line_that_a_person_wrote(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    stale_list = [(programme.seen("swap"), Disposition.OUTDATED)]
    edited_and_approved(programme, log)
    log.add(answers.confirm_class(log.sign(), FixOp.O1, stale_list, None))
    assert programme.status("swap") == "drafted"


def test_the_same_ruling_by_list_and_by_item_is_no_difference(programme: Programme) -> None:
    class_event(programme, programme.log("ReviewerA"), "swap", FixOp.O1, Disposition.OUTDATED)
    approve_swap(programme, programme.log("ReviewerB"))
    assert programme.status("swap") == "approved"


def test_a_release_names_its_proposal_and_can_be_withdrawn(programme: Programme) -> None:
    olga = programme.log("Operator")
    olga.add(answers.release_gated(olga.sign(), programme.seen("write")))
    key = programme.key("write")
    assert programme.decisions().releases[key] == {programme.proposals["write"].sha256}
    olga.mention(EventKind.WITHDRAW, key)
    assert key not in programme.decisions().releases


def test_the_version_names_the_answers_in_force(programme: Programme) -> None:
    log, key = programme.log("ReviewerA"), programme.key("swap")
    untouched = programme.decisions().item(key).version
    approve_swap(programme, log)
    approved = programme.decisions().item(key).version
    log.mention(EventKind.SKIP, key)
    assert approved != untouched
    assert programme.decisions().item(key).version == approved
    log.undo()
    log.undo()
    assert programme.decisions().item(key).version == untouched


# --- what an answer may be ------------------------------------------------------------------------------------------

REFUSED: list[tuple[str, str, Callable[[Programme, Log], object]]] = [
    (
        "a closing is no approval",
        "OTHER_DISPOSITION",
        lambda p, log: log.approve(p.seen("swap"), Disposition.CORRECT),
    ),
    (
        "unsourced is for a silent source",
        "OTHER_DISPOSITION",
        lambda p, log: log.approve(p.seen("swap"), Disposition.UNSOURCED),
    ),
    ("an O3 item has no text of its own", "NO_TEXT", lambda p, log: log.approve(p.seen("write"))),
    ("two lines are no line", "NO_TEXT", lambda p, log: log.edit(p.seen("write"), "one\ntwo")),
    ("a carriage return would join the terminator", "NO_TEXT", lambda p, log: log.edit(p.seen("write"), "one\r")),
    ("half a character cannot be written", "NO_TEXT", lambda p, log: log.edit(p.seen("write"), "\ud800")),
    ("nothing changed", "NO_CHANGE", lambda p, log: log.edit(p.seen("write"), "Write to us.")),
    (
        "an O3 item is on no list",
        "CLASS_ON_O3",
        lambda p, log: class_event(p, log, "write", FixOp.O3, Disposition.WRONG),
    ),
    (
        "an O2 item is not on the O1 list",
        "CLASS_ON_O3",
        lambda p, log: class_event(p, log, "drop", FixOp.O1, Disposition.WRONG),
    ),
    ("an event names an item", "EVENT_SHAPE", lambda p, log: log.mention(EventKind.SKIP)),
    ("a to_o3 names one item", "EVENT_SHAPE", lambda p, log: log.mention(EventKind.TO_O3, "a#1", "a#2")),
    ("an item is named once", "EVENT_SHAPE", lambda p, log: log.mention(EventKind.SHOWN, "a#1", "a#1")),
    ("a note is text", "EVENT_SHAPE", lambda p, log: log.add(half_a_note(log))),
    ("a key is text", "EVENT_SHAPE", lambda p, log: log.mention(EventKind.SKIP, "a#\ud800")),
    ("a revert names its batch", "EVENT_SHAPE", lambda p, log: log.add(answers.revert(log.sign(), "", ["a#1"]))),
]


@pytest.mark.parametrize(("reason", "code", "act"), REFUSED, ids=[row[0] for row in REFUSED])
def test_refused_before_anything_is_appended(
    programme: Programme, reason: str, code: str, act: Callable[[Programme, Log], object]
) -> None:
    log = programme.log("ReviewerA")
    with pytest.raises(Refused) as refused:
        act(programme, log)
    assert refused.value.code == code, reason
    assert log.events == []
