"""Leases: two reviewers do not work on one item unaware."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from r11.errors import Refused
from r11.storage import Leases

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
LAST = timedelta(minutes=2)
KEY = "skills/a b/ø.md#c1"


@pytest.fixture
def ada(tmp_path: Path) -> Leases:
    return Leases(tmp_path, "ReviewerA", "s1")


@pytest.fixture
def ben(tmp_path: Path) -> Leases:
    return Leases(tmp_path, "ReviewerB", "s1")


def test_an_item_is_anothers_until_the_lease_runs_out(ada: Leases, ben: Leases) -> None:
    ada.take(KEY, now=NOON, last=LAST)
    with pytest.raises(Refused, match="ReviewerA looks at it until 2026-03-02T12:02:00"):
        ben.take(KEY, now=NOON + LAST - timedelta(seconds=1), last=LAST)
    assert ben.take(KEY, now=NOON + LAST, last=LAST).reviewer == "ReviewerB"


def test_a_second_tab_of_the_same_reviewer_is_another_session(ada: Leases, tmp_path: Path) -> None:
    ada.take(KEY, now=NOON, last=LAST)
    with pytest.raises(Refused, match="ReviewerA looks at it"):
        Leases(tmp_path, "ReviewerA", "s2").take(KEY, now=NOON, last=LAST)


def test_a_holder_prolongs_its_own(ada: Leases, ben: Leases) -> None:
    ada.take(KEY, now=NOON, last=LAST)
    ada.take(KEY, now=NOON + LAST, last=LAST)
    with pytest.raises(Refused):
        ben.take(KEY, now=NOON + LAST, last=LAST)


def test_a_lease_that_ran_out_is_not_released_from_under_the_next_holder(ada: Leases, ben: Leases) -> None:
    """Set only against the lease that was read."""
    old = ada.take(KEY, now=NOON, last=LAST)
    ben.take(KEY, now=NOON + LAST, last=LAST)
    assert ada.release(old) is False
    assert ada.holder(KEY, now=NOON + LAST) == "ReviewerB"


def test_a_released_item_is_free(ada: Leases, ben: Leases) -> None:
    assert ada.release(ada.take(KEY, now=NOON, last=LAST)) is True
    assert ben.take(KEY, now=NOON, last=LAST).reviewer == "ReviewerB"


def test_who_holds_an_item_is_told_to_others_while_it_lasts(ada: Leases, ben: Leases) -> None:
    ada.take(KEY, now=NOON, last=LAST)
    assert ada.holder(KEY, now=NOON) == ""
    assert ben.holder(KEY, now=NOON) == "ReviewerA"
    assert ben.holder(KEY, now=NOON + LAST) == ""


def test_a_lease_that_cannot_be_read_reserves_nothing(ada: Leases, ben: Leases, tmp_path: Path) -> None:
    ada.take(KEY, now=NOON, last=LAST)
    (file,) = (tmp_path / "leases").glob("*.json")
    file.write_bytes(b'{"flag_key":')
    assert ben.take(KEY, now=NOON, last=LAST).reviewer == "ReviewerB"


def test_going_on_gives_the_item_before_back_even_where_the_next_is_anothers(ada: Leases, ben: Leases) -> None:
    first = ada.take(KEY, now=NOON, last=LAST)
    second = ada.take(f"{KEY}2", now=NOON, last=LAST, instead_of=first)
    assert [ben.holder(key, now=NOON) for key in (KEY, f"{KEY}2")] == ["", "ReviewerA"]
    ben.take(KEY, now=NOON, last=LAST)
    with pytest.raises(Refused):
        ada.take(KEY, now=NOON, last=LAST, instead_of=second)
    assert ben.holder(f"{KEY}2", now=NOON) == ""
