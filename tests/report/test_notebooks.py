"""The measuring notebooks are committed with their outputs, which `--nbval` compares with a fresh run.

nbval compares nothing in a cell without an execution count, so that is demanded here; and no output may say where it
was made, or a number that is none.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
MEASURING = ("01_ledger.ipynb", "03_classify_pilot.ipynb", "06_pilot_report.ipynb", "08_interval_coverage.ipynb")
HOME = re.compile(r"(?<![\w.:/])/(?:home|root|Users|tmp|work|private|builds|mnt)/\w")


@pytest.fixture(params=MEASURING)
def cells(request: pytest.FixtureRequest) -> list[Any]:
    return [c for c in nbformat.read(NOTEBOOKS / request.param, as_version=4).cells if c.cell_type == "code"]


def texts(cells: list[Any]) -> list[str]:
    """Everything the outputs show as text."""
    shown = []
    for output in (output for cell in cells for output in cell.outputs):
        data = output.get("data", {})
        shown += [str(output.get("text", "")), *(str(data[kind]) for kind in data if kind.startswith("text/"))]
    return shown


def test_every_cell_was_run_in_order_and_without_an_error(cells: list[Any]) -> None:
    counts = [cell.execution_count for cell in cells]
    assert all(counts)
    assert all(one < other for one, other in pairwise(counts))
    assert not [output for cell in cells for output in cell.outputs if output.output_type == "error"]
    assert any(cell.outputs for cell in cells)


def test_one_cell_holds_the_parameters(cells: list[Any]) -> None:
    assert [cell.metadata.get("tags", []) for cell in cells].count(["parameters"]) == 1


def test_no_output_says_where_it_was_made(cells: list[Any]) -> None:
    assert not [text for text in texts(cells) if HOME.search(text)]


def test_no_number_that_is_none_and_no_bare_percentage(cells: list[Any]) -> None:
    for text in texts(cells):
        assert not re.search(r"\bNaN\b|\bnan\b|(?<!\d)\d+/0(?!\d)", text)
        assert not re.search(r"(?<!\()\b\d+(\.\d+)? %", text)


def test_cells_stay_short(cells: list[Any]) -> None:
    """Two or three lines of code in a cell, all calling r11; the parameters and the assertions may have a few more."""
    assert all(len(cell.source.splitlines()) <= 5 for cell in cells)


def test_the_figures_are_asserted(cells: list[Any]) -> None:
    assert sum("assert " in cell.source for cell in cells) >= 2
