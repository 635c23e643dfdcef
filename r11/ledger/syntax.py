"""What keeps a text from being JSON, in words: each fault of judges and workers by its own code.

The parser of the standard library finds the place; this module says what stands there. Places are line and column,
both counted from 1, columns in characters.
"""

from __future__ import annotations

import json
import re

from r11.errors import Problem
from r11.vocabulary import CheckCode

MAX_DEPTH = 100
"""No record of ours nests deeper than 10; a limit of our own never meets the interpreter's."""

_BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', re.DOTALL)
_BAD_BYTE = re.compile("[\udc80-\udcff]")
_CUT_VALUE = re.compile(r"u[0-9a-fA-F]{0,4}|[.eE][+-]?")  # the end of an escape or of a number
_FENCE = "```"
_LITERALS = ("true", "false", "null", "-", "NaN", "Infinity", "-Infinity")


def too_deep(text: str) -> int | None:
    """The index of the first bracket beyond MAX_DEPTH, or None. Brackets within strings do not count."""
    depth = 0
    for match in _BRACKETS.finditer(text):
        mark = text[match.start()]
        if mark in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return match.start()
        elif mark in "]}":
            depth -= 1
    return None


def has_stray_byte(text: str) -> bool:
    """Whether the bytes were not UTF-8 throughout; `text` was decoded with `surrogateescape`."""
    return not text.isascii() and _BAD_BYTE.search(text) is not None


def depth_problem(text: str, index: int, place: str) -> Problem:
    message = f"{_where(text, index)}: more than {MAX_DEPTH} brackets are open"
    return Problem(place, CheckCode.TOO_DEEP, message)


def syntax_problems(text: str, error: json.JSONDecodeError, place: str) -> list[Problem]:
    """All that can be said of a text that the parser gave up on; at least one problem.

    `text` was decoded with `surrogateescape`, so that a byte that is not UTF-8 is still there to be pointed at.
    """
    bad = _BAD_BYTE.search(text)
    if bad:
        message = f"{_where(text, bad.start())}: byte 0x{ord(bad.group()) - 0xDC00:02X} is not UTF-8"
        return [Problem(place, CheckCode.NOT_UTF8, message)]
    if not text.strip():
        return [Problem(place, CheckCode.TRUNCATED, "the text is empty")]
    if _begins_elsewhere(text, error):
        return _head_problems(text, place)
    if error.msg.startswith("Extra data"):
        return [_tail_problem(text, error.pos, place)]
    return [_fault_problem(text, error, place)]


def _where(text: str, index: int) -> str:
    line = text.count("\n", 0, index) + 1
    return f"line {line} column {index - (text.rfind(chr(10), 0, index) + 1) + 1}"


def _begins_elsewhere(text: str, error: json.JSONDecodeError) -> bool:
    """The very first character is not the start of a value, and no comment either."""
    first = len(text) - len(text.lstrip())
    return (
        error.msg.startswith("Expecting value")
        and error.pos <= first
        and not _is_comment(text, first)
        and not _is_cut_literal(text, first)
    )


def _head_problems(text: str, place: str) -> list[Problem]:
    opening = re.search(r"[\[{]", text)
    if opening is None and _FENCE not in text:
        return [Problem(place, CheckCode.NOT_JSON, f"line 1 column 1: the text holds no JSON: {_excerpt(text)}")]
    head = text[: opening.start()] if opening else text
    problems = []
    prose = re.sub(r"```\w*", "", head).strip()
    if prose:
        what = "a <think> block" if prose.startswith("<think") else f"text: {_excerpt(prose)}"
        problems.append(Problem(place, CheckCode.TEXT_AROUND_JSON, f"line 1: the JSON is preceded by {what}"))
    if _FENCE in head:
        where = _where(text, text.index(_FENCE))
        problems.append(Problem(place, CheckCode.CODE_FENCE, f"{where}: the JSON stands in a code fence: take it out"))
    return problems


def _tail_problem(text: str, index: int, place: str) -> Problem:
    tail = text[index:]
    where = _where(text, index)
    if _is_comment(text, index):
        return Problem(place, CheckCode.NOT_JSON, f"{where}: JSON has no comments")
    if _FENCE in tail:
        return Problem(place, CheckCode.CODE_FENCE, f"{where}: the JSON is followed by a code fence: take it out")
    what = "a second JSON value" if tail[0] in "[{" else f"text: {_excerpt(tail)}"
    return Problem(place, CheckCode.TEXT_AROUND_JSON, f"{where}: the JSON is followed by {what}")


def _fault_problem(text: str, error: json.JSONDecodeError, place: str) -> Problem:
    where = _where(text, error.pos)
    if _is_comment(text, error.pos):
        return Problem(place, CheckCode.NOT_JSON, f"{where}: JSON has no comments")
    if _is_cut(text, error):
        end = _where(text, len(text.rstrip()))
        return Problem(place, CheckCode.TRUNCATED, f"{end}: the JSON ends too early ({_sentence(error)})")
    if error.msg.startswith("Invalid control character"):
        found = repr(text[error.pos])
        return Problem(place, CheckCode.NOT_JSON, f"{where}: a string holds a raw {found}; JSON writes it escaped")
    return Problem(place, CheckCode.NOT_JSON, f"{where}: {_sentence(error)}, found {_excerpt(text[error.pos :])}")


def _is_cut(text: str, error: json.JSONDecodeError) -> bool:
    """Whether the text ends where the parser still expected something: a bracket, a quote, the rest of a value."""
    rest = text[error.pos :].rstrip()
    if not rest or error.msg.startswith("Unterminated string"):
        return True
    return _CUT_VALUE.fullmatch(rest) is not None or _is_cut_literal(text, error.pos)


def _is_cut_literal(text: str, index: int) -> bool:
    rest = text[index:].rstrip()
    return bool(rest) and any(word.startswith(rest) for word in _LITERALS)


def _is_comment(text: str, index: int) -> bool:
    return text.startswith(("//", "/*"), index)


def _sentence(error: json.JSONDecodeError) -> str:
    message = error.msg.removesuffix(" at").removesuffix(" starting")
    return message[:1].lower() + message[1:]


def _excerpt(text: str, limit: int = 40) -> str:
    text = text.strip()
    return repr(text if len(text) <= limit else text[:limit] + "…")
