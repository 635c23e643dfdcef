"""What ratifying the O2 policy would do to the flags of a programme, scope by scope, and what it costs in words.

Counted over proposals that were made as if the text as it is now were ratified for both scopes. No scope changes what
the other one does: a flag is covered by the scope of its own verdict, and by no other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from r11.pilot.figures import Share
from r11.pilot.items import Item, Outcome, item_of
from r11.pilot.measures import PilotMeasures, ReasonCount, Split, reasons
from r11.pilot.projection import draw
from r11.records import Flag, Proposal
from r11.vocabulary import FixOp, PolicyScope

Pair = tuple[Flag, Proposal]

_WORD = re.compile(r"\w+(?:[^\w\s]+\w+)*")
"""A word: letters and digits, with the marks inside it; a link's address counts with the word that it hangs on."""


@dataclass(frozen=True)
class Cost:
    """What subtractions take away: `removed` of the `words` of their claims; `whole` of the claims go as a whole, with
    their line or as sentences of it."""

    claims: int = 0
    whole: int = 0
    removed: int = 0
    words: int = 0

    @property
    def share(self) -> Share:
        return Share(self.removed, self.words)

    @property
    def says(self) -> str:
        """`no words`, or `312/1204 (25.9 %) of the words of 113 claims, 4 of which go as a whole`."""
        if not self.words:
            return "no words"
        claims = "1 claim" if self.claims == 1 else f"{self.claims} claims"
        whole = f", {self.whole} of which go as a whole" if self.whole else ""
        return f"{self.share.with_percent} of the words of {claims}{whole}"


@dataclass(frozen=True)
class ScopeEffect:
    """What ratifying one scope would do.

    split: its open flags that could be read, as if it were ratified. aborted_o1: those of its O3 items that were value
    swaps and were refused; no policy changes that. nominated: a subtraction was found, whatever became of it.
    refusals: why the O3 items that were no swap are no subtraction, first reasons adding up. subtracted: the flags that
    would be O2, in an order that the seed draws.
    """

    scope: PolicyScope
    split: Split
    aborted_o1: int
    nominated: int
    refusals: tuple[ReasonCount, ...]
    subtracted: tuple[Pair, ...]

    @property
    def cost(self) -> Cost:
        return cost_of(self.subtracted)


@dataclass(frozen=True)
class PolicyEffect:
    """The policy in force beside the same text ratified for both scopes.

    scopes: as if ratified, one for each scope. ratified: the measures as if ratified. in_force: what the subtractions
    cost that are proposed now.
    """

    scopes: tuple[ScopeEffect, ...]
    ratified: PilotMeasures
    in_force: Cost

    @property
    def cost(self) -> Cost:
        """Of both scopes together."""
        return cost_of(pair for one in self.scopes for pair in one.subtracted)


def scope_effects(pairs: Iterable[Pair], *, seed: int = 0) -> tuple[ScopeEffect, ...]:
    """pairs: each readable, open flag with its proposal as if the policy were ratified for every scope."""
    pairs = list(pairs)
    return tuple(
        _effect(scope, [pair for pair in pairs if pair[0].judge_verdict.value == scope.value], seed)
        for scope in PolicyScope
    )


def _effect(scope: PolicyScope, pairs: Sequence[Pair], seed: int) -> ScopeEffect:
    items = [item_of(*pair) for pair in pairs]
    refused = [item for item in items if item.outcome is Outcome.O3 and not item.is_aborted_o1]
    subtracted = {flag.key: (flag, proposal) for flag, proposal in pairs if proposal.op is FixOp.O2}
    return ScopeEffect(
        scope,
        Split.of(items),
        sum(item.is_aborted_o1 for item in items),
        sum(item.nominated is FixOp.O2 for item in items),
        reasons(map(_about_subtraction, refused)),
        tuple(subtracted[key] for key in draw(subtracted, seed=seed, count=len(subtracted))),
    )


def _about_subtraction(item: Item) -> Item:
    """The item without the reasons for which it is no value swap, where there are others."""
    left = tuple(code for code in item.aborts if not code.says_no_swap)
    return replace(item, aborts=left or item.aborts)


def without_policy(split: Split) -> Split:
    """The same flags where nothing is ratified: whatever a policy makes O2 is O3, and nothing else changes."""
    return Split(split.o1, 0, split.o2 + split.o3, split.invalid)


NO_POLICY, IN_FORCE, BOTH_SCOPES = "no policy", "in force now", "both scopes"
SILENT = "source-silent"


def splits_by_policy(effect: PolicyEffect, in_force: PilotMeasures) -> list[tuple[str, str, Split]]:
    """Stratum, policy, split: the fix targets of each stratum with no policy, as it is in force, and with both scopes;
    then the source-silent flags of all files, which are in no stratum's n."""
    splits = [
        (now.stratum.value, now.split, then.split)
        for now, then in zip(in_force.strata, effect.ratified.strata, strict=True)
    ]
    splits.append((SILENT, in_force.everything.silent, effect.ratified.everything.silent))
    return [
        (name, policy, split)
        for name, now, then in splits
        for policy, split in ((NO_POLICY, without_policy(then)), (IN_FORCE, now), (BOTH_SCOPES, then))
        if then.n
    ]


# --- the cost -------------------------------------------------------------------------------------------------------


def cost_of(pairs: Iterable[Pair]) -> Cost:
    """What the subtractions among the pairs take away."""
    cuts = [(flag, proposal) for flag, proposal in pairs if proposal.op is FixOp.O2]
    shares = [words_removed(flag, proposal) for flag, proposal in cuts]
    return Cost(
        claims=len(cuts),
        whole=sum(goes_whole(flag, proposal) for flag, proposal in cuts),
        removed=sum(share.numerator for share in shares),
        words=sum(share.denominator for share in shares),
    )


def words_removed(flag: Flag, proposal: Proposal) -> Share:
    """The words of the claim that no longer stand on its line, of all words of the claim.

    A word that a general wording replaces is removed; one that only changes its capital is not. A line that goes takes
    the whole claim along. Marks of the line that are no words of the claim never count for more than the claim.
    """
    claim = _words(flag.claim)
    if proposal.line_after is None:
        return Share(claim.total(), claim.total())
    gone = _words(proposal.line_before or "") - _words(proposal.line_after)
    return Share(min(gone.total(), claim.total()), claim.total())


def goes_whole(flag: Flag, proposal: Proposal) -> bool:
    """Whether nothing of the claim stands any more: its line goes, or what stands is what was beside it on its line."""
    if proposal.line_after is None:
        return True
    removed, claim = words_removed(flag, proposal), _words(flag.claim)
    beside = _words(proposal.line_before or "") - claim
    return bool(claim) and removed.numerator == removed.denominator and not _words(proposal.line_after) - beside


def _words(text: str) -> Counter[str]:
    return Counter(word.casefold() for word in _WORD.findall(text))
