"""The labels of the blind gold sample: the event of one label, who said what, and what the labels of an item come to.

Labels stand in decision logs of their own (`6-decisions/gold/<draw>/`), one for each labeller and session, chained and
undone as all decision logs are. They decide nothing about any flag.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from r11.records import DecisionEvent
from r11.review.answers import Signature, mention
from r11.review.decisions import Decisions
from r11.vocabulary import Disposition, EventKind, GoldLabel, GoldOutcome

Words = Mapping[str, GoldLabel]
"""What each labeller said of one item, in the order in which they first said anything of it."""

ITEM = "gold:"
_WITHOUT_DISPOSITION = GoldLabel.CANNOT_TELL


def label(signature: Signature, item: int, card_sha256: str, word: GoldLabel) -> DecisionEvent:
    """One labeller's word on one item; the event names the card that was seen."""
    disposition = () if word is _WITHOUT_DISPOSITION else (Disposition(word),)
    event = mention(signature, EventKind.LABEL, [f"{ITEM}{item}"])
    return replace(event, proposal_sha256=(card_sha256,), disposition=disposition)


def labels_of(decisions: Decisions, cards: Mapping[int, str]) -> dict[int, Words]:
    """The latest label in force of each labeller, for the items that have one. cards: item → sha256 of its card.

    A label that names another card than the draw's was given to something else and counts for nothing.
    """
    found: dict[int, dict[str, GoldLabel]] = defaultdict(dict)
    for item, event in _labelled(decisions):
        if cards.get(item) == event.proposal_sha256[0]:
            word = GoldLabel(event.disposition[0]) if event.disposition else _WITHOUT_DISPOSITION
            found[item][event.reviewer] = word
    return dict(found)


def _labelled(decisions: Decisions) -> Iterator[tuple[int, DecisionEvent]]:
    for entry in decisions.in_force:
        number = entry.event.flag_keys[0].removeprefix(ITEM) if entry.event.event is EventKind.LABEL else ""
        if number.isdecimal():
            yield int(number), entry.event


def outcome_of(words: Collection[GoldLabel]) -> GoldOutcome:
    """What more than half of the labels say; where no answer has more than half, the labellers differ."""
    if not words:
        return GoldOutcome.UNLABELLED
    outcome, count = Counter(map(_said, words)).most_common(1)[0]
    return outcome if 2 * count > len(words) else GoldOutcome.DIFFER


def _said(word: GoldLabel) -> GoldOutcome:
    if word is GoldLabel.CANNOT_TELL:
        return GoldOutcome.CANNOT_TELL
    return GoldOutcome.ERROR if word.is_error else GoldOutcome.NO_ERROR


MOST_NEEDED = 2
"""More labels than this an item never needs at once."""


def labels_needed(words: Words, *, doubled: bool) -> int:
    """How many more people should label an item: one in all, two on the doubled part, and one more for as long as they
    differ."""
    missing = (MOST_NEEDED if doubled else 1) - len(words)
    return missing if missing > 0 else int(outcome_of(words.values()) is GoldOutcome.DIFFER)


def wants_label(words: Words, labeller: str, *, doubled: bool) -> bool:
    """Whether an item still needs this labeller."""
    return labeller not in words and labels_needed(words, doubled=doubled) > 0
