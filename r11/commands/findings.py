"""What the inputs of the programme came to, one finding for each: for people, for machines, with all problems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from r11.commands import DONE, NOTHING_DONE, WITH_PROBLEMS, print_json, say, shown
from r11.errors import Problem, UsageError
from r11.ledger.augment import JudgePass, read_judge_pass
from r11.ledger.claims import ClaimManifest
from r11.ledger.judge_output import read_judge_output
from r11.ledger.manifest import Ledger
from r11.vocabulary import CheckCode


@dataclass(frozen=True)
class Finding:
    """What one input came to: a sentence for people, figures for machines, and its problems."""

    source: str
    summary: str
    figures: dict[str, int]
    problems: tuple[Problem, ...]
    readable: bool = True

    @property
    def errors(self) -> int:
        return sum(not problem.is_warning for problem in self.problems)


def report(findings: Sequence[Finding], *, as_json: bool) -> int:
    """Print what was found, problems on stderr, and give the exit status."""
    if as_json:
        print_json([_plain(finding) for finding in findings])
    else:
        for finding in findings:
            print(f"{finding.source}: {finding.summary}")
            for problem in finding.problems:
                word = "warning: " if problem.is_warning else ""
                say(f"{finding.source}: {word}{problem}")
    if not all(finding.readable for finding in findings):
        return NOTHING_DONE
    return WITH_PROBLEMS if any(finding.errors for finding in findings) else DONE


def _plain(finding: Finding) -> dict[str, Any]:
    problems = [
        {"place": one.place, "code": one.code, "message": one.message, "warning": one.is_warning}
        for one in finding.problems
    ]
    return {"source": finding.source, "readable": finding.readable, **finding.figures, "problems": problems}


def ledger_finding(source: str, ledger: Ledger, corpus: Iterable[Problem]) -> Finding:
    problems = (*ledger.problems, *corpus)
    settled = sum(flag.is_settled for flag in ledger.flags)
    figures = {
        "listed": ledger.listed,
        "records": len(ledger.records),
        "flags": len(ledger.flags),
        "settled": settled,
        "invalid": len(ledger.invalid),
    }
    counts = f"{_many(ledger.listed, 'record')}, {_many(len(ledger.flags), 'valid flag')} ({settled} settled)"
    summary = f"{counts}, {len(ledger.invalid)} invalid; " if ledger.readable else "not read: "
    return Finding(source, summary + _counted(problems), figures, problems, ledger.readable)


def claims_finding(source: str, claims: ClaimManifest) -> Finding:
    count = sum(len(file.claims) for file in claims.files.values())
    figures = {"listed": claims.listed, "files": len(claims.files), "claims": count, "invalid": len(claims.invalid)}
    counts = f"{_many(claims.listed, 'file')}, {_many(count, 'claim')} in the valid ones"
    summary = f"{counts}, {len(claims.invalid)} invalid; " if claims.readable else "not read: "
    return Finding(source, summary + _counted(claims.problems), figures, claims.problems, claims.readable)


def judge_findings(folder: Path, claims: ClaimManifest | None) -> list[Finding]:
    outputs = judge_outputs(folder)
    if claims is not None:
        return pass_findings(read_judge_pass(outputs, claims), shown(folder))
    findings = []
    for source, data in outputs.items():
        reading = read_judge_output(data, None, source)
        figures = {"results": len(reading.results), "invalid": reading.invalid}
        summary = (
            f"{_many(len(reading.results), 'valid result')}, {reading.invalid} invalid; {_counted(reading.problems)}"
        )
        findings.append(Finding(source, summary, figures, reading.problems))
    return findings


def pass_findings(judged: JudgePass, folder: str) -> list[Finding]:
    """One finding for the pass as a whole, then one for each output with a problem."""
    unjudged = tuple(Problem(file, CheckCode.MISSING_FILE, "no readable judge output") for file in judged.unjudged)
    figures = {
        "outputs": len(judged.readings),
        "complete": len(judged.records),
        "incomplete": len(judged.incomplete),
        "unjudged": len(judged.unjudged),
        "unplaced": len(judged.unplaced),
        "invalid": judged.invalid,
    }
    files = len(judged.records) + len(judged.incomplete) + len(judged.unjudged)
    summary = (
        f"{len(judged.records)}/{files} files completely judged, {len(judged.incomplete)} incomplete, "
        f"{len(judged.unjudged)} without a readable output; {len(judged.unplaced)} outputs of no known file, "
        f"{judged.invalid} invalid results"
    )
    faulty = [reading for reading in judged.readings if reading.problems]
    return [
        Finding(folder, summary, figures, unjudged),
        *(
            Finding(
                one.source, _counted(one.problems), {"results": len(one.results), "invalid": one.invalid}, one.problems
            )
            for one in faulty
        ),
    ]


def _counted(problems: Sequence[Problem]) -> str:
    warnings = sum(problem.is_warning for problem in problems)
    errors = len(problems) - warnings
    words = _many(errors, "problem") if errors else "no problems"
    return f"{words}, {_many(warnings, 'warning')}" if warnings else words


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def judge_outputs(folder: Path) -> dict[str, bytes]:
    """The judge outputs of a folder by name, sorted. Raises UsageError where there are none."""
    paths = sorted(path for path in folder.rglob("*.json") if path.is_file()) if folder.is_dir() else []
    if not paths:
        raise UsageError(f"{shown(folder)}: no *.json in this folder; --judge names the folder of the judge outputs")
    return {shown(path): path.read_bytes() for path in paths}
