"""The embedded sample after a batch of fixes, made by the program's own commands: what a gold sample is drawn from."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from r11.apply import main as apply
from r11.cli import main
from r11.records import Proposal
from r11.storage import read_jsonl, sample_root
from r11.vocabulary import FixOp


@dataclass(frozen=True)
class FixedSample:
    """A workspace, and which of its flags were changed, taken out and closed by the batch `first`."""

    root: Path
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    closed: tuple[str, ...]

    def copy(self, root: Path) -> FixedSample:
        shutil.copytree(self.root, root)
        return FixedSample(root, self.changed, self.removed, self.closed)


def run(*words: object, status: int = 0) -> str:
    """What a command prints; its exit status must be the expected one."""
    return called(main, *words, status=status)


def called(program: Callable[[list[str]], int], *words: object, status: int = 0) -> str:
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
    with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
        try:
            found: object = program([str(word) for word in words])
        except SystemExit as stop:  # argparse
            found = stop.code
    told = "".join(stream.buffer.getvalue().decode("utf-8") for stream in streams)  # type: ignore[attr-defined]
    assert found == status, (words, told)
    return told


def make(root: Path) -> FixedSample:
    """Six swaps and three subtractions approved, one line written, one taken out, two claims closed; then applied."""
    shutil.copytree(sample_root(), root)
    run("refresh", root)
    run("ratify", root, "--by", "Operator", "--scope", "not_grounded")
    run("propose", "--workspace", root)
    proposals = list(read_jsonl(root / "5-proposals" / "built-in.jsonl", Proposal))
    swaps, subtractions = ([p for p in proposals if p.op is op and p.line_after] for op in (FixOp.O1, FixOp.O2))
    own_line = [p for p in proposals if p.op is FixOp.O3 and _is_alone(root, p)]
    approved = [one.flag_key for one in (*swaps[:6], *subtractions[:3])]
    written, removed, *closed = (one.flag_key for one in own_line[:4])
    for key in approved:
        decide(root, key, "approve", "--disposition", "outdated")
    decide(root, written, "edit", "--text", "The services of this page have limits of their own.")
    decide(root, removed, "edit", "--remove-line")
    for key in (written, removed):
        decide(root, key, "approve", "--disposition", "wrong")
    for key in closed:
        decide(root, key, "close")
    run("freeze", root, "--batch", "first")
    called(apply, root / "7-approved" / "first.json", "--corpus", root / "corpus", "--workspace", root)
    run("stamp", root / "8-receipts" / "first.json")
    return FixedSample(root, (*approved, written), (removed,), tuple(closed))


def decide(root: Path, key: str, event: str, *more: str) -> None:
    run("decide", key, "--event", event, *more, "--reviewer", "ReviewerA", "--workspace", root)


def _is_alone(root: Path, proposal: Proposal) -> bool:
    """The claim is a line of its own, so that a person can write or remove the line without touching another claim."""
    claims = _claims(root)
    return proposal.nominated is None and proposal.line_before == claims[proposal.flag_key]


def _claims(root: Path) -> dict[str, str]:
    listed = json.loads((root / "1-ledger" / "claims.json").read_text(encoding="utf-8"))
    files = listed["files"] if isinstance(listed, dict) and "files" in listed else listed
    return {f"{one['file']}#{claim['id']}": claim["claim"] for one in files for claim in one["claims"]}
