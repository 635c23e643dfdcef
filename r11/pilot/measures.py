"""The pilot's numbers: what each stratum's fix targets are now, counted item by item.

The unit is one *fix target* (a `not_grounded` flag) that is not settled. A ledger entry that could not be read stays in
the denominator as `invalid`, unless it says readably that it is no fix target. So under every table
`n = O1 + O2 + O3 + invalid`; settled flags and source-silent flags are counted apart and never enter `n`. The abort
rate alone is about all nominations of the programme: a swap stays nominated when it is applied, or the rate would rise
with every batch.

The pilot files are taken whole, not drawn: every figure here is an exact count for the files it names, and none has an
interval. What that says about other files is a question for `projection`, not for these counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from r11.ledger.manifest import InvalidEntry
from r11.pilot.figures import Figure, NotMeasured, Share
from r11.pilot.items import Item, Outcome, item_of, item_of_invalid, settled_item
from r11.records import Flag, Proposal
from r11.vocabulary import AbortCode, FixOp, Rule

REVIEWED = NotMeasured("the decisions of a review")
THROUGHPUT = NotMeasured("a review: items per active hour, class by class")


class Stratum(StrEnum):
    """Which files. UNPLACED holds the invalid entries whose file could not be read."""

    PILOT = "pilot"
    REST = "rest"
    UNPLACED = "no readable file"
    ALL = "all"


@dataclass(frozen=True)
class Split:
    """How n items split: `n = O1 + O2 + O3 + invalid`."""

    o1: int
    o2: int
    o3: int
    invalid: int

    @classmethod
    def of(cls, items: Iterable[Item]) -> Split:
        counts = Counter(item.outcome for item in items)
        return cls(counts[Outcome.O1], counts[Outcome.O2], counts[Outcome.O3], counts[Outcome.INVALID])

    @property
    def n(self) -> int:
        return self.o1 + self.o2 + self.o3 + self.invalid

    def share(self, outcome: Outcome) -> Share:
        counts = {Outcome.O1: self.o1, Outcome.O2: self.o2, Outcome.O3: self.o3, Outcome.INVALID: self.invalid}
        return Share(counts[outcome], self.n)

    @property
    def parts(self) -> str:
        """`41 + 0 + 136 + 1`, in the order O1, O2, O3, invalid."""
        return f"{self.o1} + {self.o2} + {self.o3} + {self.invalid}"


@dataclass(frozen=True)
class ReasonCount:
    """How many items carry a reason: as the first one reached, and at all. `code` None: no reason on record."""

    code: AbortCode | None
    first: int
    any: int

    @property
    def name(self) -> str:
        return self.code.value if self.code else "no candidate"

    @property
    def meaning(self) -> str:
        return self.code.meaning if self.code else "neither a swap nor a subtraction was found to nominate"


@dataclass(frozen=True)
class Subtraction:
    """A rule's flags on their way to O2. `waiting` of the nominated ones lack nothing but a ratified policy.

    Where none is ratified, `nominated` and `waiting` are lower bounds: what only a listed generalisation could repair
    is nominated once the list is ratified. `policy_effect` counts with the list.
    """

    flags: int
    nominated: int
    waiting: int
    proposed: int

    @classmethod
    def of(cls, items: Sequence[Item]) -> Subtraction:
        return cls(
            flags=len(items),
            nominated=sum(item.nominated is FixOp.O2 for item in items),
            waiting=sum(item.waits_for_policy for item in items),
            proposed=sum(item.outcome is Outcome.O2 for item in items),
        )

    @property
    def as_nominated(self) -> Share:
        return Share(self.nominated, self.flags)

    @property
    def if_ratified(self) -> Share:
        """What ratifying the policy for this scope would give at least: proposed now, or waiting for it alone."""
        return Share(self.waiting + self.proposed, self.flags)

    @property
    def as_proposed(self) -> Share:
        return Share(self.proposed, self.flags)

    @property
    def after_review(self) -> NotMeasured:
        """Of the proposals alone nobody can say it: what people decided stands in `review_measures`."""
        return REVIEWED


@dataclass(frozen=True)
class StratumMeasures:
    """Everything counted of one stratum.

    files: files with at least one fix target. silent: the split of the source-silent flags, which are not in `n`.
    settled: fix targets that are fixed or closed, not in `n` either; settled_r8: those of rule R8.
    gated: items about a price.
    nominated_o1, aborted_o1: open candidates and, of these, settled_o1 and settled_aborted_o1 that are settled by now.
    settled_unknown: settled fix targets of which nothing says whether they were nominated; they are in no abort rate.
    subtraction: all fix targets on their way to O2; r8: those of rule R8, invalid entries that say R8 included.
    """

    stratum: Stratum
    files: int
    split: Split
    silent: Split
    settled: int
    settled_r8: int
    gated: int
    nominated_o1: int
    settled_o1: int
    aborted_o1: int
    settled_aborted_o1: int
    settled_unknown: int
    subtraction: Subtraction
    r8: Subtraction
    o3_reasons: tuple[ReasonCount, ...]
    o1_abort_reasons: tuple[ReasonCount, ...]
    rules: tuple[tuple[Rule | None, Split], ...]

    @property
    def abort_rate(self) -> Share:
        """Aborted / nominated."""
        return Share(self.aborted_o1, self.nominated_o1)

    @property
    def whole(self) -> str:
        """`8 + 170 = 178`: open, done, and all fix targets, unreadable entries that may be one included."""
        return f"{self.split.n} + {self.settled} = {self.split.n + self.settled}"

    @property
    def whole_r8(self) -> str:
        """The same of the R8 flags."""
        return f"{self.r8.flags} + {self.settled_r8} = {self.r8.flags + self.settled_r8}"

    @property
    def open_aborted_o1(self) -> int:
        """Those of the O3 items that are aborted candidates."""
        return self.aborted_o1 - self.settled_aborted_o1

    @property
    def other_o3(self) -> int:
        """O3 items that are neither an aborted O1 nor a subtraction that waits for the policy."""
        return self.split.o3 - self.open_aborted_o1 - self.subtraction.waiting


@dataclass(frozen=True)
class FileMeasures:
    """One file with a fix target, or with an invalid entry that may be one.

    fix_targets: those that could be read, settled ones too. items: its part of the denominator. done: what
    its settled ones counted as, where that is known.
    """

    file: str
    stratum: Stratum
    fix_targets: int
    items: tuple[Item, ...]
    done: tuple[Item, ...] = ()

    @property
    def split(self) -> Split:
        return Split.of(self.items)

    @property
    def abort_rate(self) -> Share:
        nominated = [item for item in (*self.items, *self.done) if item.nominated is FixOp.O1]
        return Share(sum(item.is_aborted_o1 for item in nominated), len(nominated))


@dataclass(frozen=True)
class PilotMeasures:
    """The pilot, the rest beside it, and both together. `files` are sorted: most fix targets first, then by name."""

    threshold: int
    pilot: StratumMeasures
    rest: StratumMeasures
    unplaced: StratumMeasures
    everything: StratumMeasures
    files: tuple[FileMeasures, ...]
    throughput: Figure = THROUGHPUT

    @property
    def strata(self) -> tuple[StratumMeasures, ...]:
        """Pilot, rest and all; the entries without a readable file between them, where there are any."""
        unplaced = (self.unplaced,) if self.unplaced.split.n else ()
        return (self.pilot, self.rest, *unplaced, self.everything)


def measure(
    pairs: Iterable[tuple[Flag, Proposal]],
    invalid: Iterable[InvalidEntry] = (),
    settled: Iterable[Flag] = (),
    *,
    threshold: int,
    decided: Mapping[str, Proposal] | None = None,
) -> PilotMeasures:
    """Count everything once.

    pairs: each readable, open flag with what it is now. invalid: the entries that could not be read.
    settled: flags with a fix or a closing, which no longer have a proposal; they still count for the size of their
    file, so that a file does not leave the pilot because its flags are fixed.
    threshold: a file with at least so many fix targets that could be read belongs to the pilot.
    decided: by flag key the proposals that settled flags were decided on, as far as they are known.
    """
    pairs, settled = list(pairs), [flag for flag in settled if flag.is_fix_target]
    items = [item_of(flag, proposal) for flag, proposal in pairs] + [item_of_invalid(entry) for entry in invalid]
    targets = Counter(flag.file for flag in (*(flag for flag, _ in pairs if flag.is_fix_target), *settled))
    strata = {file: Stratum.PILOT for file, count in targets.items() if count >= threshold}
    sizes = Counter(strata.get(file, Stratum.REST) for file in targets)
    closed = [(flag.file, settled_item(flag, (decided or {}).get(flag.key))) for flag in settled]
    done = {s: [item for file, item in closed if strata.get(file, Stratum.REST) is s] for s in Stratum}
    done_r8 = Counter(strata.get(flag.file, Stratum.REST) for flag in settled if flag.rule is Rule.R8)

    def of(stratum: Stratum) -> StratumMeasures:
        inside = [item for item in items if _stratum(item, strata) is stratum]
        return measure_stratum(stratum, inside, files=sizes[stratum], done=done[stratum], done_r8=done_r8[stratum])

    return PilotMeasures(
        threshold=threshold,
        pilot=of(Stratum.PILOT),
        rest=of(Stratum.REST),
        unplaced=of(Stratum.UNPLACED),
        everything=measure_stratum(
            Stratum.ALL, items, files=len(targets), done=[item for _, item in closed], done_r8=done_r8.total()
        ),
        files=_files(items, targets, strata, [item for _, item in closed if item]),
    )


def measure_stratum(
    stratum: Stratum, items: Sequence[Item], *, files: int, done: Sequence[Item | None], done_r8: int
) -> StratumMeasures:
    """One stratum's counts. items: its open fix targets and its open source-silent flags; done: what its settled fix
    targets counted as, None where that is not known; done_r8: how many of those are of rule R8."""
    targets = [item for item in items if item.is_fix_target]
    known = [item for item in done if item is not None]
    nominated = [item for item in (*targets, *known) if item.nominated is FixOp.O1]
    aborted = [item for item in nominated if item.is_aborted_o1]
    return StratumMeasures(
        stratum=stratum,
        files=files,
        split=Split.of(targets),
        silent=Split.of(item for item in items if not item.is_fix_target),
        settled=len(done),
        settled_r8=done_r8,
        gated=sum(AbortCode.OPERATOR_GATED in item.aborts for item in targets),
        nominated_o1=len(nominated),
        settled_o1=sum(item.nominated is FixOp.O1 for item in known),
        aborted_o1=len(aborted),
        settled_aborted_o1=sum(item.is_aborted_o1 for item in known),
        settled_unknown=len(done) - len(known),
        subtraction=Subtraction.of(targets),
        r8=Subtraction.of([item for item in targets if item.rule is Rule.R8]),
        o3_reasons=reasons(item for item in targets if item.outcome is Outcome.O3),
        o1_abort_reasons=reasons(aborted),
        rules=_by_rule(targets),
    )


def reasons(items: Iterable[Item]) -> tuple[ReasonCount, ...]:
    """The reasons of some O3 items, most frequent first; the `first` counts add up to the number of items."""
    first: Counter[AbortCode | None] = Counter()
    anywhere: Counter[AbortCode | None] = Counter()
    for item in items:
        first[item.aborts[0] if item.aborts else None] += 1
        anywhere.update(set(item.aborts) if item.aborts else [None])
    rows = [ReasonCount(code, first[code], count) for code, count in anywhere.items()]
    return tuple(sorted(rows, key=lambda row: (-row.first, -row.any, row.name)))


def _by_rule(items: Sequence[Item]) -> tuple[tuple[Rule | None, Split], ...]:
    """Most flags first; None (an invalid entry that does not say its rule) last."""
    groups: dict[Rule | None, list[Item]] = {}
    for item in items:
        groups.setdefault(item.rule, []).append(item)
    order = sorted(groups, key=lambda rule: (rule is None, -len(groups[rule]), rule or ""))
    return tuple((rule, Split.of(groups[rule])) for rule in order)


def _stratum(item: Item, strata: Mapping[str, Stratum]) -> Stratum:
    """A file without readable fix targets belongs to the rest."""
    return Stratum.UNPLACED if item.file is None else strata.get(item.file, Stratum.REST)


def _files(
    items: Iterable[Item], targets: Mapping[str, int], strata: Mapping[str, Stratum], done: Iterable[Item]
) -> tuple[FileMeasures, ...]:
    per_file: dict[str, list[Item]] = {file: [] for file in targets}
    settled: dict[str | None, list[Item]] = {}
    for item in done:
        settled.setdefault(item.file, []).append(item)
    for item in items:
        if item.file is not None and item.is_fix_target:
            per_file.setdefault(item.file, []).append(item)
    rows = [
        FileMeasures(
            file, strata.get(file, Stratum.REST), targets.get(file, 0), tuple(group), tuple(settled.get(file, ()))
        )
        for file, group in per_file.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.fix_targets, row.file)))
