"""The corpus folder, opened so that nothing outside of it can be read or written by a path that lies.

Every part of a path is opened relative to the folder before it and never through a symbolic link, so a link that is
swapped in between two looks is refused like one that was there before. A file is replaced whole or not at all: an
exclusive temporary file with an unguessable name in the same folder, metadata kept, fsync, a last look at the file that
is to go, rename. The only module of the project that opens corpus files for writing.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from glob import escape
from pathlib import Path

from r11.text.paths import path_problem
from r11.vocabulary import ReceiptStatus, WriteCode

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # NONBLOCK: opening a pipe must not wait
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_CHUNK = 1 << 20
_TEMPORARY = (".r11-", ".tmp")


class LeftOut(Exception):
    """One file was not written: the status and code for its receipt, and the sentence."""

    def __init__(self, status: ReceiptStatus, code: WriteCode, detail: str) -> None:
        super().__init__(status, code, detail)
        self.status = status
        self.code = code
        self.detail = detail

    def __str__(self) -> str:
        return self.detail


@dataclass(frozen=True)
class Snapshot:
    """A file as it was read: its bytes, which folder held it, and what must be kept when it is replaced."""

    data: bytes
    folder: tuple[int, int]
    mode: int
    owner: tuple[int, int]
    attributes: tuple[tuple[str, bytes], ...]


class Corpus:
    """The corpus folder, held open. `durable=False` leaves out every fsync (for measuring what they cost)."""

    def __init__(self, root: Path, *, durable: bool = True) -> None:
        self.root = root
        self._root = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._durable = durable
        self._unsynced: set[tuple[str, ...]] = set()

    def __enter__(self) -> Corpus:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._root)

    def read(self, file: str) -> Snapshot:
        """The file as it is now. Raises LeftOut for whatever is no plain, writable file of the corpus."""
        *folders, name = _parts(file)
        with _named_errors(file), self._folder(file, folders) as folder:
            return _snapshot(folder, name)

    def holds(self, file: str, data: bytes) -> bool:
        """Whether the file can be read and has these bytes."""
        try:
            return self.read(file).data == data
        except LeftOut:
            return False

    def replace(self, file: str, expected: bytes, data: bytes, temporary: str) -> None:
        """Put `data` in the place of `expected`, in one step. Raises LeftOut; the file is then as it was."""
        *folders, name = _parts(file)
        with _named_errors(file), self._folder(file, folders) as folder:
            before = _snapshot(folder, name)
            if before.data != expected:
                raise _changed()
            created = os.open(temporary, _CREATE, 0o600, dir_fd=folder)  # what somebody else made stays theirs
            try:
                self._fill(created, data, before)
                self._demand_unchanged(file, before)
                self._unsynced.add(tuple(folders))
                os.rename(temporary, _name(name), src_dir_fd=folder, dst_dir_fd=folder)
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(temporary, dir_fd=folder)
                raise

    def sync(self) -> None:
        """Make the renames last: one fsync per folder, before anything claims that they happened."""
        while self._unsynced and self._durable:
            folders = min(self._unsynced)
            with self._folder("/".join(folders), folders) as folder:
                os.fsync(folder)
            self._unsynced.discard(folders)

    def remove_leftover(self, file: str, temporary: str) -> bool:
        """Remove the temporary file that a killed run named in its journal; True where there was one."""
        if not (temporary.startswith(_TEMPORARY[0]) and temporary.endswith(_TEMPORARY[1]) and "/" not in temporary):
            return False
        try:
            with self._folder(file, _parts(file)[:-1]) as folder:
                os.unlink(temporary, dir_fd=folder)
        except (OSError, LeftOut):
            return False
        return True

    def _fill(self, descriptor: int, data: bytes, before: Snapshot) -> None:
        """Bytes and metadata of the new file, on the disk; closes it."""
        try:
            _write_all(descriptor, data)
            _keep_metadata(descriptor, before)
            if self._durable:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def _demand_unchanged(self, file: str, before: Snapshot) -> None:
        """The last look, by the whole path again: the same folder, the same bytes, whatever its times say."""
        now = self.read(file)
        if now.folder != before.folder:
            raise LeftOut(ReceiptStatus.REFUSED, WriteCode.PATH_CHANGED, "its folder was replaced while the batch ran")
        if now != before:
            raise _changed()

    @contextmanager
    def _folder(self, file: str, folders: tuple[str, ...] | list[str]) -> Iterator[int]:
        descriptor = os.dup(self._root)
        try:
            for part in folders:
                above, descriptor = descriptor, _open_folder(file, part, descriptor)
                os.close(above)
            yield descriptor
        finally:
            os.close(descriptor)


def replace_file(path: Path, expected: bytes, data: bytes) -> None:
    """One file outside of any corpus, replaced with the same care; of a link, the file behind it.

    The caller holds the file's lock, so what a killed run left beside it is removed first. Raises LeftOut; the file is
    then as it was.
    """
    real = path.resolve()
    own = f"{_TEMPORARY[0]}{real.name[:100]}."
    for leftover in real.parent.glob(f"{escape(own)}*{_TEMPORARY[1]}"):
        leftover.unlink(missing_ok=True)
    with Corpus(real.parent) as folder:
        folder.replace(real.name, expected, data, f"{own}{secrets.token_hex(16)}{_TEMPORARY[1]}")
        folder.sync()


def temporary_name() -> str:
    """A name that nobody can have made before: 128 random bits."""
    return secrets.token_hex(16).join(_TEMPORARY)


def _parts(file: str) -> tuple[str, ...]:
    problem = path_problem(file)
    if problem:
        raise LeftOut(ReceiptStatus.REFUSED, WriteCode.UNSAFE_PATH, problem)
    return tuple(file.split("/"))


def _name(part: str) -> bytes:
    """Names are UTF-8 on disk, whatever the locale says."""
    return part.encode("utf-8")


def _open_folder(file: str, part: str, parent: int) -> int:
    try:
        return os.open(_name(part), _FOLDER, dir_fd=parent)
    except OSError as error:
        if error.errno not in {errno.ELOOP, errno.ENOTDIR}:
            raise
        if stat.S_ISLNK(os.stat(_name(part), dir_fd=parent, follow_symlinks=False).st_mode):
            raise _refused(WriteCode.SYMLINK, f"{part} on its path is a symbolic link") from error
        raise _refused(WriteCode.NOT_A_FILE, f"{part} on its path is no folder") from error


@contextmanager
def _opened(name: str, folder: int) -> Iterator[int]:
    """The file, open for reading. What a look without opening shows to be special is not opened at all."""
    kind = os.stat(_name(name), dir_fd=folder, follow_symlinks=False).st_mode
    if stat.S_ISLNK(kind):
        raise _refused(WriteCode.SYMLINK, "is a symbolic link")
    if not stat.S_ISREG(kind):
        raise _refused(WriteCode.NOT_A_FILE, "is no plain file")
    descriptor = os.open(_name(name), _READ, dir_fd=folder)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _snapshot(folder: int, name: str) -> Snapshot:
    with _opened(name, folder) as descriptor:
        status = os.fstat(descriptor)
        _demand_plain_file(status)
        attributes, identity = _attributes(descriptor), _identity(folder)
        return Snapshot(
            data=_read_all(descriptor),  # last: the fewer calls between this and a rename, the better
            folder=identity,
            mode=stat.S_IMODE(status.st_mode),
            owner=_owner(status),
            attributes=attributes,
        )


def _demand_plain_file(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise _refused(WriteCode.NOT_A_FILE, "is no plain file")
    if status.st_nlink != 1:
        raise _refused(WriteCode.HARD_LINK, f"has {status.st_nlink} names (hard links)")
    if not status.st_mode & stat.S_IWUSR:
        raise _refused(WriteCode.READ_ONLY, f"is read-only (mode {stat.S_IMODE(status.st_mode):04o})")


def _refused(code: WriteCode, detail: str) -> LeftOut:
    return LeftOut(ReceiptStatus.REFUSED, code, detail)


def _changed() -> LeftOut:
    return LeftOut(ReceiptStatus.STALE, WriteCode.STALE, "changed while the batch ran; review it again")


@contextmanager
def _named_errors(file: str) -> Iterator[None]:
    """What the operating system refuses, as a receipt's status: a file that is not there, a link, or a failure."""
    try:
        yield
    except FileNotFoundError as error:
        raise LeftOut(ReceiptStatus.STALE, WriteCode.FILE_NOT_FOUND, "is not in the corpus") from error
    except OSError as error:
        if error.errno == errno.ELOOP:  # a link swapped in after the look
            raise _refused(WriteCode.SYMLINK, "is a symbolic link") from error
        raise LeftOut(ReceiptStatus.FAILED, WriteCode.IO_ERROR, _reason(error)) from error


def _reason(error: OSError) -> str:
    name = errno.errorcode.get(error.errno or 0, "")
    return f"{error.strerror} ({name})" if name else str(error)


def _identity(descriptor: int) -> tuple[int, int]:
    status = os.fstat(descriptor)
    return status.st_dev, status.st_ino


def _read_all(descriptor: int) -> bytes:
    chunks = []
    while chunk := os.read(descriptor, _CHUNK):
        chunks.append(chunk)
    return b"".join(chunks)


def _write_all(descriptor: int, data: bytes) -> None:
    """Everything, also where the system takes it in pieces; a full disk raises."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _keep_metadata(descriptor: int, before: Snapshot) -> None:
    """Owner, mode and extended attributes (access lists too) of the file that is to be replaced."""
    if _owner(os.fstat(descriptor)) != before.owner:
        os.fchown(descriptor, *before.owner)
    os.fchmod(descriptor, before.mode)
    for name, value in before.attributes:
        os.setxattr(descriptor, name, value)


def _owner(status: os.stat_result) -> tuple[int, int]:
    return status.st_uid, status.st_gid


def _attributes(descriptor: int) -> tuple[tuple[str, bytes], ...]:
    """The extended attributes to carry over; `security.*` belongs to the system, which sets it anew."""
    try:
        names = os.listxattr(descriptor)
    except OSError as error:
        if error.errno == errno.ENOTSUP:
            return ()
        raise
    return tuple((name, os.getxattr(descriptor, name)) for name in names if not name.startswith("security."))
