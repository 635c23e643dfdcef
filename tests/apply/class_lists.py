"""The confirmation of a class list as the panel records it, without the sample that the panel asks for first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from r11.review import answers
from r11.review.answers import Signature
from r11.storage import DecisionBook, Workspace
from r11.vocabulary import Disposition
from r11.workbench.review import read_room


def confirm_class(root: Path, keys: Sequence[str], disposition: str, origin: str | None = None) -> None:
    """By ReviewerA, of proposals of one operation."""
    workspace = Workspace.open(root)
    room, who = read_room(workspace), "ReviewerA"
    items = [(room.seen(key, who, origin), Disposition(disposition)) for key in keys]
    signature = Signature(who, "list", datetime.now(UTC).isoformat(timespec="milliseconds"))
    event = answers.confirm_class(signature, items[0][0].op, items, items[0][0].policy_sha256)
    versions = {key: room.decisions.item(key).version for key in keys}
    DecisionBook(workspace.decisions, who, "list").record(event, versions)
