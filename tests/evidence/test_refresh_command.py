"""`r11 refresh` as a person runs it, on the 540 sample pages behind a real server: killed, interrupted, repeated."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from r11.cli import main
from r11.evidence import distinct_urls
from r11.storage import EvidenceFolder, Workspace
from r11.workbench.evidence import page_sections, page_texts, read_evidence
from r11.workbench.ledger import read_workspace_ledger
from r11.workbench.standing import which_stand

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"
PER_HOST = 16
RECORDS = 40


@pytest.fixture(scope="module")
def sample_server(start: Callable[..., Any]) -> Iterator[Any]:
    with start("--pages", str(SAMPLE / "pages"), "--latency", "0.05") as server:
        yield server


@pytest.fixture
def server(sample_server: Any) -> Any:
    sample_server.reset()
    return sample_server


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    root.mkdir()
    shutil.copy(SAMPLE / "r11.toml", root)
    shutil.copytree(SAMPLE / "1-ledger", root / "1-ledger")
    return root


@pytest.fixture
def part(workspace: Path) -> Path:
    """The workspace with a part of the ledger: enough to be stopped in the middle."""
    ledger = workspace / "1-ledger" / "ledger.json"
    records = json.loads(ledger.read_text(encoding="utf-8"))["records"][:RECORDS]
    ledger.write_text(json.dumps(records), encoding="utf-8")
    return workspace


def command(workspace: Path, server: Any, *more: str) -> list[str]:
    options = ["--mirror", str(server.url), "--per-host", str(PER_HOST), "--json", *more]
    return [sys.executable, "-m", "r11", "refresh", str(workspace), *options]


def refreshed(workspace: Path, server: Any, *more: str) -> tuple[int, dict[str, Any]]:
    done = subprocess.run(command(workspace, server, *more), capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, json.loads(done.stdout)


def stopped(workspace: Path, server: Any, how: signal.Signals, *, after: int) -> subprocess.CompletedProcess[str]:
    """A refresh that gets a signal once its journal holds so many pages."""
    one_by_one = command(workspace, server, "--per-host", "1")  # slow enough to be caught on a busy machine too
    process = subprocess.Popen(one_by_one, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while len(EvidenceFolder(workspace / "2-evidence").journal()) < after:
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(how)
    out, err = process.communicate(timeout=30)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def pages_of(workspace: Path) -> int:
    return len(distinct_urls(read_workspace_ledger(Workspace.open(workspace)).flags))


def gold() -> dict[str, str]:
    rows = map(json.loads, (SAMPLE / "gold.jsonl").read_text(encoding="utf-8").splitlines())
    return {row["flag_key"]: row["evidence_state"] for row in rows}


def test_every_distinct_url_once_and_every_flag_in_the_state_that_was_planted(workspace: Path, server: Any) -> None:
    """And never above the limit per host: the server counts. A second run asks for changes only and says so."""
    status, done = refreshed(workspace, server)
    counts = server.counts()
    assert (status, done["pages"], done["fetched"], done["outcomes"]["fetched"]) == (0, 540, 540, 540)
    assert set(counts["asked"].values()) == {1}
    assert len(counts["asked"]) == 540
    assert counts["most_open"] == PER_HOST
    flags = EvidenceFolder(workspace / "2-evidence").flags()
    assert {key: evidence.state.value for key, evidence in flags.items()} == gold()

    status, again = refreshed(workspace, server)
    assert (status, again["unchanged"], again["outcomes"]["not_modified"]) == (0, True, 540)
    assert server.counts()["known"] == 540
    assert again["states"] == done["states"] == {**dict.fromkeys(done["states"], 0), **Counter(gold().values())}
    look_at(workspace)


def look_at(root: Path) -> None:
    """What the classifier reads back."""
    workspace = Workspace.open(root)
    evidence = read_evidence(workspace, read_workspace_ledger(workspace).flags)
    sections = page_sections(page_texts(workspace, evidence), evidence)
    standing = {key for key, state in gold().items() if state in ("stands", "moved")}
    assert set(sections) == standing
    assert all(page_texts(workspace, evidence)[key] for key in standing)


def test_killed_in_the_middle_and_run_again_it_fetches_only_the_rest(part: Path, server: Any) -> None:
    stopped(part, server, signal.SIGKILL, after=40)
    folder = EvidenceFolder(part / "2-evidence")
    kept = [page.url.removeprefix("https://learn.microsoft.com") for page in folder.journal()]
    pages = pages_of(part)
    assert 40 <= len(kept) < pages
    assert not (folder.root / "index.jsonl").exists()

    status, done = refreshed(part, server)
    asked = server.counts()["asked"]
    assert (status, done["pages"], done["resumed"], done["fetched"]) == (0, pages, len(kept), pages - len(kept))
    assert {asked[path] for path in kept} == {1}
    assert sum(asked.values()) <= pages + PER_HOST  # those under way when it was killed are asked for again


def test_interrupted_it_says_so_leaves_the_index_whole_and_can_be_gone_on_with(part: Path, server: Any) -> None:
    done = stopped(part, server, signal.SIGINT, after=40)
    assert done.returncode == 130
    assert "run it again to go on" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (part / "2-evidence" / "index.jsonl").exists()
    assert refreshed(part, server)[1]["resumed"] >= 40


def test_out_of_time_it_keeps_what_it_has_and_the_next_run_goes_on(part: Path, server: Any) -> None:
    pages = pages_of(part)
    status, done = refreshed(part, server, "--total-seconds", "0.4", "--per-host", "4")
    assert (status, done["out_of_time"]) == (1, True)
    assert done["pages"] < pages
    assert len(done["not_reached"]) == pages - done["pages"]
    status, rest = refreshed(part, server)
    assert (status, rest["resumed"], rest["fetched"]) == (0, done["pages"], pages - done["pages"])


def test_the_notebook_shows_the_same_and_leaves_a_synthetic_workspace_alone(part: Path) -> None:
    (part / "pages").symlink_to(SAMPLE / "pages")
    standing = which_stand(str(part))
    planted = Counter(gold()[key] for key in standing.flags)
    states = standing.states()
    assert standing.synthetic
    assert states["flags"].to_dict() == {state: planted[state] for state in states.index}
    assert standing.matches().to_numpy().sum() == len(standing.flags)
    assert len(standing.passages("changed")) == min(10, planted["changed"])
    assert not (part / "2-evidence").exists()


def test_a_ledger_that_cannot_be_read_is_no_empty_one(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / "1-ledger" / "ledger.json").write_text("[{", encoding="utf-8")
    assert main(["refresh", str(workspace)]) == 2
    assert "TRUNCATED" in capsys.readouterr().err
    assert not (workspace / "2-evidence").exists()


def test_flags_that_are_invalid_are_said_to_have_no_evidence(
    part: Path, server: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = part / "1-ledger" / "ledger.json"
    records = json.loads(ledger.read_text(encoding="utf-8"))[:3]
    flag = next(flag for record in records for flag in record["flags"])
    flag["evidence_url"] = flag["evidence_url"].replace("https:", "http:")
    ledger.write_text(json.dumps(records), encoding="utf-8")
    assert main(["refresh", str(part), "--mirror", str(server.url)]) == 1
    assert "1 entries of the ledger are invalid" in capsys.readouterr().err


@pytest.mark.parametrize(
    "mirror",
    [
        "http://learn.microsoft.com",
        "http://10.0.0.1:80",
        "http://localhost:80",
        "ftp://127.0.0.1",
        "http://127.0.0.1/x",
    ],
)
def test_a_mirror_that_is_not_on_this_machine_is_wrong_usage(
    workspace: Path, mirror: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["refresh", str(workspace), "--mirror", mirror]) == 2
    assert "http://127.0.0.1:8000" in capsys.readouterr().err
    assert not (workspace / "2-evidence" / "index.jsonl").exists()


@pytest.mark.parametrize("option", ["--per-host=0", "--per-host=x", "--request-seconds=-1", "--total-seconds=nan"])
def test_limits_that_allow_nothing_are_wrong_usage(workspace: Path, option: str) -> None:
    with pytest.raises(SystemExit) as refusal:
        main(["refresh", str(workspace), option])
    assert refusal.value.code == 2


def test_a_mirror_never_stands_for_the_pages_of_a_real_programme(
    workspace: Path, server: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = workspace / "r11.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("synthetic = true", "synthetic = false"), "utf-8")
    assert main(["refresh", str(workspace), "--mirror", str(server.url)]) == 2
    assert "is not synthetic" in capsys.readouterr().err
    assert not (workspace / "2-evidence").exists() or not any((workspace / "2-evidence").glob("*.jsonl"))


def test_a_page_that_the_list_names_and_the_folder_lacks_is_named(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = workspace / "pages"
    pages.mkdir()
    (pages / "index.json").write_text('{"https://learn.microsoft.com/a": "a.md"}', encoding="utf-8")
    assert main(["refresh", str(workspace)]) == 2
    assert "lists pages that are not there: a.md" in capsys.readouterr().err


def test_an_interrupted_refresh_says_one_line(workspace: Path) -> None:
    shutil.copytree(SAMPLE / "pages", workspace / "pages")
    run = subprocess.Popen(
        [sys.executable, "-m", "r11", "refresh", str(workspace)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    journal = workspace / "2-evidence"
    while run.poll() is None and not (journal.is_dir() and any(f.stat().st_size for f in journal.glob("*journal*"))):
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, told = run.communicate()
    assert run.returncode == 130
    assert told.strip().splitlines() == ["r11 refresh: interrupted; nothing is half written, run it again to go on"]
