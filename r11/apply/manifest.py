"""An approved manifest as bytes: read strictly, and every reason for which it cannot be trusted as a whole, at once.

What is asked here needs the manifest only. A hash stops accidents, not a hand-made manifest: what its confirmations and
its policy are worth is asked of the workspace (`authority.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from r11.errors import ManifestRefused
from r11.ledger.strict_json import parse
from r11.records import MANIFEST_SCHEMA, ApprovedEdit, ApprovedManifest, Closure, manifest_digest, sha256_hex
from r11.vocabulary import Disposition, FixOp, Scope, dispositions_for

BATCH_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def read_manifest(data: bytes, source: str) -> ApprovedManifest:
    """Raises ManifestRefused with every problem of the document; nothing is repaired or guessed."""
    parsed = parse(data)
    if parsed.problems:
        raise ManifestRefused(source, [str(problem) for problem in parsed.problems])
    try:
        manifest = msgspec.convert(parsed.value, ApprovedManifest, strict=True)
    except msgspec.ValidationError as error:
        raise ManifestRefused(source, [f"not an approved manifest: {error}"]) from error
    problems = list(manifest_problems(manifest))
    if problems:
        raise ManifestRefused(source, problems)
    return manifest


def manifest_problems(manifest: ApprovedManifest) -> Iterator[str]:
    """What in the manifest contradicts itself or the contract."""
    if manifest.schema != MANIFEST_SCHEMA:
        yield f"schema is {manifest.schema!r}, this program knows {MANIFEST_SCHEMA!r}"
    if manifest.sha256 != manifest_digest(manifest):
        yield "its digest is not that of its content: it was changed after freeze"
    if not BATCH_NAME.fullmatch(manifest.batch):
        yield f"batch {manifest.batch!r} cannot be a file name"
    yield from _repeated("file", (file.file for file in manifest.files))
    yield from _repeated("flag", [e.flag_key for e in _edits(manifest)] + [c.flag_key for c in manifest.closures])
    for file in manifest.files:
        if not file.edits:
            yield f"{file.file}: no edit"
        if file.sha256_before == file.sha256_after:
            yield f"{file.file}: the batch would change nothing"
        for edit in file.edits:
            yield from _edit_problems(manifest, file.file, edit)
    yield from (problem for closure in manifest.closures if (problem := _closure_problem(closure)))


def _edits(manifest: ApprovedManifest) -> Iterator[ApprovedEdit]:
    return (edit for file in manifest.files for edit in file.edits)


def _repeated(what: str, names: Iterable[str]) -> list[str]:
    return [f"{what} {name} is listed {count} times" for name, count in Counter(names).items() if count > 1]


def _edit_problems(manifest: ApprovedManifest, file: str, edit: ApprovedEdit) -> Iterator[str]:
    key = edit.flag_key
    if key.rpartition("#")[0] != file:
        yield f"{key}: listed under {file}"
    if edit.evidence.quote_sha256 != sha256_hex(edit.evidence.quote.encode("utf-8")):
        yield f"{key}: the hash of its quote is not that of the quote"
    if edit.disposition not in dispositions_for(edit.judge_verdict):
        yield f"{key}: {edit.disposition} is no ruling that turns {edit.judge_verdict} into an edit"
    if (edit.op is FixOp.O3) != (edit.proof is None):
        yield f"{key}: {edit.op} {'carries' if edit.proof else 'lacks'} a proof"
    if edit.op is FixOp.O3 and edit.confirmation.scope is not Scope.ITEM:
        yield f"{key}: O3 is confirmed item by item, never as a class"
    if edit.op is FixOp.O2:
        yield from _policy_problems(manifest, edit)


def _policy_problems(manifest: ApprovedManifest, edit: ApprovedEdit) -> Iterator[str]:
    if manifest.policy_sha256 is None:
        yield f"{edit.flag_key}: O2 in a manifest that names no policy"
    elif edit.judge_verdict.value not in {scope.value for scope in manifest.policy_scopes}:
        yield f"{edit.flag_key}: the policy does not cover {edit.judge_verdict}"


def _closure_problem(closure: Closure) -> str | None:
    if closure.disposition is not Disposition.CORRECT:
        return f"{closure.flag_key}: a closing rules the claim correct, not {closure.disposition}"
    return None
