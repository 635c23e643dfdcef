"""Words that no subtraction may take out of a claim: without them it would say more than before.

A whole container (a parenthesis, a clause of its own) is an assertion of its own: with it may go its hedges,
comparators, temporal limits and the like. Negation, *only*, exceptions, status, conditions and attribution never go.
A whole sentence goes with all that it says, so no guard is asked.
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


def any_of(words: str) -> re.Pattern[str]:
    """One pattern for words and phrases separated by white space (`_` is a space within a phrase)."""
    forms = sorted((re.escape(word).replace("_", r"\s+") for word in words.split()), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(forms)})(?![\w-])", re.IGNORECASE)


NEGATION: Final = """not no never cannot can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't shouldn't
    couldn't hasn't haven't hadn't none nobody nothing neither nor without lack lacks fail fails failed unable refuse
    refuses refused deny denies denied prevent prevents prevented ikke ingen ingenting intet aldri uten heller verken
    hverken mangler"""
ONLY: Final = """only just solely exclusively merely alone strictly purely limited restricted bare kun utelukkende
    begrenset valgfri valgfritt eneste"""
_EXCEPTION = """except excluding exclude excludes other_than apart_from rather_than instead_of besides but_not
    unntatt bortsett_fra unntak ekskludert i_stedet"""
_CONDITION = """if unless when whenever once provided assuming depending otherwise whether require requires required
    hvis dersom når med_mindre forutsatt såfremt ellers avhengig krever kreves"""
_STATUS = """preview previews beta alpha experimental deprecated legacy retired retiring optional trial pilot draft
    proposed planned upcoming pre-release prerelease early-access early_access insider classic ga generally_available
    general_availability public_preview forhåndsvisning forhåndsversjon eksperimentell utfaset utgått prøve utkast
    planlagt kommende klassisk klassiske"""
_ATTRIBUTION = """according_to say says said report reports reported claim claims claimed ifølge sier hevder hevdet
    opplyser"""
_HEDGE = """might could possibly probably perhaps likely potentially allegedly reportedly apparently appears seems
    suggests suspected believed estimated expected intended hopes considering approximately roughly about nearly
    almost barely some sometimes often usually typically generally normally mostly mainly largely partly partially
    occasionally rarely seldom somewhat slightly kan kunne muligens kanskje trolig sannsynligvis antakelig antatt
    angivelig visstnok omtrent cirka ca rundt nesten knapt noen ofte vanligvis normalt typisk hovedsakelig delvis
    sjelden forventet foreslått"""
_COMPARATOR = """up_to at_most at_least more_than less_than fewer_than no_later_than maximum minimum exceed exceeds
    between or_later or_earlier or_higher or_newer or_lower or_more or_less inntil opptil høyst minst mindre_enn
    mer_enn færre_enn maksimalt maks mellom eller_nyere eller_høyere eller_senere"""
_TEMPORAL = """until till currently now still yet already since previously formerly temporarily initially before
    after as_of no_longer so_far to_date at_first starting beginning effective nå inntil frem_til siden fortsatt
    tidligere foreløpig midlertidig opprinnelig før etter fra_og_med per_i_dag"""
_PRIVATIVE = """former fake alleged would-be potential apparent supposed so-called attempted failed fictional future
    past half partial virtual near pseudo false wrong honorary acting deputy tidligere påstått potensiell såkalt
    mislykket fiktiv"""
_DEGREE = """moderate modest limited minor slight small low fair mild relative negligible moderat mindre lav liten
    beskjeden"""
SUPERLATIVE: Final = """first second third fourth fifth sixth seventh eighth ninth tenth last next latest largest
    biggest best highest greatest main
    sole youngest oldest longest første andre tredje fjerde femte sjette sjuende
    åttende niende tiende siste neste forrige største beste høyeste eldste yngste lengste"""
_QUANTIFIER = """all every each most many few several both half any alle hver hvert flest mange få flere begge
    halvparten enhver"""

_MAY: Final = re.compile(r"(?<![\w-])may(?![\w-])")  # with a capital it is a month
# A preposition of place is no bound; before a number it is one.
_BOUND_BEFORE_NUMBER: Final = re.compile(
    r"(?<!\w)(?:under|over|below|above|within|around|about|by|beyond|innen|rundt)\s+(?:\w+\s+)?\d", re.IGNORECASE
)
# `3rd`, `sixth-largest`; a day of a month is a date
_NUMBERED: Final = re.compile(
    r"(?<!\w)\d+(?:st|nd|rd|th)(?!\w)(?!\s(?:of\s)?[A-Z])|(?<!\w)\w+th-\w+est\b|(?<!\w)\w+-(?:largest|biggest|best|highest)\b"
)
_FROM_ON: Final = re.compile(r"(?<!\w)(?:from\s.+\son(?:wards?)?|fra\s.+\sav)\s*$", re.IGNORECASE)
_PREFIX: Final = re.compile(r"(?<!\w)(?:ex|co|semi|non|pseudo|vice)-\w", re.IGNORECASE)

GUARDS: Final = (
    Guard(AbortCode.GUARD_NEGATION, any_of(NEGATION), True),
    Guard(AbortCode.GUARD_ONLY, any_of(ONLY), True),
    Guard(AbortCode.GUARD_EXCEPTION, any_of(_EXCEPTION), True),
    Guard(AbortCode.GUARD_CONDITION, any_of(_CONDITION), True),
    Guard(AbortCode.GUARD_STATUS, any_of(_STATUS), True),
    Guard(AbortCode.GUARD_ATTRIBUTION, any_of(_ATTRIBUTION), True),
    Guard(AbortCode.GUARD_HEDGE, any_of(_HEDGE), False),
    Guard(AbortCode.GUARD_HEDGE, _MAY, False),
    Guard(AbortCode.GUARD_COMPARATOR, any_of(_COMPARATOR), False),
    Guard(AbortCode.GUARD_COMPARATOR, _BOUND_BEFORE_NUMBER, False),
    Guard(AbortCode.GUARD_TEMPORAL, any_of(_TEMPORAL), False),
    Guard(AbortCode.GUARD_TEMPORAL, _FROM_ON, False),
    Guard(AbortCode.GUARD_PRIVATIVE, any_of(_PRIVATIVE), False),
    Guard(AbortCode.GUARD_PRIVATIVE, _PREFIX, False),
    Guard(AbortCode.GUARD_DEGREE, any_of(_DEGREE), False),
    Guard(AbortCode.GUARD_ORDINAL, any_of(SUPERLATIVE), False),
    Guard(AbortCode.GUARD_ORDINAL, _NUMBERED, False),
    Guard(AbortCode.GUARD_QUANTIFIER, any_of(_QUANTIFIER), False),
)


def guard_hits(deleted: str, *, container: bool) -> Iterator[Abort]:
    """One abort for every guard whose words the deleted text (with straight apostrophes) holds."""
    for guard in GUARDS:
        found = guard.words.search(deleted) if guard.in_containers or not container else None
        if found:
            yield Abort(code=guard.code, detail=f"{found[0]!r} in {deleted.strip()!r}")
