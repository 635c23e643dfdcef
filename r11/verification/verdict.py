"""What a worker's output is worth: the table, in code. A verdict can only be lowered here, never raised.

condition                                                         at best
output missing or malformed, or of the old form                   LOW_CONFID
gatekeeper failed on an evidence.invocation_ref                   REJECT
gatekeeper failed on anything else                                LOW_CONFID
some claim has no check that supports it                          LOW_CONFID
the verifier said less (or nothing that could be read)            that (LOW_CONFID)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from r11.records import ClaimCheck, Downgrade, GatekeeperResult
from r11.vocabulary import ClaimStatus, DowngradeCode, GateCode, GateStatus, ParseStatus, Verdict


@dataclass(frozen=True)
class Findings:
    """Everything that the effective verdict rests on.

    `claim_ids`: the claims that were handed out. `verdict`: what the verifier said, None where nothing was readable.
    """

    parse_status: ParseStatus
    legacy: bool
    gatekeeper: GatekeeperResult
    claim_ids: Collection[str]
    checks: Sequence[ClaimCheck]
    verdict: Verdict | None


def effective(findings: Findings) -> tuple[Verdict, tuple[Downgrade, ...]]:
    """The least of all bounds, and every bound below PASS with its reason."""
    downgrades = tuple(_bounds(findings))
    return least(Verdict.PASS, *(downgrade.to for downgrade in downgrades)), downgrades


def least(first: Verdict, *others: Verdict) -> Verdict:
    return min((first, *others), key=lambda verdict: verdict.worth)


def _bounds(found: Findings) -> Iterator[Downgrade]:
    if found.parse_status is not ParseStatus.PARSED:
        detail = str(found.parse_status)
        yield Downgrade(to=Verdict.LOW_CONFID, code=DowngradeCode.UNREADABLE, detail=detail)
    if found.legacy:
        yield Downgrade(to=Verdict.LOW_CONFID, code=DowngradeCode.FIRST_FORM)
    if found.gatekeeper.status is GateStatus.FAIL:
        yield _gate_bound(found.gatekeeper)
    if lacking := _unsupported(found.claim_ids, found.checks):
        detail = ", ".join(lacking)
        yield Downgrade(to=Verdict.LOW_CONFID, code=DowngradeCode.NOT_SUPPORTED, detail=detail)
    if found.verdict is not Verdict.PASS:
        to = found.verdict or Verdict.LOW_CONFID
        yield Downgrade(to=to, code=DowngradeCode.VERIFIER, detail=found.verdict or "nothing readable")


def _gate_bound(gate: GatekeeperResult) -> Downgrade:
    codes = list(dict.fromkeys(failure.code for failure in gate.failures))
    if GateCode.EVIDENCE_INVOCATION_REF in codes:
        paths = [f.path for f in gate.failures if f.code is GateCode.EVIDENCE_INVOCATION_REF]
        return Downgrade(to=Verdict.REJECT, code=DowngradeCode.INVOCATION, detail=_some(paths))
    return Downgrade(to=Verdict.LOW_CONFID, code=DowngradeCode.GATEKEEPER, detail=_some(codes))


def _some(words: Sequence[str], limit: int = 5) -> str:
    more = f" and {len(words) - limit} more" if len(words) > limit else ""
    return ", ".join(words[:limit]) + more


def _unsupported(claim_ids: Iterable[str], checks: Sequence[ClaimCheck]) -> list[str]:
    """The claims that are not supported by every check of theirs, or have none; no claim at all supports nothing."""
    ids = list(claim_ids)
    told = {claim_id: {check.status for check in checks if check.claim_id == claim_id} for claim_id in ids}
    lacking = [claim_id for claim_id in ids if told[claim_id] != {ClaimStatus.SUPPORTED}]
    return lacking if ids else ["no claim"]
