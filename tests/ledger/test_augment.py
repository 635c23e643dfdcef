"""From judge outputs and claims to a ledger."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledgers import FILE, URL, claims, encoded, result

from r11.ledger.augment import JudgePass, ledger_bytes, read_judge_pass
from r11.ledger.claims import read_claims
from r11.ledger.manifest import read_ledger
from r11.vocabulary import Disposition, FileVerdict

MANIFEST = read_claims(encoded([claims("c1", "c2", "c3"), claims("c1", file="b.md"), claims("c1", file="c.md")]))


def output(*results: dict[str, Any], file: str = FILE) -> bytes:
    return encoded({"file": file, "results": list(results)})


def verdicts(*words: str) -> list[dict[str, Any]]:
    return [result(id=f"c{number}", judge_verdict=word) for number, word in enumerate(words, start=1)]


def judged(**outputs: bytes) -> JudgePass:
    return read_judge_pass(outputs, MANIFEST)


def test_a_flag_is_the_result_with_four_fields_of_its_claim() -> None:
    span = result(id="c2", judge_verdict="not_grounded", rule="R8", failed_span="Claim")
    (record,) = judged(a=output(result(id="c3", judge_verdict="source_silent"), span, result(id="c1"))).records
    assert record.per_file_verdict is FileVerdict.FLAGGED
    contradicted, silent = record.flags
    assert (contradicted.id, contradicted.file, contradicted.line, contradicted.claim) == ("c2", FILE, 2, "Claim c2.")
    assert (contradicted.evidence_url, contradicted.failed_span) == (URL, "Claim")
    assert contradicted.disposition is None
    assert silent.disposition is Disposition.UNSOURCED


def test_a_file_passes_only_if_every_claim_is_grounded() -> None:
    """ "pass only if every judged claim is grounded, else flagged." """
    (record,) = judged(a=output(*verdicts("grounded", "grounded", "grounded"))).records
    assert (record.per_file_verdict, record.flags) == (FileVerdict.PASS, ())


INCOMPLETE = [
    pytest.param([output(*verdicts("grounded", "grounded"))], id="a claim without an answer"),
    pytest.param([output()], id="an empty list"),
    pytest.param([output(*verdicts("grounded", "grounded", "Grounded"))], id="an answer that is no verdict"),
    pytest.param([output(*verdicts(*["grounded"] * 4))], id="an answer to no claim"),
    pytest.param([output(*verdicts(*["grounded"] * 3))] * 2, id="two outputs that agree"),
    pytest.param(
        [output(*verdicts(*["grounded"] * 3)), output(*verdicts(*["not_grounded"] * 3))], id="two outputs that differ"
    ),
]


@pytest.mark.parametrize("outputs", INCOMPLETE)
def test_an_incomplete_file_is_neither_pass_nor_flagged(outputs: list[bytes]) -> None:
    """ "A claim of the manifest that the judge did not answer leaves the file incomplete: neither." """
    done = judged(**{f"s{number}": data for number, data in enumerate(outputs)}, b=output(result(), file="b.md"))
    assert [record.file for record in done.records] == ["b.md"]
    assert (done.incomplete, done.unjudged) == ((FILE,), ("c.md",))
    assert any(reading.problems for reading in done.readings)


def test_thirty_malformed_outputs_of_a_hundred_are_counted_and_hide_no_good_one() -> None:
    manifest = read_claims(encoded([claims("c1", file=f"f{number}.md") for number in range(100)]))
    outputs = {f"{n}.json": output(result(), file=f"f{n}.md")[: -1 if n < 30 else None] for n in range(100)}
    done = read_judge_pass(outputs, manifest)
    assert (len(done.records), len(done.unplaced), len(done.unjudged), done.invalid) == (70, 30, 30, 30)
    assert sum(len(reading.problems) for reading in done.readings) == 30


def test_an_output_of_no_known_file_is_placed_nowhere() -> None:
    done = judged(x=output(result(), file="x.md"))
    assert (done.records, done.unplaced) == ((), ("x",))


def test_a_second_output_is_named_with_the_first() -> None:
    done = judged(a=output(result(), file="b.md"), again=output(result(), file="b.md"))
    assert [str(reading.problems[0].code) for reading in done.readings] == ["FILE_TWICE"] * 2
    assert "again" in str(done.readings[0].problems[0])
    assert done.invalid == 2


def test_the_new_ledger_is_an_array_in_the_order_of_the_contract() -> None:
    done = judged(a=output(*verdicts("grounded", "not_grounded", "grounded")))
    data = ledger_bytes(done.records)
    assert data.startswith(b'[\n  {\n    "file": "skills/azure/limits.md",\n    "per_file_verdict": "flagged"')
    assert b'"claim": "Claim c2.",\n        "disposition": null\n      }' in data
    assert data.endswith(b"]\n")


ANSWERS = st.lists(st.sampled_from(["grounded", "not_grounded", "source_silent"]), min_size=3, max_size=3)


@given(ANSWERS, st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_what_is_written_is_read_again_as_it_was(words: list[str], quote: str) -> None:
    results = [one | {"evidence_quote": f"q{quote}", "failed_span": "Claim"} for one in verdicts(*words)]
    records = judged(a=output(*results)).records
    ledger = read_ledger(ledger_bytes(records))
    assert ledger.problems == ()
    assert ledger.records == records
