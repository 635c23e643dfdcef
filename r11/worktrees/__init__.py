"""git, through its own command: a repository's work trees, one for each shard, and the hook that must run in all."""

from r11.worktrees.git import Repository
from r11.worktrees.shards import ShardTree, claimed_files, create_tree, demand_tree, find_tree, merge_tree, remove_tree

__all__ = [
    "Repository",
    "ShardTree",
    "claimed_files",
    "create_tree",
    "demand_tree",
    "find_tree",
    "merge_tree",
    "remove_tree",
]
