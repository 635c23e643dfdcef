"""A probe is wrong for certain and looks right: other values of each kind, other quotes, and what none is made of."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as changed

from r11.fixes.classifier import FileContext, classify
from r11.fixes.support import Source
from r11.records import Abort, Flag, FlagEvidence, looked_up_digest
from r11.review.decisions import ItemState
from r11.review.probe_making import Made, Maker, make, maker_of, other_values
from r11.review.queue import QueueItem
from r11.text.values import Value, lex
from r11.vocabulary import AbortCode, EvidenceState, FixOp, JudgeVerdict, MatchKind, ProbeKind, Rule

CLAIMS = {
    "a number": ("The queue keeps 500 messages.", "The queue keeps 800 messages."),
    "a number with groups": ("A topic takes 2,000 subscriptions.", "A topic takes 4,000 subscriptions."),
    "a decimal": ("The target is 99.95 percent for zones.", "The target is 99.8 percent for zones."),
    "a spelt number": ("Zones are kept in two regions.", "Zones are kept in five regions."),
    "a duration": ("Backups are kept for 7 days.", "Backups are kept for 30 days."),
    "a date": ("Support of the client ends on June 10, 2027.", "Support of the client ends on May 5, 2026."),
    "a date in digits": ("The preview ends on 2027-07-15.", "The preview ends on 2025-05-25."),
    "a version": ("Install client version 1.0.1 of the tool.", "Install client version 1.0.6 of the tool."),
    "Norwegian": ("Slettede grupper kan gjenopprettes i 7 dager.", "Slettede grupper kan gjenopprettes i 30 dager."),
    "a value in bold": ("Each plan takes **20** sites.", "Each plan takes 60 sites."),
}
FILE = "skills/store/limits.md"


def items_of(claims: dict[str, tuple[str, str]]) -> dict[str, Maker | None]:
    lines = ["# Limits", *(claim for claim, _ in claims.values())]
    context = FileContext.read("\n\n".join(lines).encode() + b"\n")
    return {
        name: maker_of(item_of(context, f"c{n}", 1 + 2 * n, *texts), context)
        for n, (name, texts) in enumerate(claims.items(), start=1)
    }


def item_of(context: FileContext, key_id: str, line: int, claim: str, quote: str) -> QueueItem:
    flag = Flag(
        id=key_id, judge_verdict=JudgeVerdict.NOT_GROUNDED, rule=Rule.R2, evidence_quote=quote, file=FILE, line=line,
        evidence_url=f"https://learn.microsoft.com/{key_id}", reason="The page says otherwise.", claim=claim,
    )  # fmt: skip
    evidence = FlagEvidence(
        flag_key=flag.key, url=flag.evidence_url, state=EvidenceState.STANDS, match=MatchKind.EXACT, passage=quote,
        fetched_at="2026-03-02T12:00:00+00:00", text_sha256="0" * 64, sha256="1" * 64,
        about=looked_up_digest(claim, flag.evidence_url, quote),
    )  # fmt: skip
    proposal = classify(flag, context, evidence=evidence)
    return QueueItem(flag, (proposal,), ItemState(flag.key), evidence)


MAKERS = {name: maker for name, maker in items_of(CLAIMS).items() if maker}


def probe(name: str, kind: ProbeKind, seed: str = "s") -> Made | None:
    return make(MAKERS[name], kind, MAKERS.values(), "probe:1", seed)


def changed_value(maker: Maker, made: Made) -> Value:
    (edit,) = made.proposal.edits
    value = maker.with_value(edit.new)
    assert value is not None
    return value


@pytest.mark.parametrize("name", CLAIMS)
def test_a_probe_can_be_made_of_each_kind_of_value(name: str) -> None:
    assert MAKERS[name].item.proposals[0].nominated is FixOp.O1


@pytest.mark.parametrize("seed", ["s", "t", "u", "v"])
@pytest.mark.parametrize("kind", list(ProbeKind))
@pytest.mark.parametrize("name", CLAIMS)
def test_the_quote_that_is_shown_never_holds_the_new_value(name: str, kind: ProbeKind, seed: str) -> None:
    maker, made = MAKERS[name], probe(name, kind, seed)
    if made is None:
        assert kind is ProbeKind.WRONG_QUOTE  # no other quote of this kind of value
        return
    (edit,) = made.proposal.edits
    value = changed_value(maker, made)
    assert edit.new not in made.quote
    assert not Source(lex(made.quote)).supports(value)
    assert value.kind is maker.old.kind
    assert value.key != maker.old.key
    assert (made.quote == maker.flag.evidence_quote) is (kind is ProbeKind.WRONG_VALUE)
    assert (made.donor is None) is (kind is ProbeKind.WRONG_VALUE)


@pytest.mark.parametrize("name", CLAIMS)
def test_it_has_all_that_a_real_swap_of_its_source_has(name: str) -> None:
    """Facts in the same words, one edit of the same span, and a mark in the quote where a value stands."""
    made, source = probe(name, ProbeKind.WRONG_VALUE), MAKERS[name].item.proposals[0]
    assert made is not None
    shown, real = made.proposal, source.proof
    assert (shown.op, shown.aborts, shown.origin) == (FixOp.O1, (), source.origin)
    assert shown.line_before == source.line_before
    assert shown.proof is not None
    marked = made.quote[shown.proof.quote_start : shown.proof.quote_end]
    assert [value.text for value in lex(marked)] == [marked]
    if real is not None:
        assert [fact.split(",")[0].split(":")[0] for fact in shown.proof.facts] == [
            fact.split(",")[0].split(":")[0] for fact in real.facts
        ]
        assert source.edits[0].old == shown.edits[0].old
    assert {name for name in shown.__struct_fields__ if getattr(shown, name) != getattr(source, name)} <= {
        "op", "edits", "line_after", "aborts", "proof", "sha256",
    }  # fmt: skip


def test_the_digest_of_a_probe_is_of_its_own_key() -> None:
    first = make(MAKERS["a number"], ProbeKind.WRONG_VALUE, (), "probe:1", "s")
    second = make(MAKERS["a number"], ProbeKind.WRONG_VALUE, (), "probe:2", "s")
    assert first
    assert second
    assert first.proposal.edits == second.proposal.edits
    assert len({first.proposal.sha256, second.proposal.sha256, MAKERS["a number"].item.proposals[0].sha256}) == 3


def test_a_wrong_quote_is_of_the_claim_that_is_most_like_this_one() -> None:
    claims = CLAIMS | {"alike": ("The topic keeps 700 messages.", "The topic keeps 900 messages.")}
    makers = {name: maker for name, maker in items_of(claims).items() if maker}
    made = make(makers["a number"], ProbeKind.WRONG_QUOTE, makers.values(), "probe:1", "s")
    assert made
    assert made.quote == "The topic keeps 900 messages."


@pytest.mark.parametrize(
    ("text", "held", "never"),
    [
        ("2026-05-25", {"2028-05-25", "2026-05-21"}, {"1026-05-25", "2126-05-25", "2096-05-25"}),
        ("May 5, 2026", {"May 7, 2026", "May 5, 2029"}, {"May 5, 2126"}),
        ("five", {"six"}, set()),
        ("1.0.6", {"1.0.7", "2.0.6"}, set()),
    ],
)
def test_other_values_are_of_the_same_writing(text: str, held: set[str], never: set[str]) -> None:
    (value,) = lex(text)
    found = set(other_values(value))
    assert held <= found
    assert not never & found


NO_PROBE = {
    "no swap is proposed": lambda item: {"proposals": (changed(item.proposals[0], op=FixOp.O3),)},
    "a claim about a price": lambda item: {
        "proposals": (changed(item.proposals[0], aborts=(Abort(code=AbortCode.OPERATOR_GATED),)),)
    },
    "two proposals to choose from": lambda item: {
        "proposals": (*item.proposals, changed(item.proposals[0], origin="worker:a", sha256="9" * 64))
    },
    "no line": lambda item: {"proposals": (changed(item.proposals[0], line_before=None),)},
    "no evidence": lambda item: {"evidence": None},
    "a quote that no longer stands": lambda item: {"evidence": changed(item.evidence, state=EvidenceState.GONE)},
    "two values that the quote lacks": lambda item: {
        "flag": changed(item.flag, claim="The queue keeps 500 messages for 7 days.")
    },
    "a quote with two such values": lambda item: {
        "flag": changed(item.flag, evidence_quote="The queue keeps 800 messages, or 900.")
    },
}


@pytest.mark.parametrize("name", NO_PROBE)
def test_what_no_probe_is_made_of(name: str) -> None:
    maker = MAKERS["a number"]
    item = maker.item
    fields = {"flag": item.flag, "proposals": item.proposals, "state": item.state, "evidence": item.evidence}
    assert maker_of(QueueItem(**fields), maker.context) is not None
    assert maker_of(QueueItem(**(fields | NO_PROBE[name](item))), maker.context) is None
    assert maker_of(item, None) is None


def test_nothing_is_made_where_the_claim_moved_in_the_file() -> None:
    maker = MAKERS["a number"]
    moved = FileContext.read(b"# Limits\n\nSomething else.\n")
    elsewhere = Maker(maker.item, moved, maker.old, maker.true)
    assert make(elsewhere, ProbeKind.WRONG_VALUE, (), "probe:1", "s") is None
