"""How a sentence bounds its value and what it says the value is of, in both languages."""

from __future__ import annotations

import pytest

from r11.fixes.bounds import Bound, bound, is_negated, roles
from r11.fixes.nouns import caption, head, label
from r11.fixes.reading import Reading, compound, read, stem

BOUNDS = (
    ("Pools hold 5 nodes.", Bound.EXACT),
    ("Pools hold up to 5 nodes.", Bound.AT_MOST),
    ("Pools hold no more than 5 nodes.", Bound.AT_MOST),
    ("Pools can't be larger than 5 nodes.", Bound.AT_MOST),
    ("No pool has more than 5 nodes.", Bound.AT_MOST),
    ("The limit is 5 nodes.", Bound.AT_MOST),
    ("| Maximum nodes | 5 |", Bound.AT_MOST),
    ("Maximum nodes: 5", Bound.AT_MOST),
    ("A pool takes 5 nodes at most.", Bound.AT_MOST),
    ("Pools hold at least 5 nodes.", Bound.AT_LEAST),
    ("Pools hold 5 or more nodes.", Bound.AT_LEAST),
    ("Requires version 2.4 or later.", Bound.AT_LEAST),
    ("Requires version 2.4+.", Bound.AT_LEAST),
    ("Pools hold more than 5 nodes.", Bound.MORE),
    ("Pools hold over 5 nodes.", Bound.MORE),
    ("Pools hold fewer than 5 nodes.", Bound.LESS),
    ("Pools hold about 5 nodes.", Bound.ABOUT),
    ("Use grew by 5 percent.", Bound.STEP),
    ("Use grew to 5 percent.", Bound.EXACT),
    ("Reviewed by 5 experts.", Bound.EXACT),
    ("It adds another 5 nodes.", Bound.FURTHER),
    ("It shows the last 5 runs.", Bound.WINDOW),
    ("Migrate before May 4, 2027.", Bound.BEFORE),
    ("Available since May 4, 2027.", Bound.FROM),
    ("Starting on May 4, 2027, it stops.", Bound.FROM),
    ("As of May 4, 2027, it works.", Bound.AS_OF),
    ("It stops on May 4, 2027.", Bound.EXACT),
    ("Grupper har 5 noder.", Bound.EXACT),
    ("Grupper har inntil 5 noder.", Bound.AT_MOST),
    ("Grupper har maks **5** noder.", Bound.AT_MOST),
    ("Grupper kan ikke være større enn 5 noder.", Bound.AT_MOST),
    ("Grensen er 5 noder.", Bound.AT_MOST),
    ("Grupper har minst 5 noder.", Bound.AT_LEAST),
    ("Krever versjon 2.4 eller nyere.", Bound.AT_LEAST),
    ("Grupper har mer enn 5 noder.", Bound.MORE),
    ("Grupper har færre enn 5 noder.", Bound.LESS),
    ("Det tar omtrent 5 minutter.", Bound.ABOUT),
    ("Bruken økte med 5 prosent.", Bound.STEP),
    ("Flytt innen 4. mai 2027.", Bound.BEFORE),
)


def last(text: str) -> tuple[Reading, int]:
    """The reading of a text and the place of its only value."""
    reading = read(text)
    (place,) = reading.places
    return reading, place


@pytest.mark.parametrize(("text", "expected"), BOUNDS, ids=[text for text, _ in BOUNDS])
def test_bounds(text: str, expected: Bound) -> None:
    assert bound(*last(text)) is expected


ROLES = (
    ("The default batch is 50 rows.", {"default"}),
    ("We recommend 50 rows.", {"recommended"}),
    ("It takes 50 minutes on average.", {"average"}),
    ("| Soft limit | 50 |", {"soft"}),
    ("Anbefalt størrelse er 50 rader.", {"recommended"}),
    ("The batch is 50 rows.", set()),
)


@pytest.mark.parametrize(("text", "expected"), ROLES, ids=[text for text, _ in ROLES])
def test_roles(text: str, expected: set[str]) -> None:
    assert roles(*last(text)) == expected


NEGATED = (
    ("Jobs don't wait 5 minutes.", True),
    ("Jobs never wait 5 minutes.", True),
    ("Jobber venter ikke i 5 minutter.", True),
    ("Non-blocking jobs wait 5 minutes.", False),
    ("Ikke-blokkerende jobber venter 5 minutter.", False),
    ("Jobs wait 5 minutes, not longer.", False),
)


@pytest.mark.parametrize(("text", "expected"), NEGATED, ids=[text for text, _ in NEGATED])
def test_negation(text: str, expected: bool) -> None:
    assert is_negated(*last(text)) is expected


HEADS = (
    ("Hubs hold 40 access keys for apps.", "key"),
    ("Hubs hold 40 for apps.", ""),
    ("| Keys | 40 | per app |", ""),
    ("Huber har 40 nøkler per app.", "key"),
)


@pytest.mark.parametrize(("text", "noun"), HEADS, ids=[row[0] for row in HEADS])
def test_the_noun_after_a_value(text: str, noun: str) -> None:
    assert (head(*last(text)) or [""])[-1] == noun


LABELS = (
    ("Install Python version 3.8 now.", "python"),
    ("Install Python 3.8 now.", "python"),
    ("Install the Fabrikam CLI extension version 3.8 now.", "extension"),
    ("The hub needs version 3.8 now.", ""),
    ("Installer Python versjon 3.8 nå.", "python"),
)


@pytest.mark.parametrize(("text", "name"), LABELS, ids=[row[0] for row in LABELS])
def test_the_name_before_a_value(text: str, name: str) -> None:
    assert label(*last(text)) == name


CAPTIONS = (
    ("| Maximum fine-tuned model deployments | 10 |", "deployment"),
    ("| Maximum files per hub (training) | 10 |", "fil"),
    ("Number of clients for the hub is limited to 20.", "client"),
    ("The `maxItems` property defaults to 20.", "maxitem"),
    ("The default is 20.", ""),
)


@pytest.mark.parametrize(("text", "noun"), CAPTIONS, ids=[row[0] for row in CAPTIONS])
def test_the_noun_of_a_row(text: str, noun: str) -> None:
    assert caption(*last(text)) == noun


SAME_STEM = (
    ("keys", "key"),
    ("policies", "policy"),
    ("boxes", "box"),
    ("stored", "store"),
    ("noder", "nodes"),
    ("dager", "days"),
)
OTHER_STEM = (("pods", "nodes"), ("logs", "metrics"), ("use", "user"), ("store", "large"))


@pytest.mark.parametrize(("one", "other"), SAME_STEM)
def test_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), OTHER_STEM)
def test_two_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_a_norwegian_compound_has_two_parts() -> None:
    assert compound("verktøykall") == {stem("tool"), stem("call")}
    assert compound("deployment") == frozenset()


def test_cells_and_sentences_bound_what_is_read_together() -> None:
    reading = read("| Hub | 40 keys |\n| Pool | 60 keys |")
    first, second = (reading.words[place] for place in reading.places)
    assert first.sentence != second.sentence
    assert first.cell == second.cell
    assert reading.header(first.cell) == {stem("keys"), "#number"}


def test_an_abbreviation_does_not_end_a_sentence() -> None:
    reading = read("Set a size, e.g. large, of max. 40 rows")
    assert {word.sentence for word in reading.words} == {0}
