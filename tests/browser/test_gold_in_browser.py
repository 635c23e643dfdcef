"""The blind panel in Chromium, under JupyterLab and under Voilà: two people label by keyboard, one is interrupted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from fixed_sample import FixedSample, make, run
from panel_page import PanelPage
from playwright.sync_api import Page, expect
from servers import Server

from r11.commands.notebooks import GOLD_NOTEBOOK
from r11.storage import Workspace
from r11.storage.gold import GoldSample, read_sample
from r11.vocabulary import GoldVersion
from r11.workbench.ledger import read_workspace_ledger

pytestmark = pytest.mark.browser
Open = Callable[..., PanelPage]
TWICE = 20


@pytest.fixture(scope="session")
def made_draw(tmp_path_factory: pytest.TempPathFactory) -> FixedSample:
    """The sample after a batch of fixes, and a small draw of which 20 items are to be labelled by two people."""
    made = make(tmp_path_factory.mktemp("gold") / "ws")
    run("goldsample", "draw", made.root, "--seed", "7", "--size", "22", "--double", TWICE)
    return made


@pytest.fixture
def drawn(made_draw: FixedSample, tmp_path: Path) -> Path:
    return made_draw.copy(tmp_path / "ws").root


def sample_of(root: Path) -> GoldSample:
    return read_sample(Workspace.open(root), "gold")


def labels(root: Path) -> int:
    return sum(len(words) for words in sample_of(root).labels.values())


def label(panel: PanelPage, count: int, keys: str = "cowat") -> list[str]:
    """So many labels by keyboard, different ones in turn; on which items."""
    given = []
    for number in range(count):
        given.append(panel.key)
        panel.press(keys[number % len(keys)])
        assert panel.status.startswith("saved: "), panel.status
    return given


def test_twenty_claims_by_two_people_one_of_them_interrupted(server: Server, drawn: Path, panel_on: Open) -> None:
    panel = panel_on(server, drawn, "LabellerA", notebook=GOLD_NOTEBOOK)
    given = label(panel, 11)
    here = panel.key
    panel.open_again()
    panel.begin("LabellerA")
    assert panel.key == here
    given += label(panel, 9)
    panel.press("u")
    assert panel.key == given[-1]
    assert (len(set(given)), labels(drawn)) == (20, 19)
    while panel.at == "item":
        label(panel, 1)

    second = panel_on(server, drawn, "LabellerB", tab=panel.page.context.new_page(), notebook=GOLD_NOTEBOOK)
    again = label(second, TWICE)
    assert second.at == "end"
    assert set(map(int, again)) == {item.item for item in sample_of(drawn).draw.items if item.doubled}
    told = run("goldsample", "report", drawn)
    assert re.search(r"Two people labelled 20/20 items of the doubled part and said the same on \d+/20", told)
    assert "Gwet's AC1" in told


def test_nothing_blind_is_in_the_page(server: Server, drawn: Path, panel_on: Open) -> None:
    """Neither in the document, nor in what the kernel sent to the browser, on any item."""
    root, sample = Workspace.open(drawn), sample_of(drawn)
    panel = panel_on(server, drawn, "LabellerA", notebook=GOLD_NOTEBOOK)
    keys = {item.claim_key for item in sample.draw.items}
    reasons = {flag.reason for flag in read_workspace_ledger(root).flags if flag.key in keys}
    secrets = (
        keys | {key.partition("#")[0] for key in keys} | reasons | {item.card_sha256 for item in sample.draw.items}
    )
    for _ in sample.draw.items:
        document = panel.root.evaluate("root => root.outerHTML")
        assert not [secret for secret in secrets if secret in document]
        words = panel.root.evaluate(_OWN_WORDS)
        assert not re.search(
            r"not_grounded|source_silent|grounded|\bO[123]\b|\bbefore\b|\bafter\b|changed|removed", words
        )
        panel.press("ArrowRight")


# The text of the page without what is the claim's, its lines' and its page's own; and all attributes.
_OWN_WORDS = """root => {
  const copy = root.cloneNode(true);
  const texts = ".r11-diff, .r11-quote, .r11-context td, .r11-link, .r11-help, .r11-spoken";
  copy.querySelectorAll(texts).forEach((one) => one.replaceChildren());
  copy.querySelectorAll('.r11-link').forEach((one) => one.removeAttribute('href'));
  return copy.outerHTML;
}"""


def test_both_versions_of_a_claim_look_alike(server: Server, drawn: Path, panel_on: Open) -> None:
    """The same headings, keys and places in both; only the texts differ."""
    sample = sample_of(drawn)
    panel = panel_on(server, drawn, "LabellerA", notebook=GOLD_NOTEBOOK)
    shapes: dict[int, str] = {}
    panel.press("ArrowRight")  # from here on nothing is said below the item
    for _ in sample.draw.items:
        shapes[int(panel.key)] = re.sub(r"\d+|\s+", " ", panel.root.evaluate(_OWN_WORDS))
        panel.press("ArrowRight")
    versions = {(item.claim_key, item.version): item.item for item in sample.draw.items}
    pairs = [(n, versions[key, GoldVersion.AFTER]) for (key, v), n in versions.items() if v is GoldVersion.BEFORE
             and (key, GoldVersion.AFTER) in versions]  # fmt: skip
    assert pairs
    alike = sum(_bare(shapes[one]) == _bare(shapes[other]) for one, other in pairs)
    assert alike == len(pairs)


def _bare(shape: str) -> str:
    """Without how many lines of the file and of the page there are to show."""
    return re.sub(r'(<tr class="[^"]*">\s*<td[^>]*></td>\s*</tr>)+', "", shape)


def test_typing_a_name_labels_nothing_and_a_held_key_labels_one(server: Server, drawn: Path, panel_on: Open) -> None:
    panel = panel_on(server, drawn, "coward", notebook=GOLD_NOTEBOOK)
    page: Page = panel.page
    assert labels(drawn) == 0
    page.wait_for_timeout(320)
    for _ in range(6):
        page.keyboard.down("w")  # repeats, as a held key does
    page.keyboard.up("w")
    expect(page.locator(".r11-status")).to_contain_text("saved: ")
    page.wait_for_timeout(400)
    assert labels(drawn) == 1
    page.keyboard.press("h")
    expect(page.locator(".r11-help")).to_be_visible()
    page.keyboard.press("w")
    page.keyboard.press("Escape")
    assert labels(drawn) == 1
    assert json.loads(run("goldsample", "report", drawn, "--json"))["labels"]["labellers"] == 1
