"""The hostile server in its own process, a clock that does not wait, and a store in memory."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from r11.records import Flag, FlagEvidence, Page
from r11.vocabulary import JudgeVerdict, Rule

SERVER = Path(__file__).with_name("hostile_server.py")


@dataclass(frozen=True)
class Running:
    """A server that runs: where, and what it has counted."""

    port: int
    scheme: str = "http"

    @property
    def url(self) -> httpx.URL:
        return httpx.URL(f"{self.scheme}://127.0.0.1:{self.port}")

    def counts(self) -> dict[str, Any]:
        return json.loads(self._get("/counts"))

    def reset(self) -> None:
        self._get("/reset")

    def _get(self, path: str) -> bytes:
        with httpx.Client(trust_env=False) as client:
            return client.get(self.url.join(path)).content


@contextmanager
def started(*options: str, scheme: str = "http") -> Iterator[Running]:
    process = subprocess.Popen([sys.executable, str(SERVER), *options], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield Running(int(process.stdout.readline()), scheme)
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def hostile() -> Iterator[Running]:
    with started() as server:
        yield server


@pytest.fixture(scope="session")
def start() -> Callable[..., Any]:
    return started


class QuickClock:
    """Time passes when somebody sleeps, and at once."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.passed = 0.0

    def now(self) -> datetime:
        return datetime(2026, 3, 1, 12, 0, tzinfo=UTC) + timedelta(seconds=self.passed)

    def monotonic(self) -> float:
        return self.passed

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.passed += seconds
        await asyncio.sleep(0)


@dataclass
class MemoryStore:
    """The evidence folder without a disk."""

    index: dict[str, Page] = field(default_factory=dict)
    states: dict[str, FlagEvidence] = field(default_factory=dict)
    entries: list[Page] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)

    def pages(self) -> dict[str, Page]:
        return self.index

    def flags(self) -> dict[str, FlagEvidence]:
        return self.states

    def journal(self) -> list[Page]:
        return self.entries

    def text(self, sha256: str) -> str | None:
        return self.texts.get(sha256)

    def keep(self, page: Page, text: str | None) -> None:
        if text is not None and page.text_sha256 is not None:
            self.texts[page.text_sha256] = text
        self.entries.append(page)

    def finish(self, pages: Iterable[Page], flags: Iterable[FlagEvidence], *, complete: bool) -> None:
        self.index = {page.url: page for page in pages}
        self.states = {flag.flag_key: flag for flag in flags}
        if complete:
            self.entries = []


@pytest.fixture(scope="session")
def new_clock() -> type[QuickClock]:
    return QuickClock


@pytest.fixture(scope="session")
def new_store() -> type[MemoryStore]:
    return MemoryStore


def a_flag(url: str, quote: str = "", claim: str = "The pool holds up to 50 workers.", **more: Any) -> Flag:
    values: dict[str, Any] = {
        "id": url,
        "judge_verdict": JudgeVerdict.NOT_GROUNDED,
        "rule": Rule.R2,
        "evidence_url": url,
        "evidence_quote": quote,
        "reason": "",
        "file": "kb/a.md",
        "line": 1,
        "claim": claim,
    }
    return Flag(**(values | more))


@pytest.fixture(scope="session")
def flag() -> Callable[..., Flag]:
    return a_flag
