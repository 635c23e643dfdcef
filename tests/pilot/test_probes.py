"""How often a wrong edit was approved: of simulated reviewers with a stated rate the interval holds that rate."""

from __future__ import annotations

import random

import pytest

from r11.pilot.intervals import MIN_FILES, Interval, Suppressed, UpperLimit
from r11.pilot.probes import NO_PROBES, find
from r11.report.probes import probe_cells, probe_rows
from r11.review.probes import ProbeResult
from r11.vocabulary import ProbeKind, ProbeOutcome

RUNS = 300
KINDS = tuple(ProbeKind)


def result(number: int, outcome: ProbeOutcome, file: str = "") -> ProbeResult:
    return ProbeResult(KINDS[number % 2], file or f"{number}.md", outcome)


def reviewed(dice: random.Random, *, probes: int, files: int, rate: float) -> list[ProbeResult]:
    """Probes of some files answered by reviewers who miss each with this probability."""
    outcomes = (ProbeOutcome.MISSED if dice.random() < rate else ProbeOutcome.CAUGHT for _ in range(probes))
    return [result(number, one, f"{dice.randrange(files)}.md") for number, one in enumerate(outcomes)]


@pytest.mark.parametrize(("probes", "files"), [(24, 20), (45, 40), (90, 45)])
@pytest.mark.parametrize("rate", [0.0, 0.1, 0.3, 0.6])
def test_the_interval_holds_the_rate_at_which_reviewers_miss(probes: int, files: int, rate: float) -> None:
    dice, held, shown = random.Random(f"{probes} {files} {rate}"), 0, 0
    for _ in range(RUNS):
        limits = find(reviewed(dice, probes=probes, files=files, rate=rate)).measures[-1].limits
        assert not isinstance(limits, Suppressed)
        low = limits.low if isinstance(limits, Interval) else 0.0
        held += low <= rate <= limits.high
        shown += 1
    assert held / shown >= 0.92


def test_an_interval_that_is_wide_enough_is_not_all_there_is() -> None:
    """A rate far off is excluded: the limits say something."""
    dice = random.Random(5)
    found = [find(reviewed(dice, probes=45, files=40, rate=0.1)).measures[-1].limits for _ in range(50)]
    assert sum(limits.high < 0.5 for limits in found if not isinstance(limits, Suppressed)) >= 48


def test_kinds_are_counted_apart_and_together_and_nobody_answered_is_in_no_rate() -> None:
    outcomes = [ProbeOutcome.MISSED, ProbeOutcome.CAUGHT, ProbeOutcome.CLOSED, ProbeOutcome.NOT_ANSWERED] * 6
    found = find([result(number, one) for number, one in enumerate(outcomes)])
    quote, value, both = found.measures
    assert [str(one.answered) for one in (quote, value, both)] == ["12/12", "6/12", "18/24"]
    assert [str(one.missed) for one in (quote, value, both)] == ["6/12", "0/6", "6/18"]
    assert [row["closed"] for row in probe_rows(found)] == [6, 0, 6]
    assert sum(one.count(outcome) for outcome in ProbeOutcome for one in (quote, value)) == len(outcomes)


def test_too_few_files_are_a_count_without_percentage_and_interval() -> None:
    found = find([result(0, ProbeOutcome.MISSED, f"{n % (MIN_FILES - 1)}.md") for n in range(20)])
    cells = probe_cells(found)
    assert cells[-1][:3] == ["both", "20/20", "20/20"]
    assert "%" not in " ".join(cells[-1])
    assert "too few" in cells[-1][3]
    assert probe_rows(found)[-1]["high"] is None
    assert probe_cells(found)[1][2:4] == ["no items", "none: no items"]


def test_a_zero_stands_beside_what_it_still_allows() -> None:
    found = find([result(n, ProbeOutcome.CAUGHT) for n in range(60)])
    limits = found.measures[-1].limits
    assert isinstance(limits, UpperLimit)
    assert probe_cells(found)[-1][2:4] == ["0/60 (0.0 %)", "up to 4.9 % (one-sided, each file once)"]


def test_where_none_were_dealt_there_is_no_table() -> None:
    assert probe_cells(NO_PROBES) == probe_cells(find([])) == []
    assert probe_rows(NO_PROBES) == []
