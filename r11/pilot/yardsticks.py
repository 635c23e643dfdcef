"""What is known of each yardstick of a protocol: the value, its interval, what it rests on, or what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from r11.pilot.figures import Figure, NotMeasured, Share
from r11.pilot.intervals import MIN_FILES, Estimate, Suppressed, UpperLimit, korn_graubard, upper_limit
from r11.pilot.projection import ASSUMPTION, Carried, Draw
from r11.pilot.remaining import Remaining
from r11.pilot.review_measures import ReviewedItem, ReviewStratum, SecondLook
from r11.pilot.throughput import SECONDS_PER_HOUR, ClassThroughput, NoRate, Throughput
from r11.vocabulary import FixOp, Yardstick

LOOKED_AT = "files with a second look"
SECONDS_PER_MINUTE = 60


@dataclass(frozen=True)
class Evidence:
    """What is known of one yardstick. value None: nothing; low and high None: no interval, so that nothing is decided.

    basis: what it rests on, with its counts. counts: those of the value itself, and the files they are of.
    units: what a wider base would be counted in, and how many there are and
    could be (`most` None: no end). needs: what is missing where there is no interval. one_sided: nothing was counted,
    and `high` is a limit on one side.
    """

    value: float | None
    low: float | None
    high: float | None
    basis: str
    unit: str = "files"
    units: int = 0
    most: int | None = None
    needs: str = ""
    one_sided: bool = False
    counts: str = ""


@dataclass(frozen=True)
class Measured:
    """What the lines are made of."""

    strata: tuple[ReviewStratum, ReviewStratum, ReviewStratum]
    carried: tuple[Carried, ...]
    drawn: Draw
    abort_rate: Share
    settled_o1: int
    throughput: Throughput
    remaining: Remaining
    files_rest: int


def plural(unit: str, count: int) -> str:
    """The unit in the number that the count asks for: its first word ends in s."""
    first, space, rest = unit.partition(" ")
    return f"{first.removesuffix('s')}{space}{rest}" if count == 1 else unit


def evidence(yardstick: Yardstick, measured: Measured) -> Evidence:
    match yardstick:
        case Yardstick.O1_ABORT_SHARE:
            return _counted(measured.abort_rate, measured.settled_o1)
        case Yardstick.WRONG_EDIT_SHARE:
            return _second_looks(measured.strata[2])
        case Yardstick.HOURS_FOR_REST:
            return _hours(measured.remaining, measured.throughput)
        case Yardstick.O1_ITEMS_PER_HOUR | Yardstick.O2_ITEMS_PER_HOUR | Yardstick.O3_ITEMS_PER_HOUR:
            return _rate(measured.throughput.of(FixOp(yardstick[:2].upper())))
        case _:
            found = next(one for one in measured.carried if one.yardstick is yardstick)
            return _share(found, measured.drawn, measured.files_rest)


def _counted(share: Share, settled: int) -> Evidence:
    if share.is_empty:
        return Evidence(None, None, None, "no items in any file", needs="a nominated value swap")
    value = share.numerator / share.denominator
    beside = f" ({settled} of the nominated are done)" if settled else ""
    return Evidence(value, value, value, f"{share} in all files, counted{beside}", counts=f"{share}, all files")


def _share(found: Carried, drawn: Draw, files_rest: int) -> Evidence:
    rest, pilot = found.rest, found.pilot
    beside = f"{pilot} in the pilot" if isinstance(pilot, Share) else "nothing of it in the pilot"
    beside += _doubt(found)
    if isinstance(rest, Estimate):
        units, zero = len(drawn.files), found.at_zero
        if zero:
            basis = f"{rest.share} in {rest.files} drawn files, {_still_allows(zero)}; {beside}"
            counts = f"{rest.share}, drawn files"
            return Evidence(rest.value, rest.low, zero.high, basis, "files", units, files_rest, "", True, counts)
        basis = f"weighted estimate, from {rest.share} counted in {rest.files} drawn files; {beside}"
        counts = f"{rest.share}, drawn files, weighted"
        return Evidence(rest.value, rest.low, rest.high, basis, "files", units, files_rest, counts=counts)
    needs, seen = _files_needed(rest, drawn), "" if isinstance(rest, NotMeasured) else _drawn_words(rest)
    if isinstance(pilot, NotMeasured) or pilot.is_empty:
        return Evidence(None, None, None, f"{beside}{seen}", needs=needs)
    value, counts = pilot.numerator / pilot.denominator, f"{pilot}, pilot files only"
    return Evidence(value, None, None, f"{beside}{seen}; {ASSUMPTION}", needs=needs, counts=counts)


def _drawn_words(found: Estimate | Suppressed) -> str:
    return f", {found.share} in the drawn files"


def _doubt(found: Carried) -> str:
    """Closings of which nobody knows whether the judge was mistaken."""
    many = found.doubtful + found.doubtful_pilot
    if not many:
        return ""
    return f"; {many} more may count, {found.doubtful} of them in drawn files: in the upper limit only"


def _still_allows(zero: UpperLimit) -> str:
    return f"which still allows {zero.high:.2f} (one-sided, each file once)"


def _files_needed(rest: Suppressed | NotMeasured, drawn: Draw) -> str:
    left = len(drawn.files) - len(drawn.complete)
    if isinstance(rest, NotMeasured) and left:
        return f"{left} more {plural('files', left)} of the draw reviewed completely"
    if isinstance(rest, NotMeasured):
        return "files drawn at random before review"
    return f"more files in the draw ({rest.reason})"


def _second_looks(stratum: ReviewStratum) -> Evidence:
    """By file: value swaps of one file, approved by one person in a row, go wrong together."""
    figure: Figure = stratum.wrong_edits
    if isinstance(figure, NotMeasured):
        return Evidence(None, None, None, "nobody has looked twice", needs=figure.needs)
    if stratum.open_second_looks:
        count = stratum.open_second_looks
        return Evidence(None, None, None, f"{figure} so far", needs=f"{count} adjudications: reviewers differ on them")
    return replace(_clustered(figure, looks_by_file(stratum.items)), counts=f"{figure}, swaps with a second look")


def looks_by_file(items: Iterable[ReviewedItem]) -> list[Share]:
    """One share (reversed / second looks that came to an end) for each file that has one."""
    counts: dict[str | None, list[bool]] = {}
    for item in items:
        if item.second_look in (SecondLook.AGREED, SecondLook.REVERSED):
            counts.setdefault(item.file, []).append(item.second_look is SecondLook.REVERSED)
    return [Share(sum(looks), len(looks)) for looks in counts.values()]


def _clustered(figure: Share, per_file: Sequence[Share]) -> Evidence:
    value, files = figure.numerator / figure.denominator, len(per_file)
    basis = f"{figure} with a second look, in {files} files"
    found = korn_graubard(per_file)
    if isinstance(found, Suppressed):
        return Evidence(value, None, None, basis, needs=f"{MIN_FILES} files or more ({found.reason})")
    zero = upper_limit(found.files)
    if not figure.numerator and isinstance(zero, UpperLimit):
        return Evidence(value, 0.0, zero.high, f"{basis}, {_still_allows(zero)}", LOOKED_AT, files, one_sided=True)
    return Evidence(value, found.low, found.high, basis, unit=LOOKED_AT, units=files)


def _rate(one: ClassThroughput) -> Evidence:
    per_hour = one.items_per_hour
    if isinstance(per_hour, NotMeasured):
        return Evidence(None, None, None, "no timed item", needs=per_hour.needs)
    sessions = len(one.sittings)
    told = (("items", one.items), ("sessions", sessions), ("reviewers", one.reviewers))
    items, sat, people = (f"{count} {plural(unit, count)}" for unit, count in told)
    basis, counts = f"{items} in {sat} of {people}", f"{items} in {one.active / SECONDS_PER_MINUTE:.1f} active min"
    found = one.interval
    if isinstance(found, NoRate):
        needs = f"{found.missing} more {plural('sessions', found.missing)}"
        return Evidence(per_hour, None, None, basis, needs=needs, counts=counts)
    low, high = SECONDS_PER_HOUR / found.high, SECONDS_PER_HOUR / found.low
    return Evidence(per_hour, low, high, basis, "sessions", sessions, counts=counts)


def _hours(left: Remaining, throughput: Throughput) -> Evidence:
    total = left.total
    basis = f"{left.first_items} items of the rest are not reviewed"
    looks = f" + {left.second_items} second looks" if left.second else ""
    counts = f"{left.first_items} first answers{looks}"
    if left.second:
        basis += f", {left.second_items} second looks that were drawn are not given"
    needs = "a rate with an interval in every class" + (f" ({total.why})" if total.why else "")
    sessions = min((len(throughput.of(op).sittings) for op, hours in left.classes if hours.items), default=0)
    return Evidence(total.value, total.low, total.high, basis, "sessions", sessions, needs=needs, counts=counts)
