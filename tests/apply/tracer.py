"""Runs a function in a forked child under ptrace, and stops before every file-system call the kernel sees of it.

No layer of the program under test takes part: whatever makes the call, Python code, the standard library or a package,
is seen, and between any two calls the child can be killed, sent a signal, or made to fail, and the world around it
changed. A fork costs milliseconds where a fresh interpreter costs a tenth of a second, so every point of a run can be
tried. Needs Linux 5.3 (PTRACE_GET_SYSCALL_INFO) on x86-64 or AArch64, and nothing to be installed.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import shutil
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

PTRACE_TRACEME, PTRACE_POKEUSER, PTRACE_DETACH, PTRACE_SYSCALL = 0, 6, 17, 24
PTRACE_SETOPTIONS, PTRACE_GET_SYSCALL_INFO = 0x4200, 0x420E
OPTIONS = 0x1 | 0x100000  # PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL
SYSCALL_STOP = signal.SIGTRAP | 0x80
ENTRY = 1

_X86_64 = {
    0: "read", 1: "write", 2: "open", 3: "close", 4: "stat", 5: "fstat", 6: "lstat", 8: "lseek", 16: "ioctl",
    17: "pread64", 18: "pwrite64", 19: "readv", 20: "writev", 21: "access", 32: "dup", 33: "dup2", 40: "sendfile",
    72: "fcntl", 73: "flock", 74: "fsync", 75: "fdatasync", 76: "truncate", 77: "ftruncate", 78: "getdents",
    79: "getcwd", 80: "chdir", 81: "fchdir", 82: "rename", 83: "mkdir", 84: "rmdir", 85: "creat", 86: "link",
    87: "unlink", 88: "symlink", 89: "readlink", 90: "chmod", 91: "fchmod", 92: "chown", 93: "fchown", 94: "lchown",
    137: "statfs", 138: "fstatfs", 188: "setxattr", 190: "fsetxattr", 191: "getxattr", 193: "fgetxattr",
    194: "listxattr", 196: "flistxattr", 217: "getdents64", 257: "openat", 258: "mkdirat", 260: "fchownat",
    262: "newfstatat", 263: "unlinkat", 264: "renameat", 265: "linkat", 266: "symlinkat", 267: "readlinkat",
    268: "fchmodat", 269: "faccessat", 280: "utimensat", 285: "fallocate", 292: "dup3", 316: "renameat2",
    326: "copy_file_range", 332: "statx", 437: "openat2", 439: "faccessat2",
}  # fmt: skip
_AARCH64 = {
    5: "setxattr", 7: "fsetxattr", 8: "getxattr", 10: "fgetxattr", 11: "listxattr", 13: "flistxattr", 17: "getcwd",
    23: "dup", 24: "dup3", 25: "fcntl", 29: "ioctl", 32: "flock", 34: "mkdirat", 35: "unlinkat", 36: "symlinkat",
    37: "linkat", 38: "renameat", 43: "statfs", 44: "fstatfs", 45: "truncate", 46: "ftruncate", 47: "fallocate",
    48: "faccessat", 49: "chdir", 50: "fchdir", 52: "fchmod", 53: "fchmodat", 54: "fchownat", 55: "fchown",
    56: "openat", 57: "close", 61: "getdents64", 62: "lseek", 63: "read", 64: "write", 65: "readv", 66: "writev",
    67: "pread64", 68: "pwrite64", 71: "sendfile", 78: "readlinkat", 79: "newfstatat", 80: "fstat", 82: "fsync",
    83: "fdatasync", 88: "utimensat", 276: "renameat2", 285: "copy_file_range", 291: "statx", 437: "openat2",
    439: "faccessat2",
}  # fmt: skip
CALLS = {"x86_64": _X86_64, "aarch64": _AARCH64}.get(platform.machine(), {})
ORIG_RAX, RAX = 15 * 8, 10 * 8  # offsets into the user area, x86-64


class _SyscallInfo(ctypes.Structure):
    _fields_ = (
        ("op", ctypes.c_uint8),
        ("pad", ctypes.c_uint8 * 3),
        ("arch", ctypes.c_uint32),
        ("instruction_pointer", ctypes.c_uint64),
        ("stack_pointer", ctypes.c_uint64),
        ("number", ctypes.c_uint64),
        ("arguments", ctypes.c_uint64 * 6),
        ("more", ctypes.c_uint64 * 2),
    )


class Do(Enum):
    """What is to happen at a point."""

    GO_ON = "go on"
    KILL = "kill -9"
    FAIL = "fail the call"
    SIGNAL = "send a signal"
    LET_GO = "trace it no further"


@dataclass(frozen=True)
class Action:
    do: Do = Do.GO_ON
    number: int = 0  # the errno of FAIL, the signal of SIGNAL


@dataclass
class Trace:
    """The file-system calls of a run that were seen, in order; the child's exit status, None where it was killed."""

    calls: list[str] = field(default_factory=list)
    status: int | None = None


Decide = Callable[[int, str], Action]
State = Callable[[Path], object]  # equal for two states of a folder between which no test could tell
GO_ON, LET_GO = Action(), Action(Do.LET_GO)


def unavailable() -> str:
    """Why a child cannot be traced here; empty where it can."""
    if not CALLS:
        return f"no table of system calls for {platform.machine()}"
    try:
        trace = run(lambda: int(not Path("/").is_dir()), lambda index, call: GO_ON)
    except OSError as error:
        return f"ptrace is not allowed here ({error.strerror})"
    return "" if trace.status == 0 and trace.calls else "this kernel does not tell system calls to a tracer"


def can_fail_calls() -> bool:
    """Making a call fail writes registers, which is done here for x86-64 only."""
    return platform.machine() == "x86_64"


_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
_libc.ptrace.restype = ctypes.c_long


def _ptrace(request: int, pid: int, address: int = 0, data: int = 0) -> int:
    result = int(_libc.ptrace(request, pid, address, data))
    if result == -1 and (code := ctypes.get_errno()):
        raise OSError(code, os.strerror(code))
    return result


def run(child: Callable[[], int], decide: Decide) -> Trace:
    """Run `child` in a fork. `decide(index, name)` is asked before each file-system call, with the child stopped."""
    pid = os.fork()
    if pid == 0:
        _be_traced(child)
    trace = Trace()
    try:
        _follow(pid, decide, trace)
    except BaseException:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        raise
    return trace


def _be_traced(child: Callable[[], int]) -> None:
    status = 99
    try:
        quiet = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  # lives as long as the child
        sys.stdout = sys.stderr = quiet
        _ptrace(PTRACE_TRACEME, 0)
        os.kill(os.getpid(), signal.SIGSTOP)
        status = child()
    finally:
        os._exit(status)


def _follow(pid: int, decide: Decide, trace: Trace) -> None:
    os.waitpid(pid, 0)
    _ptrace(PTRACE_SETOPTIONS, pid, 0, OPTIONS)
    info = _SyscallInfo()
    failing, deliver = 0, 0
    while True:
        _ptrace(PTRACE_SYSCALL, pid, 0, deliver)
        deliver = 0
        status = os.waitpid(pid, 0)[1]
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            trace.status = _exit_status(status)
            return
        if os.WSTOPSIG(status) != SYSCALL_STOP:
            deliver = os.WSTOPSIG(status)
            continue
        _ptrace(PTRACE_GET_SYSCALL_INFO, pid, ctypes.sizeof(info), ctypes.addressof(info))
        if info.op != ENTRY:
            if failing:
                _ptrace(PTRACE_POKEUSER, pid, RAX, -failing)
                failing = 0
            continue
        name = CALLS.get(info.number)
        if name is None:
            continue
        action = decide(len(trace.calls), name)
        trace.calls.append(name)
        match action.do:
            case Do.KILL:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                return
            case Do.SIGNAL:
                os.kill(pid, action.number)
            case Do.FAIL:
                _ptrace(PTRACE_POKEUSER, pid, ORIG_RAX, -1)  # the kernel then makes no call
                failing = action.number
            case Do.LET_GO:
                _ptrace(PTRACE_DETACH, pid)
                trace.status = _exit_status(os.waitpid(pid, 0)[1])
                return
            case Do.GO_ON:
                pass


def _exit_status(status: int) -> int | None:
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else None


def moments(folder: Path, copies: Path, child: Callable[[], int], state: State) -> tuple[int, list[Path]]:
    """What `folder` holds just before each call of one run, which is what a kill there leaves: calls, and copies.

    There is one copy, under `copies`, for each state that differs from all before it.
    """
    seen: dict[object, Path] = {}

    def look(index: int, name: str) -> Action:
        found = state(folder)
        if found not in seen:
            seen[found] = Path(shutil.copytree(folder, copies / f"moment-{len(seen)}", symlinks=True))
        return GO_ON

    trace = run(child, look)
    if trace.status != 0:
        raise AssertionError(f"ended with {trace.status}")
    return len(trace.calls), list(seen.values())


def at(point: int, action: Action) -> Decide:
    """The action at one point, nothing before and after it; from there on the child runs by itself."""
    return lambda index, name: action if index == point else GO_ON if index < point else LET_GO


KILL = Action(Do.KILL)
IO_ERROR = Action(Do.FAIL, errno.EIO)
NO_SPACE = Action(Do.FAIL, errno.ENOSPC)
INTERRUPT = Action(Do.SIGNAL, signal.SIGINT)
TERMINATE = Action(Do.SIGNAL, signal.SIGTERM)
