"""From flag and file to proposal: what is proven, and that everything else fails closed to O3 with its codes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.fixes.classifier import FileContext, classify, explain
from r11.fixes.policy import Policy
from r11.records import Abort, Flag, FlagEvidence, Proposal, proposal_digest, sha256_hex
from r11.text.lines import BOM, splice
from r11.vocabulary import AbortCode, EvidenceState, FixOp, JudgeVerdict, MatchKind, PolicyScope, Rule

_CLAIM = "The maximum file size is 5 MB."
_QUOTE = "The maximum file size is 10 MB."
_LISTED = "The connector supports Teams, Exchange, and SharePoint."


def _flag(claim: str = _CLAIM, quote: str = _QUOTE, **more: Any) -> Flag:
    fields: dict[str, Any] = {
        "id": "c1",
        "judge_verdict": JudgeVerdict.NOT_GROUNDED,
        "rule": Rule.R8,
        "evidence_url": "https://learn.microsoft.com/x",
        "evidence_quote": quote,
        "reason": "",
        "file": "a.md",
        "line": 1,
        "claim": claim,
    }
    return Flag(**(fields | more))


def _listed(**more: Any) -> Flag:
    return _flag(
        _LISTED,
        "The connector supports Teams and SharePoint.",
        **({"reason": "Exchange is not mentioned."} | more),
    )


def _file(text: str) -> FileContext:
    return FileContext.read(text.encode())


def _evidence(state: EvidenceState, match: MatchKind = MatchKind.EXACT) -> FlagEvidence:
    return FlagEvidence(
        flag_key="a.md#c1",
        url="https://learn.microsoft.com/x",
        state=state,
        match=match,
        passage="The passage.",
        fetched_at="2026-01-01T00:00:00Z",
        text_sha256=None,
        sha256="0" * 64,
    )


def _codes(proposal: Proposal) -> list[AbortCode]:
    return [abort.code for abort in proposal.aborts]


_BOTH = Policy("f" * 64, frozenset(PolicyScope))


# --- O1 -------------------------------------------------------------------------------------------------------------


def test_a_swap_becomes_a_proven_proposal() -> None:
    proposal = classify(_flag(line=2), _file(f"# Sizes\n- {_CLAIM}\n"))
    assert (proposal.op, proposal.nominated, proposal.aborts) == (FixOp.O1, FixOp.O1, ())
    assert (proposal.flag_key, proposal.flag_id, proposal.file, proposal.line) == ("a.md#c1", "c1", "a.md", 2)
    assert proposal.line_before == f"- {_CLAIM}"
    assert proposal.line_after == f"- {_QUOTE}"
    (edit,) = proposal.edits
    assert (edit.start, edit.end, edit.old, edit.new) == (27, 28, "5", "10")
    assert proposal.origin == "built-in"
    proof = proposal.proof
    assert proof is not None
    assert (proof.op, proof.quote_start, proof.quote_end) == (FixOp.O1, 25, 27)
    assert proof.line_before_sha256 == sha256_hex(f"- {_CLAIM}".encode())
    assert proof.line_after_sha256 == sha256_hex(f"- {_QUOTE}".encode())
    assert "outline" in proof.facts[-1]


def test_the_digest_binds_what_an_approval_approves() -> None:
    proposal = classify(_flag(), _file(_CLAIM))
    assert proposal.sha256 == proposal_digest(
        flag_key="a.md#c1",
        op=FixOp.O1,
        edits=proposal.edits,
        line_before=_CLAIM,
        line_after=_QUOTE,
        claim=_CLAIM,
        quote=_QUOTE,
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"x\r\n{_CLAIM}\r\ny", id="CRLF"),
        pytest.param(f"{BOM.decode()}{_CLAIM}", id="BOM on line 1, no final newline"),
        pytest.param(f"> {_CLAIM}\n", id="block quote"),
        pytest.param(f"- a\n  - {_CLAIM}\n", id="nested list"),
        pytest.param(f"| a | b |\n|---|---|\n| x \\| y | {_CLAIM} |\n", id="table cell after an escaped pipe"),
        pytest.param("The maximum file size is **5** MB.\n", id="bold on the page"),
        pytest.param(f"日本 🎉 {_CLAIM}\n", id="after wide characters"),
        pytest.param(f"[5]: https://x.y/5\n\n{_CLAIM}  \nMore.\n", id="hard break, a copy in a reference"),
        pytest.param(f"---\r\nms.date: 5\r\n---\r\n{_CLAIM}\r\n", id="front matter with CRLF"),
        pytest.param(f"{_CLAIM} See [5 MB](https://x.y/5).\n", id="a copy in a link outside the claim"),
    ],
)
def test_a_swap_is_proven_wherever_the_claim_is_prose(text: str) -> None:
    number = next(i for i, line in enumerate(text.split("\n"), 1) if "maximum" in line)
    context = _file(text)
    proposal = classify(_flag(line=number), context)
    assert proposal.op is FixOp.O1, proposal.aborts
    (edit,) = proposal.edits
    body = context.document.body(number)
    assert body is not None
    assert proposal.line_after is not None
    assert splice(body, [(edit.start, edit.end, edit.new.encode())]) == proposal.line_after.encode()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(f"# {_CLAIM}\n", AbortCode.HEADING, id="heading"),
        pytest.param(f"```\n{_CLAIM}\n```\n", AbortCode.NOT_PROSE, id="fence"),
        pytest.param(f"> ```\n> {_CLAIM}\n> ```\n", AbortCode.NOT_PROSE, id="fence in a block quote"),
        pytest.param(f"---\ndescription: {_CLAIM}\n---\n", AbortCode.NOT_PROSE, id="front matter"),
        pytest.param(f"<!-- {_CLAIM} -->\n", AbortCode.NOT_PROSE, id="comment"),
        pytest.param(f"![{_CLAIM}](a.png)\n", AbortCode.NOT_PROSE, id="image description"),
        pytest.param(f'[x](u "{_CLAIM}")\n', AbortCode.NOT_PROSE, id="link title"),
        pytest.param(f"    {_CLAIM}\n", AbortCode.NOT_PROSE, id="indented code"),
        pytest.param(f"a\r{_CLAIM}\n", AbortCode.NOT_PROSE, id="lone carriage return"),
    ],
)
def test_a_nominated_swap_outside_prose_is_o3_with_its_code(text: str, code: AbortCode) -> None:
    number = next(i for i, line in enumerate(text.split("\n"), 1) if "maximum" in line)
    proposal = classify(_flag(line=number), _file(text))
    assert (proposal.op, proposal.nominated, proposal.edits) == (FixOp.O3, FixOp.O1, ())
    assert _codes(proposal) == [code]
    assert proposal.line_after is None
    assert proposal.proof is None


def test_a_nominated_swap_that_is_refused_never_becomes_a_subtraction() -> None:
    """Not all three: abort, item goes to O3, never on to O2."""
    claim = "The maximum file size is 5 MB, including attachments."
    flag = _flag(claim, "The maximum file size is 10 MB.", reason="Attachments are not mentioned.")
    proposal = classify(flag, _file(f"# {claim}"), policy=_BOTH)
    assert (proposal.op, proposal.nominated) == (FixOp.O3, FixOp.O1)


# --- what stands in the way -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("Other text.\n", AbortCode.CLAIM_GONE, id="gone"),
        pytest.param("x\nThe maximum file size is 15 MB.\n", AbortCode.CLAIM_GONE, id="another number"),
        pytest.param(f"{_CLAIM} {_CLAIM}\n", AbortCode.CLAIM_AMBIGUOUS, id="twice on its line"),
        pytest.param(f"x\n{_CLAIM}\n{_CLAIM}\n", AbortCode.CLAIM_AMBIGUOUS, id="moved to two places"),
        pytest.param("The maximum file\nsize is 5 MB.\n", AbortCode.CLAIM_SPANS_LINES, id="over two lines"),
    ],
)
def test_a_claim_without_one_place_is_o3(text: str, code: AbortCode) -> None:
    proposal = classify(_flag(), _file(text))
    assert (proposal.op, proposal.nominated, proposal.line_before) == (FixOp.O3, None, None)
    assert _codes(proposal) == [code]
    assert proposal.line == 1


def test_a_line_that_is_not_utf8_is_o3() -> None:
    assert _codes(classify(_flag(), FileContext.read(b"\xff\n"))) == [AbortCode.LINE_NOT_UTF8]


def test_a_file_that_is_not_there_is_o3() -> None:
    proposal = classify(_flag(), None)
    assert _codes(proposal) == [AbortCode.FILE_NOT_FOUND]
    assert proposal.aborts[0].detail == "a.md"


def test_a_moved_claim_is_edited_where_it_stands_now() -> None:
    proposal = classify(_flag(), _file(f"a\n\n- {_CLAIM}\n"))
    assert (proposal.op, proposal.line) == (FixOp.O1, 3)


@pytest.mark.parametrize(
    ("released", "code"),
    [(False, AbortCode.OPERATOR_GATED), (True, AbortCode.PRICE_RELEASED)],
    ids=["gated", "released"],
)
def test_a_claim_about_a_price_is_never_the_machines(released: bool, code: AbortCode) -> None:
    claim = "The plan costs $5 a month."
    flag = _flag(claim, "The plan costs $10 a month.")
    proposal = classify(flag, _file(claim), policy=_BOTH, released=released)
    assert (proposal.op, proposal.nominated, _codes(proposal)) == (FixOp.O3, None, [code])
    assert proposal.line_before == claim


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (EvidenceState.CHANGED, AbortCode.QUOTE_CHANGED),
        (EvidenceState.GONE, AbortCode.PAGE_GONE),
        (EvidenceState.SUPPORTS_NOW, AbortCode.SUPPORTS_NOW),
        (EvidenceState.ANSWERS_NOW, AbortCode.SOURCE_ANSWERS_NOW),
    ],
)
def test_evidence_that_no_longer_stands_is_o3(state: EvidenceState, code: AbortCode) -> None:
    proposal = classify(_flag(), _file(_CLAIM), evidence=_evidence(state))
    assert (proposal.op, proposal.nominated, _codes(proposal)) == (FixOp.O3, None, [code])
    assert proposal.aborts[0].detail == "The passage."


@pytest.mark.parametrize(
    "state", [EvidenceState.STANDS, EvidenceState.MOVED, EvidenceState.STILL_SILENT, EvidenceState.UNREACHABLE]
)
def test_evidence_that_stands_or_could_not_be_asked_goes_on(state: EvidenceState) -> None:
    assert classify(_flag(), _file(_CLAIM), evidence=_evidence(state)).op is FixOp.O1


def test_a_near_match_is_not_enough_for_a_swap() -> None:
    evidence = _evidence(EvidenceState.STANDS, MatchKind.NEAR)
    proposal = classify(_flag(), _file(_CLAIM), evidence=evidence)
    assert (proposal.op, proposal.nominated) == (FixOp.O3, FixOp.O1)
    assert _codes(proposal) == [AbortCode.QUOTE_ONLY_NEAR]


def test_all_reasons_that_were_reached_are_recorded() -> None:
    flag = _flag("The plan costs $5.", "The plan costs $10.")
    proposal = classify(flag, _file("x"), evidence=_evidence(EvidenceState.GONE))
    assert _codes(proposal) == [AbortCode.OPERATOR_GATED, AbortCode.PAGE_GONE, AbortCode.CLAIM_GONE]


@pytest.mark.parametrize(
    ("flag", "text"),
    [
        pytest.param(_flag(quote=f"{_QUOTE} " + "x 1 " * 30_000), _CLAIM, id="a quote"),
        pytest.param(_flag(claim="a 5 " * 1_000), "a 5 " * 1_000, id="a claim"),
        pytest.param(_flag(), f"{_CLAIM} " + "[*`_a " * 10_000, id="a line"),
        pytest.param(_flag(), f"{_CLAIM}\n" + "one of many lines\n" * 30_000, id="a file"),
    ],
)
def test_what_is_too_long_is_a_persons(flag: Flag, text: str) -> None:
    proposal = classify(flag, _file(text))
    assert (proposal.op, _codes(proposal)) == (FixOp.O3, [AbortCode.TEXT_TOO_LONG])


def test_what_apply_refused_is_o3_with_that_code_first() -> None:
    refusal = Abort(code=AbortCode.EVIDENCE_STALE, detail="31 days")
    proposal = classify(_flag(), _file(_CLAIM), refusals=(refusal,))
    assert (proposal.op, proposal.nominated, proposal.aborts) == (FixOp.O3, FixOp.O1, (refusal,))
    assert (proposal.edits, proposal.line_after, proposal.proof) == ((), None, None)


@pytest.mark.parametrize(
    ("flag", "first"),
    [
        pytest.param(_flag(quote=""), AbortCode.NO_QUOTE, id="no quote"),
        pytest.param(_flag("Files are small.", "Files are large."), AbortCode.NO_VALUE, id="no value"),
        pytest.param(
            _flag("Files are small.", "Other.", judge_verdict=JudgeVerdict.SOURCE_SILENT, reason="Unsure."),
            AbortCode.VERDICT_SILENT,
            id="source silent",
        ),
    ],
)
def test_an_item_that_nothing_nominates_says_why(flag: Flag, first: AbortCode) -> None:
    proposal = classify(flag, _file(flag.claim))
    assert (proposal.op, proposal.nominated) == (FixOp.O3, None)
    assert _codes(proposal)[0] is first


# --- O2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "policy",
    [
        pytest.param(None, id="no policy"),
        pytest.param(Policy("f" * 64, frozenset({PolicyScope.SOURCE_SILENT})), id="another scope"),
    ],
)
def test_a_subtraction_without_a_ratified_scope_is_o3(policy: Policy | None) -> None:
    """Until O2 is ratified, every O2 candidate is O3."""
    proposal = classify(_listed(), _file(_LISTED), policy=policy)
    assert (proposal.op, proposal.nominated) == (FixOp.O3, FixOp.O2)
    assert _codes(proposal) == [AbortCode.O2_NOT_RATIFIED]
    assert "Exchange" in proposal.aborts[0].detail
    assert (proposal.edits, proposal.line_after) == ((), None)


def test_a_subtraction_under_a_ratified_scope_is_o2() -> None:
    proposal = classify(_listed(line=2), _file(f"x\n\n- **{_LISTED}**\r\n- y\n"), policy=_BOTH)
    assert (proposal.op, proposal.nominated, proposal.aborts) == (FixOp.O2, FixOp.O2, ())
    assert proposal.line == 3
    assert proposal.line_after == "- **The connector supports Teams and SharePoint.**"
    assert proposal.proof is not None
    assert proposal.proof.policy_sha256 == "f" * 64
    before, after = proposal.line_before, proposal.line_after
    assert before is not None
    edits = [(edit.start, edit.end, edit.new.encode()) for edit in proposal.edits]
    assert splice(before.encode(), edits) == after.encode()


@pytest.mark.parametrize(
    ("line", "after"),
    [
        pytest.param("Use **Teams** and **Exchange**.", "Use **Teams**.", id="bold goes with its item"),
        pytest.param("Use Teams and [Exchange](e.md).", "Use Teams.", id="a link on the page only"),
        pytest.param("Use _Teams_ and `Exchange`.", "Use _Teams_.", id="a code span on the page only"),
    ],
)
def test_marks_that_only_the_page_has_keep_their_partner_or_the_item_is_o3(line: str, after: str) -> None:
    flag = _flag("Use Teams and Exchange.", "Use Teams.", reason="Exchange is not mentioned.")
    proposal = classify(flag, _file(line), policy=_BOTH)
    assert proposal.line_after in (after, None)
    assert (proposal.op is FixOp.O2) is (proposal.line_after is not None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(f"# {_LISTED}\n", AbortCode.HEADING, id="heading"),
        pytest.param(f"```\n{_LISTED}\n```\n", AbortCode.NOT_PROSE, id="fence"),
    ],
)
def test_a_subtraction_that_cannot_be_proven_is_not_counted_as_nominated(text: str, code: AbortCode) -> None:
    proposal = classify(_listed(), _file(text))
    assert (proposal.op, proposal.nominated) == (FixOp.O3, None)
    assert code in _codes(proposal)
    assert AbortCode.O2_NOT_RATIFIED not in _codes(proposal)


_SILENT = "Contoso agents dance every Friday evening."


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(f"- a\n- {_SILENT}\n- b\n", None, id="a bullet among others"),
        pytest.param(f"a\n\n{_SILENT}\n\nb\n", None, id="a paragraph of its own"),
        pytest.param(f"- {_SILENT}\n", AbortCode.OUTLINE_CHANGED, id="the only bullet"),
        pytest.param(f"- a\n- {_SILENT}\n  - b\n", AbortCode.OUTLINE_CHANGED, id="a bullet with children"),
        pytest.param(f"{_SILENT}\nMore.\n", AbortCode.OUTLINE_CHANGED, id="a line of a paragraph"),
        pytest.param(f"{_SILENT} ([a](b))\n", AbortCode.NOT_WHOLE_UNIT, id="a sentence and its citation"),
        pytest.param(f"# {_SILENT}\n\nb\n", AbortCode.NOT_WHOLE_UNIT, id="a heading"),
        pytest.param(f"| a |\n|---|\n| {_SILENT} |\n", AbortCode.NOT_WHOLE_UNIT, id="a table row"),
        pytest.param(f"- a\n- {_SILENT}\n- This is why.\n", AbortCode.UNIT_NEEDED, id="the next refers back"),
        pytest.param(f"{_SILENT}\n\n**Det** er slik.\n", AbortCode.UNIT_NEEDED, id="the next refers back, Norwegian"),
    ],
)
def test_a_whole_unit_goes_only_where_nothing_needs_it(text: str, code: AbortCode | None) -> None:
    number = next(i for i, line in enumerate(text.split("\n"), 1) if "dance" in line)
    flag = _flag(_SILENT, "The page is about storage.", judge_verdict=JudgeVerdict.SOURCE_SILENT, line=number)
    proposal = classify(flag, _file(text), policy=_BOTH)
    if code is None:
        assert (proposal.op, proposal.line_after) == (FixOp.O2, None), proposal.aborts
        body = text.split("\n")[number - 1]
        assert [(edit.start, edit.end, edit.old, edit.new) for edit in proposal.edits] == [(0, len(body), body, "")]
        assert proposal.proof is not None
        assert proposal.proof.line_after_sha256 is None
    else:
        assert proposal.op is FixOp.O3
        assert code in _codes(proposal)


# --- laws -----------------------------------------------------------------------------------------------------------

_LINES = st.lists(
    st.sampled_from([_CLAIM, f"- {_CLAIM}", f"# {_CLAIM}", f"| {_CLAIM} |", "|---|", "```", "", "x", "-->",
                     f"<!-- {_CLAIM}", "The **maximum** file size is 5 MB.", _LISTED, "---"]),
    max_size=6,
)  # fmt: skip


@given(_LINES, st.sampled_from([_flag(), _listed()]), st.integers(1, 6), st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_it_fails_closed(lines: list[str], flag: Flag, number: int, ratified: bool, end: str) -> None:
    """What it cannot prove is O3, with a code and without a text."""
    context = _file(end.join(lines))
    flag = Flag(**{name: getattr(flag, name) for name in flag.__struct_fields__} | {"line": number})
    proposal = classify(flag, context, policy=_BOTH if ratified else None)
    if proposal.op is FixOp.O3:
        assert proposal.aborts
        assert (proposal.edits, proposal.line_after, proposal.proof) == ((), None, None)
    else:
        assert proposal.op is proposal.nominated
        assert proposal.aborts == ()
        assert proposal.proof is not None
        assert proposal.line_before is not None
        assert proposal.line_after not in (None, proposal.line_before)
        assert proposal.op is FixOp.O1 or ratified


def test_a_second_run_nominates_nothing() -> None:
    """After the swap the claim stands there no more, and the flag as it was proposes no edit."""
    proposal = classify(_flag(), _file(_CLAIM))
    assert proposal.line_after is not None
    again = classify(_flag(), _file(proposal.line_after))
    assert (again.op, again.nominated, _codes(again)) == (FixOp.O3, None, [AbortCode.CLAIM_GONE])
    repaired = classify(_flag(claim=proposal.line_after), _file(proposal.line_after))
    assert (repaired.op, repaired.nominated) == (FixOp.O3, None)


# --- why ------------------------------------------------------------------------------------------------------------


def test_a_proposal_is_explained_with_both_texts_and_their_values_marked() -> None:
    told = explain(_flag(reason="The page says 10 MB."), _file(_CLAIM)).split("\n")
    assert told[0] == "a.md#c1 (line 1, not_grounded, rule R8): O1, nominated O1"
    assert "  '5' becomes '10'" in told
    assert any(line.startswith("  proven: ") for line in told)
    assert "  claim: The maximum file size is [5?] MB." in told
    assert "  quote: The maximum file size is [10?] MB." in told
    assert told[-2] == "  reason: The page says 10 MB."
    assert told[-1].startswith("  evidence: none of this claim and quote on record")


def test_an_abort_is_explained_by_its_code_and_sentence() -> None:
    told = explain(_flag(), None).split("\n")
    assert told[0] == "a.md#c1 (line 1, not_grounded, rule R8): O3"
    assert told[1] == f"  FILE_NOT_FOUND: {AbortCode.FILE_NOT_FOUND.meaning} (a.md)"


@pytest.mark.parametrize(
    ("line", "after"),
    [
        pytest.param(f"- Logs are kept. {_SILENT}", "- Logs are kept.", id="the last of a bullet"),
        pytest.param(f"{_SILENT} Logs are kept.", "Logs are kept.", id="the first"),
        pytest.param(f"Logs stay. {_SILENT} Mail goes.", "Logs stay. Mail goes.", id="between others"),
        pytest.param(f"{_SILENT} They are kept.", None, id="the next one refers back"),
    ],
)
def test_a_sentence_beside_others_goes_alone(line: str, after: str | None) -> None:
    text = f"# T\n\n{line}\n\n- Other.\n"
    silent = _flag(_SILENT, "Storage is cheap.", judge_verdict=JudgeVerdict.SOURCE_SILENT, line=3)
    proposal = classify(silent, FileContext.read(text.encode()), policy=_BOTH)
    assert proposal.line_after == after
    assert (proposal.op is FixOp.O2) == (after is not None), proposal.aborts
