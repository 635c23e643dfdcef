"""The claim manifest in its four shapes."""

from __future__ import annotations

from typing import Any

import pytest
from ledgers import FILE, claims, encoded

from r11.ledger.claims import ClaimManifest, read_claims

OTHER = claims("c1", file="b.md")


def codes(manifest: ClaimManifest) -> list[tuple[str, str]]:
    return [(problem.place, str(problem.code)) for problem in manifest.problems]


SHAPES = [
    pytest.param(encoded([claims("c1"), OTHER]), id="an array"),
    pytest.param(encoded({"files": [claims("c1"), OTHER]}), id="under files"),
    pytest.param(encoded(claims("c1")) + b"\n" + encoded(OTHER), id="JSON Lines"),
    pytest.param(encoded(claims("c1")) + b"\r\n\r\n" + encoded(OTHER) + b"\r\n", id="JSON Lines with CRLF and a gap"),
]


@pytest.mark.parametrize("data", SHAPES)
def test_every_shape_gives_the_same_files(data: bytes) -> None:
    manifest = read_claims(data)
    assert manifest.problems == ()
    assert list(manifest.files) == [FILE, "b.md"]
    assert manifest.files[FILE].claims[0].line == 1


@pytest.mark.parametrize(
    "data", [encoded(claims("c1")), encoded([claims("c1")])], ids=["single object", "array of one"]
)
def test_a_single_file_may_stand_alone(data: bytes) -> None:
    assert list(read_claims(data).files) == [FILE]


UNREADABLE = [
    pytest.param(b"```\n[]\n```", "CODE_FENCE", id="a code fence"),
    pytest.param(encoded([claims("c1")])[:-3], "TRUNCATED", id="truncated"),
    pytest.param(encoded({"claims_of": {}}), "WRONG_SHAPE", id="an object of another kind"),
    pytest.param(b"7", "WRONG_SHAPE", id="a number"),
]


@pytest.mark.parametrize(("data", "code"), UNREADABLE)
def test_what_is_no_claim_manifest_is_named(data: bytes, code: str) -> None:
    manifest = read_claims(data)
    assert codes(manifest) == [("", code)]
    assert not manifest.readable


def test_a_broken_line_hides_no_other_line() -> None:
    data = b"\n".join([encoded(claims("c1")), b'{"file": "b.md", "cla', encoded(claims("c1", file="c.md"))])
    manifest = read_claims(data)
    assert codes(manifest) == [("line 2", "TRUNCATED")]
    assert list(manifest.files) == [FILE, "c.md"]
    assert manifest.invalid == {"line 2": None}
    assert manifest.listed == 3


def claim(**changes: Any) -> dict[str, Any]:
    plain = {"id": "c2", "line": 2, "claim": "Claim."}
    return {key: value for key, value in {**plain, **changes}.items() if value is not ...}


CLAIM_FAULTS = [
    pytest.param(claim(id="c1"), "claims[1].id", "REPEATED_ID", id="an id twice"),
    pytest.param(claim(id=""), "claims[1].id", "EMPTY_ID", id="an empty id"),
    pytest.param(claim(id=2), "claims[1].id", "WRONG_TYPE", id="an id as a number"),
    pytest.param(claim(line=0), "claims[1].line", "LINE_BELOW_ONE", id="line 0"),
    pytest.param(claim(line=True), "claims[1].line", "WRONG_TYPE", id="true as a line"),
    pytest.param(claim(line=...), "claims[1].line", "MISSING_FIELD", id="no line"),
    pytest.param(claim(claim=" "), "claims[1].claim", "EMPTY_CLAIM", id="an empty claim"),
    pytest.param(claim(claim=None), "claims[1].claim", "WRONG_TYPE", id="a claim null"),
    pytest.param("c2", "claims[1]", "WRONG_TYPE", id="a claim as a string"),
]


@pytest.mark.parametrize(("value", "place", "code"), CLAIM_FAULTS)
def test_a_bad_claim_makes_its_file_invalid_and_no_other(value: Any, place: str, code: str) -> None:
    bad = claims("c1")
    bad["claims"].append(value)
    manifest = read_claims(encoded([OTHER, bad]))
    assert codes(manifest) == [(f"[1].{place}", code)]
    assert list(manifest.files) == ["b.md"]
    assert manifest.invalid == {"[1]": FILE}


FILE_FAULTS = [
    pytest.param(claims("c1", file="b.md"), "file", "FILE_TWICE", id="a file twice"),
    pytest.param(claims("c1", file="../b.md"), "file", "UNSAFE_PATH", id="a path out of the corpus"),
    pytest.param({"file": 1, "claims": []}, "file", "WRONG_TYPE", id="a file as a number"),
    pytest.param({"file": FILE}, "claims", "MISSING_FIELD", id="no claims"),
    pytest.param({"file": FILE, "claims": {"c1": "x"}}, "claims", "WRONG_TYPE", id="claims as an object"),
]


@pytest.mark.parametrize(("value", "place", "code"), FILE_FAULTS)
def test_a_bad_entry_is_one_problem(value: Any, place: str, code: str) -> None:
    manifest = read_claims(encoded([OTHER, value]))
    assert codes(manifest) == [(f"[1].{place}", code)]
    assert (list(manifest.files), manifest.listed) == (["b.md"], 2)


def test_a_flawed_entry_is_invalid() -> None:
    manifest = read_claims(
        encoded([OTHER, claims("c1")]).replace(b'"line": 1, "claim"', b'"line": 1, "line": 1, "claim"', 1)
    )
    assert codes(manifest) == [("[0].claims[0].line", "DUPLICATE_KEY")]
    assert list(manifest.files) == [FILE]
