"""The ledger of the judge pass (`judge-pass-manifest.json`): read, and check against itself and against the corpus.

What a problem takes with it:

| problem | what becomes invalid |
|---|---|
| the document is not JSON, or none of the three shapes | everything: `readable` is False |
| a byte order mark | nothing (reported; a stamp keeps it) |
| a record's own fields, an unsafe path, `pass` with flags, `flagged` without | the record with all its flags |
| a second listing of a file | that listing with all its flags |
| a field of a flag, or a check on a flag | that flag, never its siblings |
| an id that stands twice in one file | every flag that carries it: the key addresses none of them |
| `NO_QUOTE`, `CLAIM_MOVED` | nothing: warnings |

What is invalid is one `InvalidEntry` for each flag, or one for a record that lists no flag that can be counted. It
stays in every denominator.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from r11.errors import Problem, Refused
from r11.ledger.entries import FlagReading, InvalidEntry, RecordReading, read_record
from r11.ledger.shapes import list_ledger
from r11.ledger.strict_json import at, holder_of
from r11.records import Flag, LedgerRecord
from r11.text.lines import ClaimSite, Document, find_claim
from r11.vocabulary import CheckCode

__all__ = ["ALLOWED_HOSTS", "InvalidEntry", "Ledger", "check_corpus", "read_ledger"]

ALLOWED_HOSTS: tuple[str, ...] = ("learn.microsoft.com",)


@dataclass(frozen=True)
class Ledger:
    """A ledger as read. `records` are the valid records, each with its valid flags; `listed` counts all records.

    `problems` holds every problem in the order of the document, warnings included. `places`: flag key → place.
    """

    records: tuple[LedgerRecord, ...]
    problems: tuple[Problem, ...]
    invalid: tuple[InvalidEntry, ...]
    listed: int
    places: Mapping[str, str]
    readable: bool = True

    @cached_property
    def flags(self) -> tuple[Flag, ...]:
        """All valid flags, settled ones included, in the order of the ledger."""
        return tuple(flag for record in self.records for flag in record.flags)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that are no warnings."""
        return tuple(problem for problem in self.problems if not problem.is_warning)


def read_ledger(data: bytes, *, allowed_hosts: Collection[str] | None = ALLOWED_HOSTS) -> Ledger:
    """The ledger in whichever of its shapes, with all problems at once. Never raises.

    allowed_hosts: where evidence may come from; None leaves that check out.
    """
    listed = list_ledger(data)
    readings = [read_record(index, listing, allowed_hosts) for index, listing in enumerate(listed.listings)]
    readings = _without_second_listings(readings)
    readings = _without_repeated_ids(readings)
    flaws = _by_holder(listed.problems, readings)
    outcomes = [reading.with_flaws(flaws).outcome() for reading in readings]
    return Ledger(
        records=tuple(outcome.record for outcome in outcomes if outcome.record is not None),
        problems=(*flaws[None], *(problem for outcome in outcomes for problem in outcome.problems)),
        invalid=tuple(entry for outcome in outcomes for entry in outcome.invalid),
        listed=len(listed.listings),
        places={key: place for outcome in outcomes for key, place in outcome.places.items()},
        readable=listed.readable,
    )


def _by_holder(flaws: Iterable[Problem], readings: Iterable[RecordReading]) -> dict[str | None, list[Problem]]:
    """The parser's problems by the place of the flag, else the record, that they stand in; else under None."""
    holders = {place for reading in readings for place in (reading.place, *(flag.place for flag in reading.flags))}
    out: dict[str | None, list[Problem]] = {None: []}
    for flaw in flaws:
        out.setdefault(holder_of(flaw.place, holders), []).append(flaw)
    return out


# --- across records -------------------------------------------------------------------------------------------------


def _without_second_listings(readings: list[RecordReading]) -> list[RecordReading]:
    """The first listing of a file stands; any later one is invalid, and its ids are not compared with the first's."""
    first: dict[str, str] = {}
    out = []
    for reading in readings:
        if reading.file is not None and reading.file in first:
            message = f"{reading.file!r} is listed already at {first[reading.file]}"
            reading = reading.with_own(Problem(at(reading.place, "file"), CheckCode.FILE_TWICE, message))
        elif reading.file is not None:
            first[reading.file] = reading.place
        out.append(reading)
    return out


def _without_repeated_ids(readings: list[RecordReading]) -> list[RecordReading]:
    """A key that two flags carry addresses neither. The problem stands at the later one and takes the first with it."""
    holders: dict[str, list[FlagReading]] = defaultdict(list)
    for reading in readings:
        if all(problem.code is not CheckCode.FILE_TWICE for problem in reading.own):
            for flag in reading.flags:
                if flag.id:
                    holders[f"{reading.file}#{flag.id}"].append(flag)
    blamed: dict[str, FlagReading] = {}
    for flags in holders.values():
        for later in flags[1:]:
            message = f"the id {later.id!r} stands already at {flags[0].place}; the key addresses neither"
            problem = Problem(at(later.place, "id"), CheckCode.REPEATED_ID, message)
            blamed[later.place] = replace(later, problems=(*later.problems, problem))
            blamed[flags[0].place] = replace(flags[0], shared=(problem,))
    return [
        replace(reading, flags=tuple(blamed.get(flag.place, flag) for flag in reading.flags)) for reading in readings
    ]


# --- against the corpus ---------------------------------------------------------------------------------------------


def check_corpus(
    ledger: Ledger,
    documents: Mapping[str, Document | None],
    refused: Iterable[Refused] = (),
    names: Iterable[str] = (),
) -> tuple[Problem, ...]:
    """Where the claims of the unsettled flags do not stand on the lines that the ledger names.

    documents: file → its lines, or None where the corpus does not have it; a file that is no key is not looked at.
    refused: the files that were not read at all, each for its reason; they come first.
    names: the corpus' files as they are named there, to tell a name in another Unicode form from one that is missing.
    A moved claim is a warning: it stands exactly once, elsewhere in its file.
    """
    problems = [Problem(refusal.subject, CheckCode[refusal.code], refusal.message) for refusal in refused]
    composed = {unicodedata.normalize("NFC", name) for name in names}
    for record in ledger.records:
        open_flags = [flag for flag in record.flags if not flag.is_settled]
        if record.file not in documents or not open_flags:
            continue
        document = documents[record.file]
        if document is None:
            place = ledger.places[open_flags[0].key].rpartition(".flags")[0]
            message = f"the corpus has no file {record.file!r}"
            if unicodedata.normalize("NFC", record.file) in composed:
                message += "; it has this name in another Unicode form (composed or decomposed letters): rename one"
            problems.append(Problem(at(place, "file"), CheckCode.FILE_NOT_FOUND, message))
            continue
        problems += (problem for flag in open_flags if (problem := _place_problem(ledger, flag, document)))
    return tuple(problems)


def _place_problem(ledger: Ledger, flag: Flag, document: Document) -> Problem | None:
    site = find_claim(document, flag.claim, flag.line)
    place = at(ledger.places[flag.key], "line")
    if not isinstance(site, ClaimSite):
        return Problem(place, CheckCode[site.code.name], f"{flag.file}:{flag.line}: {site.detail}")
    if site.moved:
        message = f"{flag.file}:{flag.line}: the claim stands on line {site.number} now"
        return Problem(place, CheckCode.CLAIM_MOVED, message)
    return None
