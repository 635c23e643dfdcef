"""What the pilot lets one say of the files that were not reviewed.

The pilot files are taken whole: their shares are exact once all of their items are answered, spans of what can still
come before that, and say nothing of other files. What carries over is a second,
random part: files drawn by a recorded seed from the rest, before review. Only that part has an interval. Without it a
projection is no more than the assumption that the rest looks like the pilot, and says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from r11.pilot.bounds import Bounds, bounds_of
from r11.pilot.closings import Closing
from r11.pilot.figures import Figure, NotMeasured, Share
from r11.pilot.intervals import Estimate, Layer, Suppressed, UpperLimit, post_stratified, upper_limit
from r11.pilot.measures import FileMeasures, PilotMeasures, Stratum
from r11.pilot.review_measures import After, Answered, ReviewedItem, is_proposed, is_r8, undecided_words
from r11.records import sha256_hex
from r11.vocabulary import FixOp, Yardstick

ASSUMPTION = "assumes the rest looks like the pilot"
LAYER_STARTS = (1, 2, 4)
"""Layers by fix targets in a file: 1, 2 to 3, 4 and more."""

Test = Callable[[ReviewedItem], bool]


def draw(files: Iterable[str], *, seed: int | str, count: int) -> tuple[str, ...]:
    """`count` of the files in an order that only seed and names decide; all of them where there are fewer.

    The order is that of sha256 over seed and name, so that whoever has the seed can draw again, and a larger draw holds
    the smaller one: more files can be added without losing what was reviewed.
    """
    order = sorted(set(files), key=lambda file: sha256_hex(f"{seed}\n{file}".encode("utf-8", "surrogatepass")))
    return tuple(order[:count])


def drawable(measures: PilotMeasures) -> tuple[str, ...]:
    """The files beside the pilot that hold a fix target: what a stratum is drawn from."""
    return tuple(row.file for row in measures.files if row.stratum is Stratum.REST and row.fix_targets)


# --- shares ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """A share to carry over. belongs: which items it is about, known before review; base: those it is taken of, known
    after review; counts: those in its numerator; doubtful: those of which nobody knows whether they count; offer: the
    operation that has to be proposed for an undecided item, or it cannot come to count (None: any may)."""

    yardstick: Yardstick
    belongs: Test
    base: Test
    counts: Test
    doubtful: Test = lambda _: False
    offer: FixOp | None = None


def _any(item: ReviewedItem) -> bool:
    return True


def _unchanged(item: ReviewedItem) -> bool:
    return item.answered is Answered.UNCHANGED


QUESTIONS: tuple[Question, ...] = (
    Question(Yardstick.O1_SHARE, _any, _any, lambda item: item.after is After.O1, offer=FixOp.O1),
    Question(Yardstick.R8_AS_O2_SHARE, is_r8, is_r8, lambda item: item.after is After.O2, offer=FixOp.O2),
    Question(
        Yardstick.O1_ACCEPTANCE_SHARE,
        lambda item: is_proposed(item, FixOp.O1),
        lambda item: item.is_reviewed,
        _unchanged,
    ),
    Question(
        Yardstick.O2_ACCEPTANCE_SHARE,
        lambda item: is_proposed(item, FixOp.O2),
        lambda item: item.is_reviewed,
        _unchanged,
    ),
    Question(
        Yardstick.JUDGE_MISTAKEN_SHARE,
        _any,
        lambda item: item.is_ruled,
        lambda item: item.closing is Closing.MISTAKEN,
        lambda item: item.closing is Closing.UNTOLD,
    ),
)


@dataclass(frozen=True)
class Carried:
    """One share: counted in the pilot, and what is known of the rest.

    pilot: as counted so far. pilot_bounds: what it can still become; pilot_missing: which of its items are not counted
    for good, and why, empty where all are; pilot_undecided: how many.
    rest: the estimate from the drawn files, or why there is none. at_zero: what a count of zero in the drawn files
    still allows, each file counted once, since its items resemble each other. items_rest: the items of the rest that
    the share is about. doubtful: drawn items of which nobody knows whether they count; they do not, but the upper limit
    of `rest` is that of the estimate in which they do. doubtful_pilot: those of the pilot. bounds: what the share of
    the rest can still become. drawn: one share for each drawn file that holds such an item; holders: how many files of
    the rest do. layers: what the estimate weighs, by fix targets in a file.
    """

    yardstick: Yardstick
    pilot: Figure
    rest: Estimate | Suppressed | NotMeasured
    items_pilot: int
    items_rest: int
    doubtful: int = 0
    doubtful_pilot: int = 0
    bounds: Bounds | None = None
    drawn: tuple[Share, ...] = ()
    holders: int = 0
    layers: tuple[tuple[str, Layer], ...] = ()
    pilot_bounds: Bounds | None = None
    pilot_missing: str = ""
    pilot_undecided: int = 0

    @property
    def is_pilot_open(self) -> bool:
        """The pilot's share can still become another."""
        return self.pilot_bounds is not None and self.pilot_bounds.is_open

    @property
    def pilot_still(self) -> str:
        """` (161/178 not reviewed at the look: 1/178 to 17/178 can still come)`; empty where all is counted."""
        if not self.pilot_missing or self.pilot_bounds is None:
            return ""
        still = self.pilot_bounds.words("can still come")
        return f" ({self.pilot_missing}: {still if self.is_pilot_open else 'as proposed now, none of them counts'})"

    @property
    def at_zero(self) -> UpperLimit | None:
        if not isinstance(self.rest, Estimate) or self.rest.share.numerator or self.doubtful:
            return None
        limit = upper_limit(self.rest.files, level=self.rest.level)
        if not isinstance(limit, UpperLimit):
            return None
        return replace(limit, high=min(limit.high, self.bounds.high)) if self.bounds else limit

    @property
    def everything(self) -> tuple[float | None, float, float] | None:
        """Pilot and rest together: value, low, high. None where a part is not known; no value while the pilot's share
        can still become another: then its least is in `low`, and its most in `high`."""
        if not isinstance(self.rest, Estimate) or not isinstance(self.pilot, Share) or self.pilot_bounds is None:
            return None
        weight = self.items_pilot / (self.items_pilot + self.items_rest)

        def together(pilot: float, rest: float) -> float:
            return weight * pilot + (1 - weight) * rest

        value = None if self.is_pilot_open else together(self.pilot.numerator / self.pilot.denominator, self.rest.value)
        return value, together(self.pilot_bounds.low, self.rest.low), together(self.pilot_bounds.high, self.rest.high)

    @property
    def transport(self) -> str:
        """How far the figure of the pilot carries, in words."""
        if isinstance(self.rest, NotMeasured):
            return f"{ASSUMPTION}: {self.rest.needs}"
        if isinstance(self.rest, Suppressed):
            return f"{ASSUMPTION}: the drawn files give no interval ({self.rest.reason})"
        if self.pilot_bounds is None:
            return "only the drawn files hold such items"
        low, high = self.pilot_bounds.low, self.pilot_bounds.high
        inside = self.rest.low <= low and high <= self.rest.high
        if not inside and low <= self.rest.high and self.rest.low <= high:
            return f"no comparison with the pilot: {self.pilot_missing}"
        words = "lies inside of" if inside else "lies outside of"
        end = "nothing speaks against carrying it over" if inside else "it does not carry over to the rest"
        still = ", whatever its undecided items become" if self.is_pilot_open else ""
        return f"the pilot's share {words} the interval of the drawn files{still}: {end}"


@dataclass(frozen=True)
class Draw:
    """The random part. files: as drawn, in order; complete: those whose items have all been reviewed."""

    seed: int
    files: tuple[str, ...]
    complete: tuple[str, ...]

    @property
    def missing(self) -> str:
        """What keeps the drawn files from being used, empty where nothing does."""
        if not self.files:
            return "no files were drawn from the rest before review"
        left = len(self.files) - len(self.complete)
        return f"{left} of the {len(self.files)} drawn files are not reviewed completely" if left else ""


def draw_of(items: Sequence[ReviewedItem], *, seed: int, files: tuple[str, ...]) -> Draw:
    waiting = {item.file for item in items if not item.is_reviewed}
    return Draw(seed, files, tuple(file for file in files if file not in waiting))


def carry(
    items: Sequence[ReviewedItem], files: Sequence[FileMeasures], drawn: Draw, *, level: float = 0.95
) -> tuple[Carried, ...]:
    """Every question, answered for the pilot and for the rest. Not one drawn file may be left out: people put the
    hard ones off, and the easy ones would stand for all."""
    per_file: dict[str, list[ReviewedItem]] = defaultdict(list)
    for item in items:
        if item.file is not None:
            per_file[item.file].append(item)
    return tuple(_carried(question, per_file, files, drawn, level) for question in QUESTIONS)


def _carried(
    question: Question,
    per_file: Mapping[str, Sequence[ReviewedItem]],
    files: Sequence[FileMeasures],
    drawn: Draw,
    level: float,
) -> Carried:
    pilot = [item for row in files if row.stratum is Stratum.PILOT for item in per_file.get(row.file, ())]
    rest = [row for row in files if row.stratum is Stratum.REST]
    share = _share(question, pilot)
    items_of = {row.file: per_file.get(row.file, ()) for row in rest}
    drawn_shares = (_share(question, items_of.get(file, ())) for file in drawn.files)

    bounds = _bounds(question, [item for items in items_of.values() for item in items])

    def of_rest(asked: Question) -> Estimate | Suppressed:
        return _rest(asked, per_file, rest, drawn, level)

    return Carried(
        question.yardstick,
        NotMeasured("a reviewed item of the pilot") if share.is_empty else share,
        NotMeasured(drawn.missing) if drawn.missing else _within(bounds, _both_ways(question, of_rest)),
        sum(map(question.belongs, pilot)),
        sum(question.belongs(item) for items in items_of.values() for item in items),
        sum(question.doubtful(item) for file in drawn.files for item in per_file.get(file, ())),
        sum(map(question.doubtful, pilot)),
        bounds,
        tuple(share for share in drawn_shares if not share.is_empty),
        sum(any(map(question.belongs, items)) for items in items_of.values()),
        tuple(_layers(question, per_file, rest, drawn)),
        _bounds(question, pilot),
        _missing(question, pilot),
        sum(question.belongs(item) and (item.is_undecided or question.doubtful(item)) for item in pilot),
    )


def _missing(question: Question, items: Iterable[ReviewedItem]) -> str:
    inside = [item for item in items if question.belongs(item)]
    doubtful = sum(map(question.doubtful, inside))
    untold = f"{Share(doubtful, len(inside))} closed for a reason that cannot be told" if doubtful else ""
    return ", ".join(filter(None, (undecided_words(inside), untold)))


def _within(bounds: Bounds | None, found: Estimate | Suppressed) -> Estimate | Suppressed:
    """The estimate as far as it can still come true."""
    if bounds is None or isinstance(found, Suppressed):
        return found
    value, low, high = map(bounds.cut, (found.value, found.low, found.high))
    return replace(found, value=value, low=low, high=high)


def _bounds(question: Question, items: Sequence[ReviewedItem]) -> Bounds | None:
    """Items of which nobody knows whether they count may, too."""
    inside = [item for item in items if question.belongs(item)]
    decided = [item for item in inside if not item.is_undecided and question.base(item)]
    undecided = [item for item in inside if item.is_undecided]
    counted, doubtful = sum(map(question.counts, decided)), sum(map(question.doubtful, decided))
    may = sum(question.offer is None or question.offer in item.offered for item in undecided)
    return bounds_of(
        counted, len(decided), len(undecided), doubtful + may, as_proposed=question.offer is not None and may > 0
    )


def _both_ways(question: Question, estimate: Callable[[Question], Estimate | Suppressed]) -> Estimate | Suppressed:
    """The estimate without the doubtful items in the numerator; its upper limit is that of the one with them."""
    least = estimate(question)
    most = estimate(replace(question, counts=lambda item: question.counts(item) or question.doubtful(item)))
    if isinstance(least, Suppressed) or isinstance(most, Suppressed):
        return least
    return replace(least, high=max(least.high, most.high))


def _rest(
    question: Question,
    per_file: Mapping[str, Sequence[ReviewedItem]],
    rest: Sequence[FileMeasures],
    drawn: Draw,
    level: float,
) -> Estimate | Suppressed:
    return post_stratified([layer for _, layer in _layers(question, per_file, rest, drawn)], level=level)


def _layers(
    question: Question,
    per_file: Mapping[str, Sequence[ReviewedItem]],
    rest: Sequence[FileMeasures],
    drawn: Draw,
) -> Iterator[tuple[str, Layer]]:
    """By fix targets in a file: `1`, `2 to 3`, `4 and more`; files without a readable one are in no layer."""
    for start, end in zip(LAYER_STARTS, (*LAYER_STARTS[1:], None), strict=True):
        name = f"{start} and more" if end is None else str(start) if end == start + 1 else f"{start} to {end - 1}"
        inside = [row.file for row in rest if start <= row.fix_targets and (end is None or row.fix_targets < end)]
        weight = sum(question.belongs(item) for file in inside for item in per_file.get(file, ()))
        shares = (_share(question, per_file.get(file, ())) for file in inside if file in drawn.files)
        yield name, Layer(weight, tuple(shares))


def _share(question: Question, items: Iterable[ReviewedItem]) -> Share:
    base = [item for item in items if question.belongs(item) and question.base(item)]
    return Share(sum(map(question.counts, base)), len(base))
