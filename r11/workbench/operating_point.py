"""Where the value swap stops, and why there: what the notebook of the operating point asks of cases with known answers.

point = measured_cases(Path(os.environ["R11_CASES"]))
point.curve()            # precision and coverage: fewer swaps to one side of the operating point, more to the other
point.ladder()           # what each further gate would release, the cheapest first
point.reasons()          # why nominated swaps were refused

Cases: folders with `ledger.json`, `corpus/` and `gold.jsonl`, one answer per flag id. Nothing of their text is kept.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import altair as alt
import pandas as pd

from r11.charts.operating_point import draw
from r11.fixes import surface
from r11.fixes.classifier import FileContext, classify
from r11.fixes.reading import read
from r11.fixes.slots import Slot, slots
from r11.fixes.support import Source
from r11.fixes.swap import nominate_swap
from r11.ledger.manifest import read_ledger
from r11.pilot.figures import Share
from r11.records import Flag, Proposal
from r11.text.lines import ClaimSite, find_claim
from r11.text.values import lex
from r11.vocabulary import AbortCode, FixOp

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "documentation": ("drift", "drift-kb"),
    "public": tuple(
        f"public/{name}"
        for name in ("defacto", "factcheckgpt", "feversym", "summedits", "vitaminc_real", "vitaminc_synthetic", "wice")
    ),
}
# names in the answers are noisy, and in one set the answers give no text: such swaps are not scored
_NOT_SCORED: Final = frozenset({"O1_name", "O1_status", "O1_prose"})
_VALUES: Final = ("number", "date", "version")


@dataclass(frozen=True)
class Weighed:
    """One flag: whether a swap was made or only weighed, what refused it, and what the answer says of its text.

    `right`: the swapped line is the answer's and the answer allows a swap. `hits`: it is the answer of a number, date
    or version (`wanted`). `supported`: the source supports the claim, so that any swap is wrong. `score`: how well the
    two places agree, from `fixes/slots.py`; 0 where nothing was weighed.
    """

    group: str
    nominated: bool
    made: bool
    aborts: tuple[AbortCode, ...]
    has_text: bool
    scored: bool
    right: bool
    wanted: bool
    hits: bool
    supported: bool
    score: float


@dataclass(frozen=True)
class Tally:
    """Right swaps of the scored ones (precision), answers hit of the wanted ones (coverage), swaps on true claims."""

    precision: Share
    coverage: Share
    fires: Share

    @classmethod
    def of(cls, items: Sequence[Weighed], made: Iterable[Weighed]) -> Tally:
        swaps = list(made)
        scored = [item for item in swaps if item.scored]
        return cls(
            Share(sum(item.right for item in scored), len(scored)),
            Share(sum(item.hits for item in swaps), sum(item.wanted for item in items)),
            Share(sum(item.supported for item in swaps), sum(item.supported for item in items)),
        )


@dataclass(frozen=True)
class Step:
    """A point of the curve: what was changed against the operating point, and what came of it."""

    words: str
    tally: Tally


OPERATING: Final = "operating point"


@dataclass(frozen=True)
class OperatingPoint:
    """Everything that was weighed, over all groups."""

    items: tuple[Weighed, ...]

    def of(self, group: str) -> list[Weighed]:
        return [item for item in self.items if item.group == group]

    def steps(self, group: str) -> list[Step]:
        """From the surest swaps alone, through the operating point, to one gate fewer at a time."""
        items = self.of(group)
        return [*reversed(list(stricter(items))), operating(items), *(step for _, step in looser(items))]

    def curve(self) -> pd.DataFrame:
        rows = [_row(group, step) for group in GROUPS for step in self.steps(group)]
        return pd.DataFrame(rows).set_index(["cases", "step"])

    def summary(self) -> pd.DataFrame:
        """The operating point itself, group by group."""
        tallies = {group: operating(self.of(group)).tally for group in GROUPS}
        rows = {group: _shares(tally) | {"swaps on true claims": str(tally.fires)} for group, tally in tallies.items()}
        return pd.DataFrame(rows).T

    def ladder(self) -> pd.DataFrame:
        """For each gate taken away, the cheapest first: the swaps that it releases, right of scored."""
        rows = []
        for group in GROUPS:
            for released, step in looser(self.of(group)):
                tally = Tally.of(self.of(group), released)
                cost = {"released: right / scored": str(tally.precision), "answers gained": tally.coverage.numerator}
                rows.append({"cases": group, "gate": step.words, **cost} | _shares(step.tally))
        return pd.DataFrame(rows, columns=[*_LADDER]).set_index(["cases", "gate"])

    def reasons(self) -> pd.DataFrame:
        """Why nominated swaps were refused: the first reason, as counted, and every reason that was reached."""
        refused = [item for item in self.items if item.nominated and not item.made]
        first = Counter((item.group, item.aborts[0]) for item in refused)
        every = Counter((item.group, code) for item in refused for code in set(item.aborts))
        order = [code for code in AbortCode if any((group, code) in every for group in GROUPS)]
        order.sort(key=lambda code: -sum(first[group, code] for group in GROUPS))
        rows = [
            {"code": code.value, "meaning": code.meaning}
            | {f"{group}: first": first[group, code] for group in GROUPS}
            | {f"{group}: reached": every[group, code] for group in GROUPS}
            for code in order
        ]
        return pd.DataFrame(rows).set_index("code")

    def draw(self) -> alt.LayerChart:
        rows = [
            {"cases": group, "step": step.words, "order": place}
            | {"precision": _ratio(step.tally.precision), "coverage": _ratio(step.tally.coverage)}
            | {"label": _label(group, step)}
            for group in GROUPS
            for place, step in enumerate(self.steps(group))
            if not step.tally.precision.is_empty
        ]
        return draw(rows)


_LADDER: Final = ("cases", "gate", "released: right / scored", "answers gained", "precision", "coverage")


def _row(group: str, step: Step) -> dict[str, str]:
    return {"cases": group, "step": step.words} | _shares(step.tally)


def _shares(tally: Tally) -> dict[str, str]:
    return {"precision": tally.precision.with_percent, "coverage": tally.coverage.with_percent}


def _label(group: str, step: Step) -> str:
    return f"{group}: {step.tally.precision} right, {step.tally.coverage} found" if step.words == OPERATING else ""


def _ratio(share: Share) -> float:
    return share.numerator / share.denominator if share.denominator else 0.0


# --- the sweep ------------------------------------------------------------------------------------------------------


def operating(items: Sequence[Weighed]) -> Step:
    return Step(OPERATING, Tally.of(items, (item for item in items if item.made)))


def stricter(items: Sequence[Weighed], parts: int = 8) -> Iterator[Step]:
    """Only the swaps whose score is at least as high as that of a tenth, two tenths, ... of those that are made."""
    scores = sorted(item.score for item in items if item.made)
    thresholds = {scores[len(scores) * part // (parts + 2)] for part in range(1, parts + 1) if scores}
    for least in sorted(thresholds):
        kept = [item for item in items if item.made and item.score >= least]
        yield Step(f"score of at least {least:.2f}", Tally.of(items, kept))


def looser(items: Sequence[Weighed], most: int = 12) -> Iterator[tuple[list[Weighed], Step]]:
    """One code after the other no longer refuses: each time the one whose released swaps are most often right.

    The order is chosen on the same cases that it is counted on, so it flatters what lies beyond the operating point.
    """
    dropped: set[AbortCode] = set()
    made = [item for item in items if item.made]
    waiting = [item for item in items if item.nominated and item.has_text and not item.made]
    for _ in range(most):
        left = Counter(only[0] for item in waiting if len(only := sorted(set(item.aborts) - dropped)) == 1)
        choices = [(code, [i for i in waiting if set(i.aborts) <= dropped | {code}]) for code in sorted(left)]
        if not choices:
            return
        code, released = max(choices, key=lambda choice: _worth(choice[1]))
        dropped.add(code)
        made += released
        waiting = [item for item in waiting if item not in released]
        yield released, Step(f"without {code}", Tally.of(items, made))


def _worth(released: Sequence[Weighed]) -> tuple[float, int]:
    """How often released swaps are right, one wrong one assumed beside them so that one lucky hit is not the best."""
    scored = [item for item in released if item.scored]
    return sum(item.right for item in scored) / (len(scored) + 1), len(scored)


# --- reading the cases ----------------------------------------------------------------------------------------------


def measured_cases(cases: Path) -> OperatingPoint:
    """Classify every flag of every set below the folder, and compare with the answers. Reads only.

    Raises FileNotFoundError where a set is not there.
    """
    return OperatingPoint(
        tuple(item for group, names in GROUPS.items() for n in names for item in weigh(cases / n, group))
    )


def weigh(folder: Path, group: str) -> Iterator[Weighed]:
    """One set: every flag with its answer."""
    lines = (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    answers = {answer["case_id"]: answer for answer in map(json.loads, lines)}
    contexts: dict[str, FileContext] = {}
    for flag in read_ledger((folder / "ledger.json").read_bytes(), allowed_hosts=None).flags:
        if flag.file not in contexts:
            contexts[flag.file] = FileContext.read((folder / "corpus" / flag.file).read_bytes())
        yield _weighed(flag, contexts[flag.file], answers[flag.id], group)


def _weighed(flag: Flag, context: FileContext, answer: Mapping[str, Any], group: str) -> Weighed:
    proposal = classify(flag, context)
    slot = _best_slot(flag, context)
    made = proposal.op is FixOp.O1
    text = proposal.line_after if made else _swapped_line(flag, context, slot)
    gold = answer["gold_text"]
    same = bool(gold) and text is not None and text.rstrip("\r").removeprefix("\ufeff") == gold
    allowed = answer["gold_op"] == "O1" or "O1" in (answer.get("alt_ok") or [])
    wanted = answer["gold_op"] == "O1" and any(kind in answer["stratum"] for kind in _VALUES)
    return Weighed(
        group=group,
        nominated=proposal.nominated is FixOp.O1,
        made=made,
        aborts=tuple(abort.code for abort in proposal.aborts),
        has_text=text is not None,
        scored=_is_scored(answer),
        right=same and allowed and answer["gold_op"] != "closed",
        wanted=wanted,
        hits=wanted and same,
        supported=answer["gold_op"] == "closed",
        score=_score(flag, proposal, context) if made else slot.score if slot else 0.0,
    )


def _is_scored(answer: Mapping[str, Any]) -> bool:
    if answer["stratum"] in _NOT_SCORED or answer["case_id"].startswith("wice"):
        return False
    return answer["gold_op"] == "closed" or bool(answer["gold_text"]) or "O1" not in (answer.get("alt_ok") or [])


def _score(flag: Flag, proposal: Proposal, context: FileContext) -> float:
    swap = nominate_swap(
        flag.claim,
        flag.evidence_quote,
        verdict=flag.judge_verdict,
        reason=flag.reason,
        norwegian=context.is_norwegian,
    ).swap
    return swap.score if swap else 0.0


def _best_slot(flag: Flag, context: FileContext) -> Slot | None:
    """The best place in the quote for the one unsupported value, whatever the gates say of it."""
    missing = Source(lex(flag.evidence_quote)).lacks(lex(flag.claim))
    if len(missing) != 1 or not flag.judge_verdict.is_fix_target:
        return None
    ranked = slots(read(flag.claim), missing[0], read(flag.evidence_quote))
    return ranked[0] if ranked else None


def _swapped_line(flag: Flag, context: FileContext, slot: Slot | None) -> str | None:
    """The line as it would be if the swap were made; None where there is no place for it or no form."""
    site = find_claim(context.document, flag.claim, flag.line)
    if slot is None or not isinstance(site, ClaimSite):
        return None
    found = surface.cut(slot, context.is_norwegian)
    if not isinstance(found, surface.Cut):
        return None
    start, end = site.locate(*found.old)
    new = slot.quote.text[slice(*found.new)].encode()
    return (site.body[:start] + new + site.body[end:]).decode()
