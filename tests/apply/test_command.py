"""The program as one calls it: what it demands, what it prints, how it ends, how fast it starts."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from batches import Batch, Change, tree_hash
from program import apply, receipt, statuses, write

from r11.apply import show
from r11.apply.journal import Journal, JournalEntry, Step, read_journal
from r11.records import ApprovedManifest

BODY = b"# T\n\nThe limit is 30 seconds.\n"


@pytest.fixture
def ready(batch: Batch) -> Batch:
    batch.put("a.md", BODY)
    batch.put("b.md", BODY)
    batch.approve([Change("a.md", 3, "30", "60"), Change("b.md", 3, "30", "60")])
    return batch


def manifest(batch: Batch) -> Path:
    return batch.workspace / "7-approved" / "b1.json"


# --- usage ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param([], "required", id="nothing to do"),
        pytest.param(["MANIFEST"], "--workspace", id="writing without a workspace"),
        pytest.param(["MANIFEST", "--corpus", "CORPUS"], "--workspace", id="writing with a corpus only"),
        pytest.param(["MANIFEST", "--dry-run"], "--corpus", id="a dry run without a corpus"),
        pytest.param(["absent.json", "--workspace", "WS"], "No such file", id="no manifest"),
        pytest.param(["MANIFEST", "--workspace", "absent"], "r11.toml", id="no workspace"),
        pytest.param(["MANIFEST", "--workspace", "WS", "--corpus", "absent"], "no such folder", id="no corpus"),
        pytest.param(["MANIFEST", "--workspace", "WS", "--shard", "7"], "no such shard: 7", id="no shard"),
        pytest.param(["MANIFEST", "--workspace", "WS", "--shard", "../7"], "no such shard: ../7", id="no name"),
        pytest.param(["MANIFEST", "--reverse", "R", "--workspace", "WS"], "not allowed with", id="both ways at once"),
        pytest.param(["--reverse", "absent.json", "--workspace", "WS"], "no such file", id="no receipt"),
        pytest.param(["--reverse", "absent.json", "--corpus", "CORPUS", "--dry-run"], "--workspace", id="back, no WS"),
        pytest.param(["MANIFEST", "--force"], "unrecognized", id="no such option"),
    ],
)
def test_wrong_usage_is_told_and_does_nothing(ready: Batch, arguments: list[str], words: str) -> None:
    places = {"MANIFEST": manifest(ready), "WS": ready.workspace, "CORPUS": ready.corpus}
    before = tree_hash(ready.root)
    ended = apply(*[places.get(argument, argument) for argument in arguments])
    assert ended.status == 2
    assert words in ended.err
    assert "Traceback" not in ended.err
    assert tree_hash(ready.root) == before


def test_help_has_examples_and_the_exit_statuses() -> None:
    ended = apply("--help")
    assert ended.status == 0
    assert "--dry-run" in ended.out
    assert "130 interrupted" in ended.out


def test_the_workspace_may_come_from_the_environment(ready: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("R11_WORKSPACE", str(ready.workspace))
    assert apply(manifest(ready)).status == 0
    assert set(statuses(ready).values()) == {"applied"}


# --- a dry run --------------------------------------------------------------------------------------------------------


def test_a_dry_run_is_apply_minus_the_write(ready: Batch) -> None:
    (ready.corpus / "b.md").write_bytes(b"changed\n")
    before = tree_hash(ready.root)
    dry = write(ready, "b1", "--dry-run")
    assert tree_hash(ready.root) == before
    assert dry.out.splitlines() == [
        *("--- a/a.md", "+++ b/a.md", "@@ -1,3 +1,3 @@", " # T", " "),
        *("-The limit is 30 seconds.", "+The limit is 60 seconds."),
    ]
    wet = write(ready)
    assert (dry.status, wet.status) == (1, 1)
    assert dry.err.replace("to be applied", "applied") == wet.err


def test_a_dry_run_without_a_workspace_names_the_checks_it_left_out(ready: Batch) -> None:
    ended = apply(manifest(ready), "--corpus", ready.corpus, "--dry-run")
    assert ended.status == 0
    for words in ("left out", "confirmations", "ratified policy", "evidence"):
        assert words in ended.err
    assert "+The limit is 60 seconds." in ended.out


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "colour"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (io.StringIO(), {}, False),
    ],
    ids=["terminal", "NO_COLOR", "NO_COLOR empty", "pipe"],
)
def test_colour_only_on_a_terminal_that_wants_it(
    stream: io.StringIO, environment: dict[str, str], colour: bool
) -> None:
    assert show.wants_colour(stream, environment) is colour


def test_the_diff_shows_what_a_terminal_must_not_obey(batch: Batch) -> None:
    """Escape sequences and other encodings of a corpus file are shown, not sent."""
    batch.put("a.md", b"evil \x1b[2J\xff\n\nThe limit is 30 seconds.")
    batch.approve([Change("a.md", 3, "30", "60")])
    out = write(batch, "b1", "--dry-run").out
    assert "\x1b" not in out
    assert "evil \\x1b[2J\\xff" in out
    assert "\\ No newline at end of file" in out


def test_a_reader_that_has_enough_is_no_error(ready: Batch) -> None:
    program = f"{sys.executable} -c 'import sys; from r11.apply import main; sys.exit(main())'"
    line = f"{program} {manifest(ready)} --workspace {ready.workspace} --dry-run | true; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stderr


# --- what it says -----------------------------------------------------------------------------------------------------


def test_a_second_run_says_that_it_was_done(ready: Batch) -> None:
    assert "2 files, 2 applied" in write(ready).err
    before = tree_hash(ready.root)
    ended = write(ready)
    assert (ended.status, tree_hash(ready.root)) == (0, before)
    assert "already applied" in ended.err


def test_a_second_run_on_another_tree_says_so(ready: Batch) -> None:
    """The receipt is complete, and this corpus is as before: the wrong worktree, or restored by other means."""
    write(ready)
    (ready.corpus / "a.md").write_bytes(BODY)
    ended = write(ready)
    assert ended.status == 1
    assert "a.md: stands as if the batch had not run" in ended.err


def test_the_receipt_on_stdout_is_json(ready: Batch) -> None:
    ended = write(ready, "b1", "--json")
    assert json.loads(ended.out) == json.loads((ready.receipts / "b1.json").read_bytes())


def test_a_file_found_as_it_should_be_is_no_work_of_this_batch(ready: Batch) -> None:
    (ready.corpus / "a.md").write_bytes(BODY.replace(b"30", b"60"))
    assert write(ready).status == 0
    assert statuses(ready) == {"a.md": "already-applied", "b.md": "applied"}


def test_a_batch_of_the_same_name_and_other_content_is_refused(ready: Batch) -> None:
    write(ready)
    ready.put("c.md", BODY)
    ready.approve([Change("c.md", 3, "30", "60")])
    ended = write(ready)
    assert ended.status == 2
    assert "another manifest of this name" in ended.err
    assert (ready.corpus / "c.md").read_bytes() == BODY


def test_an_interrupted_run_is_gone_on_with_and_said_so(ready: Batch) -> None:
    """The first run was killed after it wrote a.md and while it wrote b.md."""
    (ready.corpus / "a.md").write_bytes(BODY.replace(b"30", b"60"))
    leftover = ready.put(".r11-0123.tmp", b"half")
    begin_journal(
        ready,
        JournalEntry(step=Step.WRITING, file="a.md", temporary=".r11-4567.tmp"),
        JournalEntry(step=Step.WRITTEN, file="a.md"),
        JournalEntry(step=Step.WRITING, file="b.md", temporary=leftover.name),
    )
    ended = write(ready)
    assert ended.status == 0
    assert "goes on with the run that began at earlier and was cut short; it had written 1 files" in ended.err
    assert not leftover.exists()
    assert statuses(ready) == {"a.md": "applied", "b.md": "applied"}
    assert receipt(ready).started == "earlier"


def begin_journal(batch: Batch, *steps: JournalEntry, corpus: str = "") -> None:
    digest = msgspec.json.decode(manifest(batch).read_bytes(), type=ApprovedManifest).sha256
    where = corpus or str(batch.corpus.resolve())
    with Journal(batch.receipts / "b1.journal") as journal:
        journal.open(JournalEntry(step=Step.STARTED, at="earlier", manifest_sha256=digest, corpus=where))
        for step in steps:
            journal.record(step)


def test_a_journal_that_was_torn_anywhere_can_be_read(ready: Batch) -> None:
    """A crash may cut it at any byte; what is left is read, and appended to."""
    begin_journal(ready, JournalEntry(step=Step.WRITING, file="a.md", temporary=".r11-0.tmp"))
    path = ready.receipts / "b1.journal"
    whole = path.read_bytes()
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        found = read_journal(path)
        lines = whole[:size].count(b"\n")
        assert (found is None) == (lines == 0 and size < whole.index(b"\n"))
        assert found is None or found.touched <= {"a.md"}
        with Journal(path) as journal:
            journal.open(JournalEntry(step=Step.STARTED, at="again", manifest_sha256="m", corpus="c"))
        assert read_journal(path) is not None


def test_an_interrupted_run_is_finished_on_its_own_corpus_only(ready: Batch, tmp_path: Path) -> None:
    begin_journal(ready, corpus="/another/tree")
    ended = write(ready)
    assert ended.status == 2
    assert "/another/tree" in ended.err


# --- starting ---------------------------------------------------------------------------------------------------------


def test_help_imports_next_to_nothing() -> None:
    """Starts fast because of what it does not import; no clock is asked here (the benchmark does that)."""
    program = "import sys; from r11.apply import build_parser; build_parser().format_help(); print(*sys.modules)"
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=env).stdout
    heavy = {"msgspec", "filelock", "markdown_it", "pathlib", "rapidfuzz", "asyncio", "r11.records", "r11.storage"}
    assert not heavy & set(loaded.split())


def test_a_run_imports_no_analysis_library(ready: Batch) -> None:
    program = "import sys, r11.apply.command; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"pandas", "polars", "altair", "ipywidgets", "numpy", "scipy", "httpx", "pyarrow"} & set(loaded)
