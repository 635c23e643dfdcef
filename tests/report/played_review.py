"""A played review of the sample, and what its report says."""

from __future__ import annotations

import html
import json
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

from r11.storage import Workspace

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"
DAY = datetime(2026, 12, 1, 8, tzinfo=UTC)


def again(workspace: Workspace, folder: Path) -> Workspace:
    shutil.copytree(workspace.root, folder)
    return Workspace.open(folder)


def page(workspace: Workspace) -> str:
    return (workspace.reports / "report.html").read_text(encoding="utf-8")


def text_of(markup: str) -> str:
    """What a reader sees: without style and markup, one space for each gap."""
    markup = re.sub(r"<style>.*?</style>", " ", markup, flags=re.DOTALL).replace("<wbr>", "")
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", markup)))


def tables_of(workspace: Workspace) -> dict[str, list[dict]]:
    return json.loads((workspace.reports / "report.json").read_bytes())["review"]["tables"]
