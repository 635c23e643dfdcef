"""A subtraction that somebody else offers: what nomination makes of the words that would go, and no words of its own.

Nomination is asked as if the judge had named exactly these words. So that nobody can take out what is borne out and
leave what is not, what the judge did name has to go, and nothing that the page supports may go with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from r11.fixes.alignment import aligned_parts
from r11.fixes.failed_part import failed_words
from r11.fixes.plain_claim import PlainClaim, Word, words_of
from r11.fixes.subtraction import Subtraction, SubtractionDecision, nominate_subtraction
from r11.fixes.word_support import Support
from r11.records import Abort, Flag
from r11.text.lines import plain
from r11.vocabulary import AbortCode

# Where nobody says which part failed, this share of what is left has to stand on the page: else the error may stay.
LEAST_BORNE_OUT: Final = 0.75

# A list that loses its last item takes the word that joins the two before; the subtraction's own repairs decide on it.
_JOINERS: Final = frozenset({"and", "og"})

Pairs = Collection[tuple[str, str]]


def judge_subtraction(
    flag: Flag, result: str, *, page_section: str = "", generalisations: Pairs = ()
) -> SubtractionDecision:
    """The subtraction that turns the flag's claim into `result`, or every reason why there is none."""
    change = _Change.of(flag.claim, result)
    narrow = [old for old, new in generalisations if change.claim.text.replace(old, new) == plain(result)[0]]
    if not (change.only_deletes or narrow):
        detail = f"{result[:200]!r} is neither the claim without some words nor a listed pair"
        return SubtractionDecision(None, (Abort(code=AbortCode.REPAIR_NOT_LISTED, detail=detail),))
    aborts = tuple(_against(flag, change, page_section))
    if aborts:
        return SubtractionDecision(None, aborts)
    decision = _nominated(flag, narrow or change.runs, result, page_section, generalisations)
    if decision.subtraction is not None and (left := _left(flag.claim, decision.subtraction)) != _lower_words(result):
        detail = f"what may go leaves: {' '.join(left)}"
        return SubtractionDecision(None, (Abort(code=AbortCode.NO_CONSTITUENT, detail=detail),))
    return decision


@dataclass(frozen=True)
class _Change:
    """A claim, which runs of its words the result lacks, and whether it has no others instead."""

    claim: PlainClaim
    spans: tuple[tuple[int, int], ...]
    only_deletes: bool

    @classmethod
    def of(cls, claim: str, result: str) -> _Change:
        made, told = PlainClaim.of(claim), _lower_words(result)
        steps = SequenceMatcher(None, _lower(made.words), told, autojunk=False).get_opcodes()
        spans = tuple((first, last) for kind, first, last, _, _ in steps if kind != "equal" and first < last)
        come = {word for kind, _, _, first, last in steps if kind != "equal" for word in told[first:last]}
        return cls(made, spans, come <= _JOINERS)

    @property
    def gone(self) -> set[int]:
        return {index for first, last in self.spans for index in range(first, last)}

    @property
    def runs(self) -> list[str]:
        words = self.claim.words
        return [self.claim.text[words[first].start : words[last - 1].end] for first, last in self.spans]

    def told(self, indices: Sequence[int]) -> str:
        return ", ".join(self.claim.words[index].text for index in indices)


def _against(flag: Flag, change: _Change, page_section: str) -> Iterator[Abort]:
    """What the judge named would be left, or what the page supports would go."""
    words, support = change.claim.words, Support.of(flag.evidence_quote, page_section)
    named = failed_words(change.claim, support, reason=flag.reason, failed_span=flag.failed_span).indices
    content = {index for index, word in enumerate(words) if word.is_content}
    if left := sorted(named & content - change.gone):
        yield Abort(code=AbortCode.FAILED_PART_LEFT, detail=change.told(left))
    if isinstance(aligned := aligned_parts(change.claim, flag.evidence_quote), tuple) and aligned:
        return  # the source itself has the sentence that is left
    stays = content - change.gone
    borne_out = sum(support.holds(words[index]) for index in stays)
    if not named and stays and borne_out < LEAST_BORNE_OUT * len(stays):
        detail = f"the judge names no part, and the page has {borne_out} of {len(stays)} words that would be left"
        yield Abort(code=AbortCode.FAILED_PART_LEFT, detail=detail)
    rest = {word.stem for index, word in enumerate(words) if index not in change.gone}
    lost = [index for index in sorted(change.gone & content - named) if words[index].stem not in rest]
    if held := [index for index in lost if support.holds(words[index])]:
        yield Abort(code=AbortCode.SUPPORTED_IN_SPAN, detail=change.told(held))


def _nominated(flag: Flag, runs: Sequence[str], result: str, page_section: str, pairs: Pairs) -> SubtractionDecision:
    return nominate_subtraction(
        flag.claim,
        flag.evidence_quote,
        verdict=flag.judge_verdict,
        reason=" ".join(f"“{run}”" for run in runs) if len(runs) > 1 else "",
        failed_span=runs[0] if len(runs) == 1 and result.strip() else None,
        page_section=page_section,
        generalisations=pairs,
    )


def _left(claim: str, subtraction: Subtraction) -> list[str]:
    """The words of the claim without what goes."""
    if subtraction.removes_unit:
        return []
    out, position = [], 0
    for cut in subtraction.cuts:
        out += [claim[position : cut.start], cut.new]
        position = cut.end
    return _lower_words("".join(out) + claim[position:])


def _lower_words(text: str) -> list[str]:
    return _lower(words_of(plain(text)[0]))


def _lower(words: Sequence[Word]) -> list[str]:
    return [word.text.lower() for word in words]
