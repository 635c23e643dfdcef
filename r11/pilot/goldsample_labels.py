"""What a report of the gold sample says of its labels: how many there are, where people differ, how alike they are."""

from __future__ import annotations

from r11.pilot.figures import Share
from r11.pilot.goldsample_report import LEVEL, Differing, GoldReport, given_words, number
from r11.pilot.intervals import exact_in_whole
from r11.review.agreement import gwet_ac1
from r11.vocabulary import GoldLabel, GoldOutcome

COUNTING = (
    "Outdated and wrong count alike, as an error; correct and unsourced alike, as no error. An item counts as error or "
    "no error where more than half of its labels do; where neither has more than half, the labellers differ and it is "
    "undecided."
)
BLIND = (
    "Who labelled saw the claim, the lines around it and its page, and neither verdict, operation nor history; the two "
    "texts of a changed claim came far apart, in random order."
)
DIFFERING_HEADS = ("answers", "items", "of the doubled part", "counts as")
_OUTCOMES = {
    GoldOutcome.ERROR: "an error",
    GoldOutcome.NO_ERROR: "no error",
    GoldOutcome.CANNOT_TELL: "undecided: cannot tell",
    GoldOutcome.DIFFER: "undecided: they differ",
}


def label_words(report: GoldReport) -> str:
    """How many labels there are, and what became of those that settle nothing."""
    counts = report.result.outcomes
    words = (
        f"{given_words(report)}; {report.labellers} {'person' if report.labellers == 1 else 'people'} labelled; "
        f"{counts[GoldOutcome.CANNOT_TELL]} cannot tell, {counts[GoldOutcome.DIFFER]} undecided: labellers differ, "
        f"{counts[GoldOutcome.UNLABELLED]} without a label"
    )
    if not report.result.undecided:
        return f"{words}."
    return (
        f"{words}. What is not settled is taken both ways, so a figure then is a span, and its interval is the "
        "outermost of all ways to settle it."
    )


def said_words(report: GoldReport) -> str:
    """How often each label was given, and how many items rest on one label alone."""
    given = sum(report.said.values())
    told = ", ".join(f"{report.said.get(word, 0)} {str(word).replace('_', ' ')}" for word in GoldLabel)
    alone = Share(report.given - report.twice.numerator - report.twice_more.denominator, report.given)
    return f"{given} labels were given: {told}. {alone} items have the label of one person alone."


def differing_cells(report: GoldReport) -> list[tuple[str, list[str]]]:
    """A row of DIFFERING_HEADS for all items on which people gave the same different answers."""
    return [(_answers(one), [str(one.items), str(one.doubled), _OUTCOMES[one.outcome]]) for one in report.differing]


def _answers(one: Differing) -> str:
    return ", ".join(word.replace("_", " ") for word in one.answers)


def settling_words(report: GoldReport) -> str:
    """How a difference is settled; empty where there is none."""
    count = report.result.outcomes[GoldOutcome.DIFFER]
    if not count:
        return ""
    items, them = (f"{count} items are", "them") if count > 1 else ("1 item is", "it")
    return (
        f"{items} undecided because labellers differ; a third person settles {them}. Whoever has not labelled {them} "
        f"yet is offered {them} without being told so, in the room (r11 review --gold) or by r11 goldsample label "
        "--labeller NAME."
    )


def agreement_words(report: GoldReport) -> str:
    """How alike two people labelled the doubled part, which chance picked, and how many others have two labels."""
    return " ".join(filter(None, (_doubled_words(report), _more_words(report.twice_more))))


def _more_words(more: Share) -> str:
    if more.is_empty:
        return ""
    return (
        f"Outside of the doubled part, {more.denominator} items have more labels than one, all alike on {more}: chance "
        "did not pick them, so that they are in no figure of agreement."
    )


def _doubled_words(report: GoldReport) -> str:
    found, done = report.agreement, report.twice
    if done.is_empty:
        return "No part was doubled: how far two people would agree is not measured."
    if not found.items:
        return f"0/{done.denominator} items of the doubled part were labelled by two people: not measured yet."
    low, high = exact_in_whole(found.agreed, found.items, len(report.draw.items), level=LEVEL)
    least, most = _beyond_chance(low, 1 / len(found.words)), _beyond_chance(high, 0.0)
    return (
        f"Two people labelled {done} items of the doubled part and said the same on "
        f"{Share(found.agreed, found.items).with_percent}, 95 % interval {number(low)} to {number(high)} %. "
        "Gwet's AC1, the agreement beyond what chance alone would give (1 is full, 0 no better than chance), is "
        f"{gwet_ac1(found):.2f}; with that interval it lies between {least:.2f} and {most:.2f}, however much "
        "chance gives."
    )


def _beyond_chance(agreed: float, by_chance: float) -> float:
    """AC1 falls with what chance gives, which is between 0 and 1 / the number of answers (see `gwet_ac1`)."""
    return (agreed - by_chance) / (1 - by_chance)
