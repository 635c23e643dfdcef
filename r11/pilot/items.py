"""One unit of a denominator: what a flag and its proposal count as."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from r11.ledger.manifest import InvalidEntry
from r11.records import Flag, Proposal
from r11.vocabulary import AbortCode, FixOp, Rule


class Outcome(StrEnum):
    """What an item of a denominator is now."""

    O1 = "O1"
    O2 = "O2"
    O3 = "O3"
    INVALID = "invalid"


@dataclass(frozen=True)
class Item:
    """One unit of a denominator. `file` and `rule` are None where an invalid entry does not say."""

    file: str | None
    rule: Rule | None
    outcome: Outcome
    is_fix_target: bool = True
    nominated: FixOp | None = None
    aborts: tuple[AbortCode, ...] = ()

    @property
    def is_aborted_o1(self) -> bool:
        return self.nominated is FixOp.O1 and self.outcome is Outcome.O3

    @property
    def waits_for_policy(self) -> bool:
        """A subtraction that nothing stops but the missing ratification."""
        unratified = set(self.aborts) == {AbortCode.O2_NOT_RATIFIED}
        return self.nominated is FixOp.O2 and self.outcome is Outcome.O3 and unratified


def settled_op(flag: Flag) -> FixOp | None:
    """The operation that settled a flag, as its `fix` names it; None where it is open, closed, or fixed by others."""
    named = (flag.fix or {}).get("op") if flag.applied else None
    return next((op for op in FixOp if op.value == named), None)


def item_of(flag: Flag, proposal: Proposal) -> Item:
    """What a flag and its proposal count as. A flag that the ledger check refused counts as invalid, not as O3."""
    codes = tuple(abort.code for abort in proposal.aborts)
    refused = AbortCode.INVALID_FLAG in codes
    return Item(
        file=flag.file,
        rule=flag.rule,
        outcome=Outcome.INVALID if refused else Outcome(proposal.op.value),
        is_fix_target=flag.is_fix_target,
        nominated=None if refused else proposal.nominated,
        aborts=codes,
    )


def settled_item(flag: Flag, proposal: Proposal | None) -> Item | None:
    """What a settled flag counted as; proposal: the one that was decided on, as far as it is known.

    A value swap was nominated for one, whatever else is known; None where nothing says what was nominated.
    """
    if proposal is not None:
        return item_of(flag, proposal)
    if settled_op(flag) is FixOp.O1:
        return Item(flag.file, flag.rule, Outcome.O1, flag.is_fix_target, FixOp.O1)
    return None


def item_of_invalid(entry: InvalidEntry) -> Item:
    """An unreadable entry. One that does not say its verdict may be a fix target and stays in the denominator."""
    return Item(file=entry.file, rule=entry.rule, outcome=Outcome.INVALID, is_fix_target=entry.may_be_fix_target)
