"""The queue: what nobody needs to see, in which order the rest comes, and where a reviewer goes on."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from r11.records import Abort, Edit
from r11.review import answers
from r11.review.queue import Choice, Queue, QueueItem, build_queue, chosen, next_open, ordered, resume_at, same_claims
from r11.vocabulary import AbortCode, Disposition, EventKind, FixOp, ItemStatus, QueueOrder, Rule

Programme = Any


def queue(p: Programme) -> Queue:
    return build_queue(p.flags.values(), p.proposals.values(), p.decisions(), {})


def ids(items: Any) -> list[str]:
    return [item.flag.id for item in items]


def test_a_proposal_that_changes_nothing_is_not_reviewed(programme: Programme) -> None:
    flag = programme.flags["swap"]
    same = (Edit(start=16, end=19, old="500", new="500"),)
    programme.proposals["swap"] = programme.propose(flag, FixOp.O1, flag.claim, same, flag.claim)
    found = queue(programme)
    assert (ids(found.items), found.no_ops) == (["c2", "c3"], (programme.key("swap"),))


def test_an_item_keeps_the_proposal_that_changes_something(programme: Programme) -> None:
    flag = programme.flags["swap"]
    same = programme.propose(flag, FixOp.O1, flag.claim, (Edit(start=0, end=3, old="The", new="The"),), flag.claim)
    found = build_queue([flag], [same, programme.proposals["swap"]], programme.decisions(), {})
    assert found.items[0].proposals == (programme.proposals["swap"],)
    assert found.no_ops == ()


def test_where_machine_and_worker_have_a_proposal_both_are_shown(programme: Programme) -> None:
    worker = replace(programme.proposals["swap"], origin="worker:one")
    found = build_queue([programme.flags["swap"]], [programme.proposals["swap"], worker], programme.decisions(), {})
    assert [proposal.origin for proposal in found.items[0].proposals] == ["built-in", "worker:one"]


def test_settled_flags_are_passed_over(programme: Programme) -> None:
    programme.flags["swap"] = replace(programme.flags["swap"], closed=True)
    assert ids(queue(programme).items) == ["c2", "c3"]


@pytest.mark.parametrize(
    ("choice", "found"),
    [
        (Choice(), ["c1", "c2", "c3"]),
        (Choice(op=FixOp.O2), ["c2"]),
        (Choice(rule=Rule.R8), ["c2"]),
        (Choice(abort=AbortCode.NOT_PROSE), ["c3"]),
        (Choice(file="b.md"), ["c3"]),
        (Choice(url="https://learn.microsoft.com/c1"), ["c1"]),
        (Choice(status=ItemStatus.APPROVED), ["c1"]),
        (Choice(op=FixOp.O1, status=ItemStatus.OPEN), []),
    ],
    ids=lambda v: str(v) if isinstance(v, Choice) else "",
)
def test_filters(programme: Programme, choice: Choice, found: list[str]) -> None:
    programme.log("ReviewerA").approve(programme.seen("swap"))
    items = [
        QueueItem(replace(item.flag, file="b.md") if item.flag.id == "c3" else item.flag, item.proposals, item.state)
        if item.flag.id != "c2"
        else QueueItem(replace(item.flag, rule=Rule.R8), item.proposals, item.state)
        for item in queue(programme).items
    ]
    assert ids(chosen(items, choice)) == found


def test_only_the_reason_shown_filters(programme: Programme) -> None:
    aborts = (Abort(code=AbortCode.NOT_PROSE), Abort(code=AbortCode.NO_QUOTE))
    programme.proposals["write"] = replace(programme.proposals["write"], aborts=aborts)
    assert chosen(queue(programme).items, Choice(abort=AbortCode.NO_QUOTE)) == ()


def test_an_item_that_a_person_sent_or_wrote_is_o3(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    log.mention(EventKind.TO_O3, programme.key("swap"))
    log.edit(programme.seen("drop"), "Backups are kept.")
    assert ids(chosen(queue(programme).items, Choice(op=FixOp.O3))) == ["c1", "c2", "c3"]


def test_order_by_file_keeps_siblings_together_and_by_page_reads_each_once(programme: Programme) -> None:
    page = "https://learn.microsoft.com/one"
    places = {
        "swap": ("b.md", page + "#top"),
        "drop": ("a.md", "https://learn.microsoft.com/two"),
        "write": ("a.md", page),
    }
    for name, (file, url) in places.items():
        programme.flags[name] = replace(programme.flags[name], file=file, evidence_url=url)
        programme.proposals[name] = replace(programme.proposals[name], flag_key=programme.flags[name].key)
    items = queue(programme).items
    assert ids(ordered(items, QueueOrder.FILE)) == ["c2", "c3", "c1"]
    assert ids(ordered(items, QueueOrder.URL)) == ["c3", "c1", "c2"]


def test_lines_are_ordered_as_numbers(programme: Programme) -> None:
    programme.proposals["swap"] = replace(programme.proposals["swap"], line=10)
    programme.proposals["drop"] = replace(programme.proposals["drop"], line=9)
    assert ids(ordered(queue(programme).items, QueueOrder.FILE)) == ["c3", "c2", "c1"]


def test_the_same_claim_in_other_files_is_shown_together(programme: Programme) -> None:
    programme.flags["drop"] = replace(programme.flags["drop"], claim="the queue keeps  500 messages.")
    items = queue(programme).items
    one, two = (item.key for item in items if item.flag.id in {"c1", "c2"})
    assert same_claims(items) == {one: (two,), two: (one,)}


# --- going on -------------------------------------------------------------------------------------------------------


def resumed(p: Programme, reviewer: str = "ReviewerA") -> str | None:
    items = queue(p).items
    index = resume_at(items, p.decisions(), reviewer)
    return None if index is None else items[index].flag.id


def test_a_new_reviewer_starts_at_the_first_open_item(programme: Programme) -> None:
    assert resumed(programme) == "c1"
    programme.log("ReviewerB").approve(programme.seen("swap"))
    assert resumed(programme) == "c2"


def test_a_reviewer_goes_on_at_the_item_last_shown(programme: Programme) -> None:
    """Kernel restarted, page reloaded: another session, the same item."""
    programme.log("ReviewerA", "s1").mention(EventKind.SHOWN, programme.key("drop"))
    programme.log("ReviewerA", "s2")
    assert resumed(programme) == "c2"
    assert resumed(programme, "ReviewerB") == "c1"


def test_after_an_answer_the_next_one_comes(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    log.mention(EventKind.SHOWN, programme.key("drop"))
    log.approve(programme.seen("drop"))
    assert resumed(programme) == "c3"


def test_a_skipped_item_is_met_again_at_the_end(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    log.mention(EventKind.SKIP, programme.key("swap"))
    assert resumed(programme) == "c2"
    log.approve(programme.seen("drop"))
    log.close(programme.seen("write"))
    assert resumed(programme) == "c1"
    log.mention(EventKind.SKIP, programme.key("swap"))
    assert resumed(programme) == "c1"


def test_an_undo_leads_back_to_the_item(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    log.approve(programme.seen("drop"))
    log.mention(EventKind.UNDO, programme.key("drop"))
    assert resumed(programme) == "c2"


def test_a_draft_is_gone_on_with(programme: Programme) -> None:
    programme.log("ReviewerA").edit(programme.seen("write"), "Call us.")
    assert resumed(programme) == "c3"


def test_nothing_left(programme: Programme) -> None:
    log = programme.log("ReviewerA")
    log.approve(programme.seen("swap"))
    log.approve(programme.seen("drop"), Disposition.WRONG)
    log.close(programme.seen("write"))
    assert resumed(programme) is None
    assert next_open([], -1, "ReviewerA") is None


def test_an_item_left_unsettled_by_others_is_open_for_a_third(programme: Programme) -> None:
    programme.log("ReviewerB").approve(programme.seen("swap"))
    programme.log("Cleo").close(programme.seen("swap"))
    assert resumed(programme, "Operator") == "c1"
    assert resumed(programme, "ReviewerB") == "c2"


def test_a_reverted_item_is_open_for_everybody_again(programme: Programme) -> None:
    """Its approval is spent with the batch that was put back; whoever gave it is asked as well."""
    programme.flags["swap"] = replace(programme.flags["swap"], reverted=True)
    programme.log("ReviewerA").approve(programme.seen("swap"))
    operator = programme.log("Operator")
    operator.add(answers.revert(operator.sign(), "spring", [programme.key("swap")]))
    item = next(one for one in queue(programme).items if one.key == programme.key("swap"))
    assert item.state.status is ItemStatus.OPEN
    assert item.is_open_for("ReviewerA")
