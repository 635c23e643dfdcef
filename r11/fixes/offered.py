"""An edit that somebody else offers, judged by what judges our own: barriers, gates, proof, outline, policy.

What is offered is `old`, which stands once in the claim, and `new` in its place. A swap has to be the exchange of one
value of the claim by one of *the flag's* quote, wherever else the new value was found. A subtraction has to be what
nomination makes of the words that would go (`offered_cuts.py`). Whatever fails is O3 with every reason; a swap never
becomes a cut.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import assert_never

from msgspec.structs import replace

from r11.fixes.classifier import (
    LONGEST_CLAIM,
    FileContext,
    Ruling,
    barriers_of,
    proposal_of,
    rule_subtraction,
    rule_swap,
    swap_place,
    to_person,
    too_near,
    under_policy,
)
from r11.fixes.offered_cuts import judge_subtraction
from r11.fixes.policy import Policy
from r11.fixes.swap import judge_swap, nominate_swap
from r11.records import Abort, Edit, Flag, FlagEvidence, OfferedEdit, Proposal, proposal_digest
from r11.text.lines import ClaimSite, bounded_positions, find_claim
from r11.vocabulary import AbortCode, FixOp, JudgeVerdict

# What keeps an edit from being proven on this page, and not from being somebody's idea for a person to look at.
_MAY_BE_AN_IDEA = frozenset({AbortCode.QUOTE_CHANGED, AbortCode.SOURCE_ANSWERS_NOW})


def judge_offer(
    flag: Flag,
    context: FileContext | None,
    offer: OfferedEdit,
    *,
    origin: str,
    policy: Policy | None = None,
    evidence: FlagEvidence | None = None,
    page_section: str = "",
    refusals: tuple[Abort, ...] = (),
) -> Proposal:
    """The proposal that an offered edit comes to. Arguments as of `classify`; `origin` says whose edit it is."""
    located = find_claim(context.document, flag.claim, flag.line) if context else None
    barriers = (*refusals, *barriers_of(flag, context, located, evidence, released=False))
    is_barred = not _MAY_BE_AN_IDEA.issuperset(abort.code for abort in barriers)
    if is_barred or context is None or not isinstance(located, ClaimSite):
        ruling = to_person(None, barriers)
    else:
        ruling = _at_its_place(_Given(flag, context, located, policy, page_section), offer, evidence, barriers)
    return proposal_of(flag, located if isinstance(located, ClaimSite) else None, ruling, origin)


def to_a_look(flag: Flag, proposal: Proposal, why: str) -> Proposal:
    """The same proposal for a person to look at: O3, its text kept as an idea, no proof, and one reason more."""
    digest = proposal_digest(
        flag_key=flag.key,
        op=FixOp.O3,
        edits=proposal.edits,
        line_before=proposal.line_before,
        line_after=proposal.line_after,
        claim=flag.claim,
        quote=flag.evidence_quote,
    )
    doubt = Abort(code=AbortCode.LOW_CONFIDENCE, detail=why)
    return replace(proposal, op=FixOp.O3, aborts=(*proposal.aborts, doubt), proof=None, sha256=digest)


@dataclass(frozen=True)
class _Given:
    """What an offer is held against: the flag, where its claim stands, and what is known beside it."""

    flag: Flag
    context: FileContext
    site: ClaimSite
    policy: Policy | None
    page_section: str


def _at_its_place(
    given: _Given, offer: OfferedEdit, evidence: FlagEvidence | None, barriers: tuple[Abort, ...]
) -> Ruling:
    places = bounded_positions(offer.old, given.flag.claim)
    if len(places) != 1:
        detail = f"{offer.old[:200]!r} stands {len(places)} times in the claim as whole words"
        return to_person(offer.op, (Abort(code=AbortCode.OLD_NOT_ONCE, detail=detail),))
    if len(offer.new) > LONGEST_CLAIM:  # what is longer would hold up every other answer
        detail = f"an offer of {len(offer.new)} characters, at most {LONGEST_CLAIM}"
        return to_person(offer.op, (Abort(code=AbortCode.TEXT_TOO_LONG, detail=detail),))
    placed = _Offer(given, offer, places[0])
    if barriers:
        idea = placed.rewrite()
        return Ruling(FixOp.O3, offer.op, (*barriers, *idea.aborts), idea.edits, idea.line_after)
    return placed.ruling(evidence)


@dataclass(frozen=True)
class _Offer:
    """One offered edit; `old` stands once in the claim, from the character `at` on."""

    given: _Given
    offer: OfferedEdit
    at: int

    @property
    def flag(self) -> Flag:
        return self.given.flag

    @property
    def result(self) -> str:
        """The claim as it would read."""
        claim = self.flag.claim
        return claim[: self.at] + self.offer.new + claim[self.at + len(self.offer.old) :]

    def ruling(self, evidence: FlagEvidence | None) -> Ruling:
        match self.offer.op:
            case FixOp.O1:
                return self._swap(evidence)
            case FixOp.O2:
                return self._subtraction()
            case FixOp.O3:
                return self.rewrite()
            case _:  # pragma: no cover
                assert_never(self.offer.op)

    def _swap(self, evidence: FlagEvidence | None) -> Ruling:
        flag = self.flag
        if flag.judge_verdict is not JudgeVerdict.NOT_GROUNDED:
            return to_person(FixOp.O1, (Abort(code=AbortCode.VERDICT_SILENT, detail=str(flag.judge_verdict)),))
        if not flag.evidence_quote.strip():
            return to_person(FixOp.O1, (Abort(code=AbortCode.NO_QUOTE),))
        norwegian = self.given.context.is_norwegian
        decision = judge_swap(
            flag.claim, flag.evidence_quote, self.result, page_section=self.given.page_section, norwegian=norwegian
        )
        aborts = (*too_near(evidence), *decision.aborts)
        if aborts or decision.swap is None:
            return to_person(FixOp.O1, aborts)
        return rule_swap(flag, self.given.context, self.given.site, decision.swap)

    def _subtraction(self) -> Ruling:
        """Of a claim whose value swap was nominated and refused nobody's cut is O2: it goes to a person (law 3)."""
        given = self.given
        own = nominate_swap(
            self.flag.claim,
            self.flag.evidence_quote,
            verdict=self.flag.judge_verdict,
            reason=self.flag.reason,
            page_section=given.page_section,
            norwegian=given.context.is_norwegian,
        )
        if own.nominated and own.aborts:
            return to_person(FixOp.O1, own.aborts)
        decision = judge_subtraction(
            given.flag,
            self.result,
            page_section=given.page_section,
            generalisations=given.policy.generalisations if given.policy else (),
        )
        if decision.subtraction is None:
            return to_person(FixOp.O2, decision.aborts)
        ruling = rule_subtraction(given.flag, given.context, given.site, decision.subtraction, given.policy)
        if ruling.op is FixOp.O3:
            return ruling
        return under_policy(ruling, given.flag, decision.subtraction, given.policy)

    def rewrite(self) -> Ruling:
        """Somebody's wording, which no machine vouches for: kept as an idea where it leaves the page its structure."""
        start, end = self.given.site.locate(self.at, self.at + len(self.offer.old))
        body = self.given.site.body
        if any(unicodedata.category(character)[0] == "C" for character in self.offer.new):
            bad = Abort(code=AbortCode.BAD_VALUE, detail="a line break or another character that is not seen")
            return to_person(FixOp.O3, (bad,))
        line_after = body[:start] + self.offer.new.encode("utf-8") + body[end:]
        edit = Edit(start=start, end=end, old=body[start:end].decode("utf-8"), new=self.offer.new)
        aborts = tuple(swap_place(self.given.context.page, self.given.site.number, edit, line_after))
        if aborts:
            return to_person(FixOp.O3, aborts)
        return Ruling(FixOp.O3, FixOp.O3, edits=(edit,), line_after=line_after.decode("utf-8"))
