"""The pilot report: `report.html` (one file, no script, no request), `report.json`, and the charts as PNG and SVG; and
a page for each draw of the gold sample, `gold-DRAW.html`.

The page says nothing that is not in `PilotReport`.
"""

from __future__ import annotations

from pathlib import Path

from r11 import charts, storage
from r11.pilot.goldsample_report import GoldReport
from r11.report.gold import gold_page, page_name
from r11.report.model import PilotReport, Provenance
from r11.report.page import as_html
from r11.report.pictures import drawings
from r11.report.plain import as_before, as_json
from r11.report.tables import tables

__all__ = ["PilotReport", "Provenance", "as_before", "as_html", "as_json", "drawings", "write", "write_gold"]


def write(report: PilotReport, folder: Path) -> Path:
    """All files of the report, each written whole or not at all; gives back the path of `report.html`."""
    drawn = drawings(report)
    for name, drawing in drawn.items():
        for theme in charts.THEMES:
            alone = charts.painted(drawing.wide, theme)
            storage.write_atomic(folder / "charts" / f"{name}-{theme.name}.svg", alone.encode())
            storage.write_atomic(folder / "charts" / f"{name}-{theme.name}.png", charts.png(alone))
    for name, data in tables(report).items():
        storage.write_atomic(folder / "tables" / name, data)
    storage.write_json(folder / "report.json", as_json(report))
    for one in report.gold:
        write_gold(one, folder, report.provenance.programme, synthetic=report.provenance.synthetic)
    page = folder / "report.html"
    storage.write_atomic(page, as_html(report, drawn).encode())
    return page


def write_gold(one: GoldReport, folder: Path, programme: str, *, synthetic: bool) -> Path:
    """The page of one draw, written whole or not at all; gives back its path."""
    page = folder / page_name(one)
    storage.write_atomic(page, gold_page(one, programme, synthetic=synthetic).encode())
    return page
