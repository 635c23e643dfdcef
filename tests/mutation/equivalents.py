"""Changes of the trusted checker that no test can notice, because they change nothing: each with its reason.

`run.py` compares this list with the survivors of a run; an entry that fits none is an error.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Equivalent:
    """A change: the function, the line before and after without indentation, and why both are the same."""

    function: str
    before: str
    after: str
    why: str = field(compare=False)

    def is_of(self, other: Equivalent) -> bool:
        return self == other

    def __str__(self) -> str:
        return f"{self.function} ({self.why})\n  - {self.before}\n  + {self.after}"


def repr_of(pattern: str) -> str:
    """A pattern as the source of its constant reads."""
    return f"re.compile({pattern!r})"


_LINES = "r11.text.lines"
_CODEC = "names of encodings are read without regard to case"
_EQUAL_LENGTHS = "both have one entry for each character of the plain claim, so strict finds nothing to refuse"
_PROOF = "r11.fixes.proof"
_MARKUP = r"[|`<>]|\[\[|\]\]"
_UNIT_BEFORE = r"[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?[*_`~]*"
_BRACKET = "a closing bracket that closes nothing stands for itself, with or without a backslash"
_DIGITS_BOTH = "text[space + 1 : space + 2].isdecimal() and text[max(0, space - 1) : space].isdecimal()"
_SHORTCUT = "saves time only: what it leaves out is found, or found missing, by what follows"

EQUIVALENTS: tuple[Equivalent, ...] = (
    Equivalent(
        f"{_LINES}.splice",
        "position, previous = 0, -1",
        "position, previous = 0, -2",
        "a span starts at 0 or later, which is after both",
    ),
    Equivalent(
        f"{_LINES}.bounded_positions",
        "start = text.find(needle) if needle else -1",
        "start = text.find(needle) if needle else -2",
        "any number below 0 means that there is none",
    ),
    Equivalent(
        f"{_LINES}.find_claim",
        "if len(here) > 1:",
        "if len(here) >= 1:",
        "the case of exactly one place has returned before",
    ),
    Equivalent(
        f"{_LINES}._spans_lines",
        'text = " ".join(line.body.decode("utf-8", "replace").lstrip(" >\\t") for line in document.lines)',
        'text = " ".join(line.body.decode("UTF-8", "replace").lstrip(" >\\t") for line in document.lines)',
        _CODEC,
    ),
    Equivalent(
        f"{_LINES}._Sought.of",
        'return cls(claim, claim.encode("utf-8", "surrogatepass"), *plain(claim))',
        'return cls(claim, claim.encode("UTF-8", "surrogatepass"), *plain(claim))',
        _CODEC,
    ),
    Equivalent(f"{_LINES}._decoded", 'return body.decode("utf-8")', 'return body.decode("UTF-8")', _CODEC),
    Equivalent(
        f"{_LINES}._sites",
        "exact = _exact_sites(text, sought.claim) if sought.needle in body else []",
        "exact = _exact_sites(text, sought.claim) if (sought.needle in body) or True else []",
        _SHORTCUT,
    ),
    Equivalent(
        f"{_LINES}._sites",
        "if exact and len(text) - len(sought.claim) < len(sought.plain):",
        "if exact and len(text) + len(sought.claim) < len(sought.plain):",
        _SHORTCUT,
    ),
    Equivalent(
        f"{_LINES}._byte_offsets",
        "return range(len(text) + 1)",
        "return range(len(text) + 2)",
        "no offset beyond the end of the text is asked for",
    ),
    *(
        Equivalent(
            f"{_LINES}._mapped",
            "plain_at = dict(zip(needle_map, hay_map, strict=True))",
            f"plain_at = dict(zip(needle_map, hay_map, {strict}))",
            _EQUAL_LENGTHS,
        )
        for strict in ("strict=None", "", "strict=False")
    ),
    *(
        Equivalent(f"{_PROOF}._MARKUP", repr_of(_MARKUP), repr_of(after), _BRACKET)
        for after in (r"[|`<>]|\[\[|]\]", r"[|`<>]|\[\[|\]]")
    ),
    Equivalent(
        f"{_PROOF}._UNIT_BEFORE",
        repr_of(_UNIT_BEFORE),
        repr_of(_UNIT_BEFORE.replace(r"[ xX]\]", "[ xX]]")),
        _BRACKET,
    ),
    Equivalent(f"{_LINES}._is_plain_edge", "if not 0 < edge < len(text):", "if not 0 <= edge < len(text):", _SHORTCUT),
    Equivalent(f"{_LINES}._is_plain_edge", "return True", "return False", _SHORTCUT),
    *(
        Equivalent(
            f"{_LINES}._is_plain_edge",
            'space = edge if text[edge] == " " else edge - 1',
            f"space = edge if {condition} else edge - 1",
            _SHORTCUT,
        )
        for condition in (
            '(text[edge] == " ") and False',
            '(text[edge] == " ") or True',
            'text[edge] != " "',
            'text[edge] == "XX XX"',
        )
    ),
    Equivalent(
        f"{_LINES}._is_plain_edge",
        'return text[space] == " " and not (',
        'return text[space] == "XX XX" and not (',
        _SHORTCUT,
    ),
    Equivalent(f"{_LINES}._is_plain_edge", _DIGITS_BOTH, _DIGITS_BOTH.replace(" and ", " or "), _SHORTCUT),
    Equivalent(
        f"{_LINES}._is_plain_edge",
        _DIGITS_BOTH,
        _DIGITS_BOTH.replace("space + 2", "space + 3"),
        "a space joins digits only before three of them, so two may be looked at as well as one",
    ),
)
