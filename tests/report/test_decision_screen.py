"""From `r11 protocol freeze` to the decision screen: a review played on a copy of the sample, by real commands."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from pathlib import Path

import polars as pl
import pytest
from pilot_makers import Pair, invalid, report_of
from played_review import DAY, SAMPLE, again, page, tables_of, text_of
from review_makers import Person, decided, proposed

from r11 import charts
from r11.charts import SIGNS
from r11.cli import main
from r11.ledger.manifest import InvalidEntry
from r11.pilot.assessment import ProtocolFiles, assess
from r11.pilot.figures import Share, estimate_words
from r11.pilot.projection import ASSUMPTION
from r11.pilot.verdicts import Verdict
from r11.records import FrozenProtocol, sha256_hex
from r11.report import as_html, as_json, drawings
from r11.report.tables import tables
from r11.review.log import encode_event
from r11.storage import Workspace, read_decisions
from r11.vocabulary import EventKind, FixOp, ItemStatus
from r11.workbench import review_frames
from r11.workbench.probes import find_probes
from r11.workbench.rehearsal import GOLD, copy_workspace, play, prepare

EMPTY = pl.col(pl.String).fill_null("")  # a CSV cannot tell an empty text from none


def test_the_decision_has_its_picture_under_the_thresholds(played: Workspace) -> None:
    """Every share with threshold and verdict, in both widths; of a zero the limit on one side; rates with theirs."""
    markup = page(played)
    picture = markup[markup.index('id="thresholds"') : markup.index("Hours and calendar for the rest")]
    wide, narrow = map(text_of, picture.split('<div class="narrow">'))
    lines = [line for line in tables_of(played)["decision"] if line["yardstick"].endswith("_share")]
    assert len(lines) == 7
    for line in lines:
        said = f"{line['threshold']} {SIGNS[Verdict(line['verdict'])]}"
        assert f"{line['label']} {said}" in wide
        assert f"{line['label']}, {said}" in narrow
        if line["one_sided"]:
            limit = f"{line['counts'].split(',')[0]}, still allows {line['high']:.2f} (one-sided)"
            assert limit in wide
            assert limit in narrow
        if line["measured"] is not None and line["low"] is None:
            assert f"{line['counts']}: no interval" in wide
    assert any(line["one_sided"] for line in lines)
    for line in tables_of(played)["decision"]:
        if line["yardstick"].endswith("_per_hour"):
            assert f"{line['yardstick'][:2].upper()} {line['threshold']} {SIGNS[Verdict(line['verdict'])]}" in text_of(
                markup
            )


def test_a_share_without_drawn_files_is_drawn_as_assumed(played: Workspace) -> None:
    lines = [line for line in tables_of(played)["decision"] if line["yardstick"] == "o1_share"]
    assumed = [line | {"low": None, "high": None, "basis": f"3/9 in the pilot; {ASSUMPTION}"} for line in lines]
    rows = [row for row in tables_of(played)["carried"] if row["yardstick"] == "o1_share"]
    drawn = text_of(charts.svg(charts.carried(rows, assumed, charts.LIGHT)))
    assert ASSUMPTION in drawn
    assert ASSUMPTION not in text_of(charts.svg(charts.carried(rows, lines, charts.LIGHT)))


def test_a_pilot_of_which_items_wait_is_told_as_far_as_it_is(played: Workspace) -> None:
    """Ten pilot items were answered after the look: each place that names the pilot's share says that it may move."""
    markup, tables = page(played), tables_of(played)
    text, (o1, *_) = text_of(markup), tables["carried"]
    lines = {line["yardstick"]: line for line in tables["decision"]}
    assert o1["pilot_missing"] == "10/178 not reviewed at the look"
    most = round(o1["pilot_high"] * o1["pilot_n"])
    assert most > o1["pilot_count"], "the sample has such an item"
    for row in tables["carried"]:
        assert row["pilot_missing"].endswith("not reviewed at the look")
        assert row["pilot_low"] < row["pilot_high"]
        said = f"({row['pilot_missing']}: "
        assert f"{row['pilot_count']}/{row['pilot_n']} in the pilot so far {said}" in text
        assert row["pilot_missing"].startswith(f"{row['pilot_undecided']}/{row['pilot_items']} not reviewed")
        drawn = f"pilot: {row['pilot_count']}/{row['pilot_n']}, {row['pilot_undecided']}/{row['pilot_items']}"
        assert text.count(f"{drawn} undecided") == 2, "in both widths"
        assert "in the pilot so far" in lines[row["yardstick"]]["basis"]
        if row["rest"] is not None:
            assert row["all"] is None
            assert row["all_low"] < row["all_high"]
    ever, whole = re.search(r"at most (\d+)/(\d+)", lines["o1_share"]["words"]).groups()  # type: ignore[union-attr]
    can_come = (most + int(ever)) / (o1["pilot_n"] + int(whole))
    assert o1["all_high"] == pytest.approx(can_come, abs=1e-6)
    assert "no single value yet" in text
    assert "in the pilot, counted" not in text
    pilot = json.loads((played.reports / "report.json").read_bytes())["strata"]["pilot"]
    r8 = pilot["r8_as_o2"]["after_review"]
    undecided = f"{r8['undecided']}/{r8['denominator']}"
    share = Share(r8["numerator"], r8["denominator"]).with_percent
    assert undecided == "3/82"
    assert text.count(f"{share}, {undecided} not reviewed at the look") == 2  # R8 table, rates
    assert f"after review {share} not reviewed, or unsettled {undecided}" in text


def test_the_virtual_reviewer_leaves_real_decisions(played: Workspace) -> None:
    decisions = read_decisions(played.decisions)
    assert not decisions.broken
    statuses = {item.status for item in decisions.items.values()}
    assert {ItemStatus.APPROVED, ItemStatus.CLOSED, ItemStatus.TO_O3} <= statuses
    assert ItemStatus.UNSETTLED not in statuses  # the adjudicator ruled
    kinds = {entry.event.event for entry in decisions.entries}
    assert {EventKind.UNDO, EventKind.EDIT} <= kinds


def test_two_people_are_compared_with_their_raw_table_and_by_no_name(played: Workspace) -> None:
    text = text_of(page(played))
    section = text[
        text.index("Do two people say the same?") : text.index(
            "How often is a swap approved that its quote does not prove?"
        )
    ]
    assert re.search(r"O1 \d+/\d+ \d+/\d+ \(\d+\.\d %\) -?\d\.\d\d", section)
    assert "O3 0/59 not measured yet not measured yet" in section  # one of the 60 was open at the look
    assert "items by first answer (rows) and blind second answer (columns)" in section
    assert "reviewer" not in section
    assert not re.search(r"nan|None", section)


def test_the_screen_has_a_line_for_every_threshold_and_says_what_to_do(played: Workspace) -> None:
    text = text_of(page(played))
    assert "The decision" in text
    assert re.search(r"Scale: all|Do not scale", text)
    assert "hours for rest at most 40" in text
    assert re.search(r"working days for 2 reviewers at 3 active hours a day", text)
    assert "What would change the answer" in text
    look = re.search(
        r"261/261 items .* reviewed\. The one look was due at 240, with every drawn file complete\. It fell due at \S+ "
        r"\S+, and every figure of the review is of the answers to (\d+)/261 items that stood then, .*; answers to "
        r"(\d+) more items came later and change no figure\.",
        text,
    )
    assert look
    assert int(look[1]) + int(look[2]) == 261
    assert "This is no decision" not in text


def test_no_number_that_is_none_and_no_bare_percentage(played: Workspace) -> None:
    text = text_of(page(played))
    assert not re.search(r"\bNaN\b|\bnan\b|\bNone\b|\binf\b|undefined", text)
    assert not re.search(r"(?<!\d)\d+/0(?!\d)", text)
    assert len(re.findall("%", text)) == len(re.findall(r"\d+/\d+ \(\d+\.\d %\)", text))


def test_every_zero_that_says_something_of_other_files_has_its_limit(played: Workspace) -> None:
    rows = json.loads((played.reports / "report.json").read_bytes())["review"]["tables"]["decision"]
    zeros = [row for row in rows if row["measured"] == 0 and row["low"] != row["high"]]
    assert all("still allows" in row["basis"] for row in zeros)
    text = text_of(page(played))
    assert len(re.findall(r"0\.00 to 0\.\d\d \(one-sided, 0\.95\)", text)) == len(zeros)
    # a share and its limit in one unit
    assert not re.search(r"%\), elsewhere up to", text)


def test_an_estimate_says_beside_its_counts_that_it_is_weighted(played: Workspace) -> None:
    for row in pl.read_csv(played.reports / "tables" / "decision.csv").iter_rows(named=True):
        counted = re.search(r"(\d+)/(\d+) (counted )?in \d+ drawn files", row["basis"])
        if counted and round(int(counted[1]) / int(counted[2]), 2) != round(row["measured"], 2):
            assert row["basis"].startswith("weighted estimate, from "), row
    assert re.search(r"\(0\.\d\d to 0\.\d\d\), weighted, from \d+/\d+ counted", text_of(page(played)))


def test_what_is_open_after_the_one_look_asks_for_a_look_of_its_own(played: Workspace) -> None:
    text = text_of(page(played))
    assert "Do not scale as it is: O1 share is not met, and wrong edit share cannot be met in this ledger." in text
    assert re.search(r"not met, whatever the rest brings: at most \d+/534, as proposed now", text)
    assert "under a new protocol with a look of its own, frozen in a new workspace" in text


def test_r8_as_o2_is_given_as_nominated_as_proposed_and_as_reviewed(played: Workspace) -> None:
    text = text_of(page(played))
    share = r"\d+/\d+ \(\d+\.\d %\)"
    for stage in ("as nominated", "if both scopes are ratified", "as proposed, under the policy in force"):
        assert re.search(f"{stage} {share} {share} {share}", text), stage
    reviewed = f"{share}, 3/82 not reviewed at the look {share}, drawn files not all files were in the look"
    assert re.search(f"as reviewed {reviewed}", text)


def test_an_estimate_has_the_same_digits_wherever_it_stands(played: Workspace) -> None:
    """0.097 beside a limit of 0.10 is not 0.10 further down."""
    found = tables_of(played)
    text = text_of(page(played))
    lines = {row["yardstick"]: row for row in found["decision"]}
    compared = 0
    for row in found["carried"]:
        line = lines[row["yardstick"]]
        if row["rest"] is not None and row["drawn_count"]:
            said = estimate_words(line["measured"], line["low"], line["high"], line["limit"])
            value, _, interval = said.partition(" (")
            assert f"{line['label']} {line['threshold']}" in text
            weighted = "weighted, " * ("weighted" in line["counts"])
            assert f"{said}, {weighted}from {row['drawn_count']}/{row['drawn_n']} counted" in text
            assert f"{interval.removesuffix(')')} " in text.partition("Hours and calendar")[0]
            assert value in text
            compared += 1
    assert compared >= 3


def test_what_is_left_out_of_the_hours_is_what_was_so_at_the_look(played: Workspace) -> None:
    text = text_of(page(played))
    assert re.search(r"answers to \d+ more items came later", text)
    assert re.search(r"\d+/\d+ items of the pilot that nobody had answered at the look", text)
    assert "that nobody has answered" not in text


def test_the_parts_after_review_on_the_card_add_up(played: Workspace) -> None:
    card = text_of(page(played)).partition("The split")[2].partition("R8 that is O2")[0]
    parts = re.findall(r"(\d+)/(\d+) \(", card.partition("O1 after review")[2])
    assert sum(int(count) for count, _ in parts) == int(parts[0][1])


def test_the_denominator_is_said_under_the_split_after_review(played: Workspace) -> None:
    text = text_of(page(played))
    assert "n = O1 + O2 + O3 + invalid + closed + unsettled + not reviewed" in text
    for n, parts in re.findall(r"(\d+) = (\d+(?: \+ \d+){6})", text):
        assert int(n) == sum(map(int, parts.split(" + ")))


def test_the_tables_are_the_same_in_csv_and_parquet(played: Workspace) -> None:
    folder = played.reports / "tables"
    names = {path.stem for path in folder.iterdir()}
    assert {"decision", "throughput", "time_per_item", "after_review", "carried", "hours", "split", "files"} <= names
    assert {"agreement", "agreement_pairs"} <= names
    for name in names:
        parquet = pl.read_parquet(folder / f"{name}.parquet")
        csv = pl.read_csv(folder / f"{name}.csv", schema=parquet.schema)
        assert csv.with_columns(EMPTY).equals(parquet.with_columns(EMPTY), null_equal=True), name
        assert not any(parquet[column].is_nan().any() for column in parquet.columns if parquet[column].dtype.is_float())


def test_a_second_report_changes_no_byte(played: Workspace) -> None:
    """Every run can be repeated."""
    before = {path: path.read_bytes() for path in played.reports.rglob("*") if path.is_file()}
    assert main(["report", str(played.root)]) == 0
    assert {path: path.read_bytes() for path in played.reports.rglob("*") if path.is_file()} == before


def test_before_the_look_is_due_there_is_progress_and_no_figure(
    prepared: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = again(prepared, tmp_path / "ws")
    play(workspace, seed=7, error_rate=0.04, start=DAY + timedelta(hours=1), items=24)
    assert main(["report", str(workspace.root)]) == 0
    assert "Progress, not yet a decision" in capsys.readouterr().out
    text = text_of(page(workspace))
    assert "24/261 items of the pilot and the drawn files are reviewed" in text
    assert "not measured yet" in text
    assert "What the review made of it" not in text
    assert not (workspace.reports / "tables" / "decision.csv").exists()
    assert json.loads((workspace.reports / "report.json").read_bytes())["review"]["tables"] == {}


@pytest.fixture
def reviewed(played: Workspace, tmp_path: Path) -> Workspace:
    return again(played, tmp_path / "ws")


def test_thresholds_that_were_frozen_after_the_first_review_give_no_decision(
    reviewed: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    (reviewed.protocol / "protocol.frozen.json").unlink()
    first = min(entry.event.at for entry in read_decisions(reviewed.decisions).entries)
    assert main(["protocol", "freeze", str(reviewed.root), "--by", "the operator"]) == (
        1 if datetime.now(UTC) > datetime.fromisoformat(first) else 0
    )
    frozen = json.loads((reviewed.protocol / "protocol.frozen.json").read_bytes())
    frozen["frozen_at"] = (DAY + timedelta(days=30)).isoformat()
    (reviewed.protocol / "protocol.frozen.json").write_text(json.dumps(frozen))
    assert main(["protocol", "show", str(reviewed.root)]) == 0
    assert "frozen after the first review event" in capsys.readouterr().out
    assert main(["report", str(reviewed.root)]) == 0
    text = text_of(page(reviewed))
    assert "Figures, not a decision" in text
    assert "If this were a decision" in text


def test_thresholds_are_not_moved_once_people_have_looked(
    reviewed: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    text = reviewed.protocol / "protocol.toml"
    text.write_text(text.read_text().replace("at_least = 0.25", "at_least = 0.05"))
    assert main(["protocol", "freeze", str(reviewed.root), "--by", "the operator"]) == 1
    assert "FROZEN" in capsys.readouterr().err
    assert main(["report", str(reviewed.root)]) == 0
    assert "protocol.toml is not the text that was frozen" in text_of(page(reviewed))


def test_probes_are_missed_as_often_as_a_simulated_reviewer_errs(tmp_path: Path) -> None:
    """Through the desk that deals them: what the report says of probes is what the reviewers of the play do."""
    copy = copy_workspace(SAMPLE, tmp_path / "probed")
    protocol = copy.protocol / "protocol.toml"
    text = protocol.read_text(encoding="utf-8")
    many = text.replace("class_sample_size = 20", "class_sample_size = 1").replace("share = 0.05", "share = 0.5")
    assert many != text
    protocol.write_text(many, encoding="utf-8")
    prepare(copy, by="the operator", now=DAY)
    for rate in (0.1, 0.5):
        answered = missed = 0
        for seed in (1, 2):
            workspace = again(copy, tmp_path / f"{rate} {seed}")
            play(workspace, seed=seed, error_rate=rate, start=DAY + timedelta(hours=1))
            both = find_probes(workspace).measures[-1]
            answered += both.missed.denominator
            missed += both.missed.numerator
        spread = 3 * (rate * (1 - rate) / answered) ** 0.5
        assert answered >= 30
        assert missed / answered == pytest.approx(rate, abs=spread)


def test_a_rehearsal_needs_gold_answers(tmp_path: Path) -> None:
    with pytest.raises(Exception, match=GOLD):
        copy_workspace(tmp_path, tmp_path / "copy")


# --- small worlds ---------------------------------------------------------------------------------------------------


def small(pairs: list[Pair], *people: Person, bad: Sequence[InvalidEntry] = ()) -> str:
    """The page of a hand-made review under the draft of the sample, with the look due at the first answer."""
    text = (SAMPLE / "protocol" / "protocol.toml").read_bytes().replace(b"items = 240", b"items = 1")
    found = report_of(pairs, bad)
    assessment = assess(found.measures, pairs, bad, decided(*people), ProtocolFiles(text), idle_cap=60)
    report = replace(found, assessment=assessment)
    json.dumps(as_json(report), allow_nan=False)
    assert tables(report)
    return text_of(as_html(report, drawings(report)))


ONE, *MORE = proposed(FixOp.O1, 9, "a.md")
HALF = [*proposed(FixOp.O1, 20, "big.md"), *(pair for n in range(20) for pair in proposed(FixOp.O1, 1, f"{n:02}.md"))]
SMALL_WORLDS = {
    "no flags": ([], []),
    "nobody reviewed": ([ONE, *MORE], []),
    "one file, one answer": ([ONE], [Person().approve(ONE)]),
    "all reviewers agree": ([ONE], [Person("A").approve(ONE), Person("B").approve(ONE)]),
    "one disagreement": ([ONE, *MORE], [Person("A").approve(ONE), Person("B").close(ONE)]),
    "everything closed": ([ONE, MORE[0]], [Person().close(ONE).close(MORE[0])]),
    "no time recorded": ([ONE], [Person().approve(ONE, 0)]),
    "one file with half of all flags": (HALF, [reduce(lambda person, pair: person.approve(pair), HALF, Person())]),
}


@pytest.mark.parametrize("world", SMALL_WORLDS)
def test_next_to_nothing_is_said_without_a_number_that_is_none(world: str) -> None:
    pairs, people = SMALL_WORLDS[world]
    text = small(pairs, *people)
    assert not re.search(r"\bNaN\b|\bnan\b|\bNone\b|\binf\b|undefined", text)
    assert not re.search(r"(?<!\d)\d+/0(?!\d)", text)
    assert len(re.findall("%", text)) == len(re.findall(r"\d+/\d+ \(\d+\.\d %\)", text))


def test_all_invalid_is_no_zero() -> None:
    text = small([], bad=[invalid(), invalid("a.md")])
    assert "There is no item to review" in text
    assert "no items items" not in text
    assert "This is no decision" in text


def test_one_file_with_half_of_all_flags_has_no_interval() -> None:
    text = small(*_of("one file with half of all flags"))
    assert "more than a third" in text or "are too few" in text or "not reviewed completely" in text


def test_one_of_a_thing_is_not_said_in_the_plural() -> None:
    assert "1 item in 1 session of 1 reviewer" in small(*_of("one file, one answer"))


def _of(world: str) -> tuple[list[Pair], Person]:
    pairs, (person,) = SMALL_WORLDS[world]
    return pairs, person


def test_what_a_reviewer_or_operator_is_called_is_escaped() -> None:
    pairs = [ONE]
    found = report_of(pairs)
    name = '<img src=x onerror="alert(1)">'
    text = (SAMPLE / "protocol" / "protocol.toml").read_bytes()
    frozen = FrozenProtocol(
        frozen_by=name, frozen_at="2026-03-01T08:00:00+00:00", text_sha256=sha256_hex(text), ledger_sha256="", drawn=()
    )
    people = decided(Person(name).approve(ONE))
    assessment = assess(found.measures, pairs, (), people, ProtocolFiles(text, frozen), idle_cap=60)
    markup = as_html(replace(found, assessment=assessment), {})
    assert "<img" not in markup
    assert "&lt;img" in markup


# --- what the figures are counted from ------------------------------------------------------------------------------


def events(workspace: Workspace) -> list[dict]:
    """All logs as they lie on disk, in the order of time."""
    lines = [line for path in workspace.decisions.glob("*.jsonl") for line in path.read_text().splitlines()]
    return sorted(map(json.loads, lines), key=lambda event: (event["at"], event["reviewer"], event["seq"]))


def of_the_look(workspace: Workspace) -> list[dict]:
    """Those that stood when the one look fell due, and second looks and rulings at what was answered by then."""
    taken = json.loads((workspace.reports / "report.json").read_bytes())["review"]["look"]["taken"]
    everything, stacks, held, kept = events(workspace), {}, set(), []
    ruling = {(one["reviewer"], one["session"]) for one in everything if one["event"] == "adjudicate"}
    for event in everything:
        stack = stacks.setdefault(event["reviewer"], [])
        about = set(stack.pop() if event["event"] == "undo" else event["flag_keys"])
        if event["event"] != "undo":
            stack.append(event["flag_keys"])
        if event["at"] <= taken:
            held |= about
        is_later = event["session"].startswith("second") or (event["reviewer"], event["session"]) in ruling
        if event["at"] <= taken or (is_later and about <= held):
            kept.append(event)
    return kept


def in_force(workspace: Workspace) -> dict[tuple[str, str], dict]:
    """By item and reviewer the last answer that no undo took back."""
    stacks: dict[str, list[dict]] = {}
    for event in of_the_look(workspace):
        stack = stacks.setdefault(event["reviewer"], [])
        if event["event"] == "undo":
            stack.pop()
        elif event["event"] != "shown":
            stack.append(event)
    given = [event for stack in stacks.values() for event in stack if event["event"] in {"approve", "close", "to_o3"}]
    return {(event["flag_keys"][0], event["reviewer"]): event for event in given}


def test_the_rates_are_those_of_the_raw_logs(played: Workspace) -> None:
    """Counted again from the files, without the fold: first answers and second looks apart, no answer in both."""
    proposals = map(json.loads, (played.proposals / "built-in.jsonl").read_text().splitlines())
    ops, answers = {one["flag_key"]: one["op"] for one in proposals}, in_force(played)
    told = tables_of(played)
    for table, second in (("throughput", False), ("throughput_second", True)):
        mine = [key for (key, _), event in answers.items() if event["session"].startswith("second") is second]
        assert {row["op"]: row["items"] + row["untimed"] for row in told[table]} == {
            op: sum(ops[key] == op for key in mine) for op in ("O1", "O2", "O3")
        }
        assert len(set(mine)) == len(mine)
    rulings = {(one["reviewer"], one["session"]) for one in events(played) if one["event"] == "adjudicate"}
    timed = [one for one in of_the_look(played) if (one["reviewer"], one["session"]) not in rulings]
    seconds = sum(row["active_seconds"] for name in ("throughput", "throughput_second") for row in told[name])
    assert seconds == pytest.approx(sum(one["active_ms"] for one in timed) / 1000, abs=0.01)


def test_closed_claims_are_told_apart_and_add_up(played: Workspace) -> None:
    told = tables_of(played)
    for name in ("pilot", "drawn from the rest"):
        rows = [row for row in told["closings"] if row["stratum"] == name]
        (closed,) = (row for row in told["after_review"] if row["stratum"] == name and row["part"] == "closed")
        assert sum(row["count"] for row in rows) == closed["count"]
        changed = next(row for row in rows if row["closing"].startswith("page changed"))
        assert 0 < changed["count"] < closed["count"]
    (line,) = (row for row in told["decision"] if row["yardstick"] == "judge_mistaken_share")
    drawn = next(row for row in told["closings"] if row["stratum"] != "pilot")
    assert line["counts"] == f"{drawn['count']}/{drawn['n']}, drawn files, weighted"


SCOPES = "pilot files only|drawn files|all files|swaps with a second look"


def test_every_line_says_what_its_value_is_counted_from_and_where(played: Workspace) -> None:
    """A share of the pilot alone stands for nothing else, and says so; each share of counts gives its value."""
    rows, text = tables_of(played)["decision"], text_of(page(played))
    for row in rows:
        assert row["counts"] in text
        share = re.match(rf"(\d+)/(\d+), ({SCOPES})(, weighted)?$", row["counts"])
        assert bool(share) is row["yardstick"].endswith("_share"), row
        if share and not share[4]:
            assert row["measured"] == pytest.approx(int(share[1]) / int(share[2]))
    (acceptance,) = (row for row in rows if row["yardstick"] == "o1_acceptance_share")
    assert acceptance["counts"].endswith("drawn files")
    assert acceptance["low"] is None


def test_the_hours_are_the_sum_of_their_rows_and_say_what_they_leave_out(played: Workspace) -> None:
    *rows, total = tables_of(played)["hours"]
    for key in ("items", "hours", "low", "high"):
        assert total[key] == pytest.approx(sum(row[key] for row in rows), abs=1e-5)
    looks = {row["op"]: row["drawn"] - row["pairs"] for row in tables_of(played)["agreement"]}
    assert {row["work"]: row["items"] for row in rows if "second" in row["work"]} == {
        f"{op} second looks": count for op, count in looks.items()
    }
    assert all(bool(row["why"]) is ("second" in row["work"]) for row in rows), "seven drawn swaps in five sessions"
    assert "O2, blind second looks assumes a second look takes as long as a first answer" in text_of(page(played))
    assert "O3 second looks: assumes" in "; ".join(str(row["basis"]) for row in tables_of(played)["decision"])
    assert re.search(
        r"Not in these hours: open source-silent flags, \d+ in the pilot and \d+ in the rest:", text_of(page(played))
    )


# --- one source for page and JSON -----------------------------------------------------------------------------------


def test_the_json_holds_what_the_page_shows_of_the_review(
    played: Workspace, prepared: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report, text = json.loads((played.reports / "report.json").read_bytes()), text_of(page(played))
    for stratum in ("pilot", "rest"):
        after = report["strata"][stratum]["r8_as_o2"]["after_review"]
        assert f"{after['numerator']}/{after['denominator']}" in re.search(r"as reviewed .*", text)[0][:90]  # type: ignore[index]
        split = report["strata"][stratum]["split"]["after_review"]
        n = split.pop("n")
        assert sum(count for count in split.values() if isinstance(count, int)) == n
    assert report["strata"]["rest"]["r8_as_o2"]["after_review"]["files"] == "drawn from the rest"
    assert set(report["strata"]["all"]["r8_as_o2"]["after_review"]) == {"not_measured"}
    rates = {row["op"]: row for row in report["review"]["tables"]["throughput"]}
    assert report["throughput"] == rates
    assert main(["pilot", str(played.root), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["throughput"] == rates

    early = again(prepared, tmp_path / "ws")
    play(early, seed=7, error_rate=0.04, start=DAY + timedelta(hours=1), items=24)
    assert main(["report", str(early.root), "--json"]) == 0
    before = json.loads(capsys.readouterr().out)
    assert set(before["throughput"]) == {"not_measured"}
    assert set(before["strata"]["pilot"]["split"]["after_review"]) == {"not_measured"}


def test_the_terminal_of_the_pilot_says_the_decision_in_one_line(
    played: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pilot", str(played.root)]) == 0
    assert re.search(r"^the decision: Do not scale as it is: O1 share is not met, and", capsys.readouterr().out, re.M)


def test_the_layers_of_a_weighted_estimate_add_up_to_its_counts(played: Workspace) -> None:
    rows = re.findall(
        r'<th scope="row">([^<]+)</th><td>(1|2 to 3|4 and more)</td><td class="n">(\d+)</td>'
        r'<td class="n">(\d+)</td><td class="n">(?:(\d+)/(\d+)|no items)</td>',
        page(played),
    )
    for row in tables_of(played)["carried"]:
        mine = [one for one in rows if one[0] == row["label"]]
        if row["drawn_n"] is None:
            assert not mine
            continue
        assert sum(int(one[5] or 0) for one in mine) == row["drawn_n"]
        assert sum(int(one[4] or 0) for one in mine) == row["drawn_count"]
        assert sum(int(one[3]) for one in mine) == row["drawn_files"]


def test_a_played_copy_is_never_called_the_work_of_people(played: Workspace, tmp_path: Path) -> None:
    assert "by virtual reviewers, who are nobody" in review_frames.load(str(played.root), seed=7, error_rate=0.04).words
    mixed = again(played, tmp_path / "ws")
    person = Person("Kari", at=DAY + timedelta(days=3)).mention(EventKind.SKIP, *proposed(FixOp.O1, 1))
    log = b"".join(encode_event(event) + b"\n" for event in person.events)
    (mixed.decisions / "kari-s1.jsonl").write_bytes(log)
    assert (
        "people and by virtual reviewers (3 of 4 names)"
        in review_frames.load(str(mixed.root), seed=7, error_rate=0.04).words
    )
