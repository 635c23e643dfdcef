"""What workers handed in: good executor output, and the kinds of output that must never count as good."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any

from sample_maker.layout import CorpusFile
from sample_maker.plan import FlagPlan
from sample_maker.records import NumberedClaim

Judged = Sequence[tuple[CorpusFile, list[NumberedClaim]]]
Provable = tuple[CorpusFile, NumberedClaim]
FETCHED_AT = "2026-09-14T08:30:00Z"
GOOD_FILES, BAD_UNITS = 6, 5


def make_artefacts(judged: Judged, tree: dict[str, bytes]) -> dict[str, bytes]:
    """Artefacts of three workers and a verifier. `tree` holds the pages, whose bytes the invocations name by hash."""
    page_files: dict[str, str] = json.loads(tree["pages/index.json"])
    files = [found for file, claims in judged if len(found := _provable(file, claims)) >= 2]
    chosen = files[:: len(files) // (GOOD_FILES + BAD_UNITS)][: GOOD_FILES + BAD_UNITS]
    good = [executor_output(one, page_files, tree) for found in chosen[:GOOD_FILES] for one in found]
    bad = [executor_output(found[0], page_files, tree) for found in chosen[GOOD_FILES:]]
    fenced, cut, old_form, bad_reference, disputed = bad
    artefacts = {_path("worker-a", output): _pretty(output) for output in [*good, disputed]}
    artefacts[_path("worker-b", fenced)] = b"Here is the result:\n```json\n" + _pretty(fenced) + b"```\n"
    artefacts[_path("worker-b", cut)] = _pretty(cut)[:-120]
    artefacts[_path("worker-b", disputed)] = _pretty(without_an_edit(disputed))
    artefacts[_path("worker-c", old_form)] = _pretty(first_form(old_form))
    artefacts[_path("worker-c", bad_reference)] = _pretty(with_unknown_reference(bad_reference))
    artefacts[_path("checker", good[0], ".verdict")] = _pretty(doubts_about(good[0]))
    return artefacts


def unit_name(flag_key: str) -> str:
    """As `r11 worklist` names the unit of a flag."""
    file, _, claim_id = flag_key.rpartition("#")
    plain = (re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-") for word in (file.split("/")[-1][:-3], claim_id))
    return f"{'-'.join(plain)}-{hashlib.sha256(flag_key.encode()).hexdigest()[:12]}"


def _path(worker: str, output: dict[str, Any], kind: str = "") -> str:
    return f"4-artefacts/{worker}/{output['unit']}{kind}.json"


def _provable(file: CorpusFile, claims: Sequence[NumberedClaim]) -> list[Provable]:
    """The swaps and cuts of a file whose text lies open: the worker's proposals."""
    return [
        (file, claim)
        for claim in claims
        if isinstance(claim.item, FlagPlan)
        and claim.item.group.op in ("O1", "O2")
        and not claim.item.group.silent
        and claim.item.fact.line_after is not None
        and claim.item.fact.line_text == claim.item.fact.claim
        and claim.item.evidence_state == "stands"
    ]


def executor_output(one: Provable, page_files: dict[str, str], tree: dict[str, bytes]) -> dict[str, Any]:
    """`executor_evidence_v2` of one unit: the page that the flag cites as the one invocation, one claim."""
    file, claim = one
    flag = claim.item
    assert isinstance(flag, FlagPlan)
    key, address, part = f"{file.plan.path}#{claim.id}", flag.page.address, flag.fact.failed_part
    return {
        "schema": "executor_evidence_v2",
        "unit": unit_name(key),
        "invocations": [_invocation("inv-1", address, tree[f"pages/{page_files[address]}"])],
        "claims": [
            {
                "claim_id": claim.id,
                "flag_key": key,
                "text": flag.fact.claim,
                "evidence": {"invocation_ref": "inv-1", "quote": flag.fact.quote},
                **({"failed_span": part} if part and part in flag.fact.claim else {}),
                "proposal": _proposal(flag),
            }
        ],
    }


def _invocation(reference: str, address: str, page: bytes) -> dict[str, str]:
    digest = hashlib.sha256(page).hexdigest()
    return {"ref": reference, "tool": "fetch", "url": address, "fetched_at": FETCHED_AT, "sha256": digest}


def _proposal(flag: FlagPlan) -> dict[str, str]:
    if flag.group.op == "O1":
        return {"op": "O1", "old": flag.fact.old, "new": flag.fact.new}
    return {"op": "O2", "old": flag.fact.claim, "new": flag.fact.line_after or ""}


def without_an_edit(output: dict[str, Any]) -> dict[str, Any]:
    """Another answer for the same unit."""
    return {**output, "claims": [{**claim, "proposal": None} for claim in output["claims"]]}


def doubts_about(output: dict[str, Any]) -> dict[str, Any]:
    """What a second verifier says of an answer: it does not find the claim borne out."""
    check = {"claim_id": output["claims"][0]["claim_id"], "status": "unsupported", "invocation_ref": "inv-1"}
    return {"verdict": "LOW_CONFID", "claim_checks": [{**check, "reason": "The page speaks of another tier."}]}


def first_form(output: dict[str, Any]) -> dict[str, Any]:
    """The older form, which carries a final answer."""
    kept = {key: value for key, value in output.items() if key != "schema"}
    return {"schema": "executor_evidence_v1", **kept, "executor_final_answer": "All values were corrected."}


def with_unknown_reference(output: dict[str, Any]) -> dict[str, Any]:
    """Evidence of the first claim points at an invocation that was never made."""
    first, *others = output["claims"]
    evidence = {**first["evidence"], "invocation_ref": "inv-99"}
    return {**output, "claims": [{**first, "evidence": evidence}, *others]}


def _pretty(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")
