"""A shard from review to merge with probes in the review: what is merged and stamped is as if there had been none."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from divided import NORTH, Divided
from test_freeze_by_shard import decided, freeze, frozen, write  # noqa: F401 - a fixture

from r11.cli import main
from r11.review.answers import Signature, approve
from r11.storage import ProbeFolder, Workspace
from r11.vocabulary import Disposition
from r11.workbench.probed_desk import ProbedDesk

PROTOCOL = """\
[assumed_split]
O1 = 1.0
O2 = 0.0
O3 = 0.0
[thresholds]
o1_share = { at_least = 0.1 }
[look]
items = 5
class_sample_size = 1
[stratum]
files = 15
seed = 3
[capacity]
reviewers = 1
hours_per_day = 1.0
[probes]
share = 0.25
"""


def test_a_merge_brings_nothing_of_a_probe(decided: Divided) -> None:  # noqa: F811
    folder = decided.batch.workspace
    (folder / "protocol").mkdir(exist_ok=True)
    (folder / "protocol" / "protocol.toml").write_text(PROTOCOL)
    approved = approve_everything(Workspace.open(folder))
    probes = ProbeFolder(folder / "6-decisions").read("ReviewerB").seeded.values()
    sources = {probe.source for probe in probes}
    assert probes
    assert sources <= approved
    freeze(decided, "--batch", "n1", "--shard", "north")
    assert not sources & set(frozen(decided, "n1"))
    write(decided, "n1", "north")
    assert decided.r11("commit", "n1", "--shard", "north") == 0
    assert decided.r11("shard", "merge", "north") == 0
    assert main(["stamp", str(decided.batch.receipts / "n1.json")]) == 0
    records = json.loads(decided.ledger.read_bytes())["records"]
    stamped = {f"{f['file']}#{f['id']}" for r in records for f in r["flags"] if f.get("applied")}
    assert stamped == set(frozen(decided, "n1"))
    assert stamped == {key for key in approved - sources if key.partition("#")[0] in NORTH} | already(stamped)
    for probe in probes:
        lines = (decided.batch.corpus / probe.proposal.file).read_text(encoding="utf-8").splitlines()
        assert lines[probe.proposal.line - 1] == probe.proposal.line_before
    merged = decided.git("show", "--name-only", "--format=", "--first-parent", "-m", "HEAD").split()
    assert set(merged) == {f"corpus/{file}" for file in NORTH}


def already(keys: set[str]) -> set[str]:
    """What the first reviewer had approved before: the first flag of each file."""
    return {key for key in keys if not key.endswith("#c9")}


def approve_everything(workspace: Workspace) -> set[str]:
    """The second reviewer approves all that is on their desk, and is told at the end."""
    now = datetime.now(UTC)
    desk = ProbedDesk(workspace, "ReviewerB", "s1", lambda: now)
    keys = [key for key in desk.order({}) if desk.is_open(key)]
    for number, key in enumerate(keys):
        at = (now + timedelta(seconds=number)).isoformat(timespec="milliseconds")
        event = approve(Signature("ReviewerB", "s1", at), desk.seen(key), Disposition.OUTDATED)
        desk.record(event, {key: desk.state(key).version})
    desk.outcome()
    return set(keys)
