"""A draw of the blind gold sample as it lies on disk; only read here.

    6-decisions/gold/<name>/cards.json     what labellers see; written first
                            draw.json      what each item is, and the digest of every card; never written again
                            <labeller>-<session>.jsonl   the labels, appended and chained

Whoever labels waits for this: it reads the draw alone, neither ledger nor corpus.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from r11.errors import UsageError, WorkspaceError
from r11.records import GoldCard, GoldDraw, GoldItem, digest, draw_digest
from r11.review.decisions import Decisions
from r11.review.gold import Words, labels_of
from r11.storage.decisions import read_decisions
from r11.storage.files import read_json
from r11.storage.workspace import Workspace

DEFAULT_NAME = "gold"
CARDS, DRAW = "cards.json", "draw.json"


@dataclass(frozen=True)
class GoldSample:
    """A draw as it lies on disk. `cards`: by item; `labels`: by item, what each labeller said."""

    folder: Path
    draw: GoldDraw
    cards: Mapping[int, GoldCard]
    decisions: Decisions

    @cached_property
    def items(self) -> Mapping[int, GoldItem]:
        return {item.item: item for item in self.draw.items}

    @cached_property
    def labels(self) -> Mapping[int, Words]:
        return labels_of(self.decisions, {item.item: item.card_sha256 for item in self.draw.items})


def gold_folder(workspace: Workspace, name: str) -> Path:
    return workspace.decisions / "gold" / name


def drawn_names(workspace: Workspace) -> list[str]:
    """The draws of the workspace, sorted."""
    folder = workspace.decisions / "gold"
    return sorted(path.parent.name for path in folder.glob(f"*/{DRAW}"))


def only_draw(workspace: Workspace) -> str:
    """The name of the workspace's draw. Raises UsageError where there are several to choose from."""
    names = drawn_names(workspace)
    if len(names) > 1:
        raise UsageError(f"several draws ({', '.join(names)}): name one")
    return names[0] if names else DEFAULT_NAME


def read_sample(workspace: Workspace, name: str) -> GoldSample:
    """Raises WorkspaceError where there is no such draw, or where a file of it is not what was drawn."""
    folder = gold_folder(workspace, name)
    if not (folder / DRAW).is_file():
        others = ", ".join(drawn_names(workspace)) or "none yet"
        raise WorkspaceError(
            f"{folder}: nothing was drawn under this name ({others}); draw it with: r11 goldsample draw"
        )
    draw = read_json(folder / DRAW, GoldDraw)
    cards = {card.item: card for card in read_json(folder / CARDS, list[GoldCard])}
    if draw.sha256 != draw_digest(draw):
        raise WorkspaceError(f"{folder / DRAW}: was changed after the draw; put it back")
    changed = [item.item for item in draw.items if digest(cards.get(item.item)) != item.card_sha256]
    if changed or len(cards) != len(draw.items):
        raise WorkspaceError(f"{folder / CARDS}: items {changed} are not what was drawn; put the file back")
    return GoldSample(folder, draw, cards, read_decisions(folder))
