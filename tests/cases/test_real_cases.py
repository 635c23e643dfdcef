"""The main job on real documentation history and on public claims, through the command a user would type.

Reached only through `$R11_CASES`. The thresholds are floors that a change may not break; what was reached is in the
notebook of the operating point and in the changelog.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.cases

R11 = [sys.executable, "-m", "r11"]
DOCUMENTATION = ("drift", "drift-kb")
HANDMADE = ("handmade_o1", "handmade_o2")
PUBLIC = tuple(
    f"public/{name}"
    for name in ("defacto", "factcheckgpt", "feversym", "summedits", "vitaminc_real", "vitaminc_synthetic", "wice")
)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("proposals")


@cache
def proposed(folder: Path, target: Path) -> Path:
    """The proposals of one set, made once per run."""
    command = [*R11, "propose", str(folder / "ledger.json"), "--corpus", str(folder / "corpus"), "--out", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target


def proposals_of(cases: Path, out: Path, name: str) -> Path:
    return proposed(cases / name, out / f"{name.replace('/', '-')}.jsonl")


def scored(cases: Path, out: Path, *names: str) -> dict[str, tuple[int, int]]:
    """The scorer's headline counts over the pooled sets, by its own words."""
    gold, proposals = out / "gold.jsonl", out / "pooled.jsonl"
    gold.write_bytes(b"".join((cases / name / "gold.jsonl").read_bytes() for name in names))
    proposals.write_bytes(b"".join(proposals_of(cases, out, name).read_bytes() for name in names))
    command = [sys.executable, str(cases / "score.py"), str(gold), str(proposals)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "without a proposal record" not in text
    rows = re.findall(r"^(.*?):\s+(?:(\d+)/(\d+) =|no items)", text, re.MULTILINE)
    return {words.split(" (")[0].strip(): (int(k or 0), int(n or 0)) for words, k, n in rows}


@pytest.mark.parametrize("name", [*DOCUMENTATION, *HANDMADE, *PUBLIC])
def test_one_record_for_each_flag(cases: Path, out: Path, name: str) -> None:
    ledger = json.loads((cases / name / "ledger.json").read_text(encoding="utf-8"))
    wanted = [f"{r['file']}#{flag['id']}" for r in ledger["records"] for flag in r["flags"]]
    records = [json.loads(line) for line in proposals_of(cases, out, name).read_text(encoding="utf-8").splitlines()]
    assert [record["flag_key"] for record in records] == wanted
    assert all(record["proof"] for record in records if record["op"] == "O1")


@pytest.mark.parametrize(
    ("names", "precision", "coverage"),
    [
        pytest.param(("drift",), 0.90, 0.20, id="documentation pairs"),
        pytest.param(("drift-kb",), 0.90, 0.20, id="realistic pages"),
        pytest.param(("public/vitaminc_real",), 0.90, 0.20, id="natural errors of the public sets"),
    ],
)
def test_a_swap_is_right_or_it_is_not_made(
    cases: Path, out: Path, names: tuple[str, ...], precision: float, coverage: float
) -> None:
    counts = scored(cases, out, *names)
    right, made = counts["O1 precision"]
    hit, gold = counts["O1 coverage of number and date gold"]
    assert right >= precision * made, counts
    assert hit >= coverage * gold, counts


def test_supported_claims_are_left_alone(cases: Path, out: Path) -> None:
    fires, closed = scored(cases, out, *DOCUMENTATION, *PUBLIC)["false fires on supported claims"]
    assert fires <= 0.002 * closed, (fires, closed)


def test_a_workspace_over_real_pages_runs_the_pilot(cases: Path, tmp_path: Path) -> None:
    folder, workspace = cases / "drift-kb", tmp_path / "programme"
    made = [*R11, "init", str(workspace), "--corpus", str(folder / "corpus"), "--ledger", str(folder / "ledger.json")]
    subprocess.run(made, check=True, capture_output=True)
    done = subprocess.run([*R11, "pilot", str(workspace)], capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stderr
    report = json.loads((workspace / "9-reports" / "report.json").read_text(encoding="utf-8"))
    assert report
    html = (workspace / "9-reports" / "report.html").read_text(encoding="utf-8")
    assert "NaN" not in html
    assert "0/0" not in html
