"""The operator's form: what is typed becomes the text, what is wrong is said, and what is frozen stays."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.errors import InputProblems
from r11.panels.protocol import ProtocolPanel
from r11.pilot.protocol import Protocol, Threshold, read_protocol
from r11.pilot.protocol_text import field_names, fields_of, text_of
from r11.review.answers import Signature, mention
from r11.storage import DecisionBook, Workspace
from r11.vocabulary import EventKind, FixOp, Yardstick
from r11.workbench.protocol import WorkspaceProtocol, freeze, protocol_panel
from r11.workbench.rehearsal import copy_workspace

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"
DAY = datetime(2026, 12, 1, 8, tzinfo=UTC)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return copy_workspace(SAMPLE, tmp_path / "ws")


def panel_of(workspace: Workspace) -> ProtocolPanel:
    return ProtocolPanel(WorkspaceProtocol(workspace, lambda: DAY))


def text(workspace: Workspace) -> str:
    return (workspace.protocol / "protocol.toml").read_text(encoding="utf-8")


def frozen(workspace: Workspace) -> bool:
    return (workspace.protocol / "protocol.frozen.json").exists()


def test_the_form_shows_what_is_on_disk(workspace: Workspace) -> None:
    panel = protocol_panel(str(workspace.root))
    assert set(panel.fields) == set(field_names())
    assert panel.fields["thresholds.r8_as_o2_share.at_least"].value == "0.25"
    assert panel.fields["look.items"].value == "240"
    assert "Not frozen" in panel.status.value


def test_saving_writes_what_was_typed_and_freezes_nothing(workspace: Workspace) -> None:
    panel = panel_of(workspace)
    panel.fill({"thresholds.o1_share.at_least": "0.15", "thresholds.wrong_edit_share.at_most": ""})
    panel.fill({"thresholds.wrong_edit_share.assumed": ""})
    panel.save_button.click()
    found = read_protocol(text(workspace).encode())
    assert {line.yardstick: line.limit for line in found.thresholds}[Yardstick.O1_SHARE] == 0.15
    assert Yardstick.WRONG_EDIT_SHARE not in {line.yardstick for line in found.thresholds}
    assert not frozen(workspace)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        pytest.param({"look.items": "many"}, "look.items", id="a word"),
        pytest.param({"assumed_split.O1": "0.9"}, "add up to", id="a split above one"),
        pytest.param({"stratum.files": "", "stratum.seed": "-1"}, "stratum.seed", id="two problems"),
        pytest.param({"stratum.files": "3"}, "stratum.files", id="too small a draw"),
        pytest.param({"capacity.reviewers": "<img src=x>"}, "&lt;img", id="markup is shown as text"),
        pytest.param({"look.items": '1"\nseed = 2'}, "look.items", id="text that would break out of its line"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(workspace: Workspace, typed: dict[str, str], says: str) -> None:
    before, panel = text(workspace), panel_of(workspace)
    panel.fill(typed)
    panel.freeze_button.click()
    assert "Not saved" in panel.status.value
    assert says in panel.status.value
    assert text(workspace) == before
    assert not frozen(workspace)


def test_a_freeze_needs_a_name_and_closes_the_form(workspace: Workspace) -> None:
    panel = panel_of(workspace)
    panel.freeze_button.click()
    assert "needs the name" in panel.status.value
    assert not frozen(workspace)
    panel.name.value = "the operator"
    panel.freeze_button.click()
    assert frozen(workspace)
    assert "Frozen by the operator" in panel.status.value
    assert panel.freeze_button.disabled
    assert all(box.disabled for box in panel.fields.values())


def test_a_form_over_a_broken_text_says_what_is_wrong(workspace: Workspace) -> None:
    (workspace.protocol / "protocol.toml").write_text("[look")
    assert "NOT_TOML" in panel_of(workspace).status.value


def test_a_disk_that_is_full_is_shown(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = panel_of(workspace)

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("r11.workbench.protocol.write_atomic", full)
    panel.save_button.click()
    assert "no space left on device" in panel.status.value


def test_a_frozen_protocol_that_was_reviewed_stays_as_it_is(workspace: Workspace) -> None:
    freeze(workspace, by="the operator", now=DAY)
    looked = mention(Signature("A", "s1", "2026-12-01T09:00:00+00:00"), EventKind.SHOWN, ["a.md#c1"])
    DecisionBook(workspace.decisions, "A", "s1").record(looked, {})
    before, panel = text(workspace), panel_of(workspace)
    assert panel.save_button.disabled
    panel.fill({"thresholds.o1_share.at_least": "0.01"})
    panel.name.value = "somebody"
    panel.freeze()  # as a script could, whatever the buttons allow
    assert "Not saved" in panel.status.value
    assert text(workspace) == before


numbers = st.floats(0, 1).map(lambda value: round(value, 6))
splits = st.tuples(st.integers(0, 100), st.integers(0, 100)).filter(lambda pair: sum(pair) <= 100)


@given(
    splits,
    st.dictionaries(st.sampled_from(list(Yardstick)), st.tuples(numbers, st.none() | numbers), min_size=1),
    st.integers(1, 10**6),
    st.integers(15, 999),
    st.integers(0, 2**53),
)
def test_a_protocol_goes_through_the_form_unchanged(
    split: tuple[int, int], limits: dict[Yardstick, tuple[float, float | None]], items: int, files: int, seed: int
) -> None:
    o1, o2 = split
    shares = {FixOp.O1: o1 / 100, FixOp.O2: o2 / 100, FixOp.O3: (100 - o1 - o2) / 100}
    lines = (Threshold(one, *limits[one]) for one in Yardstick if one in limits)
    stated = tuple(
        Threshold(line.yardstick, line.limit, shares[FixOp.O1])
        if line.yardstick is Yardstick.O1_SHARE and line.assumed is None
        else line
        for line in lines
    )
    protocol = Protocol(shares, stated, items, 20, files, seed, 2, 3.5)
    assert read_protocol(text_of(fields_of(protocol)).encode()) == protocol


@given(st.dictionaries(st.sampled_from(field_names()), st.text()))
def test_whatever_is_typed_is_a_text_that_the_reader_can_judge(fields: dict[str, str]) -> None:
    with suppress(InputProblems):  # any other error is a text that broke out of its field
        read_protocol(text_of(fields).encode("utf-8", "surrogatepass"))
