"""One listed record of a ledger and its flags: what is valid, and what each problem takes with it.

A record's own problem takes all its flags with it; a flag's problem takes that flag and never its siblings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from r11.errors import Problem
from r11.ledger.checks import flag_problems
from r11.ledger.fields import Reading, read
from r11.ledger.shapes import Listing
from r11.ledger.strict_json import FLAW, at, describe, is_flawed
from r11.records import Flag, LedgerRecord, Record
from r11.text.paths import path_problem
from r11.vocabulary import CheckCode, FileVerdict, JudgeVerdict, Rule


@dataclass(frozen=True)
class InvalidEntry:
    """A flag, or a record without countable flags, that the checks refused. What could be read of it is given."""

    place: str
    problems: tuple[Problem, ...]
    file: str | None = None
    flag_id: str | None = None
    judge_verdict: JudgeVerdict | None = None
    rule: Rule | None = None
    is_flag: bool = True

    @property
    def may_be_fix_target(self) -> bool:
        """It says so, or it does not say; it then stays in the denominators of the fix targets."""
        return self.judge_verdict is None or self.judge_verdict.is_fix_target

    @property
    def reason(self) -> str:
        return "; ".join(map(str, self.problems))


class _Head(Record, frozen=True):
    """A ledger record without its flags, which are read one by one."""

    file: str
    per_file_verdict: FileVerdict


@dataclass(frozen=True)
class FlagReading:
    """One listed flag with its problems so far. `shared`: problems reported elsewhere that make it invalid too."""

    place: str
    reading: Reading[Flag]
    problems: tuple[Problem, ...]
    shared: tuple[Problem, ...] = ()

    @property
    def id(self) -> str | None:
        return self.reading.fields.get("id")

    @property
    def is_valid(self) -> bool:
        reasons = (*self.shared, *self.problems)
        return self.reading.record is not None and all(reason.is_warning for reason in reasons)

    def numbered(self, record: int) -> FlagReading:
        return replace(self, problems=_numbered(self.problems, record), shared=_numbered(self.shared, record))

    def entry(self, file: str | None, own: tuple[Problem, ...] = ()) -> InvalidEntry:
        fields = self.reading.fields
        verdict, rule = fields.get("judge_verdict"), fields.get("rule")
        reasons = (*own, *self.shared, *self.problems)
        return InvalidEntry(self.place, reasons, file, fields.get("id"), verdict, rule)


@dataclass(frozen=True)
class Outcome:
    """What a listed record comes to. `record` is None where it is invalid; `places`: flag key → place."""

    record: LedgerRecord | None
    problems: tuple[Problem, ...]
    invalid: tuple[InvalidEntry, ...]
    places: Mapping[str, str]


@dataclass(frozen=True)
class RecordReading:
    """One listed record: its own problems, which make it invalid as a whole, and its flags."""

    index: int
    place: str
    file: str | None
    verdict: FileVerdict | None
    own: tuple[Problem, ...]
    flags: tuple[FlagReading, ...]
    flawed: bool

    def with_own(self, problem: Problem) -> RecordReading:
        return replace(self, own=(*self.own, problem))

    def with_flaws(self, flaws: Mapping[str | None, Sequence[Problem]]) -> RecordReading:
        """With the parser's problems, sorted by the place of the flag, else the record, that they stand in."""
        flags = tuple(replace(flag, problems=(*flaws.get(flag.place, ()), *flag.problems)) for flag in self.flags)
        return replace(self, own=(*flaws.get(self.place, ()), *self.own), flags=flags)

    def outcome(self) -> Outcome:
        own = _numbered(self.own, self.index)
        flags = [flag.numbered(self.index) for flag in self.flags]
        problems = (*own, *(problem for flag in flags for problem in flag.problems))
        if own or self.flawed or self.file is None or self.verdict is None:
            return Outcome(None, problems, self._all_invalid(own, flags), {})
        valid = [flag for flag in flags if flag.is_valid]
        records = tuple(flag.reading.record for flag in valid if flag.reading.record is not None)
        return Outcome(
            record=LedgerRecord(file=self.file, per_file_verdict=self.verdict, flags=records),
            problems=problems,
            invalid=tuple(flag.entry(self.file) for flag in flags if not flag.is_valid),
            places={record.key: flag.place for record, flag in zip(records, valid, strict=True)},
        )

    def _all_invalid(self, own: tuple[Problem, ...], flags: list[FlagReading]) -> tuple[InvalidEntry, ...]:
        if not flags:
            return (InvalidEntry(self.place, own, self.file, is_flag=False),)
        return tuple(flag.entry(self.file, own) for flag in flags)


def _numbered(problems: tuple[Problem, ...], record: int) -> tuple[Problem, ...]:
    return tuple(replace(problem, record=record) for problem in problems)


def read_record(index: int, listing: Listing, allowed_hosts: Collection[str] | None) -> RecordReading:
    """A listed record with the problems that can be seen in it alone."""
    value = listing.value
    if isinstance(value, dict) and listing.file is not None:
        value = {"file": listing.file, **value}
    head = read(_Head, value, listing.place)
    file: str | None = head.fields.get("file")
    flag_values, own = _flag_values(value, listing.place)
    flags = tuple(
        _read_flag(flag, at(at(listing.place, "flags"), number), file, allowed_hosts)
        for number, flag in enumerate(flag_values)
    )
    own = [*head.problems, *own, *_path_problems(file, listing)]
    verdict = head.fields.get("per_file_verdict")
    if not own and verdict is not None:
        own += _verdict_problems(verdict, len(flags), listing.place)
    flawed = not isinstance(value, dict) or is_flawed({key: inner for key, inner in value.items() if key != "flags"})
    return RecordReading(index, listing.place, file, verdict, tuple(own), flags, flawed)


def _flag_values(value: Any, place: str) -> tuple[list[Any], list[Problem]]:
    if not isinstance(value, dict):
        return [], []
    inner = at(place, "flags")
    if "flags" not in value:
        return [], [Problem(inner, CheckCode.MISSING_FIELD, "the field 'flags' is missing")]
    flags = value["flags"]
    if isinstance(flags, list):
        return flags, []
    if flags is FLAW:
        return [], []
    return [], [Problem(inner, CheckCode.WRONG_TYPE, f"expected a list, found {describe(flags)}")]


def _path_problems(file: str | None, listing: Listing) -> Iterator[Problem]:
    if file is None:
        return
    place = at(listing.place, "file")
    fault = path_problem(file)
    if fault:
        yield Problem(place, CheckCode.UNSAFE_PATH, fault)
    elif listing.file is not None and file != listing.file:
        yield Problem(place, CheckCode.FILE_MISMATCH, f"the record names {file!r}, its key {listing.file!r}")


def _verdict_problems(verdict: FileVerdict, flags: int, place: str) -> Iterator[Problem]:
    inner = at(place, "per_file_verdict")
    if verdict is FileVerdict.PASS and flags:
        message = f"pass, yet there are {flags} flags; a file passes only if every claim is grounded"
        yield Problem(inner, CheckCode.PASS_WITH_FLAGS, message)
    if verdict is FileVerdict.FLAGGED and not flags:
        yield Problem(inner, CheckCode.FLAGGED_WITHOUT_FLAGS, "flagged, yet no flag is listed")


def _read_flag(value: Any, place: str, file: str | None, allowed_hosts: Collection[str] | None) -> FlagReading:
    reading = read(Flag, value, place)
    problems = (*reading.problems, *flag_problems(reading.fields, file, place, allowed_hosts))
    return FlagReading(place, reading, problems)
