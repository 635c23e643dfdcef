"""Second review without anything of the first; adjudication without names; who may be in which, and what it records."""

from __future__ import annotations

import json
from typing import Any

import pytest
from small_programme import SmallProgramme, at, press, shown

from r11.panels.desk import RoomKind
from r11.panels.review import ReviewPanel
from r11.vocabulary import EventKind

Small = SmallProgramme
FIRST, SECOND, THIRD = "Ada Unmistakable", "ReviewerB", "ReviewerC"


def first_answers(small: Small) -> None:
    """Three value swaps approved, one item closed, one line written."""
    panel = small.panel(FIRST, "first")
    for claim in ("s1", "s2", "s3"):
        at(panel, claim)
        press(panel, "outdated")
    at(panel, "drop")
    press(panel, "close")
    at(panel, "write")
    press(panel, "edit", text="An unmistakable line.", disposition="wrong", checked=True)


def second(small: Small, name: str = SECOND) -> ReviewPanel:
    return small.panel(name, "b", RoomKind.SECOND)


def adjudication(small: Small, name: str = THIRD) -> ReviewPanel:
    return small.panel(name, "c", RoomKind.ADJUDICATION)


def state_of(panel: ReviewPanel) -> str:
    """Everything of the widget that a browser is sent, but for its program."""
    state: dict[str, Any] = panel.get_state()
    return json.dumps({name: value for name, value in state.items() if name not in {"_esm", "_css", "help"}})


# --- second review ---------------------------------------------------------------------------------------------------


def test_only_what_somebody_else_answered_is_there_and_nothing_of_the_answer(small: Small) -> None:
    first_answers(small)
    hashes = [event.prev for event in small.events()[1:]]
    panel = second(small)
    assert {key.rpartition("#")[2] for key in panel._session.order} == {"s1", "s2", "s3", "drop", "write"}
    for kind in ("previous", "outdated", "skip", "next", "next", "next", "next"):
        press(panel, kind) if panel.screen["page"] == "item" else panel.press(kind)
        said = state_of(panel)
        assert FIRST not in said
        assert "nmistakable" not in said
        assert "differ" not in said
        assert not [digest for digest in hashes if digest in said]
    press(panel, "go", page="end")
    assert panel.screen["end"]["table"] == [
        ["items decided, of those shown here", "1 of 5"],
        ["of those not decided: you skipped them", "1 of 4"],
    ]
    assert "manifest" not in state_of(panel).replace("approved manifest, which", "")


def test_the_first_page_names_nobody(small: Small) -> None:
    first_answers(small)
    panel = small.panel("", "b", RoomKind.SECOND)
    assert panel.screen["room"] == "Second review"
    assert FIRST not in state_of(panel)


def test_nobody_meets_their_own_first_answer_again(small: Small) -> None:
    first_answers(small)
    assert second(small, FIRST).screen["progress"]["total"] == 0


def test_a_second_answer_is_told_by_its_session_and_settles_or_unsettles(small: Small) -> None:
    first_answers(small)
    panel = second(small)
    at(panel, "s1")
    press(panel, "outdated")
    at(panel, "s2")
    press(panel, "close")
    assert [event.session for event in small.events() if event.reviewer == SECOND] == ["second.b", "second.b"]
    assert (small.status("s1"), small.status("s2")) == ("approved", "unsettled")
    again = second(small)
    assert again.screen["progress"]["decided"] == 2
    assert at(again, "s2")["answer"] == "You: closed: the claim is correct"
    assert "differ" not in state_of(again)


def test_a_newer_first_answer_neither_refuses_the_second_nor_shows(small: Small) -> None:
    first_answers(small)
    panel = second(small)
    key = panel.screen["item"]["key"].rpartition("#")[2]
    other = small.panel(FIRST, "later")
    at(other, key)
    press(other, "close")
    screen = press(panel, "wrong") if key.startswith("s") else press(panel, "close")
    assert screen["status"]["text"].startswith("saved: ")
    assert FIRST not in state_of(panel)


def test_undo_stays_in_the_room(small: Small) -> None:
    first_answers(small)
    own = small.panel(SECOND, "own")
    at(own, "s8")
    press(own, "outdated")
    panel = second(small)
    assert press(panel, "undo")["status"]["text"] == "there is nothing of yours to undo"
    at(panel, "s1")
    press(panel, "outdated")
    assert press(panel, "undo")["status"]["text"].startswith("undone: the approval")
    assert small.status("s8") == "approved"


@pytest.mark.parametrize("room", [RoomKind.SECOND, RoomKind.ADJUDICATION])
def test_neither_list_nor_manifest_are_made_here(small: Small, room: RoomKind) -> None:
    first_answers(small)
    panel = small.panel(THIRD, "c", room)
    assert press(panel, "freeze")["status"]["error"]
    assert press(panel, "confirm_class", rulings={small.key("s4"): "outdated"}, versions={}, contents={})["status"][
        "error"
    ]
    assert not list(small.workspace.approved.glob("*.json"))


# --- adjudication ----------------------------------------------------------------------------------------------------


def disagree(small: Small) -> None:
    first_answers(small)
    panel = second(small)
    for claim in ("s1", "s2", "write"):
        at(panel, claim)
        press(panel, "close")
    at(panel, "s3")
    press(panel, "outdated")


def test_only_disagreements_are_ruled_on_without_names(small: Small) -> None:
    disagree(small)
    panel = adjudication(small)
    assert {key.rpartition("#")[2] for key in panel._session.order} == {"s1", "s2", "write"}
    notes = [shown(note) for note in at(panel, "s1")["notes"]]
    assert notes[:2] == ["One answer: approved as outdated", "One answer: closed: the claim is correct"]
    assert "One answer: approved as wrong, as: An unmistakable line." in [shown(n) for n in at(panel, "write")["notes"]]
    assert FIRST not in state_of(panel)
    assert SECOND not in state_of(panel)


def test_a_swap_that_two_saw_differently_stays_on_offer_when_one_of_them_openly_relents(small: Small) -> None:
    """Nobody asks for a ruling that cannot be given: what the two had said is shown until somebody rules."""
    disagree(small)
    openly = small.panel(SECOND, "open")
    at(openly, "s1")
    press(openly, "outdated")
    assert small.status("s1") == "approved"
    panel = adjudication(small)
    assert "s1" in {key.rpartition("#")[2] for key in panel._session.order}
    notes = [shown(note) for note in at(panel, "s1")["notes"]]
    assert notes[:2] == ["One answer: approved as outdated", "One answer: closed: the claim is correct"]
    assert adjudication(small, SECOND).screen["progress"]["total"] == 0
    press(panel, "close")
    assert panel.screen["status"]["text"].startswith("saved: ")
    assert small.status("s1") == "closed"
    again = adjudication(small)
    assert at(again, "s1")["answer"] == "You: closed: the claim is correct"
    assert again.screen["progress"]["decided"] == 1
    assert "s1" not in {key.rpartition("#")[2] for key in adjudication(small, "ReviewerD")._session.order}


def test_a_swap_that_its_author_gave_up_needs_no_ruling(small: Small) -> None:
    disagree(small)
    first = small.panel(FIRST, "later")
    at(first, "s1")
    press(first, "close")
    assert {key.rpartition("#")[2] for key in adjudication(small)._session.order} == {"s2", "write"}


RULED = [
    pytest.param("s1", "wrong", {}, "approved", id="for an edit"),
    pytest.param("s1", "close", {}, "closed", id="for the claim"),
    pytest.param("s1", "to_o3", {}, "to_o3", id="for a rewrite"),
    pytest.param("write", "edit", {"text": "Ring us.", "disposition": "wrong", "checked": True}, "approved", id="own"),
]


@pytest.mark.parametrize(("claim", "kind", "more", "status"), RULED)
def test_a_ruling_settles_the_item(small: Small, claim: str, kind: str, more: dict[str, Any], status: str) -> None:
    disagree(small)
    panel = adjudication(small)
    at(panel, claim)
    screen = press(panel, kind, **more)
    assert screen["status"]["text"].startswith("saved: ")
    assert small.events()[-1].event is EventKind.ADJUDICATE
    assert small.status(claim) == status
    assert press(panel, "undo")["status"]["text"].startswith("undone: the ruling")
    assert small.status(claim) == "unsettled"


@pytest.mark.parametrize("name", [FIRST, SECOND])
def test_who_answered_does_not_rule(small: Small, name: str) -> None:
    disagree(small)
    assert adjudication(small, name).screen["progress"]["total"] == 0


def test_two_who_rule_at_once_are_told_without_a_name(small: Small) -> None:
    disagree(small)
    one, two = adjudication(small), adjudication(small, "ReviewerD")
    at(one, "s1"), at(two, "s1")
    press(one, "close")
    screen = press(two, "wrong", version=two.screen["item"]["version"])
    assert screen["status"]["error"]
    assert THIRD not in state_of(two)
