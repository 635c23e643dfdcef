"""The operator's form for the protocol: what is assumed, the thresholds, the one look, the draw; save, then freeze.

The panel is handed a `ProtocolDesk`. Its methods `fill`, `keep_draft` and `freeze` are what the buttons call, so that
it works without a browser. An exception in a callback shows nowhere in a notebook: every one is caught and shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Protocol as Shape

import ipywidgets as widgets

from r11.errors import R11Error
from r11.pilot.protocol_text import bound_of, field_names, text_of
from r11.vocabulary import FixOp, Yardstick

_WIDE = widgets.Layout(width="22rem")
_NARROW = widgets.Layout(width="9rem")
_LABELS = {
    "look.items": "one look at so many reviewed fix targets",
    "look.class_sample_size": "items of a class decided one by one before its list",
    "stratum.files": "files of the rest that are drawn (15 or more, better 30)",
    "stratum.seed": "seed of the draw",
    "capacity.reviewers": "reviewers",
    "capacity.hours_per_day": "active hours a day",
    "probes.share": "probes in a reviewer's queue, of its value swaps (0.05; empty: none)",
}


@dataclass(frozen=True)
class ProtocolView:
    """What the form shows. words: how the protocol stands; is_frozen: the fields can no longer be changed."""

    fields: Mapping[str, str]
    words: str
    is_frozen: bool


class ProtocolDesk(Shape):
    """What lies before the operator. Each answers from what is on disk now."""

    def view(self) -> ProtocolView: ...

    def keep(self, text: str) -> None:
        """Write the text, or nothing. Raises InputProblems with everything that is wrong with it."""

    def freeze(self, by: str) -> None:
        """Raises R11Error; nothing is written then."""


class ProtocolPanel(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no type information
    """The form. `fields`: the text boxes by their place in the text."""

    def __init__(self, desk: ProtocolDesk) -> None:
        self._desk = desk
        # sent whole: of what is sent while somebody types, the last letters can come after the press of a button
        self.fields = {
            name: widgets.Text(layout=_NARROW, placeholder=_placeholder(name), continuous_update=False)
            for name in field_names()
        }
        self.name = widgets.Text(placeholder="your name", layout=_WIDE, continuous_update=False)
        self.save_button = widgets.Button(description="Save the draft", icon="check")
        self.freeze_button = widgets.Button(description="Freeze", icon="lock", button_style="warning")
        self.status = widgets.HTML()
        self.save_button.on_click(lambda _: self.keep_draft())
        self.freeze_button.on_click(lambda _: self.freeze())
        self.save_button.add_class("r11-protocol-save")
        self.freeze_button.add_class("r11-protocol-freeze")
        self.status.add_class("r11-protocol-status")
        buttons = widgets.HBox([self.save_button, self.name, self.freeze_button])
        super().__init__([self._split(), self._thresholds(), self._others(), buttons, self.status])
        self._show("")

    def fill(self, fields: Mapping[str, str]) -> None:
        """Type into some fields."""
        for name, text in fields.items():
            self.fields[name].value = text

    def keep_draft(self) -> None:
        """Write the draft; whatever is wrong with it is listed, and then nothing was written."""
        self._try(lambda: self._desk.keep(self._text()), "saved; it binds nobody until it is frozen")

    def freeze(self) -> None:
        """Save what is in the form, and bind it under the operator's name."""

        def both() -> None:
            self._desk.keep(self._text())
            self._desk.freeze(self.name.value)

        self._try(both, "")

    def _text(self) -> str:
        return text_of({name: box.value for name, box in self.fields.items()})

    def _try(self, act: Callable[[], None], done: str) -> None:
        try:
            act()
        except R11Error as error:
            self._say(str(error), error=True)
        except Exception as error:  # shown, since nobody else would ever see it
            self._say(f"{type(error).__name__}: {error}", error=True)
        else:
            self._show(done)

    def _show(self, done: str) -> None:
        """The form as things stand on disk now."""
        try:
            view = self._desk.view()
        except R11Error as error:
            self._say(str(error), error=True)
            return
        self.fill(view.fields)
        for box in (*self.fields.values(), self.name, self.save_button, self.freeze_button):
            box.disabled = view.is_frozen
        self._say(f"{done}. {view.words}" if done else view.words)

    def _say(self, words: str, *, error: bool = False) -> None:
        colour = "var(--jp-error-color1, #b3261e)" if error else "inherit"
        lines = "<br>".join(escape(line) for line in words.splitlines())
        head = "<strong>Not saved.</strong><br>" if error else ""
        self.status.value = f'<div role="status" style="color:{colour}">{head}{lines}</div>'

    # --- the parts of the form ----------------------------------------------------------------------------------------

    def _split(self) -> widgets.VBox:
        boxes = [_labelled(op.value, self.fields[f"assumed_split.{op}"]) for op in FixOp]
        return widgets.VBox([_heading("Assumed split of the fix targets (adds up to 1)"), widgets.HBox(boxes)])

    def _thresholds(self) -> widgets.VBox:
        rows = [widgets.HBox([_label("scale only where"), _label("limit", _NARROW), _label("assumed", _NARROW)])]
        for yardstick in Yardstick:
            place, bound = f"thresholds.{yardstick}", bound_of(yardstick)
            label = _label(f"{yardstick.label}, {bound.replace('_', ' ')}", _WIDE)
            label.tooltip = yardstick.meaning
            rows.append(widgets.HBox([label, self.fields[f"{place}.{bound}"], self.fields[f"{place}.assumed"]]))
        return widgets.VBox([_heading("Thresholds (an empty line decides nothing)"), *rows])

    def _others(self) -> widgets.VBox:
        rows = [widgets.HBox([_label(label), self.fields[name]]) for name, label in _LABELS.items()]
        return widgets.VBox([_heading("The look, the draw, the calendar"), *rows])


def _placeholder(name: str) -> str:
    return "not stated" if name.endswith(".assumed") else "not set"


def _heading(words: str) -> widgets.HTML:
    return widgets.HTML(f"<h4>{escape(words)}</h4>")


def _label(words: str, layout: widgets.Layout = _WIDE) -> widgets.Label:
    return widgets.Label(words, layout=layout)


def _labelled(words: str, box: widgets.Text) -> widgets.HBox:
    return widgets.HBox([_label(words, widgets.Layout(width="2.5rem")), box])
