"""Stamps on a ledger: what a batch did to a flag, written into that flag and nowhere else.

A stamp sets `applied`, `closed` or `reverted`, the ruled `disposition` and `fix` in the flag that it names. Every other
byte of the ledger stays as it is: key order, indentation, escapes, number spelling, line endings, a byte order mark and
a missing final newline included. A member that already holds the value keeps its spelling, so that stamping twice
changes nothing. A revert tells only what was told: on a flag that does not carry its batch's fix it sets nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from r11.errors import InputProblems, Problem, Refused
from r11.ledger.checks import disposition_problem
from r11.ledger.manifest import Ledger, read_ledger
from r11.ledger.spans import Span, spans
from r11.ledger.strict_json import at, parse
from r11.records import Flag
from r11.text.lines import splice
from r11.vocabulary import CheckCode, Disposition, StampKind


@dataclass(frozen=True)
class Stamp:
    """One flag's settlement. `disposition`: what was ruled, None where nothing is (a revert rules nothing).

    `fix`: plain JSON values, `batch` among them (op, batch, evidence or confirmation). `rests_on`: the claim, URL and
    quote that an applied edit was approved on; the flag must still say so.
    """

    flag_key: str
    kind: StampKind
    disposition: Disposition | None
    fix: Mapping[str, Any]
    rests_on: tuple[str, str, str] | None = None

    @property
    def file(self) -> str:
        return self.flag_key.rpartition("#")[0]

    def is_due(self, flag: Flag) -> bool:
        """False for the revert of a fix that the flag does not carry: never stamped, or another batch's is there."""
        carried = (flag.applied or flag.reverted) and _is_of_batch(flag, self)
        return self.kind is not StampKind.REVERTED or carried

    def members(self, flag: Flag) -> dict[str, Any]:
        """The members to set. `reverted` is taken back where a flag is applied anew.

        A revert leaves the flag pending: the ruling goes, where its verdict leaves one to a human.
        """
        ruled: dict[str, Any] = {} if self.disposition is None else {"disposition": str(self.disposition)}
        match self.kind:
            case StampKind.APPLIED:
                state = {"applied": True, "reverted": False} if flag.reverted else {"applied": True}
            case StampKind.CLOSED:
                state = {"closed": True}
            case StampKind.REVERTED:
                state = {"applied": False, "reverted": True}
                ruled = {"disposition": None} if flag.is_fix_target else {}
            case _:  # pragma: no cover
                assert_never(self.kind)
        return {**state, **ruled, "fix": dict(self.fix)}


def stamp(ledger: bytes, stamps: Sequence[Stamp]) -> bytes:
    """The ledger's bytes with the stamps set. All stamps or none.

    Raises InputProblems where the ledger cannot be read or a stamp does not fit its flag, with all such problems;
    Refused where the new bytes would not hold exactly what was asked for.
    """
    read = read_ledger(ledger, allowed_hosts=None)
    if not read.readable:
        raise InputProblems("the ledger", read.problems)
    flags = {flag.key: flag for flag in read.flags}
    problems = list(_problems(read, flags, stamps))
    if problems:
        raise InputProblems("stamps", problems)
    due = [one for one in stamps if one.is_due(flags[one.flag_key])]
    wanted = {read.places[one.flag_key]: one.members(flags[one.flag_key]) for one in due}
    stamped = splice(ledger, sorted(_edits(ledger, wanted)))
    prove(ledger, stamped, wanted)
    return stamped


def without_stamp(ledger: bytes, stamps: Sequence[Stamp]) -> list[str]:
    """The flags of reverts that are not due, for a ledger that `stamp` takes."""
    flags = {flag.key: flag for flag in read_ledger(ledger, allowed_hosts=None).flags}
    return [one.flag_key for one in stamps if not one.is_due(flags[one.flag_key])]


# --- does a stamp fit its flag --------------------------------------------------------------------------------------


def _problems(ledger: Ledger, flags: Mapping[str, Flag], stamps: Sequence[Stamp]) -> Iterator[Problem]:
    for key, times in Counter(one.flag_key for one in stamps).items():
        if times > 1:
            yield Problem(
                key, CheckCode.STAMPED_TWICE, f"{times} stamps in one go; fold them in the order of the batches"
            )
    for one in stamps:
        flag = flags.get(one.flag_key)
        problem = _missing(ledger, one) if flag is None else _misfit(flag, one)
        if problem:
            yield problem


def _missing(ledger: Ledger, one: Stamp) -> Problem:
    for entry in ledger.invalid:
        if f"{entry.file}#{entry.flag_id}" == one.flag_key:
            return Problem(one.flag_key, CheckCode.NO_SUCH_FLAG, f"the flag is invalid: {entry.reason}")
    return Problem(one.flag_key, CheckCode.NO_SUCH_FLAG, "the ledger has no flag with this key")


def _misfit(flag: Flag, one: Stamp) -> Problem | None:
    """Why a stamp does not fit: another settlement stands there, or the disposition is not the verdict's."""
    if one.kind is StampKind.REVERTED:
        return None
    settled = StampKind.CLOSED if flag.closed else StampKind.APPLIED if flag.applied else None
    if settled is not None and not (settled is one.kind and _is_of_batch(flag, one)):
        batch = (flag.fix or {}).get("batch")
        message = f"already {settled} by batch {batch!r}; revert that first"
        return Problem(flag.key, CheckCode.SETTLED_OTHERWISE, message)
    if one.disposition is None:
        return Problem(
            flag.key, CheckCode.DISPOSITION_NOT_ALLOWED, "a settlement carries the disposition that was ruled"
        )
    if one.rests_on and (changed := flag.changed_since(*one.rests_on)):
        message = (
            f"{', '.join(changed)}: not what batch {one.fix.get('batch')!r} was approved on; bring that text back into "
            "the ledger, or put the batch back (r11-apply --reverse), then refresh, propose and review the flag again"
        )
        return Problem(flag.key, CheckCode.FLAG_CHANGED, message)
    closed = one.kind is StampKind.CLOSED
    return disposition_problem(flag.judge_verdict, one.disposition, closed, flag.key)


def _is_of_batch(flag: Flag, one: Stamp) -> bool:
    return flag.fix is not None and flag.fix.get("batch") == one.fix.get("batch")


# --- the bytes ------------------------------------------------------------------------------------------------------

Edit = tuple[int, int, bytes]


@dataclass(frozen=True)
class _Style:
    """How a flag is written: what stands between members, between key and value, and how its values are indented."""

    separator: bytes
    colon: bytes
    indent: str | None
    newline: str
    ascii_only: bool

    def value(self, value: Any) -> bytes:
        between = "," if self.indent is not None else self.separator.decode().strip("\r\n")
        text = json.dumps(
            value, ensure_ascii=self.ascii_only, indent=self.indent, separators=(between, self.colon.decode())
        )
        return (text if self.indent is None else text.replace("\n", self.newline)).encode("utf-8")

    def member(self, key: str, value: Any) -> bytes:
        return self.separator + json.dumps(key).encode("utf-8") + self.colon + self.value(value)


def _style(data: bytes, flag: Span, *, ascii_only: bool) -> _Style:
    """The style of the flag's last two members; a valid flag has at least nine."""
    before, last = flag.members[-2:]
    separator = data[before.value.end : last.start]
    closing = data[last.value.end : flag.end - 1]
    head, newline, inner = separator.rpartition(b"\n")
    _, broken, outer = closing.rpartition(b"\n")
    is_deeper = broken and inner.startswith(outer) and inner != outer
    unit = inner[len(outer) :] if is_deeper else b"\t" if inner.startswith(b"\t") else b"  "
    return _Style(
        separator=separator,
        colon=data[last.end : last.value.start],
        indent=unit.decode() if newline and not inner.strip() else None,
        newline=("\r\n" if head.endswith(b"\r") else "\n") + inner.decode(),
        ascii_only=ascii_only,
    )


def _edits(data: bytes, wanted: Mapping[str, Mapping[str, Any]]) -> Iterator[Edit]:
    """For each place of a flag the members to set: what differs is replaced, what is absent comes last."""
    found, ascii_only = spans(data), data.isascii()
    for place, members in wanted.items():
        yield from _flag_edits(data, place, members, found, _style(data, found[place], ascii_only=ascii_only))


def _flag_edits(
    data: bytes, place: str, members: Mapping[str, Any], found: Mapping[str, Span], style: _Style
) -> Iterator[Edit]:
    new = b""
    for key, value in members.items():
        span = found.get(at(place, key))
        if span is None:
            new += style.member(key, value)
        elif _text(parse(data[span.start : span.end]).value) != _text(value):
            yield span.start, span.end, style.value(value)
    if new:
        end = found[place].members[-1].value.end
        yield end, end, new


# --- the proof ------------------------------------------------------------------------------------------------------


def prove(before: bytes, after: bytes, wanted: Mapping[str, Mapping[str, Any]]) -> None:
    """Read both again: `after` must hold the values of `before`, but for the wanted members (by place).

    Raises Refused with the first place that differs.
    """
    old, new = parse(before).value, parse(after).value
    for place, value in list(_objects("", old)):
        value.update(wanted.get(place, {}))
    if _text(old) == _text(new):
        return
    expected, found = dict(_objects("", old)), dict(_objects("", new))
    where = next((place for place in expected if _text(expected[place]) != _text(found.get(place))), "")
    raise Refused("STAMP_UNPROVEN", where or "the ledger", "the stamped bytes do not hold what the stamp asked for")


def _objects(place: str, value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object with its place, the innermost first."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _objects(at(place, key), inner)
        yield place, value
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _objects(at(place, index), inner)


def _text(value: Any) -> str:
    """A value as text that tells 1, 1.0 and true apart; the order of members makes no difference."""
    return json.dumps(value, sort_keys=True, default=repr)
