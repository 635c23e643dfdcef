"""Run notebooks again on a clean copy of the sample and keep their outputs, as `make notebooks` does.

Neither timings nor widget state are kept: they change at every run and tell a reader nothing.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from conftest import committed_sample
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent
LONGEST_CELL_SECONDS = 300


def rerun(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata.pop("widgets", None)
    client = NotebookClient(
        notebook,
        timeout=LONGEST_CELL_SECONDS,
        store_widget_state=False,
        record_timing=False,
        resources={"metadata": {"path": str(FOLDER)}},
    )
    client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    nbformat.write(notebook, path)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="r11-sample-") as folder:
        os.environ["R11_WORKSPACE"] = str(committed_sample(Path(folder)))
        for name in sys.argv[1:]:
            rerun(FOLDER / name)
