"""What is put on the screen: the diff gives both lines back, and no character stays unseen."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.panels.view import LONGEST_RUN, Run, line_diff, mark_spans, name_of, plain, reveal, shorten
from r11.records import Edit

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=60)


@given(TEXT, TEXT)
def test_a_diff_gives_both_lines_back(before: str, after: str) -> None:
    """What stays and what goes is the line before; what stays and what comes is the line after."""
    runs = line_diff(before, after)
    assert "".join(run.text for run in runs if run.kind != "ins") == before
    assert "".join(run.text for run in runs if run.kind != "del") == after


@given(TEXT)
def test_no_character_stays_unseen(text: str) -> None:
    """Every character of a shown run has a glyph, or is an ordinary space or a line break."""
    for run in plain(text):
        if run.kind != "hidden":
            assert all(c in " \n" or (c.isprintable() and unicodedata.category(c)[0] not in "CZ") for c in run.text)


@given(TEXT)
def test_what_can_be_seen_is_shown_as_it_is(text: str) -> None:
    seen = "".join(c for c in text if c in " \n" or not any(run.kind == "hidden" for run in reveal([Run("same", c)])))
    assert "".join(run.text for run in plain(text) if run.kind != "hidden") == seen


UNSEEN = [
    ("\u00a0", "NBSP"),
    ("\u200b", "ZERO WIDTH SPACE"),
    ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
    ("\t", "TAB"),
    ("\ufeff", "BOM"),
    ("\x1b", "U+001B CONTROL"),
    ("\u3164", "U+3164 HANGUL FILLER"),
    ("\u2800", "U+2800 BRAILLE PATTERN BLANK"),
    ("\ufe0f", "U+FE0F VARIATION SELECTOR-16"),
    ("\U000e0041", "U+E0041 TAG LATIN CAPITAL LETTER A"),
    ("\u2028", "U+2028 LINE SEPARATOR"),
]


@pytest.mark.parametrize(("character", "name"), UNSEEN, ids=[name for _, name in UNSEEN])
def test_each_unseen_character_has_its_name(character: str, name: str) -> None:
    assert name_of(character) == name
    assert reveal([Run("ins", f"a{character}b")]) == [Run("ins", "a"), Run("hidden", name, "ins"), Run("ins", "b")]


def test_edits_are_the_diff_where_they_are_known() -> None:
    line = "größer als 20 und 20"
    start = len("größer als ".encode())
    runs = line_diff(line, "größer als 30 und 20", [Edit(start=start, end=start + 2, old="20", new="30")])
    assert runs == [Run("same", "größer als "), Run("del", "20"), Run("ins", "30"), Run("same", " und 20")]


def test_a_very_long_line_is_whole_in_a_diff_and_short_elsewhere() -> None:
    line = "word " * 5_000
    runs = line_diff(f"{line}two {line}", f"{line}one {line}")
    assert runs == [Run("same", line), Run("del", "two"), Run("ins", "one"), Run("same", f" {line}")]
    shown = plain(line)
    assert sum(len(run.text) for run in shown if run.kind == "same") == LONGEST_RUN
    assert shown[1] == Run("hidden", f"{len(line) - LONGEST_RUN:,} characters are left out here")


def test_what_is_marked_is_never_left_out() -> None:
    text = "x" * 50_000
    assert [run.kind for run in shorten(mark_spans(text, [(20_000, 45_000)]))] == [
        "same",
        "hidden",
        "same",
        "mark",
        "same",
    ]


def test_overlapping_marks_are_marked_once() -> None:
    assert mark_spans("abcdef", [(1, 4), (2, 5)]) == [Run("same", "a"), Run("mark", "bcd"), Run("same", "ef")]
