"""Which flags meet a changed page at a refresh: a stated minority, so that every state has something to show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from random import Random

from sample_maker.families import Values
from sample_maker.plan import FlagPlan, Plan

CHANGED, SUPPORTS_NOW, MOVED, ANSWERS_NOW = 24, 14, 16, 10
DETAILS = "details"  # the anchor of the section that a moved quote has left
_MEASURES = (Values.COUNT, Values.THOUSANDS, Values.SIZE, Values.DAYS, Values.SECONDS, Values.PERCENT, Values.VERSION)


def set_states(random: Random, plan: Plan) -> None:
    """`changed`: the page has a third value; `supports_now`: it has the claim; `answers_now`: it has a value of it.

    `moved`: the flag's URL names a section, and the quote stands in another one.
    """
    targets = [flag for flag in plan.flags if not flag.group.silent]
    cited = Counter(flag.page for flag in targets)
    lone = [flag for flag in targets if cited[flag.page] == 1 and not flag.fact.form.is_row]
    quoted = Counter((flag.page, flag.fact.quote) for flag in targets)
    swaps = [flag for flag in targets if _is_measured(flag) and quoted[flag.page, flag.fact.quote] == 1]
    silent = [flag for flag in plan.flags if flag.group.silent]
    silent_on = Counter(flag.page for flag in silent)
    _mark(random, swaps, CHANGED, "changed")
    _mark(random, [flag for flag in swaps if not flag.fact.norwegian], SUPPORTS_NOW, "supports_now")
    for flag in _mark(random, lone, MOVED, "moved"):
        plan.cite_section(flag.page, DETAILS)
    figures = [flag for flag in silent if silent_on[flag.page] == 1 and _has_english_figure(flag)]
    _mark(random, figures, ANSWERS_NOW, "answers_now")


def _is_measured(flag: FlagPlan) -> bool:
    return flag.fact.form.values in _MEASURES


def _has_english_figure(flag: FlagPlan) -> bool:
    fact = flag.fact
    return "{u}" in fact.form.claim and not (fact.norwegian or fact.form.is_row)


def _mark(random: Random, flags: Sequence[FlagPlan], count: int, state: str) -> list[FlagPlan]:
    marked = random.sample([flag for flag in flags if flag.evidence_state in ("stands", "still_silent")], count)
    for flag in marked:
        flag.evidence_state = state
    return marked


def page_sentence(flag: FlagPlan) -> str:
    """What the page holds today where the judge saw the quote; empty where it holds nothing for the flag."""
    match flag.evidence_state:
        case "changed":
            return flag.fact.third_quote
        case "supports_now":
            return flag.fact.claim.replace("**", "")
        case "answers_now":
            things = flag.fact.topic.feature.many
            measured = re.search(rf"\d+ (?:{re.escape(things)}|\w+)", flag.fact.claim)
            return f"Measured values for {things} lie around {measured[0]}." if measured else ""
        case _:
            return flag.fact.quote
