"""What the report says while a review is under way and batches are applied: nothing that was done drops out of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

import pytest
from pilot_makers import Pair, report_of
from review_makers import Person, decided, proposed
from test_report import text_of

from r11.commands.pilot import lines
from r11.pilot.assessment import ProtocolFiles, assess
from r11.pilot.measures import measure
from r11.records import Flag
from r11.report import PilotReport, as_html, as_json
from r11.storage import sample_root
from r11.vocabulary import FixOp

TEXT = (sample_root() / "protocol" / "protocol.toml").read_bytes()
SWAPS = proposed(FixOp.O1, 8)


def applied(pairs: Iterable[Pair]) -> list[Flag]:
    """The flags as a stamp leaves them."""
    fields = [{name: getattr(one, name) for name in one.__struct_fields__} for one, _ in pairs]
    return [Flag(**{**told, "applied": True, "fix": {"op": "O1", "batch": "b1"}}) for told in fields]


def report(answered: int, stamped: int, text: bytes | None = TEXT) -> PilotReport:
    """Eight swaps of one file: so many approved, and so many of these applied and stamped."""
    person = reduce(lambda one, pair: one.approve(pair), SWAPS[:answered], Person())
    left, done = SWAPS[stamped:], applied(SWAPS[:stamped])
    measures = measure(left, settled=done, threshold=7)
    logs = decided(person) if answered else decided()
    found = assess(measures, left, (), logs, ProtocolFiles(text), idle_cap=60, settled=done)
    return replace(report_of(left), measures=measures, assessment=found)


def page(found: PilotReport) -> str:
    return text_of(as_html(found, {}))


def test_applied_swaps_stay_in_the_abort_rate_and_are_named() -> None:
    text = page(report(4, 4))
    assert "nominated, settled ones included 8 0 8" in text
    assert "of these settled by now 4 0 4" in text
    assert "aborted / nominated 0/8 (0.0 %)" in text
    assert "in no rate: settled, nomination not on record 0 0 0" in text
    plain = as_json(report(4, 4))["strata"]["all"]
    assert plain["o1_abort_rate"] == {"numerator": 0, "denominator": 8}
    assert (plain["o1_nominated_settled"], plain["settled_nomination_unknown"]) == (4, 0)


def test_applied_items_stay_in_the_progress_of_the_look() -> None:
    text = page(report(4, 3))
    assert "4/8 items of the pilot and the drawn files are reviewed, 3 of them settled by now" in text
    assert "the one look is due at 240" in text
    assert "pilot 1 4/8 (50.0 %) 3" in text


def test_the_head_says_where_people_stand() -> None:
    assert "4 fix targets answered in the decision logs, 3 settled (applied or closed)" in page(report(4, 3))
    assert "answered in the decision logs" not in page(report(0, 0))


@pytest.mark.parametrize(
    ("answered", "text", "says"),
    [
        pytest.param(0, TEXT, "Review throughput not measured yet", id="nobody reviewed"),
        pytest.param(4, TEXT, "withheld until 240 are reviewed (the one look); 4 timed so far", id="before the look"),
        pytest.param(4, None, "withheld until there is a protocol (the one look); 4 timed so far", id="no protocol"),
    ],
)
def test_a_rate_is_withheld_and_not_called_unmeasured(answered: int, text: bytes | None, says: str) -> None:
    assert says in page(report(answered, 0, text))


def test_what_a_reader_may_not_conclude_follows_the_review() -> None:
    assert "Nobody has answered an item yet" in page(report(0, 0))
    assert "Answers are counted as progress only" in page(report(4, 0))


def test_the_terminal_says_the_same() -> None:
    told = "\n".join(lines(report(4, 3)))
    assert "of the nominated, settled    3" in told
    assert "settled, nomination unknown  0" in told
    assert "withheld until 240 are reviewed (the one look); 4 timed so far" in told
    assert "of the nominated, settled" not in "\n".join(lines(report(4, 0)))
    assert "words that O2 removes: no words" in told
