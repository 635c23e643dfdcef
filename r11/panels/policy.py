"""The operator's form for the O2 policy: what ratifying would do here, real examples, then the button; and prices.

The panel is handed a `PolicyDesk`. `tick`, `turn`, `ratify` and `release` are what boxes and buttons call, so that it
works without a browser. An exception in a callback shows nowhere in a notebook: every one is caught and shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol as Shape

import ipywidgets as widgets

from r11.errors import R11Error
from r11.panels import policy_page as page
from r11.pilot.policy_effect import ScopeEffect
from r11.records import DecisionEvent, Flag, Proposal
from r11.vocabulary import PolicyScope

EXAMPLES_ON_A_PAGE = 6
PRICES_ON_A_PAGE = 10
_STYLE = (Path(__file__).with_name("policy.css")).read_text(encoding="utf-8")
_WIDE = widgets.Layout(width="auto")
_SCOPES = {
    PolicyScope.NOT_GROUNDED: "not_grounded: the page does not bear the claim out",
    PolicyScope.SOURCE_SILENT: "source_silent: the page says nothing of it",
}


@dataclass(frozen=True)
class PriceClaim:
    """An open claim about a price, what the program makes of it, and the event that released it as it stands."""

    flag: Flag
    proposal: Proposal
    release: DecisionEvent | None

    @property
    def is_released(self) -> bool:
        return self.release is not None


@dataclass(frozen=True)
class PolicyView:
    """What the form shows. words: how the policy stands; effects: of each scope, as if this text were ratified."""

    words: str
    text: str
    effects: tuple[ScopeEffect, ...]
    prices: tuple[PriceClaim, ...]


class PolicyDesk(Shape):
    """What lies before the operator. Each answers from what is on disk now; what was done is told in words."""

    def view(self) -> PolicyView: ...

    def ratify(self, scopes: Collection[PolicyScope], by: str) -> str:
        """Put the text in force that was last viewed. Raises R11Error; nothing is written then."""

    def release(self, flag_key: str, by: str) -> str:
        """Record the operator's release of one claim about a price. Raises R11Error; nothing is written then."""


class PolicyPanel(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no type information
    """The form. `boxes`: the tick boxes by scope; `rows`: the price claims on the screen, each with its button."""

    def __init__(self, desk: PolicyDesk) -> None:
        self._desk = desk
        self._view = PolicyView("", "", (), ())
        self._page = self._price_page = 0
        self.text, self.effects, self.shown, self.status = (widgets.HTML(layout=_WIDE) for _ in range(4))
        self.boxes = {scope: widgets.Checkbox(description=words, indent=False) for scope, words in _SCOPES.items()}
        self.earlier, self.later = _button("Earlier examples"), _button("More examples")
        # sent whole: of what is sent while somebody types, the last letters can come after the press of a button
        self.name = widgets.Text(placeholder="your name, then Enter", description="operator", continuous_update=False)
        self.ratify_button = _button("Ratify the ticked scopes")
        self.rows = [PriceRow(self.release) for _ in range(PRICES_ON_A_PAGE)]
        self.fewer, self.more = _button("Earlier prices"), _button("More prices")
        self.prices = widgets.HTML(layout=_WIDE)
        self._listen()
        super().__init__([widgets.HTML(f"<style>{_STYLE}</style>"), *self._parts()])
        self.add_class("r11-policy")
        self._show("")

    def _listen(self) -> None:
        for box in self.boxes.values():
            box.observe(lambda _: self.turn(0), names="value")
        self.name.observe(lambda _: self._allow(), names="value")
        self.earlier.on_click(lambda _: self.turn(self._page - 1))
        self.later.on_click(lambda _: self.turn(self._page + 1))
        self.fewer.on_click(lambda _: self.turn_prices(self._price_page - 1))
        self.more.on_click(lambda _: self.turn_prices(self._price_page + 1))
        self.ratify_button.on_click(lambda _: self.ratify())
        for name, button in (("ratify", self.ratify_button), ("later", self.later), ("earlier", self.earlier)):
            button.add_class(f"r11-policy-{name}")

    def _parts(self) -> list[widgets.Widget]:
        return [
            _heading("The O2 policy"),
            self.status,
            self.text,
            self.effects,
            _heading("Examples: tick a scope to see what it would take out"),
            widgets.HBox(list(self.boxes.values())),
            self.shown,
            widgets.HBox([self.earlier, self.later]),
            widgets.HBox([self.name, self.ratify_button]),
            _heading("Claims about a price"),
            self.prices,
            *self.rows,
            widgets.HBox([self.fewer, self.more]),
        ]

    # --- what an operator does ----------------------------------------------------------------------------------------

    @property
    def ticked(self) -> tuple[PolicyScope, ...]:
        return tuple(scope for scope, box in self.boxes.items() if box.value)

    def tick(self, *scopes: PolicyScope) -> None:
        """Tick these scopes and no others."""
        for scope, box in self.boxes.items():
            box.value = scope in scopes

    def turn(self, number: int) -> None:
        """Show this page of examples of the ticked scopes, from 0."""
        self._page = number
        self.shown.value = "".join(self._examples(effect) for effect in self._chosen())
        most = max((len(effect.subtracted) for effect in self._chosen()), default=0)
        self.earlier.disabled, self.later.disabled = number <= 0, (number + 1) * EXAMPLES_ON_A_PAGE >= most
        self._allow()

    def turn_prices(self, number: int) -> None:
        """Show this page of the claims about a price, from 0."""
        self._price_page, waiting = number, self._view.prices
        shown = waiting[number * PRICES_ON_A_PAGE : (number + 1) * PRICES_ON_A_PAGE]
        for index, row in enumerate(self.rows):
            row.show(shown[index] if index < len(shown) else None)
        self.fewer.disabled, self.more.disabled = number <= 0, (number + 1) * PRICES_ON_A_PAGE >= len(waiting)
        released = sum(claim.is_released for claim in waiting)
        self.prices.value = (
            f"<p>{len(waiting)} claims name a price, {released} of them released. No scope of the policy covers them: "
            "each one is released by an operator, and then a person writes its line.</p>"
        )

    def ratify(self) -> None:
        """Ratify the ticked scopes under the operator's name."""
        self._try(lambda: self._desk.ratify(self.ticked, self.name.value))

    def release(self, flag_key: str) -> None:
        """Release one claim about a price under the operator's name."""
        self._try(lambda: self._desk.release(flag_key, self.name.value))

    # --- what follows -------------------------------------------------------------------------------------------------

    def _chosen(self) -> list[ScopeEffect]:
        return [effect for effect in self._view.effects if effect.scope in self.ticked]

    def _examples(self, effect: ScopeEffect) -> str:
        first = self._page * EXAMPLES_ON_A_PAGE
        pairs = effect.subtracted[first : first + EXAMPLES_ON_A_PAGE]
        return page.examples(effect.scope, pairs, len(effect.subtracted), first + 1)

    def _allow(self) -> None:
        """The button works once a scope is ticked, its counts and examples on the screen, and a name is there."""
        self.ratify_button.disabled = not (self._chosen() and self.name.value.strip())
        for row in self.rows:
            row.allow(bool(self.name.value.strip()))

    def _try(self, act: Callable[[], str]) -> None:
        try:
            done = act()
        except R11Error as error:
            self._say(str(error), is_error=True)
        except Exception as error:  # shown, since nobody else would ever see it
            self._say(f"{type(error).__name__}: {error}", is_error=True)
        else:
            self._show(done)

    def _show(self, done: str) -> None:
        """The form as things stand on disk now."""
        try:
            self._view = self._desk.view()
        except R11Error as error:
            self._view = PolicyView("", "", (), ())
            self._say(str(error), is_error=True)
        else:
            self._say(done or self._view.words)
        self.text.value = page.policy_text(self._view.text)
        self.effects.value = page.effect_table(self._view.effects)
        self.turn(self._page)
        self.turn_prices(self._price_page)
        self._allow()

    def _say(self, words: str, *, is_error: bool = False) -> None:
        self.status.value = page.status(words, is_error=is_error)


class PriceRow(widgets.HBox):  # type: ignore[misc]  # ipywidgets has no type information
    """One claim about a price and the button that releases it; hidden while it shows none."""

    def __init__(self, release: Callable[[str], None]) -> None:
        self._claim: PriceClaim | None = None
        self.words = widgets.HTML(layout=widgets.Layout(flex="1 1 auto", width="auto"))
        self.button = _button("Release")
        self.button.on_click(lambda _: self._claim and release(self._claim.flag.key))
        super().__init__([self.words, self.button])
        self.add_class("r11-price")

    def show(self, claim: PriceClaim | None) -> None:
        self._claim = claim
        self.layout.display = "none" if claim is None else "flex"
        if claim:
            self.words.value = page.price(claim.flag, claim.release)
            self.button.description = "Released" if claim.is_released else "Release"

    def allow(self, has_name: bool) -> None:
        """The button works where there is a name to answer for it and something to release."""
        self.button.disabled = not has_name or self._claim is None or self._claim.is_released


def _button(words: str) -> widgets.Button:
    return widgets.Button(description=words, layout=_WIDE)


def _heading(words: str) -> widgets.HTML:
    return widgets.HTML(f"<h3>{words}</h3>")
