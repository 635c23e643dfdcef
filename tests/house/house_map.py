"""The table of files in `r11/README.md`, made from each module's own first line. `python tests/house/house_map.py`
writes it again; a test demands that this changes nothing."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "r11"
MAP = PACKAGE / "README.md"
START, END = "<!-- files: made by tests/house/house_map.py -->", "<!-- end of files -->"


def first_line(module: Path) -> str:
    text = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split())


def table() -> str:
    """A row for each module that has something to say, room by room."""
    rows = ["| file | what it holds |", "|---|---|"]
    for module in sorted(PACKAGE.rglob("*.py"), key=lambda file: (file.parent != PACKAGE, str(file))):
        line = first_line(module)
        if line:
            rows.append(f"| `{module.relative_to(PACKAGE).as_posix()}` | {line.replace('|', chr(92) + '|')} |")
    return "\n".join(rows)


def renewed(text: str) -> str:
    head, rest = text.split(START)
    return f"{head}{START}\n{table()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    MAP.write_text(renewed(MAP.read_text(encoding="utf-8")), encoding="utf-8")
