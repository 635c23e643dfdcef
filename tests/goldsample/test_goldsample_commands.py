"""`r11 goldsample` on the fixed sample: what it refuses first, then draw, labels and report."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fixed_sample import FixedSample, run
from markupsafe import escape

from r11.storage import Workspace
from r11.vocabulary import GoldLabel, GoldStratum, GoldVersion
from r11.workbench.goldsample import GoldSample, read_sample
from r11.workbench.goldsample_desk import LabelDesk

NO_NUMBER = ("nan", "NaN", "/0 ", "inf ")


def sample_of(drawn: FixedSample) -> GoldSample:
    return read_sample(Workspace.open(drawn.root), "gold")


def label(drawn: FixedSample, item: int, word: GoldLabel | str, who: str = "LabellerA") -> str:
    return run("goldsample", "label", item, word, "--labeller", who, "--workspace", drawn.root)


def report(drawn: FixedSample) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("goldsample", "report", drawn.root, "--json"))
    return found


# --- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        pytest.param(["--seed", "1", "--width", "0"], "a width of more than 0", id="no width"),
        pytest.param(["--seed", "1", "--width", "nan"], "a width of more than 0", id="a width that is no number"),
        pytest.param(["--seed", "1", "--size", "0"], "at least one claim", id="no claims"),
        pytest.param(["--seed", "-1"], "no number below 0", id="a seed below 0"),
        pytest.param(["--seed", "1", "--name", "../x"], "it names a folder", id="a name that leads elsewhere"),
        pytest.param(["--seed", "1", "--assume", "open=2"], "rates from 0 to 1", id="a rate that is none"),
        pytest.param(["--seed", "1", "--assume", "shut=0.2"], "write a stratum", id="a stratum that is none"),
        pytest.param(["--seed", "1", "--claims", "none.json"], "no such file", id="no claim manifest"),
        pytest.param(["--seed", "1", "--judge", "none"], "no *.json in this folder", id="no judge outputs"),
    ],
)
def test_what_cannot_be_drawn(fixed: FixedSample, words: list[str], told: str) -> None:
    assert told in run("goldsample", "draw", fixed.root, *words, status=2)
    assert not (fixed.root / "6-decisions" / "gold").exists()


def test_without_pages_for_all_nothing_is_drawn(fixed: FixedSample) -> None:
    """A page beside the flagged claims only would tell a labeller which ones were flagged."""
    outputs = sorted((fixed.root / "1-ledger" / "judge").iterdir())
    for path in outputs[:-1]:
        path.unlink()
    told = run("goldsample", "draw", fixed.root, "--seed", "1", status=1)
    assert "no judge output names the page" in told
    assert "--judge" in told


def test_a_fix_without_a_receipt_cannot_be_shown_as_it_was(fixed: FixedSample) -> None:
    (fixed.root / "8-receipts" / "first.json").unlink()
    assert "the ledger calls them applied" in run("goldsample", "draw", fixed.root, "--seed", "1", status=1)


def test_a_ledger_without_a_readable_file_gives_nothing_to_draw_from(fixed: FixedSample) -> None:
    (fixed.root / "1-ledger" / "ledger.json").write_text('[{"file": "a.md"}]', encoding="utf-8")
    assert "no judged claim" in run("goldsample", "draw", fixed.root, "--seed", "1", status=2)


def test_nothing_is_reported_or_labelled_before_a_draw(fixed: FixedSample) -> None:
    assert "r11 goldsample draw" in run("goldsample", "report", fixed.root, status=2)
    assert "nothing was drawn" in run("goldsample", "label", "--labeller", "A", "--workspace", fixed.root, status=2)


@pytest.mark.parametrize("name", ["draw.json", "cards.json"])
def test_a_draw_that_was_changed_afterwards_is_refused(drawn: FixedSample, name: str) -> None:
    path = drawn.root / "6-decisions" / "gold" / "gold" / name
    path.write_text(path.read_text(encoding="utf-8").replace("learn.microsoft.com", "example.org").replace(
        '"closed"', '"open"'
    ), encoding="utf-8")  # fmt: skip
    assert "put" in run("goldsample", "report", drawn.root, status=2)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        pytest.param(["3"], "an item with its label", id="an item without a label"),
        pytest.param(["0", "wrong"], "this draw has the items 1 to", id="no such item"),
        pytest.param(["3", "Wrong"], "none of correct, outdated, wrong", id="another word"),
        pytest.param(["--undo"], "nothing of yours to undo", id="nothing to undo"),
    ],
)
def test_what_cannot_be_labelled(drawn: FixedSample, words: list[str], told: str) -> None:
    status = 1 if "--undo" in words else 2
    said = run("goldsample", "label", *words, "--labeller", "A", "--workspace", drawn.root, status=status)
    assert told in said
    assert sample_of(drawn).labels == {}


# --- draw -----------------------------------------------------------------------------------------------------------


def test_a_plan_draws_nothing(fixed: FixedSample) -> None:
    planned = run("goldsample", "draw", fixed.root, "--seed", "1", "--plan")
    assert "expected width" in planned
    assert "nothing was drawn" in planned
    assert not (fixed.root / "6-decisions" / "gold").exists()


def test_the_same_draw_again_changes_nothing_and_another_is_refused(drawn: FixedSample) -> None:
    words = ["goldsample", "draw", drawn.root, "--size", "30", "--double", "12", "--seed"]
    before = {path: path.read_bytes() for path in (drawn.root / "6-decisions" / "gold").rglob("*.json")}
    assert "nothing changed" in run(*words, "7")
    assert "was drawn otherwise" in run(*words, "8", status=2)
    assert {path: path.read_bytes() for path in before} == before


def test_strata_are_what_the_batch_made_of_the_flags(drawn: FixedSample) -> None:
    draw = sample_of(drawn).draw
    counts = {one.stratum: one.claims for one in draw.strata}
    assert counts[GoldStratum.CHANGED] == len(drawn.changed)
    assert counts[GoldStratum.REMOVED] == len(drawn.removed)
    assert counts[GoldStratum.CLOSED] == len(drawn.closed)
    assert counts[GoldStratum.OPEN] == 902 - sum(map(len, (drawn.changed, drawn.removed, drawn.closed)))
    assert counts[GoldStratum.GROUNDED] == 675
    for item in draw.items:
        assert (item.claim_key in drawn.changed) == (item.stratum is GoldStratum.CHANGED)


def test_a_card_shows_its_version_of_claim_and_lines(fixed: FixedSample) -> None:
    """All changed claims are drawn: before as the ledger has them, after as the corpus has them now."""
    run("goldsample", "draw", fixed.root, "--seed", "2", "--size", "600", "--double", "0")
    sample = sample_of(fixed)
    versions = {(item.claim_key, item.version): sample.cards[item.item] for item in sample.draw.items}
    claims = {flag["id"]: flag for flag in _flags(fixed.root)}
    keys = [key for key in fixed.changed if (key, GoldVersion.BEFORE) in versions]
    assert len(keys) >= 5
    for key in keys:
        before, after = versions[key, GoldVersion.BEFORE], versions[key, GoldVersion.AFTER]
        page = (fixed.root / "corpus" / key.partition("#")[0]).read_text(encoding="utf-8")
        assert before.claim == claims[key]["claim"] != after.claim
        assert before.at is not None and after.at is not None  # noqa: PT018
        assert after.context[after.at] in page
        assert before.context[before.at] not in page
        assert before.url == after.url


def _flags(root: Path) -> list[dict[str, Any]]:
    ledger = json.loads((root / "1-ledger" / "ledger.json").read_text(encoding="utf-8"))
    records = ledger if isinstance(ledger, list) else next(v for v in ledger.values() if isinstance(v, list))
    return [{**flag, "id": f"{flag['file']}#{flag['id']}"} for record in records for flag in record["flags"]]


def test_every_item_has_its_page_grounded_ones_too(drawn: FixedSample) -> None:
    sample = sample_of(drawn)
    assert all(card.url and card.passage for card in sample.cards.values())


def test_a_card_says_nothing_of_where_its_claim_comes_from(drawn: FixedSample) -> None:
    for line in run("goldsample", "label", "--labeller", "A", "--workspace", drawn.root).splitlines():
        assert not any(word in line for word in (".md", "not_grounded", "O1", "grounded", "before", "changed"))


# --- labels and report ----------------------------------------------------------------------------------------------


def everything(drawn: FixedSample, word_of: Any, who: str = "LabellerA") -> None:
    """Label every item that still needs this person, by the same way as the panel."""
    desk = LabelDesk(sample_of(drawn), who, "s1", lambda: datetime.now(UTC))
    while (item := desk.next_open()) is not None:
        desk.record(item, word_of(desk.sample.items[item]))


def truth(item: Any) -> GoldLabel:
    if item.stratum in (GoldStratum.OPEN, GoldStratum.REMOVED) or item.version is GoldVersion.BEFORE:
        return GoldLabel.WRONG
    return GoldLabel.CORRECT


def test_labelled_by_one_person_who_knows(drawn: FixedSample) -> None:
    everything(drawn, truth)
    found = report(drawn)
    assert found["labels"]["unlabelled"] == 0
    assert found["before"]["least"] == found["before"]["most"] == pytest.approx((902 - len(drawn.closed)) / 1577)
    assert found["gain"]["low"] > 0
    assert "went down" in found["conclusion"]
    assert found["agreement"] == found["agreement"] | {"labelled_twice": 0, "percent": None, "gwet_ac1": None}


def test_two_people_who_agree_on_everything(drawn: FixedSample) -> None:
    for who in ("LabellerA", "LabellerB"):
        everything(drawn, truth, who)
    found = report(drawn)["agreement"]
    assert (found["doubled"], found["labelled_twice"], found["percent"], found["gwet_ac1"]) == (12, 12, 100.0, 1.0)


def test_one_disagreement_is_in_the_table_and_taken_both_ways(drawn: FixedSample) -> None:
    everything(drawn, truth)
    doubled = [item.item for item in sample_of(drawn).draw.items if item.doubled]
    other = GoldLabel.UNSOURCED if truth(sample_of(drawn).items[doubled[0]]).is_error else GoldLabel.WRONG
    everything(drawn, lambda item: other if item.item == doubled[0] else truth(item), "LabellerB")
    found = report(drawn)
    assert found["labels"]["differ"] == 1
    assert found["agreement"]["percent"] == pytest.approx(100 * 11 / 12)
    assert sum(map(sum, found["agreement"]["table"])) == 12
    assert found["before"]["least"] < found["before"]["most"] or found["after"]["least"] < found["after"]["most"]


def test_a_third_person_is_asked_only_for_what_the_two_differ_on(drawn: FixedSample) -> None:
    everything(drawn, lambda item: GoldLabel.CORRECT)
    doubled = [item.item for item in sample_of(drawn).draw.items if item.doubled]
    everything(drawn, lambda item: GoldLabel.WRONG if item.item == doubled[0] else GoldLabel.CORRECT, "LabellerB")
    told = run("goldsample", "label", "--labeller", "LabellerC", "--workspace", drawn.root)
    assert told.startswith(f"item {doubled[0]}: ")
    label(drawn, doubled[0], "correct", "LabellerC")
    assert report(drawn)["labels"]["differ"] == 0


@pytest.mark.parametrize("word", GoldLabel)
def test_no_report_shows_what_is_no_number(drawn: FixedSample, word: GoldLabel) -> None:
    """All alike, whatever the word; and before anybody labelled."""
    for _ in range(2):
        told = run("goldsample", "report", drawn.root)
        assert not any(wrong in told for wrong in NO_NUMBER)
        everything(drawn, lambda item: word)
    found = report(drawn)
    if word is GoldLabel.CANNOT_TELL:
        assert (found["before"]["least"], found["before"]["most"]) == (0.0, 1.0)
    elif not word.is_error:
        assert found["before"]["most"] == 0.0
        assert "still allows up to" in run("goldsample", "report", drawn.root)


def test_the_page_of_the_pilot_says_what_the_command_says(drawn: FixedSample) -> None:
    everything(drawn, truth)
    run("report", drawn.root)
    page = (drawn.root / "9-reports" / "report.html").read_text(encoding="utf-8")
    told = report(drawn)
    assert f"<strong>{told['conclusion']}</strong>" in page
    assert all(str(escape(silence)) in page for silence in told["does_not_say"])
    kept = json.loads((drawn.root / "9-reports" / "report.json").read_text(encoding="utf-8"))
    assert kept["gold"] == {"gold": told}


def test_an_undone_label_is_not_in_the_report(drawn: FixedSample) -> None:
    label(drawn, 1, "wrong")
    assert report(drawn)["labels"]["unlabelled"] == len(sample_of(drawn).draw.items) - 1
    run("goldsample", "label", "--undo", "--labeller", "LabellerA", "--workspace", drawn.root)
    assert report(drawn)["labels"]["unlabelled"] == len(sample_of(drawn).draw.items)


def test_a_broken_log_is_said_and_the_labels_before_it_count(drawn: FixedSample) -> None:
    label(drawn, 1, "wrong")
    (log,) = (drawn.root / "6-decisions" / "gold" / "gold").glob("*.jsonl")
    log.write_bytes(log.read_bytes() + b"{}\n")
    assert "BROKEN_CHAIN" in run("goldsample", "report", drawn.root, status=1)


def test_labels_change_nothing_that_a_review_rests_on(drawn: FixedSample) -> None:
    before = run("story", drawn.changed[0], "--workspace", drawn.root)
    everything(drawn, truth)
    assert run("story", drawn.changed[0], "--workspace", drawn.root) == before
