"""What a flag and its evidence URL must be beyond their types. Each check has one stable code.

A check looks only at fields that could be read, so that one fault is one problem. Sources: the checks on a ledger and
the table of the two vocabularies in the contract of the judge pass.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from r11.errors import Problem
from r11.ledger.strict_json import at, cut
from r11.vocabulary import CheckCode, Disposition, JudgeVerdict, dispositions_for

_URL = re.compile(r"https://([^/?#\s\\]+)([/?#][^\s\\\x00-\x1f\x7f]*)?", re.IGNORECASE)


def url_problem(url: str, place: str, allowed_hosts: Collection[str] | None) -> Problem | None:
    """None where a refresh may ask for this URL. `allowed_hosts=None` accepts every host.

    What stands where the host does must be exactly an allowed host (with port 443 or none), so that it makes no
    difference how forgiving the reader of a URL is.
    """
    match = _URL.fullmatch(url)
    if match is None:
        return Problem(place, CheckCode.URL_NOT_HTTPS, f"{cut(url, 80)} is no https URL")
    _, credentials, host = match[1].lower().rpartition("@")
    if credentials:
        return Problem(place, CheckCode.URL_HAS_CREDENTIALS, f"the URL for {cut(host)} carries a user or password")
    if allowed_hosts is not None and host.removesuffix(":443") not in allowed_hosts:
        hosts = ", ".join(allowed_hosts)
        return Problem(place, CheckCode.HOST_NOT_ALLOWED, f"host {cut(host)} is not allowed (allowed_hosts: {hosts})")
    return None


def disposition_problem(
    verdict: JudgeVerdict, disposition: Disposition | None, closed: bool, place: str
) -> Problem | None:
    """`correct` only on a closed flag; otherwise what the verdict maps to, or pending where it leaves a choice."""
    allowed: list[Disposition | None] = list(dispositions_for(verdict))
    if verdict.is_fix_target or closed:
        allowed.append(None)
    if closed:
        allowed.append(Disposition.CORRECT)
    if disposition in allowed:
        return None
    found = "a pending disposition" if disposition is None else repr(str(disposition))
    state = "a closed " if closed else ""
    words = ", ".join("null" if word is None else word for word in allowed)
    return Problem(place, CheckCode.DISPOSITION_NOT_ALLOWED, f"{found} is not allowed on {state}{verdict} ({words})")


def flag_problems(
    fields: Mapping[str, Any], record_file: str | None, place: str, allowed_hosts: Collection[str] | None
) -> Iterator[Problem]:
    """The problems of one flag whose readable fields are `fields` (names and types of `records.Flag`)."""
    yield from _name_problems(fields, record_file, place)
    yield from _place_problems(fields, place)
    yield from _verdict_problems(fields, place)
    if "evidence_url" in fields:
        problem = url_problem(fields["evidence_url"], at(place, "evidence_url"), allowed_hosts)
        if problem:
            yield problem


def _name_problems(fields: Mapping[str, Any], record_file: str | None, place: str) -> Iterator[Problem]:
    file = fields.get("file")
    if file is not None and record_file is not None and file != record_file:
        message = f"the flag names {cut(file)}, its record {cut(record_file)}"
        yield Problem(at(place, "file"), CheckCode.FILE_MISMATCH, message)
    if fields.get("id") == "":
        yield Problem(at(place, "id"), CheckCode.EMPTY_ID, "the id is empty")


def _place_problems(fields: Mapping[str, Any], place: str) -> Iterator[Problem]:
    yield from claim_problems(fields, place)
    claim, span = fields.get("claim"), fields.get("failed_span")
    if claim and span is not None and (not span or span not in claim):
        message = f"{cut(span)} does not stand in the claim"
        yield Problem(at(place, "failed_span"), CheckCode.FAILED_SPAN_NOT_IN_CLAIM, message)


def claim_problems(fields: Mapping[str, Any], place: str) -> Iterator[Problem]:
    """The checks that a claim of the manifest and a flag share."""
    line, claim = fields.get("line"), fields.get("claim")
    if line is not None and line < 1:
        yield Problem(at(place, "line"), CheckCode.LINE_BELOW_ONE, f"line {line}: lines are counted from 1")
    if claim is not None and not claim.strip():
        yield Problem(at(place, "claim"), CheckCode.EMPTY_CLAIM, "the claim holds no text")


def _verdict_problems(fields: Mapping[str, Any], place: str) -> Iterator[Problem]:
    verdict: JudgeVerdict | None = fields.get("judge_verdict")
    if verdict is None:
        return
    if not verdict.is_flagged:
        yield Problem(at(place, "judge_verdict"), CheckCode.GROUNDED_FLAG, "a grounded claim is never a flag")
        return
    if "disposition" in fields:
        problem = disposition_problem(
            verdict, fields.get("disposition"), bool(fields.get("closed")), at(place, "disposition")
        )
        if problem:
            yield problem
    if verdict.is_fix_target and "evidence_quote" in fields and not fields["evidence_quote"].strip():
        message = "a fix target without a quote: it can only be O3"
        yield Problem(at(place, "evidence_quote"), CheckCode.NO_QUOTE, message)
