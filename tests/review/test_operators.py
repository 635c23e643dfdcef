"""Only an operator ratifies, freezes the protocol, releases, adjudicates, reverts; `r11.toml` may say who that is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from r11.apply import main as apply
from r11.cli import main
from r11.storage import Workspace, sample_root
from r11.workbench.rooms import review_panel

C1 = "skills/store/limits.md#c1"


@pytest.fixture
def listed(folder: Path) -> Path:
    """The workspace with one operator, a protocol, and a batch that was applied before anybody was listed."""
    shutil.copy(sample_root() / "protocol" / "protocol.toml", folder / "protocol")
    decide = ["decide", C1, "--event", "approve", "--disposition", "outdated", "--reviewer", "ReviewerA"]
    assert [main(decide), main(["freeze", "--batch", "spring"])] == [0, 0]
    assert apply(["ws/7-approved/spring.json", "--workspace", "ws"]) == 0
    return folder


def name_the_operator(folder: Path) -> None:
    with (folder / "r11.toml").open("a", encoding="utf-8") as settings:
        settings.write('operators = ["Operator"]\n')


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["ratify", "ws", "--scope", "not_grounded", "--by"], id="ratify"),
        pytest.param(["protocol", "freeze", "ws", "--by"], id="freeze the protocol"),
        pytest.param(["decide", C1, "--event", "release_gated", "--reviewer"], id="release"),
        pytest.param(["decide", C1, "--event", "adjudicate", "--reviewer"], id="adjudicate"),
        pytest.param(["decide", "--event", "revert", "--batch", "spring", "--reviewer"], id="revert"),
    ],
)
def test_what_is_the_operators_needs_a_listed_name(
    listed: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    name_the_operator(listed)
    before = {path: path.read_bytes() for path in listed.rglob("*.json*")}
    capsys.readouterr()
    assert main([*words, "Anybody"]) == 2
    assert "'Anybody' is no operator of ws/r11.toml (Operator)" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in listed.rglob("*.json*")} == before
    main([*words, "Operator"])
    assert "is no operator" not in capsys.readouterr().err


def test_apply_puts_nothing_back_on_the_word_of_somebody_else(listed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reverse = ["--reverse", "ws/8-receipts/spring.json", "--workspace", "ws"]
    assert main(["decide", "--event", "revert", "--batch", "spring", "--reviewer", "Anybody"]) == 0
    name_the_operator(listed)
    assert apply(reverse) == 2
    assert (
        "no revert event in force by an operator of r11.toml (Operator) names batch spring" in capsys.readouterr().err
    )
    assert main(["decide", "--event", "revert", "--batch", "spring", "--reviewer", "Operator"]) == 0
    assert apply(reverse) == 0


def test_init_shows_where_the_operators_are_listed_and_trusts_names_until_then(folder: Path) -> None:
    settings = folder / "r11.toml"
    assert '\n# operators = ["operator"]\n' in settings.read_text(encoding="utf-8")
    assert Workspace.open(folder).settings.operators is None
    settings.write_text(settings.read_text(encoding="utf-8").replace("# operators", "operators"), encoding="utf-8")
    assert Workspace.open(folder).settings.operators == ("operator",)


def test_the_room_of_adjudication_lets_operators_in(listed: Path) -> None:
    name_the_operator(listed)
    panel = review_panel(listed, room="adjudication")
    panel.press("name", name="Anybody")
    assert "is no operator of" in panel.screen["status"]["text"]
    panel.press("name", name="Operator")
    assert panel.screen["status"]["text"] == "you review as Operator"
