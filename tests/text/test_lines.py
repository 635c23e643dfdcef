"""Bytes in, bytes out: lines, splices, whole values, and the one place of a claim."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.text.lines import (
    _WHOLE,
    BOM,
    ClaimSite,
    Document,
    LostClaim,
    _is_plain_edge,
    bounded_positions,
    claims_on_line,
    find_claim,
    is_bounded,
    plain,
    splice,
)
from r11.vocabulary import AbortCode

# Bytes that break lines, or do so elsewhere, come up often enough to matter.
_BYTES = st.lists(
    st.one_of(
        st.sampled_from(
            [b"\n", b"\r\n", b"\r", b"\x0b", b"\x0c", b"\xc2\x85", b"\xe2\x80\xa8", BOM, b"\xff", b"a", b"5 "]
        ),
        st.binary(max_size=4),
    ),
    max_size=30,
).map(b"".join)


# --- lines ----------------------------------------------------------------------------------------------------------


@given(_BYTES)
def test_a_document_gives_back_exactly_the_bytes_it_was_parsed_from(data: bytes) -> None:
    assert Document.parse(data).to_bytes() == data


@given(_BYTES)
def test_only_a_line_feed_ends_a_line(data: bytes) -> None:
    lines = Document.parse(data).lines
    assert all(b"\n" not in line.body for line in lines)
    assert sum(line.terminator.endswith(b"\n") for line in lines) == data.count(b"\n")


@pytest.mark.parametrize(
    ("data", "bodies", "terminators"),
    [
        pytest.param(b"a\nb\n", [b"a", b"b"], [b"\n", b"\n"], id="LF"),
        pytest.param(b"a\r\nb\r\n", [b"a", b"b"], [b"\r\n", b"\r\n"], id="CRLF"),
        pytest.param(b"a\r\nb\nc", [b"a", b"b", b"c"], [b"\r\n", b"\n", b""], id="mixed, no final newline"),
        pytest.param(b"a\rb\rc", [b"a\rb\rc"], [b""], id="CR only is one line"),
        pytest.param(b"a\r\r\nb\r", [b"a\r", b"b\r"], [b"\r\n", b""], id="only the last CR belongs to the terminator"),
        pytest.param(BOM + b"a\nb", [b"a", b"b"], [b"\n", b""], id="a BOM belongs to no line"),
        pytest.param(BOM + BOM + b"a", [BOM + b"a"], [b""], id="a second BOM is text"),
        pytest.param(b"a  \nb\n", [b"a  ", b"b"], [b"\n", b"\n"], id="a hard break keeps its spaces"),
        pytest.param("a\x0cb\x0bc\x85d\u2028e\nf".encode(), ["a\x0cb\x0bc\x85d\u2028e".encode(), b"f"], [b"\n", b""],
                     id="form feed, vertical tab, NEL and U+2028 break no line"),
        pytest.param(b"", [], [], id="an empty file has no line"),
        pytest.param(b"\n\n", [b"", b""], [b"\n", b"\n"], id="empty lines are lines"),
    ],
)  # fmt: skip
def test_where_lines_end(data: bytes, bodies: list[bytes], terminators: list[bytes]) -> None:
    document = Document.parse(data)
    assert [line.body for line in document.lines] == bodies
    assert [line.terminator for line in document.lines] == terminators


@pytest.mark.parametrize(
    ("data", "number", "body", "expected"),
    [
        pytest.param(
            BOM + b"limit 5\r\nx\r\n", 1, b"limit 9", BOM + b"limit 9\r\nx\r\n", id="line 1 after a BOM, CRLF"
        ),
        pytest.param(b"x\nlimit 5", 2, b"limit 9", b"x\nlimit 9", id="no newline is added at the end of the file"),
        pytest.param(b"\xe9\nlimit 5\n", 2, b"limit 9", b"\xe9\nlimit 9\n", id="a Latin-1 byte elsewhere stays"),
        pytest.param(b"a\r\nb\nc\n", 2, None, b"a\r\nc\n", id="a removed line takes its own terminator with it"),
        pytest.param(b"a\nb", 2, None, b"a\n", id="a removed last line leaves the line before as it is"),
    ],
)
def test_one_line_is_replaced_and_no_other_byte(data: bytes, number: int, body: bytes | None, expected: bytes) -> None:
    assert Document.parse(data).with_line(number, body).to_bytes() == expected


@pytest.mark.parametrize("number", [0, -1, 3])
def test_a_line_that_is_not_there_is_never_replaced(number: int) -> None:
    document = Document.parse(b"a\nb\n")
    assert document.body(number) is None
    with pytest.raises(ValueError, match="no line"):
        document.with_line(number, b"x")


# --- splices --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edits",
    [
        pytest.param([(0, 2, b"x"), (1, 3, b"y")], id="overlapping"),
        pytest.param([(2, 3, b"x"), (0, 1, b"y")], id="out of order"),
        pytest.param([(1, 1, b"x"), (1, 1, b"y")], id="two insertions at one offset"),
        pytest.param([(1, 2, b"x"), (1, 2, b"x")], id="the same edit twice"),
        pytest.param([(1, 1, b"x"), (1, 2, b"y")], id="insertion and replacement at one offset"),
        pytest.param([(2, 1, b"x")], id="end before start"),
        pytest.param([(-1, 1, b"x")], id="before the line"),
        pytest.param([(3, 6, b"x")], id="past the line"),
    ],
)
def test_edits_that_cannot_both_hold_are_refused(edits: list[tuple[int, int, bytes]]) -> None:
    with pytest.raises(ValueError, match="span"):
        splice(b"abcde", edits)


@given(st.binary(max_size=40), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), st.binary(max_size=4))))
def test_a_splice_leaves_every_byte_outside_its_spans(line: bytes, edits: list[tuple[int, int, bytes]]) -> None:
    spans = sorted((min(a, b), max(a, b), new) for a, b, new in edits)
    try:
        result = splice(line, spans)
    except ValueError:
        return
    position = taken = 0
    for start, end, new in spans:
        assert result[position + taken : start + taken] == line[position:start]
        assert result[start + taken : start + taken + len(new)] == new
        position, taken = end, taken + len(new) - (end - start)
    assert result[position + taken :] == line[position:]


@pytest.mark.parametrize("new", [rb"\1", b"$1", rb"\g<0>", b"$&"])
def test_a_new_value_is_never_a_template(new: bytes) -> None:
    assert splice(b"limit 5 MB", [(6, 7, new)]) == b"limit " + new + b" MB"


# --- whole values ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param("32", "132 files", id="inside a longer number, at its end"),
        pytest.param("5", "15 files", id="inside a longer number"),
        pytest.param("1", "15 files", id="inside a longer number, at its start"),
        pytest.param("7", "7.4", id="before a decimal"),
        pytest.param("4", "7.4", id="after a decimal"),
        pytest.param("1.2", "1.2.3", id="inside a longer version"),
        pytest.param("2.0", "2.0-preview", id="a version without its suffix"),
        pytest.param("128", "128,000 tokens", id="before a thousands separator"),
        pytest.param("000", "128,000 tokens", id="after a thousands separator"),
        pytest.param("10", "10 000 rader", id="before a group of digits"),
        pytest.param("000", "10 000 rader", id="a group of digits after a space"),
        pytest.param("1", "1 000 rader", id="one digit before a group, at the start"),
        pytest.param("000", "1 000 rader", id="a group after one digit, at the start"),
        pytest.param("5", "om 5 000 rader", id="one digit before a group, after a word"),
        pytest.param("000", "om 5 000 rader", id="a group after one digit, after a word"),
        pytest.param("10", "10\u00a0000 rader", id="before a group after a no-break space"),
        pytest.param("5", "-5 degrees", id="a negative number without its sign"),
        pytest.param("5", ".5 cores", id="a fraction without its point"),
        pytest.param("5", "5–10 nodes", id="one end of a range"),
        pytest.param("1", "1/2", id="part of a fraction"),
        pytest.param("5", "$5", id="an amount without its sign"),
        pytest.param("30", "12:30", id="part of a time"),
        pytest.param("4o", "gpt-4o", id="part of a model name"),
        pytest.param("gpt-4o", "gpt-4o-mini", id="a model name without its end"),
        pytest.param("06", "2024-08-06", id="part of an ISO date"),
        pytest.param("1", "v1", id="a version without its letter"),
        pytest.param("limit", "rate_limit", id="part of an identifier"),
        pytest.param("NET", ".NET", id="a name without its point"),
        pytest.param("C", "C# code", id="a name without its sign"),
        pytest.param("it", "it's", id="part of a contraction"),
        pytest.param("cafe", "cafe\u0301", id="a letter without its combining accent"),
        pytest.param("32", "32万个", id="a numeral without its Chinese multiplier"),
        pytest.param("三", "三十", id="part of a Chinese number"),
        pytest.param("4 GB", "6\u200b4 GB", id="after a zero-width space"),
        pytest.param("6", "6\u00ad4 GB", id="before a soft hyphen"),
        pytest.param("4", "6\u202e4 GB", id="after a mark of direction"),
        pytest.param("4", "7.\ufeff4", id="after a point and a byte order mark"),
    ],
)
def test_a_part_of_a_longer_value_is_not_that_value(value: str, text: str) -> None:
    assert bounded_positions(value, text) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param("7", "The limit is 7.", id="at the end of a sentence"),
        pytest.param("7", "7, 8 and 9", id="in a list"),
        pytest.param("7", "(7)", id="in parentheses"),
        pytest.param("7", "**7**", id="in bold"),
        pytest.param("gpt-4o", "`gpt-4o`", id="in a code span"),
        pytest.param("7", "| 7 |", id="in a table cell"),
        pytest.param("7", "a 7-day trial", id="before a unit after a hyphen"),
        pytest.param("90", "90% of requests", id="before a percent sign"),
        pytest.param("7.4", "PowerShell 7.4+", id="before a plus"),
        pytest.param("5", "~5", id="after a tilde"),
        pytest.param("2024-10-21", "?api-version=2024-10-21", id="after an equals sign"),
        pytest.param("2024", "in 2024—the year", id="before a dash between words"),
        pytest.param("32", "限制为32个", id="between Chinese words"),
        pytest.param("128\u00a0000", "128\u00a0000 tokens", id="grouped by a no-break space, whole"),
        pytest.param("100", "5, 100 and 200", id="after a number and a comma"),
        pytest.param("64", "\u200f64 GB", id="after a mark of direction, at the start"),
        pytest.param("64", "64\u200b GB", id="before a zero-width space at its end"),
    ],
)
def test_a_whole_value_is_found(value: str, text: str) -> None:
    assert bounded_positions(value, text) == [text.index(value)]


@pytest.mark.parametrize(
    ("value", "text", "found"),
    [
        pytest.param("5", "5 of 15, 5 of 25", [0, 9], id="whole values only are counted"),
        pytest.param("aa", "aaa", [], id="an overlapping needle is no whole word"),
        pytest.param("", "abc", [], id="nothing stands nowhere"),
    ],
)
def test_how_often_a_value_stands(value: str, text: str, found: list[int]) -> None:
    assert bounded_positions(value, text) == found


@given(st.text("0123456789.,-/ ab", min_size=1, max_size=12), st.data())
def test_digits_on_both_sides_of_an_edge_always_cut(text: str, data: st.DataObject) -> None:
    edge = data.draw(st.integers(0, len(text)))
    if 0 < edge < len(text) and text[edge - 1].isdigit() and text[edge].isdigit():
        assert not is_bounded(text, 0, edge)
        assert not is_bounded(text, edge, len(text))


# --- the place of a claim -------------------------------------------------------------------------------------------

_CLAIM = "5 files are allowed"


def _find(text: str, claim: str = _CLAIM, number: int = 2) -> ClaimSite | LostClaim:
    return find_claim(Document.parse(text.encode()), claim, number)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("a\n15 files are allowed.\nb", AbortCode.CLAIM_GONE, id="only inside a longer number"),
        pytest.param("a\n1.5 files are allowed.\nb", AbortCode.CLAIM_GONE, id="only inside a decimal"),
        pytest.param("a\n5 files are allowedness.\nb", AbortCode.CLAIM_GONE, id="only inside a longer word"),
        pytest.param("a\nb\nc", AbortCode.CLAIM_GONE, id="nowhere"),
        pytest.param("", AbortCode.CLAIM_GONE, id="an empty file"),
        pytest.param(f"a\n{_CLAIM}; {_CLAIM}\n", AbortCode.CLAIM_AMBIGUOUS, id="twice on its line"),
        pytest.param(f"a\n{_CLAIM}; **5** files are allowed\n", AbortCode.CLAIM_AMBIGUOUS, id="twice, once in bold"),
        pytest.param(f"{_CLAIM}\nb\n{_CLAIM}\n", AbortCode.CLAIM_AMBIGUOUS, id="not on its line, twice elsewhere"),
        pytest.param("a\n5 files\nare allowed\n", AbortCode.CLAIM_SPANS_LINES, id="over two lines"),
        pytest.param(
            "a\n> 5 files\n> are allowed\n", AbortCode.CLAIM_SPANS_LINES, id="over two lines of a block quote"
        ),
    ],
)
def test_a_claim_without_one_place_is_lost(text: str, code: AbortCode) -> None:
    found = _find(text)
    assert isinstance(found, LostClaim)
    assert found.code is code
    assert found.detail


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"a\n\xe9 5 files are allowed\n", id="its line holds a Latin-1 byte"),
        pytest.param(b"a\n5 files \xff are allowed\n", id="a bad byte within the claim"),
        pytest.param(b"a\nb\n\xe9 5 files are allowed\n", id="moved to a line with a Latin-1 byte"),
    ],
)
def test_a_line_that_is_not_utf8_is_refused(data: bytes) -> None:
    found = find_claim(Document.parse(data), _CLAIM, 2)
    assert isinstance(found, LostClaim)
    assert found.code is AbortCode.LINE_NOT_UTF8


@pytest.mark.parametrize(
    ("text", "number", "start", "moved", "marked"),
    [
        pytest.param(f"a\n{_CLAIM}.\n", 2, 0, False, False, id="on its line"),
        pytest.param(f"a\nb\nc\n- {_CLAIM}\n", 4, 2, True, False, id="moved two lines"),
        pytest.param(f"a\n- {_CLAIM}\n{_CLAIM}\n", 2, 2, False, False, id="its own line wins over another copy"),
        pytest.param("a\n- **5 files** are allowed\n", 2, 4, False, True, id="in bold on the page only"),
        pytest.param("a\n- [5 files](u.md) are allowed\n", 2, 3, False, True, id="a link on the page"),
        pytest.param("a\n- 5  files are\tallowed\n", 2, 2, False, True, id="other white space"),
        pytest.param(f"a\n日本語 🎉 e\u0301 {_CLAIM}\n", 2, 19, False, False, id="bytes, not characters, before it"),
        pytest.param(f"a\n15 {_CLAIM}\n", 2, 3, False, False, id="after another number"),
        pytest.param(f"{BOM.decode()}x\n{_CLAIM}\n", 2, 0, False, False, id="in a file with a BOM"),
        pytest.param(f"\x0c\u2028\x85\n{_CLAIM}\n", 2, 0, False, False, id="after odd breaks that break no line"),
        pytest.param(f"a\r\n{_CLAIM}\r\n", 2, 0, False, False, id="CRLF"),
    ],
)
def test_a_claim_is_found_where_it_stands(text: str, number: int, start: int, moved: bool, marked: bool) -> None:
    site = _find(text)
    assert isinstance(site, ClaimSite)
    assert (site.number, site.start, site.moved, site.marked) == (number, start, moved, marked)


def test_a_bad_byte_on_another_line_touches_no_claim() -> None:
    site = find_claim(Document.parse(b"\xff\xfe\n" + _CLAIM.encode() + b"\n"), _CLAIM, 2)
    assert isinstance(site, ClaimSite)


@pytest.mark.parametrize(
    ("body", "claim", "part", "bytes_there"),
    [
        pytest.param(
            "Limit is **128,000** now", "Limit is 128,000 now", "128,000", b"128,000", id="claim without marks"
        ),
        pytest.param("Limit is 128 now", "Limit is **128** now", "128", b"128", id="claim with marks"),
        pytest.param("é Limit is ‘9’ now", "Limit is ‘9’ now", "9", b"9", id="after wide characters"),
        pytest.param("Use `a_b` and _c_ 9", "Use a_b and c 9", "a_b", b"a_b", id="snake case stays whole"),
        pytest.param("See [the page](x-9.md) for 9", "See the page for 9", "9", b"9", id="not the copy in the target"),
    ],
)
def test_a_part_of_the_claim_is_located_in_bytes(body: str, claim: str, part: str, bytes_there: bytes) -> None:
    (site,) = claims_on_line(Document.parse(body.encode()), claim, 1)
    at = claim.rindex(part)
    start, end = site.locate(at, at + len(part))
    assert site.body[start:end] == bytes_there


_WORDS = st.lists(
    st.sampled_from(["5", "15", "files", "are", "**b**", "`c`", "é", "日本", "_x_", "*", "[l](u)"]), max_size=6
)


@given(_WORDS.map(" ".join), _WORDS.map(" ".join), st.text("a5 *_\n\r", max_size=12))
def test_a_site_always_holds_the_claim(before: str, claim: str, after: str) -> None:
    """What is found is the claim: byte for byte, or with markup and white space set aside."""
    document = Document.parse(f"{before} {claim} {after}".encode())
    site = find_claim(document, claim, 1)
    if isinstance(site, ClaimSite):
        held = site.body[site.start : site.end]
        assert site.body == document.body(site.number)
        assert plain(held.decode())[0] == plain(claim)[0]
        assert site.marked or held == claim.encode()


@given(st.text(max_size=40))
def test_plain_text_says_where_each_character_was(text: str) -> None:
    shown, indices = plain(text)
    assert len(shown) == len(indices)
    assert all(text[i] == c or (c == " " and text[i].isspace()) for c, i in zip(shown, indices, strict=True))


@given(st.text("ab 0123.-,–+$# \u00a0\u200b万٣³\n", max_size=14))
def test_the_short_way_over_a_plain_edge_changes_no_answer(text: str) -> None:
    """No longer number, word, version or identifier straddles an edge."""
    for edge in range(len(text) + 1):
        straddled = any(whole.start() < edge < whole.end() for whole in _WHOLE.finditer(text))
        if _is_plain_edge(text, edge):
            assert not straddled, edge
