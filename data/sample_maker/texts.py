"""The files of the sample that hold no drawn text: settings, policy draft, protocol draft, what git leaves out."""

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

POLICY = """\
# O2: what a subtraction may do

*Draft of the synthetic sample. Not ratified: until an operator ratifies this text, every subtraction is a rewrite.*

A subtraction removes or generalises what the cited page does not support. It never says anything new.

## A subtraction may

- delete a parenthesis, a list item, a trailing clause or a fragment of a table cell that the page does not support, if
  the rest of the sentence stands without it;
- delete a whole bullet or sentence where the page is silent on all of it and nothing else in the file refers to it;
- name a retired tier, model or service by its kind, where the table below lists the pair.

## A subtraction may not

- delete a negation, a condition, an exception, or words such as *only*, *up to* and *preview*: the sentence would then
  say more than before;
- touch a heading, a code block, front matter, a link target or a price;
- leave a value standing that the page contradicts.

## Who confirms

The operator ratifies this text once: for flags that the page contradicts (`not_grounded`), for flags on which it is
silent (`source_silent`), or for both. A reviewer then confirms every list of subtractions before a file changes.

## Generalisations

| from | to | why |
| --- | --- | --- |
| the Classic tier | an earlier tier | retired, and no longer on the tier page |
| the Starter tier | an entry tier | renamed twice in two years |
| the Legacy client | an earlier client | the page lists supported clients only |
| the Compact runtime | an earlier runtime | no page describes it any more |

## What it costs

The knowledge base says less. That is accepted: a general statement that is true serves readers better than an exact one
that is not.
"""

PROTOCOL = """\
# Draft of the synthetic sample. The operator fixes these figures before the first review and freezes them.

# What we expect of all fix targets, before anybody has looked.
[assumed_split]
O1 = 0.20
O2 = 0.30
O3 = 0.50

# Scale only where each line is met.
[thresholds]
min_o1_share = 0.10
min_r8_as_o2_share = 0.25
max_o1_abort_share = 0.50
max_wrong_edit_share = 0.01
max_judge_mistaken_share = 0.10
min_items_per_hour_O1 = 120.0
min_items_per_hour_O2 = 60.0
min_items_per_hour_O3 = 15.0

# One look, when so many items have been reviewed.
[look]
items = 178
class_sample_size = 20

# Files beside the pilot that are drawn at random.
[stratum]
files = 15
seed = 20261130
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
