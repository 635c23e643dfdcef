"""A ledger over a corpus, read from disk at one moment, and the proposals for its flags."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from r11.errors import Problem, Refused, WorkspaceError
from r11.fixes.classifier import FileContext, classify, explain
from r11.fixes.policy import Policy
from r11.ledger.manifest import ALLOWED_HOSTS, InvalidEntry, Ledger, check_corpus
from r11.ledger.population import Population, population
from r11.records import Abort, Flag, FlagEvidence, LedgerRecord, Proposal, Receipt
from r11.review.batches import refusals_from
from r11.storage import Workspace, listed, read_decisions, read_json, read_jsonl, write_jsonl
from r11.storage.corpus import corpus_files, read_documents
from r11.text.lines import Document
from r11.workbench.ledger import read_whole_ledger
from r11.workbench.policy import policy_state

Watch = Callable[[Collection[LedgerRecord]], Iterable[LedgerRecord]]
BUILT_IN_PROPOSALS = "built-in.jsonl"
WORKERS_PROPOSALS = "workers.jsonl"


def unwatched(records: Collection[LedgerRecord]) -> Iterable[LedgerRecord]:
    """No progress bar."""
    return records


@dataclass(frozen=True)
class Knowledge:
    """What the workspace knows beside ledger and corpus: evidence, texts of the pages where the quote stands and their
    sections by flag key, the policy in force, what apply refused before, and which claims about a price an operator
    released. policy_notice: why a ratification that is there is not in force."""

    evidence: Mapping[str, FlagEvidence]
    pages: Mapping[str, str]
    sections: Mapping[str, str]
    refusals: Mapping[str, tuple[Abort, ...]]
    releases: Mapping[str, frozenset[str]]
    policy: Policy | None = None
    policy_notice: str = ""


NOTHING_KNOWN = Knowledge({}, {}, {}, {}, {})


@dataclass(frozen=True)
class Programme:
    """A ledger over a corpus, as read from disk at one moment."""

    ledger_path: Path
    corpus: Path
    ledger: Ledger
    ledger_sha256: str
    knowledge: Knowledge = NOTHING_KNOWN
    pilot_min: int = 7
    synthetic: bool = False

    @cached_property
    def _read(self) -> tuple[dict[str, Document | None], list[Refused]]:
        return read_documents(self.corpus, (record.file for record in self.ledger.records))

    @cached_property
    def files(self) -> Mapping[str, FileContext | None]:
        """Every file that the ledger names, read once; None where it is absent, or a link leads out of the corpus."""
        documents, _ = self._read
        found = {file: FileContext(d.to_bytes(), d) if d else None for file, d in documents.items()}
        return {record.file: found.get(record.file) for record in self.ledger.records}

    @cached_property
    def corpus_files(self) -> int:
        return len(corpus_files(self.corpus))

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Of the ledger by itself, then of its files and claims against the corpus."""
        documents, refused = self._read
        return (*self.ledger.problems, *check_corpus(self.ledger, documents, refused))

    @property
    def population(self) -> Population:
        return population(self.ledger, corpus_files=self.corpus_files, pilot_min=self.pilot_min)

    @property
    def invalid(self) -> tuple[InvalidEntry, ...]:
        return self.ledger.invalid

    def propose(self, watch: Watch = unwatched) -> Iterator[tuple[Flag, Proposal]]:
        """Each readable flag that is not settled, in the order of the ledger, with what it is now."""
        for record in watch(self.ledger.records):
            for flag in record.flags:
                if not flag.is_settled:
                    yield flag, self.proposal_for(flag)

    def proposal_for(self, flag: Flag, policy: Policy | None = None) -> Proposal:
        """What a flag is now; under `policy`, where one is to be tried in the place of the one in force.

        A release counts for the very claim about a price that an operator looked at, and for no later wording.
        """
        known = self._known(flag) | ({"policy": policy} if policy else {})
        proposal = classify(flag, self.files[flag.file], **known)
        if proposal.sha256 in self.knowledge.releases.get(flag.key, ()):
            return classify(flag, self.files[flag.file], **known, released=True)
        return proposal

    def _known(self, flag: Flag) -> dict[str, Any]:
        known = self.knowledge
        return {
            "policy": known.policy,
            "evidence": known.evidence.get(flag.key),
            "page_section": known.sections.get(flag.key, ""),
            "page_text": known.pages.get(flag.key, ""),
            "refusals": known.refusals.get(flag.key, ()),
        }

    def explain(self, flag_key: str) -> str:
        """Why one item is what it is. Raises WorkspaceError where the ledger has no such flag."""
        for flag in self.ledger.flags:
            if flag.key == flag_key:
                return explain(flag, self.files[flag.file], **self._known(flag))
        raise WorkspaceError(f"{self.ledger_path}: no readable flag {flag_key}; a key is written FILE#ID")


def read_programme(ledger: Path, corpus: Path, *, allowed_hosts: tuple[str, ...] = ALLOWED_HOSTS) -> Programme:
    """A programme without a workspace.

    Raises as `read_whole_ledger` does, and WorkspaceError where there is no corpus.
    """
    whole, ledger_sha256 = read_whole_ledger(ledger, allowed_hosts)
    if not corpus.is_dir():
        raise WorkspaceError(f"{corpus}: no such folder; name the corpus whose files the ledger lists")
    return Programme(ledger, corpus, whole, ledger_sha256)


def open_programme(workspace: Workspace) -> Programme:
    """The programme of a workspace, with what the workspace knows."""
    settings = workspace.settings
    programme = read_programme(workspace.ledger, workspace.corpus, allowed_hosts=settings.allowed_hosts)
    return replace(
        programme,
        knowledge=read_knowledge(workspace, programme.ledger.flags),
        pilot_min=settings.pilot_min_fix_targets,
        synthetic=settings.synthetic,
    )


def read_knowledge(workspace: Workspace, flags: Iterable[Flag]) -> Knowledge:
    """Everything the workspace knows of these flags. Raises WorkspaceError where a file of it cannot be read."""
    from r11.workbench.evidence import page_sections, page_texts, read_evidence

    receipts = (read_json(path, Receipt) for path in listed(workspace.receipts, ".json"))
    state = policy_state(workspace)
    evidence = read_evidence(workspace, flags)
    pages = page_texts(workspace, evidence)
    return Knowledge(
        evidence=evidence,
        pages=pages,
        sections=page_sections(pages, evidence),
        refusals=refusals_from(receipts),
        releases=read_decisions(workspace.decisions).releases,
        policy=state.policy,
        policy_notice=state.notice,
    )


def save_proposals(workspace: Workspace, proposals: Iterable[Proposal]) -> Path:
    path = workspace.proposals / BUILT_IN_PROPOSALS
    write_jsonl(path, proposals)
    return path


def load_proposals(workspace: Workspace) -> tuple[Proposal, ...]:
    """Raises WorkspaceError where there are none yet."""
    return tuple(read_jsonl(workspace.proposals / BUILT_IN_PROPOSALS, Proposal))
