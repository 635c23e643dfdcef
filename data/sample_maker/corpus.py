"""Facts become markdown files: sections, bullets, tables, prose, and the quirks of real files.

A line is a prefix, sentences, and a suffix; a sentence may carry a judged claim. So the right edit of a claim gives the
whole line after it, and a line may hold two claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from random import Random

from sample_maker import prose
from sample_maker.facts import Fact
from sample_maker.plan import FilePlan, Item, PageKey

KIND_TITLES = {
    "limits": ("limits", "grenser"), "versions": ("clients and versions", "klienter og versjoner"),
    "availability": ("availability", "tilgjengelighet"), "security": ("access", "tilgang"),
    "operations": ("operations", "drift"), "data": ("data", "data"),
}  # fmt: skip


@dataclass(frozen=True)
class Sentence:
    """Text on a line; `item` is the flag or grounded claim that it carries."""

    text: str
    item: Item | None = None
    after: str | None = None


@dataclass(frozen=True)
class Line:
    prefix: str
    sentences: tuple[Sentence, ...]
    suffix: str = ""

    @property
    def text(self) -> str:
        return self.prefix + " ".join(sentence.text for sentence in self.sentences) + self.suffix

    def after(self, item: Item) -> str | None:
        """The line once `item` has had its right edit; None where nothing of the line remains."""
        kept = [s.after if s.item is item else s.text for s in self.sentences]
        texts = [text for text in kept if text is not None]
        return self.prefix + " ".join(texts) + self.suffix if texts else None


@dataclass(frozen=True)
class Block:
    """Lines that stand together. Blocks of the same `list_kind` follow each other without a blank line."""

    lines: tuple[Line, ...]
    list_kind: str = ""


@dataclass(frozen=True)
class Placed:
    """Where an item ended up: line number from 1, the whole line, and the line after the right edit."""

    line: int
    line_before: str
    line_after: str | None


@dataclass
class CorpusFile:
    plan: FilePlan
    lines: list[Line]
    quirks: Quirks
    placed: dict[int, Placed] = field(default_factory=dict)  # by id() of the item

    def to_bytes(self) -> bytes:
        return self.quirks.encode([line.text for line in self.lines])

    def number_items(self) -> None:
        for number, line in enumerate(self.lines, start=1):
            for sentence in line.sentences:
                if sentence.item is not None:
                    self.placed[id(sentence.item)] = Placed(number, line.text, line.after(sentence.item))


@dataclass(frozen=True)
class Quirks:
    """How the file's bytes differ from plain ones: line endings, byte order mark, end of file."""

    endings: str = "lf"  # lf | crlf | mixed
    bom: bool = False
    final_newline: bool = True
    front_matter: bool = True

    def encode(self, lines: Sequence[str]) -> bytes:
        ends = {"lf": ("\n",), "crlf": ("\r\n",), "mixed": ("\n", "\r\n", "\n")}[self.endings]
        body = "".join(line + ends[index % len(ends)] for index, line in enumerate(lines))
        if not self.final_newline:
            body = body.rstrip("\r\n")
        return (b"\xef\xbb\xbf" if self.bom else b"") + body.encode("utf-8")


def draw_quirks(random: Random, index: int) -> Quirks:
    """One file of mixed endings; CRLF, BOM and a missing final newline now and then, also together."""
    if index == 17:
        return Quirks(endings="mixed", front_matter=True)
    return Quirks(
        endings="crlf" if random.random() < 0.12 else "lf",
        bom=random.random() < 0.08,
        final_newline=random.random() >= 0.1,
        front_matter=random.random() < 0.6,
    )


def write_file(random: Random, plan: FilePlan, quirks: Quirks, echoes: Sequence[str]) -> CorpusFile:
    """`echoes`: claims of other files that this file repeats without having been judged on them."""
    lines = list(_head(random, plan, quirks))
    for page, items in _sections(plan):
        lines += _section(random, plan, page, items)
    if not plan.judged:
        lines += _unjudged_section(random, plan)
    lines += _tail(random, plan, echoes)
    file = CorpusFile(plan, lines, quirks)
    file.number_items()
    return file


def _plain(text: str) -> Line:
    return Line("", (Sentence(text),))


def _blank() -> Line:
    return _plain("")


def _head(random: Random, plan: FilePlan, quirks: Quirks) -> Iterator[Line]:
    title = f"{plan.service.name}: {plan.topic.replace('-', ' ')}"
    if quirks.front_matter:
        header = ("---", f"title: {title!r}", f"area: {plan.service.area}", "synthetic: true",
                  f"last_reviewed: 2026-{random.randint(2, 6):02}-{random.randint(10, 28)}", "---", "")  # fmt: skip
        yield from map(_plain, header)
    else:
        yield from map(_plain, ("<!-- Synthetic page: the service and every figure are invented. -->", ""))
    yield from map(
        _plain, (f"# {title}", "", random.choice(prose.INTRODUCTIONS[plan.norwegian]).format(S=plan.service.name), "")
    )


def _sections(plan: FilePlan) -> list[tuple[PageKey, list[Item]]]:
    """The items of each page, pages of one feature beside each other."""
    items: list[Item] = [*plan.flags, *plan.grounded]
    items.sort(key=lambda item: (item.page.topic.feature.slug, item.page.kind, item.page.slug))
    return [(page, list(group)) for page, group in groupby(items, key=lambda item: item.page)]


def _section(random: Random, plan: FilePlan, page: PageKey, items: list[Item]) -> list[Line]:
    english, norwegian = KIND_TITLES[page.kind]
    feature = page.topic.feature
    heading = (
        f"## {feature.norwegian.capitalize()}: {norwegian}"
        if plan.norwegian
        else f"## {feature.many.capitalize()}: {english}"
    )
    random.shuffle(items)
    blocks = [Block((_plain(_filler(random, plan)),))] if random.random() < 0.7 else []
    blocks += _blocks_of(random, plan, items)
    if random.random() < 0.18:
        blocks.insert(random.randint(0, len(blocks)), _fence(random, plan, items))
    source = "Kilde" if plan.norwegian else "Source"
    blocks.append(Block((_plain(f"{source}: <{page.url}>"),)))
    return [_plain(heading), _blank(), *_joined(blocks)]


def _joined(blocks: Sequence[Block]) -> list[Line]:
    lines: list[Line] = []
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        lines += block.lines
        if following is None or not (block.list_kind and block.list_kind == following.list_kind):
            lines.append(_blank())
    return lines


def _sentence(item: Item) -> Sentence:
    return Sentence(item.fact.line_text, item, item.fact.line_after)


def _blocks_of(random: Random, plan: FilePlan, items: list[Item]) -> list[Block]:
    rows = [item for item in items if item.fact.form.is_row]
    waiting = [item for item in items if not item.fact.form.is_row]
    blocks: list[Block] = []
    while waiting:
        item = waiting.pop()
        partner = waiting.pop() if waiting and _can_share(item, waiting[-1]) and random.random() < 0.12 else None
        blocks.append(_block(random, plan, item, partner))
    blocks += [_table(random, plan, list(group)) for _, group in groupby(sorted(rows, key=_cells), key=_cells)]
    return blocks


def _can_share(item: Item, other: Item) -> bool:
    return not any(each.fact.line_text.startswith("#") for each in (item, other))


def _cells(item: Item) -> int:
    return item.fact.line_text.count("|") - 1


def _block(random: Random, plan: FilePlan, item: Item, partner: Item | None) -> Block:
    """Put a claim on a line of some style; with a partner, two claims share a paragraph."""
    sentence = _sentence(item)
    if sentence.text.startswith("#"):
        return Block((Line("", (sentence,)),))
    if partner is not None:
        return Block((Line("", (sentence, _sentence(partner))),))
    styles = ("bullet", "label", "nested", "paragraph", "quote", "numbered", "cell", "break", "link")
    weights = (38, 10, 8, 20, 5, 5, 6, 4, 4)
    style = random.choices(styles, weights)[0]
    if item.fact.is_delete and style in ("cell", "break", "quote", "label", "link"):
        style = "bullet"
    return _styled(random, plan, item, sentence, style)


def _styled(random: Random, plan: FilePlan, item: Item, sentence: Sentence, style: str) -> Block:
    label = random.choice(prose.LABELS[plan.norwegian])
    match style:
        case "bullet":
            return Block((Line("- ", (sentence,)),), "bullets")
        case "label":
            return Block((Line(f"- **{label}:** ", (sentence,)),), "bullets")
        case "nested":
            return Block((_plain(f"- {_filler(random, plan)}"), Line("  - ", (sentence,))), "bullets")
        case "paragraph":
            return Block((Line("", _surrounded(random, plan, sentence, item.fact)),))
        case "quote":
            return Block((Line("> ", (sentence,)),))
        case "numbered":
            return Block((Line("1. ", (sentence,)), _plain(f"2. {_filler(random, plan)}")))
        case "cell":
            header = ("| Tema | Fakta |", "| --- | --- |") if plan.norwegian else ("| Topic | Fact |", "| --- | --- |")
            other = _plain(f"| {random.choice(prose.LABELS[plan.norwegian])} | {_filler(random, plan)} |")
            return Block((*map(_plain, header), Line(f"| {label} | ", (sentence,), " |"), other))
        case "break":
            return Block((Line("", (sentence,), "  "), _plain(_filler(random, plan))))
        case _:
            word = "kilde" if plan.norwegian else "source"
            return Block((Line("- ", (sentence,), f" ([{word}]({item.page.url}))"),), "bullets")


def _surrounded(random: Random, plan: FilePlan, sentence: Sentence, fact: Fact) -> tuple[Sentence, ...]:
    """A paragraph around the claim; now and then the disputed value stands on the line a second time."""
    sentences = [sentence]
    if fact.old and fact.old[0].isdigit() and random.random() < 0.35:
        sentences.append(Sentence(random.choice(prose.VALUE_TWICE[plan.norwegian]).format(v=fact.old)))
    if random.random() < 0.6:
        sentences.insert(0, Sentence(_filler(random, plan)))
    if random.random() < 0.6:
        sentences.append(Sentence(_filler(random, plan)))
    return tuple(sentences)


def _table(random: Random, plan: FilePlan, items: Sequence[Item]) -> Block:
    wide = _cells(items[0]) == 3
    header, others = prose.TABLES[plan.norwegian][wide]
    rows = [Line("", (_sentence(item),)) for item in items] + [_plain(row) for row in random.sample(others, 2)]
    random.shuffle(rows)
    return Block((_plain(header), _plain("|" + " --- |" * (3 if wide else 2)), *rows))


def _fence(random: Random, plan: FilePlan, items: Sequence[Item]) -> Block:
    """A code block; it repeats a disputed value, which is not to be edited there."""
    values = [item.fact.old for item in items if item.fact.old]
    fence = random.choice(prose.FENCES).format(name=plan.service.slug, value=random.choice(values or ["8"]))
    return Block(tuple(map(_plain, fence.split("\n"))))


def _filler(random: Random, plan: FilePlan) -> str:
    return random.choice(prose.FILLERS[plan.norwegian])


def _unjudged_section(random: Random, plan: FilePlan) -> list[Line]:
    lines: list[Line] = []
    for feature in random.sample(plan.service.features, 3):
        name = feature.norwegian if plan.norwegian else feature.many
        bullets = [_plain(f"- {text}") for text in random.sample(prose.FILLERS[plan.norwegian], 3)]
        lines += [_plain(f"## {name.capitalize()}"), _blank(), *bullets, _blank()]
    return lines


def _tail(random: Random, plan: FilePlan, echoes: Sequence[str]) -> list[Line]:
    lines: list[Line] = []
    if echoes:
        lines += [
            _plain("## Se også" if plan.norwegian else "## See also"),
            _blank(),
            *(_plain(f"- {echo}") for echo in echoes),
            _blank(),
        ]
    if random.random() < 0.25:
        lines += [_plain("<!-- reviewed with the platform team; figures not checked -->"), _blank()]
    lines += [_plain("## Notater" if plan.norwegian else "## Notes"), _blank()]
    return [*lines, *(_plain(f"- {text}") for text in random.sample(prose.FILLERS[plan.norwegian], 2))]
