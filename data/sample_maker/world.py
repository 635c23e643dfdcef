"""Services that do not exist. Their names, features and limits are invented; likeness to a real service is chance."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Feature:
    """A thing that a service keeps: singular, plural, and the plural in Norwegian."""

    one: str
    many: str
    norwegian: str

    @property
    def slug(self) -> str:
        return self.many.replace(" ", "-").lower()

    @property
    def with_article(self) -> str:
        return f"{'an' if self.one[0].lower() in 'aeio' else 'a'} {self.one}"


@dataclass(frozen=True)
class Service:
    name: str
    area: str
    features: tuple[Feature, ...]

    @property
    def slug(self) -> str:
        return self.name.lower().replace(" ", "-")

    @property
    def short(self) -> str:
        return self.name.split()[0]


@dataclass(frozen=True)
class Topic:
    """What a fact is about."""

    service: Service
    feature: Feature


def _service(name: str, area: str, *features: str) -> Service:
    return Service(name, area, tuple(Feature(*feature.split("|")) for feature in features))


SERVICES: tuple[Service, ...] = (
    _service(
        "Lantern Search",
        "ai-services",
        "index|indexes|indekser",
        "indexer|indexers|indekseringsjobber",
        "skillset|skillsets|ferdighetssett",
        "synonym map|synonym maps|synonymlister",
        "replica|replicas|replikaer",
        "query key|query keys|spørrenøkler",
    ),
    _service(
        "Parley Translator",
        "ai-services",
        "glossary|glossaries|ordlister",
        "batch job|batch jobs|satsvise jobber",
        "custom engine|custom engines|egne motorer",
        "style profile|style profiles|stilprofiler",
        "term list|term lists|termlister",
        "document queue|document queues|dokumentkøer",
    ),
    _service(
        "Prism Vision",
        "ai-services",
        "detector|detectors|detektorer",
        "image set|image sets|bildesett",
        "label group|label groups|etikettgrupper",
        "camera feed|camera feeds|kamerastrømmer",
        "export package|export packages|eksportpakker",
        "training run|training runs|treningskjøringer",
    ),
    _service(
        "Vellum Documents",
        "ai-services",
        "extraction model|extraction models|uttrekksmodeller",
        "layout template|layout templates|oppsettsmaler",
        "classifier|classifiers|klassifikatorer",
        "review batch|review batches|kontrollsatser",
        "field schema|field schemas|feltskjemaer",
        "add-on|add-ons|tilleggsmoduler",
    ),
    _service(
        "Smithy Agents",
        "agents",
        "agent|agents|agenter",
        "tool binding|tool bindings|verktøykoblinger",
        "conversation|conversations|samtaler",
        "vector store|vector stores|vektorlagre",
        "evaluation run|evaluation runs|evalueringskjøringer",
        "prompt version|prompt versions|promptversjoner",
    ),
    _service(
        "Osprey Bot",
        "agents",
        "channel|channels|kanaler",
        "dialog|dialogs|dialoger",
        "skill link|skill links|ferdighetslenker",
        "transcript|transcripts|samtalelogger",
        "handoff rule|handoff rules|overleveringsregler",
        "answer card|answer cards|svarkort",
    ),
    _service(
        "Echo Speech",
        "agents",
        "voice|voices|stemmer",
        "transcription job|transcription jobs|transkripsjonsjobber",
        "pronunciation list|pronunciation lists|uttalelister",
        "audio stream|audio streams|lydstrømmer",
        "speaker profile|speaker profiles|talerprofiler",
        "caption track|caption tracks|tekstspor",
    ),
    _service(
        "Kelp Storage",
        "data-platform",
        "container|containers|containere",
        "lifecycle rule|lifecycle rules|livsløpsregler",
        "snapshot|snapshots|øyeblikksbilder",
        "file share|file shares|filområder",
        "access policy|access policies|tilgangspolicyer",
        "inventory report|inventory reports|inventarrapporter",
    ),
    _service(
        "Granite SQL",
        "data-platform",
        "elastic pool|elastic pools|elastiske grupper",
        "read replica|read replicas|lesereplikaer",
        "restore point|restore points|gjenopprettingspunkter",
        "audit sink|audit sinks|revisjonsmål",
        "job agent|job agents|jobbagenter",
        "failover group|failover groups|failovergrupper",
    ),
    _service(
        "Quarry Lakehouse",
        "data-platform",
        "shortcut|shortcuts|snarveier",
        "notebook|notebooks|notatbøker",
        "table partition|table partitions|tabellpartisjoner",
        "refresh job|refresh jobs|oppdateringsjobber",
        "capacity pool|capacity pools|kapasitetsgrupper",
        "domain|domains|domener",
    ),
    _service(
        "Tidal Stream",
        "data-platform",
        "consumer group|consumer groups|konsumentgrupper",
        "partition|partitions|partisjoner",
        "capture job|capture jobs|fangstjobber",
        "schema group|schema groups|skjemagrupper",
        "throughput unit|throughput units|gjennomstrømningsenheter",
        "namespace|namespaces|navnerom",
    ),
    _service(
        "Cobalt Cache",
        "data-platform",
        "shard|shards|shards",
        "eviction policy|eviction policies|utkastelsesregler",
        "geo link|geo links|georelasjoner",
        "access key|access keys|tilgangsnøkler",
        "backup file|backup files|sikkerhetskopier",
        "connection pool|connection pools|tilkoblingsgrupper",
    ),
    _service(
        "Cirrus Kubernetes",
        "compute",
        "node pool|node pools|nodegrupper",
        "cluster extension|cluster extensions|klyngeutvidelser",
        "maintenance window|maintenance windows|vedlikeholdsvinduer",
        "load balancer|load balancers|lastbalanserere",
        "node image|node images|nodebilder",
        "fleet member|fleet members|flåtemedlemmer",
    ),
    _service(
        "Rune Functions",
        "compute",
        "function app|function apps|funksjonsapper",
        "timer trigger|timer triggers|tidsutløsere",
        "deployment slot|deployment slots|utrullingsplasser",
        "host key|host keys|vertsnøkler",
        "warm instance|warm instances|varme instanser",
        "orchestration|orchestrations|orkestreringer",
    ),
    _service(
        "Spindle Batch",
        "compute",
        "task|tasks|oppgaver",
        "pool|pools|grupper",
        "job schedule|job schedules|jobbplaner",
        "application package|application packages|applikasjonspakker",
        "output file|output files|utdatafiler",
        "start task|start tasks|startoppgaver",
    ),
    _service(
        "Harbor Registry",
        "compute",
        "repository|repositories|repositorier",
        "webhook|webhooks|webhooks",
        "scope map|scope maps|omfangskart",
        "cache rule|cache rules|hurtigbufferregler",
        "import job|import jobs|importjobber",
        "signed image|signed images|signerte bilder",
    ),
    _service(
        "Moor DNS",
        "networking",
        "zone|zones|soner",
        "record set|record sets|postsett",
        "resolver rule|resolver rules|oppslagsregler",
        "forwarding set|forwarding sets|videresendingssett",
        "zone link|zone links|sonekoblinger",
        "alias record|alias records|aliasposter",
    ),
    _service(
        "Relay Gateway",
        "networking",
        "listener|listeners|lyttere",
        "backend pool|backend pools|bakgrupper",
        "rewrite rule|rewrite rules|omskrivingsregler",
        "health probe|health probes|helsesjekker",
        "certificate|certificates|sertifikater",
        "route table|route tables|rutetabeller",
    ),
    _service(
        "Keystone Vault",
        "identity-and-security",
        "secret|secrets|hemmeligheter",
        "key|keys|nøkler",
        "rotation policy|rotation policies|rotasjonspolicyer",
        "managed pool|managed pools|forvaltede grupper",
        "private link|private links|private koblinger",
        "backup blob|backup blobs|sikkerhetskopiblokker",
    ),
    _service(
        "Turnstile Identity",
        "identity-and-security",
        "app registration|app registrations|appregistreringer",
        "access review|access reviews|tilgangsgjennomganger",
        "sign-in policy|sign-in policies|påloggingspolicyer",
        "guest account|guest accounts|gjestekontoer",
        "custom role|custom roles|egendefinerte roller",
        "token profile|token profiles|tokenprofiler",
    ),
    _service(
        "Canopy Policy",
        "governance",
        "assignment|assignments|tildelinger",
        "initiative|initiatives|initiativer",
        "exemption|exemptions|unntak",
        "remediation task|remediation tasks|utbedringsoppgaver",
        "compliance scan|compliance scans|samsvarsskanninger",
        "management scope|management scopes|styringsnivåer",
    ),
    _service(
        "Beacon Monitor",
        "governance",
        "alert rule|alert rules|varslingsregler",
        "workbook|workbooks|arbeidsbøker",
        "log table|log tables|loggtabeller",
        "data export|data exports|dataeksporter",
        "action group|action groups|handlingsgrupper",
        "collection rule|collection rules|innsamlingsregler",
    ),
    _service(
        "Trellis Integration",
        "integration",
        "connector|connectors|koblinger",
        "workflow|workflows|arbeidsflyter",
        "trading partner|trading partners|handelspartnere",
        "map|maps|avbildninger",
        "run history entry|run history entries|kjørehistorikkposter",
        "gateway cluster|gateway clusters|gatewayklynger",
    ),
    _service(
        "Skua Queue",
        "integration",
        "topic|topics|emner",
        "subscription filter|subscription filters|abonnementsfiltre",
        "dead-letter queue|dead-letter queues|dødbrevkøer",
        "session|sessions|økter",
        "scheduled message|scheduled messages|planlagte meldinger",
        "forwarding rule|forwarding rules|videresendingsregler",
    ),
)

TIERS = ("Basic", "Standard", "Premium", "Isolated", "Developer")
REGIONS = (
    "Norway East",
    "Sweden Central",
    "West Europe",
    "North Europe",
    "UK South",
    "France Central",
    "Germany West Central",
    "Switzerland North",
    "Poland Central",
    "Italy North",
)
TOOLS = ("the portal", "the CLI", "the REST API", "Bicep", "Terraform", "PowerShell")
LANGUAGES = ("Python", "Java", "Go", "Rust", "JavaScript", "Kotlin")
ROLES = ("Reader", "Contributor", "Operator", "Data Owner", "Administrator", "Auditor")
OLD_NAMES = ("Classic", "Legacy", "Compact", "Starter")
