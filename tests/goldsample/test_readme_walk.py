"""The README's walk from a judge's answer to a gold label, run as it stands there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from r11.records import GoldDraw
from r11.storage import Workspace, read_json
from r11.storage.gold import read_sample
from r11.vocabulary import GoldLabel, GoldVersion

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SECTION = README.partition("### The proof at the end")[2].partition("\n## ")[0]
FLAG = "skills/agents/references/echo-speech-faq.md#c01"


def commands() -> str:
    """The block of the section, and the plan that the text below it names."""
    (plan,) = re.findall(r"`(r11 goldsample draw [^`]*--plan[^`]*)`", SECTION)
    block = SECTION.partition("```\n")[2].partition("```")[0]
    return block + plan


def test_the_walk_in_the_readme_goes_from_a_flag_to_its_gold_label(tmp_path: Path) -> None:
    (tmp_path / "data").symlink_to(ROOT / "data")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", commands()], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    workspace = Workspace.open(tmp_path / "try-proof")
    judged, flag = (_flag(tmp_path / "try-proof" / name) for name in ("again.json", "1-ledger/ledger.json"))
    assert (judged["judge_verdict"], judged["disposition"]) == ("not_grounded", None)
    assert (flag["judge_verdict"], flag["applied"], flag["disposition"]) == ("not_grounded", True, "outdated")

    sample = read_sample(workspace, "autumn")
    items = {item.version: item.item for item in sample.draw.items if item.claim_key == FLAG}
    before, after = items[GoldVersion.BEFORE], items[GoldVersion.AFTER]
    assert "two times" in sample.cards[before].claim
    assert "five times" in sample.cards[after].claim
    assert sample.labels == {before: {"LabellerA": GoldLabel.OUTDATED}, after: {"LabellerA": GoldLabel.CORRECT}}
    assert read_json(sample.folder / "draw.json", GoldDraw).seed == 7
    assert "2 of 13 items have a label, so there is no result yet" in done.stdout
    assert "counted on the changed claims" in done.stdout
    assert '"gold:9"' in done.stdout
    assert '"gold:4"' in done.stdout
    assert "you said: correct" in done.stdout
    assert "gold-autumn.html" in done.stdout
    assert (tmp_path / "try-proof" / "9-reports" / "gold-autumn.html").is_file()
    assert "nothing was drawn" in done.stdout
    assert "any more" not in done.stderr  # the pilot can still decide on this review


def test_the_copies_of_the_readme_are_ignored() -> None:
    """ "the copies above are ignored by this one" """
    copies = re.findall(r"cp -r data/sample (\S+)", README)
    assert len(copies) >= 2
    assert all(copy.startswith("try") for copy in copies)
    assert "/try*/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def _flag(ledger: Path) -> dict[str, object]:
    content = json.loads(ledger.read_text(encoding="utf-8"))
    records = content if isinstance(content, list) else next(v for v in content.values() if isinstance(v, list))
    return next(flag for one in records for flag in one["flags"] if f"{flag['file']}#{flag['id']}" == FLAG)
