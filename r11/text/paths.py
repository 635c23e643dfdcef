"""Which strings can name a file of the corpus. Says nothing of the disk: links are found where files are opened."""

from __future__ import annotations

import re

_DRIVE = re.compile(r"^[A-Za-z]:")
_LONGEST_NAME = 255  # bytes; what common file systems allow for one part of a path


def path_problem(file: str) -> str | None:
    """Why `file` cannot be a path inside the corpus, in words; None where it can.

    Such a path is relative, uses `/`, has no empty, `.` or `..` part, no backslash, drive letter or control character,
    and does not enter the repository's own folder `.git`.
    """
    if not file:
        return "the path is empty"
    if file.startswith("/"):
        return "the path is absolute"
    if "\\" in file:
        return "the path holds a backslash"
    if _DRIVE.match(file):
        return "the path names a drive"
    if any(ord(character) < 0x20 or ord(character) == 0x7F for character in file):
        return "the path holds a control character"
    return next((problem for part in file.split("/") if (problem := _part_problem(part))), None)


def _part_problem(part: str) -> str | None:
    if part in {"", ".", ".."}:
        return f"the path has a part {part!r}"
    if part.lower() == ".git":
        return "the path enters .git"
    try:
        size = len(part.encode("utf-8"))
    except UnicodeEncodeError:
        return "the path holds half a character"
    return f"a name on the path is {size} bytes long (at most {_LONGEST_NAME})" if size > _LONGEST_NAME else None
