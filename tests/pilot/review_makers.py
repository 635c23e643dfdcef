"""Decision logs made by hand: who did what to which flag, and how long it took by which clock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from pilot_makers import Pair, flag, pair

from r11.records import DecisionEvent, Edit, FlagEvidence, Proposal, looked_up_digest, proposal_digest
from r11.review import answers
from r11.review.answers import Seen, Signature
from r11.review.decisions import Decisions, settle
from r11.review.log import LogReading, encode_event, next_event, read_log
from r11.vocabulary import Disposition, EventKind, EvidenceState, FixOp, MatchKind

EIGHT = datetime(2026, 3, 2, 8, tzinfo=UTC)


def with_text(one: Pair) -> Pair:
    """The pair with a text that can be approved, where it is O1 or O2, and with its own digest."""
    flag_, proposal = one
    edits = () if proposal.op is FixOp.O3 else (Edit(start=13, end=15, old="10", new="20"),)
    after = "The limit is 20." if edits else None
    digest = proposal_digest(
        flag_key=flag_.key,
        op=proposal.op,
        edits=edits,
        line_before=proposal.line_before,
        line_after=after,
        claim=flag_.claim,
        quote=flag_.evidence_quote,
    )
    changed = {"edits": edits, "line_after": after, "sha256": digest}
    fields = {name: getattr(proposal, name) for name in proposal.__struct_fields__}
    return flag_, Proposal(**{**fields, **changed})


def proposed(op: FixOp, count: int, file: str = "a.md", **fields: object) -> list[Pair]:
    """`count` fix targets of one file, proposed as `op`."""
    nominated = None if op is FixOp.O3 else op
    return [with_text(pair(flag(file, number, **fields), op, nominated)) for number in range(1, count + 1)]


@dataclass
class Person:
    """One reviewer in one session. `at` moves on by a minute with every event, unless it is set."""

    reviewer: str = "A"
    session: str = "s1"
    at: datetime = EIGHT
    events: list[DecisionEvent] = field(default_factory=list)

    def sign(self, active: float, wall: float | None = None) -> Signature:
        self.at += timedelta(minutes=1)
        milliseconds = {
            "active_ms": round(active * 1000),
            "wall_ms": round((active if wall is None else wall) * 1000),
        }
        return Signature(self.reviewer, self.session, self.at.isoformat(), **milliseconds)

    def approve(self, one: Pair, seconds: float = 10, wall: float | None = None, ruling: str = "outdated") -> Person:
        return self.add(answers.approve(self.sign(seconds, wall), seen(one), Disposition(ruling)))

    def close(self, one: Pair, seconds: float = 10, looked_at: FlagEvidence | None = None) -> Person:
        return self.add(answers.close(self.sign(seconds), seen(one, looked_at)))

    def rewrite(self, one: Pair, seconds: float = 10) -> Person:
        """An own text, then its approval."""
        self.add(answers.edit(self.sign(seconds), seen(one), "The limit is 30."))
        draft = self.reading_of(one)
        return self.add(answers.approve(self.sign(0), draft, Disposition.WRONG))

    def reading_of(self, one: Pair) -> Seen:
        flag_, proposal = one
        own = decided(self).item(flag_.key).by(self.reviewer)
        return Seen(flag_, proposal, evidence(one), "p" * 64, own)

    def adjudicate(self, one: Pair, ruling: str | None, seconds: float = 10) -> Person:
        disposition = Disposition(ruling) if ruling else None
        return self.add(answers.adjudicate(self.sign(seconds), seen(one), disposition))

    def mention(self, kind: EventKind, *pairs: Pair, seconds: float = 10, wall: float | None = None) -> Person:
        return self.add(answers.mention(self.sign(seconds, wall), kind, [flag_.key for flag_, _ in pairs]))

    def confirm(self, pairs: Sequence[Pair], seconds: float) -> Person:
        items = [(seen(one), Disposition.OUTDATED) for one in pairs]
        return self.add(answers.confirm_class(self.sign(seconds), FixOp.O1, items, None))

    def add(self, draft: DecisionEvent) -> Person:
        self.events.append(next_event(self.reading().tail, draft))
        return self

    def reading(self) -> LogReading:
        data = b"".join(encode_event(event) + b"\n" for event in self.events)
        return read_log(f"{self.reviewer}-{self.session}.jsonl", data)


def seen(one: Pair, looked_at: FlagEvidence | None = None) -> Seen:
    flag_, proposal = one
    return Seen(flag_, proposal, looked_at or evidence(one), "p" * 64)


def evidence(one: Pair, state: EvidenceState = EvidenceState.STANDS, sha256: str = "e" * 64) -> FlagEvidence:
    flag_, _ = one
    return FlagEvidence(
        flag_key=flag_.key,
        url=flag_.evidence_url,
        state=state,
        match=MatchKind.EXACT,
        passage=flag_.evidence_quote,
        fetched_at=EIGHT.isoformat(),
        text_sha256="e" * 64,
        sha256=sha256,
        about=looked_up_digest(flag_.claim, flag_.evidence_url, flag_.evidence_quote),
    )


def decided(*people: Person) -> Decisions:
    return settle(person.reading() for person in people)


def operations(pairs: Iterable[Pair]) -> dict[str, FixOp]:
    return {flag_.key: proposal.op for flag_, proposal in pairs}
