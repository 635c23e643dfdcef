"""What the headline of the gold sample may say: no result before the last label, and `counted` of what was counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.pilot.goldsample_report import GoldReport, conclusion, gold_report, label_words, total_cells
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
        pytest.param(report(PART, WRONG), "0.0 to 9.1 %", id="a span"),
        pytest.param(report(NO_FIX, WRONG), "no fix, so no change", id="no fix"),
    ],
)
def test_the_row_of_the_change_says_whose_labels_it_rests_on(found: GoldReport, row: str) -> None:
    assert total_cells(found)[-1][2] == row


def test_labels_and_labellers_are_counted_apart() -> None:
    """Two people labelled, and no item has two labels."""
    labels = {1: {"LabellerA": WRONG}, 2: {"LabellerB": CORRECT}, 3: {"LabellerA": WRONG}}
    assert label_words(gold_report(drawn(WHOLE), labels)).startswith("3 of 4 items have a label; 2 people labelled; ")
