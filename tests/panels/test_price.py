"""A claim about a price: whatever rules on it, a closing too, waits for the operator's own event."""

from __future__ import annotations

import pytest
from small_programme import SmallProgramme, at, press, run, shown

from r11.apply import main as apply
from r11.cli import main
from r11.panels.desk import RoomKind
from r11.vocabulary import AbortCode, EventKind

Small = SmallProgramme


def decide(small: Small, *words: str) -> int:
    key, workspace = small.key("price"), str(small.workspace.root)
    return main(["decide", key, "--reviewer", "ReviewerA", "--workspace", workspace, *words])


CLOSINGS = [
    pytest.param(["--event", "close"], id="closed"),
    pytest.param(["--event", "adjudicate", "--disposition", "correct"], id="closed by a ruling"),
]


@pytest.mark.parametrize("words", CLOSINGS)
def test_nobody_closes_it_from_the_command_line_before_it_is_released(
    small: Small, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert decide(small, *words) == 1
    said = capsys.readouterr().err
    assert "until an operator releases it" in said
    assert f"r11 decide '{small.key('price')}' --event release_gated --reviewer OPERATOR" in said
    assert small.events() == []
    assert decide(small, "--event", "release_gated") == 0
    assert decide(small, *words) == 0
    assert small.status("price") == "closed"


def test_the_panel_offers_a_question_or_a_skip_until_then(small: Small) -> None:
    panel = small.panel()
    item = at(panel, "price")
    assert {"outdated", "wrong", "edit", "close", "to_o3"} <= set(item["unavailable"])
    assert item["advice"].endswith("`?` leaves a question with the item, `s` skips it.")
    assert press(panel, "close")["status"]["error"]
    assert small.events() == []


def test_a_released_one_is_closed_and_frozen_as_such(small: Small) -> None:
    decide(small, "--event", "release_gated")
    panel = small.panel()
    at(panel, "price")
    assert press(panel, "close")["status"]["text"].startswith("saved: price ")
    press(panel, "go", page="end")
    assert dict(panel.screen["end"]["table"])["claims closed as correct, also for the manifest"] == 1


def test_a_closing_whose_release_was_taken_back_stays_out_of_the_manifest(small: Small) -> None:
    decide(small, "--event", "release_gated", "--session", "operator")
    panel = small.panel("ReviewerB")
    at(panel, "price")
    press(panel, "close")
    run("decide", "--event", "undo", "--reviewer", "ReviewerA", "--workspace", str(small.workspace.root))
    assert EventKind.UNDO in {event.event for event in small.events()}
    screen = press(panel, "go", page="end")
    assert not screen["end"]["can_freeze"]
    assert "OPERATOR_GATED" in str(screen["end"]["left_out"])


def test_whoever_adjudicates_waits_for_it_too(small: Small) -> None:
    """Two closings of a price from before its release was taken back, and one who sends it to O3."""
    decide(small, "--event", "release_gated", "--session", "operator")
    for name, words in (("ReviewerB", ["close"]), ("ReviewerC", ["to_o3"])):
        run("decide", small.key("price"), "--event", *words, "--reviewer", name,
            "--workspace", str(small.workspace.root))  # fmt: skip
    assert small.status("price") == "unsettled"
    run("decide", "--event", "undo", "--reviewer", "ReviewerA", "--workspace", str(small.workspace.root))
    panel = small.panel("ReviewerD", "d", RoomKind.ADJUDICATION)
    assert "until an operator releases it" in at(panel, "price")["unavailable"]["close"]
    assert press(panel, "close")["status"]["error"]
    assert small.status("price") == "unsettled"


def test_before_the_release_nothing_is_offered_that_it_forbids_and_after_it_the_item_says_so(small: Small) -> None:
    panel = small.panel()
    reason = at(panel, "price")["unavailable"]["to_o3"]
    assert "until an operator releases it" in reason
    assert "`e`" not in reason
    assert "`c`" not in reason
    decide(small, "--event", "release_gated")
    panel.press("previous")
    item = at(panel, "price")
    assert shown(item["why"][0]) == AbortCode.PRICE_RELEASED.meaning
    (event,) = small.events()
    assert f"About a price: released on {event.at[:10]} by ReviewerA" in str(item["notes"])
    assert "`e` writes the line" in item["unavailable"]["to_o3"]


def test_an_approval_taken_back_is_not_told_as_a_release_that_there_never_was(
    small: Small, capsys: pytest.CaptureFixture[str]
) -> None:
    """The manifest is refused for the approval alone; with the release taken back too, for both."""
    decide(small, "--event", "release_gated", "--session", "operator")
    panel = small.panel("ReviewerB", "b")
    at(panel, "price")
    press(panel, "edit", text="The plan costs 7 USD a month.", disposition="outdated", checked=True)
    workspace = str(small.workspace.root)
    run("freeze", workspace, "--batch", "one")
    press(panel, "undo")
    command = [str(small.workspace.approved / "one.json"), "--corpus", str(small.workspace.corpus),
               "--workspace", workspace, "--dry-run"]  # fmt: skip
    capsys.readouterr()
    assert apply(command) == 2
    said = "".join(capsys.readouterr())
    assert "NOT_IN_FORCE" in said
    assert "OPERATOR_GATED" not in said
    decide(small, "--event", "undo")
    assert apply(command) == 2
    assert "OPERATOR_GATED" in "".join(capsys.readouterr())
