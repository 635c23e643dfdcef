"""How long the writer takes, beside what one would do without it, in one run and on one disk.

    python tests/benchmarks/bench_apply.py [--files 2000] [--edits 5] [--repeats 3] [--folder DIR]

Peers: a bare loop that writes, syncs and renames the finished bytes of every file, and `git apply` of the same patch,
which checks only that the patch fits and syncs nothing. Every run starts from a fresh copy, the runs take turns, and
each line is the median with the least and the most. At the end: time per file from 100 to 10,000 files.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from difflib import unified_diff
from functools import cached_property, partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "apply"))

from batches import Batch, Change

from r11.apply.command import clock, prepare
from r11.apply.corpus import Corpus
from r11.apply.journal import Journal
from r11.apply.manifest import read_manifest
from r11.apply.plan import FilePlan
from r11.apply.run import plan_files
from r11.apply.write import Interrupts, Writer
from r11.records import ApprovedManifest
from r11.storage import Workspace
from r11.vocabulary import ReceiptStatus

PARAGRAPH = "This part of the page says how the service is set up, and what to look for when it does not start.\n\n"
CHECKING = "r11-apply: every check of every edit"
PROGRAM = "import sys; from r11.apply import main; sys.exit(main())"


def body(edits: int) -> str:
    """A page of about 4 kB with one claim per edit."""
    claims = (f"The limit of part {n} is 30 seconds.\n\n{PARAGRAPH * 6}" for n in range(edits))
    return "# Page\n\n" + "".join(claims)


def programme(root: Path, files: int, edits: int) -> Batch:
    batch = Batch(root)
    text = body(edits)
    lines = [n for n, line in enumerate(text.split("\n"), start=1) if line.startswith("The limit of part")]
    changes = []
    for index in range(files):
        name = f"skills/{index % 40:02d}/page-{index:05d}.md"
        batch.put(name, text.encode())
        changes += [
            Change(name, line, "30", "60", id=f"c{n}", quote=f"The limit of part {n} is 60 seconds.", start=start(n))
            for n, line in enumerate(lines)
        ]
    batch.approve_class(changes)
    return batch


def start(number: int) -> int:
    return len(f"The limit of part {number} is ".encode())


class Bench:
    """One programme, and what is needed to do its batch in each way."""

    def __init__(self, root: Path, files: int, edits: int) -> None:
        self.root = root
        self.template = programme(root / "template", files, edits)
        self.manifest_file = self.template.workspace / "7-approved" / "b1.json"
        self.after = {
            path.relative_to(self.template.corpus): path.read_bytes().replace(b"is 30 seconds", b"is 60 seconds")
            for path in self.template.corpus.rglob("*.md")
        }
        self.patch = root / "batch.patch"
        self.patch.write_text("".join(self._diff(name) for name in sorted(self.after)))

    def _diff(self, name: Path) -> str:
        before = (self.template.corpus / name).read_text().splitlines(keepends=True)
        after = self.after[name].decode().splitlines(keepends=True)
        return "".join(unified_diff(before, after, f"a/{name}", f"b/{name}"))

    def fresh(self) -> Batch:
        shutil.rmtree(self.root / "run", ignore_errors=True)
        shutil.copytree(self.template.root, self.root / "run")
        os.sync()
        return Batch(self.root / "run")

    def check(self, batch: Batch) -> None:
        for name, data in self.after.items():
            assert (batch.corpus / name).read_bytes() == data, name

    # --- the ways -----------------------------------------------------------------------------------------------

    def program(self, batch: Batch) -> float:
        command = [sys.executable, "-c", PROGRAM, str(batch.workspace / "7-approved" / "b1.json")]
        return timed(lambda: run([*command, "--workspace", str(batch.workspace)]))

    def planned(self, batch: Batch) -> tuple[ApprovedManifest, list[FilePlan], float]:
        """Reading, and every check of every file; how long it took."""
        begun = time.perf_counter()
        manifest = read_manifest((batch.workspace / "7-approved" / "b1.json").read_bytes(), "b1")
        allowed = prepare(manifest, Workspace.open(batch.workspace), "b1")
        with Corpus(batch.corpus) as corpus:
            plans = plan_files(corpus, manifest.files, allowed.plan)
        return manifest, plans, time.perf_counter() - begun

    @cached_property
    def plans(self) -> tuple[ApprovedManifest, list[FilePlan], float]:
        """Made once: a plan holds bytes and names, and fits every copy."""
        return self.planned(self.template)

    def checking(self, batch: Batch) -> float:
        return self.planned(batch)[2]

    def writing(self, batch: Batch, *, durable: bool = True) -> float:
        """From the first byte written to the last folder synced, journal and last looks included."""
        manifest, plans, _ = self.plans

        def write() -> None:
            with Corpus(batch.corpus, durable=durable) as corpus, Journal(batch.root / "j", durable=durable) as journal:
                Writer(corpus, journal, ReceiptStatus.APPLIED, clock).write_all(manifest, plans, Interrupts())

        return timed(write)

    def bare(self, batch: Batch, *, durable: bool = True) -> float:
        def write() -> None:
            for name, data in self.after.items():
                path = batch.corpus / name
                temporary = path.with_name(f".{path.name}.tmp")
                with temporary.open("wb") as handle:
                    handle.write(data)
                    handle.flush()
                    if durable:
                        os.fsync(handle.fileno())
                temporary.replace(path)

        return timed(write)

    def git(self, batch: Batch) -> float:
        command = ["git", "-C", str(batch.corpus), "apply", "--whitespace=nowarn", str(self.patch)]
        return timed(lambda: run(command))

    def measure(self, ways: dict[str, Callable[[Batch], float]], repeats: int) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(repeats):
            for name, way in ways.items():
                batch = self.fresh()
                found[name].append(way(batch))
                if name != CHECKING:
                    self.check(batch)
        return found


def timed(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def told(name: str, times: list[float], base: list[float]) -> str:
    """Median, least and most; and the same of the ratio to the bare loop of the same turn."""
    ratios = [mine / theirs for mine, theirs in zip(times, base, strict=True)]
    spread = f"({min(times):7.3f} to {max(times):7.3f})"
    return (
        f"{name:<42} {median(times):7.3f} s {spread}   x {median(ratios):5.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
    )


def compare(bench: Bench, repeats: int) -> None:
    ways: dict[str, Callable[[Batch], float]] = {
        "bare loop: write, fsync, rename": bench.bare,
        "r11-apply: writing": bench.writing,
        "bare loop, no fsync": partial(bench.bare, durable=False),
        "r11-apply: writing, no fsync": partial(bench.writing, durable=False),
        "git apply": bench.git,
        CHECKING: bench.checking,
        "r11-apply: the whole program": bench.program,
    }
    found = bench.measure(ways, repeats)
    base = found["bare loop: write, fsync, rename"]
    for name, times in found.items():
        print(told(name, times, base))


def linear(root: Path, sizes: list[int]) -> None:
    for files in sizes:
        bench = Bench(root / str(files), files, 1)
        checked = bench.checking(bench.fresh())
        written = bench.writing(bench.fresh())
        print(
            f"{files:>6} files   checks {checked:7.3f} s = {checked / files * 1e3:6.3f} ms a file"
            f"   writing {written:7.3f} s = {written / files * 1e3:6.3f} ms a file"
        )
        shutil.rmtree(bench.root)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--edits", type=int, default=5, help="per file")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--sizes", type=int, nargs="*", default=[100, 1000, 10000])
    parser.add_argument("--folder", type=Path, help="where to measure (default: the folder for temporary files)")
    args = parser.parse_args()
    root = Path(tempfile.mkdtemp(prefix="r11-bench-", dir=args.folder))
    try:
        bench = Bench(root / "bench", args.files, args.edits)
        print(f"{args.files * args.edits} edits over {args.files} files, {args.repeats} turns, on {root.parent}")
        compare(bench, args.repeats)
        linear(root, args.sizes)
    finally:
        shutil.rmtree(root)


if __name__ == "__main__":
    main()
