"""What ratifying the policy would do on the flags of a workspace, before anybody ratifies it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from r11.errors import Refused
from r11.fixes.policy import Policy
from r11.pilot.measures import PilotMeasures
from r11.pilot.policy_effect import Pair, PolicyEffect, cost_of, scope_effects
from r11.storage import Workspace
from r11.vocabulary import AbortCode
from r11.workbench.policy import policy_text
from r11.workbench.programme import Programme, Watch, open_programme, unwatched


@dataclass(frozen=True)
class Preview:
    """Every readable, open flag with its proposal as if `text` were ratified for both scopes."""

    text: bytes
    pairs: tuple[Pair, ...]


def preview_policy(workspace: Workspace, watch: Watch = unwatched) -> Preview:
    """Reads only. Raises as `policy_text` does, and Refused where the table of the text cannot be read."""
    text = policy_text(workspace)
    policy = Policy.if_ratified(text)
    programme = open_programme(workspace)
    flags = (flag for record in watch(programme.ledger.records) for flag in record.flags if not flag.is_settled)
    return Preview(text, tuple((flag, programme.proposal_for(flag, policy)) for flag in flags))


def as_if_ratified(programme: Programme, pairs: Iterable[Pair], policy: Policy) -> Iterator[Pair]:
    """The pairs of a run as they would be under this policy, ratified for both scopes.

    Asked anew only where a policy can matter: for a subtraction that waits for one, and where a listed pair may apply.
    """
    for flag, proposal in pairs:
        waits = any(abort.code is AbortCode.O2_NOT_RATIFIED for abort in proposal.aborts)
        again = waits or policy.lists_wording_of(flag.claim)
        yield flag, programme.proposal_for(flag, policy) if again else proposal


def policy_effect(
    programme: Programme,
    text: bytes | None,
    pairs: Sequence[Pair],
    measure: Callable[[Sequence[Pair]], PilotMeasures],
) -> PolicyEffect | None:
    """The policy in force beside its text ratified for both scopes; None where nobody could ratify the text."""
    try:
        policy = Policy.if_ratified(text) if text and text.strip() else None
    except Refused:  # `r11 ratify` says what is wrong with it; no other figure of a report rests on it
        policy = None
    if policy is None:
        return None
    ratified = list(as_if_ratified(programme, pairs, policy))
    return PolicyEffect(scope_effects(ratified), measure(ratified), cost_of(pairs))
