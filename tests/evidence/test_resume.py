"""What an interrupted or finished run spares the next one, and what it does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from r11.evidence import Limits, Reach, Refreshed, refresh
from r11.records import Flag, Page
from r11.vocabulary import PageOutcome

PAGES = "https://learn.microsoft.com"
ARTICLE = "/good"
NOW = "2026-03-01T11:00:00+00:00"  # an hour before the clock of these tests


def a_page(**more: Any) -> Page:
    return Page(**({"url": PAGES + ARTICLE, "outcome": PageOutcome.FETCHED, "fetched_at": NOW} | more))


@pytest.fixture
def server(hostile: Any) -> Any:
    hostile.reset()
    return hostile


def run(server: Any, flag: Callable[..., Flag], new_clock: Any, store: Any) -> Refreshed:
    reach = Reach(frozenset({"learn.microsoft.com"}), server.url)
    return refresh([flag(PAGES + ARTICLE)], store, reach, Limits(attempts=1), clock=new_clock())


@pytest.mark.parametrize(
    ("entry", "resumed"),
    [
        (a_page(), 1),
        (a_page(outcome=PageOutcome.GONE), 1),
        (a_page(outcome=PageOutcome.UNREACHABLE), 0),
        (a_page(fetched_at="2026-02-28T11:59:00+00:00"), 0),
        (a_page(url=f"{PAGES}/no-longer-cited"), 0),
    ],
    ids=["fetched", "gone", "unreachable is tried again", "more than a day old", "cited no more"],
)
def test_what_an_interrupted_run_spares_the_next(
    server: Any, flag: Callable[..., Flag], new_clock: Any, new_store: Any, entry: Page, resumed: int
) -> None:
    done = run(server, flag, new_clock, new_store(entries=[entry]))
    assert (done.resumed, done.fetched) == (resumed, 1 - resumed)
    assert server.counts()["asked"] == ({} if resumed else {ARTICLE: 1})
    assert list(done.pages) == [PAGES + ARTICLE]


def test_a_text_made_by_another_extractor_is_made_again(
    server: Any, flag: Callable[..., Flag], new_clock: Any, new_store: Any
) -> None:
    store = new_store()
    run(server, flag, new_clock, store)
    page = store.index[PAGES + ARTICLE]
    store.index[page.url] = replace(page, extractor="an older one", etag='"as served"')
    assert run(server, flag, new_clock, store).pages[page.url].outcome is PageOutcome.FETCHED


def test_a_settled_flag_is_passed_over(server: Any, flag: Callable[..., Flag], new_clock: Any, new_store: Any) -> None:
    reach = Reach(frozenset({"learn.microsoft.com"}), server.url)
    settled = flag(PAGES + ARTICLE, closed=True)
    done = refresh([settled], new_store(), reach, Limits(), clock=new_clock())
    assert (dict(done.pages), done.flags, server.counts()["asked"]) == ({}, (), {})
