"""The one look: how far the review is, and the days that the rest would take."""

from __future__ import annotations

from dataclasses import dataclass

from r11.pilot.figures import Share
from r11.pilot.protocol import Protocol
from r11.pilot.remaining import Remaining


@dataclass(frozen=True)
class Look:
    """How far the review is. due: items the protocol asks for; reviewed: answered ones of pilot and drawn files now,
    done: those that are applied or closed by now; incomplete: drawn files with an item that nobody answered. taken:
    when the look fell due, None before; held: items answered by then, which are those of the figures; gone:
    those of them that no answer stands for now."""

    due: int
    reviewed: Share
    done: int = 0
    incomplete: int = 0
    taken: str | None = None
    held: int = 0
    gone: int = 0

    @property
    def is_due(self) -> bool:
        return self.taken is not None

    @property
    def words(self) -> str:
        if self.reviewed.is_empty:
            return "There is no item to review in the pilot or in the drawn files."
        apart = f", {self.done} of them done by now" if self.done else ""
        words = f"{self.reviewed} items of the pilot and the drawn files are reviewed{apart}"
        if self.taken:
            return f"{words}. {self._taken_words}"
        words += f"; the one look is due at {self.due}, with every drawn file complete"
        if self.incomplete and self.reviewed.numerator >= self.due:
            words += f" ({self.incomplete} {'is' if self.incomplete == 1 else 'are'} not)"
        return (
            f"{words}. No figure is compared with its threshold before: whoever looks after every item stops at "
            "a chance extreme, and the intervals would hold less often than they claim."
        )

    @property
    def _taken_words(self) -> str:
        """What the figures are of, and what they leave out."""
        held = f"the answers to {Share(self.held, self.reviewed.denominator)} items that stood then"
        words = (
            f"The one look was due at {self.due}, with every drawn file complete. It fell due at "
            f"{(self.taken or '')[:16].replace('T', ' ')}, and every figure of the review is of {held}, with their "
            "second looks and rulings"
        )
        later = self.reviewed.numerator - (self.held - self.gone)
        if later:
            words += f"; answers to {later} more items came later and change no figure"
        return f"{words}. {self._gone_words}" if self.gone else f"{words}."

    @property
    def _gone_words(self) -> str:
        """Why fewer are reviewed today than the figures are of."""
        return (
            f"Of those {self.held}, {self.gone} {'is' if self.gone == 1 else 'are'} open again today: the answer was "
            "taken back since, or what it was given on has changed; the figures keep it as it stood then."
        )


@dataclass(frozen=True)
class Calendar:
    """Working days for the rest with the protocol's people; `low`, `high` None: no interval, and `at` says what the
    value assumes."""

    value: float
    low: float | None
    high: float | None
    reviewers: int
    hours_per_day: float
    at: str = ""

    @property
    def words(self) -> str:
        people = f"{self.reviewers} reviewer{'' if self.reviewers == 1 else 's'}"
        span = "" if self.low is None or self.high is None else f" ({self.low:.1f} to {self.high:.1f})"
        end = f"; no interval: {self.at}" if self.at else ""
        return f"{self.value:.1f}{span} working days for {people} at {self.hours_per_day:g} active hours a day{end}"


def calendar(left: Remaining, protocol: Protocol) -> Calendar | None:
    """None where the hours are not known."""
    total, per_day = left.total, protocol.reviewers * protocol.hours_per_day
    if total.value is None:
        return None
    low, high = (None if limit is None else limit / per_day for limit in (total.low, total.high))
    return Calendar(total.value / per_day, low, high, protocol.reviewers, protocol.hours_per_day, total.at)
