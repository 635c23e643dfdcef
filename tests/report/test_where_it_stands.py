"""What the report says while a review is under way and batches are applied: nothing that was done drops out of it."""

from __future__ import annotations

import re
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
from r11.report.words import WORDS
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
    assert "nominated, done ones included 8 0 8" in text
    assert "of these done by now / nominated 4/8 no items 4/8" in text
    assert "aborted / nominated 0/8 (0.0 %)" in text
    assert "in no rate: nomination not on record / done 0/4 no items 0/4" in text
    plain = as_json(report(4, 4))["strata"]["all"]
    assert plain["o1_abort_rate"] == {"numerator": 0, "denominator": 8}
    assert (plain["o1_nominated_settled"], plain["settled_nomination_unknown"]) == (4, 0)


def test_applied_items_stay_in_the_progress_of_the_look() -> None:
    text = page(report(4, 3))
    assert "4/8 items of the pilot and the drawn files are reviewed, 3 of them done by now" in text
    assert "the one look is due at 240" in text
    assert "pilot 1 4/8 (50.0 %) 3/8" in text


def test_the_head_says_where_people_stand() -> None:
    assert "4/8 fix targets reviewed, 3/8 done" in page(report(4, 3))
    assert "People’s work" not in page(report(0, 0))


def test_one_word_for_one_thing() -> None:
    """Whatever is over has one word, which the list of words defines: no other one stands on the page."""
    text = page(report(4, 3))
    assert not re.search(r"\bsettled\b", text)
    assert "done nothing is left to do: the fix is applied, or the closing stands in the ledger" in text
    assert "closed a person ruled that the claim is correct" in text
    assert all(f" {word} {meaning}" in text for word, meaning in WORDS)
    told = text.partition(" Words ")[0].casefold()
    for word, _ in WORDS:
        assert all(part in told for part in word.casefold().split(", ")) or word in OF_A_REVIEW, word


OF_A_REVIEW = frozenset(
    {"closed", "judge mistaken", "page changed", "cannot be told", "unsettled"}
    | {"second look", "adjudication", "active time"}
)
"""Words of sections that are shown once the one look is due."""


def test_the_answer_comes_first_and_the_details_last() -> None:
    """Before the one look the four numbers are the answer, after it the decision is; then why, how sure, details."""
    before, after = page(report(4, 0)), page(report(4, 0, TEXT.replace(b"items = 240", b"items = 4")))
    parts = ["The answer", "Why", "How sure", "Details"]
    both = ["What the fix targets are now", "What this report does not say", "Does the pilot look like the rest?"]
    (contents, _, before), (_, _, after) = (text.partition(" · Details ") for text in (before, after))
    assert contents.endswith(" · ".join(parts[:3]))
    for text, first in ((before, "The four numbers"), (after, "Figures, not a decision")):
        order = [parts[0], first, parts[1], both[0], parts[2], *both[1:], parts[3], "Words", "The population"]
        places = [text.index(f" {name} ") for name in order]
        assert places == sorted(places)
    assert before.index("The four numbers") < before.index("Progress, and no decision")
    behind = [after.index(name) for name in ("How long reviewing takes", " How sure ", "Do two people say the same?")]
    assert behind == sorted(behind)


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
    assert "done / nominated             3/8 (37.5 %)         no items" in told
    assert "nomination unknown / done    0/3 (0.0 %)          no items" in told
    assert "withheld until 240 are reviewed (the one look); 4 timed so far" in told
    assert "done / nominated" not in "\n".join(lines(report(4, 0)))
    assert "words that O2 removes: no words" in told
