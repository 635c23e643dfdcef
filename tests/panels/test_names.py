"""Under which name somebody reviews, and what the browser tab hands over with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_programme import SmallProgramme, at, press

from r11.panels.desk import RoomKind
from r11.panels.review import ReviewPanel
from r11.workbench.rooms import review_panel

Small = SmallProgramme


def opened(root: Path, room: RoomKind = RoomKind.REVIEW) -> ReviewPanel:
    return review_panel(root, room=room)


@pytest.fixture
def reviewed(small: Small) -> Small:
    panel = small.panel("Kari Nordmann")
    at(panel, "write")
    press(panel, "close")
    return small


@pytest.mark.parametrize("name", ["kari nordmann", "Kari  Nordmann", "KARI NORDMANN ", "Ｋari Nordmann"])
@pytest.mark.parametrize("room", RoomKind)
def test_a_name_that_differs_in_its_spelling_alone_is_asked_about(reviewed: Small, name: str, room: RoomKind) -> None:
    panel = opened(reviewed.workspace.root, room)
    panel.press("name", name=name)
    assert panel.screen["page"] == "name"
    assert panel.screen["like"] == [name.strip(), "Kari Nordmann"]
    assert "'Kari Nordmann' decided here before" in panel.screen["status"]["text"]
    panel.press("name", name=name, as_written=True)
    assert panel.screen["reviewer"] == name.strip()


@pytest.mark.parametrize("name", ["Kari Nordmann", "Kari", "Ola Nordmann"])
def test_any_other_name_begins_at_once(reviewed: Small, name: str) -> None:
    panel = opened(reviewed.workspace.root)
    panel.press("name", name=name)
    assert panel.screen["reviewer"] == name


def test_names_are_listed_in_the_first_room_only(reviewed: Small) -> None:
    listed = {room: opened(reviewed.workspace.root, room).screen["names"] for room in RoomKind}
    assert listed == {RoomKind.REVIEW: ["Kari Nordmann"], RoomKind.SECOND: [], RoomKind.ADJUDICATION: []}


def test_the_filters_of_the_tab_are_taken_up_and_a_choice_that_is_none_any_more_is_not(reviewed: Small) -> None:
    for filters, expected in (({"status": "closed"}, 1), ({"status": "nonsense"}, 13), ("x", 13), (None, 13)):
        panel = opened(reviewed.workspace.root)
        panel.press("name", name="Ola", filters=filters)
        assert panel.screen["progress"]["total"] == expected, filters


def test_an_undo_that_leaves_the_filters_says_so_and_they_can_be_cleared_at_once(reviewed: Small) -> None:
    panel = opened(reviewed.workspace.root)
    panel.press("name", name="Kari Nordmann", filters={"op": "O1"})
    assert "The filters hid it, so they are cleared" in press(panel, "undo")["status"]["text"]
    panel.press("filter", name="op", value="O2")
    panel.press("filter", name="order", value="url")
    panel.press("clear")
    assert panel.screen["status"]["text"].startswith("no filters: 13 items")
    assert not [one for one in panel.filters if one["chosen"]]


@pytest.mark.parametrize("room", [RoomKind.SECOND, RoomKind.ADJUDICATION])
def test_a_room_without_filters_takes_none_up(reviewed: Small, room: RoomKind) -> None:
    panel = opened(reviewed.workspace.root, room)
    panel.press("name", name="Ola", filters={"op": "O1"})
    assert panel._session.filters == {}
