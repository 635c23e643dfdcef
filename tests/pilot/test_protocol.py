"""The protocol: every problem of the text at once, and whether a freeze came in time."""

from __future__ import annotations

import pytest

from r11.errors import InputProblems, Refused, UsageError
from r11.pilot.protocol import Standing, first_review, freeze_protocol, read_protocol, standing
from r11.records import DecisionEvent, FrozenProtocol, sha256_hex
from r11.review.answers import Signature, mention
from r11.vocabulary import CheckCode, EventKind, FixOp, Yardstick

TEXT = """\
[assumed_split]
O1 = 0.2
O2 = 0.3
O3 = 0.5
[thresholds]
o1_share = { at_least = 0.1 }
wrong_edit_share = { at_most = 0.01, assumed = 0.0 }
o3_items_per_hour = { at_least = 15, assumed = 30.5 }
[look]
items = 178
class_sample_size = 20
[stratum]
files = 30
seed = 7
[capacity]
reviewers = 2
hours_per_day = 3.5
"""


def test_a_protocol_is_read_as_it_is_written() -> None:
    found = read_protocol(TEXT.encode())
    assert found.assumed_split == {FixOp.O1: 0.2, FixOp.O2: 0.3, FixOp.O3: 0.5}
    assert [line.words for line in found.thresholds] == ["at least 0.10", "at most 0.01", "at least 15"]
    assert [line.assumed for line in found.thresholds] == [0.2, 0.0, 30.5]
    assert (found.look_items, found.stratum_files, found.stratum_seed) == (178, 30, 7)


def test_a_floor_and_a_ceiling_are_what_the_yardstick_says() -> None:
    floors = {yardstick for yardstick in Yardstick if yardstick.more_is_better}
    assert {y for y in Yardstick if y.endswith(("per_hour", "acceptance_share"))} <= floors
    assert floors.isdisjoint({Yardstick.WRONG_EDIT_SHARE, Yardstick.O1_ABORT_SHARE, Yardstick.HOURS_FOR_REST})


REFUSALS = [
    pytest.param("O1 = 0.2", "O1 = 0.9", "assumed_split", CheckCode.OUT_OF_RANGE, id="a split above one"),
    pytest.param("O1 = 0.2\n", "", "assumed_split.O1", CheckCode.MISSING_FIELD, id="a split without O1"),
    pytest.param("O1 = 0.2", 'O1 = "0.2"', "assumed_split.O1", CheckCode.WRONG_TYPE, id="a number in quotes"),
    pytest.param("O1 = 0.2", "O1 = nan", "assumed_split.O1", CheckCode.OUT_OF_RANGE, id="no number"),
    pytest.param("o1_share", "o1_part", "thresholds.o1_part", CheckCode.UNKNOWN_FIELD, id="an unknown yardstick"),
    pytest.param("o1_share", "O1_share", "thresholds.O1_share", CheckCode.UNKNOWN_FIELD, id="wrong case"),
    pytest.param(
        "{ at_least = 0.1 }", "{ at_most = 0.1 }", "thresholds.o1_share.at_least", CheckCode.MISSING_FIELD, id="ceiling"
    ),
    pytest.param("{ at_least = 0.1 }", "0.1", "thresholds.o1_share", CheckCode.WRONG_TYPE, id="a bare number"),
    pytest.param(
        "at_least = 0.1", "at_least = 10", "thresholds.o1_share.at_least", CheckCode.OUT_OF_RANGE, id="a percentage"
    ),
    pytest.param("items = 178", "items = 0", "look.items", CheckCode.OUT_OF_RANGE, id="a look at nothing"),
    pytest.param("items = 178", "items = true", "look.items", CheckCode.WRONG_TYPE, id="a truth value"),
    pytest.param("items = 178", "items = 178.0", "look.items", CheckCode.WRONG_TYPE, id="half an item"),
    pytest.param("files = 30", "files = 14", "stratum.files", CheckCode.OUT_OF_RANGE, id="too small a draw"),
    pytest.param("seed = 7\n", "", "stratum.seed", CheckCode.MISSING_FIELD, id="no seed"),
    pytest.param("seed = 7", "seed = 7\nsead = 8", "stratum.sead", CheckCode.UNKNOWN_FIELD, id="a slip of the pen"),
    pytest.param("[look]", "[glance]", "look", CheckCode.MISSING_FIELD, id="a table under another name"),
    pytest.param("seed = 7", "seed = 7\nseed = 7", "", CheckCode.NOT_TOML, id="a key twice"),
    pytest.param("[look]", "[look", "", CheckCode.NOT_TOML, id="cut off"),
]


@pytest.mark.parametrize(("old", "new", "place", "code"), REFUSALS)
def test_what_is_wrong_is_named_with_its_place(old: str, new: str, place: str, code: CheckCode) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(InputProblems) as refused:
        read_protocol(TEXT.replace(old, new).encode())
    assert (place, code) in [(problem.place, problem.code) for problem in refused.value.problems]


def test_all_problems_are_named_at_once() -> None:
    text = TEXT.replace("O1 = 0.2", "O1 = 2").replace("files = 30", "files = 3").replace("seed = 7", "sead = 7")
    with pytest.raises(InputProblems) as refused:
        read_protocol(text.encode())
    assert {p.place for p in refused.value.problems} >= {"assumed_split.O1", "stratum.files", "stratum.seed"}


@pytest.mark.parametrize(
    "text", [pytest.param(b"", id="nothing"), pytest.param(b"\xff", id="not UTF-8"), pytest.param(b"[]", id="no name")]
)
def test_what_is_no_protocol_at_all(text: bytes) -> None:
    with pytest.raises(InputProblems):
        read_protocol(text)


# --- the freeze -----------------------------------------------------------------------------------------------------

EARLY, REVIEW, LATE = "2026-03-02T08:00:00+00:00", "2026-03-02T09:00:00+00:00", "2026-03-02T10:00:00+00:00"


def frozen(at: str, text: str = TEXT) -> FrozenProtocol:
    digest = sha256_hex(text.encode())
    return FrozenProtocol(frozen_by="operator", frozen_at=at, text_sha256=digest, ledger_sha256="0" * 64, drawn=("b",))


@pytest.mark.parametrize(
    ("text", "record", "first", "expected"),
    [
        pytest.param(None, None, None, Standing.ABSENT, id="no text"),
        pytest.param("[look", frozen(EARLY), None, Standing.UNREADABLE, id="a text with problems"),
        pytest.param(TEXT, None, None, Standing.DRAFT, id="not frozen"),
        pytest.param(TEXT + "#", frozen(EARLY), None, Standing.CHANGED, id="one byte more than was frozen"),
        pytest.param(TEXT, frozen(EARLY), None, Standing.FROZEN, id="nobody has reviewed"),
        pytest.param(TEXT, frozen(EARLY), REVIEW, Standing.FROZEN, id="before the first review event"),
        pytest.param(TEXT, frozen(LATE), REVIEW, Standing.LATE, id="after it"),
        pytest.param(TEXT, frozen(REVIEW), REVIEW, Standing.LATE, id="at the same time"),
        pytest.param(TEXT, frozen("2026-03-02T09:30:00+01:00"), REVIEW, Standing.FROZEN, id="another time zone"),
    ],
)
def test_how_a_protocol_stands(
    text: str | None, record: FrozenProtocol | None, first: str | None, expected: Standing
) -> None:
    found = standing(text.encode() if text is not None else None, record, first)
    assert found is expected
    assert bool(found.objection) is (expected is not Standing.FROZEN)


def freeze(before: FrozenProtocol | None = None, *, by: str = "operator", first: str | None = None) -> FrozenProtocol:
    return freeze_protocol(
        TEXT.encode(), before, by=by, at=LATE, ledger_sha256="1" * 64, drawn=("a",), first_event_at=first
    )


def test_a_freeze_names_text_draw_and_operator() -> None:
    found = freeze()
    assert (found.text_sha256, found.drawn, found.frozen_by) == (sha256_hex(TEXT.encode()), ("a",), "operator")


def test_the_same_text_again_changes_nothing() -> None:
    assert freeze(frozen(EARLY), first=REVIEW) == frozen(EARLY)


def test_another_text_may_be_frozen_until_somebody_reviews() -> None:
    other = frozen(EARLY, TEXT + "# other")
    assert freeze(other).frozen_at == LATE
    with pytest.raises(Refused, match="FROZEN"):
        freeze(other, first=REVIEW)


def test_a_freeze_needs_a_name() -> None:
    with pytest.raises(UsageError, match="needs the name"):
        freeze(by=" ")


def event(at: str, kind: EventKind = EventKind.SHOWN) -> DecisionEvent:
    return mention(Signature("ReviewerA", "s1", at), kind, ["a.md#c1"])


def test_the_earliest_event_is_found_across_time_zones() -> None:
    assert first_review([]) is None
    times = [REVIEW, "2026-03-02T09:30:00+01:00", LATE]
    assert first_review(map(event, times)) == "2026-03-02T09:30:00+01:00"


def test_a_released_price_is_no_review() -> None:
    """An operator may release prices, then freeze the protocol: a decision may still rest on it."""
    assert first_review([event(EARLY, EventKind.RELEASE_GATED)]) is None
    assert first_review([event(EARLY, EventKind.RELEASE_GATED), event(LATE)]) == LATE
