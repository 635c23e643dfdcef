"""The probes on the report's page, in its JSON and in its tables: with the look, in total, and by nobody's name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pilot_makers import report_of
from review_makers import Person, decided, proposed

from r11.commands import measure, pilot
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
    assert "How often is a swap approved that its quote does not prove?" in text
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


NONE_MISSED = find([ProbeResult(ProbeKind.WRONG_VALUE, f"{n}.md", ProbeOutcome.CAUGHT) for n in range(30)])
ONE_FILE = find([ProbeResult(ProbeKind.WRONG_VALUE, "a.md", ProbeOutcome.MISSED)])
UNANSWERED = find([ProbeResult(ProbeKind.WRONG_VALUE, "a.md", ProbeOutcome.NOT_ANSWERED)])


@pytest.mark.parametrize("verb", [pilot.lines, measure.lines], ids=["r11 pilot", "r11 report"])
@pytest.mark.parametrize(
    ("probes", "told"),
    [
        pytest.param(
            FOUND, r"answered 3/24 \(12\.5 %\), interval \d+\.\d to \d+\.\d %, from 24 files; .* 24/25", id="some"
        ),
        pytest.param(
            NONE_MISSED, r"answered 0/30 \(0\.0 %\), elsewhere up to 9\.5 % \(one-sided, .*; .* 30/30", id="none"
        ),
        pytest.param(ONE_FILE, r"answered 1/1, interval none: .*; answered / dealt 1/1", id="too few"),
        pytest.param(UNANSWERED, r"answered no items, interval none: .*; answered / dealt 0/1", id="not answered"),
    ],
)
def test_the_terminal_has_them_in_total_with_their_limit(
    verb: Callable[[PilotReport], list[str]], probes: ProbeFindings, told: str
) -> None:
    (line,) = [line for line in verb(report(probes, look=1)) if "probes" in line]
    assert re.fullmatch(rf"probes, swaps that their quotes do not prove: approved as shown / {told}", line)
    assert NAME not in line


@pytest.mark.parametrize(("probes", "look"), [(FOUND, 5), (NO_PROBES, 1)], ids=["before the look", "none dealt"])
def test_where_there_is_nothing_to_say_nothing_is_said(probes: ProbeFindings, look: int) -> None:
    one = report(probes, look)
    assert "wrong change approved" not in page(one)
    assert "probes.csv" not in tables(one)
    assert not [line for line in (*pilot.lines(one), *measure.lines(one)) if "probes" in line]
    assert "wrong_quote" not in json.dumps(as_json(one))
