"""A git work tree, asked through the `git` command. Nothing is ever restored, reset or stashed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from r11.errors import UsageError

# set while git runs a hook; they would send every question to another tree than the one that is asked about
LOCAL_VARIABLES = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"})


@dataclass(frozen=True)
class Repository:
    """A git work tree."""

    top: Path

    @classmethod
    def around(cls, place: Path) -> Repository:
        """The repository that holds `place`. Raises UsageError where there is none."""
        if not place.is_dir():
            raise UsageError(f"{place}: no such folder; r11.toml says where the corpus is")
        try:
            return cls(Path(cls(place).run("rev-parse", "--show-toplevel").rstrip("\n")))
        except UsageError as error:
            raise UsageError(f"{place}: not in a git repository, so there is nothing to commit to") from error

    def relative(self, path: Path) -> str:
        real = path.resolve()
        if not real.is_relative_to(self.top.resolve()):
            raise UsageError(f"{path}: outside of the repository {self.top}; commit it there")
        return real.relative_to(self.top.resolve()).as_posix()

    # --- what it holds ----------------------------------------------------------------------------------------------

    def staged(self) -> set[str]:
        return self._names("diff", "--cached", "--name-only", "--no-renames", "-z")

    def changed(self) -> set[str]:
        """Everything that is not as HEAD has it, files that git does not know included."""
        entries = self._names("status", "--porcelain", "-z", "--untracked-files=all", "--no-renames")
        return {entry[3:] for entry in entries}

    def tracked(self) -> set[str]:
        return self._names("ls-tree", "-r", "-z", "--name-only", "--full-tree", "HEAD")

    def changed_on(self, branch: str) -> set[str]:
        """What the branch changed since it left HEAD."""
        return self._names("diff", "--name-only", "--no-renames", "-z", f"HEAD...{branch}")

    def differing(self, tree: str, other: str) -> set[str]:
        """The paths in which two trees or commits differ."""
        return self._names("diff-tree", "-r", "--name-only", "--no-renames", "-z", tree, other)

    def ignored(self, paths: Sequence[str]) -> list[str]:
        """Those that git ignores and does not track already."""
        found = self._ask(
            "check-ignore", "--stdin", "-z", given="\0".join(paths), literal=False
        )  # it takes no patterns
        return [path for path in found.stdout.decode("utf-8", "surrogateescape").split("\0") if path]

    def committed(self, path: str) -> bytes | None:
        """The file as HEAD would check it out (line endings and all), None where HEAD does not have it."""
        found = self._ask("cat-file", "--filters", f"HEAD:{path}")
        return None if found.returncode else found.stdout

    def commit_of(self, name: str) -> str | None:
        """The commit that a branch, or `HEAD` or `MERGE_HEAD`, stands at."""
        found = self._ask("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
        return found.stdout.decode().strip() or None

    def has(self, commit: str) -> bool:
        """Whether HEAD holds the commit."""
        return self._ask("merge-base", "--is-ancestor", commit, "HEAD").returncode == 0

    def conflicts_with(self, branch: str) -> list[str]:
        """The files that would not merge by themselves. Nothing is touched; asks for git 2.38 or newer."""
        found = self._ask("merge-tree", "--write-tree", "-z", "--name-only", "HEAD", branch)
        if found.returncode not in {0, 1}:
            raise UsageError(f"git merge-tree: {found.stderr.decode('utf-8', 'replace').strip()}")
        names, _, _ = found.stdout.decode("utf-8", "surrogateescape").partition("\0\0")
        return names.split("\0")[1:] if found.returncode else []

    def trees(self) -> dict[str, Path]:
        """The worktrees of the repository by their branch, those whose folder is gone included."""
        found: dict[str, Path] = {}
        for entry in self.run("worktree", "list", "--porcelain", "-z").split("\0\0"):
            told = dict(line.partition(" ")[::2] for line in entry.split("\0") if line)
            if "branch" in told:
                found[told["branch"].removeprefix("refs/heads/")] = Path(told["worktree"])
        return found

    def hook(self, name: str) -> Path:
        """Where git looks for a hook in this work tree, `core.hooksPath` and the shared git folder considered."""
        return self.top / self.run("rev-parse", "--git-path", f"hooks/{name}").rstrip("\n")

    def configured(self, name: str) -> str:
        """The value of a setting, empty where it is not set."""
        return self._ask("config", "--get", name).stdout.decode("utf-8", "surrogateescape").rstrip("\n")

    # --- asking -----------------------------------------------------------------------------------------------------

    def run(self, *arguments: str) -> str:
        """git's output. Paths are taken literally. Raises UsageError with what git said."""
        done = self._ask(*arguments)
        if done.returncode:
            said = (done.stderr or done.stdout).decode("utf-8", "replace").strip()
            raise UsageError(f"git {arguments[0]}: {said or f'exit status {done.returncode}'}")
        return done.stdout.decode("utf-8", "surrogateescape")

    def _names(self, *arguments: str) -> set[str]:
        return set(filter(None, self.run(*arguments).split("\0")))

    def _ask(self, *arguments: str, given: str = "", literal: bool = True) -> subprocess.CompletedProcess[bytes]:
        environment = {name: value for name, value in os.environ.items() if name not in LOCAL_VARIABLES}
        return subprocess.run(
            ["git", "-C", str(self.top), *arguments],
            env={**environment, "GIT_LITERAL_PATHSPECS": str(int(literal))},
            input=given.encode("utf-8", "surrogateescape"),
            capture_output=True,
            check=False,
        )
