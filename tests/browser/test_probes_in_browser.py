"""Probes in Chromium: met and decided by keyboard as any item is, without a word of them on the page before the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from panel_page import PanelPage
from servers import Server

from r11.records import ProbeSeeded
from r11.storage import ProbeFolder, Workspace, read_decisions, sample_root
from r11.vocabulary import EventKind, ProbeOutcome
from r11.workbench.probes import find_probes

pytestmark = pytest.mark.browser
Open = Callable[..., PanelPage]
NAME = "ReviewerA"
TELLS = ("probe", "probe:", "seeded", "wrong_quote", "wrong_value", "wrong quote", "wrong value", "donor", "on purpose")
SHAPE = """() => [...document.querySelector('.r11-root').querySelectorAll('*')].map(
    (one) => [one.tagName, one.className, ...one.getAttributeNames()].join(' '))"""


@pytest.fixture
def probed(sample: Path) -> Path:
    """More probes than the embedded sample asks for, and a short sample of the class list, so that they come early."""
    text = (sample_root() / "protocol" / "protocol.toml").read_text(encoding="utf-8")
    assert "[probes]\nshare = 0.05\n" in text
    changed = text.replace("class_sample_size = 20", "class_sample_size = 2").replace("share = 0.05", "share = 0.3")
    (sample / "protocol" / "protocol.toml").write_text(changed, encoding="utf-8")
    return sample


def dealt(workspace: Path) -> dict[str, ProbeSeeded]:
    seeded = ProbeFolder(workspace / "6-decisions").read(NAME).seeded
    return {probe.source: probe for probe in seeded.values()}


def told_before_the_end(panel: PanelPage, probes: dict[str, ProbeSeeded]) -> list[str]:
    """Every word about probes in the page as it is: in the names of its parts, and in all that is not sample text."""
    names, content = (
        " ".join(panel.page.evaluate(SHAPE)),
        panel.page.locator(".r11-root").evaluate("(r) => r.outerHTML"),
    )
    found = [tell for tell in TELLS if tell in names]
    return found + [tell for tell in (*TELLS[1:], *(probe.key for probe in probes.values())) if tell in content]


def test_probes_are_decided_by_keyboard_like_any_other_item(voila: Server, probed: Path, panel_on: Open) -> None:
    panel = panel_on(voila, probed, NAME)
    probes = dealt(probed)
    assert len(probes) >= 15
    panel.page.locator(".r11-filters summary").click()
    panel.page.locator('[data-name="op"]').select_option("O1")
    panel.page.locator(".r11-root").focus()
    answered: dict[str, str] = {}
    shapes: dict[bool, set[str]] = {True: set(), False: set()}
    keys = iter("owc3" * 50)
    for _ in range(60):
        if len(answered) == 4:
            break
        key = panel.key
        assert told_before_the_end(panel, probes) == []
        if not panel.page.get_by_text("Random sample of the value swaps").count():  # no probe is in that
            parts = {part for part in panel.page.evaluate(SHAPE) if not part.startswith("SPAN")}  # spans are the texts'
            shapes[key in probes] |= parts
        if key not in probes:
            panel.press("s")
            continue
        answered[key] = next(keys)
        panel.press(answered[key])
        assert panel.status.startswith("saved: ")
        assert probes[key].key not in panel.page.content()
        if len(answered) == 2:
            panel.press("u")
            assert panel.key == key
            panel.press(answered[key])
    assert len(answered) == 4
    assert shapes[True] <= shapes[False]

    decisions = read_decisions(probed / "6-decisions")
    assert not answered.keys() & decisions.items.keys()
    assert {entry.event.event for entry in decisions.entries} <= {EventKind.SKIP, EventKind.SHOWN}
    approved = sum(key in "ow" for key in answered.values())
    both = find_probes(Workspace.open(probed)).measures[-1]
    assert (both.answered.numerator, both.count(ProbeOutcome.MISSED)) == (4, approved)

    panel.click(".r11-do-summary")
    words = panel.page.locator(".r11-end").inner_text()
    assert "Probes among the changes you decided on: 4." in words
    assert f"You approved {approved} of 4 as shown" in words
    assert "edits ready for the approved manifest\t0" in words
