"""Gates on who or what the value is said of: names, opposites, subjects, events."""

from __future__ import annotations

import re
from typing import Final

from r11.fixes.bounds import BOUND_WORDS, Bound
from r11.fixes.nouns import NOUNS_KNOWN
from r11.fixes.reading import Reading, Word, compound
from r11.fixes.slots import NEAR_COPY, NUMERALS, Slot
from r11.text import lexicon
from r11.text.values import Value, ValueKind

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
    """Upload against download: one of a pair of opposites stands in each sentence and the other in neither."""
    ours = {w.low for w in slot.ours}
    theirs = {w.low for w in slot.theirs}
    told = {rank: (a, b) for word in ours & _SIDES.keys() for rank, a, b in _SIDES[word]}
    for _, (a, b) in sorted(told.items()):
        if theirs & b and not ours & b and not theirs & a:
            return f"{min(ours & a)} against {min(theirs & b)}"
    return None


def entity(slot: Slot) -> str | None:
    """Where the wording is the same but for a name: the quote speaks of something else."""
    known, mine = slot.quote.vocabulary, slot.claim.vocabulary
    for ours, theirs in slot.differences:
        a = [w for w in ours if _is_name(slot.claim, w) and w.stem not in known]
        b = [w for w in theirs if _is_name(slot.quote, w) and w.stem not in mine]
        if a and b and not any(_alike(x.raw, y.raw) for x in a for y in b):
            return f"{' '.join(w.raw for w in a)} against {' '.join(w.raw for w in b)}"
    return _fork(slot) or _model_conflict(slot)


def _fork(slot: Slot) -> str | None:
    """Equal words beside the values, and then two different names: "largest city in" one place or another.

    Where the quote holds the claim's name further on and no other value of the kind, it only describes more.
    """
    for run, step in ((slot.right, 1), (slot.left, -1)):
        i, j = slot.old_place + step * (run + 1), slot.new_place + step * (run + 1)
        if not run or not (0 <= i < len(slot.claim.words) and 0 <= j < len(slot.quote.words)):
            continue
        ours, theirs = slot.claim.words[i], slot.quote.words[j]
        together = ours.sentence == slot.ours[0].sentence and theirs.sentence == slot.theirs[0].sentence
        if together and ours.is_name and theirs.is_name and not _alike(ours.raw, theirs.raw):
            if any(w.stem == ours.stem for w in slot.theirs) and _is_sole(slot):
                continue
            return f"{ours.raw} against {theirs.raw}"
    return None


def _is_sole(slot: Slot) -> bool:
    """Whether the quote holds no second value of the old one's kind."""
    return sum(kind_class(value) == kind_class(slot.old) for value in slot.quote.values) == 1


def _is_name(reading: Reading, word: Word) -> bool:
    if word.value >= 0:
        return reading.values[word.value].kind is ValueKind.NAME
    return word.is_name


def _alike(a: str, b: str) -> bool:
    """Two forms of one word: the shorter is the start of the other, or they part only after most of their letters."""
    one, other = sorted((a.lower(), b.lower()), key=len)
    shared = next((i for i, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), len(one))
    return shared == len(one) >= _SHORTEST_STEM or (shared >= _LONG_STEM and shared >= 0.75 * len(one))


_SHORTEST_STEM: Final = 3
_LONG_STEM: Final = 5


# small words that turn a verb around: scaling out, scaling in
_PARTICLES: Final = frozenset(
    frozenset(pair.split()) for pair in ("in out", "up down", "on off", "inn ut", "opp ned", "with without", "med uten")
)


def contrasted(slot: Slot) -> str | None:
    """In the place of a word of the claim stands another word of the quote: logs against metrics, pod against node.

    Words of bounds are left to the bounds, and longer rewordings prove nothing either way.
    """
    if slot.claim.norwegian and not slot.quote.norwegian:
        return _contrasted_across(slot)
    for ours, theirs in slot.differences:
        if any(w.value >= 0 for w in (*ours, *theirs)):
            continue
        if frozenset(w.low for w in (*ours, *theirs)) in _PARTICLES:
            return f"{ours[0].raw if ours else '-'} against {theirs[0].raw if theirs else '-'}"
        a, b = (_own_words(side, other) for side, other in ((ours, slot.quote), (theirs, slot.claim)))
        if 1 <= len(a) == len(b) <= _MINIMAL and not any(_alike(x, y) for x in a for y in b):
            return f"{' '.join(a)} against {' '.join(b)}"
    return None


def _contrasted_across(slot: Slot) -> str | None:
    """Norwegian against English: each sentence has a noun that the glossary knows and the other text does not have."""
    glossary = lexicon.GLOSSARY
    nouns = [w for w in slot.ours if glossary.get(w.low, "") not in _NO_NOUNS]
    ours = [w.raw for w in nouns if w.stem not in slot.quote.vocabulary]
    mine = slot.claim.vocabulary.union(*(compound(w.raw) for w in slot.ours))
    theirs = [w.raw for w in slot.theirs if w.is_content and w.stem in NOUNS_KNOWN and w.stem not in mine]
    return f"{ours[0]} against {theirs[0]}" if ours and theirs else None


_NO_NOUNS: Final = lexicon.GLOSSARY_VERBS | {""}


# a block of more words than this is a rewording, not a contrast
_MINIMAL: Final = 2


def _own_words(side: tuple[Word, ...], other: Reading) -> list[str]:
    """The content words of one side of a difference, if none of them stands in the other text, else nothing."""
    words = [w for w in side if w.is_content and w.low not in BOUND_WORDS]
    return [] if any(w.stem in other.vocabulary for w in words) else [w.raw for w in words]


def _model_conflict(slot: Slot) -> str | None:
    """A model or SKU that the claim names and the quote does not, where the quote names another of the same family."""
    theirs = dict.fromkeys(v.text.lower() for v in slot.quote.values if v.kind in _MODELS)
    ours = [v for v in slot.claim.values if v.kind in _MODELS and v is not slot.old and v.text.lower() not in theirs]
    if not ours:
        return None
    families = {_family(name): name for name in reversed(theirs) if name != slot.new.text.lower()}
    for value in ours:
        if (family := _family(value.text)) and family in families:
            return f"{value.text} against {families[family]}"
    return None


_MODELS: Final = frozenset({ValueKind.NAME, ValueKind.VERSION})


def _family(name: str) -> str:
    return re.split(r"[\d]", name.lower(), maxsplit=1)[0].strip("-_.v ")


def opening(slot: Slot) -> str | None:
    """None of the words that open the claim's sentence stands anywhere in the quote."""
    if slot.quote.opens_with_pronoun(slot.theirs[0].sentence):
        return None
    foreign = slot.claim.norwegian and not slot.quote.norwegian
    opening = [w for w in slot.ours if w.is_content and w.start < slot.old.start]
    if foreign:
        opening = [w for w in opening if w.is_name or w.low in lexicon.GLOSSARY]
        if slot.coverage >= _FOREIGN:
            return None
    if len(opening) >= 2 - foreign and not any(w.stem in slot.quote.vocabulary for w in opening[:2]):
        return " ".join(w.raw for w in opening[:2])
    return None


# across languages, a quote that repeats this much of the claim need not name its subject
_FOREIGN: Final = 0.4


def event(slot: Slot) -> str | None:
    """A date belongs to an event: the word of the claim that names it must stand in the quote's sentence.

    Where the date opens its sentence the event stands somewhere behind it, and the quote must repeat most of that too.
    """
    if slot.old.kind is not ValueKind.DATE or slot.ours[0].cell or slot.ours[-1].cell:
        return None
    before = [w for w in slot.ours if w.end <= slot.old.start and w.is_content]
    if not before and slot.coverage < NEAR_COPY:
        return f"{slot.old.text} opens the sentence, and the quote repeats {slot.coverage:.0%} of it"
    event = _event_word(slot, before[::-1] or [w for w in slot.ours if w.start >= slot.old.end and w.is_content])
    if event is None or _is_life_date(slot, event):
        return None
    header = slot.quote.header(slot.quote.words[slot.new_place].cell)
    if event.stem in header or any(w.stem == event.stem or _alike(w.stem, event.stem) for w in slot.theirs):
        return None
    return f"{event.raw} {slot.old.text}"


def _is_life_date(slot: Slot, event: Word) -> bool:
    """Birth and death as "(1 May 1901 – 2 June 1980)" after a name: the parenthesis says which is which."""
    text, new = slot.quote.text, slot.new
    before, after = text[: new.start].rstrip(), text[new.end :].lstrip()
    if event.low in {"born", "født"}:
        return before.endswith("(") and after[:1] in {")", "-", "–"}
    if event.low in {"died", "død", "døde"}:
        return before.endswith(("-", "–")) and after.startswith(")")
    return False


def _event_word(slot: Slot, nearest: list[Word]) -> Word | None:
    """The first plain word of those nearest to the claim's date, if the glossary would know it in the quote."""
    foreign = slot.claim.norwegian and not slot.quote.norwegian
    word = next((w for w in nearest if not w.is_name), None)
    return None if word and foreign and word.low not in lexicon.GLOSSARY else word


def subject_number(slot: Slot) -> str | None:
    """The number belongs to the name of what the sentence is about: another number is another thing."""
    if slot.old.unit or not slot.old.label or slot.old.label in lexicon.VERSION_LABELS:
        return None
    if _names_its_subject(slot) and slot.bounds[0] is Bound.EXACT:
        return f"{slot.old.label} {slot.old.text}"
    return None


def _names_its_subject(slot: Slot) -> bool:
    """Whether nothing but name words stands between the start of the sentence (or cell) and the value."""
    words = slot.claim.words
    here = words[slot.old_place]
    i = slot.old_place - 1
    while i >= 0 and words[i].sentence == here.sentence and words[i].cell == here.cell:
        if not (words[i].raw[:1].isupper() or words[i].raw in {"the", "a", "an"}):
            return False
        i -= 1
    return True


def list_number(slot: Slot) -> str | None:
    """A value that opens its sentence with no noun of its own is the number of a list item or heading."""
    for reading, place in ((slot.claim, slot.old_place), (slot.quote, slot.new_place)):
        if _opens_as_number(reading, place):
            return reading.words[place].raw
    return None


def _opens_as_number(reading: Reading, place: int) -> bool:
    here = reading.words[place]
    value = reading.values[here.value]
    if value.word or value.unit or here.cell or (place and reading.words[place - 1].sentence == here.sentence):
        return False
    if value.kind not in {ValueKind.NUMBER, ValueKind.VERSION}:
        return False
    following = reading.words[place + 1] if place + 1 < len(reading.words) else here
    return following.is_name or reading.text[value.end : value.end + 1] in {":", ")", "."} or following is here


def kind_class(value: Value) -> ValueKind:
    """The kind of a value, with durations among the numbers."""
    return ValueKind.NUMBER if value.kind in NUMERALS else value.kind
