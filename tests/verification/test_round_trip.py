"""Once round on a copy of the sample: units out, answers from the page in, reviewed, frozen, applied, stamped."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from class_lists import confirm_class

from r11.cli import main
from r11.records import ApprovedManifest, Proposal
from r11.storage import read_json, read_jsonl
from r11.vocabulary import FixOp, Verdict

DATA = Path(__file__).resolve().parents[2] / "data"
WORKER = "worker:page-reader"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample with built-in proposals, units in two shards, and the example worker's answers for one."""
    made = tmp_path_factory.mktemp("round") / "ws"
    shutil.copytree(DATA / "sample", made)
    run(0, "refresh", made)
    run(0, "ratify", made, "--by", "Operator", "--scope", "not_grounded")
    run(0, "propose", "--workspace", made)
    run(0, "worklist", made, "--shards", "2")
    worker = [sys.executable, str(DATA / "example_worker.py"), str(made), "--shard", "1"]
    assert "answers written" in subprocess.run(worker, capture_output=True, text=True, check=True).stdout
    run(1, "ingest", made)  # the sample's own artefacts are good and bad
    return made


def run(expected: int, *arguments: object) -> None:
    assert main([str(argument) for argument in arguments]) == expected, arguments


def proposals(root: Path, name: str) -> dict[str, Proposal]:
    return {one.flag_key: one for one in read_jsonl(root / "5-proposals" / f"{name}.jsonl", Proposal)}


def test_the_samples_own_artefacts_come_to_what_they_are(root: Path) -> None:
    own = [p for p in proposals(root, "workers").values() if p.origin != WORKER]
    assert Counter(p.op for p in own if p.origin == "worker:worker-c") == {FixOp.O3: 1}  # the old form never passes
    found = {p.flag_key: p.self_evaluation for p in own if p.self_evaluation and p.origin == "worker:worker-a"}
    doubted = [e for e in found.values() if e.trace_summary.verifiers == ("checker",)]
    assert [e.effective_verdict for e in doubted] == [Verdict.LOW_CONFID]
    assert sum(e.effective_verdict is Verdict.PASS for e in found.values()) >= 5


def test_a_second_opinion_is_one(root: Path) -> None:
    """What it guesses wrong is O3, and no cut of it passes where a value swap was nominated and refused."""
    own, theirs = proposals(root, "built-in"), proposals(root, "workers")
    passed = [p for p in theirs.values() if p.origin == WORKER and p.op is not FixOp.O3]
    assert {p.op for p in passed} == {FixOp.O1, FixOp.O2}
    refused = [p for p in own.values() if p.nominated is FixOp.O1 and p.op is FixOp.O3]
    assert refused
    assert not {p.flag_key for p in refused} & {p.flag_key for p in passed if p.op is FixOp.O2}
    assert any(p.op is FixOp.O3 for p in theirs.values() if p.origin == WORKER)
    for proposal in passed:
        assert proposal.proof is not None
        if own[proposal.flag_key].sha256 == proposal.sha256:
            assert own[proposal.flag_key].proof == proposal.proof


def test_from_the_answers_to_the_stamp(root: Path) -> None:
    """Everything that passed is applied: apply asks each proof and gate again and refuses none."""
    chosen = [p for p in proposals(root, "workers").values() if p.origin == WORKER and p.op is not FixOp.O3]
    for op in (FixOp.O1, FixOp.O2):
        keys = [p.flag_key for p in chosen if p.op is op]
        confirm_class(root, keys, "outdated", WORKER)
    run(0, "freeze", root, "--batch", "workers")
    manifest = read_json(root / "7-approved" / "workers.json", ApprovedManifest)
    frozen = {edit.flag_key: edit for file in manifest.files for edit in file.edits}
    assert frozen.keys() == {p.flag_key for p in chosen}
    assert all(frozen[p.flag_key].line_after == p.line_after for p in chosen)

    apply = [sys.executable, "-c", "import sys; from r11.apply import main; sys.exit(main())"]
    done = subprocess.run(
        [*apply, str(root / "7-approved" / "workers.json"), "--workspace", str(root)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    run(0, "stamp", root / "8-receipts" / "workers.json")
    ledger = json.loads((root / "1-ledger" / "ledger.json").read_bytes())
    records = ledger if isinstance(ledger, list) else next(v for v in ledger.values() if isinstance(v, list))
    applied = {f"{f['file']}#{f['id']}" for r in records for f in r["flags"] if f.get("applied")}
    assert applied == frozen.keys()

    run(1, "ingest", root)
    assert not proposals(root, "workers").keys() & applied
    kept = proposals(root, "settled")
    assert {key: one.origin for key, one in kept.items()} == dict.fromkeys(applied, WORKER)
