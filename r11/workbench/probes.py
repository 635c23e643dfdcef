"""The probes of a workspace: deal them to a reviewer, read back what became of all of them.

The switch is `[probes]` in `protocol.toml`; without that table nobody is dealt any.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from math import ceil

from r11.fixes.classifier import FileContext
from r11.pilot.probes import ProbeFindings, find
from r11.pilot.projection import draw
from r11.records import ProbeSeeded
from r11.review.decisions import Decisions
from r11.review.probe_making import Maker, maker_of
from r11.review.probes import ProbeLog, deal, results_of
from r11.review.queue import QueueItem
from r11.storage import ProbeFolder, Workspace, read_decisions
from r11.storage.corpus import read_documents
from r11.vocabulary import FixOp


def probes_to_deal(
    workspace: Workspace,
    items: Mapping[str, QueueItem],
    *,
    share: float,
    seed: int,
    look: Collection[str],
    spared: Collection[str],
    log: ProbeLog,
    decisions: Decisions,
    at: datetime,
    reviewer: str,
) -> Iterator[ProbeSeeded]:
    """What this reviewer's queue still lacks: the share of the swaps, and no more than that share of those that nobody
    decided, in the files of the one look and in all others; one at least where there is such a swap.

    items: the queue by flag key; spared: keys that no probe stands in for. Nobody is dealt a probe for a source that
    anybody decided already, or a second one for the same source. Which they are is drawn for each reviewer apart: one
    who was told of a probe can warn nobody.
    """
    swaps = {key: item for key, item in items.items() if item.proposals[0].op is FixOp.O1}
    makers = _makers(workspace, swaps)
    dealt = {one.source for one in log.seeded.values()}
    free = [key for key in makers if key not in spared and key not in dealt and not decisions.item(key).answers]
    for among in (True, False):
        part = [key for key in swaps if (swaps[key].flag.file in look) is among]
        open_ = [key for key in part if not decisions.item(key).answers]
        wanted = min(ceil(share * len(some)) - len(dealt.intersection(some)) for some in (part, open_))
        order = draw(set(free).intersection(part), seed=f"{seed}\n{reviewer}", count=len(free))
        yield from deal(makers, order, count=max(wanted, 0), reviewer=reviewer, seed=seed, at=at)


def _makers(workspace: Workspace, swaps: Mapping[str, QueueItem]) -> dict[str, Maker]:
    documents, _ = read_documents(workspace.corpus, (item.flag.file for item in swaps.values()))
    contexts = {file: FileContext(one.to_bytes(), one) for file, one in documents.items() if one is not None}
    found = ((key, maker_of(item, contexts.get(item.flag.file))) for key, item in swaps.items())
    return {key: maker for key, maker in found if maker is not None}


def find_probes(workspace: Workspace) -> ProbeFindings:
    """What became of every probe of the workspace, and which of its logs stop counting."""
    folder = ProbeFolder(workspace.decisions)
    logs, decisions = folder.logs(), read_decisions(folder.answers)
    broken = (*(log.broken for log in logs if log.broken), *map(str, decisions.broken))
    return find(results_of(logs, decisions), broken)
