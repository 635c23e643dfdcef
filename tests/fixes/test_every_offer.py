"""A worker who tries everything: each value of the claim against each value of the quote, until something passes.

Who makes an offer is not trusted, so that the gates alone have to hold: whatever passes as a value swap is the right
answer, or the very edit that r11 proposes itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from r11.fixes.offered import judge_offer
from r11.records import Flag, OfferedEdit, Proposal
from r11.text.values import lex
from r11.vocabulary import FixOp
from r11.workbench.programme import Programme, read_programme

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"


def passing(programme: Programme) -> Iterator[tuple[Flag, Proposal]]:
    """Every O1 that some offer comes to."""
    for flag in programme.ledger.flags:
        claimed, quoted = ({value.text for value in lex(text)} for text in (flag.claim, flag.evidence_quote))
        for old in sorted(claimed):
            for new in sorted(quoted - {old}):
                offer = OfferedEdit(op=FixOp.O1, old=old, new=new)
                found = judge_offer(flag, programme.files[flag.file], offer, origin="worker:any")
                if found.op is FixOp.O1:
                    yield flag, found


def test_what_passes_on_the_sample_is_the_gold_answer() -> None:
    gold = {
        row["flag_key"]: row["line_after"] for row in map(json.loads, (SAMPLE / "gold.jsonl").open(encoding="utf-8"))
    }
    found = list(passing(read_programme(SAMPLE / "1-ledger" / "ledger.json", SAMPLE / "corpus")))
    assert [flag.key for flag, proposal in found if proposal.line_after != gold[flag.key]] == []
    assert len(found) > 80


@pytest.mark.cases
@pytest.mark.parametrize("folder", ["drift-kb", "drift", "handmade_o1"])
def test_what_passes_on_real_text_is_right_or_our_own(folder: str) -> None:
    root = Path(os.environ["R11_CASES"]) / folder
    rows = [json.loads(line) for line in (root / "gold.jsonl").open(encoding="utf-8")]
    gold = {row["case_id"]: row["gold_text"] for row in rows}
    programme = read_programme(root / "ledger.json", root / "corpus")
    found = list(passing(programme))
    wrong = [
        f"{flag.key}: {proposal.line_after}"
        for flag, proposal in found
        if (proposal.line_after or "").rstrip("\r") != gold[flag.id]
        if programme.proposal_for(flag).sha256 != proposal.sha256
    ]
    assert wrong == []
    assert len(found) > 20
