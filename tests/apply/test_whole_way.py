"""The whole way on a copy of the sample, verb by verb: from the pages to the commit, and back again."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from batches import tree_hash
from class_lists import confirm_class
from program import apply

from r11.cli import main
from r11.records import Proposal
from r11.storage import read_jsonl
from r11.vocabulary import FixOp

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sample, in a repository of its own."""
    root = tmp_path / "ws"
    shutil.copytree(SAMPLE, root)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Integrator")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "integrator@example.org")
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "start")
    return root


def git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def r11(*arguments: object) -> None:
    assert main([str(argument) for argument in arguments]) == 0, arguments


def keys(proposals: list[Proposal], op: FixOp, count: int) -> list[str]:
    return [proposal.flag_key for proposal in proposals if proposal.op is op][:count]


def verdict_of(root: Path, key: str) -> str:
    ledger = json.loads((root / "1-ledger" / "ledger.json").read_bytes())
    records = ledger if isinstance(ledger, list) else next(v for v in ledger.values() if isinstance(v, list))
    return next(f["judge_verdict"] for r in records for f in r["flags"] if f"{f['file']}#{f['id']}" == key)


def test_from_the_pages_to_the_commit_and_back(workspace: Path) -> None:
    before = tree_hash(workspace / "corpus")
    ledger = workspace / "1-ledger" / "ledger.json"
    proposed = workspace / "5-proposals" / "built-in.jsonl"
    r11("refresh", workspace)
    r11("ratify", workspace, "--by", "Operator", "--scope", "not_grounded", "--scope", "source_silent")
    r11("propose", ledger, "--corpus", workspace / "corpus", "--workspace", workspace, "--out", proposed)
    proposals = list(read_jsonl(proposed, Proposal))
    swaps = keys(proposals, FixOp.O1, 30)
    cuts = [key for key in keys(proposals, FixOp.O2, 500) if verdict_of(workspace, key) == "not_grounded"][:30]
    assert swaps
    assert cuts
    for chosen, disposition in ((swaps, "outdated"), (cuts, "wrong")):
        confirm_class(workspace, chosen, disposition)
    r11("freeze", workspace, "--batch", "b1")

    manifest = workspace / "7-approved" / "b1.json"
    assert apply(manifest, "--workspace", workspace, "--dry-run").status == 0
    assert tree_hash(workspace / "corpus") == before
    done = apply(manifest, "--workspace", workspace)
    assert done.status == 0, done.err
    changed = {name for name, seen in tree_hash(workspace / "corpus").items() if before[name] != seen}
    assert changed == {key.rpartition("#")[0] for key in swaps + cuts}
    r11("stamp", workspace / "8-receipts" / "b1.json")
    r11("commit", "b1", "--workspace", workspace)
    committed = set(git(workspace, "show", "--name-only", "--format=", "HEAD").split("\n")) - {""}
    assert committed == {f"corpus/{name}" for name in changed} | {"1-ledger/ledger.json"}
    assert ledger.read_bytes().count(b'"applied": true') == len(swaps + cuts)

    everything = tree_hash(workspace / "corpus")
    assert apply(manifest, "--workspace", workspace).status == 0
    r11("stamp", workspace / "8-receipts" / "b1.json")
    assert tree_hash(workspace / "corpus") == everything

    r11("decide", "--event", "revert", "--batch", "b1", "--reviewer", "Operator", "--workspace", workspace)
    assert apply("--reverse", workspace / "8-receipts" / "b1.json", "--workspace", workspace).status == 0
    assert tree_hash(workspace / "corpus") == before
    r11("stamp", workspace / "8-receipts" / "b1.reverted.json")
    r11("commit", "b1", "--workspace", workspace)
    assert git(workspace, "diff", "--stat", "HEAD~2", "--", "corpus") == ""
