"""What a notebook or a command calls: one line per question. Here the pure core meets the disk.

programme = open_programme(workspace)        # ledger, corpus, policy: read once
for flag, proposal in programme.propose():   # what each open flag is now
    ...
"""

from r11.workbench.programme import (
    NOTHING_KNOWN,
    Knowledge,
    Programme,
    load_proposals,
    open_programme,
    read_knowledge,
    read_programme,
    save_proposals,
)

__all__ = [
    "NOTHING_KNOWN",
    "Knowledge",
    "Programme",
    "load_proposals",
    "open_programme",
    "read_knowledge",
    "read_programme",
    "save_proposals",
]
