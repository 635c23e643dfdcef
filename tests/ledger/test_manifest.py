"""The ledger: its shapes, its checks by code and place, and what a problem takes with it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledgers import FILE, URL, encoded, flag, record

from r11.ledger.manifest import Ledger, check_corpus, read_ledger
from r11.text.lines import Document
from r11.vocabulary import CheckCode, Disposition, JudgeVerdict, Rule

PASS = record(per_file_verdict="pass", flags=[])


def problems(ledger: Ledger) -> list[tuple[str, str]]:
    return [(problem.place, str(problem.code)) for problem in ledger.problems]


# --- shapes ---------------------------------------------------------------------------------------------------------

SHAPES = [
    pytest.param([record()], "[0].flags[0]", id="an array"),
    pytest.param({"records": [record()]}, "records[0].flags[0]", id="under records"),
    pytest.param({"files": [record()]}, "files[0].flags[0]", id="under files"),
    pytest.param({"judged": [record()]}, "judged[0].flags[0]", id="under any one key"),
    pytest.param({"schema": "x", "records": [record()], "by": {"n": 1}}, "records[0].flags[0]", id="beside other keys"),
    pytest.param({"notes": ["a"], "records": [record()]}, "records[0].flags[0]", id="beside another array"),
    pytest.param({"notes": ["a"], "judged": [record()]}, "judged[0].flags[0]", id="the array that holds records"),
    pytest.param({FILE: record()}, f'["{FILE}"].flags[0]', id="keyed by file"),
    pytest.param({FILE: record(file=...)}, f'["{FILE}"].flags[0]', id="keyed by file, which the record leaves out"),
    pytest.param({"version": 3, FILE: record()}, f'["{FILE}"].flags[0]', id="keyed by file, beside a version"),
]


@pytest.mark.parametrize(("document", "place"), SHAPES)
def test_every_shape_gives_the_same_records(document: Any, place: str) -> None:
    ledger = read_ledger(encoded(document))
    assert ledger.problems == ()
    assert [one.key for one in ledger.flags] == [f"{FILE}#c1"]
    assert ledger.places == {f"{FILE}#c1": place}
    assert ledger.listed == 1


NO_SHAPES = [
    pytest.param(record(), id="a single record"),
    pytest.param({"records": [record()], "files": [record()]}, id="two keys that may hold the records"),
    pytest.param("records", id="a string"),
    pytest.param(None, id="null"),
    pytest.param(7, id="a number"),
]


@pytest.mark.parametrize("document", NO_SHAPES)
def test_any_other_shape_is_refused_whole(document: Any) -> None:
    ledger = read_ledger(encoded(document))
    assert problems(ledger) == [("", "WRONG_SHAPE")]
    assert not ledger.readable


@pytest.mark.parametrize("document", [[], {}, {"records": []}], ids=["array", "object", "under a key"])
def test_a_ledger_without_records_is_a_ledger(document: Any) -> None:
    ledger = read_ledger(encoded(document))
    assert (ledger.problems, ledger.listed, ledger.flags, ledger.readable) == ((), 0, (), True)


def test_an_unreadable_document_says_why() -> None:
    ledger = read_ledger(b"```json\n[]\n```")
    assert problems(ledger) == [("", "CODE_FENCE")]
    assert not ledger.readable


def test_a_byte_order_mark_is_reported_and_takes_nothing_with_it() -> None:
    ledger = read_ledger(b"\xef\xbb\xbf" + encoded([record()]))
    assert problems(ledger) == [("", "HAS_BOM")]
    assert len(ledger.flags) == 1


# --- one fault, one problem -----------------------------------------------------------------------------------------

FLAG_FAULTS = [
    pytest.param({"judge_verdict": "Not_grounded"}, "judge_verdict", "UNKNOWN_WORD", id="verdict in another case"),
    pytest.param({"judge_verdict": None}, "judge_verdict", "WRONG_TYPE", id="verdict null"),
    pytest.param({"judge_verdict": "grounded"}, "judge_verdict", "GROUNDED_FLAG", id="a grounded flag"),
    pytest.param({"rule": "R9"}, "rule", "UNKNOWN_WORD", id="an unknown rule"),
    pytest.param({"rule": "r1"}, "rule", "UNKNOWN_WORD", id="a rule in another case"),
    pytest.param({"rule": ...}, "rule", "MISSING_FIELD", id="no rule"),
    pytest.param({"line": 0}, "line", "LINE_BELOW_ONE", id="line 0"),
    pytest.param({"line": -3}, "line", "LINE_BELOW_ONE", id="a negative line"),
    pytest.param({"line": "3"}, "line", "WRONG_TYPE", id="a line as a string"),
    pytest.param({"claim": ""}, "claim", "EMPTY_CLAIM", id="an empty claim"),
    pytest.param({"claim": " \n"}, "claim", "EMPTY_CLAIM", id="a claim of white space"),
    pytest.param({"claim": ...}, "claim", "MISSING_FIELD", id="no claim"),
    pytest.param({"id": ""}, "id", "EMPTY_ID", id="an empty id"),
    pytest.param({"file": "skills/other.md"}, "file", "FILE_MISMATCH", id="another file than its record"),
    pytest.param({"file": ...}, "file", "MISSING_FIELD", id="no file"),
    pytest.param(
        {"disposition": "unsourced"}, "disposition", "DISPOSITION_NOT_ALLOWED", id="unsourced, yet contradicted"
    ),
    pytest.param({"disposition": "correct"}, "disposition", "DISPOSITION_NOT_ALLOWED", id="correct on an open flag"),
    pytest.param({"disposition": "Wrong"}, "disposition", "UNKNOWN_WORD", id="a disposition in another case"),
    pytest.param({"disposition": "not_grounded"}, "disposition", "UNKNOWN_WORD", id="a verdict as disposition"),
    pytest.param(
        {"judge_verdict": "source_silent", "disposition": "wrong"},
        "disposition",
        "DISPOSITION_NOT_ALLOWED",
        id="silent, wrong",
    ),
    pytest.param(
        {"judge_verdict": "source_silent"},
        "disposition",
        "DISPOSITION_NOT_ALLOWED",
        id="silent and pending: no choice is left",
    ),
    pytest.param(
        {"applied": True, "disposition": "correct"}, "disposition", "DISPOSITION_NOT_ALLOWED", id="applied and correct"
    ),
    pytest.param({"evidence_url": ""}, "evidence_url", "URL_NOT_HTTPS", id="no URL"),
    pytest.param({"evidence_url": URL.replace("https", "http")}, "evidence_url", "URL_NOT_HTTPS", id="http"),
    pytest.param({"evidence_url": "https://evil.example/a"}, "evidence_url", "HOST_NOT_ALLOWED", id="another host"),
    pytest.param({"failed_span": "30 requests"}, "failed_span", "FAILED_SPAN_NOT_IN_CLAIM", id="span not in the claim"),
    pytest.param({"failed_span": ""}, "failed_span", "FAILED_SPAN_NOT_IN_CLAIM", id="an empty span"),
    pytest.param({"applied": "true"}, "applied", "WRONG_TYPE", id="applied as a word"),
]


@pytest.mark.parametrize(("change", "field", "code"), FLAG_FAULTS)
def test_a_flag_with_one_fault_is_one_problem_and_sinks_no_sibling(
    change: dict[str, Any], field: str, code: str
) -> None:
    document = [record(flag(id="a"), flag(**{"id": "b", **change}), flag(id="c"))]
    ledger = read_ledger(encoded(document))
    assert problems(ledger) == [(f"[0].flags[1].{field}", code)]
    assert [one.id for one in ledger.flags] == ["a", "c"]
    (entry,) = ledger.invalid
    assert entry.problems == ledger.problems
    assert (entry.place, entry.file, entry.is_flag) == ("[0].flags[1]", FILE, True)


RECORD_FAULTS = [
    pytest.param({"per_file_verdict": "Flagged"}, "per_file_verdict", "UNKNOWN_WORD", id="verdict in another case"),
    pytest.param({"per_file_verdict": True}, "per_file_verdict", "WRONG_TYPE", id="verdict as true"),
    pytest.param({"per_file_verdict": ...}, "per_file_verdict", "MISSING_FIELD", id="no verdict"),
    pytest.param({"per_file_verdict": "pass"}, "per_file_verdict", "PASS_WITH_FLAGS", id="pass with flags"),
    pytest.param({"file": ...}, "file", "MISSING_FIELD", id="no file"),
    pytest.param({"file": None}, "file", "WRONG_TYPE", id="file null"),
]


@pytest.mark.parametrize(("change", "field", "code"), RECORD_FAULTS)
def test_a_record_with_one_fault_is_one_problem_and_takes_its_flags_with_it(
    change: dict[str, Any], field: str, code: str
) -> None:
    other = record(flag(file="b.md"), file="b.md")
    ledger = read_ledger(encoded([record(flag(id="a"), flag(id="b"), **change), other]))
    assert problems(ledger) == [(f"[0].{field}", code)]
    assert [one.file for one in ledger.flags] == ["b.md"]
    assert [(entry.flag_id, entry.rule) for entry in ledger.invalid] == [("a", Rule.R1), ("b", Rule.R1)]
    assert ledger.listed == 2


WHOLE_RECORDS = [
    pytest.param(None, "", "WRONG_TYPE", id="null"),
    pytest.param("skills/a.md", "", "WRONG_TYPE", id="a file's name"),
    pytest.param(record(flags=...), ".flags", "MISSING_FIELD", id="no flags"),
    pytest.param(record(flags=None), ".flags", "WRONG_TYPE", id="flags null"),
    pytest.param(record(flags={"c1": flag()}), ".flags", "WRONG_TYPE", id="flags as an object"),
    pytest.param(record(flags=[]), ".per_file_verdict", "FLAGGED_WITHOUT_FLAGS", id="flagged without flags"),
]


@pytest.mark.parametrize(("value", "place", "code"), WHOLE_RECORDS)
def test_a_record_without_countable_flags_is_one_invalid_entry(value: Any, place: str, code: str) -> None:
    ledger = read_ledger(encoded([value]))
    assert problems(ledger) == [(f"[0]{place}", code)]
    assert [entry.is_flag for entry in ledger.invalid] == [False]
    assert ledger.invalid[0].may_be_fix_target
    assert (ledger.records, ledger.listed) == ((), 1)


@pytest.mark.parametrize(
    "value", [None, 7, "c1", [], ["c1"]], ids=["null", "number", "string", "list", "list of string"]
)
def test_a_flag_that_is_no_object_is_one_invalid_entry(value: Any) -> None:
    ledger = read_ledger(encoded([record(flag(), value)]))
    assert problems(ledger) == [("[0].flags[1]", "WRONG_TYPE")]
    assert len(ledger.flags) == len(ledger.invalid) == 1


PATHS = [
    pytest.param("/etc/passwd", id="absolute"),
    pytest.param("../a.md", id="climbs out"),
    pytest.param("skills/../../a.md", id="climbs out within"),
    pytest.param("skills\\a.md", id="backslash"),
    pytest.param("C:/a.md", id="drive"),
    pytest.param("c:a.md", id="drive without a slash"),
    pytest.param("a\x00.md", id="NUL"),
    pytest.param("a\n.md", id="newline"),
    pytest.param("a" * 300 + ".md", id="a name of 303 characters"),
    pytest.param("å" * 150 + ".md", id="a name of 303 bytes"),
    pytest.param("", id="empty"),
    pytest.param(".", id="the corpus itself"),
    pytest.param("skills//a.md", id="an empty name"),
    pytest.param("./skills/a.md", id="a second spelling of a path"),
    pytest.param(".git/hooks/pre-commit", id="git's own folder"),
]


@pytest.mark.parametrize("path", PATHS)
def test_a_path_that_leaves_the_corpus_is_refused(path: str) -> None:
    ledger = read_ledger(encoded([record(flag(file=path), file=path)]))
    assert problems(ledger) == [("[0].file", "UNSAFE_PATH")]
    assert ledger.flags == ()


@pytest.mark.parametrize(
    "path", ["a.md", "skills/æøå/日本.md", "skills/e\u0301.md", "c#.md", "a b.md", "..a/b..md", "a" * 252 + ".md"]
)
def test_a_plain_path_is_accepted(path: str) -> None:
    assert read_ledger(encoded([record(flag(file=path), file=path)])).problems == ()


# --- across records -------------------------------------------------------------------------------------------------


def test_a_file_listed_twice_keeps_its_first_listing() -> None:
    second = record(flag(id="c1"), flag(id="c2"))
    ledger = read_ledger(encoded([record(), PASS | {"file": "b.md"}, second]))
    assert problems(ledger) == [("[2].file", "FILE_TWICE")]
    assert ledger.places == {f"{FILE}#c1": "[0].flags[0]"}
    assert [entry.place for entry in ledger.invalid] == ["[2].flags[0]", "[2].flags[1]"]


def test_a_record_whose_key_names_another_file_is_refused() -> None:
    ledger = read_ledger(encoded({"skills/b.md": record()}))
    assert problems(ledger) == [('["skills/b.md"].file', "FILE_MISMATCH")]
    assert len(ledger.invalid) == 1


def test_an_id_that_stands_twice_addresses_neither_flag() -> None:
    """Same id, different verdicts: neither the first nor the last wins."""
    silent = flag(id="a", judge_verdict="source_silent", disposition="unsourced")
    ledger = read_ledger(encoded([record(flag(id="a"), flag(id="b"), silent)]))
    assert problems(ledger) == [("[0].flags[2].id", "REPEATED_ID")]
    assert [one.id for one in ledger.flags] == ["b"]
    assert [entry.place for entry in ledger.invalid] == ["[0].flags[0]", "[0].flags[2]"]
    assert all("REPEATED_ID" in entry.reason for entry in ledger.invalid)


def test_an_id_is_unique_within_its_file_only() -> None:
    ledger = read_ledger(encoded([record(), record(flag(file="b.md"), file="b.md")]))
    assert ledger.problems == ()
    assert [one.key for one in ledger.flags] == [f"{FILE}#c1", "b.md#c1"]


def test_two_files_and_ids_that_join_to_the_same_key_address_neither() -> None:
    left, right = record(flag(file="a#b", id="c"), file="a#b"), record(flag(file="a", id="b#c"), file="a")
    ledger = read_ledger(encoded([left, right]))
    assert problems(ledger) == [("[1].flags[0].id", "REPEATED_ID")]
    assert ledger.flags == ()


# --- flaws of the bytes ---------------------------------------------------------------------------------------------


def raw(document: Any, old: str, new: str) -> bytes:
    text = encoded(document).decode()
    assert text.count(old) == 1
    return text.replace(old, new).encode("utf-8", "surrogateescape")


FLAWS = [
    pytest.param('"line": 4', '"line": NaN', "line", "NOT_A_NUMBER", id="NaN for a line"),
    pytest.param('"line": 4', '"line": 4, "line": 5', "line", "DUPLICATE_KEY", id="a line twice"),
    pytest.param(
        '"line": 4', '"line": 4, "note": {"x": 1, "x": 1}', "note.x", "DUPLICATE_KEY", id="within a foreign key"
    ),
    pytest.param('"line": 4', '"line": 4, "note": "\\ud83d"', "note", "LONE_SURROGATE", id="half a character"),
    pytest.param('"line": 4', '"line": 4, "note": "\udcff"', "note", "NOT_UTF8", id="a byte that is not UTF-8"),
]


@pytest.mark.parametrize(("old", "new", "field", "code"), FLAWS)
def test_a_flaw_in_a_flag_is_one_problem_and_sinks_no_sibling(old: str, new: str, field: str, code: str) -> None:
    ledger = read_ledger(raw([record(flag(id="a"), flag(id="b", line=4))], old, new))
    assert problems(ledger) == [(f"[0].flags[1].{field}", code)]
    assert [one.id for one in ledger.flags] == ["a"]
    assert [(entry.flag_id, entry.problems) for entry in ledger.invalid] == [("b", ledger.problems)]


def test_flags_that_stand_twice_are_one_invalid_record() -> None:
    ledger = read_ledger(raw([record(), PASS | {"file": "b.md"}], '"flags": []', '"flags": [], "flags": []'))
    assert problems(ledger) == [("[1].flags", "DUPLICATE_KEY")]
    assert [entry.is_flag for entry in ledger.invalid] == [False]
    assert len(ledger.flags) == 1


def test_a_flaw_in_somebody_elses_part_of_the_document_is_reported_and_takes_nothing_with_it() -> None:
    ledger = read_ledger(raw({"records": [record()], "cost": 1}, '"cost": 1', '"cost": NaN'))
    assert problems(ledger) == [("cost", "NOT_A_NUMBER")]
    assert len(ledger.flags) == 1


# --- what is legal --------------------------------------------------------------------------------------------------

LEGAL = [
    pytest.param({}, None, id="pending"),
    pytest.param({"disposition": ...}, None, id="pending, absent"),
    pytest.param({"disposition": "outdated"}, Disposition.OUTDATED, id="provisionally outdated"),
    pytest.param({"disposition": "wrong"}, Disposition.WRONG, id="provisionally wrong"),
    pytest.param({"closed": True, "disposition": "correct"}, Disposition.CORRECT, id="closed as correct"),
    pytest.param(
        {"closed": True, "disposition": "correct", "judge_verdict": "source_silent"},
        Disposition.CORRECT,
        id="silent, closed",
    ),
    pytest.param({"applied": True, "disposition": "wrong", "fix": {"op": "O1"}}, Disposition.WRONG, id="applied"),
    pytest.param(
        {"judge_verdict": "source_silent", "disposition": "unsourced", "evidence_quote": ""},
        Disposition.UNSOURCED,
        id="silent",
    ),
    pytest.param({"note": {"from": "somebody else"}}, None, id="a foreign key"),
    pytest.param({"failed_span": "10 requests"}, None, id="a failed span"),
    pytest.param({"rule": ""}, None, id="no rule"),
    pytest.param({"evidence_url": URL + "?view=x#part"}, None, id="a URL with query and fragment"),
]


@pytest.mark.parametrize(("change", "disposition"), LEGAL)
def test_a_legal_flag_is_read_without_a_problem(change: dict[str, Any], disposition: Disposition | None) -> None:
    ledger = read_ledger(encoded([record(flag(**change))]))
    assert ledger.problems == ()
    assert ledger.flags[0].disposition is disposition


@pytest.mark.parametrize("quote", ["", "  \n"], ids=["empty", "white space"])
def test_a_fix_target_without_a_quote_is_legal_and_a_warning(quote: str) -> None:
    ledger = read_ledger(encoded([record(flag(evidence_quote=quote))]))
    assert problems(ledger) == [("[0].flags[0].evidence_quote", "NO_QUOTE")]
    assert ledger.errors == ()
    assert len(ledger.flags) == 1


def test_other_hosts_are_allowed_by_the_workspace() -> None:
    data = encoded([record(flag(evidence_url="https://docs.example/a"))])
    assert read_ledger(data).errors
    assert not read_ledger(data, allowed_hosts=("docs.example",)).problems
    assert not read_ledger(data, allowed_hosts=None).problems


# --- all problems at once -------------------------------------------------------------------------------------------


def test_thirty_bad_records_of_a_hundred_are_thirty_problems_and_hide_no_good_one() -> None:
    """ "30 of 100 outputs malformed": nothing is computed over the 70 alone, and the 70 are read."""
    faults = [fault.values for fault in FLAG_FAULTS] + [
        fault.values for fault in RECORD_FAULTS if "file" not in fault.values[0]
    ]
    document = []
    for number in range(100):
        file = f"skills/f{number:02}.md"
        change, _, _ = faults[number % len(faults)] if number % 10 < 3 else ({}, "", "")
        at_record = set(change) & {"per_file_verdict"}
        one = flag(**{"file": file, **({} if at_record else change)})
        document.append(record(one, **{"file": file, **(change if at_record else {})}))
    ledger = read_ledger(encoded({"records": document}))
    assert len(ledger.problems) == len(ledger.invalid) == 30
    assert sorted({problem.record for problem in ledger.problems}) == [n for n in range(100) if n % 10 < 3]
    assert (ledger.listed, len(ledger.flags)) == (100, 70)


def test_an_invalid_entry_keeps_what_could_be_read() -> None:
    (entry,) = read_ledger(
        encoded([record(flag(rule="R8", line=0, judge_verdict="source_silent", disposition="unsourced"))])
    ).invalid
    assert (entry.file, entry.flag_id, entry.judge_verdict, entry.rule) == (
        FILE,
        "c1",
        JudgeVerdict.SOURCE_SILENT,
        Rule.R8,
    )
    assert not entry.may_be_fix_target
    assert "LINE_BELOW_ONE" in entry.reason


FIELDS = [
    "id", "judge_verdict", "rule", "evidence_url", "evidence_quote", "reason", "file", "line", "claim", "disposition",
    "failed_span", "applied", "closed", "fix", "flags", "per_file_verdict",
]  # fmt: skip
ODD = st.sampled_from(
    [None, True, 0, 1, -1, 1.5, "", "x", "R8", "grounded", "pass", [], {}, [1], {"a": []}, "a\ud800", "\x00"]
)


@given(st.lists(st.tuples(st.dictionaries(st.sampled_from(FIELDS), ODD, max_size=3), st.booleans()), max_size=6))
def test_every_listed_flag_is_valid_or_invalid_and_none_is_lost(changes: list[tuple[dict[str, Any], bool]]) -> None:
    """ "One bad record never hides or sinks the others: it is counted as invalid and stays in every denominator." """
    document = []
    for number, (change, at_record) in enumerate(changes):
        file = f"f{number}.md"
        bad = flag(**{"id": "bad", "file": file, **({} if at_record else change)})
        document.append(record(flag(file=file), bad, **{"file": file, **(change if at_record else {})}))
    ledger = read_ledger(encoded([*document, record()]))
    listed = sum(len(one["flags"]) or 1 if isinstance(one["flags"], list) else 1 for one in document) + 1
    passed = sum(one.get("flags") == [] and one.get("per_file_verdict") == "pass" for one in document)
    assert len(ledger.flags) + len(ledger.invalid) == listed - passed
    assert ledger.flags[-1].file == FILE
    assert all(entry.problems for entry in ledger.invalid)


# --- against the corpus ---------------------------------------------------------------------------------------------

CLAIM = "The limit is 10 requests."
TEXTS = [
    pytest.param(f"# T\n\n{CLAIM}\n", None, id="on its line"),
    pytest.param("\xef\xbb\xbf# T\r\n\r\n- **The limit** is 10 requests.\r\n", None, id="with markup, BOM and CRLF"),
    pytest.param(f"# T\n\nnew\n\n{CLAIM}\n", "CLAIM_MOVED", id="two lines down"),
    pytest.param("# T\n\nThe limit is 20 requests.\n", "CLAIM_GONE", id="gone"),
    pytest.param(f"{CLAIM}\n\nnew\n{CLAIM}\n", "CLAIM_AMBIGUOUS", id="twice elsewhere"),
    pytest.param(f"# T\n\n{CLAIM} {CLAIM}\n", "CLAIM_AMBIGUOUS", id="twice on its line"),
    pytest.param("# T\n\nThe limit is\n10 requests.\n", "CLAIM_SPANS_LINES", id="over two lines"),
    pytest.param("# T\n", "CLAIM_GONE", id="the file is shorter"),
    pytest.param("# T\n\nThe limit is 10 \xff requests.\n", "LINE_NOT_UTF8", id="its line is not UTF-8"),
    pytest.param(None, "FILE_NOT_FOUND", id="no such file"),
]


@pytest.mark.parametrize(("text", "code"), TEXTS)
def test_a_claim_stands_on_its_line_or_the_reason_is_named(text: str | None, code: str | None) -> None:
    ledger = read_ledger(encoded([record()]))
    documents = {FILE: None if text is None else Document.parse(text.encode("latin-1"))}
    found = check_corpus(ledger, documents)
    assert [problem.code for problem in found] == ([] if code is None else [code])
    assert all(problem.is_warning == (code == "CLAIM_MOVED") for problem in found)
    assert all(problem.place.startswith("[0]") for problem in found)


@pytest.mark.parametrize(
    "settled", [{"applied": True, "disposition": "wrong"}, {"closed": True, "disposition": "correct"}]
)
def test_settled_flags_are_not_looked_for(settled: dict[str, Any]) -> None:
    ledger = read_ledger(encoded([record(flag(**settled))]))
    assert check_corpus(ledger, {FILE: Document.parse(b"changed")}) == ()
    assert check_corpus(ledger, {FILE: None}) == ()


def test_a_missing_file_is_one_problem_for_all_its_flags() -> None:
    ledger = read_ledger(encoded([record(flag(id="a"), flag(id="b"))]))
    assert [problem.code for problem in check_corpus(ledger, {FILE: None})] == [CheckCode.FILE_NOT_FOUND]
    assert check_corpus(ledger, {}) == ()


def test_a_name_in_another_unicode_form_is_told() -> None:
    composed, decomposed = "skills/hub/m\u00e5l.md", "skills/hub/ma\u030al.md"
    ledger = read_ledger(encoded([record(flag(file=composed), file=composed)]))
    (told,) = check_corpus(ledger, {composed: None}, names=[decomposed])
    assert "another Unicode form" in told.message
    (untold,) = check_corpus(ledger, {composed: None}, names=["skills/hub/maal.md"])
    assert "another Unicode form" not in untold.message
