"""Verifiers: the built-in one on evidence and proofs, another's output read strictly, and how they come together."""

from __future__ import annotations

from typing import Any

import pytest
from answers_of_workers import QUOTE, URL, a_flag, as_bytes, grounds, handed_in, on_record, output_for
from hypothesis import given
from hypothesis import strategies as st

from r11.records import CheckedFact, ClaimCheck
from r11.verification.evaluation import judge_answer
from r11.verification.readers import low_confidence_text, retry_context, trace_text
from r11.verification.verifier import VerifierReading, facts_of, merged, read_verifier
from r11.vocabulary import AnswerStatus, ClaimStatus, Verdict

FLAG = a_flag()
GOOD_CHECK = {"claim_id": "c1", "status": "supported", "invocation_ref": "inv-1", "reason": "seen"}
FACT = {"fact": "a queue keeps 800", "verified": True, "source": "inv-1", "note": ""}


def told(value: Any) -> VerifierReading:
    data = value if isinstance(value, bytes) else as_bytes(value)
    return read_verifier(data, ["c1"], {"inv-1"})


def checked(*checks: dict[str, Any]) -> VerifierReading:
    return told({"verdict": "PASS", "claim_checks": list(checks)})


@pytest.mark.parametrize(
    ("checks", "reason"),
    [
        pytest.param([], "the verifier did not check it", id="no check"),
        pytest.param([GOOD_CHECK, GOOD_CHECK], "checked 2 times; which check is meant is unknown", id="twice"),
        pytest.param([GOOD_CHECK | {"status": "Supported"}], "'Supported' is not one of the words", id="a capital"),
        pytest.param([GOOD_CHECK | {"status": "supported "}], "'supported ' is not one of the words", id="a space"),
        pytest.param([GOOD_CHECK | {"status": True}], "expected a word, found true", id="true"),
        pytest.param([GOOD_CHECK | {"status": None}], "expected a word, found null", id="null"),
        pytest.param([GOOD_CHECK | {"invocation_ref": "inv-9"}], "an invocation that was not made", id="no invocation"),
        pytest.param([GOOD_CHECK | {"claim_id": "c2"}], "the verifier did not check it", id="another claim"),
    ],
)
def test_a_claim_counts_as_not_checked(checks: list[dict[str, Any]], reason: str) -> None:
    (check,) = checked(*checks).checks
    assert (check.claim_id, check.status) == ("c1", ClaimStatus.NOT_CHECKED)
    assert reason in check.reason


def test_a_check_of_an_unknown_claim_is_put_aside_by_name() -> None:
    found = checked(GOOD_CHECK, GOOD_CHECK | {"claim_id": "c2"})
    assert [check.status for check in found.checks] == [ClaimStatus.SUPPORTED]
    assert found.notes == ("a check of 'c2', which was not handed out",)


@pytest.mark.parametrize("status", ClaimStatus)
def test_every_status_is_read(status: ClaimStatus) -> None:
    assert [check.status for check in checked(GOOD_CHECK | {"status": status.value}).checks] == [status]


@pytest.mark.parametrize("word", ["pass", "PASS ", None, True, "OK", 1])
def test_a_word_that_is_none_is_no_verdict(word: Any) -> None:
    assert told({"verdict": word, "claim_checks": [GOOD_CHECK]}).verdict is None


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b'```json\n{"verdict": "PASS"}\n```', id="a code fence"),
        pytest.param(b'{"verdict": "REJECT", "verdict": "PASS"}', id="two verdicts"),
    ],
)
def test_an_output_that_cannot_be_read_says_nothing(data: bytes) -> None:
    found = told(data)
    assert found.verdict is None
    assert [check.status for check in found.checks] == [ClaimStatus.NOT_CHECKED]
    assert found.notes


def test_facts_alone_are_read_as_before() -> None:
    """ "where a verifier sent only facts_checked, that is read as before"."""
    found = told({"verdict": "PASS", "facts_checked": [FACT]})
    assert (found.verdict, found.checks) == (Verdict.PASS, ())
    assert found.facts == (CheckedFact(fact="a queue keeps 800", verified=True, source="inv-1"),)


def test_facts_beside_claim_checks_are_computed_and_not_read() -> None:
    """ "facts_checked … a projection computed from claim_checks"."""
    found = told({"verdict": "PASS", "claim_checks": [GOOD_CHECK], "facts_checked": [FACT]})
    assert found.facts == ()
    assert list(facts_of(found.checks, {"c1": "the claim"})) == [
        CheckedFact(fact="the claim", verified=True, source="inv-1", note="seen")
    ]


# --- together ---------------------------------------------------------------------------------------------------------

checks = st.builds(ClaimCheck, claim_id=st.just("c1"), status=st.sampled_from(ClaimStatus))
readings = st.builds(
    VerifierReading,
    verdict=st.none() | st.sampled_from(Verdict),
    checks=st.just(()) | checks.map(lambda check: (check,)),
)
built_in = st.builds(VerifierReading, verdict=st.sampled_from(Verdict), checks=checks.map(lambda check: (check,)))


@given(built_in, st.dictionaries(st.sampled_from(["ann", "bo"]), readings))
def test_an_outside_verifier_can_only_lower(own: VerifierReading, outside: dict[str, VerifierReading]) -> None:
    found = merged(own, outside)
    assert own.verdict is not None
    assert (found.verdict or Verdict.LOW_CONFID).worth <= max(own.verdict.worth, Verdict.LOW_CONFID.worth)
    if own.verdict is Verdict.REJECT:
        assert found.verdict is Verdict.REJECT
    if own.checks[0].status is not ClaimStatus.SUPPORTED:
        assert found.checks[0].status is not ClaimStatus.SUPPORTED
    assert merged(own, {}) == own


# --- the built-in verifier --------------------------------------------------------------------------------------------


def judged(record: Any = "as it was", verifiers: dict[str, bytes] | None = None, **change: Any) -> Any:
    answer = handed_in("u", as_bytes(output_for(FLAG, "u", **change)), verifiers=verifiers or {})
    more = {} if record == "as it was" else {"record": record}
    return judge_answer(answer, FLAG, grounds(FLAG, **more))


def call(url: str) -> list[dict[str, str]]:
    return [{"ref": "inv-1", "tool": "fetch", "url": url, "fetched_at": "", "sha256": ""}]


@pytest.mark.parametrize(
    ("given", "status", "reason"),
    [
        pytest.param({}, "supported", "O1 proven", id="proven on the page"),
        pytest.param({"record": None}, "not_checked", "no page is on record", id="before a refresh"),
        pytest.param({"invocations": call(f"{URL}-2")}, "not_checked", "another page", id="evidence of another page"),
        pytest.param({"invocations": call(f"{URL}#part")}, "supported", "O1 proven", id="a section of the page"),
        pytest.param(
            {"record": on_record(FLAG, f"{FLAG.claim}\n")}, "contradicted", "what the claim says", id="supports now"
        ),
        pytest.param(
            {"evidence": {"invocation_ref": "inv-1", "quote": "A queue keeps 900 messages."}}, "unsupported",
            "does not stand on the page", id="an invented quote",
        ),
        pytest.param(
            {"proposal": {"op": "O1", "old": "500", "new": "900"}}, "unsupported", "NO_SAME_TYPE",
            id="a value that the flag's quote does not hold",
        ),
        pytest.param(
            {"proposal": {"op": "O3", "old": "500", "new": "many"}}, "not_checked", "judgement", id="a rewrite"
        ),
        pytest.param({"proposal": None}, "not_checked", "no edit is offered", id="no edit"),
        pytest.param({"text": "Another claim."}, "not_checked", "no answer that could be read", id="no answer"),
    ],
)  # fmt: skip
def test_what_it_finds(given: dict[str, Any], status: str, reason: str) -> None:
    (check,) = judged(**given).evaluation.claim_checks
    assert check.status == status
    assert reason in check.reason


def test_the_value_that_only_the_page_holds_proves_nothing() -> None:
    """ "The quote that proves an O1, also a worker's, is always the flag's." """
    page = on_record(FLAG, f"{QUOTE}\n\nA queue keeps 900 messages for each tenant.\n")
    evidence = {"invocation_ref": "inv-1", "quote": "A queue keeps 900 messages for each tenant."}
    found = judged(record=page, evidence=evidence, proposal={"op": "O1", "old": "500", "new": "900"})
    assert (found.status, found.proposal.op) == (AnswerStatus.LOW_CONFIDENCE, "O3")


@pytest.mark.parametrize(
    ("verdict", "status"),
    [
        pytest.param({"verdict": "PASS", "claim_checks": [GOOD_CHECK]}, "passed", id="agrees"),
        pytest.param({"verdict": "PASS", "facts_checked": [FACT]}, "passed", id="agrees in the older shape"),
        pytest.param({"verdict": "LOW_CONFID", "claim_checks": [GOOD_CHECK]}, "low_confidence", id="says less"),
        pytest.param({"verdict": "PASS", "claim_checks": []}, "low_confidence", id="checked nothing"),
        pytest.param({"verdict": "pass", "claim_checks": [GOOD_CHECK]}, "low_confidence", id="in lower case"),
        pytest.param(
            {"verdict": "PASS", "claim_checks": [GOOD_CHECK | {"status": "contradicted"}]}, "low_confidence",
            id="contradicts",
        ),
        pytest.param({"verdict": "REJECT", "claim_checks": [GOOD_CHECK]}, "retry", id="rejects"),
    ],
)  # fmt: skip
def test_another_verifier(verdict: dict[str, Any], status: str) -> None:
    assert judged(verifiers={"ann": as_bytes(verdict)}).status == status


# --- readers ----------------------------------------------------------------------------------------------------------


def test_the_banner_says_who_why_and_what_is_not_borne_out() -> None:
    found = judged(proposal={"op": "O1", "old": "500", "new": "900"}).evaluation
    banner = low_confidence_text(found)
    assert banner.startswith("Low confidence. one offers this")
    assert "a claim has no check that supports it" in banner
    assert FLAG.claim in banner
    assert low_confidence_text(judged().evaluation) == ""


def test_the_retry_context_has_every_failure_in_words() -> None:
    found = judged(evidence={"invocation_ref": "inv-9", "quote": " "}).evaluation
    assert [line.partition(":")[0] for line in retry_context(found)] == [
        "claims[0].evidence.invocation_ref",
        "claims[0].evidence.quote",
    ]


def test_the_trace_tells_where_it_came_from_and_what_lowered_it() -> None:
    text = trace_text(judged(record=None).evaluation)
    assert text.startswith("one for u, artefact ")
    assert "the verifier said LOW_CONFID, in effect LOW_CONFID" in text
    assert "LOW_CONFID at best: a claim has no check that supports it (c1)" in text
