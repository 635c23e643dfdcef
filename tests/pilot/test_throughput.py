"""Throughput from decision logs: what counts as time, as an item, as a session; and whether its interval holds."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from review_makers import EIGHT, Person, decided, operations, proposed

from r11.pilot.figures import NotMeasured
from r11.pilot.throughput import ClassThroughput, NoRate, RateInterval, Throughput, mean_by_session, measure_throughput
from r11.review.decisions import Decisions
from r11.vocabulary import EventKind, FixOp

SWAPS = proposed(FixOp.O1, 12)
OPS = operations(SWAPS)


def measured(*people: Person, decisions: Decisions | None = None) -> Throughput:
    return measure_throughput(decisions or decided(*people), OPS, idle_cap=60)


def swaps(*people: Person) -> ClassThroughput:
    return measured(*people).of(FixOp.O1)


# --- what would make it wrong ---------------------------------------------------------------------------------------


def test_an_hour_s_pause_in_the_middle_of_an_item_is_wall_time_and_no_active_time() -> None:
    """Active time ends at the idle cap: 20 s of work and 60 s until the pause counts as one."""
    found = swaps(Person().approve(SWAPS[0], 80, wall=3680))
    assert (found.active, found.wall, found.items_per_hour) == (80, 3680, 45)


def test_a_clock_that_is_set_back_changes_nothing() -> None:
    straight, back = Person(), Person()
    for number, one in enumerate(SWAPS[:6]):
        if number == 3:
            back.at -= timedelta(hours=5)
        straight.approve(one, 10 + number)
        back.approve(one, 10 + number)
    assert swaps(back) == swaps(straight)


def test_an_undone_decision_cost_its_time_and_is_counted_once() -> None:
    person = Person().approve(SWAPS[0], 30).mention(EventKind.UNDO, seconds=5).approve(SWAPS[0], 10)
    found = swaps(person)
    assert (found.items, found.active, found.median, found.unfinished) == (1, 45, 45, 0)


def test_an_undo_that_is_not_followed_by_an_answer_leaves_its_time_in_the_class() -> None:
    person = Person().approve(SWAPS[0], 30).approve(SWAPS[1], 20).mention(EventKind.UNDO, seconds=5)
    found = swaps(person)
    assert (found.items, found.active, found.unfinished) == (1, 55, 1)


def test_skipping_an_item_costs_time() -> None:
    found = swaps(Person().mention(EventKind.SKIP, SWAPS[0], seconds=40).approve(SWAPS[1], 20))
    assert (found.items, found.items_per_hour) == (1, 60)


def test_no_more_active_time_than_time_went_by() -> None:
    found = swaps(Person().approve(SWAPS[0], 500, wall=100))
    assert found.active == 100


def test_an_answer_from_the_command_line_has_no_time_and_is_in_no_rate() -> None:
    found = swaps(Person().approve(SWAPS[0], 0).approve(SWAPS[1], 20))
    assert (found.items, found.untimed, found.items_per_hour) == (1, 1, 180)


def test_a_class_list_is_shared_out_among_its_items() -> None:
    found = swaps(Person().confirm(SWAPS[:4], 60))
    assert (found.items, found.median) == (4, 15)


def test_an_adjudication_is_other_work() -> None:
    first, second = Person("A").approve(SWAPS[0], 10), Person("B", at=EIGHT + timedelta(hours=1)).close(SWAPS[0], 20)
    third = Person("C", at=EIGHT + timedelta(hours=2)).adjudicate(SWAPS[0], "correct", 100)
    found = measured(first, second, third)
    assert found.adjudicated == 1
    assert (found.of(FixOp.O1).items, found.of(FixOp.O1).active) == (2, 30)


def test_a_blind_second_look_is_in_no_rate_of_first_answers() -> None:
    """Nine swaps answered and all of them looked at again are nine items, and nine second looks beside them."""
    first, second = Person("A"), Person("B", "second.b", EIGHT + timedelta(hours=1))
    for one in SWAPS[:9]:
        first.approve(one, 20)
        second.approve(one, 5)
    found = measured(first, second)
    of, again = found.of(FixOp.O1), found.second_of(FixOp.O1)
    assert (of.items, of.active, of.items_per_hour, of.reviewers) == (9, 180, 180, 1)
    assert (again.items, again.active, again.items_per_hour, again.reviewers) == (9, 45, 720, 1)
    assert of == swaps(first)


def test_second_looks_do_not_make_practice() -> None:
    """Forty slow answers stay as slow in the last quarter, however quick the second looks after them were."""
    pairs = proposed(FixOp.O1, 40)
    first, second = Person("A"), Person("B", "second", EIGHT + timedelta(hours=9))
    for one in pairs:
        first.approve(one, 30)
        second.approve(one, 3)
    found = measure_throughput(decided(first, second), operations(pairs), idle_cap=60).of(FixOp.O1)
    assert "no notable change" in found.learning


def test_taking_back_a_second_look_elsewhere_is_time_of_the_second_look() -> None:
    second = Person("A", "second").approve(SWAPS[0], 8)
    later = Person("A", "s1", EIGHT + timedelta(hours=1)).mention(EventKind.UNDO, seconds=2).approve(SWAPS[1], 20)
    found = measured(second, later)
    assert (found.of(FixOp.O1).active, found.of(FixOp.O1).unfinished) == (20, 0)
    assert (found.second_of(FixOp.O1).active, found.second_of(FixOp.O1).unfinished) == (10, 1)


def test_all_time_of_a_session_of_rulings_is_other_work() -> None:
    """What was put off there, and a ruling that was taken back, are no first answers that somebody began."""
    first, second = Person("A").approve(SWAPS[0], 10), Person("B", "second").close(SWAPS[0], 20)
    third = Person("C", at=EIGHT + timedelta(hours=2)).mention(EventKind.SKIP, SWAPS[1], seconds=7)
    third.adjudicate(SWAPS[0], "correct", 30).mention(EventKind.UNDO, seconds=3).adjudicate(SWAPS[0], None, 40)
    found = measured(first, second, third)
    assert (found.adjudicated, found.ruling) == (1, 80)
    assert (found.of(FixOp.O1).active, found.of(FixOp.O1).unfinished) == (10, 0)


def test_an_item_that_was_proposed_as_a_swap_stays_one_when_somebody_writes_it_anew() -> None:
    assert swaps(Person().rewrite(SWAPS[0], 90)).items == 1


def test_an_item_over_two_sessions_counts_where_it_was_finished_and_its_time_where_it_was_spent() -> None:
    morning = Person(session="s1").mention(EventKind.SKIP, SWAPS[0], seconds=30)
    noon = Person(session="s2", at=EIGHT + timedelta(hours=4)).approve(SWAPS[0], 10)
    found = swaps(morning, noon)
    assert [(one.session, one.items, one.active) for one in found.sittings] == [("s1", 0, 30), ("s2", 1, 10)]
    assert found.median == 40


def test_time_on_items_that_are_no_fix_target_is_counted_apart() -> None:
    other = proposed(FixOp.O1, 1, "elsewhere.md")[0]
    found = measured(Person().approve(other, 10))
    assert found.elsewhere == 1
    assert not any(one.items for one in found.classes)


# --- too little -----------------------------------------------------------------------------------------------------


def test_nothing_reviewed_is_not_measured_and_no_zero() -> None:
    found = swaps()
    for figure in (found.items_per_hour, found.seconds_per_item, found.median, found.p90):
        assert isinstance(figure, NotMeasured)
    assert isinstance(found.interval, NoRate)


@pytest.mark.parametrize(
    ("sessions", "reason", "missing"),
    [
        pytest.param([], "no timed items", 5, id="no session"),
        pytest.param([(30.0, 0)] * 9, "no timed items", 5, id="time without an item"),
        pytest.param([(30.0, 3)], "1 reviewer-sessions are too few", 4, id="one session"),
        pytest.param([(30.0, 3)] * 4, "4 reviewer-sessions are too few", 1, id="four sessions"),
    ],
)
def test_an_interval_from_too_few_sessions_is_not_shown(
    sessions: list[tuple[float, int]], reason: str, missing: int
) -> None:
    found = mean_by_session(sessions)
    assert isinstance(found, NoRate)
    assert reason in found.reason
    assert found.missing == missing


def test_the_ninetieth_percentile_needs_ten_items() -> None:
    nine, ten = (Person() for _ in range(2))
    for number, one in enumerate(SWAPS[:10], start=1):
        ten.approve(one, number)
        if number < 10:
            nine.approve(one, number)
    assert isinstance(swaps(nine).p90, NotMeasured)
    assert swaps(ten).p90 == 9


# --- learning -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "says"),
    [
        pytest.param([40 - number / 2 for number in range(60)], "faster with practice", id="falling"),
        pytest.param([10 + number / 2 for number in range(60)], "slower towards the end", id="rising"),
        pytest.param([20.0] * 60, "no notable change", id="level"),
        pytest.param([20.0] * 12, "too few to compare", id="few"),
    ],
)
def test_the_learning_curve_in_words(seconds: list[float], says: str) -> None:
    pairs = proposed(FixOp.O1, len(seconds))
    person = Person()
    for one, time in zip(pairs, seconds, strict=True):
        person.approve(one, time)
    found = measure_throughput(decided(person), operations(pairs), idle_cap=60).of(FixOp.O1)
    assert says in found.learning


# --- the interval ---------------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.floats(1, 5000), st.integers(1, 60)), min_size=5, max_size=30))
def test_the_interval_holds_the_mean_and_is_never_negative(sessions: list[tuple[float, int]]) -> None:
    found = mean_by_session(sessions)
    assert isinstance(found, RateInterval)
    mean = sum(seconds for seconds, _ in sessions) / sum(items for _, items in sessions)
    assert 0 <= found.low <= mean * (1 + 1e-9)
    assert found.high >= mean * (1 - 1e-9)


def test_more_of_the_same_sessions_narrow_it() -> None:
    few, many = mean_by_session([(100.0, 10), (160.0, 10)] * 3), mean_by_session([(100.0, 10), (160.0, 10)] * 12)
    assert isinstance(few, RateInterval)
    assert isinstance(many, RateInterval)
    assert many.high - many.low < few.high - few.low


@pytest.mark.parametrize(
    ("sessions", "floor"), [pytest.param(5, 0.88, id="5 sessions"), pytest.param(30, 0.92, id="30 sessions")]
)
def test_it_covers_what_it_claims_where_sessions_differ(sessions: int, floor: float) -> None:
    dice = np.random.default_rng(5)

    def drawn() -> list[tuple[float, int]]:
        items = 1 + dice.poisson(24, sessions)
        moods = np.exp(dice.normal(0, 0.3, sessions) - 0.045)
        return [
            (float(mood * np.exp(dice.normal(-0.18, 0.6, n)).sum()), int(n))
            for mood, n in zip(moods, items, strict=True)
        ]

    found = [mean_by_session(drawn()) for _ in range(400)]
    assert sum(isinstance(one, RateInterval) and one.low <= 1 <= one.high for one in found) / 400 >= floor
