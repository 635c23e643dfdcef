"""`data/README.md` documents every record of `r11/records.py` field by field."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import msgspec
import pytest

from r11 import records

README = Path(__file__).resolve().parents[2] / "data" / "README.md"
EXPORTED = {
    name: [field.name for field in msgspec.structs.fields(kind)]
    for name, kind in inspect.getmembers(records, inspect.isclass)
    if issubclass(kind, records.Record) and kind is not records.Record
}


def documented(record: str) -> list[str]:
    """The first cells of the table under the record's heading, without the code marks."""
    section = re.search(rf"^### {record}\n(.*?)(?=^#{{1,3}} |\Z)", README.read_text(encoding="utf-8"), re.M | re.S)
    return re.findall(r"^\| `(\w+)` \|", section[1], re.M) if section else []


@pytest.mark.parametrize("record", EXPORTED)
def test_every_field_is_documented_in_order(record: str) -> None:
    assert documented(record) == EXPORTED[record]


def test_the_sample_is_called_synthetic_and_no_figure_is_quoted_from_it() -> None:
    text = README.read_text(encoding="utf-8")
    assert "No quality figure of the classifier" in text
    assert "invented" in text
