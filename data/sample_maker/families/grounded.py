"""Sentences that page and knowledge base agree on: the grounded claims, and the text around the quotes of a page."""

from sample_maker.families.form import Form


def _same(kind: str, sentence: str, norwegian: str = "") -> Form:
    return Form(kind, sentence, sentence, norwegian)


FORMS: tuple[Form, ...] = (
    _same("limits", "Limits on {F} apply to the whole resource."),
    _same(
        "limits",
        "Requests above the limit are answered with an error that names the limit.",
        "Kall over grensen besvares med en feil som navngir grensen.",
    ),
    _same("limits", "Soft limits on {F} can be raised; hard limits cannot."),
    _same(
        "limits",
        "Current usage of {F} is shown on the quota page of the portal.",
        "Bruken av {Fn} vises på kvotesiden i portalen.",
    ),
    _same("limits", "Names of {F} start with a letter."),
    _same(
        "versions",
        "Preview versions of the API can change without notice.",
        "Forhåndsversjoner av API-et kan endres uten varsel.",
    ),
    _same("versions", "Clients for {F} follow semantic versioning."),
    _same("versions", "A client older than the service ignores fields of {F} that it does not know."),
    _same("versions", "The change log of {S} lists breaking changes first."),
    _same("versions", "Generated clients and handwritten ones call the same endpoint."),
    _same(
        "availability",
        "Regional failover of {F} is started by the resource owner.",
        "Regional failover for {Fn} startes av ressurseieren.",
    ),
    _same("availability", "A retired feature stays readable until its data is removed."),
    _same("availability", "Notices about {F} are published in the service health feed."),
    _same(
        "availability",
        "Zone redundancy is chosen when the resource is created.",
        "Soneredundans velges når ressursen opprettes.",
    ),
    _same("availability", "Previews of {F} are announced on the roadmap of {S}."),
    _same(
        "security",
        "Role assignments on {F} are inherited from the resource group.",
        "Rolletildelinger på {Fn} arves fra ressursgruppen.",
    ),
    _same("security", "Managed identities can be used wherever {S} calls another service."),
    _same("security", "Every administrative change to {F} is written to the activity log."),
    _same("security", "Private endpoints for {F} need a zone in the virtual network."),
    _same("security", "Disable local accounts where single sign-on is in place."),
    _same("operations", "Diagnostic settings for {F} are off until you turn them on."),
    _same("operations", "Tags on {F} are copied to the cost report.", "Tagger på {Fn} kopieres til kostnadsrapporten."),
    _same("operations", "A lock on the resource group also protects {F}."),
    _same("operations", "Long-running operations return a status address."),
    _same("operations", "Use the what-if mode before you change {F} in bulk."),
    _same(
        "data",
        "Soft delete of {F} is enabled for new resources.",
        "Myk sletting av {Fn} er slått på for nye ressurser.",
    ),
    _same("data", "Restoring {F} creates a new resource and leaves the old one alone."),
    _same("data", "Retention settings of {F} take effect on new data only."),
    _same("data", "Exports of {F} need write access to the target.", "Eksport av {Fn} krever skrivetilgang til målet."),
    _same("data", "Metadata about {F} is stored in the region of the resource."),
)
