"""The files of the sample that hold no drawn text: settings, policy draft, protocol draft, what git leaves out."""

from pathlib import Path

SETTINGS = """\
# Synthetic sample: services, figures and pages are invented. No quality figure may be quoted from it.
corpus = "corpus"
ledger = "1-ledger/ledger.json"
allowed_hosts = ["learn.microsoft.com"]
evidence_max_age_days = 14
pilot_min_fix_targets = 7
idle_cap_seconds = 60
synthetic = true
"""

IGNORED = """\
# What running the program on the sample leaves behind; none of it belongs to the sample.
/2-evidence/
/3-units/
/5-proposals/
/6-decisions/
/7-approved/
/8-receipts/
/9-reports/
/policy/O2.ratified.json
/protocol/protocol.frozen.json
"""

POLICY_DRAFT = Path(__file__).resolve().parents[2] / "r11" / "templates" / "O2.md"
"""The text that `r11 init` writes: the sample's policy is that draft, with pairs for its own invented names."""
GENERALISATIONS = """\
| the Classic tier | an earlier tier | retired, and no longer on the tier page |
| the Starter tier | an entry tier | renamed twice in two years |
| the Legacy client | an earlier client | the page lists supported clients only |
| the Compact runtime | an earlier runtime | no page describes it any more |
"""
_DRAFT = POLICY_DRAFT.read_text(encoding="utf-8")
POLICY = _DRAFT.replace("*Draft.", "*Draft of the synthetic sample.") + GENERALISATIONS

PROTOCOL = """\
# Draft of the synthetic sample. The operator fixes these figures before the first review, then: r11 protocol freeze

# What we expect of all fix targets, before anybody has looked.
[assumed_split]
O1 = 0.20
O2 = 0.30
O3 = 0.50

# Scale only where every line is met: at_least or at_most, and what we assume. Shares are proportions from 0 to 1.
[thresholds]
o1_share             = { at_least = 0.10 }
r8_as_o2_share       = { at_least = 0.25, assumed = 0.40 }
o1_abort_share       = { at_most = 0.60, assumed = 0.40 }
o1_acceptance_share  = { at_least = 0.80, assumed = 0.95 }
o2_acceptance_share  = { at_least = 0.60, assumed = 0.80 }
wrong_edit_share     = { at_most = 0.05, assumed = 0.00 }
judge_mistaken_share = { at_most = 0.15, assumed = 0.05 }
o1_items_per_hour    = { at_least = 120, assumed = 200 }
o2_items_per_hour    = { at_least = 60, assumed = 100 }
o3_items_per_hour    = { at_least = 15, assumed = 30 }
hours_for_rest       = { at_most = 40, assumed = 20 }

# One look, when so many fix targets of the pilot and of the drawn files have been reviewed, among them every one
# of the drawn files.
[look]
items = 240
class_sample_size = 20

# Files of the rest that are drawn at random and reviewed with the pilot: at least 15, better 30.
[stratum]
files = 30
seed = 20261130

# Who reviews, for the calendar.
[capacity]
reviewers = 2
hours_per_day = 3.0

# Of a reviewer's value swaps so many are made faulty on purpose: how often is one approved?
# Without this table there are none.
[probes]
share = 0.05
"""

README = """\
# A synthetic workspace

Everything in this folder is invented: the services do not exist, and every figure, page and sentence was written for
this sample. It has the published shape of a judge pass to the count, so that every stage of the program has something
to do. It says nothing about how well the program works on real text. `data/README.md` explains the records;
`data/make_sample.py` makes the folder anew.
"""

FIXED_FILES: dict[str, bytes] = {
    "r11.toml": SETTINGS.encode(),
    ".gitignore": IGNORED.encode(),
    "README.md": README.encode(),
    "policy/O2.md": POLICY.encode(),
    "protocol/protocol.toml": PROTOCOL.encode(),
}
