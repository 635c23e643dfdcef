"""Values to records: every field's problem, each by its place."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledgers import flag, result

from r11.ledger.fields import read
from r11.ledger.strict_json import FLAW, parse
from r11.records import FileClaims, Flag, JudgeResult, Record
from r11.vocabulary import Disposition, JudgeVerdict, Rule

NO_VERDICTS = [
    pytest.param("Grounded", "UNKNOWN_WORD", id="another case"),
    pytest.param("grounded ", "UNKNOWN_WORD", id="a space behind"),
    pytest.param("not grounded", "UNKNOWN_WORD", id="a space for the underscore"),
    pytest.param("ungrounded", "UNKNOWN_WORD", id="a word that holds the word"),
    pytest.param("", "UNKNOWN_WORD", id="the empty word"),
    pytest.param("false", "UNKNOWN_WORD", id="false as a word"),
    pytest.param(None, "WRONG_TYPE", id="null"),
    pytest.param(True, "WRONG_TYPE", id="true"),
    pytest.param(1, "WRONG_TYPE", id="a number"),
    pytest.param(["grounded"], "WRONG_TYPE", id="a list holding the word"),
    pytest.param({"verdict": "grounded"}, "WRONG_TYPE", id="an object holding the word"),
    pytest.param(..., "MISSING_FIELD", id="absent"),
]


@pytest.mark.parametrize(("word", "code"), NO_VERDICTS)
def test_a_verdict_is_one_of_three_words_exactly(word: Any, code: str) -> None:
    reading = read(JudgeResult, result(judge_verdict=word), "results[0]")
    assert reading.record is None
    assert [(problem.place, problem.code) for problem in reading.problems] == [("results[0].judge_verdict", code)]


WRONG_TYPES = [
    pytest.param("id", 7, id="number for string"),
    pytest.param("claim", ["The limit"], id="list for string"),
    pytest.param("reason", None, id="null for string"),
    pytest.param("line", "3", id="string for number"),
    pytest.param("line", 3.0, id="fraction for whole number"),
    pytest.param("line", True, id="true for number"),
    pytest.param("applied", "true", id="string for true"),
    pytest.param("applied", None, id="null for true"),
    pytest.param("fix", "O1", id="string for object"),
    pytest.param("disposition", False, id="false for null"),
    pytest.param("rule", 8, id="number for rule"),
]


@pytest.mark.parametrize(("field", "value"), WRONG_TYPES)
def test_a_field_of_another_type_is_named(field: str, value: Any) -> None:
    reading = read(Flag, flag(**{field: value}), "f")
    assert [(problem.place, problem.code) for problem in reading.problems] == [(f"f.{field}", "WRONG_TYPE")]
    assert field not in reading.fields


@pytest.mark.parametrize("value", [None, [], "x", 1, True], ids=["null", "list", "string", "number", "true"])
def test_what_is_no_object_is_no_record(value: Any) -> None:
    (problem,) = read(Flag, value, "f").problems
    assert problem.code == "WRONG_TYPE"


def test_a_number_too_long_for_a_line_is_named() -> None:
    value = parse(b"9" * 5000).value
    (problem,) = read(Flag, flag(line=value), "f").problems
    assert "a number of 5000 digits" in str(problem)


def test_all_problems_are_reported_at_once_and_the_rest_is_kept() -> None:
    reading = read(Flag, flag(id=1, rule="R9", line="x", claim=..., disposition="Wrong"), "f")
    assert [problem.place for problem in reading.problems] == ["f.id", "f.rule", "f.line", "f.claim", "f.disposition"]
    assert reading.fields["judge_verdict"] is JudgeVerdict.NOT_GROUNDED
    assert reading.fields["applied"] is False


def test_nested_records_are_read_field_by_field() -> None:
    value = {"file": 1, "claims": [{"id": "a", "line": 1, "claim": "x"}, {"id": "b", "line": "2"}, 3]}
    places = [problem.place for problem in read(FileClaims, value, "").problems]
    assert places == ["file", "claims[1].line", "claims[1].claim", "claims[2]"]


def test_an_unknown_field_is_a_problem_only_where_the_contract_forbids_it() -> None:
    (problem,) = read(JudgeResult, result(confidence=0.9), "r").problems
    assert (problem.place, problem.code) == ("r.confidence", "UNKNOWN_FIELD")
    assert read(Flag, flag(note="ours"), "f").record is not None


def test_what_was_reported_already_is_not_reported_again_and_not_read() -> None:
    for value in (flag(rule=FLAW), flag(note=[FLAW]), FLAW):
        reading = read(Flag, value, "f")
        assert reading.record is None
        assert reading.problems == ()


def test_absent_and_null_are_both_pending() -> None:
    for disposition in (None, ...):
        record = read(Flag, flag(disposition=disposition), "f").record
        assert record is not None
        assert record.disposition is None


def test_words_become_members() -> None:
    record = read(Flag, flag(rule="", disposition="wrong"), "f").record
    assert record is not None
    assert record.rule is Rule.NONE
    assert record.disposition is Disposition.WRONG


class Sample(Record, frozen=True):
    """One field of each kind that the records use."""

    text: str
    number: int
    word: Rule
    words: tuple[Rule, ...]
    maybe: Disposition | None = None
    table: dict[str, Any] | None = None


FIELD_VALUES = st.sampled_from(["R1", "R9", "wrong", "", 1, 1.5, True, None, ["R1"], ["R1", "x"], [1], {"a": 1}, {}])


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(Sample.__struct_fields__, FIELD_VALUES)))
def test_a_record_is_read_exactly_where_msgspec_reads_it(value: dict[str, Any]) -> None:
    try:
        expected = msgspec.convert(value, Sample, strict=True)
    except msgspec.ValidationError:
        expected = None
    reading = read(Sample, value, "")
    assert reading.record == expected
    assert (reading.problems == ()) == (expected is not None)
