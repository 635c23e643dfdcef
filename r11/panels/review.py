"""The review panel: one item per screen, decided by key, saved before the screen says so.

The panel asks nobody for data: it is handed a `Desk` (the queue, the decisions, the log to append to) and a clock, so
`panel.press("outdated")` works without a browser. In the browser `review.js` sends one message per decision, with
everything that decision needs.

Comm messages of one widget arrive on two threads at once under JupyterLab 4.6 with ipykernel 7: one lock serves them
one by one. An exception in a callback shows nowhere there: every one is caught and shown as *not saved*.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import anywidget
import traitlets

from r11.errors import R11Error, Refused
from r11.panels.card import Surroundings, answer_words, card
from r11.panels.view import line_diff, reveal
from r11.records import DecisionEvent
from r11.review import answers
from r11.review.answers import Seen, Signature
from r11.review.decisions import ItemState
from r11.vocabulary import Disposition, EventKind, FixOp, ItemStatus

HELP = (
    ("o", "approve: the old text was true once (outdated)"),
    ("w", "approve: the old text was never true (wrong)"),
    ("a", "approve: no source says it (unsourced; source-silent subtractions only)"),
    ("c", "the claim is correct, the judge was mistaken: close, nothing changes"),
    ("e", "write the line yourself"),
    ("3", "not this proposal: a person must rewrite the line later"),
    ("s", "skip for now"),
    ("?", "ask a question about the item and go on"),
    ("u", "undo your last decision (again: the one before)"),
    ("← →", "look at the items before and after, decide nothing"),
    ("h", "this help"),
    ("Esc", "leave a text field or this help"),
)
ROWS_PER_PAGE = 20


class Desk(Protocol):
    """What lies before a reviewer. Every method answers from what is on disk now."""

    def order(self, filters: Mapping[str, str]) -> Sequence[str]:
        """The flag keys of the queue, in order, under the chosen filters."""

    def filters(self, chosen: Mapping[str, str]) -> Sequence[Mapping[str, Any]]:
        """The filters as `review.js` draws them: name, label, options as (value, text), chosen."""

    def seen(self, key: str) -> Seen: ...

    def around(self, key: str) -> Surroundings: ...

    def state(self, key: str) -> ItemState: ...

    def holder(self, key: str) -> str:
        """Reserve the item for this reviewer for a short while; the name of another reviewer who has it, else empty."""

    def resume(self, order: Sequence[str]) -> int | None:
        """The position at which this reviewer goes on, over all their sessions; None where nothing is left."""

    def is_open(self, key: str) -> bool:
        """Whether this reviewer still has something to do there."""

    def refresh(self) -> None:
        """Read again what everybody decided."""

    def record(self, event: DecisionEvent, seen: Mapping[str, str]) -> None:
        """Append one event to this reviewer's log; it is on the disk when this returns.

        seen: the version of each item that was looked at. Raises Refused, also where somebody decided meanwhile.
        """

    def undoable(self) -> str | None:
        """The flag key of the event that an undo would take back, None where there is none."""

    def saved(self) -> int:
        """How many events of this reviewer are on the disk."""

    def warnings(self, key: str, text: str) -> Sequence[str]:
        """What a person should know before they approve their own text for this item."""

    def class_list(self) -> ClassList: ...

    def outcome(self) -> Outcome:
        """What `r11 freeze` would take now."""

    def freeze(self) -> str:
        """Write the approved manifest; its path in words. Raises R11Error."""


@dataclass(frozen=True)
class ClassList:
    """The O1 items that may be confirmed as a class: those not yet decided, once the sample was decided one by one."""

    keys: tuple[str, ...]
    sampled: int
    sample_size: int
    refused_in_sample: int

    @property
    def is_open(self) -> bool:
        return self.sampled >= self.sample_size and not self.refused_in_sample and bool(self.keys)

    @property
    def words(self) -> str:
        done = f"{self.sampled} of the {self.sample_size} items drawn at random were decided one by one"
        if self.refused_in_sample:
            return f"{done}, and {self.refused_in_sample} of them not approved: this list is decided one by one."
        if self.sampled < self.sample_size:
            return f"{done}: decide the rest of the sample first."
        return f"{done}, all approved. Read every line below; confirming approves exactly these bytes."


@dataclass(frozen=True)
class Outcome:
    """What a freeze would take: edits and closings, and what it leaves out with the reasons."""

    edits: int
    files: int
    closures: int
    left_out: tuple[str, ...]


class ReviewPanel(anywidget.AnyWidget):
    """The panel. `desk_for(name)` makes the desk of a reviewer; `name` empty asks for it on the first screen."""

    _esm = Path(__file__).with_name("review.js")
    _css = Path(__file__).with_name("review.css")
    screen = traitlets.Dict().tag(sync=True)
    checks = traitlets.Dict({"key": "", "lines": []}).tag(sync=True)

    def __init__(
        self, desk_for: Callable[[str], Desk], *, clock: Callable[[], datetime], name: str = "", session: str,
        idle_cap_seconds: int = 60,
    ) -> None:  # fmt: skip
        super().__init__()
        self._desk_for, self._clock, self._session, self._idle_cap = desk_for, clock, session, idle_cap_seconds
        self._lock = threading.RLock()
        self._filters: dict[str, str] = {}
        self._desk: Desk | None = None
        self._reviewer = ""
        self._order: Sequence[str] = ()
        self._position = 0
        self._page = "name"
        self._active_ms = 0
        if name:
            self.press("name", name=name)
        else:
            self._show("")
        self.on_msg(lambda _widget, content, _buffers: self.press(**content))

    # --- in: one message, one answer ---------------------------------------------------------------------------------

    def press(self, kind: str, **message: Any) -> None:
        """Answer one message of the browser; whatever goes wrong is shown, and then nothing was saved."""
        with self._lock:
            try:
                if self._desk:
                    self._desk.refresh()
                self._answer(kind, message)
            except Refused as refusal:
                self._show(f"not saved: {refusal.message}", error=True, keep_form=True)
            except R11Error as error:
                self._show(f"not saved: {error}", error=True, keep_form=True)
            except Exception as error:  # shown, since nobody else would ever see it
                self._show(f"not saved: {type(error).__name__}: {error}", error=True, keep_form=True)

    def _answer(self, kind: str, message: Mapping[str, Any]) -> None:
        match kind:
            case "name":
                self._begin(str(message["name"]))
            case "filter":
                self._filters[str(message["name"])] = str(message["value"])
                self._requeue()
                self._show("")
            case "next" | "previous":
                self._look(1 if kind == "next" else -1)
            case "undo":
                self._undo(message)
            case "check":
                self.checks = {
                    "key": message["key"],
                    "lines": list(self._at_desk.warnings(message["key"], message["text"])),
                }
            case "enter_class" | "leave_class":
                self._page = "list" if kind == "enter_class" else "item"
                self._show("")
            case "confirm_class":
                self._confirm_class(message)
            case "freeze":
                self._show(self._at_desk.freeze())
            case _:
                self._decide(kind, message)

    def _begin(self, name: str) -> None:
        if not name.strip():
            raise Refused("NO_NAME", "reviewer", "write your name: every decision is recorded under it")
        self._reviewer = name.strip()
        self._desk = self._desk_for(self._reviewer)
        self._requeue()
        self._show("")

    @property
    def _at_desk(self) -> Desk:
        if self._desk is None:
            raise Refused("NO_NAME", "reviewer", "say first who is reviewing")
        return self._desk

    def _decide(self, kind: str, message: Mapping[str, Any]) -> None:
        key = self._current()
        if key is None or message.get("key") != key:
            return  # a late or doubled message: the item on the screen is another one by now
        desk, seen = self._at_desk, self._at_desk.seen(key)
        desk.record(self._event(kind, seen, message), {key: str(message.get("version"))})
        if kind == "edit":  # the text is on record now; the approval names its bytes
            ruling = Disposition(str(message["disposition"]))
            desk.record(answers.approve(self._signature({}), desk.seen(key), ruling), {key: desk.state(key).version})
        self._active_ms += int(message.get("active_ms", 0))
        self._advance()
        self._show(f"saved: {seen.flag.id} · {kind.replace('_', ' ')}")

    def _event(self, kind: str, seen: Seen, message: Mapping[str, Any]) -> DecisionEvent:
        signature = self._signature(message)
        match kind:
            case "outdated" | "wrong" | "unsourced":
                return answers.approve(signature, seen, Disposition(kind))
            case "close":
                return answers.close(signature, seen)
            case "to_o3" | "skip":
                return answers.mention(signature, EventKind(kind), [seen.flag.key])
            case "ask":
                asked = replace(signature, note=str(message.get("note", "")))
                return answers.mention(asked, EventKind.ASK, [seen.flag.key])
            case "edit":
                if message.get("checked") is not True:
                    words = "tick that you checked the live source: the text will be public"
                    raise Refused("NOT_CHECKED", seen.flag.key, words)
                return answers.edit(signature, seen, str(message["text"]))
            case _:
                raise Refused("UNKNOWN_ACTION", kind, f"the panel has no action {kind!r}")

    def _confirm_class(self, message: Mapping[str, Any]) -> None:
        desk = self._at_desk
        allowed = desk.class_list()
        keys = [str(key) for key in message["keys"]]
        if not allowed.is_open or not set(keys) <= set(allowed.keys):
            raise Refused("CLASS_NOT_OPEN", "O1 list", allowed.words)
        ruling = Disposition(str(message["disposition"]))
        items = [(desk.seen(key), ruling) for key in keys]
        versions = {key: desk.state(key).version for key in keys}
        desk.record(answers.confirm_class(self._signature(message), FixOp.O1, items, None), versions)
        self._active_ms += int(message.get("active_ms", 0))
        if not desk.class_list().keys:
            self._page = "item"
            self._requeue()
        self._show(f"saved: {len(keys)} edits confirmed as {ruling}")

    def _undo(self, message: Mapping[str, Any]) -> None:
        key = self._at_desk.undoable()
        if key is None:
            self._show("there is nothing of yours to undo")
            return
        self._at_desk.record(answers.mention(self._signature(message), EventKind.UNDO, ()), {})
        self._page = "item"
        if key in self._order:
            self._position = list(self._order).index(key)
        self._show("undone: the item before it was decided")

    def _signature(self, message: Mapping[str, Any]) -> Signature:
        return Signature(
            self._reviewer,
            self._session,
            self._clock().isoformat(timespec="milliseconds"),
            active_ms=int(message.get("active_ms", 0)),
            wall_ms=int(message.get("wall_ms", 0)),
        )

    # --- where we are ------------------------------------------------------------------------------------------------

    def _requeue(self) -> None:
        self._page = "item"
        self._order = tuple(self._at_desk.order(self._filters))
        at = self._at_desk.resume(self._order)
        self._position = len(self._order) if at is None else at

    def _advance(self) -> None:
        """To the next open item, from here on and then from the start; this one comes last."""
        count = len(self._order)
        around = ((self._position + step) % count for step in range(1, count + 1))
        self._position = next((at for at in around if self._at_desk.is_open(self._order[at])), count)

    def _look(self, step: int) -> None:
        self._page = "item"
        self._position = min(max(self._position + step, 0), len(self._order))
        self._show("")

    def _current(self) -> str | None:
        return self._order[self._position] if self._page == "item" and self._position < len(self._order) else None

    # --- out: one screen, set in one message -------------------------------------------------------------------------

    def _show(self, words: str, *, error: bool = False, keep_form: bool = False) -> None:
        screen: dict[str, Any] = {
            "status": {"text": words, "error": error},
            "keep_form": keep_form,
            "help": HELP,
            "idle_cap_ms": self._idle_cap * 1000,
            "progress": self._progress(),
            "filters": self._desk.filters(self._filters) if self._desk else [],
        }
        self.screen = screen | self._content(words)

    def _content(self, words: str) -> dict[str, Any]:
        if self._desk is None:
            return {
                "page": "name",
                "words": "Every decision is recorded under this name, in a log of its own.",
                "name": "",
            }
        if self._page == "list":
            return {"page": "list", "list": self._class_page()}
        key = self._current()
        return {"page": "item", "item": self._item(key)} if key else {"page": "end", "end": self._end()}

    def _progress(self) -> dict[str, Any]:
        if self._desk is None:
            return {"position": 0, "total": 0, "decided": 0, "saved": 0, "active": "0 min"}
        total = len(self._order)
        return {
            "position": min(self._position + 1, total),
            "total": total,
            "decided": sum(not self._desk.is_open(key) for key in self._order),
            "saved": self._desk.saved(),
            "active": f"{self._active_ms // 60_000} min",
        }

    def _item(self, key: str) -> dict[str, Any]:
        desk = self._at_desk
        state = desk.state(key)
        answer = state.by(self._reviewer)
        words = f"you: {answer_words(answer.status, answer.disposition)}" if answer else ""
        if state.status is ItemStatus.UNSETTLED:
            words = answer_words(state.status, None)
        if other := desk.holder(key):
            words = f"{words} · {other} has this item open too".strip(" ·")
        return card(desk.seen(key), desk.around(key), version=state.version, answer=words, now=self._clock())

    def _class_page(self) -> dict[str, Any]:
        listed = self._at_desk.class_list()
        rows = [self._row(key) for key in listed.keys[:ROWS_PER_PAGE]]
        return {
            "heading": f"O1 value swaps not yet decided: {len(listed.keys)}",
            "words": listed.words,
            "allowed": listed.is_open,
            "first": 1,
            "rows": rows,
            "dispositions": [str(Disposition.OUTDATED), str(Disposition.WRONG)],
        }

    def _row(self, key: str) -> dict[str, Any]:
        proposal = self._at_desk.seen(key).proposal
        runs = line_diff(proposal.line_before or "", proposal.line_after, proposal.edits)
        return {"key": key, "place": f"{proposal.file}:{proposal.line}", "diff": reveal(runs)}

    def _end(self) -> dict[str, Any]:
        desk = self._at_desk
        outcome, listed = desk.outcome(), desk.class_list()
        if not self._order:
            heading = "No items here"
            lines = ["Nothing waits for review under these filters."]
        else:
            heading = "No open items left in this queue"
            lines = ["Your decisions are saved. The knowledge base is unchanged: only r11-apply writes it."]
        return {
            "heading": heading,
            "lines": lines,
            "table": [
                ["edits that the approved manifest would take", outcome.edits],
                ["files they are in", outcome.files],
                ["flags closed because the claim is correct", outcome.closures],
                ["O1 swaps still open", len(listed.keys)],
            ],
            "left_out": list(outcome.left_out),
            "can_confirm": bool(listed.keys),
            "can_freeze": outcome.edits + outcome.closures > 0,
        }
