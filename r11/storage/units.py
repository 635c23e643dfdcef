"""`3-units/<shard>/<unit>.json`: what was handed out, read whole or refused, and written only where it changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from r11.errors import WorkspaceError
from r11.records import UNIT_SCHEMA, WorkUnit
from r11.storage.files import json_bytes, listed, read_json, write_changed
from r11.storage.workspace import Workspace


def read_units(workspace: Workspace) -> Mapping[str, WorkUnit]:
    """Every unit by name. Raises WorkspaceError for one that cannot be read, or does not lie where it says."""
    folder = workspace.units
    shards = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    return {unit.unit: unit for shard in shards for unit in map(_read, listed(shard, ".json"))}


def _read(file: Path) -> WorkUnit:
    unit = read_json(file, WorkUnit)
    if (unit.schema, unit.shard, unit.unit) != (UNIT_SCHEMA, file.parent.name, file.stem):
        raise WorkspaceError(
            f"{file}: says it is unit {unit.unit} of shard {unit.shard} in the form {unit.schema}; "
            "put it back where r11 worklist wrote it, or remove it"
        )
    return unit


def keep_units(workspace: Workspace, units: Iterable[WorkUnit]) -> int:
    """Write the units; how many were new or changed. The caller holds `units_lock`."""
    return sum(write_changed(workspace.units / unit.shard / f"{unit.unit}.json", json_bytes(unit)) for unit in units)
