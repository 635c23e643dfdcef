"""The whole sample as bytes under their paths."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random
from typing import Any

from sample_maker import artefacts, pages, records, refresh, texts
from sample_maker.corpus import write_file
from sample_maker.facts import Fact
from sample_maker.layout import CorpusFile, Quirks
from sample_maker.plan import FilePlan, FlagPlan, Plan, make_plan

SEED = 20261130
ECHOES = 24  # claims that stand in a second file, unjudged there

Tree = dict[str, bytes]


def make_tree(seed: int = SEED) -> Tree:
    """Every file of `data/sample/`, by its path in there. The same seed gives the same bytes."""
    random = Random(seed)
    plan = make_plan(random)
    refresh.set_states(random, plan)
    files = _write_corpus(random, plan)
    judged = [(file, records.number_claims(file)) for file in files if file.plan.judged]
    records.move_some(random, judged)
    tree = dict(texts.FIXED_FILES)
    tree |= {f"corpus/{file.plan.path}": file.to_bytes() for file in files}
    tree |= _judge_pass(judged)
    tree |= _pages(random, plan)
    tree |= artefacts.make_artefacts(judged, tree)
    return dict(sorted(tree.items()))


def _write_corpus(random: Random, plan: Plan) -> list[CorpusFile]:
    echoes = _echoes(random, plan)
    return [
        write_file(random, file, Quirks.draw(random, index), echoes.get(file.path, ()))
        for index, file in enumerate(plan.files)
    ]


def _echoes(random: Random, plan: Plan) -> dict[str, list[str]]:
    """Claims of one file that another file of the same service repeats."""
    echoes: dict[str, list[str]] = {}
    owners = [(file, flag.fact) for file in plan.files for flag in file.flags if _can_echo(flag.fact)]
    for file, fact in random.sample(owners, ECHOES):
        others = [other for other in plan.files if other.service is file.service and other is not file]
        echoes.setdefault(random.choice(others).path, []).append(fact.line_text)
    return echoes


def _can_echo(fact: Fact) -> bool:
    return not fact.form.is_row and not fact.line_text.startswith("#")


def _judge_pass(judged: list[tuple[CorpusFile, list[records.NumberedClaim]]]) -> Tree:
    ledger = {
        "synthetic": True,
        "prompt": "v3.1",
        "records": [records.ledger_record(file, claims) for file, claims in judged],
    }
    claims = [records.claim_manifest(file, numbered) for file, numbered in judged]
    gold = [
        records.gold_row(file, claim)
        for file, numbered in judged
        for claim in numbered
        if isinstance(claim.item, FlagPlan)
    ]
    tree = {
        "1-ledger/ledger.json": as_json(ledger),
        "1-ledger/claims.json": _one_line_each(claims),
        "gold.jsonl": b"".join(_compact(row) + b"\n" for row in gold),
    }
    for file, numbered in judged:
        name = f"1-ledger/judge/{_judge_name(file.plan)}.json"
        tree[name] = _compact(records.judge_output(file, numbered)) + b"\n"
    return tree


def _judge_name(plan: FilePlan) -> str:
    return f"{plan.service.slug}-{plan.topic}"


def _pages(random: Random, plan: Plan) -> Tree:
    rendered = pages.render_pages(random, plan)
    index = {page.address: name for page, (name, _) in rendered.items()}
    tree = {f"pages/{name}": data for name, data in rendered.values()}
    tree["pages/index.json"] = as_json(dict(sorted(index.items())))
    return tree


def as_json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def _compact(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _one_line_each(values: Iterable[Any]) -> bytes:
    return b"[\n" + b",\n".join(_compact(value) for value in values) + b"\n]\n"
