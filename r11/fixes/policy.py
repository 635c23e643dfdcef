"""The operator's O2 policy: a text, and a ratification that covers exactly that text.

The text is markdown for people. One part of it is also read by the program: the table under the heading
`Generalisations`, with the columns *from* and *to* (more columns are for the reader). Each row is a pair that a
subtraction may write: *to* in the place of *from*.

    ## Generalisations

    | from                | to             | why                                   |
    |---------------------|----------------|---------------------------------------|
    | the Standard S0 SKU | a paid SKU     | SKU names come and go between reviews |
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from r11.errors import Refused
from r11.records import RatifiedPolicy, sha256_hex
from r11.text.lines import Document, plain
from r11.text.outline import Page, table_under
from r11.vocabulary import JudgeVerdict, PolicyScope

HEADING = "generalisations"


@dataclass(frozen=True)
class Policy:
    """A ratified policy: the hash of its text, what it covers, and the pairs that it lists."""

    text_sha256: str
    scopes: frozenset[PolicyScope]
    generalisations: tuple[tuple[str, str], ...] = ()

    @classmethod
    def ratified(cls, text: bytes, ratification: RatifiedPolicy) -> Policy:
        """The policy that a ratification puts in force.

        Raises Refused (`POLICY_CHANGED`, `POLICY_TABLE`) where the text is not the one that was ratified, or where its
        table cannot be read: then no subtraction is made under it.
        """
        found = sha256_hex(text)
        if found != ratification.text_sha256:
            raise Refused(
                "POLICY_CHANGED",
                "policy/O2.md",
                "the text changed after it was ratified: ratify it again, or restore it",
            )
        return cls(found, frozenset(ratification.scopes), generalisations_of(text))

    @classmethod
    def if_ratified(cls, text: bytes, scopes: Iterable[PolicyScope] = PolicyScope) -> Policy:
        """The policy that ratifying this text would put in force; it is in force nowhere.

        Raises Refused (`POLICY_TABLE`) where its table cannot be read, so that nobody could ratify it.
        """
        return cls(sha256_hex(text), frozenset(scopes), generalisations_of(text))

    def covers(self, verdict: JudgeVerdict) -> bool:
        """Whether flags of this verdict may be subtracted from. A grounded claim never is."""
        return verdict.is_flagged and PolicyScope(verdict.value) in self.scopes

    def lists_wording_of(self, claim: str) -> bool:
        """Whether a listed pair may apply to the claim: its narrow wording stands there, in whatever letter case."""
        text = plain(claim)[0].casefold()
        return any(narrow.casefold() in text for narrow, _ in self.generalisations)


def generalisations_of(text: bytes) -> tuple[tuple[str, str], ...]:
    """The pairs of the table under *Generalisations*, in order; empty where there is no such table.

    Raises Refused (`POLICY_TABLE`) naming every row that is no pair: a missing cell, both alike, or one *from* twice.
    """
    header, rows = table_under(Page.of(Document.parse(text)).outline, HEADING)
    if not header:
        return ()
    if [cell.lower() for cell in header[:2]] != ["from", "to"]:
        raise Refused(
            "POLICY_TABLE", "policy/O2.md", "the table under Generalisations must begin with the columns from, to"
        )
    pairs = [(row[0], row[1]) for row in rows]
    seen: set[str] = set()
    bad = [number for number, (old, new) in enumerate(pairs, start=1) if _is_bad(old, new, seen)]
    if bad:
        named = ", ".join(str(number) for number in bad)
        raise Refused(
            "POLICY_TABLE", "policy/O2.md", f"no pair in row {named} under Generalisations: a cell is empty or repeated"
        )
    return tuple(pairs)


def _is_bad(old: str, new: str, seen: set[str]) -> bool:
    repeated = old in seen
    seen.add(old)
    return repeated or not old or not new or old == new
