"""Which names are so alike that one of them is likely a slip."""

from __future__ import annotations

import pytest

from r11.review.names import like_name

KNOWN = ("Reviewer A", "Longer Name", "Ida")


@pytest.mark.parametrize(
    ("name", "known"),
    [
        pytest.param("longer name", "Longer Name", id="letter case"),
        pytest.param(" Longer  Name", "Longer Name", id="spaces"),
        pytest.param("Ｌonger Name", "Longer Name", id="width"),
        pytest.param("Loger Name", "Longer Name", id="a letter less"),
        pytest.param("Longger Name", "Longer Name", id="a letter more"),
        pytest.param("Langer Name", "Longer Name", id="another letter"),
        pytest.param("Longer Name", None, id="the name itself"),
        pytest.param("Reviewer B", None, id="told apart by the last letter"),
        pytest.param("Reviewer A2", None, id="told apart by what is added"),
        pytest.param("Ada", None, id="short"),
        pytest.param("Lnoger Nmae", None, id="more than a letter"),
    ],
)
def test_a_name_like_a_known_one(name: str, known: str | None) -> None:
    assert like_name(name, KNOWN) == known


def test_who_is_known_is_like_nobody() -> None:
    """Both spellings are on record: nothing says which one is the slip."""
    assert like_name("longer name", ("Longer Name", "longer name")) is None
