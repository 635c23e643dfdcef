"""Which file belongs to which shard: whole files, each in at most one shard, dealt so that the shards weigh alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from r11.records import Shard
from r11.text.paths import path_problem

BRANCHES = "r11-shard/"  # a shard's worktree stands on the branch of this name and the shard's
SHARD_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")


def shard_of(file: str, shards: Iterable[Shard]) -> str | None:
    """The name of the shard that has the file; None where none has it."""
    return next((shard.name for shard in shards if file in shard.files), None)


def deal(weights: Mapping[str, int], shards: Sequence[Shard]) -> tuple[Shard, ...]:
    """The shards with every file of `weights` in one of them; a file that one has already stays there.

    Heaviest file first, each to the lightest shard, so the order of neither argument matters but for ties between
    shards, which go to the first. `weights`: how much work a file is, its fix targets for example.
    Raises ValueError where there are files and no shard.
    """
    files = {shard.name: set(shard.files) for shard in shards}
    load = {name: sum(weights.get(file, 0) for file in own) for name, own in files.items()}
    placed = set().union(*files.values())
    for file in sorted(weights.keys() - placed, key=lambda name: (-weights[name], name)):
        lightest = min(load, key=load.__getitem__)
        files[lightest].add(file)
        load[lightest] += weights[file]
    return tuple(Shard(name=name, files=tuple(sorted(own))) for name, own in files.items())


def shard_problems(shards: Sequence[Shard]) -> Iterator[str]:
    """Why these cannot be the shards of one corpus, every reason."""
    for name, count in Counter(shard.name for shard in shards).items():
        if not SHARD_NAME.fullmatch(name):
            yield f"shard {name!r}: a name has lower-case letters, digits and inner hyphens, 40 at most"
        if count > 1:
            yield f"shard {name} is listed {count} times"
    holders: dict[str, list[str]] = {}
    for shard in shards:
        for file in shard.files:
            holders.setdefault(file, []).append(shard.name)
    for file, names in sorted(holders.items()):
        if problem := path_problem(file):
            yield f"{file}: {problem}"
        if len(names) > 1:
            yield f"{file}: is in {' and in '.join(names)}; shards have no file in common"
