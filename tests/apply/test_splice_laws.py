"""Laws of composing edits, over random bytes: any endings, any encoding, any set of edits.

"For random files of bytes and random sets of edits, bytes outside the spans are untouched and order does not matter."
The oracle below knows nothing of lines as the program does: it counts bytes of the whole file.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from r11.apply.plan import MOST_MIXED, plan_file, plan_reverse
from r11.records import ApprovedEdit, ApprovedFile, Confirmation, Edit, ManifestEvidence, sha256_hex
from r11.text.compose import Misread, compose
from r11.text.lines import BOM, Document
from r11.vocabulary import Disposition, FixOp, JudgeVerdict, ReceiptStatus, Scope

PIECES = st.one_of(
    st.sampled_from([b"\n", b"\r\n", b"\r", b"\n\n", b"\r\r\n", BOM, b"\x00", b"\x0b", b"\x0c", b"\x1c", b"  "]),
    st.sampled_from(["\u0085", "\u2028", "é", "e\u0301", "制限", "👩‍👧", "|", "`", "30"]).map(str.encode),
    st.binary(max_size=4),
    st.text("abc 123", max_size=12).map(str.encode),
)
FILES = st.builds(
    lambda bom, pieces: bom + b"".join(pieces), st.sampled_from([b"", BOM]), st.lists(PIECES, max_size=30)
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"), max_size=8)


@dataclass(frozen=True)
class Wanted:
    """An edit as the oracle sees it: absolute bytes of the file."""

    start: int
    end: int
    new: bytes


def line_starts(data: bytes) -> list[int]:
    offset = len(BOM) if data.startswith(BOM) else 0
    starts = [offset] if data[offset:] else []
    starts += [at + 1 for at in range(offset, len(data) - 1) if data[at : at + 1] == b"\n"]
    return starts


def oracle(data: bytes, wanted: list[Wanted]) -> bytes:
    for one in sorted(wanted, key=lambda w: w.start, reverse=True):
        data = data[: one.start] + one.new + data[one.end :]
    return data


@st.composite
def cases(draw: st.DrawFn) -> tuple[bytes, list[ApprovedEdit], list[Wanted]]:
    """A file, disjoint edits of it (some take a line out), and what they mean in bytes of the whole file."""
    data = draw(FILES)
    document = Document.parse(data)
    edits: list[ApprovedEdit] = []
    wanted: list[Wanted] = []
    for number, start in enumerate(line_starts(data), start=1):
        line = document.lines[number - 1]
        text = decoded(line.body)
        if text is None or not draw(st.booleans()):
            continue
        if draw(st.integers(0, 5)) == 0:
            spans = [(0, len(line.body), "")]
            wanted.append(Wanted(start, start + len(line.body) + len(line.terminator), b""))
            after = None
        else:
            spans = draw(disjoint(text))
            wanted += [Wanted(start + s, start + e, new.encode()) for s, e, new in spans]
            after = ""  # filled in below
        edits += [
            edit(number, line.body, one, after)
            for one in ([spans] if len(spans) > 1 and draw(st.booleans()) else [[s] for s in spans])
        ]
    return data, edits, wanted


def decoded(body: bytes) -> str | None:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return None


@st.composite
def disjoint(draw: st.DrawFn, text: str) -> list[tuple[int, int, str]]:
    """Spans of a line at character borders, in bytes, that neither overlap nor begin at one place."""
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    spans: list[tuple[int, int, str]] = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        first, last = len(text[:start].encode()), len(text[:end].encode())
        if not spans or (first >= spans[-1][1] and first > spans[-1][0]):
            spans.append((first, last, draw(TEXTS)))
    return spans


def edit(number: int, body: bytes, spans: list[tuple[int, int, str]], after: str | None) -> ApprovedEdit:
    """One approved edit of one or several spans; each is as its own reviewer saw it, alone on the base."""
    alone = body
    for start, end, new in reversed(spans):
        alone = alone[:start] + new.encode() + alone[end:]
    return ApprovedEdit(
        flag_key=f"x.md#{number}-{spans[0][0]}-{spans[0][1]}",
        op=FixOp.O3,
        judge_verdict=JudgeVerdict.NOT_GROUNDED,
        claim="c",
        line=number,
        line_before=body.decode(),
        line_after=None if after is None else alone.decode(),
        edits=tuple(Edit(start=s, end=e, old=body[s:e].decode(), new=new) for s, e, new in spans),
        reason="",
        proof=None,
        evidence=ManifestEvidence(url="", quote="", quote_sha256="", fetched_at=""),
        confirmation=Confirmation(by="", at="", scope=Scope.ITEM, event_sha256=""),
        disposition=Disposition.WRONG,
    )


def assert_laws(data: bytes, edits: list[ApprovedEdit], wanted: list[Wanted], shuffled: list[ApprovedEdit]) -> None:
    base = Document.parse(data)
    composed = compose(base, edits)
    if isinstance(composed, Misread):
        assert_told_rightly(data, wanted, composed)
        return
    assert isinstance(composed, Document), composed
    after = composed.to_bytes()
    assert after == oracle(data, wanted)  # bytes outside of the spans are untouched
    again = compose(base, shuffled)
    assert isinstance(again, Document)
    assert again.to_bytes() == after  # the order in which edits are listed does not matter
    changing = tuple(e for e in edits if e.line_after != e.line_before)
    if changing and after != data:
        assert_planned(data, after, changing)


def assert_told_rightly(data: bytes, wanted: list[Wanted], refused: Misread) -> None:
    """Refused is only what gains a mark at its head, or a carriage return before a line feed."""
    after = oracle(data, wanted)
    kept = data.count(b"\r\n") - sum(data[one.start : one.end].count(b"\r\n") for one in wanted)
    assert (after.startswith(BOM) and not data.startswith(BOM)) or after.count(b"\r\n") > kept
    assert refused.flag_keys


def assert_planned(data: bytes, after: bytes, edits: tuple[ApprovedEdit, ...]) -> None:
    approved = ApprovedFile(file="x.md", sha256_before=sha256_hex(data), sha256_after=sha256_hex(after), edits=edits)
    plan = plan_file(approved, data, ())
    assert (plan.is_due, plan.after) == (True, after), plan
    assert plan_file(approved, after, ()).status is ReceiptStatus.ALREADY_APPLIED  # a second run changes nothing
    assert plan_file(approved, after + b"x", ()).status is ReceiptStatus.STALE


@settings(max_examples=300)
@given(case=cases(), random=st.randoms(use_true_random=False))
def test_bytes_outside_the_spans_stay_and_order_does_not_matter(case, random) -> None:  # type: ignore[no-untyped-def]
    data, edits, wanted = case
    shuffled = list(edits)
    random.shuffle(shuffled)
    assert_laws(data, edits, wanted, shuffled)


@pytest.mark.nightly
@settings(max_examples=20_000)
@given(case=cases(), random=st.randoms(use_true_random=False))
def test_the_same_for_many_more(case, random) -> None:  # type: ignore[no-untyped-def]
    data, edits, wanted = case
    shuffled = list(edits)
    random.shuffle(shuffled)
    assert_laws(data, edits, wanted, shuffled)


def test_a_line_taken_out_above_a_mark_is_refused() -> None:
    """The line below would lose its first three bytes to the head of the file; nothing could put that back."""
    base = Document.parse(b"\n" + BOM)
    assert compose(base, [edit(1, b"", [(0, 0, "")], None)]) == Misread(("x.md#1-0-0",))
    below = Document.parse(BOM + b"\n" + BOM)  # here the file has its own mark: the other one is text
    assert isinstance(compose(below, [edit(1, b"", [(0, 0, "")], None)]), Document)


@settings(max_examples=300)
@given(case=cases())
def test_what_was_applied_can_be_put_back(case) -> None:  # type: ignore[no-untyped-def]
    """`--reverse` puts back exactly the lines that a batch changed: the bytes before, or a refusal, never others."""
    data, edits, wanted = case
    after = oracle(data, wanted)
    changing = tuple(e for e in edits if e.line_after != e.line_before)
    if not changing or after == data or isinstance(compose(Document.parse(data), edits), Misread):
        return
    approved = ApprovedFile(file="x.md", sha256_before=sha256_hex(data), sha256_after=sha256_hex(after), edits=changing)
    plan = plan_reverse(approved, after)
    if plan.is_due:
        assert plan.after == data
    else:
        removed = [e for e in changing if e.line_after is None]
        assert plan.status is ReceiptStatus.REFUSED
        assert len(removed) > MOST_MIXED  # so many lines removed, with different endings: the only case refused


@given(data=st.binary(max_size=60))
def test_a_document_is_its_bytes(data: bytes) -> None:
    assert Document.parse(data).to_bytes() == data
    assert [len(line_starts(data))] == [len(Document.parse(data).lines)]
