"""What an answer says about a page: gone, moved to a hub, or an error page that came with status 200. Pure."""

from __future__ import annotations

import re
from typing import Final

import httpx

_LOCALE: Final = re.compile(r"[a-z]{2}(?:-[a-z]{2,4}){0,2}")
_INDEX: Final = {"", "index", "index.html", "index.htm", "default.aspx"}
_ERROR_PATH: Final = re.compile(r"(?:^|/)(?:404|410|not-?found|error|errors)(?:\.\w+)?(?:/|$)", re.IGNORECASE)

# An error page is short and its first line says what it is; an article about errors is long. Either mistake only
# withholds an edit: a page that is taken for gone goes to a person, one that is taken for out of order is tried again.
_SHORT: Final = 1500  # characters
_NOT_FOUND: Final = re.compile(
    r"""\b(?: not\ found | (?:can't|cannot|could\ not|couldn't)\ (?:be\ found|find) | no\ longer\ (?:available|exists)
      | (?:does\ not|doesn't)\ exist | (?:isn't|is\ not)\ available )\b
      | ^(?:error\ )?(?:404|410)(?:\ error)?\W*$ | ^page\ (?:removed|gone)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_OUT_OF_ORDER: Final = re.compile(
    r"""\b(?: something\ went\ wrong | an?\ (?:\w+\ )?error\ (?:has\ )?occurred | internal\ server\ error | bad\ gateway
      | (?:service|temporarily)\ unavailable | gateway\ time-?out | too\ many\ requests | access\ denied | forbidden
      | verify\ (?:that\ )?you\ are | just\ a\ moment | (?:under|scheduled|down\ for)\ maintenance )\b
      | ^(?:oops|sign\ in|log\ in)\b | ^(?:server\ |unexpected\ )?error(?:\ 5\d\d)?\W*$ | ^5\d\d(?:\ error)?\W*$""",
    re.IGNORECASE | re.VERBOSE,
)


def is_hub_redirect(asked: httpx.URL, final: httpx.URL) -> bool:
    """The redirect leads to a page above the one asked for, far up the tree, or to an error page: the page is gone."""
    before, after = _segments(asked), _segments(final)
    if before == after:
        return False
    far_up = len(after) <= 1 and len(before) >= 3
    return far_up or after == before[: len(after)] or bool(_ERROR_PATH.search(final.path))


def _segments(url: httpx.URL) -> list[str]:
    """The path without locale and index page: `/en-us/azure/aks/` and `/azure/aks/index` are the same place."""
    parts = [part for part in url.path.lower().split("/") if part]
    if parts and _LOCALE.fullmatch(parts[0]):
        parts = parts[1:]
    if parts and parts[-1] in _INDEX:
        parts = parts[:-1]
    return parts


def says_not_found(text: str) -> bool:
    """A page of status 200 that tells a person that the page does not exist."""
    return len(text) <= _SHORT and bool(_NOT_FOUND.search(first_line(text)))


def says_out_of_order(text: str) -> bool:
    """A page of status 200 that tells a person that the server could not answer now."""
    return len(text) <= _SHORT and bool(_OUT_OF_ORDER.search(first_line(text)))


def first_line(text: str) -> str:
    """The page's heading, or its first line where it has none, without marks."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return first.strip("# *").replace("\u2019", "'")
