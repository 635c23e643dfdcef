"""Courtesy towards a host: how many requests at once, when to ask again, and nothing that identifies a person.

The limit per host, the rests that a host asks for and its connections live together, so that no request can pass one
of them by. There is no jitter in the waits: one program with a bounded number of requests has nobody to collide with,
and a run that can be repeated is worth more.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Protocol

import httpx

from r11 import __version__
from r11.evidence.body import Ended, Limits

USER_AGENT = (
    f"r11-refresh/{__version__} (re-reads the pages that a knowledge base cites, each once; honours Retry-After)"
)


class Clock(Protocol):
    """Time as the refresh sees it."""

    def now(self) -> datetime: ...

    def monotonic(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Host:
    """One host: its connections, its slots, and until when it rests."""

    def __init__(self, limits: Limits, clock: Clock, tls: ssl.SSLContext | None = None) -> None:
        self.client = _client(limits, tls)
        self._limits = limits
        self._clock = clock
        self._slots = asyncio.Semaphore(limits.per_host)
        self._rests_until = 0.0
        self._unanswered = 0

    def answered(self) -> None:
        self._unanswered = 0

    def left_unanswered(self) -> None:
        self._unanswered += 1

    def rest(self, seconds: float) -> None:
        """The host asked to be left alone: that holds for every request to it."""
        self._rests_until = max(self._rests_until, self._clock.monotonic() + seconds)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[httpx.AsyncClient]:
        """A slot, held until the body is read. Raises Ended where the host is left alone for the rest of the run."""
        async with self._slots:
            if self._unanswered >= self._limits.unanswered:
                raise Ended(f"the host left {self._unanswered} requests in a row without an answer: run again later")
            while (seconds := self._rests_until - self._clock.monotonic()) > 0:
                if seconds > self._limits.longest_wait:
                    raise Ended(f"the host asks to be left alone for {seconds:.0f} s: run again after that")
                await self._clock.sleep(seconds)
            yield self.client


def _client(limits: Limits, tls: ssl.SSLContext | None) -> httpx.AsyncClient:
    """No proxy, no netrc and no certificates from the environment, no cookie kept, no redirect followed unseen."""
    return httpx.AsyncClient(
        verify=tls if tls is not None else True,
        trust_env=False,
        follow_redirects=False,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        timeout=httpx.Timeout(limits.request_seconds),
        limits=httpx.Limits(max_connections=limits.per_host, max_keepalive_connections=limits.per_host),
        headers={
            "User-Agent": USER_AGENT,
            "Accept": "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9",
            "Accept-Encoding": "gzip",
        },
    )


def retry_after(value: str | None, now: datetime) -> float | None:
    """Seconds that a `Retry-After` asks for, as a number or as a date; None where it is absent or no such thing."""
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (at - now).total_seconds())
