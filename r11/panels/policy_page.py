"""What the policy panel shows, as HTML: every text of ledger, corpus and policy is escaped here and shown as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from r11.panels.view import Run, line_diff, plain, reveal, shorten
from r11.pilot.figures import Share
from r11.pilot.items import Outcome
from r11.pilot.policy_effect import Pair, ScopeEffect
from r11.records import DecisionEvent, Flag

_TAGS = {"same": "span", "del": "del", "ins": "ins", "mark": "mark", "hidden": "span"}


def policy_text(text: str) -> str:
    """The text that is to be ratified, folded, as it is: markdown is not rendered, so that nothing in it can hide."""
    return f"<details><summary>The text of the policy</summary><pre>{_runs(plain(text))}</pre></details>"


def effect_table(effects: Sequence[ScopeEffect]) -> str:
    """What ratifying each scope would do, figure by figure, side by side."""
    rows = [(label, [figure(one) for one in effects]) for label, figure in _FIGURES]
    head = "".join(f'<th scope="col">{escape(one.scope)}</th>' for one in effects)
    body = "".join(_row(label, cells) for label, cells in rows)
    reasons = "".join(_refusals(one) for one in effects)
    return (
        "<table><caption>What ratifying a scope would do to its open flags. A figure is: flags / all flags of the scope"
        f'</caption><thead><tr><th scope="col">as if ratified</th>{head}</tr></thead><tbody>{body}</tbody></table>'
        f"{reasons}"
    )


_FIGURES = (
    ("flags of this scope", lambda one: str(one.split.n)),
    ("a subtraction is found (nominated)", lambda one: Share(one.nominated, one.split.n).with_percent),
    ("would be O2, for a reviewer to confirm", lambda one: one.split.share(Outcome.O2).with_percent),
    ("value swaps: O1, or refused as one", lambda one: Share(one.split.o1 + one.aborted_o1, one.split.n).with_percent),
    ("would stay with a person", lambda one: Share(one.split.o3 - one.aborted_o1, one.split.n).with_percent),
    ("words that would go", lambda one: one.cost.says),
)


def _row(label: str, cells: Iterable[str]) -> str:
    shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr><th scope="row">{escape(label)}</th>{shown}</tr>'


def _refusals(effect: ScopeEffect) -> str:
    """Why the others stay with a person: first reasons, adding up."""
    if not effect.refusals:
        return ""
    total = sum(row.first for row in effect.refusals)
    rows = "".join(
        f"<tr><td>{Share(row.first, total)}</td><td><code>{escape(row.name)}</code> {escape(row.meaning)}</td></tr>"
        for row in effect.refusals
        if row.first
    )
    title = f"Why {total} flags of {escape(effect.scope)} would stay with a person"
    return f"<details><summary>{title}</summary><table><tbody>{rows}</tbody></table></details>"


def examples(scope: str, pairs: Sequence[Pair], total: int, first: int) -> str:
    """One page of subtractions; first: the number of the first one, from 1, of so many in total."""
    if not total:
        return f"<h4>{escape(scope)}</h4><p>No flag of this scope would be a subtraction.</p>"
    shown = "".join(f"<li>{_example(pair)}</li>" for pair in pairs)
    last = first + len(pairs) - 1
    words = f"{first} to {last} of {total}, in an order drawn at random" if pairs else f"all {total} were shown"
    return f'<h4>{escape(scope)}: {words}</h4><ol start="{first}">{shown}</ol>'


def _example(pair: Pair) -> str:
    flag, proposal = pair
    diff = line_diff(proposal.line_before or "", proposal.line_after, proposal.edits)
    gone = " <em>the whole line goes</em>" if proposal.line_after is None else ""
    return (
        f'<div class="r11-place">{_runs(plain(f"{flag.file}:{proposal.line}"))}{gone}</div>'
        f'<div class="r11-diff">{_runs(reveal(shorten(diff)))}</div>{_source(flag)}'
    )


def _source(flag: Flag) -> str:
    quote = _runs(plain(flag.evidence_quote)) if flag.evidence_quote else "nothing: the page is silent"
    reason = f'<p class="r11-said-by"><b>The judge says:</b> {_runs(plain(flag.reason))}</p>' if flag.reason else ""
    return f'<p class="r11-said-by"><b>The source says:</b> {quote}</p>{reason}'


def price(flag: Flag, release: DecisionEvent | None) -> str:
    """A claim about a price, where it stands, and who released it when."""
    place = _runs(plain(f"{flag.file}:{flag.line}"))
    by = f"released by {release.reviewer} on {release.at[:10]}" if release else ""
    said = f'<div class="r11-place">{_runs(plain(by))}</div>' if by else ""
    return f'<div class="r11-place">{place}</div><div class="r11-diff">{_runs(plain(flag.claim))}</div>{said}'


def _runs(runs: Iterable[Run]) -> str:
    return "".join(_shown(run) for run in runs)


def _shown(run: Run) -> str:
    tag = _TAGS[run.kind]
    return f'<{tag} class="r11-{run.kind}">{escape(run.text)}</{tag}>'


def status(words: str, *, is_error: bool) -> str:
    """A line that a screen reader says when it changes."""
    lines = "<br>".join(escape(line) for line in words.splitlines())
    kind, head = ("r11-error", "<strong>Nothing was written.</strong> ") if is_error else ("r11-said", "")
    return f'<div role="status" class="{kind}">{head}{lines}</div>'
