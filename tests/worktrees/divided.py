"""A programme in a real git repository with a pre-commit hook, to be divided into shards."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from batches import URL, Batch, Change

from r11.cli import main

NORTH = ("skills/a/one.md", "skills/a/two.md")
SOUTH = ("skills/b/one.md", "skills/b/three.md")
REST = ("index.md",)
BODY = b"The gateway waits 30 seconds for an answer.\n\nIt keeps 7 days of logs.\n"
AFTER = BODY.replace(b"30", b"60")
HOOK = """#!/bin/sh
# a line for each time it ran: where, and what was staged
echo "$(git rev-parse --show-toplevel) $(git diff --cached --name-only | tr '\\n' ' ')" >> '%s'
"""


@dataclass
class Divided:
    """`batch`: corpus and workspace, both in the repository at its root. `log`: what the hook wrote."""

    batch: Batch
    log: Path

    @property
    def top(self) -> Path:
        return self.batch.root

    @property
    def ledger(self) -> Path:
        return self.batch.workspace / "ledger.json"

    def git(self, *arguments: str, at: Path | None = None) -> str:
        command = ["git", "-C", str(at or self.top), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def r11(self, *arguments: object) -> int:
        return main([*map(str, arguments), "--workspace", str(self.batch.workspace)])

    def tree(self, shard: str) -> Path:
        return self.top.parent / f"{self.top.name}.shards" / shard

    def ran(self) -> list[tuple[str, tuple[str, ...]]]:
        """The hook's runs: the name of the folder, and what was staged."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [(Path(line.split(" ")[0]).name, tuple(line.split(" ")[1:-1])) for line in lines]

    def approve(self, files: Sequence[str], name: str) -> Path:
        return self.batch.approve([Change(file, 1, "30", "60") for file in files], name)

    def stamped(self) -> list[str]:
        """The files whose flag the ledger says is applied."""
        records = json.loads(self.ledger.read_bytes())["records"]
        return [r["file"] for r in records if r["flags"][0].get("applied")]


def make(root: Path) -> Divided:
    """Five files with a flag each, committed, and a hook that runs."""
    batch = Batch(root / "kb")
    made = Divided(batch, root / "hook.log")
    for file in (*REST, *NORTH, *SOUTH):
        batch.put(file, BODY)
    records = [
        {"file": file, "per_file_verdict": "flagged", "flags": [_flag(file, number), _second(file)]}
        for files in (REST, NORTH, SOUTH)
        for number, file in enumerate(files)
    ]
    made.ledger.write_text(json.dumps({"records": records}, indent=1))
    folders = "".join(f"{n}-*/\n" for n in (2, 3, 4, 5, 9))
    (batch.workspace / ".gitignore").write_text(folders)
    made.git("init", "--quiet", "--initial-branch=main")
    hook = made.top / ".git" / "hooks" / "pre-commit"
    hook.write_text(HOOK % made.log)
    hook.chmod(0o755)
    made.git("add", "--all")
    made.git("commit", "--quiet", "--no-verify", "--message", "start")
    return made


def _second(file: str) -> dict[str, object]:
    claim, quote = "It keeps 7 days of logs.", "It keeps 9 days of logs."
    return _flag(file, 9) | {"line": 3, "claim": claim, "evidence_quote": quote, "reason": "The page says 9."}


def _flag(file: str, number: int) -> dict[str, object]:
    return {
        "id": f"c{number}",
        "judge_verdict": "not_grounded",
        "rule": "R8",
        "evidence_url": URL,
        "evidence_quote": "The gateway waits 60 seconds for an answer.",
        "reason": "The page says 60.",
        "file": file,
        "line": 1,
        "claim": "The gateway waits 30 seconds for an answer.",
        "disposition": None,
    }
