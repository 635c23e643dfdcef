"""What the figures rest on: how many flags were looked up on their pages, when, and with what result."""

from __future__ import annotations

import msgspec
import pytest
from pilot_makers import flag, swap
from review_makers import evidence

from r11.pilot.refreshed import refreshed
from r11.vocabulary import EvidenceState

PAIRS = [swap(flag(number=number)) for number in range(1, 4)]
KEYS = {one.key for one, _ in PAIRS}


@pytest.mark.parametrize(
    ("states", "says"),
    [
        pytest.param([], "0/3 flags looked up: no page was fetched", id="never refreshed"),
        pytest.param(
            [EvidenceState.STANDS] * 2,
            "2/3 flags looked up, pages fetched 2026-03-02: 2 stands",
            id="not all of them",
        ),
        pytest.param(
            [EvidenceState.SUPPORTS_NOW, EvidenceState.STANDS, EvidenceState.STANDS],
            "3/3 flags looked up, pages fetched 2026-03-02: 2 stands, 1 supports now",
            id="all of them, by state",
        ),
    ],
)
def test_the_line_has_both_counts_the_day_and_the_states(states: list[EvidenceState], says: str) -> None:
    found = [evidence(pair, state) for pair, state in zip(PAIRS, states, strict=False)]
    assert refreshed(KEYS, found).words.startswith(says)


def test_a_refresh_over_two_days_names_both() -> None:
    late = msgspec.structs.replace(evidence(PAIRS[1]), fetched_at="2026-03-04T00:00:01+00:00")
    assert "fetched 2026-03-02 to 2026-03-04: 2 stands" in refreshed(KEYS, [late, evidence(PAIRS[0])]).words


def test_evidence_of_another_ledger_is_none_of_this_one() -> None:
    assert refreshed({PAIRS[0][0].key}, map(evidence, PAIRS)).words.startswith("1/1 flags")
    assert refreshed(set(), map(evidence, PAIRS)).words == "no flags"
