"""Flag and file to proposal: nominate, prove, and fail closed to O3.

The order is: what stands in the way of any machine edit (price, evidence, place); else O1; where that is not nominated,
O2; else O3. An O1 that is nominated and then refused is O3, never O2. Every refusal that was reached is recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from r11.fixes.gates import is_price_claim
from r11.fixes.policy import Policy
from r11.fixes.proof import Proven, Refuted, prove_subtraction, prove_swap, sentence_span
from r11.fixes.subtraction import Subtraction, nominate_subtraction
from r11.fixes.swap import Swap, nominate_swap
from r11.fixes.whole_unit import refers_back
from r11.records import Abort, Edit, Flag, FlagEvidence, Proof, Proposal, proposal_digest, sha256_hex
from r11.text.lines import ClaimSite, Document, LostClaim, find_claim, is_bounded, splice
from r11.text.outline import Page, Place, place_of, removal_keeps, subtraction_keeps, swap_keeps
from r11.text.values import is_norwegian, lex
from r11.vocabulary import AbortCode, EvidenceState, FixOp, JudgeVerdict, MatchKind

BUILT_IN = "built-in"
# What is longer is no sentence that a program should judge, and reading it would hold up every other item. The work
# grows with the quote as with its length, but each of its sentences is asked for each word of the claim's: a claim has
# to be a sentence or a paragraph. A quote of this length holds a whole page and takes about a second where it is all
# numbers.
LONGEST_CLAIM = 3_000  # characters
LONGEST_QUOTE = 100_000
LONGEST_LINE = 50_000  # bytes
LONGEST_FILE = 500_000
OUTLINE_KEPT = "the place is prose, a table cell or a code span, and the page keeps its outline"


@dataclass(frozen=True)
class FileContext:
    """One corpus file, read once for all its flags: the bytes, the lines, and (when first asked for) the outline."""

    data: bytes
    document: Document

    @classmethod
    def read(cls, data: bytes) -> FileContext:
        return cls(data, Document.parse(data))

    @cached_property
    def page(self) -> Page:
        return Page.of(self.document)

    @cached_property
    def is_norwegian(self) -> bool:
        """The language of the page as a whole: a table cell alone does not show it."""
        return is_norwegian("\n".join(self.page.lines))


@dataclass(frozen=True)
class Ruling:
    """What an item is: the operation, and the edit with its proof or the reasons why there is none.

    `line_after` is None where there is no machine text, and where a subtraction takes the line with it.
    """

    op: FixOp
    nominated: FixOp | None
    aborts: tuple[Abort, ...] = ()
    edits: tuple[Edit, ...] = ()
    line_after: str | None = None
    proof: Proof | None = None


def to_person(nominated: FixOp | None, aborts: tuple[Abort, ...]) -> Ruling:
    return Ruling(FixOp.O3, nominated, aborts)


def classify(
    flag: Flag,
    context: FileContext | None,
    *,
    policy: Policy | None = None,
    evidence: FlagEvidence | None = None,
    page_section: str = "",
    page_text: str = "",
    refusals: tuple[Abort, ...] = (),
    released: bool = False,
) -> Proposal:
    """The proposal for one flag. `context` is None where the corpus does not have the file.

    `page_section`: the part of the refreshed page around the quote, which may support the claim's other values.
    `page_text`: the whole of that page, for models and services that it no longer names.
    `refusals`: what apply or freeze refused before; such an item is O3. `released`: an operator released a claim
    about a price to a person.
    """
    located = find_claim(context.document, flag.claim, flag.line) if context else None
    ruling = _rule(flag, context, located, policy, evidence, (page_section, page_text), released)
    if refusals:
        ruling = to_person(ruling.nominated, refusals + ruling.aborts)
    return proposal_of(flag, located if isinstance(located, ClaimSite) else None, ruling)


def proposal_of(flag: Flag, site: ClaimSite | None, ruling: Ruling, origin: str = BUILT_IN) -> Proposal:
    """The ruling as the record that reviewers, freeze and apply know. `site` is None where the claim was not found."""
    line_before = site.body.decode("utf-8") if site else None
    return Proposal(
        flag_key=flag.key,
        flag_id=flag.id,
        file=flag.file,
        line=site.number if site else flag.line,
        op=ruling.op,
        edits=ruling.edits,
        line_before=line_before,
        line_after=ruling.line_after,
        nominated=ruling.nominated,
        aborts=ruling.aborts,
        proof=ruling.proof,
        origin=origin,
        self_evaluation=None,
        sha256=proposal_digest(
            flag_key=flag.key,
            op=ruling.op,
            edits=ruling.edits,
            line_before=line_before,
            line_after=ruling.line_after,
            claim=flag.claim,
            quote=flag.evidence_quote,
        ),
    )


def _rule(
    flag: Flag,
    context: FileContext | None,
    located: ClaimSite | LostClaim | None,
    policy: Policy | None,
    evidence: FlagEvidence | None,
    page: tuple[str, str],
    released: bool,
) -> Ruling:
    barriers = tuple(barriers_of(flag, context, located, evidence, released))
    if barriers or context is None or not isinstance(located, ClaimSite):
        return to_person(None, barriers)
    decision = nominate_swap(
        flag.claim,
        flag.evidence_quote,
        verdict=flag.judge_verdict,
        reason=flag.reason,
        page_section=page[0],
        norwegian=context.is_norwegian,
    )
    if not decision.nominated:
        return _subtract(flag, context, located, policy, page, decision.aborts)
    aborts = (*too_near(evidence), *decision.aborts)
    if aborts or decision.swap is None:
        return to_person(FixOp.O1, aborts)
    return rule_swap(flag, context, located, decision.swap)


def barriers_of(
    flag: Flag,
    context: FileContext | None,
    located: ClaimSite | LostClaim | None,
    evidence: FlagEvidence | None,
    released: bool,
) -> Iterator[Abort]:
    """What keeps every machine edit away from the claim."""
    if is_price_claim(flag.claim):
        yield Abort(code=AbortCode.PRICE_RELEASED if released else AbortCode.OPERATOR_GATED)
    if evidence and (code := _evidence_barrier(evidence.state)):
        yield Abort(code=code, detail=evidence.passage)
    yield from _too_long(flag, context, located)
    if located is None:
        yield Abort(code=AbortCode.FILE_NOT_FOUND, detail=flag.file)
    elif isinstance(located, LostClaim):
        yield Abort(code=located.code, detail=located.detail)


def _too_long(flag: Flag, context: FileContext | None, located: ClaimSite | LostClaim | None) -> Iterator[Abort]:
    sizes = (
        ("claim", len(flag.claim), LONGEST_CLAIM, "characters"),
        ("quote", len(flag.evidence_quote), LONGEST_QUOTE, "characters"),
        ("line", len(located.body) if isinstance(located, ClaimSite) else 0, LONGEST_LINE, "bytes"),
        ("file", len(context.data) if context else 0, LONGEST_FILE, "bytes"),
    )
    longer = [f"a {what} of {size} {unit}, at most {limit}" for what, size, limit, unit in sizes if size > limit]
    if longer:
        yield Abort(code=AbortCode.TEXT_TOO_LONG, detail="; ".join(longer))


def _evidence_barrier(state: EvidenceState) -> AbortCode | None:
    match state:
        case EvidenceState.CHANGED:
            return AbortCode.QUOTE_CHANGED
        case EvidenceState.SUPPORTS_NOW:
            return AbortCode.SUPPORTS_NOW
        case EvidenceState.ANSWERS_NOW:
            return AbortCode.SOURCE_ANSWERS_NOW
        case EvidenceState.GONE:
            return AbortCode.PAGE_GONE
        case EvidenceState.STANDS | EvidenceState.MOVED | EvidenceState.STILL_SILENT | EvidenceState.UNREACHABLE:
            # an unreachable page is tried again and never taken for gone; the age of the evidence blocks the edit
            return None
        case _:  # pragma: no cover
            assert_never(state)


def too_near(evidence: FlagEvidence | None) -> Iterator[Abort]:
    """A swap needs the quote on its page as it is, or in normal form."""
    if evidence and evidence.match is MatchKind.NEAR:
        yield Abort(code=AbortCode.QUOTE_ONLY_NEAR, detail=evidence.passage)


# --- O1 -------------------------------------------------------------------------------------------------------------


def rule_swap(flag: Flag, context: FileContext, site: ClaimSite, swap: Swap) -> Ruling:
    """O1 where the byte facts and the outline hold for the swap, else O3 with every fact that does not."""
    start, end = site.locate(swap.start, swap.end)
    line_after = site.body[:start] + swap.new.encode("utf-8") + site.body[end:]
    verdict = prove_swap(
        context.data,
        context.document.with_line(site.number, line_after).to_bytes(),
        line=site.number,
        start=start,
        end=end,
        old=swap.old,
        new=swap.new,
        claim=flag.claim,
        quote=flag.evidence_quote,
    )
    edit = Edit(start=start, end=end, old=swap.old, new=swap.new)
    aborts = (*_failures(verdict), *swap_place(context.page, site.number, edit, line_after))
    if aborts or isinstance(verdict, Refuted):
        return to_person(FixOp.O1, aborts)
    quote_span = _quote_span(flag.evidence_quote, swap, verdict)
    return Ruling(
        FixOp.O1,
        FixOp.O1,
        edits=(edit,),
        line_after=line_after.decode("utf-8"),
        proof=_proof(FixOp.O1, verdict, site, line_after, quote_span=quote_span),
    )


def _failures(verdict: Proven | Refuted) -> Iterator[Abort]:
    if isinstance(verdict, Refuted):
        for code, detail in verdict.failures:
            yield Abort(code=code, detail=detail)


def _place_aborts(page: Page, number: int, start: int, end: int) -> Iterator[Abort]:
    place = place_of(page, number, start, end)
    if place is Place.HEADING:
        yield Abort(code=AbortCode.HEADING)
    elif not place.is_editable:
        yield Abort(code=AbortCode.NOT_PROSE, detail=place.value)


def swap_place(page: Page, number: int, edit: Edit, line_after: bytes) -> Iterator[Abort]:
    """Fact 5 of a swap, which apply asks again: the span is prose, and the outline differs in that text only."""
    place = tuple(_place_aborts(page, number, edit.start, edit.end))
    if place:
        yield from place
        return
    before, after = page.around(number), page.around(number, line_after.decode("utf-8"))
    if not swap_keeps(before, after, edit.old, edit.new):
        yield Abort(code=AbortCode.OUTLINE_CHANGED)


def _quote_span(quote: str, swap: Swap, proven: Proven) -> tuple[int | None, int | None]:
    """Where in the quote the nominated value stands; the first place where the proof found it, if that is no whole."""
    start, end = swap.quote_start, swap.quote_end
    if quote[start:end] == swap.new and is_bounded(quote, start, end):
        return start, end
    return proven.quote_start, proven.quote_end


def _proof(
    op: FixOp,
    proven: Proven,
    site: ClaimSite,
    line_after: bytes | None,
    *,
    quote_span: tuple[int | None, int | None] = (None, None),
    policy: Policy | None = None,
) -> Proof:
    return Proof(
        op=op,
        facts=(*proven.facts, OUTLINE_KEPT),
        line_before_sha256=sha256_hex(site.body),
        line_after_sha256=None if line_after is None else sha256_hex(line_after),
        quote_start=quote_span[0],
        quote_end=quote_span[1],
        policy_sha256=policy.text_sha256 if policy else None,
    )


# --- O2 -------------------------------------------------------------------------------------------------------------


def _subtract(
    flag: Flag,
    context: FileContext,
    site: ClaimSite,
    policy: Policy | None,
    page: tuple[str, str],
    swap_aborts: tuple[Abort, ...],
) -> Ruling:
    decision = nominate_subtraction(
        flag.claim,
        flag.evidence_quote,
        verdict=flag.judge_verdict,
        reason=flag.reason,
        failed_span=flag.failed_span,
        page_section=page[0],
        page_text=page[1],
        generalisations=policy.generalisations if policy else (),
    )
    if decision.subtraction is None:
        return to_person(None, swap_aborts + decision.aborts)
    ruling = rule_subtraction(flag, context, site, decision.subtraction, policy)
    if ruling.op is FixOp.O3:
        return to_person(None, swap_aborts + ruling.aborts)
    return under_policy(ruling, flag, decision.subtraction, policy)


_SCOPE_IN_WORDS = {
    JudgeVerdict.GROUNDED: "claims that the page bears out, which no policy covers",
    JudgeVerdict.NOT_GROUNDED: "claims that the page contradicts",
    JudgeVerdict.SOURCE_SILENT: "claims that the page does not speak of",
}


def under_policy(ruling: Ruling, flag: Flag, subtraction: Subtraction, policy: Policy | None) -> Ruling:
    """A proven subtraction, if the policy in force covers the flag; else it is O3 until one does."""
    if policy is None or not policy.covers(flag.judge_verdict):
        detail = f"{_SCOPE_IN_WORDS[flag.judge_verdict]}: {subtraction.description}"
        return to_person(FixOp.O2, (Abort(code=AbortCode.O2_NOT_RATIFIED, detail=detail),))
    return ruling


def rule_subtraction(
    flag: Flag, context: FileContext, site: ClaimSite, subtraction: Subtraction, policy: Policy | None
) -> Ruling:
    """O2 where the byte facts and the outline hold, whatever policy is in force; else O3 with what does not hold."""
    edits = _byte_edits(site, subtraction)
    removes_line = subtraction.removes_unit and sentence_span(site) is None
    line_after = (
        None
        if removes_line
        else splice(site.body, [(edit.start, edit.end, edit.new.encode("utf-8")) for edit in edits])
    )
    verdict = prove_subtraction(
        context.data,
        context.document.with_line(site.number, line_after).to_bytes(),
        line=site.number,
        edits=[(edit.start, edit.end, edit.old, edit.new) for edit in edits],
        claim=flag.claim,
        removes_line=removes_line,
        generalisations=policy.generalisations if policy else (),
    )
    aborts = (*_failures(verdict), *subtraction_place(context, site, edits, line_after))
    if aborts or isinstance(verdict, Refuted):
        return to_person(FixOp.O2, aborts)
    return Ruling(
        FixOp.O2,
        FixOp.O2,
        edits=edits,
        line_after=None if line_after is None else line_after.decode("utf-8"),
        proof=_proof(FixOp.O2, verdict, site, line_after, policy=policy),
    )


def _byte_edits(site: ClaimSite, subtraction: Subtraction) -> tuple[Edit, ...]:
    if subtraction.removes_unit:
        spans = [(*(sentence_span(site) or (0, len(site.body))), "")]
    else:
        spans = [(*site.locate(cut.start, cut.end), cut.new) for cut in subtraction.cuts]
    return tuple(
        Edit(start=start, end=end, old=site.body[start:end].decode("utf-8"), new=new) for start, end, new in spans
    )


def subtraction_place(
    context: FileContext, site: ClaimSite, edits: tuple[Edit, ...], line_after: bytes | None
) -> Iterator[Abort]:
    """Fact 5 of a subtraction, which apply asks again: the words are prose, and the page keeps its shape."""
    page, number = context.page, site.number
    yield from _place_aborts(page, number, *_first_word(site, edits))
    before = page.around(number)
    if takes_all(site, edits):
        beside = site.body[site.end :].decode("utf-8").strip()
        if refers_back(beside or page.text_after(number)):
            yield Abort(code=AbortCode.UNIT_NEEDED, detail="the next sentence refers back to it")
    if line_after is None:
        after = Page.of(context.document.with_line(number, None)).outline
        keeps = removal_keeps(page.outline, after, number)
    else:
        keeps = subtraction_keeps(before, page.around(number, line_after.decode("utf-8")))
    if not keeps:
        yield Abort(code=AbortCode.OUTLINE_CHANGED)


def takes_all(site: ClaimSite, edits: tuple[Edit, ...]) -> bool:
    """Whether the whole claim goes: then the whole assertion goes, with all that guards it."""
    return any(edit.start <= site.start and edit.end >= site.end and not edit.new for edit in edits)


def _first_word(site: ClaimSite, edits: tuple[Edit, ...]) -> tuple[int, int]:
    """The bytes of the first word that an edit takes out, else of the claim's first: what says where the edit is."""
    for start, end in [*((edit.start, edit.end) for edit in edits), (site.start, site.end)]:
        found = re.search(rb"[^\W_]+", site.body[max(start, site.start) : end])
        if found:
            return max(start, site.start) + found.start(), max(start, site.start) + found.end()
    return site.start, site.end


# --- why ------------------------------------------------------------------------------------------------------------


def explain(
    flag: Flag,
    context: FileContext | None,
    *,
    policy: Policy | None = None,
    evidence: FlagEvidence | None = None,
    page_section: str = "",
    page_text: str = "",
    refusals: tuple[Abort, ...] = (),
    released: bool = False,
) -> str:
    """Why an item is what it is, in a few lines: ruling, reasons, and the two texts with their values marked."""
    proposal = classify(
        flag,
        context,
        policy=policy,
        evidence=evidence,
        page_section=page_section,
        page_text=page_text,
        refusals=refusals,
        released=released,
    )
    nominated = f", nominated {proposal.nominated}" if proposal.nominated else ""
    lines = [
        f"{flag.key} (line {proposal.line}, {flag.judge_verdict}, rule {flag.rule.label}): {proposal.op}{nominated}"
    ]
    lines += [f"  {abort.code}: {abort.code.meaning}{_shown(abort.detail)}" for abort in proposal.aborts]
    lines += [f"  proven: {fact}" for fact in proposal.proof.facts] if proposal.proof else []
    lines += [f"  {edit.old!r} becomes {edit.new!r}" for edit in proposal.edits]
    held = {value.key for value in lex(flag.evidence_quote)}
    lines.append(f"  claim: {_marked(flag.claim, held)}")
    lines.append(f"  quote: {_marked(flag.evidence_quote, {value.key for value in lex(flag.claim)})}")
    lines += [f"  reason: {flag.reason}"] if flag.reason else []
    lines.append(f"  evidence: {_evidence_in_words(evidence)}")
    return "\n".join(lines)


def _evidence_in_words(evidence: FlagEvidence | None) -> str:
    if evidence is None:
        return "none of this claim and quote on record; without it nothing is approved"
    return f"{evidence.state}, fetched {evidence.fetched_at}{_shown(evidence.detail)}"


def _shown(detail: str) -> str:
    return f" ({detail})" if detail else ""


def _marked(text: str, held: set[tuple[object, ...]]) -> str:
    """The text with each value in brackets: `[5]` where the other text holds it too, `[5?]` where it does not."""
    out, position = [], 0
    for value in lex(text):
        out += [text[position : value.start], f"[{value.text}{'' if value.key in held else '?'}]"]
        position = value.end
    return "".join(out) + text[position:]
