"""The blind gold sample as the report shows it: one section for each draw of the workspace."""

from __future__ import annotations

from typing import Any

from r11.pilot import goldsample_report as words
from r11.pilot.goldsample_estimate import StratumResult
from r11.pilot.goldsample_report import GoldReport
from r11.vocabulary import GoldStratum


def gold_context(one: GoldReport) -> dict[str, Any]:
    """What `gold.html` shows of one draw."""
    return {
        "name": one.draw.name,
        "conclusion": words.conclusion(one),
        "plan": words.plan_words(one.draw),
        "labels": words.label_words(one),
        "totals": words.total_cells(one),
        "strata": [_stratum(each) for each in one.result.strata],
        "agreement": one.agreement,
        "agreement_words": words.agreement_words(one),
        "answers": list(zip(one.agreement.words, one.agreement.table(), strict=True)),
        "silences": list(words.silences(one)),
    }


def _stratum(one: StratumResult) -> tuple[GoldStratum, str, str, list[tuple[str, str]]]:
    claims, drawn, *versions = words.stratum_cells(one)
    return one.stratum, claims, drawn, versions
