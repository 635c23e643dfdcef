"""Which artefacts are answers: decided from the whole set, so that the order in which they came does not matter.

An artefact for a unit that was not handed out, for a file outside of its unit's shard, or with a second, different
answer for one unit never reaches the gatekeeper. An answer whose proposal was shown stays the unit's answer, whatever
becomes of its file; where two come at once, neither counts. What cannot be read is no answer and bars none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from r11.ledger.shards import shard_of
from r11.ledger.strict_json import cut
from r11.records import Shard, WorkUnit
from r11.verification.evaluation import Answer, Judged
from r11.vocabulary import AnswerStatus, IntakeCode, ParseStatus


@dataclass(frozen=True)
class NotTaken:
    """An artefact that was refused: which, why, what it is in conflict with, and the unit, where it is for one."""

    artefact: str
    code: IntakeCode
    detail: str = ""
    unit: str = ""

    def __str__(self) -> str:
        return f"{self.artefact}: {self.detail or self.code.meaning} [{self.code}]"


@dataclass(frozen=True)
class Intake:
    """Artefacts sorted: the answers to judge, by unit, and what was refused."""

    answers: tuple[Answer, ...]
    refused: tuple[NotTaken, ...] = ()


@dataclass(frozen=True)
class Handed:
    """What was handed out: units by name, the shards, and the answers whose proposals are in force, by unit."""

    units: Mapping[str, WorkUnit]
    shards: Sequence[Shard]
    in_force: Mapping[str, Answer] = field(default_factory=dict)


def take_in(handed_in: Iterable[Answer], handed_out: Handed) -> Intake:
    """The answers among these artefacts. Any order of them gives the same."""
    by_unit: dict[str, list[Answer]] = defaultdict(list)
    refused: list[NotTaken] = []
    for answer in sorted(handed_in, key=lambda one: (one.unit, one.worker, one.sha256)):
        if problem := _misplaced(answer, handed_out):
            refused.append(problem)
        else:
            by_unit[answer.unit].append(answer)
    taken: list[Answer] = []
    for unit in sorted({*by_unit, *handed_out.in_force}):
        chosen, left = _of_unit(by_unit[unit], handed_out.in_force.get(unit))
        taken += chosen
        refused += left
    return Intake(tuple(taken), tuple(refused))


def shown(answer: Answer) -> str:
    """The artefact's place, as one finds it in `4-artefacts/`."""
    return f"{answer.worker}/{answer.unit}.json"


def _misplaced(answer: Answer, handed_out: Handed) -> NotTaken | None:
    unit = handed_out.units.get(answer.unit)
    if unit is None:
        return NotTaken(shown(answer), IntakeCode.NO_UNIT, unit=answer.unit)
    own = next((shard.files for shard in handed_out.shards if shard.name == unit.shard), ())
    for file in (unit.file, *_files_named(answer)):
        if file not in own:
            other = shard_of(file, handed_out.shards)
            where = f"is in shard {other}" if other else "is in no shard"
            detail = f"{cut(file, 200)} {where}, and the unit is of shard {unit.shard}"
            return NotTaken(shown(answer), IntakeCode.OUTSIDE_SHARD, detail, answer.unit)
    return None


def _files_named(answer: Answer) -> Iterator[str]:
    for claim in answer.output.claims:
        key = claim.fields.get("flag_key")
        if isinstance(key, str) and "#" in key:
            yield key.rpartition("#")[0]


def _of_unit(found: Sequence[Answer], in_force: Answer | None) -> tuple[list[Answer], list[NotTaken]]:
    """The one answer of a unit with what cannot be read beside it, and what was refused."""
    unreadable = [one for one in found if one.output.parse_status is not ParseStatus.PARSED]
    readable = [one for one in found if one.output.parse_status is ParseStatus.PARSED]
    if in_force is not None:
        same = [one for one in readable if one.sha256 == in_force.sha256]
        others = [one for one in readable if one.sha256 != in_force.sha256]
        first = min([in_force, *same], key=lambda one: one.worker)
        return [first, *unreadable], [_second(one, in_force) for one in others]
    if len({one.sha256 for one in readable}) > 1:
        return unreadable, [_second(one, _another(one, readable)) for one in readable]
    return [*readable[:1], *unreadable], []


def _another(answer: Answer, among: Sequence[Answer]) -> Answer:
    return next(one for one in among if one.sha256 != answer.sha256)


def _second(answer: Answer, other: Answer) -> NotTaken:
    detail = (
        f"answers the unit otherwise than {shown(other)} does: sha256 {answer.sha256[:12]} against {other.sha256[:12]}"
    )
    return NotTaken(shown(answer), IntakeCode.SECOND_ANSWER, detail, answer.unit)


def latest(judged: Iterable[Judged], units: Mapping[str, WorkUnit]) -> dict[str, Judged]:
    """By flag key: the answer that counts, the one of the latest attempt that gave a proposal, else the latest."""

    def rank(one: Judged) -> tuple[bool, int]:
        unit = units.get(one.evaluation.trace_summary.unit)
        return one.status is not AnswerStatus.RETRY, unit.attempt if unit else 0

    found: dict[str, Judged] = {}
    for one in judged:
        if one.flag_key not in found or rank(one) > rank(found[one.flag_key]):
            found[one.flag_key] = one
    return found
