"""Judge output, one document per file: read strictly, and held against the claim manifest.

Nothing counts as supported that was not answered: an output is *complete* only where it has no problem at all and the
ids of its results are exactly the ids of the file's claims, each once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from r11.errors import Problem
from r11.ledger.claims import ClaimManifest
from r11.ledger.fields import read
from r11.ledger.strict_json import at, cut, describe, parse
from r11.records import FileClaims, JudgeOutput, JudgeResult
from r11.vocabulary import CheckCode


@dataclass(frozen=True)
class JudgeReading:
    """One judge output as read. `results` are the valid answers in their order; `invalid` counts the others.

    An output that is unreadable as a whole counts as one invalid answer. `complete`: see above; without a claim
    manifest it speaks of the form alone.
    """

    source: str
    file: str | None
    results: tuple[JudgeResult, ...]
    problems: tuple[Problem, ...]
    invalid: int

    @property
    def complete(self) -> bool:
        return not self.problems


@dataclass(frozen=True)
class _Answer:
    """One listed result: its place, its id where that is readable, and the record where all of it is."""

    place: str
    id: str | None
    record: JudgeResult | None


def read_judge_output(data: bytes, claims: ClaimManifest | None, source: str) -> JudgeReading:
    """One judge output with all its problems; places are within the document. Never raises.

    claims: None reads the form alone. source: what to call the document, usually its file's name.
    """
    parsed = parse(data)
    value = parsed.value
    if not parsed.readable:
        return JudgeReading(source, None, (), parsed.problems, 1)
    if not isinstance(value, dict):
        message = f"expected an object with 'file' and 'results', found {describe(value)}"
        return JudgeReading(source, None, (), (*parsed.problems, Problem("", CheckCode.WRONG_SHAPE, message)), 1)
    whole = read(JudgeOutput, value, "")
    file: str | None = whole.fields.get("file")
    problems = [*parsed.problems, *whole.problems, *_file_problems(file, claims)]
    results = value.get("results")
    if not isinstance(results, list):
        return JudgeReading(source, file, (), tuple(problems), 1)
    answers = [_answer(at("results", index), item) for index, item in enumerate(results)]
    known = claims.files.get(file) if claims is not None and file is not None else None
    problems += [*_id_problems(answers), *_coverage_problems(answers, known)]
    times = Counter(answer.id for answer in answers)
    valid = tuple(answer.record for answer in answers if answer.record is not None and times[answer.id] == 1)
    return JudgeReading(source, file, valid, tuple(problems), len(answers) - len(valid))


def _answer(place: str, item: Any) -> _Answer:
    reading = read(JudgeResult, item, place)
    return _Answer(place, reading.fields.get("id"), reading.record)


def _id_problems(answers: Sequence[_Answer]) -> Iterator[Problem]:
    """An id that stands twice answers nothing: which of the answers is meant is unknown."""
    first: dict[str, str] = {}
    for answer in answers:
        if answer.id is None:
            continue
        place = at(answer.place, "id")
        if not answer.id:
            yield Problem(place, CheckCode.EMPTY_ID, "the id is empty")
        elif answer.id in first:
            message = f"the id {cut(answer.id)} was answered already at {first[answer.id]}; neither counts"
            yield Problem(place, CheckCode.REPEATED_ID, message)
        else:
            first[answer.id] = answer.place


def _file_problems(file: str | None, claims: ClaimManifest | None) -> Iterator[Problem]:
    if claims is None or file is None or file in claims.files:
        return
    invalid = file in claims.invalid.values()
    why = "its entry in the claim manifest is invalid" if invalid else "the claim manifest does not have it"
    yield Problem("file", CheckCode.UNKNOWN_FILE, f"{cut(file, 120)}: {why}")


def _coverage_problems(answers: Sequence[_Answer], known: FileClaims | None) -> Iterator[Problem]:
    """The ids must be exactly the ids of the file's claims; of a file without claims there must be some answer."""
    if not answers and (known is None or not known.claims):
        yield Problem("results", CheckCode.MISSING_ID, "no claim was answered: nothing is supported by that")
    if known is None:
        return
    expected = {claim.id for claim in known.claims}
    found = [answer.id for answer in answers if answer.id]
    answered, hint = set(found), _shift_hint(expected, found)
    for answer in answers:
        if answer.id and answer.id not in expected:
            message = f"the id {cut(answer.id)} is not a claim of {known.file}{hint}"
            yield Problem(at(answer.place, "id"), CheckCode.UNKNOWN_ID, message)
    for claim in known.claims:
        if claim.id not in answered:
            message = f"the claim {cut(claim.id)} (line {claim.line}) was not answered{hint}"
            yield Problem("results", CheckCode.MISSING_ID, message)


def _shift_hint(expected: Iterable[str], found: Iterable[str]) -> str:
    """A warning in words where all ids differ from the expected ones by one number, such as `c2…c6` for `c1…c5`."""
    left, right = _numbered(expected), _numbered(found)
    if not left or not right or len(left) != len(right):
        return ""
    steps = {(here[1] - there[1], here[0] == there[0]) for there, here in zip(left, right, strict=True)}
    if len(steps) != 1:
        return ""
    step, same_names = steps.pop()
    return f"; all ids are shifted by {step:+d}, so every answer may be another claim's" if step and same_names else ""


def _numbered(ids: Iterable[str]) -> list[tuple[str, int]]:
    """Ids as name and final number, in order; empty where one has no number."""
    matches = [re.fullmatch(r"(.*?)([0-9]{1,18})", name, re.DOTALL) for name in ids]
    if not all(matches):
        return []
    return sorted((match[1], int(match[2])) for match in matches if match)
