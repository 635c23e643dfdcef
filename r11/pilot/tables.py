"""The measures as rows of plain values: one function per table, for charts, data frames and files alike.

A row is a dict of text and integers. Shares appear as their two counts, never as a ready percentage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from r11.ledger.population import Population
from r11.pilot.likeness import Compared
from r11.pilot.measures import PilotMeasures, ReasonCount, Stratum, StratumMeasures
from r11.pilot.policy_effect import PolicyEffect, splits_by_policy
from r11.pilot.trend import Trend
from r11.vocabulary import Rule

Row = dict[str, str | int]

PARTS = (
    "O1: value swap",
    "O2: subtraction",
    "O3: subtraction, policy not ratified",
    "O3: aborted O1 candidate",
    "O3: everything else",
    "invalid",
)
"""The split with O3 by how it came about; the parts of a stratum add up to its n."""

POLICY_PARTS = ("O1: value swap", "O2: subtraction", "O3: rewrite", "invalid")


def part_rows(strata: Iterable[StratumMeasures]) -> list[Row]:
    """`stratum, part, count, n`: every part of every stratum, zero counts included."""
    return [
        {"stratum": one.stratum.value, "part": part, "count": count, "n": one.split.n}
        for one in strata
        for part, count in zip(PARTS, _parts(one), strict=True)
    ]


def _parts(one: StratumMeasures) -> tuple[int, ...]:
    waiting = one.subtraction.waiting
    return (one.split.o1, one.split.o2, waiting, one.open_aborted_o1, one.other_o3, one.split.invalid)


def reason_rows(strata: Iterable[StratumMeasures]) -> list[Row]:
    """`stratum, code, meaning, first, any, n`: why items are O3. n: the O3 items of the stratum."""
    return _reason_rows([(one.stratum, one.o3_reasons, one.split.o3) for one in strata])


def abort_rows(strata: Iterable[StratumMeasures]) -> list[Row]:
    """The same for aborted O1 candidates. n: the O1 candidates that were nominated in the stratum."""
    return _reason_rows([(one.stratum, one.o1_abort_reasons, one.nominated_o1) for one in strata])


def _reason_rows(counted: Sequence[tuple[Stratum, Sequence[ReasonCount], int]]) -> list[Row]:
    """Every reason in every stratum, zero counts included; the reason that is first most often comes first."""
    totals, meanings = Counter[str](), {}
    for _, reasons, _ in counted:
        for reason in reasons:
            totals[reason.name] += reason.first
            meanings[reason.name] = reason.meaning
    rows: list[Row] = []
    for stratum, reasons, n in counted:
        found = {reason.name: (reason.first, reason.any) for reason in reasons}
        for code, _ in totals.most_common():
            first, anywhere = found.get(code, (0, 0))
            row: Row = {"stratum": stratum.value, "code": code, "meaning": meanings[code]}
            rows.append(row | {"first": first, "any": anywhere, "n": n})
    return rows


def leading_reasons(rows: Sequence[Row], keep: int = 12) -> list[Row]:
    """`stratum, code, count, n`, for a picture: the `keep` leading first reasons, those after them as one.

    A reason that only ever stands behind another one is in the tables, not here.
    """
    rows = [row for row in rows if any(other["first"] for other in rows if other["code"] == row["code"])]
    codes = list(dict.fromkeys(str(row["code"]) for row in rows))
    kept = set(codes if len(codes) <= keep else codes[: keep - 1])
    other = f"{len(codes) - len(kept)} other reasons"
    counts: dict[tuple[str, str], int] = {}
    sizes: dict[str, int] = {}
    for row in rows:
        stratum, code = str(row["stratum"]), str(row["code"]) if row["code"] in kept else other
        counts[stratum, code] = counts.get((stratum, code), 0) + int(row["first"])
        sizes[stratum] = int(row["n"])
    return [
        {"stratum": stratum, "code": code, "count": count, "n": sizes[stratum]}
        for (stratum, code), count in counts.items()
    ]


def r8_rows(strata: Iterable[StratumMeasures], effect: PolicyEffect | None = None) -> list[Row]:
    """`stratum, stage, count, n`: the R8 flags on their way to O2, stage by stage.

    effect: counts what ratifying both scopes gives, where there is a policy text to try; else a lower bound is known.
    """
    tried = {one.stratum: one.r8 for one in effect.ratified.strata} if effect else {}
    ratified = "O2 if both scopes are ratified" if effect else "O2 if ratified, at least"
    return [
        {"stratum": one.stratum.value, "stage": stage, "count": count, "n": one.r8.flags}
        for one in strata
        for stage, count in (
            ("R8 flags", one.r8.flags),
            ("nominated for O2", one.r8.nominated),
            (ratified, tried.get(one.stratum, one.r8).if_ratified.numerator),
            ("O2 as proposed", one.r8.proposed),
        )
    ]


def policy_rows(effect: PolicyEffect, measures: PilotMeasures) -> list[Row]:
    """`stratum, policy, o1, o2, o3, invalid, n`: the split with no policy, under the one in force, with both scopes."""
    rows: list[Row] = []
    for name, policy, split in splits_by_policy(effect, measures):
        row: Row = {"stratum": name, "policy": policy, "o1": split.o1, "o2": split.o2, "o3": split.o3}
        rows.append(row | {"invalid": split.invalid, "n": split.n})
    return rows


def policy_part_rows(effect: PolicyEffect, measures: PilotMeasures) -> list[Row]:
    """`stratum, part, count, n` of pilot and rest for a picture: a bar for each stratum and policy."""
    return [
        {"stratum": f"{name}, {policy}", "part": part, "count": count, "n": split.n}
        for name, policy, split in splits_by_policy(effect, measures)
        if name in (Stratum.PILOT.value, Stratum.REST.value)
        for part, count in zip(POLICY_PARTS, (split.o1, split.o2, split.o3, split.invalid), strict=True)
    ]


def cost_rows(effect: PolicyEffect) -> list[Row]:
    """`scope, flags, nominated, o2, claims, whole, words_removed, words`: each scope as if it were ratified."""
    rows: list[Row] = []
    for one in effect.scopes:
        row: Row = {"scope": one.scope.value, "flags": one.split.n, "nominated": one.nominated, "o2": one.split.o2}
        cost = one.cost
        rows.append(
            row | {"claims": cost.claims, "whole": cost.whole, "words_removed": cost.removed, "words": cost.words}
        )
    return rows


def rule_rows(strata: Iterable[StratumMeasures]) -> list[Row]:
    """`stratum, rule, o1, o2, o3, invalid, n`."""
    return [
        {"stratum": one.stratum.value, "rule": _rule(rule), "o1": split.o1, "o2": split.o2, "o3": split.o3}
        | {"invalid": split.invalid, "n": split.n}
        for one in strata
        for rule, split in one.rules
    ]


def _rule(rule: Rule | None) -> str:
    return "unreadable" if rule is None else rule.label


def file_rows(measures: PilotMeasures) -> list[Row]:
    """One row per file that has a fix target or may have one, most fix targets first."""
    return [
        {"file": row.file, "stratum": row.stratum.value, "fix_targets": row.fix_targets, "open": row.split.n}
        | {"o1": row.split.o1, "o2": row.split.o2, "o3": row.split.o3, "invalid": row.split.invalid}
        | {"nominated_o1": row.abort_rate.denominator, "aborted_o1": row.abort_rate.numerator}
        for row in measures.files
    ]


def population_rows(shape: Population) -> list[Row]:
    """`band, what, count, n`: the files of each band, and the fix targets that they hold."""
    rows: list[Row] = []
    for band in shape.bands:
        label = f"{band.label} in a file"
        rows.append({"band": label, "what": "files", "count": band.files, "n": shape.files_with_fix_targets})
        rows.append({"band": label, "what": "fix targets", "count": band.flags, "n": shape.fix_targets})
    return rows


def size_rows(measures: PilotMeasures) -> list[Row]:
    """`fix_targets, files, stratum`: how many files hold how many fix targets."""
    counts = Counter((row.fix_targets, row.stratum) for row in measures.files if row.fix_targets)
    return [
        {"fix_targets": targets, "files": count, "stratum": stratum.value}
        for (targets, stratum), count in sorted(counts.items())
    ]


def likeness_rows(compared: Iterable[Compared]) -> list[Row]:
    """`group, share, pilot_count, pilot_n, rest_count, rest_n`."""
    return [
        {"group": one.group, "share": one.name}
        | {"pilot_count": one.pilot.numerator, "pilot_n": one.pilot.denominator}
        | {"rest_count": one.rest.numerator, "rest_n": one.rest.denominator}
        for one in compared
    ]


def trend_rows(trends: Iterable[Trend]) -> list[Row]:
    """`subject, band, files, count, n`, bands in order."""
    rows: list[Row] = []
    for trend in trends:
        for band in trend.bands:
            share = band.share
            rows.append(
                {
                    "subject": trend.subject,
                    "band": band.label,
                    "files": band.files,
                    "count": share.numerator,
                    "n": share.denominator,
                }
            )
    return rows
