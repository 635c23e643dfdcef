"""Judge output against the claim manifest: what is malformed is invalid with a reason, and counted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledgers import FILE, claims, encoded, result

from r11.ledger.claims import ClaimManifest, read_claims
from r11.ledger.judge_output import JudgeReading, read_judge_output
from r11.vocabulary import JudgeVerdict


def manifest(*ids: str) -> ClaimManifest:
    return read_claims(encoded(claims(*ids)))


def output(*results: Any, **changes: Any) -> dict[str, Any]:
    return {"file": FILE, "results": list(results), **changes}


def codes(reading: JudgeReading) -> list[tuple[str, str]]:
    return [(problem.place, str(problem.code)) for problem in reading.problems]


def answers(*ids: str) -> list[dict[str, Any]]:
    return [result(id=name) for name in ids]


WHOLE = encoded(output(result()))

MALFORMED = [
    pytest.param(b"```json\n" + WHOLE + b"\n```", "CODE_FENCE", id="a code fence"),
    pytest.param(b"Verdicts:\n" + WHOLE, "TEXT_AROUND_JSON", id="prose before"),
    pytest.param(WHOLE + b"\nDone.", "TEXT_AROUND_JSON", id="prose after"),
    pytest.param(b"<think>" + WHOLE + b"</think>\n" + WHOLE, "TEXT_AROUND_JSON", id="a think block holding JSON"),
    pytest.param(WHOLE + WHOLE, "TEXT_AROUND_JSON", id="two objects"),
    pytest.param(WHOLE[:-20], "TRUNCATED", id="truncated"),
    pytest.param(WHOLE.replace(b"{", b"{ // verdicts\n", 1), "NOT_JSON", id="a comment"),
    pytest.param(WHOLE.replace(b"The page", b"The\npage"), "NOT_JSON", id="a raw newline in a string"),
    pytest.param(WHOLE.replace(b"The page", b"The \\page"), "NOT_JSON", id="a bad escape"),
    pytest.param(b"[" * 10_000, "TOO_DEEP", id="depth 10,000"),
    pytest.param(b"", "TRUNCATED", id="nothing"),
    pytest.param(b"[" + WHOLE + b"]", "WRONG_SHAPE", id="a list of outputs"),
    pytest.param(b"null", "WRONG_SHAPE", id="null"),
    pytest.param(b'"grounded"', "WRONG_SHAPE", id="a word"),
]


@pytest.mark.parametrize(("data", "code"), MALFORMED)
def test_a_malformed_output_is_one_invalid_answer_with_a_reason(data: bytes, code: str) -> None:
    reading = read_judge_output(data, manifest("c1"), "c1.json")
    assert codes(reading) == [("", code)]
    assert (reading.results, reading.invalid, reading.file, reading.complete) == ((), 1, None, False)


def test_a_byte_order_mark_is_named_and_the_output_does_not_count() -> None:
    reading = read_judge_output(b"\xef\xbb\xbf" + WHOLE, manifest("c1"), "s")
    assert codes(reading) == [("", "HAS_BOM")]
    assert (len(reading.results), reading.complete) == (1, False)


def test_a_whole_answer_is_complete() -> None:
    reading = read_judge_output(encoded(output(*answers("c2", "c1"))), manifest("c1", "c2"), "s")
    assert (reading.problems, reading.invalid, reading.complete) == ((), 0, True)
    assert [one.judge_verdict for one in reading.results] == [JudgeVerdict.GROUNDED] * 2


IDS = [
    pytest.param(["c1"], [("results", "MISSING_ID")], 1, id="a missing id"),
    pytest.param([], [("results", "MISSING_ID")] * 2, 0, id="an empty list"),
    pytest.param(["c1", "c2", "c3"], [("results[2].id", "UNKNOWN_ID")], 3, id="an unknown id"),
    pytest.param(["c1", "c2", "c1"], [("results[2].id", "REPEATED_ID")], 1, id="the same id twice: neither counts"),
    pytest.param(["c2", "c3"], [("results[1].id", "UNKNOWN_ID"), ("results", "MISSING_ID")], 2, id="shifted by one"),
    pytest.param(
        ["c1", "C2"], [("results[1].id", "UNKNOWN_ID"), ("results", "MISSING_ID")], 2, id="an id in another case"
    ),
    pytest.param(["c1", "c2", ""], [("results[2].id", "EMPTY_ID")], 3, id="an empty id"),
]


@pytest.mark.parametrize(("ids", "expected", "valid"), IDS)
def test_the_ids_must_be_exactly_the_ids_of_the_claims(ids: list[str], expected: list[Any], valid: int) -> None:
    reading = read_judge_output(encoded(output(*answers(*ids))), manifest("c1", "c2"), "s")
    assert codes(reading) == expected
    assert len(reading.results) == valid
    assert not reading.complete


def test_the_same_id_with_two_verdicts_is_no_verdict() -> None:
    twice = [result(id="c1"), result(id="c1", judge_verdict="not_grounded"), result(id="c2")]
    reading = read_judge_output(encoded(output(*twice)), manifest("c1", "c2"), "s")
    assert [one.id for one in reading.results] == ["c2"]
    assert reading.invalid == 2


def test_ids_shifted_by_one_are_called_so() -> None:
    found = read_judge_output(encoded(output(*answers("c0", "c1", "c2"))), manifest("c1", "c2", "c3"), "s").problems
    assert all("shifted by -1" in problem.message for problem in found)
    gap = read_judge_output(encoded(output(*answers("c1", "c9"))), manifest("c1", "c2"), "s").problems
    assert not any("shifted" in problem.message for problem in gap)


def test_an_output_without_an_answer_supports_nothing_even_where_nobody_gave_claims() -> None:
    for known in (None, manifest()):
        reading = read_judge_output(encoded(output()), known, "s")
        assert codes(reading) == [("results", "MISSING_ID")]
        assert not reading.complete


FORM = [
    pytest.param(
        output(result(judge_verdict="Grounded")), "results[0].judge_verdict", "UNKNOWN_WORD", id="another case"
    ),
    pytest.param(output(result(rule="R8 ")), "results[0].rule", "UNKNOWN_WORD", id="a rule with a space"),
    pytest.param(output(result(evidence_quote=["q"])), "results[0].evidence_quote", "WRONG_TYPE", id="list for string"),
    pytest.param(output(result(reason=...)), "results[0].reason", "MISSING_FIELD", id="no reason"),
    pytest.param(output(result(score=1.0)), "results[0].score", "UNKNOWN_FIELD", id="a field of its own"),
    pytest.param(output(result(), model="x"), "model", "UNKNOWN_FIELD", id="a field of its own at the top"),
    pytest.param(output(result(), file="b.md"), "file", "UNKNOWN_FILE", id="a file without claims"),
    pytest.param(output(result(), file=None), "file", "WRONG_TYPE", id="a file null"),
    pytest.param({"results": [result()]}, "file", "MISSING_FIELD", id="no file"),
    pytest.param(output(result(), results=None), "results", "WRONG_TYPE", id="results null"),
    pytest.param(output(result(), results={"c1": "grounded"}), "results", "WRONG_TYPE", id="results as an object"),
]


@pytest.mark.parametrize(("value", "place", "code"), FORM)
def test_one_fault_of_form_is_one_problem_and_the_file_is_not_complete(value: Any, place: str, code: str) -> None:
    reading = read_judge_output(encoded(value), manifest("c1"), "s")
    assert codes(reading) == [(place, code)]
    assert not reading.complete


def test_one_bad_result_hides_no_other() -> None:
    value = output(result(id="c1", judge_verdict=None), result(id="c2"), None, result(id="c3", rule="R0"))
    reading = read_judge_output(encoded(value), manifest("c1", "c2", "c3"), "s")
    assert [place for place, _ in codes(reading)] == ["results[0].judge_verdict", "results[2]", "results[3].rule"]
    assert [one.id for one in reading.results] == ["c2"]
    assert reading.invalid == 3


def test_a_key_that_stands_twice_is_no_answer() -> None:
    data = WHOLE.replace(b'"rule": ""', b'"rule": "", "judge_verdict": "not_grounded"')
    reading = read_judge_output(data, manifest("c1"), "s")
    assert codes(reading) == [("results[0].judge_verdict", "DUPLICATE_KEY")]
    assert reading.results == ()


def test_nan_is_no_answer() -> None:
    reading = read_judge_output(WHOLE.replace(b'"grounded"', b"NaN"), manifest("c1"), "s")
    assert codes(reading) == [("results[0].judge_verdict", "NOT_A_NUMBER")]
    assert (reading.results, reading.invalid) == ((), 1)


def test_ten_thousand_results_and_a_quote_of_five_megabytes_are_read() -> None:
    names = [f"c{number}" for number in range(10_000)]
    results = answers(*names)
    results[5000]["evidence_quote"] = "æ" * 2_500_000 + "[" * 2_500_000
    reading = read_judge_output(encoded(output(*results)), manifest(*names), "s")
    assert reading.complete
    assert len(reading.results) == 10_000


def test_an_invalid_entry_of_the_manifest_is_said_to_be_so() -> None:
    broken = read_claims(encoded(claims("c1", "c1")))
    (problem,) = read_judge_output(WHOLE, broken, "s").problems
    assert "invalid" in problem.message


@given(st.lists(st.sampled_from(["c1", "c2", "c3", "c4", "x", ""]), max_size=6))
def test_an_output_is_complete_only_with_exactly_the_ids_of_the_claims(ids: list[str]) -> None:
    """ "The ids must be exactly the ids of that file's claims: missing, unknown and repeated ids are problems." """
    reading = read_judge_output(encoded(output(*answers(*ids))), manifest("c1", "c2", "c3"), "s")
    assert reading.complete == (sorted(ids) == ["c1", "c2", "c3"])
    assert len(reading.results) + reading.invalid == len(ids)
