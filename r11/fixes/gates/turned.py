"""Gates on words in each other's place: upload against download, without against with, logs against metrics."""

from __future__ import annotations

from typing import Final

from r11.fixes.bounds import BOUND_WORDS
from r11.fixes.gates import across
from r11.fixes.reading import Reading, Word
from r11.fixes.slots import Slot
from r11.text import lexicon
from r11.text.lexicon import wordset
from r11.text.values import ValueKind

_OPPOSITES: Final = tuple(
    tuple(frozenset(side.split()) for side in pair.split("|"))
    for pair in (
        "input inputs inndata|output outputs utdata",
        "upload uploads uploaded uploading opplasting|download downloads downloaded downloading nedlasting",
        "read reads reading lese|write writes writing skrive",
        "inbound ingress incoming innkommende|outbound egress outgoing utgående",
        "minimum minst min|maximum maks max",
        "enable enabled enables aktivert|disable disabled disables deaktivert",
        "start starts started starter begin begins began|end ends ended slutter expires",
        "first første|last siste final",
        "client clients klient|server servers tjener",
        "source kilde|target destination mål",
        "request requests forespørsel|response responses svar",
        "primary primær|secondary sekundær",
        "public offentlig|private privat",
        "free gratis|paid betalt",
        "soft|hard",
        "lower lowest lavere|upper higher highest høyere",
        "increase increased increases rose økte|decrease decreased decreases fell reduced sank",
        "before før|after etter",
        "user users bruker|system admin administrator service",
        "active aktiv|inactive idle inaktiv expired",
        "announced introduced launched lansert|retired released removed discontinued pensjonert avviklet",
        "released launched opened|closed ended cancelled retired",
        "born født|died død",
        "win wins won|loss losses lost",
        "north nord|south sør",
        "east øst|west vest",
        "male men boys|female women girls",
        "domestic|foreign international worldwide",
        "online|offline onsite",
        "horizontal|vertical",
        "width bredde|height høyde",
        "internal intern|external ekstern",
        "standard|premium basic",
        "single enkelt|multiple flere",
        "daily daglig|monthly weekly yearly månedlig ukentlig",
        "more greater mer flere|less fewer mindre færre",
        "default standardverdi|recommended anbefalt",
        "other others andre øvrige|following følgende",
    )
)


Sides = tuple[int, frozenset[str], frozenset[str]]


def _sides() -> dict[str, list[Sides]]:
    """For each word of a pair: its side and the one against it, with their rank in the list."""
    pairs = [pair for one, other in _OPPOSITES for pair in ((one, other), (other, one))]
    found: dict[str, list[Sides]] = {}
    for rank, (side, against) in enumerate(pairs):
        for word in side:
            found.setdefault(word, []).append((rank, side, against))
    return found


_SIDES: Final = _sides()


def opposite(slot: Slot) -> str | None:
    """Upload against download: a pair of opposites, each in one sentence only, or one in the place of the other."""
    return _turned(slot) or _opposed(slot) or _denied(slot)


def _turned(slot: Slot) -> str | None:
    """Where one sentence has a word and the other its opposite, whatever else the two sentences say."""
    for ours, theirs in slot.differences:
        if len(ours) + len(theirs) > _TURN:
            continue
        a, b = ({w.low for w in side} for side in (ours, theirs))
        for word in a & _SIDES.keys():
            for _, side, against in _SIDES[word]:
                if b & against and not a & against and not b & side:
                    return f"{word} against {min(b & against)}"
    return None


# a difference of so few words may be one word in the place of its opposite
_TURN: Final = 6


def _opposed(slot: Slot) -> str | None:
    ours = {w.low for w in slot.ours}
    theirs = {w.low for w in slot.theirs}
    if across.is_across(slot):
        ours |= {lexicon.GLOSSARY[low] for low in ours & lexicon.GLOSSARY.keys()}
    told = {rank: (a, b) for word in ours & _SIDES.keys() for rank, a, b in _SIDES[word]}
    for _, (a, b) in sorted(told.items()):
        if theirs & b and not ours & b and not theirs & a:
            return f"{min(ours & a)} against {min(theirs & b)}"
    return None


def _denied(slot: Slot) -> str | None:
    """Used against unused, one in each sentence."""
    ours, theirs = ({w.low for w in side} for side in (slot.ours, slot.theirs))
    for a, b in ((ours, theirs), (theirs, ours)):
        for word in sorted(a - b):
            plain = word.removeprefix("un")
            if plain != word and len(plain) > _SHORTEST_STEM and plain in b - a:
                return f"{word} against {plain}"
    return None


# small words that turn a verb around: scaling out, scaling in
_PAIRS = ("in out", "up down", "on off", "inn ut", "opp ned", "with without", "med uten")
_PARTICLES: Final = tuple(order for pair in _PAIRS for order in (pair.split(), pair.split()[::-1]))


def contrasted(slot: Slot) -> str | None:
    """In the place of a word of the claim stands another word of the quote: logs against metrics, pod against node.

    Words of bounds are left to the bounds, and longer rewordings prove nothing either way. What stands before both
    values is what they are said of: there one word may be in the place of two.
    """
    if across.is_across(slot):
        return across.contrasted(slot)
    for ours, theirs in slot.differences:
        if _has_value(slot.claim, ours) or _has_value(slot.quote, theirs):
            continue
        if elsewhere := _said_elsewhere(ours, theirs, slot):
            return elsewhere
        if turned := _particles(ours, theirs):
            return turned
        if [w.low for w in ours] == ["you"] and [w for w in theirs if w.low in _OTHERS]:
            return f"you against {' '.join(w.raw for w in theirs)}"
        a, b = (_own_words(side, other) for side, other in ((ours, slot.quote), (theirs, slot.claim)))
        if not (a and b and max(len(a), len(b)) <= _MINIMAL) or any(alike(x, y) for x in a for y in b):
            continue
        if len(a) == len(b) or (ours[0].end <= slot.old.start and theirs[0].end <= slot.new.start):
            return f"{' '.join(a)} against {' '.join(b)}"
    return None


def _particles(ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> str:
    """One particle of a pair in a short difference of the claim, and only the other one in the quote's."""
    if len(ours) + len(theirs) > _TURN:
        return ""
    a, b = ({w.low for w in side} for side in (ours, theirs))
    told = (pair for pair in _PARTICLES if pair[0] in a - b and pair[1] in b - a)
    return " against ".join(next(told, ()))


_OTHERS: Final = wordset("admin admins administrator administrators owner owners guest guests partner partners")


def _said_elsewhere(ours: tuple[Word, ...], theirs: tuple[Word, ...], slot: Slot) -> str:
    """One word before the value in the place of one of the claim, which the quote has in another clause only."""
    if len(ours) != 1 or len(theirs) != 1 or not (ours[0].is_content and theirs[0].is_content):
        return ""
    clause = slot.quote.words[slot.new_place].clause
    if theirs[0].clause != clause or theirs[0].start > slot.new.start or theirs[0].stem in slot.claim.vocabulary:
        return ""
    if {theirs[0].low, ours[0].low} & BOUND_WORDS or alike(ours[0].raw, theirs[0].raw):
        return ""
    held = {w.clause for w in slot.quote.words if w.stem == ours[0].stem}
    return f"{ours[0].raw} against {theirs[0].raw}" if held and clause not in held else ""


def _has_value(reading: Reading, words: tuple[Word, ...]) -> bool:
    """Whether a difference holds a value other than a status."""
    return any(w.value >= 0 and reading.values[w.value].kind is not ValueKind.STATUS for w in words)


# a block of more words than this is a rewording, not a contrast
_MINIMAL: Final = 2


def _own_words(side: tuple[Word, ...], other: Reading) -> list[str]:
    """The content words of one side of a difference, if none of them stands in the other text, else nothing."""
    words = [w for w in side if (w.is_content or w.value >= 0) and w.low not in BOUND_WORDS]
    return [] if any(w.stem in other.vocabulary for w in words) else [w.raw for w in words]


def alike(a: str, b: str) -> bool:
    """Two forms of one word: the shorter is the start of the other, or they part only after most of their letters."""
    one, other = sorted((a.lower(), b.lower()), key=len)
    shared = next((i for i, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), len(one))
    return shared == len(one) >= _SHORTEST_STEM or (shared >= _LONG_STEM and shared >= 0.75 * len(one))


_SHORTEST_STEM: Final = 3
_LONG_STEM: Final = 5
