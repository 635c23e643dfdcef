"""The blind gold sample of a workspace: draw it, and what its labels come to.

A draw is frozen before anybody labels. Its pages are fetched anew, those of grounded claims too, and kept apart from
the evidence of the flags: a page beside some claims only would tell which of them were flagged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import replace

from r11.apply.plan import restore
from r11.errors import InputProblems, Refused, UsageError
from r11.ledger.augment import read_judge_pass
from r11.ledger.claims import read_claims
from r11.pilot.goldsample_draw import Drawn, Order, Plan, draw_items
from r11.pilot.goldsample_frame import Frame, GoldClaim, changed_since, frame_of, settled_by
from r11.pilot.goldsample_report import GoldReport, gold_report
from r11.records import (
    GOLD_SCHEMA,
    ApprovedManifest,
    GoldCard,
    GoldDraw,
    GoldItem,
    Receipt,
    digest,
    draw_digest,
    sha256_hex,
)
from r11.storage import (
    EvidenceFolder,
    Workspace,
    decisions_lock,
    listed,
    read_json,
    write_json,
)
from r11.storage.corpus import read_documents
from r11.storage.gold import CARDS, DRAW, GoldSample, gold_folder, read_sample
from r11.text.lines import Document
from r11.text.quotes import PageText
from r11.vocabulary import GoldVersion
from r11.workbench.goldsample_cards import card_of
from r11.workbench.ledger import read_whole_ledger
from r11.workbench.refreshing import fetch_pages

# --- the frame ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GoldInputs:
    """The bytes of the claim manifest and of the judge outputs (name → bytes), which name the pages of all claims."""

    claims: bytes
    judge: Mapping[str, bytes]


@dataclass(frozen=True)
class Framed:
    """The frame with what it was made from."""

    frame: Frame
    manifests: tuple[ApprovedManifest, ...]
    receipts: tuple[Receipt, ...]
    ledger_sha256: str
    claims_sha256: str


def read_frame(workspace: Workspace, inputs: GoldInputs) -> Framed:
    """Raises InputProblems and WorkspaceError, UsageError where there is nothing to draw from, and Refused (`NO_PAGE`,
    `UNKNOWN_FIX`) where a draw would not be blind."""
    manifest = read_claims(inputs.claims)
    if not manifest.readable:
        raise InputProblems("the claim manifest", manifest.problems)
    ledger, ledger_sha256 = read_whole_ledger(workspace.ledger, workspace.settings.allowed_hosts)
    manifests, receipts = _batches(workspace)
    judged = read_judge_pass(inputs.judge, manifest)
    pages = {f"{one.file}#{result.id}": result.evidence_url for one in judged.readings for result in one.results}
    frame = frame_of(manifest, ledger, settled_by(manifests, receipts), pages)
    _demand_blind(frame)
    return Framed(frame, manifests, receipts, ledger_sha256, sha256_hex(inputs.claims))


def _batches(workspace: Workspace) -> tuple[tuple[ApprovedManifest, ...], tuple[Receipt, ...]]:
    manifests = tuple(read_json(path, ApprovedManifest) for path in listed(workspace.approved, ".json"))
    return manifests, tuple(read_json(path, Receipt) for path in listed(workspace.receipts, ".json"))


def _demand_blind(frame: Frame) -> None:
    if not frame.claims:
        raise UsageError("there is no judged claim to draw from: the ledger has no file that could be read")
    if frame.unknown_fixes:
        keys = ", ".join(frame.unknown_fixes[:5])
        raise Refused(
            "UNKNOWN_FIX",
            f"{len(frame.unknown_fixes)} flags",
            f"the ledger calls them applied, and no receipt in 8-receipts does ({keys}): what they were before cannot "
            "be shown; put the manifests and receipts of their batches back",
        )
    if bare := frame.without_page():
        raise Refused(
            "NO_PAGE",
            f"{len(bare)} claims",
            f"no judge output names the page that they cite ({', '.join(bare[:5])}): a labeller would see which claims "
            "were flagged; name the folder of the judge outputs with --judge",
        )


# --- the draw -------------------------------------------------------------------------------------------------------


def draw_sample(
    workspace: Workspace, inputs: GoldInputs, order: Order, *, now: datetime, mirror: str | None = None
) -> tuple[GoldSample, bool]:
    """Draw, fetch the pages, write the cards and then the draw; whether anything was written. The same order again
    changes nothing. Raises UsageError where another order was drawn under the name, and what `read_frame` raises;
    nothing is written then.
    """
    folder = gold_folder(workspace, order.name)
    with decisions_lock(folder, "r11 goldsample draw"):
        if (folder / DRAW).is_file():
            return _drawn_before(read_sample(workspace, order.name), order), False
        framed = read_frame(workspace, inputs)
        plan = order.plan(framed.frame.wholes())
        items = draw_items(framed.frame.keys(), plan.drawn, doubled=order.doubled, seed=order.seed)
        cards = list(_cards(workspace, framed, items, mirror))
        write_json(folder / CARDS, cards)
        write_json(folder / DRAW, _draw(framed, order, plan, items, cards, now))
    return read_sample(workspace, order.name), True


def _drawn_before(sample: GoldSample, order: Order) -> GoldSample:
    draw = sample.draw
    if (draw.seed, draw.width, draw.size) != (order.seed, *_asked(order)):
        raise UsageError(f"{sample.folder / DRAW}: was drawn otherwise and stays as it is; draw under another --name")
    return sample


def _asked(order: Order) -> tuple[float | None, int | None]:
    return (order.width, None) if order.size is None else (None, order.size)


def _draw(
    framed: Framed, order: Order, plan: Plan, items: Iterable[Drawn], cards: Iterable[GoldCard], now: datetime
) -> GoldDraw:
    frame = framed.frame
    width, size = _asked(order)
    drawn = GoldDraw(
        schema=GOLD_SCHEMA,
        name=order.name,
        drawn_at=now.isoformat(timespec="milliseconds"),
        seed=order.seed,
        width=width,
        size=size,
        expected_width=round(plan.width, 6),
        strata=plan.counts,
        unjudged_files=frame.unjudged_files,
        unjudged_claims=frame.unjudged_claims,
        invalid=frame.invalid,
        only_in_ledger=frame.only_in_ledger,
        ledger_sha256=framed.ledger_sha256,
        claims_sha256=framed.claims_sha256,
        items=tuple(_item(one, card) for one, card in zip(items, cards, strict=True)),
        sha256="",
    )
    return replace(drawn, sha256=draw_digest(drawn))


def _item(drawn: Drawn, card: GoldCard) -> GoldItem:
    return GoldItem(
        item=card.item,
        claim_key=drawn.key,
        stratum=drawn.stratum,
        version=drawn.version,
        doubled=drawn.doubled,
        card_sha256=digest(card),
    )


# --- cards ----------------------------------------------------------------------------------------------------------


def _cards(workspace: Workspace, framed: Framed, items: Iterable[Drawn], mirror: str | None) -> Iterator[GoldCard]:
    """The card of each item in order; every page is fetched once."""
    claims = {claim.key: claim for claim in framed.frame.claims}
    drawn = [(one, claims[one.key]) for one in items]
    files, _refused = read_documents(workspace.corpus, (claim.file for _, claim in drawn))
    now = {file: document for file, document in files.items() if document is not None}
    before = {file: _as_it_was(document, framed, file) for file, document in now.items()}
    pages = _pages(workspace, (claim.url for _, claim in drawn), mirror)
    for number, (one, claim) in enumerate(drawn, start=1):
        documents = before if one.version is GoldVersion.BEFORE else now
        page, fetched_at = pages.get(_page(claim.url), (None, ""))
        yield card_of(number, _text(one, claim), documents.get(claim.file), _line(claim), claim.url, page, fetched_at)


def _text(item: Drawn, claim: GoldClaim) -> str:
    if item.version is GoldVersion.AFTER:
        return claim.after or ""
    return claim.edit.claim if claim.edit else claim.claim


def _line(claim: GoldClaim) -> int:
    return claim.edit.line if claim.edit else claim.line


def _as_it_was(document: Document, framed: Framed, file: str) -> Document | None:
    """The file before all batches that wrote it, the latest taken back first; None where it was changed since."""
    data: bytes | None = document.to_bytes()
    for manifest in sorted(framed.manifests, key=lambda one: one.created, reverse=True):
        for approved in (one for one in manifest.files if one.file == file and data is not None):
            if data is not None and sha256_hex(data) == approved.sha256_after:
                data = restore(approved, data)
    return Document.parse(data) if data is not None else None


def _page(url: str) -> str:
    return url.partition("#")[0]


def _pages(workspace: Workspace, urls: Iterable[str], mirror: str | None) -> dict[str, tuple[PageText, str]]:
    """Each cited page that could be had, with when it was fetched."""
    folder = workspace.evidence / "gold"
    found = fetch_pages(workspace, dict.fromkeys(map(_page, urls)), folder, mirror=mirror).pages
    store = EvidenceFolder(folder)
    texts = {url: store.text(page.text_sha256) for url, page in found.items() if page.text_sha256}
    return {url: (PageText.of(text), found[url].fetched_at) for url, text in texts.items() if text is not None}


# --- what the labels come to ----------------------------------------------------------------------------------------


def report_of(workspace: Workspace, sample: GoldSample) -> GoldReport:
    cards = sample.cards.values()
    manifests, receipts = _batches(workspace)
    return gold_report(
        sample.draw,
        sample.labels,
        changed=changed_since(manifests, receipts, datetime.fromisoformat(sample.draw.drawn_at)),
        without_page=sum(not card.passage for card in cards),
        without_lines=sum(card.at is None for card in cards),
    )
