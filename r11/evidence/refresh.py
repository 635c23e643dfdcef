"""Every distinct URL once: fetch, journal, and what each page means for the flags that cite it.

A read-only fan-out. All it writes goes through the store: each page as soon as it is known (so that a run that was
killed goes on where it stood), the index of pages and flags at the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Protocol

from anyio.from_thread import start_blocking_portal

from r11.evidence.body import Limits
from r11.evidence.extract import EXTRACTOR
from r11.evidence.fetch import Answer, Fetcher
from r11.evidence.hosts import Clock, SystemClock
from r11.evidence.safety import Reach
from r11.fixes.freshness import flag_evidence
from r11.records import Flag, FlagEvidence, Page
from r11.text.quotes import PageText
from r11.vocabulary import EvidenceState, PageOutcome

RESUME_WITHIN: Final = timedelta(hours=24)
"""An interrupted run is gone on with for so long; after that its pages are fetched again."""

Progress = Callable[[Page], None]


class EvidenceStore(Protocol):
    """Where a refresh keeps what it found: `2-evidence/`."""

    def pages(self) -> Mapping[str, Page]:
        """The pages of the last finished run, by URL."""

    def flags(self) -> Mapping[str, FlagEvidence]:
        """The flags of the last finished run, by key."""

    def journal(self) -> Sequence[Page]:
        """What an unfinished run has found so far, in order; empty where the last run finished."""

    def text(self, sha256: str) -> str | None:
        """A page text by its hash, None where it is not (or no longer as it was) at hand."""

    def keep(self, page: Page, text: str | None) -> None:
        """Add a page to the journal, after its text is kept."""

    def finish(self, pages: Iterable[Page], flags: Iterable[FlagEvidence], *, complete: bool) -> None:
        """Replace the index at once; after a complete run end the journal, else leave it to go on from."""


@dataclass(frozen=True)
class Refreshed:
    """What a run did. `fetched`: pages asked for in this run; `resumed`: those an interrupted run had already.

    `not_reached`: URLs that the time of the run did not suffice for and that no earlier run had fetched either.
    `is_unchanged`: every flag has the evidence that it had before.
    """

    pages: Mapping[str, Page]
    flags: tuple[FlagEvidence, ...]
    fetched: int
    resumed: int
    not_reached: tuple[str, ...]
    out_of_time: bool
    is_unchanged: bool

    @property
    def unreachable(self) -> tuple[Page, ...]:
        return tuple(page for page in self.pages.values() if page.outcome is PageOutcome.UNREACHABLE)

    def outcomes(self) -> dict[PageOutcome, int]:
        """Pages by outcome, every outcome listed."""
        return {o: sum(page.outcome is o for page in self.pages.values()) for o in PageOutcome}

    def states(self) -> dict[EvidenceState, int]:
        """Flags by state, every state listed."""
        return {state: sum(flag.state is state for flag in self.flags) for state in EvidenceState}


def distinct_urls(flags: Iterable[Flag]) -> tuple[str, ...]:
    """The pages that unsettled flags cite, each once, in the order of the ledger."""
    return tuple(dict.fromkeys(flag.page_url for flag in flags if not flag.is_settled))


def refresh(
    flags: Sequence[Flag],
    store: EvidenceStore,
    reach: Reach,
    limits: Limits | None = None,
    *,
    also: Iterable[str] = (),
    clock: Clock | None = None,
    progress: Progress = lambda _: None,
) -> Refreshed:
    """Refresh the evidence of all unsettled flags. It works from a thread with and without an event loop (a notebook).

    also: pages to fetch beside those that flags cite; they mean nothing for any flag.

    Interrupted (KeyboardInterrupt, kill, OSError of the store), it leaves the last index whole and the journal to go on
    from.
    """
    limits = limits or Limits()
    clock = clock or SystemClock()
    urls = tuple(dict.fromkeys((*distinct_urls(flags), *also)))
    resumed = _resumable(store.journal(), set(urls), clock.now())
    earlier = store.pages()
    before = store.flags()
    judge = _Judge(_by_page(flags), store, before)
    run = _Run(Fetcher(reach, limits, clock), store, earlier, judge, progress, dict(resumed))
    for page in resumed.values():
        progress(page)
    try:
        with start_blocking_portal() as portal:
            in_time = portal.call(run.fetch_all, [url for url in urls if url not in resumed], limits.total_seconds)
    except ExceptionGroup as faults:  # such as a full disk: the first one says it
        raise faults.exceptions[0] from None
    pages = {url: run.found.get(url) or earlier[url] for url in urls if url in run.found or url in earlier}
    records = tuple(record for page in pages.values() for record in run.judged.get(page.url) or judge.judge(page))
    store.finish(pages.values(), records, complete=in_time)
    return Refreshed(
        pages=pages,
        flags=records,
        fetched=len(run.found) - len(resumed),
        resumed=len(resumed),
        not_reached=tuple(url for url in urls if url not in pages),
        out_of_time=not in_time,
        is_unchanged={flag.flag_key: flag.sha256 for flag in records}
        == {key: flag.sha256 for key, flag in before.items()},
    )


def _resumable(journal: Sequence[Page], urls: set[str], now: datetime) -> dict[str, Page]:
    """What an interrupted run found and need not be asked again; a page that it could not reach is tried again."""
    return {
        page.url: page
        for page in journal
        if page.url in urls
        and page.outcome is not PageOutcome.UNREACHABLE
        and now - datetime.fromisoformat(page.fetched_at) <= RESUME_WITHIN
    }


def _by_page(flags: Iterable[Flag]) -> Mapping[str, Sequence[Flag]]:
    """The unsettled flags by the page that they cite."""
    citing: dict[str, list[Flag]] = {}
    for flag in flags:
        if not flag.is_settled:
            citing.setdefault(flag.page_url, []).append(flag)
    return citing


@dataclass(frozen=True)
class _Judge:
    """What a page means for the flags that cite it; its text is read and prepared once for all of them."""

    citing: Mapping[str, Sequence[Flag]]
    store: EvidenceStore
    before: Mapping[str, FlagEvidence]

    def judge(self, page: Page) -> tuple[FlagEvidence, ...]:
        served = self.store.text(page.text_sha256) if page.outcome.has_text and page.text_sha256 else None
        text = PageText.of(served) if served is not None else None
        return tuple(
            flag_evidence(flag, page, text, self.before.get(flag.key)) for flag in self.citing.get(page.url, ())
        )


@dataclass
class _Run:
    """The fan-out of one run; `found` and `judged` fill up as pages come in.

    Texts are extracted, kept and judged in one worker thread, while other pages are waited for: more threads would only
    take the interpreter from the loop that keeps the requests going.
    """

    fetcher: Fetcher
    store: EvidenceStore
    earlier: Mapping[str, Page]
    judge: _Judge
    progress: Progress
    found: dict[str, Page]
    judged: dict[str, tuple[FlagEvidence, ...]] = field(default_factory=dict)

    async def fetch_all(self, urls: Sequence[str], seconds: float) -> bool:
        """Whether the time sufficed for all. The hosts' own limits say how many run at once."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        try:
            async with asyncio.timeout(seconds), self.fetcher, asyncio.TaskGroup() as group:
                for url in urls:
                    group.create_task(self._fetch(url))
        except TimeoutError:
            return False
        return True

    async def _fetch(self, url: str) -> None:
        answer = await self.fetcher.fetch(url, self._comparable(url))
        await asyncio.to_thread(self._settle, url, answer)

    def _settle(self, url: str, answer: Answer) -> None:
        self.store.keep(answer.page, answer.text)
        self.found[url] = answer.page
        self.judged[url] = self.judge.judge(answer.page)
        self.progress(answer.page)

    def _comparable(self, url: str) -> Page | None:
        """The earlier page, where its text is at hand and was made as it would be made now."""
        page = self.earlier.get(url)
        if page is None or page.text_sha256 is None or page.extractor != EXTRACTOR:
            return None
        return page if self.store.text(page.text_sha256) is not None else None
