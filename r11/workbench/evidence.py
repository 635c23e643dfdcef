"""What the last refresh of a workspace found, for the classifier and for apply: by flag key."""

from __future__ import annotations

from collections.abc import Mapping

from r11.records import FlagEvidence
from r11.storage import EvidenceFolder, Workspace
from r11.text.quotes import PageText, section_text
from r11.vocabulary import EvidenceState

_STANDING = {EvidenceState.STANDS, EvidenceState.MOVED}


def read_index(workspace: Workspace) -> Mapping[str, FlagEvidence]:
    """The evidence of every flag; empty before the first refresh. Raises WorkspaceError."""
    return EvidenceFolder(workspace.evidence).flags()


def page_sections(workspace: Workspace) -> Mapping[str, str]:
    """The page's section around the quote as it stands today; only where the quote stands. Raises WorkspaceError."""
    store = EvidenceFolder(workspace.evidence)
    pages: dict[str, PageText] = {}
    sections: dict[str, str] = {}
    for key, evidence in store.flags().items():
        if evidence.state not in _STANDING or evidence.text_sha256 is None or evidence.section is None:
            continue
        if evidence.text_sha256 not in pages:
            pages[evidence.text_sha256] = PageText.of(store.text(evidence.text_sha256) or "")
        sections[key] = section_text(pages[evidence.text_sha256], evidence.section)
    return sections
