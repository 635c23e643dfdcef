"""The blind panel without a browser: what it refuses, what it saves, and that nothing blind leaks into its state."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fixed_sample import FixedSample

from r11.panels.goldsample import GoldPanel
from r11.records import DecisionEvent, Flag
from r11.storage import Workspace, read_decisions
from r11.storage.gold import read_sample
from r11.vocabulary import GoldLabel
from r11.workbench.goldsample_desk import LabelDesk, gold_panel
from r11.workbench.ledger import read_workspace_ledger

TEXTS = ("claim", "context", "passage", "url", "href")
TELLTALE = re.compile(
    r"not_grounded|source_silent|\bgrounded|\bO[123]\b|stratum|verdict|version|removed|\bchanged\b|\bclosed\b|before\b|"
    r"\bafter\b|\.md\b|#c\d|batch|Reviewer|disposition|quote|reason|doubled|sha256|[0-9a-f]{12}"
)


def panel_on(drawn: FixedSample, name: str = "LabellerA") -> GoldPanel:
    return gold_panel(drawn.root, name=name)


def events(drawn: FixedSample) -> list[DecisionEvent]:
    return [entry.event for entry in read_decisions(drawn.root / "6-decisions" / "gold" / "gold").entries]


def press(panel: GoldPanel, kind: str, **more: Any) -> dict[str, Any]:
    """Answer the item on the screen as the browser does; the screen after."""
    item = panel.screen.get("item", {})
    panel.press(
        kind, **{"item": item.get("number"), "own": item.get("own", ""), "active_ms": 900, "wall_ms": 1000} | more
    )
    return dict(panel.screen)


def number(panel: GoldPanel) -> int:
    return int(panel.screen["item"]["number"])


# --- nothing blind leaks --------------------------------------------------------------------------------------------


def test_no_state_of_the_panel_tells_more_than_claim_lines_and_page(drawn: FixedSample) -> None:
    """Every item, before and after its label: the whole state of the widget, all that ever reaches the browser."""
    secrets = _secrets(drawn)
    panel = panel_on(drawn)
    seen = set()
    while panel.screen["page"] == "item":
        seen.add(number(panel))
        for _ in range(2):
            _demand_blind(panel, secrets)
            press(panel, "previous")
            press(panel, "next")
        press(panel, "wrong")
    _demand_blind(panel, secrets)
    assert seen == set(read_sample(Workspace.open(drawn.root), "gold").items)


def _demand_blind(panel: GoldPanel, secrets: set[str]) -> None:
    state = {name: value for name, value in panel.get_state().items() if name not in ("_esm", "_css", "help", "rules")}
    whole = json.dumps(state, ensure_ascii=False)
    assert not [secret for secret in secrets if secret in whole]
    item = state["screen"].get("item", {})
    rest = {**state, "screen": {**state["screen"], "item": {k: v for k, v in item.items() if k not in TEXTS}}}
    for name in [name for name in rest if name.startswith("_") or name in ("layout", "tabbable", "tooltip")]:
        rest.pop(name)
    assert not TELLTALE.findall(json.dumps(rest, ensure_ascii=False))


def _secrets(drawn: FixedSample) -> set[str]:
    """What would tell where a claim is from and what was said of it: its file, its key, the judge's own sentences."""
    sample = read_sample(Workspace.open(drawn.root), "gold")
    flags: dict[str, Flag] = {flag.key: flag for flag in read_workspace_ledger(Workspace.open(drawn.root)).flags}
    keys = {item.claim_key for item in sample.draw.items}
    files = {Path(key.partition("#")[0]).name for key in keys}
    reasons = {flags[key].reason for key in keys if key in flags}
    return keys | files | reasons | {sample.draw.sha256, *(item.card_sha256 for item in sample.draw.items)}


def test_an_item_is_shown_from_its_card_and_nothing_else(drawn: FixedSample) -> None:
    panel = panel_on(drawn)
    shown = panel.screen["item"]
    assert set(shown) == {
        "number",
        "claim",
        "context",
        "url",
        "href",
        "passage",
        "is_like",
        "fetched",
        "own",
        "own_words",
    }
    card = read_sample(Workspace.open(drawn.root), "gold").cards[number(panel)]
    assert "".join(text for _, text, *_ in shown["claim"]) == card.claim
    assert [target for _, target in shown["context"]].index(True) == card.at


def test_nobody_sees_what_others_said_or_whether_they_did(drawn: FixedSample) -> None:
    alone = panel_on(drawn, "LabellerB").screen["item"]
    first = panel_on(drawn)
    doubled = {item.item for item in read_sample(Workspace.open(drawn.root), "gold").draw.items if item.doubled}
    while first.screen["page"] == "item":
        press(first, "wrong")
    second = panel_on(drawn, "LabellerB")
    assert second.screen["progress"]["left"] == len(doubled | {alone["number"]})  # which nobody else was offered
    while second.screen["page"] == "item":
        shown = second.screen["item"]
        assert (shown["own"], shown["own_words"]) == ("", "")
        if shown["number"] == alone["number"]:
            assert shown == alone
        press(second, "correct")


# --- what it refuses ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["wrong", "undo", "next"])
def test_nothing_is_labelled_without_a_name(drawn: FixedSample, kind: str) -> None:
    panel = panel_on(drawn, name="")
    press(panel, kind)
    assert panel.screen["status"] == {
        "text": "not saved: say first who is labelling: every label is recorded under a name", "error": True
    }  # fmt: skip
    press(panel, "name", name="  ")
    assert panel.screen["page"] == "name"
    assert events(drawn) == []


@pytest.mark.parametrize(
    ("kind", "more", "told"),
    [
        pytest.param("wrong", {"item": 10**6}, "no longer the one shown", id="late, for another item"),
        pytest.param("wrong", {"own": "correct"}, "elsewhere meanwhile", id="another label is on record"),
        pytest.param("maybe", {}, "no action 'maybe'", id="no such label"),
        pytest.param("undo", {}, "nothing of yours to undo", id="nothing to undo"),
    ],
)
def test_what_is_refused_saves_nothing(drawn: FixedSample, kind: str, more: dict[str, Any], told: str) -> None:
    panel = panel_on(drawn)
    here = number(panel)
    press(panel, kind, **more)
    assert told in panel.screen["status"]["text"]
    assert panel.screen["status"]["error"]
    assert (number(panel), events(drawn)) == (here, [])


def test_a_full_disk_is_said_and_the_item_stays(drawn: FixedSample, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = panel_on(drawn)
    here = number(panel)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.pwrite", full)
    press(panel, "wrong")
    assert "No space left" in panel.screen["status"]["text"]
    assert (number(panel), events(drawn)) == (here, [])


# --- what it saves --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", GoldLabel)
def test_a_label_is_on_the_disk_before_the_screen_says_so(drawn: FixedSample, word: GoldLabel) -> None:
    panel = panel_on(drawn)
    here = number(panel)
    screen = press(panel, word)
    (event,) = events(drawn)
    assert screen["status"]["text"].startswith(f"saved: item {here} is ")
    assert (event.flag_keys, event.reviewer, event.active_ms) == ((f"gold:{here}",), "LabellerA", 900)
    assert event.disposition == (() if word is GoldLabel.CANNOT_TELL else (word.value,))
    assert number(panel) != here


def test_a_new_panel_goes_on_at_the_same_item(drawn: FixedSample) -> None:
    panel = panel_on(drawn)
    for word in ("wrong", "correct", "cannot_tell"):
        press(panel, word)
    again = panel_on(drawn)
    assert number(again) == number(panel)
    assert again.screen["progress"] == panel.screen["progress"]


def test_undo_goes_back_to_the_item_and_takes_the_label_back(drawn: FixedSample) -> None:
    panel = panel_on(drawn)
    first = number(panel)
    press(panel, "wrong")
    press(panel, "undo")
    assert number(panel) == first
    assert panel.screen["item"]["own"] == ""
    assert [event.event for event in events(drawn)] == ["label", "undo"]


def test_a_label_can_be_replaced_by_going_back(drawn: FixedSample) -> None:
    panel = panel_on(drawn)
    first = number(panel)
    press(panel, "wrong")
    press(panel, "previous")
    assert (number(panel), panel.screen["item"]["own_words"]) == (first, "wrong")
    press(panel, "outdated")
    assert read_sample(Workspace.open(drawn.root), "gold").labels[first] == {"LabellerA": GoldLabel.OUTDATED}


def test_two_panels_of_one_person_do_not_overwrite_each_other(drawn: FixedSample) -> None:
    one, other = panel_on(drawn), panel_on(drawn)
    press(one, "wrong")
    press(other, "correct")
    assert "elsewhere meanwhile" in other.screen["status"]["text"]
    assert len(events(drawn)) == 1


def test_the_end_says_so_and_undo_works_from_there(drawn: FixedSample) -> None:
    panel = panel_on(drawn)
    while panel.screen["page"] == "item":
        press(panel, "unsourced")
    assert panel.screen["end"]["labelled"] == len(read_sample(Workspace.open(drawn.root), "gold").cards)
    press(panel, "undo")
    assert panel.screen["page"] == "item"


def test_two_people_start_at_different_places(drawn: FixedSample) -> None:
    sample = read_sample(Workspace.open(drawn.root), "gold")
    desks = [LabelDesk(sample, f"Labeller{letter}", "s1", lambda: datetime.now(UTC)) for letter in "ABCDEF"]
    assert len({desk.next_open() for desk in desks}) >= 4
