"""Units of work: one flag each, with everything that an answer needs and nothing else.

A unit is named by its flag alone, so that the same flag has the same name in every run; when it is handed out again,
the attempt is added (`…-1a2b3c4d5e6f.2`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec

from r11.fixes.classifier import FileContext, barriers_of
from r11.fixes.policy import Policy
from r11.records import (
    UNIT_SCHEMA,
    ExecutorOutput,
    Flag,
    UnitFlag,
    UnitLine,
    UnitPage,
    UnitPolicy,
    WorkUnit,
    sha256_hex,
)
from r11.text.lines import ClaimSite, Document, find_claim
from r11.text.quotes import PageText, find_verbatim, section_at
from r11.verification.prompt import prompt_of
from r11.verification.verifier import OnRecord
from r11.vocabulary import AbortCode

LINES_AROUND: Final = 3
LONGEST_PART: Final = 8_000  # characters of a page that a unit carries

# A changed page is the very thing to ask somebody about; for the rest of what bars an edit no answer could help.
_ASKED_ALL_THE_SAME: Final = frozenset({AbortCode.QUOTE_CHANGED, AbortCode.SOURCE_ANSWERS_NOW})


@dataclass(frozen=True)
class Task:
    """What a unit is made from: the flag, its file, the page on record, the policy in force with its text."""

    flag: Flag
    context: FileContext | None
    record: OnRecord | None = None
    policy: Policy | None = None
    policy_text: str = ""


@dataclass(frozen=True)
class Order:
    """Which shard a unit is for, which attempt it is, and what was wrong with the answers before."""

    shard: str
    attempt: int = 1
    failures: tuple[str, ...] = ()


def unit_name(flag_key: str, attempt: int = 1) -> str:
    """File name and answer's name: readable, safe on every disk, one for each flag and attempt."""
    file, _, claim_id = flag_key.rpartition("#")
    stem = file.rpartition("/")[2].removesuffix(".md")
    words = [_plain(stem)[:60], _plain(claim_id)[:20], sha256_hex(flag_key.encode("utf-8"))[:12]]
    name = "-".join(word for word in words if word)
    return name if attempt == 1 else f"{name}.{attempt}"


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def make_unit(task: Task, order: Order) -> WorkUnit | AbortCode:
    """The unit, or the reason why there is nothing that a worker could do about the flag."""
    flag, context = task.flag, task.context
    site = find_claim(context.document, flag.claim, flag.line) if context else None
    evidence = task.record.evidence if task.record else None
    barred = [b.code for b in barriers_of(flag, context, site, evidence, False) if b.code not in _ASKED_ALL_THE_SAME]
    if barred or context is None or not isinstance(site, ClaimSite):
        return barred[0]
    unit = WorkUnit(
        schema=UNIT_SCHEMA,
        unit=unit_name(flag.key, order.attempt),
        shard=order.shard,
        file=flag.file,
        attempt=order.attempt,
        flag=_flag(flag),
        line=_line(context.document, site),
        page=_page(task.record),
        policy=_policy(task.policy, task.policy_text),
        failures=order.failures,
        answer_schema=answer_schema(),
        prompt="",
    )
    return msgspec.structs.replace(unit, prompt=prompt_of(unit))


@cache
def answer_schema() -> dict[str, Any]:
    """The JSON Schema of executor output: the same in every unit."""
    return msgspec.json.schema(ExecutorOutput)


def _flag(flag: Flag) -> UnitFlag:
    return UnitFlag(
        claim_id=flag.id,
        flag_key=flag.key,
        claim=flag.claim,
        judge_verdict=flag.judge_verdict,
        rule=flag.rule,
        evidence_url=flag.evidence_url,
        evidence_quote=flag.evidence_quote,
        reason=flag.reason,
        failed_span=flag.failed_span,
    )


def _line(document: Document, site: ClaimSite) -> UnitLine:
    first = max(1, site.number - LINES_AROUND)
    before = [_text(document, number) for number in range(first, site.number)]
    last = min(len(document.lines), site.number + LINES_AROUND)
    after = [_text(document, number) for number in range(site.number + 1, last + 1)]
    return UnitLine(number=site.number, text=site.body.decode("utf-8"), before=tuple(before), after=tuple(after))


def _text(document: Document, number: int) -> str:
    return (document.body(number) or b"").decode("utf-8", "replace")


def _page(record: OnRecord | None) -> UnitPage | None:
    if record is None:
        return None
    evidence = record.evidence
    return UnitPage(
        url=evidence.url,
        fetched_at=evidence.fetched_at,
        sha256=evidence.text_sha256 or "",
        state=evidence.state,
        passage=evidence.passage,
        text=page_part(record.page, evidence.passage),
    )


def page_part(page: PageText, passage: str) -> str:
    """The section that holds the passage, else the beginning of the page; cut where it is long."""
    found = find_verbatim(passage, page) if passage else None
    if found is None:
        return page.text[:LONGEST_PART].strip()
    start, end = found.spans[0]
    section = section_at(page, start)
    first = section.start if end - section.start <= LONGEST_PART else start
    return page.text[first : min(section.end, first + LONGEST_PART)].strip()


def _policy(policy: Policy | None, text: str) -> UnitPolicy | None:
    if policy is None:
        return None
    return UnitPolicy(
        scopes=tuple(sorted(policy.scopes)),
        generalisations=policy.generalisations,
        text_sha256=policy.text_sha256,
        text=text,
    )
