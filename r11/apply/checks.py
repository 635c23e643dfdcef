"""The checks that apply repeats on every machine edit, from the file's own bytes: proof, place, outline and gates.

The proof that the manifest carries is not believed: it is made again, and must hold again. Of the gates, those are
asked that speak of the edit itself; which edit to propose among several is nomination's and is not asked again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from r11.apply.plan import Doubt
from r11.fixes.classifier import FileContext, subtraction_place, swap_place, takes_all
from r11.fixes.gates import is_price_claim
from r11.fixes.plain_claim import Cut
from r11.fixes.proof import Refuted, prove_subtraction, prove_swap
from r11.fixes.subtraction import subtraction_refusals
from r11.fixes.swap import swap_refusals
from r11.records import Abort, ApprovedEdit
from r11.text.lines import ClaimSite, LostClaim, find_claim
from r11.vocabulary import AbortCode, FixOp


@dataclass(frozen=True)
class Recheck:
    """The proof of O1 and O2 once more. `generalisations` are the pairs that the ratified policy lists."""

    generalisations: Collection[tuple[str, str]] = ()

    def __call__(self, context: FileContext, edit: ApprovedEdit) -> list[Doubt]:
        match edit.op:
            case FixOp.O1:
                return [*_price_doubts(edit), *_swap_doubts(context, edit)]
            case FixOp.O2:
                return [*_price_doubts(edit), *_subtraction_doubts(context, edit, self.generalisations)]
            case FixOp.O3:  # a person's text: no proof, and none is asked for
                return []
            case _:  # pragma: no cover
                assert_never(edit.op)


def _price_doubts(edit: ApprovedEdit) -> Iterator[Doubt]:
    """Claims about prices are never touched by O1 or O2, whoever confirmed them."""
    if is_price_claim(edit.claim):
        yield Doubt(AbortCode.OPERATOR_GATED, AbortCode.OPERATOR_GATED.meaning)


def _swap_doubts(context: FileContext, edit: ApprovedEdit) -> Iterator[Doubt]:
    if len(edit.edits) != 1 or edit.line_after is None:
        yield Doubt(AbortCode.NOT_ONE_LINE, "a swap is one span of one line")
        return
    span = edit.edits[0]
    proof = prove_swap(
        context.data,
        _alone(context, edit),
        line=edit.line,
        start=span.start,
        end=span.end,
        old=span.old,
        new=span.new,
        claim=edit.claim,
        quote=edit.evidence.quote,
    )
    yield from _failures(proof)
    yield from _aborts(swap_place(context.page, edit.line, span, edit.line_after.encode("utf-8")))
    gated = swap_refusals(edit.claim, edit.evidence.quote, span.old, span.new, norwegian=context.is_norwegian)
    yield from _aborts(gated)


def _subtraction_doubts(
    context: FileContext, edit: ApprovedEdit, generalisations: Collection[tuple[str, str]]
) -> Iterator[Doubt]:
    proof = prove_subtraction(
        context.data,
        _alone(context, edit),
        line=edit.line,
        edits=[(span.start, span.end, span.old, span.new) for span in edit.edits],
        claim=edit.claim,
        removes_line=edit.line_after is None,
        generalisations=generalisations,
    )
    yield from _failures(proof)
    site = find_claim(context.document, edit.claim, edit.line)
    if isinstance(site, LostClaim):
        yield Doubt(site.code, site.detail)
        return
    line_after = None if edit.line_after is None else edit.line_after.encode("utf-8")
    yield from _aborts(subtraction_place(context, site, edit.edits, line_after))
    if not takes_all(site, edit.edits):
        yield from _aborts(_subtraction_gates(site, edit, generalisations))


def _subtraction_gates(
    site: ClaimSite, edit: ApprovedEdit, generalisations: Collection[tuple[str, str]]
) -> Iterator[Abort]:
    """What the words that go, what stands around them and what is left say against it; ratified pairs aside."""
    cuts = [
        Cut(_characters(site, span.start), _characters(site, span.end), span.new)
        for span in edit.edits
        if (span.old, span.new) not in generalisations
    ]
    claim = site.body[site.start : site.end].decode("utf-8")
    return subtraction_refusals(claim, cuts, edit.evidence.quote) if cuts else iter(())


def _characters(site: ClaimSite, end: int) -> int:
    """How many characters of the claim stand before byte `end` of its line."""
    return len(site.body[site.start : end].decode("utf-8"))


def _alone(context: FileContext, edit: ApprovedEdit) -> bytes:
    """The file with this edit made and no other: each is proven against the bytes it was reviewed on."""
    after = None if edit.line_after is None else edit.line_after.encode("utf-8")
    return context.document.with_line(edit.line, after).to_bytes()


def _failures(proof: object) -> Iterator[Doubt]:
    if isinstance(proof, Refuted):
        yield from (Doubt(code, detail) for code, detail in proof.failures)


def _aborts(aborts: Iterable[Abort]) -> Iterator[Doubt]:
    return (Doubt(abort.code, abort.detail) for abort in aborts)
