"""What a page says otherwise than when somebody answered: in words, since any change of it ends all its approvals.

An answer keeps the hash of the evidence that it saw, and the texts of a page are kept by theirs. The text with which
today's evidence would have that hash is therefore the page as it was: the claim's own passage then stands as it stood,
and what differs is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import SequenceMatcher

from msgspec.structs import replace

from r11.fixes.freshness import evidence_digest
from r11.records import FlagEvidence
from r11.text.quotes import PageText, section_at

Change = Callable[[FlagEvidence, str | None], str]

SHOWN = 120  # characters of a passage


def told_change(
    now: FlagEvidence,
    seen: str | None,
    kept: Iterable[str] = (),
    text: Callable[[str], str | None] = lambda _: None,
) -> str:
    """What changed since evidence with the hash `seen`, and what to do. `kept`: the hashes of the texts at hand."""
    before = next((one for one in kept if evidence_digest(replace(now, text_sha256=one)) == seen), None)
    if before is None or before == now.text_sha256:
        says = f"evidence: {now.state} now{f': {_short(now.passage)}' if now.passage else ''}"
        return f"the page says something else of this claim since ({says}): run r11 propose, then review it again"
    own = "the passage of this claim stands as it was, yet the page changed elsewhere since"
    then, today = text(before), text(now.text_sha256 or "")
    where = "" if then is None or today is None else _where(PageText.of(then), PageText.of(today))
    return f"{own}{where}: read that and approve it again, since an approval covers the whole page"


def _where(then: PageText, today: PageText) -> str:
    """How many passages differ, and the first of them with its section."""
    before, after = _passages(then), _passages(today)
    matcher = SequenceMatcher(None, [p for _, p in before], [p for _, p in after], autojunk=False)
    changed = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    if not changed:
        return " (in spaces only)"
    _, a, b, c, d = changed[0]
    page, start = (today, after[c][0]) if d > c else (then, before[a][0])
    title = section_at(page, start).title
    section = f"section \u201c{_short(title)}\u201d" if title else "its beginning"
    gone = f"\u201c{_short(before[a][1])}\u201d" if b > a else ""
    come = f"\u201c{_short(after[c][1])}\u201d" if d > c else ""
    words = f"{gone} became {come}" if gone and come else f"{gone} is gone" if gone else f"{come} is new"
    more = f"; {len(changed)} places in all" if len(changed) > 1 else ""
    return f" (in {section}: {words}{more})"


def _passages(page: PageText) -> list[tuple[int, str]]:
    return [(start, passage) for start, end in page.blocks if (passage := " ".join(page.text[start:end].split()))]


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN else f"{flat[: SHOWN - 1]}\u2026"
