"""The operator's form for the policy: nothing is in force before the effect was on the screen and a name was given."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from small_programme import Claim, make

from r11.fixes.policy import Policy
from r11.panels import policy_page
from r11.panels.policy import EXAMPLES_ON_A_PAGE, PRICES_ON_A_PAGE, PolicyPanel
from r11.storage import Workspace, read_decisions
from r11.vocabulary import AbortCode, EventKind, EvidenceState, PolicyScope
from r11.workbench.policy import policy_state, ratify
from r11.workbench.policy_desk import WorkspacePolicy, policy_panel
from r11.workbench.policy_preview import as_if_ratified, preview_policy
from r11.workbench.programme import open_programme

DAY = datetime(2026, 12, 1, 8, tzinfo=UTC)
NOT_GROUNDED, SILENT = PolicyScope
EVIL = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">'
CUTS = [
    Claim(
        f"cut{number}",
        f"Plan {number} keeps logs in the region (with a copy of all traces).",
        f"Plan {number} keeps logs in the region. {EVIL}",
        f'The page does not mention "with a copy of all traces". {EVIL}',
        rule="R8",
    )
    for number in range(1, EXAMPLES_ON_A_PAGE + 3)
]
PRICES = [
    Claim(f"price{number}", f"Plan {number} costs USD {number} a month.", "Plans are listed.", "no price there")
    for number in range(1, PRICES_ON_A_PAGE + 2)
]


SILENT_CLAIM = Claim("quiet", "Most teams like it.", "", "", "source_silent", "", state=EvidenceState.STILL_SILENT)


@pytest.fixture(scope="module")
def unratified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("unratified")
    make(root, [*CUTS, *PRICES, SILENT_CLAIM], ratified=False)
    return root


@pytest.fixture
def workspace(unratified: Path, tmp_path: Path) -> Workspace:
    shutil.copytree(unratified, tmp_path, dirs_exist_ok=True)
    return Workspace.open(tmp_path / "ws")


def panel_of(workspace: Workspace) -> PolicyPanel:
    return PolicyPanel(WorkspacePolicy(workspace, lambda: DAY, seed=1))


def is_ratified(workspace: Workspace) -> bool:
    return (workspace.policy / "O2.ratified.json").exists()


def test_the_effect_is_on_the_screen_before_the_button_works(workspace: Workspace) -> None:
    panel = panel_of(workspace)
    assert "not ratified" in panel.status.value
    assert f"{len(CUTS)}/{len(CUTS) + len(PRICES)}" in panel.effects.value
    assert panel.shown.value == ""
    panel.name.value = "the operator"
    assert panel.ratify_button.disabled
    panel.tick(NOT_GROUNDED)
    assert f"1 to {EXAMPLES_ON_A_PAGE} of {len(CUTS)}" in panel.shown.value
    assert panel.shown.value.count("<del") == EXAMPLES_ON_A_PAGE
    assert not panel.ratify_button.disabled
    panel.name.value = " "
    assert panel.ratify_button.disabled
    panel.name.value = "the operator"
    panel.tick()
    assert panel.ratify_button.disabled
    assert not is_ratified(workspace)


def test_every_example_can_be_paged_to(workspace: Workspace) -> None:
    panel = panel_of(workspace)
    panel.tick(NOT_GROUNDED, SILENT)
    assert (panel.earlier.disabled, panel.later.disabled) == (True, False)
    assert "No flag of this scope" in panel.shown.value
    first = panel.shown.value
    panel.later.click()
    assert (panel.earlier.disabled, panel.later.disabled) == (False, True)
    plans = re.findall(r">Plan (\d+) keeps logs in the region<", first + panel.shown.value)
    assert sorted(map(int, plans)) == list(range(1, len(CUTS) + 1))
    panel.earlier.click()
    assert panel.shown.value == first


def test_what_is_ticked_is_ratified_and_then_in_force(workspace: Workspace) -> None:
    panel = panel_of(workspace)
    panel.tick(NOT_GROUNDED)
    panel.name.value = "the operator"
    panel.ratify_button.click()
    state = policy_state(workspace)
    assert state.standing is not None
    assert (state.standing.scopes, state.standing.ratified_by) == ((NOT_GROUNDED,), "the operator")
    assert state.standing.ratified_at == "2026-12-01T08:00:00.000+00:00"
    assert "is ratified for not_grounded" in panel.status.value
    panel.ratify_button.click()
    assert "nothing changed" in panel.status.value
    assert sum(p.op == "O2" for _, p in open_programme(workspace).propose()) == len(CUTS)


@pytest.mark.parametrize(
    ("scopes", "by", "says"),
    [
        pytest.param((), "the operator", "needs a scope", id="no scope"),
        pytest.param((NOT_GROUNDED,), "  ", "needs a name", id="no name"),
    ],
)
def test_a_script_cannot_do_what_the_button_does_not(
    workspace: Workspace, scopes: tuple[PolicyScope, ...], by: str, says: str
) -> None:
    panel = panel_of(workspace)
    panel.tick(*scopes)
    panel.name.value = by
    panel.ratify()
    assert "Nothing was written" in panel.status.value
    assert says in panel.status.value
    assert not is_ratified(workspace)


def test_a_text_that_changed_on_disk_is_looked_at_again_first(workspace: Workspace) -> None:
    """One changed byte: what the operator read is not what would be ratified."""
    panel = panel_of(workspace)
    panel.tick(NOT_GROUNDED)
    panel.name.value = "the operator"
    with (workspace.policy / "O2.md").open("ab") as text:
        text.write(b" ")
    panel.ratify()
    assert "changed since it was shown" in panel.status.value
    assert not is_ratified(workspace)


def test_a_ratified_text_that_changed_is_off_and_says_so(workspace: Workspace) -> None:
    ratify(workspace, by="the operator", scopes=list(PolicyScope), now=DAY)
    with (workspace.policy / "O2.md").open("ab") as text:
        text.write(b" ")
    assert "O2 is off until it is ratified again" in panel_of(workspace).status.value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param(b"", "is empty", id="an empty text"),
        pytest.param(b"## Generalisations\n\n| from | to |\n|---|---|\n| a | a |\n", "no pair in row 1", id="no pair"),
    ],
)
def test_a_text_that_nobody_can_ratify_is_said_to_be_one(workspace: Workspace, text: bytes, says: str) -> None:
    (workspace.policy / "O2.md").write_bytes(text)
    panel = panel_of(workspace)
    assert says in panel.status.value
    panel.tick(NOT_GROUNDED)
    panel.name.value = "the operator"
    assert panel.ratify_button.disabled


def test_prices_are_released_one_by_one_under_a_name(workspace: Workspace) -> None:
    panel = panel_of(workspace)
    assert f"{len(PRICES)} claims name a price, 0 of them released" in panel.prices.value
    assert all(row.button.disabled for row in panel.rows)
    panel.name.value = "the operator"
    panel.rows[2].button.click()
    (event,) = [entry.event for entry in read_decisions(workspace.decisions).entries]
    assert (event.event, event.reviewer) == (EventKind.RELEASE_GATED, "the operator")
    (key,) = event.flag_keys
    assert key.endswith("#price3")
    assert f"{len(PRICES)} claims name a price, 1 of them released" in panel.prices.value
    assert f"released by the operator on {event.at[:10]}" in panel.rows[2].words.value
    assert (panel.rows[2].button.description, panel.rows[2].button.disabled) == ("Released", True)
    assert "price3" not in open_gated(workspace)
    panel.release(key)  # as a script could
    assert "waits for an operator" in panel.status.value
    panel.more.click()
    assert [row.layout.display for row in panel.rows] == ["flex", *["none"] * (PRICES_ON_A_PAGE - 1)]


def test_only_a_listed_operator_ratifies_and_releases(workspace: Workspace) -> None:
    with (workspace.root / "r11.toml").open("a", encoding="utf-8") as settings:
        settings.write('operators = ["the operator"]\n')
    panel = panel_of(Workspace.open(workspace.root))
    panel.tick(NOT_GROUNDED)
    panel.name.value = "ReviewerA"
    panel.ratify_button.click()
    assert "Nothing was written" in panel.status.value
    panel.rows[0].button.click()
    assert "Nothing was written" in panel.status.value
    assert not is_ratified(workspace)
    assert not read_decisions(workspace.decisions).entries
    panel.name.value = "the operator"
    panel.ratify_button.click()
    panel.rows[0].button.click()
    assert is_ratified(workspace)
    assert len(read_decisions(workspace.decisions).entries) == 1


def open_gated(workspace: Workspace) -> set[str]:
    pairs = open_programme(workspace).propose()
    return {flag.id for flag, made in pairs if any(abort.code is AbortCode.OPERATOR_GATED for abort in made.aborts)}


def test_no_scope_touches_a_price(workspace: Workspace) -> None:
    """Prices and other operator-gated matters are out of every scope."""
    ratify(workspace, by="the operator", scopes=list(PolicyScope), now=DAY)
    assert open_gated(workspace) == {claim.id for claim in PRICES}


def test_hostile_text_is_shown_as_text(workspace: Workspace) -> None:
    panel = panel_of(workspace)
    panel.tick(NOT_GROUNDED)
    shown = panel.shown.value + panel.text.value + panel.effects.value
    assert EVIL not in shown
    assert "&lt;script&gt;window.hacked=1" in shown
    assert "U+202E RIGHT-TO-LEFT OVERRIDE" in policy_page.policy_text("a\u202eb")
    assert "<b>" not in policy_page.status("<b>x", is_error=True).replace("<strong>", "")


def test_the_panel_opens_on_a_folder(workspace: Workspace) -> None:
    assert "not ratified" in policy_panel(workspace.root).status.value


def test_trying_again_only_what_a_policy_can_change_finds_the_same(workspace: Workspace) -> None:
    """The report asks anew only where a policy matters; the preview asks for every flag."""
    pairs = "| a copy of all traces | some data |\n| Plan 2 | a plan |\n"
    text = workspace.policy / "O2.md"
    text.write_text(f"## Generalisations\n\n| from | to |\n|---|---|\n{pairs}", encoding="utf-8")
    programme = open_programme(workspace)
    found = list(as_if_ratified(programme, programme.propose(), Policy.if_ratified(text.read_bytes())))
    assert found == list(preview_policy(workspace).pairs)
