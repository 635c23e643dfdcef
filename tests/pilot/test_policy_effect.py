"""What ratifying would do: every flag in one place, the words that go counted, no nonsense where there is nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from pilot_makers import aborted, flag, pair, rewrite, swap

from r11.pilot.items import Outcome
from r11.pilot.measures import Split
from r11.pilot.policy_effect import Cost, cost_of, goes_whole, scope_effects, without_policy, words_removed
from r11.records import Flag, Proposal
from r11.vocabulary import AbortCode, FixOp, JudgeVerdict, PolicyScope

SILENT = JudgeVerdict.SOURCE_SILENT
LINE = "- The limit is 10, including **trial** rows."
CLAIM = "The limit is 10, including trial rows."


def cut(after: str | None, before: str = LINE, claim: str = CLAIM, **fields: object) -> tuple[Flag, Proposal]:
    """A subtraction from one line to another, or of the whole line."""
    found, made = pair(flag(claim=claim, **fields), FixOp.O2, FixOp.O2)
    return found, replace(made, line_before=before, line_after=after)


@pytest.mark.parametrize(
    ("made", "removed", "words"),
    [
        pytest.param(cut("- The limit is 10."), 3, 7, id="a clause goes"),
        pytest.param(cut(None), 7, 7, id="the line goes, and no mark of it counts"),
        pytest.param(cut(LINE), 0, 7, id="nothing goes"),
        pytest.param(
            cut("The feature works.", "Now the feature works.", "Now the feature works."),
            1,
            4,
            id="a capital is no word",
        ),
        pytest.param(
            cut("Runs on a paid plan.", "Runs on the S0 plan.", "Runs on the S0 plan."), 2, 5, id="a general wording"
        ),
        pytest.param(cut("Go.", "Go, [Rust](https://a.b/c d).", "Go, Rust."), 2, 2, id="never more than the claim has"),
        pytest.param(cut("A.", "A, 😀 B, C.", "A, 😀 B, C."), 2, 3, id="a picture is no word"),
    ],
)
def test_the_words_that_go(made: tuple[Flag, Proposal], removed: int, words: int) -> None:
    found = words_removed(*made)
    assert (found.numerator, found.denominator) == (removed, words)


TWO = "- The [portal](https://a.b/c) is free. The limit is 10."


@pytest.mark.parametrize(
    ("made", "whole"),
    [
        pytest.param(cut(None), True, id="the line goes"),
        pytest.param(cut("- The limit is 10."), False, id="a clause goes"),
        pytest.param(cut("- The limit is 10.", TWO, "The portal is free."), True, id="a sentence of the line goes"),
        pytest.param(cut("- The limit.", TWO, "The limit is 10."), False, id="words that stand beside it as well"),
        pytest.param(cut("- Fast.", "- Slow.", "Slow."), False, id="another word stands for it"),
        pytest.param(
            cut("Go.", "Go, [Rust](https://a.b/c d).", "Go, Rust."), False, id="a word stands, whatever the marks count"
        ),
        pytest.param(cut("- A.", "- A. 😀", "😀"), False, id="a claim without a word"),
    ],
)
def test_a_claim_goes_as_a_whole_where_nothing_of_it_stands(made: tuple[Flag, Proposal], whole: bool) -> None:
    assert goes_whole(*made) is whole
    assert cost_of([made]).whole == whole


def test_where_every_word_of_every_claim_goes_every_claim_goes_as_a_whole() -> None:
    cost = cost_of([cut(None), cut("- The limit is 10.", TWO, "The portal is free.")])
    assert (cost.removed, cost.whole) == (cost.words, cost.claims)


def test_the_cost_names_its_counts() -> None:
    assert cost_of([rewrite(flag())]).says == "no words"
    assert cost_of([cut("- The limit is 10.")]).says == "3/7 (42.9 %) of the words of 1 claim"
    assert cost_of([cut("- The limit is 10."), cut(None)]) == Cost(claims=2, whole=1, removed=10, words=14)
    assert cost_of([cut(None), cut(None)]).says == "14/14 (100.0 %) of the words of 2 claims, 2 of which go as a whole"


def test_every_flag_is_under_the_scope_of_its_verdict_once() -> None:
    pairs = [
        swap(flag(number=1)),
        aborted(flag(number=2)),
        cut("- The limit is 10.", number=3),
        rewrite(flag(number=4), AbortCode.NO_VALUE, AbortCode.GUARD_NEGATION),
        rewrite(flag(number=5), AbortCode.OPERATOR_GATED),
        rewrite(flag(number=6), AbortCode.NO_VALUE),
        cut(None, number=7, judge_verdict=SILENT),
        rewrite(flag(number=8, judge_verdict=SILENT), AbortCode.VERDICT_SILENT, AbortCode.NOTHING_NAMED),
    ]
    contradicted, silent = scope_effects(pairs)
    assert [one.scope for one in (contradicted, silent)] == list(PolicyScope)
    assert contradicted.split == Split(1, 1, 4, 0)
    assert (contradicted.aborted_o1, contradicted.nominated) == (1, 1)
    assert silent.split == Split(0, 1, 1, 0)
    # why it is no swap says nothing against a subtraction, unless nothing else is on record
    codes = {row.code: row.first for row in contradicted.refusals}
    assert codes == {AbortCode.GUARD_NEGATION: 1, AbortCode.OPERATOR_GATED: 1, AbortCode.NO_VALUE: 1}
    assert [row.code for row in silent.refusals] == [AbortCode.NOTHING_NAMED]


def test_examples_come_in_an_order_that_the_seed_alone_decides() -> None:
    pairs = [cut("- The limit is 10.", number=number) for number in range(1, 40)]

    def order(seed: int, given: list[tuple[Flag, Proposal]]) -> list[str]:
        return [one.key for one, _ in scope_effects(given, seed=seed)[0].subtracted]

    assert order(1, pairs) == order(1, pairs[::-1])
    assert order(1, pairs) != order(2, pairs)
    assert sorted(order(1, pairs)) == sorted(one.key for one, _ in pairs)


def test_no_flags_have_no_effect_and_no_nonsense() -> None:
    for effect in scope_effects([]):
        assert effect.split.n == 0
        assert str(effect.split.share(Outcome.O2)) == "no items"
        assert effect.cost.says == "no words"


counts = st.integers(0, 50)


@given(counts, counts, counts, counts)
def test_without_a_policy_only_subtractions_change(o1: int, o2: int, o3: int, invalid: int) -> None:
    """Until O2 is ratified, every O2 candidate is O3."""
    split = Split(o1, o2, o3, invalid)
    assert without_policy(split) == Split(o1, 0, o2 + o3, invalid)
    assert without_policy(split).n == split.n
