"""Wrong edits: an approved swap that was looked at a second time stays counted, whatever anybody changes afterwards."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from pilot_makers import Pair
from review_makers import EIGHT, Person, decided, operations, proposed
from test_decision import assessed, programme, reviews
from test_one_look import drawn_first
from test_settled import stamped

from r11.pilot.assessment import Assessment
from r11.pilot.decision import Line
from r11.pilot.figures import NotMeasured, Share
from r11.pilot.review_measures import ReviewStratum, SecondLook, review_items
from r11.pilot.second_looks import looked_again, open_looks
from r11.pilot.second_review import second_draw, second_reviews
from r11.pilot.yardsticks import second_looks
from r11.review import answers
from r11.review.decisions import Decisions
from r11.vocabulary import EventKind, FixOp, Yardstick

TEN = proposed(FixOp.O1, 10)
ONE = TEN[0]
NINE, TWELVE, LATE = (EIGHT + timedelta(hours=hours) for hours in (1, 4, 9))


def looked(decisions: Decisions, pairs: list[Pair], today: Decisions | None = None, **settled: object) -> ReviewStratum:
    """Every pair is drawn for a second look."""
    items = review_items(pairs, (), decisions, **settled)
    second = second_reviews(operations(pairs), decisions, seed=1)
    found = {key: pair for one in second for key, pair in one.pairs.items()}
    due = {key for one in second for key in one.due}
    return ReviewStratum("all", looked_again(items, found, due, decisions, today or decisions))


def blind(closed: int = 2) -> list[Person]:
    """Ten swaps approved by A; B, blind, closes the first so many and approves the others."""
    first, second = Person(), Person("B", "second", NINE)
    for number, one in enumerate(TEN):
        first.approve(one)
        second.close(one) if number < closed else second.approve(one, ruling="wrong")
    return [first, second]


def both(person: Person, act: Callable[[Person, Pair], object]) -> Person:
    for one in TEN[:2]:
        act(person, one)
    return person


def closing(person: Person, one: Pair) -> Person:
    return person.close(one)


def ruling() -> Person:
    return both(Person("C", "s1", TWELVE), lambda person, one: person.adjudicate(one, "correct"))


def later(reviewer: str = "A") -> Person:
    return Person(reviewer, "s9", LATE)


AFTERWARDS = [
    pytest.param([], id="nothing more"),
    pytest.param([both(later(), closing)], id="the first one says so too by now"),
    pytest.param([both(later("B"), lambda b, one: b.approve(one))], id="the second one approves openly"),
    pytest.param([both(later("D"), lambda d, one: d.approve(one))], id="somebody else approves openly"),
    pytest.param([both(later(), lambda a, one: a.mention(EventKind.WITHDRAW, one))], id="the approval is withdrawn"),
    pytest.param([both(later(), lambda a, one: a.mention(EventKind.REOPEN, one))], id="reopened for everybody"),
    pytest.param(
        [both(later("D"), lambda d, one: d.mention(EventKind.REOPEN, one).approve(one))], id="reopened, decided anew"
    ),
]


@pytest.mark.parametrize("more", AFTERWARDS)
def test_a_reversed_swap_stays_reversed_whatever_comes_after_the_ruling(more: list[Person]) -> None:
    assert looked(decided(*blind(), ruling(), *more), TEN).wrong_edits == Share(2, 10)


def test_a_ruling_outlives_that_its_batch_is_put_back() -> None:
    operator = later("D")
    operator.add(answers.revert(operator.sign(0), "b1", [one[0].key for one in TEN[:2]]))
    assert looked(decided(*blind(), ruling(), operator), TEN).wrong_edits == Share(2, 10)


GIVEN_UP = [
    pytest.param(lambda a, one: a.close(one), id="says so too"),
    pytest.param(lambda a, one: a.mention(EventKind.TO_O3, one), id="sends it to a rewrite"),
    pytest.param(lambda a, one: a.rewrite(one), id="writes a line"),
    pytest.param(lambda a, one: a.mention(EventKind.WITHDRAW, one), id="withdraws it"),
]


@pytest.mark.parametrize("act", GIVEN_UP)
def test_a_swap_that_its_own_author_gave_up_once_challenged_is_reversed(act: Callable[[Person, Pair], object]) -> None:
    assert looked(decided(*blind(), both(later(), act)), TEN).wrong_edits == Share(2, 10)


def test_who_gives_up_a_swap_that_was_agreed_on_reverses_it_too() -> None:
    assert looked(decided(*blind(0), both(later(), closing)), TEN).wrong_edits == Share(2, 10)


def test_after_the_one_look_only_a_swap_that_was_challenged_can_be_given_up() -> None:
    """The others are first answers that changed later, and those enter no figure."""
    for closed, expected in ((0, Share(0, 10)), (2, Share(2, 10))):
        at_look, today = decided(*blind(closed)), decided(*blind(closed), both(later(), closing))
        assert looked(at_look, TEN, today).wrong_edits == expected


STILL_OPEN = [
    pytest.param([], id="nobody did anything"),
    pytest.param([both(later("B"), lambda b, one: b.approve(one))], id="the second one approves openly"),
    pytest.param([both(later("B"), lambda b, one: b.mention(EventKind.WITHDRAW, one))], id="and takes it back openly"),
    pytest.param([both(later("D"), closing)], id="somebody else says something"),
    pytest.param([both(later("D"), lambda d, one: d.mention(EventKind.REOPEN, one))], id="somebody else reopens it"),
    pytest.param(
        [both(later(), lambda a, one: a.approve(one, ruling="wrong"))], id="the first one rules the past anew"
    ),
    pytest.param([both(later(), lambda a, one: a.adjudicate(one, "outdated"))], id="the first one rules on their own"),
]


@pytest.mark.parametrize("more", STILL_OPEN)
def test_two_who_differed_blind_are_open_until_a_third_rules(more: list[Person]) -> None:
    """And all of them are on offer to whoever may rule."""
    logs = decided(*blind(), *more)
    found = looked(logs, TEN)
    assert (found.looks(SecondLook.OPEN), found.looks(SecondLook.AGREED)) == (2, 8)
    assert found.wrong_edits == NotMeasured("2 adjudications: reviewers differ")
    swaps = {one[0].key: {one[1].sha256} for one in TEN}
    assert open_looks(swaps, logs).keys() == {one[0].key for one in TEN[:2]}
    upheld = both(Person("C", "s1", LATE + timedelta(hours=1)), lambda c, one: c.adjudicate(one, "outdated"))
    assert looked(decided(*blind(), *more, upheld), TEN).wrong_edits == Share(0, 10)
    assert not open_looks(swaps, decided(*blind(), *more, upheld))


ALONE = [
    pytest.param([Person().approve(ONE)], SecondLook.DUE, id="one look"),
    pytest.param(
        [Person().approve(ONE), Person("B", "second", NINE).approve(ONE)], SecondLook.AGREED, id="agreed on the bytes"
    ),
    pytest.param(
        [Person().approve(ONE), Person("B", at=NINE).approve(ONE)], SecondLook.DUE, id="looked, but not blind"
    ),
    pytest.param([Person().approve(ONE), Person("B", at=NINE).close(ONE)], SecondLook.DUE, id="differ, but not blind"),
    pytest.param([Person().close(ONE), Person("B", "second", NINE).approve(ONE)], None, id="approved only blind"),
    pytest.param(
        [Person().close(ONE), Person("B", "second", NINE).approve(ONE), Person("C", at=LATE).adjudicate(ONE, "wrong")],
        None,
        id="approved only blind and by a ruling",
    ),
    pytest.param([Person().rewrite(ONE), Person("B", "second", NINE).close(ONE)], None, id="an own text is no swap"),
    pytest.param([Person().close(ONE), Person("B", "second", NINE).close(ONE)], None, id="never approved"),
    pytest.param([], None, id="nobody"),
]


@pytest.mark.parametrize(("people", "expected"), ALONE)
def test_what_became_of_one_swap(people: list[Person], expected: SecondLook | None) -> None:
    (item,) = looked(decided(*people), [ONE]).items
    assert item.second_look is expected


def test_nothing_that_was_drawn_leaves_before_the_draw_is_complete() -> None:
    first, second = blind()
    second.mention(EventKind.UNDO)
    found = looked(decided(first, second, ruling()), TEN)
    assert found.wrong_edits == NotMeasured("1 more of the drawn second looks")


def test_a_stamp_changes_nothing_of_a_second_look() -> None:
    """Of an applied swap and of a closed one, with what had been proposed on record or not."""
    pairs = TEN[:3]
    logs = decided(*blind(), both(Person("C", "s1", TWELVE), lambda c, one: c.adjudicate(one, "correct")))
    then = {item.flag_key: item.second_look for item in looked(logs, pairs).items}
    done = [stamped(pairs[0][0], None), stamped(pairs[1][0], None), stamped(pairs[2][0], "O1")]
    items = review_items((), (), logs, others=[one[1] for one in pairs[:2]], settled=done)
    (second,) = [one for one in second_reviews(operations(pairs), logs, seed=1) if one.op is FixOp.O1]
    now = {item.flag_key: item.second_look for item in looked_again(items, second.pairs, second.due, logs, logs)}
    assert now == then
    assert list(then.values()).count(SecondLook.REVERSED) == 2


# --- on the screen of the decision ----------------------------------------------------------------------------------


def line(found: Assessment) -> Line:
    lines = found.decision.lines
    return next(row for row in lines if row.threshold.yardstick is Yardstick.WRONG_EDIT_SHARE)


def played() -> tuple[list[Pair], list[Pair], list[Person]]:
    """The pairs of a programme, the swaps that stood approved at its look, and the first answers."""
    pairs = programme()
    order = drawn_first(pairs)
    return pairs, [one for at, one in enumerate(order[:45]) if one[1].op is FixOp.O1 and at % 10 != 9], reviews(order)


def test_the_line_asks_for_no_ruling_that_nobody_needs_any_more() -> None:
    """The first one gives way long after the look: the swap is reversed, and nothing is left to ask for."""
    pairs, swaps, people = played()
    second = Person("B", "second", LATE + timedelta(days=3))
    for one in swaps[1:]:
        second.approve(one)
    second.close(swaps[0])
    found = assessed(pairs, *people, second)
    assert line(found).words == "cannot say yet: needs 1 adjudication: reviewers differ"
    gives_way = Person("A", "s99", LATE + timedelta(days=4)).close(swaps[0])
    assert line(assessed(pairs, *people, second, gives_way)).evidence.counts.startswith(f"1/{len(swaps)}, ")
    relents = Person("B", "s99", LATE + timedelta(days=4)).approve(swaps[0])
    found = assessed(pairs, *people, second, relents)
    assert line(found).words == "cannot say yet: needs 1 adjudication: reviewers differ"


def test_what_a_ruling_reversed_without_a_drawn_second_look_is_told_beside() -> None:
    """Of 62 swaps 60 are drawn: the two others enter no share, and are not kept quiet either."""
    swaps = [one for file in range(31) for one in proposed(FixOp.O1, 2, f"{file}.md")]
    drawn = second_draw(operations(swaps), seed=1)[FixOp.O1]
    left = [one for one in swaps if one[0].key not in drawn]
    first, second, third = Person(), Person("B", "second", LATE), Person("C", "s1", LATE + timedelta(hours=2))
    openly = Person("D", "s1", LATE)
    for one in swaps:
        first.approve(one)
        if one in left:
            openly.close(one)
            third.adjudicate(one, "correct")
        else:
            second.approve(one)
    found = looked(decided(first, second, openly, third), swaps)
    assert (found.wrong_edits, found.looks(SecondLook.BESIDE)) == (Share(0, 60), 2)
    said = second_looks(found)
    assert said.counts.startswith("0/60,")
    assert said.basis.endswith("; 2 approved swaps beside were reversed by a ruling without one")


def test_second_looks_asked_for_and_given_are_those_drawn() -> None:
    """Nine items are answered only after the look, and some of those are looked at a second time all the same."""
    pairs = programme()
    order = drawn_first(pairs)
    last, second = Person("A", "s50", LATE + timedelta(days=2)), Person("B", "second", LATE + timedelta(days=3))
    late = [one for one in order[45:] if one[1].op is not FixOp.O3]
    for one in late:
        last.approve(one)
    for one in (order[0], *late[:2]):
        second.approve(one)
    found = assessed(pairs, *reviews(order, 45), last, second)
    assert found.decision.look is not None
    assert found.decision.look.held == 45
    drawn = sum(len(one.drawn) for one in found.second)
    assert (drawn, sum(one.found.items for one in found.second)) == (45, 1)
    assert sum(len(one.due) for one in found.second) == found.remaining.second_items == 44
