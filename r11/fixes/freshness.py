"""What a refreshed page means for one flag: the rule from page text to `EvidenceState`.

    stands        the quote stands, verbatim or in normal form, in the section where it belongs
    moved         it stands, in another section than before (or than the URL's fragment names)
    changed       it does not stand; the most similar passage is shown beside it
    supports_now  the page says what the claim says: the claim stands, and no quote outside of it contradicts
    still_silent  a source-silent claim: the page holds none of its values and nothing nearly like it
    answers_now   a source-silent claim: the page holds some of its values, or a sentence nearly like it
    gone          the page is no more
    unreachable   nothing is known about the page

Nothing here is in doubt in favour of an edit: what is only near is `changed`, and a value found is an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from r11.records import Flag, FlagEvidence, Page, digest, looked_up_digest
from r11.text.quotes import PageText, QuoteMatch, find_quote, find_verbatim, passage_at, section_at
from r11.text.values import Value, ValueKind, lex
from r11.vocabulary import EvidenceState, JudgeVerdict, MatchKind, PageOutcome

FOLLOWS: Final = {
    EvidenceState.STANDS: "the quote stands: go on",
    EvidenceState.MOVED: "it stands in another section: go on",
    EvidenceState.CHANGED: "it no longer stands: O3, with the new passage beside it",
    EvidenceState.SUPPORTS_NOW: "the page now says what the claim says: proposed closing",
    EvidenceState.STILL_SILENT: "a silent source still is: go on",
    EvidenceState.ANSWERS_NOW: "a silent source now holds some of the claim's values: O3, with the passage",
    EvidenceState.GONE: "the page is no more: O3",
    EvidenceState.UNREACHABLE: "nothing is known: blocked, tried again by the next run",
}
"""What follows from each state, in words."""

_NUMBERED_NAMES: Final = {("dynamics", "365"), ("microsoft", "365"), ("office", "365")}


def flag_evidence(flag: Flag, page: Page, text: PageText | None, earlier: FlagEvidence | None = None) -> FlagEvidence:
    """The evidence record of a flag. `text` is the page's text where the page's outcome has one.

    `earlier` is the record of the refresh before: it knows where the quote stood at first.
    """
    if text is not None and page.outcome.has_text:
        return _silent(flag, page, text) if _is_silent(flag) else _quoted(flag, page, text, earlier)
    state = EvidenceState.GONE if page.outcome is PageOutcome.GONE else EvidenceState.UNREACHABLE
    return _record(flag, page, state, home=earlier.home if earlier else None, detail=page.detail)


def is_evidence_of(flag: Flag, evidence: FlagEvidence) -> bool:
    """Whether it was made for the flag as it is now: the same claim, URL and quote."""
    return evidence.is_of(flag.claim, flag.evidence_url, flag.evidence_quote)


def _is_silent(flag: Flag) -> bool:
    return flag.judge_verdict is JudgeVerdict.SOURCE_SILENT


def _quoted(flag: Flag, page: Page, text: PageText, earlier: FlagEvidence | None) -> FlagEvidence:
    quote = find_quote(flag.evidence_quote, text)
    claim = find_verbatim(flag.claim, text)
    if claim and not (quote.is_verbatim and _stands_outside(quote, claim)):
        return _record(flag, page, EvidenceState.SUPPORTS_NOW, claim, section=_anchor(text, claim))
    home = _home(flag, earlier)
    if not quote.is_verbatim:
        return _record(flag, page, EvidenceState.CHANGED, quote, home=home)
    anchors = [section_at(text, start).anchor for start, _ in quote.spans]
    here = home if home in anchors else anchors[0]
    state = EvidenceState.STANDS if home in (None, here) else EvidenceState.MOVED
    return _record(flag, page, state, quote, section=here, home=here if home is None else home)


def _stands_outside(quote: QuoteMatch, claim: QuoteMatch) -> bool:
    """Some place of the quote is no part of the claim: the page says the quote for itself."""
    return any(not any(a <= start and end <= b for a, b in claim.spans) for start, end in quote.spans)


def _home(flag: Flag, earlier: FlagEvidence | None) -> str | None:
    """Where the quote belongs: where it stood at first, else what the URL's fragment names, else not known."""
    if earlier is not None and is_evidence_of(flag, earlier) and earlier.home is not None:
        return earlier.home
    return flag.evidence_url.partition("#")[2].lower() or None


def _anchor(text: PageText, found: QuoteMatch) -> str:
    return section_at(text, found.spans[0][0]).anchor


def _silent(flag: Flag, page: Page, text: PageText) -> FlagEvidence:
    claim = find_quote(flag.claim, text)
    if claim.is_verbatim:
        return _record(flag, page, EvidenceState.SUPPORTS_NOW, claim, section=_anchor(text, claim))
    if claim.kind is MatchKind.NEAR:
        return _record(flag, page, EvidenceState.ANSWERS_NOW, claim)
    held = list(held_values(flag.claim, text))
    if not held:
        return _record(flag, page, EvidenceState.STILL_SILENT)
    passage = _passage_with_most(held, text)
    detail = "the page holds " + ", ".join(dict.fromkeys(value.text for value in held))
    return _record(flag, page, EvidenceState.ANSWERS_NOW, passage=passage, detail=detail)


def held_values(claim: str, text: PageText) -> Iterator[Value]:
    """The values of the page that are values of the claim, in the page's order."""
    wanted = {_identity(value) for value in lex(claim) if _counts(value)}
    return (value for value in lex(text.text) if _counts(value) and _identity(value) in wanted)


def _counts(value: Value) -> bool:
    """Names and statuses stand on every page of their product, and so does the numeral that is part of a name."""
    if value.kind in (ValueKind.NAME, ValueKind.STATUS):
        return False
    return (value.label, value.text) not in _NUMBERED_NAMES


def _identity(value: Value) -> tuple[object, ...]:
    return (value.key, value.unit)


def _passage_with_most(held: list[Value], text: PageText) -> str:
    passages: dict[str, set[object]] = {}
    for value in held:
        passages.setdefault(passage_at(text, value.start), set()).add(_identity(value))
    return Counter({passage: len(values) for passage, values in passages.items()}).most_common(1)[0][0]


def _record(
    flag: Flag,
    page: Page,
    state: EvidenceState,
    found: QuoteMatch | None = None,
    *,
    passage: str | None = None,
    section: str | None = None,
    home: str | None = None,
    detail: str = "",
) -> FlagEvidence:
    match = found.kind if found else MatchKind.NONE
    shown = passage if passage is not None else found.passage if found else ""
    about = looked_up_digest(flag.claim, flag.evidence_url, flag.evidence_quote)
    made = FlagEvidence(
        flag_key=flag.key,
        url=flag.evidence_url,
        state=state,
        match=match,
        passage=shown,
        fetched_at=page.fetched_at,
        text_sha256=page.text_sha256,
        sha256="",
        section=section,
        home=home,
        detail=detail,
        about=about,
    )
    return replace(made, sha256=evidence_digest(made))


def evidence_digest(evidence: FlagEvidence) -> str:
    """What an answer names of the evidence that it saw: everything that it rests on, and no time."""
    bound = ("flag_key", "about", "url", "state", "match", "passage", "text_sha256")
    return digest({name: getattr(evidence, name) for name in bound})
