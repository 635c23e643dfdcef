"""Units out, artefacts in: what the workers' two verbs do on a workspace.

hand_out(workspace, shards=2)      # a unit for each open flag → 3-units/
take_in_artefacts(workspace)       # 4-artefacts/ → 5-proposals/workers.jsonl
hand_out_again(workspace)          # what failed, with the failures in words

A review reads `workers.jsonl` beside `built-in.jsonl` (`workbench.review.read_proposals`): where both have a proposal
for a flag, a person sees both. A worker's proposal carries `self_evaluation`. What passed is O1 or O2 with its proof;
what did not is O3 with `LOW_CONFIDENCE` among its reasons, its text an idea and not proven, and the banner over it is
`verification.readers.low_confidence_text`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from r11.errors import UsageError
from r11.ledger.shards import deal
from r11.records import Flag, Proposal, Shard, WorkUnit, sha256_hex
from r11.storage import (
    EvidenceFolder,
    Workspace,
    keep_shards,
    keep_units,
    proposals_lock,
    read_artefacts,
    read_jsonl,
    read_shards,
    read_units,
    remove_unfinished,
    units_lock,
    write_changed,
)
from r11.storage.files import jsonl_bytes
from r11.text.quotes import PageText
from r11.verification.evaluation import Answer, Grounds, Judged, judge_answer
from r11.verification.ingest import Handed, NotTaken, latest, take_in
from r11.verification.output import LARGEST_OUTPUT, read_output, read_structured
from r11.verification.readers import retry_context
from r11.verification.verifier import OnRecord
from r11.verification.worklist import Order, Task, make_unit, unit_name
from r11.vocabulary import AbortCode, AnswerStatus
from r11.workbench.policy import policy_state
from r11.workbench.programme import WORKERS_PROPOSALS, Programme, open_programme
from r11.workbench.settled import keep_decided, settled_flags


@dataclass(frozen=True)
class HandedOut:
    """What a worklist came to: the units that it is about, how many it wrote, and the flags left out by reason."""

    units: tuple[WorkUnit, ...]
    written: int
    shards: tuple[Shard, ...]
    left_out: Mapping[AbortCode, int]


@dataclass(frozen=True)
class Taken:
    """What an ingest came to.

    judged: every answer, also of earlier attempts. counted: by flag key the one that counts. passed_over: answers for
    flags that are settled or no longer in the ledger. changed: whether `path` was written.
    """

    judged: tuple[Judged, ...]
    counted: Mapping[str, Judged]
    refused: tuple[NotTaken, ...]
    passed_over: int
    path: Path
    changed: bool

    @property
    def to_retry(self) -> tuple[Judged, ...]:
        return tuple(one for one in self.counted.values() if one.status is AnswerStatus.RETRY)


class _Desk:
    """A programme as it is handed out and taken in: pages are read once."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.programme: Programme = open_programme(workspace)
        self._store = EvidenceFolder(workspace.evidence)
        self._pages = self._store.pages()
        self._texts: dict[str, PageText | None] = {}
        self._policy_text = (policy_state(workspace).text or b"").decode("utf-8", "replace")

    def record(self, flag: Flag) -> OnRecord | None:
        """The page of the flag, if a refresh has its text."""
        evidence = self.programme.knowledge.evidence.get(flag.key)
        text = self._text(evidence.text_sha256) if evidence and evidence.text_sha256 else None
        if evidence is None or text is None:
            return None
        page = self._pages.get(flag.page_url)
        addresses = {flag.page_url, *([page.final_url] if page and page.final_url else [])}
        return OnRecord(evidence, text, frozenset(addresses))

    def _text(self, sha256: str) -> PageText | None:
        if sha256 not in self._texts:
            text = self._store.text(sha256)
            self._texts[sha256] = None if text is None else PageText.of(text)
        return self._texts[sha256]

    def task(self, flag: Flag) -> Task:
        policy = self.programme.knowledge.policy
        return Task(flag, self.programme.files[flag.file], self.record(flag), policy, self._policy_text)

    def grounds(self, flag: Flag) -> Grounds:
        known = self.programme.knowledge
        return Grounds(
            context=self.programme.files[flag.file],
            policy=known.policy,
            record=self.record(flag),
            page_section=known.sections.get(flag.key, ""),
            refusals=known.refusals.get(flag.key, ()),
        )

    @cached_property
    def open_flags(self) -> dict[str, Flag]:
        """By key, those that neither the ledger nor a batch that is still to be stamped has settled."""
        settled = settled_flags(self.workspace, self.programme)
        return {flag.key: flag for flag in self.programme.ledger.flags if flag.key not in settled}


# --- out --------------------------------------------------------------------------------------------------------------


def hand_out(workspace: Workspace, *, shards: int | None = None) -> HandedOut:
    """A unit for every open flag that an answer could help, its file in one shard. A second run changes nothing.

    shards: how many, if the workspace has none yet (default 1). Raises UsageError where it has another number, Locked.
    """
    with units_lock(workspace.units, "r11 worklist"):
        desk = _Desk(workspace)
        made = [make_unit(desk.task(flag), Order("")) for flag in desk.open_flags.values()]
        units = [unit for unit in made if isinstance(unit, WorkUnit)]
        dealt = deal(Counter(unit.file for unit in units), _shards(workspace, shards))
        keep_shards(workspace, dealt)
        home = {file: shard.name for shard in dealt for file in shard.files}
        placed = tuple(replace(unit, shard=home[unit.file]) for unit in units)
        left_out = Counter(unit for unit in made if not isinstance(unit, WorkUnit))
        return HandedOut(placed, keep_units(workspace, placed), dealt, left_out)


def _shards(workspace: Workspace, number: int | None) -> tuple[Shard, ...]:
    there = read_shards(workspace)
    if there and number is not None and number != len(there):
        raise UsageError(f"{workspace.shards}: the work is divided into {len(there)} shards; a file stays in its shard")
    return there or tuple(Shard(name=str(index), files=()) for index in range(1, (number or 1) + 1))


def hand_out_again(workspace: Workspace) -> HandedOut:
    """A further unit for every flag whose last answer failed, with the failures in words. Raises Locked."""
    with units_lock(workspace.units, "r11 worklist"):
        desk = _Desk(workspace)
        units = read_units(workspace)
        judged, refused, _ = _judge(desk, units)
        counted = latest(judged, units)
        failures = _failures(judged, refused)
        again = [
            made
            for flag in desk.open_flags.values()
            if flag.key not in counted or counted[flag.key].status is AnswerStatus.RETRY
            if isinstance(made := _next_unit(desk, flag, units, failures), WorkUnit)
        ]
        return HandedOut(tuple(again), keep_units(workspace, again), read_shards(workspace), {})


def _failures(judged: Iterable[Judged], refused: Iterable[NotTaken]) -> dict[str, list[str]]:
    """What was wrong with the answers, by unit."""
    found: dict[str, list[str]] = defaultdict(list)
    for one in judged:
        if one.status is AnswerStatus.RETRY:
            found[one.evaluation.trace_summary.unit] += retry_context(one.evaluation)
    for left in refused:
        if left.unit:
            found[left.unit].append(left.detail or left.code.meaning)
    return found


def _next_unit(
    desk: _Desk, flag: Flag, units: Mapping[str, WorkUnit], failures: Mapping[str, list[str]]
) -> WorkUnit | AbortCode | None:
    """None where nothing was handed out for the flag, or its last unit has no failed answer yet."""
    attempt = 1
    while unit_name(flag.key, attempt + 1) in units:
        attempt += 1
    last = units.get(unit_name(flag.key, attempt))
    if last is None or last.unit not in failures:
        return None
    told = tuple(dict.fromkeys(failures[last.unit]))
    return make_unit(desk.task(flag), Order(last.shard, attempt + 1, told))


# --- in ---------------------------------------------------------------------------------------------------------------


def take_in_artefacts(workspace: Workspace) -> Taken:
    """Judge everything that was handed in, and write `5-proposals/workers.jsonl` if that changes it. Raises Locked."""
    path = workspace.proposals / WORKERS_PROPOSALS
    with proposals_lock(workspace.proposals, "r11 ingest"):
        remove_unfinished(path)
        desk = _Desk(workspace)
        units = read_units(workspace)
        judged, refused, passed_over = _judge(desk, units)
        counted = latest(judged, units)
        proposals = [counted[flag.key].proposal for flag in desk.open_flags.values() if flag.key in counted]
        data = jsonl_bytes(proposal for proposal in proposals if proposal is not None)
        keep_decided(workspace, desk.programme)
        changed = (path.exists() or bool(data)) and write_changed(path, data)
        return Taken(judged, counted, refused, passed_over, path, changed)


def judge_artefacts(workspace: Workspace) -> tuple[tuple[Judged, ...], tuple[NotTaken, ...]]:
    """The same without writing: every answer as it would be judged now, and what would be refused."""
    judged, refused, _ = _judge(_Desk(workspace), read_units(workspace))
    return judged, refused


def _judge(desk: _Desk, units: Mapping[str, WorkUnit]) -> tuple[tuple[Judged, ...], tuple[NotTaken, ...], int]:
    workspace = desk.workspace
    files, unusable = read_artefacts(workspace.artefacts, LARGEST_OUTPUT)
    verdicts: dict[str, dict[str, bytes]] = defaultdict(dict)
    for one in files:
        if one.is_verdict:
            verdicts[one.unit][one.worker] = one.data
    answers = (
        Answer(one.worker, one.unit, sha256_hex(one.data), read_output(one.data), verdicts[one.unit])
        for one in files
        if not one.is_verdict
    )
    in_force = dict(_in_force(workspace, verdicts))
    intake = take_in(answers, Handed(units, read_shards(workspace), {one.unit: one for one in in_force.values()}))
    keys = {answer.unit: key for key, answer in in_force.items()} | {u.unit: u.flag.flag_key for u in units.values()}
    refused = [*(NotTaken(one.place, one.code, one.detail) for one in unusable), *intake.refused]
    due = [(answer, desk.open_flags.get(keys[answer.unit])) for answer in intake.answers]
    judged = [judge_answer(answer, flag, desk.grounds(flag)) for answer, flag in due if flag]
    return tuple(judged), tuple(refused), len(due) - len(judged)


def _in_force(workspace: Workspace, verdicts: Mapping[str, Mapping[str, bytes]]) -> Iterator[tuple[str, Answer]]:
    """By flag key, the answers whose proposals were shown. A verifier that spoke and is gone counts as unreadable."""
    path = workspace.proposals / WORKERS_PROPOSALS
    shown: Iterator[Proposal] = read_jsonl(path, Proposal) if path.is_file() else iter(())
    for proposal in shown:
        found = proposal.self_evaluation
        if found is not None and found.structured_output is not None:
            trace = found.trace_summary
            told = {**dict.fromkeys(trace.verifiers, b""), **verdicts.get(trace.unit, {})}
            output = read_structured(found.structured_output)
            answer = Answer(trace.worker, trace.unit, trace.artefact_sha256, output, told)
            yield proposal.flag_key, answer
