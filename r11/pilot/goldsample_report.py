"""What a report of the gold sample says: what improved, by how much, how sure that is, and what it does not say.

For the terminal, the page and the notebook alike; nothing is rounded before the sentence that it stands in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from r11.pilot.figures import Share
from r11.pilot.goldsample_estimate import Bounds, Counted, GoldResult, Pair, StratumResult, estimate
from r11.pilot.intervals import exact_in_whole
from r11.records import GoldCount, GoldDraw
from r11.review.agreement import Agreement, agreement, gwet_ac1, percent_agreement
from r11.review.gold import Words, outcome_of
from r11.vocabulary import GoldLabel, GoldOutcome, GoldStratum, GoldVersion

LEVEL = 0.95
_ONE_SIDED = 2 * LEVEL - 1  # a two-sided interval of this level has the one-sided limit of LEVEL on either side


@dataclass(frozen=True)
class GoldReport:
    """A draw and what its labels come to. twice: items of the doubled part that two people labelled; at_zero: the same
    figures with one-sided limits, for what shows no error at all; bare: cards without a page and without lines."""

    draw: GoldDraw
    result: GoldResult
    at_zero: GoldResult
    agreement: Agreement
    twice: Share
    labellers: int
    without_page: int
    without_lines: int

    @property
    def given(self) -> int:
        return sum(self.result.outcomes.values()) - self.result.outcomes[GoldOutcome.UNLABELLED]

    @property
    def asked(self) -> int:
        return sum(self.result.outcomes.values())


def gold_report(
    draw: GoldDraw, labels: Mapping[int, Words], *, without_page: int = 0, without_lines: int = 0
) -> GoldReport:
    wholes = {count.stratum: count.claims for count in draw.strata}
    pairs = pairs_of(draw, labels)
    doubled = [labels.get(item.item, {}) for item in draw.items if item.doubled]
    answers = [tuple(map(str, words.values()))[:2] for words in doubled if len(words) > 1]
    return GoldReport(
        draw=draw,
        result=estimate(wholes, pairs, level=LEVEL),
        at_zero=estimate(wholes, pairs, level=_ONE_SIDED),
        agreement=agreement([(first, second) for first, second in answers], [str(word) for word in GoldLabel]),
        twice=Share(len(answers), len(doubled)),
        labellers=len({who for words in labels.values() for who in words}),
        without_page=without_page,
        without_lines=without_lines,
    )


def pairs_of(draw: GoldDraw, labels: Mapping[int, Words]) -> dict[GoldStratum, list[Pair]]:
    """What each drawn claim is before and after, in the order of the draw."""
    outcomes: dict[tuple[str, GoldVersion], GoldOutcome] = {}
    strata: dict[str, GoldStratum] = {}
    for item in draw.items:
        outcomes[item.claim_key, item.version] = outcome_of(labels.get(item.item, {}).values())
        strata[item.claim_key] = item.stratum
    found: dict[GoldStratum, list[Pair]] = defaultdict(list)
    for key, stratum in strata.items():
        both = outcomes.get((key, GoldVersion.BOTH))
        before, after = (outcomes.get((key, version)) for version in (GoldVersion.BEFORE, GoldVersion.AFTER))
        found[stratum].append((both or before, both or after))
    return dict(found)


# --- figures in words -----------------------------------------------------------------------------------------------


def percent(figure: Bounds) -> str:
    """`38.4 %`, or `36.0 to 41.2 %` where some labels settle nothing."""
    return f"{_number(figure.most)} %" if figure.is_point else f"{_number(figure.least)} to {_number(figure.most)} %"


def limits(figure: Bounds) -> str:
    """`34.9 to 42.1 %`, or that there is no interval because everything was labelled."""
    return "counted, no interval" if figure.is_exact else f"{_number(figure.low)} to {_number(figure.high)} %"


def _number(value: float) -> str:
    return f"{100 * value + 0.0:.1f}".replace("-0.0", "0.0")


def stratum_cells(one: StratumResult) -> tuple[str, str, tuple[str, str], tuple[str, str]]:
    """Claims, drawn, and for before and after: errors / drawn with what is undecided, and the limits of the rate."""
    return str(one.whole), str(one.before.drawn), _counted_cells(one.before), _counted_cells(one.after)


def _counted_cells(counted: Counted | None) -> tuple[str, str]:
    if counted is None:
        return "gone", ""
    undecided = f", {counted.undecided} undecided" if counted.undecided else ""
    return f"{counted.share.with_percent}{undecided}", _stratum_limits(counted)


def _stratum_limits(counted: Counted) -> str:
    if not counted.drawn:
        return "no items"
    if counted.is_census:
        return "counted, no interval" if not counted.undecided else limits(counted.rate(LEVEL))
    if not counted.errors and not counted.undecided:
        _, high = exact_in_whole(0, counted.drawn, counted.whole, level=_ONE_SIDED)
        return f"still allows up to {_number(high)} %"
    return limits(counted.rate(LEVEL))


def total_cells(report: GoldReport) -> list[tuple[str, str, str]]:
    """What, figure and limits: the rates of all claims before and after, and the gain."""
    result, zero = report.result, report.at_zero
    return [
        (f"before: of {result.claims} claims", percent(result.before), _total_limits(result.before, zero.before)),
        (f"after: of {result.claims_after} claims", *_after(report)),
        ("before less after", percent(result.gain), _gain_limits(result)),
    ]


def _after(report: GoldReport) -> tuple[str, str]:
    if not report.result.claims_after:
        return "no items", "every claim was taken out"
    return percent(report.result.after), _total_limits(report.result.after, report.at_zero.after)


def _total_limits(figure: Bounds, one_sided: Bounds) -> str:
    if figure.most or figure.is_exact:
        return limits(figure)
    return f"still allows up to {_number(one_sided.high)} % (one-sided)"


def _gain_limits(result: GoldResult) -> str:
    """The change can be exact while the rates are not: what no fix touched is the same before and after."""
    if result.before.is_exact or not result.gain.is_exact:
        return limits(result.gain)
    return "counted on the changed claims, no interval" if _is_fixed(result) else "no fix, so no change"


def _is_fixed(result: GoldResult) -> bool:
    return any(one.stratum in (GoldStratum.CHANGED, GoldStratum.REMOVED) for one in result.strata)


# --- sentences ------------------------------------------------------------------------------------------------------


def conclusion(report: GoldReport) -> str:
    """What improved, in one sentence that says no more than the interval carries; no result while a label is missing,
    so that nobody stops at a figure that looks good."""
    gain, share = report.result.gain, "The share of claims that are outdated or wrong"
    if not _is_fixed(report.result):
        return "No fix is in force, so nothing changed: before and after are the same corpus."
    if report.given < report.asked:
        return f"{_given(report)}, so there is no result yet; figures that missing labels could change are spans."
    if gain.low > 0:
        return f"{share} went down by {_points(gain)}; {_sure(report.result)}."
    if gain.high < 0:
        return f"{share} went UP by {_points(gain.times(-1))}; {_sure(report.result)}."
    if gain.is_exact:
        return f"{share} is the same before and after; {_sure(report.result)}."
    return (
        f"The sample does not show whether the corpus got better: the change is {_points(gain)}, and "
        f"{_sure(report.result)}."
    )


def _points(change: Bounds) -> str:
    return f"{percent(change).removesuffix(' %')} percentage points"


def _sure(result: GoldResult) -> str:
    """What the change rests on. Counted is what no draw stands behind: of all claims, or of all that a fix changed."""
    gain = result.gain
    if gain.is_exact:
        whose = "" if result.before.is_exact else " that a fix changed"
        return f"every claim{whose} was drawn and labelled, so this is counted"
    side = "lies above 0" if gain.low > 0 else "lies below 0" if gain.high < 0 else "holds 0"
    return f"the 95 % interval, {_number(gain.low)} to {_number(gain.high)}, {side}"


def _given(report: GoldReport) -> str:
    return f"{report.given} of {report.asked} items {'has' if report.given == 1 else 'have'} a label"


def label_words(report: GoldReport) -> str:
    """How many labels there are, and what became of those that settle nothing."""
    counts = report.result.outcomes
    words = (
        f"{_given(report)}; {report.labellers} {'person' if report.labellers == 1 else 'people'} labelled; "
        f"{counts[GoldOutcome.CANNOT_TELL]} cannot tell, {counts[GoldOutcome.DIFFER]} on which labellers differ, "
        f"{counts[GoldOutcome.UNLABELLED]} without a label"
    )
    if not report.result.undecided:
        return f"{words}."
    return f"{words}. What is not settled is taken both ways, so a figure then is a span."


def agreement_words(report: GoldReport) -> str:
    found, done = report.agreement, report.twice
    if done.is_empty:
        return "No part was doubled: how far two people would agree is not measured."
    if not found.items:
        return f"0/{done.denominator} items of the doubled part were labelled by two people: not measured yet."
    both = Share(found.agreed, found.items).with_percent
    ac1 = f"Gwet's AC1 {gwet_ac1(found):.2f}"
    return f"Two people labelled {done} items of the doubled part and said the same on {both}; {ac1}."


def silences(report: GoldReport) -> Iterator[str]:
    """What the result does not say."""
    draw = report.draw
    if draw.unjudged_claims:
        yield f"Anything about {draw.unjudged_claims} claims in {draw.unjudged_files} files that were never judged."
    if draw.invalid:
        yield f"Anything about {draw.invalid} entries of ledger or claim manifest that could not be read."
    yield "Whether claims are missing: only what was taken for a claim when the corpus was judged could be drawn."
    yield "That a claim without a source is right: unsourced is no error here, and no support either."
    yield "That the labels are right: each is a person's reading of the page; how alike two people read is said above."
    if report.without_page or report.without_lines:
        yield (
            f"The same of all items: {report.without_page} were shown without the page's text, {report.without_lines} "
            "without the lines around the claim."
        )


def plan_words(draw: GoldDraw) -> str:
    drawn, claims = sum(one.drawn for one in draw.strata), sum(one.claims for one in draw.strata)
    wanted = f"{draw.size} claims wanted" if draw.width is None else f"wanted width {100 * draw.width:.1f} points"
    return (
        f"{drawn} of {claims} judged claims drawn by seed {draw.seed} on {draw.drawn_at[:10]}, {len(draw.items)} items "
        f"to label ({sum(item.doubled for item in draw.items)} by two people); {wanted}, "
        f"expected width {100 * draw.expected_width:.1f} points if the assumed rates hold."
    )


def plan_cells(counts: Sequence[GoldCount]) -> list[tuple[GoldStratum, list[str]]]:
    """For each stratum: claims, drawn, items to label, assumed error rates before and after."""
    return [(one.stratum, _plan_cells(one)) for one in counts]


def _plan_cells(one: GoldCount) -> list[str]:
    items = one.drawn * (2 if one.stratum is GoldStratum.CHANGED else 1)
    after = "gone" if one.stratum is GoldStratum.REMOVED else f"{one.assumed_after:.2f}"
    return [str(one.claims), str(one.drawn), str(items), f"{one.assumed_before:.2f}", after]


# --- for machines ---------------------------------------------------------------------------------------------------


def as_json(report: GoldReport) -> dict[str, Any]:
    """The report as plain values. A figure is `least` and `most` (equal where every label settles something), with the
    limits `low` and `high`."""
    result, draw = report.result, report.draw
    return {
        "draw": {"name": draw.name, "sha256": draw.sha256, "seed": draw.seed, "drawn_at": draw.drawn_at},
        "left_out": {"unjudged_claims": draw.unjudged_claims, "invalid": draw.invalid},
        "labels": {"items": report.asked, "labellers": report.labellers, **result.outcomes},
        "level": result.level,
        "conclusion": conclusion(report),
        "claims": {"before": result.claims, "after": result.claims_after},
        "before": asdict(result.before),
        "after": asdict(result.after) if result.claims_after else None,
        "gain": asdict(result.gain),
        "strata": {one.stratum: _stratum_json(one) for one in result.strata},
        "agreement": {
            "doubled": report.twice.denominator,
            "labelled_twice": report.twice.numerator,
            "percent": percent_agreement(report.agreement),
            "gwet_ac1": gwet_ac1(report.agreement),
            "answers": report.agreement.words,
            "table": report.agreement.table(),
        },
        "does_not_say": list(silences(report)),
    }


def _stratum_json(one: StratumResult) -> dict[str, Any]:
    versions = {"before": one.before, "after": one.after}
    return {
        name: asdict(counted) | {"rate": asdict(counted.rate(LEVEL))}
        for name, counted in versions.items()
        if counted is not None
    }
