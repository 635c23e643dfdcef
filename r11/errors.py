"""Every refusal of the program, each with a stable code.

    R11Error                 what went wrong, where, and what to do next; `exit_status` is the command's
    ├── UsageError           exit 2: the command was called in a way that cannot work
    ├── InputProblems        exit 1 or 2: a file of the judge pass, with *all* its problems
    ├── WorkspaceError       exit 2: the workspace or its r11.toml cannot be used
    ├── Locked               exit 2: somebody else is writing the same thing
    ├── ManifestRefused      exit 2: a whole approved manifest, with *all* the reasons
    └── Refused              exit 1: a single thing was refused by name; nothing was done to it

Values are attributes, the sentence is `__str__`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from r11.vocabulary import CheckCode


@dataclass(frozen=True)
class Problem:
    """One problem of an input: where (`records[3].flags[0].rule`), which code, and the sentence.

    `record` is the index of the record that the problem makes invalid, None for the document as a whole.
    """

    place: str
    code: CheckCode
    message: str
    record: int | None = None

    @property
    def is_warning(self) -> bool:
        return self.code.is_warning

    def __str__(self) -> str:
        return f"{self.place}: {self.message} [{self.code}]" if self.place else f"{self.message} [{self.code}]"


class R11Error(Exception):
    """Base of every refusal."""

    code = "R11"
    exit_status = 2


class UsageError(R11Error):
    """The command cannot work as it was called."""

    code = "USAGE"


class WorkspaceError(R11Error):
    """The workspace cannot be used as it is."""

    code = "WORKSPACE"


class Locked(R11Error):
    """Somebody else holds the lock of the corpus folder or of the ledger; nothing was done."""

    code = "LOCKED"

    def __init__(self, what: str, holder: str) -> None:
        super().__init__(what, holder)
        self.what = what
        self.holder = holder

    def __str__(self) -> str:
        return f"{self.what}: {self.holder} is writing it; try again when that has finished [{self.code}]"


class ManifestRefused(R11Error):
    """A manifest as a whole cannot be trusted; nothing was written. `problems` are sentences, all of them.

    `standing` says what an interrupted run had written before, where there was one.
    """

    code = "MANIFEST_REFUSED"

    def __init__(self, source: str, problems: Sequence[str], standing: str = "") -> None:
        super().__init__(source, tuple(problems), standing)
        self.source = source
        self.problems = tuple(problems)
        self.standing = standing

    def __str__(self) -> str:
        written = f"yet {self.standing}" if self.standing else "nothing was written"
        head = f"{self.source}: refused as a whole, {written}"
        return "\n".join([head, *(f"  {problem}" for problem in self.problems)])


class Refused(R11Error):
    """One named thing was refused; nothing was done to it."""

    exit_status = 1

    def __init__(self, code: str, subject: str, message: str) -> None:
        super().__init__(code, subject, message)
        self.code = code
        self.subject = subject
        self.message = message

    def __str__(self) -> str:
        return f"{self.subject}: {self.message} [{self.code}]"


class InputProblems(R11Error):
    """All problems of one input at once."""

    code = "INPUT"

    def __init__(self, source: str, problems: Sequence[Problem], *, exit_status: int = 2) -> None:
        super().__init__(source, tuple(problems))
        self.source = source
        self.problems = tuple(problems)
        self.exit_status = exit_status

    def __str__(self) -> str:
        count = len(self.problems)
        head = f"{self.source}: {count} problem{'' if count == 1 else 's'}"
        return "\n".join([head, *(f"  {problem}" for problem in self.problems)])


def in_words(error: Exception) -> str:
    """An error as a panel shows it beside what it is about: a refusal without subject and code, a bug with its type."""
    if isinstance(error, Refused):
        return error.message
    return str(error) if isinstance(error, R11Error) else f"{type(error).__name__}: {error}"
