"""Who holds what: files, the facts of each file, and the page that each fact cites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from sample_maker import shape
from sample_maker.facts import Fact, make_fact
from sample_maker.families import GROUPS, Form, Group, grounded
from sample_maker.world import SERVICES, Feature, Service, Topic

# Topics of a knowledge-base file, with the page kind that it leans to.
FILE_TOPICS = {
    "limits-and-quotas": "limits", "security-and-access": "security", "regions-and-lifecycle": "availability",
    "clients-and-versions": "versions", "operations-runbook": "operations", "backup-and-retention": "data",
    "design-notes": "operations", "migration-guide": "versions", "faq": "limits", "troubleshooting": "operations",
    "onboarding": "security", "release-watch": "availability",
}  # fmt: skip
# Pages of a feature: two addresses for each kind.
PAGE_SLUGS = {
    "limits": ("limits", "quotas"), "versions": ("client-versions", "api-reference"),
    "availability": ("availability", "lifecycle"), "security": ("security", "network-access"),
    "operations": ("operate", "troubleshoot"), "data": ("retention", "backup-and-export"),
}  # fmt: skip
GROUNDED_GROUP = Group("grounded", grounded.FORMS, 0, "", "")


@dataclass(frozen=True)
class PageKey:
    """One cited address: a page of a feature of a service, or a section of it where `fragment` names one."""

    topic: Topic
    kind: str
    slug: str
    fragment: str = ""

    @property
    def url(self) -> str:
        return f"{self.address}#{self.fragment}" if self.fragment else self.address

    @property
    def address(self) -> str:
        """What is fetched: the URL without its fragment."""
        return f"https://learn.microsoft.com/contoso/{self.topic.service.slug}/{self.topic.feature.slug}/{self.slug}"

    @property
    def file_stem(self) -> str:
        return f"{self.topic.service.slug}--{self.topic.feature.slug}--{self.slug}"


@dataclass(eq=False)
class FlagPlan:
    """A flag before it has a place in its file, and what a refresh of its page will find."""

    group: Group
    rule: str
    page: PageKey
    fact: Fact
    evidence_state: str = "stands"


@dataclass(eq=False)
class GroundedPlan:
    """A claim that the judge could ground."""

    page: PageKey
    fact: Fact


Item = FlagPlan | GroundedPlan


@dataclass
class FilePlan:
    """A file of the knowledge base. `judged` is False for the files that the judge pass has not reached."""

    service: Service
    topic: str
    judged: bool
    norwegian: bool
    shape: shape.FileShape = field(default_factory=lambda: shape.FileShape(0, 0))
    flags: list[FlagPlan] = field(default_factory=list)
    grounded: list[GroundedPlan] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"skills/{self.service.area}/references/{self.service.slug}-{self.topic}.md"

    @property
    def kind(self) -> str:
        return FILE_TOPICS[self.topic]


@dataclass
class Plan:
    files: list[FilePlan]
    pages: dict[PageKey, list[Fact]]  # grounded sentences of each page, claimed somewhere or not

    @property
    def flags(self) -> list[FlagPlan]:
        return [flag for file in self.files for flag in file.flags]

    def cite_section(self, page: PageKey, fragment: str) -> None:
        """Let everything that cites the page cite a section of it."""
        cited = replace(page, fragment=fragment)
        self.pages = {cited if key == page else key: facts for key, facts in self.pages.items()}
        for file in self.files:
            for item in (*file.flags, *file.grounded):
                if item.page == page:
                    item.page = cited


def make_plan(random: Random) -> Plan:
    files = _files(random)
    pages = _deal_fix_targets(random, files)
    _deal_silent(random, files, pages)
    sentences = {page: _page_sentences(random, page) for page in pages}
    _deal_grounded(random, files, sentences)
    return Plan(files, sentences)


def _files(random: Random) -> list[FilePlan]:
    names = [(topic, service) for topic in FILE_TOPICS for service in SERVICES]
    kept = sorted(random.sample(range(len(names)), shape.JUDGED_FILES + shape.NEVER_JUDGED_FILES))
    unjudged = set(random.sample(kept, shape.NEVER_JUDGED_FILES))
    files = [FilePlan(names[index][1], names[index][0], index not in unjudged, random.random() < 0.3) for index in kept]
    judged = [file for file in files if file.judged]
    for file, file_shape in zip(judged, shape.file_shapes(random), strict=True):
        file.shape = file_shape
    return sorted(files, key=lambda file: file.path)


def _fix_target_groups(random: Random) -> list[tuple[Group, str]]:
    """All 712 pairs of group and rule, in random order."""
    groups = [group for group in GROUPS if not group.silent for _ in range(group.flags)]
    random.shuffle(groups)
    others = iter(shape.rules_beside_r8(random))
    return [(group, "R8" if group.multi_part else next(others)) for group in groups]


def _deal_fix_targets(random: Random, files: Sequence[FilePlan]) -> list[PageKey]:
    """Give every fix target its page and its fact. Returns the pages in order."""
    slots = [file for file in files for _ in range(file.shape.fix_targets)]
    dealt = list(zip(slots, _fix_target_groups(random), strict=True))
    sizes = shape.clusters(random, dict(sorted(Counter(file.service.name for file in slots).items())))
    pages: list[PageKey] = []
    for service in SERVICES:
        mine = [pair for pair in dealt if pair[0].service is service]
        random.shuffle(mine)
        desk = _Desk(random, service)
        for size in sizes.get(service.name, []):
            cluster, mine = mine[:size], mine[size:]
            pages.append(desk.place(cluster))
    return pages


class _Desk:
    """Writes the facts of one service, so that no family is used twice for one feature."""

    def __init__(self, random: Random, service: Service) -> None:
        self.random = random
        self.pages = _all_pages(service)
        self.used_pages: set[PageKey] = set()
        self.used_forms: set[tuple[Feature, Form]] = set()

    def place(self, cluster: Sequence[tuple[FilePlan, tuple[Group, str]]]) -> PageKey:
        """Write one page's cluster of flags into their files."""
        first_file, (first_group, _) = cluster[0]
        page = self._new_page(first_group, first_file.kind)
        for file, (group, rule) in cluster:
            file.flags.append(FlagPlan(group, rule, page, self.fact(group, page, file)))
        return page

    def fact(self, group: Group, page: PageKey, file: FilePlan) -> Fact:
        form = self._form(group.forms, page)
        self.used_forms.add((page.topic.feature, form))
        return make_fact(self.random, group, form, page.topic, file.norwegian)

    def _new_page(self, group: Group, wanted: str) -> PageKey:
        """An unused page of a kind that the group has families for, of the wanted kind more often than not."""
        kinds = {form.kind for form in group.forms}
        free = [page for page in self.pages if page not in self.used_pages and page.kind in kinds]
        if self.random.random() < 0.6:
            free = [page for page in free if page.kind == wanted] or free
        page = self.random.choice(free)
        self.used_pages.add(page)
        return page

    def _form(self, forms: Sequence[Form], page: PageKey) -> Form:
        """A family of the page's kind that this feature has not had, else any that it has not had, else any."""
        fresh = [form for form in forms if (page.topic.feature, form) not in self.used_forms]
        fitting = [form for form in fresh if form.kind == page.kind]
        return self.random.choice(fitting or fresh or list(forms))


def _all_pages(service: Service) -> list[PageKey]:
    return [
        PageKey(Topic(service, feature), kind, slug)
        for feature in service.features
        for kind, slugs in PAGE_SLUGS.items()
        for slug in slugs
    ]


def _deal_silent(random: Random, files: Sequence[FilePlan], pages: Sequence[PageKey]) -> None:
    """Source-silent flags cite pages that fix targets cite too."""
    groups = [group for group in GROUPS if group.silent for _ in range(group.flags)]
    random.shuffle(groups)
    desks = {service.name: _Desk(random, service) for service in SERVICES}
    for file in files:
        own = _own_pages(file, pages)
        for _ in range(file.shape.silent):
            group, page = groups.pop(), random.choice(own)
            fact = desks[file.service.name].fact(group, page, file)
            file.flags.append(FlagPlan(group, random.choice(("", "", "R5", "R6")), page, fact, "still_silent"))


def _own_pages(file: FilePlan, pages: Iterable[PageKey]) -> list[PageKey]:
    """The pages that a file cites, else those of its service."""
    cited = list(dict.fromkeys(flag.page for flag in file.flags))
    return cited or [page for page in pages if page.topic.service is file.service]


def _page_sentences(random: Random, page: PageKey) -> list[Fact]:
    fitting = [form for form in grounded.FORMS if form.kind == page.kind]
    chosen = random.sample(fitting, 3)
    return [make_fact(random, GROUNDED_GROUP, form, page.topic, norwegian=False) for form in chosen]


def _deal_grounded(random: Random, files: Sequence[FilePlan], sentences: dict[PageKey, list[Fact]]) -> None:
    """Each judged file holds a few claims that the page confirms, word for word or in Norwegian."""
    for file in files:
        if not file.judged:
            continue
        offers = [(page, fact) for page in _own_pages(file, sentences) for fact in sentences[page]]
        wanted = random.randint(2, 4) if file.flags else random.randint(4, 6)
        taken: set[str] = set()
        for page, fact in random.sample(offers, len(offers)):
            if len(taken) < wanted and fact.claim not in taken:
                taken.add(fact.claim)
                file.grounded.append(GroundedPlan(page, _localised(random, file, fact)))


def _localised(random: Random, file: FilePlan, fact: Fact) -> Fact:
    return make_fact(random, GROUNDED_GROUP, fact.form, fact.topic, norwegian=True) if file.norwegian else fact
