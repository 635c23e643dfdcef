"""The forms in which values are written: regular expressions over one chunk, and the closed words beside them.

Every expression is either matched against a whole chunk (`fullmatch`, and chunks are short) or anchored at a place and
bounded in length, so that none of them can run away on a long text.
"""

from __future__ import annotations

import re
from typing import Final

from r11.text import lexicon
from r11.text.lexicon import wordset

_NUM = r"(?:\d{1,3}(?:[,\u00a0\u202f\u2009'’]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"

PASSED_OVER: Final = r"""https?://[^\s)>\]|"]+                                      # a URL
    | \]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:[ ]"[^"]*")?\)    # the target of a link or image
    | <sup>[^<>]{0,20}</sup>                                  # the mark of a footnote
    | \[\d{1,3}\](?!\()                                       # the number of a reference
    | &\#?\w{1,8};                                            # a character reference
    | <[!/A-Za-z][^<>]{0,400}>                                # a tag or comment"""
"""What holds no value, as a verbose regular expression."""

_MAIL: Final = r"| [\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"


def _scan(also_passed_over: str) -> re.Pattern[str]:
    return re.compile(
        rf"""(?P<skip>{PASSED_OVER}
          {also_passed_over})
        | (?P<money>[$€£¥₹])
        | (?P<chunk>\w++(?:[.,:/–—+'’-]\w++|[\u00a0\u202f\u2009]\d{{3}}(?!\w))*+)""",
        re.VERBOSE,
    )


SCAN: Final = _scan("")
"""The chunks of a text without `@`: nearly all, and every word would be read twice to find that it is no address."""
SCAN_WITH_MAIL: Final = _scan(_MAIL)
DIGIT: Final = re.compile(r"\d")
ISO: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})(-?(?:preview|beta|alpha|privatepreview)\w*|\.[a-z]\w*)?")
DOTTED_DATE: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
NUMERIC_DATE: Final = re.compile(r"\d{1,2}[/-]\d{1,2}[/-]\d{4}")
ADDRESS: Final = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?(?::\d+)?")
CLOCK: Final = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?(?:am|pm)?", re.IGNORECASE)
RATIO: Final = re.compile(r"\d+(?:\.\d+)?(?:[:/]\d+(?:\.\d+)?)+")
HEX: Final = re.compile(r"(?=[0-9a-f-]*\d)(?=[0-9a-f-]*[a-f])[0-9a-f]{7,}(?:-[0-9a-f]+)*", re.IGNORECASE)
VERSION: Final = re.compile(
    r"""v\d+(?:\.\d+)*(?:[-.]?(?:a|b|rc|alpha|beta|preview|dev|pre|post)[\w.-]*)?(?:\.x)?
      | \d+(?:\.\d+){2,}(?:[-.+]?[a-z][\w.-]*)?
      | \d+(?:\.\d+)+[-.]?(?:a|b|rc|alpha|beta|preview|dev|pre|post|r)\d*(?:\.\d+)*
      | \d+(?:\.\d+)*\.x
      | \d\dh\d""",
    re.VERBOSE | re.IGNORECASE,
)
ORDINAL: Final = re.compile(r"(\d+)(?:st|nd|rd|th)", re.IGNORECASE)
DECADE: Final = re.compile(r"\d{3}0s")
PLAIN: Final = re.compile(_NUM)
ATTACHED: Final = re.compile(rf"({_NUM})([KMBTk]?)([A-Za-zµ]*(?:/s)?)")
HYPHENED: Final = re.compile(rf"({_NUM})-([^\W\d_]+)(?:-[^\W\d_]+)*")
RANGE: Final = re.compile(rf"({_NUM})[KMGT]?[–—-]({_NUM})([A-Za-z]*)")
NAMED_VERSION: Final = re.compile(r"([^\W\d_]+(?:[-_][^\W\d_]+)*)[-_]?(v?\d+(?:[.-]\d+)+)")
SPLIT: Final = re.compile(r"[:/,+–—]")
GAP: Final = re.compile(r"[ \u00a0\u202f\t]?")
WORD_AFTER: Final = re.compile(r"[*_`]{0,3}[ \u00a0\u202f](?:\(?)([^\W\d_]+(?:/s)?|%)|[ \u00a0\u202f]?([%‰]|°[CF])")
GROUP_AFTER: Final = re.compile(r" \d{3}(?!\w)")
SCALE_LETTER_AFTER: Final = re.compile(r" ([KMBT])(?!\w)")
VERSION_AFTER: Final = re.compile(
    r"[*_`]{0,3}(?:\+|\s+(?:or|and|eller|og)\s+(?:later|newer|above|higher|nyere|høyere|senere))"
)
RELEASE_AFTER: Final = re.compile(r"[*_`]{0,3}\s(?:or|and|eller|og) (?:later|newer|nyere|senere)\b")
VERSION_BEFORE: Final = re.compile(r"[<>=~]=?\s?[`*]{0,2}\Z")
FRACTION_AFTER: Final = re.compile(r" (?:out of|av|of) (?:the )?\d")
AMOUNT_BEFORE: Final = re.compile(
    r"\b(?:up|limit|limited|maximum|minimum|total|size|length|multiples?) (?:of|to) \Z", re.IGNORECASE
)
MARKS_ONLY: Final = re.compile(r"[ \u00a0\u202f*_`(]{0,6}")

_MONTH = "|".join(sorted(lexicon.MONTHS, key=len, reverse=True))
DAY_MONTH: Final = re.compile(
    rf"(\d{{1,2}})(?:st|nd|rd|th|\.)?[ \u00a0](?:of )?({_MONTH})\b(?:\.?,?[ \u00a0](\d{{4}})(?!\w))?", re.IGNORECASE
)
MONTH_DAY: Final = re.compile(
    rf"({_MONTH})\b\.?[ \u00a0](\d{{1,2}})(?:st|nd|rd|th)?(?![\w:%])(?![.,]\d)(?:,?[ \u00a0](\d{{4}})(?!\w))?",
    re.IGNORECASE,
)
MONTH_YEAR: Final = re.compile(rf"({_MONTH})\b\.?,?[ \u00a0](\d{{4}})(?!\w)", re.IGNORECASE)
QUARTER: Final = re.compile(r"Q[1-4]")
STATUS: Final = re.compile(
    r"(?:public |private )?preview|generally available|general availability|deprecated|retired|legacy|\bGA\b|beta"
    r"|stable|experimental|forhåndsversjon|forhåndsvisning|avviklet|utfaset",
    re.IGNORECASE,
)

# --- words ----------------------------------------------------------------------------------------------------

STATUS_HEADS: Final = wordset(
    """
    preview public private generally general deprecated retired legacy ga beta stable experimental
    forhåndsversjon forhåndsvisning avviklet utfaset
    """
)
LONGEST_MONTH: Final = 31
# the words that can begin a value; all others are passed over
SPELT: Final = (
    frozenset(lexicon.MONTHS)
    | frozenset(lexicon.NUMBER_WORDS)
    | frozenset(lexicon.ORDINAL_WORDS)
    | STATUS_HEADS
    | {lexicon.NORWEGIAN_TWO}
)
# a capital at the start of a sentence does not make these the name of a number: function words, and the verbs that take
# a count ("Wait 12 hours", "Opprett 3 grupper")
NO_LABEL: Final = wordset(
    """
    the a an of in on at by for from to over under about up between and or more less than each every only all
    any no after before since until till per maximum minimum max min default within approximately around nearly
    almost top last first next with has have is are was were be this that these those these if when you can i på
    av til fra med for er en et de det den over under mellom maks minst inntil opptil hver alle bare ca cirka
    omtrent etter før siden

    use uses using wait waits allow allows create creates add adds keep keeps set sets select choose open run
    configure provide provides include includes deploy reserve leave enter specify assign limit limits allocate
    store retain send require requires need needs take takes expect plan support supports contain contains hold
    holds there both he she it they we
    bruk vent opprett legg behold sett velg åpne kjør tillat angi send krever trenger tar det
    """
) | frozenset(lexicon.MONTHS)
# before `second` they make it the unit of a rate
UNIT_ARTICLES: Final = frozenset({"per", "a", "each", "every"})
LOOSE_PREPOSITIONS: Final = wordset("of for to from by between through under av til fra mellom mot")
