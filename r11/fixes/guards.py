"""Words that no subtraction may take out of a claim: without them it would say more than before.

A whole container (a parenthesis, a non-restrictive clause) is an assertion of its own: with it may go its hedges,
comparators and temporal limits. Negation, *only*, exceptions, status and conditions never go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from r11.records import Abort
from r11.vocabulary import AbortCode


class Guard(NamedTuple):
    """Words that one code protects; `in_containers` says that they may not go even with a whole container."""

    code: AbortCode
    words: re.Pattern[str]
    in_containers: bool


def _any(words: str) -> re.Pattern[str]:
    """One pattern for words and phrases separated by `|` or white space (`_` is a space within a phrase)."""
    forms = sorted((re.escape(word.replace("_", " ")) for word in words.split()), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE)


_NEGATION = """not no never cannot can't don't doesn't didn't isn't aren't wasn't weren't won't shouldn't couldn't
    hasn't haven't none nobody nothing neither nor without lack lacks fail fails failed unable refuse refuses deny
    denies prevent prevents ikke ingen ingenting intet aldri uten heller verken hverken mangler"""
_ONLY = """only just solely exclusively merely alone strictly purely limited restricted optional bare kun
    utelukkende begrenset valgfri valgfritt eneste"""
_EXCEPTION = """except excluding exclude excludes other_than apart_from rather_than instead_of besides but_not
    unntatt bortsett_fra unntak ekskludert i_stedet"""
_CONDITION = """if unless when whenever once provided assuming depending otherwise whether require requires required
    hvis dersom når med_mindre forutsatt såfremt ellers avhengig krever kreves"""
_STATUS = """preview beta alpha experimental deprecated legacy retired optional trial pilot draft proposed planned
    upcoming pre-release prerelease early-access insider ga generally_available general_availability forhåndsvisning
    forhåndsversjon eksperimentell utfaset utgått prøve utkast planlagt kommende"""
_ATTRIBUTION = "according_to says say said reports reported claims ifølge sier hevder"
_HEDGE = """may might could possibly probably perhaps likely potentially reportedly apparently appears seems
    suggests estimated expected intended approximately roughly about around nearly almost some sometimes often
    usually typically generally normally mostly mainly largely partly partially occasionally rarely seldom slightly
    kan kunne muligens kanskje trolig sannsynligvis antakelig visstnok omtrent cirka ca rundt nesten noen ofte
    vanligvis normalt typisk hovedsakelig delvis sjelden forventet"""
_COMPARATOR = """up_to at_most at_least more_than less_than fewer_than under below over above maximum minimum within
    exceed exceeds between or_later or_earlier inntil opptil høyst minst mindre_enn mer_enn færre_enn maksimalt maks
    over mellom eller_nyere"""
_TEMPORAL = """until till currently now still yet already since previously formerly temporarily initially before
    after as_of no_longer so_far starting from beginning effective nå inntil frem_til siden fortsatt tidligere
    foreløpig midlertidig opprinnelig før etter fra_og_med"""
_SUPERLATIVE = """first second third last next latest largest best main sole all every each most many few several
    both half første andre tredje siste neste største beste alle hver flest mange få flere begge halvparten"""

GUARDS: Final = (
    Guard(AbortCode.GUARD_NEGATION, _any(_NEGATION), True),
    Guard(AbortCode.GUARD_ONLY, _any(_ONLY), True),
    Guard(AbortCode.GUARD_EXCEPTION, _any(_EXCEPTION), True),
    Guard(AbortCode.GUARD_CONDITION, _any(_CONDITION), True),
    Guard(AbortCode.GUARD_STATUS, _any(_STATUS), True),
    Guard(AbortCode.GUARD_ATTRIBUTION, _any(_ATTRIBUTION), True),
    Guard(AbortCode.GUARD_HEDGE, _any(_HEDGE), False),
    Guard(AbortCode.GUARD_COMPARATOR, _any(_COMPARATOR), False),
    Guard(AbortCode.GUARD_TEMPORAL, _any(_TEMPORAL), False),
    Guard(AbortCode.GUARD_QUANTIFIER, _any(_SUPERLATIVE), False),
)

# In what stands before a list within its clause, these turn "fewer items" into "says more".
_DOWNWARD = _any(" ".join([_NEGATION, _ONLY, _EXCEPTION, _CONDITION, "all every each any alle hver enhver"]))
_COLLECTIVE = _any(
    "both either between respectively together combined each_other begge enten mellom henholdsvis sammen"
)


def guard_hits(deleted: str, *, container: bool) -> Iterator[Abort]:
    """One abort for every guard whose words the deleted text holds."""
    for guard in GUARDS:
        found = guard.words.search(deleted) if guard.in_containers or not container else None
        if found:
            yield Abort(code=guard.code, detail=f"{found.group()!r} in {deleted.strip()!r}")


def context_hits(left: str, sentence: str) -> Iterator[Abort]:
    """Why an item of a list may not go: what stands left of it in its clause, and how the list is taken together."""
    if found := _DOWNWARD.search(left):
        yield Abort(code=AbortCode.DOWNWARD_CONTEXT, detail=f"{found.group()!r} stands before the list")
    if found := _COLLECTIVE.search(sentence):
        yield Abort(code=AbortCode.COLLECTIVE_LIST, detail=f"{found.group()!r} takes the items together")
