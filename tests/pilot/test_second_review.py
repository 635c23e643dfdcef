"""The blind second review: who counts as second, the draw, and figures that are never NaN."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
import pytest
from pilot_makers import Pair
from review_makers import EIGHT, Person, decided, operations, proposed

from r11.pilot.figures import NotMeasured, Share
from r11.pilot.second_review import MOST, Said, SecondReview, second_draw, second_reviews
from r11.review.sessions import is_second
from r11.vocabulary import EventKind, FixOp

SEED = 7
SWAPS = proposed(FixOp.O1, 20)


def review(pairs: list[Pair], *people: Person, op: FixOp = FixOp.O1) -> SecondReview:
    found = second_reviews(operations(pairs), decided(*people), seed=SEED)
    return next(one for one in found if one.op is op)


def everybody(person: Person, pairs: list[Pair], but: int = 0) -> Person:
    """Approves all of them, and closes the first so many."""
    for number, one in enumerate(pairs):
        person.close(one) if number < but else person.approve(one)
    return person


FIRST = everybody(Person(), SWAPS)
PAIRED = [
    pytest.param(0, Share(20, 20), 1.0, id="all agree, where kappa and alpha are 0/0"),
    pytest.param(1, Share(19, 20), (0.95 - 0.0121875) / 0.9878125, id="one disagreement"),
    pytest.param(20, Share(0, 20), -1 / 7, id="none agrees: less than chance, and a number"),
]


@pytest.mark.parametrize(("closed", "agreed", "ac1"), PAIRED)
def test_pairs_are_counted_of_their_own_number(closed: int, agreed: Share, ac1: float) -> None:
    found = review(SWAPS, FIRST, everybody(Person("B", "second.b"), SWAPS, closed))
    assert (found.answered, found.agreed) == (Share(20, 20), agreed)
    assert found.ac1 == pytest.approx(ac1, abs=1e-12)
    assert sum(map(sum, found.found.table())) == 20


NO_PAIR = [
    pytest.param([], id="nobody"),
    pytest.param([FIRST], id="only a first answer"),
    pytest.param([everybody(Person("B", "second"), SWAPS)], id="only a second answer"),
    pytest.param([FIRST, everybody(Person("B", "s2"), SWAPS)], id="a second answer that was not blind"),
    pytest.param([FIRST, everybody(Person("A", "second"), SWAPS)], id="the same person again"),
    pytest.param([FIRST, everybody(Person("B", "secondhand"), SWAPS)], id="a session whose name only begins so"),
]


@pytest.mark.parametrize("people", NO_PAIR)
def test_what_is_no_blind_second_answer_gives_no_figure(people: list[Person]) -> None:
    found = review(SWAPS, *people)
    assert isinstance(found.agreed, NotMeasured)
    assert isinstance(found.ac1, NotMeasured)
    assert str(found.answered) == "0/20"


def test_no_items_is_no_percentage() -> None:
    found = review(SWAPS, op=FixOp.O2)
    assert (str(found.answered), found.agreed.with_percent) == ("no items", "not measured yet")


def test_a_ruling_between_two_is_neither_of_them() -> None:
    second, third = everybody(Person("B", "second"), SWAPS, 1), Person("C", "s1")
    third.adjudicate(SWAPS[0], "correct")
    assert review(SWAPS, FIRST, second, third).agreed == Share(19, 20)


def test_own_texts_count_as_the_same_answer_and_what_is_taken_back_as_none() -> None:
    one, other = Person().rewrite(SWAPS[0]), Person("B", "second").rewrite(SWAPS[0])
    assert review(SWAPS, one, other).found.pairs == {(Said.OWN_TEXT, Said.OWN_TEXT): 1}
    other.mention(EventKind.UNDO).mention(EventKind.UNDO)
    assert review(SWAPS, one, other).found.items == 0


ONE = SWAPS[0]
DRAWN = second_draw(operations(SWAPS), seed=SEED)[FixOp.O1]
AGREED, DIFFERED = (Said.OUTDATED, Said.OUTDATED), (Said.OUTDATED, Said.CLOSED)


def at(minute: int) -> datetime:
    return EIGHT + timedelta(minutes=minute)


LATER = [
    pytest.param(lambda p: p.mention(EventKind.UNDO), id="undone"),
    pytest.param(lambda p: p.mention(EventKind.WITHDRAW, ONE), id="withdrawn"),
    pytest.param(lambda p: p.mention(EventKind.REOPEN, ONE), id="reopened for everybody"),
    pytest.param(lambda p: p.close(ONE), id="changed to what the second one said"),
    pytest.param(lambda p: p.mention(EventKind.REOPEN, ONE).close(ONE), id="reopened and answered anew"),
    pytest.param(lambda p: p.mention(EventKind.TO_O3, ONE), id="sent to O3"),
]


@pytest.mark.parametrize("later", LATER)
@pytest.mark.parametrize("same_session", [True, False])
def test_what_the_first_one_does_after_the_blind_answer_changes_no_pair(
    later: Callable[[Person], object], same_session: bool
) -> None:
    first, second = Person().approve(ONE), Person("B", "second", at(10)).close(ONE)
    assert review(SWAPS, first, second).found.pairs == {DIFFERED: 1}
    again = first if same_session else Person("A", "s2")
    again.at = at(30)
    later(again)
    people = [first, second] if same_session else [first, second, again]
    assert review(SWAPS, *people).found.pairs == {DIFFERED: 1}
    third = Person("C", "s1", at(60))
    third.mention(EventKind.REOPEN, ONE)
    assert review(SWAPS, *people, third).found.pairs == {DIFFERED: 1}


def test_what_the_first_one_corrects_before_the_blind_answer_is_the_first_answer() -> None:
    first, second = Person().approve(ONE, ruling="wrong").approve(ONE), Person("B", "second", at(10)).approve(ONE)
    assert review(SWAPS, first, second).found.pairs == {AGREED: 1}
    undone = Person().approve(ONE).mention(EventKind.UNDO)
    assert review(SWAPS, undone, second).found.items == 0


def test_the_second_one_corrects_a_slip_only_blind() -> None:
    first, second = Person().approve(ONE), Person("B", "second", at(10)).close(ONE)
    second.mention(EventKind.UNDO).approve(ONE)
    assert review(SWAPS, first, second).found.pairs == {AGREED: 1}
    seeing = Person("B", "s9", at(60)).mention(EventKind.UNDO).close(ONE)
    assert review(SWAPS, first, second, seeing).found.pairs == {AGREED: 1}


def test_of_two_who_answered_before_the_one_who_did_so_first_counts() -> None:
    first, other = Person().approve(ONE), Person("C", "s1", at(2)).close(ONE)
    second = Person("B", "second", at(10)).close(ONE)
    assert review(SWAPS, first, other, second).found.pairs == {DIFFERED: 1}


def test_the_item_of_these_tests_is_drawn() -> None:
    assert ONE[0].key in DRAWN


def test_agreement_by_chance_is_over_the_answers_that_a_fix_target_can_be_given() -> None:
    """`unsourced` is refused there; a log that was written by hand and says so all the same makes no pair."""
    found = review(SWAPS, FIRST, everybody(Person("B", "second"), SWAPS))
    assert len(found.found.words) == 5
    refused = everybody(Person(), SWAPS[1:])
    refused.add(msgspec.structs.replace(refused.events[-1], flag_keys=(ONE[0].key,), disposition=("unsourced",)))
    assert review(SWAPS, refused, Person("B", "second", at(10)).close(ONE)).found.items == 0


def test_a_drawn_item_that_was_open_at_the_look_is_neither_asked_for_nor_counted() -> None:
    """Drawn = given + due, whatever was given of the others."""
    answered = {one[0].key for one in SWAPS[:12]}
    logs = decided(FIRST, everybody(Person("B", "second", at(60)), SWAPS[9:]))
    found = next(iter(second_reviews(operations(SWAPS), logs, seed=SEED, answered=answered)))
    assert (found.answered, len(found.due), found.lost) == (Share(3, 12), 9, 0)


def test_at_most_sixty_of_a_class_are_drawn_and_the_seed_draws_them_again() -> None:
    pairs = [*proposed(FixOp.O1, MOST + 9), *proposed(FixOp.O3, 4, file="b.md")]
    drawn = second_draw(operations(pairs), seed=SEED)
    assert {op: len(keys) for op, keys in drawn.items()} == {FixOp.O1: MOST, FixOp.O2: 0, FixOp.O3: 4}
    assert drawn == second_draw(dict(reversed(operations(pairs).items())), seed=SEED)
    assert drawn[FixOp.O1] != second_draw(operations(pairs), seed=SEED + 1)[FixOp.O1]


def test_a_second_answer_outside_of_the_draw_enters_no_figure() -> None:
    pairs = proposed(FixOp.O1, MOST + 9)
    found = review(pairs, everybody(Person(), pairs), everybody(Person("B", "second"), pairs))
    assert found.answered == Share(MOST, MOST)


@pytest.mark.parametrize(
    ("session", "second"), [("second", True), ("second.1f", True), ("s1", False), ("seconds", False)]
)
def test_the_name_of_the_session_says_what_was_blind(session: str, second: bool) -> None:
    assert is_second(session) is second
