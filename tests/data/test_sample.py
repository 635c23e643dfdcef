"""The embedded sample: the published shape to the digit, up to date with its maker, and true to its own gold."""

from __future__ import annotations

import json
import re
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pytest

from r11.evidence.extract import page_text
from r11.fixes.freshness import flag_evidence
from r11.fixes.policy import generalisations_of
from r11.ledger.augment import read_judge_pass
from r11.ledger.claims import read_claims
from r11.ledger.manifest import Ledger, check_corpus, read_ledger
from r11.ledger.population import has_number, population
from r11.records import Flag, Page
from r11.storage import Workspace
from r11.text.lines import BOM, ClaimSite, Document, find_claim
from r11.text.quotes import PageText
from r11.verification.worklist import unit_name
from r11.vocabulary import CheckCode, EvidenceState, PageOutcome, Rule

DATA = Path(__file__).resolve().parents[2] / "data"
SAMPLE = DATA / "sample"
OWNED = ("corpus", "1-ledger", "pages", "4-artefacts")

Gold = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    return read_ledger((SAMPLE / "1-ledger/ledger.json").read_bytes())


@pytest.fixture(scope="module")
def gold() -> Gold:
    rows = [json.loads(line) for line in (SAMPLE / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    return {row["flag_key"]: row for row in rows}


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    root = SAMPLE / "corpus"
    return {path.relative_to(root).as_posix(): Document.parse(path.read_bytes()) for path in root.rglob("*.md")}


@pytest.fixture(scope="module")
def pages() -> dict[str, PageText]:
    """The text of every page by its address, read as `r11 refresh` reads it."""
    index = json.loads((SAMPLE / "pages/index.json").read_bytes())
    kinds = {".md": "text/markdown", ".html": "text/html"}
    paths = {url: SAMPLE / "pages" / name for url, name in index.items()}
    return {url: PageText.of(page_text(path.read_bytes(), kinds[path.suffix])) for url, path in paths.items()}


# --- the published shape --------------------------------------------------------------------------------------------


def test_the_published_counts_to_the_digit(ledger: Ledger, documents: dict[str, Document]) -> None:
    shape = population(ledger, corpus_files=len(documents))
    assert (shape.records, shape.records_flagged, shape.corpus_files) == (222, 208, 252)
    assert (shape.flags, shape.fix_targets, shape.flags - shape.fix_targets) == (902, 712, 190)
    assert (shape.with_quote, shape.urls, shape.largest_cluster) == (712, 540, 12)
    assert [(band.label, band.files, band.flags) for band in shape.bands] == [
        ("1", 45, 45), ("2–6", 133, 489), ("7 or more", 21, 178),
    ]  # fmt: skip
    assert {rule.label: count for rule, count in shape.rules} == {
        "R8": 339, "R2": 176, "none": 72, "R4": 41, "R3": 40, "R7": 28, "R1": 16,
    }  # fmt: skip
    assert (shape.with_numbers, shape.with_numbers_r8) == (202, 94)
    assert shape.invalid == 0


def test_the_counts_hold_when_counted_without_the_program() -> None:
    records = json.loads((SAMPLE / "1-ledger/ledger.json").read_bytes())["records"]
    targets = [flag for record in records for flag in record["flags"] if flag["judge_verdict"] == "not_grounded"]
    numbered = [
        flag for flag in targets if re.search(r"\d", flag["claim"]) and re.search(r"\d", flag["evidence_quote"])
    ]
    assert len(targets) == 712
    assert len(numbered) == 202
    assert sum(flag["rule"] == "R8" for flag in numbered) == 94
    assert len({flag["evidence_url"] for flag in targets}) == 540


def test_silent_flags_cite_pages_that_fix_targets_cite(ledger: Ledger) -> None:
    cited = {flag.evidence_url for flag in ledger.flags if flag.is_fix_target}
    silent = [flag for flag in ledger.flags if not flag.is_fix_target]
    assert {flag.evidence_url for flag in silent} <= cited
    assert not any(flag.evidence_quote for flag in silent)


def test_judge_outputs_and_claims_make_the_ledger(ledger: Ledger) -> None:
    outputs = {path.name: path.read_bytes() for path in (SAMPLE / "1-ledger/judge").glob("*.json")}
    judged = read_judge_pass(outputs, read_claims((SAMPLE / "1-ledger/claims.json").read_bytes()))
    assert judged.invalid == 0
    assert not judged.incomplete + judged.unjudged + judged.unplaced
    assert {record.file: record for record in judged.records} == {record.file: record for record in ledger.records}


# --- the corpus -----------------------------------------------------------------------------------------------------


def test_every_judged_claim_is_found_once(documents: dict[str, Document]) -> None:
    claims = read_claims((SAMPLE / "1-ledger/claims.json").read_bytes())
    assert not claims.problems
    sites = [
        find_claim(documents[file.file], claim.claim, claim.line)
        for file in claims.files.values()
        for claim in file.claims
    ]
    assert [site for site in sites if not isinstance(site, ClaimSite)] == []
    assert sum(isinstance(site, ClaimSite) and site.moved for site in sites) == 6


def test_the_check_finds_moved_claims_and_nothing_else(ledger: Ledger, documents: dict[str, Document]) -> None:
    found = check_corpus(ledger, {record.file: documents.get(record.file) for record in ledger.records})
    assert Counter(problem.code for problem in (*ledger.problems, *found)) == {CheckCode.CLAIM_MOVED: 6}


QUIRKS = {
    "CRLF": lambda data: b"\r\n" in data and data.count(b"\n") == data.count(b"\r\n"),
    "mixed line endings": lambda data: b"\r\n" in data and data.count(b"\n") > data.count(b"\r\n"),
    "byte order mark": lambda data: data.startswith(BOM),
    "byte order mark and CRLF": lambda data: data.startswith(BOM) and b"\r\n" in data,
    "no newline at the end": lambda data: not data.endswith(b"\n"),
    "front matter": lambda data: data.removeprefix(BOM).startswith(b"---"),
    "no front matter": lambda data: not data.removeprefix(BOM).startswith(b"---"),
    "escaped pipe in a cell": lambda data: rb"\|" in data,
    "code fence": lambda data: b"```" in data,
    "comment": lambda data: b"<!-- reviewed" in data,
    "nested list": lambda data: b"\n  - " in data,
    "two trailing spaces": lambda data: re.search(rb"\S  \r?\n", data) is not None,
    "bold value": lambda data: re.search(rb"\*\*\d", data) is not None,
    "link": lambda data: b"](https://" in data,
    "Norwegian prose": lambda data: b"Kilde: " in data,
}


@pytest.mark.parametrize("quirk", QUIRKS)
def test_the_corpus_has_the_quirks_of_real_files(quirk: str) -> None:
    assert any(QUIRKS[quirk](path.read_bytes()) for path in (SAMPLE / "corpus").rglob("*.md"))


def test_everything_is_labelled_synthetic_and_small() -> None:
    assert Workspace.open(SAMPLE).settings.synthetic
    texts = [*(SAMPLE / "corpus").rglob("*.md"), *(SAMPLE / "pages").glob("*.md"), *(SAMPLE / "pages").glob("*.html")]
    assert [path for path in texts if b"ynthetic" not in path.read_bytes()] == []
    assert all(path.stat().st_size < 2048 for path in texts if path.parent.name == "pages")
    made = [path for folder in OWNED for path in (SAMPLE / folder).rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in made) < 3_000_000


# --- gold -----------------------------------------------------------------------------------------------------------


def test_gold_answers_every_flag_once(ledger: Ledger, gold: Gold) -> None:
    assert set(gold) == {flag.key for flag in ledger.flags}
    assert len((SAMPLE / "gold.jsonl").read_bytes().splitlines()) == len(gold)
    targets = [gold[flag.key] for flag in ledger.flags if flag.is_fix_target]
    assert Counter(row["op"] for row in targets) == {"O1": 125, "O2": 256, "O3": 331}
    assert sum(row["judge_was_wrong"] for row in targets) == 43


def test_a_refresh_finds_what_gold_says(ledger: Ledger, gold: Gold, pages: dict[str, PageText]) -> None:
    assert set(pages) == {flag.page_url for flag in ledger.flags}
    found = {flag.key: _state(flag, pages[flag.page_url]) for flag in ledger.flags}
    assert found == {key: row["evidence_state"] for key, row in gold.items()}
    counts = Counter(found.values())
    assert (counts["changed"], counts["moved"], counts["supports_now"], counts["answers_now"]) == (24, 16, 14, 10)


def _state(flag: Flag, text: PageText) -> EvidenceState:
    page = Page(
        url=flag.page_url,
        outcome=PageOutcome.FETCHED,
        fetched_at="2026-09-14T08:30:00Z",
        text_sha256="0" * 64,
    )
    return flag_evidence(flag, page, text).state


def _line(flag: Flag, documents: dict[str, Document]) -> str:
    site = find_claim(documents[flag.file], flag.claim, flag.line)
    assert isinstance(site, ClaimSite)
    return site.body.decode("utf-8")


def test_gold_swaps_one_value_that_the_quote_holds(ledger: Ledger, gold: Gold, documents: dict[str, Document]) -> None:
    swaps = [flag for flag in ledger.flags if gold[flag.key]["op"] == "O1"]
    for flag in swaps:
        before, after = _line(flag, documents).split(" "), gold[flag.key]["line_after"].split(" ")
        changes = [code for code in SequenceMatcher(None, before, after, False).get_opcodes() if code[0] != "equal"]
        start, end = changes[0][3], changes[-1][4]
        new = " ".join(after[start:end]).strip("*`.%,;| ")
        assert len(before) == len(after), flag.key
        assert new in flag.evidence_quote, flag.key


def test_gold_cuts_only_take_away(ledger: Ledger, gold: Gold, documents: dict[str, Document]) -> None:
    cuts = [flag for flag in ledger.flags if gold[flag.key]["op"] == "O2" and gold[flag.key]["line_after"] is not None]
    cuts = [flag for flag in cuts if gold[flag.key]["family"] != "generalise"]
    assert len(cuts) > 250
    for flag in cuts:
        before, after = _line(flag, documents), gold[flag.key]["line_after"]
        left = iter(before.replace(",", ""))
        assert len(after) < len(before), flag.key
        assert all(character in left for character in after.replace(",", "")), flag.key


def test_gold_generalises_by_the_pairs_of_the_policy(
    ledger: Ledger, gold: Gold, documents: dict[str, Document]
) -> None:
    pairs = generalisations_of((SAMPLE / "policy/O2.md").read_bytes())
    flags = [flag for flag in ledger.flags if gold[flag.key]["family"] == "generalise"]
    used: Counter[tuple[str, str]] = Counter()
    for flag in flags:
        (pair,) = [pair for pair in pairs if pair[0] in flag.claim]
        assert gold[flag.key]["line_after"] == _line(flag, documents).replace(*pair), flag.key
        used[pair] += 1
    assert set(used) == set(pairs)


def test_gold_leaves_the_line_alone_where_nothing_is_edited(gold: Gold) -> None:
    closed = [row for row in gold.values() if row["action"] in ("close", "ask")]
    assert all(row["line_after"] is None for row in closed)
    assert all(row["disposition"] == "correct" for row in closed if row["action"] == "close")
    assert {row["judge_was_wrong"] for row in closed if row["action"] == "close"} == {True}


def test_failed_spans_are_given_for_some_multi_part_claims(ledger: Ledger) -> None:
    with_span = [flag for flag in ledger.flags if flag.failed_span is not None]
    assert len(with_span) > 40
    assert all(flag.failed_span in flag.claim and flag.rule is Rule.R8 for flag in with_span)


def test_a_multi_part_claim_with_two_numbers_is_no_clean_swap_by_rule(ledger: Ledger, gold: Gold) -> None:
    """202 flags look like swaps by the naive signal; by gold about half of them are."""
    naive = [flag for flag in ledger.flags if has_number(flag.claim) and has_number(flag.evidence_quote)]
    assert Counter(gold[flag.key]["op"] for flag in naive) == {"O1": 110, "O2": 36, "O3": 56}


# --- policy, protocol, artefacts ------------------------------------------------------------------------------------


def test_policy_is_a_readable_draft() -> None:
    text = (SAMPLE / "policy/O2.md").read_bytes()
    assert len(generalisations_of(text)) == 4
    assert "Not ratified" in text.decode("utf-8")


def test_runs_on_the_sample_are_not_committed() -> None:
    ignored = (SAMPLE / ".gitignore").read_text(encoding="utf-8").split()
    folders = {f"/{name}/" for name in ("2-evidence", "3-units", "5-proposals", "6-decisions", "7-approved")}
    files = {"/8-receipts/", "/9-reports/", "/policy/O2.ratified.json", "/protocol/protocol.frozen.json"}
    assert folders | files <= set(ignored)


def artefacts(worker: str) -> dict[str, Any]:
    """By unit, what a worker handed in; text where it is no JSON."""
    found: dict[str, Any] = {}
    for path in (SAMPLE / "4-artefacts" / worker).glob("*.json"):
        try:
            found[path.stem] = json.loads(path.read_bytes())
        except json.JSONDecodeError:
            found[path.stem] = path.read_text(encoding="utf-8")
    return found


def test_good_artefacts_rest_on_the_flags_own_quotes(ledger: Ledger) -> None:
    quotes = {flag.key: flag.evidence_quote for flag in ledger.flags}
    for unit, output in artefacts("worker-a").items():
        (claim,) = output["claims"]
        assert unit == output["unit"] == unit_name(claim["flag_key"])
        assert [call["ref"] for call in output["invocations"]] == [claim["evidence"]["invocation_ref"]]
        assert claim["evidence"]["quote"] == quotes[claim["flag_key"]]


def test_bad_artefacts_are_bad_in_their_own_way() -> None:
    unreadable = [text for text in artefacts("worker-b").values() if isinstance(text, str)]
    assert sorted("```" in text for text in unreadable) == [False, True]
    assert len(artefacts("worker-a").keys() & artefacts("worker-b").keys()) == 1
    outputs = list(artefacts("worker-c").values())
    assert sum("executor_final_answer" in output for output in outputs) == 1
    assert [o["claims"][0]["evidence"]["invocation_ref"] for o in outputs].count("inv-99") == 1
