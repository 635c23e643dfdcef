"""The one look of a workspace, as it was kept."""

from __future__ import annotations

from pathlib import Path

from r11.errors import WorkspaceError
from r11.records import TakenLook, look_digest
from r11.storage import Workspace, decisions_lock, read_json, write_json
from r11.storage.files import BRING_BACK


def read_look(workspace: Workspace) -> TakenLook | None:
    """None where no figure was shown yet. Raises WorkspaceError for one that was changed after it was written."""
    path = _path(workspace)
    if not path.exists():
        return None
    look = read_json(path, TakenLook)
    if look_digest(look) != look.sha256:
        raise WorkspaceError(f"{path}: not the look that was taken (its sha256 is another); {BRING_BACK}")
    return look


def keep_look(workspace: Workspace, look: TakenLook) -> TakenLook:
    """Write it once and for all. Returns what is kept: that of another run, where one came first.

    Raises WorkspaceError and OSError where it cannot be written; no figure may be shown then.
    """
    with decisions_lock(workspace.decisions, "the one look"):
        kept = read_look(workspace)
        if kept is None:
            write_json(_path(workspace), look)
        return kept or look


def _path(workspace: Workspace) -> Path:
    return workspace.protocol / "look.json"
