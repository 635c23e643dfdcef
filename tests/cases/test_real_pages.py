"""Quotes and claims against real pages, as markdown source and as HTML: measured where $R11_CASES names the cases."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from r11.evidence.extract import html_text
from r11.fixes.freshness import flag_evidence
from r11.ledger.manifest import read_ledger
from r11.records import Flag, Page
from r11.text.quotes import PageText, find_verbatim
from r11.vocabulary import EvidenceState, MatchKind, PageOutcome

pytestmark = pytest.mark.cases

SETS = ("drift", "drift-kb")
FOUND_AT_LEAST = 0.98


class Case(NamedTuple):
    flag: Flag
    gold_op: str
    slug: str


@pytest.fixture(scope="module")
def pages_of(cases: Path) -> Callable[[str, str], PageText]:
    @cache
    def page(slug: str, form: str) -> PageText:
        source = (cases / "drift-pages" / f"{slug}.{form}").read_text(encoding="utf-8")
        return PageText.of(html_text(source) if form == "html" else source)

    return page


@pytest.fixture(scope="module")
def flags(cases: Path) -> list[Case]:
    return list(read_cases(cases))


def read_cases(cases: Path) -> Iterator[Case]:
    """The flags of both sets whose new page is among the pages."""
    index = json.loads((cases / "drift-pages" / "index.json").read_text(encoding="utf-8"))
    slugs = {case: page["slug"] for page in index for case in page["cases"]}
    for name in SETS:
        lines = (cases / name / "gold.jsonl").read_text(encoding="utf-8").splitlines()
        gold = {row["case_id"]: row for row in map(json.loads, lines)}
        for flag in read_ledger((cases / name / "ledger.json").read_bytes(), allowed_hosts=None).flags:
            row = gold[flag.id]
            slug = slugs.get(flag.id) or slugs.get(row["group"])
            if slug:
                yield Case(flag, row["gold_op"], slug)


def test_quotes_of_the_source_are_found_in_the_html(
    flags: list[Case], pages_of: Callable[[str, str], PageText]
) -> None:
    quoted = [case for case in flags if case.flag.evidence_quote]
    wanted = [case for case in quoted if case.flag.evidence_quote in pages_of(case.slug, "md").served]
    missing = [case for case in wanted if find_verbatim(case.flag.evidence_quote, pages_of(case.slug, "html")) is None]
    share = 1 - len(missing) / len(wanted)
    print(f"{len(wanted) - len(missing)} of {len(wanted)} quotes found ({share:.4f})")
    assert len(wanted) > 600
    assert share >= FOUND_AT_LEAST, [(case.slug, case.flag.evidence_quote) for case in missing]


@pytest.mark.parametrize("form", ["md", "html"])
def test_no_claim_that_the_page_does_not_hold_is_called_standing_or_supported(
    flags: list[Case], pages_of: Callable[[str, str], PageText], form: str
) -> None:
    """An old claim put in the quote's place, on a page whose source does not have it."""
    wrong, tried = [], 0
    for flag, gold_op, slug in flags:
        if flag.claim in pages_of(slug, "md").served:
            continue
        tried += 1
        put = replace(flag, evidence_quote=flag.claim)
        found = flag_evidence(put, a_page(flag.evidence_url), pages_of(slug, form))
        if found.state in (EvidenceState.STANDS, EvidenceState.MOVED, EvidenceState.SUPPORTS_NOW):
            wrong.append((gold_op, slug, flag.claim, found.passage))
        assert found.match in (MatchKind.NEAR, MatchKind.NONE) or wrong
    print(f"{len(wrong)} of {tried} absent claims called standing or supported")
    assert tried > 700
    assert not wrong


def a_page(url: str) -> Page:
    return Page(url=url, outcome=PageOutcome.FETCHED, fetched_at="2026-01-01T00:00:00+00:00", text_sha256="0" * 64)
