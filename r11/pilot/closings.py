"""Why a claim was closed: was the judge mistaken, or did the page change after the judgement?

A closing says that the claim is correct *today*. Of the page as the judge saw it nothing is kept but the quote, so the
quote is what tells:

    mistaken   the quote still stands on the page: the judge had the same words and judged otherwise
    changed    whoever closed saw a page on which the quote no longer stands: it changed since the judgement
    untold     no page was fetched, it could not be reached, it was fetched again with another result after the closing,
               or the quote is itself a part of the claim, so that it would stand on the page of either time

A quote that never stood on its page looks like a changed page. Only the first kind counts against the judge; of the
last nobody knows, and figures that a decision rests on take it both ways.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from r11.records import Flag, FlagEvidence
from r11.review.decisions import Answer
from r11.text.quotes import PageText, find_verbatim
from r11.vocabulary import EvidenceState


class Closing(StrEnum):
    """Why a claim that was closed is correct."""

    MISTAKEN = "judge mistaken: its quote still stands"
    CHANGED = "page changed since the judgement: its quote no longer stands"
    UNTOLD = "cannot be told: no page to compare with"


_STANDS = frozenset({EvidenceState.STANDS, EvidenceState.MOVED})
_WENT = frozenset({EvidenceState.CHANGED, EvidenceState.SUPPORTS_NOW})


def closing_of(flag: Flag, answers: Iterable[Answer], evidence: FlagEvidence | None) -> Closing:
    """answers: those that closed it; evidence: what the last refresh found, None where there was none."""
    if evidence is None:
        return Closing.UNTOLD
    if evidence.state in _STANDS:
        return Closing.MISTAKEN
    was_seen = any(answer.evidence_sha256 == evidence.sha256 for answer in answers)
    if evidence.state in _WENT and was_seen and not _is_in_claim(flag):
        return Closing.CHANGED
    return Closing.UNTOLD


def _is_in_claim(flag: Flag) -> bool:
    """Also where there is no quote."""
    return not flag.evidence_quote.strip() or bool(find_verbatim(flag.evidence_quote, PageText.of(flag.claim)))
