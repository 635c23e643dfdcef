"""Law 1, as the writer sees it: no byte of the corpus changes without a human confirmation on record.

Whatever was approved and is not what would be written now refuses the whole manifest: exit 2, nothing written.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from batches import OPERATOR, REVIEWER, Batch, Change, tree_hash
from msgspec.structs import replace
from program import apply, receipt, statuses, write

from r11.records import ApprovedManifest, manifest_digest, sha256_hex
from r11.review.approved import smallest_edit
from r11.review.confirm import digest_of
from r11.review.log import event_digest
from r11.vocabulary import Disposition, EventKind, FixOp, JudgeVerdict, PolicyScope, Scope

BODY = b"The limit is 30 seconds.\n"
KEY = "x.md#c0"


def approved(batch: Batch, op: FixOp = FixOp.O1) -> ApprovedManifest:
    batch.put("x.md", BODY)
    batch.put("y.md", BODY)
    change = Change("x.md", 1, "30", "60", op=op)
    return read(batch.approve([change, Change("y.md", 1, "30", "60")], closed=["y.md#c9"]))


def read(path: Path) -> ApprovedManifest:
    return msgspec.json.decode(path.read_bytes(), type=ApprovedManifest)


def assert_refused_whole(batch: Batch, words: str) -> None:
    before = tree_hash(batch.root)
    ended = write(batch)
    assert ended.status == 2, ended.err
    assert words in ended.err
    assert "nothing was written" in ended.err
    after = tree_hash(batch.root)
    assert {n for n in after if after[n] != before.get(n)} <= {".corpus.r11.lock"}


# --- after the click --------------------------------------------------------------------------------------------------


def withdraw(batch: Batch) -> None:
    batch.event(EventKind.WITHDRAW, [KEY])


def reopen(batch: Batch) -> None:
    batch.event(EventKind.REOPEN, [KEY], reviewer="reviewer-b")


def undo_all(batch: Batch) -> None:
    for _ in range(3):  # the closing, the second approval, the first
        batch.event(EventKind.UNDO, [])


def disagree(batch: Batch) -> None:
    fields = {"proposal_sha256": ("0" * 64,), "disposition": (Disposition.CORRECT,)}
    batch.event(EventKind.CLOSE, [KEY], reviewer="reviewer-b", **fields)


def to_o3(batch: Batch) -> None:
    batch.event(EventKind.TO_O3, [KEY], proposal_sha256=("0" * 64,))


def lose_the_log(batch: Batch) -> None:
    for log in (batch.workspace / "6-decisions").glob("*.jsonl"):
        log.unlink()


def break_the_chain(batch: Batch) -> None:
    """Somebody edits the log by hand: from there on it counts no more."""
    log = batch.workspace / "6-decisions" / f"{REVIEWER}-s1.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"outdated"', b'"wrong"', 1))


AFTER_THE_CLICK: dict[str, tuple[Callable[[Batch], None], str]] = {
    "withdrawn": (withdraw, "NOT_IN_FORCE"),
    "reopened by another": (reopen, "NOT_IN_FORCE"),
    "undone": (undo_all, "NOT_IN_FORCE"),
    "another reviewer says otherwise": (disagree, "NOT_IN_FORCE"),
    "sent to O3 later": (to_o3, "NOT_IN_FORCE"),
    "the log is gone": (lose_the_log, "NOT_CONFIRMED"),
    "the log was edited": (break_the_chain, "BROKEN_CHAIN"),
}


@pytest.mark.parametrize(("act", "code"), AFTER_THE_CLICK.values(), ids=AFTER_THE_CLICK.keys())
def test_an_approval_that_no_longer_stands(batch: Batch, act: Callable[[Batch], None], code: str) -> None:
    approved(batch)
    act(batch)
    assert_refused_whole(batch, code)


def test_a_broken_log_comes_first_and_the_step_after_it_last(batch: Batch) -> None:
    """Confirmations that are missing for it are counted, not listed one by one."""
    approved(batch)
    break_the_chain(batch)
    first, *rest, last = [line.strip() for line in write(batch).err.splitlines()[1:]]
    assert first.startswith(f"{REVIEWER}-s1.jsonl:2: ")
    assert first.endswith("decide those items again in a new session [BROKEN_CHAIN]")
    assert rest == ["3 of its confirmations name events that do not count, here or in any other log"]
    assert last.startswith("next: r11 freeze ")


def under_another_name(batch: Batch) -> Path:
    return (batch.workspace / "7-approved" / "b1.json").rename(batch.workspace / "7-approved" / "b9.json")


def cut_down_elsewhere(batch: Batch) -> Path:
    """One file taken out by hand, the digest recomputed, beside the manifest that was approved."""
    manifest = read(batch.workspace / "7-approved" / "b1.json")
    kept = (batch.workspace / "7-approved" / "b1.json").read_bytes()
    cut = batch.save(replace(manifest, files=manifest.files[:1])).rename(batch.root / "b1.json")
    (batch.workspace / "7-approved" / "b1.json").write_bytes(kept)
    return cut


def in_no_workspace(batch: Batch) -> Path:
    return (batch.workspace / "7-approved" / "b1.json").rename(batch.root / "b1.json")


@pytest.mark.parametrize(
    ("act", "words"),
    [
        pytest.param(under_another_name, "b1.json is not there", id="renamed"),
        pytest.param(in_no_workspace, "b1.json is not there", id="moved out of the workspace"),
        pytest.param(
            cut_down_elsewhere, "not what was approved under that name", id="cut down beside the approved one"
        ),
    ],
)
def test_a_batch_is_what_is_approved_under_its_name(batch: Batch, act: Callable[[Batch], Path], words: str) -> None:
    approved(batch)
    path = act(batch)
    before = tree_hash(batch.root)
    ended = apply(path, "--workspace", batch.workspace)
    assert ended.status == 2
    assert words in ended.err
    assert tree_hash(batch.root) == before


def test_a_copy_of_the_approved_manifest_is_the_batch(batch: Batch) -> None:
    approved(batch)
    copy = batch.root / "copy.json"
    copy.write_bytes((batch.workspace / "7-approved" / "b1.json").read_bytes())
    assert apply(copy, "--workspace", batch.workspace).status == 0
    assert statuses(batch) == {"x.md": "applied", "y.md": "applied"}


@pytest.mark.parametrize("ran", [False, True], ids=["b1 is waiting", "b1 is done"])
def test_the_same_batch_by_another_name_is_refused(batch: Batch, ran: bool) -> None:
    """One answer carries one batch, whoever recomputes a digest."""
    manifest = approved(batch)
    if ran:
        assert write(batch).status == 0
    batch.save(replace(manifest, batch="b2"))
    before = tree_hash(batch.corpus)
    ended = write(batch, "b2")
    assert ended.status == 2
    assert ended.err.count("batch b1 has it") == 3  # two edits and a closing
    assert tree_hash(batch.corpus) == before
    assert not (batch.receipts / "b2.json").exists()


def test_every_reason_is_named_at_once(batch: Batch) -> None:
    approved(batch)
    lose_the_log(batch)
    ended = write(batch)
    assert {"x.md#c0", "y.md#c1", "y.md#c9"} == {line.split(":")[0].strip() for line in ended.err.splitlines()[1:4]}


def test_a_withdrawal_that_was_undone_leaves_it_approved(batch: Batch) -> None:
    """Nothing is erased: the withdrawal stays in the log, and taking it back puts the approval in force again."""
    manifest = approved(batch)
    edit = manifest.files[0].edits[0]
    batch.event(EventKind.WITHDRAW, [KEY])
    batch.event(EventKind.UNDO, [])  # takes the withdrawal back
    assert write(batch).status == 0
    assert edit.flag_key == KEY


# --- the manifest, edited by hand -------------------------------------------------------------------------------------

Change_ = Callable[[ApprovedManifest], ApprovedManifest]


def first_edit(manifest: ApprovedManifest, **fields: object) -> ApprovedManifest:
    file = manifest.files[0]
    edit = replace(file.edits[0], **fields)
    return replace(manifest, files=(replace(file, edits=(edit, *file.edits[1:])), *manifest.files[1:]))


def other_value(manifest: ApprovedManifest) -> ApprovedManifest:
    """Another value, consistent in itself, and in the quote too."""
    edit = manifest.files[0].edits[0]
    quote = "The page says 60 and 90 today."
    span = replace(edit.edits[0], new="90")
    evidence = replace(edit.evidence, quote=quote, quote_sha256=text_sha(quote))
    return first_edit(manifest, edits=(span,), line_after="The limit is 90 seconds.", evidence=evidence)


def text_sha(text: str) -> str:
    return sha256_hex(text.encode())


def confirmation(manifest: ApprovedManifest, **fields: object) -> ApprovedManifest:
    return first_edit(manifest, confirmation=replace(manifest.files[0].edits[0].confirmation, **fields))


BY_HAND: dict[str, tuple[Change_, str]] = {
    "another value": (other_value, "OTHER_BYTES"),
    "another flag": (lambda m: first_edit(m, flag_key="x.md#c7"), "NOT_CONFIRMED"),
    "another ruling": (lambda m: first_edit(m, disposition=Disposition.WRONG), "OTHER_DISPOSITION"),
    "a ruling that the verdict does not allow": (
        lambda m: first_edit(m, disposition=Disposition.UNSOURCED),
        "no ruling that turns not_grounded into an edit",
    ),
    "another verdict": (lambda m: first_edit(m, judge_verdict=JudgeVerdict.GROUNDED), "no ruling"),
    "another reviewer": (lambda m: confirmation(m, by="somebody"), "CONFIRMATION_DIFFERS"),
    "another time": (lambda m: confirmation(m, at="2020-01-01T00:00:00+00:00"), "CONFIRMATION_DIFFERS"),
    "another scope": (lambda m: confirmation(m, scope=Scope.ITEM), "CONFIRMATION_DIFFERS"),
    "an event that is in no log": (lambda m: confirmation(m, event_sha256="f" * 64), "NOT_CONFIRMED"),
    "the event of another flag": (
        lambda m: confirmation(m, event_sha256=m.files[1].edits[0].confirmation.event_sha256),
        "NOT_CONFIRMED",
    ),
    "O1 made O3, without a proof": (lambda m: first_edit(m, op=FixOp.O3, proof=None), "never as a class"),
    "O1 made O2": (lambda m: first_edit(m, op=FixOp.O2), "names no policy"),
    "no proof": (lambda m: first_edit(m, proof=None), "lacks a proof"),
    "no edit": (lambda m: replace(m, files=(replace(m.files[0], edits=()),)), "no edit"),
    "a file twice": (lambda m: replace(m, files=(m.files[0], m.files[0])), "listed 2 times"),
    "another schema": (lambda m: replace(m, schema="r11_approved_v2"), "schema"),
    "a batch that leaves the folder": (lambda m: replace(m, batch="../b1"), "cannot be a file name"),
    "nothing changes": (
        lambda m: replace(m, files=(replace(m.files[0], sha256_after=m.files[0].sha256_before),)),
        "change nothing",
    ),
    "listed under another file": (
        lambda m: replace(m, files=(replace(m.files[0], file="y.md"), m.files[1])),
        "listed under y.md",
    ),
    "a quote that is not its hash": (
        lambda m: first_edit(m, evidence=replace(m.files[0].edits[0].evidence, quote="says 60")),
        "the hash of its quote",
    ),
    "a closing as another ruling": (
        lambda m: replace(m, closures=(replace(m.closures[0], disposition=Disposition.WRONG),)),
        "a closing rules the claim correct",
    ),
}


@pytest.mark.parametrize(("edit", "words"), BY_HAND.values(), ids=BY_HAND.keys())
def test_a_manifest_that_was_edited_and_signed_again(batch: Batch, edit: Change_, words: str) -> None:
    """A hash stops accidents, not a hand-made manifest: the decision logs are asked."""
    manifest = edit(approved(batch))
    signed = replace(manifest, sha256=manifest_digest(manifest))
    (batch.workspace / "7-approved" / "b1.json").write_bytes(msgspec.json.encode(signed))
    assert_refused_whole(batch, words)


@pytest.mark.parametrize(("edit", "words"), BY_HAND.values(), ids=BY_HAND.keys())
def test_a_manifest_that_was_edited_and_not_signed(batch: Batch, edit: Change_, words: str) -> None:
    (batch.workspace / "7-approved" / "b1.json").write_bytes(msgspec.json.encode(edit(approved(batch))))
    assert_refused_whole(batch, "it was changed after freeze")


SPOILT = {
    "empty": (b"", "the text is empty"),
    "cut short": (b'{"schema": "r11_approved_v1", "files": [', ""),
    "in a code fence": (b"```json\n{}\n```", "code fence"),
    "an array": (b"[]", "not an approved manifest"),
    "a key twice": (b'{"schema": "a", "schema": "b"}', "twice"),
    "no field": (b"{}", "not an approved manifest"),
    "not utf-8": (b'{"schema": "\xff"}', ""),
}


@pytest.mark.parametrize(("data", "words"), SPOILT.values(), ids=SPOILT.keys())
def test_bytes_that_are_no_manifest(batch: Batch, data: bytes, words: str) -> None:
    approved(batch)
    (batch.workspace / "7-approved" / "b1.json").write_bytes(data)
    assert_refused_whole(batch, words)


def test_an_unknown_field_is_refused(batch: Batch) -> None:
    approved(batch)
    path = batch.workspace / "7-approved" / "b1.json"
    plain = json.loads(path.read_bytes())
    plain["files"][0]["edits"][0]["force"] = True
    path.write_text(json.dumps(plain))
    assert_refused_whole(batch, "force")


# --- policy -----------------------------------------------------------------------------------------------------------

SUBTRACTION = Change(
    "x.md", 1, " (which has a mascot)", "", op=FixOp.O2, verdict=JudgeVerdict.SOURCE_SILENT, quote="It stores logs."
)


def subtracted(batch: Batch) -> None:
    batch.ratify()
    batch.put("x.md", b"The service (which has a mascot) stores logs.\n")
    batch.approve([SUBTRACTION])


def other_text(batch: Batch) -> None:
    (batch.workspace / "policy" / "O2.md").write_bytes(b"# Another text\n")


def other_text_ratified(batch: Batch) -> None:
    batch.ratify(b"# Another text\n")


def not_ratified(batch: Batch) -> None:
    (batch.workspace / "policy" / "O2.ratified.json").unlink()


def narrower(batch: Batch) -> None:
    batch.ratify(scopes=[PolicyScope.NOT_GROUNDED])


POLICY = {
    "text changed": (other_text, "no ratification covers the text"),
    "another text ratified": (other_text_ratified, "another O2 policy"),
    "no ratification": (not_ratified, "no ratification covers the text"),
    "ratified for fewer verdicts": (narrower, "other scopes"),
}


@pytest.mark.parametrize(("act", "words"), POLICY.values(), ids=POLICY.keys())
def test_a_policy_that_changed_after_the_click(batch: Batch, act: Callable[[Batch], None], words: str) -> None:
    subtracted(batch)
    act(batch)
    assert_refused_whole(batch, words)


def test_the_same_policy_lets_it_pass(batch: Batch) -> None:
    subtracted(batch)
    assert write(batch).status == 0


# --- evidence ---------------------------------------------------------------------------------------------------------


def test_evidence_that_changed_after_the_click_leaves_the_file_out(batch: Batch) -> None:
    manifest = approved(batch)
    edit = manifest.files[0].edits[0]
    batch.fetched([edit], passage="The page says 60 or 90 today.")
    assert write(batch).status == 1
    assert statuses(batch) == {"x.md": "refused EVIDENCE_CHANGED", "y.md": "applied"}
    assert (batch.corpus / "x.md").read_bytes() == BODY


def test_evidence_of_another_quote_under_the_same_key_is_none(batch: Batch) -> None:
    """A judge pass made anew may quote something else: what was looked up before says nothing of it."""
    manifest = approved(batch)
    edit = manifest.files[0].edits[0]
    batch.fetched([replace(edit, evidence=replace(edit.evidence, quote="The page says 60 or 90 today."))])
    assert write(batch).status == 1
    assert statuses(batch) == {"x.md": "refused NO_EVIDENCE", "y.md": "applied"}


@pytest.mark.parametrize(("days", "expected"), [(13, "applied"), (15, "refused EVIDENCE_STALE")])
def test_evidence_that_is_too_old_leaves_the_file_out(batch: Batch, days: int, expected: str) -> None:
    batch.now -= timedelta(days=days)
    approved(batch)
    assert write(batch).status == (0 if days < 14 else 1)
    assert set(statuses(batch).values()) == {expected}


def test_the_stricter_limit_holds(batch: Batch) -> None:
    """The workspace says three days by now, whatever the manifest says."""
    batch.now -= timedelta(days=5)
    approved(batch)
    settings = batch.workspace / "r11.toml"
    settings.write_text(settings.read_text() + "evidence_max_age_days = 3\n")
    assert write(batch).status == 1
    assert set(statuses(batch).values()) == {"refused EVIDENCE_STALE"}


def test_no_evidence_at_all_leaves_the_file_out(batch: Batch) -> None:
    approved(batch)
    (batch.workspace / "2-evidence" / "index.jsonl").unlink()
    assert write(batch).status == 1
    assert set(statuses(batch).values()) == {"refused NO_EVIDENCE"}


# --- an edit and its approval -----------------------------------------------------------------------------------------


def test_what_is_applied_is_the_edit_not_the_proposal(batch: Batch) -> None:
    """A reviewer wrote 45 where 60 was proposed, and approved that: 45 is written, and a manifest with 60 refused."""
    manifest = approved(batch)
    proposal = manifest.files[0].edits[0]
    text = "The limit is 45 seconds, by hand."
    common = {
        "proposal_sha256": (digest_of(proposal),),
        "evidence_sha256": (batch.fetched([proposal])[KEY].sha256,),
        "line_before_sha256": text_sha(proposal.line_before),
        "line_after_sha256": text_sha(text),
    }
    batch.event(EventKind.EDIT, [KEY], text=text, **{k: v for k, v in common.items() if k != "evidence_sha256"})
    event = batch.event(EventKind.APPROVE, [KEY], disposition=(Disposition.OUTDATED,), **common)
    assert_refused_whole(batch, "NOT_IN_FORCE")
    own = replace(
        proposal,
        op=FixOp.O3,
        proof=None,
        line_after=text,
        edits=(smallest_edit(proposal.line_before, text),),
        confirmation=replace(proposal.confirmation, at=event.at, scope=Scope.ITEM, event_sha256=event_digest(event)),
    )
    (batch.workspace / "7-approved" / "b1.json").unlink()  # it never ran, and no freeze makes two of one flag
    batch.freeze([own], "b2")
    assert write(batch, "b2").status == 0
    assert (batch.corpus / "x.md").read_bytes() == text.encode() + b"\n"


# --- prices -----------------------------------------------------------------------------------------------------------

PRICE = b"The plan costs $30 a month.\n"


@pytest.mark.parametrize("op", [FixOp.O1, FixOp.O3])
def test_a_claim_about_a_price_is_the_operators(batch: Batch, op: FixOp) -> None:
    batch.put("x.md", PRICE)
    batch.approve([Change("x.md", 1, "30", "60", op=op, quote="costs $60 a month")])
    assert_refused_whole(batch, "OPERATOR_GATED")


@pytest.mark.parametrize(("op", "status"), [(FixOp.O1, 1), (FixOp.O3, 0)])
def test_released_it_is_written_by_a_person_only(batch: Batch, op: FixOp, status: int) -> None:
    batch.put("x.md", PRICE)
    manifest = read(batch.approve([Change("x.md", 1, "30", "60", op=op, quote="costs $60 a month")]))
    proposal = digest_of(manifest.files[0].edits[0])
    batch.event(EventKind.RELEASE_GATED, [KEY], reviewer=OPERATOR, proposal_sha256=(proposal,))
    assert write(batch).status == status
    if op is FixOp.O1:
        assert receipt(batch).files[0].edits[0].code == "OPERATOR_GATED"


@pytest.mark.parametrize("released", [False, True])
def test_to_close_a_claim_about_a_price_is_the_operators_too(batch: Batch, released: bool) -> None:
    """A closing carries no claim: that it is about a price, apply reads in the ledger."""
    batch.put("x.md", b"The limit is 30 seconds.\n")
    batch.approve([Change("x.md", 1, "30", "60")], closed=["x.md#c9"])
    ledger = batch.workspace / "ledger.json"
    said = ledger.read_bytes()
    assert said.count(b"The limit is 30.") == 1
    ledger.write_bytes(said.replace(b"The limit is 30.", b"The plan costs $30."))
    if released:
        batch.event(EventKind.RELEASE_GATED, ["x.md#c9"], reviewer=OPERATOR, proposal_sha256=("0" * 64,))
        assert write(batch).status == 0
    else:
        assert_refused_whole(batch, "x.md#c9: the claim is about a price and no operator released it [OPERATOR_GATED]")
