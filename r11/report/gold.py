"""The page of the blind gold sample: one page for each draw, since it is the result of the programme and no pilot."""

from __future__ import annotations

import re
from typing import Any

from r11 import charts
from r11.charts import Drawing
from r11.pilot import goldsample_labels as labels
from r11.pilot import goldsample_left as left
from r11.pilot import goldsample_report as words
from r11.pilot.goldsample_report import GoldReport
from r11.report.rendering import render
from r11.vocabulary import GoldStratum


def page_name(one: GoldReport) -> str:
    return f"gold-{one.draw.name}.html"


def gold_page(one: GoldReport, programme: str, *, synthetic: bool) -> str:
    """The page as HTML; programme: its name as the operator knows it."""
    return render("gold.html", _context(one) | {"programme": programme, "synthetic": synthetic}, _typeset)


def _typeset(value: Any) -> Any:
    """No line ends before the mark of a percentage, and a minus is no hyphen."""
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    return re.sub(r"(?<![\w-])-(?=\d)", "\N{MINUS SIGN}", value.replace(" %", "\N{NO-BREAK SPACE}%"))


def _context(one: GoldReport) -> dict[str, Any]:
    return {
        "name": one.draw.name,
        "conclusion": words.conclusion(one),
        "level": left.level_words(one),
        "why": left.why_words(one),
        "moves": left.moves_words(one),
        "not_a_sum": left.NOT_A_SUM,
        "left_heads": left.LEFT_HEADS,
        "left": [(_meant(stratum), cells) for stratum, cells in left.left_cells(one)],
        "after": words.after_words(one),
        "plan": words.plan_words(one.draw),
        "labels": labels.label_words(one),
        "said": labels.said_words(one),
        "blind": labels.BLIND,
        "counting": labels.COUNTING,
        "settling": labels.settling_words(one),
        "taken_out": words.taken_out_words(one),
        "width": words.width_words(one),
        "drawing": _drawing(one),
        "total_heads": words.TOTAL_HEADS,
        "totals": [(what, [figure, limits]) for what, figure, limits in words.total_cells(one)],
        "strata_heads": words.STRATA_HEADS,
        "strata": [(_meant(stratum), cells) for stratum, cells in words.strata_cells(one)],
        "assumed_heads": words.ASSUMED_HEADS,
        "assumed": words.assumed_cells(one),
        "differing_heads": labels.DIFFERING_HEADS,
        "differing": labels.differing_cells(one),
        "agreement": labels.agreement_words(one),
        "answers": _answers(one),
        "answer_heads": ["", *(f"second: {_plain(word)}" for word in one.agreement.words)],
        "silences": list(words.silences(one)),
    }


def _meant(stratum: GoldStratum | str) -> tuple[str, str]:
    return (stratum, stratum.meaning) if isinstance(stratum, GoldStratum) else (stratum, "each stratum by its claims")


def _answers(one: GoldReport) -> list[tuple[str, list[int]]]:
    if not one.agreement.items:
        return []
    return [
        (f"first: {_plain(word)}", row) for word, row in zip(one.agreement.words, one.agreement.table(), strict=True)
    ]


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _drawing(one: GoldReport) -> Drawing:
    rows = words.rate_rows(one)
    return charts.drawing(lambda theme: charts.before_after(rows, theme))
