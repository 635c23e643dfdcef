"""The tables of what workers' answers are worth count every answer once, and the parts add up."""

from __future__ import annotations

from pathlib import Path

import pytest
from work_places import Place, make_place

from r11.vocabulary import Verdict
from r11.workbench.second_opinions import SecondOpinions, second_opinions

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    made = make_place(tmp_path / "ws", 6)
    made.hand_in(0, made.answer(0))
    made.hand_in(1, b"{")
    made.hand_in(2, made.answer(2, proposal=None), "two")
    made.hand_in(3, made.answer(3, evidence={"invocation_ref": "x", "quote": "x"}), "two")
    made.hand_in(4, made.answer(4), "one")
    made.hand_in(4, made.answer(4, proposal=None), "two")
    return made


def test_each_worker_has_a_row_and_all_have_one(place: Place) -> None:
    found = second_opinions(str(place.root))
    table = found.by_worker()
    assert list(table.index) == ["one", "two", "all"]
    assert table.loc["one"].to_dict() == {
        "answers": 2, "readable": 1, "gatekeeper passes": 1, "PASS": 1, "LOW_CONFID": 1, "REJECT": 0,
        "no edit offered": 0, "to be done again": 1,
    }  # fmt: skip
    assert table.loc["two", ["answers", "LOW_CONFID", "REJECT", "no edit offered"]].tolist() == [2, 1, 1, 1]
    assert (table.loc["one"] + table.loc["two"]).tolist() == table.loc["all"].tolist()
    assert len(found.refusals()) == 2
    assert found.downgrades().loc["INVOCATION", "answers"] == 1
    assert found.checks().to_numpy().sum() == len(found.judged)


def test_it_writes_nothing(place: Place) -> None:
    before = sorted(str(path) for path in place.root.rglob("*"))
    second_opinions(str(place.root))
    assert sorted(str(path) for path in place.root.rglob("*")) == before


@pytest.fixture(scope="module")
def of_the_sample() -> SecondOpinions:
    return second_opinions(str(SAMPLE))


def test_the_sample_shows_every_kind(of_the_sample: SecondOpinions) -> None:
    table = of_the_sample.by_worker()
    assert all(table.loc["all", verdict.value] > 0 for verdict in Verdict)
    assert list(of_the_sample.refusals()["code"]) == ["SECOND_ANSWER", "SECOND_ANSWER"]
    told = of_the_sample.downgrades()["answers"]
    assert told[told == 0].empty
