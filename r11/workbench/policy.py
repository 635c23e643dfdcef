"""The O2 policy of a workspace: its text, how its ratification stands, and the ratification itself."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from r11.errors import Refused, UsageError, WorkspaceError
from r11.fixes.policy import Policy
from r11.records import RatifiedPolicy, sha256_hex
from r11.review.confirm import standing_policy
from r11.storage import Workspace, read_json, write_json
from r11.vocabulary import PolicyScope

TEXT, RATIFIED = "O2.md", "O2.ratified.json"


@dataclass(frozen=True)
class PolicyState:
    """The text and the last ratification as they lie on disk, whether or not the one covers the other."""

    text: bytes | None
    ratified: RatifiedPolicy | None

    @property
    def standing(self) -> RatifiedPolicy | None:
        """The ratification, where it covers the text as it is now: one changed byte, and there is none."""
        return standing_policy(self.text, self.ratified)

    @property
    def policy(self) -> Policy | None:
        """The policy in force. Raises Refused (`POLICY_TABLE`) where the table of the text cannot be read."""
        return Policy.ratified(self.text, self.standing) if self.text and self.standing else None

    @property
    def notice(self) -> str:
        """What a person has to know who ratified once and now finds O2 off; empty where that is not so."""
        if self.ratified is None or self.standing:
            return ""
        what = "is gone" if self.text is None else "changed"
        return f"policy/{TEXT} {what} since it was ratified: O2 is off until it is ratified again, or put back"

    @property
    def words(self) -> str:
        if self.standing is None:
            return self.notice or "not ratified: every subtraction is O3"
        return ratified_words(self.standing)


def ratified_words(policy: RatifiedPolicy) -> str:
    scopes = " and ".join(policy.scopes)
    return f"policy {policy.text_sha256[:12]} is ratified for {scopes}, by {policy.ratified_by} at {policy.ratified_at}"


def policy_state(workspace: Workspace) -> PolicyState:
    """Raises WorkspaceError for a ratification that cannot be read."""
    text, ratified = workspace.policy / TEXT, workspace.policy / RATIFIED
    return PolicyState(
        text.read_bytes() if text.is_file() else None,
        read_json(ratified, RatifiedPolicy) if ratified.is_file() else None,
    )


def policy_text(workspace: Workspace) -> bytes:
    """The text that can be ratified. Raises WorkspaceError where there is none, UsageError where it is empty."""
    path = workspace.policy / TEXT
    try:
        text = path.read_bytes()
    except OSError as error:
        raise WorkspaceError(
            f"{path}: {error.strerror}; start from the draft of r11 init or of the sample, then ratify it"
        ) from error
    if not text.strip():
        raise UsageError(f"{path}: is empty; there is nothing to ratify")
    return text


def ratify(
    workspace: Workspace,
    *,
    by: str,
    scopes: Collection[PolicyScope],
    now: datetime,
    seen_sha256: str | None = None,
) -> tuple[RatifiedPolicy, bool]:
    """Put the text in force as it is now; what stands then, and whether anything was written.

    seen_sha256: of the text that the operator was shown, where they were shown one. Nothing is written where the same
    text stands ratified for the same scopes already, by whomever.
    Raises UsageError (no name, no scope, no text), WorkspaceError, and Refused: `POLICY_TABLE`, or `POLICY_CHANGED`
    where the text is not the one that was shown.
    """
    text, name = policy_text(workspace), by.strip()
    found = sha256_hex(text)
    if not name:
        raise UsageError("a ratification needs a name")
    workspace.demand_operator(name, "ratify")
    if not scopes:
        raise UsageError(f"a ratification needs a scope: {' or '.join(PolicyScope)}, or both")
    if seen_sha256 is not None and seen_sha256 != found:
        raise Refused("POLICY_CHANGED", f"policy/{TEXT}", "the text changed since it was shown: look again")
    Policy.if_ratified(text)  # a table that cannot be read is refused before anything is in force
    ratification = RatifiedPolicy(
        ratified_by=name,
        ratified_at=now.isoformat(timespec="milliseconds"),
        scopes=tuple(scope for scope in PolicyScope if scope in scopes),
        text_sha256=found,
    )
    standing = policy_state(workspace).standing
    if standing and set(standing.scopes) == set(ratification.scopes):
        return standing, False
    write_json(workspace.policy / RATIFIED, ratification)
    return ratification, True
