"""What the panel is handed: one reviewer's desk. The workbench makes one on a workspace (`ReviewDesk`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from statistics import median
from typing import Any, NamedTuple, Protocol

from r11.panels.card import Surroundings
from r11.panels.view import counted
from r11.records import DecisionEvent, Proposal
from r11.review.answers import Seen
from r11.review.decisions import ItemState
from r11.review.log import Entry
from r11.vocabulary import EventKind


class RoomKind(StrEnum):
    """Which review this is. In the second nothing of the first is shown; in the adjudication not whose answers."""

    REVIEW = "review"
    SECOND = "second"
    ADJUDICATION = "adjudication"


SET_OF_FILES, ALL_FILES = "files", "all"
"""The filter that says which files are looked at, and its value for every file; empty: those of the one look."""


LEAST_READING_MS = 3000
"""A median below it says that most were not read: claim and quote have some 30 words, of which nobody reads ten in a
second. It stops nothing: a list then asks once more."""


@dataclass(frozen=True)
class Pace:
    """How long the items of a sample were looked at, in ms of active time: `times`, one for each that was timed."""

    times: tuple[int, ...] = ()

    @property
    def is_hasty(self) -> bool:
        return bool(self.times) and median(self.times) < LEAST_READING_MS

    @property
    def words(self) -> str:
        """The numbers, where they ask for a second look; else empty."""
        if not self.is_hasty:
            return ""
        quick = sum(time < LEAST_READING_MS for time in self.times)
        return (
            f"{quick} of {len(self.times)} swaps of the sample were decided in under {LEAST_READING_MS // 1000} s each "
            f"(median {median(self.times) / 1000:.1f} s), which is hardly time to read claim and quote. "
            "Look at them again, or say that you stand by them."
        )


@dataclass(frozen=True)
class ClassList:
    """The O1 items of the chosen files that may be confirmed as a class once the sample was decided one by one.

    Whoever confirms it has decided the sample: another person's reading tells nothing of theirs. keys: those that
    nobody answered yet; drawn: how many are in the sample; to_decide: those of it that this reviewer has not decided;
    objections: how many of it were not approved just as proposed, by anybody; pace: how fast they decided the sample.
    """

    keys: tuple[str, ...]
    drawn: int
    to_decide: tuple[str, ...]
    objections: int
    pace: Pace = Pace()

    @property
    def is_open(self) -> bool:
        return not self.to_decide and not self.objections and bool(self.keys)

    @property
    def sampled(self) -> int:
        return self.drawn - len(self.to_decide)

    @property
    def words(self) -> str:
        """What is asked of the reviewer here, and what a confirmation does."""
        left = f"the other {len(self.keys)}"
        if self.objections:
            return (
                f"Nothing can be confirmed here: {self.objections} of the {counted(self.drawn, 'swap')} of the random "
                f"sample {'was' if self.objections == 1 else 'were'} not approved just as proposed. So {left} are "
                "decided one by one, in the queue."
            )
        if self.to_decide:
            return (
                f"First decide the random sample of {counted(self.drawn, 'swap')} one by one ({self.sampled} of "
                f"{self.drawn} decided by you): they stand first in the queue. If you approve all {self.drawn} as "
                f"proposed, you confirm {left} here, reading each of them in a list. What somebody else decided of the "
                "sample does not count for you: who confirms a list has read its sample."
            )
        return (
            f"All {counted(self.drawn, 'swap')} of the random sample were approved as proposed, so {left} can be "
            "confirmed as a list. Read every row. Each row has its own ruling, outdated or wrong; one choice sets all "
            "rows, and you can change any of them after it. A row that you rule on and confirm is approved just as "
            "shown, as if by `o` or `w` on its own screen; a row without a ruling stays in the queue. `u` takes a "
            "confirmation back as a whole."
        )


class Check(NamedTuple):
    """What a person should know of a line they write. `blocks`: as it stands it cannot be saved."""

    blocks: bool
    words: str


class StaleBatch(NamedTuple):
    """A written manifest that nobody began to apply and that says something else than what is decided now.

    words: how they differ, in words; can_rewrite: whether anything would be left in it.
    """

    batch: str
    words: str
    can_rewrite: bool


class Waiting(NamedTuple):
    """An item that the last page leads to: its flag key, and in words why it is named."""

    key: str
    words: str


@dataclass(frozen=True)
class Outcome:
    """What a freeze would take now.

    waiting: per earlier batch, how many decided items it holds and has not applied; left_out: what is decided and does
    not hold any more, each with its reason; stale: written manifests that no longer match; notes: what else the
    reviewer is told once they look at where they stand; named: after the notes, items that they lead to.
    """

    edits: int
    files: int
    closures: int
    waiting: Mapping[str, int]
    left_out: tuple[str, ...]
    stale: tuple[StaleBatch, ...] = ()
    notes: tuple[str, ...] = ()
    named: tuple[Waiting, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.edits and not self.closures


@dataclass(frozen=True)
class Tally:
    """What this reviewer has on the disk, over all their sessions: events without mere looks, and active time with
    them."""

    events: int
    active_ms: int


class Desk(Protocol):
    """What lies before a reviewer. Every method answers from what `refresh` last read."""

    def refresh(self) -> bool:
        """Read again what everybody decided; True where proposals, evidence or ledger changed as well."""

    def order(self, filters: Mapping[str, str]) -> Sequence[str]:
        """The flag keys of the queue, in order, under the chosen filters. Raises for a choice that there is not."""

    def filters(self, filters: Mapping[str, str]) -> Sequence[Mapping[str, Any]]:
        """The filters as `review.js` draws them: name, label, options as (value, text), under what is chosen now."""

    def resume(self, order: Sequence[str]) -> int | None:
        """The position at which this reviewer goes on, over all their sessions; None where nothing is left."""

    def is_open(self, key: str) -> bool:
        """Whether this reviewer still has something to do there; all others are *decided*, wherever that is said."""

    def count_open(self, order: Sequence[str]) -> int:
        """How many of these items are open for this reviewer."""

    def seen(self, key: str, proposal_sha256: str | None = None) -> Seen:
        """The item with the proposal of this hash; without one with that which the reviewer answered, or the first."""

    def choices(self, key: str) -> Sequence[Seen]:
        """The item once for each of its proposals that differ: more than one where a worker offers something else."""

    def origins(self, proposal: Proposal) -> Sequence[str]:
        """Who all makes this proposal."""

    def around(self, key: str) -> Surroundings: ...

    def state(self, key: str) -> ItemState: ...

    def remarks(self, key: str) -> Sequence[Entry]:
        """The questions and skips in force that name this item, as far as this reviewer may see them."""

    def release(self, key: str) -> Entry | None:
        """The operator's event that released a claim about a price, where one is in force."""

    def left(self, kind: EventKind) -> AbstractSet[str]:
        """The undecided items that anybody asked about, or that this reviewer skipped."""

    def held_by(self, key: str) -> str:
        """Who else has the item open, else empty."""

    def reserve(self, key: str | None) -> None:
        """Reserve this item for a short while and give back the one before."""

    def warnings(self, key: str, text: str) -> Sequence[Check]:
        """What a person should know before they approve their own text for this item."""

    def record(self, event: DecisionEvent, seen: Mapping[str, str]) -> None:
        """Append one event to this reviewer's log; it is on the disk when this returns.

        seen: the version of each item that was looked at. Raises Refused, also where somebody decided meanwhile.
        """

    def undoable(self) -> Entry | None:
        """The event that an undo would take back."""

    def tally(self) -> Tally: ...

    def sample(self, filters: Mapping[str, str]) -> Sequence[str]:
        """The O1 items drawn from the chosen files, to be decided one by one before the others go as a list."""

    def class_list(self, filters: Mapping[str, str]) -> ClassList: ...

    def outcome(self) -> Outcome:
        """What `r11 freeze` would take now."""

    def freeze(self, batch: str = "") -> str:
        """Write the approved manifest, or this one again; in words where it is and what comes next. Raises R11Error."""

    def resting_on(self, event_sha256: str) -> str:
        """Which written manifests rest on this event and what to do about it, in words; empty where none does."""

    def complaints(self) -> Sequence[str]:
        """What to know on every page: that no protocol is frozen yet, and where a decision log stopped counting."""
