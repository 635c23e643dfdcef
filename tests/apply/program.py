"""The apply script as one calls it, in this process or in a fork, and what must be true of a corpus at every moment."""

from __future__ import annotations

import io
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
from batches import Batch, tree_hash

import r11.apply
import r11.apply.command  # imported here, so that a forked run makes no call for it
from r11.apply.journal import read_journal
from r11.records import ApprovedManifest, Receipt
from r11.vocabulary import ReceiptStatus


@dataclass(frozen=True)
class Ended:
    status: int
    out: str
    err: str


def apply(*arguments: object) -> Ended:
    """Run the script; its exit status and what it printed."""
    with _captured() as (out, err):
        try:
            status = r11.apply.main([str(argument) for argument in arguments])
        except SystemExit as stop:  # argparse
            status = int(stop.code or 0)
        out.flush(), err.flush()
        return Ended(status, _text(out), _text(err))


def _text(stream: io.TextIOWrapper) -> str:
    return stream.buffer.getvalue().decode("utf-8")  # type: ignore[attr-defined]


@contextmanager
def _captured() -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    kept, handler = (sys.stdout, sys.stderr), signal.getsignal(signal.SIGTERM)
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _ in range(2))
    try:
        yield sys.stdout, sys.stderr
    finally:
        sys.stdout, sys.stderr = kept
        signal.signal(signal.SIGTERM, handler)


def write(batch: Batch, name: str = "b1", *more: object) -> Ended:
    return apply(batch.workspace / "7-approved" / f"{name}.json", "--workspace", batch.workspace, *more)


def receipt(batch: Batch, name: str = "b1") -> Receipt:
    return msgspec.json.decode((batch.receipts / f"{name}.json").read_bytes(), type=Receipt)


def statuses(batch: Batch, name: str = "b1") -> dict[str, str]:
    """File → status and code, as the receipt has them."""
    return {file.file: f"{file.status} {file.code}".strip() for file in receipt(batch, name).files}


class Scene:
    """One approved batch, kept as a template: every trial gets a fresh copy of corpus and workspace.

    `before` and `after` are the trees of the corpus as the batch finds and leaves it.
    """

    def __init__(self, template: Batch, *arguments: str, done: ReceiptStatus = ReceiptStatus.APPLIED) -> None:
        self.template = template
        self.arguments = arguments
        self.done = done
        self.name = "b1" if done is ReceiptStatus.APPLIED else "b1.reverted"
        manifest_file = template.workspace / "7-approved" / "b1.json"
        self.manifest = msgspec.json.decode(manifest_file.read_bytes(), type=ApprovedManifest)
        self.before = tree_hash(template.corpus)
        whole = self.fresh(template.root.parent / "whole")
        assert self.run(whole) == 0
        self.after = tree_hash(whole.corpus)
        shutil.rmtree(whole.root)

    def fresh(self, root: Path) -> Batch:
        shutil.copytree(self.template.root, root, symlinks=True)
        return Batch(root)

    def command(self, batch: Batch) -> list[str]:
        return [*(a.replace("ROOT", str(batch.root)) for a in self.arguments), "--workspace", str(batch.workspace)]

    def run(self, batch: Batch) -> int:
        return apply(*self.command(batch)).status

    def main(self, batch: Batch) -> int:
        """The run for a forked child, whose output goes nowhere."""
        return r11.apply.main(self.command(batch))

    def hashes(self, file: str) -> tuple[str, str]:
        return self.before[file], self.after[file]

    def assert_whole(self, batch: Batch) -> None:
        """Each file is wholly before or wholly after, and nothing outside the manifest changed.

        Only the temporary file that the journal names may lie about.
        """
        found = tree_hash(batch.corpus)
        unfinished = read_journal(batch.receipts / f"{self.name}.journal")
        named = unfinished.temporaries if unfinished else ()
        allowed = {str(Path(file).parent / temporary) for file, temporary in named}
        assert found.keys() - allowed == self.before.keys()
        for name in self.before:
            assert found[name] in self.hashes(name), f"{name} is neither before nor after"

    def assert_accounted(self, batch: Batch) -> None:
        """Receipt or journal tell which file is in which state."""
        found = tree_hash(batch.corpus)
        file = batch.receipts / f"{self.name}.json"
        if file.is_file():
            known = msgspec.json.decode(file.read_bytes(), type=Receipt)
            written = {f.file for f in known.files if f.status is self.done}
            in_doubt: frozenset[str] = frozenset()
        else:
            unfinished = read_journal(batch.receipts / f"{self.name}.journal")
            written = set(unfinished.written) if unfinished else set()
            in_doubt = unfinished.in_doubt if unfinished else frozenset()
        for approved in self.manifest.files:
            before, after = self.hashes(approved.file)
            if approved.file in written:
                assert found[approved.file] == after
            elif approved.file not in in_doubt:
                assert found[approved.file] == before

    def assert_finished(self, batch: Batch) -> None:
        """A second run finished the rest; a third changes nothing."""
        assert tree_hash(batch.corpus) == self.after
        assert {f.status for f in receipt(batch, self.name).files} <= {self.done, ReceiptStatus.ALREADY_APPLIED}
        assert sorted(p.name for p in batch.receipts.iterdir() if self.name in p.name) == [f"{self.name}.json"]
        everything = tree_hash(batch.root)
        assert self.run(batch) == 0
        assert tree_hash(batch.root) == everything
