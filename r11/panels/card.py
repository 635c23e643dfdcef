"""One item as the review panel shows it: everything a decision needs on one screen, as plain values for the browser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from r11.fixes.classifier import BUILT_IN
from r11.panels.advice import ONE_PROPOSAL, WHICH_RULING, advice, unavailable
from r11.panels.view import Run, counted, line_diff, mark_spans, occurrences, plain, reveal, shorten
from r11.records import Abort, Page, Proposal, digest
from r11.review.answers import Seen, without_evidence
from r11.verification.readers import low_confidence_text
from r11.vocabulary import AbortCode, EvidenceState, FixOp, ItemStatus, JudgeVerdict, Rule, dispositions_for

BADGES = {FixOp.O1: "O1 value swap", FixOp.O2: "O2 subtraction", FixOp.O3: "O3 human rewrite"}
STATES = {
    EvidenceState.STANDS: "the quote stands on the page",
    EvidenceState.MOVED: "the quote stands on the page, at another place",
    EvidenceState.CHANGED: "the page no longer holds the quote; what it says now is shown",
    EvidenceState.SUPPORTS_NOW: "the page now says what the claim says: it may be correct",
    EvidenceState.STILL_SILENT: "the page still does not speak of the claim",
    EvidenceState.ANSWERS_NOW: "the page was silent and now speaks of the claim; see the passage",
    EvidenceState.GONE: "the page is gone",
    EvidenceState.UNREACHABLE: "the page could not be reached: what you approve waits until it is refreshed",
}
PROVEN = {
    FixOp.O1: "Proven by machine: the new value stands word for word in the quote, and nothing else changes.",
    FixOp.O2: "Proven by machine: only words of this claim go, the commas there are mended, and no new fact comes.",
}
YOURS = {
    FixOp.O1: "Not proven, so yours to judge: that quote and claim speak of the same thing.",
    FixOp.O2: "Not proven, so yours to judge: that what remains reads well, and that nothing else leans on what goes.",
}


@dataclass(frozen=True)
class Surroundings:
    """What stands around an item: lines of its file as (number, text, is the claim's), the same claim elsewhere, and
    what is on record of the cited page, its text as it was stored, and whether that page is an invented one."""

    lines: Sequence[tuple[int, str, bool]] = ()
    siblings: Sequence[str] = ()
    page: Page | None = None
    stored: str = ""
    is_synthetic: bool = False

    @property
    def source_check(self) -> str:
        """What a person ticks who writes a line: that they read the source itself. An invented page is nowhere live."""
        return "I checked the stored copy of the page" if self.is_synthetic else "I checked the live source"


@dataclass(frozen=True)
class Standing:
    """Where an item stands for this reviewer: the version of its answers, what they answered, in words and as a status,
    and notes to show."""

    version: str
    answer: str = ""
    notes: Sequence[str] = ()
    own: ItemStatus | None = None


@dataclass(frozen=True)
class Offer:
    """One proposal of an item, and who all makes it."""

    seen: Seen
    origins: Sequence[str] = (BUILT_IN,)

    @property
    def by(self) -> str:
        names = ["the machine" if one == BUILT_IN else one.replace(":", " ", 1) for one in self.origins]
        return " and ".join(names)


def content_of(seen: Seen) -> str:
    """Names what is on the screen of an item beside the answers: an answer to another content is refused."""
    evidence = seen.evidence.sha256 if seen.evidence else None
    return digest([seen.proposal.sha256, evidence, seen.policy_sha256, seen.released])


def card(
    offer: Offer, around: Surroundings, standing: Standing, now: datetime, others: Sequence[Offer] = ()
) -> dict[str, Any]:
    """The values of the item page in `review.js`; texts are lists of runs. `others`: what else is proposed."""
    seen = offer.seen
    flag, proposal = seen.flag, seen.proposal
    op = FixOp.O3 if standing.own is ItemStatus.TO_O3 else seen.op
    return {
        "key": flag.key,
        "version": standing.version,
        "content": content_of(seen),
        "op": str(op),
        "badge": BADGES[op],
        "place": plain(f"{flag.file}:{proposal.line}"),
        "rule": f"{flag.judge_verdict.replace('_', ' ')} · {rule_words(flag.rule)}",
        "answer": standing.answer,
        "notes": [plain(note) for note in standing.notes],
        "banner": _banner(proposal),
        "choice": plain(_choice(offer, others)),
        "others": [_other(one) for one in others],
        "heading": _heading(offer),
        "diff": reveal(_diff(seen)),
        "markup": markup_note(seen),
        "quotes": [[title, reveal(shorten(runs))] for title, runs in _quotes(seen)],
        "url": plain(flag.evidence_url),
        "href": "" if around.is_synthetic or urlsplit(flag.evidence_url).scheme != "https" else flag.evidence_url,
        "freshness": f"{INVENTED if around.is_synthetic else ''}{_freshness(seen, now)}",
        "stored": plain(around.stored),
        "stored_title": f"The page as it was stored ({counted(len(around.stored), 'character')})",
        "stored_open": not flag.evidence_quote,
        "source_check": around.source_check,
        "history": _history(seen, around.page),
        "reason": plain(flag.reason or "no reason given"),
        "context": context_of(around),
        "siblings": [plain(place) for place in around.siblings],
        "advice": advice(seen, standing.own),
        "unavailable": unavailable(seen, standing.own) | ({} if others else {"other": ONE_PROPOSAL}),
        "text": (seen.line_after if seen.has_text else proposal.line_before) or "",
        "dispositions": [str(word) for word in dispositions_for(flag.judge_verdict)],
    } | _grounds(seen)


def context_of(around: Surroundings) -> list[list[Any]]:
    """The lines around an item, as the browser draws them."""
    return [[number, plain(text), target] for number, text, target in around.lines]


def rule_words(rule: Rule) -> str:
    """The rule that the judge named, as a person reads it."""
    return "no rule" if rule is Rule.NONE else f"rule {rule.label}"


INVENTED = "this workspace is synthetic: the address exists nowhere, the stored copy is the page · "
MARKUP = "Shown as it is written in the file: marks such as ** (bold) belong to the text and are not seen on the page."
_MARKS = re.compile(r"\*\*|__|`|\]\(|^#|<\w")


def markup_note(seen: Seen) -> str:
    """What the marks in a line are, where it has any: a diff shows the file's source."""
    lines = (seen.proposal.line_before, seen.line_after)
    return MARKUP if any(_MARKS.search(line) for line in lines if line) else ""


def _history(seen: Seen, page: Page | None) -> dict[str, Any]:
    """What helps to choose between outdated and wrong, where that is asked: only what the page itself tells."""
    if seen.flag.judge_verdict is JudgeVerdict.SOURCE_SILENT:
        return {}
    dates = [
        ("last published", page.updated if page else ""),
        ("dated by its authors", page.dated if page else ""),
        ("served as last modified", (page.last_modified or "") if page else ""),
    ]
    told = " · ".join(f"{what} {date}" for what, date in dates if date)
    source = page.source if page else ""
    known = f"The page: {told}." if told else "No date of the page is on record."
    return {
        "words": WHICH_RULING,
        "dates": plain(known if source else f"{known} It names no public history."),
        "url": plain(source),
        "href": source,
    }


def _banner(proposal: Proposal) -> list[list[Run]]:
    """What stands over a worker's text that verification leaves to a person."""
    found = proposal.self_evaluation
    return [plain(line) for line in low_confidence_text(found).splitlines()] if found else []


def _choice(offer: Offer, others: Sequence[Offer]) -> str:
    if not others:
        return "" if tuple(offer.origins) == (BUILT_IN,) else f"Proposed by {offer.by}."
    names = " and ".join(one.by for one in others)
    return f"Proposals differ. You decide on the one by {offer.by}; the one by {names} stands below."


def _other(offer: Offer) -> dict[str, Any]:
    """A proposal that is not the one decided on now: what it would write, and what is known of it."""
    return {
        "heading": plain(f"Also proposed, by {offer.by}: {BADGES[offer.seen.op]}"),
        "diff": reveal(_diff(offer.seen)),
        "why": [*_banner(offer.seen.proposal), *_grounds(offer.seen)["why"]],
    }


def _heading(offer: Offer) -> str:
    seen = offer.seen
    if seen.draft:
        return "Your line" if seen.line_after is not None else "You take the whole line out"
    if not seen.proposal.edits:
        return "The claim's line, as it is"
    if seen.op is FixOp.O3:
        return f"An idea of {offer.by} that could not be proven"
    return "Proposed change" if seen.line_after is not None else "Proposed: the whole line goes"


def _diff(seen: Seen) -> list[Run]:
    before = seen.proposal.line_before
    if before is None:
        return [Run("same", seen.flag.claim)]
    if not seen.has_text:
        start = before.find(seen.flag.claim)
        return mark_spans(before, [(start, start + len(seen.flag.claim))] if start >= 0 else [])
    return line_diff(before, seen.line_after, () if seen.draft else seen.proposal.edits)


def _quotes(seen: Seen) -> list[tuple[str, list[Run]]]:
    """What the page said when it was judged and, where that is another text, what it says now."""
    quote = seen.flag.evidence_quote
    passage = seen.evidence.passage if seen.evidence else ""
    if not quote:
        words = passage or "The judge quoted nothing: the page as a whole does not speak of the claim."
        return [("What the page says now" if passage else "What the page says", [Run("same", words)])]
    marked = mark_spans(quote, _decisive(seen, quote))
    if not passage or passage.strip() == quote.strip():
        return [("What the page says", marked)]
    return [("What the page said when it was judged", marked), ("What the page says now", [Run("mark", passage)])]


def _decisive(seen: Seen, quote: str) -> list[tuple[int, int]]:
    """Where the quote says what the change rests on."""
    proof = seen.proposal.proof
    if proof is not None and proof.quote_start is not None and proof.quote_end is not None:
        return [(proof.quote_start, proof.quote_end)]
    return [span for edit in seen.proposal.edits for span in occurrences(edit.new.strip(), quote)]


def _freshness(seen: Seen, now: datetime) -> str:
    if seen.evidence is None:
        return without_evidence(seen.flag)
    days = (now - datetime.fromisoformat(seen.evidence.fetched_at)).days
    age = "today" if days < 1 else f"{counted(days, 'day')} ago"
    return f"fetched {seen.evidence.fetched_at[:10]} ({age}) · {STATES[seen.evidence.state]}"


def _grounds(seen: Seen) -> dict[str, Any]:
    """Why the machine proposes this and what it could not prove: first for people, then every fact for machines."""
    proposal = seen.proposal
    reasons = [_reason(abort, seen) for abort in proposal.aborts]
    if proposal.proof and proposal.op in PROVEN:
        why = [PROVEN[proposal.op], YOURS[proposal.op]]
    else:
        why = [reasons[at] for at in _first_of_each(proposal.aborts)]
        why = why or ["Nothing could be proven: what to say here is yours to decide."]
    facts = [*proposal.proof.facts] if proposal.proof else []
    facts += [f"{words} [{abort.code}]" for words, abort in zip(reasons, proposal.aborts, strict=True)]
    return {"why": [*map(plain, why)], "facts": [*map(plain, facts)]}


_NOW_SAID = {AbortCode.QUOTE_CHANGED, AbortCode.SUPPORTS_NOW, AbortCode.SOURCE_ANSWERS_NOW, AbortCode.QUOTE_ONLY_NEAR}


def _reason(abort: Abort, seen: Seen) -> str:
    """A reason in words. What the page says is told as such: after a colon it would pass for what is missing."""
    code = AbortCode.PRICE_RELEASED if abort.code is AbortCode.OPERATOR_GATED and seen.released else abort.code
    if not abort.detail:
        return code.meaning
    if code in _NOW_SAID:
        return f"{code.meaning}. The page now says: “{abort.detail}”"
    return f"{code.meaning}: {abort.detail}"


def _first_of_each(aborts: Sequence[Abort]) -> list[int]:
    """Where the reasons stand that are shown: the first one, and after one that only says why nothing is swapped the
    first one that says why nothing is subtracted either."""
    others = [at for at, abort in enumerate(aborts) if not abort.code.says_no_swap]
    return [0, *others[:1]] if aborts and aborts[0].code.says_no_swap else [*range(len(aborts))][:1]
