"""One run of the apply script: check everything of every file, then write one file after the other, and keep account.

The order is fixed. Lock; read; plan all files; only then the journal is opened and the first file written. An interrupt
is answered between two files. The receipt is written when every rename is on the disk; the journal then goes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from r11 import __version__
from r11.apply.corpus import Corpus, LeftOut
from r11.apply.journal import Journal, Unfinished, read_journal
from r11.apply.plan import FilePlan, left_out, plan_put_back, plan_standing
from r11.apply.receipt import DONE, is_complete, turned, with_earlier_runs
from r11.apply.write import Clock, Interrupts, Watch, Writer, unwatched
from r11.errors import ManifestRefused
from r11.records import RECEIPT_SCHEMA, ApprovedFile, ApprovedManifest, Closure, Receipt, sha256_hex
from r11.storage import read_json, remove_unfinished, write_json
from r11.vocabulary import ReceiptStatus

Planner = Callable[[ApprovedFile, bytes], FilePlan]


@dataclass(frozen=True)
class Leave:
    """What a run may do: the planner decides what a file's bytes mean, be it applying or putting back.

    `left_open`: per flag of a closing that may not be recorded now, why.
    """

    plan: Planner
    left_open: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Run:
    """What is to be done, and where account is kept of it.

    `closures` are those that the receipt records. `prepare` asks who allows the run (it raises ManifestRefused).
    `done` is the status of a file that was written; `name` is the stem of receipt and journal. `clock` gives the time
    in ISO 8601, UTC. `elsewhere` names the corpus where it is not the workspace's, `shard` whose worktree that is.
    """

    manifest: ApprovedManifest
    files: tuple[ApprovedFile, ...]
    closures: tuple[Closure, ...]
    prepare: Callable[[], Leave]
    done: ReceiptStatus
    receipts: Path
    name: str
    clock: Clock
    watch: Watch = unwatched
    durable: bool = True
    elsewhere: str = ""
    shard: str = ""

    @property
    def receipt_file(self) -> Path:
        return self.receipts / f"{self.name}.json"

    @property
    def journal_file(self) -> Path:
        return self.receipts / f"{self.name}.journal"


@dataclass(frozen=True)
class Outcome:
    """What a run came to.

    `receipt_problem`: why there is no receipt though files may have been written; the journal then says which.
    `nothing_new`: what is returned is the receipt that was there before; `not_as_left`: the files that this corpus
    holds as they were before a batch that is complete; `taken_up`: the interrupted run that this one goes on with;
    `left_open`: why closings were not recorded.
    """

    receipt: Receipt
    interrupted: bool = False
    receipt_problem: str = ""
    nothing_new: bool = False
    not_as_left: tuple[str, ...] = ()
    taken_up: Unfinished | None = None
    left_open: tuple[str, ...] = ()

    @property
    def exit_status(self) -> int:
        if self.interrupted:
            return 130
        done = all(file.status in DONE for file in self.receipt.files)
        return 0 if done and not (self.receipt_problem or self.not_as_left or self.left_open) else 1


@dataclass(frozen=True)
class Account:
    """What earlier runs of the same batch left: a receipt with files to do again, the journal of an interrupted run."""

    earlier: Receipt | None
    unfinished: Unfinished | None

    @property
    def failed(self) -> tuple[str, ...]:
        """The files that the last run of the batch could not write."""
        files = self.earlier.files if self.earlier else ()
        return tuple(file.file for file in files if file.status is ReceiptStatus.FAILED)

    @property
    def is_open(self) -> bool:
        """Whether there is something that only going on, or a receipt of what stands, settles."""
        return self.unfinished is not None or bool(self.failed)

    @property
    def started(self) -> str:
        begun = self.unfinished or self.earlier
        return begun.started if begun else ""

    def told(self, journal: Path) -> str:
        if self.unfinished:
            return self.unfinished.told(journal)
        return f"an earlier run of this batch could not write {', '.join(self.failed)}"


def plan_files(
    corpus: Corpus,
    files: Sequence[ApprovedFile],
    plan: Planner,
    *,
    watch: Watch = unwatched,
    interrupts: Interrupts | None = None,
) -> list[FilePlan]:
    """What is to happen to each file. Nothing is written; a file that cannot be read is left out by name.

    Raises KeyboardInterrupt where an interrupt was remembered: nothing is half done yet.
    """
    return [_planned(corpus, file, plan, interrupts) for file in watch(files, "checking")]


def _planned(corpus: Corpus, approved: ApprovedFile, plan: Planner, interrupts: Interrupts | None) -> FilePlan:
    if interrupts:
        raise KeyboardInterrupt
    try:
        return plan(approved, corpus.read(approved.file).data)
    except LeftOut as error:
        return left_out(approved, error.status, error.code, error.detail)


def execute(run: Run, corpus_root: Path) -> Outcome:
    """Do the run, or say that it was done. The caller holds the corpus' lock.

    Raises ManifestRefused where the batch's account belongs to another manifest or another corpus, and whatever
    `run.prepare` raises: then nothing was written, and what an interrupted run had written is on record.
    """
    earlier = read_json(run.receipt_file, Receipt) if run.receipt_file.is_file() else None
    unfinished = read_journal(run.journal_file)
    _demand_same_batch(run, corpus_root, earlier, unfinished)
    with Interrupts().deferred() as interrupts, Corpus(corpus_root, durable=run.durable) as corpus:
        _remove_leftovers(run, corpus, unfinished)
        account = Account(earlier, unfinished)
        if earlier and is_complete(earlier, run.closures):
            run.journal_file.unlink(missing_ok=True)
            return Outcome(earlier, nothing_new=True, not_as_left=_not_as_left(run, corpus))
        leave = _leave(run, corpus, account)
        plans = plan_files(corpus, run.files, leave.plan, watch=run.watch, interrupts=interrupts)
        closures = _closures(run, leave, earlier)
        outcome = _write_and_account(run, corpus, plans, closures, account, interrupts)
        left_open = tuple(leave.left_open[c.flag_key] for c in run.closures if c not in closures)
        return replace(outcome, taken_up=unfinished, left_open=left_open)


def _closures(run: Run, leave: Leave, earlier: Receipt | None) -> tuple[Closure, ...]:
    """Those that may be recorded now, and those that are on record since an earlier run."""
    recorded = set(earlier.closures) if earlier else set()
    return tuple(c for c in run.closures if c in recorded or c.flag_key not in leave.left_open)


def _leave(run: Run, corpus: Corpus, account: Account) -> Leave:
    """What `run.prepare` gives. Where it refuses, a receipt first says what stands of a batch that was not finished:

    it takes the place of an interrupted run's journal, and frees the files that an earlier run could not write.
    """
    try:
        return run.prepare()
    except ManifestRefused as refused:
        if not account.is_open:
            raise
        receipt = _standing(run, corpus, account)
        write_json(run.receipt_file, receipt)
        run.journal_file.unlink(missing_ok=True)
        standing = f"{account.told(run.journal_file)}; {_what_stands(run, receipt)}"
        raise ManifestRefused(refused.source, refused.problems, standing) from refused


def _what_stands(run: Run, receipt: Receipt) -> str:
    count = sum(file.status in DONE for file in receipt.files)
    if run.done is ReceiptStatus.REVERTED:
        return (
            f"{run.receipt_file} now says which {count} of {len(receipt.files)} files are as before the batch: r11 "
            "stamp and r11 commit settle them, and their flags are decided anew"
        )
    return (
        f"{run.receipt_file} now says which {count} of {len(receipt.files)} files hold the batch: r11-apply --reverse "
        f"puts them back, r11 stamp and r11 commit settle them"
    )


def _standing(run: Run, corpus: Corpus, account: Account) -> Receipt:
    """The receipt of a batch that may not be gone on with, by what its files hold. The corpus is only read."""
    puts_back = run.done is ReceiptStatus.REVERTED
    plans = plan_files(corpus, run.files, plan_put_back if puts_back else plan_standing)
    files = [plan.receipt(plan.status or ReceiptStatus.REFUSED, plan.code, plan.detail) for plan in plans]
    files = [turned(file) for file in files] if puts_back else files
    return Receipt(
        schema=RECEIPT_SCHEMA,
        batch=run.manifest.batch,
        manifest_sha256=run.manifest.sha256,
        started=account.started,
        finished=run.clock(),
        tool_version=__version__,
        files=with_earlier_runs(files, account.earlier, account.unfinished),
        closures=account.earlier.closures if account.earlier else (),
        corpus=run.elsewhere,
        shard=run.shard,
    )


def _not_as_left(run: Run, corpus: Corpus) -> tuple[str, ...]:
    """Files that stand as before the batch though it is complete: another worktree, or put back by other means."""

    def is_undone(file: ApprovedFile) -> bool:
        undone = file.sha256_before if run.done is ReceiptStatus.APPLIED else file.sha256_after
        try:
            return sha256_hex(corpus.read(file.file).data) == undone
        except LeftOut:
            return False

    return tuple(file.file for file in run.files if is_undone(file))


def _demand_same_batch(run: Run, corpus: Path, earlier: Receipt | None, unfinished: Unfinished | None) -> None:
    digest = run.manifest.sha256
    problems = []
    if earlier and earlier.manifest_sha256 != digest:
        problems.append(f"{run.receipt_file.name} is the receipt of another manifest of this name")
    if unfinished and unfinished.manifest_sha256 != digest:
        problems.append(f"{run.journal_file.name} belongs to another manifest of this name; finish that one first")
    if unfinished and unfinished.corpus != str(corpus.resolve()):
        problems.append(f"an interrupted run of this batch was on {unfinished.corpus}; finish it there first")
    if problems:
        raise ManifestRefused(run.name, problems)


def _remove_leftovers(run: Run, corpus: Corpus, unfinished: Unfinished | None) -> None:
    """What a killed run may have left: temporary files that its journal names, and an unfinished receipt."""
    remove_unfinished(run.receipt_file)
    for file, temporary in unfinished.temporaries if unfinished else ():
        corpus.remove_leftover(file, temporary)


def _write_and_account(
    run: Run,
    corpus: Corpus,
    plans: Sequence[FilePlan],
    closures: tuple[Closure, ...],
    account: Account,
    interrupts: Interrupts,
) -> Outcome:
    with Journal(run.journal_file, durable=run.durable) as journal:
        started = run.clock()
        writer = Writer(corpus, journal, run.done, run.clock, run.watch)
        files = writer.write_all(run.manifest, plans, interrupts)
        receipt = Receipt(
            schema=RECEIPT_SCHEMA,
            batch=run.manifest.batch,
            manifest_sha256=run.manifest.sha256,
            started=account.unfinished.started if account.unfinished else started,
            finished=None if writer.interrupted else run.clock(),
            tool_version=__version__,
            files=with_earlier_runs(files, account.earlier, account.unfinished),
            closures=closures,
            corpus=run.elsewhere,
            shard=run.shard,
        )
        if writer.interrupted:
            return Outcome(receipt, interrupted=True)
        if writer.unsynced:
            return Outcome(receipt, receipt_problem=writer.unsynced)
        if account.earlier and (account.earlier.files, account.earlier.closures) == (receipt.files, closures):
            run.journal_file.unlink(missing_ok=True)
            return Outcome(account.earlier, nothing_new=True)
        return _keep_receipt(run, receipt)


def _keep_receipt(run: Run, receipt: Receipt) -> Outcome:
    try:
        write_json(run.receipt_file, receipt)
        run.journal_file.unlink(missing_ok=True)
    except OSError as error:
        return Outcome(receipt, receipt_problem=f"{run.receipt_file}: {error.strerror}")
    return Outcome(receipt)
