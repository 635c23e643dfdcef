"""Probes in the queue of the first review: as any item on the screen, apart on disk, told at the end and not before."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from probing import SHARE, answer, at, claim_of, dealt, probe_events, switch
from small_programme import SmallProgramme, press, shown

from r11.panels.desk import RoomKind
from r11.panels.review import ReviewPanel
from r11.pilot.probes import ProbeMeasure
from r11.records import DecisionEvent, ProbeSeeded
from r11.review.probes import StandIn
from r11.storage import read_decisions
from r11.vocabulary import EventKind, FixOp, ProbeKind, ProbeOutcome
from r11.workbench.desk import ReviewDesk
from r11.workbench.probed_desk import ProbedDesk
from r11.workbench.probes import find_probes

Small = SmallProgramme
ANSWERS = ("outdated", "wrong", "close", "to_o3", "skip")


@pytest.fixture
def probed(small: Small) -> Small:
    """A quarter of the thirteen items: three probes, of the five swaps outside the sample of the class list."""
    switch(small, SHARE)
    return small


def both(small: Small) -> ProbeMeasure:
    return find_probes(small.workspace).measures[-1]


def outcomes(small: Small) -> dict[ProbeOutcome, int]:
    found = {outcome: both(small).count(outcome) for outcome in ProbeOutcome}
    return {outcome: count for outcome, count in found.items() if count}


# --- dealing ---------------------------------------------------------------------------------------------------------


def test_without_the_table_in_the_protocol_nobody_is_dealt_any(small: Small) -> None:
    small.panel()
    switch(small, "\n[probes]\nshare = 0\n")
    small.panel("ReviewerB", "b")
    assert not (small.workspace.decisions / "probes").exists()


def test_the_share_is_dealt_of_both_kinds_and_spares_the_sample_of_the_class_list(probed: Small) -> None:
    desk = probed.desk("ReviewerA", "s1")
    found = dealt(probed)
    assert len(found) == ceil(0.3 * len(desk.order({"op": "O1"}))) == 3
    assert {probe.kind for probe in found} == set(ProbeKind)
    assert not {probe.source for probe in found} & set(desk.sample({}))
    assert len({probe.source for probe in found}) == 3


def test_what_is_shown_is_wrong_for_certain(probed: Small) -> None:
    probed.panel()
    plain = ReviewDesk(probed.workspace, "Nobody", "n", probed.clock)
    for probe in dealt(probed):
        (edit,) = probe.proposal.edits
        source = plain.seen(probe.source)
        assert edit.new not in probe.quote
        assert edit.old == "500"
        if probe.kind is ProbeKind.WRONG_VALUE:
            assert probe.quote == source.flag.evidence_quote
            assert probe.proposal.line_after != source.line_after
        else:
            assert probe.donor
            assert probe.quote == plain.seen(probe.donor).flag.evidence_quote != source.flag.evidence_quote
            assert probe.proposal.line_after == source.line_after


def test_seed_and_name_deal_again_what_they_dealt(probed: Small) -> None:
    copy = Path(shutil.copytree(probed.workspace.root.parent, probed.workspace.root.parent.parent / "again"))
    probed.panel()
    again = Small(type(probed.workspace).open(copy / probed.workspace.root.name))
    again.panel()
    again.panel("ReviewerB", "b")
    keys = [(probe.key, probe.proposal) for probe in dealt(probed)]
    assert keys == [(probe.key, probe.proposal) for probe in dealt(again)]
    assert not {key for key, _ in keys} & {probe.key for probe in dealt(again, "ReviewerB")}


def test_who_comes_late_meets_no_more_probes_than_their_share_of_what_is_left(probed: Small) -> None:
    """The share of all swaps, dealt among the few that nobody decided, would be most of what the late one meets."""
    first = probed.panel("ReviewerB", "b")
    for number in range(1, 9):
        at(first, f"s{number}")
        press(first, "outdated")
    press(first, "go", page="end")
    late = probed.desk("ReviewerC", "c")
    left = [key for key in late.order({"op": "O1"}) if late.is_open(key)]
    assert len(dealt(probed, "ReviewerC")) <= max(1, ceil(0.3 * len(left)))


def test_another_opening_deals_none_again_and_shows_those_that_were_dealt(probed: Small) -> None:
    first = small_screen(probed.panel())
    before = (probed.workspace.decisions / "probes" / "seeded" / "ReviewerA.jsonl").read_bytes()
    assert small_screen(probed.panel(session="s2")) == first
    assert (probed.workspace.decisions / "probes" / "seeded" / "ReviewerA.jsonl").read_bytes() == before


def small_screen(panel: ReviewPanel) -> list[Any]:
    return [at(panel, f"s{number}")["diff"] for number in range(1, 9)]


@pytest.mark.parametrize("room", [RoomKind.SECOND, RoomKind.ADJUDICATION])
def test_the_quiet_rooms_have_none(probed: Small, room: RoomKind) -> None:
    probed.panel("ReviewerB", "b", room)
    assert not (probed.workspace.decisions / "probes").exists()


# --- no tell ---------------------------------------------------------------------------------------------------------


def shape(value: Any) -> Any:
    """What a value is made of, whatever its texts say."""
    if isinstance(value, dict):
        return {name: shape(inner) for name, inner in value.items()}
    return type(value).__name__


def state_of(panel: ReviewPanel) -> str:
    """Everything of the widget that a browser is sent, but for its program."""
    state: dict[str, Any] = panel.get_state()
    return json.dumps({name: value for name, value in state.items() if name not in {"_esm", "_css", "help"}})


TELLS = ("probe", "seeded", "wrong_quote", "wrong_value", "donor", "stand_in", "standing_in")


def screens(panel: ReviewPanel) -> Iterator[tuple[str, dict[str, Any]]]:
    for number in range(1, 9):
        item = at(panel, f"s{number}")
        yield f"s{number}", item


def test_the_screen_of_a_probe_is_made_of_just_what_the_screen_of_its_source_is(probed: Small, small: Small) -> None:
    panel = probed.panel()
    with_probes = dict(screens(panel))
    head = dict(panel.screen["progress"].items())
    switch(probed, "")
    plain_panel = probed.panel(session="s2")
    plain = dict(screens(plain_panel))
    probes = {claim_of(probe): probe for probe in dealt(probed)}
    differs = {"diff", "quotes", "text", "content", "facts"}
    for claim, item in with_probes.items():
        assert shape(item) == shape(plain[claim])
        other = {name for name in item if item[name] != plain[claim][name]}
        assert other <= differs if claim in probes else not other
    assert head == plain_panel.screen["progress"]
    assert panel.filters == plain_panel.filters
    assert panel._session.order == plain_panel._session.order


@pytest.mark.parametrize("kind", ANSWERS)
def test_nothing_that_the_browser_is_sent_tells_a_probe(probed: Small, kind: str) -> None:
    """Before, at and after each answer; and an answered probe reads as an answered item does."""
    panel = probed.panel()
    for probe in dealt(probed):
        at(panel, claim_of(probe))
        secrets = (probe.key, probe.key.partition(":")[2], *TELLS)
        assert not [tell for tell in secrets if tell in state_of(panel)]
        saved = panel.screen["progress"]["saved"]
        press(panel, kind)
        assert panel.screen["progress"]["saved"] == saved + 1
        assert not panel.screen["status"]["error"]
        assert not [tell for tell in secrets if tell in state_of(panel)]
        answered = at(panel, claim_of(probe))
        ordinary = answered["answer"]
        press(panel, "undo")
        assert panel.screen["item"]["key"] == probe.source
        assert panel.screen["item"]["answer"] == ""
        press(panel, kind)
        assert at(panel, claim_of(probe))["answer"] == ordinary
    assert not small_events(probed)


def small_events(small: Small) -> list[DecisionEvent]:
    return [event for event in small.events() if event.event is not EventKind.SHOWN]


def test_a_filter_and_a_step_back_find_a_probe_where_its_source_is(probed: Small) -> None:
    panel = probed.panel(op=FixOp.O1.value)
    assert len(panel._session.order) == 8
    probe = dealt(probed)[0]
    at(panel, claim_of(probe))
    press(panel, "to_o3")
    assert len(probed.panel(session="s2", op=FixOp.O1.value)._session.order) == 7  # sent to O3, as any other


def test_who_comes_back_goes_on_behind_the_probe_they_skipped(probed: Small) -> None:
    panel = probed.panel()
    probe = dealt(probed)[0]
    at(panel, claim_of(probe))
    press(panel, "skip")
    went_on = panel.screen["item"]["key"]
    assert went_on != probe.source
    assert probed.panel(session="s2").screen["item"]["key"] == went_on


def test_a_conflict_of_two_tabs_on_a_probe_names_the_item_and_not_the_probe(probed: Small) -> None:
    panel, tab = probed.panel(), probed.panel(session="s2")
    probe = dealt(probed)[0]
    at(panel, claim_of(probe))
    at(tab, claim_of(probe))
    press(panel, "outdated")
    press(tab, "close")
    status = tab.screen["status"]
    assert status["error"]
    assert "probe" not in status["text"]
    assert probe.key not in status["text"]
    assert [event.event for event in probe_events(probed)] == [EventKind.APPROVE]


# --- what counts as what ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [
        ("outdated", ProbeOutcome.MISSED),
        ("wrong", ProbeOutcome.MISSED),
        ("own line as proposed", ProbeOutcome.MISSED),
        ("own line", ProbeOutcome.CAUGHT),
        ("to_o3", ProbeOutcome.CAUGHT),
        ("ask", ProbeOutcome.CAUGHT),
        ("close", ProbeOutcome.CLOSED),
        ("skip", ProbeOutcome.NOT_ANSWERED),
    ],
)
def test_each_answer_is_missed_caught_closed_or_none(probed: Small, kind: str, outcome: ProbeOutcome) -> None:
    panel = probed.panel()
    for probe in dealt(probed):
        answer(panel, probe, kind)
    assert outcomes(probed) == {outcome: 3}
    press(panel, "go", page="end")
    assert outcomes(probed) == {outcome: 3}


def test_the_last_answer_counts_and_an_undone_one_does_not(probed: Small) -> None:
    panel = probed.panel()
    first, second, third = dealt(probed)
    answer(panel, first, "ask")
    answer(panel, first, "outdated")
    answer(panel, second, "outdated")
    press(panel, "undo")
    answer(panel, third, "outdated")
    press(panel, "undo")
    answer(panel, third, "to_o3")
    assert outcomes(probed) == {ProbeOutcome.MISSED: 1, ProbeOutcome.NOT_ANSWERED: 1, ProbeOutcome.CAUGHT: 1}


def test_undo_goes_back_through_items_and_probes_in_the_order_of_the_answers(probed: Small) -> None:
    panel = probed.panel()
    first, second, _ = (claim_of(probe) for probe in dealt(probed))
    plain = next(f"s{n}" for n in range(1, 9) if f"s{n}" not in {claim_of(probe) for probe in dealt(probed)})
    for claim in (first, plain, second, "write"):
        at(panel, claim)
        press(panel, "close")
    for claim in ("write", second, plain, first):
        press(panel, "undo")
        assert panel.screen["item"]["key"] == probed.key(claim)
        assert panel.screen["item"]["answer"] == ""
    assert "nothing of yours to undo" in press(panel, "undo")["status"]["text"]


# --- the class list --------------------------------------------------------------------------------------------------


def confirm_all(panel: ReviewPanel) -> dict[str, Any]:
    press(panel, "go", page="list")
    rows = panel.screen["list"]["rows"]
    message = {
        "rulings": {row["key"]: "outdated" for row in rows},
        "versions": {row["key"]: row["version"] for row in rows},
        "contents": {row["key"]: row["content"] for row in rows},
    }
    return press(panel, "confirm_class", stand_by=True, **message)


def test_a_list_that_is_confirmed_holds_its_probes_and_confirms_none(probed: Small) -> None:
    panel = probed.panel()
    for _ in range(3):
        press(panel, "outdated")
    press(panel, "go", page="list")
    assert len(panel.screen["list"]["rows"]) == 5
    confirm_all(panel)
    sources = {probe.source for probe in dealt(probed)}
    (confirmed,) = (event for event in probed.events() if event.event is EventKind.CONFIRM_CLASS)
    assert len(confirmed.flag_keys) == 2
    assert not sources & set(confirmed.flag_keys)
    assert outcomes(probed) == {ProbeOutcome.MISSED: 3}
    (on_probes,) = probe_events(probed)
    assert confirmed.active_ms + on_probes.active_ms == 1500
    press(panel, "undo")
    assert "a list, 5 items" in panel.screen["status"]["text"]
    assert outcomes(probed) == {ProbeOutcome.NOT_ANSWERED: 3}
    assert not [key for key in confirmed.flag_keys if read_decisions(probed.workspace.decisions).item(key).answers]


# --- telling ---------------------------------------------------------------------------------------------------------


def test_the_reviewer_is_told_where_they_look_at_where_they_stand(probed: Small) -> None:
    panel = probed.panel()
    first, second, third = dealt(probed)
    answer(panel, first, "outdated")
    answer(panel, second, "to_o3")
    press(panel, "go", page="end")
    words = panel.screen["end"]["lines"]
    heading = next(line for line in words if "Probes" in line)
    assert heading.startswith("Probes among the changes you decided on: 2. ")
    assert "You approved 1 of 2 as shown" in heading
    (key, told), (other, found) = panel.screen["end"]["named"]
    missed = shown(told)
    assert (key, other) == (first.source, second.source)
    assert "You approved it as shown: " in missed
    assert "You did not approve it: " in shown(found)
    assert "Your answer counts nowhere." in shown(found)
    assert missed.startswith(f"{first.proposal.file}:{first.proposal.line} “The limit for ")
    assert first.quote in missed
    assert first.proposal.edits[0].new in missed
    assert missed.endswith("The true item waits in the queue, unanswered by you.")
    assert third.quote not in f"{words} {missed}"
    assert ["items decided, of those shown here", "0 of 13"] in panel.screen["end"]["table"]
    assert ["edits ready for the approved manifest", 0] in panel.screen["end"]["table"]
    assert panel.screen["progress"]["decided"] == 0
    source = at(panel, claim_of(first))
    assert source["answer"] == ""
    assert shown(source["diff"]) != shown(panel_item(probed, third))


def test_one_press_leads_from_a_missed_probe_to_its_true_item(probed: Small) -> None:
    """Also where the filters hide it; and once it is decided the row says so, and no longer that it waits."""
    panel = probed.panel()
    first, *_ = dealt(probed)
    answer(panel, first, "outdated")
    panel.press("filter", name="op", value="O3")
    press(panel, "go", page="end")
    ((key, _),) = panel.screen["end"]["named"]
    panel.press("open", key=key)
    item = panel.screen["item"]
    assert (item["key"], item["answer"]) == (first.source, "")
    assert first.proposal.edits[0].new not in shown(item["diff"])
    assert "The filters hid it" in panel.screen["status"]["text"]
    press(panel, "close")
    ((key, told),) = press(panel, "go", page="end")["end"]["named"]
    assert shown(told).endswith("The true item is decided by now.")
    panel.press("open", key="skills/store/limits.md#nowhere")
    assert panel.screen["status"]["error"]


def panel_item(small: Small, probe: ProbeSeeded) -> Any:
    return at(small.panel(session="look"), claim_of(probe))["diff"]


def test_what_was_told_stands_and_the_sources_are_items_again(probed: Small) -> None:
    panel = probed.panel()
    first, *_ = dealt(probed)
    answer(panel, first, "outdated")
    press(panel, "go", page="end")
    press(panel, "undo")
    assert "nothing of yours to undo" in panel.screen["status"]["text"]
    assert outcomes(probed)[ProbeOutcome.MISSED] == 1
    answer(panel, first, "outdated")
    assert probed.status(claim_of(first)) == "approved"
    answer(panel, first, "to_o3")
    assert outcomes(probed)[ProbeOutcome.MISSED] == 1
    again = probed.panel(session="s2")
    assert at(again, claim_of(first))["answer"].startswith("You: ")
    lines = " ".join(press(again, "go", page="end")["end"]["lines"])
    assert "Probes among the changes you decided on: 1." in lines
    assert len(dealt(probed)) == 3


def test_who_answered_no_probe_is_told_of_none(probed: Small) -> None:
    panel = probed.panel()
    press(panel, "go", page="end")
    assert "probe" not in state_of(panel)


# --- when things change ----------------------------------------------------------------------------------------------


def test_a_source_that_changed_takes_its_probe_out_and_a_late_answer_is_of_neither(probed: Small) -> None:
    panel = probed.panel()
    probe = dealt(probed)[0]
    at(panel, claim_of(probe))
    file = probed.workspace.proposals / "built-in.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    kept = [row for row in rows if row["flag_key"] != probe.source]
    file.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")
    press(panel, "to_o3")
    assert panel.screen["status"]["error"]
    assert not probe_events(probed)
    assert not small_events(probed)
    assert probe.source not in probed.desk("ReviewerA", "s2").order({})
    assert probe.key not in {found.probe.key for found in standing_in(probed)}


def standing_in(small: Small) -> list[StandIn]:
    desk = small.desk("ReviewerA", "s3")
    assert isinstance(desk, ProbedDesk)
    return list(desk._standing_in.values())


def test_an_answer_to_a_probe_is_never_recorded_of_its_source(probed: Small) -> None:
    """Also where the reviewer is told in another tab between the look and the answer."""
    panel, tab = probed.panel(), probed.panel(session="s2")
    probe = dealt(probed)[0]
    at(panel, claim_of(probe))
    press(panel, "outdated")
    message = at(panel, claim_of(probe))
    press(tab, "go", page="end")
    for kind in ("outdated", "close", "to_o3", "skip"):
        panel.press(kind, **{name: message[name] for name in ("key", "version", "content")})
        assert panel.screen["status"]["error"], kind
    assert not small_events(probed)


def test_a_log_of_what_was_dealt_that_was_changed_stops_counting_and_is_told(probed: Small) -> None:
    probed.panel()
    file = probed.workspace.decisions / "probes" / "seeded" / "ReviewerA.jsonl"
    first, second, third = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(first + second.replace(b'"wrong_', b'"wrong_', 1).replace(b"500", b"501", 1) + third)
    found = find_probes(probed.workspace)
    assert found.dealt == 2  # the changed line itself still follows the first; what stands behind it does not
    assert "ReviewerA.jsonl:3: the line does not follow" in found.broken[0]
    panel = probed.panel(session="s2")
    assert "ReviewerA.jsonl:3" in json.dumps(panel.screen["complaints"])
