"""Where machine and worker differ on one flag, a person sees both and the event names the one that was decided on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from small_programme import SmallProgramme, at, press, shown

from r11.records import (
    CheckedFact,
    Downgrade,
    Edit,
    GatekeeperResult,
    Proposal,
    SelfEvaluation,
    TraceSummary,
    proposal_digest,
)
from r11.storage import read_jsonl, write_jsonl
from r11.vocabulary import DowngradeCode, FixOp, GateStatus, ParseStatus, Verdict

Small = SmallProgramme
CLAIM = "s4"
DOUBT = SelfEvaluation(
    parse_status=next(iter(ParseStatus)),
    structured_output=None,
    trace_summary=TraceSummary(worker="bo", unit="u", artefact_sha256="0" * 64),
    gatekeeper_result=GatekeeperResult(status=GateStatus.PASS, failures=()),
    claim_checks=(),
    facts_checked=(CheckedFact(fact="<b>the limit</b>", verified=False, note="not on the page"),),
    verdict=Verdict.PASS,
    effective_verdict=Verdict.LOW_CONFID,
    downgrades=(Downgrade(to=Verdict.LOW_CONFID, code=next(iter(DowngradeCode))),),
)


def built_in(small: Small, claim: str = CLAIM) -> Proposal:
    proposals = read_jsonl(small.workspace.proposals / "built-in.jsonl", Proposal)
    return next(p for p in proposals if p.flag_id == claim)


def offer(small: Small, *proposals: Proposal) -> None:
    write_jsonl(small.workspace.proposals / "workers.jsonl", proposals)


def other(small: Small, text: str, op: FixOp = FixOp.O1, claim: str = CLAIM, **more: object) -> Proposal:
    """A worker's line for the same claim."""
    machine = built_in(small, claim)
    before = machine.line_before or ""
    edit = Edit(start=0, end=len(before.encode()), old=before, new=text)
    line = {"flag_key": machine.flag_key, "op": op, "edits": (edit,), "line_before": before, "line_after": text}
    quote = f"The limit for disks is {800 + 3} items." if claim == CLAIM else ""
    named = proposal_digest(**line, claim=before, quote=quote)
    return replace(machine, **line, origin="worker:bo", sha256=named, **more)


def test_both_are_seen_and_the_event_names_the_one_that_was_turned_to(small: Small) -> None:
    machine, worker = built_in(small), other(small, "The limit for disks is 804 items.")
    offer(small, worker)
    panel = small.panel()
    item = at(panel, CLAIM)
    assert shown(item["choice"]).startswith(
        "Proposals differ. You decide on the one by the machine; the one by worker bo"
    )
    assert "803" in shown(item["diff"])
    assert "804" in shown(item["others"][0]["diff"])
    assert "other" not in item["unavailable"]
    turned = press(panel, "other")["item"]
    assert "804" in shown(turned["diff"])
    assert "803" in shown(turned["others"][0]["diff"])
    assert turned["content"] != item["content"]
    press(panel, "wrong")
    (event,) = small.events()
    assert event.proposal_sha256 == (worker.sha256,) != (machine.sha256,)
    assert "804" in shown(at(small.panel(session="again"), CLAIM)["diff"])  # what one answered is what one sees again


def test_turning_twice_is_back_and_decides_nothing(small: Small) -> None:
    offer(small, other(small, "The limit for disks is 804 items."))
    panel = small.panel()
    item = at(panel, CLAIM)
    press(panel, "other")
    press(panel, "other")
    assert at(panel, CLAIM)["content"] == item["content"]
    assert small.events() == []
    press(panel, "outdated")
    assert small.events()[0].proposal_sha256 == (built_in(small).sha256,)


def test_a_decision_on_the_proposal_that_is_not_shown_is_refused(small: Small) -> None:
    offer(small, other(small, "The limit for disks is 804 items."))
    panel = small.panel()
    before = at(panel, CLAIM)
    press(panel, "other")
    screen = press(panel, "outdated", content=before["content"])
    assert "changed since you looked" in screen["status"]["text"]
    assert "no longer the one shown" in press(panel, "other", key="skills/store/limits.md#s5")["status"]["text"]
    assert small.events() == []


def test_an_item_with_one_proposal_has_no_other(small: Small) -> None:
    panel = small.panel()
    assert at(panel, CLAIM)["unavailable"]["other"] == "there is only this proposal"
    assert "only this proposal" in press(panel, "other")["status"]["text"]


def test_the_same_proposal_by_both_is_one_and_says_by_whom(small: Small) -> None:
    offer(small, replace(built_in(small), origin="worker:bo"))
    item = at(small.panel(), CLAIM)
    assert item["others"] == []
    assert shown(item["choice"]) == "Proposed by the machine and worker bo."


def test_a_workers_text_stands_first_where_the_machine_has_none(small: Small) -> None:
    worker = other(small, "Call us for every question.", claim="write")
    offer(small, worker)
    panel = small.panel()
    item = at(panel, "write")
    assert (item["op"], shown(item["choice"]), item["others"]) == ("O1", "Proposed by worker bo.", [])
    press(panel, "wrong")
    assert small.events()[0].proposal_sha256 == (worker.sha256,)


def test_what_verification_does_not_vouch_for_is_o3_under_a_banner(small: Small) -> None:
    offer(small, other(small, "The limit for disks is 804 items.", FixOp.O3, self_evaluation=DOUBT))
    panel = small.panel()
    item = at(panel, CLAIM)
    assert (item["op"], item["banner"]) == ("O1", [])  # what is proven stands first
    assert "Low confidence. bo offers this" in "".join(map(shown, item["others"][0]["why"]))
    item = press(panel, "other")["item"]
    assert item["op"] == "O3"
    assert item["heading"] == "An idea of worker bo that could not be proven"
    assert "<b>the limit</b> (not on the page)" in shown(item["banner"][1])
    assert "cannot be approved" in item["unavailable"]["outdated"]


@pytest.mark.parametrize("agree", [True, False], ids=["the same", "another"])
def test_what_is_proposed_twice_and_differs_is_on_no_class_list(small: Small, agree: bool) -> None:
    desk = small.desk("ReviewerA", "look")
    claim = desk.class_list({}).keys[0].rpartition("#")[2]
    offer(
        small, replace(built_in(small, claim), origin="worker:bo") if agree else other(small, "No limit.", claim=claim)
    )
    desk.refresh()
    assert (small.key(claim) in desk.class_list({}).keys) == agree
