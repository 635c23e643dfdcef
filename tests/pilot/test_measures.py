"""What is counted, in which denominator, and what is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pilot_makers import aborted, flag, invalid, pair, random_programme, rewrite, subtraction, swap, waiting

from r11.pilot.figures import NotMeasured, Share
from r11.pilot.items import Outcome
from r11.pilot.measures import PilotMeasures, Split, Stratum, measure
from r11.vocabulary import AbortCode, FixOp, JudgeVerdict, Rule

SILENT = JudgeVerdict.SOURCE_SILENT


def flags(count: int, file: str = "a.md", **fields: object) -> list:
    return [flag(file, number, **fields) for number in range(1, count + 1)]


def everything(*pairs, bad=(), settled=(), threshold: int = 7):
    return measure(pairs, bad, settled, threshold=threshold).everything


# --- how a share is said --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numerator", "denominator"),
    [
        pytest.param(2, 1, id="more than all"),
        pytest.param(-1, 3, id="less than none"),
        pytest.param(1, 0, id="of none"),
    ],
)
def test_what_is_no_part_of_a_whole_is_refused(numerator: int, denominator: int) -> None:
    with pytest.raises(ValueError, match="is no share"):
        Share(numerator, denominator)


@pytest.mark.parametrize(
    ("share", "said", "with_percent"),
    [
        pytest.param(Share(0, 0), "no items", "no items", id="0/0 is no items, not 0 %"),
        pytest.param(Share(41, 178), "41/178", "41/178 (23.0 %)", id="a percentage only beside its counts"),
        pytest.param(Share(0, 60), "0/60", "0/60 (0.0 %)", id="zero of some"),
    ],
)
def test_a_share_is_said_with_both_counts(share: Share, said: str, with_percent: str) -> None:
    assert (str(share), share.with_percent) == (said, with_percent)


def test_what_only_a_review_gives_says_so() -> None:
    found = measure([swap(flag())], threshold=1)
    for figure in (found.throughput, found.pilot.r8.after_review):
        assert isinstance(figure, NotMeasured)
        assert str(figure) == "not measured yet"
        assert figure.needs


# --- the denominator ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "split"),
    [
        pytest.param(everything(), Split(0, 0, 0, 0), id="no flags"),
        pytest.param(everything(bad=[invalid(), invalid()]), Split(0, 0, 0, 2), id="all invalid"),
        pytest.param(everything(swap(flag())), Split(1, 0, 0, 0), id="a swap"),
        pytest.param(everything(subtraction(flag())), Split(0, 1, 0, 0), id="a subtraction under a policy"),
        pytest.param(everything(waiting(flag())), Split(0, 0, 1, 0), id="a subtraction without a policy is O3"),
        pytest.param(everything(aborted(flag())), Split(0, 0, 1, 0), id="an aborted swap is O3"),
        pytest.param(
            everything(rewrite(flag(), AbortCode.INVALID_FLAG)),
            Split(0, 0, 0, 1),
            id="a refused flag is invalid, not O3",
        ),
        pytest.param(
            everything(bad=[invalid(verdict=SILENT)]), Split(0, 0, 0, 0), id="an invalid entry that says source_silent"
        ),
        pytest.param(everything(bad=[invalid(verdict=None)]), Split(0, 0, 0, 1), id="one that does not say stays in"),
        pytest.param(
            everything(rewrite(flag(judge_verdict=SILENT))), Split(0, 0, 0, 0), id="source-silent is no target"
        ),
        pytest.param(everything(settled=[flag(applied=True)]), Split(0, 0, 0, 0), id="settled is counted apart"),
    ],
)
def test_what_stands_in_the_split(found, split: Split) -> None:
    assert found.split == split


def test_a_denominator_never_shrinks_silently() -> None:
    """30 entries of 100 that cannot be read: every share is over 100."""
    found = everything(*(swap(one) for one in flags(70)), bad=[invalid("a.md")] * 30)
    assert found.split.share(Outcome.O1) == Share(70, 100)
    assert found.split.share(Outcome.INVALID) == Share(30, 100)


def test_what_is_counted_apart() -> None:
    found = everything(
        swap(flag(number=1)),
        subtraction(flag(number=2, judge_verdict=SILENT)),
        rewrite(flag(number=3), AbortCode.OPERATOR_GATED),
        bad=[invalid("a.md", SILENT)],
        settled=[flag(number=4, closed=True), flag(number=5, applied=True), flag(number=6, judge_verdict=SILENT)],
    )
    assert found.split.n == 2
    assert (found.settled, found.gated) == (2, 1)
    assert found.silent == Split(0, 1, 0, 1)


# --- strata ---------------------------------------------------------------------------------------------------------


def test_the_threshold_divides_the_files() -> None:
    pairs = [swap(one) for one in (*flags(7, "many.md"), *flags(6, "few.md"))]
    found = measure(pairs, threshold=7)
    assert (found.pilot.files, found.pilot.split.n) == (1, 7)
    assert (found.rest.files, found.rest.split.n) == (1, 6)
    assert [(row.file, row.stratum) for row in found.files] == [("many.md", Stratum.PILOT), ("few.md", Stratum.REST)]


@pytest.mark.parametrize(
    ("pairs", "settled", "is_pilot"),
    [
        pytest.param(6, 1, True, id="a file does not leave the pilot because a flag was fixed"),
        pytest.param(0, 7, True, id="nor because all were"),
        pytest.param(6, 0, False, id="six are not seven"),
    ],
)
def test_settled_flags_count_for_the_size_of_their_file(pairs: int, settled: int, is_pilot: bool) -> None:
    open_flags, done = flags(pairs), [flag(number=n, applied=True) for n in range(50, 50 + settled)]
    found = measure([swap(one) for one in open_flags], settled=done, threshold=7)
    assert (found.pilot.files == 1) is is_pilot
    assert found.pilot.settled + found.rest.settled == settled


def test_source_silent_and_invalid_entries_do_not_lift_a_file_into_the_pilot() -> None:
    silent = [rewrite(one) for one in flags(9, judge_verdict=SILENT)]
    found = measure([*silent, *(swap(flag(number=n)) for n in range(20, 26))], [invalid("a.md")] * 5, threshold=7)
    assert found.pilot.files == 0
    assert found.rest.split == Split(6, 0, 0, 5)


def test_an_entry_without_a_readable_file_has_a_column_of_its_own() -> None:
    found = measure([swap(flag())], [invalid(None)], threshold=7)
    assert [one.stratum for one in found.strata] == [Stratum.PILOT, Stratum.REST, Stratum.UNPLACED, Stratum.ALL]
    assert [one.split.n for one in found.strata] == [0, 1, 1, 2]


def test_without_such_entries_there_is_no_such_column() -> None:
    assert Stratum.UNPLACED not in [one.stratum for one in measure([swap(flag())], threshold=7).strata]


# --- aborts and R8 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pairs", "rate"),
    [
        pytest.param([], Share(0, 0), id="nothing nominated"),
        pytest.param([rewrite(flag(), AbortCode.NO_QUOTE)], Share(0, 0), id="O3 without a nomination is no abort"),
        pytest.param([waiting(flag())], Share(0, 0), id="a waiting subtraction is no aborted swap"),
        pytest.param([swap(flag(number=1)), aborted(flag(number=2))], Share(1, 2), id="one of two"),
    ],
)
def test_abort_rate_is_aborted_of_nominated(pairs: list, rate: Share) -> None:
    assert everything(*pairs).abort_rate == rate


def test_the_first_reason_adds_up_and_the_others_are_counted_beside_it() -> None:
    both = (AbortCode.NOT_PROSE, AbortCode.CLAIM_NOT_ONCE)
    found = everything(
        aborted(flag(number=1), *both), aborted(flag(number=2), AbortCode.CLAIM_NOT_ONCE), rewrite(flag(number=3))
    )
    rows = {row.name: (row.first, row.any) for row in found.o3_reasons}
    assert rows == {"NOT_PROSE": (1, 1), "CLAIM_NOT_ONCE": (1, 2), "no candidate": (1, 1)}
    assert sum(row.first for row in found.o3_reasons) == found.split.o3
    assert sum(row.first for row in found.o1_abort_reasons) == found.aborted_o1 == 2


def test_r8_as_o2_three_ways() -> None:
    r8 = {"rule": Rule.R8}
    found = everything(
        waiting(flag(number=1, **r8)),
        subtraction(flag(number=2, **r8)),
        pair(flag(number=3, **r8), FixOp.O3, FixOp.O2, (AbortCode.O2_NOT_RATIFIED, AbortCode.OUTLINE_CHANGED)),
        rewrite(flag(number=4, **r8)),
        waiting(flag(number=5, rule=Rule.R2)),
        bad=[invalid("a.md", JudgeVerdict.NOT_GROUNDED, Rule.R8)],
    ).r8
    assert found.as_nominated == Share(3, 5)
    assert found.if_ratified == Share(2, 5)
    assert found.as_proposed == Share(1, 5)


# --- laws -----------------------------------------------------------------------------------------------------------


def counted(seed: int) -> PilotMeasures:
    return measure(*random_programme(seed, files=12), threshold=7)


@given(st.integers(0, 10_000))
def test_under_every_table_n_is_the_sum_of_its_parts(seed: int) -> None:
    """`n = O1 + O2 + O3 + invalid`, and no flag is in no stratum or in two."""
    found = counted(seed)
    pairs, bad = random_programme(seed, files=12)
    assert found.everything.split.n == len(pairs) + len(bad)
    for outcome in Outcome:
        parts = [one.split.share(outcome).numerator for one in (found.pilot, found.rest, found.unplaced)]
        assert sum(parts) == found.everything.split.share(outcome).numerator
    for one in found.strata:
        assert sum(split.n for _, split in one.rules) == one.split.n
        assert one.other_o3 + one.aborted_o1 + one.subtraction.waiting == one.split.o3
        assert one.r8.proposed <= one.r8.if_ratified.numerator <= one.r8.nominated <= one.r8.flags


@given(st.integers(0, 10_000))
def test_the_files_add_up_to_their_strata(seed: int) -> None:
    found = counted(seed)
    for one in (found.pilot, found.rest):
        rows = [row for row in found.files if row.stratum is one.stratum]
        assert sum(row.split.n for row in rows) == one.split.n
        assert sum(row.abort_rate.numerator for row in rows) == one.aborted_o1
        assert sum(row.fix_targets > 0 for row in rows) == one.files
