"""A second look at what is applied or closed by now: as it stood at review, drawn as ever, and no edit comes of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from small_programme import PAGE, SmallProgramme, at, press, run, shown
from test_rooms import FIRST, SECOND, THIRD, adjudication, first_answers, second, state_of

from r11.apply import main as apply
from r11.cli import main
from r11.panels.desk import RoomKind
from r11.pilot import second_review
from r11.pilot.second_review import SecondReview
from r11.workbench.pilot import measured
from r11.workbench.pilot_review import assess_workspace
from r11.workbench.programme import open_programme
from r11.workbench.settled import SETTLED_PROPOSALS, decided_proposals, settled_flags

Small = SmallProgramme
DONE = ("s1", "s2", "s3", "drop", "write")


def applied(small: Small, *words: str) -> int:
    return apply([*words, "--workspace", str(small.workspace.root)])


def written(small: Small, batch: str = "b1") -> None:
    """Everything that is decided is frozen and applied."""
    run("freeze", str(small.workspace.root), "--batch", batch)
    assert applied(small, str(small.workspace.approved / f"{batch}.json")) == 0


def stamped(small: Small, batch: str = "b1") -> None:
    written(small, batch)
    run("stamp", str(small.workspace.receipts / f"{batch}.json"))


def proposed_again(small: Small) -> None:
    stamped(small)
    run("propose", "--workspace", str(small.workspace.root))
    assert (small.workspace.proposals / SETTLED_PROPOSALS).is_file()


STAGES = [
    pytest.param(written, id="applied, not stamped"),
    pytest.param(stamped, id="stamped"),
    pytest.param(proposed_again, id="proposed again"),
]


def pages(small: Small) -> dict[str, Any]:
    panel = second(small)
    keys = {key.rpartition("#")[2] for key in panel._session.order}
    return {claim: at(panel, claim) for claim in sorted(keys)}


@pytest.mark.parametrize("done", STAGES)
def test_the_second_person_is_shown_what_the_first_one_saw(small: Small, done: Callable[[Small], None]) -> None:
    """Every field of every page, the lines around the claim and what stands open beside it, is as before the batch."""
    first_answers(small)
    before = pages(small)
    assert set(before) == set(DONE)
    done(small)
    assert b"An unmistakable line." in small.corpus()[PAGE]
    assert b"500 items" not in small.corpus()[PAGE].split(b"topics")[0]
    assert pages(small) == before
    assert "The limit for queues is 500 items." in {shown(text) for _, text, _ in before["s1"]["context"]}
    panel = second(small)
    for _ in DONE:
        assert FIRST not in state_of(panel)
        assert "nmistakable" not in state_of(panel)
        panel.press("next")


def reviews(small: Small) -> dict[str, SecondReview]:
    programme = open_programme(small.workspace)
    pairs = list(programme.propose())
    settled = settled_flags(small.workspace, programme)
    found = assess_workspace(
        small.workspace, programme, [pair for pair in pairs if pair[0].key not in settled],
        measured(programme, pairs), settled=settled,
        decided=decided_proposals(small.workspace, programme, settled), now=small.clock(),
    )  # fmt: skip
    return {str(one.op): one for one in found.second}


@pytest.mark.parametrize("most", [2, 5, 60])
def test_the_draw_is_the_same_whatever_became_of_an_item(
    small: Small, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """And the room shows just the drawn ones that the report counts as due."""
    monkeypatch.setattr(second_review, "MOST", most)
    first_answers(small)
    then, order = reviews(small), set(second(small)._session.order)
    proposed_again(small)
    now = reviews(small)
    assert {op: one.drawn for op, one in now.items()} == {op: one.drawn for op, one in then.items()}
    assert {op: one.due for op, one in now.items()} == {op: one.due for op, one in then.items()}
    assert set(second(small)._session.order) == order
    drawn = {key for one in now.values() for key in one.drawn}
    assert order == {small.key(claim) for claim in DONE} & drawn
    assert sum(one.done for one in now.values()) == len(order)
    assert not any(one.lost for one in now.values())


def look_again(small: Small) -> None:
    """Four of five say otherwise, one of them with a line of their own."""
    panel = second(small)
    at(panel, "s1")
    press(panel, "close")
    at(panel, "s2")
    press(panel, "edit", text="The limit for topics is 900 items.", disposition="wrong", checked=True)
    at(panel, "s3")
    press(panel, "outdated")
    at(panel, "drop")
    press(panel, "wrong")
    at(panel, "write")
    press(panel, "close")


def rule(small: Small) -> None:
    panel = adjudication(small)
    assert {key.rpartition("#")[2] for key in panel._session.order} == {"s1", "s2", "drop", "write"}
    at(panel, "s1")
    press(panel, "close")
    at(panel, "s2")
    press(panel, "edit", text="The limit for topics is 901 items.", disposition="wrong", checked=True)
    at(panel, "drop")
    press(panel, "wrong")
    at(panel, "write")
    press(panel, "close")


@pytest.mark.parametrize("done", STAGES)
@pytest.mark.parametrize("ruled", [False, True], ids=["two differ", "ruled"])
def test_no_edit_and_no_stamp_comes_of_a_second_look(
    small: Small, done: Callable[[Small], None], ruled: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    first_answers(small)
    done(small)
    before, ledger = small.corpus(), small.workspace.ledger.read_bytes()
    look_again(small)
    if ruled:
        rule(small)
    ws = str(small.workspace.root)
    main(["propose", "--workspace", ws])
    main(["freeze", ws, "--batch", "b2"])
    assert not (small.workspace.approved / "b2.json").exists()
    capsys.readouterr()
    applied(small, str(small.workspace.approved / "b1.json"))
    assert small.corpus() == before
    main(["stamp", str(small.workspace.receipts / "b1.json")])
    flags = [flag for record in json.loads(small.workspace.ledger.read_bytes()) for flag in record["flags"]]
    assert {flag["id"] for flag in flags if flag.get("applied") or flag.get("closed")} == set(DONE)
    if done is not written:
        assert small.workspace.ledger.read_bytes() == ledger


def test_the_figures_take_them_in_and_a_ruling_says_what_takes_an_edit_back(small: Small) -> None:
    first_answers(small)
    proposed_again(small)
    look_again(small)
    found = reviews(small)["O1"]
    assert (found.found.items, found.found.agreed) == (3, 1)
    rule(small)
    panel = small.panel(THIRD, "d", RoomKind.ADJUDICATION)
    panel.press("go", page="end")
    said = [line for line in panel.screen["end"]["lines"] if "you ruled otherwise" in line]
    assert {line.partition(" ")[0] for line in said} == {small.key(one) for one in ("s1", "s2", "drop", "write")}
    assert all("r11 decide --event revert --batch b1 --reviewer NAME" in line for line in said)
    assert any(f"{small.key('drop')} is closed already" in line for line in said)


def test_a_ruling_for_what_was_done_is_no_objection(small: Small) -> None:
    first_answers(small)
    proposed_again(small)
    panel = second(small)
    at(panel, "s1")
    press(panel, "close")
    ruling = adjudication(small)
    at(ruling, "s1")
    press(ruling, "outdated")
    ruling.press("go", page="end")
    assert not [line for line in ruling.screen["end"]["lines"] if "otherwise" in line]


def test_a_second_look_carries_no_edit_that_was_put_back(small: Small) -> None:
    """An undone revert puts both answers in force again: neither the first nor the blind one writes the line anew."""
    first_answers(small)
    stamped(small)
    panel = second(small)
    for claim in ("s1", "s2", "s3"):
        at(panel, claim)
        press(panel, "outdated")
    ws, receipts = str(small.workspace.root), small.workspace.receipts
    run("decide", "--workspace", ws, "--event", "revert", "--batch", "b1", "--reviewer", "Operator")
    assert applied(small, "--reverse", str(receipts / "b1.json")) == 0
    run("stamp", str(receipts / "b1.reverted.json"))
    before = small.corpus()
    run("decide", "--workspace", ws, "--event", "undo", "--reviewer", "Operator")
    assert small.status("s1") == "approved"
    run("propose", "--workspace", ws)
    main(["freeze", ws, "--batch", "b2"])
    assert not (small.workspace.approved / "b2.json").exists()
    assert small.corpus() == before


def test_what_cannot_be_shown_truly_is_not_shown(small: Small) -> None:
    """A file that somebody changed by hand since is no longer what was reviewed: the claim is shown, no line around."""
    first_answers(small)
    proposed_again(small)
    file = small.workspace.corpus / PAGE
    file.write_bytes(file.read_bytes().replace(b"# Limits", b"# Limits\n\nBy hand."))
    item = at(second(small), "s1")
    assert item["context"] == []
    assert [shown(note) for note in item["notes"]] == [
        "The lines around the claim cannot be shown here as they were when it was reviewed"
    ]
    assert "500" in shown(item["diff"])


def test_what_is_on_no_record_is_counted_and_not_shown(small: Small) -> None:
    first_answers(small)
    proposed_again(small)
    (small.workspace.proposals / SETTLED_PROPOSALS).unlink()
    panel = second(small, SECOND)
    assert {key.rpartition("#")[2] for key in panel._session.order} == {"drop"}  # closed: it is proposed again
    panel.press("go", page="end")
    assert any("can be shown to nobody" in line for line in panel.screen["end"]["lines"])
    assert reviews(small)["O1"].lost == 3
