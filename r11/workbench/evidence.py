"""What the last refresh of a workspace found, for the classifier and for apply: by flag key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from r11.fixes.freshness import is_evidence_of
from r11.records import Flag, FlagEvidence
from r11.storage import EvidenceFolder, Workspace
from r11.text.quotes import PageText, section_text
from r11.vocabulary import EvidenceState

_STANDING = {EvidenceState.STANDS, EvidenceState.MOVED}


def read_evidence(workspace: Workspace, flags: Iterable[Flag]) -> Mapping[str, FlagEvidence]:
    """The evidence of these flags as they are now; empty before the first refresh. Raises WorkspaceError.

    What was looked up for another claim, URL or quote under the same key is none: it says nothing of this one.
    """
    found = EvidenceFolder(workspace.evidence).flags()
    return {f.key: found[f.key] for f in flags if f.key in found and is_evidence_of(f, found[f.key])}


def page_sections(workspace: Workspace, evidence: Iterable[FlagEvidence]) -> Mapping[str, str]:
    """The page's section around the quote as it stands today; only where the quote stands. Raises WorkspaceError."""
    store = EvidenceFolder(workspace.evidence)
    pages: dict[str, PageText] = {}
    sections: dict[str, str] = {}
    for found in evidence:
        if found.state not in _STANDING or found.text_sha256 is None or found.section is None:
            continue
        if found.text_sha256 not in pages:
            pages[found.text_sha256] = PageText.of(store.text(found.text_sha256) or "")
        sections[found.flag_key] = section_text(pages[found.text_sha256], found.section)
    return sections
