"""Labels of the gold sample: what counts, what does not, and what several of them come to."""

from __future__ import annotations

from itertools import count

import pytest
from msgspec.structs import replace

from r11.records import DecisionEvent
from r11.review.answers import Signature, mention
from r11.review.decisions import settle
from r11.review.gold import label, labels_of, outcome_of, wants_label
from r11.review.log import Entry, LogReading, encode_event, event_digest, next_event, read_log, shape_problem
from r11.vocabulary import Disposition, EventKind, GoldLabel, GoldOutcome, ItemStatus

CORRECT, OUTDATED, WRONG = GoldLabel.CORRECT, GoldLabel.OUTDATED, GoldLabel.WRONG
UNSOURCED, CANNOT = GoldLabel.UNSOURCED, GoldLabel.CANNOT_TELL
CARDS = {1: "1" * 64, 2: "2" * 64}


def signed(who: str, second: int) -> Signature:
    return Signature(who, "s1", f"2026-03-01T10:00:{second:02d}+00:00")


def log(who: str, *drafts: DecisionEvent) -> LogReading:
    """One labeller's log, as it is written and read back."""
    tail: Entry | None = None
    lines = b""
    for draft in drafts:
        event = next_event(tail, draft)
        tail = Entry(event, event_digest(event))
        lines += encode_event(event) + b"\n"
    return read_log(f"{who}-s1.jsonl", lines)


def labelled(who: str, *words: tuple[int, GoldLabel]) -> LogReading:
    return log(who, *(label(signed(who, n), item, CARDS[item], word) for n, (item, word) in enumerate(words)))


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"flag_keys": ()}, id="no item"),
        pytest.param({"flag_keys": ("gold:1", "gold:2")}, id="two items"),
        pytest.param({"proposal_sha256": ()}, id="no card was seen"),
        pytest.param({"disposition": (Disposition.WRONG, Disposition.CORRECT)}, id="two words"),
    ],
)
def test_a_label_that_is_none_is_refused(changes: dict[str, object]) -> None:
    assert shape_problem(replace(label(signed("A", 0), 1, CARDS[1], WRONG), seq=1, prev="0" * 64, **changes))


@pytest.mark.parametrize("word", GoldLabel)
def test_every_word_is_read_back_as_it_was_said(word: GoldLabel) -> None:
    assert labels_of(settle([labelled("A", (1, word))]), CARDS) == {1: {"A": word}}


def test_the_latest_word_of_each_labeller_counts() -> None:
    decisions = settle([labelled("A", (1, WRONG), (2, CORRECT), (1, CANNOT)), labelled("B", (1, CORRECT))])
    assert labels_of(decisions, CARDS) == {1: {"A": CANNOT, "B": CORRECT}, 2: {"A": CORRECT}}


def test_an_undone_label_is_taken_back_and_the_one_before_stands() -> None:
    undo = mention(signed("A", 9), EventKind.UNDO, ["gold:1"])
    first, second = (label(signed("A", n), 1, CARDS[1], word) for n, word in enumerate((WRONG, CORRECT)))
    assert labels_of(settle([log("A", first, undo)]), CARDS) == {}
    assert labels_of(settle([log("A", first, second, undo)]), CARDS) == {1: {"A": WRONG}}


@pytest.mark.parametrize("cards", [{}, {1: "9" * 64}], ids=["no such item", "another card"])
def test_a_label_of_another_draw_counts_for_nothing(cards: dict[int, str]) -> None:
    assert labels_of(settle([labelled("A", (1, WRONG))]), cards) == {}


def test_a_label_decides_nothing_about_any_flag() -> None:
    decisions = settle([labelled("A", (1, WRONG))])
    assert decisions.items == {}
    assert decisions.item("gold:1").status is ItemStatus.OPEN


@pytest.mark.parametrize(
    ("words", "outcome"),
    [
        pytest.param([], GoldOutcome.UNLABELLED, id="nobody said anything"),
        pytest.param([OUTDATED], GoldOutcome.ERROR, id="outdated is an error"),
        pytest.param([WRONG], GoldOutcome.ERROR, id="wrong is an error"),
        pytest.param([UNSOURCED], GoldOutcome.NO_ERROR, id="unsourced is none: nothing speaks against the claim"),
        pytest.param([CANNOT], GoldOutcome.CANNOT_TELL, id="cannot tell is an answer"),
        pytest.param([OUTDATED, WRONG], GoldOutcome.ERROR, id="they agree that it is an error"),
        pytest.param([CORRECT, UNSOURCED], GoldOutcome.NO_ERROR, id="they agree that it is none"),
        pytest.param([CORRECT, WRONG], GoldOutcome.DIFFER, id="they differ"),
        pytest.param([WRONG, CANNOT], GoldOutcome.DIFFER, id="one of them cannot tell"),
        pytest.param([CORRECT, WRONG, WRONG], GoldOutcome.ERROR, id="a third one settles it"),
        pytest.param([CORRECT, WRONG, CANNOT], GoldOutcome.DIFFER, id="a third one does not"),
    ],
)
def test_what_the_labels_of_an_item_come_to(words: list[GoldLabel], outcome: GoldOutcome) -> None:
    assert outcome_of(words) is outcome


@pytest.mark.parametrize(
    ("words", "doubled", "wanted"),
    [
        pytest.param([], False, True, id="the first label"),
        pytest.param([CORRECT], False, False, id="somebody gave it"),
        pytest.param([CORRECT], True, True, id="the second one of the doubled part"),
        pytest.param([CORRECT, CORRECT], True, False, id="both gave theirs"),
        pytest.param([CORRECT, WRONG], True, True, id="they differ: a third is asked"),
        pytest.param([CORRECT, WRONG, WRONG], True, False, id="the third settled it"),
    ],
)
def test_who_is_still_asked(words: list[GoldLabel], doubled: bool, wanted: bool) -> None:
    names = count()
    given = {f"L{next(names)}": word for word in words}
    assert wants_label(given, "Me", doubled=doubled) is wanted
    assert not wants_label({**given, "Me": CORRECT}, "Me", doubled=doubled)
