"""Classifier and apply ask the same questions: what the one proves, the other must not refuse.

The second asking is worth something only as long as it is a second asking of the same; where the two part, an approved
edit is refused on the evening on which it was to be written.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from r11.apply.checks import Recheck
from r11.fixes.policy import Policy
from r11.records import ApprovedEdit, Confirmation, Flag, ManifestEvidence, Proposal
from r11.vocabulary import Disposition, FixOp, PolicyScope, Scope
from r11.workbench.programme import read_programme

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"
POLICY = Policy("0" * 64, frozenset(PolicyScope))


def as_edit(flag: Flag, proposal: Proposal) -> ApprovedEdit:
    return ApprovedEdit(
        flag_key=flag.key,
        op=proposal.op,
        judge_verdict=flag.judge_verdict,
        claim=flag.claim,
        line=proposal.line,
        line_before=proposal.line_before or "",
        line_after=proposal.line_after,
        edits=proposal.edits,
        reason=flag.reason,
        proof=proposal.proof,
        evidence=ManifestEvidence(url="", quote=flag.evidence_quote, quote_sha256="", fetched_at=""),
        confirmation=Confirmation(by="", at="", scope=Scope.CLASS, event_sha256=""),
        disposition=Disposition.WRONG,
    )


def disagreements(ledger: Path, corpus: Path) -> tuple[int, list[str]]:
    """How many machine edits are proposed, and those that apply would refuse."""
    programme = read_programme(ledger, corpus)
    programme = replace(programme, knowledge=replace(programme.knowledge, policy=POLICY))
    machine = [(flag, proposal) for flag, proposal in programme.propose() if proposal.op is not FixOp.O3]
    refused = []
    for flag, proposal in machine:
        context = programme.files[flag.file]
        assert context is not None
        refused += [f"{flag.key}: {doubt}" for doubt in Recheck()(context, as_edit(flag, proposal))]
    return len(machine), refused


def test_on_the_sample() -> None:
    count, refused = disagreements(SAMPLE / "1-ledger" / "ledger.json", SAMPLE / "corpus")
    assert not refused
    assert count > 100


@pytest.mark.cases
@pytest.mark.parametrize("folder", ["drift-kb", "drift", "handmade_o1", "handmade_o2"])
def test_on_the_measuring_cases(cases: Path, folder: str) -> None:
    count, refused = disagreements(cases / folder / "ledger.json", cases / folder / "corpus")
    assert not refused
    assert count
