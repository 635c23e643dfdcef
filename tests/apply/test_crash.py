"""What is left when a run is stopped, or fails, between any two of its file-system calls.

"At every point: each file is wholly before or wholly after, the receipt or journal tells which, a second run finishes
the rest, and nothing outside the manifest changed." The calls are those the kernel sees (`tracer.py`).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import tracer
from batches import Batch, Change, tree_hash
from program import Scene, write
from tracer import Action

from r11.apply.journal import read_journal
from r11.vocabulary import EventKind, FixOp, ReceiptStatus

FILES = ["index.md", "skills/a/one.md", "skills/a/two.md", "skills/b/crlf.md", "skills/b/bom.md"]
BODIES = [
    b"# Index\n\nThe limit is 30 seconds.\n",
    b"---\ntitle: one\n---\n\nThe limit is 30 seconds.\n\nIt keeps 7 days of logs.\n",
    b"The limit is 30 seconds.",
    b"# T\r\n\r\nThe limit is 30 seconds.\r\nlatin \xe9\r\n",
    b"\xef\xbb\xbfThe limit is 30 seconds.\n",
]
LINES = [3, 5, 1, 3, 1]
CANNOT_TRACE = tracer.unavailable()
# where continuous integration cannot trace, the tests fail and say why; elsewhere they are left out by name
pytestmark = pytest.mark.skipif(bool(CANNOT_TRACE) and not os.environ.get("R11_CI"), reason=CANNOT_TRACE or "traced")


def five_files(root: Path) -> Batch:
    batch = Batch(root)
    for file, body in zip(FILES, BODIES, strict=True):
        batch.put(file, body)
    batch.put("skills/a/bystander.md", b"The limit is 30 seconds.\n")
    changes = [Change(f, n, "30", "60") for f, n in zip(FILES, LINES, strict=True)]
    batch.approve([*changes, Change(FILES[1], 7, "7", "9", op=FixOp.O3)], closed=["skills/a/bystander.md#c9"])
    return batch


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    batch = five_files(tmp_path_factory.mktemp("apply") / "template")
    return Scene(batch, "ROOT/workspace/7-approved/b1.json")


@pytest.fixture(scope="module")
def reversal(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    batch = five_files(tmp_path_factory.mktemp("reverse") / "template")
    assert write(batch).status == 0
    keys = [f"{f}#c{i}" for i, f in enumerate(FILES)]
    batch.event(EventKind.REVERT, [*keys, f"{FILES[1]}#c5"], reviewer="operator", text="b1")
    return Scene(batch, "--reverse", "ROOT/workspace/8-receipts/b1.json", done=ReceiptStatus.REVERTED)


Tried = Callable[[str, int], None]


def calls_of(scene: Scene, root: Path) -> int:
    batch = scene.fresh(root / "count")
    trace = tracer.run(lambda: scene.main(batch), lambda index, name: tracer.GO_ON)
    shutil.rmtree(batch.root)
    assert trace.status == 0
    return len(trace.calls)


def trials(scene: Scene, root: Path, action: Action, step: int) -> Iterator[tuple[Batch, tracer.Trace]]:
    """A fresh run for every point (or every `step`th), with the action taken just before its call."""
    for point in range(0, calls_of(scene, root), step):
        batch = scene.fresh(root / "trial")
        yield batch, tracer.run(lambda: scene.main(batch), tracer.at(point, action))  # noqa: B023
        shutil.rmtree(batch.root)


def sweep(scene: Scene, root: Path, action: Action, step: int, expected: set[int | None]) -> int:
    points = 0
    for batch, trace in trials(scene, root, action, step):
        assert trace.status in expected, f"ended with {trace.status} at call {len(trace.calls)}"
        scene.assert_whole(batch)
        scene.assert_accounted(batch)
        assert scene.run(batch) == 0
        scene.assert_finished(batch)
        points += 1
    return points


def at_every_moment(scene: Scene, root: Path) -> tuple[int, list[Path]]:
    """As many points as one run makes calls, and each state in which a kill between two of them leaves its folder.

    Each is put in the place of that run when its turn comes: journals name the corpus by its full path.
    """
    batch = scene.fresh(root / "trial")
    points, states = tracer.moments(
        batch.root, root, lambda: scene.main(batch), lambda f: frozenset(tree_hash(f).items())
    )
    shutil.rmtree(batch.root)
    return points, states


def taken_up(state: Path, root: Path) -> Batch:
    return Batch(state.rename(root / "trial"))


def assert_taken_up(scene: Scene, batch: Batch) -> None:
    """A run that was killed here has every file whole, its account right, and a second run finishes the rest."""
    scene.assert_whole(batch)
    scene.assert_accounted(batch)
    assert scene.run(batch) == 0
    scene.assert_finished(batch)
    shutil.rmtree(batch.root)


def test_killed_between_every_pair_of_calls(scene: Scene, memory: Path, tried: Tried) -> None:
    points, states = at_every_moment(scene, memory)
    for state in states:
        assert_taken_up(scene, taken_up(state, memory))
    tried("what kill -9 leaves while applying", points)


def test_killed_while_putting_back(reversal: Scene, memory: Path, tried: Tried) -> None:
    points, states = at_every_moment(reversal, memory)
    for state in states:
        assert_taken_up(reversal, taken_up(state, memory))
    tried("what kill -9 leaves while putting back", points)


def test_a_kill_leaves_what_was_there_just_before_it(scene: Scene, memory: Path, tried: Tried) -> None:
    """Really killed, at some of the points."""
    tried("kill -9 while applying", sweep(scene, memory, tracer.KILL, 11, {None}))


def test_killed_again_while_taking_up_a_killed_run(scene: Scene, memory: Path, tried: Tried) -> None:
    """The second kill is a real one, in a run that takes up what a first one left while files were being written."""
    points, states = at_every_moment(scene, memory)
    total = 0
    for number, state in enumerate(states[len(states) // 5 :: 6]):
        for second in range(7 + number, points, 60):
            batch = Batch(Path(shutil.copytree(state, memory / "trial", symlinks=True)))
            tracer.run(lambda: scene.main(batch), tracer.at(second, tracer.KILL))  # noqa: B023
            scene.assert_whole(batch)
            assert scene.run(batch) == 0
            scene.assert_finished(batch)
            shutil.rmtree(batch.root)
            total += 1
    tried("kill -9 twice", total)


@pytest.mark.parametrize("action", [tracer.INTERRUPT, tracer.TERMINATE], ids=["SIGINT", "SIGTERM"])
def test_interrupted_anywhere(scene: Scene, memory: Path, tried: Tried, action: Action) -> None:
    """Finishes the file at hand and ends with 130; with 0 where nothing was left to do; or at once, before it began."""
    tried("SIGINT and SIGTERM", sweep(scene, memory, action, 5, {0, 130, None}))


def test_an_interrupt_while_writing_finishes_the_file_at_hand_and_ends_with_130(scene: Scene, memory: Path) -> None:
    batch = scene.fresh(memory / "b")
    renamed: list[int] = []

    def in_the_second_file(index: int, name: str) -> Action:
        if name.startswith("rename"):
            renamed.append(index)
        return tracer.INTERRUPT if renamed and index == renamed[0] + 30 else tracer.GO_ON

    trace = tracer.run(lambda: scene.main(batch), in_the_second_file)
    assert trace.status == 130
    unfinished = read_journal(batch.receipts / "b1.journal")
    assert unfinished is not None
    assert len(unfinished.written) == 2
    assert not unfinished.in_doubt
    assert b'"interrupted"' in (batch.receipts / "b1.journal").read_bytes()
    assert not (batch.receipts / "b1.json").exists()
    scene.assert_accounted(batch)
    assert scene.run(batch) == 0
    scene.assert_finished(batch)


@pytest.mark.skipif(not tracer.can_fail_calls(), reason="calls are made to fail on x86-64 only")
@pytest.mark.parametrize("action", [tracer.IO_ERROR, tracer.NO_SPACE], ids=["EIO", "ENOSPC"])
def test_any_call_fails(scene: Scene, memory: Path, tried: Tried, action: Action) -> None:
    tried("a call that fails", sweep(scene, memory, action, 5, {0, 1, 2}))


@pytest.mark.nightly
@pytest.mark.parametrize("action", [tracer.INTERRUPT, tracer.TERMINATE], ids=["SIGINT", "SIGTERM"])
def test_interrupted_at_every_point(scene: Scene, memory: Path, tried: Tried, action: Action) -> None:
    tried("SIGINT and SIGTERM", sweep(scene, memory, action, 1, {0, 130, None}))


@pytest.mark.nightly
@pytest.mark.skipif(not tracer.can_fail_calls(), reason="calls are made to fail on x86-64 only")
@pytest.mark.parametrize("action", [tracer.IO_ERROR, tracer.NO_SPACE], ids=["EIO", "ENOSPC"])
def test_every_call_fails_once(scene: Scene, memory: Path, tried: Tried, action: Action) -> None:
    tried("a call that fails", sweep(scene, memory, action, 1, {0, 1, 2}))


@pytest.mark.nightly
def test_killed_at_every_point_while_putting_back(reversal: Scene, memory: Path, tried: Tried) -> None:
    tried("kill -9 while putting back", sweep(reversal, memory, tracer.KILL, 1, {None}))


@pytest.mark.nightly
def test_killed_at_every_point(scene: Scene, memory: Path, tried: Tried) -> None:
    tried("kill -9 while applying", sweep(scene, memory, tracer.KILL, 1, {None}))
