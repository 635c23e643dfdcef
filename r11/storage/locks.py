"""Who may write: one writer per corpus, one per ledger, and whoever comes second is told who holds it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from r11.errors import Locked
from r11.storage.gitfolder import git_folder

PATIENCE = 10.0  # seconds to wait for somebody else's append


@contextmanager
def corpus_lock(corpus: Path, holder: str) -> Iterator[None]:
    """One writer per corpus folder. `holder` says, to whoever comes second, who that is. Raises Locked."""
    with _lock(_corpus_lock_file(corpus.resolve()), f"corpus {corpus}", holder):
        yield


@contextmanager
def ledger_lock(ledger: Path, holder: str) -> Iterator[None]:
    """One writer per ledger, over all worktrees of its repository. Raises Locked."""
    with _lock(_ledger_lock_file(ledger.resolve()), f"ledger {ledger}", holder):
        yield


@contextmanager
def decisions_lock(decisions: Path, holder: str) -> Iterator[None]:
    """One writer of decisions at a time; whoever comes second waits, an append takes milliseconds. Raises Locked."""
    with _lock(decisions / "leases" / ".lock", f"decisions {decisions}", holder, wait=PATIENCE):
        yield


@contextmanager
def units_lock(units: Path, holder: str) -> Iterator[None]:
    """One hand at a time on the shards and on what is handed out. Raises Locked."""
    with _lock(units / ".lock", f"units {units}", holder, wait=PATIENCE):
        yield


@contextmanager
def proposals_lock(proposals: Path, holder: str) -> Iterator[None]:
    """One integrator at a time takes artefacts in; whoever comes second waits for the first. Raises Locked."""
    with _lock(proposals / ".lock", f"proposals {proposals}", holder, wait=PATIENCE):
        yield


@contextmanager
def evidence_lock(evidence: Path, holder: str) -> Iterator[None]:
    """One refresh per workspace. Raises Locked."""
    with _lock(evidence / ".lock", f"evidence {evidence}", holder):
        yield


@contextmanager
def _lock(file: Path, what: str, holder: str, wait: float = 0) -> Iterator[None]:
    from filelock import FileLock, Timeout  # slow to import, and `--help` needs no lock

    file.parent.mkdir(parents=True, exist_ok=True)
    note = file.with_suffix(".holder")
    lock = FileLock(file)
    try:
        lock.acquire(timeout=wait, poll_interval=0.01)
    except Timeout:
        raise Locked(what, _holder(note)) from None
    try:
        with suppress(OSError):  # for whoever finds it locked; on a full disk the work itself says what is wrong
            note.write_text(f"{holder} (process {os.getpid()})", encoding="utf-8")
        yield
    finally:
        note.unlink(missing_ok=True)
        lock.release()


def _holder(note: Path) -> str:
    try:
        return note.read_text(encoding="utf-8") or "somebody"
    except OSError:
        return "somebody"


def _corpus_lock_file(corpus: Path) -> Path:
    """In the git folder of the corpus' own worktree, else beside the corpus: never among its files."""
    git = git_folder(corpus)
    if git is None:
        return corpus.parent / f".{corpus.name}.r11.lock"
    return git / "r11" / f"corpus-{_short_hash(str(corpus))}.lock"


def _ledger_lock_file(ledger: Path) -> Path:
    """In the git folder that all worktrees share, by the ledger's path inside its tree; else beside the ledger."""
    git = git_folder(ledger.parent)
    if git is None:
        return ledger.parent / f".{ledger.name}.r11.lock"
    common = git / "commondir"
    shared = (git / common.read_text(encoding="utf-8").strip()).resolve() if common.is_file() else git
    top = next(folder for folder in ledger.parents if (folder / ".git").exists())
    return shared / "r11" / f"ledger-{_short_hash(str(ledger.relative_to(top)))}.lock"


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]
