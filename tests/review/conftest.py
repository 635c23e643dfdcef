"""A small programme to decide about: three flags of one page, their proposals, evidence, and people with logs."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from r11.cli import main
from r11.records import (
    Abort,
    DecisionEvent,
    Edit,
    EvidenceLine,
    Flag,
    FlagEvidence,
    Proof,
    Proposal,
    RatifiedPolicy,
    looked_up_digest,
    proposal_digest,
    sha256_hex,
)
from r11.review import answers
from r11.review.answers import Seen, Signature
from r11.review.decisions import Decisions, settle
from r11.review.freeze import Programme as Inputs
from r11.review.log import LogReading, encode_event, line_digest, next_event, read_log
from r11.storage import Workspace, write_jsonl
from r11.text.lines import Document
from r11.vocabulary import (
    AbortCode,
    Disposition,
    EventKind,
    EvidenceState,
    FixOp,
    JudgeVerdict,
    MatchKind,
    PolicyScope,
    Rule,
)

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
POLICY_TEXT = b"# What a subtraction may do\n"
PAGE = "skills/store/limits.md"
DOCUMENT = (
    b"# Limits\r\n\r\nThe queue keeps 500 messages.\r\nBackups are kept, quite often, for 7 days.\r\nWrite to us.\r\n"
)


def flag(key_id: str, line: int, claim: str, quote: str, verdict: JudgeVerdict = JudgeVerdict.NOT_GROUNDED) -> Flag:
    return Flag(
        id=key_id,
        judge_verdict=verdict,
        rule=Rule.R2,
        evidence_url=f"https://learn.microsoft.com/{key_id}",
        evidence_quote=quote,
        reason="the source says otherwise",
        file=PAGE,
        line=line,
        claim=claim,
    )


def proposal(
    flag: Flag, op: FixOp, before: str, edits: tuple[Edit, ...], after: str | None, **more: object
) -> Proposal:
    proof = Proof(
        op=op, facts=("as tested",), line_before_sha256=line_digest(before), line_after_sha256=line_digest(after)
    )
    fields: dict[str, object] = {
        "nominated": op if op is not FixOp.O3 else None,
        "aborts": (),
        "proof": proof if op is not FixOp.O3 else None,
        "origin": "built-in",
        **more,
    }
    digest = proposal_digest(
        flag_key=flag.key,
        op=op,
        edits=edits,
        line_before=before,
        line_after=after,
        claim=flag.claim,
        quote=flag.evidence_quote,
    )
    return Proposal(
        flag_key=flag.key,
        flag_id=flag.id,
        file=flag.file,
        line=flag.line,
        op=op,
        edits=edits,
        line_before=before,
        line_after=after,
        self_evaluation=None,
        sha256=digest,
        **fields,
    )


def evidence(flag: Flag, state: EvidenceState = EvidenceState.STANDS, at: datetime = NOON) -> FlagEvidence:
    return FlagEvidence(
        flag_key=flag.key,
        url=flag.evidence_url,
        state=state,
        match=MatchKind.EXACT,
        passage=flag.evidence_quote,
        fetched_at=at.isoformat(),
        text_sha256=sha256_hex(b"page"),
        sha256=sha256_hex(f"{flag.key} {state}".encode()),
        about=looked_up_digest(flag.claim, flag.evidence_url, flag.evidence_quote),
    )


@dataclass
class Log:
    """One reviewer's session: every method appends one event and moves the clock on by a minute."""

    reviewer: str
    session: str
    clock: list[datetime]
    events: list[DecisionEvent] = field(default_factory=list)

    def sign(self) -> Signature:
        self.clock[0] += timedelta(minutes=1)
        return Signature(self.reviewer, self.session, self.clock[0].isoformat())

    def add(self, draft: DecisionEvent) -> DecisionEvent:
        event = next_event(self.reading().tail, draft)
        self.events.append(event)
        return event

    def mention(self, kind: EventKind, *keys: str) -> DecisionEvent:
        return self.add(answers.mention(self.sign(), kind, keys))

    def approve(self, seen: Seen, disposition: Disposition = Disposition.OUTDATED) -> DecisionEvent:
        return self.add(answers.approve(self.sign(), seen, disposition))

    def edit(self, seen: Seen, text: str | None) -> DecisionEvent:
        return self.add(answers.edit(self.sign(), seen, text))

    def close(self, seen: Seen) -> DecisionEvent:
        return self.add(answers.close(self.sign(), seen))

    def adjudicate(self, seen: Seen, disposition: Disposition | None) -> DecisionEvent:
        return self.add(answers.adjudicate(self.sign(), seen, disposition))

    def undo(self) -> DecisionEvent:
        return self.mention(EventKind.UNDO)

    def data(self) -> bytes:
        return b"".join(encode_event(event) + b"\n" for event in self.events)

    def reading(self) -> LogReading:
        return read_log(f"{self.reviewer}-{self.session}.jsonl", self.data())


class Programme:
    """The flags `swap` (O1), `drop` (O2), `write` (O3), what is on a screen for each, and the logs."""

    def __init__(self) -> None:
        self.clock = [NOON]
        self.logs: list[Log] = []
        self.policy = RatifiedPolicy(
            ratified_by="Operator",
            ratified_at=NOON.isoformat(),
            scopes=(PolicyScope.NOT_GROUNDED,),
            text_sha256=sha256_hex(POLICY_TEXT),
        )
        swap = flag("c1", 3, "The queue keeps 500 messages.", "The queue keeps 800 messages.")
        drop = flag("c2", 4, "Backups are kept, quite often, for 7 days.", "Backups are kept for 7 days.")
        write = flag("c3", 5, "Write to us.", "Call us.")
        line = "Backups are kept, quite often, for 7 days."
        self.proposals = {
            "swap": proposal(
                swap,
                FixOp.O1,
                swap.claim,
                (Edit(start=16, end=19, old="500", new="800"),),
                "The queue keeps 800 messages.",
            ),
            "drop": proposal(
                drop,
                FixOp.O2,
                line,
                (Edit(start=16, end=30, old=", quite often,", new=""),),
                "Backups are kept for 7 days.",
            ),
            "write": proposal(write, FixOp.O3, write.claim, (), None, aborts=(Abort(code=AbortCode.NOT_PROSE),)),
        }
        self.flags = {"swap": swap, "drop": drop, "write": write}
        self.evidence = {name: evidence(flag) for name, flag in self.flags.items()}

    propose = staticmethod(proposal)
    look_up = staticmethod(evidence)

    def log(self, reviewer: str, session: str = "s1") -> Log:
        self.logs.append(Log(reviewer, session, self.clock))
        return self.logs[-1]

    def key(self, name: str) -> str:
        return self.flags[name].key

    def decisions(self) -> Decisions:
        return settle(log.reading() for log in self.logs)

    def seen(self, name: str, by: str | None = None) -> Seen:
        """What is on `by`'s screen, their own edited line included."""
        decisions = self.decisions()
        draft = decisions.item(self.key(name)).by(by) if by else None
        return Seen(
            self.flags[name],
            self.proposals[name],
            self.evidence[name],
            self.policy.text_sha256,
            draft if draft and draft.edited else None,
            self.proposals[name].sha256 in decisions.releases.get(self.key(name), ()),
        )

    def inputs(self, data: bytes = DOCUMENT, **changes: object) -> Inputs:
        """What a freeze looks at, some of it changed."""
        fields: dict[str, Any] = {
            "flags": {flag.key: flag for flag in self.flags.values()},
            "proposals": tuple(self.proposals.values()),
            "decisions": self.decisions(),
            "documents": {PAGE: Document.parse(data)},
            "evidence": {self.key(name): found for name, found in self.evidence.items()},
            "policy": self.policy,
            **changes,
        }
        return Inputs(**fields)

    def save_evidence(self, workspace: Workspace, at: datetime) -> None:
        """The evidence as a refresh at that time leaves it."""
        found = (replace(one, fetched_at=at.isoformat()) for one in self.evidence.values())
        write_jsonl(workspace.evidence / "index.jsonl", (EvidenceLine(flag=one) for one in found))

    def status(self, name: str) -> str:
        return self.decisions().item(self.key(name)).status.value


@pytest.fixture
def programme() -> Programme:
    return Programme()


@pytest.fixture
def folder(tmp_path: Path, programme: Programme, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace made by `r11 init`, with a page, a ledger, proposals, fresh evidence and a policy text."""
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "kb" / "skills" / "store" / "limits.md"
    page.parent.mkdir(parents=True)
    page.write_bytes(DOCUMENT)
    flags = [without_defaults(flag) for flag in programme.flags.values()]
    record = {"file": "skills/store/limits.md", "per_file_verdict": "flagged", "flags": flags}
    (tmp_path / "ledger.json").write_text(json.dumps([record]), encoding="utf-8")
    assert main(["init", "ws", "--corpus", "kb", "--ledger", "ledger.json"]) == 0
    workspace = Workspace.open(tmp_path / "ws")
    write_jsonl(workspace.proposals / "built-in.jsonl", programme.proposals.values())
    programme.save_evidence(workspace, datetime.now(UTC))
    (workspace.policy / "O2.md").write_bytes(POLICY_TEXT)
    monkeypatch.setenv("R11_WORKSPACE", "ws")
    return workspace.root


def without_defaults(flag: Flag) -> dict[str, Any]:
    names = ("id", "judge_verdict", "rule", "evidence_url", "evidence_quote", "reason", "file", "line", "claim")
    return {name: msgspec.to_builtins(getattr(flag, name)) for name in names} | {"disposition": None}
