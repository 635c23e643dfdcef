"""From bytes to text: what a person can see is kept, what nobody sees is not, and nothing is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.evidence.extract import NotText, html_text, page_text

PAGE = """<!DOCTYPE html><html><head><title>T</title><style>.a{}</style></head><body>
<header><nav><ul><li>Menu</li></ul></nav></header>
<main><h1>Pools <em>now</em></h1>
%s
</main><footer>Footer</footer></body></html>"""

# reason, HTML within main, the text of it
SHOWN = [
    ("a paragraph", "<p>One\n  two.</p>", "One two."),
    ("text between blocks", "loose <b>text</b><p>para</p>tail", "loose text\n\npara\n\ntail"),
    ("inline wrapper around blocks", "<span><p>a</p><p>b</p></span>", "a\n\nb"),
    ("headings", "<h2 id=x>A</h2><h3>B</h3>", "## A\n\n### B"),
    ("a list", "<ul><li>a</li><li><p>b</p><p>c</p></li></ul>", "- a\n\n- b\n\nc"),
    ("a numbered list", "<ol start=3><li>a</li><li>b</li></ol>", "3. a\n\n4. b"),
    ("a list in a list", "<ul><li>a<ul><li>b</li></ul></li></ul>", "- a\n\n- b"),
    ("a table", "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2 | 3</td></tr></table>",
     "| A | B |\n| --- | --- |\n| 1 | 2 \\| 3 |"),
    ("blocks in a cell", "<table><tr><td><p>a</p><ul><li>b</li></ul>c<br>d</td></tr></table>",
     "| a - b c d |\n| --- |"),
    ("code", "<pre><code>a  b\n  c</code></pre>", "```\na  b\n  c\n```"),
    ("inline code and links", "<p>Set <code>a_b</code> as <a href=x>shown</a>.</p>", "Set a_b as shown."),
    ("a line break", "<p>a<br>b</p>", "a\nb"),
    ("NBSP is kept", "<p>4&nbsp;GB</p>", "4\u00a0GB"),
    ("an entity that looks like a tag", "<p>Get&lt;T&gt;</p>", "Get<T>"),
    ("a superscript", "<p>10<sup>6</sup></p>", "10<sup>6</sup>"),
    ("struck text", "<p><del>5</del> 6</p>", "~~5~~ 6"),
    ("an image's text", "<p><img src=x alt='a pool'></p>", "![a pool]()"),
    ("an alert", "<div class=NOTE><p>Note</p><p>Careful.</p></div>", "Note\n\nCareful."),
    ("details", "<details><summary>More</summary><p>inside</p></details>", "More\n\ninside"),
    ("a hidden tab panel", "<section role=tabpanel hidden><p>tab</p></section>", "tab"),
    ("a definition list", "<dl><dt>a</dt><dd>b</dd></dl>", "a\n\nb"),
]  # fmt: skip

UNSEEN = [
    ("a script", "<script>var limit = 5;</script>"),
    ("a comment", "<!-- 5 -->"),
    ("a hidden element", "<p hidden>5</p>"),
    ("an element without display", "<p style='display: none'>5</p>"),
    ("a template", "<template><p>5</p></template>"),
    ("a button", "<button>Copy 5</button>"),
    ("a menu within main", "<nav>5</nav>"),
    ("an image without text", "<img src=5.png>"),
]


@pytest.mark.parametrize(("body", "text"), [row[1:] for row in SHOWN], ids=[row[0] for row in SHOWN])
def test_what_is_seen_is_kept(body: str, text: str) -> None:
    assert html_text(PAGE % body) == f"# Pools now\n\n{text}"


@pytest.mark.parametrize("body", [row[1] for row in UNSEEN], ids=[row[0] for row in UNSEEN])
def test_what_nobody_sees_is_left_out(body: str) -> None:
    assert html_text(PAGE % f"<p>before{body}after</p>").replace("\n\n", "") == "# Pools nowbeforeafter"


def test_without_a_main_element_the_body_is_the_article() -> None:
    assert html_text("<p>a</p><nav>menu</nav><p>b</p>") == "a\n\nb"


def test_markdown_is_served_as_such_without_what_nobody_sees() -> None:
    body = b"\xef\xbb\xbf---\ntitle: 5\n---\r\n# A\r\n\r\n<!-- 5 -->- **b**\r\n"
    assert page_text(body, "text/markdown") == "# A\r\n\r\n- **b**"


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ("é".encode(), "text/plain; charset=utf-8", "é"),
        ("é".encode(), "text/plain; charset=latin-1", "é"),
        ("é".encode("latin-1"), 'text/plain; charset="ISO-8859-1"', "é"),
        ("é".encode("utf-16"), "text/plain", "é"),
        ("é x".encode("utf-16-le"), "text/plain; charset=utf-16-le", "é x"),
        (b"<meta charset=windows-1252><p>\x93a\x94</p>", "text/html", "“a”"),
        (b"<p>a</p>", "", "a"),
    ],
    ids=[
        "as declared",
        "a wrong header",
        "a right header",
        "BOM",
        "declared UTF-16",
        "declared in the page",
        "no type",
    ],
)
def test_encodings(body: bytes, content_type: str, text: str) -> None:
    assert page_text(body, content_type) == text


TAGS = [
    "main",
    "p",
    "div",
    "b",
    "table",
    "tr",
    "td",
    "ul",
    "ol",
    "li",
    "pre",
    "sup",
    "br",
    "img",
    "h9",
    "script",
    "x:y",
]
tags = st.sampled_from(TAGS)
attributes = st.sampled_from(["", " hidden", " start=²", " start=" + "9" * 5000, " style='display:none'", " alt='|'"])
odd = st.sampled_from(["text", " ", "|", "&lt;", "&#0;", "&#xD800;", "<!-- c -->", "<?pi?>", "<![CDATA[", "\x00", "\v"])
elements = st.one_of(st.builds("<{}{}>".format, tags, attributes), st.builds("</{}>".format, tags), odd)
bodies = st.one_of(st.lists(elements, max_size=40).map("".join).map(str.encode), st.binary(max_size=80))


@given(bodies, st.sampled_from(["text/html", "text/markdown; charset=hex"]))
def test_whatever_the_bytes_it_is_a_text_or_refused(body: bytes, content_type: str) -> None:
    """One bad page never sinks the others: no other exception leaves here."""
    try:
        text = page_text(body, content_type)
    except NotText:
        return
    assert text.encode("utf-8")


@pytest.mark.parametrize(
    ("body", "content_type", "word"),
    [
        (b"\xff\xfea", "text/plain; charset=utf-8", "decoded"),
        (b"a\xffb", "text/plain", "tried utf-8"),
        (b"a\xffb", "text/plain; charset=no-such", "decoded"),
        (b"%PDF", "application/pdf", "neither HTML nor markdown"),
        (b"", "text/html", "empty"),
        (b"<html><body><p>a", "text/html", "cut off"),
        (b"<html><body></body></html>", "text/html", "no text"),
        (b"<div>" * 9000 + b"a", "text/html", "read whole"),
    ],
    ids=["a lone BOM", "undeclared", "an unknown name", "another type", "empty", "cut off", "no text", "too deep"],
)
def test_what_is_no_text_is_refused_with_the_reason(body: bytes, content_type: str, word: str) -> None:
    with pytest.raises(NotText, match=word):
        page_text(body, content_type)
