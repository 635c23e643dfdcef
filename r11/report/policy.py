"""What the policy does to the split and what it costs in words, as the report shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from r11.pilot.figures import Share
from r11.pilot.items import Outcome
from r11.pilot.measures import PilotMeasures, Split
from r11.pilot.policy_effect import BOTH_SCOPES, IN_FORCE, PolicyEffect, ScopeEffect, splits_by_policy

Cells = tuple[str, list[str]]


def policy_context(effect: PolicyEffect, measures: PilotMeasures) -> dict[str, Any]:
    """What the section on the policy shows. scopes: the names of the columns of `figures`."""
    splits = groupby(splits_by_policy(effect, measures), key=lambda row: row[0])
    return {
        "splits": [(name, [_cells(policy, split) for _, policy, split in rows]) for name, rows in splits],
        "scopes": [one.scope.value for one in effect.scopes],
        "figures": [(label, [figure(one) for one in effect.scopes]) for label, figure in _FIGURES],
        "costs": list(_costs(effect)),
    }


def _cells(policy: str, split: Split) -> Cells:
    return policy, [*(str(split.share(outcome)) for outcome in Outcome), str(split.n)]


_FIGURES: tuple[tuple[str, Callable[[ScopeEffect], str]], ...] = (
    ("open flags of the scope", lambda one: str(one.split.n)),
    ("nominated for O2 / flags of the scope", lambda one: Share(one.nominated, one.split.n).with_percent),
    ("O2 if ratified / flags of the scope", lambda one: one.split.share(Outcome.O2).with_percent),
    ("words removed / words of these claims", lambda one: _words(one.cost.share)),
    ("claims that lose words", lambda one: str(one.cost.claims)),
    ("claims that go as a whole / these", lambda one: Share(one.cost.whole, one.cost.claims).with_percent),
)


def _words(share: Share) -> str:
    return "no words" if share.is_empty else share.with_percent


def _costs(effect: PolicyEffect) -> Iterator[tuple[str, str]]:
    yield IN_FORCE, effect.in_force.says
    yield BOTH_SCOPES, effect.cost.says
