"""Is this quote on that page: byte for byte, equal in normal form, or only nearly.

Three states of trust. A value swap needs one of the first two; the third is shown to a person, never acted on.

    EXACT       the quote's characters stand in the page text as they are (white space at its ends aside), where a
                reader sees them: not in a comment or a link's target
    NORMALISED  they stand there after both sides went through `normal.normalise`; a line end is white space, so a
                quote may run over two paragraphs
    NEAR        the most similar sentence, row or paragraph of the page; `difference` shows what changed

A match is bounded: `5 GB` does not stand in `15 GB`, nor `1.5` in `1.5.2`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise

from rapidfuzz import fuzz, process

from r11.text.normal import Normal, normalise
from r11.vocabulary import MatchKind

NEAR_AT_LEAST = 85.0  # similarity in percent from which a passage is called the same sentence, changed
SHOWN_AT_LEAST = 50.0  # below this a passage has nothing to do with the quote and is not shown beside it

Span = tuple[int, int]


@dataclass(frozen=True)
class Section:
    """A heading and the text up to the next heading; `anchor` is the fragment that a link to it carries."""

    start: int
    end: int
    title: str
    anchor: str


@dataclass(frozen=True)
class PageText:
    """The text of a page, with what is derived from it made once and only when asked for.

    All offsets are those of `text`, which is NFC; `served` is the text before that.
    """

    served: str
    text: str

    @classmethod
    def of(cls, served: str) -> PageText:
        return cls(served, unicodedata.normalize("NFC", served))

    @cached_property
    def normal(self) -> Normal:
        return normalise(self.text)

    @cached_property
    def blocks(self) -> tuple[Span, ...]:
        return tuple(_blocks(self.text))

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        return tuple(_sections(self.text))

    @cached_property
    def passages(self) -> dict[str, Span]:
        """Every paragraph, row, list item and sentence in normal form, with its span in the text."""
        found: dict[str, Span] = {}
        for start, end in _units(self.text):
            found.setdefault(normalise(self.text[start:end]).text, (start, end))
        found.pop("", None)
        return found


@dataclass(frozen=True)
class QuoteMatch:
    """How a quote stands on a page: where (offsets in the page text), the page's words, and how similar (percent).

    `spans` holds every place for EXACT and NORMALISED, the one most similar passage for NEAR, none for NONE.
    """

    kind: MatchKind
    spans: tuple[Span, ...]
    passage: str
    similarity: float

    @property
    def is_verbatim(self) -> bool:
        """Equal, as it is or in normal form: what a value swap may rest on."""
        return self.kind in (MatchKind.EXACT, MatchKind.NORMALISED)


def find_verbatim(quote: str, page: PageText) -> QuoteMatch | None:
    """The places where the quote stands exactly, else in normal form; None where it stands in neither way."""
    wanted = unicodedata.normalize("NFC", quote).strip()
    spans = tuple(span for span in _bounded(wanted, page.text) if page.normal.shows(*span))
    if spans:
        kind = MatchKind.EXACT if quote.strip() in page.served else MatchKind.NORMALISED
        return QuoteMatch(kind, spans, page.text[slice(*spans[0])], 100.0)
    origin = page.normal.origin
    spans = tuple((origin(a), origin(b - 1) + 1) for a, b in _bounded(normalise(wanted).text, page.normal.text))
    if spans:
        return QuoteMatch(MatchKind.NORMALISED, spans, page.text[slice(*spans[0])], 100.0)
    return None


def find_quote(quote: str, page: PageText) -> QuoteMatch:
    """The best that can be said of the quote on the page. An empty quote stands nowhere."""
    found = find_verbatim(quote, page)
    if found is not None:
        return found
    wanted = normalise(unicodedata.normalize("NFC", quote)).text
    best = process.extractOne(wanted, page.passages.keys(), scorer=fuzz.ratio, score_cutoff=SHOWN_AT_LEAST)
    if not wanted or best is None:
        return QuoteMatch(MatchKind.NONE, (), "", 0.0)
    span = page.passages[best[0]]
    passage = page.text[slice(*span)].strip()
    if best[1] >= NEAR_AT_LEAST:
        return QuoteMatch(MatchKind.NEAR, (span,), passage, best[1])
    return QuoteMatch(MatchKind.NONE, (), passage, best[1])


def _bounded(needle: str, haystack: str) -> Iterator[Span]:
    """Where the needle stands without cutting a word or number of the haystack in two."""
    if not any(map(str.isalnum, needle)):
        return
    start = haystack.find(needle)
    while start >= 0:
        end = start + len(needle)
        if not (_cuts(haystack[max(0, start - 2) : start], needle[:2]) or _cuts_after(needle, haystack[end : end + 5])):
            yield start, end
        start = haystack.find(needle, start + 1)


_WORD_RUNS_ON = re.compile(r"\w\Z")
_NUMBER_RUNS_ON = re.compile(r"(?:\d[.,:/^]|(?:^|[^\w)\]])[-+]|[.$€£])\Z")


def _cuts(before: str, needle: str) -> bool:
    """The needle's first word or number began earlier: `15 GB`, `1.5 GB`, `-5 GB` for `5 GB`."""
    if not needle[0].isalnum():
        return False
    return bool(_WORD_RUNS_ON.search(before)) or (needle[0].isdigit() and bool(_NUMBER_RUNS_ON.search(before)))


def _cuts_after(needle: str, after: str) -> bool:
    """The needle's last word or number goes on: `1.5.2` for `1.5`, `5,000` for `5`, `5%` for `5`."""
    if not needle[-1].isalnum() or not after:
        return False
    if after[0].isalnum() or after[0] == "_":
        return True
    if not needle[-1].isdigit():
        return False
    return after.startswith(("%", "‰", "°", "^", "<sup>")) or (after[0] in ".,:/" and after[1:2].isdigit())


_BLOCK_START = re.compile(r"[ \t]*(?:#{1,6}[ \t]|[-*+\u2022][ \t]|\d+[.)][ \t]|\||>)")
_SENTENCE_END = re.compile(r"(?<=[.!?])[ \t\n]+(?=[^\W\d_]|[\"'`*\[\d])")


def _blocks(text: str) -> Iterator[Span]:
    """Paragraphs, list items, rows and headings: what a blank line or a mark at the line's beginning sets apart."""
    start = position = 0
    for line in text.split("\n"):
        if position > start and (not line.strip() or _BLOCK_START.match(line)):
            yield start, position - 1
            start = position
        position += len(line) + 1
    yield start, len(text)


def _units(text: str) -> Iterator[Span]:
    for start, end in _blocks(text):
        yield start, end
        cuts = [start, *(start + found.end() for found in _SENTENCE_END.finditer(text[start:end])), end]
        if len(cuts) > 2:
            yield from pairwise(cuts)


_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<title>[^\n]*?)[ \t]*#*$|^[ \t]*(?P<fence>```|~~~)", re.MULTILINE)


def _sections(text: str) -> Iterator[Section]:
    """The sections in order; what stands before the first heading has no title. A `#` in a code block is no heading."""
    starts = [(0, "")]
    fence = ""
    for found in _HEADING.finditer(text):
        if found["fence"]:
            fence = "" if fence == found["fence"] else fence or found["fence"]
        elif not fence:
            starts.append((found.start(), normalise(found["title"]).text))
    ends = [start for start, _ in starts[1:]] + [len(text)]
    seen: dict[str, int] = {}
    for (start, title), end in zip(starts, ends, strict=True):
        yield Section(start, end, title, _anchor(title, seen))


def _anchor(title: str, seen: dict[str, int]) -> str:
    slug = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", title.lower()))
    count = seen.get(slug, 0)
    seen[slug] = count + 1
    return f"{slug}-{count}" if count else slug


def section_at(page: PageText, offset: int) -> Section:
    """The section that holds the character at `offset`."""
    return page.sections[bisect_right(page.sections, offset, key=lambda section: section.start) - 1]


def passage_at(page: PageText, offset: int) -> str:
    """The paragraph, list item or row that holds the character at `offset`."""
    return next((page.text[a:b].strip() for a, b in page.blocks if a <= offset < b), "")


def section_text(page: PageText, anchor: str) -> str:
    """The section with that anchor, heading included; empty where the page has none."""
    return next((page.text[s.start : s.end].strip() for s in page.sections if s.anchor == anchor), "")


def difference(old: str, new: str) -> str:
    """What changed from old to new, word by word: `up to [-100-]{+200+} GB`."""
    before, after = old.split(), new.split()
    parts: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            parts.append(" ".join(before[a:b]))
        else:
            gone, come = " ".join(before[a:b]), " ".join(after[c:d])
            parts.append((f"[-{gone}-]" if gone else "") + (f"{{+{come}+}}" if come else ""))
    return " ".join(parts)
