"""Facts become markdown files: sections, bullets, tables, prose around them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random

from sample_maker import prose
from sample_maker.layout import Block, CorpusFile, Line, Quirks, Sentence, joined, plain
from sample_maker.plan import FilePlan, Item, PageKey

# How a claim may stand in a file, with the weight of each way.
STYLES = {
    "bullet": 38,
    "label": 10,
    "nested": 8,
    "paragraph": 20,
    "quote": 5,
    "numbered": 5,
    "cell": 6,
    "break": 4,
    "link": 4,
}
STYLES_OF_A_WHOLE = ("bullet", "nested", "paragraph", "numbered")  # where the claim can go without a trace
SHARED_LINE = 0.12  # how often two claims share a paragraph
BARE_FENCE, FENCE = 0.05, 0.3  # how often a section has a code block: without and with a value to repeat


def write_file(random: Random, plan: FilePlan, quirks: Quirks, echoes: Sequence[str]) -> CorpusFile:
    """`echoes`: claims of other files that this file repeats without having been judged on them."""
    writer = _Writer(random, plan)
    lines = writer.head(quirks.front_matter)
    for page, items in _sections(plan):
        lines += writer.section(page, items)
    if not plan.judged:
        lines += writer.unjudged_sections()
    lines += writer.tail(echoes)
    return CorpusFile(plan, tuple(lines), quirks)


def _sections(plan: FilePlan) -> list[tuple[PageKey, list[Item]]]:
    """The items of each page, pages of one feature beside each other."""
    items: list[Item] = [*plan.flags, *plan.grounded]
    items.sort(key=lambda item: (item.page.topic.feature.slug, item.page.kind, item.page.slug))
    return [(page, list(group)) for page, group in groupby(items, key=lambda item: item.page)]


class _Writer:
    """Writes one file. Its fillers are a deck, so that no sentence stands twice before all were used."""

    def __init__(self, random: Random, plan: FilePlan) -> None:
        self.random = random
        self.plan = plan
        self.deck: list[str] = []

    def say(self, english: str, norwegian: str) -> str:
        return norwegian if self.plan.norwegian else english

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def filler(self) -> str:
        if not self.deck:
            sentences = prose.FILLERS[self.plan.norwegian]
            self.deck = self.random.sample(sentences, len(sentences))
        return self.deck.pop()

    def label(self) -> str:
        return self.random.choice(prose.LABELS[self.plan.norwegian])

    # --- the frame ---

    def head(self, front_matter: bool) -> list[Line]:
        service, random = self.plan.service, self.random
        title = f"{service.name}: {self.plan.topic.replace('-', ' ')}"
        introduction = random.choice(prose.INTRODUCTIONS[self.plan.norwegian]).format(S=service.name)
        reviewed = f"2026-{random.randint(2, 6):02}-{random.randint(10, 28)}"
        label = ["<!-- Synthetic page: the service and every figure are invented. -->", ""]
        if front_matter:
            keys = [f'title: "{title}"', f"area: {service.area}", "synthetic: true", f"last_reviewed: {reviewed}"]
            label = ["---", *keys, "---", ""]
        return [plain(text) for text in (*label, f"# {title}", "", introduction, "")]

    def unjudged_sections(self) -> list[Line]:
        lines: list[Line] = []
        for feature in self.random.sample(self.plan.service.features, 3):
            name = self.say(feature.many, feature.norwegian).capitalize()
            lines += [plain(f"## {name}"), plain(""), *(plain(f"- {self.filler()}") for _ in range(3)), plain("")]
        return lines

    def tail(self, echoes: Sequence[str]) -> list[Line]:
        texts: list[str] = []
        if echoes:
            texts += [self.say("## See also", "## Se også"), "", *(f"- {echo}" for echo in echoes), ""]
        if self.chance(0.25):
            texts += ["<!-- reviewed with the platform team; figures not checked -->", ""]
        texts += [self.say("## Notes", "## Notater"), "", f"- {self.filler()}", f"- {self.filler()}"]
        return [plain(text) for text in texts]

    # --- a section ---

    def section(self, page: PageKey, items: list[Item]) -> list[Line]:
        english, norwegian = prose.SECTION_TITLES[page.slug]
        feature = page.topic.feature
        heading = self.say(f"{feature.many.capitalize()}: {english}", f"{feature.norwegian.capitalize()}: {norwegian}")
        self.random.shuffle(items)
        blocks = [Block((plain(self.filler()),))] if self.chance(0.7) else []
        blocks += self.claim_blocks(items)
        values = [item.fact.old for item in items if item.fact.old[:1].isdigit()]
        if self.chance(FENCE if values else BARE_FENCE):
            blocks.insert(self.random.randint(0, len(blocks)), self.fence(values))
        blocks.append(Block((plain(f"{self.say('Source', 'Kilde')}: <{page.url}>"),)))
        return [plain(f"## {heading}"), plain(""), *joined(blocks)]

    def fence(self, values: Sequence[str]) -> Block:
        """A code block; it repeats a disputed value, which is not to be edited there."""
        template = self.random.choice(prose.FENCES)
        text = template.format(name=self.plan.service.slug, value=self.random.choice(values or ["8"]))
        return Block(tuple(map(plain, text.split("\n"))))

    def claim_blocks(self, items: Sequence[Item]) -> list[Block]:
        rows = sorted((item for item in items if item.fact.form.is_row), key=_cells)
        waiting = [item for item in items if not item.fact.form.is_row]
        blocks: list[Block] = []
        while waiting:
            item = waiting.pop()
            if waiting and self.chance(SHARED_LINE) and not (_is_heading(item) or _is_heading(waiting[-1])):
                blocks.append(Block((Line("", (Sentence.of(item), Sentence.of(waiting.pop()))),)))
            else:
                blocks.append(self.block(item))
        return blocks + [self.table(list(group)) for _, group in groupby(rows, key=_cells)]

    def table(self, items: Sequence[Item]) -> Block:
        cells = _cells(items[0])
        header, others = prose.TABLES[self.plan.norwegian][cells]
        rows = [Line("", (Sentence.of(item),)) for item in items]
        rows += [plain(row) for row in self.random.sample(others, 2)]
        self.random.shuffle(rows)
        return Block((plain(header), plain("|" + " --- |" * cells), *rows))

    # --- a claim on its line ---

    def block(self, item: Item) -> Block:
        """Put a claim on a line of some style."""
        sentence = Sentence.of(item)
        if _is_heading(item):
            return Block((Line("", (sentence,)),))
        names = STYLES_OF_A_WHOLE if item.fact.is_delete else tuple(STYLES)
        match self.random.choices(names, [STYLES[name] for name in names])[0]:
            case "bullet":
                return Block((Line("- ", (sentence,)),), "bullets")
            case "label":
                return Block((Line(f"- **{self.label()}:** ", (sentence,)),), "bullets")
            case "nested":
                return Block((plain(f"- {self.filler()}"), Line("  - ", (sentence,))), "bullets")
            case "paragraph":
                return Block((Line("", self.surrounded(item)),))
            case "quote":
                return Block((Line("> ", (sentence,)),))
            case "numbered":
                return Block((Line("1. ", (sentence,)), plain(f"2. {self.filler()}")))
            case "cell":
                return self.cell(sentence)
            case "break":
                return Block((Line("", (sentence,), "  "), plain(self.filler())))
            case _:
                link = f" ([{self.say('source', 'kilde')}]({item.page.url}))"
                return Block((Line("- ", (sentence,), link),), "bullets")

    def cell(self, sentence: Sentence) -> Block:
        header = self.say("| Topic | Fact |", "| Tema | Fakta |")
        claim = Line(f"| {self.label()} | ", (sentence,), " |")
        return Block((plain(header), plain("| --- | --- |"), claim, plain(f"| {self.label()} | {self.filler()} |")))

    def surrounded(self, item: Item) -> tuple[Sentence, ...]:
        """A paragraph around the claim; now and then the disputed value stands on the line a second time."""
        sentences = [Sentence.of(item)]
        if item.fact.old[:1].isdigit() and self.chance(0.35):
            again = self.random.choice(prose.VALUE_TWICE[self.plan.norwegian]).format(v=item.fact.old)
            sentences.append(Sentence(again))
        if self.chance(0.6):
            sentences.insert(0, Sentence(self.filler()))
        if self.chance(0.6):
            sentences.append(Sentence(self.filler()))
        return tuple(sentences)


def _cells(item: Item) -> int:
    return item.fact.line_text.count("|") - 1


def _is_heading(item: Item) -> bool:
    return item.fact.line_text.startswith("#")
