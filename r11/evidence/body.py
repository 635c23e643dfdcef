"""The body of an answer, within limits that hold while it streams and again after decompression."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from r11.vocabulary import PageOutcome


@dataclass(frozen=True)
class Limits:
    """How much a refresh may ask of hosts, network and memory. Times are in seconds.

    per_host: requests at once to one host. attempts: per URL and run. redirects: per attempt.
    request_seconds: one request with its whole body. total_seconds: one run; what is left is fetched by the next.
    first_wait: before the second attempt, doubled for each one after. longest_wait: a host that asks for more is left
    alone for the rest of the run, and so is one that left `unanswered` requests in a row without an answer.
    sent_bytes, body_bytes: a body as sent, and after decompression.
    """

    per_host: int = 8
    attempts: int = 4
    redirects: int = 8
    request_seconds: float = 30.0
    total_seconds: float = 3600.0
    first_wait: float = 0.5
    longest_wait: float = 60.0
    unanswered: int = 40
    sent_bytes: int = 4_000_000
    body_bytes: int = 12_000_000


@dataclass(eq=False)
class Ended(Exception):
    """A request ended without a page: why, and what that says about the page."""

    reason: str
    outcome: PageOutcome = PageOutcome.UNREACHABLE
    status: int | None = None
    final_url: str | None = None


@dataclass(eq=False)
class Again(Ended):
    """It may go better at another attempt; `wait` is what the host asked for, in seconds."""

    wait: float | None = None


async def read_body(chunks: AsyncIterator[bytes], encoding: str, limits: Limits) -> bytes:
    """The body after decompression. Raises Ended where it is too large or in an encoding nobody asked for.

    Raises Again where the compressed stream is broken or ends too early.
    """
    if encoding not in ("", "identity", "gzip"):
        raise Ended(f"the content encoding {encoding} was not asked for")
    unpacker = _Gunzip() if encoding == "gzip" else None
    body = bytearray()
    sent = 0
    async for chunk in chunks:
        sent += len(chunk)
        if sent > limits.sent_bytes:
            raise Ended(f"the body is larger than {limits.sent_bytes:,} bytes")
        body += unpacker.unpack(chunk, limits.body_bytes - len(body) + 1) if unpacker else chunk
        if len(body) > limits.body_bytes:
            raise Ended(f"the body unpacks to more than {limits.body_bytes:,} bytes")
    if unpacker and sent and not unpacker.is_complete:
        raise Again("the compressed body ends too early")
    return bytes(body)


class _Gunzip:
    """gzip, member after member, never more bytes at once than asked for."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(zlib.MAX_WBITS | 16)

    @property
    def is_complete(self) -> bool:
        return self._member.eof

    def unpack(self, chunk: bytes, most: int) -> bytes:
        out = b""
        while chunk and len(out) < most:
            if self._member.eof:
                self._member = zlib.decompressobj(zlib.MAX_WBITS | 16)
            try:
                out += self._member.decompress(chunk, most - len(out))
            except zlib.error as error:
                raise Again(f"the compressed body is broken ({error})") from error
            chunk = self._member.unused_data if self._member.eof else b""
        return out
