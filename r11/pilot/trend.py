"""Does a share change with the number of fix targets in a file? If it does, the pilot does not look like the rest.

A statement about files that were all counted, so it needs no test of significance: the words say what the counts do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from r11.pilot.figures import Share
from r11.pilot.items import Item, Outcome
from r11.pilot.measures import FileMeasures, PilotMeasures
from r11.vocabulary import FixOp, Rule

NOTABLE_POINTS = 10.0
"""A difference between the first and the last band below this many percentage points is called none."""
LEAST_ITEMS = 10
"""A band with fewer items takes no part in the wording: one item would move its share by 10 points or more."""

Test = Callable[[Item], bool]


@dataclass(frozen=True)
class Band:
    """Files with `least` to `most` fix targets; `most` None: no upper end. `share` is over the items of those files."""

    least: int
    most: int | None
    files: int
    share: Share

    @property
    def label(self) -> str:
        if self.most is None:
            return f"{self.least} or more"
        return str(self.least) if self.least == self.most else f"{self.least}–{self.most}"


@dataclass(frozen=True)
class Trend:
    """One share, band by band, and what it does in words."""

    subject: str
    bands: tuple[Band, ...]

    @property
    def words(self) -> str:
        """One sentence that names the counts it rests on."""
        told = [band for band in self.bands if band.share.denominator >= LEAST_ITEMS]
        if len(told) < 2:
            too_few = "has too few items to compare files with few and with many fix targets"
            return f"The share “{self.subject}” {too_few}{_left_out(self.bands)}."
        counts = ", ".join(f"{band.share} ({band.label})" for band in told)
        direction = _direction([band.share for band in told])
        return f"The share “{self.subject}” {direction}: {counts} fix targets in a file{_left_out(self.bands)}."


def trends(measures: PilotMeasures) -> tuple[Trend, ...]:
    """The shares that a pilot would carry over to the rest, each against fix targets per file."""
    edges, files = _edges(measures.threshold), measures.files
    return (
        Trend("O1 of open items", _bands(files, edges, _share_of(_anything, lambda item: item.outcome is Outcome.O1))),
        Trend("aborted of nominated O1", _bands(files, edges, lambda row: row.abort_rate)),
        Trend("nominated O2 of R8", _bands(files, edges, _share_of(_is_r8, lambda item: item.nominated is FixOp.O2))),
    )


def _share_of(belongs: Test, counts: Test) -> Callable[[FileMeasures], Share]:
    """What a file adds to a share over its open items."""

    def share(row: FileMeasures) -> Share:
        inside = [item for item in row.items if belongs(item)]
        return Share(sum(map(counts, inside)), len(inside))

    return share


def _is_r8(item: Item) -> bool:
    return item.rule is Rule.R8


def _left_out(bands: Iterable[Band]) -> str:
    """The bands that the wording leaves out, with their counts; empty where it takes all of them in."""
    small = [f"{band.label} ({band.share})" for band in bands if band.share.denominator < LEAST_ITEMS]
    return f"; left out, with fewer than {LEAST_ITEMS} items: {', '.join(small)}" if small else ""


def _anything(item: Item) -> bool:
    return True


def _edges(threshold: int) -> list[int]:
    """Lower ends of the bands: even steps, with one edge at the pilot's threshold."""
    return sorted({1, 2, 4, threshold, threshold + 3})


def _bands(
    files: Iterable[FileMeasures], edges: Sequence[int], share: Callable[[FileMeasures], Share]
) -> tuple[Band, ...]:
    """The bands that hold at least one file."""
    files = tuple(files)
    ends = [*(upper - 1 for _, upper in pairwise(edges)), None]
    bands = []
    for least, most in zip(edges, ends, strict=True):
        inside = [row for row in files if least <= row.fix_targets and (most is None or row.fix_targets <= most)]
        shares = [share(row) for row in inside]
        if inside:
            total = Share(sum(one.numerator for one in shares), sum(one.denominator for one in shares))
            bands.append(Band(least, most, len(inside), total))
    return tuple(bands)


def _direction(shares: Sequence[Share]) -> str:
    """Raises ValueError for fewer than two shares; none of them is empty."""
    percents = [share.percent for share in shares]
    spread = max(percents) - min(percents)
    change = percents[-1] - percents[0]
    if spread < NOTABLE_POINTS:
        return f"differs by less than {NOTABLE_POINTS:.0f} points between bands"
    if abs(change) >= NOTABLE_POINTS and all(b >= a for a, b in pairwise(percents)):
        return "rises with the number of fix targets in a file"
    if abs(change) >= NOTABLE_POINTS and all(b <= a for a, b in pairwise(percents)):
        return "falls with the number of fix targets in a file"
    return "varies from band to band without one direction"
