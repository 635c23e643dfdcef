"""A shard's worktree: where none is made, what is not merged, what is not removed, and that nothing is ever lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from batches import Batch, tree_hash
from divided import AFTER, BODY, HOOK, NORTH, SOUTH, Divided
from program import apply

from r11.storage import Workspace, read_shards

CREATE = ("shard", "create", "north", "--files", "skills/a/*")


def hook(divided: Divided) -> Path:
    return divided.top / ".git" / "hooks" / "pre-commit"


def own_hook(divided: Divided, folder: Path) -> Path:
    """The same hook in a folder of one's own."""
    folder.mkdir(parents=True)
    path = folder / "pre-commit"
    path.write_text(HOOK % divided.log)
    path.chmod(0o755)
    return path


# --- no worktree is made --------------------------------------------------------------------------------------------


def no_hook(d: Divided) -> None:
    hook(d).unlink()


def not_executable(d: Divided) -> None:
    hook(d).chmod(0o644)


def a_link_to_nothing(d: Divided) -> None:
    hook(d).unlink()
    hook(d).symlink_to("../../tools/pre-commit")


def a_folder(d: Divided) -> None:
    hook(d).unlink()
    hook(d).mkdir()


def a_hooks_path_that_is_not_there(d: Divided) -> None:
    d.git("config", "core.hooksPath", "/nowhere/hooks")


def a_relative_path_that_git_does_not_track(d: Divided) -> None:
    """As tools that make their hooks' folder when they are installed leave it: git passes over it in a new worktree."""
    own_hook(d, d.top / ".hooks")
    (d.top / ".git" / "info" / "exclude").write_text(".hooks\n")
    d.git("config", "core.hooksPath", ".hooks")


def a_tracked_hook_that_was_changed(d: Divided) -> None:
    path = own_hook(d, d.top / ".hooks")
    d.git("add", ".hooks")
    d.git("commit", "--quiet", "--no-verify", "--message", "hook")
    d.git("config", "core.hooksPath", ".hooks")
    path.write_text(path.read_text() + "exit 1\n")


def a_tracked_hook_without_its_mode(d: Divided) -> None:
    path = own_hook(d, d.top / ".hooks")
    d.git("config", "core.hooksPath", ".hooks")
    d.git("add", ".hooks")
    d.git("update-index", "--chmod=-x", ".hooks/pre-commit")
    d.git("commit", "--quiet", "--no-verify", "--message", "hook")
    path.chmod(0o755)
    d.git("config", "core.fileMode", "false")


def changed(d: Divided) -> None:
    d.batch.put(NORTH[1], b"Somebody is at work here.\n")


def not_committed(d: Divided) -> None:
    d.git("rm", "--quiet", "--cached", f"corpus/{NORTH[0]}")
    d.git("commit", "--quiet", "--no-verify", "--message", "gone")


def a_batch_across(d: Divided) -> None:
    d.approve([NORTH[0], "index.md"], "b1")


NOT_MADE: dict[str, tuple[Callable[[Divided], object], str]] = {
    "no hook": (no_hook, "there is no pre-commit hook"),
    "not executable": (not_executable, "is not executable, so git passes it over"),
    "a link to nothing": (a_link_to_nothing, "is a link to ../../tools/pre-commit, which is not there"),
    "a folder": (a_folder, "is no file"),
    "core.hooksPath leads nowhere": (a_hooks_path_that_is_not_there, "git looks for /nowhere/hooks/pre-commit"),
    "relative and not tracked": (a_relative_path_that_git_does_not_track, "core.hooksPath .hooks is relative to each"),
    "tracked, and another one here": (a_tracked_hook_that_was_changed, "is another one than"),
    "tracked without its mode": (a_tracked_hook_without_its_mode, "is not executable"),
    "a file with changes": (changed, f"corpus/{NORTH[1]}: holds changes that are not committed"),
    "a batch that waits for files inside and outside": (
        a_batch_across,
        "batch b1 waits for files of it and for index.md",
    ),
    "a file that is not committed": (not_committed, f"corpus/{NORTH[0]}: is not committed"),
}


@pytest.mark.parametrize(("spoil", "words"), NOT_MADE.values(), ids=NOT_MADE)
def test_no_worktree_is_made_and_nothing_is_left(
    divided: Divided, spoil: Callable[[Divided], object], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(divided)
    before = tree_hash(divided.batch.corpus), divided.git("status", "--porcelain"), divided.git("rev-parse", "HEAD")
    assert divided.r11(*CREATE) == 2
    assert words in capsys.readouterr().err
    after = tree_hash(divided.batch.corpus), divided.git("status", "--porcelain"), divided.git("rev-parse", "HEAD")
    assert after == before
    assert not divided.tree("north").exists()
    assert len(divided.git("worktree", "list").splitlines()) == 1
    assert divided.git("branch", "--list", "r11-shard/*") == ""
    assert read_shards(Workspace.open(divided.batch.workspace)) == ()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["north", "--files", "docs/*"], "--files docs/*: names no file", id="no such files"),
        pytest.param(["north"], "no such shard: north", id="no files named"),
        pytest.param(["North", "--files", "skills/a/*"], "shard 'North'", id="no name of a shard"),
        pytest.param(
            ["north", "--files", "skills/a/*", "--at", "INSIDE"], "is inside of", id="inside of the repository"
        ),
    ],
)
def test_wrong_usage(divided: Divided, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    inside = str(divided.top / "shards" / "north")
    assert divided.r11("shard", "create", *(inside if a == "INSIDE" else a for a in arguments)) == 2
    assert words in capsys.readouterr().err
    assert len(divided.git("worktree", "list").splitlines()) == 1


def test_a_file_of_another_shard_is_not_taken(shards: Divided, capsys: pytest.CaptureFixture[str]) -> None:
    assert shards.r11("shard", "create", "west", "--files", "skills/*") == 2
    told = capsys.readouterr().err
    assert all(f"{file}: is in {name} and in west" in told for file, name in ((NORTH[0], "north"), (SOUTH[0], "south")))


def test_a_corpus_outside_of_git_has_no_shards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    batch = Batch(tmp_path / "plain")
    (batch.workspace / "ledger.json").write_text('{"records": []}')
    divided = Divided(batch, tmp_path / "log")
    assert divided.r11("shard", "status") == 0
    (batch.workspace / "3-units").mkdir(exist_ok=True)
    north = {"schema": "r11_shards_v1", "shards": [{"name": "north", "files": ["a.md"]}]}
    (batch.workspace / "3-units" / "shards.json").write_text(json.dumps(north))
    assert divided.r11("shard", "create", "north") == 2
    assert "not in a git repository" in capsys.readouterr().err


# --- where it is made -----------------------------------------------------------------------------------------------


def linked(d: Divided) -> None:
    """The hook is a link, out of the git folder into the repository, as some tools install theirs."""
    own_hook(d, d.top / "tools")
    hook(d).unlink()
    hook(d).symlink_to("../../tools/pre-commit")


def absolute(d: Divided) -> None:
    own_hook(d, d.top.parent / "hooks")
    d.git("config", "core.hooksPath", str(d.top.parent / "hooks"))


def relative_and_tracked(d: Divided) -> None:
    own_hook(d, d.top / ".hooks")
    d.git("add", ".hooks")
    d.git("commit", "--quiet", "--no-verify", "--message", "hook")
    d.git("config", "core.hooksPath", ".hooks")


@pytest.mark.parametrize("install", [lambda d: None, linked, absolute, relative_and_tracked], ids=lambda f: f.__name__)
def test_the_hook_runs_there_however_it_is_installed(divided: Divided, install: Callable[[Divided], None]) -> None:
    install(divided)
    assert divided.r11(*CREATE) == 0
    there = divided.tree("north")
    (there / "corpus" / NORTH[0]).write_bytes(AFTER)
    divided.git("add", "corpus", at=there)
    divided.git("commit", "--quiet", "--message", "by hand", at=there)
    assert divided.ran() == [("north", (f"corpus/{NORTH[0]}",))]


def test_a_batch_that_waits_for_its_files_alone_is_no_hindrance(divided: Divided) -> None:
    divided.approve(NORTH, "n1")
    divided.approve(["index.md"], "b1")
    divided.git("add", "--all")
    assert divided.r11(*CREATE) == 0


def test_making_one_twice_changes_nothing(shards: Divided, capsys: pytest.CaptureFixture[str]) -> None:
    before = tree_hash(shards.tree("north")), shards.git("worktree", "list")
    assert shards.r11("shard", "create", "north") == 0
    assert "is there already" in capsys.readouterr().err
    assert (tree_hash(shards.tree("north")), shards.git("worktree", "list")) == before


def test_inside_of_a_hook_it_is_still_the_right_repository(
    divided: Divided, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """git tells its hooks by variables which repository they are in; another one is asked about here."""
    other = tmp_path / "other"
    divided.git("init", "--quiet", str(other))
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    assert divided.r11(*CREATE) == 0
    assert (divided.tree("north") / "corpus" / NORTH[0]).read_bytes() == BODY


# --- status ---------------------------------------------------------------------------------------------------------


def test_status_says_what_is_to_be_done(shards: Divided, capsys: pytest.CaptureFixture[str]) -> None:
    shards.approve(NORTH, "n1")
    workspace = shards.batch.workspace
    assert apply(workspace / "7-approved" / "n1.json", "--workspace", workspace, "--shard", "north").status == 0
    capsys.readouterr()
    assert shards.r11("shard", "status", "--json") == 0
    north, south = json.loads(capsys.readouterr().out)
    assert (north["shard"], north["files"], north["merged"]) == ("north", 2, True)
    assert north["uncommitted"] == [f"corpus/{file}" for file in NORTH]
    assert (south["uncommitted"], south["problems"]) == ([], [])
    (shards.tree("south") / "corpus" / NORTH[0]).write_bytes(AFTER)
    assert shards.r11("commit", "n1", "--shard", "north") == 0
    capsys.readouterr()
    assert shards.r11("shard", "status") == 1
    told = capsys.readouterr().out
    assert "to be merged: r11 shard merge north" in told
    assert f"corpus/{NORTH[0]} was changed there and is not the shard's" in told


def test_status_of_a_worktree_that_somebody_deleted(shards: Divided, capsys: pytest.CaptureFixture[str]) -> None:
    shards.tree("north").rename(shards.top.parent / "moved")
    assert shards.r11("shard", "status") == 1
    assert "is gone; what was committed is on branch r11-shard/north" in capsys.readouterr().out
    assert shards.r11("shard", "merge", "north") == 2
    assert "git worktree prune" in capsys.readouterr().err


# --- not merged, not removed ----------------------------------------------------------------------------------------


def work(divided: Divided, shard: str, file: str, data: bytes = AFTER, *, commit: bool = True) -> None:
    """Somebody works in a shard's worktree without r11."""
    there = divided.tree(shard)
    (there / "corpus" / file).write_bytes(data)
    if commit:
        divided.git("add", "corpus", at=there)
        divided.git("commit", "--quiet", "--no-verify", "--message", "work", at=there)


def outside(d: Divided) -> None:
    work(d, "north", SOUTH[0])


def not_committed_there(d: Divided) -> None:
    work(d, "north", NORTH[0])
    work(d, "north", NORTH[1], commit=False)


def changed_here(d: Divided) -> None:
    work(d, "north", NORTH[0])
    d.batch.put(NORTH[0], b"Somebody is at work here.\n")


def committed_here(d: Divided) -> None:
    work(d, "north", NORTH[0])
    d.batch.put(NORTH[0], b"Somebody was at work here.\n")
    d.git("commit", "--quiet", "--no-verify", "--all", "--message", "here too")


def staged_here(d: Divided) -> None:
    work(d, "north", NORTH[0])
    d.batch.put("index.md", b"Somebody is at work here.\n")
    d.git("add", "corpus/index.md")


def another_merge(d: Divided) -> None:
    work(d, "north", NORTH[0])
    work(d, "south", SOUTH[0])
    d.git("merge", "--quiet", "--no-ff", "--no-commit", "r11-shard/south")


NOT_MERGED: dict[str, tuple[Callable[[Divided], None], str]] = {
    "a file outside of the shard": (outside, f"corpus/{SOUTH[0]}: was changed there and is not the shard's"),
    "not committed": (not_committed_there, f"corpus/{NORTH[1]}: is not committed in"),
    "changed here": (changed_here, f"corpus/{NORTH[0]}: holds changes in"),
    "committed here": (committed_here, f"corpus/{NORTH[0]}: was changed in"),
    "staged here": (staged_here, "corpus/index.md: is staged in"),
    "another merge under way": (another_merge, "another merge is under way"),
}


@pytest.mark.parametrize(("spoil", "words"), NOT_MERGED.values(), ids=NOT_MERGED)
def test_a_merge_is_refused_before_anything_is_touched(
    shards: Divided, spoil: Callable[[Divided], None], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(shards)
    before = everything(shards)
    assert shards.r11("shard", "merge", "north") == 2
    assert words in capsys.readouterr().err
    assert everything(shards) == before


def everything(divided: Divided) -> tuple[object, ...]:
    trees = [tree_hash(divided.batch.corpus), tree_hash(divided.tree("north")), tree_hash(divided.tree("south"))]
    return (*trees, divided.git("status", "--porcelain"), divided.git("rev-parse", "HEAD"), divided.git("branch", "-v"))


def test_other_work_in_the_main_tree_stays_as_it_is(shards: Divided) -> None:
    work(shards, "north", NORTH[0])
    shards.batch.put("index.md", b"Somebody is at work here.\n")
    shards.batch.put("new.md", b"And here.\n")
    assert shards.r11("shard", "merge", "north") == 0
    assert (shards.batch.corpus / "index.md").read_bytes() == b"Somebody is at work here.\n"
    assert shards.git("status", "--porcelain", "corpus").splitlines() == [" M corpus/index.md", "?? corpus/new.md"]
    assert shards.git("show", "--name-only", "--format=", "--first-parent", "HEAD").split() == [f"corpus/{NORTH[0]}"]


def test_a_merge_that_the_hook_refused_waits_and_is_gone_on_with(
    shards: Divided, capsys: pytest.CaptureFixture[str]
) -> None:
    work(shards, "north", NORTH[0])
    script = hook(shards).read_text()
    hook(shards).write_text(script + "echo not today >&2; exit 1\n")
    assert shards.r11("shard", "merge", "north") == 2
    assert "not today" in capsys.readouterr().err
    assert shards.git("rev-parse", "--verify", "MERGE_HEAD")
    hook(shards).write_text(script)
    assert shards.r11("shard", "merge", "north") == 0
    assert (shards.batch.corpus / NORTH[0]).read_bytes() == AFTER
    assert shards.git("status", "--porcelain", "corpus") == ""
    assert len(shards.git("rev-list", "--parents", "-1", "HEAD").split()) == 3


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        pytest.param(lambda d: work(d, "north", NORTH[0]), "holds commits that are not merged", id="not merged"),
        pytest.param(lambda d: work(d, "north", NORTH[0], commit=False), "is not committed", id="not committed"),
        pytest.param(
            lambda d: work(d, "north", "notes.txt", commit=False), "notes.txt: is not", id="a file of one's own"
        ),
    ],
)
def test_a_worktree_that_holds_anything_is_not_removed(
    shards: Divided, spoil: Callable[[Divided], None], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(shards)
    before = everything(shards)
    assert shards.r11("shard", "remove", "north") == 2
    assert words in capsys.readouterr().err
    assert everything(shards) == before


def test_the_definition_outlives_the_worktree(shards: Divided) -> None:
    assert shards.r11("shard", "remove", "north") == 0
    assert [shard.name for shard in read_shards(Workspace.open(shards.batch.workspace))] == ["north", "south"]
    assert shards.r11("shard", "create", "north") == 0
    assert shards.tree("north").is_dir()
