"""The desk of the first review with probes in its queue.

A probe is shown under its source's key, in its source's place: the panel is handed an item as any other, and the queue
is as long as without probes. What is answered there goes to the probes' own logs and under the probe's own key, so the
source stays unanswered. Once the reviewer looks at where they stand they are told of the probes they answered; from
then on these are out of the queue and their sources in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec

from r11.errors import Refused
from r11.panels.desk import Outcome, Tally, Waiting
from r11.records import DecisionEvent, ProbeTold, Proposal
from r11.review.answers import Seen
from r11.review.decisions import Decisions, ItemState
from r11.review.log import Entry
from r11.review.probes import ProbeLog, StandIn, outcome_of, stand_in
from r11.review.queue import QueueItem, resume_at
from r11.storage import DecisionBook, ProbeFolder
from r11.vocabulary import EventKind, ProbeOutcome
from r11.workbench.desk import ReviewDesk, Stamps, sampling_of
from r11.workbench.probes import probes_to_deal


@dataclass
class ProbedDesk(ReviewDesk):
    """`ReviewDesk`, some of whose items are probes. Where the protocol wants none it is a `ReviewDesk` in every way."""

    def __post_init__(self) -> None:
        self._folder = ProbeFolder(self.workspace.decisions)
        self._answers = DecisionBook(self._folder.answers, self.reviewer, self.session)
        self._given = Decisions()
        self._log = ProbeLog("")
        self._is_dealt = False
        self._standing_in: dict[str, StandIn] = {}
        self._sources: dict[str, QueueItem] = {}
        super().__post_init__()

    def refresh(self) -> bool:
        changed = super().refresh()
        self._follow_probes()
        return changed

    def _read_inputs(self, stamps: Stamps) -> None:
        self._standing_in, self._sources = {}, {}
        super()._read_inputs(stamps)
        self._log, self._given = self._folder.read(self.reviewer), self._answers.read()
        self._deal()
        self._stand_in()

    def _deal(self) -> None:
        """Once for each opening of the panel: who is in the middle of a queue finds it as it was."""
        sampling = sampling_of(self.workspace)
        if self._is_dealt or self._log.broken or not sampling.probe_share:
            return
        self._is_dealt = True
        look, others = self._samples
        drafts = probes_to_deal(
            self.workspace, self._items, share=sampling.probe_share, seed=sampling.seed, look=self._look,
            spared={*look, *others}, log=self._log, decisions=self._room.decisions, at=self.clock(),
            reviewer=self.reviewer,
        )  # fmt: skip
        self._log = self._folder.append(self.reviewer, self._log, drafts)

    def _stand_in(self) -> None:
        """Put the probes that this reviewer was not told of in their sources' places.

        None among the O1 items drawn for the class list: an objection to a probe would close it for all others.
        """
        if not sampling_of(self.workspace).probe_share:
            return
        spared = {key for part in self._samples for key in part}
        for probe in self._log.seeded.values():
            if probe.key in self._log.told or probe.source in spared:
                continue
            found = stand_in(probe, self._items, self._room.evidence)
            if found:
                self._sources[probe.source] = self._items[probe.source]
                self._standing_in[probe.source] = found
                self._put(probe.source, found.item(self._given))

    def _put(self, key: str, item: QueueItem) -> None:
        self._items[key] = item
        (self._open.add if item.is_open_for(self.reviewer) else self._open.discard)(key)
        self._filters.clear()

    def _follow_probes(self) -> None:
        """Bring the probes up to date with what was answered and told, also in another tab."""
        if self._folder.stamp(self.reviewer) != self._log.size:
            self._log = self._folder.read(self.reviewer)
        self._given = self._answers.read()
        for key, found in list(self._standing_in.items()):
            if found.probe.key in self._log.told:
                del self._standing_in[key]
                self._put(key, replace(self._sources.pop(key), state=self.state(key)))
            elif self._items[key].state != found.state(self._given):
                self._put(key, found.item(self._given))

    def _shown(self, decisions: Decisions, key: str) -> ItemState:
        found = self._standing_in.get(key)
        return found.state(self._given) if found else super()._shown(decisions, key)

    def _seen_of(self, proposal: Proposal) -> Seen:
        found = self._standing_in.get(proposal.flag_key)
        if found is None:
            return super()._seen_of(proposal)
        policy = self._room.policy.text_sha256 if self._room.policy else None
        return found.seen(self.reviewer, self._given, policy)

    def remarks(self, key: str) -> Sequence[Entry]:
        found = self._standing_in.get(key)
        return self._given.remarks.get(found.probe.key, ()) if found else super().remarks(key)

    def resume(self, order: Sequence[str]) -> int | None:
        return resume_at([self._items[key] for key in order], self._together(), self.reviewer)

    def tally(self) -> Tally:
        """A list that holds both items and probes is one event on the screen, though two are recorded."""
        both = self._together()
        lists = [e.event for e in both.entries if e.event.event is EventKind.CONFIRM_CLASS]
        mine = [(one.at, one.session) for one in lists if one.reviewer == self.reviewer]
        found = self._tally_of(both)
        return replace(found, events=found.events - (len(mine) - len(set(mine))))

    def _together(self) -> Decisions:
        """All events in their order, those on probes under the keys that were on the screen."""
        if not self._given.entries:
            return self._room.decisions
        both = [*self._room.decisions.entries, *map(self._as_shown, self._given.entries)]
        return replace(self._room.decisions, entries=tuple(sorted(both, key=_time)))

    def _as_shown(self, entry: Entry) -> Entry:
        seeded = self._log.seeded
        keys = tuple(seeded[key].source if key in seeded else key for key in entry.event.flag_keys)
        return Entry(msgspec.structs.replace(entry.event, flag_keys=keys), entry.sha256)

    # --- decide ------------------------------------------------------------------------------------------------------

    def record(self, event: DecisionEvent, seen: Mapping[str, str]) -> None:
        parts = self._undo_of(event) if event.event is EventKind.UNDO else self._parts_of(event)
        for is_probe, part in parts:
            if not is_probe:
                super().record(part, {key: version for key, version in seen.items() if key in part.flag_keys})
                continue
            self._record_answer(part, {key: version for key, version in seen.items() if key in self._standing_in})
        self._follow_probes()

    def _record_answer(self, event: DecisionEvent, seen: Mapping[str, str]) -> None:
        """Under the probe's own key; a refusal is said of the item that is on the screen."""
        try:
            self._answers.record(event, {self._own_key(key): version for key, version in seen.items()})
        except Refused as refused:
            sources = {self._own_key(key): key for key in self._standing_in}
            raise Refused(refused.code, sources.get(refused.subject, refused.subject), refused.message) from refused

    def _own_key(self, source: str) -> str:
        return self._standing_in[source].probe.key

    def _parts_of(self, event: DecisionEvent) -> list[tuple[bool, DecisionEvent]]:
        """The event for the review's log and that for the probes' log; a list that is confirmed may hold both."""
        at = range(len(event.flag_keys))
        on_probes = [index for index in at if event.flag_keys[index] in self._standing_in]
        others = [index for index in at if index not in on_probes]
        self._demand_own_proposals(event, others)
        parts = [(False, _part(event, others))] if others or not on_probes else []
        if on_probes:
            part = _part(event, on_probes)
            keys = tuple(self._own_key(key) for key in part.flag_keys)
            parts.append((True, msgspec.structs.replace(part, flag_keys=keys)))
        return parts

    def _demand_own_proposals(self, event: DecisionEvent, others: Sequence[int]) -> None:
        """What was said of a probe is never recorded of its source. Raises Refused."""
        hashes = {probe.proposal.sha256 for probe in self._log.seeded.values()}
        if any(event.proposal_sha256[index : index + 1] and event.proposal_sha256[index] in hashes for index in others):
            raise Refused("CHANGED", ", ".join(event.flag_keys), "the item is another one by now: look again")

    # --- undo --------------------------------------------------------------------------------------------------------

    def undoable(self) -> Entry | None:
        review, probes = self._undoables()
        if review is None or probes is None:
            return review or (self._as_shown(probes) if probes else None)
        shown = self._as_shown(probes)
        keys = (*review.event.flag_keys, *shown.event.flag_keys)
        return Entry(msgspec.structs.replace(review.event, flag_keys=keys), review.sha256)

    def _undoables(self) -> tuple[Entry | None, Entry | None]:
        """What an undo takes back in the review's log and in the probes': the later one; both where they are one list.

        What the reviewer was told of stands, and so does all before it in that log.
        """
        review, probes = super().undoable(), self._given.last_undoable(self.reviewer)
        if probes and any(key in self._log.told for key in probes.event.flag_keys):
            probes = None
        if review is None or probes is None or _is_one_list(review.event, probes.event):
            return review, probes
        return (None, probes) if _time(probes) > _time(review) else (review, None)

    def _undo_of(self, event: DecisionEvent) -> list[tuple[bool, DecisionEvent]]:
        """One undo for each log that it is about; its time counts once."""
        review, probes = self._undoables()
        parts: list[tuple[bool, DecisionEvent]] = []
        for is_probe, entry in ((False, review), (True, probes)):
            if entry:
                parts.append((is_probe, msgspec.structs.replace(event, flag_keys=entry.event.flag_keys)))
                event = msgspec.structs.replace(event, active_ms=0, wall_ms=0)
        return parts

    # --- where the reviewer stands -----------------------------------------------------------------------------------

    def outcome(self) -> Outcome:
        """Where it is told what was a probe: what could be frozen is counted here, and no probe ever is."""
        self._tell()
        told = sorted(self._log.told.values(), key=lambda one: one.outcome is not ProbeOutcome.MISSED)
        return replace(super().outcome(), notes=tuple(self._told_here()), named=tuple(map(self._named, told)))

    def _tell(self) -> None:
        found = ((one.probe.key, *outcome_of(one.probe, self._given)) for one in self._standing_in.values())
        answered = [one for one in found if one[1] is not ProbeOutcome.NOT_ANSWERED]
        if answered:
            self._log = self._folder.append(self.reviewer, self._log, (self._told(*one) for one in answered))
            self._follow_probes()

    def _told(self, key: str, outcome: ProbeOutcome, answer: str | None) -> ProbeTold:
        at = self.clock().isoformat(timespec="milliseconds")
        return ProbeTold(
            seq=0, prev="", at=at, reviewer=self.reviewer, session=self.session, key=key, outcome=outcome, answer=answer
        )

    def _named(self, told: ProbeTold) -> Waiting:
        """What was wrong with a probe, what was answered, and where the item stands that it stood in for."""
        probe = self._log.seeded[told.key]
        (edit,) = probe.proposal.edits
        did = _DID.get(told.outcome, "You answered otherwise")
        item, flag = self._items.get(probe.source), self._room.flags.get(probe.source)
        claim = f" “{flag.claim}”." if flag else "."
        if item is None:
            waits = "The true item is done"
        elif self.is_open(probe.source):
            waits = "The true item waits in the queue, unanswered by you"
        else:
            waits = "The true item is decided by now"
        return Waiting(
            probe.source if item else "",
            f"{probe.proposal.file}:{probe.proposal.line}{claim} {did}: {edit.old} → {edit.new}; its quote does "
            f"not hold {edit.new} ({probe.kind.words}): “{probe.quote}”. Your answer counts nowhere. {waits}.",
        )

    def _told_here(self) -> list[str]:
        told = list(self._log.told.values())
        if not told:
            return []
        missed = sum(one.outcome is ProbeOutcome.MISSED for one in told)
        closed = sum(one.outcome is ProbeOutcome.CLOSED for one in told)
        heading = (
            f"Probes among the changes you decided on: {len(told)}. Their quotes do not prove them, on purpose, "
            "to learn how well a review finds that; they reach no file and enter no other figure, and no report says "
            "who they were dealt to. "
            f"You approved {missed} of {len(told)} as shown"
            + (f" and closed {closed} of {len(told)} as correct" if closed else "")
            + "."
        )
        return [heading, "The items that they stood in for are in the queue now."]

    def complaints(self) -> Sequence[str]:
        return [*super().complaints(), *filter(None, [self._log.broken]), *map(str, self._given.broken)]


_DID = {
    ProbeOutcome.MISSED: "You approved it as shown",
    ProbeOutcome.CAUGHT: "You did not approve it",
    ProbeOutcome.CLOSED: "You closed the claim as correct",
}


def _part(event: DecisionEvent, at: Sequence[int]) -> DecisionEvent:
    """The event on some of its items, with their share of its time."""
    count = len(event.flag_keys)
    if len(at) == count:
        return event
    return msgspec.structs.replace(
        event,
        flag_keys=tuple(event.flag_keys[index] for index in at),
        proposal_sha256=tuple(event.proposal_sha256[index] for index in at),
        evidence_sha256=tuple(event.evidence_sha256[index] for index in at),
        disposition=tuple(event.disposition[index] for index in at),
        active_ms=event.active_ms * len(at) // count,
        wall_ms=event.wall_ms * len(at) // count,
    )


def _is_one_list(one: DecisionEvent, other: DecisionEvent) -> bool:
    """Whether both are parts of one confirmed list."""
    same = (one.at, one.session) == (other.at, other.session)
    return same and one.event is other.event is EventKind.CONFIRM_CLASS


def _time(entry: Entry) -> datetime:
    return datetime.fromisoformat(entry.event.at)
