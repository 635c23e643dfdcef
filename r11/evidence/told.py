"""What a page tells of itself beside its text: its dates, and where its source with every earlier version is kept.

Nothing is made up: each is what the page writes, or empty. Microsoft Learn writes them as `meta` elements (in markdown:
front matter) of these names, and the public repository also on its Edit button; `original_content_git_url` often names
a private twin of that repository, so it comes last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import lxml.etree
import lxml.html

from r11.evidence.extract import FRONT_MATTER, NotText, decoded

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}")
_FIELD: Final = re.compile(r"^([\w.]+):[ \t]*[\"']?(.*?)[\"']?[ \t]*\r?$", re.MULTILINE)
_SOURCES: Final = ("github_feedback_content_git_url", "original_content_git_url")
_PUBLIC_HOST: Final = "github.com"
_LONGEST_URL: Final = 2000


class Told(NamedTuple):
    """`dated`: the authors' own date; `updated`: when it was last published; both as the page writes them.

    `source`: the https URL on GitHub of the file that the page is made of.
    """

    dated: str = ""
    updated: str = ""
    source: str = ""


def page_told(body: bytes, content_type: str) -> Told:
    """What the page tells of itself; nothing where its bytes are no text. Never raises: no fix rests on it."""
    kind, _, parameters = content_type.partition(";")
    try:
        source = decoded(body, parameters)
    except NotText:
        return Told()
    if kind.strip().lower() in ("text/markdown", "text/x-markdown", "text/plain"):
        front = FRONT_MATTER.match(source)
        return _told(dict(_FIELD.findall(front[0])) if front else {}, ())
    return _of_html(source)


def _of_html(source: str) -> Told:
    parser = lxml.html.HTMLParser(encoding="utf-8", no_network=True)
    try:
        root = lxml.html.document_fromstring(source.encode("utf-8", "replace"), parser=parser)
    except lxml.etree.ParserError:
        return Told()
    fields = {meta.get("name", ""): meta.get("content", "") for meta in root.iter("meta")}
    return _told(fields, (link.get("href", "") for link in root.xpath("//a[@data-original_content_git_url]")))


def _told(fields: Mapping[str, str], edit_links: Iterable[str]) -> Told:
    named = (fields.get(name, "") for name in _SOURCES)
    return Told(
        dated=_date(fields.get("ms.date", "")),
        updated=_date(fields.get("updated_at", "")),
        source=next(_public((*edit_links, *named)), ""),
    )


def _date(text: str) -> str:
    found = _DATE.match(text.strip())
    return found[0] if found else ""


def _public(urls: Iterable[str]) -> Iterator[str]:
    for url in urls:
        try:
            parts = urlsplit(url)
        except ValueError:
            continue
        if (parts.scheme, parts.netloc) == ("https", _PUBLIC_HOST) and len(url) <= _LONGEST_URL:
            yield url
