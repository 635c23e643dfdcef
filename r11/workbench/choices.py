"""The filters of the review panel: which there are over a queue, and what a choice among them means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from r11.review.queue import Choice, QueueItem
from r11.vocabulary import AbortCode, FixOp, ItemStatus, QueueOrder, Rule

MOST_PAGES = 100  # cited pages offered in the filter, those with most items first
Options = list[tuple[str, str]]


def filters_over(items: Sequence[QueueItem]) -> list[dict[str, Any]]:
    """Every filter with its options as (value, text), the empty value first.

    What a decision changes (operation, state) is not counted: the filters stay as they are while somebody decides.
    """
    return [
        _filter("op", "every operation", [(str(op), str(op)) for op in FixOp]),
        _filter("status", "every state", [(str(status), _STATES[status]) for status in ItemStatus]),
        _filter("rule", "every rule", _counted(item.flag.rule.label for item in items)),
        _filter("abort", "every reason", _reasons(items)),
        _filter("file", "every file", _counted(item.flag.file for item in items)),
        _filter("url", "every page", _pages(items)),
        {"name": "order", "label": "order", "options": [["", "by file"], [str(QueueOrder.URL), "by page"]]},
    ]


def choice_of(filters: Mapping[str, str]) -> Choice:
    """Raises ValueError or KeyError for a word that is none of its kind, TypeError for a filter that there is not."""
    given = {name: value for name, value in filters.items() if value and name != "order"}
    kinds: Mapping[str, Callable[[str], Any]] = {"op": FixOp, "rule": _rule, "abort": _abort, "status": ItemStatus}
    return Choice(**{name: kinds.get(name, str)(value) for name, value in given.items()})


def order_of(filters: Mapping[str, str]) -> QueueOrder:
    return QueueOrder(filters.get("order") or QueueOrder.FILE)


def _abort(value: str) -> AbortCode:
    return AbortCode.__members__[value]  # its constructor also takes the meaning


def _rule(value: str) -> Rule:
    return Rule.NONE if value == Rule.NONE.label else Rule(value)


def _filter(name: str, everything: str, options: Options) -> dict[str, Any]:
    return {
        "name": name,
        "label": everything.removeprefix("every "),
        "options": [["", everything], *map(list, options)],
    }


def _counted(values: Iterable[str]) -> Options:
    return [(str(value), f"{value} ({count})") for value, count in sorted(Counter(values).items())]


_STATES = {status: "sent to O3" if status is ItemStatus.TO_O3 else str(status) for status in ItemStatus}


def _reasons(items: Iterable[QueueItem]) -> Options:
    counts = Counter(item.proposals[0].aborts[0].code for item in items if item.proposals[0].aborts)
    return [(str(code), f"{code.meaning} ({count})") for code, count in counts.most_common()]


def _pages(items: Iterable[QueueItem]) -> Options:
    counts = Counter(item.flag.evidence_url for item in items)
    return [(url, f"{url} ({count})") for url, count in counts.most_common(MOST_PAGES)]
