"""Place and value, as the writer sees them: the right occurrence, edits that meet, structure that would change."""

from __future__ import annotations

from dataclasses import replace

import pytest
from batches import Batch, Change, tree_hash
from program import apply, receipt, statuses, write

from r11.vocabulary import EventKind, FixOp, JudgeVerdict

CLAIM = "The limit is 30 seconds."


def one(batch: Batch, data: bytes, *changes: Change) -> int:
    batch.put("x.md", data)
    batch.approve(changes)
    return write(batch).status


def code_of(batch: Batch) -> str:
    return receipt(batch).files[0].code


REFUSED = {
    "old twice in the claim": ("30 of 30 seconds pass.", {}, "OLD_NOT_ONCE"),
    "claim twice on the line": (f"{CLAIM} {CLAIM}", {"claim": CLAIM}, "CLAIM_NOT_ONCE"),
    "old is part of a longer number": ("The limit is 300 seconds.", {"old": "30", "start": 13}, "OLD_NOT_ONCE"),
    "new is part of a longer number of the quote": (CLAIM, {"quote": "The limit is 160 seconds."}, "NEW_NOT_IN_QUOTE"),
    "new is not in the quote": (CLAIM, {"quote": "The limit is ninety."}, "NEW_NOT_IN_QUOTE"),
    "new holds a pipe": (CLAIM, {"new": "6|0", "quote": "is 6|0 now"}, "BAD_VALUE"),
    "new holds a bidi control": (CLAIM, {"new": "6\u202e0", "quote": "is 6\u202e0 now"}, "BAD_VALUE"),
    "new holds a zero-width space": (CLAIM, {"new": "6\u200b0", "quote": "is 6\u200b0 now"}, "BAD_VALUE"),
    "new holds a backtick": (CLAIM, {"new": "`60`", "quote": "is `60` now"}, "BAD_VALUE"),
    "new holds a link": (CLAIM, {"new": "[[60]]", "quote": "is [[60]] now"}, "BAD_VALUE"),
    "new holds a line break": (CLAIM, {"new": "6\n0", "quote": "is 6\n0 now"}, "BAD_VALUE"),
    "the claim is another": (CLAIM, {"claim": "Quite another."}, "CLAIM_NOT_ONCE"),
    "gate: the quote counts something else": (CLAIM, {"quote": "The limit is 60 items."}, "UNIT_CONFLICT"),
    "gate: the quote bounds its value": (CLAIM, {"quote": "The limit is at least 60 seconds."}, "COMPARATOR_MISMATCH"),
    "gate: the quote denies it": (CLAIM, {"quote": "The limit is not 60 seconds."}, "COMPARATOR_MISMATCH"),
    "in a heading": ("## The limit is 30 seconds", {}, "HEADING"),
    "in a link target": ("See [the limit](30).", {}, "NOT_PROSE"),
    "in an image path": ("![limit](30) is the limit.", {}, "NOT_PROSE"),
    "in an attribute": ('The <a id="30">limit</a> is this.', {}, "NOT_PROSE"),
    "in a comment": ("<!-- The limit is 30 seconds. -->", {}, "NOT_PROSE"),
    "in a reference definition": ("[limit]: 30", {}, "NOT_PROSE"),
    "in a directive": ("::: zone 30", {}, "NOT_PROSE"),
}


@pytest.mark.parametrize(("line", "fields", "code"), REFUSED.values(), ids=REFUSED.keys())
def test_refused_by_name(batch: Batch, line: str, fields: dict[str, object], code: str) -> None:
    """Approved by a person and frozen, and still not written: the proof is made again."""
    data = f"# T\n\n{line}\n".encode()
    change = Change("x.md", 3, **{"old": "30", "new": "60", **fields})  # type: ignore[arg-type]
    assert one(batch, data, change) == 1
    assert code in {edit.code for edit in receipt(batch).files[0].edits}
    assert (batch.corpus / "x.md").read_bytes() == data


@pytest.mark.parametrize(
    ("before", "line", "after"),
    [
        pytest.param(b"```\n30\n```", 2, None, id="fence"),
        pytest.param(b"---\nlimit: 30\n---\n", 2, None, id="front matter"),
        pytest.param(b"    limit 30\n", 1, None, id="indented code"),
        pytest.param(
            b"[30](https://e.org/30#30) is 30 x `30`", 1, None, id="four copies in one claim: which is meant is unknown"
        ),
        pytest.param(
            b"![30](30.png) [a](30.md) `x30` <!-- 30 --> The limit is 30 s.\n",
            1,
            b"![30](30.png) [a](30.md) `x30` <!-- 30 --> The limit is 60 s.\n",
            id="copies outside of the claim stay",
        ),
        pytest.param(b"The limit is `30` s.\n", 1, b"The limit is `60` s.\n", id="code span of prose"),
        pytest.param(
            b"| a \\| b | limit |\n|---|---|\n| x \\| y | The limit is 30 s. |\n",
            3,
            b"| a \\| b | limit |\n|---|---|\n| x \\| y | The limit is 60 s. |\n",
            id="table row with an escaped pipe",
        ),
        pytest.param(
            b"- a\n  - b\n    - The limit is 30 s.\n", 3, b"- a\n  - b\n    - The limit is 60 s.\n", id="nested list"
        ),
        pytest.param(
            b"> ```\n> 30\n> ```\n> The limit is 30 s.\n",
            4,
            b"> ```\n> 30\n> ```\n> The limit is 60 s.\n",
            id="block quote with a fence",
        ),
        pytest.param(
            b"sha256:3030aa30 - The limit is 30 s.\n", 1, b"sha256:3030aa30 - The limit is 60 s.\n", id="hash"
        ),
    ],
)
def test_the_copy_that_is_meant(batch: Batch, before: bytes, line: int, after: bytes | None) -> None:
    claim = "The limit is `30` s." if b"`30` s" in before else "The limit is 30 s."
    body = before.split(b"\n")[line - 1].decode()
    known = claim in body
    start = body.encode().index(claim.encode()) + claim.index("30") if known else None
    change = Change("x.md", line, "30", "60", claim=claim if known else None, start=start)
    assert one(batch, before, change) == (0 if after else 1)
    assert (batch.corpus / "x.md").read_bytes() == (after or before)


@pytest.mark.parametrize("new", [r"\1", "$1", r"\g<0>", "$&", r"\\", "%s", "{0}"])
def test_a_new_text_is_no_template(batch: Batch, new: str) -> None:
    assert one(batch, b"The limit is 30 seconds.\n", Change("x.md", 1, "30", new, op=FixOp.O3)) == 0
    assert (batch.corpus / "x.md").read_bytes() == f"The limit is {new} seconds.\n".encode()


@pytest.mark.parametrize(("old", "new"), [("30", "300"), ("aa", "aaa"), ("7", "17")])
def test_old_inside_new_grows_once(batch: Batch, old: str, new: str) -> None:
    change = Change("x.md", 1, old, new, op=FixOp.O1 if old.isdigit() else FixOp.O3)
    assert one(batch, f"The limit is {old} seconds.\n".encode(), change) == 0
    everything = tree_hash(batch.root)
    for _ in range(3):
        assert write(batch).status == 0
    assert tree_hash(batch.root) == everything
    assert (batch.corpus / "x.md").read_bytes() == f"The limit is {new} seconds.\n".encode()


# --- edits that meet --------------------------------------------------------------------------------------------------

TWO = b"It keeps 7 days and 30 files.\n"


def test_two_edits_on_one_line_are_composed_against_the_base(batch: Batch) -> None:
    first = Change("x.md", 1, "7", "14000", claim="It keeps 7 days")
    second = Change("x.md", 1, "30", "9", claim="and 30 files.")
    assert one(batch, TWO, first, second) == 0
    assert (batch.corpus / "x.md").read_bytes() == b"It keeps 14000 days and 9 files.\n"


def test_an_identical_edit_from_two_flags_is_made_once_and_both_have_it(batch: Batch) -> None:
    change = Change("x.md", 1, "7", "14", claim="It keeps 7 days and 30 files.")
    assert one(batch, TWO, change, change) == 0
    assert (batch.corpus / "x.md").read_bytes() == b"It keeps 14 days and 30 files.\n"
    assert [(e.flag_key, e.status) for e in receipt(batch).files[0].edits] == [
        ("x.md#c0", "applied"),
        ("x.md#c1", "applied"),
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(("7", "14", None), ("7", "21", None), id="the same span, two texts"),
        pytest.param(("7 days", "a week", None), ("days and", "days or", None), id="overlapping"),
        pytest.param(("", "x", 9), ("", "y", 9), id="two insertions at one place"),
        pytest.param(("7 days and 30", "x", None), ("days", "weeks", None), id="one inside the other"),
    ],
)
def test_edits_that_cannot_both_hold_are_refused_naming_both(
    batch: Batch, first: tuple[str, str, int | None], second: tuple[str, str, int | None]
) -> None:
    changes = [Change("x.md", 1, old, new, op=FixOp.O3, start=start) for old, new, start in (first, second)]
    assert one(batch, TWO, *changes) == 1
    file = receipt(batch).files[0]
    assert file.code == "CLASH"
    assert "x.md#c0 and x.md#c1" in file.detail
    assert (batch.corpus / "x.md").read_bytes() == TWO


def test_a_removed_line_and_a_change_of_it_are_refused_naming_both(batch: Batch) -> None:
    changes = (
        Change("x.md", 1, "", "", op=FixOp.O3, whole_line=True),
        Change("x.md", 1, "7", "14", op=FixOp.O3),
    )
    assert one(batch, TWO, *changes) == 1
    assert "x.md#c0 and x.md#c1 remove the line and change it" in receipt(batch).files[0].detail


def test_a_delete_above_a_swap_and_neighbouring_lines(batch: Batch) -> None:
    batch.ratify()
    data = b"- First point of all.\n- The limit is 30 seconds.\n- It keeps 7 days.\n- last\n"
    changes = (
        Change("x.md", 1, "", "", op=FixOp.O2, whole_line=True, claim="First point of all."),
        Change("x.md", 2, "30", "60", claim=CLAIM),
        Change("x.md", 3, "7", "9", claim="It keeps 7 days."),
    )
    assert one(batch, data, *changes) == 0
    assert (batch.corpus / "x.md").read_bytes() == b"- The limit is 60 seconds.\n- It keeps 9 days.\n- last\n"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"one\ntwo\nthree\n", 1),
        (b"one\r\ntwo\r\nthree\r\n", 2),
        (b"one\ntwo\nthree", 3),
        (b"one\r\ntwo\nthree\r\n", 2),
        (b"only", 1),
    ],
)
def test_a_removed_line_comes_back_with_its_terminator(batch: Batch, data: bytes, line: int) -> None:
    assert one(batch, data, Change("x.md", line, "", "", op=FixOp.O3, whole_line=True)) == 0
    assert (batch.corpus / "x.md").read_bytes() != data
    batch.event(EventKind.REVERT, ["x.md#c0"], reviewer="operator", text="b1")
    assert apply("--reverse", batch.receipts / "b1.json", "--workspace", batch.workspace).status == 0
    assert (batch.corpus / "x.md").read_bytes() == data


# --- subtraction ------------------------------------------------------------------------------------------------------

SILENT = JudgeVerdict.SOURCE_SILENT


def test_a_subtraction_under_a_ratified_policy(batch: Batch) -> None:
    batch.ratify()
    data = b"The service (which has a mascot) stores logs.\n"
    change = Change("x.md", 1, " (which has a mascot)", "", op=FixOp.O2, verdict=SILENT)
    assert one(batch, data, change) == 0
    assert (batch.corpus / "x.md").read_bytes() == b"The service stores logs.\n"


def test_a_subtraction_that_adds_a_word_is_refused(batch: Batch) -> None:
    batch.ratify()
    data = b"The service (which has a mascot) stores logs.\n"
    change = Change("x.md", 1, " (which has a mascot)", " always", op=FixOp.O2, verdict=SILENT)
    assert one(batch, data, change) == 1
    assert code_of(batch) == "REPAIR_NOT_LISTED"


def test_a_subtraction_that_takes_a_negation_out_is_refused(batch: Batch) -> None:
    batch.ratify()
    data = b"The service (which does not keep logs) is fast.\n"
    change = Change("x.md", 1, " (which does not keep logs)", "", op=FixOp.O2, verdict=SILENT)
    assert one(batch, data, change) == 1
    assert code_of(batch) == "GUARD_NEGATION"


def test_one_bad_edit_leaves_its_whole_file_out_and_no_other(batch: Batch) -> None:
    batch.put("a.md", TWO)
    batch.put("b.md", b"The limit is 30 seconds.\n")
    batch.approve(
        [
            Change("a.md", 1, "7", "14", claim="It keeps 7 days"),
            Change("a.md", 1, "30", "31", claim="and 30 files.", quote="no number"),
            Change("b.md", 1, "30", "60"),
        ]
    )
    assert write(batch).status == 1
    assert statuses(batch) == {"a.md": "refused NEW_NOT_IN_QUOTE", "b.md": "applied"}
    assert [e.code for e in receipt(batch).files[0].edits] == ["WITH_FILE", "NEW_NOT_IN_QUOTE"]
    assert (batch.corpus / "a.md").read_bytes() == TWO


@pytest.mark.parametrize(
    "now",
    [
        pytest.param(b"new\nlines\nThe limit is 30 seconds.\n", id="moved two lines"),
        pytest.param(b"The limit is 30 seconds.\nThe limit is 30 seconds.\n", id="stands twice"),
        pytest.param(b"Nothing of it.\n", id="gone"),
        pytest.param(b"", id="empty"),
        pytest.param(b"The limit is 30 seconds.\r\n", id="other endings"),
        pytest.param(b"\xef\xbb\xbfThe limit is 30 seconds.\n", id="a byte order mark more"),
    ],
)
def test_a_file_that_changed_since_review_is_stale(batch: Batch, now: bytes) -> None:
    path = batch.put("x.md", b"The limit is 30 seconds.\n")
    batch.approve([Change("x.md", 1, "30", "60")])
    path.write_bytes(now)
    ended = write(batch)
    assert ended.status == 1
    assert statuses(batch) == {"x.md": "stale STALE"}
    assert "review it again" in ended.err
    assert path.read_bytes() == now


@pytest.mark.parametrize(
    ("data", "change"),
    [
        pytest.param(
            b"\n\xef\xbb\xbf# T\n",
            Change("x.md", 1, "", "", whole_line=True, op=FixOp.O3, claim=CLAIM),
            id="a mark comes first",
        ),
    ],
)
def test_a_result_that_would_read_back_as_other_lines_is_refused(batch: Batch, data: bytes, change: Change) -> None:
    """Nobody approved those lines, and no reversal could tell them from the approved ones."""
    assert one(batch, data, change) == 1
    assert code_of(batch) == "OTHER_LINES"
    assert (batch.corpus / "x.md").read_bytes() == data


@pytest.mark.parametrize(
    ("data", "change"),
    [
        pytest.param(b"one\ntwo\n", Change("x.md", 1, "one", "three", op=FixOp.O3), id="an idea as it was offered"),
        pytest.param(b"one\rx\ntwo\n", Change("x.md", 1, "x", "", op=FixOp.O3), id="a carriage return comes last"),
        pytest.param(b"one\ntwo\n", Change("x.md", 1, "one", "a\nb", op=FixOp.O3), id="a line more"),
    ],
)
def test_an_o3_edit_that_no_person_wrote_is_refused_as_a_whole(batch: Batch, data: bytes, change: Change) -> None:
    """Whoever approves an offered text as it is has not written it, and nothing proves it."""
    batch.by_hand = False
    before = batch.put("x.md", data).read_bytes()
    batch.approve([replace(change, claim=CLAIM)])
    ended = write(batch)
    assert ended.status == 2
    assert "x.md#c0: the text is an idea that no machine proved" in ended.err
    assert "[NO_TEXT]" in ended.err
    assert (batch.corpus / "x.md").read_bytes() == before
