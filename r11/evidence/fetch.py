"""One URL: ask for it, follow its redirects, try again where that can help, and say how it ended."""

from __future__ import annotations

import asyncio
import ipaddress
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt

from r11.evidence.body import Again, Ended, Limits, read_body
from r11.evidence.extract import EXTRACTOR, NotText, page_text
from r11.evidence.hosts import Clock, Host, SystemClock, retry_after
from r11.evidence.outcome import is_hub_redirect, says_not_found, says_out_of_order
from r11.evidence.safety import Endpoint, NotAllowed, Reach, Resolver, resolve_by_system
from r11.evidence.told import page_told
from r11.records import Page, sha256_hex
from r11.vocabulary import PageOutcome

_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_GONE: Final = frozenset({404, 410})
_LATER: Final = frozenset({408, 425, 429, *range(500, 600)})
_NETWORK_FAULTS: Final = (OSError, httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError)


@dataclass(frozen=True)
class Answer:
    """What was found of one URL: its record, and its text where it was read anew."""

    page: Page
    text: str | None = None


@dataclass(frozen=True)
class _Reply:
    url: httpx.URL
    status: int
    headers: httpx.Headers
    body: bytes = b""


class Fetcher:
    """Fetches pages within the limits. An asynchronous context manager: its connections end with it."""

    def __init__(
        self,
        reach: Reach,
        limits: Limits,
        clock: Clock | None = None,
        *,
        resolve: Resolver = resolve_by_system,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._reach = reach
        self._limits = limits
        self._clock = clock or SystemClock()
        self._resolve_name = resolve
        self._tls = tls
        self._hosts: dict[str, Host] = {}
        self._addresses: dict[tuple[str, int], list[str]] = {}

    async def __aenter__(self) -> Fetcher:
        return self

    async def __aexit__(self, *_: object) -> None:
        for host in self._hosts.values():
            await host.client.aclose()

    async def fetch(self, url: str, earlier: Page | None = None) -> Answer:
        """How the URL stands now; never raises for what the network or a host does.

        `earlier` is what is known of it where its text is still at hand: then it is only asked whether it changed.
        """
        now = self._clock.now().isoformat(timespec="seconds")
        try:
            reply = await self._with_retries(url, earlier)
            if reply.status == httpx.codes.NOT_MODIFIED and earlier is not None:
                return Answer(_unchanged(earlier, now))
            return await asyncio.to_thread(_read, url, reply, now)
        except Ended as end:
            return Answer(
                Page(
                    url=url,
                    outcome=end.outcome,
                    fetched_at=now,
                    http_status=end.status,
                    final_url=end.final_url,
                    detail=end.reason,
                )
            )

    async def _with_retries(self, url: str, earlier: Page | None) -> _Reply:
        attempts = AsyncRetrying(
            stop=stop_after_attempt(self._limits.attempts),
            retry=retry_if_exception_type(Again),
            wait=self._wait,
            sleep=self._clock.sleep,
            reraise=True,
        )
        async for attempt in attempts:
            with attempt:
                return await self._follow(url, earlier, turn=attempt.retry_state.attempt_number - 1)
        raise AssertionError("tenacity reraises the last attempt")

    def _wait(self, state: RetryCallState) -> float:
        """What the host asked for, else doubling from the first wait."""
        fault = state.outcome.exception() if state.outcome else None
        if isinstance(fault, Again) and fault.wait is not None:
            return fault.wait
        doubled: float = self._limits.first_wait * 2.0 ** (state.attempt_number - 1)
        return min(doubled, self._limits.longest_wait)

    async def _follow(self, url: str, earlier: Page | None, *, turn: int) -> _Reply:
        """The first answer that is no redirect. Each hop is checked as if it were the first."""
        current = _parsed(url)
        seen: set[str] = set()
        while True:
            if str(current) in seen:
                raise Ended("the redirects go round in a circle", final_url=str(current))
            if len(seen) > self._limits.redirects:
                raise Ended(f"more than {self._limits.redirects} redirects", final_url=str(current))
            seen.add(str(current))
            reply = await self._ask(current, _conditions(current, earlier), turn)
            if reply.status not in _REDIRECTS:
                return reply
            current = _redirected(reply)

    async def _ask(self, url: httpx.URL, conditions: dict[str, str], turn: int) -> _Reply:
        """One request and its whole body, within its time. Raises Ended, Again."""
        host = self._host(url)
        async with host.turn() as client:
            try:
                async with asyncio.timeout(self._limits.request_seconds):
                    endpoint = await self._reach.endpoint(url, self._resolve, turn)
                    async with _answer(client, endpoint, conditions) as response:
                        return await self._judge(url, host, response)
            except NotAllowed as refusal:
                raise Ended(str(refusal), final_url=str(url)) from refusal
            except _NETWORK_FAULTS as fault:
                host.left_unanswered()
                raise Again(_sentence(fault), final_url=str(url)) from fault
            except httpx.HTTPError as fault:
                raise Ended(_sentence(fault), final_url=str(url)) from fault

    async def _judge(self, url: httpx.URL, host: Host, response: httpx.Response) -> _Reply:
        """The reply where its status carries one. Raises Ended, Again."""
        host.answered()
        status = response.status_code
        if status == httpx.codes.OK:
            body = await read_body(response.aiter_raw(), response.headers.get("content-encoding", ""), self._limits)
            return _Reply(url, status, response.headers, body)
        if status in _REDIRECTS or status == httpx.codes.NOT_MODIFIED:
            return _Reply(url, status, response.headers)
        if status in _GONE:
            raise Ended(f"status {status}", PageOutcome.GONE, status, str(url))
        if status in _LATER:
            wait = retry_after(response.headers.get("retry-after"), self._clock.now())
            if wait is not None:
                host.rest(wait)
            if wait is not None and wait > self._limits.longest_wait:
                raise Ended(f"status {status}, asked again not before {wait:.0f} s", status=status, final_url=str(url))
            raise Again(f"status {status}", status=status, final_url=str(url), wait=wait)
        raise Ended(f"status {status}", status=status, final_url=str(url))

    def _host(self, url: httpx.URL) -> Host:
        """The host's own connections: one of another host at the same address is never reused for it."""
        try:
            self._reach.check(url)
        except NotAllowed as refusal:
            raise Ended(str(refusal), final_url=str(url)) from refusal
        name = url.netloc.decode("ascii")
        if name not in self._hosts:
            self._hosts[name] = Host(self._limits, self._clock, self._tls)
        return self._hosts[name]

    async def _resolve(self, host: str, port: int) -> list[str]:
        """Each name is resolved once a run."""
        if (host, port) not in self._addresses:
            self._addresses[host, port] = await self._resolve_name(host, port)
        return self._addresses[host, port]


@asynccontextmanager
async def _answer(
    client: httpx.AsyncClient, endpoint: Endpoint, conditions: dict[str, str]
) -> AsyncIterator[httpx.Response]:
    """The answer of the checked address, its body still to be read. Raises NotAllowed where another one answered."""
    request = client.build_request(
        "GET",
        endpoint.url,
        headers={"Host": endpoint.name, **conditions},
        extensions={"sni_hostname": endpoint.name},
    )
    response = await client.send(request, stream=True)
    try:
        peer = response.extensions["network_stream"].get_extra_info("server_addr")
        if ipaddress.ip_address(peer[0]) != ipaddress.ip_address(endpoint.url.host):
            raise NotAllowed(f"{peer[0]} answered in place of {endpoint.url.host}")
        yield response
    finally:
        await response.aclose()


def _parsed(url: str) -> httpx.URL:
    try:
        return httpx.URL(url)
    except httpx.InvalidURL as error:
        raise Ended(f"the URL cannot be read ({error})") from error


def _redirected(reply: _Reply) -> httpx.URL:
    location = reply.headers.get("location")
    if not location:
        raise Ended(f"status {reply.status} without a place to go to", status=reply.status, final_url=str(reply.url))
    return reply.url.join(location).copy_with(fragment=None)  # httpx has refused what is no URL


def _conditions(url: httpx.URL, earlier: Page | None) -> dict[str, str]:
    """The conditions of a conditional request, for the very URL that gave the text."""
    if earlier is None or earlier.final_url != str(url):
        return {}
    pairs = {"If-None-Match": earlier.etag, "If-Modified-Since": earlier.last_modified}
    return {name: value for name, value in pairs.items() if value}


def _unchanged(earlier: Page, now: str) -> Page:
    return Page(
        url=earlier.url,
        outcome=PageOutcome.NOT_MODIFIED,
        fetched_at=now,
        http_status=304,
        final_url=earlier.final_url,
        etag=earlier.etag,
        last_modified=earlier.last_modified,
        body_sha256=earlier.body_sha256,
        text_sha256=earlier.text_sha256,
        extractor=earlier.extractor,
        dated=earlier.dated,
        updated=earlier.updated,
        source=earlier.source,
    )


def _read(url: str, reply: _Reply, now: str) -> Answer:
    """The page behind a complete answer. Raises Ended where there is no article in it."""
    final = str(reply.url)
    if reply.status != httpx.codes.OK:
        raise Ended(f"status {reply.status} to a question without conditions", status=reply.status, final_url=final)
    if is_hub_redirect(_parsed(url), reply.url):
        raise Ended("redirects to a page above it", PageOutcome.GONE, reply.status, final)
    try:
        text = page_text(reply.body, reply.headers.get("content-type", ""))
    except NotText as fault:
        raise Ended(str(fault), status=reply.status, final_url=final) from fault
    if says_not_found(text):
        raise Ended("the page says that it does not exist", PageOutcome.GONE, reply.status, final)
    if says_out_of_order(text):
        raise Ended("the page says that it cannot be shown now", status=reply.status, final_url=final)
    page = Page(
        url=url,
        outcome=PageOutcome.FETCHED,
        fetched_at=now,
        http_status=reply.status,
        final_url=final,
        etag=reply.headers.get("etag"),
        last_modified=reply.headers.get("last-modified"),
        body_sha256=sha256_hex(reply.body),
        text_sha256=sha256_hex(text.encode("utf-8")),
        extractor=EXTRACTOR,
        **page_told(reply.body, reply.headers.get("content-type", ""))._asdict(),
    )
    return Answer(page, text)


def _sentence(fault: BaseException) -> str:
    if isinstance(fault, (TimeoutError, httpx.TimeoutException)):
        return "no answer within the time limit"
    return f"the exchange failed ({fault or type(fault).__name__})"
