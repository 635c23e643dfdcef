"""Does the pre-commit hook run in this work tree? git passes over a hook that it does not find, without a word."""

from __future__ import annotations

import os

from r11.worktrees.git import Repository

HOOK = "pre-commit"


def hook_problem(tree: Repository) -> str:
    """Why the hook would not run there, in words; empty where it does."""
    hook = tree.hook(HOOK)
    if hook.is_symlink() and not hook.exists():
        return f"the {HOOK} hook {hook} is a link to {hook.readlink()}, which is not there"
    if not hook.exists():
        return f"there is no {HOOK} hook: git looks for {hook}{_relative_path(tree)}"
    if not hook.is_file():
        return f"the {HOOK} hook {hook} is no file"
    if not os.access(hook, os.X_OK):
        return f"the {HOOK} hook {hook} is not executable, so git passes it over; chmod +x {hook}"
    return ""


def other_hook(tree: Repository, main: Repository) -> str:
    """Why the hook of `tree` is not the one of `main`, both being there; empty where it is."""
    own, theirs = tree.hook(HOOK), main.hook(HOOK)
    if own.resolve() == theirs.resolve() or own.read_bytes() == theirs.read_bytes():
        return ""
    return f"the {HOOK} hook {own} is another one than {theirs}; commit the hook, or name one place in core.hooksPath"


def _relative_path(tree: Repository) -> str:
    """A relative `core.hooksPath` counts from the top of each work tree; a new one has only what git tracks."""
    configured = tree.configured("core.hooksPath")
    if configured and not configured.startswith(("/", "~")):
        return f" (core.hooksPath {configured} is relative to each work tree: commit that folder, or name it in full)"
    return ""
