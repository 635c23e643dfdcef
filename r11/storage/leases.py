"""Short-lived reservations of items, so that two reviewers do not work on one unaware.

A lease is a courtesy, not a right to decide: what protects a decision is the version that `DecisionBook.record`
compares. It is set only against the lease that was read (compare and set, under the lock of the folder), runs out by
itself, and one that cannot be read reserves nothing.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from r11.errors import Refused
from r11.records import Lease, sha256_hex
from r11.storage.locks import decisions_lock


class Leases:
    """The leases of a workspace, as one session takes them. `folder` is the workspace's `6-decisions`."""

    def __init__(self, folder: Path, reviewer: str, session: str) -> None:
        self.folder = folder
        self.reviewer = reviewer
        self.session = session

    def take(self, flag_key: str, *, now: datetime, last: timedelta, instead_of: Lease | None = None) -> Lease:
        """Reserve the item, or prolong this session's own lease, and give back the one before (`instead_of`).

        Raises Refused (`LEASED`) while another holds the item; the one before is given back all the same.
        """
        lease = Lease(flag_key=flag_key, reviewer=self.reviewer, session=self.session, until=(now + last).isoformat())
        with self._locked():
            if instead_of:
                self._clear(instead_of)
            held = self._read(self._file(flag_key))
            if held and self._is_anothers(held, now):
                raise Refused("LEASED", held.flag_key, f"{held.reviewer} looks at it until {held.until}")
            _put(self._file(flag_key), msgspec.json.encode(lease))
        return lease

    def release(self, lease: Lease) -> bool:
        """Give the item back; False where the lease had run out and somebody else holds it by now."""
        with self._locked():
            return self._clear(lease)

    def give_back(self, flag_key: str) -> None:
        """Give an item back that this session holds, whichever process of it took it."""
        with self._locked():
            held = self._read(self._file(flag_key))
            if held and (held.reviewer, held.session) == (self.reviewer, self.session):
                self._clear(held)

    def holder(self, flag_key: str, *, now: datetime) -> str:
        """The reviewer in whose other session the item is reserved, else empty."""
        held = self._read(self._file(flag_key))
        return held.reviewer if held and self._is_anothers(held, now) else ""

    def _is_anothers(self, lease: Lease, now: datetime) -> bool:
        is_own = (lease.reviewer, lease.session) == (self.reviewer, self.session)
        return not is_own and datetime.fromisoformat(lease.until) > now

    def _clear(self, lease: Lease) -> bool:
        """Only the lease that is meant; under the lock."""
        file = self._file(lease.flag_key)
        if self._read(file) != lease:
            return False
        file.unlink(missing_ok=True)
        return True

    def _locked(self) -> AbstractContextManager[None]:
        return decisions_lock(self.folder, f"{self.reviewer}, session {self.session}")

    def _file(self, flag_key: str) -> Path:
        return self.folder / "leases" / f"{sha256_hex(flag_key.encode('utf-8', 'surrogatepass'))[:32]}.json"

    def _read(self, file: Path) -> Lease | None:
        try:
            return msgspec.json.decode(file.read_bytes(), type=Lease, strict=True)
        except (OSError, msgspec.DecodeError):
            return None


def _put(file: Path, data: bytes) -> None:
    """Whole or not at all, but not synced: whoever looks at the next item waits for this, and a lease lost with the
    power has run out by the time it is back."""
    temporary = file.with_suffix(".tmp")
    temporary.write_bytes(data)
    temporary.replace(file)
