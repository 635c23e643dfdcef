"""A small workspace with work handed out: two files, flags of one kind, one page, everything made by the verbs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answers_of_workers import as_bytes

from r11.cli import main
from r11.records import Proposal, WorkUnit
from r11.storage import Workspace, read_jsonl, read_units

URL = "https://learn.microsoft.com/contoso/queues"
FILES = ("skills/store/first.md", "skills/store/second.md")
NAMES = ("amber", "beige", "coral", "denim", "ebony", "fawn", "green", "hazel", "ivory", "jade", "khaki", "lilac")
KINDS = tuple(f"{one} {other}" for one in NAMES for other in NAMES if one != other)


def claim_of(number: int) -> str:
    return f"The {KINDS[number]} queue keeps 500 messages for each tenant's single-zone configuration."


def quote_of(number: int) -> str:
    return claim_of(number).replace("500", "800")


@dataclass(frozen=True)
class Place:
    """A workspace; `units` are those that were handed out at first, in the order of the flags."""

    root: Path
    units: tuple[WorkUnit, ...]

    @property
    def workspace(self) -> Workspace:
        return Workspace.open(self.root)

    def answer(self, number: int, **change: Any) -> dict[str, Any]:
        """A good answer for the unit; `change` sets fields of the whole, or of its claim."""
        unit = self.units[number]
        claim: dict[str, Any] = {
            "claim_id": unit.flag.claim_id,
            "flag_key": unit.flag.flag_key,
            "text": unit.flag.claim,
            "evidence": {"invocation_ref": "page", "quote": unit.flag.evidence_quote},
            "proposal": {"op": "O1", "old": "500", "new": "800"},
        }
        assert unit.page is not None
        call = {"ref": "page", "tool": "unit", "url": URL, "fetched_at": unit.page.fetched_at, "sha256": "0" * 64}
        whole = {"schema": "executor_evidence_v2", "unit": unit.unit, "invocations": [call], "claims": [claim]}
        for name, value in change.items():
            (claim if name in claim else whole)[name] = value
        return whole

    def hand_in(self, number: int, data: bytes | dict[str, Any], worker: str = "one", ending: str = ".json") -> Path:
        return self.hand_in_as(self.units[number].unit, data, worker, ending)

    def hand_in_as(self, unit: str, data: bytes | dict[str, Any], worker: str = "one", ending: str = ".json") -> Path:
        path = self.root / "4-artefacts" / worker / f"{unit}{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else as_bytes(data))
        return path

    def run(self, *arguments: str) -> int:
        return main([*arguments, str(self.root)])

    def proposals(self) -> dict[str, Proposal]:
        path = self.root / "5-proposals" / "workers.jsonl"
        return {one.flag_key: one for one in read_jsonl(path, Proposal)} if path.exists() else {}

    @property
    def out(self) -> bytes:
        path = self.root / "5-proposals" / "workers.jsonl"
        return path.read_bytes() if path.exists() else b""


def make_place(root: Path, flags: int, shards: int = 2) -> Place:
    """Flags alternate between the two files; the page is refreshed and the units are out."""
    numbers = {file: list(range(flags))[index::2] for index, file in enumerate(FILES)}
    records = []
    for file, own in numbers.items():
        path = root / "corpus" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("# Queues\n\n" + "\n\n".join(map(claim_of, own)) + "\n", encoding="utf-8")
        listed = [_flag(file, line, number) for line, number in zip(range(3, 3 + 2 * len(own), 2), own, strict=True)]
        records.append({"file": file, "per_file_verdict": "flagged", "flags": listed})
    (root / "ledger.json").write_bytes(as_bytes(records))
    (root / "pages").mkdir()
    (root / "pages/index.json").write_bytes(as_bytes({URL: "queues.md"}))
    page = "# Queues\n\n" + "\n\n".join(quote_of(number) for number in range(flags)) + "\n"
    (root / "pages/queues.md").write_text(page, encoding="utf-8")
    (root / "r11.toml").write_text('corpus = "corpus"\nledger = "ledger.json"\nsynthetic = true\n', encoding="utf-8")
    assert main(["refresh", str(root)]) == 0
    assert main(["worklist", str(root), "--shards", str(shards)]) == 0
    units = {unit.flag.claim_id: unit for unit in read_units(Workspace.open(root)).values()}
    return Place(root, tuple(units[f"c{number}"] for number in range(flags)))


def _flag(file: str, line: int, number: int) -> dict[str, Any]:
    return {
        "id": f"c{number}",
        "judge_verdict": "not_grounded",
        "rule": "R2",
        "evidence_url": URL,
        "evidence_quote": quote_of(number),
        "reason": "The page says 800.",
        "file": file,
        "line": line,
        "claim": claim_of(number),
        "disposition": None,
    }


def json_of(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found
