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


def page_texts(workspace: Workspace, evidence: Mapping[str, FlagEvidence]) -> Mapping[str, str]:
    """By flag key, the text of the whole page as it is today; only where the quote stands. Raises WorkspaceError."""
    store = EvidenceFolder(workspace.evidence)
    found = {key: e.text_sha256 for key, e in evidence.items() if e.state in _STANDING and e.text_sha256}
    texts = {sha256: store.text(sha256) or "" for sha256 in set(found.values())}
    return {key: texts[sha256] for key, sha256 in found.items()}


def page_sections(texts: Mapping[str, str], evidence: Mapping[str, FlagEvidence]) -> Mapping[str, str]:
    """By flag key, the section around the quote, of the `page_texts`; left out where no section is known."""
    pages: dict[str, PageText] = {}
    sections: dict[str, str] = {}
    for key, text in texts.items():
        section = evidence[key].section
        if section is not None:
            if text not in pages:
                pages[text] = PageText.of(text)
            sections[key] = section_text(pages[text], section)
    return sections
