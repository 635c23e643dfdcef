"""From decisions to a manifest: what is left out and why, then what is in it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from r11.records import Abort, Edit, manifest_digest, sha256_hex
from r11.review import answers
from r11.review.approved import smallest_edit
from r11.review.batches import Holds
from r11.review.confirm import closure_problems, confirmation_problems
from r11.review.freeze import Frozen, freeze
from r11.text.lines import splice
from r11.vocabulary import AbortCode, Disposition, EventKind, EvidenceState, FixOp, ItemStatus

Programme = Any
LIMIT = timedelta(days=14)
BASE = (
    b"# Limits\r\n\r\nThe queue keeps 500 messages.\r\nBackups are kept, quite often, for 7 days.\r\nWrite to us.\r\n"
)


def frozen(p: Programme, data: bytes = BASE, now: datetime | None = None, **changes: object) -> Frozen:
    return freeze(p.inputs(data, **changes), batch="spring", now=now or p.clock[0], max_age=LIMIT)


def codes(result: Frozen) -> list[tuple[str, str]]:
    return [(refusal.flag_key.rpartition("#")[2], refusal.code.value) for refusal in result.refused]


# --- left out, by name ----------------------------------------------------------------------------------------------


def changed_proposal(p: Programme) -> dict[str, object]:
    swap = p.proposals["swap"]
    return {"proposals": (replace(swap, sha256="f" * 64),)}


def reworded_claim(p: Programme) -> dict[str, object]:
    flag = replace(p.flags["swap"], claim="The queue keeps 500 messages")
    return {"flags": {flag.key: flag}}


def new_quote(p: Programme) -> dict[str, object]:
    flag = replace(p.flags["swap"], evidence_quote="The queue keeps 800 messages. Or more.")
    return {"flags": {flag.key: flag}}


def other_evidence(p: Programme) -> dict[str, object]:
    return {"evidence": {p.key("swap"): replace(p.evidence["swap"], sha256="f" * 64)}}


def evidence_of_another_quote(p: Programme) -> dict[str, object]:
    return {"evidence": {p.key("swap"): replace(p.evidence["swap"], about="f" * 64)}}


def unreachable(p: Programme) -> dict[str, object]:
    return {"evidence": {p.key("swap"): replace(p.evidence["swap"], state=EvidenceState.UNREACHABLE)}}


def quote_gone(p: Programme) -> dict[str, object]:
    return {"evidence": {p.key("swap"): replace(p.evidence["swap"], state=EvidenceState.CHANGED)}}


def proof_of_other_lines(p: Programme) -> dict[str, object]:
    swap = p.proposals["swap"]
    return {"proposals": (replace(swap, proof=replace(swap.proof, line_after_sha256="f" * 64)),)}


def gated(p: Programme) -> dict[str, object]:
    return {"proposals": (replace(p.proposals["swap"], aborts=(Abort(code=AbortCode.OPERATOR_GATED),)),)}


LEFT_OUT: list[tuple[str, str, Callable[[Programme], dict[str, object]]]] = [
    ("the line changed", "LINE_CHANGED", lambda p: {"data": BASE.replace(b"500", b"600")}),
    ("a line was put in above", "LINE_CHANGED", lambda p: {"data": b"new\r\n" + BASE}),
    ("the file is gone", "FILE_NOT_FOUND", lambda p: {"documents": {}}),
    ("another proposal now", "PROPOSAL_CHANGED", changed_proposal),
    ("no proposal any more", "PROPOSAL_CHANGED", lambda p: {"proposals": ()}),
    ("another claim in the ledger", "PROPOSAL_CHANGED", reworded_claim),
    ("another quote in the ledger", "PROPOSAL_CHANGED", new_quote),
    ("no such flag in the ledger", "NO_FLAG", lambda p: {"flags": {}}),
    ("never refreshed", "NO_EVIDENCE", lambda p: {"evidence": {}}),
    ("evidence of another quote under the same key", "NO_EVIDENCE", evidence_of_another_quote),
    ("the page was not received", "NO_EVIDENCE", unreachable),
    ("another passage on the page", "EVIDENCE_CHANGED", other_evidence),
    ("the quote no longer stands", "NO_EVIDENCE", quote_gone),
    ("evidence too old", "EVIDENCE_STALE", lambda p: {"now": p.clock[0] + timedelta(days=15)}),
    ("held by a batch", "HELD", lambda p: {"holds": Holds(files={"skills/store/limits.md": "winter"})}),
    ("a price that nobody released", "OPERATOR_GATED", gated),
    ("no proof", "NO_PROOF", lambda p: {"proposals": (replace(p.proposals["swap"], proof=None),)}),
    ("a proof of other lines", "NO_PROOF", proof_of_other_lines),
]


@pytest.mark.parametrize(("reason", "code", "change"), LEFT_OUT, ids=[row[0] for row in LEFT_OUT])
def test_what_no_longer_holds_is_left_out(
    programme: Programme, reason: str, code: str, change: Callable[[Programme], dict[str, object]]
) -> None:
    """An approval names the exact bytes it approves: if anything differs later, it approves nothing."""
    programme.log("ReviewerA").approve(programme.seen("swap"))
    result = frozen(programme, **change(programme))
    assert code in [found for _, found in codes(result)]
    assert result.manifest is None
    assert all(str(refusal).startswith(programme.key("swap")) for refusal in result.refused)


CLOSINGS_LEFT_OUT: list[tuple[str, str, Callable[[Programme], dict[str, object]]]] = [
    ("the page says something else", "EVIDENCE_CHANGED", other_evidence),
    ("what was seen is on record no more", "NO_EVIDENCE", lambda p: {"evidence": {}}),
    ("the page was not received", "NO_EVIDENCE", unreachable),
    ("evidence too old", "EVIDENCE_STALE", lambda p: {"now": p.clock[0] + timedelta(days=15)}),
    ("fetched ahead of the clock", "EVIDENCE_STALE", lambda p: {"now": p.clock[0] - timedelta(days=15)}),
    ("a price that nobody released", "OPERATOR_GATED", gated),
]


@pytest.mark.parametrize(("reason", "code", "change"), CLOSINGS_LEFT_OUT, ids=[row[0] for row in CLOSINGS_LEFT_OUT])
def test_a_closing_rests_on_fresh_evidence_too(
    programme: Programme, reason: str, code: str, change: Callable[[Programme], dict[str, object]]
) -> None:
    """It tells the ledger that the page bears the claim out; the same is asked again by apply."""
    programme.log("ReviewerA").close(programme.seen("swap"))
    result = frozen(programme, **change(programme))
    assert codes(result) == [("c1", code)]
    assert result.manifest is None


def test_all_reasons_are_told_at_once(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    log.approve(programme.seen("swap"))
    log.approve(programme.seen("drop"))
    result = frozen(programme, BASE.replace(b"500", b"600"), policy=None, now=programme.clock[0] + timedelta(days=20))
    assert codes(result) == [
        ("c1", "LINE_CHANGED"),
        ("c1", "EVIDENCE_STALE"),
        ("c2", "POLICY_NOT_RATIFIED"),
        ("c2", "EVIDENCE_STALE"),
    ]


def test_one_that_does_not_hold_does_not_sink_the_others(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    log.approve(programme.seen("swap"))
    log.approve(programme.seen("drop"))
    result = frozen(programme, policy=None)
    assert codes(result) == [("c2", "POLICY_NOT_RATIFIED")]
    assert [edit.flag_key for edit in result.manifest.files[0].edits] == [programme.key("swap")]


def not_decided(p: Programme, log: Any) -> None:
    log.mention(EventKind.SHOWN, p.key("swap"))
    log.mention(EventKind.SKIP, p.key("swap"))
    log.mention(EventKind.ASK, p.key("swap"))


def draft(p: Programme, log: Any) -> None:
    log.edit(p.seen("swap"), "The queue keeps some messages.")


def withdrawn(p: Programme, log: Any) -> None:
    log.approve(p.seen("swap"))
    log.mention(EventKind.WITHDRAW, p.key("swap"))


def reopened(p: Programme, log: Any) -> None:
    log.approve(p.seen("swap"))
    log.mention(EventKind.REOPEN, p.key("swap"))


def undone(p: Programme, log: Any) -> None:
    log.approve(p.seen("swap"))
    log.undo()


def undone_twice(p: Programme, log: Any) -> None:
    log.approve(p.seen("swap"), Disposition.WRONG)
    log.approve(p.seen("swap"))
    log.undo()
    log.undo()


def disputed(p: Programme, log: Any) -> None:
    log.approve(p.seen("swap"))
    p.log("ReviewerB").close(p.seen("swap"))


def sent_to_o3(p: Programme, log: Any) -> None:
    log.approve(p.seen("swap"))
    log.mention(EventKind.TO_O3, p.key("swap"))


@pytest.mark.parametrize(
    ("story", "status"),
    [
        (not_decided, "open"), (draft, "drafted"), (withdrawn, "open"), (reopened, "open"), (undone, "open"),
        (undone_twice, "open"), (disputed, "unsettled"), (sent_to_o3, "to_o3"),
    ],
    ids=lambda v: getattr(v, "__name__", v),
)  # fmt: skip
def test_what_is_not_decided_is_counted_and_not_frozen(
    programme: Programme, story: Callable[[Programme, Any], None], status: str
) -> None:
    story(programme, programme.log("ReviewerA"))
    result = frozen(programme)
    assert (result.manifest, result.refused) == (None, ())
    assert result.undecided[ItemStatus(status)] >= 1
    assert sum(result.undecided.values()) == 3


def test_what_an_earlier_batch_has_is_not_frozen_twice(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    log.approve(programme.seen("swap"))
    log.close(programme.seen("write"))
    held = Holds(waiting={programme.key("swap"): "winter"}, done={programme.key("write"): "autumn"})
    result = frozen(programme, holds=held)
    assert (result.manifest, result.refused) == (None, ())
    assert result.waiting == {programme.key("swap"): "winter"}
    assert result.done == {programme.key("write"): "autumn"}


def test_what_the_ledger_says_is_settled_stays_settled(programme: Programme) -> None:
    programme.log("ReviewerA").approve(programme.seen("swap"))
    stamped = replace(programme.flags["swap"], applied=True)
    result = frozen(programme, flags={stamped.key: stamped})
    assert (result.manifest, result.done) == (None, {stamped.key: "the ledger"})


# --- edits that meet ------------------------------------------------------------------------------------------------


def test_a_line_taken_out_above_a_swap_moves_nothing(programme: Programme) -> None:
    """Every edit names its place on the file as it was."""
    log = programme.log("ReviewerA")
    log.edit(programme.seen("swap"), None)
    log.approve(programme.seen("swap", "ReviewerA"))
    log.approve(programme.seen("drop"))
    (file,) = frozen(programme).manifest.files
    assert file.sha256_after == sha256_hex(b"# Limits\r\n\r\nBackups are kept for 7 days.\r\nWrite to us.\r\n")


def on_one_line(p: Programme, *edits: Edit) -> None:
    """Proposals of two flags for the first claim's line."""
    line = "The queue keeps 500 messages."
    for name, edit in zip(("drop", "write"), edits, strict=True):
        flag = replace(p.flags[name], line=3, claim=line)
        after = splice(line.encode(), [(edit.start, edit.end, edit.new.encode())]).decode()
        p.flags[name] = flag
        p.evidence[name] = p.look_up(flag)
        p.proposals[name] = p.propose(flag, FixOp.O1, line, (edit,), after)


NUMBER = Edit(start=16, end=19, old="500", new="900")
CLASHING = [
    ("the same span, two texts", replace(NUMBER, new="800"), NUMBER),
    ("overlapping spans", Edit(start=10, end=19, old="keeps 500", new="holds 800"), NUMBER),
]


@pytest.mark.parametrize(("reason", "first", "second"), CLASHING, ids=[row[0] for row in CLASHING])
def test_two_edits_that_cannot_both_hold_are_refused_naming_both(
    programme: Programme, reason: str, first: Edit, second: Edit
) -> None:
    on_one_line(programme, first, second)
    log = programme.log("ReviewerA")
    log.approve(programme.seen("drop"))
    log.approve(programme.seen("write"))
    result = frozen(programme)
    assert codes(result) == [("c2", "CLASH"), ("c3", "CLASH")]
    assert all(programme.key("drop") in str(r) and programme.key("write") in str(r) for r in result.refused)


def test_disjoint_edits_of_one_line_are_composed(programme: Programme) -> None:
    on_one_line(programme, Edit(start=4, end=9, old="queue", new="topic"), Edit(start=16, end=19, old="500", new="800"))
    log = programme.log("ReviewerA")
    log.approve(programme.seen("drop"))
    log.approve(programme.seen("write"))
    (file,) = frozen(programme).manifest.files
    assert file.sha256_after == sha256_hex(BASE.replace(b"queue keeps 500", b"topic keeps 800"))


def test_the_same_edit_asked_for_by_two_flags_is_made_once(programme: Programme) -> None:
    same = Edit(start=16, end=19, old="500", new="5000")
    on_one_line(programme, same, same)
    log = programme.log("ReviewerA")
    log.approve(programme.seen("drop"))
    log.approve(programme.seen("write"))
    (file,) = frozen(programme).manifest.files
    assert len(file.edits) == 2
    assert file.sha256_after == sha256_hex(BASE.replace(b"500", b"5000"))


# --- what is in it --------------------------------------------------------------------------------------------------


def test_the_manifest_says_what_was_approved_and_confirms_itself(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    log.approve(programme.seen("swap"), Disposition.WRONG)
    log.approve(programme.seen("drop"))
    log.close(programme.seen("write"))
    manifest = frozen(programme, protocol_sha256="e" * 64).manifest
    (file,) = manifest.files
    assert [(e.flag_key, e.op.value, e.disposition.value) for e in file.edits] == [
        (programme.key("swap"), "O1", "wrong"),
        (programme.key("drop"), "O2", "outdated"),
    ]
    assert (file.sha256_before, manifest.sha256) == (sha256_hex(BASE), manifest_digest(manifest))
    assert (manifest.policy_sha256, manifest.policy_scopes) == (programme.policy.text_sha256, programme.policy.scopes)
    assert [closure.flag_key for closure in manifest.closures] == [programme.key("write")]
    decisions = programme.decisions()
    assert not [p for e in file.edits for p in confirmation_problems(e, decisions, programme.policy)]
    assert not [p for c in manifest.closures for p in closure_problems(c, decisions)]


def test_a_manifest_without_subtractions_names_no_policy(programme: Programme) -> None:
    programme.log("ReviewerA").approve(programme.seen("swap"))
    manifest = frozen(programme).manifest
    assert (manifest.policy_sha256, manifest.policy_scopes) == (None, ())


def test_an_edited_swap_is_frozen_as_the_persons_o3_line(programme: Programme) -> None:
    """The edit, not the original; scope item; no machine's proof."""
    log = programme.log("ReviewerA")
    log.edit(programme.seen("swap"), "The queue keeps many messages.")
    log.approve(programme.seen("swap", "ReviewerA"))
    ((edit,),) = (file.edits for file in frozen(programme).manifest.files)
    assert (edit.op, edit.line_after, edit.proof) == (FixOp.O3, "The queue keeps many messages.", None)
    assert edit.edits == (Edit(start=16, end=19, old="500", new="many"),)
    assert edit.confirmation.scope == "item"


def test_a_list_confirms_o1_items_as_a_class(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    items = [(programme.seen("swap"), Disposition.OUTDATED)]
    log.add(answers.confirm_class(log.sign(), FixOp.O1, items, None))
    ((edit,),) = (file.edits for file in frozen(programme).manifest.files)
    assert (edit.confirmation.scope.value, edit.confirmation.by) == ("class", "ReviewerA")


def test_a_released_price_is_frozen(programme: Programme) -> None:
    gate = (Abort(code=AbortCode.OPERATOR_GATED),)
    programme.proposals["write"] = replace(programme.proposals["write"], aborts=gate)
    olga, ada = programme.log("Operator"), programme.log("ReviewerA")
    ada.edit(programme.seen("write"), "Call us.")
    olga.add(answers.release_gated(olga.sign(), programme.seen("write")))
    ada.approve(programme.seen("write", "ReviewerA"))
    assert frozen(programme).refused == ()
    olga.undo()
    assert codes(frozen(programme)) == [("c3", "OPERATOR_GATED")]


@pytest.mark.parametrize("answer", ["approve", "close"])
def test_a_price_is_the_operators_whatever_its_proposal_says(programme: Programme, answer: str) -> None:
    """The reasons of a proposal are in no hash: the claim's own words are asked too."""
    priced = replace(programme.flags["write"], claim="The plan costs $30.")
    programme.flags["write"] = priced
    programme.proposals["write"] = programme.propose(priced, FixOp.O3, priced.claim, (), None)
    programme.evidence["write"] = programme.look_up(priced)
    log = programme.log("ReviewerA")
    ready = dataclasses.replace(programme.seen("write"), released=True)  # as by a program that does not ask
    if answer == "close":
        log.close(ready)
    else:
        log.edit(ready, "The plan costs $60.")
        log.approve(dataclasses.replace(programme.seen("write", "ReviewerA"), released=True))
    data = BASE.replace(b"Write to us.", b"The plan costs $30.")
    assert codes(frozen(programme, data)) == [("c3", "OPERATOR_GATED")]
    operator = programme.log("Operator")
    operator.add(answers.release_gated(operator.sign(), ready))
    assert codes(frozen(programme, data)) == []


def test_the_answer_that_still_holds_confirms(programme: Programme) -> None:
    """Two agree; the evidence of the first is an older one: the second one's approval carries the edit."""
    programme.log("ReviewerA").approve(programme.seen("swap"))
    programme.evidence["swap"] = replace(programme.evidence["swap"], sha256="b" * 64)
    programme.log("ReviewerB").approve(programme.seen("swap"))
    ((edit,),) = (file.edits for file in frozen(programme).manifest.files)
    assert edit.confirmation.by == "ReviewerB"


def test_an_approval_outlives_a_line_that_moved(programme: Programme) -> None:
    """A shifted line number does not void an approval, once the proposal says where the line is now."""
    programme.log("ReviewerA").approve(programme.seen("swap"))
    moved = replace(programme.proposals["swap"], line=5)
    result = frozen(programme, b"one\r\ntwo\r\n" + BASE, proposals=(moved,))
    assert result.manifest.files[0].edits[0].line == 5


@given(st.text(max_size=20), st.text(max_size=20))
def test_the_smallest_edit_makes_the_line(before: str, after: str) -> None:
    """Bytes outside the span are untouched, and the span is no wider than it must be."""
    edit = smallest_edit(before, after)
    line = before.encode()
    assert line[edit.start : edit.end] == edit.old.encode()
    assert splice(line, [(edit.start, edit.end, edit.new.encode())]) == after.encode()
    assert not edit.old or not edit.new or (edit.old[0] != edit.new[0] and edit.old[-1] != edit.new[-1])
