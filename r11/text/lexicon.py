"""The closed word lists of the value lexer, English and Norwegian (bokmål) side by side.

Keys are lower case unless the case carries meaning (`M` is mega, `m` a metre). Nothing here is a topic word:
only numerals, months, units, scales, statuses, money words and the function words that tell the two languages
apart.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final, NamedTuple


class Unit(NamedTuple):
    """A unit as its canonical name, the dimension in which it converts, and the factor to that dimension's base."""

    name: str
    dimension: str
    factor: Decimal


def _list(spec: str) -> list[str]:
    """The words of a list that is written as one line."""
    return spec.split()


def wordset(spec: str) -> frozenset[str]:
    """The words of a list as a set."""
    return frozenset(spec.split())


def _number_words() -> dict[str, int]:
    english = _list(
        """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    """
    )
    english += _list("sixteen seventeen eighteen nineteen")
    norwegian = _list(
        """
    null en to tre fire fem seks sju åtte ni ti elleve tolv tretten fjorten femten seksten
    """
    )
    norwegian += _list("sytten atten nitten")
    tens = dict(zip(_list("twenty thirty forty fifty sixty seventy eighty ninety"), range(20, 100, 10), strict=True))
    tens_nb = dict(zip(_list("tjue tretti førti femti seksti sytti åtti nitti"), range(20, 100, 10), strict=True))
    words = dict(zip(english, range(20), strict=True)) | dict(zip(norwegian, range(20), strict=True)) | tens | tens_nb
    words |= {f"{ten}-{one}": n + k for ten, n in tens.items() for k, one in enumerate(english[1:10], 1)}
    words |= {f"{ten}{one}": n + k for ten, n in tens_nb.items() for k, one in enumerate(norwegian[1:10], 1)}
    words |= {"syv": 7, "ett": 1, "én": 1, "dozen": 12}
    # the Norwegian article and preposition are no numerals
    return {word: n for word, n in words.items() if word not in {"en", "to"}}


def _ordinal_words() -> dict[str, int]:
    english = _list(
        """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
    """
    )
    english += _list("fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth")
    # `andre` is Norwegian for second and for other: it is no ordinal here
    norwegian = _list("første annet tredje fjerde femte sjette sjuende åttende niende tiende ellevte tolvte")
    words = dict(zip(english, range(1, 21), strict=True)) | dict(zip(norwegian, range(1, 13), strict=True))
    return {word: n for word, n in words.items() if word != "annet"}


NUMBER_WORDS: Final = _number_words()
ORDINAL_WORDS: Final = _ordinal_words()
# `to` is Norwegian for two and English for a preposition: it counts only where the text is Norwegian
NORWEGIAN_TWO: Final = "to"

SCALES: Final[dict[str, int]] = {
    "hundred": 100,
    "thousand": 1_000,
    "lakh": 100_000,
    "million": 10**6,
    "crore": 10**7,
    "billion": 10**9,
    "trillion": 10**12,
    "hundre": 100,
    "tusen": 1_000,
    "millioner": 10**6,
    "milliard": 10**9,
    "milliarder": 10**9,
    "mill": 10**6,
    "mrd": 10**9,
    "mln": 10**6,
    "bn": 10**9,
}
SCALE_LETTERS: Final[dict[str, int]] = {"K": 1_000, "k": 1_000, "M": 10**6, "B": 10**9, "T": 10**12}

_MONTH_FORMS = (
    "january jan januar",
    "february feb februar",
    "march mar mars",
    "april apr",
    "may mai",
    "june jun juni",
    "july jul juli",
    "august aug",
    "september sep sept",
    "october oct oktober okt",
    "november nov",
    "december dec desember des",
)
MONTHS: Final[dict[str, int]] = {form: n for n, forms in enumerate(_MONTH_FORMS, 1) for form in forms.split()}
# also verbs, names or articles: a month only with a day or a year beside it, or with a capital in a date phrase
MONTHS_WEAK: Final = wordset("may march mar mai mars des sep jan jun dec nov okt oct jul aug apr feb")
MONTHS_NORWEGIAN: Final = wordset("januar februar mars mai juni juli oktober okt desember des")
MONTHS_ENGLISH: Final = wordset("january february march may june july october oct december dec")


def _units() -> dict[str, Unit]:
    units: dict[str, Unit] = {}

    def add(name: str, dimension: str, factor: int | str, forms: str) -> None:
        for form in forms.split():
            units[form] = Unit(name, dimension, Decimal(factor))

    add("millisecond", "time", "0.001", "ms millisecond milliseconds millisekund millisekunder")
    add("second", "time", 1, "s sec secs second seconds sek sekund sekunder sekunders sekundene")
    add("minute", "time", 60, "min mins minute minutes minutt minutter minutters minuttene")
    add("hour", "time", 3600, "h hr hrs hour hours timer timers timen timene")
    add("day", "time", 86400, "day days dag dager dagers døgn dagene døgnet")
    add("week", "time", 604800, "week weeks uke uker ukers uken ukene")
    add("month", "months", 1, "month months måned måneder måneders mnd måneden månedene")
    add("year", "months", 12, "year years yr yrs år års året årene")
    add("byte", "data", 1, "byte bytes")
    for power, letter in enumerate("KMGTP", 1):
        factor = 1024**power
        add(f"{letter}B", "data", factor, f"{letter.lower()}b {letter.lower()}ib")
    for power, word in enumerate(_list("kilobyte megabyte gigabyte terabyte petabyte"), 1):
        add(f"{'KMGTP'[power - 1]}B", "data", 1024**power, f"{word} {word}s")
    add("Kbps", "rate", 1000, "kbps kbit/s")
    add("Mbps", "rate", 10**6, "mbps mbit/s")
    add("Gbps", "rate", 10**9, "gbps gbit/s")
    add("percent", "percent", 1, "% percent prosent pct")
    add("tpm", "tpm", 1, "tpm")
    add("rpm", "rpm", 1, "rpm")
    add("pixel", "pixel", 1, "px pixel pixels piksel piksler")
    add("vcpu", "vcpu", 1, "vcpu vcpus")
    add("metre", "length", 1, "m metre metres meter meters")
    add("kilometre", "length", 1000, "km kilometre kilometres kilometer kilometers")
    add("mile", "mile", 1, "mile miles")
    add("foot", "foot", 1, "ft foot feet")
    add("kilogram", "mass", 1000, "kg kilogram kilograms kilo")
    add("degree", "degree", 1, "°c °f degrees grader")
    return units


UNITS: Final = _units()
# one-letter and doubtful forms count as units only where they touch their number (`30s`, `5m`, `2h`)
UNITS_ATTACHED_ONLY: Final = frozenset({"s", "h", "m", "min"})

CURRENCY_SIGNS: Final = "$€£¥₹"
CURRENCY_WORDS: Final = wordset(
    """
    usd eur gbp nok sek dkk jpy inr cad aud chf dollar dollars euro euros pound pounds cent cents kr kroner
    krone kronene øre rupee rupees yen yuan
    """
)
PRICE_WORDS: Final = wordset(
    """
    price prices priced pricing cost costs costing fee fees billed billing charge charges charged discount
    discounts discounted subscription-fee surcharge tariff pris prisen priser prisene prising kostnad kostnaden
    kostnader koster kostet avgift avgifter gebyr gebyrer faktureres fakturert rabatt rabatter pristillegg
    betaler betales
    """
)

STATUSES: Final[dict[str, str]] = {
    "preview": "preview",
    "ga": "ga",
    "generally available": "ga",
    "general availability": "ga",
    "public preview": "preview",
    "private preview": "private preview",
    "deprecated": "deprecated",
    "retired": "retired",
    "legacy": "legacy",
    "beta": "beta",
    "stable": "stable",
    "experimental": "experimental",
    "forhåndsversjon": "preview",
    "forhåndsvisning": "preview",
    "avviklet": "retired",
    "utfaset": "deprecated",
}

# the word left of a number that makes it a name's number or a version
VERSION_LABELS: Final = wordset("version versions versjon versjonen versjoner v ver release releases sdk build utgave")
YEAR_PREPOSITIONS: Final = wordset(
    """
    in since by until till before after during from to of for through between early late mid around circa i
    siden innen til før etter fra under mellom mot
    """
)

NORWEGIAN_FUNCTION_WORDS: Final = wordset(
    """
    dager minutter sekunder uker måneder varer mer enn mindre flere færre kun slik kl
    og i på av til er som det den en et med ikke kan har de om fra ved blir må skal eller når der etter du
    inntil minst maks hver hvert alle dette denne disse bare også ha være ble bli før ut opp sin sitt
    """
)
ENGLISH_FUNCTION_WORDS: Final = wordset(
    """
    the of and in is are a an with on that this you can be or by from as at it if not when your have has which
    must was were been will its their than up each
    """
)

# Norwegian technical words by the stem of their English counterpart, so that a Norwegian claim can be laid beside an
# English quote. General vocabulary of product documentation, no product names.
_GLOSSARY_LINES = """
user: bruker brukere brukeren brukerne | file: fil filer filen filene | row: rad rader raden radene
column: kolonne kolonner kolonnen | character: tegn tegnet tegnene | image: bilde bilder bildet bildene
message: melding meldinger meldingen | request: forespørsel forespørsler forespørselen | name: navn navnet navnene
size: størrelse størrelsen størrelser | length: lengde lengden | number: antall antallet nummer
limit: grense grensen grenser begrensning | default: standard standardverdi standardverdien
value: verdi verdien verdier | session: økt økter økten øktene | time: tid tiden tidsrom
version: versjon versjonen versjoner | support: støtte støtter støttes støttet | require: krever kreves krev
maximum: maks maksimalt maksimal maksimum | minimum: minst minimum minimalt
policy: policyer policyen retningslinje | group: gruppe grupper gruppen | resource: ressurs ressurser ressursen
subscription: abonnement abonnementet abonnementer | license: lisens lisenser | type: type typer typene
environment: miljø miljøet miljøer | table: tabell tabeller tabellen | page: side sider siden
upload: opplasting opplastet opplastede lastes laste | download: nedlasting nedlastet
storage: lagring lagringsplass | retention: oppbevaring oppbevares oppbevaringstid
delete: slettes slettet slette sletting slettede | create: opprettes opprette opprettet
retire: pensjoneres pensjonert avvikles fases utfases | end: slutter avsluttes slutt
start: starter starte begynner | run: kjøre kjører kjøres kjøring | call: kall kallet kalle kaller
tool: verktøy verktøyet verktøykall | server: tjener serveren | fail: feiler feil mislykkes | response: svar svaret
respond: svare svarer | region: regioner regionen | deployment: distribusjon distribusjoner utrulling utrullinger
cluster: klynge klynger klyngen | node: noder noden nodepool nodepooler | pool: pooler pool
database: databaser databasen | key: nøkkel nøkler nøkkelen | port: porten porter | model: modell modeller modellen
custom: egendefinerte tilpassede tilpasset egendefinert | attachment: vedlegg vedlegget
document: dokument dokumenter dokumentet | project: prosjekt prosjekter prosjektet | agent: agenter agenten
index: indeks indekser indeksen | query: spørring spørringer | field: felt felter feltet
rule: regel regler regelen | item: element elementer elementet | list: liste lister | role: rolle roller rollen
permission: tillatelse tillatelser | backup: sikkerhetskopi sikkerhetskopier | log: logg logger loggen loggene
event: hendelse hendelser | connection: tilkobling tilkoblinger | network: nettverk nettverket
machine: maskin maskiner | total: totalt samlet total | average: gjennomsnitt gjennomsnittlig
recommended: anbefales anbefalt anbefaler | token: tokener tokens | window: vindu vinduet
context: kontekst kontekstvindu | input: inndata | output: utdata
workspace: arbeidsområde arbeidsområder arbeidsområdet | action: handling handlinger | email: epost eposten
day: daglig | external: eksterne ekstern | source: kilde kilder datakilder | connector: koblinger kobling
update: oppdatering | monitor: overvåking | alert: varsel varsler | account: konto kontoen kontoer
tenant: leier leietaker | service: tjeneste tjenesten tjenester | support: støtten understøttes understøtter
end: opphører opphør utløper utgår | expire: utløp utløpt utløpsdato | device: enhet enheter enheten enhetene
app: appen apper | application: applikasjon applikasjoner | folder: mappe mapper mappen
address: adresse adresser adressen | password: passord passordet | certificate: sertifikat sertifikater sertifikatet
secret: hemmelighet hemmeligheter | vault: hvelv hvelvet | queue: kø køen køer | topic: emne emner emnet
job: jobb jobber jobben | task: oppgave oppgaver oppgaven | step: trinn trinnet trinnene | stage: fase fasen faser
test: tester testen | zone: sone soner sonen | layer: lag laget | copy: kopi kopier kopien kopiere
snapshot: øyeblikksbilde øyeblikksbilder | disk: disken disker | volume: volum volumer volumet
memory: minne minnet | core: kjerne kjerner kjernene | thread: tråd tråder | process: prosess prosesser prosessen
instance: forekomst forekomster instans instanser | container: beholder beholdere containere
image: avbildning avbildninger | cache: hurtigbuffer | buffer: bufferen
interval: intervall intervallet intervaller | delay: forsinkelse forsinkelsen | retry: forsøk forsøker gjentas
error: feilmelding | failure: svikt | attempt: forsøket forsøkene | wait: vente venter ventetid
timeout: tidsavbrudd tidsavbruddet | duration: varighet varigheten | last: varer vare | take: tar tok ta
use: bruke brukes bruk | allow: tillater tillatt tillates tåler tåle | include: inkluderer inkludert omfatter
contain: inneholder inneholde | hold: holder | keep: beholdes beholder bevares | store: lagrer lagre lagret lagres
log: loggføres | add: legge legges lagt | remove: fjernes fjerne fjernet | change: endres endre endring endringer
set: angis angi satt setter | send: sender sendes sende | receive: mottar mottas motta | read: leser leses lese
write: skriver skrives skrive | open: åpne åpnes åpen | close: lukkes lukke lukket | stop: stopper stoppes
install: installere installeres installert | deploy: distribueres distribuere utrulles
release: lansert lanseres utgitt utgis | launch: lansering | introduce: innført innføres
available: tilgjengelig tilgjengelige | new: ny nytt nye | old: gammel gamle | large: stor stort store større størst
small: liten små mindre | maximum: maksimale | minimum: minimale | default: standardinnstilling standardgrensen
recommended: anbefalte anbefaling | annual: årlig | month: månedlig | week: ukentlig | hour: timesvis
customer: kunde kunder kunden kundene | member: medlem medlemmer | guest: gjest gjester gjesten | owner: eier eiere
administrator: administrator administratorer | team: teamet | site: nettsted nettsteder | web: nett
report: rapport rapporter rapporten | dashboard: instrumentbord dashbord dashbordet | chart: diagram diagrammer
form: skjema skjemaer | flow: flyt flyter flyten | workflow: arbeidsflyt arbeidsflyter
trigger: utløser utløsere utløseren | condition: betingelse betingelser | variable: variabel variabler
parameter: parametere parameteren | setting: innstilling innstillinger innstillingen
option: alternativ alternativer | feature: funksjon funksjoner funksjonen | function: funksjonalitet
property: egenskap egenskaper | object: objekt objekter | relation: relasjon relasjoner
record: post poster oppføring oppføringer | dataset: datasett datasettet | schema: skjemaet
string: streng strenger | link: lenke lenker kobles | language: språk språket språkene | country: land landet
price: pris | traffic: trafikk trafikken | bandwidth: båndbredde | throughput: gjennomstrømming
latency: ventetiden | capacity: kapasitet kapasiteten | quota: kvote kvoten kvoter | tier: nivå nivået nivåer
plan: planen planer | edition: utgave utgaven | package: pakke pakker pakken | library: bibliotek biblioteker
code: kode koden | script: skript skriptet | command: kommando kommandoer kommandoen | console: konsoll
portal: portalen | preview: forhåndsversjon forhåndsvisning | metric: metrikk metrikker måltall
deprecated: utfaset utfases | retired: avviklet | internal: interne intern | daily: daglige
active: aktiv aktivt aktive | inactive: inaktiv inaktive | idle: inaktivitet | unused: ubrukt ubrukte
shared: delt delte deles | public: offentlig offentlige | private: privat private | primary: primær
secondary: sekundær | security: sikkerhet sikkerheten | access: tilgang tilgangen
sign: signeres pålogging pålogget | encryption: kryptering | encrypted: kryptert kryptert krypteres
authentication: autentisering | approval: godkjenning | notification: varsling varslinger
comment: kommentar kommentarer | page: siden | chapter: kapittel | line: linje linjer linjen | word: ord ordet
sentence: setning | conversation: samtale samtaler samtalen | turn: tur turer | prompt: ledetekst
answer: svarer besvarer | question: spørsmål spørsmålet | training: trening opplæring | dataset: treningsdata
mailbox: postboks postbokser postboksen | recording: opptak opptaket opptakene
transcript: transkripsjon transkripsjoner | trial: prøveperiode prøveperioden | data: dataene | title: tittel tittelen
description: beskrivelse beskrivelsen | channel: kanal kanaler kanalen | organization: organisasjon organisasjonen
path: sti stien stier | manual: manuell manuelt manuelle
vector: vektor vektorer | embedding: innbygging | dimension: dimensjon dimensjoner
"""
# glossary forms that are English words as well: read as English, they would be translated once too often
_ALSO_ENGLISH = wordset(
    """
    diagram element felt holder intern lag land lister port post poster rad setter side standard starter store ta
    tar tester tokens
    """
)
GLOSSARY: Final[dict[str, str]] = {
    word: english.strip()
    for entry in _GLOSSARY_LINES.replace("\n", "|").split("|")
    if entry.strip()
    for english, _, words in [entry.partition(":")]
    for word in words.split()
    if word != english.strip() and word not in _ALSO_ENGLISH
}
# the English words of the glossary that are rather verbs: two sentences about one thing may use different ones
GLOSSARY_VERBS: Final = wordset(
    """
    support require upload download delete create retire end start run call fail respond update store use allow
    include contain hold keep add remove change set send receive read write open close stop install deploy
    release launch introduce last take wait expire sign access retry encrypted available deprecated retired
    recommended unused shared total new old large small maximum minimum default time duration size length number
    value average version name
    """
)
