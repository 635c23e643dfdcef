"""`r11 protocol`: the thresholds, fixed before the first review."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from r11.commands import DONE, WITH_PROBLEMS, add_workspace, open_workspace, print_json, say, shown

if TYPE_CHECKING:
    from r11.workbench.protocol import ProtocolState

Verbs = argparse._SubParsersAction  # the type that add_subparsers returns has no public name


def register(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "protocol",
        help="the thresholds of the pilot: show them, draw the random files, freeze (operator)",
        description="The operator writes protocol/protocol.toml before the first review and freezes it. The report "
        "calls nothing a decision where the freeze is younger than the first review event.",
        epilog="example: r11 protocol freeze my-programme --by 'the operator'",
    )
    steps = parser.add_subparsers(dest="step", metavar="STEP", required=True)
    _step(steps, "show", "how the protocol stands, with every threshold", run_show)
    _step(steps, "draw", "the files of the rest that the seed draws, one a line", run_draw)
    freeze = _step(steps, "freeze", "bind the text as it is now, with who and when", run_freeze)
    freeze.add_argument("--by", required=True, metavar="NAME", help="the operator who answers for it")


def _step(steps: Verbs[argparse.ArgumentParser], name: str, words: str, run: Any) -> argparse.ArgumentParser:
    step: argparse.ArgumentParser = steps.add_parser(
        name, help=words, description=f"{words[0].upper()}{words[1:]}.", epilog=f"example: r11 protocol {name}"
    )
    add_workspace(step)
    step.add_argument("--json", action="store_true", help="for machines: the result as JSON on stdout")
    step.set_defaults(run=run)
    return step


def run_show(args: argparse.Namespace) -> int:
    from r11.workbench.protocol import protocol_state

    state = protocol_state(open_workspace(args.workspace))
    if args.json:
        print_json(_plain(state))
    else:
        print("\n".join(_lines(state)))
    return DONE


def run_draw(args: argparse.Namespace) -> int:
    from r11.workbench.protocol import protocol_state

    state = protocol_state(open_workspace(args.workspace))
    if args.json:
        print_json({"seed": state.protocol.stratum_seed, "candidates": state.candidates, "drawn": state.drawn})
        return DONE
    print("\n".join(state.drawn))
    on_record = "on record with the freeze" if state.frozen else "not on record before the freeze"
    say(f"{len(state.drawn)} of {state.candidates} files, seed {state.protocol.stratum_seed}; {on_record}")
    return DONE


def run_freeze(args: argparse.Namespace) -> int:
    from r11.workbench.protocol import freeze, protocol_state

    workspace = open_workspace(args.workspace)
    frozen, is_new = freeze(workspace, by=args.by, now=datetime.now(UTC))
    state = protocol_state(workspace)
    if args.json:
        print_json(_plain(state) | {"written": is_new})
    else:
        words = "" if is_new else "nothing changed: "
        print(f"{words}protocol {frozen.text_sha256[:12]} is frozen by {frozen.frozen_by} at {frozen.frozen_at}")
        print(f"{len(frozen.drawn)} files of the rest are to be reviewed with the pilot: r11 protocol draw lists them")
    if state.standing.objection:
        say(f"no decision will rest on it: {state.standing.objection}")
        return WITH_PROBLEMS
    return DONE


def _lines(state: ProtocolState) -> list[str]:
    protocol, frozen = state.protocol, state.frozen
    by = f"by {frozen.frozen_by} at {frozen.frozen_at}" if frozen else "by nobody yet"
    rows = [
        (line.yardstick, line.words, "" if line.assumed is None else f"assumed {line.say(line.assumed)}")
        for line in protocol.thresholds
    ]
    return [
        f"{shown(state.path)}: {state.standing}, frozen {by}",
        *([state.standing.objection] if state.standing.objection else []),
        *(f"  {name:<22} {limit:<16} {assumed}".rstrip() for name, limit, assumed in rows),
        f"one look at {protocol.look_items} reviewed fix targets, of {state.items} in pilot and drawn files",
        f"{len(state.drawn)} of {state.candidates} files of the rest are drawn by seed {protocol.stratum_seed}",
    ]


def _plain(state: ProtocolState) -> dict[str, Any]:
    protocol = state.protocol
    return {
        "standing": state.standing,
        "objection": state.standing.objection,
        "frozen": state.frozen,
        "thresholds": [
            {"yardstick": line.yardstick, "limit": line.limit, "assumed": line.assumed, "words": line.words}
            for line in protocol.thresholds
        ],
        "assumed_split": protocol.assumed_split,
        "look": {"items": protocol.look_items, "items_to_review": state.items},
        "stratum": {"seed": protocol.stratum_seed, "drawn": state.drawn, "candidates": state.candidates},
    }
