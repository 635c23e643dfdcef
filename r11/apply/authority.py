"""What the workspace says about a manifest: its confirmations in the decision logs, its policy, its evidence.

Read once, before any file of the corpus is opened. One confirmation that does not hold refuses the whole manifest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from r11.apply.plan import Doubt
from r11.fixes.classifier import FileContext
from r11.fixes.gates import is_price_claim
from r11.records import ApprovedEdit, ApprovedManifest, Closure, Confirmation, FlagEvidence, RatifiedPolicy
from r11.review.batches import Holds, is_spent
from r11.review.confirm import (
    Refusal,
    answer_behind,
    closing_evidence_problems,
    closure_problems,
    confirmation_problems,
    evidence_problems,
    revert_event,
)
from r11.review.decisions import Decisions
from r11.review.page_change import Change, told_change
from r11.vocabulary import FixOp, RefusalCode


@dataclass(frozen=True)
class Authority:
    """Decisions folded from all logs, the policy that stands with its text, and the latest evidence by flag.

    `others`: what all batches but the one in question hold and did. `change`: what differs from evidence seen before.
    """

    decisions: Decisions
    policy: RatifiedPolicy | None
    policy_text: bytes
    evidence: Mapping[str, FlagEvidence]
    others: Holds = field(default_factory=Holds)
    change: Change = told_change

    def problems(self, manifest: ApprovedManifest) -> Iterator[str]:
        """Why the manifest as a whole has no authority, every reason."""
        edits = [edit for file in manifest.files for edit in file.edits]
        found = [problem for edit in edits for problem in confirmation_problems(edit, self.decisions, self.policy)]
        found += [problem for closure in manifest.closures for problem in closure_problems(closure, self.decisions)]
        if any(edit.op is FixOp.O2 for edit in edits):
            yield from self._policy_problems(manifest)
        yield from self._told(found)
        for edit in edits:
            yield from self.price_problems(edit.flag_key, edit.claim, edit.confirmation)
            yield from self._other_batches(edit.flag_key, edit.confirmation)
        for closure in manifest.closures:
            yield from self._other_batches(closure.flag_key, closure.confirmation)

    def _told(self, found: Sequence[Refusal]) -> Iterator[str]:
        """Where a log is broken, that comes first and says what to do: events that no log holds are those behind it."""
        missing = [problem for problem in found if problem.code is RefusalCode.NOT_CONFIRMED]
        if self.decisions.broken and missing:
            yield from map(str, self.decisions.broken)
            yield f"{len(missing)} of its confirmations name events that do not count, here or in any other log"
            found = [problem for problem in found if problem.code is not RefusalCode.NOT_CONFIRMED]
        yield from map(str, found)

    def _other_batches(self, key: str, confirmation: Confirmation) -> Iterator[str]:
        """One answer carries one batch: freeze sees to that, and a manifest made by hand or renamed does not get by."""
        if is_spent(self.others, key, confirmation.event_sha256, self.decisions):
            yield str(Refusal(key, RefusalCode.REVERTED))
        for batch in {self.others.waiting.get(key), self.others.done.get(key)} - {None}:
            yield str(Refusal(key, RefusalCode.HELD, f"batch {batch} has it: a flag is settled by one batch"))

    def _policy_problems(self, manifest: ApprovedManifest) -> Iterator[str]:
        if self.policy is None:
            yield (
                "it holds O2 edits, and no ratification covers the text of policy/O2.md as it is now: first an "
                "operator ratifies it (r11 ratify), or puts the ratified text back"
            )
        elif manifest.policy_sha256 != self.policy.text_sha256:
            yield "it was frozen under another O2 policy than the one ratified now"
        elif set(manifest.policy_scopes) != set(self.policy.scopes):
            yield "it was frozen under other scopes of the O2 policy than those ratified now"

    def price_problems(self, key: str, claim: str, confirmation: Confirmation) -> Iterator[str]:
        """A claim about a price is the operator's: only their own event lets a person rewrite or close it."""
        answer = answer_behind(key, confirmation, self.decisions)
        released = self.decisions.releases.get(key, frozenset())
        if not is_price_claim(claim) or (answer is None and released):
            return  # an answer that rules nothing any more is refused as such: the release is not what it lacks
        if answer is None or answer.proposal_sha256 not in released:
            yield str(Refusal(key, RefusalCode.OPERATOR_GATED))

    def evidence_doubts(self, edit: ApprovedEdit, now: datetime, max_age: timedelta) -> Iterator[Doubt]:
        """Law 4: whether the evidence of one edit is fresh and still what the approval saw."""
        seen = self.evidence.get(edit.flag_key)
        found = evidence_problems(edit, self.decisions, seen, now, max_age, self.change)
        return (Doubt(refusal.code, refusal.detail) for refusal in found)

    def closing_doubts(self, closure: Closure, now: datetime, max_age: timedelta) -> tuple[Refusal, ...]:
        """The same of a closing: no byte changes, yet the ledger is told that the page bears the claim out."""
        seen = self.evidence.get(closure.flag_key)
        return closing_evidence_problems(closure, self.decisions, seen, now, max_age, self.change)

    def may_revert(self, batch: str, flag_keys: Iterable[str], operators: Collection[str] | None) -> bool:
        """Whether an operator's `revert` event in force names the batch and all these flags."""
        return revert_event(batch, flag_keys, self.decisions, operators) is not None


@dataclass(frozen=True)
class FreshEvidence:
    """The check of evidence for one run: its clock and its limit are given once. Asked of edits and of closings."""

    authority: Authority
    now: datetime
    max_age: timedelta

    def __call__(self, context: FileContext, edit: ApprovedEdit) -> list[Doubt]:
        return list(self.authority.evidence_doubts(edit, self.now, self.max_age))

    def left_open(self, closures: Iterable[Closure]) -> dict[str, str]:
        """Per flag whose closing may not be recorded now: every reason, as a sentence."""
        doubts = ((c.flag_key, self.authority.closing_doubts(c, self.now, self.max_age)) for c in closures)
        return {key: "; ".join(map(str, found)) for key, found in doubts if found}
