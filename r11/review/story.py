"""The whole story of one flag: what the judge said, what the page says, what was proposed, decided, frozen and written.

Told from the records alone, in the order of the flow; nothing is left out because it was taken back later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from r11.records import (
    ApprovedEdit,
    ApprovedManifest,
    Closure,
    DecisionEvent,
    EditReceipt,
    FileReceipt,
    Flag,
    FlagEvidence,
    Proposal,
    Receipt,
)
from r11.review.batches import DONE, parts_of
from r11.review.confirm import Refusal
from r11.review.decisions import Decisions, ItemState
from r11.review.log import Entry
from r11.verification.readers import trace_text
from r11.vocabulary import EventKind, ItemStatus, ReceiptStatus, Scope


@dataclass(frozen=True)
class Story:
    """Everything on record about one flag. `void`: the hashes of events that an undo took out of force.

    `frozen`: with the name of the batch, the edit or closing; `written`: with the name of the batch, what became of it.
    `objections`: why a freeze would not take what was decided.
    """

    flag: Flag
    evidence: FlagEvidence | None
    proposals: tuple[Proposal, ...]
    events: tuple[Entry, ...]
    void: frozenset[str]
    state: ItemState
    frozen: tuple[tuple[str, ApprovedEdit | Closure], ...]
    written: tuple[tuple[str, FileReceipt, EditReceipt], ...]
    closed_by: tuple[str, ...]
    objections: tuple[Refusal, ...] = ()


def story_of(
    flag: Flag,
    *,
    evidence: FlagEvidence | None,
    proposals: Iterable[Proposal],
    decisions: Decisions,
    manifests: Sequence[ApprovedManifest],
    receipts: Sequence[Receipt],
    objections: Iterable[Refusal] = (),
) -> Story:
    """The story of a flag out of everything that the workspace holds."""
    key = flag.key
    manifests = sorted(manifests, key=lambda manifest: datetime.fromisoformat(manifest.created))
    receipts = sorted(receipts, key=lambda receipt: datetime.fromisoformat(receipt.started))
    return Story(
        flag=flag,
        evidence=evidence,
        proposals=tuple(proposal for proposal in proposals if proposal.flag_key == key),
        events=tuple(entry for entry in decisions.entries if key in entry.event.flag_keys),
        void=decisions.void,
        state=decisions.item(key),
        frozen=tuple((m.batch, part) for m in manifests for part in parts_of(m) if part.flag_key == key),
        written=tuple((r.batch, f, e) for r in receipts for f in r.files for e in f.edits if e.flag_key == key),
        closed_by=tuple(r.batch for r in receipts if r.finished and any(c.flag_key == key for c in r.closures)),
        objections=tuple(objection for objection in objections if objection.flag_key == key),
    )


def stands(story: Story) -> str:
    """Where the flag stands now: what the ledger says is done, else what a batch did last, else what people decided."""
    flag, status = story.flag, story.state.status
    changed = [edit.status for _, _, edit in story.written if edit.status in {*DONE, ReceiptStatus.REVERTED}]
    last = changed[-1] if changed else None
    if flag.applied and last is ReceiptStatus.REVERTED:
        return "reverted, not stamped yet"
    if flag.is_settled:
        return "applied" if flag.applied else "closed"
    if status is ItemStatus.OPEN and (flag.reverted or last is ReceiptStatus.REVERTED):
        return "reverted: open, decide again"
    if last in DONE:
        return "applied, not stamped yet"
    if story.closed_by and status is ItemStatus.CLOSED:
        return "closed, not stamped yet"
    return _as_decided(story)


def _as_decided(story: Story) -> str:
    """What people decided, whether it still holds, and who has to act where they differ."""
    status = story.state.status
    if status is ItemStatus.UNSETTLED:
        command = f"r11 decide '{story.flag.key}' --event adjudicate --disposition D --reviewer NAME"
        return f"unsettled: reviewers differ, an operator rules: {command}"
    if story.objections:
        reasons = "; ".join(f"{one.detail or one.code.meaning} [{one.code}]" for one in story.objections)
        return f"{status}, but it no longer holds: {reasons}"
    return status.value


def as_plain(story: Story) -> dict[str, Any]:
    """For machines: the records themselves."""
    plain = msgspec.to_builtins
    return {
        "flag_key": story.flag.key,
        "status": story.state.status,
        "now": stands(story),
        "version": story.state.version,
        "flag": plain(story.flag),
        "evidence": plain(story.evidence),
        "proposals": plain(story.proposals),
        "decisions": [
            {**plain(e.event), "sha256": e.sha256, "in_force": e.sha256 not in story.void} for e in story.events
        ],
        "manifests": [{"batch": batch, **plain(part)} for batch, part in story.frozen],
        "receipts": [{"batch": batch, "file_status": f.status, **plain(e)} for batch, f, e in story.written],
        "closed_by": list(story.closed_by),
    }


def as_text(story: Story) -> str:
    """For people: one line for each thing that happened, under the heading of its stage."""
    stages = (
        ("flag", _flag(story.flag)),
        ("evidence", _evidence(story.evidence) or _evidence_as_frozen(story)),
        ("proposal", [line for p in story.proposals for line in _proposal(p)] or _proposal_as_frozen(story)),
        ("decisions", [_event(entry.event, story.flag.key, void=entry.sha256 in story.void) for entry in story.events]),
        ("manifest", [_frozen(batch, part) for batch, part in story.frozen]),
        ("receipt", _written(story)),
        ("ledger", _stamp(story.flag)),
        ("now", [stands(story)]),
    )
    lines = [story.flag.key]
    for name, told in stages:
        lines += [f"  {name if first else '':<10} {text}" for first, text in _numbered(told or ["–"])]
    return "\n".join(lines)


def _numbered(lines: Iterable[str]) -> Iterator[tuple[bool, str]]:
    return ((index == 0, line) for index, line in enumerate(lines))


def _flag(flag: Flag) -> list[str]:
    return [
        f"line {flag.line}: {flag.claim}",
        f"the judge: {flag.judge_verdict}, rule {flag.rule.label}: {flag.reason}",
        f"quote: {flag.evidence_quote or '–'}",
        f"from {flag.evidence_url}",
    ]


def _evidence(evidence: FlagEvidence | None) -> list[str]:
    if evidence is None:
        return []
    return [f"{evidence.fetched_at}  {evidence.state}, match {evidence.match}: {evidence.passage or '–'}"]


def _proposal(proposal: Proposal) -> Iterator[str]:
    reasons = ", ".join(f"{abort.code}{f' ({abort.detail})' if abort.detail else ''}" for abort in proposal.aborts)
    yield f"{proposal.op} by {proposal.origin}, line {proposal.line}{f': {reasons}' if reasons else ''}"
    if proposal.edits:
        yield f"- {proposal.line_before}"
        yield f"+ {_after(proposal.line_after)}"
    if proposal.self_evaluation:
        yield from trace_text(proposal.self_evaluation).splitlines()


def _evidence_as_frozen(story: Story) -> list[str]:
    """A refresh leaves a settled flag out; its manifest still holds what the approval rested on."""
    return [
        f"{edit.evidence.fetched_at}  as frozen in batch {batch}: {edit.evidence.quote or '–'}"
        for batch, edit in _last_frozen(story)
    ]


def _proposal_as_frozen(story: Story) -> list[str]:
    told: list[str] = []
    for batch, edit in _last_frozen(story):
        told += [f"{edit.op} as frozen in batch {batch}, line {edit.line}"]
        told += [f"- {edit.line_before}", f"+ {_after(edit.line_after)}"]
    return told


def _last_frozen(story: Story) -> list[tuple[str, ApprovedEdit]]:
    """The edit of the manifest frozen last, in a list; empty where none was."""
    edits = [(batch, part) for batch, part in story.frozen if isinstance(part, ApprovedEdit)]
    return edits[-1:]


def _after(line: str | None) -> str:
    return "(the line goes)" if line is None else line


def _event(event: DecisionEvent, flag_key: str, *, void: bool) -> str:
    own = dict(zip(event.flag_keys, event.disposition, strict=False)).get(flag_key)  # of a class: this flag's ruling
    ruling = f" as {own}" if own else ""
    text = f": {_after(event.text)}" if event.event is EventKind.EDIT else ""
    note = f" ({event.note})" if event.note else ""
    done = _EVENTS.get(event.event, str(event.event))
    return f"{event.at}  {event.reviewer}: {done}{ruling}{text}{note}{' – undone later' if void else ''}"


_EVENTS = {
    EventKind.CONFIRM_CLASS: "confirmed in a class list",
    EventKind.RELEASE_GATED: "released this claim about a price to a person, as an operator",
}
_SCOPES = {Scope.CLASS: "in a class list", Scope.ITEM: "this item"}


def _frozen(batch: str, part: ApprovedEdit | Closure) -> str:
    given = part.confirmation
    by = f"confirmed by {given.by} on {given.at[:10]} ({_SCOPES[given.scope]}), event {given.event_sha256[:12]}"
    what = "closed" if isinstance(part, Closure) else f"{part.op} on line {part.line}"
    return f"batch {batch}: {what} as {part.disposition}, {by}"


def _written(story: Story) -> list[str]:
    written = [
        f"batch {batch}: {edit.status}{f' [{edit.code}]' if edit.code else ''}"
        f"{f' {edit.detail}' if edit.detail else ''} (file {_bytes_of(file)})"
        for batch, file, edit in story.written
    ]
    return written + [f"batch {batch}: closed, no byte changed" for batch in story.closed_by]


def _bytes_of(file: FileReceipt) -> str:
    before, after = file.sha256_before[:8], file.sha256_after[:8]
    return f"{before} → {after}" if before != after else f"left as it was, {before or 'which could not be read'}"


def _stamp(flag: Flag) -> list[str]:
    if not flag.is_settled:
        return []
    return [
        f"{'applied' if flag.applied else 'closed'} as {flag.disposition}, by batch {(flag.fix or {}).get('batch')}"
    ]
