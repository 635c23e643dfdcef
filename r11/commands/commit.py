"""The integrator's commit: git, with exactly the paths of one batch. Nothing is ever restored, reset or stashed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from r11.errors import UsageError
from r11.records import ApprovedManifest, Receipt, sha256_hex
from r11.review.batches import DONE, told_last
from r11.review.settlement import closed_by
from r11.storage import Workspace
from r11.vocabulary import ReceiptStatus


@dataclass(frozen=True)
class Committed:
    """The batch's paths, relative to the repository; the new commit, empty where all of it was committed before.

    `with_others`: files of the batch that held other work, not committed before, which is in this commit too.
    """

    paths: tuple[str, ...]
    commit: str
    with_others: tuple[str, ...] = ()


def commit_batch(
    workspace: Workspace, manifest: ApprovedManifest, receipts: Sequence[Receipt], message: str | None
) -> Committed:
    """Stage and commit the batch's files, the ledger and the state file.

    Raises UsageError, before anything is staged, where the tree has other staged changes, a file is not as the batch
    left it, or a path is outside of the repository or ignored by git; and where git itself refuses (a hook, for one).
    """
    repository = Repository.around(workspace.corpus)
    told = told_of(told_last(receipts))
    _demand_as_left(workspace.corpus, manifest, told)
    files = [workspace.corpus / file for file in sorted(told)]
    paths = tuple(repository.relative(path) for path in [*files, *_books(workspace)])
    others = sorted(repository.staged() - set(paths))
    if others:
        raise UsageError(f"other changes are staged; commit or unstage them first: {', '.join(others)}")
    _demand_not_ignored(repository, paths)
    with_others = tuple(_with_others(repository, workspace.corpus, manifest, told))
    repository.run("add", "--", *paths)
    if not repository.staged():
        return Committed(paths, "")
    repository.run("commit", "--quiet", "--message", message or _message(manifest, told, len(closed_by(receipts))))
    return Committed(paths, repository.run("rev-parse", "HEAD").strip(), with_others)


def told_of(last: Mapping[str, ReceiptStatus]) -> dict[str, ReceiptStatus]:
    """The files that the batch wrote or put back."""
    return {file: status for file, status in last.items() if status in DONE | {ReceiptStatus.REVERTED}}


def _demand_not_ignored(repository: Repository, paths: Sequence[str]) -> None:
    ignored = repository.ignored(paths)
    if ignored:
        raise UsageError(
            f"git ignores {', '.join(ignored)}, so they cannot be committed: the workspace is git-ignored "
            "while it holds the ledger or the state file; change .gitignore, or name them elsewhere in r11.toml"
        )


def _with_others(
    repository: Repository, corpus: Path, manifest: ApprovedManifest, told: Mapping[str, ReceiptStatus]
) -> Iterator[str]:
    """Files whose last committed bytes are neither those before the batch nor those after it."""
    for file in (file for file in manifest.files if file.file in told):
        path = repository.relative(corpus / file.file)
        committed = repository.committed(path)
        if committed is None or sha256_hex(committed) not in {file.sha256_before, file.sha256_after}:
            yield path


def not_as_left(corpus: Path, manifest: ApprovedManifest, told: Mapping[str, ReceiptStatus]) -> list[str]:
    """Files that do not hold what the receipts say last of them."""

    def differs(file: str, before: str, after: str) -> bool:
        expected = before if told[file] is ReceiptStatus.REVERTED else after
        path = corpus / file
        return not path.is_file() or sha256_hex(path.read_bytes()) != expected

    return [f.file for f in manifest.files if f.file in told and differs(f.file, f.sha256_before, f.sha256_after)]


def _demand_as_left(corpus: Path, manifest: ApprovedManifest, told: Mapping[str, ReceiptStatus]) -> None:
    wrong = not_as_left(corpus, manifest, told)
    if wrong:
        raise UsageError(f"not as batch {manifest.batch} left them, so not its to commit: {', '.join(wrong)}")


def _books(workspace: Workspace) -> Iterator[Path]:
    yield workspace.ledger
    if workspace.settings.state_file:
        yield workspace.root / workspace.settings.state_file


def _message(manifest: ApprovedManifest, told: dict[str, ReceiptStatus], closed: int) -> str:
    reverted = sum(status is ReceiptStatus.REVERTED for status in told.values())
    edits = sum(len(file.edits) for file in manifest.files if told.get(file.file) in DONE)
    parts = [f"{edits} edit{'' if edits == 1 else 's'} in {len(told) - reverted} file(s)"]
    parts += [f"{reverted} file(s) put back"] if reverted else []
    parts += [f"{closed} closed without a change"] if closed else []
    return f"Apply batch {manifest.batch}: {', '.join(parts)}\n\nmanifest {manifest.sha256}\n"


@dataclass(frozen=True)
class Repository:
    """A git work tree."""

    top: Path

    @classmethod
    def around(cls, place: Path) -> Repository:
        """The repository that holds `place`. Raises UsageError where there is none."""
        try:
            return cls(Path(cls(place).run("rev-parse", "--show-toplevel").rstrip("\n")))
        except UsageError as error:
            raise UsageError(f"{place}: not in a git repository, so there is nothing to commit to") from error

    def relative(self, path: Path) -> str:
        real = path.resolve()
        if not real.is_relative_to(self.top.resolve()):
            raise UsageError(f"{path}: outside of the repository {self.top}; commit it there")
        return real.relative_to(self.top.resolve()).as_posix()

    def staged(self) -> set[str]:
        return set(filter(None, self.run("diff", "--cached", "--name-only", "--no-renames", "-z").split("\0")))

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

    def _ask(self, *arguments: str, given: str = "", literal: bool = True) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            ["git", "-C", str(self.top), *arguments],
            env={**os.environ, "GIT_LITERAL_PATHSPECS": str(int(literal))},
            input=given.encode("utf-8", "surrogateescape"),
            capture_output=True,
            check=False,
        )

    def run(self, *arguments: str) -> str:
        """git's output. Paths are taken literally. Raises UsageError with what git said."""
        done = self._ask(*arguments)
        if done.returncode:
            said = (done.stderr or done.stdout).decode("utf-8", "replace").strip()
            raise UsageError(f"git {arguments[0]}: {said or f'exit status {done.returncode}'}")
        return done.stdout.decode("utf-8", "surrogateescape")
