"""What carries over to files that were not reviewed, and what does not."""

from __future__ import annotations

import re
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pilot_makers import Pair, rewrite, swap
from pilot_makers import flag as made
from pilot_makers import pair as proposal_for
from review_makers import EIGHT, Person, decided, evidence, operations, proposed, with_text

from r11.pilot.bounds import Bounds
from r11.pilot.figures import NotMeasured, Share
from r11.pilot.intervals import Estimate, Layer, Suppressed, post_stratified
from r11.pilot.measures import PilotMeasures, measure
from r11.pilot.projection import ASSUMPTION, Carried, Draw, carry, draw, draw_of, drawable
from r11.pilot.remaining import Remaining, Times, left_out, remaining
from r11.pilot.review_measures import review_items
from r11.pilot.second_review import second_reviews
from r11.pilot.throughput import measure_throughput
from r11.records import Proposal
from r11.vocabulary import EventKind, FixOp, JudgeVerdict, Yardstick

NAMES = [f"skills/{number:03}.md" for number in range(60)]

# --- the draw -------------------------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from(NAMES)), st.integers(0, 2**53), st.integers(0, 70), st.randoms())
def test_a_draw_depends_on_seed_and_names_alone(names: list[str], seed: int, count: int, dice: object) -> None:
    shuffled = list(names)
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    found = draw(names, seed=seed, count=count)
    assert found == draw(shuffled, seed=seed, count=count)
    assert len(found) == len(set(found)) == min(count, len(set(names)))


@given(st.integers(0, 2**53), st.integers(0, 59))
def test_a_larger_draw_holds_the_smaller_one(seed: int, count: int) -> None:
    assert draw(NAMES, seed=seed, count=count + 1)[:count] == draw(NAMES, seed=seed, count=count)


def test_every_file_has_the_same_chance() -> None:
    hits = np.zeros(len(NAMES))
    for seed in range(600):
        for name in draw(NAMES, seed=seed, count=15):
            hits[NAMES.index(name)] += 1
    assert abs(hits - 150).max() < 5 * np.sqrt(150 * 0.75)


# --- shares ---------------------------------------------------------------------------------------------------------


def world(files: int = 20) -> tuple[list[Pair], PilotMeasures]:
    """One pilot file of seven swaps, and files with one to five of them."""
    sizes = {"pilot.md": 7} | {f"rest{number:02}.md": 1 + number % 5 for number in range(files)}
    pairs = [pair for file, size in sizes.items() for pair in proposed(FixOp.O1, size, file)]
    return pairs, measure(pairs, threshold=7)


def carried(
    pairs: list[Pair], measures: PilotMeasures, person: Person, files: tuple[str, ...]
) -> tuple[dict[Yardstick, Carried], Draw]:
    items = review_items(pairs, (), decided(person))
    drawn = draw_of(items, seed=1, files=files)
    return {one.yardstick: one for one in carry(items, measures.files, drawn)}, drawn


def review(pairs: list[Pair], files: set[str], close_every: int = 4) -> Person:
    person = Person()
    for number, pair in enumerate(pair for pair in pairs if pair[0].file in files):
        person.close(pair) if number % close_every == 0 else person.approve(pair)
    return person


def test_without_a_draw_a_projection_says_what_it_assumes() -> None:
    pairs, measures = world()
    found, _ = carried(pairs, measures, review(pairs, {"pilot.md"}), ())
    for one in found.values():
        assert isinstance(one.rest, NotMeasured)
        assert ASSUMPTION in one.transport
        assert one.everything is None


def test_a_draw_that_is_not_reviewed_completely_is_not_used() -> None:
    """People put the hard files off, and the easy ones would stand for all."""
    pairs, measures = world()
    files = draw(drawable(measures), seed=1, count=15)
    found, drawn = carried(pairs, measures, review(pairs, {"pilot.md", *files[:14]}), files)
    assert drawn.missing == "1 of the 15 drawn files are not reviewed completely"
    assert all(isinstance(one.rest, NotMeasured) for one in found.values())


def test_only_the_drawn_part_has_an_interval() -> None:
    pairs, measures = world()
    files = draw(drawable(measures), seed=1, count=15)
    found, _ = carried(pairs, measures, review(pairs, {"pilot.md", *files}), files)
    one = found[Yardstick.O1_ACCEPTANCE_SHARE]
    assert one.pilot == Share(5, 7)
    assert isinstance(one.rest, Estimate)
    assert one.everything is not None
    value, low, high = one.everything
    weight = 1 - 7 / len(pairs)
    assert high - low == pytest.approx(weight * (one.rest.high - one.rest.low))
    assert low < value < high


# --- a pilot of which not all is answered ---------------------------------------------------------------------------


def part_reviewed(answered: int, *more: Person, close_every: int = 4) -> Carried:
    """The O1 share with every drawn file reviewed, and so many of the pilot's seven swaps."""
    pairs, measures = world()
    files = draw(drawable(measures), seed=1, count=15)
    person = review(pairs, {*files}, close_every)
    for pair in pairs[:answered]:
        person.approve(pair)
    items = review_items(pairs, (), decided(person, *more))
    found = carry(items, measures.files, draw_of(items, seed=1, files=files))
    return next(one for one in found if one.yardstick is Yardstick.O1_SHARE)


def test_a_pilot_of_which_items_wait_is_a_span_and_no_count() -> None:
    """Two of seven were answered: whoever takes 2/7 for the share of the pilot says that five are no swaps."""
    one = part_reviewed(2)
    assert one.pilot == Share(2, 7)
    assert one.pilot_bounds == Bounds(Share(2, 7), Share(7, 7), True)
    assert one.pilot_still == " (5/7 not reviewed at the look: 2/7 to 7/7 can still come, as proposed now)"
    assert isinstance(one.rest, Estimate)
    assert one.everything is not None
    value, low, high = one.everything
    weight = 7 / (one.items_pilot + one.items_rest)
    assert value is None, "no single value can be said"
    assert low == pytest.approx(weight * 2 / 7 + (1 - weight) * one.rest.low)
    assert high == pytest.approx(weight * 7 / 7 + (1 - weight) * one.rest.high)


def test_whatever_still_comes_lies_in_the_span() -> None:
    """Each end of the pilot's span is what the same review ends with, where the open items go that way."""
    least, most = part_reviewed(2), part_reviewed(7)
    pairs, _ = world()
    closed = Person("B")
    for pair in pairs[2:7]:
        closed.close(pair)
    worst = part_reviewed(2, closed)
    assert most.everything is not None
    assert worst.everything is not None
    assert least.everything is not None
    assert least.everything[1] == pytest.approx(worst.everything[1])
    assert least.everything[2] == pytest.approx(most.everything[2])
    assert most.pilot_still == worst.pilot_still == ""
    assert most.everything[0] is not None


def test_a_part_reviewed_pilot_is_compared_only_where_no_answer_could_change_it() -> None:
    assert part_reviewed(2).transport == "no comparison with the pilot: 5/7 not reviewed at the look"
    pairs, _ = world()
    low = Person("B")
    for pair in pairs[1:7]:
        low.close(pair)
    assert part_reviewed(1, low).transport.endswith("files: it does not carry over to the rest")
    low = Person("B")
    for pair in pairs[:5]:
        low.close(pair)
    told = part_reviewed(0, low).transport
    assert told.endswith("files, whatever its undecided items become: it does not carry over to the rest"), told


def test_an_item_on_which_people_differ_is_open_in_the_pilot() -> None:
    pairs, _ = world()
    one = part_reviewed(7, Person("B").close(pairs[0]))
    assert one.pilot_still == " (1/7 unsettled: 6/7 to 7/7 can still come, as proposed now)"
    assert one.everything is not None
    assert one.everything[0] is None


def test_a_closing_of_the_pilot_of_which_nobody_knows_is_in_the_span() -> None:
    pairs = proposed(FixOp.O1, 7, "pilot.md") + proposed(FixOp.O1, 4, "rest.md")
    person = Person()
    for pair in pairs:
        person.close(pair) if pair is pairs[0] else person.approve(pair)
    items = review_items(pairs, (), decided(person))
    found = carry(items, measure(pairs, threshold=7).files, draw_of(items, seed=1, files=("rest.md",)))
    one = next(one for one in found if one.yardstick is Yardstick.JUDGE_MISTAKEN_SHARE)
    assert one.pilot == Share(0, 7)
    assert one.pilot_still == " (1/7 closed for a reason that cannot be told: 0/7 to 1/7 can still come)"


def test_a_pilot_that_nobody_answered_is_not_called_without_such_items() -> None:
    pairs, measures = world()
    files = draw(drawable(measures), seed=1, count=15)
    one = carried(pairs, measures, review(pairs, {*files}), files)[0][Yardstick.O1_ACCEPTANCE_SHARE]
    assert isinstance(one.pilot, NotMeasured)
    assert one.transport == "no comparison with the pilot: 7/7 not reviewed at the look"


def test_open_items_that_cannot_count_leave_the_share_and_are_said() -> None:
    pairs = proposed(FixOp.O1, 5, "pilot.md") + [rewrite(made("pilot.md", number)) for number in (8, 9)]
    person = Person()
    for pair in pairs[:5]:
        person.approve(pair)
    items = review_items(pairs, (), decided(person))
    found = carry(items, measure(pairs, threshold=7).files, Draw(0, (), ()))
    one = next(one for one in found if one.yardstick is Yardstick.O1_SHARE)
    assert not one.is_pilot_open
    assert one.pilot_still == " (2/7 not reviewed at the look: as proposed now, none of them counts)"


def test_a_zero_in_the_drawn_files_comes_with_what_it_still_allows() -> None:
    pairs, measures = world()
    files = draw(drawable(measures), seed=1, count=15)
    found, _ = carried(pairs, measures, review(pairs, {*files}, close_every=10_000), files)
    one = found[Yardstick.R8_AS_O2_SHARE]
    assert isinstance(one.rest, Suppressed)
    mistaken = found[Yardstick.JUDGE_MISTAKEN_SHARE]
    assert mistaken.at_zero is None  # one was closed
    person = Person()
    for pair in pairs:
        if pair[0].file in files:
            person.approve(pair)
    mistaken = carried(pairs, measures, person, files)[0][Yardstick.JUDGE_MISTAKEN_SHARE]
    assert mistaken.at_zero is not None
    assert mistaken.at_zero.items == 15  # each file once: its items resemble each other


def test_layers_are_weighted_by_what_they_hold() -> None:
    """Half of the whole lies in files of which few were drawn: the share of the whole is the middle, not the pool."""
    often, seldom = tuple(Share(2, 2) for _ in range(20)), tuple(Share(0, 2) for _ in range(5))
    found = post_stratified([Layer(100, often), Layer(100, seldom)])
    assert isinstance(found, Estimate)
    assert found.share == Share(40, 50)
    assert found.value == pytest.approx(0.5)
    assert found.low < 0.5 < found.high


def test_a_layer_of_few_files_is_joined_to_its_neighbour() -> None:
    found = post_stratified([Layer(100, (Share(1, 2),) * 12), Layer(100, (Share(2, 2),) * 2)])
    assert isinstance(found, Estimate)
    assert found.value == pytest.approx(16 / 28)


@pytest.mark.parametrize(
    "layers",
    [
        pytest.param([], id="no layer"),
        pytest.param([Layer(9, ())], id="nothing drawn"),
        pytest.param([Layer(9, (Share(0, 0),) * 20)], id="nothing in the drawn files"),
        pytest.param([Layer(9, (Share(1, 2),) * 7)], id="seven files"),
        pytest.param([Layer(99, (Share(20, 40), *(Share(1, 4),) * 10))], id="one file with half of all items"),
    ],
)
def test_an_estimate_that_would_be_wrong_is_not_made(layers: list[Layer]) -> None:
    found = post_stratified(layers)
    assert isinstance(found, Suppressed)
    assert found.reason


shares = st.integers(1, 6).flatmap(lambda n: st.integers(0, n).map(lambda k: Share(k, n)))
layers = st.builds(Layer, st.integers(1, 500), st.lists(shares, min_size=3, max_size=15).map(tuple))


@given(st.lists(layers, min_size=1, max_size=3))
def test_an_estimate_lies_in_its_interval(parts: list[Layer]) -> None:
    found = post_stratified(parts)
    if isinstance(found, Estimate):
        assert 0 <= found.low <= found.value + 1e-9
        assert found.value - 1e-9 <= found.high <= 1


def test_a_post_stratified_interval_covers_what_it_claims() -> None:
    """The rest as it is here: 178 files of one to six items, shares that rise with size, items of a file alike."""
    dice = np.random.default_rng(11)
    held = 0
    for _ in range(200):
        sizes = np.array([1] * 45 + list(dice.integers(2, 7, 133)))
        layer = np.digitize(sizes, [2, 4])
        p = 0.3 + 0.15 * (layer - 1)
        hits = dice.binomial(sizes, dice.beta(p * 17 / 3, (1 - p) * 17 / 3))
        picked = dice.permutation(178)[:30]
        drawn = [tuple(Share(int(hits[i]), int(sizes[i])) for i in picked if layer[i] == number) for number in range(3)]
        found = post_stratified([Layer(int(sizes[layer == n].sum()), part) for n, part in enumerate(drawn)])
        assert isinstance(found, Estimate)
        held += found.low <= hits.sum() / sizes.sum() <= found.high
    assert held / 200 >= 0.93


def test_a_file_whose_flags_are_settled_is_still_one_of_the_rest() -> None:
    pairs: list[tuple[object, Proposal]] = [swap(made("a.md")), rewrite(made("b.md"))]
    measures = measure(pairs, settled=[made("c.md", applied=True)], threshold=7)
    assert set(drawable(measures)) == {"a.md", "b.md", "c.md"}


# --- second looks, and what is in no hour ---------------------------------------------------------------------------


def looked(second: int = 0, sessions: int = 1, asks: bool = True) -> Remaining:
    """Ten swaps of the pilot answered in five sessions at 36 s each; so many of them looked at again at 18 s each."""
    pairs = proposed(FixOp.O1, 10, "pilot.md")
    first = [Person(f"R{n}", at=EIGHT + timedelta(hours=n)) for n in range(5)]
    again = [Person("B", f"second.{n}", EIGHT + timedelta(hours=9 + n)) for n in range(sessions)]
    for number, one in enumerate(pairs):
        first[number % 5].approve(one, 36)
        if number < second:
            again[number % sessions].approve(one, 18)
    decisions, ops = decided(*first, *again), operations(pairs)
    looks = second_reviews(ops, decisions, seed=1)
    throughput = measure_throughput(decisions, ops, idle_cap=60)
    items = review_items(pairs, (), decisions)
    return remaining(items, Times(throughput), frozenset({"pilot.md"}), looks if asks else ())


@pytest.mark.parametrize(
    ("second", "sessions", "asks", "due", "hours"),
    [
        pytest.param(0, 1, True, 10, 0.1, id="none given yet: at the time of a first answer"),
        pytest.param(4, 1, True, 6, 0.06, id="one session of them: still at the time of a first answer"),
        pytest.param(5, 5, True, 5, 0.025, id="five sessions of them: at their own time"),
        pytest.param(10, 5, True, 0, 0.0, id="all given"),
        pytest.param(4, 1, False, 0, 0.0, id="the protocol asks for none"),
    ],
)
def test_second_looks_that_are_still_to_come_cost_hours(
    second: int, sessions: int, asks: bool, due: int, hours: float
) -> None:
    found = looked(second, sessions, asks)
    assert (found.first_items, found.second_items, found.total.items) == (0, due, due)
    assert found.total.value == pytest.approx(hours)
    assert bool([one.at for _, one in found.second if one.at]) is (due > 5)


def test_what_is_in_no_hour_is_named_with_its_count() -> None:
    swaps, silent = proposed(FixOp.O1, 8, "pilot.md"), made("rest.md", 9, judge_verdict=JudgeVerdict.SOURCE_SILENT)
    pairs = [*swaps, rewrite(silent)]
    people = [Person("A").approve(swaps[0]).mention(EventKind.TO_O3, swaps[1]), Person("B", "second").close(swaps[0])]
    decisions, measures = decided(*people), measure(pairs, threshold=7)
    items, looks = review_items(pairs, (), decisions), second_reviews(operations(swaps), decisions, seed=1)
    found = left_out(items, measures, frozenset({"pilot.md"}), looks, asks=False)
    assert [re.findall(r"\d+/\d+", words) for words in found] == [[], ["6/8"], ["1/2"], ["1/2"], ["7/8"]]
    assert len(left_out(items, measures, frozenset({"pilot.md"}), looks, asks=True)) == 4
    done = second_reviews(operations(swaps), decisions, seed=1, gone={swaps[2][0].key, swaps[3][0].key})
    assert [words for words in left_out(items, measures, frozenset(), done, asks=True) if "can give" in words] == [
        "2/8 drawn second looks that nobody can give: what was proposed is not on record"
    ]
    assert left_out((), measure([], threshold=7), frozenset(), (), asks=False) == ()


# --- closings of which nobody knows ---------------------------------------------------------------------------------


def carried_closings(untold: int) -> Carried:
    """Fifteen drawn files of four items each: one is closed on the page that was judged, in `untold` files one more
    without a page."""
    pairs = [one for number in range(15) for one in proposed(FixOp.O1, 4, f"rest{number:02}.md")]
    person, pages = Person(), {}
    for number, one in enumerate(pairs):
        file, place = divmod(number, 4)
        if place == 0 and file < 3:
            pages[one[0].key] = evidence(one)
        closes = (place == 0 and file < 3) or (place == 1 and file < untold)
        person.close(one) if closes else person.approve(one)
    items = review_items(pairs, (), decided(person), evidence=pages)
    drawn = draw_of(items, seed=1, files=tuple(f"rest{number:02}.md" for number in range(15)))
    found = carry(items, measure(pairs, threshold=7).files, drawn)
    return next(one for one in found if one.yardstick is Yardstick.JUDGE_MISTAKEN_SHARE)


def test_a_closing_of_which_nobody_knows_is_in_the_upper_limit_only() -> None:
    """The judge's share is not raised by what may have changed, and no threshold is met by not fetching a page."""
    known, doubtful, both = carried_closings(0), carried_closings(5), carried_closings(8)
    assert all(isinstance(one.rest, Estimate) for one in (known, doubtful, both))
    assert known.rest.share == doubtful.rest.share == both.rest.share == Share(3, 60)
    assert (known.rest.value, known.rest.low) == (both.rest.value, both.rest.low)
    assert known.rest.high < doubtful.rest.high < both.rest.high
    assert (known.doubtful, doubtful.doubtful, both.doubtful) == (0, 5, 8)


def bounded(*people: Person, others: tuple[Proposal, ...] = ()) -> dict[Yardstick, Bounds | None]:
    """Two files of the rest: two swaps and a rewrite in each."""
    pairs = [one for file in ("a.md", "b.md") for one in mixed(file)]
    items = review_items(pairs, (), decided(*people), others=others)
    measures = measure(pairs, threshold=7)
    return {one.yardstick: one.bounds for one in carry(items, measures.files, Draw(0, (), ()))}


def mixed(file: str) -> list[Pair]:
    return [proposed(op, 3, file)[at] for at, op in enumerate((FixOp.O1, FixOp.O1, FixOp.O3))]


def test_review_can_only_lower_what_is_proposed_as_a_swap() -> None:
    first, second, rewrite = mixed("a.md")
    assert bounded()[Yardstick.O1_SHARE] == Bounds(Share(0, 6), Share(4, 6), True)
    one = Person().approve(first).close(second)
    assert bounded(one)[Yardstick.O1_SHARE] == Bounds(Share(1, 6), Share(3, 6), True)
    assert bounded(one)[Yardstick.O1_ACCEPTANCE_SHARE] == Bounds(Share(1, 4), Share(3, 4))
    differs = Person(reviewer="B").close(first)
    assert bounded(one, differs)[Yardstick.O1_SHARE] == Bounds(Share(0, 6), Share(3, 6), True), "unsettled is open"
    assert rewrite[1].op is FixOp.O3


def test_a_worker_who_proposes_a_swap_raises_what_can_still_come() -> None:
    flag_, _ = mixed("a.md")[2]
    of_worker = with_text(proposal_for(flag_, FixOp.O1, FixOp.O1))[1]
    assert bounded(others=(of_worker,))[Yardstick.O1_SHARE] == Bounds(Share(0, 6), Share(5, 6), True)


def test_once_all_is_answered_the_share_of_the_rest_is_a_count() -> None:
    person = Person()
    for file in ("a.md", "b.md"):
        first, second, rewrite = mixed(file)
        person.approve(first).close(second).mention(EventKind.TO_O3, rewrite)
    found = bounded(person)[Yardstick.O1_SHARE]
    assert found == Bounds(Share(2, 6), Share(2, 6), False)
    assert found.cut(0.9) == found.low == found.high


def test_no_items_have_no_bounds() -> None:
    assert bounded()[Yardstick.R8_AS_O2_SHARE] is None
