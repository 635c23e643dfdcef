"""The ledger as the workbench reads it: whole, or refused; a ledger that cannot be read is never an empty one."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from r11.errors import InputProblems, WorkspaceError
from r11.ledger.manifest import Ledger, read_ledger
from r11.records import sha256_hex
from r11.storage import Workspace


def read_whole_ledger(path: Path, allowed_hosts: Collection[str]) -> tuple[Ledger, str]:
    """The ledger and the sha256 of the bytes that it was read from.

    Raises WorkspaceError where there is no ledger, InputProblems where it cannot be read as one: an empty list of flags
    would then look like a finished programme.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise WorkspaceError(f"{path}: {error.strerror}; name the ledger of the judge pass") from error
    ledger = read_ledger(data, allowed_hosts=allowed_hosts)
    if not ledger.readable:
        raise InputProblems(str(path), ledger.problems)
    return ledger, sha256_hex(data)


def read_workspace_ledger(workspace: Workspace) -> Ledger:
    """The ledger that the workspace names. Raises as `read_whole_ledger` does."""
    return read_whole_ledger(workspace.ledger, workspace.settings.allowed_hosts)[0]
