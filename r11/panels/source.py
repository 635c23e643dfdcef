"""The browser's side of a panel: files beside this one, put together into the one module that a widget has."""

from __future__ import annotations

from pathlib import Path


def browser_source(*names: str) -> str:
    """The named files one after the other. What panels share (`base.js`) stands first."""
    return "\n".join(Path(__file__).with_name(name).read_text(encoding="utf-8") for name in names)
