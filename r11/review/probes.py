"""Probes: which were dealt to whom, what became of them, and what one looks like in the place of its source.

`6-decisions/probes/seeded/<reviewer>.jsonl` says what was dealt and when its reviewer was told, each line naming the
hash of the line before it as decision logs do. The answers stand in decision logs of their own, one folder up, under
the probes' own keys. No flag has such a key, and no decision log of the review is read from there: so nothing that is
frozen, applied, stamped or counted as reviewed can come from a probe.

A probe stands in the place of its source, for its reviewer alone, until they are told: then its outcome stands, and the
source is an item like any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import cycle

import msgspec

from r11.records import (
    PROBE_KEY,
    Flag,
    FlagEvidence,
    ProbeSeeded,
    ProbeTold,
    canonical,
    sha256_hex,
)
from r11.review.answers import Seen
from r11.review.decisions import Answer, Decisions, ItemState
from r11.review.log import GENESIS
from r11.review.probe_making import Maker, make
from r11.review.queue import QueueItem
from r11.vocabulary import EventKind, ItemStatus, ProbeKind, ProbeOutcome

Line = ProbeSeeded | ProbeTold


# --- the log of what was dealt and told -----------------------------------------------------------------------------


@dataclass(frozen=True)
class ProbeLog:
    """One reviewer's log up to the first line that does not fit. `size`: bytes that count; `tail`: hash of the last
    line; `broken`: in words where and why it stops counting."""

    log: str
    seeded: Mapping[str, ProbeSeeded] = field(default_factory=dict)
    told: Mapping[str, ProbeTold] = field(default_factory=dict)
    lines: int = 0
    size: int = 0
    tail: str = GENESIS
    broken: str = ""


def read_probe_log(log: str, data: bytes) -> ProbeLog:
    """Never raises. What stands behind the last line end is a write that was cut off, and counts for nothing."""
    seeded: dict[str, ProbeSeeded] = {}
    told: dict[str, ProbeTold] = {}
    number, size, tail, broken = 0, 0, GENESIS, ""
    for line in data.split(b"\n")[:-1]:
        found = _line(line, number + 1, tail, seeded, told)
        if isinstance(found, str):
            broken = f"{log}:{number + 1}: {found}; what stands before it counts, from here on nothing does"
            break
        if isinstance(found, ProbeSeeded):
            seeded[found.key] = found
        else:
            told[found.key] = found
        number, size, tail = number + 1, size + len(line) + 1, sha256_hex(line)
    return ProbeLog(log, seeded, told, number, size, tail, broken)


def _line(data: bytes, number: int, tail: str, seeded: Collection[str], told: Collection[str]) -> Line | str:
    try:
        line = msgspec.json.decode(data, type=Line, strict=True)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return f"no line of a log of probes ({error})"
    if (line.seq, line.prev) != (number, tail):
        return "the line does not follow the one before it"
    if not line.key.startswith(PROBE_KEY) or (line.key in seeded) is isinstance(line, ProbeSeeded) or line.key in told:
        return f"{line.key} is no probe, was dealt or told twice, or was never dealt"
    return line


def lines_behind(log: ProbeLog, drafts: Iterable[Line]) -> Iterator[bytes]:
    """The drafts as lines behind the log's last one; their own `seq` and `prev` are ignored."""
    number, tail = log.lines, log.tail
    for draft in drafts:
        number += 1
        line = canonical(msgspec.structs.replace(draft, seq=number, prev=tail))
        tail = sha256_hex(line)
        yield line


# --- dealing --------------------------------------------------------------------------------------------------------


def deal(
    makers: Mapping[str, Maker], order: Sequence[str], *, count: int, reviewer: str, seed: int, at: datetime
) -> Iterator[ProbeSeeded]:
    """At most `count` probes, both kinds by turns. makers: by flag key, also those that only lend their quotes; order:
    the keys of those that a probe may stand in for, drawn by seed. Who has seed, name and items deals the same again.
    """
    kinds = cycle((ProbeKind.WRONG_VALUE, ProbeKind.WRONG_QUOTE))
    left, kind, said = count, next(kinds), f"{seed}\n{reviewer}"
    for source in order:
        if not left:
            return
        key = probe_key(reviewer, source, seed)
        other = next(one for one in ProbeKind if one is not kind)
        found = (make(makers[source], one, makers.values(), key, said) for one in (kind, other))
        made = next(filter(None, found), None)
        if made is None:
            continue
        if made.kind is kind:
            kind = next(kinds)
        left -= 1
        yield ProbeSeeded(
            seq=0, prev="", at=at.isoformat(timespec="milliseconds"), reviewer=reviewer, key=key, kind=made.kind,
            source=source, source_sha256=makers[source].item.proposals[0].sha256, donor=made.donor, quote=made.quote,
            proposal=made.proposal,
        )  # fmt: skip


def probe_key(reviewer: str, source: str, seed: int) -> str:
    """The probe's own key: without the `#` that every flag key has."""
    said = f"{seed}\n{reviewer}\n{source}".encode("utf-8", "surrogatepass")
    return f"{PROBE_KEY}{sha256_hex(said)[:24]}"


# --- in the queue ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StandIn:
    """A probe in the place of its source: the flag as it is shown, and the evidence of the quote that is shown."""

    probe: ProbeSeeded
    flag: Flag
    evidence: FlagEvidence

    def state(self, decisions: Decisions) -> ItemState:
        """The answers to the probe, as of an item of the source's key."""
        return ItemState(self.flag.key, decisions.item(self.probe.key).answers)

    def item(self, decisions: Decisions) -> QueueItem:
        return QueueItem(self.flag, (self.probe.proposal,), self.state(decisions), self.evidence)

    def seen(self, reviewer: str, decisions: Decisions, policy_sha256: str | None) -> Seen:
        own = self.state(decisions).by(reviewer)
        return Seen(self.flag, self.probe.proposal, self.evidence, policy_sha256, own if own and own.edited else None)


def stand_in(
    probe: ProbeSeeded, items: Mapping[str, QueueItem], evidence: Mapping[str, FlagEvidence]
) -> StandIn | None:
    """None where the source is no item any more or another one by now, or where the quote's evidence is gone: the probe
    is then shown to nobody, and was not answered."""
    source = items.get(probe.source)
    if source is None or [p.sha256 for p in source.choices] != [probe.source_sha256]:
        return None
    found = evidence.get(probe.donor or probe.source)
    if found is None:
        return None
    place = {"flag_key": source.flag.key, "url": source.flag.evidence_url}
    shown = found if probe.donor is None else msgspec.structs.replace(found, **place)
    return StandIn(probe, msgspec.structs.replace(source.flag, evidence_quote=probe.quote), shown)


# --- what became of it ----------------------------------------------------------------------------------------------


def outcome_of(probe: ProbeSeeded, decisions: Decisions) -> tuple[ProbeOutcome, str | None]:
    """What the reviewer did with the probe, and the hash of the event that says so. decisions: of the probes' logs.

    Approved as it was proposed, one by one, in a list or written again as an own line: missed. Another line, a later
    rewrite or a question: caught. The claim ruled correct: closed, whatever is wrong with the probe; no wrong edit was
    approved then, but nobody knows whether the fault was seen. Skipped, or written and not approved: not answered.
    """
    answer = decisions.item(probe.key).by(probe.reviewer)
    if answer is not None:
        return _answered(probe, answer), answer.entry.sha256
    asked = (e for e in decisions.in_force if e.event.event is EventKind.ASK and probe.key in e.event.flag_keys)
    question = next((entry.sha256 for entry in asked if entry.event.reviewer == probe.reviewer), None)
    return (ProbeOutcome.CAUGHT if question else ProbeOutcome.NOT_ANSWERED), question


def _answered(probe: ProbeSeeded, answer: Answer) -> ProbeOutcome:
    match answer.status:
        case ItemStatus.APPROVED:
            is_as_proposed = not answer.edited or answer.text == probe.proposal.line_after
            return ProbeOutcome.MISSED if is_as_proposed else ProbeOutcome.CAUGHT
        case ItemStatus.TO_O3:
            return ProbeOutcome.CAUGHT
        case ItemStatus.CLOSED:
            return ProbeOutcome.CLOSED
        case _:
            return ProbeOutcome.NOT_ANSWERED


@dataclass(frozen=True)
class ProbeResult:
    """One dealt probe. Whose it was is left out on purpose: no figure is about a person."""

    kind: ProbeKind
    file: str
    outcome: ProbeOutcome


def results_of(logs: Iterable[ProbeLog], decisions: Decisions) -> tuple[ProbeResult, ...]:
    """Every probe that was dealt. What the reviewer was told stands; before that, the answer that is in force."""

    def said(log: ProbeLog, probe: ProbeSeeded) -> ProbeOutcome:
        told = log.told.get(probe.key)
        return told.outcome if told else outcome_of(probe, decisions)[0]

    found = (ProbeResult(one.kind, one.proposal.file, said(log, one)) for log in logs for one in log.seeded.values())
    return tuple(sorted(found, key=lambda one: (one.kind, one.file, one.outcome)))
