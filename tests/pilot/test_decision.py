"""The decision screen: verdicts, what is missing, and when it is no decision."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pilot_makers import Pair
from review_makers import EIGHT, Person, decided, proposed

from r11.pilot.assessment import Assessment, ProtocolFiles, assess
from r11.pilot.bounds import Bounds
from r11.pilot.changes import BEYOND_THE_DRAW, what_would_change
from r11.pilot.figures import Share
from r11.pilot.intervals import Interval, korn_graubard
from r11.pilot.measures import measure
from r11.pilot.protocol import Standing, Threshold
from r11.pilot.verdicts import Line, Verdict
from r11.pilot.yardsticks import Evidence
from r11.records import FrozenProtocol, sha256_hex
from r11.vocabulary import FixOp, Rule, Yardstick

FLOOR = Threshold(Yardstick.O1_SHARE, 0.2, 0.3)
CEILING = Threshold(Yardstick.JUDGE_MISTAKEN_SHARE, 0.2)


def seen(value: float | None, low: float | None, high: float | None, **more: object) -> Evidence:
    return Evidence(value, low, high, "as tested", **{"units": 30, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("threshold", "evidence", "words"),
    [
        pytest.param(FLOOR, seen(0.3, 0.25, 0.35), "met", id="floor, wholly above"),
        pytest.param(FLOOR, seen(0.3, 0.2, 0.4), "met", id="floor, down to the limit"),
        pytest.param(FLOOR, seen(0.1, 0.05, 0.15), "not met", id="floor, wholly below"),
        pytest.param(FLOOR, seen(0.3, 0.15, 0.45), "cannot say yet: needs 38 more files", id="floor, across"),
        pytest.param(
            FLOOR, seen(0.3, 0.15, 0.45, most=40), "cannot say yet: needs all 10 files that are left", id="few left"
        ),
        pytest.param(FLOOR, seen(0.2, 0.15, 0.25), "cannot say yet: needs a clearer case", id="the limit itself"),
        pytest.param(FLOOR, seen(0.3, None, None, needs="a draw"), "cannot say yet: needs a draw", id="no interval"),
        pytest.param(FLOOR, seen(None, None, None, needs="a review"), "cannot say yet: needs a review", id="nothing"),
        pytest.param(FLOOR, seen(0.2, 0.2, 0.2), "met", id="an exact count at the limit"),
        pytest.param(CEILING, seen(0.1, 0.05, 0.2), "met", id="ceiling, up to the limit"),
        pytest.param(CEILING, seen(0.3, 0.25, 0.35), "not met", id="ceiling, wholly above"),
        pytest.param(
            replace(CEILING, limit=0.05),
            seen(0.0, 0.0, 0.1, units=29),
            "cannot say yet: needs 30 more files",
            id="a zero that still allows too much: 0 of 59 allows 0.05",
        ),
    ],
)
def test_the_verdict_of_a_line(threshold: Threshold, evidence: Evidence, words: str) -> None:
    assert Line(threshold, evidence).words.startswith(words)


def ever(least: int, most: int, whole: int = 100, *, as_proposed: bool = True) -> Bounds:
    return Bounds(Share(least, whole), Share(most, whole), as_proposed)


@pytest.mark.parametrize(
    ("threshold", "evidence", "words", "interval"),
    [
        pytest.param(
            FLOOR,
            seen(0.15, 0.05, 0.3, bounds=ever(4, 19)),
            "not met, whatever the rest brings: at most 19/100, as proposed now",
            "0.05 to 0.19",
            id="a floor that the rest cannot reach any more",
        ),
        pytest.param(
            FLOOR,
            seen(0.25, 0.1, 0.4, bounds=ever(21, 60)),
            "met, whatever the rest brings: at least 21/100, as proposed now",
            "0.21 to 0.40",
            id="a floor that is reached already",
        ),
        pytest.param(
            CEILING,
            seen(0.1, 0.02, 0.3, bounds=ever(3, 19, as_proposed=False)),
            "met, whatever the rest brings: at most 19/100",
            "0.03 to 0.19",
            id="a ceiling that the rest cannot break any more",
        ),
        pytest.param(
            CEILING,
            seen(0.3, 0.1, 0.5, bounds=ever(21, 60, as_proposed=False)),
            "not met, whatever the rest brings: at least 21/100",
            "0.21 to 0.50",
            id="a ceiling that is broken already",
        ),
        pytest.param(
            FLOOR,
            seen(0.25, 0.1, 0.4, bounds=ever(23, 23)),
            "met: counted, 23/100 of the rest",
            "exact count",
            id="nothing is left to review",
        ),
        pytest.param(
            FLOOR,
            seen(0.3, None, None, needs="a draw", bounds=ever(4, 19)),
            "not met, whatever the rest brings: at most 19/100, as proposed now",
            "none",
            id="decided by counting, without an interval",
        ),
        pytest.param(
            FLOOR,
            seen(0.3, 0.15, 0.45, bounds=ever(5, 90)),
            "cannot say yet: needs 38 more files, if the value stays",
            "0.15 to 0.45",
            id="open as it was",
        ),
    ],
)
def test_no_interval_runs_beyond_what_the_rest_can_still_bring(
    threshold: Threshold, evidence: Evidence, words: str, interval: str
) -> None:
    line = Line(threshold, evidence)
    assert (line.words, line.interval) == (words, interval)
    if line.is_settled and line.verdict is Verdict.NOT_MET:
        assert ("another policy" in " ".join(what_would_change([line]))) is evidence.bounds.as_proposed


GOOD_FILES = Threshold(Yardstick.O1_ACCEPTANCE_SHARE, 0.8)
NO_FAULT = Threshold(Yardstick.WRONG_EDIT_SHARE, 0.05)


@pytest.mark.parametrize(
    ("threshold", "evidence", "words"),
    [
        pytest.param(
            GOOD_FILES,
            seen(1.0, None, None, files=(Share(1, 1),) * 7, units=7, most=40),
            "cannot say yet: needs 10 more files, if all goes well in them (33 are left)",
            id="seventeen good files hold the lower end above 0.80",
        ),
        pytest.param(
            GOOD_FILES,
            seen(1.0, None, None, files=(Share(1, 1),) * 7, units=7, most=16),
            "cannot say, and it cannot be met in this ledger: 7 files were reviewed, 9 more could be, and if all of "
            "those went well the interval would still end at 0.79",
            id="one file short of that",
        ),
        pytest.param(
            NO_FAULT,
            seen(0.0, 0.0, 0.14, files=(Share(0, 1),) * 20, units=20, most=59, one_sided=True),
            "cannot say yet: needs 39 more files, if all goes well in them (39 are left)",
            id="0 of 59 allows 0.05",
        ),
        pytest.param(
            NO_FAULT,
            seen(0.0, 0.0, 0.14, files=(Share(0, 1),) * 20, units=20, most=58, one_sided=True),
            "cannot say, and it cannot be met in this ledger: 20 files were reviewed, 38 more could be, and if all of "
            "those went well the interval would still end at 0.0503",
            id="0 of 58 does not, and is not rounded to it",
        ),
        pytest.param(
            GOOD_FILES,
            seen(1.0, None, None, files=(Share(1, 1),) * 2, units=2, most=4),
            "cannot say, and it cannot be met in this ledger: 2 files were reviewed, 2 more could be, too few for an "
            "interval",
            id="no interval ever",
        ),
    ],
)
def test_what_is_asked_for_would_do_and_can_be_had(threshold: Threshold, evidence: Evidence, words: str) -> None:
    line = Line(threshold, evidence)
    assert line.words == words
    if line.is_out_of_reach:
        assert "cannot be met in this ledger" in what_would_change([line])[0]
    else:
        more = int(re.search(r"needs (\d+)", words)[1])  # type: ignore[index]
        good = Share(1, 1) if threshold is GOOD_FILES else Share(0, 1)
        enough = korn_graubard([*evidence.files, *[good] * more])
        fewer = korn_graubard([*evidence.files, *[good] * (more - 1)])
        assert isinstance(enough, Interval)
        assert isinstance(fewer, Interval)
        if threshold is GOOD_FILES:
            assert fewer.low < threshold.limit <= enough.low
        else:
            assert 0.95 ** (len(evidence.files) + more) <= 0.05 < 0.95 ** (len(evidence.files) + more - 1)


numbers = st.floats(0, 1)
shares = st.integers(0, 10**9).map(lambda count: count / 10**9)
near = st.tuples(st.integers(-9, 9), st.integers(3, 9)).map(lambda pair: pair[0] / 10 ** pair[1])


@given(st.lists(shares, min_size=3, max_size=3), near, shares, st.sampled_from([FLOOR, CEILING]))
def test_nothing_of_a_line_is_rounded_onto_or_over_its_limit_and_all_has_the_same_digits(
    parts: list[float], off: float, limit: float, threshold: Threshold
) -> None:
    limit = round(limit, 2)
    low, value, high = sorted([*parts[:2], min(1.0, max(0.0, limit + off))])
    line = Line(replace(threshold, limit=limit), seen(value, low, high))
    said = [line.measured, *line.interval.partition(" (")[0].split(" to ")] if low < high else [line.measured]
    assert len({len(text) for text in said}) == 1
    for text, real in zip(said, (value, low, high), strict=False):
        assert (float(text) > limit, float(text) < limit) == (real > limit, real < limit)


def test_the_whole_rest_is_only_what_every_file_of_it_holds() -> None:
    some = seen(0.3, 0.15, 0.45, most=40, unit="files with an R8 flag")
    assert "the whole remaining work" not in what_would_change([Line(FLOOR, some)], 8.64)[0]
    assert "needs all 10 files with an R8 flag that are left" in what_would_change([Line(FLOOR, some)], 8.64)[0]


@given(st.tuples(numbers, numbers, numbers), numbers, st.sampled_from([FLOOR, CEILING]), st.integers(1, 300))
def test_an_interval_on_both_sides_of_the_limit_decides_nothing(
    parts: tuple[float, float, float], limit: float, threshold: Threshold, units: int
) -> None:
    low, value, high = sorted(parts)
    line = Line(replace(threshold, limit=limit), seen(value, low, high, units=units, most=units + 100))
    if low < limit < high:
        assert line.verdict is Verdict.CANNOT_SAY
        assert re.search(r"needs (\d+ more files?|all 100 files that are left|a clearer case)", line.words)
    elif high < limit or low > limit:
        assert line.verdict is not Verdict.CANNOT_SAY


def test_what_would_change_names_open_lines_and_the_one_with_least_room() -> None:
    lines = [
        Line(FLOOR, seen(0.3, 0.15, 0.45)),
        Line(CEILING, seen(0.3, 0.25, 0.35)),
        Line(Threshold(Yardstick.O3_ITEMS_PER_HOUR, 15), seen(20, 16, 25)),
        Line(Threshold(Yardstick.O1_ITEMS_PER_HOUR, 15), seen(90, 80, 99)),
    ]
    open_, missed, beyond, closest = what_would_change(lines)
    assert "needs 38 more files" in open_
    assert "at best 0.25" in missed
    assert "O3 items per hour has the least room" in closest
    assert "ends at 16" in closest
    assert beyond == BEYOND_THE_DRAW


def test_what_was_counted_has_no_interval_that_ends() -> None:
    count = Line(Threshold(Yardstick.O1_ABORT_SHARE, 0.6), seen(0.47, 0.47, 0.47))
    assert what_would_change([count])[0].endswith("has the least room: the limit is at most 0.60, the count is 0.47.")
    missed = replace(count, threshold=Threshold(Yardstick.O1_ABORT_SHARE, 0.4))
    assert what_would_change([missed])[0].endswith("measured is 0.47, counted, not estimated.")


@pytest.mark.parametrize(
    ("most", "hours", "said"),
    [
        pytest.param(
            40, 8.64, "left; that is the whole remaining work, about 8.6 active hours, after which no", id="hours known"
        ),
        pytest.param(40, None, "left; that is the whole remaining work, after which no", id="hours not known"),
        pytest.param(
            500, 8.64, "it needs 38 more files, if the value stays (470 are left).", id="less than everything"
        ),
    ],
)
def test_a_line_that_needs_everything_says_that_nothing_is_left_to_decide(
    most: int, hours: float | None, said: str
) -> None:
    assert said in what_would_change([Line(FLOOR, seen(0.3, 0.15, 0.45, most=most))], hours)[0]


def test_a_limit_on_one_side_says_so() -> None:
    assert Line(CEILING, seen(0.0, 0.0, 0.13, one_sided=True)).interval == "0.00 to 0.13 (one-sided, 0.95)"
    assert Line(CEILING, seen(0.1, 0.0, 0.13)).interval == "0.00 to 0.13"


# --- the whole way --------------------------------------------------------------------------------------------------

TEXT = b"""\
[assumed_split]
O1 = 0.5
O2 = 0.3
O3 = 0.2
[thresholds]
o1_share = { at_least = 0.1 }
r8_as_o2_share = { at_least = 0.1 }
o1_abort_share = { at_most = 0.5 }
o1_acceptance_share = { at_least = 0.5 }
o2_acceptance_share = { at_least = 0.5 }
wrong_edit_share = { at_most = 0.2 }
judge_mistaken_share = { at_most = 0.3 }
o1_items_per_hour = { at_least = 100 }
o2_items_per_hour = { at_least = 100 }
o3_items_per_hour = { at_least = 1 }
hours_for_rest = { at_most = 40 }
[look]
items = 40
class_sample_size = 5
[stratum]
files = 15
seed = 3
[capacity]
reviewers = 2
hours_per_day = 4
"""


def programme() -> list[Pair]:
    """A pilot file of nine, and 25 files of three: swaps, subtractions of R8 flags, and rewrites."""
    pairs = [
        proposed(op, 9, "pilot.md", rule=Rule.R8 if op is FixOp.O2 else Rule.R2)[number]
        for number, op in enumerate(list(FixOp) * 3)
    ]
    for file in range(25):
        for number, op in enumerate(FixOp):
            rule = Rule.R8 if op is FixOp.O2 else Rule.R2
            pairs.append(proposed(op, 3, f"rest{file:02}.md", rule=rule)[number])
    return pairs


def assessed(
    pairs: list[Pair], *people: Person, text: bytes | None = TEXT, frozen_at: str | None = "2026-03-01T08:00:00+00:00"
) -> Assessment:
    measures = measure(pairs, threshold=7)
    files = ProtocolFiles(text)
    if text is not None and frozen_at:
        drawn = tuple(f"rest{file:02}.md" for file in range(15))
        frozen = FrozenProtocol(
            frozen_by="operator", frozen_at=frozen_at, text_sha256=sha256_hex(TEXT), ledger_sha256="", drawn=drawn
        )
        files = ProtocolFiles(text, frozen)
    return assess(measures, pairs, (), decided(*people), files, idle_cap=60)


def reviews(pairs: list[Pair], count: int = 54) -> list[Person]:
    """Pilot and drawn files, nine items a session; every tenth item is closed."""
    people = []
    for at in range(0, count, 9):
        person = Person(session=f"s{at}", at=EIGHT + timedelta(hours=at))
        for number, pair in enumerate(pairs[at : min(at + 9, count)], start=at):
            if number % 10 == 9:
                person.close(pair, 20 + number % 7)
            elif pair[1].op is FixOp.O3:
                person.rewrite(pair, 60 + number % 7)
            else:
                person.approve(pair, 20 + number % 7)
        people.append(person)
    return people


def test_a_share_that_only_a_part_reviewed_pilot_tells_is_no_value() -> None:
    """One of three subtractions of the pilot was answered, and no drawn file holds one: 1/1 is not what is measured."""
    pilot, rest = programme()[:9], [one for one in programme()[9:] if one[1].op is not FixOp.O2]
    rest += [proposed(FixOp.O3, 3, f"rest{file:02}.md")[1] for file in range(25)]
    drawn = [one for one in rest if one[0].file < "rest15.md"]
    subtraction = pilot[1]
    found = assessed([*pilot, *rest], *reviews([subtraction, *drawn], 46))
    (line,) = (one for one in found.decision.lines if one.threshold.yardstick is Yardstick.O2_ACCEPTANCE_SHARE)
    assert (line.value, line.counts, line.measured) == (None, "", "not measured yet")
    told = "1/1 in the pilot so far (2/3 not reviewed at the look: 1/3 to 3/3 can still come)"
    assert line.evidence.basis.startswith(told)
    whole = assessed([*pilot, *rest], *reviews([*pilot, *drawn], 54))
    (line,) = (one for one in whole.decision.lines if one.threshold.yardstick is Yardstick.O2_ACCEPTANCE_SHARE)
    assert line.counts == "3/3, pilot files only"


def test_a_reviewed_pilot_with_a_protocol_frozen_in_time_gives_a_decision() -> None:
    pairs = programme()
    decision = assessed(pairs, *reviews(pairs)).decision
    assert decision.is_decision
    assert decision.heading == "The decision"
    assert len(decision.lines) == len(Yardstick)
    assert decision.calendar is not None
    assert "2 reviewers at 4 active hours a day" in decision.calendar.words
    by_name = {line.threshold.yardstick: line for line in decision.lines}
    assert by_name[Yardstick.O1_ABORT_SHARE].interval == "exact count"
    assert by_name[Yardstick.O1_SHARE].verdict is Verdict.MET
    assert by_name[Yardstick.O1_SHARE].evidence.basis.startswith("13/45 counted in 15 drawn files; ")
    assert by_name[Yardstick.WRONG_EDIT_SHARE].words == "cannot say yet: needs a second look at approved value swaps"


@pytest.mark.parametrize(
    ("changes", "standing", "heading"),
    [
        pytest.param({"text": None}, Standing.ABSENT, "Progress, and no decision to come", id="no protocol"),
        pytest.param({"text": b"[look"}, Standing.UNREADABLE, "Progress, and no decision to come", id="cannot be read"),
        pytest.param({"frozen_at": None}, Standing.DRAFT, "Figures, not a decision", id="never frozen"),
        pytest.param(
            {"frozen_at": "2026-03-02T12:00:00+00:00"}, Standing.LATE, "Figures, not a decision", id="frozen too late"
        ),
        pytest.param({"text": TEXT + b"# "}, Standing.CHANGED, "Figures, not a decision", id="changed since"),
    ],
)
def test_a_protocol_that_does_not_bind_gives_no_decision(changes: dict, standing: Standing, heading: str) -> None:
    pairs = programme()
    decision = assessed(pairs, *reviews(pairs, len(pairs)), **changes).decision
    assert (decision.standing, decision.heading, decision.is_decision) == (standing, heading, False)
    unbound = standing in {Standing.ABSENT, Standing.DRAFT}
    said = "people began to review before any protocol was frozen" if unbound else standing.objection
    assert said in decision.objections


@pytest.mark.parametrize(
    ("count", "frozen_at", "said"),
    [
        pytest.param(0, None, "Freeze the protocol first, then review", id="nobody reviewed yet"),
        pytest.param(9, None, "No decision can rest on this review", id="a draft, and people reviewed"),
        pytest.param(9, "2026-03-02T12:00:00+00:00", "No decision can rest on this review", id="frozen too late"),
    ],
)
def test_the_advice_is_to_freeze_only_as_long_as_that_helps(count: int, frozen_at: str | None, said: str) -> None:
    """A freeze after the first review event binds nothing, so nobody is told to make one then."""
    pairs = programme()
    decision = assessed(pairs, *reviews(pairs, count), frozen_at=frozen_at).decision
    assert decision.answer.startswith(said)
    assert ("reeze" in " ".join(decision.objections)) is (count == 0)


@pytest.mark.parametrize("count", [pytest.param(0, id="nobody"), pytest.param(39, id="one short")])
def test_before_the_look_is_due_there_is_progress_and_no_figure(count: int) -> None:
    pairs = programme()
    decision = assessed(pairs, *reviews(pairs, count)).decision
    assert (decision.lines, decision.calendar, decision.changes) == ((), None, ())
    assert decision.look is not None
    assert f"{count}/54 items" in decision.look.words
    assert "stops at a chance extreme" in decision.look.words
    assert "the one look is not due yet" in decision.objections


@pytest.mark.parametrize(
    "pairs",
    [
        pytest.param([], id="no flags"),
        pytest.param(proposed(FixOp.O1, 1), id="one flag"),
        pytest.param(proposed(FixOp.O3, 8), id="one file"),
    ],
)
def test_next_to_nothing_is_assessed_without_a_number_that_is_none(pairs: list[Pair]) -> None:
    people = [Person()] if pairs else []
    for pair in pairs:
        people[0].close(pair)
    found = assessed(pairs, *people, text=TEXT.replace(b"items = 40", b"items = 1"))
    said = " ".join(
        f"{line.measured} {line.interval} {line.words} {line.evidence.basis}" for line in found.decision.lines
    )
    assert not re.search(r"nan|inf|None|(?<!\d)\d+/0(?!\d)|%", said)


def test_what_changes_the_proposals_comes_before_the_freeze() -> None:
    measures = measure(programme(), threshold=7)
    steps = ("fetch the cited pages (r11 refresh)", "ratify the O2 policy, if it is wanted (r11 ratify)")
    found = assess(measures, programme(), (), decided(), ProtocolFiles(TEXT), idle_cap=60, before=steps)
    said = found.decision.answer
    order = ["r11 refresh", "r11 ratify", "r11 pilot", "r11 protocol freeze", "then review"]
    assert sorted(order, key=said.index) == order
    assert said.startswith("First fetch")


@pytest.mark.parametrize(
    ("pairs", "changes", "answer"),
    [
        pytest.param(programme(), {"frozen_at": None}, "Freeze the protocol first, then review", id="a draft"),
        pytest.param(programme(), {"text": None}, "Write and freeze the protocol first", id="no protocol"),
        pytest.param([], {"text": None}, "There is no protocol, and nothing to review in the pilot", id="nothing"),
        pytest.param(programme(), {}, "Go on reviewing", id="frozen"),
    ],
)
def test_the_headline_says_what_comes_next(pairs: list[Pair], changes: dict, answer: str) -> None:
    assert assessed(pairs, **changes).decision.answer.startswith(answer)
