"""Which artefacts are answers: refusals first, then the law that their order does not matter."""

from __future__ import annotations

from typing import Any

import pytest
from answers_of_workers import a_flag, a_unit, as_bytes, handed_in, output_for
from hypothesis import given
from hypothesis import strategies as st

from r11.records import Shard
from r11.verification.evaluation import Answer
from r11.verification.ingest import Handed, NotTaken, take_in
from r11.vocabulary import IntakeCode, ParseStatus

FLAG, OTHER = a_flag(), a_flag("c2", file="skills/store/other.md")
UNIT, ELSEWHERE = a_unit(FLAG), a_unit(OTHER, shard="2")
SHARDS = (Shard(name="1", files=(FLAG.file,)), Shard(name="2", files=(OTHER.file,)))
OUT = Handed({UNIT.unit: UNIT, ELSEWHERE.unit: ELSEWHERE}, SHARDS)


def good(worker: str = "one", **change: Any) -> Answer:
    return handed_in(UNIT.unit, as_bytes(output_for(FLAG, UNIT.unit, **change)), worker)


def unreadable(worker: str) -> Answer:
    return handed_in(UNIT.unit, b"```json", worker)


def misplaced(**change: Any) -> NotTaken:
    (refused,) = take_in([good(**change)], OUT).refused
    return refused


def test_a_unit_that_was_never_handed_out_is_refused() -> None:
    stray = handed_in("some-unit", as_bytes(output_for(FLAG, "some-unit")))
    (refused,) = take_in([stray], OUT).refused
    assert (refused.artefact, refused.code) == ("one/some-unit.json", IntakeCode.NO_UNIT)


@pytest.mark.parametrize(
    ("file", "told"),
    [
        pytest.param(OTHER.file, f"'{OTHER.file}' is in shard 2, and the unit is of shard 1", id="another shard"),
        pytest.param("skills/x.md", "'skills/x.md' is in no shard, and the unit is of shard 1", id="no shard"),
        pytest.param("../x.md", "'../x.md' is in no shard, and the unit is of shard 1", id="outside of the corpus"),
    ],
)
def test_an_answer_for_a_file_outside_its_shard_is_refused_naming_both(file: str, told: str) -> None:
    refused = misplaced(flag_key=f"{file}#c1")
    assert (refused.code, refused.detail) == (IntakeCode.OUTSIDE_SHARD, told)


def test_a_unit_that_was_moved_to_another_shard_is_refused() -> None:
    moved = Handed({UNIT.unit: a_unit(FLAG, shard="2")}, SHARDS)
    (refused,) = take_in([good()], moved).refused
    assert refused.code is IntakeCode.OUTSIDE_SHARD


def test_two_different_answers_for_one_unit_are_refused_naming_both() -> None:
    found = take_in([good("one"), good("two", proposal=None)], OUT)
    assert found.answers == ()
    assert [(left.artefact, left.code) for left in found.refused] == [
        (f"one/{UNIT.unit}.json", IntakeCode.SECOND_ANSWER),
        (f"two/{UNIT.unit}.json", IntakeCode.SECOND_ANSWER),
    ]
    assert f"than two/{UNIT.unit}.json does" in found.refused[0].detail
    assert f"than one/{UNIT.unit}.json does" in found.refused[1].detail


def test_the_answer_that_was_shown_stays_and_the_second_one_is_refused() -> None:
    first, second = good("two"), good("one", proposal=None)
    found = take_in([first, second], Handed(OUT.units, SHARDS, {UNIT.unit: first}))
    assert [one.worker for one in found.answers] == ["two"]
    assert [left.artefact for left in found.refused] == [f"one/{UNIT.unit}.json"]


def test_an_answer_that_was_shown_stays_when_its_file_is_gone_or_written_anew() -> None:
    first, anew = good(), good(proposal=None)
    shown = Handed(OUT.units, SHARDS, {UNIT.unit: first})
    assert take_in([], shown).answers == (first,)
    found = take_in([anew], shown)
    assert found.answers == (first,)
    assert [left.code for left in found.refused] == [IntakeCode.SECOND_ANSWER]


def test_the_same_answer_twice_is_one_answer() -> None:
    found = take_in([good("two"), good("one")], OUT)
    assert [one.worker for one in found.answers] == ["one"]
    assert found.refused == ()


def test_what_cannot_be_read_bars_no_answer() -> None:
    found = take_in([unreadable("one"), good("two")], OUT)
    assert [(one.worker, one.output.parse_status) for one in found.answers] == [
        ("two", ParseStatus.PARSED),
        ("one", ParseStatus.MALFORMED),
    ]


ARTEFACTS = [
    good("one"),
    good("two"),
    good("three", proposal=None),
    unreadable("four"),
    good("five", flag_key=f"{OTHER.file}#c1"),
    handed_in("some-unit", b"{}"),
    handed_in(ELSEWHERE.unit, as_bytes(output_for(OTHER, ELSEWHERE.unit)), "six"),
]


@given(
    st.lists(st.sampled_from(ARTEFACTS), unique_by=id).flatmap(
        lambda some: st.tuples(st.just(some), st.permutations(some))
    )
)
def test_any_order_gives_the_same(both: tuple[list[Answer], list[Answer]]) -> None:
    """ "artefacts from files or shards in any order give the same result"."""
    some, shuffled = both
    assert take_in(some, OUT) == take_in(shuffled, OUT)


@given(st.lists(st.sampled_from(ARTEFACTS), unique_by=id))
def test_nothing_is_lost(some: list[Answer]) -> None:
    """Each artefact is an answer, is refused, or is word for word an answer that counts already."""
    found = take_in(some, OUT)
    told = {f"{one.worker}/{one.unit}.json" for one in found.answers} | {left.artefact for left in found.refused}
    same = {one.sha256 for one in found.answers}
    assert all(f"{one.worker}/{one.unit}.json" in told or one.sha256 in same for one in some)
