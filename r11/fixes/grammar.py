"""What subtraction knows of English and Norwegian grammar: closed classes of words, and a few questions over them.

No parser: where these lists do not tell, the answer is the one that leaves the claim alone.
"""

from __future__ import annotations

import re
from typing import Final

from r11.text.lexicon import wordset

FUNCTION_WORDS: Final = wordset(
    """a an the and or of in on at to for from by with as is are was were be been it its that this these
    those which who has have had do does can will any both about into than then there you your we our they their
    en et ei den det de dem som på av til fra med og eller er var være i du din ditt"""
)
ARTICLES: Final = wordset("a an the en et ei den det de")
DETERMINERS: Final = ARTICLES | wordset(
    "this that these those its his her their our your my denne dette disse sin sitt sine"
)
COORDINATORS: Final = wordset("and or but nor og eller men samt")
PREPOSITIONS: Final = wordset(
    """in on at for from by with to via using through throughout during within under over between among near into onto
    against about across after before since until inside outside behind beyond toward towards despite alongside
    i på fra med til ved hos mot under over mellom gjennom innen blant langs bak etter før siden nær"""
)
RELATIVES: Final = wordset("that which who whom whose where when as because although while whereas som fordi mens der")
PRESENT: Final = wordset(
    """is are am isn't aren't can can't cannot could may might must shall should will won't would do does don't doesn't
    has have need needs er kan må skal vil bør blir har finnes gjelder støtter krever"""
)
PAST: Final = wordset(
    """was were wasn't weren't had hadn't did didn't became began bought brought broke built came chose cut died drew
    fell felt fought found gave got grew held hit kept knew laid led left lost made meant met paid put ran rose said
    sang sat saw sent set shot sold spent split spoke stood struck swore taught thought threw told took went won wore
    wrote var hadde ble fikk gikk kom tok ga sa la lå sto fant holdt vant skrev solgte kjøpte startet åpnet lanserte
    innførte flyttet fjernet oppdaterte endret publiserte slettet grunnla sluttet døde"""
)
_PARTICIPLES: Final = wordset(
    """been become begun bought brought broken built chosen come cut done drawn driven fallen felt fought found given
    gone grown held hit kept known laid led left lost made met paid put risen run said seen sent set shot sold spent
    split spoken struck sworn taught thought told taken won worn written blitt fått gått kommet tatt gitt sagt funnet"""
)
# Verbs of documentation that may open a second clause or carry a sentence; each stands for its forms in -s and -ed.
_BASES: Final = wordset(
    """add allow appear apply assign authenticate automate break build cause change charge check choose collect come
    configure connect contain control copy cover create define delete deliver deploy describe detect display download
    enable encrypt enforce ensure execute export extend filter find follow generate get give govern group handle help
    host improve include increase index inherit install integrate keep launch let limit link list load log lose make
    manage map match monitor move notify offer open outline own pass pay perform play prevent process produce protect
    provide publish query read receive recommend record redirect reduce refer release remain remove replace report
    represent require reset resolve restore restrict retain retrieve return rotate run save say scale scan search see
    select send serve set share show sign simplify speed start stay stop store submit support synchronize sync take
    track transfer trigger turn update upload use validate verify view work write"""
)
_NORWEGIAN_VERBS: Final = wordset(
    """lagrer lagres bruker brukes viser vises kjører kjøres sender sendes sletter slettes henter hentes oppretter
    opprettes inneholder omfatter tillater fungerer leverer leveres tilbyr fornyes oppdateres oppdaterer eksporteres
    kopieres kopierer overføres behandles behandler logges logger deles deler velger velg åpner åpne styrer sier"""
)
_MODALS: Final = wordset("can could may might must shall should will would to kan må skal vil bør å")
_SECOND_PERSON: Final = wordset("you your yours you're you've you'll du deg din ditt dine")
_REPORTING: Final = wordset("says say sier")  # what is said decides, not that it is said
_OPENS_GENERIC: Final = wordset("if when whenever unless to hvis når dersom for")
_THIRD: Final = frozenset(form for base in _BASES for form in (base + "s", base + "es", base.removesuffix("y") + "ies"))
_WORDS: Final = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")

AVAILABILITY: Final = wordset(
    """available apply applies applied supported support supports required enabled allowed included limited licensed
    valid eligible compatible tilgjengelig tilgjengelige gjelder støttet støttes kreves tillatt inkludert aktivert"""
)
# Heads whose preposition phrase is no adjunct: without it the sentence is broken, or says something else.
OBLIGING: Final = wordset(
    """consist consists consisted depend depends depended dependent based located situated stationed live lives lived
    reside put known lead leads led refer refers referred linked suspected accused capable aware related due compared
    according belong belongs belonged convert converted turn turned divide divided compose composed result results
    resulted rely relies relied focus focused aim aimed range ranges ranged part end number use plan access chance
    right member director head chairman chief president secretary minister kind type range series set lack one many
    most some all each none rest majority listed ranked defined described regarded seen treated serve served serves
    act acted acts play played role next prior close adjacent similar equal subject set able ready likely unable way
    went go goes came come comes moved move moves returned arrived travelled traveled joined entered want wants agreed
    assigned appointed connected connect connects add added adds attached respond responded sent send sends given give
    gave born remain remains remained stay stayed stand stood lie lay increase increased rise rose fall fell grow grew
    består avhenger basert ligger bor heter kjent fører viser refererer knyttet del slutt antall bruk tilgang rett
    medlem leder består bosatt satt lagt sendt gitt født flyttet kobles koblet legges legg lagt legger"""
)
_INTRANSITIVE: Final = wordset(
    """died opened closed launched started ended expired won lost sold rose fell ran resigned retired performed broke
    crashed collapsed døde åpnet startet vant tapte"""
)


def words(text: str) -> list[str]:
    return [found[0] for found in _WORDS.finditer(text)]


def is_verb(word: str) -> bool:
    """Whether a word (in lower case) can carry a clause, as far as the lists and endings tell."""
    return (
        word in PRESENT
        or word in PAST
        or word in _THIRD
        or word in _NORWEGIAN_VERBS
        or (len(word) > 4 and word.endswith("ed") and not word.endswith("eed"))
    )


def is_base_verb(word: str) -> bool:
    return word in _BASES


def has_verb(text: str) -> bool:
    """Whether a text holds a finite verb, or opens with an imperative."""
    found = [word.lower() for word in words(text)]
    return any(is_verb(word) for word in found) or bool(found and is_base_verb(found[0]))


def is_episodic(sentence: str) -> bool:
    """Whether a sentence tells of something that happened: its main verb is past, perfect or progressive.

    Everything else (modal, simple present, imperative, no verb; a condition; anything said to *you*) is generic: there
    each restrictor bounds what is promised.
    """
    found = words(sentence)
    low = [word.lower() for word in found]
    if not low or low[0] in _OPENS_GENERIC or not _SECOND_PERSON.isdisjoint(low):
        return False
    low = ["" if word in _REPORTING else word for word in low]
    main = next((at for at, word in enumerate(low) if _is_main_verb(low, found, at)), None)
    if main is None:
        return False
    following = low[main + 1 : main + 4]
    if low[main] in PAST:
        return True
    if low[main] in {"has", "have", "har"}:
        return any(word in _PARTICIPLES or word.endswith(("ed", "et", "t")) for word in following[:2])
    if low[main] in {"is", "are"}:
        return bool(following) and following[0].endswith("ing")
    return low[main].endswith("ed") and PRESENT.isdisjoint(_same_clause(low[main + 1 :]))


def _is_main_verb(low: list[str], found: list[str], at: int) -> bool:
    if at == 0 or low[at - 1] in {"who", "which", "that", "som", "to", "å"} or not is_verb(low[at]):
        return False
    if low[at].endswith("ed") and low[at] not in PAST:
        return found[at] == low[at] and low[at - 1] not in DETERMINERS | PREPOSITIONS | {"of", "and"}
    return True


def _same_clause(low: list[str]) -> set[str]:
    stop = next((at for at, word in enumerate(low) if word in RELATIVES or word in COORDINATORS), len(low))
    return set(low[:stop])


def is_active_without_object(before: list[str]) -> bool:
    """Whether the last of these words is an active verb that leans on the phrase after it."""
    if not before or before[-1] in _INTRANSITIVE or not is_verb(before[-1]) or before[-1] in PRESENT:
        return False
    return not any(
        word in {"was", "were", "been", "be", "is", "are", "being", "ble", "blitt", "er"} for word in before[-4:-1]
    )
