"""A sentence of the quote that is the claim without some of its words: what those words are, and how the rest joins.

The source itself shows the sentence that is left, so its grammar and punctuation are the source's. Passed over are runs
that only word the same thing differently, that restrict what the sentence is about, or that open a coordination.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from r11.fixes.failed_part import Word, words_of
from r11.fixes.lists import Cut
from r11.text.lines import plain

LEAST_LEFT: Final = 0.5  # share of the claim's words; a shorter sentence is a fragment, not the claim
LEAST_WORDS: Final = 4
LEAST_CONTENT: Final = 4  # content words that say something of their own, where no name or number does
_COORDINATORS: Final = frozenset({"and", "or", "og", "eller"})
_RESTRICTING_WORDS = "in on at for from by with of to that who using via i på fra med av til som ved"
_RESTRICTING: Final = frozenset(_RESTRICTING_WORDS.split())
_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+|\s*\|\s*")
_JOINTS: Final = frozenset({"", " ", ", "})  # what the proof lets stand in the place of words


def aligned_cuts(text: str, words: Sequence[Word], quote: str) -> tuple[Cut, ...]:
    """The cuts that turn the claim `text` (without markup) into a sentence of the quote; empty where there is none."""
    ours = [word.text.lower() for word in words]
    for sentence, theirs in _sentences(quote):
        if LEAST_WORDS <= len(theirs) < len(ours) and len(theirs) >= LEAST_LEFT * len(ours):
            told = [word.text.lower() for word in theirs]
            if set(told) <= set(ours):
                cuts = tuple(_cuts(text, words, sentence, theirs, SequenceMatcher(None, ours, told, autojunk=False)))
                if cuts and all(_may_go(text, words, cut) for cut in cuts):
                    return cuts
    return ()


def _may_go(text: str, words: Sequence[Word], cut: Cut) -> bool:
    gone = [word for word in words if cut.start <= word.start and word.end <= cut.end]
    content = [word for word in gone if word.is_content]
    names = [word for word in content if word.is_name]
    opens = gone and gone[-1].text.lower() in _COORDINATORS and len(names) < len(content)
    restricts = gone and gone[0].text.lower() in _RESTRICTING and cut.end < len(text.rstrip(" .!?"))
    return (
        cut.start > 0
        and cut.new in _JOINTS
        and not re.search(r"[|<>]", text[cut.start : cut.end])
        and (bool(names) or len(content) >= LEAST_CONTENT)
        and not (opens or restricts)
    )


@lru_cache(maxsize=2048)
def _sentences(quote: str) -> tuple[tuple[str, tuple[Word, ...]], ...]:
    """Cached, since many flags share a quote."""
    parts = _SENTENCES.split("\n".join(plain(line)[0] for line in quote.split("\n")))
    return tuple((part, words_of(part)) for part in parts if part)


def _cuts(
    text: str, words: Sequence[Word], sentence: str, theirs: Sequence[Word], matcher: SequenceMatcher[str]
) -> Iterator[Cut]:
    """One cut for each run of words that the sentence lacks. A cut that cannot be made has no listed joint."""
    for kind, first, last, at, _ in matcher.get_opcodes():
        if kind == "equal":
            continue
        if kind != "delete" or first == 0 or at == 0:
            yield Cut(0, 0)
        elif last == len(words):
            yield Cut(words[first - 1].end, words[last - 1].end + _closing(text, words[last - 1].end))
        else:
            joint = sentence[theirs[at - 1].end : theirs[at].start]
            yield Cut(words[first - 1].end, words[last].start, joint)


def _closing(text: str, end: int) -> int:
    """A closing bracket after the last word that goes belongs to it."""
    return 1 if text.startswith(")", end) else 0
