"""Verifiers: one check per claim. The built-in one knows proofs and evidence; another's output is read the same way.

An outside verifier can lower what the built-in one found and never raise it: of two checks of one claim the worse
stands, and of two verdicts the lower.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from r11.ledger.fields import read
from r11.ledger.strict_json import cut, describe, parse
from r11.records import (
    CheckedFact,
    ClaimCheck,
    ExecutorClaim,
    Flag,
    FlagEvidence,
    Invocation,
    Proposal,
    VerifierOutput,
)
from r11.text.quotes import PageText, find_verbatim
from r11.verification.verdict import least
from r11.vocabulary import ClaimStatus, EvidenceState, FixOp, Verdict

# From best to worst: where verifiers differ on a claim, the worst counts.
_ORDER = (ClaimStatus.SUPPORTED, ClaimStatus.NOT_CHECKED, ClaimStatus.UNSUPPORTED, ClaimStatus.CONTRADICTED)


@dataclass(frozen=True)
class VerifierReading:
    """A verifier's output, normalised: one check per claim that was handed out, in that order.

    `verdict` is None where it could not be read. `facts` are those of a verifier that sent nothing else; it has no
    `checks` then, as before. `notes` say in words what was put aside.
    """

    verdict: Verdict | None
    checks: tuple[ClaimCheck, ...] = ()
    facts: tuple[CheckedFact, ...] = ()
    notes: tuple[str, ...] = ()


def read_verifier(data: bytes, claim_ids: Sequence[str], references: Collection[str]) -> VerifierReading:
    """A verifier's output over the claims of one unit. Never raises.

    references: the invocations of the worker's output, the only ones that a check can rest on.
    """
    parsed = parse(data)
    if parsed.problems or not isinstance(parsed.value, dict):
        what = [str(problem) for problem in parsed.problems] or [f"expected an object, found {describe(parsed.value)}"]
        return VerifierReading(None, _all_unchecked(claim_ids, "the verifier's output cannot be read"), (), tuple(what))
    value = parsed.value
    whole = read(VerifierOutput, value, "")
    notes = [str(problem) for problem in whole.problems]
    verdict: Verdict | None = whole.fields.get("verdict")
    if not value.get("claim_checks") and value.get("facts_checked"):
        return VerifierReading(verdict, (), tuple(whole.fields.get("facts_checked", ())), tuple(notes))
    listed = value.get("claim_checks")
    checks, odd = normalised(listed if isinstance(listed, list) else [], claim_ids, references)
    return VerifierReading(verdict, checks, (), (*notes, *odd))


def normalised(
    items: Sequence[Any], claim_ids: Sequence[str], references: Collection[str]
) -> tuple[tuple[ClaimCheck, ...], tuple[str, ...]]:
    """One check per claim, in the order of `claim_ids`, and in words what was put aside.

    A claim that is checked twice, in words that are none, on an invocation that was not made, or not at all is not
    checked. A check of an unknown claim is put aside.
    """
    readings = [read(ClaimCheck, item, f"claim_checks[{index}]") for index, item in enumerate(items)]
    times = Counter(reading.fields.get("claim_id") for reading in readings)
    found: dict[str, ClaimCheck] = {}
    notes: list[str] = []
    for reading in readings:
        claim_id: str = reading.fields.get("claim_id", "")
        if claim_id not in claim_ids:
            notes.append(f"a check of {cut(claim_id)}, which was not handed out")
        elif times[claim_id] > 1:
            found[claim_id] = _unchecked(claim_id, f"checked {times[claim_id]} times; which check is meant is unknown")
        elif reading.record is None:
            found[claim_id] = _unchecked(claim_id, "; ".join(problem.message for problem in reading.problems))
        else:
            found[claim_id] = _on_a_real_invocation(reading.record, references)
    checks = tuple(
        found.get(claim_id) or _unchecked(claim_id, "the verifier did not check it") for claim_id in claim_ids
    )
    return checks, tuple(notes)


def _on_a_real_invocation(check: ClaimCheck, references: Collection[str]) -> ClaimCheck:
    if check.status is not ClaimStatus.SUPPORTED or check.invocation_ref in references:
        return check
    return _unchecked(check.claim_id, f"supported by {cut(check.invocation_ref)}, an invocation that was not made")


def _unchecked(claim_id: str, reason: str) -> ClaimCheck:
    return ClaimCheck(claim_id=claim_id, status=ClaimStatus.NOT_CHECKED, reason=reason)


def _all_unchecked(claim_ids: Sequence[str], reason: str) -> tuple[ClaimCheck, ...]:
    return tuple(_unchecked(claim_id, reason) for claim_id in claim_ids)


# --- the built-in verifier --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OnRecord:
    """What `2-evidence` holds for a flag: its state, the page's text, and the addresses under which it was found."""

    evidence: FlagEvidence
    page: PageText
    addresses: frozenset[str]


def check_answer(
    flag: Flag,
    answer: ExecutorClaim | None,
    offered: Proposal | None,
    invocations: Collection[Invocation],
    record: OnRecord | None,
) -> VerifierReading:
    """The built-in verifier on the one claim of a unit: is the offered edit proven, on a page that is on record.

    `offered`: what the edit came to, None where none is offered.
    """
    if answer is None or offered is None:
        status, reason = ClaimStatus.NOT_CHECKED, "no edit is offered" if answer else "no answer that could be read"
    elif problem := _page_problem(answer, invocations, record):
        status, reason = problem
    else:
        status, reason = _edit_finding(offered)
    reference = answer.evidence.invocation_ref if answer else ""
    check = ClaimCheck(claim_id=flag.id, status=status, invocation_ref=reference, reason=reason)
    return VerifierReading(Verdict.PASS if status is ClaimStatus.SUPPORTED else Verdict.LOW_CONFID, (check,))


def _page_problem(
    answer: ExecutorClaim, invocations: Collection[Invocation], record: OnRecord | None
) -> tuple[ClaimStatus, str] | None:
    if record is None:
        return ClaimStatus.NOT_CHECKED, "no page is on record for it: run r11 refresh"
    urls = {call.url.partition("#")[0] for call in invocations if call.ref == answer.evidence.invocation_ref}
    if not urls & record.addresses:
        return ClaimStatus.NOT_CHECKED, "its evidence is from another page than the flag cites"
    if record.evidence.state is EvidenceState.SUPPORTS_NOW:
        return ClaimStatus.CONTRADICTED, "the page now says what the claim says"
    if find_verbatim(answer.evidence.quote, record.page) is None:
        return ClaimStatus.UNSUPPORTED, "its quote does not stand on the page as it was last fetched"
    return None


def _edit_finding(offered: Proposal) -> tuple[ClaimStatus, str]:
    if offered.op is not FixOp.O3 and offered.proof is not None:
        return ClaimStatus.SUPPORTED, f"{offered.op} proven: {offered.proof.facts[0]}"
    if offered.nominated is FixOp.O3 and not offered.aborts:
        return ClaimStatus.NOT_CHECKED, "a rewrite is a judgement: a person's to check"
    return ClaimStatus.UNSUPPORTED, ", ".join(abort.code for abort in offered.aborts)


# --- together ---------------------------------------------------------------------------------------------------------


def merged(built_in: VerifierReading, outside: Mapping[str, VerifierReading]) -> VerifierReading:
    """What all verifiers say together; `outside` by the verifier's name. Never above what the built-in one says."""
    readings = [built_in, *outside.values()]
    verdicts = [reading.verdict for reading in readings if reading.verdict is not None]
    said = least(*verdicts) if len(verdicts) == len(readings) else None
    if said is None and Verdict.REJECT in verdicts:
        said = Verdict.REJECT
    named = [("", built_in), *sorted(outside.items())]
    checks = tuple(_worst(check, named) for check in built_in.checks)
    facts = tuple(fact for reading in readings for fact in reading.facts)
    notes = tuple(f"{name}: {note}" for name, reading in named for note in reading.notes)
    return VerifierReading(said, checks, facts, notes)


def _worst(check: ClaimCheck, named: Sequence[tuple[str, VerifierReading]]) -> ClaimCheck:
    told = [
        (_ORDER.index(other.status), name, other)
        for name, reading in named
        for other in reading.checks
        if other.claim_id == check.claim_id
    ]
    _, name, worst = max(told, key=lambda one: one[0])
    reason = f"{name}: {worst.reason}" if name else worst.reason
    return ClaimCheck(claim_id=worst.claim_id, status=worst.status, invocation_ref=worst.invocation_ref, reason=reason)


def facts_of(checks: Sequence[ClaimCheck], texts: Mapping[str, str]) -> Iterator[CheckedFact]:
    """The older shape, computed from the checks. `texts`: the claims' texts by id."""
    for check in checks:
        verified = check.status is ClaimStatus.SUPPORTED
        note = check.reason if verified else f"{check.status.replace('_', ' ')}: {check.reason}".removesuffix(": ")
        fact = texts.get(check.claim_id, check.claim_id)
        yield CheckedFact(fact=fact, verified=verified, source=check.invocation_ref, note=note)
