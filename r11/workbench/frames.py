"""What the notebooks of the ledger and of the pilot show: one function per question, tables as pandas frames.

    programme = frames.load("../data/sample")
    frames.population(programme)
    measures = frames.measure(programme)
    frames.split(measures)

A share stands in a frame as its two counts (`41/178`), so that no table shows a percentage without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import altair as alt
import pandas as pd

from r11 import charts
from r11.pilot import tables, trend
from r11.pilot.figures import Share
from r11.pilot.items import Outcome
from r11.pilot.likeness import compare
from r11.pilot.likeness import likeness as likeness_words
from r11.pilot.measures import PilotMeasures, StratumMeasures
from r11.storage import Workspace
from r11.workbench.pilot import measured
from r11.workbench.programme import Programme, open_programme


def load(workspace: str) -> Programme:
    """The programme of a workspace folder; charts are shown as PNG from here on, which needs no network and no trust.

    Raises WorkspaceError.
    """
    alt.renderers.enable("png", scale_factor=1.25)
    pd.set_option("display.max_colwidth", None)
    return open_programme(Workspace.open(Path(workspace)))


def measure(programme: Programme) -> PilotMeasures:
    """Propose on every open flag, and count. Reads only."""
    return measured(programme, list(programme.propose()))


# --- the ledger -----------------------------------------------------------------------------------------------------


def population(programme: Programme) -> pd.DataFrame:
    """The published table, counted again."""
    return pd.DataFrame(programme.population.rows(), columns=["", "count", "note"]).set_index("")


def problems(programme: Programme) -> pd.DataFrame:
    """Every problem of the ledger and of its claims against the corpus."""
    columns = ["place", "code", "warning", "message"]
    rows = [(found.place, found.code.value, found.is_warning, found.message) for found in programme.problems]
    return pd.DataFrame(rows, columns=columns).set_index("place")


def draw_population(programme: Programme) -> alt.LayerChart:
    return charts.population(tables.population_rows(programme.population), charts.LIGHT)


# --- the pilot ------------------------------------------------------------------------------------------------------


def split(measures: PilotMeasures) -> pd.DataFrame:
    """What the fix targets are now; `n` is the sum of the four rows above it."""
    rows = {outcome.value: [one.split.share(outcome) for one in measures.strata] for outcome in Outcome}
    return _by_stratum(measures, {**rows, "n": [one.split.n for one in measures.strata]})


def aborts(measures: PilotMeasures) -> pd.DataFrame:
    """Nominated value swaps, and those that a gate or the proof refused."""
    nominated = [one.nominated_o1 for one in measures.strata]
    return _by_stratum(
        measures, {"nominated O1": nominated, "aborted / nominated": [one.abort_rate for one in measures.strata]}
    )


def abort_reasons(measures: PilotMeasures) -> pd.DataFrame:
    """Why nominated swaps were aborted: first reason / nominated."""
    return _reasons(measures, tables.abort_rows)


def o3_reasons(measures: PilotMeasures) -> pd.DataFrame:
    """Why items are O3: first reason / O3 items."""
    return _reasons(measures, tables.reason_rows)


def r8(measures: PilotMeasures) -> pd.DataFrame:
    """How much of R8 is O2: as nominated, if the policy is ratified, as proposed, after review."""
    found = [one.r8 for one in measures.strata]
    return _by_stratum(
        measures,
        {
            "as nominated": [one.as_nominated for one in found],
            "if the policy is ratified": [one.if_ratified for one in found],
            "as proposed": [one.as_proposed for one in found],
            "after review": [one.after_review for one in found],
        },
    )


def likeness(measures: PilotMeasures) -> str:
    """Whether the pilot looks like the rest, in one sentence with its counts."""
    return likeness_words(compare(measures))


def compared(measures: PilotMeasures) -> pd.DataFrame:
    """Every share that matters, in the pilot and in the rest."""
    rows = [(one.group, one.name, str(one.pilot), str(one.rest), one.difference) for one in compare(measures)]
    return pd.DataFrame(rows, columns=["by", "share", "pilot", "rest", "pilot above rest"]).set_index(["by", "share"])


def bands(measures: PilotMeasures) -> pd.DataFrame:
    """Every share, band by band of fix targets in a file."""
    rows = tables.trend_rows(trend.trends(measures))
    cells = [{**row, "share": str(Share(int(row["count"]), int(row["n"])))} for row in rows]
    wide = pd.DataFrame(cells).pivot(index=["band", "files"], columns="subject", values="share")
    order = list(dict.fromkeys((row["band"], row["files"]) for row in rows))
    return wide.loc[order].reset_index(level="files").rename_axis(columns=None)


def trends(measures: PilotMeasures) -> list[str]:
    """Whether a share changes with the number of fix targets in a file, in words."""
    return [found.words for found in trend.trends(measures)]


def files(measures: PilotMeasures) -> pd.DataFrame:
    """One row per file, most fix targets first."""
    return pd.DataFrame(tables.file_rows(measures)).set_index("file")


def draw_split(measures: PilotMeasures) -> alt.LayerChart:
    return charts.split(tables.part_rows(measures.strata), charts.LIGHT)


def draw_abort_reasons(measures: PilotMeasures) -> alt.LayerChart:
    rows = tables.abort_rows([measures.pilot, measures.rest])
    return charts.o1_aborts(tables.leading_reasons(rows), charts.LIGHT)


def draw_r8(measures: PilotMeasures) -> alt.LayerChart:
    return charts.r8_flow(tables.r8_rows([measures.pilot, measures.rest]), charts.LIGHT)


def draw_trends(measures: PilotMeasures) -> alt.LayerChart:
    return charts.trends(tables.trend_rows(trend.trends(measures)), charts.LIGHT)


def _by_stratum(measures: PilotMeasures, rows: Mapping[str, Sequence[object]]) -> pd.DataFrame:
    columns = [one.stratum.value for one in measures.strata]
    return pd.DataFrame({name: list(map(str, row)) for name, row in rows.items()}, index=columns).T


def _reasons(measures: PilotMeasures, table: Callable[[Iterable[StratumMeasures]], list[tables.Row]]) -> pd.DataFrame:
    rows = table(measures.strata)
    cells = [{**row, "share": str(Share(int(row["first"]), int(row["n"])))} for row in rows]
    order = list(dict.fromkeys((row["code"], row["meaning"]) for row in rows))
    columns = [one.stratum.value for one in measures.strata]
    wide = pd.DataFrame(cells).pivot(index=["code", "meaning"], columns="stratum", values="share")
    return wide.loc[order, columns].reset_index(level="meaning").rename_axis(columns=None)
