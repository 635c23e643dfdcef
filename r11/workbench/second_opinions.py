"""What workers' answers are worth, as tables: who handed in what, and what lowered it.

found = second_opinions("../data/sample")
found.by_worker()
found.downgrades()
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd

from r11.records import SelfEvaluation
from r11.storage import Workspace, read_units
from r11.verification.evaluation import Judged
from r11.verification.ingest import NotTaken
from r11.vocabulary import AnswerStatus, ClaimStatus, DowngradeCode, GateStatus, ParseStatus, Verdict
from r11.workbench.refreshing import refresh_evidence
from r11.workbench.rehearsal import copy_workspace
from r11.workbench.work import hand_out, judge_artefacts


@dataclass(frozen=True)
class SecondOpinions:
    """Every answer as it would be judged now, and the artefacts that are no answers."""

    judged: tuple[Judged, ...]
    refused: tuple[NotTaken, ...]

    def by_worker(self) -> pd.DataFrame:
        """A row for each worker and one for all: answers, how far they held, and what became of them."""
        workers = sorted({one.evaluation.trace_summary.worker for one in self.judged})
        rows = {
            worker: _row([one for one in self.judged if one.evaluation.trace_summary.worker == worker])
            for worker in workers
        }
        return pd.DataFrame({**rows, "all": _row(self.judged)}).T.rename_axis("worker")

    def checks(self) -> pd.DataFrame:
        """Answers by what the verifiers found of their claim, against what the answer was worth in the end."""
        found = Counter(
            (check.status, one.evaluation.effective_verdict)
            for one in self.judged
            for check in one.evaluation.claim_checks
        )
        rows = {status.value: [found[status, verdict] for verdict in Verdict] for status in ClaimStatus}
        return pd.DataFrame(rows, index=[verdict.value for verdict in Verdict]).T.rename_axis("the claim is")

    def downgrades(self) -> pd.DataFrame:
        """Why answers are worth less than PASS: how many answers each reason concerns; an answer may have several."""
        told = Counter(code for one in self.judged for code in {d.code for d in one.evaluation.downgrades})
        rows = [(code.value, told[code], code.meaning) for code in DowngradeCode]
        return pd.DataFrame(rows, columns=["reason", "answers", "meaning"]).set_index("reason")

    def refusals(self) -> pd.DataFrame:
        """The artefacts that never reached the gatekeeper, and why."""
        rows = [(left.artefact, left.code.value, left.detail or left.code.meaning) for left in self.refused]
        return pd.DataFrame(rows, columns=["artefact", "code", "why"]).set_index("artefact")


def _row(judged: tuple[Judged, ...] | list[Judged]) -> dict[str, int]:
    found: list[SelfEvaluation] = [one.evaluation for one in judged]
    verdicts = Counter(one.effective_verdict for one in found)
    statuses = Counter(one.status for one in judged)
    return {
        "answers": len(found),
        "readable": sum(one.parse_status is ParseStatus.PARSED for one in found),
        "gatekeeper passes": sum(one.gatekeeper_result.status is GateStatus.PASS for one in found),
        **{verdict.value: verdicts[verdict] for verdict in Verdict},
        "no edit offered": statuses[AnswerStatus.NO_EDIT],
        "to be done again": statuses[AnswerStatus.RETRY],
    }


def second_opinions(workspace: str) -> SecondOpinions:
    """The answers that lie in a workspace, judged; nothing of it is written.

    The sample, whose artefacts are there before any unit was handed out, is gone through on a copy: its pages are
    refreshed and its units handed out there. Raises WorkspaceError.
    """
    opened = Workspace.open(Path(workspace))
    if not opened.settings.synthetic or read_units(opened):
        return SecondOpinions(*judge_artefacts(opened))
    with TemporaryDirectory() as folder:
        copy = copy_workspace(opened.root, Path(folder))
        refresh_evidence(copy)
        hand_out(copy)
        return SecondOpinions(*judge_artefacts(copy))
