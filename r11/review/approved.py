"""What one answer approves, as a manifest says it."""

from __future__ import annotations

from r11.records import ApprovedEdit, Confirmation, Edit, Flag, FlagEvidence, ManifestEvidence, Proposal, sha256_hex
from r11.review.decisions import Answer
from r11.vocabulary import Disposition, FixOp


def approved_edit(flag: Flag, proposal: Proposal, answer: Answer, evidence: FlagEvidence | None) -> ApprovedEdit | None:
    """What the answer approves, as a manifest says it; None where there is no text to write.

    A person's line is an O3 edit of the smallest span in which it differs, without a proof.
    """
    if proposal.line_before is None or not (answer.edited or proposal.edits):
        return None
    line_after = answer.text if answer.edited else proposal.line_after
    return ApprovedEdit(
        flag_key=flag.key,
        op=FixOp.O3 if answer.edited else proposal.op,
        judge_verdict=flag.judge_verdict,
        claim=flag.claim,
        line=proposal.line,
        line_before=proposal.line_before,
        line_after=line_after,
        edits=(smallest_edit(proposal.line_before, line_after),) if answer.edited else proposal.edits,
        reason=flag.reason,
        proof=None if answer.edited or proposal.op is FixOp.O3 else proposal.proof,
        evidence=ManifestEvidence(
            url=flag.evidence_url,
            quote=flag.evidence_quote,
            quote_sha256=sha256_hex(flag.evidence_quote.encode("utf-8")),
            fetched_at=evidence.fetched_at if evidence else "",
        ),
        confirmation=confirmation_by(answer),
        disposition=answer.disposition or Disposition.CORRECT,  # an approval that rules nothing is refused as such
    )


def confirmation_by(answer: Answer) -> Confirmation:
    return Confirmation(by=answer.reviewer, at=answer.event.at, scope=answer.scope, event_sha256=answer.entry.sha256)


def smallest_edit(before: str, after: str | None) -> Edit:
    """The one span, in bytes, outside of which both lines are alike; the whole line where it goes."""
    if after is None:
        return Edit(start=0, end=len(before.encode("utf-8")), old=before, new="")
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    start = len(before[:head].encode("utf-8"))
    return Edit(start=start, end=start + len(old.encode("utf-8")), old=old, new=new)


def _common(left: str, right: str) -> int:
    """How many characters two texts have in common at their start."""
    return next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
