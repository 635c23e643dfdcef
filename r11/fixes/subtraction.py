"""Nomination of a subtraction (O2): the failed part of a claim, where it stands alone and may go.

Where a sentence of the quote is the claim without some words (`alignment`), those words are the failed part. Else the
part that the reason (or `failed_span`) names must be, with no word that the quote supports, one of these:

    parenthesis   `(…)`, whole
    clause        `, which …`, `, including …`, `, but …` up to the end of its sentence, or between two commas
    item          one item of a list joined by commas and *and*
    pair          a wording for which the ratified policy lists a more general one
    unit          the whole claim, where the source is silent on all of it

Everything else is refused with a code. Refusal is cheap, a claim that says more than before is not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from r11.fixes.alignment import aligned_cuts
from r11.fixes.failed_part import Support, Word, failed_words, words_of
from r11.fixes.guards import context_hits, guard_hits
from r11.fixes.lists import Cut, item_cuts
from r11.fixes.proof import MAX_SPANS
from r11.records import Abort
from r11.text.lines import bounded_positions, plain
from r11.text.values import ValueKind, lex
from r11.vocabulary import AbortCode, JudgeVerdict

MOST_DELETED = 0.6  # share of the claim's content words, as the policy for a readable rest
MOST_SUPPORTED_IN_UNIT = 0.25
LEAST_UNIT_WORDS = 4
MOST_NAMED = 0.75  # a reason that names more than this of the claim names no part of it
_NOT_MEASURED = frozenset({ValueKind.NAME, ValueKind.STATUS, ValueKind.OPAQUE})

_CLAUSE_START = re.compile(
    r""",\s+(?:which|who|whose|where|including|such\ as|for\ example|but
             |som|inkludert|deriblant|for\ eksempel|slik\ som|men)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_SENTENCE_END = re.compile(r"[.;!?](?=\s|$)|\s*\||$")
_PARENTHESIS = re.compile(r"\s\([^()]*\w[^()]*\)")


@dataclass(frozen=True)
class Part:
    """A constituent of a claim: its kind (parenthesis, clause, item, aligned), and the cuts that take it out."""

    kind: str
    cuts: tuple[Cut, ...]

    @property
    def is_container(self) -> bool:
        """Whether it is an assertion of its own."""
        return self.kind in {"parenthesis", "clause"}

    @property
    def deleting(self) -> Cut:
        """The cut that deletes words; the others mend joints."""
        return max(self.cuts, key=lambda cut: cut.end - cut.start)

    @property
    def start(self) -> int:
        return self.deleting.start

    @property
    def end(self) -> int:
        return self.deleting.end


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


@dataclass(frozen=True)
class _Claim:
    """A claim without markup, its words, and which of them failed."""

    raw: str
    text: str
    indices: Sequence[int]
    words: tuple[Word, ...]
    failed: frozenset[int]
    support: Support

    @property
    def content(self) -> list[int]:
        return [index for index, word in enumerate(self.words) if word.is_content]

    def share(self, indices: Collection[int]) -> float:
        """How much of the claim's content these words are."""
        return len([index for index in indices if self.words[index].is_content]) / max(1, len(self.content))

    def within(self, start: int, end: int) -> list[int]:
        return [i for i, word in enumerate(self.words) if start <= word.start and word.end <= end]

    def is_free_of_support(self, part: Part) -> bool:
        """No content word of the part is supported; words that were named, or stand in the rest too, aside."""
        inside = self.within(part.start, part.end)
        rest = {word.stem for index, word in enumerate(self.words) if index not in inside}
        return not any(
            self.words[index].is_content
            and index not in self.failed
            and self.words[index].stem not in rest
            and self.support.holds(self.words[index])
            for index in inside
        )

    def raw_cut(self, cut: Cut) -> Cut:
        """The same cut on the claim as it is written, with the marks that would lose their partner."""
        start, end = self.indices[cut.start], self.indices[cut.end - 1] + 1
        return Cut(*_whole_marks(self.raw, start, end), cut.new)


def _whole_marks(raw: str, start: int, end: int) -> tuple[int, int]:
    for mark in ("`", "**", "*", "__", "_"):
        if raw[start:end].count(mark) % 2 == 1:
            if raw.startswith(mark, end):
                end += len(mark)
            elif raw.endswith(mark, 0, start):
                start -= len(mark)
        elif raw[:start].count(mark) % 2 and raw.startswith(mark, end) and raw.endswith(mark, 0, start):
            start, end = start - len(mark), end + len(mark)
    target = re.compile(r"\]\([^()\s]*\)").match(raw, end)
    if target and raw[start:end].count("[") > raw[start:end].count("]"):
        end = target.end()
    elif target and raw.endswith("[", 0, start):
        start, end = start - 1, target.end()
    return start, end


def nominate_subtraction(
    claim: str,
    quote: str,
    *,
    verdict: JudgeVerdict,
    reason: str = "",
    failed_span: str | None = None,
    page_section: str = "",
    generalisations: Collection[tuple[str, str]] = (),
) -> SubtractionDecision:
    """The subtraction that takes the failed part of a claim away, or every reason why there is none."""
    text, indices = plain(claim)
    words = words_of(text)
    aligned = aligned_cuts(text, words, quote)
    if not (aligned or reason.strip() or failed_span or verdict is JudgeVerdict.SOURCE_SILENT):
        return _refused(AbortCode.NOTHING_NAMED)
    support = Support.of(quote, page_section)
    failed = failed_words(text, words, support, reason=reason, failed_span=failed_span)
    made = _Claim(claim, text, indices, words, frozenset(failed), support)
    if aligned:
        return _without(made, [Part(_kind(text, cut), (cut,)) for cut in aligned], quote, verdict)
    if _is_unsupported_unit(made, verdict, reason):
        return _unit(made)
    if not failed:
        return _refused(AbortCode.NOTHING_NAMED)
    if pair := _listed_pair(made, generalisations):
        return SubtractionDecision(pair)
    if made.share(failed) > MOST_NAMED:
        return _refused(AbortCode.ALL_NAMED)
    return _partial(made, quote, verdict)


def _refused(code: AbortCode, detail: str = "") -> SubtractionDecision:
    return SubtractionDecision(None, (Abort(code=code, detail=detail),))


# --- the whole unit -------------------------------------------------------------------------------------------------


def _is_unsupported_unit(claim: _Claim, verdict: JudgeVerdict, reason: str) -> bool:
    """Source silent, the reason empty or about the whole claim, and next to nothing of the claim supported."""
    if verdict is not JudgeVerdict.SOURCE_SILENT or len(claim.content) < LEAST_UNIT_WORDS:
        return False
    supported = [index for index in claim.content if claim.support.holds(claim.words[index])]
    is_about_all = claim.share(claim.failed) > MOST_NAMED or not reason.strip()
    has_value = any(any(c.isdigit() for c in claim.words[index].text) for index in supported)
    return is_about_all and not has_value and claim.share(supported) < MOST_SUPPORTED_IN_UNIT


def _unit(claim: _Claim) -> SubtractionDecision:
    if claim.text.endswith(":"):
        return _refused(AbortCode.UNIT_NEEDED, "the claim leads in to what follows")
    return SubtractionDecision(Subtraction((), True, "the whole claim"))


_REFERS_BACK = re.compile(
    r"[\s>]*(?:[-*+]\s|\d+[.)]\s)?[*_`]*"
    r"(?:this|that|these|those|it|its|they|their|such|here|then|otherwise|however|also"
    r"|dette|denne|disse|den|det|de|deres|slik|ellers|men|også)\b",
    re.IGNORECASE,
)


def refers_back(text: str) -> bool:
    """Whether a text begins with a word that leans on the sentence before it."""
    return bool(_REFERS_BACK.match(text))


# --- a listed pair --------------------------------------------------------------------------------------------------


def _listed_pair(claim: _Claim, pairs: Collection[tuple[str, str]]) -> Subtraction | None:
    """The ratified pair whose wording holds every failed word and stands in the claim once."""
    for narrow, general in pairs:
        positions = bounded_positions(narrow, claim.text)
        if len(positions) != 1:
            continue
        start, end = positions[0], positions[0] + len(narrow)
        if claim.failed <= set(claim.within(start, end)):
            cut = Cut(claim.indices[start], claim.indices[end - 1] + 1, general)
            return Subtraction((cut,), False, f"{narrow} becomes {general}")
    return None


# --- a part ---------------------------------------------------------------------------------------------------------


def _partial(claim: _Claim, quote: str, verdict: JudgeVerdict) -> SubtractionDecision:
    chosen, aborts = _cover(claim)
    if aborts:
        return SubtractionDecision(None, aborts)
    return _without(claim, chosen, quote, verdict)


def _kind(text: str, cut: Cut) -> str:
    return "parenthesis" if _PARENTHESIS.fullmatch(text[cut.start : cut.end].rstrip()) else "aligned"


def _without(claim: _Claim, chosen: Sequence[Part], quote: str, verdict: JudgeVerdict) -> SubtractionDecision:
    """The claim without these parts, unless something speaks against it."""
    aborts = tuple(_doubts(claim, chosen, quote, verdict))
    if aborts:
        return SubtractionDecision(None, aborts)
    cuts = sorted((claim.raw_cut(cut) for part in chosen for cut in part.cuts), key=lambda cut: cut.start)
    if any(left.end > right.start for left, right in pairwise(cuts)):
        return _refused(AbortCode.NO_CONSTITUENT, "two failed parts share a joint of one list")
    shown = "; ".join(claim.text[part.start : part.end].strip(" ,") for part in chosen)
    return SubtractionDecision(Subtraction(tuple(cuts), False, f"without: {shown}"))


def _cover(claim: _Claim) -> tuple[list[Part], tuple[Abort, ...]]:
    """The smallest parts that hold every failed word, at most three; or why some failed word is in none."""
    candidates = [*_containers(claim)]
    left = sorted(index for index in claim.failed if claim.words[index].is_content)
    chosen: list[Part] = []
    while left:
        holding = [part for part in candidates if left[0] in claim.within(part.start, part.end)]
        free = [part for part in holding if claim.is_free_of_support(part)]
        if not free:
            cuts = item_cuts(claim.text, claim.words, *_run_at(claim, left[0]))
            if isinstance(cuts, Abort):
                code = AbortCode.SUPPORTED_IN_SPAN if holding else cuts.code
                return [], (Abort(code=code, detail=cuts.detail),)
            free = [Part("item", cuts)]
        part = min(free, key=lambda p: p.end - p.start)
        chosen.append(part)
        inside = claim.within(part.start, part.end)
        left = [index for index in left if index not in inside]
    if len(chosen) > MAX_SPANS:
        return [], (Abort(code=AbortCode.TOO_MANY_SPANS, detail=f"{len(chosen)} parts"),)
    return chosen, ()


def _containers(claim: _Claim) -> Iterator[Part]:
    for match in _PARENTHESIS.finditer(claim.text):
        yield Part("parenthesis", (Cut(match.start(), match.end()),))
    for match in _CLAUSE_START.finditer(claim.text):
        end = _SENTENCE_END.search(claim.text, match.end())
        stop = end.start() if end else len(claim.text)
        yield Part("clause", (Cut(match.start(), stop),))
        comma = claim.text.find(",", match.end(), stop)
        rest = claim.text[comma + 1 : stop]
        if comma >= 0 and "," not in rest and not re.match(r"\s*(?:and|or|og|eller)\b", rest):
            yield Part("clause", (Cut(match.start(), comma + 1),))


def _run_at(claim: _Claim, index: int) -> tuple[int, int]:
    """The failed words in a row from this one on; function words between them are passed over, joints are not."""
    last = index
    for following in range(index + 1, len(claim.words)):
        between = claim.text[claim.words[last].end : claim.words[following].start]
        if re.search(r"[,;:|()]|\b(?:and|or|og|eller)\b", between):
            break
        if following in claim.failed and claim.words[following].is_content:
            last = following
        elif claim.words[following].is_content:
            break
    return index, last


def _doubts(claim: _Claim, parts: Sequence[Part], quote: str, verdict: JudgeVerdict) -> Iterator[Abort]:
    """Everything that speaks against taking these parts out."""
    gone = [index for part in parts for index in claim.within(part.start, part.end)]
    if claim.share(gone) > MOST_DELETED:
        yield Abort(code=AbortCode.TOO_MUCH_DELETED, detail=f"{claim.share(gone):.0%}")
    for part in parts:
        shown = claim.text[part.start : part.end].replace("’", "'")
        yield from guard_hits(shown, container=part.is_container)
        if not part.is_container:
            left = re.split(r"[.;:!?]\s", claim.text[: part.start])[-1].replace("’", "'")
            yield from context_hits(left, claim.text.replace("’", "'"))
        yield from _bad_joints(claim.text, part.cuts)
    yield from _values_against(claim, parts, quote, verdict)


def _bad_joints(text: str, cuts: Iterable[Cut]) -> Iterator[Abort]:
    """Punctuation on both sides of what goes would stand together."""
    for cut in cuts:
        left, right = text[: cut.start].rstrip()[-1:], (cut.new.strip() or text[cut.end :].lstrip())[:1]
        if left in set(",;:.(–—-") and right in set(".,;:)"):
            yield Abort(code=AbortCode.BAD_JOINT, detail=f"{left}{right}")


def _values_against(claim: _Claim, parts: Sequence[Part], quote: str, verdict: JudgeVerdict) -> Iterator[Abort]:
    """The quote holds another value of the kind that would go, or lacks one that would stay."""
    ours, theirs = lex(claim.text), lex(plain(quote)[0])
    held = {value.key for value in theirs}
    own = {value.key for value in ours}
    for value in ours:
        gone = any(part.start <= value.start and value.end <= part.end for part in parts)
        if value.key in held or value.kind in _NOT_MEASURED:
            continue
        if not gone:
            yield Abort(code=AbortCode.RESIDUAL_VALUE, detail=value.text)
        elif verdict is JudgeVerdict.NOT_GROUNDED:
            yield from (
                Abort(code=AbortCode.CONFLICT, detail=f"{value.text} against {other.text}")
                for other in theirs
                if other.kind is value.kind and other.key not in own
            )
