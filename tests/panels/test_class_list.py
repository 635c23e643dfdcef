"""The O1 list and the last page: only after the drawn sample was approved one by one; frozen is what was approved."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from small_programme import SAMPLE_SIZE, SWAPS, SmallProgramme, at, press, run

from r11.apply import main as apply
from r11.panels.review import ReviewPanel
from r11.records import ApprovedManifest
from r11.review.decisions import Answer

Small = SmallProgramme


def drawn(small: Small) -> list[str]:
    return [key.rpartition("#")[2] for key in small.desk("ReviewerA", "look").sample({})]


def rest(small: Small) -> list[str]:
    return [claim for claim in SWAPS if claim not in drawn(small)]


def approve_sample(panel: ReviewPanel, count: int = SAMPLE_SIZE) -> None:
    """The drawn items come first in the queue."""
    for _ in range(count):
        press(panel, "outdated", active_ms=8000, wall_ms=9000)


def confirm(panel: ReviewPanel, rulings: dict[str, str], **more: Any) -> dict[str, Any]:
    """Rule on the rows of the page; what is not named is left for one by one."""
    press(panel, "go", page="list")
    rows = panel.screen["list"]["rows"]
    message = {
        "rulings": {row["key"]: rulings.get(row["key"].rpartition("#")[2], "") for row in rows},
        "versions": {row["key"]: row["version"] for row in rows},
        "contents": {row["key"]: row["content"] for row in rows},
    }
    return press(panel, "confirm_class", **{**message, **more})


def test_the_sample_is_drawn_by_the_protocol_and_comes_first(small: Small) -> None:
    first = [key.rpartition("#")[2] for key in small.desk("ReviewerB", "b").order({})[:SAMPLE_SIZE]]
    assert first == drawn(small)
    assert len(set(first)) == SAMPLE_SIZE
    file = small.workspace.protocol / "protocol.toml"
    file.write_text(
        file.read_text().replace("class_sample_size = 3", "class_sample_size = 5").replace("seed = 7", "seed = 8")
    )
    assert len(drawn(small)) == 5
    file.unlink()
    assert sorted(drawn(small)) == sorted(SWAPS)  # 20 where there is no protocol: all eight


def test_a_protocol_that_cannot_be_read_lets_nobody_begin(small: Small) -> None:
    (small.workspace.protocol / "protocol.toml").write_text("[look]\nclass_sample_size = 0\n")
    panel = small.panel()
    assert panel.screen["page"] == "name"
    assert "class_sample_size" in panel.screen["status"]["text"]


@pytest.mark.parametrize("decided", range(SAMPLE_SIZE))
def test_no_list_is_confirmed_before_the_whole_sample_was_decided(small: Small, decided: int) -> None:
    panel = small.panel()
    approve_sample(panel, decided)
    screen = confirm(panel, dict.fromkeys(SWAPS, "outdated"))
    assert (
        f"sample of {SAMPLE_SIZE} swaps one by one ({decided} of {SAMPLE_SIZE} decided by you)"
        in screen["status"]["text"]
    )
    assert screen["status"]["error"]
    assert not screen["list"]["allowed"]
    assert len(small.events()) == decided


OBJECTIONS = [
    ("closed", [("close", {})]),
    ("sent to O3", [("to_o3", {})]),
    ("approved with another line", [("edit", {"text": "No limit.", "disposition": "wrong", "checked": True})]),
]


@pytest.mark.parametrize(("answers"), [row[1] for row in OBJECTIONS], ids=[row[0] for row in OBJECTIONS])
def test_one_objection_in_the_sample_closes_the_list(small: Small, answers: list[tuple[str, dict[str, Any]]]) -> None:
    panel = small.panel()
    for kind, more in answers:
        press(panel, kind, **more)
    approve_sample(panel, SAMPLE_SIZE - 1)
    count = len(small.events())
    screen = confirm(panel, dict.fromkeys(SWAPS, "outdated"))
    assert f"1 of the {SAMPLE_SIZE} swaps of the random sample was not approved" in screen["status"]["text"]
    assert len(small.events()) == count


def test_a_skipped_item_of_the_sample_is_not_decided(small: Small) -> None:
    panel = small.panel()
    press(panel, "skip")
    approve_sample(panel, SAMPLE_SIZE - 1)
    assert (
        "sample of 3 swaps one by one (2 of 3 decided by you)"
        in confirm(panel, dict.fromkeys(SWAPS, "outdated"))["status"]["text"]
    )


def test_the_rows_ruled_on_are_confirmed_and_the_others_stay_open(small: Small) -> None:
    panel = small.panel()
    approve_sample(panel)
    one, two, *others = rest(small)
    screen = confirm(panel, {one: "outdated", two: "wrong"})
    assert screen["status"]["text"].startswith("saved: 2 edits confirmed, 3 left")
    states = {claim: small.state(claim) for claim in rest(small)}
    assert {claim: answer_of(state.answers) for claim, state in states.items()} == {
        one: ("class", "outdated"),
        two: ("class", "wrong"),
        **dict.fromkeys(others, None),
    }
    assert screen["page"] == "item"  # nothing is left on the list: go on one by one
    press(panel, "undo")
    assert Counter(small.status(claim) for claim in rest(small)) == {"open": len(rest(small))}


def answer_of(answers: tuple[Answer, ...]) -> tuple[str, str] | None:
    return (str(answers[0].scope), str(answers[0].disposition)) if answers else None


LATE_CONFIRMATIONS = [
    ("a row that somebody decided meanwhile", "versions", "after you looked at it"),
    ("a row whose proposal changed", "contents", "changed since you looked"),
]


@pytest.mark.parametrize(
    ("field", "words"), [row[1:] for row in LATE_CONFIRMATIONS], ids=[row[0] for row in LATE_CONFIRMATIONS]
)
def test_a_list_that_is_no_longer_what_was_read_is_refused_whole(small: Small, field: str, words: str) -> None:
    panel = small.panel()
    approve_sample(panel)
    keys = [small.key(claim) for claim in rest(small)]
    screen = confirm(panel, dict.fromkeys(SWAPS, "outdated"), **{field: dict.fromkeys(keys, "0" * 64)})
    assert words in screen["status"]["text"]
    assert len(small.events()) == SAMPLE_SIZE


def test_an_item_that_is_not_on_the_list_cannot_be_slipped_in(small: Small) -> None:
    panel = small.panel()
    approve_sample(panel)
    for claim in ("drop", "write", drawn(small)[0]):
        screen = press(panel, "confirm_class", rulings={small.key(claim): "outdated"}, versions={}, contents={})
        assert screen["status"]["error"], claim
    assert len(small.events()) == SAMPLE_SIZE


# --- a sample that was decided faster than it can be read ---


def hurry(panel: ReviewPanel, active_ms: int = 900) -> None:
    for _ in range(SAMPLE_SIZE):
        assert press(panel, "outdated", active_ms=active_ms, wall_ms=active_ms)["status"]["text"].startswith("saved: ")


def test_a_hasty_sample_is_said_in_numbers_and_asks_for_a_second_act(small: Small) -> None:
    panel = small.panel()
    hurry(panel)
    screen = confirm(panel, dict.fromkeys(SWAPS, "outdated"))
    words = f"{SAMPLE_SIZE} of {SAMPLE_SIZE} swaps of the sample were decided in under 3 s each (median 0.9 s)"
    assert words in screen["list"]["pace"]
    assert screen["status"]["error"]
    assert words in screen["status"]["text"]
    assert len(small.events()) == SAMPLE_SIZE
    for no_tick in (False, "true", 1):
        assert confirm(panel, dict.fromkeys(SWAPS, "outdated"), stand_by=no_tick)["status"]["error"]
    screen = confirm(panel, dict.fromkeys(SWAPS, "outdated"), stand_by=True)
    assert screen["status"]["text"].startswith(f"saved: {len(SWAPS) - SAMPLE_SIZE} edits confirmed")


def test_looking_at_the_sample_again_is_the_other_way_on(small: Small) -> None:
    panel = small.panel()
    hurry(panel)
    panel.press("filter", name="status", value="open")
    press(panel, "go", page="sample")
    for claim in drawn(small):
        assert panel.screen["item"]["key"] == small.key(claim)
        press(panel, "next", active_ms=4000)
    press(panel, "go", page="list")
    assert panel.screen["list"]["allowed"]
    assert panel.screen["list"]["pace"] == ""


PACES = [
    pytest.param([8000, 8000, 500], False, id="one quick one"),
    pytest.param([8000, 2999, 500], True, id="most of them quick"),
    pytest.param([3000, 3000, 3000], False, id="just long enough"),
    pytest.param([0, 0, 0], True, id="no sign of life at all"),
]


@pytest.mark.parametrize(("times", "is_hasty"), PACES)
def test_the_median_says_whether_the_sample_was_read(small: Small, times: list[int], is_hasty: bool) -> None:
    panel = small.panel()
    for time in times:
        press(panel, "outdated", active_ms=time, wall_ms=time + 10)
    press(panel, "go", page="list")
    assert bool(panel.screen["list"]["pace"]) is is_hasty


def test_what_was_not_timed_says_nothing_of_its_pace(small: Small) -> None:
    for claim in drawn(small):
        run("decide", small.key(claim), "--event", "approve", "--disposition", "outdated", "--reviewer", "ReviewerA",
            "--workspace", str(small.workspace.root))  # fmt: skip
    panel = small.panel()
    assert confirm(panel, dict.fromkeys(SWAPS, "outdated"))["status"]["text"].startswith("saved: ")


def test_of_two_who_agree_the_one_who_read_counts(small: Small) -> None:
    hurry(small.panel())
    other = small.panel("ReviewerB", "b")
    for claim in drawn(small):
        at(other, claim)
        press(other, "outdated", active_ms=9000)
    press(other, "go", page="list")
    assert other.screen["list"]["pace"] == ""


# --- whose sample it is ---


def test_who_did_not_decide_the_sample_confirms_no_list(small: Small) -> None:
    """Until they have: the button leads through the items that are open to nobody else's queue any more."""
    approve_sample(small.panel())
    other = small.panel("ReviewerB", "b")
    screen = confirm(other, dict.fromkeys(SWAPS, "outdated"), stand_by=True)
    assert screen["status"]["error"]
    assert f"(0 of {SAMPLE_SIZE} decided by you)" in screen["list"]["words"]
    assert screen["list"]["to_decide"] == SAMPLE_SIZE
    press(other, "go", page="sample")
    for claim in drawn(small):
        assert other.screen["item"]["key"] == small.key(claim)
        press(other, "outdated", active_ms=8000, wall_ms=9000)
    assert confirm(other, dict.fromkeys(SWAPS, "outdated"))["status"]["text"].startswith("saved: 5 edits confirmed")


def test_the_last_of_the_sample_says_that_the_list_is_there(small: Small) -> None:
    panel = small.panel()
    approve_sample(panel, SAMPLE_SIZE - 1)
    assert "`l` shows" not in panel.screen["status"]["text"]
    told = press(panel, "wrong", active_ms=8000)["status"]["text"]
    assert told.endswith(f"`l` shows the other {len(SWAPS) - SAMPLE_SIZE} swaps as a list")


def test_a_row_stands_in_its_file(small: Small) -> None:
    panel = small.panel()
    approve_sample(panel)
    for row in press(panel, "go", page="list")["list"]["rows"]:
        (target,) = (words for _, words, is_target in row["context"] if is_target)
        assert "The limit for" in target[0][1]
        assert len(row["context"]) > 1


# --- one count of what is decided ---


def test_header_list_and_summary_count_the_same(small: Small) -> None:
    """One approved, one sent to O3 (which waits for a text), one asked about: one is decided."""
    panel = small.panel()
    press(panel, "outdated")
    press(panel, "skip")
    press(panel, "ask", note="Since when?")
    press(panel, "go", page="list")
    assert panel.screen["progress"]["decided"] == 1
    assert f"(1 of {SAMPLE_SIZE} decided by you)" in panel.screen["list"]["words"]
    press(panel, "go", page="end")
    total = panel.screen["progress"]["total"]
    assert table(panel)["items decided, of those shown here"] == f"1 of {total}"
    panel.press("previous")
    at(panel, drawn(small)[1])
    press(panel, "to_o3")
    assert panel.screen["progress"]["decided"] == 1
    assert small.desk("ReviewerA", "look").class_list({}).sampled == 1


# --- the last page ---------------------------------------------------------------------------------------------------


def table(panel: ReviewPanel) -> dict[str, Any]:
    return dict(panel.screen["end"]["table"])


def test_the_frozen_manifest_holds_what_was_approved_and_apply_writes_just_that(small: Small) -> None:
    panel = small.panel()
    approve_sample(panel)
    confirm(panel, dict.fromkeys(rest(small)[:2], "wrong"))
    at(panel, "write")
    press(panel, "edit", text="Call us for every question.", disposition="wrong", checked=True)
    at(panel, "silent")
    press(panel, "edit", text=None, disposition="unsourced", checked=True)
    at(panel, "drop")
    press(panel, "close")
    press(panel, "go", page="end")
    assert table(panel)["edits ready for the approved manifest"] == SAMPLE_SIZE + 4
    assert table(panel)["claims closed as correct, also for the manifest"] == 1
    before = small.corpus()
    assert panel.screen["end"]["can_freeze"]
    press(panel, "freeze")
    assert panel.screen["status"]["text"].startswith("written: ")
    assert small.corpus() == before
    (path,) = small.workspace.approved.glob("*.json")
    assert not panel.screen["end"]["can_freeze"]
    (waiting,) = (row for row in table(panel) if row.startswith(f"waiting for r11-apply in batch {path.stem}: "))
    assert table(panel)[waiting] == SAMPLE_SIZE + 5
    assert applied(small, path) == expected(small, before)


def expected(small: Small, before: dict[str, bytes]) -> dict[str, bytes]:
    """The corpus with the approved lines exchanged by hand."""
    (file,) = before
    lines = before[file].decode().split("\n")
    swapped = {*drawn(small), *rest(small)[:2]}
    for number, claim in enumerate(SWAPS):
        if claim in swapped:
            at_line = 2 + 2 * number
            lines[at_line] = lines[at_line].replace("500", str(800 + number))
    lines[lines.index("Write to us for every question.")] = "Call us for every question."
    lines.remove("Most teams like it.")
    return {file: "\n".join(lines).encode()}


def applied(small: Small, manifest: Path) -> dict[str, bytes]:
    words = [str(manifest), "--corpus", str(small.workspace.corpus), "--workspace", str(small.workspace.root)]
    assert apply(words) == 0
    return small.corpus()


def test_a_decision_that_no_longer_holds_is_left_out_by_name(small: Small) -> None:
    panel = small.panel(op="O1")
    press(panel, "outdated")
    press(panel, "outdated")
    first = small.events()[0].flag_keys[0]
    page = small.workspace.corpus / "skills/store/limits.md"
    line = next(p.line_before for p in (small.desk("x", "x").seen(first).proposal,))
    page.write_bytes(page.read_bytes().replace(str(line).encode(), b"The line is another one now."))
    press(panel, "go", page="end")
    assert table(panel)["edits ready for the approved manifest"] == 1
    assert first in "".join(run_[1] for run_ in panel.screen["end"]["left_out"][0])
    press(panel, "freeze")
    (path,) = small.workspace.approved.glob("*.json")
    manifest = msgspec.json.decode(path.read_bytes(), type=ApprovedManifest)
    assert [edit.flag_key for file in manifest.files for edit in file.edits] == [small.events()[1].flag_keys[0]]


def test_the_end_is_reached_when_all_is_decided_and_undo_leads_back(small: Small) -> None:
    panel = small.panel(op="O2")
    press(panel, "close")
    screen = press(panel, "close")
    assert (screen["page"], screen["end"]["heading"]) == ("end", "No items left to decide under these filters")
    assert press(panel, "undo")["page"] == "item"


def test_a_release_by_the_operator_opens_a_price_to_a_person(small: Small) -> None:
    panel = small.panel()
    assert "price" in at(panel, "price")["unavailable"]["edit"]
    key = small.key("price")
    words = [
        "decide",
        key,
        "--event",
        "release_gated",
        "--reviewer",
        "Operator",
        "--workspace",
        str(small.workspace.root),
    ]
    run(*words)
    press(panel, "next")
    item = at(panel, "price")
    assert "edit" not in item["unavailable"]
    press(panel, "edit", text="The plan costs 7 USD a month.", disposition="outdated", checked=True)
    assert small.status("price") == "approved"
