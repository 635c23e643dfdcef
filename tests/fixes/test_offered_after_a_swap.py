"""Law 3 for edits that others offer: an O1 that was nominated and refused goes to a person, never on to O2."""

from __future__ import annotations

from r11.fixes.classifier import FileContext, classify
from r11.fixes.offered import judge_offer
from r11.fixes.policy import Policy
from r11.records import Flag, OfferedEdit
from r11.vocabulary import FixOp, JudgeVerdict, PolicyScope, Rule

BOTH = Policy("f" * 64, frozenset(PolicyScope))


def test_a_cut_where_a_swap_was_refused_is_a_persons() -> None:
    claim, quote = "The maximum size of a file (a document) is 5 MB.", "The minimum size of a file is 10 MB."
    flag = Flag(
        id="c1",
        file="a.md",
        line=1,
        claim=claim,
        judge_verdict=JudgeVerdict.NOT_GROUNDED,
        rule=Rule.R8,
        evidence_url="https://learn.microsoft.com/x",
        evidence_quote=quote,
        reason="The source does not mention a document.",
    )
    context = FileContext.read(claim.encode())
    own = classify(flag, context, policy=BOTH)
    assert (own.nominated, own.op) == (FixOp.O1, FixOp.O3)
    offered = judge_offer(
        flag, context, OfferedEdit(op=FixOp.O2, old=" (a document)", new=""), origin="worker:one", policy=BOTH
    )
    assert (offered.nominated, offered.op) == (FixOp.O1, FixOp.O3)
    assert offered.proof is None
    assert [abort.code for abort in offered.aborts] == [abort.code for abort in own.aborts]
