"""One family and one topic become one fact: the line's text, the claim, the quote, the reason, the right answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from sample_maker.families import Form, Group, Values
from sample_maker.world import LANGUAGES, OLD_NAMES, REGIONS, ROLES, TIERS, TOOLS, Topic

Fill = Callable[..., str]
CUT = re.compile(r"«(.*?)»")
MONTHS = ("January", "March", "April", "June", "August", "September", "October", "November")
# Numbers that claims alone may hold (`{u}`): no page number is drawn from these.
ONLY_IN_CLAIMS = (13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97)
SHARED_NUMBERS = (10, 12, 14, 15, 16, 18, 20, 24, 25, 30, 32, 35, 40, 45, 48, 50, 60, 64, 75, 80)
VALUE_POOLS = {
    Values.COUNT: ("5", "8", "10", "15", "20", "25", "30", "40", "50", "60", "75", "100", "150", "200", "250", "500"),
    Values.THOUSANDS: ("1,000", "1,200", "2,000", "2,500", "4,000", "5,000", "8,000", "10,000", "12,000", "50,000"),
    Values.SIZE: ("4", "8", "10", "16", "20", "25", "50", "64", "100", "128", "200", "256", "500"),
    Values.DAYS: ("5", "7", "10", "14", "20", "28", "30", "45", "60", "90", "120", "180"),
    Values.SECONDS: ("5", "10", "15", "20", "30", "45", "60", "90", "120", "180", "240", "300"),
    Values.PERCENT: ("99.5", "99.8", "99.9", "99.95", "99.99"),
    Values.YEAR: ("2026", "2027", "2028", "2029"),
    Values.WORD: ("two", "three", "four", "five", "six"),
}
REASONS_OF_A_SWAP = (
    "The page gives {new}; the claim has {old}.",
    "Documented value: {new}.",
    "According to the page it is {new}, not {old}.",
    "The figure changed: the cited page now reads {new}.",
    "Claim and page disagree on one value ({old} against {new}).",
)
REASONS_OF_A_CUT = (
    'The page confirms the rest, but has nothing on "{part}".',
    'Supported except for "{part}", which the page does not mention.',
    'No passage of the page backs "{part}".',
    'The first part holds; "{part}" is unsupported.',
    "The page does not mention {part}; the remainder is confirmed.",
)
REASONS_BY_PLACE = {
    " (": "What stands in parentheses has no support on the page.",
    "; ": "The clause after the semicolon is unsupported; the first one holds.",
    ", and": "The second half of the sentence has no support on the page.",
}
REASONS_OF_SILENCE = (
    "The page does not address this.",
    "Nothing on the page speaks to the claim.",
    "No passage confirms or denies the claim.",
    "The cited page covers the feature, but not this statement.",
)


@dataclass(frozen=True)
class Fact:
    """`line_text` and `line_after` are the claim as it stands in the file, before and after the right edit.

    `line_after` is None where the whole sentence goes or where nothing is edited. `page_sentence` is what the page
    holds in the quote's place, which is the quote itself unless the page has changed since the judge saw it.
    """

    group: Group
    form: Form
    topic: Topic
    norwegian: bool
    claim: str
    line_text: str
    line_after: str | None
    quote: str
    reason: str
    failed_part: str
    page_also: str
    old: str = ""
    new: str = ""
    third_quote: str = ""
    third_line: str = ""
    old_quote: str = ""
    disposition: str = ""

    @property
    def is_delete(self) -> bool:
        return self.group.action == "delete"


def draw_values(random: Random, kind: Values) -> tuple[str, str, str]:
    """Three different values of one kind: the claim's, the page's, and one that a later page might give."""
    if kind is Values.NONE:
        return "", "", ""
    if kind in VALUE_POOLS:
        first, second, third = random.sample(VALUE_POOLS[kind], 3)
        return first, second, third
    drawn: list[str] = []
    while len(drawn) < 3:
        value = _structured_value(random, kind)
        if value not in drawn:
            drawn.append(value)
    return drawn[0], drawn[1], drawn[2]


def _structured_value(random: Random, kind: Values) -> str:
    year, month, day = random.randint(2025, 2028), random.randint(1, 12), random.choice((1, 5, 10, 15, 20, 25, 28))
    match kind:
        case Values.VERSION:
            return f"{random.randint(1, 4)}.{random.randint(0, 12)}.{random.randint(0, 9)}"
        case Values.LONG_DATE:
            return f"{random.choice(MONTHS)} {day}, {year}"
        case _:
            return f"{year}-{month:02}-{day:02}"


def draw_fields(random: Random, topic: Topic) -> dict[str, str]:
    """What fills the fields of a family's sentences (see `families/form.py`)."""
    feature = topic.feature
    k, n, m, w = sorted(random.sample(SHARED_NUMBERS, 4))
    t1, t2 = random.sample(TIERS, 2)
    r1, r2, r3 = random.sample(REGIONS, 3)
    tool1, tool2 = random.sample(TOOLS, 2)
    l1, l2, l3, l4 = random.sample(LANGUAGES, 4)
    role1, role2 = random.sample(ROLES, 2)
    fields = {
        "S": topic.service.name, "f": feature.one, "F": feature.many, "Fn": feature.norwegian,
        "af": feature.with_article, "Cf": capital(feature.one), "CF": capital(feature.many),
        "t1": t1, "t2": t2, "r1": r1, "r2": r2, "r3": r3, "tool1": tool1, "tool2": tool2,
        "l1": l1, "l2": l2, "l3": l3, "l4": l4, "role1": role1, "role2": role2, "old": random.choice(OLD_NAMES),
        "year": str(random.randint(2026, 2028)),
        "z": str(random.randint(3, 9)),
    }  # fmt: skip
    fields |= {"k": str(k), "n": str(n), "m": str(m), "w": str(w), "u": str(random.choice(ONLY_IN_CLAIMS))}
    return fields


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def make_fact(random: Random, group: Group, form: Form, topic: Topic, norwegian: bool) -> Fact:
    """Fill a family for a topic. `norwegian`: the file is Norwegian, and the sentence is where the family has one."""
    fields = draw_fields(random, topic)
    old, new, third = draw_values(random, form.values)
    in_norwegian = norwegian and bool(form.norwegian) and random.random() < 0.8
    template = form.norwegian if in_norwegian else form.claim
    marked = bool(form.values) and not form.is_row and "`" not in template and random.random() < 0.25

    def fill(text: str, value: str = "") -> str:
        return capital(CUT.sub(r"\1", text).format(**fields, v=value))

    def shown(value: str) -> str:
        return f"**{value}**" if marked else value

    line_text = fill(template, shown(old))
    plain_claim = marked and random.random() < 0.5
    failed = "".join(CUT.findall(template)).format(**fields, v=old) or form.failed_part.format(**fields)
    fact = Fact(
        group=group,
        form=form,
        topic=topic,
        norwegian=in_norwegian,
        claim=line_text.replace("**", "") if plain_claim else line_text,
        line_text=line_text,
        line_after=_line_after(group, form, template, in_norwegian, fill, shown(new)),
        quote=fill(form.quote, new),
        reason=_reason(random, group, form, fields, old, new, failed),
        failed_part=bare_part(failed),
        page_also=fill(form.page_also),
        old=old,
        new=new,
        third_quote=fill(form.quote, third) if form.values else "",
        third_line=fill(template, shown(third)) if form.values else "",
        old_quote=fill(form.quote, old) if form.values else "",
        disposition=_disposition(random, group),
    )
    return linked(fact) if random.random() < 0.08 and not form.is_row else fact


def linked(fact: Fact) -> Fact:
    """The fact with the service's name as a link in the file; the claim stays as the judge saw it, without the link."""
    name = fact.topic.service.name
    link = f"[{name}](https://learn.microsoft.com/contoso/{fact.topic.service.slug}/)"

    def with_link(text: str) -> str:
        return text.replace(name, link, 1)

    after = None if fact.line_after is None else with_link(fact.line_after)
    return replace(fact, line_text=with_link(fact.line_text), line_after=after, third_line=with_link(fact.third_line))


def _line_after(group: Group, form: Form, template: str, norwegian: bool, fill: Fill, new: str) -> str | None:
    if group.action in ("delete", "close") or form.gated:
        return None
    explicit = form.norwegian_after if norwegian else form.after
    return fill(explicit) if explicit else fill(CUT.sub("", template), new)


def _reason(random: Random, group: Group, form: Form, fields: dict[str, str], old: str, new: str, failed: str) -> str:
    if group.silent:
        return random.choice(REASONS_OF_SILENCE)
    if form.reason:
        return capital(form.reason.format(**fields))
    if form.values:
        return random.choice(REASONS_OF_A_SWAP).format(old=old, new=new)
    described = [text for opening, text in REASONS_BY_PLACE.items() if failed.startswith(opening)]
    if described and random.random() < 0.3:
        return described[0]
    return random.choice(REASONS_OF_A_CUT).format(part=bare_part(failed))


def bare_part(failed: str) -> str:
    """The failed part without the marks and the conjunction that join it to the rest."""
    return re.sub(r"^(and|or|og|eller) ", "", failed.strip(" ,;.—()"))


def _disposition(random: Random, group: Group) -> str:
    if group.judge_was_wrong:
        return "correct"
    if group.silent:
        return "unsourced"
    return "outdated" if random.random() < 0.7 else "wrong"
