"""What a labeller sees of one gold item: the claim in one version, lines around it, and the page, chosen for all alike.

The passage is the one that is most like the claim, never the judge's quote: a quote beside some claims only would tell
which of them were flagged, and what the judge read into the page.
"""

from __future__ import annotations

import re

from r11.panels.view import surrounding
from r11.records import GoldCard
from r11.text.lines import ClaimSite, Document, find_claim
from r11.text.quotes import PageText, find_quote

CONTEXT_LINES = 3
PASSAGE_CHARACTERS = 2_400


def card_of(
    item: int, claim: str, document: Document | None, line: int, url: str, page: PageText | None, fetched_at: str
) -> GoldCard:
    """document: the file in the version that is shown; line: where the claim is expected on it, from 1."""
    context, at = _context(document, claim, line)
    passage, marked = _passage(claim, page) if page else ("", None)
    return GoldCard(
        item=item,
        claim=claim,
        context=context,
        at=at,
        url=url,
        passage=passage,
        marked=marked,
        fetched_at=fetched_at if page else "",
    )


def _context(document: Document | None, claim: str, line: int) -> tuple[tuple[str, ...], int | None]:
    """The lines around the claim and which of them holds it; none where its place is not found."""
    site = find_claim(document, claim, line) if document else None
    if document is None or not isinstance(site, ClaimSite):
        return (), None
    lines = surrounding(document, site.number, CONTEXT_LINES)
    return tuple(text for _, text in lines), [number for number, _ in lines].index(site.number)


def _passage(claim: str, page: PageText) -> tuple[str, tuple[int, int] | None]:
    """The part of the page around what is most like the claim, and where in it that is; else how the page begins."""
    found = find_quote(claim, page)
    start = found.spans[0][0] if found.spans else page.text.find(found.passage) if found.passage else -1
    if start < 0:
        return _closed_up(page.text[:PASSAGE_CHARACTERS]).strip("\n"), None
    end = found.spans[0][1] if found.spans else start + len(found.passage)
    first = max(0, start - PASSAGE_CHARACTERS // 2)
    before, like, after = page.text[first:start], page.text[start:end], page.text[end : first + PASSAGE_CHARACTERS]
    head, marked, tail = (_closed_up(text) for text in (before, like, after))
    return head + marked + tail, (len(head), len(head) + len(marked))


def _closed_up(text: str) -> str:
    """Without empty lines: on the screen they push the rest out of sight."""
    return re.sub(r"\n\s*\n", "\n", text)
