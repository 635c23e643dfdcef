"""A real server on loopback shows every misbehaviour; each ends in the right state, and the run is repeatable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from r11.evidence import Limits, Reach, Refreshed, refresh
from r11.records import Flag
from r11.vocabulary import EvidenceState as State
from r11.vocabulary import JudgeVerdict

HOST = "https://learn.microsoft.com"
QUOTE = "The pool holds “up to 40” workers – not more."
LIMITS = Limits(attempts=2, request_seconds=0.7, longest_wait=60.0, sent_bytes=2_000_000, body_bytes=4_000_000)

# path, state of a flag whose quote is on the article, a word of the detail
CASES = [
    ("/good", State.STANDS, ""),
    ("/markdown", State.STANDS, ""),
    ("/other", State.CHANGED, ""),
    ("/slow", State.UNREACHABLE, "time limit"),
    ("/drip", State.UNREACHABLE, "time limit"),
    ("/dropped/always", State.UNREACHABLE, "exchange failed"),
    ("/dropped/once", State.STANDS, ""),
    ("/busy/seconds", State.STANDS, ""),
    ("/busy/date", State.STANDS, ""),
    ("/busy/no-number", State.STANDS, ""),
    ("/busy/always", State.UNREACHABLE, "status 503"),
    ("/broken/once", State.STANDS, ""),
    ("/broken/always", State.UNREACHABLE, "status 500"),
    ("/redirect/moved-for-good", State.STANDS, ""),
    ("/redirect/hub", State.GONE, "above"),
    ("/redirect/round/a", State.UNREACHABLE, "circle"),
    ("/redirect/endless/0", State.UNREACHABLE, "more than 8 redirects"),
    ("/redirect/nowhere", State.UNREACHABLE, "without a place"),
    ("/redirect/no-url", State.UNREACHABLE, "Invalid URL"),
    ("/redirect/out/other-host", State.UNREACHABLE, "elsewhere.example is not among the allowed hosts"),
    ("/redirect/out/plain-http", State.UNREACHABLE, "not https"),
    ("/redirect/out/metadata", State.UNREACHABLE, "169.254.169.254 is not among the allowed hosts"),
    ("/redirect/out/user-name", State.UNREACHABLE, "user name"),
    ("/redirect/out/port", State.UNREACHABLE, "port 8443"),
    ("/redirect/out/loopback", State.UNREACHABLE, "not https"),
    ("/encoding/gzip", State.STANDS, ""),
    ("/encoding/bomb", State.UNREACHABLE, "unpacks to more than 4,000,000 bytes"),
    ("/encoding/cut-off", State.UNREACHABLE, "ends too early"),
    ("/encoding/broken", State.UNREACHABLE, "broken"),
    ("/encoding/unasked", State.UNREACHABLE, "br was not asked for"),
    ("/charset/header-is-wrong", State.STANDS, ""),
    ("/charset/page-is-right", State.STANDS, ""),
    ("/charset/nobody-knows", State.UNREACHABLE, "cannot be decoded"),
    ("/error-page/not-found", State.GONE, "does not exist"),
    ("/error-page/broken", State.UNREACHABLE, "cannot be shown"),
    ("/cut-off/length", State.UNREACHABLE, "exchange failed"),
    ("/cut-off/chunked", State.UNREACHABLE, "exchange failed"),
    ("/cut-off/html", State.UNREACHABLE, "cut off"),
    ("/endless", State.UNREACHABLE, "larger than 2,000,000 bytes"),
    ("/deep", State.UNREACHABLE, "cannot be read"),
    ("/gone/404", State.GONE, "status 404"),
    ("/gone/410", State.GONE, "status 410"),
    ("/forbidden", State.UNREACHABLE, "status 403"),
    ("/no-content", State.UNREACHABLE, "status 204"),
    ("/not-modified-unasked", State.UNREACHABLE, "status 304"),
    ("/pdf", State.UNREACHABLE, "application/pdf"),
    ("/empty", State.UNREACHABLE, "empty"),
    ("/cookie", State.STANDS, ""),
]


@pytest.fixture(scope="module")
def flags(flag: Callable[..., Flag]) -> list[Flag]:
    """For every path one flag with the article's quote, and one whose source was silent."""
    silent = {"judge_verdict": JudgeVerdict.SOURCE_SILENT, "claim": "Each pool is checked every 7 minutes."}
    urls = [f"{HOST}{path}" for path, *_ in CASES]
    return [flag(url, QUOTE) for url in urls] + [flag(url, id=f"silent {url}", **silent) for url in urls]


def run(hostile: Any, flags: list[Flag], new_clock: Any, store: Any) -> Refreshed:
    hostile.reset()
    return refresh(flags, store, Reach(frozenset({"learn.microsoft.com"}), hostile.url), LIMITS, clock=new_clock())


@pytest.fixture(scope="module")
def refreshed(hostile: Any, flags: list[Flag], new_clock: Any, new_store: Any) -> Refreshed:
    return run(hostile, flags, new_clock, new_store())


@pytest.mark.parametrize(("path", "state", "word"), CASES, ids=[path for path, *_ in CASES])
def test_each_misbehaviour_ends_in_the_right_state(refreshed: Refreshed, path: str, state: State, word: str) -> None:
    of_path = {evidence.flag_key: evidence for evidence in refreshed.flags if evidence.url == f"{HOST}{path}"}
    quoted, silent = of_path[f"kb/a.md#{HOST}{path}"], of_path[f"kb/a.md#silent {HOST}{path}"]
    assert quoted.state is state
    assert word in quoted.detail
    withheld = {State.GONE, State.UNREACHABLE}
    assert silent.state is (state if state in withheld else State.STILL_SILENT)


def test_a_moved_page_keeps_the_url_of_the_flag_and_records_the_new_one(refreshed: Refreshed) -> None:
    page = refreshed.pages[f"{HOST}/redirect/moved-for-good"]
    assert page.url == f"{HOST}/redirect/moved-for-good"
    assert page.final_url == f"{HOST}/good"


def test_a_redirect_to_loopback_reaches_nothing_there(hostile: Any, refreshed: Refreshed) -> None:
    assert refreshed.pages[f"{HOST}/redirect/out/loopback"].outcome == "unreachable"
    assert "/secret" not in hostile.counts()["asked"]


def test_the_run_is_repeatable(hostile: Any, flags: list[Flag], new_clock: Any, new_store: Any) -> None:
    """From nothing, twice, on a server that behaves the same: the same evidence, hash by hash."""
    runs = [run(hostile, flags, new_clock, new_store()) for _ in range(2)]
    assert runs[0].flags == runs[1].flags


def test_a_second_run_of_what_finished_changes_nothing_and_says_so(
    hostile: Any, flag: Callable[..., Flag], new_clock: Any, new_store: Any
) -> None:
    store, flags = new_store(), [flag(f"{HOST}/good", QUOTE)]
    first, second = (run(hostile, flags, new_clock, store) for _ in range(2))
    assert not first.is_unchanged
    assert second.is_unchanged


def test_a_store_that_cannot_write_ends_the_run_with_its_own_error(
    hostile: Any, flag: Callable[..., Flag], new_store: Any
) -> None:
    store = new_store()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "journal.jsonl")

    store.keep = full
    with pytest.raises(OSError, match="No space left"):
        refresh([flag(f"{HOST}/good")], store, Reach(frozenset({"learn.microsoft.com"}), hostile.url), LIMITS)
    assert store.index == {}


class TestRests:
    """`Retry-After` and back-off, on a clock that shows what was slept."""

    def test_the_wait_that_the_host_asks_for_is_kept(
        self, hostile: Any, flag: Callable[..., Flag], new_clock: Any, new_store: Any
    ) -> None:
        hostile.reset()
        clock = new_clock()
        reach = Reach(frozenset({"learn.microsoft.com"}), hostile.url)
        done = refresh([flag(f"{HOST}/busy/seconds", QUOTE)], new_store(), reach, LIMITS, clock=clock)
        assert done.flags[0].state is State.STANDS
        assert clock.passed >= 3

    def test_back_off_doubles(self, hostile: Any, flag: Callable[..., Flag], new_clock: Any, new_store: Any) -> None:
        hostile.reset()
        clock = new_clock()
        limits = Limits(attempts=5, first_wait=0.5, longest_wait=3.0)
        reach = Reach(frozenset({"learn.microsoft.com"}), hostile.url)
        refresh([flag(f"{HOST}/broken/always")], new_store(), reach, limits, clock=clock)
        assert clock.slept == [0.5, 1.0, 2.0, 3.0]
        assert hostile.counts()["asked"] == {"/broken/always": 5}

    def test_a_host_that_asks_for_a_day_is_left_alone(
        self, hostile: Any, flag: Callable[..., Flag], new_clock: Any, new_store: Any
    ) -> None:
        """Not asked again in this run, for no other page either; and nothing is taken for gone."""
        hostile.reset()
        urls = [f"{HOST}/busy/for-a-day", *(f"{HOST}/good/{number}" for number in range(20))]
        reach = Reach(frozenset({"learn.microsoft.com"}), hostile.url)
        one_at_a_time = Limits(per_host=1)
        done = refresh([flag(url) for url in urls], new_store(), reach, one_at_a_time, clock=new_clock())
        assert {evidence.state for evidence in done.flags} == {State.UNREACHABLE}
        assert hostile.counts()["asked"] == {"/busy/for-a-day": 1}

    def test_a_host_that_does_not_answer_is_not_asked_for_ever(
        self, hostile: Any, flag: Callable[..., Flag], new_clock: Any, new_store: Any
    ) -> None:
        """Neither a network that is down nor a dead host costs hundreds of time limits."""
        hostile.reset()
        flags = [flag(f"{HOST}/dropped/always/{number}") for number in range(60)]
        reach = Reach(frozenset({"learn.microsoft.com"}), hostile.url)
        limits = Limits(per_host=2, attempts=2, unanswered=5)
        done = refresh(flags, new_store(), reach, limits, clock=new_clock())
        assert {evidence.state for evidence in done.flags} == {State.UNREACHABLE}
        assert 5 <= sum(hostile.counts()["asked"].values()) <= 5 + limits.per_host
        assert "requests in a row without an answer" in done.flags[-1].detail
