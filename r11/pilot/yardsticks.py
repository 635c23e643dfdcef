"""What is known of each yardstick of a protocol: the value, its interval, what it rests on, or what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from r11.pilot.bounds import Bounds
from r11.pilot.figures import NotMeasured, Share
from r11.pilot.intervals import Estimate, Suppressed, UpperLimit, korn_graubard, upper_limit
from r11.pilot.projection import ASSUMPTION, Carried, Draw
from r11.pilot.remaining import AS_THE_PILOT, Remaining, Times
from r11.pilot.review_measures import ENDED, After, ReviewedItem, ReviewStratum, SecondLook
from r11.pilot.throughput import MIN_SESSIONS, SECONDS_PER_HOUR, ClassThroughput, NoRate
from r11.vocabulary import FixOp, Yardstick

LOOKED_AT = "files with a second look"
SECONDS_PER_MINUTE = 60


@dataclass(frozen=True)
class Evidence:
    """What is known of one yardstick. value None: nothing; low and high None: no interval, so that nothing is decided.

    basis: what it rests on, with its counts. counts: those of the value itself, and the files they are of. units: what
    a wider base would be counted in, and how many there are and could be (`most` None: no end). needs: what is missing
    where there is no interval. one_sided: nothing was counted, and `high` is a limit on one side. bounds: what the
    share can still become, counted. files: one share for each file that was seen, where files count alike.
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
    bounds: Bounds | None = None
    files: tuple[Share, ...] = ()


@dataclass(frozen=True)
class Measured:
    """What the lines are made of."""

    strata: tuple[ReviewStratum, ReviewStratum, ReviewStratum]
    carried: tuple[Carried, ...]
    drawn: Draw
    abort_rate: Share
    settled_o1: int
    times: Times
    remaining: Remaining


def plural(unit: str, count: int) -> str:
    """The unit in the number that the count asks for: its first word ends in s."""
    first, space, rest = unit.partition(" ")
    return f"{first.removesuffix('s')}{space}{rest}" if count == 1 else unit


def evidence(yardstick: Yardstick, measured: Measured) -> Evidence:
    match yardstick:
        case Yardstick.O1_ABORT_SHARE:
            return _counted(measured.abort_rate, measured.settled_o1)
        case Yardstick.WRONG_EDIT_SHARE:
            return second_looks(measured.strata[2])
        case Yardstick.HOURS_FOR_REST:
            return _hours(measured.remaining, measured.times)
        case Yardstick.O1_ITEMS_PER_HOUR | Yardstick.O2_ITEMS_PER_HOUR | Yardstick.O3_ITEMS_PER_HOUR:
            return _rate(measured.times.reviewed.of(FixOp(yardstick[:2].upper())), _timed_files(measured))
        case _:
            found = next(one for one in measured.carried if one.yardstick is yardstick)
            return _share(found, measured.drawn)


def _counted(share: Share, settled: int) -> Evidence:
    if share.is_empty:
        return Evidence(None, None, None, "no items in any file", needs="a nominated value swap")
    value = share.numerator / share.denominator
    beside = f" ({settled} of the nominated are done)" if settled else ""
    return Evidence(value, value, value, f"{share} in all files, counted{beside}", counts=f"{share}, all files")


HOLDING = {
    Yardstick.R8_AS_O2_SHARE: "files with an R8 flag",
    Yardstick.O1_ACCEPTANCE_SHARE: "files with an O1 proposal",
    Yardstick.O2_ACCEPTANCE_SHARE: "files with an O2 proposal",
}
"""What a wider base of a share would be counted in, where not every file of the rest holds what it is about."""


def _share(found: Carried, drawn: Draw) -> Evidence:
    """Always of the rest: the drawn files where they hold such items, else the pilot files, and the words say so."""
    rest, pilot = found.rest, found.pilot
    beside = _in_pilot(found)
    beside += _doubt(found) + _bounds_words(found)
    unit = HOLDING.get(found.yardstick, "files")
    about = Evidence(None, None, None, beside, unit, len(found.drawn), found.holders, bounds=found.bounds)
    if isinstance(rest, Estimate):
        zero = found.at_zero
        if zero:
            basis = f"{rest.share} in {rest.files} drawn files, {_still_allows(zero)}; {beside}"
            value, low, high, counts = rest.value, rest.low, zero.high, f"{rest.share}, drawn files"
            return replace(about, value=value, low=low, high=high, basis=basis, one_sided=True, counts=counts)
        basis = f"{rest.share} counted in {rest.files} drawn files; {beside}"
        counts = f"{rest.share}, drawn files"
        if rest.is_weighted:
            basis, counts = f"weighted estimate, from {basis}", f"{counts}, weighted"
        return replace(about, value=rest.value, low=rest.low, high=rest.high, basis=basis, counts=counts)
    if isinstance(rest, Suppressed) and not rest.share.is_empty:
        value, counts = rest.share.numerator / rest.share.denominator, f"{rest.share}, drawn files"
        basis = f"{rest.share} in {len(found.drawn)} drawn files, no interval: {rest.reason}; {beside}"
        return replace(about, value=value, basis=basis, counts=counts, files=found.drawn)
    needs, seen = _files_needed(rest, drawn), "" if isinstance(rest, NotMeasured) else _drawn_words(rest)
    if isinstance(pilot, NotMeasured) or pilot.is_empty or found.is_pilot_open:
        return replace(about, basis=f"{beside}{seen}", needs=needs)
    value, counts = pilot.numerator / pilot.denominator, f"{pilot}, pilot files only"
    return replace(about, value=value, basis=f"{beside}{seen}; {ASSUMPTION}", needs=needs, counts=counts)


def _in_pilot(found: Carried) -> str:
    """What is counted of the pilot, and, where that is not all of it, what it can still become."""
    if not isinstance(found.pilot, Share):
        return f"nothing of it in the pilot{found.pilot_still}"
    return f"{found.pilot} in the pilot{' so far' if found.pilot_still else ''}{found.pilot_still}"


def _bounds_words(found: Carried) -> str:
    """What is counted of the rest; of every share that a proposal limits."""
    if found.bounds is None or not found.bounds.as_proposed:
        return ""
    return f"; it can still become {found.bounds.words('of the rest')}"


def _drawn_words(found: Estimate | Suppressed) -> str:
    return f", {found.share} in the drawn files"


def _doubt(found: Carried) -> str:
    """Closings in drawn files of which nobody knows whether the judge was mistaken."""
    if not found.doubtful:
        return ""
    return f"; {found.doubtful} more in the drawn files may count: in the upper limit only"


def _still_allows(zero: UpperLimit) -> str:
    return f"which still allows {zero.high:.2f} (one-sided, each file once)"


def _files_needed(rest: Suppressed | NotMeasured, drawn: Draw) -> str:
    left = len(drawn.files) - len(drawn.complete)
    if isinstance(rest, NotMeasured) and left:
        return f"{left} more {plural('files', left)} of the draw reviewed completely"
    if isinstance(rest, NotMeasured):
        return "files drawn at random before review"
    return f"more files in the draw ({rest.reason})"


def second_looks(stratum: ReviewStratum) -> Evidence:
    """By file: value swaps of one file, approved by one person in a row, go wrong together."""
    figure, ended, beside = stratum.wrong_edits, stratum.looks(*ENDED), _reversed_beside(stratum)
    if isinstance(figure, NotMeasured):
        told = f"{ended} second looks have come to an end" if ended else "no second look has come to an end"
        return Evidence(None, None, None, told + beside, needs=figure.needs)
    looked = looks_by_file(stratum.items)
    seen = {item.file for item in stratum.items if item.second_look in ENDED}
    left = {item.file for item in stratum.items if _may_be_swapped(item)} - seen
    found = _clustered(figure, looked)
    counts = f"{figure}, swaps with a second look"
    return replace(found, basis=found.basis + beside, counts=counts, most=len(seen) + len(left))


def _reversed_beside(stratum: ReviewStratum) -> str:
    """Nobody drew them, so that they are in no share: whoever looked chose where to look."""
    count = stratum.looks(SecondLook.BESIDE)
    return f"; {count} approved {plural('swaps', count)} beside were reversed by a ruling without one" if count else ""


def _may_be_swapped(item: ReviewedItem) -> bool:
    """Approved as a value swap, or undecided with a swap proposed: somebody could look at it a second time."""
    return item.after is After.O1 or (item.is_undecided and FixOp.O1 in item.offered)


def looks_by_file(items: Iterable[ReviewedItem]) -> list[Share]:
    """One share (reversed / second looks that came to an end) for each file that has one."""
    counts: dict[str | None, list[bool]] = {}
    for item in items:
        if item.second_look in ENDED:
            counts.setdefault(item.file, []).append(item.second_look is SecondLook.REVERSED)
    return [Share(sum(looks), len(looks)) for looks in counts.values()]


def _clustered(figure: Share, per_file: Sequence[Share]) -> Evidence:
    value, files = figure.numerator / figure.denominator, len(per_file)
    seen = Evidence(value, None, None, f"{figure} with a second look, in {files} files", LOOKED_AT, files)
    seen = replace(seen, files=tuple(per_file))
    found = korn_graubard(per_file)
    if isinstance(found, Suppressed):
        return replace(seen, basis=f"{seen.basis}, no interval: {found.reason}")
    zero = upper_limit(found.files)
    if not figure.numerator and isinstance(zero, UpperLimit):
        return replace(seen, low=0.0, high=zero.high, basis=f"{seen.basis}, {_still_allows(zero)}", one_sided=True)
    return replace(seen, low=found.low, high=found.high)


def _timed_files(measured: Measured) -> str:
    """Which files were reviewed: items per hour are of all that was timed."""
    pilot, drawn, everything = measured.strata
    if everything.reviewed.numerator > pilot.reviewed.numerator + drawn.reviewed.numerator:
        return "all reviewed files"
    return "pilot and drawn files" if drawn.reviewed.numerator else "pilot files"


def _rate(one: ClassThroughput, files: str) -> Evidence:
    """Of the review that was held; nothing is carried over."""
    per_hour = one.items_per_hour
    if isinstance(per_hour, NotMeasured):
        return Evidence(None, None, None, "no timed item", needs=per_hour.needs)
    sessions = len(one.sittings)
    told = (("items", one.items), ("sessions", sessions), ("reviewers", one.reviewers))
    items, sat, people = (f"{count} {plural(unit, count)}" for unit, count in told)
    basis = f"{items} in {sat} of {people}, {files}"
    counts = f"{items} in {one.active / SECONDS_PER_MINUTE:.1f} active min, {files}"
    found = one.interval
    if isinstance(found, NoRate):
        needs = f"{found.missing} more {plural('sessions', found.missing)}"
        return Evidence(per_hour, None, None, basis, needs=needs, counts=counts)
    low, high = SECONDS_PER_HOUR / found.high, SECONDS_PER_HOUR / found.low
    return Evidence(per_hour, low, high, basis, "sessions", sessions, counts=counts)


def _hours(left: Remaining, times: Times) -> Evidence:
    total = left.total
    basis = f"{left.first_items} items of the rest were not reviewed at the look"
    counts = f"{left.first_items} first answers"
    if left.second:
        basis += f", {left.second_items} second looks that were drawn are not given by now"
        counts += f" + {left.second_items} second looks"
    own = [op for op, hours in left.classes if hours.items and not hours.at and hours.low is not None]
    basis += "".join(f"; {words}" for words in _assumptions(left))
    sat = {} if times.drawn is None else {op: len(times.drawn.of(op).sittings) for op in FixOp}
    sessions = min((sat[op] for op in own), default=0)
    unit = "sessions on drawn files"
    return Evidence(total.value, total.low, total.high, basis, unit, sessions, needs=_needs(sat), counts=counts)


def _assumptions(left: Remaining) -> Iterator[str]:
    """What the hours rest on that was not measured, with the classes that it is about."""
    for work, parts in (("first answers", left.classes), ("second looks", left.second)):
        for at in dict.fromkeys(hours.at for _, hours in parts if hours.at):
            yield f"{', '.join(op for op, hours in parts if hours.at == at)} {work}: {at}"


def _needs(sat: Mapping[FixOp, int]) -> str:
    """sat: sessions on drawn files, by class; empty where no files were drawn."""
    if not sat:
        return f"files drawn at random before review ({AS_THE_PILOT})"
    most = max(sat.values())
    return f"more drawn files, with items of one class in {MIN_SESSIONS} sessions (the most are now {most})"
