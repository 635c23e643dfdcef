"""What was asked about an item, and what was skipped: on the item, among the filters and in the summary."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from small_programme import SmallProgramme, at, press, shown

from r11.panels.desk import RoomKind
from r11.panels.review import ReviewPanel

Small = SmallProgramme
QUESTION = "Is the second sentence meant too?"
ASKED = "of those not decided: somebody asked about them"
SKIPPED = "of those not decided: you skipped them"


def notes(panel: ReviewPanel, claim: str) -> str:
    return " ".join(shown(note) for note in at(panel, claim)["notes"])


def ask(panel: ReviewPanel, claim: str = "write") -> None:
    at(panel, claim)
    press(panel, "ask", note=QUESTION)


def keys(panel: ReviewPanel, status: str) -> Iterator[str]:
    """The claims under this state, with every other filter off."""
    panel.press("clear")
    panel.press("filter", name="status", value=status)
    return (key.rpartition("#")[2] for key in panel._session.order)


def test_a_question_stays_with_its_item_for_everybody(small: Small) -> None:
    panel = small.panel()
    ask(panel)
    day = small.now.date().isoformat()
    assert f"You asked on {day}: {QUESTION}" in notes(panel, "write")
    assert f"ReviewerA asked on {day}: {QUESTION}" in notes(small.panel("ReviewerB", "b"), "write")


def test_what_was_asked_or_skipped_is_a_filter_and_a_row_until_it_is_decided(small: Small) -> None:
    panel = small.panel()
    ask(panel)
    at(panel, "drop")
    press(panel, "skip")
    assert "You skipped this on" in notes(panel, "drop")
    other = small.panel("ReviewerB", "b")
    assert "skipped" not in notes(other, "drop")
    assert list(keys(panel, "ask")) == ["write"]
    assert list(keys(panel, "skip")) == ["drop"]
    assert list(keys(other, "ask")) == ["write"]
    assert list(keys(other, "skip")) == []
    panel.press("clear")
    table = dict(press(panel, "go", page="end")["end"]["table"])
    left = len(panel._session.order)
    assert (table[ASKED], table[SKIPPED]) == (f"1 of {left}", f"1 of {left}")
    for claim in ("write", "drop"):
        at(panel, claim)
        press(panel, "close")
    assert QUESTION in notes(panel, "write")  # what was asked is still to be read
    assert list(keys(panel, "ask")) == []
    assert not {ASKED, SKIPPED} & dict(press(panel, "go", page="end")["end"]["table"]).keys()


def test_a_question_taken_back_is_gone(small: Small) -> None:
    panel = small.panel()
    ask(panel)
    press(panel, "undo")
    assert QUESTION not in notes(panel, "write")
    assert list(keys(panel, "ask")) == []


def differ(small: Small) -> None:
    for name, kind in (("ReviewerA", "close"), ("ReviewerB", "to_o3")):
        panel = small.panel(name, name)
        ask(panel, "s1")
        at(panel, "s1")
        press(panel, kind)


@pytest.mark.parametrize("room", [RoomKind.SECOND, RoomKind.ADJUDICATION])
def test_no_other_room_tells_whose_question_it_was(small: Small, room: RoomKind) -> None:
    """The second review is blind: it does not even tell that somebody asked."""
    differ(small)
    said = notes(small.panel("ReviewerC", "c", room), "s1")
    assert "ReviewerA" not in said
    assert "ReviewerB" not in said
    assert (QUESTION in said) is (room is RoomKind.ADJUDICATION)
