"""The protocol of a workspace: read it, freeze it, draw the files that are reviewed with the pilot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from r11.errors import InputProblems, Refused, UsageError, WorkspaceError
from r11.panels.protocol import ProtocolPanel, ProtocolView
from r11.pilot.assessment import ProtocolFiles, drawn_files
from r11.pilot.projection import draw
from r11.pilot.protocol import Protocol, Standing, first_review, freeze_protocol, read_protocol, readable, standing
from r11.pilot.protocol_text import fields_of
from r11.records import Flag, FrozenProtocol, sha256_hex
from r11.review.decisions import Decisions
from r11.storage import (
    Workspace,
    decisions_lock,
    default_workspace,
    read_decisions,
    read_json,
    write_atomic,
    write_json,
)
from r11.workbench.ledger import read_whole_ledger

TEXT, FROZEN = "protocol.toml", "protocol.frozen.json"


def protocol_files(workspace: Workspace) -> ProtocolFiles:
    """Text and freeze as they lie on disk. Raises WorkspaceError for a freeze that cannot be read."""
    text, frozen = workspace.protocol / TEXT, workspace.protocol / FROZEN
    return ProtocolFiles(
        text.read_bytes() if text.is_file() else None,
        read_json(frozen, FrozenProtocol) if frozen.is_file() else None,
    )


@dataclass(frozen=True)
class ProtocolState:
    """A workspace's protocol as it stands. candidates: files beside the pilot that hold fix targets; items: the fix
    targets of pilot and drawn files, which the one look can wait for; ledger_sha256: of the bytes that were counted."""

    path: Path
    protocol: Protocol
    frozen: FrozenProtocol | None
    standing: Standing
    drawn: tuple[str, ...]
    candidates: int
    items: int
    ledger_sha256: str


def protocol_state(workspace: Workspace) -> ProtocolState:
    """Raises InputProblems for a text with problems (all of them), WorkspaceError where there is none."""
    files = protocol_files(workspace)
    ledger, ledger_sha256 = read_whole_ledger(workspace.ledger, workspace.settings.allowed_hosts)
    sizes = _sizes(ledger.flags)
    protocol = _read(workspace, files.text)
    stands = standing(files.text, files.frozen, _first_event(workspace))
    rest = [file for file, count in sizes.items() if count < workspace.settings.pilot_min_fix_targets]
    kept = files.frozen.drawn if files.frozen and stands is not Standing.CHANGED else None
    drawn = kept or draw(rest, seed=protocol.stratum_seed, count=protocol.stratum_files)
    items = sum(count for file, count in sizes.items() if file not in rest or file in drawn)
    return ProtocolState(
        workspace.protocol / TEXT, protocol, files.frozen, stands, drawn, len(rest), items, ledger_sha256
    )


def look_files(workspace: Workspace, flags: Iterable[Flag]) -> frozenset[str]:
    """The pilot files and those drawn from the rest: what the protocol's one look is about."""
    files, sizes = protocol_files(workspace), _sizes(flags)
    pilot = {file for file, count in sizes.items() if count >= workspace.settings.pilot_min_fix_targets}
    return frozenset({*pilot, *drawn_files(files.frozen, readable(files.text), sizes.keys() - pilot)})


def freeze(workspace: Workspace, *, by: str, now: datetime) -> tuple[FrozenProtocol, bool]:
    """Bind the text as it is now, with the files drawn by its seed; whether anything was written.

    Raises InputProblems, WorkspaceError, UsageError (no name; a look that can never be due) and Refused (another text
    was frozen and reviewed since). Nothing is written then.
    """
    workspace.demand_operator(by, "protocol freeze")
    with decisions_lock(workspace.decisions, "r11 protocol freeze"):
        state, files = protocol_state(workspace), protocol_files(workspace)
        _demand_reachable(state)
        frozen = freeze_protocol(
            files.text or b"",
            files.frozen,
            by=by,
            at=now.isoformat(timespec="milliseconds"),
            ledger_sha256=state.ledger_sha256,
            drawn=state.drawn,
            first_event_at=_first_event(workspace),
        )
        if frozen == files.frozen:
            return frozen, False
        write_json(workspace.protocol / FROZEN, frozen)
        return frozen, True


def _demand_reachable(state: ProtocolState) -> None:
    if state.protocol.look_items > state.items:
        raise UsageError(
            f"{state.path}: look.items is {state.protocol.look_items}, but pilot and drawn files hold only "
            f"{state.items} fix targets: the look would never be due"
        )


def save_text(workspace: Workspace, text: bytes) -> Protocol:
    """Write `protocol.toml` whole, or nothing where the text has problems. Raises InputProblems, Refused where another
    text is frozen."""
    protocol = _read(workspace, text)
    frozen = protocol_files(workspace).frozen
    if frozen and frozen.text_sha256 != sha256_hex(text):
        detail = f"another text was frozen by {frozen.frozen_by} at {frozen.frozen_at}; nothing was changed"
        raise Refused("FROZEN", TEXT, detail)
    write_atomic(workspace.protocol / TEXT, text)
    return protocol


def _read(workspace: Workspace, text: bytes | None) -> Protocol:
    path = workspace.protocol / TEXT
    if text is None:
        raise WorkspaceError(f"{path}: no such file; write the thresholds there, the sample's shows how")
    try:
        return read_protocol(text)
    except InputProblems as problems:
        raise InputProblems(str(path), problems.problems) from problems


def _first_event(workspace: Workspace) -> str | None:
    return first_review(entry.event for entry in read_decisions(workspace.decisions).entries)


def warning_before_first(workspace: Workspace) -> str:
    """What whoever gives the first review event should know; empty where a protocol binds."""
    files = protocol_files(workspace)
    if standing(files.text, files.frozen, None) is Standing.FROZEN:
        return ""
    return (
        "this is the first review event, and no protocol is frozen: the pilot can decide nothing on this review any "
        "more; r11 protocol freeze comes before it where a decision is wanted"
    )


def warning_to_reviewers(workspace: Workspace, decisions: Decisions) -> str:
    """What reviewers should know before the first of them looks at an item; empty once one did or a protocol binds."""
    if first_review(entry.event for entry in decisions.entries) is not None or not warning_before_first(workspace):
        return ""
    return (
        "No protocol is frozen yet. The first item that is looked at or decided begins the review, and a protocol "
        "frozen after that can decide nothing on it. So first let the operator freeze one: r11 protocol freeze --by "
        "NAME, or notebook 04_ratify. Only to try the panel out, go on."
    )


def _sizes(flags: Iterable[Flag]) -> Counter[str]:
    """Files with fix targets that could be read, settled ones included, and how many."""
    return Counter(flag.file for flag in flags if flag.is_fix_target)


# --- the panel ------------------------------------------------------------------------------------------------------


def protocol_panel(workspace: str | Path | None = None) -> ProtocolPanel:
    """The operator's form for the protocol of a workspace folder (default: `$R11_WORKSPACE`, else the sample).

    Raises WorkspaceError.
    """
    opened = Workspace.open(Path(workspace)) if workspace else default_workspace()
    return ProtocolPanel(WorkspaceProtocol(opened, lambda: datetime.now(UTC)))


@dataclass(frozen=True)
class WorkspaceProtocol:
    """The `ProtocolDesk` of a workspace."""

    workspace: Workspace
    clock: Callable[[], datetime]

    def view(self) -> ProtocolView:
        state = protocol_state(self.workspace)
        return ProtocolView(fields_of(state.protocol), _words(state), state.standing in _BOUND)

    def keep(self, text: str) -> None:
        save_text(self.workspace, text.encode("utf-8"))

    def freeze(self, by: str) -> None:
        freeze(self.workspace, by=by, now=self.clock())


_BOUND = frozenset({Standing.FROZEN, Standing.LATE})


def _words(state: ProtocolState) -> str:
    frozen, drawn = state.frozen, f"{len(state.drawn)} of {state.candidates} files of the rest are drawn"
    by = f"Frozen by {frozen.frozen_by} at {frozen.frozen_at}" if frozen else "Not frozen"
    objection = f" No decision will rest on it: {state.standing.objection}." if state.standing.objection else ""
    return f"{by}; {drawn}; {state.items} fix targets in pilot and drawn files.{objection}"
