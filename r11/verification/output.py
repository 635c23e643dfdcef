"""A worker's output as bytes: read strictly, every problem a failure of the gatekeeper with its code and path.

Nothing is repaired: output in a code fence, cut off, with a key that stands twice or with text around it is malformed
as a whole, and nothing of it is believed. In an output that can be read one bad claim hides no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from r11.errors import Problem
from r11.ledger.fields import read
from r11.ledger.strict_json import HugeNumber, at, describe, parse
from r11.records import EXECUTOR_SCHEMA, ExecutorClaim, ExecutorOutput, GateFailure, Invocation
from r11.vocabulary import CheckCode, GateCode, ParseStatus

LARGEST_OUTPUT: Final = 2_000_000  # bytes; an answer for one flag takes a few thousand
FINAL_ANSWERS: Final = ("executor_final_answer", "user_facing_answer")
FIRST_SCHEMA: Final = "executor_evidence_v1"


@dataclass(frozen=True)
class ListedClaim:
    """A claim as it stands in the list: its place, the record where all of it is valid, and what could be read."""

    place: str
    record: ExecutorClaim | None
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class ExecutorReading:
    """A worker's output as read. `structured` is the object itself, None where it is not readable.

    `legacy`: the old form, which carries a final answer. `unit`: the name that it gives, None where it gives none.
    `invocations` are the valid ones in their order; `claims` are all that are listed.
    """

    parse_status: ParseStatus
    structured: dict[str, Any] | None
    legacy: bool
    unit: str | None
    invocations: tuple[Invocation, ...]
    claims: tuple[ListedClaim, ...]
    failures: tuple[GateFailure, ...]


def read_output(data: bytes) -> ExecutorReading:
    """The output that a worker handed in. Never raises, and takes time in proportion to the bytes."""
    if not data.strip():
        return _unreadable(ParseStatus.MISSING, GateFailure(code=GateCode.OUTPUT_MISSING, path="", message="no bytes"))
    if len(data) > LARGEST_OUTPUT:
        message = f"{len(data)} bytes, at most {LARGEST_OUTPUT} are read"
        return _unreadable(ParseStatus.MALFORMED, GateFailure(code=GateCode.OUTPUT_MALFORMED, path="", message=message))
    parsed = parse(data)
    if parsed.problems:
        return _unreadable(ParseStatus.MALFORMED, *_malformed(parsed.problems))
    if not isinstance(parsed.value, dict):
        problem = Problem("", CheckCode.WRONG_SHAPE, f"expected an object, found {describe(parsed.value)}")
        return _unreadable(ParseStatus.MALFORMED, *_malformed((problem,)))
    return read_structured(parsed.value)


def _unreadable(status: ParseStatus, *failures: GateFailure) -> ExecutorReading:
    return ExecutorReading(status, None, False, None, (), (), failures)


def _malformed(problems: tuple[Problem, ...]) -> Iterator[GateFailure]:
    for problem in problems:
        yield GateFailure(code=GateCode.OUTPUT_MALFORMED, path=problem.place, message=problem.message)


def read_structured(value: dict[str, Any]) -> ExecutorReading:
    """The same of an output that was parsed before, as it is kept with an item."""
    whole = read(ExecutorOutput, value, "")
    listed = value.get("claims")
    calls = value.get("invocations")
    return ExecutorReading(
        parse_status=ParseStatus.PARSED,
        structured=_kept(value),
        legacy=value.get("schema") == FIRST_SCHEMA or any(name in value for name in FINAL_ANSWERS),
        unit=whole.fields.get("unit"),
        invocations=tuple(_invocations(calls if isinstance(calls, list) else [])),
        claims=tuple(_claims(listed if isinstance(listed, list) else [])),
        failures=(*_of_the_form(value), *map(_failure, whole.problems)),
    )


def _of_the_form(value: Mapping[str, Any]) -> Iterator[GateFailure]:
    schema = value.get("schema")
    if isinstance(schema, str) and schema != EXECUTOR_SCHEMA:
        message = f"expected {EXECUTOR_SCHEMA!r}, found {describe(schema)}"
        yield GateFailure(code=GateCode.SCHEMA_VERSION, path="schema", message=message)


def _failure(problem: Problem) -> GateFailure:
    """A final answer is no mere unknown field: it is what the old form had."""
    is_answer = problem.place in FINAL_ANSWERS
    code = GateCode.SCHEMA_VERSION if is_answer else GateCode.SCHEMA_FIELD
    message = "a final answer belongs to the old form: hand in claims only" if is_answer else problem.message
    return GateFailure(code=code, path=problem.place, message=message)


def _invocations(items: list[Any]) -> Iterator[Invocation]:
    for index, item in enumerate(items):
        found = read(Invocation, item, at("invocations", index))
        if found.record is not None:
            yield found.record


def _claims(items: list[Any]) -> Iterator[ListedClaim]:
    for index, item in enumerate(items):
        place = at("claims", index)
        found = read(ExecutorClaim, item, place)
        yield ListedClaim(place, found.record, found.fields)


def _kept(value: Any) -> Any:
    """The value as it can be written again: a number of hundreds of digits is kept as its text."""
    if isinstance(value, dict):
        return {key: _kept(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_kept(inner) for inner in value]
    return value.text if isinstance(value, HugeNumber) else value
