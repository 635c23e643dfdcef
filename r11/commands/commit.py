"""The integrator's commit: git, with exactly the paths of one batch. Nothing is ever restored, reset or stashed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from r11.errors import UsageError
from r11.records import ApprovedManifest, Receipt, sha256_hex
from r11.review.batches import DONE, led_on, told_last
from r11.review.settlement import closed_by
from r11.storage import Workspace
from r11.vocabulary import ReceiptStatus
from r11.worktrees import Repository


@dataclass(frozen=True)
class Committed:
    """The batch's paths, relative to the repository; the new commit, empty where all of it was committed before.

    `with_others`: files of the batch that held other work, not committed before, which is in this commit too.
    `led_on`: its files that other batches changed since, so that they are not in this commit.
    `otherwise`: what the commit holds that is not the batch's, or not as the batch left it: a hook put it there.
    """

    paths: tuple[str, ...]
    commit: str
    with_others: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()
    led_on: tuple[str, ...] = ()


def commit_batch(
    corpus: Path,
    books: Sequence[Path],
    manifest: ApprovedManifest,
    receipts: Sequence[Receipt],
    message: str | None,
    others: Sequence[Receipt] = (),
) -> Committed:
    """Stage and commit the batch's files in `corpus`, and the `books`: ledger and state file, none for a shard.

    `others`: the receipts of other batches; a file that one of them changed since is that one's to commit.

    Raises UsageError, before anything is staged, where the tree has other staged changes, a file is not as the batch
    left it, or a path is outside of the repository or ignored by git; and where git itself refuses (a hook, for one).
    """
    repository = Repository.around(corpus)
    told = told_of(told_last(receipts))
    _demand_as_left(corpus, manifest, told, others)
    changed_since = tuple(not_as_left(corpus, manifest, told))
    told = {file: status for file, status in told.items() if file not in changed_since}
    files = [corpus / file for file in sorted(told)]
    paths = tuple(repository.relative(path) for path in [*files, *books])
    staged_too = sorted(repository.staged() - set(paths))
    if staged_too:
        raise UsageError(f"other changes are staged; commit or unstage them first: {', '.join(staged_too)}")
    _demand_not_ignored(repository, paths)
    with_others = tuple(_with_others(repository, corpus, manifest, told))
    repository.run("add", "--", *paths)
    if not repository.staged():
        return Committed(paths, "", led_on=changed_since)
    staged = repository.run("write-tree").strip()
    repository.run("commit", "--quiet", "--message", message or _message(manifest, told, len(closed_by(receipts))))
    otherwise = tuple(sorted(repository.differing(staged, "HEAD")))
    return Committed(paths, repository.run("rev-parse", "HEAD").strip(), with_others, otherwise, changed_since)


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


def not_as_left(
    corpus: Path, manifest: ApprovedManifest, told: Mapping[str, ReceiptStatus], others: Sequence[Receipt] = ()
) -> list[str]:
    """Files that hold neither what the receipts say last of them nor what `others`, of later batches, made of that."""

    def differs(file: str, before: str, after: str) -> bool:
        left = before if told[file] is ReceiptStatus.REVERTED else after
        path = corpus / file
        return not path.is_file() or sha256_hex(path.read_bytes()) not in led_on(file, left, others)

    return [f.file for f in manifest.files if f.file in told and differs(f.file, f.sha256_before, f.sha256_after)]


def _demand_as_left(
    corpus: Path, manifest: ApprovedManifest, told: Mapping[str, ReceiptStatus], others: Sequence[Receipt]
) -> None:
    wrong = not_as_left(corpus, manifest, told, others)
    if wrong:
        raise UsageError(f"not as batch {manifest.batch} left them, so not its to commit: {', '.join(wrong)}")


def books_of(workspace: Workspace) -> Iterator[Path]:
    """What is told of a batch once it is in the corpus: the ledger and, where one is named, the state file."""
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
