"""From a judge pass to a ledger: the judge's non-grounded results become flags.

A flag is the judge's result with four fields added: `file`, `line` and `claim` from the claim manifest, `disposition`
from the verdict (null for `not_grounded`: a human says which; `unsourced` for `source_silent`). A file is in the ledger
only where its judge output is complete; every other file is reported and counted, and is neither `pass` nor `flagged`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from r11.errors import Problem
from r11.ledger.claims import ClaimManifest
from r11.ledger.judge_output import JudgeReading, read_judge_output
from r11.records import Claim, FileClaims, Flag, JudgeResult, LedgerRecord
from r11.vocabulary import CheckCode, FileVerdict, dispositions_for


@dataclass(frozen=True)
class JudgePass:
    """All outputs of a judge pass beside the claim manifest. Each file of the manifest is in exactly one group.

    `records`: the complete files, as ledger records, in the order of the manifest. `incomplete`: files with an output
    that is not complete, or with two outputs. `unjudged`: files without a readable output. `unplaced`: the sources
    that belong to no file of the manifest.
    """

    records: tuple[LedgerRecord, ...]
    incomplete: tuple[str, ...]
    unjudged: tuple[str, ...]
    unplaced: tuple[str, ...]
    readings: tuple[JudgeReading, ...]

    @property
    def invalid(self) -> int:
        """Answers that count for nothing; an output that is unreadable as a whole is one."""
        return sum(reading.invalid for reading in self.readings)


def read_judge_pass(outputs: Mapping[str, bytes], claims: ClaimManifest) -> JudgePass:
    """The judge outputs (source → bytes) held against the claims, and the complete ones augmented."""
    readings = [read_judge_output(data, claims, source) for source, data in outputs.items()]
    readings = _without_second_outputs(readings)
    by_file = {reading.file: reading for reading in readings if reading.file in claims.files}
    complete = {file: reading for file, reading in by_file.items() if reading.complete}
    return JudgePass(
        records=tuple(ledger_record(complete[file], known) for file, known in claims.files.items() if file in complete),
        incomplete=tuple(file for file in claims.files if file in by_file and file not in complete),
        unjudged=tuple(file for file in claims.files if file not in by_file),
        unplaced=tuple(reading.source for reading in readings if reading.file not in claims.files),
        readings=tuple(readings),
    )


def _without_second_outputs(readings: list[JudgeReading]) -> list[JudgeReading]:
    """Two outputs for one file: neither counts, since which one is meant is unknown."""
    times = Counter(reading.file for reading in readings)
    return [
        _refused(reading, readings) if reading.file is not None and times[reading.file] > 1 else reading
        for reading in readings
    ]


def _refused(reading: JudgeReading, readings: Iterable[JudgeReading]) -> JudgeReading:
    others = ", ".join(other.source for other in readings if other.file == reading.file and other is not reading)
    message = f"{reading.file!r} has another judge output ({others}); neither counts"
    problems = (*reading.problems, Problem("file", CheckCode.FILE_TWICE, message))
    return replace(reading, problems=problems, results=(), invalid=reading.invalid + len(reading.results))


def ledger_record(reading: JudgeReading, known: FileClaims) -> LedgerRecord:
    """A complete judge output as a ledger record; its flags stand in the order of the claims."""
    answers = {result.id: result for result in reading.results}
    pairs = [(answers[claim.id], claim) for claim in known.claims]
    flags = tuple(flag_of(result, claim, known.file) for result, claim in pairs if result.judge_verdict.is_flagged)
    verdict = FileVerdict.FLAGGED if flags else FileVerdict.PASS
    return LedgerRecord(file=known.file, per_file_verdict=verdict, flags=flags)


def flag_of(result: JudgeResult, claim: Claim, file: str) -> Flag:
    """The flag of a non-grounded result. Where the verdict leaves a choice the disposition is pending (None)."""
    choices = dispositions_for(result.judge_verdict)
    return Flag(
        **msgspec.structs.asdict(result),
        file=file,
        line=claim.line,
        claim=claim.claim,
        disposition=choices[0] if len(choices) == 1 else None,
    )


_FLAG_FIELDS = (
    "id", "judge_verdict", "rule", "evidence_url", "evidence_quote", "reason", "file", "line", "claim", "disposition",
)  # fmt: skip


def ledger_bytes(records: Iterable[LedgerRecord]) -> bytes:
    """A new ledger: an array of records, indented by two, fields in the order of the contract, UTF-8, final newline."""
    plain = [
        {"file": record.file, "per_file_verdict": record.per_file_verdict, "flags": [*map(_plain_flag, record.flags)]}
        for record in records
    ]
    return (json.dumps(plain, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def _plain_flag(flag: Flag) -> dict[str, Any]:
    plain = {name: getattr(flag, name) for name in _FLAG_FIELDS}
    return plain if flag.failed_span is None else {**plain, "failed_span": flag.failed_span}
