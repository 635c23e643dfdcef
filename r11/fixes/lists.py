"""Taking one item out of a list joined by commas and *and* (or *or*), and mending the joints that are left.

Only what is sure: an item with a tail of its own and a subject whose verb would no longer agree are refused. Whether a
list is counted, complete or joined by *or* in a place where that matters is asked in `scope.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from r11.fixes.constituents import Kind, Part
from r11.fixes.grammar import has_verb
from r11.fixes.plain_claim import Cut, PlainClaim, Word
from r11.records import Abort
from r11.vocabulary import AbortCode

LONGEST_ITEM: Final = 5  # words
_NO_ITEM = "and|or|og|eller|but|men|mens|while|which|who|whose|where|som|including|such|inkludert|slik"
_JOINT = re.compile(rf"(?P<comma>,)?\s+(?P<and>and|og|or|eller)\s+|(?P<only>,)\s+(?!(?:{_NO_ITEM})\s)")
_COORDINATOR = re.compile(r",?\s(?P<word>and|or|og|eller)\s")
_PREPOSITION = r"(?:in|on|for|from|at|by|with|using|via|to|through|i|på|fra|med|til|ved|that|som)\b"
_ITEM_ENDS = re.compile(rf"\s*(?:$|[.,;:)!?|])|\s+{_PREPOSITION}")
_SHARED_HEAD = re.compile(rf"\s+(?!are\b|were\b|have\b|er\b)[a-zæøå]+(?=\s*(?:$|[.,;:)!?|])|\s+{_PREPOSITION})")
_PLURAL_VERB = re.compile(r"\b(?:are|were|have|do|er)\b", re.IGNORECASE)
_LEADS = re.compile(
    r"\s*(?:in|on|at|for|with|after|before|when|if|by|during|as|from|i|på|med|etter|før|når|hvis|ved|fra)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Joint:
    """What joins two items: its characters, whether it holds a comma, and *and* or *og* if it does."""

    start: int
    end: int
    has_comma: bool
    word: str


@dataclass(frozen=True)
class Item:
    """A list item `start:end` of a sentence, and the joints of that sentence."""

    text: str
    start: int
    end: int
    sentence_start: int
    sentence_end: int
    joints: tuple[Joint, ...]

    @property
    def left(self) -> Joint | None:
        return next((joint for joint in self.joints if joint.end == self.start), None)

    @property
    def right(self) -> Joint | None:
        return next((joint for joint in self.joints if joint.start == self.end), None)

    def list_comma_before(self, position: int) -> Joint | None:
        """The comma that joins the short item ending at `position` to one before it; not one after a lead-in."""
        before = [joint for joint in self.joints if joint.end < position and not joint.word]
        item = self.text[before[-1].end : position] if before else ""
        if not before or len(item.split()) > LONGEST_ITEM or has_verb(item):
            return None
        lead = self.text[self.sentence_start : before[-1].start]
        return None if _LEADS.match(lead) and "," not in lead else before[-1]

    def joint_after(self, position: int) -> Joint | None:
        return next((joint for joint in self.joints if joint.start > position), None)


def item_part(claim: PlainClaim, first: int, last: int) -> Part | Abort:
    """The list item which the words `first` to `last` belong to, or why there is none.

    The cut that deletes words is the item with one joint; the others mend joints.
    """
    text, words = claim.text, claim.words
    item = _item(claim, first, last)
    shown = text[item.start : item.end]
    if item.left is None and item.right is None:
        return Abort(code=AbortCode.NO_CONSTITUENT, detail=shown)
    if len(shown.split()) > LONGEST_ITEM:
        return Abort(code=AbortCode.NO_CONSTITUENT, detail=f"{shown!r} is too long for a list item")
    cuts = _cuts(item, words, first)
    if isinstance(cuts, Abort):
        return cuts
    by_or = _is_in_or_list(item)
    if by_or and any(cut.new for cut in cuts):
        return Abort(code=AbortCode.OR_LIST, detail=shown)
    return Part(Kind.ITEM, cuts, by_or)


def _item(claim: PlainClaim, first: int, last: int) -> Item:
    """The item around some words: names beside them belong to it."""
    text, words = claim.text, claim.words
    start, end = _sentence(text, words[first].start, words[last].end)
    while first > 0 and _is_name_beside(text, words[first - 1], words[first], start):
        first -= 1
    while last + 1 < len(words) and _is_name_beside(text, words[last + 1], words[last], start):
        last += 1
    joints = tuple(
        Joint(found.start(), found.end(), bool(found["comma"] or found["only"]), found["and"] or "")
        for found in _JOINT.finditer(text, start, end)
    )
    return Item(text, words[first].start, words[last].end, start, end, joints)


def _is_name_beside(text: str, word: Word, other: Word, sentence_start: int) -> bool:
    between = text[min(word.end, other.end) : max(word.start, other.start)]
    return word.is_name and word.start > sentence_start and between == " "


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence (or table cell, or what follows a colon) that holds `start:end`."""
    before = [found.end() for found in re.finditer(r"[.;!?:]\s+|\|\s*|\(", text[:start])]
    after = re.compile(r"[.;!?](?=\s|$)|\||\)").search(text, end)
    return (before[-1] if before else 0), (after.start() if after else len(text))


def _is_in_or_list(item: Item) -> bool:
    following = _COORDINATOR.search(item.text, item.end, item.sentence_end)
    joints = [item.left, item.right] if item.left and item.left.word else [item.right]
    return any(joint and joint.word in {"or", "eller"} for joint in joints) or bool(
        following and not (item.left and item.left.word) and following["word"] in {"or", "eller"}
    )


def _cuts(item: Item, words: Sequence[Word], first: int) -> tuple[Cut, ...] | Abort:
    left, right = item.left, item.right
    if left and left.word:
        return _last(item, left)
    if left and right:
        return _middle(item, left, right)
    if right and not left:
        return _first(item, right, words)
    return Abort(
        code=AbortCode.NO_CONSTITUENT, detail="a comma stands before the words, and no list goes on after them"
    )


def _middle(item: Item, left: Joint, right: Joint) -> tuple[Cut, ...] | Abort:
    if not right.word and not any(joint.word for joint in item.joints if joint.start > right.start):
        return Abort(code=AbortCode.NO_CONSTITUENT, detail="commas around the words, but no list with and")
    if right.word and right.has_comma and item.list_comma_before(left.start) is None:
        return (Cut(left.start, right.end, f" {right.word} "),)
    return (Cut(left.start, item.end),)


def _last(item: Item, left: Joint) -> tuple[Cut, ...] | Abort:
    if not (_ITEM_ENDS.match(item.text, item.end) or _SHARED_HEAD.match(item.text, item.end)):
        return Abort(
            code=AbortCode.NO_CONSTITUENT, detail=f"the item goes on after {item.text[item.start : item.end]!r}"
        )
    comma = item.list_comma_before(left.start)
    if comma is None:
        return (Cut(left.start, item.end),)
    is_long = left.has_comma and item.list_comma_before(comma.start) is not None
    mended = f", {left.word} " if is_long else f" {left.word} "
    return Cut(comma.start, comma.end, mended), Cut(left.start, item.end)


def _first(item: Item, right: Joint, words: Sequence[Word]) -> tuple[Cut, ...] | Abort:
    """Names only: the first of other words may hold what the whole list shares ("large uploads and downloads")."""
    inside = [word for word in words if item.start <= word.start and word.end <= item.end]
    beside = next((word for word in words if word.start >= right.end), None)
    starts_sentence = item.start <= item.sentence_start
    if starts_sentence or beside is None or not all(word.is_name for word in (*inside, beside)):
        return Abort(
            code=AbortCode.NO_CONSTITUENT, detail="the first item of a list goes only if it is a name among names"
        )
    if right.word:
        after = " ".join(item.text[right.end : item.sentence_end].split()[: LONGEST_ITEM + 1])
        if _PLURAL_VERB.search(after):
            return Abort(code=AbortCode.AGREEMENT, detail=after)
        return (Cut(item.start, right.end),)
    following = item.joint_after(right.start)
    if not any(joint.word for joint in item.joints if joint.start > right.start):
        return Abort(code=AbortCode.NO_CONSTITUENT, detail="commas after the words, but no list with and")
    if following and following.word and following.has_comma:
        return Cut(item.start, right.end), Cut(following.start, following.end, f" {following.word} ")
    return (Cut(item.start, right.end),)
