"""The page does not address the claim. There is no quote; numbers `{u}` are on no page that is cited."""

from sample_maker.families.form import Form

# The bullet or sentence is self-contained, and goes as a whole.
WHOLE: tuple[Form, ...] = (
    Form(
        "operations",
        "Most teams start with a pilot group before they roll out {F}.",
        "",
        "De fleste starter med en pilotgruppe før {Fn} rulles ut.",
    ),
    Form(
        "operations",
        "A rollback of {F} takes about {u} minutes in practice.",
        "",
        "En tilbakerulling av {Fn} tar i praksis rundt {u} minutter.",
    ),
    Form("limits", "Beyond {u} {F}, the portal becomes slow.", "", "Over {u} {Fn} blir portalen treg."),
    Form(
        "data",
        "Compression saves roughly {u} percent for typical {F}.",
        "",
        "Komprimering sparer omtrent {u} prosent for typiske {Fn}.",
    ),
    Form(
        "security",
        "An outside audit of {F} found no critical issues.",
        "",
        "En ekstern revisjon av {Fn} fant ingen kritiske feil.",
    ),
    Form(
        "availability",
        "Customers in the public sector got early access to {F}.",
        "",
        "Kunder i offentlig sektor fikk tidlig tilgang til {Fn}.",
    ),
    Form("versions", "The {l1} samples for {F} were rewritten by the community.", ""),
    Form(
        "operations",
        "Support engineers ask for a trace before they look at {F}.",
        "",
        "Support ber om en sporingslogg før de ser på {Fn}.",
    ),
    Form(
        "data",
        "In our tests, queries over {F} ran {u} times faster after indexing.",
        "",
        "I våre tester gikk spørringer mot {Fn} {u} ganger raskere etter indeksering.",
    ),
    Form(
        "security",
        "Rotating credentials of {F} every {u} days is common practice.",
        "",
        "Det er vanlig å rotere legitimasjon for {Fn} hver {u}. dag.",
    ),
    Form(
        "limits",
        "Quota increases for {F} are usually granted within {u} working days.",
        "",
        "Kvoteøkninger for {Fn} innvilges normalt innen {u} virkedager.",
    ),
    Form("operations", "Naming {F} after teams leads to trouble in reorganisations.", ""),
    Form(
        "availability",
        "The community forum answers most questions about {F} on the same day.",
        "",
        "Forumet svarer på de fleste spørsmål om {Fn} samme dag.",
    ),
    Form("data", "Nobody has asked for a restore of {F} in the last {u} months.", ""),
    Form(
        "versions",
        "Upgrades of the client went well in {u} projects.",
        "",
        "Oppgradering av klienten gikk bra i {u} prosjekter.",
    ),
    Form(
        "security", "Penetration testers like to start with {F}.", "", "Penetrasjonstestere begynner gjerne med {Fn}."
    ),
    Form("limits", "A typical department gets by with {u} {F}.", "", "En typisk avdeling klarer seg med {u} {Fn}."),
    Form("operations", "Operators report that {F} are the first thing to fail under load.", ""),
)

# A part of it is addressed nowhere; the rest is harmless.
PART: tuple[Form, ...] = (
    Form(
        "operations",
        "Use tags on {F}« (at most {u} in larger organisations)».",
        "",
        "Bruk tagger på {Fn}« (høyst {u} i større virksomheter)».",
    ),
    Form("security", "Keep secrets out of {F}«, as {u} percent of incidents begin there».", ""),
    Form(
        "data",
        "Archive {F} that nobody reads«, which shortens every report».",
        "",
        "Arkiver {Fn} som ingen leser«, noe som gjør alle rapporter kortere».",
    ),
    Form("limits", "Plan the number of {F} early« (a workshop of {u} hours is enough)».", ""),
    Form(
        "versions",
        "Pin the client version used for {F}«; updates break things about {u} times a year».",
        "",
        "Lås klientversjonen som brukes for {Fn}«; oppdateringer feiler rundt {u} ganger i året».",
    ),
    Form("availability", "Check that {F} exist in your region«, particularly in the Nordic countries».", ""),
    Form(
        "operations",
        "Give {F} speaking names« (auditors appreciate it)».",
        "",
        "Gi {Fn} talende navn« (revisorene setter pris på det)».",
    ),
    Form(
        "data",
        "Test the restore of {F}«, ideally every {u} weeks».",
        "",
        "Test gjenoppretting av {Fn}«, helst hver {u}. uke».",
    ),
    Form("security", "Limit who can change {F}«; two thirds of our customers do».", ""),
)

# A person has to look: the claim carries the text around it, or only an expert knows.
JUDGEMENT: tuple[Form, ...] = (
    Form(
        "operations",
        "Never put production {F} and test {F} in one resource.",
        "",
        after="Keep production and test {F} apart.",
        norwegian="Legg aldri {Fn} for produksjon og test i samme ressurs.",
        norwegian_after="Hold {Fn} for produksjon og test fra hverandre.",
    ),
    Form(
        "limits",
        "| Practical ceiling for {F} | {u} |",
        "",
        after="| Practical ceiling for {F} | Not documented |",
        is_row=True,
    ),
    Form(
        "security",
        "{S} is the only service that isolates {F} in hardware.",
        "",
        after="{S} isolates {F} from each other.",
    ),
    Form(
        "data",
        "Restoring {F} has never lost data.",
        "",
        after="{CF} can be restored.",
        norwegian="Gjenoppretting av {Fn} har aldri tapt data.",
        norwegian_after="{CF} kan gjenopprettes.",
    ),
    Form("availability", "{CF} will come to all regions before long.", "", after="More regions may be added for {F}."),
    Form(
        "operations", "Unlike competing products, {S} restarts {F} without downtime.", "", after="{S} can restart {F}."
    ),
    Form(
        "versions",
        "Sooner or later every team replaces the {old} client for {F}.",
        "",
        after="Some teams still use the {old} client for {F}.",
    ),
    Form(
        "limits",
        "Nobody needs more than {u} {F}.",
        "",
        "Ingen trenger mer enn {u} {Fn}.",
        "Estimate how many {F} you need.",
        "Anslå hvor mange {Fn} dere trenger.",
    ),
    Form(
        "security",
        "Auditors accept {F} without further questions.",
        "",
        "Revisorer godtar {Fn} uten flere spørsmål.",
        "Ask your auditor how {F} are to be documented.",
        "Spør revisor hvordan {Fn} skal dokumenteres.",
    ),
)
