"""Every closed word of the field as an enum, and the mapping between verdict and disposition.

A word that is read from a file is compared exactly: `Grounded` or `"grounded "` is not a verdict.
A `match` over one of these enums ends in `assert_never`, so that the type checker finds the forgotten case.
"""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never


class JudgeVerdict(StrEnum):
    """What the judge said of a claim against the page it cites."""

    GROUNDED = "grounded"
    NOT_GROUNDED = "not_grounded"
    SOURCE_SILENT = "source_silent"

    @property
    def is_fix_target(self) -> bool:
        """Only a claim that its source contradicts or does not support is to be fixed one by one."""
        return self is JudgeVerdict.NOT_GROUNDED

    @property
    def is_flagged(self) -> bool:
        return self is not JudgeVerdict.GROUNDED


class Disposition(StrEnum):
    """What a human rules at R11. Never derived from a verdict alone where the verdict leaves a choice."""

    CORRECT = "correct"
    OUTDATED = "outdated"
    WRONG = "wrong"
    UNSOURCED = "unsourced"


def dispositions_for(verdict: JudgeVerdict) -> tuple[Disposition, ...]:
    """The rulings that turn a verdict into an edit. Total over the verdicts.

    `correct` on a flagged claim is a *closing* (the judge was mistaken) and is not listed here:
    it changes no byte of the corpus.
    """
    match verdict:
        case JudgeVerdict.GROUNDED:
            return (Disposition.CORRECT,)
        case JudgeVerdict.NOT_GROUNDED:
            return (Disposition.OUTDATED, Disposition.WRONG)
        case JudgeVerdict.SOURCE_SILENT:
            return (Disposition.UNSOURCED,)
        case _:  # pragma: no cover
            assert_never(verdict)


class FileVerdict(StrEnum):
    """`pass` only if every judged claim of the file is grounded."""

    PASS = "pass"
    FLAGGED = "flagged"


class Rule(StrEnum):
    """The judge's rule codes. R8 is the rule for multi-part claims; the others are opaque labels."""

    R1 = "R1"
    R2 = "R2"
    R3 = "R3"
    R4 = "R4"
    R5 = "R5"
    R6 = "R6"
    R7 = "R7"
    R8 = "R8"
    NONE = ""

    @property
    def label(self) -> str:
        return self.value or "none"


class FixOp(StrEnum):
    """What an edit does to the file. O1 value swap, O2 subtraction, O3 human rewrite."""

    O1 = "O1"
    O2 = "O2"
    O3 = "O3"


class Scope(StrEnum):
    """What a confirmation covers: a whole class list, or one item."""

    CLASS = "class"
    ITEM = "item"


class PolicyScope(StrEnum):
    """Which flags a ratified O2 policy covers."""

    NOT_GROUNDED = "not_grounded"
    SOURCE_SILENT = "source_silent"


class EventKind(StrEnum):
    """The events of a decision log."""

    SHOWN = "shown"
    APPROVE = "approve"
    EDIT = "edit"
    CLOSE = "close"
    TO_O3 = "to_o3"
    SKIP = "skip"
    ASK = "ask"
    UNDO = "undo"
    WITHDRAW = "withdraw"
    REOPEN = "reopen"
    CONFIRM_CLASS = "confirm_class"
    ADJUDICATE = "adjudicate"
    RELEASE_GATED = "release_gated"
    REVERT = "revert"


class ReceiptStatus(StrEnum):
    """What the apply script did with a file or an edit."""

    APPLIED = "applied"
    ALREADY_APPLIED = "already-applied"
    STALE = "stale"
    REFUSED = "refused"
    FAILED = "failed"
    REVERTED = "reverted"


class MatchKind(StrEnum):
    """How far a quote can be trusted to stand on a page. O1 needs one of the first two."""

    EXACT = "exact"
    NORMALISED = "normalised"
    NEAR = "near"
    NONE = "none"


class EvidenceState(StrEnum):
    """What a refresh found for one flag."""

    STANDS = "stands"
    MOVED = "moved"
    CHANGED = "changed"
    SUPPORTS_NOW = "supports_now"
    STILL_SILENT = "still_silent"
    ANSWERS_NOW = "answers_now"
    GONE = "gone"
    UNREACHABLE = "unreachable"


class Coded(StrEnum):
    """A stable code with one line of meaning; the value written to files is the code."""

    meaning: str

    def __new__(cls, code: str, meaning: str) -> Coded:
        member = str.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member


class CheckCode(Coded):
    """Problems of the judge pass's files. Tests and documentation use these words."""

    # the bytes and the JSON
    NOT_UTF8 = "NOT_UTF8", "the file is not UTF-8"
    HAS_BOM = "HAS_BOM", "the JSON begins with a byte order mark"
    CODE_FENCE = "CODE_FENCE", "the JSON stands in a code fence"
    TEXT_AROUND_JSON = "TEXT_AROUND_JSON", "there is text before or after the JSON"
    TRUNCATED = "TRUNCATED", "the JSON ends too early"
    NOT_JSON = "NOT_JSON", "the text is not JSON"
    TOO_DEEP = "TOO_DEEP", "the JSON is nested too deeply to be one of our records"
    DUPLICATE_KEY = "DUPLICATE_KEY", "a key stands twice in one object"
    NOT_A_NUMBER = "NOT_A_NUMBER", "NaN or Infinity is no JSON number"
    LONE_SURROGATE = "LONE_SURROGATE", "a \\u escape names half a character"
    # the shape
    WRONG_SHAPE = "WRONG_SHAPE", "the document is none of the shapes that the contract allows"
    MISSING_FIELD = "MISSING_FIELD", "a required field is absent"
    WRONG_TYPE = "WRONG_TYPE", "a field holds another type than the contract says"
    UNKNOWN_WORD = "UNKNOWN_WORD", "a word is not in its closed list"
    UNKNOWN_FIELD = "UNKNOWN_FIELD", "a field that the contract does not know"
    # judge output against claim manifest
    MISSING_ID = "MISSING_ID", "the judge did not answer a claim: the file is incomplete"
    UNKNOWN_ID = "UNKNOWN_ID", "the judge answered a claim that the manifest does not have"
    REPEATED_ID = "REPEATED_ID", "an id stands twice within its file"
    UNKNOWN_FILE = "UNKNOWN_FILE", "the claim manifest does not have this file"
    MISSING_FILE = "MISSING_FILE", "no judge output for a file of the claim manifest"
    # the ledger
    FILE_TWICE = "FILE_TWICE", "a file is listed twice"
    FILE_MISMATCH = "FILE_MISMATCH", "a flag names another file than its record"
    GROUNDED_FLAG = "GROUNDED_FLAG", "a grounded claim is never a flag"
    PASS_WITH_FLAGS = "PASS_WITH_FLAGS", "per_file_verdict is pass, yet there are flags"
    FLAGGED_WITHOUT_FLAGS = "FLAGGED_WITHOUT_FLAGS", "per_file_verdict is flagged, yet there is no flag"
    DISPOSITION_NOT_ALLOWED = "DISPOSITION_NOT_ALLOWED", "a disposition that the verdict does not allow"
    LINE_BELOW_ONE = "LINE_BELOW_ONE", "line numbers start at 1"
    EMPTY_CLAIM = "EMPTY_CLAIM", "the claim is empty"
    UNSAFE_PATH = "UNSAFE_PATH", "the path leaves the corpus or cannot be a corpus file"
    URL_NOT_HTTPS = "URL_NOT_HTTPS", "the evidence URL is not https"
    HOST_NOT_ALLOWED = "HOST_NOT_ALLOWED", "the evidence URL's host is not allowed"
    FAILED_SPAN_NOT_IN_CLAIM = "FAILED_SPAN_NOT_IN_CLAIM", "failed_span is no verbatim part of the claim"
    # claim against corpus
    FILE_NOT_FOUND = "FILE_NOT_FOUND", "the corpus does not have this file"
    CLAIM_MOVED = "CLAIM_MOVED", "the claim stands once, on another line"
    CLAIM_GONE = "CLAIM_GONE", "the claim stands nowhere in the file"
    CLAIM_AMBIGUOUS = "CLAIM_AMBIGUOUS", "the claim stands more than once where it was looked for"
    CLAIM_SPANS_LINES = "CLAIM_SPANS_LINES", "the claim runs over more than one line"
    LINE_NOT_UTF8 = "LINE_NOT_UTF8", "the claim's line is not UTF-8"
    # legal, and worth knowing
    NO_QUOTE = "NO_QUOTE", "a fix target without a quote can only be O3"

    @property
    def is_warning(self) -> bool:
        return self in {CheckCode.NO_QUOTE, CheckCode.CLAIM_MOVED}


class AbortCode(Coded):
    """Why an item is O3. One reason each; all that were reached are recorded, the first is the one shown."""

    # the flag
    VERDICT_SILENT = "VERDICT_SILENT", "the source does not address the claim: nothing to swap in"
    NO_QUOTE = "NO_QUOTE", "the flag carries no quote"
    INVALID_FLAG = "INVALID_FLAG", "the ledger check refused this flag"
    OPERATOR_GATED = "OPERATOR_GATED", "the claim is about a price: only an operator's event releases it"
    # the place
    FILE_NOT_FOUND = "FILE_NOT_FOUND", "the corpus does not have this file"
    CLAIM_GONE = "CLAIM_GONE", "the claim stands nowhere in the file"
    CLAIM_AMBIGUOUS = "CLAIM_AMBIGUOUS", "the claim stands more than once where it was looked for"
    CLAIM_SPANS_LINES = "CLAIM_SPANS_LINES", "the claim runs over more than one line"
    LINE_NOT_UTF8 = "LINE_NOT_UTF8", "the claim's line is not UTF-8"
    # policy
    O2_NOT_RATIFIED = "O2_NOT_RATIFIED", "a subtraction is possible, but no policy is ratified for its scope"
    # evidence
    QUOTE_CHANGED = "QUOTE_CHANGED", "the page no longer holds the quote"
    SUPPORTS_NOW = "SUPPORTS_NOW", "the page now says what the claim says: proposed closing"
    SOURCE_ANSWERS_NOW = "SOURCE_ANSWERS_NOW", "the page was silent and now holds some of the claim's values"
    PAGE_GONE = "PAGE_GONE", "the cited page is gone"
    QUOTE_ONLY_NEAR = "QUOTE_ONLY_NEAR", "the quote stands on the page only nearly: not enough for a swap"
    EVIDENCE_STALE = "EVIDENCE_STALE", "the evidence is older than the limit"
    # the proof (byte facts)
    NEW_NOT_IN_QUOTE = "NEW_NOT_IN_QUOTE", "fact 1: the new value is not verbatim and bounded in the quote"
    LINE_DIFFERS_OUTSIDE = "LINE_DIFFERS_OUTSIDE", "fact 2: the line differs outside the span"
    NOT_ONE_LINE = "NOT_ONE_LINE", "fact 3: not exactly one line of the file changed"
    OLD_NOT_AT_SPAN = "OLD_NOT_AT_SPAN", "fact 2: the old value does not stand at its span"
    BAD_VALUE = "BAD_VALUE", "fact 4: a value is empty, unchanged, or holds a character that may not be written"
    OLD_NOT_ONCE = "OLD_NOT_ONCE", "fact 4: the old value does not stand exactly once in the claim"
    CLAIM_NOT_ONCE = "CLAIM_NOT_ONCE", "fact 4: the claim does not stand exactly once on the line"
    NOT_PROSE = "NOT_PROSE", "fact 5: the span is in code, front matter, a link target, a comment or markup"
    OUTLINE_CHANGED = "OUTLINE_CHANGED", "fact 5: the structure of the page would change"
