"""A whole bullet or sentence that its source does not speak of: when it may go, and when others lean on it."""

from __future__ import annotations

import re
from typing import Final

from r11.fixes.failed_part import FailedWords
from r11.fixes.plain_claim import PlainClaim
from r11.fixes.word_support import Support
from r11.vocabulary import JudgeVerdict

MOST_SUPPORTED: Final = 0.25  # share of the claim's content words, where the reason says that it means all of it
LEAST_WORDS: Final = 4  # content words
LEAST_WORDS_UNTOLD: Final = 6  # where no reason says that all of it failed: few words may be said in other words
MOST_NAMED: Final = 0.75  # a reason that names more than this of the claim names no part of it
_REFERS_BACK: Final = re.compile(
    r"[\s>]*(?:[-*+]\s|\d+[.)]\s)?[*_`]*"
    r"(?:this|that|these|those|it|its|they|their|such|here|then|otherwise|however|also"
    r"|dette|denne|disse|den|det|de|deres|slik|ellers|men|også)\b",
    re.IGNORECASE,
)


def is_unsupported(
    claim: PlainClaim, support: Support, failed: FailedWords, *, verdict: JudgeVerdict, reason: str
) -> bool:
    """Source silent on all of it: the reason says so and next to nothing is supported, or no reason, and nothing is."""
    if verdict is not JudgeVerdict.SOURCE_SILENT or len(claim.content) < LEAST_WORDS or failed.told_by == "failed_span":
        return False
    supported = [index for index in claim.content if support.holds(claim.words[index])]
    if not reason.strip():
        return not supported and len(claim.content) >= LEAST_WORDS_UNTOLD
    is_about_all = failed.is_all or claim.share(failed.indices) > MOST_NAMED
    has_value = any(any(c.isdigit() for c in claim.words[index].text) for index in supported)
    return is_about_all and not has_value and claim.share(supported) < MOST_SUPPORTED


def is_part_of_more(claim: PlainClaim) -> bool:
    """Whether a list or a block follows that the claim announces, or it is a row of a table."""
    return claim.text.endswith(":") or "|" in claim.text


def refers_back(text: str) -> bool:
    """Whether a text begins with a word that leans on the sentence before it."""
    return bool(_REFERS_BACK.match(text))
