"""What a review made of the items: every item in exactly one place, whatever people did to it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pilot_makers import Pair, flag, invalid, rewrite
from review_makers import EIGHT, Person, decided, evidence, proposed

from r11.pilot.closings import Closing
from r11.pilot.figures import NotMeasured, Share
from r11.pilot.items import Outcome
from r11.pilot.review_measures import After, Answered, ReviewStratum, review_items, strata_of
from r11.records import FlagEvidence
from r11.vocabulary import AbortCode, EventKind, EvidenceState, FixOp, JudgeVerdict, Rule

SWAP, OTHER_SWAP = proposed(FixOp.O1, 2, "a.md")
CUT = proposed(FixOp.O2, 1, "b.md", rule=Rule.R8)[0]
WRITE = proposed(FixOp.O3, 1, "c.md", rule=Rule.R8)[0]
PAIRS = [SWAP, OTHER_SWAP, CUT, WRITE]
LATER, LAST = EIGHT + timedelta(hours=1), EIGHT + timedelta(hours=2)


def stratum(
    *people: Person, pairs: list[Pair] = PAIRS, bad: tuple = (), found: dict[str, FlagEvidence] | None = None
) -> ReviewStratum:
    return ReviewStratum("all", review_items(pairs, bad, decided(*people), evidence=found))


def only(*people: Person, pair: Pair = SWAP) -> tuple[After, Answered]:
    (item,) = stratum(*people, pairs=[pair]).items
    return item.after, item.answered


@pytest.mark.parametrize(
    ("pair", "people", "expected"),
    [
        pytest.param(SWAP, [], (After.WAITING, Answered.WAITING), id="nobody"),
        pytest.param(
            SWAP, [Person().mention(EventKind.SHOWN, SWAP)], (After.WAITING, Answered.WAITING), id="only looked at"
        ),
        pytest.param(SWAP, [Person().mention(EventKind.SKIP, SWAP)], (After.WAITING, Answered.WAITING), id="put off"),
        pytest.param(SWAP, [Person().approve(SWAP)], (After.O1, Answered.UNCHANGED), id="a swap approved"),
        pytest.param(CUT, [Person().approve(CUT)], (After.O2, Answered.UNCHANGED), id="a subtraction approved"),
        pytest.param(SWAP, [Person().rewrite(SWAP)], (After.O3, Answered.EDITED), id="an own text makes it O3"),
        pytest.param(WRITE, [Person().rewrite(WRITE)], (After.O3, Answered.EDITED), id="a rewrite written"),
        pytest.param(SWAP, [Person().close(SWAP)], (After.CLOSED, Answered.CLOSED), id="the judge was mistaken"),
        pytest.param(
            SWAP, [Person().mention(EventKind.TO_O3, SWAP)], (After.O3, Answered.TO_O3), id="sent to a rewrite"
        ),
        pytest.param(
            SWAP,
            [Person("A").approve(SWAP), Person("B", at=LATER).close(SWAP)],
            (After.UNSETTLED, Answered.UNSETTLED),
            id="two who differ",
        ),
        pytest.param(
            SWAP,
            [Person("A").approve(SWAP), Person("B", at=LATER).close(SWAP), Person("C", at=LAST).adjudicate(SWAP, None)],
            (After.O3, Answered.TO_O3),
            id="adjudicated",
        ),
        pytest.param(
            SWAP,
            [Person().approve(SWAP).mention(EventKind.UNDO)],
            (After.WAITING, Answered.WAITING),
            id="approved and undone",
        ),
    ],
)
def test_what_an_item_is_after_review(pair: Pair, people: list[Person], expected: tuple[After, Answered]) -> None:
    assert only(*people, pair=pair) == expected


def test_an_approval_of_a_proposal_that_no_longer_stands_approves_nothing() -> None:
    person = Person().approve(SWAP)
    changed = (SWAP[0], proposed(FixOp.O2, 1, "a.md")[0][1])
    assert only(person, pair=changed) == (After.WAITING, Answered.WAITING)


def test_an_item_that_the_ledger_check_refused_stays_invalid_whatever_people_do() -> None:
    refused = rewrite(flag("a.md"), AbortCode.INVALID_FLAG)
    (item,) = stratum(Person().mention(EventKind.TO_O3, refused), pairs=[refused]).items
    assert (item.after, item.proposed) == (After.INVALID, Outcome.INVALID)


def test_nothing_leaves_the_denominator() -> None:
    """n = O1 + O2 + O3 + invalid + closed + unsettled + not reviewed."""
    people = [Person("A").approve(SWAP).close(CUT), Person("B", at=LATER).approve(CUT)]
    found = stratum(*people, bad=(invalid("a.md"), invalid("b.md", JudgeVerdict.SOURCE_SILENT)))
    assert (found.n, found.parts) == (5, "1 + 0 + 0 + 1 + 0 + 1 + 2")
    assert found.share(After.O1) == Share(1, 5)
    assert found.reviewed == Share(2, 4)


ACTS = st.sampled_from(["approve", "close", "to_o3", "rewrite", "undo", "skip"])


@given(st.lists(st.tuples(st.sampled_from(["A", "B"]), st.integers(0, 3), ACTS), max_size=12))
def test_every_item_is_in_exactly_one_place(acts: list[tuple[str, int, str]]) -> None:
    people = {name: Person(name) for name in ("A", "B")}
    for name, number, act in acts:
        pair, person = PAIRS[number], people[name]
        match act:
            case "approve" if pair is not WRITE:
                person.approve(pair)
            case "rewrite":
                person.rewrite(pair)
            case "close":
                person.close(pair)
            case "to_o3":
                person.mention(EventKind.TO_O3, pair)
            case "undo":
                person.mention(EventKind.UNDO)
            case _:
                person.mention(EventKind.SKIP, pair)
    found = stratum(*people.values())
    assert sum(int(part) for part in found.parts.split(" + ")) == found.n == len(PAIRS)
    for outcome in Outcome:
        assert sum(found.answers(outcome).values()) == sum(item.proposed is outcome for item in found.items)
    assert found.reviewed.numerator == sum(item.after is not After.WAITING for item in found.items)


# --- the rates ------------------------------------------------------------------------------------------------------


def test_no_review_gives_no_rate_and_no_zero() -> None:
    found = stratum()
    for figure in (found.acceptance(FixOp.O1), found.closed_as(Closing.MISTAKEN), found.wrong_edits):
        assert isinstance(figure, NotMeasured)
        assert figure.needs
    assert stratum(pairs=[]).r8_as_o2 == Share(0, 0)


def test_acceptance_is_of_what_was_reviewed_in_its_class() -> None:
    found = stratum(Person().approve(SWAP).close(OTHER_SWAP).rewrite(CUT))
    assert found.acceptance(FixOp.O1) == Share(1, 2)
    assert found.acceptance(FixOp.O2) == Share(0, 1)
    assert isinstance(found.acceptance(FixOp.O3), NotMeasured)


def test_the_judge_was_mistaken_is_of_what_people_ruled_on() -> None:
    """Sending an item to a later rewrite rules nothing."""
    found = stratum(
        Person().approve(SWAP).close(OTHER_SWAP).mention(EventKind.TO_O3, WRITE),
        found={OTHER_SWAP[0].key: evidence(OTHER_SWAP)},
    )
    assert found.closed_as(Closing.MISTAKEN) == Share(1, 2)


@pytest.mark.parametrize(
    ("page", "seen_then", "quote", "closing"),
    [
        pytest.param(EvidenceState.STANDS, True, "The limit is 20.", Closing.MISTAKEN, id="its quote stands"),
        pytest.param(EvidenceState.MOVED, False, "The limit is 20.", Closing.MISTAKEN, id="it stands elsewhere"),
        pytest.param(EvidenceState.SUPPORTS_NOW, True, "The limit is 20.", Closing.CHANGED, id="the page says it now"),
        pytest.param(EvidenceState.CHANGED, True, "The limit is 20.", Closing.CHANGED, id="its quote went"),
        pytest.param(EvidenceState.SUPPORTS_NOW, False, "The limit is 20.", Closing.UNTOLD, id="fetched again since"),
        pytest.param(
            EvidenceState.SUPPORTS_NOW, True, "The limit is", Closing.UNTOLD, id="a quote of the claim itself"
        ),
        pytest.param(EvidenceState.SUPPORTS_NOW, True, "", Closing.UNTOLD, id="no quote"),
        pytest.param(EvidenceState.GONE, True, "The limit is 20.", Closing.UNTOLD, id="no page any more"),
        pytest.param(EvidenceState.UNREACHABLE, True, "The limit is 20.", Closing.UNTOLD, id="not reached"),
        pytest.param(None, False, "The limit is 20.", Closing.UNTOLD, id="never fetched"),
    ],
)
def test_only_a_page_as_it_was_judged_counts_against_the_judge(
    page: EvidenceState | None, seen_then: bool, quote: str, closing: Closing
) -> None:
    """Each closing is in one of three rows over the same denominator, so that the rows add up to what was closed."""
    pair = proposed(FixOp.O1, 1, "a.md", evidence_quote=quote)[0]
    state = page or EvidenceState.STANDS
    person = Person().close(pair, looked_at=evidence(pair, state, sha256=("e" if seen_then else "f") * 64))
    found = stratum(person, pairs=[pair], found={pair[0].key: evidence(pair, state)} if page else {})
    assert {one: found.closed_as(one) for one in Closing} == {one: Share(int(one is closing), 1) for one in Closing}


def test_r8_as_o2_is_of_all_r8_flags() -> None:
    assert stratum(Person().approve(CUT)).r8_as_o2 == Share(1, 2)
    assert stratum(Person().rewrite(CUT)).r8_as_o2 == Share(0, 2)


def test_strata_take_the_items_of_their_files() -> None:
    items = review_items(PAIRS, (), decided())
    pilot, drawn, all_ = strata_of(items, pilot=frozenset({"a.md"}), drawn=frozenset({"c.md"}))
    assert (pilot.n, drawn.n, all_.n) == (2, 1, 4)
    assert (pilot.files, all_.files) == (1, 3)
