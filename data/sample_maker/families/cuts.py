"""A part of the claim has no support on the page, and the rest stands without it."""

from sample_maker.families.form import Form

# Multi-part claims (R8), numbers on both sides: the number that the page has stays, the unsupported part goes.
WITH_NUMBERS: tuple[Form, ...] = (
    Form(
        "limits",
        "{S} supports {n} {F} per resource« ({u} in the {t1} tier)».",
        "{S} supports {n} {F} per resource.",
        "{S} støtter {n} {Fn} per ressurs« ({u} i nivået {t1})».",
    ),
    Form(
        "limits",
        "Up to {n} {F} can run at the same time«, and another {u} wait in the queue».",
        "Up to {n} {F} can run at the same time.",
        "Inntil {n} {Fn} kan kjøre samtidig«, og ytterligere {u} venter i kø».",
    ),
    Form(
        "limits",
        "The quota of {n} {F} applies per region«; {u} more are granted on request».",
        "The quota of {n} {F} applies per region.",
    ),
    Form(
        "data",
        "Deleted {F} can be recovered for {n} days« (extended to {u} days in {r1})».",
        "Deleted {F} can be recovered for {n} days.",
    ),
    Form(
        "data",
        "Logs of {F} are kept for {n} days«, which costs about {u} MB of storage a day».",
        "Logs of {F} are kept for {n} days.",
        "Logger for {Fn} beholdes i {n} dager«, som krever rundt {u} MB lagring om dagen».",
    ),
    Form(
        "data",
        "A full copy of {F} is made every {n} hours«, and a partial copy every {u} minutes».",
        "A full copy of {F} is made every {n} hours.",
    ),
    Form(
        "operations",
        "A call that lists {F} returns {n} items a page« (previously {u})».",
        "A call that lists {F} returns {n} items a page.",
    ),
    Form(
        "operations",
        "Calls to {F} time out after {n} seconds«, and the client retries {u} times».",
        "Calls to {F} time out after {n} seconds.",
        "Kall mot {Fn} avbrytes etter {n} sekunder«, og klienten prøver {u} ganger til».",
    ),
    Form(
        "versions",
        "{CF} need CLI version 2.{n} or later« (released in {year})».",
        "{CF} need CLI version 2.{n} or later.",
    ),
    Form(
        "security",
        "Tokens for {F} last {n} minutes«, with a grace period of {u} seconds».",
        "Tokens for {F} last {n} minutes.",
    ),
    Form(
        "security",
        "A rule set for {F} holds {n} rules«, including {u} reserved ones».",
        "A rule set for {F} holds {n} rules.",
    ),
    Form(
        "availability",
        "{CF} reach {n} edge locations in {r1}« and {u} in {r2}».",
        "{CF} reach {n} edge locations in {r1}.",
    ),
    Form(
        "limits", "| {CF} per resource | {n}« ({u} for trial accounts)» |", "| {CF} per resource | {n} |", is_row=True
    ),
)

# Multi-part claims (R8) where claim and quote do not both hold a number.
MULTI_PART: tuple[Form, ...] = (
    Form(
        "operations",
        "{CF} can be created in {tool1}, «{tool2},» and the management SDK.",
        "Create {F} in {tool1} and the management SDK.",
        after="{CF} can be created in {tool1} and the management SDK.",
    ),
    Form(
        "versions",
        "Packages for {F} are published for {l1}, «{l2}, »{l3}, and {l4}.",
        "Packages for {F} are published for {l1}, {l3}, and {l4}.",
        "Pakker for {F} finnes for {l1}, «{l2}, »{l3} og {l4}.",
    ),
    Form(
        "security",
        "{CF} are encrypted at rest« (with keys that rotate every {u} days)».",
        "{CF} are encrypted at rest.",
        "{CF} krypteres i hvile« (med nøkler som roteres hver {u}. dag)».",
    ),
    Form(
        "security",
        "Access to {F} is controlled by role assignments«, which are replicated within {u} seconds».",
        "Access to {F} is controlled by role assignments.",
    ),
    Form(
        "security",
        "The {role1} role can read {F}« and export them to a storage account».",
        "The {role1} role can read {F}.",
        "Rollen {role1} kan lese {F}« og eksportere dem til en lagringskonto».",
    ),
    Form(
        "availability",
        "{CF} are available in {r1}, «{r2},» and {r3}.",
        "{CF} are available in {r1} and {r3}.",
        "{CF} er tilgjengelige i {r1}«, {r2}» og {r3}.",
        after="{CF} are available in {r1} and {r3}.",
        norwegian_after="{CF} er tilgjengelige i {r1} og {r3}.",
    ),
    Form(
        "availability",
        "{CF} are zone redundant in {r1}«, with failover in under a minute».",
        "{CF} are zone redundant in {r1}.",
        "{CF} er sonerobuste i {r1}«, med failover på under ett minutt».",
    ),
    Form(
        "operations",
        "Changes to {F} are written to the activity log«; a copy goes to the security team by mail».",
        "Changes to {F} are written to the activity log.",
        "Endringer i {Fn} skrives til aktivitetsloggen«; en kopi går til sikkerhetsteamet på e-post».",
    ),
    Form(
        "operations",
        "An update of {af} is rolled back when it fails«, and the owner is notified by text message».",
        "An update of {af} is rolled back when it fails.",
    ),
    Form(
        "data",
        "Exports of {F} are written as Parquet« (compressed with Zstandard)».",
        "Exports of {F} are written as Parquet.",
        "Eksporter av {Fn} skrives som Parquet« (komprimert med Zstandard)».",
    ),
    Form(
        "data",
        "Snapshots of {F} are stored in the paired region«, where they are verified weekly».",
        "Snapshots of {F} are stored in the paired region.",
    ),
    Form(
        "limits",
        "The limit on {F} is counted per subscription«, including disabled ones».",
        "The limit on {F} is counted per subscription.",
    ),
    Form(
        "limits",
        "Quota for {F} can be raised through a support request« (usually answered within {u} hours)».",
        "Quota for {F} can be raised through a support request.",
        "Kvoten for {Fn} kan økes via en supportsak« (normalt besvart innen {u} timer)».",
    ),
    Form(
        "operations",
        "Metrics for {F} are shown in the portal«, and a weekly digest goes to subscription owners».",
        "Metrics for {F} are shown in the portal.",
        "Måltall for {Fn} vises i portalen«, og et ukentlig sammendrag går til eierne».",
    ),
    Form(
        "versions",
        "The {l1} client for {F} supports asynchronous calls«, such as streaming and bulk upload».",
        "The {l1} client for {F} supports asynchronous calls.",
    ),
    Form("security", "{CF} support private endpoints« via the shared hub network».", "{CF} support private endpoints."),
    Form(
        "data",
        "Metadata of {F} stays in the chosen geography«, which is audited by an outside firm».",
        "Metadata of {F} stays in the chosen geography.",
        "Metadata for {Fn} blir i valgt geografi«, noe et eksternt firma reviderer».",
    ),
    Form(
        "availability",
        "| {CF} | {t1}«, {t2}» | Generally available |",
        "| {CF} | {t1} | Generally available |",
        is_row=True,
    ),
    Form(
        "operations",
        "**Scaling:** {S} adds {F} automatically« and removes them at night».",
        "{S} adds {F} automatically.",
        "**Skalering:** {S} legger til {F} automatisk« og fjerner dem om natten».",
    ),
    Form(
        "operations",
        "Use tags to group {F} by team, environment«, cost center», and owner.",
        "Use tags to group {F} by team, environment, and owner.",
    ),
    Form(
        "security",
        "Sign-in to {S} requires multifactor authentication« — enforced for guests since the spring release».",
        "Sign-in to {S} requires multifactor authentication.",
    ),
    Form(
        "limits",
        "Names of {F} are case-insensitive« (and may hold emoji)».",
        "Names of {F} are case-insensitive.",
        "Navn på {Fn} skiller ikke mellom store og små bokstaver« (og kan inneholde emoji)».",
    ),
    Form(
        "operations",
        "Failed runs of {F} are kept for inspection«, together with a memory dump».",
        "Failed runs of {F} are kept for inspection.",
    ),
    Form(
        "operations",
        "Create {F} with a template«, with a script from the gallery,» or by hand.",
        "Create {F} with a template or by hand.",
    ),
    Form(
        "security",
        "Audit records of {F} hold the caller, the address«, the device,» and the time of the call.",
        "Audit records of {F} hold the caller, the address, and the time of the call.",
        "Revisjonsposter for {Fn} viser hvem som kalte, fra hvilken adresse«, fra hvilken enhet» og når.",
    ),
    Form(
        "security",
        "Keys that protect {F} can be kept in Keystone Vault« or in a hardware module on your own premises».",
        "Keys that protect {F} can be kept in Keystone Vault.",
    ),
    Form(
        "availability",
        "{S} moves {F} to another zone when one fails«; users notice a pause of {u} seconds at most».",
        "{S} moves {F} to another zone when one fails.",
        "{S} flytter {Fn} til en annen sone når én svikter«; brukerne merker høyst {u} sekunders pause».",
    ),
    Form(
        "availability",
        "{CF} in the {t1} tier are covered by a service agreement« (doubled for public bodies)».",
        "{CF} in the {t1} tier are covered by a service agreement.",
    ),
    Form(
        "versions",
        "The CLI extension for {F} is installed on first use«, and it updates itself every {u} days».",
        "The CLI extension for {F} is installed on first use.",
        "CLI-utvidelsen for {Fn} installeres ved første bruk«, og den oppdaterer seg selv hver {u}. dag».",
    ),
    Form(
        "versions",
        "Samples for {F} come in {l1}«, {l2},» and {l3}.",
        "Samples for {F} come in {l1} and {l3}.",
    ),
    Form(
        "data",
        "Old versions of {F} are moved to cool storage«, where reading them takes up to {u} hours».",
        "Old versions of {F} are moved to cool storage.",
        "Eldre versjoner av {Fn} flyttes til kald lagring«, der lesing tar inntil {u} timer».",
    ),
    Form(
        "data",
        "A copy of {F} can be ordered in CSV«, Avro,» or JSON format.",
        "A copy of {F} can be ordered in CSV or JSON format.",
    ),
    Form(
        "limits",
        "Throttled calls to {F} return a wait time« (never longer than {u} seconds)».",
        "Throttled calls to {F} return a wait time.",
        "Strupede kall mot {Fn} svarer med en ventetid« (aldri mer enn {u} sekunder)».",
    ),
    Form(
        "limits",
        "Quota for {F} is shared by all projects of a subscription« — except for those created by partners».",
        "Quota for {F} is shared by all projects of a subscription.",
    ),
)

# Claims of other rules, no number on both sides: a detail too many, or a thing that is no longer there.
PLAIN: tuple[Form, ...] = (
    Form(
        "limits",
        "Each of the {F} can be renamed« up to {u} times».",
        "Each of the {F} can be renamed.",
        "{CF} kan gis nytt navn« inntil {u} ganger».",
    ),
    Form(
        "operations",
        "Moving {F} between resource groups is supported« and takes {u} minutes».",
        "Moving {F} between resource groups is supported.",
    ),
    Form(
        "versions",
        "The template schema for {F} is open source« (MIT license)».",
        "The template schema for {F} is open source.",
    ),
    Form(
        "availability",
        "{CF} can be used in the {t1}«, {old},» and {t2} tiers.",
        "{CF} can be used in the {t1} and {t2} tiers.",
        "{CF} kan brukes i nivåene {t1}«, {old}» og {t2}.",
    ),
    Form(
        "security",
        "Secrets used by {F} belong in Keystone Vault«, never in more than {u} copies».",
        "Secrets used by {F} belong in Keystone Vault.",
    ),
    Form(
        "operations",
        "Alerts on {F} can call a webhook« or start a {old} runbook».",
        "Alerts on {F} can call a webhook.",
        "Varsler om {Fn} kan kalle en webhook« eller starte en {old}-runbook».",
    ),
    Form(
        "data",
        "Regional copies of {F} are read-only« (lag of about {u} seconds)».",
        "Regional copies of {F} are read-only.",
        "Regionale kopier av {Fn} er skrivebeskyttet« (rundt {u} sekunders forsinkelse)».",
    ),
    Form(
        "operations",
        "Bulk changes to {F} run as a background job«, which survives a restart».",
        "Bulk changes to {F} run as a background job.",
    ),
    Form(
        "versions",
        "The {old} client still reads {F}«, and it gets new features every quarter».",
        "The {old} client still reads {F}.",
    ),
    Form(
        "security",
        "Network rules for {F} accept service tags«, {old} tags,» and address ranges.",
        "Network rules for {F} accept service tags and address ranges.",
    ),
    Form("availability", "| {CF} | {r1} | Available«, incl. {old}» |", "| {CF} | {r1} | Available |", is_row=True),
    Form(
        "data",
        "Customer data in {F} is deleted with the resource«, and the deletion is certified».",
        "Customer data in {F} is deleted with the resource.",
        "Kundedata i {Fn} slettes sammen med ressursen«, og slettingen sertifiseres».",
    ),
    Form(
        "security",
        "Rotate the keys of {F} from {tool1}«; the {old} script does it in bulk».",
        "Rotate the keys of {F} from {tool1}.",
    ),
    Form(
        "operations",
        "Every change to {F} is versioned« (the last {u} are shown)».",
        "Every change to {F} is versioned.",
        "Hver endring av {Fn} får en versjon« (de siste {u} vises)».",
    ),
    Form(
        "versions",
        "The {l1} and {l2}« and {old}» packages for {F} share one release cycle.",
        "The {l1} and {l2} packages for {F} share one release cycle.",
    ),
    Form(
        "limits",
        "Unused {F} do not expire«, not even after {u} months».",
        "Unused {F} do not expire.",
        "Ubrukte {Fn} utløper ikke«, ikke engang etter {u} måneder».",
    ),
    Form(
        "availability",
        "Regional outages are shown on the status page of {S}«, usually within {u} minutes».",
        "Regional outages are shown on the status page of {S}.",
    ),
)

# The page no longer has a thing that the claim names; the policy draft lists a general word for it.
ABSENT: tuple[Form, ...] = (
    Form(
        "availability",
        "Resources on the Classic tier keep their {F}.",
        "Resources on tiers that are no longer sold keep their {F}.",
        after="Resources on an earlier tier keep their {F}.",
        reason="The page no longer names the Classic tier.",
        failed_part="the Classic tier",
    ),
    Form(
        "limits",
        "Trial projects on the Starter tier include {F}.",
        "Trial projects include {F}.",
        after="Trial projects on an entry tier include {F}.",
        reason="The Starter tier is not on the page any more.",
        failed_part="the Starter tier",
    ),
    Form(
        "versions",
        "{CF} created with the Legacy client stay readable.",
        "{CF} stay readable, whichever client created them.",
        after="{CF} created with an earlier client stay readable.",
        reason="The page does not mention the Legacy client.",
        failed_part="the Legacy client",
    ),
    Form(
        "operations",
        "Jobs on the Compact runtime cannot use {F}.",
        "Jobs need a current runtime to use {F}.",
        after="Jobs on an earlier runtime cannot use {F}.",
        reason="The page has no Compact runtime.",
        failed_part="the Compact runtime",
    ),
)
