"""What workers handed in: good executor output, and the kinds of output that must never count as good."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from sample_maker.layout import CorpusFile
from sample_maker.plan import FlagPlan
from sample_maker.records import NumberedClaim

Judged = Sequence[tuple[CorpusFile, list[NumberedClaim]]]
FETCHED_AT = "2026-09-14T08:30:00Z"
GOOD_UNITS, BAD_UNITS = 6, 4


def make_artefacts(judged: Judged, tree: dict[str, bytes]) -> dict[str, bytes]:
    """Artefacts of three workers. `tree` holds the pages, whose bytes the invocations name by hash."""
    page_files: dict[str, str] = json.loads(tree["pages/index.json"])
    workable = [pair for pair in judged if len(_provable(pair[1])) >= 2]
    units = workable[:: len(workable) // (GOOD_UNITS + BAD_UNITS)][: GOOD_UNITS + BAD_UNITS]
    outputs = [executor_output(file, claims, page_files, tree) for file, claims in units]
    good, (fenced, cut, old_form, bad_reference) = outputs[:GOOD_UNITS], outputs[GOOD_UNITS:]
    artefacts = {_path("worker-a", output): _pretty(output) for output in good}
    artefacts[_path("worker-b", fenced)] = b"Here is the result:\n```json\n" + _pretty(fenced) + b"```\n"
    artefacts[_path("worker-b", cut)] = _pretty(cut)[:-120]
    artefacts[_path("worker-c", old_form)] = _pretty(first_form(old_form))
    artefacts[_path("worker-c", bad_reference)] = _pretty(with_unknown_reference(bad_reference))
    return artefacts


def _path(worker: str, output: dict[str, Any]) -> str:
    return f"4-artefacts/{worker}/{output['unit']}.json"


def _provable(claims: Sequence[NumberedClaim]) -> list[NumberedClaim]:
    """The swaps and cuts of a file whose text lies open: the worker's proposals."""
    return [
        claim
        for claim in claims
        if isinstance(claim.item, FlagPlan)
        and claim.item.group.op in ("O1", "O2")
        and not claim.item.group.silent
        and claim.item.fact.line_after is not None
    ]


def executor_output(
    file: CorpusFile, claims: Sequence[NumberedClaim], page_files: dict[str, str], tree: dict[str, bytes]
) -> dict[str, Any]:
    """`executor_evidence_v2` of one unit: one invocation for each page, one claim for each flag worked on."""
    worked_on = _provable(claims)
    addresses = list(dict.fromkeys(claim.item.page.address for claim in worked_on))
    references = {address: f"inv-{number}" for number, address in enumerate(addresses, start=1)}
    return {
        "schema": "executor_evidence_v2",
        "unit": f"{file.plan.service.slug}-{file.plan.topic}",
        "invocations": [
            _invocation(references[address], address, tree[f"pages/{page_files[address]}"]) for address in addresses
        ],
        "claims": [_claim(file, claim, references[claim.item.page.address]) for claim in worked_on],
    }


def _invocation(reference: str, address: str, page: bytes) -> dict[str, str]:
    digest = hashlib.sha256(page).hexdigest()
    return {"ref": reference, "tool": "fetch", "url": address, "fetched_at": FETCHED_AT, "sha256": digest}


def _claim(file: CorpusFile, claim: NumberedClaim, reference: str) -> dict[str, Any]:
    flag = claim.item
    assert isinstance(flag, FlagPlan)
    part = flag.fact.failed_part
    return {
        "claim_id": claim.id,
        "flag_key": f"{file.plan.path}#{claim.id}",
        "text": flag.fact.claim,
        "evidence": {"invocation_ref": reference, "quote": flag.fact.quote},
        **({"failed_span": part} if part and part in flag.fact.claim else {}),
        "proposal": _proposal(flag),
    }


def _proposal(flag: FlagPlan) -> dict[str, str]:
    if flag.group.op == "O1":
        return {"op": "O1", "old": flag.fact.old, "new": flag.fact.new}
    return {"op": "O2", "old": flag.fact.line_text, "new": flag.fact.line_after or ""}


def first_form(output: dict[str, Any]) -> dict[str, Any]:
    """The older form, which carries a final answer."""
    kept = {key: value for key, value in output.items() if key not in ("schema", "invocations")}
    return {"schema": "executor_evidence_v1", **kept, "executor_final_answer": "All values were corrected."}


def with_unknown_reference(output: dict[str, Any]) -> dict[str, Any]:
    """Evidence of the first claim points at an invocation that was never made."""
    first, *others = output["claims"]
    evidence = {**first["evidence"], "invocation_ref": "inv-99"}
    return {**output, "claims": [{**first, "evidence": evidence}, *others]}


def _pretty(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")
