"""A flag, its file, its page, and what a worker may hand in for it."""

from __future__ import annotations

import json
from typing import Any

from r11.fixes.classifier import FileContext
from r11.fixes.freshness import flag_evidence
from r11.records import Flag, GateFailure, GatekeeperResult, Page, WorkUnit, sha256_hex
from r11.text.quotes import PageText
from r11.verification.evaluation import Answer, Grounds
from r11.verification.output import read_output
from r11.verification.verifier import OnRecord
from r11.verification.worklist import Order, Task, make_unit
from r11.vocabulary import GateCode, GateStatus, JudgeVerdict, PageOutcome, Rule

URL = "https://learn.microsoft.com/queues"
CLAIM = "A queue keeps 500 messages for each tenant."
QUOTE = "A queue keeps 800 messages for each tenant."
DOCUMENT = f"# Queues\n\n{CLAIM}\n".encode()


def a_flag(key_id: str = "c1", **more: Any) -> Flag:
    fields: dict[str, Any] = {
        "id": key_id,
        "judge_verdict": JudgeVerdict.NOT_GROUNDED,
        "rule": Rule.R2,
        "evidence_url": URL,
        "evidence_quote": QUOTE,
        "reason": "The page says 800.",
        "file": "skills/store/queues.md",
        "line": 3,
        "claim": CLAIM,
    }
    return Flag(**(fields | more))


def on_record(flag: Flag, text: str = f"# Queues\n\n{QUOTE}\n") -> OnRecord:
    page = Page(
        url=URL, outcome=PageOutcome.FETCHED, fetched_at="2026-03-02T12:00:00Z", text_sha256=sha256_hex(text.encode())
    )
    content = PageText.of(text)
    return OnRecord(flag_evidence(flag, page, content), content, frozenset({URL}))


def grounds(flag: Flag, **more: Any) -> Grounds:
    return Grounds(**({"context": FileContext.read(DOCUMENT), "record": on_record(flag)} | more))


def a_unit(flag: Flag, shard: str = "1", attempt: int = 1) -> WorkUnit:
    made = make_unit(Task(flag, FileContext.read(DOCUMENT), on_record(flag)), Order(shard, attempt))
    assert isinstance(made, WorkUnit)
    return made


def output_for(flag: Flag, unit: str, **change: Any) -> dict[str, Any]:
    """A good answer; `change` sets fields of the whole, or of the claim where it begins with `claim_`."""
    claim: dict[str, Any] = {
        "claim_id": flag.id,
        "flag_key": flag.key,
        "text": flag.claim,
        "evidence": {"invocation_ref": "inv-1", "quote": flag.evidence_quote},
        "proposal": {"op": "O1", "old": "500", "new": "800"},
    }
    call = {"ref": "inv-1", "tool": "fetch", "url": URL, "fetched_at": "2026-03-02T12:00:00Z", "sha256": "0" * 64}
    whole = {"schema": "executor_evidence_v2", "unit": unit, "invocations": [call], "claims": [claim]}
    for name, value in change.items():
        (claim if name in claim else whole)[name] = value
    return whole


def as_bytes(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8")


def handed_in(unit: str, data: bytes, worker: str = "one", **more: Any) -> Answer:
    return Answer(worker, unit, sha256_hex(data), read_output(data), **more)


def gate(*codes: GateCode) -> GatekeeperResult:
    failures = tuple(GateFailure(code=code, path="claims[0]", message="as tested") for code in codes)
    return GatekeeperResult(status=GateStatus.FAIL if failures else GateStatus.PASS, failures=failures)
