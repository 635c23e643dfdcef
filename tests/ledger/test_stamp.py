"""Stamps: the named flags change as asked, and no other byte of the ledger does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledgers import FILE, encoded, flag, record

from r11.errors import InputProblems, Refused
from r11.ledger.manifest import read_ledger
from r11.ledger.spans import Span, spans
from r11.ledger.stamp import Stamp, prove, stamp, without_stamp
from r11.vocabulary import Disposition, StampKind

FIX = {"op": "O1", "batch": "b1", "evidence": {"url": "https://learn.microsoft.com/a", "quote": "20 – tjue"}}


def applied(name: str = "c1", **changes: Any) -> Stamp:
    plain: dict[str, Any] = {"flag_key": f"{FILE}#{name}", "kind": StampKind.APPLIED, "disposition": Disposition.WRONG}
    return Stamp(**{**plain, "fix": FIX, **changes})


def closed(name: str = "c1", **changes: Any) -> Stamp:
    return applied(name, **{"kind": StampKind.CLOSED, "disposition": Disposition.CORRECT, **changes})


def reverted(name: str = "c1", **changes: Any) -> Stamp:
    return applied(name, **{"kind": StampKind.REVERTED, "disposition": None, **changes})


# --- refusals -------------------------------------------------------------------------------------------------------

OPEN = encoded([record(flag(id="c1"), flag(id="c2", judge_verdict="source_silent", disposition="unsourced"))])
CLOSED = stamp(OPEN, [closed()])
APPLIED = stamp(OPEN, [applied()])

REFUSED = [
    pytest.param(OPEN, [applied("c9")], "NO_SUCH_FLAG", id="no such flag"),
    pytest.param(encoded([record(flag(line=0))]), [applied()], "NO_SUCH_FLAG", id="the flag is invalid"),
    pytest.param(OPEN, [applied(), applied()], "STAMPED_TWICE", id="two stamps for one flag"),
    pytest.param(OPEN, [applied(disposition=Disposition.CORRECT)], "DISPOSITION_NOT_ALLOWED", id="applied as correct"),
    pytest.param(OPEN, [applied("c2")], "DISPOSITION_NOT_ALLOWED", id="silent and wrong"),
    pytest.param(OPEN, [applied(disposition=None)], "DISPOSITION_NOT_ALLOWED", id="applied without a ruling"),
    pytest.param(OPEN, [closed(disposition=None)], "DISPOSITION_NOT_ALLOWED", id="closed without a ruling"),
    pytest.param(CLOSED, [applied()], "SETTLED_OTHERWISE", id="closed already"),
    pytest.param(APPLIED, [closed()], "SETTLED_OTHERWISE", id="applied already"),
    pytest.param(APPLIED, [applied(fix={"batch": "b2"})], "SETTLED_OTHERWISE", id="applied by another batch"),
]


@pytest.mark.parametrize(("data", "stamps", "code"), REFUSED)
def test_a_stamp_that_does_not_fit_is_refused(data: bytes, stamps: list[Stamp], code: str) -> None:
    with pytest.raises(InputProblems) as caught:
        stamp(data, stamps)
    assert {str(problem.code) for problem in caught.value.problems} == {code}
    assert stamps[0].flag_key in str(caught.value)


def test_all_misfits_are_named_and_none_of_the_stamps_is_set() -> None:
    with pytest.raises(InputProblems) as caught:
        stamp(OPEN, [applied(), applied("c8"), applied("c9")])
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize(
    "data", [b"", b"[", b"```\n[]```", OPEN + OPEN], ids=["empty", "cut", "fence", "two documents"]
)
def test_a_ledger_that_cannot_be_read_is_refused(data: bytes) -> None:
    with pytest.raises(InputProblems):
        stamp(data, [])


def test_bytes_that_do_not_hold_what_was_asked_for_are_refused_with_the_place() -> None:
    wanted = {"[0].flags[0]": {"applied": True}}
    for forged in (OPEN.replace(b"The page says 20.", b"The page says 30."), OPEN):
        with pytest.raises(Refused) as caught:
            prove(OPEN, forged, wanted)
        assert caught.value.subject == "[0].flags[0]"


NOT_CARRIED = [
    pytest.param(OPEN, id="never stamped as applied"),
    pytest.param(CLOSED, id="closed"),
    pytest.param(stamp(OPEN, [applied(fix={"batch": "b2"})]), id="applied by another batch"),
    pytest.param(
        stamp(stamp(OPEN, [applied(fix={"batch": "b2"})]), [reverted(fix={"batch": "b2"})]), id="put back of another"
    ),
    pytest.param(OPEN.replace(b'"c1"', b'"c1", "applied": true', 1), id="applied, nobody says by which batch"),
]


@pytest.mark.parametrize("data", NOT_CARRIED)
def test_a_revert_of_what_the_flag_does_not_carry_needs_no_stamp(data: bytes) -> None:
    assert stamp(data, [reverted()]) == data
    assert without_stamp(data, [reverted()]) == [reverted().flag_key]


def test_it_keeps_no_other_stamp_from_being_set() -> None:
    silent = closed("c2")
    assert stamp(OPEN, [reverted(), silent]) == stamp(OPEN, [silent])
    assert without_stamp(OPEN, [reverted(), silent]) == [reverted().flag_key]


def test_a_revert_that_is_due_stays_so_once_it_is_stamped() -> None:
    taken_back = stamp(APPLIED, [reverted()])
    assert stamp(taken_back, [reverted()]) == taken_back
    assert without_stamp(APPLIED, [reverted()]) == without_stamp(taken_back, [reverted()]) == []


# --- what is written ------------------------------------------------------------------------------------------------

INDENTED = b"""{
\t"version": 1.50, "records" : [
\t\t{ "file": "skills/azure/limits.md", "per_file_verdict": "flagged", "flags": [{
\t\t\t"id": "c1", "judge_verdict": "not_grounded",
\t\t\t"rule": "R1",
\t\t\t"evidence_url": "https:\\/\\/learn.microsoft.com\\/a",
\t\t\t"evidence_quote": "20 \\u2013 \\u0031", "reason": "",
\t\t\t"file": "skills/azure/limits.md",
\t\t\t"line": 3,
\t\t\t"claim": "10",
\t\t\t"ours": 1e2
\t\t}]} ] }"""


def test_a_stamp_looks_like_its_flag() -> None:
    """Tabs, `\\u` escapes and a last member of somebody else's."""
    assert stamp(INDENTED, [applied(fix={"batch": "b–1", "n": [1]})]) == INDENTED.replace(
        b'"ours": 1e2',
        b'"ours": 1e2,\n\t\t\t"applied": true,\n\t\t\t"disposition": "wrong",\n\t\t\t"fix": {\n\t\t\t\t"batch": '
        b'"b\\u20131",\n\t\t\t\t"n": [\n\t\t\t\t\t1\n\t\t\t\t]\n\t\t\t}',
    )


def test_a_compact_ledger_stays_compact() -> None:
    data = json.dumps([record()], separators=(",", ":")).encode()
    assert stamp(data, [closed(fix={"batch": "b", "n": [1, 2]})]) == data.replace(
        b'"disposition":null', b'"disposition":"correct","closed":true,"fix":{"batch":"b","n":[1,2]}'
    )


def test_a_value_that_is_there_already_keeps_its_spelling() -> None:
    data = encoded([record(flag(disposition="wrong", applied=False, fix=None))]).replace(b'"wrong"', b'"\\u0077rong"')
    done = stamp(data, [applied(fix={"batch": "b", "n": 1.0})])
    assert b'"disposition": "\\u0077rong", "applied": true, "fix": {"batch": "b", "n": 1.0}' in done
    spelled = done.replace(b'{"batch": "b", "n": 1.0}', b'{ "n":1.0e0, "batch":"\\u0062"}')
    assert stamp(spelled, [applied(fix={"batch": "b", "n": 1.0})]) == spelled


def test_a_key_written_with_escapes_is_found() -> None:
    data = encoded([record(flag(applied=False))]).replace(b'"applied"', b'"\\u0061pplied"')
    assert b'"\\u0061pplied": true, "fix"' in stamp(data, [applied()])


def test_a_whole_life_of_a_flag() -> None:
    """Applied, taken back, applied anew by another batch: open in between, settled at both ends."""
    taken_back = stamp(APPLIED, [reverted(fix={"batch": "b1", "reverted_at": "x"})])
    (open_again, _) = read_ledger(taken_back).flags
    assert (open_again.is_settled, open_again.reverted, open_again.disposition) == (False, True, None)
    anew = stamp(taken_back, [applied(fix={"batch": "b2"}, disposition=Disposition.OUTDATED)])
    (settled, _) = read_ledger(anew).flags
    assert (settled.is_settled, settled.reverted, settled.disposition) == (True, False, Disposition.OUTDATED)
    assert settled.fix == {"batch": "b2"}


def test_bytes_that_are_not_utf8_elsewhere_stay() -> None:
    data = encoded([record(flag(id="c1"), flag(id="c2", note="?"))]).replace(b'"?"', b'"\xff"')
    done = stamp(data, [applied()])
    assert b'"note": "\xff"' in done
    assert read_ledger(done).flags[0].applied


# --- laws -----------------------------------------------------------------------------------------------------------

SPACE = st.sampled_from([b"", b" ", b"\n", b"\r\n", b"\t", b"\n\n  ", b" \r\n\t "])
FOREIGN = st.sampled_from(
    [
        b"1.50",
        b"1E5",
        b"-0",
        b"12345678901234567890123",
        b'"\\u00e6\\/"',
        '"æ–日"'.encode(),
        b"[ ]",
        b'{"x":[{}],"x ":null}',
    ]
)
KEYS = ["c1", "c2", "d1"]


@st.composite
def ledgers(draw: st.DrawFn) -> bytes:
    """A ledger of two files and three flags, each token with white space of its own, foreign members in between."""
    second = record(flag(id="d1", file="b.md", rule="R8"), file="b.md")
    document = [record(flag(id="c1"), flag(id="c2", applied=False, fix=None)), second]
    top: Any = draw(st.sampled_from([document, {"v": 1, "records": document}, {one["file"]: one for one in document}]))
    styled = draw(st.booleans())
    if styled:
        indent = draw(st.sampled_from([None, 1, 2, 4, "\t"]))
        text = json.dumps(top, indent=indent, ensure_ascii=draw(st.booleans())).encode()
        body = text.replace(b"\n", draw(st.sampled_from([b"\n", b"\r\n"])))
    else:
        body = _written(draw, top)
    bom, end = draw(st.sampled_from([b"", b"\xef\xbb\xbf"])), draw(st.sampled_from([b"", b"\n", b"\r\n", b" \n\n"]))
    return bom + body + end


def _written(draw: st.DrawFn, value: Any) -> bytes:
    space = lambda: draw(SPACE)  # noqa: E731 - read as a token
    if isinstance(value, dict):
        members = [
            space() + json.dumps(key).encode() + space() + b":" + _written(draw, inner) for key, inner in value.items()
        ]
        if "claim" in value and draw(st.booleans()):
            at = draw(st.integers(0, len(members)))
            members.insert(at, space() + b'"ours \xe2\x80\x93"' + space() + b":" + space() + draw(FOREIGN) + space())
        return space() + b"{" + b",".join(members) + space() + b"}" + space()
    if isinstance(value, list):
        return space() + b"[" + b",".join(_written(draw, item) for item in value) + space() + b"]" + space()
    return space() + json.dumps(value).encode() + space()


FIXES = st.fixed_dictionaries(
    {"batch": st.just("b1")},
    optional={
        "op": st.sampled_from(["O1", "O2"]),
        "note": st.text(st.characters(exclude_categories=["Cs"])),
        "evidence": st.dictionaries(
            st.sampled_from(["url", "n"]), st.none() | st.integers(-9, 9) | st.lists(st.booleans())
        ),
    },
)
KINDS = st.sampled_from([(StampKind.APPLIED, Disposition.WRONG), (StampKind.CLOSED, Disposition.CORRECT)])


def stamps_for(data: bytes, chosen: dict[str, tuple[tuple[StampKind, Disposition], dict[str, Any]]]) -> list[Stamp]:
    keys = {one.id: one.key for one in read_ledger(data).flags}
    return [Stamp(keys[name], kind, ruling, fix) for name, ((kind, ruling), fix) in chosen.items()]


CHOSEN = st.dictionaries(st.sampled_from(KEYS), st.tuples(KINDS, FIXES))


def outside(data: bytes, flags: list[Span]) -> list[bytes]:
    """The bytes before, between and after the flags."""
    edges = [
        0,
        *(edge for one in sorted(flags, key=lambda span: span.start) for edge in (one.start, one.end)),
        len(data),
    ]
    return [data[edges[index] : edges[index + 1]] for index in range(0, len(edges), 2)]


def members(data: bytes, one: Span, leave_out: set[str]) -> list[tuple[str, bytes]]:
    kept = [member for member in one.members if member.key not in leave_out]
    return [(member.key, data[member.start : member.value.end]) for member in kept]


@given(ledgers(), CHOSEN)
def test_only_the_named_flags_change_and_only_in_the_named_members(data: bytes, chosen: Any) -> None:
    """ "It changes only the flags named; every other byte of the ledger file, formatting and unknown keys included, is
    as it was." """
    stamps = stamps_for(data, chosen)
    done = stamp(data, stamps)
    places = [read_ledger(data).places[one.flag_key] for one in stamps]
    before, after = spans(data), spans(done)
    assert outside(done, [after[place] for place in places]) == outside(data, [before[place] for place in places])
    for one, place in zip(stamps, places, strict=True):
        ours = {str(one.kind), "disposition", "fix"}
        assert members(done, after[place], ours) == members(data, before[place], ours)


@given(ledgers(), CHOSEN)
def test_the_stamped_ledger_holds_exactly_what_was_asked_for(data: bytes, chosen: Any) -> None:
    stamps = stamps_for(data, chosen)
    done = stamp(data, stamps)
    flags = {one.key: one for one in read_ledger(done).flags}
    assert len(flags) == 3
    for one in stamps:
        found = flags[one.flag_key]
        assert (found.applied, found.closed) == (one.kind is StampKind.APPLIED, one.kind is StampKind.CLOSED)
        assert (found.disposition, found.fix) == (one.disposition, one.fix)
    expected = json.loads(data.removeprefix(b"\xef\xbb\xbf"))
    for place in (read_ledger(data).places[one.flag_key] for one in stamps):
        assert place in read_ledger(done).places.values()
    assert _without_ours(json.loads(done.removeprefix(b"\xef\xbb\xbf"))) == _without_ours(expected)


def _without_ours(value: Any) -> Any:
    if isinstance(value, dict):
        ours = {"applied", "closed", "disposition", "fix"}
        return {key: _without_ours(inner) for key, inner in value.items() if key not in ours}
    return [_without_ours(item) for item in value] if isinstance(value, list) else value


@given(ledgers(), CHOSEN)
def test_stamping_twice_changes_nothing_the_second_time(data: bytes, chosen: Any) -> None:
    """ "A second run of anything that finished changes nothing." """
    stamps = stamps_for(data, chosen)
    done = stamp(data, stamps)
    assert stamp(done, stamps) == done
    assert stamp(done, []) == done


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON, st.sampled_from([None, 2, "\t"]))
def test_a_span_is_the_value_that_json_reads(value: Any, indent: Any) -> None:
    data = json.dumps(value, indent=indent).encode()
    assert _read_by_spans(data, spans(data)[""]) == json.loads(data)


def test_bytes_that_are_no_json_have_no_spans() -> None:
    with pytest.raises(ValueError, match="byte 3"):
        spans(b"[1, ")


def _read_by_spans(data: bytes, span: Span) -> Any:
    if data[span.start : span.start + 1] == b"{":
        return {member.key: _read_by_spans(data, member.value) for member in span.members}
    if data[span.start : span.start + 1] == b"[":
        return [_read_by_spans(data, item) for item in span.items]
    return json.loads(data[span.start : span.end])
