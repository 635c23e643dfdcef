"""The tables of value swaps: sentences that must be refused, each with its code, and sentences that must be repaired.

English and Norwegian side by side, in the tone of product documentation. The code of a row must be among the aborts.
"""

from __future__ import annotations

from dataclasses import dataclass

import swap_scopes

from r11.vocabulary import AbortCode as C


@dataclass(frozen=True)
class Refusal:
    """A claim and a quote that no swap may touch, and the code that must be among the reasons."""

    code: C
    why: str
    claim: str
    quote: str
    reason: str = ""
    norwegian: bool = False


@dataclass(frozen=True)
class Repair:
    """A claim, the quote that contradicts it in one value, and the claim after the swap."""

    why: str
    claim: str
    quote: str
    after: str
    reason: str = ""
    section: str = ""


# nothing to swap
NOTHING_TO_SWAP = (
    Refusal(C.NO_QUOTE, "white space is no quote", "Sessions last 30 minutes.", "  \n "),
    Refusal(C.NO_VALUE, "claim without a value", "Snapshots are encrypted at rest.", "Snapshots keep 3 copies."),
    Refusal(C.NO_VALUE, "påstand uten verdi", "Øyeblikksbilder er kryptert.", "Snapshots keep 3 copies."),
    Refusal(C.ALL_VALUES_IN_QUOTE, "the value stands", "Sessions last 30 minutes.", "A session can last 30 minutes."),
    Refusal(C.ALL_VALUES_IN_QUOTE, "ten is 10", "Ten nodes are allowed.", "The cluster allows 10 nodes."),
    Refusal(C.ALL_VALUES_IN_QUOTE, "60 seconds are a minute", "The timeout is 60 seconds.", "The timeout is 1 minute."),
    Refusal(C.ALL_VALUES_IN_QUOTE, "1K is 1,000", "The queue holds 1K messages.", "The queue holds 1,000 messages."),
    Refusal(C.ALL_VALUES_IN_QUOTE, "a month within a date", "Support ends in May.", "Support ends on May 4, 2027."),
    Refusal(C.ALL_VALUES_IN_QUOTE, "tre er 3", "Hver region har tre soner.", "Each region has 3 zones."),
    Refusal(C.NAME_VALUE, "another model", "It runs on ada-2 by default.", "It runs on ada-3 by default."),
    Refusal(C.NAME_VALUE, "en annen status", "Tjenesten er i preview.", "The service is generally available."),
    Refusal(C.MULTI_UNSUPPORTED, "two wrong values", "Keep 5 backups for 10 days.", "Keep 7 backups for 14 days."),
    Refusal(C.MULTI_UNSUPPORTED, "to gale verdier", "Det er 5 noder og 20 disker.", "There are 6 nodes and 30 disks."),
    Refusal(C.NO_SAME_TYPE, "no number in the quote", "Indexes hold 40 fields.", "Indexes hold fields."),
    Refusal(C.NO_SAME_TYPE, "only a duration", "Files are limited to 40 MB.", "Files are kept for 30 days."),
    Refusal(C.NO_SAME_TYPE, "bare en dato", "Køen tar 40 meldinger.", "The queue was added on May 4, 2025."),
    Refusal(
        C.HELD_ALREADY,
        "the one value is the other's",
        "Keys expire after 90 days and are purged after 30 days.",
        "Keys are purged after 30 days.",
    ),
    Refusal(
        C.HELD_ALREADY,
        "den ene verdien er den andres",
        "Nøkler utløper etter 90 dager og slettes etter 30 dager.",
        "Keys are deleted after 30 days.",
    ),
)

# the judge's reason
JUDGES_REASON = (
    Refusal(
        C.REASON_OTHER_VALUE,
        "the reason names the other value",
        "Pools of 8 nodes restart after 20 minutes.",
        "Pools of 8 nodes restart after 45 minutes.",
        reason="The pool size of 8 is not what the page says.",
    ),
    Refusal(
        C.REASON_OTHER_VALUE,
        "begrunnelsen nevner den andre verdien",
        "Grupper på 8 noder starter etter 20 minutter.",
        "Groups of 8 nodes start after 45 minutes.",
        reason="Kilden nevner ikke 8 noder.",
    ),
    Refusal(
        C.REASON_OTHER_NEW,
        "the reason names another value of the quote",
        "The hub holds 50 devices in one zone.",
        "The hub holds 80 devices in one zone. A shard holds 90 devices.",
        reason="The page says 90.",
    ),
)

# kinds
KINDS = (
    Refusal(C.CURRENCY, "an amount", "The plan is $5 a month.", "The plan is $7 a month."),
    Refusal(C.CURRENCY, "et beløp", "Planen er på 50 kr i måneden.", "Planen er på 70 kr i måneden."),
    Refusal(C.NUMERAL_FORM, "spaces as group marks", "The hub takes 10 000 devices.", "The hub takes 20 000 devices."),
    Refusal(C.NUMERAL_FORM, "decimal comma", "Grensen er 1,5 GB per fil.", "Grensen er 2,5 GB per fil."),
    Refusal(C.NUMERAL_FORM, "a fraction", "Take 3/4 of the quota.", "Take 4/5 of the quota."),
    Refusal(
        C.NUMERAL_FORM, "an address", "The resolver is 10.0.0.4 by default.", "The resolver is 10.0.0.9 by default."
    ),
    Refusal(C.NUMERAL_FORM, "a range", "Startup takes 5-10 minutes.", "Startup usually needs 15-20 minutes."),
    Refusal(C.NUMERAL_FORM, "a list of ports", "Open ports 80,8080 outbound.", "Open ports 443,8443 outbound."),
    Refusal(C.NO_SAME_TYPE, "a group of a template", "Files grow up to 2 GB.", r"Files grow up to \1 GB."),
    Refusal(C.NO_SAME_TYPE, "a character reference", "The form takes 40 marks.", "The form takes marks such as &#64;."),
)

# bounds
BOUNDS = (
    Refusal(
        C.COMPARATOR_MISMATCH,
        "at most against at least",
        "Use up to 5 keys per vault.",
        "Use at least 9 keys per vault.",
    ),
    Refusal(
        C.COMPARATOR_MISMATCH, "exact against more than", "The API has 80 verbs.", "The API has more than 90 verbs."
    ),
    Refusal(C.COMPARATOR_MISMATCH, "by is not to", "Usage grew by 15% in March.", "Usage grew to 20% in March."),
    Refusal(C.COMPARATOR_MISMATCH, "another", "The add-on gives 100 seats.", "The add-on gives another 200 seats."),
    Refusal(C.COMPARATOR_MISMATCH, "the last", "The log shows 20 runs.", "The log shows the last 50 runs."),
    Refusal(
        C.COMPARATOR_MISMATCH, "requires or later", "The module needs Ruby 3.1.", "The module needs Ruby 3.3 or later."
    ),
    Refusal(
        C.COMPARATOR_MISMATCH, "inntil mot minst", "Bruk inntil 5 nøkler per hvelv.", "Use at least 9 keys per vault."
    ),
    Refusal(C.COMPARATOR_MISMATCH, "before against on", "Migrate before May 4, 2027.", "Migrate on June 9, 2027."),
    Refusal(
        C.COMPARATOR_SATISFIED,
        "more than 50 is more than 40",
        "The gallery lists more than 40 connectors.",
        "The gallery lists more than 50 connectors.",
    ),
    Refusal(
        C.COMPARATOR_SATISFIED,
        "mer enn 50 er mer enn 40",
        "Galleriet viser mer enn 40 apps.",
        "The gallery shows more than 50 apps.",
    ),
    Refusal(C.COMPARATOR_MISMATCH, "41 is more than 40", "More than 40 regions exist.", "41 regions exist."),
    Refusal(C.VAGUE_BOUND, "about", "Setup takes about 10 minutes.", "Setup takes about 25 minutes."),
    Refusal(C.VAGUE_BOUND, "omtrent", "Oppsettet tar omtrent 10 minutter.", "The setup takes about 25 minutes."),
    Refusal(C.VAGUE_BOUND, "as of", "As of May 2025 zones are ready.", "Zones are ready as of June 2025."),
    Refusal(C.ROUNDING, "rounded", "The index holds 3.4 million rows.", "The index holds 3.41 million rows."),
    Refusal(C.ROUNDING, "avrundet", "Indeksen har 3 millioner rader.", "The index has 2.9 million rows."),
    Refusal(
        C.ROUNDING, "a version, less exact", "The hub runs on Ruby 3.10 today.", "The hub runs on Ruby 3.10.4 today."
    ),
    Refusal(
        C.ROUNDING,
        "the rest is zeros",
        "Install agent version 2.62 or later on the hub.",
        "Install agent version 2.62.0 or later on the hub.",
    ),
    Refusal(
        C.COMPARATOR_MISMATCH,
        "the bound of another value",
        "A pool starts at least 3 nodes and waits 40 seconds.",
        "A pool starts up to 3 nodes and waits 60 seconds.",
    ),
    Refusal(
        C.COMPARATOR_MISMATCH,
        "grensen for en annen verdi",
        "En gruppe starter minst 3 noder og venter i 40 sekunder.",
        "En gruppe starter inntil 3 noder og venter i 60 sekunder.",
    ),
)

# what is measured
MEASURES = (
    Refusal(C.UNIT_CONFLICT, "another unit of the dimension", "The lease is 5 minutes.", "The lease is 40 seconds."),
    Refusal(C.UNIT_CONFLICT, "enhet bare på én side", "Køen er på 20 meldinger.", "The queue is 30 MB."),
    Refusal(C.UNIT_CONFLICT, "annen enhet", "Leien varer i 5 minutter.", "The lease is 40 seconds."),
    Refusal(C.RATE_CONFLICT, "per minute, per day", "It allows 50 calls per minute.", "It allows 900 calls per day."),
    Refusal(C.RATE_CONFLICT, "per minutt, per dag", "Den tåler 50 kall per minutt.", "It allows 900 calls per day."),
    Refusal(C.ROLE_CONFLICT, "default or not", "The default batch is 50 rows.", "The batch is 80 rows."),
    Refusal(C.ROLE_CONFLICT, "anbefalt eller ikke", "Anbefalt partistørrelse er 50 rader.", "The batch is 80 rows."),
    Refusal(
        C.LABEL_CONFLICT, "another product's number", "Install Node 18 on the host.", "Install Python 3 on the host."
    ),
    Refusal(
        C.LABEL_CONFLICT, "et annet produkts tall", "Installer Node 18 på serveren.", "Install Python 3 on the server."
    ),
    Refusal(C.HEAD_MISMATCH, "another noun", "Each vault holds 40 keys.", "Each vault holds secrets in 60 folders."),
    Refusal(C.HEAD_MISMATCH, "et annet substantiv", "Hvert prosjekt har 40 brukere.", "Each project has 60 tables."),
    Refusal(C.MODIFIER, "a narrower kind", "The vault holds 40 keys.", "The vault holds 60 expired keys."),
    Refusal(
        C.MODIFIER,
        "four words before the noun",
        "The two core types are shown.",
        "The three core abstract base types are shown.",
    ),
    Refusal(
        C.MODIFIER,
        "the claim counts what a name makes narrower",
        "Each set takes 50 Contoso files as its sources.",
        "Each set takes 20 files as its sources.",
    ),
    Refusal(
        C.LABEL_CONFLICT,
        "a name that opens its sentence",
        "Fabrikam version 1.22 or later.",
        "The relay needs Contoso CLI version 2.42 or later.",
    ),
    Refusal(
        C.LABEL_CONFLICT,
        "a longer name",
        "The guide needs Contoso CLI version 2.35 or later.",
        "The guide needs Contoso Edge CLI version 1.5 or later.",
    ),
    Refusal(
        C.LABEL_CONFLICT,
        "et lengre navn",
        "Veilederen krever Contoso CLI versjon 2.35 eller nyere.",
        "Veilederen krever Contoso Edge CLI versjon 1.5 eller nyere.",
    ),
    Refusal(
        C.LABEL_CONFLICT,
        "the number of a name",
        "Contoso desks have two license options.",
        "Desks need Contoso 365 or other license options.",
    ),
    Refusal(
        C.LABEL_CONFLICT,
        "the version of a component that the quote does not name",
        "The driver package must be 9.3 or later on the hub.",
        "The hub must be 9.5 or later on the site.",
    ),
)

# of whom it is said
SUBJECTS = (
    Refusal(C.OPPOSITES, "upload, download", "The upload cap is 100 MB.", "The download cap is 200 MB."),
    Refusal(C.OPPOSITES, "innkommende, utgående", "Innkommende port er 443.", "The outgoing port is 8443."),
    Refusal(C.ENTITY_CONFLICT, "another tier", "The Bronze tier allows 10 jobs.", "The Silver tier allows 20 jobs."),
    Refusal(
        C.ENTITY_CONFLICT, "another model", "The ada-2 model reads 8K tokens.", "The ada-3 model reads 32K tokens."
    ),
    Refusal(
        C.ENTITY_CONFLICT, "et annet nivå", "Nivået Bronze tillater 10 jobber.", "The level Silver allows 20 jobs."
    ),
    Refusal(
        C.SUBJECT_ABSENT,
        "another subject",
        "Expired certificates produce error 40 in logs.",
        "Broken tunnels produce error 45 in logs.",
    ),
    Refusal(
        C.EVENT_ABSENT,
        "another event",
        "Contoso Sync was renamed on May 4, 2024.",
        "Contoso Sync was audited on June 9, 2023.",
    ),
    Refusal(
        C.EVENT_ABSENT,
        "en annen hendelse",
        "Contoso Sync slutter 4. april 2024.",
        "Contoso Sync was announced on 9. april 2023.",
    ),
    Refusal(C.SUBJECT_NUMBER, "number of the name", "Fabrikam 11 runs jobs.", "Fabrikam 12 runs jobs."),
    Refusal(C.SUBJECT_NUMBER, "nummeret er navnet", "Fabrikam 11 støttes.", "Fabrikam 12 is supported."),
    Refusal(
        C.LIST_NUMBER, "number of the step", "1.4 Contoso validates the token.", "1.5 Contoso validates the token."
    ),
    Refusal(
        C.SUBJECT_ABSENT,
        "et annet subjekt",
        "Utløpte sertifikater gir feil 40 i loggen.",
        "Ødelagte tunneler gir feil 45 i loggen.",
    ),
    Refusal(C.LIST_NUMBER, "nummeret på trinnet", "1.4 Contoso sjekker tokenet.", "1.5 Contoso sjekker tokenet."),
    Refusal(C.ENTITY_CONFLICT, "en annen modell", "Modellen ada-2 leser 8K ord.", "Modellen ada-3 leser 32K ord."),
    Refusal(
        C.EVENT_ABSENT,
        "the date opens another event",
        "From May 4, 2028 the old images of the relay are gone, and scaling fails.",
        "Starting on June 9, 2028, the relay no longer supports old pools.",
    ),
    Refusal(C.CONTRASTED_WORD, "out is not in", "Scaling out takes 5 minutes.", "Scaling in takes 20 minutes."),
    Refusal(C.CONTRASTED_WORD, "ut er ikke inn", "Å logge ut tar 5 sekunder.", "Å logge inn tar 20 sekunder."),
    Refusal(
        C.CONTRASTED_WORD,
        "without is not with one",
        "Queues without filters are read every 30 minutes.",
        "Queues with any filters are read every 60 minutes.",
    ),
    Refusal(
        C.CONTRASTED_WORD,
        "a status in the place of a word",
        "The test build appears 14 days before the release.",
        "The preview build appears 7 days before the release.",
    ),
    Refusal(
        C.OPPOSITES,
        "one word turned, though each sentence has both",
        "Hubs made before May 2019 have keys that end after 2 years.",
        "Hubs made after May 2019 have keys that end after 30 years.",
    ),
    Refusal(
        C.OPPOSITES,
        "et ord er snudd, enda begge setninger har begge",
        "Huber fra før mai 2019 har nøkler som slutter etter 2 år.",
        "Huber fra etter mai 2019 har nøkler som slutter etter 30 år.",
    ),
    Refusal(
        C.ENTITY_CONFLICT,
        "each names what the other does not know",
        "Pools on the Tailspin grid restart within 20 minutes.",
        "Pools restart within 45 minutes when the Litware grid fails.",
    ),
    Refusal(
        C.ENTITY_CONFLICT,
        "each has its own identifier",
        "- `ada-2-mini` (version: `2025-08-07`)",
        "- `zeta-image-1.5` (version: `2025-12-16`)",
    ),
    Refusal(
        C.ENTITY_CONFLICT,
        "hver nevner sitt",
        "Grupper på Tailspin starter innen 20 minutter.",
        "Grupper starter innen 45 minutter når Litware feiler.",
    ),
    Refusal(
        C.SUBJECT_ABSENT,
        "the purpose is another",
        "To scope the crawler, use schema version 1.3 or later of the manifest.",
        "You must use schema version 1.6 or later of the manifest for meetings.",
    ),
    Refusal(
        C.SUBJECT_ABSENT,
        "the sentence opens with another subject",
        "Vaults keep deleted keys for 30 days.",
        "Managed pools keep deleted keys for 90 days.",
    ),
    Refusal(
        C.LIST_NUMBER,
        "the number of a row",
        "| 1.1.7 | Set the file owner to root | yes |",
        "| 1.1.9 | Set the file owner to root | yes |",
    ),
    Refusal(
        C.LIST_NUMBER,
        "nummeret på en rad",
        "| 1.1.7 | Sett eieren av filen til root | ja |",
        "| 1.1.9 | Sett eieren av filen til root | ja |",
        norwegian=True,
    ),
    Refusal(
        C.EVENT_ABSENT,
        "the date opens, and its noun is another",
        "May 2023 pilot build can be installed.",
        "May 2024 nightly build can be installed.",
    ),
)

# what else is said
SENTENCES = (
    Refusal(C.NEGATION, "negated once", "Jobs don't retry for 10 days.", "Jobs retry for 12 days."),
    Refusal(C.NEGATION, "nektet én gang", "Jobber kjører ikke i 10 dager.", "Jobs run in 12 days."),
    Refusal(
        C.NEGATION,
        "negated far from the value",
        "With 8 nodes the relay can't read the logs of its peers.",
        "With 12 nodes the relay can read the logs of its peers.",
    ),
    Refusal(
        C.NEGATION,
        "nektet langt fra verdien",
        "Med 8 noder kan releet ikke lese loggene til de andre.",
        "Med 12 noder kan releet lese loggene til de andre.",
    ),
    Refusal(C.RESTRICTOR, "only", "Only pools of 8 nodes scale.", "Pools of 12 nodes scale."),
    Refusal(C.RESTRICTOR, "kun", "Kun grupper på 8 noder kjører.", "Groups of 12 nodes run."),
    Refusal(C.NARROWER, "one tier only", "The hub allows 100 jobs.", "The hub allows 300 jobs in the gold tier."),
    Refusal(C.NARROWER, "a condition", "The hub allows 100 jobs.", "The hub allows 300 jobs if zones are on."),
    Refusal(
        C.NARROWER,
        "the quote supposes its value",
        "The relay needs agent version 2.67 on the host.",
        "Update the relay if you have agent version 2.62 on the host.",
    ),
    Refusal(
        C.CONTRASTED_WORD,
        "another noun in the same place",
        "The retention of logs is 30 days.",
        "The retention of metrics is 93 days.",
    ),
    Refusal(C.CONTRASTED_WORD, "another verb", "Up to 20 guests can edit.", "Up to 100 guests can watch."),
    Refusal(
        C.CONTRASTED_WORD,
        "et annet substantiv, på tvers av språk",
        "Tjenesten lagrer logger i 30 dager.",
        "Backups are stored for 90 days.",
    ),
    Refusal(
        C.RESIDUAL,
        "a one of the claim is wrong too",
        "Data is copied 3 times in one zone.",
        "Data is copied 6 times in two zones.",
    ),
    Refusal(C.HEAD_MISMATCH, "rules are no addresses", "A hub has 40 IP access rules.", "A hub has 60 IP addresses."),
    Refusal(
        C.LABEL_CONFLICT,
        "the CLI is not its extension",
        "Install the Fabrikam CLI version 2.61.0 or later.",
        "Install the Fabrikam CLI extension version 1.5.0 or later.",
    ),
    Refusal(
        C.HEAD_MISMATCH,
        "another row label",
        "Keys for the vault are limited to 20.",
        "| Maximum folders of the vault for keys | 90 |",
    ),
    Refusal(
        C.COMPARATOR_STRICT,
        "more than is a claim of its own",
        "The club has more than 90 members in town.",
        "Members in town number more than 80.",
    ),
    Refusal(
        C.COMPARATOR_STRICT,
        "mer enn er en egen påstand",
        "Klubben har mer enn 90 medlemmer.",
        "The club has more than 80 members.",
    ),
    Refusal(
        C.STATUS_CONFLICT,
        "the preview is over",
        "Zone copies (preview) need version 2.4.0 or later.",
        "Zone copies need version 3.1.0 or later.",
    ),
    Refusal(C.EXAMPLE, "an example", "Set the label tier to 4.", "Set the label tier to a number (for example, 7)."),
    Refusal(
        C.EXAMPLE,
        "the sentence is about an example",
        "The task deletes images that are 7 days old.",
        "This example deletes images that are 2 days old.",
    ),
    Refusal(C.HISTORICAL, "the past", "The hub accepts 50 devices.", "The hub previously accepts 80 devices."),
    Refusal(C.HISTORICAL, "from, to", "The hub accepts 50 devices.", "The hub accepts from 80 devices to 200."),
    Refusal(
        C.CONTRASTED_WORD,
        "one word in the place of two",
        "The list of masks (1 minimum, 90 maximum) that opens the hub.",
        "The list of guest rooms (1 minimum, 5 maximum) that opens the hub.",
    ),
    Refusal(
        C.OPPOSITES,
        "other against following",
        "For all other rooms, the smallest batch is 2.",
        "For the following rooms, the smallest batch is 4.",
    ),
    Refusal(
        C.OPPOSITES,
        "andre mot følgende",
        "For alle andre rom er grensen 20 filer.",
        "For følgende rom er grensen 40 filer.",
    ),
    Refusal(C.CONTRAST, "instead of", "The hub accepts 50 devices.", "The hub accepts groups instead of 80 devices."),
    Refusal(
        C.METADATA_DATE,
        "when the page was updated",
        "Zone support was added on May 4, 2024.",
        "Zone support was added. Article about zone support added, updated June 9, 2025.",
    ),
    Refusal(
        C.OWN_LIST, "its own list", "The page has two tabs: Keys and Access.", "The page has three tabs for settings."
    ),
    Refusal(
        C.OWN_LIST,
        "a list with brackets in it",
        "There are two ways to get a link: include a token (SAT) with read rights, or open the room.",
        "There are three ways to get a link: include a token (SAT) with read rights, use a key, or open the room.",
    ),
    Refusal(C.OWN_LIST, "sin egen liste", "Siden har 2 faner: Nøkler og Tilgang.", "The page has 3 faner."),
    Refusal(
        C.SLOT_SHIFT,
        "both moved on",
        "The 1.31 agent runs beside the 1.30 agent.",
        "The 1.32 agent runs beside the 1.31 agent.",
    ),
    Refusal(
        C.OTHER_CELL,
        "another cell differs",
        "| relay | GA | 2026-05-04 | none |",
        "| relay | GA | 2026-09-01 | relay v2 |\n",
    ),
    Refusal(C.OTHER_CELL, "another column", "| relay | 40 | yes |", "| relay | no | 60 |"),
    Refusal(C.OTHER_CELL, "another label", "| List calls per second | 10 |", "| Build calls per second | 5 |"),
    Refusal(C.OTHER_CELL, "a tick is no cross", "| relay | 40 | ✅ |", "| relay | 60 | ❌ |"),
    Refusal(
        C.OTHER_CELL,
        "the other value is another row's",
        "| chat | 2025-08-07 | retired | 2026-06-29 |",
        "| chat | 2025-10-03 | retired | 2026-05-13 |\n| mini | 2025-08-07 | ready | none |",
    ),
    Refusal(C.OTHER_CELL, "a longer row of another key", "| relay | 40 |", "| hub | 60 | yes |"),
    Refusal(C.OTHER_CELL, "a longer row with two values", "| relay | 40 MB |", "| relay | 60|65 MB |"),
    Refusal(
        C.NARROWER, "bare for ett nivå", "Huben tillater 100 jobber.", "Huben tillater 300 jobber hvis sonen er ny."
    ),
    Refusal(
        C.STATUS_CONFLICT,
        "forhåndsversjonen er over",
        "Sonekopier (preview) krever versjon 2.4.0 eller nyere.",
        "Sonekopier krever versjon 3.1.0 eller nyere.",
    ),
    Refusal(C.EXAMPLE, "et eksempel", "Sett nivået til 4.", "Sett nivået til et tall (for eksempel 7)."),
    Refusal(C.HISTORICAL, "før i tiden", "Huben tar imot 50 enheter.", "Huben tok tidligere imot 80 enheter."),
    Refusal(C.CONTRAST, "i stedet for", "Huben bruker 50 porter.", "Huben bruker kanaler i stedet for 80 porter."),
    Refusal(
        C.SLOT_SHIFT,
        "begge har flyttet seg",
        "Versjon 1.31 kjører ved siden av versjon 1.30.",
        "Versjon 1.32 kjører ved siden av versjon 1.31.",
    ),
    Refusal(
        C.OTHER_CELL, "en annen celle", "| relé | maks | 40 | ingen |", "| relé | maks | 60 | sky |", norwegian=True
    ),
    Refusal(
        C.METADATA_DATE,
        "når siden ble oppdatert",
        "Soner ble støttet 4. mai 2024.",
        "Soner er støttet. Artikkel om at soner ble støttet, oppdatert 9. juni 2025.",
    ),
)

# doubt
DOUBTS = (
    Refusal(C.AMBIGUOUS, "two fit", "The hub holds 50 devices.", "The hub holds 80 devices. The hub holds 90 devices."),
    Refusal(C.AMBIGUOUS, "to passer", "Huben har 50 noder.", "The hub has 80 nodes. The hub has 90 nodes."),
    Refusal(
        C.AMBIGUOUS,
        "the new value is one of two",
        "The hub was made in 2024 for guests.",
        "The hub was made in 2021 or 2022 for guests.",
    ),
    Refusal(
        C.AMBIGUOUS,
        "the quote lists more than the claim",
        "Other releases: 2021-02-01, 2023-03-01.",
        "Other releases: 2022-05-01, 2023-03-01, 2024-09-01.",
    ),
    Refusal(
        C.AMBIGUOUS,
        "the claim lists what the quote says elsewhere",
        "Other releases: 2021-02-01, 2023-03-01.",
        "The hub runs release 2023-03-01. Other releases: 2022-05-01.",
    ),
    Refusal(
        C.AMBIGUOUS,
        "en lengre liste",
        "Releet støtter versjonene 3.1, 3.2 og 3.3.",
        "Releet støtter versjonene 3.4, 3.2, 3.3 og 3.5.",
    ),
    Refusal(
        C.COVERAGE,
        "the quote says too little",
        "Scheduled exports of audit trails wait 30 seconds between attempts.",
        "Waits 45 seconds.",
    ),
    Refusal(C.COVERAGE, "the claim says too little", "You can specify up to 50.", "You can specify up to five calls."),
    Refusal(C.COVERAGE, "a cell alone", "| [5811](https://contoso.com/1) |", "The two common reasons are:"),
    Refusal(
        C.COVERAGE,
        "sitatet sier for lite",
        "Loggene fra tjenesten lagres i databasen for tabellen i 30 dager.",
        "It is 45 days.",
    ),
    Refusal(
        C.OLD_TWICE,
        "the value stands twice",
        "Pools start at 5 nodes and never fall below 5.",
        "Pools start at 8 nodes and never fall.",
    ),
    Refusal(
        C.OLD_IN_QUOTE,
        "the quote holds it as something else",
        "The relay keeps files of 24 MB.",
        "The relay keeps files of 36 MB and is cleaned every 24 days.",
    ),
    Refusal(
        C.OLD_TWICE,
        "verdien står to ganger",
        "Grupper starter på 5 noder og går aldri under 5.",
        "Grupper starter på 8 noder.",
    ),
    Refusal(
        C.OLD_IN_QUOTE,
        "sitatet har verdien om noe annet",
        "Releet lagrer filer på 24 MB.",
        "Releet lagrer filer på 36 MB og tømmes etter 24 dager.",
    ),
    Refusal(
        C.RESIDUAL,
        "the value again in another unit",
        "The longest lease is 86400s (1 day).",
        "The longest lease is 31,622,400s (1 year). Each hub has 1 lease.",
    ),
    Refusal(
        C.RESIDUAL,
        "another number that the quote has in another unit only",
        "Exports wait 30 seconds and stop after 2 days.",
        "Exports wait 45 seconds and stop after 2 hours.",
    ),
    Refusal(
        C.RESIDUAL, "en én som også er feil", "Data kopieres 3 ganger i én sone.", "Data kopieres 6 ganger i to soner."
    ),
)

# form
FORMS = (
    Refusal(
        C.LOCALE_CONFLICT,
        "komma leses som desimal",
        "Huben tåler inntil 500 noder.",
        "The hub allows up to 128,000 nodes.",
    ),
    Refusal(C.LOCALE_CONFLICT, "punktum leses som tusenskille", "Filen kan være på 4 GB.", "The file can be 2.5 GB."),
    Refusal(C.LOCALE_CONFLICT, "et engelsk tallord", "Prosjektet har 7 noder.", "The project has ten nodes."),
    Refusal(
        C.LOCALE_CONFLICT,
        "a cell on a Norwegian page",
        "| hub | 500 |",
        "| hub | 1,500 |",
        norwegian=True,
    ),
    Refusal(C.LETTER_CASE, "a capital is needed", "Ten nodes start.", "When it is free, twelve nodes start."),
    Refusal(C.ARTICLE, "a or an", "It keeps a 30-day history of jobs.", "It keeps an 80-day history of jobs."),
    Refusal(C.PLURAL, "one node", "Each pool has 1 node.", "Each pool has 3 nodes."),
    Refusal(C.PLURAL, "én dag", "Loggen lagres i 1 dag.", "The log is stored for 3 days."),
    Refusal(C.FORM, "another order of the date", "Support ends on 2027-05-04.", "Support ends on June 9, 2028."),
    Refusal(C.FORM, "norsk dato", "Støtte slutter 4. mai 2027.", "Support ends on June 9, 2028."),
    Refusal(
        C.FORM,
        "marks within the measure",
        "Objects of the cold store may grow up to 200 GB.",
        "Objects of the cold store may grow up to **5** TB.",
    ),
    Refusal(C.FORM, "a space of another width", "A hub takes 900 jobs.", "A hub takes 12\u00a0000 jobs."),
    Refusal(C.FORM, "v or not", "The agent is at version v1.10.", "The agent is at version 1.12."),
    Refusal(C.FORM, "digits of another script", "Vaults hold 40 keys.", "Vaults hold ６４ keys."),
    Refusal(C.FORM, "arabisk-indiske sifre", "Hvelvet har 40 nøkler.", "Hvelvet har ٦٤ nøkler."),
    Refusal(
        C.RESIDUAL,
        "the new value would be read as a date",
        "The hub logs 40 March events.",
        "The hub logs 9 events.",
    ),
    Refusal(
        C.NOT_BOUNDED,
        "part of a coordinate",
        "Pin contoso 2.1.0 in the file.",
        "Pin contoso com.contoso:agent:2.3.0 in the file.",
    ),
)

SCOPES = tuple(Refusal(*row) for row in swap_scopes.REFUSED)

FAMILIES = {
    "nothing to swap": NOTHING_TO_SWAP,
    "the judge's reason": JUDGES_REASON,
    "kinds": KINDS,
    "bounds": BOUNDS,
    "what is measured": MEASURES,
    "of whom it is said": SUBJECTS,
    "what else is said": SENTENCES,
    "doubt": DOUBTS,
    "form": FORMS,
    "of what part or case it is said": SCOPES,
}
REFUSALS = tuple(row for family in FAMILIES.values() for row in family)

REPAIRS = (
    *(Repair(*row) for row in swap_scopes.REPAIRED),
    Repair("one number", "Vaults hold 40 keys.", "Vaults hold 60 keys.", "Vaults hold 60 keys."),
    Repair("bold", "Vaults hold **40** keys.", "Vaults hold 60 keys.", "Vaults hold **60** keys."),
    Repair("code span", "Open port `6380` first.", "Open port `6390` first.", "Open port `6390` first."),
    Repair(
        "limit words differ", "A maximum of 5 hubs fit.", "You can fit a maximum of 9 hubs.", "A maximum of 9 hubs fit."
    ),
    Repair(
        "the copy in the link target stays",
        "Contoso follows [WCAG 2.1](https://contoso.com/2.1).",
        "Contoso follows WCAG 2.2.",
        "Contoso follows [WCAG 2.2](https://contoso.com/2.1).",
    ),
    Repair(
        "at least one is a count",
        "Each site must hold at least one relay.",
        "Each site must hold at least two relays.",
        "Each site must hold at least two relays.",
    ),
    Repair(
        "one or more",
        "The rule names one or more targets of the hub.",
        "The rule names zero or more targets of the hub.",
        "The rule names zero or more targets of the hub.",
    ),
    Repair(
        "a count and its noun",
        "A rule has at least 1 backup target and a name.",
        "A rule has at least 4 backup targets and a name.",
        "A rule has at least 4 backup targets and a name.",
    ),
    Repair(
        "no noun behind the first number",
        "A retention of 1 to 90 days is allowed.",
        "A retention of 0 to 90 days is allowed.",
        "A retention of 0 to 90 days is allowed.",
    ),
    Repair("no noun at all", "The default is 1.", "The default is 3.", "The default is 3."),
    Repair(
        "binary units are written as they are",
        "The small tier uses up to 3 GB memory.",
        "The small tier uses up to 4 GiB memory.",
        "The small tier uses up to 4 GiB memory.",
    ),
    Repair(
        "a limit that looks like a year",
        "Labels take up to 44 printable characters.",
        "Labels take up to 1024 printable characters.",
        "Labels take up to 1024 printable characters.",
    ),
    Repair(
        "a version that looks like a date",
        "Install the toolkit version 3.0.6020 or later on the hub.",
        "Install the toolkit version 3.1.0 or later on the hub.",
        "Install the toolkit version 3.1.0 or later on the hub.",
    ),
    Repair(
        "a bound that is only supposed",
        "If a label exceeds 40 characters, the crawler cuts it off at the start.",
        "If a label exceeds 90 characters, the crawler cuts it off at the start.",
        "If a label exceeds 90 characters, the crawler cuts it off at the start.",
    ),
    Repair(
        "a limit is not rounded",
        "A hub cannot have more than 1000 member rooms.",
        "A hub cannot have more than 1200 member rooms.",
        "A hub cannot have more than 1200 member rooms.",
    ),
    Repair(
        "another name for what is counted",
        "Test the switch on up to 5 shards (called groups in the portal and the CLI) each day.",
        "Test the switch on up to 15 shards (called groups in the portal and the CLI) each day.",
        "Test the switch on up to 15 shards (called groups in the portal and the CLI) each day.",
    ),
    Repair(
        "one of a list that is as long",
        "Other releases: 2021-02-01, 2023-03-01.",
        "Other releases: 2022-05-01, 2023-03-01.",
        "Other releases: 2022-05-01, 2023-03-01.",
    ),
    Repair(
        "column and row of a table",
        "The Silver tier keeps data for 14 days.",
        "| Tier | Jobs | Retention |\n|---|---|---|\n| Bronze | 5 | 7 days |\n| Silver | 50 | 30 days |",
        "The Silver tier keeps data for 30 days.",
    ),
    Repair("the row's label", "No more than 5 relays fit.", "| Maximum relays | 9 |", "No more than 9 relays fit."),
    Repair(
        "a row whose cells hold sentences",
        "| relay | Keeps logs. Sends them on. | 40 MB |",
        "| Name | What | Size |\n| relay | Keeps logs. Sends them on. | 60 MB |\n| hub | Keeps keys. Waits. | 90 MB |",
        "| relay | Keeps logs. Sends them on. | 60 MB |",
    ),
    Repair(
        "the least version, more exact",
        "The add-on needs agent version 2.11 or later.",
        "The add-on needs agent version 2.11.1 or later.",
        "The add-on needs agent version 2.11.1 or later.",
    ),
    Repair(
        "a compound negates no sentence",
        "The no-code relay waits 40 seconds.",
        "The relay waits 60 seconds.",
        "The no-code relay waits 60 seconds.",
    ),
    Repair("a mark of a footnote", "Hubs hold 40 keys.", "Hubs hold 60<sup>2</sup> keys.", "Hubs hold 60 keys."),
    Repair(
        "as of, where every other word is the same",
        "The old console is no longer open to guests as of May 2025.",
        "The old console is no longer open to guests as of August 2025.",
        "The old console is no longer open to guests as of August 2025.",
    ),
    Repair(
        "another unit, where every other word is the same",
        "Objects in the cold store may grow up to 200 GB each.",
        "Objects in the cold store may grow up to 5 TB each.",
        "Objects in the cold store may grow up to 5 TB each.",
    ),
    Repair("a compound", "Logs have a 30-day history.", "Logs have a 90-day history.", "Logs have a 90-day history."),
    Repair("norsk sammensetning", "Det er 30-dagers logg.", "Det er 90-dagers logg.", "Det er 90-dagers logg."),
    Repair("a glued unit", "Files grow to 100MB.", "Files grow to 250MB.", "Files grow to 250MB."),
    Repair("a tag of an image", "Pull `contoso/agent:1.2`.", "Pull `contoso/agent:1.4`.", "Pull `contoso/agent:1.4`."),
    Repair(
        "a capacity", "You can add 5 relays a day.", "You can add up to 9 relays a day.", "You can add 9 relays a day."
    ),
    Repair("kapasitet", "Du kan legge til 5 noder.", "You can add up to 9 nodes.", "Du kan legge til 9 noder."),
    Repair("imperative", "Use 5 hubs.", "Use 9 hubs.", "Use 9 hubs."),
    Repair("word against digits", "Wait **four** hours.", "Wait 12 hours.", "Wait **12** hours."),
    Repair(
        "magnitude",
        "The model reads up to 128K tokens.",
        "The model reads up to 1M tokens.",
        "The model reads up to 1M tokens.",
    ),
    Repair(
        "version", "Needs PowerShell 7.2 or later.", "Needs PowerShell 7.4 or later.", "Needs PowerShell 7.4 or later."
    ),
    Repair(
        "3.10 is not 3.1", "Needs Python 3.8 or later.", "Needs Python 3.10 or later.", "Needs Python 3.10 or later."
    ),
    Repair(
        "api version",
        "Use API version `2025-03-01-preview` for the index.",
        "Use API version `2026-05-01-preview` for the index.",
        "Use API version `2026-05-01-preview` for the index.",
    ),
    Repair(
        "full date", "Support ends on May 4, 2027.", "Support ends on June 9, 2028.", "Support ends on June 9, 2028."
    ),
    Repair("the year alone", "Support ends in 2027.", "Support ends on June 9, 2028.", "Support ends in 2028."),
    Repair(
        "ordinal",
        "It is the third stage of rollout.",
        "It is the fourth stage of rollout.",
        "It is the fourth stage of rollout.",
    ),
    Repair(
        "table row",
        "| relay | 40 MB | yes |",
        "| Name | Size | Zoned |\n|---|---|---|\n| hub | 90 MB | yes |\n| relay | 60 MB | yes |",
        "| relay | 60 MB | yes |",
    ),
    Repair("row without pipes", "| Relay size | 40 MB |", "Relay size 60 MB", "| Relay size | 60 MB |"),
    Repair(
        "norsk claim, engelsk kilde",
        "En økt varer i maks 30 minutter.",
        "Sessions have a maximum duration of 60 minutes.",
        "En økt varer i maks 60 minutter.",
    ),
    Repair(
        "norsk, fet",
        "Loggen lagres i **30 dager**.",
        "The log is stored for 90 days.",
        "Loggen lagres i **90 dager**.",
    ),
    Repair(
        "the other values hold",
        "A batch closes after 5 minutes, 900 items or 1 GB.",
        "A batch closes after 5 minutes, 500 items or 1 GB.",
        "A batch closes after 5 minutes, 500 items or 1 GB.",
    ),
    Repair(
        "the page's section supports the other value",
        "A batch closes after 5 minutes or 900 items.",
        "A batch closes after 500 items.",
        "A batch closes after 5 minutes or 500 items.",
        section="Batches wait for at most 5 minutes.",
    ),
    Repair(
        "the reason chooses",
        "The hub holds 50 devices.",
        "The hub holds 80 devices. The hub holds 90 devices.",
        "The hub holds 90 devices.",
        reason="The page says 90, the claim says 50.",
    ),
)
