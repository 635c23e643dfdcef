"""What the name of a session says of the answers in it: whether they are blind second looks."""

from __future__ import annotations

SECOND = "second"
"""The name of a session of blind second looks; where there are several, what follows a dot tells them apart."""


def is_second(session: str) -> bool:
    return session == SECOND or session.startswith(f"{SECOND}.")
