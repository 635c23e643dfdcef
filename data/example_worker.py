"""An example worker: reads units, writes answers, and needs nothing of r11 but the two folders.

    python data/example_worker.py WORKSPACE [--name NAME] [--shard SHARD]

It gives a second opinion: the built-in proposer compares the claim with the judge's quote, this one with the page as it
was last fetched. It looks for the sentence of the page that is most like the claim. Where that sentence has another
number in one place, it offers the exchange (O1); where the sentence is the claim without some words, the cut (O2); else
it offers nothing. It is often wrong, and that is the point: `r11 ingest` decides by code what an answer is worth.

A unit that somebody answered before is passed over: there is one answer for each.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

ALIKE = 0.6  # share of words in common, from which a sentence of the page is taken for the claim's
TOKEN = re.compile(r"[\w%$€.,:/+-]*[\w%]")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")


def main() -> int:
    parser = argparse.ArgumentParser(description="Answer the units of a workspace from the cited pages.")
    parser.add_argument("workspace", type=Path)
    parser.add_argument("--name", default="page-reader", help="whose folder of 4-artefacts the answers go to")
    parser.add_argument("--shard", help="only the units of this shard")
    arguments = parser.parse_args()
    out = arguments.workspace / "4-artefacts" / arguments.name
    out.mkdir(parents=True, exist_ok=True)
    answered = {path.stem for path in out.parent.glob("*/*.json")}
    handed_out = list(units(arguments.workspace / "3-units", arguments.shard))
    left = [unit for unit in handed_out if unit["unit"] not in answered]
    for unit in left:
        hand_in(out, unit)
    print(f"{arguments.name}: {len(left)} answers written, {len(handed_out) - len(left)} units were answered before")
    return 0


def units(folder: Path, shard: str | None) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob(f"{shard or '*'}/*.json")):
        yield json.loads(path.read_bytes())


def hand_in(out: Path, unit: dict[str, Any]) -> None:
    """In one step: whoever reads meanwhile sees the whole answer or none."""
    unfinished = out / f".{unit['unit']}.tmp"
    unfinished.write_text(json.dumps(answer(unit), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    unfinished.replace(out / f"{unit['unit']}.json")


def answer(unit: dict[str, Any]) -> dict[str, Any]:
    """Executor output for one unit: the page is its one invocation."""
    flag = unit["flag"]
    page = unit["page"] or {"url": flag["evidence_url"], "fetched_at": "", "sha256": "", "text": ""}
    sentence = closest(flag["claim"], page["text"])
    call = {"ref": "page", "tool": "unit", **{key: page[key] for key in ("url", "fetched_at", "sha256")}}
    claim = {
        "claim_id": flag["claim_id"],
        "flag_key": flag["flag_key"],
        "text": flag["claim"],
        "evidence": {"invocation_ref": "page", "quote": sentence},
        "proposal": offer(flag["claim"], sentence) if sentence else None,
    }
    return {"schema": "executor_evidence_v2", "unit": unit["unit"], "invocations": [call], "claims": [claim]}


def closest(claim: str, page: str) -> str:
    """The sentence of the page with the most words in common with the claim; empty where none is alike."""
    wanted = words(claim)
    found = [(likeness(wanted, words(sentence)), sentence.strip()) for sentence in SENTENCE_END.split(page)]
    best, sentence = max(found, default=(0.0, ""))
    return sentence if best >= ALIKE else ""


def words(text: str) -> list[str]:
    return TOKEN.findall(text.lower())


def likeness(ours: list[str], theirs: list[str]) -> float:
    return SequenceMatcher(None, ours, theirs, autojunk=False).ratio()


def offer(claim: str, sentence: str) -> dict[str, str] | None:
    """The edit that makes the claim say what the sentence says, if it is one exchange or only cuts."""
    ours, theirs = list(TOKEN.finditer(claim)), list(TOKEN.finditer(sentence))
    left, right = ([token.group().lower() for token in tokens] for tokens in (ours, theirs))
    steps = [s for s in SequenceMatcher(None, left, right, autojunk=False).get_opcodes() if s[0] != "equal"]
    kinds = {step[0] for step in steps}
    if kinds == {"delete"}:
        return {"op": "O2", "old": claim, "new": without(claim, [ours[first:last] for _, first, last, _, _ in steps])}
    if kinds == {"replace"} and len(steps) == 1:
        _, first, last, other, end = steps[0]
        old = claim[ours[first].start() : ours[last - 1].end()]
        new = sentence[theirs[other].start() : theirs[end - 1].end()]
        if re.search(r"\d", old) and re.search(r"\d", new) and claim.count(old) == 1:
            return {"op": "O1", "old": old, "new": new}
    return None


def without(claim: str, runs: list[list[re.Match[str]]]) -> str:
    """The claim without these runs of words and what joins them to the words before."""
    for run in reversed(runs):
        start, end = run[0].start(), run[-1].end()
        opened = claim[:start].rstrip().endswith("(") and claim[end:].startswith(")")
        end += opened
        claim = claim[:start].rstrip(" ,(" if opened else " ,") + claim[end:]
    return claim


if __name__ == "__main__":
    sys.exit(main())
