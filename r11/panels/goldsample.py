"""The blind panel of the gold sample: one claim and its page, one key per label, saved before the screen says so.

What reaches the browser is made here, from a `GoldCard` and from this labeller's own labels alone: no verdict, no
operation, no stratum, no file, no version, and nothing that anybody else said. Like the review panel it is handed a
way to a desk, so that `panel.press("wrong", item=…)` works without a browser; messages are served one by one, and an
exception is put on the screen, since it would show nowhere else.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, Protocol
from urllib.parse import urlsplit

import anywidget
import traitlets

from r11.errors import Refused, in_words
from r11.panels.source import browser_source
from r11.panels.view import Run, mark_spans, plain, reveal, shorten
from r11.records import GoldCard
from r11.vocabulary import GoldLabel

HELP: tuple[tuple[str, str], ...] = (
    ("c", "correct: the page says so too"),
    ("o", "outdated: the page says otherwise now, and it shows that the claim was true once"),
    ("w", "wrong: the page says otherwise, and nothing on it shows that the claim was ever true"),
    ("a", "unsourced: the page says nothing about it, neither for nor against"),
    ("t", "cannot tell: neither claim nor page lets you say"),
    ("u", "take back your last label"),
    ("← →", "look at the item before, or the next one; a new label replaces your old one"),
    ("h", "this help"),
)
RULES = (
    "Judge the claim as it stands, by the page that it cites, as the page is today. A claim that is partly wrong is "
    "wrong (or outdated).",
    "Outdated or wrong? The result counts both alike, as an error, so choose quickly: outdated where a date, a version "
    "note or a word such as “formerly” on the page shows that the claim was true once, else wrong.",
)
WORDS = {
    GoldLabel.CORRECT: "correct",
    GoldLabel.OUTDATED: "outdated",
    GoldLabel.WRONG: "wrong",
    GoldLabel.UNSOURCED: "unsourced",
    GoldLabel.CANNOT_TELL: "cannot tell",
}


class GoldDesk(Protocol):
    """What lies before one labeller. Every method answers from what `refresh` last read."""

    def refresh(self) -> None: ...

    @property
    def items(self) -> int:
        """How many items there are, whoever labels them."""

    def order(self) -> Sequence[int]:
        """This labeller's items: those they labelled and those that still need them."""

    def is_open(self, item: int) -> bool: ...

    def own(self, item: int) -> GoldLabel | None: ...

    def card(self, item: int) -> GoldCard: ...

    def next_open(self, after: int | None = None) -> int | None:
        """The next item that needs this labeller and that nobody else is at; it is reserved for them."""

    def take(self, item: int) -> bool:
        """Reserve an item; False where it does not need this labeller, or where others are at it."""

    def record(self, item: int, word: GoldLabel, timing: Mapping[str, int] | None = None) -> None:
        """Append the label; it is on the disk when this returns. Raises R11Error."""

    def undo(self) -> int:
        """Take back the last label; the item that it was on. Raises R11Error."""

    def complaints(self) -> Sequence[str]: ...


class GoldSession:
    """What each message does, and which item is then shown; None: nothing is left for this labeller."""

    def __init__(self, desk_for: Callable[[str], GoldDesk]) -> None:
        self._desk_for = desk_for
        self.desk: GoldDesk | None = None
        self.labeller = ""
        self.item: int | None = None

    def answer(self, kind: str, message: Mapping[str, Any]) -> str:
        """Do what the message asks; what was done, in words. Raises R11Error."""
        if kind == "name":
            return self._begin(str(message.get("name", "")).strip())
        desk = self._begun()
        desk.refresh()
        match kind:
            case "next" | "previous":
                return self._look(desk, 1 if kind == "next" else -1)
            case "go":
                self.item = desk.next_open()
                return ""
            case "undo":
                self.item = desk.undo()
                return "taken back: label it again, or go on with →"
            case _:
                return self._label(desk, kind, message)

    def _begun(self) -> GoldDesk:
        if self.desk is None:
            raise Refused("NO_NAME", "labeller", "say first who is labelling: every label is recorded under a name")
        return self.desk

    def _begin(self, name: str) -> str:
        if not name:
            raise Refused("NO_NAME", "labeller", "write your name: every label is recorded under it")
        self.desk, self.labeller = self._desk_for(name), name
        self.desk.refresh()
        self.item = self.desk.next_open()
        return f"you label as {name}"

    def _look(self, desk: GoldDesk, step: int) -> str:
        order = desk.order()
        if not order:
            return "nothing was drawn for you"
        here = order.index(self.item) if self.item in order else (-1 if step > 0 else 0)
        turned = (order[(here + step * number) % len(order)] for number in range(1, len(order) + 1))
        self.item = next((item for item in turned if desk.own(item) or desk.take(item)), None)
        return ""

    def _label(self, desk: GoldDesk, kind: str, message: Mapping[str, Any]) -> str:
        if kind not in list(GoldLabel):
            raise Refused("UNKNOWN_ACTION", kind, f"the panel has no action {kind!r}")
        item, word = self.item, GoldLabel(kind)
        if item is None or message.get("item") != item:
            raise Refused("LATE", kind, "this was meant for an item that is no longer the one shown: look, then label")
        if message.get("own", "") != (desk.own(item) or ""):
            raise Refused("LATE", kind, "you labelled this item elsewhere meanwhile: look, then label")
        try:
            desk.record(item, word, {name: int(message.get(name, 0)) for name in ("active_ms", "wall_ms")})
        except Refused as refused:
            if refused.code == "NOT_NEEDED":
                self.item = desk.next_open(item)
            raise
        self.item = desk.next_open(item)
        return f"saved: item {item} is {WORDS[word]}"


def screen(session: GoldSession, names: Sequence[str]) -> dict[str, Any]:
    """All that the browser is told."""
    desk = session.desk
    if desk is None:
        return {"page": "name", "names": list(names)}
    order = desk.order()
    labelled, left = sum(desk.own(item) is not None for item in order), sum(map(desk.is_open, order))
    shared = {
        "labeller": session.labeller,
        "progress": {"labelled": labelled, "left": left, "others": desk.items - len(order)},
        "complaints": [plain(words) for words in desk.complaints()],
    }
    if session.item is None:
        return shared | {"page": "end", "end": {"labelled": labelled, "left": left}}
    return shared | {"page": "item", "item": item_page(desk.card(session.item), desk.own(session.item))}


def item_page(card: GoldCard, own: GoldLabel | None) -> dict[str, Any]:
    """One item; texts are lists of runs, put on the screen as text."""
    return {
        "number": card.item,
        "claim": plain(card.claim),
        "context": [[_line(card, n, text), n == card.at] for n, text in enumerate(card.context)],
        "url": plain(card.url),
        "href": card.url if urlsplit(card.url).scheme == "https" else "",
        "is_like": card.marked is not None,
        "passage": reveal(shorten(mark_spans(card.passage, [card.marked] if card.marked else []))),
        "fetched": card.fetched_at[:10],
        "own": own or "",
        "own_words": WORDS[own] if own else "",
    }


def _line(card: GoldCard, number: int, text: str) -> list[Run]:
    start = text.find(card.claim) if number == card.at else -1
    return reveal(shorten(mark_spans(text, [(start, start + len(card.claim))] if start >= 0 else [])))


class GoldPanel(anywidget.AnyWidget):
    """The panel. `name` empty asks for the labeller's name on the first screen; `names`: who labelled here before."""

    _esm = browser_source("base.js", "goldsample.js")
    _css = browser_source("review.css")
    screen = traitlets.Dict().tag(sync=True)
    help = traitlets.List([list(row) for row in HELP]).tag(sync=True)
    rules = traitlets.List(list(RULES)).tag(sync=True)
    idle_cap_ms = traitlets.Int(60_000).tag(sync=True)

    def __init__(
        self,
        desk_for: Callable[[str], GoldDesk],
        *,
        name: str = "",
        names: Sequence[str] = (),
        idle_cap_seconds: int = 60,
    ) -> None:
        super().__init__(idle_cap_ms=idle_cap_seconds * 1000)
        self._session = GoldSession(desk_for)
        self._names = names
        self._lock = threading.Lock()
        self._turns = count(1)
        if name:
            self.press("name", name=name)
        else:
            self._show("", error=False)
        self.on_msg(self._receive)

    def _receive(self, _widget: Any, content: Mapping[str, Any], _buffers: Any) -> None:
        more = dict(content)
        self.press(str(more.pop("kind", "")), **more)

    def press(self, kind: str, /, **message: Any) -> None:
        """Answer one message of the browser; whatever goes wrong is shown, and then nothing was saved."""
        with self._lock:
            try:
                self._show(self._session.answer(kind, message), error=False)
            except Exception as error:  # also a bug: nobody would ever see it otherwise
                self._show(f"not saved: {in_words(error)}", error=True)

    def _show(self, text: str, *, error: bool) -> None:
        try:
            shown = screen(self._session, self._names)
        except Exception as broken:  # what was saved stays saved; the status says so beside this
            shown = {"page": "broken", "words": in_words(broken)}
        self.screen = shown | {"status": {"text": text, "error": error}, "turn": next(self._turns)}
