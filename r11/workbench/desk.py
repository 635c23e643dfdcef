"""What lies before one reviewer in the review panel: the room's queue, their log, and what a freeze would take.

Reads everything from the workspace; writes decision events to this reviewer's own log, leases, and, when they ask for
it on the last screen, the approved manifest. Never the corpus, never the ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from r11.errors import Refused
from r11.panels.card import Surroundings
from r11.panels.desk import SET_OF_FILES, Check, ClassList, Outcome, Pace, StaleBatch, Tally
from r11.panels.view import counted, surrounding
from r11.pilot.projection import draw
from r11.pilot.protocol import read_protocol
from r11.records import ApprovedManifest, DecisionEvent, Lease, Page, Proposal, Receipt
from r11.review.answers import Seen
from r11.review.batches import Changes, parts_of
from r11.review.decisions import REMARKS, Decisions, ItemState
from r11.review.log import Entry
from r11.review.queue import Choice, QueueItem, chosen, ordered, resume_at, same_claims
from r11.storage import DecisionBook, EvidenceFolder, Leases, Workspace
from r11.storage.corpus import read_document
from r11.text.lines import Document
from r11.vocabulary import EventKind, FixOp, ItemStatus
from r11.workbench.choices import choice_of, filters_over, order_of, set_of
from r11.workbench.freezing import BatchState, batches_that_differ, freeze_batch, preview_freeze
from r11.workbench.own_text import text_warnings
from r11.workbench.programme import BUILT_IN_PROPOSALS, WORKERS_PROPOSALS
from r11.workbench.protocol import look_files, warning_to_reviewers
from r11.workbench.review import Room, read_records, read_room

LEASE = timedelta(minutes=5)
CONTEXT_LINES = 3

Stamps = tuple[tuple[int, int] | None, ...]


@dataclass(frozen=True)
class Sampling:
    """How many items of a class are decided one by one before its list may be confirmed, the seed that draws them and
    the probes, and the probes' share of a queue.

    The defaults hold where the workspace has no `protocol.toml`.
    """

    size: int = 20
    seed: int = 0
    probe_share: float = 0.0


def sampling_of(workspace: Workspace) -> Sampling:
    """As the protocol says. Raises InputProblems where it cannot be read: nobody guesses how much is enough."""
    file = workspace.protocol / "protocol.toml"
    if not file.is_file():
        return Sampling()
    protocol = read_protocol(file.read_bytes())
    return Sampling(protocol.class_sample_size, protocol.stratum_seed, protocol.probe_share)


@dataclass
class ReviewDesk:
    """`r11.panels.desk.Desk` on a workspace. `clock` gives the time, with a time zone."""

    workspace: Workspace
    reviewer: str
    session: str
    clock: Callable[[], datetime]

    def __post_init__(self) -> None:
        self._book = DecisionBook(self.workspace.decisions, self.reviewer, self.session)
        self._leases = Leases(self.workspace.decisions, self.reviewer, self.session)
        self._lease: Lease | None = None
        self._room: Room
        self._read_inputs(self._inputs_now())

    def refresh(self) -> bool:
        stamps = self._inputs_now()
        if stamps != self._stamps:
            self._read_inputs(stamps)
            return True
        self._follow(self._book.read())
        return False

    def _read_inputs(self, stamps: Stamps) -> None:
        self._stamps = stamps
        self._room = self._enter(replace(read_room(self.workspace), decisions=self._book.read()))
        self._look = look_files(self.workspace, self._room.flags.values())
        met = self._chosen(self._room.queue.items)
        self._items = {item.key: replace(item, state=self.state(item.key)) for item in met}
        self._open = {key for key, item in self._items.items() if item.is_open_for(self.reviewer)}
        self._documents: dict[str, Document | None] = {}
        self._alike = same_claims(self._items.values())
        self._filters: dict[str, Sequence[Mapping[str, Any]]] = {}
        self._evidence = EvidenceFolder(self.workspace.evidence)
        self._pages = self._evidence.pages()
        self._warning = warning_to_reviewers(self.workspace, self._room.decisions)
        sampling = sampling_of(self.workspace)
        self._samples = self._draw(sampling)

    def _enter(self, room: Room) -> Room:
        """What is read of the workspace, as it is shown here."""
        return room

    def _chosen(self, items: Iterable[QueueItem]) -> Iterable[QueueItem]:
        """The items of this room."""
        return items

    def _follow(self, decisions: Decisions) -> None:
        """Bring the items up to date whose answers changed; all others stay as they are."""
        before = self._room.decisions.items
        self._room = replace(self._room, decisions=decisions)
        self._warning = self._warning and warning_to_reviewers(self.workspace, decisions)
        for key in before.keys() | decisions.items.keys():
            if key in self._items and before.get(key) is not decisions.items.get(key):
                item = self._items[key] = replace(self._items[key], state=self.state(key))
                (self._open.add if item.is_open_for(self.reviewer) else self._open.discard)(key)

    def _inputs_now(self) -> Stamps:
        """Size and time of every file that an item is made of: what changes while the panel is open is read again."""
        ws = self.workspace
        files = [ws.ledger, ws.evidence / "index.jsonl"]
        files += [ws.proposals / name for name in (BUILT_IN_PROPOSALS, WORKERS_PROPOSALS)]
        files += [ws.policy / "O2.md", ws.policy / "O2.ratified.json"]
        files += [ws.protocol / "protocol.toml", ws.protocol / "protocol.frozen.json"]
        return tuple((f.stat().st_size, f.stat().st_mtime_ns) if f.is_file() else None for f in files)

    def _draw(self, sampling: Sampling) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The O1 items to be decided one by one, in the files of the one look and in all others.

        Each part has a sample of its own, so that an objection in one is never outvoted by more files. Anybody who has
        the seed can draw them again.
        """
        keys = [key for key, item in self._items.items() if item.proposals[0].op is FixOp.O1]
        inside = {key for key in keys if self._items[key].flag.file in self._look}
        parts = (inside, [key for key in keys if key not in inside])
        first, second = (draw(part, seed=sampling.seed, count=sampling.size) for part in parts)
        return first, second

    # --- the queue ---------------------------------------------------------------------------------------------------

    def order(self, filters: Mapping[str, str]) -> Sequence[str]:
        """The drawn O1 items come first, so that their list can be confirmed early."""
        items = ordered(chosen(self._items.values(), choice_of(filters, self._look, self._left())), order_of(filters))
        rank = {key: number for number, key in enumerate(self.sample(filters))}
        return [item.key for item in sorted(items, key=lambda item: rank.get(item.key, len(rank)))]

    def filters(self, filters: Mapping[str, str]) -> Sequence[Mapping[str, Any]]:
        among = filters.get(SET_OF_FILES, "")
        if among not in self._filters:
            self._filters[among] = filters_over(list(self._items.values()), self._look, filters)
        return self._filters[among]

    def resume(self, order: Sequence[str]) -> int | None:
        return resume_at([self._items[key] for key in order], self._room.decisions, self.reviewer)

    def is_open(self, key: str) -> bool:
        return key in self._open

    def count_open(self, order: Sequence[str]) -> int:
        return len(self._open.intersection(order))

    def remarks(self, key: str) -> Sequence[Entry]:
        return self._room.decisions.remarks.get(key, ())

    def release(self, key: str) -> Entry | None:
        return self._room.decisions.released.get(key) if self.seen(key).released else None

    def left(self, kind: EventKind) -> AbstractSet[str]:
        return self._left()[str(kind)]

    def _left(self) -> Mapping[str, AbstractSet[str]]:
        found: dict[str, set[str]] = {str(kind): set() for kind in REMARKS}
        for key in self._open:
            for event in (entry.event for entry in self.remarks(key)):
                if event.event is EventKind.ASK or event.reviewer == self.reviewer:
                    found[str(event.event)].add(key)
        return found

    # --- one item ----------------------------------------------------------------------------------------------------

    def seen(self, key: str, proposal_sha256: str | None = None) -> Seen:
        return self._seen_of(self._items[key].proposal_for(self.reviewer, proposal_sha256))

    def choices(self, key: str) -> Sequence[Seen]:
        return [self._seen_of(proposal) for proposal in self._items[key].choices]

    def _seen_of(self, proposal: Proposal) -> Seen:
        return self._room.seen_of(proposal, self.reviewer)

    def origins(self, proposal: Proposal) -> Sequence[str]:
        return [p.origin for p in self._items[proposal.flag_key].proposals if p.sha256 == proposal.sha256]

    def state(self, key: str) -> ItemState:
        return self._shown(self._room.decisions, key)

    def _shown(self, decisions: Decisions, key: str) -> ItemState:
        """As much of an item's answers as this reviewer may see."""
        return decisions.item(key)

    def around(self, key: str) -> Surroundings:
        item = self._items[key]
        alike = (self._items[other] for other in self._alike.get(key, ()))
        others = tuple(f"{other.flag.file}:{other.proposals[0].line}" for other in alike)
        document, line = self._document(item), item.proposals[0].line
        lines = surrounding(document, line, CONTEXT_LINES) if document else []
        page = self._pages.get(item.flag.page_url)
        context = [(number, text, number == line) for number, text in lines]
        return Surroundings(context, others, page, self._stored(page), self.workspace.settings.synthetic)

    def _stored(self, page: Page | None) -> str:
        found = self._evidence.text(page.text_sha256) if page and page.text_sha256 else None
        return found or ""

    def _document(self, item: QueueItem) -> Document | None:
        """The file of an item as it is shown with it; None where it cannot be shown."""
        file = item.flag.file
        if file not in self._documents:
            try:
                self._documents[file] = read_document(self.workspace.corpus, file)
            except Refused:
                self._documents[file] = None
        return self._documents[file]

    def held_by(self, key: str) -> str:
        """A second tab of the same reviewer is not named: it is they who know."""
        held = self._leases.holder(key, now=self.clock())
        return held if held != self.reviewer else ""

    def reserve(self, key: str | None) -> None:
        before, self._lease = self._lease, None
        if key is None:
            if before:
                self._leases.release(before)
            return
        with suppress(Refused):  # somebody else has it: the screen says so
            self._lease = self._leases.take(key, now=self.clock(), last=LEASE, instead_of=before)

    def warnings(self, key: str, text: str) -> Sequence[Check]:
        seen = self.seen(key)
        page = self._pages.get(seen.flag.page_url)
        return text_warnings(seen, self._document(self._items[key]), text, self._stored(page))

    # --- decide ------------------------------------------------------------------------------------------------------

    def record(self, event: DecisionEvent, seen: Mapping[str, str]) -> None:
        self._book.record(event, seen)
        self._follow(self._book.read())

    def undoable(self) -> Entry | None:
        return self._room.decisions.last_undoable(self.reviewer)

    def tally(self) -> Tally:
        return self._tally_of(self._room.decisions)

    def _tally_of(self, decisions: Decisions) -> Tally:
        own = [entry.event for entry in decisions.entries if entry.event.reviewer == self.reviewer]
        looks = sum(event.event is EventKind.SHOWN for event in own)
        return Tally(len(own) - looks, sum(event.active_ms for event in own))

    def sample(self, filters: Mapping[str, str]) -> Sequence[str]:
        look, others = self._samples
        return (*look, *others) if set_of(filters, self._look) is None else look

    def class_list(self, filters: Mapping[str, str]) -> ClassList:
        """An objection of anybody counts; to have read the sample, only this reviewer's own answers do."""
        files, sample = Choice(files=set_of(filters, self._look)), self.sample(filters)
        answered = [state for state in map(self.state, sample) if state.status not in _UNANSWERED]
        objections = sum(not _is_approved_as_proposed(state) for state in answered)
        listed = (item.key for item in chosen(self._items.values(), files) if _may_be_listed(item))
        to_decide = tuple(key for key in sample if not self._is_answered(key))
        keys = tuple(key for key in listed if key not in sample)
        return ClassList(keys, len(sample), to_decide, objections, self._pace(sample))

    def _is_answered(self, key: str) -> bool:
        own = self.state(key).by(self.reviewer)
        return own is not None and own.status.is_decided

    def _pace(self, sample: Sequence[str]) -> Pace:
        """How long this reviewer looked at each item that they answered, every look counted. What came from a command
        line was not timed, and says nothing."""
        wanted = {key for key in sample if self._is_answered(key)}
        times: Counter[str] = Counter()
        for event in (entry.event for entry in self._room.decisions.entries):
            is_timed = event.reviewer == self.reviewer and event.wall_ms and len(event.flag_keys) == 1
            if is_timed and event.flag_keys[0] in wanted:
                times[event.flag_keys[0]] += event.active_ms
        return Pace(tuple(times.values()))

    def outcome(self) -> Outcome:
        frozen = preview_freeze(self.workspace, now=self.clock())
        manifest = frozen.manifest
        return Outcome(
            edits=sum(len(file.edits) for file in manifest.files) if manifest else 0,
            files=len(manifest.files) if manifest else 0,
            closures=len(manifest.closures) if manifest else 0,
            waiting=Counter(frozen.waiting.values()),
            left_out=tuple(str(refusal) for refusal in frozen.refused),
            stale=tuple(self._stale()),
        )

    def _stale(self) -> Iterator[StaleBatch]:
        for manifest, changes in batches_that_differ(self.workspace).items():
            size = len([*parts_of(manifest)])
            is_emptied = len(changes.taken_out) == size and not changes.taken_in
            yield StaleBatch(manifest.batch, _differs(manifest.batch, changes, size, is_emptied), not is_emptied)

    def _manifests(self) -> list[ApprovedManifest]:
        return list(read_records(self.workspace.approved, ApprovedManifest))

    def resting_on(self, event_sha256: str) -> str:
        begun = {receipt.manifest_sha256 for receipt in read_records(self.workspace.receipts, Receipt)}
        for manifest in self._manifests():
            if any(part.confirmation.event_sha256 == event_sha256 for part in parts_of(manifest)):
                if manifest.sha256 in begun:
                    return (
                        f"Batch {manifest.batch} holds it and went to apply: no line is put back by this; for that an "
                        f"operator reverts the batch (r11 decide --event revert --batch {manifest.batch})"
                    )
                return f"The written manifest {manifest.batch} no longer matches: the summary (`m`) writes it again"
        return ""

    def freeze(self, batch: str = "") -> str:
        if batch and batch not in {manifest.batch for manifest in self._manifests()}:
            raise Refused("NO_BATCH", batch, "there is no written manifest of this name to write again")
        done = freeze_batch(self.workspace, batch or f"review-{self.clock():%Y%m%d-%H%M%S}", now=self.clock())
        if done.state is BatchState.EMPTY:
            if batch:
                return (
                    f"nothing of {batch} can be frozen now, so it stays as it is; r11 freeze --batch {batch} says why"
                )
            return "nothing could be frozen; the reasons are listed here"
        if done.state is BatchState.AT_APPLY:
            return f"batch {batch} went to apply meanwhile and stays as it is: what was decided since goes into another"
        if done.state is BatchState.UNCHANGED:
            return (
                f"nothing changed: {done.path} holds all that can be frozen now; r11 freeze says what cannot, and why"
            )
        command = f"r11-apply '{done.path}' --corpus '{self.workspace.corpus}' --workspace '{self.workspace.root}'"
        how = "written again" if done.state is BatchState.AGAIN else "written"
        return f"{how}: {done.path}. The integrator applies it with: {command}"

    def complaints(self) -> Sequence[str]:
        broken = map(str, self._room.decisions.broken)
        return [self._warning, *broken] if self._warning else [*broken]


def _differs(batch: str, changes: Changes, size: int, is_emptied: bool) -> str:
    """How a written manifest and what is decided now differ, and what to do."""
    if is_emptied:
        return (
            f"Manifest {batch} no longer matches: none of its {counted(size, 'item')} is decided as it says. r11-apply "
            "refuses it; decide its items again, then write it again here."
        )
    parts = [
        (len(changes.taken_out), f"of its {counted(size, 'item')} no longer decided as it says"),
        (len(changes.changed), f"of its {counted(size, 'item')} decided otherwise since"),
        (len(changes.taken_in), "decided since in its files and not in it"),
    ]
    told = ", ".join(f"{count} {words}" for count, words in parts if count)
    same = size - len(changes.taken_out) - len(changes.changed)
    return (
        f"Manifest {batch} no longer matches what is decided: {told}; {same} of {size} are decided as it says. Write "
        "it again before anybody applies it."
    )


_UNANSWERED = frozenset({ItemStatus.OPEN, ItemStatus.DRAFTED})


def _may_be_listed(item: QueueItem) -> bool:
    """Where two proposals differ somebody has to look at both."""
    is_open = item.state.status is ItemStatus.OPEN and len(item.choices) == 1
    return is_open and item.op is FixOp.O1 and item.evidence is not None


def _is_approved_as_proposed(state: ItemState) -> bool:
    return state.status is ItemStatus.APPROVED and not any(answer.edited for answer in state.standing)
