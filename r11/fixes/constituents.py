"""The parts of a claim that can stand or go as a whole, found by their marks and closed words.

    parenthesis    `(…)`, or between two dashes
    clause         `, which …`, `, including …`, `, a …,`, `, …ing …` up to the end of its sentence or the next comma
    second clause  ` and …`, `, but …` with a verb of its own, up to the end
    tail           `; …` or ` — …` up to the end
    sentence       one of several sentences of the claim
    item           one item of a list (`lists.py`)
    date, lead, phrase, means, relative, adverbial, modifier: restrictors, as their names say

The first five are containers: assertions of their own. A part is found in a claim by its text alone, so that what may
go can be asked again of an edit that was made elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from r11.fixes import grammar
from r11.fixes.plain_claim import Cut, PlainClaim


class Kind(StrEnum):
    """What a part is in its sentence."""

    PARENTHESIS = "parenthesis"
    CLAUSE = "clause"
    SECOND_CLAUSE = "second clause"
    TAIL = "tail"
    SENTENCE = "sentence"
    ITEM = "item"
    MEANS = "means"
    DATE = "date"
    LEAD = "lead"
    PHRASE = "phrase"
    RELATIVE = "relative clause"
    ADVERBIAL = "adverbial clause"
    MODIFIER = "modifier"
    ALIGNED = "aligned words"
    OTHER = "words"

    @property
    def is_container(self) -> bool:
        """Whether it is an assertion of its own."""
        return self in {Kind.PARENTHESIS, Kind.CLAUSE, Kind.SECOND_CLAUSE, Kind.TAIL, Kind.SENTENCE}


@dataclass(frozen=True)
class Part:
    """A constituent: its kind, and the cuts that take it out (sorted; one deletes it, the others mend joints)."""

    kind: Kind
    cuts: tuple[Cut, ...]
    joined_by_or: bool = False

    @property
    def deleting(self) -> Cut:
        """The cut that deletes words; the others mend joints."""
        return max(self.cuts, key=lambda cut: cut.end - cut.start)

    @property
    def start(self) -> int:
        return self.deleting.start

    @property
    def end(self) -> int:
        return self.deleting.end


def parts_of(claim: PlainClaim) -> tuple[Part, ...]:
    """Every part of a claim but the items of its lists."""
    found: list[Part] = []
    sentences = claim.sentences
    for start, end in sentences:
        if len(sentences) > 1:
            found += _whole_sentence(claim, start, end)
        if claim.text.count(" ", start, end) >= LONGEST_SENTENCE:
            continue
        found += _parentheses(claim.text, start, end)
        found += _clauses(claim.text, start, end)
        found += _second_clauses(claim.text, start, end)
        found += _tails(claim.text, start, end)
        found += _last_items(claim.text, start, end)
        found += _phrases(claim, start, end)
        found += _restrictive(claim.text, start, end)
        found += _modifiers(claim.text, start, end)
    return tuple(found)


# Words. In a longer sentence no part is told from another, and the work would grow with its square.
LONGEST_SENTENCE: Final = 80


# --- containers -----------------------------------------------------------------------------------------------------

_PARENTHESIS: Final = re.compile(r"\s?\([^()]*\w[^()]*\)")
_DASHES: Final = re.compile(r"\s[–—]\s[^–—.;]*\w\s(?=[–—]\s)")
_CLAUSE_START: Final = re.compile(
    r""",\s+(?:which|who|whose|where|including|includes|such\ as|for\ example|for\ instance|e\.g\.|like|along\ with
             |as\ well\ as|so\ that|because|although|though|som|inkludert|deriblant|for\ eksempel|f\.eks\.|slik\ som
             |slik\ at|fordi|selv\ om|samt)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_PARTICIPLE: Final = re.compile(
    r",\s+(?!according|including|regarding|excluding|depending|starting|beginning|during|using|following)[a-z]{3,}ing\s"
)
_APPOSITIVE: Final = re.compile(r",\s+(?:an?|the|en|et|ei|our|its|their)\s[^,.;:()]*,(?!\s+(?:and|or|og|eller)\b)")
_THEN_LIST: Final = re.compile(r"\s*(?:and|or|og|eller)\b")


def _whole_sentence(claim: PlainClaim, start: int, end: int) -> Iterator[Part]:
    text = claim.text
    stop = end
    while stop < len(text) and text[stop] in ".!?\"”')":
        stop += 1
    if text[end:stop].strip():
        if stop < len(text) and text[stop] == " ":
            yield Part(Kind.SENTENCE, (Cut(start, stop + 1),))
        elif stop == len(text) and start:
            yield Part(Kind.SENTENCE, (Cut(start - 1, stop),))


def _parentheses(text: str, start: int, end: int) -> Iterator[Part]:
    for match in _PARENTHESIS.finditer(text, start, min(len(text), end + 1)):
        stop = match.end()
        if text[: match.start()].endswith(":") and re.match(r"\.(?=\w)", text[stop:]):
            yield Part(Kind.PARENTHESIS, (Cut(match.start() + 1, stop + 1),))  # "Name: (…).The rest"
        yield Part(Kind.PARENTHESIS, (Cut(match.start(), stop),))
    for match in _DASHES.finditer(text, start, end):
        yield Part(Kind.PARENTHESIS, (Cut(match.start(), match.end() + 2, " "),))


def _clauses(text: str, start: int, end: int) -> Iterator[Part]:
    for match in _CLAUSE_START.finditer(text, start, end):
        yield Part(Kind.CLAUSE, (Cut(match.start(), end),))
        comma = text.find(",", match.end(), end)
        if comma >= 0 and "," not in text[comma + 1 : end] and not _THEN_LIST.match(text, comma + 1):
            yield Part(Kind.CLAUSE, (Cut(match.start(), comma + 1),))
    for match in _PARTICIPLE.finditer(text, start, end):
        if "," not in text[match.end() : end] and grammar.has_verb(text[start : match.start()]):
            yield Part(Kind.CLAUSE, (Cut(match.start(), end),))
    for match in _APPOSITIVE.finditer(text, start, end):
        if not _THEN_LIST.match(text, match.end()) and text[match.start() - 1].isalnum():
            yield Part(Kind.CLAUSE, (Cut(match.start(), match.end()),))


_CONJUNCTION: Final = re.compile(r",?\s(?:and|but|while|whereas|og|men|mens)\s(?:also\s|then\s|også\s)?")


def _second_clauses(text: str, start: int, end: int) -> Iterator[Part]:
    for match in _CONJUNCTION.finditer(text, start, end):
        left, right = text[start : match.start()], text[match.end() : end]
        if _is_clause(right, left) and grammar.has_verb(left) and not re.search(r"\b(?:or|eller)\b", right):
            yield Part(Kind.SECOND_CLAUSE, (Cut(match.start(), end),))


def _is_clause(right: str, left: str) -> bool:
    """Whether what follows a conjunction has a verb of its own: at once, or after a short subject."""
    found = [word.lower() for word in grammar.words(right)]
    if not found:
        return False
    if grammar.is_verb(found[0]) or (grammar.is_base_verb(found[0]) and len(found) > 1):
        return True
    if found[0].endswith("ing") and len(found) > 1:
        return any(word.endswith("ing") for word in grammar.words(left))
    opens = found[0] in grammar.DETERMINERS or found[0] in {"it", "they", "he", "she", "we", "you", "hun", "han", "vi"}
    return opens and any(grammar.is_verb(word) for word in found[1:6])


_LONGEST_LAST_ITEM: Final = 6  # words


def _last_items(text: str, start: int, end: int) -> Iterator[Part]:
    """The second of two joined things, with all that follows it: `… crimes and breaches of the peace`."""
    joints = list(re.finditer(r"\s(?:and|og)\s", text[start:end]))
    if len(joints) != 1 or "," in text[start:end]:
        return
    at, right = start + joints[0].start(), text[start + joints[0].end() : end]
    is_short = len(right.split()) <= _LONGEST_LAST_ITEM and not grammar.has_verb(right)
    if is_short and grammar.has_verb(text[start:at]) and not re.search(r"\b(?:or|eller)\b", right):
        yield Part(Kind.ITEM, (Cut(at, end),))


_TAIL: Final = re.compile(r"\s[—–]\s|;\s|\s--?\s|:\s(?=we\s)")


def _tails(text: str, start: int, end: int) -> Iterator[Part]:
    for match in _TAIL.finditer(text, start, end):
        if grammar.has_verb(text[start : match.start()]) or match[0] == "; ":
            yield Part(Kind.TAIL, (Cut(match.start(), end),))


# --- restrictors ----------------------------------------------------------------------------------------------------

_DATE_WORDS: Final = (
    r"(?:(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag"
    r"|(?:spring|summer|autumn|fall|winter|våren|sommeren|høsten|vinteren)(?=\s+(?:of\s+)?\d)"
    r"|(?:1[0-9]|20)\d\ds?|\d{1,2}(?:st|nd|rd|th)?\.?(?=,?\s+(?:january|february|march|april|may|june|july|august"
    r"|september|october|november|december|januar|februar|mars|mai|juni|juli|oktober|desember|of\b|\d{4})|\b(?=[,.]|$))"
    r"|\d{1,2}(?:st|nd|rd|th))\b)"
)
_DATE: Final = re.compile(
    rf"\b(?:in|on|during|from|throughout|i|på|den|fra)\s+"
    rf"(?:(?:the|early|mid|late|early|starten|slutten|of|av|den)[\s-]+)*"
    rf"{_DATE_WORDS}(?:(?:,?\s+(?:of\s+)?|\s+(?:to|and|until|til|og)\s+|\s?[–-]\s?){_DATE_WORDS})*",
    re.IGNORECASE,
)
_AFTER_PHRASE: Final = re.compile(
    r"\s*(?:$|[.,;:!?)])|\s+(?:in|on|at|for|from|by|with|to|as|after|before|during|when|while|that|who|which|where"
    r"|following|i|på|fra|med|til|ved|av|som|etter|når)\b",
    re.IGNORECASE,
)
# "via A, B and C": the phrase does not end at its first comma.
_LIST_GOES_ON: Final = re.compile(r",\s[^,.;:]+(?:,\s[^,.;:]+)*,?\s(?:and|or|og|eller)\s", re.IGNORECASE)
_MEANS: Final = re.compile(
    r"\s(?:using|via|through|by\s+means\s+of|by\s+using|ved\s+hjelp\s+av|ved\s+å\s+bruke|gjennom)\s", re.IGNORECASE
)
_LONGEST_MEANS: Final = 7  # words
_LONGEST_LEAD: Final = 8
_LONGEST_PHRASE: Final = 10


def _phrases(claim: PlainClaim, start: int, end: int) -> Iterator[Part]:
    yield from _dates(claim.text, start, end)
    yield from _leads(claim.text, start, end)
    for match in _MEANS.finditer(claim.text, start, end):
        if len(claim.text[match.start() : end].split()) <= _LONGEST_MEANS and "," not in claim.text[match.end() : end]:
            yield Part(Kind.MEANS, (Cut(match.start(), end),))
    indices = [index for index in claim.within(start, end) if claim.words[index].low in grammar.PREPOSITIONS]
    for index in indices:
        if claim.words[index].start > start:
            yield from _phrases_from(claim, index, end)


def _dates(text: str, start: int, end: int) -> Iterator[Part]:
    for match in _DATE.finditer(text, start, end):
        stop = match.end()
        if match.start() == start:
            yield from _opening(text, Kind.DATE, start, stop, end)
        elif _AFTER_PHRASE.match(text, stop) and text[match.start() - 1] == " ":
            first = match.start() - 1
            if text[first - 1] == "," and text[stop : stop + 1] == ",":
                yield Part(Kind.DATE, (Cut(first - 1, stop + 1),))
            elif text[first - 1] == ",":
                first -= 1
            yield Part(Kind.DATE, (Cut(first, stop),))


def _opening(text: str, kind: Kind, start: int, stop: int, end: int) -> Iterator[Part]:
    """A phrase at the start of its sentence: it goes with its comma, and the next word takes the capital."""
    following = re.compile(r",?\s+(?=\w)").match(text, stop, end)
    if not following or (not following[0].startswith(",") and kind is Kind.LEAD):
        return
    at = following.end()
    cuts: tuple[Cut, ...] = (Cut(start, at),)
    if text[at].islower() and not re.match(r"[a-z]+[A-Z0-9]", text[at:]):
        cuts += (Cut(at, at + 1, text[at].upper()),)
    yield Part(kind, cuts)


def _leads(text: str, start: int, end: int) -> Iterator[Part]:
    first = grammar.words(text[start : start + 20])
    comma = text.find(",", start, end)
    if not first or first[0].lower() not in grammar.PREPOSITIONS or comma < 0:
        return
    if re.match(r",\s+\d{4}\b", text[comma:]):
        comma = text.find(",", comma + 1, end)
    if comma >= 0 and len(text[start:comma].split()) <= _LONGEST_LEAD:
        yield from _opening(text, Kind.LEAD, start, comma, end)


def _phrases_from(claim: PlainClaim, index: int, end: int) -> Iterator[Part]:
    """The phrases that a preposition opens: up to each joint after it, as long as no verb and no mark stands within."""
    text, first = claim.text, claim.words[index]
    if text[first.start - 1] != " ":
        return
    for at in range(index + 1, min(len(claim.words), index + 1 + _LONGEST_PHRASE)):
        word = claim.words[at]
        between = text[claim.words[at - 1].end : word.start]
        if word.end > end or between.strip(" \"'“”") or word.low in grammar.RELATIVES or _is_verb_at(claim, at):
            return
        if word.low in grammar.PREPOSITIONS or word.low in grammar.DETERMINERS or word.low in {"of", "av", "and", "og"}:
            continue
        stop = word.end
        while stop < end and text[stop] in "\"”'":
            stop += 1
        if _AFTER_PHRASE.match(text, stop) and not _LIST_GOES_ON.match(text, stop, end):
            yield Part(Kind.PHRASE, (Cut(first.start - 1, stop),))


def _is_verb_at(claim: PlainClaim, at: int) -> bool:
    """A verb by its form, or a base form with an object after it (`users see it`, but `for use in`)."""
    following = claim.words[at + 1].low if at + 1 < len(claim.words) else ""
    takes_object = following in grammar.DETERMINERS or following in {"it", "them", "you", "us", "all"}
    return grammar.is_verb(claim.words[at].low) or (grammar.is_base_verb(claim.words[at].low) and takes_object)


_RELATIVE: Final = re.compile(r"(?<=[\w\"”])\s(?:that|who|which|where|som)\s", re.IGNORECASE)
_ADVERBIAL: Final = re.compile(
    r"(?<=[\w\"”]),?\s(?:after|because|although|following|while|etter|fordi|selv\ om|mens)\s", re.IGNORECASE
)


def _restrictive(text: str, start: int, end: int) -> Iterator[Part]:
    for match in _RELATIVE.finditer(text, start, end):
        rest = text[match.end() : end]
        if grammar.has_verb(rest) and "," not in rest and grammar.has_verb(text[start : match.start()]):
            yield Part(Kind.RELATIVE, (Cut(match.start(), end),))
    for match in _ADVERBIAL.finditer(text, start, end):
        rest = text[match.end() : end]
        if "," not in rest and grammar.has_verb(text[start : match.start()]):
            yield Part(Kind.ADVERBIAL, (Cut(match.start(), end),))


_NUMBER_MODIFIER: Final = re.compile(
    r"(?<=\s)(?:\d+|two|three|four|five|six|seven|eight|nine|ten|to|tre|fire|fem|seks)-[a-zæøå]+(?:-[a-zæøå]+)*\s(?=[a-zæøå])"
)
_ADJECTIVE: Final = re.compile(
    r"\b(?P<before>an?|the|its|his|her|their|en|et|den|det|sin|sitt|\w+'s)\s(?P<word>[a-zæøå]+(?:-[a-zæøå]+)*\s)(?=[a-zæøå]{3,})"
)


def _modifiers(text: str, start: int, end: int) -> Iterator[Part]:
    for match in _NUMBER_MODIFIER.finditer(text, start, end):
        yield Part(Kind.MODIFIER, _with_article(text, match.start(), match.end()))
    for match in _ADJECTIVE.finditer(text, start, end):
        following = grammar.words(text[match.end() : match.end() + 40])[0].lower()
        if grammar.is_verb(following) or following in grammar.PREPOSITIONS | grammar.RELATIVES | grammar.COORDINATORS:
            continue
        yield Part(Kind.MODIFIER, _with_article(text, match.start("word"), match.end("word")))


_ARTICLE_BEFORE: Final = re.compile(r"\b(an?|An?)\s$")


def _with_article(text: str, start: int, end: int) -> tuple[Cut, ...]:
    """The cut of a modifier, and the article before it where the next word wants another one."""
    article = _ARTICLE_BEFORE.search(text, max(0, start - 4), start)
    wanted = "an" if text[end : end + 1].lower() in "aeio" else "a"
    if article and article[1].lower() != wanted:
        at = article.start(1)
        new = wanted.capitalize() if article[1][0].isupper() else wanted
        return Cut(at, at + len(article[1]), new), Cut(start, end)
    return (Cut(start, end),)
