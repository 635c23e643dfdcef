"""The four numbers of the pilot, and the result in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from r11.pilot.assessment import Assessment
from r11.pilot.figures import Figure, NotMeasured, Share
from r11.pilot.items import Outcome
from r11.pilot.measures import PilotMeasures, StratumMeasures
from r11.pilot.policy_effect import PolicyEffect
from r11.pilot.review_measures import After

OPEN_AND_DONE = "open + done = all"
_IF_RATIFIED = "O2 if both scopes are ratified"
_ALWAYS = (After.O1, After.O2, After.O3)


@dataclass(frozen=True)
class Card:
    """One of the four numbers: its figures, each with the words that belong to it, and what stands beside them."""

    title: str
    figures: tuple[tuple[Figure | str, str], ...]
    rows: tuple[tuple[str, str], ...]
    note: str


def summary(measures: PilotMeasures) -> str:
    """The result in two sentences, and a third once something is done."""
    pilot, rest = measures.pilot, measures.rest
    if not pilot.split.n:
        return (
            f"No file holds {measures.threshold} or more open fix targets, so there is no pilot to measure. "
            f"In {_files(rest.files, 'file')} there are {rest.split.n}: "
            f"{rest.split.o1} O1, {rest.split.o2} O2, {rest.split.o3} O3, {rest.split.invalid} unreadable."
            f"{_done_words(measures)}"
        )
    return (
        f"In {_files(pilot.files, 'pilot file')} there are {pilot.split.n} open fix targets: {pilot.split.o1} have a "
        f"proven value swap (O1), {pilot.split.o2} a subtraction (O2), {pilot.split.o3} are left to a person (O3), "
        f"and {pilot.split.invalid} could not be read. In {_files(rest.files, 'other file')} there are "
        f"{rest.split.n}: {rest.split.o1} O1, {rest.split.o2} O2, {rest.split.o3} O3, {rest.split.invalid} unreadable."
        f"{_done_words(measures)}"
    )


def _done_words(measures: PilotMeasures) -> str:
    """What is applied or closed by now is no part of these counts; nothing where nothing is."""
    if not measures.everything.settled:
        return ""
    pilot, rest = (Share(one.settled, one.split.n + one.settled) for one in (measures.pilot, measures.rest))
    return f" Done by now, and in none of these counts: {pilot} fix targets of the pilot, {rest} of the rest."


def _files(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def four_numbers(
    measures: PilotMeasures, review: Assessment | None = None, effect: PolicyEffect | None = None
) -> tuple[Card, ...]:
    """The split, R8 as O2, the abort rate and the throughput of the pilot files, with the rest beside them.

    review: what people decided; its figures stand here once the one look is due. effect: what ratifying would do.
    """
    ratified = effect.ratified.pilot if effect else None
    due = review if review and review.shows_figures else None
    rated = _throughput_card(measures, review) if due is None else _measured_throughput_card(due)
    return (_split_card(measures, due, ratified), _r8_card(measures, due, ratified), _abort_card(measures), rated)


def _split_card(measures: PilotMeasures, review: Assessment | None, ratified: StratumMeasures | None) -> Card:
    pilot, rest = measures.pilot.split, measures.rest.split
    return Card(
        f"The split{_of_open(measures)}",
        tuple((pilot.share(outcome), outcome.value) for outcome in (Outcome.O1, Outcome.O2, Outcome.O3)),
        (
            ("invalid", pilot.share(Outcome.INVALID).with_percent),
            *_whole_rows(measures, lambda one: one.whole),
            ("O1 in the rest", rest.share(Outcome.O1).with_percent),
            ("O2 in the rest", rest.share(Outcome.O2).with_percent),
            *([(_IF_RATIFIED, ratified.split.share(Outcome.O2).with_percent)] if ratified else []),
            *_split_after(measures, review),
        ),
        "As proposed: open fix targets by what the edit would do, of all that are open.",
    )


def _of_open(measures: PilotMeasures) -> str:
    """Once something is done, what is open is not all that there is."""
    return ", of what is open" if measures.everything.settled else ""


def _whole_rows(measures: PilotMeasures, whole: Callable[[StratumMeasures], str]) -> list[tuple[str, str]]:
    if not measures.everything.settled:
        return []
    return [(OPEN_AND_DONE, whole(measures.pilot)), (f"{OPEN_AND_DONE}, in the rest", whole(measures.rest))]


def _split_after(measures: PilotMeasures, review: Assessment | None) -> list[tuple[str, str]]:
    if review is None:
        return [("after review", str(measures.pilot.r8.after_review))]
    reviewed = review.strata[0]
    return [
        (f"{after.value} after review", reviewed.share(after).with_percent)
        for after in After
        if after in _ALWAYS or reviewed.share(after).numerator
    ]


def _r8_card(measures: PilotMeasures, review: Assessment | None, ratified: StratumMeasures | None) -> Card:
    pilot, rest = measures.pilot.r8, measures.rest.r8
    return Card(
        f"R8 that is O2{_of_open(measures)}",
        ((pilot.as_proposed, "as proposed"), (pilot.as_nominated, "as nominated")),
        (
            *([(_IF_RATIFIED, ratified.r8.as_proposed.with_percent)] if ratified else []),
            *_whole_rows(measures, lambda one: one.whole_r8),
            ("as nominated, in the rest", rest.as_nominated.with_percent),
            *_r8_after(measures, review),
        ),
        "Multi-part claims whose failed part can be taken out, of all open R8 flags; after review, of all.",
    )


def _r8_after(measures: PilotMeasures, review: Assessment | None) -> list[tuple[str, str]]:
    if review is None:
        return [("after review", str(measures.pilot.r8.after_review))]
    reviewed = review.strata[0]
    undecided = reviewed.undecided_r8
    waiting = [("not reviewed, or unsettled", str(undecided))] if undecided.numerator else []
    return [("after review", reviewed.r8_as_o2.with_percent), *waiting]


def _abort_card(measures: PilotMeasures) -> Card:
    return Card(
        "O1 abort rate",
        ((measures.pilot.abort_rate, "aborted / nominated"),),
        (
            ("in the rest", measures.rest.abort_rate.with_percent),
            ("all files", measures.everything.abort_rate.with_percent),
            *_done_rows(measures.everything),
        ),
        "Value swaps that a gate or the proof refused, of all that were nominated, done ones included.",
    )


def done_of_nominated(one: StratumMeasures) -> Share:
    """Nominated value swaps that are applied or closed by now."""
    return Share(one.settled_o1, one.nominated_o1)


def _done_rows(one: StratumMeasures) -> list[tuple[str, str]]:
    """How much of the denominator is done, and what is in no rate; nothing where nothing is done."""
    if not one.settled:
        return []
    return [
        ("done / nominated, all files", done_of_nominated(one).with_percent),
        ("nomination not on record / done", Share(one.settled_unknown, one.settled).with_percent),
    ]


def throughput_words(measures: PilotMeasures, review: Assessment | None) -> str:
    """`not measured yet`, or, where items were timed before the one look is due, that the rate is withheld."""
    timed = sum(one.items for one in review.throughput.classes) if review else 0
    if review is None or not timed:
        return str(measures.throughput)
    look = review.decision.look
    until = f"until {look.due} are reviewed (the one look)" if look else "until there is a protocol (the one look)"
    return f"withheld {until}; {timed} timed so far"


def _throughput_card(measures: PilotMeasures, review: Assessment | None) -> Card:
    pilot, words = measures.pilot.split, throughput_words(measures, review)
    is_withheld = words != str(measures.throughput)
    head, _, tail = words.partition(" ") if is_withheld else (words, "", "")
    return Card(
        "Review throughput",
        ((head, tail),),
        tuple(
            (f"{name} waiting", str(count)) for name, count in (("O1", pilot.o1), ("O2", pilot.o2), ("O3", pilot.o3))
        ),
        "Items per active hour, class by class. "
        + ("Nobody sees a rate before the one look." if is_withheld else "It needs a review and is never assumed."),
    )


def _measured_throughput_card(review: Assessment) -> Card:
    classes = review.throughput.classes
    rates = [(one, one.items_per_hour) for one in classes]
    return Card(
        "Review throughput",
        tuple(
            (str(rate) if isinstance(rate, NotMeasured) else f"{rate:.0f}", f"{one.op} an hour") for one, rate in rates
        ),
        (
            *((f"{one.op}: timed / answered, sessions", f"{one.timed}, {len(one.sittings)}") for one in classes),
            *((f"{one.op} second looks: timed / given", str(one.timed)) for one in review.throughput.second),
        ),
        "First answers per active hour, as proposed; blind second looks are in no rate here, nor is adjudication; "
        f"of each pause {review.throughput.idle_cap} s count at most.",
    )
