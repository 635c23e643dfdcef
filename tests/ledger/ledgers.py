"""Plain values of the judge pass's files, valid unless a test changes something."""

from __future__ import annotations

import json
from typing import Any

FILE = "skills/azure/limits.md"
URL = "https://learn.microsoft.com/azure/limits"


def flag(**changes: Any) -> dict[str, Any]:
    """A pending fix target; `...` as a value takes the field away."""
    plain = {
        "id": "c1",
        "judge_verdict": "not_grounded",
        "rule": "R1",
        "evidence_url": URL,
        "evidence_quote": "The limit is 20 requests.",
        "reason": "The page says 20.",
        "file": FILE,
        "line": 3,
        "claim": "The limit is 10 requests.",
        "disposition": None,
    }
    return {key: value for key, value in {**plain, **changes}.items() if value is not ...}


def record(*flags: Any, **changes: Any) -> dict[str, Any]:
    """A flagged record with one flag, unless flags are given."""
    plain = {"file": FILE, "per_file_verdict": "flagged", "flags": list(flags) or [flag()]}
    return {key: value for key, value in {**plain, **changes}.items() if value is not ...}


def result(**changes: Any) -> dict[str, Any]:
    plain = {
        "id": "c1",
        "judge_verdict": "grounded",
        "rule": "",
        "evidence_url": URL,
        "evidence_quote": "The limit is 20 requests.",
        "reason": "The page says so.",
    }
    return {key: value for key, value in {**plain, **changes}.items() if value is not ...}


def claims(*ids: str, file: str = FILE) -> dict[str, Any]:
    """A file of the claim manifest; claim n stands on line n."""
    listed = [{"id": name, "line": number, "claim": f"Claim {name}."} for number, name in enumerate(ids, start=1)]
    return {"file": file, "claims": listed}


def encoded(value: Any) -> bytes:
    return json.dumps(value).encode("utf-8")
