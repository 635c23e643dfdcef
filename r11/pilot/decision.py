"""The operator's decision: one line for each threshold, the hours that are left, and what would change the answer.

There is one look. Before it is due no figure is shown, only how far the review is: whoever looks at an interval after
every item sees the truth excluded at some look far more often than the interval claims. And nothing is called a
decision unless the protocol was frozen before the first review event.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from r11.pilot.changes import what_would_change
from r11.pilot.look import Calendar, Look, calendar
from r11.pilot.protocol import Protocol, Standing
from r11.pilot.verdicts import Line, Verdict, names
from r11.pilot.yardsticks import Measured, evidence


@dataclass(frozen=True)
class Decision:
    """Everything on the decision screen. lines: empty before the look is due; objections: why it is no decision;
    items: what there is to review in the pilot and in the drawn files; begun: a review event is on record; before: what
    should be done before the freeze, as orders."""

    standing: Standing
    look: Look | None
    lines: tuple[Line, ...]
    objections: tuple[str, ...]
    calendar: Calendar | None
    changes: tuple[str, ...]
    items: int = 0
    begun: bool = False
    before: tuple[str, ...] = ()

    def _first(self, freezing: str) -> str:
        """The steps up to the freeze: what is proposed changes with each of those before it."""
        if not self.before:
            return f"{freezing} first"
        steps = " and ".join(self.before)
        return f"First {steps}, propose again (r11 pilot), {freezing[0].lower()}{freezing[1:]} (r11 protocol freeze)"

    @property
    def is_decision(self) -> bool:
        return bool(self.lines) and not self.objections

    @property
    def heading(self) -> str:
        if self.is_decision:
            return "The decision"
        if self.lines:
            return "Figures, not a decision"
        return "Progress, and no decision to come" if self._is_too_late else "Progress, not yet a decision"

    @property
    def _is_too_late(self) -> bool:
        """People have reviewed, and no protocol was frozen before they did: nothing mends that."""
        return self.begun and self.standing in _TOO_LATE

    def by_verdict(self, verdict: Verdict) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.verdict is verdict)

    @property
    def answer(self) -> str:
        """What the thresholds say, in one sentence."""
        if not self.lines:
            return self._next_step
        missed, open_ = self.by_verdict(Verdict.NOT_MET), self.by_verdict(Verdict.CANNOT_SAY)
        hopeless = [line for line in open_ if line.is_out_of_reach]
        verb = "is" if len(missed) == 1 else "are"
        against = [f"{names(missed)} {verb} not met"] if missed else []
        if hopeless:
            against.append(f"{names(hopeless)} cannot be met in this ledger")
        if against:
            answer = f"Do not scale as it is: {', and '.join(against)}."
        elif open_:
            answer = (
                f"Do not scale yet: no threshold is clearly missed, but the data cannot say yet for {names(open_)}."
            )
        else:
            answer = f"Scale: all {len(self.lines)} thresholds are met."
        return answer if self.is_decision else f"If this were a decision: {answer[0].lower()}{answer[1:]}"

    @property
    def _next_step(self) -> str:
        """What comes before anything can be decided: a review that starts before the freeze can decide nothing."""
        if self._is_too_late:
            return BEGUN_UNBOUND
        match self.standing:
            case Standing.ABSENT if not self.items:
                return "There is no protocol, and nothing to review in the pilot: there is nothing to decide."
            case Standing.ABSENT:
                return f"{self._first('Write and freeze the protocol')}, then review; there is nothing to decide yet."
            case Standing.UNREADABLE:
                return "Correct the protocol and freeze it first, then review; there is nothing to decide yet."
            case Standing.DRAFT:
                return f"{self._first('Freeze the protocol')}, then review; there is nothing to decide yet."
            case Standing.CHANGED:
                return "Put the protocol back that was frozen, then go on reviewing; there is nothing to decide yet."
            case Standing.FROZEN | Standing.LATE if not self.items:
                return "There is nothing to review in the pilot or in the drawn files: there is nothing to decide."
            case Standing.FROZEN | Standing.LATE:
                return "Go on reviewing; there is nothing to decide yet."
            case _:  # pragma: no cover
                assert_never(self.standing)


_TOO_LATE = frozenset({Standing.ABSENT, Standing.UNREADABLE, Standing.DRAFT, Standing.LATE})
BEGUN_UNBOUND = (
    "No decision can rest on this review: it began before the thresholds were fixed; freezing them now mends nothing. "
    "Either go on: approvals hold, batches can be applied, and the figures are shown as figures. Or decide on another "
    "review: in a new workspace, with the protocol frozen first, by people who have not seen these items."
)


def _objection(standing: Standing, *, begun: bool) -> str:
    """Why nothing may be called a decision; what could have been done before people reviewed is no advice after."""
    if begun and standing in {Standing.ABSENT, Standing.DRAFT}:
        return "people began to review before any protocol was frozen"
    return standing.objection


def decide(
    protocol: Protocol | None,
    standing: Standing,
    measured: Measured,
    look: Look | None,
    *,
    items: int,
    begun: bool = False,
    notes: Iterable[str] = (),
    objections: Iterable[str] = (),
) -> Decision:
    """The decision screen. look: None without a protocol; items: to be reviewed in pilot and drawn files; begun: a
    review event is on record; notes: sentences on what else would change the answer (the policy, trends, learning);
    objections: what else speaks against calling it a decision."""
    objection = _objection(standing, begun=begun)
    if protocol is None or look is None:
        return Decision(standing, None, (), (objection,), None, (), items, begun)
    against = tuple(filter(None, (objection, "" if look.is_due else "the one look is not due yet", *objections)))
    if not look.is_due:
        return Decision(standing, look, (), against, None, (), items, begun)
    lines = tuple(Line(threshold, evidence(threshold.yardstick, measured)) for threshold in protocol.thresholds)
    changes = (*what_would_change(lines, measured.remaining.total.value), *notes)
    days = calendar(measured.remaining, protocol)
    return Decision(standing, look, lines, against, days, changes, items, begun)
