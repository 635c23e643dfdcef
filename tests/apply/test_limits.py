"""A machine that has no more to give: a full disk, a limit on file sizes, no more open files, a read that fails."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import tracer
from batches import Batch, Change, tree_hash
from program import Scene, receipt, statuses, write
from test_crash import five_files

CAN_MOUNT = os.geteuid() == 0 and shutil.which("mount") is not None
IN_CI = bool(os.environ.get("R11_CI"))


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(five_files(tmp_path / "t" / "template"), "ROOT/workspace/7-approved/b1.json")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 kB that really is one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)], check=True)
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path, leave: int) -> None:
    """Take all the space but `leave` bytes."""
    free = os.statvfs(folder).f_bavail * os.statvfs(folder).f_bsize
    (folder / "ballast").write_bytes(b"\x00" * max(0, free - leave))


@pytest.mark.skipif(not CAN_MOUNT and not IN_CI, reason="mounting a small disk needs root")
@pytest.mark.parametrize("leave", [0, 4096, 8192, 12288, 20480])
def test_a_full_disk(scene: Scene, small_disk: Path, leave: int) -> None:
    """Corpus and workspace on a disk with room for nothing, for the journal, for a file or two, or nearly all."""
    batch = scene.fresh(small_disk / "b")
    fill(small_disk, leave)
    ended = write(batch)
    scene.assert_whole(batch)
    scene.assert_accounted(batch)
    if leave < 12288:
        assert ended.status in {1, 2}
        assert "No space left" in ended.err
    (small_disk / "ballast").unlink()
    assert scene.run(batch) == 0
    scene.assert_finished(batch)


@contextmanager
def limited(kind: int, value: int) -> Iterator[None]:
    before = resource.getrlimit(kind)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(kind, (value, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(kind, before)
        signal.signal(signal.SIGXFSZ, handler)


def in_a_fork(act: Callable[[], int]) -> int:
    """The exit status of `act` in a child, so that its limits are its own."""
    pid = os.fork()
    if pid == 0:
        os._exit(act())
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@pytest.mark.parametrize("size", [0, 1, 20, 30, 200, 700, 1500])
def test_a_limit_on_the_size_of_files(scene: Scene, tmp_path: Path, size: int) -> None:
    batch = scene.fresh(tmp_path / "b")

    def act() -> int:
        with limited(resource.RLIMIT_FSIZE, size):
            return write(batch).status

    assert in_a_fork(act) in {1, 2}
    scene.assert_whole(batch)
    scene.assert_accounted(batch)
    assert scene.run(batch) == 0
    scene.assert_finished(batch)


def test_no_more_open_files_at_any_count(scene: Scene, tmp_path: Path) -> None:
    """With room for 3, 4, 5 … more: whatever could not be opened is named, and the rest is whole."""
    seen = set()
    for room in range(1, 12):
        batch = scene.fresh(tmp_path / "b")

        def act() -> int:
            lowest = os.dup(0)
            os.close(lowest)
            with limited(resource.RLIMIT_NOFILE, lowest + room):  # noqa: B023
                return write(batch).status  # noqa: B023

        seen.add(in_a_fork(act))
        scene.assert_whole(batch)
        scene.assert_accounted(batch)
        assert scene.run(batch) == 0
        scene.assert_finished(batch)
        shutil.rmtree(batch.root)
    assert seen <= {0, 1, 2}
    assert {0, 1} <= seen


@pytest.mark.skipif(not tracer.can_fail_calls(), reason="calls are made to fail on x86-64 only")
def test_a_read_error_in_file_3_of_5(batch: Batch) -> None:
    """The file is named and left out whole, before anything is written; the four others are applied."""
    files = [f"f{number}.md" for number in range(1, 6)]
    for file in files:
        batch.put(file, b"The limit is 30 seconds.\n")
    batch.approve([Change(file, 1, "30", "60") for file in files])
    target = str(batch.corpus / "f3.md")

    def child() -> int:
        import r11.apply.corpus as corpus

        real = os.read

        def read(descriptor: int, size: int) -> bytes:
            if os.readlink(f"/proc/self/fd/{descriptor}") == target:  # noqa: PTH115
                raise OSError(5, "Input/output error")
            return real(descriptor, size)

        corpus.os.read = read  # the medium fails for this one file, for every read of it
        return write(batch).status

    assert in_a_fork(child) == 1
    assert statuses(batch) == {f: "failed IO_ERROR" if f == "f3.md" else "applied" for f in files}
    assert receipt(batch).finished
    assert write(batch).status == 0
    assert set(statuses(batch).values()) == {"applied"}


@pytest.fixture
def open_to_all() -> Iterator[Batch]:
    """A batch in a folder that another user can reach."""
    root = Path(tempfile.mkdtemp(prefix="r11-"))
    root.chmod(0o755)
    yield Batch(root / "b")
    shutil.rmtree(root)


def test_a_folder_that_may_not_be_written(open_to_all: Batch) -> None:
    """The system's refusal is named and the file is as it was. Root, who may write anywhere, becomes somebody else."""
    batch = open_to_all
    path = batch.put("a/x.md", b"The limit is 30 seconds.\n")
    batch.approve([Change("a/x.md", 1, "30", "60")])
    path.parent.chmod(0o555)
    if os.geteuid() == 0:
        for place in [batch.root, *batch.root.rglob("*")]:
            os.chown(place, 12345, 12345)
    before = tree_hash(batch.corpus)

    def act() -> int:
        if os.geteuid() == 0:
            os.setgid(12345)
            os.setuid(12345)
        return write(batch).status

    assert in_a_fork(act) == 1
    assert tree_hash(batch.corpus) == before
    assert statuses(batch) == {"a/x.md": "failed IO_ERROR"}
    assert "Permission denied" in receipt(batch).files[0].detail
    path.parent.chmod(0o755)
