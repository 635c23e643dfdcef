"""`r11 ingest` on what workers hand in: every kind of fault has its reason, is counted, and costs nothing else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from answers_of_workers import as_bytes
from work_places import Place, json_of, make_place, quote_of

from r11.vocabulary import AbortCode, FixOp, Verdict

Make = Callable[[Place, int], Any]


def text_of(place: Place, number: int) -> str:
    return as_bytes(place.answer(number)).decode("utf-8")


def with_quote(place: Place, number: int, quote: str) -> dict[str, Any]:
    return place.answer(number, evidence={"invocation_ref": "page", "quote": quote})


def edited(place: Place, number: int, **change: Any) -> dict[str, Any]:
    return place.answer(number, proposal={"op": "O1", "old": "500", "new": "800"} | change)


def twice(place: Place, number: int) -> dict[str, Any]:
    (claim,) = place.answer(number)["claims"]
    return place.answer(number) | {"claims": [claim, claim | {"proposal": None}]}


def without(place: Place, number: int, field: str) -> dict[str, Any]:
    (claim,) = place.answer(number)["claims"]
    return place.answer(number) | {"claims": [{k: v for k, v in claim.items() if k != field}]}


MALFORMED = "output.malformed"
# what is handed in, what becomes of it, and the gatekeeper's codes
TRIALS: list[Any] = [
    pytest.param(lambda p, n: p.answer(n), "passed", [], id="a good answer"),
    pytest.param(lambda p, n: f"```json\n{text_of(p, n)}\n```".encode(), "retry", [MALFORMED], id="a code fence"),
    pytest.param(lambda p, n: b"Here it is: " + text_of(p, n).encode(), "retry", [MALFORMED], id="prose before"),
    pytest.param(lambda p, n: text_of(p, n).encode() + b"\nDone.", "retry", [MALFORMED], id="prose after"),
    pytest.param(
        lambda p, n: f"<think>{text_of(p, n)}</think>{text_of(p, n)}".encode(), "retry", [MALFORMED], id="a think block"
    ),
    pytest.param(lambda p, n: (text_of(p, n) * 2).encode(), "retry", [MALFORMED], id="two objects"),
    pytest.param(lambda p, n: text_of(p, n).encode()[:-40], "retry", [MALFORMED], id="truncated"),
    pytest.param(lambda p, n: b"", "retry", ["output.missing"], id="nothing"),
    pytest.param(lambda p, n: b"[]", "retry", [MALFORMED], id="a list"),
    pytest.param(lambda p, n: b"// mine\n" + text_of(p, n).encode(), "retry", [MALFORMED], id="a comment"),
    pytest.param(lambda p, n: text_of(p, n).replace("800", "8\n00").encode(), "retry", [MALFORMED], id="raw newline"),
    pytest.param(lambda p, n: text_of(p, n).replace("800", "8\\q00").encode(), "retry", [MALFORMED], id="bad escape"),
    pytest.param(lambda p, n: b"\xef\xbb\xbf" + text_of(p, n).encode(), "retry", [MALFORMED], id="a BOM"),
    pytest.param(
        lambda p, n: text_of(p, n).encode().replace(b"800", b"8\xff0"), "retry", [MALFORMED] * 2, id="no UTF-8"
    ),
    pytest.param(lambda p, n: without(p, n, "claim_id"), "retry", ["schema.field"], id="no id"),
    pytest.param(lambda p, n: p.answer(n, claim_id="c999"), "retry", ["claim.unknown"], id="an unknown id"),
    pytest.param(twice, "retry", ["claim.duplicate"] * 2, id="the same id twice, with different answers"),
    pytest.param(
        lambda p, n: p.answer(n, text=p.units[n + 1].flag.claim), "retry", ["claim.unknown"], id="ids shifted by one"
    ),
    pytest.param(lambda p, n: p.answer(n, claims=[]), "retry", ["schema.field"], id="an empty list"),
    pytest.param(lambda p, n: p.answer(n, claims={}), "retry", ["schema.field"] * 2, id="an object for a list"),
    pytest.param(lambda p, n: edited(p, n, op="o1"), "retry", ["schema.field"], id="a word in lower case"),
    pytest.param(lambda p, n: edited(p, n, op="O1 "), "retry", ["schema.field"], id="a word with a space"),
    pytest.param(lambda p, n: edited(p, n, op="not O1"), "retry", ["schema.field"], id="a word in a sentence"),
    pytest.param(lambda p, n: edited(p, n, op=None), "retry", ["schema.field"], id="null for a word"),
    pytest.param(lambda p, n: edited(p, n, op=True), "retry", ["schema.field"], id="true for a word"),
    pytest.param(lambda p, n: edited(p, n, new=800), "retry", ["schema.field"], id="a number for a string"),
    pytest.param(lambda p, n: edited(p, n, new=["800"]), "retry", ["schema.field"], id="a list for a string"),
    pytest.param(lambda p, n: p.answer(n, proposal="false"), "retry", ["schema.field"], id="a string for an object"),
    pytest.param(
        lambda p, n: text_of(p, n).replace('"800"', "NaN").encode(), "retry", [MALFORMED], id="NaN for a string"
    ),
    pytest.param(
        lambda p, n: text_of(p, n).replace('"800"', '"800", "new": "900"').encode(), "retry", [MALFORMED],
        id="a key twice",
    ),
    pytest.param(lambda p, n: p.answer(n) | {"confidence": 1}, "low_confidence", ["schema.field"], id="a field more"),
    pytest.param(
        lambda p, n: p.answer(n, claims=p.answer(n)["claims"] * 10_000), "retry", [MALFORMED], id="10,000 results"
    ),
    pytest.param(lambda p, n: with_quote(p, n, "a" * 5_000_000), "retry", [MALFORMED], id="a quote of 5 MB"),
    pytest.param(lambda p, n: b"[" * 10_000 + b"]" * 10_000, "retry", [MALFORMED], id="depth 10,000"),
    pytest.param(
        lambda p, n: with_quote(p, n, "a" * 200_000), "low_confidence", ["evidence.quote"], id="a quote of a book"
    ),
    pytest.param(lambda p, n: with_quote(p, n, " "), "low_confidence", ["evidence.quote"], id="a blank quote"),
    pytest.param(
        lambda p, n: p.answer(n, evidence={"invocation_ref": "inv-99", "quote": quote_of(n)}), "retry",
        ["evidence.invocation_ref"], id="an invocation that was not made",
    ),
    pytest.param(
        lambda p, n: p.answer(n, invocations=p.answer(n)["invocations"] * 2), "retry", ["evidence.invocation_ref"],
        id="an invocation that is listed twice",
    ),
    pytest.param(
        lambda p, n: p.answer(n, schema="executor_evidence_v1"), "low_confidence", ["schema.version"], id="an old form"
    ),
    pytest.param(
        lambda p, n: p.answer(n) | {"executor_final_answer": "All is well."}, "low_confidence", ["schema.version"],
        id="a final answer",
    ),
    pytest.param(
        lambda p, n: p.answer(n) | {"user_facing_answer": "All is well."}, "low_confidence", ["schema.version"],
        id="an answer for users",
    ),
    pytest.param(lambda p, n: p.answer(n, proposal=None), "no_edit", [], id="no edit"),
    # a quote is compared in a normal form that is the same for both sides
    pytest.param(
        lambda p, n: with_quote(p, n, quote_of(n).replace(" keeps ", "\u00a0keeps ")), "passed", [], id="NBSP"
    ),
    pytest.param(
        lambda p, n: with_quote(p, n, f"{quote_of(n)}\n\n{quote_of(n + 1)}"), "passed", [], id="over two paragraphs"
    ),
    pytest.param(
        lambda p, n: with_quote(p, n, quote_of(n).replace("'", "\u2019")), "passed", [], id="typographic quotes"
    ),
    pytest.param(lambda p, n: with_quote(p, n, quote_of(n).replace("-", "\u2013")), "passed", [], id="dashes"),
    pytest.param(lambda p, n: with_quote(p, n, quote_of(n).replace("fi", "\ufb01")), "passed", [], id="ligature"),
    pytest.param(
        lambda p, n: with_quote(p, n, quote_of(n).replace("a", "α")), "low_confidence", [], id="alpha for a"
    ),
    pytest.param(
        lambda p, n: with_quote(p, n, quote_of(n).replace("800", "80")), "low_confidence", [], id="not on the page"
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """All rows of the table in one workspace, each for a unit of its own."""
    made = make_place(tmp_path_factory.mktemp("trials"), len(TRIALS) + 1)
    for number, row in enumerate(TRIALS):
        made.hand_in(number, row.values[0](made, number))
    return made


@pytest.fixture(scope="module")
def told(place: Place) -> dict[str, Any]:
    out = TextIOWrapper(BytesIO(), encoding="utf-8")
    with redirect_stdout(out):
        assert place.run("ingest", "--json") == 1
    out.seek(0)
    return json_of(out.read())


@pytest.mark.parametrize(("number", "status", "codes"), [
    pytest.param(number, *row.values[1:], id=row.id) for number, row in enumerate(TRIALS)
])  # fmt: skip
def test_what_becomes_of_it(place: Place, told: dict[str, Any], number: int, status: str, codes: list[str]) -> None:
    key = place.units[number].flag.flag_key
    (answer,) = (one for one in told["answers"] if one["flag_key"] == key)
    gate = answer["evaluation"]["gatekeeper_result"]
    assert answer["status"] == status
    assert [failure["code"] for failure in gate["failures"]] == codes
    assert gate["status"] == ("fail" if codes else "pass")
    assert (answer["evaluation"]["effective_verdict"] == "PASS") == (status == "passed")
    assert (key in place.proposals()) == (status in ("passed", "low_confidence"))


def test_nothing_is_lost_and_every_answer_is_counted(told: dict[str, Any]) -> None:
    expected = [row.values[1] for row in TRIALS]
    assert told["counts"] == {status: expected.count(status) for status in set(expected)}
    assert len(told["answers"]) == len(TRIALS)
    assert told["refused"] == []


def test_what_did_not_pass_is_for_a_person_to_look_at(place: Place, told: dict[str, Any]) -> None:
    for proposal in place.proposals().values():
        found = proposal.self_evaluation
        assert found is not None
        assert proposal.origin == "worker:one"
        if found.effective_verdict is Verdict.PASS:
            assert (proposal.op, proposal.aborts) == (FixOp.O1, ())
            assert proposal.proof is not None
        else:
            assert proposal.op is FixOp.O3
            assert proposal.proof is None
            assert AbortCode.LOW_CONFIDENCE in {abort.code for abort in proposal.aborts}


def test_a_second_run_changes_nothing_and_says_so(
    place: Place, told: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    before = place.out
    assert place.run("ingest") == 1
    assert "nothing changed" in capsys.readouterr().out
    assert place.out == before


def test_thirty_of_a_hundred_malformed_stay_in_the_denominator(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = make_place(tmp_path, 100)
    for number in range(100):
        place.hand_in(number, b"{" if number % 10 < 3 else place.answer(number))
    assert place.run("ingest") == 1
    out = capsys.readouterr().out
    assert "100 answers: passed 70, low confidence 0, no edit 0, retry 30; refused 0" in out
    assert len(place.proposals()) == 70
