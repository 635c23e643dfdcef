"""Every abort code is reached by a sentence, a file or bytes, not only named: one row for each.

The rows of the swap's refusals and of the subtraction's are read off their own tables; the others are here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from swap_tables import REFUSALS
from test_subtraction import test_what_does_not_go as subtraction_rows

from r11.fixes.classifier import FileContext, classify
from r11.fixes.offered import judge_offer, to_a_look
from r11.fixes.offered_cuts import judge_subtraction
from r11.fixes.proof import Proven, prove_subtraction, prove_swap
from r11.fixes.subtraction import nominate_subtraction
from r11.fixes.swap import nominate_swap
from r11.records import Abort, Flag, FlagEvidence, OfferedEdit
from r11.vocabulary import AbortCode, EvidenceState, FixOp, JudgeVerdict, MatchKind, Rule

CLAIM = "The maximum file size is 5 MB."
QUOTE = "The maximum file size is 10 MB."


def flag(claim: str = CLAIM, quote: str = QUOTE, **more: Any) -> Flag:
    fields: dict[str, Any] = {"id": "c1", "judge_verdict": JudgeVerdict.NOT_GROUNDED, "rule": Rule.R8, "reason": ""}
    place = {"evidence_url": "https://learn.microsoft.com/x", "file": "a.md", "line": 1}
    return Flag(**(fields | place | {"claim": claim, "evidence_quote": quote} | more))


def classified(text: str | bytes | None, of: Flag | None = None, **more: Any) -> Iterator[AbortCode]:
    data = text.encode() if isinstance(text, str) else text
    proposal = classify(of or flag(), None if data is None else FileContext.read(data), **more)
    yield from (abort.code for abort in proposal.aborts)


def for_a_look() -> Iterator[AbortCode]:
    """What a worker offers for a value that is not in the quote, with less than a pass."""
    offer = OfferedEdit(op=FixOp.O1, old="5", new="7")
    offered = judge_offer(flag(), FileContext.read(CLAIM.encode()), offer, origin="worker:one")
    yield from (abort.code for abort in to_a_look(flag(), offered, "the verifier said no more").aborts)


def half_a_cut() -> Iterator[AbortCode]:
    """An offer that leaves the part which the judge named."""
    claim = "It holds logs (of a year), metrics and events."
    of = flag(claim, "It holds logs, metrics and events.", reason="The page does not mention events.")
    yield from (abort.code for abort in judge_subtraction(of, "It holds logs, metrics and events.").aborts)


def evidence(state: EvidenceState, match: MatchKind = MatchKind.EXACT) -> FlagEvidence:
    return FlagEvidence(
        flag_key="a.md#c1",
        url="https://learn.microsoft.com/x",
        state=state,
        match=match,
        passage="x",
        fetched_at="2026-01-01T00:00:00Z",
        text_sha256=None,
        sha256="0" * 64,
    )


def proven_swap(**change: Any) -> Iterator[AbortCode]:
    """A swap of 5 by 10 on the one line of a file, with one thing wrong."""
    fields: dict[str, Any] = {"before": b"a 5 b", "after": b"a 10 b", "line": 1, "start": 2, "end": 3, "old": "5"}
    given = fields | {"new": "10", "claim": "a 5 b", "quote": "it is 10 now"} | change
    verdict = prove_swap(given.pop("before"), given.pop("after"), **given)
    yield from () if isinstance(verdict, Proven) else (code for code, _ in verdict.failures)


def proven_subtraction(
    before: bytes, after: bytes, edits: list[tuple[int, int, str, str]], **more: Any
) -> Iterator[AbortCode]:
    verdict = prove_subtraction(before, after, line=1, edits=edits, **({"claim": before.decode()} | more))
    yield from () if isinstance(verdict, Proven) else (code for code, _ in verdict.failures)


LISTED = "The connector supports Teams, Exchange, and SharePoint."
SUBTRACTED = flag(LISTED, "The connector supports Teams and SharePoint.", reason="Exchange is not mentioned.")
SILENT = {"judge_verdict": JudgeVerdict.SOURCE_SILENT}
LONE = "Contoso agents dance every Friday evening."
PRICE = "The plan costs $5 a month."

ROWS: dict[AbortCode, Callable[[], Iterable[AbortCode]]] = {
    # the flag
    AbortCode.VERDICT_SILENT: lambda: classified("Files are small.", flag("Files are small.", "Other.", **SILENT)),
    AbortCode.NO_QUOTE: lambda: classified(CLAIM, flag(quote="")),
    AbortCode.OPERATOR_GATED: lambda: classified(PRICE, flag(PRICE, "It costs $9.")),
    AbortCode.PRICE_RELEASED: lambda: classified(PRICE, flag(PRICE, "It costs $9."), released=True),
    AbortCode.LOW_CONFIDENCE: for_a_look,
    AbortCode.FAILED_PART_LEFT: half_a_cut,
    AbortCode.TEXT_TOO_LONG: lambda: classified("a 5 " * 1_000, flag("a 5 " * 1_000)),
    # the place
    AbortCode.FILE_NOT_FOUND: lambda: classified(None),
    AbortCode.CLAIM_GONE: lambda: classified("Other text."),
    AbortCode.CLAIM_AMBIGUOUS: lambda: classified(f"{CLAIM} {CLAIM}"),
    AbortCode.CLAIM_SPANS_LINES: lambda: classified("The maximum file\nsize is 5 MB."),
    AbortCode.LINE_NOT_UTF8: lambda: classified(b"\xff"),
    AbortCode.NOT_PROSE: lambda: classified(f"```\n{CLAIM}\n```", flag(line=2)),
    AbortCode.HEADING: lambda: classified(f"# {CLAIM}"),
    AbortCode.OUTLINE_CHANGED: lambda: classified(f"- {LONE}", flag(LONE, "It is about storage.", **SILENT)),
    # the policy, the evidence
    AbortCode.O2_NOT_RATIFIED: lambda: classified(LISTED, SUBTRACTED),
    AbortCode.QUOTE_CHANGED: lambda: classified(CLAIM, evidence=evidence(EvidenceState.CHANGED)),
    AbortCode.SUPPORTS_NOW: lambda: classified(CLAIM, evidence=evidence(EvidenceState.SUPPORTS_NOW)),
    AbortCode.SOURCE_ANSWERS_NOW: lambda: classified(CLAIM, evidence=evidence(EvidenceState.ANSWERS_NOW)),
    AbortCode.PAGE_GONE: lambda: classified(CLAIM, evidence=evidence(EvidenceState.GONE)),
    AbortCode.QUOTE_ONLY_NEAR: lambda: classified(CLAIM, evidence=evidence(EvidenceState.STANDS, MatchKind.NEAR)),
    # the proof of a swap
    AbortCode.NEW_NOT_IN_QUOTE: lambda: proven_swap(quote="it is 110 now"),
    AbortCode.LINE_DIFFERS_OUTSIDE: lambda: proven_swap(after=b"a 10 c"),
    AbortCode.NOT_ONE_LINE: lambda: proven_swap(after=b"a 10 b\nc"),
    AbortCode.OLD_NOT_AT_SPAN: lambda: proven_swap(start=1, end=2),
    AbortCode.BAD_VALUE: lambda: proven_swap(new="1\u200b0"),
    AbortCode.OLD_NOT_ONCE: lambda: proven_swap(before=b"a 5 5 b", claim="a 5 5 b"),
    AbortCode.CLAIM_NOT_ONCE: lambda: proven_swap(claim="c 5 b"),
    # the proof of a subtraction
    AbortCode.OUTSIDE_CLAIM: lambda: proven_subtraction(b"a b c", b"a b", [(3, 5, " c", "")], claim="a b"),
    AbortCode.TOO_MANY_SPANS: lambda: proven_subtraction(b"a b c", b"a b c", []),
    AbortCode.REPAIR_NOT_LISTED: lambda: proven_subtraction(b"a b c", b"a d c", [(2, 3, "b", "d")]),
    AbortCode.CUTS_WORD: lambda: proven_subtraction(b"a bb c", b"a b c", [(3, 4, "b", "")]),
    AbortCode.NOTHING_LEFT: lambda: proven_subtraction(
        b"a b\nx", b"\nx", [(0, 3, "a b", "")], claim="a b"
    ),
    AbortCode.NOT_WHOLE_UNIT: lambda: proven_subtraction(b"a b c", b"", [], claim="a b", removes_line=True),
    AbortCode.UNIT_NEEDED: lambda: (
        abort.code
        for abort in nominate_subtraction(
            "Contoso agents dance every Friday evening:", "It is about storage.", verdict=JudgeVerdict.SOURCE_SILENT
        ).aborts
    ),
    # what apply refused before
    AbortCode.EVIDENCE_STALE: lambda: classified(
        CLAIM, refusals=(Abort(code=AbortCode.EVIDENCE_STALE, detail="31 days"),)
    ),
}  # fmt: skip


def swap_rows() -> dict[AbortCode, Callable[[], Iterable[AbortCode]]]:
    return {
        row.code: lambda row=row: (  # type: ignore[misc]
            abort.code
            for abort in nominate_swap(
                row.claim, row.quote, verdict=JudgeVerdict.NOT_GROUNDED, reason=row.reason, norwegian=row.norwegian
            ).aborts
        )
        for row in REFUSALS
    }


def rows_of_subtraction() -> dict[AbortCode, Callable[[], Iterable[AbortCode]]]:
    table = next(mark for mark in subtraction_rows.pytestmark if mark.name == "parametrize").args[1]
    return {
        code: lambda claim=claim, quote=quote, reason=reason: (  # type: ignore[misc]
            abort.code
            for abort in nominate_subtraction(claim, quote, verdict=JudgeVerdict.NOT_GROUNDED, reason=reason).aborts
        )
        for claim, quote, reason, code in (row.values for row in table)
    }


# the ledger leaves out a flag that its check refuses before there is anything to propose
NEVER_PROPOSED = frozenset({AbortCode.INVALID_FLAG})
ALL = swap_rows() | rows_of_subtraction() | ROWS


@pytest.mark.parametrize("code", [code for code in AbortCode if code not in NEVER_PROPOSED])
def test_it_fires(code: AbortCode) -> None:
    assert code in set(ALL[code]())
