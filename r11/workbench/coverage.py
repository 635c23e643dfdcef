"""Does each interval that we print hold the truth as often as it claims? Simulated, with what one would naively print.

The worlds are worse than kind: items of one file resemble each other (intra-file correlation 0.15), shares rise with
the size of a file, sessions differ by mood and their times are skewed, and a file has to be read before its first item.
Every row is a claim that anybody can run again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from r11.pilot.figures import Share
from r11.pilot.intervals import Estimate as Estimated
from r11.pilot.intervals import Interval, Layer, UpperLimit, korn_graubard, post_stratified, upper_limit
from r11.pilot.remaining import Hours, Times, hours_of_rest, together
from r11.pilot.throughput import (
    SECONDS_PER_HOUR,
    ClassThroughput,
    RateInterval,
    Review,
    Sitting,
    Throughput,
    mean_by_session,
)
from r11.vocabulary import FixOp

CLAIMED = 0.95
CORRELATION = 0.15
REST_FILES = 178
PILOT_FILES, SESSION_ITEMS = 21, 24
SECONDS = {FixOp.O1: 12.0, FixOp.O3: 60.0}
"""Mean active seconds of an item, its file having been read."""
Limits = tuple[float, float]
Run = tuple[float, Limits, Limits]
"""The truth, our limits, the naive ones."""


@dataclass(frozen=True)
class World:
    """One row of the table: what is estimated, from how many independent units, and how to play one run of it."""

    interval: str
    units: int
    unit: str
    truth: str
    play: Callable[[np.random.Generator], Run]


def coverage(runs: int, *, seed: int, worlds: Sequence[World] | None = None) -> pd.DataFrame:
    """For every world the part of the runs in which the truth lay inside. Claimed is 0.95 in every row."""
    rows = [_row(world, runs, np.random.default_rng([seed, number])) for number, world in enumerate(worlds or WORLDS)]
    return pd.DataFrame(rows).set_index("interval")


def _row(world: World, runs: int, dice: np.random.Generator) -> dict[str, object]:
    ours = naive = 0
    for _ in range(runs):
        truth, (low, high), (naive_low, naive_high) = world.play(dice)
        ours += low <= truth <= high
        naive += naive_low <= truth <= naive_high
    counts = {"ours": f"{ours}/{runs}", "naive": f"{naive}/{runs}"}
    parts = {"ours covers": round(ours / runs, 3), "naive covers": round(naive / runs, 3)}
    named = {"interval": world.interval, "units": world.units, "unit": world.unit, "truth": world.truth}
    return named | {"claims": CLAIMED} | parts | counts


def peeking(runs: int, *, seed: int, first: int = 10, last: int = 300, truth: float = 0.3) -> pd.DataFrame:
    """Why there is one look: how often Wilson's interval excludes the truth at *some* look, and at the last one alone.

    Independent items, so that nothing but the looking is to blame.
    """
    dice = np.random.default_rng(seed)
    hits = np.cumsum(dice.random((runs, last)) < truth, axis=1)[:, first - 1 :]
    items = np.arange(first, last + 1)
    low, high = _wilson_limits(hits / items, items)
    missed = (truth < low) | (truth > high)
    counts = {"after every item": int(missed.any(axis=1).sum()), "one look, at the end": int(missed[:, -1].sum())}
    rows = [(name, count, runs, round(count / runs, 3)) for name, count in counts.items()]
    return pd.DataFrame(rows, columns=["looking", "runs that exclude the truth", "runs", "part"]).set_index("looking")


# --- worlds ---------------------------------------------------------------------------------------------------------


def shares_of_files(dice: np.random.Generator, *, files: int, truth: float) -> Run:
    """A share from files drawn at random, of about twenty items each."""
    sizes = 1 + dice.poisson(19, files)
    drawn = _drawn(dice, sizes, np.full(files, truth))
    found = korn_graubard(drawn)
    assert isinstance(found, Interval)
    return truth, (found.low, found.high), _wilson(drawn)


def share_of_the_rest(dice: np.random.Generator, *, files: int, truth: float) -> Run:
    """The share of all files of the rest from a draw of some: files of one to six items, as small as they are here."""
    sizes = np.array([1] * 45 + list(dice.integers(2, 7, REST_FILES - 45)))
    layer = np.digitize(sizes, [2, 4])
    everywhere = _drawn(dice, sizes, truth * (1 + 0.4 * (layer - 1)))
    picked = dice.permutation(REST_FILES)[:files]
    parts = [
        Layer(int(sizes[layer == number].sum()), tuple(everywhere[at] for at in picked if layer[at] == number))
        for number in range(3)
    ]
    found = post_stratified(parts)
    assert isinstance(found, Estimated)
    real = sum(share.numerator for share in everywhere) / int(sizes.sum())
    return real, (found.low, found.high), _wilson([everywhere[at] for at in picked])


def limit_at_zero(dice: np.random.Generator, *, files: int, truth: float) -> Run:
    """What a count of zero still allows. A run with some hits prints no such limit, and none can be wrong."""
    sizes = 1 + dice.poisson(2, files)
    drawn = _drawn(dice, sizes, np.full(files, truth))
    if any(share.numerator for share in drawn):
        return truth, (0.0, 1.0), (0.0, 1.0)
    ours, naive = upper_limit(files), upper_limit(int(sizes.sum()))
    assert isinstance(ours, UpperLimit)
    assert isinstance(naive, UpperLimit)
    return truth, (0.0, ours.high), (0.0, naive.high)


def seconds_per_item(dice: np.random.Generator, *, sessions: int, mood: float) -> Run:
    """The mean time of an item (1 in the long run) from sessions of about 24 items; naive: items as if independent."""
    sizes = 1 + dice.poisson(23, sessions)
    moods = np.exp(dice.normal(-(mood**2) / 2, mood, sessions))
    times = [level * np.exp(dice.normal(-0.18, 0.6, size)) for level, size in zip(moods, sizes, strict=True)]
    found = mean_by_session([(float(part.sum()), part.size) for part in times])
    assert isinstance(found, RateInterval)
    items = np.concatenate(times)
    reach = float(stdtrit(items.size - 1, 0.975)) * items.std(ddof=1) / items.size**0.5
    return 1.0, (found.low, found.high), (float(items.mean() - reach), float(items.mean() + reach))


def hours_of_the_rest(dice: np.random.Generator, *, files: int, opening: int, swaps: float) -> Run:
    """The hours of the files of the rest that were not drawn, where the first item of every file takes `opening` more
    seconds. swaps: the part of value swaps among rewrites; where it is small they have no interval of their own.

    Naive: the time of all that was reviewed, dense pilot files and sparse drawn ones together.
    """
    sizes = np.concatenate([dice.integers(7, 12, PILOT_FILES), [1] * 45, dice.integers(2, 7, REST_FILES - 45)])
    of = [[FixOp.O1 if dice.random() < swaps else FixOp.O3 for _ in range(size)] for size in sizes]
    rest = range(PILOT_FILES, len(sizes))
    drawn = set(dice.permutation(rest)[:files].tolist())
    left = [file for file in rest if file not in drawn]
    reviewed = [file for file in dice.permutation(len(sizes)).tolist() if file not in left]
    tasks = [(file, op, opening * (at == 0)) for file in reviewed for at, op in enumerate(of[file])]
    moods = np.exp(dice.normal(-0.02, 0.2, len(tasks) // SESSION_ITEMS + 1))
    timed = [
        (at // SESSION_ITEMS, file, op, float(moods[at // SESSION_ITEMS] * (SECONDS[op] * skew + extra)))
        for (at, (file, op, extra)), skew in zip(enumerate(tasks), dice.lognormal(-0.125, 0.5, len(tasks)), strict=True)
    ]
    everything = _timed((session, op, spent) for session, _, op, spent in timed)
    alone = _timed((session, op, spent) for session, file, op, spent in timed if file in drawn)
    todo = [op for file in left for op in of[file]]
    truth = (sum(SECONDS[op] for op in todo) + opening * len(left)) / SECONDS_PER_HOUR
    ours, naive = (
        together([hours_of_rest(todo.count(op), op, Times(everything, timed)) for op in SECONDS])
        for timed in (alone, everything)
    )
    return truth, _limits(ours), _limits(naive)


def _limits(hours: Hours) -> Limits:
    assert hours.low is not None
    assert hours.high is not None
    return hours.low, hours.high


def _timed(reviews: Iterable[tuple[int, FixOp, float]]) -> Throughput:
    """Session, class and active seconds of each answer."""
    of: dict[FixOp, list[Review]] = {op: [] for op in FixOp}
    for number, (session, op, spent) in enumerate(reviews):
        of[op].append(Review("", str(session), str(number), op, spent, spent, number))
    return Throughput(
        tuple(ClassThroughput(op, tuple(mine), _sittings(mine), 0, 0) for op, mine in of.items()), 60, 0, 0
    )


def _sittings(reviews: Sequence[Review]) -> tuple[Sitting, ...]:
    spent: dict[str, list[float]] = {}
    for one in reviews:
        spent.setdefault(one.session, []).append(one.active)
    return tuple(Sitting("", session, len(times), fsum(times)) for session, times in spent.items())


def _drawn(dice: np.random.Generator, sizes: np.ndarray, truth: np.ndarray) -> list[Share]:
    """Files whose own shares scatter about the truth (beta-binomial)."""
    scale = (1 - CORRELATION) / CORRELATION
    hits = dice.binomial(sizes, dice.beta(truth * scale, (1 - truth) * scale))
    return [Share(int(hit), int(size)) for hit, size in zip(hits, sizes, strict=True)]


def _wilson(drawn: Sequence[Share]) -> Limits:
    """Wilson's interval, as if every item were independent."""
    hits, items = sum(share.numerator for share in drawn), sum(share.denominator for share in drawn)
    low, high = _wilson_limits(np.array(hits / items), np.array(items))
    return float(low), float(high)


def _wilson_limits(p: np.ndarray, n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    z = 1.959964
    middle = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    return middle - reach, middle + reach


def _worlds() -> Iterator[World]:
    for files in (8, 15, 30):
        for truth in (0.2, 0.5):
            name = "share, files as clusters (Korn-Graubard)"
            yield World(name, files, "files", f"{truth}", partial(shares_of_files, files=files, truth=truth))
    for files in (15, 30, 60):
        for truth in (0.1, 0.4):
            name = "share of the rest, post-stratified"
            yield World(name, files, "drawn files", f"{truth}", partial(share_of_the_rest, files=files, truth=truth))
    for files, truth in ((15, 0.07), (30, 0.035), (60, 0.018)):
        name = "upper limit at zero, each file once"
        yield World(name, files, "files", f"{truth}", partial(limit_at_zero, files=files, truth=truth))
    for sessions in (5, 12, 30):
        name = "seconds per item, by session"
        yield World(name, sessions, "sessions", "mean of 1", partial(seconds_per_item, sessions=sessions, mood=0.35))
    for opening, swaps in ((0, 0.0), (30, 0.0), (60, 0.0), (120, 0.0), (0, 0.1), (120, 0.1), (120, 0.03)):
        name, told = "hours for the rest, timed on 30 drawn files", f"{opening} s for a new file, {swaps:.0%} swaps"
        yield World(name, 12, "sessions", told, partial(hours_of_the_rest, files=30, opening=opening, swaps=swaps))


WORLDS = tuple(_worlds())
