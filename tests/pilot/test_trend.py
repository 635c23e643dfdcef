"""Where a share changes with the size of the file, the words say so; where they cannot say, they say that."""

from __future__ import annotations

import pytest
from pilot_makers import flag, rewrite, swap

from r11.pilot.figures import Share
from r11.pilot.measures import measure
from r11.pilot.trend import Band, Trend, trends


def told(*shares: tuple[int, int]) -> str:
    bands = [Band(number, number, 1, Share(*share)) for number, share in enumerate(shares, start=1)]
    return Trend("O1 of open items", tuple(bands)).words


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param(told(), "too few items", id="no files"),
        pytest.param(told((5, 20)), "too few items", id="one band"),
        pytest.param(told((5, 20), (3, 9)), "too few items", id="a band of nine says nothing"),
        pytest.param(told((1, 20), (0, 0), (10, 20)), "rises", id="an empty band is passed over"),
        pytest.param(told((2, 20), (8, 20), (10, 20)), "rises with the number", id="rising"),
        pytest.param(told((10, 20), (8, 20), (2, 20)), "falls with the number", id="falling"),
        pytest.param(told((10, 20), (1, 20), (10, 20)), "without one direction", id="a dip"),
        pytest.param(told((50, 100), (55, 100), (59, 100)), "by less than 10 points", id="nine points are no trend"),
    ],
)
def test_the_words_say_what_the_counts_do(words: str, says: str) -> None:
    assert says in words


def test_the_words_name_their_counts() -> None:
    """Of every band, not of the first and the last alone."""
    assert told((2, 20), (9, 20), (10, 20)).endswith(": 2/20 (1), 9/20 (2), 10/20 (3) fix targets in a file.")


def test_bands_have_an_edge_at_the_threshold_and_hold_every_item() -> None:
    pairs = [
        (swap if number % 2 else rewrite)(flag(f"{size}.md", number))
        for size in (1, 2, 3, 5, 6, 7, 9, 10, 14)
        for number in range(1, size + 1)
    ]
    trend = trends(measure(pairs, threshold=7))[0]
    assert [band.label for band in trend.bands] == ["1", "2–3", "4–6", "7–9", "10 or more"]
    assert [band.files for band in trend.bands] == [1, 2, 2, 2, 2]
    assert sum(band.share.denominator for band in trend.bands) == len(pairs)
