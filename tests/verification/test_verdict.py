"""The effective verdict: every cell of the table, and the laws over all inputs."""

from __future__ import annotations

from itertools import product

import pytest
from answers_of_workers import gate
from hypothesis import given
from hypothesis import strategies as st

from r11.records import ClaimCheck, GatekeeperResult
from r11.verification.verdict import Findings, effective
from r11.vocabulary import ClaimStatus, DowngradeCode, GateCode, ParseStatus, Verdict

REFERENCE = gate(GateCode.EVIDENCE_INVOCATION_REF)
OTHER = gate(GateCode.EVIDENCE_QUOTE)
BOTH = gate(GateCode.SCHEMA_FIELD, GateCode.EVIDENCE_INVOCATION_REF)
GATES = {"pass": gate(), "fails on a reference": REFERENCE, "fails elsewhere": OTHER, "fails on both": BOTH}


def check(claim_id: str, status: ClaimStatus) -> ClaimCheck:
    return ClaimCheck(claim_id=claim_id, status=status)


SUPPORTED = [check("c1", ClaimStatus.SUPPORTED)]
CHECKS = {
    "supported": SUPPORTED,
    "none": [],
    "of another claim": [check("c2", ClaimStatus.SUPPORTED)],
    "twice, once not": [*SUPPORTED, check("c1", ClaimStatus.UNSUPPORTED)],
    **{status.value: [check("c1", status)] for status in ClaimStatus if status is not ClaimStatus.SUPPORTED},
}


def expected(parse: ParseStatus, legacy: bool, gates: str, checks: str, said: Verdict | None) -> Verdict:
    """The table, read off row by row; written without the code's own words on purpose."""
    if gates in ("fails on a reference", "fails on both") or said is Verdict.REJECT:
        return Verdict.REJECT
    low = (parse is not ParseStatus.PARSED, legacy, gates != "pass", checks != "supported", said is not Verdict.PASS)
    return Verdict.LOW_CONFID if any(low) else Verdict.PASS


CELLS = list(product(ParseStatus, (False, True), GATES, CHECKS, (*Verdict, None)))


@pytest.mark.parametrize(("parse", "legacy", "gates", "checks", "said"), CELLS)
def test_every_cell(parse: ParseStatus, legacy: bool, gates: str, checks: str, said: Verdict | None) -> None:
    """parse status × old form × gatekeeper × claim checks × what the verifier said."""
    found, downgrades = effective(Findings(parse, legacy, GATES[gates], ["c1"], CHECKS[checks], said))
    assert found is expected(parse, legacy, gates, checks, said)
    assert (found is Verdict.PASS) == (not downgrades)
    assert found in {Verdict.PASS, *(downgrade.to for downgrade in downgrades)}


def test_one_cell_in_all_passes() -> None:
    passing = [cell for cell in CELLS if expected(*cell) is Verdict.PASS]
    assert passing == [(ParseStatus.PARSED, False, "pass", "supported", Verdict.PASS)]


ROWS = [
    pytest.param({"parse_status": ParseStatus.MISSING}, DowngradeCode.UNREADABLE, Verdict.LOW_CONFID, id="missing"),
    pytest.param({"parse_status": ParseStatus.MALFORMED}, DowngradeCode.UNREADABLE, Verdict.LOW_CONFID, id="malformed"),
    pytest.param({"legacy": True}, DowngradeCode.FIRST_FORM, Verdict.LOW_CONFID, id="the old form"),
    pytest.param({"gatekeeper": REFERENCE}, DowngradeCode.INVOCATION, Verdict.REJECT, id="a reference"),
    pytest.param({"gatekeeper": OTHER}, DowngradeCode.GATEKEEPER, Verdict.LOW_CONFID, id="anything else"),
    pytest.param({"checks": []}, DowngradeCode.NOT_SUPPORTED, Verdict.LOW_CONFID, id="a claim without a check"),
    pytest.param({"claim_ids": []}, DowngradeCode.NOT_SUPPORTED, Verdict.LOW_CONFID, id="no claim at all"),
    pytest.param({"verdict": None}, DowngradeCode.VERIFIER, Verdict.LOW_CONFID, id="a verifier that cannot be read"),
    pytest.param({"verdict": Verdict.REJECT}, DowngradeCode.VERIFIER, Verdict.REJECT, id="a verifier that rejects"),
]
GOOD = {
    "parse_status": ParseStatus.PARSED,
    "legacy": False,
    "gatekeeper": gate(),
    "claim_ids": ["c1"],
    "checks": SUPPORTED,
    "verdict": Verdict.PASS,
}


@pytest.mark.parametrize(("change", "code", "bound"), ROWS)
def test_each_bound_alone_says_why(change: dict[str, object], code: DowngradeCode, bound: Verdict) -> None:
    found, downgrades = effective(Findings(**(GOOD | change)))  # type: ignore[arg-type]
    assert found is bound
    assert [(downgrade.code, downgrade.to) for downgrade in downgrades] == [(code, bound)]


# --- laws ----------------------------------------------------------------------------------------------------------

gates = st.lists(st.sampled_from(GateCode), max_size=5).map(lambda codes: gate(*codes))
ids = st.sampled_from(["c1", "c2", "c3"])
checks = st.lists(st.builds(check, ids, st.sampled_from(ClaimStatus)), max_size=6)
findings = st.builds(
    Findings,
    parse_status=st.sampled_from(ParseStatus),
    legacy=st.booleans(),
    gatekeeper=gates,
    claim_ids=st.lists(ids, unique=True),
    checks=checks,
    verdict=st.none() | st.sampled_from(Verdict),
)


@given(findings)
def test_no_input_whatsoever_is_worth_more_than_its_bound(found: Findings) -> None:
    """ "effective verdict is at best": each condition of the table, asked of the input itself."""
    verdict, _ = effective(found)
    codes = {failure.code for failure in found.gatekeeper.failures}
    supported = {c.claim_id for c in found.checks if c.status is ClaimStatus.SUPPORTED}
    if found.parse_status is not ParseStatus.PARSED or found.legacy or codes:
        assert verdict is not Verdict.PASS
    if not found.claim_ids or set(found.claim_ids) - supported:
        assert verdict is not Verdict.PASS
    if GateCode.EVIDENCE_INVOCATION_REF in codes:
        assert verdict is Verdict.REJECT
    assert verdict.worth <= (found.verdict or Verdict.LOW_CONFID).worth


@given(findings, st.lists(st.sampled_from(GateCode), max_size=3), checks)
def test_more_failures_never_give_a_higher_verdict(
    found: Findings, failures: list[GateCode], worse: list[ClaimCheck]
) -> None:
    more = GatekeeperResult(
        status=gate(*failures).status if failures else found.gatekeeper.status,
        failures=(*found.gatekeeper.failures, *gate(*failures).failures),
    )
    doubts = [one for one in worse if one.status is not ClaimStatus.SUPPORTED]
    with_more = Findings(
        found.parse_status, found.legacy, more, found.claim_ids, [*found.checks, *doubts], found.verdict
    )
    assert effective(with_more)[0].worth <= effective(found)[0].worth
