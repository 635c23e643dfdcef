"""The judge pass's records: ledger, claim manifest, judge outputs; and the gold answers beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sample_maker.layout import CorpusFile, Placed
from sample_maker.plan import FlagPlan, Item

MOVED_CLAIMS = 6  # claims that the ledger places a few lines off, as after an edit of the page


@dataclass(frozen=True)
class NumberedClaim:
    """A judged claim with its id and the line that the claim manifest gives."""

    id: str
    line: int
    item: Item
    placed: Placed


def number_claims(file: CorpusFile) -> list[NumberedClaim]:
    """The judged claims in the order of their lines, numbered from c01."""
    items: list[Item] = [*file.plan.flags, *file.plan.grounded]
    items.sort(key=lambda item: file.placed[item].line)
    return [
        NumberedClaim(f"c{number:02}", file.placed[item].line, item, file.placed[item])
        for number, item in enumerate(items, start=1)
    ]


def move_some(random: Random, files: Sequence[tuple[CorpusFile, list[NumberedClaim]]]) -> None:
    """Put a handful of claims two lines off. Only claims that stand once in their file, so that they can be found."""
    choices = [
        (claims, index)
        for file, claims in files
        for index, claim in enumerate(claims)
        if isinstance(claim.item, FlagPlan) and _stands_alone(file, claim)
    ]
    for claims, index in random.sample(choices, MOVED_CLAIMS):
        claim = claims[index]
        claims[index] = NumberedClaim(claim.id, claim.line - 2, claim.item, claim.placed)


def _stands_alone(file: CorpusFile, claim: NumberedClaim) -> bool:
    text = claim.item.fact.line_text
    return claim.line > 12 and sum(line.text.count(text) for line in file.lines) == 1


def judge_result(claim: NumberedClaim) -> dict[str, Any]:
    """The judge's answer to one claim."""
    item = claim.item
    if not isinstance(item, FlagPlan):
        return _result(claim, "grounded", "", item.fact.quote, "The page says the same.")
    verdict = "source_silent" if item.group.silent else "not_grounded"
    result = _result(claim, verdict, item.rule, item.fact.quote, item.fact.reason)
    part = item.fact.failed_part
    if item.group.multi_part and part and part in item.fact.claim and int(claim.id[1:]) % 4 == 0:
        result["failed_span"] = part
    return result


def _result(claim: NumberedClaim, verdict: str, rule: str, quote: str, reason: str) -> dict[str, Any]:
    return {
        "id": claim.id,
        "judge_verdict": verdict,
        "rule": rule,
        "evidence_url": claim.item.page.url,
        "evidence_quote": quote,
        "reason": reason,
    }


def judge_output(file: CorpusFile, claims: Sequence[NumberedClaim]) -> dict[str, Any]:
    return {"file": file.plan.path, "results": [judge_result(claim) for claim in claims]}


def claim_manifest(file: CorpusFile, claims: Sequence[NumberedClaim]) -> dict[str, Any]:
    rows = [{"id": claim.id, "line": claim.line, "claim": claim.item.fact.claim} for claim in claims]
    return {"file": file.plan.path, "claims": rows}


def ledger_record(file: CorpusFile, claims: Sequence[NumberedClaim]) -> dict[str, Any]:
    """A ledger record; `batch` is a key of the judge pass that R11 keeps and does not read."""
    flags = [_flag(file, claim) for claim in claims if isinstance(claim.item, FlagPlan)]
    return {
        "file": file.plan.path,
        "per_file_verdict": "flagged" if flags else "pass",
        "batch": f"R7.{1 + sum(map(ord, file.plan.service.area)) % 5}",
        "flags": flags,
    }


def _flag(file: CorpusFile, claim: NumberedClaim) -> dict[str, Any]:
    flag = judge_result(claim)
    failed_span = flag.pop("failed_span", None)
    flag |= {"file": file.plan.path, "line": claim.line, "claim": claim.item.fact.claim}
    flag["disposition"] = "unsourced" if flag["judge_verdict"] == "source_silent" else None
    return flag | ({"failed_span": failed_span} if failed_span is not None else {})


def gold_row(file: CorpusFile, claim: NumberedClaim) -> dict[str, Any]:
    """What a careful person would do with the flag, and what a refresh of its page will find."""
    flag = claim.item
    assert isinstance(flag, FlagPlan)
    group, fact = flag.group, flag.fact
    action = "ask" if fact.form.gated else group.action
    return {
        "flag_key": f"{file.plan.path}#{claim.id}",
        "op": group.op,
        "disposition": fact.disposition,
        "action": action,
        "line_after": claim.placed.line_after if action in ("edit", "delete") else None,
        "judge_was_wrong": group.judge_was_wrong,
        "evidence_state": flag.evidence_state,
        "after_refresh": _after_refresh(flag, claim.placed),
        "family": group.name,
        "note": fact.form.note,
    }


def _after_refresh(flag: FlagPlan, placed: Placed) -> dict[str, Any] | None:
    """The decision where the refreshed page asks for another one than the judge's quote did."""
    match flag.evidence_state:
        case "changed":
            line = placed.line_before.replace(flag.fact.line_text, flag.fact.third_line)
            return {"op": "O3", "action": "edit", "disposition": "outdated", "line_after": line}
        case "supports_now" | "answers_now":
            return {"op": "O3", "action": "close", "disposition": "correct", "line_after": None}
        case _:
            return None
