"""What a place's git folder says of it, read from its files: no `git` is run, and none need be installed."""

from __future__ import annotations

from pathlib import Path

from r11.ledger.shards import BRANCHES


def git_folder(place: Path) -> Path | None:
    """The git folder of the worktree that holds `place`; a linked worktree has a file `.git` that names it."""
    for folder in (place, *place.parents):
        entry = folder / ".git"
        if entry.is_dir():
            return entry
        if entry.is_file():
            named = entry.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
            return (folder / named).resolve()
    return None


def shard_around(place: Path) -> str:
    """The shard in whose worktree the place is, empty where it is in none."""
    git = git_folder(place.resolve())
    if git is None or not (git / "commondir").is_file():  # only a linked worktree has one
        return ""
    head = (git / "HEAD").read_text(encoding="utf-8").strip()
    prefix = f"ref: refs/heads/{BRANCHES}"
    return head.removeprefix(prefix) if head.startswith(prefix) else ""
