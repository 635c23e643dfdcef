"""The judge was wrong: the quote supports the claim in other words. The ruling is `correct`, and nothing changes."""

from sample_maker.families.form import Form

NUMBERS: tuple[Form, ...] = (
    Form(
        "data",
        "Deleted {F} can be restored for 2 weeks.",
        "Deleted {F} can be restored for 14 days.",
        reason="The page speaks of 14 days, not of 2 weeks.",
        note="the same span of time",
    ),
    Form(
        "operations",
        "A call to {af} times out after 120 seconds.",
        "A call to {af} times out after 2 minutes.",
        reason="The page has 2 minutes.",
        note="the same span of time",
    ),
    Form(
        "limits",
        "{S} accepts more than {n} {F}.",
        "{S} accepts 1{n} {F}.",
        reason="The exact figure is 1{n}.",
        note="the page's value satisfies the comparison",
    ),
    Form(
        "limits",
        "The limit for {F} is 5000 calls.",
        "The limit for {F} is 5,000 calls.",
        "Grensen er 5000 kall.",
        reason="The page reads 5,000.",
        note="the same number",
    ),
)

MULTI_PART_NUMBERS: tuple[Form, ...] = (
    Form(
        "limits",
        "{CF} can be listed and filtered, at most {n} a page.",
        "List and filter {F}. A page holds up to {n} of them.",
        reason="Filtering is not mentioned together with the page size.",
        failed_part="at most {n} a page",
    ),
    Form(
        "data",
        "Backups of {F} are taken daily and kept for {n} days.",
        "Backups are taken every 24 hours. They are kept for {n} days.",
        reason="The page does not say that backups are taken daily.",
        failed_part="taken daily",
    ),
)

MULTI_PART: tuple[Form, ...] = (
    Form(
        "security",
        "{CF} are encrypted at rest and in transit.",
        "Data in {F} is always encrypted: on disk and on the wire.",
        "{CF} krypteres både i hvile og under overføring.",
        reason="In transit is not mentioned on the page.",
        failed_part="in transit",
    ),
    Form(
        "operations",
        "{CF} can be created and deleted by the {role1} role.",
        "The {role1} role manages the full life cycle of {F}.",
        reason="The page does not name deletion.",
        failed_part="deleted",
    ),
    Form(
        "availability",
        "{CF} run in {r1} and {r2}.",
        "Regions for {F}: {r2}, {r1}.",
        reason="{r1} is not given first on the page.",
        failed_part="{r1}",
    ),
    Form(
        "data",
        "Deleting {af} also deletes its snapshots and logs.",
        "When {af} is deleted, everything stored with it goes: snapshots, logs, and settings.",
        reason="The page lists settings too.",
        failed_part="logs",
    ),
)

PLAIN: tuple[Form, ...] = (
    Form(
        "security",
        "Public access to {F} is disabled by default.",
        "Out of the box, {F} cannot be reached from public networks.",
        "Offentlig tilgang til {Fn} er avslått som standard.",
        reason="The page does not use the word disabled.",
    ),
    Form(
        "operations",
        "{CF} can be restarted from {tool1}.",
        "Use {tool1} to restart {F}.",
        reason="The sentence was not found on the page.",
    ),
    Form(
        "availability",
        "{CF} have left preview.",
        "{CF} are generally available.",
        "{CF} er ute av forhåndsvisning.",
        reason="The page does not mention a preview.",
    ),
    Form(
        "limits",
        "Stopped {F} count toward the quota.",
        "The quota covers all {F}, running or stopped.",
        reason="The page speaks of all, not of stopped ones.",
    ),
    Form(
        "versions",
        "The {l1} client can list {F}.",
        "List, create, and delete {F} with the {l1} client.",
        "{l1}-klienten kan liste {F}.",
        reason="Listing is only one of the operations named.",
    ),
)
