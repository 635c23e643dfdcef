"""The claim manifest of the judge pass: which claims each file was to be judged on.

A claim id is unique within its file only. A file is valid only if all its claims are: judge output is held against
exactly these ids, and a list with a hole would make a wrong answer look like a right one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from r11.errors import Problem
from r11.ledger.checks import claim_problems
from r11.ledger.fields import read
from r11.ledger.shapes import Listing, list_claims
from r11.ledger.strict_json import at, cut
from r11.records import FileClaims
from r11.text.paths import path_problem
from r11.vocabulary import CheckCode


@dataclass(frozen=True)
class ClaimManifest:
    """The readable files in order. `invalid`: the places of the entries that are not, with their file where it was
    readable; `listed` counts both."""

    files: Mapping[str, FileClaims]
    problems: tuple[Problem, ...]
    invalid: Mapping[str, str | None]
    readable: bool = True

    @property
    def listed(self) -> int:
        return len(self.files) + len(self.invalid)


def read_claims(data: bytes) -> ClaimManifest:
    """A claim manifest in whichever of its four shapes, with all problems at once. Never raises."""
    listed = list_claims(data)
    files: dict[str, FileClaims] = {}
    invalid: dict[str, str | None] = {}
    problems = list(listed.problems)
    for listing in listed.listings:
        reading = read(FileClaims, listing.value, listing.place)
        found = [*reading.problems, *_entry_problems(reading.fields, listing, files)]
        problems += found
        if reading.record is None or found:
            invalid[listing.place] = reading.fields.get("file")
        else:
            files[reading.record.file] = reading.record
    return ClaimManifest(files, tuple(problems), invalid, listed.readable)


def _entry_problems(
    fields: Mapping[str, Any], listing: Listing, earlier: Mapping[str, FileClaims]
) -> Iterator[Problem]:
    file = fields.get("file")
    if file is not None:
        place = at(listing.place, "file")
        fault = path_problem(file)
        if fault:
            yield Problem(place, CheckCode.UNSAFE_PATH, fault)
        elif file in earlier:
            yield Problem(place, CheckCode.FILE_TWICE, f"{file!r} is listed already")
    claims = listing.value.get("claims") if isinstance(listing.value, dict) else None
    if isinstance(claims, list):
        yield from _claims_problems(claims, at(listing.place, "claims"))


def _claims_problems(claims: list[Any], place: str) -> Iterator[Problem]:
    """The checks beyond types, on what is readable of each claim."""
    seen: set[str] = set()
    for index, claim in enumerate(claims):
        inner = at(place, index)
        if not isinstance(claim, dict):
            continue
        line, text, name = claim.get("line"), claim.get("claim"), claim.get("id")
        typed = {"line": line} if type(line) is int else {}
        yield from claim_problems(typed | ({"claim": text} if isinstance(text, str) else {}), inner)
        if name == "":
            yield Problem(at(inner, "id"), CheckCode.EMPTY_ID, "the id is empty")
        if isinstance(name, str) and name in seen:
            yield Problem(at(inner, "id"), CheckCode.REPEATED_ID, f"the id {cut(name)} stands twice in this file")
        if isinstance(name, str):
            seen.add(name)
