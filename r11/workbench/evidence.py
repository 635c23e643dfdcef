"""The evidence of a workspace: refresh it, read it, and hand the classifier the sections it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import httpx

from r11.errors import UsageError, WorkspaceError
from r11.evidence import Limits, Reach, Refreshed, distinct_urls, refresh
from r11.evidence.refresh import Progress
from r11.evidence.rehearsal import serve_pages
from r11.fixes.freshness import page_url
from r11.ledger.manifest import Ledger, read_ledger
from r11.records import Flag, FlagEvidence
from r11.storage import EvidenceFolder, Workspace
from r11.text.quotes import PageText, section_of
from r11.vocabulary import EvidenceState

if TYPE_CHECKING:
    import pandas as pd

_STANDING = {EvidenceState.STANDS, EvidenceState.MOVED}


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


def page_sections(workspace: Workspace) -> Mapping[str, str]:
    """By flag key, the page's section around the quote as it stands today; only where the quote stands.

    Raises WorkspaceError.
    """
    store = EvidenceFolder(workspace.evidence)
    states = store.flags()
    by_text: dict[str, list[Flag]] = {}
    for flag in _ledger(workspace).flags:
        evidence = states.get(flag.key)
        if evidence is not None and evidence.text_sha256 and evidence.state in _STANDING:
            by_text.setdefault(evidence.text_sha256, []).append(flag)
    return {
        flag.key: section
        for sha256, flags in by_text.items()
        if (served := store.text(sha256)) is not None
        for page in [PageText.of(served)]
        for flag in flags
        if (section := section_of(page, flag.evidence_quote))
    }


def evidence_states(workspace: Workspace) -> pd.DataFrame:
    """Flags and distinct pages by state, every state listed. Raises WorkspaceError."""
    import pandas as pd  # slow to import, and a refresh needs none

    flags = list(read_index(workspace).values())
    by_state = {state: [flag for flag in flags if flag.state is state] for state in EvidenceState}
    rows = [
        {"state": state.value, "flags": len(group), "pages": len({page_url(flag.url) for flag in group})}
        for state, group in by_state.items()
    ]
    return pd.DataFrame(rows).set_index("state")


def evidence_age(workspace: Workspace, now: datetime | None = None) -> pd.Series:
    """Flags by age of their evidence against the workspace's limit. Raises WorkspaceError."""
    import pandas as pd

    limit = workspace.settings.evidence_max_age_days
    now = now or datetime.now(UTC)
    ages = [(now - datetime.fromisoformat(flag.fetched_at)).days for flag in read_index(workspace).values()]
    fresh = sum(age <= limit for age in ages)
    return pd.Series({f"within {limit} days": fresh, "older": len(ages) - fresh}, name="flags")
