"""Refresh the evidence of a workspace: the ledger's URLs, the folder they are kept in, and the server that is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from r11.errors import UsageError
from r11.evidence import Limits, Reach, Refreshed, refresh
from r11.evidence.refresh import Progress
from r11.evidence.rehearsal import serve_pages
from r11.storage import SETTINGS_FILE, EvidenceFolder, Workspace
from r11.workbench.ledger import read_workspace_ledger


def refresh_evidence(
    workspace: Workspace,
    *,
    mirror: str | None = None,
    limits: Limits | None = None,
    progress: Progress = lambda _: None,
    into: Path | None = None,
) -> Refreshed:
    """Fetch every distinct URL once and judge every unsettled flag. Writes `2-evidence/`, or the folder `into`, only.

    A synthetic workspace, whose URLs exist nowhere, is its own mirror: its `pages/` are served. mirror: another
    loopback server to ask; for a synthetic workspace only, since what it says must never pass for the cited page.
    Raises WorkspaceError, UsageError, Locked.
    """
    ledger = read_workspace_ledger(workspace)
    store = EvidenceFolder(into or workspace.evidence)
    with store.writing("r11 refresh"), _mirror(workspace, mirror) as server:
        reach = Reach(frozenset(workspace.settings.allowed_hosts), server)
        return refresh(ledger.flags, store, reach, limits, progress=progress)


def fetch_pages(workspace: Workspace, urls: Iterable[str], into: Path, *, mirror: str | None = None) -> Refreshed:
    """Fetch these pages into a folder of their own, as `refresh_evidence` does; they mean nothing for any flag."""
    store = EvidenceFolder(into)
    with store.writing("r11 goldsample draw"), _mirror(workspace, mirror) as server:
        reach = Reach(frozenset(workspace.settings.allowed_hosts), server)
        return refresh((), store, reach, also=urls)


@contextmanager
def _mirror(workspace: Workspace, mirror: str | None) -> Iterator[httpx.URL | None]:
    if mirror is not None and not workspace.settings.synthetic:
        settings = workspace.root / SETTINGS_FILE
        raise UsageError(f"--mirror {mirror}: {settings} is not synthetic, so only the cited pages are its evidence")
    if mirror is not None:
        yield _loopback(mirror)
    elif workspace.settings.synthetic:
        with serve_pages(workspace.root / "pages") as server:
            yield server
    else:
        yield None


def _loopback(mirror: str) -> httpx.URL:
    """Raises UsageError for anything but a numbered loopback address with a port: no name, no other machine."""
    try:
        url = httpx.URL(mirror)
    except httpx.InvalidURL as error:
        raise UsageError(f"--mirror {mirror}: not a URL ({error})") from error
    if url.scheme not in ("http", "https") or url.host not in ("127.0.0.1", "::1") or url.path not in ("", "/"):
        raise UsageError(f"--mirror {mirror}: only a server on this machine, such as http://127.0.0.1:8000")
    return url
