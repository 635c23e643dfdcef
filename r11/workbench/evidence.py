"""The evidence of a workspace: refresh it, read it, and hand the classifier the sections it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime

import httpx
import pandas as pd

from r11.errors import UsageError, WorkspaceError
from r11.evidence import Limits, Reach, Refreshed, distinct_urls, refresh
from r11.evidence.refresh import Progress
from r11.evidence.rehearsal import serve_pages
from r11.fixes.freshness import page_url
from r11.ledger.manifest import Ledger, read_ledger
from r11.records import Flag, FlagEvidence
from r11.storage import EvidenceFolder, Workspace
from r11.text.quotes import PageText, find_verbatim, section_at
from r11.vocabulary import EvidenceState


def refresh_evidence(
    workspace: Workspace,
    *,
    mirror: str | None = None,
    limits: Limits | None = None,
    progress: Progress = lambda _: None,
) -> Refreshed:
    """Fetch every distinct URL once and judge every unsettled flag. Writes `2-evidence/` only.

    mirror: a loopback server to ask in place of the allowed hosts. A synthetic workspace, whose URLs exist nowhere, is
    its own mirror: its `pages/` are served. Raises WorkspaceError, UsageError, Locked.
    """
    ledger = _ledger(workspace)
    store = EvidenceFolder(workspace.evidence)
    with store.writing("r11 refresh"), _mirror(workspace, mirror) as server:
        reach = Reach(frozenset(workspace.settings.allowed_hosts), server)
        return refresh(ledger.flags, store, reach, limits, progress=progress)


def distinct_pages(workspace: Workspace) -> int:
    """How many pages a refresh asks for. Raises WorkspaceError."""
    return len(distinct_urls(_ledger(workspace).flags))


def _ledger(workspace: Workspace) -> Ledger:
    try:
        data = workspace.ledger.read_bytes()
    except OSError as error:
        raise WorkspaceError(f"{workspace.ledger}: {error.strerror}") from error
    return read_ledger(data, allowed_hosts=workspace.settings.allowed_hosts)


@contextmanager
def _mirror(workspace: Workspace, mirror: str | None) -> Iterator[httpx.URL | None]:
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


def read_index(workspace: Workspace) -> Mapping[str, FlagEvidence]:
    """What the last refresh found, by flag key; empty before the first. Raises WorkspaceError."""
    return EvidenceFolder(workspace.evidence).flags()


def page_sections(workspace: Workspace, flags: Mapping[str, Flag]) -> Mapping[str, str]:
    """By flag key, the page's section around the quote as it stands today; only where the quote stands."""
    store = EvidenceFolder(workspace.evidence)
    pages: dict[str, PageText | None] = {}
    sections: dict[str, str] = {}
    for key, evidence in store.flags().items():
        sha256 = evidence.text_sha256
        if sha256 is None or key not in flags or evidence.state not in (EvidenceState.STANDS, EvidenceState.MOVED):
            continue
        if sha256 not in pages:
            served = store.text(sha256)
            pages[sha256] = None if served is None else PageText.of(served)
        page = pages[sha256]
        found = None if page is None else find_verbatim(flags[key].evidence_quote, page)
        if page is not None and found is not None:
            section = section_at(page, found.spans[0][0])
            sections[key] = page.text[section.start : section.end].strip()
    return sections


def evidence_states(workspace: Workspace) -> pd.DataFrame:
    """Flags and distinct pages by state, every state listed. Raises WorkspaceError."""
    flags = list(read_index(workspace).values())
    by_state = {state: [flag for flag in flags if flag.state is state] for state in EvidenceState}
    rows = [
        {"state": state.value, "flags": len(group), "pages": len({page_url(flag.url) for flag in group})}
        for state, group in by_state.items()
    ]
    return pd.DataFrame(rows).set_index("state")


def evidence_age(workspace: Workspace, now: datetime | None = None) -> pd.Series:
    """Flags by age of their evidence against the workspace's limit. Raises WorkspaceError."""
    limit = workspace.settings.evidence_max_age_days
    now = now or datetime.now(UTC)
    ages = [(now - datetime.fromisoformat(flag.fetched_at)).days for flag in read_index(workspace).values()]
    fresh = sum(age <= limit for age in ages)
    return pd.Series({f"within {limit} days": fresh, "older": len(ages) - fresh}, name="flags")
