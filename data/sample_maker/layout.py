"""Lines of a knowledge-base file, and how they become bytes.

A line is a prefix, sentences, and a suffix; a sentence may carry a judged claim. So the right edit of a claim gives the
whole line after it, and a line may hold two claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from sample_maker.plan import FilePlan, Item

MIXED_ENDINGS_FILE = 17  # the one file, by its place in the sorted corpus, whose line endings are mixed


@dataclass(frozen=True)
class Sentence:
    """Text on a line; `item` is the flag or grounded claim that it carries, `after` the text after the right edit."""

    text: str
    item: Item | None = None
    after: str | None = None

    @classmethod
    def of(cls, item: Item) -> Sentence:
        return cls(item.fact.line_text, item, item.fact.line_after)


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


def plain(text: str) -> Line:
    return Line("", (Sentence(text),))


@dataclass(frozen=True)
class Block:
    """Lines that stand together. Blocks of the same `list_kind` follow each other without a blank line."""

    lines: tuple[Line, ...]
    list_kind: str = ""


def joined(blocks: Sequence[Block]) -> list[Line]:
    """The lines of all blocks, a blank line after each, except within a list."""
    lines: list[Line] = []
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        lines += block.lines
        if following is None or not (block.list_kind and block.list_kind == following.list_kind):
            lines.append(plain(""))
    return lines


@dataclass(frozen=True)
class Quirks:
    """How the file's bytes differ from plain ones: line endings, byte order mark, end of file, front matter."""

    endings: str = "lf"  # lf | crlf | mixed
    bom: bool = False
    final_newline: bool = True
    front_matter: bool = True

    @classmethod
    def draw(cls, random: Random, index: int) -> Quirks:
        """CRLF, byte order mark and a missing final newline now and then, also together."""
        endings = "crlf" if random.random() < 0.12 else "lf"
        return cls(
            endings="mixed" if index == MIXED_ENDINGS_FILE else endings,
            bom=random.random() < 0.08,
            final_newline=random.random() >= 0.1,
            front_matter=random.random() < 0.6,
        )

    def encode(self, lines: Sequence[Line]) -> bytes:
        ends = {"lf": ("\n",), "crlf": ("\r\n",), "mixed": ("\n", "\r\n", "\n")}[self.endings]
        body = "".join(line.text + ends[index % len(ends)] for index, line in enumerate(lines))
        if not self.final_newline:
            body = body.rstrip("\r\n")
        return (b"\xef\xbb\xbf" if self.bom else b"") + body.encode("utf-8")


@dataclass(frozen=True)
class Placed:
    """Where an item ended up: line number from 1, the whole line, and the line after the right edit."""

    line: int
    line_before: str
    line_after: str | None


@dataclass(frozen=True)
class CorpusFile:
    """A written file; `placed` knows where each item of the plan stands."""

    plan: FilePlan
    lines: tuple[Line, ...]
    quirks: Quirks
    placed: dict[Item, Placed] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, line in enumerate(self.lines, start=1):
            for item in (sentence.item for sentence in line.sentences):
                if item is not None:
                    self.placed[item] = Placed(number, line.text, line.after(item))

    def to_bytes(self) -> bytes:
        return self.quirks.encode(self.lines)
