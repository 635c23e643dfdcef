"""What the operator fixes before anybody reviews: the assumed split, the thresholds, the one look, the random stratum.

`protocol.toml` is read strictly: every problem at once, nothing guessed, no default for a figure that a decision rests
on. A freeze binds its exact bytes; whether the freeze came in time is asked here and nowhere else.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from math import fsum, isfinite
from typing import Any

from r11.errors import InputProblems, Problem, Refused, UsageError
from r11.records import DecisionEvent, FrozenProtocol, sha256_hex
from r11.vocabulary import CheckCode, EventKind, FixOp, Yardstick

LEAST_STRATUM = 15
"""Fewer files drawn than this leave too little of the rest to be seen."""
MOST_PROBES = 0.5
"""More of the swaps than this is no review any more: most of them would be wrong on purpose."""
SPLIT_TOLERANCE = 0.005
"""How far the assumed split may be from adding up to 1: its shares are written with two digits."""


@dataclass(frozen=True)
class Threshold:
    """One line of the decision: the limit on a yardstick, and what was assumed of it (None: nothing was stated)."""

    yardstick: Yardstick
    limit: float
    assumed: float | None = None

    @property
    def words(self) -> str:
        """`at least 0.10`, `at most 40`."""
        return f"{'at least' if self.yardstick.more_is_better else 'at most'} {self.say(self.limit)}"

    def say(self, value: float) -> str:
        """A value of this yardstick: a proportion with two digits, or a number without idle zeros."""
        return f"{value:.2f}" if self.yardstick.is_share else f"{value:g}"


@dataclass(frozen=True)
class Protocol:
    """`protocol.toml`, read.

    look_items: fix targets of pilot and drawn files that have to be reviewed before the one look, which also
    waits for every drawn file; its figures are of the answers that stood then (`one_look`). class_sample_size:
    items of a class decided one by one before its list may be confirmed. reviewers, hours_per_day: for the calendar.
    probe_share: probes in a reviewer's queue, of its value swaps; 0 where the protocol wants none.
    """

    assumed_split: Mapping[FixOp, float]
    thresholds: tuple[Threshold, ...]
    look_items: int
    class_sample_size: int
    stratum_files: int
    stratum_seed: int
    reviewers: int
    hours_per_day: float
    probe_share: float = 0.0


def read_protocol(text: bytes) -> Protocol:
    """Raises InputProblems with everything that is wrong with the text."""
    try:
        document = tomllib.loads(text.decode("utf-8"))
    except UnicodeDecodeError:
        raise _refusal([Problem("", CheckCode.NOT_UTF8, "the file is not UTF-8")]) from None
    except tomllib.TOMLDecodeError as error:
        raise _refusal([Problem("", CheckCode.NOT_TOML, str(error))]) from error
    check = _Check()
    protocol = _protocol(document, check)
    if check.problems:
        raise _refusal(check.problems)
    return protocol


def _refusal(problems: Iterable[Problem]) -> InputProblems:
    return InputProblems("protocol.toml", tuple(problems))


class _Check:
    """Takes values out of tables and keeps every problem; a value that is none is None."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def report(self, place: str, code: CheckCode, message: str) -> None:
        self.problems.append(Problem(place, code, message))

    def table(self, document: Mapping[str, Any], name: str) -> dict[str, Any]:
        found = document.get(name)
        if found is None:
            self.report(name, CheckCode.MISSING_FIELD, f"the table [{name}] is absent")
        elif not isinstance(found, dict):
            self.report(name, CheckCode.WRONG_TYPE, "is no table")
        return dict(found) if isinstance(found, dict) else {}

    def known(self, place: str, table: Mapping[str, Any], names: Iterable[str]) -> None:
        allowed = list(names)
        for name in table:
            if name not in allowed:
                where = f"{place}.{name}" if place else name
                self.report(where, CheckCode.UNKNOWN_FIELD, f"is not known; known are {', '.join(allowed)}")

    def number(self, place: str, table: Mapping[str, Any], name: str, low: float, high: float) -> float:
        """The number, or `low` in its place where there is none: then the problem stands, and nothing is read."""
        value = table.get(name)
        where = f"{place}.{name}"
        if value is None:
            self.report(where, CheckCode.MISSING_FIELD, "is absent")
        elif isinstance(value, bool) or not isinstance(value, int | float):
            self.report(where, CheckCode.WRONG_TYPE, f"{value!r} is no number")
        elif not isfinite(value) or not low <= value <= high:
            self.report(where, CheckCode.OUT_OF_RANGE, f"{value} is not from {low:g} to {high:g}")
        else:
            return float(value)
        return low

    def whole(self, place: str, table: Mapping[str, Any], name: str, low: int, high: int) -> int:
        value = table.get(name)
        if isinstance(value, float):
            self.report(f"{place}.{name}", CheckCode.WRONG_TYPE, f"{value!r} is no whole number")
            return low
        return value if self.number(place, table, name, low, high) == value and value is not None else low


_TABLES = ("assumed_split", "thresholds", "look", "stratum", "capacity")
_PROBES = "probes"  # the one table that may be absent: then there are none
_MANY = 1_000_000


def _protocol(document: Mapping[str, Any], check: _Check) -> Protocol:
    check.known("", document, (*_TABLES, _PROBES))
    split, thresholds, look, stratum, capacity = (check.table(document, name) for name in _TABLES)
    check.known("look", look, ("items", "class_sample_size"))
    check.known("stratum", stratum, ("files", "seed"))
    check.known("capacity", capacity, ("reviewers", "hours_per_day"))
    assumed = _assumed_split(split, check)
    return Protocol(
        assumed_split=assumed,
        thresholds=_thresholds(thresholds, assumed, check),
        look_items=check.whole("look", look, "items", 1, _MANY),
        class_sample_size=check.whole("look", look, "class_sample_size", 1, _MANY),
        stratum_files=check.whole("stratum", stratum, "files", LEAST_STRATUM, _MANY),
        stratum_seed=check.whole("stratum", stratum, "seed", 0, 2**53),
        reviewers=check.whole("capacity", capacity, "reviewers", 1, 1000),
        hours_per_day=check.number("capacity", capacity, "hours_per_day", 0.25, 24),
        probe_share=_probe_share(document, check),
    )


def _probe_share(document: Mapping[str, Any], check: _Check) -> float:
    if _PROBES not in document:
        return 0.0
    probes = check.table(document, _PROBES)
    check.known(_PROBES, probes, ("share",))
    return check.number(_PROBES, probes, "share", 0, MOST_PROBES)


def _assumed_split(table: Mapping[str, Any], check: _Check) -> dict[FixOp, float]:
    place = "assumed_split"
    check.known(place, table, list(FixOp))
    shares = {op: check.number(place, table, op, 0, 1) for op in FixOp}
    total = fsum(shares.values())
    if abs(total - 1) > SPLIT_TOLERANCE:
        check.report(place, CheckCode.OUT_OF_RANGE, f"O1, O2 and O3 add up to {total:.3f}, not to 1")
    return shares


def _thresholds(table: Mapping[str, Any], split: Mapping[FixOp, float], check: _Check) -> tuple[Threshold, ...]:
    check.known("thresholds", table, list(Yardstick))
    if not table:
        check.report("thresholds", CheckCode.MISSING_FIELD, "not one threshold is set: nothing could be decided")
    lines = (_threshold(yardstick, table[yardstick], check) for yardstick in Yardstick if yardstick in table)
    return tuple(_with_split(line, split) for line in lines)


def _threshold(yardstick: Yardstick, table: Any, check: _Check) -> Threshold:
    place = f"thresholds.{yardstick}"
    bound = "at_least" if yardstick.more_is_better else "at_most"
    if not isinstance(table, dict):
        check.report(place, CheckCode.WRONG_TYPE, f"is no table; write {{ assumed = …, {bound} = … }}")
        return Threshold(yardstick, 0)
    high = 1.0 if yardstick.is_share else _MANY
    check.known(place, table, ("assumed", bound))
    limit = check.number(place, table, bound, 0, high)
    assumed = check.number(place, table, "assumed", 0, high) if "assumed" in table else None
    return Threshold(yardstick, limit, assumed)


def _with_split(line: Threshold, split: Mapping[FixOp, float]) -> Threshold:
    """The assumed split says what was assumed of the share of O1, where the threshold itself does not."""
    if line.yardstick is Yardstick.O1_SHARE and line.assumed is None:
        return Threshold(line.yardstick, line.limit, split.get(FixOp.O1))
    return line


# --- the freeze -----------------------------------------------------------------------------------------------------


class Standing(StrEnum):
    """What a protocol is worth for a decision."""

    ABSENT = "absent"
    UNREADABLE = "unreadable"
    DRAFT = "draft"
    CHANGED = "changed"
    LATE = "late"
    FROZEN = "frozen"

    @property
    def objection(self) -> str:
        """Why nothing may be called a decision; empty where the protocol was frozen in time."""
        return _OBJECTIONS[self]


_OBJECTIONS = {
    Standing.ABSENT: "there is no protocol: write the thresholds into protocol/protocol.toml, then r11 protocol freeze",
    Standing.UNREADABLE: "protocol.toml cannot be read: r11 protocol show lists everything that is wrong with it",
    Standing.DRAFT: "the protocol is a draft: r11 protocol freeze fixes it, before the first review",
    Standing.CHANGED: "protocol.toml is not the text that was frozen: put that text back",
    Standing.LATE: "the protocol was frozen after the first review event: the thresholds may have been fitted to it",
    Standing.FROZEN: "",
}


def standing(text: bytes | None, frozen: FrozenProtocol | None, first_event_at: str | None) -> Standing:
    """How a protocol stands. text: `protocol.toml`; first_event_at: when the first review event was recorded."""
    if text is None:
        return Standing.ABSENT
    if readable(text) is None:
        return Standing.UNREADABLE
    if frozen is None:
        return Standing.DRAFT
    if frozen.text_sha256 != sha256_hex(text):
        return Standing.CHANGED
    return Standing.FROZEN if _before(frozen.frozen_at, first_event_at) else Standing.LATE


def readable(text: bytes | None) -> Protocol | None:
    """The protocol of a text, None where there is none or where the text has problems."""
    try:
        return None if text is None else read_protocol(text)
    except InputProblems:
        return None


def _before(at: str, event_at: str | None) -> bool:
    return event_at is None or datetime.fromisoformat(at) < datetime.fromisoformat(event_at)


def first_review(events: Iterable[DecisionEvent]) -> str | None:
    """When the first event of a review was recorded, None for none.

    That an operator releases a claim about a price is no review: it may come before the protocol is frozen.
    """
    times = (event.at for event in events if event.event is not EventKind.RELEASE_GATED)
    return min(times, key=datetime.fromisoformat, default=None)


def freeze_protocol(
    text: bytes,
    before: FrozenProtocol | None,
    *,
    by: str,
    at: str,
    ledger_sha256: str,
    drawn: tuple[str, ...],
    first_event_at: str | None,
) -> FrozenProtocol:
    """The freeze of the text; `before` itself where it covers this text already.

    Raises InputProblems for a text that cannot be read, UsageError without a name, and Refused (`FROZEN`) where another
    text was frozen and reviewed since: thresholds are not moved once people have looked.
    """
    read_protocol(text)
    if before and before.text_sha256 == sha256_hex(text):
        return before
    if not by.strip():
        raise UsageError("--by: a freeze needs the name of the operator who answers for it")
    if before and first_event_at:
        detail = f"another text was frozen by {before.frozen_by} at {before.frozen_at} and reviewed since: it stands"
        raise Refused("FROZEN", "protocol.toml", detail)
    return FrozenProtocol(
        frozen_by=by.strip(), frozen_at=at, text_sha256=sha256_hex(text), ledger_sha256=ledger_sha256, drawn=drawn
    )
