"""After apply: receipts into the ledger, byte-exactly; and one commit with exactly a batch's paths."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import tracer
from batches import OPERATOR, URL, Batch, Change, tree_hash
from program import apply, write

from r11.commands import write as verbs
from r11.errors import Locked, R11Error, UsageError
from r11.storage import ledger_lock
from r11.vocabulary import EventKind, FixOp

BODY = b"The limit is 30 seconds.\r\nIt keeps 7 days.\r\n"
ODD = '{\r\n\t"note": "caf\\u00e9 1.0 1e3",  "records" : [%s],\r\n "n": 1.50, "z": {"b":1,"a":2}}'


def run(*arguments: object) -> int:
    parser = argparse.ArgumentParser()
    verbs.register(parser.add_subparsers(required=True))
    args = parser.parse_args([str(argument) for argument in arguments])
    return int(args.run(args))


def flag(file: str, number: int, claim: str, line: int) -> str:
    return json.dumps(
        {
            "id": f"c{number}",
            "judge_verdict": "not_grounded",
            "rule": "R8",
            "evidence_url": URL,
            "evidence_quote": claim.replace("30", "60").replace("7", "9"),
            "reason": "r",
            "file": file,
            "line": line,
            "claim": claim,
            "disposition": None,
            "mine": 1.0,
        },
        ensure_ascii=True,
    )


def record(file: str, *flags: str) -> str:
    return f'{{"file": "{file}", "per_file_verdict": "flagged", "flags": [{", ".join(flags)}], "x": null}}'


@pytest.fixture
def programme(batch: Batch) -> Batch:
    """Two files and an odd ledger; x.md#c0 swapped, x.md#c1 rewritten, y.md#c3 closed, y.md#c4 untouched."""
    batch.put("x.md", BODY)
    batch.put("y.md", BODY)
    first, second = "The limit is 30 seconds.", "It keeps 7 days."
    records = [
        record("x.md", flag("x.md", 0, first, 1), flag("x.md", 1, second, 2)),
        record("y.md", flag("y.md", 3, first, 1), flag("y.md", 4, second, 2)),
    ]
    (batch.workspace / "ledger.json").write_bytes((ODD % ", ".join(records)).encode())
    batch.approve(
        [Change("x.md", 1, "30", "60"), Change("x.md", 2, "7", "9", op=FixOp.O3)],
        closed=["y.md#c3"],
    )
    return batch


def ledger(batch: Batch) -> Path:
    return batch.workspace / "ledger.json"


def flags(batch: Batch) -> dict[str, dict[str, object]]:
    return {f"{f['file']}#{f['id']}": f for r in json.loads(ledger(batch).read_bytes())["records"] for f in r["flags"]}


def stamped(batch: Batch, name: str = "b1") -> int:
    return run("stamp", batch.receipts / f"{name}.json", "--ledger", ledger(batch))


def put_back(batch: Batch) -> None:
    batch.event(EventKind.REVERT, ["x.md#c0", "x.md#c1"], reviewer=OPERATOR, text="b1")
    assert apply("--reverse", batch.receipts / "b1.json", "--workspace", batch.workspace).status == 0


# --- stamp ------------------------------------------------------------------------------------------------------------


def test_only_the_flags_named_change(programme: Batch) -> None:
    before = ledger(programme).read_bytes()
    write(programme)
    assert stamped(programme) == 0
    found = flags(programme)
    assert found["x.md#c0"]["applied"] is True
    assert found["x.md#c0"]["disposition"] == "outdated"
    assert found["x.md#c0"]["fix"]["op"] == "O1"
    assert set(found["x.md#c0"]["fix"]) == {"op", "batch", "evidence"}
    assert set(found["x.md#c1"]["fix"]) == {"op", "batch", "confirmation"}
    assert found["y.md#c3"]["closed"] is True
    assert found["y.md#c3"]["disposition"] == "correct"
    assert "fix" not in found["y.md#c4"]
    after = ledger(programme).read_bytes()
    head, tail = before.index(b'"id": "c0"'), before.index(b"}", before.index(b'"id": "c4"'))
    assert after.startswith(before[:head])
    assert after.endswith(before[before.index(b'"id": "c4"') :])
    assert b"caf\\u00e9 1.0 1e3" in after
    assert tail


def test_stamping_twice_changes_nothing(programme: Batch) -> None:
    write(programme)
    stamped(programme)
    before = (ledger(programme).read_bytes(), ledger(programme).stat().st_mtime_ns)
    assert stamped(programme) == 0
    assert (ledger(programme).read_bytes(), ledger(programme).stat().st_mtime_ns) == before


def test_the_ledger_keeps_mode_and_is_followed_through_a_link(programme: Batch) -> None:
    write(programme)
    real = programme.root / "elsewhere.json"
    ledger(programme).rename(real)
    ledger(programme).symlink_to(real)
    real.chmod(0o640)
    stamped(programme)
    assert ledger(programme).is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert b'"applied"' in real.read_bytes()


def test_what_was_put_back_is_stamped_reverted_and_stays_so(programme: Batch) -> None:
    """The order in which receipts are stamped does not matter: the last word on a file counts."""
    write(programme)
    stamped(programme)
    put_back(programme)
    assert stamped(programme, "b1.reverted") == 0
    found = flags(programme)
    assert (found["x.md#c0"]["applied"], found["x.md#c0"]["reverted"]) == (False, True)
    assert found["y.md#c3"]["closed"] is True
    before = ledger(programme).read_bytes()
    assert stamped(programme) == 0
    assert ledger(programme).read_bytes() == before


@pytest.mark.parametrize("order", [("b1", "b1.reverted"), ("b1.reverted", "b1"), ("b1.reverted",)], ids=" then ".join)
def test_what_was_put_back_before_it_was_stamped_needs_no_stamp(
    programme: Batch,
    order: tuple[str, ...],
    capsys,  # type: ignore[no-untyped-def]
) -> None:
    before = flags(programme)
    write(programme)
    put_back(programme)
    capsys.readouterr()
    for name in order:
        assert stamped(programme, name) == 0
        assert "so no stamp is needed: x.md#c0, x.md#c1" in capsys.readouterr().err
    found = flags(programme)
    assert {key: found[key] for key in before if key != "y.md#c3"} == {k: before[k] for k in before if k != "y.md#c3"}
    assert (found["y.md#c3"]["closed"], found["y.md#c3"]["disposition"]) == (True, "correct")
    once = (ledger(programme).read_bytes(), ledger(programme).stat().st_mtime_ns)
    for name in order:
        assert stamped(programme, name) == 0
    assert (ledger(programme).read_bytes(), ledger(programme).stat().st_mtime_ns) == once


def test_machines_are_told_which_flags_get_no_stamp(programme: Batch, capsys) -> None:  # type: ignore[no-untyped-def]
    write(programme)
    put_back(programme)
    capsys.readouterr()
    run("stamp", programme.receipts / "b1.reverted.json", "--ledger", ledger(programme), "--json")
    told = {one["flag_key"]: one["stamp"] for one in json.loads(capsys.readouterr().out)}
    assert told == {"x.md#c0": None, "x.md#c1": None, "y.md#c3": "closed"}


def test_a_new_batch_with_the_edit_is_stamped_and_the_old_one_takes_nothing_from_it(programme: Batch) -> None:
    write(programme)
    put_back(programme)
    assert stamped(programme, "b1.reverted") == 0
    programme.approve([Change("x.md", 1, "30", "60")], "b2")
    assert write(programme, "b2").status == 0
    assert stamped(programme, "b2") == 0
    found = flags(programme)["x.md#c0"]
    assert (found["applied"], found["fix"]["batch"]) == (True, "b2")  # type: ignore[index]
    before = ledger(programme).read_bytes()
    for name in ("b1", "b1.reverted"):
        assert stamped(programme, name) == 0
        assert ledger(programme).read_bytes() == before


def test_what_a_reversal_could_not_put_back_keeps_its_stamp_and_hinders_no_other(programme: Batch) -> None:
    """x.md was stamped as applied and changed by hand since; the reversal of z.md is stamped all the same."""
    programme.put("z.md", b"The limit is 30 seconds.\n")
    entry = json.loads(ledger(programme).read_bytes())
    entry["records"].append(json.loads(record("z.md", flag("z.md", 7, "The limit is 30 seconds.", 1))))
    ledger(programme).write_text(json.dumps(entry))
    programme.approve([Change("x.md", 1, "30", "60"), Change("z.md", 1, "30", "60", id="c7")])
    write(programme)
    assert stamped(programme) == 0
    programme.put("x.md", b"Somebody went on.\n")
    programme.event(EventKind.REVERT, ["x.md#c0", "z.md#c7"], reviewer=OPERATOR, text="b1")
    assert apply("--reverse", programme.receipts / "b1.json", "--workspace", programme.workspace).status == 1
    assert stamped(programme, "b1.reverted") == 0
    found = flags(programme)
    assert (found["x.md#c0"]["applied"], found["z.md#c7"]["reverted"]) == (True, True)


def test_a_file_that_was_left_out_settles_nothing(programme: Batch) -> None:
    (programme.corpus / "x.md").write_bytes(b"changed\n")
    assert write(programme).status == 1
    assert stamped(programme) == 0
    found = flags(programme)
    assert "applied" not in found["x.md#c0"]
    assert found["y.md#c3"]["closed"] is True


def test_a_disk_too_full_for_the_note_of_a_lock_stops_nobody(programme: Batch) -> None:
    """It says who works here, for people; where the work itself finds no room, that names the file."""
    write(programme)
    note = programme.workspace / ".ledger.json.r11.holder"
    note.symlink_to("/dev/full")
    assert stamped(programme) == 0
    assert not note.is_symlink()


def test_the_ledger_is_locked_for_one_writer(programme: Batch) -> None:
    write(programme)
    before = ledger(programme).read_bytes()
    with ledger_lock(ledger(programme), "r11 stamp other"), pytest.raises(Locked, match="r11 stamp other"):
        stamped(programme)
    assert ledger(programme).read_bytes() == before


@pytest.mark.skipif(
    bool(tracer.unavailable()) and not os.environ.get("R11_CI"), reason=tracer.unavailable() or "traced"
)
def test_a_stamp_that_is_killed_anywhere_is_whole_and_repeatable(
    programme: Batch, memory: Path, tried: Callable[[str, int], None]
) -> None:
    write(programme)
    before = ledger(programme).read_bytes()
    whole = Batch(Path(shutil.copytree(programme.root, memory / "whole")))
    points, states = tracer.moments(
        whole.root, memory, lambda: stamped(whole), lambda f: frozenset(tree_hash(f).items())
    )
    after = ledger(whole).read_bytes()
    assert after != before
    for batch in map(Batch, states):
        assert ledger(batch).read_bytes() in {before, after}
        assert stamped(batch) == 0
        assert ledger(batch).read_bytes() == after
        assert not list(batch.workspace.glob(".r11-*"))
    tried("what kill -9 leaves while stamping", points)


@pytest.mark.skipif(
    bool(tracer.unavailable()) and not os.environ.get("R11_CI"), reason=tracer.unavailable() or "traced"
)
def test_a_stamp_that_is_really_killed(programme: Batch, memory: Path, tried: Callable[[str, int], None]) -> None:
    write(programme)
    for point in range(0, 240, 12):
        batch = Batch(Path(shutil.copytree(programme.root, memory / "copy")))
        tracer.run(lambda: stamped(batch), tracer.at(point, tracer.KILL))  # noqa: B023
        assert stamped(batch) == 0
        assert not list(batch.workspace.glob(".r11-*"))
        assert all(flag.get("applied") for key, flag in flags(batch).items() if key.startswith("x.md"))
        shutil.rmtree(batch.root)
    tried("kill -9 while stamping", 20)


def spoil_receipt(batch: Batch) -> None:
    (batch.receipts / "b1.json").write_bytes(b"{")


def interrupted(batch: Batch) -> None:
    path = batch.receipts / "b1.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"finished": None}))


def manifest_gone(batch: Batch) -> None:
    (batch.workspace / "7-approved" / "b1.json").unlink()


def manifest_changed(batch: Batch) -> None:
    path = batch.workspace / "7-approved" / "b1.json"
    path.write_bytes(path.read_bytes().replace(b"outdated", b"wrong"))


def ledger_gone(batch: Batch) -> None:
    ledger(batch).unlink()


def ledger_spoilt(batch: Batch) -> None:
    ledger(batch).write_bytes(b'{"records": [')


def flag_gone(batch: Batch) -> None:
    ledger(batch).write_bytes(ledger(batch).read_bytes().replace(b'"id": "c1"', b'"id": "c7"'))


def to(changed: str, by: str) -> Callable[[Batch], None]:
    def change(batch: Batch) -> None:
        data = ledger(batch).read_bytes()
        assert data.count(changed.encode()) > 0
        ledger(batch).write_bytes(data.replace(changed.encode(), by.encode(), 1))

    return change


CHANGED_BY_HAND = [
    pytest.param(to('"evidence_quote": "The limit is 60', '"evidence_quote": "The limit is 70'), id="evidence_quote"),
    pytest.param(to('"claim": "The limit is 30', '"claim": "The limit was 30'), id="claim"),
    pytest.param(to(URL, f"{URL}/else"), id="evidence_url"),
]


@pytest.mark.parametrize("change", CHANGED_BY_HAND)
def test_a_flag_that_says_something_else_than_its_edit_was_approved_on_is_not_stamped(
    programme: Batch, change: Callable[[Batch], None], request: pytest.FixtureRequest
) -> None:
    write(programme)
    change(programme)
    before = ledger(programme).read_bytes()
    with pytest.raises(R11Error) as refused:
        stamped(programme)
    assert refused.value.exit_status == 2
    assert "FLAG_CHANGED" in str(refused.value)
    assert f"x.md#c0: {request.node.callspec.id}: not what batch 'b1' was approved on" in str(refused.value)
    assert "x.md#c1" not in str(refused.value)
    assert ledger(programme).read_bytes() == before
    put_back(programme)  # the way out that it names
    assert stamped(programme, "b1.reverted") == 0


@pytest.mark.parametrize("change", CHANGED_BY_HAND)
def test_nor_is_its_edit_written(
    programme: Batch, change: Callable[[Batch], None], request: pytest.FixtureRequest
) -> None:
    change(programme)
    before = tree_hash(programme.corpus)
    ended = write(programme)
    assert ended.status == 2
    told = f"since it was approved ({request.node.callspec.id}): refresh, propose and review it again [FLAG_CHANGED]"
    assert told in ended.err
    assert [line for line in ended.err.splitlines() if "x.md#c1" in line] == []
    assert tree_hash(programme.corpus) == before
    assert not list(programme.receipts.iterdir())


@pytest.mark.parametrize(
    "spoil",
    [spoil_receipt, interrupted, manifest_gone, manifest_changed, ledger_gone, ledger_spoilt, flag_gone],
    ids=lambda act: act.__name__,
)
def test_what_does_not_fit_stamps_nothing(programme: Batch, spoil: object) -> None:
    write(programme)
    spoil(programme)  # type: ignore[operator]
    before = tree_hash(programme.workspace)
    with pytest.raises(R11Error) as refused:
        stamped(programme)
    assert refused.value.exit_status == 2
    after = tree_hash(programme.workspace)
    after.pop(".ledger.json.r11.lock", None)  # empty, and not the ledger's content
    assert after == before


# --- commit -----------------------------------------------------------------------------------------------------------


def git(batch: Batch, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(batch.root), *arguments], capture_output=True, text=True, check=True, env=os.environ
    )
    return done.stdout


@pytest.fixture
def repository(programme: Batch, monkeypatch: pytest.MonkeyPatch) -> Batch:
    """The programme in a real repository, with a dirty file and an untracked one beside the batch's."""
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Integrator")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "integrator@example.org")
    git(programme, "init", "--quiet")
    programme.put("dirty.md", b"a\n")
    (programme.workspace / "state.json").write_text("{}\n")
    toml = programme.workspace / "r11.toml"
    toml.write_text(toml.read_text() + 'state_file = "state.json"\n')
    git(programme, "add", "--all")
    git(programme, "commit", "--quiet", "--message", "start")
    programme.put("dirty.md", b"b\n")
    programme.put("untracked.md", b"c\n")
    return programme


def commit(batch: Batch, *more: str) -> int:
    return run("commit", "b1", "--workspace", batch.workspace, *more)


def committed(batch: Batch) -> set[str]:
    return set(git(batch, "show", "--name-only", "--format=", "HEAD").split())


def test_exactly_the_batch_is_committed(repository: Batch) -> None:
    write(repository)
    stamped(repository)
    (repository.workspace / "state.json").write_text('{"batch": "b1"}\n')
    assert commit(repository) == 0
    assert committed(repository) == {"corpus/x.md", "workspace/ledger.json", "workspace/state.json"}
    assert " M corpus/dirty.md" in git(repository, "status", "--porcelain")
    assert "Apply batch b1: 2 edits" in git(repository, "log", "-1", "--format=%s")
    head = git(repository, "rev-parse", "HEAD")
    assert commit(repository) == 0
    assert git(repository, "rev-parse", "HEAD") == head


def test_other_staged_changes_are_refused(repository: Batch) -> None:
    write(repository)
    stamped(repository)
    git(repository, "add", "corpus/dirty.md")
    before = git(repository, "status", "--porcelain")
    with pytest.raises(UsageError, match=r"corpus/dirty\.md"):
        commit(repository)
    assert git(repository, "status", "--porcelain") == before


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (lambda b: None, "no finished receipt"),
        (lambda b: write(b), "not stamped yet"),
        (lambda b: (write(b), stamped(b), b.put("x.md", b"else\n")), "not as batch b1 left them"),
    ],
    ids=["not applied", "not stamped", "changed since"],
)
def test_what_comes_before_a_commit(repository: Batch, prepare: object, words: str) -> None:
    prepare(repository)  # type: ignore[operator]
    head = git(repository, "rev-parse", "HEAD")
    with pytest.raises(UsageError, match=words):
        commit(repository)
    assert git(repository, "rev-parse", "HEAD") == head
    assert git(repository, "diff", "--cached", "--name-only") == ""


def hooked(batch: Batch, script: str) -> Path:
    """The repository's pre-commit hook, which runs these lines."""
    hook = batch.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{script}\n")
    hook.chmod(0o755)
    return hook


def test_a_hook_that_refuses_is_told_and_nothing_is_thrown_away(repository: Batch) -> None:
    write(repository)
    stamped(repository)
    hook = hooked(repository, "echo 'no commits on Friday' >&2\nexit 1")
    before = tree_hash(repository.corpus)
    with pytest.raises(UsageError, match="no commits on Friday"):
        commit(repository)
    assert tree_hash(repository.corpus) == before
    hook.unlink()
    assert commit(repository, "-m", "after the weekend") == 0
    assert committed(repository) >= {"corpus/x.md"}


def test_what_a_hook_puts_into_the_commit_is_named(repository: Batch, capsys: pytest.CaptureFixture[str]) -> None:
    """Whether it rewrote a file of the batch or took in another one: nobody approved that."""
    write(repository)
    stamped(repository)
    hooked(repository, "echo more >> corpus/x.md\ngit add corpus/x.md corpus/dirty.md")
    assert commit(repository) == 1
    told = capsys.readouterr().err
    assert "a hook put into this commit what the batch did not: corpus/dirty.md, corpus/x.md; nobody approved" in told
    assert committed(repository) >= {"corpus/x.md", "corpus/dirty.md"}


def test_a_batch_whose_manifest_is_gone_is_no_unknown_batch(repository: Batch) -> None:
    write(repository)
    (repository.workspace / "7-approved" / "b1.json").unlink()
    for step in (stamped, commit):
        with pytest.raises(UsageError, match=r"b1\.json: is gone, and .* tells of a run of it: bring it back"):
            step(repository)


def test_a_corpus_that_is_not_there_is_told(repository: Batch) -> None:
    write(repository)
    stamped(repository)
    repository.corpus.rename(repository.root / "moved")
    with pytest.raises(UsageError, match=r"no such folder; r11\.toml says where the corpus is"):
        commit(repository)


def test_no_repository_is_told(programme: Batch) -> None:
    write(programme)
    stamped(programme)
    with pytest.raises(UsageError, match="not in a git repository"):
        commit(programme)


def test_the_locks_stand_in_the_git_folder_and_not_in_the_tree(repository: Batch) -> None:
    write(repository)
    stamped(repository)
    assert "lock" not in git(repository, "status", "--porcelain", "--untracked-files=all")
    assert list((repository.root / ".git" / "r11").glob("*.lock"))


def test_the_ledgers_lock_spans_worktrees(repository: Batch, tmp_path: Path) -> None:
    other = tmp_path / "other-tree"
    git(repository, "worktree", "add", "--quiet", str(other), "-b", "shard")
    with (
        ledger_lock(ledger(repository), "the first tree"),
        pytest.raises(Locked, match="the first tree"),
        ledger_lock(other / "workspace" / "ledger.json", "the second tree"),
    ):
        pass


def test_putting_back_is_committed_like_applying(repository: Batch) -> None:
    write(repository)
    stamped(repository)
    commit(repository)
    put_back(repository)
    stamped(repository, "b1.reverted")
    assert commit(repository) == 0
    assert committed(repository) == {"corpus/x.md", "workspace/ledger.json"}
    assert "1 file(s) put back" in git(repository, "log", "-1", "--format=%s")


def test_what_was_put_back_before_it_was_stamped_hinders_no_commit(repository: Batch) -> None:
    write(repository)
    put_back(repository)
    with pytest.raises(UsageError, match="not stamped yet"):  # its closing is not
        commit(repository)
    stamped(repository, "b1.reverted")
    assert commit(repository) == 0
    assert committed(repository) == {"workspace/ledger.json"}


def test_other_work_in_a_file_of_the_batch_is_named(programme: Batch, repository: Batch, capsys) -> None:  # type: ignore[no-untyped-def]
    """Written before the batch was approved, and never committed: it goes in with the batch, and is said to."""
    git(repository, "rm", "--quiet", "--cached", "corpus/x.md")
    git(repository, "commit", "--quiet", "--message", "x.md is not under version control yet")
    write(repository)
    stamped(repository)
    capsys.readouterr()
    assert commit(repository) == 0
    assert "corpus/x.md: held work that was not committed before the batch" in capsys.readouterr().err


def test_a_file_committed_as_it_was_reviewed_is_not_named(repository: Batch, capsys) -> None:  # type: ignore[no-untyped-def]
    write(repository)
    stamped(repository)
    capsys.readouterr()
    commit(repository)
    assert "held work" not in capsys.readouterr().err


def test_line_endings_that_git_converts_are_no_other_work(repository: Batch, capsys) -> None:  # type: ignore[no-untyped-def]
    (repository.root / ".gitattributes").write_text("*.md text eol=crlf\n")
    git(repository, "add", "--renormalize", ".gitattributes", "corpus/x.md")
    git(repository, "add", ".gitattributes")
    git(repository, "commit", "--quiet", "--message", "endings")
    assert "\r" not in git(repository, "cat-file", "blob", "HEAD:corpus/x.md")
    write(repository)
    stamped(repository)
    capsys.readouterr()
    commit(repository)
    assert "held work" not in capsys.readouterr().err


def test_an_ignored_workspace_is_told_before_anything_is_staged(repository: Batch) -> None:
    git(repository, "rm", "--quiet", "-r", "--cached", "workspace")
    (repository.root / ".gitignore").write_text("workspace/\n")
    git(repository, "add", ".gitignore")
    git(repository, "commit", "--quiet", "--message", "ignore the workspace")
    write(repository)
    stamped(repository)
    with pytest.raises(UsageError, match="the workspace is git-ignored"):
        commit(repository)
    assert git(repository, "diff", "--cached", "--name-only") == ""
