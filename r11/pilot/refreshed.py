"""Whether the pages behind the flags were fetched again, when, and what was found: what every figure rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from r11.pilot.figures import Share
from r11.records import FlagEvidence
from r11.vocabulary import EvidenceState

NOTHING = "no page was fetched: every figure rests on the quotes as the judge gave them; r11 refresh fetches the pages"


@dataclass(frozen=True)
class Refreshed:
    """looked_up: flags whose page the last refresh asked for, of all readable flags; states: how many are in each, in
    the order of `EvidenceState`; first, last: when the pages were fetched, ISO 8601 in UTC."""

    looked_up: Share
    states: tuple[tuple[EvidenceState, int], ...] = ()
    first: str = ""
    last: str = ""

    @property
    def words(self) -> str:
        """`902/902 flags looked up, pages fetched 2026-03-02: 658 stands, 180 changed, …`, or that no page was."""
        share = self.looked_up
        if share.is_empty:
            return "no flags"
        if not share.numerator:
            return f"{share} flags looked up: {NOTHING}"
        days = dict.fromkeys((self.first[:10], self.last[:10]))
        found = ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in self.states)
        return f"{share} flags looked up, pages fetched {' to '.join(days)}: {found}"


def refreshed(flags: Collection[str], evidence: Iterable[FlagEvidence]) -> Refreshed:
    """flags: the keys of all readable flags; evidence: what the last refresh found, as far as it is of these flags."""
    found = {one.flag_key: one for one in evidence if one.flag_key in flags}.values()
    counts = Counter(one.state for one in found)
    times = sorted(one.fetched_at for one in found)
    return Refreshed(
        Share(len(found), len(flags)),
        tuple((state, counts[state]) for state in EvidenceState if counts[state]),
        times[0] if times else "",
        times[-1] if times else "",
    )
