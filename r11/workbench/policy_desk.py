"""What lies before the operator in the policy panel: the preview, the ratification, and the claims about a price."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from r11.errors import UsageError
from r11.fixes.gates import is_price_claim
from r11.fixes.policy import Policy
from r11.panels.policy import PolicyPanel, PolicyView, PriceClaim
from r11.pilot.policy_effect import scope_effects
from r11.review.answers import Seen, Signature, release_gated
from r11.storage import DecisionBook, Workspace, default_workspace, read_decisions
from r11.vocabulary import PolicyScope
from r11.workbench.policy import policy_state, policy_text, ratified_words, ratify
from r11.workbench.policy_preview import Preview, preview_policy


def policy_panel(workspace: str | Path | None = None, *, seed: int = 0) -> PolicyPanel:
    """The operator's form for the policy of a workspace folder (default: `$R11_WORKSPACE`, else the sample).

    seed: draws the order of the examples. Raises R11Error where there is nothing to show.
    """
    opened = Workspace.open(Path(workspace)) if workspace else default_workspace()
    return PolicyPanel(WorkspacePolicy(opened, lambda: datetime.now(UTC), seed))


@dataclass
class WorkspacePolicy:
    """The `PolicyDesk` of a workspace. The flags are classified once for each text of the policy."""

    workspace: Workspace
    clock: Callable[[], datetime]
    seed: int = 0

    def __post_init__(self) -> None:
        self._session = secrets.token_hex(6)
        self._preview: Preview | None = None

    def view(self) -> PolicyView:
        state, preview = policy_state(self.workspace), self._looked_at()
        return PolicyView(
            words=state.words,
            text=preview.text.decode("utf-8", "replace"),
            effects=scope_effects(preview.pairs, seed=self.seed),
            prices=tuple(self._prices(preview)),
        )

    def ratify(self, scopes: Collection[PolicyScope], by: str) -> str:
        seen = Policy.if_ratified(self._looked_at(reread=False).text).text_sha256
        ratified, is_new = ratify(self.workspace, by=by, scopes=scopes, now=self.clock(), seen_sha256=seen)
        words = ratified_words(ratified)
        return f"{words}; r11 propose makes the proposals follow it" if is_new else f"nothing changed: {words}"

    def release(self, flag_key: str, by: str) -> str:
        if not by.strip():
            raise UsageError("a release needs the name of the operator")
        self.workspace.demand_operator(by.strip(), "release")
        claim = self._waiting_price(flag_key)
        book = DecisionBook(self.workspace.decisions, by.strip(), self._session)
        at = self.clock().isoformat(timespec="milliseconds")
        signature = Signature(by.strip(), self._session, at)
        version = book.read().item(flag_key).version
        book.record(release_gated(signature, Seen(claim.flag, claim.proposal)), {flag_key: version})
        return f"{flag_key}: released by {by.strip()}; a person decides it now, in the review panel or with r11 decide"

    def _looked_at(self, *, reread: bool = True) -> Preview:
        if self._preview is None or (reread and self._preview.text != policy_text(self.workspace)):
            self._preview = preview_policy(self.workspace)
        return self._preview

    def _prices(self, preview: Preview) -> Iterator[PriceClaim]:
        decisions = read_decisions(self.workspace.decisions)
        for flag, proposal in preview.pairs:
            if is_price_claim(flag.claim):
                is_released = proposal.sha256 in decisions.releases.get(flag.key, ())
                yield PriceClaim(flag, proposal, decisions.released[flag.key].event if is_released else None)

    def _waiting_price(self, flag_key: str) -> PriceClaim:
        for claim in self._prices(self._looked_at(reread=False)):
            if claim.flag.key == flag_key and not claim.is_released:
                return claim
        raise UsageError(f"{flag_key}: no claim about a price waits for an operator under this key")
