"""Each benchmark runs, as a process of its own and as small as it can be: what they measure is not asked here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SMALL = {
    "bench_apply.py": "--files 4 --edits 2 --repeats 1 --sizes 2",
    "bench_evidence.py": "--latency 0.001",
    "bench_panel.py": "--under voila --queue 4 --presses 2",
    "bench_swap.py": "--turns 1 --seconds 0.01",
}
MARKS = {"bench_panel.py": pytest.mark.browser}


def test_every_benchmark_is_run_here() -> None:
    assert {path.name for path in HERE.glob("bench_*.py")} == SMALL.keys()


@pytest.mark.parametrize("script", [pytest.param(name, marks=MARKS.get(name, ())) for name in SMALL])
def test_it_runs(script: str, tmp_path: Path) -> None:
    """Status 1 says that a target was missed, which at this size means nothing; a program that broke says so."""
    environment = {key: value for key, value in os.environ.items() if key != "R11_CASES"} | {"TMPDIR": str(tmp_path)}
    command = [sys.executable, str(HERE / script), *SMALL[script].split()]
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=240)
    assert ended.returncode in {0, 1}, ended.stderr
    assert "Traceback" not in ended.stderr, ended.stderr
    assert ended.stdout.strip()
