"""`r11 goldsample`: draw the blind sample that proves the programme, label it claim by claim, report the result."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from r11.commands import (
    DONE,
    MOST_COLUMNS,
    WITH_PROBLEMS,
    add_workspace,
    fitted,
    open_workspace,
    print_json,
    say,
    shown,
)
from r11.commands.decide import one_of
from r11.errors import UsageError
from r11.storage import Workspace
from r11.vocabulary import GoldLabel, GoldStratum

if TYPE_CHECKING:
    from r11.pilot.goldsample_draw import Plan
    from r11.pilot.goldsample_report import GoldReport
    from r11.records import GoldCard, GoldCount
    from r11.review.agreement import Agreement
    from r11.workbench.goldsample import GoldInputs
    from r11.workbench.goldsample_desk import LabelDesk

Verbs = argparse._SubParsersAction  # the type that add_subparsers returns has no public name
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
WIDTH, DOUBLED = 0.10, 60


def register(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "goldsample",
        help="the blind gold sample: draw it after the fixes, label it, report the error rate before and after",
        description="A random sample of all judged claims, labelled by people who see neither verdict nor history.",
        epilog="example: r11 goldsample draw my-programme --seed 7",
    )
    steps = parser.add_subparsers(dest="step", metavar="STEP", required=True)
    _register_draw(steps)
    _register_label(steps)
    report = _step(steps, "report", "what the labels come to: error rates before and after, and how sure they are")
    report.set_defaults(run=run_report)


def _step(steps: Verbs[argparse.ArgumentParser], name: str, words: str, example: str = "") -> argparse.ArgumentParser:
    step: argparse.ArgumentParser = steps.add_parser(
        name,
        help=words,
        description=f"{words[0].upper()}{words[1:]}.",
        epilog=f"example: r11 goldsample {example or name}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_workspace(step, positional=name != "label")
    step.add_argument("--name", metavar="DRAW", help="the draw's name (default: the only one, else gold)")
    step.add_argument("--json", action="store_true", help="for machines: the result as JSON on stdout")
    return step


def _register_draw(steps: Verbs[argparse.ArgumentParser]) -> None:
    draw = _step(
        steps, "draw", "draw the claims and freeze the draw, before anybody labels", "draw --seed 7 --width 0.1"
    )
    draw.add_argument("--seed", type=int, required=True, help="decides which claims are drawn; recorded with the draw")
    size = draw.add_mutually_exclusive_group()
    wanted = f"wanted width of the intervals before and after, from 0 to 1 (default: {WIDTH})"
    size.add_argument("--width", type=float, default=WIDTH, help=wanted)
    size.add_argument("--size", type=int, help="a number of claims instead of a width")
    draw.add_argument("--double", type=int, default=DOUBLED, metavar="N", help=f"two people label N items ({DOUBLED})")
    draw.add_argument(
        "--assume",
        action="append",
        default=[],
        type=_assumption,
        metavar="STRATUM=BEFORE[,AFTER]",
        help=f"an error rate for the planning; strata: {', '.join(GoldStratum)}",
    )
    draw.add_argument("--claims", type=Path, metavar="M", help="the claim manifest (default: 1-ledger/claims.json)")
    draw.add_argument("--judge", type=Path, metavar="DIR", help="the judge outputs (default: 1-ledger/judge)")
    draw.add_argument("--mirror", metavar="URL", help="a loopback server to ask for the pages instead of their hosts")
    draw.add_argument("--plan", action="store_true", help="say what would be drawn, and draw nothing")
    draw.set_defaults(run=run_draw)


def _register_label(steps: Verbs[argparse.ArgumentParser]) -> None:
    label = _step(
        steps,
        "label",
        "record one label (the panel's plain twin); without a label show the item, without an item the next one",
        "label 17 wrong --labeller LabellerA",
    )
    label.add_argument("item", nargs="?", type=int, metavar="ITEM", help="the item's number")
    label.add_argument("label", nargs="?", type=one_of(GoldLabel), metavar="LABEL", help=", ".join(GoldLabel))
    label.add_argument("--labeller", required=True, metavar="NAME", help="whose label it is")
    label.add_argument("--session", default="cli", help="name of the log beside the labeller's name (default: cli)")
    label.add_argument("--note", default="", help="a remark that is kept with the label")
    label.add_argument("--undo", action="store_true", help="take back this labeller's last label")
    label.set_defaults(run=run_label)


def _assumption(text: str) -> tuple[GoldStratum, tuple[float, float]]:
    name, equals, rates = text.partition("=")
    before, _, after = rates.partition(",")
    try:
        found = GoldStratum(name), (float(before), float(after or before))
    except ValueError:
        found = None
    if not equals or found is None or not all(0 <= rate <= 1 for rate in found[1]):
        raise argparse.ArgumentTypeError(f"{text!r}: write a stratum and rates from 0 to 1, such as open=0.5")
    return found


# --- draw -----------------------------------------------------------------------------------------------------------


def run_draw(args: argparse.Namespace) -> int:
    from r11.pilot.goldsample_draw import ASSUMED, Order
    from r11.pilot.goldsample_report import plan_words
    from r11.storage.gold import DEFAULT_NAME
    from r11.workbench.goldsample import draw_sample, read_frame

    workspace, name = open_workspace(args.workspace), args.name or DEFAULT_NAME
    _demand_possible(args, name)
    order = Order(name, args.seed, args.double, args.width, args.size, {**ASSUMED, **dict(args.assume)})
    inputs = _inputs(workspace, args)
    if args.plan:
        return _show_plan(order.plan(read_frame(workspace, inputs).frame.wholes()), as_json=args.json)
    sample, is_new = draw_sample(workspace, inputs, order, now=datetime.now(UTC), mirror=args.mirror)
    if args.json:
        print_json({"draw": sample.draw, "written": is_new})
        return DONE
    print(fitted("\n".join([plan_words(sample.draw), *_plan_lines(sample.draw.strata)])))
    print(f"{shown(sample.folder)}: {'' if is_new else 'nothing changed, '}frozen as {sample.draw.sha256[:12]}")
    say("label it in the panel: r11 review --gold; or one by one: r11 goldsample label --labeller NAME")
    return DONE


def _demand_possible(args: argparse.Namespace, name: str) -> None:
    if not NAME.fullmatch(name):
        raise UsageError(f"--name {name}: letters, digits, ., _ and - only, up to 64; it names a folder")
    if not 0 < args.width < 1:
        raise UsageError(f"--width {args.width}: a width of more than 0 and less than 1, such as 0.1")
    if (args.size is not None and args.size < 1) or args.double < 0 or args.seed < 0:
        raise UsageError("--size, --double and --seed count: no number below 0, and at least one claim")


def _inputs(workspace: Workspace, args: argparse.Namespace) -> GoldInputs:
    from r11.commands.findings import judge_outputs
    from r11.workbench.goldsample import GoldInputs

    claims = args.claims or workspace.inputs / "claims.json"
    if not claims.is_file():
        raise UsageError(f"{shown(claims)}: no such file; name the claim manifest of the judge pass with --claims")
    return GoldInputs(claims.read_bytes(), judge_outputs(args.judge or workspace.inputs / "judge"))


def _show_plan(plan: Plan, *, as_json: bool) -> int:
    if as_json:
        print_json({"strata": plan.counts, "claims": plan.claims, "items": plan.items, "expected_width": plan.width})
        return DONE
    width = f"expected width {100 * plan.width:.1f} percentage points"
    print(fitted(f"nothing was drawn; a draw would take {plan.claims} claims, {plan.items} items to label; {width}"))
    print("\n".join(_plan_lines(plan.counts)))
    return DONE


def _plan_lines(counts: Sequence[GoldCount]) -> Iterator[str]:
    from r11.pilot.goldsample_report import plan_cells

    head = ["claims", "drawn", "items", "assumed before", "after"]
    yield from _table([("", head), *plan_cells(counts)])


def _table(rows: Iterable[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """Rows of a name and cells, the cells in columns that are as wide as they need to be; columns for which the screen
    is too narrow stand below, beside the names again."""
    listed = [[name, *cells] for name, cells in rows]
    first, *others = zip(*listed, strict=True)
    names = [name.ljust(max(map(len, first))) for name in first]
    columns = [[cell.rjust(max(map(len, column))) for cell in column] for column in others]
    parts: list[list[list[str]]] = [[]]
    for column in columns:
        width = len(names[0]) + sum(2 + len(one[0]) for one in (*parts[-1], column))
        if parts[-1] and 2 + width > MOST_COLUMNS:
            parts.append([])
        parts[-1].append(column)
    for part in parts:
        yield from (f"  {'  '.join(row)}".rstrip() for row in zip(names, *part, strict=True))


# --- label ----------------------------------------------------------------------------------------------------------


def run_label(args: argparse.Namespace) -> int:
    from r11.storage.gold import only_draw, read_sample
    from r11.workbench.goldsample_desk import LabelDesk

    workspace = open_workspace(args.workspace)
    if args.undo and args.item is not None:
        raise UsageError("--undo takes back this labeller's last label, whichever item it is on: give no item with it")
    sample = read_sample(workspace, args.name or only_draw(workspace))
    desk = LabelDesk(sample, args.labeller, args.session, lambda: datetime.now(UTC))
    if args.undo:
        return _show_next(desk, f"item {desk.undo()}: your last label is taken back", as_json=args.json)
    if args.item is not None and args.label is None:
        return _show_item(desk, args.item, as_json=args.json)
    if args.item is not None:
        desk.record(args.item, args.label, note=args.note)
        return _show_next(desk, f"item {args.item}: {args.label}, recorded for {args.labeller}", as_json=args.json)
    return _show_next(desk, "", as_json=args.json)


def _show_item(desk: LabelDesk, item: int, *, as_json: bool) -> int:
    """One item by its number, reserved where it needs this labeller, and what they said of it."""
    card, own, is_taken = desk.card(item), desk.own(item), desk.take(item)
    if as_json:
        print_json({"item": card, "own": own, "needs_you": is_taken})
        return DONE
    print(fitted("\n".join(_card_lines(card))))
    if own:
        print(f"you said: {own}; another label of yours replaces it")
    elif not is_taken:
        print("it does not need a label of yours now: somebody else labelled it, or is at it")
    return DONE


def _show_next(desk: LabelDesk, done: str, *, as_json: bool) -> int:
    """What was recorded, and the card of the next item: as blind as the panel."""
    item = desk.next_open()
    card = desk.card(item) if item is not None else None
    left = sum(desk.is_open(one) for one in desk.order())
    if as_json:
        print_json({"done": done, "next": card, "left": left})
        return DONE
    if done:
        print(done)
    if card:
        print(fitted("\n".join(_card_lines(card))))
    else:
        print(fitted(_nothing_words(left)))
    return DONE


def _nothing_words(left: int) -> str:
    if not left:
        return "nothing is left for you to label"
    return f"nothing is free for you at the moment: others have {left} items before them; look again in ten minutes"


def _card_lines(card: GoldCard) -> Iterator[str]:
    yield f"item {card.item}: {card.claim}"
    yield from (f"  {'>' if number == card.at else ' '} {line}" for number, line in enumerate(card.context))
    yield f"the page: {card.url}"
    yield fitted(card.passage, margin="  | ")
    yield f"label it: r11 goldsample label {card.item} {'|'.join(GoldLabel)} --labeller NAME"


# --- report ---------------------------------------------------------------------------------------------------------


def run_report(args: argparse.Namespace) -> int:
    from r11 import report
    from r11.pilot.goldsample_report import as_json
    from r11.storage.gold import only_draw, read_sample
    from r11.workbench.goldsample import report_of

    workspace = open_workspace(args.workspace)
    sample = read_sample(workspace, args.name or only_draw(workspace))
    found = report_of(workspace, sample)
    if args.json:
        print_json(as_json(found))
    else:
        print(fitted("\n".join(_report_lines(found, synthetic=workspace.settings.synthetic))))
        programme, synthetic = workspace.root.resolve().name, workspace.settings.synthetic
        page = report.write_gold(found, workspace.reports, programme, synthetic=synthetic)
        print(f"\nthe page: {shown(page)}")
    for broken in sample.decisions.broken:
        say(str(broken))
    return WITH_PROBLEMS if sample.decisions.broken else DONE


def _report_lines(report: GoldReport, *, synthetic: bool) -> Iterator[str]:
    from r11.pilot import goldsample_labels as labels
    from r11.pilot import goldsample_left as left
    from r11.pilot import goldsample_report as words

    if synthetic:
        yield "The corpus is invented: no figure of it says anything about a real one."
    yield words.conclusion(report)
    yield from filter(None, [left.level_words(report)])
    yield words.after_words(report)
    yield ""
    yield "The share of claims that are outdated or wrong, each stratum weighted by its claims:"
    figures = words.total_cells(report)
    name, limits_name = words.TOTAL_HEADS[0], f"  {words.TOTAL_HEADS[2]}"
    rows = (row for what, figure, limits in figures for row in ((what, [figure]), (limits_name, [limits])))
    yield from _table([(name, words.TOTAL_HEADS[1:2]), *rows])
    yield from filter(None, [words.taken_out_words(report), left.moves_words(report), left.why_words(report)])
    yield ""
    remaining = left.left_cells(report)
    if remaining:
        yield "Where the remaining errors are: the rate of the drawn claims times all claims of the stratum:"
        yield from _table([(left.LEFT_HEADS[0], left.LEFT_HEADS[1:]), *remaining])
        yield left.NOT_A_SUM
        yield ""
    yield "Errors are outdated or wrong / drawn claims; what is undecided is taken both ways:"
    yield from _table([(words.STRATA_HEADS[0], words.STRATA_HEADS[1:]), *words.strata_cells(report)])
    yield ""
    yield words.plan_words(report.draw)
    yield words.width_words(report)
    yield from _table([(words.ASSUMED_HEADS[0], words.ASSUMED_HEADS[1:]), *words.assumed_cells(report)])
    yield ""
    yield labels.BLIND
    yield labels.label_words(report)
    yield labels.said_words(report)
    yield labels.COUNTING
    if report.differing:
        yield from _table([(labels.DIFFERING_HEADS[0], labels.DIFFERING_HEADS[1:]), *labels.differing_cells(report)])
    yield from filter(None, [labels.settling_words(report)])
    yield ""
    yield labels.agreement_words(report)
    if report.agreement.items:
        yield "Items of the doubled part; a row is the label that was given first in time, a column the second:"
        yield from _table([("first \\ second", report.agreement.words), *_agreement_rows(report.agreement)])
    yield ""
    yield "What this does not say:"
    yield from (f"  - {silence}" for silence in words.silences(report))


def _agreement_rows(found: Agreement) -> Iterator[tuple[str, list[str]]]:
    for word, counts in zip(found.words, found.table(), strict=True):
        yield word, [str(count) for count in counts]
