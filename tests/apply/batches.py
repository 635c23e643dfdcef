"""Makes batches for the tests of the writer: a corpus, a workspace with its decisions, and an approved manifest.

Everything is made as the program makes it (events linked and hashed, digests true); nothing is patched.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec.structs import replace

from r11.records import (
    MANIFEST_SCHEMA,
    ApprovedEdit,
    ApprovedFile,
    ApprovedManifest,
    Closure,
    Confirmation,
    DecisionEvent,
    Edit,
    EvidenceLine,
    FlagEvidence,
    ManifestEvidence,
    Proof,
    RatifiedPolicy,
    digest,
    looked_up_digest,
    manifest_digest,
    sha256_hex,
)
from r11.review.confirm import digest_of
from r11.review.log import Entry, encode_event, event_digest, line_digest, next_event
from r11.text.compose import compose
from r11.text.lines import Document, splice
from r11.vocabulary import (
    Disposition,
    EventKind,
    EvidenceState,
    FixOp,
    JudgeVerdict,
    MatchKind,
    PolicyScope,
    Scope,
)

REVIEWER = "reviewer-a"
OPERATOR = "operator"
POLICY = b"# What a subtraction may do\n\nDrop the part that the source does not support.\n"
URL = "https://learn.microsoft.com/azure/example"


def stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


@dataclass(frozen=True)
class Change:
    """One edit that a test wants: bytes of a line, `old` by `new`. `start` None: where `old` first stands.

    `line_after` None together with `whole_line` takes the line out.
    """

    file: str
    line: int
    old: str
    new: str
    op: FixOp = FixOp.O1
    start: int | None = None
    whole_line: bool = False
    id: str = ""
    quote: str | None = None
    claim: str | None = None
    verdict: JudgeVerdict = JudgeVerdict.NOT_GROUNDED
    more: tuple[tuple[str, str], ...] = ()


@dataclass
class Batch:
    """A corpus and a workspace under one folder, and the manifests approved on them.

    by_hand: whether the reviewer wrote the lines of O3 edits before approving them.
    """

    root: Path
    by_hand: bool = True
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    tails: dict[str, Entry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.corpus.mkdir(parents=True, exist_ok=True)
        self.workspace.mkdir(exist_ok=True)
        toml = 'corpus = "../corpus"\nledger = "ledger.json"\n'
        (self.workspace / "r11.toml").write_text(toml, encoding="utf-8")
        for folder in ("2-evidence", "6-decisions", "7-approved", "8-receipts", "policy"):
            (self.workspace / folder).mkdir(exist_ok=True)

    @property
    def corpus(self) -> Path:
        return self.root / "corpus"

    @property
    def workspace(self) -> Path:
        return self.root / "workspace"

    @property
    def receipts(self) -> Path:
        return self.workspace / "8-receipts"

    def put(self, file: str, data: bytes, mode: int = 0o644) -> Path:
        path = self.corpus / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(mode)
        return path

    # --- what people did ----------------------------------------------------------------------------------------

    def ratify(self, text: bytes = POLICY, scopes: Sequence[PolicyScope] = tuple(PolicyScope)) -> None:
        (self.workspace / "policy" / "O2.md").write_bytes(text)
        ratified = RatifiedPolicy(
            ratified_by=OPERATOR, ratified_at=stamp(self.now), scopes=tuple(scopes), text_sha256=sha256_hex(text)
        )
        (self.workspace / "policy" / "O2.ratified.json").write_bytes(msgspec.json.encode(ratified))

    def event(
        self, kind: EventKind, keys: Iterable[str], *, reviewer: str = REVIEWER, **fields: object
    ) -> DecisionEvent:
        """Append one event to its reviewer's log."""
        draft = DecisionEvent(
            seq=0,
            prev="",
            at=stamp(self.now),
            reviewer=reviewer,
            session="s1",
            event=kind,
            flag_keys=tuple(keys),
            **fields,  # type: ignore[arg-type]
        )
        event = next_event(self.tails.get(reviewer), draft)
        self.tails[reviewer] = Entry(event, event_digest(event))
        with (self.workspace / "6-decisions" / f"{reviewer}-s1.jsonl").open("ab") as log:
            log.write(encode_event(event) + b"\n")
        return event

    def fetched(
        self, edits: Iterable[ApprovedEdit], at: datetime | None = None, passage: str = ""
    ) -> dict[str, FlagEvidence]:
        """Fresh evidence for each edit, kept in the workspace beside what is there. passage: if not the quote."""
        found = {edit.flag_key: self._evidence(edit, at or self.now, passage) for edit in edits}
        for item in found.values():
            self.on_record(item)
        return found

    def on_record(self, found: FlagEvidence) -> None:
        with (self.workspace / "2-evidence" / "index.jsonl").open("ab") as file:
            file.write(msgspec.json.encode(EvidenceLine(flag=found)) + b"\n")

    def _evidence(self, edit: ApprovedEdit, at: datetime, passage: str) -> FlagEvidence:
        silent = edit.judge_verdict is JudgeVerdict.SOURCE_SILENT
        state = EvidenceState.STILL_SILENT if silent else EvidenceState.STANDS
        shown = passage or edit.evidence.quote
        body = {"flag_key": edit.flag_key, "url": URL, "state": state, "passage": shown}
        return FlagEvidence(
            flag_key=edit.flag_key,
            url=URL,
            state=state,
            match=MatchKind.EXACT,
            passage=shown,
            fetched_at=stamp(at),
            text_sha256=sha256(edit.evidence.quote.encode()).hexdigest(),
            sha256=digest(body),
            about=looked_up_digest(edit.claim, URL, edit.evidence.quote),
        )

    # --- the approved manifest ----------------------------------------------------------------------------------

    def approve(self, changes: Sequence[Change], batch: str = "b1", closed: Sequence[str] = ()) -> Path:
        """The changes as a reviewer approved them (O1 and O2 as class lists, O3 one by one), frozen."""
        drafts = [self._draft(change, index) for index, change in enumerate(changes)]
        evidence = self.fetched(drafts)
        edits = [self._confirmed(edit, evidence[edit.flag_key]) for edit in drafts]
        return self.freeze(edits, batch, [self._closure(key) for key in closed])

    def approve_class(self, changes: Sequence[Change], batch: str = "b1") -> Path:
        """The changes, all O1, confirmed as one class list: one event, whatever their number."""
        drafts = [self._draft(change, index) for index, change in enumerate(changes)]
        evidence = self.fetched(drafts)
        event = self.event(
            EventKind.CONFIRM_CLASS,
            [edit.flag_key for edit in drafts],
            proposal_sha256=tuple(digest_of(edit) for edit in drafts),
            evidence_sha256=tuple(evidence[edit.flag_key].sha256 for edit in drafts),
            disposition=tuple(edit.disposition for edit in drafts),
        )
        confirmation = Confirmation(by=REVIEWER, at=event.at, scope=Scope.CLASS, event_sha256=event_digest(event))
        return self.freeze([replace(edit, confirmation=confirmation) for edit in drafts], batch)

    def freeze(self, edits: Sequence[ApprovedEdit], batch: str = "b1", closures: Sequence[Closure] = ()) -> Path:
        files = sorted({edit.flag_key.rpartition("#")[0] for edit in edits})
        own: dict[str, list[ApprovedEdit]] = {name: [] for name in files}
        for edit in edits:
            own[edit.flag_key.rpartition("#")[0]].append(edit)
        approved = [self._file(name, own[name]) for name in files]
        o2 = any(edit.op is FixOp.O2 for edit in edits)
        return self.save(self._manifest(batch, approved, closures, o2=o2))

    def _manifest(
        self, batch: str, files: Sequence[ApprovedFile], closures: Sequence[Closure], *, o2: bool
    ) -> ApprovedManifest:
        return ApprovedManifest(
            schema=MANIFEST_SCHEMA,
            batch=batch,
            created=stamp(self.now),
            evidence_max_age_days=14,
            policy_sha256=sha256_hex((self.workspace / "policy" / "O2.md").read_bytes()) if o2 else None,
            policy_scopes=tuple(PolicyScope) if o2 else (),
            protocol_sha256=None,
            files=tuple(files),
            closures=tuple(closures),
            sha256="",
        )

    def approve_for(self, file: str, change: Change) -> Path:
        """A manifest that asks for the change in the file of another name, whatever that name is."""
        draft = self._draft(change, 0)
        edit = replace(draft, flag_key=f"{file}#c0")
        edit = self._confirmed(edit, self.fetched([edit])[edit.flag_key])
        own = self._file(change.file, [edit])
        manifest = self._manifest("b1", [replace(own, file=file)], (), o2=False)
        return self.save(manifest)

    def save(self, manifest: ApprovedManifest, *, sign: bool = True) -> Path:
        signed = replace(manifest, sha256=manifest_digest(manifest)) if sign else manifest
        path = self.workspace / "7-approved" / f"{manifest.batch}.json"
        path.write_bytes(msgspec.json.format(msgspec.json.encode(signed), indent=2) + b"\n")
        self._judged(manifest)
        return path

    def _judged(self, manifest: ApprovedManifest) -> None:
        """The ledger that the batch comes from; flags that a ledger has already stay as they stand there."""
        path = self.workspace / "ledger.json"
        records = json.loads(path.read_bytes())["records"] if path.is_file() else []
        known = {f"{record['file']}#{flag['id']}" for record in records for flag in record["flags"]}
        flags = [_flag_of(edit) for file in manifest.files for edit in file.edits]
        flags += [_closed_flag(closure.flag_key) for closure in manifest.closures]
        missing = [flag for flag in flags if f"{flag['file']}#{flag['id']}" not in known]
        for flag in missing:
            record = next((record for record in records if record["file"] == flag["file"]), None)
            if record is None:
                record = {"file": flag["file"], "per_file_verdict": "flagged", "flags": []}
                records.append(record)
            record["flags"].append(flag)
        if missing:
            path.write_text(json.dumps({"records": records}, indent=1), encoding="utf-8")

    def _file(self, name: str, edits: Sequence[ApprovedEdit]) -> ApprovedFile:
        path = self.corpus / name
        data = path.read_bytes() if path.is_file() else b""
        try:
            composed = compose(Document.parse(data), edits)
            after = composed.to_bytes() if isinstance(composed, Document) else b"clash"
        except ValueError:
            after = b"no such line"
        return ApprovedFile(
            file=name, sha256_before=sha256_hex(data), sha256_after=sha256_hex(after), edits=tuple(edits)
        )

    def _draft(self, change: Change, index: int) -> ApprovedEdit:
        path = self.corpus / change.file
        body = (Document.parse(path.read_bytes()).body(change.line) if path.is_file() else None) or b""
        spans = self._spans(change, body)
        after = splice(body, [(s.start, s.end, s.new.encode()) for s in spans]).decode()
        claim = change.claim if change.claim is not None else body.decode().strip()
        quote = change.quote if change.quote is not None else claim.replace(change.old, change.new, 1)
        return ApprovedEdit(
            flag_key=f"{change.file}#{change.id or f'c{index}'}",
            op=change.op,
            judge_verdict=change.verdict,
            claim=claim,
            line=change.line,
            line_before=body.decode(),
            line_after=None if change.whole_line else after,
            edits=spans,
            reason="the page says otherwise",
            proof=self._proof(change.op, body.decode(), None if change.whole_line else after),
            evidence=ManifestEvidence(
                url=URL, quote=quote, quote_sha256=sha256_hex(quote.encode()), fetched_at=stamp(self.now)
            ),
            confirmation=Confirmation(by=REVIEWER, at=stamp(self.now), scope=Scope.CLASS, event_sha256=""),
            disposition=(
                Disposition.UNSOURCED if change.verdict is JudgeVerdict.SOURCE_SILENT else Disposition.OUTDATED
            ),
        )

    def _spans(self, change: Change, body: bytes) -> tuple[Edit, ...]:
        if change.whole_line:
            return (Edit(start=0, end=len(body), old=body.decode(), new=""),)
        spans = []
        for old, new in ((change.old, change.new), *change.more):
            start = body.index(old.encode()) if change.start is None else change.start
            spans.append(Edit(start=start, end=start + len(old.encode()), old=old, new=new))
        return tuple(sorted(spans, key=lambda s: s.start))

    def _proof(self, op: FixOp, before: str, after: str | None) -> Proof | None:
        if op is FixOp.O3:
            return None
        return Proof(
            op=op,
            facts=("as the checker said",),
            line_before_sha256=sha256_hex(before.encode()),
            line_after_sha256=line_digest(after),
        )

    def _confirmed(self, edit: ApprovedEdit, evidence: FlagEvidence) -> ApprovedEdit:
        o3 = edit.op is FixOp.O3
        if o3 and self.by_hand:
            self._written_by_hand(edit, evidence)
        policy = self.workspace / "policy" / "O2.md"
        event = self.event(
            EventKind.APPROVE if o3 else EventKind.CONFIRM_CLASS,
            [edit.flag_key],
            proposal_sha256=(digest_of(edit),),
            evidence_sha256=(evidence.sha256,),
            disposition=(edit.disposition,),
            line_before_sha256=line_digest(edit.line_before),
            line_after_sha256=line_digest(edit.line_after),
            policy_sha256=sha256_hex(policy.read_bytes()) if edit.op is FixOp.O2 else None,
        )
        scope = Scope.ITEM if o3 else Scope.CLASS
        return replace(
            edit,
            confirmation=Confirmation(by=REVIEWER, at=event.at, scope=scope, event_sha256=event_digest(event)),
        )

    def _written_by_hand(self, edit: ApprovedEdit, evidence: FlagEvidence) -> None:
        """The event by which the reviewer wrote the line, which the approval then names."""
        self.event(
            EventKind.EDIT,
            [edit.flag_key],
            proposal_sha256=(digest_of(edit),),
            evidence_sha256=(evidence.sha256,),
            line_before_sha256=line_digest(edit.line_before),
            line_after_sha256=line_digest(edit.line_after),
            text=edit.line_after,
        )

    def _closure(self, key: str) -> Closure:
        """A closing by somebody who saw the page say what the claim says."""
        found = FlagEvidence(
            flag_key=key,
            url=URL,
            state=EvidenceState.SUPPORTS_NOW,
            match=MatchKind.EXACT,
            passage=key,
            fetched_at=stamp(self.now),
            text_sha256="0" * 64,
            sha256=digest(key),
        )
        self.on_record(found)
        seen = {"proposal_sha256": ("0" * 64,), "evidence_sha256": (found.sha256,)}
        event = self.event(EventKind.CLOSE, [key], **seen, disposition=(Disposition.CORRECT,))
        confirmation = Confirmation(by=REVIEWER, at=event.at, scope=Scope.ITEM, event_sha256=event_digest(event))
        return Closure(flag_key=key, disposition=Disposition.CORRECT, confirmation=confirmation)


def _flag_of(edit: ApprovedEdit) -> dict[str, object]:
    file, _, name = edit.flag_key.rpartition("#")
    return {
        "id": name,
        "judge_verdict": edit.judge_verdict,
        "rule": "",
        "evidence_url": edit.evidence.url,
        "evidence_quote": edit.evidence.quote,
        "reason": edit.reason,
        "file": file,
        "line": edit.line,
        "claim": edit.claim,
        "disposition": "unsourced" if edit.judge_verdict is JudgeVerdict.SOURCE_SILENT else None,
    }


def _closed_flag(key: str) -> dict[str, object]:
    file, _, name = key.rpartition("#")
    return {
        "id": name,
        "judge_verdict": "not_grounded",
        "rule": "",
        "evidence_url": URL,
        "evidence_quote": "",
        "reason": "the page says otherwise",
        "file": file,
        "line": 1,
        "claim": "The limit is 30.",
        "disposition": None,
    }


def tree_hash(root: Path) -> dict[str, str]:
    """Every path under `root` with the hash of its bytes, its mode, or where it points."""
    seen = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            seen[name] = f"-> {path.readlink()}"
        elif path.is_file():
            seen[name] = f"{path.stat().st_mode:o} {sha256(path.read_bytes()).hexdigest()}"
        else:
            seen[name] = f"{path.stat().st_mode:o}"
    return seen
