"""A programme's folder: its settings, and where each stage's files lie."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from r11.errors import UsageError, WorkspaceError
from r11.storage.gitfolder import shard_around

SETTINGS_FILE = "r11.toml"


FilledText = Annotated[str, msgspec.Meta(pattern=r"^[^\x00]+$")]
PersonName = Annotated[str, msgspec.Meta(pattern=r"^\S(.*\S)?$")]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`r11.toml`. Paths are relative to the workspace folder.

    allowed_hosts: where evidence may come from, in lower case, as the hosts of URLs are compared.
    evidence_max_age_days: an edit on older evidence is neither frozen nor applied.
    pilot_min_fix_targets: a file with at least so many fix targets belongs to the pilot.
    idle_cap_seconds: so much of each pause counts as active review time; no limit on an item.
    operators: who may ratify, freeze the protocol, release, adjudicate and revert; None: names are not checked.
    """

    corpus: FilledText
    ledger: FilledText
    state_file: FilledText | None = None
    allowed_hosts: tuple[Annotated[str, msgspec.Meta(pattern="^[a-z0-9.:-]+$")], ...] = ("learn.microsoft.com",)
    evidence_max_age_days: Annotated[int, msgspec.Meta(ge=0, le=3650)] = 14
    pilot_min_fix_targets: Annotated[int, msgspec.Meta(ge=1)] = 7
    idle_cap_seconds: Annotated[int, msgspec.Meta(ge=1, le=86_400)] = 60
    operators: Annotated[tuple[PersonName, ...], msgspec.Meta(min_length=1)] | None = None
    synthetic: bool = False


@dataclass(frozen=True)
class Workspace:
    """A programme's folder: where each stage's files lie."""

    root: Path
    settings: Settings

    @classmethod
    def open(cls, root: Path) -> Workspace:
        """Raises WorkspaceError where `r11.toml` is absent or not as the contract says, or the folder is a copy."""
        file = root / SETTINGS_FILE
        try:
            data = file.read_bytes()
        except OSError as error:
            raise WorkspaceError(
                f"{root}: no readable {SETTINGS_FILE} ({error.strerror}); name another with --workspace or "
                f"R11_WORKSPACE, or make one with: r11 init {root} --corpus CORPUS --ledger LEDGER"
            ) from error
        try:
            opened = cls(root, msgspec.convert(tomllib.loads(_text(data)), Settings, strict=True))
        except UnicodeDecodeError as error:
            number = data.count(b"\n", 0, error.start) + 1
            raise WorkspaceError(
                f"{file}:{number}: byte 0x{data[error.start]:02X} is not UTF-8; save the file as UTF-8"
            ) from error
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise WorkspaceError(f"{file}: {error}; correct it there") from error
        opened._demand_own_folders()
        if shard := shard_around(root):
            raise WorkspaceError(
                f"{root}: is the copy of a workspace in the worktree of shard {shard}; what is done there is nowhere "
                "else: name the workspace of the main work tree"
            )
        return opened

    def _demand_own_folders(self) -> None:
        """No stage folder is, or leads into, the corpus: there only the apply script writes. Raises WorkspaceError."""
        corpus = os.path.realpath(self.corpus)
        stages = (self.evidence, self.units, self.artefacts, self.proposals, self.decisions, self.approved)
        for folder in (*stages, self.receipts, self.reports, self.policy, self.protocol):
            if Path(os.path.realpath(folder)).is_relative_to(corpus) and folder.is_symlink():
                raise WorkspaceError(f"{folder}: a link that leads into the corpus; only r11-apply writes there")

    def demand_operator(self, name: str, act: str) -> None:
        """Raises UsageError where `r11.toml` lists the operators and the name is none of them."""
        operators = self.settings.operators
        if operators is not None and name.strip() not in operators:
            listed = ", ".join(operators)
            raise UsageError(f"{act}: {name.strip()!r} is no operator of {self.root / SETTINGS_FILE} ({listed})")

    @property
    def corpus(self) -> Path:
        return self.root / self.settings.corpus

    @property
    def ledger(self) -> Path:
        return self.root / self.settings.ledger

    @property
    def inputs(self) -> Path:
        return self.root / "1-ledger"

    @property
    def evidence(self) -> Path:
        return self.root / "2-evidence"

    @property
    def units(self) -> Path:
        return self.root / "3-units"

    @property
    def shards(self) -> Path:
        return self.units / "shards.json"

    @property
    def artefacts(self) -> Path:
        return self.root / "4-artefacts"

    @property
    def proposals(self) -> Path:
        return self.root / "5-proposals"

    @property
    def decisions(self) -> Path:
        return self.root / "6-decisions"

    @property
    def approved(self) -> Path:
        return self.root / "7-approved"

    @property
    def receipts(self) -> Path:
        return self.root / "8-receipts"

    @property
    def reports(self) -> Path:
        return self.root / "9-reports"

    @property
    def policy(self) -> Path:
        return self.root / "policy"

    @property
    def protocol(self) -> Path:
        return self.root / "protocol"


def _text(data: bytes) -> str:
    return data.decode("utf-8-sig").replace("\r\n", "\n")  # as editors on Windows leave it


def sample_root() -> Path:
    """The embedded sample: in a checkout `data/sample`, in an installed package its copy."""
    package = Path(__file__).resolve().parents[1]
    checkout = package.parent / "data" / "sample"
    return checkout if checkout.is_dir() else package / "_sample"


def default_workspace() -> Workspace:
    """`$R11_WORKSPACE`, else the sample. Raises WorkspaceError."""
    return Workspace.open(Path(os.environ.get("R11_WORKSPACE") or sample_root()))
