"""Probes in the small programme: switch them on, find them, answer them."""

from __future__ import annotations

from typing import Any

from small_programme import SmallProgramme, press

from r11.panels.review import ReviewPanel
from r11.records import DecisionEvent, ProbeSeeded
from r11.storage import ProbeFolder, read_decisions

SHARE = "\n[probes]\nshare = 0.3\n"


def switch(small: SmallProgramme, text: str) -> None:
    file = small.workspace.protocol / "protocol.toml"
    file.write_text(file.read_text(encoding="utf-8").partition("\n[probes]")[0] + text, encoding="utf-8")


def dealt(small: SmallProgramme, name: str = "ReviewerA") -> list[ProbeSeeded]:
    return list(ProbeFolder(small.workspace.decisions).read(name).seeded.values())


def claim_of(probe: ProbeSeeded) -> str:
    return probe.source.rpartition("#")[2]


def probe_events(small: SmallProgramme) -> list[DecisionEvent]:
    return [entry.event for entry in read_decisions(ProbeFolder(small.workspace.decisions).answers).entries]


def at(panel: ReviewPanel, claim_id: str) -> dict[str, Any]:
    """Look at this claim, without a look at the last page on the way."""
    for _ in panel._session.order:
        panel.press("previous")
    for _ in panel._session.order:
        item: dict[str, Any] = panel.screen["item"]
        if item["key"].endswith(f"#{claim_id}"):
            return item
        panel.press("next")
    raise AssertionError(f"{claim_id} is not in this queue")


def answer(panel: ReviewPanel, probe: ProbeSeeded, kind: str) -> None:
    at(panel, claim_of(probe))
    match kind:
        case "own line":
            edit(panel, "Ask us about this limit.")
        case "own line as proposed":
            edit(panel, probe.proposal.line_after or "")
        case "ask":
            press(panel, "ask", note="Which page is this from?")
        case _:
            press(panel, kind)


def edit(panel: ReviewPanel, text: str) -> None:
    press(panel, "edit", text=text, disposition="wrong", checked=True)
