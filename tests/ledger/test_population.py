"""The measured shape, on ledgers small enough to count by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledgers import URL, encoded, flag, record

from r11.ledger.manifest import Ledger, read_ledger
from r11.ledger.population import Band, Population, bands, has_number, population
from r11.vocabulary import JudgeVerdict, Rule

SILENT = {"judge_verdict": "source_silent", "disposition": "unsourced"}


def ledger(*files: list[dict[str, Any]]) -> Ledger:
    """One record for each list of flag changes; an empty list is a file that passes."""
    document = []
    for number, changes in enumerate(files):
        file = f"f{number}.md"
        flags = [flag(**{"file": file, "id": f"c{index}", **change}) for index, change in enumerate(changes)]
        document.append(record(file=file, flags=flags, per_file_verdict="flagged" if flags else "pass"))
    return read_ledger(encoded(document))


def shape(*files: list[dict[str, Any]], **options: Any) -> Population:
    return population(ledger(*files), **options)


def test_every_figure_of_a_small_ledger() -> None:
    first = [{"rule": "R8"}, {"rule": "R8", "evidence_quote": "No figure."}, {"rule": "", "evidence_quote": ""}, SILENT]
    second = [{"rule": "R2", "evidence_url": URL + "#part"}, {"evidence_url": URL + "?view=2", "rule": "R2"}]
    settled = [{"applied": True, "disposition": "wrong", "fix": {"batch": "b"}, "rule": "R8"}]
    found = shape(first, second, [], settled, corpus_files=9)
    assert found.by_verdict == {JudgeVerdict.NOT_GROUNDED: 6, JudgeVerdict.SOURCE_SILENT: 1}
    assert (found.records, found.records_listed, found.records_flagged, found.corpus_files) == (4, 4, 3, 9)
    assert (found.flags, found.fix_targets, found.base, found.settled, found.invalid) == (7, 6, 6, 1, 0)
    assert (found.urls, found.largest_cluster, found.largest_cluster_url) == (2, 5, URL)
    assert found.rules == ((Rule.R8, 3), (Rule.R2, 2), (Rule.NONE, 1))
    assert (found.with_numbers, found.with_numbers_r8, found.with_quote) == (4, 2, 5)
    assert found.bands == (Band(1, 1, 1, 1), Band(2, 6, 2, 5), Band(7, None, 0, 0))
    assert found.files_with_fix_targets == 3


def test_invalid_flags_are_counted_apart_and_stay_in_the_base() -> None:
    """ "A denominator never shrinks silently." A flag that does not say its verdict may be a fix target."""
    found = shape([{}, {"line": 0}, {"judge_verdict": "x"}, {**SILENT, "line": 0}, SILENT])
    assert (found.flags, found.fix_targets, found.base, found.invalid) == (2, 1, 3, 3)
    rows = {label: value for label, value, _ in found.rows()}
    assert rows["Fix targets with a quote"] == "1/3"
    assert rows["Invalid entries"] == "3/5"


def test_an_invalid_record_is_listed() -> None:
    found = population(read_ledger(encoded([None, record()])))
    assert (found.records_listed, found.records, found.invalid, found.base) == (2, 1, 1, 2)


BANDS = [
    pytest.param(7, ["1", "2–6", "7 or more"], id="the usual threshold"),
    pytest.param(3, ["1", "2", "3 or more"], id="a band of one number"),
    pytest.param(2, ["1", "2 or more"], id="no room between"),
    pytest.param(1, ["1 or more"], id="every file is in the pilot"),
]


@pytest.mark.parametrize(("pilot_min", "labels"), BANDS)
def test_the_bands_end_at_the_pilots_threshold(pilot_min: int, labels: list[str]) -> None:
    assert [band.label for band in bands([1, 2, 9], pilot_min)] == labels


@given(st.lists(st.integers(1, 30)), st.integers(1, 12))
def test_the_bands_hold_every_file_and_flag_once(per_file: list[int], pilot_min: int) -> None:
    found = bands(per_file, pilot_min)
    assert sum(band.files for band in found) == len(per_file)
    assert sum(band.flags for band in found) == sum(per_file)


def test_an_empty_ledger_has_a_shape() -> None:
    rows = {label: value for label, value, _ in shape().rows()}
    assert rows["Ledger records"] == "0"
    assert rows["Largest cluster on one page"] == "0"
    assert rows["Fix targets with a quote"] == "no items"
    assert not any(value.endswith("/0") or "nan" in value.lower() for value in rows.values())


def test_judged_files_are_a_share_of_the_corpus_or_unknown() -> None:
    rows = {label: value for label, value, _ in shape([{}], [], corpus_files=51).rows()}
    assert rows["Judged files of the corpus"] == "2/51"
    rows = {label: value for label, value, _ in shape([{}]).rows()}
    assert rows["Judged files of the corpus"] == "1/?"


NUMBERS = [
    ("30 seconds", True), ("5GB", True), ("1.5", True), (".5", True), ("24H2", True), ("GPT-4", True), ("(10)", True),
    ("version v2", False), ("S0 tier", False), ("ten", False), ("a1b2", False), ("", False), ("²", False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), NUMBERS)
def test_a_number_is_a_digit_that_begins_a_word(text: str, expected: bool) -> None:
    assert has_number(text) is expected
