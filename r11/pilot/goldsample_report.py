"""What a report of the gold sample says: what improved, by how much, how sure that is, and what it does not say.

For the terminal, the page and the notebook alike; nothing is rounded before the sentence that it stands in.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from r11.pilot.figures import Share
from r11.pilot.goldsample_estimate import LEAST_PAIRS, Bounds, Counted, GoldResult, Pair, StratumResult, estimate
from r11.pilot.intervals import exact_in_whole
from r11.records import GoldCount, GoldDraw
from r11.review.agreement import Agreement, agreement, gwet_ac1, percent_agreement
from r11.review.gold import Words, outcome_of
from r11.vocabulary import GoldLabel, GoldOutcome, GoldStratum, GoldVersion

LEVEL = 0.95
_ONE_SIDED = 2 * LEVEL - 1  # a two-sided interval of this level has the one-sided limit of LEVEL on either side


@dataclass(frozen=True)
class Differing:
    """Items on which people gave the same different answers (in the order of the labels). doubled: how many of them are
    of the doubled part; outcome: what they count as."""

    answers: tuple[GoldLabel, ...]
    outcome: GoldOutcome
    items: int
    doubled: int


@dataclass(frozen=True)
class GoldReport:
    """A draw and what its labels come to.

    at_zero: the result with one-sided limits, for what shows no error at all. twice: items of the doubled part that two
    people labelled; twice_more: other items with more labels than one, and on how many of them all labels are the same.
    differing: every item on which not all labels are the same; said: how often each label was given. changed: claims
    that batches changed after the draw, and how many of them were drawn. without_…: cards that lack it.
    """

    draw: GoldDraw
    result: GoldResult
    at_zero: GoldResult
    agreement: Agreement
    twice: Share
    twice_more: Share
    differing: tuple[Differing, ...]
    said: Mapping[GoldLabel, int]
    changed: int
    changed_drawn: int
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
    draw: GoldDraw,
    labels: Mapping[int, Words],
    *,
    changed: Collection[str] = (),
    without_page: int = 0,
    without_lines: int = 0,
) -> GoldReport:
    """changed: the claims that batches changed after the draw, by key."""
    wholes = {count.stratum: count.claims for count in draw.strata}
    pairs = pairs_of(draw, labels)
    doubled = [labels.get(item.item, {}) for item in draw.items if item.doubled]
    answers = [tuple(map(str, words.values()))[:2] for words in doubled if len(words) > 1]
    others = [labels.get(item.item, {}) for item in draw.items if not item.doubled]
    more = [set(words.values()) for words in others if len(words) > 1]
    return GoldReport(
        draw=draw,
        result=estimate(wholes, pairs, level=LEVEL),
        at_zero=estimate(wholes, pairs, level=_ONE_SIDED),
        agreement=agreement([(first, second) for first, second in answers], [str(word) for word in GoldLabel]),
        twice=Share(len(answers), len(doubled)),
        twice_more=Share(sum(len(said) == 1 for said in more), len(more)),
        differing=tuple(_differing(draw, labels)),
        said=Counter(word for words in labels.values() for word in words.values()),
        changed=len(changed),
        changed_drawn=len({item.claim_key for item in draw.items} & set(changed)),
        labellers=len({who for words in labels.values() for who in words}),
        without_page=without_page,
        without_lines=without_lines,
    )


def _differing(draw: GoldDraw, labels: Mapping[int, Words]) -> Iterator[Differing]:
    order = list(GoldLabel)
    found: dict[tuple[GoldLabel, ...], list[bool]] = defaultdict(list)
    for item in draw.items:
        answers = sorted(labels.get(item.item, {}).values(), key=order.index)
        if len(set(answers)) > 1:
            found[tuple(answers)].append(item.doubled)
    for said, doubled in sorted(found.items(), key=lambda one: (-len(one[1]), [order.index(word) for word in one[0]])):
        yield Differing(said, outcome_of(said), len(doubled), sum(doubled))


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
    return f"{number(figure.most)} %" if figure.is_point else f"{number(figure.least)} to {number(figure.most)} %"


def _limits_in_points(figure: Bounds) -> str:
    return limits(figure).replace(" %", " percentage points")


def limits(figure: Bounds) -> str:
    """`34.9 to 42.1 %`, or that there is no interval because everything was labelled."""
    return "counted, no interval" if figure.is_exact else f"{number(figure.low)} to {number(figure.high)} %"


def number(value: float) -> str:
    """A proportion in percent, without the mark."""
    return f"{100 * value + 0.0:.1f}".replace("-0.0", "0.0")


ALL = "all"
STRATA_HEADS = ("stratum", "of all claims", "drawn", "errors before", "95 % interval", "errors after", "95 % interval")


def strata_cells(report: GoldReport) -> list[tuple[GoldStratum | str, list[str]]]:
    """A row of STRATA_HEADS for each stratum, and the last one for all claims, each stratum weighted by its claims.

    Errors are counted of the drawn claims; what is undecided once as no error and once as an error.
    """
    result = report.result
    rows: list[tuple[GoldStratum | str, list[str]]] = [
        (one.stratum, [*_sizes(one.whole, one.before.drawn, result), *_counted(one.before), *_counted(one.after)])
        for one in result.strata
    ]
    (_, before, before_limits), (_, after, after_limits) = total_cells(report)[:2]
    drawn = sum(one.before.drawn for one in result.strata)
    weighted = [before, before_limits, after, after_limits]
    return [*rows, (ALL, [*_sizes(result.claims, drawn, result), *weighted])]


def _sizes(whole: int, drawn: int, result: GoldResult) -> tuple[str, str]:
    return Share(whole, result.claims).with_percent, str(Share(drawn, whole))


def _counted(counted: Counted | None) -> tuple[str, str]:
    if counted is None:
        return "taken out", ""
    if not counted.undecided:
        return counted.share.with_percent, _stratum_limits(counted)
    most = Share(counted.errors + counted.undecided, counted.drawn)
    span = f"{number(counted.errors / counted.drawn)} to {number(most.numerator / most.denominator)} %"
    return f"{counted.share} to {most} ({span})", _stratum_limits(counted)


def _stratum_limits(counted: Counted) -> str:
    if not counted.drawn:
        return "no items"
    if counted.is_census:
        return "counted, no interval" if not counted.undecided else limits(counted.rate(LEVEL))
    if not counted.errors and not counted.undecided:
        _, high = exact_in_whole(0, counted.drawn, counted.whole, level=_ONE_SIDED)
        return f"still allows up to {number(high)} %"
    return limits(counted.rate(LEVEL))


TOTAL_HEADS = ("all claims", "share", "95 % interval")


def total_cells(report: GoldReport) -> list[tuple[str, str, str]]:
    """What, figure and limits: the rates of all claims before and after, and the gain."""
    result, zero = report.result, report.at_zero
    return [
        (f"before: of {result.claims} claims", percent(result.before), _total_limits(result.before, zero.before)),
        (f"after: of {result.claims_after} claims", *_after(report)),
        ("before less after, all claims", _points(result.gain), _gain_limits(result)),
        *_changed_cells(result),
    ]


def _changed_cells(result: GoldResult) -> Iterator[tuple[str, str, str]]:
    """The change of the changed claims alone, which is where a fix works or fails."""
    one = next((one for one in result.strata if one.stratum is GoldStratum.CHANGED), None)
    if one is None:
        return
    name = f"before less after, {f'the {one.whole} changed claims' if one.whole > 1 else 'the one changed claim'} alone"
    if result.changed is None:
        yield name, "not shown", f"{one.before.drawn} drawn are too few, {LEAST_PAIRS} are needed"
    else:
        yield name, _points(result.changed), _limits_in_points(result.changed)


def taken_out_words(report: GoldReport) -> str:
    """Why the two rates are of different numbers of claims; empty where they are not."""
    result = report.result
    if result.claims == result.claims_after:
        return ""
    gone = Share(result.claims - result.claims_after, result.claims)
    return f"{gone} claims were taken out by a fix: they count before and not after, so the denominators differ."


def _after(report: GoldReport) -> tuple[str, str]:
    if not report.result.claims_after:
        return "no items", "every claim was taken out"
    return percent(report.result.after), _total_limits(report.result.after, report.at_zero.after)


def _total_limits(figure: Bounds, one_sided: Bounds) -> str:
    if figure.most or figure.is_exact:
        return limits(figure)
    return f"still allows up to {number(one_sided.high)} % (one-sided)"


def _gain_limits(result: GoldResult) -> str:
    """The change can be exact while the rates are not: what no fix touched is the same before and after."""
    if result.before.is_exact or not result.gain.is_exact:
        return _limits_in_points(result.gain)
    return "counted on the changed claims, no interval" if _is_fixed(result) else "no fix, so no change"


def _is_fixed(result: GoldResult) -> bool:
    return any(one.stratum in (GoldStratum.CHANGED, GoldStratum.REMOVED) for one in result.strata)


def rate_rows(report: GoldReport) -> list[dict[str, str | float]]:
    """The two rates for a picture: name, figure and limits as proportions, and all of it in words."""
    figures = [report.result.before] + [report.result.after] * bool(report.result.claims_after)
    rows = zip(("before", "after"), figures, total_cells(report), strict=False)
    return [
        {"name": name, **asdict(figure), "says": f"{share}; {told if figure.is_exact else f'interval {told}'}"}
        for name, figure, (_, share, told) in rows
    ]


# --- sentences ------------------------------------------------------------------------------------------------------


def conclusion(report: GoldReport) -> str:
    """What improved, in one sentence that says no more than the interval carries; no result while a label is missing,
    so that nobody stops at a figure that looks good."""
    gain, share = report.result.gain, "The share of claims that are outdated or wrong"
    if not _is_fixed(report.result):
        return "No fix is in force, so nothing changed: before and after are the same corpus."
    if report.given < report.asked:
        return f"{given_words(report)}, so there is no result yet; figures that missing labels could change are spans."
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
    return f"the 95 % interval, {number(gain.low)} to {number(gain.high)}, {side}"


def given_words(report: GoldReport) -> str:
    """`4 of 13 items have a label`."""
    return f"{report.given} of {report.asked} items {'has' if report.given == 1 else 'have'} a label"


def after_words(report: GoldReport) -> str:
    """What "after" means, and what happened since."""
    draw = report.draw
    when = f"{draw.drawn_at[:10]} at {draw.drawn_at[11:16]} UTC"
    words = f"“After” is the corpus as it was when the sample was drawn, on {when}"
    if not report.changed:
        return f"{words}; no batch changed a claim since."
    claims, drawn = Share(report.changed, report.result.claims), sum(one.drawn for one in draw.strata)
    return (
        f"{words}. Since then batches changed {claims} claims, {Share(report.changed_drawn, drawn)} of the drawn ones: "
        "no figure here knows of that; a new draw under another --name would."
    )


def width_words(report: GoldReport) -> str:
    """The width that the draw was to give beside the one that the labels gave."""
    before, after = report.result.before, report.result.after
    return (
        f"At the draw the wider of the two intervals was expected to be {_wide(report.draw.expected_width)} percentage "
        f"points wide; now the one before is {_between(before)} wide, the one after {_between(after)}. "
        "Other rates than those assumed and labels that settle nothing make it wider."
    )


def _wide(width: float) -> str:
    return f"{100 * width:.1f}"


def _between(figure: Bounds) -> str:
    """As wide as the limits that are printed are apart."""
    return f"{float(number(figure.high)) - float(number(figure.low)):.1f}"


ASSUMED_HEADS = ("stratum", "assumed before", "found before", "assumed after", "found after")


def assumed_cells(report: GoldReport) -> list[tuple[GoldStratum, list[str]]]:
    """A row of ASSUMED_HEADS for each stratum."""
    planned = {one.stratum: one for one in report.draw.strata}
    return [(one.stratum, list(_assumed(one, planned[one.stratum]))) for one in report.result.strata]


def _assumed(one: StratumResult, planned: GoldCount) -> Iterator[str]:
    yield f"{100 * planned.assumed_before:.0f} %"
    yield percent(one.before.rate(LEVEL))
    yield "taken out" if one.after is None else f"{100 * planned.assumed_after:.0f} %"
    yield "taken out" if one.after is None else percent(one.after.rate(LEVEL))


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
    yield "How much an error matters: a wrong word and a wrong limit count alike."
    if report.without_page or report.without_lines:
        yield (
            f"The same of all items: {report.without_page} were shown without the page's text, {report.without_lines} "
            "without the lines around the claim."
        )


def plan_words(draw: GoldDraw) -> str:
    drawn, claims = sum(one.drawn for one in draw.strata), sum(one.claims for one in draw.strata)
    wanted = (
        f"{draw.size} claims wanted" if draw.width is None else f"wanted width {100 * draw.width:.1f} percentage points"
    )
    return (
        f"{drawn} of {claims} judged claims drawn by seed {draw.seed} on {draw.drawn_at[:10]}, {len(draw.items)} items "
        f"to label ({sum(item.doubled for item in draw.items)} by two people); {wanted}, "
        f"expected width {100 * draw.expected_width:.1f} percentage points if the assumed rates hold."
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
        "said": {str(word): report.said.get(word, 0) for word in GoldLabel},
        "level": result.level,
        "conclusion": conclusion(report),
        "claims": {"before": result.claims, "after": result.claims_after},
        "before": asdict(result.before),
        "after": asdict(result.after) if result.claims_after else None,
        "gain": asdict(result.gain),
        "gain_of_changed": asdict(result.changed) if result.changed else None,
        "changed_since_the_draw": {"claims": report.changed, "drawn": report.changed_drawn},
        "strata": {one.stratum: _stratum_json(one) for one in result.strata},
        "agreement": {
            "doubled": report.twice.denominator,
            "labelled_twice": report.twice.numerator,
            "labelled_twice_elsewhere": report.twice_more.denominator,
            "alike_elsewhere": report.twice_more.numerator,
            "percent": percent_agreement(report.agreement),
            "gwet_ac1": gwet_ac1(report.agreement),
            "answers": report.agreement.words,
            "table": report.agreement.table(),
        },
        "differing": [asdict(one) for one in report.differing],
        "does_not_say": list(silences(report)),
    }


def _stratum_json(one: StratumResult) -> dict[str, Any]:
    versions = {"before": one.before, "after": one.after}
    return {
        name: asdict(counted) | {"rate": asdict(counted.rate(LEVEL))}
        for name, counted in versions.items()
        if counted is not None
    }
