"""Whatever a worker hands in: it is read without an exception, and what a person is shown of it keeps the rules."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from answers_of_workers import a_flag, as_bytes, grounds, handed_in, output_for
from hypothesis import given
from hypothesis import strategies as st

from r11.verification.evaluation import Judged, judge_answer
from r11.verification.readers import low_confidence_text, retry_context, trace_text
from r11.vocabulary import AnswerStatus, FixOp, GateStatus, ParseStatus, Verdict

FLAG = a_flag()
GROUNDS = grounds(FLAG)
GOOD = output_for(FLAG, "u")

words = st.sampled_from(
    ["O1", "O2", "O3", "c1", "inv-1", "500", "800", "", "executor_evidence_v1", FLAG.claim, FLAG.key]
)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8) | words
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value, the whole last."""
    keys = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in keys for place in places(inner, (*path, key))] + [path]


def changed(place: tuple[Any, ...], value: Any, remove: bool) -> Any:
    """The good answer with one place taken out, or holding something else."""
    if not place:
        return value
    copy = deepcopy(GOOD)
    *way, last = place
    holder: Any = copy
    for step in way:
        holder = holder[step]
    if remove:
        del holder[last]
    else:
        holder[last] = value
    return copy


outputs = st.builds(changed, st.sampled_from(places(GOOD)), values, st.booleans()).map(as_bytes)
cut_off = st.builds(lambda data, at: data[: at % (len(data) + 1)], outputs, st.integers(0))
anything = outputs | cut_off | st.binary(max_size=40) | st.text(max_size=40).map(str.encode)


def judged(data: bytes) -> Judged:
    return judge_answer(handed_in("u", data), FLAG, GROUNDS)


def test_the_good_answer_passes() -> None:
    assert judged(as_bytes(GOOD)).status is AnswerStatus.PASSED


@given(anything)
def test_what_a_person_is_shown_keeps_the_rules(data: bytes) -> None:
    found = judged(data)
    evaluation, proposal = found.evaluation, found.proposal
    if evaluation.parse_status is not ParseStatus.PARSED:
        assert (found.status, proposal) == (AnswerStatus.RETRY, None)
        assert evaluation.effective_verdict is not Verdict.PASS
    if evaluation.effective_verdict is Verdict.PASS:
        assert evaluation.gatekeeper_result.status is GateStatus.PASS
        assert proposal is not None
        assert (proposal.op, proposal.edits[0].new) == (FixOp.O1, "800")
        assert proposal.proof is not None
    elif proposal is not None:
        assert (proposal.op, proposal.proof, found.status) == (FixOp.O3, None, AnswerStatus.LOW_CONFIDENCE)
        assert low_confidence_text(evaluation)
    if found.status is AnswerStatus.RETRY:
        assert proposal is None
        assert retry_context(evaluation)
    assert trace_text(evaluation)


@given(anything)
def test_what_is_kept_can_be_written(data: bytes) -> None:
    """The structured output goes into the proposal's record as it was parsed."""
    kept = judged(data).evaluation.structured_output
    assert kept is None or json.loads(json.dumps(kept)) == kept
