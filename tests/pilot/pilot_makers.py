"""Flags with what they are now, made by hand; and whole ledgers of them, made by a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from r11.errors import Problem
from r11.ledger.manifest import InvalidEntry, Ledger
from r11.ledger.population import population
from r11.pilot.items import item_of
from r11.pilot.measures import measure
from r11.pilot.policy_effect import PolicyEffect, cost_of, scope_effects
from r11.pilot.refreshed import refreshed
from r11.records import Abort, Flag, LedgerRecord, Proposal
from r11.report import PilotReport, Provenance
from r11.vocabulary import AbortCode, CheckCode, FileVerdict, FixOp, JudgeVerdict, Rule

Pair = tuple[Flag, Proposal]


def flag(file: str = "a.md", number: int = 1, **fields: object) -> Flag:
    told: dict[str, object] = {
        "judge_verdict": JudgeVerdict.NOT_GROUNDED,
        "rule": Rule.R2,
        "evidence_url": "https://learn.microsoft.com/page",
        "evidence_quote": "The limit is 20.",
        "reason": "the source says 20",
        "claim": "The limit is 10.",
    }
    return Flag(id=f"c{number}", file=file, line=number, **{**told, **fields})  # type: ignore[arg-type]


def pair(flag: Flag, op: FixOp = FixOp.O3, nominated: FixOp | None = None, aborts: Sequence[AbortCode] = ()) -> Pair:
    proposal = Proposal(
        flag_key=flag.key,
        flag_id=flag.id,
        file=flag.file,
        line=flag.line,
        op=op,
        edits=(),
        line_before=flag.claim,
        line_after=None,
        nominated=nominated,
        aborts=tuple(Abort(code=code) for code in aborts),
        proof=None,
        origin="built-in",
        self_evaluation=None,
        sha256="0" * 64,
    )
    return flag, proposal


def swap(flag: Flag) -> Pair:
    return pair(flag, FixOp.O1, FixOp.O1)


def aborted(flag: Flag, *codes: AbortCode) -> Pair:
    return pair(flag, FixOp.O3, FixOp.O1, codes or (AbortCode.NOT_PROSE,))


def waiting(flag: Flag) -> Pair:
    return pair(flag, FixOp.O3, FixOp.O2, (AbortCode.O2_NOT_RATIFIED,))


def subtraction(flag: Flag) -> Pair:
    return pair(flag, FixOp.O2, FixOp.O2)


def rewrite(flag: Flag, *codes: AbortCode) -> Pair:
    return pair(flag, FixOp.O3, None, codes)


def invalid(
    file: str | None = None,
    verdict: JudgeVerdict | None = None,
    rule: Rule | None = None,
    place: str = "records[0].flags[0]",
) -> InvalidEntry:
    problem = Problem(f"{place}.rule", CheckCode.UNKNOWN_WORD, "'R9' is no rule", record=0)
    return InvalidEntry(place, (problem,), file, "c0", verdict, rule)


def random_pair(flag: Flag, dice: random.Random) -> Pair:
    makers = (swap, aborted, waiting, rewrite, lambda one: rewrite(one, AbortCode.OPERATOR_GATED))
    return dice.choices(makers, (25, 15, 20, 35, 5))[0](flag)


def random_programme(seed: int, files: int = 60) -> tuple[list[Pair], list[InvalidEntry]]:
    """Files of 1 to 12 flags with every outcome; some entries invalid, one of them without a readable file."""
    dice = random.Random(seed)
    pairs = [
        random_pair(flag(f"skills/area/{file:03}.md", number, rule=dice.choice(list(Rule))), dice)
        for file in range(files)
        for number in range(1, dice.randint(1, 12) + 1)
    ]
    bad = [invalid(f"skills/area/{file:03}.md", JudgeVerdict.NOT_GROUNDED, Rule.R8) for file in range(0, files, 9)]
    return pairs, [*bad, invalid()]


def report_of(
    pairs: Sequence[Pair],
    bad: Sequence[InvalidEntry] = (),
    *,
    synthetic: bool = False,
    programme: str = "programme",
    corpus_files: int | None = 80,
    more_problems: Sequence[Problem] = (),
) -> PilotReport:
    """The report of some pairs, with a ledger and a population that fit them."""
    per_file: dict[str, list[Flag]] = {}
    for one, _ in pairs:
        per_file.setdefault(one.file, []).append(one)
    records = tuple(
        LedgerRecord(file=file, per_file_verdict=FileVerdict.FLAGGED, flags=tuple(flags))
        for file, flags in per_file.items()
    )
    ratified = [subtraction(one) if item_of(one, made).waits_for_policy else (one, made) for one, made in pairs]
    problems = (*(problem for entry in bad for problem in entry.problems), *more_problems)
    ledger = Ledger(records, problems, tuple(bad), len(records), {})
    return PilotReport(
        provenance=Provenance(
            programme=programme,
            now="2026-01-02 03:04 UTC",
            tool_version="0.1.0",
            ledger="1-ledger/ledger.json",
            ledger_sha256="ab" * 32,
            corpus="corpus",
            policy="not ratified: every subtraction is O3",
            synthetic=synthetic,
        ),
        population=population(ledger, corpus_files=corpus_files, pilot_min=7),
        measures=measure(pairs, bad, threshold=7),
        problems=problems,
        refreshed=refreshed({one.key for one, _ in pairs}, ()),
        effect=PolicyEffect(scope_effects(ratified), measure(ratified, bad, threshold=7), cost_of(pairs)),
    )
