"""The frozen records that cross a border between people, machines or runs.

`data/README.md` documents them field by field, `r11 schema NAME` exports them as JSON Schema. They are parsed once,
at the edge (`ledger/`, `storage.py`); everything inside holds records, never dictionaries.

Canonical form of a record: its JSON with keys sorted, no white space, UTF-8, no escapes beyond those JSON demands.
Every `sha256` field is lower-case hexadecimal over bytes or over a canonical form, as its docstring says.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

import msgspec

from r11.vocabulary import (
    AbortCode,
    ClaimStatus,
    Disposition,
    DowngradeCode,
    EventKind,
    EvidenceState,
    FileVerdict,
    FixOp,
    GateCode,
    GateStatus,
    GoldStratum,
    GoldVersion,
    JudgeVerdict,
    MatchKind,
    PageOutcome,
    ParseStatus,
    PolicyScope,
    ProbeKind,
    ProbeOutcome,
    ReceiptStatus,
    Rule,
    Scope,
    Verdict,
)

MANIFEST_SCHEMA = "r11_approved_v1"
RECEIPT_SCHEMA = "r11_receipt_v1"
GOLD_SCHEMA = "r11_gold_v1"
SHARDS_SCHEMA = "r11_shards_v1"
UNIT_SCHEMA = "r11_unit_v1"
EXECUTOR_SCHEMA = "executor_evidence_v2"


def canonical(value: Any) -> bytes:
    """The canonical form of a record or of plain JSON values."""
    plain = msgspec.to_builtins(value)
    return json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")


def sha256_hex(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def digest(value: Any) -> str:
    """sha256 of the canonical form."""
    return sha256_hex(canonical(value))


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Base of the records: immutable, compared by value, named fields only."""


# --- in: the judge pass ---------------------------------------------------------------------------------------------


class JudgeResult(Record, frozen=True, forbid_unknown_fields=True):
    """The judge's answer to one claim.

    id: the claim's id in the claim manifest, unique within its file only.
    judge_verdict: what the judge says of the claim against the page it cites.
    rule: the judge's rule code; empty where none applied.
    evidence_url: the page that the judge used.
    evidence_quote: a verbatim passage of that page; empty where there is none.
    reason: one sentence, what the source says against what the claim says.
    failed_span: the part of the claim that failed, verbatim, where the judge names it.
    """

    id: str
    judge_verdict: JudgeVerdict
    rule: Rule
    evidence_url: str
    evidence_quote: str
    reason: str
    failed_span: str | None = None


class JudgeOutput(Record, frozen=True, forbid_unknown_fields=True):
    """What the judge returned for one file: strict JSON, no code fence, no text around it.

    file: the judged file, relative to the corpus.
    results: one answer for each claim of the file; the ids are exactly the claims' ids, each once.
    """

    file: str
    results: tuple[JudgeResult, ...]


class Claim(Record, frozen=True):
    """A claim of the claim manifest; its id is unique within its file only.

    id: names the claim within its file.
    line: where it stands, counted from 1; a line ends at a newline and nothing else.
    claim: its text, verbatim.
    """

    id: str
    line: int
    claim: str


class FileClaims(Record, frozen=True):
    """The claims of one file.

    file: the file, relative to the corpus.
    claims: all its claims that were to be judged.
    """

    file: str
    claims: tuple[Claim, ...]


class Flag(Record, frozen=True):
    """A claim that the judge could not ground. Its address everywhere is `key`.

    `id` to `reason` and `failed_span` are the judge's result as it was; `file`, `line` and `claim` come from the claim
    manifest. `file` is that of the record it stands in.

    `disposition` is what the ledger holds: None while pending, a provisional word, or a human's ruling.
    `applied`, `closed`, `fix` and `reverted` are stamped after a batch. A flag that is applied or closed is settled; a
    reverted one is open again, and its `fix` says which batch was taken back.
    """

    id: str
    judge_verdict: JudgeVerdict
    rule: Rule
    evidence_url: str
    evidence_quote: str
    reason: str
    file: str
    line: int
    claim: str
    disposition: Disposition | None = None
    failed_span: str | None = None
    applied: bool = False
    closed: bool = False
    reverted: bool = False
    fix: dict[str, Any] | None = None

    @property
    def key(self) -> str:
        return f"{self.file}#{self.id}"

    @property
    def page_url(self) -> str:
        """The cited page: the URL without its fragment. Two flags of one page are answered by one fetch."""
        return self.evidence_url.partition("#")[0]

    @property
    def is_settled(self) -> bool:
        return self.applied or self.closed

    def changed_since(self, claim: str, url: str, quote: str) -> tuple[str, ...]:
        """Which of the members that an edit rests on say something else now, by their names in the ledger."""
        then = {"claim": claim, "evidence_url": url, "evidence_quote": quote}
        return tuple(name for name, value in then.items() if getattr(self, name) != value)

    @property
    def is_fix_target(self) -> bool:
        return self.judge_verdict.is_fix_target


class LedgerRecord(Record, frozen=True):
    """One judged file. Keys that are somebody else's stay in the ledger's bytes and are not read.

    file: the judged file, relative to the corpus; listed once.
    per_file_verdict: `pass` only where every judged claim is grounded; it never changes afterwards.
    flags: one for each claim that is not grounded; empty where the file passes.
    """

    file: str
    per_file_verdict: FileVerdict
    flags: tuple[Flag, ...]


# --- the verification chain -----------------------------------------------------------------------------------------


class UnitFlag(Record, frozen=True, forbid_unknown_fields=True):
    """The flag of a unit, as far as it concerns whoever answers: the claim, and what the judge said of it."""

    claim_id: str
    flag_key: str
    claim: str
    judge_verdict: JudgeVerdict
    rule: Rule
    evidence_url: str
    evidence_quote: str
    reason: str
    failed_span: str | None = None


class UnitLine(Record, frozen=True, forbid_unknown_fields=True):
    """The line that holds the claim, its number counted from 1, and the lines around it."""

    number: int
    text: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class UnitPage(Record, frozen=True, forbid_unknown_fields=True):
    """The cited page as it was last fetched; `url`, `fetched_at` and `sha256` make an invocation of it.

    state: what the refresh found for the flag. passage: what it found on the page; empty where nothing.
    text: the section around the passage, else the beginning of the page.
    """

    url: str
    fetched_at: str
    sha256: str
    state: EvidenceState
    passage: str
    text: str


class UnitPolicy(Record, frozen=True, forbid_unknown_fields=True):
    """The O2 policy in force: which flags it covers, the pairs that it lists, the digest and the text itself."""

    scopes: tuple[PolicyScope, ...]
    generalisations: tuple[tuple[str, str], ...]
    text_sha256: str
    text: str


class WorkUnit(Record, frozen=True, forbid_unknown_fields=True):
    """One piece of work that is handed out, with everything that an answer needs: one flag of one file.

    unit: its name, also the name of the file and of the answer. file: the corpus file, which `shard` holds.
    attempt: 1, and one more each time that it is handed out again; `failures` then says what was wrong before.
    page, policy: None where no page is on record, or no policy in force.
    answer_schema: the JSON Schema of the answer. prompt: all of this in words, for an agent that reads text.
    """

    schema: str
    unit: str
    shard: str
    file: str
    attempt: int
    flag: UnitFlag
    line: UnitLine
    page: UnitPage | None
    policy: UnitPolicy | None
    failures: tuple[str, ...]
    answer_schema: dict[str, Any]
    prompt: str


class Invocation(Record, frozen=True, forbid_unknown_fields=True):
    """What a worker called to get its evidence. `ref` names it within the output; `sha256` is of what came back."""

    ref: str
    tool: str
    url: str
    fetched_at: str
    sha256: str


class ClaimEvidence(Record, frozen=True, forbid_unknown_fields=True):
    """What an answer rests on: a verbatim passage, and the invocation that brought it."""

    invocation_ref: str
    quote: str


class OfferedEdit(Record, frozen=True, forbid_unknown_fields=True):
    """The edit that a worker offers: `old` stands once in the claim and becomes `new` (empty: it goes)."""

    op: FixOp
    old: str
    new: str


class ExecutorClaim(Record, frozen=True, forbid_unknown_fields=True):
    """A worker's answer for one flag; `proposal` is None where it offers no edit."""

    claim_id: str
    flag_key: str
    text: str
    evidence: ClaimEvidence
    proposal: OfferedEdit | None
    failed_span: str | None = None


class ExecutorOutput(Record, frozen=True, forbid_unknown_fields=True):
    """What a worker hands in for one unit: structured claims, and no final answer in prose."""

    schema: str
    unit: str
    invocations: tuple[Invocation, ...]
    claims: tuple[ExecutorClaim, ...]


class GateFailure(Record, frozen=True, forbid_unknown_fields=True):
    """One thing that the gatekeeper found, and where: `claims[0].evidence.quote`."""

    code: GateCode
    path: str
    message: str


class GatekeeperResult(Record, frozen=True, forbid_unknown_fields=True):
    """Whether form and references hold; `failures` is empty where they do."""

    status: GateStatus
    failures: tuple[GateFailure, ...] = ()


class ClaimCheck(Record, frozen=True, forbid_unknown_fields=True):
    """What a verifier found of one claim, and the invocation that it looked at."""

    claim_id: str
    status: ClaimStatus
    invocation_ref: str = ""
    reason: str = ""


class CheckedFact(Record, frozen=True, forbid_unknown_fields=True):
    """The older shape of a check, which its readers still want: the claim's text, and whether it is borne out."""

    fact: str
    verified: bool
    source: str = ""
    note: str = ""


class VerifierOutput(Record, frozen=True, forbid_unknown_fields=True):
    """What a verifier says of an output. `facts_checked` alone is the older form."""

    verdict: Verdict
    claim_checks: tuple[ClaimCheck, ...] = ()
    facts_checked: tuple[CheckedFact, ...] = ()


class Downgrade(Record, frozen=True, forbid_unknown_fields=True):
    """One reason why an output is worth no more than `to`."""

    to: Verdict
    code: DowngradeCode
    detail: str = ""


class TraceSummary(Record, frozen=True, forbid_unknown_fields=True):
    """Where a worker's output came from: who handed in which bytes for which unit, and what it had called."""

    worker: str
    unit: str
    artefact_sha256: str
    verifiers: tuple[str, ...] = ()
    invocations: tuple[Invocation, ...] = ()


class SelfEvaluation(Record, frozen=True, forbid_unknown_fields=True):
    """Everything that verification found of a worker's output, kept with the item.

    structured_output: the output as it was parsed; None where it was not readable.
    verdict: the least of what the verifiers said, None where one of them said nothing readable.
    """

    parse_status: ParseStatus
    structured_output: dict[str, Any] | None
    trace_summary: TraceSummary
    gatekeeper_result: GatekeeperResult
    claim_checks: tuple[ClaimCheck, ...]
    facts_checked: tuple[CheckedFact, ...]
    verdict: Verdict | None
    effective_verdict: Verdict
    downgrades: tuple[Downgrade, ...]


# --- proposals ------------------------------------------------------------------------------------------------------


class Edit(Record, frozen=True, forbid_unknown_fields=True):
    """Replace the bytes `start:end` of a line (terminator excluded), which hold `old`, by `new`."""

    start: int
    end: int
    old: str
    new: str


class Abort(Record, frozen=True, forbid_unknown_fields=True):
    """Why an item is not O1 or O2: the code, and the detail that makes it concrete."""

    code: AbortCode
    detail: str = ""


class Proof(Record, frozen=True, forbid_unknown_fields=True):
    """What `fixes/proof.py` established: each fact in words, and the hashes it held for.

    `quote_start`, `quote_end`: where the new value stands in the quote, in characters (O1 only).
    """

    op: FixOp
    facts: tuple[str, ...]
    line_before_sha256: str
    line_after_sha256: str | None
    quote_start: int | None = None
    quote_end: int | None = None
    policy_sha256: str | None = None


class Proposal(Record, frozen=True, forbid_unknown_fields=True):
    """What a flag is now. `nominated` and `aborts` say how it got there.

    `line_before` is None where the claim was not found on one readable line; `line_after` is None where there is no
    machine text (O3), or, for O2, where the line goes with its terminator (`edits` then covers the whole line).
    `sha256` is `proposal_digest`.
    """

    flag_key: str
    flag_id: str
    file: str
    line: int
    op: FixOp
    edits: tuple[Edit, ...]
    line_before: str | None
    line_after: str | None
    nominated: FixOp | None
    aborts: tuple[Abort, ...]
    proof: Proof | None
    origin: str
    self_evaluation: SelfEvaluation | None
    sha256: str


def proposal_digest(
    *,
    flag_key: str,
    op: FixOp,
    edits: Iterable[Edit],
    line_before: str | None,
    line_after: str | None,
    claim: str,
    quote: str,
) -> str:
    """What an approval of a proposal binds to.

    A shifted line number or a note is left out on purpose: it does not void an approval.
    """
    return digest(
        {
            "flag_key": flag_key,
            "op": op,
            "edits": list(edits),
            "line_before": line_before,
            "line_after": line_after,
            "claim": claim,
            "quote": quote,
        }
    )


# --- evidence -------------------------------------------------------------------------------------------------------


def looked_up_digest(claim: str, url: str, quote: str) -> str:
    """What the evidence of a flag binds to: a key alone says nothing, a later judge pass may quote something else."""
    return digest({"claim": claim, "url": url, "quote": quote})


class Page(Record, frozen=True, forbid_unknown_fields=True):
    """What the last refresh of one distinct URL (without its fragment) found.

    `text_sha256` names the page text that is kept under `2-evidence/pages/`, made by that version of the extractor.
    `final_url` is where redirects led; the flag keeps its own URL. Times are ISO 8601 in UTC. `dated`, `updated` and
    `source` are what the page tells of itself, as it writes it: no fix rests on them.
    """

    url: str
    outcome: PageOutcome
    fetched_at: str
    http_status: int | None = None
    final_url: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    body_sha256: str | None = None
    text_sha256: str | None = None
    extractor: str = ""
    detail: str = ""
    dated: str = ""
    updated: str = ""
    source: str = ""


class FlagEvidence(Record, frozen=True, forbid_unknown_fields=True):
    """What the refreshed page means for one flag: its state, how the quote matched, and the passage found.

    `section` is the anchor of the section that holds the passage, `home` that of the section where the quote stood
    when it was first looked at (None where that is not known): they differ where the state is `moved`.
    `about` is the `looked_up_digest` of what was looked up: of another claim, URL or quote, this is no evidence.
    `sha256` is over flag_key, about, url, state, match, passage and the page's text hash.
    """

    flag_key: str
    url: str
    state: EvidenceState
    match: MatchKind
    passage: str
    fetched_at: str
    text_sha256: str | None
    sha256: str
    section: str | None = None
    home: str | None = None
    detail: str = ""
    about: str = ""

    def is_of(self, claim: str, url: str, quote: str) -> bool:
        """Whether just this was looked up: a ledger made anew may give a flag another quote under the same key."""
        return self.about == looked_up_digest(claim, url, quote)


class EvidenceLine(Record, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of `2-evidence/index.jsonl` or of the journal beside it: a page, or what it means for a flag."""

    page: Page | None = None
    flag: FlagEvidence | None = None


# --- decisions ------------------------------------------------------------------------------------------------------


class DecisionEvent(Record, frozen=True, forbid_unknown_fields=True):
    """One appended event of a reviewer's log; `prev` is the digest of the event before it in the same log."""

    seq: int
    prev: str
    at: str
    reviewer: str
    session: str
    event: EventKind
    flag_keys: tuple[str, ...]
    proposal_sha256: tuple[str, ...] = ()
    line_before_sha256: str | None = None
    line_after_sha256: str | None = None
    policy_sha256: str | None = None
    evidence_sha256: tuple[str, ...] = ()
    disposition: tuple[Disposition, ...] = ()
    text: str | None = None
    note: str = ""
    active_ms: int = 0
    wall_ms: int = 0


PROBE_KEY = "probe:"
"""What the key of a probe begins with. A flag key holds a `#` and a probe's key none: neither is ever the other."""


class ProbeSeeded(Record, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="seeded"):
    """A probe, dealt to one reviewer: the item that it stands in for, and what is wrong with it.

    `key` is `PROBE_KEY` and hexadecimal digits. `source` is the flag in whose place it is shown,
    `source_sha256` the proposal of that flag from which it was made; `donor` is the flag that the quote was taken from,
    None where the quote is the source's own. `proposal.sha256` is over `key`, so that no other proposal has it.
    """

    seq: int
    prev: str
    at: str
    reviewer: str
    key: str
    kind: ProbeKind
    source: str
    source_sha256: str
    donor: str | None
    quote: str
    proposal: Proposal


class ProbeTold(Record, frozen=True, forbid_unknown_fields=True, tag_field="what", tag="told"):
    """The reviewer was told what a probe was: from here on its outcome stands. `answer`: the event that gave it."""

    seq: int
    prev: str
    at: str
    reviewer: str
    session: str
    key: str
    outcome: ProbeOutcome
    answer: str | None


class Lease(Record, frozen=True, forbid_unknown_fields=True):
    """A short-lived reservation: who looks at an item, in which session, until when (ISO 8601 in UTC)."""

    flag_key: str
    reviewer: str
    session: str
    until: str


# --- policy and protocol --------------------------------------------------------------------------------------------


class RatifiedPolicy(Record, frozen=True, forbid_unknown_fields=True):
    """An operator's ratification of the O2 policy text: it covers exactly the text with this hash."""

    ratified_by: str
    ratified_at: str
    scopes: tuple[PolicyScope, ...]
    text_sha256: str


class FrozenProtocol(Record, frozen=True, forbid_unknown_fields=True):
    """An operator's freeze of `protocol.toml`: it covers exactly the text with this hash.

    `drawn`: the files beside the pilot that are to be reviewed too, drawn by the protocol's seed from the ledger with
    that hash.
    """

    frozen_by: str
    frozen_at: str
    text_sha256: str
    ledger_sha256: str
    drawn: tuple[str, ...]


class LogHead(Record, frozen=True, forbid_unknown_fields=True):
    """How far a decision log went at a moment: so many events of this person's session, the last one by its hash."""

    reviewer: str
    session: str
    events: int
    event_sha256: str


class LookedAt(Record, frozen=True, forbid_unknown_fields=True):
    """A fix target as it was at the one look: its flag, what was proposed for it, and what the last refresh had found.

    proposals: the classifier's first, then workers'; of a settled one that which it was decided on, as far as known."""

    flag: Flag
    proposals: tuple[Proposal, ...]
    evidence: FlagEvidence | None


class TakenLook(Record, frozen=True, forbid_unknown_fields=True):
    """The one look, kept when its figures are first shown: whatever changes later, they are of this.

    due_at: when it fell due; taken_at: when its figures were first shown. protocol_sha256: the frozen text's.
    heads: the events that it is of, log by log. answered: the flag keys that were answered then. items: the fix targets
    of pilot and drawn files, and all others that somebody had answered.
    `sha256` is over the canonical form of all the rest.
    """

    due_at: str
    taken_at: str
    protocol_sha256: str
    heads: tuple[LogHead, ...]
    answered: tuple[str, ...]
    items: tuple[LookedAt, ...]
    sha256: str


# --- shards ---------------------------------------------------------------------------------------------------------


class Shard(Record, frozen=True, forbid_unknown_fields=True):
    """A part of the work that one session has to itself: whole files, never single claims.

    name: lower-case letters, digits and hyphens; it names folders and a git branch.
    files: its files, relative to the corpus, sorted; no other shard has any of them.
    """

    name: str
    files: tuple[str, ...]


class ShardMap(Record, frozen=True, forbid_unknown_fields=True):
    """`3-units/shards.json`: every shard of the workspace. A file that no shard has is everybody's."""

    schema: str
    shards: tuple[Shard, ...]


# --- approved manifest and receipt ----------------------------------------------------------------------------------


class ManifestEvidence(Record, frozen=True, forbid_unknown_fields=True):
    """The page and the quote that an approved edit rests on, as they were when it was approved."""

    url: str
    quote: str
    quote_sha256: str
    fetched_at: str


class Confirmation(Record, frozen=True, forbid_unknown_fields=True):
    """Which human event approves an edit."""

    by: str
    at: str
    scope: Scope
    event_sha256: str


class ApprovedEdit(Record, frozen=True, forbid_unknown_fields=True):
    """One approved edit, with all that is needed to check it again before it is written."""

    flag_key: str
    op: FixOp
    judge_verdict: JudgeVerdict
    claim: str
    line: int
    line_before: str
    line_after: str | None
    edits: tuple[Edit, ...]
    reason: str
    proof: Proof | None
    evidence: ManifestEvidence
    confirmation: Confirmation
    disposition: Disposition


class ApprovedFile(Record, frozen=True, forbid_unknown_fields=True):
    """The approved edits of one file, and the hashes of its bytes before and after them."""

    file: str
    sha256_before: str
    sha256_after: str
    edits: tuple[ApprovedEdit, ...]


class Closure(Record, frozen=True, forbid_unknown_fields=True):
    """A flag that a human closed: no byte of the corpus changes."""

    flag_key: str
    disposition: Disposition
    confirmation: Confirmation


class ApprovedManifest(Record, frozen=True, forbid_unknown_fields=True):
    """What `r11 freeze` writes and `r11-apply` executes. `sha256` is over the canonical form of all the rest."""

    schema: str
    batch: str
    created: str
    evidence_max_age_days: int
    policy_sha256: str | None
    policy_scopes: tuple[PolicyScope, ...]
    protocol_sha256: str | None
    files: tuple[ApprovedFile, ...]
    closures: tuple[Closure, ...]
    sha256: str


class EditReceipt(Record, frozen=True, forbid_unknown_fields=True):
    """What became of one edit, with the reason where it was left out."""

    flag_key: str
    status: ReceiptStatus
    code: str = ""
    detail: str = ""


class FileReceipt(Record, frozen=True, forbid_unknown_fields=True):
    """What became of one file and its edits; the hashes are of the bytes that were found and left.

    Both are the same where nothing was written, and empty where the file could not be read.
    """

    file: str
    status: ReceiptStatus
    sha256_before: str
    sha256_after: str
    edits: tuple[EditReceipt, ...]
    code: str = ""
    detail: str = ""


class Receipt(Record, frozen=True, forbid_unknown_fields=True):
    """What the apply script did with one batch, edit by edit.

    `corpus` names a folder other than the workspace's, `shard` the shard whose worktree that is in.
    """

    schema: str
    batch: str
    manifest_sha256: str
    started: str
    finished: str | None
    tool_version: str
    files: tuple[FileReceipt, ...]
    closures: tuple[Closure, ...]
    corpus: str = ""
    shard: str = ""


# --- the blind gold sample ------------------------------------------------------------------------------------------


class GoldCard(Record, frozen=True, forbid_unknown_fields=True):
    """What a labeller sees of one item, and nothing else: the claim in one version, its lines, and the page.

    `at`: which line of `context` holds the claim; None where its place was not found. `marked`: the part of `passage`
    that is most like the claim, in characters. `fetched_at`: when the page was asked for the passage.
    """

    item: int
    claim: str
    context: tuple[str, ...]
    at: int | None
    url: str
    passage: str
    marked: tuple[int, int] | None
    fetched_at: str


class GoldItem(Record, frozen=True, forbid_unknown_fields=True):
    """What an item is, which no labeller may know: the claim's key (`file#id`), its stratum, which version it is."""

    item: int
    claim_key: str
    stratum: GoldStratum
    version: GoldVersion
    doubled: bool
    card_sha256: str


class GoldCount(Record, frozen=True, forbid_unknown_fields=True):
    """One stratum of a draw: its claims, how many were drawn, and the error rates that the planning assumed."""

    stratum: GoldStratum
    claims: int
    drawn: int
    assumed_before: float
    assumed_after: float


class GoldDraw(Record, frozen=True, forbid_unknown_fields=True):
    """A draw of the gold sample, frozen before anybody labels. `sha256` is over the canonical form of all the rest.

    `width` or `size`: what was asked for, the width of the intervals or a number of claims; `expected_width`: of the
    wider interval, if the assumed rates are true. Left out of the frame, and counted: claims of files that the ledger
    does not have, and claims of which ledger or claim manifest could not be read; `only_in_ledger` are flags that the
    claim manifest does not have, and they are in the frame.
    """

    schema: str
    name: str
    drawn_at: str
    seed: int
    width: float | None
    size: int | None
    expected_width: float
    strata: tuple[GoldCount, ...]
    unjudged_files: int
    unjudged_claims: int
    invalid: int
    only_in_ledger: int
    ledger_sha256: str
    claims_sha256: str
    items: tuple[GoldItem, ...]
    sha256: str


def look_digest(look: TakenLook) -> str:
    """The digest that the record of the one look must carry."""
    return _digest_of_the_rest(look)


def draw_digest(draw: GoldDraw) -> str:
    """The digest that a draw of the gold sample must carry."""
    return _digest_of_the_rest(draw)


def manifest_digest(manifest: ApprovedManifest) -> str:
    """The digest that an approved manifest must carry."""
    return _digest_of_the_rest(manifest)


def _digest_of_the_rest(record: TakenLook | GoldDraw | ApprovedManifest) -> str:
    plain = msgspec.to_builtins(record)
    plain.pop("sha256")
    return digest(plain)
