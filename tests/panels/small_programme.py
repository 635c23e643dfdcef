"""A workspace with a list of swaps and one claim of each other kind, made by the program itself; and panels on it."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from r11.cli import main
from r11.panels.desk import RoomKind
from r11.panels.review import ReviewPanel
from r11.records import DecisionEvent, EvidenceLine, FlagEvidence, looked_up_digest, sha256_hex
from r11.review.decisions import ItemState
from r11.storage import Workspace, read_decisions, write_jsonl
from r11.vocabulary import EvidenceState, MatchKind
from r11.workbench.desk import ReviewDesk
from r11.workbench.rooms import DESKS, session_of

PAGE = "skills/store/limits.md"
SWAPS = tuple(f"s{number}" for number in range(1, 9))
SAMPLE_SIZE = 3
SILENT = EvidenceState.STILL_SILENT
NAMES = ("queues", "topics", "vaults", "disks", "lakes", "meshes", "routes", "grids")

POLICY = """\
# What a subtraction may do

- delete a trailing clause that the page does not support.

| from | to | why |
| --- | --- | --- |
| the Classic tier | an earlier tier | retired |
"""
PROTOCOL = f"""\
[assumed_split]
O1 = 0.2
O2 = 0.3
O3 = 0.5
[thresholds]
o1_share = {{ at_least = 0.1 }}
[look]
items = 5
class_sample_size = {SAMPLE_SIZE}
[stratum]
files = 15
seed = 7
[capacity]
reviewers = 1
hours_per_day = 1.0
"""


@dataclass(frozen=True)
class Claim:
    """A claim that is a line of its own, and what judge and page said of it."""

    id: str
    text: str
    quote: str
    reason: str = "The page says otherwise."
    verdict: str = "not_grounded"
    rule: str = "R2"
    file: str = PAGE
    state: EvidenceState = EvidenceState.STANDS


SWAP_CLAIMS = tuple(
    Claim(key, f"The limit for {name} is 500 items.", f"The limit for {name} is {800 + n} items.")
    for n, (key, name) in enumerate(zip(SWAPS, NAMES, strict=True))
)
OTHERS = (
    Claim(
        "drop",
        "Metadata stays in the chosen region, which is audited by an outside firm.",
        "Metadata stays in the chosen region.",
        'Supported except for "which is audited by an outside firm", which the page does not mention.',
        rule="R8",
    ),
    Claim("write", "Write to us for every question.", "Call us for every question."),
    Claim("price", "The plan costs 5 USD a month.", "The plan costs 7 USD a month."),
    Claim("silent", "Most teams like it.", "", "Nothing on the page speaks to it.", "source_silent", "", state=SILENT),
    Claim(
        "wish",
        "Sites can be moved to a tier (a rare wish).",
        "",
        'The page does not mention "a rare wish".',
        "source_silent",
        "",
        state=SILENT,
    ),
)


@dataclass
class SmallProgramme:
    """The workspace, and a clock that moves on by a second at each look."""

    workspace: Workspace
    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    def clock(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def key(self, claim_id: str, file: str = PAGE) -> str:
        return f"{file}#{claim_id}"

    def desk(self, name: str, session: str, room: RoomKind = RoomKind.REVIEW) -> ReviewDesk:
        return DESKS[room](self.workspace, name, session, self.clock)

    def panel(
        self, name: str = "ReviewerA", session: str = "s1", room: RoomKind = RoomKind.REVIEW, **filters: str
    ) -> ReviewPanel:
        """A panel of this reviewer, begun, and under these filters."""
        session = session_of(room, session)
        panel = ReviewPanel(
            lambda who: self.desk(who, session, room), clock=self.clock, session=session, room=room, name=name
        )
        for filter_name, value in filters.items():
            panel.press("filter", name=filter_name, value=value)
        return panel

    def state(self, claim_id: str) -> ItemState:
        return read_decisions(self.workspace.decisions).item(self.key(claim_id))

    def status(self, claim_id: str) -> str:
        return str(self.state(claim_id).status)

    def events(self) -> list[DecisionEvent]:
        return [entry.event for entry in read_decisions(self.workspace.decisions).entries]

    def corpus(self) -> dict[str, bytes]:
        root = self.workspace.corpus
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*.md"))}


def make(root: Path, claims: Sequence[Claim] = (*SWAP_CLAIMS, *OTHERS), *, ratified: bool = True) -> SmallProgramme:
    """The programme under `root`, proposed: each file of the claims holds a heading and one line for each claim."""
    for file in dict.fromkeys(claim.file for claim in claims):
        lines = ["# Limits", *(claim.text for claim in claims if claim.file == file)]
        page = root / "kb" / file
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_bytes("\n\n".join(lines).encode() + b"\n")
    (root / "ledger.json").write_text(json.dumps(_records(claims)), encoding="utf-8")
    run("init", str(root / "ws"), "--corpus", str(root / "kb"), "--ledger", str(root / "ledger.json"))
    workspace = Workspace.open(root / "ws")
    write_jsonl(workspace.evidence / "index.jsonl", (EvidenceLine(flag=_evidence(claim)) for claim in claims))
    (workspace.policy / "O2.md").write_text(POLICY, encoding="utf-8")
    (workspace.protocol / "protocol.toml").write_text(PROTOCOL, encoding="utf-8")
    if ratified:
        run("ratify", str(workspace.root), "--by", "Operator", "--scope", "not_grounded", "--scope", "source_silent")
    run("propose", "--workspace", str(workspace.root))
    return SmallProgramme(workspace)


def run(*words: str) -> None:
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())):
        assert main(words) == 0


def _records(claims: Sequence[Claim]) -> list[dict[str, Any]]:
    files = dict.fromkeys(claim.file for claim in claims)
    return [
        {"file": file, "per_file_verdict": "flagged", "flags": [_flag(c, n) for n, c in _of(claims, file)]}
        for file in files
    ]


def _of(claims: Sequence[Claim], file: str) -> list[tuple[int, Claim]]:
    return [(3 + 2 * index, claim) for index, claim in enumerate(c for c in claims if c.file == file)]


def _flag(claim: Claim, line: int) -> Mapping[str, Any]:
    return {
        "id": claim.id, "judge_verdict": claim.verdict, "rule": claim.rule, "evidence_url": _url(claim),
        "evidence_quote": claim.quote, "reason": claim.reason, "file": claim.file, "line": line, "claim": claim.text,
        "disposition": "unsourced" if claim.verdict == "source_silent" else None,
    }  # fmt: skip


def _url(claim: Claim) -> str:
    return f"https://learn.microsoft.com/{claim.id}"


def _evidence(claim: Claim) -> FlagEvidence:
    key = f"{claim.file}#{claim.id}"
    return FlagEvidence(
        flag_key=key,
        url=_url(claim),
        state=claim.state,
        match=MatchKind.EXACT if claim.quote else MatchKind.NONE,
        passage=claim.quote,
        fetched_at=datetime.now(UTC).isoformat(),
        text_sha256=sha256_hex(claim.quote.encode()),
        sha256=sha256_hex(f"{key} {claim.state} {claim.quote}".encode()),
        about=looked_up_digest(claim.text, _url(claim), claim.quote),
    )


def press(panel: ReviewPanel, kind: str, **more: Any) -> dict[str, Any]:
    """Answer the item on the screen as the browser does, with everything that names it; the screen after."""
    item = panel.screen.get("item", {})
    named = {name: item.get(name) for name in ("key", "version", "content")}
    panel.press(kind, **{**named, "undo": panel.screen.get("undo"), "active_ms": 1500, "wall_ms": 2000, **more})
    return dict(panel.screen)


def at(panel: ReviewPanel, claim_id: str) -> dict[str, Any]:
    """Look at this claim; the values of its item page."""
    for _ in range(100):
        item = panel.screen.get("item")
        if item and item["key"].endswith(f"#{claim_id}"):
            return dict(item)
        panel.press("next" if item else "previous")
        if panel.screen["page"] == "end":
            for _ in range(100):
                panel.press("previous")
    raise AssertionError(f"{claim_id} is not in this queue")


def shown(runs: Sequence[Sequence[str]]) -> str:
    return "".join(run[1] for run in runs)
