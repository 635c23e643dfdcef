"""The one look: when it falls due, and that nothing that is answered later changes a figure of it."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st
from pilot_makers import Pair, waiting
from review_makers import EIGHT, Person, decided, with_text
from test_decision import TEXT, assessed, programme, reviews
from test_settled import stamped

from r11.pilot.assessment import Assessment, ProtocolFiles, assess
from r11.pilot.measures import measure
from r11.pilot.one_look import Lacking, first_due, named
from r11.pilot.review_measures import After
from r11.pilot.review_tables import line_rows, r8_review_rows
from r11.records import Flag, FrozenProtocol, Proposal, sha256_hex
from r11.vocabulary import EventKind, FixOp, Rule, Yardstick

LATER = EIGHT + timedelta(days=2)


def drawn_first(pairs: list[Pair]) -> list[Pair]:
    """Pilot and drawn files, the drawn ones before the pilot."""
    return [*pairs[9:54], *pairs[:9]]


def figures(found: Assessment) -> tuple[object, ...]:
    rates = [(one.op, one.items, one.active) for one in found.throughput.classes]
    return (line_rows(found.decision), found.strata, rates, found.remaining, found.carried, found.decision.calendar)


def test_answers_after_the_look_change_no_figure() -> None:
    pairs = programme()
    order = drawn_first(pairs)
    then = assessed(pairs, *reviews(order, 45))
    assert then.decision.is_decision
    last = Person("B", at=LATER)
    for one in order[45:]:
        last.close(one, 50)
    changed = Person("B", "s2", at=LATER).close(order[0])
    now = assessed(pairs, *reviews(order, 45), last, changed)
    assert figures(now) == figures(then)
    assert now.decision.look is not None
    assert "54/54 items" in now.decision.look.words
    assert "of the answers to 45/54 items" in now.decision.look.words
    assert "answers to 9 more items came later and change no figure" in now.decision.look.words
    assert now.progress[2].reviewed.numerator == 54
    assert now.strata[0].share(After.WAITING).numerator == 9


def test_what_is_taken_back_after_the_look_does_not_untake_it() -> None:
    pairs = programme()
    people = reviews(pairs)
    people[-1].at = LATER
    for _ in range(9):
        people[-1].mention(EventKind.UNDO)
    found = assessed(pairs, *people)
    assert figures(found) == figures(assessed(pairs, *reviews(pairs)))
    assert found.decision.look is not None
    assert found.decision.look.reviewed.numerator < found.decision.look.held == 54
    gone = 54 - found.decision.look.reviewed.numerator
    assert f"{54 - gone}/54 items" in found.decision.look.words
    assert "the answers to 54/54 items that stood then" in found.decision.look.words
    assert f"Of those 54, {gone} are open again today: the answer was taken back since" in found.decision.look.words


def test_what_came_later_and_what_was_taken_back_are_told_apart() -> None:
    """As many of each leave the count as it was: both are said all the same."""
    pairs = programme()
    order = drawn_first(pairs)
    people = reviews(order, 45)
    people[-1].at = LATER
    for _ in range(3):
        people[-1].mention(EventKind.UNDO)
    taken_back = assessed(pairs, *people).decision.look
    assert taken_back is not None
    gone = 45 - taken_back.reviewed.numerator
    assert gone > 1
    last = Person("B", at=LATER + timedelta(hours=1))
    for one in order[45 : 45 + gone]:
        last.close(one, 50)
    look = assessed(pairs, *people, last).decision.look
    assert look is not None
    assert look.reviewed.numerator == look.held == 45
    assert f"answers to {gone} more items came later and change no figure" in look.words
    assert f"Of those 45, {gone} are open again today" in look.words


def test_the_look_waits_for_every_drawn_file() -> None:
    """Nine pilot items and 31 of 45 in the drawn files are as many as the protocol asks for."""
    pairs = programme()
    found = assessed(pairs, *reviews(pairs, 40))
    assert not found.decision.lines
    assert found.decision.look is not None
    assert "due at 40, with every drawn file complete (5 are not)" in found.decision.look.words
    assert assessed(pairs, *reviews(pairs, 54)).decision.is_decision


def test_a_second_look_and_a_ruling_count_whenever_they_come() -> None:
    """And the figure of the second looks waits until all that were drawn are given: it is looked at once, too."""
    pairs = programme()
    order, people = drawn_first(pairs), reviews(drawn_first(pairs), 45)
    swaps = [one for at, one in enumerate(order[:45]) if one[1].op is FixOp.O1 and at % 10 != 9]

    def line(*more: Person) -> object:
        found = assessed(pairs, *people, *more).decision
        return next(row for row in found.lines if row.threshold.yardstick is Yardstick.WRONG_EDIT_SHARE)

    half = Person("B", "second", at=LATER)
    for one in swaps[:-2]:
        half.approve(one)
    assert line(half).words == "cannot say yet: needs 2 more of the drawn second looks"
    assert line(half).measured == "not measured yet"
    whole = Person("B", "second", at=LATER)
    for one in swaps[:-1]:
        whole.approve(one)
    whole.close(swaps[-1])
    assert line(whole).words == "cannot say yet: needs 1 adjudication: reviewers differ"
    ruled = Person("C", "s1", at=LATER + timedelta(days=1)).adjudicate(swaps[-1], "correct")
    assert line(whole, ruled).evidence.counts == f"1/{len(swaps)}, swaps with a second look"


def applied(left: list[Pair], fixed: list[Flag], kept: list[Proposal], people: list[Person]) -> Assessment:
    """The programme once some items are done; kept: the proposals that those were decided on."""
    drawn = tuple(f"rest{file:02}.md" for file in range(15))
    frozen = FrozenProtocol(
        frozen_by="operator", frozen_at="2026-03-01T08:00:00+00:00", text_sha256=sha256_hex(TEXT), ledger_sha256="",
        drawn=drawn,
    )  # fmt: skip
    return assess(
        measure(left, settled=fixed, threshold=7), left, (), decided(*people), ProtocolFiles(TEXT, frozen),
        idle_cap=60, settled=fixed, others=kept,
    )  # fmt: skip


def test_what_was_applied_after_the_look_leaves_no_denominator() -> None:
    """A pilot item that is answered and applied later was open at the look, and is counted so."""
    pairs = programme()
    order, people = drawn_first(pairs), reviews(drawn_first(pairs), 45)
    late = order[45]
    people.append(Person("B", at=LATER).approve(late))
    fixed = stamped(late[0], late[1].op)
    left = [one for one in pairs if one[0].key != late[0].key]
    found = applied(left, [fixed], [late[1]], people)
    assert found.decision.is_decision
    assert found.strata[0].n == 9
    assert found.strata[0].share(After.WAITING).numerator == 9
    assert found.progress[0].settled == 1


def test_r8_flags_are_as_many_once_they_are_applied_or_closed() -> None:
    """Three of the pilot, answered after the look: a subtraction and one that the policy stopped are nominated, both
    before a batch settles all three and after it."""
    pairs = drawn_first(programme())
    flags = [one for one in pairs[45:] if one[0].rule is Rule.R8]
    stopped, *taken = flags
    pairs[pairs.index(stopped)] = stopped = with_text(waiting(stopped[0]))
    people = [*reviews(pairs, 45), Person("B", at=LATER).close(stopped).approve(taken[0]).close(taken[1])]
    before = applied(pairs, [], [], people)
    done = {stopped[0].key: None, taken[0][0].key: "O2", taken[1][0].key: None}
    fixed = [stamped(flag, done[flag.key]) for flag, _ in pairs if flag.key in done]
    kept = [proposal for flag, proposal in pairs if flag.key in done]
    after = applied([one for one in pairs if one[0].key not in done], fixed, kept, people)
    assert after.progress[0].settled == 3
    rows = r8_review_rows(after.strata[:2])
    assert rows == r8_review_rows(before.strata[:2])
    assert [row["count"] for row in rows if row["stratum"] == "pilot"] == [3, 3, 2, 0, 3]
    assert after.strata[0].r8_words == "0/3 (0.0 %), 3/3 not reviewed at the look"


@given(
    st.lists(st.sets(st.integers(0, 5).map(str), max_size=3), max_size=12),
    st.integers(0, 6),
    st.sets(st.integers(0, 5).map(str), max_size=3),
)
def test_the_moment_is_the_first_at_which_nothing_lacks(about: list[set[str]], due: int, whole: set[str]) -> None:
    """An event turns what it is about: answered becomes open again."""

    def answered(count: int) -> set[str]:
        there: set[str] = set()
        for keys in about[:count]:
            there ^= keys
        return there

    def lacking(count: int) -> Lacking:
        return Lacking(due - len(answered(count)), frozenset(whole - answered(count)))

    moments = [count for count in range(len(about) + 1) if lacking(count).is_nothing]
    assert first_due(about, lacking) == (moments[0] if moments else None)


def test_an_undo_is_about_what_it_takes_back() -> None:
    first, second = programme()[:2]
    person = Person().approve(first).approve(second).mention(EventKind.UNDO).mention(EventKind.UNDO)
    person.mention(EventKind.UNDO)
    keys = named(decided(person).entries)
    assert keys == ((first[0].key,), (second[0].key,), (second[0].key,), (first[0].key,), ())
