"""Quotes on pages: what counts as the same, what never does, and the laws behind both."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from r11.text.normal import normalise
from r11.text.quotes import PageText, difference, find_quote, find_verbatim, passage_at, section_at, section_text
from r11.vocabulary import MatchKind

# reason, quote, page
DIFFERENT = [
    ("a longer number before", "5 GB of storage", "It has 15 GB of storage."),
    ("a decimal before", "5 GB of storage", "It has 1.5 GB of storage."),
    ("a minus sign before", "5 degrees", "It is -5 degrees."),
    ("a currency before", "5 per user", "It costs $5 per user."),
    ("a longer number after", "a limit of 5", "It has a limit of 5,000."),
    ("a longer version after", "needs version 1.5", "It needs version 1.5.2."),
    ("a percent sign after", "a share of 5", "It has a share of 5%."),
    ("a power after", "a limit of 10", "It has a limit of 10<sup>6</sup>."),
    ("a longer word after", "the default set", "Use the default settings."),
    ("a longer word before", "able to restart", "It is unable to restart."),
    ("a power is not digits in a row", "a limit of 106 rows", "It has a limit of 10<sup>6</sup> rows."),
    ("a superscript character is no digit", "a limit of 106 rows", "It has a limit of 10⁶ rows."),
    ("a product is not digits in a row", "a grid of 23 cells", "It has a grid of 2*3 cells."),
    ("struck text says it no longer holds", "up to 5 nodes", "It has up to ~~5~~ nodes."),
    ("alpha for a", "the alpha channel", "It is the α channel."),
    ("a Cyrillic letter for a Latin one", "the cache", "It is the c\u0430che."),
    ("full-width digits", "a limit of 40", "It has a limit of ４０."),
    ("accents", "the cafe", "It is the café."),
    ("case", "Preview only", "It is preview only."),
    ("an elision", "The pool ... workers", "The pool holds 40 workers."),
    ("a comment nobody sees", "up to 40 nodes", "It has <!-- up to 40 nodes --> some nodes."),
    ("a link's target", "pools/40", "See [the pools](https://x.example/pools/40)."),
    ("nothing", "", "Any page."),
    ("white space", " \n\t", "Any page."),
    ("punctuation only", ".", "Any page."),
    ("marks only", "**", "Any **page**."),
]

NORMALISED = [
    ("NBSP and narrow NBSP", "up to 40 GB", "It has up to\u00a040\u202fGB."),
    ("runs of white space", "up  to\t40", "It has up to 40."),
    ("a line end", "up to 40", "It has up\r\nto 40."),
    ("two paragraphs", "First one. Second one.", "First one.\n\nSecond one."),
    ("typographic quotes", 'the "hot" tier isn\'t', "It is the “hot” tier isn’t."),
    ("dashes", "3-5 nodes - not more", "It has 3–5 nodes — not more."),
    ("a minus sign", "-5 degrees", "It is \u22125 degrees."),
    ("a ligature", "the first file", "It is the ﬁrst ﬁle."),
    ("zero-width characters", "a container", "It is a con\u200btain\u00ader."),
    ("composed and combined letters", "caf\u00e9 pools", "The cafe\u0301 pools."),
    ("emphasis", "up to 40 nodes", "It has up to **40** _nodes_."),
    ("emphasis in the quote", "up to **40** nodes", "It has up to 40 nodes."),
    ("code", "Set max_size to 40", "Set `max_size` to `40`."),
    ("a link", "See the limits page", 'See [the limits](x.md#y "t") page.'),
    ("a reference link", "See the limits page", "See [the limits][limits] page."),
    ("a link with brackets in its target", "See the limits page", "See [the limits](x_(y).md) page."),
    ("an image's text", "the pool diagram", "It is ![the pool](p.png) diagram."),
    ("a table row", "Nodes 40 per pool", "| Nodes | 40 | per pool |"),
    ("a table row in the quote", "|Nodes|40|per pool|", "| **Nodes** | 40    | per pool |"),
    ("rows under a heading row", "A B 1 2", "| A | B |\n|---|:-:|\n| 1 | 2 |"),
    ("a line break", "40 nodes 3 pools", "| 40 nodes<br /><br/>3 pools |"),
    ("a footnote mark", "Team Member1 only", "It is Team Member<sup>1</sup> only."),
    ("a heading", "# Limits", "## **Limits**"),
    ("list items", "- one\n- two", "* one\n* two"),
    ("a block quote", "> Be careful here", "Be careful here."),
    ("an alert", "Note Be careful", "> [!NOTE]\n> Be careful."),
    ("an entity", "4 million & more", "It has 4&nbsp;million &amp; more."),
    ("an escape", "a * b | c", "It is a \\* b \\| c."),
    ("an address in angle brackets", "at https://x.example/a now", "Look at <https://x.example/a> now."),
    ("a type parameter is no tag", "Get<TKey> returns", "`Get<TKey>` returns."),
]


@pytest.mark.parametrize(("quote", "page"), [row[1:] for row in DIFFERENT], ids=[row[0] for row in DIFFERENT])
def test_never_called_verbatim(quote: str, page: str) -> None:
    assert find_verbatim(quote, PageText.of(page)) is None
    assert find_quote(quote, PageText.of(page)).kind in (MatchKind.NEAR, MatchKind.NONE)


@pytest.mark.parametrize(("quote", "page"), [row[1:] for row in NORMALISED], ids=[row[0] for row in NORMALISED])
def test_the_same_in_normal_form(quote: str, page: str) -> None:
    found = find_quote(quote, PageText.of(page))
    assert found.kind is MatchKind.NORMALISED
    assert normalise(found.passage).text == normalise(PageText.of(quote).text).text


@pytest.mark.parametrize(("quote", "page"), [row[1:] for row in NORMALISED], ids=[row[0] for row in NORMALISED])
def test_the_normalisation_is_symmetric(quote: str, page: str) -> None:
    """What stands on either side may stand on the other."""
    left, right = (normalise(PageText.of(text).text).text for text in (quote, page))
    assert left in right
    assert find_verbatim(left, PageText.of(right)) is not None


def test_exact_before_normalised() -> None:
    page = PageText.of("It has **40** nodes. It has **40** nodes.")
    found = find_quote("has **40** nodes", page)
    assert found.kind is MatchKind.EXACT
    assert [page.text[start:end] for start, end in found.spans] == ["has **40** nodes"] * 2


def test_decomposed_letters_are_not_the_same_bytes() -> None:
    assert find_quote("caf\u00e9", PageText.of("The cafe\u0301.")).kind is MatchKind.NORMALISED
    assert find_quote("cafe\u0301", PageText.of("The cafe\u0301.")).kind is MatchKind.EXACT


def test_near_shows_the_passage_and_the_difference() -> None:
    page = PageText.of("# Pools\n\nIntroduction. The pool holds up to 80 workers in each region. More.\n\n- Other")
    found = find_quote("The pool holds up to 40 workers in each region.", page)
    assert found.kind is MatchKind.NEAR
    assert found.passage == "The pool holds up to 80 workers in each region."
    assert difference("up to 40 workers now", "up to 80 workers") == "up to [-40-]{+80+} workers [-now-]"


def test_what_has_nothing_to_do_with_the_quote_is_not_shown() -> None:
    found = find_quote("Backups are kept for thirty days.", PageText.of("# Zebra\n\nxyz"))
    assert (found.kind, found.passage) == (MatchKind.NONE, "")


PAGE = """Before.

# Pools

Intro of 40.

## Limits & quotas

| Name | Value |
| --- | --- |
| Nodes | 40 |

```bash
# no heading 40
```

## Limits & quotas

The end."""


@pytest.mark.parametrize(
    ("quote", "anchor"),
    [
        ("Before.", ""),
        ("Intro of 40.", "pools"),
        ("Nodes 40", "limits--quotas"),
        ("no heading 40", "limits--quotas"),
        ("The end.", "limits--quotas-1"),
    ],
)
def test_sections(quote: str, anchor: str) -> None:
    page = PageText.of(PAGE)
    found = find_verbatim(quote, page)
    assert found is not None
    assert section_at(page, found.spans[0][0]).anchor == anchor


def test_the_text_of_a_section() -> None:
    page = PageText.of(PAGE)
    assert section_text(page, "pools") == "# Pools\n\nIntro of 40."
    assert section_text(page, "limits--quotas").startswith("## Limits & quotas\n\n| Name")
    assert section_text(page, "limits--quotas-1") == "## Limits & quotas\n\nThe end."
    assert section_text(page, "") == "Before."
    assert section_text(page, "not-there") == ""


def test_the_passage_at_a_place_is_a_row_an_item_or_a_paragraph() -> None:
    page = PageText.of("- one\n- two\n  more\n\npara\ngraph\n| a |\n| b |")
    shown = [passage_at(page, page.text.index(word)) for word in ("one", "more", "graph", "b")]
    assert shown == ["- one", "- two\n  more", "para\ngraph", "| b |"]


words = st.text(alphabet="abc 015.,-–|*_`\n\u00a0“'<>#[]()&;", max_size=60)


@given(words)
def test_a_normal_form_is_its_own_white_space(text: str) -> None:
    """White space: any run of it is one space, none at the ends; offsets rise and lie in the text."""
    text = PageText.of(text).text
    normal = normalise(text)
    assert "  " not in normal.text
    assert normal.text.strip(" ") == normal.text
    origins = [normal.origin(index) for index in range(len(normal.text))]
    assert all(0 <= origin < len(text) for origin in origins)
    assert origins == sorted(origins)


@given(words, words, words)
def test_a_quote_cut_from_a_page_at_words_stands_on_it(before: str, quote: str, after: str) -> None:
    """A quote that a person can see on the page is found: exactly, when it is cut out of the page's own text."""
    assume(any(character.isalnum() for character in quote))
    found = find_verbatim(quote, PageText.of(f"{before}\n\n{quote}\n\n{after}"))
    assert found is not None
    assert found.kind is MatchKind.EXACT


pieces = st.lists(
    st.sampled_from(["40", "**GB**", "the", "`pool`", "3–5", "isn’t", "a\u00a0b", "<b>x</b>"]), min_size=1
)


@given(pieces, st.sampled_from([" ", "\n", "\n\n", " | "]), st.data())
def test_what_is_found_says_the_quote(words: list[str], between: str, data: st.DataObject) -> None:
    """Equal after a symmetric normalisation: the passage's normal form is the quote's, not merely like it."""
    page = PageText.of(between.join(words))
    start = data.draw(st.integers(0, len(words) - 1))
    quote = " ".join(words[start : data.draw(st.integers(start + 1, len(words)))])
    found = find_verbatim(quote, page)
    assert found is not None
    assert {normalise(page.text[a:b]).text for a, b in found.spans} == {normalise(quote).text}
