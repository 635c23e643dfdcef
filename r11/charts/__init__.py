"""The pictures of the report and of the notebooks: `counts` of what was counted, `review` of what people decided,
`gold` of what the fixes came to."""

from r11.charts.base import DARK, LIGHT, NARROW, THEMES, WIDE, Drawing, Rows, Theme, drawing, painted, png, svg
from r11.charts.counts import (
    files_by_size,
    o1_aborts,
    o3_reasons,
    policy_split,
    population,
    r8_flow,
    rules,
    split,
    trends,
)
from r11.charts.gold import before_after
from r11.charts.review import SIGNS, answers, carried, r8_review, rates, time_per_item

__all__ = [
    "DARK",
    "LIGHT",
    "NARROW",
    "SIGNS",
    "THEMES",
    "WIDE",
    "Drawing",
    "Rows",
    "Theme",
    "answers",
    "before_after",
    "carried",
    "drawing",
    "files_by_size",
    "o1_aborts",
    "o3_reasons",
    "painted",
    "png",
    "policy_split",
    "population",
    "r8_flow",
    "r8_review",
    "rates",
    "rules",
    "split",
    "svg",
    "time_per_item",
    "trends",
]
