"""What changed between two proposal runs: by operation, by first reason, and flag by flag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from r11.records import Proposal

Key = tuple[str, str]
"""The flag's key and whose proposal it is: where a machine and a worker both have one, they are two."""


@dataclass(frozen=True)
class Change:
    """One proposal in both runs. `was`, `now`: `O3 NOT_PROSE`, the operation with its first reason."""

    flag_key: str
    origin: str
    was: str
    now: str

    @property
    def words(self) -> str:
        by = "" if self.origin == "built-in" else f" ({self.origin})"
        what = f"{self.was} → {self.now}" if self.was != self.now else f"{self.now}, another text"
        return f"{self.flag_key}{by}: {what}"


@dataclass(frozen=True)
class Comparison:
    """unchanged: proposals with the same operation, text and first reason. gone, new: in one run only."""

    unchanged: int
    changed: tuple[Change, ...]
    gone: tuple[Key, ...]
    new: tuple[Key, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.changed or self.gone or self.new)

    @property
    def moves(self) -> tuple[tuple[str, str, int], ...]:
        """How many went from one operation and reason to another, most frequent first."""
        counts = Counter((change.was, change.now) for change in self.changed)
        return tuple((was, now, count) for (was, now), count in sorted(counts.items(), key=lambda m: (-m[1], m[0])))


def compare(before: Iterable[Proposal], after: Iterable[Proposal]) -> Comparison:
    """A shifted line number or another note is no change: what counts is what an approval binds to."""
    old, new = _by_key(before), _by_key(after)
    both = [key for key in old if key in new]
    changed = [_change(key, old[key], new[key]) for key in both if _differs(old[key], new[key])]
    return Comparison(
        len(both) - len(changed),
        tuple(changed),
        tuple(key for key in old if key not in new),
        tuple(key for key in new if key not in old),
    )


def _by_key(proposals: Iterable[Proposal]) -> Mapping[Key, Proposal]:
    return {(proposal.flag_key, proposal.origin): proposal for proposal in proposals}


def _differs(old: Proposal, new: Proposal) -> bool:
    return old.sha256 != new.sha256 or _state(old) != _state(new)


def _change(key: Key, old: Proposal, new: Proposal) -> Change:
    return Change(*key, _state(old), _state(new))


def _state(proposal: Proposal) -> str:
    return f"{proposal.op} {proposal.aborts[0].code}" if proposal.aborts else str(proposal.op)
