"""Where a claim stands, character by character, and what is said where it does not: facts that the proof rests on."""

from __future__ import annotations

import pytest

from r11.text.lines import (
    BOM,
    ClaimSite,
    Document,
    LostClaim,
    bounded_positions,
    claims_on_line,
    find_claim,
    plain,
    splice,
)
from r11.vocabulary import AbortCode


def test_an_empty_span_takes_nothing_and_puts_in_the_new_text() -> None:
    assert splice(b"ab", [(1, 1, b"x")]) == b"axb"


def test_places_of_a_value_may_overlap() -> None:
    assert bounded_positions("!!", "!!!") == [0, 1]


@pytest.mark.parametrize(
    ("value", "text", "found"),
    [
        pytest.param("5", "word " * 20 + "15 MB", [], id="part of a number, far into the text"),
        pytest.param("5", "word " * 20 + "5 MB", [100], id="whole, far into the text"),
        pytest.param("a", "x ab", [], id="one letter behind a space"),
    ],
)
def test_a_value_is_whole_wherever_it_stands(value: str, text: str, found: list[int]) -> None:
    assert bounded_positions(value, text) == found


def test_plain_text_has_no_blank_at_either_end() -> None:
    text, indices = plain("  a *b*\t")
    assert (text, list(indices)) == ("a b", [2, 3, 5])


# --- each character of the claim ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "claim", "starts", "ends"),
    [
        pytest.param(
            "up to 5", "to **5**", (3, 4, 5, 6, 6, 6, 7, 7), (4, 5, 6, 6, 6, 7, 7, 7), id="marks of the claim"
        ),
        pytest.param("é **5** b", "é 5", (0, 2, 5), (2, 3, 6), id="marks of the line"),
        pytest.param("é 5 b", "é 5", (0, 2, 3), (2, 3, 4), id="verbatim"),
    ],
)
def test_every_character_of_the_claim_has_its_bytes(
    line: str, claim: str, starts: tuple[int, ...], ends: tuple[int, ...]
) -> None:
    (site,) = claims_on_line(Document.parse(line.encode()), claim, 1)
    assert (site.starts, site.ends) == (starts, ends)
    assert (site.start, site.end) == (starts[0], max(ends))
    assert len(site.starts) == len(claim)
    assert site.moved is False


def test_a_second_copy_that_just_fits_is_seen() -> None:
    """A claim with marks, and right behind it the same words without."""
    assert len(claims_on_line(Document.parse(b"`a!`a!"), "`a!`", 1)) == 2


def test_a_verbatim_claim_is_not_called_marked() -> None:
    """Where there is room for a second copy, and marks stand elsewhere on the line."""
    body = b"The limit is 5 MB, and **much** more stands on this line."
    site = find_claim(Document.parse(body), "The limit is 5 MB", 1)
    assert isinstance(site, ClaimSite)
    assert (site.body, site.marked, site.moved) == (body, False, False)


# --- what is said of a claim that has no place ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "claim", "number", "code", "detail"),
    [
        pytest.param(b"a 5\na 5; a 5", "a 5", 2, AbortCode.CLAIM_AMBIGUOUS, "stands 2 times on line 2", id="twice"),
        pytest.param(b"x\n" + b"a 5\n" * 6, "a 5", 1, AbortCode.CLAIM_AMBIGUOUS,
                     "not on line 1, and more than once elsewhere: lines 2, 3, 4, 5, 6", id="the first five places"),
        pytest.param(b"a\n\xff", "b", 2, AbortCode.LINE_NOT_UTF8, "line 2 is not UTF-8", id="its line is unreadable"),
        pytest.param(b"x\ny\na 5 \xff", "a 5", 1, AbortCode.LINE_NOT_UTF8, "line 3 holds the claim and is not UTF-8",
                     id="another unreadable line"),
        pytest.param(b"\xff\na\n5", "a 5", 2, AbortCode.CLAIM_SPANS_LINES, "runs over more than one line",
                     id="over two lines of a file with a bad byte"),
        pytest.param(b"a\nXi 5", "a Xi 5", 1, AbortCode.CLAIM_SPANS_LINES, "runs over more than one line",
                     id="the second line keeps its first letter"),
        pytest.param(b"a\n> 5", "a 5", 1, AbortCode.CLAIM_SPANS_LINES, "runs over more than one line",
                     id="in a block quote"),
        pytest.param(b"a\nb", "c", 2, AbortCode.CLAIM_GONE, "neither on line 2 nor elsewhere in the file", id="gone"),
        pytest.param(b"a\nb", "a\ud800", 1, AbortCode.CLAIM_GONE, "neither on line 1 nor elsewhere in the file",
                     id="a claim with half a character"),
    ],
)  # fmt: skip
def test_a_lost_claim_says_where_it_was_looked_for(
    data: bytes, claim: str, number: int, code: AbortCode, detail: str
) -> None:
    assert find_claim(Document.parse(data), claim, number) == LostClaim(code, detail)


# --- the bytes of a document ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"a", b"a\r\nb\n", BOM + b"a\nb\r\n", BOM, b"\n\n", b"a\r"])
def test_a_document_gives_its_bytes_back(data: bytes) -> None:
    assert Document.parse(data).to_bytes() == data
