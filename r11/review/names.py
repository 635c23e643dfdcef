"""Names of people that are so alike that one of them is likely a slip: each spelling is another person on record."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LEAST_LETTERS = 5
"""A shorter name is another one with any letter changed."""


def like_name(name: str, known: Iterable[str]) -> str | None:
    """The known name that this one may be meant for, None where it is known itself, or like none.

    Alike are names but for letter case, width and spaces, and those with one letter more, less or other; an other last
    letter tells people apart, as in Reviewer A and Reviewer B.
    """
    others = sorted(set(known))
    if name in others:
        return None
    plain = _plain(name)
    return next((one for one in others if _plain(one) == plain), None) or next(
        (one for one in others if _one_letter_off(_plain(one), plain)), None
    )


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _one_letter_off(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) < LEAST_LETTERS or len(long) - len(short) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) == len(long):
        return at < len(long) - 1 and short[at + 1 :] == long[at + 1 :]
    return at < len(short) and short[at:] == long[at + 1 :]
