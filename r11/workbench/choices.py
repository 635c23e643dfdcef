"""The filters of the review panel: which there are over a queue, and what a choice among them means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from r11.panels.card import BADGES, rule_words
from r11.panels.desk import ALL_FILES, SET_OF_FILES
from r11.review.queue import Choice, QueueItem, chosen
from r11.vocabulary import AbortCode, EventKind, FixOp, ItemStatus, QueueOrder, Rule

MOST_PAGES = 100  # cited pages offered in the filter, those with most items first
LOOK = "pilot and drawn files"
Options = list[tuple[str, str]]


def filters_over(items: Sequence[QueueItem], look: Collection[str], filters: Mapping[str, str]) -> list[dict[str, Any]]:
    """Every filter with its options as (value, text), the default first; `look`: the files of the one look.

    What a decision changes (operation, state) is not counted: the filters stay as they are while somebody decides.
    """
    inside = chosen(items, Choice(files=look))
    shown = inside if set_of(filters, look) is not None else items
    return [
        *([_sets(len(inside), len(items))] if look else []),
        _filter("op", "every operation", [(str(op), BADGES[op]) for op in FixOp]),
        _filter("status", "every state", [*((str(status), _STATES[status]) for status in ItemStatus), *LEFT.items()]),
        _filter("rule", "every rule", _rules(shown)),
        _filter("abort", "every reason", _reasons(shown)),
        _filter("file", "every file", _counted(item.flag.file for item in shown)),
        _filter("url", "every page", _pages(shown)),
        {"name": "order", "label": "order", "options": [["", "by file"], [str(QueueOrder.URL), "by page"]]},
    ]


def choice_of(filters: Mapping[str, str], look: Collection[str], left: Mapping[str, Collection[str]]) -> Choice:
    """left: the keys of the undecided items that were asked about or skipped, each under its word in `LEFT`.

    Raises ValueError or KeyError for a word that is none of its kind, TypeError for a filter that there is not."""
    given = {name: value for name, value in filters.items() if value and name not in {"order", SET_OF_FILES}}
    kinds: Mapping[str, Callable[[str], Any]] = {"op": FixOp, "rule": _rule, "abort": _abort, "status": ItemStatus}
    keys = left[given.pop("status")] if given.get("status") in LEFT else None
    return Choice(
        files=set_of(filters, look), keys=keys, **{name: kinds.get(name, str)(value) for name, value in given.items()}
    )


def set_of(filters: Mapping[str, str], look: Collection[str]) -> Collection[str] | None:
    """The files to look at: those of the one look unless all are asked for, or there are none. Raises ValueError."""
    value = filters.get(SET_OF_FILES, "")
    if value not in {"", ALL_FILES}:
        raise ValueError(f"{value!r} is no set of files")
    return None if value == ALL_FILES or not look else look


def order_of(filters: Mapping[str, str]) -> QueueOrder:
    return QueueOrder(filters.get("order") or QueueOrder.FILE)


def _abort(value: str) -> AbortCode:
    return AbortCode.__members__[value]  # its constructor also takes the meaning


def _rule(value: str) -> Rule:
    return Rule.NONE if value == Rule.NONE.label else Rule(value)


def _sets(inside: int, everything: int) -> dict[str, Any]:
    options = [["", f"{LOOK} ({inside})"], [ALL_FILES, f"all files ({everything})"]]
    return {"name": SET_OF_FILES, "label": "files", "options": options}


def _filter(name: str, everything: str, options: Options) -> dict[str, Any]:
    return {
        "name": name,
        "label": everything.removeprefix("every "),
        "options": [["", everything], *map(list, options)],
    }


def _counted(values: Iterable[str]) -> Options:
    return [(str(value), f"{value} ({count})") for value, count in sorted(Counter(values).items())]


LEFT = {str(EventKind.ASK): "asked about, not yet decided", str(EventKind.SKIP): "skipped by you, not yet decided"}
_STATES = {
    ItemStatus.OPEN: "open",
    ItemStatus.DRAFTED: "written, not yet approved",
    ItemStatus.APPROVED: "approved",
    ItemStatus.CLOSED: "closed",
    ItemStatus.TO_O3: "sent to O3",
    ItemStatus.UNSETTLED: "unsettled: reviewers differ",
}


def _rules(items: Iterable[QueueItem]) -> Options:
    counts = Counter(item.flag.rule for item in items)
    return [(rule.label, f"{rule_words(rule)} ({count})") for rule, count in sorted(counts.items(), key=_by_label)]


def _by_label(counted: tuple[Rule, int]) -> str:
    return counted[0].label


def _reasons(items: Iterable[QueueItem]) -> Options:
    counts = Counter(item.proposals[0].aborts[0].code for item in items if item.proposals[0].aborts)
    return [(str(code), f"{code.meaning} ({count})") for code, count in counts.most_common()]


def _pages(items: Iterable[QueueItem]) -> Options:
    counts = Counter(item.flag.evidence_url for item in items)
    return [(url, f"{url} ({count})") for url, count in counts.most_common(MOST_PAGES)]
