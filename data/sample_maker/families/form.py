"""A family: the sentence of the page and the sentence of the knowledge base, with fields to fill.

Fields: `{S}` service, `{f}` `{F}` feature (one, many), `{af}` with article, `{Cf}` `{CF}` capitalised, `{Fn}` Norwegian
plural, `{t1}` `{t2}` tiers, `{r1}`…`{r3}` regions, `{tool1}` `{tool2}`, `{l1}`…`{l4}` languages, `{role1}` `{role2}`,
`{k}` < `{n}` < `{m}` < `{w}` numbers of two digits and `{z}` of one that claim and page share, `{u}` a number that only
the claim has, `{year}`.
`{v}` is the value in dispute: the old one in the claim, the new one in the quote. `«…»` is the part that a careful
person cuts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Values(StrEnum):
    """What kind of value `{v}` is."""

    NONE = ""
    COUNT = "count"
    THOUSANDS = "thousands"
    SIZE = "size"
    DAYS = "days"
    SECONDS = "seconds"
    PERCENT = "percent"
    VERSION = "version"
    API_DATE = "api_date"
    LONG_DATE = "long_date"
    ISO_DATE = "iso_date"
    YEAR = "year"
    WORD = "word"


@dataclass(frozen=True)
class Form:
    """`after` and `norwegian_after` are the careful person's text where neither swap nor cut yields it.

    `is_row`: the claim is a table row. `page_also` stands on the page without being part of the quote.
    `failed_part` names the failed part in the reason where the claim holds no `«…»`.
    """

    kind: str
    claim: str
    quote: str
    norwegian: str = ""
    after: str = ""
    norwegian_after: str = ""
    values: Values = Values.NONE
    reason: str = ""
    is_row: bool = False
    page_also: str = ""
    failed_part: str = ""
    gated: bool = False
    note: str = ""
