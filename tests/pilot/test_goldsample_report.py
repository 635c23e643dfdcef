"""What the headline of the gold sample may say: no result before the last label, and `counted` of what was counted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from r11.pilot.goldsample_labels import agreement_words, differing_cells, label_words, said_words, settling_words
from r11.pilot.goldsample_left import left_cells, level_words, moves_words
from r11.pilot.goldsample_report import (
    GoldReport,
    after_words,
    conclusion,
    gold_report,
    number,
    strata_cells,
    taken_out_words,
    total_cells,
    width_words,
)
from r11.records import GOLD_SCHEMA, GoldCount, GoldDraw, GoldItem
from r11.vocabulary import GoldLabel, GoldStratum, GoldVersion

CHANGED, REMOVED, OPEN = GoldStratum.CHANGED, GoldStratum.REMOVED, GoldStratum.OPEN
WRONG, CORRECT, CANNOT_TELL = GoldLabel.WRONG, GoldLabel.CORRECT, GoldLabel.CANNOT_TELL
GONE_DOWN = "The share of claims that are outdated or wrong went down by "
EVERYTHING = "every claim was drawn and labelled, so this is counted."
CHANGED_ONES = "every claim that a fix changed was drawn and labelled, so this is counted."

Frame = Mapping[GoldStratum, tuple[int, int]]
"""Stratum → its claims, and how many of them are drawn."""

WHOLE: Frame = {CHANGED: (1, 1), OPEN: (2, 2)}
PART: Frame = {CHANGED: (1, 1), OPEN: (10, 2)}
PART_OF_CHANGED: Frame = {CHANGED: (40, 20), OPEN: (10, 2)}
ONE_GONE: Frame = {REMOVED: (1, 1), OPEN: (3, 3)}
NO_FIX: Frame = {OPEN: (3, 3)}


def drawn(frame: Frame) -> GoldDraw:
    """Items in the order of the strata; a changed claim is two, before and then after."""
    items = [
        (f"{stratum}.md#c{number}", stratum, version)
        for stratum, (_, count) in frame.items()
        for number in range(count)
        for version in ((GoldVersion.BEFORE, GoldVersion.AFTER) if stratum is CHANGED else (_once(stratum),))
    ]
    return GoldDraw(
        schema=GOLD_SCHEMA,
        name="gold",
        drawn_at="2026-01-01T00:00:00.000+00:00",
        seed=7,
        width=None,
        size=3,
        expected_width=0.1,
        strata=tuple(GoldCount(one, claims, count, 0.5, 0.5) for one, (claims, count) in frame.items()),
        unjudged_files=0,
        unjudged_claims=0,
        invalid=0,
        only_in_ledger=0,
        ledger_sha256="",
        claims_sha256="",
        items=tuple(GoldItem(number, *item, False, "") for number, item in enumerate(items, start=1)),
        sha256="",
    )


def _once(stratum: GoldStratum) -> GoldVersion:
    return GoldVersion.BEFORE if stratum is REMOVED else GoldVersion.BOTH


def report(frame: Frame, *words: GoldLabel | None) -> GoldReport:
    """The labels of the items in order, by one person; None: not labelled."""
    return gold_report(drawn(frame), {n: {"LabellerA": word} for n, word in enumerate(words, start=1) if word})


@dataclass(frozen=True)
class Case:
    frame: Frame
    words: tuple[GoldLabel | None, ...]
    says: str


def no_result(labelled: str) -> str:
    return f"{labelled} a label, so there is no result yet; figures that missing labels could change are spans."


CASES = {
    "nothing labelled": Case(WHOLE, (), no_result("0 of 4 items have")),
    "some labelled": Case(WHOLE, (WRONG,), no_result("1 of 4 items has")),
    "the changed claims only, everything drawn": Case(WHOLE, (WRONG, CORRECT), no_result("2 of 4 items have")),
    "the changed claims only, a part drawn": Case(PART, (WRONG, CORRECT), no_result("2 of 4 items have")),
    "all but one, and enough for an interval above 0": Case(
        PART_OF_CHANGED, (*(WRONG, CORRECT) * 20, CORRECT), no_result("41 of 42 items have")
    ),
    "all, everything drawn": Case(
        WHOLE, (WRONG, CORRECT, WRONG, CORRECT), f"{GONE_DOWN}33.3 percentage points; {EVERYTHING}"
    ),
    "all, the changed claims drawn and a part of the rest": Case(
        PART, (WRONG, CORRECT, WRONG, CORRECT), f"{GONE_DOWN}9.1 percentage points; {CHANGED_ONES}"
    ),
    "all, everything drawn, one that nobody can tell": Case(
        WHOLE, (WRONG, CORRECT, CANNOT_TELL, CORRECT), f"{GONE_DOWN}33.3 percentage points; {CHANGED_ONES}"
    ),
    "all, a changed claim that nobody can tell": Case(
        WHOLE,
        (WRONG, CANNOT_TELL, WRONG, CORRECT),
        "The sample does not show whether the corpus got better: the change is 0.0 to 33.3 percentage points, and the "
        "95 % interval, 0.0 to 33.3, holds 0.",
    ),
    "all, a part of the changed claims drawn": Case(
        PART_OF_CHANGED,
        (*(WRONG, CORRECT) * 20, CORRECT, CORRECT),
        f"{GONE_DOWN}80.0 percentage points; the 95 % interval, 68.7 to 80.0, lies above 0.",
    ),
    "all, a claim taken out": Case(
        ONE_GONE, (WRONG, WRONG, CORRECT, CORRECT), f"{GONE_DOWN}16.7 percentage points; {EVERYTHING}"
    ),
    "all, worse": Case(
        WHOLE,
        (CORRECT, WRONG, CORRECT, CORRECT),
        f"The share of claims that are outdated or wrong went UP by 33.3 percentage points; {EVERYTHING}",
    ),
    "all, no difference": Case(
        WHOLE,
        (WRONG, WRONG, CORRECT, CORRECT),
        f"The share of claims that are outdated or wrong is the same before and after; {EVERYTHING}",
    ),
    "no fix, whatever is labelled": Case(
        NO_FIX, (WRONG,), "No fix is in force, so nothing changed: before and after are the same corpus."
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_headline_says_what_the_labels_carry(case: Case) -> None:
    assert conclusion(report(case.frame, *case.words)) == case.says


@given(
    st.sampled_from([WHOLE, PART, PART_OF_CHANGED, ONE_GONE]),
    st.lists(st.sampled_from([*GoldLabel, None]), min_size=42, max_size=42),
)
def test_no_result_while_a_label_is_missing(frame: Frame, words: list[GoldLabel | None]) -> None:
    """ "no result while a label is missing" """
    found = report(frame, *words[: len(drawn(frame).items)])
    assert ("no result yet" in conclusion(found)) == (found.given < found.asked)


@pytest.mark.parametrize(
    ("found", "row"),
    [
        pytest.param(report(PART, WRONG, CORRECT), "counted on the changed claims, no interval", id="changed only"),
        pytest.param(report(WHOLE, WRONG, CORRECT, WRONG, CORRECT), "counted, no interval", id="everything"),
        pytest.param(report(PART, WRONG), "0.0 to 9.1 percentage points", id="a span"),
        pytest.param(report(NO_FIX, WRONG), "no fix, so no change", id="no fix"),
    ],
)
def test_the_row_of_the_change_says_whose_labels_it_rests_on(found: GoldReport, row: str) -> None:
    assert total_cells(found)[2][2] == row


def test_labels_and_labellers_are_counted_apart() -> None:
    """Two people labelled, and no item has two labels."""
    labels = {1: {"LabellerA": WRONG}, 2: {"LabellerB": CORRECT}, 3: {"LabellerA": WRONG}}
    assert label_words(gold_report(drawn(WHOLE), labels)).startswith("3 of 4 items have a label; 2 people labelled; ")


# --- where labellers differ -----------------------------------------------------------------------------------------

OUTDATED, UNSOURCED = GoldLabel.OUTDATED, GoldLabel.UNSOURCED


def said(*words: GoldLabel) -> dict[str, GoldLabel]:
    """What LabellerA, LabellerB and so on say of one item."""
    return {f"Labeller{letter}": word for letter, word in zip("ABC", words, strict=False)}


def test_every_difference_is_listed_with_what_it_counts_as() -> None:
    """Five items, one of them doubled: outdated and wrong are two answers and one outcome."""
    draw = drawn({OPEN: (9, 5)})
    draw = replace(draw, items=tuple(replace(item, doubled=item.item == 1) for item in draw.items))
    labels = {
        1: said(CORRECT, WRONG),
        2: said(WRONG, CORRECT),
        3: said(OUTDATED, WRONG),
        4: said(WRONG, UNSOURCED, CORRECT),
        5: said(CORRECT, CORRECT),
    }
    found = gold_report(draw, labels)
    assert differing_cells(found) == [
        ("correct, wrong", ["2", "1", "undecided: they differ"]),
        ("correct, wrong, unsourced", ["1", "0", "no error"]),
        ("outdated, wrong", ["1", "0", "an error"]),
    ]
    assert "2 undecided: labellers differ" in label_words(found)
    assert settling_words(found).startswith(
        "2 items are undecided because labellers differ; a third person settles them"
    )
    assert "4 items have more labels than one, all alike on 1/4" in agreement_words(found)


def test_nothing_is_said_of_settling_where_nobody_differs() -> None:
    found = gold_report(drawn(WHOLE), {1: said(WRONG, OUTDATED)})
    assert settling_words(found) == ""
    assert differing_cells(found) == [("outdated, wrong", ["1", "0", "an error"])]


def test_agreement_has_limits_and_those_of_chance() -> None:
    """Two items of two, both alike, of four: two of four may differ, and chance may give a fifth."""
    draw = drawn(WHOLE)
    draw = replace(draw, items=tuple(replace(item, doubled=item.item < 3) for item in draw.items))
    told = agreement_words(gold_report(draw, {1: said(WRONG, WRONG), 2: said(CORRECT, CORRECT)}))
    assert "said the same on 2/2 (100.0 %), 95 % interval 50.0 to 100.0 %" in told
    assert "between 0.37 and 1.00" in told


# --- the cells and sentences beside the figures ---------------------------------------------------------------------


def test_a_stratum_with_undecided_labels_shows_its_span_and_the_last_row_is_all() -> None:
    found = report(PART, WRONG, CORRECT, WRONG, CANNOT_TELL)
    rows = dict(strata_cells(found))
    assert rows[CHANGED] == ["1/11 (9.1 %)", "1/1", "1/1 (100.0 %)", "counted, no interval", "0/1 (0.0 %)",
                             "counted, no interval"]  # fmt: skip
    assert rows[OPEN][:3] == ["10/11 (90.9 %)", "2/10", "1/2 to 2/2 (50.0 to 100.0 %)"]
    assert rows["all"][:2] == ["11/11 (100.0 %)", "3/11"]
    assert [rows["all"][2], rows["all"][4]] == [total_cells(found)[0][1], total_cells(found)[1][1]]


def test_why_there_are_fewer_claims_after_is_said() -> None:
    assert taken_out_words(report(ONE_GONE)).startswith("1/4 claims were taken out by a fix")
    assert taken_out_words(report(WHOLE)) == ""


@pytest.mark.parametrize(
    ("frame", "cells"),
    [
        pytest.param({CHANGED: (40, 9)}, ("not shown", "9 drawn are too few, 10 are needed"), id="too few drawn"),
        pytest.param({CHANGED: (3, 3)}, ("100.0 percentage points", "counted, no interval"), id="all drawn"),
        pytest.param({CHANGED: (40, 20)}, ("100.0 percentage points", "85.9 to 100.0 percentage points"), id="enough"),
    ],
)
def test_the_changed_claims_have_a_line_of_their_own(frame: Frame, cells: tuple[str, str]) -> None:
    """Each was wrong before and is correct after."""
    found = report(frame, *(WRONG, CORRECT) * frame[CHANGED][1])
    assert total_cells(found)[3][1:] == cells
    assert len(total_cells(report(NO_FIX))) == 3


def test_after_is_the_time_of_the_draw_and_what_changed_since_is_counted() -> None:
    draw = drawn(PART)
    assert after_words(gold_report(draw, {})).endswith("on 2026-01-01 at 00:00 UTC; no batch changed a claim since.")
    changed = {draw.items[0].claim_key, "elsewhere.md#c1"}
    told = after_words(gold_report(draw, {}, changed=changed))
    assert "Since then batches changed 2/11 claims, 1/3 of the drawn ones" in told


# --- what is left ---------------------------------------------------------------------------------------------------


@given(
    st.sampled_from([WHOLE, PART, PART_OF_CHANGED, ONE_GONE]),
    st.lists(st.sampled_from([*GoldLabel, None]), min_size=42, max_size=42),
)
def test_what_is_left_adds_up_and_lies_within_its_claims(frame: Frame, words: list[GoldLabel | None]) -> None:
    found = report(frame, *words[: len(drawn(frame).items)])
    rows = left_cells(found)
    assert bool(rows) == bool(found.given == found.asked and found.result.claims_after)
    for _, (claims, errors, interval) in rows:
        numbers = [int(number) for number in re.findall(r"\d+", f"{errors} {interval}")]
        assert all(0 <= number <= int(claims) for number in numbers)
    *strata, total = [(int(cells[0]), int(cells[1].split(" to ")[-1])) for _, cells in rows] or [(0, 0)]
    if strata and sum(claims for claims, _ in strata) == total[0]:
        assert abs(sum(errors for _, errors in strata) - total[1]) <= len(strata) / 2 + 0.5  # each is rounded


def test_the_rate_now_is_said_once_every_label_is_there() -> None:
    assert level_words(report(WHOLE, WRONG, CORRECT)) == ""
    words = level_words(report(WHOLE, WRONG, CORRECT, WRONG, CORRECT))
    assert words.startswith("Outdated or wrong now: ")
    assert "counted, no interval" in words


def test_how_often_each_label_was_given_and_how_many_items_rest_on_one() -> None:
    labels = {1: said(OUTDATED, OUTDATED), 2: said(CORRECT), 3: said(UNSOURCED)}
    draw = drawn(WHOLE)
    draw = replace(draw, items=tuple(replace(item, doubled=item.item == 1) for item in draw.items))
    words = said_words(gold_report(draw, labels))
    assert words == (
        "4 labels were given: 1 correct, 2 outdated, 0 wrong, 1 unsourced, 0 cannot tell. "
        "2/3 items have the label of one person alone."
    )


def test_the_widths_are_those_between_the_limits_that_are_printed() -> None:
    found = report(PART, WRONG)
    printed = [float(number(one.high)) - float(number(one.low)) for one in (found.result.before, found.result.after)]
    told = re.search(r"the one before is ([\d.]+) wide, the one after ([\d.]+)\. ", width_words(found))
    assert told
    assert [float(width) for width in told.groups()] == pytest.approx(printed)


def test_what_became_of_each_drawn_claim_that_a_fix_changed() -> None:
    frame: Frame = {CHANGED: (9, 5)}
    words = (WRONG, CORRECT, WRONG, WRONG, CORRECT, WRONG, CORRECT, CORRECT, WRONG, CANNOT_TELL)
    assert moves_words(report(frame, *words)) == (
        "This rests on 5/9 changed claims that were drawn: 1 were an error and are none, 1 still are an error, "
        "1 were none and became an error, 1 were none and still are none, "
        "1 with a text that is undecided or without a label."
    )
    assert moves_words(report(NO_FIX, WRONG)) == ""
