"""What `r11-apply` does with its arguments: find the batch, ask who allows it, run it, tell."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from glob import escape
from pathlib import Path

from r11 import __version__
from r11.apply import show
from r11.apply.authority import Authority, FreshEvidence
from r11.apply.checks import Recheck
from r11.apply.corpus import Corpus
from r11.apply.journal import read_journal
from r11.apply.manifest import read_manifest
from r11.apply.place import Place, place_of
from r11.apply.plan import FilePlan, plan_file, plan_reverse
from r11.apply.receipt import turned
from r11.apply.run import Leave, Outcome, Run, execute, plan_files
from r11.apply.sources import ledger_problems, read_authority
from r11.errors import ManifestRefused, R11Error, Refused, UsageError, WorkspaceError
from r11.fixes.policy import generalisations_of
from r11.records import RECEIPT_SCHEMA, ApprovedFile, ApprovedManifest, Closure, Receipt
from r11.storage import Workspace, corpus_lock, listed, read_json
from r11.vocabulary import ReceiptStatus

# files that an earlier run wrote are `already-applied` where its receipt was lost or stayed in another clone
HOLDS_BATCH = frozenset({ReceiptStatus.APPLIED, ReceiptStatus.ALREADY_APPLIED})

LEFT_OUT_WITHOUT_WORKSPACE = (
    "confirmations against the decision logs",
    "the ratified policy and its generalisations",
    "age and state of the evidence",
    "what the ledger says of the flags now",
)


def run(args: argparse.Namespace) -> int:
    """Raises R11Error for whatever is refused as a whole; it says so where an interrupted run of the batch stands."""
    workspace = Workspace.open(Path(args.workspace)) if args.workspace else None
    try:
        return _run(args, workspace)
    except (ManifestRefused, UsageError, WorkspaceError) as error:
        standing = _interrupted(args, workspace) if workspace else ""
        if not standing or (isinstance(error, ManifestRefused) and error.standing):
            raise
        if isinstance(error, ManifestRefused):
            raise ManifestRefused(error.source, error.problems, standing) from error
        raise type(error)(f"{error}; yet {standing}") from error


def _interrupted(args: argparse.Namespace, workspace: Workspace) -> str:
    """What interrupted runs of this batch wrote, by the journals that they left; empty where there is none."""
    name = escape(Path(args.reverse or args.manifest).stem)
    paths = [p for like in ("", ".reverted") for p in workspace.receipts.glob(f"{name}{like}.journal")]
    return "; ".join(left.told(path) for path in sorted(paths) if (left := read_journal(path)))


def _run(args: argparse.Namespace, workspace: Workspace | None) -> int:
    if workspace is None and not args.dry_run:
        raise UsageError("writing needs --workspace: confirmations, policy and evidence are checked there")
    place = place_of(args.corpus, args.shard, workspace)
    if workspace and place.elsewhere and not place.shard:
        other = f"{place.elsewhere} is not the corpus of this workspace, which is {workspace.corpus}"
        _say(f"note: {other}; the receipt will say so")
    if args.reverse:
        return _reverse(args, place, _demand(workspace))
    manifest = _read_manifest(Path(args.manifest))
    if workspace is None:
        _say("dry run without a workspace; left out: " + "; ".join(LEFT_OUT_WITHOUT_WORKSPACE))
        return _dry(args, manifest, manifest.files, place.corpus, Leave(partial(plan_file, checks=(Recheck(),))))
    _demand_approved(manifest, Path(args.manifest), workspace)
    _demand_inside(place, manifest.files, args.manifest)
    _demand_not_reverted(manifest.batch, workspace)
    asked = partial(prepare, manifest, workspace, args.manifest)
    if args.dry_run:
        return _dry(args, manifest, manifest.files, place.corpus, asked())
    job = Run(
        manifest,
        manifest.files,
        manifest.closures,
        asked,
        ReceiptStatus.APPLIED,
        workspace.receipts,
        manifest.batch,
        clock,
        show.progress,
        elsewhere=place.elsewhere,
        shard=place.shard,
    )
    return _execute(args, job, place.corpus)


def prepare(manifest: ApprovedManifest, workspace: Workspace, source: str) -> Leave:
    """Everything that must hold of the batch as a whole, then what may be done. Raises ManifestRefused."""
    _demand_still_approved(manifest, workspace, source)
    authority = read_authority(workspace, manifest.batch)
    if problems := [*authority.problems(manifest), *ledger_problems(workspace, manifest, authority)]:
        raise ManifestRefused(source, [*problems, _next_step(manifest, workspace)])
    days = min(manifest.evidence_max_age_days, workspace.settings.evidence_max_age_days)  # the stricter limit holds
    fresh = FreshEvidence(authority, now(), timedelta(days=days))
    checks = (Recheck(_generalisations(manifest, authority)), fresh)
    return Leave(partial(plan_file, checks=checks), fresh.left_open(manifest.closures))


def now() -> datetime:
    return datetime.now(UTC)


def clock() -> str:
    return now().isoformat(timespec="milliseconds")


def _demand_still_approved(manifest: ApprovedManifest, workspace: Workspace, source: str) -> None:
    """A batch that nobody began may be frozen again until the lock of the corpus is held. Raises ManifestRefused."""
    if _read_manifest(workspace.approved / f"{manifest.batch}.json").sha256 != manifest.sha256:
        raise ManifestRefused(source, ["it was frozen again just now: run this again"])


def _next_step(manifest: ApprovedManifest, workspace: Workspace) -> str:
    """What to do about a batch that people's decisions do not cover any more."""
    batch = manifest.batch
    if _is_begun(manifest, workspace):
        return f"next: {batch} went to apply before; freeze what it did not write under another name"
    return f"next: r11 freeze {workspace.root} --batch {batch} takes in what was decided since; then run this again"


def _is_begun(manifest: ApprovedManifest, workspace: Workspace) -> bool:
    """Whether a receipt or a journal tells of a run of this manifest."""
    receipts = (read_json(path, Receipt) for path in listed(workspace.receipts, ".json"))
    journals = (read_journal(path) for path in listed(workspace.receipts, ".journal"))
    told = {account.manifest_sha256 for account in (*receipts, *journals) if account}
    return manifest.sha256 in told


def _generalisations(manifest: ApprovedManifest, authority: Authority) -> tuple[tuple[str, str], ...]:
    """The pairs that the ratified policy lists; read only where the manifest subtracts. Raises ManifestRefused."""
    if manifest.policy_sha256 is None:
        return ()
    try:
        return generalisations_of(authority.policy_text)
    except Refused as error:
        raise ManifestRefused(manifest.batch, [str(error)]) from error


def _demand(workspace: Workspace | None) -> Workspace:
    if workspace is None:
        raise UsageError("putting back needs --workspace: receipt, manifest and the revert event are there")
    return workspace


def _read_manifest(path: Path) -> ApprovedManifest:
    try:
        return read_manifest(path.read_bytes(), str(path))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error


def _demand_inside(place: Place, files: Sequence[ApprovedFile], source: str) -> None:
    """Raises ManifestRefused naming every file that is not to be written in this place."""
    problems = list(place.outside(files))
    if problems:
        raise ManifestRefused(source, problems)


def _demand_approved(manifest: ApprovedManifest, path: Path, workspace: Workspace) -> None:
    """A batch is what `7-approved/` holds under its name; receipts, stamps and commits go by it. Raises UsageError."""
    approved = workspace.approved / f"{manifest.batch}.json"
    if not approved.is_file():
        raise UsageError(f"{path}: is batch {manifest.batch}, and {approved} is not there; r11 freeze makes it")
    if not approved.samefile(path) and approved.read_bytes() != path.read_bytes():
        raise UsageError(f"{path}: is batch {manifest.batch}, and not what was approved under that name: {approved}")


def _demand_not_reverted(name: str, workspace: Workspace) -> None:
    """Also while it is being put back: what is on record of that would be undone. Raises ManifestRefused."""
    if read_journal(workspace.receipts / f"{name}.reverted.journal"):
        again = f"r11-apply --reverse {workspace.receipts / f'{name}.json'} --workspace {workspace.root}"
        problem = (
            f"a run that put this batch back was cut short; first {again}: it finishes, or writes down what stands"
        )
        raise ManifestRefused(name, [problem])
    file = workspace.receipts / f"{name}.reverted.json"
    if file.is_file() and any(told.status is ReceiptStatus.REVERTED for told in read_json(file, Receipt).files):
        raise ManifestRefused(name, ["this batch was put back; freeze a new one to apply its edits again"])


def _dry(
    args: argparse.Namespace,
    manifest: ApprovedManifest,
    files: Sequence[ApprovedFile],
    corpus: Path,
    leave: Leave,
    done: ReceiptStatus = ReceiptStatus.APPLIED,
) -> int:
    with Corpus(corpus) as opened:
        plans = plan_files(opened, files, leave.plan, watch=show.progress)
    closures = tuple(closure for closure in manifest.closures if closure.flag_key not in leave.left_open)
    receipt = _foreseen(manifest, plans, closures, done)
    if not args.json:
        colour = show.wants_colour(sys.stdout)
        for line in (line for plan in plans if plan.is_due for line in show.diff(plan, colour=colour)):
            print(line)
    return _tell(args, Outcome(receipt, left_open=tuple(leave.left_open.values())), dry=True)


def _foreseen(
    manifest: ApprovedManifest, plans: Sequence[FilePlan], closures: tuple[Closure, ...], done: ReceiptStatus
) -> Receipt:
    at = clock()
    files = [plan.receipt(plan.status or done, plan.code, plan.detail) for plan in plans]
    return Receipt(
        schema=RECEIPT_SCHEMA,
        batch=manifest.batch,
        manifest_sha256=manifest.sha256,
        started=at,
        finished=None,
        tool_version=__version__,
        files=tuple(map(turned, files) if done is ReceiptStatus.REVERTED else files),
        closures=closures,
    )


def _reverse(args: argparse.Namespace, place: Place, workspace: Workspace) -> int:
    _demand_settled(Path(args.reverse), workspace)
    receipt = read_json(Path(args.reverse), Receipt)
    manifest = _read_manifest(workspace.approved / f"{receipt.batch}.json")
    if manifest.sha256 != receipt.manifest_sha256:
        raise ManifestRefused(args.reverse, [f"{receipt.batch}.json in 7-approved/ is not the manifest it is about"])
    holding = {file.file for file in receipt.files if file.status in HOLDS_BATCH}
    files = tuple(file for file in manifest.files if file.file in holding)
    if not files:
        raise ManifestRefused(args.reverse, ["no file holds this batch, so there is nothing to put back"])
    _demand_inside(place, files, args.reverse)
    asked = partial(_prepare_reverse, receipt.batch, files, workspace, args.reverse)
    if args.dry_run:
        return _dry(args, manifest, files, place.corpus, asked(), ReceiptStatus.REVERTED)
    name = f"{Path(args.reverse).stem}.reverted"
    job = Run(
        manifest,
        files,
        receipt.closures,  # they stand
        asked,
        ReceiptStatus.REVERTED,
        workspace.receipts,
        name,
        clock,
        show.progress,
        elsewhere=place.elsewhere,
        shard=place.shard,
    )
    return _execute(args, job, place.corpus)


def _demand_settled(receipt: Path, workspace: Workspace) -> None:
    """A journal of the batch knows of files that no receipt names. Raises ManifestRefused."""
    if read_journal(workspace.receipts / f"{receipt.stem}.journal"):
        settle = f"r11-apply {workspace.approved / receipt.name} --workspace {workspace.root}"
        problem = f"first run {settle}: it finishes the batch, or writes the receipt of what stands where it may not"
        raise ManifestRefused(str(receipt), [problem])


def _prepare_reverse(batch: str, files: Sequence[ApprovedFile], workspace: Workspace, source: str) -> Leave:
    keys = [edit.flag_key for file in files for edit in file.edits]
    operators = workspace.settings.operators
    if not read_authority(workspace, batch).may_revert(batch, keys, operators):
        by = "" if operators is None else f" by an operator of r11.toml ({', '.join(operators)})"
        problem = f"no revert event in force{by} names batch {batch} and all {len(keys)} flags that it changed"
        command = f"r11 decide --event revert --batch {batch} --reviewer NAME --workspace {workspace.root}"
        raise ManifestRefused(source, [f"{problem}; an operator records it: {command}"])
    return Leave(plan_reverse)


def _execute(args: argparse.Namespace, job: Run, corpus: Path) -> int:
    with corpus_lock(corpus, f"r11-apply {job.name}, journal {job.journal_file},"), _kept_account(job):
        return _tell(args, execute(job, corpus))


@contextmanager
def _kept_account(job: Run) -> Iterator[None]:
    """Whatever goes wrong once files may have been written, the journal is named."""
    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise R11Error(f"{where}{error.strerror}; see {job.journal_file} if it is there, and run it again") from error


def _tell(args: argparse.Namespace, outcome: Outcome, *, dry: bool = False) -> int:
    receipt = outcome.receipt
    if args.json:
        import msgspec

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(receipt), indent=2).decode() + "\n")
    for line in show.told(outcome, dry=dry):
        _say(line)
    return outcome.exit_status


def _say(text: str) -> None:
    print(text, file=sys.stderr)
