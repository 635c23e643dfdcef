"""What a review is measured on: as things stand, or as they stood at the one look.

Proposals are made anew after every refresh, and pages change: measured on those of today, an answer of the look would
go stale and take its figure along, or the look would be undone and fall due again later, which is a second look.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from r11.ledger.manifest import InvalidEntry
from r11.pilot.one_look import Taken
from r11.pilot.review_measures import ReviewedItem, review_items
from r11.records import Flag, FlagEvidence, LookedAt, Proposal, TakenLook, look_digest
from r11.review.decisions import Decisions


@dataclass(frozen=True)
class Proposed:
    """What `review_items` takes. pairs: each readable, open flag with the classifier's proposal; others: what else was
    proposed, by workers for the same flags, by anyone for settled ones; evidence: by flag key."""

    pairs: Sequence[tuple[Flag, Proposal]]
    others: Sequence[Proposal]
    settled: Sequence[Flag]
    evidence: Mapping[str, FlagEvidence]

    def items(self, invalid: Iterable[InvalidEntry], decisions: Decisions) -> tuple[ReviewedItem, ...]:
        return review_items(
            self.pairs, invalid, decisions, others=self.others, settled=self.settled, evidence=self.evidence
        )

    def kept(self, decisions: Decisions, looked_at: Collection[str]) -> Iterator[LookedAt]:
        """The fix targets that the look is about, and all others that somebody had answered."""
        others: dict[str, list[Proposal]] = defaultdict(list)
        for proposal in self.others:
            others[proposal.flag_key].append(proposal)
        for flag, proposals in (
            *((flag, [made, *others[flag.key]]) for flag, made in self.pairs),
            *((flag, others[flag.key]) for flag in self.settled),
        ):
            if flag.is_fix_target and (flag.key in looked_at or decisions.item(flag.key).answers):
                yield LookedAt(flag=flag, proposals=tuple(proposals), evidence=self.evidence.get(flag.key))


def record_look(
    taken: Taken, proposed: Proposed, looked_at: Collection[str], *, protocol_sha256: str, at: str
) -> TakenLook:
    """What is kept of a look. looked_at: the flag keys of pilot and drawn files; at: when its figures are shown."""
    look = TakenLook(
        due_at=taken.at,
        taken_at=at,
        protocol_sha256=protocol_sha256,
        heads=taken.heads,
        answered=tuple(sorted(taken.answered)),
        items=tuple(sorted(proposed.kept(taken.decisions, looked_at), key=lambda one: one.flag.key)),
        sha256="",
    )
    return msgspec.structs.replace(look, sha256=look_digest(look))


def as_looked_at(look: TakenLook, today: Proposed) -> Proposed:
    """What the look was of; flags that it was not about as they are today."""
    known = {one.flag.key for one in look.items}
    open_ = [one for one in look.items if not one.flag.is_settled]
    done = [one for one in look.items if one.flag.is_settled]
    return Proposed(
        [
            *((one.flag, one.proposals[0]) for one in open_),
            *(pair for pair in today.pairs if pair[0].key not in known),
        ],
        [
            *(proposal for one in open_ for proposal in one.proposals[1:]),
            *(proposal for one in done for proposal in one.proposals),
            *(proposal for proposal in today.others if proposal.flag_key not in known),
        ],
        [*(one.flag for one in done), *(flag for flag in today.settled if flag.key not in known)],
        {key: found for key, found in today.evidence.items() if key not in known}
        | {one.flag.key: one.evidence for one in look.items if one.evidence},
    )
