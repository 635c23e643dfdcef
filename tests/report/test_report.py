"""The report: opens without a network, escapes what it is fed, and never prints a number that is none."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from pilot_makers import Pair, aborted, flag, invalid, random_programme, report_of, rewrite, swap, waiting
from test_settled import stamped

from r11.commands.pilot import lines
from r11.errors import Problem
from r11.ledger.manifest import InvalidEntry
from r11.pilot.items import Outcome
from r11.pilot.measures import measure
from r11.report import PilotReport, as_html, as_json, write
from r11.vocabulary import AbortCode, CheckCode, JudgeVerdict, Rule

NASTY = '</script><img src=x onerror="alert(1)">&amp;{{ 7*7 }}'

WORLDS: dict[str, tuple[list[Pair], list[InvalidEntry]]] = {
    "no flags": ([], []),
    "all invalid": ([], [invalid(), invalid("a.md", JudgeVerdict.NOT_GROUNDED, Rule.R8)]),
    "one file": ([swap(flag())], []),
    "no file in the pilot": ([waiting(flag(rule=Rule.R8)), aborted(flag(number=2))], [invalid()]),
    "only pilot files": ([rewrite(flag(number=n)) for n in range(1, 9)], []),
    "source-silent only": ([rewrite(flag(judge_verdict=JudgeVerdict.SOURCE_SILENT))], []),
    "one file with half of all flags": (
        [*(swap(flag("big.md", n)) for n in range(1, 21)), *(rewrite(flag(f"{n}.md", n)) for n in range(1, 21))],
        [],
    ),
    "everything at once": random_programme(4),
}


def page_of(report: PilotReport) -> str:
    """The page without its charts: those have tests of their own."""
    return as_html(report, {})


def text_of(page: str) -> str:
    """What a reader sees: without style and markup, one space for each gap."""
    page = re.sub(r"<style>.*?</style>", " ", page, flags=re.DOTALL).replace("<wbr>", "")
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


@pytest.fixture(scope="module", params=WORLDS, ids=str)
def rendered(request: pytest.FixtureRequest) -> str:
    return page_of(report_of(*WORLDS[request.param]))


def test_no_number_that_is_none(rendered: str) -> None:
    text = text_of(rendered)
    assert not re.search(r"\bNaN\b|\bnan\b|\bNone\b|\binf\b|undefined", text)
    assert not re.search(r"(?<!\d)\d+/0(?!\d)", text)


def test_what_is_open_and_what_is_done_add_up_to_the_population() -> None:
    """Eight of nine pilot items are done: 1/1 is of what is open, and page, terminal and JSON say so beside it."""
    pairs = [swap(flag(number=n, rule=Rule.R8)) for n in range(1, 9)] + [rewrite(flag(number=9)), swap(flag("b.md"))]
    settled = [stamped(one, "O1") for one, _ in pairs[:8]]
    before = report_of(pairs)
    after = replace(before, measures=measure(pairs[8:], settled=settled, threshold=7), effect=None)
    assert after.population.fix_targets == 10
    for report, said in ((before, False), (after, True)):
        told = (text_of(page_of(report)), "\n".join(lines(report)))
        assert all(("open + done = all 1 + 8 = 9" in re.sub(r"\s+", " ", one)) is said for one in told)
        assert all(("open R8 as O2" in one or "The split, of what is open" in one) is said for one in told)
    text, terminal = told
    assert "open + done = all fix targets 1 + 8 = 9 1 + 0 = 1 2 + 8 = 10" in text
    assert "open + done = all R8 flags 0 + 8 = 8 0 + 0 = 0 0 + 8 = 8" in text
    assert "Done by now, and in none of these counts: 8/9 fix targets of the pilot, 0/1 of the rest." in text
    assert re.search(r"split of open, O3 +1/1 ", terminal)
    assert re.search(r"^  open R8 as O2, as nominated {4}no items", terminal, re.MULTILINE), "in its column"
    every = as_json(after)["strata"]["all"]
    assert (every["n"], every["settled"], every["open_and_done"]) == (2, 8, after.population.fix_targets)
    assert (every["r8_as_o2"]["settled"], every["r8_as_o2"]["open_and_done"]) == (8, 8)


def test_no_bare_percentage(rendered: str) -> None:
    """A percentage stands only in brackets behind the two counts that it comes from."""
    text = text_of(rendered)
    assert len(re.findall("%", text)) == len(re.findall(r"\d+/\d+ \(\d+\.\d %\)", text))


def test_what_was_not_measured_says_so(rendered: str) -> None:
    text = text_of(rendered)
    assert "Review throughput not measured yet" in text
    assert "after review not measured yet" in text


def test_the_page_asks_for_nothing_from_outside(rendered: str) -> None:
    assert not re.search(r"""(?:src|action)\s*=|href=(?!"#)|url\(|@import|<script|<link""", rendered)
    assert "default-src 'none'" in rendered


def test_every_link_within_the_page_leads_somewhere(rendered: str) -> None:
    targets = re.findall(r'href="#([^"]*)"', rendered)
    assert targets[:4] == ["answer", "why", "sure", "details"]
    assert set(targets) <= set(re.findall(r'id="([^"]+)"', rendered))


def test_every_table_says_what_its_n_is_made_of() -> None:
    report = report_of(*random_programme(5))
    text = text_of(page_of(report))
    for one in report.measures.strata:
        assert f"{one.split.n} = {one.split.parts}" in text
    assert "n = O1 + O2 + O3 + invalid" in text


@pytest.mark.parametrize(
    ("synthetic", "wanted"), [pytest.param(True, 1, id="a made-up corpus"), pytest.param(False, 0, id="a real one")]
)
def test_a_synthetic_workspace_is_labelled(synthetic: bool, wanted: int) -> None:
    text = text_of(page_of(report_of([swap(flag())], synthetic=synthetic)))
    assert text.count("SYNTHETIC DATA") == wanted


@pytest.mark.parametrize(
    ("corpus_files", "says"),
    [
        pytest.param(80, "1 of 80 files judged", id="unfinished pass"),
        pytest.param(None, "1 files judged", id="unknown"),
    ],
)
def test_how_many_files_were_judged(corpus_files: int | None, says: str) -> None:
    assert says in text_of(page_of(report_of([swap(flag())], corpus_files=corpus_files)))


def test_text_from_outside_is_escaped() -> None:
    problem = Problem(NASTY, CheckCode.CLAIM_GONE, NASTY)
    pairs = [swap(flag(f"{NASTY}.md", number)) for number in range(1, 9)]
    page = page_of(report_of(pairs, programme=NASTY, more_problems=[problem]))
    assert "<img" not in page
    assert "<script" not in page
    assert "onerror=&#34;" in page
    assert "{{ 7*7 }}" in page


def test_all_problems_are_listed_by_code_with_their_places() -> None:
    """30 bad entries of 100: thirty places, none lost, and the warnings after the problems."""
    bad = [invalid(f"{n}.md", place=f"records[{n}].flags[0]") for n in range(30)]
    warning = Problem("records[40].flags[0]", CheckCode.NO_QUOTE, "no quote")
    text = text_of(page_of(report_of([swap(flag(f"{n}.md", n)) for n in range(30, 100)], bad, more_problems=[warning])))
    assert all(f"records[{n}].flags[0].rule" in text for n in range(30))
    assert f"UNKNOWN_WORD {CheckCode.UNKNOWN_WORD.meaning}: 30" in text
    assert text.index("UNKNOWN_WORD") < text.index(f"NO_QUOTE {CheckCode.NO_QUOTE.meaning}: 1 (warning)")


def test_a_reason_stands_with_its_meaning() -> None:
    text = text_of(page_of(report_of([aborted(flag(), AbortCode.NOT_PROSE), rewrite(flag(number=2))])))
    assert f"NOT_PROSE {AbortCode.NOT_PROSE.meaning}" in text
    assert "no candidate" in text


def test_the_split_stands_with_the_policy_and_without_it() -> None:
    """Both splits side by side, and what the policy costs in words, each figure with its two counts."""
    cut, kept = flag(rule=Rule.R8, claim="The limit is 10 (about 9 now)."), flag(number=2)
    report = report_of([waiting(cut), swap(kept), waiting(flag(number=3, judge_verdict=JudgeVerdict.SOURCE_SILENT))])
    text = text_of(page_of(report))
    assert "rest no policy 1/2 0/2 1/2 0/2 2 in force now 1/2 0/2 1/2 0/2 2 both scopes 1/2 1/2 0/2 0/2 2" in text
    assert "source-silent no policy 0/1 0/1 1/1 0/1 1" in text
    assert "In force now no words Both scopes 11/11 (100.0 %) of the words of 2 claims" in text
    assert "if both scopes are ratified no items 1/1 (100.0 %) 1/1 (100.0 %)" in text
    plain = as_json(report)["policy"]
    assert {row["policy"] for row in plain["splits"]} == {"no policy", "in force now", "both scopes"}
    assert all(row["o1"] + row["o2"] + row["o3"] + row["invalid"] == row["n"] for row in plain["splits"])
    assert [row["words_removed"] for row in plain["scopes"]] == [7, 4]


def test_a_report_without_a_text_to_ratify_says_nothing_of_one() -> None:
    report = replace(report_of([waiting(flag(rule=Rule.R8))]), effect=None)
    text = text_of(page_of(report))
    assert "both scopes" not in text
    assert "if ratified, at least no items 1/1 (100.0 %)" in text
    assert as_json(report)["policy"] is None


def test_no_line_ends_before_a_percent_mark() -> None:
    page = page_of(report_of([swap(flag())]))
    assert "1/1 (100.0\u00a0%)" in page
    assert "0 %" not in page


def test_the_json_has_the_same_numbers() -> None:
    report = report_of(*random_programme(6))
    plain = json.loads(json.dumps(as_json(report), allow_nan=False))
    pilot = report.measures.pilot
    assert plain["strata"]["pilot"]["n"] == pilot.split.n
    parts = plain["strata"]["pilot"]["split"]
    assert parts["o1"] + parts["o2"] + parts["o3"] + parts["invalid"] == pilot.split.n
    assert parts["o1"] == pilot.split.share(Outcome.O1).numerator
    assert plain["strata"]["rest"]["o1_abort_rate"] == {
        "numerator": report.measures.rest.aborted_o1,
        "denominator": report.measures.rest.nominated_o1,
    }
    assert "not_measured" in plain["throughput"]
    assert len(plain["problems"]) == len(report.problems)
    assert sum(row["open"] for row in plain["files"]) == pilot.split.n + report.measures.rest.split.n


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    """Every run can be repeated."""
    report = report_of(*random_programme(7, files=12))
    first, second = write(report, tmp_path / "one"), write(report, tmp_path / "two")
    names = sorted(path.relative_to(tmp_path / "one") for path in first.parent.rglob("*") if path.is_file())
    assert {path.suffix for path in names} == {".csv", ".html", ".json", ".parquet", ".png", ".svg"}
    for name in names:
        assert (first.parent / name).read_bytes() == (second.parent / name).read_bytes(), name


def test_reasons_that_are_never_first_fold_and_the_total_is_called_one() -> None:
    pairs = [aborted(flag(number=n), AbortCode.NOT_PROSE, AbortCode.OPERATOR_GATED) for n in range(1, 4)]
    markup = as_html(report_of(pairs), {})
    assert "all, first or later" in markup
    assert "Never the first reason, only behind another: 1 more" in markup
