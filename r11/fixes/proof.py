"""The trusted checker of byte facts, shared by the classifier and the apply script.

It proves bytes, not meaning, from two whole files as they were read and never from how the edit was made. Whether a
span is prose and the page keeps its outline (fact 5), `text/outline.py` says beside it; what is doubtful, `gates.py`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from r11.text.lines import ClaimSite, Document, bounded_positions, claims_on_line, is_bounded, splice
from r11.vocabulary import AbortCode

Failure = tuple[AbortCode, str]
ByteEdit = tuple[int, int, str, str]  # start and end in bytes of the line without its terminator, old, new

MAX_SPANS = 3
_MARKUP = re.compile(r"[|`<>]|\[\[|\]\]")
_BLANK_LETTERS = "\u034f\u115f\u1160\u2800\u3164\uffa0"
_GLUE = frozenset({"", " ", ",", ", "}) | {f"{a}{word} " for word in ("and", "og") for a in ("", " ", ", ")}
_ARTICLES = frozenset({("a", "an"), ("an", "a"), ("A", "An"), ("An", "A")})
_UNIT_BEFORE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?[*_`~]*")
_UNIT_AFTER = re.compile(r"[*_`~]*[.:;!?]?[*_`~]*[ \t]*")
_SENTENCE_END = re.compile(r"[.!?]$")
_NEXT_SENTENCE = re.compile(r" \w")


@dataclass(frozen=True)
class Proven:
    """Each fact in words; for a swap, the characters of the quote where the new value stands first."""

    facts: tuple[str, ...]
    quote_start: int | None = None
    quote_end: int | None = None


@dataclass(frozen=True)
class Refuted:
    """Every fact that does not hold: its code and what was found."""

    failures: tuple[Failure, ...]


def prove_swap(
    before: bytes, after: bytes, *, line: int, start: int, end: int, old: str, new: str, claim: str, quote: str
) -> Proven | Refuted:
    """Facts 1 to 4 of O1 for the file's bytes `before` and `after`, the swap being bytes `start:end` of line `line`."""
    was, now = Document.parse(before), Document.parse(after)
    body, in_quote = was.body(line), bounded_positions(new, quote)
    if body is None:
        return Refuted(((AbortCode.NOT_ONE_LINE, f"the file has no line {line}"),))
    failures = [*_value_failures(old, new), *_span_failures(was, line, (start, end), old, claim)]
    if not in_quote:
        failures.append((AbortCode.NEW_NOT_IN_QUOTE, f"{new!r} stands nowhere in the quote as a whole value"))
    if now.body(line) != body[:start] + _utf8(new) + body[end:]:
        failures.append((AbortCode.LINE_DIFFERS_OUTSIDE, f"line {line} is not its old bytes with one span replaced"))
    if not _is_only_change(was, now, line):
        failures.append((AbortCode.NOT_ONE_LINE, f"line {line} is not the one line that changed"))
    if failures:
        return Refuted(tuple(failures))
    at = in_quote[0]
    facts = (
        f"the new value stands verbatim in the quote, characters {at}:{at + len(new)}",
        f"bytes {start}:{end} held the old value; every other byte of the line is as it was",
        f"line {line} is the only line of {len(was.lines)} that changed",
        "the claim stands once on the line, and the old value once in the claim",
    )
    return Proven(facts, at, at + len(new))


def prove_subtraction(
    before: bytes,
    after: bytes,
    *,
    line: int,
    edits: Sequence[ByteEdit],
    claim: str,
    removes_line: bool = False,
    generalisations: Collection[tuple[str, str]] = (),
) -> Proven | Refuted:
    """The byte facts of O2: up to three deletions within the claim, and listed repairs or ratified pairs, nothing else.

    Or the whole claim goes, a sentence beside others, with a space. With `removes_line` the line held the claim alone
    and is gone with its terminator.
    """
    was, now = Document.parse(before), Document.parse(after)
    sites = claims_on_line(was, claim, line)
    if len(sites) != 1:
        return Refuted(((AbortCode.CLAIM_NOT_ONCE, f"the claim stands {len(sites)} times on line {line}"),))
    if removes_line:
        failures = _unit_failures(sites[0])
        same = now == was.with_line(line, None)
    else:
        failures = list(_edit_failures(sites[0], now.body(line), edits, generalisations))
        same = _is_only_change(was, now, line)
    if not same:
        failures.append((AbortCode.NOT_ONE_LINE, f"line {line} is not the one line that changed"))
    if failures:
        return Refuted(tuple(failures))
    what = "held the claim alone and is gone" if removes_line else "lost words of the claim and gained listed repairs"
    return Proven((f"line {line} {what}", f"every other line of {len(was.lines)} is as it was"))


def _utf8(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _is_only_change(was: Document, now: Document, line: int) -> bool:
    """Fact 3: same BOM, same number of lines, same terminators, all other lines identical, this one not."""
    body = now.body(line)
    return body is not None and was.body(line) not in (None, body) and was.with_line(line, body) == now


def _value_failures(old: str, new: str) -> Iterator[Failure]:
    """Fact 4: not empty, different, no character that is unseen or, in the new value, changes structure."""
    if not old or not new or old == new:
        yield AbortCode.BAD_VALUE, "a value is empty, or both are the same"
    for value in (old, new):
        if any(_is_unseen(character) for character in value):
            yield AbortCode.BAD_VALUE, f"{value!r} holds a line break, control, bidi or zero-width character"
    if _MARKUP.search(new):
        yield AbortCode.BAD_VALUE, f"{new!r} holds markup"


def _is_unseen(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] == "C" or category in {"Zl", "Zp"} or character in _BLANK_LETTERS


def _span_failures(was: Document, line: int, span: tuple[int, int], old: str, claim: str) -> Iterator[Failure]:
    """Facts 2 and 4: the claim once on its line, the old value once in the claim, and that is what the span holds."""
    sites, in_claim = claims_on_line(was, claim, line), bounded_positions(old, claim)
    if len(sites) != 1:
        yield AbortCode.CLAIM_NOT_ONCE, f"the claim stands {len(sites)} times on line {line}"
    if len(in_claim) != 1:
        yield AbortCode.OLD_NOT_ONCE, f"{old!r} stands {len(in_claim)} times in the claim as a whole value"
    placed = [site.body[slice(*span)] for site in sites for at in in_claim if site.locate(at, at + len(old)) == span]
    if _utf8(old) not in placed:
        yield AbortCode.OLD_NOT_AT_SPAN, f"bytes {span[0]}:{span[1]} of line {line} are not the claim's {old!r}"


def _unit_failures(site: ClaimSite) -> list[Failure]:
    before, _, after = (part.decode() for part in _parted(site))
    whole = _UNIT_BEFORE.fullmatch(before) and _UNIT_AFTER.fullmatch(after)
    return [] if whole else [(AbortCode.NOT_WHOLE_UNIT, f"line {site.number} holds more than the claim")]


def _parted(site: ClaimSite) -> tuple[bytes, bytes, bytes]:
    return site.body[: site.start], site.body[site.start : site.end], site.body[site.end :]


def sentence_span(site: ClaimSite) -> tuple[int, int] | None:
    """The bytes that go with a claim that is a whole sentence beside others on its line: it, and a space beside it."""
    before, claim, after = (part.decode() for part in _parted(site))
    goes_on = _NEXT_SENTENCE.match(after)
    if not _SENTENCE_END.search(claim) or not (goes_on or not after):
        return None
    if before.endswith(" ") and _SENTENCE_END.search(before[:-1]):
        return site.start - 1, site.end
    return (site.start, site.end + 1) if goes_on and _UNIT_BEFORE.fullmatch(before) else None


def _takes_sentence(site: ClaimSite, edits: Sequence[ByteEdit]) -> bool:
    return [((start, end), new) for start, end, _, new in edits] == [(sentence_span(site), "")]


def _edit_failures(
    site: ClaimSite, after: bytes | None, edits: Sequence[ByteEdit], pairs: Collection[tuple[str, str]]
) -> Iterator[Failure]:
    if any(start < 0 or site.body[start:end] != _utf8(old) for start, end, old, _ in edits):
        yield AbortCode.OLD_NOT_AT_SPAN, "an edit does not hold the text that it names"
    elif after is None or _spliced(site.body, edits) != after:
        yield AbortCode.LINE_DIFFERS_OUTSIDE, f"line {site.number} is not its old bytes with these edits"
    elif _takes_sentence(site, edits):
        return
    elif any(start < site.start or end > site.end for start, end, _, _ in edits):
        yield AbortCode.OUTSIDE_CLAIM, f"the claim is bytes {site.start}:{site.end} of the line"
    else:
        yield from _wording_failures(site, edits, pairs)


def _spliced(body: bytes, edits: Sequence[ByteEdit]) -> bytes | None:
    try:
        return splice(body, ((start, end, _utf8(new)) for start, end, _, new in edits))
    except ValueError:
        return None


def _wording_failures(
    site: ClaimSite, edits: Sequence[ByteEdit], pairs: Collection[tuple[str, str]]
) -> Iterator[Failure]:
    """No new word but a listed repair or a ratified pair; no word cut or joined; a word of the claim is left."""
    gone = {word for _, _, old, _ in edits for word in re.findall(r"\w+", old)}
    taken = 0
    position, left = site.start, ""
    for start, end, old, new in edits:
        left += site.body[position:start].decode()
        position = end
        capital = len(old) == 1 and new == old.upper() != old and not re.search(r"\w", left)
        if new in _GLUE and set(re.findall(r"\w+", new)) <= gone:
            taken += bool(old.strip(" ,"))
        elif (old, new) in pairs:
            taken += 1
        elif not (capital or (old, new) in _ARTICLES):
            yield AbortCode.REPAIR_NOT_LISTED, f"{old!r} to {new!r}"
        if not capital and _is_cut(site.body[:start].decode(), old, site.body[end:].decode(), new, left):
            yield AbortCode.CUTS_WORD, f"taking {old!r} out cuts or joins words"
        left += new
    if not 1 <= taken <= MAX_SPANS:
        yield AbortCode.TOO_MANY_SPANS, f"{taken} spans"
    if not re.search(r"\w", left + site.body[position : site.end].decode()):
        yield AbortCode.NOTHING_LEFT, "no word of the claim is left"


def _is_cut(before: str, old: str, after: str, new: str, left: str) -> bool:
    """`old` is no whole run of words where it stood, or `new` is none where it would stand."""
    was = is_bounded(before + old + after, len(before), len(before + old))
    return not (was and is_bounded(left + new + after, len(left), len(left + new)))
