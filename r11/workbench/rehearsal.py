"""A pilot played through on the sample: a seeded virtual reviewer decides by the sample's gold answers.

Everything but the people is real: the workspace is a copy, its pages are refreshed, its proposals are made, probes are
dealt and events are recorded as any reviewer's are, at the same desk. The reviewer errs at a stated rate and takes
invented times, so no figure of a rehearsal says anything about people or about a corpus; it shows that the way from
protocol to decision holds.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle, islice
from math import log
from pathlib import Path

import msgspec

from r11.errors import WorkspaceError
from r11.records import DecisionEvent
from r11.review import answers
from r11.review.answers import Seen, Signature, is_gated
from r11.review.sessions import SECOND
from r11.storage import Workspace, read_jsonl
from r11.vocabulary import Disposition, EventKind, FixOp, ItemStatus, PolicyScope
from r11.workbench.desk import ReviewDesk
from r11.workbench.policy import ratify
from r11.workbench.probed_desk import ProbedDesk
from r11.workbench.programme import open_programme, save_proposals
from r11.workbench.protocol import freeze, protocol_state
from r11.workbench.refreshing import refresh_evidence
from r11.workbench.review import Room, read_room

GOLD = "gold.jsonl"
MADE_BY_RUNS = (
    "2-evidence", "3-units", "5-proposals", "6-decisions", "7-approved", "8-receipts", "9-reports",
    "O2.ratified.json", "protocol.frozen.json", "look.json",
)  # fmt: skip
SECONDS = {FixOp.O1: 11.0, FixOp.O2: 19.0, FixOp.O3: 70.0}
"""Invented median active seconds of a practised reviewer."""
SESSION_ITEMS = 24
UNPRACTISED, PRACTISED_AFTER = 1.6, 60
PAUSE, PAUSE_EVERY, UNDO_EVERY = timedelta(hours=1), 40, 25
SECOND_LOOKS = 60
VIRTUAL = "virtual reviewer "
"""What the names of invented people begin with: the logs themselves say that nobody decided."""


class Answer(msgspec.Struct, frozen=True):
    """What the careful person of the gold answers does with an item. action: edit, delete, close or ask."""

    action: str
    disposition: Disposition
    line_after: str | None


class Gold(Answer, frozen=True):
    """A row of `gold.jsonl`; `after_refresh` is the answer where the page of today asks for another one."""

    flag_key: str
    after_refresh: Answer | None


@dataclass
class VirtualReviewer:
    """One invented person. error_rate: how often they do something else than the gold answer."""

    name: str
    error_rate: float
    dice: random.Random
    practice: int = 0

    def seconds(self, op: FixOp, mood: float) -> float:
        """Active seconds for the next item: skewed, shorter with practice, longer or shorter with the session."""
        self.practice += 1
        slow = 1 + (UNPRACTISED - 1) * max(0.0, 1 - self.practice / PRACTISED_AFTER)
        return self.dice.lognormvariate(log(SECONDS[op]), 0.5) * slow * mood

    def choose(self, gold: Answer, seen: Seen, quote: str | None) -> str:
        """`approve`, `edit`, `close` or `to_o3`: mostly what the gold answer asks for. quote: the one of the ledger,
        which the gold answer rests on; a swap beside another one is nothing to approve."""
        wanted = _wanted(gold, seen) if seen.flag.evidence_quote == quote else "to_o3"
        if self.dice.random() >= self.error_rate:
            return wanted
        if wanted != "approve" and seen.has_text and seen.op is not FixOp.O3 and not is_gated(seen.proposal):
            return "approve"
        other = self.dice.choice([other for other in ("close", "to_o3") if other != wanted])
        return "to_o3" if is_gated(seen.proposal) else other


def _wanted(gold: Answer, seen: Seen) -> str:
    if is_gated(seen.proposal):
        return "to_o3"
    if gold.action == "close":
        return "close"
    if gold.action == "ask" or seen.proposal.line_before in (None, gold.line_after):
        return "to_o3"
    matches = seen.has_text and seen.op is not FixOp.O3 and seen.line_after == gold.line_after
    return "approve" if matches else "edit"


# --- the stages -----------------------------------------------------------------------------------------------------


def copy_workspace(source: Path, folder: Path) -> Workspace:
    """A fresh copy without anything that runs left behind. Raises WorkspaceError where it has no gold answers."""
    if not (source / GOLD).is_file():
        raise WorkspaceError(f"{source}: holds no {GOLD}; a rehearsal needs the embedded sample")
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns(*MADE_BY_RUNS), dirs_exist_ok=True)
    return Workspace.open(folder)


def prepare(workspace: Workspace, *, by: str, now: datetime) -> Workspace:
    """Refresh the pages, ratify the policy for contradicted flags, propose, and freeze the protocol."""
    refresh_evidence(workspace)
    ratify(workspace, by=by, scopes=(PolicyScope.NOT_GROUNDED,), now=now)
    save_proposals(workspace, (proposal for _, proposal in open_programme(workspace).propose()))
    freeze(workspace, by=by, now=now)
    return workspace


def play(workspace: Workspace, *, seed: int, error_rate: float, start: datetime, items: int | None = None) -> int:
    """Two reviewers take turns over pilot and drawn files, a blind second look follows, then adjudication.

    items: stop after so many (None: review all of them). Returns how many events were recorded.
    """
    stage = _Stage(workspace, start, random.Random(seed))
    first, second = (VirtualReviewer(name, error_rate, stage.dice) for name in (f"{VIRTUAL}A", f"{VIRTUAL}B"))
    keys = stage.keys()
    met, away = 0, 0
    for number, reviewer in enumerate(cycle((first, second)), start=1):
        most = SESSION_ITEMS if items is None else min(SESSION_ITEMS, items - met)
        sat = stage.sit(reviewer, f"s{number}", keys, most)
        met, away = met + sat, 0 if sat else away + 1
        if away == len((first, second)):
            break
    if items is None:
        for reviewer in (first, second):
            stage.sit_again(reviewer)
        stage.adjudicate(VirtualReviewer(f"{VIRTUAL}C", 0.0, stage.dice))
    return stage.events


class _Stage:
    """The workspace, the time of day in the play, and the gold answers."""

    def __init__(self, workspace: Workspace, start: datetime, dice: random.Random) -> None:
        self.workspace, self.now, self.dice = workspace, start, dice
        self.room: Room = read_room(workspace)
        self.gold: Mapping[str, Answer] = {
            row.flag_key: row.after_refresh or row for row in read_jsonl(workspace.root / GOLD, Gold)
        }
        self.events = 0

    def keys(self) -> list[str]:
        """The fix targets of pilot and drawn files, file by file."""
        drawn, counts = set(protocol_state(self.workspace).drawn), dict[str, int]()
        for flag in self.room.flags.values():
            counts[flag.file] = counts.get(flag.file, 0) + flag.is_fix_target
        least = self.workspace.settings.pilot_min_fix_targets
        taken = {file for file, count in counts.items() if count >= least or file in drawn}
        return [flag.key for flag in self.room.flags.values() if flag.is_fix_target and flag.file in taken]

    def sit(self, reviewer: VirtualReviewer, session: str, keys: Sequence[str], most: int) -> int:
        """One session: decide what is open for this person, in order, be told of the probes, then decide what they
        stood in for. Returns how many items were met."""
        desk = ProbedDesk(self.workspace, reviewer.name, session, lambda: self.now)
        met = list(islice(_unmet(desk, keys), most))
        mood = reviewer.dice.lognormvariate(0, 0.2)
        self._go_through(desk, reviewer, met, mood)
        desk.outcome()
        self._go_through(desk, reviewer, list(_unmet(desk, met)), mood)
        self.now += PAUSE
        return len(met)

    def sit_again(self, reviewer: VirtualReviewer) -> None:
        """One session of second looks, at value swaps that somebody else approved as proposed."""
        desk = ReviewDesk(self.workspace, reviewer.name, SECOND, lambda: self.now)
        met = list(islice(self._approved_swaps(reviewer.name), SECOND_LOOKS // 2))
        self._go_through(desk, reviewer, met, reviewer.dice.lognormvariate(0, 0.2))
        self.now += PAUSE

    def _approved_swaps(self, reviewer: str) -> Iterator[str]:
        room = read_room(self.workspace)
        ops = {proposal.flag_key: proposal.op for proposal in room.proposals}
        for key, state in room.decisions.items.items():
            is_swap = ops[key] is FixOp.O1 and state.status is ItemStatus.APPROVED and not state.standing[0].edited
            if is_swap and not state.by(reviewer):
                yield key

    def _go_through(self, desk: ReviewDesk, reviewer: VirtualReviewer, keys: Iterable[str], mood: float) -> None:
        for key in keys:
            seen = desk.seen(key)
            active = reviewer.seconds(seen.op, mood)
            self._answer(desk, self._choice(reviewer, key, seen), key, active)
            if reviewer.practice % UNDO_EVERY == 0:
                self._record(desk, self._mention(desk, EventKind.UNDO, (), 1.0), {})
                self._answer(desk, self._choice(reviewer, key, seen), key, 2.0)

    def adjudicate(self, reviewer: VirtualReviewer) -> None:
        """Rule where the two differ, by the gold answer."""
        desk = ReviewDesk(self.workspace, reviewer.name, "s1", lambda: self.now)
        items = read_room(self.workspace).decisions.items.items()
        for key in [key for key, state in items if state.status is ItemStatus.UNSETTLED]:
            seen = desk.seen(key)
            ruling = {"close": Disposition.CORRECT, "approve": self.gold[key].disposition}
            wanted = ruling.get(_wanted(self.gold[key], seen))
            self._record(desk, answers.adjudicate(self._sign(desk, 30.0), seen, wanted), _version(desk, key))

    def _choice(self, reviewer: VirtualReviewer, key: str, seen: Seen) -> str:
        return reviewer.choose(self.gold[key], seen, self.room.flags[key].evidence_quote)

    def _answer(self, desk: ReviewDesk, choice: str, key: str, active: float) -> None:
        seen = desk.seen(key)
        match choice:
            case "close":
                event = answers.close(self._sign(desk, active), seen)
            case "to_o3":
                event = self._mention(desk, EventKind.TO_O3, (key,), active)
            case _:
                if choice == "edit":
                    text = self.gold[key].line_after
                    self._record(desk, answers.edit(self._sign(desk, active), seen, text), _version(desk, key))
                    seen, active = desk.seen(key), 1.0
                event = answers.approve(self._sign(desk, active), seen, self._ruling(key))
        self._record(desk, event, _version(desk, key))

    def _ruling(self, key: str) -> Disposition:
        """The gold ruling; `outdated` where an error approves what the gold answer closes."""
        found = self.gold[key].disposition
        return Disposition.OUTDATED if found is Disposition.CORRECT else found

    def _record(self, desk: ReviewDesk, event: DecisionEvent, versions: Mapping[str, str]) -> None:
        desk.record(event, versions)
        self.events += 1

    def _mention(self, desk: ReviewDesk, kind: EventKind, keys: Sequence[str], active: float) -> DecisionEvent:
        return answers.mention(self._sign(desk, active), kind, keys)

    def _sign(self, desk: ReviewDesk, active: float) -> Signature:
        """The signature of an event after so many active seconds; now and then the wall clock saw a long pause."""
        wall = timedelta(seconds=active * 1.2)
        if self.events % PAUSE_EVERY == PAUSE_EVERY - 1:
            wall += PAUSE
        self.now += wall
        return Signature(
            desk.reviewer,
            desk.session,
            self.now.isoformat(timespec="milliseconds"),
            active_ms=round(active * 1000),
            wall_ms=round(wall.total_seconds() * 1000),
        )


def _unmet(desk: ReviewDesk, keys: Iterable[str]) -> Iterator[str]:
    """What nobody answered yet; a probe is met whatever was said of the item that it stands in for."""
    return (key for key in keys if not desk.state(key).answers)


def _version(desk: ReviewDesk, key: str) -> dict[str, str]:
    return {key: desk.state(key).version}
