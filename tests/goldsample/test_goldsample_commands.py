"""`r11 goldsample` on the fixed sample: what it refuses first, then draw, labels and report."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fixed_sample import FixedSample, called, run
from markupsafe import escape

from r11.apply import main as apply
from r11.storage import Workspace
from r11.storage.gold import GoldSample, read_sample
from r11.vocabulary import GoldLabel, GoldStratum, GoldVersion
from r11.workbench.goldsample_desk import LEASE, LabelDesk

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
        pytest.param(["3", "--undo"], "give no item with it", id="an item to undo"),
        pytest.param(["0", "wrong"], "this draw has the items 1 to", id="no such item"),
        pytest.param(["3", "Wrong"], "none of correct, outdated, wrong", id="another word"),
        pytest.param(["--undo"], "nothing of yours to undo", id="nothing to undo"),
    ],
)
def test_what_cannot_be_labelled(drawn: FixedSample, words: list[str], told: str) -> None:
    status = 1 if words == ["--undo"] else 2
    said = run("goldsample", "label", *words, "--labeller", "A", "--workspace", drawn.root, status=status)
    assert told in said
    assert sample_of(drawn).labels == {}


# --- draw -----------------------------------------------------------------------------------------------------------


def test_a_plan_draws_nothing(fixed: FixedSample) -> None:
    planned = run("goldsample", "draw", fixed.root, "--seed", "1", "--plan")
    assert "expected width" in " ".join(planned.split())
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


# --- nobody labels what others label --------------------------------------------------------------------------------


def test_a_second_label_is_refused_where_none_is_needed(drawn: FixedSample) -> None:
    once = next(item.item for item in sample_of(drawn).draw.items if not item.doubled)
    label(drawn, once, "wrong")
    words = ["goldsample", "label", once, "--labeller", "LabellerB", "--workspace", drawn.root]
    told = run(*words[:3], "correct", *words[3:], status=1)
    assert "somebody else labelled it already" in told
    assert "nothing was recorded" in told
    assert "wrong" not in told
    assert sample_of(drawn).labels == {once: {"LabellerA": GoldLabel.WRONG}}
    assert "does not need a label of yours" in run(*words)
    label(drawn, once, "outdated")
    assert sample_of(drawn).labels == {once: {"LabellerA": GoldLabel.OUTDATED}}


def test_an_item_is_shown_by_its_number_and_says_what_you_said(drawn: FixedSample) -> None:
    words = ["goldsample", "label", "9", "--labeller", "LabellerA", "--workspace", drawn.root]
    shown = run(*words)
    assert shown.startswith(f"item 9: {sample_of(drawn).cards[9].claim}")
    assert "you said" not in shown
    label(drawn, 9, "wrong")
    assert "you said: wrong" in run(*words)


def test_what_one_looks_at_is_offered_to_no_second_and_is_free_again_later(drawn: FixedSample) -> None:
    sample, at = sample_of(drawn), [datetime.now(UTC)]
    first, second, third = (LabelDesk(sample, f"Labeller{letter}", "s1", lambda: at[0]) for letter in "ABC")
    once = next(item.item for item in sample.draw.items if not item.doubled)
    twice = next(item.item for item in sample.draw.items if item.doubled)
    assert [desk.take(once) for desk in (first, second, third, first)] == [True, False, False, True]
    assert [desk.take(twice) for desk in (first, second, third)] == [True, True, False]
    assert third.take(once)  # the first one looks at another item by now
    at[0] += LEASE + timedelta(seconds=1)
    assert first.take(once)


def test_two_processes_side_by_side_label_nothing_twice_that_needs_one(drawn: FixedSample) -> None:
    """Each labels whatever it is offered, as fast as it can, from the same end of the list."""
    begin = str(time.time() + 5)
    both = [subprocess.Popen([sys.executable, "-c", _LABEL_ALL, drawn.root, who, begin]) for who in "AB"]
    assert [process.wait(240) for process in both] == [0, 0]
    sample = sample_of(drawn)
    given = {item.item: len(sample.labels.get(item.item, {})) for item in sample.draw.items}
    assert given == {item.item: 2 if item.doubled else 1 for item in sample.draw.items}


_LABEL_ALL = """
import datetime, pathlib, sys, time
from r11.storage import Workspace
from r11.storage.gold import read_sample
from r11.vocabulary import GoldLabel
from r11.workbench.goldsample_desk import LabelDesk
root, who, begin = sys.argv[1:]
sample = read_sample(Workspace.open(pathlib.Path(root)), "gold")
desk = LabelDesk(sample, who, "cli", lambda: datetime.datetime.now(datetime.timezone.utc))
desk._order = tuple(sorted(desk._order))
time.sleep(max(0, float(begin) - time.time()))
while any(desk.is_open(item) for item in desk.order()):
    item = desk.next_open()
    if item is not None:
        desk.record(item, GoldLabel.WRONG)
    desk.refresh()
"""


def test_two_commands_at_once_on_one_item_give_it_one_label(drawn: FixedSample) -> None:
    once = next(item.item for item in sample_of(drawn).draw.items if not item.doubled)
    command = [sys.executable, "-m", "r11", "goldsample", "label", str(once), "wrong", "--workspace", str(drawn.root)]
    both = [
        subprocess.Popen([*command, "--labeller", who], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for who in ("LabellerA", "LabellerB")
    ]
    told = "".join(process.communicate(timeout=240)[1] for process in both)
    assert sorted(process.returncode for process in both) == [0, 1]
    assert "somebody else labelled it already" in told
    assert len(sample_of(drawn).labels[once]) == 1


def test_a_label_waits_for_nothing_that_only_the_result_needs() -> None:
    """Statistics, fetching and the panel are slow to import, and a labeller at the command line waits each time."""
    code = "import sys, r11.commands.goldsample, r11.workbench.goldsample_desk; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"scipy", "statsmodels", "pandas", "httpx", "anywidget", "ipywidgets"} & set(loaded)


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


@pytest.mark.parametrize("columns", [None, 70], ids=["no terminal", "a narrow one"])
@pytest.mark.parametrize("word", [None, GoldLabel.CANNOT_TELL, GoldLabel.CORRECT])
def test_every_line_fits_and_a_wide_table_goes_on_below(
    drawn: FixedSample, monkeypatch: pytest.MonkeyPatch, columns: int | None, word: GoldLabel | None
) -> None:
    """Whatever the labels are; and a card shows the claim and its page within the same width."""
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns:
        monkeypatch.setenv("COLUMNS", str(columns))
    if word:
        everything(drawn, lambda item: word)
    told, card = (
        run("goldsample", "report", drawn.root),
        run("goldsample", "label", "1", "--labeller", "LabellerA", "--workspace", drawn.root),
    )
    lines = [line for line in (*told.splitlines(), *card.splitlines()) if max(map(len, line.split()), default=0) < 60]
    assert max(map(len, lines)) <= (columns or 100)
    if columns is None:
        for name in ("stratum", "changed"):
            wide = told[told.index("Errors are outdated or wrong") :]
            before, after = [line for line in wide.splitlines() if line.startswith(f"  {name} ")][:2]
            assert len(before) > len(after) > 30
        assert re.search(r"^  stratum +errors after +95 % interval$", told, re.M)


def test_the_page_of_the_draw_says_what_the_command_says(drawn: FixedSample) -> None:
    """Its own page with its own title; the pilot report names it, and writes it anew."""
    everything(drawn, truth)
    words = run("goldsample", "report", drawn.root)
    path = drawn.root / "9-reports" / "gold-gold.html"
    assert words.rstrip().endswith("gold-gold.html")
    page = path.read_text(encoding="utf-8")
    told = report(drawn)
    assert "<title>Result of the gold sample: ws</title>" in page
    assert "Pilot report" not in page
    assert f"<strong>{told['conclusion'].replace(' %', chr(160) + '%')}</strong>" in page
    assert all(str(escape(silence)) in page for silence in told["does_not_say"])
    assert " %" not in re.sub(r"<style>.*?</style>|<svg.*?</svg>", "", page, flags=re.DOTALL)
    path.unlink()
    run("report", drawn.root)
    assert path.read_text(encoding="utf-8") == page
    pilot = (drawn.root / "9-reports" / "report.html").read_text(encoding="utf-8")
    assert '<a href="gold-gold.html">' in pilot
    kept = json.loads((drawn.root / "9-reports" / "report.json").read_text(encoding="utf-8"))
    assert kept["gold"] == {"gold": told}


def test_a_batch_after_the_draw_is_counted_and_changes_no_figure(drawn: FixedSample) -> None:
    everything(drawn, truth)
    before = report(drawn)
    run("decide", "--event", "revert", "--batch", "first", "--reviewer", "Operator", "--workspace", drawn.root)
    called(apply, "--reverse", drawn.root / "8-receipts" / "first.json", "--corpus", drawn.root / "corpus",
           "--workspace", drawn.root)  # fmt: skip
    after = report(drawn)
    keys = {*drawn.changed, *drawn.removed}
    of_drawn = keys & {item.claim_key for item in sample_of(drawn).draw.items}
    assert before["changed_since_the_draw"] == {"claims": 0, "drawn": 0}
    assert after["changed_since_the_draw"] == {"claims": len(keys), "drawn": len(of_drawn)}
    assert {name: after[name] for name in ("before", "after", "gain")} == {
        name: before[name] for name in ("before", "after", "gain")
    }


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
