"""From decisions to an approved manifest: exactly what people approved, for exactly the bytes that are there now.

Whatever does not hold any more is left out by name, all of it at once, with the reason; what is left is written down
with the hash of each file before and after, so that the apply script has nothing to decide.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from msgspec.structs import replace

from r11.records import (
    MANIFEST_SCHEMA,
    PROBE_KEY,
    ApprovedEdit,
    ApprovedFile,
    ApprovedManifest,
    Closure,
    Flag,
    FlagEvidence,
    Proposal,
    RatifiedPolicy,
    manifest_digest,
    proposal_digest,
    sha256_hex,
)
from r11.review.answers import is_about_price
from r11.review.approved import approved_edit, confirmation_by
from r11.review.batches import Holds, is_spent
from r11.review.confirm import (
    Refusal,
    closing_evidence_problems,
    closure_problems,
    confirmation_problems,
    evidence_problems,
    reverted,
)
from r11.review.decisions import Answer, Decisions, ItemState
from r11.review.log import BrokenChain, line_digest
from r11.review.page_change import Change, told_change
from r11.text.compose import Misread, compose
from r11.text.lines import Document
from r11.vocabulary import Disposition, FixOp, ItemStatus, RefusalCode


@dataclass(frozen=True)
class Programme:
    """Everything that a freeze looks at, read before.

    `flags` and `evidence` by flag key; `proposals` as they are now, of every origin; `documents`: the corpus files that
    are there; `policy`: the ratification that covers the policy text as it is now; `elsewhere`: files that are not
    frozen here, and in words where they are; `change`: what differs from evidence seen before.
    """

    flags: Mapping[str, Flag]
    proposals: Sequence[Proposal]
    decisions: Decisions
    documents: Mapping[str, Document]
    evidence: Mapping[str, FlagEvidence]
    policy: RatifiedPolicy | None = None
    protocol_sha256: str | None = None
    holds: Holds = field(default_factory=Holds)
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    change: Change = told_change

    def place_of(self, flag_key: str) -> str:
        """Where the item is frozen if not here, else empty."""
        return self.elsewhere.get(flag_key.rpartition("#")[0], "")


@dataclass(frozen=True)
class Frozen:
    """The manifest (None where nothing could be frozen), and what was left out and why.

    `refused`: decided items that do not hold, every reason, and those of a reverted batch that nobody decided again.
    `waiting`, `done`: decided items of earlier batches. `elsewhere`: decided items of files that are frozen elsewhere.
    `undecided`: how many items stand elsewhere, by status. `broken`: where a decision log stopped counting.
    """

    manifest: ApprovedManifest | None
    refused: tuple[Refusal, ...]
    waiting: Mapping[str, str]
    done: Mapping[str, str]
    undecided: Mapping[ItemStatus, int]
    broken: tuple[BrokenChain, ...] = ()
    elsewhere: Mapping[str, str] = field(default_factory=dict)


def freeze(programme: Programme, *, batch: str, now: datetime, max_age: timedelta) -> Frozen:
    """The manifest of everything that is approved or closed and still holds. `now` carries a time zone."""
    desk = _Desk(programme, now, max_age)
    waiting, done = _settled_before(programme)
    edits: dict[str, list[ApprovedEdit]] = defaultdict(list)
    closures: list[Closure] = []
    refused: list[Refusal] = []
    elsewhere = _elsewhere(programme, waiting, done)
    for key, item in programme.decisions.items.items():
        if key in waiting or key in done or key in elsewhere:
            continue
        match item.status:
            case ItemStatus.APPROVED:
                edit, problems = desk.edit(item)
                if edit:
                    edits[programme.flags[key].file].append(edit)
                refused += problems
            case ItemStatus.CLOSED:
                closure, problems = desk.closure(item)
                if closure:
                    closures.append(closure)
                refused += problems
            case ItemStatus.OPEN | ItemStatus.DRAFTED | ItemStatus.TO_O3 | ItemStatus.UNSETTLED:
                pass
    refused += _put_back(programme, {*waiting, *done, *elsewhere})
    files, clashes = _files(programme.documents, edits)
    manifest = _manifest(programme, batch, now, max_age, files, tuple(closures)) if files or closures else None
    undecided = _undecided(programme, waiting, done)
    return Frozen(manifest, (*refused, *clashes), waiting, done, undecided, programme.decisions.broken, elsewhere)


def _elsewhere(programme: Programme, *settled: Collection[str]) -> dict[str, str]:
    """The decided items, or those that a revert opened, of files that are frozen elsewhere."""
    decided = {key for key, item in programme.decisions.items.items() if item.status.is_decided}
    keys = sorted((decided | programme.decisions.reverts.keys()) - {key for keys in settled for key in keys})
    return {key: place for key in keys if (place := programme.place_of(key))}


def _settled_before(programme: Programme) -> tuple[dict[str, str], dict[str, str]]:
    """The decided items that an earlier batch has or had, and those that the ledger says are settled."""
    decided = {*programme.decisions.items, *programme.decisions.reverts}
    stamped = {key: "the ledger" for key in decided if key in programme.flags and programme.flags[key].is_settled}
    done = {**stamped, **{key: batch for key, batch in programme.holds.done.items() if key in decided}}
    waiting = {key: batch for key, batch in programme.holds.waiting.items() if key in decided and key not in done}
    return waiting, done


def _put_back(programme: Programme, settled: Collection[str]) -> list[Refusal]:
    """The items that a revert opened and that nobody answered since."""
    decisions = programme.decisions
    keys = sorted(decisions.reverts.keys() & programme.flags.keys() - decisions.items.keys() - set(settled))
    return [reverted(key, decisions) for key in keys]


def _undecided(programme: Programme, *settled: Collection[str]) -> dict[ItemStatus, int]:
    keys = {proposal.flag_key for proposal in programme.proposals} - {key for keys in settled for key in keys}
    keys = {key for key in keys if not programme.place_of(key)}
    counted = Counter(programme.decisions.item(key).status for key in keys)
    return {status: counted[status] for status in ItemStatus if counted[status] and not status.is_decided}


class _Desk:
    """One freeze: its inputs, clock and limit are given once."""

    def __init__(self, programme: Programme, now: datetime, max_age: timedelta) -> None:
        self.programme = programme
        self.now = now
        self.max_age = max_age
        self.proposals = {(p.flag_key, p.sha256): p for p in programme.proposals}

    def edit(self, item: ItemState) -> tuple[ApprovedEdit | None, list[Refusal]]:
        """The edit by the first of the agreeing answers that holds; else what is wrong with the latest one."""
        problems: list[Refusal] = []
        for answer in item.standing:
            edit, problems = self._edit_by(item.flag_key, answer)
            if edit and not problems:
                return edit, []
        return None, problems

    def closure(self, item: ItemState) -> tuple[Closure | None, list[Refusal]]:
        """The closing by the first of the agreeing answers that holds; else what is wrong with the latest one."""
        problems: list[Refusal] = []
        for answer in item.standing:
            closure = Closure(
                flag_key=item.flag_key, disposition=Disposition.CORRECT, confirmation=confirmation_by(answer)
            )
            problems = [*self._closing_problems(closure, answer)]
            if not problems:
                return closure, []
        return None, problems

    def _edit_by(self, key: str, answer: Answer) -> tuple[ApprovedEdit | None, list[Refusal]]:
        found = self._subject(key, answer)
        if isinstance(found, Refusal):
            return None, [found]
        flag, proposal = found
        evidence = self.programme.evidence.get(key)
        edit = approved_edit(flag, proposal, answer, evidence)
        if edit is None:
            return None, [Refusal(key, RefusalCode.NO_TEXT)]
        problems = [*self._spent(key, answer), *self._gate(flag, proposal), *self._held(flag)]
        problems += [*self._place(flag, edit), *_substance(edit)]
        problems += confirmation_problems(edit, self.programme.decisions, self.programme.policy)
        decisions, change = self.programme.decisions, self.programme.change
        problems += evidence_problems(edit, decisions, evidence, self.now, self.max_age, change)
        return edit, problems

    def _subject(self, key: str, answer: Answer) -> tuple[Flag, Proposal] | Refusal:
        """What the answer is about, if flag and proposal still are what it names."""
        flag = self.programme.flags.get(key)
        if key.startswith(PROBE_KEY):
            return Refusal(key, RefusalCode.PROBE)
        if flag is None:
            return Refusal(key, RefusalCode.NO_FLAG)
        proposal = self.proposals.get((key, answer.proposal_sha256 or ""))
        if proposal is None or proposal.sha256 != _digest_now(flag, proposal):
            detail = f"{RefusalCode.PROPOSAL_CHANGED.meaning} ({answer.reviewer}, {answer.event.at}): review it again"
            return Refusal(key, RefusalCode.PROPOSAL_CHANGED, detail)
        return flag, proposal

    def _closing_problems(self, closure: Closure, answer: Answer) -> Iterator[Refusal]:
        found = self._subject(closure.flag_key, answer)
        if isinstance(found, Refusal):
            yield found
            if found.code is RefusalCode.PROBE:
                return
        else:
            yield from self._gate(*found)
        decisions, evidence = self.programme.decisions, self.programme.evidence.get(closure.flag_key)
        yield from closure_problems(closure, decisions)
        yield from closing_evidence_problems(
            closure, decisions, evidence, self.now, self.max_age, self.programme.change
        )

    def _spent(self, key: str, answer: Answer) -> Iterator[Refusal]:
        if is_spent(self.programme.holds, key, answer.entry.sha256, self.programme.decisions):
            yield Refusal(key, RefusalCode.REVERTED)

    def _gate(self, flag: Flag, proposal: Proposal) -> Iterator[Refusal]:
        released = self.programme.decisions.releases.get(proposal.flag_key, frozenset())
        if is_about_price(flag, proposal) and proposal.sha256 not in released:
            yield Refusal(proposal.flag_key, RefusalCode.OPERATOR_GATED)

    def _held(self, flag: Flag) -> Iterator[Refusal]:
        batch = self.programme.holds.files.get(flag.file)
        if batch:
            detail = f"batch {batch} holds {flag.file}: apply it first, or freeze {batch} again, which takes this in"
            yield Refusal(flag.key, RefusalCode.HELD, detail)

    def _place(self, flag: Flag, edit: ApprovedEdit) -> Iterator[Refusal]:
        document = self.programme.documents.get(flag.file)
        if document is None:
            yield Refusal(flag.key, RefusalCode.FILE_NOT_FOUND, f"the corpus does not have {flag.file}")
        elif document.body(edit.line) != edit.line_before.encode("utf-8"):
            detail = (
                f"line {edit.line} of {flag.file} is not the line that was approved: run r11 propose, review it again"
            )
            yield Refusal(flag.key, RefusalCode.LINE_CHANGED, detail)


def _digest_now(flag: Flag, proposal: Proposal) -> str:
    return proposal_digest(
        flag_key=flag.key,
        op=proposal.op,
        edits=proposal.edits,
        line_before=proposal.line_before,
        line_after=proposal.line_after,
        claim=flag.claim,
        quote=flag.evidence_quote,
    )


def _substance(edit: ApprovedEdit) -> Iterator[Refusal]:
    """A machine's edit carries the proof of these lines; every edit changes something."""
    if edit.line_after == edit.line_before:
        yield Refusal(edit.flag_key, RefusalCode.NO_CHANGE)
    proven = (line_digest(edit.line_before), line_digest(edit.line_after))
    if edit.op is not FixOp.O3 and (
        edit.proof is None or (edit.proof.line_before_sha256, edit.proof.line_after_sha256) != proven
    ):
        yield Refusal(edit.flag_key, RefusalCode.NO_PROOF)


# --- the manifest ---------------------------------------------------------------------------------------------------


def _files(
    documents: Mapping[str, Document], edits: Mapping[str, Sequence[ApprovedEdit]]
) -> tuple[tuple[ApprovedFile, ...], list[Refusal]]:
    """Each file with its hashes; edits that cannot both hold are left out, both of them."""
    files: list[ApprovedFile] = []
    clashes: list[Refusal] = []
    for file in sorted(edits):
        approved, refused = _file(file, documents[file], edits[file])
        files += [approved] if approved else []
        clashes += refused
    return tuple(files), clashes


def _file(file: str, base: Document, edits: Sequence[ApprovedEdit]) -> tuple[ApprovedFile | None, list[Refusal]]:
    refused: list[Refusal] = []
    left = sorted(edits, key=lambda edit: (edit.line, edit.edits[0].start, edit.flag_key))
    while left:
        composed = compose(base, left)
        if isinstance(composed, Document):
            before, after = sha256_hex(base.to_bytes()), sha256_hex(composed.to_bytes())
            return ApprovedFile(file=file, sha256_before=before, sha256_after=after, edits=tuple(left)), refused
        if isinstance(composed, Misread):
            refused += [Refusal(key, RefusalCode.OTHER_LINES, str(composed)) for key in composed.flag_keys]
        else:
            refused += [
                Refusal(key, RefusalCode.CLASH, str(clash)) for clash in composed for key in (clash.first, clash.second)
            ]
        out = {refusal.flag_key for refusal in refused}
        left = [edit for edit in left if edit.flag_key not in out]
    return None, refused


def _manifest(
    programme: Programme,
    batch: str,
    now: datetime,
    max_age: timedelta,
    files: tuple[ApprovedFile, ...],
    closures: tuple[Closure, ...],
) -> ApprovedManifest:
    subtracts = any(edit.op is FixOp.O2 for file in files for edit in file.edits)
    policy = programme.policy if subtracts else None
    manifest = ApprovedManifest(
        schema=MANIFEST_SCHEMA,
        batch=batch,
        created=now.isoformat(timespec="seconds"),
        evidence_max_age_days=max_age.days,
        policy_sha256=policy.text_sha256 if policy else None,
        policy_scopes=policy.scopes if policy else (),
        protocol_sha256=programme.protocol_sha256,
        files=files,
        closures=closures,
        sha256="",
    )
    return replace(manifest, sha256=manifest_digest(manifest))
