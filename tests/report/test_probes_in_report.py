"""The probes on the report's page, in its JSON and in its tables: with the look, in total, and by nobody's name."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from pilot_makers import report_of
from review_makers import Person, decided, proposed

from r11.pilot.assessment import ProtocolFiles, assess
from r11.pilot.probes import NO_PROBES, ProbeFindings, find
from r11.report import as_html, as_json, drawings
from r11.report.model import PilotReport
from r11.report.tables import tables
from r11.review.probes import ProbeResult
from r11.vocabulary import FixOp, ProbeKind, ProbeOutcome

TEXT = (Path(__file__).resolve().parents[2] / "data" / "sample" / "protocol" / "protocol.toml").read_bytes()
PAIRS = proposed(FixOp.O1, 9, "a.md")
NAME = "Ada Unmistakable"
OUTCOMES = [ProbeOutcome.MISSED] * 3 + [ProbeOutcome.CAUGHT] * 20 + [ProbeOutcome.CLOSED] + [ProbeOutcome.NOT_ANSWERED]
FOUND = find([ProbeResult(list(ProbeKind)[n % 2], f"{n}.md", one) for n, one in enumerate(OUTCOMES)])


def report(probes: ProbeFindings, look: int) -> PilotReport:
    found = report_of(PAIRS)
    text = TEXT.replace(b"items = 240", f"items = {look}".encode())
    people = decided(Person(NAME).approve(PAIRS[0]))
    return replace(
        found,
        assessment=assess(found.measures, PAIRS, (), people, ProtocolFiles(text), idle_cap=60, probes=probes),
    )


def page(one: PilotReport) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", as_html(one, drawings(one))).split())


def test_missed_of_answered_with_its_interval_by_kind_and_together() -> None:
    one = report(FOUND, look=1)
    text, plain = page(one), as_json(one)
    assert "How often is a wrong change approved?" in text
    assert re.search(r"both 24/25 3/24 \(12\.5 %\) \d+\.\d to \d+\.\d %, from 24 files 1/24", text)
    rows = plain["review"]["tables"]["probes"]
    assert [(row["kind"], row["missed"], row["answered"], row["dealt"]) for row in rows] == [
        ("wrong_quote", 2, 12, 13),
        ("wrong_value", 1, 12, 12),
        ("both", 3, 24, 25),
    ]
    assert {"probes.csv", "probes.parquet"} <= set(tables(one))


def test_nobody_is_named_beside_them() -> None:
    one = report(FOUND, look=1)
    section = re.search(r'<section aria-labelledby="probes">.*?</section>', as_html(one, {}), re.S)
    assert section
    assert NAME not in section[0]
    assert NAME.encode() not in tables(one)["probes.csv"]


@pytest.mark.parametrize(("probes", "look"), [(FOUND, 5), (NO_PROBES, 1)], ids=["before the look", "none dealt"])
def test_where_there_is_nothing_to_say_nothing_is_said(probes: ProbeFindings, look: int) -> None:
    one = report(probes, look)
    assert "wrong change approved" not in page(one)
    assert "probes.csv" not in tables(one)
    assert "wrong_quote" not in json.dumps(as_json(one))
