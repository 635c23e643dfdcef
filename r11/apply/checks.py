"""The checks of meaning and proof that apply repeats on every edit, from the file's own bytes.

The proof that the manifest carries is not believed: it is made again, and must hold again.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import assert_never

from r11.apply.plan import Doubt
from r11.fixes.proof import Refuted, prove_subtraction, prove_swap
from r11.records import ApprovedEdit
from r11.text.lines import Document
from r11.vocabulary import AbortCode, FixOp


@dataclass(frozen=True)
class ByteFacts:
    """The proof of O1 and O2 once more. `generalisations` are the pairs that the ratified policy lists."""

    generalisations: Collection[tuple[str, str]] = ()

    def __call__(self, base: Document, edit: ApprovedEdit) -> list[Doubt]:
        match edit.op:
            case FixOp.O1:
                return _swap_doubts(base, edit)
            case FixOp.O2:
                return _subtraction_doubts(base, edit, self.generalisations)
            case FixOp.O3:  # a person's text: no proof, and none is asked for
                return []
            case _:  # pragma: no cover
                assert_never(edit.op)


def _swap_doubts(base: Document, edit: ApprovedEdit) -> list[Doubt]:
    if len(edit.edits) != 1 or edit.line_after is None:
        return [Doubt(AbortCode.NOT_ONE_LINE, "a swap is one span of one line")]
    span = edit.edits[0]
    proof = prove_swap(
        base.to_bytes(),
        _alone(base, edit),
        line=edit.line,
        start=span.start,
        end=span.end,
        old=span.old,
        new=span.new,
        claim=edit.claim,
        quote=edit.evidence.quote,
    )
    return _doubts(proof)


def _subtraction_doubts(
    base: Document, edit: ApprovedEdit, generalisations: Collection[tuple[str, str]]
) -> list[Doubt]:
    proof = prove_subtraction(
        base.to_bytes(),
        _alone(base, edit),
        line=edit.line,
        edits=[(span.start, span.end, span.old, span.new) for span in edit.edits],
        claim=edit.claim,
        removes_line=edit.line_after is None,
        generalisations=generalisations,
    )
    return _doubts(proof)


def _alone(base: Document, edit: ApprovedEdit) -> bytes:
    """The file with this edit made and no other: each is proven against the bytes it was reviewed on."""
    after = None if edit.line_after is None else edit.line_after.encode("utf-8")
    return base.with_line(edit.line, after).to_bytes()


def _doubts(proof: object) -> list[Doubt]:
    return [Doubt(code, detail) for code, detail in proof.failures] if isinstance(proof, Refuted) else []
