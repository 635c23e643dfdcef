"""The sweep around the operating point, on cases of its own; on the measuring cases it agrees with their scorer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from r11.vocabulary import AbortCode
from r11.workbench.operating_point import GROUPS, OperatingPoint, looser, measured_cases, operating, stricter, weigh

# (claim, quote, line of the answer, operation, stratum)
CASES = [
    ("Vaults hold 40 keys.", "Vaults hold 60 keys.", "Vaults hold 60 keys.", "O1", "O1_number"),
    ("Queues hold 40 jobs.", "Queues hold 60 jobs.", "Queues hold 80 jobs.", "O1", "O1_number"),  # the answer differs
    ("Hubs hold 50 devices.", "Hubs hold only 90 devices.", "Hubs hold 90 devices.", "O1", "O1_number"),  # refused
    ("Pools keep 5 logs.", "Pools keep only 7 logs.", None, "O3", "O3_other"),  # refused, and rightly
    ("Rooms seat 20 people.", "Rooms seat 20 people.", None, "closed", "closed_same"),
    ("Lists hold 10 rows.", "Lists hold 12 rows.", None, "closed", "closed_other"),  # a swap on a true claim
]


def write_cases(folder: Path) -> Path:
    (folder / "corpus").mkdir(parents=True)
    (folder / "corpus" / "a.md").write_text("\n".join(claim for claim, *_ in CASES), encoding="utf-8")
    flags = [
        {
            "id": f"c{number}",
            "judge_verdict": "not_grounded",
            "rule": "R2",
            "evidence_url": "https://learn.microsoft.com/x",
            "evidence_quote": quote,
            "reason": "",
            "file": "a.md",
            "line": number,
            "claim": claim,
            "disposition": None,
        }
        for number, (claim, quote, *_) in enumerate(CASES, 1)
    ]
    ledger = [{"file": "a.md", "per_file_verdict": "flagged", "flags": flags}]
    (folder / "ledger.json").write_text(json.dumps(ledger), encoding="utf-8")
    answers = [
        {"case_id": f"c{number}", "gold_text": after, "gold_op": op, "stratum": stratum, "alt_ok": []}
        for number, (_, _, after, op, stratum) in enumerate(CASES, 1)
    ]
    (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, answers)), encoding="utf-8")
    return folder


@pytest.fixture
def point(tmp_path: Path) -> OperatingPoint:
    return OperatingPoint(tuple(weigh(write_cases(tmp_path / "set"), "documentation")))


def test_right_wrong_and_refused_swaps_are_counted_by_their_answers(point: OperatingPoint) -> None:
    tally = operating(point.of("documentation")).tally
    assert str(tally.precision) == "1/3"
    assert str(tally.coverage) == "1/3"
    assert str(tally.fires) == "1/2"


def test_a_gate_taken_away_releases_what_it_alone_refused(point: OperatingPoint) -> None:
    ((released, step),) = list(looser(point.of("documentation")))
    assert step.words == f"without {AbortCode.RESTRICTOR}"
    assert len(released) == 2
    assert [item.right for item in released] == [True, False]
    assert str(step.tally.precision) == "2/5"
    assert str(step.tally.coverage) == "2/3"


def test_stricter_means_fewer_swaps(point: OperatingPoint) -> None:
    items = point.of("documentation")
    made = [step.tally.precision.denominator for step in stricter(items)]
    assert made == sorted(made, reverse=True)
    assert made[0] <= operating(items).tally.precision.denominator


def test_the_tables_hold_figures_and_codes_only(point: OperatingPoint) -> None:
    """Case text stays where the cases are."""
    shown = "".join(table.to_string() for table in (point.curve(), point.summary(), point.ladder(), point.reasons()))
    assert "RESTRICTOR" in shown
    assert not any(text.split()[0] in shown for text, *_ in CASES)
    assert list(point.reasons()["documentation: first"]) == [2]


def test_the_picture_marks_the_operating_point_once_for_each_group(point: OperatingPoint) -> None:
    values = point.draw().to_dict()["datasets"]
    (rows,) = values.values()
    assert [row["label"] for row in rows if row["label"]] == ["documentation: 1/3 right, 1/3 found"]


@pytest.mark.cases
def test_the_counts_are_those_of_the_scorer(cases: Path, tmp_path: Path) -> None:
    point = measured_cases(cases)
    for group, names in GROUPS.items():
        gold, proposals = tmp_path / f"{group}.gold", tmp_path / f"{group}.jsonl"
        parts = []
        for name in names:
            out = tmp_path / f"{name.replace('/', '-')}.jsonl"
            words = ["propose", str(cases / name / "ledger.json"), "--corpus", str(cases / name / "corpus")]
            subprocess.run([sys.executable, "-m", "r11", *words, "--out", str(out)], check=True, capture_output=True)
            parts.append(out.read_bytes())
        gold.write_bytes(b"".join((cases / name / "gold.jsonl").read_bytes() for name in names))
        proposals.write_bytes(b"".join(parts))
        command = [sys.executable, str(cases / "score.py"), str(gold), str(proposals)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        tally = operating(point.of(group)).tally
        assert f"{tally.precision} =" in next(line for line in said.splitlines() if line.startswith("O1 precision"))
        assert f"{tally.coverage} =" in next(line for line in said.splitlines() if line.startswith("O1 coverage"))
        assert f"{tally.fires} =" in next(line for line in said.splitlines() if line.startswith("false fires"))
