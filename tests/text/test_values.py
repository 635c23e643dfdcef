"""The value lexer: what is read as what, what is never a value, spans, and linear time."""

from __future__ import annotations

import string
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.text.values import Value, ValueKind, is_norwegian, lex


def only(text: str) -> Value:
    (value,) = lex(text)
    return value


NOT_VALUES = (
    ("plain prose", "Snapshots are encrypted at rest."),
    ("URL", "See https://contoso.com/v2/items/40?page=3 for more"),
    ("link target", "See [the guide](/azure/guide-2024/5.md) for more"),
    ("link target with a title", 'See [the guide](/guide/5.md "Part 5") for more'),
    ("image path", "![diagram](media/fig-3.png)"),
    ("HTML attribute", '<img width="40" src="a1.png">'),
    ("HTML comment", "<!-- 40 devices -->"),
    ("mail address", "Write to team4@contoso.com today"),
    ("may as a verb", "You may need to restart"),
    ("the Norwegian preposition is English", "Go to the portal"),
    ("second after per is a unit", "calls per second"),
    ("two-factor is a name", "Turn on two-factor sign-in"),
    ("andre means other", "Se også de andre sidene"),
    ("empty", ""),
)


@pytest.mark.parametrize("text", [text for _, text in NOT_VALUES], ids=[why for why, _ in NOT_VALUES])
def test_what_is_no_value(text: str) -> None:
    assert lex(text) == ()


DOUBTFUL = (
    ("space as group mark", "10 000", ValueKind.ODD),
    ("decimal comma", "1,5", ValueKind.ODD),
    ("list of ports", "443,12000", ValueKind.ODD),
    ("day or month first", "03/04/2025", ValueKind.ODD),
    ("range", "15-20", ValueKind.RANGE),
    ("en dash range", "15–20", ValueKind.RANGE),
    ("fraction", "3/4", ValueKind.FRACTION),
    ("ratio", "16:9:4", ValueKind.FRACTION),
    ("clock", "16:10", ValueKind.TIME),
    ("address", "10.0.0.4", ValueKind.ADDRESS),
    ("address range", "10.0.0.0/8", ValueKind.ADDRESS),
    ("hash", "9f86d081884c7d65", ValueKind.OPAQUE),
    ("decade", "1990s", ValueKind.OPAQUE),
    ("model", "gpt-4o", ValueKind.NAME),
    ("model with a date", "gpt-4o-2024-08-06", ValueKind.NAME),
    ("size", "Standard_D4s_v3", ValueKind.NAME),
    ("very long chunk", "x1" * 60, ValueKind.OPAQUE),
)


@pytest.mark.parametrize(("text", "kind"), [row[1:] for row in DOUBTFUL], ids=[row[0] for row in DOUBTFUL])
def test_doubtful_forms_are_read_whole(text: str, kind: ValueKind) -> None:
    value = only(text)
    assert (value.kind, value.text) == (kind, text)


NUMBERS = (
    ("40 keys", "40", 40, None),
    ("40,000 keys", "40,000", 40_000, None),
    ("40\u00a0000 keys", "40\u00a0000", 40_000, None),
    ("128K tokens", "128K", 128_000, None),
    ("1M tokens", "1M", 1_000_000, None),
    ("30 M rows", "30 M", 30_000_000, None),
    ("1.5 million rows", "1.5 million", 1_500_000, None),
    ("3 milliarder rader", "3 milliarder", 3_000_000_000, None),
    ("ten keys", "ten", 10, None),
    ("Twenty-five keys", "Twenty-five", 25, None),
    ("tjuefem nøkler", "tjuefem", 25, None),
    ("tre noder", "tre", 3, None),
    ("Det er to noder på siden", "to", 2, None),
    ("3-node pools", "3", 3, None),
    ("30 seconds", "30", 30, "second"),
    ("30s", "30", 30, "second"),
    ("30-day history", "30", 30, "day"),
    ("**30** days", "30", 30, "day"),
    ("30 døgn", "30", 30, "day"),
    ("24 timer", "24", 24, "hour"),
    ("40 %", "40", 40, "percent"),
    ("40%", "40", 40, "percent"),
    ("40 prosent", "40", 40, "percent"),
    ("16 GB", "16", 16, "GB"),
    ("16GB", "16", 16, "GB"),
    ("900+ apps", "900", 900, None),
)


@pytest.mark.parametrize(("text", "shown", "number", "unit"), NUMBERS, ids=[row[0] for row in NUMBERS])
def test_numbers(text: str, shown: str, number: int, unit: str | None) -> None:
    value = only(text)
    assert value.kind in {ValueKind.NUMBER, ValueKind.DURATION}
    assert (value.text, value.number) == (shown, Decimal(number))
    assert (value.unit.name if value.unit else None) == unit


SAME = (
    ("ten", "10"),
    ("1K", "1,000"),
    ("60 seconds", "1 minute"),
    ("7 dager", "1 week"),
    ("16 GB", "16,384 MB"),
    ("12 months", "1 year"),
    ("May 4, 2027", "4 May 2027"),
    ("May 4th, 2027", "2027-05-04"),
    ("4. mai 2027", "2027-05-04"),
    ("04.05.2027", "2027-05-04"),
    ("v1.10", "version 1.10"),
    ("third", "3rd"),
    ("tredje", "third"),
    ("generally available", "GA"),
    ("public preview", "Preview"),
)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_spellings_of_one_value(one: str, other: str) -> None:
    assert only(one).key == only(other).key


DIFFERENT = (
    ("3.1 or later", "3.10 or later"),
    ("10 MB", "10 GB"),
    ("10 days", "10 MB"),
    ("2025-03-01", "2025-03-01-preview"),
    ("v2", "2"),
    ("asm-1-18", "asm-1-24"),
)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_two_values(one: str, other: str) -> None:
    assert only(one).key != only(other).key


DATES = (
    ("May 4, 2027", (2027, 5, 4)),
    ("4 May 2027", (2027, 5, 4)),
    ("15. mars 2027", (2027, 3, 15)),
    ("March 2027", (2027, 3, 0)),
    ("mars 2027", (2027, 3, 0)),
    ("June 9", (0, 6, 9)),
    ("9. juni", (0, 6, 9)),
    ("2027-05-04", (2027, 5, 4)),
    ("in 2027", (2027, 0, 0)),
    ("siden 2027", (2027, 0, 0)),
    ("(2027)", (2027, 0, 0)),
    ("in May", (0, 5, 0)),
    ("i mai", (0, 5, 0)),
)


@pytest.mark.parametrize(("text", "date"), DATES, ids=[row[0] for row in DATES])
def test_dates_full_and_partial(text: str, date: tuple[int, int, int]) -> None:
    value = only(text)
    assert (value.kind, value.date) == (ValueKind.DATE, date)


NOT_DATES = (
    ("2027 devices", ValueKind.NUMBER),
    ("a limit of 2000 items", ValueKind.NUMBER),
    ("40 March events", ValueKind.NUMBER),
    ("Windows Server 2022", ValueKind.NUMBER),
    ("2025-13-45", ValueKind.ODD),
)


@pytest.mark.parametrize(("text", "kind"), NOT_DATES, ids=[row[0] for row in NOT_DATES])
def test_what_only_looks_like_a_date(text: str, kind: ValueKind) -> None:
    assert only(text).kind is kind


VERSIONS = (
    ("2.1.0", "2.1.0"),
    ("v1.10", "v1.10"),
    ("version 1.5", "1.5"),
    ("versjon 1.5", "1.5"),
    ("Python 3.8", "3.8"),
    ("3.8 or later", "3.8"),
    ("3.8 eller nyere", "3.8"),
    ("2.15+", "2.15"),
    ("contoso>=2.0.0b3", "2.0.0b3"),
    ("6.3.x", "6.3.x"),
    ("1.9a", "1.9a"),
    ("23H2", "23H2"),
    ("registry/agent:0.14", "0.14"),
    ("rev=asm-1-18", "asm-1-18"),
)


@pytest.mark.parametrize(("text", "shown"), VERSIONS, ids=[row[0] for row in VERSIONS])
def test_versions(text: str, shown: str) -> None:
    value = only(text)
    assert (value.kind, value.text) == (ValueKind.VERSION, shown)


MONEY = ("$5", "€ 9", "50 kr", "50 kroner", "12 EUR", "5 dollars", "5 million dollars")


@pytest.mark.parametrize("text", MONEY)
def test_money(text: str) -> None:
    assert only(text).kind is ValueKind.CURRENCY


def test_a_row_of_a_table_is_read_cell_by_cell() -> None:
    found = [(v.kind, v.text) for v in lex("| gpt-4o | 2024-11-20 | GA | 2026-10-01 | 30 M |")]
    assert found == [
        (ValueKind.NAME, "gpt-4o"),
        (ValueKind.DATE, "2024-11-20"),
        (ValueKind.STATUS, "GA"),
        (ValueKind.DATE, "2026-10-01"),
        (ValueKind.NUMBER, "30 M"),
    ]


def test_labels_are_names_and_version_words_only() -> None:
    assert only("Windows 11 is out").label == "windows"
    assert only("Wait 12 hours").label == ""
    assert only("Bruk 3 noder").label == ""


NORWEGIAN = ("Økten varer i maks 30 minutter.", "Filene slettes etter ti dager.", "Det er to noder.")
ENGLISH = ("The session lasts 30 minutes.", "10 keys", "", "| 40 | GA |", "Up to 5 hubs per vault.")


@pytest.mark.parametrize("text", NORWEGIAN)
def test_norwegian_is_seen(text: str) -> None:
    assert is_norwegian(text)


@pytest.mark.parametrize("text", ENGLISH)
def test_english_and_the_undecided_are_english(text: str) -> None:
    assert not is_norwegian(text)


TEXT = st.text(string.ascii_letters + string.digits + " .,:/-–()[]|*`<>$%\n\u00a0øåmai", max_size=120)


@given(TEXT)
def test_spans_are_in_order_disjoint_and_hold_their_text(text: str) -> None:
    position = 0
    for value in lex(text):
        assert position <= value.start < value.end <= len(text)
        assert text[value.start : value.end] == value.text
        assert value.measure_end == 0 or value.end <= value.measure_end <= len(text)
        position = value.end


@given(TEXT, TEXT)
def test_another_line_changes_no_value(one: str, other: str) -> None:
    """What stands on a line is read from that line: a paragraph before it moves spans and nothing else."""
    alone = [v.text for v in lex("Vaults hold 40 keys.")]
    after = [v.text for v in lex(f"{one}\n\n. Vaults hold 40 keys.")]
    assert after[-1:] == alone


HOSTILE = (
    "1" * 50_000,
    "1," * 25_000,
    "1.1." * 12_500,
    "1-" * 25_000,
    "a-" * 25_000,
    "](" * 25_000,
    "<a " * 16_000,
    "May 1 " * 8_000,
    "1 000 " * 8_000,
    "a@" * 25_000,
    "v1.0-" * 10_000,
    "/1" * 25_000,
    "€ " * 25_000,
    "\u00a0111" * 12_500,
)


@pytest.mark.timeout(20)
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:6])
def test_long_hostile_texts_are_read_without_blow_up(text: str) -> None:
    """Quadratic work on 50,000 characters would run into the time limit."""
    for value in lex(text):
        assert text[value.start : value.end] == value.text
