"""An approval names exact bytes: if line, proposal, policy or evidence differ later, it approves nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from r11.records import ApprovedEdit, Closure, Confirmation, Edit, ManifestEvidence, sha256_hex
from r11.review import answers
from r11.review.confirm import (
    closure_problems,
    confirmation_problems,
    evidence_problems,
    revert_event,
    standing_policy,
)
from r11.review.log import event_digest
from r11.vocabulary import Disposition, EventKind, EvidenceState, FixOp, JudgeVerdict, PolicyScope, RefusalCode, Scope

Programme = Any
LIMIT = timedelta(days=14)


def confirmed(event: Any, scope: Scope = Scope.ITEM) -> Confirmation:
    return Confirmation(by=event.reviewer, at=event.at, scope=scope, event_sha256=event_digest(event))


def manifest_edit(p: Programme, name: str, event: Any, **changes: object) -> ApprovedEdit:
    """What a manifest says of the item that `event` approved."""
    flag, proposal = p.flags[name], p.proposals[name]
    edit = ApprovedEdit(
        flag_key=flag.key,
        op=proposal.op,
        judge_verdict=flag.judge_verdict,
        claim=flag.claim,
        line=flag.line,
        line_before=proposal.line_before,
        line_after=proposal.line_after,
        edits=proposal.edits,
        reason=flag.reason,
        proof=proposal.proof,
        evidence=ManifestEvidence(
            url=flag.evidence_url,
            quote=flag.evidence_quote,
            quote_sha256=sha256_hex(flag.evidence_quote.encode()),
            fetched_at=p.evidence[name].fetched_at,
        ),
        confirmation=confirmed(event),
        disposition=Disposition.OUTDATED,
    )
    return replace(edit, **changes)


def codes(p: Programme, edit: ApprovedEdit) -> list[str]:
    return [problem.code.value for problem in confirmation_problems(edit, p.decisions(), p.policy)]


@pytest.fixture
def swap(programme: Programme) -> ApprovedEdit:
    return manifest_edit(programme, "swap", programme.log("ReviewerA").approve(programme.seen("swap")))


@pytest.fixture
def drop(programme: Programme) -> ApprovedEdit:
    return manifest_edit(programme, "drop", programme.log("ReviewerA").approve(programme.seen("drop")))


# --- a manifest that says something else than the event ------------------------------------------------------------

NOBODY = Confirmation(by="ReviewerA", at="", scope=Scope.ITEM, event_sha256="0" * 64)
BY_HAND: list[tuple[str, str, dict[str, object]]] = [
    ("another new value", "OTHER_BYTES", {"edits": (Edit(start=16, end=19, old="500", new="900"),)}),
    ("another line after", "OTHER_BYTES", {"line_after": "The queue keeps 900 messages."}),
    ("another line before", "OTHER_BYTES", {"line_before": "The queue keeps 501 messages."}),
    ("the line goes instead", "OTHER_BYTES", {"line_after": None}),
    ("another claim", "OTHER_BYTES", {"claim": "The queue keeps messages."}),
    ("another operation", "OTHER_BYTES", {"op": FixOp.O3}),
    ("another ruling", "OTHER_DISPOSITION", {"disposition": Disposition.WRONG}),
    ("an event of nobody", "NOT_CONFIRMED", {"confirmation": NOBODY}),
    ("another flag's event", "NOT_CONFIRMED", {"flag_key": "skills/store/limits.md#c9"}),
]


@pytest.mark.parametrize(("reason", "code", "changes"), BY_HAND, ids=[row[0] for row in BY_HAND])
def test_a_manifest_edited_by_hand_is_not_confirmed(
    programme: Programme, swap: ApprovedEdit, reason: str, code: str, changes: dict[str, object]
) -> None:
    assert code in codes(programme, replace(swap, **changes)), reason


@pytest.mark.parametrize("field", ["by", "at", "scope"])
def test_name_time_and_scope_are_the_events(programme: Programme, swap: ApprovedEdit, field: str) -> None:
    other = {"by": "ReviewerB", "at": "2026-03-02T12:09:00+00:00", "scope": Scope.CLASS}[field]
    forged = replace(swap, confirmation=replace(swap.confirmation, **{field: other}))
    assert codes(programme, forged) == ["CONFIRMATION_DIFFERS"]


def test_an_approval_as_the_event_says_is_confirmed(programme: Programme, swap: ApprovedEdit) -> None:
    assert codes(programme, swap) == []


def test_every_problem_is_told(programme: Programme, swap: ApprovedEdit) -> None:
    forged = replace(swap, line_after="?", disposition=Disposition.UNSOURCED)
    assert codes(programme, forged) == ["OTHER_BYTES", "OTHER_DISPOSITION", "OTHER_DISPOSITION"]


# --- decisions that changed since -----------------------------------------------------------------------------------

SINCE: list[tuple[str, Callable[[Programme], object]]] = [
    ("undone", lambda p: p.logs[0].undo()),
    ("withdrawn", lambda p: p.logs[0].mention(EventKind.WITHDRAW, p.key("swap"))),
    ("reopened by another", lambda p: p.log("ReviewerB").mention(EventKind.REOPEN, p.key("swap"))),
    ("replaced by a closing", lambda p: p.logs[0].close(p.seen("swap"))),
    ("replaced by another ruling", lambda p: p.logs[0].approve(p.seen("swap"), Disposition.WRONG)),
    ("edited since", lambda p: p.logs[0].edit(p.seen("swap"), "The queue keeps many messages.")),
    ("disputed by another", lambda p: p.log("ReviewerB").close(p.seen("swap"))),
    ("overruled", lambda p: p.log("Operator").adjudicate(p.seen("swap"), None)),
]


@pytest.mark.parametrize(("reason", "act"), SINCE, ids=[row[0] for row in SINCE])
def test_an_approval_that_no_longer_rules_confirms_nothing(
    programme: Programme, swap: ApprovedEdit, reason: str, act: Callable[[Programme], object]
) -> None:
    act(programme)
    assert codes(programme, swap) == ["NOT_IN_FORCE"], reason


def test_an_approval_given_again_since_says_so(programme: Programme, swap: ApprovedEdit) -> None:
    (log,) = programme.logs
    log.mention(EventKind.WITHDRAW, programme.key("swap"))
    again = log.approve(programme.seen("swap"))
    (problem,) = confirmation_problems(swap, programme.decisions(), programme.policy)
    assert problem.code is RefusalCode.NOT_IN_FORCE
    assert (
        problem.detail
        == f"decided again since, by event {event_digest(again)[:12]} of ReviewerA: freeze the batch again"
    )


# --- reverts and approvals ------------------------------------------------------------------------------------------


def reverted(p: Programme, *names: str) -> Any:
    log = p.log("Operator")
    log.add(answers.revert(log.sign(), "spring", [p.key(name) for name in names]))
    return log


def test_a_revert_takes_item_and_class_approvals_out_of_force(programme: Programme, swap: ApprovedEdit) -> None:
    log = programme.log("ReviewerB")
    listed = log.add(
        answers.confirm_class(log.sign(), FixOp.O2, [(programme.seen("drop"), Disposition.OUTDATED)], "p" * 64)
    )
    by_class = manifest_edit(programme, "drop", listed, confirmation=confirmed(listed, Scope.CLASS))
    reverted(programme, "swap", "drop")
    assert (codes(programme, swap), codes(programme, by_class)) == (["REVERTED"], ["REVERTED"])
    assert (programme.status("swap"), programme.status("drop")) == ("open", "open")


def test_a_revert_leaves_the_items_of_other_batches_alone(programme: Programme, swap: ApprovedEdit) -> None:
    reverted(programme, "drop")
    assert codes(programme, swap) == []


def test_an_approval_after_the_revert_counts(programme: Programme, swap: ApprovedEdit) -> None:
    reverted(programme, "swap")
    again = programme.logs[0].approve(programme.seen("swap"))
    assert codes(programme, swap) == ["NOT_IN_FORCE"]
    assert codes(programme, manifest_edit(programme, "swap", again)) == []


def test_an_undone_revert_leaves_the_approval_in_force(programme: Programme, swap: ApprovedEdit) -> None:
    reverted(programme, "swap").undo()
    assert codes(programme, swap) == []


def test_the_original_is_not_confirmed_by_the_approval_of_an_edit(programme: Programme) -> None:
    """Reviewer edits, then approves: the edit is what was approved."""
    log = programme.log("ReviewerA")
    log.edit(programme.seen("swap"), "The queue keeps many messages.")
    event = log.approve(programme.seen("swap", "ReviewerA"))
    original = manifest_edit(programme, "swap", event)
    written = replace(original, op=FixOp.O3, line_after="The queue keeps many messages.", proof=None)
    assert codes(programme, original) == ["OTHER_BYTES"]
    assert codes(programme, written) == []


def test_a_list_does_not_confirm_an_o3_item(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    worker = replace(programme.proposals["swap"], op=FixOp.O3)
    items = [(programme.seen("swap"), Disposition.OUTDATED)]
    listed = log.add(answers.confirm_class(log.sign(), FixOp.O1, items, None))
    edit = manifest_edit(programme, "swap", listed, op=worker.op, confirmation=confirmed(listed, Scope.CLASS))
    assert "CLASS_ON_O3" in codes(programme, edit)
    assert codes(programme, replace(edit, op=FixOp.O1)) == []


# --- policy ---------------------------------------------------------------------------------------------------------


def test_a_subtraction_is_confirmed_under_the_policy_it_was_approved_under(
    programme: Programme, drop: ApprovedEdit
) -> None:
    assert codes(programme, drop) == []


def test_a_policy_ratified_since_voids_the_approval(programme: Programme, drop: ApprovedEdit) -> None:
    programme.policy = replace(programme.policy, text_sha256=sha256_hex(b"# Other rules\n"))
    assert codes(programme, drop) == ["POLICY_CHANGED"]


def test_a_policy_must_cover_the_verdict(programme: Programme, drop: ApprovedEdit) -> None:
    programme.policy = replace(programme.policy, scopes=(PolicyScope.SOURCE_SILENT,))
    assert codes(programme, drop) == ["POLICY_NOT_RATIFIED"]


def test_no_policy_no_subtraction(programme: Programme, drop: ApprovedEdit) -> None:
    programme.policy = None
    assert codes(programme, drop) == ["POLICY_NOT_RATIFIED"]


def test_a_ratification_covers_its_text_to_the_byte(programme: Programme) -> None:
    text = b"# What a subtraction may do\n"
    assert standing_policy(text, programme.policy) == programme.policy
    assert standing_policy(text + b"\n", programme.policy) is None
    assert standing_policy(None, programme.policy) is None
    assert standing_policy(text, None) is None


# --- evidence -------------------------------------------------------------------------------------------------------


def evidence_codes(p: Programme, edit: ApprovedEdit, evidence: Any, days: float = 1) -> list[str]:
    now = p.clock[0] + timedelta(days=days)
    return [problem.code.value for problem in evidence_problems(edit, p.decisions(), evidence, now, LIMIT)]


def test_evidence_as_it_was_seen_and_fresh(programme: Programme, swap: ApprovedEdit) -> None:
    assert evidence_codes(programme, swap, programme.evidence["swap"]) == []


def test_a_refetch_of_the_same_page_keeps_the_approval(programme: Programme, swap: ApprovedEdit) -> None:
    later = replace(programme.evidence["swap"], fetched_at=(programme.clock[0] + timedelta(days=20)).isoformat())
    assert evidence_codes(programme, swap, later, days=21) == []


@pytest.mark.parametrize(
    ("reason", "changes", "days", "found"),
    [
        ("older than the limit", {}, 15, ["EVIDENCE_STALE"]),
        ("fetched tomorrow, says the file", {}, -1, ["EVIDENCE_STALE"]),
        ("another passage", {"sha256": "f" * 64}, 1, ["EVIDENCE_CHANGED"]),
        ("the quote is gone", {"state": EvidenceState.CHANGED}, 1, ["NO_EVIDENCE"]),
        ("the page was not reached", {"state": EvidenceState.UNREACHABLE}, 1, ["NO_EVIDENCE"]),
        ("another passage, and old", {"sha256": "f" * 64}, 15, ["EVIDENCE_CHANGED", "EVIDENCE_STALE"]),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_evidence_that_changed_or_aged(
    programme: Programme, swap: ApprovedEdit, reason: str, changes: dict[str, Any], days: int, found: list[str]
) -> None:
    assert evidence_codes(programme, swap, replace(programme.evidence["swap"], **changes), days) == found, reason


def test_no_evidence_at_all(programme: Programme, swap: ApprovedEdit) -> None:
    assert evidence_codes(programme, swap, None) == ["NO_EVIDENCE"]


def test_a_person_may_rewrite_what_the_page_no_longer_says(programme: Programme) -> None:
    """O3 carries no machine's proof: the page may have changed or gone, as long as it was looked at lately."""
    changed = programme.evidence["write"] = replace(programme.evidence["write"], state=EvidenceState.GONE)
    log = programme.log("ReviewerA")
    log.edit(programme.seen("write"), "Call us.")
    event = log.approve(programme.seen("write", "ReviewerA"))
    edit = manifest_edit(programme, "write", event, line_after="Call us.")
    assert codes(programme, edit) == evidence_codes(programme, edit, changed) == []


def test_a_silent_page_must_still_be_silent(programme: Programme, swap: ApprovedEdit) -> None:
    silent = replace(swap, judge_verdict=JudgeVerdict.SOURCE_SILENT)
    answers_now = replace(programme.evidence["swap"], state=EvidenceState.ANSWERS_NOW)
    still = replace(programme.evidence["swap"], state=EvidenceState.STILL_SILENT)
    assert evidence_codes(programme, silent, answers_now) == ["NO_EVIDENCE"]
    assert evidence_codes(programme, silent, still) == []


# --- closings and reverts -------------------------------------------------------------------------------------------


def test_a_closing_is_confirmed_by_a_closing(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    event = log.close(programme.seen("swap"))
    closing = Closure(flag_key=programme.key("swap"), disposition=Disposition.CORRECT, confirmation=confirmed(event))
    forged = replace(closing, disposition=Disposition.WRONG)
    assert closure_problems(closing, programme.decisions()) == ()
    assert [p.code for p in closure_problems(forged, programme.decisions())] == ["OTHER_DISPOSITION"]
    log.approve(programme.seen("swap"))
    assert [p.code for p in closure_problems(closing, programme.decisions())] == ["NOT_IN_FORCE"]


def test_an_approval_does_not_confirm_a_closing(programme: Programme) -> None:
    event = programme.log("ReviewerA").approve(programme.seen("swap"))
    closing = Closure(flag_key=programme.key("swap"), disposition=Disposition.CORRECT, confirmation=confirmed(event))
    assert [p.code for p in closure_problems(closing, programme.decisions())] == ["NOT_IN_FORCE"]


def test_a_revert_names_its_batch_and_every_flag_put_back(programme: Programme) -> None:
    olga, keys = programme.log("Operator"), [programme.key("swap"), programme.key("drop")]
    event = olga.add(answers.revert(olga.sign(), "spring", keys))
    decisions = programme.decisions()
    assert revert_event("spring", keys, decisions) == event_digest(event)
    assert revert_event("summer", keys, decisions) is None
    assert revert_event("spring", [*keys, programme.key("write")], decisions) is None
    olga.undo()
    assert revert_event("spring", keys, programme.decisions()) is None
