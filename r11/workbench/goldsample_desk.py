"""What lies before one labeller of the gold sample: the items that still need them, and their own log.

Two labellers at work at the same time start at different places of the list, so that they do not meet on the same
items; what others said is never shown, nor which items they have.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from r11.errors import Refused, UsageError
from r11.panels.goldsample import GoldPanel
from r11.records import GoldCard, sha256_hex
from r11.review.answers import Signature, mention
from r11.review.gold import label, wants_label
from r11.storage import DecisionBook, Workspace, default_workspace
from r11.vocabulary import EventKind, GoldLabel
from r11.workbench.goldsample import DEFAULT_NAME, GoldSample, drawn_names, read_sample


@dataclass
class LabelDesk:
    """`r11.panels.goldsample.GoldDesk` on a draw. `clock` gives the time, with a time zone."""

    sample: GoldSample
    labeller: str
    session: str
    clock: Callable[[], datetime]

    def __post_init__(self) -> None:
        self._book = DecisionBook(self.sample.folder, self.labeller, self.session)
        numbers = [item.item for item in self.sample.draw.items]
        start = int(sha256_hex(self.labeller.encode("utf-8"))[:8], 16) % max(1, len(numbers))
        self._order = (*numbers[start:], *numbers[:start])

    def refresh(self) -> None:
        self.sample = replace(self.sample, decisions=self._book.read())

    def order(self) -> tuple[int, ...]:
        """This labeller's items: those they labelled and those that still need them."""
        return tuple(item for item in self._order if self.own(item) or self.is_open(item))

    def is_open(self, item: int) -> bool:
        words = self.sample.labels.get(item, {})
        return wants_label(words, self.labeller, doubled=self.sample.items[item].doubled)

    def own(self, item: int) -> GoldLabel | None:
        return self.sample.labels.get(item, {}).get(self.labeller)

    def card(self, item: int) -> GoldCard:
        """Raises UsageError for a number that is no item."""
        if item not in self.sample.cards:
            raise UsageError(f"item {item}: this draw has the items 1 to {len(self.sample.cards)}")
        return self.sample.cards[item]

    def next_open(self, after: int | None = None) -> int | None:
        """The next item in this labeller's order that needs them, after the named one and then from the beginning."""
        start = self._order.index(after) + 1 if after in self._order else 0
        turned = (*self._order[start:], *self._order[:start])
        return next((item for item in turned if self.is_open(item)), None)

    def record(self, item: int, word: GoldLabel, timing: Mapping[str, int] | None = None, *, note: str = "") -> None:
        """Append the label; it is on the disk when this returns. Raises Refused and UsageError."""
        self.card(item)
        signature = self._signature(timing or {}, note)
        self._book.record(label(signature, item, self.sample.items[item].card_sha256, word), {})
        self.refresh()

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


def gold_panel(workspace: str | Path | None = None, draw: str | None = None, name: str = "") -> GoldPanel:
    """The blind panel on a draw of a workspace folder (default: `$R11_WORKSPACE`, else the sample).

    draw: its name; needed only where the workspace has several. Each panel is a session of its own. Raises
    WorkspaceError and UsageError.
    """
    opened = Workspace.open(Path(workspace)) if workspace else default_workspace()
    sample = read_sample(opened, draw or only_draw(opened))
    session = secrets.token_hex(6)

    def desk(labeller: str) -> LabelDesk:
        return LabelDesk(sample, labeller, session, lambda: datetime.now(UTC))

    known = {who for words in sample.labels.values() for who in words}
    return GoldPanel(desk, name=name, names=sorted(known), idle_cap_seconds=opened.settings.idle_cap_seconds)


def only_draw(workspace: Workspace) -> str:
    """The name of the workspace's draw. Raises UsageError where there are several to choose from."""
    names = drawn_names(workspace)
    if len(names) > 1:
        raise UsageError(f"several draws ({', '.join(names)}): name one")
    return names[0] if names else DEFAULT_NAME
