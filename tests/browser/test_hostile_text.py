"""Text of corpus and ledger that tries to be something else: markup, script, markdown, right-to-left, very long."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from panel_page import PanelPage
from servers import Server
from small_programme import Claim, make

pytestmark = pytest.mark.browser
Open = Callable[..., PanelPage]

EVIL = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1"><b onclick=1>'
FILE = "skills/a/<img src=x onerror=window.hacked=1>\u202egnp.md"
TEXTS = {
    "markup": f"{EVIL} keeps 500 items.",
    "closing": "</div></textarea></script><style>*{display:none}</style> keeps 500 items.",
    "markdown": "**bold** `code` [link](javascript:window.hacked=1) | cell | ![i](x) &lt; &#60;",
    "math": "$x^2$ and $$window.hacked=1$$ keep 500 items.",
    "rtl": "\u202eItems kept: 500\u202c, \u0627\u0644\u062d\u062f 500 \u0639\u0646\u0635\u0631",
    "unseen": "keeps\u00a0500\u200bitems\u00adand\u3164more\U000e0041 here",
    "long": f"{'A long line goes on. ' * 1000}It keeps 500 items.",
}
CLAIMS = [
    Claim(name, text, f"{EVIL} {text[-60:]}", f"{EVIL} says otherwise", file=FILE) for name, text in TEXTS.items()
]


@pytest.fixture
def panel(voila: Server, tmp_path: Path, panel_on: Open) -> PanelPage:
    return panel_on(voila, make(tmp_path, CLAIMS, ratified=False).workspace.root)


def test_hostile_text_shows_as_text_and_runs_nothing(panel: PanelPage) -> None:
    seen = {}
    for _ in TEXTS:
        name = panel.key.rpartition("#")[2]
        seen[name] = panel.page.locator(".r11-diff").inner_text()
        assert EVIL in panel.page.locator(".r11-quote").first.inner_text()
        assert EVIL in panel.page.locator(".r11-reason").inner_text()
        assert FILE.partition("\u202e")[0] in panel.page.locator(".r11-place").inner_text()
        assert "RIGHT-TO-LEFT OVERRIDE" in panel.page.locator(".r11-place").inner_text()
        assert panel.root.locator("script, img, style, iframe, .r11-diff b").count() == 0
        assert panel.root.locator("a:not([href^='https://'])").count() == 0
        if name != "math":  # a price for all the program knows, so it has no editor
            assert text_in_editor(panel) == TEXTS[name]
        panel.press("ArrowRight")
    assert panel.page.evaluate("window.hacked") is None
    assert seen.keys() == TEXTS.keys()
    for name in ("markup", "closing", "markdown", "math", "long"):
        assert seen[name] == TEXTS[name]
    for character in "\u202e\u200b\u00ad\u3164\U000e0041":
        shown = {"\u200b": "ZERO WIDTH SPACE", "\u00ad": "SOFT HYPHEN"}.get(character, unicodedata.name(character))
        assert shown in seen["rtl"] + seen["unseen"]
        assert character not in seen["rtl"] + seen["unseen"]


def text_in_editor(panel: PanelPage) -> str:
    panel.page.wait_for_timeout(320)
    panel.page.keyboard.press("e")
    text = panel.page.locator("textarea.r11-text").input_value(timeout=5000)
    panel.page.keyboard.press("Escape")
    return text
