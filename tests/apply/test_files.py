"""What may be replaced, and how: kinds of files, modes, owners, paths that lie, and two hands at once."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import stat
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
import tracer
from batches import Batch, Change, tree_hash
from program import Scene, apply, receipt, statuses, write
from test_crash import five_files

from r11.apply.corpus import Corpus, LeftOut
from r11.records import ApprovedEdit, ApprovedManifest
from r11.vocabulary import FixOp

BODY = b"The limit is 30 seconds.\n"
AFTER = b"The limit is 60 seconds.\n"
IS_ROOT = os.geteuid() == 0


def swap(file: str) -> Change:
    return Change(file, 1, "30", "60")


def symlink_inside(batch: Batch, path: Path) -> None:
    other = batch.put("other.md", BODY)
    path.unlink()
    path.symlink_to(other)


def symlink_outside(batch: Batch, path: Path) -> None:
    outside = batch.root / "outside.md"
    outside.write_bytes(BODY)
    path.unlink()
    path.symlink_to(outside)


def folder_is_a_link(batch: Batch, path: Path) -> None:
    shutil.move(path.parent, batch.root / "elsewhere")
    path.parent.symlink_to(batch.root / "elsewhere")


def folder_link_inside(batch: Batch, path: Path) -> None:
    shutil.move(path.parent, path.parent.with_name("real"))
    path.parent.symlink_to("real")


def hard_link(batch: Batch, path: Path) -> None:
    os.link(path, batch.root / "second-name.md")


def read_only(batch: Batch, path: Path) -> None:
    path.chmod(0o444)


def pipe(batch: Batch, path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def endpoint(batch: Batch, path: Path) -> None:
    path.unlink()
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path))


def folder(batch: Batch, path: Path) -> None:
    path.unlink()
    path.mkdir()


def absent(batch: Batch, path: Path) -> None:
    path.unlink()


def folder_absent(batch: Batch, path: Path) -> None:
    shutil.rmtree(path.parent)


def folder_is_a_file(batch: Batch, path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_bytes(BODY)


KINDS: dict[str, tuple[Callable[[Batch, Path], None], str]] = {
    "a link to a file of the corpus": (symlink_inside, "refused SYMLINK"),
    "a link out of the corpus": (symlink_outside, "refused SYMLINK"),
    "its folder is a link out of the corpus": (folder_is_a_link, "refused SYMLINK"),
    "its folder is a link inside the corpus": (folder_link_inside, "refused SYMLINK"),
    "a hard link": (hard_link, "refused HARD_LINK"),
    "mode 0444": (read_only, "refused READ_ONLY"),
    "a pipe": (pipe, "refused NOT_A_FILE"),
    "a socket": (endpoint, "refused NOT_A_FILE"),
    "a folder": (folder, "refused NOT_A_FILE"),
    "its folder is a file": (folder_is_a_file, "refused NOT_A_FILE"),
    "absent": (absent, "stale FILE_NOT_FOUND"),
    "its folder is absent": (folder_absent, "stale FILE_NOT_FOUND"),
}


@pytest.mark.parametrize(("change", "expected"), KINDS.values(), ids=KINDS.keys())
def test_what_is_no_plain_file_is_refused_by_name(
    batch: Batch, change: Callable[[Batch, Path], None], expected: str
) -> None:
    path = batch.put("skills/a/x.md", BODY)
    batch.put("skills/b/y.md", BODY)
    batch.approve([swap("skills/a/x.md"), swap("skills/b/y.md")])
    change(batch, path)
    before = tree_hash(batch.root)
    ended = write(batch)
    assert ended.status == 1
    assert "skills/a/x.md: " in ended.err
    assert statuses(batch) == {"skills/a/x.md": expected, "skills/b/y.md": "applied"}
    changed = {name for name, seen in tree_hash(batch.root).items() if before.get(name) != seen}
    assert changed - {"workspace/8-receipts/b1.json", ".corpus.r11.lock"} == {"corpus/skills/b/y.md"}
    left_out = receipt(batch).files[0]
    assert (left_out.sha256_before, left_out.sha256_after) == ("", ""), "nobody read its bytes"


def edited(batch: Batch) -> None:
    (batch.corpus / "x.md").write_bytes(b"Somebody else was here.\n")


def too_old(batch: Batch) -> None:
    batch.fetched([frozen_edit(batch)], batch.now - timedelta(days=15))


def frozen_edit(batch: Batch) -> ApprovedEdit:
    manifest = msgspec.json.decode((batch.workspace / "7-approved" / "b1.json").read_bytes(), type=ApprovedManifest)
    return manifest.files[0].edits[0]


@pytest.mark.parametrize(("change", "status"), [(edited, "stale"), (too_old, "refused")])
def test_a_receipt_names_the_bytes_that_a_file_has_that_was_left_out(
    batch: Batch, change: Callable[[Batch], None], status: str
) -> None:
    """`sha256_after`: of its bytes now."""
    path = batch.put("x.md", BODY)
    batch.approve([swap("x.md")])
    change(batch)
    assert write(batch).status == 1
    (told,) = receipt(batch).files
    now = sha256(path.read_bytes()).hexdigest()
    assert (told.status, told.sha256_before, told.sha256_after) == (status, now, now)


@pytest.mark.parametrize(
    "file",
    [
        *("../x.md", "a/../../x.md", "/tmp/x.md", "C:/x.md", "C:x.md", "a\\x.md", "./x.md", "a//x.md", "."),
        *("a\x00b.md", "a\nb.md", "x" * 300 + ".md", ".git/config", "a/.GIT/hooks/x"),
    ],
)
def test_a_path_out_of_the_corpus_is_refused_by_name(batch: Batch, file: str) -> None:
    """By the ledger, which has no valid flag of such a file, and by the writer, whoever should ask."""
    batch.put("ok.md", BODY)
    batch.approve_for(file, swap("ok.md"))
    before = tree_hash(batch.root)
    ended = write(batch)
    assert ended.status == 2
    assert f"{file}#c0: the ledger has no valid flag with this key now" in ended.err
    manifest = batch.workspace / "7-approved" / "b1.json"
    ended = apply(manifest, "--corpus", batch.corpus, "--dry-run", "--json")
    assert ended.status == 1
    assert [(told["file"], told["code"]) for told in json.loads(ended.out)["files"]] == [(file, "UNSAFE_PATH")]
    changed = {name for name, seen in tree_hash(batch.root).items() if before.get(name) != seen}
    assert changed <= {".corpus.r11.lock"}


@pytest.mark.parametrize("mode", [0o755, 0o600, 0o640, 0o666, 0o4755])
def test_the_mode_is_kept(batch: Batch, mode: int) -> None:
    path = batch.put("x.md", BODY, mode)
    batch.approve([swap("x.md")])
    assert write(batch).status == 0
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_bytes() == AFTER


@pytest.mark.skipif(not IS_ROOT, reason="only root can give a file to another owner")
def test_the_owner_is_kept(batch: Batch) -> None:
    path = batch.put("x.md", BODY)
    os.chown(path, 1234, 4321)
    batch.approve([swap("x.md")])
    assert write(batch).status == 0
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)


def test_extended_attributes_are_kept(batch: Batch) -> None:
    path = batch.put("x.md", BODY)
    os.setxattr(path, "user.note", b"\x00kept")
    batch.approve([swap("x.md")])
    assert write(batch).status == 0
    assert os.getxattr(path, "user.note") == b"\x00kept"


def test_a_temporary_file_that_somebody_made_is_theirs(batch: Batch) -> None:
    batch.put("x.md", BODY)
    theirs = batch.put(".r11-guessed.tmp", b"theirs")
    with Corpus(batch.corpus) as corpus, pytest.raises(LeftOut, match="File exists"):
        corpus.replace("x.md", BODY, AFTER, theirs.name)
    assert theirs.read_bytes() == b"theirs"
    assert (batch.corpus / "x.md").read_bytes() == BODY


def test_a_link_in_the_place_of_the_temporary_file_is_not_written_through(batch: Batch) -> None:
    batch.put("x.md", BODY)
    outside = batch.root / "outside"
    (batch.corpus / ".r11-guessed.tmp").symlink_to(outside)
    with Corpus(batch.corpus) as corpus, pytest.raises(LeftOut):
        corpus.replace("x.md", BODY, AFTER, ".r11-guessed.tmp")
    assert not outside.exists()


# --- other hands, at every moment -------------------------------------------------------------------------------------

needs_tracing = pytest.mark.skipif(
    bool(tracer.unavailable()) and not os.environ.get("R11_CI"), reason=tracer.unavailable() or "traced"
)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(five_files(tmp_path_factory.mktemp("hands") / "t"), "ROOT/workspace/7-approved/b1.json")


def meanwhile(scene: Scene, root: Path, point: int, act: Callable[[Batch], None]) -> tuple[Batch, tracer.Trace]:
    """A run during which, just before its call number `point`, somebody else does something."""
    batch = scene.fresh(root / "trial")

    def decide(index: int, name: str) -> tracer.Action:
        if index == point:
            act(batch)
        return tracer.GO_ON if index < point else tracer.LET_GO

    return batch, tracer.run(lambda: scene.main(batch), decide)


def calls(scene: Scene, root: Path) -> list[str]:
    batch = scene.fresh(root / "count")
    trace = tracer.run(lambda: scene.main(batch), lambda index, name: tracer.GO_ON)
    shutil.rmtree(batch.root)
    return trace.calls


# every call, or every seventh: prime to the calls per file, so that all kinds of calls are met
steps = pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.nightly)], ids=["some", "all"])
EDITED = b"Somebody else wrote this.\n"


def edit_in_place(batch: Batch) -> None:
    """Another writer changes a file of the batch and puts its times back."""
    path = batch.corpus / "skills/a/two.md"
    times = path.stat()
    path.write_bytes(EDITED)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


@steps
@needs_tracing
def test_a_writer_in_between_is_never_overwritten(
    scene: Scene, memory: Path, tried: Callable[[str, int], None], step: int
) -> None:
    """Its bytes stay, whatever the times say.

    No file system offers "rename if unchanged": between the last look and the rename lie a handful of calls. This
    counts them, so that the window cannot grow unseen.
    """
    overwritten = []
    total = len(calls(scene, memory))
    for point in range(0, total, step):
        batch, trace = meanwhile(scene, memory, point, edit_in_place)
        assert trace.status in {0, 1}
        if (batch.corpus / "skills/a/two.md").read_bytes() != EDITED:
            overwritten.append(point)
        elif trace.status == 1:
            assert statuses(batch)["skills/a/two.md"] == "stale STALE"
        shutil.rmtree(batch.root)
    tried("a writer in between", len(range(0, total, step)))
    assert len(overwritten) <= 4, overwritten
    assert not overwritten or overwritten[-1] - overwritten[0] <= 8


def swap_folder(batch: Batch) -> None:
    """The folder of a file is moved out of the corpus and a link to it takes its place."""
    shutil.move(batch.corpus / "skills/a", batch.root / "moved")
    (batch.corpus / "skills/a").symlink_to(batch.root / "moved")


@steps
@needs_tracing
def test_a_folder_swapped_for_a_link_is_refused(
    scene: Scene, memory: Path, tried: Callable[[str, int], None], step: int
) -> None:
    """Refused by name at every moment up to the last look, and the folder that was moved away is as it was."""
    total = calls(scene, memory)
    renamed = [index for index, name in enumerate(total) if name.startswith("rename")]
    for point in range(0, renamed[0], step):
        batch, trace = meanwhile(scene, memory, point, swap_folder)
        assert trace.status == 1
        found = statuses(batch)
        assert {found["skills/a/one.md"], found["skills/a/two.md"]} <= {"refused SYMLINK", "refused PATH_CHANGED"}
        assert (batch.root / "moved" / "one.md").read_bytes() == (
            scene.template.corpus / "skills/a/one.md"
        ).read_bytes()
        shutil.rmtree(batch.root)
    tried("a folder swapped for a link", len(range(0, renamed[0], step)))


def swap_file(batch: Batch) -> None:
    outside = batch.root / "outside.md"
    shutil.copy(batch.corpus / "skills/a/two.md", outside)
    (batch.corpus / "skills/a/two.md").unlink()
    (batch.corpus / "skills/a/two.md").symlink_to(outside)


@steps
@needs_tracing
def test_a_file_swapped_for_a_link_is_never_written_through(
    scene: Scene, memory: Path, tried: Callable[[str, int], None], step: int
) -> None:
    names = calls(scene, memory)
    for point in range(0, len(names), step):
        batch, trace = meanwhile(scene, memory, point, swap_file)
        assert trace.status in {0, 1}
        outside = (batch.root / "outside.md").read_bytes()
        assert outside in {b"The limit is 30 seconds.", b"The limit is 60 seconds."}
        if statuses(batch)["skills/a/two.md"].startswith("refused"):
            assert outside == b"The limit is 30 seconds."
        shutil.rmtree(batch.root)
    tried("a file swapped for a link", len(range(0, len(names), step)))


@needs_tracing
def test_a_second_writer_is_told_who_holds_the_corpus(scene: Scene, memory: Path) -> None:
    """At every point where the first one writes, the second does nothing and says who it is."""
    names = calls(scene, memory)
    first, last = names.index("flock") + 6, len(names) - 12
    told = []
    for point in range(first, last, 20):
        batch, trace = meanwhile(scene, memory, point, lambda batch: told.append(write(batch)))
        assert trace.status == 0
        assert tree_hash(batch.corpus) == scene.after
        shutil.rmtree(batch.root)
    assert {ended.status for ended in told} == {2}
    assert all("LOCKED" in ended.err for ended in told)
    assert any(re.search(r"r11-apply b1, journal \S+b1\.journal, \(process ", ended.err) for ended in told)


def test_two_batches_on_one_corpus_one_after_the_other(batch: Batch) -> None:
    batch.put("x.md", BODY)
    batch.put("y.md", BODY)
    batch.approve([swap("x.md")], "b1")
    batch.approve([Change("y.md", 1, "30", "90", op=FixOp.O3, id="o3")], "b2")
    assert (write(batch, "b1").status, write(batch, "b2").status) == (0, 0)
    assert {f.status for name in ("b1", "b2") for f in receipt(batch, name).files} == {"applied"}
