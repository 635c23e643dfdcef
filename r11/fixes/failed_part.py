"""Which words of a claim failed: `failed_span`, else what the judge's reason names, else a value that is not there.

A reason names by quotation marks ("the source doesn't mention "in Sweden Central""), by the words of a clause that
denies support, or by the kind of thing ("the age of the boy is not stated"). Words that the quote holds are not failed
unless they were named in quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from r11.fixes.grammar import is_verb
from r11.fixes.plain_claim import PlainClaim, Word, words_of
from r11.fixes.word_support import Support
from r11.text.lexicon import wordset
from r11.text.lines import bounded_positions, plain
from r11.text.values import ValueKind, lex

_QUOTED: Final = re.compile(r"[\"“”«»`]([^\"“”«»`]+)[\"“”«»`]|(?<!\w)'([^']+)'(?!\w)")
_CLAUSE_END: Final = re.compile(
    r"[;!?]|\.(?=\s|$)|,?\s+(?:but|while|whilst|however|although|though|whereas|instead|rather\s+than|men|mens|selv\s+om)\s+",
    re.IGNORECASE,
)
_DENIES: Final = re.compile(
    r"\b(?:not|no|nothing|never|none|nowhere|cannot|unsupported|makes?\ up|made\ up|hallucinat\w*|adds?|added"
    r"|invent\w*|fabricat\w*|silent|missing|absent|omits?|lacks?|without|doesnt|isnt|ikke|ingen|ingenting|mangler"
    r"|uomtalt)\b|n['’]t\b",
    re.IGNORECASE | re.VERBOSE,
)
_AFFIRMS: Final = re.compile(
    r"""\b(?:source|text|page|article|quote|kilden|siden|sitatet)\b[^,;]*?
          \b(?:says?|states?|mentions?|does\ support|supports?|sier|nevner)\b
      | \bis\ (?:supported|correct|stated)\b""",
    re.IGNORECASE | re.VERBOSE,
)
# "… says nothing about X", "… does not mention X", "unsupported detail in the claim: X; Y"
_CUE: Final = re.compile(
    r"""(?:unsupported[^:.]*: | (?:nothing|no\ word|silent|ingenting|ikke\ noe)\s+(?:about|on|om)
          | (?:not|n['’]t|ikke)\s+(?:mention\w*|say|state|cover|nevn\w*))
        \s*(?:that\b|at\b)?\s*(?P<rest>.+?)(?:\.?$|\.\s)""",
    re.IGNORECASE | re.VERBOSE,
)
# Words in which a reason speaks of itself and of the two texts.
_ABOUT_ITSELF: Final = wordset(
    """source text page article quote summary claim original document mention mentions mentioned state states stated
    say says detail details information fact facts specify specified specific give given provide provided include
    included indicate indicates support supported unsupported make makes made up add adds kilde kilden side siden
    påstanden nevner nevnt"""
)
_LEAST_VALUE_SUPPORT: Final = 0.35  # of the claim's other content, before a missing value is taken for an absent part
_LEAST_VALUE_SUPPORT_SILENT: Final = 0.5


@dataclass(frozen=True)
class FailedWords:
    """Indices of the failed words of a claim, how they were told, and whether the whole claim was meant."""

    indices: frozenset[int]
    told_by: str = ""
    is_all: bool = False


NOTHING: Final = FailedWords(frozenset())


def failed_words(claim: PlainClaim, support: Support, *, reason: str, failed_span: str | None) -> FailedWords:
    """The words that failed; empty where nothing is named."""
    if failed_span:
        needle = plain(failed_span)[0].replace("’", "'").strip()
        spans = [(at, at + len(needle)) for at in bounded_positions(needle, claim.text)]
        return FailedWords(_within(claim, spans) if len(spans) == 1 else frozenset(), "failed_span")
    return _by_reason(claim, support, reason)


def _within(claim: PlainClaim, spans: Iterable[tuple[int, int]]) -> frozenset[int]:
    return frozenset(index for span in spans for index in claim.within(*span))


def _by_reason(claim: PlainClaim, support: Support, reason: str) -> FailedWords:
    everything = frozenset(range(len(claim.words)))
    named_in = _denying(reason) or ([] if _AFFIRMS.search(reason) else [reason])
    quoted = [found[0] or found[1] for clause in named_in for found in _QUOTED.findall(clause)]
    if any(_is_start_of(part, claim.text) for part in quoted):
        return FailedWords(everything, "reason", is_all=True)
    pieces = [piece for part in quoted for piece in re.split(r"[;…]", part)]
    if found := frozenset(index for piece in pieces for index in _run(claim.words, words_of(piece))):
        return FailedWords(found, "quotation")
    told = [_said_of_it(part, claim.text) for cue in _CUE.finditer(reason) for part in cue["rest"].split(";")]
    if found := frozenset(index for part in told for index in _run(claim.words, words_of(part))):
        return FailedWords(found, "reason")
    if found := frozenset(_loosely_named(claim, reason, support)):
        return FailedWords(found, "reason")
    return FailedWords(everything, "reason", is_all=True) if _means_all(claim, reason) else NOTHING


_THE_CLAIM: Final = re.compile(r"\b(?:this|the\s+(?:claim|statement)|claim|statement|dette|påstanden)\b", re.IGNORECASE)


def _means_all(claim: PlainClaim, reason: str) -> bool:
    """The reason denies the claim as such ("the page does not address this"), and repeats no word of it."""
    clauses = [clause for clause in _CLAUSE_END.split(reason) if clause.strip()]
    denying = _denying(reason)
    affirmed = any(_AFFIRMS.search(clause) and not _DENIES.search(clause) for clause in clauses)
    own = {word.stem for word in words_of(" ".join(_ABOUT_ITSELF))}
    said = {word.stem for word in words_of(reason) if word.is_content} - own
    repeated = said & {claim.words[index].stem for index in claim.content}
    return any(_THE_CLAIM.search(clause) for clause in denying) and not affirmed and not repeated


_SUBJECT: Final = re.compile(r"^\s*(?:[\w'’-]+\s+){1,4}?(?:is|are|was|were|er|var)\s+")


def _said_of_it(part: str, text: str) -> str:
    """What a reason in its own words says of a subject: "X is a resort" denies the resort, not X."""
    return part if part.strip().lower() in text.lower() else _SUBJECT.sub("", part)


def _denying(reason: str) -> list[str]:
    """The clauses of a reason that deny support. A quotation is part of one clause, whatever stands in it."""
    held = _QUOTED.sub(lambda found: re.sub(r"[.;!?]", "\x00", found[0]), reason)
    starts, clauses = 0, []
    for end in _CLAUSE_END.finditer(held):
        clauses.append(reason[starts : end.start()])
        starts = end.end()
    clauses.append(reason[starts:])
    return [clause for clause in clauses if _DENIES.search(clause)]


def _is_start_of(part: str, text: str) -> bool:
    """The reason quotes the claim from its start and leaves the rest to dots: it means the whole of it."""
    start = plain(re.sub(r"(?:…|\.\.\.)$", "", part))[0].strip()
    return bool(start) and part.endswith(("…", "...")) and text.lower().startswith(start.lower())


def _run(words: Sequence[Word], part: Sequence[Word]) -> set[int]:
    """The one run of the claim whose content words are those of `part`, in order; nothing where there are several."""
    sought = [word.stem for word in part if word.is_content]
    content = [index for index, word in enumerate(words) if word.is_content]
    stems = [words[index].stem for index in content]
    found = [at for at in range(len(stems) - len(sought) + 1) if sought and stems[at : at + len(sought)] == sought]
    if len(found) != 1:
        return set()
    return set(range(content[found[0]], content[found[0] + len(sought) - 1] + 1))


# --- words of a reason ----------------------------------------------------------------------------------------------

# What a clause is about, before it says what of it failed: "that Bodrum is a resort", "the age of the boy".
_TOPIC: Final = re.compile(
    r"(?<!\w)(?:that|whether|if|at|om)\s+(?P<subject>(?:[\w'’-]+\s+){1,4}?)(?:is|are|was|were|has|have|had|will|er|var|har)\b"
    r"|\b(?:locations?|place|ages?|date|day|time|year|amount|number|length|duration|name|names|title|cause|alderen|datoen"
    r"|stedet|antallet)\s+(?:of|for|to|when|where|in\s+which|på|til)\s+"
    r"(?P<thing>.*?)(?=\s(?:is|are|was|were)\s+(?:not|never|un)|n't\b|\s(?:as|being|som)\s|[,;]|\.?$)",
    re.IGNORECASE,
)


def _named_stems(clause: str) -> set[str]:
    """The content words of a clause, without those that only say what it is about."""
    unquoted = _QUOTED.sub(" ", clause)
    named = {word.stem for word in words_of(unquoted) if word.is_content}
    topic = {
        word.stem for found in _TOPIC.finditer(unquoted) for word in words_of(found["subject"] or found["thing"] or "")
    }
    left = named - topic
    return left if left - {word.stem for word in words_of(" ".join(_ABOUT_ITSELF))} else named


def _loosely_named(claim: PlainClaim, reason: str, support: Support) -> Iterator[int]:
    """The claim's unsupported content words that a denying clause repeats, or whose kind it names."""
    clauses = _denying(reason)
    named = {one for clause in clauses for one in _named_stems(clause)}
    affirmed = {
        word.stem
        for clause in _CLAUSE_END.split(reason)
        if _AFFIRMS.search(clause) and not _DENIES.search(clause)
        for word in words_of(clause)
    }
    hot = {
        index
        for index, word in enumerate(claim.words)
        if word.is_content
        and word.low not in _ABOUT_ITSELF
        and word.stem in named
        and word.stem not in affirmed
        and not support.holds(word)
    }
    yield from hot | _of_a_kind(claim, support, " ".join(clauses))


_KINDS: Final = (
    (re.compile(r"\b(?:ages?|how\s+old|alderen)\b", re.IGNORECASE),
     re.compile(r"\b\d{1,3}-year-old\b|\bat\s+the\s+age\s+of\s+\d+\b|,\s\d{1,3}(?=,)|\baged\s+\d+\b", re.IGNORECASE)),
    (re.compile(r"\b(?:length|duration|how\s+long|varigheten)\b", re.IGNORECASE),
     re.compile(r"\b\w+-(?:year|month|week|day|hour|minute)\b|\bfor\s+\w+\s+(?:year|month|week|day|hour|minute)s?\b")),
    (re.compile(r"\b(?:dates?|days?|months?|years?|when|datoen|når|året)\b", re.IGNORECASE),
     re.compile(r"\b(?:on|in)\s+(?:[A-Z][a-z]+days?|(?:\d{1,2}\s+)?(?:January|February|March|April|May|June|July"
                r"|August|September|October|November|December)(?:\s+\d{1,2})?(?:,?\s+\d{4})?|\d{4})\b")),
)  # fmt: skip


def _of_a_kind(claim: PlainClaim, support: Support, denying: str) -> set[int]:
    """The one thing in the claim of the kind that a reason names, where the quote does not hold it."""
    found: set[int] = set()
    for name, form in _KINDS:
        matches = list(form.finditer(claim.text)) if name.search(denying) else []
        if len(matches) == 1:
            inside = [i for i in claim.within(*matches[0].span()) if claim.words[i].is_content]
            if not any(support.holds(claim.words[i]) for i in inside if claim.words[i].is_name):
                found |= set(inside)
    return found


# --- values that are not there --------------------------------------------------------------------------------------


def missing_values(claim: PlainClaim, support: Support, *, silent: bool) -> FailedWords:
    """Dates and names of the claim that the source lacks, where it says most of the rest.

    A date of which the source says a part, and a name of which it says a word, are not missing.
    """
    dates = [value for value in lex(claim.text) if value.kind is ValueKind.DATE or _DECADE.fullmatch(value.text)]
    dated = {index for value in dates for index in claim.within(value.start, value.end)}
    hot = {
        index
        for value in dates
        if not support.supports(value) and not support.holds_some_of(value)
        for index in claim.within(value.start, value.end)
    }
    for run in _name_runs(claim):
        is_held = any(support.holds(claim.words[index]) for index in run)
        if not is_held and dated.isdisjoint(run) and not _is_subject(claim, run):
            hot |= set(run)
    rest = [index for index in claim.content if index not in hot]
    held = sum(support.holds(claim.words[index]) for index in rest)
    least = _LEAST_VALUE_SUPPORT_SILENT if silent else _LEAST_VALUE_SUPPORT
    if not hot or held < least * len(rest) or held < 2:
        return NOTHING
    return FailedWords(frozenset(hot), "values")


_DECADE: Final = re.compile(r"\d{4}s")


def _is_subject(claim: PlainClaim, run: Sequence[int]) -> bool:
    """Whether a verb follows a name: the quote may well speak of the same thing by another name."""
    following = run[-1] + 1
    return following < len(claim.words) and is_verb(claim.words[following].low)


def _name_runs(claim: PlainClaim) -> Iterator[list[int]]:
    """Names: capitalised words in a row, not at the start of a sentence."""
    starts = {start for start, _ in claim.sentences}
    run: list[int] = []
    for index, word in enumerate(claim.words):
        joined = run and claim.text[claim.words[run[-1]].end : word.start] == " "
        if word.text[0].isupper() and word.start not in starts and word.is_content:
            if run and not joined:
                yield run
                run = []
            run.append(index)
        elif run:
            yield run
            run = []
    if run:
        yield run


def absent_entities(claim: PlainClaim, page: Support) -> FailedWords:
    """Models, SKUs and services that the claim names and the refreshed page no longer has."""
    gone = {
        index
        for run in _name_runs(claim)
        if all(claim.words[index].is_content and not page.holds(claim.words[index]) for index in run)
        for index in run
    }
    return FailedWords(frozenset(gone), "page")
