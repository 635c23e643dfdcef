"""A policy is in force for exactly the text that was ratified, and for the verdicts it names."""

from __future__ import annotations

import pytest

from r11.errors import Refused
from r11.fixes.policy import Policy, generalisations_of
from r11.records import RatifiedPolicy, sha256_hex
from r11.vocabulary import JudgeVerdict, PolicyScope

_TEXT = b"""# O2 policy

Take out what the source does not support.

## Generalisations

| from                | to         | why              |
|---------------------|------------|------------------|
| the Standard S0 SKU | a paid SKU | SKUs come and go |
| East US 2           | a region   |                  |
"""


def _ratification(text: bytes, *scopes: PolicyScope) -> RatifiedPolicy:
    return RatifiedPolicy(
        ratified_by="operator", ratified_at="2026-01-01T00:00:00Z", scopes=scopes, text_sha256=sha256_hex(text)
    )


def test_a_ratified_text_is_in_force_with_its_pairs() -> None:
    policy = Policy.ratified(_TEXT, _ratification(_TEXT, PolicyScope.NOT_GROUNDED))
    assert policy.text_sha256 == sha256_hex(_TEXT)
    assert policy.generalisations == (("the Standard S0 SKU", "a paid SKU"), ("East US 2", "a region"))


@pytest.mark.parametrize("change", [b" ", b"\n", b"More."])
def test_a_text_that_changed_after_ratification_is_refused(change: bytes) -> None:
    with pytest.raises(Refused, match="ratify it again") as refusal:
        Policy.ratified(_TEXT + change, _ratification(_TEXT, PolicyScope.NOT_GROUNDED))
    assert refusal.value.code == "POLICY_CHANGED"


@pytest.mark.parametrize(
    ("scopes", "verdict", "covered"),
    [
        pytest.param((PolicyScope.NOT_GROUNDED,), JudgeVerdict.NOT_GROUNDED, True, id="its own verdict"),
        pytest.param((PolicyScope.NOT_GROUNDED,), JudgeVerdict.SOURCE_SILENT, False, id="another verdict"),
        pytest.param(tuple(PolicyScope), JudgeVerdict.SOURCE_SILENT, True, id="both scopes"),
        pytest.param(tuple(PolicyScope), JudgeVerdict.GROUNDED, False, id="a grounded claim never"),
        pytest.param((), JudgeVerdict.NOT_GROUNDED, False, id="no scope"),
    ],
)
def test_what_a_policy_covers(scopes: tuple[PolicyScope, ...], verdict: JudgeVerdict, covered: bool) -> None:
    assert Policy.ratified(_TEXT, _ratification(_TEXT, *scopes)).covers(verdict) is covered


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("| a | b |\n|---|---|\n| x | y |", id="other columns"),
        pytest.param("| from |\n|---|\n| x |", id="one column"),
        pytest.param("| from | to |\n|---|---|\n| x | |", id="an empty cell"),
        pytest.param("| from | to |\n|---|---|\n| x | x |", id="both alike"),
        pytest.param("| from | to |\n|---|---|\n| x | y |\n| x | z |", id="one wording twice"),
    ],
)
def test_a_table_that_is_no_list_of_pairs_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        generalisations_of(f"## Generalisations\n\n{text}\n".encode())
    assert refusal.value.code == "POLICY_TABLE"


@pytest.mark.parametrize(
    "text", [b"", b"## Generalisations\n\nnone\n", b"## Others\n\n| from | to |\n|---|---|\n| x | y |\n"]
)
def test_a_policy_without_the_table_lists_no_pair(text: bytes) -> None:
    assert generalisations_of(text) == ()


def test_a_header_alone_lists_no_pair() -> None:
    assert generalisations_of(b"\xef\xbb\xbf## generalisations\r\n\r\n| From | To |\r\n|---|---|\r\n") == ()
