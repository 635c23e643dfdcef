"""`Retry-After`, and bodies within their limits."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r11.evidence.body import Again, Ended, Limits, read_body
from r11.evidence.hosts import retry_after

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, None),
        ("0", 0.0),
        ("120", 120.0),
        (" 7 ", 7.0),
        ("Sun, 01 Mar 2026 12:01:30 GMT", 90.0),
        ("Sun, 01 Mar 2026 13:01:30 +0100", 90.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("Sunday", None),
        ("-5", None),
        ("1.5", None),
        ("", None),
    ],
)
def test_retry_after(value: str | None, seconds: float | None) -> None:
    assert retry_after(value, NOW) == seconds


def read(chunks: list[bytes], encoding: str = "", limits: Limits | None = None) -> bytes:
    async def stream() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    return asyncio.run(read_body(stream(), encoding, limits or Limits(sent_bytes=1000, body_bytes=5000)))


@given(st.binary(max_size=3000), st.integers(1, 200), st.integers(0, 3000))
def test_a_compressed_body_is_read_as_it_was(data: bytes, size: int, cut: int) -> None:
    """However it is cut into chunks, and as one member or two."""
    for sent in (gzip.compress(data), gzip.compress(data[:cut]) + gzip.compress(data[cut:])):
        chunks = [sent[at : at + size] for at in range(0, len(sent), size)]
        assert read(chunks, "gzip", Limits(sent_bytes=10_000, body_bytes=5000)) == data


@pytest.mark.parametrize(
    ("chunks", "encoding", "kind", "word"),
    [
        ([b"a" * 600, b"a" * 401], "", Ended, "larger than 1,000"),
        ([gzip.compress(bytes(5001))], "gzip", Ended, "more than 5,000"),
        ([gzip.compress(bytes(4000)), gzip.compress(bytes(4000))], "gzip", Ended, "more than 5,000"),
        ([gzip.compress(b"a")[:-1]], "gzip", Again, "too early"),
        ([b"no gzip"], "gzip", Again, "broken"),
        ([b"a"], "br", Ended, "br was not asked for"),
    ],
    ids=["too large as sent", "a bomb", "a bomb in two members", "cut off", "no gzip", "another encoding"],
)
def test_bodies_that_are_refused(chunks: list[bytes], encoding: str, kind: type[Ended], word: str) -> None:
    with pytest.raises(Ended) as refusal:
        read(chunks, encoding)
    assert type(refusal.value) is kind
    assert word in refusal.value.reason


def test_limits_are_what_may_still_be_read() -> None:
    assert read([b"a" * 1000]) == b"a" * 1000
    assert read([gzip.compress(bytes(5000))], "gzip") == bytes(5000)
