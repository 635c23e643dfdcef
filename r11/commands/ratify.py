"""`r11 ratify` puts the O2 policy in force; `--preview` says first what that would do on this corpus."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from r11.commands import DONE, add_workspace, open_workspace, print_json, progress
from r11.errors import UsageError
from r11.vocabulary import PolicyScope

if TYPE_CHECKING:
    from r11.pilot.policy_effect import Pair, ScopeEffect
    from r11.storage import Workspace

EXAMPLES_ON_A_PAGE = 10
SHOWN_REASONS = 8


def register(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "ratify",
        help="put the O2 policy in force (operator)",
        description="Ratifies policy/O2.md as it is now. Any later change of the text ends the ratification. --preview "
        "writes nothing: it counts what ratifying would do to the flags of this workspace, and shows real examples.",
        epilog="example: r11 ratify my-programme --preview --page 2\n"
        "         r11 ratify my-programme --by 'the operator' --scope not_grounded",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_workspace(parser)
    parser.add_argument("--by", metavar="NAME", help="the operator who answers for it")
    parser.add_argument(
        "--scope",
        action="append",
        type=PolicyScope,
        choices=list(PolicyScope),
        metavar="SCOPE",
        help=f"which flags it covers: {', '.join(PolicyScope)}; may be given twice (with --preview: default both)",
    )
    parser.add_argument("--preview", action="store_true", help="what ratifying would do here; writes nothing")
    parser.add_argument("--page", type=int, default=1, metavar="N", help="--preview: which page of examples, from 1")
    parser.add_argument("--seed", type=int, default=0, help="--preview: draws the order of the examples (default: 0)")
    parser.add_argument("--json", action="store_true", help="--preview: the counts and all examples as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    workspace = open_workspace(args.workspace)
    scopes = tuple(scope for scope in PolicyScope if scope in (args.scope or ()))
    if args.preview:
        return _preview(args, workspace, scopes or tuple(PolicyScope))
    if args.by is None or not scopes:
        raise UsageError("name the operator (--by) and the scope (--scope), or look first: --preview")
    from r11.workbench.policy import ratified_words, ratify

    ratified, is_new = ratify(workspace, by=args.by, scopes=scopes, now=datetime.now(UTC))
    print(f"{'' if is_new else 'nothing changed: '}{ratified_words(ratified)}")
    return DONE


def _preview(args: argparse.Namespace, workspace: Workspace, scopes: Sequence[PolicyScope]) -> int:
    from r11.pilot.policy_effect import scope_effects
    from r11.workbench.policy import policy_state
    from r11.workbench.policy_preview import preview_policy

    if args.page < 1:
        raise UsageError("--page: pages are counted from 1")
    found = preview_policy(workspace, progress)
    effects = [effect for effect in scope_effects(found.pairs, seed=args.seed) if effect.scope in scopes]
    if args.json:
        print_json([_plain(effect) for effect in effects])
        return DONE
    print(f"now: {policy_state(workspace).words}; nothing was written")
    for effect in effects:
        print("\n".join(["", *_counts(effect), "", *_examples(effect, args.page)]))
    return DONE


def _counts(effect: ScopeEffect) -> Iterator[str]:
    """What ratifying one scope would do, for people."""
    from r11.pilot.figures import Share
    from r11.pilot.items import Outcome

    split = effect.split
    left = Share(split.o3 - effect.aborted_o1, split.n)
    yield f"{effect.scope}: {split.n} open flags; if it were ratified:"
    yield f"  a subtraction is found (nominated)  {Share(effect.nominated, split.n).with_percent}"
    yield f"  would be O2                         {split.share(Outcome.O2).with_percent}"
    yield f"  words that would go                 {effect.cost.says}"
    yield f"  value swaps: O1, or refused as one  {Share(split.o1 + effect.aborted_o1, split.n).with_percent}"
    yield f"  would stay with a person            {left.with_percent}"
    first = [row for row in effect.refusals if row.first]
    for row in first[:SHOWN_REASONS]:
        yield f"    {row.first:>4}  {row.name}: {row.meaning}"
    if len(first) > SHOWN_REASONS:
        yield f"    {sum(row.first for row in first[SHOWN_REASONS:]):>4}  {len(first) - SHOWN_REASONS} other reasons"


def _examples(effect: ScopeEffect, page: int) -> Iterator[str]:
    """One page of before and after, in an order that the seed draws."""
    start = (page - 1) * EXAMPLES_ON_A_PAGE
    shown = effect.subtracted[start : start + EXAMPLES_ON_A_PAGE]
    total = len(effect.subtracted)
    if not total:
        return
    yield f"  {f'{start + 1} to {start + len(shown)}' if shown else 'none'} of {total} subtractions (page {page}):"
    for flag, proposal in shown:
        yield f"  {_safe(flag.file)}:{proposal.line}"
        yield f"  - {_safe(proposal.line_before or '')}"
        yield "  (the whole line goes)" if proposal.line_after is None else f"  + {_safe(proposal.line_after)}"


def _safe(text: str) -> str:
    """The text as one line for a terminal: a character that cannot be seen, or that steers it, is named."""
    from r11.panels.view import plain

    return "".join(f"<{run.text}>" if run.kind == "hidden" else run.text for run in plain(text))


def _plain(effect: ScopeEffect) -> dict[str, Any]:
    cost = effect.cost
    return {
        "scope": effect.scope,
        "flags": effect.split.n,
        "nominated": effect.nominated,
        "o1": effect.split.o1,
        "o1_aborted": effect.aborted_o1,
        "o2": effect.split.o2,
        "o3": effect.split.o3,
        "invalid": effect.split.invalid,
        "refused": [{"code": row.code, "first": row.first, "any": row.any} for row in effect.refusals],
        "words": {"removed": cost.removed, "of": cost.words, "claims": cost.claims, "whole": cost.whole},
        "examples": [_plain_example(pair) for pair in effect.subtracted],
    }


def _plain_example(pair: Pair) -> dict[str, Any]:
    flag, proposal = pair
    return {"flag_key": flag.key, "line_before": proposal.line_before, "line_after": proposal.line_after}
