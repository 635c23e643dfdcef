"""The review panel: one item per screen, decided by key, saved before the screen says so.

The panel asks nobody for data: it is handed a way to a `Desk` and a clock, so `panel.press("outdated", …)` works
without a browser. `session.py` holds what a message does, `screen.py` what is then shown; here is what a widget needs.

Comm messages of one widget arrive on two threads at once under JupyterLab 4.6 with ipykernel 7: one lock serves them
one by one. An exception in a callback shows nowhere there: every one is caught and put on the screen.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import Any

import anywidget
import traitlets

from r11.errors import in_words
from r11.panels.advice import HELP
from r11.panels.desk import Desk, RoomKind
from r11.panels.screen import screen
from r11.panels.session import ReviewSession
from r11.panels.source import browser_source


class ReviewPanel(anywidget.AnyWidget):
    """The panel. `name` empty asks for the reviewer's name on the first screen; `names`: who reviewed here before;
    `warning`: what to know before anybody begins.

    `screen` is everything that is shown, set in one message, each with a new `turn`; `filters` is sent only when it
    differs; `checks` answers the editor while a person writes, each line as (blocks, words).
    """

    _esm = browser_source("base.js", "review.js")
    _css = browser_source("review.css")
    screen = traitlets.Dict().tag(sync=True)
    filters: Any = traitlets.List().tag(sync=True)
    checks: Any = traitlets.Dict({"key": "", "lines": []}).tag(sync=True)
    help = traitlets.List([list(row) for row in HELP]).tag(sync=True)
    idle_cap_ms = traitlets.Int(60_000).tag(sync=True)

    def __init__(
        self, desk_for: Callable[[str], Desk], *, clock: Callable[[], datetime], session: str,
        room: RoomKind = RoomKind.REVIEW, name: str = "", names: Sequence[str] = (), warning: str = "",
        idle_cap_seconds: int = 60,
    ) -> None:  # fmt: skip
        super().__init__(idle_cap_ms=idle_cap_seconds * 1000)
        self._session = ReviewSession(desk_for, clock, session, room, names)
        self._names, self._warning = names, warning
        self._lock = threading.Lock()
        self._turns = count(1)
        if name:
            self.press("name", name=name)
        else:
            self._show({"text": "", "error": False})
        self.on_msg(self._receive)

    def _receive(self, _widget: Any, content: Mapping[str, Any], _buffers: Any) -> None:
        more = dict(content)
        self.press(str(more.pop("kind", "")), **more)

    def press(self, kind: str, /, **message: Any) -> None:
        """Answer one message of the browser; whatever goes wrong is shown, and then nothing was saved."""
        with self._lock:
            if kind == "check":
                self.checks = {"key": message.get("key", ""), "lines": self._warnings(message)}
            else:
                self._show(self._answer(kind, message))
                self._reserve()

    def _answer(self, kind: str, message: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return {"text": self._session.answer(kind, message), "error": False}
        except Exception as error:  # also a bug: nobody would ever see it otherwise
            return {"text": f"not saved: {in_words(error)}", "error": True}

    def _warnings(self, message: Mapping[str, Any]) -> list[list[Any]]:
        try:
            return [list(check) for check in self._session.warnings(message)]
        except Exception as error:
            return [[False, f"the text could not be checked: {in_words(error)}"]]

    def _show(self, status: dict[str, Any]) -> None:
        """Whatever was saved stays saved where the next screen cannot be drawn: that is said beside it."""
        try:
            shown = screen(self._session, self._names, self._warning)
            filters = self._filters() if self._session.has_begun else []
        except Exception as error:
            shown, filters = {"page": "broken", "words": in_words(error)}, self.filters
        with self.hold_sync():
            self.filters = list(filters)
            self.screen = shown | {"status": status, "turn": next(self._turns)}

    def _reserve(self) -> None:
        """Once the screen is on its way: nobody waits for it. That it failed takes nothing back of what was said."""
        try:
            self._session.reserve()
        except Exception as error:
            words = f"{self.screen['status']['text']}; not reserved, others are not told: {in_words(error)}"
            self._show({"text": words, "error": True})

    def _filters(self) -> list[dict[str, Any]]:
        chosen = self._session.filters
        return [{**one, "chosen": chosen.get(one["name"], "")} for one in self._session.desk.filters(chosen)]
