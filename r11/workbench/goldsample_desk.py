"""What lies before one labeller of the gold sample: the items that still need them, and their own log.

Two labellers at work at the same time start at different places of the list, and an item that one of them looks at is
offered to nobody else, so that they do not work on the same items. A label that is not needed any more is refused when
it comes. What others said is never shown, nor which items they have.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from r11.errors import Refused, UsageError
from r11.records import GoldCard, Lease, sha256_hex
from r11.review.answers import Signature, mention
from r11.review.decisions import Decisions
from r11.review.gold import ITEM, MOST_NEEDED, Words, label, labels_needed, labels_of, wants_label
from r11.storage import DecisionBook, Leases, Workspace, default_workspace
from r11.storage.gold import GoldSample, only_draw, read_sample
from r11.vocabulary import EventKind, GoldLabel

if TYPE_CHECKING:
    from r11.panels.goldsample import GoldPanel

LEASE = timedelta(minutes=10)


@dataclass
class LabelDesk:
    """`r11.panels.goldsample.GoldDesk` on a draw. `clock` gives the time, with a time zone."""

    sample: GoldSample
    labeller: str
    session: str
    clock: Callable[[], datetime]

    def __post_init__(self) -> None:
        self._book = DecisionBook(self.sample.folder, self.labeller, self.session)
        self._leases = Leases(self.sample.folder, self.labeller, self.session)
        self._lease: Lease | None = None
        numbers = [item.item for item in self.sample.draw.items]
        start = int(sha256_hex(self.labeller.encode("utf-8"))[:8], 16) % max(1, len(numbers))
        self._order = (*numbers[start:], *numbers[:start])

    def refresh(self) -> None:
        self.sample = replace(self.sample, decisions=self._book.read())

    @property
    def items(self) -> int:
        """How many items were drawn, whoever labels them."""
        return len(self._order)

    def order(self) -> tuple[int, ...]:
        """This labeller's items: those they labelled and those that still need them."""
        return tuple(item for item in self._order if self.own(item) or self.is_open(item))

    def is_open(self, item: int) -> bool:
        return self._wants(self._words(item), item)

    def own(self, item: int) -> GoldLabel | None:
        return self._words(item).get(self.labeller)

    def _words(self, item: int) -> Words:
        return self.sample.labels.get(item, {})

    def _wants(self, words: Words, item: int) -> bool:
        return wants_label(words, self.labeller, doubled=self.sample.items[item].doubled)

    def card(self, item: int) -> GoldCard:
        """Raises UsageError for a number that is no item."""
        if item not in self.sample.cards:
            raise UsageError(f"item {item}: this draw has the items 1 to {len(self.sample.cards)}")
        return self.sample.cards[item]

    def next_open(self, after: int | None = None) -> int | None:
        """The next item in this labeller's order that needs them and that nobody else is at, after the named one and
        then from the beginning; it is reserved for a while."""
        start = self._order.index(after) + 1 if after in self._order else 0
        turned = (*self._order[start:], *self._order[:start])
        return next((item for item in turned if self.take(item)), None)

    def take(self, item: int) -> bool:
        """Reserve an item for this labeller; False where it does not need them, or where as many others are at it as
        it needs. What was reserved before in this session is given back."""
        words, needed = self._words(item), labels_needed(self._words(item), doubled=self.sample.items[item].doubled)
        if not self._wants(words, item):
            return False
        places = _places(item)
        holders = [self._leases.holder(place, now=self.clock()) for place in places]
        if self.labeller in holders:  # in another window of theirs
            return True
        if sum(bool(holder) and holder not in words for holder in holders) >= needed:
            return False
        if not any(self._reserve(place) for place in places[:needed]):
            return False
        self.refresh()  # whoever had it may have labelled it and given it back since this desk last read
        return self.is_open(item)

    def _reserve(self, place: str) -> bool:
        with suppress(Refused):  # taken meanwhile
            self._lease = self._leases.take(place, now=self.clock(), last=LEASE, instead_of=self._lease)
            return True
        return False

    def record(self, item: int, word: GoldLabel, timing: Mapping[str, int] | None = None, *, note: str = "") -> None:
        """Append the label; it is on the disk when this returns. Raises UsageError and Refused (`NOT_NEEDED` where the
        item has all its labels and this does not replace one of the same person)."""
        self.card(item)
        signature = self._signature(timing or {}, note)
        event = label(signature, item, self.sample.items[item].card_sha256, word)
        self._book.record(event, {}, demand=lambda decisions: self._demand_needed(item, decisions))
        for place in _places(item):
            self._leases.give_back(place)
        self.refresh()

    def _demand_needed(self, item: int, decisions: Decisions) -> None:
        words = labels_of(decisions, {item: self.sample.items[item].card_sha256}).get(item, {})
        if self.labeller not in words and not self._wants(words, item):
            raise Refused(
                "NOT_NEEDED",
                f"item {item}",
                "somebody else labelled it already, and it needs no second label: nothing was recorded; go on with the "
                "next item that is offered",
            )

    def undo(self) -> int:
        """Take back this labeller's last label; the item that it was on. Raises Refused (`NOTHING`)."""
        last = self.sample.decisions.last_undoable(self.labeller)
        if last is None:
            raise Refused("NOTHING", "undo", "there is nothing of yours to undo")
        self._book.record(mention(self._signature({}), EventKind.UNDO, last.event.flag_keys), {})
        self.refresh()
        return int(last.event.flag_keys[0].partition(":")[2])

    def complaints(self) -> list[str]:
        return [str(broken) for broken in self.sample.decisions.broken]

    def _signature(self, timing: Mapping[str, int], note: str = "") -> Signature:
        at = self.clock().isoformat(timespec="milliseconds")
        return Signature(self.labeller, self.session, at, note, timing.get("active_ms", 0), timing.get("wall_ms", 0))


def _places(item: int) -> list[str]:
    """What is reserved of an item: a place for each of the people who may be at it at once."""
    return [f"{ITEM}{item}/{place}" for place in range(MOST_NEEDED)]


def gold_panel(workspace: str | Path | None = None, draw: str | None = None, name: str = "") -> GoldPanel:
    """The blind panel on a draw of a workspace folder (default: `$R11_WORKSPACE`, else the sample).

    draw: its name; needed only where the workspace has several. Each panel is a session of its own. Raises
    WorkspaceError and UsageError.
    """
    from r11.panels.goldsample import GoldPanel  # slow to import, and who labels without a browser needs none of it

    opened = Workspace.open(Path(workspace)) if workspace else default_workspace()
    sample = read_sample(opened, draw or only_draw(opened))
    session = secrets.token_hex(6)

    def desk(labeller: str) -> LabelDesk:
        return LabelDesk(sample, labeller, session, lambda: datetime.now(UTC))

    known = {who for words in sample.labels.values() for who in words}
    return GoldPanel(desk, name=name, names=sorted(known), idle_cap_seconds=opened.settings.idle_cap_seconds)
