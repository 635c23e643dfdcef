"""One page per cited address, as markdown or as HTML in the manner of a documentation site."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from sample_maker.facts import capital
from sample_maker.plan import FlagPlan, PageKey, Plan
from sample_maker.refresh import page_sentence

TITLES = {
    "limits": "Limits on {F}", "quotas": "Quotas for {F}", "client-versions": "Client versions for {F}",
    "api-reference": "API reference for {F}", "availability": "Availability of {F}", "lifecycle": "Life cycle of {F}",
    "security": "Secure {F}", "network-access": "Network access to {F}", "operate": "Operate {F}",
    "troubleshoot": "Troubleshoot {F}", "retention": "Retention of {F}", "backup-and-export": "Back up and export {F}",
}  # fmt: skip
OPENINGS = (
    "This article describes what applies to {F} in {S}.",
    "Use this article when you plan or run {F} in {S}.",
    "The following sections apply to {F} in {S}.",
)
HEADER = ("Item", "Value", "Remark")
LATER_HEADING = "Frequently asked"
DETAILS_OPENING = "What follows applies to all tiers unless a table says otherwise."


@dataclass(frozen=True)
class Section:
    """`paragraphs` are sentences that stand alone; `rows` are table rows of equal width, as markdown."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    bullets: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    def table(self) -> list[list[str]]:
        """Header and rows as cells."""
        cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in self.rows]
        return [list(HEADER[: len(cells[0])]), *cells]


@dataclass(frozen=True)
class PageText:
    title: str
    opening: str
    sections: tuple[Section, ...]


def render_pages(random: Random, plan: Plan) -> dict[PageKey, tuple[str, bytes]]:
    """For each page its file name and its bytes; about half are markdown, the others HTML."""
    flags: dict[PageKey, list[FlagPlan]] = {page: [] for page in plan.pages}
    for flag in plan.flags:
        flags[flag.page].append(flag)
    rendered = {}
    for page, mine in flags.items():
        text = compose(random, page, mine, [fact.quote for fact in plan.pages[page]])
        if random.random() < 0.5:
            rendered[page] = (f"{page.file_stem}.md", to_markdown(random, text).encode("utf-8"))
        else:
            rendered[page] = (f"{page.file_stem}.html", to_html(random, text, page).encode("utf-8"))
    return rendered


def compose(random: Random, page: PageKey, flags: Sequence[FlagPlan], grounded: Sequence[str]) -> PageText:
    names = {"F": page.topic.feature.many, "S": page.topic.service.name}
    here = [flag for flag in flags if flag.evidence_state != "moved"]
    sentences = _unique(text for flag in here for text in (page_sentence(flag), flag.fact.page_also))
    moved = _unique(flag.fact.quote for flag in flags if flag.evidence_state == "moved")
    rows = [text for text in sentences if text.startswith("|")]
    prose = [text for text in sentences if not text.startswith("|")]
    cut = random.randint(0, len(prose))
    sections = [
        Section("Overview", tuple(grounded)),
        Section("Details", tuple(prose[:cut]) or (DETAILS_OPENING,), tuple(prose[cut:])),
        *(Section(f"Reference table {chr(65 + i)}", rows=tuple(group)) for i, group in enumerate(_by_width(rows))),
        *([Section(LATER_HEADING, moved)] if moved else []),
    ]
    return PageText(TITLES[page.slug].format(**names), random.choice(OPENINGS).format(**names), tuple(sections))


def _unique(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))


def _by_width(rows: Sequence[str]) -> list[list[str]]:
    widths = sorted({row.count("|") for row in rows})
    return [[row for row in rows if row.count("|") == width] for width in widths]


def to_markdown(random: Random, page: PageText) -> str:
    """Now and then a number is bold on the page, which the judge's quote does not show."""
    bold = random.random() < 0.15
    lines = ["---", f"title: {page.title}", "synthetic: true", "---", "", f"# {page.title}", "", page.opening, ""]
    for section in page.sections:
        lines += [f"## {section.heading}", ""]
        lines += [text for sentence in section.paragraphs for text in (_bold_number(sentence, bold), "")]
        lines += [f"- {_bold_number(bullet, bold)}" for bullet in section.bullets] + ([""] if section.bullets else [])
        if section.rows:
            header = section.table()[0]
            lines += [f"| {' | '.join(header)} |", "|" + " --- |" * len(header), *section.rows, ""]
    return "\n".join(lines)


def _bold_number(text: str, bold: bool) -> str:
    return re.sub(r"(?<![\w.,-])(\d[\d,]*)(?= [a-z])", r"**\1**", text, count=1) if bold else text


def to_html(random: Random, page: PageText, key: PageKey) -> str:
    """Some pages have typographic apostrophes or a no-break space after a number, as real ones do."""
    typographic, no_break = random.random() < 0.3, random.random() < 0.2

    def shown(text: str) -> str:
        text = text.replace("'", "’") if typographic else text
        text = re.sub(r"(\d) (?=[A-Za-z])", "\\1\u00a0", text) if no_break else text
        return html.escape(text, quote=False)

    body = [f"<h1>{shown(page.title)}</h1>", f"<p>{shown(page.opening)}</p>"]
    for section in page.sections:
        body.append(f'<h2 id="{section.heading.lower().replace(" ", "-")}">{shown(section.heading)}</h2>')
        body += [f"<p>{shown(sentence)}</p>" for sentence in section.paragraphs]
        if section.bullets:
            body += ["<ul>", *(f"<li>{shown(bullet)}</li>" for bullet in section.bullets), "</ul>"]
        if section.rows:
            body += _html_table([[shown(cell) for cell in row] for row in section.table()])
    return _FRAME.format(
        title=shown(page.title), url=key.address, body="\n".join(body), service=capital(key.topic.service.name)
    )


def _html_table(rows: Sequence[Sequence[str]]) -> list[str]:
    header, *others = rows
    lines = ["<table>", "<thead><tr>" + "".join(f"<th>{cell}</th>" for cell in header) + "</tr></thead>", "<tbody>"]
    lines += ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in others]
    return [*lines, "</tbody>", "</table>"]


_FRAME = """<!DOCTYPE html>
<html lang="en-us">
<head><meta charset="utf-8"><title>{title} | Synthetic sample</title><link rel="canonical" href="{url}"></head>
<body>
<header><nav><ul><li>Documentation</li><li>Training</li><li>Sign in</li></ul></nav></header>
<main id="main" role="main"><div class="content">
{body}
</div></main>
<footer><p>Synthetic page: {service} does not exist.</p><ul><li>Privacy</li><li>Terms of use</li></ul></footer>
</body>
</html>
"""
