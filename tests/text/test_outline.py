"""Where a span stands on a page, and whether an edit leaves the structure as it was."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from r11.text.lines import BOM, Document
from r11.text.outline import (
    Outline,
    Page,
    Place,
    place_of,
    removal_keeps,
    subtraction_keeps,
    swap_keeps,
    table_under,
)


def _page(text: str) -> Page:
    return Page.of(Document.parse(text.encode()))


def _place(text: str) -> Place:
    """The place of the value between ‹ and › in a page."""
    number = text[: text.index("‹")].count("\n") + 1
    page = _page(text.replace("‹", "").replace("›", ""))
    line = text.split("\n")[number - 1].removeprefix(BOM.decode())
    start = len(line[: line.index("‹")].encode())
    return place_of(page, number, start, start + len(line[line.index("‹") + 1 : line.index("›")].encode()))


# Each row is a page; the value in question stands between ‹ and ›.
@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("The limit is ‹5› MB.\n", Place.PROSE, id="prose"),
        pytest.param("‹5› MB is the limit.\n", Place.PROSE, id="at the start of a paragraph"),
        pytest.param("The limit is **‹5›** MB.\n", Place.PROSE, id="bold"),
        pytest.param("日本 é 🎉 limit ‹5› MB\n", Place.PROSE, id="after wide characters"),
        pytest.param("- a\n  - b\n    - limit ‹5› MB\n", Place.PROSE, id="nested list"),
        pytest.param("> [!NOTE]\n> The limit is ‹5› MB.\n", Place.PROSE, id="block quote"),
        pytest.param("1. first ‹5›\n2. second\n", Place.PROSE, id="ordered list"),
        pytest.param("[limit ‹5› MB](x-5.md)\n", Place.PROSE, id="text of a link"),
        pytest.param("limit is <b>‹5›</b> MB\n", Place.PROSE, id="between inline tags"),
        pytest.param("a\x0cb\u2028c ‹5›\n", Place.PROSE, id="after odd breaks"),
        pytest.param("Use `gpt-‹4›` now\n", Place.CODE_SPAN, id="code span"),
        pytest.param("| a | b |\n|---|---|\n| x | ‹5› |\n", Place.TABLE_CELL, id="table cell"),
        pytest.param("| a | ‹5› |\n|---|---|\n| x | y |\n", Place.TABLE_CELL, id="table header"),
        pytest.param("| a | b |\n|---|---|\n| x \\| z | ‹5› |\n", Place.TABLE_CELL, id="after an escaped pipe"),
        pytest.param("| a | b |\n|---|---|\n| x | `‹5›` |\n", Place.CODE_SPAN, id="code span in a cell"),
        pytest.param("| a |\n|---|\n| x | ‹5› |\n", Place.MARKUP, id="a cell that the table drops"),
        pytest.param("# Version ‹5›\n", Place.HEADING, id="heading"),
        pytest.param("## Use `‹5›`\n", Place.HEADING, id="code span in a heading"),
        pytest.param("Version ‹5›\n=========\n", Place.HEADING, id="underlined heading"),
        pytest.param("```json\n{‹5›}\n```\n", Place.CODE_BLOCK, id="fence"),
        pytest.param("```v‹5›\nx\n```\n", Place.CODE_BLOCK, id="info string of a fence"),
        pytest.param("> text\n>\n> ```\n> ‹5›\n> ```\n", Place.CODE_BLOCK, id="fence in a block quote"),
        pytest.param("- x\n\n  ```\n  ‹5›\n  ```\n", Place.CODE_BLOCK, id="fence in a list"),
        pytest.param("```\nnever closed\n\n‹5›\n", Place.CODE_BLOCK, id="fence that is never closed"),
        pytest.param("    ‹5›\n", Place.CODE_BLOCK, id="indented code"),
        pytest.param("---\nms.date: ‹5›\n---\ntext\n", Place.FRONT_MATTER, id="front matter"),
        pytest.param("---\r\nms.date: ‹5›\r\n---\r\ntext\r\n", Place.FRONT_MATTER, id="front matter with CRLF"),
        pytest.param(f"{BOM.decode()}---\na: ‹5›\n---\ntext\n", Place.FRONT_MATTER, id="front matter after a BOM"),
        pytest.param("---\na: 1\n---\ntext ‹5›\n", Place.PROSE, id="after front matter"),
        pytest.param("---\r\na: 1\r\n---\r\ntext ‹5›\r\n", Place.PROSE, id="after front matter with CRLF"),
        pytest.param("---\ntext ‹5›\n", Place.PROSE, id="a rule at the top is no front matter"),
        pytest.param("[text](https://x/‹5›)\n", Place.LINK_TARGET, id="link target"),
        pytest.param('[text](u "title ‹5›")\n', Place.LINK_TARGET, id="link title"),
        pytest.param("<https://x/‹5›>\n", Place.LINK_TARGET, id="autolink"),
        pytest.param("see https://x/‹5› there\n", Place.LINK_TARGET, id="bare address"),
        pytest.param("see www.x.com/‹5›\n", Place.LINK_TARGET, id="bare address without a scheme"),
        pytest.param("see [[page ‹5›]]\n", Place.LINK_TARGET, id="wiki link"),
        pytest.param("[ref]: https://x/‹5›\n", Place.LINK_TARGET, id="address of a reference definition"),
        pytest.param("[ref]: x‹5›\n", Place.REFERENCE, id="reference definition"),
        pytest.param("![alt](img-‹5›.png)\n", Place.IMAGE, id="image path"),
        pytest.param("![alt ‹5›](img.png)\n", Place.IMAGE, id="image description"),
        pytest.param("text <!-- ‹5› --> text\n", Place.COMMENT, id="comment in a line"),
        pytest.param("<!--\n‹5›\n-->\n", Place.COMMENT, id="comment over lines"),
        pytest.param('text <span id="‹5›">x</span>\n', Place.HTML, id="attribute in a line"),
        pytest.param('<div id="‹5›">\n', Place.HTML, id="attribute of a block"),
        pytest.param("<div>\n‹5›\n</div>\n", Place.HTML, id="text within an HTML block"),
        pytest.param('::: zone pivot="‹5›"\n', Place.DIRECTIVE, id="directive"),
        pytest.param("‹5›. first\n", Place.MARKUP, id="number of a list item"),
        pytest.param("a\rlimit ‹5›\n", Place.MARKUP, id="after a lone carriage return"),
        pytest.param("limit &#‹53›; x\n", Place.MARKUP, id="within an entity"),
    ],
)  # fmt: skip
def test_where_a_value_stands(text: str, place: Place) -> None:
    assert _place(text) is place


@pytest.mark.parametrize(
    ("place", "editable"), [(place, place in {Place.PROSE, Place.TABLE_CELL, Place.CODE_SPAN}) for place in Place]
)
def test_only_prose_cells_and_code_spans_are_edited(place: Place, editable: bool) -> None:
    assert place.is_editable is editable


# --- swaps ----------------------------------------------------------------------------------------------------------


def _outline(text: str) -> Outline:
    return _page(text).outline


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        pytest.param("limit **5** MB", "limit **6** MB", "5", "6", id="in bold"),
        pytest.param("| a |\n|---|\n| 5 |", "| a |\n|---|\n| 16 |", "5", "16", id="in a cell"),
        pytest.param("use `m-5` now", "use `m-6` now", "5", "6", id="in a code span"),
        pytest.param("5 of 5", "5 of 6", "5", "6", id="at one of two places"),
        pytest.param("limit 5 MB", "limit | MB", "5", "|", id="a pipe where there is no table is text"),
    ],
)
def test_text_alone_may_differ(before: str, after: str, old: str, new: str) -> None:
    assert swap_keeps(_outline(before), _outline(after), old, new)


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        pytest.param(
            "| a | b |\n|---|---|\n| x | 5 |", "| a | b |\n|---|---|\n| x | 6 | 7 |", "5", "6 | 7", id="a new cell"
        ),
        pytest.param("limit 5", "limit `6`", "5", "`6`", id="new code span"),
        pytest.param("limit 5", "limit **6**", "5", "**6**", id="new bold"),
        pytest.param("limit 5", "limit <b>6", "5", "<b>6", id="new tag"),
        pytest.param("limit 5", "limit [6](u)", "5", "[6](u)", id="new link"),
        pytest.param("[5]\n\n[6]: u", "[6]\n\n[6]: u", "5", "6", id="a link by reference appears"),
        pytest.param("limit 5", "limit 6\n\nx", "5", "6\n\nx", id="new paragraph"),
        pytest.param("5 limit", "# limit", "5", "#", id="new heading"),
        pytest.param("5. first", "6. first", "5", "6", id="another list number"),
        pytest.param("```\n5\n```", "```\n6\n```", "5", "6", id="text of a fence"),
        pytest.param("![5](u)", "![6](u)", "5", "6", id="description of an image"),
        pytest.param("limit 5 and 5", "limit 6 and 6", "5", "6", id="two swaps"),
        pytest.param("limit 5", "limit 6 MB", "5", "6", id="more than the value"),
        pytest.param("limit 5\n\nx", "limit 6\n\ny", "5", "6", id="another block"),
        pytest.param("limit 5", "limit 5", "5", "6", id="nothing"),
    ],
)
def test_a_swap_that_changes_more_than_its_text_is_seen(before: str, after: str, old: str, new: str) -> None:
    assert not swap_keeps(_outline(before), _outline(after), old, new)


_PIECES = st.lists(
    st.sampled_from(
        ["limit 5 MB", "# Head 5", "- item 5", "  - deeper 5", "1. one 5", "> quote 5", "```", "| a | 5 |", "|---|---|",
         "", "", "[r]: u5", "[r] 5", "<div>", "<!-- 5", "-->", "    code 5", "**5", "5**", "`5", "===", "---", "x"]
    ),
    min_size=1,
    max_size=12,
)  # fmt: skip


@example(["limit 5 MB", "<div>", "", ""], 0, "6")
@given(
    _PIECES, st.integers(0, 11), st.sampled_from(["6", "# 6", "`6`", "- 6", "|6|", "", "```", "[r]", "<!--", "x: 6"])
)
def test_reading_a_block_again_says_what_reading_the_page_says(lines: list[str], at: int, text: str) -> None:
    """Near a line and on the whole page, the same edits keep the outline."""
    index = at % len(lines)
    page = _page("\n".join(lines))
    if index >= len(page.lines) or index < page.front_matter:
        return
    old = page.lines[index]
    changed = [*page.lines[:index], text, *page.lines[index + 1 :]]
    near = swap_keeps(page.around(index + 1), page.around(index + 1, text), old, text)
    whole = swap_keeps(page.outline, _outline("".join(f"{line}\n" for line in changed)), old, text)
    assert not near or whole


# --- subtractions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("A, B, and C.", "A and B.", id="plain text"),
        pytest.param("A, **B**, and `C`.", "A and **B**.", id="a code span goes whole"),
        pytest.param("A [B](u) and [C](v).", "A [B](u).", id="a link goes whole"),
        pytest.param("**A and B** x", "**A** x", id="a part of bold text"),
    ],
)
def test_parts_of_one_block_may_go(before: str, after: str) -> None:
    assert subtraction_keeps(_outline(before), _outline(after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("A **B** C", "A **C", id="half of a pair of marks stays as text"),
        pytest.param("A [B](u) C", "A [B](v) C", id="another target"),
        pytest.param("A `b` C", "A `d` C", id="another code span"),
        pytest.param("A\n\nB", "A", id="a block goes"),
        pytest.param("# A b", "A b", id="a heading becomes text"),
        pytest.param("| a | b |\n|---|---|\n| x | y |", "| a | b |\n|---|---|\n| x |", id="a cell goes"),
        pytest.param("A b\n\nC d", "A\n\nC", id="two blocks change"),
    ],
)
def test_a_subtraction_that_changes_more_is_seen(before: str, after: str) -> None:
    assert not subtraction_keeps(_outline(before), _outline(after))


@pytest.mark.parametrize(
    ("before", "number", "keeps"),
    [
        pytest.param("- a\n- b\n- c\n", 2, True, id="a bullet"),
        pytest.param("1. a\n2. b\n3. c\n", 3, True, id="the last numbered item"),
        pytest.param("a\n\nb\n\nc\n", 3, True, id="a paragraph"),
        pytest.param("- a\n", 1, False, id="the only bullet"),
        pytest.param("- a\n- b\n  - c\n", 2, False, id="a bullet with children"),
        pytest.param("- a\n- b\n  more\n", 2, False, id="the first line of a longer bullet"),
        pytest.param("a\nb\nc\n", 2, False, id="a line of a paragraph"),
        pytest.param("# a\n\nb\n", 1, False, id="a heading"),
        pytest.param("| a |\n|---|\n| x |\n| y |\n", 4, False, id="a table row"),
        pytest.param("```\na\n```\n", 2, False, id="a line of code"),
        pytest.param("a\n\n- b\n- c\n", 3, True, id="the first bullet after a paragraph"),
    ],
)
def test_which_whole_lines_may_go(before: str, number: int, keeps: bool) -> None:
    document = Document.parse(before.encode())
    after = Page.of(document.with_line(number, None)).outline
    assert removal_keeps(Page.of(document).outline, after, number) is keeps


# --- tables ---------------------------------------------------------------------------------------------------------


def test_the_first_table_under_a_heading_is_read() -> None:
    first, second = "| no |\n|---|", "| x |\n|---|"
    pairs = "| from | to |\n|---|---|\n| `a` \\| b | **c** |"
    text = f"{first}\n\n## Pairs\n\ntext\n\n{pairs}\n\n{second}\n"
    assert table_under(_outline(text), "pairs") == (["from", "to"], [["a | b", "c"]])


@pytest.mark.parametrize("text", ["", "## Pairs\n\ntext", "| a |\n|---|\n", "## Pairs\n\n## Next\n\n| a |\n|---|\n"])
def test_no_table_under_the_heading_is_no_rows(text: str) -> None:
    assert table_under(_outline(text), "pairs") == ([], [])
