"""The measured shape of a ledger, re-derived at every run: no count of any snapshot is written into the code.

Counted are the valid flags, settled ones included (a fix does not change what the judge found). What the checks
refused is counted apart and stays in the denominators: shares of the fix targets are of `base` = fix targets + invalid
entries that are, or may be, fix targets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from r11.ledger.manifest import Ledger
from r11.records import Flag
from r11.vocabulary import FileVerdict, JudgeVerdict, Rule

NUMBER = re.compile(r"(?<!\w)[0-9]")
"""A number, for the count of flags that have one in both claim and quote: a digit that begins a word. `30 s`, `5GB`,
`1.5`, `24H2` and `GPT-4` hold one; `v2` and `S0` do not."""

PILOT_MIN_FIX_TARGETS = 7


@dataclass(frozen=True)
class Band:
    """Files by their number of fix targets: from `low` to `high`, which is None where there is no upper limit."""

    low: int
    high: int | None
    files: int
    flags: int

    @property
    def label(self) -> str:
        if self.high is None:
            return f"{self.low} or more"
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


@dataclass(frozen=True)
class Population:
    """Every figure of the shape. Shares are kept as numerator and denominator, never as a quotient."""

    records_listed: int
    records: int
    records_flagged: int
    corpus_files: int | None
    flags: int
    by_verdict: Mapping[JudgeVerdict, int]
    fix_targets: int
    base: int
    urls: int
    files_with_fix_targets: int
    bands: tuple[Band, ...]
    rules: tuple[tuple[Rule, int], ...]
    largest_cluster: int
    largest_cluster_url: str | None
    with_numbers: int
    with_numbers_r8: int
    with_quote: int
    settled: int
    invalid: int

    def rows(self) -> list[tuple[str, str, str]]:
        """The table for people: label, value, note."""
        return [*_record_rows(self), *_flag_rows(self), *_file_rows(self), *_content_rows(self), *_apart_rows(self)]


def has_number(text: str) -> bool:
    return NUMBER.search(text) is not None


def population(
    ledger: Ledger, *, corpus_files: int | None = None, pilot_min: int = PILOT_MIN_FIX_TARGETS
) -> Population:
    """The shape of a ledger. corpus_files: how many files the corpus holds, None where nobody said.

    pilot_min: a file with at least so many fix targets belongs to the pilot; the bands end there.
    """
    targets = [flag for flag in ledger.flags if flag.is_fix_target]
    per_file = Counter(flag.file for flag in targets)
    clusters = Counter(flag.page_url for flag in targets).most_common(1)
    numbered = [flag for flag in targets if has_number(flag.claim) and has_number(flag.evidence_quote)]
    return Population(
        records_listed=ledger.listed,
        records=len(ledger.records),
        records_flagged=sum(record.per_file_verdict is FileVerdict.FLAGGED for record in ledger.records),
        corpus_files=corpus_files,
        flags=len(ledger.flags),
        by_verdict=_by_verdict(ledger.flags),
        fix_targets=len(targets),
        base=len(targets) + sum(entry.may_be_fix_target for entry in ledger.invalid),
        urls=len({flag.page_url for flag in targets}),
        files_with_fix_targets=len(per_file),
        bands=bands(per_file.values(), pilot_min),
        rules=_by_rule(targets),
        largest_cluster=clusters[0][1] if clusters else 0,
        largest_cluster_url=clusters[0][0] if clusters else None,
        with_numbers=len(numbered),
        with_numbers_r8=sum(flag.rule is Rule.R8 for flag in numbered),
        with_quote=sum(bool(flag.evidence_quote.strip()) for flag in targets),
        settled=sum(flag.is_settled for flag in ledger.flags),
        invalid=len(ledger.invalid),
    )


def bands(per_file: Iterable[int], pilot_min: int) -> tuple[Band, ...]:
    """One fix target, more, and the pilot's; a band that `pilot_min` leaves no room for is absent."""
    counts = list(per_file)
    limits: list[tuple[int, int | None]] = [(1, 1), (2, pilot_min - 1), (pilot_min, None)]
    rooms = [(low, high) for low, high in limits if high is None or low <= high < pilot_min]
    return tuple(_band(low, high, counts) for low, high in rooms)


def _band(low: int, high: int | None, counts: list[int]) -> Band:
    inside = [count for count in counts if count >= low and (high is None or count <= high)]
    return Band(low, high, len(inside), sum(inside))


def _by_verdict(flags: Iterable[Flag]) -> dict[JudgeVerdict, int]:
    counts = Counter(flag.judge_verdict for flag in flags)
    return {verdict: counts[verdict] for verdict in JudgeVerdict if verdict.is_flagged}


def _by_rule(flags: Iterable[Flag]) -> tuple[tuple[Rule, int], ...]:
    """Most frequent first; rules without a flag are left out."""
    counts = Counter(flag.rule for flag in flags)
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0].label)))


# --- the table ------------------------------------------------------------------------------------------------------

Row = tuple[str, str, str]


def _part(part: int, whole: int) -> str:
    """A count of a count; 0/0 is no number."""
    return f"{part}/{whole}" if whole else "no items"


def _record_rows(shape: Population) -> list[Row]:
    passed, invalid = shape.records - shape.records_flagged, shape.records_listed - shape.records
    if shape.corpus_files is None:
        judged, note = f"{shape.records_listed}/?", "no corpus was given"
    else:
        judged, note = _part(shape.records_listed, shape.corpus_files), "the judge pass may be unfinished"
    return [
        (
            "Ledger records",
            str(shape.records_listed),
            f"{shape.records_flagged} flagged, {passed} pass, {invalid} invalid",
        ),
        ("Judged files of the corpus", judged, note),
    ]


def _flag_rows(shape: Population) -> list[Row]:
    silent = shape.by_verdict[JudgeVerdict.SOURCE_SILENT]
    return [
        ("Flags", str(shape.flags), "claims that the judge could not ground"),
        ("  not_grounded", _part(shape.fix_targets, shape.flags), "the fix targets"),
        ("  source_silent", _part(silent, shape.flags), "no fix targets: decided as a class"),
        ("Evidence URLs of the fix targets", str(shape.urls), "distinct; each is fetched once"),
    ]


def _file_rows(shape: Population) -> list[Row]:
    total = shape.files_with_fix_targets
    rows = [("Files with a fix target", str(total), "")]
    for band in shape.bands:
        note = f"{_part(band.flags, shape.fix_targets)} of the fix targets{'; the pilot' if band.high is None else ''}"
        rows.append((f"  with {band.label}", _part(band.files, total), note))
    return rows


def _content_rows(shape: Population) -> list[Row]:
    rules = [
        (
            f"  rule {rule.label}",
            _part(count, shape.fix_targets),
            "the rule for multi-part claims" if rule is Rule.R8 else "",
        )
        for rule, count in shape.rules
    ]
    numbers = f"{_part(shape.with_numbers_r8, shape.with_numbers)} of these are R8"
    return [
        ("Rules over the fix targets", str(shape.fix_targets), "a signal, never the partition"),
        *rules,
        ("Largest cluster on one page", str(shape.largest_cluster), shape.largest_cluster_url or "no fix targets"),
        ("Number in both claim and quote", _part(shape.with_numbers, shape.base), numbers),
        ("Fix targets with a quote", _part(shape.with_quote, shape.base), "without one a fix target can only be O3"),
    ]


def _apart_rows(shape: Population) -> list[Row]:
    return [
        ("Settled flags", _part(shape.settled, shape.flags), "fixed or closed; counted above, not proposed again"),
        (
            "Invalid entries",
            _part(shape.invalid, shape.flags + shape.invalid),
            "refused by the checks; in every denominator",
        ),
    ]
