"""Making a probe: an item of a review queue, its swap made wrong on purpose, that looks as any value swap does.

Made only from a proposed swap: the claim has exactly one value that its quote does not hold, and the quote
another one of its kind. The probe is wrong for certain, not in somebody's opinion: the quote that is shown does not
hold the new value, neither by its writing nor by what it says.

    wrong value   the claim's own quote, and a new value that stands nowhere in it
    wrong quote   the value that the claim's own quote gives, under the quote of another flag

What the probe says of itself (`proof`) is what a proof that went wrong would say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from r11.fixes.classifier import BUILT_IN, OUTLINE_KEPT, FileContext, swap_place
from r11.fixes.proof import Refuted, prove_swap
from r11.fixes.support import Source, counts
from r11.records import Edit, Flag, Proof, Proposal, proposal_digest, sha256_hex
from r11.review.answers import is_gated
from r11.review.log import line_digest
from r11.review.queue import QueueItem
from r11.text.lines import bounded_positions, claims_on_line, splice
from r11.text.values import Value, ValueKind, lex
from r11.vocabulary import EvidenceState, FixOp, ProbeKind

KINDS = frozenset(
    {ValueKind.NUMBER, ValueKind.DURATION, ValueKind.DATE, ValueKind.VERSION, ValueKind.API_VERSION, ValueKind.ORDINAL}
)
NUMERALS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve")
_DATED = frozenset({ValueKind.DATE, ValueKind.API_VERSION})


@dataclass(frozen=True)
class Maker:
    """An item that a probe can be made of. `old`: the claim's value; `true`: what its own quote says in its place."""

    item: QueueItem
    context: FileContext
    old: Value
    true: Value

    @property
    def flag(self) -> Flag:
        return self.item.flag

    def with_value(self, new: str) -> Value | None:
        """The value that the claim then has in the old one's place; None where it is none of the same kind."""
        start, claim = self.old.start, self.flag.claim
        changed = claim[:start] + new + claim[self.old.end :]
        found = next((value for value in lex(changed) if value.start == start), None)
        return found if found and found.kind is self.old.kind and found.end == start + len(new) else None

    def is_wrong(self, new: str, quote: str) -> bool:
        """Whether the quote does not hold the new value, in no writing, and the claim is another one with it."""
        value = self.with_value(new)
        if value is None or value.key == self.old.key or new.casefold() in quote.casefold():
            return False
        return not Source(lex(quote)).supports(value)


def maker_of(item: QueueItem, context: FileContext | None) -> Maker | None:
    """What a probe can be made of, None where it cannot: no swap, several proposals, a price."""
    proposal, flag = item.proposals[0], item.flag
    if context is None or proposal.op is not FixOp.O1 or len(item.choices) > 1 or is_gated(proposal):
        return None
    if proposal.line_before is None or item.evidence is None or item.evidence.state is not EvidenceState.STANDS:
        return None
    values = lex(flag.claim)
    missing = Source(lex(flag.evidence_quote)).lacks(values)
    if len(missing) != 1 or values[missing[0]].kind not in KINDS:
        return None
    old = values[missing[0]]
    same = [value for value in lex(flag.evidence_quote) if counts(value) and value.kind is old.kind]
    return Maker(item, context, old, same[0]) if len(same) == 1 else None


def make(maker: Maker, kind: ProbeKind, others: Iterable[Maker], key: str, seed: str) -> Made | None:
    """The probe of this kind under this key, None where none can be made. others: where a quote may be taken from."""
    candidates = _quoted_elsewhere(maker, others, seed) if kind is ProbeKind.WRONG_QUOTE else _valued(maker, seed)
    return next(filter(None, (_proposed(maker, one, key) for one in candidates)), None)


@dataclass(frozen=True)
class Made:
    """donor: the flag key that the quote was taken from, None where it is the claim's own."""

    kind: ProbeKind
    donor: str | None
    quote: str
    proposal: Proposal


@dataclass(frozen=True)
class _Candidate:
    new: str
    quote: str
    marked: Value
    donor: str | None


def _valued(maker: Maker, seed: str) -> Iterator[_Candidate]:
    """Other values under the claim's own quote, in an order that seed and claim decide."""
    quote, marked = maker.flag.evidence_quote, maker.true
    for new in sorted(set(other_values(marked)), key=lambda text: _rank(seed, maker.flag.key, text)):
        if maker.is_wrong(new, quote):
            yield _Candidate(new, quote, marked, None)


def _quoted_elsewhere(maker: Maker, others: Iterable[Maker], seed: str) -> Iterator[_Candidate]:
    """The quotes of other flags with one value of this kind: those that share most words with the claim first, then
    those of the same page."""
    own = _words(maker.flag.claim)

    def nearness(other: Maker) -> tuple[int, bool, str]:
        shared = len(own & _words(other.flag.evidence_quote))
        return -shared, other.flag.page_url != maker.flag.page_url, _rank(seed, maker.flag.key, other.flag.key)

    for other in sorted(others, key=nearness):
        quote = other.flag.evidence_quote
        is_other = other.flag.key != maker.flag.key and other.true.kind is maker.true.kind
        if is_other and maker.is_wrong(maker.true.text, quote):
            yield _Candidate(maker.true.text, quote, other.true, other.flag.key)


def other_values(value: Value) -> Iterator[str]:
    """Values of the same writing: a digit is another one, or a spelt numeral is. Of a year only the last digit."""
    text = value.text
    years = re.finditer(r"\d{4}", text) if value.kind in _DATED else ()
    kept = {at for year in years for at in range(year.start(), year.end() - 1)}
    if value.word:
        for word in NUMERALS:
            yield word.capitalize() if text[:1].isupper() else word
    for at, digit in enumerate(text):
        if digit in "0123456789" and at not in kept:
            yield from (text[:at] + other + text[at + 1 :] for other in "123456789" if other != digit)


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in re.findall(r"[^\W\d_]{3,}", text))


def _rank(*parts: str) -> str:
    return sha256_hex("\n".join(parts).encode("utf-8", "surrogatepass"))


def _proposed(maker: Maker, candidate: _Candidate, key: str) -> Made | None:
    """The candidate as a proposal of the source's place; None where the bytes would not allow even a right swap."""
    source, flag, document = maker.item.proposals[0], maker.flag, maker.context.document
    sites = claims_on_line(document, flag.claim, source.line)
    at = bounded_positions(maker.old.text, flag.claim)
    if len(sites) != 1 or at != [maker.old.start]:
        return None
    start, end = sites[0].locate(maker.old.start, maker.old.end)
    after = splice(sites[0].body, [(start, end, candidate.new.encode())])
    edit = Edit(start=start, end=end, old=maker.old.text, new=candidate.new)
    if any(swap_place(maker.context.page, source.line, edit, after)):
        return None
    facts = _facts(maker, candidate, (start, end), after)
    if facts is None:
        return None
    line_before, line_after = sites[0].body.decode("utf-8"), after.decode("utf-8")
    proof = Proof(
        op=FixOp.O1,
        facts=facts,
        line_before_sha256=sha256_hex(sites[0].body),
        line_after_sha256=line_digest(line_after),
        quote_start=candidate.marked.start,
        quote_end=candidate.marked.end,
    )
    proposal = replace(
        source,
        op=FixOp.O1,
        edits=(edit,),
        line_before=line_before,
        line_after=line_after,
        nominated=FixOp.O1,
        aborts=(),
        proof=proof,
        origin=BUILT_IN,
        self_evaluation=None,
        sha256=proposal_digest(
            flag_key=key, op=FixOp.O1, edits=(edit,), line_before=line_before, line_after=line_after,
            claim=flag.claim, quote=candidate.quote,
        ),
    )  # fmt: skip
    kind = ProbeKind.WRONG_VALUE if candidate.donor is None else ProbeKind.WRONG_QUOTE
    return Made(kind, candidate.donor, candidate.quote, proposal)


def _facts(maker: Maker, candidate: _Candidate, span: tuple[int, int], after: bytes) -> tuple[str, ...] | None:
    """What the proof would say if the marked value of the quote were the new one."""
    document, marked = maker.context.document, candidate.marked
    line = maker.item.proposals[0].line
    pretended = candidate.quote[: marked.start] + candidate.new + candidate.quote[marked.end :]
    found = prove_swap(
        maker.context.data,
        document.with_line(line, after).to_bytes(),
        line=line, start=span[0], end=span[1], old=maker.old.text, new=candidate.new, claim=maker.flag.claim,
        quote=pretended,
    )  # fmt: skip
    if isinstance(found, Refuted) or found.quote_start != marked.start:
        return None
    pretence, place = f"characters {found.quote_start}:{found.quote_end}", f"characters {marked.start}:{marked.end}"
    return (*(fact.replace(pretence, place) for fact in found.facts), OUTLINE_KEPT)
