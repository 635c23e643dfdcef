"""Where a run may write: the workspace's corpus, another folder that holds it, or the worktree of one shard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from r11.errors import UsageError
from r11.records import ApprovedFile
from r11.storage import Workspace, read_shard, read_shards, shard_around


@dataclass(frozen=True)
class Place:
    """The corpus folder of a run.

    `shard`: the shard in whose worktree it is; `held`: per file the shard that has it, of those that matter here: all
    of them for a run in a shard, else those that have a worktree now. `elsewhere`: its full path where it is another
    folder than the workspace's.
    """

    corpus: Path
    shard: str = ""
    held: Mapping[str, str] = field(default_factory=dict)
    elsewhere: str = ""

    def outside(self, files: Sequence[ApprovedFile]) -> Iterator[str]:
        """The files that may not be written here, each with the reason."""
        for file in (file.file for file in files):
            holder = self.held.get(file, "")
            if not self.shard and holder:
                yield f"{file}: belongs to shard {holder}, which has a worktree; r11-apply --shard {holder} writes it"
            elif holder != self.shard:
                whose = f"belongs to shard {holder}" if holder else "belongs to no shard"
                yield f"{file}: {whose}, not to {self.shard}; r11 freeze --shard {self.shard} takes its own files only"


def place_of(corpus: str | None, shard: str | None, workspace: Workspace | None) -> Place:
    """Raises UsageError where the corpus is not there, or is a shard's and the run is not, or the other way round."""
    if shard is not None:
        if workspace is None:
            raise UsageError("--shard needs --workspace: 3-units/ says which files a shard has")
        return _in_shard(corpus, shard, workspace)
    if corpus is None and workspace is None:
        raise UsageError("say which corpus: --corpus C, or --workspace WS, whose r11.toml names one")
    if workspace is None:
        return Place(_folder(Path(corpus or "")))
    folder = _folder(workspace.corpus if corpus is None else Path(corpus))
    if name := shard_around(folder):
        raise UsageError(f"{folder}: is in the worktree of shard {name}, which --shard {name} writes")
    return Place(folder, "", _claimed(workspace), _elsewhere(folder, workspace))


def _in_shard(corpus: str | None, name: str, workspace: Workspace) -> Place:
    from r11.worktrees import demand_tree

    tree = demand_tree(workspace.corpus, read_shard(workspace, name))
    if corpus is not None and Path(corpus).resolve() != tree.corpus.resolve():
        raise UsageError(f"{corpus}: shard {name} is written in its own worktree, {tree.corpus}; leave out --corpus")
    held = {file: shard.name for shard in read_shards(workspace) for file in shard.files}
    return Place(_folder(tree.corpus), name, held, _elsewhere(tree.corpus, workspace))


def _claimed(workspace: Workspace) -> Mapping[str, str]:
    shards = read_shards(workspace)
    if not shards:
        return {}
    from r11.worktrees import claimed_files  # asks git, which a workspace without shards need not have

    return claimed_files(workspace.corpus, shards)


def _folder(corpus: Path) -> Path:
    if not corpus.is_dir():
        raise UsageError(f"{corpus}: no such folder")
    return corpus


def _elsewhere(corpus: Path, workspace: Workspace) -> str:
    return "" if corpus.resolve() == workspace.corpus.resolve() else str(corpus.resolve())
