"""Writing the planned files one after the other, each step on record first. Stops between files, never within one."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Protocol, TypeVar

from r11 import __version__
from r11.apply.corpus import Corpus, LeftOut, temporary_name
from r11.apply.journal import Journal, JournalEntry, Step
from r11.apply.plan import FilePlan
from r11.apply.receipt import turned
from r11.records import ApprovedManifest, FileReceipt
from r11.vocabulary import ReceiptStatus, WriteCode

Clock = Callable[[], str]
T = TypeVar("T")


class Watch(Protocol):
    """Hands on the items one by one, and may show how far that is. `what` says what is done to them."""

    def __call__(self, items: Sequence[T], what: str, /) -> Iterable[T]: ...


def unwatched(items: Sequence[T], what: str, /) -> Iterable[T]:
    """No progress bar."""
    return items


@dataclass
class Interrupts:
    """SIGINT and SIGTERM while files are written: remembered, and asked for between two files."""

    received: list[int] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.received)

    @contextmanager
    def deferred(self) -> Iterator[Interrupts]:
        numbers = (signal.SIGINT, signal.SIGTERM)
        before = [signal.signal(number, self._remember) for number in numbers]
        try:
            yield self
        finally:
            for number, handler in zip(numbers, before, strict=True):
                signal.signal(number, handler)

    def _remember(self, number: int, frame: FrameType | None) -> None:
        self.received.append(number)


@dataclass
class Writer:
    """Writes what is due.

    `stop` says why nothing more is written, `unsynced` why a rename may not outlast a power cut.
    """

    corpus: Corpus
    journal: Journal
    done: ReceiptStatus
    clock: Clock
    watch: Watch = unwatched
    stop: str = ""
    interrupted: bool = False
    unsynced: str = ""

    def write_all(
        self, manifest: ApprovedManifest, plans: Sequence[FilePlan], interrupts: Interrupts
    ) -> list[FileReceipt]:
        """What became of every file, in the order of the plans."""
        if any(plan.is_due for plan in plans):
            self._start(manifest)
        receipts = [self._settled(plan) or self._write(plan, interrupts) for plan in self.watch(plans, "writing")]
        self._sync()
        return [turned(file) for file in receipts] if self._puts_back else receipts

    @property
    def _puts_back(self) -> bool:
        return self.done is ReceiptStatus.REVERTED

    def _start(self, manifest: ApprovedManifest) -> None:
        started = JournalEntry(
            step=Step.STARTED,
            at=self.clock(),
            manifest_sha256=manifest.sha256,
            corpus=str(self.corpus.root.resolve()),
            tool_version=__version__,
        )
        try:
            self.journal.open(started)
        except OSError as error:
            self.stop = self._no_journal(error)

    def _settled(self, plan: FilePlan) -> FileReceipt | None:
        return plan.receipt(plan.status, plan.code, plan.detail) if plan.status else None

    def _write(self, plan: FilePlan, interrupts: Interrupts) -> FileReceipt:
        if interrupts and not self.stop:
            self.interrupted = True
            self.stop = "interrupted"
            self._record(JournalEntry(step=Step.INTERRUPTED, at=self.clock()))
        if self.stop:
            return plan.receipt(ReceiptStatus.FAILED, WriteCode.NOT_REACHED, self.stop)
        return self._replace(plan, temporary_name())

    def _replace(self, plan: FilePlan, temporary: str) -> FileReceipt:
        if not self._record(self._writing(plan, temporary)):
            return plan.receipt(ReceiptStatus.FAILED, WriteCode.NOT_REACHED, self.stop)
        try:
            self.corpus.replace(plan.file, plan.before, plan.after, temporary)
        except LeftOut as error:
            self.corpus.remove_leftover(plan.file, temporary)
            if self.corpus.holds(plan.file, plan.after):  # the rename was made, and something after it failed
                return self._written(plan)
            self._record(JournalEntry(step=Step.LEFT_OUT, file=plan.file, detail=str(error)))
            if error.status is ReceiptStatus.FAILED:
                self.stop = f"stopped after {plan.file}: {error}"
            return plan.receipt(error.status, error.code, error.detail)
        return self._written(plan)

    def _written(self, plan: FilePlan) -> FileReceipt:
        self._record(JournalEntry(step=Step.WRITTEN, file=plan.file))
        return plan.receipt(self.done)

    def _record(self, entry: JournalEntry) -> bool:
        """Whether the step is on record; where not, no further file is begun."""
        try:
            self.journal.record(entry)
        except OSError as error:
            self.stop = self.stop or self._no_journal(error)
            return False
        return True

    def _sync(self) -> None:
        try:
            self.corpus.sync()
        except (OSError, LeftOut) as error:
            self.unsynced = f"a folder could not be synced: {error}"

    def _writing(self, plan: FilePlan, temporary: str) -> JournalEntry:
        before, after = plan.approved.sha256_before, plan.approved.sha256_after
        if self._puts_back:
            before, after = after, before
        return JournalEntry(
            step=Step.WRITING, file=plan.file, sha256_before=before, sha256_after=after, temporary=temporary
        )

    def _no_journal(self, error: OSError) -> str:
        return f"the journal {self.journal.path} cannot be written: {error.strerror}"
