"""Fix targets that were decided, applied and stamped stay in the figures that they were counted in."""

from __future__ import annotations

import pytest
from pilot_makers import aborted, flag, rewrite, swap
from review_makers import Person, decided, proposed

from r11.pilot.assessment import ProtocolFiles, assess
from r11.pilot.figures import Share
from r11.pilot.items import settled_op
from r11.pilot.measures import measure
from r11.pilot.review_measures import After, Answered, ReviewedItem, review_items
from r11.pilot.trend import trends
from r11.records import Flag
from r11.vocabulary import FixOp


def stamped(one: Flag, op: str | None) -> Flag:
    """The flag as a stamp leaves it; op None: closed."""
    told = {name: getattr(one, name) for name in one.__struct_fields__}
    return Flag(**{**told, "applied": op is not None, "closed": op is None, "fix": {"op": op, "batch": "b1"}})


@pytest.mark.parametrize(
    ("fields", "op"),
    [
        pytest.param({"applied": True, "fix": {"op": "O1"}}, FixOp.O1, id="a swap"),
        pytest.param({"closed": True, "fix": {"op": None}}, None, id="a closing"),
        pytest.param({"reverted": True, "fix": {"op": "O1"}}, None, id="taken back"),
        pytest.param({"applied": True}, None, id="by others, with no fix on record"),
        pytest.param({"applied": True, "fix": {"op": ["O1"]}}, None, id="no word"),
    ],
)
def test_the_ledger_names_the_operation_that_settled(fields: dict[str, object], op: FixOp | None) -> None:
    assert settled_op(flag(**fields)) is op


def test_a_settled_swap_stays_nominated() -> None:
    """Three nominated, one of them aborted: the rate is a third before the batch and after it."""
    pairs = [swap(flag(number=1)), swap(flag(number=2)), aborted(flag(number=3))]
    before = measure(pairs, threshold=1).everything
    after = measure(pairs[1:], settled=[stamped(pairs[0][0], "O1")], threshold=1).everything
    assert before.abort_rate == after.abort_rate == Share(1, 3)
    assert (after.settled_o1, after.settled_unknown) == (1, 0)


def test_an_aborted_candidate_that_a_person_rewrote_stays_aborted() -> None:
    pairs = [swap(flag(number=1)), aborted(flag(number=2))]
    done, proposal = pairs[1]
    found = measure(pairs[:1], settled=[stamped(done, "O3")], threshold=1, decided={done.key: proposal})
    assert found.everything.abort_rate == Share(1, 2)
    assert (found.everything.open_aborted_o1, found.everything.other_o3) == (0, 0)
    assert sum(row.first for row in found.everything.o1_abort_reasons) == 1


def test_what_nobody_knows_the_nomination_of_is_named_and_in_no_rate() -> None:
    settled = [stamped(flag(number=2), "O3"), stamped(flag(number=3), None), flag(number=4, applied=True)]
    found = measure([swap(flag(number=1))], settled=settled, threshold=1).everything
    assert (found.abort_rate, found.settled, found.settled_unknown) == (Share(0, 1), 3, 3)


def test_the_files_and_the_bands_add_up_to_the_stratum() -> None:
    pairs = [swap(flag(number=n)) for n in range(1, 9)] + [aborted(flag("b.md", n)) for n in range(1, 4)]
    settled = [stamped(one, "O1") for one, _ in pairs[:3]]
    found = measure(pairs[3:], settled=settled, threshold=7)
    bands = next(trend for trend in trends(found) if trend.subject.startswith("aborted")).bands
    for rates in ([row.abort_rate for row in found.files], [band.share for band in bands]):
        counts = sum(one.numerator for one in rates), sum(one.denominator for one in rates)
        assert Share(*counts) == found.everything.abort_rate == Share(3, 11)


def told(item: ReviewedItem) -> tuple[object, ...]:
    return item.flag_key, item.proposed, item.after, item.answered, item.swaps


def test_a_stamp_erases_no_review() -> None:
    """A swap and a closing, decided and stamped: two reviewed items of three, before and after."""
    pairs = proposed(FixOp.O1, 3)
    logs = decided(Person().approve(pairs[0]).close(pairs[1]))
    before = review_items(pairs, (), logs)
    settled = [stamped(pairs[0][0], "O1"), stamped(pairs[1][0], None)]
    after = review_items(pairs[2:], (), logs, others=[pairs[1][1]], settled=settled)
    assert sum(item.is_reviewed for item in before) == sum(item.is_reviewed for item in after) == 2
    assert {told(item) for item in before} == {told(item) for item in after}


def test_an_own_text_of_which_no_proposal_is_known_counts_as_reviewed_only() -> None:
    (one,) = proposed(FixOp.O3, 1)
    (item,) = review_items((), (), decided(Person().rewrite(one)), settled=[stamped(one[0], "O3")])
    assert (item.proposed, item.after, item.answered) == (None, After.O3, Answered.EDITED)
    assert item.is_reviewed


def test_what_was_settled_without_a_decision_here_stays_apart() -> None:
    assert review_items((), (), decided(), settled=[stamped(flag(), "O1"), stamped(flag(number=2), None)]) == ()


def test_the_look_and_the_times_survive_a_stamp() -> None:
    pairs = proposed(FixOp.O1, 8)
    person = Person()
    for pair in pairs[:4]:
        person.approve(pair)
    done = [stamped(one, "O1") for one, _ in pairs[:4]]
    measures = measure(pairs[4:], settled=done, threshold=7)
    found = assess(measures, pairs[4:], (), decided(person), ProtocolFiles(), idle_cap=60, settled=done)
    assert (found.strata[0].reviewed, found.strata[0].settled) == (Share(4, 8), 4)
    assert found.throughput.of(FixOp.O1).items == 4


def test_bands_that_are_left_out_are_named() -> None:
    """A sentence that speaks of bands says which bands it does not speak of."""
    pairs = [swap(flag("one.md"))] + [
        rewrite(flag(f"{file}.md", n)) for file, size in (("big", 12), ("mid", 6), ("other", 5)) for n in range(size)
    ]
    words = trends(measure(pairs, threshold=7))[0].words
    assert words.endswith("left out, with fewer than 10 items: 1 (1/1).")
