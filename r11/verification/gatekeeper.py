"""The gatekeeper: do form and references of a worker's output hold.

It looks at the output and at the claim that was handed out. Whether a quote stands on its page, the verifier says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from r11.ledger.strict_json import at, cut
from r11.records import ClaimEvidence, ExecutorClaim, Flag, GateFailure, GatekeeperResult
from r11.verification.output import ExecutorReading, ListedClaim
from r11.vocabulary import GateCode, GateStatus, ParseStatus

LONGEST_QUOTE: Final = 100_000  # characters, as of a flag's quote


def gatekeep(output: ExecutorReading, unit: str, flag: Flag) -> GatekeeperResult:
    """Every failure of the output as an answer to this unit, whose one claim is the flag's."""
    failures = list(output.failures)
    if output.parse_status is ParseStatus.PARSED:
        failures += [*_unit_failures(output, unit), *_reference_failures(output), *_claim_failures(output, flag)]
    return GatekeeperResult(status=GateStatus.FAIL if failures else GateStatus.PASS, failures=tuple(failures))


def _unit_failures(output: ExecutorReading, unit: str) -> Iterator[GateFailure]:
    if output.unit is not None and output.unit != unit:
        message = f"the file is for the unit {unit}, and says {cut(output.unit, 120)}"
        yield GateFailure(code=GateCode.SCHEMA_FIELD, path="unit", message=message)
    if not output.claims:
        yield GateFailure(code=GateCode.SCHEMA_FIELD, path="claims", message="no claim is answered")


def _reference_failures(output: ExecutorReading) -> Iterator[GateFailure]:
    """Each claim's evidence names one invocation of the output and holds a quote, unless nothing is offered."""
    made = Counter(invocation.ref for invocation in output.invocations)
    for listed in output.claims:
        evidence = listed.fields.get("evidence")
        if isinstance(evidence, ClaimEvidence):
            place = at(listed.place, "evidence")
            yield from _invocation_failures(made, evidence.invocation_ref, at(place, "invocation_ref"))
            yield from _quote_failures(listed, evidence.quote, at(place, "quote"))


def _invocation_failures(made: Counter[str], reference: str, place: str) -> Iterator[GateFailure]:
    if made[reference] != 1:
        known = ", ".join(made) or "none"
        why = "stands there more than once" if made[reference] else f"was not made; there is {cut(known, 120)}"
        message = f"the invocation {cut(reference)} {why}"
        yield GateFailure(code=GateCode.EVIDENCE_INVOCATION_REF, path=place, message=message)


def _quote_failures(listed: ListedClaim, quote: str, place: str) -> Iterator[GateFailure]:
    if listed.fields.get("proposal") is not None and not quote.strip():
        yield GateFailure(code=GateCode.EVIDENCE_QUOTE, path=place, message="an edit is offered without a quote")
    if len(quote) > LONGEST_QUOTE:
        message = f"{len(quote)} characters, at most {LONGEST_QUOTE} are looked for"
        yield GateFailure(code=GateCode.EVIDENCE_QUOTE, path=place, message=message)


def _claim_failures(output: ExecutorReading, flag: Flag) -> Iterator[GateFailure]:
    times = Counter(listed.fields.get("claim_id") for listed in output.claims)
    for listed in output.claims:
        claim_id, key, text = (listed.fields.get(name) for name in ("claim_id", "flag_key", "text"))
        for name, given, wanted in (("claim_id", claim_id, flag.id), ("flag_key", key, flag.key)):
            if given is not None and given != wanted:
                message = f"{cut(given, 120)} was not handed out in this unit, whose claim is {cut(wanted, 120)}"
                yield GateFailure(code=GateCode.CLAIM_UNKNOWN, path=at(listed.place, name), message=message)
        if (claim_id, key) == (flag.id, flag.key) and text is not None and text != flag.claim:
            message = f"not the text of claim {flag.id}: is the answer another claim's?"
            yield GateFailure(code=GateCode.CLAIM_UNKNOWN, path=at(listed.place, "text"), message=message)
        if claim_id is not None and times[claim_id] > 1:
            message = f"the claim {cut(claim_id)} is answered {times[claim_id]} times; none of the answers counts"
            yield GateFailure(code=GateCode.CLAIM_DUPLICATE, path=at(listed.place, "claim_id"), message=message)


def answer_for(output: ExecutorReading, flag: Flag) -> ExecutorClaim | None:
    """The one valid answer for the flag; None where there is none, or more than one."""
    listed = [one for one in output.claims if one.fields.get("claim_id") == flag.id]
    record = listed[0].record if len(listed) == 1 else None
    if record is None or (record.flag_key, record.text) != (flag.key, flag.claim):
        return None
    return record
