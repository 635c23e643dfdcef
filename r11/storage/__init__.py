"""Disk: the workspace's folders and settings, atomic writes, JSON Lines, locks, append-only logs.

The only package that writes for everybody else (the corpus is the apply script's alone).
"""

from r11.storage.artefacts import read_artefacts
from r11.storage.decisions import AppendLog, DecisionBook, read_decisions
from r11.storage.evidence import EvidenceFolder
from r11.storage.files import (
    listed,
    read_json,
    read_jsonl,
    remove_unfinished,
    sync_folder,
    write_atomic,
    write_changed,
    write_json,
    write_jsonl,
)
from r11.storage.gitfolder import shard_around
from r11.storage.leases import Leases
from r11.storage.locks import corpus_lock, decisions_lock, evidence_lock, ledger_lock, proposals_lock, units_lock
from r11.storage.probes import ProbeFolder
from r11.storage.shards import keep_shards, read_shard, read_shards
from r11.storage.units import keep_units, read_units
from r11.storage.workspace import SETTINGS_FILE, Settings, Workspace, default_workspace, sample_root

__all__ = [
    "SETTINGS_FILE",
    "AppendLog",
    "DecisionBook",
    "EvidenceFolder",
    "Leases",
    "ProbeFolder",
    "Settings",
    "Workspace",
    "corpus_lock",
    "decisions_lock",
    "default_workspace",
    "evidence_lock",
    "keep_shards",
    "keep_units",
    "ledger_lock",
    "listed",
    "proposals_lock",
    "read_artefacts",
    "read_decisions",
    "read_json",
    "read_jsonl",
    "read_shard",
    "read_shards",
    "read_units",
    "remove_unfinished",
    "sample_root",
    "shard_around",
    "sync_folder",
    "units_lock",
    "write_atomic",
    "write_changed",
    "write_json",
    "write_jsonl",
]
