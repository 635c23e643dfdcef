"""The worktrees of shards: each on a branch of its own, its files its own, under the same pre-commit hook as the rest.

A shard's worktree is found by its branch, so git's own list is the record of which there are. Merging is the
integrator's, into the work tree that holds the workspace's corpus; since no two shards have a file in common, it merges
by itself or is refused before anything is touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from r11.errors import UsageError
from r11.ledger.shards import BRANCHES
from r11.records import Shard
from r11.worktrees.git import Repository
from r11.worktrees.hooks import hook_problem, other_hook


@dataclass(frozen=True)
class ShardTree:
    """A shard's worktree. `main` is the work tree of the workspace's corpus, `folder` the place of the corpus in it."""

    shard: Shard
    main: Repository
    tree: Repository
    folder: str

    @property
    def branch(self) -> str:
        return f"{BRANCHES}{self.shard.name}"

    @property
    def corpus(self) -> Path:
        return self.tree.top / self.folder

    @property
    def own(self) -> frozenset[str]:
        """The shard's files as git names them."""
        return frozenset((PurePosixPath(self.folder) / file).as_posix() for file in self.shard.files)

    @property
    def is_merged(self) -> bool:
        return self.main.has(self.branch)

    def hook_problem(self) -> str:
        return hook_problem(self.main) or hook_problem(self.tree) or other_hook(self.tree, self.main)

    def changed(self) -> list[str]:
        """What is not committed there."""
        return sorted(self.tree.changed())

    def outside(self) -> list[str]:
        """What was changed there, committed or not, that is not the shard's."""
        return sorted((self.tree.changed() | self.main.changed_on(self.branch)) - self.own)


def find_tree(corpus: Path, shard: Shard) -> ShardTree | None:
    """The shard's worktree, None where it has none. Raises UsageError where the corpus is in no repository."""
    main = Repository.around(corpus)
    place = main.trees().get(f"{BRANCHES}{shard.name}")
    return ShardTree(shard, main, Repository(place), main.relative(corpus)) if place else None


def demand_tree(corpus: Path, shard: Shard) -> ShardTree:
    """The shard's worktree, in which the hook runs. Raises UsageError where there is none or the hook would not."""
    found = find_tree(corpus, shard)
    if found is None:
        raise UsageError(f"shard {shard.name} has no worktree; r11 shard create {shard.name} makes one")
    if not found.tree.top.is_dir():
        raise UsageError(
            f"shard {shard.name}: its worktree {found.tree.top} is gone, what was committed is on branch "
            f"{found.branch}; git worktree prune, then git worktree add {found.tree.top} {found.branch}"
        )
    if problem := found.hook_problem():
        raise UsageError(f"shard {shard.name}: {problem}")
    return found


def claimed_files(corpus: Path, shards: Sequence[Shard]) -> Mapping[str, str]:
    """Files that may be written in a shard's worktree only, with the name of that shard: it has one now."""
    if not shards:
        return {}
    try:
        branches = Repository.around(corpus).trees()
    except UsageError:  # no repository, so no worktree either
        return {}
    live = (shard for shard in shards if f"{BRANCHES}{shard.name}" in branches)
    return {file: shard.name for shard in live for file in shard.files}


# --- making one -----------------------------------------------------------------------------------------------------


def create_tree(corpus: Path, shard: Shard, place: Path | None = None) -> tuple[ShardTree, bool]:
    """A worktree for the shard, at `place` or beside the repository; False where it was there.

    Raises UsageError, every reason at once, and leaves nothing behind: the hook would not run there, a file of the
    shard is not committed as it stands, the place is inside of the repository.
    """
    if find_tree(corpus, shard):
        return demand_tree(corpus, shard), False
    main = Repository.around(corpus)
    top = (place or main.top.parent / f"{main.top.name}.shards" / shard.name).resolve()
    made = ShardTree(shard, main, Repository(top), main.relative(corpus))
    problems = [*_not_ready(made)]
    if top.is_relative_to(main.top.resolve()):
        problems.append(
            f"{top}: is inside of {main.top}, which would take it for its own; name another place with --at"
        )
    if problems:
        raise UsageError(_all(f"shard {shard.name}: no worktree was made", problems))
    main.run("worktree", "add", "--quiet", "-b", made.branch, str(top), "HEAD")
    if problem := made.hook_problem():
        main.run("worktree", "remove", str(top))  # as it was checked out a moment ago: git refuses if it is not
        main.run("branch", "--quiet", "-d", made.branch)
        raise UsageError(f"shard {shard.name}: no worktree was made: {problem}")
    return made, True


def _not_ready(made: ShardTree) -> Iterator[str]:
    if problem := hook_problem(made.main):
        yield problem
    tracked, changed = made.main.tracked(), made.main.changed()
    for file in sorted(made.own):
        if file not in tracked:
            yield f"{file}: is not committed, so a worktree would not have it"
        elif file in changed:
            yield f"{file}: holds changes that are not committed; a worktree would not have them"


# --- and back -------------------------------------------------------------------------------------------------------


def merge_tree(made: ShardTree) -> str | None:
    """Merge the shard's branch into the main work tree, under its hook: the commit, None where it holds it already.

    Raises UsageError before anything is touched; and where the hook refuses: the merge then waits to be committed, and
    the same call goes on with it.
    """
    if made.is_merged and not made.changed():
        return None
    theirs = made.main.changed_on(made.branch)
    begun = made.main.commit_of("MERGE_HEAD")
    if problems := [*_not_mergeable(made, theirs, begun)]:
        raise UsageError(_all(f"shard {made.shard.name}: not merged", problems))
    if begun is None:
        made.main.run("merge", "--quiet", "--no-ff", "--no-commit", made.branch)
    count = len(theirs)
    made.main.run(
        "commit", "--quiet", "--message", f"Merge shard {made.shard.name}: {count} file{'' if count == 1 else 's'}\n"
    )
    return made.main.commit_of("HEAD")


def _not_mergeable(made: ShardTree, theirs: set[str], begun: str | None) -> Iterator[str]:
    yield from (f"{file}: is not committed in {made.tree.top}; r11 commit BATCH --shard" for file in made.changed())
    yield from (f"{file}: was changed there and is not the shard's" for file in sorted(theirs - made.own))
    if begun and begun != made.main.commit_of(made.branch):
        yield f"{made.main.top}: another merge is under way; finish it first"
        return
    yield from (f"{file}: is staged in {made.main.top}; commit or unstage it" for file in _others(made, theirs, begun))
    if begun is None:
        mine = made.main.changed() & theirs
        yield from (f"{file}: holds changes in {made.main.top} that are not committed" for file in sorted(mine))
        conflicts = made.main.conflicts_with(made.branch)
        yield from (f"{file}: was changed in {made.main.top} too, and does not merge by itself" for file in conflicts)
        if conflicts:
            yield _way_on(made)


def _way_on(made: ShardTree) -> str:
    """One side is taken back: nobody approved what a person would put together from two."""
    name = made.shard.name
    return (
        f"next: take one side back, then r11 shard merge {name} again. What was changed in {made.main.top}: "
        f"git -C {made.main.top} log {made.branch}..HEAD -- FILE names the commits, git revert takes one back. What "
        f"the shard changed: r11 decide --event revert --batch BATCH --reviewer NAME, r11-apply --reverse RECEIPT "
        f"--shard {name}, r11 commit BATCH --shard {name}"
    )


def _others(made: ShardTree, theirs: set[str], begun: str | None) -> list[str]:
    """What is staged beside the merge."""
    return sorted(made.main.staged() - (theirs if begun else set()))


def remove_tree(made: ShardTree) -> None:
    """Take the worktree and its branch away. Raises UsageError where it holds anything that the main one does not."""
    problems = [f"{file}: is not committed" for file in made.changed()]
    if not made.is_merged:
        problems.append(
            f"{made.branch} holds commits that are not merged; r11 shard merge {made.shard.name} comes first"
        )
    if problems:
        raise UsageError(_all(f"{made.tree.top}: not removed", problems))
    made.main.run("worktree", "remove", str(made.tree.top))
    made.main.run("branch", "--quiet", "-d", made.branch)


def _all(head: str, problems: Iterable[str]) -> str:
    return "\n  ".join([head, *problems])
