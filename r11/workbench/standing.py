"""What the notebook of the evidence shows: which quotes still stand today, and what the others meet.

standing = which_stand("../data/sample")
standing.states()
standing.passages("changed")
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd

from r11.evidence import Refreshed
from r11.fixes.freshness import FOLLOWS
from r11.records import Flag
from r11.storage import Workspace
from r11.text.quotes import difference
from r11.vocabulary import EvidenceState, MatchKind
from r11.workbench.ledger import read_workspace_ledger
from r11.workbench.refreshing import refresh_evidence


@dataclass(frozen=True)
class Standing:
    """One refresh, with the flags that it is about."""

    synthetic: bool
    flags: Mapping[str, Flag]
    done: Refreshed

    def pages(self) -> pd.Series:
        """Distinct pages by how the request for them ended."""
        return pd.Series({outcome.value: count for outcome, count in self.done.outcomes().items()}, name="pages")

    def states(self) -> pd.DataFrame:
        """Flags and the pages behind them by state, and what follows; every state listed."""
        rows = []
        for state in EvidenceState:
            group = [flag for flag in self.done.flags if flag.state is state]
            rows.append((state.value, len(group), len({flag.url.partition("#")[0] for flag in group}), FOLLOWS[state]))
        return pd.DataFrame(rows, columns=["state", "flags", "pages", "what follows"]).set_index("state")

    def matches(self) -> pd.DataFrame:
        """How far the quotes of each state can be trusted: flags by state and kind of match."""
        counts = pd.crosstab(
            pd.Categorical([flag.state.value for flag in self.done.flags], [state.value for state in EvidenceState]),
            pd.Categorical([flag.match.value for flag in self.done.flags], [kind.value for kind in MatchKind]),
            dropna=False,
        )
        return counts.rename_axis(index="state", columns="match")

    def passages(self, state: str, most: int = 10) -> pd.DataFrame:
        """The first flags in a state: the quote, or the claim where the source was silent, against the page's words."""
        found = [flag for flag in self.done.flags if flag.state == EvidenceState(state)]
        rows = [(flag.flag_key, difference(self._asked(flag.flag_key), flag.passage)) for flag in found[:most]]
        return pd.DataFrame(rows, columns=["flag", "[-asked for-]{+on the page+}"]).set_index("flag")

    def _asked(self, key: str) -> str:
        return self.flags[key].evidence_quote or self.flags[key].claim


def which_stand(folder: str) -> Standing:
    """Refresh the evidence of a workspace. A synthetic one stays as it is: its evidence goes to a scratch folder.

    Raises WorkspaceError, UsageError, Locked.
    """
    pd.set_option("display.max_colwidth", None)
    workspace = Workspace.open(Path(folder))
    flags = {flag.key: flag for flag in read_workspace_ledger(workspace).flags}
    if not workspace.settings.synthetic:
        return Standing(False, flags, refresh_evidence(workspace))
    with TemporaryDirectory() as scratch:
        return Standing(True, flags, refresh_evidence(workspace, into=Path(scratch)))
