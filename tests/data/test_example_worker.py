"""The example worker on sentences: what it offers, and when it would rather say nothing."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "data" / "example_worker.py"


@pytest.fixture(scope="module")
def worker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_worker", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CLAIM = "A topic keeps 30 subscriptions (for paid plans)."


@pytest.mark.parametrize(
    ("sentence", "proposal"),
    [
        pytest.param("A topic keeps 45 subscriptions (for paid plans).", ("O1", "30", "45"), id="another number"),
        pytest.param("A topic keeps 30 subscriptions.", ("O2", CLAIM, "A topic keeps 30 subscriptions."), id="less"),
        pytest.param("A topic keeps 45 subscriptions.", None, id="another number and less"),
        pytest.param("A topic keeps many subscriptions (for paid plans).", None, id="a word for a number"),
        pytest.param("A topic keeps 30 subscriptions (for paid plans and others).", None, id="more"),
        pytest.param(CLAIM, None, id="the same"),
    ],
)
def test_what_it_offers(worker: ModuleType, sentence: str, proposal: tuple[str, str, str] | None) -> None:
    expected = None if proposal is None else dict(zip(("op", "old", "new"), proposal, strict=True))
    assert worker.offer(CLAIM, sentence) == expected


def unit(page: str | None) -> dict[str, Any]:
    flag = {"claim_id": "c1", "flag_key": "a.md#c1", "claim": CLAIM, "evidence_url": "https://learn.microsoft.com/x"}
    found = {"url": flag["evidence_url"], "fetched_at": "2026-03-02T12:00:00Z", "sha256": "0" * 64, "text": page}
    return {"unit": "a-c1", "flag": flag, "page": None if page is None else found}


@pytest.mark.parametrize("page", [None, "", "Nothing here is like it.\nNor here."])
def test_where_the_page_holds_nothing_alike_it_offers_nothing(worker: ModuleType, page: str | None) -> None:
    (claim,) = worker.answer(unit(page))["claims"]
    assert claim["proposal"] is None
    assert claim["evidence"] == {"invocation_ref": "page", "quote": ""}


def test_it_quotes_the_sentence_that_is_most_alike(worker: ModuleType) -> None:
    page = "# Topics\n\nA topic keeps messages.\n\nA topic keeps 45 subscriptions (for paid plans). More follows."
    (claim,) = worker.answer(unit(page))["claims"]
    assert claim["evidence"]["quote"] == "A topic keeps 45 subscriptions (for paid plans)."


def test_a_unit_that_was_answered_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "3-units/1").mkdir(parents=True)
    (tmp_path / "3-units/1/a-c1.json").write_text(json.dumps(unit("")), encoding="utf-8")
    (tmp_path / "4-artefacts/other").mkdir(parents=True)
    (tmp_path / "4-artefacts/other/a-c1.json").write_text("{}", encoding="utf-8")
    done = subprocess.run([sys.executable, SCRIPT, tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout == "page-reader: 0 answers written, 1 units were answered before\n"
    assert not list((tmp_path / "4-artefacts/page-reader").iterdir())
