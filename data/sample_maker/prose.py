"""The text around the claims: harmless sentences without figures. Index False is English, True is Norwegian."""

INTRODUCTIONS = {
    False: (
        "Questions that came up when we introduced {S}, with short answers.",
        "What architects ask about {S}, and where the answers are documented.",
        "A short guide to {S} for teams that run it in production.",
        "This page collects what we have learnt about {S} in projects.",
    ),
    True: (
        "Spørsmål som dukket opp da vi tok i bruk {S}, med korte svar.",
        "Her er det arkitekter oftest spør om når det gjelder {S}.",
        "En kort veiledning til {S} for team som har tjenesten i produksjon.",
        "Denne siden samler erfaringer med {S} fra prosjekter.",
    ),
}
LABELS = {
    False: ("Note", "Important", "Limit", "Default", "Tip", "Caution", "Design", "Cost driver"),
    True: ("Merk", "Viktig", "Grense", "Standard", "Tips", "Obs", "Design", "Avklar"),
}
FILLERS = {
    False: (
        "Agree on an owner before the first resource is created.",
        "Write the decision down where the next team will look for it.",
        "Write down who may ask for an increase, and on what grounds.",
        "Keep test and production in separate subscriptions.",
        "Ask the network team early; changes there take time.",
        "A key in a shared document is not a secret.",
        "Read the documentation again in the week before go-live.",
        "Keep an eye on cost during the first weeks.",
        "Use naming rules that survive a reorganisation.",
        "Automate what you do more than once.",
        "Rehearse a restore before you need one.",
        "Alerts without an owner are noise.",
        "A small pilot answers most questions.",
        "Document exceptions together with the reason for them.",
        "Review access with the data owner at regular intervals.",
        "Plan for the region to be unavailable.",
        "A limit that nobody has tested is a guess.",
        "Read the retirement notices of the services you depend on.",
        "Do not rely on preview features for anything that must not fail.",
        "Load tests belong in the plan, not after it.",
        "Choose the tier from requirements, not from habit.",
        "Clean up resources that nobody claims.",
        "Tell operations what a normal day looks like.",
        "Dependencies across regions deserve a drawing.",
        "Start with the simplest topology that meets the requirements.",
        "Ask what happens when the quota runs out.",
        "Treat templates like code, with reviews and tests.",
        "Old tutorials on the web may describe an earlier generation.",
    ),
    True: (
        "Avklar eierskap før den første ressursen opprettes.",
        "Skriv ned beslutningen der neste team kommer til å lete.",
        "Skriv ned hvem som kan be om en økning, og på hvilket grunnlag.",
        "Hold test og produksjon i hver sine abonnementer.",
        "Snakk tidlig med nettverksteamet; endringer der tar tid.",
        "En nøkkel i et delt dokument er ingen hemmelighet.",
        "Les dokumentasjonen på nytt uken før lansering.",
        "Følg med på kostnadene de første ukene.",
        "Bruk navneregler som tåler en omorganisering.",
        "Automatiser det dere gjør mer enn én gang.",
        "Øv på gjenoppretting før dere trenger den.",
        "Varsler uten eier er støy.",
        "En liten pilot svarer på de fleste spørsmålene.",
        "Dokumenter unntak sammen med begrunnelsen.",
        "Gå gjennom tilganger sammen med dataeieren med jevne mellomrom.",
        "Planlegg for at regionen kan bli utilgjengelig.",
        "En grense som ingen har testet, er en gjetning.",
        "Les utfasingsvarslene for tjenestene dere er avhengige av.",
        "Ikke bygg noe kritisk på funksjoner i forhåndsvisning.",
        "Lasttester hører hjemme i planen, ikke etter den.",
        "Velg nivå ut fra krav, ikke av gammel vane.",
        "Rydd bort ressurser som ingen vedkjenner seg.",
        "Fortell driften hvordan en vanlig dag ser ut.",
        "Avhengigheter på tvers av regioner fortjener en tegning.",
        "Begynn med den enkleste topologien som oppfyller kravene.",
        "Spør hva som skjer når kvoten er brukt opp.",
        "Behandle maler som kode, med gjennomgang og tester.",
        "Eldre veiledninger på nettet kan beskrive en tidligere generasjon.",
    ),
}
VALUE_TWICE = {
    False: (
        "The workshop notes also say {v}.",
        "Our own template was built around {v} as well.",
        "Some older slides show {v} too.",
    ),
    True: (
        "Notatene fra arbeidsmøtet sier også {v}.",
        "Malen vår ble også bygget rundt {v}.",
        "Enkelte eldre lysark viser også {v}.",
    ),
}
_ROWS_OF_TWO = (
    "| Filter syntax | `status eq 'a' \\| 'b'` |",
    "| Naming | `team-env-region` |",
    "| Portal blade | Settings \\| Properties |",
    "| Owner | Platform team |",
    "| Log category | `Audit \\| Request` |",
    "| Template | `main.bicep` |",
)
_ROWS_OF_THREE = (
    "| Export switch | `--format json \\| table` | Supported |",
    "| Local emulator | Developer | Community |",
    "| Activity log | All | Supported |",
    "| Tag inheritance | All | Opt-in |",
    "| What-if mode | CLI \\| portal | Supported |",
)
TABLES = {  # by language and number of cells: the header, and rows that no claim is about
    False: {2: ("| Setting | Value |", _ROWS_OF_TWO), 3: ("| Item | Value | Status |", _ROWS_OF_THREE)},
    True: {2: ("| Innstilling | Verdi |", _ROWS_OF_TWO), 3: ("| Element | Verdi | Status |", _ROWS_OF_THREE)},
}
SECTION_TITLES = {  # by the last part of the page's address
    "limits": ("limits", "grenser"),
    "quotas": ("quotas", "kvoter"),
    "client-versions": ("clients", "klienter"),
    "api-reference": ("API", "API"),
    "availability": ("availability", "tilgjengelighet"),
    "lifecycle": ("life cycle", "livsløp"),
    "security": ("security", "sikkerhet"),
    "network-access": ("network and access", "nettverk og tilgang"),
    "operate": ("day-to-day operation", "daglig drift"),
    "troubleshoot": ("when things go wrong", "når noe går galt"),
    "retention": ("retention", "oppbevaring"),
    "backup-and-export": ("backup and export", "sikkerhetskopi og eksport"),
}
FENCES = (
    "```yaml\n# taken from a test environment of our own\nname: {name}-test\nlimit: {value}\n```",
    '```json\n{{ "service": "{name}", "requested": "{value}" }}\n```',
    "```bash\n# list what exists before you change it\n{name} list --output table --max {value}\n```",
)
