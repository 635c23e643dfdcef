"""What the pilot lets one say of the files that were not reviewed.

The pilot files are taken whole: their shares are exact and say nothing of other files. What carries over is a second,
random part: files drawn by a recorded seed from the rest, before review. Only that part has an interval. Without it a
projection is no more than the assumption that the rest looks like the pilot, and says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from r11.pilot.figures import Figure, NotMeasured, Share
from r11.pilot.intervals import Estimate, Layer, Suppressed, UpperLimit, post_stratified, upper_limit
from r11.pilot.measures import FileMeasures, PilotMeasures, Stratum
from r11.pilot.review_measures import After, Answered, ReviewedItem, is_proposed, is_r8
from r11.pilot.throughput import SECONDS_PER_HOUR, NoRate, RateInterval, Throughput
from r11.records import sha256_hex
from r11.vocabulary import FixOp, Yardstick

ASSUMPTION = "assumes the rest looks like the pilot"
LAYER_STARTS = (1, 2, 4)
"""Layers by fix targets in a file: 1, 2 to 3, 4 and more."""

Test = Callable[[ReviewedItem], bool]


def draw(files: Iterable[str], *, seed: int, count: int) -> tuple[str, ...]:
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
    after review; counts: those in its numerator."""

    yardstick: Yardstick
    belongs: Test
    base: Test
    counts: Test


def _any(item: ReviewedItem) -> bool:
    return True


def _unchanged(item: ReviewedItem) -> bool:
    return item.answered is Answered.UNCHANGED


QUESTIONS: tuple[Question, ...] = (
    Question(Yardstick.O1_SHARE, _any, _any, lambda item: item.after is After.O1),
    Question(Yardstick.R8_AS_O2_SHARE, is_r8, is_r8, lambda item: item.after is After.O2),
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
        Yardstick.JUDGE_MISTAKEN_SHARE, _any, lambda item: item.is_ruled, lambda item: item.answered is Answered.CLOSED
    ),
)


@dataclass(frozen=True)
class Carried:
    """One share: exact in the pilot, and what is known of the rest.

    rest: the estimate from the drawn files, or why there is none. at_zero: what a count of zero in the drawn files
    still allows, each file counted once, since its items resemble each other. items_rest: the items of the rest that
    the share is about; all_low to all_high: the share of pilot and rest together, only the rest being uncertain.
    """

    yardstick: Yardstick
    pilot: Figure
    rest: Estimate | Suppressed | NotMeasured
    items_pilot: int
    items_rest: int

    @property
    def at_zero(self) -> UpperLimit | None:
        if not isinstance(self.rest, Estimate) or self.rest.share.numerator:
            return None
        limit = upper_limit(self.rest.files, level=self.rest.level)
        return limit if isinstance(limit, UpperLimit) else None

    @property
    def everything(self) -> tuple[float, float, float] | None:
        """Pilot and rest together: value, low, high. None where a part is not known."""
        if not isinstance(self.rest, Estimate) or not isinstance(self.pilot, Share) or self.pilot.is_empty:
            return None
        exact = self.pilot.numerator / self.pilot.denominator
        weight = self.items_pilot / (self.items_pilot + self.items_rest)
        value, low, high = (
            weight * exact + (1 - weight) * part for part in (self.rest.value, self.rest.low, self.rest.high)
        )
        return value, low, high

    @property
    def transport(self) -> str:
        """How far the figure of the pilot carries, in words."""
        if isinstance(self.rest, NotMeasured):
            return f"{ASSUMPTION}: {self.rest.needs}"
        if isinstance(self.rest, Suppressed):
            return f"{ASSUMPTION}: the drawn files give no interval ({self.rest.reason})"
        if not isinstance(self.pilot, Share) or self.pilot.is_empty:
            return "only the drawn files hold such items"
        inside = self.rest.low <= self.pilot.numerator / self.pilot.denominator <= self.rest.high
        words = "lies inside of" if inside else "lies outside of"
        end = "nothing speaks against carrying it over" if inside else "it does not carry over to the rest"
        return f"the pilot's share {words} the interval of the drawn files: {end}"


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
    return Carried(
        question.yardstick,
        NotMeasured("a reviewed item of the pilot") if share.is_empty else share,
        NotMeasured(drawn.missing) if drawn.missing else _rest(question, per_file, rest, drawn, level),
        sum(map(question.belongs, pilot)),
        sum(question.belongs(item) for row in rest for item in per_file.get(row.file, ())),
    )


def _rest(
    question: Question,
    per_file: Mapping[str, Sequence[ReviewedItem]],
    rest: Sequence[FileMeasures],
    drawn: Draw,
    level: float,
) -> Estimate | Suppressed:
    layers = []
    for start, end in zip(LAYER_STARTS, (*LAYER_STARTS[1:], None), strict=True):
        inside = [row.file for row in rest if start <= row.fix_targets and (end is None or row.fix_targets < end)]
        weight = sum(question.belongs(item) for file in inside for item in per_file.get(file, ()))
        shares = (_share(question, per_file.get(file, ())) for file in inside if file in drawn.files)
        layers.append(Layer(weight, tuple(shares)))
    return post_stratified(layers, level=level)


def _share(question: Question, items: Iterable[ReviewedItem]) -> Share:
    base = [item for item in items if question.belongs(item) and question.base(item)]
    return Share(sum(map(question.counts, base)), len(base))


# --- hours ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hours:
    """Active hours of review. None in `low`, `high`: no interval, and `why` says why; `value` None: not even a rate."""

    items: int
    value: float | None
    low: float | None
    high: float | None
    why: str = ""


@dataclass(frozen=True)
class Remaining:
    """The review that the rest still needs, class by class as proposed, and together."""

    classes: tuple[tuple[FixOp, Hours], ...]
    total: Hours

    def days(self, hours: float, *, reviewers: int, hours_per_day: float) -> float:
        return hours / (reviewers * hours_per_day)


def remaining(items: Iterable[ReviewedItem], throughput: Throughput, pilot: frozenset[str]) -> Remaining:
    """Items of the rest that nobody has answered yet, times the seconds that one of their class took."""
    left = [item for item in items if item.file not in pilot and not item.is_reviewed]
    classes = tuple((op, _hours(op, sum(is_proposed(item, op) for item in left), throughput)) for op in FixOp)
    return Remaining(classes, _sum([hours for _, hours in classes]))


def _hours(op: FixOp, items: int, throughput: Throughput) -> Hours:
    if not items:
        return Hours(0, 0.0, 0.0, 0.0)
    measured = throughput.of(op)
    per_item = measured.seconds_per_item
    if isinstance(per_item, NotMeasured):
        return Hours(items, None, None, None, f"needs {per_item.needs}")
    value, found = items * per_item / SECONDS_PER_HOUR, measured.interval
    if isinstance(found, NoRate):
        return Hours(items, value, None, None, f"{op}: {found.reason}")
    low, high = _times(items, found)
    return Hours(items, value, low, high)


def _times(items: int, rate: RateInterval) -> tuple[float, float]:
    return items * rate.low / SECONDS_PER_HOUR, items * rate.high / SECONDS_PER_HOUR


def _sum(parts: Sequence[Hours]) -> Hours:
    """The classes together; their limits are added up, the wide way: the same people work on all of them."""
    items = sum(part.items for part in parts)
    why = "; ".join(part.why for part in parts if part.why)
    if any(part.value is None for part in parts):
        return Hours(items, None, None, None, why)
    value = fsum(part.value for part in parts if part.value is not None)
    if why:
        return Hours(items, value, None, None, why)
    low, high = (fsum(limit for limit in limits if limit is not None) for limits in _limits(parts))
    return Hours(items, value, low, high)


def _limits(parts: Sequence[Hours]) -> tuple[list[float | None], list[float | None]]:
    return [part.low for part in parts], [part.high for part in parts]
