"""Law 6: if two sessions must write corpus files at once, each does so in its own git worktree, inside its own shard,
under the same hooks; the integrator stamps after the merge."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import tracer
from batches import OPERATOR, tree_hash
from divided import AFTER, BODY, NORTH, SOUTH, Divided
from program import apply, receipt, statuses

from r11.cli import main
from r11.errors import Locked
from r11.storage import corpus_lock, ledger_lock
from r11.vocabulary import EventKind, ReceiptStatus

PROGRAM = "import sys; from r11.apply import main; sys.exit(main())"
BATCHES = {"n1": ("north", NORTH), "s1": ("south", SOUTH)}


def arguments(divided: Divided, batch: str, shard: str | None) -> list[str]:
    workspace = divided.batch.workspace
    named = ["--shard", shard] if shard else []
    return [str(workspace / "7-approved" / f"{batch}.json"), "--workspace", str(workspace), *named]


@pytest.fixture
def written(shards: Divided) -> Divided:
    """Two batches, applied by two processes at once and committed in their worktrees."""
    for batch, (_, files) in BATCHES.items():
        shards.approve(files, batch)
    commands = [[sys.executable, "-c", PROGRAM, *arguments(shards, b, shard)] for b, (shard, _) in BATCHES.items()]
    started = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for command in commands]
    told = [process.communicate()[1] for process in started]
    assert [process.returncode for process in started] == [0, 0], told
    for batch, (shard, _) in BATCHES.items():
        assert shards.r11("commit", batch, "--shard", shard) == 0
    return shards


def test_each_wrote_its_own_files_in_its_own_worktree(written: Divided) -> None:
    for batch, (shard, files) in BATCHES.items():
        corpus = written.tree(shard) / "corpus"
        assert {f for f in (*NORTH, *SOUTH) if (corpus / f).read_bytes() == AFTER} == set(files)
        found = receipt(written.batch, batch)
        assert (found.shard, found.corpus) == (shard, str(corpus.resolve()))
        assert {file.file: file.status for file in found.files} == dict.fromkeys(files, ReceiptStatus.APPLIED)
    assert {path.read_bytes() for path in written.batch.corpus.rglob("*.md")} == {BODY}


def test_the_hook_ran_in_both_and_saw_the_files_of_the_batch_alone(written: Divided) -> None:
    assert sorted(written.ran()) == [
        (shard, tuple(f"corpus/{file}" for file in files)) for shard, files in BATCHES.values()
    ]


def test_the_ledger_is_not_stamped_before_the_merge(written: Divided, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = written.ledger.read_bytes()
    for more in ([], ["--corpus", written.tree("north") / "corpus"]):
        assert stamp(written, "n1", *more) == 2
        assert written.ledger.read_bytes() == ledger
    told = capsys.readouterr().err
    assert "r11 shard merge north comes first" in told
    assert "after r11 shard merge" in told
    assert written.r11("commit", "n1") == 2  # nor is anything committed for it in the main work tree
    assert "not stamped yet" in capsys.readouterr().err


def stamp(divided: Divided, batch: str, *more: object) -> int:
    return main(["stamp", str(divided.batch.receipts / f"{batch}.json"), *map(str, more)])


def test_the_copy_of_the_ledger_in_a_worktree_is_never_stamped(
    written: Divided, capsys: pytest.CaptureFixture[str]
) -> None:
    assert written.r11("shard", "merge", "north") == 0
    copy = written.tree("north") / "workspace" / "ledger.json"
    before = copy.read_bytes()
    assert stamp(written, "n1", "--ledger", copy) == 2
    assert "the copy of another worktree (r11-shard/north)" in capsys.readouterr().err
    assert copy.read_bytes() == before


def test_a_merge_that_waits_for_its_hook_is_none_yet(written: Divided, capsys: pytest.CaptureFixture[str]) -> None:
    """The files stand in the main work tree by then, and no commit holds them."""
    hook = written.top / ".git" / "hooks" / "pre-commit"
    script = hook.read_text()
    hook.write_text(script + "exit 1\n")
    assert written.r11("shard", "merge", "north") == 2
    hook.write_text(script)
    assert stamp(written, "n1") == 2
    assert "a merge is under way there and not committed yet" in capsys.readouterr().err
    assert written.r11("shard", "merge", "north") == 0
    assert stamp(written, "n1") == 0


def test_they_merge_without_a_conflict_and_the_ledger_is_stamped_once_after_it(written: Divided) -> None:
    before = json.loads(written.ledger.read_bytes())
    assert written.r11("shard", "merge", "north") == 0
    assert written.r11("shard", "merge", "south") == 0
    corpus = written.batch.corpus
    assert {f for f in (*NORTH, *SOUTH) if (corpus / f).read_bytes() == AFTER} == {*NORTH, *SOUTH}
    assert (corpus / "index.md").read_bytes() == BODY
    assert written.git("status", "--porcelain", "corpus") == ""
    assert json.loads(written.ledger.read_bytes()) == before
    assert stamp(written, "n1") == 0
    assert stamp(written, "s1") == 0
    assert written.stamped() == [*NORTH, *SOUTH]
    ledger = written.ledger.read_bytes()
    assert (stamp(written, "n1"), stamp(written, "s1")) == (0, 0)
    assert written.ledger.read_bytes() == ledger
    assert written.r11("commit", "n1") == 0
    assert written.git("show", "--name-only", "--format=", "HEAD").split() == ["workspace/ledger.json"]
    head = written.git("rev-parse", "HEAD")
    assert written.r11("commit", "s1") == 0
    assert written.git("rev-parse", "HEAD") == head
    assert [name for name, _ in written.ran()].count("kb") == 3  # two merges and the ledger, under the same hook


def test_a_merge_that_conflicts_names_a_way_on_that_leads_there(
    written: Divided, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody else changed the same line in the main work tree; the git command that is named takes it back."""
    written.batch.put(NORTH[0], BODY.replace(b"30", b"45"))
    written.git("commit", "--quiet", "--all", "--no-verify", "--message", "by hand")
    before = written.git("rev-parse", "HEAD"), tree_hash(written.batch.corpus)
    assert written.r11("shard", "merge", "north") == 2
    told = capsys.readouterr().err
    assert f"corpus/{NORTH[0]}: was changed in {written.top} too, and does not merge by itself" in told
    assert "next: take one side back, then r11 shard merge north again" in told
    assert "r11 commit BATCH --shard north" in told
    assert (written.git("rev-parse", "HEAD"), tree_hash(written.batch.corpus)) == before
    named = written.git("log", "--format=%H", "r11-shard/north..HEAD", "--", f"corpus/{NORTH[0]}").split()
    written.git("revert", "--no-edit", *named)
    assert written.r11("shard", "merge", "north") == 0
    assert (written.batch.corpus / NORTH[0]).read_bytes() == AFTER


def test_the_other_way_on_takes_the_batch_of_the_shard_back(written: Divided) -> None:
    written.batch.put(NORTH[0], BODY.replace(b"30", b"45"))
    written.git("commit", "--quiet", "--all", "--no-verify", "--message", "by hand")
    assert written.r11("decide", "--event", "revert", "--batch", "n1", "--reviewer", OPERATOR) == 0
    receipt_file = written.batch.receipts / "n1.json"
    assert apply("--reverse", receipt_file, "--workspace", written.batch.workspace, "--shard", "north").status == 0
    assert written.r11("commit", "n1", "--shard", "north") == 0
    assert written.r11("shard", "merge", "north") == 0
    assert (written.batch.corpus / NORTH[0]).read_bytes() == BODY.replace(b"30", b"45")


def test_a_second_merge_changes_nothing_and_says_so(written: Divided, capsys: pytest.CaptureFixture[str]) -> None:
    assert written.r11("shard", "merge", "north") == 0
    head, tree = written.git("rev-parse", "HEAD"), tree_hash(written.batch.corpus)
    capsys.readouterr()
    assert written.r11("shard", "merge", "north") == 0
    assert "nothing to merge" in capsys.readouterr().err
    assert (written.git("rev-parse", "HEAD"), tree_hash(written.batch.corpus)) == (head, tree)


def test_afterwards_the_worktrees_go_and_the_files_are_everybodys(written: Divided) -> None:
    assert written.r11("shard", "merge", "north") == 0
    assert written.r11("shard", "remove", "north") == 0
    assert not written.tree("north").exists()
    assert written.git("branch", "--list", "r11-shard/*").split() == ["+", "r11-shard/south"]
    assert stamp(written, "n1") == 0
    ended = apply(*arguments(written, "n1", None))
    assert (ended.status, "already applied" in ended.err) == (0, True)


def test_what_was_written_in_a_shard_is_put_back_there(written: Divided) -> None:
    keys = [f"{file}#c{number}" for number, file in enumerate(NORTH)]
    written.batch.event(EventKind.REVERT, keys, reviewer=OPERATOR, text="n1")
    workspace = written.batch.workspace
    back = ["--reverse", str(written.batch.receipts / "n1.json"), "--workspace", str(workspace)]
    elsewhere = apply(*back)
    assert elsewhere.status == 2
    assert f"{NORTH[0]}: belongs to shard north, which has a worktree; r11-apply --shard north" in elsewhere.err
    assert apply(*back, "--shard", "north").status == 0
    assert {(written.tree("north") / "corpus" / file).read_bytes() for file in NORTH} == {BODY}
    assert receipt(written.batch, "n1.reverted").shard == "north"


def test_put_back_there_before_the_merge_it_needs_no_stamp_and_hinders_no_commit(
    written: Divided, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = written.ledger.read_bytes()
    keys = [f"{file}#c{number}" for number, file in enumerate(NORTH)]
    written.batch.event(EventKind.REVERT, keys, reviewer=OPERATOR, text="n1")
    receipts, workspace = written.batch.receipts, written.batch.workspace
    back = ["--reverse", str(receipts / "n1.json"), "--workspace", str(workspace), "--shard", "north"]
    assert apply(*back).status == 0
    assert written.r11("commit", "n1", "--shard", "north") == 0
    assert written.r11("shard", "merge", "north") == 0
    capsys.readouterr()
    assert (stamp(written, "n1.reverted"), stamp(written, "n1")) == (0, 0)
    assert "so no stamp is needed: " + ", ".join(keys) in capsys.readouterr().err
    assert written.r11("commit", "n1") == 0
    assert written.ledger.read_bytes() == ledger


# --- outside of the shard -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "shard", "words"),
    [
        pytest.param((*NORTH, SOUTH[0]), "north", [f"{SOUTH[0]}: belongs to shard south"], id="another shard's file"),
        pytest.param((*NORTH, "index.md"), "north", ["index.md: belongs to no shard"], id="nobody's file"),
        pytest.param(
            (SOUTH[0], "index.md"), "north", [f"{SOUTH[0]}: belongs", "index.md: belongs"], id="all of them at once"
        ),
        pytest.param(
            (*NORTH, "index.md"), None, [f"{NORTH[0]}: belongs to shard north, which has"], id="a shard's file, outside"
        ),
    ],
)
def test_a_file_outside_is_refused_by_name_before_anything_is_written(
    shards: Divided, files: tuple[str, ...], shard: str | None, words: list[str]
) -> None:
    shards.approve(files, "b1")
    before = tree_hash(shards.top.parent)
    for dry in ([], ["--dry-run"]):
        ended = apply(*arguments(shards, "b1", shard), *dry)
        assert ended.status == 2
        assert all(word in ended.err for word in words), ended.err
        assert "nothing was written" in ended.err
    assert tree_hash(shards.top.parent) == before


def test_a_shard_is_written_in_its_own_worktree_only(shards: Divided, capsys: pytest.CaptureFixture[str]) -> None:
    shards.approve(NORTH, "n1")
    for corpus in (shards.batch.corpus, shards.tree("south") / "corpus"):
        ended = apply(*arguments(shards, "n1", "north"), "--corpus", corpus)
        assert ended.status == 2
        assert "shard north is written in its own worktree" in ended.err
    assert not list(shards.batch.receipts.iterdir())


def test_without_a_worktree_there_is_no_shard_to_write(shards: Divided) -> None:
    shards.approve(NORTH, "n1")
    assert shards.r11("shard", "remove", "north") == 0
    ended = apply(*arguments(shards, "n1", "north"))
    assert (ended.status, "r11 shard create north" in ended.err) == (2, True)
    assert apply(*arguments(shards, "n1", None)).status == 0  # its files are everybody's again
    assert statuses(shards.batch, "n1") == dict.fromkeys(NORTH, "applied")


def test_a_hook_that_is_gone_stops_the_writing(shards: Divided) -> None:
    shards.approve(NORTH, "n1")
    (shards.top / ".git" / "hooks" / "pre-commit").chmod(0o644)
    ended = apply(*arguments(shards, "n1", "north"))
    assert (ended.status, "is not executable" in ended.err) == (2, True)
    assert shards.git("status", "--porcelain", at=shards.tree("north")) == ""


# --- at the same moment ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(
    bool(tracer.unavailable()) and not os.environ.get("R11_CI"), reason=tracer.unavailable() or "traced"
)
def test_one_writes_while_the_other_is_in_the_middle(shards: Divided, tmp_path: Path) -> None:
    """North is stopped before its second rename; south runs from end to end; north goes on."""
    for batch, (_, files) in BATCHES.items():
        shards.approve(files, batch)
    renames: list[int] = []
    told: list[int] = []

    def south_in_between(index: int, call: str) -> tracer.Action:
        if call.startswith("rename"):
            renames.append(index)
            if len(renames) == 2:
                told.append(apply(*arguments(shards, "s1", "south")).status)
        return tracer.GO_ON

    north = arguments(shards, "n1", "north")
    assert tracer.run(lambda: _main(north), south_in_between).status == 0
    assert told == [0]
    started = {name: receipt(shards.batch, name) for name in BATCHES}
    assert started["n1"].started < started["s1"].started
    assert str(started["s1"].finished) < str(started["n1"].finished)
    for shard, files in BATCHES.values():
        assert {(shards.tree(shard) / "corpus" / file).read_bytes() for file in files} == {AFTER}


def _main(command: list[str]) -> int:
    import r11.apply

    return r11.apply.main(command)


def test_locks_are_one_per_corpus_folder_and_one_per_ledger_over_all_worktrees(shards: Divided) -> None:
    north, south = (shards.tree(name) / "corpus" for name in ("north", "south"))
    with (
        corpus_lock(north, "one"),
        corpus_lock(south, "two"),
        corpus_lock(shards.batch.corpus, "three"),
        pytest.raises(Locked, match="one"),
        corpus_lock(north, "four"),
    ):
        pass
    mine, theirs = shards.ledger, shards.tree("north") / "workspace" / "ledger.json"
    with ledger_lock(mine, "integrator"), pytest.raises(Locked, match="integrator"), ledger_lock(theirs, "session"):
        pass


def test_nobody_merges_while_somebody_writes(written: Divided, capsys: pytest.CaptureFixture[str]) -> None:
    with corpus_lock(written.tree("north") / "corpus", "r11-apply n2"):
        assert written.r11("shard", "merge", "north") == 2
        assert written.r11("shard", "remove", "north") == 2
    assert capsys.readouterr().err.count("r11-apply n2") == 2


# --- copies that are not the thing ----------------------------------------------------------------------------------


def test_a_shards_worktree_is_written_as_a_shard_or_not_at_all(shards: Divided) -> None:
    shards.approve(["index.md"], "b1")
    ended = apply(*arguments(shards, "b1", None), "--corpus", shards.tree("north") / "corpus")
    assert ended.status == 2
    assert "is in the worktree of shard north, which --shard north writes" in ended.err
    assert shards.git("status", "--porcelain", at=shards.tree("north")) == ""


def test_the_copy_of_the_workspace_in_a_worktree_is_none(shards: Divided, capsys: pytest.CaptureFixture[str]) -> None:
    """Decisions and receipts that were written there would be lost with it."""
    copy = shards.tree("north") / "workspace"
    assert main(["freeze", str(copy), "--batch", "b1"]) == 2
    assert "is the copy of a workspace in the worktree of shard north" in capsys.readouterr().err
    shards.approve(NORTH, "n1")
    ended = apply(shards.batch.workspace / "7-approved" / "n1.json", "--workspace", copy)
    assert (ended.status, "is the copy of a workspace" in ended.err) == (2, True)
    assert shards.git("status", "--porcelain", at=shards.tree("north")) == ""
