"""Nomination of a subtraction (O2): the failed part of a claim, where it stands alone and may go.

The tiers, most reliable first:

    listed pair    the ratified policy lists a more general wording of what was named
    alignment      a sentence of the quote is the claim without some words (`alignment.py`)
    whole unit     the source is silent on all of it (`whole_unit.py`)
    named part     `failed_span`, else what the reason names (`failed_part.py`)
    missing value  nothing is named, and a date or name of the claim is not in a source that says the rest
    absent entity  nothing is named, and the refreshed page no longer has a model or service that the claim names

What failed must be one or a few whole parts (`constituents.py`, `lists.py`) that hold no word which the source
supports. Then everything that speaks against it is asked: the words that would go (`guards.py`), what stands around
them (`scope.py`), and what would be left (`remainder.py`). Refusal is cheap, a claim that says more than before is not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from r11.fixes.alignment import aligned_part, aligned_parts, is_aligned
from r11.fixes.constituents import Kind, Part, parts_of
from r11.fixes.failed_part import FailedWords, absent_entities, failed_words, missing_values
from r11.fixes.guards import guard_hits
from r11.fixes.lists import item_part
from r11.fixes.plain_claim import Cut, PlainClaim, Word
from r11.fixes.proof import MAX_SPANS
from r11.fixes.remainder import remainder_hits
from r11.fixes.scope import need_hits, scope_hits
from r11.fixes.whole_unit import MOST_NAMED, is_part_of_more, is_unsupported
from r11.fixes.word_support import Support
from r11.records import Abort
from r11.text.lines import bounded_positions, plain
from r11.text.values import ValueKind, lex
from r11.vocabulary import AbortCode, JudgeVerdict

_NOT_MEASURED: Final = frozenset({ValueKind.NAME, ValueKind.STATUS, ValueKind.OPAQUE})
_BY_VALUE: Final = frozenset(Kind) - {Kind.RELATIVE, Kind.ADVERBIAL, Kind.SECOND_CLAUSE, Kind.SENTENCE, Kind.MODIFIER}
_LEAST_NAMED: Final = 0.5  # of the content that goes must have been named
_LEAST_NAMED_IN_CONTAINER: Final = 0.3


@dataclass(frozen=True)
class Subtraction:
    """What goes from a claim: sorted, disjoint cuts, or the whole unit. `description` says it for a reader."""

    cuts: tuple[Cut, ...]
    removes_unit: bool
    description: str


@dataclass(frozen=True)
class SubtractionDecision:
    """The subtraction, or every reason that was reached why there is none."""

    subtraction: Subtraction | None
    aborts: tuple[Abort, ...] = ()


def nominate_subtraction(
    claim: str,
    quote: str,
    *,
    verdict: JudgeVerdict,
    reason: str = "",
    failed_span: str | None = None,
    page_section: str = "",
    page_text: str = "",
    generalisations: Collection[tuple[str, str]] = (),
) -> SubtractionDecision:
    """The subtraction that takes the failed part of a claim away, or every reason why there is none.

    `page_section`: the part of the refreshed page around the quote, which supports words too. `page_text`: the whole of
    that page, for what it no longer names.
    """
    made = PlainClaim.of(claim)
    support = Support.of(quote, page_section)
    failed = failed_words(made, support, reason=reason, failed_span=failed_span)
    if pair := _listed_pair(made, failed, generalisations):
        return SubtractionDecision(pair)
    aligned = aligned_parts(made, quote)
    if isinstance(aligned, Abort):
        return SubtractionDecision(None, (aligned,))
    if aligned:
        return _decide(made, aligned, quote, verdict)
    if is_unsupported(made, support, failed, verdict=verdict, reason=reason):
        return _unit(made)
    if not (failed.indices or reason.strip() or failed_span):
        failed = _by_absence(made, support, page_text, verdict)
    if not failed.indices:
        return _refused(AbortCode.NOTHING_NAMED)
    if failed.is_all or made.share(failed.indices) > MOST_NAMED:
        return _refused(AbortCode.ALL_NAMED)
    chosen = _Cover(made, failed, support).parts()
    if not isinstance(chosen, list):
        return SubtractionDecision(None, chosen)
    return _decide(made, chosen, quote, verdict)


def _refused(code: AbortCode, detail: str = "") -> SubtractionDecision:
    return SubtractionDecision(None, (Abort(code=code, detail=detail),))


def _by_absence(claim: PlainClaim, support: Support, page_text: str, verdict: JudgeVerdict) -> FailedWords:
    """What nobody named: values that a source lacks, if it is silent on them; names that the page lost."""
    if verdict is JudgeVerdict.SOURCE_SILENT:
        return missing_values(claim, support, silent=True)
    return absent_entities(claim, Support.of(page_text)) if page_text.strip() else FailedWords(frozenset())


def _unit(claim: PlainClaim) -> SubtractionDecision:
    if is_part_of_more(claim):
        return _refused(AbortCode.UNIT_NEEDED, "the claim leads in to what follows, or is a row of a table")
    return SubtractionDecision(Subtraction((), True, "the whole claim"))


def _listed_pair(claim: PlainClaim, failed: FailedWords, pairs: Collection[tuple[str, str]]) -> Subtraction | None:
    """The ratified pair whose wording holds every failed word and stands in the claim once."""
    for narrow, general in pairs:
        positions = bounded_positions(narrow, claim.text)
        if len(positions) != 1:
            continue
        start, end = positions[0], positions[0] + len(narrow)
        if failed.indices and failed.indices <= set(claim.within(start, end)):
            cut = Cut(claim.indices[start], claim.indices[end - 1] + 1, general)
            return Subtraction((cut,), False, f"{narrow} becomes {general}")
    return None


def _decide(claim: PlainClaim, parts: Sequence[Part], quote: str, verdict: JudgeVerdict) -> SubtractionDecision:
    """The claim without these parts, unless something speaks against it."""
    aborts = (*part_hits(claim, parts), *_value_hits(claim, parts, quote, verdict))
    if aborts:
        return SubtractionDecision(None, aborts)
    cuts = sorted((claim.raw_cut(cut) for part in parts for cut in part.cuts), key=lambda cut: cut.start)
    shown = "; ".join(claim.text[part.start : part.end].strip(" ,") for part in parts)
    return SubtractionDecision(Subtraction(tuple(cuts), False, f"without: {shown}"))


# --- which parts hold the failed words ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Cover:
    """The smallest parts that hold every failed word and nothing that the source supports."""

    claim: PlainClaim
    failed: FailedWords
    support: Support

    def parts(self) -> list[Part] | tuple[Abort, ...]:
        """At most three parts; or why some failed word is in none that may go."""
        candidates = [part for part in parts_of(self.claim) if self._may_be_chosen(part)]
        left = sorted(index for index in self.failed.indices if self.claim.words[index].is_content)
        chosen: list[Part] = []
        while left:
            part = self._part_for(left, candidates)
            if not isinstance(part, Part):
                return part
            chosen.append(part)
            inside = self._inside(part)
            left = [index for index in left if index not in inside]
        if not chosen or len(chosen) > MAX_SPANS:
            return (Abort(code=AbortCode.TOO_MANY_SPANS, detail=f"{len(chosen)} parts"),)
        return sorted(chosen, key=lambda part: part.start)

    def _inside(self, part: Part) -> list[int]:
        return self.claim.within(part.start, part.end)

    def _may_be_chosen(self, part: Part) -> bool:
        if self.failed.told_by != "values":
            return True
        is_alias = part.kind is Kind.PARENTHESIS and len(self._inside(part)) == 1
        return part.kind in _BY_VALUE and not is_alias

    def _part_for(self, left: list[int], candidates: list[Part]) -> Part | tuple[Abort, ...]:
        """The smallest part around the first word that may go; where that may not, a container around it that may."""
        holding = [part for part in candidates if left[0] in self._inside(part)]
        item = item_part(self.claim, *self._run_at(left[0]))
        if isinstance(item, Part) and left[0] in self._inside(item):
            holding.append(item)
        free = sorted((part for part in holding if self._is_free(part)), key=lambda part: self._cost(part, left))
        refused: list[Abort] = []
        for part in free:
            if part is free[0] or part.kind.is_container:
                hits = list(part_hits(self.claim, [part]))
                if not hits:
                    return part
                refused += [hit for hit in hits if hit not in refused]
        if refused:
            return tuple(refused)
        if holding:
            return (Abort(code=AbortCode.SUPPORTED_IN_SPAN, detail=self._shown(holding[0])),)
        return (item if isinstance(item, Abort) else Abort(code=AbortCode.NO_CONSTITUENT, detail=self._shown(item)),)

    def _shown(self, part: Part) -> str:
        return self.claim.text[part.start : part.end].strip()

    def _cost(self, part: Part, left: list[int]) -> tuple[int, int, int]:
        inside = set(self._inside(part))
        content = sum(self.claim.words[index].is_content for index in inside)
        return -len(inside & set(left)), content, not part.kind.is_container

    def _is_free(self, part: Part) -> bool:
        """No content word of the part is supported; words that were named, or stand in the rest too, aside."""
        inside = self._inside(part)
        rest = {word.stem for index, word in enumerate(self.claim.words) if index not in inside}
        words = [(index, self.claim.words[index]) for index in inside if self.claim.words[index].is_content]
        unnamed = [word for index, word in words if index not in self.failed.indices]
        named = len(words) - len(unnamed)
        least = _LEAST_NAMED_IN_CONTAINER if part.kind.is_container else _LEAST_NAMED
        return named >= least * len(words) and not any(
            word.stem not in rest and self._is_kept(word) for word in unnamed
        )

    def _is_kept(self, word: Word) -> bool:
        """What the source supports; and names and numbers that were not named as failed, whatever the quote covers."""
        return self.support.holds(word) or (self.failed.told_by != "values" and word.is_name)

    def _run_at(self, index: int) -> tuple[int, int]:
        """The failed words in a row from this one on; function words between them are passed over, joints are not."""
        words, text, last = self.claim.words, self.claim.text, index
        for following in range(index + 1, len(words)):
            between = text[words[last].end : words[following].start].split()
            if any(mark in " ".join(between) for mark in ",;:|()") or {"and", "or", "og", "eller"} & set(between):
                break
            if following in self.failed.indices and words[following].is_content:
                last = following
            elif words[following].is_content:
                break
        return index, last


# --- what speaks against it -----------------------------------------------------------------------------------------


def subtraction_refusals(claim: str, cuts: Sequence[Cut], quote: str) -> Iterator[Abort]:
    """Every gate that refuses cuts made elsewhere, from the texts alone: what apply asks of an approved edit.

    `cuts` are on the claim as it is written there. What is no part that is known here is taken for a restrictor.
    """
    made = PlainClaim.of(claim)
    plain_cuts = [found for cut in cuts if (found := _plain_cut(made, cut))]
    hits = list(part_hits(made, _recognised(made, plain_cuts)))
    if hits and is_aligned(made.without(plain_cuts), quote):  # the quote itself shows what is left
        hits = list(part_hits(made, [aligned_part(made, cut) for cut in plain_cuts if made.within(cut.start, cut.end)]))
    return iter(hits)


def _plain_cut(claim: PlainClaim, cut: Cut) -> Cut | None:
    """A cut of the raw claim on its plain text; None where only marks would go."""
    inside = [at for at, index in enumerate(claim.indices) if cut.start <= index < cut.end]
    return Cut(inside[0], inside[-1] + 1, cut.new) if inside else None


def _recognised(claim: PlainClaim, cuts: Sequence[Cut]) -> list[Part]:
    """The parts that a set of cuts takes out."""
    left = list(cuts)
    found: list[Part] = []
    for part in parts_of(claim):
        if all(cut in left for cut in part.cuts):
            found.append(part)
            left = [cut for cut in left if cut not in part.cuts]
    for cut in list(left):
        inside = [i for i in claim.within(cut.start, cut.end) if claim.words[i].low not in {"and", "og", "or", "eller"}]
        item = item_part(claim, inside[0], inside[-1]) if inside else None
        if isinstance(item, Part) and cut in item.cuts and all(other in left for other in item.cuts):
            found.append(item)
            left = [other for other in left if other not in item.cuts]
    return found + [Part(Kind.OTHER, (cut,)) for cut in left if claim.within(cut.start, cut.end)]


def part_hits(claim: PlainClaim, parts: Sequence[Part]) -> Iterator[Abort]:
    """What the words that go, what stands around them and what is left say against taking parts out."""
    for part in parts:
        if part.kind is not Kind.SENTENCE:  # a whole sentence goes with all that it says
            yield from guard_hits(claim.text[part.start : part.end], container=part.kind.is_container)
        yield from scope_hits(claim, part)
        yield from need_hits(claim, part)
    yield from remainder_hits(claim, parts)


def _value_hits(claim: PlainClaim, parts: Sequence[Part], quote: str, verdict: JudgeVerdict) -> Iterator[Abort]:
    """The quote holds another value of the kind that would go, or lacks one that would stay."""
    ours, theirs = lex(claim.text), lex(plain(quote)[0])
    held, own = {value.key for value in theirs}, {value.key for value in ours}
    for value in ours:
        if value.key in held or value.kind in _NOT_MEASURED:
            continue
        if not any(part.start <= value.start and value.end <= part.end for part in parts):
            yield Abort(code=AbortCode.RESIDUAL_VALUE, detail=value.text)
        elif verdict is JudgeVerdict.NOT_GROUNDED:
            yield from (
                Abort(code=AbortCode.CONFLICT, detail=f"{value.text} against {other.text}")
                for other in theirs
                if other.kind is value.kind and other.key not in own
            )
