"""From the bytes of a page to its text: markdown as it is served, HTML as the markdown of its main content.

A quote that a person can see on the page must be found in the text, so nothing is guessed away: the `main` element
(else `article`, else `body`) is rendered whole, with headings, lists, tables row by row and code; only what a browser
does not show, or what is furniture (navigation, footer, buttons), is left out.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Final

import lxml.etree
import lxml.html
from lxml.html import HtmlElement

EXTRACTOR: Final = "2"
"""Raise it when the same bytes give another text, or tell more of the page: pages are then fetched in full again."""

_UNSEEN: Final = {
    "script", "style", "noscript", "template", "nav", "footer", "button", "select", "input", "textarea", "svg",
    "iframe", "dialog", "object", "head",
}  # fmt: skip
_BLOCKS: Final = {
    "address", "article", "aside", "blockquote", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption", "figure",
    "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "summary",
    "table", "ul",
}  # fmt: skip
_WHITE: Final = re.compile(r"[ \t\r\n\f]+")
_META_CHARSET: Final = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
# What pages are written in; other codecs of Python transform, or take their time on a large body.
_WEB_CODEC: Final = re.compile(
    r"utf-8(?:-sig)?|utf-16(?:-[bl]e)?|iso8859-\d+|cp125\d|ascii|koi8-[ru]|gb\w+|big5|euc_\w+|shift_jis"
)
FRONT_MATTER: Final = re.compile(r"\A\ufeff?---[ \t]*\r?\n.*?\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_LIST_START: Final = re.compile(r"[0-9]{1,6}")
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)


class NotText(Exception):
    """The body is not a text that can be read: the sentence says why."""


def page_text(body: bytes, content_type: str) -> str:
    """The text of a page. Raises NotText for a body that is no text, cannot be decoded, or ends too early."""
    kind, _, parameters = content_type.partition(";")
    kind = kind.strip().lower()
    source = decoded(body, parameters)
    if kind in ("text/markdown", "text/x-markdown", "text/plain"):
        text = _COMMENT.sub("", FRONT_MATTER.sub("", source)).strip()
    elif kind in ("text/html", "application/xhtml+xml", ""):
        text = html_text(source)
    else:
        raise NotText(f"the content type is {kind}, neither HTML nor markdown")
    if not text.strip():
        raise NotText("the page has no text")
    return text


def decoded(body: bytes, parameters: str) -> str:
    """UTF-8 where the bytes are UTF-8, whatever the header says; else as declared. Nothing is replaced.

    Text in another encoding that happens to be valid UTF-8 is rare enough, and a wrong header is common enough.
    """
    declared = re.search(r"charset\s*=\s*[\"']?([\w.:-]+)", parameters, re.IGNORECASE)
    in_page = _META_CHARSET.search(body[:4096])
    candidates = ["utf-8-sig"] if b"\0" not in body else ["utf-16"] if body[:2] in (b"\xff\xfe", b"\xfe\xff") else []
    candidates += [declared[1]] if declared else []
    candidates += [in_page[1].decode("ascii", "replace")] if in_page else []
    for name in candidates:
        try:
            codec = codecs.lookup(name).name
            if _WEB_CODEC.fullmatch(codec):
                return body.decode(codec)
        except (LookupError, UnicodeError):
            continue
    raise NotText(f"the bytes cannot be decoded (tried {', '.join(dict.fromkeys(candidates)) or 'nothing'})")


def html_text(source: str) -> str:
    """The main content of an HTML page as markdown. Raises NotText where the page is cut off or cannot be parsed."""
    if "<html" in source[:4096].lower() and "</html" not in source[-4096:].lower():
        raise NotText("the HTML ends before </html>: the body is cut off")
    if not source.strip():
        raise NotText("the body is empty")
    parser = lxml.html.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = lxml.html.document_fromstring(source.encode("utf-8", "replace"), parser=parser, ensure_head_body=True)
    except lxml.etree.ParserError as error:
        raise NotText(f"the HTML cannot be read ({error})") from error
    given_up = [entry.message for entry in parser.error_log if entry.type_name == "ERR_RESOURCE_LIMIT"]
    if given_up:  # the parser goes on without a word, but not with all of the page
        raise NotText(f"the HTML cannot be read whole ({given_up[0]})")
    return "\n\n".join(_blocks(_main(root)))


def _main(root: HtmlElement) -> HtmlElement:
    for path in ("//main | //*[@role='main']", "//article", "//body"):
        found = root.xpath(path)
        if found:
            return found[0]
    return root


def _is_unseen(element: HtmlElement) -> bool:
    """Not shown by a browser. A hidden tab panel is shown on a click, so it counts as seen."""
    if element.tag in _UNSEEN:
        return True
    if element.get("role") == "tabpanel":
        return False
    style = (element.get("style") or "").replace(" ", "").lower()
    return element.get("hidden") is not None or "display:none" in style


def _has_blocks(element: HtmlElement) -> bool:
    return element.tag in _BLOCKS or any(child.tag in _BLOCKS for child in element.iterdescendants())


def _blocks(element: HtmlElement) -> Iterator[str]:
    """The element's paragraphs in order; text between block elements is a paragraph of its own."""
    run = [element.text or ""]
    for child in element:
        if not _is_unseen(child):
            if _has_blocks(child):
                yield from _paragraph(run)
                yield from _block(child)
                run = []
            else:
                run.append(_inline(child))
        run.append(child.tail or "")
    yield from _paragraph(run)


def _paragraph(run: list[str]) -> Iterator[str]:
    text = _folded("".join(run))
    if text:
        yield text


def _folded(text: str) -> str:
    """White space as HTML folds it; NBSP stays; a line break of `br` stays a line break."""
    return "\n".join(_WHITE.sub(" ", line).strip() for line in text.split("\v")).strip()


def _block(element: HtmlElement) -> Iterator[str]:
    match element.tag:
        case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
            text = _line(element)
            if text:
                yield "#" * int(element.tag[1]) + " " + text
        case "table":
            yield from _table(element)
        case "pre":
            yield f"```\n{''.join(element.itertext()).strip(chr(10))}\n```"
        case "ul" | "ol":
            yield from _items(element)
        case _:
            yield from _blocks(element)


def _items(element: HtmlElement) -> Iterator[str]:
    number = int(element.get("start", "1")) if _LIST_START.fullmatch(element.get("start", "1")) else 1
    for child in element:
        if child.tag != "li":
            yield from () if _is_unseen(child) else _block(child)
            continue
        first, *rest = [*_blocks(child), ""]
        yield (f"{number}. " if element.tag == "ol" else "- ") + first
        yield from filter(None, rest)
        number += 1


def _table(element: HtmlElement) -> Iterator[str]:
    """One line a row, with the rule of a markdown table after a heading row; a caption stands before."""
    for caption in element.iterchildren("caption"):
        yield from _paragraph([_inline(caption)])
    lines: list[str] = []
    for row in element.iter("tr"):
        cells = [_line(cell).replace("|", "\\|") for cell in row.iterchildren("td", "th")]
        lines.append("| " + " | ".join(cells) + " |")
        if len(lines) == 1 and cells:
            lines.append("|" + " --- |" * len(cells))
    if lines:
        yield "\n".join(lines)


def _line(element: HtmlElement) -> str:
    """All the text of an element on one line: blocks in a table cell are set apart by a space."""
    return " ".join(" ".join(_blocks(element)).split("\n"))


def _inline(element: HtmlElement) -> str:
    """Text within a paragraph. Superscripts and struck text keep their marks: without them they say something else."""
    inner = (element.text or "") + "".join(
        ("" if _is_unseen(child) else _inline(child)) + (child.tail or "") for child in element
    )
    match element.tag:
        case "br":
            return "\v"
        case "img":
            return f"![{element.get('alt')}]()" if element.get("alt") else ""
        case "sup":
            return f"<sup>{inner}</sup>"
        case "del" | "s" | "strike":
            return f"~~{inner}~~"
        case _:
            return inner
