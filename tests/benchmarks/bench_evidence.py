"""How long a refresh of the 540 sample pages takes at 200 ms latency, beside `curl --parallel` in the same run.

    python tests/benchmarks/bench_evidence.py [--latency 0.2] [--per-host 8]

Prints, for both: seconds, the ratio to what the limit per host allows (pages x latency / limit), and the most requests
that the server saw open at once. The exit status is 1 where the refresh takes more than 1.2 times what the limit
allows, or the limit was passed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from r11.evidence import Limits, Reach, distinct_urls, refresh
from r11.ledger.manifest import read_ledger
from r11.storage import EvidenceFolder

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "data" / "sample"
SERVER = ROOT / "tests" / "evidence" / "hostile_server.py"
RATIO_AT_MOST = 1.2


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--latency", type=float, default=0.2, metavar="SECONDS")
    parser.add_argument("--per-host", type=int, default=8, metavar="N")
    args = parser.parse_args()
    options = ["--pages", str(SAMPLE / "pages"), "--latency", str(args.latency)]
    process = subprocess.Popen([sys.executable, str(SERVER), *options], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        server = httpx.URL(f"http://127.0.0.1:{int(process.stdout.readline())}")
        return compare(server, args.latency, args.per_host)
    finally:
        process.kill()


def compare(server: httpx.URL, latency: float, per_host: int) -> int:
    flags = read_ledger((SAMPLE / "1-ledger" / "ledger.json").read_bytes()).flags
    urls = distinct_urls(flags)
    bound = len(urls) * latency / per_host
    print(f"{len(urls)} pages, {latency} s latency, {per_host} at once: the limit allows {bound:.1f} s")
    with tempfile.TemporaryDirectory() as folder:
        reach = Reach(frozenset({"learn.microsoft.com"}), server)
        store = EvidenceFolder(Path(folder) / "2-evidence")
        ours = timed("r11 refresh", server, bound, lambda: refresh(flags, store, reach, Limits(per_host=per_host)))
        lines = "".join(f'url = "{server.join(urlsplit(url).path)}"\noutput = "/dev/null"\n' for url in urls)
        config = Path(folder) / "curl.txt"
        config.write_text(lines, encoding="utf-8")
        command = [
            "curl",
            "--no-progress-meter",
            "--parallel",
            "--parallel-max",
            str(per_host),
            "--config",
            str(config),
        ]
        timed("curl --parallel", server, bound, lambda: subprocess.run(command, check=True))
    return int(ours[0] > RATIO_AT_MOST or ours[1] > per_host)


def timed(name: str, server: httpx.URL, bound: float, run: Callable[[], object]) -> tuple[float, int]:
    """Ratio to the bound, and the most requests open at once."""
    asked(server, "/reset")
    started = time.monotonic()
    run()
    seconds = time.monotonic() - started
    counts = json.loads(asked(server, "/counts"))
    total, most = sum(counts["asked"].values()), int(counts["most_open"])
    print(f"{name:<16} {seconds:6.2f} s  {seconds / bound:.3f} of the bound  {total} requests, {most} at once at most")
    return seconds / bound, most


def asked(server: httpx.URL, path: str) -> str:
    with httpx.Client(trust_env=False) as client:
        return client.get(server.join(path)).text


if __name__ == "__main__":
    sys.exit(main())
