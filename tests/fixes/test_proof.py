"""The byte facts: what is proven, and one row for each way in which it is not.

The files of a row are bytes before and after; the proof never sees how the edit was made.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.fixes.proof import ByteEdit, Proven, Refuted, prove_subtraction, prove_swap
from r11.text.lines import BOM, Document, splice
from r11.vocabulary import AbortCode

_BEFORE = b"# Limits\n- The limit is 5 MB per file.\nEnd\n"
_AFTER = b"# Limits\n- The limit is 10 MB per file.\nEnd\n"
_SWAP: dict[str, Any] = {
    "line": 2,
    "start": 15,
    "end": 16,
    "old": "5",
    "new": "10",
    "claim": "The limit is 5 MB per file.",
    "quote": "Files may have 10 MB.",
}


def _codes(verdict: Proven | Refuted) -> list[AbortCode]:
    return [code for code, _ in verdict.failures] if isinstance(verdict, Refuted) else []


# --- O1 -------------------------------------------------------------------------------------------------------------


def test_a_swap_is_proven_with_its_facts() -> None:
    verdict = prove_swap(_BEFORE, _AFTER, **_SWAP)
    assert isinstance(verdict, Proven)
    assert (verdict.quote_start, verdict.quote_end) == (15, 17)
    assert [fact.split()[0] for fact in verdict.facts] == ["the", "bytes", "line", "the"]
    assert "characters 15:17" in verdict.facts[0]
    assert "15:16" in verdict.facts[1]
    assert "line 2 is the only line of 3" in verdict.facts[2]


@pytest.mark.parametrize(
    ("quote", "place"),
    [
        pytest.param("10", (0, 2), id="the quote is the value"),
        pytest.param("It was 110, 10.5 and then 10.", (26, 28), id="the first whole one of several"),
        pytest.param("10 or 10", (0, 2), id="the first of two"),
    ],
)
def test_the_new_value_is_found_whole_in_the_quote(quote: str, place: tuple[int, int]) -> None:
    verdict = prove_swap(_BEFORE, _AFTER, **(_SWAP | {"quote": quote}))
    assert isinstance(verdict, Proven)
    assert (verdict.quote_start, verdict.quote_end) == place


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        ("Files may have 110 MB.", "a longer number"),
        ("Files may have 10.5 MB.", "a decimal"),
        ("Files may have 10,000 MB.", "a grouped number"),
        ("Version 10.1.2 is out.", "a version"),
        ("Use model-10 now.", "an identifier"),
        ("", "no quote"),
    ],
)
def test_fact_1_the_new_value_stands_in_the_quote_and_is_no_part_of(quote: str, reason: str) -> None:
    verdict = prove_swap(_BEFORE, _AFTER, **(_SWAP | {"quote": quote}))
    assert _codes(verdict) == [AbortCode.NEW_NOT_IN_QUOTE], reason


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        pytest.param({"start": 14, "end": 15}, [AbortCode.OLD_NOT_AT_SPAN, AbortCode.LINE_DIFFERS_OUTSIDE],
                     id="the span is one byte off"),
        pytest.param({"end": 17}, [AbortCode.OLD_NOT_AT_SPAN, AbortCode.LINE_DIFFERS_OUTSIDE], id="the span is longer"),
        pytest.param({"start": 40, "end": 41}, [AbortCode.OLD_NOT_AT_SPAN, AbortCode.LINE_DIFFERS_OUTSIDE],
                     id="the span leaves the line"),
        pytest.param({"start": -14, "end": -13}, [AbortCode.OLD_NOT_AT_SPAN], id="the span counts from the end"),
        pytest.param({"line": 1}, [AbortCode.CLAIM_NOT_ONCE, AbortCode.OLD_NOT_AT_SPAN, AbortCode.LINE_DIFFERS_OUTSIDE,
                                   AbortCode.NOT_ONE_LINE], id="another line"),
        pytest.param({"line": 9}, [AbortCode.NOT_ONE_LINE], id="no such line"),
        pytest.param({"line": 0}, [AbortCode.NOT_ONE_LINE], id="line 0"),
        pytest.param({"claim": "The limit is 5 MB"}, [], id="control: a claim that is part of its line"),
        pytest.param({"claim": "limit is"}, [AbortCode.OLD_NOT_ONCE, AbortCode.OLD_NOT_AT_SPAN],
                     id="the old value is not in the claim"),
        pytest.param({"claim": "The limit"}, [AbortCode.OLD_NOT_ONCE, AbortCode.OLD_NOT_AT_SPAN],
                     id="the span is outside the claim"),
        pytest.param({"claim": "The limit is 5 MB a day."}, [AbortCode.CLAIM_NOT_ONCE, AbortCode.OLD_NOT_AT_SPAN],
                     id="the claim is not on the line"),
        pytest.param({"old": "6"}, [AbortCode.OLD_NOT_ONCE, AbortCode.OLD_NOT_AT_SPAN], id="another old value"),
        pytest.param({"new": "11"}, [AbortCode.NEW_NOT_IN_QUOTE, AbortCode.LINE_DIFFERS_OUTSIDE],
                     id="the line holds another new value"),
    ],
)  # fmt: skip
def test_facts_2_and_4_what_the_span_holds(change: dict[str, Any], codes: list[AbortCode]) -> None:
    assert _codes(prove_swap(_BEFORE, _AFTER, **(_SWAP | change))) == codes


@pytest.mark.parametrize(
    ("line", "claim", "start", "code"),
    [
        pytest.param("The limit is 5 MB. The limit is 5 MB.", "The limit is 5 MB.", 13, AbortCode.CLAIM_NOT_ONCE,
                     id="the claim twice"),
        pytest.param("The limit is 5 MB. The **limit** is 5 MB.", "The limit is 5 MB.", 13, AbortCode.CLAIM_NOT_ONCE,
                     id="the claim twice, once marked"),
        pytest.param("From 5 up to 5 MB", "From 5 up to 5 MB", 5, AbortCode.OLD_NOT_ONCE, id="the value twice"),
        pytest.param("Up to 15 MB", "Up to 15 MB", 7, AbortCode.OLD_NOT_ONCE, id="only inside a longer number"),
        pytest.param("Up to 1.5 MB", "Up to 1.5 MB", 8, AbortCode.OLD_NOT_ONCE, id="only inside a decimal"),
    ],
)  # fmt: skip
def test_fact_4_claim_and_old_value_stand_once(line: str, claim: str, start: int, code: AbortCode) -> None:
    before = line.encode()
    verdict = prove_swap(
        before,
        before[:start] + b"10" + before[start + 1 :],
        line=1,
        start=start,
        end=start + 1,
        old="5",
        new="10",
        claim=claim,
        quote="10",
    )
    assert code in _codes(verdict)


def test_a_value_beside_a_longer_number_that_holds_it_can_be_swapped() -> None:
    """`5` is not in `15`: whole values are counted, so the copy inside the longer number is not in the way."""
    verdict = prove_swap(
        b"5 of 15 files", b"6 of 15 files", line=1, start=0, end=1, old="5", new="6", claim="5 of 15 files", quote="6"
    )
    assert isinstance(verdict, Proven)


@pytest.mark.parametrize(
    "new",
    [
        pytest.param("", id="empty"),
        pytest.param("5", id="the same"),
        pytest.param("1\n0", id="line feed"),
        pytest.param("1\r0", id="carriage return"),
        pytest.param("1\x0c0", id="form feed"),
        pytest.param("1\x850", id="NEL"),
        pytest.param("1\u20280", id="line separator"),
        pytest.param("1\u20290", id="paragraph separator"),
        pytest.param("1\t0", id="tab"),
        pytest.param("1\x000", id="NUL"),
        pytest.param("1\x1b0", id="escape"),
        pytest.param("1\u202e0", id="right-to-left override"),
        pytest.param("1\u20660", id="isolate"),
        pytest.param("1\u200b0", id="zero-width space"),
        pytest.param("1\u200d0", id="zero-width joiner"),
        pytest.param("1\ufeff0", id="BOM"),
        pytest.param("1\u00ad0", id="soft hyphen"),
        pytest.param("1\u034f0", id="grapheme joiner"),
        pytest.param("1\u31640", id="Hangul filler"),
        pytest.param("1\u115f0", id="Hangul leading filler"),
        pytest.param("1\u11600", id="Hangul vowel filler"),
        pytest.param("1\uffa00", id="halfwidth Hangul filler"),
        pytest.param("1\u28000", id="blank braille"),
        pytest.param("1\ue0000", id="private use"),
        pytest.param("1\ud8000", id="half a character"),
        pytest.param("1|0", id="pipe"),
        pytest.param("1`0", id="backtick"),
        pytest.param("[[10", id="wiki link opens"),
        pytest.param("10]]", id="wiki link closes"),
        pytest.param("<10", id="tag opens"),
        pytest.param("10>", id="tag closes"),
    ],
)
def test_fact_4_values_that_may_not_be_written(new: str) -> None:
    after = _BEFORE.replace(b"5", new.encode("utf-8", "surrogatepass"))
    assert AbortCode.BAD_VALUE in _codes(prove_swap(_BEFORE, after, **(_SWAP | {"new": new, "quote": f"x {new} x"})))


@pytest.mark.parametrize(
    "old",
    [
        pytest.param("", id="empty"),
        pytest.param("5\u200b6", id="zero-width space"),
        pytest.param("5\u202e6", id="bidi"),
    ],
)
def test_fact_4_old_values_that_may_not_be_swapped(old: str) -> None:
    before = f"Limit {old} MB".encode()
    verdict = prove_swap(
        before,
        before.replace(old.encode(), b"10") if old else before,
        line=1,
        start=6,
        end=6 + len(old.encode()),
        old=old,
        new="10",
        claim=f"Limit {old} MB",
        quote="10",
    )
    assert _codes(verdict)[0] is AbortCode.BAD_VALUE


@pytest.mark.parametrize(
    ("new", "shown"),
    [
        pytest.param("10\u00a0000", "a no-break space groups digits", id="no-break space"),
        pytest.param(r"\1", "never a template", id="backslash one"),
        pytest.param("$1", "never a template", id="dollar one"),
        pytest.param(r"\g<0", "refused for its bracket", id="named group"),
        pytest.param("gpt-5.1", "a name with digits", id="model"),
        pytest.param("e\u0301", "a combining accent", id="combining"),
    ],
)
def test_a_value_is_written_as_it_is(new: str, shown: str) -> None:
    after = _BEFORE.replace(b"5", new.encode())
    verdict = prove_swap(_BEFORE, after, **(_SWAP | {"new": new, "quote": f"x {new} x"}))
    assert isinstance(verdict, Proven) is ("<" not in new), shown


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(_AFTER.replace(b"End", b"end"), id="another line changed"),
        pytest.param(_AFTER.replace(b"# L", b"# l"), id="a line above changed"),
        pytest.param(_AFTER + b"\n", id="a line more"),
        pytest.param(_AFTER[:-1], id="the final newline went"),
        pytest.param(_AFTER[: _AFTER.index(b"End")], id="a line less"),
        pytest.param(_AFTER.replace(b"\n", b"\r\n"), id="all terminators changed"),
        pytest.param(_AFTER.replace(b"file.\n", b"file.\r\n"), id="the line's own terminator changed"),
        pytest.param(BOM + _AFTER, id="a BOM came"),
        pytest.param(b"\n" + _AFTER, id="the line moved"),
        pytest.param(_BEFORE, id="nothing changed"),
        pytest.param(b"", id="everything went"),
    ],
)
def test_fact_3_exactly_one_line_changed(after: bytes) -> None:
    assert AbortCode.NOT_ONE_LINE in _codes(prove_swap(_BEFORE, after, **_SWAP))


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(_AFTER.replace(b"The limit", b"A limit"), id="a word before the span"),
        pytest.param(_AFTER.replace(b"per file", b"per  file"), id="a space after the span"),
        pytest.param(_AFTER.replace(b"10", b"10 "), id="a space more"),
        pytest.param(_AFTER.replace(b"file.", b"file"), id="the end of the line"),
    ],
)
def test_fact_2_the_rest_of_the_line_is_identical(after: bytes) -> None:
    assert _codes(prove_swap(_BEFORE, after, **_SWAP)) == [AbortCode.LINE_DIFFERS_OUTSIDE]


@pytest.mark.parametrize(
    "dress",
    [
        pytest.param(lambda data: data.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(lambda data: BOM + data, id="BOM"),
        pytest.param(lambda data: data.replace(b"\nEnd\n", b""), id="the last line without a newline"),
        pytest.param(lambda data: data.replace(b"file.", b"file.  "), id="a hard break"),
        pytest.param(lambda data: data.replace(b"# Limits", b"# Lim\xefts\x0c"), id="a bad byte and a form feed above"),
    ],
)
def test_a_swap_is_proven_in_any_dress_of_bytes(dress: Any) -> None:
    assert isinstance(prove_swap(dress(_BEFORE), dress(_AFTER), **_SWAP), Proven)


def test_a_marked_value_is_located_through_its_marks() -> None:
    verdict = prove_swap(
        "x **5** MB é".encode(),
        "x **6** MB é".encode(),
        line=1,
        start=4,
        end=5,
        old="5",
        new="6",
        claim="x 5 MB é",
        quote="6 MB",
    )
    assert isinstance(verdict, Proven)


def test_all_facts_that_fail_are_named() -> None:
    verdict = prove_swap(_BEFORE, b"x", **(_SWAP | {"quote": "", "claim": "gone", "new": "1|0"}))
    assert set(_codes(verdict)) == {
        AbortCode.BAD_VALUE,
        AbortCode.CLAIM_NOT_ONCE,
        AbortCode.OLD_NOT_ONCE,
        AbortCode.OLD_NOT_AT_SPAN,
        AbortCode.NEW_NOT_IN_QUOTE,
        AbortCode.LINE_DIFFERS_OUTSIDE,
        AbortCode.NOT_ONE_LINE,
    }
    assert isinstance(verdict, Refuted)
    assert all(detail for _, detail in verdict.failures)


_VALUES = st.sampled_from(["5", "15", "1.5", "10", "2024-05", "v2", "GA"])
_AROUND = st.text("ab 5.\n\r-é", max_size=20)


@given(_AROUND, _AROUND, _VALUES, _VALUES, st.integers(0, 8), st.binary(max_size=3))
def test_what_is_proven_is_one_value_on_one_line(
    head: str, tail: str, old: str, new: str, shift: int, noise: bytes
) -> None:
    """`L'` equals `L` outside the span byte for byte, re-read from the result, not assumed from its making."""
    body = f"Set {old} here"
    before = f"{head}\n{body}\n{tail}".encode()
    line = f"{head}\n".count("\n") + 1
    after = bytearray(before.replace(body.encode(), f"Set {new} here".encode(), 1))
    after[shift : shift + len(noise)] = noise
    verdict = prove_swap(
        before,
        bytes(after),
        line=line,
        start=4,
        end=4 + len(old.encode()),
        old=old,
        new=new,
        claim=body,
        quote=f"the value {new} stands",
    )
    if isinstance(verdict, Proven):
        was, now = Document.parse(before), Document.parse(bytes(after))
        assert len(was.lines) == len(now.lines)
        assert [i for i, pair in enumerate(zip(was.lines, now.lines, strict=True), 1) if pair[0] != pair[1]] == [line]
        assert now.body(line) == f"Set {new} here".encode()
    elif not noise and old != new:
        raise AssertionError(verdict.failures)


@pytest.mark.parametrize(
    ("change", "details"),
    [
        pytest.param(
            {"claim": "The limit", "old": "5\u200b", "new": "5|", "quote": "", "start": 15, "end": 17},
            [
                "'5\\u200b' holds a line break, control, bidi or zero-width character",
                "'5|' holds markup",
                "'5\\u200b' stands 0 times in the claim as a whole value",
                "bytes 15:17 of line 2 are not the claim's '5\\u200b'",
                "'5|' stands nowhere in the quote as a whole value",
                "line 2 is not its old bytes with one span replaced",
            ],
            id="values and span",
        ),
        pytest.param({"new": "5", "quote": "5"}, ["a value is empty, or both are the same",
                                                  "line 2 is not its old bytes with one span replaced"], id="the same"),
        pytest.param({"claim": "x 5"}, ["the claim stands 0 times on line 2",
                                        "bytes 15:16 of line 2 are not the claim's '5'"], id="no claim"),
        pytest.param({"line": 7}, ["the file has no line 7"], id="no line"),
    ],
)  # fmt: skip
def test_a_refusal_says_what_was_found(change: dict[str, Any], details: list[str]) -> None:
    verdict = prove_swap(_BEFORE, _AFTER, **(_SWAP | change))
    assert isinstance(verdict, Refuted)
    assert [detail for _, detail in verdict.failures] == details


# --- O2 -------------------------------------------------------------------------------------------------------------

_CLAIM = "the tool supports Teams, Exchange, and SharePoint (since 2020)."


def _subtract(
    *edits: tuple[str, str], claim: str = _CLAIM, line: str = f"- {_CLAIM} More.", **more: Any
) -> Proven | Refuted:
    """Each edit as (old with its place marked by the first occurrence, new); made on the line as given."""
    body = line.encode()
    spans: list[ByteEdit] = []
    for old, new in edits:
        start = body.index(old.encode(), spans[-1][1] if spans else body.index(claim.encode()[:1]))
        spans.append((start, start + len(old.encode()), old, new))
    after = splice(body, [(start, end, new.encode()) for start, end, _, new in spans])
    return prove_subtraction(b"x\n" + body + b"\ny", b"x\n" + after + b"\ny", line=2, edits=spans, claim=claim, **more)


@pytest.mark.parametrize(
    "edits",
    [
        pytest.param([(", Exchange", "")], id="an item"),
        pytest.param([(", Exchange, and ", " and ")], id="an item, its joint mended"),
        pytest.param([(", ", " and "), (", and SharePoint", "")], id="the last item, its and moved"),
        pytest.param([(" (since 2020)", "")], id="a parenthesis"),
        pytest.param([("the ", ""), ("t", "T")], id="the start, with a capital"),
        pytest.param([(" Teams,", ""), (", and SharePoint", ""), (" (since 2020)", "")], id="three spans"),
    ],
)
def test_a_subtraction_of_listed_changes_is_proven(edits: list[tuple[str, str]]) -> None:
    verdict = _subtract(*edits)
    assert isinstance(verdict, Proven), verdict
    assert verdict.facts


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        pytest.param("use A (or B) now", " (or B) ", " ", id="a space"),
        pytest.param("use A (or B), then C", " (or B),", ",", id="a comma"),
        pytest.param("use A, B, then C", ", B, ", ", ", id="a comma and a space"),
        pytest.param("use A, B and C", ", B and ", " and ", id="and"),
        pytest.param("use A, B, and C", ", B, and ", ", and ", id="a comma and and"),
        pytest.param("bruk A, B og C", ", B og ", " og ", id="og"),
        pytest.param("bruk A, B, og C", ", B, og ", ", og ", id="a comma and og"),
    ],
)
def test_a_joint_is_mended_with(claim: str, old: str, new: str) -> None:
    verdict = _subtract((old, new), claim=claim, line=claim)
    assert isinstance(verdict, Proven), verdict


@pytest.mark.parametrize(
    ("edits", "code"),
    [
        pytest.param([], AbortCode.TOO_MANY_SPANS, id="nothing is deleted"),
        pytest.param([("t", "T")], AbortCode.TOO_MANY_SPANS, id="a repair alone"),
        pytest.param([("the ", ""), (" Teams,", ""), (", and SharePoint", ""), (" (since 2020)", "")],
                     AbortCode.TOO_MANY_SPANS, id="four spans"),
        pytest.param([("supports", "needs")], AbortCode.REPAIR_NOT_LISTED, id="another word"),
        pytest.param([("Exchange", "mail")], AbortCode.REPAIR_NOT_LISTED, id="a generalisation that nobody ratified"),
        pytest.param([(" (since 2020)", " or ")], AbortCode.REPAIR_NOT_LISTED, id="an or"),
        pytest.param([(" (since 2020)", " and ")], AbortCode.REPAIR_NOT_LISTED, id="an and that came from nowhere"),
        pytest.param([(" (since 2020)", ","), ("M", "m")], AbortCode.OUTSIDE_CLAIM, id="beyond the claim"),
        pytest.param([("s", "S"), (", Exchange", "")], AbortCode.REPAIR_NOT_LISTED, id="a capital within the sentence"),
        pytest.param([("Ex", "")], AbortCode.CUTS_WORD, id="a part of a word"),
        pytest.param([("Exchange", ""), ("Point", "")], AbortCode.CUTS_WORD, id="the end of a word"),
        pytest.param([(" ", "")], AbortCode.CUTS_WORD, id="two words are joined"),
        pytest.param([(_CLAIM, "")], AbortCode.NOTHING_LEFT, id="all of the claim"),
        pytest.param([(_CLAIM[:-1], "")], AbortCode.NOTHING_LEFT, id="all but its full stop"),
    ],
)  # fmt: skip
def test_a_subtraction_is_refused(edits: list[tuple[str, str]], code: AbortCode) -> None:
    assert code in _codes(_subtract(*edits))


def test_a_pair_that_the_policy_lists_may_be_written() -> None:
    pairs = (("Exchange", "mail"),)
    assert isinstance(_subtract(("Exchange", "mail"), generalisations=pairs), Proven)
    assert AbortCode.REPAIR_NOT_LISTED in _codes(_subtract(("Exchange", "e-mail"), generalisations=pairs))


@pytest.mark.parametrize(
    ("claim", "edits"),
    [
        pytest.param("it is a very old unit", [("a ", "an "), ("very ", "")], id="not the article alone"),
        pytest.param("it is a new old unit", [("a", "an"), ("new ", "")], id="a to an"),
        pytest.param("it is an old new unit", [("an", "a"), ("old ", "")], id="an to a"),
        pytest.param("A new old unit", [("A", "An"), ("new ", "")], id="A to An"),
        pytest.param("An old new unit", [("An", "A"), ("old ", "")], id="An to A"),
    ],
)
def test_an_article_is_mended_as_a_word(claim: str, edits: list[tuple[str, str]]) -> None:
    proven = isinstance(_subtract(*edits, claim=claim, line=claim), Proven)
    assert proven is (edits[0][0].strip() == edits[0][0])


@pytest.mark.parametrize(
    ("claim", "edits", "proven"),
    [
        pytest.param("A, B and C", [(", ", " and "), (" and ", ", ")], True, id="an and that only moves"),
        pytest.param("A b X, c", [(" b", ""), (" X", ""), (",", ""), (" c", "")], True, id="a comma is no span"),
        pytest.param("A b X c d", [(" b", ""), (" X", ""), (" c", ""), (" d", "")], False, id="a letter is a span"),
        pytest.param("A b c d", [("b", "one"), ("c", "two"), ("d", "three")], True, id="three pairs"),
        pytest.param("A b c d e", [("b", "one"), ("c", "two"), ("d", "three"), (" e", "")], False, id="four of both"),
        pytest.param("A x b c d", [(" x", ""), ("b", "one"), ("c", "two"), ("d", "three")], False, id="in any order"),
    ],
)
def test_three_spans_at_most(claim: str, edits: list[tuple[str, str]], proven: bool) -> None:
    pairs = (("b", "one"), ("c", "two"), ("d", "three"))
    verdict = _subtract(*edits, claim=claim, line=claim, generalisations=pairs)
    assert isinstance(verdict, Proven) is proven
    assert proven or _codes(verdict) == [AbortCode.TOO_MANY_SPANS]


def test_a_subtraction_is_proven_with_its_facts() -> None:
    verdict = _subtract((", Exchange", ""))
    assert verdict == Proven(
        ("line 2 lost words of the claim and gained listed repairs", "every other line of 3 is as it was")
    )
    verdict = prove_subtraction(b"x\n- a b\ny", b"x\ny", line=2, edits=[], claim="a b", removes_line=True)
    assert verdict == Proven(("line 2 held the claim alone and is gone", "every other line of 3 is as it was"))


@pytest.mark.parametrize(
    ("edits", "details"),
    [
        pytest.param([("supports", "not")], ["'supports' to 'not'"], id="another word"),
        pytest.param([("up", "")], ["taking 'up' out cuts or joins words"], id="a part of a word"),
        pytest.param([], ["0 spans"], id="nothing"),
        pytest.param([(_CLAIM, "")], ["no word of the claim is left"], id="everything"),
        pytest.param([(" More", "")], ["the claim is bytes 2:65 of the line"], id="outside"),
    ],
)
def test_a_refused_subtraction_says_what_was_found(edits: list[tuple[str, str]], details: list[str]) -> None:
    verdict = _subtract(*edits)
    assert isinstance(verdict, Refuted)
    assert [detail for _, detail in verdict.failures][: len(details)] == details


def test_a_number_may_not_grow_out_of_two() -> None:
    verdict = _subtract((" or ", " "), claim="set 10 or 000 here", line="set 10 or 000 here")
    assert AbortCode.CUTS_WORD in _codes(verdict)


_SAID = {
    AbortCode.LINE_DIFFERS_OUTSIDE: "line 1 is not its old bytes with these edits",
    AbortCode.OLD_NOT_AT_SPAN: "an edit does not hold the text that it names",
    AbortCode.OUTSIDE_CLAIM: "the claim is bytes 2:13 of the line",
}


@pytest.mark.parametrize(
    ("edits", "after", "code"),
    [
        pytest.param([(2, 5, "the", "")], b"-  tool, a x", AbortCode.LINE_DIFFERS_OUTSIDE, id="another result"),
        pytest.param([(2, 5, "thy", "")], b"-  tool, a", AbortCode.OLD_NOT_AT_SPAN, id="another text at the span"),
        pytest.param([(-3, -1, ", ", "")], b"- the toola", AbortCode.OLD_NOT_AT_SPAN, id="a span from the end"),
        pytest.param([(6, 10, "tool", ""), (5, 6, " ", "")], b"- the, a", AbortCode.LINE_DIFFERS_OUTSIDE,
                     id="out of order"),
        pytest.param([(0, 2, "- ", "")], b"the tool, a", AbortCode.OUTSIDE_CLAIM, id="the list mark"),
        pytest.param([(2, 5, "the", ""), (4, 6, "e ", "")], b"", AbortCode.LINE_DIFFERS_OUTSIDE,
                     id="overlapping, and the line is gone"),
    ],
)  # fmt: skip
def test_edits_and_bytes_must_agree(edits: list[ByteEdit], after: bytes, code: AbortCode) -> None:
    verdict = prove_subtraction(b"- the tool, a", after, line=1, edits=edits, claim="the tool, a")
    assert isinstance(verdict, Refuted)
    assert verdict.failures[0] == (code, _SAID[code])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(b"a b\nc", b"a\nd", id="another line changed"),
        pytest.param(b"a b\nc", b"a", id="a line went"),
        pytest.param(b"a b\nc", b"a\r\nc", id="a terminator changed"),
        pytest.param(b"a b\nc", BOM + b"a\nc", id="a BOM came"),
    ],
)
def test_only_the_line_of_the_claim_changes(before: bytes, after: bytes) -> None:
    verdict = prove_subtraction(before, after, line=1, edits=[(1, 3, " b", "")], claim="a b")
    assert _codes(verdict) == [AbortCode.NOT_ONE_LINE]


@pytest.mark.parametrize("line", [0, 1, 3])
def test_the_claim_must_stand_once_on_the_line(line: int) -> None:
    verdict = prove_subtraction(b"a b; a b\nc", b"a; a b\nc", line=line, edits=[(1, 3, " b", "")], claim="a b")
    assert _codes(verdict) == [AbortCode.CLAIM_NOT_ONCE]


@pytest.mark.parametrize(
    ("line", "claim", "proven"),
    [
        pytest.param("- It runs daily.", "It runs daily.", True, id="a bullet"),
        pytest.param("- It runs daily.", "It runs daily", True, id="a bullet, its full stop aside"),
        pytest.param("  3) **It runs daily.**  ", "It runs daily.", True, id="numbered, bold, hard break"),
        pytest.param("> * [ ] It runs daily.", "It runs daily.", True, id="task in a block quote"),
        pytest.param("It runs daily.", "It runs daily.", True, id="a sentence alone"),
        pytest.param("_It runs daily!_", "It runs daily", True, id="in italics with its mark"),
        pytest.param("- It runs daily. It stops.", "It runs daily.", False, id="two sentences"),
        pytest.param("- Now: It runs daily.", "It runs daily.", False, id="a label before it"),
        pytest.param("| It runs daily. |", "It runs daily.", False, id="a table cell"),
        pytest.param("# It runs daily.", "It runs daily.", False, id="a heading"),
        pytest.param("- It runs daily. ([source](u))", "It runs daily.", False, id="a source after it"),
    ],
)
def test_a_line_goes_only_where_it_holds_the_claim_alone(line: str, claim: str, proven: bool) -> None:
    before = f"x\r\n{line}\r\ny".encode()
    verdict = prove_subtraction(before, b"x\r\ny", line=2, edits=[], claim=claim, removes_line=True)
    assert isinstance(verdict, Proven) is proven
    assert proven or _codes(verdict) == [AbortCode.NOT_WHOLE_UNIT]


@pytest.mark.parametrize("mark", ["\t", "> ", "+ ", "* ", "1. ", "12) ", "-\t", "-  ", "- [x] ", "- [X] ", "- [ ]\t",
                                  "- [ ]  ", "**", "_", "`", "~~"])  # fmt: skip
def test_what_may_open_a_line_that_goes(mark: str) -> None:
    assert isinstance(_gone(f"{mark}It runs daily", "It runs daily"), Proven)


@pytest.mark.parametrize("mark", ["**", "_", "`", "~~", ".", ":", ";", "!", "?", "**.", "_.", "`.", "~~.", ".**", ".`",
                                  ".~~", "\t", ".  "])  # fmt: skip
def test_what_may_close_a_line_that_goes(mark: str) -> None:
    assert isinstance(_gone(f"It runs daily{mark}", "It runs daily"), Proven)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("- [xx] It runs daily", id="no box of a task"),
        pytest.param("It runs daily[.", id="a bracket before the full stop"),
        pytest.param("It runs daily.[", id="a bracket after it"),
        pytest.param("It runs daily..", id="two full stops"),
    ],
)
def test_a_line_that_holds_another_mark_stays(line: str) -> None:
    assert _codes(_gone(line, "It runs daily")) == [AbortCode.NOT_WHOLE_UNIT]


def _gone(line: str, claim: str) -> Proven | Refuted:
    before = f"x\n{line}\ny".encode()
    return prove_subtraction(before, b"x\ny", line=2, edits=[], claim=claim, removes_line=True)


@pytest.mark.parametrize("after", [b"x\n", b"y", b"x\ny\n", b"x\nz", b"x\n- a b\ny", b""])
def test_a_removed_line_takes_nothing_else_with_it(after: bytes) -> None:
    verdict = prove_subtraction(b"x\n- a b\ny", after, line=2, edits=[], claim="a b", removes_line=True)
    assert _codes(verdict) == [AbortCode.NOT_ONE_LINE]


_TOKENS = st.lists(
    st.sampled_from(["a", "an", "and", "or", "not", "Teams", "5", "10", ",", "(x)", "000"]), min_size=1, max_size=8
)


@given(_TOKENS, st.data())
def test_what_a_subtraction_leaves_was_there_in_the_same_order(tokens: list[str], data: st.DataObject) -> None:
    """Every character run of `L'` outside repairs was in `L` in the same order."""
    claim = " ".join(tokens)
    points = sorted(
        data.draw(st.lists(st.integers(0, len(claim)), min_size=2, max_size=4).filter(lambda p: len(p) % 2 == 0))
    )
    edits = [
        (start, end, claim[start:end], data.draw(st.sampled_from(["", " ", ", ", " and ", "x", "not"])))
        for start, end in zip(points[::2], points[1::2], strict=True)
    ]
    try:
        after = splice(claim.encode(), [(start, end, new.encode()) for start, end, _, new in edits])
    except ValueError:
        return
    verdict = prove_subtraction(claim.encode(), after, line=1, edits=edits, claim=claim)
    if isinstance(verdict, Proven):
        left = iter(re.findall(r"\w+", claim))
        words = [word for word in re.findall(r"\w+", after.decode()) if word != "and"]
        assert re.search(r"\w", after.decode())
        assert all(word in left for word in words)


# --- a whole sentence beside others --------------------------------------------------------------------------------


def _sentence(line: str, claim: str, start: int, end: int, new: str = "") -> Proven | Refuted:
    """Bytes `start:end` of the line go; `new` stands there."""
    after = line[:start] + new + line[end:]
    edits = [(start, end, line[start:end], new)]
    return prove_subtraction(f"x\n{line}\ny".encode(), f"x\n{after}\ny".encode(), line=2, edits=edits, claim=claim)


@pytest.mark.parametrize(
    ("line", "claim", "start", "end"),
    [
        pytest.param("One. Two. Six.", "Two.", 4, 9, id="between two, with the space before it"),
        pytest.param("One. Two.", "Two.", 4, 9, id="the last"),
        pytest.param("One! Two?", "Two?", 4, 9, id="other ends"),
        pytest.param("- One. Two.", "One.", 2, 7, id="the first of a bullet, with the space after it"),
        pytest.param("One. 2 are left.", "One.", 0, 5, id="the first of the line"),
    ],
)
def test_a_whole_sentence_may_go(line: str, claim: str, start: int, end: int) -> None:
    assert isinstance(_sentence(line, claim, start, end), Proven)


@pytest.mark.parametrize(
    ("line", "claim", "start", "end", "new"),
    [
        pytest.param("One. Two. Six.", "Two.", 5, 9, "", id="without a space beside it"),
        pytest.param("One. Two. Six.", "Two.", 5, 10, "", id="with the space behind it, where one stands before it"),
        pytest.param("One. Two. Six.", "Two.", 4, 9, " ", id="a space in its place"),
        pytest.param("One. Two now.", "Two now", 4, 12, "", id="without its end"),
        pytest.param("One Two.", "Two.", 3, 8, "", id="after no end of a sentence"),
        pytest.param("One.(Two.", "Two.", 4, 9, "", id="after an end, and no space"),
        pytest.param("One. ([a](b))", "One.", 0, 5, "", id="its citation would be left"),
        pytest.param("Six. One. ([a](b))", "One.", 4, 9, "", id="its citation would be left to another"),
        pytest.param("One.", "One.", 0, 4, "", id="alone on its line"),
        pytest.param("so One. Two.", "One.", 3, 8, "", id="after other words"),
        pytest.param("Six. so Two.", "Two.", 7, 12, "", id="after a sentence and other words"),
        pytest.param("One. Two. or", "Two. or", 4, 12, "", id="a claim that goes on after its end"),
    ],
)
def test_what_is_no_whole_sentence_stays(line: str, claim: str, start: int, end: int, new: str) -> None:
    verdict = _sentence(line, claim, start, end, new)
    assert {AbortCode.OUTSIDE_CLAIM, AbortCode.NOTHING_LEFT} & set(_codes(verdict))


def test_a_sentence_goes_alone() -> None:
    """Its edit is the only one: with a second one, both are held to the rules for parts."""
    edits = [(4, 9, " Two.", ""), (10, 13, "Six", "")]
    verdict = prove_subtraction(b"One. Two. Six.", b"One. .", line=1, edits=edits, claim="Two.")
    assert AbortCode.OUTSIDE_CLAIM in _codes(verdict)
