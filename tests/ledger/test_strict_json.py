"""Bytes to values: everything that is not one strict JSON document is named, by code and place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.ledger.strict_json import FLAW, HugeNumber, at, holder_of, is_flawed, parse, parse_lines
from r11.ledger.syntax import MAX_DEPTH

DOCUMENT = b'{"file": "a.md", "results": []}'

UNREADABLE = [
    pytest.param(b"```json\n" + DOCUMENT + b"\n```", ["CODE_FENCE"], id="a code fence"),
    pytest.param(b"```\n" + DOCUMENT, ["CODE_FENCE"], id="a fence that is not closed"),
    pytest.param(DOCUMENT + b"\n```\n", ["CODE_FENCE"], id="a fence after the document"),
    pytest.param(b"Here it is:\n" + DOCUMENT, ["TEXT_AROUND_JSON"], id="text before"),
    pytest.param(b"# Result\n" + DOCUMENT, ["TEXT_AROUND_JSON"], id="a markdown heading before"),
    pytest.param(DOCUMENT + b"\nHope this helps", ["TEXT_AROUND_JSON"], id="text after"),
    pytest.param(
        b"Sure!\n```json\n" + DOCUMENT + b"\n```", ["TEXT_AROUND_JSON", "CODE_FENCE"], id="text and a fence: both named"
    ),
    pytest.param(b'<think>{"results": []}</think>' + DOCUMENT, ["TEXT_AROUND_JSON"], id="a think block holding JSON"),
    pytest.param(DOCUMENT + DOCUMENT, ["TEXT_AROUND_JSON"], id="two objects on one line"),
    pytest.param(DOCUMENT + b"\n" + DOCUMENT, ["TEXT_AROUND_JSON"], id="two objects on two lines"),
    pytest.param(b"", ["TRUNCATED"], id="nothing at all"),
    pytest.param(b" \n", ["TRUNCATED"], id="white space alone"),
    pytest.param(DOCUMENT[:-1], ["TRUNCATED"], id="the last bracket is missing"),
    pytest.param(b'{"file": "a.m', ["TRUNCATED"], id="cut within a string"),
    pytest.param(b'{"file": "\\u00', ["TRUNCATED"], id="cut within an escape"),
    pytest.param(b'{"file": tru', ["TRUNCATED"], id="cut within a word"),
    pytest.param(b'"abc', ["TRUNCATED"], id="a string that never ends"),
    pytest.param(b'{"a": 1, // why\n"b": 2}', ["NOT_JSON"], id="a line comment"),
    pytest.param(b'{"a": /* why */ 1}', ["NOT_JSON"], id="a block comment"),
    pytest.param(b'{"a": 1} // done', ["NOT_JSON"], id="a comment at the end"),
    pytest.param(b'{"a": "x\ny"}', ["NOT_JSON"], id="a raw newline in a string"),
    pytest.param(b'{"a": "x\ty"}', ["NOT_JSON"], id="a raw tab in a string"),
    pytest.param(b'{"a": "\\x41"}', ["NOT_JSON"], id="an escape that JSON does not have"),
    pytest.param(b"{'a': 1}", ["NOT_JSON"], id="single quotes"),
    pytest.param(b'{"a": 1,}', ["NOT_JSON"], id="a trailing comma"),
    pytest.param(b'{"a": True}', ["NOT_JSON"], id="a Python word"),
    pytest.param(b'{"a": 01}', ["NOT_JSON"], id="a number with a leading zero"),
    pytest.param(b"I could not judge this file.", ["NOT_JSON"], id="prose alone"),
    pytest.param(DOCUMENT.decode().encode("utf-16"), ["NOT_UTF8"], id="UTF-16"),
    pytest.param(b'{"a": \xff}', ["NOT_UTF8"], id="a stray byte outside of a string"),
    pytest.param(b"[" * 10_000, ["TOO_DEEP"], id="depth 10,000, open"),
    pytest.param(b"[" * 10_000 + b"]" * 10_000, ["TOO_DEEP"], id="depth 10,000, closed"),
    pytest.param(b'{"a":' * 10_000 + b"1" + b"}" * 10_000, ["TOO_DEEP"], id="objects, depth 10,000"),
]


@pytest.mark.parametrize(("data", "codes"), UNREADABLE)
def test_what_is_not_one_json_document_is_named_and_gives_no_value(data: bytes, codes: list[str]) -> None:
    parsed = parse(data)
    assert [problem.code for problem in parsed.problems] == codes
    assert parsed.value is FLAW
    assert not parsed.readable


FLAWED = [
    pytest.param(b'{"a": NaN}', "a", "NOT_A_NUMBER", id="NaN"),
    pytest.param(b'{"a": [1, -Infinity]}', "a[1]", "NOT_A_NUMBER", id="minus infinity in a list"),
    pytest.param(b'{"a": {"rule": "R1", "rule": "R1"}}', "a.rule", "DUPLICATE_KEY", id="a key twice, same value"),
    pytest.param(b'[{"a": 1, "a": {"b": 2}, "a": 3}]', "[0].a", "DUPLICATE_KEY", id="a key three times is one problem"),
    pytest.param(b'{"a": 1, "\\u0061": 2}', "a", "DUPLICATE_KEY", id="a key twice, once as an escape"),
    pytest.param(b'{"a": "x\\ud800"}', "a", "LONE_SURROGATE", id="half a character"),
    pytest.param(b'{"a": "\\udc80"}', "a", "LONE_SURROGATE", id="the other half"),
    pytest.param(b'{"a": "\xe9"}', "a", "NOT_UTF8", id="a Latin-1 byte in a string"),
    pytest.param(b'{"\\ud800": 1}', '["\\\\ud800"]', "LONE_SURROGATE", id="half a character in a key"),
]


@pytest.mark.parametrize(("data", "place", "code"), FLAWED)
def test_a_flaw_is_named_by_its_place_and_can_be_read_by_nobody(data: bytes, place: str, code: str) -> None:
    parsed = parse(data)
    assert [(problem.place, problem.code) for problem in parsed.problems] == [(place, code)]
    assert parsed.readable
    assert is_flawed(parsed.value)


def test_what_stands_beside_a_flaw_is_read() -> None:
    assert parse(b'{"a": NaN, "b": 1, "c": "\xff", "d": 2}').value == {"a": FLAW, "b": 1, "c": FLAW, "d": 2}


def test_messages_can_be_written_to_any_stream() -> None:
    for problem in parse(b'{"\\ud800": "\\udfff", "k\xff": 1, "k\xff": 2}').problems:
        str(problem).encode("utf-8")


def test_a_byte_order_mark_is_a_problem_and_hides_nothing() -> None:
    parsed = parse(b"\xef\xbb\xbf" + DOCUMENT)
    assert [problem.code for problem in parsed.problems] == ["HAS_BOM"]
    assert parsed.value == {"file": "a.md", "results": []}


def test_a_syntax_problem_says_line_and_column() -> None:
    (problem,) = parse('{\n  "æ": 1,\n  "b" 2\n}'.encode()).problems
    assert "line 3 column 7" in str(problem)


def test_numbers_of_any_length_are_read() -> None:
    value = parse(b'{"small": 999999999999999999, "huge": ' + b"9" * 100_000 + b"}").value
    assert value == {"small": 999_999_999_999_999_999, "huge": HugeNumber("9" * 100_000)}


def test_brackets_in_strings_are_no_depth() -> None:
    text = "[" * 10_000 + '\\"{'
    assert parse(json.dumps([text]).encode()).value == [text]


def test_the_deepest_document_allowed_is_read() -> None:
    assert parse(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH).readable
    assert not parse(b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1)).readable


def test_json_lines_name_the_line_and_read_on() -> None:
    lines = parse_lines(b'{"a": 1}\r\n\n{"a": \n{"a": NaN}\n{"a": 2}')
    assert [(number, parsed.readable) for number, parsed in lines] == [(1, True), (3, False), (4, True), (5, True)]
    assert [problem.place for _, parsed in lines for problem in parsed.problems] == ["line 3", "line 4.a"]


PLACES = [
    pytest.param(["records", 3, "flags", 0, "rule"], "records[3].flags[0].rule", id="names and indices"),
    pytest.param([0, "file"], "[0].file", id="an array at the top"),
    pytest.param(["skills/a b.md", "flags"], '["skills/a b.md"].flags', id="a key that is a path"),
    pytest.param(['"\n'], '["\\"\\n"]', id="a key with a quote and a newline"),
]


@pytest.mark.parametrize(("steps", "place"), PLACES)
def test_places_are_paths(steps: list[str | int], place: str) -> None:
    here = ""
    for step in steps:
        here = at(here, step)
    assert here == place


def test_long_keys_keep_distinct_and_short_places() -> None:
    left, right = at("", "x" * 5_000_000), at("", "x" * 4_999_999 + "y")
    assert left != right
    assert len(left) < 100


def test_a_place_belongs_to_the_innermost_holder() -> None:
    holders = {"records[1]", "records[1].flags[0]", '["a.b[0]"]'}
    assert holder_of("records[1].flags[0].id", holders) == "records[1].flags[0]"
    assert holder_of("records[1].flags[01].id", holders) == "records[1]"
    assert holder_of("records[1]", holders) == "records[1]"
    assert holder_of("records[10].id", holders) is None
    assert holder_of('["a.b[0]"].file', holders) == '["a.b[0]"]'
    assert holder_of("", holders) is None


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_every_json_document_is_read_as_it_is(value: Any, ascii_only: bool) -> None:
    parsed = parse(json.dumps(value, ensure_ascii=ascii_only).encode("utf-8"))
    assert parsed.problems == ()
    assert parsed.value == value


@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_raise_and_none_are_unreadable_without_a_reason(data: bytes) -> None:
    parsed = parse(data)
    assert parsed.readable or parsed.problems


@given(VALUES, st.data())
def test_a_document_that_is_cut_short_is_never_read(value: Any, data: st.DataObject) -> None:
    """ "Nothing is repaired or guessed." Wrapped in an object, no beginning of it is a document."""
    whole = json.dumps({"value": value}).encode()
    length = data.draw(st.integers(0, len(whole) - 1))
    parsed = parse(whole[:length])
    assert [problem.code for problem in parsed.problems] == ["TRUNCATED"]
