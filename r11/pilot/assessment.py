"""The reviewed pilot as a whole: from decision logs, protocol and counts to everything that a report shows of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from r11.ledger.manifest import InvalidEntry
from r11.pilot.decision import Decision, decide
from r11.pilot.figures import Share
from r11.pilot.look import Look
from r11.pilot.look_record import Proposed, as_looked_at, record_look
from r11.pilot.measures import PilotMeasures, Stratum
from r11.pilot.one_look import Taken, take, take_again
from r11.pilot.probes import NO_PROBES, ProbeFindings
from r11.pilot.projection import Carried, Draw, carry, draw, draw_of, drawable
from r11.pilot.protocol import Protocol, Standing, first_review, readable, standing
from r11.pilot.remaining import Remaining, Times, left_out, remaining
from r11.pilot.review_measures import After, ReviewedItem, ReviewStratum, as_it_was, strata_of
from r11.pilot.second_looks import looked_again
from r11.pilot.second_review import SecondReview, second_reviews
from r11.pilot.throughput import Throughput, measure_throughput
from r11.pilot.trend import trends
from r11.pilot.yardsticks import Measured
from r11.records import Flag, FlagEvidence, FrozenProtocol, Proposal, TakenLook
from r11.review.decisions import Decisions
from r11.vocabulary import FixOp, Yardstick


@dataclass(frozen=True)
class ProtocolFiles:
    """What lies in `protocol/`: the text of `protocol.toml` and its freeze, each None where it is absent."""

    text: bytes | None = None
    frozen: FrozenProtocol | None = None


@dataclass(frozen=True)
class Assessment:
    """Everything that rests on people's decisions. strata: pilot, drawn files, all; second: the blind second review of
    pilot and drawn files, by class. now: the strata as they stand today, the others as they stood at the one look, once
    that is due."""

    items: tuple[ReviewedItem, ...]
    strata: tuple[ReviewStratum, ReviewStratum, ReviewStratum]
    throughput: Throughput
    drawn: Draw
    carried: tuple[Carried, ...]
    remaining: Remaining
    protocol: Protocol | None
    frozen: FrozenProtocol | None
    decision: Decision
    broken_logs: tuple[str, ...]
    second: tuple[SecondReview, ...] = ()
    probes: ProbeFindings = NO_PROBES
    now: tuple[ReviewStratum, ReviewStratum, ReviewStratum] | None = None
    to_keep: TakenLook | None = None
    """The look, where its figures are shown for the first time under a protocol that binds."""

    @property
    def progress(self) -> tuple[ReviewStratum, ReviewStratum, ReviewStratum]:
        """How far people are today; no figure is made of it once the one look is due."""
        return self.now or self.strata

    @property
    def shows_figures(self) -> bool:
        """The one look is due: before it nobody is shown more than how far the review is."""
        return self.decision.look is not None and self.decision.look.is_due

    @property
    def is_reviewed(self) -> bool:
        """Somebody has answered an item."""
        return bool(self.progress[2].reviewed.numerator)


def assess(
    measures: PilotMeasures,
    pairs: Sequence[tuple[Flag, Proposal]],
    invalid: Iterable[InvalidEntry],
    decisions: Decisions,
    files: ProtocolFiles,
    *,
    idle_cap: int,
    others: Iterable[Proposal] = (),
    settled: Iterable[Flag] = (),
    probes: ProbeFindings = NO_PROBES,
    evidence: Mapping[str, FlagEvidence] | None = None,
    before: tuple[str, ...] = (),
    look: TakenLook | None = None,
    at: str = "",
) -> Assessment:
    """pairs, invalid, settled: as `measure` takes them; others, evidence: as `review_items` does. probes: in no other
    figure. before: what should be done before a protocol is frozen. look: the one that was kept; at: the time of this
    run, with which one that is shown for the first time is kept.

    A protocol that cannot be read hides no count: it stands as unreadable, and nothing is a decision.
    """
    protocol = readable(files.text)
    invalid = list(invalid)
    proposed = live = Proposed(pairs, list(others), list(settled), evidence or {})
    today, events = live.items(invalid, decisions), decisions
    chosen = drawn_files(files.frozen, protocol, drawable(measures))
    pilot = frozenset(row.file for row in measures.files if row.stratum is Stratum.PILOT)
    now = strata_of(today, pilot=pilot, drawn=frozenset(chosen))
    first = first_review(entry.event for entry in events.entries)
    stands = standing(files.text, files.frozen, first)
    is_bound = files.frozen is not None and stands in {Standing.FROZEN, Standing.LATE}
    taken = take_again(decisions, look) if look else _look(protocol, now, decisions, invalid, proposed)
    to_keep = None
    if taken and files.frozen and is_bound and not look:
        keys = {item.flag_key for part in now[:2] for item in part.items}
        to_keep = record_look(taken, proposed, keys, protocol_sha256=files.frozen.text_sha256, at=at)
    if look:
        proposed = as_looked_at(look, proposed)
    if taken:
        decisions = taken.decisions
    items = as_it_was(proposed.items(invalid, decisions), today) if taken else today
    drawn = draw_of(items, seed=protocol.stratum_seed if protocol else 0, files=chosen)
    strata = strata_of(items, pilot=pilot, drawn=frozenset(drawn.files))
    ops = _operations(proposed.pairs, today)
    carried = carry(items, measures.files, drawn)
    throughput = measure_throughput(decisions, ops, idle_cap=idle_cap)
    times = Times(throughput, _timed_on_drawn(decisions, ops, strata[1], idle_cap) if drawn.files else None)
    looked_at = _looked_at(ops, strata)
    answered = taken.answered if taken else None
    done = {item.flag_key for item in today if item.is_settled}
    gone = done - _on_record(live.others, events)
    second = second_reviews(looked_at, decisions, seed=drawn.seed, done=done, gone=gone, answered=answered)
    items = _looked_again(items, second, decisions, events)
    strata = strata_of(items, pilot=pilot, drawn=frozenset(drawn.files))
    asks = _asks_for_second_looks(protocol)
    left = replace(
        remaining(items, times, pilot, second if asks else ()),
        left_out=left_out(items, measures, pilot, second, asks=asks),
    )
    swaps = measures.everything
    measured = Measured(strata, carried, drawn, swaps.abort_rate, swaps.settled_o1, times, left)
    notes = (*_policy_note(measures), *_trend_notes(measures), *_learning_notes(throughput))
    decision = replace(
        decide(
            protocol,
            stands,
            measured,
            _progress(protocol, now, chosen, taken),
            items=now[0].reviewed.denominator + now[1].reviewed.denominator,
            begun=first is not None,
            notes=notes,
            objections=_objections_to(look, taken, files),
        ),
        before=before,
    )
    return Assessment(
        items,
        strata,
        throughput,
        drawn,
        carried,
        left,
        protocol,
        files.frozen if is_bound else None,
        decision,
        (*(str(broken) for broken in events.broken), *probes.broken),
        second,
        probes,
        now,
        to_keep,
    )


def _objections_to(look: TakenLook | None, taken: Taken | None, files: ProtocolFiles) -> tuple[str, ...]:
    """Why nothing can rest on a look that was kept."""
    if look is None or taken is None:
        return ()
    own = files.frozen is not None and files.frozen.text_sha256 == look.protocol_sha256
    other = "the one look was taken under another protocol than the one that is frozen now: put that one back"
    return (*taken.lost, *(() if own else (other,)))


def _look(
    protocol: Protocol | None,
    now: Sequence[ReviewStratum],
    decisions: Decisions,
    invalid: Sequence[InvalidEntry],
    proposed: Proposed,
) -> Taken | None:
    """The one look at pilot and drawn files, where it fell due."""
    if protocol is None:
        return None
    pilot, drawn = ({one.flag_key for one in part.items if one.after is not After.INVALID} for part in now[:2])
    keys = pilot | drawn

    def answered(some: Decisions) -> frozenset[str]:
        items = proposed.items(invalid, some)
        return frozenset(one.flag_key for one in items if one.is_reviewed and one.flag_key in keys)

    return take(decisions, answered, due=protocol.look_items, whole=frozenset(drawn))


def _progress(
    protocol: Protocol | None, now: Sequence[ReviewStratum], drawn: Collection[str], taken: Taken | None
) -> Look | None:
    if protocol is None:
        return None
    counts = [part.reviewed for part in now[:2]]
    waiting = {item.file for item in now[1].items if not item.is_reviewed}
    stands = {item.flag_key for part in now[:2] for item in part.items if item.is_reviewed}
    return Look(
        protocol.look_items,
        Share(sum(one.numerator for one in counts), sum(one.denominator for one in counts)),
        sum(part.settled for part in now[:2]),
        len(waiting.intersection(drawn)),
        taken.at if taken else None,
        len(taken.answered) if taken else 0,
        len(taken.answered - stands) if taken else 0,
    )


def _asks_for_second_looks(protocol: Protocol | None) -> bool:
    """A limit on wrong edits is one on what second looks reverse."""
    return protocol is not None and any(one.yardstick is Yardstick.WRONG_EDIT_SHARE for one in protocol.thresholds)


def _on_record(proposals: Iterable[Proposal], decisions: Decisions) -> frozenset[str]:
    """The keys of the items of which a proposal is known that somebody answered."""
    answered = {key: {one.proposal_sha256 for one in item.answers} for key, item in decisions.items.items()}
    return frozenset(one.flag_key for one in proposals if one.sha256 in answered.get(one.flag_key, ()))


def _looked_again(
    items: Iterable[ReviewedItem], second: Iterable[SecondReview], at_look: Decisions, today: Decisions
) -> tuple[ReviewedItem, ...]:
    """With what became of each drawn second look."""
    pairs = {key: pair for look in second for key, pair in look.pairs.items()}
    due = {key for look in second for key in look.due}
    return looked_again(items, pairs, due, at_look, today)


def _timed_on_drawn(decisions: Decisions, ops: Mapping[str, FixOp], drawn: ReviewStratum, idle_cap: int) -> Throughput:
    keys = {item.flag_key for item in drawn.items}
    return measure_throughput(decisions, {key: op for key, op in ops.items() if key in keys}, idle_cap=idle_cap)


def _looked_at(ops: Mapping[str, FixOp], strata: Iterable[ReviewStratum]) -> dict[str, FixOp]:
    """The operations of the items of pilot and drawn files."""
    pilot, drawn, _ = strata
    return {item.flag_key: ops[item.flag_key] for item in (*pilot.items, *drawn.items) if item.flag_key in ops}


def drawn_files(frozen: FrozenProtocol | None, protocol: Protocol | None, rest: Collection[str]) -> tuple[str, ...]:
    """The draw on record; before a freeze the one that it would record. The rest only: a file may have grown since."""
    if frozen:
        return tuple(file for file in frozen.drawn if file in rest)
    if protocol:
        return draw(rest, seed=protocol.stratum_seed, count=protocol.stratum_files)
    return ()


def _operations(pairs: Iterable[tuple[Flag, Proposal]], items: Iterable[ReviewedItem]) -> dict[str, FixOp]:
    """Of the open fix targets and of the settled items: what was proposed."""
    settled = {item.flag_key: FixOp(item.proposed.value) for item in items if item.is_settled and item.proposed}
    return settled | {flag.key: proposal.op for flag, proposal in pairs if flag.is_fix_target}


def _policy_note(measures: PilotMeasures) -> tuple[str, ...]:
    waiting, o3 = measures.rest.subtraction.waiting, measures.rest.split.o3
    if not waiting:
        return ()
    return (f"Ratifying the O2 policy would make subtractions of {waiting} or more of the {o3} O3 items of the rest.",)


def _trend_notes(measures: PilotMeasures) -> tuple[str, ...]:
    """Only the shares that do change with the number of fix targets in a file."""
    return tuple(trend.words for trend in trends(measures) if " rises " in trend.words or " falls " in trend.words)


def _learning_notes(throughput: Throughput) -> tuple[str, ...]:
    changing = (one.learning for one in throughput.classes)
    return tuple(f"Time per item, {words}" for words in changing if "faster" in words or "slower" in words)
