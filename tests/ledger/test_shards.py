"""Whole files, each in at most one shard, dealt so that the shards weigh alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.ledger.shards import deal, shard_of, shard_problems
from r11.records import Shard


def shard(name: str, *files: str) -> Shard:
    return Shard(name=name, files=files)


@pytest.mark.parametrize(
    ("shards", "told"),
    [
        pytest.param([shard("a", "x.md"), shard("b", "x.md")], "x.md: is in a and in b", id="a file in two"),
        pytest.param([shard("a", "x.md", "x.md")], "x.md: is in a and in a", id="a file twice in one"),
        pytest.param([shard("a"), shard("a")], "shard a is listed 2 times", id="a name twice"),
        pytest.param([shard("A")], "shard 'A'", id="capitals, which some disks do not tell apart"),
        pytest.param([shard("")], "shard ''", id="no name"),
        pytest.param([shard("../a")], "shard '../a'", id="a name that leads elsewhere"),
        pytest.param([shard("a.lock")], "shard 'a.lock'", id="no name of a branch"),
        pytest.param([shard("-a")], "shard '-a'", id="reads like an option"),
        pytest.param([shard("a" * 41)], "shard 'aaa", id="too long"),
        pytest.param([shard("a", "../x.md")], "../x.md: ", id="a file out of the corpus"),
    ],
)
def test_what_cannot_be_shards(shards: list[Shard], told: str) -> None:
    problems = list(shard_problems(shards))
    assert len(problems) == 1
    assert told in problems[0]


def test_files_and_no_shard_to_put_them_in() -> None:
    with pytest.raises(ValueError):
        deal({"x.md": 1}, [])


def test_the_heaviest_files_are_spread_first() -> None:
    dealt = deal({"a.md": 9, "b.md": 5, "c.md": 4, "d.md": 1}, [shard("one"), shard("two")])
    assert dealt == (shard("one", "a.md", "d.md"), shard("two", "b.md", "c.md"))
    assert shard_of("c.md", dealt) == "two"
    assert shard_of("e.md", dealt) is None


FILES = st.sampled_from([f"skills/{n}.md" for n in range(12)])


@given(st.dictionaries(FILES, st.integers(0, 20)), st.lists(st.frozensets(FILES, max_size=3), min_size=1, max_size=4))
def test_dealing_loses_and_moves_nothing(weights: dict[str, int], held: list[frozenset[str]]) -> None:
    """A file that a shard has stays there; every other file comes into exactly one; dealing again changes nothing."""
    taken: set[str] = set()
    shards = []
    for number, files in enumerate(held):
        shards.append(shard(f"s{number}", *sorted(files - taken)))
        taken |= files
    dealt = deal(weights, shards)
    assert not list(shard_problems(dealt))
    for before, after in zip(shards, dealt, strict=True):
        assert before.name == after.name
        assert set(before.files) <= set(after.files)
    assert {file for one in dealt for file in one.files} == weights.keys() | taken
    assert deal(weights, dealt) == dealt
    assert deal(dict(reversed(weights.items())), shards) == dealt


@given(st.dictionaries(FILES, st.integers(0, 20)), st.integers(1, 4))
def test_no_shard_is_heavier_than_another_by_more_than_one_file(weights: dict[str, int], count: int) -> None:
    dealt = deal(weights, [shard(f"s{n}") for n in range(count)])
    loads = [sum(weights[file] for file in one.files) for one in dealt]
    assert max(loads) - min(loads) <= max(weights.values(), default=0)
